//! Set-up: what lies where before the first turn.

use crate::common::names;
use alhambra_engine::{
    Decision, Event, Ruleset, Seed, State,
    material::{Building, Card, MoneyCard, Round, Tile},
};

/// Many games as they begin, with what happened until then.
fn games(players: u8) -> impl Iterator<Item = (State, Vec<Event>)> {
    (0..200).map(move |number| {
        let mut events = Vec::new();
        let state = State::new_with(Ruleset::alhambra(players), Seed::from_number(number), &mut events).unwrap();
        (state, events)
    })
}

/// The cards as they were dealt to one seat.
fn dealt(events: &[Event], to: u8) -> Vec<MoneyCard> {
    let card = |event: &Event| match *event {
        Event::Dealt { seat, card } if seat.0 == to => Some(card),
        _ => None,
    };
    events.iter().filter_map(card).collect()
}

#[test]
fn b_mat_1_every_building_tile_by_name() {
    // B-MAT-1: kind, price and walls of all 54.
    let expected = "
        P2new P3sw P4es P5nw P6n P7e P8
        S3esw S4ne S5sw S6es S7w S8s S9
        A4nes A5nw A6sw A6ne A7es A8n A8e A9 A10
        C5nsw C6es C7sw C7ne C8nw C9w C9s C10 C11
        G6esw G7nsw G8sw G8ne G8nw G9e G10n G10w G10 G11 G12s
        T7new T8nes T9es T9ne T9nw T10w T11n T11s T11 T12 T13e";
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    let mut found: Vec<String> = Tile::buildings().map(|it| it.to_string()).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    let n_of = |kind| Tile::buildings().filter(|it| it.building() == Some(kind)).count();
    assert_eq!(Building::ALL.map(n_of), [7, 7, 9, 9, 11, 11]);
}

#[test]
fn b_mat_2_and_4_the_cards() {
    // B-MAT-2: 108 money cards, three of each; B-MAT-4: one card for the first and one for the second scoring.
    for players in 3..=6 {
        for (state, _) in games(players) {
            let hands = state.players.iter().flat_map(|it| it.money.cards()).map(Card::Money);
            let all = state.table.pile.cards.iter().chain(&state.table.display).copied().chain(hands);
            let mut all: Vec<Card> = all.collect();
            all.sort_unstable();
            assert_eq!(all.len(), 110);
            assert_eq!(all[108..], [Card::Scoring(Round::First), Card::Scoring(Round::Second)]);
            assert!(all[..108].chunks(3).all(|it| it[0] == it[1] && it[1] == it[2]));
            assert_eq!(state.table.discard.n_cards(), 0);
        }
    }
}

#[test]
fn b_mat_3_every_player_begins_with_a_fountain() {
    // B-MAT-3: and with nothing else.
    for (state, _) in games(6) {
        for player in &state.players {
            assert_eq!(player.city.tiles().iter().map(|it| it.tile).collect::<Vec<_>>(), [Tile::FOUNTAIN]);
            assert_eq!((player.score, player.reserve.len(), player.bought.len()), (0, 0, 0));
        }
    }
}

#[test]
fn b_set_0_the_order_of_set_up() {
    // B-SET-0: market, Dirk's six, money, open cards, then the first turn.
    let order = |events: &[Event]| {
        let mut names = names(events);
        names.dedup();
        names.join(" ")
    };
    for (_, events) in games(2) {
        assert_eq!(order(&events), "Supplied DirkDrew Dealt Turned TurnBegan");
    }
    for (_, events) in games(3) {
        assert_eq!(order(&events), "Supplied Dealt Turned TurnBegan");
    }
}

#[test]
fn b_set_1_the_market_is_filled_from_square_1_to_4() {
    // B-SET-1: in order, each square with its currency.
    for (state, events) in games(4) {
        let supplied = events.iter().filter_map(|it| match *it {
            Event::Supplied { currency, tile } => Some((currency.code(), tile)),
            _ => None,
        });
        let supplied: Vec<_> = supplied.collect();
        assert_eq!(supplied.iter().map(|it| it.0).collect::<Vec<_>>(), ["fl", "di", "de", "du"]);
        assert!(supplied.iter().map(|it| Some(it.1)).eq(state.table.market.0));
        assert_eq!(state.table.supply.len(), 50);
    }
}

