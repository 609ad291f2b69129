//! Load: many tables with real sockets against a server, and how it bears them.

mod measure;
mod said;
mod table;

use std::{
    fs, io,
    rc::Rc,
    time::{Duration, Instant},
};

use serde::Serialize;
use serde_json::json;
use tokio::{runtime::Builder, task::LocalSet};

use crate::{error::Error, rules::Rules};
use measure::{Delays, Measure};
use table::{Place, Table};

/// Which server, how many tables, how fast and how long.
#[derive(clap::Args, Debug)]
pub(crate) struct Load {
    /// The server, whose limits have to allow all this: the end of `alhambra load --help` tells how to start it.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,

    /// How many tables are played at.
    #[arg(long, value_name = "N", default_value_t = 200)]
    tables: u32,

    /// How many more tables are open with everybody there and nobody acting.
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: u32,

    /// How many actions a second are done at every table.
    #[arg(long, value_name = "R", default_value_t = 2.0, conflicts_with = "flat_out")]
    moves_per_second: f64,

    /// Act as soon as all at the table have seen what happened.
    #[arg(long)]
    flat_out: bool,

    /// How long to measure, once all tables are open.
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,

    /// Where the server tells its memory: its `--metrics-bind`, as in `http://127.0.0.1:9090/metrics`.
    #[arg(long, value_name = "URL")]
    metrics: Option<String>,

    /// The process of the server, if it runs on this machine and its memory shall be read from there.
    #[arg(long, value_name = "PID", conflicts_with = "metrics")]
    pid: Option<u32>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    rules: Rules,
}

/// What came of it.
#[derive(Serialize)]
struct Report {
    ruleset: String,
    tables: u32,
    idle_tables: u32,
    sockets: u32,
    seconds: f64,
    moves: u32,
    moves_per_second: f64,
    games_finished: u64,
    /// Milliseconds from sending an action to its receipt by the other seats.
    delay_ms: Delays,
    bytes_per_move: u64,
    errors: usize,
    first_error: Option<String>,
    server_memory_bytes: Option<u64>,
}

/// Opens the tables, plays, and tells what was measured.
pub(crate) fn run(args: &Load, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let server = args.server.strip_prefix("http://").map(|it| it.trim_end_matches('/'));
    let server = server.filter(|it| !it.is_empty() && !it.contains('/'));
    let server = server.ok_or_else(|| {
        Error::Usage("--server: an address like http://127.0.0.1:8080; behind https measure the server itself".into())
    })?;
    if !(args.moves_per_second > 0.0 && args.moves_per_second.is_finite()) {
        return Err(Error::Usage("--moves-per-second: more than 0".into()));
    }
    if args.tables == 0 && args.idle == 0 {
        return Err(Error::Usage("--tables and --idle are both 0: there is nothing to measure".into()));
    }
    // Every socket is a file; where no more are allowed, opening them says so.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let seats: Vec<_> = (0..ruleset.players).map(|it| json!({ "seat": if it == 0 { "me" } else { "open" } })).collect();
    let place = Place {
        server: server.to_owned(),
        client: reqwest::Client::new(),
        wish: json!({
            "settings": {
                "ruleset": ruleset,
                "visibility": "link",
                "pace": { "pace": "unlimited" },
                "assistance": { "hints": false, "undo": false },
                "fixed_seats": true,
            },
            "seats": seats,
        }),
    };
    let failed = |it: io::Error| Error::Failure(format!("can't start: {it}"));
    // One thread plays them all: the server shall have the others.
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let report = LocalSet::new().block_on(&runtime, play(args, ruleset, Rc::new(place)))?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report).map_err(io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    print(&report, out)
}

