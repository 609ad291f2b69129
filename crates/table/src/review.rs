//! Reviews: how likely everybody was to win at the beginning of every turn of a game, and where it turned.

use alhambra_bots::{Budget, Means, Question, Recall, Seen, analysis, bot_seed, prospects};
use alhambra_engine::{Event, Seat, State, notation::Record};
use alhambra_protocol::{Code, Hint, Judged, Problem, Review, TurningPoint};

use crate::{game, record::broken};

/// How many games are played on from a moment; a number, so that a review is the same on every machine.
const TRIES: u32 = 400;
/// How many games are played on to find out what else could have been done, if nobody says how many.
pub const IDEAS: u32 = 1000;
/// How many they are at most: a few seconds on one thread, which somebody who asked for them waits.
pub const MOST_IDEAS: u32 = 16_000;
/// A game with more turns than this is not reviewed; people need a few dozen.
const LONGEST: usize = 1000;
/// By how much the chances have to fall in a turn to make it a turning point, in thousandths.
const NOTABLE: u16 = 50;
/// How many turning points are named.
const NAMED: usize = 6;

/// A turn whose beginning is to be judged.
pub struct Turn {
    /// After how many actions it began.
    n: u32,
    /// Whose turn it is.
    pub mover: Seat,
    /// The game at its beginning.
    state: State,
    /// What whoever has to decide remembers of the hands of others.
    recall: Recall,
}

impl Turn {
    /// How likely everybody is to win from here, as whoever has to decide sees it.
    pub fn judge(&self, means: &Means) -> Judged {
        let seat = self.state.to_act().unwrap_or(self.mover);
        let question = Question {
            recall: &self.recall,
            seed: bot_seed(self.state.rng.seed, seat),
            budget: Budget::Iterations(TRIES),
            means,
            wanted: None,
        };
        let chances = prospects(&Seen::by(&self.state, seat), &question);
        Judged { n: self.n, chances: chances.iter().map(|it| (it * 1000.0).round() as u16).collect() }
    }
}

/// A game whose turns are visited one after the other: only one of them is in memory.
pub struct Walk {
    walk: analysis::Walk,
    is_begun: bool,
}

impl Walk {
    /// The beginning of a game.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn of(record: Record) -> Result<Walk, Problem> {
        let walk = analysis::Walk::of(record).map_err(|it| broken(&it))?;
        Ok(Walk { walk, is_begun: false })
    }

    /// The beginning of the next turn.
    pub fn next_turn(&mut self) -> Option<Turn> {
        loop {
            if std::mem::replace(&mut self.is_begun, true) {
                self.walk.step()?;
            }
            let began = self.walk.events().iter().rev().find_map(began);
            if let Some(mover) = began {
                let state = self.walk.state().clone();
                let recall = self.walk.recall(state.to_act().unwrap_or(mover)).clone();
                return Some(Turn { n: self.walk.n() as u32, mover, state, recall });
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
pub struct Counted {
    /// The record.
    pub record: Record,
    /// How many turns it has.
    pub n_turns: usize,
    /// How it ended, if it did.
    pub end: Option<Judged>,
}

/// Counts the turns of a record and finds out how it ended.
///
/// # Errors
/// If it can't be replayed, or has too many.
pub fn count(record: Record) -> Result<Counted, Problem> {
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

impl Counted {
    /// The review before anything is judged.
    pub fn begun(&self) -> Review {
        Review { n_moments: (self.n_turns + usize::from(self.end.is_some())) as u32, ..Review::default() }
    }
}

/// What whoever had to decide after `n` actions could have done, judged by so many games with what that seat knew; nothing at the end.
///
/// # Errors
/// If the record can't be replayed so far.
pub fn advice(record: &Record, n: u32, n_ideas: u32, means: &Means) -> Result<Hint, Problem> {
    let n = record.actions.len().min(n as usize);
    let played = record.actions.get(n).map(|it| it.1);
    let begun = Record { actions: record.actions[..n].to_vec(), proof: None, scores: None, ..*record };
    let mut walk = analysis::Walk::of(begun).map_err(|it| broken(&it))?;
    while walk.step().is_some() {}
    if walk.n() < n {
        return Err(Problem::new(Code::Invalid, "the record can't be replayed so far"));
    }
    let state = walk.state();
    let Some(seat) = state.to_act() else { return Ok(Hint { seq: n as u32, candidates: Vec::new() }) };
    let question = Question {
        recall: walk.recall(seat),
        seed: bot_seed(state.rng.seed, seat),
        budget: Budget::Iterations(n_ideas.clamp(1, MOST_IDEAS)),
        means,
        // What was done has its value too, however bad it was.
        wanted: played,
    };
    Ok(game::hint(state, seat, n as u32, &question))
}

/// The turns in which their players' chances fell most, in order.
pub fn turning_points(movers: &[Seat], moments: &[Judged]) -> Vec<TurningPoint> {
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
    fn a_game_turns_where_its_movers_lose_most() {
        let judged = |n, first| Judged { n, chances: vec![first, 1000 - first] };
        let moments = [judged(0, 500), judged(3, 440), judged(5, 450), judged(9, 700), judged(12, 0)];
        let movers = [Seat(0), Seat(1), Seat(1), Seat(0)];
        let point = |n, seat, lost| TurningPoint { n, seat, lost };
        let expected = [point(0, 0, 60), point(5, 1, 250), point(9, 0, 700)];
        assert_eq!(turning_points(&movers, &moments), expected);
    }
}
