//! Alhambra and Granada together: two supplies, wall against moat, and the seam where they run together.

use std::collections::BTreeSet;

use crate::common::{
    Dice, Style, Town, awards, broken, check_marker, check_ok, check_refused, city, city_from, legal, listed, lying,
    names, parity, play, random_game, read, scores, squares, stretches,
};
use alhambra_engine::{
    Action, Broken, City, Event, Objection, Ruleset, Seat, Seed, State, Step, Unplayable,
    material::{Card, Cell, Parity, Part, Round, Side, Tile},
    notation::draw,
    scoring::sheets,
};

/// Many games as they begin.
fn games(players: u8) -> impl Iterator<Item = State> {
    let ruleset: Ruleset = read(&format!("both {players}"));
    (0..200).map(move |number| State::new(ruleset, Seed::from_number(number)).unwrap())
}

/// Both sides of every tile of Granada.
fn faces() -> impl Iterator<Item = Tile> {
    Tile::granada().flat_map(|it| [it, it.flipped().unwrap()])
}

// Set-up.

#[test]
fn c_set_1_two_tiles_on_every_square_and_the_fountain_alone() {
    // C-SET-1: one tile of the Alhambra and one of Granada each, even side up; then the marker stands on odd (G-SET-1).
    for players in 2..=6 {
        for state in games(players) {
            let table = &state.table;
            assert!(table.market.0.iter().all(|it| it.unwrap().part() == Part::Alhambra));
            assert!(table.granada_market.0.iter().all(|it| it.unwrap().part() == Part::Granada));
            assert!(table.granada_market.0.iter().all(|it| parity(it.unwrap()) == Parity::Even));
            assert_eq!(table.marker, Some(Parity::Odd));
            let left = if players == 2 { 44 } else { 50 };
            assert_eq!((table.supply.len(), table.granada_supply.len()), (left, left));
            for player in &state.players {
                assert_eq!(player.city, City::new(Tile::FOUNTAIN));
                assert_eq!(player.city.first_granada(), None);
            }
        }
    }
}

#[test]
fn c_set_1_the_first_four_tiles_of_granada_have_a_moat() {
    // C-SET-1: those without go back into the bag, so they are all still there; any tile with a moat may come first.
    let mut first = BTreeSet::new();
    for players in 2..=6 {
        for state in games(players) {
            let on_market = state.table.granada_market.0.map(Option::unwrap);
            assert!(on_market.iter().all(|it| !it.edges().is_empty()), "{}", listed(on_market));
            first.extend(on_market);
            let dirks = state.dirk.iter().flat_map(|it| &it.tiles);
            let without = state.table.granada_supply.iter().chain(dirks).filter(|it| it.part() == Part::Granada);
            assert_eq!(without.filter(|it| it.edges().is_empty()).count(), 9);
        }
    }
    assert_eq!(first.len(), 45);
}

#[test]
fn c_set_1_dirks_tiles_need_no_moat() {
    // C-SET-1: nine of the fifty tiles that are left have none, so among six there is often one.
    let dry = |state: &State| {
        let tiles = &state.dirk.as_ref().unwrap().tiles;
        tiles.iter().any(|it| it.part() == Part::Granada && it.edges().is_empty())
    };
    assert!(games(2).filter(dry).count() > 100);
}

#[test]
fn c_set_2_only_the_first_scoring_card_in_pile_3() {
    // C-SET-2: the second one waits beside the pile.
    let mut places = BTreeSet::new();
    for state in games(4) {
        let pile = &state.table.pile;
        assert_eq!(pile.layers.map(|it| it.scoring), [None, None, Some(Round::First), None, None]);
        assert!(!pile.cards.contains(&Card::Scoring(Round::Second)));
        assert_eq!(state.table.waiting_scoring, Some(Round::Second));
        let above = usize::from(pile.layers[0].n_cards + pile.layers[1].n_cards);
        let place = pile.cards.iter().rev().position(|it| *it == Card::Scoring(Round::First)).unwrap() - above;
        assert!(place < usize::from(pile.layers[2].n_cards));
        places.insert(place);
    }
    assert!(places.len() >= 15, "{places:?}");
}

/// How many cards are in each of the five piles.
fn layers(state: &State) -> [u8; 5] {
    state.table.pile.layers.map(|it| it.n_cards)
}

#[test]
fn c_set_2_the_second_scoring_card_comes_with_the_first_renewal() {
    // C-SET-2: seven discards are split into 2, 2, 1, 1, 1, and the card goes into the second of these piles.
    let scene = || {
        Town::new("both 3")
            .display("fl1 di4 de6 du8")
            .pile("du9")
            .discards("fl2 fl3 fl4 fl5 fl6 fl7 fl8")
            .no_further_cards()
            .state()
    };
    let mut state = scene();
    let events = play(&mut state, "0 take fl1");
    assert!(matches!(events[1], Event::PileRenewed { n_cards: 8 }));
    assert_eq!(layers(&state), [2, 3, 1, 1, 1]);
    assert_eq!(state.table.pile.layers.map(|it| it.scoring), [None, Some(Round::Second), None, None, None]);
    assert_eq!(state.table.waiting_scoring, None);
    // A later renewal has no scoring card and is one pile.
    let mut state = scene();
    state.table.waiting_scoring = None;
    play(&mut state, "0 take fl1");
    assert_eq!(layers(&state), [7, 0, 0, 0, 0]);
    assert!(state.table.pile.cards.iter().all(|it| it.money().is_some()));
}

