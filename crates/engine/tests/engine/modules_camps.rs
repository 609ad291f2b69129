//! Camps: tiles outside the walls that score the line of buildings behind them.

use crate::common::{
    Scene, begun, check_ok, check_refused, city, counts, course, legal, listed, names, read, reserve, scores, sheet,
};
use alhambra_engine::{
    City, Event,
    material::{Part, Tile},
    modules::camps,
};

/// The rules that a tile breaks in a cell of this city; nothing if it may be built there.
#[track_caller]
fn check_place(expected: &str, tile: &str, cell: &str, drawing: &str) {
    check_placed(expected, tile, cell, &city(drawing));
}

#[track_caller]
fn check_placed(expected: &str, tile: &str, cell: &str, city: &City) {
    let tile: Tile = read(tile);
    let names = listed(city.broken_by(tile, tile.edges(), read(cell)).names());
    assert_eq!(if names.is_empty() { "ok" } else { &names }, expected, "{tile} in {cell}");
    let quick = city.cells_for(tile, tile.edges()).any(|it| it == read(cell));
    assert_eq!(quick, expected == "ok", "the quick answer differs");
}

/// What is wrong with taking a tile down.
#[track_caller]
fn check_down(expected: &str, tile: &str, drawing: &str) {
    let names = listed(city(drawing).broken_without(read(tile)).names());
    assert_eq!(if names.is_empty() { "ok" } else { &names }, expected);
    assert_eq!(city(drawing).releases(read(tile)), expected == "ok", "the quick answer differs");
}

/// What is wrong with laying a tile of the reserve where another one lies.
#[track_caller]
fn check_swap(expected: &str, tile: &str, old: &str, drawing: &str) {
    let tile: Tile = read(tile);
    let names = listed(city(drawing).broken_by_swap(tile, tile.edges(), read(old)).names());
    assert_eq!(if names.is_empty() { "ok" } else { &names }, expected);
    assert_eq!(city(drawing).swaps(tile, tile.edges(), read(old)), expected == "ok", "the quick answer differs");
}

/// The points for the camps, and the longest wall.
#[track_caller]
fn check_score(points: u16, wall: u8, drawing: &str) {
    let city = city(drawing);
    assert_eq!((camps::score(&city), city.longest_wall(Part::Alhambra)), (points, wall));
    let state = Scene::new("alhambra 3 camps huts bazaars").city(0, drawing).state();
    // M-CAMP-3: every scoring.
    assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).camps), [points; 3]);
}

const WALL_IN_THE_EAST: &str = "
+    +    +
 @    P7  |
+    +    +
";

/// Two tiles with a wall in the east, one above the other.
const LONG_WALL: &str = "
+    +    +    +
 C10  T13 |
+    +    +    +
 @    P7  |
+    +    +    +
";

#[test]
fn m_camp_1_eight_among_the_building_tiles() {
    // M-CAMP-1: 62 tiles, four of which lie on the market and six with Dirk.
    let state = begun("alhambra 2 camps", 1);
    assert_eq!(state.table.supply.len(), 54 + 8 - 4 - 6);
    let on_market = |number| begun("alhambra 3 camps", number).table.market.0;
    let is_camp = |tile: &Option<Tile>| tile.is_some_and(|it| it.part() == Part::Camp);
    assert!((0..50).any(|number| on_market(number).iter().any(is_camp)));
}

#[test]
fn m_camp_1_bought_like_a_building() {
    // M-CAMP-1: at its price, in the currency of the square, exact or not; set aside until the end of the turn.
    let scene =
        || Scene::new("alhambra 2 camps").market("K3e S9 A9 C10").money(0, "fl3 fl9 di9").city(0, WALL_IN_THE_EAST);
    let mut state = scene().state();
    check_refused(&state, "0 buy K3e di9", "K3e is paid in fl");
    course(&mut state, "0 buy K3e fl3 > Turn 0\n0 buy S9 di9 > Turn 0");
    let mut state = scene().state();
    course(&mut state, "0 buy K3e fl9 > Place 0");
    check_ok(&state, "0 keep K3e\n0 give K3e");
}

