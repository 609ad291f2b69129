//! What is true of every game at every moment, worked out from scratch.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    agenda::{Auto, Decision},
    city::{Broken, City, Placed},
    dirk::Dirk,
    material::{Building, Bureau, Card, Cell, Currency, Edges, Falcon, Part, Round, Side, Tile},
    setup,
    state::{Layer, Pile, Player, State, Table},
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
    money(state)?;
    pile(&table.pile)?;
    tiles(state)?;
    small_things(table, players)?;
    for (seat, player) in players.iter().enumerate() {
        owned(player).map_err(|it| Violation(format!("seat {seat}: {it}")))?;
        let placing = agenda.iter().any(|it| match it.decision() {
            Some(
                Decision::Turn { seat: who, .. } | Decision::Place { seat: who } | Decision::BuildWon { seat: who },
            ) => who.index() == seat,
            _ => false,
        });
        require!(player.bought.is_empty() || placing, "seat {seat} has tiles to place and no time to do so");
    }
    require!(agenda.is_empty() || state.to_act().is_some(), "nobody is to act");
    let is_unpacked = !table.display.is_empty() || players.iter().any(|it| it.money.n_cards() > 0);
    require!(!agenda.contains(&Auto::Unpack.into()) || !is_unpacked, "the box is to be unpacked twice");
    for step in agenda {
        if let Some(seat) = step.decision().map(Decision::seat) {
            require!(seat.index() < players.len(), "nobody sits on seat {seat}");
        }
    }
    let mut actions = Vec::new();
    state.legal_actions_into(&mut actions);
    // Whoever has to decide always has a legal action.
    require!(actions.is_empty() == state.is_over(), "the player to act can do nothing");
    Ok(())
}

/// Every card of the money pile is somewhere, once for each copy.
fn money(state: &State) -> Result<(), Violation> {
    let Table { pile, discard, discarded_bureaux, display, wall_cards, used_wall_cards, .. } = &state.table;
    let mut found: BTreeMap<Card, usize> = BTreeMap::new();
    let hands = state.players.iter().flat_map(|it| {
        it.money.cards().map(Card::Money).chain(it.bureaux.iter().map(Card::Bureau)).collect::<Vec<_>>()
    });
    let spent = discard.cards().map(Card::Money).chain(discarded_bureaux.iter().map(Card::Bureau));
    let walls = wall_cards.iter().chain(used_wall_cards).map(|&it| Card::Wall(it));
    for card in hands.chain(spent).chain(walls).chain(pile.cards.iter().chain(display).copied()) {
        *found.entry(card).or_default() += 1;
    }
    let mut expected: BTreeMap<Card, usize> = BTreeMap::new();
    setup::money_cards(state.ruleset.players).for_each(|it| *expected.entry(Card::Money(it)).or_default() += 1);
    // Before the piles are made the other cards wait beside the table.
    if !state.agenda.contains(&Auto::Unpack.into()) {
        setup::bureaux(&state.ruleset).for_each(|it: Bureau| *expected.entry(Card::Bureau(it)).or_default() += 1);
        setup::wall_cards(&state.ruleset).for_each(|it: Edges| *expected.entry(Card::Wall(it)).or_default() += 1);
    }
    found.retain(|card, _| !matches!(card, Card::Scoring(_)));
    for card in found.keys().chain(expected.keys()) {
        let (n, copies) = (found.get(card).unwrap_or(&0), expected.get(card).unwrap_or(&0));
        require!(n == copies, "{n} cards {card} instead of {copies}");
    }
    let may_lie_open = |card: &Card| matches!(card, Card::Money(_) | Card::Bureau(_));
    require!(display.iter().all(may_lie_open), "a scoring or wall card lies among the open money");
    let n_second = pile.cards.iter().filter(|&&it| it == Card::Scoring(Round::Second)).count();
    let waiting = usize::from(state.table.waiting_scoring.is_some());
    require!(n_second + waiting <= 1, "the second scoring card is there twice");
    Ok(())
}

/// What everybody knows of the pile is true.
fn pile(pile: &Pile) -> Result<(), Violation> {
    let Pile { cards, layers } = pile;
    let mut from = cards.len();
    for (i, layer) in layers.iter().enumerate() {
        let first = from.checked_sub(layer.n_cards.into());
        let Some(first) = first else { return Err(Violation(format!("layer {} of the pile is too high", i + 1))) };
        let found = Layer::of(&cards[first..from]);
        require!(found == *layer, "layer {} of the pile is {found:?} instead of {layer:?}", i + 1);
        from = first;
    }
    require!(from == 0, "{from} cards of the pile belong to no layer");
    Ok(())
}

