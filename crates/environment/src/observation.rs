//! Observations: everything that a seat knows, as bytes in fixed places.
//!
//! They are made from a [`View`] and from nothing else, so there is nothing in them that the seat may not know. Seats are
//! counted from the one that looks. `docs/python.md` describes every field; [`VERSION`] rises if one changes.

use alhambra_engine::{
    ActionKind, Decision, Game, Seat, View,
    material::{
        Building, Bureau, Card, Cards, Cell, CityKind, Currency, Face, Money, Parity, Part, Plumage, Round, Tile,
    },
    state::{Layer, Vizier},
    view::PublicPlayer,
};

use crate::id::{Id, Meaning, bureau_index, card_index, falcon_index, walls_index};

/// The version of the layout.
pub const VERSION: u32 = 1;

/// A stretch of an observation that belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// How many bytes it has.
    pub len: usize,
    /// The highest value that a byte of it can have.
    pub high: u8,
}

const fn field(name: &'static str, len: usize, high: u8) -> Field {
    Field { name, len, high }
}

/// How many bytes say what is printed on a tile.
const TILE: usize = 24;
/// The most seats that there can be.
const SEATS: usize = 6;

/// Every field, in order; those of `player` come six times.
pub const FIELDS: [Field; 47 + 24] = {
    let mut fields = [field("", 0, 0); 47 + 24];
    let head = [
        field("game", 3, 1),
        field("simplified", 1, 1),
        field("ending_either", 1, 1),
        field("players", 1, 6),
        field("modules", 11, 1),
        field("choice_kind", 21, 1),
        field("choice_tile", TILE, 13),
        field("choice_cards", 36, 3),
        field("choice_coins", 4, 6),
        field("choice_bureau", 6, 1),
        field("choice_colours", 6, 1),
        field("choice_walls", 8, 1),
        field("choice_falcon", 15, 1),
        field("choice_block", 2, 10),
        field("choice_cell", 3, 21),
        field("step", 9, 1),
        field("first", 1, 1),
        field("to_act", SEATS, 1),
        field("next", SEATS, 1),
        field("welcomed", TILE, 13),
        field("market", 4 * TILE, 13),
        field("granada_market", 4 * TILE, 13),
        field("display_money", 36, 3),
        field("display_bureaux", 6, 1),
        field("discard_money", 36, 3),
        field("discard_bureaux", 6, 1),
        field("pile", 5 * 4, 124),
        field("waiting_scoring", 1, 3),
        field("supply", 2, 70),
        field("marker", 2, 1),
        field("bazaars", 8, 1),
        field("huts", 6 * 5, 5),
        field("wall_cards", 8, 1),
        field("used_wall_cards", 8, 1),
        field("coin_bag", 4, 6),
        field("played_thieves", 4, 3),
        field("unused_thieves", 1, 12),
        field("unused_bonus", 1, 10),
        field("citizens", 6, 7),
        field("falcons", 15, 1),
        field("left_out", 1, 8),
        field("own_money", 36, 3),
        field("own_bureaux", 6, 1),
        field("own_thieves", 4, 3),
        field("own_bonus", 10, 1),
        field("own_choice", 6, 1),
        field("dirk", 1 + 2 + 6 + 2 * 9, 255),
    ];
    let player = [
        field("player.present", 1, 1),
        field("player.score", 2, 255),
        field("player.n_cards", 1, 108),
        field("player.coins", 4, 6),
        field("player.n_thieves", 1, 4),
        field("player.n_bonus", 1, 3),
        field("player.bonus_shown", 10, 1),
        field("player.vizier", 2, 1),
        field("player.trader", 5, 255),
        field("player.trader_citizens", 6, 7),
        field("player.residents", 6, 7),
        field("player.falcons", 3, 5),
        field("player.buildings", 6, 11),
        field("player.huts", 6, 5),
        field("player.granada", 2 * 9, 13),
        field("player.camps", 1, 8),
        field("player.bazaars", 1, 8),
        field("player.n_tiles", 1, 109),
        field("player.wall", 1, 255),
        field("player.moat", 1, 255),
        field("player.together", 1, 255),
        field("player.n_reserve", 1, 108),
        field("player.n_bought", 1, 16),
        field("places", Tile::N, PLACE_OF_SEAT + 3 * SEATS as u8 - 1),
    ];
    let mut n = 0;
    while n < head.len() {
        fields[n] = head[n];
        n += 1;
    }
    while n < fields.len() {
        fields[n] = player[n - head.len()];
        n += 1;
    }
    fields
};

