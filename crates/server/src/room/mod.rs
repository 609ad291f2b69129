//! A room: the one task that drives a table, stores what happens there and tells its visitors.

mod think;

use std::{collections::HashMap, net::IpAddr, pin::Pin, sync::Arc, time::Instant};

use alhambra_engine::{Action, Seat};
use alhambra_protocol::{Ask, Code, Message, Problem, Request, Status, TableInfo, Written};
use alhambra_table::{
    Input, Letter, Listing, Moment, Proposal, Receipt, Table, Visitor, Write,
    log::{GameLog, ReplayError, check_rules},
    meta::TableMeta,
    person::{Person, PersonId},
    write,
};
use tokio::sync::{mpsc, oneshot};

use crate::{
    app_state::AppState,
    error::unavailable,
    metrics::{Limit, Over},
    outbox::{Outbox, Unsent, sent},
    records::busy,
    shares::{Sort, Whose},
    store,
};

/// After so many milliseconds a room tries again to read what it is in doubt about.
const RETRY: u64 = 1000;
/// How many entries of a game are played again at once; more are for threads that serve nobody.
const SHORT: usize = 50;

/// What reaches a room.
#[derive(Debug)]
pub enum Command {
    /// Somebody opened a socket.
    Visit {
        /// Who; boxed, because every room has a queue of these.
        visitor: Box<Visitor>,
        /// Where messages go; a visitor who doesn't read them is disconnected.
        out: Outbox,
    },
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
    /// Close the table for an administrator.
    Close {
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// How many times a seat has changed hands, for a token or a link.
    Epoch {
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
        epoch: u32,
        /// To whom.
        person: Person,
        /// Where to say that it is done.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Somebody gets another name, or is forgotten if there is none, for an administrator.
    Amend {
        person: PersonId,
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
        /// For whom.
        seat: Seat,
        /// After which entry.
        seq: u32,
        /// The hint, as it is told.
        hint: Written,
    },
}

/// One table with its task.
pub(crate) struct Room {
    app_state: Arc<AppState>,
    inbox: mpsc::WeakSender<Command>,
    table: Table,
    /// Where the messages for each visitor go.
    outboxes: HashMap<u64, Outbox>,
    /// The entry after which a bot thinks, and how to stop it.
    thinking: Option<(u32, tokio::task::AbortHandle)>,
    /// The hints that are being thought about, one for every visitor.
    hints: Vec<think::Hinting>,
    /// Since when nobody has come or asked.
    idle_since: u64,
    /// Whether the database may know more than this room.
    in_doubt: bool,
}

impl Room {
    /// A room for a table.
    pub(crate) fn open(app_state: Arc<AppState>, meta: TableMeta, inbox: mpsc::WeakSender<Command>) -> Room {
        let at = moment(&app_state);
        Room {
            table: Table::new(Arc::clone(&app_state.house), meta, at),
            app_state,
            inbox,
            outboxes: HashMap::new(),
            thinking: None,
            hints: Vec::new(),
            idle_since: at.now,
            in_doubt: false,
        }
    }

    /// Serves the table until nobody needs it any more.
    pub(crate) fn run(self, inbox: mpsc::Receiver<Command>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        // Boxed, because a room that closes may have to open the next one.
        Box::pin(self.serve_all(inbox))
    }

    async fn serve_all(mut self, mut inbox: mpsc::Receiver<Command>) {
        if self.table.meta().status == Status::Playing && self.load(None).await.is_ok() {
            let _ = self.drive(Input::Opened { retell: false }).await;
            self.app_state.publish(self.table.meta(), self.table.to_act(), None);
        }
        let app_state = Arc::clone(&self.app_state);
        let mut closed = std::pin::pin!(app_state.closed());
        loop {
            let due = self.due();
            tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.serve(command).await,
                    None => break,
                },
                () = app_state.config.clock.reach(due) => {
                    if self.is_idle() {
                        // If the end of a lesson can't be stored now, it ends the next time its room is opened.
                        let _ = self.drive(Input::Emptied).await;
                        self.app_state.retire(self.table.meta(), self.needed_again());
                        break;
                    }
                    if self.is_asleep() {
                        self.table.suspend();
                    } else if !self.in_doubt || self.reload().await.is_ok() {
                        // What can't be stored is tried again once everything was read again.
                        let _ = self.drive(Input::Tick).await;
                    }
                }
                () = &mut closed => break,
            }
        }
        // Whoever was just coming in finds the room open again.
        inbox.close();
        while let Some(command) = inbox.recv().await {
            if let Ok(room) = app_state.room(&self.table.meta().id).await {
                let _ = room.send(command).await;
            }
        }
    }

