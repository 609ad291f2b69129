//! What the host of a server can set.

use std::{num::NonZero, thread, time::Duration};

use alhambra_bots::Kind;
use alhambra_engine::Seed;
use alhambra_protocol::LIMITS;

use crate::clock::Clock;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where everything is kept: `sqlite:FILE` or `postgres://…`.
    pub database: String,
    /// The address by which people reach the server, if it is not the one they are asked for; `https` makes cookies secure.
    pub public_url: Option<String>,
    /// How many proxies of our own stand between clients and the server; each adds an address to `X-Forwarded-For`.
    pub n_proxies: usize,
    /// The key that signs cookies and tokens; kept in the database if not given.
    pub key: Option<[u8; 32]>,
    /// The time.
    pub clock: Clock,
    /// How many bots think at once.
    pub n_thinkers: usize,
    /// The least time that a bot takes for an action.
    pub bot_pause: Duration,
    /// How long a standing pass waits at least and at most, so that it can't be told from a person.
    pub standing_pause: (Duration, Duration),
    /// How long a room without visitors stays in memory.
    pub idle: Duration,
    /// How long a table whose game has not begun waits for anybody to come back before it is closed.
    pub close_after: Duration,
    /// The seed that shuffles every game alike and names guests, for tests; without it chance does.
    pub shuffle: Option<Seed>,
    /// The limits.
    pub limits: Limits,
    /// The bot whose advice is given as a hint.
    pub adviser: Kind,
}

/// What a single client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest message or body in bytes, records apart.
    pub message: usize,
    /// The largest record in bytes.
    pub record: usize,
    /// The longest game in actions that is replayed for whoever asks.
    pub record_actions: usize,
    /// How many records are replayed for one address at a time, waiting ones included.
    pub records_of_one: usize,
    /// How many records wait to be replayed for anybody.
    pub records_waiting: usize,
    /// Messages a second on one socket; three seconds' worth may come at once.
    pub messages_per_second: u32,
    /// Requests a second from one address; ten seconds' worth may come at once.
    pub requests_per_second: u32,
    /// New tables a minute from one address.
    pub tables_per_minute: u32,
    /// Sockets from one address.
    pub sockets: usize,
    /// Connections from one address that are no sockets yet; not counted behind a proxy.
    pub connections: usize,
    /// Sockets at one table of people who have no seat there.
    pub spectators: usize,
    /// Sockets of one player at one table; a new one takes the place of the oldest.
    pub sockets_per_player: usize,
    /// Lines of chat a minute from one address.
    pub chat_per_minute: u32,
    /// How many bytes wait for a slow client before it is cut off.
    pub backlog: usize,
    /// How many bytes wait for all clients together before those with most are cut off.
    pub all_backlogs: usize,
    /// How many entries of a game are told at once; older ones are asked for.
    pub entries: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: "sqlite:alhambra.db".to_owned(),
            public_url: None,
            n_proxies: 0,
            key: None,
            clock: Clock::system(),
            n_thinkers: n_thinkers(thread::available_parallelism().map_or(1, NonZero::get)),
            bot_pause: Duration::from_millis(400),
            standing_pause: (Duration::from_millis(600), Duration::from_millis(2200)),
            idle: Duration::from_mins(1),
            close_after: Duration::from_hours(24),
            shuffle: None,
            limits: Limits::default(),
            adviser: Kind::Strong,
        }
    }
}

/// How many bots think at once on so many processors: one is left to those who serve people, because the system lets even threads of
/// low priority go on for milliseconds while others wait (`docs/hosting.md`, "What one visitor can do to the others").
fn n_thinkers(n_processors: usize) -> usize {
    n_processors.saturating_sub(1).max(1)
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message: LIMITS.message,
            record: LIMITS.record,
            // Six people with all modules need six hundred.
            record_actions: 3000,
            records_of_one: 4,
            records_waiting: 64,
            messages_per_second: 20,
            requests_per_second: 20,
            tables_per_minute: 20,
            sockets: 64,
            connections: 128,
            spectators: 100,
            sockets_per_player: 8,
            chat_per_minute: 120,
            // A room that had to wait for the database tells at once whatever its full inbox leads to.
            backlog: 2 << 20,
            all_backlogs: 128 << 20,
            // More than people need for a game, so that only endless ones are told in parts.
            entries: 1000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_leaves_a_processor_to_those_who_serve() {
        assert_eq!([1, 2, 3, 8].map(n_thinkers), [1, 1, 2, 7]);
    }
}
