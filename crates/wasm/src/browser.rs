//! What JavaScript calls: everything goes in and comes out as JSON, times as milliseconds.

use alhambra_protocol::NewTable;
use alhambra_table::{House, Moment, Person, TableMeta, opening};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{Driver, Happening, Line, Outcome};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill(bytes: &mut [u8]);
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
    pub fn new(table: &str, lines: &str, now: f64, time_of_day: f64) -> Result<Local, JsError> {
        let (meta, lines): (TableMeta, Vec<Line>) = (serde_json::from_str(table)?, serde_json::from_str(lines)?);
        let house = House { random: fill, ..House::default() };
        Ok(Local(Driver::new(house, meta, &lines, moment(now, time_of_day))?))
    }

    /// Something happens.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn take(&mut self, happening: &str, now: f64, time_of_day: f64) -> Result<String, JsError> {
        let happening: Happening = serde_json::from_str(happening)?;
        told(&self.0.take(happening, moment(now, time_of_day)))
    }

    /// What was to be stored is stored.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn stored(&mut self) -> Result<String, JsError> {
        told(&self.0.stored())
    }

    /// What was to be stored can't be.
    ///
    /// # Errors
    /// Never, but for memory.
    pub fn not_stored(&mut self) -> Result<String, JsError> {
        told(&self.0.not_stored())
    }
}

/// What is to be stored of a new table.
///
/// # Errors
/// If the wish can't be fulfilled.
#[wasm_bindgen]
pub fn open(wish: &str, id: &str, person: &str, name: &str, time_of_day: f64) -> Result<String, JsError> {
    let wish: NewTable = serde_json::from_str(wish)?;
    let host = Person { id: person.to_owned(), name: name.to_owned() };
    let meta = opening::open(wish, id.to_owned(), &host, time_of_day as u64, None, usize::MAX);
    Ok(serde_json::to_string(&meta.map_err(|it| JsError::new(&it.message))?)?)
}

/// What a bot does in a game as it is stored.
///
/// # Errors
/// If there is nothing to decide, or no such bot.
#[wasm_bindgen]
pub fn think(table: &str, lines: &str, kind: &str, iterations: Option<u32>) -> Result<String, JsError> {
    let (meta, lines): (TableMeta, Vec<Line>) = (serde_json::from_str(table)?, serde_json::from_str(lines)?);
    Ok(crate::think(meta, &lines, kind.parse()?, iterations)?)
}

fn moment(now: f64, time_of_day: f64) -> Moment {
    Moment { now: now as u64, time_of_day: time_of_day as u64 }
}

fn told(outcome: &Outcome) -> Result<String, JsError> {
    Ok(serde_json::to_string(outcome)?)
}
