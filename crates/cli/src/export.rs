//! The export of a game: every state and everything that led to it, one JSON object a line.
//!
//! `docs/export.md` describes the lines field by field.

use alhambra_engine::{Action, Event, Seat, State, ruleset::RULES_VERSION};
use serde::Serialize;

/// One line of an export.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "line")]
enum Line<'a> {
    /// The set-up.
    Game {
        game: u64,
        rules: u32,
        ruleset: String,
        seed: String,
        bots: &'a [String],
        events: &'a [Event],
        state: &'a State,
    },
    /// An action and all that followed from it.
    Action {
        game: u64,
        number: u32,
        seat: Seat,
        notation: String,
        action: Action,
        events: &'a [Event],
        state: &'a State,
    },
    /// The result.
    Result {
        game: u64,
        finished: bool,
        actions: u32,
        turns: u32,
        scores: Vec<u16>,
        dirk: Option<u16>,
        winners: Vec<Seat>,
    },
}

/// Writes the lines of one game.
pub(crate) struct Export {
    game: u64,
    bots: Vec<String>,
    n_actions: u32,
    lines: Vec<u8>,
}

impl Export {
    /// The export of the game with this number, with these bots by seat.
    pub(crate) fn new(game: u64, bots: impl Iterator<Item = String>) -> Export {
        Export { game, bots: bots.collect(), n_actions: 0, lines: Vec::new() }
    }

    /// Writes the set-up.
    pub(crate) fn set_up(&mut self, state: &State, events: &[Event]) {
        push(
            &mut self.lines,
            &Line::Game {
                game: self.game,
                rules: RULES_VERSION,
                ruleset: state.ruleset.to_string(),
                seed: state.rng.seed.to_string(),
                bots: &self.bots,
                events,
                state,
            },
        );
    }

    /// Writes an action.
    pub(crate) fn acted(&mut self, state: &State, seat: Seat, action: Action, events: &[Event]) {
        self.n_actions += 1;
        let (game, number, notation) = (self.game, self.n_actions, action.to_string());
        push(&mut self.lines, &Line::Action { game, number, seat, notation, action, events, state });
    }

    /// Writes the result and hands the lines over.
    pub(crate) fn finish(mut self, state: &State, n_turns: u32) -> Vec<u8> {
        let result = Line::Result {
            game: self.game,
            finished: state.is_over(),
            actions: self.n_actions,
            turns: n_turns,
            scores: state.players.iter().map(|it| it.score).collect(),
            dirk: state.dirk.as_ref().map(|it| it.score),
            winners: state.winners(),
        };
        push(&mut self.lines, &result);
        self.lines
    }
}

/// Adds a line; nothing that the engine serialises can fail to be JSON.
fn push(lines: &mut Vec<u8>, line: &Line) {
    serde_json::to_writer(&mut *lines, line).expect("a game is made of texts, numbers and lists");
    lines.push(b'\n');
}
