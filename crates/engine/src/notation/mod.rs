//! Everything as text: tiles, cells, cards, actions and rulesets that print and parse.
//!
//! `docs/notation.md` describes the text; the printing half of the small things stands with their types.

mod drawing;
mod position;
mod record;
#[cfg(feature = "serde")]
mod serial;
mod step;

pub use drawing::{draw, parse_city};
pub use position::{parse_position, position};
pub use record::{Record, RecordError};

use std::str::FromStr;

use crate::{
    action::Action,
    material::{
        Building, Bureau, Card, Cards, Cell, Currency, Edges, Falcon, Handful, MoneyCard, Payment, Purse, Round, Tile,
    },
    modules::Module,
    rng::Seed,
    ruleset::{Ending, Game, Ruleset, Scoring},
};

/// Why a text can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

impl ParseError {
    fn new(reason: impl Into<String>) -> ParseError {
        ParseError(reason.into())
    }

    /// A piece of text where something else was expected.
    pub(crate) fn expected(what: &str, found: &str) -> ParseError {
        // Quoting escapes control characters; a long text is cut.
        let found: String = found.chars().take(40).collect();
        ParseError(format!("expected {what}, found {found:?}"))
    }
}

impl FromStr for Currency {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Currency, ParseError> {
        let found = Currency::ALL.into_iter().find(|it| it.code() == text);
        found.ok_or_else(|| ParseError::expected("a currency (fl, di, de or du)", text))
    }
}

impl FromStr for MoneyCard {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<MoneyCard, ParseError> {
        let wrong = || ParseError::expected("a money card such as fl9", text);
        let (code, value) = text.split_at_checked(2).ok_or_else(wrong)?;
        let currency = code.parse().map_err(|_| wrong())?;
        match value.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(MoneyCard::new(currency, digit - b'0')),
            _ => Err(wrong()),
        }
    }
}

impl FromStr for Card {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Card, ParseError> {
        match text {
            "scoring1" => Ok(Card::Scoring(Round::First)),
            "scoring2" => Ok(Card::Scoring(Round::Second)),
            _ if text.starts_with("wall-") => text["wall-".len()..].parse().map(Card::Wall),
            _ if text.contains('/') => text.parse().map(Card::Bureau),
            _ => text.parse().map(Card::Money),
        }
    }
}

impl FromStr for Bureau {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Bureau, ParseError> {
        let found = Bureau::all().find(|it| it.to_string() == text);
        found.ok_or_else(|| ParseError::expected("a bureau de change such as fl/de", text))
    }
}

impl FromStr for Falcon {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Falcon, ParseError> {
        let found = Falcon::all().find(|it| it.to_string() == text);
        found.ok_or_else(|| ParseError::expected("a falcon such as black-PS", text))
    }
}

impl FromStr for Building {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Building, ParseError> {
        let found = Building::ALL.into_iter().find(|it| text.chars().eq([it.letter()]));
        found.ok_or_else(|| ParseError::expected("a kind of building (P, S, A, C, G or T)", text))
    }
}

impl FromStr for Edges {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Edges, ParseError> {
        let edges = Edges::of_letters(text);
        let written = edges.to_string() == text && !text.is_empty();
        if written { Ok(edges) } else { Err(ParseError::expected("sides such as ne", text)) }
    }
}

impl FromStr for Tile {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Tile, ParseError> {
        let found = Tile::all().find(|it| it.to_string() == text);
        found.ok_or_else(|| ParseError::expected("a tile such as T9ne", text))
    }
}

impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let wrong = || ParseError::expected("a cell such as n1e2", text);
        let mut cell = Cell::ORIGIN;
        let mut rest = text;
        if rest == "o" {
            return Ok(cell);
        }
        for (axis, [plus, minus]) in [['s', 'n'], ['e', 'w']].into_iter().enumerate() {
            let Some(tail) = rest.strip_prefix([plus, minus]) else { continue };
            let n_digits = tail.bytes().take_while(u8::is_ascii_digit).count();
            let distance: i8 = tail[..n_digits].parse().map_err(|_| wrong())?;
            let distance = if rest.starts_with(minus) { -distance } else { distance };
            *if axis == 0 { &mut cell.y } else { &mut cell.x } = distance;
            rest = &tail[n_digits..];
        }
        // Only what is printed is read: no zero distances, no leading zeros.
        if rest.is_empty() && cell.to_string() == text { Ok(cell) } else { Err(wrong()) }
    }
}

