//! Granada: tiles with two faces, a marker that names the next ones, and majorities that grow with all cities.

use crate::common::{
    Town, awards, check_marker, check_ok, check_refused, city, legal, listed, names, parity, play, read, scores,
    squares, stretches,
};
use alhambra_engine::{
    Event, Ruleset, Seat, Seed, State, Step,
    material::{CityKind, Parity, Part, Round, Tile},
    modules::Module,
    scoring::{ScoreSheet, sheets},
};

/// Many games as they begin.
fn games(ruleset: &str) -> impl Iterator<Item = State> {
    let ruleset: Ruleset = read(ruleset);
    (0..200).map(move |number| State::new(ruleset, Seed::from_number(number)).unwrap())
}

fn discards(state: &State) -> String {
    listed(state.table.discard.cards())
}

fn hand(state: &State, seat: usize) -> String {
    listed(state.players[seat].money.cards())
}

fn drawn_by_dirk(events: &[Event]) -> Vec<Parity> {
    let drawn = |event: &Event| if let Event::DirkDrew { tile } = *event { Some(parity(tile)) } else { None };
    events.iter().filter_map(drawn).collect()
}

// Material and set-up.

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
    let state = Town::new("granada 3").reserve(0, "pa12").state();
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

// The marker.

#[test]
fn g_end_1_the_example_of_the_rulebook() {
    // G-END-1: squares 2 and 4 are empty and the marker says even: 2, then 4, even side up, then the marker goes to odd.
    let mut state = Town::new("granada 3")
        .market("ar12 sc10s ba12 hp10s")
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
        let scene = || Town::new("granada 3").market("ar12 ba12 hs12 hp12").marker(marker).money(0, "fl9 fl5");
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
    let mut state = Town::new("granada 3 vizier")
        .market("ar12 ba12 hs12 hp12")
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
            Town::new("granada 2").n_supply(0, 18).marker(marker).display("fl1 di4 de6 du8").pile(card).state();
        let events = play(&mut state, "0 take fl1");
        assert_eq!(drawn_by_dirk(&events), [marker; 6]);
        assert_eq!(state.table.marker, Some(marker));
    }
}

