//! What JavaScript calls: everything goes in and comes out as JSON, times as milliseconds, and what is thrown is a problem as the
//! protocol writes it.

use alhambra_protocol::{Code, NewTable, Problem};
use alhambra_table::{House, Moment, Person, TableMeta, info, opening, person};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Driver, Happening, Line, past};

/// What the codes of tables in a browser begin with; no code of a server has a hyphen.
const PREFIX: &str = "here-";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill(bytes: &mut [u8]);
}

fn house() -> House {
    House { random: fill, prefix: PREFIX, ..House::default() }
}

/// A table in a browser.
#[wasm_bindgen]
pub struct Local(Driver);

#[wasm_bindgen]
impl Local {
    /// Opens a table as it is stored: what is kept of it, and the lines of its log.
    ///
    /// # Errors
    /// If its game can't be played on.
    #[wasm_bindgen(constructor)]
    pub fn new(table: &str, lines: &str, now: f64, time_of_day: f64) -> Result<Local, String> {
        let (meta, lines): (TableMeta, Vec<Line>) = (read(table)?, read(lines)?);
        Driver::new(house(), meta, &lines, moment_of(now, time_of_day)).map(Local).map_err(thrown)
    }

    /// The table as a person may know it.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn info(&self, person: &str) -> Result<String, String> {
        written(&self.0.info(person))
    }

    /// The table in the list of a person.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn line(&self, person: &str, time_of_day: f64) -> Result<String, String> {
        written(&self.0.line(person, time_of_day as u64))
    }

    /// Something happens.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn take(&mut self, happening: &str, now: f64, time_of_day: f64) -> Result<String, String> {
        let happening: Happening = read(happening)?;
        written(&self.0.take(happening, moment_of(now, time_of_day)))
    }

    /// What was to be stored is stored.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn stored(&mut self) -> Result<String, String> {
        written(&self.0.stored())
    }

    /// What was to be stored can't be.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn not_stored(&mut self) -> Result<String, String> {
        written(&self.0.not_stored())
    }
}

/// What is to be stored of a new table.
///
/// # Errors
/// If the wish can't be fulfilled.
#[wasm_bindgen]
pub fn open(wish: &str, person: &str, name: &str, time_of_day: f64) -> Result<String, String> {
    let wish: NewTable = read(wish)?;
    let host = Person { id: person.to_owned(), name: name.to_owned() };
    let meta = opening::open(wish, house().code(), &host, time_of_day as u64, None, usize::MAX);
    written(&meta.map_err(thrown)?)
}

/// What can be played.
///
/// # Errors
/// Never, but for memory.
#[wasm_bindgen]
pub fn playable() -> Result<String, String> {
    written(&info())
}

/// A friendly name for somebody new.
#[wasm_bindgen]
pub fn guest(languages: &str) -> String {
    let mut bytes = [0; 2];
    fill(&mut bytes);
    Person::guest(String::new(), bytes, person::Language::preferred(languages)).name
}

/// A name as it may be shown.
///
/// # Errors
/// If it may not.
#[wasm_bindgen]
pub fn name(text: &str) -> Result<String, String> {
    person::name(text).map_err(thrown)
}

/// What a bot does in a game as it is stored.
///
/// # Errors
/// If there is nothing to decide, or no such bot.
#[wasm_bindgen]
pub fn think(table: &str, lines: &str, kind: &str, iterations: Option<u32>) -> Result<String, String> {
    let (meta, lines): (TableMeta, Vec<Line>) = (read(table)?, read(lines)?);
    let kind = kind.parse().map_err(failed)?;
    crate::think(meta, &lines, kind, iterations).map_err(failed)
}

/// What whoever has to decide in a game as it is stored could do.
///
/// # Errors
/// If there is nothing to decide.
#[wasm_bindgen]
pub fn advise(table: &str, lines: &str, iterations: Option<u32>) -> Result<String, String> {
    let (meta, lines): (TableMeta, Vec<Line>) = (read(table)?, read(lines)?);
    written(&crate::advise(meta, &lines, iterations).map_err(failed)?)
}

/// How many iterations the adviser uses.
#[wasm_bindgen]
pub fn advice_takes() -> u32 {
    crate::iterations(crate::ADVISER).unwrap_or(1)
}

/// What came of a game, with the seats of the reader.
///
/// # Errors
/// If it can't be read.
#[wasm_bindgen]
pub fn finished(table: &str, result: &str, person: &str) -> Result<String, String> {
    past::finished(&read(table)?, result, person).map_err(thrown)
}

/// The record of a game so far.
///
/// # Errors
/// If it can't be replayed.
#[wasm_bindgen]
pub fn record(table: &str, lines: &str) -> Result<String, String> {
    let (meta, lines): (TableMeta, Vec<Line>) = (read(table)?, read(lines)?);
    past::record(&meta, &lines).map_err(thrown)
}

/// Everything that was done in a game.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
#[wasm_bindgen]
pub fn entries(table: &str, lines: &str, eyes: &str) -> Result<String, String> {
    let (meta, lines): (TableMeta, Vec<Line>) = (read(table)?, read(lines)?);
    written(&past::entries(&meta, &lines, eyes).map_err(thrown)?)
}

/// Everything that was done in a record.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
#[wasm_bindgen]
pub fn record_entries(record: &str, eyes: &str) -> Result<String, String> {
    written(&past::record_entries(record, eyes).map_err(thrown)?)
}

/// A record after so many actions.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
#[wasm_bindgen]
pub fn moment(record: &str, n: u32, eyes: &str) -> Result<String, String> {
    written(&past::moment(record, n, eyes).map_err(thrown)?)
}

/// What could have been done after so many actions of a record.
///
/// # Errors
/// If it can't be replayed so far.
#[wasm_bindgen]
pub fn advice(record: &str, n: u32, n_ideas: u32) -> Result<String, String> {
    written(&past::advice(record, n, n_ideas).map_err(thrown)?)
}

/// A review that is worked on turn by turn.
#[wasm_bindgen]
pub struct Reviewing(past::Reviewing);

#[wasm_bindgen]
impl Reviewing {
    /// Begins to review a record.
    ///
    /// # Errors
    /// If it can't be replayed.
    #[wasm_bindgen(constructor)]
    pub fn new(record: &str) -> Result<Reviewing, String> {
        past::Reviewing::of(record).map(Reviewing).map_err(thrown)
    }

    /// Judges the next turn; the review as far as it is.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn step(&mut self) -> Result<String, String> {
        written(self.0.step())
    }
}

fn moment_of(now: f64, time_of_day: f64) -> Moment {
    Moment { now: now as u64, time_of_day: time_of_day as u64 }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let unreadable = |it| thrown(Problem::new(Code::Malformed, format!("the message can't be read: {it}")));
    serde_json::from_str(text).map_err(unreadable)
}

fn written<T: Serialize>(it: &T) -> Result<String, String> {
    serde_json::to_string(it).map_err(failed)
}

fn failed(reason: impl std::fmt::Display) -> String {
    thrown(Problem::new(Code::Unavailable, reason.to_string()))
}

fn thrown(problem: impl Into<Problem>) -> String {
    serde_json::to_string(&problem.into()).unwrap_or_default()
}
