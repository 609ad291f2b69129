//! Order at a table: what the others can do about somebody who lets them wait, or who says what nobody wants to hear.

use alhambra_engine::Seat;
use alhambra_protocol::{Code, Pace, Problem, SeatPlan, Status};
use sha2::{Digest as _, Sha256};

use super::{Room, not_now};
use crate::{
    error::{problem, unavailable},
    person::Person,
    sheet::{Sheet, Sitter},
    store::Write,
    table,
    upkeep::amended_result,
};

/// Whoever has had to decide for so many milliseconds can be voted out at a table without clocks.
const IDLE: u64 = 3 * 60_000;
/// How many people can be muted at a table.
const MUTED: usize = 200;

/// The votes on the running decision.
#[derive(Default)]
pub(super) struct Votes {
    /// After which entry.
    seq: u32,
    /// The seats that want a bot to decide.
    seats: Vec<u8>,
}

/// Who somebody is in the chat of a table: always the same there, and of no use elsewhere.
pub(crate) fn author(table: &str, person: &str) -> String {
    let digest = Sha256::digest(format!("{table} {person}"));
    digest.iter().take(6).map(|it| format!("{it:02x}")).collect()
}

impl Room {
    /// The seats that want a bot to decide for this one.
    pub(super) fn votes_on(&self, seat: u8) -> Vec<u8> {
        let play = self.play.as_ref().filter(|it| it.seq() == self.votes.seq);
        let is_meant = play.is_some_and(|it| it.state.to_act() == Some(Seat(seat)));
        if is_meant { self.votes.seats.clone() } else { Vec::new() }
    }

    /// Somebody votes on whether a bot shall decide for somebody else; it does when all others who are there want it.
    pub(super) async fn vote(&mut self, voter: Seat, against: u8, wanted: bool) -> Result<(), Problem> {
        self.chair(against)?;
        if self.sheet.status != Status::Playing {
            return Err(not_now());
        }
        if self.sheet.settings.pace != Pace::Unlimited {
            return Err(problem(Code::NotNow, "this table has clocks: when one runs out, a bot plays on"));
        }
        let chair = &self.sheet.chairs[usize::from(against)];
        let decides = self.to_act() == Some(against);
        let Some(holder) = chair.holder().filter(|_| decides && !chair.substituted).cloned() else {
            return Err(problem(Code::NotNow, "only somebody who has to decide can be voted out"));
        };
        if self.sheet.chairs[voter.index()].is_of(&holder) {
            return Err(problem(Code::Invalid, "nobody votes on their own seat"));
        }
        let left = IDLE.saturating_sub(self.used());
        if left > 0 {
            let seconds = left.div_ceil(1000);
            return Err(problem(Code::NotNow, format!("they may still think; you can vote in {seconds} seconds")));
        }
        let seq = self.play()?.seq();
        if self.votes.seq != seq {
            self.votes = Votes { seq, seats: Vec::new() };
        }
        self.votes.seats.retain(|&it| it != voter.0);
        if wanted {
            self.votes.seats.push(voter.0);
        }
        if wanted && self.is_unanimous(&holder) {
            return self.vote_out(Seat(against)).await;
        }
        self.tell_table();
        Ok(())
    }

    /// Whether everybody who is there wants it, but for the one that it is about.
    fn is_unanimous(&self, holder: &str) -> bool {
        let has_voted = |id: &str| self.sheet.seats_of(id).iter().any(|it| self.votes.seats.contains(it));
        let others = self.sheet.chairs.iter().filter(|it| !it.substituted).filter_map(|it| it.holder());
        others.filter(|id| *id != holder && self.is_visiting(id)).all(|id| has_voted(id))
    }

    /// A bot decides: the first time until the player is back, the second time for good.
    async fn vote_out(&mut self, seat: Seat) -> Result<(), Problem> {
        self.votes = Votes::default();
        if self.sheet.chairs[seat.index()].n_voted_out == 0 {
            self.change(|sheet| sheet.chairs[seat.index()].n_voted_out += 1).await?;
            return self.substitute(seat).await;
        }
        self.unseat(seat).await
    }

    /// A seat becomes a bot's for good.
    async fn unseat(&mut self, seat: Seat) -> Result<(), Problem> {
        let plan = SeatPlan::Bot { level: self.sheet.settings.substitute.clone() };
        let nobody = Person { id: String::new(), name: String::new() };
        let sitter = table::sitter(&self.sheet, seat.index(), &plan, &nobody)?;
        self.change(|sheet| sheet.chairs[seat.index()].seat(sitter)).await?;
        self.waiting = None;
        self.go_on();
        self.tell_game();
        Ok(())
    }

