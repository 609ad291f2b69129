//! The tables of the database: whose they are, of which version, and bringing them up to date.

use sqlx::{AnyConnection, Row as _, migrate::Migrator};

use super::Dialect;

/// Every change of the tables so far.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!();

/// Why a program leaves a database alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SchemaError {
    /// It knows tables that this program doesn't.
    #[error("it belongs to a newer version of this program")]
    Newer,
    /// It lacks tables that this program needs, and only a server may make them.
    #[error(
        "it belongs to an older version of this program; a server of this version brings it up to date when it starts"
    )]
    Older,
    /// It has tables, and none of them are ours.
    #[error("it holds the tables of another program; Alhambra needs a database of its own")]
    Foreign,
    /// Nothing is in it.
    #[error("no server has ever kept anything in it")]
    Empty,
}

impl From<SchemaError> for sqlx::Error {
    fn from(reason: SchemaError) -> sqlx::Error {
        sqlx::Error::Configuration(reason.into())
    }
}

/// Fails if a server of this version must not touch the database; changes nothing.
pub(super) async fn check(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), sqlx::Error> {
    match version(connection, dialect).await? {
        Version::Foreign => Err(SchemaError::Foreign.into()),
        Version::Known(versions) if has_newer(&versions) => Err(SchemaError::Newer.into()),
        Version::Empty | Version::Known(_) => Ok(()),
    }
}

/// Fails unless the database is just as this version needs it; changes nothing.
pub(super) async fn check_current(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), sqlx::Error> {
    check(connection, dialect).await?;
    match version(connection, dialect).await? {
        Version::Known(versions) if MIGRATIONS.iter().all(|it| versions.contains(&it.version)) => Ok(()),
        Version::Known(_) => Err(SchemaError::Older.into()),
        Version::Empty | Version::Foreign => Err(SchemaError::Empty.into()),
    }
}

/// What the database says about itself.
enum Version {
    /// It has no tables.
    Empty,
    /// It has the tables of another program.
    Foreign,
    /// It has had these changes.
    Known(Vec<i64>),
}

async fn version(connection: &mut AnyConnection, dialect: Dialect) -> Result<Version, sqlx::Error> {
    let names = sqlx::query(dialect.table_names()).fetch_all(&mut *connection).await?;
    let names: Vec<String> = names.iter().map(|it| it.try_get(0)).collect::<Result<_, _>>()?;
    if names.is_empty() {
        return Ok(Version::Empty);
    }
    if !names.iter().any(|it| it == "_sqlx_migrations") {
        return Ok(Version::Foreign);
    }
    let versions = sqlx::query("SELECT version FROM _sqlx_migrations").fetch_all(connection).await?;
    versions.iter().map(|it| it.try_get(0)).collect::<Result<_, _>>().map(Version::Known)
}

fn has_newer(versions: &[i64]) -> bool {
    versions.iter().any(|it| !MIGRATIONS.version_exists(*it))
}
