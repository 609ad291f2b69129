//! Playing on: everybody takes what is worth most after some thought, or what looks best at a glance.

use alhambra_engine::{
    Action, Decision, Seat, State, Witness,
    list::List,
    material::{Currency, Edges, Face, Money, Purse, Round, Tile},
    payment,
    scoring::next_round,
};

use super::chances::{Chances, Counts, QUARTERS};
use crate::evaluation::{Clock, Judge, Redesigns, Sums, Weights, copy, estimates, of_module, patterns, payable, sides};

/// Nothing is known yet, by seat and kind.
const UNKNOWN: [[f32; 6]; 6] = [[f32::NAN; 6]; 6];

// What things look worth at a glance where the evaluation would look closely. They were set by hand, to agree with it on the
// whole at a small part of the cost; a game is played on with them only for some rounds.

/// How many buildings a tile is whose bonus card is in the hand, if the card is laid open at all.
const WITH_BONUS: f32 = 1.6;
/// The part of a tile's walls that lengthens the longest one.
const LONGEST: f32 = 0.35;
/// The part of its worth that a tile has which fits nowhere now.
const MISFIT: f32 = 0.4;
/// The part of a purchase next turn that counts if it can't be paid exactly.
const INEXACT: f32 = 0.6;
/// The part of a bureau de change that is lost with it: the turn may go on.
const BUREAU_PAID: f32 = 0.5;
/// The part of its worth that a further bureau de change has.
const SECOND_BUREAU: f32 = 0.4;
/// Added walls and a falcon, in points of every scoring to come.
const ADDED_WALLS: f32 = 1.2;
const FALCON: f32 = 2.0;
/// A gap in which something to come may fit.
const GAP: f32 = 0.15;
/// The part of its worth that a bought tile keeps in the reserve.
const KEPT: f32 = 0.3;
/// What is hardly ever wrong, in the order in which it is preferred, and giving a tile away, which hardly ever is right.
const MOVE_IN: f32 = 3.0;
const REVEAL: f32 = 2.0;
const NEXT_FALCON: f32 = 1.0;
const EXCHANGE: f32 = 0.1;
const GIVE: f32 = -50.0;

/// How much everybody thinks while a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Everybody takes what is worth most after some thought.
    WithCare,
    /// Everybody takes what looks best at a glance.
    InAHurry,
}

/// What is seen at a glance of a position, and holds for some turns.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    pub(super) weights: Weights,
    /// How often each price occurs among the tiles to come.
    prices: [f32; 16],
    /// How often each pattern of edges does.
    pub(super) patterns: List<(Tile, Edges, f64), 32>,
    pub(super) chances: Chances,
    /// The part of their worth that things for later still have.
    pub(super) fade: f32,
    /// How much money can be put to use in the time that is left.
    pub(super) useful_money: f32,
    stay: f32,
}

/// A tile for sale as somebody sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    tile: Tile,
    at: usize,
    price: u8,
    net: f32,
    is_exact_only: bool,
}

/// A game that is played on, and room to think.
pub(super) struct Playout {
    pub(super) state: State,
    pub(super) counts: Counts,
    /// What one building more is worth, by seat and kind, as far as it was asked since anything was built.
    gains: [[f32; 6]; 6],
    gains_from: Round,
    legal: Vec<Action>,
    offers: Vec<Offer>,
    judge: Judge,
}

impl Glance {
    /// Looks at a position that could be the real one.
    pub(super) fn new(state: &State, weights: &Weights) -> Glance {
        let table = &state.table;
        let to_come: List<Tile, 140> = table.supply.iter().chain(&table.granada_supply).copied().collect();
        let mut prices = [0.0; 16];
        let share = 1.0 / f32::from(to_come.len().max(1) as u8);
        to_come.iter().filter_map(|it| it.price()).for_each(|it| prices[usize::from(it)] += share);
        let (chances, patterns) = (Chances::default(), patterns(&to_come));
        let mut glance =
            Glance { weights: *weights, prices, patterns, chances, fade: 0.0, useful_money: 0.0, stay: 0.0 };
        glance.look_again(state);
        glance
    }

