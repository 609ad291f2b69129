//! What the server says at a table.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ChatLine, Entry, Hint, News, Payments, Problem, StandingPass, TableId, TableInfo, TableLine, Update, Verdict,
    Written,
};

/// One message of the server.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "say")]
pub enum Message {
    /// The table, on connecting and whenever it changes.
    Table {
        /// What it is like now.
        table: Box<TableInfo>,
    },
    /// The game, on connecting and whenever it changes.
    Game {
        /// What the reader sees and may do.
        update: Box<Update>,
    },
    /// What an action has changed, instead of the whole game, for those who asked for news.
    News {
        /// What is to be put into the update before it.
        news: Box<News>,
    },
    /// Somebody said something.
    Chat {
        /// The line with its author.
        line: ChatLine,
    },
    /// The open list and one's own tables, on connecting to the socket of the lobby and after falling behind.
    Lobby {
        /// Public tables where people gather or play, the latest first, as everybody is shown them.
        #[schemars(with = "Vec<TableLine>")]
        open: Written,
        /// One's own tables that are not finished.
        mine: Vec<TableLine>,
    },
    /// What has changed in the open list.
    Listed {
        /// Tables that are new there or have changed.
        changed: Vec<TableLine>,
        /// The codes of those that are no longer there.
        gone: Vec<TableId>,
    },
    /// One's own tables, whenever one of them has changed.
    Mine {
        /// Those that are not finished.
        mine: Vec<TableLine>,
    },
    /// The answer to a request.
    Answer {
        /// The number of the request.
        #[serde(rename = "ref")]
        reference: Option<u32>,
        /// What was asked for.
        #[serde(flatten)]
        answer: Answer,
    },
    /// A request that could not be fulfilled.
    Error {
        /// The number of the request.
        #[serde(rename = "ref")]
        reference: Option<u32>,
        /// Why it was refused.
        #[serde(flatten)]
        problem: Problem,
    },
}

/// The answer to a request that was fulfilled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Answer {
    /// It is done, and durable.
    Done {
        /// The number of the latest update.
        seq: u32,
    },
    /// What an action would lead to.
    Considered {
        /// The action.
        action: String,
        /// Its effect, or why not.
        verdict: Verdict,
    },
    /// Every payment for a tile.
    Payments {
        /// They.
        payments: Payments,
    },
    /// Every legal action.
    Legal {
        /// In the notation.
        actions: Vec<String>,
        /// Whether there are more.
        more: bool,
    },
    /// What the strongest bot would do.
    Hint {
        /// Its candidates.
        #[schemars(with = "Hint")]
        hint: Written,
    },
    /// Older entries of the game.
    Entries {
        /// As many as are told at once, the oldest first.
        entries: Vec<Entry>,
    },
    /// How a seat answers between turns.
    Standing {
        /// From now on.
        pass: StandingPass,
    },
    /// The table of the rematch.
    Rematch {
        /// Its code.
        table: TableId,
    },
    /// A link that moves a seat to another device.
    SeatLink {
        /// Its path with its secret.
        path: String,
    },
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// What was written beforehand can't be told from what is written with its message.
    #[test]
    fn a_part_that_was_written_before_is_json_like_all_else() {
        let part = json!([{ "name": "a \" \\ \n \u{1} ü 花", "seats": [null, -1, 1.5, {}] }]);
        let message = Message::Lobby { open: Written::of(&part).unwrap(), mine: Vec::new() };
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(text, format!(r#"{{"say":"lobby","open":{part},"mine":[]}}"#));
        let expected = json!({ "say": "lobby", "open": part, "mine": [] });
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
        assert_eq!(serde_json::to_value(&message).unwrap(), expected);
    }
}
