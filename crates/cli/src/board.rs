//! The table as one player sees it: whatever of market, display, players and own things there is.

use alhambra_bots::arena::Table;
use alhambra_engine::{
    Game, Seat, View,
    granada::{self, Standing},
    material::{Building, ByBuilding, ByCurrency, CityKind, Currency, Face, Part, Tile},
    modules::huts,
    state::Vizier,
    view::{Own, PublicPlayer, PublicTable},
};

use crate::{
    lines,
    words::{both_faces, coins, faces, letters},
};

/// Everything but the cities.
pub(crate) fn board(view: &View, names: &[String]) -> String {
    let mut text = players(view, names);
    for (name, player) in names.iter().zip(&view.players) {
        let things = things(player);
        if !things.is_empty() {
            lines::list(&mut text, &format!("{name}: "), 0, "; ", &things);
        }
    }
    text.push('\n');
    let mut lines = Vec::new();
    middle(&mut lines, view);
    if let (Some(own), Some(seat)) = (&view.own, view.viewer) {
        hand(&mut lines, own, &view.players[seat.index()]);
    }
    for (heading, things) in lines {
        lines::list(&mut text, heading, 10, "  ", &things);
    }
    text
}

/// A line of the board: what it is about, and what there is of it.
type Line = (&'static str, Vec<String>);

/// What lies in the middle; what isn't there has no line.
fn middle(lines: &mut Vec<Line>, view: &View) {
    let PublicTable {
        pile,
        discard: _,
        discarded_bureaux: _,
        display,
        waiting_scoring: _,
        n_supply,
        market,
        n_granada_supply,
        granada_market,
        marker,
        left_out,
        bazaars,
        huts,
        n_huts,
        wall_cards,
        used_wall_cards: _,
        coin_bag,
        played_thieves: _,
        n_unused_thieves: _,
        n_unused_bonus: _,
        citizens,
        falcons,
    } = &view.table;
    if view.ruleset.game != Game::Granada {
        lines.push(("Market", with(squares(market), format!("({n_supply} tiles to come)"))));
    }
    if let Some(marker) = marker {
        let to_come = format!("({n_granada_supply} tiles to come, {} faces next)", faces(*marker));
        lines.push(("Granada", with(squares(granada_market), to_come)));
    }
    if !bazaars.is_empty() {
        lines.push(("Bazaars", bazaars.iter().map(|&it| offer(market, it)).collect()));
    }
    let n_pile: u16 = pile.iter().map(|it| u16::from(it.n_cards)).sum();
    lines.push(("Display", with(all(display), format!("({n_pile} cards to come)"))));
    if !wall_cards.is_empty() {
        lines.push(("Walls", all(wall_cards)));
    }
    let piles = huts.0.iter().zip(n_huts.0).filter_map(|(hut, n)| hut.map(|hut| format!("{hut} (of {n})")));
    let piles: Vec<_> = piles.collect();
    if !piles.is_empty() {
        lines.push(("Huts", piles));
    }
    if !falcons.is_empty() {
        lines.push(("Falcons", all(falcons.iter())));
    }
    if citizens.0 != [0; 6] {
        lines.push(("Citizens", vec![counted(citizens)]));
    }
    if coin_bag.0 != [0; 4] {
        lines.push(("Coin bag", vec![coins(coin_bag)]));
    }
    if !left_out.is_empty() {
        lines.push(("Left out", all(left_out)));
    }
}

/// The squares of a market.
fn squares(market: &ByCurrency<Option<Tile>>) -> Vec<String> {
    let square = |it: Currency| format!("{} {}", it.code(), market[it].map_or("—".to_owned(), both_faces));
    Currency::ALL.map(square).to_vec()
}

/// A bazaar with its colours and what it costs now: the price of the tile on its square (M-BAZ-2).
fn offer(market: &ByCurrency<Option<Tile>>, tile: Tile) -> String {
    let Face::Bazaar { currency, colours } = tile.face() else { return tile.to_string() };
    let price = match market[currency].and_then(Tile::price) {
        Some(price) => format!("{} {price}", currency.code()),
        None => "not for sale".to_owned(),
    };
    format!("{tile} ({}) {price}", letters(&colours))
}

/// What the viewer holds.
fn hand(lines: &mut Vec<Line>, own: &Own, player: &PublicPlayer) {
    let Own { money, bureaux, thieves, bonus_held, choice } = own;
    let cards: Vec<_> = Currency::ALL
        .into_iter()
        .map(|it| (it, money.0[it]))
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(it, cards)| format!("{} {}", it.code(), spaced(cards.values())))
        .collect();
    lines.push(("Hand", if cards.is_empty() { vec!["—".to_owned()] } else { cards }));
    if !bureaux.is_empty() {
        lines.push(("Bureaux", all(bureaux.iter())));
    }
    if thieves.0 != [0; 4] {
        let thieves = Currency::ALL.into_iter().flat_map(|it| std::iter::repeat_n(it.code(), thieves[it].into()));
        lines.push(("Thieves", all(thieves)));
    }
    if !bonus_held.is_empty() {
        lines.push(("Bonus", all(bonus_held)));
    }
    if let Some(choice) = choice {
        lines.push(("Chosen", vec![letters(choice)]));
    }
    if !player.reserve.is_empty() {
        lines.push(("Reserve", all(player.reserve.iter())));
    }
    if !player.bought.is_empty() {
        lines.push(("To place", player.bought.iter().map(|&it| both_faces(it)).collect()));
    }
}