#[test]
fn c_set_2_only_a_renewal_that_really_happens() {
    // C-SET-2: nothing is spent, so nothing can be renewed and the card goes on waiting.
    let mut state = Town::new("both 3")
        .palace_market("P8 S9 A9 T11")
        .market("ar12 ba12 hs12 hp12")
        .display("fl1 di4 de6 du8")
        .pile("du9")
        .money(1, "fl9")
        .no_further_cards()
        .state();
    let events = play(&mut state, "0 take fl1 di4");
    assert_eq!(names(&events), ["Took", "Turned", "TurnBegan"]);
    assert_eq!(state.table.waiting_scoring, Some(Round::Second));
    // One florin card is spent: it is pile 1, the scoring card alone is pile 2, the others are empty.
    let events = play(&mut state, "1 buy P8 fl9\n1 keep P8");
    assert_eq!(names(&events)[2..4], ["PileRenewed", "Turned"]);
    assert_eq!(layers(&state), [0, 1, 0, 0, 0]);
    assert_eq!(state.table.pile.cards.as_slice(), [Card::Scoring(Round::Second)]);
    let events = play(&mut state, "2 take de6");
    assert!(matches!(events[2], Event::Scored { round: Round::Second, .. }), "{:?}", names(&events));
}

#[test]
fn c_set_2_the_new_pile_goes_on_in_the_same_refill() {
    // C-SET-2, B-END-2: three cards are missing; the last of the old pile, the only discard, then the scoring card.
    let mut state =
        Town::new("both 3").display("fl1 di1 de2 du8").pile("du9").discards("fl8").no_further_cards().state();
    let events = play(&mut state, "0 take fl1 di1 de2");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "Turned", "Turned", "Scored", "TurnBegan"]);
    assert_eq!(listed(state.table.display), "du8 du9 fl8");
}

#[test]
fn c_set_2_in_random_games() {
    // C-SET-2: while the card waits nothing was renewed, and the second scoring is never carried out without a renewal.
    let mut n_second = 0;
    for number in 0..6 {
        let mut renewed = false;
        random_game(read("both 3"), number, Style::Eager, |state, _, events, _| {
            for event in events {
                renewed |= matches!(event, Event::PileRenewed { .. });
                if let Event::Scored { round: Round::Second, .. } = event {
                    assert!(renewed, "game {number}");
                    n_second += 1;
                }
            }
            assert_eq!(state.table.waiting_scoring.is_none(), renewed, "game {number}");
        });
    }
    assert!(n_second > 0);
}

// Buying and the marker.

