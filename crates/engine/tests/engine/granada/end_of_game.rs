//! Granada, its end: won tiles are built one by one.

use super::hand;
use crate::common::{Scene, awards, check_refused, legal, listed, names, play, scores, squares};
use alhambra_engine::{Decision, Seat};

/// No supply: whoever buys the ducat tile ends the game with three tiles on the market.
fn last_tiles() -> Scene {
    Scene::new("granada 3").granada_market("hs4ne sc12 li12 ma12").no_further_tiles().money(0, "du9 du5")
}

#[test]
fn g_over_1_won_tiles_are_built_one_by_one() {
    // G-OVER-1: squares 1 to 4; seat 2, seat 1 and again seat 2 decide, each before the next tile is awarded.
    let mut state =
        last_tiles().money(1, "di1 fl2").money(2, "fl3 de1 de1").display("fl1 di4 de6 du8").pile("").state();
    let events = play(&mut state, "0 buy ma12 du5 du9\n0 keep ma12");
    assert_eq!(awards(&events), "hs4ne:2");
    assert_eq!(state.decision(), Some(Decision::BuildWon { seat: Seat(2) }));
    check_refused(&state, "1 build sc12 e1", "it is seat 2's decision");
    let events = play(&mut state, "2 build hs4ne e1");
    assert_eq!(awards(&events), "sc12:1");
    check_refused(&state, "2 build li12 w1", "it is seat 1's decision");
    let events = play(&mut state, "1 build sc12 e1");
    assert_eq!(awards(&events), "li12:2");
    let events = play(&mut state, "2 build li12 w1");
    assert_eq!(names(&events), ["Built", "Scored", "Over"]);
    // Nothing is paid; hostel and library give 3 each and the hostel's moat 2, the school gives 3.
    assert_eq!((hand(&state, 1), hand(&state, 2)), ("fl2 di1".to_owned(), "fl3 de1 de1".to_owned()));
    assert_eq!(scores(&state), [0, 3, 3 + 3 + 2]);
}

#[test]
fn g_over_1_as_shown_or_given_up() {
    // G-OVER-1: no other side, not even for money; no reserve, no pass; one may decline though the tile fits.
    let mut state = last_tiles().money(1, "fl9 di9").state();
    play(&mut state, "0 buy ma12 du5 du9\n0 keep ma12");
    assert_eq!(legal(&state, "*"), ["build hs4ne e1", "build hs4ne n1", "leave hs4ne"]);
    check_refused(&state, "1 build hp5ne e1", "hp5ne is not waiting to be placed");
    check_refused(&state, "1 leave hp5ne", "hp5ne is not waiting to be placed");
    check_refused(&state, "1 flip hp5ne e1 di9", "this can't be done at this moment");
    check_refused(&state, "1 keep hs4ne", "this can't be done at this moment");
    check_refused(&state, "1 pass", "this can't be done at this moment");
    let events = play(&mut state, "1 leave hs4ne");
    assert_eq!((names(&events)[0].as_str(), awards(&events).as_str()), ("LeftOut", "sc12:1"));
    let events = play(&mut state, "1 leave sc12");
    assert_eq!(names(&events), ["LeftOut", "Awarded", "Scored", "Over"]);
    assert_eq!(listed(state.table.left_out), "hs4ne sc12");
    assert_eq!(scores(&state), [0, 0, 0]);
}

#[test]
fn g_over_1_a_tie_leaves_the_tile() {
    // G-OVER-1, B-OVER-2: equal money or none; the price plays no part, and the next square is awarded all the same.
    let mut state = last_tiles().money(1, "fl9 di2 di3").money(2, "fl4 fl5 di4").state();
    let events = play(&mut state, "0 buy ma12 du5 du9\n0 keep ma12");
    assert_eq!(awards(&events), "hs4ne:- sc12:1");
    let events = play(&mut state, "1 build sc12 e1");
    assert_eq!(awards(&events), "li12:-");
    assert_eq!(squares(&state.table.granada_market), "hs4ne - li12 -");
    assert!(state.is_over());
}