/// Where the parts that are written apart begin.
const CHOICE_FROM: usize = offset("choice_kind");
const CHOICE_LEN: usize = offset("step") - CHOICE_FROM;
const PLAYERS_FROM: usize = offset("player.present");
const PLAYER_LEN: usize = offset("places") - PLAYERS_FROM;
/// The part of a player that follows from the palace alone.
const CITY_LEN: usize = 6 + 6 + 18 + 1 + 1 + 1 + 1 + 1 + 1;

/// How many bytes an observation has.
pub const LEN: usize = PLAYERS_FROM + SEATS * PLAYER_LEN + Tile::N;

/// Where a field begins, that of the first player for those that every player has.
const fn offset(name: &str) -> usize {
    let (name, mut at, mut n) = (name.as_bytes(), 0, 0);
    while n < FIELDS.len() {
        let other = FIELDS[n].name.as_bytes();
        let mut same = other.len() == name.len();
        let mut i = 0;
        while same && i < name.len() {
            same = other[i] == name[i];
            i += 1;
        }
        if same {
            return at;
        }
        at += FIELDS[n].len;
        n += 1;
    }
    panic!("there is no such field")
}

/// Every field with the place where it begins, those of players for each of the six.
pub fn layout() -> Vec<(String, usize, Field)> {
    let mut all = Vec::new();
    let mut at = 0;
    let mut put = |name: String, field: Field| {
        all.push((name, at, field));
        at += field.len;
    };
    let is_players = |it: &&Field| it.name.starts_with("player.");
    FIELDS.iter().filter(|it| !is_players(it) && it.name != "places").for_each(|it| put(it.name.to_owned(), *it));
    for seat in 0..SEATS {
        for field in FIELDS.iter().filter(is_players) {
            put(field.name.replacen("player", &format!("player{seat}"), 1), *field);
        }
    }
    FIELDS.iter().filter(|it| it.name == "places").for_each(|it| put(it.name.to_owned(), *it));
    all
}

/// Where a tile can be, as `places` tells it; nothing is told of tiles that are hidden or not in the box.
const PLACE_MARKET: u8 = 1;
const PLACE_OPEN: u8 = 2;
const PLACE_LEFT_OUT: u8 = 3;
const PLACE_DIRK: u8 = 4;
/// The palace of the seat that looks; then its reserve and what it has just bought, then the same of the next seats.
const PLACE_OF_SEAT: u8 = 5;

/// What is printed on a tile: that there is one, its kind of building, hut or bazaar, its kind of Granada, whether it is a hut, a
/// camp or a bazaar, its price, its walls.
fn tile(out: &mut [u8], tile: Tile) {
    static ROWS: std::sync::LazyLock<[[u8; TILE]; Tile::N]> = std::sync::LazyLock::new(|| {
        let mut rows = [[0; TILE]; Tile::N];
        for tile in Tile::all() {
            let row = &mut rows[tile.index()];
            row[0] = 1;
            match tile.face() {
                Face::Fountain | Face::GranadaStart => {}
                Face::Building { building, .. } => row[1 + building as usize] = 1,
                Face::Granada { kind, .. } => row[7 + kind as usize] = 1,
                Face::Hut { building } => {
                    row[1 + building as usize] = 1;
                    row[16] = 1;
                }
                Face::Camp { .. } => row[17] = 1,
                Face::Bazaar { colours, .. } => {
                    for it in colours {
                        row[1 + it as usize] = 1;
                    }
                    row[18] = 1;
                }
            }
            row[19] = tile.price().unwrap_or_default();
            for side in tile.edges().sides() {
                row[20 + side as usize] = 1;
            }
        }
        rows
    });
    out.copy_from_slice(&ROWS[tile.index()]);
}

/// Writes one stretch after the other.
struct Writer<'a>(&'a mut [u8]);

