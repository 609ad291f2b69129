//! The lock that keeps a second program off a database: on a file beside a database of `SQLite`, in a session of
//! `PostgreSQL`. It is taken before anything in the database is changed.
//!
//! The lock of `PostgreSQL` belongs to the session that writes. Whoever loses that connection loses both at once, so that
//! nothing is ever written without the lock, and a program that has died leaves none behind.

use std::{
    fs::{File, TryLockError},
    path::Path,
    time::Duration,
};

use sqlx::{AnyConnection, Row as _};
use tokio::time::{Instant, sleep};

use super::{Dialect, files};
use crate::random;

/// The right of this program, and of no other, to write.
#[derive(Debug)]
pub(crate) enum DatabaseLock {
    /// An open file, locked until it is closed; none for a database in memory.
    File {
        /// What holds it.
        _locked: Option<File>,
    },
    /// A name for this program, to find out whether another one has had the database meanwhile.
    Session(String),
}

/// How long a program waits for the session of one that has just ended.
const WAIT: Duration = Duration::from_secs(5);
/// How often it asks meanwhile.
const AGAIN: Duration = Duration::from_millis(50);

/// Why a database can't be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LockError {
    /// Another program has it.
    #[error("another program serves it already; stop that one first, or give each a database of its own")]
    Held,
    /// Another program had it while this one could not reach it.
    #[error("another program has served it meanwhile; start this one again")]
    Lost,
}

impl From<LockError> for sqlx::Error {
    fn from(reason: LockError) -> sqlx::Error {
        sqlx::Error::Configuration(reason.into())
    }
}

impl LockError {
    /// The reason, if the error is about the lock.
    pub(super) fn of(error: &sqlx::Error) -> Option<LockError> {
        match error {
            sqlx::Error::Configuration(reason) => reason.downcast_ref().copied(),
            _ => None,
        }
    }
}

impl DatabaseLock {
    /// Locks a file of `SQLite` by another one beside it.
    ///
    /// # Errors
    /// If another program has it, or the file beside it can't be made.
    pub(super) fn of_file(database: Option<&Path>) -> Result<DatabaseLock, sqlx::Error> {
        let Some(path) = database else { return Ok(DatabaseLock::File { _locked: None }) };
        let mut name = path.as_os_str().to_owned();
        name.push("-lock");
        let file = files::create(Path::new(&name))?;
        match file.try_lock() {
            Ok(()) => Ok(DatabaseLock::File { _locked: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(LockError::Held.into()),
            Err(TryLockError::Error(error)) => Err(sqlx::Error::Io(error)),
        }
    }

    /// Locks a database of `PostgreSQL` for as long as this connection lasts.
    ///
    /// # Errors
    /// If it belongs to another program or doesn't answer.
    pub(super) async fn of_session(connection: &mut AnyConnection) -> Result<DatabaseLock, sqlx::Error> {
        lock_session(connection).await?;
        Ok(DatabaseLock::Session(random::code::<16>()))
    }

    /// Leaves the name of this program in the database, so that it will know whether it was the last.
    pub(super) async fn sign(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let DatabaseLock::Session(name) = self else { return Ok(()) };
        let query = "INSERT INTO facts (name, value) VALUES ('owner', $1) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        sqlx::query(query).bind(name.as_str()).execute(connection).await.map(|_| ())
    }

    /// Takes the lock again on a new connection that is to write.
    ///
    /// # Errors
    /// If another program has it or has had it, or the database doesn't answer.
    pub(super) async fn retake(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let DatabaseLock::Session(name) = self else { return Ok(()) };
        // Asked first, because a program that holds the lock now may do so for ever, and what this one remembers of its
        // tables is wrong already; asked again under the lock, because that is when it can't change any more.
        check_signature(connection, name).await?;
        lock_session(connection).await?;
        check_signature(connection, name).await
    }

    pub(super) fn dialect(&self) -> Dialect {
        match self {
            DatabaseLock::File { .. } => Dialect::Sqlite,
            DatabaseLock::Session(_) => Dialect::Postgres,
        }
    }
}

/// Fails if another program was the last that took the database.
async fn check_signature(connection: &mut AnyConnection, name: &str) -> Result<(), sqlx::Error> {
    let row = sqlx::query("SELECT value FROM facts WHERE name = 'owner'").fetch_optional(connection).await?;
    let latest: Option<String> = row.map(|it| it.try_get(0)).transpose()?;
    if latest.as_deref() == Some(name) { Ok(()) } else { Err(LockError::Lost.into()) }
}

async fn lock_session(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // A machine that has vanished keeps its lock no longer than this.
    for setting in ["SET tcp_keepalives_idle = 15", "SET tcp_keepalives_interval = 5", "SET tcp_keepalives_count = 3"] {
        sqlx::query(setting).execute(&mut *connection).await?;
    }
    let start = Instant::now();
    while !try_lock_session(connection).await? {
        if start.elapsed() >= WAIT {
            return Err(LockError::Held.into());
        }
        sleep(AGAIN).await;
    }
    Ok(())
}

/// Takes the lock if nobody has it; every schema is a database of its own.
async fn try_lock_session(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let query = "SELECT pg_try_advisory_lock(hashtextextended('alhambra ' || current_schema(), 0))";
    sqlx::query(query).fetch_one(connection).await?.try_get(0)
}
