//! Bazaars: tiles that score the buildings of three colours around them at the end.

use crate::common::{
    Scene, check_ok, check_refused, city, counts, course, legal, listed, market, names, read, reserve, scores, sheet,
};
use alhambra_engine::{
    Event, Seed, State,
    material::{Face, Tile},
    modules::bazaars,
};

fn is_bazaar(tile: &Tile) -> bool {
    matches!(tile.face(), Face::Bazaar { .. })
}

/// Seat 0 has money for much; the seraglio makes dirham bazaars cost 9.
fn offer() -> Scene {
    Scene::new("alhambra 3 bazaars")
        .market("P8 S9 A10 C10")
        .bazaars("zdi1 zdi2 zfl1")
        .money(0, "di4 di5 di9 di1 fl8 de9")
        .display("fl1 di3 de6 du8")
        .supply("T12 T11 G11")
}

/// The points for the bazaars of a city in the third scoring.
#[track_caller]
fn check_points(expected: u16, drawing: &str) {
    assert_eq!(bazaars::score(&city(drawing)), expected);
}

#[test]
fn m_baz_1_laid_beside_the_market_at_set_up() {
    // M-BAZ-1: eight, two for each currency with three colours each; always four other tiles on the market.
    let mut n_beside = 0;
    for (players, number) in (2..=6).flat_map(|players| (0..20).map(move |number| (players, number))) {
        let mut events = Vec::new();
        let state =
            State::new_with(read(&format!("alhambra {players} bazaars")), Seed::from_number(number), &mut events)
                .unwrap();
        let on_market: Vec<Tile> = state.table.market.0.into_iter().flatten().collect();
        assert!(on_market.len() == 4 && !on_market.iter().any(is_bazaar));
        assert!(state.table.bazaars.iter().all(is_bazaar));
        n_beside += state.table.bazaars.len();
        // Those that came did so before the market was full.
        let last = names(&events).iter().rposition(|it| it == "BazaarCame");
        let full = names(&events).iter().rposition(|it| it == "Supplied");
        assert!(last < full);
        let dirks = state.dirk.iter().flat_map(|it| &it.tiles).filter(|it| is_bazaar(it)).count();
        let in_supply = state.table.supply.iter().filter(|it| is_bazaar(it)).count();
        assert_eq!(state.table.bazaars.len() + dirks + in_supply, 8);
    }
    assert!(n_beside > 10, "only {n_beside} bazaars at set-up");
}

#[test]
fn m_baz_1_laid_beside_the_market_in_a_refill() {
    // M-BAZ-1: any number; more tiles are drawn until the square has one.
    let mut state = Scene::new("alhambra 3 bazaars")
        .market("P8 S9 A10 C10")
        .bazaars("zdi1")
        .supply("zfl1 zfl2 T12")
        .money(0, "fl9")
        .state();
    let events = course(&mut state, "0 buy P8 fl9 > Place 0\n0 keep P8 > Turn 1");
    assert_eq!(names(&events), ["Bought", "Kept", "BazaarCame", "BazaarCame", "Supplied", "TurnBegan"]);
    assert_eq!((market(&state).as_str(), listed(state.table.bazaars).as_str()), ("T12 S9 A10 C10", "zdi1 zfl1 zfl2"));
}

#[test]
fn m_baz_1_a_bought_one_is_not_replaced() {
    // M-BAZ-1: nothing is drawn for it.
    let mut state = offer().state();
    let n_supply = state.table.supply.len();
    course(
        &mut state,
        "0 buy zdi1 di9 > Turn 0
         0 buy zdi2 di4 di5 > Turn 0
         0 take fl1 > Place 0
         0 keep zdi1 > Place 0
         0 keep zdi2 > Turn 1",
    );
    assert_eq!((state.table.supply.len(), listed(state.table.bazaars).as_str()), (n_supply, "zfl1"));
}

#[test]
fn m_baz_1_bazaars_alone_do_not_fill_the_market() {
    // M-BAZ-1, B-OVER-1: the supply holds two bazaars and nothing else, so the game ends.
    let mut state = Scene::new("alhambra 3 bazaars")
        .market("P8 S9 A10 C10")
        .supply("zfl1 zfl2")
        .no_further_tiles()
        .money(0, "fl9")
        .state();
    course(&mut state, "0 buy P8 fl9 > Place 0\n0 keep P8 > Over");
}

#[test]
fn m_baz_2_costs_what_the_tile_on_its_square_costs() {
    // M-BAZ-2: 9 dirhams because of the seraglio, exactly, and then there is another action.
    let mut state = offer().state();
    assert_eq!(
        legal(&state, "buy").into_iter().filter(|it| it.starts_with("buy z")).collect::<Vec<_>>(),
        ["buy zdi1 di4 di5", "buy zdi1 di9", "buy zdi2 di4 di5", "buy zdi2 di9", "buy zfl1 fl8"]
    );
    check_refused(&state, "0 buy zdi1 di9 di1", "1 too much; this has to be paid exactly");
    check_refused(&state, "0 buy zdi1 di5", "4 short");
    check_refused(&state, "0 buy zdi1 de9", "zdi1 is paid in di");
    check_refused(&state, "0 buy zdu1 di9", "zdu1 is not for sale");
    course(&mut state, "0 buy zdi1 di9 > Turn 0\n0 buy zfl1 fl8 > Turn 0");
    check_ok(&state, "0 buy zdi2 di4 di5\n0 buy S9 di4 di5");
}