#[test]
fn m_camp_2_a_bastion_stands_against_a_wall() {
    // M-CAMP-2: with the side that bears the bastion; the other bastion of K7 and K10 faces an empty cell.
    check_place("ok", "K6w", "e2", WALL_IN_THE_EAST);
    check_place("ok", "K7nw", "e2", WALL_IN_THE_EAST);
    check_place("ok", "K10sw", "e2", WALL_IN_THE_EAST);
    // Never rotated: those that look elsewhere don't fit.
    check_place("camp-side camp-without-wall", "K3e", "e2", WALL_IN_THE_EAST);
    check_place("camp-side camp-without-wall", "K4n", "e2", WALL_IN_THE_EAST);
    check_place("camp-side camp-without-wall", "K9es", "e2", WALL_IN_THE_EAST);
}

#[test]
fn m_camp_2_the_open_sides_of_the_palace() {
    // M-CAMP-2: neither a bastion nor a plain side may touch them.
    check_place("bastion camp-without-wall", "K3e", "w1", WALL_IN_THE_EAST);
    check_place("camp-side camp-without-wall", "K6w", "w1", WALL_IN_THE_EAST);
    check_place("bastion camp-without-wall", "K5s", "n1", WALL_IN_THE_EAST);
    let below_an_open_side = "
+    +    +    +
      T12  C10
+    +    +    +
 @    P7  |
+    +    +    +
";
    check_place("bastion", "K7nw", "e2", below_an_open_side);
    check_place("camp-side", "K6w", "e2", below_an_open_side);
}

#[test]
fn m_camp_2_a_plain_side_touches_no_wall() {
    // M-CAMP-2: two walls meet at the cell; only a camp with bastions on both sides fits.
    let corner = "
+    +    +    +
 @    C10  S8
+    +    +----+
      T13 |
+    +    +    +
";
    check_place("ok", "K7nw", "s1e2", corner);
    check_place("camp-side", "K6w", "s1e2", corner);
    check_place("camp-side", "K4n", "s1e2", corner);
    check_place("camp-side camp-without-wall", "K9es", "s1e2", corner);
}

#[test]
fn m_camp_2_one_another_with_plain_sides_only() {
    // M-CAMP-2: side by side at the long wall; bastion to plain side, to bastion, and plain side to bastion are wrong.
    let with_plain = "
+    +    +    +
 C10  T13 |
+    +    +    +
 @    P7  |K6
+    +    +    +
";
    check_place("ok", "K7nw", "n1e2", with_plain);
    check_place("bastion", "K10sw", "n1e2", with_plain);
    let with_bastion = "
+    +    +    +
 C10  T13 |
+    +    +    +
 @    P7  |K7
+    +    +    +
";
    check_place("camp-side", "K6w", "n1e2", with_bastion);
    check_place("bastion", "K10sw", "n1e2", with_bastion);
    // A camp that leans on nothing but another camp.
    check_place("camp-without-wall", "K3e", "e3", with_plain);
    check_place("bastion camp-without-wall", "K7nw", "e3", with_plain);
}

#[test]
fn m_camp_2_buildings_that_come_later() {
    // M-CAMP-2: beside a camp a building turns a wall to its bastion and never touches its plain side.
    let palace = "
+    +    +    +
 C10  T12
+    +    +    +
 @    P7  |K7
+    +    +    +
";
    check_place("bastion", "P8", "n1e2", palace);
    check_place("ok", "S8s", "n1e2", palace);
    check_place("not-on-foot camp-side", "P8", "e3", palace);
    check_place("not-on-foot camp-side", "P8", "s1e2", palace);
    // The bastion in the north is empty-handed until then, and scores the whole column afterwards.
    check_score(2, 1, palace);
    check_score(
        2 + 1,
        2,
        "
+    +    +    +
 C10  T12  S8
+    +    +----+
 @    P7  |K7
+    +    +    +
",
    );
}

#[test]
fn m_camp_2_camps_count_as_tiles_for_holes() {
    // M-CAMP-2, B-BUILD-5: the camp would close the courtyard; without the garden it would not.
    let courtyard = "
+    +    +    +
 @    A9   A10
+    +    +    +
 C10       G11
+    +    +    +
 P7  |
+    +    +    +
";
    check_place("hole", "K6w", "s2e1", courtyard);
    check_place("ok", "K6w", "s2e1", &courtyard.replace("G11", "   "));
}

