//! Limits of what people write and send; the client is generated from them, so that nobody can type what a server refuses.

use serde::Serialize;

/// How much somebody may write and send.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limits {
    /// The most characters of a name.
    pub name: usize,
    /// The most characters of a line of chat.
    pub chat_line: usize,
    /// The most bytes of a record.
    pub record: usize,
    /// The most bytes of any other message, unless the server sets another limit.
    pub message: usize,
}

/// The limits of every table.
pub const LIMITS: Limits = Limits { name: 20, chat_line: 300, record: 512 << 10, message: 16 << 10 };
