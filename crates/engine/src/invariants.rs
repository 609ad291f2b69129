//! What is true of every game at every moment, worked out from scratch.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    city::{Broken, City, Placed},
    dirk::Dirk,
    material::{Card, Cell, Edges, MoneyCard, Round, Side, Tile},
    state::{Layer, Pile, Player, State, Step, Table},
};

/// Something that must never happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(String);

macro_rules! require {
    ($holds:expr, $($reason:tt)+) => {
        if !$holds {
            return Err(Violation(format!($($reason)+)));
        }
    };
}

/// Checks a whole game: nothing lost or doubled, every city legal, somebody to act.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(state: &State) -> Result<(), Violation> {
    // No `..` here: a new field has to decide what must be true of it.
    let State { ruleset, table, players, dirk, agenda, rng: _ } = state;
    require!(players.len() == usize::from(ruleset.players), "{} players at the table", players.len());
    require!(dirk.is_some() == (players.len() == 2), "Dirk plays with two players and only with two");
    money(table, players)?;
    tiles(table, players, dirk.as_ref())?;
    for (seat, player) in players.iter().enumerate() {
        let broken = broken_rules(&player.city);
        require!(broken.is_empty(), "seat {seat}'s city: {broken}");
        bookkeeping(&player.city).map_err(|it| Violation(format!("seat {seat}'s city: {it}")))?;
        let placing = agenda.iter().any(|it| match it {
            Step::Turn { seat: who } | Step::Place { seat: who } | Step::BuildWon { seat: who } => who.index() == seat,
            _ => false,
        });
        require!(player.bought.is_empty() || placing, "seat {seat} has tiles to place and no time to do so");
    }
    require!(agenda.is_empty() || state.to_act().is_some(), "nobody is to act");
    for step in agenda {
        if let Some(seat) = step.decider() {
            require!(seat.index() < players.len(), "nobody sits on seat {seat}");
        }
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    require!(actions.is_empty() == state.is_over(), "the player to act can do nothing");
    Ok(())
}

/// Every money card and every scoring card is somewhere, once.
fn money(table: &Table, players: &[Player]) -> Result<(), Violation> {
    let Table { pile, discard, display, supply: _, market: _, left_out: _ } = table;
    let Pile { cards, layers } = pile;
    let mut found: BTreeMap<MoneyCard, usize> = BTreeMap::new();
    let hands = players.iter().flat_map(|it| it.money.cards());
    let open = cards.iter().chain(display).filter_map(Card::money);
    for card in hands.chain(open).chain(discard.cards()) {
        *found.entry(card).or_default() += 1;
    }
    let copies = if players.len() == 2 { 2 } else { 3 };
    for card in MoneyCard::all() {
        let n = found.get(&card).copied().unwrap_or_default();
        require!(n == copies, "{n} cards {card} instead of {copies}");
    }
    require!(display.iter().all(|it| it.money().is_some()), "a scoring card lies among the open money");

    let mut from = cards.len();
    for (i, Layer { n_cards, scoring }) in layers.iter().enumerate() {
        let layer = from.checked_sub((*n_cards).into()).map(|first| &cards[first..from]);
        let Some(layer) = layer else { return Err(Violation(format!("layer {} of the pile is too high", i + 1))) };
        from -= layer.len();
        let scorings: Vec<Round> = layer.iter().filter_map(scoring_of).collect();
        require!(
            scorings.iter().copied().eq(*scoring),
            "layer {} of the pile holds {scorings:?} instead of {scoring:?}",
            i + 1
        );
    }
    require!(from == 0, "{from} cards of the pile belong to no layer");
    Ok(())
}

fn scoring_of(card: &Card) -> Option<Round> {
    match card {
        Card::Scoring(round) => Some(*round),
        Card::Money(_) => None,
    }
}

