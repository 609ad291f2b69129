//! Load test: plays at many tables over real sockets and measures how the server holds up.

mod attack;
mod measure;
mod said;
mod table;

use std::{
    fs, io,
    rc::Rc,
    time::{Duration, Instant},
};

use clap::ValueEnum as _;
use serde::Serialize;
use serde_json::json;
use tokio::{runtime::Builder, task::LocalSet};

use crate::{error::Error, rules::Rules};
use attack::{Attack, Attacker};
use measure::{Delays, Measure, Sample};
use table::{Place, Table};

/// Which server, how many tables, how fast and how long.
#[derive(clap::Args, Debug)]
pub(crate) struct Load {
    /// The server, whose limits have to allow all this: the end of `alhambra load --help` tells how to start it.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,

    /// How many tables are played at; 200 if not said, or 50 with --attack.
    #[arg(long, value_name = "N")]
    tables: Option<u32>,

    /// How many more tables are open with everybody there and nobody acting.
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: u32,

    /// How many actions a second are done at every table.
    #[arg(long, value_name = "R", default_value_t = 2.0, conflicts_with = "flat_out")]
    moves_per_second: f64,

    /// Act as soon as all at the table have seen what happened.
    #[arg(long)]
    flat_out: bool,

    /// How long to measure, once all tables are open; with --attack for so long undisturbed and for so long again.
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,

    /// Measure undisturbed, then again while one visitor wants too much, and compare.
    #[arg(long, value_name = "KIND", conflicts_with = "flat_out")]
    attack: Option<Attack>,

    /// How many times to measure undisturbed and attacked by turns, so that a busy machine disturbs both alike.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "attack", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

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

impl Load {
    /// The time from one action to the next at a table.
    fn pause(&self) -> Option<Duration> {
        (!self.flat_out).then(|| Duration::from_secs_f64(1.0 / self.moves_per_second))
    }

    /// The time from the beginning or the end of an attack until it is measured.
    fn settling(&self) -> Duration {
        SETTLING.min(Duration::from_secs(self.seconds))
    }
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
    /// The same while somebody attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    attacked: Option<Attacked>,
}

/// What came of it under attack.
#[derive(Serialize)]
struct Attacked {
    kind: String,
    seconds: f64,
    /// What the attacker asked for.
    requests: u64,
    refused: u64,
    moves: u32,
    moves_per_second: f64,
    delay_ms: Delays,
    /// How many times as long as undisturbed half of the actions, and all but one in a hundred, took.
    p50_ratio: f64,
    p99_ratio: f64,
    server_memory_bytes: Option<u64>,
    /// How much that is above what the server had undisturbed.
    memory_above_bytes: Option<u64>,
}

/// The longest time from the beginning or the end of an attack until it is measured: what it leads to takes a moment.
const SETTLING: Duration = Duration::from_secs(3);
/// How often the memory of the server is looked at under attack.
const LOOK: Duration = Duration::from_millis(500);

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
    let tables = args.tables.unwrap_or(if args.attack.is_some() { 50 } else { 200 });
    if tables == 0 && (args.idle == 0 || args.attack.is_some()) {
        return Err(Error::Usage("--tables 0 without --idle, or with --attack: there is nothing to measure".into()));
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
                // Attackers shall find them.
                "visibility": if args.attack.is_some() { "public" } else { "link" },
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
    let report = LocalSet::new().block_on(&runtime, play(args, tables, ruleset, Rc::new(place)))?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report).map_err(io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    print(&report, out)
}

async fn play(args: &Load, tables: u32, ruleset: alhambra_engine::Ruleset, place: Rc<Place>) -> Result<Report, Error> {
    // Before all the work: whoever waits for the memory at the end shall not wait in vain.
    memory(args, &place.client).await?;
    let players = ruleset.players;
    let measure = Rc::new(Measure::default());
    for i in 0..args.idle {
        let table = Table::open(&place, players, tables + i, 0).await?;
        let measure = Rc::clone(&measure);
        tokio::task::spawn_local(async move {
            if let Err(error) = table.watch().await {
                measure.failed(error.to_string());
            }
        });
    }
    for i in 0..tables {
        let table = Table::open(&place, players, i, 0).await?;
        tokio::task::spawn_local(keep_playing(table, args.pause(), i, players, Rc::clone(&place), Rc::clone(&measure)));
    }
    let (mut quiet, mut loud) = (Sample::default(), Sample::default());
    let (mut requests, mut refused) = (0, 0);
    for round in 0..args.rounds {
        if round > 0 {
            tokio::time::sleep(args.settling()).await;
        }
        let mut sample = sample(args, &place, &measure).await?;
        if round > 0 {
            // What a server took under attack it need not have given back.
            sample.memory = None;
        }
        quiet.add(sample);
        if let Some(attack) = args.attack {
            let attacker = Attacker::begin(attack, &place.server)?;
            tokio::time::sleep(args.settling()).await;
            loud.add(self::sample(args, &place, &measure).await?);
            let counts = attacker.counts();
            requests += counts.0;
            refused += counts.1;
        }
    }
    let (errors, first_error) = measure.errors();
    let delay_ms = quiet.delays();
    let attacked = args.attack.map(|attack| {
        let attacked_ms = loud.delays();
        Attacked {
            kind: attack.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned()),
            seconds: loud.seconds,
            requests,
            refused,
            moves: loud.moves,
            moves_per_second: loud.moves_per_second(),
            delay_ms: attacked_ms,
            p50_ratio: attacked_ms.p50 / delay_ms.p50,
            p99_ratio: attacked_ms.p99 / delay_ms.p99,
            server_memory_bytes: loud.memory,
            memory_above_bytes: loud.memory.zip(quiet.memory).map(|(loud, quiet)| loud.saturating_sub(quiet)),
        }
    });
    Ok(Report {
        ruleset: ruleset.to_string(),
        tables,
        idle_tables: args.idle,
        sockets: (tables + args.idle) * u32::from(players),
        seconds: quiet.seconds,
        moves: quiet.moves,
        moves_per_second: quiet.moves_per_second(),
        games_finished: quiet.games,
        delay_ms,
        bytes_per_move: quiet.bytes.checked_div(quiet.moves.into()).unwrap_or(0),
        errors,
        first_error,
        server_memory_bytes: quiet.memory,
        attacked,
    })
}