    /// Sees how far the game has come.
    pub(super) fn look_again(&mut self, state: &State) {
        let clock = Clock::of(state, &self.weights);
        self.chances = Chances::of(state, &clock, &self.weights);
        self.fade = clock.fade(&self.weights) as f32;
        self.useful_money = clock.useful_money(&self.weights) as f32;
        self.stay = self.weights.stay.powi(state.players.len() as i32 - 1) as f32;
    }

    /// What it is worth to be able to pay these sums: prices to come that are then paid exactly.
    pub(super) fn exactness(&self, sums: Sums) -> f32 {
        self.fade * self.weights.exact as f32 * payable(&self.prices, sums)
    }
}

impl Playout {
    /// Room for games like this one.
    pub(super) fn new(state: &State, weights: &Weights) -> Playout {
        let counts = Counts::of(state);
        let gains = UNKNOWN;
        Playout {
            state: state.clone(),
            counts,
            gains,
            gains_from: Round::First,
            legal: Vec::with_capacity(1024),
            offers: Vec::with_capacity(16),
            judge: Judge::new(state.clone(), Seat::default(), weights),
        }
    }

    /// Begins anew with this game.
    pub(super) fn begin(&mut self, state: &State) {
        copy(state, &mut self.state);
        self.counts = Counts::of(state);
        self.gains = UNKNOWN;
    }

    /// Forgets what buildings seemed worth.
    pub(super) const fn forget(&mut self) {
        self.gains = UNKNOWN;
    }

    /// Whether a turn begins.
    pub(super) fn is_new_turn(&self) -> bool {
        matches!(self.state.decision(), Some(Decision::Turn { first: true, .. }))
    }

