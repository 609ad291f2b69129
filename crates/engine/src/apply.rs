//! Carrying out an action and everything that follows from it.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    market, money,
    payment::Worth,
    placement, redesign,
    state::{Seat, State, Step},
    turn,
};

impl State {
    /// Carries out an action and everything that follows by itself.
    ///
    /// # Errors
    /// Why the action is refused; the state is then as it was.
    pub fn apply<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) -> Result<(), Refusal> {
        self.check(seat, action)?;
        self.apply_unchecked(action, witness);
        Ok(())
    }

    /// Carries out an action of the player to act that is known to be legal.
    pub fn apply_unchecked<W: Witness>(&mut self, action: Action, witness: &mut W) {
        match self.step() {
            Some(Step::Turn { seat }) => self.act(seat, action, witness),
            Some(Step::Place { seat } | Step::BuildWon { seat }) => self.place(seat, action, witness),
            _ => return,
        }
        turn::advance(self, witness);
    }

    /// One action of a turn; only an exact purchase lets the turn go on (B-TURN-2).
    fn act<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) {
        match action {
            Action::Take { cards } => money::take(self, seat, cards, witness),
            Action::Buy { tile, payment } => {
                if market::buy(self, seat, tile, payment, witness) == Worth::Exact {
                    return;
                }
            }
            Action::Build { tile, cell } => redesign::build(self, seat, tile, cell, witness),
            Action::TakeDown { tile } => redesign::take_down(self, seat, tile, witness),
            Action::Swap { tile, old } => redesign::swap(self, seat, tile, old, witness),
            Action::Pass => witness.see(|| Event::Passed { seat }),
            Action::Keep { .. } | Action::Give { .. } | Action::LeaveOut { .. } => return,
        }
        turn::end(self, seat);
    }

    /// One tile finds its place.
    fn place<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) {
        match action {
            Action::Build { tile, cell } => placement::build(self, seat, tile, cell, witness),
            Action::Keep { tile } => placement::keep(self, seat, tile, witness),
            Action::Give { tile } => placement::give(self, seat, tile, witness),
            Action::LeaveOut { tile } => placement::leave_out(self, seat, tile, witness),
            Action::Take { .. } | Action::Buy { .. } | Action::TakeDown { .. } | Action::Swap { .. } | Action::Pass => {
                return;
            }
        }
        if self.player(seat).bought.is_empty() {
            self.agenda.pop();
        }
    }
}
