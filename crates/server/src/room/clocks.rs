//! The clocks of a table, and everything that happens when it is time.

use alhambra_engine::{Action, Seat};
use alhambra_protocol::{Clock, Pace, Status};

use super::Room;
use alhambra_table::{GameLog, Sitter};

/// What somebody has at least after coming back to a clock that had run out.
const GRACE: u64 = 30_000;
/// After so many milliseconds a room tries again to read what it is in doubt about.
const RETRY: u64 = 1000;

impl Room {
    /// Milliseconds of the running decision so far.
    pub(super) fn used(&self) -> u64 {
        let latest = self.play.as_ref().map_or(0, GameLog::latest_at);
        let (since, spent) = match self.meta.resumed_at {
            resumed if resumed > latest => (resumed, self.meta.spent),
            _ => (latest, 0),
        };
        match self.meta.status {
            Status::Playing => self.hall.elapsed(since, self.now()) + spent,
            Status::Gathering | Status::Paused | Status::Finished | Status::Abandoned => self.meta.spent,
        }
    }

    /// Milliseconds of the running decision that are taken from the clock of this seat, never more than there are.
    pub(super) fn charge(&self, seat: Seat) -> u64 {
        let used = self.used();
        let grace = self.meta.chairs[seat.index()].grace;
        let left = self.play.as_ref().and_then(|it| it.left(seat, self.meta.settings.pace, grace));
        left.map_or(used, |left| used.min(left))
    }

    /// Milliseconds that this seat has left, if there is a clock.
    fn left(&self, seat: Seat) -> Option<u64> {
        let play = self.play.as_ref()?;
        let left = play.left(seat, self.meta.settings.pace, self.meta.chairs[seat.index()].grace)?;
        let runs = play.state.to_act() == Some(seat);
        Some(if runs { left.saturating_sub(self.used()) } else { left })
    }

    /// Who decides now and how long they may take, if they are a person whose clock runs.
    fn running(&self) -> Option<(Seat, u64)> {
        let play = self.play.as_ref().filter(|_| self.meta.status == Status::Playing)?;
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

    /// When the room has to look after itself again.
    pub(super) fn due(&self) -> u64 {
        if self.in_doubt {
            return self.now() + RETRY;
        }
        let idle = (self.is_quiet() || self.is_still()).then(|| self.idle_at());
        let absence = [self.end_of_patience().map(|it| it.1), self.next_host().map(|it| it.1), self.end_of_call()];
        let times = [self.deadline(), self.answering.map(|it| it.1), idle].into_iter().chain(absence);
        times.flatten().min().unwrap_or(u64::MAX)
    }

    /// Whether nobody is there and nobody is about to do anything.
    fn is_quiet(&self) -> bool {
        self.visitors.is_empty() && self.thinking.is_none() && self.answering.is_none() && !self.in_doubt
    }

    /// Whether nobody has needed the room for long enough.
    pub(super) fn is_idle(&self) -> bool {
        let is_due = self.deadline().is_some_and(|it| it <= self.now());
        self.is_quiet() && !is_due && self.now() >= self.idle_at()
    }

    /// When nobody will have come or asked for long enough.
    fn idle_at(&self) -> u64 {
        self.idle_since + self.hall.config.idle.as_millis() as u64
    }

    /// Whether people are there, but nothing happens by itself until one of them asks for something.
    fn is_still(&self) -> bool {
        let nobody_acts = self.thinking.is_none() && self.answering.is_none() && self.waiting.is_none();
        let no_clock = self.deadline().is_none() && self.end_of_patience().is_none() && !self.in_doubt;
        self.play.is_some() && !self.visitors.is_empty() && nobody_acts && no_clock
    }

    /// Whether people are there and have done nothing for so long that their game may leave memory until they do.
    pub(super) fn is_asleep(&self) -> bool {
        self.is_still() && self.now() >= self.idle_at()
    }

    /// It is time for something.
    pub(super) async fn tick(&mut self) {
        if self.in_doubt && self.reload().await.is_err() {
            return;
        }
        if let Some((seat, 0)) = self.running()
            && self.substitute(seat).await.is_err()
        {
            return;
        }
        if self.bear_absence().await.is_err() || self.maybe_start().await.is_err() {
            return;
        }
        if let Some((seq, at)) = self.answering
            && at <= self.now()
        {
            self.answering = None;
            let step = self.play.as_ref().filter(|it| it.seq() == seq);
            let step = step.and_then(|it| it.propose(it.state.to_act()?, Action::Pass).ok());
            if let Some(step) = step {
                let _ = self.step(step).await;
            }
        }
    }

    /// A bot takes over for somebody.
    pub(super) async fn substitute(&mut self, seat: Seat) -> Result<(), alhambra_protocol::Problem> {
        self.change(|meta| meta.chairs[seat.index()].substituted = true).await?;
        self.waiting = None;
        self.go_on();
        self.tell_game();
        Ok(())
    }

    /// Somebody is back, and the bot hands over.
    pub(super) async fn hand_back(&mut self, seat: Seat) -> Result<(), alhambra_protocol::Problem> {
        if !self.meta.chairs[seat.index()].substituted {
            return Ok(());
        }
        let now = self.now();
        let grace = self.left(seat).map_or(0, |left| GRACE.saturating_sub(left));
        let decides = self.play.as_ref().and_then(|it| it.state.to_act()) == Some(seat);
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
        })
        .await?;
        self.go_on();
        self.tell_game();
        Ok(())
    }
}