impl<'a> Writer<'a> {
    #[inline]
    fn take(&mut self, n: usize) -> &'a mut [u8] {
        let (taken, rest) = std::mem::take(&mut self.0).split_at_mut(n);
        self.0 = rest;
        taken
    }

    #[inline]
    fn byte(&mut self, value: u8) {
        self.take(1)[0] = value;
    }

    #[inline]
    fn bytes(&mut self, values: &[u8]) {
        self.take(values.len()).copy_from_slice(values);
    }

    #[inline]
    fn flag(&mut self, n: usize, set: Option<usize>) {
        let flags = self.take(n);
        if let Some(it) = set {
            flags[it] = 1;
        }
    }

    /// Points up to 255, then those beyond.
    #[inline]
    fn score(&mut self, score: u16) {
        self.bytes(&[score.min(255) as u8, score.saturating_sub(255).min(255) as u8]);
    }

    #[inline]
    fn money(&mut self, money: &Money) {
        let out = self.take(36);
        for (currency, out) in Currency::ALL.into_iter().zip(out.chunks_exact_mut(9)) {
            let cards = money.0[currency];
            if cards != Cards::NONE {
                (1..=9).zip(out).for_each(|(value, out)| *out = cards.count(value));
            }
        }
    }

    #[inline]
    fn bureaux(&mut self, bureaux: impl Iterator<Item = Bureau>) {
        let out = self.take(6);
        bureaux.for_each(|it| out[bureau_index(it)] = 1);
    }

    #[inline]
    fn tile(&mut self, shown: Option<Tile>) {
        let out = self.take(TILE);
        if let Some(it) = shown {
            tile(out, it);
        }
    }

    fn bonus(&mut self, cards: &[Tile]) {
        let out = self.take(10);
        for card in cards {
            if let Some(number) = Tile::on_bonus_cards().position(|it| it == *card) {
                out[number] = 1;
            }
        }
    }
}

/// Writes observations, and keeps what follows from a palace until its owner acts.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    cities: [Option<[u8; CITY_LEN]>; SEATS],
}

impl Observer {
    /// Has the palace of this seat looked at anew.
    pub fn forget(&mut self, seat: Seat) {
        self.cities[seat.index()] = None;
    }

    /// Writes what the view's seat, or a spectator, knows; of a choice on its way the ids so far.
    ///
    /// # Panics
    /// If `out` has another length than [`LEN`].
    pub fn write(&mut self, view: &View, said: &[Id], out: &mut [u8]) {
        assert_eq!(out.len(), LEN, "an observation has its length");
        out.fill(0);
        let first = view.viewer.map_or(0, Seat::index);
        let n_players = view.players.len();
        let relative = |seat: usize| (seat + n_players - first) % n_players;
        // What is not visited here is not observed: a new field of a view has to decide.
        let View { ruleset, viewer: _, own, table: _, players, dirk, agenda: _ } = view;

        let mut head = Writer(&mut out[..CHOICE_FROM]);
        head.flag(
            3,
            Some(match ruleset.game {
                Game::Alhambra => 0,
                Game::Granada => 1,
                Game::Both => 2,
            }),
        );
        head.byte(ruleset.scoring as u8);
        head.byte(ruleset.ending as u8);
        head.byte(ruleset.players);
        let modules = head.take(11);
        ruleset.modules.iter().for_each(|it| modules[it as usize] = 1);

        if !said.is_empty() {
            write_choice(said, &mut out[CHOICE_FROM..CHOICE_FROM + CHOICE_LEN]);
        }
        let mut rest = Writer(&mut out[CHOICE_FROM + CHOICE_LEN..PLAYERS_FROM]);
        write_step(&mut rest, view, relative);
        write_table(&mut rest, view);
        match own {
            Some(own) => {
                rest.money(&own.money);
                rest.bureaux(own.bureaux.iter());
                rest.bytes(&own.thieves.0);
                rest.bonus(&own.bonus_held);
                let choice = rest.take(6);
                own.choice.into_iter().flatten().for_each(|it| choice[it as usize] = 1);
            }
            None => drop(rest.take(36 + 6 + 4 + 10 + 6)),
        }
        rest.byte(dirk.is_some().into());
        rest.score(dirk.map_or(0, |it| it.score));
        let (buildings, granada) = (rest.take(6), rest.take(18));
        dirk.iter().flat_map(|it| &it.tiles).for_each(|it| count(*it, buildings, granada));

        for (seat, player) in players.iter().enumerate() {
            let at = PLAYERS_FROM + relative(seat) * PLAYER_LEN;
            let city = self.cities[seat].get_or_insert_with(|| city_row(player));
            write_player(&mut Writer(&mut out[at..at + PLAYER_LEN]), player, city);
        }
        write_places(&mut out[LEN - Tile::N..], view, relative);
    }

    /// Writes only what the ids so far change.
    pub fn write_choice(said: &[Id], out: &mut [u8]) {
        write_choice(said, &mut out[CHOICE_FROM..CHOICE_FROM + CHOICE_LEN]);
    }
}

