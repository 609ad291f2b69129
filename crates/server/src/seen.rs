//! What a seat is shown beside its view.

use alhambra_bots::Advice;
use alhambra_engine::{Seat, State};
use alhambra_protocol::{Candidate, Condition, Effect, Hint, Offer, Options, StandingPass, Tally};

/// What a seat may do.
pub(crate) fn options(state: &State, _: Seat) -> Options {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal.truncate(500);
    let offers = legal
        .into_iter()
        .map(|action| Offer { notation: action.to_string(), action, effect: Effect::default() })
        .collect();
    Options { purchases: Vec::new(), placings: Vec::new(), offers, refused: Vec::new() }
}

/// What everybody can count.
pub(crate) fn tallies(_: &State) -> Vec<Tally> {
    Vec::new()
}

/// Whether a standing pass answers.
pub(crate) fn passes(_: &State, _: Seat, pass: &StandingPass) -> bool {
    pass.vizier == Condition::Pass && pass.thieves == Condition::Pass
}

/// A hint.
pub(crate) fn hint(seq: u32, advice: Vec<Advice>) -> Hint {
    let candidate = |it: Advice| Candidate {
        notation: it.action.to_string(),
        action: it.action,
        chance: (it.win * 1000.0) as u16,
        margin: it.margin as i16,
        merits: Vec::new(),
    };
    Hint { seq, candidates: advice.into_iter().map(candidate).collect() }
}

/// What an action would lead to.
pub(crate) fn consider(state: &State, seat: Seat, action: alhambra_engine::Action) -> alhambra_protocol::Verdict {
    match state.check(seat, action) {
        Ok(()) => alhambra_protocol::Verdict::Legal { effect: Effect::default() },
        Err(refusal) => alhambra_protocol::Verdict::Refused { refusal, message: refusal.to_string() },
    }
}

/// Every payment for a tile.
pub(crate) fn payments(_: &State, _: Seat, tile: alhambra_engine::material::Tile) -> alhambra_protocol::Payments {
    alhambra_protocol::Payments { tile, payments: Vec::new(), more: false }
}
