//! Reviews: how likely everybody was to win at the beginning of every turn of a game, and where it turned.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use alhambra_bots::{Budget, Means, Question, Recall, Seen, bot_seed, prospects};
use alhambra_engine::{Event, Seat, State, notation::Record};
use alhambra_protocol::{Code, Hint, Judged, Problem, Review, TurningPoint};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::{error::problem, game, hall::Hall, http::broken};

/// How many games are played on from a moment; a number, so that a review is the same on every machine.
const TRIES: u32 = 400;
/// How many games are played on to find out what else could have been done.
const IDEAS: u32 = 1000;
/// How many reviews are kept in memory; older ones are worked out anew.
const KEPT: usize = 200;
/// How many reviews are worked on or waited for at most.
const WAITING: usize = 20;
/// A game with more turns than this is not reviewed; people need a few dozen.
const LONGEST: usize = 1000;
/// By how much the chances have to fall in a turn to make it a turning point, in thousandths.
const NOTABLE: u16 = 50;
/// How many turning points are named.
const NAMED: usize = 6;

/// The reviews that are known or being worked on.
pub(crate) struct Reviews {
    known: Mutex<VecDeque<(String, Review)>>,
    /// One review is worked on at a time, between the bots that people wait for.
    desk: Semaphore,
}

/// What became of a review that was to be kept.
#[derive(Debug, PartialEq)]
enum Kept {
    /// Nobody had asked for it yet.
    New,
    /// It is being worked on, or done.
    Earlier(Review),
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { known: Mutex::default(), desk: Semaphore::new(1) }
    }
}

impl Reviews {
    fn known(&self) -> MutexGuard<'_, VecDeque<(String, Review)>> {
        // What is behind the lock is whole after every statement.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are worked on or waited for.
    pub(crate) fn n_waiting(&self) -> usize {
        self.known().iter().filter(|it| !is_complete(&it.1)).count()
    }

    /// A review as far as it is.
    pub(crate) fn find(&self, key: &str) -> Option<Review> {
        self.known().iter().find(|it| it.0 == key).map(|it| it.1.clone())
    }

    /// Makes room for a review and keeps it, unless somebody was faster; says which it is.
    fn keep(&self, key: &str, review: Review) -> Result<Kept, Problem> {
        let mut known = self.known();
        if let Some((_, earlier)) = known.iter().find(|it| it.0 == key) {
            return Ok(Kept::Earlier(earlier.clone()));
        }
        if known.iter().filter(|it| !is_complete(&it.1)).count() >= WAITING {
            return Err(problem(Code::Unavailable, "too many games are being reviewed; try again in a minute"));
        }
        if known.len() >= KEPT
            && let Some(oldest) = known.iter().position(|it| is_complete(&it.1))
        {
            known.remove(oldest);
        }
        known.push_back((key.to_owned(), review));
        Ok(Kept::New)
    }

    fn change(&self, key: &str, change: impl FnOnce(&mut Review)) {
        if let Some((_, review)) = self.known().iter_mut().find(|it| it.0 == key) {
            change(review);
        }
    }

    fn forget(&self, key: &str) {
        self.known().retain(|it| it.0 != key);
    }
}

fn is_complete(review: &Review) -> bool {
    review.moments.len() == review.n_moments as usize
}

/// The name under which the review of an uploaded record is kept; no table has such a code.
pub(crate) fn key(record: &Record) -> String {
    Sha256::digest(record.to_string()).iter().map(|it| format!("{it:02x}")).collect()
}

/// A turn whose beginning is to be judged.
struct Turn {
    /// After how many actions it began.
    n: u32,
    /// Whose turn it is.
    mover: Seat,
    /// The game at its beginning.
    state: State,
    /// What whoever has to decide remembers of the hands of others.
    recall: Recall,
}

impl Turn {
    fn judge(&self) -> Judged {
        let seat = self.state.to_act().unwrap_or(self.mover);
        let question = Question {
            recall: &self.recall,
            seed: bot_seed(self.state.rng.seed, seat),
            budget: Budget::Iterations(TRIES),
            means: &Means::default(),
        };
        let chances = prospects(&Seen::by(&self.state, seat), &question);
        Judged { n: self.n, chances: chances.iter().map(|it| (it * 1000.0).round() as u16).collect() }
    }
}

/// The turns of a record, and how it ended if it did.
fn turns(record: &Record) -> Result<(Vec<Turn>, Option<Judged>), Problem> {
    let mut recalls = vec![Recall::new(); usize::from(record.ruleset.players)];
    let (mut turns, mut n) = (Vec::new(), 0);
    let state = record.replay(|state, _, events| {
        for event in events {
            recalls.iter_mut().zip(0..).for_each(|(it, seat)| it.observe(&event.seen_by(Some(Seat(seat)))));
        }
        let began = events.iter().rev().find_map(|it| match it {
            Event::TurnBegan { seat } => Some(*seat),
            _ => None,
        });
        // Nobody reads what is too long; it is refused below.
        if let Some(mover) = began.filter(|_| turns.len() <= LONGEST) {
            let recall = recalls[state.to_act().unwrap_or(mover).index()].clone();
            turns.push(Turn { n, mover, state: state.clone(), recall });
        }
        n += 1;
    });
    let state = state.map_err(|it| broken(&it))?;
    if turns.len() > LONGEST {
        return Err(problem(Code::TooLarge, format!("a game of more than {LONGEST} turns is not reviewed")));
    }
    let winners = state.winners();
    let share = |seat| if winners.contains(&seat) { 1000 / winners.len() as u16 } else { 0 };
    let end = state.is_over().then(|| Judged { n: n - 1, chances: state.seats().map(share).collect() });
    Ok((turns, end))
}

