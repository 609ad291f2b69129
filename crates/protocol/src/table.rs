//! Tables: what is played, by whom, at which pace.

use alhambra_engine::{Ending, Game, Ruleset, Scoring, modules::Module};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The short code of a table, as in its link.
pub type TableId = String;

/// A seat at a table, counted from 0; after the start also the seat in the game.
pub type SeatNumber = u8;

/// What a table is like: chosen by its host and fixed when the game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// The game, its scoring, the number of players and the modules.
    pub ruleset: Ruleset,
    /// Whether the table is in the open list.
    pub visibility: Visibility,
    /// How much time there is.
    pub pace: Pace,
    /// What help there is.
    pub assistance: Assistance,
    /// Whether the seats keep their order; otherwise they are shuffled at the start.
    #[serde(default)]
    pub fixed_seats: bool,
    /// The bot that plays on for somebody who is away.
    #[serde(default = "fair")]
    pub substitute: String,
    /// Seconds that others who are there wait for somebody who is away and has to decide, before that bot plays on; as
    /// long as it takes if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u32>,
}

fn fair() -> String {
    "fair".to_owned()
}

/// A wish for a new table; its author becomes the host and sits down on the first seat for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewTable {
    /// What it is like.
    pub settings: Settings,
    /// Who shall sit on each seat, as many as there are players.
    pub seats: Vec<SeatPlan>,
    /// Whether to start at once; possible if nobody has to be waited for.
    #[serde(default)]
    pub start: bool,
    /// A record to go on from: a text as `GET /api/games/{id}/record` gives it, up to this many of its actions; the table is
    /// in no list, because whoever has the record knows what will be drawn. Before the first action the same game is
    /// shuffled anew, unless it is a lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<(String, u32)>,
    /// Whether it is a lesson: its bots go on as the record does, it is in no list, and it is cleared away once left.
    #[serde(default)]
    pub lesson: bool,
}

/// Who shall sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "seat")]
pub enum SeatPlan {
    /// Anybody with the link.
    Open,
    /// The host; several seats make a hot seat.
    Me {
        /// The name at this seat; otherwise the host's, with a number where it is taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The colour, if nobody else has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// A bot.
    Bot {
        /// Its level by name, as `Info::bots` lists them.
        level: String,
    },
}

/// Who finds a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// It is in the open list.
    Public,
    /// Only who has the link.
    Link,
}

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "pace")]
pub enum Pace {
    /// As much as one likes.
    Unlimited,
    /// So much for each decision; days are fine.
    PerMove {
        /// Seconds for one decision.
        seconds: u32,
    },
    /// So much for the whole game and a little more with every turn.
    Bank {
        /// Seconds at the start.
        seconds: u32,
        /// Seconds that come back at the end of every turn.
        increment: u32,
    },
}

/// What help there is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assistance {
    /// Players may ask for hints.
    pub hints: bool,
    /// Players may take back what revealed nothing.
    pub undo: bool,
}

/// A table as everybody who has its link may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// Its code.
    pub id: TableId,
    /// What it is like.
    pub settings: Settings,
    /// How far it is.
    pub status: Status,
    /// The seats, before the start as planned, afterwards as they play.
    pub seats: Vec<SeatInfo>,
    /// The seats that the reader holds.
    pub yours: Vec<SeatNumber>,
    /// Whether the reader is the host.
    pub host: bool,
    /// Where the host sits.
    pub host_seat: Option<SeatNumber>,
    /// How many watch.
    pub n_watchers: u32,
    /// SHA-256 of the seed, from the start on (the seed itself comes with the record at the end).
    pub seed_hash: Option<String>,
    /// What binds everybody who adds to the shuffle; nothing where the seed is known, or for tables of former versions.
    pub shuffle: Option<Shuffle>,
    /// After how many actions of a record the game goes on: whoever has that record knows what will be drawn.
    pub continued: Option<u32>,
    /// Whether spectators may write.
    pub spectator_chat: bool,
    /// The authors whom the host has muted.
    pub muted: Vec<String>,
    /// The table of the rematch, once somebody has opened it.
    pub rematch: Option<TableId>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// The latest lines of chat, the oldest first; on a socket they come with the first message, and later ones one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<Vec<ChatLine>>,
}

