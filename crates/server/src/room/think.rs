//! Who goes on by themselves: bots, standing passes, and the bot that gives hints.

use std::sync::Arc;

use alhambra_bots::{BotError, Budget, Kind, Means, Question, Recall, Seen, bot_seed};
use alhambra_engine::{
    Action, Event, Seat, Seed, State, Step, View,
    notation::{Record, position},
};
use alhambra_protocol::{Answer, Code, Hint, Message, Problem, Status};
use alhambra_table::{game, log::GameLog, meta::Sitter};
use sha2::{Digest as _, Sha256};
use tokio_util::task::AbortOnDropHandle;

use super::{Command, Hinting, Room, Visitor, not_now};
use crate::{
    random,
    shares::{Sort, Whose},
    workers::Cancel,
};

impl Room {
    /// Sets the next one to think whose decision it is, if that is not a person's.
    pub(super) fn go_on(&mut self) {
        self.stop_late_hints();
        let now = self.now();
        let playing = self.play.as_ref().filter(|_| self.meta.status == Status::Playing);
        let decision = playing.and_then(|play| Some((play, play.state.to_act()?)));
        let Some((play, seat)) = decision else {
            self.stop_thinking();
            self.answering = None;
            return;
        };
        let (seq, chair) = (play.seq(), &self.meta.chairs[seat.index()]);
        let level = match &chair.sitter {
            Sitter::Bot { level, .. } => Some(level),
            Sitter::Person { .. } if chair.substituted => Some(&self.meta.settings.substitute),
            Sitter::Person { .. } | Sitter::Nobody => None,
        };
        if let Some(level) = level {
            self.answering = None;
            if self.is_deserted() {
                // Nobody waits for it; whoever comes sets it going again.
                self.stop_thinking();
                return;
            }
            if self.thinking.as_ref().is_none_or(|it| it.0 != seq) {
                let kind = level.parse().unwrap_or(Kind::Greedy);
                let task = self.think(play, seat, kind);
                self.stop_thinking();
                self.thinking = Some((seq, task));
            }
            return;
        }
        let is_asked = matches!(play.state.step(), Some(Step::Interrupt { .. }));
        let passes = is_asked && game::passes(&chair.standing, &View::of(&play.state, None), seat);
        self.answering = match self.answering {
            Some(answer) if answer.0 == seq && passes => Some(answer),
            _ => passes.then(|| (seq, now + self.standing_pause())),
        };
        self.stop_thinking();
    }

    /// How long a standing pass takes this time.
    fn standing_pause(&self) -> u64 {
        let (least, most) = self.hall.config.standing_pause;
        least.as_millis() as u64 + random::below(most.saturating_sub(least).as_millis() as u64 + 1)
    }

    /// Whoever thinks need not go on.
    pub(super) fn stop_thinking(&mut self) {
        if let Some((_, task)) = self.thinking.take() {
            task.abort();
        }
    }

    /// Whether everybody has left the table to bots.
    fn is_deserted(&self) -> bool {
        self.visitors.is_empty() && self.meta.chairs.iter().all(|it| it.holder().is_none() || it.substituted)
    }

    /// For whom something is thought about: whoever plays here, or else whoever watches.
    pub(super) fn whose(&self, sort: Sort) -> Whose {
        let key = |it: &&Visitor| (self.seats_of(it).is_empty(), it.visit);
        let address = self.visitors.iter().min_by_key(key).map(|it| it.address);
        Whose { sort, address, table: self.meta.id.clone() }
    }

    /// Lets a bot think away from the tasks that serve people, when there is a place for it.
    fn think(&self, play: &GameLog, seat: Seat, kind: Kind) -> tokio::task::AbortHandle {
        let (state, seq) = (play.state.clone(), play.seq());
        let memories = play.memories(seat);
        let script = self.meta.lesson.as_deref().and_then(|it| next_of(it, play));
        let (hall, inbox) = (Arc::clone(&self.hall), self.inbox.clone());
        let table = self.meta.id.clone();
        let whose = self.whose(Sort::Turn);
        let ready = self.now() + hall.config.bot_pause.as_millis() as u64;
        let task = tokio::spawn(async move {
            let thought = hall.thinkers.run(whose, move |cancel| {
                let decided = script.map_or_else(|| decide(&state, seat, kind, seq, &memories, cancel), Ok);
                decided.inspect_err(|error| log_stuck(error, &table, seq, &state))
            });
            // A bot that can't go on leaves the table as it is: whoever sits there can still end the game together.
            let Some(Ok(action)) = thought.await else { return };
            hall.config.clock.reach(ready).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(Command::Thought { seq, action }).await;
            }
        });
        task.abort_handle()
    }

    /// A bot has decided.
    pub(super) async fn thought(&mut self, seq: u32, action: Action) {
        if self.thinking.as_ref().is_none_or(|it| it.0 != seq) {
            return;
        }
        self.thinking = None;
        self.idle_since = self.now();
        let step = self.play.as_ref().filter(|it| it.seq() == seq);
        let step = step.and_then(|it| it.propose(it.state.to_act()?, action).ok());
        match step {
            Some(step) => {
                // If it can't be stored, the room reads everything again and the bot thinks again.
                let _ = self.step(step).await;
            }
            None => self.go_on(),
        }
    }

    /// Lets the adviser think about the decision of a seat.
    pub(super) fn advise(&mut self, visit: u64, reference: Option<u32>, seat: Seat, seq: u32) -> Result<(), Problem> {
        if !self.meta.settings.assistance.hints {
            return Err(Problem::new(Code::NotAllowed, "there are no hints at this table"));
        }
        if self.hints.iter().any(|it| it.visit == visit && it.seq == seq) {
            return Err(Problem::new(Code::TooMany, "a hint is on its way"));
        }
        let play = self.play.as_ref().ok_or_else(not_now)?;
        let (state, memories) = (play.state.clone(), play.memories(seat));
        let (hall, inbox) = (Arc::clone(&self.hall), self.inbox.clone());
        let address = self.visitors.iter().find(|it| it.visit == visit).map(|it| it.address);
        let whose = Whose { address, ..self.whose(Sort::Hint) };
        let kind = hall.config.adviser;
        let task = tokio::spawn(async move {
            let thought = hall.thinkers.run(whose, move |cancel| hint(&state, seat, kind, seq, &memories, cancel));
            if let (Some(hint), Some(inbox)) = (thought.await, inbox.upgrade()) {
                let _ = inbox.send(Command::Advised { visit, reference, seat, hint: Box::new(hint) }).await;
            }
        });
        self.hints.push(Hinting { visit, seq, reference, _task: AbortOnDropHandle::new(task) });
        Ok(())
    }

    /// A hint is ready.
    pub(super) fn advised(&mut self, visit: u64, reference: Option<u32>, seat: Seat, hint: Hint) {
        let n_before = self.hints.len();
        self.hints.retain(|it| (it.visit, it.seq) != (visit, hint.seq));
        // Who was told meanwhile that the table has moved on needs no other answer.
        if self.hints.len() < n_before {
            self.hinted = Some((seat, hint.seq));
            self.answer(visit, reference, Answer::Hint { hint });
        }
    }

    /// Stops thinking about hints for decisions that have been made meanwhile.
    fn stop_late_hints(&mut self) {
        let seq = self.play.as_ref().map(GameLog::seq);
        let late: Vec<Hinting> = self.hints.extract_if(.., |it| Some(it.seq) != seq).collect();
        for Hinting { visit, reference, .. } in late {
            let problem = Problem::new(Code::Stale, "the table has moved on; ask again");
            self.send(visit, &Message::Error { reference, problem });
        }
    }
}

