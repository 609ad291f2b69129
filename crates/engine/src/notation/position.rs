//! Positions: a whole game at one moment as text, nothing hidden.

use std::str::FromStr;

use super::{
    ParseError, RecordError, Words, draw,
    drawing::parse_city_with,
    listed,
    record::header,
    step::{parse_step, step_text},
};
use crate::{
    agenda::Step,
    city::City,
    dirk::Dirk,
    invariants,
    list::List,
    material::{Building, ByBuilding, ByCurrency, Card, Currency, Money, MoneyCard, Parity, Tile},
    rng::{Rng, Seed},
    ruleset::{RULES_VERSION, Ruleset},
    state::{Layer, Perch, Player, State, Sticks, Table, Trader, Vizier},
};

/// The longest agenda that a game can have, with room for what an action adds.
const MAX_STEPS: usize = 16;

/// No game comes near so many points, which leaves room for more.
const MAX_SCORE: u16 = 9_999;

/// Writes a whole game at one moment.
pub fn position(state: &State) -> String {
    let State { ruleset, table, players, dirk, agenda, rng } = state;
    let mut lines = vec![
        "alhambra position".to_owned(),
        format!("rules {RULES_VERSION}"),
        format!("ruleset {ruleset}"),
        format!("seed {}", rng.seed),
        format!("drawn {}", rng.drawn),
    ];
    lines.extend(table_lines(table));
    lines.push(format!("agenda {}", listed(agenda.iter().map(|it| step_text(*it)))));
    if let Some(Dirk { score, tiles }) = dirk {
        lines.push(format!("dirk {score} {}", listed(tiles)));
    }
    for player in players {
        lines.extend(player_lines(player));
    }
    // An empty line ends a drawing.
    lines.iter().map(|it| format!("{}\n", it.trim_end_matches(' '))).collect()
}

fn table_lines(table: &Table) -> Vec<String> {
    let Table {
        pile,
        discard,
        discarded_bureaux,
        display,
        waiting_scoring,
        supply,
        market,
        granada_supply,
        granada_market,
        marker,
        left_out,
        bazaars,
        huts,
        wall_cards,
        used_wall_cards,
        coin_bag,
        played_thieves,
        unused_thieves,
        unused_bonus,
        citizens,
        falcons,
    } = table;
    let squares = |market: &ByCurrency<Option<Tile>>| listed(market.0.map(|it| dash(it.map(|it| it.to_string()))));
    let marker = marker.map(|it| match it {
        Parity::Even => "even".to_owned(),
        Parity::Odd => "odd".to_owned(),
    });
    let walls = |cards: &[crate::material::Edges]| listed(cards.iter().map(|&it| Card::Wall(it)));
    vec![
        format!("pile {}", listed(pile.cards.iter().rev())),
        format!("layers {}", listed(pile.layers.iter().map(|it| it.n_cards))),
        format!("discard {}", listed(discard.cards())),
        format!("played-bureaux {}", listed(discarded_bureaux.iter())),
        format!("display {}", listed(display)),
        format!("waiting {}", dash(waiting_scoring.map(|it| Card::Scoring(it).to_string()))),
        format!("supply {}", listed(supply.iter().rev())),
        format!("market {}", squares(market)),
        format!("granada-supply {}", listed(granada_supply.iter().rev())),
        format!("granada-market {}", squares(granada_market)),
        format!("marker {}", dash(marker)),
        format!("left-out {}", listed(left_out)),
        format!("bazaars {}", listed(bazaars)),
        format!("huts {}", listed(huts.0.iter().flat_map(|it| it.iter().rev()))),
        format!("wall-cards {}", walls(wall_cards)),
        format!("used-wall-cards {}", walls(used_wall_cards)),
        format!("coin-bag {}", listed(coin_bag.0)),
        format!("played-thieves {}", listed(played_thieves.0)),
        format!("unused-thieves {}", listed(unused_thieves.0)),
        format!("unused-bonus {}", listed(unused_bonus)),
        format!("citizens {}", listed(citizens.0)),
        format!("falcons {}", listed(falcons.iter())),
    ]
}