/// What everybody may know of a shuffle before the game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shuffle {
    /// SHA-256 of `alhambra-shuffle-1 secret TABLE SECRET`, from the moment on when the table was opened.
    pub commitment: String,
    /// What the players are bound to, in the order of the seats before the start.
    pub seats: Vec<Option<String>>,
    /// Whether the host has started the game and the nonces are to be shown now.
    pub revealing: bool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// People sit down.
    Gathering,
    /// The game is on.
    Playing,
    /// The game waits until all players agree to go on.
    Paused,
    /// The game came to its end.
    Finished,
    /// The players gave it up, or the host closed it before the start.
    Abandoned,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Occupant,
    /// Whether its player is there.
    pub presence: Presence,
    /// Whether a bot plays in the person's place now.
    pub substituted: bool,
    /// Whether its player wants to pause (or to go on, at a paused table).
    pub wants_pause: bool,
    /// Whether its player wants to give the game up.
    pub wants_end: bool,
    /// The seats that want a bot to decide for this one.
    pub votes: Vec<SeatNumber>,
}

/// What a player is known by beside the name; nobody else at the table has the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "a colour is what it is called")]
pub enum Colour {
    Teal,
    Red,
    Violet,
    Saffron,
    Olive,
    Slate,
}

impl Colour {
    /// All of them, in the order of the seats that wear them unless something else was chosen.
    pub const ALL: [Colour; 6] =
        [Colour::Teal, Colour::Red, Colour::Violet, Colour::Saffron, Colour::Olive, Colour::Slate];
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "occupant")]
pub enum Occupant {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person {
        /// The name that they have chosen at this table.
        name: String,
        /// The colour; the seat's own where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// A bot.
    Bot {
        /// A name for people to speak of it.
        name: String,
        /// Its level.
        level: String,
        /// The colour; the seat's own where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "presence")]
pub enum Presence {
    /// Connected, or a bot.
    Here,
    /// Not connected.
    Away {
        /// Since when, in milliseconds since 1970.
        since: u64,
    },
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Who wrote it.
    pub name: String,
    /// Who wrote it, in letters that are the same for the same person at this table and mean nothing elsewhere.
    #[serde(default)]
    pub author: String,
    /// From which seat; nobody's for a watcher.
    pub seat: Option<SeatNumber>,
    /// What was written.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableLine {
    /// Its code.
    pub id: TableId,
    /// What it is like.
    pub settings: Settings,
    /// How far it is.
    pub status: Status,
    /// Who sits there.
    pub seats: Vec<Occupant>,
    /// Whether the reader has a seat there.
    pub seated: bool,
    /// Whether the reader has to decide something now.
    pub your_turn: bool,
    /// Whose decision it is.
    pub to_act: Option<SeatNumber>,
    /// After how many actions of a record the game goes on.
    pub continued: Option<u32>,
    /// When something last happened, in milliseconds since 1970.
    pub changed_at: u64,
}

/// The lists of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tables {
    /// Public tables where people gather or play.
    pub open: Vec<TableLine>,
    /// One's own tables that are not finished.
    pub mine: Vec<TableLine>,
}

/// A wish for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatWish {
    /// For which of one's seats.
    pub seat: SeatNumber,
}

/// What a program shows to play for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// To be sent as `Authorization: Bearer …`.
    pub token: String,
}

/// The reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The name that others see.
    pub name: String,
}

/// What the server can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Info {
    /// The version of the program.
    pub version: String,
    /// The version of the rules.
    pub rules: u32,
    /// The games.
    pub games: Vec<Game>,
    /// The scorings of Granada.
    pub scorings: Vec<Scoring>,
    /// When the combined game can end.
    pub endings: Vec<Ending>,
    /// The modules, and the games that each goes with.
    pub modules: Vec<(Module, Vec<Game>)>,
    /// The levels of bots: beginners of every temper, then the others, the weakest first.
    pub bots: Vec<BotLevel>,
}

/// A level of bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotLevel {
    /// Its name in plans and settings.
    pub level: String,
    /// What it is like, in a few words of English.
    pub description: String,
    /// Whether it plays like somebody who plays for the first time.
    pub beginner: bool,
}
