//! Positions: a whole game at one moment as text, nothing hidden.

use super::{ParseError, RecordError, Words, draw, listed, parse_city, record::header};
use crate::{
    dirk::Dirk,
    invariants,
    material::{Card, MoneyCard, Round, Tile},
    rng::{Rng, Seed},
    ruleset::{RULES_VERSION, Ruleset},
    state::{Layer, Player, Seat, State, Step},
};

/// Writes a whole game at one moment.
pub fn position(state: &State) -> String {
    let State { ruleset, table, players, dirk, agenda, rng } = state;
    let dash = |tile: Option<Tile>| tile.map_or("-".to_owned(), |it| it.to_string());
    let layers = table.pile.layers.iter().map(|Layer { n_cards, scoring }| match scoring {
        Some(round) => format!("{n_cards}:scoring{}", round.number()),
        None => n_cards.to_string(),
    });
    let mut lines = vec![
        "alhambra position".to_owned(),
        format!("rules {RULES_VERSION}"),
        format!("ruleset {ruleset}"),
        format!("seed {}", rng.seed),
        format!("drawn {}", rng.drawn),
        format!("pile {}", listed(table.pile.cards.iter().rev())),
        format!("layers {}", listed(layers)),
        format!("discard {}", listed(table.discard.cards())),
        format!("display {}", listed(&table.display)),
        format!("supply {}", listed(table.supply.iter().rev())),
        format!("market {}", listed(table.market.0.map(dash))),
        format!("left-out {}", listed(&table.left_out)),
        format!("agenda {}", listed(agenda.iter().map(|it| step_name(*it)))),
    ];
    if let Some(Dirk { score, tiles }) = dirk {
        lines.push(format!("dirk {score} {}", listed(tiles)));
    }
    for Player { score, money, city, reserve, bought } in players {
        lines.extend([
            format!("player {score}"),
            format!("money {}", listed(money.cards())),
            format!("reserve {}", listed(reserve)),
            format!("bought {}", listed(bought)),
            format!("city\n{}", draw(city)),
        ]);
    }
    lines.iter().map(|it| format!("{}\n", it.trim_end())).collect()
}

/// A step with its seat or round: `turn:0`.
fn step_name(step: Step) -> String {
    match step {
        Step::Turn { seat } => format!("turn:{seat}"),
        Step::Place { seat } => format!("place:{seat}"),
        Step::Refill { after } => format!("refill:{after}"),
        Step::Score { round } => format!("score:{}", round.number()),
        Step::DirkDraws { round } => format!("dirk-draws:{}", round.number()),
        Step::NextTurn { after } => format!("next-turn:{after}"),
        Step::Award => "award".to_owned(),
        Step::BuildWon { seat } => format!("build-won:{seat}"),
    }
}

fn parse_step(word: &str, n_players: u8) -> Result<Step, ParseError> {
    let wrong = || ParseError::expected("a step such as turn:0", word);
    let (name, number) = word.split_once(':').unwrap_or((word, "0"));
    let number: u8 = number.parse().map_err(|_| wrong())?;
    let seat = Seat(number);
    let round = Round::ALL.into_iter().find(|it| it.number() == number).ok_or_else(wrong);
    if round.is_err() && number >= n_players {
        return Err(wrong());
    }
    let step = match name {
        "turn" => Step::Turn { seat },
        "place" => Step::Place { seat },
        "refill" => Step::Refill { after: seat },
        "score" => Step::Score { round: round? },
        "dirk-draws" => Step::DirkDraws { round: round? },
        "next-turn" => Step::NextTurn { after: seat },
        "award" => Step::Award,
        "build-won" => Step::BuildWon { seat },
        _ => return Err(wrong()),
    };
    let seated = match step {
        Step::Turn { seat } | Step::Place { seat } | Step::BuildWon { seat } => seat.0 < n_players,
        Step::Refill { after } | Step::NextTurn { after } => after.0 < n_players,
        Step::Score { .. } | Step::DirkDraws { .. } | Step::Award => true,
    };
    if seated { Ok(step) } else { Err(wrong()) }
}

