//! Where tables and their logs are kept: SQLite or PostgreSQL, by the same statements.
//!
//! All writes pass through one task that commits whatever has gathered meanwhile in one transaction, so that the cost of
//! making something durable is shared by everybody who waits for it.

use std::time::Duration;

use alhambra_protocol::Status;
use sqlx::{
    AnyConnection, AnyPool, AssertSqlSafe, Row as _,
    any::{AnyPoolOptions, AnyRow},
};
use tokio::sync::{mpsc, oneshot};

use crate::{random, sheet::Sheet};

/// The database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Job>,
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
    /// The server is alive.
    Alive {
        /// At this time.
        at: u64,
    },
}

struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// How many jobs wait before those who write have to.
const QUEUE: usize = 1024;
/// How many jobs are committed at once.
const BATCH: usize = 512;
/// How many lines one statement inserts; SQLite takes 32,766 values at once.
const LINES: usize = 64;

impl Store {
    /// Opens a database, makes it if it is a file that isn't there, and brings its tables up to date.
    ///
    /// # Errors
    /// If the database can't be reached or is newer than this program.
    pub async fn open(url: &str) -> Result<Store, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        let url = if is_sqlite && !url.contains('?') { format!("{url}?mode=rwc") } else { url.to_owned() };
        let options = AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(5)).after_connect(
            move |connection, _| {
                Box::pin(async move {
                    if is_sqlite {
                        // Readers don't wait for the writer, and what is committed survives a loss of power.
                        sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await?;
                        sqlx::query("PRAGMA synchronous = FULL").execute(&mut *connection).await?;
                        sqlx::query("PRAGMA busy_timeout = 5000").execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            },
        );
        let pool = options.connect(&url).await?;
        sqlx::migrate!().run(&pool).await?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(pool.clone(), jobs));
        Ok(Store { pool, writer })
    }

    /// Makes something durable: all of it or nothing.
    ///
    /// # Errors
    /// If it could not be stored, or if it can't be told whether it was.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), sqlx::Error> {
        let (done, outcome) = oneshot::channel();
        self.writer.send(Job { writes, done }).await.map_err(|_| sqlx::Error::PoolClosed)?;
        outcome.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// Finishes what is being written and closes all connections.
    pub async fn close(&self) {
        // The writer works in order: when this is done, so is everything before it.
        let _ = self.write(Vec::new()).await;
        self.pool.close().await;
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it doesn't.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await.map(|_| ())
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
async fn write_all(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let together = commit(&pool, &batch).await;
        for job in batch.drain(..) {
            let outcome = match &together {
                Ok(()) => Ok(()),
                // One of them may have spoilt it for all. What was stored after all is refused by its key.
                Err(_) => commit(&pool, std::slice::from_ref(&job)).await,
            };
            // Who no longer waits will look it up.
            let _ = job.done.send(outcome);
        }
    }
}

async fn commit(pool: &AnyPool, jobs: &[Job]) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut entries: Vec<(&str, &Row)> = Vec::new();
    for write in jobs.iter().flat_map(|it| &it.writes) {
        match write {
            Write::Entry { game, row } => entries.push((game, row)),
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
            Write::Alive { at } => {
                let query = sqlx::query(
                    "INSERT INTO facts (name, value) VALUES ('alive', $1) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                );
                query.bind(at.to_string()).execute(&mut *transaction).await?;
            }
        }
    }
    for entries in entries.chunks(LINES) {
        write_entries(&mut transaction, entries).await?;
    }
    transaction.commit().await
}

async fn write_entries(connection: &mut AnyConnection, entries: &[(&str, &Row)]) -> Result<(), sqlx::Error> {
    let values: Vec<String> = (0..entries.len())
        .map(|i| format!("({})", (1..=7).map(|j| format!("${}", 7 * i + j)).collect::<Vec<_>>().join(", ")))
        .collect();
    let text = format!("INSERT INTO entries (game, seq, seat, what, at, used, hinted) VALUES {}", values.join(", "));
    // The text is made of numbers alone.
    let mut query = sqlx::query(AssertSqlSafe(text));
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