#[test]
fn c_buy_1_both_tiles_of_a_square_for_its_currency() {
    // C-BUY-1: either tile or both, each for its own price.
    let state = Town::new("both 3")
        .palace_market("P8 S9 A9 T11")
        .market("sc2nsw ba12 hs12 hp12")
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
    let mut state = Town::new("both 3")
        .palace_market("P8 S9 A9 C10")
        .market("sc2nsw ar4es li6ne pa12")
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
        Town::new("both 3")
            .palace_market("P8 S9 A9 T11")
            .market("sc2nsw ba12 hs12 hp12")
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
    let mut state = Town::new("both 3")
        .palace_market("P8 S9 A9 T11")
        .market("sc2nsw ba12 hs12 hp12")
        .n_supply(9, 0)
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

// Building.

/// Every building rule that the city breaks, judged from what lies there alone.
fn broken_rules(city: &City) -> Broken {
    broken(&lying(city))
}

#[track_caller]
fn check_broken(expected: &str, broken: Broken) {
    let names: Vec<&str> = broken.names().collect();
    assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
}

/// What is wrong with building `placement`, a tile and a cell, in the city drawn.
#[track_caller]
fn check(expected: &str, placement: &str, drawing: &str) {
    let city = city(drawing);
    check_broken("ok", broken_rules(&city));
    let (tile, cell) = placement.split_once(' ').unwrap();
    let (tile, cell): (Tile, _) = (read(tile), read(cell));
    check_broken(expected, city.broken_by(tile, tile.edges(), cell));
    assert_eq!(city.cells_for(tile, tile.edges()).any(|it| it == cell), expected == "ok", "the list differs");
    // Whatever is allowed leaves a legal city behind.
    let mut after = city;
    if expected == "ok" {
        after.build(tile, tile.edges(), cell);
        check_broken("ok", broken_rules(&after));
    }
}

/// What is wrong with taking a tile down.
#[track_caller]
fn check_down(expected: &str, tile: &str, city: &City) {
    check_broken("ok", broken_rules(city));
    check_broken(expected, city.broken_without(read(tile)));
    assert_eq!(city.releases(read(tile)), expected == "ok", "the quick answer differs");
}

/// What is wrong with laying a tile where another one lies.
#[track_caller]
fn check_swap(expected: &str, tile: &str, old: &str, city: &City) {
    let tile: Tile = read(tile);
    check_broken(expected, city.broken_by_swap(tile, tile.edges(), read(old)));
    assert_eq!(city.swaps(tile, tile.edges(), read(old)), expected == "ok", "the quick answer differs");
}

const FOUNTAIN: &str = "
+    +
 @
+    +
";

const WALLED: &str = "
+    +    +
 @    P7  |
+    +    +
";

/// The page's drawing: the eastern walls of pavilion and arcades lie against the western moats of school and market.
const SEAM: &str = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  A8  |ma11
+    +    +    +    +
";

#[test]
fn c_build_1_the_picture_of_the_rulebook() {
    // C-BUILD-1: two east and one north of the fountain nothing can be built any more. The arcades without a wall demand
    // a tile of the Alhambra, the library without a moat in the north demands one of Granada.
    let picture = "
+    +    +    +
      A9
+    +    +    +
 @    P7  |li10
+    +    +    +
";
    check("wall-and-moat", "T12 n1e2", picture);
    check("wall-and-moat", "T11s n1e2", picture);
    check("wall-and-moat", "pa12 n1e2", picture);
    check("wall-and-moat", "ba8e n1e2", picture);
    let city = city(picture);
    for tile in Tile::buildings().chain(faces()) {
        let broken: Vec<&str> = city.broken_by(tile, tile.edges(), read("n1e2")).names().collect();
        assert!(broken.contains(&"wall-and-moat"), "{tile}: {broken:?}");
        assert!(city.cells_for(tile, tile.edges()).all(|it| it != read("n1e2")), "{tile}");
    }
}

#[test]
fn c_build_1_the_picture_with_a_wall_or_with_a_moat() {
    // C-BUILD-1: had the arcades a wall in the east, a moat could lie against it.
    let walled = "
+    +    +    +
      A8  |
+    +    +    +
 @    P7  |li10
+    +    +    +
";
    check("ok", "sc8w n1e2", walled);
    check("wall-and-moat", "pa12 n1e2", walled);
    check("not-on-foot wall-and-moat", "T10w n1e2", walled);
    // Had the library a moat in the north, a wall could lie against it.
    let moated = "
+    +    +    +
      A9
+    +    +----+
 @    P7  |li4
+    +    +    +
";
    check("ok", "T11s n1e2", moated);
    check("ok", "T9es n1e2", moated);
    check("wall-and-moat", "T12 n1e2", moated);
    check("wall-and-moat", "T11n n1e2", moated);
    check("not-on-foot wall-and-moat", "ma8s n1e2", moated);
}

#[test]
fn c_build_1_wall_against_moat_and_nothing_else() {
    // C-BUILD-1: south of the school and east of the arcades' wall.
    let corner = "
+    +    +    +
 @    P7  |sc9
+    +    +    +
 C11  A8  |
+    +    +    +
";
    check("ok", "pa10w s1e2", corner);
    check("ok", "hp4sw s1e2", corner);
    check("wall-and-moat", "ar12 s1e2", corner);
    check("wall-and-moat", "ar10e s1e2", corner);
    check("wall-mismatch not-on-foot wall-and-moat", "li8n s1e2", corner);
    check("not-on-foot wall-and-moat", "C9w s1e2", corner);
    // Open against open is for tiles of the same part only.
    check("not-on-foot wall-and-moat", "ar12 n1", corner);
    check("not-on-foot wall-and-moat", "T12 n1e2", corner);
    check("not-on-foot wall-and-moat", "T12 e3", corner);
    check("ok", "T12 n1", corner);
    check("ok", "ar12 e3", corner);
}

#[test]
fn c_build_1_tiles_of_the_same_part_as_usual() {
    // C-BUILD-1 with B-BUILD-2 and G-BUILD-1: a moat against a moat, an open side against an open side.
    check("ok", "pa10w s2e2", SEAM);
    check("ok", "ar12 s1e3", SEAM);
    check("wall-mismatch not-on-foot", "ar8n s2e2", SEAM);
    check("wall-mismatch", "hs4ne s1e3", SEAM);
    check("ok", "T12 s2e1", SEAM);
    check("wall-mismatch not-on-foot", "G10n s2e1", SEAM);
}

#[test]
fn c_build_2_without_a_wall_there_is_no_granada() {
    // C-BUILD-2: the fountain has no walls, so no tile of Granada can be built yet.
    let fountain = city(FOUNTAIN);
    assert!(faces().all(|it| fountain.cells_for(it, it.edges()).next().is_none()));
    check("not-on-foot wall-and-moat", "pa12 e1", FOUNTAIN);
    check("not-on-foot wall-and-moat", "sc9w e1", FOUNTAIN);
}

#[test]
fn c_build_2_the_first_tile_lies_with_its_moat_against_a_wall() {
    // C-BUILD-2: of all the sides of Granada's tiles just those with a moat in the west fit, and just in one cell.
    let walled = city(WALLED);
    for tile in faces() {
        let cells = listed(walled.cells_for(tile, tile.edges()));
        assert_eq!(cells, if tile.edges().has(Side::West) { "e2" } else { "" }, "{tile}");
    }
    check("ok", "hp2new e2", WALLED);
    check("not-on-foot wall-and-moat", "ar12 e2", WALLED);
    check("corner-only", "sc9w n1e2", WALLED);
    check("no-contact", "sc9w e3", WALLED);
    // It may be built from the reserve or just bought, on either side.
    let scene = || Town::new("both 3").city(0, WALLED).market("hp8w ba12 hs12 ar12").money(0, "fl9 de3");
    let mut state = scene().reserve(0, "li10w").state();
    play(&mut state, "0 build li10w e2");
    assert_eq!(state.players[0].city.first_granada(), Some(read("li10w")));
    let mut state = scene().state();
    play(&mut state, "0 buy hp8w fl9\n0 flip sc9w e2 de3");
    assert_eq!(state.players[0].city.first_granada(), Some(read("sc9w")));
}

#[test]
fn c_build_2_the_first_tile_never_moves() {
    // C-BUILD-2: neither taken down nor swapped, whichever was the first, and though the other would fit.
    let school_first = city_from("sc9w", SEAM);
    check_down("not-on-foot starting-tile", "sc9w", &school_first);
    check_down("ok", "ma11w", &school_first);
    check_swap("starting-tile", "sc8w", "sc9w", &school_first);
    check_swap("ok", "sc8w", "ma11w", &school_first);
    let market_first = city_from("ma11w", SEAM);
    check_down("not-on-foot starting-tile", "ma11w", &market_first);
    check_swap("starting-tile", "sc8w", "ma11w", &market_first);
    check_swap("ok", "sc8w", "sc9w", &market_first);
    check_down("starting-tile apart", "sc9w", &city("+    +    +    +\n @    P7  |sc9\n+    +    +    +"));

    let state = Town::new("both 3").city(0, SEAM).reserve(0, "sc8w").state();
    check_refused(&state, "0 down sc9w", "a starting tile never moves");
    check_refused(&state, "0 swap sc8w sc9w", "a starting tile never moves");
    assert_eq!(legal(&state, "swap"), ["swap sc8w ma11w"]);
    assert_eq!(legal(&state, "down"), ["down A8e", "down C11", "down P7e", "down ma11w", "down pa12"]);
}

#[test]
fn c_build_2_on_foot_in_each_part_by_itself() {
    // C-BUILD-2: south of the chambers a moat lies against a wall, but nobody can walk there from the school.
    let apart = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  C6  |
+    +----+    +    +
";
    check("not-on-foot", "li8n s2e1", apart);
    // Over the library and the arena one can.
    let around = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  C6  |li10
+    +----+    +    +
           ar12
+    +    +    +    +
";
    check("ok", "li8n s2e1", around);
    // A tile of the Alhambra at the moat of the hospital can't be reached, nor one of Granada across that moat.
    let hospital = "
+    +    +----+
 @    P7  |hp2 |
+    +    +    +
";
    check("not-on-foot", "T10w e3", hospital);
    check("not-on-foot", "sc8w e3", hospital);
    check("wall-mismatch not-on-foot", "ar12 e3", hospital);
}

#[test]
fn c_build_2_redesigning_keeps_both_parts_walkable() {
    // C-BUILD-2, B-RED-2: from the market the park is reached through the school only; the palace needs no way through it.
    let market_first = city_from("ma11w", SEAM);
    check_down("not-on-foot", "sc9w", &market_first);
    check_down("ok", "pa12", &market_first);
    check_down("ok", "P7e", &market_first);
    check_down("ok", "C11", &market_first);
    // The arcades are reached through the chambers only: the school beside them is no way.
    let bend = "
+    +    +    +
 @        |sc9
+    +    +    +
 C11  A8  |ma11
+    +    +    +
";
    check_down("not-on-foot", "C11", &city_from("ma11w", bend));
}

#[test]
fn c_build_2_holes_are_judged_over_both_parts() {
    // C-BUILD-2: pavilion, seraglio, library and arena would close in the cell between them.
    let courtyard = "
+    +    +    +
 @    P8   C9
+    +    +----+
 S9        li8
+    +    +    +
           pa12
+    +    +    +
";
    check("hole", "ar12 s2e1", courtyard);
    check("not-on-foot hole wall-and-moat", "T12 s2e1", courtyard);
    check("ok", "A9 s2", courtyard);
    // Taking the pavilion down would leave a hole between three tiles of the Alhambra and one of Granada.
    let block = "
+    +    +    +
 C10  A9
+    +    +    +
 @    P7  |sc9
+    +    +    +
 C11  A8  |li10
+    +    +    +
";
    check_down("hole", "P7e", &city(block));
}

#[test]
fn c_build_2_one_contact_stays() {
    // C-BUILD-2: the pavilion is the only tile at which Granada lies.
    let lone = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
";
    check_down("apart", "P7e", &city(lone));
    // Of two contacts one may go, from either side, and then the other one has to stay.
    let seam = city_from("sc9w", SEAM);
    check_down("ok", "P7e", &seam);
    check_down("ok", "A8e", &seam);
    check_down("ok", "ma11w", &seam);
    let mut below = seam;
    below.take_down(read("P7e"));
    check_down("apart", "A8e", &below);
    check_down("apart", "ma11w", &below);
    check_down("ok", "pa12", &below);

    let mut state = Town::new("both 2").city(0, SEAM).state();
    play(&mut state, "0 down P7e");
    let take = legal(&state, "take").remove(0);
    play(&mut state, &format!("1 {take}"));
    check_refused(&state, "0 down A8e", "Granada would no longer touch the Alhambra");
    check_refused(&state, "0 down ma11w", "Granada would no longer touch the Alhambra");
    check_ok(&state, "0 down pa12\n0 build P7e e1");
}

#[test]
fn c_build_2_swaps_within_a_part_keep_the_seam() {
    // C-BUILD-2, C-BUILD-1: another wall may take the pavilion's place, not an open side.
    let seam = city_from("sc9w", SEAM);
    check_swap("ok", "T13e", "P7e", &seam);
    check_swap("ok", "A6ne", "P7e", &seam);
    check_swap("wall-and-moat", "P8", "P7e", &seam);
    check_swap("wall-mismatch wall-and-moat", "T10w", "P7e", &seam);
    check_swap("ok", "hp4sw", "ma11w", &seam);
    check_swap("wall-and-moat", "ar12", "ma11w", &seam);
    check_swap("starting-tile", "T12", "@", &seam);
}

#[test]
fn c_build_2_swaps_between_the_parts_are_judged_by_what_lies_around() {
    // C-BUILD-2, C-BUILD-1: such a swap never comes out legal. One walks into the old tile through an open side of its own
    // part, and a tile of the other part may not touch an open side.
    let seam = city_from("sc9w", SEAM);
    let built: Vec<Tile> = seam.tiles().iter().map(|it| it.tile).collect();
    for tile in Tile::buildings().chain(faces()).filter(|it| built.iter().all(|built| built.piece() != it.piece())) {
        for old in ["P7e", "A8e", "C11", "ma11w", "pa12"] {
            let old: Tile = read(old);
            if old.part() != tile.part() {
                let broken: Vec<&str> = seam.broken_by_swap(tile, tile.edges(), old).names().collect();
                assert!(broken.contains(&"wall-and-moat"), "{tile} for {old}: {broken:?}");
                assert!(!seam.swaps(tile, tile.edges(), old), "{tile} for {old}");
            }
        }
    }
    check_swap("not-on-foot wall-and-moat", "T12", "pa12", &seam);
    let state = Town::new("both 3").city(0, SEAM).reserve(0, "T12 T10w ar12 li2esw").state();
    check_refused(&state, "0 swap T12 pa12", "only with wall against moat");
    check_refused(&state, "0 swap li2esw P7e", "only with wall against moat");
}

// Scoring.

/// Longest wall, longest moat and longest seam of the city drawn.
#[track_caller]
fn check_stretches(expected: [u8; 3], drawing: &str) {
    let city = city(drawing);
    check_broken("ok", broken_rules(&city));
    check_numbers(expected, &city);
}

#[track_caller]
fn check_numbers(expected: [u8; 3], city: &City) {
    assert_eq!(stretches(city), expected, "the drawing is not what it seems");
    let found = [city.longest_wall(Part::Alhambra), city.longest_wall(Part::Granada), city.longest_together()];
    assert_eq!(found, expected);
}

#[test]
fn c_score_1_the_page_s_drawing() {
    // C-SCORE-1: two sections of wall, two of moat, two where they run together: 2 + 2 + 2 × 2 = 8.
    check_stretches([2, 2, 2], SEAM);
    let mut state = Town::new("both 3").city(0, SEAM).display("fl1 di4 de6 du8").pile("scoring1").state();
    let (sheets, _) = sheets(&state, Round::First);
    assert_eq!((sheets[0].wall, sheets[0].moat, sheets[0].together), (2, 2, 4));
    // C-SCORE-1: the buildings as usual: pavilion 1, arcades 3, chambers 4; school, park and market one each.
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [8 + 1 + 3 + 4 + 3, 0, 0]);
}

