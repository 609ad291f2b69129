//! A table without I/O: what happens to it goes in, what is to be stored and told comes out.
//!
//! The pattern is *sans-IO*. [`Table::propose`] works out on a copy what an [`Input`] leads to. Whoever drives the table stores
//! [`Proposal::writes`], and only the [`Receipt`] for that buys the letters to visitors from [`Table::commit`]: nothing that
//! isn't stored is ever told, and rolling back is dropping a value. A server's room, a worker in a browser, the terminal and a
//! test are the same loop around other stores:
//!
//! ```
//! use std::sync::Arc;
//! use alhambra_protocol::{Assistance, NewTable, Pace, SeatPlan, Settings, Status, Visibility};
//! use alhambra_table::{House, Input, Moment, Person, Receipt, Table, opening};
//!
//! let host = Person { id: "somebody".into(), name: "Leila".into() };
//! let wish = NewTable {
//!     settings: Settings {
//!         ruleset: "alhambra 2".parse()?,
//!         visibility: Visibility::Link,
//!         pace: Pace::Unlimited,
//!         assistance: Assistance { hints: true, undo: true },
//!         fixed_seats: false,
//!         substitute: "fair".into(),
//!         patience: None,
//!     },
//!     seats: vec![SeatPlan::Me { name: None, colour: None }, SeatPlan::Bot { level: "casual".into() }],
//!     start: false,
//!     from: None,
//!     lesson: false,
//! };
//! let meta = opening::open(wish, "k3v9k3v".into(), &host, 0, None, 0)?;
//! let mut table = Table::new(Arc::new(House::default()), meta, Moment::default());
//!
//! let proposal = table.propose(Input::Start, Moment { now: 1000, time_of_day: 1000 });
//! assert_eq!(table.meta().status, Status::Gathering, "nothing has happened yet");
//! // Here a store makes `proposal.writes()` durable.
//! let letters = table.commit(proposal, Receipt::of_a_store_that_has_committed());
//! assert_eq!(table.meta().status, Status::Playing);
//! assert!(letters.is_empty(), "nobody is there to be told");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod absence;
mod ask;
mod clocks;
mod entrance;
#[cfg(test)]
mod leaks;
pub mod order;
mod seats;
mod shuffle;
mod tell;
mod think;

use std::{net::IpAddr, sync::Arc};

use alhambra_engine::{Action, Seat, Seed};
use alhambra_protocol::{Answer, Code, Message, Problem, Request, Status, TableId, TableInfo, Written};

pub use self::{
    ask::{SEAT_ALONE, Scope},
    tell::{Text, write},
    think::{Question, Thought},
};
use crate::{
    log::{GameLog, LogEntry, Proposed},
    meta::TableMeta,
    opening::{self, Shuffle},
    person::{Person, PersonId, word},
    result,
};

/// What is the same for every table of a house: its limits, and what it lends to them.
pub struct House {
    /// The seed that shuffles every game alike, for tests; without it everybody's nonces and chance do.
    pub shuffle: Option<Seed>,
    /// How many milliseconds a standing pass waits at least and at most, so that it can't be told from a person.
    pub standing_pause: (u64, u64),
    /// How many entries of a game are told at once; older ones are asked for.
    pub n_entries: u32,
    /// How many may watch a table.
    pub n_spectators: usize,
    /// How many times a player may be at one table; a new visit takes the place of the oldest.
    pub n_visits_per_player: usize,
    /// The times when the house was closed, which no clock counts.
    pub downtimes: Vec<(u64, u64)>,
    /// Fills a slice with bytes that nobody can guess.
    pub random: fn(&mut [u8]),
    /// What the codes of its tables begin with, so that they can be told from those of other houses.
    pub prefix: &'static str,
    /// The path by which a seat moves to another device, for its table, its number and its epoch.
    pub seat_link: Option<SeatLink>,
}

/// How a house signs the path by which a seat moves to another device.
pub type SeatLink = Box<dyn Fn(&str, Seat, u32) -> String + Send + Sync>;

impl Default for House {
    /// A house without limits or chance: every random byte is zero.
    fn default() -> House {
        House {
            shuffle: None,
            standing_pause: (0, 0),
            n_entries: u32::MAX,
            n_spectators: usize::MAX,
            n_visits_per_player: usize::MAX,
            downtimes: Vec::new(),
            random: |bytes| bytes.fill(0),
            prefix: "",
            seat_link: None,
        }
    }
}

