//! The archive: games that are over, their results, records and replays.

use alhambra_engine::notation::Record;
use alhambra_protocol::{Code, Problem};
use alhambra_table::{
    log::{GameLog, LogEntry, ReplayError, check_rules},
    meta::TableMeta,
    record::check_length,
};

use crate::{app_state::AppState, error::unavailable};

/// A game that is over, as it is kept.
pub(crate) struct ArchivedGame {
    meta: TableMeta,
    entries: Vec<LogEntry>,
}

/// Finds a game that is over.
///
/// # Errors
/// If there is none, it is still being played, or it is too long to be replayed for whoever asks.
pub(crate) async fn find(app_state: &AppState, id: &str) -> Result<ArchivedGame, Problem> {
    let meta = app_state.store.meta(id).await.map_err(|it| unavailable(&it))?;
    let meta = meta.filter(|it| !it.is_open()).ok_or_else(none)?;
    check_rules(&meta).map_err(refused)?;
    let entries = app_state.store.log(id).await.map_err(|it| unavailable(&it))?;
    check_length(entries.len(), app_state.config.limits.record_actions)?;
    Ok(ArchivedGame { meta, entries })
}

impl ArchivedGame {
    /// The game with its log.
    ///
    /// # Errors
    /// If it never began, or can't be replayed.
    pub(crate) fn replay(&self) -> Result<GameLog, Problem> {
        GameLog::replay(&self.meta, &self.entries).map_err(refused)
    }

    /// The record of the game, with the proof of its shuffle.
    ///
    /// # Errors
    /// If it never began, or can't be replayed.
    pub(crate) fn record(self) -> Result<Record, Problem> {
        let record = self.replay()?.record();
        Ok(Record { proof: self.meta.proof, ..record })
    }
}

fn refused(reason: ReplayError) -> Problem {
    match reason {
        ReplayError::NotBegun => none(),
        ReplayError::OtherRules(_) | ReplayError::Broken => reason.into(),
    }
}

fn none() -> Problem {
    Problem::new(Code::NotFound, "there is no finished game with this code")
}