#[test]
fn c_score_1_buildings_of_both_parts_by_their_own_rules() {
    // C-SCORE-1: a tie of pavilions is shared (B-SCORE-3), a tie of schools goes to the dearer one (G-SCORE-2).
    for (ruleset, school) in [("both 3", [2, 4]), ("both 3 simplified", [3, 10])] {
        let state = Town::new(ruleset)
            .city(0, "+    +    +    +\n @    P7  |sc9\n+    +    +    +")
            .city(1, "+    +    +\n P8   @\n+    +    +")
            .city(2, "+    +    +    +\n @    T13 |sc8\n+    +    +    +")
            .state();
        let (sheets, _) = sheets(&state, Round::Second);
        let pavilions: Vec<u16> = sheets.iter().map(|it| it.buildings.0[0]).collect();
        assert_eq!(pavilions, [4, 4, 0]);
        let schools: Vec<u16> = sheets.iter().map(|it| it.granada.0.iter().sum()).collect();
        assert_eq!(schools, [school[1], 0, school[0]]);
    }
}

#[test]
fn c_score_1_walls_and_moats_run_on_beyond_the_seam() {
    // C-SCORE-1: west and north of the pavilion, north and east of the arcades, east of the pavilion below: 5. The moat
    // runs west, north and east of the hospital: 3. They run together for one section; a wall never goes on as a moat.
    check_stretches(
        [5, 3, 1],
        "
+----+----+    +
|P5   A6  |
+    +    +----+
 @    P7  |hp2 |
+    +    +    +
",
    );
    // Without a moat in the north and east the school has one section.
    check_stretches(
        [5, 1, 1],
        "
+----+----+    +
|P5   A6  |
+    +    +    +
 @    P7  |sc9
+    +    +    +
",
    );
}

