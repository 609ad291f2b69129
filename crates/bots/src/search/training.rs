//! Training: the value function is fitted to games that were played to their end.

use alhambra_engine::{Seat, State, list::List, material::Round, scoring::next_round};

use super::{
    Traits, ValueFunction,
    playout::{Glance, Playout},
    value::{N_COMMON, Value},
};
use crate::Weights;

const N_TRAITS: usize = Traits::NAMES.len();

/// One game of a training set: what everybody had whenever a turn began, and the scores in the end.
#[derive(Clone, Debug, Default)]
pub struct TrainingGame {
    samples: Vec<Sample>,
    /// The points in the end, by seat.
    scores: Vec<u16>,
}

/// The beginning of a turn.
#[derive(Clone, Copy, Debug)]
struct Sample {
    round: Round,
    /// How many own turns are left until the end of the game.
    end: f32,
    /// What every seat has, and its points so far with those that are counted on anyway.
    seats: List<(Traits, f32), 6>,
}

impl TrainingGame {
    /// Takes a sample of the game if a turn begins.
    pub fn sample(&mut self, state: &State, weights: &Weights) {
        let mut playout = Playout::new(state, weights);
        if !playout.is_new_turn() {
            return;
        }
        let (glance, round) = (Glance::new(state, weights), next_round(state));
        let seats = state.seats().map(|seat| {
            let counted_on = playout.additions(&glance, round, seat);
            (playout.traits(&glance, round, seat), f32::from(state.player(seat).score) + counted_on)
        });
        self.samples.push(Sample { round, end: glance.chances.end, seats: seats.collect() });
    }

    /// Sees how the game ended.
    pub fn end(&mut self, state: &State) {
        self.scores = state.players.iter().map(|it| it.score).collect();
    }

    /// What every seat has, and how many points it got from then on, for all samples.
    fn levels(&self, round: Round) -> impl Iterator<Item = (Traits, f32)> {
        let samples = self.samples.iter().filter(move |it| it.round == round);
        let seats = samples.flat_map(|it| it.seats.iter().zip(&self.scores));
        seats.map(|(&(traits, so_far), &score)| (traits, f32::from(score) - so_far))
    }

    /// What one seat has more than another, and how many points more it got for that, for all pairs and samples.
    fn comparisons(&self, round: Round) -> impl Iterator<Item = ([f32; N_TRAITS], f32)> {
        let samples = self.samples.iter().filter(move |it| it.round == round);
        let pairs =
            samples.flat_map(|it| (0..it.seats.len()).flat_map(move |one| (0..one).map(move |two| (it, one, two))));
        pairs.map(|(sample, one, two)| {
            let [(traits, so_far), (others, theirs)] = [one, two].map(|it| sample.seats[it]);
            let mut more = traits.values();
            more.iter_mut().zip(others.values()).for_each(|(it, other)| *it -= other);
            let gained = |seat: usize, so_far: f32| f32::from(self.scores[seat]) - so_far;
            (more, gained(one, so_far) - gained(two, theirs))
        })
    }

    /// The log loss of the victory under a value function, summed up over all samples.
    fn log_loss(&self, function: &ValueFunction) -> f64 {
        let best = self.scores.iter().max();
        let mut log_loss = 0.0;
        for sample in &self.samples {
            let mut scores = [0.0; 6];
            for (score, (traits, so_far)) in scores.iter_mut().zip(&sample.seats) {
                *score = so_far + traits.at(&function.points[sample.round as usize]);
            }
            let value = Value { scores, temperature: function.temperature(sample.end) };
            let winner = (0..).zip(&self.scores).find(|it| Some(it.1) == best).map_or(0, |it| it.0);
            log_loss -= value.record(Seat(winner), sample.seats.len()).won.max(1e-9).ln();
        }
        log_loss
    }
}

