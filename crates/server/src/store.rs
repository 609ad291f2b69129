//! Where tables and their logs are kept: `SQLite` or `PostgreSQL`, by the same statements.
//!
//! All writes pass through one task that commits whatever has gathered meanwhile in one transaction, so that the cost of
//! making something durable is shared by everybody who waits for it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use alhambra_protocol::Status;
use prometheus_client::metrics::{
    counter::Counter,
    histogram::{Histogram, exponential_buckets},
};
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Row as _,
    any::{AnyPoolOptions, AnyRow},
    error::DatabaseError,
    migrate::MigrateError,
    pool::PoolConnection,
};
use tokio::sync::{mpsc, oneshot};

use crate::{care::Look, owner::Owner, random, sheet::Sheet};

/// The database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Job>,
    /// Whether the latest transaction was stored.
    stores: Arc<AtomicBool>,
    /// What is counted.
    pub(crate) meters: Meters,
}

/// What the writer counts.
#[derive(Clone, Debug)]
pub(crate) struct Meters {
    /// How many jobs a transaction had.
    pub(crate) jobs: Histogram,
    /// How long a transaction took.
    pub(crate) seconds: Histogram,
    /// How many transactions failed.
    pub(crate) failures: Counter,
}

/// One line of the log of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1.
    pub seq: u32,
    /// Who did it.
    pub seat: u8,
    /// The action in the notation, or `undo` and the number of the entry that is taken back.
    pub what: String,
    /// When.
    pub at: u64,
    /// Milliseconds of the seat's clock that it took.
    pub used: u64,
    /// Whether the player had asked for a hint.
    pub hinted: bool,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub enum Write {
    /// A line of a log.
    Entry {
        /// Of which game.
        game: String,
        /// The line.
        row: Row,
    },
    /// A sheet, new or changed.
    Sheet(Box<Sheet>),
    /// What came of a game.
    Result {
        /// Of which game.
        game: String,
        /// The result as JSON.
        result: String,
    },
    /// A stretch of time without a server, which ends now.
    Down {
        /// Since when.
        since: u64,
        /// Until when.
        until: u64,
    },
    /// A table was closed that was to be closed.
    Closed {
        /// Which one.
        game: String,
    },
    /// The server is alive.
    Alive {
        /// At this time.
        at: u64,
    },
}

/// Which tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that are still to be played at.
    Open,
    /// All that there ever were.
    All,
}

struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// Something that is being made durable.
#[derive(Debug)]
pub(crate) struct Submitted {
    outcome: oneshot::Receiver<Result<(), sqlx::Error>>,
}

impl Submitted {
    /// Waits until it is durable.
    ///
    /// # Errors
    /// If it could not be stored, or if it can't be told whether it was.
    pub(crate) async fn stored(self) -> Result<(), sqlx::Error> {
        self.outcome.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }
}

/// How many connections there are; one of them is the writer's.
const CONNECTIONS: u32 = 8;
/// How many jobs wait before those who write have to.
const QUEUE: usize = 1024;
/// How many jobs are committed at once.
const BATCH: usize = 512;
/// How many lines one statement inserts by itself; a statement for every number of them is kept ready.
const ALONE: usize = 64;
/// How many lines one of several statements inserts.
const TOGETHER: usize = 16;
/// How often the writer lets others run before it commits, so that they may come along.
const GATHERING: usize = 2;
/// How often `SQLite` brings its write-ahead log into its file.
const FOLDING: Duration = Duration::from_secs(1);

