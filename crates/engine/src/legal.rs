//! What may be done now.

use crate::{
    action::{Action, ActionKind, ActionKinds, Refusal},
    agenda::{Decision, Step},
    aim::Aim,
    market,
    material::Tile,
    modules::{bonus_cards, bureaux, falconers, huts, street_trader, thieves, vizier, walls},
    money,
    payment::{self, Strictness},
    placement, redesign,
    state::{Seat, State},
    visitor::{Chooser, Count, Kinds, Memory, Pick, Visitor, Ways},
};

/// Whether what is paid for is listed, for every way to pay.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paid {
    Listed,
    LeftOut,
}

impl State {
    /// What the player to act may do, in a fixed order and without duplicates; nothing when the game is over.
    ///
    /// Of the payments for a tile those are listed from which nothing can be left out and, while there is change to be
    /// had, those with one more card that earns a coin; [`State::check`] accepts larger ones too.
    ///
    /// ```
    /// use alhambra_engine::{Ruleset, Seed, State};
    ///
    /// let game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
    /// let seat = game.to_act().expect("somebody begins");
    /// assert!(game.legal_actions().iter().all(|&action| game.check(seat, action).is_ok()));
    /// # Ok::<(), alhambra_engine::Unplayable>(())
    /// ```
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.legal_actions_into(&mut actions);
        actions
    }

    /// Clears `out` and lists there what [`State::legal_actions`] lists, so that one list serves a whole game.
    pub fn legal_actions_into(&self, out: &mut Vec<Action>) {
        self.list(out, Paid::Listed);
    }

    /// One of the legal actions: first an aim is drawn, then one of the ways to it, both with `below`, which names one of so
    /// many things by its number.
    ///
    /// What is not drawn is neither listed nor counted, so this is quicker where the others don't matter.
    pub fn choose(&self, chooser: &mut Chooser, below: impl FnMut(usize) -> usize) -> Option<Action> {
        let decision = self.decision()?;
        let (aim, number) = Aim::draw(decision, below, |aim| self.n_ways(decision, aim, &mut chooser.memory))?;
        // The answer to most questions, for which nothing has to be looked for.
        if aim == Aim::Pass && number == 0 {
            return Some(Action::Pass);
        }
        let mut pick = Pick { aim, left: number, chooser, found: None };
        self.visit_actions(&mut pick, decision, Paid::Listed);
        pick.found
    }

    /// How many ways there are to an aim.
    fn n_ways(&self, decision: Decision, aim: Aim, memory: &mut Memory) -> usize {
        let mut count = Count { aim, n: 0, memory };
        self.visit_actions(&mut count, decision, Paid::Listed);
        count.n
    }

    /// The kinds of action that are legal now, found without listing every way to do each.
    ///
    /// ```
    /// use alhambra_engine::{ActionKind, Chooser, Ruleset, Seed, State};
    ///
    /// let game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
    /// let kinds = game.legal_kinds(&mut Chooser::default());
    /// assert!(kinds.has(ActionKind::Take) && !kinds.has(ActionKind::Build), "tiles are built once they are bought");
    /// # Ok::<(), alhambra_engine::Unplayable>(())
    /// ```
    pub fn legal_kinds(&self, chooser: &mut Chooser) -> ActionKinds {
        let mut kinds = Kinds { found: ActionKinds::default(), aim: Aim::Pass, chooser };
        if let Some(decision) = self.decision() {
            self.visit_actions(&mut kinds, decision, Paid::Listed);
        }
        kinds.found
    }

    /// Clears `out` and lists there the legal actions of one kind, in the order of [`State::legal_actions`].
    pub fn legal_of_kind(&self, out: &mut Vec<Action>, kind: ActionKind) {
        out.clear();
        let Some(decision) = self.decision() else { return };
        for &aim in Aim::all_in(decision).iter().filter(|it| it.includes(kind)) {
            self.visit_actions(&mut Ways { aim, out }, decision, Paid::Listed);
        }
        out.retain(|it| it.kind() == kind);
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
        if let Some(decision) = self.decision() {
            self.visit_actions(out, decision, paid);
        }
    }

    /// Shows what the player to act may do to a visitor; each kind of action is a line here and a function in its file.
    fn visit_actions(&self, out: &mut impl Visitor, decision: Decision, paid: Paid) {
        match decision {
            Decision::Turn { seat, first } => self.legal_turn(out, seat, first, paid),
            Decision::MoreFalcons { seat } => {
                if paid == Paid::Listed {
                    out.ways(Aim::Falcon, |out| falconers::legal(out, &self.table, self.player(seat)));
                }
                out.ways(Aim::Pass, |out| out.push(Action::Pass));
            }
            Decision::Place { seat } => out.ways(Aim::Answer, |out| placement::legal(out, self, seat, paid)),
            Decision::BuildWon { seat } => out.ways(Aim::Answer, |out| placement::legal_won(out, self, seat)),
            Decision::ChooseCitizens { .. } => out.ways(Aim::Answer, street_trader::legal_choices),
            Decision::LayTrader { seat } => {
                out.ways(Aim::Answer, |out| street_trader::legal_cells(out, self.player(seat)));
            }
            Decision::Welcome { seat, tile } => {
                out.ways(Aim::Answer, |out| street_trader::legal_welcome(out, self, seat, tile));
            }
            Decision::AskBonus { seat, .. } => {
                out.ways(Aim::Bonus, |out| bonus_cards::legal(out, self.player(seat)));
                out.ways(Aim::Pass, |out| out.push(Action::Pass));
            }
            Decision::Interrupt { seat, next, again: _ } => {
                if paid == Paid::Listed {
                    out.ways(Aim::Favour, |out| vizier::legal_favour(out, self, seat));
                }
                out.ways(Aim::Thief, |out| thieves::legal(out, self, seat, next));
                out.ways(Aim::Pass, |out| out.push(Action::Pass));
            }
        }
    }

    /// The actions of a turn.
    fn legal_turn(&self, out: &mut impl Visitor, seat: Seat, first: bool, paid: Paid) {
        let (table, player) = (&self.table, self.player(seat));
        out.ways(Aim::Money, |out| money::legal(out, table));
        if paid == Paid::Listed {
            out.ways(Aim::Purchase, |out| market::legal(out, table, player, Strictness::AtLeast));
        }
        out.ways(Aim::Redesign, |out| redesign::legal(out, player));
        out.ways(Aim::Wake, |out| vizier::legal(out, player));
        out.ways(Aim::Hut, |out| huts::legal(out, table, player));
        out.ways(Aim::Walls, |out| walls::legal(out, table, player));
        if first && paid == Paid::Listed {
            out.ways(Aim::Falcon, |out| falconers::legal(out, table, player));
        }
        out.ways(Aim::Bonus, |out| bonus_cards::legal(out, player));
        out.ways(Aim::Pass, |out| {
            if !self.must_act(seat, first) {
                out.push(Action::Pass);
            }
        });
    }

    /// Whether a player has to do something in this turn: nobody has to take down, swap (B-TURN-3) or lay open a card.
    fn must_act(&self, seat: Seat, first: bool) -> bool {
        // Nearly always there is money to be taken, so that nothing else has to be looked for.
        let others = || [Aim::Wake, Aim::Hut, Aim::Walls, Aim::Purchase, Aim::Falcon].into_iter();
        !self.table.display.is_empty()
            || redesign::can_build(self.player(seat))
            || others().any(|aim| self.n_ways(Decision::Turn { seat, first }, aim, &mut Memory::none()) > 0)
    }

    /// Whether this player may do this now.
    ///
    /// # Errors
    /// Why not; for a placement every building rule that it breaks.
    ///
    /// ```
    /// use alhambra_engine::{Broken, Refusal, Seat, notation::Record};
    ///
    /// let game = "alhambra record
    /// rules 2
    /// ruleset alhambra 6
    /// seed 0000000000000000000000000000000000000000000000000000000000000000
    /// 1 buy T8nes di8
    /// 1 take fl9
    /// ".parse::<Record>()?.replay(|_, _, _| ())?;
    /// // The bought tower has walls in the north, east and south: it fits to the east of the fountain alone.
    /// let refusal = game.check(Seat(1), "build T8nes s1".parse()?).unwrap_err();
    /// assert_eq!(refusal, Refusal::Building(Broken::WALL_MISMATCH | Broken::NOT_ON_FOOT));
    /// assert!(game.check(Seat(1), "build T8nes e1".parse()?).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let decision = match self.step().ok_or(Refusal::GameOver)? {
            Step::Decide(decision) if decision.seat() == seat => decision,
            Step::Decide(decision) => return Err(Refusal::NotYourTurn(decision.seat())),
            Step::Auto(_) => return Err(Refusal::NotNow),
        };
        match decision {
            Decision::Turn { first, .. } => self.check_turn(seat, first, action),
            Decision::MoreFalcons { .. } => match action {
                Action::BuyFalcon { .. } => self.check_turn(seat, true, action),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Decision::Place { .. } => self.check_place(seat, action),
            Decision::BuildWon { .. } => match action {
                Action::Build { tile, cell } => placement::check_build(self.player(seat), tile, cell),
                Action::LeaveOut { tile } => placement::check_bought(self.player(seat), tile),
                _ => Err(Refusal::NotNow),
            },
            Decision::ChooseCitizens { .. } => match action {
                Action::ChooseCitizens { citizens } => street_trader::check_choice(citizens),
                _ => Err(Refusal::NotNow),
            },
            Decision::LayTrader { .. } => match action {
                Action::LayTrader { cell } => street_trader::check_cell(self.player(seat), cell),
                _ => Err(Refusal::NotNow),
            },
            Decision::Welcome { tile, .. } => street_trader::check_welcome(self, seat, tile, action),
            Decision::AskBonus { .. } => match action {
                Action::Reveal { tile } => bonus_cards::check(self.player(seat), tile),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Decision::Interrupt { next, .. } => match action {
                Action::Buy { tile, payment } => vizier::check_favour(self, seat, tile, payment),
                Action::Steal { card } => thieves::check(self, seat, next, card),
                Action::Pass => Ok(()),
                _ => Err(Refusal::NotNow),
            },
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