    /// Carries out an action.
    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        self.act_with(seat, action, &mut ());
    }

    /// Carries out an action and tells a witness what happens.
    pub(super) fn act_with<W: Witness>(&mut self, seat: Seat, action: Action, witness: &mut W) {
        self.state.apply_unchecked_with(action, witness);
        self.count_again(seat, action);
    }

    /// Counts again what an action of this seat may have changed.
    pub(super) fn count_again(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Build { .. }
            | Action::BuildFlipped { .. }
            | Action::TakeDown { .. }
            | Action::Swap { .. }
            | Action::Reveal { .. } => {
                self.counts.recount(&self.state, seat);
                self.gains = UNKNOWN;
            }
            _ => {}
        }
    }

    /// Plays on until this turn is over and everybody has had so many more, or until the game is over.
    pub(super) fn play(&mut self, n_rounds: u32, choose: impl FnMut(&mut Playout, Decision) -> Option<Action>) {
        self.play_with(n_rounds, &mut (), choose);
    }

    /// Plays on and tells a witness what happens.
    pub(super) fn play_with<W: Witness>(
        &mut self,
        n_rounds: u32,
        witness: &mut W,
        mut choose: impl FnMut(&mut Playout, Decision) -> Option<Action>,
    ) {
        let mut n_turns = n_rounds * self.state.players.len() as u32;
        let mut was_first = true;
        while let Some(decision) = self.state.decision() {
            if let Decision::Turn { first: true, .. } = decision {
                if was_first {
                    if n_turns == 0 {
                        return;
                    }
                    n_turns -= 1;
                }
                if let Some(dirk) = &self.state.dirk
                    && self.counts.recount_dirk(dirk)
                {
                    self.gains = UNKNOWN;
                }
            }
            let Some(action) = choose(self, decision) else { return };
            self.act_with(decision.seat(), action, witness);
            // A bonus card laid open leaves the turn where it was.
            was_first = !matches!(action, Action::Reveal { .. });
        }
    }

    /// Says what every action worth a closer look is worth, but for redesigns.
    pub(super) fn rate(&mut self, seat: Seat, say: impl FnMut(f64, Action)) {
        self.state.legal_actions_into(&mut self.legal);
        self.judge.look_at(&self.state, seat);
        self.judge.rate(&self.legal, Redesigns::LeftOut, say);
    }

    /// What is to be done now, if everybody thinks so much about it; nothing if nothing is legal.
    pub(super) fn choose(&mut self, glance: &Glance, decision: Decision, manner: Manner) -> Option<Action> {
        let seat = decision.seat();
        let mut legal = std::mem::take(&mut self.legal);
        self.state.legal_actions_into(&mut legal);
        let choice = match (&legal[..], decision) {
            ([], _) => None,
            ([only], _) => Some(*only),
            // Between turns everybody is asked all the time, and it is hardly ever the moment.
            ([first, ..], Decision::Interrupt { .. }) => Some(self.choose_act(glance, decision, *first, &legal)),
            ([first, ..], _) if manner == Manner::WithCare => {
                self.judge.look_at(&self.state, seat);
                Some(self.judge.best(*first, &legal))
            }
            ([first, ..], Decision::Turn { .. }) => Some(self.choose_act(glance, decision, *first, &legal)),
            _ => self.choose_best(&legal, |it, action| it.glance_at(glance, seat, action)),
        };
        self.legal = legal;
        choice
    }

    fn choose_best(&mut self, legal: &[Action], worth: impl Fn(&mut Playout, Action) -> f32) -> Option<Action> {
        let mut best = (f32::MIN, *legal.first()?);
        for &action in legal {
            let worth = worth(self, action);
            if worth > best.0 {
                best = (worth, action);
            }
        }
        Some(best.1)
    }

    /// What one more such tile would be worth, beside what it costs.
    fn desire(&mut self, glance: &Glance, round: Round, seat: Seat, tile: Tile) -> f32 {
        let weights = &glance.weights;
        if self.gains_from != round {
            self.gains = UNKNOWN;
            self.gains_from = round;
        }
        let player = self.state.player(seat);
        match tile.face() {
            Face::Building { building, .. } => {
                let known = &mut self.gains[seat.index()][building as usize];
                if known.is_nan() {
                    let (n, others) = self.counts.buildings(seat, building);
                    let points = |n| glance.chances.buildings(round, building, n, &others);
                    *known = points(n + QUARTERS) - points(n);
                }
                let twice = if player.bonus_held.contains(&tile) { WITH_BONUS } else { 1.0 };
                let walls = f32::from(player.edges_of(tile).sides().count() as u8);
                let gain = weights.tile as f32
                    + twice * *known
                    + LONGEST * walls * weights.wall as f32 * glance.chances.n_rounds(round);
                if player.city.n_gaps(tile, tile.edges()) > 0 { gain } else { gain * MISFIT }
            }
            Face::Granada { kind, price } => {
                let (n, others, n_built) = self.counts.granada(seat, kind);
                let points = |n, more| glance.chances.granada(&self.state, round, n_built + more, n, &others);
                let highest = i32::from(price) * QUARTERS / estimates::ABOVE_PRICES as i32;
                let better = n - n % QUARTERS + QUARTERS + (n % QUARTERS).max(highest);
                let gain = weights.tile as f32 + points(better, 1) - points(n, 0);
                if player.city.n_gaps(tile, tile.edges()) > 0 { gain } else { gain * MISFIT }
            }
            face => of_module(face, 1.0, weights, glance.chances.n_rounds(round).into()) as f32,
        }
    }

    /// Notes what is for sale and what it would be worth to this seat.
    pub(super) fn look_at_offers(&mut self, glance: &Glance, round: Round, seat: Seat) {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        let table = self.state.table;
        for currency in Currency::ALL {
            for tile in [table.market[currency], table.granada_market[currency]].into_iter().flatten() {
                let Some(price) = tile.price() else { continue };
                let net = self.desire(glance, round, seat, tile) - glance.weights.money as f32 * f32::from(price);
                offers.push(Offer { tile, at: currency as usize, price, net, is_exact_only: false });
            }
        }
        for &tile in &table.bazaars {
            let Some(asked) = payment::asked(&table, tile) else { continue };
            let net = self.desire(glance, round, seat, tile) - glance.weights.money as f32 * f32::from(asked.price);
            offers.push(Offer { tile, at: asked.currency as usize, price: asked.price, net, is_exact_only: true });
        }
        self.offers = offers;
    }

    /// What could be bought next with this money of one currency.
    pub(super) fn plan(&self, weights: &Weights, at: usize, sums: Sums, total: u8) -> f32 {
        let (money, action) = (weights.money as f32, weights.action as f32);
        let worth = |it: &Offer| {
            if sums >> it.price & 1 != 0 {
                (it.net + action).max(0.0)
            } else if total >= it.price && !it.is_exact_only {
                INEXACT * (it.net - money).max(0.0)
            } else {
                0.0
            }
        };
        self.offers.iter().filter(|it| it.at == at).map(worth).sum()
    }

    /// An action of a turn, or between turns; the first one unless another is better.
    fn choose_act(&mut self, glance: &Glance, decision: Decision, first: Action, legal: &[Action]) -> Action {
        let seat = decision.seat();
        let round = next_round(&self.state);
        self.look_at_offers(glance, round, seat);
        let weights = &glance.weights;
        let player = *self.state.player(seat);
        let purses = Currency::ALL.map(|it| player.purse(it));
        let all_sums = purses.map(|it| it.sums(1));
        let total: u16 = purses.iter().map(|it| u16::from(it.total())).sum();
        let money = weights.money as f32 * (-f32::from(total) / glance.useful_money).exp();
        let plan_share = glance.stay * weights.plan as f32;
        let plans: [f32; 4] = std::array::from_fn(|at| self.plan(weights, at, all_sums[at], purses[at].total()));
        let exactness = all_sums.map(|it| glance.exactness(it));
        let n_rounds = glance.chances.n_rounds(round);
        let between = matches!(decision, Decision::Interrupt { .. });

        let after = |it: &Playout, at: usize, purse: Purse| {
            let sums = purse.sums(1);
            let plan = it.plan(weights, at, sums, purse.total());
            plan_share * (plan - plans[at]) + glance.exactness(sums) - exactness[at]
        };
        let mut best = (f32::MIN, first);
        let mut bought = None;
        for &action in legal {
            let worth = match action {
                Action::Take { cards } => {
                    let mut taken = Money::default();
                    cards.cards().for_each(|it| taken.add(it));
                    let mut worth = money * f32::from(cards.total());
                    for (at, (purse, more)) in purses.iter().zip(taken.0.0).enumerate() {
                        if !more.is_empty() {
                            worth += after(self, at, Purse::new(purse.cards().plus(more), purse.coins()));
                        }
                    }
                    worth
                }
                Action::Buy { tile, payment } => {
                    let Some(offer) = self.offers.iter().find(|it| it.tile == tile).copied() else { continue };
                    let exact = payment.total() == offer.price;
                    // The payments for a tile stand together, the exact ones first: one of each sort is enough.
                    if bought == Some((tile, exact)) && exact {
                        continue;
                    }
                    bought = Some((tile, exact));
                    let mut worth = offer.net + money * f32::from(offer.price);
                    worth += if exact && !between {
                        weights.action as f32 * (glance.chances.end / estimates::TURNS_FOR_ACTION as f32).min(1.0)
                    } else {
                        0.0
                    };
                    for (currency, paid) in payment.purses() {
                        let purse = purses[currency as usize];
                        let rest = Purse::new(purse.cards().minus(paid.cards()), purse.coins() - paid.coins());
                        worth += glance.exactness(rest.sums(1)) - exactness[currency as usize];
                        worth -= money * f32::from(paid.total());
                    }
                    worth -= plan_share * plans[offer.at];
                    worth -= if payment.bureau().is_some() {
                        glance.fade * weights.bureau as f32 * BUREAU_PAID
                    } else {
                        0.0
                    };
                    worth - if between { glance.fade * weights.vizier as f32 } else { 0.0 }
                }
                Action::TakeBureau { .. } => {
                    glance.fade * weights.bureau as f32 * if player.bureaux.is_empty() { 1.0 } else { SECOND_BUREAU }
                }
                Action::Build { .. } => self.glance_at(glance, seat, action),
                Action::TakeHut { tile } => self.desire(glance, round, seat, tile),
                Action::Wake => glance.fade * weights.vizier as f32,
                Action::AddWalls { .. } => ADDED_WALLS * n_rounds,
                Action::BuyFalcon { .. } => FALCON * n_rounds - estimates::CARD_PAID as f32 * money,
                Action::Steal { card } => {
                    let at = card.currency() as usize;
                    let purse = purses[at].with_card(card.value());
                    money * f32::from(card.value()) + after(self, at, purse) - glance.fade * weights.thief as f32
                }
                Action::Pass => 0.0,
                // Nobody tears down a palace in a hurry.
                _ => continue,
            };
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }

    /// What a placement, or whatever else there is to decide, looks worth.
    fn glance_at(&mut self, glance: &Glance, seat: Seat, action: Action) -> f32 {
        let round = next_round(&self.state);
        let weights = &glance.weights;
        let player = self.state.player(seat);
        match action {
            Action::Build { tile, cell } | Action::BuildFlipped { tile, cell, .. } => {
                let n_rounds = glance.chances.n_rounds(round);
                let mut city = player.city;
                city.build(tile, player.edges_of(tile), cell);
                let grown = f32::from(sides(&city)) - f32::from(sides(&player.city));
                let flip = if matches!(action, Action::BuildFlipped { .. }) {
                    estimates::CARD_PAID as f32 * weights.money as f32
                } else {
                    0.0
                };
                let room = GAP * glance.fade * f32::from(city.gaps().len() as u8);
                let welcome = player.trader.is_some_and(|it| it.cell == Some(cell));
                let citizen = if welcome { 1.0 } else { 0.0 };
                self.desire(glance, round, seat, tile) + n_rounds * (weights.wall as f32 * grown + citizen) + room
                    - flip
            }
            Action::Keep { tile } => KEPT * glance.fade * self.desire(glance, round, seat, tile).max(0.0),
            Action::MoveIn { .. } => MOVE_IN,
            Action::Reveal { .. } => REVEAL,
            Action::BuyFalcon { .. } => NEXT_FALCON,
            Action::Exchange { .. } => EXCHANGE,
            Action::Give { .. } => GIVE,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Game, Ruleset, Seed, modules::ModuleSet};
    use allocation_counter::measure;

    use super::*;
    use crate::evaluation::rank;

    /// Plays games on from their beginning, and looks at what that asks of the system.
    #[track_caller]
    fn check_allocations(ruleset: Ruleset, at_most: u64) {
        let state = State::new(ruleset, Seed::from_number(1)).unwrap();
        let weights = Weights::default();
        let glance = Glance::new(&state, &weights);
        let (mut later, mut playout) = (glance.clone(), Playout::new(&state, &weights));
        let mut simulate = || {
            playout.begin(&state);
            playout.play(6, |it, decision| it.choose(&glance, decision, Manner::WithCare));
            playout.play(6, |it, decision| it.choose(&glance, decision, Manner::InAHurry));
            playout.value(&mut later).record(Seat(0), state.players.len()).points
        };
        let first = simulate();
        let used = measure(|| assert!((simulate() - first).abs() < 1e-9));
        assert!(used.count_total <= at_most, "{ruleset}: {} allocations", used.count_total);
    }

    #[test]
    fn with_care_everybody_takes_what_is_worth_most() {
        let mut state = State::new(Ruleset::alhambra(3), Seed::from_number(2)).unwrap();
        let weights = Weights::default();
        let (glance, mut playout) = (Glance::new(&state, &weights), Playout::new(&state, &weights));
        playout.play(4, |it, decision| it.choose(&glance, decision, Manner::WithCare));
        let (first, mut n_turns, mut legal) = (state.to_act(), 0, Vec::new());
        loop {
            let seat = state.to_act().unwrap();
            n_turns +=
                u32::from(Some(seat) == first && matches!(state.decision(), Some(Decision::Turn { first: true, .. })));
            if n_turns == 5 {
                break;
            }
            state.legal_actions_into(&mut legal);
            let best = rank(state.clone(), seat, &legal, &weights, Redesigns::LeftOut)[0].1;
            state.apply_unchecked(best);
        }
        assert!(playout.state == state);
    }

    #[test]
    fn playing_on_allocates_nothing() {
        for players in 2..=6 {
            check_allocations(Ruleset::alhambra(players), 0);
            check_allocations(Ruleset { game: Game::Granada, ..Ruleset::alhambra(players) }, 0);
        }
        // Bazaars gather the colours around them in a list.
        check_allocations(Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) }, 200);
    }
}