#[test]
fn g_dirk_1_the_marker_moves_before_dirk_draws() {
    // G-DIRK-1, X-1: the market is filled with even sides, the marker goes to odd, then comes the scoring and Dirk.
    let mut state = Town::new("granada 2")
        .market("ar12 ba12 hs12 hp12")
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

// Buying and placing.

/// A hostel for 4 on the florin square with a hospital for 5 on its back, and what seat 0 has.
fn hostel(ruleset: &str) -> Town {
    Town::new(ruleset).market("hs4ne sc10s ar12 ba12").money(0, "fl5 fl2 di1 di1 di1 de1 de3 du9")
}

#[test]
fn g_buy_1_a_tile_is_bought_as_it_lies() {
    // G-BUY-1: for the price it shows, and not with its other side.
    let mut state = Town::new("granada 3").market("hs4ne sc10s ar12 ba12").money(0, "fl4 fl5 di9 di2").state();
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
    let state = Town::new("granada 3")
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
    let mut state = hostel("granada 3 bureaux").bureau(0, "fl/de").money(1, "du3").state();
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
    let mut state = Town::new("granada 3").market("hs4ne sc10s ar12 ba12").money(0, "fl4 di9 di2 du9 de2 de3").state();
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
    let mut state = Town::new("granada 3").market("hs4ne sc10s ar12 ba12").money(0, "fl4 di9 di2 de3").state();
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
    let mut state = Town::new("granada 3 vizier")
        .market("hs4ne sc10s ar12 ba12")
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
    let mut state = Town::new("granada 2").market("hs4ne sc10s ar12 ba12").money(0, "fl5 de3").state();
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

// Moats.

/// What is wrong with building `placement`, a tile and a cell, in the city drawn.
#[track_caller]
fn check(expected: &str, placement: &str, drawing: &str) {
    let city = city(drawing);
    let (tile, cell) = placement.split_once(' ').unwrap();
    let (tile, cell): (Tile, _) = (read(tile), read(cell));
    for tile in [tile, tile.flipped().unwrap()] {
        let names: Vec<&str> = city.broken_by(tile, tile.edges(), cell).names().collect();
        assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
        let listed = city.cells_for(tile, tile.edges()).any(|it| it == cell);
        assert_eq!(listed, expected == "ok", "the list differs");
    }
}

/// The cells where a tile may be built.
#[track_caller]
fn check_cells(expected: &str, tile: &str, drawing: &str) {
    let tile: Tile = read(tile);
    let mut cells: Vec<String> = city(drawing).cells_for(tile, tile.edges()).map(|it| it.to_string()).collect();
    cells.sort();
    assert_eq!(cells.join(" "), expected, "{tile}");
}

/// The longest moat of the city drawn, which has no wall.
#[track_caller]
fn check_moat(expected: u8, drawing: &str) {
    let city = city(drawing);
    let found = [city.longest_wall(Part::Alhambra), city.longest_wall(Part::Granada), city.longest_together()];
    assert_eq!(found, [0, expected, 0]);
    assert_eq!(stretches(&city), [0, expected, 0], "the drawing is not what it seems");
}

const TOWN: &str = "
+----+----+    +
|hp6  ma6 |
+    +    +    +
 @g   pa12 ar12
+    +    +    +
";

#[test]
fn g_build_1_moats_follow_the_rules_of_walls() {
    // G-BUILD-1 with B-BUILD-1 to B-BUILD-4: the same drawing with the same reasons as in the Alhambra, on both sides.
    check_cells("e1 n1 w1", "ar8n", "+    +\n @g\n+    +");
    check_cells("e1", "hs2nes", "+    +\n @g\n+    +");
    check("ok", "sc8w n1e2", TOWN);
    check("wall-mismatch", "ba12 n1e2", TOWN);
    check("wall-mismatch not-on-foot", "hp4sw n1e2", TOWN);
    check("not-on-foot", "ma8s n2", TOWN);
    check("wall-mismatch not-on-foot", "ba12 n2", TOWN);
    check("corner-only", "re12 s1w1", TOWN);
    check("no-contact", "re12 s2", TOWN);
    check("overlap", "re12 e1", TOWN);
    check("ok", "re12 s1", TOWN);
}

#[test]
fn g_build_1_no_holes() {
    // G-BUILD-1 with B-BUILD-5: the empty cell east of the starting tile must stay open.
    let courtyard = "
+    +    +    +
 ar12 ba12 li12
+    +    +    +
 @g
+    +    +    +
 hs12 hp12
+    +    +    +
";
    check("hole", "ma12 e2", courtyard);
    check("ok", "ma12 e1", courtyard);
}

#[test]
fn g_build_1_the_longest_moat() {
    // G-BUILD-1: the page's drawing, around school and hostel: west and north, north and east.
    check_moat(
        4,
        "
+----+----+
|sc5  hs4 |
+    +    +
 @g   pa12
+    +    +
",
    );
    // Two moats back to back are inner.
    check_moat(
        0,
        "
+    +    +
 ba8 |sc8
+    +    +
 @g   pa12
+    +    +
",
    );
    // A ring of twelve: three on each side.
    check_moat(
        12,
        "
+----+----+----+
|hp6  ar8  ma6 |
+    +    +    +
|sc8  @g   hs8 |
+    +    +    +
|ba6  pa8  re6 |
+----+----+----+
",
    );
    // North and east of the school for 4, then north, east and south of the one for 3; the one for 8 stands alone.
    check_moat(5, YELLOW);
}

// Majorities.

/// Three schools, the dearest for 8; moat: north and east of the one for 4, then around the one for 3, so 2 + 3.
const YELLOW: &str = "
+    +----+    +
      sc4 |
+    +    +----+
|sc8  @g   sc3 |
+    +    +----+
";

/// Two schools, the dearest for 10; two single moats.
const RED: &str = "
+    +    +
|sc9  @g
+    +    +
      sc10
+    +----+
";

/// Two schools for 12 and 13 without moats.
const GREEN: &str = "
+    +    +    +
 sc12 @g   sc13
+    +    +    +
";

/// The schools' points by seat, Dirk last.
#[track_caller]
fn check_schools(expected: &[u16], round: Round, state: &State) {
    let (players, dirk) = sheets(state, round);
    let points = |it: &ScoreSheet| it.granada[CityKind::School];
    assert_eq!(players.iter().chain(&dirk).map(points).collect::<Vec<_>>(), expected);
}

#[test]
fn g_score_1_first_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1: 3, 2 and 2 schools; 7 are to be seen, so yellow gets 7 and the others nothing.
    let mut state = Town::new("granada 3")
        .city(0, YELLOW)
        .city(1, RED)
        .city(2, GREEN)
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .state();
    check_schools(&[7, 0, 0], Round::First, &state);
    // G-BUILD-1: the moats give 5, 1 and 0.
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [7 + 5, 1, 0]);
    let (sheets, _) = sheets(&state, Round::First);
    assert_eq!(
        sheets.iter().map(|it| (it.wall, it.moat, it.together)).collect::<Vec<_>>(),
        [(0, 5, 0), (0, 1, 0), (0, 0, 0)]
    );
}

