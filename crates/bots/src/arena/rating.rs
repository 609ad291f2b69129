//! Ratings: how strong bots are by the games they won, and how surely that is known.

use alhambra_engine::{Rng, Seed};

use super::statistics::ratio;

/// One game as the ratings see it: one bot against others of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// The one.
    pub(crate) one: usize,
    /// The others.
    pub(crate) others: usize,
    /// Games of one seed stand or fall together.
    pub(crate) seed: u64,
    /// The one's part of the victory.
    pub(crate) won: f64,
}

/// Ratings on Elo's scale, 0 on average, with half their 95% intervals.
#[derive(Debug)]
pub(crate) struct Ratings {
    pub(crate) elo: Vec<f64>,
    pub(crate) ci95: Vec<f64>,
}

/// Elo's points for one unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
const N_RESAMPLES: u32 = 200;

impl Ratings {
    /// The likeliest ratings, if each of n players wins in proportion to the exponential of its strength.
    ///
    /// The intervals come from drawing the seeds anew again and again, with all the games on them.
    pub(crate) fn of(n_bots: usize, n_players: u8, meetings: &[Meeting]) -> Ratings {
        let (elo, least) = fit(n_bots, n_players, meetings.iter().copied());
        let n_seeds = meetings.iter().map(|it| it.seed + 1).max().unwrap_or(0) as usize;
        let mut by_seed: Vec<Vec<Meeting>> = vec![Vec::new(); n_seeds];
        for it in meetings {
            by_seed[it.seed as usize].push(*it);
        }
        by_seed.retain(|it| !it.is_empty());
        let mut rng = Rng::new(Seed::from_number(0));
        let mut squares = vec![0.0; n_bots];
        for _ in 0..N_RESAMPLES {
            let n = by_seed.len();
            let drawn: Vec<usize> = rng.stream(|it| (0..n).map(|_| it.below(n as u32) as usize).collect());
            let (again, _) = fit(n_bots, n_players, drawn.iter().flat_map(|it| &by_seed[*it]).copied());
            for ((square, again), elo) in squares.iter_mut().zip(again).zip(&elo) {
                *square += (again - elo).powi(2);
            }
        }
        let spread = squares.iter().map(|it| (it / f64::from(N_RESAMPLES)).sqrt());
        // Where all games went the same way drawing them anew shows nothing: the curve of the likelihood still does.
        let ci95 = spread.zip(least).map(|(it, least)| 1.96 * it.max(least)).collect();
        Ratings { elo, ci95 }
    }
}

/// Climbs to the likeliest strengths; half a game won and half a game lost against an average bot keep them finite.
///
/// Hands over the ratings and how far the curve of the likelihood lets them be off.
fn fit(n_bots: usize, n_players: u8, meetings: impl Iterator<Item = Meeting>) -> (Vec<f64>, Vec<f64>) {
    let mut games = vec![(0.0, 0.0); n_bots * n_bots];
    for it in meetings {
        let (n, won) = &mut games[it.one * n_bots + it.others];
        *n += 1.0;
        *won += it.won;
    }
    let handicap = f64::from(n_players - 1).ln();
    let chance = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    let mut strength = vec![0.0; n_bots];
    let mut spread = vec![0.0; n_bots];
    for _ in 0..200 {
        for bot in 0..n_bots {
            let mut slope = 0.5 - chance(strength[bot]);
            let mut bend = 0.25;
            for other in (0..n_bots).filter(|it| *it != bot) {
                let (n, won) = games[bot * n_bots + other];
                let likely = chance(strength[bot] - strength[other] - handicap);
                slope += won - n * likely;
                bend += n * likely * (1.0 - likely);
                let (n, won) = games[other * n_bots + bot];
                let likely = chance(strength[other] - strength[bot] - handicap);
                slope -= won - n * likely;
                bend += n * likely * (1.0 - likely);
            }
            strength[bot] += (slope / bend).clamp(-1.0, 1.0);
            // A part of every change is taken back when the ratings are brought to 0 on average.
            spread[bot] = SCALE * (1.0 - ratio(1, n_bots as u64)) / bend.sqrt();
        }
    }
    let mean = strength.iter().sum::<f64>() * ratio(1, n_bots as u64);
    (strength.iter().map(|it| SCALE * (it - mean)).collect(), spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many games between two bots of which the first wins so many.
    fn duel(n: u64, n_won: u64) -> Vec<Meeting> {
        let won = |seed| if seed * n_won / n == (seed + 1) * n_won / n { 0.0 } else { 1.0 };
        (0..n).map(|seed| Meeting { one: 0, others: 1, seed, won: won(seed) }).collect()
    }

    #[test]
    fn three_of_four_are_190_points() {
        let Ratings { elo, ci95 } = Ratings::of(2, 2, &duel(4000, 3000));
        assert!((elo[0] - elo[1] - 190.8).abs() < 1.0, "{elo:?}");
        assert!((elo[0] + elo[1]).abs() < 1e-6);
        assert!((4.0..9.0).contains(&ci95[0]), "{ci95:?}");
    }

    #[test]
    fn a_third_of_the_games_is_even_for_three() {
        let Ratings { elo, .. } = Ratings::of(2, 3, &duel(3000, 1000));
        assert!((elo[0] - elo[1]).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn more_games_are_surer_and_a_clean_sweep_is_finite() {
        let width = |n: u64| Ratings::of(2, 2, &duel(n, n / 2)).ci95[0];
        assert!(width(100) > 2.0 * width(1000));
        let Ratings { elo, ci95 } = Ratings::of(2, 2, &duel(100, 100));
        assert!((200.0..1200.0).contains(&elo[0]) && ci95[0] > 100.0, "{elo:?} {ci95:?}");
    }
}