impl House {
    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.random)(&mut bytes);
        bytes
    }

    /// The code of a new table.
    pub fn code(&self) -> TableId {
        format!("{}{}", self.prefix, word(&self.bytes::<7>()))
    }

    /// A number below `n`, as evenly spread as anybody will notice.
    fn below(&self, n: u64) -> u64 {
        u64::from_le_bytes(self.bytes()) % n.max(1)
    }

    fn next_shuffle(&self) -> Shuffle {
        let fair = || Shuffle::Fair { seats: Seed(self.bytes()), game: Seed(self.bytes()) };
        self.shuffle.map_or_else(fair, Shuffle::Fixed)
    }
}

/// When something happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Milliseconds on a clock that never goes back, by which thinking time is measured.
    pub now: u64,
    /// Milliseconds since 1970, by which people date things.
    pub time_of_day: u64,
}

/// What can happen to a table.
#[derive(Debug)]
pub enum Input {
    /// Its game was brought back to memory, or everything was read again.
    Opened {
        /// Whether everybody has to be told everything, because something they were never told may have happened.
        retell: bool,
    },
    /// Somebody looks at the table from now on.
    Came {
        /// Who, and what they have seen of it.
        visitor: Visitor,
        /// Why the game can't be shown, if it can't.
        unreadable: Option<Problem>,
    },
    /// A visitor is back for whom bots have played meanwhile.
    Returned {
        /// The visit.
        visit: u64,
    },
    /// Somebody has gone.
    Left {
        /// The visit.
        visit: u64,
    },
    /// Visitors who can't be told anything any more; nobody hears of it before they are known to have gone.
    Lost {
        /// The visits.
        visits: Vec<u64>,
    },
    /// Visitors were sent away.
    Expelled {
        /// The visits.
        visits: Vec<u64>,
    },
    /// A visitor asks for something.
    Asked {
        /// The visit.
        visit: u64,
        /// The request, as the protocol has it.
        request: Request,
    },
    /// The game is started on behalf of its host.
    Start,
    /// The table is closed for good, whoever plays there.
    Close,
    /// A seat moves to another device.
    MoveSeat {
        /// The seat that moves.
        seat: u8,
        /// How many times it had changed hands when the link was made.
        epoch: u32,
        /// Its new holder.
        person: Person,
    },
    /// Somebody gets another name, or is forgotten if there is none.
    Amend {
        /// Whose name.
        person: PersonId,
        /// The new one.
        name: Option<String>,
        /// What is stored as the result of the game.
        result: Option<String>,
    },
    /// Nobody has been here for so long that a game that has not begun never will.
    Expired,
    /// Everybody has left, and the table leaves memory.
    Emptied,
    /// The answer to a [`Question`].
    Decided {
        /// After which entry it was asked.
        seq: u32,
        /// What the bot wants to do.
        action: Action,
    },
    /// A hint is ready.
    Advised {
        /// For which visit.
        visit: u64,
        /// For which seat.
        seat: Seat,
        /// The entry that it is for.
        seq: u32,
        /// The hint, as it is told.
        hint: Written,
    },
    /// It is later than before: clocks and patience may have run out.
    Tick,
}

/// Somebody who looks at the table; a person may do so several times over.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// A number that no other visit has.
    pub visit: u64,
    /// Who it is.
    pub person: Arc<Person>,
    /// From where; spectators share their places among addresses.
    pub address: IpAddr,
    /// The only seat for which a program may act, and the epoch of that seat.
    pub program: Option<(u8, u32)>,
    /// The first entry that was not seen yet.
    pub unseen: u32,
    /// How the game is told.
    pub telling: Telling,
    /// From which seat the game is looked at.
    looking: Option<u8>,
    /// Whether the chat so far was told; from then on its lines are told one by one.
    knows_chat: bool,
}

impl Visitor {
    /// Somebody who comes in and has seen the entries below a number before.
    pub fn new(
        visit: u64,
        person: Person,
        address: IpAddr,
        program: Option<(u8, u32)>,
        unseen: u32,
        telling: Telling,
    ) -> Visitor {
        let person = Arc::new(person);
        Visitor { visit, person, address, program, unseen, telling, looking: None, knows_chat: false }
    }
}

