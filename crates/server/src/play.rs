//! A game as a room keeps it: its log, where it stands, what can be taken back, and whose time was used.

use std::ops::{Bound, RangeBounds};

use alhambra_engine::{Action, Event, Refusal, Ruleset, Seat, Seed, State, notation::Record, ruleset::RULES_VERSION};
use alhambra_protocol::{Entry, Pace};

use crate::{
    game::{self, Perspective},
    sheet::Sheet,
    store::Row,
};

/// A game with its log.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// The game now; boxed, because a game is large and waits with its room for the database.
    pub state: Box<State>,
    /// Everything that was done, the set-up first.
    pub log: Vec<Logged>,
    /// The numbers of the entries that were not taken back.
    standing: Vec<u32>,
    /// The game before each entry that can be taken back.
    before: Vec<(u32, Box<State>)>,
    /// Milliseconds used by each seat.
    pub used: Vec<u64>,
    /// How many turns each seat has finished.
    pub n_turns: Vec<u32>,
    /// Whose turn it is.
    turn: Option<Seat>,
}

/// Why there is no game to be had of a table and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlay {
    /// It has not begun.
    #[error("the game has not begun yet")]
    NotBegun,
    /// It follows other rules than this program.
    #[error(
        "this game follows version {0} of the rules and this server plays version {RULES_VERSION}; nothing of it is lost, \
         and a server of that version goes on with it"
    )]
    OtherRules(u32),
    /// The log can't be right.
    #[error("this game can't be replayed by this version of the server")]
    Broken,
}

/// One thing that was done, with everything that followed from it; nothing hidden yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logged {
    /// Who did what; nobody for the set-up.
    pub deed: Option<(Seat, Deed)>,
    /// What followed.
    pub events: Vec<Event>,
    /// Whether the player had asked for a hint.
    pub hinted: bool,
    /// When.
    pub at: u64,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// An action.
    Act(Action),
    /// The entry with this number was taken back.
    TakeBack(u32),
}

/// A step that could be taken: where it leads and how it is written down.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// Who.
    pub seat: Seat,
    /// What.
    pub deed: Deed,
    state: Box<State>,
    events: Vec<Event>,
    ends_turn: bool,
}

impl Prepared {
    /// Whether it reveals something or ends what the player had to decide, even if the next decision is the same player's:
    /// then it can't be taken back.
    pub(crate) fn is_final(&self) -> bool {
        self.ends_turn || self.events.iter().any(Event::reveals)
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// What followed.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }
}

impl Play {
    /// A game that begins now.
    ///
    /// # Errors
    /// Every reason why the ruleset can't be played.
    pub(crate) fn new(ruleset: Ruleset, seed: Seed, at: u64) -> Result<Play, alhambra_engine::Unplayable> {
        let mut events = Vec::new();
        let state = State::new_with(ruleset, seed, &mut events)?;
        // Thousands of games wait for their first action.
        events.shrink_to_fit();
        let n = usize::from(ruleset.players);
        let mut play = Play {
            state: Box::new(state),
            log: Vec::new(),
            standing: Vec::new(),
            before: Vec::new(),
            used: vec![0; n],
            n_turns: vec![0; n],
            turn: None,
        };
        play.note_turns(&events);
        play.log.push(Logged { deed: None, events, hinted: false, at });
        Ok(play)
    }

    /// The same game with something else behind it.
    #[cfg(test)]
    pub(crate) fn with(&self, state: State, log: Vec<Logged>) -> Play {
        let Play { state: _, log: _, standing, before, used, n_turns, turn } = self;
        let (standing, before, used, n_turns) = (standing.clone(), before.clone(), used.clone(), n_turns.clone());
        Play { state: Box::new(state), log, standing, before, used, n_turns, turn: *turn }
    }

    /// The game of a table as its log tells it.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn replay(sheet: &Sheet, rows: &[Row]) -> Result<Play, NoPlay> {
        let seed = sheet.seed.as_deref().ok_or(NoPlay::NotBegun)?;
        // Whether other rules would lead to something else can't be told by looking at it.
        if sheet.rules != RULES_VERSION {
            return Err(NoPlay::OtherRules(sheet.rules));
        }
        let seed = seed.parse().map_err(|_| NoPlay::Broken)?;
        let at = sheet.started_at.unwrap_or(sheet.opened_at);
        let mut play = Play::new(sheet.settings.ruleset, seed, at).map_err(|_| NoPlay::Broken)?;
        if rows.iter().all(|row| play.retake(row)) { Ok(play) } else { Err(NoPlay::Broken) }
    }