    async fn serve(&mut self, command: Command) {
        if self.in_doubt && self.reload().await.is_err() {
            tracing::warn!(table = self.table.meta().id, "the table can't be read again yet");
        }
        let newcomer = match &command {
            Command::Visit { visitor, .. } => Some(visitor.address),
            _ => None,
        };
        let loaded = if self.needs_game(&command) { self.load(newcomer).await } else { Ok(()) };
        match command {
            Command::Visit { visitor, out } => self.visit(*visitor, out, loaded.err()).await,
            Command::Leave { visit } => {
                self.idle_since = self.now();
                let _ = self.drive(Input::Left { visit }).await;
            }
            Command::Ask { visit, request, read_at } => match loaded {
                Ok(()) => self.ask(visit, *request, read_at).await,
                Err(problem) => self.send(visit, &Message::Error { reference: request.reference, problem }),
            },
            Command::Info { person, program, reply } => {
                let _ = reply.send(self.table.info(&person.id, program));
            }
            Command::Start { reply } => {
                let _ = reply.send(self.drive(Input::Start).await);
            }
            Command::Close { reply } => {
                let _ = reply.send(self.drive(Input::Close).await);
            }
            Command::Epoch { person, seat, reply } => {
                let _ = reply.send(self.table.epoch(&person.id, seat));
            }
            Command::Move { seat, epoch, person, reply } => {
                let _ = reply.send(self.drive(Input::MoveSeat { seat, epoch, person }).await);
            }
            Command::Amend { person, name, reply } => {
                let _ = reply.send(self.amend(person, name).await);
            }
            Command::Expel => self.expel().await,
            Command::Expire => {
                // If it can't be stored now, it is tried again when the room is next opened for it.
                let _ = self.drive(Input::Expired).await;
            }
            Command::Thought { seq, action } => self.thought(seq, action).await,
            Command::Advised { visit, seat, seq, hint } => {
                let _ = self.drive(Input::Advised { visit, seat, seq, hint }).await;
            }
        }
    }

    /// Whether the game has to be in memory for this.
    fn needs_game(&self, command: &Command) -> bool {
        match command {
            Command::Info { .. } => false,
            // Who goes is missed only where others lose patience.
            Command::Leave { .. } => self.table.meta().settings.patience.is_some(),
            _ => true,
        }
    }

    /// Lets something happen at the table: what it leads to is durable before anybody hears of it.
    async fn drive(&mut self, input: Input) -> Result<(), Problem> {
        let asked = match &input {
            Input::Asked { visit, request } => Some((*visit, request.reference)),
            _ => None,
        };
        let mut proposal = match self.propose(input).await {
            Ok(proposal) => proposal,
            Err(problem) => {
                if let Some((visit, reference)) = asked {
                    self.send(visit, &Message::Error { reference, problem: problem.clone() });
                }
                return Err(problem);
            }
        };
        let receipt = match proposal.nothing_to_store() {
            Some(receipt) => receipt,
            None => match self.store(&mut proposal).await {
                Ok(receipt) => receipt,
                Err(problem) => {
                    let letters = self.table.reject(proposal, problem.clone());
                    self.post(letters);
                    return Err(problem);
                }
            },
        };
        let (outcome, listing) = (proposal.outcome(), proposal.listing());
        for write in proposal.writes() {
            if let Write::Table(table) = write {
                self.app_state.publish(table, None, None);
            }
        }
        let seq = self.table.game().map(GameLog::seq);
        let letters = self.table.commit(proposal, receipt);
        if seq.is_some_and(|seq| self.table.game().is_some_and(|it| it.seq() > seq)) {
            self.app_state.metrics.actions.inc();
        }
        match listing {
            Listing::Same => {}
            Listing::Turn => self.app_state.turn(&self.table.meta().id, self.table.to_act()),
            Listing::Table => self.app_state.publish(self.table.meta(), self.table.to_act(), None),
        }
        self.post(letters);
        self.go_on();
        outcome
    }

    /// Works out what an input leads to; where a long game has to be replayed for that, on a thread that serves nobody.
    async fn propose(&self, input: Input) -> Result<Proposal, Problem> {
        let (at, meta) = (moment(&self.app_state), self.table.meta());
        let is_long = meta.status == Status::Gathering && meta.continued.is_some_and(|it| it as usize > SHORT);
        let may_start = match &input {
            Input::Start | Input::Tick => true,
            Input::Asked { request, .. } => matches!(request.ask, Ask::Start | Ask::Reveal { .. }),
            _ => false,
        };
        if !(is_long && may_start) {
            return Ok(self.table.propose(input, at));
        }
        let table = self.table.clone();
        let proposed = self.app_state.clerks.run(self.whose(Sort::Game), move |_| table.propose(input, at)).await;
        proposed.ok_or_else(busy)
    }

