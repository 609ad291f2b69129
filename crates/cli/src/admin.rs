//! Admin: looking after the tables of a server by its database, whether it runs or not.

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use alhambra_protocol::{Occupant, Status};
use alhambra_server::{
    admin::{Look, Standing, inspect},
    store::{Store, Which, reason},
    upkeep::{ban_target, check_name},
};
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::{
    error::Error,
    serve::{database_url, unopened},
};

/// Which database, and what to do.
#[derive(clap::Args, Debug)]
pub(crate) struct Admin {
    /// Where the server keeps everything: a file for `SQLite`, or `postgres://user@host/name`.
    #[arg(
        long,
        env = "ALHAMBRA_DATABASE",
        value_name = "FILE|URL",
        default_value = "alhambra.db",
        hide_env_values = true,
        global = true
    )]
    database: String,

    #[command(subcommand)]
    task: Task,
}

/// What to do.
#[derive(clap::Subcommand, Debug)]
enum Task {
    /// List tables, the latest first.
    List {
        /// Include tables whose games are over.
        #[arg(long)]
        all: bool,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Show one table: who sits where and how the game stands; no hand and no seed.
    Inspect {
        /// The code of the table, as in its link.
        table: String,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Close a table: its game ends without a result, its record is kept.
    Close {
        /// The code of the table, as in its link.
        table: String,
        /// How many seconds to wait for the server to do it.
        #[arg(long, value_name = "SECONDS", default_value_t = 15)]
        wait: u64,
    },
    /// Ban an address or a person: the server no longer answers them.
    Ban {
        /// An address, or a person as `inspect` and the log name them; addresses of IPv6 are banned by their /64.
        target: String,
    },
    /// Lift a ban.
    Unban {
        /// The address or person, as they were banned.
        target: String,
    },
    /// List all bans.
    Bans,
    /// Give somebody another name, at every table; they may take another one later.
    Rename {
        /// The person, as `inspect` and the log name them.
        person: String,
        /// The name.
        name: String,
        /// How many seconds to wait for the server to do it.
        #[arg(long, value_name = "SECONDS", default_value_t = 15)]
        wait: u64,
    },
    /// Delete what is kept of somebody: names, lines of chat and whose games they were; bots play on their seats.
    ///
    /// Their cookie is no longer recognised: if they come back, they are somebody new. What stays is a digest of their code, by
    /// which the cookie is refused. Lines of chat that former versions kept without saying who wrote them are deleted too,
    /// everybody's. Backups, the log, and what others have on their screens or have saved are out of reach.
    Forget {
        /// The person, as `inspect` and the log name them.
        person: String,
        /// How many seconds to wait for the server to do it.
        #[arg(long, value_name = "SECONDS", default_value_t = 15)]
        wait: u64,
    },
    /// Delete games that have been over for long, with their records.
    Prune {
        /// The least number of days since a game ended.
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..))]
        older_than: u64,
    },
    /// Copy everything into a new file, as it is at one moment, whether a server runs or not.
    ///
    /// The file is a database of `SQLite` that a server can be started on, also where it comes from `PostgreSQL`.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Fill an empty database, or a file that isn't there yet, from a backup, while no server runs on it.
    Restore {
        /// The backup.
        file: PathBuf,
    },
}

/// Does it.
pub(crate) fn run(args: &Admin, out: &mut impl io::Write) -> Result<(), Error> {
    let url = database_url(&args.database);
    let is_restoring = matches!(args.task, Task::Restore { .. });
    if url.starts_with("sqlite:") && !is_restoring && !Path::new(&args.database).is_file() {
        return Err(Error::Usage(format!("there is no database {}; --database tells which", args.database)));
    }
    let failed = |it: io::Error| Error::Failure(format!("can't start: {it}"));
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        // Only what writes into an empty database takes it for itself.
        let store = if is_restoring { Store::open(&url).await } else { Store::attach(&url).await };
        let store = store.map_err(|it| unopened(&args.database, &reason(&it)))?;
        let done = carry_out(&args.task, &store, out).await;
        store.close().await;
        done
    })
}

