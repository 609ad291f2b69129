//! The writer: one task that commits whatever has gathered meanwhile in one transaction, so that the cost of making
//! something durable is shared by everybody who waits for it.
//!
//! An acknowledgement follows a commit that the writer's connection really made. After any error that connection is closed,
//! because a database that has rolled back by itself leaves it in a state that neither side can be sure of.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use prometheus_client::metrics::{
    counter::Counter,
    histogram::{Histogram, exponential_buckets},
};
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, error::DatabaseError, pool::PoolConnection};
use tokio::sync::{mpsc, oneshot, watch};

use super::{
    Dialect, Write,
    lock::{DatabaseLock, LockError},
    status_name,
};
use alhambra_table::{LogEntry, Receipt, TableMeta};

/// Writes that belong together, and who waits for them.
pub(super) struct Job {
    pub(super) writes: Vec<Write>,
    pub(super) done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// Something that is being made durable.
#[derive(Debug)]
pub(crate) struct Submitted {
    pub(super) outcome: oneshot::Receiver<Result<(), sqlx::Error>>,
}

impl Submitted {
    /// Waits until it is durable.
    ///
    /// # Errors
    /// If it could not be stored, or if it can't be told whether it was.
    pub(crate) async fn stored(self) -> Result<Receipt, sqlx::Error> {
        self.outcome.await.map_err(|_| sqlx::Error::WorkerCrashed)??;
        Ok(Receipt::of_a_store_that_has_committed())
    }
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

impl Meters {
    pub(super) fn new() -> Meters {
        Meters {
            jobs: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            failures: Counter::default(),
        }
    }
}

/// What became of the latest transaction, for those who want to know whether anything can be stored.
#[derive(Debug)]
pub(super) struct Health {
    latest: Mutex<Option<(Instant, bool)>>,
    /// Whether another program has taken the database over.
    pub(super) fenced: watch::Sender<bool>,
}

/// For so long the latest transaction tells whether the next one will succeed.
const FRESH: Duration = Duration::from_secs(1);

impl Health {
    pub(super) fn new() -> Health {
        Health { latest: Mutex::new(None), fenced: watch::Sender::new(false) }
    }

    /// Whether the latest transaction was stored, unless that was too long ago to mean anything.
    pub(super) fn latest(&self) -> Option<bool> {
        let latest = *self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.filter(|it| it.0.elapsed() < FRESH).map(|it| it.1)
    }

    fn note(&self, stored: bool) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), stored));
    }
}

/// How many jobs are committed at once.
const BATCH: usize = 512;
/// How many lines of logs one statement inserts; a statement for every number of them is kept ready.
const LINES: usize = 64;
/// How often the writer lets others run before it commits, so that they may come along.
const GATHERING: usize = 2;

/// The task that writes, with its connection, which is opened anew after every failure.
pub(super) struct Writer {
    pool: AnyPool,
    connection: Option<PoolConnection<Any>>,
    statements: Statements,
    lock: DatabaseLock,
    health: Arc<Health>,
    meters: Meters,
}

/// How one batch is written.
struct Statements {
    dialect: Dialect,
    /// Those that insert lines of logs, for one line, two and so on.
    inserts: Vec<Arc<str>>,
}

impl Writer {
    /// A writer whose first connection is this one, which has the lock already.
    pub(super) fn new(
        pool: AnyPool,
        mut connection: PoolConnection<Any>,
        lock: DatabaseLock,
        health: Arc<Health>,
        meters: Meters,
    ) -> Writer {
        let dialect = lock.dialect();
        connection.close_on_drop();
        let statements = Statements { dialect, inserts: (1..=LINES).map(|n| dialect.insert(n)).collect() };
        Writer { pool, connection: Some(connection), statements, lock, health, meters }
    }

    /// Commits what has gathered, again and again.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
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
            let together = self.commit(&batch).await;
            let mut closing = Vec::new();
            for job in batch.drain(..) {
                if job.writes.is_empty() {
                    closing.push(job.done);
                    continue;
                }
                let outcome = match &together {
                    Ok(()) => Ok(()),
                    // One of them has spoilt it for all. What was stored after all is refused by its key.
                    Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                        self.commit(std::slice::from_ref(&job)).await
                    }
                    // The database is full, locked or gone, for every one of them.
                    Err(error) => Err(same(error)),
                };
                // Who no longer waits will look it up.
                let _ = job.done.send(outcome);
            }
            if !closing.is_empty() {
                // Whoever closes the store may open it again at once.
                drop(self);
                for done in closing {
                    let _ = done.send(Ok(()));
                }
                return;
            }
        }
    }

    async fn commit(&mut self, jobs: &[Job]) -> Result<(), sqlx::Error> {
        // An empty job closes the store.
        if jobs.iter().all(|it| it.writes.is_empty()) {
            return Ok(());
        }
        let start = Instant::now();
        let done = self.try_commit(jobs).await;
        self.meters.seconds.observe(start.elapsed().as_secs_f64());
        self.meters.jobs.observe(f64::from(jobs.len() as u32));
        let is_race = |it: &sqlx::Error| it.as_database_error().is_some_and(DatabaseError::is_unique_violation);
        self.health.note(done.as_ref().err().is_none_or(is_race));
        if let Err(error) = &done {
            self.meters.failures.inc();
            if !is_race(error) {
                tracing::warn!(%error, "nothing could be stored");
            }
            if LockError::of(error) == Some(LockError::Lost) {
                self.health.fenced.send_replace(true);
            }
        }
        done
    }

    /// Commits on the connection that is there, or on a new one; only one on which everything succeeded is kept.
    async fn try_commit(&mut self, jobs: &[Job]) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        self.statements.write(&mut connection, jobs).await?;
        self.connection = Some(connection);
        Ok(())
    }

    /// A connection that may write, and never returns to the pool.
    async fn connect(&mut self) -> Result<PoolConnection<Any>, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        connection.close_on_drop();
        self.lock.retake(&mut connection).await?;
        Ok(connection)
    }
}

