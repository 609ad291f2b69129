//! What an action has changed in the game as everybody sees it.

use alhambra_engine::{State, View, scoring::next_round, state::Player};
use alhambra_protocol::OpenNews;

use super::tally::changed_tallies;

/// What everybody sees that it is different now.
pub fn open_news(former: &State, now: &State) -> OpenNews {
    let (before, after) = (View::of(former, None), View::of(now, None));
    // Whoever takes money changes nothing that is counted.
    let tallied = if next_round(former) == next_round(now) && same_tallies(former, now) {
        Vec::new()
    } else {
        changed_tallies(former, now)
    };
    OpenNews {
        agenda: after.agenda,
        table: (before.table != after.table).then_some(after.table),
        players: changed(before.players, after.players),
        dirk: after.dirk.filter(|it| before.dirk != Some(*it)),
        tallies: tallied,
        next_scoring: next_round(now),
    }
}

/// The new ones of those that have changed, with their places.
fn changed<T: PartialEq>(before: Vec<T>, after: Vec<T>) -> Vec<(u8, T)> {
    let pairs = before.into_iter().zip(after).zip(0..);
    pairs.filter(|((before, after), _)| before != after).map(|((_, after), i)| (i, after)).collect()
}

/// Whether nothing that is counted can have changed, because the players differ in their money alone.
fn same_tallies(former: &State, now: &State) -> bool {
    let same = |(former, now): (&Player, &Player)| {
        let Player { money, bureaux, coins, .. } = *now;
        Player { money, bureaux, coins, ..*former } == *now
    };
    former.dirk == now.dirk && former.players.iter().zip(&now.players).all(same)
}