async fn carry_out(task: &Task, store: &Store, out: &mut impl io::Write) -> Result<(), Error> {
    match task {
        Task::List { all, json } => {
            let looks = store.looks(if *all { Which::All } else { Which::Open }).await.map_err(unreachable)?;
            for look in &looks {
                if *json {
                    writeln!(out, "{}", as_json(look, None))?;
                } else {
                    writeln!(out, "{}", line(look))?;
                }
            }
            if looks.is_empty() && !json {
                writeln!(out, "there are no tables")?;
            }
            Ok(())
        }
        Task::Inspect { table, json } => {
            let (look, standing) = find(store, table).await?;
            if *json {
                return Ok(writeln!(out, "{}", as_json(&look, standing.as_ref()))?);
            }
            print(&look, standing.as_ref(), out)
        }
        Task::Ban { target } => {
            store.ban(&ban_target(target), now()).await.map_err(unreachable)?;
            Ok(writeln!(out, "{target} is banned; a running server knows within seconds")?)
        }
        Task::Unban { target } => {
            if store.unban(&ban_target(target)).await.map_err(unreachable)? {
                return Ok(writeln!(out, "{target} is no longer banned")?);
            }
            Err(Error::Usage(format!("{target} is not banned; `alhambra admin bans` tells who is")))
        }
        Task::Bans => {
            for (target, since) in store.bans().await.map_err(unreachable)? {
                writeln!(out, "{target}  since {}", time(since))?;
            }
            Ok(())
        }
        Task::Rename { person, name, wait } => {
            let name = check_name(name).map_err(Error::Usage)?;
            amend(store, person, Some(&name), *wait, out).await
        }
        Task::Forget { person, wait } => amend(store, person, None, *wait, out).await,
        Task::Prune { older_than } => {
            let n = store.prune(now().saturating_sub(older_than * 86_400_000)).await.map_err(unreachable)?;
            Ok(writeln!(out, "{n} tables were deleted")?)
        }
        Task::Close { table, wait } => close(store, table, *wait, out).await,
        Task::Backup { file } => {
            let name = file.display();
            if file.exists() {
                return Err(Error::Usage(format!("{name} is there already; name a new file")));
            }
            store.back_up(file).await.map_err(|it| Error::Failure(format!("can't write {name}: {}", reason(&it))))?;
            Ok(writeln!(out, "everything was copied into {name}")?)
        }
        Task::Restore { file } => {
            let name = file.display();
            if !file.is_file() {
                return Err(Error::Usage(format!("there is no file {name}")));
            }
            store.restore(file).await.map_err(|it| Error::Failure(format!("can't restore {name}: {}", reason(&it))))?;
            Ok(writeln!(out, "everything in {name} was restored")?)
        }
    }
}

async fn find(store: &Store, table: &str) -> Result<(Look, Option<Standing>), Error> {
    let found = inspect(store, table).await.map_err(unreachable)?;
    found.ok_or_else(|| Error::Usage(format!("there is no table {table}; `alhambra admin list` tells which there are")))
}