/// Every tile is somewhere, once.
fn tiles(state: &State) -> Result<(), Violation> {
    let Table { supply, market, granada_supply, granada_market, left_out, bazaars, huts, .. } = &state.table;
    let lists = supply.iter().chain(granada_supply).chain(left_out).chain(bazaars).chain(huts.0.iter().flatten());
    let mut found: Vec<Tile> = lists.copied().chain(market.0.into_iter().chain(granada_market.0).flatten()).collect();
    for player in &state.players {
        let start = player.city.tiles().first();
        require!(
            start.is_some_and(
                |it| it.cell == Cell::ORIGIN && (it.tile == Tile::FOUNTAIN || it.tile == Tile::GRANADA_START)
            ),
            "a city without its starting tile"
        );
        found.extend(player.city.tiles().iter().skip(1).map(|it| it.tile));
        found.extend(player.reserve.iter().chain(&player.bought));
    }
    if let Some(Dirk { score: _, tiles }) = &state.dirk {
        found.extend(tiles);
    }
    let mut found: Vec<Tile> = found.into_iter().map(Tile::piece).collect();
    found.sort_unstable();
    let ruleset = &state.ruleset;
    let mut expected: Vec<Tile> = setup::alhambra_tiles(ruleset).chain(setup::granada_tiles(ruleset)).collect();
    // Before anything is shown the huts wait beside the table (B-SET-0).
    if !state.agenda.contains(&Auto::Unpack.into()) {
        expected.extend(setup::huts(ruleset));
    }
    expected.sort_unstable();
    require!(found == expected, "the tiles are not all there once");
    require!(bazaars.iter().all(|it| it.price().is_none()), "what lies beside the market is no bazaar");
    require!(
        state.table.marker.is_some() == Tile::granada().any(|it| expected.contains(&it)),
        "a marker without Granada"
    );
    Ok(())
}

/// Coins, thieves, bonus cards, citizens and falcons are all there or not in the box at all.
fn small_things(table: &Table, players: &[Player]) -> Result<(), Violation> {
    let Table { coin_bag, played_thieves, unused_thieves, unused_bonus, citizens, falcons, .. } = table;
    for currency in Currency::ALL {
        let n_coins = coin_bag[currency] + players.iter().map(|it| it.coins[currency]).sum::<u8>();
        require!(n_coins == 0 || n_coins == 6, "{n_coins} coins of {}", currency.code());
        let held: u8 = players.iter().map(|it| it.thieves[currency]).sum();
        let n_thieves = held + played_thieves[currency] + unused_thieves[currency];
        require!(n_thieves == 0 || n_thieves == 3, "{n_thieves} thieves of {}", currency.code());
    }
    let mut bonus: Vec<Tile> = unused_bonus.to_vec();
    for player in players {
        bonus.extend(player.bonus_held.iter().chain(&player.bonus_shown));
        require!(player.bonus_held.len() + player.bonus_shown.len() <= 3, "more than three bonus cards in one hand");
    }
    bonus.sort_unstable();
    require!(bonus.is_empty() || bonus.iter().copied().eq(Tile::on_bonus_cards()), "the bonus cards are not all there");
    for building in Building::ALL {
        let on_traders: u8 = players.iter().filter_map(|it| it.trader).map(|it| it.citizens[building]).sum();
        let residents =
            players.iter().flat_map(|it| &it.residents).filter(|it| it.building() == Some(building)).count();
        let n = usize::from(citizens[building] + on_traders) + residents;
        require!(n == 0 || n == 7, "{n} citizens of {building:?}");
    }
    let perched = players.iter().flat_map(|it| &it.falcons).map(|it| it.falcon);
    let mut all: Vec<Falcon> = perched.chain(falcons.iter()).collect();
    all.sort_unstable();
    require!(all.is_empty() || all.iter().copied().eq(Falcon::all()), "the falcons are not all there once");
    Ok(())
}