#[test]
fn m_baz_2_not_for_sale_without_a_tile_on_its_square() {
    // M-BAZ-2: whoever buys the seraglio first must wait until the square is filled.
    let mut state = offer().state();
    course(&mut state, "0 buy S9 di4 di5 > Turn 0");
    check_refused(&state, "0 buy zdi1 di9", "zdi1 is not for sale");
    assert!(!legal(&state, "buy").iter().any(|it| it.starts_with("buy zdi")));
    course(&mut state, "0 buy zfl1 fl8 > Turn 0");
}

#[test]
fn m_baz_3_placed_and_redesigned_like_buildings() {
    // M-BAZ-3: building rules, reserve, taking down, swapping.
    let mut state = Scene::new("alhambra 2 bazaars")
        .market("P8 S9 A10 C10")
        .bazaars("zdi1")
        .money(0, "di9")
        .city(0, "+    +    +\n @    P7  |\n+    +    +")
        .display("fl1 di4 de6 du8")
        .pile("fl2 fl3 fl4 fl5")
        .reserve(0, "T12")
        .state();
    course(&mut state, "0 buy zdi1 di9 > Turn 0\n0 take fl1 > Place 0");
    check_ok(&state, "0 keep zdi1\n0 give zdi1\n0 build zdi1 s1e1\n0 build zdi1 n1");
    check_refused(&state, "0 build zdi1 e2", "a wall meets an open side, not reachable on foot");
    check_refused(&state, "0 build zdi1 n1w1", "touches only at a corner");
    course(
        &mut state,
        "0 build zdi1 n1 > Turn 1
         1 take fl2 > Turn 0
         0 swap T12 zdi1 > Turn 1
         1 take fl3 > Turn 0
         0 build zdi1 n2 > Turn 1
         1 take fl4 > Turn 0
         0 down zdi1 > Turn 1",
    );
    assert_eq!(reserve(&state, 0), "zdi1");
}

/// A bazaar for red, brown and purple with six neighbours, four of them of its colours.
const EXAMPLE: &str = "
+    +    +    +    +
 @    S9   A9   T12
+    +    +    +    +
     |S7   zde1 C10
+    +    +    +    +
      G11
+    +    +    +    +
";

#[test]
fn m_baz_4_the_example_of_the_book() {
    // M-BAZ-4: 4 buildings × 3 colours = 12; without the purple one 3 × 2 = 6.
    check_points(12, EXAMPLE);
    check_points(6, &EXAMPLE.replace("T12", "   "));
}

#[test]
fn m_baz_4_in_the_third_scoring_only() {
    // M-BAZ-4: and no majority ever.
    let state = Scene::new("alhambra 3 bazaars").city(0, EXAMPLE).state();
    assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).bazaars), [0, 0, 12]);
    assert_eq!(counts(&state, 0), [0, 2, 1, 1, 1, 1]);
}

#[test]
fn m_baz_4_only_the_eight_cells_around() {
    // M-BAZ-4: the tower two cells away doesn't count.
    check_points(1, "+    +    +    +    +\n @    A9   zde1 C10\n+    +    +    +    +");
    check_points(1, "+    +    +    +    +\n T12  @    zde1 A9\n+    +    +    +    +");
    check_points(0, "+    +    +    +    +\n T12  @    zde2 A9\n+    +    +    +    +");
}

#[test]
fn m_baz_4_a_building_may_count_for_several() {
    // M-BAZ-4: the arcades lie between two bazaars that both show brown.
    check_points(1 + 1, "+    +    +    +    +\n @    zde1 A9   zdi1\n+    +    +    +    +");
}

#[test]
fn m_baz_4_walls_do_not_matter() {
    // M-BAZ-4: a wall was added to the bazaar, so that it could be built beside the arcades with their wall.
    let mut state = Scene::new("alhambra 3 bazaars walls")
        .city(0, "+    +    +\n @    C10\n+    +    +\n A8  |\n+    +    +")
        .reserve(0, "zde1")
        .sticks(0, "w", "zde1")
        .state();
    course(&mut state, "0 build zde1 s1e1 > Turn 1");
    assert_eq!(sheet(&state, 0, 3).bazaars, 1);
}

#[test]
fn m_baz_5_not_awarded_at_the_end() {
    // M-BAZ-5: seat 0 has the most dirhams and gets the seraglio, the bazaar stays.
    let mut state = Scene::new("alhambra 3 bazaars")
        .market("P8 S9 A10 C10")
        .bazaars("zdi1")
        .supply("")
        .no_further_tiles()
        .money(0, "fl9 di1")
        .state();
    let events = course(&mut state, "0 buy P8 fl9 > Place 0\n0 keep P8 > BuildWon 0\n0 build S9 e1 > Over");
    let awarded: Vec<Tile> =
        events.iter().filter_map(|it| if let Event::Awarded { tile, .. } = it { Some(*tile) } else { None }).collect();
    assert_eq!(listed(awarded), "S9 A10 C10");
    assert_eq!((listed(state.table.bazaars).as_str(), scores(&state)), ("zdi1", vec![17, 0, 0]));
}
