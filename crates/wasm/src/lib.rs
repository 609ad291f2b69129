//! A table in a browser: the same table as on a server, driven by what a page says and stored by what a page has.
//!
//! [`Driver`] is to a browser what a room is to a server. Whoever calls it stores what it hands out and says so; only then are
//! the letters of the table handed out. [`think`] is the work of a bot, for whichever worker has time. Both speak JSON, which is
//! the protocol's own wherever the protocol has a word for it, and need nothing of a browser, so that tests drive them anywhere.

#![forbid(unsafe_code)]

#[cfg(target_family = "wasm")]
pub mod browser;
mod driver;
pub mod past;
mod stored;
mod thinking;

pub use driver::{Driver, Happening, Outcome, Sent, Task, Visitor, Wanted};
pub use stored::{Line, Stored};
pub use thinking::{ADVISER, Unthinkable, advise, iterations, think};
