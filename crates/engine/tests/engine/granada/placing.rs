//! Granada, buying and placing: as shown for free, or turned over for three of one currency.

use super::{discards, hand};
use crate::common::{Scene, check_ok, check_refused, city, legal, listed, names, play, read};
use alhambra_engine::{Event, material::Parity};

/// A hostel for 4 on the florin square with a hospital for 5 on its back, and what seat 0 has.
fn hostel(ruleset: &str) -> Scene {
    Scene::new(ruleset).granada_market("hs4ne sc10s ar12 ba12").money(0, "fl5 fl2 di1 di1 di1 de1 de3 du9")
}

#[test]
fn g_buy_1_a_tile_is_bought_as_it_lies() {
    // G-BUY-1: for the price it shows, and not with its other side.
    let mut state = Scene::new("granada 3").granada_market("hs4ne sc10s ar12 ba12").money(0, "fl4 fl5 di9 di2").state();
    check_refused(&state, "0 buy hp5ne fl5", "hp5ne is not for sale");
    check_refused(&state, "0 buy re11s di9 di2", "re11s is not for sale");
    assert_eq!(legal(&state, "buy"), ["buy hs4ne fl4", "buy hs4ne fl5", "buy sc10s di2 di9"]);
    // 4 is exact for the hostel, 5 would have been exact for its back.
    let events = play(&mut state, "0 buy hs4ne fl5");
    assert!(matches!(events[0], Event::Bought { exact: false, .. }));
    assert_eq!(listed(state.players[0].bought), "hs4ne");
}

#[test]
fn g_buy_1_redesigning_turns_nothing_over() {
    // G-BUY-1, G-PLACE-1: in reserve and city a tile is the side that is up; the other side is not there.
    let state = Scene::new("granada 3")
        .city(0, "+    +----+\n @g   hs4 |\n+    +    +")
        .reserve(0, "li6ne sc12")
        .money(0, "fl9")
        .state();
    check_refused(&state, "0 build re7ne n1", "re7ne is not in your reserve");
    check_refused(&state, "0 swap re7ne hs4ne", "re7ne is not in your reserve");
    check_refused(&state, "0 flip re7ne n1 fl9", "this can't be done at this moment");
    check_refused(&state, "0 flip hp5ne e1 fl9", "this can't be done at this moment");
    check_refused(&state, "0 keep hp5ne", "this can't be done at this moment");
    check_refused(&state, "0 down hp5ne", "hp5ne is not built");
    check_refused(&state, "0 swap li6ne hp5ne", "hp5ne is not built");
    check_ok(&state, "0 build li6ne n1\n0 build sc12 s1\n0 swap li6ne hs4ne\n0 down hs4ne");
    let mut state = state;
    play(&mut state, "0 swap li6ne hs4ne");
    assert_eq!(listed(state.players[0].reserve), "sc12 hs4ne");
    assert_eq!(state.players[0].city, city("+    +----+\n @g   li6 |\n+    +    +"));
}

#[test]
fn g_place_1_as_bought_for_free() {
    // G-PLACE-1: nothing is paid, and the other side can't be had for nothing.
    let mut state = hostel("granada 3").state();
    play(&mut state, "0 buy hs4ne fl5");
    check_refused(&state, "0 build hp5ne e1", "hp5ne is not waiting to be placed");
    check_refused(&state, "0 flip hs4ne e1 de3", "hp5ne is not waiting to be placed");
    play(&mut state, "0 build hs4ne e1");
    assert_eq!(state.players[0].city, city("+    +----+\n @g   hs4 |\n+    +    +"));
    assert_eq!(hand(&state, 0), "fl2 di1 di1 di1 de1 de3 du9");
}

#[test]
fn g_place_1_flipped_for_three_of_one_currency() {
    // G-PLACE-1: the page's example; the cards go to the discards and nothing comes back.
    let mut state = hostel("granada 3").state();
    play(&mut state, "0 buy hs4ne fl5");
    check_ok(&state, "0 flip hp5ne e1 de3\n0 flip hp5ne e1 di1 di1 di1\n0 flip hp5ne n1 du9");
    // More than needed is accepted, even with cards that could be left out, but not listed.
    check_ok(&state, "0 flip hp5ne e1 de1 de3");
    let ways = ["di1 di1 di1", "de3", "du9"];
    let mut expected: Vec<String> =
        ways.iter().flat_map(|it| [format!("flip hp5ne e1 {it}"), format!("flip hp5ne n1 {it}")]).collect();
    expected.sort();
    assert_eq!(legal(&state, "flip"), expected);

    let events = play(&mut state, "0 flip hp5ne e1 du9");
    assert_eq!(names(&events)[..2], ["Flipped", "Built"]);
    assert_eq!(state.players[0].city, city("+    +----+\n @g   hp5 |\n+    +    +"));
    assert_eq!((discards(&state).as_str(), hand(&state, 0).as_str()), ("fl5 du9", "fl2 di1 di1 di1 de1 de3"));
}

