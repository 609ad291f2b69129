//! What server and clients say to each other.
//!
//! Everything is JSON and defined here once; the schemas, and from them the TypeScript types, are generated. Pieces and
//! actions are written as in the notation: a tile is `T9ne`, an action is `buy T9ne fl4 fl5`.

#![forbid(unsafe_code)]

mod bot;
mod client;
mod error;
mod game;
mod hint;
mod limits;
mod options;
mod past;
mod piece;
mod schema;
mod server;
mod standing;
mod table;

pub use bot::{BOT_VERSION, BotAnswer, BotMessage};
pub use client::{Ask, Request};
pub use error::{Code, Problem};
pub use game::{CampPoints, Clock, Entry, Held, Lines, News, OpenNews, Side, Tally, Update, Written};
pub use hint::{Candidate, Hint};
pub use limits::{LIMITS, Limits};
pub use options::{
    Change, Effect, Fit, FlipPayment, LegalCell, LegalSwap, LegalTile, Lost, Offer, OpenHut, Options, Payments,
    Perching, Placing, Priced, Purchase, Refused, Rival, Verdict, WallCard,
};
pub use past::{FinishedGame, Judged, Moment, Proof, Review, SeatFacts, Share, TurningPoint};
pub use piece::Piece;
pub use schema::Schemas;
pub use server::{Answer, Message};
pub use standing::{Condition, StandingPass};
pub use table::{
    Assistance, BotLevel, ChatLine, Colour, Info, Me, NewTable, Occupant, Pace, Presence, SeatInfo, SeatNumber,
    SeatPlan, SeatWish, Settings, Shuffle, Status, TableId, TableInfo, TableLine, Tables, Token, Visibility,
};
