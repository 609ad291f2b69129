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
    sheet::Sheet,
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

/// The record of a game that is over, with the proof of its shuffle.
///
/// # Errors
/// If there is none, or it is still being played.
pub(crate) async fn record(hall: &Hall, id: &str) -> Result<Record, Problem> {
    let (sheet, play) = replay(hall, id).await?;
    Ok(Record { proof: sheet.proof, ..play.record() })
}

/// A game that is over, with its log.
///
/// # Errors
/// If there is none, or it is still being played.
pub(crate) async fn replay(hall: &Hall, id: &str) -> Result<(Sheet, Play), Problem> {
    let none = || problem(Code::NotFound, "there is no finished game with this code");
    let sheet =
        hall.store.sheet(id).await.map_err(|it| unavailable(&it))?.filter(|it| !it.is_open()).ok_or_else(none)?;
    let rows = hall.store.log(id).await.map_err(|it| unavailable(&it))?;
    match Play::replay(&sheet, &rows) {
        Ok(play) => Ok((sheet, play)),
        Err(NoPlay::NotBegun) => Err(none()),
        Err(reason) => Err(problem(Code::Unavailable, reason.to_string())),
    }
}