impl Statements {
    /// Writes everything in one transaction.
    async fn write(&self, connection: &mut AnyConnection, jobs: &[Job]) -> Result<(), sqlx::Error> {
        let writes = || jobs.iter().flat_map(|it| &it.writes);
        let mut entries: Vec<(&str, &LogEntry)> = Vec::new();
        for write in writes() {
            if let Write::Entry { game, entry } = write {
                entries.push((game, entry));
            }
        }
        let is_one_statement = entries.len() <= LINES && entries.len() == writes().count();
        if is_one_statement && self.dialect.commits_single_statements() {
            return self.write_entries(connection, &entries).await;
        }
        // The statements are sent as they are: `begin` fails inside a transaction and `commit` fails outside of one, so
        // that success means a commit made here. The library's own transactions count for themselves how deep they are,
        // and count wrong once the database has rolled back by itself.
        sqlx::query(self.dialect.begin()).execute(&mut *connection).await?;
        for write in writes() {
            write_other(connection, write).await?;
        }
        for entries in entries.chunks(LINES) {
            self.write_entries(connection, entries).await?;
        }
        sqlx::query("COMMIT").execute(connection).await.map(|_| ())
    }

    async fn write_entries(
        &self,
        connection: &mut AnyConnection,
        entries: &[(&str, &LogEntry)],
    ) -> Result<(), sqlx::Error> {
        // The text is made of numbers and our own words alone.
        let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&self.inserts[entries.len() - 1])));
        for (game, entry) in entries {
            let LogEntry { seq, seat, deed, at, used, hinted } = entry;
            query = query.bind((*game).to_owned()).bind(i64::from(*seq)).bind(i64::from(seat.0)).bind(deed.to_string());
            query = query.bind(*at as i64).bind(*used as i64).bind(i64::from(*hinted));
        }
        query.execute(connection).await.map(|_| ())
    }
}

/// Writes anything but lines of logs, which are written together.
async fn write_other(connection: &mut AnyConnection, write: &Write) -> Result<(), sqlx::Error> {
    let query = match write {
        Write::Entry { .. } => return Ok(()),
        Write::Meta(meta) => return write_meta(connection, meta).await,
        Write::Result { game, result } => {
            sqlx::query("UPDATE tables SET result = $2 WHERE id = $1").bind(game.as_str()).bind(result.as_str())
        }
        Write::Down { since, until } => {
            sqlx::query("INSERT INTO downtimes (since, until) VALUES ($1, $2) ON CONFLICT (since) DO NOTHING")
                .bind(*since as i64)
                .bind(*until as i64)
        }
        Write::Closed { game } => sqlx::query("DELETE FROM errands WHERE game = $1").bind(game.as_str()),
        Write::Alive { at } => sqlx::query(
            "INSERT INTO facts (name, value) VALUES ('alive', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(at.to_string()),
        Write::Probe => sqlx::query("UPDATE facts SET value = value WHERE name = 'alive'"),
    };
    query.execute(connection).await.map(|_| ())
}

async fn write_meta(connection: &mut AnyConnection, meta: &TableMeta) -> Result<(), sqlx::Error> {
    let text = serde_json::to_string(meta).map_err(|it| sqlx::Error::Encode(it.into()))?;
    let finished_at = meta.finished_at.map(|it| it as i64);
    sqlx::query(
        "INSERT INTO tables (id, status, finished_at, sheet) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, finished_at = excluded.finished_at, \
         sheet = excluded.sheet",
    )
    .bind(meta.id.as_str())
    .bind(status_name(meta.status))
    .bind(finished_at)
    .bind(text)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM holders WHERE game = $1").bind(meta.id.as_str()).execute(&mut *connection).await?;
    for (chair, seat) in meta.chairs.iter().zip(0_i64..) {
        if let Some(person) = chair.holder() {
            sqlx::query("INSERT INTO holders (game, seat, person, finished_at) VALUES ($1, $2, $3, $4)")
                .bind(meta.id.as_str())
                .bind(seat)
                .bind(person.as_str())
                .bind(finished_at)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// The same error for somebody else.
fn same(error: &sqlx::Error) -> sqlx::Error {
    match LockError::of(error) {
        Some(reason) => reason.into(),
        None => sqlx::Error::Protocol(error.to_string()),
    }
}