/// How a visitor wants to be told of a game that goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// The whole game every time, for programs that keep nothing.
    #[default]
    Whole,
    /// What has changed, wherever the visitor has the game before it.
    News,
}

/// Something that has to be durable before anybody hears of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// The next line of the log.
    Entry(LogEntry),
    /// What is kept of the table beside its log.
    Meta(Arc<TableMeta>),
    /// Another table: that of the rematch.
    Table(Box<TableMeta>),
    /// What came of the game, as JSON.
    Result(String),
}

/// Proof that the writes of a proposal are durable: a database makes one after its commit, a browser after that of its own database.
pub struct Receipt(());

impl Receipt {
    /// For stores alone.
    pub fn of_a_store_that_has_committed() -> Receipt {
        Receipt(())
    }
}

/// A message for one visitor, as the protocol writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The visit.
    pub visit: u64,
    /// The message.
    pub text: Text,
}

/// What lists of tables have to show anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// Nothing.
    #[default]
    Same,
    /// Who has to decide.
    Turn,
    /// All of it.
    Table,
}

/// What an input leads to, worked out on a copy of the table; dropping it is the rollback.
#[must_use = "what is not committed has not happened"]
pub struct Proposal {
    next: Box<Inner>,
    /// The visit, number and scope of a request, for the case that it can't be stored.
    asked: Option<(u64, Option<u32>, Scope)>,
    outcome: Result<(), Problem>,
    /// How many proposals were committed before the one that this was made from.
    revision: u64,
}

impl Proposal {
    /// What has to be stored, all of it or nothing.
    pub fn writes(&self) -> &[Write] {
        &self.next.out.writes
    }

    /// The receipt for a proposal that has nothing to store.
    pub fn nothing_to_store(&self) -> Option<Receipt> {
        self.next.out.writes.is_empty().then_some(Receipt(()))
    }

    /// Whether what was asked for is granted; a visitor who asked is told so by letter.
    ///
    /// # Errors
    /// Why it is not.
    pub fn outcome(&self) -> Result<(), Problem> {
        self.outcome.clone()
    }

    /// What lists of tables have to show anew.
    pub fn listing(&self) -> Listing {
        self.next.out.listing
    }

    /// Writes the letters now rather than in [`Table::commit`]: there is time while a store is busy.
    pub fn prepare(&mut self) {
        self.next.write_news();
    }
}

/// A game at a table, from its opening to its end.
#[derive(Clone)]
pub struct Table {
    inner: Box<Inner>,
    revision: u64,
}

/// What a table is, and what the input under way has led to so far.
#[derive(Clone)]
struct Inner {
    house: Arc<House>,
    at: Moment,
    meta: Arc<TableMeta>,
    game: Option<GameLog>,
    visitors: Vec<Visitor>,
    held: Option<Held>,
    /// The entry after which a standing pass answers, and when.
    answering: Option<(u32, u64)>,
    hints: Vec<HintRequest>,
    /// Who has asked for a hint on the running decision.
    hinted: Option<(Seat, u32)>,
    /// Since when the person of each seat is here, or away.
    since: Vec<u64>,
    /// Since when the host is here, or away.
    host_since: u64,
    votes: order::Votes,
    out: Out,
}

/// What an input leads to beside the table's new state; a table itself has nothing of it.
#[derive(Clone, Default)]
struct Out {
    writes: Vec<Write>,
    letters: Vec<Letter>,
    /// The game before a step that visitors are still to be told of.
    untold: Option<tell::Former>,
    /// After how many letters they are told of it.
    untold_at: usize,
    listing: Listing,
}

/// An action that waits for confirmation.
#[derive(Clone)]
struct Held {
    seat: Seat,
    action: Action,
    seq: u32,
}

/// A hint that a visitor waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintRequest {
    /// The visit.
    pub visit: u64,
    /// The entry after which it was asked.
    pub seq: u32,
    /// The seat that has to decide.
    pub seat: Seat,
    reference: Option<u32>,
}