fn player_lines(player: &Player) -> Vec<String> {
    let Player {
        score,
        money,
        bureaux,
        coins,
        thieves,
        bonus_held,
        bonus_shown,
        vizier,
        trader,
        residents,
        falcons,
        sticks,
        city,
        reserve,
        bought,
    } = player;
    let vizier = vizier.map(|it| match it {
        Vizier::Awake => "awake".to_owned(),
        Vizier::Asleep => "asleep".to_owned(),
    });
    let trader = trader.map(|Trader { cell, choice, citizens }| {
        let choice = choice.map(|it| it.map(Building::letter).iter().collect::<String>());
        format!("{} {} {}", dash(cell.map(|it| it.to_string())), dash(choice), listed(citizens.0))
    });
    vec![
        format!("player {score}"),
        format!("money {}", listed(money.cards())),
        format!("bureaux {}", listed(bureaux.iter())),
        format!("coins {}", listed(coins.0)),
        format!("thieves {}", listed(thieves.0)),
        format!("bonus {}", listed(bonus_held)),
        format!("open-bonus {}", listed(bonus_shown)),
        format!("vizier {}", dash(vizier)),
        format!("trader {}", dash(trader)),
        format!("residents {}", listed(residents)),
        format!("perched {}", listed(falcons.iter().map(|it| format!("{}:{}", it.falcon, it.corner)))),
        format!("sticks {}", listed(sticks.iter().map(|it| format!("{}:{}", it.tile, it.walls)))),
        format!("reserve {}", listed(reserve)),
        format!("bought {}", listed(bought)),
        format!("first-granada {}", dash(city.first_granada().map(|it| it.to_string()))),
        format!("city\n{}", draw(city)),
    ]
}

/// A dash for what is not there.
fn dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// Reads a position and checks that it could lie on a table.
///
/// # Errors
/// Names the line and what is wrong with it.
pub fn parse_position(text: &str) -> Result<State, RecordError> {
    let mut reader = Reader { lines: text.lines().collect(), next: 0 };
    reader.read("alhambra position", |_| Ok(()))?;
    let rules: u32 = reader.read("rules", |it| Words::new(it).parse("the version of the rules"))?;
    if rules != RULES_VERSION {
        return Err(RecordError::Rules(rules));
    }
    let ruleset: Ruleset = reader.read("ruleset", str::parse)?;
    ruleset.validate().map_err(RecordError::Ruleset)?;
    let seed: Seed = reader.read("seed", str::parse)?;
    let drawn: u32 = reader.read("drawn", |it| Words::new(it).parse("a number"))?;
    let drawn = drawn.into();
    // A new game has the right number of players and Dirk; then each thing is put where the text says.
    let mut state = State::new(ruleset, seed).map_err(RecordError::Ruleset)?;
    state.rng = Rng { seed, drawn };
    state.table = table(&mut reader)?;
    state.agenda = reader.read("agenda", |it| {
        let steps: Result<Vec<Step>, _> =
            it.split_ascii_whitespace().take(MAX_STEPS + 1).map(|word| parse_step(word, ruleset.players)).collect();
        let steps: List<Step, MAX_STEPS> = collected(steps?)?;
        Ok(steps.into_iter().collect())
    })?;
    if let Some(dirk) = &mut state.dirk {
        *dirk = reader.read("dirk", |it| {
            let mut words = Words::new(it);
            let score = score(words.next("Dirk's score")?)?;
            Ok(Dirk { score, tiles: collected(words.rest::<Tile>(108)?)? })
        })?;
    }
    for player in &mut state.players {
        *player = self::player(&mut reader)?;
    }
    let line = reader.line();
    if let Some(text) = reader.peek() {
        return Err(RecordError::Line { line, reason: ParseError::expected("the end of the position", text) });
    }
    invariants::check(&state).map_err(|it| RecordError::Line { line, reason: ParseError::new(it.to_string()) })?;
    Ok(state)
}