/// Plays at a table to the end, and then at the next.
async fn keep_playing(
    mut table: Table,
    pause: Option<Duration>,
    number: u32,
    players: u8,
    place: Rc<Place>,
    measure: Rc<Measure>,
) {
    for game in 1.. {
        let opened = match table.play(pause, &measure).await {
            Ok(()) => {
                measure.finished();
                Table::open(&place, players, number, game).await
            }
            Err(error) => Err(error),
        };
        match opened {
            Ok(next) => table = next,
            Err(error) => return measure.failed(error.to_string()),
        }
    }
}

/// Measures for as long as was said.
async fn sample(args: &Load, place: &Place, measure: &Measure) -> Result<Sample, Error> {
    let (start, length) = (Instant::now(), Duration::from_secs(args.seconds));
    let mut most = None;
    measure.begin();
    while let Some(left) = length.checked_sub(start.elapsed()).filter(|it| !it.is_zero()) {
        // Nobody is asked while just the load is measured.
        tokio::time::sleep(if args.attack.is_some() { left.min(LOOK) } else { left }).await;
        most = most.max(memory(args, &place.client).await?);
    }
    let mut sample = measure.end();
    (sample.seconds, sample.memory) = (start.elapsed().as_secs_f64(), most);
    Ok(sample)
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
    writeln!(out, "{tables} tables of {ruleset} and {idle_tables} idle ones, {sockets} sockets, {seconds:.1} s")?;
    writeln!(out, "moves      {moves}, {moves_per_second:.0} a second; {} games finished", report.games_finished)?;
    writeln!(out, "delay      {} from sending to the other seats", report.delay_ms)?;
    writeln!(out, "messages   {} bytes a move", report.bytes_per_move)?;
    let first = report.first_error.as_ref().map(|it| format!(", the first: {it}")).unwrap_or_default();
    writeln!(out, "errors     {}{first}", report.errors)?;
    if let Some(bytes) = report.server_memory_bytes {
        writeln!(out, "memory     {} MB", bytes / 1_000_000)?;
    }
    let Some(attacked) = &report.attacked else { return Ok(()) };
    let Attacked { kind, seconds, requests, refused, moves, moves_per_second, p50_ratio, p99_ratio, .. } = attacked;
    writeln!(out, "\nattack     {kind}, {seconds:.1} s: {requests} requests, {refused} refused")?;
    writeln!(out, "moves      {moves}, {moves_per_second:.0} a second")?;
    writeln!(out, "delay      {} from sending to the other seats", attacked.delay_ms)?;
    writeln!(out, "ratio      p50 {p50_ratio:.2}, p99 {p99_ratio:.2} times undisturbed")?;
    if let (Some(bytes), Some(above)) = (attacked.server_memory_bytes, attacked.memory_above_bytes) {
        writeln!(out, "memory     {} MB, {} MB above undisturbed", bytes / 1_000_000, above / 1_000_000)?;
    }
    Ok(())
}