impl FromStr for Seed {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Seed, ParseError> {
        let wrong = || ParseError::expected("a seed of 64 hexadecimal digits", text);
        if text.len() != 64 || !text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Seed(bytes))
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Action::Take { cards } => write!(f, "take {cards}"),
            Action::Buy { tile, payment } => write!(f, "buy {tile} {payment}"),
            Action::Build { tile, cell } => write!(f, "build {tile} {cell}"),
            Action::TakeDown { tile } => write!(f, "down {tile}"),
            Action::Swap { tile, old } => write!(f, "swap {tile} {old}"),
            Action::Keep { tile } => write!(f, "keep {tile}"),
            Action::Give { tile } => write!(f, "give {tile}"),
            Action::LeaveOut { tile } => write!(f, "leave {tile}"),
            Action::TakeBureau { bureau } => write!(f, "bureau {bureau}"),
            Action::BuildFlipped { tile, cell, payment } => write!(f, "flip {tile} {cell} {payment}"),
            Action::Wake => f.write_str("wake"),
            Action::TakeHut { tile } => write!(f, "hut {tile}"),
            Action::AddWalls { walls, tile } => write!(f, "walls {walls} {tile}"),
            Action::BuyFalcon { falcon, corner, card } => write!(f, "falcon {falcon} {corner} {card}"),
            Action::Reveal { tile } => write!(f, "reveal {tile}"),
            Action::Steal { card } => write!(f, "steal {card}"),
            Action::ChooseCitizens { citizens: [a, b, c] } => {
                write!(f, "citizens {} {} {}", a.letter(), b.letter(), c.letter())
            }
            Action::LayTrader { cell } => write!(f, "trader {cell}"),
            Action::MoveIn { take } => write!(f, "move-in {}", take.map_or('-', Building::letter)),
            Action::Exchange { give, take } => write!(f, "exchange {} {}", give.letter(), take.letter()),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let mut words = Words::new(text);
        let action = match words.next("an action")? {
            "take" => Action::Take { cards: handful(&mut words)? },
            "buy" => Action::Buy { tile: words.parse("a tile")?, payment: payment(&mut words)? },
            "build" => Action::Build { tile: words.parse("a tile")?, cell: words.parse("a cell")? },
            "down" => Action::TakeDown { tile: words.parse("a tile")? },
            "swap" => Action::Swap { tile: words.parse("a tile")?, old: words.parse("a tile")? },
            "keep" => Action::Keep { tile: words.parse("a tile")? },
            "give" => Action::Give { tile: words.parse("a tile")? },
            "leave" => Action::LeaveOut { tile: words.parse("a tile")? },
            "bureau" => Action::TakeBureau { bureau: words.parse("a bureau de change")? },
            "flip" => Action::BuildFlipped {
                tile: words.parse("a tile")?,
                cell: words.parse("a cell")?,
                payment: payment(&mut words)?,
            },
            "wake" => Action::Wake,
            "hut" => Action::TakeHut { tile: words.parse("a hut")? },
            "walls" => {
                Action::AddWalls { walls: words.parse("the sides of a wall card")?, tile: words.parse("a tile")? }
            }
            "falcon" => Action::BuyFalcon {
                falcon: words.parse("a falcon")?,
                corner: words.parse("a corner")?,
                card: words.parse("a money card")?,
            },
            "reveal" => Action::Reveal { tile: words.parse("a tile")? },
            "steal" => Action::Steal { card: words.parse("a money card")? },
            "citizens" => {
                let mut citizen = || words.parse("a citizen");
                Action::ChooseCitizens { citizens: [citizen()?, citizen()?, citizen()?] }
            }
            "trader" => Action::LayTrader { cell: words.parse("a cell")? },
            "move-in" => match words.next("a citizen or -")? {
                "-" => Action::MoveIn { take: None },
                word => Action::MoveIn { take: Some(word.parse()?) },
            },
            "exchange" => Action::Exchange { give: words.parse("a citizen")?, take: words.parse("a citizen")? },
            "pass" => Action::Pass,
            other => return Err(ParseError::expected("an action such as take, buy or build", other)),
        };
        words.end()?;
        Ok(action)
    }
}

fn handful(words: &mut Words) -> Result<Handful, ParseError> {
    let cards = words.rest(10)?;
    if cards.is_empty() {
        return Err(ParseError::new("name at least one money card"));
    }
    Handful::new(cards).ok_or_else(|| ParseError::new("at most four cards can be taken"))
}

