//! What may be done now.

use crate::{
    action::{Action, Refusal},
    market, money, placement, redesign,
    state::{Seat, State, Step},
};

impl State {
    /// Lists what the player to act may do, in a fixed order and without duplicates.
    ///
    /// Of the payments for a tile those are listed from which no card can be left out; [`State::check`] accepts larger ones too.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.step() {
            Some(Step::Turn { seat }) => {
                let player = self.player(seat);
                money::legal(out, &self.table);
                market::legal(out, &self.table, player);
                redesign::legal(out, player);
                let must_act = !out.is_empty();
                redesign::legal_removals(out, player);
                if !must_act {
                    out.push(Action::Pass);
                }
            }
            Some(Step::Place { seat }) => placement::legal(out, self, seat),
            Some(Step::BuildWon { seat }) => placement::legal_won(out, self, seat),
            // Over, or in the middle of what happens by itself.
            None
            | Some(
                Step::Refill { .. } | Step::Score { .. } | Step::DirkDraws { .. } | Step::NextTurn { .. } | Step::Award,
            ) => {}
        }
    }

    /// Whether this player may do this now.
    ///
    /// # Errors
    /// Why not; for a placement every building rule that it breaks.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let step = self.step().ok_or(Refusal::GameOver)?;
        match step.decider() {
            Some(decider) if decider == seat => {}
            decider => return Err(decider.map_or(Refusal::NotNow, Refusal::NotYourTurn)),
        }
        let player = self.player(seat);
        match (step, action) {
            (Step::Turn { .. }, Action::Take { cards }) => money::check(&self.table, cards),
            (Step::Turn { .. }, Action::Buy { tile, payment }) => market::check(self, seat, tile, payment),
            (Step::Turn { .. }, Action::Build { tile, cell }) => redesign::check_build(player, tile, cell),
            (Step::Turn { .. }, Action::TakeDown { tile }) => redesign::check_take_down(player, tile),
            (Step::Turn { .. }, Action::Swap { tile, old }) => redesign::check_swap(player, tile, old),
            (Step::Turn { .. }, Action::Pass) => self.check_pass(seat),
            (Step::Place { .. } | Step::BuildWon { .. }, Action::Build { tile, cell }) => {
                placement::check_build(self, seat, tile, cell)
            }
            (Step::Place { .. }, Action::Keep { tile }) | (Step::BuildWon { .. }, Action::LeaveOut { tile }) => {
                placement::check_bought(self, seat, tile)
            }
            (Step::Place { .. }, Action::Give { tile }) => placement::check_give(self, seat, tile),
            _ => Err(Refusal::NotNow),
        }
    }

    /// Passing is allowed if nothing is left, or nothing but taking down or swapping built tiles (B-TURN-3).
    fn check_pass(&self, seat: Seat) -> Result<(), Refusal> {
        let mut actions = Vec::new();
        money::legal(&mut actions, &self.table);
        market::legal(&mut actions, &self.table, self.player(seat));
        redesign::legal(&mut actions, self.player(seat));
        if actions.is_empty() { Ok(()) } else { Err(Refusal::MustAct) }
    }
}
