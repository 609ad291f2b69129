//! The street trader: citizens who move into the buildings that are built where the trader lies.

use crate::{
    action::{Action, Refusal},
    agenda::Decision,
    event::{Event, Witness},
    material::{Building, ByBuilding, Cell, Part, Tile},
    state::{Player, Seat, State, Table, Trader},
    visitor::Visitor,
};

/// How many citizens of each colour there are (M-TRD-1).
pub(crate) const CITIZENS_EACH: u8 = 7;

/// Every choice of three different citizens (M-TRD-1).
pub(crate) fn legal_choices(out: &mut impl Visitor) {
    for (i, &first) in Building::ALL.iter().enumerate() {
        for (k, &second) in Building::ALL.iter().enumerate().skip(i + 1) {
            for &third in &Building::ALL[k + 1..] {
                out.push(Action::ChooseCitizens { citizens: [first, second, third] });
            }
        }
    }
}

pub(crate) fn check_choice(citizens: [Building; 3]) -> Result<(), Refusal> {
    if citizens.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(Refusal::ThreeCitizens) }
}

/// Notes a choice; when all have chosen the choices are shown together.
pub(crate) fn choose<W: Witness>(state: &mut State, seat: Seat, citizens: [Building; 3], witness: &mut W) {
    if let Some(trader) = &mut state.player_mut(seat).trader {
        trader.choice = Some(citizens);
    }
    witness.see(|| Event::CitizensChosen { seat, citizens: Some(citizens) });
    if state.players.iter().all(|it| it.trader.is_some_and(|it| it.choice.is_some())) {
        for seat in state.seats() {
            let State { table, players, .. } = &mut *state;
            let Some(trader) = &mut players[seat.index()].trader else { continue };
            let Some(citizens) = trader.choice.take() else { continue };
            for citizen in citizens {
                trader.citizens[citizen] += 1;
                table.citizens[citizen] -= 1;
            }
            witness.see(|| Event::CitizensShown { seat, citizens });
        }
    }
}

/// The empty cells beside a fountain, building, hut or bazaar; a camp alone isn't enough (M-TRD-3).
pub(crate) fn legal_cells(out: &mut impl Visitor, player: &Player) {
    out.push_all(player.city.gaps_beside(Part::Alhambra).map(|cell| Action::LayTrader { cell }));
}

pub(crate) fn check_cell(player: &Player, cell: Cell) -> Result<(), Refusal> {
    if player.city.is_beside(Part::Alhambra, cell) { Ok(()) } else { Err(Refusal::NoPlaceForTrader) }
}

pub(crate) fn lay<W: Witness>(state: &mut State, seat: Seat, cell: Cell, witness: &mut W) {
    if let Some(trader) = &mut state.player_mut(seat).trader {
        trader.cell = Some(cell);
    }
    witness.see(|| Event::TraderLaid { seat, cell });
}

/// The trader is laid again if it was set aside, or if its cell touches nothing any more (M-TRD-3, M-TRD-6).
pub(crate) fn lay_again(state: &mut State, seat: Seat) {
    if can_be_laid(state.player(seat)) {
        state.agenda.push(Decision::LayTrader { seat }.into());
    }
}

/// Whether a trader lies nowhere, or where it may not stay.
pub fn has_to_be_laid(player: &Player) -> bool {
    let stays = |trader: Trader| trader.cell.is_some_and(|cell| check_cell(player, cell).is_ok());
    player.trader.is_some_and(|trader| !stays(trader))
}

/// Whether there is a cell for the trader; there is none where every side of the city faces a camp (M-TRD-3).
pub fn has_cell(player: &Player) -> bool {
    player.city.gaps_beside(Part::Alhambra).next().is_some()
}

/// Whether its owner is asked where to lay the trader again.
pub fn can_be_laid(player: &Player) -> bool {
    has_to_be_laid(player) && has_cell(player)
}

/// A tile built in the trader's cell sets it aside and lets a citizen move in or be exchanged (M-TRD-2).
pub(crate) fn on_built<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    let State { table, players, agenda, .. } = state;
    let Some(trader) = &mut players[seat.index()].trader else { return };
    if trader.cell != Some(cell) {
        return;
    }
    trader.cell = None;
    witness.see(|| Event::TraderAside { seat });
    if matching(trader, tile).is_some() || can_exchange(table, trader) {
        agenda.push(Decision::Welcome { seat, tile }.into());
    }
}

/// The colour of the building, if a citizen of it stands on the trader; only buildings have one.
fn matching(trader: &Trader, tile: Tile) -> Option<Building> {
    tile.building().filter(|&it| trader.citizens[it] > 0)
}

