//! Workers' huts: free tiles that count as the buildings of their colour beside them.

use crate::common::{Scene, begun, check_ok, check_refused, city, counts, course, legal, names, read, reserve, scores};
use alhambra_engine::{Event, Seat, View, material::Part};

/// The picture of the book: three huts that count 2, 1 and 0.
const PICTURE: &str = "
+    +    +    +    +
 A9   hA  |
+    +    +    +    +
 @    A10  T13 |hT
+    +    +    +    +
     |hA   S9   C11
+    +    +    +    +
";

/// The buildings that count for the owner of this city: pavilions to towers.
#[track_caller]
fn check_counts(expected: [u8; 6], drawing: &str) {
    assert_eq!(counts(&Scene::new("alhambra 3 huts").city(0, drawing).state(), 0), expected);
}

#[test]
fn m_hut_1_six_piles_by_colour() {
    // M-HUT-1: 3 blue, 3 red, 4 brown, 4 white, 5 green, 5 purple; without the module there are none.
    let sizes = |ruleset| begun(ruleset, 1).table.huts.0.map(|it| it.len());
    assert_eq!(sizes("alhambra 4 huts"), [3, 3, 4, 4, 5, 5]);
    assert_eq!(sizes("alhambra 4"), [0; 6]);
    // M-HUT-1: piles are shuffled.
    let first = begun("alhambra 4 huts", 0).table.huts;
    assert!((1..5).any(|number| begun("alhambra 4 huts", number).table.huts != first));
}

#[test]
fn m_hut_1_the_top_one_is_open_and_the_lower_ones_hidden() {
    // M-HUT-1: what lies below may change its order and nobody sees it; what lies on top may not.
    let state = Scene::new("alhambra 3 huts").state();
    let swapped = |one: usize, two: usize| {
        let mut other = state.clone();
        other.table.huts.0[2].swap(one, two);
        View::of(&other, Some(Seat(0))) == View::of(&state, Some(Seat(0)))
    };
    assert_eq!((swapped(0, 1), swapped(0, 2), swapped(2, 3)), (true, true, false));
}

#[test]
fn m_hut_2_taken_for_free_and_placed_at_the_end_of_the_turn() {
    // M-HUT-2: no money, no further action; the next one is turned up at once.
    let mut state = Scene::new("alhambra 3 huts").money(0, "fl9").state();
    assert_eq!(legal(&state, "hut"), ["hut hAe", "hut hCn", "hut hGe", "hut hPn", "hut hSs", "hut hTn"]);
    check_refused(&state, "0 hut hPe", "hPe is not the open hut of its pile");
    let events = course(&mut state, "0 hut hPn > Place 0");
    assert_eq!(events[1], Event::HutTurned { tile: read("hPe") });
    assert_eq!(state.table.huts.0[0].last(), Some(&read("hPe")));
    check_ok(&state, "0 build hPn e1\n0 build hPn w1\n0 build hPn n1\n0 keep hPn");
    check_refused(&state, "0 take fl1", "this can't be done at this moment");
    let events = course(&mut state, "0 build hPn e1 > Turn 1");
    assert_eq!(names(&events), ["Built", "TurnBegan"]);
    assert_eq!(state.players[0].money.n_cards(), 1);
}

#[test]
fn m_hut_2_with_a_tile_bought_before() {
    // M-HUT-2: after an exact payment; hut and tile are placed together, in any order.
    let mut state = Scene::new("alhambra 3 huts").market("P8 S9 A9 C10").money(0, "fl8").state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 hut hPn > Place 0");
    check_ok(&state, "0 build P8 e1\n0 build hPn e1\n0 keep P8\n0 keep hPn");
    course(&mut state, "0 build hPn e1 > Place 0\n0 build P8 e2 > Turn 1");
    assert_eq!(counts(&state, 0)[0], 2);
}

#[test]
fn m_hut_2_never_to_dirk() {
    // M-HUT-2, B-DIRK-4: the bought tile may be given, the hut may not.
    let mut state = Scene::new("alhambra 2 huts").market("P8 S9 A9 C10").money(0, "fl8").state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 hut hPn > Place 0");
    assert_eq!(legal(&state, "give"), ["give P8"]);
    check_refused(&state, "0 give hPn", "a workers' hut can't be given to Dirk");
}

#[test]
fn m_hut_2_an_exhausted_pile_is_gone() {
    // M-HUT-2: the last blue hut; nothing is turned up.
    let mut state = Scene::new("alhambra 3 huts").reserve(1, "hPe hPsw").state();
    let events = course(&mut state, "0 hut hPn > Place 0\n0 keep hPn > Turn 1");
    assert_eq!(names(&events), ["TookHut", "Kept", "TurnBegan"]);
    assert_eq!(legal(&state, "hut"), ["hut hAe", "hut hCn", "hut hGe", "hut hSs", "hut hTn"]);
    check_refused(&state, "1 hut hPn", "hPn is not the open hut of its pile");
}

#[test]
fn m_hut_3_at_most_three() {
    // M-HUT-3: built, reserved and just taken ones all count.
    let three = vec![
        Scene::new("alhambra 3 huts").city(0, PICTURE),
        Scene::new("alhambra 3 huts").reserve(0, "hTn hTsw hTes"),
        Scene::new("alhambra 3 huts").city(0, "+    +    +\n @    hT  |\n+    +----+").reserve(0, "hPn hPe"),
        Scene::new("alhambra 3 huts").reserve(0, "hPn hPe").bought(0, "hTn"),
        Scene::new("alhambra 3 huts")
            .city(0, "+    +    +\n @    hT  |\n+    +----+")
            .reserve(0, "hPn")
            .bought(0, "hPe"),
    ];
    for scene in three {
        let state = scene.state();
        assert_eq!(legal(&state, "hut"), Vec::<String>::new());
        check_refused(&state, "0 hut hSs", "you have three huts already");
    }
    // M-HUT-3: with two there is room for one more, and other players' huts don't count.
    let state = Scene::new("alhambra 3 huts").reserve(0, "hTn hTsw").reserve(1, "hPn hPe hPsw").state();
    check_ok(&state, "0 hut hSs");
}

