//! Taking money, and the display and pile it comes from.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Card, Handful, Money, MoneyCard, Round},
    rng::Rng,
    state::{Layer, Pile, Seat, State, Table},
};

/// The most that several cards taken together may be worth (B-MONEY-1).
const SEVERAL_AT_MOST: u8 = 5;

/// Every card alone, then every set worth 5 at most; of equal cards the first ones stand for all.
pub(crate) fn legal(out: &mut Vec<Action>, table: &Table) {
    // Only cards of less than 5 can join another one.
    let mut small = [None; 4];
    let mut n_small = 0;
    for (i, card) in table.display.iter().enumerate() {
        let Some(money) = card.money() else { continue };
        if !table.display[..i].contains(card) {
            out.push(Action::Take { cards: Handful::one(money) });
        }
        small[n_small] = Some(money);
        n_small += usize::from(money.value() < SEVERAL_AT_MOST);
    }
    if n_small > 1 {
        several(out, &small[..n_small]);
    }
}

fn several(out: &mut Vec<Action>, small: &[Option<MoneyCard>]) {
    'sets: for set in 3_u8..1 << small.len() {
        if set.is_power_of_two() {
            continue;
        }
        let taken = |i: &usize| set >> i & 1 != 0;
        let cards = || (0..small.len()).filter(taken).filter_map(|i| small[i]);
        if cards().map(MoneyCard::value).sum::<u8>() > SEVERAL_AT_MOST {
            continue;
        }
        for i in (0..small.len()).filter(taken) {
            if (0..i).any(|before| small[before] == small[i] && !taken(&before)) {
                continue 'sets;
            }
        }
        out.extend(Handful::new(cards()).map(|cards| Action::Take { cards }));
    }
}

pub(crate) fn check(table: &Table, cards: Handful) -> Result<(), Refusal> {
    let displayed: Money = table.display.iter().filter_map(Card::money).collect();
    let mut taken = Money::default();
    for card in cards.cards() {
        if taken.count(card) == displayed.count(card) {
            return Err(Refusal::NotDisplayed(card));
        }
        taken.add(card);
    }
    match taken.n_cards() {
        0 => Err(Refusal::NoCard),
        1 => Ok(()),
        _ if cards.total() > SEVERAL_AT_MOST => Err(Refusal::TooMuchMoney(cards.total())),
        _ => Ok(()),
    }
}

pub(crate) fn take<W: Witness>(state: &mut State, seat: Seat, cards: Handful, witness: &mut W) {
    for card in cards.cards() {
        if let Some(i) = state.table.display.iter().position(|&it| it == Card::Money(card)) {
            state.table.display.remove(i);
            state.player_mut(seat).money.add(card);
        }
    }
    witness.see(|| Event::Took { seat, cards });
}

/// Refills the display to four; returns the scoring cards that turned up, in their order (B-END-1, B-END-3).
pub(crate) fn refill<W: Witness>(state: &mut State, witness: &mut W) -> [Option<Round>; 2] {
    let mut scorings = [None; 2];
    while !state.table.display.is_full() {
        let Some(card) = draw(&mut state.table, &mut state.rng, witness) else { break };
        witness.see(|| Event::Turned { card });
        match card {
            Card::Money(_) => state.table.display.push(card),
            Card::Scoring(round) => scorings[usize::from(scorings[0].is_some())] = Some(round),
        }
    }
    scorings
}

/// Draws the top card; with the last one gone the discards become the new pile at once (B-END-2).
fn draw<W: Witness>(table: &mut Table, rng: &mut Rng, witness: &mut W) -> Option<Card> {
    if table.pile.cards.is_empty() {
        renew(table, rng, witness);
    }
    let card = table.pile.cards.pop()?;
    if let Some(layer) = table.pile.layers.iter_mut().find(|it| it.n_cards > 0) {
        layer.n_cards -= 1;
        if let Card::Scoring(_) = card {
            layer.scoring = None;
        }
    }
    if table.pile.cards.is_empty() {
        renew(table, rng, witness);
    }
    Some(card)
}

/// Shuffles the discards, if there are any, into a new pile.
fn renew<W: Witness>(table: &mut Table, rng: &mut Rng, witness: &mut W) {
    let discard = std::mem::take(&mut table.discard);
    let n_cards = discard.n_cards();
    if n_cards == 0 {
        return;
    }
    let mut pile = Pile { cards: discard.cards().map(Card::Money).collect(), ..Pile::default() };
    pile.layers[0] = Layer { n_cards, scoring: None };
    rng.stream(|it| it.shuffle(&mut pile.cards));
    table.pile = pile;
    witness.see(|| Event::PileRenewed { n_cards });
}
