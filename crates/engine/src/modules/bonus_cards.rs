//! Bonus cards: secret cards that count as one more building once their tile is built.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    list::List,
    material::{ByBuilding, Tile},
    rng::Stream,
    state::{Player, Seat, State},
    visitor::Visitor,
};

/// Deals the cards in secret; the rest is out, unseen (M-BON-1).
pub(crate) fn deal<W: Witness>(state: &mut State, stream: &mut Stream, witness: &mut W) {
    let each = match state.players.len() {
        2 | 3 => 3,
        4 | 5 => 2,
        _ => 1,
    };
    let mut cards = std::mem::take(&mut state.table.unused_bonus);
    stream.shuffle(&mut cards);
    for seat in state.seats() {
        for tile in (0..each).filter_map(|_| cards.pop()) {
            state.player_mut(seat).bonus_held.push(tile);
            witness.see(|| Event::BonusDealt { seat, tile: Some(tile) });
        }
    }
    state.table.unused_bonus = cards;
}

/// A card can be laid open once its tile is built, whether or not walls were added to it (M-BON-2, X-8).
pub(crate) fn legal(out: &mut impl Visitor, player: &Player) {
    out.push_all(ready(player).map(|tile| Action::Reveal { tile }));
}

fn ready(player: &Player) -> impl Iterator<Item = Tile> {
    player.bonus_held.iter().copied().filter(|&tile| player.city.has(tile))
}

pub(crate) fn check(player: &Player, tile: Tile) -> Result<(), Refusal> {
    if ready(player).any(|it| it == tile) { Ok(()) } else { Err(Refusal::NoBonus(tile)) }
}

pub(crate) fn reveal<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    player.bonus_held.retain(|it| *it != tile);
    player.bonus_shown.push(tile);
    witness.see(|| Event::BonusShown { seat, tile });
}

/// Before the third scoring every card that can be is laid open (M-BON-4).
pub(crate) fn reveal_all<W: Witness>(state: &mut State, witness: &mut W) {
    for seat in state.seats() {
        let ready: List<Tile, 3> = ready(state.player(seat)).collect();
        ready.into_iter().for_each(|tile| reveal(state, seat, tile, witness));
    }
}

/// A card goes back to the hand with its tile (M-BON-3).
pub(crate) fn on_removed<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    if let Some(i) = player.bonus_shown.iter().position(|it| *it == tile) {
        player.bonus_shown.remove(i);
        player.bonus_held.push(tile);
        witness.see(|| Event::BonusReturned { seat, tile });
    }
}

/// How many more buildings of each kind the open cards stand for.
pub fn count(player: &Player) -> ByBuilding<u8> {
    let mut counts = ByBuilding::default();
    player.bonus_shown.iter().filter_map(|it| it.building()).for_each(|it| counts[it] += 1);
    counts
}
