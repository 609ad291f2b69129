//! The end of the game: the last refill, the award, and the third scoring.

use crate::common::{Scene, check_ok, check_refused, legal, names, play, scores};
use alhambra_engine::{Decision, Event, Seat, State};

/// Who got which tile, as `P8:0`; `-` is nobody.
fn awards(events: &[Event]) -> String {
    let award = |event: &Event| match event {
        Event::Awarded { tile, winner, .. } => {
            Some(format!("{tile}:{}", winner.map_or("-".to_owned(), |it| it.to_string())))
        }
        _ => None,
    };
    events.iter().filter_map(award).collect::<Vec<_>>().join(" ")
}

/// Four tiles on the market and none in the supply: whoever buys ends the game.
fn last_tiles() -> Scene {
    Scene::new("alhambra 3").market("P8 S9 A9 C10").supply("").no_further_tiles().display("fl1 di4 de6 du8")
}

#[test]
fn b_over_1_the_game_goes_on_while_the_market_is_full() {
    // B-OVER-1: an empty supply alone ends nothing.
    let mut state = last_tiles().state();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(names(&events).last().unwrap(), "TurnBegan");
}

#[test]
fn b_over_1_the_game_ends_when_the_market_cannot_be_filled() {
    // B-OVER-1, B-OVER-3: one square stays empty; nobody has money, so nothing is awarded, then the third scoring.
    let mut state = last_tiles().money(0, "fl9").state();
    let events = play(&mut state, "0 buy P8 fl9\n0 build P8 e1");
    assert_eq!(names(&events), ["Bought", "Built", "Awarded", "Awarded", "Awarded", "Scored", "Over"]);
    assert_eq!(awards(&events), "S9:- A9:- C10:-");
    assert!(state.is_over());
    assert_eq!(scores(&state), [16, 0, 0]);
    check_refused(&state, "1 take di4", "the game is over");
    assert_eq!(legal(&state, "*"), Vec::<String>::new());
}

#[test]
fn b_over_1_the_market_is_filled_as_far_as_possible_first() {
    // B-OVER-1: squares 1 and 3 are empty and one tile is left; it goes to 1 and is awarded with the others.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 C10")
        .supply("G10")
        .no_further_tiles()
        .money(0, "fl8 de8 de9")
        .money(1, "fl1")
        .state();
    let events = play(&mut state, "0 buy P8 fl8\n0 buy A9 de8 de9\n0 keep P8\n0 keep A9");
    assert_eq!(awards(&events), "G10:1 S9:- C10:-");
    assert_eq!(state.decision(), Some(Decision::BuildWon { seat: Seat(1) }));
}

#[test]
fn b_over_2_the_most_money_of_a_currency_wins_its_tile() {
    // B-OVER-2: by worth, not by number of cards or price; a tie or no money leaves the tile where it is.
    let mut state =
        last_tiles().money(0, "fl9 di2 di2 de5").money(1, "di9 de2 de3 fl7").money(2, "di1 di1 di1").state();
    let events = play(&mut state, "0 buy P8 fl9\n0 keep P8");
    assert_eq!(awards(&events), "S9:1 A9:- C10:-");
    assert_eq!(state.players[1].bought.iter().map(ToString::to_string).collect::<Vec<_>>(), ["S9"]);
    // Nothing is paid.
    assert_eq!(state.players[1].money.n_cards(), 4);
}

#[test]
fn b_over_2_money_spent_in_the_last_turn_is_gone() {
    // B-OVER-2: seat 0 had the most florins, but paid with them.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 C10")
        .supply("G10")
        .no_further_tiles()
        .money(0, "fl8 di9 di8 fl1")
        .money(1, "fl2")
        .state();
    let events = play(&mut state, "0 buy P8 fl8\n0 buy S9 di8 di9\n0 keep P8\n0 keep S9");
    assert_eq!(awards(&events), "G10:1 A9:- C10:-");
}

fn winners_of_several() -> State {
    let mut state = last_tiles().money(0, "fl9 du1").money(1, "di9 de9").state();
    play(&mut state, "0 buy P8 fl9\n0 keep P8");
    state
}

#[test]
fn b_over_3_won_tiles_are_built_in_any_order_or_left_out() {
    // B-OVER-3: seat 1 is next after seat 0 and has won two tiles, seat 0 one.
    let state = winners_of_several();
    assert_eq!(state.decision(), Some(Decision::BuildWon { seat: Seat(1) }));
    check_ok(&state, "1 build S9 n1\n1 build A9 n1\n1 leave S9\n1 leave A9");
    check_refused(&state, "1 build S9 n2", "touches nothing");
    check_refused(&state, "1 keep S9", "this can't be done at this moment");
    check_refused(&state, "1 pass", "this can't be done at this moment");
    check_refused(&state, "1 give S9", "this can't be done at this moment");
    check_refused(&state, "0 build C10 n1", "it is seat 1's decision");
    check_refused(&state, "1 build C10 n1", "C10 is not waiting to be placed");

    let mut built = state.clone();
    let events = play(&mut built, "1 build A9 n1\n1 build S9 n2\n0 leave C10");
    assert_eq!(names(&events), ["Built", "Built", "LeftOut", "Scored", "Over"]);
    assert_eq!(scores(&built), [0, 17 + 18, 0]);
    assert_eq!(built.table.left_out.len(), 1);
}

#[test]
fn b_over_3_the_most_points_win_and_a_tie_is_shared() {
    // B-OVER-3: 35 points catch up with 35.
    let finish = |scene: Scene| {
        let mut state = scene.money(0, "fl9").money(1, "di9 de9").state();
        play(&mut state, "0 buy P8 fl9\n0 keep P8");
        assert_eq!(state.winners(), []);
        play(&mut state, "1 build A9 n1\n1 build S9 n2");
        state.winners().iter().map(|it| it.0).collect::<Vec<_>>()
    };
    assert_eq!(finish(last_tiles()), [1]);
    assert_eq!(finish(last_tiles().score(2, 36)), [2]);
    assert_eq!(finish(last_tiles().score(2, 35)), [1, 2]);
    assert_eq!(finish(last_tiles().score(2, 35).score(0, 35)), [0, 1, 2]);
}

#[test]
fn b_end_3_a_scoring_card_of_the_last_refill_is_still_scored() {
    // B-END-3: before the award, so tiles won then don't count for it.
    let mut state = last_tiles().money(0, "di9").pile("scoring2 fl2 fl3").money(1, "de1").state();
    let events = play(&mut state, "0 buy S9 di9\n0 take fl1\n0 build S9 n1");
    assert_eq!(names(&events)[3..], ["Turned", "Turned", "Scored", "Awarded", "Awarded", "Awarded"],);
    assert_eq!(scores(&state), [9, 0, 0]);
    let events = play(&mut state, "1 build A9 n1\n0 leave P8");
    assert_eq!(names(&events), ["Built", "LeftOut", "Scored", "Over"]);
    assert_eq!(scores(&state), [9 + 17, 18, 0]);
}

#[test]
fn b_end_3_a_scoring_whose_card_never_appears_is_left_out() {
    // B-END-3: both scoring cards are still in the pile; only the third scoring takes place.
    let mut state = last_tiles().money(0, "fl9").pile("fl2 fl3 fl4 scoring1 scoring2").state();
    let events = play(&mut state, "0 buy P8 fl9\n0 build P8 n1");
    assert_eq!(names(&events).iter().filter(|it| *it == "Scored").count(), 1);
    assert_eq!(scores(&state), [16, 0, 0]);
}