#[test]
fn g_over_1_a_tile_can_stand_beside_the_one_won_before() {
    // G-OVER-1: the hostel is open in the west only; it fits nowhere until the bath house stands in the north.
    let mut state = Scene::new("granada 3")
        .city(1, "+    +----+\n @g   ma2 |\n+    +----+")
        .granada_market("ba12 hs2nes li12 ma12")
        .no_further_tiles()
        .money(0, "du9 du5")
        .money(1, "fl9 di9")
        .state();
    play(&mut state, "0 buy ma12 du5 du9\n0 keep ma12");
    let mut declined = state.clone();
    play(&mut declined, "1 leave ba12");
    assert_eq!(legal(&declined, "*"), ["leave hs2nes"]);
    play(&mut state, "1 build ba12 n1");
    assert_eq!(legal(&state, "*"), ["build hs2nes n1e1", "leave hs2nes"]);
}

#[test]
fn b_over_1_one_empty_square_ends_the_game() {
    // B-OVER-1: in Granada too; the last tile still fills a square, here that of the florins.
    let scene =
        || Scene::new("granada 3").granada_market("ar12 ba12 hs12 hp12").n_supplies(0, 1).display("fl1 di4 de6 du8");
    let mut state = scene().money(0, "fl3 fl9").state();
    play(&mut state, "0 buy ar12 fl3 fl9\n0 take fl1\n0 keep ar12");
    assert!(matches!(state.decision(), Some(Decision::Turn { .. })));
    let mut state = scene().money(0, "fl3 fl9 di3 di9").state();
    let events = play(&mut state, "0 buy ar12 fl3 fl9\n0 buy ba12 di3 di9\n0 take de6\n0 keep ar12\n0 keep ba12");
    assert_eq!(awards(&events), "li3nsw:- hs12:0");
    assert_eq!(state.decision(), Some(Decision::BuildWon { seat: Seat(0) }));
}

#[test]
fn b_end_3_a_scoring_card_of_the_last_refill_is_still_scored() {
    // B-END-3, G-OVER-1: the second scoring, one market building in all cities, gives 2; then the award, then the third.
    let mut state = Scene::new("granada 3")
        .granada_market("hs4ne sc12 li12 ma12")
        .no_further_tiles()
        .display("fl1 di4 de6 du8")
        .pile("scoring2 fl2")
        .money(0, "du9 du3")
        .money(1, "di1")
        .state();
    let events = play(&mut state, "0 buy ma12 du3 du9\n0 take de6\n0 build ma12 e1");
    assert_eq!(names(&events)[3..], ["Turned", "Turned", "Scored", "Awarded", "Awarded"]);
    assert_eq!((awards(&events).as_str(), scores(&state)), ("hs4ne:- sc12:1", vec![2, 0, 0]));
    let events = play(&mut state, "1 build sc12 e1\n0 leave li12");
    assert_eq!(names(&events), ["Built", "Awarded", "LeftOut", "Scored", "Over"]);
    assert_eq!(scores(&state), [2 + 3, 3, 0]);
}

#[test]
fn b_end_3_scorings_whose_cards_never_appear_are_left_out() {
    // B-END-3: both cards are still in the pile; only the third scoring takes place.
    let mut state = last_tiles().display("fl1 di4 de6 du8").pile("fl2 scoring1 scoring2").state();
    let events = play(&mut state, "0 buy ma12 du5 du9\n0 build ma12 e1");
    assert_eq!(names(&events).iter().filter(|it| *it == "Scored").count(), 1);
    assert_eq!(scores(&state), [3, 0, 0]);
}

#[test]
fn b_end_3_two_scoring_cards_in_one_refill() {
    // B-END-3: in the order drawn; one school in all cities gives 1, then 2.
    let mut state = Scene::new("granada 3")
        .city(1, "+    +    +\n @g   sc12\n+    +    +")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 scoring2 fl2")
        .state();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "Turned", "Scored", "Scored", "TurnBegan"]);
    assert_eq!(scores(&state), [0, 1 + 2, 0]);
}
