//! Hints: the strongest bot's advice for a seat.

use alhambra_bots::{Question, Seen, advise};
use alhambra_engine::{Seat, State};
use alhambra_protocol::{Candidate, Hint};

/// The candidates for the decision of the seat, the best first; none if it is not the seat's decision.
pub fn hint(state: &State, seat: Seat, seq: u32, question: &Question<'_>) -> Hint {
    let mut legal = Vec::new();
    if state.to_act() == Some(seat) {
        state.legal_actions_into(&mut legal);
    }
    let advice = if legal.is_empty() { Vec::new() } else { advise(&Seen::by(state, seat), &legal, question) };
    let candidates =
        advice.into_iter().map(|advice| Candidate { notation: advice.action.to_string(), advice }).collect();
    Hint { seq, candidates }
}
