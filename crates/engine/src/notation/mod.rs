//! Everything as text: tiles, cells, cards, actions and rulesets that print and parse.
//!
//! `docs/notation.md` describes the text; the printing half of the small things stands with their types.

mod drawing;
mod position;
mod record;

pub use drawing::{draw, parse_city};
pub use position::{parse_position, position};
pub use record::{Record, RecordError};

use std::str::FromStr;

use crate::{
    action::Action,
    material::{Building, Card, Cards, Cell, Currency, Edges, Handful, MoneyCard, Payment, Round, Tile},
    modules::{Module, ModuleSet},
    rng::Seed,
    ruleset::{Game, Ruleset, Scoring},
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
    fn expected(what: &str, found: &str) -> ParseError {
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
            _ => text.parse().map(Card::Money),
        }
    }
}

impl FromStr for Tile {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Tile, ParseError> {
        let wrong = || ParseError::expected("a tile such as T9ne", text);
        if text == "@" {
            return Ok(Tile::FOUNTAIN);
        }
        let letters_from =
            text.char_indices().skip(1).find(|(_, it)| !it.is_ascii_digit()).map_or(text.len(), |it| it.0);
        let (label, letters) = text.split_at(letters_from);
        let walls = Edges::of_letters(letters);
        if walls.to_string() != letters {
            return Err(wrong());
        }
        labelled(label, walls).ok_or_else(wrong)
    }
}

/// The tile with this kind and price, written `T9`, and these walls.
fn labelled(label: &str, walls: Edges) -> Option<Tile> {
    let (kind, price) = label.split_at_checked(1)?;
    let building = Building::ALL.into_iter().find(|it| kind.chars().eq([it.letter()]))?;
    let price: u8 = price.parse().ok()?;
    Tile::buildings().find(|it| it.building() == Some(building) && it.price() == Some(price) && it.walls() == walls)
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

fn payment(words: &mut Words) -> Result<Payment, ParseError> {
    let cards: Vec<MoneyCard> = words.rest(40)?;
    let first = cards.first().ok_or_else(|| ParseError::new("name the cards that are paid"))?;
    let currency = first.currency();
    let mut paid = Cards::NONE;
    for card in &cards {
        if card.currency() != currency {
            return Err(ParseError::new(format!("{first} and {card} are of two currencies")));
        }
        if paid.count(card.value()) == 3 {
            return Err(ParseError::new(format!("there are only three cards {card}")));
        }
        paid = paid.with(card.value());
    }
    Ok(Payment { currency, cards: paid })
}

impl std::fmt::Display for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ruleset { game, scoring, players, modules } = self;
        write!(f, "{} {players}", game.name())?;
        if *scoring != Scoring::Regular {
            write!(f, " {}", scoring.name())?;
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
        let mut ruleset = Ruleset { game, scoring: Scoring::Regular, players, modules: ModuleSet::NONE };
        for word in words.0.by_ref() {
            if word == Scoring::Simplified.name() {
                ruleset.scoring = Scoring::Simplified;
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
