//! Order at a table: what the others can do about somebody who lets them wait, or who says what nobody wants to hear.

use std::sync::Arc;

use crate::{
    meta::{Sitter, TableMeta},
    opening,
    person::Person,
    result,
};
use alhambra_engine::Seat;
use alhambra_protocol::{Code, Pace, Problem, SeatPlan, Status};
use sha2::{Digest as _, Sha256};

use super::{Inner, Listing, Write, not_now};

/// Whoever has had to decide for so many milliseconds can be voted out at a table without clocks.
const IDLE: u64 = 3 * 60_000;
/// How many people can be muted at a table.
const MUTED: usize = 200;

/// The votes on the running decision.
#[derive(Clone, Default)]
pub(super) struct Votes {
    /// After which entry.
    seq: u32,
    /// The seats that want a bot to decide.
    seats: Vec<u8>,
}

/// Who somebody is in the chat of a table: always the same there, and of no use elsewhere.
pub fn author(table: &str, person: &str) -> String {
    let digest = Sha256::digest(format!("{table} {person}"));
    digest.iter().take(6).map(|it| format!("{it:02x}")).collect()
}

impl Inner {
    /// The seats that want a bot to decide for this one.
    pub(super) fn votes_on(&self, seat: u8) -> Vec<u8> {
        let play = self.game.as_ref().filter(|it| it.seq() == self.votes.seq);
        let is_meant = play.is_some_and(|it| it.state.to_act() == Some(Seat(seat)));
        if is_meant { self.votes.seats.clone() } else { Vec::new() }
    }

    /// Somebody votes on whether a bot shall decide for somebody else; it does when all others who are there want it.
    pub(super) fn vote(&mut self, voter: Seat, against: u8, wanted: bool) -> Result<(), Problem> {
        self.chair(against)?;
        if self.meta.status != Status::Playing {
            return Err(not_now());
        }
        if self.meta.settings.pace != Pace::Unlimited {
            return Err(Problem::new(Code::NotNow, "this table has clocks: when one runs out, a bot plays on"));
        }
        let chair = &self.meta.chairs[usize::from(against)];
        let decides = self.to_act() == Some(against);
        let Some(holder) = chair.holder().filter(|_| decides && !chair.substituted).cloned() else {
            return Err(Problem::new(Code::NotNow, "only somebody who has to decide can be voted out"));
        };
        if self.meta.chairs[voter.index()].is_of(&holder) {
            return Err(Problem::new(Code::Invalid, "nobody votes on their own seat"));
        }
        let left = IDLE.saturating_sub(self.used());
        if left > 0 {
            let seconds = left.div_ceil(1000);
            return Err(Problem::new(Code::NotNow, format!("they may still think; you can vote in {seconds} seconds")));
        }
        let seq = self.game()?.seq();
        if self.votes.seq != seq {
            self.votes = Votes { seq, seats: Vec::new() };
        }
        self.votes.seats.retain(|&it| it != voter.0);
        if wanted {
            self.votes.seats.push(voter.0);
        }
        if wanted && self.is_unanimous(&holder) {
            return self.vote_out(Seat(against));
        }
        self.tell_table();
        Ok(())
    }

    /// Whether everybody who is there wants it, but for the one that it is about.
    fn is_unanimous(&self, holder: &str) -> bool {
        let has_voted = |id: &str| self.meta.seats_of(id).iter().any(|it| self.votes.seats.contains(it));
        let others = self.meta.chairs.iter().filter(|it| !it.substituted).filter_map(|it| it.holder());
        others.filter(|id| *id != holder && self.is_visiting(id)).all(|id| has_voted(id))
    }

    /// A bot decides: the first time until the player is back, the second time for good.
    fn vote_out(&mut self, seat: Seat) -> Result<(), Problem> {
        self.votes = Votes::default();
        if self.meta.chairs[seat.index()].n_voted_out == 0 {
            self.change(|meta| meta.chairs[seat.index()].n_voted_out += 1);
            self.substitute(seat);
            return Ok(());
        }
        self.unseat(seat)
    }

    /// A seat becomes a bot's for good.
    fn unseat(&mut self, seat: Seat) -> Result<(), Problem> {
        let plan = SeatPlan::Bot { level: self.meta.settings.substitute.clone() };
        let nobody = Person { id: String::new(), name: String::new() };
        let sitter = opening::sitter(&self.meta, seat.index(), &plan, &nobody)?;
        self.change(|meta| meta.chairs[seat.index()].seat(sitter));
        self.held = None;
        self.go_on();
        self.tell_game();
        Ok(())
    }

