//! Reviews of games: kept, shared by those who ask for the same, and worked out among the bots that people wait for.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use alhambra_bots::Means;
use alhambra_engine::notation::Record;
use alhambra_protocol::{Code, Hint, Problem, Review};
use alhambra_table::review::{self, Counted, Walk};
use sha2::{Digest as _, Sha256};

use crate::{
    address::network,
    app_state::AppState,
    metrics::Limit,
    records::busy,
    shares::{Sort, Whose},
    workers::Cancel,
};

/// How many reviews are kept in memory; older ones are worked out anew.
const KEPT: usize = 200;
/// How many reviews are worked on or waited for at most.
const WAITING: usize = 100;
/// How many of them may be for one address.
const OF_ONE: usize = 3;
/// How many single moments are thought about for one address at a time.
const IDEAS_OF_ONE: usize = 4;

/// The reviews that are known or being worked on.
#[derive(Default)]
pub(crate) struct Reviews {
    known: Mutex<VecDeque<Known>>,
}

/// A review as far as it is.
struct Known {
    key: String,
    review: Review,
    /// Who wanted it first.
    address: IpAddr,
}

/// What became of a review that was to be kept.
#[derive(Debug, PartialEq)]
enum Kept {
    /// Nobody had asked for it yet.
    New,
    /// It is being worked on, or done.
    Earlier(Review),
}

impl Reviews {
    fn known(&self) -> MutexGuard<'_, VecDeque<Known>> {
        // What is behind the lock is whole after every statement.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are worked on or waited for.
    pub(crate) fn n_waiting(&self) -> usize {
        self.known().iter().filter(|it| !is_complete(&it.review)).count()
    }

    /// A review as far as it is.
    pub(crate) fn find(&self, key: &str) -> Option<Review> {
        self.known().iter().find(|it| it.key == key).map(|it| it.review.clone())
    }

    /// Makes room for a review and keeps it, unless somebody was faster; says which it is.
    fn keep(&self, key: &str, address: IpAddr, review: Review) -> Result<Kept, Problem> {
        let mut known = self.known();
        if let Some(earlier) = known.iter().find(|it| it.key == key) {
            return Ok(Kept::Earlier(earlier.review.clone()));
        }
        let begun = || known.iter().filter(|it| !is_complete(&it.review));
        if begun().filter(|it| it.address == address).count() >= OF_ONE {
            return Err(Problem::new(Code::TooMany, "games are still being reviewed for you; wait for them"));
        }
        if begun().count() >= WAITING {
            return Err(Problem::new(Code::Unavailable, "too many games are being reviewed; try again in a minute"));
        }
        if known.len() >= KEPT
            && let Some(oldest) = known.iter().position(|it| is_complete(&it.review))
        {
            known.remove(oldest);
        }
        known.push_back(Known { key: key.to_owned(), review, address });
        Ok(Kept::New)
    }

    fn change(&self, key: &str, change: impl FnOnce(&mut Review)) {
        if let Some(known) = self.known().iter_mut().find(|it| it.key == key) {
            change(&mut known.review);
        }
    }

    fn forget(&self, key: &str) {
        self.known().retain(|it| it.key != key);
    }
}

fn is_complete(review: &Review) -> bool {
    review.moments.len() == review.n_moments as usize
}

/// The name under which the review of an uploaded record is kept; no table has such a code.
pub(crate) fn key(record: &Record) -> String {
    Sha256::digest(record.to_string()).iter().map(|it| format!("{it:02x}")).collect()
}

/// Begins to review a game and says how far it is.
///
/// # Errors
/// If too many are waiting.
pub(crate) fn begin(
    app_state: &Arc<AppState>,
    address: IpAddr,
    key: String,
    counted: Counted,
) -> Result<Review, Problem> {
    let address = network(address);
    let review = counted.begun();
    match app_state.reviews.keep(&key, address, review.clone())? {
        Kept::Earlier(earlier) => Ok(earlier),
        Kept::New => {
            tokio::spawn(work(Arc::clone(app_state), address, key, counted));
            Ok(review)
        }
    }
}