    /// Makes what a proposal leads to durable; meanwhile its letters are written.
    async fn store(&mut self, proposal: &mut Proposal) -> Result<Receipt, Problem> {
        if self.in_doubt {
            let sentence = "the server can't reach its database just now; try again in a moment";
            return Err(Problem::new(Code::Unavailable, sentence));
        }
        let game = &self.table.meta().id;
        let write = |it: &Write| match it {
            Write::Entry(entry) => store::Write::Entry { game: game.clone(), entry: *entry },
            Write::Meta(meta) => store::Write::Meta(Box::new(TableMeta::clone(meta))),
            Write::Table(meta) => store::Write::Meta(meta.clone()),
            Write::Result(result) => store::Write::Result { game: game.clone(), result: result.clone() },
        };
        let submitted = self.app_state.store.submit(proposal.writes().iter().map(write).collect()).await;
        proposal.prepare();
        let stored = match submitted {
            Ok(submitted) => submitted.stored().await,
            Err(error) => Err(error),
        };
        stored.map_err(|error| {
            self.in_doubt = true;
            self.stop_thinking();
            unavailable(&error)
        })
    }

    /// Makes sure that the game is in memory, for somebody from this address or else for those who are here.
    async fn load(&mut self, newcomer: Option<IpAddr>) -> Result<(), Problem> {
        if !self.table.lacks_game() {
            return Ok(());
        }
        let meta = self.table.meta();
        // The lines of other rules may be written in another way.
        check_rules(meta).map_err(|it| self.unplayable(it))?;
        let entries = self.app_state.store.log(&meta.id).await.map_err(|it| unavailable(&it))?;
        let game = if entries.len() <= SHORT {
            GameLog::replay(meta, &entries)
        } else {
            let meta = meta.clone();
            let whose = self.whose(Sort::Game);
            let whose = Whose { address: newcomer.or(whose.address), ..whose };
            let replayed = self.app_state.clerks.run(whose, move |_| GameLog::replay(&meta, &entries)).await;
            replayed.ok_or_else(busy)?
        };
        let game = game.map_err(|it| self.unplayable(it))?;
        self.table.resume(game);
        Ok(())
    }

    fn unplayable(&self, reason: ReplayError) -> Problem {
        tracing::error!(table = self.table.meta().id, %reason, "the game can't be played on");
        reason.into()
    }

    /// Reads everything again, because it is not known what was stored.
    async fn reload(&mut self) -> Result<(), Problem> {
        let meta = self.app_state.store.meta(&self.table.meta().id).await.map_err(|it| unavailable(&it))?;
        let meta = meta.unwrap_or_else(|| self.table.meta().clone());
        self.table.reload(meta);
        self.load(None).await?;
        self.in_doubt = false;
        self.drive(Input::Opened { retell: true }).await
    }

    /// Somebody comes in.
    async fn visit(&mut self, visitor: Visitor, out: Outbox, unreadable: Option<Problem>) {
        self.idle_since = self.now();
        let (visit, address, person) = (visitor.visit, visitor.address, Arc::clone(&visitor.person));
        self.outboxes.insert(visit, out);
        if let Err(problem) = self.drive(Input::Came { visitor, unreadable }).await {
            self.app_state.metrics.refuse(Over::Socket, &problem.code);
            self.app_state.metrics.limit(Limit::Visitors);
            return;
        }
        tracing::info!(target: "addresses", %address, person = person.id, "somebody comes in");
        let chairs = &self.table.meta().chairs;
        if chairs.iter().any(|it| it.substituted && it.is_of(&person.id)) {
            // If that can't be stored, the bot goes on until they ask for something.
            let _ = self.drive(Input::Returned { visit }).await;
        }
    }

    /// Somebody asks for something.
    async fn ask(&mut self, visit: u64, request: Request, read_at: Instant) {
        self.idle_since = self.now();
        let is_action = matches!(request.ask, Ask::Act { .. } | Ask::Confirm { .. } | Ask::Undo { .. });
        let visitor = self.table.visitors().iter().find(|it| it.visit == visit);
        if let (Ask::Chat { .. }, Some(visitor)) = (&request.ask, visitor)
            && let Err(problem) = self.app_state.count_chat(visitor.address)
        {
            self.app_state.metrics.refuse(Over::Socket, &problem.code);
            self.send(visit, &Message::Error { reference: request.reference, problem });
            return;
        }
        match self.drive(Input::Asked { visit, request }).await {
            Ok(()) if is_action => self.app_state.metrics.act(read_at.elapsed()),
            Ok(()) => {}
            Err(problem) => self.app_state.metrics.refuse(Over::Socket, &problem.code),
        }
    }

