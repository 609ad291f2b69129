//! Games that are over: their results, records and replays.

use alhambra_engine::{
    Seed,
    fairness::{self, Seating},
    notation::Record,
};
use alhambra_protocol::{Code, FinishedGame, Problem, Proof, Share};
use sha2::{Digest as _, Sha256};

use crate::{
    error::{problem, unavailable},
    game::{self, Facts},
    hall::Hall,
    play::{NoPlay, Play},
    records::check_length,
    sheet::Sheet,
    store::Row,
};

/// SHA-256 of the bytes of a seed that is written in the notation.
pub(crate) fn seed_hash(seed: &str) -> Option<String> {
    let Seed(bytes) = seed.parse().ok()?;
    Some(Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect())
}

/// What came of a game, as JSON; the seats of the reader are filled in when it is read.
pub(crate) fn result(sheet: &Sheet, play: &Play) -> Option<String> {
    let people: Vec<_> = sheet.chairs.iter().zip(&play.used).map(|(chair, &used)| (chair.occupant(), used)).collect();
    let record = play.record();
    let Facts { seats, dirk, winners } = game::facts(&record, &people).ok()?;
    let game = FinishedGame {
        id: sheet.id.clone(),
        settings: sheet.settings.clone(),
        seats,
        dirk,
        winners,
        yours: Vec::new(),
        n_actions: record.actions.len() as u32,
        seed: sheet.seed.clone().unwrap_or_default(),
        seed_hash: sheet.seed.as_deref().and_then(seed_hash).unwrap_or_default(),
        proof: sheet.proof.as_ref().map(|it| shown(it, sheet.opened_at)),
        continued: sheet.continued,
        started_at: sheet.started_at.unwrap_or_default(),
        finished_at: sheet.finished_at.unwrap_or_default(),
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
    sheet: Sheet,
    rows: Vec<Row>,
}

/// Finds a game that is over.
///
/// # Errors
/// If there is none, it is still being played, or it is too long to be replayed for whoever asks.
pub(crate) async fn find(hall: &Hall, id: &str) -> Result<Past, Problem> {
    let sheet = hall.store.sheet(id).await.map_err(|it| unavailable(&it))?;
    let sheet = sheet.filter(|it| !it.is_open()).ok_or_else(none)?;
    let rows = hall.store.log(id).await.map_err(|it| unavailable(&it))?;
    check_length(rows.len(), hall.config.limits.record_actions)?;
    Ok(Past { sheet, rows })
}

impl Past {
    /// The game with its log.
    ///
    /// # Errors
    /// If it never began, or can't be replayed.
    pub(crate) fn replay(&self) -> Result<Play, Problem> {
        Play::replay(&self.sheet, &self.rows).map_err(|it| match it {
            NoPlay::NotBegun => none(),
            reason => problem(Code::Unavailable, reason.to_string()),
        })
    }

    /// The record of the game, with the proof of its shuffle.
    ///
    /// # Errors
    /// If it never began, or can't be replayed.
    pub(crate) fn record(self) -> Result<Record, Problem> {
        let record = self.replay()?.record();
        Ok(Record { proof: self.sheet.proof, ..record })
    }
}

fn none() -> Problem {
    problem(Code::NotFound, "there is no finished game with this code")
}
