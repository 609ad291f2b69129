//! Who thinks for a table: bots whose turn it is, and the bot that gives hints.

use std::sync::Arc;

use alhambra_bots::{BotError, Means};
use alhambra_engine::{Action, State, notation::position};
use alhambra_protocol::Written;
use alhambra_table::{HintRequest, Input, Question, Visitor};
use tokio_util::task::AbortOnDropHandle;

use super::{Command, Room};
use crate::{
    shares::{Sort, Whose},
    workers::Cancel,
};

/// A hint that is being thought about; dropped, it is no longer.
pub(super) struct Hinting {
    visit: u64,
    seq: u32,
    _task: AbortOnDropHandle<()>,
}

impl Room {
    /// Has just those think whom the table waits for.
    pub(super) fn go_on(&mut self) {
        let question = self.table.question().filter(|_| !self.in_doubt);
        match (question, &self.thinking) {
            (Some(question), Some((seq, _))) if question.seq == *seq => {}
            (Some(question), _) => {
                self.stop_thinking();
                self.thinking = self.think(question).map(|it| (question.seq, it));
            }
            (None, _) => self.stop_thinking(),
        }
        let wanted = self.table.hints();
        self.hints.retain(|it| wanted.iter().any(|other| (it.visit, it.seq) == (other.visit, other.seq)));
        let is_new = |it: &&HintRequest| !self.hints.iter().any(|other| (it.visit, it.seq) == (other.visit, other.seq));
        let new: Vec<Hinting> = wanted.iter().filter(is_new).filter_map(|it| self.advise(it)).collect();
        self.hints.extend(new);
    }

    /// Whoever thinks need not go on.
    pub(super) fn stop_thinking(&mut self) {
        if let Some((_, task)) = self.thinking.take() {
            task.abort();
        }
    }

    /// For whom something is thought about: whoever plays here, or else whoever watches.
    pub(super) fn whose(&self, sort: Sort) -> Whose {
        let key = |it: &&Visitor| (self.table.seats_of(it).is_empty(), it.visit);
        let address = self.table.visitors().iter().min_by_key(key).map(|it| it.address);
        Whose { sort, address, table: self.table.meta().id.clone() }
    }

    /// Lets a bot think away from the tasks that serve people, when there is a place for it.
    fn think(&self, Question { seat, seq, kind }: Question) -> Option<tokio::task::AbortHandle> {
        let thought = self.table.thought(seat)?;
        let (app_state, inbox) = (Arc::clone(&self.app_state), self.inbox.clone());
        let table = self.table.meta().id.clone();
        let whose = self.whose(Sort::Turn);
        let ready = self.now() + app_state.config.bot_pause.as_millis() as u64;
        let task = tokio::spawn(async move {
            let decided = app_state.thinkers.run(whose, move |cancel| {
                let decided = thought.decide(kind, means(cancel));
                decided.inspect_err(|error| log_stuck(error, &table, seq, &thought.state))
            });
            // A bot that can't go on leaves the table as it is: whoever sits there can still end the game together.
            let Some(Ok(action)) = decided.await else { return };
            app_state.config.clock.reach(ready).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(Command::Thought { seq, action }).await;
            }
        });
        Some(task.abort_handle())
    }

    /// A bot has decided.
    pub(super) async fn thought(&mut self, seq: u32, action: Action) {
        if self.thinking.take_if(|it| it.0 == seq).is_none() {
            return;
        }
        self.idle_since = self.now();
        // If it can't be stored, the room reads everything again and the bot thinks again.
        let _ = self.drive(Input::Decided { seq, action }).await;
    }

    /// Lets the adviser think about the decision of a seat.
    fn advise(&self, request: &HintRequest) -> Option<Hinting> {
        let &HintRequest { visit, seq, seat, .. } = request;
        let thought = self.table.thought(seat)?;
        let (app_state, inbox) = (Arc::clone(&self.app_state), self.inbox.clone());
        let address = self.table.visitors().iter().find(|it| it.visit == visit).map(|it| it.address);
        let whose = Whose { address, ..self.whose(Sort::Hint) };
        let kind = app_state.config.adviser;
        let task = tokio::spawn(async move {
            let hint = app_state.thinkers.run(whose, move |cancel| Written::of(&thought.advise(kind, &means(cancel))));
            if let (Some(Ok(hint)), Some(inbox)) = (hint.await, inbox.upgrade()) {
                let _ = inbox.send(Command::Advised { visit, seat, seq, hint }).await;
            }
        });
        Some(Hinting { visit, seq, _task: AbortOnDropHandle::new(task) })
    }
}

/// A bot that finds no action is a bug: the log has the position to report it with.
fn log_stuck(error: &BotError, table: &str, seq: u32, state: &State) {
    tracing::error!(table, %error, seq, position = position(state), "a bot can't go on");
}

/// One thread and the clock of the system, until it is said that nobody waits any more.
fn means(cancel: &Cancel) -> Means {
    Means { cancel: Arc::clone(cancel), ..Means::default() }
}

#[cfg(test)]
mod tests {
    use std::{io::Read as _, sync::Mutex};

    use alhambra_bots::Kind;
    use alhambra_engine::{Decision, Seat, Seed, notation::parse_city};
    use alhambra_table::Thought;

    use super::*;

    /// Four arms with three walls each and a camp before each wall: there is no cell for the trader (M-TRD-3).
    const ENCLOSED: &str = include_str!("../../../bots/tests/enclosed.txt");

    #[test]
    fn a_bot_that_finds_no_action_is_logged_with_the_position() {
        let ruleset = "alhambra 3 street-trader camps".parse().unwrap();
        let mut state = State::new(ruleset, Seed::from_number(1)).unwrap();
        state.players[1].city = parse_city(ENCLOSED).unwrap();
        state.agenda.push(Decision::LayTrader { seat: Seat(1) }.into());
        let mut file = tempfile::tempfile().unwrap();
        let log = Mutex::new(file.try_clone().unwrap());
        let log = tracing_subscriber::fmt().with_ansi(false).with_writer(log).finish();
        tracing::subscriber::with_default(log, || {
            let state = Arc::new(state);
            let thought =
                Thought { state: Arc::clone(&state), seat: Seat(1), seq: 5, memories: Vec::new(), script: None };
            let error = thought.decide(Kind::Greedy, Means::default()).unwrap_err();
            log_stuck(&error, "qy3w3ty", 5, &state);
        });
        let mut said = String::new();
        std::io::Seek::rewind(&mut file).unwrap();
        file.read_to_string(&mut said).unwrap();
        for part in [
            "ERROR",
            "a bot can't go on",
            "table=\"qy3w3ty\"",
            "error=seat 1 has to decide and finds no legal action",
            "seq=5",
            "alhambra position",
        ] {
            assert!(said.contains(part), "{part} is missing in {said}");
        }
    }
}
