//! Limits of what people write; the client is generated from them, so that nobody can type what a server refuses.

use serde::Serialize;

/// How much somebody may write.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limits {
    /// The most characters of a name.
    pub name: usize,
    /// The most characters of a line of chat.
    pub chat_line: usize,
}

/// The limits of every table.
pub const LIMITS: Limits = Limits { name: 20, chat_line: 300 };
