//! What the whole server shares: every table that is still to be played at, and the rooms that are open.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use alhambra_engine::{
    Seed,
    fairness::{Hex, Secret},
    ruleset::RULES_VERSION,
};
use alhambra_protocol::{Code, Problem, Status, TableId};
use alhambra_table::{
    House,
    meta::TableMeta,
    person::{Language, Person, PersonId},
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{mpsc, watch};
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::{
    address::network,
    compression::Compressed,
    config::Config,
    connection_limit::{ConnectionLimit, ConnectionPermit},
    error::unavailable,
    lobby::Lobby,
    metrics::{Limit, Metrics, Works},
    outbox::Post,
    preview::Pictures,
    random,
    review::Reviews,
    room::{Command, Room},
    store::{Store, Write},
    token::{Purpose, Signer},
    upkeep::Upkeep,
    workers::Workers,
};

/// Everything that the server is.
pub struct AppState {
    /// The settings.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// The key for cookies and tokens.
    pub signer: Signer,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// Threads on which bots think.
    pub(crate) thinkers: Workers,
    /// Threads on which records are replayed, games read back and long answers compressed.
    pub(crate) clerks: Workers,
    /// Reviews of finished games.
    pub(crate) reviews: Reviews,
    /// People who are banned or renamed.
    pub(crate) upkeep: Upkeep,
    /// What all tables have in common.
    pub(crate) house: Arc<House>,
    tables: Mutex<HashMap<TableId, Slot>>,
    /// Files of the client as they are sent.
    pub(crate) compressed: Compressed,
    /// Pictures of links.
    pub(crate) pictures: Pictures,
    /// What is shown of the tables.
    pub(crate) lobby: Arc<Lobby>,
    /// Whether the server is going down.
    closing: watch::Sender<bool>,
    next_visit: AtomicU64,
    next_guest: AtomicU64,
    /// The rooms that are open.
    rooms: TaskTracker,
    pub(crate) sockets: Arc<ConnectionLimit>,
    pub(crate) connections: Arc<ConnectionLimit>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    openings: DefaultKeyedRateLimiter<IpAddr>,
    chats: DefaultKeyedRateLimiter<IpAddr>,
    /// What waits to be sent.
    pub(crate) post: Arc<Post>,
}

/// A table that is still to be played at, or whose room is open.
#[derive(Default)]
struct Slot {
    room: Option<mpsc::Sender<Command>>,
    /// When the room has to be opened again because a clock runs out.
    due: Option<u64>,
}

/// How many requests a room queues before senders have to wait.
const INBOX: usize = 64;
/// How often the server records that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How long rooms may take to finish what they are doing when the server goes down.
const LAST_WRITES: Duration = Duration::from_secs(10);
/// How long visitors then have to receive the last messages.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// How often the server looks for rooms that are due.
const ROUND: Duration = Duration::from_secs(1);

impl AppState {
    /// Opens the database and every table in it where something is to be done.
    ///
    /// # Errors
    /// If the database can't be opened.
    pub async fn open(config: Config) -> Result<Arc<AppState>, sqlx::Error> {
        let store = Store::open(&config.database).await?;
        let noted = store.fact("alive", || config.clock.now().to_string()).await?.parse();
        let alive = noted.unwrap_or_else(|_| config.clock.now());
        // Should somebody have set the clock of the machine back meanwhile.
        config.clock.go_on_from(alive);
        let now = config.clock.now();
        store.write(vec![Write::Down { since: alive, until: now }, Write::Alive { at: now }]).await?;
        let key = match config.key {
            Some(key) => key,
            None => store.key().await?,
        };
        let (mut tables, lobby) = (HashMap::new(), Arc::new(Lobby::default()));
        for meta in store.open_tables().await? {
            // Bots and clocks go on by themselves: everybody's room is opened once.
            if meta.rules != RULES_VERSION && meta.started_at.is_some() {
                let (table, rules) = (&meta.id, meta.rules);
                tracing::warn!(
                    table,
                    rules,
                    "a running game follows other rules and waits for a server that plays them"
                );
            }
            let due = if meta.status == Status::Playing { Some(0) } else { expiry(&meta, &config) };
            lobby.show(meta.line(None, config.clock.time_of_day()), holders(&meta));
            tables.insert(meta.id.clone(), Slot { room: None, due });
        }
        let per_second = at_least_one(config.limits.requests_per_second);
        let requests = Quota::per_second(per_second).allow_burst(per_second.saturating_mul(at_least_one(10)));
        let openings = Quota::per_minute(at_least_one(config.limits.tables_per_minute));
        let works = Works::default();
        let app_state = Arc::new(AppState {
            thinkers: Workers::new("thinker", config.n_thinkers, config.clock.clone(), works.clone()),
            clerks: Workers::new("clerk", config.n_thinkers / 2, config.clock.clone(), works.clone()),
            reviews: Reviews::default(),
            compressed: Compressed::default(),
            pictures: Pictures::default(),
            upkeep: Upkeep::default(),
            house: Arc::new(house(&config, key, store.downtimes().await?)),
            signer: Signer::new(key),
            metrics: Metrics::new(&store.meters, &works),
            tables: Mutex::new(tables),
            lobby,
            closing: watch::Sender::new(false),
            next_visit: AtomicU64::new(0),
            next_guest: AtomicU64::new(0),
            rooms: TaskTracker::new(),
            sockets: ConnectionLimit::new(config.limits.sockets),
            // Behind a proxy all connections come from one address, and the proxy counts them.
            connections: ConnectionLimit::new(if config.n_proxies > 0 {
                usize::MAX
            } else {
                config.limits.connections
            }),
            requests: RateLimiter::keyed(requests),
            openings: RateLimiter::keyed(openings),
            chats: RateLimiter::keyed(Quota::per_minute(at_least_one(config.limits.chat_per_minute))),
            post: Post::new(config.limits.backlog, config.limits.all_backlogs),
            store,
            config,
        });
        tokio::spawn(Arc::clone(&app_state).run_clock());
        tokio::spawn(Arc::clone(&app_state).keep_alive());
        tokio::spawn(Arc::clone(&app_state).open_due_rooms());
        tokio::spawn(Arc::clone(&app_state).tell_lobby());
        tokio::spawn(Arc::clone(&app_state).keep_pace());
        Ok(app_state)
    }

    /// A number that no other visit has.
    pub fn visit(&self) -> u64 {
        self.next_visit.fetch_add(1, Ordering::Relaxed)
    }

    /// Somebody who was never here before; where a seed shuffles, their names are the same every time.
    pub(crate) fn guest(&self, language: Language) -> Person {
        let n = self.next_guest.fetch_add(1, Ordering::Relaxed);
        let [low, ..] = n.to_le_bytes();
        let bytes = self.config.shuffle.map_or_else(random::bytes, |Seed(seed)| [seed[usize::from(low % 32)], low]);
        Person::guest(random::code::<16>(), bytes, language)
    }

    /// What a new table is shuffled with; nothing where a seed shuffles every game alike.
    pub(crate) fn secret(&self) -> Option<Secret> {
        self.config.shuffle.is_none().then(|| Hex(random::bytes()))
    }

    /// Waits until the server goes down.
    pub async fn closed(&self) {
        let _ = self.closing.subscribe().wait_for(|it| *it).await;
    }

    /// Whether the server is going down.
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Stops taking requests, finishes writing and disconnects everybody.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        self.rooms.close();
        let _ = tokio::time::timeout(LAST_WRITES, self.rooms.wait()).await;
        // With their rooms gone, visitors are told the last news and that the server restarts.
        let _ = tokio::time::timeout(LAST_WORDS, self.sockets.emptied()).await;
        let _ = self.store.write(vec![Write::Alive { at: self.config.clock.now() }]).await;
        self.store.close().await;
    }

    /// Keeps a new table.
    ///
    /// # Errors
    /// If it can't be stored.
    pub async fn add(&self, meta: TableMeta) -> Result<(), Problem> {
        self.store.write(vec![Write::Meta(Box::new(meta.clone()))]).await.map_err(|it| unavailable(&it))?;
        self.publish(&meta, None, None);
        Ok(())
    }

    /// The way into a room, which is opened if it isn't.
    ///
    /// # Errors
    /// If there is no such table, or the server is going down.
    pub async fn room(self: &Arc<AppState>, id: &str) -> Result<mpsc::Sender<Command>, Problem> {
        if self.is_closing() {
            return Err(Problem::new(Code::Unavailable, "the server restarts; try again in a moment"));
        }
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let meta = self.store.meta(id).await.map_err(|it| unavailable(&it))?;
        let meta = meta.ok_or_else(|| Problem::new(Code::NotFound, "there is no table with this code"))?;
        let mut tables = self.tables();
        let slot = tables.entry(meta.id.clone()).or_default();
        // Somebody may have been faster.
        if let Some(room) = slot.room.as_ref().filter(|it| !it.is_closed()) {
            return Ok(room.clone());
        }
        let (room, inbox) = mpsc::channel(INBOX);
        slot.room = Some(room.clone());
        slot.due = None;
        drop(tables);
        self.lobby.show_room(&meta.id, true);
        let span = tracing::info_span!(parent: None, "table", table = meta.id);
        self.rooms.spawn(Room::open(Arc::clone(self), meta, room.downgrade()).run(inbox).instrument(span));
        Ok(room)
    }

    /// The ways into all rooms that are open.
    pub(crate) fn open_rooms(&self) -> Vec<mpsc::Sender<Command>> {
        self.tables().values().filter_map(|it| it.room.clone()).collect()
    }

    fn open_room(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        self.tables().get(id)?.room.clone().filter(|it| !it.is_closed())
    }

    /// Closes a room that is idle; it has to be opened again when it is due.
    pub fn retire(&self, meta: &TableMeta, due: Option<u64>) {
        let mut tables = self.tables();
        if meta.is_open() {
            if let Some(slot) = tables.get_mut(&meta.id) {
                slot.room = None;
                slot.due = due;
            }
        } else {
            tables.remove(&meta.id);
        }
        drop(tables);
        self.lobby.show_room(&meta.id, false);
    }

    /// Shows in the lists how a table is now.
    pub fn publish(&self, meta: &TableMeta, to_act: Option<u8>, changed_at: Option<u64>) {
        let due = || Slot { room: None, due: expiry(meta, &self.config) };
        self.tables().entry(meta.id.clone()).or_insert_with(due);
        if meta.is_open() {
            let at = changed_at.unwrap_or_else(|| self.config.clock.time_of_day());
            self.lobby.show(meta.line(to_act, at), holders(meta));
        } else {
            self.lobby.remove(&meta.id);
        }
    }

    /// Shows in the lists who has to decide at a table now, where nothing else has changed.
    pub fn turn(&self, id: &str, to_act: Option<u8>) {
        self.lobby.turn(id, to_act, self.config.clock.time_of_day());
    }

    /// Counts a request from an address.
    ///
    /// # Errors
    /// If there were too many from there in a short time.
    pub(crate) fn count_request(&self, address: IpAddr) -> Result<(), Problem> {
        let counted = self.requests.check_key(&network(address));
        counted.map_err(|_| self.too_many(Limit::Requests, "too many requests; wait a moment"))
    }

    /// Counts a new table from an address.
    ///
    /// # Errors
    /// If there were too many from there in a short time.
    pub(crate) fn count_opening(&self, address: IpAddr) -> Result<(), Problem> {
        let counted = self.openings.check_key(&network(address));
        counted.map_err(|_| self.too_many(Limit::Tables, "too many new tables; wait a minute"))
    }

    /// Counts a line of chat from an address.
    ///
    /// # Errors
    /// If there were too many from there in a short time.
    pub(crate) fn count_chat(&self, address: IpAddr) -> Result<(), Problem> {
        let counted = self.chats.check_key(&network(address));
        counted.map_err(|_| self.too_many(Limit::Chat, "too many lines of chat; wait a moment"))
    }

    /// How many bytes wait to be sent to all visitors.
    pub fn backlog(&self) -> usize {
        self.post.waiting()
    }

    /// Takes up a socket for an address, until what is returned is dropped.
    ///
    /// # Errors
    /// If there are too many from there already.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<ConnectionPermit, Problem> {
        let permit = self.sockets.take(address);
        let sentence = "too many connections from this address; close some first";
        permit.ok_or_else(|| self.too_many(Limit::Sockets, sentence))
    }

    pub(crate) fn too_many(&self, limit: Limit, sentence: &str) -> Problem {
        self.metrics.limit(limit);
        Problem::new(Code::TooMany, sentence)
    }

    /// How many tables and rooms there are.
    pub fn counts(&self) -> (usize, usize) {
        let tables = self.tables();
        (tables.len(), tables.values().filter(|it| it.room.is_some()).count())
    }

    /// How many decisions of bots, hints and reviews wait, and how many are being thought about.
    pub fn thoughts(&self) -> (usize, usize) {
        self.thinkers.counts()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Slot>> {
        // What is behind the lock is whole after every statement.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run_clock(self: Arc<AppState>) {
        tokio::select! {
            () = self.config.clock.run() => {}
            () = self.closed() => {}
        }
    }

    async fn keep_alive(self: Arc<AppState>) {
        let mut ticks = tokio::time::interval(HEARTBEAT);
        while !self.is_closing() {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.closed() => break,
            }
            // Addresses that have been quiet are forgotten.
            self.requests.retain_recent();
            self.openings.retain_recent();
            self.chats.retain_recent();
            if let Err(error) = self.store.write(vec![Write::Alive { at: self.config.clock.now() }]).await {
                tracing::warn!(%error, "the database did not answer");
            }
            self.run_admin_requests().await;
            if let Err(error) = self.look_after_people().await {
                tracing::warn!(%error, "the database did not answer");
            }
        }
    }

    /// Closes the tables that an administrator has asked to close.
    async fn run_admin_requests(self: &Arc<AppState>) {
        for game in self.store.to_close().await.unwrap_or_default() {
            let (reply, closed) = tokio::sync::oneshot::channel();
            if let Ok(room) = self.room(&game).await {
                let _ = room.send(Command::Close { reply }).await;
                // What could not be stored is tried again at the next round.
                if !matches!(closed.await, Ok(Ok(()))) {
                    continue;
                }
                tracing::info!(table = game, "an administrator closed the table");
            }
            let _ = self.store.write(vec![Write::Closed { game }]).await;
        }
    }

    async fn tell_lobby(self: Arc<AppState>) {
        tokio::select! {
            () = self.lobby.tell() => {}
            () = self.closed() => {}
        }
    }

    async fn keep_pace(self: Arc<AppState>) {
        tokio::select! {
            () = self.thinkers.keep_pace() => {}
            () = self.closed() => {}
        }
    }

    async fn open_due_rooms(self: Arc<AppState>) {
        let mut ticks = tokio::time::interval(ROUND);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.closed() => break,
            }
            let now = self.config.clock.now();
            let is_due = |slot: &Slot| slot.room.is_none() && slot.due.is_some_and(|it| it <= now);
            let due: Vec<TableId> = self.tables().iter().filter(|it| is_due(it.1)).map(|it| it.0.clone()).collect();
            for id in due {
                match self.room(&id).await {
                    // Only a table whose game has not begun reacts to this.
                    Ok(room) => {
                        let _ = room.send(Command::Expire).await;
                    }
                    Err(problem) => tracing::warn!(table = id, problem.message, "a room could not be opened"),
                }
            }
        }
    }
}

