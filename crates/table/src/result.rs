//! What came of a game, as it is kept when it is over.

use alhambra_engine::{
    Seed,
    fairness::{self, Seating},
};
use alhambra_protocol::{FinishedGame, Proof, Share};
use sha2::{Digest as _, Sha256};

use crate::{
    game::{self, Facts},
    log::GameLog,
    meta::TableMeta,
};

/// SHA-256 of the bytes of a seed that is written in the notation.
pub fn seed_hash(seed: &str) -> Option<String> {
    let Seed(bytes) = seed.parse().ok()?;
    Some(Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect())
}

/// What came of a game, as JSON; the seats of the reader are filled in when it is read.
pub fn of(meta: &TableMeta, play: &GameLog) -> Option<String> {
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

/// A result with another name on these seats.
pub fn renamed(result: &str, seats: &[u8], name: &str) -> Option<String> {
    let mut result: serde_json::Value = serde_json::from_str(result).ok()?;
    for &seat in seats {
        let occupant = result.get_mut("seats")?.get_mut(usize::from(seat))?.get_mut("occupant")?;
        if occupant["occupant"] == "person" {
            occupant["name"] = name.into();
        }
    }
    Some(result.to_string())
}
