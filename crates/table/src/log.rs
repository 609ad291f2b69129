//! The log of a game: everything that was done, what of it can be taken back, and whose time was used.

use std::{
    fmt,
    ops::{Bound, RangeBounds},
    str::FromStr,
    sync::Arc,
};

use alhambra_engine::{
    Action, Event, Refusal, Ruleset, Seat, Seed, State,
    notation::Record,
    ruleset::{OtherRules, RULES_VERSION},
};
use alhambra_protocol::{Code, Entry, Pace, Problem};

use crate::{
    game::{self, Perspective},
    meta::TableMeta,
};

/// A game with its log; a copy shares what is large, so that a step can be worked out on one.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// The game now.
    pub state: Arc<State>,
    /// When it began.
    began_at: u64,
    /// Everything that was done.
    entries: Vec<LogEntry>,
    /// What followed from the set-up, then from each entry; nothing is hidden in it yet.
    events: Vec<Arc<[Event]>>,
    /// The numbers of the entries that were not taken back.
    standing: Vec<u32>,
    /// The game before each entry that can be taken back.
    before: Vec<(u32, Arc<State>)>,
    /// Milliseconds used by each seat.
    pub used: Vec<u64>,
    /// How many turns each seat has finished.
    n_turns: Vec<u32>,
    /// Whose turn it is.
    turn: Option<Seat>,
}

/// One line of the log, which is all that is ever stored of a game after its set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, from 1.
    pub seq: u32,
    /// Who did it.
    pub seat: Seat,
    /// What was done.
    pub deed: Deed,
    /// When it was done, in milliseconds of the table's clock.
    pub at: u64,
    /// Milliseconds of the seat's clock that it took.
    pub used: u64,
    /// Whether the player had asked for a hint.
    pub hinted: bool,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// An action.
    Act(Action),
    /// The entry with this number was taken back.
    TakeBack(u32),
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Act(action) => write!(f, "{action}"),
            Deed::TakeBack(seq) => write!(f, "undo {seq}"),
        }
    }
}

/// A text that is neither an action nor `undo` with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no line of a log")]
pub struct NoDeed;

impl FromStr for Deed {
    type Err = NoDeed;

    fn from_str(text: &str) -> Result<Deed, NoDeed> {
        match text.strip_prefix("undo ") {
            Some(seq) => seq.parse().map(Deed::TakeBack).map_err(|_| NoDeed),
            None => text.parse().map(Deed::Act).map_err(|_| NoDeed),
        }
    }
}

/// Why a table and its log make no game that can be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It has not begun.
    #[error("the game has not begun yet")]
    NotBegun,
    /// It follows other rules than this program.
    #[error("this game follows {0}; nothing of it is lost, and a server of that version goes on with it")]
    OtherRules(OtherRules),
    /// The log can't be right.
    #[error("this game can't be replayed by this version of the server")]
    Broken,
}

impl From<ReplayError> for Problem {
    fn from(reason: ReplayError) -> Problem {
        let code = match reason {
            ReplayError::OtherRules(_) => Code::OtherRules,
            ReplayError::NotBegun | ReplayError::Broken => Code::Unavailable,
        };
        Problem::new(code, reason.to_string())
    }
}

/// A step that could be taken: where it leads and how it is written down.
#[derive(Debug)]
pub struct Proposed {
    /// Who takes it.
    pub seat: Seat,
    deed: Deed,
    state: Arc<State>,
    events: Vec<Event>,
    ends_turn: bool,
}

impl Proposed {
    /// Whether it reveals something or ends what the player had to decide, even if the next decision is the same player's:
    /// then it can't be taken back.
    pub fn is_final(&self) -> bool {
        self.ends_turn || self.events.iter().any(Event::reveals)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// What followed.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl GameLog {
    /// A game that begins now.
    ///
    /// # Errors
    /// Every reason why the ruleset can't be played.
    pub fn new(ruleset: Ruleset, seed: Seed, at: u64) -> Result<GameLog, alhambra_engine::Unplayable> {
        let mut events = Vec::new();
        let state = State::new_with(ruleset, seed, &mut events)?;
        let n = usize::from(ruleset.players);
        let mut game = GameLog {
            state: Arc::new(state),
            began_at: at,
            entries: Vec::new(),
            events: Vec::new(),
            standing: Vec::new(),
            before: Vec::new(),
            used: vec![0; n],
            n_turns: vec![0; n],
            turn: None,
        };
        game.note_turns(&events);
        game.events.push(events.into());
        Ok(game)
    }

    /// The same game with something else behind it, for tests of what leaks.
    #[doc(hidden)]
    #[must_use]
    pub fn with(&self, state: State, entries: Vec<LogEntry>, events: Vec<Arc<[Event]>>) -> GameLog {
        GameLog { state: Arc::new(state), entries, events, ..self.clone() }
    }

    /// The game of a table as its log tells it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn replay(meta: &TableMeta, entries: &[LogEntry]) -> Result<GameLog, ReplayError> {
        let seed = check_rules(meta)?.parse().map_err(|_| ReplayError::Broken)?;
        let at = meta.started_at.unwrap_or(meta.opened_at);
        let mut game = GameLog::new(meta.settings.ruleset, seed, at).map_err(|_| ReplayError::Broken)?;
        if entries.iter().all(|it| game.retake(*it)) { Ok(game) } else { Err(ReplayError::Broken) }
    }