#[test]
fn m_hut_4_the_picture_of_the_book() {
    // M-HUT-4: 2 + 1 + 0; two arcades make five, the tower behind the wall stays one.
    check_counts([0, 1, 5, 1, 0, 1], PICTURE);
}

#[test]
fn m_hut_4_up_to_three_and_not_around_corners() {
    // M-HUT-4: three neighbours are arcades; the one in the north-east touches at a corner only.
    check_counts(
        [0, 0, 4 + 3, 0, 0, 0],
        "
+    +    +    +
 @    A9   A10
+    +    +    +
     |hA   A8  |
+    +    +    +
      A7  |
+    +----+    +
",
    );
}

#[test]
fn m_hut_4_only_buildings_of_its_own_colour() {
    // M-HUT-4, X-3: neither a hut of the colour nor a building of another; two blue huts and a seraglio make nothing.
    check_counts(
        [0, 1, 0, 0, 0, 0],
        "
+    +    +----+    +
 @    S9   hP
+    +    +    +    +
           hP  |
+    +    +    +    +
",
    );
}

#[test]
fn m_hut_4_an_added_wall_parts_them_too() {
    // M-HUT-4, M-WALL-4: with a wall added in its south the hut counts nothing for the arcades there.
    let scene = || {
        Scene::new("alhambra 3 huts walls")
            .city(0, "+    +    +\n @    hA  |\n+    +    +\n T12\n+    +    +")
            .reserve(0, "A8n A9")
    };
    let mut state = scene().state();
    course(&mut state, "0 build A9 s1e1 > Turn 1");
    assert_eq!(counts(&state, 0)[2], 2);
    let mut state = scene().sticks(0, "s", "hAe").state();
    check_refused(&state, "0 build A9 s1e1", "a wall meets an open side");
    course(&mut state, "0 build A8n s1e1 > Turn 1");
    assert_eq!(counts(&state, 0)[2], 1);
}

#[test]
fn m_hut_4_counts_in_the_majorities() {
    // M-HUT-4: one arcade and a hut beside it tie with two arcades: (3 + 0) / 2 in the first scoring.
    let mut state = Scene::new("alhambra 3 huts")
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .city(0, "+    +    +    +\n @    A9   hA  |\n+    +    +    +")
        .city(1, "+    +    +    +\n A10  @    A8  |\n+    +    +    +")
        .state();
    course(&mut state, "0 take fl1 > Turn 1");
    assert_eq!(scores(&state), [1 + 1, 1 + 1, 0]);
}

#[test]
fn m_hut_4_in_the_reserve_it_counts_nothing() {
    // M-HUT-4: only built ones.
    let state = Scene::new("alhambra 3 huts").city(0, "+    +    +\n @    A9\n+    +    +").reserve(0, "hAe").state();
    assert_eq!(counts(&state, 0)[2], 1);
}

#[test]
fn m_hut_5_its_walls_are_walls() {
    // M-HUT-5: east of the pavilion, then east and south of the hut.
    let drawing = "
+    +    +
 @    P7  |
+    +    +
      hT  |
+    +----+
";
    assert_eq!(city(drawing).longest_wall(Part::Alhambra), 3);
    let state = Scene::new("alhambra 3 huts").city(0, drawing).state();
    assert_eq!(crate::common::sheet(&state, 0, 1).wall, 3);
}

#[test]
fn m_hut_6_building_rules_hold() {
    // M-HUT-6: wall to wall, on foot, side by side, no holes.
    let city = city("+    +    +\n @    P7  |\n+    +    +");
    let broken = |tile: &str, cell: &str| {
        let tile: alhambra_engine::material::Tile = read(tile);
        crate::common::listed(city.broken_by(tile, tile.edges(), read(cell)).names())
    };
    assert_eq!(broken("hTn", "n1"), "");
    assert_eq!(broken("hTn", "s1"), "wall-mismatch not-on-foot");
    assert_eq!(broken("hTn", "e2"), "wall-mismatch not-on-foot");
    assert_eq!(broken("hTw", "e2"), "not-on-foot");
    assert_eq!(broken("hTn", "n1w1"), "corner-only");
    assert_eq!(broken("hTn", "e3"), "no-contact");
}

#[test]
fn m_hut_6_redesigned_like_a_building() {
    // M-HUT-6: taken down, built again, swapped with a building and with another hut.
    let mut state = Scene::new("alhambra 2 huts")
        .city(0, "+    +----+\n @    hT\n+    +    +")
        .reserve(0, "P8 hPn")
        .display("fl1 di4 de6 du8")
        .pile("fl2 fl3")
        .state();
    check_ok(&state, "0 swap P8 hTn\n0 swap hPn hTn\n0 down hTn\n0 build hPn w1");
    course(
        &mut state,
        "0 swap P8 hTn > Turn 1
         1 take fl1 > Turn 0
         0 swap hTn P8 > Turn 1
         1 take fl2 > Turn 0
         0 down hTn > Turn 1",
    );
    assert_eq!(reserve(&state, 0), "hPn P8 hTn");
    assert_eq!(state.players[0].city.tiles().len(), 1);
}
