//! Replays: a record as entries and moments, from any seat's perspective or with nothing hidden.

use std::str::FromStr;

use alhambra_engine::{
    Action, Event, Ruleset, Seat, State, View,
    notation::{Record, RecordError},
};
use alhambra_protocol::{Code, Entry, Moment, Problem};

use super::tally::tallies;

/// From where a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Nothing is hidden.
    Open,
    /// What everybody may know.
    Spectator,
    /// What this seat knows.
    Seat(Seat),
}

impl Perspective {
    /// A perspective on a game of this ruleset.
    ///
    /// # Errors
    /// If nobody can look from there.
    pub fn on(ruleset: &Ruleset, text: &str) -> Result<Perspective, Problem> {
        match text.parse().map_err(|it: NoPerspective| Problem::new(Code::Invalid, it.to_string()))? {
            Perspective::Seat(seat) if seat.0 >= ruleset.players => {
                Err(Problem::new(Code::Invalid, "the game has no such seat"))
            }
            perspective => Ok(perspective),
        }
    }

    /// The seat whose things are seen.
    pub fn viewer(self) -> Option<Seat> {
        match self {
            Perspective::Open | Perspective::Spectator => None,
            Perspective::Seat(seat) => Some(seat),
        }
    }

    /// What of an action may be known: choices in secret are known to their seat alone (M-TRD-1).
    pub fn knows(self, seat: Seat, action: Action) -> bool {
        let secret = matches!(action, Action::ChooseCitizens { .. });
        !secret || self == Perspective::Open || self.viewer() == Some(seat)
    }

    /// What is told of an event.
    pub fn told(self, event: &Event) -> Event {
        match self {
            Perspective::Open => event.clone(),
            Perspective::Spectator | Perspective::Seat(_) => event.seen_by(self.viewer()),
        }
    }
}

/// A perspective that nobody can take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("look as open, as spectator, or as a seat from 0 to 5")]
pub struct NoPerspective;

impl FromStr for Perspective {
    type Err = NoPerspective;

    fn from_str(text: &str) -> Result<Perspective, NoPerspective> {
        match text {
            "open" => Ok(Perspective::Open),
            "spectator" => Ok(Perspective::Spectator),
            _ => text.parse().ok().filter(|it| *it < 6).map(|it| Perspective::Seat(Seat(it))).ok_or(NoPerspective),
        }
    }
}

/// One entry as it is told from a perspective; when, and with whose help, its writer adds.
pub fn entry(seq: u32, acted: Option<(Seat, Action)>, events: &[Event], perspective: Perspective) -> Entry {
    let known = acted.filter(|&(seat, action)| perspective.knows(seat, action)).map(|it| it.1);
    Entry {
        seq,
        seat: acted.map(|it| it.0.0),
        action: known,
        notation: known.map(|it| it.to_string()),
        took_back: None,
        events: events.iter().map(|it| perspective.told(it)).collect(),
        hinted: false,
        at: 0,
    }
}

/// Everything that was done in a record, the set-up first.
///
/// # Errors
/// Why it can't be replayed.
pub fn entries(record: &Record, perspective: Perspective) -> Result<Vec<Entry>, RecordError> {
    let mut entries: Vec<Entry> = Vec::new();
    record.replay(|_, acted, events| entries.push(entry(entries.len() as u32, acted, events, perspective)))?;
    Ok(entries)
}

/// The game after `n` actions, or at its end if it has fewer.
///
/// # Errors
/// Why it can't be replayed so far.
pub fn moment(record: &Record, n: u32, perspective: Perspective) -> Result<Moment, RecordError> {
    let n = record.actions.len().min(n as usize);
    // What comes later need not be replayed, so its scores can't be compared.
    let begun = Record { actions: record.actions[..n].to_vec(), proof: None, scores: None, ..*record };
    let mut last: Option<Entry> = None;
    let mut n_seen = 0;
    let state = begun.replay(|_, acted, events| {
        if n_seen == n {
            last = Some(entry(n as u32, acted, events, perspective));
        }
        n_seen += 1;
    })?;
    let entry = last.unwrap_or_else(|| entry(0, None, &[], perspective));
    Ok(at(&state, n as u32, entry, perspective))
}

/// One moment of a game from a perspective.
fn at(state: &State, n: u32, entry: Entry, perspective: Perspective) -> Moment {
    let hands = || state.seats().filter_map(|it| View::of(state, Some(it)).own).collect();
    let viewer = perspective.viewer().filter(|it| it.index() < state.players.len());
    Moment {
        n,
        entry,
        view: View::of(state, viewer),
        hands: (perspective == Perspective::Open).then(hands),
        tallies: tallies(state),
    }
}
