//! A game as people at a table see it: what they may do, what it leads to, what can be counted, and how it went.
//!
//! Everything here is computed from a game and changes nothing; no answer depends on anything that its reader may not
//! know.

mod facts;
mod hint;
mod listing;
mod news;
mod options;
mod outlook;
mod purchases;
mod replay;
mod standing;
mod tally;

use std::fmt::{Display, Write as _};

pub use facts::{Facts, facts};
pub use hint::hint;
pub use listing::listing;
pub use news::open_news;
pub use options::options;
pub(crate) use outlook::goes_on;
pub use outlook::{consider, preview};
pub use purchases::{N_ALL, N_BEST, payments, prices};
pub use replay::{NoPerspective, Perspective, entries, entry, moment};
pub use standing::{ends, passes};
pub use tally::tallies;

/// Something in the notation; with room for most actions its text need not grow.
fn notation(it: impl Display) -> String {
    let mut text = String::with_capacity(32);
    // Writing to a string does not fail.
    let _ = write!(text, "{it}");
    text
}
