//! The entrance of a room: who comes in, for whom somebody else has to go, and who leaves.

use std::net::IpAddr;

use alhambra_engine::Seat;
use alhambra_protocol::{Code, Message, Problem};

use super::{Inner, Letter, Visitor, write};

impl Inner {
    /// Somebody comes in.
    pub(super) fn come(&mut self, mut visitor: Visitor, unreadable: Option<Problem>) -> Result<(), Problem> {
        let visit = visitor.visit;
        if let Err(problem) = self.make_room(&visitor) {
            let text = write(&Message::Error { reference: None, problem: problem.clone() });
            self.out.letters.push(Letter { visit, text });
            return Err(problem);
        }
        self.note_presence(&visitor);
        let seats = self.seats_of(&visitor);
        let to_act = self.game.as_ref().and_then(|it| it.state.to_act()).map(|it| it.0);
        visitor.looking = to_act.filter(|it| seats.contains(it)).or(seats.first().copied());
        self.visitors.push(visitor);
        // A table that was left to bots rests while nobody is there.
        self.go_on();
        self.tell_table();
        match unreadable {
            None => self.tell_game_to(visit),
            Some(problem) => self.send(visit, &Message::Error { reference: None, problem }),
        }
        Ok(())
    }

    /// Whoever is back takes over from the bots on their seats.
    pub(super) fn hand_all_back(&mut self, visit: u64) {
        let Some(visitor) = self.visitors.iter().find(|it| it.visit == visit) else { return };
        for seat in self.seats_of(visitor) {
            self.hand_back(Seat(seat));
        }
    }

    /// Somebody goes.
    pub(super) fn leave(&mut self, visit: u64) {
        self.dismiss(visit);
        if self.visitors.is_empty() {
            self.go_on();
        }
        self.tell_table();
    }

    /// Visitors are sent away.
    pub(super) fn expel(&mut self, visits: &[u64]) {
        for &visit in visits {
            self.dismiss(visit);
        }
        self.tell_table();
    }

    /// Takes somebody off the list of those who are told anything.
    pub(super) fn dismiss(&mut self, visit: u64) {
        let Some(i) = self.visitors.iter().position(|it| it.visit == visit) else { return };
        let visitor = self.visitors.swap_remove(i);
        self.note_presence(&visitor);
        self.hints.retain(|it| it.visit != visit);
    }

    /// Whether a visitor plays here or looks after the table.
    fn belongs(&self, visitor: &Visitor) -> bool {
        let is_host = visitor.program.is_none() && self.meta.host == visitor.person.id;
        is_host || !self.seats_of(visitor).is_empty()
    }

    /// Sends somebody away for a newcomer where there is no more room: players never wait for spectators, and spectators
    /// share their places among the addresses they come from.
    fn make_room(&mut self, newcomer: &Visitor) -> Result<(), Problem> {
        if self.belongs(newcomer) {
            let own = |it: &&Visitor| it.person.id == newcomer.person.id && it.program == newcomer.program;
            if self.visitors.iter().filter(own).count() >= self.house.n_visits_per_player {
                let oldest = self.visitors.iter().filter(own).map(|it| it.visit).min();
                if let Some(oldest) = oldest {
                    self.dismiss(oldest);
                }
            }
            return Ok(());
        }
        let spectators: Vec<(u64, IpAddr)> =
            self.visitors.iter().filter(|it| !self.belongs(it)).map(|it| (it.visit, it.address)).collect();
        if spectators.len() < self.house.n_spectators {
            return Ok(());
        }
        let n_of = |address: IpAddr| spectators.iter().filter(|it| it.1 == address).count();
        let crowd = spectators.iter().map(|it| it.1).max_by_key(|it| n_of(*it));
        let crowd = crowd.filter(|it| n_of(*it) > n_of(newcomer.address) + 1);
        let crowd =
            crowd.ok_or_else(|| Problem::new(Code::Full, "too many are watching this table; try again later"))?;
        let oldest = spectators.iter().filter(|it| it.1 == crowd).map(|it| it.0).min();
        if let Some(oldest) = oldest {
            self.dismiss(oldest);
        }
        Ok(())
    }
}
