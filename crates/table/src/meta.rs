//! What is kept of a table beside the log of its game: settings, seats, status and chat.

use alhambra_engine::fairness::{Proof, Secret, Share};
use alhambra_protocol::{ChatLine, Colour, Occupant, Settings, StandingPass, Status, TableId, TableLine};
use serde::{Deserialize, Serialize};

use crate::person::PersonId;

/// What is kept of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableMeta {
    /// Its code.
    pub id: TableId,
    /// What it is like.
    pub settings: Settings,
    /// How far it is.
    pub status: Status,
    /// Who opened it.
    pub host: PersonId,
    /// The seats, before the start as planned, afterwards as they play.
    pub chairs: Vec<Chair>,
    /// The version of the rules that the game follows; the first one where it isn't said.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// The seed of the game in the notation, from the start on; secret until the end.
    pub seed: Option<String>,
    /// What the server has drawn for the shuffle; nothing where the seed is known, or in tables of former versions.
    #[serde(default)]
    pub secret: Option<Secret>,
    /// When the host has started the game, so that the nonces are shown and nobody can change theirs.
    #[serde(default)]
    pub called_at: Option<u64>,
    /// From what the seed follows, from the start on; secret until the end.
    #[serde(default)]
    pub proof: Option<Proof>,
    /// The record that the game will go on from.
    pub from: Option<String>,
    /// After how many actions of a record it goes on.
    #[serde(default)]
    pub continued: Option<u32>,
    /// The record that the bots of a lesson follow.
    #[serde(default)]
    pub lesson: Option<String>,
    /// When it was opened.
    pub opened_at: u64,
    /// When the game began.
    pub started_at: Option<u64>,
    /// When the game ended.
    pub finished_at: Option<u64>,
    /// When the running decision was last taken up, if that was after the latest entry.
    pub resumed_at: u64,
    /// Milliseconds of the running decision that went by before that.
    pub spent: u64,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
    /// The latest lines of chat, the oldest first.
    pub chat: Vec<ChatLine>,
    /// Who may write there.
    #[serde(default)]
    pub order: Order,
}

/// Who may write at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Whether spectators may not.
    pub silent_spectators: bool,
    /// Whom the host has muted, as the chat knows them.
    pub muted: Vec<String>,
}

/// Tables said nothing of the rules while there was one version of them.
const fn first_rules() -> u32 {
    1
}

/// One seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    /// Who sits there.
    pub sitter: Sitter,
    /// The colour; the seat's own where nothing was chosen.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// How its player answers between turns.
    pub standing: StandingPass,
    /// Whether a bot plays in the person's place.
    pub substituted: bool,
    /// Whether its player wants to pause, or to go on.
    pub wants_pause: bool,
    /// Whether its player wants to give the game up.
    pub wants_end: bool,
    /// Milliseconds given after coming back to a clock that had run out.
    pub grace: u64,
    /// What its player adds to the shuffle, until the start.
    #[serde(default)]
    pub share: Share,
    /// How many times the seat changed hands; links and tokens of former epochs are void.
    #[serde(rename = "hand")]
    pub epoch: u32,
    /// How many times the others have let a bot decide here.
    #[serde(default)]
    pub n_voted_out: u32,
}

/// Who sits on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sitter {
    /// Nobody yet.
    #[default]
    Nobody,
    /// A person.
    Person {
        /// The code by which their cookie knows them.
        id: PersonId,
        /// The name at this seat.
        name: String,
    },
    /// A bot.
    Bot {
        /// A name for people to speak of it.
        name: String,
        /// Its level.
        level: String,
    },
}

impl Chair {
    /// A chair with somebody on it.
    pub fn of(sitter: Sitter) -> Chair {
        Chair { sitter, ..Chair::default() }
    }

    /// Somebody else sits down, or nobody; what the former one wished is forgotten.
    pub fn seat(&mut self, sitter: Sitter) {
        *self = Chair { sitter, epoch: self.epoch + 1, ..Chair::default() };
    }

    /// The person to whom it belongs.
    pub fn holder(&self) -> Option<&PersonId> {
        match &self.sitter {
            Sitter::Person { id, .. } => Some(id),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }

    /// Whether it belongs to this person.
    pub fn is_of(&self, person: &str) -> bool {
        self.holder().is_some_and(|it| it == person)
    }

    /// The name of who sits there.
    pub fn name(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Nobody => None,
            Sitter::Person { name, .. } | Sitter::Bot { name, .. } => Some(name),
        }
    }

    /// Who sits there, as everybody may know it.
    pub fn occupant(&self) -> Occupant {
        match &self.sitter {
            Sitter::Nobody => Occupant::Nobody,
            Sitter::Person { id: _, name } => Occupant::Person { name: name.clone(), colour: self.colour },
            Sitter::Bot { name, level } => {
                Occupant::Bot { name: name.clone(), level: level.clone(), colour: self.colour }
            }
        }
    }
}

impl TableMeta {
    /// The seats of this person.
    pub fn seats_of(&self, person: &str) -> Vec<u8> {
        self.chairs.iter().zip(0..).filter(|it| it.0.is_of(person)).map(|it| it.1).collect()
    }

    /// Whether this person may act for this seat, with a token of one seat only for that one and while it is in the same hands.
    pub fn may_act(&self, person: &str, program: Option<(u8, u32)>, seat: u8) -> bool {
        let chair = self.chairs.get(usize::from(seat)).filter(|it| it.is_of(person));
        chair.is_some_and(|chair| program.is_none_or(|it| it == (seat, chair.epoch)))
    }

    /// The seats for which this person, or a program with the token of one of the seats, may act.
    pub fn seats_for(&self, person: &str, program: Option<(u8, u32)>) -> Vec<u8> {
        (0..self.chairs.len() as u8).filter(|&it| self.may_act(person, program, it)).collect()
    }

    /// The table in a list, as nobody in particular sees it.
    pub fn line(&self, to_act: Option<u8>, changed_at: u64) -> TableLine {
        TableLine {
            id: self.id.clone(),
            settings: self.settings.clone(),
            status: self.status,
            seats: self.chairs.iter().map(Chair::occupant).collect(),
            seated: false,
            your_turn: false,
            to_act,
            continued: self.continued,
            changed_at,
        }
    }

    /// Whether the table is still to be played at.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Gathering | Status::Playing | Status::Paused)
    }
}