impl Store {
    /// Opens a database, makes it if it is a file that isn't there, and brings its tables up to date.
    ///
    /// # Errors
    /// If the database can't be reached or is newer than this program.
    pub async fn open(url: &str) -> Result<Store, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        let url = if is_sqlite && !url.contains('?') { format!("{url}?mode=rwc") } else { url.to_owned() };
        if is_sqlite {
            probe(&url).await?;
        }
        let options = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| {
                Box::pin(async move { if is_sqlite { prepare(connection).await } else { Ok(()) } })
            });
        let pool = match options.connect(&url).await {
            Err(sqlx::Error::PoolTimedOut) => return Err(probe(&url).await.err().unwrap_or(sqlx::Error::PoolTimedOut)),
            connected => connected?,
        };
        sqlx::migrate!().run(&pool).await?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        let meters = Meters {
            jobs: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            failures: Counter::default(),
        };
        let dialect = if is_sqlite { Dialect::Sqlite } else { Dialect::Postgres };
        let stores = Arc::new(AtomicBool::new(true));
        let line = Line {
            pool: pool.clone(),
            connection: None,
            dialect,
            inserts: Inserts::new(dialect),
            owner: Owner::new(),
            stores: Arc::clone(&stores),
            meters: meters.clone(),
        };
        tokio::spawn(write_all(line, jobs));
        if is_sqlite {
            tokio::spawn(fold(pool.clone()));
        }
        Ok(Store { pool, writer, stores, meters })
    }

    /// Makes something durable: all of it or nothing.
    ///
    /// # Errors
    /// If it could not be stored, or if it can't be told whether it was.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), sqlx::Error> {
        self.submit(writes).await?.stored().await
    }

    /// Hands something over to be made durable, so that something else can be done meanwhile.
    ///
    /// # Errors
    /// If the store is closed.
    pub(crate) async fn submit(&self, writes: Vec<Write>) -> Result<Submitted, sqlx::Error> {
        let (done, outcome) = oneshot::channel();
        self.writer.send(Job { writes, done }).await.map_err(|_| sqlx::Error::PoolClosed)?;
        Ok(Submitted { outcome })
    }

    /// Finishes what is being written and closes all connections.
    pub async fn close(&self) {
        // The writer works in order: when this is done, so is everything before it.
        let _ = self.write(Vec::new()).await;
        self.pool.close().await;
    }

    /// Whether the database answers and has stored what it was given last.
    pub async fn is_ready(&self) -> bool {
        self.stores.load(Ordering::Relaxed) && sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// A fact about the server that is made up at the first time and kept.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn fact(&self, name: &str, fresh: impl FnOnce() -> String) -> Result<String, sqlx::Error> {
        sqlx::query("INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(fresh())
            .execute(&self.pool)
            .await?;
        sqlx::query("SELECT value FROM facts WHERE name = $1").bind(name).fetch_one(&self.pool).await?.try_get(0)
    }

    /// The key that signs, made at the first start.
    ///
    /// # Errors
    /// If the database doesn't answer or the key in it can't be read.
    pub async fn key(&self) -> Result<[u8; 32], sqlx::Error> {
        let fresh = || alhambra_engine::Seed(random::bytes()).to_string();
        let key: Result<alhambra_engine::Seed, _> = self.fact("key", fresh).await?.parse();
        key.map(|it| it.0).map_err(|it| sqlx::Error::Decode(it.to_string().into()))
    }

    /// The sheet of a table.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn sheet(&self, id: &str) -> Result<Option<Sheet>, sqlx::Error> {
        let row = sqlx::query("SELECT sheet FROM tables WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        row.map(|it| read_sheet(&it)).transpose()
    }

    /// The log of a game.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn log(&self, game: &str) -> Result<Vec<Row>, sqlx::Error> {
        let rows = sqlx::query("SELECT seq, seat, what, at, used, hinted FROM entries WHERE game = $1 ORDER BY seq")
            .bind(game);
        rows.fetch_all(&self.pool).await?.iter().map(read_row).collect()
    }

    /// The sheets of all tables that are still to be played at.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn open_tables(&self) -> Result<Vec<Sheet>, sqlx::Error> {
        let rows = sqlx::query("SELECT sheet FROM tables WHERE status IN ($1, $2, $3)")
            .bind(status_name(Status::Gathering))
            .bind(status_name(Status::Playing))
            .bind(status_name(Status::Paused));
        rows.fetch_all(&self.pool).await?.iter().map(read_sheet).collect()
    }

    /// All tables, or those that are still to be played at, the latest first.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn looks(&self, which: Which) -> Result<Vec<Look>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT tables.sheet, COUNT(entries.seq), MAX(entries.at) FROM tables \
             LEFT JOIN entries ON entries.game = tables.id GROUP BY tables.id, tables.sheet",
        );
        let mut looks = Vec::new();
        for row in rows.fetch_all(&self.pool).await? {
            let sheet = read_sheet(&row)?;
            if which == Which::All || sheet.is_open() {
                let latest_at = row.try_get::<Option<i64>, _>(2)?.map(|it| it as u64);
                looks.push(Look::new(&sheet, row.try_get::<i64, _>(1)? as u32, latest_at));
            }
        }
        looks.sort_by_key(|it| std::cmp::Reverse(it.latest_at.unwrap_or(it.opened_at)));
        Ok(looks)
    }

    /// Has a table closed by the server, as soon as there is one.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn ask_to_close(&self, game: &str) -> Result<(), sqlx::Error> {
        let query = sqlx::query("INSERT INTO errands (game) VALUES ($1) ON CONFLICT (game) DO NOTHING");
        query.bind(game).execute(&self.pool).await.map(|_| ())
    }

    /// The tables that are to be closed.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn to_close(&self) -> Result<Vec<String>, sqlx::Error> {
        let rows = sqlx::query("SELECT game FROM errands ORDER BY game").fetch_all(&self.pool).await?;
        rows.iter().map(|it| it.try_get(0)).collect()
    }

    /// Writes everything into a new file, as it is at one moment; for `SQLite` alone.
    ///
    /// # Errors
    /// If the file is there already or can't be written.
    pub async fn back_up(&self, path: &str) -> Result<(), sqlx::Error> {
        sqlx::query("VACUUM INTO $1").bind(path).execute(&self.pool).await.map(|_| ())
    }

    /// What came of a game, with its sheet.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn result(&self, id: &str) -> Result<Option<(Sheet, String)>, sqlx::Error> {
        let row = sqlx::query("SELECT sheet, result FROM tables WHERE id = $1 AND result IS NOT NULL").bind(id);
        let row = row.fetch_optional(&self.pool).await?;
        row.map(|it| Ok((read_sheet(&it)?, it.try_get(1)?))).transpose()
    }

    /// What came of the finished games of a person, or of all public ones, the latest first.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn results(&self, person: &str, before: u64, limit: u32) -> Result<Vec<(Sheet, String)>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT sheet, result FROM tables WHERE result IS NOT NULL AND id IN \
             (SELECT DISTINCT game FROM holders WHERE person = $1 AND finished_at < $2) \
             ORDER BY finished_at DESC LIMIT $3",
        )
        .bind(person)
        .bind(before.min(i64::MAX as u64) as i64)
        .bind(i64::from(limit));
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((read_sheet(it)?, it.try_get(1)?))).collect()
    }

    /// When the server was down.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn downtimes(&self) -> Result<Vec<(u64, u64)>, sqlx::Error> {
        let rows = sqlx::query("SELECT since, until FROM downtimes ORDER BY since").fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((it.try_get::<i64, _>(0)? as u64, it.try_get::<i64, _>(1)? as u64))).collect()
    }
}

