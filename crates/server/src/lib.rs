//! Tables of Alhambra for people and bots over a network.
//!
//! [`AppState`] is everything that lives while the server runs, [`app`] is what answers requests, [`serve`] is both on a port.
//! Every table has a room, a task that alone may change it; what a room acknowledges is durable.

#![forbid(unsafe_code)]

mod address;
pub mod admin;
mod api;
mod app;
mod app_state;
mod archive;
mod caller;
mod client;
mod clock;
#[cfg(test)]
#[path = "../../table/tests/game/common/mod.rs"]
mod common;
mod compression;
mod config;
mod connection_limit;
mod error;
mod http;
mod lobby;
mod metrics;
mod outbox;
mod preview;
mod pulse;
mod random;
mod records;
mod review;
mod room;
mod serve;
mod shares;
mod socket;
pub mod store;
mod token;
pub mod upkeep;
mod websocket;
mod workers;

pub use app::{app, openapi};
pub use app_state::AppState;
pub use client::origin as client_origin;
pub use clock::Clock;
pub use config::{Config, Limits};
pub use serve::{serve, serve_metrics};
