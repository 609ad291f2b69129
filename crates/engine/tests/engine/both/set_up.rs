//! The combined game, set-up: two tiles on every square, and a scoring card that waits for the first renewal.

use std::collections::BTreeSet;

use super::games;
use crate::common::{Scene, Style, listed, names, parity, play, random_game, read, scores};
use alhambra_engine::{
    City, Event, State,
    material::{Card, Parity, Part, Round, Tile},
};

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
fn c_set_1_what_had_no_moat_is_mixed_in_again() {
    // C-SET-1: nine of the fifty tiles that are left have no moat, so the next one has none in about every fifth game; if
    // those that were drawn in vain stayed on top, it would be more than every second.
    let dry = |state: &State| state.table.granada_supply.last().unwrap().edges().is_empty();
    let n_dry = games(3).filter(dry).count();
    assert!((20..60).contains(&n_dry), "{n_dry} of 200");
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
        Scene::new("both 3")
            .display("fl1 di4 de6 du8")
            .pile("du9")
            .discards("fl2 fl3 fl4 fl5 fl6 fl7 fl8")
            .further_cards_in_hand(2)
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
    let mut state = Scene::new("both 3")
        .market("P8 S9 A9 T11")
        .granada_market("ar12 ba12 hs12 hp12")
        .display("fl1 di4 de6 du8")
        .pile("du9")
        .money(1, "fl9")
        .further_cards_in_hand(2)
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
        Scene::new("both 3").display("fl1 di1 de2 du8").pile("du9").discards("fl8").further_cards_in_hand(2).state();
    let events = play(&mut state, "0 take fl1 di1 de2");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "Turned", "Turned", "Scored", "TurnBegan"]);
    assert_eq!(listed(state.table.display), "du8 du9 fl8");
}

#[test]
fn c_set_2_fewer_discards_than_piles() {
    // C-SET-2: three cards make three piles of one, the scoring card joins the second, the last two are empty; drawn to the
    // end they give all three cards and the scoring.
    let mut state = Scene::new("both 3")
        .display("fl1 di4 de6 du8")
        .pile("du9")
        .discards("fl2 fl3 fl4")
        .further_cards_in_hand(2)
        .state();
    play(&mut state, "0 take fl1");
    assert_eq!(layers(&state), [1, 2, 1, 0, 0]);
    assert_eq!(state.table.pile.layers.map(|it| it.scoring), [None, Some(Round::Second), None, None, None]);
    let events = play(&mut state, "1 take di4\n2 take de6\n0 take du8");
    assert_eq!(names(&events).iter().filter(|it| *it == "Scored").count(), 1);
    let mut display: Vec<String> = state.table.display.iter().map(ToString::to_string).collect();
    display.sort();
    assert_eq!(display.join(" "), "du9 fl2 fl3 fl4");
    assert!(state.table.pile.cards.is_empty());
}

#[test]
fn c_set_2_both_scoring_cards_in_one_refill() {
    // C-SET-2, B-END-3: the first is the last card of the old pile; the only discard and the second come from the new one.
    let mut state = Scene::new("both 3")
        .city(1, "+    +\n @\n+    +\n P8\n+    +")
        .display("fl1 di1 de2 du8")
        .pile("scoring1")
        .discards("fl8")
        .further_cards_in_hand(2)
        .state();
    let events = play(&mut state, "0 take fl1 di1 de2");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "Turned", "Turned", "Scored", "Scored", "TurnBegan"]);
    assert!(matches!(events[5], Event::Scored { round: Round::First, .. }));
    assert!(matches!(events[6], Event::Scored { round: Round::Second, .. }));
    assert_eq!(listed(state.table.display), "du8 fl8");
    assert_eq!(scores(&state), [0, 1 + 8, 0]);
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
