//! The driver of a table: what a page says goes in, what is to be stored comes out, and letters once it is stored.

use std::{collections::VecDeque, net::Ipv4Addr, sync::Arc};

use alhambra_engine::Seat;
use alhambra_protocol::{Code, Message, Problem, Request, TableInfo, TableLine, Written};
use alhambra_table::{
    HintRequest, House, Input, Moment, Person, Proposal, Receipt, ReplayError, Table, TableMeta, Telling,
    Visitor as TableVisitor, write,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    stored::{Line, Stored},
    thinking::{self, iterations},
};

/// What a page says to a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "happens")]
pub enum Happening {
    /// Somebody looks at the table from now on.
    Comes(Visitor),
    /// Somebody has gone.
    Leaves {
        /// The visit.
        visit: u64,
    },
    /// A visitor says something.
    Asks {
        /// The visit.
        visit: u64,
        /// A message of the protocol, as it would be sent to a server.
        message: String,
    },
    /// The game is started on behalf of its host.
    Starts,
    /// A bot has decided.
    Decided {
        /// After which line it was asked.
        seq: u32,
        /// The action in the notation.
        action: String,
    },
    /// A hint is ready.
    Advised {
        /// For which visit.
        visit: u64,
        /// For which seat.
        seat: u8,
        /// After which line it was asked for.
        seq: u32,
        /// The hint, as [`advise`](crate::advise) wrote it.
        hint: String,
    },
    /// It is later than before.
    Ticks,
}

/// Somebody who looks at a table.
#[derive(Clone, Debug, Deserialize)]
pub struct Visitor {
    /// A number that no other visit has.
    pub visit: u64,
    /// Who it is.
    pub person: String,
    /// The name that others see.
    pub name: String,
    /// The latest line that was seen before.
    #[serde(default)]
    pub seen: Option<u32>,
    /// Whether what has changed is told rather than the whole game.
    #[serde(default)]
    pub news: bool,
}

/// What has come of what was said so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// What has to be stored, all of it or nothing, before the table goes on.
    pub store: Vec<Stored>,
    /// What visitors are told.
    pub letters: Vec<Sent>,
    /// The decision that a bot has to make.
    pub task: Option<Task>,
    /// The hints that visitors wait for.
    pub hints: Vec<Wanted>,
    /// When the table has to be told that it is later.
    pub due: Option<u64>,
}

/// A message for one visitor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sent {
    /// The visit.
    pub visit: u64,
    /// A message of the protocol.
    pub message: String,
}

/// A decision that a bot has to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// After which line.
    pub seq: u32,
    /// The name of the bot.
    pub kind: String,
    /// How many iterations it may use, if it searches.
    pub iterations: Option<u32>,
}

/// A hint that a visitor waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wanted {
    /// The visit.
    pub visit: u64,
    /// The seat that has to decide.
    pub seat: u8,
    /// After which line.
    pub seq: u32,
}

/// Drives one table; what comes while something is being stored waits until it is.
pub struct Driver {
    table: Table,
    waiting: VecDeque<(Happening, Moment)>,
    /// What happens next as a consequence of what has just happened.
    next: Option<(Input, Moment)>,
    pending: Option<Proposal>,
}