/// What a player has that not everybody has.
fn things(player: &PublicPlayer) -> Vec<String> {
    let mut things = Vec::new();
    if player.coins.0 != [0; 4] {
        things.push(format!("coins {}", coins(&player.coins)));
    }
    if !player.bonus_shown.is_empty() {
        things.push(format!("bonus cards {}", spaced(player.bonus_shown.iter())));
    }
    if let Some(trader) = player.trader.filter(|it| it.citizens.0 != [0; 6]) {
        let place = trader.cell.map_or("set aside".to_owned(), |cell| format!("on {cell}"));
        things.push(format!("trader {place} with {}", counted(&trader.citizens)));
    }
    if !player.residents.is_empty() {
        things.push(format!("citizens in {}", spaced(player.residents.iter())));
    }
    if !player.falcons.is_empty() {
        let falcons = player.falcons.iter().map(|it| format!("{} {}", it.falcon, it.corner));
        things.push(format!("falcons {}", falcons.collect::<Vec<_>>().join(", ")));
    }
    if !player.sticks.is_empty() {
        let sticks = player.sticks.iter().map(|it| format!("{} on {}", it.walls, it.tile));
        things.push(format!("walls {}", sticks.collect::<Vec<_>>().join(", ")));
    }
    things
}

/// How many there are of each kind: `P2 T1`.
fn counted(counts: &ByBuilding<u8>) -> String {
    let some = Building::ALL.into_iter().filter(|&it| counts[it] > 0);
    let counts: Vec<_> = some.map(|it| format!("{}{}", it.letter(), counts[it])).collect();
    if counts.is_empty() { "nobody".to_owned() } else { counts.join(" ") }
}

/// What everybody knows of the players; Granada's part of a combined game has a table of its own.
fn players(view: &View, names: &[String]) -> String {
    let any = |has: fn(&PublicPlayer) -> bool| view.players.iter().any(has);
    let there = |it: &Column| match it {
        Column::Score | Column::Cards | Column::Reserve => true,
        Column::Thieves => any(|it| it.n_thieves > 0),
        Column::Bonus => any(|it| it.n_bonus_held > 0),
        Column::Vizier => any(|it| it.vizier.is_some()),
        Column::Wall | Column::Buildings => view.ruleset.game != Game::Granada,
        Column::Moat | Column::Granada => view.ruleset.game != Game::Alhambra,
        Column::Together => view.ruleset.game == Game::Both,
    };
    let columns: Vec<Column> = Column::ALL.into_iter().filter(there).collect();
    let n_first = match view.ruleset.game {
        Game::Both => columns.iter().take_while(|it| !matches!(it, Column::Moat)).count(),
        Game::Alhambra | Game::Granada => columns.len(),
    };
    let (first, second) = columns.split_at(n_first);
    let tables = [first, second].into_iter().filter(|it| !it.is_empty());
    tables.map(|it| table(view, names, it).to_string()).collect::<Vec<_>>().join("\n")
}