/// Why a database can't be opened, in a few words.
pub fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Configuration(error) => error.to_string(),
        sqlx::Error::Migrate(error) if matches!(**error, MigrateError::VersionMissing(_)) => {
            "it belongs to a newer version of this program".to_owned()
        }
        _ => error.to_string(),
    }
}

/// Connects once to find out what is wrong: the pool tries for a while and then says only that it took too long.
async fn probe(url: &str) -> Result<(), sqlx::Error> {
    let mut connection = AnyConnection::connect(url).await?;
    if url.starts_with("sqlite:") {
        prepare(&mut connection).await?;
    }
    connection.close().await
}

/// Makes a connection to `SQLite` as safe as it has to be.
async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // A new file has small pages: a line of a log touches the page of its game, which is written as a whole.
    sqlx::query("PRAGMA page_size = 1024").execute(&mut *connection).await?;
    // Readers don't wait for the writer, and what is committed survives a loss of power.
    sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await?;
    sqlx::query("PRAGMA synchronous = FULL").execute(&mut *connection).await?;
    sqlx::query("PRAGMA busy_timeout = 5000").execute(&mut *connection).await?;
    // Everybody would wait while the writer brings its log into the file: that is done beside it, and it has to finish
    // the rest itself only once the log is long.
    sqlx::query("PRAGMA wal_autocheckpoint = 8000").execute(&mut *connection).await?;
    Ok(())
}

/// The name of a status in its column.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::Gathering => "gathering",
        Status::Playing => "playing",
        Status::Paused => "paused",
        Status::Finished => "finished",
        Status::Abandoned => "abandoned",
    }
}

fn read_sheet(row: &AnyRow) -> Result<Sheet, sqlx::Error> {
    serde_json::from_str(row.try_get(0)?).map_err(|it| sqlx::Error::Decode(it.into()))
}

fn read_row(row: &AnyRow) -> Result<Row, sqlx::Error> {
    let number = |i: usize| row.try_get::<i64, _>(i);
    Ok(Row {
        seq: number(0)? as u32,
        seat: number(1)? as u8,
        what: row.try_get(2)?,
        at: number(3)? as u64,
        used: number(4)? as u64,
        hinted: number(5)? != 0,
    })
}