async fn close(store: &Store, table: &str, wait: u64, out: &mut impl io::Write) -> Result<(), Error> {
    let is_open = |it: &Look| matches!(it.status, Status::Gathering | Status::Playing | Status::Paused);
    if !is_open(&find(store, table).await?.0) {
        return Err(Error::Usage(format!("the table {table} is closed already")));
    }
    store.ask_to_close(table).await.map_err(unreachable)?;
    for _ in 0..wait * 4 {
        if !is_open(&find(store, table).await?.0) {
            return Ok(writeln!(out, "the table {table} is closed")?);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Ok(writeln!(out, "no server has done it yet; the table {table} will be closed when one runs")?)
}

async fn amend(
    store: &Store,
    person: &str,
    name: Option<&str>,
    wait: u64,
    out: &mut impl io::Write,
) -> Result<(), Error> {
    if !store.knows(person).await.map_err(unreachable)? {
        return Err(Error::Usage(format!("nobody here is {person}; `alhambra admin inspect TABLE` tells who is who")));
    }
    let done = name.map_or_else(|| "forgotten".to_owned(), |it| format!("called {it}"));
    store.ask_to_amend(person, name).await.map_err(unreachable)?;
    for _ in 0..wait * 4 {
        if !store.amendments().await.map_err(unreachable)?.iter().any(|it| it.0 == person) {
            return Ok(writeln!(out, "{person} is {done}")?);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Ok(writeln!(out, "no server has done it yet; {person} will be {done} when one runs")?)
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |it| it.as_millis() as u64)
}

fn unreachable(error: impl std::fmt::Display) -> Error {
    Error::Failure(format!("the database does not answer: {error}"))
}

fn status(look: &Look) -> &'static str {
    match look.status {
        Status::Gathering => "gathering",
        Status::Playing => "playing",
        Status::Paused => "paused",
        Status::Finished => "finished",
        Status::Abandoned => "abandoned",
    }
}

fn seat(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Nobody => "nobody".to_owned(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { name, level, .. } => format!("{name} ({level})"),
    }
}

fn time(at: u64) -> String {
    humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + Duration::from_millis(at)).to_string()
}

fn line(look: &Look) -> String {
    let seats: Vec<_> = look.seats.iter().map(seat).collect();
    let at = time(look.latest_at.unwrap_or(look.opened_at));
    format!(
        "{}  {:9}  {at}  {:4} actions  {}: {}",
        look.id,
        status(look),
        look.n_entries,
        look.ruleset,
        seats.join(", ")
    )
}

fn print(look: &Look, standing: Option<&Standing>, out: &mut impl io::Write) -> Result<(), Error> {
    writeln!(out, "table      {}", look.id)?;
    writeln!(out, "ruleset    {}, version {} of the rules", look.ruleset, look.rules)?;
    writeln!(out, "status     {}", status(look))?;
    let times = [("opened", Some(look.opened_at)), ("started", look.started_at), ("finished", look.finished_at)];
    for (name, at) in times {
        if let Some(at) = at {
            writeln!(out, "{name:9}  {}", time(at))?;
        }
    }
    let latest = look.latest_at.map(|it| format!(", the latest {}", time(it))).unwrap_or_default();
    writeln!(out, "actions    {}{latest}", look.n_entries)?;
    for (number, occupant) in look.seats.iter().enumerate() {
        let score = standing.and_then(|it| it.scores.get(number)).map(|it| format!(", {it} points"));
        let acts = standing.is_some_and(|it| it.to_act == Some(number as u8)) && look.status == Status::Playing;
        let acts = if acts { ", has to decide" } else { "" };
        let person = look.people.get(number).and_then(Option::as_deref).filter(|it| !it.is_empty());
        let person = person.map(|it| format!(" (person {it})")).unwrap_or_default();
        writeln!(out, "seat {number}     {}{person}{}{acts}", seat(occupant), score.unwrap_or_default())?;
    }
    if standing.is_none() && look.started_at.is_some() {
        writeln!(out, "the game can't be replayed by this version")?;
    }
    Ok(())
}

fn as_json(look: &Look, standing: Option<&Standing>) -> Value {
    let Look { id, ruleset, rules, status: _, seats, people, opened_at, started_at, finished_at, n_entries, latest_at } =
        look;
    json!({
        "table": id,
        "ruleset": ruleset,
        "rules": rules,
        "status": status(look),
        "seats": seats,
        "people": people,
        "opened_at": opened_at,
        "started_at": started_at,
        "finished_at": finished_at,
        "actions": n_entries,
        "latest_at": latest_at,
        "scores": standing.map(|it| &it.scores),
        "to_act": standing.and_then(|it| it.to_act),
    })
}
