//! What the two databases are told in different words.

use std::sync::Arc;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `SQLite`.
    Sqlite,
    /// `PostgreSQL`.
    Postgres,
}

impl Dialect {
    /// Which database an address is of.
    pub(super) fn of_url(url: &str) -> Dialect {
        if url.starts_with("sqlite:") { Dialect::Sqlite } else { Dialect::Postgres }
    }

    /// Whether a statement outside of a transaction is known to be one of its own.
    ///
    /// A connection of `PostgreSQL` says with every answer whether a transaction is open, and its library keeps to that; it
    /// may be far away, so that one round trip instead of three counts.
    pub(super) const fn commits_single_statements(self) -> bool {
        match self {
            Dialect::Sqlite => false,
            Dialect::Postgres => true,
        }
    }

    /// Begins a transaction that is going to write; fails inside of one.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }

    /// The names of all tables that somebody has made.
    pub(super) const fn table_names(self) -> &'static str {
        match self {
            Dialect::Sqlite => {
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            }
            Dialect::Postgres => {
                "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
            }
        }
    }

    /// The statement that inserts so many lines of logs.
    pub(super) fn insert(self, n: usize) -> Arc<str> {
        let columns = ["game", "seq", "seat", "what", "at", "used", "hinted"];
        let statement = self.insert_into("entries", &columns, n);
        match self {
            // SQLite need not be able to take back half a statement: what fails takes the whole transaction with it.
            Dialect::Sqlite => statement.replacen("INSERT", "INSERT OR FAIL", 1).into(),
            Dialect::Postgres => statement.into(),
        }
    }

    /// The statement that inserts so many rows into a table.
    pub(super) fn insert_into(self, table: &str, columns: &[&str], n: usize) -> String {
        let width = columns.len();
        let place = |i: usize| match self {
            // SQLite looks for numbered places one by one.
            Dialect::Sqlite => "?".to_owned(),
            Dialect::Postgres => format!("${}", i + 1),
        };
        let row = |i: usize| format!("({})", (width * i..width * (i + 1)).map(place).collect::<Vec<_>>().join(", "));
        let rows: Vec<String> = (0..n).map(row).collect();
        format!("INSERT INTO {table} ({}) VALUES {}", columns.join(", "), rows.join(", "))
    }
}