#[test]
fn g_score_2_first_scoring_with_a_tie() {
    // G-SCORE-2: yellow and red have three each; red's dearest costs 11, yellow's 8: all 8 points for red, none for yellow.
    let red = "
+    +----+
      sc11
+    +    +
|sc9  @g
+    +    +
      sc10
+    +----+
";
    let state = Town::new("granada 3").city(0, YELLOW).city(1, red).city(2, GREEN).state();
    check_schools(&[0, 8, 0], Round::First, &state);
    check_schools(&[8, 16, 0], Round::Second, &state);
}

/// Four schools, the dearest for 9.
const BLUE_FOUR: &str = "
+    +----+    +
      sc4 |
+    +    +----+
|sc9  @g   sc3 |
+    +    +----+
     |sc7
+    +----+    +
";

/// Three schools, and a fourth for 12 with which the later example has it.
const GREEN_THREE: &str = "
+    +----+    +
      sc11
+----+    +    +
|sc2  @g   sc6 |
+----+    +----+
";
const GREEN_FOUR: &str = "
+    +----+    +
      sc11
+----+    +    +
|sc2  @g   sc6 |
+----+    +----+
      sc12
+    +    +    +
";

/// Two schools.
const RED_TWO: &str = "
+    +    +
|sc8  @g
+    +    +
      sc10
+    +----+
";

#[test]
fn g_score_1_second_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1: blue 4, green 3, red 2, that is 9: twice 9 for blue, 9 for green.
    let state = Town::new("granada 3").city(0, BLUE_FOUR).city(1, GREEN_THREE).city(2, RED_TWO).state();
    check_schools(&[18, 9, 0], Round::Second, &state);
}

#[test]
fn g_score_2_third_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1, G-SCORE-2: blue 4 with 9 the dearest, green 4 with 12 the dearest, red 2, that is 10: 30, 20, 10.
    let state = Town::new("granada 3").city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO).state();
    check_schools(&[20, 30, 10], Round::Third, &state);
    // The order of the seats plays no part.
    let state = Town::new("granada 3").city(0, GREEN_FOUR).city(1, RED_TWO).city(2, BLUE_FOUR).state();
    check_schools(&[30, 10, 20], Round::Third, &state);
}

#[test]
fn g_score_1_a_fourth_place_gets_nothing() {
    // G-SCORE-1, B-SCORE-4: four players with 4, 4, 2 and 1 schools make 11; who has none gets nothing.
    let one = "+    +    +\n @g   sc13\n+    +    +";
    let scene = || Town::new("granada 5").city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO);
    check_schools(&[22, 33, 11, 0, 0], Round::Third, &scene().city(3, one).state());
    // With no third the third place stays free.
    let state = Town::new("granada 5").city(1, GREEN_FOUR).city(4, one).state();
    check_schools(&[0, 15, 0, 0, 10], Round::Third, &state);
}