#[test]
fn b_set_2_money_is_dealt_until_it_is_worth_twenty() {
    // B-SET-2: the last card made it 20 or more, so it is 20 to 28.
    for players in 2..=6 {
        for (state, events) in games(players) {
            for seat in state.seats() {
                let cards = dealt(&events, seat.0);
                let worth = |cards: &[MoneyCard]| cards.iter().map(|it| it.value()).sum::<u8>();
                assert!((20..=28).contains(&worth(&cards)));
                assert!(worth(&cards[..cards.len() - 1]) < 20);
                assert_eq!(state.player(seat).money, cards.into_iter().collect());
            }
        }
    }
}

#[test]
fn b_set_3_the_start_player() {
    // B-SET-3: the fewest cards, then the least money, then the lowest seat; all three must have occurred here.
    let mut decided_by = [0; 3];
    for players in 2..=6 {
        for (state, events) in games(players) {
            let rank = |seat: u8| {
                let cards = dealt(&events, seat);
                (cards.len(), cards.iter().map(|it| it.value()).sum::<u8>(), seat)
            };
            let mut ranks: Vec<_> = (0..players).map(rank).collect();
            ranks.sort_unstable();
            assert_eq!(state.decision(), Some(Decision::Turn { seat: alhambra_engine::Seat(ranks[0].2), first: true }));
            let (first, second) = (ranks[0], ranks[1]);
            let by = [first.0 < second.0, first.1 < second.1, true].iter().position(|it| *it).unwrap();
            decided_by[by] += 1;
        }
    }
    assert!(decided_by.iter().all(|it| *it > 10), "{decided_by:?}");
}

#[test]
fn b_set_4_four_open_cards_and_five_piles() {
    // B-SET-4: as equal as possible, the first ones larger; the scorings in piles 2 and 4.
    for players in 2..=6 {
        for (state, events) in games(players) {
            assert_eq!(state.table.display.len(), 4);
            assert!(state.table.display.iter().all(|it| it.money().is_some()));
            let n_dealt = events.iter().filter(|it| matches!(it, Event::Dealt { .. })).count();
            let n_cards = if players == 2 { 72 } else { 108 };
            let rest = n_cards - n_dealt - 4;
            let mut cards = state.table.pile.cards.iter().rev();
            for (i, layer) in state.table.pile.layers.iter().enumerate() {
                let expected = [None, Some(Round::First), None, Some(Round::Second), None][i];
                let n_money = rest / 5 + usize::from(i < rest % 5);
                assert_eq!((layer.scoring, usize::from(layer.n_cards)), (expected, n_money + usize::from(i % 2 == 1)));
                let own: Vec<&Card> = cards.by_ref().take(layer.n_cards.into()).collect();
                let scorings: Vec<&Card> = own.into_iter().filter(|it| it.money().is_none()).collect();
                assert_eq!(scorings, expected.map(Card::Scoring).iter().collect::<Vec<_>>());
            }
            assert_eq!(cards.next(), None);
        }
    }
}

#[test]
fn b_set_4_scoring_cards_lie_anywhere_in_their_pile() {
    // B-SET-4: both are shuffled in, so over many games every place of piles 2 and 4 occurs, the first and the last too.
    for (round, pile) in [(Round::First, 1), (Round::Second, 3)] {
        let (mut places, mut n_last) = (std::collections::BTreeSet::new(), 0);
        for (state, _) in games(3) {
            let layers = state.table.pile.layers;
            let above: usize = layers[..pile].iter().map(|it| usize::from(it.n_cards)).sum();
            let from_top = state.table.pile.cards.iter().rev().position(|it| *it == Card::Scoring(round)).unwrap();
            let place = from_top.checked_sub(above).unwrap();
            assert!(place < usize::from(layers[pile].n_cards));
            n_last += u32::from(place + 1 == usize::from(layers[pile].n_cards));
            places.insert(place);
        }
        let n_each = 18;
        assert!((0..n_each).all(|it| places.contains(&it)) && n_last > 0, "{round:?}: {places:?}, {n_last} times last");
    }
}

#[test]
fn every_reason_against_a_ruleset_is_told() {
    let check = |text: &str, n_objections: usize| {
        let ruleset: Ruleset = text.parse().unwrap();
        let objections = State::new(ruleset, Seed::from_number(0)).err().map_or_else(Vec::new, |it| it.0);
        assert_eq!(objections.len(), n_objections, "{text}: {objections:?}");
    };
    (2..=6).for_each(|players| check(&format!("alhambra {players}"), 0));
    check("alhambra 1", 1);
    check("alhambra 7", 1);
    check("alhambra 0 simplified", 2);
}
