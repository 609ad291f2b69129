//! Records: a game as its ruleset, its seed and one action a line.

use std::str::FromStr;

use super::{ParseError, Words};
use crate::{
    action::{Action, Refusal},
    event::Event,
    fairness::{Proof, Seating, Share},
    rng::Seed,
    ruleset::{OtherRules, RULES_VERSION, Ruleset, Unplayable},
    state::{Seat, State},
};

/// A game that can be replayed, to its end or to where it was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The version of the rules it was played by.
    pub rules: u32,
    /// What was played.
    pub ruleset: Ruleset,
    /// Where all shuffles came from.
    pub seed: Seed,
    /// From what the seed follows, if the shuffle can be shown to have been fair.
    pub proof: Option<Proof>,
    /// Who did what.
    pub actions: Vec<(Seat, Action)>,
    /// The scores by seat, if the game came to its end.
    pub scores: Option<Vec<u16>>,
}

/// Why a record can't be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A line that can't be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: ParseError,
    },
    /// Something is not there at all.
    #[error("the record ends without {0}")]
    Missing(&'static str),
    /// The record was played by other rules.
    #[error("the record follows {}", OtherRules(*.0))]
    Rules(u32),
    /// The ruleset can't be played.
    #[error(transparent)]
    Ruleset(Unplayable),
    /// An action is against the rules.
    #[error("action {number}, {action} by seat {seat}: {refusal}")]
    Action {
        /// The number of the action, from 1.
        number: usize,
        /// Whose it is.
        seat: Seat,
        /// What it is.
        action: Action,
        /// Why it is refused.
        refusal: Refusal,
    },
    /// The game came out differently.
    #[error("the record says the scores are {recorded:?}, the replay says {replayed:?}")]
    Scores {
        /// What the record says.
        recorded: Vec<u16>,
        /// What the replay says; nothing if it has not come to its end.
        replayed: Option<Vec<u16>>,
    },
}

/// No game is longer than this many lines; what is longer is no record.
const MAX_LINES: usize = 1_000_000;

impl Record {
    /// A record without actions.
    pub const fn new(ruleset: Ruleset, seed: Seed) -> Record {
        Record { rules: RULES_VERSION, ruleset, seed, proof: None, actions: Vec::new(), scores: None }
    }

    /// Replays the record; `watch` is shown the set-up (without an action) and the state after every action.
    ///
    /// # Errors
    /// If the rules or the scores are not those of the record, or an action is illegal.
    ///
    /// ```
    /// use alhambra_engine::notation::Record;
    ///
    /// let record: Record = "alhambra record
    /// rules 2
    /// ruleset alhambra 6
    /// seed 0000000000000000000000000000000000000000000000000000000000000000
    /// 1 buy T8nes di8
    /// 1 take fl9
    /// 1 keep T8nes
    /// ".parse()?;
    /// let game = record.replay(|state, action, events| {
    ///     println!("{action:?} leads to {} events for {} players", events.len(), state.players.len());
    /// })?;
    /// assert_eq!(game.players[1].reserve.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(
        &self,
        mut watch: impl FnMut(&State, Option<(Seat, Action)>, &[Event]),
    ) -> Result<State, RecordError> {
        if self.rules != RULES_VERSION {
            return Err(RecordError::Rules(self.rules));
        }
        let mut events = Vec::new();
        let mut state = State::new_with(self.ruleset, self.seed, &mut events).map_err(RecordError::Ruleset)?;
        watch(&state, None, &events);
        for (i, &(seat, action)) in self.actions.iter().enumerate() {
            events.clear();
            state.apply_with(seat, action, &mut events).map_err(|refusal| RecordError::Action {
                number: i + 1,
                seat,
                action,
                refusal,
            })?;
            watch(&state, Some((seat, action)), &events);
        }
        let replayed = state.is_over().then(|| state.players.iter().map(|it| it.score).collect::<Vec<_>>());
        match &self.scores {
            Some(recorded) if Some(recorded) != replayed.as_ref() => {
                Err(RecordError::Scores { recorded: recorded.clone(), replayed })
            }
            _ => Ok(state),
        }
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { rules, ruleset, seed, proof, actions, scores } = self;
        writeln!(f, "alhambra record\nrules {rules}\nruleset {ruleset}\nseed {seed}")?;
        proof.iter().try_for_each(|it| write_proof(f, it))?;
        actions.iter().try_for_each(|(seat, action)| writeln!(f, "{seat} {action}"))?;
        match scores {
            Some(scores) => writeln!(f, "scores {}", super::listed(scores)),
            None => Ok(()),
        }
    }
}

impl FromStr for Record {
    type Err = RecordError;
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .take(MAX_LINES)
            .peekable();
        let at = |line: usize| move |reason| RecordError::Line { line, reason };

