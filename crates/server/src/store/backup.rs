//! Backups: everything as it is at one moment, in a file of `SQLite`, whichever database it comes from or returns to.

use std::{io, path::Path};

use futures_util::TryStreamExt as _;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _, any::AnyRow};

use super::{Dialect, Store, files, schema};

/// How many rows one statement inserts; `PostgreSQL` takes 65,535 values at most.
const ROWS: usize = 256;

/// One table, as both databases have it.
struct Table {
    name: String,
    columns: Vec<Column>,
}

impl Table {
    /// Its rows, as a statement names them: all but the name of the program that has the database, which stays behind.
    fn rows(&self) -> String {
        let condition = if self.name == "facts" { " WHERE name <> 'owner'" } else { "" };
        format!("{}{condition}", self.name)
    }
}

struct Column {
    name: String,
    is_number: bool,
}

/// What stands in a field: only these two kinds are known to both databases.
enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

impl Store {
    /// Writes everything into a new file of `SQLite`, as it is at one moment.
    ///
    /// # Errors
    /// If the file is there already or can't be written; what was begun of it is removed.
    pub async fn back_up(&self, path: &Path) -> Result<(), sqlx::Error> {
        if path.exists() {
            return Err(sqlx::Error::Io(io::ErrorKind::AlreadyExists.into()));
        }
        files::create(path)?;
        let done = match self.dialect {
            Dialect::Sqlite => {
                let query = sqlx::query("VACUUM INTO $1").bind(path.display().to_string());
                query.execute(&self.pool).await.map(|_| ())
            }
            Dialect::Postgres => self.copy_into(path).await,
        };
        if done.is_err() {
            let _ = std::fs::remove_file(path);
        }
        done
    }

    async fn copy_into(&self, path: &Path) -> Result<(), sqlx::Error> {
        let mut file = AnyConnection::connect(&url(path)).await?;
        schema::MIGRATIONS.run_direct(None, &mut file, false).await?;
        let mut source = self.pool.acquire().await?;
        // Everything is read as it was at the first statement.
        sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut *source).await?;
        source.close_on_drop();
        for table in tables(&mut file).await? {
            copy(&table, &mut source, (&mut file, Dialect::Sqlite)).await?;
        }
        file.close().await
    }

    /// Fills this database, which has to be empty, with what a backup holds.
    ///
    /// # Errors
    /// If there is anything in the database already, or the file is no backup of this version.
    pub async fn restore(&self, path: &Path) -> Result<(), sqlx::Error> {
        let mut file = AnyConnection::connect(&url(path)).await?;
        schema::check_current(&mut file, Dialect::Sqlite).await?;
        let mut target = self.pool.acquire().await?;
        target.close_on_drop();
        sqlx::query(self.dialect.begin()).execute(&mut *target).await?;
        for table in tables(&mut file).await? {
            let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.rows()));
            let n: i64 = sqlx::query(count).fetch_one(&mut *target).await?.try_get(0)?;
            if n > 0 {
                return Err(sqlx::Error::Configuration("it is not empty; restore into a new one".into()));
            }
            copy(&table, &mut file, (&mut target, self.dialect)).await?;
        }
        sqlx::query("COMMIT").execute(&mut *target).await?;
        file.close().await
    }
}

fn url(path: &Path) -> String {
    format!("sqlite:{}?mode=rw", path.display())
}

/// Our tables, as a file of `SQLite` describes them.
async fn tables(file: &mut AnyConnection) -> Result<Vec<Table>, sqlx::Error> {
    let mut tables = Vec::new();
    for row in sqlx::query(Dialect::Sqlite.table_names()).fetch_all(&mut *file).await? {
        let name: String = row.try_get(0)?;
        if name.starts_with("_sqlx") {
            continue;
        }
        let columns = sqlx::query("SELECT name, type FROM pragma_table_info($1) ORDER BY cid").bind(name.as_str());
        let columns = columns.fetch_all(&mut *file).await?;
        let column =
            |row: &AnyRow| Ok(Column { name: row.try_get(0)?, is_number: row.try_get::<String, _>(1)? == "BIGINT" });
        tables.push(Table { name, columns: columns.iter().map(column).collect::<Result<_, sqlx::Error>>()? });
    }
    Ok(tables)
}

async fn copy(
    table: &Table,
    source: &mut AnyConnection,
    (target, dialect): (&mut AnyConnection, Dialect),
) -> Result<(), sqlx::Error> {
    let names: Vec<&str> = table.columns.iter().map(|it| it.name.as_str()).collect();
    // The names are those of our own tables.
    let select = AssertSqlSafe(format!("SELECT {} FROM {}", names.join(", "), table.rows()));
    let mut rows = sqlx::query(select).fetch(source).map_ok(|it| read(table, &it)).try_chunks(ROWS);
    while let Some(rows) = rows.try_next().await.map_err(|it| it.1)? {
        let statement = dialect.insert_into(&table.name, &names, rows.len());
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for values in rows {
            for value in values? {
                query = match value {
                    Value::Text(text) => query.bind(text),
                    Value::Number(number) => query.bind(number),
                };
            }
        }
        query.execute(&mut *target).await?;
    }
    Ok(())
}

fn read(table: &Table, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
    let read = |(i, column): (usize, &Column)| {
        Ok(if column.is_number { Value::Number(row.try_get(i)?) } else { Value::Text(row.try_get(i)?) })
    };
    table.columns.iter().enumerate().map(read).collect()
}
