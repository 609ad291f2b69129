//! What the server counts of itself, as Prometheus reads it.

use std::time::Duration;

use alhambra_engine::ruleset::RULES_VERSION;
use alhambra_protocol::Code;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
        info::Info,
    },
    registry::Registry,
};

use crate::{app_state::AppState, shares::Sort, store::Meters};

/// Everything that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    /// Actions and taking back, durable and told.
    pub(crate) actions: Counter,
    /// How long it took from reading an action on a socket until it was durable and told.
    action_seconds: Histogram,
    /// Requests that could not be fulfilled.
    refused: Family<Reason, Counter>,
    /// What was refused because there was too much of it.
    limited: Family<Exceeded, Counter>,
    /// Requests over HTTP.
    answered: Family<Status, Counter>,
    /// How long answers over HTTP took.
    route_seconds: Family<Route, Histogram>,
    /// How long it took what is done away from the tasks that serve people.
    work: Works,
    /// Games whose review is worked on or waited for.
    reviews: Gauge,
    /// Visitors who were disconnected because they did not read.
    pub(crate) cut_off: Counter,
    /// Bots that wait for a place to think.
    waiting: Gauge,
    tables: Gauge,
    rooms: Gauge,
    sockets: Gauge,
    connections: Gauge,
    thinking: Gauge,
    memory: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    over: &'static str,
    code: String,
}

/// How something was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// By a request of HTTP.
    Http,
    /// On a socket.
    Socket,
}

/// What there was too much of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    /// Connections from an address.
    Connections,
    /// Sockets from an address.
    Sockets,
    /// Requests of an address.
    Requests,
    /// New tables of an address.
    Tables,
    /// Messages on a socket.
    Messages,
    /// Visitors at a table.
    Visitors,
    /// Lines of chat of an address.
    Chat,
    /// Records, reviews and hints that are worked on for an address.
    Records,
}

impl Over {
    const fn name(self) -> &'static str {
        match self {
            Over::Http => "http",
            Over::Socket => "socket",
        }
    }
}

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Limit::Connections => "connections",
            Limit::Sockets => "sockets",
            Limit::Requests => "requests",
            Limit::Tables => "tables",
            Limit::Messages => "messages",
            Limit::Visitors => "visitors",
            Limit::Chat => "chat",
            Limit::Records => "records",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Exceeded {
    limit: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// How long each sort of work took.
#[derive(Clone)]
pub(crate) struct Works(Family<Work, Histogram>);

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Work {
    sort: &'static str,
}

impl Default for Works {
    fn default() -> Works {
        Works(Family::new_with_constructor(quick))
    }
}

impl Works {
    /// Something was done and took so long.
    pub(crate) fn done(&self, sort: Sort, took: Duration) {
        self.0.get_or_create(&Work { sort: sort.name() }).observe(took.as_secs_f64());
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
    rules: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: u16,
}

impl Metrics {
    /// Nothing has happened yet.
    pub(crate) fn new(store: &Meters, work: &Works) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::default(),
            actions: Counter::default(),
            action_seconds: quick(),
            refused: Family::default(),
            limited: Family::default(),
            answered: Family::default(),
            route_seconds: Family::new_with_constructor(quick),
            work: work.clone(),
            reviews: Gauge::default(),
            cut_off: Counter::default(),
            waiting: Gauge::default(),
            tables: Gauge::default(),
            rooms: Gauge::default(),
            sockets: Gauge::default(),
            connections: Gauge::default(),
            thinking: Gauge::default(),
            memory: Gauge::default(),
        };
        let mut registry = Registry::default();
        let ours = registry.sub_registry_with_prefix("alhambra");
        ours.register("actions", "Actions that were made durable", metrics.actions.clone());
        ours.register("refused", "Requests that could not be fulfilled", metrics.refused.clone());
        ours.register("http_requests", "Requests over HTTP by the status of their answer", metrics.answered.clone());
        let build = Info::new(Build { version: env!("CARGO_PKG_VERSION"), rules: RULES_VERSION });
        ours.register("build", "The program and the rules it plays", build);
        ours.register("action_seconds", "From reading an action until it is durable", metrics.action_seconds.clone());
        ours.register("limited", "What was refused because there was too much of it", metrics.limited.clone());
        ours.register("http_seconds", "How long answers over HTTP took, by route", metrics.route_seconds.clone());
        ours.register("work_seconds", "How long heavy work took, by its sort", metrics.work.0.clone());
        ours.register("reviews_waiting", "Games whose review is worked on or waited for", metrics.reviews.clone());
        ours.register("cut_off", "Sockets that were closed because nobody read them", metrics.cut_off.clone());
        ours.register("tables", "Tables where people gather or play", metrics.tables.clone());
        ours.register("rooms", "Tables that are in memory", metrics.rooms.clone());
        ours.register("sockets", "Open sockets of tables and the lobby", metrics.sockets.clone());
        ours.register("connections", "Open connections that are no sockets yet", metrics.connections.clone());
        ours.register("bots_thinking", "Bots that think at this moment", metrics.thinking.clone());
        ours.register("bots_waiting", "Bots that wait for a place to think", metrics.waiting.clone());
        ours.register("commit_jobs", "What one transaction made durable, in jobs of rooms", store.jobs.clone());
        ours.register("commit_seconds", "How long a transaction took", store.seconds.clone());
        ours.register("commit_failures", "Transactions that failed", store.failures.clone());
        registry.register("process_resident_memory_bytes", "Memory of this process", metrics.memory.clone());
        metrics.registry = registry;
        metrics
    }

    /// A request could not be fulfilled.
    pub(crate) fn refuse(&self, over: Over, code: &Code) {
        let name = serde_json::to_value(code).ok();
        let name = name.as_ref().and_then(|it| it["code"].as_str()).unwrap_or_default();
        self.refused.get_or_create(&Reason { over: over.name(), code: name.to_owned() }).inc();
    }

    /// There was too much of something.
    pub(crate) fn limit(&self, limit: Limit) {
        self.limited.get_or_create(&Exceeded { limit: limit.name() }).inc();
    }

    /// An action was done that had been asked for so long ago.
    pub(crate) fn act(&self, took: Duration) {
        self.action_seconds.observe(took.as_secs_f64());
    }

    /// A request over HTTP was answered.
    pub(crate) fn answer(&self, route: &str, status: u16, took: Duration) {
        self.answered.get_or_create(&Status { status }).inc();
        self.route_seconds.get_or_create(&Route { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    /// Everything as text.
    pub(crate) fn text(&self, app_state: &AppState) -> String {
        let (tables, rooms) = app_state.counts();
        let (waiting, thinking) = app_state.thoughts();
        let set = |gauge: &Gauge, n: usize| gauge.set(i64::try_from(n).unwrap_or(i64::MAX));
        set(&self.tables, tables);
        set(&self.rooms, rooms);
        set(&self.sockets, app_state.sockets.len());
        set(&self.connections, app_state.connections.len());
        set(&self.thinking, thinking);
        set(&self.reviews, app_state.reviews.n_waiting());
        set(&self.waiting, waiting);
        set(&self.memory, memory().unwrap_or_default());
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// A histogram of what takes between a fraction of a millisecond and seconds.
fn quick() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 16))
}

/// The memory of this process in bytes, where the system tells it.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