#[test]
fn g_score_1_only_what_is_to_be_seen_in_cities_counts() {
    // G-SCORE-1: schools in reserve don't count, nor do schools on the back of what is built: a bath house, a residence.
    let state = Town::new("granada 3")
        .city(0, "+    +----+    +\n      ba10\n+    +    +    +\n re12 @g   sc12\n+    +    +    +")
        .reserve(0, "sc10s sc2nsw")
        .reserve(1, "sc4ne")
        .state();
    check_schools(&[1, 0, 0], Round::First, &state);
    let (sheets, _) = sheets(&state, Round::Second);
    assert_eq!(sheets[0].granada[CityKind::BathHouse], 2);
    assert_eq!(sheets[0].granada[CityKind::Residential], 2);
    assert_eq!(sheets[0].total(), 2 + 2 + 2 + 1);
}

#[test]
fn g_score_1_each_kind_for_itself() {
    // G-SCORE-1: one tile of each of the nine kinds gives nine points; a park of somebody else makes the parks worth two.
    let nine = "
+    +    +    +    +    +
 ar12 ba12 li12 hs12 hp12
+    +    +    +    +    +
 ma12 pa12 sc12 re12 @g
+    +    +    +    +    +
";
    let state = Town::new("granada 3").city(1, nine).state();
    let (alone, _) = sheets(&state, Round::First);
    assert_eq!((alone[1].granada.0, alone[1].total()), ([1; 9], 9));
    let park = "+    +    +\n @g   pa8\n+    +----+";
    let state = Town::new("granada 3").city(1, nine).city(2, park).state();
    let (both, _) = sheets(&state, Round::First);
    // G-SCORE-2: one park each, and the one for 12 beats the one for 8.
    assert_eq!((both[1].granada[CityKind::Park], both[1].total()), (2, 10));
    assert_eq!((both[2].granada[CityKind::Park], both[2].moat), (0, 1));
}

#[test]
fn g_score_1_and_2_dirk_counts() {
    // G-SCORE-1, G-SCORE-2: Dirk 2 with 13, seat 0 two with 11, seat 1 one: five schools; Dirk is first.
    let state = Town::new("granada 2")
        .city(0, "+    +----+\n      sc11\n+    +    +\n|sc8  @g\n+    +    +")
        .city(1, "+    +    +\n @g   sc12\n+    +    +")
        .dirk("sc13 sc3nes")
        .state();
    check_schools(&[0, 0, 5], Round::First, &state);
    check_schools(&[5, 0, 10], Round::Second, &state);
    check_schools(&[10, 5, 15], Round::Third, &state);
    // Only the side that he shows counts: on the back of the residence for 12 is the school for 13.
    let state = Town::new("granada 2")
        .city(0, "+    +----+\n      sc11\n+    +    +\n|sc8  @g\n+    +    +")
        .dirk("re12 sc3nes")
        .state();
    check_schools(&[6, 0, 3], Round::Second, &state);
}

#[test]
fn g_dirk_1_dirk_has_no_moat() {
    // G-DIRK-1, B-DIRK-3: three moats on his only tile; he gets the one point for one school.
    let mut state = Town::new("granada 2").dirk("sc3nes").display("fl1 di4 de6 du8").pile("scoring1").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [0, 0, 1]);
}

#[test]
fn g_score_3_simplified_scoring() {
    // G-SCORE-3: 3; 10 and 3; 18, 10 and 3, with the same tie-break, however many schools there are.
    let cities = |scene: Town| scene.city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO).display("fl1 di4 de6 du8");
    let state = cities(Town::new("granada 4 simplified")).state();
    check_schools(&[0, 3, 0, 0], Round::First, &state);
    check_schools(&[3, 10, 0, 0], Round::Second, &state);
    check_schools(&[10, 18, 3, 0], Round::Third, &state);
    // Moats count as usual: blue's five are those of yellow, green's three are around the school for 2, red's stand alone.
    let mut state = cities(Town::new("granada 4 simplified")).pile("scoring2").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [3 + 5, 10 + 3, 1, 0]);
}

