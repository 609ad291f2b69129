//! Buying: what pays for a tile, and what follows from paying exactly.

use crate::common::{Scene, check_ok, check_refused, legal, names, play};
use alhambra_engine::{Decision, State};

/// The garden of the rulebooks' example: it costs 10 on the denar square.
fn garden_for_ten() -> Scene {
    Scene::new("alhambra 3").market("P8 S9 G10 T12").money(0, "de5 de6 de1 fl9")
}

fn discards(state: &State) -> String {
    state.table.discard.cards().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn b_buy_1_the_example_of_the_rulebooks() {
    // B-BUY-1, B-TURN-2: 11 paid for 10 buys the garden, gives no change and ends the turn.
    let mut state = garden_for_ten().state();
    let events = play(&mut state, "0 buy G10 de5 de6");
    assert_eq!(state.decision(), Some(Decision::Place { seat: state.to_act().unwrap() }));
    assert_eq!(names(&events), ["Bought"]);
    assert_eq!(discards(&state), "de5 de6");
    assert_eq!(state.players[0].money.n_cards(), 2);
    play(&mut state, "0 keep G10");
    assert_eq!(state.to_act().unwrap().0, 1);
}

#[test]
fn b_buy_1_in_the_currency_of_the_square() {
    // B-BUY-1, B-SET-1: each square takes its own currency, for the whole game.
    let state = garden_for_ten().state();
    check_refused(&state, "0 buy P8 de5 de6", "P8 is paid in fl");
    check_refused(&state, "0 buy S9 fl9", "S9 is paid in di");
    check_refused(&state, "0 buy G10 fl9", "G10 is paid in de");
    check_refused(&state, "0 buy T12 fl9", "T12 is paid in du");
    check_ok(&state, "0 buy P8 fl9");
}

#[test]
fn b_buy_1_what_is_refused() {
    // B-BUY-1: too little, not in hand, not on the market.
    let state = garden_for_ten().state();
    check_refused(&state, "0 buy G10 de6", "4 short");
    check_refused(&state, "0 buy G10 de5 de5", "you don't have this money");
    check_refused(&state, "0 buy G10 de9 de9", "you don't have this money");
    check_refused(&state, "0 buy G11 de5 de6", "G11 is not for sale");
    check_refused(&state, "0 buy @ de5 de6", "@ is not for sale");
}

#[test]
fn b_buy_1_superfluous_cards_are_accepted_and_not_listed() {
    // B-BUY-1: paying more than needed is legal, even with cards that could be left out.
    let state = garden_for_ten().state();
    assert_eq!(legal(&state, "buy"), ["buy G10 de5 de6", "buy P8 fl9"]);
    check_ok(&state, "0 buy G10 de1 de5 de6");
}

#[test]
fn b_turn_2_an_exact_payment_gives_a_further_action() {
    // B-TURN-2, B-TURN-4: the same player goes on, and nothing is refilled meanwhile.
    let mut state =
        Scene::new("alhambra 3").market("P8 S9 G10 T12").display("fl1 di4 de6 du8").money(0, "fl8 di9 de9").state();
    let supply = state.table.supply.len();
    play(&mut state, "0 buy P8 fl8");
    assert_eq!(state.decision(), Some(Decision::Turn { seat: state.to_act().unwrap(), first: false }));
    assert_eq!(state.to_act().unwrap().0, 0);
    assert_eq!((state.table.supply.len(), state.table.market.0[0]), (supply, None));
    play(&mut state, "0 buy S9 di9");
    assert_eq!(state.table.market.0.iter().flatten().count(), 2);
    assert_eq!(state.table.display.len(), 4);
    play(&mut state, "0 take fl1 di4\n0 keep P8\n0 keep S9");
    assert_eq!(state.to_act().unwrap().0, 1);
    assert_eq!(state.table.market.0.iter().flatten().count(), 4);
}

#[test]
fn b_turn_2_at_most_five_actions() {
    // B-TURN-2: four exact purchases empty the market; the fifth action is the last.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 C9w")
        .display("fl1 di4 de6 du8")
        .money(0, "fl8 di9 de9 du9 du8")
        .state();
    play(&mut state, "0 buy P8 fl8\n0 buy S9 di9\n0 buy A9 de9\n0 buy C9w du9");
    assert_eq!(legal(&state, "buy"), Vec::<String>::new());
    assert_eq!(legal(&state, "*"), ["take de6", "take di4", "take du8", "take fl1", "take fl1 di4"]);
    play(&mut state, "0 take du8");
    assert_eq!(legal(&state, "take"), Vec::<String>::new());
    assert_eq!(state.players[0].bought.len(), 4);
}

#[test]
fn b_turn_3_the_action_after_an_exact_payment_is_compulsory() {
    // B-TURN-3: one may not pass while money can be taken.
    let mut state = Scene::new("alhambra 3").market("P8 S9 A9 C9w").money(0, "fl8").state();
    check_refused(&state, "0 pass", "you may pass only if");
    play(&mut state, "0 buy P8 fl8");
    check_refused(&state, "0 pass", "you may pass only if");
    check_refused(&state, "0 keep P8", "this can't be done at this moment");
}

#[test]
fn b_turn_3_passing_where_nothing_can_be_done() {
    // B-TURN-3: no open money, nothing to pay with, nothing in the reserve.
    let mut state = Scene::new("alhambra 3").display("").further_cards_in_hand(1).state();
    assert_eq!(legal(&state, "*"), ["pass"]);
    let events = play(&mut state, "0 pass");
    assert_eq!(names(&events), ["Passed", "TurnBegan"]);
    check_refused(&state, "1 pass", "you may pass only if");
}

#[test]
fn b_turn_3_nobody_is_forced_to_take_down_or_swap() {
    // B-TURN-3: what remains would take a built tile away, so passing is allowed.
    let scene =
        Scene::new("alhambra 3").display("").further_cards_in_hand(1).city(0, "+    +    +\n @    P8\n+    +    +");
    let mut state = scene.state();
    assert_eq!(legal(&state, "*"), ["down P8", "pass"]);
    play(&mut state, "0 pass");
    assert_eq!(state.to_act().unwrap().0, 1);
}

#[test]
fn b_turn_3_building_from_the_reserve_is_a_duty() {
    // B-TURN-3: it takes nothing away, so it must be done if it is all there is.
    let state = Scene::new("alhambra 3").display("").further_cards_in_hand(1).reserve(0, "T7new").state();
    assert_eq!(legal(&state, "*"), ["build T7new n1"]);
    check_refused(&state, "0 pass", "you may pass only if");
}

#[test]
fn b_turn_3_a_swap_is_no_duty_either() {
    // B-TURN-3: walls all around, so the garden can't be added anywhere, only swapped in.
    let state = Scene::new("alhambra 3")
        .display("")
        .further_cards_in_hand(1)
        .city(
            0,
            "
+----+----+----+
|P5   T11  A6  |
+    +    +    +
|S7   @    P7  |
+    +    +    +
|P3   S8   S6  |
+----+----+----+
",
        )
        .reserve(0, "G10n")
        .state();
    assert_eq!(legal(&state, "build"), Vec::<String>::new());
    assert_eq!(legal(&state, "swap"), ["swap G10n A6ne", "swap G10n P5nw", "swap G10n T11n"]);
    check_ok(&state, "0 pass");
}

#[test]
fn b_buy_2_bought_tiles_wait_until_the_end_of_the_turn() {
    // B-BUY-2: neither built nor in the reserve, so of no use for a redesign; then placed in any order.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 G10 T12")
        .money(0, "fl8 di9")
        .city(0, "+    +    +\n @    A9\n+    +    +")
        .reserve(0, "A10")
        .state();
    play(&mut state, "0 buy P8 fl8\n0 buy S9 di9");
    check_refused(&state, "0 build P8 n1", "P8 is not in your reserve");
    check_refused(&state, "0 swap P8 A9", "P8 is not in your reserve");
    check_refused(&state, "0 down P8", "P8 is not built");
    // The example of the rulebooks: two exact purchases, then a swap, then both tiles are placed.
    play(&mut state, "0 swap A10 A9");
    check_ok(&state, "0 build P8 n1\n0 build S9 s1\n0 keep P8\n0 keep S9");
    check_refused(&state, "0 build A9 n1", "A9 is not waiting to be placed");
    play(&mut state, "0 build S9 e2");
    play(&mut state, "0 build P8 e3");
    assert_eq!(state.to_act().unwrap().0, 1);
}

#[test]
fn b_place_1_each_tile_is_built_or_kept() {
    // B-PLACE-1: one built, one put in the reserve, which has room for any number.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 G10 T12")
        .money(0, "fl8 di8 di9")
        .reserve(0, "A9 A10 C10 C11 G11 T11")
        .state();
    play(&mut state, "0 buy P8 fl8\n0 buy S9 di8 di9");
    check_refused(&state, "0 leave P8", "this can't be done at this moment");
    check_refused(&state, "0 give P8", "Dirk takes part in games for two only");
    check_refused(&state, "0 build P8 n2", "touches nothing");
    check_refused(&state, "0 take fl1", "this can't be done at this moment");
    check_refused(&state, "0 pass", "this can't be done at this moment");
    play(&mut state, "0 build P8 n1\n0 keep S9");
    assert_eq!(state.players[0].city.tiles().len(), 2);
    assert_eq!(state.players[0].reserve.len(), 7);
}

#[test]
fn b_turn_0_play_goes_clockwise() {
    // B-TURN-0: from the last seat to the first.
    let mut state = Scene::new("alhambra 4").turn(2).state();
    for seat in [2, 3, 0, 1, 2] {
        assert_eq!(state.to_act().unwrap().0, seat);
        let take = legal(&state, "take").remove(0);
        play(&mut state, &format!("{seat} {take}"));
    }
}