#[test]
fn c_score_1_the_longest_wall_can_be_elsewhere() {
    // C-SCORE-1: three around the seraglio in the west, one in the east where the moat is.
    check_stretches(
        [3, 1, 1],
        "
+    +    +    +
 @    P7  |sc9
+    +    +    +
|S3  |
+----+    +    +
",
    );
}

#[test]
fn c_score_1_granada_enclosed_on_three_sides() {
    // C-SCORE-1: the arena stands in a bay of the palace. Seam: west, north and east of it, 3. Wall: south and east of the
    // tower on the left, south of the tower above, west and south of the arcades, 5. Moat: the three of the seam and the
    // three of the library close a ring, 6.
    check_stretches(
        [5, 6, 3],
        "
+    +    +    +
 @    T11  P8
+    +----+    +
 T9  |ar3 |A6
+----+    +----+
     |li2 |
+    +----+    +
",
    );
}

#[test]
fn c_score_1_granada_enclosed_on_all_sides() {
    // C-SCORE-1: arena and market in a courtyard; two sections in the north and in the south, one in the west and east.
    // The ring counts all its six sides for wall, moat and both: 6 + 6 + 12 points. Outside the palace has no walls.
    check_stretches(
        [6, 6, 6],
        "
+    +    +    +    +
 @    S8   C9   P8
+    +----+----+    +
 P7  |ar2  ma2 |S7
+    +----+----+    +
 A9   A8   P6   S9
+    +    +    +    +
",
    );
}