/// Commits what has gathered, again and again.
async fn write_all(mut line: Line, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        // Where nobody else is about to do anything this takes no time.
        for _ in 0..GATHERING {
            tokio::task::yield_now().await;
        }
        while batch.len() < BATCH
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        let together = line.commit(&batch).await;
        if batch.iter().any(|it| it.writes.is_empty()) {
            // The store is being closed.
            line.connection = None;
        }
        for job in batch.drain(..) {
            let outcome = match &together {
                Ok(()) => Ok(()),
                // One of them has spoilt it for all. What was stored after all is refused by its key.
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                    line.commit(std::slice::from_ref(&job)).await
                }
                // The database is full, locked or gone, for every one of them.
                Err(error) => Err(same(error)),
            };
            // Who no longer waits will look it up.
            let _ = job.done.send(outcome);
        }
    }
}

/// The same error for somebody else.
fn same(error: &sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::Configuration(error) => sqlx::Error::Configuration(error.to_string().into()),
        error => sqlx::Error::Protocol(error.to_string()),
    }
}

/// Brings the write-ahead log of `SQLite` into its file, as far as that disturbs nobody, until the store is closed.
async fn fold(pool: AnyPool) {
    while !pool.is_closed() {
        // What fails now is done the next time, or by the writer.
        let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await;
        tokio::time::sleep(FOLDING).await;
    }
}

/// What the two databases are told in different words.
#[derive(Clone, Copy)]
enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The statement that inserts so many lines of logs.
    fn insert(self, n: usize, within: Within) -> Arc<str> {
        let insert = match (self, within) {
            // SQLite need not be able to take back half a statement: what fails takes the whole transaction with it.
            (Dialect::Sqlite, Within::Transaction) => "INSERT OR FAIL",
            (Dialect::Sqlite, Within::Nothing) | (Dialect::Postgres, _) => "INSERT",
        };
        let line = |i: usize| match self {
            // SQLite looks for numbered places one by one.
            Dialect::Sqlite => "(?, ?, ?, ?, ?, ?, ?)".to_owned(),
            Dialect::Postgres => {
                format!("({})", std::array::from_fn::<_, 7, _>(|j| format!("${}", 7 * i + j + 1)).join(", "))
            }
        };
        let lines: Vec<String> = (0..n).map(line).collect();
        format!("{insert} INTO entries (game, seq, seat, what, at, used, hinted) VALUES {}", lines.join(", ")).into()
    }
}

/// Whether a statement is one of several that belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    Transaction,
}

/// The statements that insert lines of logs, for one line, two and so on.
struct Inserts {
    alone: Vec<Arc<str>>,
    together: Vec<Arc<str>>,
}

impl Inserts {
    fn new(dialect: Dialect) -> Inserts {
        Inserts {
            alone: (1..=ALONE).map(|n| dialect.insert(n, Within::Nothing)).collect(),
            together: (1..=TOGETHER).map(|n| dialect.insert(n, Within::Transaction)).collect(),
        }
    }
}

/// The writer's line to the database, taken anew after every failure.
struct Line {
    pool: AnyPool,
    connection: Option<PoolConnection<Any>>,
    dialect: Dialect,
    inserts: Inserts,
    owner: Owner,
    stores: Arc<AtomicBool>,
    meters: Meters,
}

impl Line {
    /// A connection that may write.
    async fn connect(&mut self) -> Result<PoolConnection<Any>, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        if let Dialect::Postgres = self.dialect {
            // In the pool it would keep the lock for nothing.
            connection.close_on_drop();
            self.owner.take(&mut connection).await?;
        }
        Ok(connection)
    }

    async fn commit(&mut self, jobs: &[Job]) -> Result<(), sqlx::Error> {
        // Whoever only looks leaves the database to the one who writes.
        if jobs.iter().all(|it| it.writes.is_empty()) {
            return Ok(());
        }
        let start = Instant::now();
        let done = self.try_commit(jobs).await;
        self.meters.seconds.observe(start.elapsed().as_secs_f64());
        self.meters.jobs.observe(f64::from(jobs.len() as u32));
        let is_race = |it: &sqlx::Error| it.as_database_error().is_some_and(DatabaseError::is_unique_violation);
        self.stores.store(done.as_ref().err().is_none_or(is_race), Ordering::Relaxed);
        self.meters.failures.inc_by(done.is_err().into());
        done
    }

    async fn try_commit(&mut self, jobs: &[Job]) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        commit(&mut connection, jobs, &self.inserts).await?;
        self.connection = Some(connection);
        Ok(())
    }
}

