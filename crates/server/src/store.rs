//! Where tables and their logs are kept: `SQLite` or `PostgreSQL`, by the same statements.
//!
//! All writes pass through one task that commits whatever has gathered meanwhile in one transaction, so that the cost of
//! making something durable is shared by everybody who waits for it.

mod backup;
mod dialect;
mod files;
mod lock;
mod schema;
mod writer;

use std::{sync::Arc, time::Duration};

use alhambra_protocol::Status;
use sqlx::{
    AnyConnection, AnyPool, Connection as _, Row as _,
    any::{AnyPoolOptions, AnyRow},
};
use tokio::sync::{mpsc, oneshot};

use alhambra_engine::Seat;
use alhambra_table::{LogEntry, TableMeta, log::NoDeed};

use crate::{admin::Look, random};
use dialect::Dialect;
use lock::DatabaseLock;
use writer::{Health, Job, Writer};

pub(crate) use writer::{Meters, Submitted};

/// The database.
#[derive(Clone)]
pub struct Store {
    pub(crate) pool: AnyPool,
    dialect: Dialect,
    writer: mpsc::Sender<Job>,
    health: Arc<Health>,
    /// What is counted.
    pub(crate) meters: Meters,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub enum Write {
    /// A line of a log.
    Entry {
        /// Of which game.
        game: String,
        /// The line.
        entry: LogEntry,
    },
    /// What is kept of a table beside its log, new or changed.
    Meta(Box<TableMeta>),
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
    /// Nothing new, to find out whether anything can be stored.
    Probe,
}

/// Which tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that are still to be played at.
    Open,
    /// All that there ever were.
    All,
}

/// How many connections there are; one of them is the writer's.
const CONNECTIONS: u32 = 8;
/// How many jobs wait before those who write have to.
const QUEUE: usize = 1024;
/// How often `SQLite` brings its write-ahead log into its file.
const FOLDING: Duration = Duration::from_secs(1);

impl Store {
    /// Opens a database for this program alone, makes it if it is a file that isn't there, and brings its tables up to date.
    ///
    /// # Errors
    /// If the database can't be reached, belongs to another running program, or is newer than this one; nothing in it is
    /// changed then.
    pub async fn open(url: &str) -> Result<Store, sqlx::Error> {
        let (url, dialect) = understood(url);
        let (pool, mut connection, lock) = match dialect {
            Dialect::Sqlite => {
                let path = files::of_url(&url);
                let lock = DatabaseLock::of_file(path.as_deref())?;
                if let Some(path) = path.as_deref().filter(|it| !it.exists()) {
                    files::create(path)?;
                }
                let mut first = AnyConnection::connect(&url).await?;
                schema::check(&mut first, dialect).await?;
                first.close().await?;
                let pool = connect(&url, dialect).await?;
                let connection = pool.acquire().await?;
                (pool, connection, lock)
            }
            Dialect::Postgres => {
                let pool = connect(&url, dialect).await?;
                let mut connection = pool.acquire().await?;
                // In the pool it would keep the lock for nothing.
                connection.close_on_drop();
                let lock = DatabaseLock::of_session(&mut connection).await?;
                schema::check(&mut connection, dialect).await?;
                (pool, connection, lock)
            }
        };
        schema::MIGRATIONS.run_direct(None, &mut *connection, false).await?;
        lock.sign(&mut connection).await?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        let (health, meters) = (Arc::new(Health::new()), Meters::new());
        let task = Writer::new(pool.clone(), connection, lock, Arc::clone(&health), meters.clone());
        tokio::spawn(task.run(jobs));
        if dialect == Dialect::Sqlite {
            tokio::spawn(fold(pool.clone()));
        }
        Ok(Store { pool, dialect, writer, health, meters })
    }

    /// Opens a database beside the program that serves it; nothing can be written to logs then.
    ///
    /// # Errors
    /// If the database can't be reached, or isn't of just this version.
    pub async fn attach(url: &str) -> Result<Store, sqlx::Error> {
        let (url, dialect) = understood(url);
        let mut first = AnyConnection::connect(&url).await?;
        schema::check_current(&mut first, dialect).await?;
        first.close().await?;
        let pool = connect(&url, dialect).await?;
        let (writer, _) = mpsc::channel(1);
        Ok(Store { pool, dialect, writer, health: Arc::new(Health::new()), meters: Meters::new() })
    }

    /// Makes something durable: all of it or nothing.
    ///
    /// # Errors
    /// If it could not be stored, or if it can't be told whether it was.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), sqlx::Error> {
        self.submit(writes).await?.stored().await.map(drop)
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

    /// Whether something can be stored: something is written to find out, unless that was tried a moment ago.
    pub async fn is_ready(&self) -> bool {
        match self.health.latest() {
            Some(stored) => stored && sqlx::query("SELECT 1").execute(&self.pool).await.is_ok(),
            None => self.write(vec![Write::Probe]).await.is_ok(),
        }
    }