// The end of the game.

/// No supply: whoever buys the ducat tile ends the game with three tiles on the market.
fn last_tiles() -> Town {
    Town::new("granada 3").market("hs4ne sc12 li12 ma12").no_further_tiles().money(0, "du9 du5")
}

#[test]
fn g_over_1_won_tiles_are_built_one_by_one() {
    // G-OVER-1: squares 1 to 4; seat 2, seat 1 and again seat 2 decide, each before the next tile is awarded.
    let mut state =
        last_tiles().money(1, "di1 fl2").money(2, "fl3 de1 de1").display("fl1 di4 de6 du8").pile("").state();
    let events = play(&mut state, "0 buy ma12 du5 du9\n0 keep ma12");
    assert_eq!(awards(&events), "hs4ne:2");
    assert_eq!(state.step(), Some(Step::BuildWon { seat: Seat(2) }));
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
    let mut state = Town::new("granada 3")
        .city(1, "+    +----+\n @g   ma2 |\n+    +----+")
        .market("ba12 hs2nes li12 ma12")
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
    let scene = || Town::new("granada 3").market("ar12 ba12 hs12 hp12").n_supply(0, 1).display("fl1 di4 de6 du8");
    let mut state = scene().money(0, "fl3 fl9").state();
    play(&mut state, "0 buy ar12 fl3 fl9\n0 take fl1\n0 keep ar12");
    assert!(matches!(state.step(), Some(Step::Turn { .. })));
    let mut state = scene().money(0, "fl3 fl9 di3 di9").state();
    let events = play(&mut state, "0 buy ar12 fl3 fl9\n0 buy ba12 di3 di9\n0 take de6\n0 keep ar12\n0 keep ba12");
    assert_eq!(awards(&events), "li3nsw:- hs12:0");
    assert_eq!(state.step(), Some(Step::BuildWon { seat: Seat(0) }));
}

// What may be played together.

#[track_caller]
fn check_ruleset(text: &str, objections: &[&str]) {
    let ruleset: Ruleset = read(text);
    let found = State::new(ruleset, Seed::from_number(0)).err().map_or_else(Vec::new, |it| it.0);
    let names: Vec<String> = found.iter().map(|it| it.to_string().split(':').next().unwrap().to_owned()).collect();
    assert_eq!(names, objections, "{text}");
}

#[test]
fn granada_takes_vizier_and_bureaux_and_nothing_else() {
    for game in ["granada", "both"] {
        for scoring in ["", " simplified"] {
            for players in 2..=6 {
                check_ruleset(&format!("{game} {players}{scoring}"), &[]);
                check_ruleset(&format!("{game} {players}{scoring} vizier bureaux"), &[]);
            }
        }
        for module in Module::ALL.map(Module::name) {
            let objections: &[&str] = if ["vizier", "bureaux"].contains(&module) { &[] } else { &[module] };
            check_ruleset(&format!("{game} 3 {module}"), objections);
        }
        // Every reason is told, in the order of players, scoring, modules.
        let all = Module::ALL.map(Module::name).join(" ");
        let others =
            ["bonus-cards", "huts", "walls", "thieves", "change", "street-trader", "camps", "bazaars", "falconers"];
        check_ruleset(&format!("{game} 4 {all}"), &others);
        check_ruleset(&format!("{game} 7 simplified vizier walls camps"), &["7 players", "walls", "camps"]);
        check_ruleset(&format!("{game} 1"), &["1 players"]);
    }
}

#[test]
fn the_alhambra_has_no_simplified_scoring() {
    check_ruleset("alhambra 3 simplified", &["simplified"]);
    check_ruleset("alhambra 7 simplified huts", &["7 players", "simplified"]);
    check_ruleset("alhambra 3 huts", &[]);
}