async fn commit(connection: &mut AnyConnection, jobs: &[Job], inserts: &Inserts) -> Result<(), sqlx::Error> {
    let writes = || jobs.iter().flat_map(|it| &it.writes);
    let mut entries: Vec<(&str, &Row)> = Vec::new();
    for write in writes() {
        if let Write::Entry { game, row } = write {
            entries.push((game, row));
        }
    }
    // One statement is a transaction of its own, and the way to the database is gone only once.
    if entries.len() <= ALONE && entries.len() == writes().count() {
        return write_entries(connection, &entries, &inserts.alone).await;
    }
    let mut transaction = connection.begin().await?;
    for write in writes() {
        match write {
            Write::Entry { .. } => {}
            Write::Sheet(sheet) => write_sheet(&mut transaction, sheet).await?,
            Write::Result { game, result } => {
                let query = sqlx::query("UPDATE tables SET result = $2 WHERE id = $1");
                query.bind(game.as_str()).bind(result.as_str()).execute(&mut *transaction).await?;
            }
            Write::Down { since, until } => {
                let query =
                    sqlx::query("INSERT INTO downtimes (since, until) VALUES ($1, $2) ON CONFLICT (since) DO NOTHING");
                query.bind(*since as i64).bind(*until as i64).execute(&mut *transaction).await?;
            }
            Write::Closed { game } => {
                let query = sqlx::query("DELETE FROM errands WHERE game = $1");
                query.bind(game.as_str()).execute(&mut *transaction).await?;
            }
            Write::Alive { at } => {
                let query = sqlx::query(
                    "INSERT INTO facts (name, value) VALUES ('alive', $1) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                );
                query.bind(at.to_string()).execute(&mut *transaction).await?;
            }
        }
    }
    for entries in entries.chunks(TOGETHER) {
        write_entries(&mut transaction, entries, &inserts.together).await?;
    }
    transaction.commit().await
}

async fn write_entries(
    connection: &mut AnyConnection,
    entries: &[(&str, &Row)],
    inserts: &[Arc<str>],
) -> Result<(), sqlx::Error> {
    // The text is made of numbers and our own words alone.
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&inserts[entries.len() - 1])));
    for (game, row) in entries {
        let Row { seq, seat, what, at, used, hinted } = row;
        query = query.bind((*game).to_owned()).bind(i64::from(*seq)).bind(i64::from(*seat)).bind(what.clone());
        query = query.bind(*at as i64).bind(*used as i64).bind(i64::from(*hinted));
    }
    query.execute(connection).await.map(|_| ())
}

async fn write_sheet(connection: &mut AnyConnection, sheet: &Sheet) -> Result<(), sqlx::Error> {
    let text = serde_json::to_string(sheet).map_err(|it| sqlx::Error::Encode(it.into()))?;
    let finished_at = sheet.finished_at.map(|it| it as i64);
    sqlx::query(
        "INSERT INTO tables (id, status, finished_at, sheet) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, finished_at = excluded.finished_at, \
         sheet = excluded.sheet",
    )
    .bind(sheet.id.as_str())
    .bind(status_name(sheet.status))
    .bind(finished_at)
    .bind(text)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM holders WHERE game = $1").bind(sheet.id.as_str()).execute(&mut *connection).await?;
    for (chair, seat) in sheet.chairs.iter().zip(0_i64..) {
        if let Some(person) = chair.holder() {
            sqlx::query("INSERT INTO holders (game, seat, person, finished_at) VALUES ($1, $2, $3, $4)")
                .bind(sheet.id.as_str())
                .bind(seat)
                .bind(person.as_str())
                .bind(finished_at)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is acknowledged is durable only if every connection waits for the disk.
    #[tokio::test]
    async fn every_connection_waits_for_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", folder.path().join("alhambra.db").display())).await.unwrap();
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            let mut connection = store.pool.acquire().await.unwrap();
            let row = sqlx::query("PRAGMA synchronous").fetch_one(&mut *connection).await.unwrap();
            // 2 is FULL: a commit in the write-ahead log is on the disk before it is done.
            assert_eq!(row.try_get::<i64, _>(0).unwrap(), 2);
            let row = sqlx::query("PRAGMA journal_mode").fetch_one(&mut *connection).await.unwrap();
            assert_eq!(row.try_get::<String, _>(0).unwrap(), "wal");
            connections.push(connection);
        }
    }
}
