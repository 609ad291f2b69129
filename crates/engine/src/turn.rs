//! The course of a game: the end of a turn, and what happens by itself until somebody has to decide.

use crate::{
    agenda::{Auto, Decision, Step},
    dirk, endgame,
    event::{Event, Witness},
    market,
    material::Round,
    modules::street_trader,
    money, scoring, setup,
    state::{Seat, State, Vizier},
};

/// Ends a turn: what was bought is placed, the trader laid again, everything refilled, then come the others.
pub(crate) fn end(state: &mut State, seat: Seat) {
    let next = state.next_seat(seat);
    state.agenda.pop();
    state.agenda.push(Auto::NextTurn { seat: next }.into());
    // Where there is neither vizier nor thief nor trader their steps would do nothing.
    if state.players.iter().any(|it| it.vizier.is_some() || it.has_thieves()) {
        state.agenda.push(Auto::Interrupts { next, user: None }.into());
    }
    state.agenda.push(Auto::Refill { next }.into());
    if state.player(seat).trader.is_some() {
        state.agenda.push(Auto::LayTraderAgain { seat }.into());
    }
    if !state.player(seat).bought.is_empty() {
        state.agenda.push(Decision::Place { seat }.into());
    }
}

/// Carries out what happens by itself until somebody has to decide or the game is over.
pub(crate) fn advance<W: Witness>(state: &mut State, witness: &mut W) {
    while let Some(step) = state.step() {
        let auto = match step {
            Step::Decide(decision) if is_void(state, decision) => None,
            Step::Decide(_) => return,
            Step::Auto(auto) => Some(auto),
        };
        state.agenda.pop();
        let Some(auto) = auto else { continue };
        match auto {
            Auto::Unpack => setup::unpack(state, witness),
            Auto::LayTraderAgain { seat } => street_trader::lay_again(state, seat),
            Auto::Refill { next } => {
                let scorings = money::refill(state, witness);
                let complete = market::refill(state, witness);
                if !complete {
                    endgame::begin(state, next);
                }
                schedule(state, scorings, next);
            }
            Auto::RefillMoney { next } => {
                let scorings = money::refill(state, witness);
                schedule(state, scorings, next);
            }
            Auto::RefillMarket { next } => {
                if !market::refill(state, witness) {
                    endgame::begin(state, next);
                }
            }
            Auto::Score { round } => scoring::score(state, round, witness),
            Auto::DirkDraws { round } => dirk::draw_after(state, round, witness),
            Auto::Interrupts { next, user } => begin_interrupts(state, next, user),
            Auto::NextTurn { seat } => {
                state.agenda.push(Decision::Turn { seat, first: true }.into());
                witness.see(|| Event::TurnBegan { seat });
            }
            Auto::Award => endgame::award(state, witness),
            Auto::AwardOne { currency, part } => endgame::award_one(state, currency, part, witness),
        }
    }
    witness.see(|| Event::Over { winners: state.winners() });
}

/// Whether nothing is left to decide: whoever is asked always has a legal action.
fn is_void(state: &State, decision: Decision) -> bool {
    match decision {
        Decision::Place { seat } | Decision::BuildWon { seat } => state.player(seat).bought.is_empty(),
        Decision::Welcome { seat, .. } => state.player(seat).trader.is_none(),
        // Where every side of the city faces a camp, nobody is asked for a cell (M-TRD-3).
        Decision::LayTrader { seat } => !street_trader::has_cell(state.player(seat)),
        Decision::ChooseCitizens { .. }
        | Decision::Turn { .. }
        | Decision::MoreFalcons { .. }
        | Decision::AskBonus { .. }
        | Decision::Interrupt { .. } => false,
    }
}

/// Lays the scorings on the agenda, the first on top: bonus cards, scoring, Dirk (X-1, B-END-3).
fn schedule(state: &mut State, scorings: [Option<Round>; 2], next: Seat) {
    if scorings == [None; 2] {
        return;
    }
    for round in scorings.into_iter().rev().flatten() {
        if state.dirk.is_some() {
            state.agenda.push(Auto::DirkDraws { round }.into());
        }
        state.agenda.push(Auto::Score { round }.into());
        ask_for_bonus(state, next);
    }
}

/// Asks every holder of an unrevealed card, able or not, beginning with whoever is next (M-BON-4).
fn ask_for_bonus(state: &mut State, next: Seat) {
    if let Some(seat) = state.seats_from(next).find(|&it| !state.player(it).bonus_held.is_empty()) {
        state.agenda.push(Decision::AskBonus { seat, next }.into());
    }
}

/// The first of those after this one, in a round of asking that began with `next`, who is to be asked.
#[inline]
fn next_to_ask(state: &State, mut seat: Seat, next: Seat, is_asked: impl Fn(Seat) -> bool) -> Option<Seat> {
    loop {
        seat = state.next_seat(seat);
        if seat == next {
            return None;
        }
        if is_asked(seat) {
            return Some(seat);
        }
    }
}

/// Asks all holders of bonus cards anew, because one has laid a card open that the others may answer (M-BON-4).
pub(crate) fn ask_again_for_bonus(state: &mut State, next: Seat) {
    state.agenda.pop();
    ask_for_bonus(state, next);
}

/// Asks the next holder of a bonus card.
pub(crate) fn ask_next_bonus(state: &mut State, seat: Seat, next: Seat) {
    state.agenda.pop();
    if let Some(seat) = next_to_ask(state, seat, next, |it| !state.player(it).bonus_held.is_empty()) {
        state.agenda.push(Decision::AskBonus { seat, next }.into());
    }
}

/// Asks for viziers and thieves: who has just used one may go on, else the round begins with whoever is next (M-VIZ-3).
fn begin_interrupts(state: &mut State, next: Seat, user: Option<Seat>) {
    if let Some(seat) = user.filter(|&it| may_interrupt(state, it, next)) {
        state.agenda.push(Decision::Interrupt { seat, next, again: true }.into());
    } else if let Some(seat) = state.seats_from(next).find(|&it| may_interrupt(state, it, next)) {
        state.agenda.push(Decision::Interrupt { seat, next, again: false }.into());
    }
}

/// Asks the next one who could use a vizier or a thief.
pub(crate) fn ask_next_interrupt(state: &mut State, seat: Seat, next: Seat) {
    if let Some(seat) = next_to_ask(state, seat, next, |it| may_interrupt(state, it, next)) {
        state.agenda.push(Decision::Interrupt { seat, next, again: false }.into());
    }
}

/// Whoever has an awake vizier, or a thief unless next to move, is asked, able or not.
fn may_interrupt(state: &State, seat: Seat, next: Seat) -> bool {
    let player = state.player(seat);
    player.vizier == Some(Vizier::Awake) || (seat != next && player.has_thieves())
}
