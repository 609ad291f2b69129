//! Absence: who is there, how long the others wait for somebody who isn't, and who looks after a table without its host.

use crate::{meta::Sitter, person::PersonId};
use alhambra_engine::Seat;
use alhambra_protocol::Status;

use super::{Inner, Visitor};

/// After so many milliseconds without its host a table is looked after by somebody who is there.
const HOST: u64 = 2 * 60_000;

impl Inner {
    /// Whether this person has a socket open here; a program on one of their seats is not they.
    pub(super) fn is_visiting(&self, person: &str) -> bool {
        self.visitors.iter().any(|it| it.program.is_none() && it.person.id == person)
    }

    /// Whether whoever sits on this seat is there.
    pub(super) fn is_here(&self, seat: u8) -> bool {
        match &self.meta.chairs[usize::from(seat)].sitter {
            Sitter::Nobody => false,
            Sitter::Bot { .. } => true,
            Sitter::Person { .. } => self.visitors.iter().any(|it| self.meta.may_act(&it.person.id, it.program, seat)),
        }
    }

    /// Somebody is about to come in or has gone; with another socket open they are there all the time.
    pub(super) fn note_presence(&mut self, visitor: &Visitor) {
        let now = self.now();
        for seat in self.seats_of(visitor) {
            if !self.is_here(seat) {
                self.since[usize::from(seat)] = now;
            }
        }
        let person = &visitor.person.id;
        if visitor.program.is_none() && self.meta.host == *person && !self.is_visiting(person) {
            self.host_since = now;
        }
    }

    /// The people at the table who are there, with the time since which they are.
    fn present(&self) -> impl Iterator<Item = (&PersonId, u64)> {
        let chairs = self.meta.chairs.iter().zip(&self.since).zip(0..);
        chairs.filter(|&(_, seat)| self.is_here(seat)).filter_map(|((chair, &since), _)| Some((chair.holder()?, since)))
    }

    /// For whom a bot takes over, and when: somebody who is away and has to decide, while others are there and wait.
    pub(super) fn end_of_patience(&self) -> Option<(Seat, u64)> {
        let patience = u64::from(self.meta.settings.patience?) * 1000;
        let play = self.game.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        let seat = play.state.to_act()?;
        let chair = &self.meta.chairs[seat.index()];
        let holder = chair.holder().filter(|_| !chair.substituted && !self.is_here(seat.0))?;
        let company = self.present().filter(|(id, _)| *id != holder).map(|it| it.1).min()?;
        let asked = play.latest_at().max(self.meta.resumed_at);
        let since = self.since[seat.index()].max(asked).max(company);
        Some((seat, since + patience))
    }

    /// Who becomes the host, and when: the first player who is there while the host is not.
    pub(super) fn next_host(&self) -> Option<(PersonId, u64)> {
        if !self.meta.is_open() || self.is_visiting(&self.meta.host) {
            return None;
        }
        let (person, since) = self.present().next()?;
        Some((person.clone(), self.host_since.max(since) + HOST))
    }

    /// Looks whether somebody has been away for too long.
    pub(super) fn bear_absence(&mut self) {
        let now = self.now();
        if let Some((seat, at)) = self.end_of_patience()
            && at <= now
        {
            self.substitute(seat);
        }
        if let Some((person, at)) = self.next_host()
            && at <= now
        {
            self.change(|meta| meta.host = person);
            self.host_since = now;
        }
    }

    /// Closes a table whose game has not begun and where nobody is any more.
    pub(super) fn expire(&mut self) {
        if self.meta.status == Status::Gathering && self.visitors.is_empty() {
            self.change(|meta| meta.status = Status::Abandoned);
        }
    }

    /// Ends a lesson that everybody has left.
    pub(super) fn end_lesson(&mut self) {
        if self.meta.lesson.is_some() && self.meta.is_open() {
            self.change(|meta| meta.status = Status::Abandoned);
        }
    }
}
