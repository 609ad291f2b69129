//! The clocks of a table, and everything that happens when it is time.

use alhambra_engine::{Action, Seat};
use alhambra_protocol::{Clock, Pace, Problem, Status};

use super::{House, Inner, Table};
use crate::{GameLog, Sitter};

/// What somebody has at least after coming back to a clock that had run out.
const GRACE: u64 = 30_000;

impl Table {
    /// When to come back with [`Input::Tick`](super::Input::Tick) if nothing else happens.
    pub fn due(&self) -> Option<u64> {
        self.inner.due()
    }

    /// When the running clock runs out.
    pub fn deadline(&self) -> Option<u64> {
        self.inner.deadline()
    }

    /// Whether nothing happens by itself, bots apart, until somebody asks for something.
    pub fn is_still(&self) -> bool {
        let no_clock = self.deadline().is_none() && self.inner.end_of_patience().is_none();
        self.inner.answering.is_none() && self.inner.held.is_none() && no_clock
    }

    /// Whether a standing pass is about to answer.
    pub fn is_answering(&self) -> bool {
        self.inner.answering.is_some()
    }
}

impl House {
    /// Milliseconds from one moment to another without those when the house was closed.
    fn elapsed(&self, from: u64, to: u64) -> u64 {
        let down = |&(since, until): &(u64, u64)| until.min(to).saturating_sub(since.max(from));
        to.saturating_sub(from).saturating_sub(self.downtimes.iter().map(down).sum())
    }
}

impl Inner {
    /// Milliseconds of the running decision so far.
    pub(super) fn used(&self) -> u64 {
        let latest = self.game.as_ref().map_or(0, GameLog::latest_at);
        let (since, spent) = match self.meta.resumed_at {
            resumed if resumed > latest => (resumed, self.meta.spent),
            _ => (latest, 0),
        };
        match self.meta.status {
            Status::Playing => self.house.elapsed(since, self.now()) + spent,
            Status::Gathering | Status::Paused | Status::Finished | Status::Abandoned => self.meta.spent,
        }
    }

    /// Milliseconds of the running decision that are taken from the clock of this seat, never more than there are.
    pub(super) fn charge(&self, seat: Seat) -> u64 {
        let used = self.used();
        let grace = self.meta.chairs[seat.index()].grace;
        let left = self.game.as_ref().and_then(|it| it.left(seat, self.meta.settings.pace, grace));
        left.map_or(used, |left| used.min(left))
    }

    /// Milliseconds that this seat has left, if there is a clock.
    fn left(&self, seat: Seat) -> Option<u64> {
        let play = self.game.as_ref()?;
        let left = play.left(seat, self.meta.settings.pace, self.meta.chairs[seat.index()].grace)?;
        let runs = play.state.to_act() == Some(seat);
        Some(if runs { left.saturating_sub(self.used()) } else { left })
    }

    /// Who decides now and how long they may take, if they are a person whose clock runs.
    fn running(&self) -> Option<(Seat, u64)> {
        let play = self.game.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        let seat = play.state.to_act()?;
        let chair = &self.meta.chairs[seat.index()];
        let is_person = matches!(chair.sitter, Sitter::Person { .. }) && !chair.substituted;
        self.left(seat).filter(|_| is_person).map(|left| (seat, left))
    }

    /// The clocks as everybody sees them.
    pub(super) fn clock(&self) -> Option<Clock> {
        if self.meta.settings.pace == Pace::Unlimited {
            return None;
        }
        let left = (0..self.meta.chairs.len() as u8).map(|it| self.left(Seat(it)).unwrap_or(0)).collect();
        Some(Clock { running: self.running().map(|it| it.0.0), left, now: self.now() })
    }

    /// When the running clock runs out.
    pub(super) fn deadline(&self) -> Option<u64> {
        self.running().map(|(_, left)| self.now() + left)
    }

    /// When something happens by itself: a clock or patience runs out, a standing pass answers, a game begins.
    fn due(&self) -> Option<u64> {
        let absence = [self.end_of_patience().map(|it| it.1), self.next_host().map(|it| it.1), self.end_of_call()];
        let times = [self.deadline(), self.answering.map(|it| it.1)].into_iter().chain(absence);
        times.flatten().min()
    }

    /// It is time for something.
    pub(super) fn tick(&mut self) -> Result<(), Problem> {
        if let Some((seat, 0)) = self.running() {
            self.substitute(seat);
        }
        self.bear_absence();
        self.maybe_start()?;
        if let Some((seq, at)) = self.answering
            && at <= self.now()
        {
            self.answering = None;
            let step = self.game.as_ref().filter(|it| it.seq() == seq);
            let step = step.and_then(|it| it.propose(it.state.to_act()?, Action::Pass).ok());
            if let Some(step) = step {
                self.step(step)?;
            }
        }
        Ok(())
    }

    /// A bot takes over for somebody.
    pub(super) fn substitute(&mut self, seat: Seat) {
        self.change(|meta| meta.chairs[seat.index()].substituted = true);
        self.held = None;
        self.go_on();
        self.tell_game();
    }

    /// Somebody is back, and the bot hands over.
    pub(super) fn hand_back(&mut self, seat: Seat) {
        if !self.meta.chairs[seat.index()].substituted {
            return;
        }
        let now = self.now();
        let grace = self.left(seat).map_or(0, |left| GRACE.saturating_sub(left));
        let decides = self.game.as_ref().and_then(|it| it.state.to_act()) == Some(seat);
        let used = self.used();
        let is_bank = matches!(self.meta.settings.pace, Pace::Bank { .. });
        self.change(|meta| {
            let chair = &mut meta.chairs[seat.index()];
            chair.substituted = false;
            if is_bank {
                chair.grace += grace;
            }
            if decides {
                meta.resumed_at = now;
                meta.spent = if is_bank { used } else { 0 };
            }
        });
        self.go_on();
        self.tell_game();
    }
}
