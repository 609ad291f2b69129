//! Owner: a database of `PostgreSQL` belongs to one running program, as a file of `SQLite` does.
//!
//! The lock belongs to the session that writes. Whoever loses that connection loses both at once, so that nothing is ever
//! written without the lock, and a program that has died leaves none behind.

use std::time::Duration;

use sqlx::{AnyConnection, Row as _};
use tokio::time::{Instant, sleep};

use crate::random;

/// One running program among those that may want a database.
#[derive(Debug)]
pub(crate) struct Owner {
    name: String,
    has_written: bool,
}

/// How long a program waits for the session of one that has just ended.
const WAIT: Duration = Duration::from_secs(5);
/// How often it asks meanwhile.
const AGAIN: Duration = Duration::from_millis(50);

/// Why a database can't be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotOurs {
    /// Somebody has it.
    #[error("another program serves it already; stop that one first, or give each a database of its own")]
    Served,
    /// Somebody had it while this program could not reach it.
    #[error("another program has served it meanwhile; start this one again")]
    Lost,
}

impl From<NotOurs> for sqlx::Error {
    fn from(reason: NotOurs) -> sqlx::Error {
        sqlx::Error::Configuration(reason.into())
    }
}

impl Owner {
    /// A program that has just started.
    pub(crate) fn new() -> Owner {
        Owner { name: random::word(16), has_written: false }
    }

    /// Takes the database on the connection that is to write, for as long as that lasts.
    ///
    /// # Errors
    /// If it belongs to another program or doesn't answer.
    pub(crate) async fn take(&mut self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        // A machine that has vanished keeps its lock no longer than this.
        for setting in
            ["SET tcp_keepalives_idle = 15", "SET tcp_keepalives_interval = 5", "SET tcp_keepalives_count = 3"]
        {
            sqlx::query(setting).execute(&mut *connection).await?;
        }
        let start = Instant::now();
        while !lock(connection).await? {
            if start.elapsed() >= WAIT {
                return Err(NotOurs::Served.into());
            }
            sleep(AGAIN).await;
        }
        if self.has_written && !self.is_named(&mut *connection).await? {
            // What this program remembers of its tables may be wrong by now.
            return Err(NotOurs::Lost.into());
        }
        let query = "INSERT INTO facts (name, value) VALUES ('owner', $1) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        sqlx::query(query).bind(self.name.as_str()).execute(connection).await?;
        self.has_written = true;
        Ok(())
    }

    /// Whether this program was the last that took the database.
    async fn is_named(&self, connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
        let row = sqlx::query("SELECT value FROM facts WHERE name = 'owner'").fetch_optional(connection).await?;
        row.map_or(Ok(false), |it| it.try_get(0).map(|it: String| it == self.name))
    }
}

/// Takes the lock if nobody has it; every schema is a database of its own.
async fn lock(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let query = "SELECT pg_try_advisory_lock(hashtextextended('alhambra ' || current_schema(), 0))";
    sqlx::query(query).fetch_one(connection).await?.try_get(0)
}
