//! Reviews: how likely everybody was to win at the beginning of every turn of a game, and where it turned.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use alhambra_bots::{Budget, Means, Question, Recall, Seen, bot_seed, prospects};
use alhambra_engine::{
    Event, Seat, State,
    notation::{Record, RecordError},
};
use alhambra_protocol::{Code, Hint, Judged, Problem, Review, TurningPoint};
use alhambra_table::game;
use sha2::{Digest as _, Sha256};

use crate::{
    address::network,
    app_state::AppState,
    http::broken,
    metrics::Limit,
    records::busy,
    shares::{Sort, Whose},
    workers::Cancel,
};

/// How many games are played on from a moment; a number, so that a review is the same on every machine.
const TRIES: u32 = 400;
/// How many games are played on to find out what else could have been done.
const IDEAS: u32 = 1000;
/// How many reviews are kept in memory; older ones are worked out anew.
const KEPT: usize = 200;
/// How many reviews are worked on or waited for at most.
const WAITING: usize = 100;
/// How many of them may be for one address.
const OF_ONE: usize = 3;
/// How many single moments are thought about for one address at a time.
const IDEAS_OF_ONE: usize = 4;
/// A game with more turns than this is not reviewed; people need a few dozen.
const LONGEST: usize = 1000;
/// By how much the chances have to fall in a turn to make it a turning point, in thousandths.
const NOTABLE: u16 = 50;
/// How many turning points are named.
const NAMED: usize = 6;

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
    fn judge(&self, cancel: &Cancel) -> Judged {
        let seat = self.state.to_act().unwrap_or(self.mover);
        let question = Question {
            recall: &self.recall,
            seed: bot_seed(self.state.rng.seed, seat),
            budget: Budget::Iterations(TRIES),
            means: &Means { cancel: Arc::clone(cancel), ..Means::default() },
            wanted: None,
        };
        let chances = prospects(&Seen::by(&self.state, seat), &question);
        Judged { n: self.n, chances: chances.iter().map(|it| (it * 1000.0).round() as u16).collect() }
    }
}

/// A game whose turns are visited one after the other: only one of them is in memory.
struct Walk {
    record: Record,
    state: State,
    recalls: Vec<Recall>,
    events: Vec<Event>,
    /// How many actions were done.
    n: usize,
    is_begun: bool,
}

impl Walk {
    fn of(record: Record) -> Result<Walk, Problem> {
        let mut events = Vec::new();
        let state = State::new_with(record.ruleset, record.seed, &mut events);
        let state = state.map_err(|it| broken(&RecordError::Ruleset(it)))?;
        let recalls = vec![Recall::new(); usize::from(record.ruleset.players)];
        Ok(Walk { record, state, recalls, events, n: 0, is_begun: false })
    }

    /// The next moment, or nothing at the end.
    fn step(&mut self) -> Option<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            let &(seat, action) = self.record.actions.get(self.n)?;
            self.events.clear();
            self.state.apply_with(seat, action, &mut self.events).ok()?;
            self.n += 1;
        }
        for event in &self.events {
            self.recalls.iter_mut().zip(0..).for_each(|(it, seat)| it.observe(&event.seen_by(Some(Seat(seat)))));
        }
        Some(())
    }

    /// The beginning of the next turn.
    fn next_turn(&mut self) -> Option<Turn> {
        loop {
            self.step()?;
            let began = self.events.iter().rev().find_map(began);
            if let Some(mover) = began {
                let recall = self.recalls[self.state.to_act().unwrap_or(mover).index()].clone();
                return Some(Turn { n: self.n as u32, mover, state: self.state.clone(), recall });
            }
        }
    }
}

fn began(event: &Event) -> Option<Seat> {
    match event {
        Event::TurnBegan { seat } => Some(*seat),
        _ => None,
    }
}

/// A record that can be reviewed.
pub(crate) struct Counted {
    record: Record,
    n_turns: usize,
    /// How it ended, if it did.
    end: Option<Judged>,
}

/// Counts the turns of a record and finds out how it ended.
///
/// # Errors
/// If it can't be replayed, or has too many.
pub(crate) fn count(record: Record) -> Result<Counted, Problem> {
    let mut n_turns = 0;
    let state = record.replay(|_, _, events| n_turns += usize::from(events.iter().any(|it| began(it).is_some())));
    let state = state.map_err(|it| broken(&it))?;
    if n_turns > LONGEST {
        return Err(Problem::new(Code::TooLarge, format!("a game of more than {LONGEST} turns is not reviewed")));
    }
    let winners = state.winners();
    let share = |seat| if winners.contains(&seat) { 1000 / winners.len() as u16 } else { 0 };
    let n = record.actions.len() as u32;
    let end = state.is_over().then(|| Judged { n, chances: state.seats().map(share).collect() });
    Ok(Counted { record, n_turns, end })
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
    let n_moments = (counted.n_turns + usize::from(counted.end.is_some())) as u32;
    let review = Review { n_moments, ..Review::default() };
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
            let judged = walk.next_turn().map(|turn| (turn.mover, turn.judge(cancel)));
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
        review.turning_points = turning_points(&movers, &review.moments);
    });
}

/// What whoever had to decide after `n` actions could have done, judged with what that seat knew; nothing at the end.
///
/// # Errors
/// If the record can't be replayed so far, or the server is going down.
pub(crate) async fn advice(app_state: &AppState, address: IpAddr, record: Record, n: u32) -> Result<Hint, Problem> {
    let n = record.actions.len().min(n as usize);
    let whose = Whose { sort: Sort::Hint, address: Some(network(address)), table: String::new() };
    if app_state.thinkers.n_wanted(&whose) >= IDEAS_OF_ONE {
        return Err(app_state.too_many(Limit::Records, "other moments are thought about for you; wait for them"));
    }
    let played = record.actions.get(n).map(|it| it.1);
    let thought = app_state.thinkers.run(whose, move |cancel| {
        let mut walk = Walk::of(Record { actions: record.actions[..n].to_vec(), proof: None, scores: None, ..record })?;
        while walk.step().is_some() {}
        if walk.n < n {
            return Err(Problem::new(Code::Invalid, "the record can't be replayed so far"));
        }
        let Walk { state, mut recalls, .. } = walk;
        let Some(seat) = state.to_act() else { return Ok(Hint { seq: n as u32, candidates: Vec::new() }) };
        let question = Question {
            recall: &recalls.swap_remove(seat.index()),
            seed: bot_seed(state.rng.seed, seat),
            budget: Budget::Iterations(IDEAS),
            means: &Means { cancel: Arc::clone(cancel), ..Means::default() },
            // What was done has its value too, however bad it was.
            wanted: played,
        };
        Ok(game::hint(&state, seat, n as u32, &question))
    });
    thought.await.ok_or_else(busy)?
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
