//! Serve: tables for people and bots over a network.

use std::{
    io::{self, IsTerminal as _},
    net::SocketAddr,
    str::FromStr as _,
    sync::Arc,
    time::Duration,
};

use alhambra_engine::{Seed, ruleset::RULES_VERSION};
use alhambra_server::{AppState, Config, Limits, client_origin, serve, serve_metrics, store::reason};
use tokio::{net::TcpListener, runtime::Builder};
use tracing_subscriber::{EnvFilter, filter::Directive};

use crate::error::Error;

/// Where to listen, where to keep everything, and what a single client may ask for.
#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// The address to listen on; use 0.0.0.0:8080 to be reachable from other machines.
    #[arg(long, env = "ALHAMBRA_BIND", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    bind: SocketAddr,

    /// Where everything is kept: a file for `SQLite`, or `postgres://user@host/name`.
    #[arg(
        long,
        env = "ALHAMBRA_DATABASE",
        value_name = "FILE|URL",
        default_value = "alhambra.db",
        hide_env_values = true
    )]
    database: String,

    /// The public URL of the server when it runs behind a proxy; with https, cookies are sent over https only.
    #[arg(long, env = "ALHAMBRA_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,

    /// How many of your own proxies stand in front of the server, each adding to X-Forwarded-For; by default 1 with
    /// --public-url and 0 without.
    #[arg(long, env = "ALHAMBRA_TRUSTED_PROXIES", value_name = "N")]
    trusted_proxies: Option<usize>,

    /// The key that signs cookies and tokens, 64 hexadecimal digits; by default one is generated and kept in the database.
    #[arg(long, env = "ALHAMBRA_KEY", value_name = "HEX", hide_env_values = true)]
    key: Option<Seed>,

    /// How many bots think at once; by default one fewer than there are processors, so that people's moves never wait for them.
    #[arg(long, env = "ALHAMBRA_THINKERS", value_name = "N")]
    thinkers: Option<usize>,

    /// The minimum time a bot takes for an action, in milliseconds, so that people can follow.
    #[arg(long, env = "ALHAMBRA_BOT_PAUSE", value_name = "MS", default_value_t = 400)]
    bot_pause: u64,

    /// How many seconds an idle or empty table stays in memory.
    #[arg(long, env = "ALHAMBRA_IDLE", value_name = "SECONDS", default_value_t = 60)]
    idle: u64,

    /// After how many seconds an empty table whose game has not begun is closed.
    #[arg(long, env = "ALHAMBRA_CLOSE_AFTER", value_name = "SECONDS", default_value_t = 86_400)]
    close_after: u64,

    /// Shuffle every game and name guests by this seed, 64 hexadecimal digits: for tests, and only where nobody else plays.
    #[arg(long, value_name = "HEX", hide = true)]
    shuffle: Option<Seed>,

    /// The largest message in bytes.
    #[arg(long, env = "ALHAMBRA_MAX_MESSAGE", value_name = "BYTES", default_value_t = Limits::default().message)]
    max_message: usize,

    /// Messages a second on one socket.
    #[arg(long, env = "ALHAMBRA_MESSAGES_PER_SECOND", value_name = "N", default_value_t = Limits::default().messages_per_second)]
    messages_per_second: u32,

    /// Requests a second from one address.
    #[arg(long, env = "ALHAMBRA_REQUESTS_PER_SECOND", value_name = "N", default_value_t = Limits::default().requests_per_second)]
    requests_per_second: u32,

    /// New tables a minute from one address.
    #[arg(long, env = "ALHAMBRA_TABLES_PER_MINUTE", value_name = "N", default_value_t = Limits::default().tables_per_minute)]
    tables_per_minute: u32,

    /// Lines of chat a minute from one address.
    #[arg(long, env = "ALHAMBRA_CHAT_PER_MINUTE", value_name = "N", default_value_t = Limits::default().chat_per_minute)]
    chat_per_minute: u32,

    /// How many bytes may be queued for one slow client before it is disconnected.
    #[arg(long, env = "ALHAMBRA_MAX_BACKLOG", value_name = "BYTES", default_value_t = Limits::default().backlog)]
    max_backlog: usize,

    /// How many bytes may be queued for all clients together before those with the longest queues are disconnected.
    #[arg(long, env = "ALHAMBRA_MAX_BACKLOGS", value_name = "BYTES", default_value_t = Limits::default().all_backlogs)]
    max_backlogs: usize,

    /// Open sockets per address.
    #[arg(long, env = "ALHAMBRA_MAX_SOCKETS", value_name = "N", default_value_t = Limits::default().sockets)]
    max_sockets: usize,

    /// Other open connections per address; not limited behind a proxy, which has to count them itself.
    #[arg(long, env = "ALHAMBRA_MAX_CONNECTIONS", value_name = "N", default_value_t = Limits::default().connections)]
    max_connections: usize,

    /// The address to serve Prometheus metrics on, such as 127.0.0.1:9090; by default nowhere, because they are not public.
    #[arg(long, env = "ALHAMBRA_METRICS_BIND", value_name = "ADDRESS")]
    metrics_bind: Option<SocketAddr>,

    /// The format of the log, which goes to standard error.
    #[arg(long, env = "ALHAMBRA_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,

    /// What is logged: error, warn, info, debug or trace, optionally by module, such as `info,alhambra_server=debug`.
    #[arg(long, env = "ALHAMBRA_LOG", value_name = "FILTER", default_value = "info,sqlx=warn")]
    log: String,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LogFormat {
    /// For people.
    Text,
    /// For programs, one object a line.
    Json,
}