    /// The host lets spectators speak, or not.
    pub(super) async fn allow_spectators(&mut self, person: &Person, allowed: bool) -> Result<(), Problem> {
        self.host(person)?;
        self.change(|sheet| sheet.order.silent_spectators = !allowed).await
    }

    /// The host mutes somebody for the whole table, or takes that back.
    pub(super) async fn mute(&mut self, person: &Person, who: String, muted: bool) -> Result<(), Problem> {
        self.host(person)?;
        if who == author(&self.sheet.id, &person.id) {
            return Err(problem(Code::Invalid, "the host can't be muted"));
        }
        if muted && !self.sheet.chat.iter().any(|it| it.author == who) {
            return Err(problem(Code::Invalid, "nobody of this mark has said anything here"));
        }
        if muted && self.sheet.order.muted.len() >= MUTED {
            return Err(problem(Code::NotNow, "too many are muted here already; turn the chat of spectators off"));
        }
        self.change(|sheet| {
            sheet.order.muted.retain(|it| *it != who);
            if muted {
                sheet.order.muted.push(who);
            }
        })
        .await
    }

    /// Who somebody is in the chat, if they may speak.
    pub(super) fn speaker(&self, person: &str, seats: &[u8]) -> Result<String, Problem> {
        let author = author(&self.sheet.id, person);
        if self.sheet.order.muted.contains(&author) {
            return Err(problem(Code::NotAllowed, "the host has muted you at this table"));
        }
        if seats.is_empty() && self.sheet.host != person && self.sheet.order.silent_spectators {
            return Err(problem(Code::NotAllowed, "at this table only those who play may write"));
        }
        Ok(author)
    }

    /// Whoever looks after the server gives somebody another name.
    pub(super) async fn rename(&mut self, person: &str, name: &str) -> Result<(), Problem> {
        for visitor in self.visitors.iter_mut().filter(|it| it.person.id == person) {
            name.clone_into(&mut visitor.person.name);
        }
        self.amend(person, name, |sheet| rename(sheet, person, name)).await
    }

    /// Whoever looks after the server deletes what is kept of somebody; bots play on their seats.
    pub(super) async fn forget(&mut self, person: &str) -> Result<(), Problem> {
        if self.sheet.is_open() {
            for seat in self.sheet.seats_of(person) {
                match self.sheet.status {
                    Status::Gathering => {
                        self.change(|sheet| sheet.chairs[usize::from(seat)].seat(Sitter::Nobody)).await?;
                    }
                    _ => self.unseat(Seat(seat)).await?,
                }
            }
        }
        self.amend(person, NAMELESS, |sheet| forget(sheet, person)).await?;
        // Whoever is there has the lines still on the screen until all are told anew.
        self.tell_all();
        Ok(())
    }

    /// Changes the sheet and, together with it, the name in what came of the game: neither is ever stored alone.
    async fn amend(&mut self, person: &str, name: &str, change: impl FnOnce(&mut Sheet)) -> Result<(), Problem> {
        let mut sheet = self.sheet.clone();
        change(&mut sheet);
        if sheet == self.sheet {
            return Ok(());
        }
        let result = self.hall.store.result(&sheet.id).await.map_err(|it| unavailable(&it))?;
        let result = result.and_then(|it| amended_result(&it.1, &self.sheet.seats_of(person), name));
        let writes = result.into_iter().map(|result| Write::Result { game: sheet.id.clone(), result }).collect();
        self.keep(sheet, writes).await?;
        self.publish();
        self.tell_table();
        Ok(())
    }
}

/// Puts another name wherever a person's stands on a sheet.
pub(crate) fn rename(sheet: &mut Sheet, person: &str, wanted: &str) {
    let author = author(&sheet.id, person);
    for chair in &mut sheet.chairs {
        if let Sitter::Person { id, name } = &mut chair.sitter
            && id == person
        {
            wanted.clone_into(name);
        }
    }
    for line in sheet.chat.iter_mut().filter(|it| it.author == author) {
        wanted.clone_into(&mut line.name);
    }
}

/// Takes a person off a sheet: their lines, their name and who they are.
pub(crate) fn forget(sheet: &mut Sheet, person: &str) {
    let author = author(&sheet.id, person);
    // Lines of former versions don't say who wrote them.
    sheet.chat.retain(|it| it.author != author && !it.author.is_empty());
    for chair in &mut sheet.chairs {
        if chair.is_of(person) {
            chair.sitter = Sitter::Person { id: String::new(), name: NAMELESS.to_owned() };
        }
    }
    if sheet.host == person {
        sheet.host.clear();
    }
}

/// The name of those who wanted to be forgotten.
pub(crate) const NAMELESS: &str = "Somebody";
