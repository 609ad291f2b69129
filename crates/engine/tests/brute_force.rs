//! Brute force: what is listed is exactly what could be thought of and is not refused.

mod common;

use std::collections::BTreeSet;

use alhambra_engine::{
    Action, Broken, City, Refusal, Ruleset, Seat, State,
    material::{Card, Cards, Cell, Currency, Handful, Payment, Tile},
};
use common::{Dice, Style, broken, in_parallel, lying, random_game};

/// Every sub-multiset of these cards.
fn payments(hand: Cards) -> Vec<Cards> {
    let mut payments = vec![Cards::NONE];
    for value in hand.values() {
        let with: Vec<Cards> = payments.iter().map(|it| it.with(value)).filter(|it| hand.contains(*it)).collect();
        payments.extend(with);
        payments.sort_unstable();
        payments.dedup();
    }
    payments
}

/// Every handful of cards from the display, the empty one too.
fn handfuls(state: &State) -> BTreeSet<Handful> {
    let cards: Vec<_> = state.table.display.iter().filter_map(Card::money).collect();
    let chosen = |set: usize| cards.iter().enumerate().filter(move |(i, _)| set >> i & 1 != 0).map(|(_, card)| *card);
    (0..1 << cards.len()).filter_map(|set| Handful::new(chosen(set))).collect()
}

/// The cells of a city and those up to two steps around it.
fn frame(city: &City) -> Vec<Cell> {
    let xs = || city.tiles().iter().map(|it| it.cell.x);
    let ys = || city.tiles().iter().map(|it| it.cell.y);
    let (left, right) = (xs().min().unwrap() - 2, xs().max().unwrap() + 2);
    let (top, bottom) = (ys().min().unwrap() - 2, ys().max().unwrap() + 2);
    (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell { x, y })).collect()
}

/// Everything that the player to act could think of, with payments from which no card can be left out.
fn conceivable(state: &State, seat: Seat) -> Vec<Action> {
    let player = state.player(seat);
    let mut actions: Vec<Action> = handfuls(state).into_iter().map(|cards| Action::Take { cards }).collect();
    for currency in Currency::ALL {
        for cards in payments(player.money.0[currency]) {
            let payment = Payment::cards(currency, cards);
            for tile in state.table.market.0.into_iter().flatten().chain([Tile::FOUNTAIN]) {
                let needed = |value| cards.total() - value < tile.price().unwrap_or_default();
                if cards.values().all(needed) {
                    actions.push(Action::Buy { tile, payment });
                }
            }
        }
    }
    for tile in Tile::all() {
        actions.extend(frame(&player.city).into_iter().map(|cell| Action::Build { tile, cell }));
        actions.extend(Tile::all().map(|old| Action::Swap { tile, old }));
        actions.extend([
            Action::TakeDown { tile },
            Action::Keep { tile },
            Action::Give { tile },
            Action::LeaveOut { tile },
        ]);
    }
    actions.push(Action::Pass);
    actions
}

/// What is listed is what is accepted, once each.
fn check_list(state: &State) {
    let Some(seat) = state.to_act() else { return };
    let mut listed = Vec::new();
    state.legal_actions(&mut listed);
    let unique: BTreeSet<Action> = listed.iter().copied().collect();
    assert_eq!(unique.len(), listed.len(), "something is listed twice");
    let accepted: BTreeSet<Action> =
        conceivable(state, seat).into_iter().filter(|&it| state.check(seat, it).is_ok()).collect();
    let show = |actions: BTreeSet<&Action>| actions.iter().map(ToString::to_string).collect::<Vec<_>>();
    let forgotten = show(accepted.difference(&unique).collect());
    let invented = show(unique.difference(&accepted).collect());
    assert!(
        forgotten.is_empty() && invented.is_empty(),
        "{}\naccepted, not listed: {forgotten:?}\nlisted, not accepted: {invented:?}",
        alhambra_engine::notation::position(state)
    );
    for other in state.seats().filter(|it| *it != seat) {
        assert!(listed.iter().all(|it| state.check(other, *it) == Err(Refusal::NotYourTurn(seat))));
    }
}