/// Serves until it is told to stop.
pub(crate) fn run(args: &Serve, out: &mut impl io::Write) -> Result<(), Error> {
    let mut filter = EnvFilter::try_new(&args.log).map_err(|it| Error::Usage(format!("--log {}: {it}", args.log)))?;
    // What is said on a socket is nobody's business, however much is logged.
    for part in ["tungstenite", "tokio_tungstenite"] {
        filter = filter
            .add_directive(Directive::from_str(&format!("{part}=info")).map_err(|it| Error::Usage(it.to_string()))?);
    }
    // A log that can't be written, say on a full disk, is said nowhere: saying so on the same output would be a panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).log_internal_errors(false);
    match args.log_format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
    if args.shuffle.is_some() && !args.bind.ip().is_loopback() {
        return Err(Error::Usage("--shuffle is for tests: listen on 127.0.0.1, or leave it out".to_owned()));
    }
    let failed = |it: io::Error| Error::Failure(format!("can't serve: {it}"));
    // Every socket is a file, and systems begin with few of them.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    // Whoever has just sent something, or heard from the database, waits for no more than a few others, however many
    // there are.
    let runtime = Builder::new_multi_thread().event_interval(8).global_queue_interval(8).enable_all().build();
    let runtime = runtime.map_err(failed)?;
    runtime.block_on(async {
        // Before anybody is told that it is there: who then tells it to stop shall be heard.
        let stop = told_to_stop().map_err(failed)?;
        let listener = listen(args.bind).await?;
        let metrics_listener = match args.metrics_bind {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let app_state = AppState::open(config(args)).await;
        let app_state: Arc<AppState> = app_state.map_err(|it| unopened(&args.database, &reason(&it)))?;
        let address = listener.local_addr().map_err(failed)?;
        writeln!(out, "Alhambra is served on http://{address}")?;
        if let Some(listener) = metrics_listener {
            writeln!(out, "Metrics are told on http://{}/metrics", listener.local_addr().map_err(failed)?)?;
            tokio::spawn(serve_metrics(Arc::clone(&app_state), listener));
        }
        out.flush()?;
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            rules = RULES_VERSION,
            %address,
            public_url = args.public_url,
            database = described(&args.database),
            client = client_origin(),
            thinkers = app_state.config.n_thinkers,
            "serving"
        );
        tell_supervisor(Now::Ready);
        serve(app_state, listener, stop).await.map_err(failed)
    })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|it| Error::Failure(format!("can't listen on {address}: {it}")))
}

