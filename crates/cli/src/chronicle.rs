//! The full chronicle of a game: its scorings, its record, its export and its decisions.

use alhambra_bots::arena::Chronicle;
use alhambra_engine::{Action, Event, Seat, State, Witness, notation::Record};

use crate::{decisions::Decisions, export::Export, tally::Scorings};

/// Keeps everything of a game that somebody asked for.
pub(crate) struct Everything {
    /// The scorings.
    pub(crate) scorings: Scorings,
    /// The record so far.
    pub(crate) record: Record,
    /// The export so far, if there is to be one.
    pub(crate) export: Option<Export>,
    /// The decisions so far, if they are to be kept.
    pub(crate) decisions: Option<Decisions>,
    /// What happened since the last action.
    events: Vec<Event>,
}

impl Everything {
    /// The chronicle of a game that has not begun.
    pub(crate) fn new(record: Record, export: Option<Export>, decisions: Option<Decisions>) -> Everything {
        Everything { scorings: Scorings::default(), record, export, decisions, events: Vec::new() }
    }
}

impl Witness for Everything {
    fn see(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        self.scorings.note(&event);
        if self.export.is_some() {
            self.events.push(event);
        }
    }
}

impl Chronicle for Everything {
    fn set_up(&mut self, state: &State) {
        if let Some(export) = &mut self.export {
            export.set_up(state, &self.events);
        }
        if let Some(decisions) = &mut self.decisions {
            decisions.see(state);
        }
        self.events.clear();
    }

    fn acted(&mut self, state: &State, seat: Seat, action: Action) {
        self.record.actions.push((seat, action));
        if state.is_over() {
            self.record.scores = Some(state.players.iter().map(|it| it.score).collect());
        }
        if let Some(export) = &mut self.export {
            export.acted(state, seat, action, &self.events);
        }
        if let Some(decisions) = &mut self.decisions {
            decisions.note(seat, action);
            decisions.see(state);
        }
        self.events.clear();
    }
}