#[test]
fn m_camp_2_somewhere_else() {
    // M-CAMP-2, B-BUILD-4: touching nothing or a corner only, and on a taken cell.
    check_place("no-contact", "K6w", "e4", WALL_IN_THE_EAST);
    check_place("corner-only", "K6w", "n1e2", WALL_IN_THE_EAST);
    check_place("overlap", "K6w", "e1", WALL_IN_THE_EAST);
}

#[test]
fn m_camp_2_at_the_wall_of_a_hut() {
    // M-CAMP-2: printed on a hut it is a wall too.
    check_place("ok", "K6w", "e2", "+    +    +\n @    hP  |\n+    +    +");
}

#[test]
fn m_camp_2_at_an_added_wall() {
    // M-CAMP-2: first the fountain is open, then it bears a wall in the east.
    let scene = Scene::new("alhambra 3 camps walls");
    check_placed("bastion camp-without-wall", "K6w", "e1", &scene.sticks(1, "e", "@").state().players[0].city);
    let state = Scene::new("alhambra 3 camps walls").sticks(0, "e", "@").reserve(0, "K6w").state();
    check_placed("ok", "K6w", "e1", &state.players[0].city);
    check_ok(&state, "0 build K6w e1");
    assert_eq!(legal(&state, "build"), ["build K6w e1"]);
}

/// A camp with two bastions, each at a wall.
const TWO_WALLS: &str = "
+    +    +    +
 @    C10  S8
+    +    +----+
      T13 |K7
+    +    +    +
";

#[test]
fn m_camp_2_no_redesign_that_leaves_a_camp_without_a_wall() {
    // M-CAMP-2: the pavilion carries the camp alone; of two walls one may go, but not the second.
    check_down("camp-without-wall", "P7e", "+    +    +    +\n @    P7  |K6\n+    +    +    +");
    check_down("ok", "S8s", TWO_WALLS);
    check_down("ok", "T13e", TWO_WALLS);
    check_down(
        "camp-without-wall",
        "T13e",
        "+    +    +    +\n @    C10\n+    +    +    +\n      T13 |K7\n+    +    +    +",
    );
    let state = Scene::new("alhambra 3 camps").city(0, "+    +    +    +\n @    P7  |K6\n+    +    +    +").state();
    check_refused(&state, "0 down P7e", "a camp would stand at no wall");
    assert_eq!(legal(&state, "down"), ["down K6w"]);
}

#[test]
fn m_camp_2_no_swap_that_takes_the_wall_away() {
    // M-CAMP-2: the new tile needs a wall at the bastion.
    let palace = "+    +    +    +\n @    P7  |K6\n+    +    +    +";
    check_swap("bastion", "P8", "P7e", palace);
    check_swap("ok", "T13e", "P7e", palace);
    check_swap("ok", "C6es", "P7e", palace);
    check_swap("wall-mismatch not-on-foot bastion", "T10w", "P7e", palace);
}

#[test]
fn m_camp_3_the_picture_of_the_book() {
    // M-CAMP-3, M-CAMP-4: 4 + 4 + 2 = 10; the fountain counts; the wall behind the bastions is 3 long.
    check_score(
        4 + 4 + 2,
        3,
        "
+    +    +    +    +    +    +
                G11
+    +    +    +    +    +    +
 K3  |S7   @    C9   P4  |K6
+    +    +    +----+----+    +
                K4
+    +    +    +    +    +    +
",
    );
}

#[test]
fn m_camp_3_inner_walls_do_not_interrupt() {
    // M-CAMP-3: seraglio, arcades and, behind a double wall, the tower.
    check_score(
        3,
        1,
        "
+    +    +    +    +
      C10  @    C11
+    +    +    +    +
 K3  |S7   A8  |T10
+    +    +    +    +
",
    );
}

#[test]
fn m_camp_3_the_first_empty_cell_ends_the_line() {
    // M-CAMP-3: the tower lies in line, but beyond a gap.
    check_score(
        2,
        1,
        "
+    +    +    +    +    +
      C10  @    C11  G11
+    +    +    +    +    +
 K3  |S7   A9        T12
+    +    +    +    +    +
",
    );
}

#[test]
fn m_camp_3_huts_and_bazaars_count_in_the_line() {
    // M-CAMP-3: seraglio, hut, bazaar, fountain.
    check_score(
        4,
        1,
        "
+    +    +    +    +    +
 K3  |S7   hC   zfl1 @
+    +    +----+    +    +
",
    );
}

