//! A room: the one task that may change a table, and the visitors it tells of it.

mod absence;
mod ask;
mod clocks;
mod entrance;
#[cfg(test)]
mod leaks;
pub(crate) mod order;
mod seats;
mod shuffle;
mod tell;
mod think;

pub(crate) use tell::write;

use std::{net::IpAddr, pin::Pin, sync::Arc, time::Instant};

use alhambra_engine::{Action, Seat};
use alhambra_protocol::{Answer, Code, Hint, Message, Problem, Request, Status, TableInfo};
use alhambra_table::{
    log::{GameLog, Proposed, ReplayError, check_rules},
    meta::TableMeta,
    opening,
    person::{Person, PersonId},
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::AbortOnDropHandle;

use crate::{
    error::unavailable,
    hall::Hall,
    outbox::Outbox,
    records::busy,
    shares::{Sort, Whose},
    store::Write,
};

/// How many entries of a game are played again at once; more are for threads that serve nobody.
const SHORT: usize = 50;

/// What reaches a room.
#[derive(Debug)]
pub enum Command {
    /// Somebody opened a socket.
    Visit(Box<Visitor>),
    /// A socket was closed.
    Leave {
        /// Which one.
        visit: u64,
    },
    /// Somebody asks for something.
    Ask {
        /// On which socket.
        visit: u64,
        /// What; boxed, because every room has a queue of these.
        request: Box<Request>,
        /// When it was read.
        read_at: Instant,
    },
    /// What is the table like?
    Info {
        /// Who wants to know.
        person: Person,
        /// The only seat of which a program is told, and how many times it had changed hands.
        program: Option<(u8, u32)>,
        /// Where to say it.
        reply: oneshot::Sender<TableInfo>,
    },
    /// Start the game on behalf of its host.
    Start {
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Close the table on behalf of whoever looks after the server.
    Close {
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// How many times a seat has changed hands, for a token or a link.
    Hand {
        /// Who asks.
        person: Person,
        /// Which seat.
        seat: u8,
        /// Where to say it.
        reply: oneshot::Sender<Result<u32, Problem>>,
    },
    /// A seat moves to another device.
    Move {
        /// Which seat.
        seat: u8,
        /// How many times it had changed hands when the link was made.
        hand: u32,
        /// To whom.
        person: Person,
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Somebody gets another name, or is forgotten if there is none, on behalf of whoever looks after the server.
    Amend {
        /// Who.
        person: PersonId,
        /// The name.
        name: Option<String>,
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Somebody was banned who may be here.
    Expel,
    /// Nobody has been here for long: close the table if its game has not begun.
    Expire,
    /// A bot has decided.
    Thought {
        /// After which entry.
        seq: u32,
        /// What to do.
        action: Action,
    },
    /// A hint is ready.
    Advised {
        /// For which socket.
        visit: u64,
        /// The number of the request.
        reference: Option<u32>,
        /// For whom.
        seat: Seat,
        /// The hint.
        hint: Box<Hint>,
    },
}

/// Somebody with an open socket.
#[derive(Debug)]
pub struct Visitor {
    /// The number of the visit.
    pub visit: u64,
    /// Who.
    pub person: Person,
    /// From where.
    pub address: IpAddr,
    /// The only seat for which a program may act, and how many times it had changed hands.
    pub program: Option<(u8, u32)>,
    /// Where messages go; a visitor who doesn't read them is sent away.
    pub out: Outbox,
    /// Whether the chat so far was told; from then on its lines are told one by one.
    pub knows_chat: bool,
    /// The first entry that was not seen yet.
    pub unseen: u32,
    /// From which seat the game is looked at.
    pub looking: Option<u8>,
    /// How the game is told.
    pub telling: Telling,
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

/// An action that waits for confirmation.
struct Waiting {
    seat: Seat,
    action: Action,
    seq: u32,
}

/// A hint that is being thought about; dropped, it is no longer.
struct Hinting {
    visit: u64,
    seq: u32,
    reference: Option<u32>,
    _task: AbortOnDropHandle<()>,
}

/// One table with its task.
pub(crate) struct Room {
    hall: Arc<Hall>,
    inbox: mpsc::WeakSender<Command>,
    meta: TableMeta,
    play: Option<GameLog>,
    visitors: Vec<Visitor>,
    waiting: Option<Waiting>,
    /// The entry after which a bot thinks, and how to stop it.
    thinking: Option<(u32, tokio::task::AbortHandle)>,
    /// The entry after which a standing pass answers, and when.
    answering: Option<(u32, u64)>,
    /// The hints that are being thought about, one for every visitor.
    hints: Vec<Hinting>,
    /// Who has asked for a hint on the running decision.
    hinted: Option<(Seat, u32)>,
    /// Since when the person of each seat is here, or away.
    since: Vec<u64>,
    /// Since when the host is here, or away.
    host_since: u64,
    /// Since when nobody has come or asked.
    idle_since: u64,
    /// Who wants a bot to decide for somebody.
    votes: order::Votes,
    /// Whether the database may know more than this room.
    in_doubt: bool,
}

impl Room {
    /// A room for a table.
    pub(crate) fn open(hall: Arc<Hall>, meta: TableMeta, inbox: mpsc::WeakSender<Command>) -> Room {
        let now = hall.config.clock.now();
        Room {
            since: vec![now; meta.chairs.len()],
            host_since: now,
            hall,
            inbox,
            meta,
            play: None,
            visitors: Vec::new(),
            waiting: None,
            thinking: None,
            answering: None,
            hints: Vec::new(),
            hinted: None,
            idle_since: now,
            votes: order::Votes::default(),
            in_doubt: false,
        }
    }

    /// Serves the table until nobody needs it any more.
    pub(crate) fn run(self, inbox: mpsc::Receiver<Command>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        // Boxed, because a room that closes may have to open the next one.
        Box::pin(self.serve_all(inbox))
    }

    async fn serve_all(mut self, mut inbox: mpsc::Receiver<Command>) {
        if self.meta.status == Status::Playing && self.load(None).await.is_ok() {
            self.go_on();
            self.publish();
        }
        let hall = Arc::clone(&self.hall);
        let mut closed = std::pin::pin!(hall.closed());
        loop {
            let due = self.due();
            tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.serve(command).await,
                    None => break,
                },
                () = hall.config.clock.reach(due) => {
                    if self.is_idle() {
                        self.clear_away().await;
                        self.hall.retire(&self.meta, self.needed_again());
                        break;
                    }
                    if self.is_asleep() {
                        self.play = None;
                    } else {
                        self.tick().await;
                    }
                }
                () = &mut closed => break,
            }
        }
        // Whoever was just coming in finds the room open again.
        inbox.close();
        while let Some(command) = inbox.recv().await {
            if let Ok(room) = hall.room(&self.meta.id).await {
                let _ = room.send(command).await;
            }
        }
    }

    async fn serve(&mut self, command: Command) {
        if self.in_doubt && self.reload().await.is_err() {
            tracing::warn!(table = self.meta.id, "the table can't be read again yet");
        }
        let newcomer = match &command {
            Command::Visit(visitor) => Some(visitor.address),
            _ => None,
        };
        let loaded = if self.needs_game(&command) { self.load(newcomer).await } else { Ok(()) };
        match command {
            Command::Visit(visitor) => self.visit(*visitor).await,
            Command::Leave { visit } => self.leave(visit),
            Command::Ask { visit, request, read_at } => match loaded {
                Ok(()) => self.ask(visit, *request, read_at).await,
                Err(problem) => self.send(visit, &Message::Error { reference: request.reference, problem }),
            },
            Command::Info { person, program, reply } => {
                let _ = reply.send(self.info(&person.id, program));
            }
            Command::Start { reply } => {
                let _ = reply.send(self.start().await);
            }
            Command::Close { reply } => {
                let _ = reply.send(self.shut().await);
            }
            Command::Hand { person, seat, reply } => {
                let _ = reply.send(self.own(&person.id, seat).map(|()| self.meta.chairs[usize::from(seat)].hand));
            }
            Command::Move { seat, hand, person, reply } => {
                let _ = reply.send(self.move_seat(seat, hand, person).await);
            }
            Command::Amend { person, name, reply } => {
                let _ = reply.send(match &name {
                    Some(name) => self.rename(&person, name).await,
                    None => self.forget(&person).await,
                });
            }
            Command::Expel => self.expel(),
            Command::Expire => self.expire().await,
            Command::Thought { seq, action } => self.thought(seq, action).await,
            Command::Advised { visit, reference, seat, hint } => self.advised(visit, reference, seat, *hint),
        }
    }

    /// Whether the game has to be in memory for this.
    fn needs_game(&self, command: &Command) -> bool {
        match command {
            Command::Info { .. } => false,
            // Who goes is missed only where others lose patience.
            Command::Leave { .. } => self.meta.settings.patience.is_some(),
            _ => true,
        }
    }

    /// Ends a lesson that everybody has left.
    async fn clear_away(&mut self) {
        if self.meta.lesson.is_some() && self.meta.is_open() {
            // If it can't be stored now, it is ended the next time its room is opened.
            let _ = self.change(|meta| meta.status = Status::Abandoned).await;
        }
    }

    /// Makes sure that the game is in memory, for somebody from this address or else for those who are here.
    async fn load(&mut self, newcomer: Option<IpAddr>) -> Result<(), Problem> {
        if self.play.is_some() || self.meta.seed.is_none() {
            return Ok(());
        }
        // The lines of other rules may be written in another way.
        check_rules(&self.meta).map_err(|it| self.unplayable(it))?;
        let entries = self.hall.store.log(&self.meta.id).await.map_err(|it| unavailable(&it))?;
        let play = if entries.len() <= SHORT {
            GameLog::replay(&self.meta, &entries)
        } else {
            let meta = self.meta.clone();
            let whose = self.whose(Sort::Game);
            let whose = Whose { address: newcomer.or(whose.address), ..whose };
            let replayed = self.hall.clerks.run(whose, move |_| GameLog::replay(&meta, &entries)).await;
            replayed.ok_or_else(busy)?
        };
        self.play = Some(play.map_err(|it| self.unplayable(it))?);
        Ok(())
    }

    fn unplayable(&self, reason: ReplayError) -> Problem {
        tracing::error!(table = self.meta.id, %reason, "the game can't be played on");
        reason.into()
    }

    /// Reads everything again, because it is not known what was stored.
    async fn reload(&mut self) -> Result<(), Problem> {
        let meta = self.hall.store.meta(&self.meta.id).await.map_err(|it| unavailable(&it))?;
        self.play = None;
        self.waiting = None;
        if let Some(meta) = meta {
            self.meta = meta;
        }
        self.load(None).await?;
        self.in_doubt = false;
        self.go_on();
        self.tell_all();
        Ok(())
    }

    /// Makes the table durable and with it something else.
    async fn keep(&mut self, meta: TableMeta, mut writes: Vec<Write>) -> Result<(), Problem> {
        self.be_sure()?;
        writes.push(Write::Meta(Box::new(meta.clone())));
        if let Err(error) = self.hall.store.write(writes).await {
            self.in_doubt = true;
            return Err(unavailable(&error));
        }
        self.meta = meta;
        Ok(())
    }

    /// Whether the room knows everything that the database does, so that something may be added.
    fn be_sure(&self) -> Result<(), Problem> {
        let sentence = "the server can't reach its database just now; try again in a moment";
        if self.in_doubt { Err(Problem::new(Code::Unavailable, sentence)) } else { Ok(()) }
    }

    /// Changes the table and tells everybody.
    async fn change(&mut self, change: impl FnOnce(&mut TableMeta)) -> Result<(), Problem> {
        let mut meta = self.meta.clone();
        change(&mut meta);
        if meta != self.meta {
            self.keep(meta, Vec::new()).await?;
        }
        self.publish();
        self.tell_table();
        Ok(())
    }

    /// Takes a step in the game: it is durable before anybody hears of it.
    async fn step(&mut self, step: Proposed) -> Result<(), Problem> {
        self.be_sure()?;
        let (now, seat) = (self.now(), step.seat);
        let used = self.charge(seat);
        let Some(mut play) = self.play.take() else { return Err(not_now()) };
        let hinted = self.hinted == Some((seat, play.seq()));
        let entry = play.entry(&step, now, used, hinted);
        let mut meta = opening::end_standing(&self.meta, step.events());
        let is_over = step.is_over();
        if is_over {
            let meta = meta.get_or_insert_with(|| self.meta.clone());
            meta.status = Status::Finished;
            meta.finished_at = Some(self.time_of_day());
        }
        let mut writes = vec![Write::Entry { game: self.meta.id.clone(), entry }];
        let former = self.former(&play);
        play.take(step, entry);
        if let Some(meta) = &meta {
            let is_kept = is_over && meta.lesson.is_none();
            let result = is_kept.then(|| crate::past::result(meta, &play)).flatten();
            writes.extend(result.map(|result| Write::Result { game: meta.id.clone(), result }));
            writes.push(Write::Meta(Box::new(meta.clone())));
        }
        let submitted = self.hall.store.submit(writes).await;

        // While that is being stored the room is as it will be then, and what everybody will be told is written.
        let former_meta = meta.map(|it| std::mem::replace(&mut self.meta, it));
        let former_waiting = self.waiting.take();
        self.play = Some(play);
        self.go_on();
        let letters = self.letters(|_| true, Some(&former));
        let stored = match submitted {
            Ok(submitted) => submitted.stored().await,
            Err(error) => Err(error),
        };
        if let Err(error) = stored {
            self.in_doubt = true;
            self.play = self.play.take().and_then(|it| it.without_latest());
            if let Some(meta) = former_meta {
                self.meta = meta;
            }
            self.waiting = former_waiting;
            self.stop_thinking();
            self.answering = None;
            return Err(unavailable(&error));
        }
        self.hall.metrics.actions.inc();
        if self.meta.status == Status::Finished {
            self.publish();
            self.tell_table();
        } else {
            self.hall.turn(&self.meta.id, self.to_act());
        }
        self.post(letters);
        Ok(())
    }

    /// Shows in the lists how the table is.
    fn publish(&self) {
        self.hall.publish(&self.meta, self.to_act(), None);
    }

    /// Who decides while the game is played.
    fn to_act(&self) -> Option<u8> {
        let play = self.play.as_ref().filter(|_| self.meta.status == Status::Playing)?;
        play.state.to_act().map(|it| it.0)
    }

    /// Whether this person holds this seat.
    fn own(&self, person: &str, seat: u8) -> Result<(), Problem> {
        match self.meta.chairs.get(usize::from(seat)) {
            Some(chair) if chair.is_of(person) => Ok(()),
            _ => Err(Problem::new(Code::NotYourSeat, "this seat isn't yours")),
        }
    }

    fn now(&self) -> u64 {
        self.hall.config.clock.now()
    }

    fn time_of_day(&self) -> u64 {
        self.hall.config.clock.time_of_day()
    }

    fn answer(&mut self, visit: u64, reference: Option<u32>, answer: Answer) {
        self.send(visit, &Message::Answer { reference, answer });
    }
}

/// The request belongs to another moment.
fn not_now() -> Problem {
    Problem::new(Code::NotNow, "this can't be done now")
}
