//! Decisions as a Parquet file: one row for each, with the position before it and what came of the game.
//!
//! `docs/python.md` describes the columns.

use std::{fs::File, io, path::Path, sync::Arc};

use alhambra_bots::{
    arena::statistics::share_of_victory,
    sources::{self, N_SOURCES},
};
use alhambra_engine::{
    Action, Seat, State,
    material::{Building, Face, Part},
    notation::position,
};
use parquet::{
    basic::Compression,
    data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};

use crate::{error::Error, tally::Scorings};

/// How many rows are kept until they are written: enough to compress well, and some hundred megabytes at most.
const GROUP: usize = 40_000;

/// The position before a decision as the table tells it.
#[derive(Clone)]
struct Before {
    text: String,
    numbers: Numbers,
}

/// What a row says of the player who decides, in the order of the columns.
type Numbers = [u16; 8];

const NUMBERS: [&str; 8] = ["score", "best_other", "wall", "tiles", "reserve", "cards", "supply", "pile"];

/// One decision.
struct Row {
    seat: Seat,
    before: Before,
    action: Action,
}

/// The decisions of one game.
pub(crate) struct Decisions {
    game: u64,
    bots: Vec<String>,
    before: Option<Before>,
    rows: Vec<Row>,
}

impl Decisions {
    /// Those of the game with this number, with these bots by seat.
    pub(crate) fn new(game: u64, bots: impl Iterator<Item = String>) -> Decisions {
        Decisions { game, bots: bots.collect(), before: None, rows: Vec::new() }
    }

    /// Takes note of a position in which somebody decides.
    pub(crate) fn see(&mut self, state: &State) {
        self.before = state.to_act().map(|seat| Before::of(state, seat));
    }

    /// Takes note of a decision, before [`Decisions::see`] is shown what came of it.
    pub(crate) fn note(&mut self, seat: Seat, action: Action) {
        if let Some(before) = self.before.take() {
            self.rows.push(Row { seat, before, action });
        }
    }

    /// The whole game, with its end.
    pub(crate) fn finish(self, state: &State, seed: String, scorings: &Scorings) -> PlayedGame {
        let ends = state.seats().map(|seat| End::of(state, seat, scorings)).collect();
        PlayedGame { ruleset: state.ruleset.to_string(), seed, finished: state.is_over(), decisions: self, ends }
    }
}

impl Before {
    fn of(state: &State, seat: Seat) -> Before {
        let player = state.player(seat);
        let numbers = [
            player.score,
            best_other(state, seat),
            player.city.longest_wall(Part::Alhambra).into(),
            player.city.tiles().len() as u16,
            player.reserve.len() as u16,
            u16::from(player.money.n_cards() + player.bureaux.len()),
            (state.table.supply.len() + state.table.granada_supply.len()) as u16,
            state.table.pile.cards.len() as u16,
        ];
        Before { text: position(state), numbers }
    }
}

fn best_other(state: &State, seat: Seat) -> u16 {
    state.seats().filter(|it| *it != seat).map(|it| state.player(it).score).max().unwrap_or_default()
}

/// What came of a game for one player.
struct End {
    score: u16,
    best_other: u16,
    won: f64,
    wall: u16,
    kinds: [u16; Building::ALL.len()],
    points: [u16; N_SOURCES],
}

impl End {
    fn of(state: &State, seat: Seat, scorings: &Scorings) -> End {
        let player = state.player(seat);
        let scores: Vec<u16> = state.players.iter().map(|it| it.score).collect();
        let mut kinds = [0; Building::ALL.len()];
        for placed in player.city.tiles() {
            if let Face::Building { building, .. } = placed.tile.face() {
                kinds[building as usize] += 1;
            }
        }
        let mut points = [0; N_SOURCES];
        for round in &scorings.points[seat.index()] {
            points.iter_mut().zip(round).for_each(|(sum, it)| *sum += it);
        }
        End {
            score: player.score,
            best_other: best_other(state, seat),
            won: share_of_victory(&scores, seat.index()),
            wall: player.city.longest_wall(Part::Alhambra).into(),
            kinds,
            points,
        }
    }
}

/// A game that waits to be written.
pub(crate) struct PlayedGame {
    ruleset: String,
    seed: String,
    finished: bool,
    decisions: Decisions,
    ends: Vec<End>,
}

