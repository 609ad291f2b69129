//! The value function: what everybody may have in the end, by what comparable games came to.

use alhambra_engine::{
    Player, Seat, State,
    material::{Building, ByBuilding, CityKind, Currency, Round},
    modules::{bazaars, camps, falconers, street_trader},
    scoring::{self, next_round},
    state::Vizier,
};
use serde::{Deserialize, Serialize};

use super::{
    chances::QUARTERS,
    playout::{Glance, Playout},
    tree::Record,
};
use crate::evaluation::sides;

/// At the end half a point decides already; a tie is even.
const SETTLED: f32 = 0.5;

/// In how many turns a tile counts once more for what is built on it; it only keeps the rates readable, which are fitted.
const TILES_LATER: f32 = 10.0;

/// The part of what bazaars bring at the end that counts before, as their neighbours may still change.
const BAZAARS: f32 = 0.4;

/// Names the traits once: as fields, as a list of names and as a list of values.
macro_rules! traits {
    ($(#[doc = $doc:literal] $name:ident,)*) => {
        /// What somebody has that may bring points, or how many points each unit of it brings.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Traits {
            $(#[doc = $doc] pub $name: f32,)*
        }

        impl Traits {
            /// The names of the traits, in the order of their values.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// All traits in a row.
            pub const fn values(&self) -> [f32; Traits::NAMES.len()] {
                [$(self.$name,)*]
            }

            /// The traits with these values, in the order of their names.
            pub const fn with_values([$($name,)*]: [f32; Traits::NAMES.len()]) -> Traits {
                Traits { $($name,)* }
            }
        }
    };
}

traits! {
    /// The points that majorities would bring in the first scoring, as things stand.
    first,
    /// The same for the second scoring.
    second,
    /// The same for the third scoring.
    third,
    /// What the tiles in reserve would add to that.
    kept,
    /// The tiles in reserve.
    reserve,
    /// The sides of the longest wall, once for every scoring to come.
    wall,
    /// The part of the tiles to come that would fit.
    room,
    /// The tiles of the city.
    tiles,
    /// The same, once for every ten turns to come.
    tiles_later,
    /// Money, as far as there is time to spend it.
    money,
    /// All money.
    savings,
    /// The money cards.
    cards,
    /// What the prices are worth that the hand pays exactly.
    exact,
    /// What could be bought next turn, if it is still there.
    plans,
    /// How much of a round goes by before the next turn.
    wait,
    /// One for everybody.
    everybody,
    /// The number of players, the same for everybody.
    players,
    /// The own turns to come, the same for everybody.
    turns,
}

/// How many traits are the same for everybody, the last ones.
pub(super) const N_COMMON: usize = 3;

impl Traits {
    /// The points that somebody with these traits may expect.
    pub(super) fn at(&self, rates: &Traits) -> f32 {
        self.values().iter().zip(rates.values()).map(|(it, rate)| it * rate).sum()
    }
}

/// A value function: how many points follow from what somebody has, and how surely they decide.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueFunction {
    /// How many points make a clear difference at the end.
    pub doubt: f32,
    /// How many more do before that, by the square root of the turns to come.
    pub doubt_later: f32,
    /// The points of every trait before each of the three scorings.
    pub points: [Traits; 3],
}

impl ValueFunction {
    /// How many points make a clear difference in the chance of victory with so many own turns to come.
    pub(super) fn temperature(&self, end: f32) -> f32 {
        self.doubt + self.doubt_later * end.max(0.0).sqrt()
    }
}

/// What everybody may have in the end.
pub(super) struct Value {
    pub(super) scores: [f32; 6],
    /// How many points still make a clear difference.
    pub(super) temperature: f32,
}

impl Value {
    /// What that is to one seat.
    pub(super) fn record(&self, seat: Seat, n_players: usize) -> Record {
        let points = self.scores[seat.index()];
        let mut all = 1.0;
        let mut best = f32::MIN;
        for (_, &score) in self.scores[..n_players].iter().enumerate().filter(|it| it.0 != seat.index()) {
            all += ((score - points) / self.temperature).exp();
            best = best.max(score);
        }
        Record { n: 1, won: f64::from(1.0 / all), points: points.into(), margin: f64::from(points - best) }
    }
}

impl Playout {
    /// What everybody may have in the end; `later` is where the game has come to.
    pub(super) fn value(&mut self, later: &mut Glance) -> Value {
        let mut scores = [0.0; 6];
        for (score, player) in scores.iter_mut().zip(&self.state.players) {
            *score = f32::from(player.score);
        }
        if self.state.is_over() {
            return Value { scores, temperature: SETTLED };
        }
        later.look_again(&self.state);
        self.forget();
        let round = next_round(&self.state);
        let function = *later.weights.value.of(self.state.ruleset.game);
        for seat in self.state.seats() {
            let traits = self.traits(later, round, seat);
            scores[seat.index()] += traits.at(&function.points[round as usize]) + self.additions(later, round, seat);
        }
        Value { scores, temperature: function.temperature(later.chances.end) }
    }