#[test]
fn c_score_1_two_outlines_meet_at_a_corner() {
    // C-SCORE-1, B-SCORE-1: the same without the tile in the south-west. There the wall from outside meets the ring at the
    // arena's corner: west and south of the seraglio, once around the ring, west and south of the chambers: 2 + 6 + 2.
    check_stretches(
        [10, 6, 6],
        "
+    +    +    +    +
 @    S8   C9   P8
+    +----+----+    +
|S3  |ar2  ma2 |S7
+----+----+----+    +
     |C5   P6   S9
+    +----+    +    +
",
    );
}

#[test]
fn c_score_1_a_palace_surrounded_by_its_city() {
    // C-SCORE-1: three sections on each side of the palace, all of them wall, moat and seam: 12 + 12 + 24 points.
    check_stretches(
        [12, 12, 12],
        "
+    +    +    +    +    +
 ar12 ma8  pa8  hp10 ba12
+    +----+----+----+    +
 ba8 |P5   T11  A6  |hp8
+    +    +    +    +    +
 hs8 |S7   @    P7  |sc8
+    +    +    +    +    +
 ar10|P3   S8   S6  |li10
+    +----+----+----+    +
 li12 ar8  li8  re8  hs12
+    +    +    +    +    +
",
    );
}

#[test]
fn c_score_1_of_several_stretches_the_longest() {
    // C-SCORE-1: one section and, after a gap, two. Such a city can't be built, since the gap is a hole: two parts that
    // hang together and close in nothing touch along one line. Still it is the longest stretch that counts, not their sum.
    let city = city(
        "
+    +    +    +    +    +
 @    S8   P8   C9   T11
+    +----+    +----+----+
      ar8       li8  re8
+    +    +    +    +    +
      ar12 ba12 li12
+    +    +    +    +    +
",
    );
    check_broken("hole", broken_rules(&city));
    check_numbers([2, 2, 2], &city);
}

#[test]
fn c_score_1_without_granada_there_is_nothing_together() {
    // C-SCORE-1: walls at empty cells run along no moat.
    check_stretches([1, 0, 0], WALLED);
}

/// How many sides of Granada lie against the Alhambra.
fn n_contacts(city: &City) -> usize {
    let granada = city.tiles().iter().filter(|it| it.tile.part() == Part::Granada);
    let beside = granada.flat_map(|it| Side::ALL.map(|side| city.at(it.cell.step(side))));
    beside.flatten().filter(|it| it.tile.part() == Part::Alhambra).count()
}

#[test]
fn c_build_and_c_score_in_random_games() {
    // C-BUILD-1, C-BUILD-2, C-SCORE-1: every city is legal, its numbers are those of a search through all chains, all
    // contacts lie on one stretch, the first tile of Granada lies where it lay, and no swap goes from part to part.
    let (mut n_cities, mut longest) = (0, 0);
    for number in 0..8 {
        let mut seen = vec![City::new(Tile::FOUNTAIN); 3];
        let mut actions = Vec::new();
        random_game(read("both 3"), number, Style::Eager, |state, _, _, _| {
            state.legal_actions_into(&mut actions);
            let across = |it: &Action| matches!(it, Action::Swap { tile, old } if tile.part() != old.part());
            assert!(!actions.iter().any(across), "game {number}");
            for (player, before) in state.players.iter().zip(&mut seen) {
                let city = &player.city;
                if city == before {
                    continue;
                }
                check_broken("ok", broken_rules(city));
                check_numbers(stretches(city), city);
                assert_eq!(n_contacts(city), usize::from(city.longest_together()), "game {number}\n{}", draw(city));
                if let Some(first) = before.first_granada() {
                    assert_eq!(city.first_granada(), Some(first), "game {number}");
                    assert_eq!(city.cell_of(first), before.cell_of(first), "game {number}");
                }
                n_cities += u32::from(n_contacts(city) > 0);
                longest = longest.max(n_contacts(city));
                before.clone_from(city);
            }
        });
    }
    assert!(n_cities > 500 && longest >= 3, "{n_cities} cities with Granada, {longest} sections at most");
}

/// Builds what the dice say and now and then takes something down, so that both parts grow together.
fn grow(number: u64, mut watch: impl FnMut(&City, &[Tile])) {
    let mut dice = Dice::new(number);
    let mut city = City::new(Tile::FOUNTAIN);
    let mut pool: Vec<Tile> = Tile::buildings().chain(Tile::granada()).collect();
    for _ in 0..60 {
        dice.shuffle(&mut pool);
        // A palace without walls would never have a city.
        pool.sort_by_key(|it| it.part() == Part::Alhambra && it.edges().is_empty());
        let removable: Vec<Tile> = city.removable().into_iter().collect();
        if dice.below(5) == 0 && !removable.is_empty() {
            let tile = dice.one_of(&removable);
            city.take_down(tile);
            pool.push(tile);
        } else {
            // Where the parts meet is where it gets difficult.
            let after = |(tile, cell): (Tile, Cell)| {
                let mut after = city;
                after.build(tile, tile.edges(), cell);
                (n_contacts(&after), after, tile)
            };
            let places = |it: &Tile| city.cells_for(*it, it.edges()).map(|cell| (*it, cell)).collect::<Vec<_>>();
            let best = pool.iter().take(25).flat_map(places).map(after).max_by_key(|it| it.0);
            if let Some((_, after, tile)) = best {
                city = after;
                pool.retain(|it| *it != tile);
            }
        }
        watch(&city, &pool);
    }
}

