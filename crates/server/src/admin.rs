//! Administration: what an administrator can learn about a table and do with it.

use alhambra_protocol::{Occupant, Status};
use alhambra_table::{Chair, GameLog, TableMeta};

use crate::store::Store;

/// A table as an administrator sees it; hands and seeds stay hidden, because administrators may be playing too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its code.
    pub id: String,
    /// What is played.
    pub ruleset: String,
    /// The version of the rules that its game follows.
    pub rules: u32,
    /// How far it is.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// Which person holds each seat, as `alhambra admin` names people.
    pub people: Vec<Option<String>>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// When its game began.
    pub started_at: Option<u64>,
    /// When its game ended.
    pub finished_at: Option<u64>,
    /// How many entries its log has.
    pub n_entries: u32,
    /// When the latest was written.
    pub latest_at: Option<u64>,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whose decision it is.
    pub to_act: Option<u8>,
    /// The points by seat.
    pub scores: Vec<u16>,
}

impl Look {
    pub(crate) fn new(meta: &TableMeta, n_entries: u32, latest_at: Option<u64>) -> Look {
        Look {
            id: meta.id.clone(),
            ruleset: meta.settings.ruleset.to_string(),
            rules: meta.rules,
            status: meta.status,
            seats: meta.chairs.iter().map(Chair::occupant).collect(),
            people: meta.chairs.iter().map(|it| it.holder().cloned()).collect(),
            opened_at: meta.opened_at,
            started_at: meta.started_at,
            finished_at: meta.finished_at,
            n_entries,
            latest_at,
        }
    }
}

/// One table, and how its game stands if it has begun and can be replayed.
///
/// # Errors
/// If the database doesn't answer.
pub async fn inspect(store: &Store, id: &str) -> Result<Option<(Look, Option<Standing>)>, sqlx::Error> {
    let Some(meta) = store.meta(id).await? else { return Ok(None) };
    let entries = store.log(id).await?;
    let standing = GameLog::replay(&meta, &entries).ok().map(|GameLog { state, .. }| Standing {
        to_act: state.to_act().map(|it| it.0),
        scores: state.players.iter().map(|it| it.score).collect(),
    });
    Ok(Some((Look::new(&meta, entries.len() as u32, entries.last().map(|it| it.at)), standing)))
}