impl Driver {
    /// A table as it is stored.
    ///
    /// # Errors
    /// If its game can't be played on.
    pub fn new(house: House, meta: TableMeta, lines: &[Line], at: Moment) -> Result<Driver, ReplayError> {
        let game = meta.seed.is_some().then(|| thinking::replay(&meta, lines)).transpose()?;
        let mut table = Table::new(Arc::new(house), meta, at);
        let next = game.map(|game| {
            table.resume(game);
            (Input::Opened { retell: false }, at)
        });
        Ok(Driver { table, waiting: VecDeque::new(), next, pending: None })
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The table as this person may know it.
    pub fn info(&self, person: &str) -> TableInfo {
        self.table.info(person, None)
    }

    /// The table in the list of this person.
    pub fn line(&self, person: &str, changed_at: u64) -> TableLine {
        let meta = self.table.meta();
        let (seats, to_act) = (meta.seats_of(person), self.table.to_act());
        let your_turn = to_act.is_some_and(|it| seats.contains(&it));
        TableLine { seated: !seats.is_empty(), your_turn, ..meta.line(to_act, changed_at) }
    }

    /// Something happens.
    pub fn take(&mut self, happening: Happening, at: Moment) -> Outcome {
        self.waiting.push_back((happening, at));
        self.go_on(Vec::new())
    }

    /// What was to be stored is stored.
    pub fn stored(&mut self) -> Outcome {
        let letters = match self.pending.take() {
            Some(proposal) => self.commit(proposal, Receipt::of_a_store_that_has_committed()),
            None => Vec::new(),
        };
        self.go_on(letters)
    }

    /// What was to be stored can't be, and has not happened.
    pub fn not_stored(&mut self) -> Outcome {
        let problem = Problem::new(Code::NotStored, "the browser can't store this");
        let letters = match self.pending.take() {
            Some(proposal) => self.table.reject(proposal, problem).into_iter().map(Sent::from).collect(),
            None => Vec::new(),
        };
        self.go_on(letters)
    }

    /// Takes in what waits, up to what has to be stored first.
    fn go_on(&mut self, mut letters: Vec<Sent>) -> Outcome {
        while self.pending.is_none() {
            let (input, at) = match self.next.take() {
                Some(next) => next,
                None => match self.waiting.pop_front() {
                    Some((happening, at)) => match self.input(happening, at) {
                        Ok(Some(input)) => (input, at),
                        Ok(None) => continue,
                        Err(complaint) => {
                            letters.push(complaint);
                            continue;
                        }
                    },
                    None => break,
                },
            };
            let proposal = self.table.propose(input, at);
            match proposal.nothing_to_store() {
                Some(receipt) => letters.extend(self.commit(proposal, receipt)),
                None => self.pending = Some(proposal),
            }
        }
        let writes = self.pending.as_ref().map(Proposal::writes).unwrap_or_default();
        let is_free = self.pending.is_none();
        Outcome {
            store: writes.iter().map(Stored::of).collect(),
            letters,
            task: self.table.question().filter(|_| is_free).map(|it| Task {
                seq: it.seq,
                kind: it.kind.to_string(),
                iterations: iterations(it.kind),
            }),
            hints: self.table.hints().iter().filter(|_| is_free).map(Wanted::of).collect(),
            due: self.table.due().filter(|_| is_free),
        }
    }

    fn commit(&mut self, proposal: Proposal, receipt: Receipt) -> Vec<Sent> {
        self.table.commit(proposal, receipt).into_iter().map(Sent::from).collect()
    }

    /// What something that a page says is to the table.
    fn input(&mut self, happening: Happening, at: Moment) -> Result<Option<Input>, Sent> {
        Ok(match happening {
            Happening::Comes(visitor) => Some(self.comes(visitor, at)),
            Happening::Leaves { visit } => Some(Input::Left { visit }),
            Happening::Asks { visit, message } => {
                let request: Result<Request, _> = serde_json::from_str(&message);
                let malformed = |it| Problem::new(Code::Malformed, format!("the message can't be read: {it}"));
                let request = request.map_err(|it| {
                    let complaint = Message::Error { reference: None, problem: malformed(it) };
                    Sent { visit, message: write(&complaint).to_string() }
                })?;
                Some(Input::Asked { visit, request })
            }
            Happening::Starts => Some(Input::Start),
            Happening::Decided { seq, action } => action.parse().ok().map(|action| Input::Decided { seq, action }),
            Happening::Advised { visit, seat, seq, hint } => RawValue::from_string(hint)
                .ok()
                .map(|hint| Input::Advised { visit, seat: Seat(seat), seq, hint: Written(hint.into()) }),
            Happening::Ticks => Some(Input::Tick),
        })
    }

    /// Somebody comes in; bots that play for them hand back.
    fn comes(&mut self, visitor: Visitor, at: Moment) -> Input {
        let Visitor { visit, person, name, seen, news } = visitor;
        if self.table.meta().chairs.iter().any(|it| it.substituted && it.is_of(&person)) {
            self.next = Some((Input::Returned { visit }, at));
        }
        let unseen = seen.map_or(0, |it| it.saturating_add(1));
        let telling = if news { Telling::News } else { Telling::Whole };
        let person = Person { id: person, name };
        let visitor = TableVisitor::new(visit, person, Ipv4Addr::LOCALHOST.into(), None, unseen, telling);
        Input::Came { visitor, unreadable: None }
    }
}

impl Wanted {
    fn of(request: &HintRequest) -> Wanted {
        Wanted { visit: request.visit, seat: request.seat.0, seq: request.seq }
    }
}

impl From<alhambra_table::Letter> for Sent {
    fn from(letter: alhambra_table::Letter) -> Sent {
        Sent { visit: letter.visit, message: letter.text.to_string() }
    }
}