/// Larger payments than those listed are accepted too (B-BUY-1).
fn check_larger_payments(state: &State) {
    let Some(seat) = state.to_act() else { return };
    let mut listed = Vec::new();
    state.legal_actions(&mut listed);
    for action in listed {
        let Action::Buy { tile, payment } = action else { continue };
        let hand = state.player(seat).money.0[payment.currency];
        let mut cards = payment.purse.cards();
        for value in hand.minus(payment.purse.cards()).values() {
            cards = cards.with(value);
            assert_eq!(
                state.check(seat, Action::Buy { tile, payment: Payment::cards(payment.currency, cards) }),
                Ok(())
            );
        }
    }
}

/// An illegal action is refused and changes nothing.
fn check_untouched(state: &State, dice: &mut Dice) {
    let Some(seat) = state.to_act() else { return };
    let all = conceivable(state, seat);
    for _ in 0..20 {
        let action = dice.one_of(&all);
        if state.check(seat, action).is_err() {
            let mut after = state.clone();
            let mut events = Vec::new();
            assert!(after.apply(seat, action, &mut events).is_err());
            assert!(after == *state && events.is_empty(), "{action} is refused and changes something");
        }
    }
}

/// Placements, take-downs and swaps in a city are judged as the city that they lead to.
fn check_city(city: &City, dice: &mut Dice) {
    let before = lying(city);
    assert!(broken(&before).is_empty());
    let built: Vec<Tile> = city.tiles().iter().map(|it| it.tile).collect();
    let others: Vec<Tile> = Tile::buildings().filter(|it| !built.contains(it)).collect();
    if others.is_empty() {
        return;
    }
    let tile = dice.one_of(&others);
    for cell in frame(city) {
        let judged = if before.contains_key(&cell) {
            Broken::OVERLAP
        } else {
            let mut after = before.clone();
            after.insert(cell, tile.edges());
            let judged = broken(&after);
            // Who touches nothing can't be reached either; the engine leaves that out.
            if judged.intersects(Broken::CORNER_ONLY | Broken::NO_CONTACT) {
                judged - Broken::NOT_ON_FOOT
            } else {
                judged
            }
        };
        assert_eq!(
            city.broken_by(tile, tile.edges(), cell),
            judged,
            "{tile} {cell} in\n{}",
            alhambra_engine::notation::draw(city)
        );
        assert_eq!(city.cells_for(tile, tile.edges()).any(|it| it == cell), judged.is_empty());
    }
    for &old in &built[1..] {
        let cell = city.cell_of(old).unwrap();
        let mut after = before.clone();
        after.remove(&cell);
        // Tiles that hang in the air can't be reached, which is all that is said of them.
        let judged = broken(&after) - Broken::CORNER_ONLY - Broken::NO_CONTACT;
        assert_eq!(city.broken_without(old), judged, "{old} down in\n{}", alhambra_engine::notation::draw(city));
        assert_eq!(city.releases(old), judged.is_empty());

        after.insert(cell, tile.edges());
        let judged = broken(&after);
        assert_eq!(city.swaps(tile, tile.edges(), old), judged.is_empty(), "{tile} for {old}");
        // A swap that is wrong has a wall against an open side, whatever else follows from that.
        assert_eq!(judged.is_empty(), !judged.contains(Broken::WALL_MISMATCH));
    }
}

fn check_game(number: u64, every: usize) {
    let style = Style::ALL[(number / 5) as usize % 2];
    let mut n = 0;
    random_game(Ruleset::alhambra(2 + (number % 5) as u8), number, style, |state, _, _, dice| {
        n += 1;
        if n % every == 0 || state.agenda.len() > 3 {
            check_list(state);
            check_larger_payments(state);
            check_untouched(state, dice);
        }
        if n % 4 == 0 {
            let seat = dice.below(state.players.len());
            check_city(&state.players[seat].city, dice);
        }
    });
}

#[test]
fn listed_is_what_could_be_thought_of_and_is_accepted() {
    in_parallel(100, |number| check_game(number, 11));
}

#[test]
#[ignore = "long; part of the soak"]
fn listed_is_what_is_accepted_in_thousands_of_games() {
    in_parallel(1_000, |number| check_game(1_000 + number, 5));
}
