//! The combined game, a turn: both tiles of a square, and the marker after a refill.

use crate::common::{Scene, check_marker, check_refused, legal, listed, names, play, squares};
use alhambra_engine::{Seat, material::Parity};

#[test]
fn c_buy_1_both_tiles_of_a_square_for_its_currency() {
    // C-BUY-1: either tile or both, each for its own price.
    let state = Scene::new("both 3")
        .market("P8 S9 A9 T11")
        .granada_market("sc2nsw ba12 hs12 hp12")
        .money(0, "fl8 fl2 di9")
        .state();
    assert_eq!(legal(&state, "buy"), ["buy P8 fl8", "buy S9 di9", "buy sc2nsw fl2", "buy sc2nsw fl8"]);
    check_refused(&state, "0 buy sc2nsw di9", "sc2nsw is paid in fl");
    let mut state = state;
    play(&mut state, "0 buy P8 fl8");
    assert_eq!(legal(&state, "buy"), ["buy S9 di9", "buy sc2nsw fl2"]);
    play(&mut state, "0 buy sc2nsw fl2");
    assert_eq!(listed(state.players[0].bought), "P8 sc2nsw");
}

#[test]
fn c_buy_1_eight_exact_purchases_and_a_ninth_action() {
    // C-BUY-1: all eight tiles, then money, and all of them are placed and replaced.
    let mut state = Scene::new("both 3")
        .market("P8 S9 A9 C10")
        .granada_market("sc2nsw ar4es li6ne pa12")
        .money(0, "fl8 fl2 di9 di4 de9 de6 du1 du9 du4 du8")
        .display("fl1 di1 de2 du3")
        .state();
    play(
        &mut state,
        "0 buy P8 fl8\n0 buy sc2nsw fl2\n0 buy S9 di9\n0 buy ar4es di4
         0 buy A9 de9\n0 buy li6ne de6\n0 buy C10 du1 du9\n0 buy pa12 du4 du8",
    );
    assert_eq!(state.players[0].bought.len(), 8);
    assert!(legal(&state, "buy").is_empty() && !legal(&state, "take").is_empty());
    check_refused(&state, "0 pass", "you may pass only if");
    let events = play(
        &mut state,
        "0 take du3\n0 build P8 e1\n0 keep hs3nsw\n0 keep S9\n0 keep ar4es\n0 keep A9\n0 keep li6ne\n0 keep C10\n0 keep pa12",
    );
    assert_eq!(names(&events).iter().filter(|it| *it == "Supplied").count(), 8);
    assert_eq!(state.to_act(), Some(Seat(1)));
}

#[test]
fn c_end_1_the_marker_changes_after_a_refill_with_a_tile_of_granada() {
    // C-END-1: a tile of the Alhambra alone leaves it where it is.
    let scene = || {
        Scene::new("both 3")
            .market("P8 S9 A9 T11")
            .granada_market("sc2nsw ba12 hs12 hp12")
            .supply("G10 sc10s")
            .money(0, "fl9 fl3")
            .state()
    };
    let mut state = scene();
    let events = play(&mut state, "0 buy P8 fl9\n0 keep P8");
    assert_eq!(names(&events)[2..], ["Supplied", "TurnBegan"]);
    assert_eq!(squares(&state.table.market), "G10 S9 A9 T11");
    assert_eq!(state.table.marker, Some(Parity::Odd));
    let mut state = scene();
    let events = play(&mut state, "0 buy sc2nsw fl3\n0 keep sc2nsw");
    assert_eq!(names(&events)[2..], ["Supplied", "MarkerMoved", "TurnBegan"]);
    assert_eq!(squares(&state.table.granada_market), "re11s ba12 hs12 hp12");
    assert_eq!(state.table.marker, Some(Parity::Even));
}

#[test]
fn c_end_1_a_refill_without_a_tile_of_granada_leaves_the_marker() {
    // C-END-1: Granada's supply is empty, so its square stays empty, and the game goes on (C-OVER-1).
    let mut state = Scene::new("both 3")
        .market("P8 S9 A9 T11")
        .granada_market("sc2nsw ba12 hs12 hp12")
        .n_supplies(9, 0)
        .money(0, "fl3")
        .state();
    let events = play(&mut state, "0 buy sc2nsw fl3\n0 keep sc2nsw");
    assert_eq!(names(&events)[2..], ["TurnBegan"]);
    assert_eq!(state.table.marker, Some(Parity::Odd));
}

#[test]
fn c_end_1_in_random_games() {
    // C-END-1, G-END-1, G-DIRK-1.
    check_marker("both 2", 4);
    check_marker("both 3 vizier bureaux", 4);
}