fn table(reader: &mut Reader) -> Result<Table, RecordError> {
    let mut table = Table::default();
    table.pile.cards = reader.list_upwards("pile")?;
    let heights: [u8; 5] = reader.read("layers", numbers)?;
    let mut from = table.pile.cards.len();
    for (layer, height) in table.pile.layers.iter_mut().zip(heights) {
        let first = from.saturating_sub(height.into());
        *layer = Layer::of(&table.pile.cards[first..from]);
        from = first;
    }
    table.discard = reader.read("discard", money)?;
    table.discarded_bureaux = reader.list::<_, 6>("played-bureaux")?.into_iter().collect();
    table.display = reader.list("display")?;
    table.waiting_scoring = reader.optional("waiting", |it| match it.parse()? {
        Card::Scoring(round) => Ok(round),
        _ => Err(ParseError::expected("a scoring card", it)),
    })?;
    table.supply = reader.list_upwards("supply")?;
    table.market = reader.read("market", squares)?;
    table.granada_supply = reader.list_upwards("granada-supply")?;
    table.granada_market = reader.read("granada-market", squares)?;
    table.marker = reader.optional("marker", |it| match it {
        "even" => Ok(Parity::Even),
        "odd" => Ok(Parity::Odd),
        _ => Err(ParseError::expected("even or odd", it)),
    })?;
    table.left_out = reader.list("left-out")?;
    table.bazaars = reader.list("bazaars")?;
    let huts: List<Tile, 24> = reader.list("huts")?;
    for building in Building::ALL {
        let of_colour = huts.iter().rev().filter(|it| Tile::huts(building).any(|hut| hut == **it));
        table.huts[building] = reader.on_last_line(collected(of_colour.copied()))?;
    }
    table.wall_cards = reader.read("wall-cards", walls)?;
    table.used_wall_cards = reader.read("used-wall-cards", walls)?;
    table.coin_bag = ByCurrency(reader.read("coin-bag", numbers)?);
    table.played_thieves = ByCurrency(reader.read("played-thieves", numbers)?);
    table.unused_thieves = ByCurrency(reader.read("unused-thieves", numbers)?);
    table.unused_bonus = reader.list("unused-bonus")?;
    table.citizens = ByBuilding(reader.read("citizens", numbers)?);
    table.falcons = reader.list::<_, 15>("falcons")?.into_iter().collect();
    Ok(table)
}

fn player(reader: &mut Reader) -> Result<Player, RecordError> {
    let score = reader.read("player", score)?;
    let money = reader.read("money", money)?;
    let bureaux = reader.list::<_, 6>("bureaux")?.into_iter().collect();
    let coins = ByCurrency(reader.read("coins", numbers)?);
    let thieves = ByCurrency(reader.read("thieves", numbers)?);
    let bonus_held = reader.list("bonus")?;
    let bonus_shown = reader.list("open-bonus")?;
    let vizier = reader.optional("vizier", |it| match it {
        "awake" => Ok(Vizier::Awake),
        "asleep" => Ok(Vizier::Asleep),
        _ => Err(ParseError::expected("awake or asleep", it)),
    })?;
    let trader = reader.optional("trader", |it| {
        let mut words = Words::new(it);
        let cell = words.next("a cell or -")?;
        let cell = if cell == "-" { None } else { Some(cell.parse()?) };
        let choice = words.next("a choice or -")?;
        let choice = if choice == "-" { None } else { Some(citizens(choice)?) };
        let rest: Vec<&str> = words.0.collect();
        Ok(Trader { cell, choice, citizens: ByBuilding(numbers(&rest.join(" "))?) })
    })?;
    let residents = reader.list("residents")?;
    let falcons = reader.read("perched", |it| {
        let pairs = it.split_ascii_whitespace().map(|word| {
            let (falcon, corner) = pair(word)?;
            Ok(Perch { falcon, corner })
        });
        collected(pairs.collect::<Result<Vec<_>, ParseError>>()?)
    })?;
    let sticks: List<Sticks, 8> = reader.read("sticks", |it| {
        let pairs = it.split_ascii_whitespace().map(|word| {
            let (tile, walls) = pair(word)?;
            Ok(Sticks { tile, walls })
        });
        collected(pairs.collect::<Result<Vec<_>, ParseError>>()?)
    })?;
    let reserve = reader.list("reserve")?;
    let bought = reader.list("bought")?;
    let first_granada = reader.optional("first-granada", str::parse)?;
    reader.read("city", |it| Words::new(it).end())?;
    let mut city = reader.drawing(&sticks)?;
    city.set_first_granada(first_granada);
    Ok(Player {
        score,
        money,
        bureaux,
        coins,
        thieves,
        bonus_held,
        bonus_shown,
        vizier,
        trader,
        residents,
        falcons,
        sticks,
        city,
        reserve,
        bought,
    })
}

