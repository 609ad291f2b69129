//! What may be done now.

use crate::{
    action::{Action, Refusal},
    market,
    material::Tile,
    modules::{bonus_cards, bureaux, falconers, huts, street_trader, thieves, vizier, walls},
    money,
    payment::{self, Strictness},
    placement, redesign,
    roll_call::{Chooser, Count, Memory, Pick, Sink},
    state::{Seat, State, Step},
};

/// Whether what is paid for is listed, for every way to pay.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paid {
    Listed,
    LeftOut,
}

impl State {
    /// Lists what the player to act may do, in a fixed order and without duplicates.
    ///
    /// Of the payments for a tile those are listed from which nothing can be left out and, while there is change to be
    /// had, those with one more card that earns a coin; [`State::check`] accepts larger ones too.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out, Paid::Listed);
    }

    /// One of the legal actions: `choose` is told how many there are, and names one by its place in
    /// [`State::legal_actions`].
    ///
    /// They are not listed for it, so this is quicker where the others don't matter.
    pub fn choose(&self, chooser: &mut Chooser, choose: impl FnOnce(usize) -> usize) -> Option<Action> {
        let Chooser { room, memory } = chooser;
        let mut count = Count::with(memory);
        self.roll_call(&mut count, Paid::Listed);
        let number = choose(count.n());
        if number >= count.n() {
            return None;
        }
        if count.is_pass(number) {
            return Some(Action::Pass);
        }
        let mut pick = Pick::new(number, &count, room);
        self.roll_call(&mut pick, Paid::Listed);
        pick.found
    }

    /// Lists what the player to act may do without paying: all but purchases, tiles turned over, and falcons.
    ///
    /// Of those there can be tens of thousands, one for each way to pay. [`State::legal_purchases`],
    /// [`State::legal_falcons`] and [`crate::granada::flip_payments`] list them one by one.
    pub fn legal_unpaid(&self, out: &mut Vec<Action>) {
        self.list(out, Paid::LeftOut);
    }

    /// Lists the ways to pay for one tile, as [`State::legal_actions`] does, if it is for sale.
    pub fn legal_purchases(&self, out: &mut Vec<Action>, seat: Seat, tile: Tile, strictness: Strictness) {
        out.clear();
        if let Some(asked) = payment::asked(&self.table, tile) {
            payment::list(out, &self.table, self.player(seat), tile, asked.at_least(strictness));
        }
    }

    /// Lists every falcon on every corner for every card of the hand, whether or not it is the moment for it.
    pub fn legal_falcons(&self, out: &mut Vec<Action>, seat: Seat) {
        out.clear();
        falconers::legal(out, &self.table, self.player(seat));
    }

    fn list(&self, out: &mut Vec<Action>, paid: Paid) {
        out.clear();
        self.roll_call(out, paid);
    }

    /// Finds what the player to act may do.
    fn roll_call(&self, out: &mut impl Sink, paid: Paid) {
        match self.step() {
            Some(Step::Turn { seat, first }) => {
                let must_act = self.legal_turn(out, seat, first, paid);
                out.part(|out| bonus_cards::legal(out, self.player(seat)));
                if !must_act {
                    out.pass();
                }
            }
            Some(Step::MoreFalcons { seat }) => {
                if paid == Paid::Listed {
                    out.part(|out| falconers::legal(out, &self.table, self.player(seat)));
                }
                out.pass();
            }
            Some(Step::Place { seat }) => placement::legal(out, self, seat, paid),
            Some(Step::BuildWon { seat }) => placement::legal_won(out, self, seat),
            Some(Step::ChooseCitizens { .. }) => street_trader::legal_choices(out),
            Some(Step::LayTrader { seat }) => street_trader::legal_cells(out, self.player(seat)),
            Some(Step::Welcome { seat, tile }) => street_trader::legal_welcome(out, self, seat, tile),
            Some(Step::AskBonus { seat, .. }) => {
                bonus_cards::legal(out, self.player(seat));
                out.pass();
            }
            Some(Step::Interrupt { seat, next }) => {
                if paid == Paid::Listed {
                    out.part(|out| vizier::legal_favour(out, self, seat));
                }
                out.part(|out| thieves::legal(out, self, seat, next));
                out.pass();
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
    fn legal_turn(&self, out: &mut impl Sink, seat: Seat, first: bool, paid: Paid) -> bool {
        let (table, player) = (&self.table, self.player(seat));
        out.part(|out| money::legal(out, table));
        if paid == Paid::Listed {
            out.part(|out| market::legal(out, table, player, Strictness::AtLeast));
        }
        let mut n_removals = 0;
        out.part(|out| n_removals = redesign::legal(out, player));
        out.part(|out| vizier::legal(out, player));
        out.part(|out| huts::legal(out, table, player));
        out.part(|out| walls::legal(out, table, player));
        if first && paid == Paid::Listed {
            out.part(|out| falconers::legal(out, table, player));
        }
        out.n() > n_removals || (paid == Paid::LeftOut && self.must_act(seat, first))
    }

    /// Whether a player has to do something in a turn.
    fn must_act(&self, seat: Seat, first: bool) -> bool {
        self.legal_turn(&mut Count::with(&mut Memory::none()), seat, first, Paid::Listed)
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
                if self.must_act(seat, first) {
                    Err(Refusal::MustAct)
                } else {
                    Ok(())
                }
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