/// A player's city is legal, and what lies in and on it belongs there.
fn owned(player: &Player) -> Result<(), Violation> {
    // No `..` here: a new field has to decide what must be true of it.
    let Player {
        score: _,
        money: _,
        bureaux: _,
        coins: _,
        thieves: _,
        bonus_held: _,
        bonus_shown,
        vizier: _,
        trader,
        residents,
        falcons,
        sticks,
        city,
        reserve,
        bought,
    } = player;
    let broken = broken_rules(city);
    require!(broken.is_empty(), "the city breaks the rules: {broken}");
    bookkeeping(city)?;
    for placed in city.tiles() {
        require!(placed.edges == player.edges_of(placed.tile), "{} has other walls than it should", placed.tile);
    }
    let is_built = |tile: &Tile| city.cell_of(*tile).is_some();
    require!(bonus_shown.iter().all(is_built), "a bonus card lies open without its tile");
    require!(residents.iter().all(is_built), "a citizen lives in no building");
    for sticks in sticks {
        require!(sticks.tile.part() == Part::Alhambra, "walls were added to {}", sticks.tile);
        require!(!sticks.tile.edges().intersects(sticks.walls), "a wall was added where {} had one", sticks.tile);
    }
    for perch in falcons {
        let around = [(0, 0), (-1, 0), (0, -1), (-1, -1)].map(|(x, y)| city.at(perch.corner.offset(x, y)));
        let colours = around.map(|it| it.and_then(|it| it.tile.building()));
        require!(around.iter().all(Option::is_some), "a falcon sits where four tiles don't meet");
        let meet = perch.falcon.colours().iter().all(|it| colours.contains(&Some(*it)));
        require!(meet, "{} sits without its colours", perch.falcon);
        let n_here = falcons.iter().filter(|it| it.corner == perch.corner).count();
        require!(n_here == 1, "{n_here} falcons on one corner");
    }
    if let Some(cell) = trader.and_then(|it| it.cell) {
        require!(city.at(cell).is_none(), "the trader lies under a tile");
    }
    let huts = city.tiles().iter().map(|it| &it.tile).chain(reserve).chain(bought).filter(|it| it.is_hut());
    require!(huts.count() <= 3, "more than three huts");
    Ok(())
}

/// Every building rule that a city breaks, from its tiles and cells alone.
pub fn broken_rules(city: &City) -> Broken {
    let tiles: BTreeMap<Cell, &Placed> = city.tiles().iter().map(|it| (it.cell, it)).collect();
    let mut broken = Broken::empty();
    broken.set(Broken::OVERLAP, tiles.len() < city.tiles().len());
    let mut n_contacts = 0;
    for placed in tiles.values() {
        let mut n_at_walls = 0;
        for side in Side::ALL {
            let Some(other) = tiles.get(&placed.cell.step(side)) else { continue };
            let (own, others) = (placed.edges.has(side), other.edges.has(side.opposite()));
            broken |= match (placed.tile.part(), other.tile.part()) {
                (Part::Camp, Part::Camp) if own || others => Broken::BASTION,
                (Part::Camp, Part::Camp) => Broken::empty(),
                (Part::Camp, _) if !own => Broken::CAMP_SIDE,
                (Part::Camp, _) if !others => Broken::BASTION,
                (Part::Camp, _) => {
                    n_at_walls += 1;
                    Broken::empty()
                }
                // Seen from the camp.
                (_, Part::Camp) => Broken::empty(),
                (one, two) if one != two => {
                    n_contacts += 1;
                    if own && others { Broken::empty() } else { Broken::WALL_AND_MOAT }
                }
                _ if own != others => Broken::WALL_MISMATCH,
                _ => Broken::empty(),
            };
        }
        if placed.tile.part() == Part::Camp && n_at_walls == 0 {
            broken |= Broken::CAMP_WITHOUT_WALL;
        }
    }
    for (part, start) in [(tiles.get(&Cell::ORIGIN).map(|it| it.tile.part()), Some(Cell::ORIGIN))]
        .into_iter()
        .chain([(Some(Part::Granada), city.first_granada().and_then(|it| city.cell_of(it)))])
    {
        let (Some(part), Some(start)) = (part, start) else { continue };
        let of_part = |cell: &Cell| tiles.get(cell).is_some_and(|it| it.tile.part() == part);
        let on_foot = flood(start, |from, side| {
            let to = from.step(side);
            let open = of_part(&to) && !tiles[&from].edges.has(side) && !tiles[&to].edges.has(side.opposite());
            open.then_some(to)
        });
        broken.set(
            Broken::NOT_ON_FOOT,
            broken.contains(Broken::NOT_ON_FOOT) || on_foot.len() < tiles.keys().filter(|it| of_part(it)).count(),
        );
    }
    broken.set(Broken::APART, city.first_granada().is_some() && n_contacts == 0);
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

/// What a city keeps beside its tiles agrees with what lies there.
fn bookkeeping(city: &City) -> Result<(), Violation> {
    for placed in city.tiles() {
        let joined = Side::ALL.into_iter().filter(|&it| city.at(placed.cell.step(it)).is_some());
        let joined = joined.fold(Edges::empty(), |all, it| all | Edges::of(it));
        require!(placed.joined == joined, "{} has forgotten a neighbour", placed.tile);
    }
    require!(city.is_indexed_right(), "the index of the city is not the one of its tiles");
    Ok(())
}