/// What all tables of a server have in common.
fn house(config: &Config, key: [u8; 32], downtimes: Vec<(u64, u64)>) -> House {
    let signer = Signer::new(key);
    let (least, most) = config.standing_pause;
    House {
        shuffle: config.shuffle,
        standing_pause: (least.as_millis() as u64, most.as_millis() as u64),
        n_entries: config.limits.entries,
        n_spectators: config.limits.spectators,
        n_visits_per_player: config.limits.sockets_per_player,
        downtimes,
        random: random::fill,
        prefix: "",
        seat_link: Some(Box::new(move |table, seat, epoch| {
            format!("/seat/{}", signer.sign(Purpose::Move, &format!("{table} {seat} {epoch}")))
        })),
    }
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

/// When a table whose game has not begun is closed if nobody comes.
fn expiry(meta: &TableMeta, config: &Config) -> Option<u64> {
    let at = config.clock.now() + config.close_after.as_millis() as u64;
    (meta.status == Status::Gathering).then_some(at)
}

/// Whose games a table is among; a lesson is among nobody's.
fn holders(meta: &TableMeta) -> Vec<(u8, PersonId)> {
    if meta.lesson.is_some() {
        return Vec::new();
    }
    meta.chairs.iter().zip(0..).filter_map(|(chair, seat)| Some((seat, chair.holder()?.clone()))).collect()
}