/// A column of a row group.
enum Column {
    Flag(Vec<bool>),
    Small(Vec<i32>),
    Large(Vec<i64>),
    Share(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// The columns in their order, with their types.
fn columns() -> Vec<(String, Column)> {
    let small = || Column::Small(Vec::new());
    let text = || Column::Text(Vec::new());
    let mut columns = vec![
        ("game".to_owned(), Column::Large(Vec::new())),
        ("number".to_owned(), small()),
        ("seat".to_owned(), small()),
        ("players".to_owned(), small()),
    ];
    columns.extend(["ruleset", "seed", "bot"].map(|it| (it.to_owned(), text())));
    columns.extend(NUMBERS.map(|it| (it.to_owned(), small())));
    columns.extend(["position", "kind", "action"].map(|it| (it.to_owned(), text())));
    columns.push(("finished".to_owned(), Column::Flag(Vec::new())));
    columns.extend(["end_score", "end_best_other"].map(|it| (it.to_owned(), small())));
    columns.push(("end_won".to_owned(), Column::Share(Vec::new())));
    columns.push(("end_wall".to_owned(), small()));
    columns.extend(sources::NAMES[1..=Building::ALL.len()].iter().map(|it| (format!("end_n_{it}"), small())));
    columns.extend(sources::NAMES.iter().map(|it| (format!("end_points_{}", it.replace('-', "_")), small())));
    columns
}

/// Writes a Parquet file.
pub(crate) struct Writer {
    file: SerializedFileWriter<File>,
    columns: Vec<(String, Column)>,
    n_rows: usize,
}

impl Writer {
    /// Begins the file.
    pub(crate) fn new(path: &Path) -> Result<Writer, Error> {
        let file = File::create(path).map_err(|it| Error::file("write", path, &it))?;
        let columns = columns();
        let mut schema = "message decisions {".to_owned();
        for (name, column) in &columns {
            let kind = match column {
                Column::Flag(_) => "BOOLEAN",
                Column::Small(_) => "INT32",
                Column::Large(_) => "INT64",
                Column::Share(_) => "DOUBLE",
                Column::Text(_) => "BYTE_ARRAY",
            };
            let annotation = if matches!(column, Column::Text(_)) { " (UTF8)" } else { "" };
            schema += &format!("REQUIRED {kind} {name}{annotation};");
        }
        schema.push('}');
        let broken = |it: ParquetError| Error::file("write", path, &io::Error::other(it));
        let schema = Arc::new(parse_message_type(&schema).map_err(broken)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = SerializedFileWriter::new(file, schema, Arc::new(properties)).map_err(broken)?;
        Ok(Writer { file, columns, n_rows: 0 })
    }

    /// Adds all decisions of a game.
    pub(crate) fn add(&mut self, played: PlayedGame) -> Result<(), ParquetError> {
        let PlayedGame { ruleset, seed, finished, decisions: Decisions { game, bots, rows, before: _ }, ends } = played;
        for (row, number) in rows.into_iter().zip(0_i32..) {
            let Row { seat, before: Before { text, numbers }, action } = row;
            let (end, action) = (&ends[seat.index()], action.to_string());
            let mut columns = self.columns.iter_mut().map(|it| &mut it.1);
            let mut put = |value: Value<'_>| {
                if let Some(column) = columns.next() {
                    column.push(value);
                }
            };
            put(Value::Large(game as i64));
            [number, seat.0.into(), ends.len() as i32].map(Value::Small).into_iter().for_each(&mut put);
            let bot = bots.get(seat.index()).map_or("", String::as_str);
            [&*ruleset, &seed, bot].map(Value::Text).into_iter().for_each(&mut put);
            numbers.map(|it| Value::Small(it.into())).into_iter().for_each(&mut put);
            let kind = action.split(' ').next().unwrap_or_default();
            [&*text, kind, &action].map(Value::Text).into_iter().for_each(&mut put);
            put(Value::Flag(finished));
            let End { score, best_other, won, wall, kinds, points } = end;
            [score, best_other].map(|it| Value::Small((*it).into())).into_iter().for_each(&mut put);
            put(Value::Share(*won));
            put(Value::Small((*wall).into()));
            kinds.iter().chain(points).for_each(|it| put(Value::Small((*it).into())));
            self.n_rows += 1;
        }
        if self.n_rows >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes the last rows and what a reader needs to find everything.
    pub(crate) fn finish(mut self) -> Result<(), ParquetError> {
        self.flush()?;
        self.file.close().map(drop)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.n_rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for (_, column) in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            match column {
                Column::Flag(values) => drop(writer.typed::<BoolType>().write_batch(values, None, None)?),
                Column::Small(values) => drop(writer.typed::<Int32Type>().write_batch(values, None, None)?),
                Column::Large(values) => drop(writer.typed::<Int64Type>().write_batch(values, None, None)?),
                Column::Share(values) => drop(writer.typed::<DoubleType>().write_batch(values, None, None)?),
                Column::Text(values) => drop(writer.typed::<ByteArrayType>().write_batch(values, None, None)?),
            }
            writer.close()?;
            column.clear();
        }
        group.close()?;
        self.n_rows = 0;
        Ok(())
    }
}

/// What stands in one place of the table.
enum Value<'a> {
    Flag(bool),
    Small(i32),
    Large(i64),
    Share(f64),
    Text(&'a str),
}

impl Column {
    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (Column::Flag(values), Value::Flag(value)) => values.push(value),
            (Column::Small(values), Value::Small(value)) => values.push(value),
            (Column::Large(values), Value::Large(value)) => values.push(value),
            (Column::Share(values), Value::Share(value)) => values.push(value),
            (Column::Text(values), Value::Text(value)) => values.push(value.into()),
            _ => debug_assert!(false, "the columns have another order than the values"),
        }
    }

    fn clear(&mut self) {
        match self {
            Column::Flag(values) => values.clear(),
            Column::Small(values) => values.clear(),
            Column::Large(values) => values.clear(),
            Column::Share(values) => values.clear(),
            Column::Text(values) => values.clear(),
        }
    }
}