async fn play(args: &Load, ruleset: alhambra_engine::Ruleset, place: Rc<Place>) -> Result<Report, Error> {
    // Before all the work: whoever waits for the memory at the end shall not wait in vain.
    memory(args, &place.client).await?;
    let players = ruleset.players;
    let pause = (!args.flat_out).then(|| Duration::from_secs_f64(1.0 / args.moves_per_second));
    let measure = Rc::new(Measure::default());
    for _ in 0..args.idle {
        let table = Table::open(&place, players, 0).await?;
        let measure = Rc::clone(&measure);
        tokio::task::spawn_local(async move {
            if let Err(error) = table.watch().await {
                measure.failed(error.to_string());
            }
        });
    }
    for i in 0..args.tables {
        let mut table = Table::open(&place, players, u64::from(i) << 20).await?;
        let (measure, place) = (Rc::clone(&measure), Rc::clone(&place));
        // A table whose game is over makes room for the next.
        tokio::task::spawn_local(async move {
            for game in 1.. {
                let played = table.play(pause, &measure).await;
                let opened = match played {
                    Ok(()) => {
                        measure.finished();
                        Table::open(&place, players, u64::from(i) << 20 | game << 1).await
                    }
                    Err(error) => Err(error),
                };
                match opened {
                    Ok(next) => table = next,
                    Err(error) => return measure.failed(error.to_string()),
                }
            }
        });
    }
    measure.run(true);
    let start = Instant::now();
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    measure.run(false);
    let seconds = start.elapsed().as_secs_f64();
    let moves = measure.n_moves();
    let (errors, first_error) = measure.errors();
    Ok(Report {
        ruleset: ruleset.to_string(),
        tables: args.tables,
        idle_tables: args.idle,
        sockets: (args.tables + args.idle) * u32::from(players),
        seconds,
        moves,
        moves_per_second: f64::from(moves) / seconds,
        games_finished: measure.n_games(),
        delay_ms: measure.delays(),
        bytes_per_move: measure.n_bytes().checked_div(moves.into()).unwrap_or(0),
        errors,
        first_error,
        server_memory_bytes: memory(args, &place.client).await?,
    })
}

/// The memory of the server, if it was said where to read it.
async fn memory(args: &Load, client: &reqwest::Client) -> Result<Option<u64>, Error> {
    if let Some(pid) = args.pid {
        let path = format!("/proc/{pid}/status");
        let text = fs::read_to_string(&path).map_err(|it| Error::file("read", path.as_ref(), &it))?;
        let line = text.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kilobytes: Option<u64> = line.and_then(|it| it.trim().trim_end_matches(" kB").parse().ok());
        return Ok(kilobytes.map(|it| it * 1024));
    }
    let Some(url) = &args.metrics else { return Ok(None) };
    let failed = |it: reqwest::Error| Error::Failure(format!("{url} can't be read: {}", cause(&it)));
    let text = client.get(url).send().await.map_err(failed)?.text().await.map_err(failed)?;
    let value = text.lines().find_map(|it| it.strip_prefix("process_resident_memory_bytes "));
    let value = value.and_then(|it| it.parse().ok());
    value.map(Some).ok_or_else(|| Error::Usage(format!("--metrics {url}: there are no metrics of a server")))
}

/// What is at the bottom of an error; the library says above it only what it was about to do.
fn cause(error: &dyn std::error::Error) -> &dyn std::error::Error {
    error.source().map_or(error, cause)
}

fn print(report: &Report, out: &mut impl io::Write) -> Result<(), Error> {
    let Report { ruleset, tables, idle_tables, sockets, seconds, moves, moves_per_second, .. } = report;
    let Delays { p50, p99, max } = report.delay_ms;
    writeln!(out, "{tables} tables of {ruleset} and {idle_tables} idle ones, {sockets} sockets, {seconds:.1} s")?;
    writeln!(out, "moves      {moves}, {moves_per_second:.0} a second; {} games finished", report.games_finished)?;
    writeln!(out, "delay      p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms from sending to the other seats")?;
    writeln!(out, "messages   {} bytes a move", report.bytes_per_move)?;
    let first = report.first_error.as_ref().map(|it| format!(", the first: {it}")).unwrap_or_default();
    writeln!(out, "errors     {}{first}", report.errors)?;
    if let Some(bytes) = report.server_memory_bytes {
        writeln!(out, "memory     {} MB", bytes / 1_000_000)?;
    }
    Ok(())
}