    /// The number of the latest entry.
    pub(crate) fn seq(&self) -> u32 {
        self.log.len() as u32 - 1
    }

    /// Looks where an action leads.
    ///
    /// # Errors
    /// Why the rules don't allow it.
    pub(crate) fn prepare(&self, seat: Seat, action: Action) -> Result<Prepared, Refusal> {
        self.state.check(seat, action)?;
        Ok(prepare(self.state.clone(), seat, action))
    }

    /// Whether this seat can take its latest action back.
    pub(crate) fn can_take_back(&self, seat: Seat) -> bool {
        !self.before.is_empty() && self.state.to_act() == Some(seat)
    }

    /// Looks where taking back leads: the game is as it was, the random numbers to come included.
    pub(crate) fn prepare_take_back(&self, seat: Seat) -> Option<Prepared> {
        let (seq, state) = self.before.last().filter(|_| self.can_take_back(seat))?;
        let (deed, state) = (Deed::TakeBack(*seq), state.clone());
        Some(Prepared { seat, deed, state, events: Vec::new(), ends_turn: false })
    }

    /// The line of the log for a step.
    pub(crate) fn row(&self, step: &Prepared, at: u64, used: u64, hinted: bool) -> Row {
        let what = match step.deed {
            Deed::Act(action) => action.to_string(),
            Deed::TakeBack(seq) => format!("undo {seq}"),
        };
        Row { seq: self.seq() + 1, seat: step.seat.0, what, at, used, hinted }
    }

    /// Takes a step that was written down as this row.
    pub(crate) fn take(&mut self, step: Prepared, row: &Row) {
        let is_final = step.is_final();
        let Prepared { seat, deed, state, events, ends_turn: _ } = step;
        let former = std::mem::replace(&mut self.state, state);
        match deed {
            Deed::Act(_) => {
                self.standing.push(row.seq);
                if is_final {
                    self.before.clear();
                } else {
                    self.before.push((row.seq, former));
                }
            }
            Deed::TakeBack(_) => {
                self.before.pop();
                self.standing.pop();
            }
        }
        self.used[seat.index()] += row.used;
        self.note_turns(&events);
        self.log.push(Logged { deed: Some((seat, deed)), events, hinted: row.hinted, at: row.at });
    }

    /// The game before its latest entry, which took so many milliseconds.
    ///
    /// It is played again from its beginning: that is needed only where something could not be stored.
    pub(crate) fn without_latest(&self, milliseconds: u64) -> Option<Play> {
        let (latest, earlier) = self.log.split_last()?;
        let (set_up, entries) = earlier.split_first()?;
        let mut play = Play::new(self.state.ruleset, self.state.rng.seed, set_up.at).ok()?;
        for (entry, seq) in entries.iter().zip(1..) {
            let step = match entry.deed? {
                (seat, Deed::Act(action)) => play.prepare(seat, action).ok()?,
                (seat, Deed::TakeBack(_)) => play.prepare_take_back(seat)?,
            };
            let row = Row { seq, seat: step.seat.0, what: String::new(), at: entry.at, used: 0, hinted: entry.hinted };
            play.take(step, &row);
        }
        play.used.clone_from(&self.used);
        play.used[latest.deed?.0.index()] -= milliseconds;
        Some(play)
    }

    /// Takes a step that was stored; false if the log can't be right.
    fn retake(&mut self, row: &Row) -> bool {
        let seat = Seat(row.seat);
        let step = match row.what.strip_prefix("undo ") {
            Some(seq) => self.prepare_take_back(seat).filter(|it| Ok(it.deed) == seq.parse().map(Deed::TakeBack)),
            None => row.what.parse().ok().and_then(|action| self.prepare(seat, action).ok()),
        };
        let is_next = row.seq == self.seq() + 1;
        step.filter(|_| is_next).map(|step| self.take(step, row)).is_some()
    }