    /// The host lets spectators speak, or not.
    pub(super) fn allow_spectators(&mut self, person: &Person, allowed: bool) -> Result<(), Problem> {
        self.host(person)?;
        self.change(|meta| meta.order.silent_spectators = !allowed);
        Ok(())
    }

    /// The host mutes somebody for the whole table, or takes that back.
    pub(super) fn mute(&mut self, person: &Person, who: String, muted: bool) -> Result<(), Problem> {
        self.host(person)?;
        if who == author(&self.meta.id, &person.id) {
            return Err(Problem::new(Code::Invalid, "the host can't be muted"));
        }
        if muted && !self.meta.chat.iter().any(|it| it.author == who) {
            return Err(Problem::new(Code::Invalid, "nobody of this mark has said anything here"));
        }
        if muted && self.meta.order.muted.len() >= MUTED {
            return Err(Problem::new(Code::NotNow, "too many are muted here already; turn the chat of spectators off"));
        }
        self.change(|meta| {
            meta.order.muted.retain(|it| *it != who);
            if muted {
                meta.order.muted.push(who);
            }
        });
        Ok(())
    }

    /// Who somebody is in the chat, if they may speak.
    pub(super) fn speaker(&self, person: &str, seats: &[u8]) -> Result<String, Problem> {
        let author = author(&self.meta.id, person);
        if self.meta.order.muted.contains(&author) {
            return Err(Problem::new(Code::NotAllowed, "the host has muted you at this table"));
        }
        if seats.is_empty() && self.meta.host != person && self.meta.order.silent_spectators {
            return Err(Problem::new(Code::NotAllowed, "at this table only those who play may write"));
        }
        Ok(author)
    }

    /// An administrator gives somebody another name.
    pub(super) fn rename(&mut self, person: &str, name: &str, result: Option<&str>) {
        for visitor in self.visitors.iter_mut().filter(|it| it.person.id == person) {
            name.clone_into(&mut Arc::make_mut(&mut visitor.person).name);
        }
        self.amend(person, name, result, |meta| rename(meta, person, name));
    }

    /// An administrator deletes what is kept of somebody; bots play on their seats.
    ///
    /// # Errors
    /// If no bot can sit down there.
    pub(super) fn forget(&mut self, person: &str, result: Option<&str>) -> Result<(), Problem> {
        if self.meta.is_open() {
            for seat in self.meta.seats_of(person) {
                match self.meta.status {
                    Status::Gathering => self.change(|meta| meta.chairs[usize::from(seat)].seat(Sitter::Nobody)),
                    _ => self.unseat(Seat(seat))?,
                }
            }
        }
        self.amend(person, NAMELESS, result, |meta| forget(meta, person));
        // Whoever is there has the lines still on the screen until all are told anew.
        self.tell_all();
        Ok(())
    }

    /// Changes the table and the name in what came of the game, which are stored together.
    fn amend(&mut self, person: &str, name: &str, result: Option<&str>, change: impl FnOnce(&mut TableMeta)) {
        let mut meta = TableMeta::clone(&self.meta);
        change(&mut meta);
        if meta == *self.meta {
            return;
        }
        let result = result.and_then(|it| result::renamed(it, &self.meta.seats_of(person), name));
        self.out.writes.extend(result.map(Write::Result));
        self.keep(meta);
        self.out.listing = Listing::Table;
        self.tell_table();
    }
}

/// Puts another name wherever a person's stands at a table.
pub fn rename(meta: &mut TableMeta, person: &str, wanted: &str) {
    let author = author(&meta.id, person);
    for chair in &mut meta.chairs {
        if let Sitter::Person { id, name } = &mut chair.sitter
            && id == person
        {
            wanted.clone_into(name);
        }
    }
    for line in meta.chat.iter_mut().filter(|it| it.author == author) {
        wanted.clone_into(&mut line.name);
    }
}

/// Takes a person off a table: their lines, their name and who they are.
pub fn forget(meta: &mut TableMeta, person: &str) {
    let author = author(&meta.id, person);
    // Lines of former versions don't say who wrote them.
    meta.chat.retain(|it| it.author != author && !it.author.is_empty());
    for chair in &mut meta.chairs {
        if chair.is_of(person) {
            chair.sitter = Sitter::Person { id: String::new(), name: NAMELESS.to_owned() };
        }
    }
    if meta.host == person {
        meta.host.clear();
    }
}

/// The name of those who wanted to be forgotten.
pub const NAMELESS: &str = "Somebody";