/// A table with these columns and a row for each player.
fn table(view: &View, names: &[String], columns: &[Column]) -> Table {
    let mut table = Table::new([String::new()].into_iter().chain(columns.iter().flat_map(|it| it.headings())));
    for (seat, player) in (0..).map(Seat).zip(&view.players) {
        let cells = columns.iter().flat_map(|it| it.cells(player));
        table.row([names[seat.index()].clone()].into_iter().chain(cells));
    }
    if let Some(dirk) = &view.dirk {
        let tiles = || dirk.tiles.iter().copied();
        let cells = columns.iter().flat_map(|column| match column {
            Column::Score => vec![dirk.score.to_string()],
            Column::Buildings => numbers(&count(tiles()).0),
            Column::Granada => standings(&granada::standings(tiles()).0),
            Column::Cards
            | Column::Thieves
            | Column::Bonus
            | Column::Vizier
            | Column::Reserve
            | Column::Wall
            | Column::Moat
            | Column::Together => vec![String::new()],
        });
        table.row(["Dirk".to_owned()].into_iter().chain(cells));
    }
    table
}

/// One or more columns of the table of players.
#[derive(Clone, Copy)]
enum Column {
    Score,
    Cards,
    Thieves,
    Bonus,
    Vizier,
    Reserve,
    Wall,
    Buildings,
    Moat,
    Granada,
    Together,
}

impl Column {
    const ALL: [Column; 11] = [
        Column::Score,
        Column::Cards,
        Column::Thieves,
        Column::Bonus,
        Column::Vizier,
        Column::Reserve,
        Column::Wall,
        Column::Buildings,
        Column::Moat,
        Column::Granada,
        Column::Together,
    ];

    fn headings(self) -> Vec<String> {
        let one = |heading: &str| vec![heading.to_owned()];
        match self {
            Column::Score => one("score"),
            Column::Cards => one("cards"),
            Column::Thieves => one("thieves"),
            Column::Bonus => one("bonus"),
            Column::Vizier => one("vizier"),
            Column::Reserve => one("reserve"),
            Column::Wall => one("wall"),
            Column::Buildings => Building::ALL.map(|it| it.letter().to_string()).to_vec(),
            Column::Moat => one("moat"),
            Column::Granada => CityKind::ALL.map(|it| it.code().to_owned()).to_vec(),
            Column::Together => one("together"),
        }
    }

    fn cells(self, player: &PublicPlayer) -> Vec<String> {
        let city = &player.city;
        match self {
            Column::Score => numbers(&[player.score]),
            Column::Cards => numbers(&[player.n_cards]),
            Column::Thieves => numbers(&[player.n_thieves]),
            Column::Bonus => numbers(&[player.n_bonus_held]),
            Column::Vizier => vec![vizier(player.vizier).to_owned()],
            Column::Reserve => numbers(&[player.reserve.len()]),
            Column::Wall => numbers(&[city.longest_wall(Part::Alhambra)]),
            Column::Buildings => numbers(&buildings(player).0),
            Column::Moat => numbers(&[city.longest_wall(Part::Granada)]),
            Column::Granada => standings(&granada::in_city(city).0),
            Column::Together => numbers(&[city.longest_together()]),
        }
    }
}

const fn vizier(vizier: Option<Vizier>) -> &'static str {
    match vizier {
        Some(Vizier::Awake) => "awake",
        Some(Vizier::Asleep) => "asleep",
        None => "",
    }
}

