//! Falconers: falcons on the corners where four tiles and two colours meet.

use std::collections::BTreeSet;

use crate::common::{Scene, begun, check_ok, check_refused, course, legal, listed, names, read, scores, sheet};
use alhambra_engine::{
    Action,
    material::{Building, Falcon, Plumage},
    modules::falconers,
    state::Perch,
};

/// In the middle meet pavilion, tower, garden and the fountain.
const PALACE: &str = "
+----+----+
|P5   T9  |
+    +    +
 @    G10
+    +    +
";

fn palace() -> Scene {
    Scene::new("alhambra 3 falconers").market("P8 S9 A9 C10").display("fl1 di4 de6 du8").city(0, PALACE)
}

#[test]
fn m_fal_1_fifteen_falcons_all_open() {
    // M-FAL-1: five of each type, each with two different colours; none without the module.
    assert_eq!(begun("alhambra 3 falconers", 1).table.falcons.iter().count(), 15);
    assert_eq!(begun("alhambra 3", 1).table.falcons.iter().count(), 0);
    for plumage in Plumage::ALL {
        assert_eq!(Falcon::all().filter(|it| it.plumage() == plumage).count(), 5);
    }
    let pairs: BTreeSet<[Building; 2]> = Falcon::all()
        .map(|it| {
            let mut colours = it.colours();
            colours.sort_unstable();
            colours
        })
        .collect();
    assert!(pairs.len() == 15 && pairs.iter().all(|[one, two]| one != two));
}

#[test]
fn m_fal_2_where_four_tiles_and_both_colours_meet() {
    // M-FAL-2: the example of the page; the fountain is one of the four and has no colour.
    let state = palace().money(0, "fl1").state();
    assert_eq!(legal(&state, "falcon"), ["falcon brown-GP e1 fl1", "falcon brown-PT e1 fl1", "falcon white-TG e1 fl1"]);
    check_refused(&state, "0 falcon black-PS e1 fl1", "both colours of the falcon must meet at its corner");
    check_refused(&state, "0 falcon white-TG e2 fl1", "a falcon sits where four own tiles meet");
    check_refused(&state, "0 falcon white-TG n1 fl1", "a falcon sits where four own tiles meet");
    check_refused(&state, "0 falcon white-TG s5 fl1", "a falcon sits where four own tiles meet");
    // Three tiles are not enough.
    let three = "+----+    +\n P6   T12\n+    +    +\n @\n+    +    +";
    let state = palace().city(1, three).money(1, "fl1").turn(1).state();
    assert_eq!(legal(&state, "falcon"), Vec::<String>::new());
}

#[test]
fn m_fal_2_one_card_each_of_any_kind() {
    // M-FAL-2: the card goes to the discard pile, whatever its value, and no change is given.
    let mut state = palace().money(0, "fl1 du9 du9").state();
    check_ok(&state, "0 falcon white-TG e1 fl1\n0 falcon white-TG e1 du9");
    check_refused(&state, "0 falcon white-TG e1 fl2", "you don't have this money");
    let events = course(&mut state, "0 falcon white-TG e1 du9 > MoreFalcons 0");
    assert_eq!(names(&events), ["FalconCame"]);
    assert_eq!(
        (listed(state.players[0].money.cards()).as_str(), listed(state.table.discard.cards()).as_str()),
        ("fl1 du9", "du9")
    );
    assert!(!state.table.falcons.has(read("white-TG")));
    // A bureau, a coin or several cards can't even be named.
    assert!(
        "falcon white-TG e1 fl/de".parse::<Action>().is_err() && "falcon white-TG e1 fl*1".parse::<Action>().is_err()
    );
}

/// Two corners: pavilion, tower, fountain, garden; and tower, chambers, garden, seraglio.
const TWO_CORNERS: &str = "
+    +    +    +
 P8   T12  C10
+    +    +    +
 @    G10  S9
+    +    +    +
";

#[test]
fn m_fal_2_several_but_nothing_else_in_the_turn() {
    // M-FAL-2: as many as there are cards and corners; then the turn is over, also with money left.
    let mut state = Scene::new("alhambra 3 falconers")
        .market("A9 S8s A10 C11")
        .city(0, TWO_CORNERS)
        .money(0, "fl1 fl2 fl3 fl9")
        .display("fl4 di4 de6 du8")
        .state();
    course(&mut state, "0 falcon white-TG e1 fl1 > MoreFalcons 0");
    // One falcon a corner; the other one is free, for white-TG as well if there were a second.
    check_refused(&state, "0 falcon brown-PT e1 fl2", "one falcon a corner");
    check_refused(&state, "0 falcon white-TG e2 fl2", "this falcon is not in the supply");
    for other in ["take fl4", "buy A9 fl9", "down C10", "wake"] {
        check_refused(&state, &format!("0 {other}"), "this can't be done at this moment");
    }
    course(&mut state, "0 falcon black-ST e2 fl2 > MoreFalcons 0");
    assert_eq!(legal(&state, "*"), ["pass"]);
    let events = course(&mut state, "0 pass > Turn 1");
    assert_eq!(names(&events), ["TurnBegan"]);
    assert_eq!(state.players[0].falcons.len(), 2);
}

#[test]
fn m_fal_2_only_as_the_first_action() {
    // M-FAL-2: not as the further action after an exact payment.
    let mut state = palace().money(0, "fl8 fl1").state();
    check_ok(&state, "0 falcon white-TG e1 fl1");
    course(&mut state, "0 buy P8 fl8 > Turn 0");
    assert_eq!(legal(&state, "falcon"), Vec::<String>::new());
    check_refused(&state, "0 falcon white-TG e1 fl1", "falcons are bought as the first and only action of a turn");
}

