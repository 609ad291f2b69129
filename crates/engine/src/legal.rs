//! What may be done now.

use crate::{
    action::{Action, Refusal},
    market,
    modules::{bonus_cards, bureaux, falconers, huts, street_trader, thieves, vizier, walls},
    money,
    payment::Strictness,
    placement, redesign,
    state::{Seat, State, Step},
};

impl State {
    /// Lists what the player to act may do, in a fixed order and without duplicates.
    ///
    /// Of the payments for a tile those are listed from which nothing can be left out and, while there is change to be
    /// had, those with one more card that earns a coin; [`State::check`] accepts larger ones too.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.step() {
            Some(Step::Turn { seat, first }) => {
                let must_act = self.legal_turn(out, seat, first);
                bonus_cards::legal(out, self.player(seat));
                if !must_act {
                    out.push(Action::Pass);
                }
            }
            Some(Step::MoreFalcons { seat }) => {
                falconers::legal(out, &self.table, self.player(seat));
                out.push(Action::Pass);
            }
            Some(Step::Place { seat }) => placement::legal(out, self, seat),
            Some(Step::BuildWon { seat }) => placement::legal_won(out, self, seat),
            Some(Step::ChooseCitizens { .. }) => street_trader::legal_choices(out),
            Some(Step::LayTrader { seat }) => street_trader::legal_cells(out, self.player(seat)),
            Some(Step::Welcome { seat, tile }) => street_trader::legal_welcome(out, self, seat, tile),
            Some(Step::AskBonus { seat, .. }) => {
                bonus_cards::legal(out, self.player(seat));
                out.push(Action::Pass);
            }
            Some(Step::Interrupt { seat, next }) => {
                vizier::legal_favour(out, self, seat);
                thieves::legal(out, self, seat, next);
                out.push(Action::Pass);
            }
            // Over, or in the middle of what happens by itself.
            None
            | Some(
                Step::Unpack
                | Step::Relay { .. }
                | Step::Refill { .. }
                | Step::RefillMoney { .. }
                | Step::RefillMarket { .. }
                | Step::Score { .. }
                | Step::DirkDraws { .. }
                | Step::Interrupts { .. }
                | Step::NextTurn { .. }
                | Step::Award
                | Step::AwardOne { .. },
            ) => {}
        }
    }

    /// The actions of a turn; says whether one of them keeps the player from passing: all do but taking down and
    /// swapping (B-TURN-3).
    fn legal_turn(&self, out: &mut Vec<Action>, seat: Seat, first: bool) -> bool {
        let (table, player) = (&self.table, self.player(seat));
        money::legal(out, table);
        market::legal(out, table, player, Strictness::AtLeast);
        let n_removals = redesign::legal(out, player);
        vizier::legal(out, player);
        huts::legal(out, table, player);
        walls::legal(out, table, player);
        if first {
            falconers::legal(out, table, player);
        }
        out.len() > n_removals
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
        match step {
            Step::Turn { first, .. } => self.check_turn(seat, first, action),
            Step::MoreFalcons { .. } => match action {
                Action::BuyFalcon { .. } => self.check_turn(seat, true, action),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Step::Place { .. } => self.check_place(seat, action),
            Step::BuildWon { .. } => match action {
                Action::Build { tile, cell } => placement::check_build(self.player(seat), tile, cell),
                Action::LeaveOut { tile } => placement::check_bought(self.player(seat), tile),
                _ => Err(Refusal::NotNow),
            },
            Step::ChooseCitizens { .. } => match action {
                Action::ChooseCitizens { citizens } => street_trader::check_choice(citizens),
                _ => Err(Refusal::NotNow),
            },
            Step::LayTrader { .. } => match action {
                Action::LayTrader { cell } => street_trader::check_cell(self.player(seat), cell),
                _ => Err(Refusal::NotNow),
            },
            Step::Welcome { tile, .. } => street_trader::check_welcome(self, seat, tile, action),
            Step::AskBonus { .. } => match action {
                Action::Reveal { tile } => bonus_cards::check(self.player(seat), tile),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Step::Interrupt { next, .. } => match action {
                Action::Buy { tile, payment } => vizier::check_favour(self, seat, tile, payment),
                Action::Steal { card } => thieves::check(self, seat, next, card),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Step::Unpack
            | Step::Relay { .. }
            | Step::Refill { .. }
            | Step::RefillMoney { .. }
            | Step::RefillMarket { .. }
            | Step::Score { .. }
            | Step::DirkDraws { .. }
            | Step::Interrupts { .. }
            | Step::NextTurn { .. }
            | Step::Award
            | Step::AwardOne { .. } => Err(Refusal::NotNow),
        }
    }

    fn check_turn(&self, seat: Seat, first: bool, action: Action) -> Result<(), Refusal> {
        let (table, player) = (&self.table, self.player(seat));
        match action {
            Action::Take { cards } => money::check(table, cards),
            Action::TakeBureau { bureau } => bureaux::check(table, bureau),
            Action::Buy { tile, payment } => market::check(self, seat, tile, payment),
            Action::Build { tile, cell } => redesign::check_build(player, tile, cell),
            Action::TakeDown { tile } => redesign::check_take_down(player, tile),
            Action::Swap { tile, old } => redesign::check_swap(player, tile, old),
            Action::Wake => vizier::check_wake(player),
            Action::TakeHut { tile } => huts::check(table, player, tile),
            Action::AddWalls { walls, tile } => walls::check(table, player, walls, tile),
            Action::BuyFalcon { .. } if !first => Err(Refusal::FalconsFirst),
            Action::BuyFalcon { falcon, corner, card } => falconers::check(table, player, falcon, corner, card),
            Action::Reveal { tile } => bonus_cards::check(player, tile),
            Action::Pass => {
                let mut actions = Vec::new();
                let must_act = self.legal_turn(&mut actions, seat, first);
                if must_act { Err(Refusal::MustAct) } else { Ok(()) }
            }
            Action::BuildFlipped { .. }
            | Action::Keep { .. }
            | Action::Give { .. }
            | Action::LeaveOut { .. }
            | Action::Steal { .. }
            | Action::ChooseCitizens { .. }
            | Action::LayTrader { .. }
            | Action::MoveIn { .. }
            | Action::Exchange { .. } => Err(Refusal::NotNow),
        }
    }

    fn check_place(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let player = self.player(seat);
        match action {
            Action::Build { tile, cell } => placement::check_build(player, tile, cell),
            Action::BuildFlipped { tile, cell, payment } => placement::check_flipped(player, tile, cell, payment),
            Action::Keep { tile } => placement::check_keep(player, tile),
            Action::Give { tile } => placement::check_give(self, seat, tile),
            _ => Err(Refusal::NotNow),
        }
    }
}
