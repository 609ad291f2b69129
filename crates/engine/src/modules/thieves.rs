//! Thieves: secret cards that take one open money card of their currency between turns.

use crate::{
    action::{Action, Refusal},
    agenda::Auto,
    event::{Event, Witness},
    material::{Card, Currency, MoneyCard},
    rng::Stream,
    state::{Seat, State},
    visitor::Visitor,
};

/// How many thieves of each currency there are (M-THF-1).
pub(crate) const THIEVES_EACH: u8 = 3;

/// Deals the thieves in secret; the rest is out, unseen (M-THF-1).
pub(crate) fn deal<W: Witness>(state: &mut State, stream: &mut Stream, witness: &mut W) {
    let each = match state.players.len() {
        2 | 3 => 4,
        4 => 3,
        _ => 2,
    };
    let unused = state.table.unused_thieves;
    let mut thieves: Vec<Currency> =
        Currency::ALL.into_iter().flat_map(|it| std::iter::repeat_n(it, unused[it].into())).collect();
    stream.shuffle(&mut thieves);
    for seat in state.seats() {
        for currency in (0..each).filter_map(|_| thieves.pop()) {
            state.table.unused_thieves[currency] -= 1;
            state.player_mut(seat).thieves[currency] += 1;
            witness.see(|| Event::ThiefDealt { seat, currency: Some(currency) });
        }
    }
}

/// Every open money card for which the player has a thief; whoever is next uses none (M-THF-3).
pub(crate) fn legal(out: &mut impl Visitor, state: &State, seat: Seat, next: Seat) {
    if seat == next {
        return;
    }
    let display = &state.table.display;
    for (i, card) in display.iter().enumerate() {
        let Some(money) = card.money() else { continue };
        if state.player(seat).thieves[money.currency()] > 0 && !display[..i].contains(card) {
            out.push(Action::Steal { card: money });
        }
    }
}

pub(crate) fn check(state: &State, seat: Seat, next: Seat, card: MoneyCard) -> Result<(), Refusal> {
    if seat == next {
        return Err(Refusal::ThiefBeforeTurn);
    }
    if !state.table.display.contains(&Card::Money(card)) {
        return Err(Refusal::NotDisplayed(Card::Money(card)));
    }
    if state.player(seat).thieves[card.currency()] > 0 { Ok(()) } else { Err(Refusal::NoThief) }
}

/// Takes exactly one card; the thief leaves the game and the display is refilled at once (M-THF-2).
pub(crate) fn steal<W: Witness>(state: &mut State, seat: Seat, next: Seat, card: MoneyCard, witness: &mut W) {
    if let Some(i) = state.table.display.iter().position(|it| *it == Card::Money(card)) {
        state.table.display.remove(i);
    }
    let player = state.player_mut(seat);
    player.money.add(card);
    player.thieves[card.currency()] -= 1;
    state.table.played_thieves[card.currency()] += 1;
    witness.see(|| Event::Stole { seat, card });
    state.agenda.push(Auto::RefillMoney { next }.into());
}
