//! What the server counts of itself, as Prometheus reads it.

use alhambra_protocol::Code;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};

use crate::{hall::Hall, store::Meters};

/// Everything that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    /// Actions and taking back, durable and told.
    pub(crate) actions: Counter,
    /// Requests on sockets that could not be fulfilled.
    refused: Family<Reason, Counter>,
    /// Requests over HTTP.
    answered: Family<Status, Counter>,
    /// Visitors who were sent away because they did not read.
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
    code: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: u16,
}

/// A bot that waits, until it is dropped.
pub(crate) struct Waiting(Gauge);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Nothing has happened yet.
    pub(crate) fn new(store: &Meters) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::default(),
            actions: Counter::default(),
            refused: Family::default(),
            answered: Family::default(),
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
        ours.register("refused", "Requests on sockets that could not be fulfilled", metrics.refused.clone());
        ours.register("http_requests", "Requests over HTTP by the status of their answer", metrics.answered.clone());
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

    /// A request on a socket could not be fulfilled.
    pub(crate) fn refuse(&self, code: &Code) {
        let name = serde_json::to_value(code).ok();
        let name = name.as_ref().and_then(|it| it["code"].as_str()).unwrap_or_default();
        self.refused.get_or_create(&Reason { code: name.to_owned() }).inc();
    }

    /// A request over HTTP was answered.
    pub(crate) fn answer(&self, status: u16) {
        self.answered.get_or_create(&Status { status }).inc();
    }

    /// A bot waits for a place to think.
    pub(crate) fn wait(&self) -> Waiting {
        self.waiting.inc();
        Waiting(self.waiting.clone())
    }

    /// Everything as text.
    pub(crate) fn text(&self, hall: &Hall) -> String {
        let (tables, rooms) = hall.counts();
        let thinking = hall.config.n_thinkers.max(1) - hall.thinkers.available_permits();
        let set = |gauge: &Gauge, n: usize| gauge.set(i64::try_from(n).unwrap_or(i64::MAX));
        set(&self.tables, tables);
        set(&self.rooms, rooms);
        set(&self.sockets, hall.sockets.len());
        set(&self.connections, hall.connections.len());
        set(&self.thinking, thinking);
        set(&self.memory, memory().unwrap_or_default());
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process in bytes, where the system tells it.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