/// A bureau if one is played, the currency of the square first, then cards and coins.
fn payment(words: &mut Words) -> Result<Payment, ParseError> {
    let mut bureau: Option<[Currency; 2]> = None;
    let mut purses: Vec<(Currency, Purse)> = Vec::new();
    for word in words.0.by_ref() {
        if let Some((first, second)) = word.split_once('/') {
            let pair = [first.parse()?, second.parse()?];
            if bureau.replace(pair).is_some() || pair[0] == pair[1] || !purses.is_empty() {
                return Err(ParseError::expected("one bureau de change before the money", word));
            }
            continue;
        }
        let (currency, purse) = money(word)?;
        if let Some((_, all)) = purses.iter_mut().find(|it| it.0 == currency) {
            let sum = added(*all, purse);
            *all = sum.ok_or_else(|| ParseError::expected("no more money than there is", word))?;
        } else {
            purses.push((currency, purse));
        }
    }
    let named = purses.first().ok_or_else(|| ParseError::new("name what is paid"))?.0;
    let (currency, second) = bureau.map_or((named, None), |[first, second]| (first, Some(second)));
    if let Some((other, _)) = purses.iter().find(|it| it.0 != currency && Some(it.0) != second) {
        let reason = format!("{} needs a bureau de change beside {}", other.code(), currency.code());
        return Err(ParseError::new(reason));
    }
    let paid = |in_it: Currency| purses.iter().find(|it| it.0 == in_it).map_or(Purse::EMPTY, |it| it.1);
    Ok(Payment { currency, second, purse: paid(currency), second_purse: second.map_or(Purse::EMPTY, paid) })
}

/// One money card, or coins of a currency.
fn money(word: &str) -> Result<(Currency, Purse), ParseError> {
    let Some((code, n)) = word.split_once('*') else {
        let card: MoneyCard = word.parse()?;
        return Ok((card.currency(), Purse::EMPTY.with_card(card.value())));
    };
    let n = n.parse().ok().filter(|n| (1..=6).contains(n));
    let n = n.ok_or_else(|| ParseError::expected("coins such as fl*2", word))?;
    Ok((code.parse()?, Purse::new(Cards::NONE, n)))
}

/// Two purses together, if there is so much money of each card.
fn added(one: Purse, two: Purse) -> Option<Purse> {
    let cards_fit = (1..=9).all(|value| one.cards().count(value) + two.cards().count(value) <= 3);
    let coins = one.coins() + two.coins();
    (cards_fit && coins <= 6).then(|| Purse::new(one.cards().plus(two.cards()), coins))
}

impl std::fmt::Display for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ruleset { game, scoring, ending, players, modules } = self;
        write!(f, "{} {players}", game.name())?;
        if *scoring != Scoring::Regular {
            write!(f, " {}", scoring.name())?;
        }
        if *ending != Ending::Both {
            write!(f, " ending-{}", ending.name())?;
        }
        modules.iter().try_for_each(|module| write!(f, " {}", module.name()))
    }
}

impl FromStr for Ruleset {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Ruleset, ParseError> {
        let mut words = Words::new(text);
        let game = words.next("a game")?;
        let game = Game::ALL.into_iter().find(|it| it.name() == game);
        let game = game.ok_or_else(|| ParseError::expected("a game (alhambra, granada or both)", text))?;
        let players = words.parse("the number of players")?;
        let mut ruleset = Ruleset { game, ..Ruleset::alhambra(players) };
        for word in words.0.by_ref() {
            if word == Scoring::Simplified.name() {
                ruleset.scoring = Scoring::Simplified;
            } else if word.strip_prefix("ending-") == Some(Ending::Either.name()) {
                ruleset.ending = Ending::Either;
            } else if let Some(module) = Module::ALL.into_iter().find(|it| it.name() == word) {
                ruleset.modules = ruleset.modules.with(module);
            } else {
                return Err(ParseError::expected("a module such as vizier or street-trader", word));
            }
        }
        Ok(ruleset)
    }
}

/// The words of one line.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words(text.split_ascii_whitespace())
    }

    fn next(&mut self, what: &str) -> Result<&'a str, ParseError> {
        self.0.next().ok_or_else(|| ParseError::new(format!("{what} is missing")))
    }

    fn parse<T: FromStr>(&mut self, what: &str) -> Result<T, ParseError> {
        let word = self.next(what)?;
        word.parse().map_err(|_| ParseError::expected(what, word))
    }

    /// All further words, but no more than `at_most`.
    fn rest<T: FromStr<Err = ParseError>>(&mut self, at_most: usize) -> Result<Vec<T>, ParseError> {
        let mut found = Vec::new();
        for word in self.0.by_ref() {
            if found.len() == at_most {
                return Err(ParseError::new(format!("more than {at_most} entries on one line")));
            }
            found.push(word.parse()?);
        }
        Ok(found)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.0.next().map_or(Ok(()), |word| Err(ParseError::expected("the end of the line", word)))
    }
}

/// Things with a space between them.
fn listed<T: std::fmt::Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}