fn write_choice(said: &[Id], out: &mut [u8]) {
    const fn at(name: &str) -> usize {
        offset(name) - CHOICE_FROM
    }
    out.fill(0);
    let mut has_tile = false;
    for meaning in said.iter().filter_map(|it| Meaning::of(*it)) {
        match meaning {
            Meaning::Kind(kind) => out[at("choice_kind") + kind as usize] = 1,
            Meaning::Card(card) => out[at("choice_cards") + card_index(card)] += 1,
            Meaning::Coin(currency) => out[at("choice_coins") + currency as usize] += 1,
            Meaning::Bureau(bureau) => out[at("choice_bureau") + bureau_index(bureau)] = 1,
            Meaning::Pair(one, two) => {
                if let Some(bureau) = Bureau::between(one, two) {
                    out[at("choice_bureau") + bureau_index(bureau)] = 1;
                }
            }
            Meaning::Colour(colour) => out[at("choice_colours") + colour as usize] = 1,
            Meaning::Walls(walls) => out[at("choice_walls") + walls_index(walls)] = 1,
            Meaning::Falcon(falcon) => out[at("choice_falcon") + falcon_index(falcon)] = 1,
            Meaning::Tile(it) if !has_tile => {
                has_tile = true;
                tile(&mut out[at("choice_tile")..at("choice_cards")], it);
            }
            // A second tile is the last id, and nothing comes after the others that would have to be told about them.
            Meaning::Tile(_) | Meaning::Done | Meaning::Nobody => {}
            Meaning::Block { x, y } => {
                out[at("choice_block")] = (x + 5) as u8;
                out[at("choice_block") + 1] = (y + 5) as u8;
            }
            Meaning::Cell(cell) => {
                out[at("choice_cell")..].copy_from_slice(&[1, (cell.x + 11) as u8, (cell.y + 11) as u8]);
            }
        }
    }
}

fn write_step(out: &mut Writer, view: &View, relative: impl Fn(usize) -> usize) {
    let (number, is_first, next, welcomed) = match view.decision() {
        Some(Decision::ChooseCitizens { .. }) => (Some(0), false, None, None),
        Some(Decision::LayTrader { .. }) => (Some(1), false, None, None),
        Some(Decision::Turn { first, .. }) => (Some(2), first, None, None),
        Some(Decision::MoreFalcons { .. }) => (Some(3), false, None, None),
        Some(Decision::Place { .. }) => (Some(4), false, None, None),
        Some(Decision::Welcome { tile, .. }) => (Some(5), false, None, Some(tile)),
        Some(Decision::AskBonus { next, .. }) => (Some(6), false, Some(next), None),
        Some(Decision::Interrupt { next, again, .. }) => (Some(7), !again, Some(next), None),
        Some(Decision::BuildWon { .. }) => (Some(8), false, None, None),
        // The game is over.
        None => (None, false, None, None),
    };
    out.flag(9, number);
    out.byte(is_first.into());
    out.flag(SEATS, view.to_act().map(|it| relative(it.index())));
    out.flag(SEATS, next.map(|it| relative(it.index())));
    out.tile(welcomed);
}

fn write_table(out: &mut Writer, view: &View) {
    let table = &view.table;
    table.market.0.iter().chain(&table.granada_market.0).for_each(|it| out.tile(*it));
    let (money, bureaux) = (out.take(36), out.take(6));
    for card in &table.display {
        match *card {
            Card::Money(card) => money[card_index(card)] += 1,
            Card::Bureau(bureau) => bureaux[bureau_index(bureau)] = 1,
            // Neither is ever displayed.
            Card::Scoring(_) | Card::Wall(_) => {}
        }
    }
    out.money(&table.discard);
    out.bureaux(table.discarded_bureaux.iter());
    for Layer { n_cards, n_bureaux, n_walls, scoring } in table.pile {
        out.bytes(&[n_cards, n_bureaux, n_walls, scoring.map_or(0, Round::number)]);
    }
    out.byte(table.waiting_scoring.map_or(0, Round::number));
    out.bytes(&[table.n_supply, table.n_granada_supply]);
    out.flag(2, table.marker.map(|it| usize::from(it == Parity::Odd)));
    let bazaars = out.take(8);
    for bazaar in &table.bazaars {
        if let Some(number) = Tile::bazaars().position(|it| it == *bazaar) {
            bazaars[number] = 1;
        }
    }
    for building in Building::ALL {
        let (n, sides) = (out.take(1), out.take(4));
        n[0] = table.n_huts[building];
        if let Some(hut) = table.huts[building] {
            hut.edges().sides().for_each(|it| sides[it as usize] = 1);
        }
    }
    for cards in [&table.wall_cards, &table.used_wall_cards] {
        let flags = out.take(8);
        cards.iter().for_each(|it| flags[walls_index(*it)] = 1);
    }
    out.bytes(&table.coin_bag.0);
    out.bytes(&table.played_thieves.0);
    out.bytes(&[table.n_unused_thieves, table.n_unused_bonus]);
    out.bytes(&table.citizens.0);
    let falcons = out.take(15);
    table.falcons.iter().for_each(|it| falcons[falcon_index(it)] = 1);
    out.byte(table.left_out.len() as u8);
}