    /// Gives somebody another name, or forgets them; the name in what came of the game goes with it.
    async fn amend(&mut self, person: PersonId, name: Option<String>) -> Result<(), Problem> {
        let result = self.app_state.store.result(&self.table.meta().id).await.map_err(|it| unavailable(&it))?;
        self.drive(Input::Amend { person, name, result: result.map(|it| it.1) }).await
    }

    /// Sends everybody away who is banned or forgotten.
    async fn expel(&mut self) {
        let has_to_go = |it: &&Visitor| self.app_state.upkeep.has_to_go(&it.person.id, it.address);
        let visits: Vec<u64> = self.table.visitors().iter().filter(has_to_go).map(|it| it.visit).collect();
        if !visits.is_empty() {
            let _ = self.drive(Input::Expelled { visits }).await;
        }
    }

    /// Sends letters; slow readers are disconnected, and so is whoever the table knows no more.
    fn post(&mut self, letters: Vec<Letter>) {
        let mut lost = Vec::new();
        for Letter { visit, text } in letters {
            match self.outboxes.get(&visit).map_or(Ok(()), |it| it.send(sent(text))) {
                Ok(()) => {}
                Err(Unsent::Full) => {
                    self.app_state.metrics.cut_off.inc();
                    tracing::debug!(visit, "a slow reader is disconnected");
                    lost.push(visit);
                }
                // They have gone, and their leave is on its way.
                Err(Unsent::Gone) => lost.push(visit),
            }
        }
        if !lost.is_empty() {
            self.idle_since = self.now();
            let proposal = self.table.propose(Input::Lost { visits: lost }, moment(&self.app_state));
            if let Some(receipt) = proposal.nothing_to_store() {
                // Nobody hears of it until their leave has come.
                self.table.commit(proposal, receipt);
            }
        }
        if self.outboxes.len() > self.table.visitors().len() {
            let visits: Vec<u64> = self.table.visitors().iter().map(|it| it.visit).collect();
            self.outboxes.retain(|it, _| visits.contains(it));
        }
    }

    /// Sends one message that is no business of the table.
    fn send(&mut self, visit: u64, message: &Message) {
        self.post(vec![Letter { visit, text: write(message) }]);
    }

    /// When the room has to look after itself again.
    fn due(&self) -> u64 {
        if self.in_doubt {
            return self.now() + RETRY;
        }
        let idle = (self.is_quiet() || self.is_still()).then(|| self.idle_at());
        [self.table.due(), idle].into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    /// Whether nobody is there and nobody is about to do anything.
    fn is_quiet(&self) -> bool {
        let nobody = self.table.visitors().is_empty() && self.thinking.is_none();
        nobody && !self.table.is_answering() && !self.in_doubt
    }

    /// Whether nobody has needed the room for long enough.
    fn is_idle(&self) -> bool {
        let is_due = self.table.deadline().is_some_and(|it| it <= self.now());
        self.is_quiet() && !is_due && self.now() >= self.idle_at()
    }

    /// When nobody will have come or asked for long enough.
    fn idle_at(&self) -> u64 {
        self.idle_since + self.app_state.config.idle.as_millis() as u64
    }

    /// Whether people are there, but nothing happens by itself until one of them asks for something.
    fn is_still(&self) -> bool {
        let somebody = !self.table.visitors().is_empty() && self.table.game().is_some();
        somebody && self.thinking.is_none() && self.table.is_still() && !self.in_doubt
    }

    /// Whether people are there and have done nothing for so long that their game may leave memory until they do.
    fn is_asleep(&self) -> bool {
        self.is_still() && self.now() >= self.idle_at()
    }

    /// When a room that leaves memory has to come back by itself.
    fn needed_again(&self) -> Option<u64> {
        match self.table.meta().status {
            Status::Gathering => Some(self.idle_since + self.app_state.config.close_after.as_millis() as u64),
            _ => self.table.deadline(),
        }
    }

    fn now(&self) -> u64 {
        self.app_state.config.clock.now()
    }
}

fn moment(app_state: &AppState) -> Moment {
    Moment { now: app_state.config.clock.now(), time_of_day: app_state.config.clock.time_of_day() }
}