fn can_exchange(table: &Table, trader: &Trader) -> bool {
    exchanges(table, trader).next().is_some()
}

/// Every citizen on the trader with every other one in the supply.
fn exchanges<'a>(table: &'a Table, trader: &'a Trader) -> impl Iterator<Item = (Building, Building)> + 'a {
    let given = Building::ALL.into_iter().filter(|&it| trader.citizens[it] > 0);
    given.flat_map(move |give| {
        let taken = Building::ALL.into_iter().filter(move |&it| it != give && table.citizens[it] > 0);
        taken.map(move |take| (give, take))
    })
}

/// Moving in, or with no match exchanging; both may be declined.
pub(crate) fn legal_welcome(out: &mut impl Visitor, state: &State, seat: Seat, tile: Tile) {
    let Some(trader) = &state.player(seat).trader else { return };
    if matching(trader, tile).is_some() {
        let supply = state.table.citizens;
        if supply == ByBuilding([0; 6]) {
            out.push(Action::MoveIn { take: None });
        }
        let there = Building::ALL.into_iter().filter(|&it| supply[it] > 0);
        out.push_all(there.map(|it| Action::MoveIn { take: Some(it) }));
    } else {
        out.push_all(exchanges(&state.table, trader).map(|(give, take)| Action::Exchange { give, take }));
    }
    out.push(Action::Pass);
}

pub(crate) fn check_welcome(state: &State, seat: Seat, tile: Tile, action: Action) -> Result<(), Refusal> {
    let Some(trader) = &state.player(seat).trader else { return Err(Refusal::NotNow) };
    let supply = state.table.citizens;
    match (action, matching(trader, tile)) {
        (Action::Pass, _) => Ok(()),
        (Action::MoveIn { .. }, None) => Err(Refusal::NoMatch),
        (Action::MoveIn { take: Some(take) }, Some(_)) if supply[take] > 0 => Ok(()),
        (Action::MoveIn { take: None }, Some(_)) if supply == ByBuilding([0; 6]) => Ok(()),
        (Action::MoveIn { .. }, Some(_)) => Err(Refusal::NoCitizen),
        (Action::Exchange { give, take }, None) => {
            let there = exchanges(&state.table, trader).any(|it| it == (give, take));
            if there { Ok(()) } else { Err(Refusal::NoCitizen) }
        }
        _ => Err(Refusal::NotNow),
    }
}

pub(crate) fn move_in<W: Witness>(state: &mut State, seat: Seat, tile: Tile, take: Option<Building>, witness: &mut W) {
    let State { table, players, .. } = state;
    let player = &mut players[seat.index()];
    let (Some(trader), Some(colour)) = (&mut player.trader, tile.building()) else { return };
    trader.citizens[colour] -= 1;
    player.residents.push(tile);
    if let Some(take) = take {
        table.citizens[take] -= 1;
        trader.citizens[take] += 1;
    }
    witness.see(|| Event::MovedIn { seat, tile, taken: take });
}

pub(crate) fn exchange<W: Witness>(state: &mut State, seat: Seat, give: Building, take: Building, witness: &mut W) {
    let State { table, players, .. } = state;
    let Some(trader) = &mut players[seat.index()].trader else { return };
    trader.citizens[give] -= 1;
    table.citizens[give] += 1;
    table.citizens[take] -= 1;
    trader.citizens[take] += 1;
    witness.see(|| Event::Exchanged { seat, given: give, taken: take });
}

/// A citizen goes back to the supply with the building (M-TRD-5).
pub(crate) fn on_removed<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let State { table, players, .. } = state;
    let residents = &mut players[seat.index()].residents;
    let (Some(i), Some(colour)) = (residents.iter().position(|it| *it == tile), tile.building()) else { return };
    residents.remove(i);
    table.citizens[colour] += 1;
    witness.see(|| Event::MovedOut { seat, tile });
}

/// Series of different colours score 1, 3, 6, 10, 15 or 21 (M-TRD-4).
pub fn score(player: &Player) -> u16 {
    series(residents(player))
}

/// How many citizens of each colour live in the buildings of a player.
pub(crate) fn residents(player: &Player) -> ByBuilding<u8> {
    let mut counts = ByBuilding::<u8>::default();
    player.residents.iter().filter_map(|it| it.building()).for_each(|it| counts[it] += 1);
    counts
}

/// The points for so many citizens of each colour.
pub fn series(counts: ByBuilding<u8>) -> u16 {
    let longest = counts.0.into_iter().max().unwrap_or_default();
    let series = |n: u8| counts.0.iter().filter(|&&it| it > n).count() as u16;
    (0..longest).map(series).map(|n| n * (n + 1) / 2).sum()
}
