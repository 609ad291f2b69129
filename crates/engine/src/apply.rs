//! Carrying out an action and everything that follows from it.

use crate::{
    action::{Action, Refusal},
    agenda::{Auto, Decision},
    event::{Event, Witness},
    granada, market,
    modules::{bonus_cards, bureaux, falconers, huts, street_trader, thieves, vizier, walls},
    money,
    payment::Worth,
    placement, redesign,
    state::{Seat, State},
    turn,
};

impl State {
    /// Carries out an action and everything that follows by itself.
    ///
    /// # Errors
    /// Why the action is refused; the state is then as it was.
    ///
    /// ```
    /// use alhambra_engine::{Refusal, Ruleset, Seed, State};
    ///
    /// let mut game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
    /// let seat = game.to_act().expect("somebody begins");
    /// let action = game.legal_actions()[0];
    /// game.apply(seat, action)?;
    ///
    /// // The same again comes too late, and changes nothing.
    /// let before = game.clone();
    /// assert!(matches!(game.apply(seat, action), Err(Refusal::NotYourTurn(_))));
    /// assert_eq!(game, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.apply_with(seat, action, &mut ())
    }

    /// Carries out an action as [`State::apply`] does and tells a witness what happens, one event after the other.
    ///
    /// # Errors
    /// Why the action is refused; the state is then as it was, and the witness was told nothing.
    ///
    /// ```
    /// use alhambra_engine::{Event, Ruleset, Seed, State};
    ///
    /// let mut game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
    /// let seat = game.to_act().expect("somebody begins");
    /// let mut events = Vec::new();
    /// game.apply_with(seat, game.legal_actions()[0], &mut events)?;
    /// assert!(matches!(events[0], Event::Took { .. }), "taking money is listed first");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_with<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) -> Result<(), Refusal> {
        self.check(seat, action)?;
        self.apply_unchecked_with(action, witness);
        Ok(())
    }

    /// Carries out an action of the player to act that is known to be legal, and everything that follows by itself.
    ///
    /// Only for [legal actions](State::legal_actions) and what [`State::check`] accepts. Anything else is not refused: what
    /// follows is memory-safe and the same on every machine, but it is no longer Alhambra (money that is not there is paid,
    /// palaces get holes), and this call or a later one may panic. [`State::apply`] is for whatever comes from outside.
    pub fn apply_unchecked(&mut self, action: Action) {
        self.apply_unchecked_with(action, &mut ());
    }

    /// Carries out an action as [`State::apply_unchecked`] does and tells a witness what happens.
    pub fn apply_unchecked_with<W: Witness>(&mut self, action: Action, witness: &mut W) {
        self.carry_out(action, witness);
        self.advance(witness);
    }

    /// Carries out an action that is known to be legal and nothing that follows by itself; [`State::advance`] does that.
    ///
    /// Nothing hidden comes to light yet but what belongs to the action: the next hut, the change, a bonus card, a thief.
    pub fn carry_out<W: Witness>(&mut self, action: Action, witness: &mut W) {
        let Some(decision) = self.decision() else { return };
        match decision {
            Decision::Turn { seat, .. } => self.act(seat, action, witness),
            Decision::MoreFalcons { seat } => match action {
                Action::BuyFalcon { falcon, corner, card } => falconers::buy(self, seat, falcon, corner, card, witness),
                _ => turn::end(self, seat),
            },
            Decision::Place { seat } | Decision::BuildWon { seat } => self.place(seat, action, witness),
            Decision::ChooseCitizens { seat } => {
                self.agenda.pop();
                if let Action::ChooseCitizens { citizens } = action {
                    street_trader::choose(self, seat, citizens, witness);
                }
            }
            Decision::LayTrader { seat } => {
                self.agenda.pop();
                if let Action::LayTrader { cell } = action {
                    street_trader::lay(self, seat, cell, witness);
                }
            }
            Decision::Welcome { seat, tile } => {
                self.agenda.pop();
                match action {
                    Action::MoveIn { take } => street_trader::move_in(self, seat, tile, take, witness),
                    Action::Exchange { give, take } => street_trader::exchange(self, seat, give, take, witness),
                    _ => witness.see(|| Event::Passed { seat }),
                }
            }
            Decision::AskBonus { seat, next } => match action {
                Action::Reveal { tile } => {
                    bonus_cards::reveal(self, seat, tile, witness);
                    turn::ask_again_for_bonus(self, next);
                }
                _ => turn::ask_next_bonus(self, seat, next),
            },
            Decision::Interrupt { seat, next, again } => {
                self.agenda.pop();
                match action {
                    Action::Buy { tile, payment } => {
                        self.agenda.push(Auto::Interrupts { next, user: Some(seat) }.into());
                        vizier::favour(self, seat, next, tile, payment, witness);
                    }
                    Action::Steal { card } => {
                        self.agenda.push(Auto::Interrupts { next, user: Some(seat) }.into());
                        thieves::steal(self, seat, next, card, witness);
                    }
                    _ => {
                        witness.see(|| Event::Passed { seat });
                        if again {
                            // Whoever went on has had enough: now everybody is asked, the user included (M-VIZ-3).
                            self.agenda.push(Auto::Interrupts { next, user: None }.into());
                        } else {
                            turn::ask_next_interrupt(self, seat, next);
                        }
                    }
                }
            }
        }
    }

    /// Carries out what happens by itself until somebody has to decide or the game is over.
    pub fn advance<W: Witness>(&mut self, witness: &mut W) {
        turn::advance(self, witness);
    }

    /// One action of a turn; only an exact purchase or a free act lets the turn go on (B-TURN-2).
    fn act<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) {
        match action {
            Action::Take { cards } => money::take(self, seat, cards, witness),
            Action::TakeBureau { bureau } => bureaux::take(self, seat, bureau, witness),
            Action::Buy { tile, payment } => {
                if market::buy(self, seat, tile, payment, witness) == Worth::Exact {
                    self.agenda.pop();
                    self.agenda.push(Decision::Turn { seat, first: false }.into());
                    return;
                }
            }
            Action::Build { tile, cell } => {
                redesign::build(self, seat, tile, cell, witness);
                turn::end(self, seat);
                street_trader::on_built(self, seat, tile, cell, witness);
                return;
            }
            Action::TakeDown { tile } => redesign::take_down(self, seat, tile, witness),
            Action::Swap { tile, old } => redesign::swap(self, seat, tile, old, witness),
            Action::Wake => vizier::wake(self, seat, witness),
            Action::TakeHut { tile } => huts::take(self, seat, tile, witness),
            Action::AddWalls { walls, tile } => walls::add(self, seat, walls, tile, witness),
            Action::BuyFalcon { falcon, corner, card } => {
                falconers::buy(self, seat, falcon, corner, card, witness);
                self.agenda.pop();
                self.agenda.push(Decision::MoreFalcons { seat }.into());
                return;
            }
            Action::Reveal { tile } => {
                bonus_cards::reveal(self, seat, tile, witness);
                return;
            }
            Action::Pass => witness.see(|| Event::Passed { seat }),
            Action::BuildFlipped { .. }
            | Action::Keep { .. }
            | Action::Give { .. }
            | Action::LeaveOut { .. }
            | Action::Steal { .. }
            | Action::ChooseCitizens { .. }
            | Action::LayTrader { .. }
            | Action::MoveIn { .. }
            | Action::Exchange { .. } => return,
        }
        turn::end(self, seat);
    }

    /// One tile finds its place.
    fn place<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) {
        let mut built = None;
        match action {
            Action::Build { tile, cell } => {
                placement::build(self, seat, tile, cell, witness);
                built = Some((tile, cell));
            }
            Action::BuildFlipped { tile, cell, payment } => {
                granada::pay_flip(self, seat, tile, payment, witness);
                placement::build(self, seat, tile, cell, witness);
                built = Some((tile, cell));
            }
            Action::Keep { tile } => placement::keep(self, seat, tile, witness),
            Action::Give { tile } => placement::give(self, seat, tile, witness),
            Action::LeaveOut { tile } => placement::leave_out(self, seat, tile, witness),
            _ => return,
        }
        if self.player(seat).bought.is_empty() {
            self.agenda.pop();
        }
        if let Some((tile, cell)) = built {
            street_trader::on_built(self, seat, tile, cell, witness);
        }
    }
}