    /// Waits until another program has taken the database over, after which this one can never write again.
    pub async fn fenced(&self) {
        let _ = self.health.fenced.subscribe().wait_for(|it| *it).await;
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

    /// What is kept of a table beside its log.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn meta(&self, id: &str) -> Result<Option<TableMeta>, sqlx::Error> {
        let row = sqlx::query("SELECT sheet FROM tables WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        row.map(|it| read_meta(&it)).transpose()
    }

    /// The log of a game.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn log(&self, game: &str) -> Result<Vec<LogEntry>, sqlx::Error> {
        let rows = sqlx::query("SELECT seq, seat, what, at, used, hinted FROM entries WHERE game = $1 ORDER BY seq")
            .bind(game);
        rows.fetch_all(&self.pool).await?.iter().map(read_entry).collect()
    }

    /// All tables that are still to be played at.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn open_tables(&self) -> Result<Vec<TableMeta>, sqlx::Error> {
        let rows = sqlx::query("SELECT sheet FROM tables WHERE status IN ($1, $2, $3)")
            .bind(status_name(Status::Gathering))
            .bind(status_name(Status::Playing))
            .bind(status_name(Status::Paused));
        rows.fetch_all(&self.pool).await?.iter().map(read_meta).collect()
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
            let meta = read_meta(&row)?;
            if which == Which::All || meta.is_open() {
                let latest_at = row.try_get::<Option<i64>, _>(2)?.map(|it| it as u64);
                looks.push(Look::new(&meta, row.try_get::<i64, _>(1)? as u32, latest_at));
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

    /// What came of a game, with its table.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn result(&self, id: &str) -> Result<Option<(TableMeta, String)>, sqlx::Error> {
        let row = sqlx::query("SELECT sheet, result FROM tables WHERE id = $1 AND result IS NOT NULL").bind(id);
        let row = row.fetch_optional(&self.pool).await?;
        row.map(|it| Ok((read_meta(&it)?, it.try_get(1)?))).transpose()
    }

    /// What came of the finished games of a person, or of all public ones, the latest first.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn results(
        &self,
        person: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<(TableMeta, String)>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT sheet, result FROM tables WHERE result IS NOT NULL AND id IN \
             (SELECT DISTINCT game FROM holders WHERE person = $1 AND finished_at < $2) \
             ORDER BY finished_at DESC LIMIT $3",
        )
        .bind(person)
        .bind(before.min(i64::MAX as u64) as i64)
        .bind(i64::from(limit));
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((read_meta(it)?, it.try_get(1)?))).collect()
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
        error => error.to_string(),
    }
}

/// The address as the library takes it, and which database it is of.
fn understood(url: &str) -> (String, Dialect) {
    sqlx::any::install_default_drivers();
    let dialect = Dialect::of_url(url);
    let is_bare = dialect == Dialect::Sqlite && !url.contains('?');
    (if is_bare { format!("{url}?mode=rw") } else { url.to_owned() }, dialect)
}

async fn connect(url: &str, dialect: Dialect) -> Result<AnyPool, sqlx::Error> {
    let options = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |connection, _| {
            Box::pin(async move { if dialect == Dialect::Sqlite { prepare(connection).await } else { Ok(()) } })
        });
    match options.connect(url).await {
        // The pool tries for a while and then says only that it took too long: connecting once tells what is wrong.
        Err(sqlx::Error::PoolTimedOut) => {
            Err(AnyConnection::connect(url).await.err().unwrap_or(sqlx::Error::PoolTimedOut))
        }
        connected => connected,
    }
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

fn read_meta(row: &AnyRow) -> Result<TableMeta, sqlx::Error> {
    serde_json::from_str(row.try_get(0)?).map_err(|it| sqlx::Error::Decode(it.into()))
}

fn read_entry(row: &AnyRow) -> Result<LogEntry, sqlx::Error> {
    let number = |i: usize| row.try_get::<i64, _>(i);
    let deed = row.try_get::<&str, _>(2)?.parse().map_err(|it: NoDeed| sqlx::Error::Decode(it.into()))?;
    Ok(LogEntry {
        seq: number(0)? as u32,
        seat: Seat(number(1)? as u8),
        deed,
        at: number(3)? as u64,
        used: number(4)? as u64,
        hinted: number(5)? != 0,
    })
}

/// Brings the write-ahead log of `SQLite` into its file, as far as that disturbs nobody, until the store is closed.
async fn fold(pool: AnyPool) {
    while !pool.is_closed() {
        // What fails now is done the next time, or by the writer.
        let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await;
        tokio::time::sleep(FOLDING).await;
    }
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
        // The writer has one of them.
        for _ in 1..CONNECTIONS {
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
