//! Whose a database is and of which version: who is refused changes nothing in it, and a backup fills either kind.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use serde_json::json;
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use crate::{
    house::{House, table_for_two},
    postgres::Postgres,
};

/// Makes a database look as the first version of the program left it.
const AGE: [&str; 6] = [
    "DELETE FROM _sqlx_migrations WHERE version > 1",
    "DROP TABLE errands",
    "DROP TABLE bans",
    "DROP TABLE names",
    "DROP TABLE amendments",
    "DROP TABLE forgotten",
];

/// What the program says about a database, and whether it was content with it.
fn say(args: &[&str], database: &str) -> (bool, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_alhambra")).args(args).args(["--database", database]).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Serving and looking after a database are both refused for this reason, and not a byte of it changes.
fn refused(database: &Path, reason: &str) {
    let before = fs::read(database).unwrap();
    for args in [&["serve", "--bind", "127.0.0.1:0"][..], &["admin", "list"]] {
        let (fine, said) = say(args, database.to_str().unwrap());
        assert!(!fine && said.contains(reason), "{args:?}: {said}");
        assert!(fs::read(database).unwrap() == before, "{args:?} has changed the database");
    }
}

/// A database that a server has made, with statements run on it since.
async fn altered(folder: &Path, statements: &[&'static str]) -> std::path::PathBuf {
    let path = folder.join("alhambra.db");
    let mut house = House::start_on(Some(path.display().to_string()));
    house.signal("TERM");
    assert!(house.wait().success());
    let mut connection = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    for statement in statements {
        sqlx::query(*statement).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', TRUE, x'00', 0)";
    refused(&altered(folder.path(), &[newer]).await, "newer version");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite:{}?mode=rwc", path.display())).await.unwrap();
    sqlx::query("CREATE TABLE notes (text TEXT)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    refused(&path, "tables of another program");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_server_that_has_the_lock_brings_a_file_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = altered(folder.path(), &AGE).await;
    let before = fs::read(&path).unwrap();
    let (fine, said) = say(&["admin", "list"], path.to_str().unwrap());
    assert!(!fine && said.contains("older version"), "{said}");
    let lock = fs::File::options().append(true).open(folder.path().join("alhambra.db-lock")).unwrap();
    lock.lock().unwrap();
    let (fine, said) = say(&["serve", "--bind", "127.0.0.1:0"], path.to_str().unwrap());
    assert!(!fine && said.contains("another program serves it already"), "{said}");
    assert!(fs::read(&path).unwrap() == before, "a refused program has changed the database");
    drop(lock);
    let house = House::start_on(Some(path.display().to_string()));
    assert_eq!(house.admin(&["list"]), (true, "there are no tables\n".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_server_that_has_the_lock_brings_postgres_up_to_date() {
    let Some(postgres) = Postgres::start() else { return };
    let mut house = House::start_on(Some(postgres.url.clone()));
    house.signal("TERM");
    house.wait();
    let mut other = PgConnection::connect(&postgres.url).await.unwrap();
    let lock = "SELECT pg_advisory_lock(hashtextextended('alhambra ' || current_schema(), 0))";
    for statement in AGE.into_iter().chain([lock]) {
        sqlx::query(statement).execute(&mut other).await.unwrap();
    }
    for (args, reason) in [
        (&["serve", "--bind", "127.0.0.1:0"][..], "another program serves it already"),
        (&["admin", "list"], "older version"),
    ] {
        let (fine, said) = say(args, &postgres.url);
        assert!(!fine && said.contains(reason), "{said}");
        let versions = sqlx::query("SELECT version FROM _sqlx_migrations").fetch_all(&mut other).await.unwrap();
        assert_eq!(versions.len(), 1, "{args:?} has changed the database");
    }
    other.close().await.unwrap();
    house.start_again();
    assert!(house.admin(&["list"]).0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_moves_between_sqlite_and_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    let house = House::start_on(Some(postgres.url.clone()));
    let ([host, _], id) = table_for_two(&house).await;
    let (first, second) = (house.file("first.db"), house.file("second.db"));
    let (fine, said) = house.admin(&["backup", first.to_str().unwrap()]);
    assert!(fine, "{said}");

    let mut admin = PgConnection::connect(&postgres.url).await.unwrap();
    sqlx::query("CREATE DATABASE another").execute(&mut admin).await.unwrap();
    let url = postgres.url.replace("/postgres", "/another");
    // A file fills another database of PostgreSQL, once.
    let restore = ["admin", "restore", first.to_str().unwrap()];
    let (fine, said) = say(&restore, &url);
    assert!(fine, "{said}");
    let (fine, said) = say(&restore, &url);
    assert!(!fine && said.contains("it is not empty"), "{said}");
    let (fine, said) = say(&["admin", "backup", second.to_str().unwrap()], &url);
    assert!(fine, "{said}");
    // And that one a file again, and what was copied twice is still everything.
    let third = house.file("third.db").display().to_string();
    let (fine, said) = say(&["admin", "restore", second.to_str().unwrap()], &third);
    assert!(fine, "{said}");
    for database in [url, third] {
        let copy = House::start_on(Some(database));
        let mut guest = copy.guest();
        guest.cookie.clone_from(&host.cookie);
        assert_eq!(guest.get(&format!("/api/tables/{id}")).await["yours"], json!([0]));
    }
    // Who restores into a database that is served disturbs nobody.
    let (fine, said) = say(&restore, &postgres.url);
    assert!(!fine && said.contains("another program serves it already"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_else_may_read_the_files() {
    let house = House::start();
    let (_, _) = table_for_two(&house).await;
    assert!(house.admin(&["backup", house.file("backup.db").to_str().unwrap()]).0);
    for name in ["alhambra.db", "alhambra.db-wal", "alhambra.db-shm", "alhambra.db-lock", "backup.db"] {
        let mode = fs::metadata(house.file(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}
