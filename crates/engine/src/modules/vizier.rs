//! The vizier's favour: one exact purchase between turns, then he sleeps until he is woken.

use crate::{
    action::{Action, Refusal},
    agenda::{Auto, Decision},
    event::{Event, Witness},
    market,
    material::{Payment, Tile},
    payment::{self, Strictness},
    state::{Player, Seat, State, Vizier},
    visitor::Visitor,
};

/// Waking the own vizier is an action of the own turn (M-VIZ-4).
pub(crate) fn legal(out: &mut impl Visitor, player: &Player) {
    if player.vizier == Some(Vizier::Asleep) {
        out.push(Action::Wake);
    }
}

pub(crate) fn check_wake(player: &Player) -> Result<(), Refusal> {
    if player.vizier == Some(Vizier::Asleep) { Ok(()) } else { Err(Refusal::NothingToWake) }
}

pub(crate) fn wake<W: Witness>(state: &mut State, seat: Seat, witness: &mut W) {
    state.player_mut(seat).vizier = Some(Vizier::Awake);
    witness.see(|| Event::VizierWoke { seat });
}

/// Every tile for sale that the player can pay exactly (M-VIZ-2).
pub(crate) fn legal_favour(out: &mut impl Visitor, state: &State, seat: Seat) {
    let player = state.player(seat);
    if player.vizier == Some(Vizier::Awake) {
        market::legal(out, &state.table, player, Strictness::Exactly);
    }
}

pub(crate) fn check_favour(state: &State, seat: Seat, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    if state.player(seat).vizier != Some(Vizier::Awake) {
        return Err(Refusal::NoVizier);
    }
    payment::judge(&state.table, state.player(seat), tile, payment, Strictness::Exactly).map(|_| ())
}

/// Buys the tile, which is placed at once; then the market is refilled, the money display is not (M-VIZ-2).
pub(crate) fn favour<W: Witness>(
    state: &mut State,
    seat: Seat,
    next: Seat,
    tile: Tile,
    payment: Payment,
    witness: &mut W,
) {
    state.player_mut(seat).vizier = Some(Vizier::Asleep);
    witness.see(|| Event::VizierUsed { seat });
    market::buy(state, seat, tile, payment, witness);
    state.agenda.push(Auto::RefillMarket { next }.into());
    state.agenda.push(Auto::LayTraderAgain { seat }.into());
    state.agenda.push(Decision::Place { seat }.into());
}