/// Begins to review a game and says how far it is.
///
/// # Errors
/// If the record can't be replayed, is too long, or too many others are waiting.
pub(crate) fn begin(hall: &Arc<Hall>, key: String, record: &Record) -> Result<Review, Problem> {
    let (turns, end) = turns(record)?;
    let n_moments = (turns.len() + usize::from(end.is_some())) as u32;
    let review = Review { n_moments, ..Review::default() };
    match hall.reviews.keep(&key, review.clone())? {
        Kept::Earlier(earlier) => Ok(earlier),
        Kept::New => {
            tokio::spawn(work(Arc::clone(hall), key, turns, end));
            Ok(review)
        }
    }
}

/// Judges one moment after the other away from the tasks that serve people; each waits for its place among the bots.
async fn work(hall: Arc<Hall>, key: String, turns: Vec<Turn>, end: Option<Judged>) {
    let Ok(_desk) = hall.reviews.desk.acquire().await else { return };
    let movers: Vec<Seat> = turns.iter().map(|it| it.mover).collect();
    for turn in turns {
        let Ok(place) = Arc::clone(&hall.thinkers).acquire_owned().await else { return };
        let judged = tokio::task::spawn_blocking(move || {
            let _place = place;
            turn.judge()
        });
        let Ok(judged) = judged.await else {
            // Whoever asks again begins anew.
            hall.reviews.forget(&key);
            return;
        };
        hall.reviews.change(&key, |review| review.moments.push(judged));
        if hall.is_closing() {
            return;
        }
    }
    hall.reviews.change(&key, |review| {
        review.moments.extend(end);
        review.turning_points = turning_points(&movers, &review.moments);
    });
}

/// What whoever had to decide after `n` actions could have done, judged with what that seat knew; nothing at the end.
///
/// # Errors
/// If the record can't be replayed so far, or the server is going down.
pub(crate) async fn advice(hall: &Hall, record: &Record, n: u32) -> Result<Hint, Problem> {
    let n = record.actions.len().min(n as usize);
    let begun = Record { actions: record.actions[..n].to_vec(), proof: None, scores: None, ..*record };
    let mut recalls = vec![Recall::new(); usize::from(record.ruleset.players)];
    let state = begun.replay(|_, _, events| {
        for event in events {
            recalls.iter_mut().zip(0..).for_each(|(it, seat)| it.observe(&event.seen_by(Some(Seat(seat)))));
        }
    });
    let state = state.map_err(|it| broken(&it))?;
    let Some(seat) = state.to_act() else { return Ok(Hint { seq: n as u32, candidates: Vec::new() }) };
    let recall = recalls.swap_remove(seat.index());
    let busy = || problem(Code::Unavailable, "nobody can think about it now; try again in a moment");
    let place = Arc::clone(&hall.thinkers).acquire_owned().await.map_err(|_| busy())?;
    let thought = tokio::task::spawn_blocking(move || {
        let _place = place;
        let question = Question {
            recall: &recall,
            seed: bot_seed(state.rng.seed, seat),
            budget: Budget::Iterations(IDEAS),
            means: &Means::default(),
        };
        game::hint(&state, seat, n as u32, &question)
    });
    thought.await.map_err(|_| busy())
}

/// The turns in which their players' chances fell most, in order.
fn turning_points(movers: &[Seat], moments: &[Judged]) -> Vec<TurningPoint> {
    let point = |(&seat, pair): (&Seat, &[Judged])| TurningPoint {
        n: pair[0].n,
        seat: seat.0,
        lost: pair[0].chances[seat.index()].saturating_sub(pair[1].chances[seat.index()]),
    };
    let mut points: Vec<_> = movers.iter().zip(moments.windows(2)).map(point).collect();
    points.retain(|it| it.lost >= NOTABLE);
    points.sort_by_key(|it| std::cmp::Reverse(it.lost));
    points.truncate(NAMED);
    points.sort_by_key(|it| it.n);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_ask_at_once_share_one_review() {
        let reviews = Reviews::default();
        let begun = Review { n_moments: 3, ..Review::default() };
        assert_eq!(reviews.keep("game", begun.clone()).unwrap(), Kept::New);
        reviews.change("game", |it| it.moments.push(Judged { n: 0, chances: vec![500, 500] }));
        let Kept::Earlier(earlier) = reviews.keep("game", begun).unwrap() else { panic!("it is there already") };
        assert_eq!(earlier.moments.len(), 1);
    }

    #[test]
    fn a_game_turns_where_its_movers_lose_most() {
        let judged = |n, first| Judged { n, chances: vec![first, 1000 - first] };
        let moments = [judged(0, 500), judged(3, 440), judged(5, 450), judged(9, 700), judged(12, 0)];
        let movers = [Seat(0), Seat(1), Seat(1), Seat(0)];
        let point = |n, seat, lost| TurningPoint { n, seat, lost };
        let expected = [point(0, 0, 60), point(5, 1, 250), point(9, 0, 700)];
        assert_eq!(turning_points(&movers, &moments), expected);
    }
}