/// Every tile is somewhere, once.
fn tiles(table: &Table, players: &[Player], dirk: Option<&Dirk>) -> Result<(), Violation> {
    let Table { pile: _, discard: _, display: _, supply, market, left_out } = table;
    let mut found: Vec<Tile> = supply.iter().chain(left_out).copied().chain(market.0.into_iter().flatten()).collect();
    for Player { score: _, money: _, city, reserve, bought } in players {
        require!(
            city.tiles().first().is_some_and(|it| it.cell == Cell::ORIGIN && it.tile == Tile::FOUNTAIN),
            "a city without its starting tile"
        );
        found.extend(city.tiles().iter().skip(1).map(|it| it.tile));
        found.extend(reserve.iter().chain(bought));
    }
    if let Some(Dirk { score: _, tiles }) = dirk {
        found.extend(tiles);
    }
    found.sort_unstable();
    require!(found.iter().copied().eq(Tile::buildings()), "the building tiles are not all there once");
    Ok(())
}

/// Every building rule that a city breaks, from its tiles and cells alone.
pub fn broken_rules(city: &City) -> Broken {
    let tiles: BTreeMap<Cell, Edges> = city.tiles().iter().map(|it| (it.cell, it.walls)).collect();
    let mut broken = Broken::empty();
    broken.set(Broken::OVERLAP, tiles.len() < city.tiles().len());
    for (cell, walls) in &tiles {
        for side in Side::ALL {
            let mismatch = |it: &Edges| it.has(side.opposite()) != walls.has(side);
            if tiles.get(&cell.step(side)).is_some_and(mismatch) {
                broken |= Broken::WALL_MISMATCH;
            }
        }
    }
    let on_foot = flood(Cell::ORIGIN, |from, side| {
        let to = from.step(side);
        let open = !tiles[&from].has(side) && tiles.get(&to).is_some_and(|it| !it.has(side.opposite()));
        open.then_some(to)
    });
    broken.set(Broken::NOT_ON_FOOT, on_foot.len() < tiles.len());
    let touching = flood(Cell::ORIGIN, |from, side| Some(from.step(side)).filter(|it| tiles.contains_key(it)));
    broken.set(Broken::NO_CONTACT, touching.len() < tiles.len());

    // Everything empty in a frame around the city must hang together with the frame.
    let range = |of: fn(&Cell) -> i8| {
        let values = tiles.keys().map(of);
        (values.clone().min().unwrap_or(0) - 1, values.max().unwrap_or(0) + 1)
    };
    let ((left, right), (top, bottom)) = (range(|it| it.x), range(|it| it.y));
    let outside = flood(Cell { x: left, y: top }, |from, side| {
        let to = from.step(side);
        let inside_frame = (left..=right).contains(&to.x) && (top..=bottom).contains(&to.y);
        (inside_frame && !tiles.contains_key(&to)).then_some(to)
    });
    let area = (i32::from(right) - i32::from(left) + 1) * (i32::from(bottom) - i32::from(top) + 1);
    broken.set(Broken::HOLE, (outside.len() + tiles.len()) as i32 != area);
    broken
}

/// Every cell that can be reached from the first one.
fn flood(first: Cell, step: impl Fn(Cell, Side) -> Option<Cell>) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([first]);
    let mut new = vec![first];
    while let Some(from) = new.pop() {
        for to in Side::ALL.into_iter().filter_map(|side| step(from, side)) {
            if reached.insert(to) {
                new.push(to);
            }
        }
    }
    reached
}

/// What a city keeps in mind is what a city built anew from the same tiles would.
fn bookkeeping(city: &City) -> Result<(), Violation> {
    for placed in city.tiles() {
        let joined = Side::ALL.into_iter().filter(|&it| city.at(placed.cell.step(it)).is_some());
        let joined = joined.fold(Edges::empty(), |all, it| all | Edges::of(it));
        require!(placed.joined == joined, "{} has forgotten a neighbour", placed.tile);
    }
    // Every cell next to a tile, and every tile in the box: does the quick answer equal the thorough one?
    let tiles: BTreeMap<Cell, &Placed> = city.tiles().iter().map(|it| (it.cell, it)).collect();
    let beside: BTreeSet<Cell> = tiles
        .keys()
        .flat_map(|cell| Side::ALL.map(|side| cell.step(side)))
        .filter(|it| !tiles.contains_key(it))
        .collect();
    let gaps: BTreeSet<Cell> = city.gaps().collect();
    require!(beside == gaps && city.gaps().count() == gaps.len(), "the empty cells beside the city are wrong");
    Ok(())
}
