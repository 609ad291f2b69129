//! Taking money, and the display and pile it comes from.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    list::List,
    material::{Card, Handful, Money, MoneyCard, Round},
    rng::{Rng, Stream},
    state::{Layer, Pile, Seat, State, Table},
    visitor::{Memory, Visitor},
};

/// The most that several cards taken together may be worth (B-MONEY-1).
const SEVERAL_AT_MOST: u8 = 5;

/// Every card alone, bureaux too (M-BUR-2), then every set of money worth 5 at most; of equal cards the first ones stand
/// for all.
pub(crate) fn legal(out: &mut impl Visitor, table: &Table) {
    let n = |memory: &mut Memory| {
        let mut n = 0;
        memory.recall(key(table), || {
            find(table, |_| n += 1);
            n
        })
    };
    out.several(n, |out| find(table, |action| out.push(action)));
}

/// All that the number of ways to take money depends on.
fn key(table: &Table) -> u64 {
    /// So that it is like no other key.
    const TAKES: u64 = 1 << 63;
    let number = |card: &Card| match *card {
        Card::Money(money) => money.number(),
        Card::Bureau(bureau) => 64 + bureau.number(),
        // Neither is ever displayed.
        Card::Wall(_) | Card::Scoring(_) => 0,
    };
    table.display.iter().fold(TAKES, |key, card| key << 8 | TAKES | u64::from(number(card)))
}

fn find(table: &Table, mut found: impl FnMut(Action)) {
    // Only cards of less than 5 can join another one.
    let mut small = [None; 4];
    let mut n_small = 0;
    let mut seen = 0_u64;
    for card in &table.display {
        match *card {
            Card::Money(money) => {
                if seen & money.bit() == 0 {
                    found(Action::Take { cards: Handful::one(money) });
                }
                seen |= money.bit();
                small[n_small & 3] = Some(money);
                n_small += usize::from(money.value() < SEVERAL_AT_MOST);
            }
            Card::Bureau(bureau) => found(Action::TakeBureau { bureau }),
            // Neither is ever displayed.
            Card::Wall(_) | Card::Scoring(_) => {}
        }
    }
    if n_small > 1 {
        several(&small[..n_small], found);
    }
}

fn several(small: &[Option<MoneyCard>], mut found: impl FnMut(Action)) {
    let mut values = [0; 4];
    values.iter_mut().zip(small).for_each(|(value, card)| *value = card.map_or(0, MoneyCard::value));
    'sets: for set in 3_u8..1 << small.len() {
        if set.is_power_of_two() {
            continue;
        }
        let worth: u8 = values.iter().enumerate().map(|(i, value)| value * (set >> i & 1)).sum();
        if worth > SEVERAL_AT_MOST {
            continue;
        }
        let taken = |i: &usize| set >> i & 1 != 0;
        let cards = || (0..small.len()).filter(taken).filter_map(|i| small[i]);
        for i in (0..small.len()).filter(taken) {
            if (0..i).any(|before| small[before] == small[i] && !taken(&before)) {
                continue 'sets;
            }
        }
        if let Some(cards) = Handful::new(cards()) {
            found(Action::Take { cards });
        }
    }
}

pub(crate) fn check(table: &Table, cards: Handful) -> Result<(), Refusal> {
    let displayed: Money = table.display.iter().filter_map(Card::money).collect();
    let mut taken = Money::default();
    for card in cards.cards() {
        if taken.count(card) == displayed.count(card) {
            return Err(Refusal::NotDisplayed(Card::Money(card)));
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
    while state.table.display.len() < state.table.display.capacity() {
        let Some(card) = draw(&mut state.table, &mut state.rng, witness) else { break };
        witness.see(|| Event::Turned { card });
        match card {
            Card::Money(_) | Card::Bureau(_) => state.table.display.push(card),
            // Wall cards lie beside the display, which is still filled to four (M-WALL-2).
            Card::Wall(walls) => state.table.wall_cards.push(walls),
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
        match card {
            Card::Money(_) => {}
            Card::Scoring(_) => layer.scoring = None,
            Card::Bureau(_) => layer.n_bureaux -= 1,
            Card::Wall(_) => layer.n_walls -= 1,
        }
    }
    if table.pile.cards.is_empty() {
        renew(table, rng, witness);
    }
    Some(card)
}

/// Shuffles the discards, if there are any, into a new pile.
fn renew<W: Witness>(table: &mut Table, rng: &mut Rng, witness: &mut W) {
    let money = std::mem::take(&mut table.discard);
    let bureaux = std::mem::take(&mut table.discarded_bureaux);
    let mut cards: List<Card, 124> = money.cards().map(Card::Money).chain(bureaux.iter().map(Card::Bureau)).collect();
    if cards.is_empty() {
        return;
    }
    rng.stream(|it| it.shuffle(&mut cards));
    // The second scoring card comes into play with the first renewal (C-SET-2).
    table.pile = if let Some(round) = table.waiting_scoring.take() {
        let mut extra: [Extra; 5] = Default::default();
        extra[1].push(Card::Scoring(round));
        rng.stream(|stream| layered(&cards, extra, stream))
    } else {
        let mut pile = Pile { cards, ..Pile::default() };
        pile.layers[0] = Layer::of(&pile.cards);
        pile
    };
    let n_cards = table.pile.cards.len() as u8;
    witness.see(|| Event::PileRenewed { n_cards });
}

/// Cards that are shuffled into one of the five piles.
pub(crate) type Extra = List<Card, 5>;

/// Divides the cards, the uppermost first, into five piles, shuffles the extra cards in and puts the piles together.
pub(crate) fn layered(cards: &[Card], extra: [Extra; 5], stream: &mut Stream) -> Pile {
    let (each, surplus) = (cards.len() / 5, cards.len() % 5);
    let mut rest = cards;
    let mut pile = Pile::default();
    let mut downwards: List<Card, 124> = List::new();
    for (i, extra) in extra.into_iter().enumerate() {
        let (own, others) = rest.split_at(each + usize::from(i < surplus));
        rest = others;
        let first = downwards.len();
        downwards.extend(own.iter().copied());
        if !extra.is_empty() {
            downwards.extend(extra);
            stream.shuffle(&mut downwards[first..]);
        }
        pile.layers[i] = Layer::of(&downwards[first..]);
    }
    pile.cards = downwards.into_iter().rev().collect();
    pile
}

impl Layer {
    /// What everybody knows of these cards.
    pub(crate) fn of(cards: &[Card]) -> Layer {
        let mut layer = Layer { n_cards: cards.len() as u8, ..Layer::default() };
        for card in cards {
            match *card {
                Card::Money(_) => {}
                Card::Bureau(_) => layer.n_bureaux += 1,
                Card::Wall(_) => layer.n_walls += 1,
                Card::Scoring(round) => layer.scoring = Some(round),
            }
        }
        layer
    }
}