#[test]
fn g_place_1_what_does_not_pay_a_flip() {
    // G-PLACE-1, X-9, M-CHG-4: less than three, two currencies with or without a bureau, coins, other people's money.
    let mut state = hostel("granada 3 bureaux").bureaux(0, "fl/de").money(1, "du3").state();
    play(&mut state, "0 buy hs4ne fl5");
    check_refused(&state, "0 flip hp5ne e1 fl2", "1 short");
    check_refused(&state, "0 flip hp5ne e1 di1", "2 short");
    check_refused(&state, "0 flip hp5ne e1 fl/de fl2 de1", "cards of one currency");
    check_refused(&state, "0 flip hp5ne e1 fl/de de3", "cards of one currency");
    check_refused(&state, "0 flip hp5ne e1 de*3", "cards of one currency");
    check_refused(&state, "0 flip hp5ne e1 du3", "you don't have this money");
    assert!("flip hp5ne e1 fl2 de1".parse::<alhambra_engine::Action>().is_err());
    // The building rules hold for the other side too.
    check_refused(&state, "0 flip hp5ne s1 de3", "not here: a wall meets an open side, not reachable on foot");
    check_ok(&state, "0 flip hp5ne e1 de3");
}

#[test]
fn g_place_1_each_flip_is_paid_for_itself() {
    // G-PLACE-1: nine ducats for the hostel don't turn the school over as well.
    let mut state =
        Scene::new("granada 3").granada_market("hs4ne sc10s ar12 ba12").money(0, "fl4 di9 di2 du9 de2 de3").state();
    play(&mut state, "0 buy hs4ne fl4\n0 buy sc10s di2 di9\n0 flip hp5ne e1 du9");
    check_refused(&state, "0 build re11s s1", "re11s is not waiting to be placed");
    check_refused(&state, "0 flip re11s s1 du9", "you don't have this money");
    check_refused(&state, "0 flip re11s s1 de2", "1 short");
    let events = play(&mut state, "0 flip re11s s1 de3");
    assert_eq!(names(&events)[..2], ["Flipped", "Built"]);
    assert_eq!(hand(&state, 0), "de2");
}

#[test]
fn g_place_1_one_may_be_flipped_and_the_other_not() {
    // G-PLACE-1: each tile is placed in its own way, in any order.
    let mut state = Scene::new("granada 3").granada_market("hs4ne sc10s ar12 ba12").money(0, "fl4 di9 di2 de3").state();
    play(&mut state, "0 buy hs4ne fl4\n0 buy sc10s di2 di9\n0 build sc10s s1\n0 flip hp5ne e1 de3");
    let expected = "
+    +----+
 @g   hp5 |
+    +    +
 sc10
+----+    +
";
    assert_eq!(state.players[0].city, city(expected));
}

#[test]
fn g_place_1_in_reserve_with_either_side_up_for_free_and_for_good() {
    // G-PLACE-1: what is up when it goes into the reserve stays up.
    for (kept, other) in [("hs4ne", "hp5ne"), ("hp5ne", "hs4ne")] {
        let mut state = hostel("granada 3").display("fl1 di4 de6 du8").state();
        play(&mut state, "0 buy hs4ne fl5");
        assert_eq!(legal(&state, "keep"), ["keep hp5ne", "keep hs4ne"]);
        let events = play(&mut state, &format!("0 keep {kept}"));
        assert_eq!(names(&events)[0], "Kept");
        assert_eq!(listed(state.players[0].reserve), kept);
        assert_eq!(hand(&state, 0), "fl2 di1 di1 di1 de1 de3 du9");
        play(&mut state, "1 take fl1\n2 take di4");
        check_refused(&state, &format!("0 build {other} e1"), "is not in your reserve");
        check_refused(&state, &format!("0 flip {other} e1 de3"), "this can't be done at this moment");
        play(&mut state, &format!("0 build {kept} e1"));
        assert!(state.players[0].city.cell_of(read(kept)).is_some());
    }
}

#[test]
fn g_place_1_after_a_vizier_too() {
    // G-PLACE-1, M-VIZ-2: the tile is paid exactly, the flip with what one likes.
    let mut state = Scene::new("granada 3 vizier")
        .granada_market("hs4ne sc10s ar12 ba12")
        .display("fl1 di4 de6 du8")
        .money(1, "fl4 du9")
        .state();
    play(&mut state, "0 take fl1\n1 buy hs4ne fl4");
    check_ok(&state, "1 build hs4ne e1\n1 keep hp5ne\n1 flip hp5ne e1 du9");
    let events = play(&mut state, "1 flip hp5ne e1 du9");
    assert_eq!(names(&events)[..3], ["Flipped", "Built", "Supplied"]);
    assert_eq!(hand(&state, 1), "");
}

#[test]
fn g_dirk_1_a_gift_shows_the_face_that_the_marker_names() {
    // B-DIRK-4, G-DIRK-1: the tile is given as it was bought and lies before Dirk as the marker says, for nothing.
    let mut state = Scene::new("granada 2").granada_market("hs4ne sc10s ar12 ba12").money(0, "fl5 de3").state();
    play(&mut state, "0 buy hs4ne fl5");
    assert_eq!(legal(&state, "give"), ["give hs4ne"]);
    check_refused(&state, "0 give hp5ne", "hp5ne is not waiting to be placed");
    for (marker, shown) in [(Parity::Even, "hs4ne"), (Parity::Odd, "hp5ne")] {
        let mut state = state.clone();
        state.table.marker = Some(marker);
        let hand = state.players[0].money;
        let events = play(&mut state, "0 give hs4ne");
        assert!(matches!(events[0], Event::Given { tile, .. } if tile == read(shown)), "{events:?}");
        assert_eq!(listed(state.dirk.unwrap().tiles), shown);
        assert_eq!(state.players[0].money, hand);
    }
}
