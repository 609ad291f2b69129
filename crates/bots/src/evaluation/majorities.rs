//! What the majorities are worth: chances of the places in every scoring to come.

use alhambra_engine::{
    dirk::Dirk,
    granada::{self, Standing},
    list::List,
    material::{Building, ByBuilding, ByCityKind, CityKind},
    scoring,
    state::{Seat, State},
};

use super::{Clock, Weights, clock::Coming, estimates, expected_prize, in_the_running, likely_behind};

/// Worths are noted for every eighth of a building, up to more buildings of a kind than there are.
const STEPS: f64 = 8.0;
const N_STEPS: usize = 160;
/// The largest whole lead of which it is noted how likely one is behind with it.
const FURTHEST: usize = 10;
/// A lead this near a whole number is one: sums of floating-point numbers are off by less.
const WHOLE: f64 = 1e-9;
const UNKNOWN: ByBuilding<[f64; N_STEPS]> = ByBuilding([[f64::NAN; N_STEPS]; 6]);

/// What the others have, and what is worth having against it.
pub(crate) struct Majorities {
    /// The buildings of the others, Dirk last.
    rivals: List<ByBuilding<f64>, 6>,
    /// The same for Granada: the number, and a fraction that breaks ties.
    granada_rivals: List<ByCityKind<f64>, 6>,
    /// How many of the others count as opponents; Dirk can't win.
    n_opponents: usize,
    /// How likely one is behind with a whole lead, by scoring and lead.
    behind: List<[f64; 2 * FURTHEST + 1], 3>,
    /// What so many buildings of a kind are worth, as far as it was asked.
    known: ByBuilding<[f64; N_STEPS]>,
}

/// Numbers decide, and the highest price breaks ties (G-SCORE-2).
pub(crate) fn strength(standing: Standing) -> f64 {
    f64::from(standing.n) + f64::from(standing.best) / estimates::ABOVE_PRICES
}

impl Default for Majorities {
    fn default() -> Majorities {
        Majorities {
            rivals: List::new(),
            granada_rivals: List::new(),
            n_opponents: 0,
            behind: List::new(),
            known: UNKNOWN,
        }
    }
}

impl Majorities {
    /// Sees what the others have, from this seat.
    pub(crate) fn look_at(&mut self, state: &State, seat: Seat, clock: &Clock, weights: &Weights) {
        let leads = || (0..=2 * FURTHEST).map(|it| it as i32 - FURTHEST as i32);
        self.behind.clear();
        for coming in &clock.rounds {
            let doubt = coming.doubt(weights);
            let mut behind = [0.0; 2 * FURTHEST + 1];
            behind.iter_mut().zip(leads()).for_each(|(it, lead)| *it = likely_behind(lead.into(), doubt));
            self.behind.push(behind);
        }
        self.rivals.clear();
        self.granada_rivals.clear();
        self.n_opponents = state.players.len() - 1;
        for other in state.seats().filter(|it| *it != seat) {
            let player = state.player(other);
            self.rivals.push(ByBuilding(scoring::buildings(player).0.map(f64::from)));
            self.granada_rivals.push(ByCityKind(granada::in_city(&player.city).0.map(strength)));
        }
        self.see_dirk(state.dirk.as_ref());
    }

    /// Takes note of what Dirk has.
    pub(crate) fn see_dirk(&mut self, dirk: Option<&Dirk>) {
        self.known = UNKNOWN;
        let Some(dirk) = dirk else { return };
        self.rivals.truncate(self.n_opponents);
        self.granada_rivals.truncate(self.n_opponents);
        let mut counts = ByBuilding([0.0; 6]);
        dirk.tiles.iter().filter_map(|it| it.building()).for_each(|it| counts[it] += 1.0);
        self.rivals.push(counts);
        self.granada_rivals.push(ByCityKind(granada::standings(dirk.tiles.iter().copied()).0.map(strength)));
    }

    /// What so many buildings of a kind are worth.
    pub(crate) fn buildings(&mut self, kind: Building, n: f64, clock: &Clock, weights: &Weights) -> f64 {
        let step = ((n * STEPS + 0.5) as usize).min(N_STEPS - 1);
        let known = self.known[kind][step];
        if !known.is_nan() {
            return known;
        }
        let rivals: List<f64, 6> = self.rivals.iter().map(|it| it[kind]).collect();
        let prizes = |it: &Coming| scoring::prizes(it.round(), kind).map(f64::from);
        let worth = self.worth(n, &rivals, prizes, clock, weights);
        self.known[kind][step] = worth;
        worth
    }

    /// What such a standing in a kind of Granada is worth.
    pub(crate) fn granada(
        &self,
        kind: CityKind,
        (n, best): (f64, u8),
        state: &State,
        clock: &Clock,
        weights: &Weights,
    ) -> f64 {
        let rivals: List<f64, 6> = self.granada_rivals.iter().map(|it| it[kind]).collect();
        let n_all = n + rivals.iter().map(|it| it.floor()).sum::<f64>();
        let prizes = |it: &Coming| {
            // The prizes grow with every tile that somebody builds (G-SCORE-1).
            let n = (n_all + estimates::OF_A_KIND_A_TURN * it.turns).round();
            granada::prizes(state.ruleset.scoring, it.round(), n as u16).map(f64::from)
        };
        self.worth(n + f64::from(best) / estimates::ABOVE_PRICES, &rivals, prizes, clock, weights)
    }

    fn worth(
        &self,
        own: f64,
        rivals: &[f64],
        prizes: impl Fn(&Coming) -> [f64; 3],
        clock: &Clock,
        weights: &Weights,
    ) -> f64 {
        let mut worth = 0.0;
        for (coming, noted) in clock.rounds.iter().zip(&self.behind) {
            let prizes = prizes(coming);
            let behind = |lead: f64| {
                let whole = lead as i32;
                match noted.get((whole + FURTHEST as i32) as usize) {
                    Some(&likely) if (f64::from(whole) - lead).abs() < WHOLE => likely,
                    _ => likely_behind(lead, coming.doubt(weights)),
                }
            };
            let mut points = chances(own, rivals.iter().copied(), behind, prizes, coming.turns);
            for (i, &rival) in rivals.iter().enumerate().take(self.n_opponents) {
                let others = rivals.iter().enumerate().filter(|it| it.0 != i).map(|it| *it.1).chain([own]);
                let share = weights.envy / f64::from(self.n_opponents as u8);
                points -= share * chances(rival, others, behind, prizes, coming.turns);
            }
            worth += coming.discounted(points, weights);
        }
        worth
    }
}

/// The points to be expected with so many buildings against so many of the others; `behind` says how likely one is behind
/// with a lead.
fn chances(
    own: f64,
    rivals: impl Iterator<Item = f64>,
    behind: impl Fn(f64) -> f64,
    prizes: [f64; 3],
    turns: f64,
) -> f64 {
    in_the_running(own, turns) * expected_prize(rivals.map(|rival| behind(own - rival)), prizes)
}