impl Table {
    /// A table as it is kept; a game that has begun is handed in by [`Table::resume`].
    pub fn new(house: Arc<House>, meta: TableMeta, at: Moment) -> Table {
        let inner = Inner {
            since: vec![at.now; meta.chairs.len()],
            host_since: at.now,
            house,
            at,
            meta: Arc::new(meta),
            game: None,
            visitors: Vec::new(),
            held: None,
            answering: None,
            hints: Vec::new(),
            hinted: None,
            votes: order::Votes::default(),
            out: Out::default(),
        };
        Table { inner: Box::new(inner), revision: 0 }
    }

    /// Works out what an input leads to.
    pub fn propose(&self, input: Input, at: Moment) -> Proposal {
        let mut next = Box::new(Inner { at, ..Inner::clone(&self.inner) });
        let asked = match &input {
            Input::Asked { visit, request } => Some((*visit, request.reference, Scope::of(&request.ask))),
            _ => None,
        };
        let outcome = next.take_in(input);
        next.out.sort_writes();
        Proposal { next, asked, outcome, revision: self.revision }
    }

    /// Makes a proposal real and hands out the letters that it leads to.
    ///
    /// # Panics
    /// If another proposal was committed meanwhile: a table has one driver, which does one thing after the other.
    pub fn commit(&mut self, mut proposal: Proposal, _receipt: Receipt) -> Vec<Letter> {
        assert_eq!(proposal.revision, self.revision, "a proposal is for the table that it was made from");
        proposal.prepare();
        self.revision += 1;
        self.inner = proposal.next;
        std::mem::take(&mut self.inner.out).letters
    }

    /// Drops a proposal that could not be stored: whoever asked for it is told why, and how the game is.
    pub fn reject(&mut self, proposal: Proposal, problem: Problem) -> Vec<Letter> {
        let asked = proposal.asked;
        drop(proposal);
        let Some((visit, reference, scope)) = asked else { return Vec::new() };
        self.inner.refuse(visit, reference, scope, problem);
        std::mem::take(&mut self.inner.out).letters
    }

    /// Hands in the game that the log of the table tells of.
    pub fn resume(&mut self, game: GameLog) {
        self.inner.game = Some(game);
    }

    /// Takes the game out of memory until it is needed again.
    pub fn suspend(&mut self) {
        self.inner.game = None;
    }

    /// Takes the table as it was read anew, without its game and with nothing under way.
    pub fn reload(&mut self, meta: TableMeta) {
        let now = self.inner.at.now;
        self.inner.since.resize(meta.chairs.len(), now);
        self.inner.meta = Arc::new(meta);
        self.inner.game = None;
        self.inner.held = None;
    }

    /// What is kept of the table beside its log.
    pub fn meta(&self) -> &TableMeta {
        &self.inner.meta
    }

    /// The game, while it is in memory.
    pub fn game(&self) -> Option<&GameLog> {
        self.inner.game.as_ref()
    }

    /// Whether the game has begun and is not in memory.
    pub fn lacks_game(&self) -> bool {
        self.inner.game.is_none() && self.inner.meta.seed.is_some()
    }

    /// Those who look at the table.
    pub fn visitors(&self) -> &[Visitor] {
        &self.inner.visitors
    }

    /// The seats for which a visitor may act.
    pub fn seats_of(&self, visitor: &Visitor) -> Vec<u8> {
        self.inner.seats_of(visitor)
    }

    /// The hints that visitors wait for.
    pub fn hints(&self) -> &[HintRequest] {
        &self.inner.hints
    }

    /// Who decides while the game is played.
    pub fn to_act(&self) -> Option<u8> {
        self.inner.to_act()
    }

    /// The table as this person, or a program on one of their seats, may know it.
    pub fn info(&self, person: &str, program: Option<(u8, u32)>) -> TableInfo {
        self.inner.info(person, program)
    }

    /// How many times a seat of this person has changed hands.
    ///
    /// # Errors
    /// If the seat isn't theirs.
    pub fn epoch(&self, person: &str, seat: u8) -> Result<u32, Problem> {
        match self.inner.meta.chairs.get(usize::from(seat)) {
            Some(chair) if chair.is_of(person) => Ok(chair.epoch),
            _ => Err(Problem::new(Code::NotYourSeat, "this seat isn't yours")),
        }
    }
}

