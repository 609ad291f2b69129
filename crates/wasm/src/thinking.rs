//! Thinking without a clock: levels are counted in iterations, which come out the same on every machine.

use std::sync::Arc;

use alhambra_bots::{BotError, Budget, Kind, Means, StoppedClock};
use alhambra_protocol::Hint;
use alhambra_table::{GameLog, House, LogEntry, Moment, ReplayError, Table, TableMeta, Thought};

use crate::stored::Line;

/// Why nothing was thought.
#[derive(Debug, thiserror::Error)]
pub enum Unthinkable {
    /// The log makes no game.
    #[error(transparent)]
    Log(#[from] ReplayError),
    /// Nobody has to decide.
    #[error("nobody has to decide there")]
    Over,
    /// The bot finds nothing.
    #[error(transparent)]
    Bot(#[from] BotError),
}

/// The bot whose advice is given as a hint, as on a server.
pub const ADVISER: Kind = Kind::Strong;

/// How many iterations stand for the time that a level takes elsewhere; nothing for those that don't search.
pub const fn iterations(kind: Kind) -> Option<u32> {
    match kind.budget() {
        None => None,
        Some(Budget::Iterations(n)) => Some(n),
        Some(Budget::Time(time)) => Some(time.as_millis() as u32 * PER_MILLISECOND),
    }
}

/// What a bot of this kind does in the game of a table as it is stored, after this many iterations if it searches.
///
/// # Errors
/// If there is no such game, it is over, or the bot finds nothing.
pub fn think(meta: TableMeta, lines: &[Line], kind: Kind, n: Option<u32>) -> Result<String, Unthinkable> {
    Ok(thought(meta, lines)?.decide(counted(kind, n), means())?.to_string())
}

/// What whoever has to decide could do, the best first: a hint as the protocol writes it.
///
/// # Errors
/// If there is no such game, or it is over.
pub fn advise(meta: TableMeta, lines: &[Line], n: Option<u32>) -> Result<Hint, Unthinkable> {
    Ok(thought(meta, lines)?.advise(counted(ADVISER, n), &means()))
}

/// What is needed to think about the running decision.
fn thought(meta: TableMeta, lines: &[Line]) -> Result<Thought, Unthinkable> {
    let game = replay(&meta, lines)?;
    let seat = game.state.to_act().ok_or(Unthinkable::Over)?;
    let mut table = Table::new(Arc::new(House::default()), meta, Moment::default());
    table.resume(game);
    table.thought(seat).ok_or(Unthinkable::Over)
}

/// The game of a table as it is stored.
pub(crate) fn replay(meta: &TableMeta, lines: &[Line]) -> Result<GameLog, ReplayError> {
    let entries: Vec<LogEntry> = lines.iter().map(Line::entry).collect::<Result<_, _>>()?;
    GameLog::replay(meta, &entries)
}

/// The same bot with a budget that needs no clock.
pub(crate) fn counted(kind: Kind, n: Option<u32>) -> Kind {
    match iterations(kind) {
        Some(usual) => Kind::Search(Budget::Iterations(n.unwrap_or(usual).max(1))),
        None => kind,
    }
}

/// One thread and no clock.
pub(crate) fn means() -> Means {
    Means::by(StoppedClock)
}

/// What a search gets done in a millisecond natively, measured as 11 to 14 at three moments of a base game for three.
const PER_MILLISECOND: u32 = 12;