#[test]
fn m_camp_3_two_bastions_score_in_both_directions() {
    // M-CAMP-3: the seraglio in the north and the tower in the west; a bastion that faces an empty cell scores nothing.
    check_score(1 + 1, 2, TWO_WALLS);
    check_score(2, 1, "+    +    +    +\n @    P7  |K7\n+    +    +    +");
}

#[test]
fn m_camp_3_beyond_an_empty_cell_there_is_nothing() {
    // M-CAMP-3: the bastion in the north faces an empty cell with a tile behind it, and scores nothing.
    check_score(
        2,
        1,
        "
+    +    +    +
 C10  C11  T12
+    +    +    +
 A9   A10
+    +    +    +
 @    P7  |K7
+    +    +    +
",
    );
}

#[test]
fn m_camp_3_another_camp_ends_the_line() {
    // M-CAMP-3: both look along the same two tiles, and neither counts the other.
    check_score(
        2 + 2,
        1,
        "
+    +    +    +    +
 K3  |S7   P7  |K6
+    +    +    +    +
      @
+    +    +    +    +
",
    );
}

#[test]
fn m_camp_4_walls_behind_bastions_score_as_before() {
    // M-CAMP-4: the ring of walls with and without its camps.
    check_score(
        0,
        12,
        "
+    +----+----+----+    +
     |P5   T11  A6  |
+    +    +    +    +    +
     |S7   @    P7  |
+    +    +    +    +    +
     |P3   S8   S6  |
+    +----+----+----+    +
",
    );
    check_score(
        3 + 3,
        12,
        "
+    +----+----+----+    +
     |P5   T11  A6  |
+    +    +    +    +    +
 K3  |S7   @    P7  |K6
+    +    +    +    +    +
     |P3   S8   S6  |
+    +----+----+----+    +
",
    );
}

#[test]
fn m_camp_5_no_majority() {
    // M-CAMP-5: a camp is no building of any kind; the first scoring gives points for camp, wall and tower only.
    let mut state = Scene::new("alhambra 3 camps")
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .city(0, "+    +    +    +\n @    T13 |K6\n+    +    +    +")
        .state();
    assert_eq!(counts(&state, 0), [0, 0, 0, 0, 0, 1]);
    course(&mut state, "0 take fl1 > Turn 1");
    assert_eq!(scores(&state), [2 + 1 + 6, 0, 0]);
}

#[test]
fn m_camp_5_redesigned_like_buildings() {
    // M-CAMP-5, X-10: taken down, built from the reserve, swapped with another camp; bastions still decide.
    let mut state = Scene::new("alhambra 2 camps")
        .city(0, LONG_WALL)
        .reserve(0, "K6w K7nw K3e")
        .display("fl1 di4 de6 du8")
        .pile("fl2 fl3 fl4")
        .state();
    assert_eq!(legal(&state, "build"), ["build K6w e2", "build K6w n1e2", "build K7nw e2", "build K7nw n1e2"]);
    course(&mut state, "0 build K6w e2 > Turn 1\n1 take fl1 > Turn 0");
    assert_eq!(legal(&state, "swap"), ["swap K7nw K6w"]);
    check_refused(&state, "0 swap K3e K6w", "a plain camp side may touch nothing but another one");
    course(&mut state, "0 swap K7nw K6w > Turn 1\n1 take fl2 > Turn 0\n0 down K7nw > Turn 1");
    assert_eq!(reserve(&state, 0), "K3e K6w K7nw");
}

#[test]
fn m_camp_5_awarded_at_the_end() {
    // M-CAMP-1, B-OVER-2: a camp left on the market is won and built like any tile.
    let mut state = Scene::new("alhambra 3 camps")
        .market("K6w S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du8 fl1")
        .city(0, WALL_IN_THE_EAST)
        .state();
    let events = course(
        &mut state,
        "0 buy C10 du8 du9 > Place 0
         0 keep C10 > BuildWon 0
         0 build K6w e2 > Over",
    );
    assert!(matches!(events[2], Event::Awarded { winner: Some(_), .. }));
    assert_eq!(names(&events)[events.len() - 3..], ["Built", "Scored", "Over"]);
    assert_eq!(scores(&state), [16 + 1 + 2, 0, 0]);
}