        let mut next = |what| lines.next().ok_or(RecordError::Missing(what));
        let (line, text) = next("the words \"alhambra record\"")?;
        if text != "alhambra record" {
            return Err(at(line)(ParseError::expected("\"alhambra record\"", text)));
        }
        let (line, text) = next("the version of its rules")?;
        let rules = header(text, "rules").and_then(|it| Words::new(it).parse("the version of the rules"));
        let rules: u32 = rules.map_err(at(line))?;
        if rules != RULES_VERSION {
            return Err(RecordError::Rules(rules));
        }
        let (line, text) = next("a ruleset")?;
        let ruleset = header(text, "ruleset").and_then(Ruleset::from_str).map_err(at(line))?;
        let (line, text) = next("a seed")?;
        let seed = header(text, "seed").and_then(Seed::from_str).map_err(at(line))?;

        let proof = match lines.peek() {
            Some((_, text)) if header(text, "table").is_ok() => Some(read_proof(&mut lines, ruleset.players)?),
            _ => None,
        };

        let mut record = Record { rules, ruleset, seed, proof, actions: Vec::new(), scores: None };
        for (line, text) in lines {
            if record.scores.is_some() {
                return Err(at(line)(ParseError::expected("nothing after the scores", text)));
            }
            if let Ok(scores) = header(text, "scores") {
                let scores: Result<Vec<u16>, _> = scores.split_ascii_whitespace().map(str::parse).collect();
                let wrong = || at(line)(ParseError::expected("a score for every player", text));
                let scores = scores.map_err(|_| wrong())?;
                if scores.len() != usize::from(ruleset.players) {
                    return Err(wrong());
                }
                record.scores = Some(scores);
            } else {
                record.actions.push(acted(text).map_err(at(line))?);
            }
        }
        Ok(record)
    }
}

/// The lines from which the seed follows.
fn write_proof(f: &mut std::fmt::Formatter<'_>, proof: &Proof) -> std::fmt::Result {
    let Proof { table, commitment, secret, shares, seating } = proof;
    writeln!(f, "table {table}\ncommitment {commitment}\nsecret {secret}")?;
    for Share { commitment, nonce } in shares {
        writeln!(f, "nonce {} {}", or_none(commitment.as_ref()), or_none(nonce.as_ref()))?;
    }
    match seating {
        Seating::Fixed => writeln!(f, "seats fixed"),
        Seating::Shuffled(order) => writeln!(f, "seats {}", super::listed(order)),
    }
}

fn or_none(thing: Option<&impl ToString>) -> String {
    thing.map_or_else(|| "-".to_owned(), ToString::to_string)
}

/// Reads what [`write_proof`] wrote for so many players.
fn read_proof<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>, players: u8) -> Result<Proof, RecordError> {
    let mut next = |keyword: &'static str| {
        let (line, text) = lines.next().ok_or(RecordError::Missing(keyword))?;
        let rest = header(text, keyword).map_err(|reason| RecordError::Line { line, reason })?;
        Ok((move |reason| RecordError::Line { line, reason }, rest))
    };
    let (_, table) = next("table")?;
    let (at, text) = next("commitment")?;
    let commitment = text.parse().map_err(at)?;
    let (at, text) = next("secret")?;
    let secret = text.parse().map_err(at)?;
    let mut shares = Vec::new();
    for _ in 0..players {
        let (at, text) = next("nonce")?;
        let wrong = || ParseError::expected("a commitment and a nonce, or - for what there is not", text);
        let (commitment, nonce) = text.split_once(' ').ok_or_else(wrong).map_err(at)?;
        shares.push(Share { commitment: optional(commitment).map_err(at)?, nonce: optional(nonce).map_err(at)? });
    }
    let (at, text) = next("seats")?;
    let order: Result<Vec<u8>, _> = text.split_ascii_whitespace().map(str::parse).collect();
    let wrong = || ParseError::expected("fixed, or the former seat of every player", text);
    let seating = match order {
        _ if text == "fixed" => Seating::Fixed,
        Ok(order) if order.len() == usize::from(players) => Seating::Shuffled(order),
        _ => return Err(at(wrong())),
    };
    Ok(Proof { table: table.to_owned(), commitment, secret, shares, seating })
}

/// Something, or a dash for nothing.
fn optional<T: FromStr<Err = ParseError>>(text: &str) -> Result<Option<T>, ParseError> {
    if text == "-" { Ok(None) } else { text.parse().map(Some) }
}

/// What follows a keyword.
pub(super) fn header<'a>(line: &'a str, keyword: &str) -> Result<&'a str, ParseError> {
    let rest = line.strip_prefix(keyword).filter(|it| it.is_empty() || it.starts_with(' '));
    rest.map(str::trim).ok_or_else(|| ParseError::expected(&format!("a line that begins with {keyword:?}"), line))
}

/// A seat and its action.
fn acted(line: &str) -> Result<(Seat, Action), ParseError> {
    let (seat, action) = line.split_once(' ').ok_or_else(|| ParseError::expected("a seat and an action", line))?;
    let seat = seat.parse().map_err(|_| ParseError::expected("a seat such as 0", seat))?;
    Ok((Seat(seat), action.parse()?))
}