    /// The number of the latest entry.
    pub fn seq(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Looks where an action leads.
    ///
    /// # Errors
    /// Why the rules don't allow it.
    pub fn propose(&self, seat: Seat, action: Action) -> Result<Proposed, Refusal> {
        self.state.check(seat, action)?;
        Ok(propose(Arc::clone(&self.state), seat, action))
    }

    /// Whether this seat can take its latest action back.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        !self.before.is_empty() && self.state.to_act() == Some(seat)
    }

    /// Looks where taking back leads: the game is as it was, the random numbers to come included.
    pub fn propose_take_back(&self, seat: Seat) -> Option<Proposed> {
        let (seq, state) = self.before.last().filter(|_| self.can_take_back(seat))?;
        let (deed, state) = (Deed::TakeBack(*seq), state.clone());
        Some(Proposed { seat, deed, state, events: Vec::new(), ends_turn: false })
    }

    /// When the latest entry was made, or the game began.
    pub fn latest_at(&self) -> u64 {
        self.entries.last().map_or(self.began_at, |it| it.at)
    }

    /// Everything that was done, and what followed from the set-up and from each of it; nothing is hidden yet.
    pub fn course(&self) -> (&[LogEntry], &[Arc<[Event]>]) {
        (&self.entries, &self.events)
    }

    /// What a seat has seen happen, as far as it stands.
    pub fn memories(&self, seat: Seat) -> Vec<Event> {
        let standing = std::iter::once(&0).chain(&self.standing);
        standing.flat_map(|&it| self.events[it as usize].iter()).map(|it| it.seen_by(Some(seat))).collect()
    }

    /// The line of the log for a step.
    pub fn entry(&self, step: &Proposed, at: u64, used: u64, hinted: bool) -> LogEntry {
        LogEntry { seq: self.seq() + 1, seat: step.seat, deed: step.deed, at, used, hinted }
    }

    /// Takes a step that is written down as this entry.
    pub fn take(&mut self, step: Proposed, entry: LogEntry) {
        let is_final = step.is_final();
        let Proposed { seat, deed, state, events, ends_turn: _ } = step;
        let former = std::mem::replace(&mut self.state, state);
        match deed {
            Deed::Act(_) => {
                self.standing.push(entry.seq);
                if is_final {
                    self.before.clear();
                } else {
                    self.before.push((entry.seq, former));
                }
            }
            Deed::TakeBack(_) => {
                self.before.pop();
                self.standing.pop();
            }
        }
        self.used[seat.index()] += entry.used;
        self.note_turns(&events);
        self.entries.push(entry);
        self.events.push(events.into());
    }

    /// Takes a step that was stored; false if the log can't be right.
    fn retake(&mut self, entry: LogEntry) -> bool {
        let step = match entry.deed {
            Deed::Act(action) => self.propose(entry.seat, action).ok(),
            Deed::TakeBack(_) => self.propose_take_back(entry.seat).filter(|it| it.deed == entry.deed),
        };
        let is_next = entry.seq == self.seq() + 1;
        step.filter(|_| is_next).map(|step| self.take(step, entry)).is_some()
    }

    /// Milliseconds that a seat has left before the running decision, with so many given to its bank.
    pub fn left(&self, seat: Seat, pace: Pace, grace: u64) -> Option<u64> {
        match pace {
            Pace::Unlimited => None,
            Pace::PerMove { seconds } => Some(u64::from(seconds) * 1000),
            Pace::Bank { seconds, increment } => {
                let gained = u64::from(increment) * u64::from(self.n_turns[seat.index()]);
                Some(((u64::from(seconds) + gained) * 1000 + grace).saturating_sub(self.used[seat.index()]))
            }
        }
    }