impl ValueFunction {
    /// Fits to a training set: the points of every trait by least squares, and the doubt that makes the victories likeliest.
    pub fn fit(games: &[TrainingGame]) -> ValueFunction {
        let points = Round::ALL.map(|round| {
            // Who wins depends on the points between the players; what is the same for everybody comes afterwards.
            let pairs = games.iter().flat_map(|it| it.comparisons(round));
            let mut rates = least_squares(pairs);
            let by_pairs = Traits::with_values(rates);
            let levels = games.iter().flat_map(|it| it.levels(round)).map(|(traits, gained)| {
                let common = *traits.values().last_chunk::<N_COMMON>().expect("there are as many");
                (common, gained - traits.at(&by_pairs))
            });
            rates[N_TRAITS - N_COMMON..].copy_from_slice(&least_squares(levels));
            Traits::with_values(rates)
        });
        let steps = || (0..=20_u8).map(f32::from);
        let doubts = steps().flat_map(|doubt| steps().map(move |later| (0.5 + 0.5 * doubt, 0.2 * later)));
        let functions = doubts.map(|(doubt, doubt_later)| ValueFunction { doubt, doubt_later, points });
        let log_loss = |it: &ValueFunction| games.iter().map(|game| game.log_loss(it)).sum::<f64>();
        let judged = functions.map(|it| (log_loss(&it), it));
        judged.min_by(|one, two| one.0.total_cmp(&two.0)).expect("there are doubts").1
    }

    /// How far off it is between two seats before this scoring, in points: the root of the mean square.
    pub fn error(&self, games: &[TrainingGame], round: Round) -> f64 {
        let (mut n, mut sum) = (0.0_f64, 0.0);
        for (more, gained) in games.iter().flat_map(|it| it.comparisons(round)) {
            n += 1.0;
            sum += f64::from(gained - Traits::with_values(more).at(&self.points[round as usize])).powi(2);
        }
        (sum / n.max(1.0)).sqrt()
    }
}

/// How much each of some quantities adds to a sum.
fn least_squares<const N: usize>(cases: impl Iterator<Item = ([f32; N], f32)>) -> [f32; N] {
    let mut squares = [[0.0; N]; N];
    let mut products = [0.0; N];
    for (i, row) in squares.iter_mut().enumerate() {
        // What never differs adds nothing.
        row[i] = 1.0;
    }
    for (quantities, sum) in cases {
        let quantities = quantities.map(f64::from);
        for ((row, product), it) in squares.iter_mut().zip(&mut products).zip(quantities) {
            row.iter_mut().zip(quantities).for_each(|(square, other)| *square += it * other);
            *product += it * f64::from(sum);
        }
    }
    solve(squares, products).map(|it| it as f32)
}

/// The solution of a set of linear equations whose matrix is symmetric and positive.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut values: [f64; N]) -> [f64; N] {
    for at in 0..N {
        let row = matrix[at];
        for below in at + 1..N {
            let factor = matrix[below][at] / row[at];
            matrix[below].iter_mut().zip(row).for_each(|(it, above)| *it -= factor * above);
            values[below] -= factor * values[at];
        }
    }
    for at in (0..N).rev() {
        let known: f64 = (at + 1..N).map(|it| matrix[at][it] * values[it]).sum();
        values[at] = (values[at] - known) / matrix[at][at];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let [one, two] = solve([[4.0, 2.0], [2.0, 3.0]], [10.0, 8.0]);
        assert!((one - 1.75_f64).abs() < 1e-9 && (two - 1.5_f64).abs() < 1e-9, "{one} {two}");
    }

    #[test]
    fn what_brought_points_is_fitted() {
        // Two points for every tile, three for everybody and nothing for anything else; the first seat always has the tiles.
        let game = |tiles: u16| {
            let seats =
                [f32::from(tiles), 0.0].map(|tiles| (Traits { tiles, everybody: 1.0, ..Traits::default() }, 5.0));
            let sample = Sample { round: Round::Second, end: 4.0, seats: seats.into_iter().collect() };
            TrainingGame { samples: vec![sample; 100], scores: vec![8 + 2 * tiles, 8] }
        };
        let games = [1, 2, 3].map(game);
        let function = ValueFunction::fit(&games);
        let [_, second, third] = function.points;
        assert!((second.tiles - 2.0).abs() < 0.01 && second.wall.abs() < 1e-6, "{second:?}");
        assert!((second.everybody - 3.0).abs() < 0.1, "{second:?}");
        assert_eq!(third, Traits::default());
        assert!(function.error(&games, Round::Second) < 0.02);
        // Who is ahead always wins: no doubt is left.
        assert!(function.doubt < 0.6 && function.doubt_later < 0.1, "{function:?}");
    }
}
