//! The evaluation: what a position is worth to a seat, in points of the final score.
//!
//! `greedy` and the amateurs judge by it, and the search does where it looks closely. Playouts look at a glance and value
//! whole positions in single precision; what both need is written here once.

mod clock;
pub(crate) mod estimates;
mod hand;
mod judge;
mod majorities;
mod palace;
mod places;
mod restraint;
mod shortlist;
mod weights;

use alhambra_engine::{Action, Seat, State};

use self::majorities::Majorities;
pub(crate) use self::{
    clock::Clock,
    hand::{Sums, payable},
    judge::{Judge, copy, hide},
    majorities::strength,
    palace::{of_module, patterns, sides},
    places::{expected_prize, in_the_running, likely_behind},
    restraint::{Redesigns, Restraint, bonus_to_reveal},
};

pub use self::weights::{ValueFunctions, Weights};

/// What is worth a closer look of what is legal, with its worth, the best first; empty only if nothing is.
pub(crate) fn rank(
    state: State,
    seat: Seat,
    legal: &[Action],
    weights: &Weights,
    redesigns: Redesigns,
) -> Vec<(f64, Action)> {
    let mut ranked = Vec::with_capacity(64);
    Judge::new(state, seat, weights).rate(legal, redesigns, |worth, action| ranked.push((worth, action)));
    ranked.sort_by(|one, two| two.0.total_cmp(&one.0));
    ranked
}
