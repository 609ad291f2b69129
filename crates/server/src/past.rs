//! Games that are over: their results, records and replays.

use alhambra_engine::{Seat, Seed, material::ByCurrency, notation::Record};
use alhambra_protocol::{Code, Entry, FinishedGame, Problem, SeatFacts};
use serde::{Deserialize, Deserializer};
use sha2::{Digest as _, Sha256};

use crate::{
    error::{problem, unavailable},
    hall::Hall,
    play::{Logged, Play},
    sheet::Sheet,
};

/// SHA-256 of the bytes of a seed that is written in the notation.
pub(crate) fn seed_hash(seed: &str) -> Option<String> {
    let Seed(bytes) = seed.parse().ok()?;
    Some(Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect())
}

/// What came of a game, as JSON; the seats of the reader are filled in when it is read.
pub(crate) fn result(sheet: &Sheet, play: &Play) -> String {
    let seats = play.state.players.iter().zip(&sheet.chairs).zip(&play.used);
    let game = FinishedGame {
        id: sheet.id.clone(),
        settings: sheet.settings.clone(),
        seats: seats
            .map(|((player, chair), &time_used)| SeatFacts {
                occupant: chair.occupant(),
                score: player.score,
                scorings: Vec::new(),
                walls: Vec::new(),
                n_bought: 0,
                n_exact: 0,
                overpaid: 0,
                taken: ByCurrency::default(),
                n_redesigns: 0,
                n_turns: 0,
                time_used,
            })
            .collect(),
        dirk: None,
        winners: play.state.winners().iter().map(|it| it.0).collect(),
        yours: Vec::new(),
        n_actions: play.standing().len() as u32,
        seed: sheet.seed.clone().unwrap_or_default(),
        seed_hash: sheet.seed.as_deref().and_then(seed_hash).unwrap_or_default(),
        started_at: sheet.started_at.unwrap_or_default(),
        finished_at: sheet.finished_at.unwrap_or_default(),
    };
    serde_json::to_string(&game).unwrap_or_default()
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
    let seed = sheet.seed.as_deref().and_then(|it| it.parse().ok()).ok_or_else(none)?;
    let rows = hall.store.log(id).await.map_err(|it| unavailable(&it))?;
    let play = Play::replay(sheet.settings.ruleset, seed, sheet.started_at.unwrap_or_default(), &rows);
    let play =
        play.ok_or_else(|| problem(Code::Unavailable, "this game was played by other rules and can't be replayed"))?;
    Ok((sheet, play))
}

/// With whose eyes a replay is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Nothing is hidden any more.
    #[default]
    Open,
    /// As somebody saw it who only watched.
    Spectator,
    /// As this seat saw it.
    Seat(Seat),
}

impl Eyes {
    /// Whether there is such a seat.
    ///
    /// # Errors
    /// If there isn't.
    pub(crate) fn check(self, players: u8) -> Result<(), Problem> {
        match self {
            Eyes::Seat(seat) if seat.0 >= players => Err(problem(Code::Invalid, "the game has no such seat")),
            _ => Ok(()),
        }
    }

    /// What these eyes may see of an entry.
    pub(crate) fn see(self, logged: &Logged, seq: u32) -> Entry {
        match self {
            Eyes::Open => logged.open(seq),
            Eyes::Spectator => logged.seen_by(seq, None),
            Eyes::Seat(seat) => logged.seen_by(seq, Some(seat)),
        }
    }
}

impl<'de> Deserialize<'de> for Eyes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Eyes, D::Error> {
        let text = String::deserialize(deserializer)?;
        match &*text {
            "open" => Ok(Eyes::Open),
            "spectator" => Ok(Eyes::Spectator),
            seat => seat
                .parse()
                .map(|it| Eyes::Seat(Seat(it)))
                .map_err(|_| serde::de::Error::custom("open, spectator or a seat")),
        }
    }
}

/// The entries of a game, take-backs included.
pub(crate) fn entries(play: &Play, eyes: Eyes) -> Vec<Entry> {
    play.log.iter().zip(0..).map(|(it, seq)| eyes.see(it, seq)).collect()
}