/// Judges one moment after the other among the bots that people wait for; reviews of others go on meanwhile.
async fn work(app_state: Arc<AppState>, address: IpAddr, key: String, Counted { record, n_turns, end }: Counted) {
    let Ok(mut walk) = Walk::of(record) else { return app_state.reviews.forget(&key) };
    let mut movers = Vec::with_capacity(n_turns);
    let whose = Whose { sort: Sort::Review, address: Some(address), table: key.clone() };
    while movers.len() < n_turns {
        let judged = app_state.thinkers.run(whose.clone(), move |cancel| {
            let judged = walk.next_turn().map(|turn| (turn.mover, turn.judge(&means(cancel))));
            (walk, judged)
        });
        let Some((walked, Some((mover, judged)))) = judged.await else {
            // Whoever asks again begins anew.
            return app_state.reviews.forget(&key);
        };
        walk = walked;
        movers.push(mover);
        app_state.reviews.change(&key, |review| review.moments.push(judged));
        if app_state.is_closing() {
            return;
        }
    }
    app_state.reviews.change(&key, |review| {
        review.moments.extend(end);
        review.turning_points = review::turning_points(&movers, &review.moments);
    });
}

/// What whoever had to decide after `n` actions could have done, judged by so many games played on.
///
/// # Errors
/// If the record can't be replayed so far, or the server is going down.
pub(crate) async fn advice(
    app_state: &AppState,
    address: IpAddr,
    record: Record,
    n: u32,
    tries: u32,
) -> Result<Hint, Problem> {
    let whose = Whose { sort: Sort::Hint, address: Some(network(address)), table: String::new() };
    if app_state.thinkers.n_wanted(&whose) >= IDEAS_OF_ONE {
        return Err(app_state.too_many(Limit::Records, "other moments are thought about for you; wait for them"));
    }
    let thought = app_state.thinkers.run(whose, move |cancel| review::advice(&record, n, tries, &means(cancel)));
    thought.await.ok_or_else(busy)?
}

/// One thread and the clock of the system, until it is said that nobody waits any more.
fn means(cancel: &Cancel) -> Means {
    Means { cancel: Arc::clone(cancel), ..Means::default() }
}

#[cfg(test)]
mod tests {
    use alhambra_protocol::Judged;

    use super::*;

    #[test]
    fn two_who_ask_at_once_share_one_review() {
        let reviews = Reviews::default();
        let begun = Review { n_moments: 3, ..Review::default() };
        let address = IpAddr::from([1, 1, 1, 1]);
        assert_eq!(reviews.keep("game", address, begun.clone()).unwrap(), Kept::New);
        reviews.change("game", |it| it.moments.push(Judged { n: 0, chances: vec![500, 500] }));
        let Kept::Earlier(earlier) = reviews.keep("game", address, begun).unwrap() else {
            panic!("it is there already")
        };
        assert_eq!(earlier.moments.len(), 1);
    }

    #[test]
    fn nobody_takes_up_all_reviews() {
        let reviews = Reviews::default();
        let begun = Review { n_moments: 3, ..Review::default() };
        let keep = |name: usize, address: [u8; 4]| reviews.keep(&name.to_string(), address.into(), begun.clone());
        for name in 0..OF_ONE {
            assert_eq!(keep(name, [6; 4]).unwrap(), Kept::New);
        }
        assert_eq!(keep(OF_ONE, [6; 4]).unwrap_err().code, Code::TooMany);
        assert_eq!(keep(OF_ONE, [1; 4]).unwrap(), Kept::New);
        // What is done makes room.
        reviews.change("0", |it| it.moments = vec![Judged { n: 0, chances: Vec::new() }; 3]);
        assert_eq!(keep(OF_ONE + 1, [6; 4]).unwrap(), Kept::New);
    }
}