    /// The game so far as a record of what stands.
    pub fn record(&self) -> Record {
        let acted = |seq: &u32| match self.entries[*seq as usize - 1] {
            LogEntry { seat, deed: Deed::Act(action), .. } => Some((seat, action)),
            LogEntry { deed: Deed::TakeBack(_), .. } => None,
        };
        let mut record = Record::new(self.state.ruleset, self.state.rng.seed);
        record.actions = self.standing.iter().filter_map(acted).collect();
        record.scores = self.state.is_over().then(|| self.state.players.iter().map(|it| it.score).collect());
        record
    }

    /// Some entries, by their numbers, as they are told from a perspective; the set-up is number 0.
    pub fn told(&self, numbers: impl RangeBounds<u32>, perspective: Perspective) -> Vec<Entry> {
        let start = match numbers.start_bound() {
            Bound::Included(&it) => it,
            Bound::Excluded(&it) => it.saturating_add(1),
            Bound::Unbounded => 0,
        };
        (start..=self.seq()).take_while(|it| numbers.contains(it)).map(|it| self.tell(it, perspective)).collect()
    }

    /// The entry with this number as it is told from a perspective.
    pub fn tell(&self, seq: u32, perspective: Perspective) -> Entry {
        let events = &self.events[seq as usize];
        let Some(entry) = seq.checked_sub(1).and_then(|it| self.entries.get(it as usize)) else {
            return Entry { at: self.began_at, ..game::entry(seq, None, events, perspective) };
        };
        let (acted, took_back) = match entry.deed {
            Deed::Act(action) => (Some((entry.seat, action)), None),
            Deed::TakeBack(seq) => (None, Some(seq)),
        };
        let (seat, hinted, at) = (Some(entry.seat.0), entry.hinted, entry.at);
        Entry { seat, took_back, hinted, at, ..game::entry(seq, acted, events, perspective) }
    }

    fn note_turns(&mut self, events: &[Event]) {
        for event in events {
            if let Event::TurnBegan { seat } = *event
                && let Some(former) = self.turn.replace(seat)
            {
                self.n_turns[former.index()] += 1;
            }
        }
    }
}

/// Where a legal action leads.
fn propose(mut state: Arc<State>, seat: Seat, action: Action) -> Proposed {
    let mut events = Vec::new();
    let next = Arc::make_mut(&mut state);
    next.carry_out(action, &mut events);
    let ends_turn = !game::goes_on(next, seat);
    next.advance(&mut events);
    Proposed { seat, deed: Deed::Act(action), state, events, ends_turn }
}

/// The seed of a game that can be played on.
///
/// # Errors
/// If it has not begun, or follows other rules: whether those would lead to something else can't be told by looking at it.
pub fn check_rules(meta: &TableMeta) -> Result<&str, ReplayError> {
    let seed = meta.seed.as_deref().ok_or(ReplayError::NotBegun)?;
    if meta.rules == RULES_VERSION { Ok(seed) } else { Err(ReplayError::OtherRules(OtherRules(meta.rules))) }
}

#[cfg(test)]
mod tests {
    use alhambra_protocol::Verdict;

    use super::*;
    use crate::common::{Style, any_ruleset, random_game};

    #[test]
    fn what_ends_a_turn_or_reveals_something_is_final() {
        // A game_loger is warned of just those actions that can't be taken back; a pass before a scoring or before one's own
        // turn is one of them.
        let mut n_passes = 0;
        for number in 0..16 {
            random_game(any_ruleset(number), number, Style::Eager, |state, _, _, dice| {
                let Some(seat) = state.to_act() else { return };
                let mut legal = Vec::new();
                state.legal_actions_into(&mut legal);
                let action = if legal.contains(&Action::Pass) { Action::Pass } else { dice.one_of(&legal) };
                let step = propose(Arc::new(state.clone()), seat, action);
                let parts = |it: &Event| matches!(it, Event::Scored { .. } | Event::TurnBegan { .. });
                let parted = step.events.iter().any(parts);
                assert!(
                    step.is_final() || !parted && step.state.to_act() == Some(seat),
                    "{action} in {}",
                    state.ruleset
                );
                n_passes += usize::from(action == Action::Pass && parted && step.state.to_act() == Some(seat));
                let Verdict::Legal { effect, .. } = game::consider(state, seat, action) else {
                    panic!("{action} is listed and refused")
                };
                assert_eq!(step.is_final(), effect.ends_turn || effect.reveals, "{action} in {}", state.ruleset);
            });
        }
        assert!(n_passes > 0);
    }
}