impl Inner {
    /// Does what an input asks for, on this copy of the table.
    fn take_in(&mut self, input: Input) -> Result<(), Problem> {
        match input {
            Input::Opened { retell } => {
                self.go_on();
                if retell {
                    self.tell_all();
                }
            }
            Input::Came { visitor, unreadable } => return self.come(visitor, unreadable),
            Input::Returned { visit } => self.hand_all_back(visit),
            Input::Left { visit } => self.leave(visit),
            Input::Lost { visits } => visits.into_iter().for_each(|it| self.dismiss(it)),
            Input::Expelled { visits } => self.expel(&visits),
            Input::Asked { visit, request } => return self.ask(visit, request),
            Input::Start => return self.start(),
            Input::Close => self.close_for_good(),
            Input::MoveSeat { seat, epoch, person } => return self.move_seat(seat, epoch, person),
            Input::Amend { person, name: Some(name), result } => self.rename(&person, &name, result.as_deref()),
            Input::Amend { person, name: None, result } => return self.forget(&person, result.as_deref()),
            Input::Expired => self.expire(),
            Input::Emptied => self.end_lesson(),
            Input::Decided { seq, action } => self.decided(seq, action),
            Input::Advised { visit, seat, seq, hint } => self.advised(visit, seat, seq, hint),
            Input::Tick => self.tick()?,
        }
        Ok(())
    }

    /// Changes what is kept of the table.
    fn keep(&mut self, meta: TableMeta) {
        self.meta = Arc::new(meta);
        self.out.writes.push(Write::Meta(Arc::clone(&self.meta)));
    }

    /// Changes what is kept of the table and tells everybody.
    fn change(&mut self, change: impl FnOnce(&mut TableMeta)) {
        let mut meta = TableMeta::clone(&self.meta);
        change(&mut meta);
        if meta != *self.meta {
            self.keep(meta);
        }
        self.out.listing = Listing::Table;
        self.tell_table();
    }

    /// Takes a step in the game.
    fn step(&mut self, step: Proposed) -> Result<(), Problem> {
        let (now, seat) = (self.now(), step.seat);
        let used = self.charge(seat);
        let Some(mut game) = self.game.take() else { return Err(not_now()) };
        let hinted = self.hinted == Some((seat, game.seq()));
        let entry = game.entry(&step, now, used, hinted);
        let mut meta = opening::end_standing(&self.meta, step.events());
        let is_over = step.is_over();
        if is_over {
            let meta = meta.get_or_insert_with(|| TableMeta::clone(&self.meta));
            meta.status = Status::Finished;
            meta.finished_at = Some(self.at.time_of_day);
        }
        let former = self.former(&game);
        game.take(step, entry);
        self.out.writes.push(Write::Entry(entry));
        if let Some(meta) = meta {
            let is_kept = is_over && meta.lesson.is_none();
            let result = is_kept.then(|| result::of(&meta, &game)).flatten();
            self.out.writes.extend(result.map(Write::Result));
            self.keep(meta);
        }
        self.held = None;
        self.game = Some(game);
        self.go_on();
        if self.meta.status == Status::Finished {
            self.out.listing = Listing::Table;
            self.tell_table();
        } else {
            self.out.listing = self.out.listing.max(Listing::Turn);
        }
        self.out.untold = Some(former);
        self.out.untold_at = self.out.letters.len();
        Ok(())
    }

    /// Who decides while the game is played.
    fn to_act(&self) -> Option<u8> {
        let game = self.game.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        game.state.to_act().map(|it| it.0)
    }

    fn now(&self) -> u64 {
        self.at.now
    }

    fn time_of_day(&self) -> u64 {
        self.at.time_of_day
    }

    fn answer(&mut self, visit: u64, reference: Option<u32>, answer: Answer) {
        self.send(visit, &Message::Answer { reference, answer });
    }
}

impl Out {
    /// Keeps the latest of what is kept of the table; the order of all else doesn't matter, because it is stored as a whole.
    fn sort_writes(&mut self) {
        let latest = self.writes.iter().rposition(|it| matches!(it, Write::Meta(_)));
        let mut i = 0;
        self.writes.retain(|it| {
            i += 1;
            !matches!(it, Write::Meta(_)) || Some(i - 1) == latest
        });
    }
}

/// The request belongs to another moment.
fn not_now() -> Problem {
    Problem::new(Code::NotNow, "this can't be done now")
}