#[test]
fn m_fal_2_a_free_act_before_it_is_no_action() {
    // M-FAL-2, M-BON-4: whoever lays a bonus card open has not acted yet.
    let mut state =
        Scene::new("alhambra 3 falconers bonus-cards").city(0, PALACE).bonus(0, "G10").money(0, "fl1").state();
    course(&mut state, "0 reveal G10 > Turn 0\n0 falcon white-TG e1 fl1 > MoreFalcons 0\n0 pass > Turn 1");
}

#[test]
fn m_fal_2_no_further_action_for_an_exact_looking_card() {
    // M-FAL-2: a purchase of falcons is never an exact purchase; after it others are to act.
    let mut state = palace().money(0, "fl1 fl2").state();
    course(&mut state, "0 falcon white-TG e1 fl1 > MoreFalcons 0\n0 pass > Turn 1");
}

#[test]
fn m_fal_2_walls_between_the_four_do_not_matter() {
    // M-FAL-2: a double wall between arcades and tower.
    let state = Scene::new("alhambra 3 falconers")
        .city(0, "+    +    +\n A8  |T10\n+    +    +\n @    C10\n+    +    +")
        .money(0, "fl1")
        .state();
    check_ok(&state, "0 falcon black-TA e1 fl1");
}

#[test]
fn m_fal_2_only_in_the_own_city() {
    // M-FAL-2: the palace of seat 0 is no place for a falcon of seat 1.
    let state = palace().money(1, "fl1").turn(1).state();
    check_refused(&state, "1 falcon white-TG e1 fl1", "a falcon sits where four own tiles meet");
}

/// A falcon in the middle, and a garden that has nothing to do with it.
fn perched() -> Scene {
    Scene::new("alhambra 2 falconers")
        .city(0, "+    +    +    +\n P8   T12\n+    +    +    +\n @    G10  G9  |\n+    +    +    +")
        .falcons(0, "white-TG:e1")
        .reserve(0, "P6n")
        .city(1, "+    +    +\n T11  C11\n+    +    +\n @    G11\n+    +    +")
        .money(1, "fl1")
}

#[test]
fn m_fal_3_back_to_the_supply_with_one_of_the_four_tiles() {
    // M-FAL-3: taken down or swapped, even for one of the same colour; then anybody may buy it.
    for (action, event) in [("down P8", "TakenDown"), ("swap P6n P8", "Swapped"), ("down T12", "TakenDown")] {
        let mut state = perched().state();
        check_refused(&state, "0 falcon white-TG e1 fl1", "this falcon is not in the supply");
        let events = course(&mut state, &format!("0 {action} > Turn 1"));
        assert_eq!(names(&events), [event, "FalconLeft", "TurnBegan"]);
        assert!(state.players[0].falcons.is_empty() && state.table.falcons.has(read("white-TG")));
        check_ok(&state, "1 falcon white-TG e1 fl1");
    }
}

#[test]
fn m_fal_3_other_tiles_may_go() {
    // M-FAL-3: the garden in the east is none of the four.
    let mut state = perched().state();
    let events = course(&mut state, "0 down G9e > Turn 1");
    assert_eq!(names(&events), ["TakenDown", "TurnBegan"]);
    assert_eq!(state.players[0].falcons.len(), 1);
    check_refused(&state, "1 falcon white-TG e1 fl1", "this falcon is not in the supply");
}

#[test]
fn m_fal_3_never_moved() {
    // M-FAL-3: once set it can't be set again, and its corner is taken.
    let state = perched().money(0, "fl2").state();
    check_refused(&state, "0 falcon white-TG e1 fl2", "this falcon is not in the supply");
    check_refused(&state, "0 falcon brown-PT e1 fl2", "one falcon a corner");
}

#[test]
fn m_fal_4_the_more_of_a_type_the_more_each_is_worth() {
    // M-FAL-4: 2, 6, 12, 20, 30 points; each type by itself, so three black and a white one make 14.
    let score = |words: &[usize]| {
        let mut state = begun("alhambra 3 falconers", 1);
        let falcons: Vec<Falcon> = Falcon::all().collect();
        state.players[0].falcons = words.iter().map(|&it| Perch { falcon: falcons[it], corner: read("e1") }).collect();
        assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).falcons), [falconers::score(&state.players[0]); 3]);
        falconers::score(&state.players[0])
    };
    for first in [0, 5, 10] {
        let all: Vec<usize> = (first..first + 5).collect();
        assert_eq!([1, 2, 3, 4, 5].map(|n| score(&all[..n])), [2, 6, 12, 20, 30]);
    }
    assert_eq!(score(&[0, 1, 2, 5]), 12 + 2);
    assert_eq!(score(&[0, 5, 10]), 6);
    assert_eq!(score(&(0..15).collect::<Vec<_>>()), 90);
}

#[test]
fn m_fal_4_in_every_scoring() {
    // M-FAL-4: one falcon, then both scorings; the palace alone gives 4 for its wall and the majorities.
    let mut state = palace().money(0, "fl2").pile("scoring1 fl3 scoring2").state();
    course(&mut state, "0 falcon white-TG e1 fl2 > MoreFalcons 0\n0 pass > Turn 1");
    course(&mut state, "1 take fl1 > Turn 2");
    assert_eq!(scores(&state), [2 + 4 + 1 + 5 + 6, 0, 0]);
    course(&mut state, "2 take fl3 > Turn 0");
    assert_eq!(scores(&state), [18 + 2 + 4 + 8 + 12 + 13, 0, 0]);
}