/// The lines of a position, read one after the other.
struct Reader<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn line(&self) -> usize {
        self.next.min(self.lines.len().saturating_sub(1)) + 1
    }

    /// The next line that says something.
    fn peek(&mut self) -> Option<&'a str> {
        while self.lines.get(self.next).is_some_and(|it| it.trim().is_empty() || it.starts_with('#')) {
            self.next += 1;
        }
        self.lines.get(self.next).copied()
    }

    fn read<T>(
        &mut self,
        keyword: &'static str,
        parse: impl FnOnce(&'a str) -> Result<T, ParseError>,
    ) -> Result<T, RecordError> {
        let text = self.peek().ok_or(RecordError::Missing(keyword))?;
        let line = self.line();
        self.next += 1;
        header(text, keyword).and_then(parse).map_err(|reason| RecordError::Line { line, reason })
    }

    /// A list of at most `N` things.
    fn list<T: Default + FromStr<Err = ParseError>, const N: usize>(
        &mut self,
        keyword: &'static str,
    ) -> Result<List<T, N>, RecordError> {
        self.read(keyword, |it| collected(Words::new(it).rest::<T>(N)?))
    }

    /// A list that is written with the next thing first and kept with the next thing last.
    fn list_upwards<T: Default + FromStr<Err = ParseError>, const N: usize>(
        &mut self,
        keyword: &'static str,
    ) -> Result<List<T, N>, RecordError> {
        self.read(keyword, |it| collected(Words::new(it).rest::<T>(N)?.into_iter().rev()))
    }

    /// Something, or a dash for nothing.
    fn optional<T>(
        &mut self,
        keyword: &'static str,
        parse: impl FnOnce(&'a str) -> Result<T, ParseError>,
    ) -> Result<Option<T>, RecordError> {
        self.read(keyword, |it| if it == "-" { Ok(None) } else { parse(it).map(Some) })
    }

    /// Says that what is wrong is wrong on the line read last.
    fn on_last_line<T>(&self, result: Result<T, ParseError>) -> Result<T, RecordError> {
        result.map_err(|reason| RecordError::Line { line: self.next, reason })
    }

    /// A drawing, up to the next empty line.
    fn drawing(&mut self, sticks: &[Sticks]) -> Result<City, RecordError> {
        let first = self.next;
        let lines: Vec<&str> = self.lines[first..].iter().copied().take_while(|it| !it.is_empty()).collect();
        self.next += lines.len();
        let city = parse_city_with(&lines.join("\n"), sticks);
        city.map_err(|reason| RecordError::Line { line: first + 1, reason })
    }
}

/// A list of limited length.
fn collected<T: Default, const N: usize>(things: impl IntoIterator<Item = T>) -> Result<List<T, N>, ParseError> {
    let mut list = List::new();
    for thing in things {
        if list.try_push(thing).is_some() {
            return Err(ParseError::new(format!("more than {N} entries")));
        }
    }
    Ok(list)
}

/// Two things with a colon between them.
fn pair<A: FromStr<Err = ParseError>, B: FromStr<Err = ParseError>>(word: &str) -> Result<(A, B), ParseError> {
    let (one, two) = word.split_once(':').ok_or_else(|| ParseError::expected("two things with a colon", word))?;
    Ok((one.parse()?, two.parse()?))
}

fn score(text: &str) -> Result<u16, ParseError> {
    let score = text.parse().ok().filter(|it| *it <= MAX_SCORE);
    score.ok_or_else(|| ParseError::expected("a score", text))
}

fn money(text: &str) -> Result<Money, ParseError> {
    let cards: Vec<MoneyCard> = Words::new(text).rest(108)?;
    let mut money = Money::default();
    for card in cards {
        if money.count(card) == 3 {
            return Err(ParseError::new(format!("there are only three cards {card}")));
        }
        money.add(card);
    }
    Ok(money)
}

fn squares(text: &str) -> Result<ByCurrency<Option<Tile>>, ParseError> {
    let mut words = Words::new(text);
    let mut market = ByCurrency::default();
    for currency in Currency::ALL {
        let word = words.next("a tile or - for every square")?;
        market[currency] = if word == "-" { None } else { Some(word.parse()?) };
    }
    words.end().map(|()| market)
}

/// Small numbers, as many as there are places for.
fn numbers<const N: usize>(text: &str) -> Result<[u8; N], ParseError> {
    let mut words = Words::new(text);
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = words.parse("a number")?;
        if *number > 108 {
            return Err(ParseError::expected("a number of things that are in the box", text));
        }
    }
    words.end().map(|()| numbers)
}

fn walls(text: &str) -> Result<List<crate::material::Edges, 8>, ParseError> {
    let cards = Words::new(text).rest::<Card>(8)?.into_iter().map(|card| match card {
        Card::Wall(walls) => Ok(walls),
        other => Err(ParseError::expected("a wall card", &other.to_string())),
    });
    collected(cards.collect::<Result<Vec<_>, _>>()?)
}

/// Three citizens by their letters.
fn citizens(word: &str) -> Result<[Building; 3], ParseError> {
    let letters: Result<Vec<Building>, _> = word.chars().map(|it| it.to_string().parse()).collect();
    letters?.try_into().map_err(|_| ParseError::expected("three citizens", word))
}