/// How the record of a lesson goes on, as long as the game follows it.
fn next_of(script: &str, play: &GameLog) -> Option<Action> {
    let script: Record = script.parse().ok()?;
    let done = play.record().actions;
    let (so_far, rest) = script.actions.split_at_checked(done.len())?;
    let &(seat, action) = rest.first()?;
    (so_far == done && play.state.check(seat, action).is_ok()).then_some(action)
}

/// The luck of a bot for one decision: nobody can foresee it who doesn't know the seed of the game.
fn luck(state: &State, seat: Seat, seq: u32) -> Seed {
    let digest = Sha256::new().chain_update(bot_seed(state.rng.seed, seat).0).chain_update(seq.to_le_bytes());
    Seed(digest.finalize().into())
}

fn decide(
    state: &State,
    seat: Seat,
    kind: Kind,
    seq: u32,
    memories: &[Event],
    cancel: &Cancel,
) -> Result<Action, BotError> {
    let mut bot = kind.bot_with(luck(state, seat, seq), means(cancel));
    if bot.watches() {
        for event in memories {
            bot.observe(event);
        }
    }
    let mut legal = Vec::new();
    state.legal_actions_into(&mut legal);
    bot.choose(&Seen::by(state, seat), &legal)
}

/// A bot that finds no action is a mistake of ours: whoever looks after the server can report it with the position.
fn log_stuck(error: &BotError, table: &str, seq: u32, state: &State) {
    tracing::error!(table, %error, seq, position = position(state), "a bot can't go on");
}

/// One thread and the clock of the system, until it is said that nobody waits any more.
fn means(cancel: &Cancel) -> Means {
    Means { cancel: Arc::clone(cancel), ..Means::default() }
}

fn hint(state: &State, seat: Seat, kind: Kind, seq: u32, memories: &[Event], cancel: &Cancel) -> Hint {
    let mut recall = Recall::new();
    for event in memories {
        recall.observe(event);
    }
    let question = Question {
        recall: &recall,
        seed: luck(state, seat, seq),
        budget: kind.budget().unwrap_or(Budget::millis(250)),
        means: &means(cancel),
        wanted: None,
    };
    game::hint(state, seat, seq, &question)
}

#[cfg(test)]
mod tests {
    use std::{io::Read as _, sync::Mutex};

    use alhambra_engine::notation::parse_city;

    use super::*;

    /// Four arms with three walls each and a camp before each wall: there is no cell for the trader (M-TRD-3).
    const ENCLOSED: &str = "
+    +    +    +    +    +
           K5
+    +    +----+    +    +
      K9  |P2  |K10
+    +----+    +----+    +
 K3  |C5   @    A4  |K6
+    +----+    +----+    +
      K8  |S3  |K7
+    +    +----+    +    +
           K4
+    +    +    +    +    +
";

    #[test]
    fn a_bot_that_finds_no_action_is_logged_with_the_position() {
        let ruleset = "alhambra 3 street-trader camps".parse().unwrap();
        let mut state = State::new(ruleset, Seed::from_number(1)).unwrap();
        state.players[1].city = parse_city(ENCLOSED).unwrap();
        state.agenda.push(Step::LayTrader { seat: Seat(1) });
        let mut file = tempfile::tempfile().unwrap();
        let log = Mutex::new(file.try_clone().unwrap());
        let log = tracing_subscriber::fmt().with_ansi(false).with_writer(log).finish();
        tracing::subscriber::with_default(log, || {
            let error = decide(&state, Seat(1), Kind::Greedy, 5, &[], &Cancel::default()).unwrap_err();
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