#[test]
fn c_build_and_c_score_in_cities_that_grow_together() {
    // C-BUILD-1, C-BUILD-2, C-SCORE-1: what is listed is just what leaves a legal city, judged from its cells alone; the
    // seam is one stretch, however long.
    let mut longest = 0;
    for number in 0..6 {
        grow(number, |city, pool| {
            check_broken("ok", broken_rules(city));
            check_numbers(stretches(city), city);
            assert_eq!(n_contacts(city), usize::from(city.longest_together()), "{}", draw(city));
            longest = longest.max(n_contacts(city));
            for tile in pool.iter().take(4) {
                for cell in city.gaps().iter().map(|it| it.cell) {
                    let mut after = *city;
                    after.build(*tile, tile.edges(), cell);
                    let legal = broken_rules(&after).is_empty();
                    let listed = city.cells_for(*tile, tile.edges()).any(|it| it == cell);
                    assert_eq!(listed, legal, "{tile} {cell}\n{}", draw(city));
                    assert_eq!(city.broken_by(*tile, tile.edges(), cell).is_empty(), legal, "{tile} {cell}");
                }
            }
            for tile in city.tiles().iter().skip(1).map(|it| it.tile) {
                let mut after = *city;
                after.take_down(tile);
                let legal = city.first_granada() != Some(tile) && broken_rules(&after).is_empty();
                assert_eq!(city.releases(tile), legal, "{tile}\n{}", draw(city));
                assert_eq!(city.broken_without(tile).is_empty(), legal, "{tile}\n{}", draw(city));
                for new in pool.iter().take(4) {
                    let mut after = *city;
                    after.swap(*new, new.edges(), tile);
                    let legal = city.first_granada() != Some(tile) && broken_rules(&after).is_empty();
                    assert_eq!(city.swaps(*new, new.edges(), tile), legal, "{new} for {tile}\n{}", draw(city));
                    assert!(!legal || new.part() == tile.part(), "{new} for {tile}\n{}", draw(city));
                }
            }
        });
    }
    assert!(longest >= 6, "{longest} sections at most");
}

// The end of the game.

/// Nothing in the supplies, both tiles on every square.
fn last_tiles(ruleset: &str) -> Town {
    Town::new(ruleset)
        .palace_market("P7e S9 A9 C10")
        .market("li10w ar4es hs12 pa12")
        .display("fl1 di4 de6 du8")
        .no_further_tiles()
}

