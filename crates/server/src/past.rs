//! Games that are over: their results, records and replays.

use alhambra_engine::{
    Seed,
    fairness::{self, Seating},
    notation::Record,
};
use alhambra_protocol::{Code, FinishedGame, Problem, Proof, Share};
use alhambra_table::{
    game::{self, Facts},
    log::{GameLog, LogEntry, ReplayError, check_rules},
    meta::TableMeta,
    record::check_length,
};
use sha2::{Digest as _, Sha256};

use crate::{error::unavailable, hall::Hall};

/// SHA-256 of the bytes of a seed that is written in the notation.
pub(crate) fn seed_hash(seed: &str) -> Option<String> {
    let Seed(bytes) = seed.parse().ok()?;
    Some(Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect())
}

/// What came of a game, as JSON; the seats of the reader are filled in when it is read.
pub(crate) fn result(meta: &TableMeta, play: &GameLog) -> Option<String> {
    let people: Vec<_> = meta.chairs.iter().zip(&play.used).map(|(chair, &used)| (chair.occupant(), used)).collect();
    let record = play.record();
    let Facts { seats, dirk, winners } = game::facts(&record, &people).ok()?;
    let game = FinishedGame {
        id: meta.id.clone(),
        settings: meta.settings.clone(),
        seats,
        dirk,
        winners,
        yours: Vec::new(),
        n_actions: record.actions.len() as u32,
        seed: meta.seed.clone().unwrap_or_default(),
        seed_hash: meta.seed.as_deref().and_then(seed_hash).unwrap_or_default(),
        proof: meta.proof.as_ref().map(|it| shown(it, meta.opened_at)),
        continued: meta.continued,
        started_at: meta.started_at.unwrap_or_default(),
        finished_at: meta.finished_at.unwrap_or_default(),
    };
    serde_json::to_string(&game).ok()
}

/// A proof as it is told.
fn shown(proof: &fairness::Proof, opened_at: u64) -> Proof {
    let fairness::Proof { table: _, commitment, secret, shares, seating } = proof;
    let share = |it: &fairness::Share| Share {
        commitment: it.commitment.map(|it| it.to_string()),
        nonce: it.nonce.map(|it| it.to_string()),
    };
    Proof {
        commitment: commitment.to_string(),
        secret: secret.to_string(),
        shares: shares.iter().map(share).collect(),
        seating: match seating {
            Seating::Fixed => None,
            Seating::Shuffled(order) => Some(order.clone()),
        },
        opened_at,
    }
}

/// A game that is over, as it is kept.
pub(crate) struct Past {
    meta: TableMeta,
    entries: Vec<LogEntry>,
}

/// Finds a game that is over.
///
/// # Errors
/// If there is none, it is still being played, or it is too long to be replayed for whoever asks.
pub(crate) async fn find(hall: &Hall, id: &str) -> Result<Past, Problem> {
    let meta = hall.store.meta(id).await.map_err(|it| unavailable(&it))?;
    let meta = meta.filter(|it| !it.is_open()).ok_or_else(none)?;
    check_rules(&meta).map_err(refused)?;
    let entries = hall.store.log(id).await.map_err(|it| unavailable(&it))?;
    check_length(entries.len(), hall.config.limits.record_actions)?;
    Ok(Past { meta, entries })
}

impl Past {
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