fn numbers<T: ToString>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

/// How many tiles of a kind, and the highest price, which breaks ties (G-SCORE-2): `3:12`.
fn standings(standings: &[Standing]) -> Vec<String> {
    standings.iter().map(|it| if it.n == 0 { "0".to_owned() } else { format!("{}:{}", it.n, it.best) }).collect()
}

/// The buildings that count for a player: built ones, and what huts and open bonus cards stand for.
fn buildings(player: &PublicPlayer) -> ByBuilding<u8> {
    let built = player.city.tiles().iter().map(|it| it.tile);
    let mut counts = count(built.chain(player.bonus_shown.iter().copied()));
    counts.0.iter_mut().zip(huts::count(&player.city).0).for_each(|(count, more)| *count += more);
    counts
}

fn count(tiles: impl Iterator<Item = Tile>) -> ByBuilding<u8> {
    let mut counts = ByBuilding::default();
    tiles.filter_map(Tile::building).for_each(|it| counts[it] += 1);
    counts
}

/// The things one by one.
fn all<T: ToString>(things: impl IntoIterator<Item = T>) -> Vec<String> {
    things.into_iter().map(|it| it.to_string()).collect()
}

/// The things and a note behind them.
fn with(mut things: Vec<String>, note: String) -> Vec<String> {
    things.push(note);
    things
}

fn spaced<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    all(things).join(" ")
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Ruleset, Seed, State, modules::ModuleSet, scoring};

    use super::*;

    /// The boards of seat 0 over a few dozen actions, one below the other.
    fn shown(ruleset: Ruleset) -> String {
        let mut state = State::new(ruleset, Seed::from_number(1)).unwrap();
        let names: Vec<String> = state.seats().map(|it| format!("seat {it}")).collect();
        let mut boards = String::new();
        let mut legal = Vec::new();
        for i in 0..80 {
            state.legal_actions_into(&mut legal);
            state.apply_unchecked(legal[i * 7 % legal.len()]);
            boards += &board(&View::of(&state, Some(Seat(0))), &names);
        }
        boards
    }

    #[track_caller]
    fn check(ruleset: Ruleset, there: &[&str], not_there: &[&str]) {
        let board = shown(ruleset);
        for words in there {
            assert!(board.contains(words), "{words:?} is missing in\n{board}");
        }
        for words in not_there {
            assert!(!board.contains(words), "{words:?} is not in the box:\n{board}");
        }
    }

    #[test]
    fn nothing_is_shown_that_isnt_in_the_box() {
        let modules = ["Bazaars", "Huts", "Falcons", "Citizens", "Coin bag", "Thieves", "Bonus", "vizier", "trader"];
        let base = Ruleset::alhambra(3);
        check(base, &["Market", "Display", "Hand", "wall"], &[&modules[..], &["Granada", "moat"]].concat());
        check(Ruleset { modules: ModuleSet::ALL, ..base }, &modules, &["Granada", "moat"]);
        let granada = Ruleset { game: Game::Granada, ..base };
        check(granada, &["Granada", "back", "faces next", "moat"], &[&modules[..], &["Market", "wall"]].concat());
        check(Ruleset { game: Game::Both, ..base }, &["Market", "Granada", "wall", "moat", "together"], &modules);
        check(Ruleset::alhambra(2), &["Dirk"], &[]);
    }

    #[test]
    fn the_buildings_are_those_that_score() {
        let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(4) };
        let mut state = State::new(ruleset, Seed::from_number(2)).unwrap();
        let mut legal = Vec::new();
        for i in 0.. {
            state.legal_actions_into(&mut legal);
            let Some(&action) = legal.get(i * 31 % legal.len().max(1)) else { break };
            state.apply_unchecked(action);
            if i == 5000 {
                break;
            }
        }
        for (player, seen) in state.players.iter().zip(&View::of(&state, None).players) {
            assert_eq!(scoring::buildings(player), buildings(seen));
        }
    }
}