#[test]
fn c_over_1_the_game_goes_on_while_every_square_has_a_tile() {
    // C-OVER-1: both supplies are empty; squares may lack one of their tiles, and the game ends with the second.
    let mut state = last_tiles("both 3").money(0, "fl8").money(1, "di9").money(2, "fl9 fl2").state();
    play(&mut state, "0 buy P7e fl8\n0 keep P7e");
    assert_eq!(state.step(), Some(Step::Turn { seat: Seat(1), first: true }));
    play(&mut state, "1 buy ar4es di9\n1 keep ar4es");
    assert_eq!(state.step(), Some(Step::Turn { seat: Seat(2), first: true }));
    assert_eq!(squares(&state.table.market), "- S9 A9 C10");
    assert_eq!(squares(&state.table.granada_market), "li10w - hs12 pa12");
    let events = play(&mut state, "2 buy li10w fl2 fl9\n2 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_one_supply_is_enough() {
    // C-OVER-1: with tiles of Granada only, or of the Alhambra only, no square is completely empty.
    for (alhambra, granada) in [(0, 1), (1, 0)] {
        let mut state = Town::new("both 3")
            .palace_market("P7e S9 A9 C10")
            .market("li10w ar4es hs12 pa12")
            .n_supply(alhambra, granada)
            .money(0, "fl7 fl9 fl2")
            .state();
        play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
        assert_eq!(state.step(), Some(Step::Turn { seat: Seat(1), first: true }));
        let on_square = [state.table.market.0[0].is_some(), state.table.granada_market.0[0].is_some()];
        assert_eq!(on_square, [alhambra == 1, granada == 1]);
    }
    let mut state = last_tiles("both 3").money(0, "fl7 fl9 fl2").state();
    let events = play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_either_supply_ends_the_game() {
    // C-OVER-1: the English edition; one supply runs out and the game ends, though no square is completely empty.
    for (ruleset, step) in [("both 3 ending-either", None), ("both 3", Some(Step::Turn { seat: Seat(1), first: true }))]
    {
        for (alhambra, granada) in [(0, 1), (1, 0)] {
            let mut state = Town::new(ruleset)
                .palace_market("P7e S9 A9 C10")
                .market("li10w ar4es hs12 pa12")
                .n_supply(alhambra, granada)
                .money(0, "fl7 fl9 fl2")
                .state();
            play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
            assert_eq!(state.step(), step, "{ruleset}");
        }
    }
    // While both supplies last the game goes on, and nothing but the combined game has the choice.
    let mut state = Town::new("both 3 ending-either")
        .palace_market("P7e S9 A9 C10")
        .market("li10w ar4es hs12 pa12")
        .n_supply(1, 1)
        .money(0, "fl7 fl9 fl2")
        .state();
    play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
    assert_eq!(state.step(), Some(Step::Turn { seat: Seat(1), first: true }));
    for (text, is_played) in
        [("both 2 ending-either", true), ("granada 3 ending-either", false), ("alhambra 3 ending-either", false)]
    {
        let ruleset: Ruleset = read(text);
        assert_eq!(ruleset.to_string(), text);
        let expected = if is_played { Ok(()) } else { Err(Unplayable(vec![Objection::Ending])) };
        assert_eq!(ruleset.validate(), expected, "{text}");
    }
}

#[test]
fn c_over_1_the_end_after_a_vizier() {
    // C-OVER-1, M-VIZ-6: the vizier buys the second tile of the square, and that is the end; X-6: nobody else is asked.
    let mut state = last_tiles("both 3 vizier").money(0, "fl8").money(1, "fl1 fl9").state();
    play(&mut state, "0 buy P7e fl8\n0 keep P7e\n1 buy li10w fl1 fl9");
    let events = play(&mut state, "1 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_both_tiles_of_a_square_the_alhambra_first() {
    // C-OVER-1, G-OVER-1: seat 1 wins the florin square and builds the pavilion, whose wall makes room for the library.
    let mut state = last_tiles("both 3").money(0, "du1 du9 du4 du9").money(1, "fl9").money(2, "di9").state();
    let events = play(&mut state, "0 buy C10 du1 du9\n0 buy pa12 du4 du9\n0 keep C10\n0 keep pa12");
    assert_eq!(awards(&events), "P7e:1");
    let mut declined = state.clone();
    play(&mut declined, "1 leave P7e");
    assert_eq!(legal(&declined, "*"), ["leave li10w"]);
    let events = play(&mut state, "1 build P7e e1");
    assert_eq!(awards(&events), "li10w:1");
    assert_eq!(legal(&state, "*"), ["build li10w e2", "leave li10w"]);
    // The dirham square goes to seat 2, who has no wall for the arena.
    let events = play(&mut state, "1 build li10w e2\n2 build S9 n1");
    assert_eq!(awards(&events), "S9:2 ar4es:2");
    assert_eq!(legal(&state, "*"), ["leave ar4es"]);
    let events = play(&mut state, "2 leave ar4es");
    assert_eq!(awards(&events), "A9:- hs12:-");
    assert_eq!(names(&events)[3..], ["Scored", "Over"]);
    // Pavilion 16, library 3, wall 1, moat 1, seam 2; seraglio 17.
    assert_eq!(scores(&state), [0, 16 + 3 + 1 + 1 + 2, 17]);
}

#[test]
fn c_over_1_a_single_tile_is_awarded_too() {
    // C-OVER-1: the florin square has lost its pavilion before; what is left of it goes to seat 1.
    let mut state = Town::new("both 3")
        .palace_market("- S9 A9 C10")
        .market("li10w - hs12 pa12")
        .no_further_tiles()
        .city(1, WALLED)
        .money(0, "di9 di1")
        .money(1, "fl1")
        .state();
    let events = play(&mut state, "0 buy S9 di1 di9\n0 keep S9");
    assert_eq!(awards(&events), "li10w:1");
    let events = play(&mut state, "1 build li10w e2");
    assert_eq!(awards(&events), "A9:- hs12:- C10:- pa12:-");
}

// Two players.

/// What Dirk drew of the Alhambra and of Granada.
fn drawn(events: &[Event]) -> [usize; 2] {
    let of =
        |part: Part| events.iter().filter(|it| matches!(it, Event::DirkDrew { tile } if tile.part() == part)).count();
    [of(Part::Alhambra), of(Part::Granada)]
}

#[test]
fn c_dirk_1_six_of_each_at_the_start() {
    // C-DIRK-1, G-DIRK-1: those of Granada even side up.
    for state in games(2) {
        let tiles = &state.dirk.as_ref().unwrap().tiles;
        let granada: Vec<Tile> = tiles.iter().copied().filter(|it| it.part() == Part::Granada).collect();
        assert_eq!((tiles.len(), granada.len()), (12, 6));
        assert!(granada.iter().all(|&it| parity(it) == Parity::Even));
    }
}

#[test]
fn c_dirk_1_from_each_supply_by_itself() {
    // C-DIRK-1: six of each, or as many as there are; then a third of each, rounded down separately.
    let check = |card: &str, supply: [usize; 2], expected: [usize; 2]| {
        let mut state =
            Town::new("both 2").n_supply(supply[0], supply[1]).display("fl1 di4 de6 du8").pile(card).state();
        let events = play(&mut state, "0 take fl1");
        assert_eq!(drawn(&events), expected, "{card} {supply:?}");
        assert_eq!(state.table.supply.len(), supply[0] - expected[0]);
        assert_eq!(state.table.granada_supply.len(), supply[1] - expected[1]);
    };
    check("scoring1", [20, 20], [6, 6]);
    check("scoring1", [8, 3], [6, 3]);
    check("scoring1", [0, 7], [0, 6]);
    check("scoring2", [8, 8], [2, 2]);
    check("scoring2", [5, 7], [1, 2]);
    check("scoring2", [2, 30], [0, 10]);
}

#[test]
fn c_dirk_1_dirk_scores_in_both_parts_and_has_no_seam() {
    // C-DIRK-1, B-DIRK-3: a tower and a school, with walls and moats that count nothing for him.
    let mut state = Town::new("both 2").dirk("T8nes sc3nes").display("fl1 di4 de6 du8").pile("scoring1").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [0, 0, 6 + 1]);
}
