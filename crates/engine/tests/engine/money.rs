//! Taking money: one card, or several that total 5 at most.

use crate::common::{Scene, check_refused, legal, names, play};

/// With these open cards these handfuls can be taken.
#[track_caller]
fn check_takes(display: &str, expected: &[&str]) {
    let state = Scene::new("alhambra 3").display(display).state();
    let mut expected: Vec<String> = expected.iter().map(|it| format!("take {it}")).collect();
    expected.sort();
    assert_eq!(legal(&state, "take"), expected);
}

#[test]
fn b_money_1_the_example_of_the_rulebooks() {
    // B-MONEY-1: both cards on the left, or any one alone.
    check_takes("fl1 di4 de6 du8", &["fl1", "di4", "de6", "du8", "fl1 di4"]);
}

#[test]
fn b_money_1_several_cards_total_five_at_most() {
    // B-MONEY-1: in any currencies, up to all four.
    check_takes(
        "fl1 di1 de1 du2",
        &[
            "fl1",
            "di1",
            "de1",
            "du2",
            "fl1 di1",
            "fl1 de1",
            "fl1 du2",
            "di1 de1",
            "di1 du2",
            "de1 du2",
            "fl1 di1 de1",
            "fl1 di1 du2",
            "fl1 de1 du2",
            "di1 de1 du2",
            "fl1 di1 de1 du2",
        ],
    );
    check_takes("fl3 di3 de9 du9", &["fl3", "di3", "de9", "du9"]);
    check_takes("fl5 di1 de9 du9", &["fl5", "di1", "de9", "du9"]);
}

#[test]
fn b_money_1_equal_cards_are_listed_once() {
    // B-MONEY-1: of two equal cards it doesn't matter which is taken.
    check_takes("fl2 fl2 fl2 du9", &["fl2", "fl2 fl2", "du9"]);
    check_takes(
        "fl1 fl1 fl1 di2",
        &["fl1", "fl1 fl1", "fl1 fl1 fl1", "di2", "fl1 di2", "fl1 fl1 di2", "fl1 fl1 fl1 di2"],
    );
}

#[test]
fn b_money_1_what_is_refused() {
    // B-MONEY-1: too much, not there, not there twice.
    let state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").state();
    check_refused(&state, "0 take fl1 di4 de6", "several cards may total 5 at most; these total 11");
    check_refused(&state, "0 take di4 de6", "these total 10");
    check_refused(&state, "0 take fl2", "fl2 is not in the display");
    check_refused(&state, "0 take fl1 fl1", "fl1 is not in the display");
    check_refused(&state, "1 take fl1", "it is seat 0's decision");
}

#[test]
fn b_turn_1_taking_money_is_the_whole_turn() {
    // B-TURN-1, B-MONEY-1: the cards go to the hand, the display is refilled from the pile, the next player is up.
    let mut state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").pile("du9 du7").state();
    let events = play(&mut state, "0 take fl1 di4");
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "TurnBegan"]);
    assert_eq!(state.players[0].money.cards().map(|it| it.to_string()).collect::<Vec<_>>(), ["fl1", "di4"]);
    assert_eq!(state.table.display.iter().map(ToString::to_string).collect::<Vec<_>>(), ["de6", "du8", "du9", "du7"]);
    assert_eq!(state.to_act().unwrap().0, 1);
}
