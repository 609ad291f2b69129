//! Who goes on by themselves: bots, standing passes, and the bot that gives hints.

use std::sync::Arc;

use alhambra_bots::{BotError, Budget, Kind, Means, Recall, Seen, bot_seed};
use alhambra_engine::{Action, Decision, Event, Seat, Seed, State, View, notation::Record};
use alhambra_protocol::{Answer, Code, Hint, Message, Problem, Status, Written};
use sha2::{Digest as _, Sha256};

use super::{HintRequest, Inner, Table, not_now};
use crate::{game, log::GameLog, meta::Sitter};

/// A decision that a bot has to make; the answer is [`Input::Decided`](super::Input::Decided).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who decides.
    pub seat: Seat,
    /// After which entry.
    pub seq: u32,
    /// Which bot is asked.
    pub kind: Kind,
}

/// All that is needed to think about a decision, on whatever thread, worker or machine there is time for it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The game at the decision.
    pub state: Arc<State>,
    /// Who decides.
    pub seat: Seat,
    /// After which entry.
    pub seq: u32,
    /// What the seat has seen happen.
    pub memories: Vec<Event>,
    /// What the record of a lesson has the seat do.
    pub script: Option<Action>,
}

impl Thought {
    /// What a bot of this kind does.
    ///
    /// # Errors
    /// If it finds nothing.
    pub fn decide(&self, kind: Kind, means: Means) -> Result<Action, BotError> {
        if let Some(action) = self.script {
            return Ok(action);
        }
        let mut bot = kind.bot_with(self.luck(), means);
        if bot.watches() {
            for event in &self.memories {
                bot.observe(event);
            }
        }
        let mut legal = Vec::new();
        self.state.legal_actions_into(&mut legal);
        bot.choose(&Seen::by(&self.state, self.seat), &legal)
    }

    /// What a bot of this kind would advise.
    pub fn advise(&self, kind: Kind, means: &Means) -> Hint {
        let mut recall = Recall::new();
        for event in &self.memories {
            recall.observe(event);
        }
        let question = alhambra_bots::Question {
            recall: &recall,
            seed: self.luck(),
            budget: kind.budget().unwrap_or(Budget::millis(250)),
            means,
            wanted: None,
        };
        game::hint(&self.state, self.seat, self.seq, &question)
    }

    /// The luck of a bot for one decision: nobody can foresee it who doesn't know the seed of the game.
    fn luck(&self) -> Seed {
        let seed = bot_seed(self.state.rng.seed, self.seat);
        let digest = Sha256::new().chain_update(seed.0).chain_update(self.seq.to_le_bytes());
        Seed(digest.finalize().into())
    }
}

impl Table {
    /// The decision that a bot has to make now, unless nobody waits for it.
    pub fn question(&self) -> Option<Question> {
        self.inner.question()
    }

    /// What is needed to think about the running decision of a seat.
    pub fn thought(&self, seat: Seat) -> Option<Thought> {
        let game = self.inner.game.as_ref()?;
        let script = self.inner.meta.lesson.as_deref().and_then(|it| next_of(it, game));
        let memories = game.memories(seat);
        Some(Thought { state: Arc::clone(&game.state), seat, seq: game.seq(), memories, script })
    }
}

impl Inner {
    /// Looks who has to decide next: whoever passes beforehand is about to answer, and hints for another decision are void.
    pub(super) fn go_on(&mut self) {
        self.stop_late_hints();
        self.answering = self.next_answer();
    }

    /// The entry after which a standing pass answers, and when.
    fn next_answer(&self) -> Option<(u32, u64)> {
        let game = self.game.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        let seat = game.state.to_act()?;
        let (seq, chair) = (game.seq(), &self.meta.chairs[seat.index()]);
        if self.level(seat).is_some() {
            return None;
        }
        let is_asked = matches!(game.state.decision(), Some(Decision::Interrupt { .. }));
        let passes = is_asked && game::passes(&chair.standing, &View::of(&game.state, None), seat);
        self.answering.filter(|it| it.0 == seq && passes).or_else(|| {
            let (least, most) = self.house.standing_pause;
            passes.then(|| (seq, self.now() + least + self.house.below(most.saturating_sub(least) + 1)))
        })
    }

    /// The level of the bot that plays on a seat, for itself or for somebody.
    fn level(&self, seat: Seat) -> Option<&String> {
        let chair = &self.meta.chairs[seat.index()];
        match &chair.sitter {
            Sitter::Bot { level, .. } => Some(level),
            Sitter::Person { .. } if chair.substituted => Some(&self.meta.settings.substitute),
            Sitter::Person { .. } | Sitter::Nobody => None,
        }
    }

    fn question(&self) -> Option<Question> {
        let game = self.game.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        let seat = game.state.to_act()?;
        let level = self.level(seat).filter(|_| !self.is_deserted())?;
        Some(Question { seat, seq: game.seq(), kind: level.parse().unwrap_or(Kind::Greedy) })
    }

    /// Whether everybody has left the table to bots: nobody waits for them, and whoever comes sets them going again.
    fn is_deserted(&self) -> bool {
        self.visitors.is_empty() && self.meta.chairs.iter().all(|it| it.holder().is_none() || it.substituted)
    }

    /// A bot has decided.
    pub(super) fn decided(&mut self, seq: u32, action: Action) {
        let question = self.question().filter(|it| it.seq == seq);
        let game = self.game.as_ref();
        let step = question.zip(game).and_then(|(question, game)| game.propose(question.seat, action).ok());
        if let Some(step) = step {
            // There is a game to take it in.
            let _ = self.step(step);
        }
    }

    /// Somebody wants a hint for the decision of a seat.
    pub(super) fn want_hint(
        &mut self,
        visit: u64,
        reference: Option<u32>,
        seat: Seat,
        seq: u32,
    ) -> Result<(), Problem> {
        if !self.meta.settings.assistance.hints {
            return Err(Problem::new(Code::NotAllowed, "there are no hints at this table"));
        }
        if self.hints.iter().any(|it| it.visit == visit && it.seq == seq) {
            return Err(Problem::new(Code::TooMany, "a hint is on its way"));
        }
        self.game.as_ref().ok_or_else(not_now)?;
        self.hints.push(HintRequest { visit, seq, seat, reference });
        Ok(())
    }

    /// A hint is ready.
    pub(super) fn advised(&mut self, visit: u64, seat: Seat, seq: u32, hint: Written) {
        let wanted = self.hints.iter().position(|it| (it.visit, it.seq) == (visit, seq));
        // Who was told meanwhile that the table has moved on needs no other answer.
        if let Some(HintRequest { reference, .. }) = wanted.map(|it| self.hints.swap_remove(it)) {
            self.hinted = Some((seat, seq));
            self.answer(visit, reference, Answer::Hint { hint });
        }
    }

    /// Stops waiting for hints for decisions that have been made meanwhile.
    fn stop_late_hints(&mut self) {
        let seq = self.game.as_ref().map(GameLog::seq);
        let late: Vec<HintRequest> = self.hints.extract_if(.., |it| Some(it.seq) != seq).collect();
        for HintRequest { visit, reference, .. } in late {
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
