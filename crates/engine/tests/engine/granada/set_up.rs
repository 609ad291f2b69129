//! Granada, set-up and marker: which faces lie on the market and before Dirk.

use super::{check_cells, drawn_by_dirk, games};
use crate::common::{Scene, check_marker, check_refused, city, names, parity, play, squares};
use alhambra_engine::{
    State,
    material::{Parity, Round, Tile},
};

#[test]
fn g_mat_1_every_tile_by_name() {
    // G-MAT-1: both faces of all 54, with the moats on the same edges.
    let expected = "
        ar2nsw/li3nsw ba2new/ar3new li2esw/ma3esw hs2nes/re3nes hp2new/pa3new
        ma2nes/sc3nes pa2nsw/ba3nsw sc2nsw/hs3nsw re2esw/hp3esw
        ar4es/ma5es ba4es/hs5es li4nw/pa5nw hs4ne/hp5ne hp4sw/ar5sw ma4sw/re5sw pa4nw/sc5nw sc4ne/ba5ne re4nw/li5nw
        ar6sw/sc7sw ba6sw/ar7sw li6ne/re7ne hs6nw/hp7nw hp6nw/ma7nw ma6ne/hs7ne pa6es/ba7es sc6es/li7es re6es/pa7es
        ar8n/ba9n ba8e/li9e li8n/ar9n hs8e/pa9e hp8w/sc9w ma8s/hs9s pa8s/re9s sc8w/ma9w re8n/hp9n
        ar10e/hp11e ba10n/sc11n li10w/ma11w hs10e/li11e hp10s/pa11s ma10s/ar11s pa10w/hs11w sc10s/re11s re10n/ba11n
        ar12/pa13 ba12/ma13 li12/hs13 hs12/ar13 hp12/ba13 ma12/hp13 pa12/li13 sc12/re13 re12/sc13";
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    let mut found: Vec<String> = Tile::granada().map(|it| format!("{it}/{}", it.flipped().unwrap())).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn g_mat_1_the_starting_tile_is_open_all_round() {
    // G-MAT-1: a tile without moats fits on all four sides of it, and it never moves.
    let start = "+    +\n @g\n+    +";
    check_cells("e1 n1 s1 w1", "pa12", start);
    let state = Scene::new("granada 3").reserve(0, "pa12").state();
    assert_eq!(state.players[0].city, city(start));
    check_refused(&state, "0 down @g", "a starting tile never moves");
    check_refused(&state, "0 swap pa12 @g", "a starting tile never moves");
}

#[test]
fn g_set_1_the_first_four_tiles_are_even_then_the_marker_stands_on_odd() {
    // G-SET-1: whatever is drawn; nothing of the Alhambra lies about.
    for players in 2..=6 {
        for state in games(&format!("granada {players}")) {
            let table = &state.table;
            assert!(table.granada_market.0.iter().all(|it| parity(it.unwrap()) == Parity::Even));
            assert_eq!(table.marker, Some(Parity::Odd));
            assert_eq!((table.market.0, table.supply.len()), ([None; 4], 0));
            assert_eq!(table.granada_supply.len(), if players == 2 { 44 } else { 50 });
            assert!(state.players.iter().all(|it| it.city.tiles()[0].tile == Tile::GRANADA_START));
        }
    }
}

#[test]
fn g_set_1_tiles_without_a_moat_may_come_first() {
    // G-SET-1: only the combined game asks for moats.
    let without = |state: &State| state.table.granada_market.0.iter().flatten().any(|it| it.edges().is_empty());
    assert!(games("granada 4").filter(without).count() > 50);
}

#[test]
fn b_set_4_the_scoring_cards_lie_where_they_lie_in_the_alhambra() {
    // B-SET-4: money is as in the Alhambra, so the scorings are in piles 2 and 4 and none waits.
    for state in games("granada 3") {
        let scorings = state.table.pile.layers.map(|it| it.scoring);
        assert_eq!(scorings, [None, Some(Round::First), None, Some(Round::Second), None]);
        assert_eq!(state.table.waiting_scoring, None);
    }
}

#[test]
fn g_dirk_1_the_first_six_are_even_side_up() {
    // G-DIRK-1: he draws before the marker moves.
    for state in games("granada 2") {
        let tiles = &state.dirk.as_ref().unwrap().tiles;
        assert_eq!(tiles.len(), 6);
        assert!(tiles.iter().all(|&it| parity(it) == Parity::Even));
    }
}

#[test]
fn g_end_1_the_example_of_the_rulebook() {
    // G-END-1: squares 2 and 4 are empty and the marker says even: 2, then 4, even side up, then the marker goes to odd.
    let mut state = Scene::new("granada 3")
        .granada_market("ar12 sc10s ba12 hp10s")
        .supply("li8n re8n ma8s")
        .marker(Parity::Even)
        .display("fl1 di4 de6 du8")
        .pile("fl2")
        .money(0, "di3 di7 du4 du6")
        .money(1, "fl9 fl5")
        .state();
    let events = play(&mut state, "0 buy sc10s di3 di7\n0 buy hp10s du4 du6\n0 take fl1\n0 keep sc10s\n0 keep hp10s");
    assert_eq!(squares(&state.table.granada_market), "ar12 li8n ba12 re8n");
    assert_eq!(state.table.marker, Some(Parity::Odd));
    assert_eq!(names(&events)[5..], ["Turned", "Supplied", "Supplied", "MarkerMoved", "TurnBegan"]);
    // The next refill shows the odd side of the market for 8, a hostel for 9, and the marker goes back to even.
    play(&mut state, "1 buy ar12 fl5 fl9\n1 keep ar12");
    assert_eq!(squares(&state.table.granada_market), "hs9s li8n ba12 re8n");
    assert_eq!(state.table.marker, Some(Parity::Even));
}

#[test]
fn g_end_1_the_marker_stays_if_no_tile_was_supplied() {
    // G-END-1: nobody bought anything, or the supply is empty.
    for marker in [Parity::Even, Parity::Odd] {
        let scene = || Scene::new("granada 3").granada_market("ar12 ba12 hs12 hp12").marker(marker).money(0, "fl9 fl5");
        let mut state = scene().display("fl1 di4 de6 du8").state();
        let events = play(&mut state, "0 take fl1");
        assert_eq!(state.table.marker, Some(marker));
        assert_eq!(names(&events), ["Took", "Turned", "TurnBegan"]);
        let mut state = scene().no_further_tiles().state();
        let events = play(&mut state, "0 buy ar12 fl5 fl9\n0 keep ar12");
        assert_eq!(state.table.marker, Some(marker));
        assert!(!names(&events).contains(&"MarkerMoved".to_owned()));
    }
}

#[test]
fn g_end_1_the_refill_after_a_vizier_moves_it_too() {
    // G-END-1: the new tile shows the odd side, so the one after it the even one.
    let mut state = Scene::new("granada 3 vizier")
        .granada_market("ar12 ba12 hs12 hp12")
        .supply("sc10s re8n")
        .display("fl1 di4 de6 du8")
        .money(1, "fl3 fl9")
        .money(2, "di3 di9")
        .state();
    let events = play(&mut state, "0 take fl1\n1 buy ar12 fl3 fl9\n1 keep ar12");
    assert_eq!(names(&events)[2..], ["VizierUsed", "Bought", "Kept", "Supplied", "MarkerMoved"]);
    assert_eq!(squares(&state.table.granada_market), "re11s ba12 hs12 hp12");
    play(&mut state, "2 buy ba12 di3 di9\n2 keep ba12");
    assert_eq!(squares(&state.table.granada_market), "re11s re8n hs12 hp12");
    assert_eq!(state.table.marker, Some(Parity::Odd));
}

#[test]
fn g_dirk_1_later_tiles_show_the_side_that_the_marker_names() {
    // G-DIRK-1, G-END-1: his six use the marker as it stands and don't move it.
    for (marker, card) in [(Parity::Even, "scoring1"), (Parity::Odd, "scoring1"), (Parity::Even, "scoring2")] {
        let mut state =
            Scene::new("granada 2").n_supplies(0, 18).marker(marker).display("fl1 di4 de6 du8").pile(card).state();
        let events = play(&mut state, "0 take fl1");
        assert_eq!(drawn_by_dirk(&events), [marker; 6]);
        assert_eq!(state.table.marker, Some(marker));
    }
}

#[test]
fn g_dirk_1_the_marker_moves_before_dirk_draws() {
    // G-DIRK-1, X-1: the market is filled with even sides, the marker goes to odd, then comes the scoring and Dirk.
    let mut state = Scene::new("granada 2")
        .granada_market("ar12 ba12 hs12 hp12")
        .marker(Parity::Even)
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .money(0, "fl3 fl9")
        .state();
    let events = play(&mut state, "0 buy ar12 fl3 fl9\n0 take fl1\n0 give ar12");
    let mut order = names(&events)[3..].to_vec();
    order.dedup();
    assert_eq!(order, ["Turned", "Supplied", "MarkerMoved", "Scored", "DirkDrew", "TurnBegan"]);
    assert_eq!(parity(state.table.granada_market.0[0].unwrap()), Parity::Even);
    assert_eq!(drawn_by_dirk(&events), [Parity::Odd; 6]);
    assert_eq!(state.table.marker, Some(Parity::Odd));
}

#[test]
fn g_end_1_in_random_games() {
    // G-END-1, G-DIRK-1: refills of turns and of viziers move the marker, Dirk doesn't.
    check_marker("granada 2 vizier", 5);
    check_marker("granada 4", 5);
}
