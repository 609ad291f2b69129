//! Walls: cards that add walls to one own tile for good.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Edges, Part, Tile},
    state::{Player, Seat, State, Sticks, Table},
    visitor::Visitor,
};

/// Every open card with every own tile that can bear its walls.
pub(crate) fn legal(out: &mut impl Visitor, table: &Table, player: &Player) {
    for (i, &walls) in table.wall_cards.iter().enumerate() {
        if table.wall_cards[..i].contains(&walls) {
            continue;
        }
        let city = &player.city;
        city.find_bearing(walls, |slots| out.each(slots, |slot| Action::AddWalls { walls, tile: city.tile_in(slot) }));
        let others = player.reserve.iter().chain(&player.bought).copied();
        let bearing = |it: &Tile| it.part() == Part::Alhambra && !player.edges_of(*it).intersects(walls);
        out.push_all(others.filter(bearing).map(|tile| Action::AddWalls { walls, tile }));
    }
}

pub(crate) fn check(table: &Table, player: &Player, walls: Edges, tile: Tile) -> Result<(), Refusal> {
    if !table.wall_cards.contains(&walls) {
        return Err(Refusal::NoWallCard);
    }
    bears(player, tile, walls)
}

/// All walls of the card go on exactly those sides of one tile, none of which has a wall; camps bear none (M-WALL-3).
fn bears(player: &Player, tile: Tile, walls: Edges) -> Result<(), Refusal> {
    let built = player.city.tiles().iter().find(|it| it.tile == tile);
    let own = built.is_some() || player.reserve.contains(&tile) || player.bought.contains(&tile);
    if !own || tile.part() != Part::Alhambra {
        return Err(Refusal::NoPlaceForWalls(tile));
    }
    if player.edges_of(tile).intersects(walls) {
        return Err(Refusal::WallAlready);
    }
    // The city must stay legal, so a built tile bears walls only towards empty cells.
    match built {
        Some(placed) if placed.joined.intersects(walls) => Err(Refusal::WallInside),
        _ => Ok(()),
    }
}

/// Takes the card, which leaves the game, and adds its walls (M-WALL-3, M-WALL-4).
pub(crate) fn add<W: Witness>(state: &mut State, seat: Seat, walls: Edges, tile: Tile, witness: &mut W) {
    let State { table, players, .. } = state;
    if let Some(i) = table.wall_cards.iter().position(|it| *it == walls) {
        table.used_wall_cards.push(table.wall_cards.remove(i));
    }
    let player = &mut players[seat.index()];
    player.sticks.push(Sticks { tile, walls });
    player.city.add_walls(tile, walls);
    witness.see(|| Event::AddedWalls { seat, walls, tile });
}