    /// What somebody has that may bring points from this scoring on.
    pub(super) fn traits(&mut self, now: &Glance, round: Round, seat: Seat) -> Traits {
        self.look_at_offers(now, round, seat);
        let State { players, table, .. } = &self.state;
        let player = self.state.player(seat);
        let mut traits = Traits::default();

        let mut kept = ByBuilding([0; 6]);
        player.reserve.iter().filter_map(|it| it.building()).for_each(|it| kept[it] += QUARTERS);
        for coming in now.chances.rounds(round) {
            let mut points = 0.0;
            for kind in Building::ALL {
                let (n, others) = self.counts.buildings(seat, kind);
                let with = |n| coming.points(n, others.clone(), scoring::prizes(coming.round, kind));
                let built = with(n);
                points += built;
                if kept[kind] > 0 {
                    traits.kept += now.fade * coming.likely * (with(n + kept[kind]) - built);
                }
            }
            if table.marker.is_some() {
                for kind in CityKind::ALL {
                    let (n, others, n_built) = self.counts.granada(seat, kind);
                    points += coming.points(n, others, coming.granada_prizes(&self.state, n_built));
                }
            }
            *match coming.round {
                Round::First => &mut traits.first,
                Round::Second => &mut traits.second,
                Round::Third => &mut traits.third,
            } = coming.likely * points;
        }
        traits.reserve = now.fade * f32::from(player.reserve.len() as u8);

        let city = &player.city;
        traits.wall = f32::from(sides(city)) * now.chances.n_rounds(round);
        let fitting = now.patterns.iter().filter(|it| city.n_gaps(it.0, it.1) > 0).map(|it| it.2 as f32);
        traits.room = now.fade * fitting.sum::<f32>();
        traits.tiles = f32::from(city.tiles().len() as u8);
        traits.tiles_later = traits.tiles * now.chances.end / TILES_LATER;

        let mut plans = 0.0;
        for currency in Currency::ALL {
            let purse = player.purse(currency);
            let sums = purse.sums(1);
            traits.savings += f32::from(purse.total());
            traits.exact += now.exactness(sums);
            plans += self.plan(&now.weights, currency as usize, sums, purse.total());
        }
        let useful = now.useful_money;
        traits.money = useful * (1.0 - (-traits.savings / useful).exp());
        traits.cards = f32::from(player.money.n_cards());
        let turn = self.state.to_act().unwrap_or_default();
        let n_before = (seat.index() + players.len() - turn.index()) % players.len();
        traits.plans = plans * (now.weights.plan * now.weights.stay.powi(n_before as i32)) as f32;
        let n_players = f32::from(players.len() as u8);
        traits.wait = f32::from(n_before as u8) / n_players;
        Traits { everybody: 1.0, players: n_players, turns: now.chances.end, ..traits }
    }

    /// What the material of the modules may bring from this scoring on.
    pub(super) fn additions(&self, now: &Glance, round: Round, seat: Seat) -> f32 {
        let weights = &now.weights;
        let player = self.state.player(seat);
        let vizier = if player.vizier == Some(Vizier::Awake) { weights.vizier } else { 0.0 };
        let cards =
            weights.thief * f64::from(player.n_thieves()) + weights.bureau * f64::from(player.bureaux.len()).sqrt();
        now.chances.n_rounds(round) * lasting(player) + now.fade * (vizier + cards) as f32
    }
}

/// The points of a player's modules in every scoring.
fn lasting(player: &Player) -> f32 {
    let score = falconers::score(player) + street_trader::score(player) + camps::score(&player.city);
    f32::from(score) + BAZAARS * f32::from(bazaars::score(&player.city))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_win_equally_often_and_points_decide_late() {
        let value = |scores: [f32; 3], temperature| {
            let [one, two, three] = scores;
            Value { scores: [one, two, three, 0.0, 0.0, 0.0], temperature }.record(Seat(0), 3)
        };
        assert!((value([80.0; 3], 10.0).won - 1.0 / 3.0).abs() < 1e-6);
        assert!(value([85.0, 80.0, 80.0], 0.5).won > 0.99);
        assert!(value([85.0, 80.0, 80.0], 15.0).won < 0.5);
        assert!((value([85.0, 82.0, 70.0], 15.0).margin - 3.0).abs() < 1e-6);
    }
}