    /// Milliseconds that a seat has left before the running decision, with so many given to its bank.
    pub(crate) fn left(&self, seat: Seat, pace: Pace, grace: u64) -> Option<u64> {
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
    pub(crate) fn record(&self) -> Record {
        let acted = |seq: &u32| match self.log[*seq as usize].deed {
            Some((seat, Deed::Act(action))) => Some((seat, action)),
            Some((_, Deed::TakeBack(_))) | None => None,
        };
        let mut record = Record::new(self.state.ruleset, self.state.rng.seed);
        record.actions = self.standing.iter().filter_map(acted).collect();
        record.scores = self.state.is_over().then(|| self.state.players.iter().map(|it| it.score).collect());
        record
    }

    /// The numbers of the entries that were not taken back.
    pub(crate) fn standing(&self) -> &[u32] {
        &self.standing
    }

    /// The entries from a number on, as they are told from a perspective.
    pub(crate) fn entries(&self, numbers: impl RangeBounds<u32>, perspective: Perspective) -> Vec<Entry> {
        let start = match numbers.start_bound() {
            Bound::Included(&it) => it,
            Bound::Excluded(&it) => it.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let from_there = self.log.iter().zip(0..).skip(start as usize);
        let told = from_there.take_while(|(_, seq)| numbers.contains(seq));
        told.map(|(it, seq)| it.told(seq, perspective)).collect()
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
fn prepare(mut state: Box<State>, seat: Seat, action: Action) -> Prepared {
    let mut events = Vec::new();
    state.carry_out(action, &mut events);
    let ends_turn = !game::goes_on(&state, seat);
    state.advance(&mut events);
    Prepared { seat, deed: Deed::Act(action), state, events, ends_turn }
}

impl Logged {
    /// The entry with this number as it is told from a perspective.
    pub(crate) fn told(&self, seq: u32, perspective: Perspective) -> Entry {
        let Logged { deed, events, hinted, at } = self;
        let (acted, took_back) = match *deed {
            Some((seat, Deed::Act(action))) => (Some((seat, action)), None),
            Some((_, Deed::TakeBack(seq))) => (None, Some(seq)),
            None => (None, None),
        };
        let seat = deed.map(|it| it.0.0);
        Entry { seat, took_back, hinted: *hinted, at: *at, ..game::entry(seq, acted, events, perspective) }
    }
}

#[cfg(test)]
mod tests {
    use alhambra_protocol::Verdict;

    use super::*;
    use crate::common::{Dice, Style, any_ruleset, random_game};

    #[test]
    fn what_ends_a_turn_or_reveals_something_is_final() {
        // A player is warned of just those actions that can't be taken back; a pass before a scoring or before one's own
        // turn is one of them.
        let mut n_passes = 0;
        for number in 0..16 {
            random_game(any_ruleset(number), number, Style::Eager, |state, _, _, dice| {
                let Some(seat) = state.to_act() else { return };
                let mut legal = Vec::new();
                state.legal_actions_into(&mut legal);
                let action = if legal.contains(&Action::Pass) { Action::Pass } else { dice.one_of(&legal) };
                let step = prepare(Box::new(state.clone()), seat, action);
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

    /// What could not be stored is as if it had never been tried, whatever was taken back before.
    #[test]
    fn without_its_latest_entry_a_game_is_as_it_was() {
        let mut n_taken_back = 0;
        for number in 0..6 {
            let mut dice = Dice::new(number);
            let mut play = Play::new(any_ruleset(number), Seed::from_number(number), 5).unwrap();
            while let Some(seat) = play.state.to_act().filter(|_| play.seq() < 80) {
                let mut legal = Vec::new();
                play.state.legal_actions_into(&mut legal);
                let back = play.prepare_take_back(seat).filter(|_| dice.below(3) == 0);
                n_taken_back += usize::from(back.is_some());
                let step = back.unwrap_or_else(|| play.prepare(seat, dice.choose(Style::Eager, &legal)).unwrap());
                let row = play.row(&step, 7 + u64::from(play.seq()), dice.below(9) as u64, dice.below(5) == 0);
                let before = format!("{play:?}");
                play.take(step, &row);
                assert_eq!(format!("{:?}", play.without_latest(row.used).unwrap()), before, "{}", row.what);
            }
        }
        assert!(n_taken_back > 10, "{n_taken_back}");
    }
}