/// Counts a tile among the kinds of building, and of Granada with the best price of each.
#[inline]
fn count(tile: Tile, buildings: &mut [u8], granada: &mut [u8]) {
    match tile.face() {
        Face::Building { building, .. } => buildings[building as usize] += 1,
        Face::Granada { kind, price } => {
            granada[kind as usize] += 1;
            let best = &mut granada[CityKind::ALL.len() + kind as usize];
            *best = price.max(*best);
        }
        Face::Fountain | Face::GranadaStart | Face::Hut { .. } | Face::Camp { .. } | Face::Bazaar { .. } => {}
    }
}

/// What follows from a palace alone.
fn city_row(player: &PublicPlayer) -> [u8; CITY_LEN] {
    let city = &player.city;
    let mut row = [0; CITY_LEN];
    let (buildings, rest) = row.split_at_mut(6);
    let (huts, rest) = rest.split_at_mut(6);
    let (granada, rest) = rest.split_at_mut(18);
    for placed in city.tiles() {
        count(placed.tile, buildings, granada);
        match placed.tile.face() {
            Face::Hut { building } => huts[building as usize] += 1,
            Face::Camp { .. } => rest[0] += 1,
            Face::Bazaar { .. } => rest[1] += 1,
            Face::Fountain | Face::GranadaStart | Face::Building { .. } | Face::Granada { .. } => {}
        }
    }
    rest[2] = city.tiles().len() as u8;
    rest[3] = city.longest_wall(Part::Alhambra);
    // Only a city with a moat has one, and only one with both has something to join.
    if granada.iter().any(|it| *it > 0) {
        rest[4] = city.longest_wall(Part::Granada);
        rest[5] = city.longest_together();
    }
    row
}

fn write_player(out: &mut Writer, player: &PublicPlayer, city_row: &[u8; CITY_LEN]) {
    let PublicPlayer {
        score,
        n_cards,
        coins,
        n_thieves,
        n_bonus_held,
        bonus_shown,
        vizier,
        trader,
        residents,
        falcons,
        // Added walls are part of the edges of tiles, which the planes show.
        sticks: _,
        city: _,
        reserve,
        bought,
    } = player;
    out.byte(1);
    out.score(*score);
    out.byte(*n_cards);
    out.bytes(&coins.0);
    out.bytes(&[*n_thieves, *n_bonus_held]);
    out.bonus(bonus_shown);
    out.flag(2, vizier.map(|it| usize::from(it == Vizier::Asleep)));
    match trader {
        Some(trader) => {
            let at = |it: i8| (i16::from(it) + 128) as u8;
            let Cell { x, y } = trader.cell.unwrap_or_default();
            let laid = trader.cell.is_some();
            out.bytes(&[1, laid.into(), if laid { at(x) } else { 0 }, if laid { at(y) } else { 0 }]);
            out.byte(trader.has_chosen.into());
            out.bytes(&trader.citizens.0);
        }
        None => drop(out.take(5 + 6)),
    }
    let colours = out.take(6);
    residents.iter().filter_map(|it| it.building()).for_each(|it| colours[it as usize] += 1);
    let plumages = out.take(Plumage::ALL.len());
    falcons.iter().for_each(|it| plumages[it.falcon.plumage() as usize] += 1);
    out.bytes(city_row);
    out.bytes(&[reserve.len() as u8, bought.len() as u8]);
}

fn write_places(places: &mut [u8], view: &View, relative: impl Fn(usize) -> usize) {
    let table = &view.table;
    let mut put = |tile: &Tile, place: u8| places[tile.index()] = place;
    table.market.0.iter().chain(&table.granada_market.0).flatten().for_each(|it| put(it, PLACE_MARKET));
    table.bazaars.iter().chain(table.huts.0.iter().flatten()).for_each(|it| put(it, PLACE_OPEN));
    table.left_out.iter().for_each(|it| put(it, PLACE_LEFT_OUT));
    view.dirk.iter().flat_map(|it| &it.tiles).for_each(|it| put(it, PLACE_DIRK));
    for (seat, player) in view.players.iter().enumerate() {
        let first = PLACE_OF_SEAT + 3 * relative(seat) as u8;
        player.city.tiles().iter().for_each(|it| put(&it.tile, first));
        player.reserve.iter().for_each(|it| put(it, first + 1));
        player.bought.iter().for_each(|it| put(it, first + 2));
    }
}

const _: () = assert!(ActionKind::ALL.len() == 21, "`choice_kind` has a byte for every kind");