fn config(args: &Serve) -> Config {
    let default = Config::default();
    Config {
        database: database_url(&args.database),
        public_url: args.public_url.clone(),
        n_proxies: args.trusted_proxies.unwrap_or(usize::from(args.public_url.is_some())),
        key: args.key.map(|it| it.0),
        n_thinkers: args.thinkers.unwrap_or(default.n_thinkers),
        bot_pause: Duration::from_millis(args.bot_pause),
        idle: Duration::from_secs(args.idle),
        close_after: Duration::from_secs(args.close_after),
        shuffle: args.shuffle,
        limits: Limits {
            message: args.max_message,
            messages_per_second: args.messages_per_second,
            requests_per_second: args.requests_per_second,
            tables_per_minute: args.tables_per_minute,
            sockets: args.max_sockets,
            chat_per_minute: args.chat_per_minute,
            backlog: args.max_backlog,
            all_backlogs: args.max_backlogs,
            connections: args.max_connections,
            ..default.limits
        },
        ..default
    }
}

/// The address of a database: a file, or a server.
pub(crate) fn database_url(text: &str) -> String {
    if is_postgres(text) { text.to_owned() } else { format!("sqlite:{text}") }
}

fn is_postgres(database: &str) -> bool {
    database.starts_with("postgres:") || database.starts_with("postgresql:")
}

/// A database that can't be opened; the address of a server may have a password in it and is not said.
pub(crate) fn unopened(database: &str, reason: &str) -> Error {
    let name = if is_postgres(database) { "of PostgreSQL" } else { database };
    Error::Failure(format!("can't open the database {name}: {reason}"))
}

/// Where everything is kept, in words for the log, without user and password.
fn described(database: &str) -> String {
    let path = database.split('?').next().unwrap_or_default();
    if is_postgres(path) {
        let place = path.split_once("://").map_or("", |it| it.1);
        return format!("PostgreSQL at {}", place.rsplit_once('@').map_or(place, |it| it.1));
    }
    let file = std::fs::canonicalize(path).map_or_else(|_| path.to_owned(), |it| it.display().to_string());
    format!("SQLite in {file}")
}

/// How far the program is, for whoever has started it.
#[derive(Clone, Copy)]
enum Now {
    /// It answers.
    Ready,
    /// It goes down.
    Stopping,
}

/// Tells systemd, if it wants to know.
#[cfg(unix)]
fn tell_supervisor(now: Now) {
    let state = match now {
        Now::Ready => sd_notify::NotifyState::Ready,
        Now::Stopping => sd_notify::NotifyState::Stopping,
    };
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd could not be told");
    }
}

/// Nobody wants to know.
#[cfg(windows)]
fn tell_supervisor(_: Now) {}

/// The address of a site: pages of it are compared with this, so it has to be whole and nothing more.
fn public_url(text: &str) -> Result<String, &'static str> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = host.map(|it| it.strip_suffix('/').unwrap_or(it));
    let is_host = |it: &&str| !it.is_empty() && !it.contains(['/', '?', '#', '@']) && !it.contains(char::is_whitespace);
    host.filter(is_host).map(|_| text.to_owned()).ok_or("expected an address like https://alhambra.example")
}

/// Waits for an interrupt from the keyboard or the word of the system, whenever it comes after the call.
#[cfg(unix)]
fn told_to_stop() -> io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("going down");
        tell_supervisor(Now::Stopping);
    })
}

/// Waits for an interrupt from the keyboard, whenever it comes after the call.
#[cfg(windows)]
fn told_to_stop() -> io::Result<impl Future<Output = ()> + Send> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
        tracing::info!("going down");
        tell_supervisor(Now::Stopping);
    })
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn a_database_is_described_without_its_password() {
        let url = "postgres://alhambra:secret@db.example:5432/alhambra?password=secret";
        assert_eq!(described(url), "PostgreSQL at db.example:5432/alhambra");
        assert_eq!(described("postgresql:///alhambra"), "PostgreSQL at /alhambra");
        assert_eq!(described("nowhere/alhambra.db?mode=rwc"), "SQLite in nowhere/alhambra.db");
    }
}