/// Reads a position and checks that it could lie on a table.
///
/// # Errors
/// Names the line and what is wrong with it.
pub fn parse_position(text: &str) -> Result<State, RecordError> {
    let mut reader = Reader { lines: text.lines().enumerate().collect(), next: 0 };
    reader.read("alhambra position", |_| Ok(()))?;
    let rules: u32 = reader.read("rules", |it| Words::new(it).parse("the version of the rules"))?;
    if rules != RULES_VERSION {
        return Err(RecordError::Rules(rules));
    }
    let ruleset: Ruleset = reader.read("ruleset", str::parse)?;
    ruleset.validate().map_err(RecordError::Ruleset)?;
    let seed: Seed = reader.read("seed", str::parse)?;
    let drawn = reader.read("drawn", |it| Words::new(it).parse("a number"))?;
    // Every new game has the right number of everything; then each thing is put where the text says.
    let mut state = State::new(ruleset, seed, &mut ()).map_err(RecordError::Ruleset)?;
    state.rng = Rng { seed, drawn };
    let table = &mut state.table;
    table.pile.cards = reader.read("pile", |it| collected(Words::new(it).rest::<Card>(110)?.into_iter().rev()))?;
    table.pile.layers = reader.read("layers", layers)?;
    table.discard = reader.read("discard", money)?;
    table.display = reader.read("display", |it| collected(Words::new(it).rest::<Card>(4)?))?;
    table.supply = reader.read("supply", |it| collected(Words::new(it).rest::<Tile>(54)?.into_iter().rev()))?;
    table.market.0 = reader.read("market", |it| {
        let mut words = Words::new(it);
        let mut market = [None; 4];
        for square in &mut market {
            let word = words.next("a tile or - for every square")?;
            *square = if word == "-" { None } else { Some(word.parse()?) };
        }
        words.end().map(|()| market)
    })?;
    table.left_out = reader.read("left-out", |it| collected(Words::new(it).rest::<Tile>(4)?))?;
    state.agenda = reader.read("agenda", |it| {
        let steps: Result<Vec<Step>, _> =
            it.split_ascii_whitespace().take(17).map(|word| parse_step(word, ruleset.players)).collect();
        collected(steps?)
    })?;
    if let Some(dirk) = &mut state.dirk {
        *dirk = reader.read("dirk", |it| {
            let mut words = Words::new(it);
            let score = words.parse("Dirk's score")?;
            Ok(Dirk { score, tiles: collected(words.rest::<Tile>(54)?)? })
        })?;
    }
    for player in &mut state.players {
        player.score = reader.read("player", |it| Words::new(it).parse("a score"))?;
        player.money = reader.read("money", money)?;
        player.reserve = reader.read("reserve", |it| collected(Words::new(it).rest::<Tile>(54)?))?;
        player.bought = reader.read("bought", |it| collected(Words::new(it).rest::<Tile>(4)?))?;
        reader.read("city", |it| Words::new(it).end())?;
        player.city = reader.drawing()?;
    }
    let line = reader.line();
    if let Some(text) = reader.peek() {
        return Err(RecordError::Line { line, reason: ParseError::expected("the end of the position", text) });
    }
    invariants::check(&state).map_err(|it| RecordError::Line { line, reason: ParseError::new(it.to_string()) })?;
    Ok(state)
}

/// The lines of a position, read one after the other.
struct Reader<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl Reader<'_> {
    fn line(&self) -> usize {
        self.next.min(self.lines.len().saturating_sub(1)) + 1
    }

    /// The next line that says something.
    fn peek(&mut self) -> Option<&str> {
        while self.lines.get(self.next).is_some_and(|(_, it)| it.trim().is_empty() || it.starts_with('#')) {
            self.next += 1;
        }
        self.lines.get(self.next).map(|it| it.1)
    }

    fn read<T>(
        &mut self,
        keyword: &'static str,
        parse: impl FnOnce(&str) -> Result<T, ParseError>,
    ) -> Result<T, RecordError> {
        let Some(text) = self.peek().map(str::to_owned) else { return Err(RecordError::Missing(keyword)) };
        let line = self.line();
        self.next += 1;
        header(&text, keyword).and_then(parse).map_err(|reason| RecordError::Line { line, reason })
    }

    /// A drawing, up to the next empty line.
    fn drawing(&mut self) -> Result<crate::city::City, RecordError> {
        let first = self.next;
        let lines: Vec<&str> = self.lines[first..].iter().map(|it| it.1).take_while(|it| !it.is_empty()).collect();
        self.next += lines.len();
        let city = parse_city(&lines.join("\n"));
        city.map_err(|reason| RecordError::Line { line: first + 1, reason })
    }
}

/// A list of limited length.
fn collected<T, const N: usize>(things: impl IntoIterator<Item = T>) -> Result<arrayvec::ArrayVec<T, N>, ParseError> {
    let mut list = arrayvec::ArrayVec::new();
    for thing in things {
        list.try_push(thing).map_err(|_| ParseError::new(format!("more than {N} entries")))?;
    }
    Ok(list)
}

fn money(text: &str) -> Result<crate::material::Money, ParseError> {
    let cards: Vec<MoneyCard> = Words::new(text).rest(108)?;
    let mut money = crate::material::Money::default();
    for card in cards {
        if money.count(card) == 3 {
            return Err(ParseError::new(format!("there are only three cards {card}")));
        }
        money.add(card);
    }
    Ok(money)
}

fn layers(text: &str) -> Result<[Layer; 5], ParseError> {
    let mut words = Words::new(text);
    let mut layers = [Layer::default(); 5];
    for layer in &mut layers {
        let word = words.next("five layers of the money pile")?;
        let (number, scoring) = word.split_once(':').map_or((word, None), |it| (it.0, Some(it.1)));
        let wrong = || ParseError::expected("a layer such as 19 or 19:scoring1", word);
        layer.n_cards = number.parse().map_err(|_| wrong())?;
        layer.scoring = match scoring.map(str::parse::<Card>) {
            None => None,
            Some(Ok(Card::Scoring(round))) => Some(round),
            Some(_) => return Err(wrong()),
        };
    }
    words.end().map(|()| layers)
}
