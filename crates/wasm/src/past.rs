//! Games as they are stored: lists of them, their records, replays and reviews.

use alhambra_engine::{Seat, notation::Record};
use alhambra_protocol::{Code, Entry, Hint, Judged, Moment, Problem, Review};
use alhambra_table::{
    TableMeta,
    game::{self, Perspective},
    record,
    review::{self, Counted, Walk},
};

use crate::{
    stored::Line,
    thinking::{means, replay},
};

/// What came of a game, with the seats of the reader.
///
/// # Errors
/// If it can't be read.
pub fn finished(meta: &TableMeta, result: &str, person: &str) -> Result<String, Problem> {
    let unreadable = |_| Problem::new(Code::Unavailable, "this game can't be read");
    let mut game: serde_json::Value = serde_json::from_str(result).map_err(unreadable)?;
    game["yours"] = meta.seats_of(person).into();
    Ok(game.to_string())
}

/// The record of a game so far.
///
/// # Errors
/// If it can't be replayed.
pub fn record(meta: &TableMeta, lines: &[Line]) -> Result<String, Problem> {
    Ok(Record { proof: meta.proof.clone(), ..replay(meta, lines)?.record() }.to_string())
}

/// Everything that was done in a game, as it is told from a perspective.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
pub fn entries(meta: &TableMeta, lines: &[Line], eyes: &str) -> Result<Vec<Entry>, Problem> {
    let game = replay(meta, lines)?;
    Ok(game.told(.., Perspective::on(&game.state.ruleset, eyes)?))
}

/// Everything that was done in a record, as it is told from a perspective.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
pub fn record_entries(text: &str, eyes: &str) -> Result<Vec<Entry>, Problem> {
    let record = read(text)?;
    game::entries(&record, Perspective::on(&record.ruleset, eyes)?).map_err(|it| record::broken(&it))
}

/// A record after `n` actions, as it is told from a perspective.
///
/// # Errors
/// If it can't be replayed, or nobody can look from there.
pub fn moment(text: &str, n: u32, eyes: &str) -> Result<Moment, Problem> {
    let record = read(text)?;
    game::moment(&record, n, Perspective::on(&record.ruleset, eyes)?).map_err(|it| record::broken(&it))
}

/// What could have been done after `n` actions of a record.
///
/// # Errors
/// If it can't be replayed so far.
pub fn advice(text: &str, n: u32, n_ideas: u32) -> Result<Hint, Problem> {
    review::advice(&read(text)?, n, n_ideas, &means())
}

/// A review that is worked on turn by turn.
pub struct Reviewing {
    walk: Walk,
    movers: Vec<Seat>,
    n_turns: usize,
    end: Option<Judged>,
    review: Review,
}

impl Reviewing {
    /// Begins to review a record.
    ///
    /// # Errors
    /// If it can't be replayed.
    pub fn of(text: &str) -> Result<Reviewing, Problem> {
        let counted = review::count(read(text)?)?;
        let review = counted.begun();
        let Counted { record, n_turns, end } = counted;
        Ok(Reviewing { walk: Walk::of(record)?, movers: Vec::with_capacity(n_turns), n_turns, end, review })
    }

    /// Judges the next turn; the review as far as it is.
    pub fn step(&mut self) -> &Review {
        if let Some(turn) = self.walk.next_turn() {
            self.movers.push(turn.mover);
            self.review.moments.push(turn.judge(&means()));
        }
        if self.movers.len() == self.n_turns && self.review.turning_points.is_empty() {
            self.review.moments.extend(self.end.take());
            self.review.turning_points = review::turning_points(&self.movers, &self.review.moments);
        }
        &self.review
    }
}

/// Reads a record of any length: whoever has it thought about does so with a processor of their own.
fn read(text: &str) -> Result<Record, Problem> {
    record::read(text, usize::MAX)
}
