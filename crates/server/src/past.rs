//! Games that are over: their results, records and replays.

use alhambra_engine::{Seed, notation::Record};
use alhambra_protocol::{Code, FinishedGame, Problem};
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
        started_at: sheet.started_at.unwrap_or_default(),
        finished_at: sheet.finished_at.unwrap_or_default(),
    };
    serde_json::to_string(&game).ok()
}

/// The record of a game that is over.
///
/// # Errors
/// If there is none, or it is still being played.
pub(crate) async fn record(hall: &Hall, id: &str) -> Result<Record, Problem> {
    Ok(replay(hall, id).await?.1.record())
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
