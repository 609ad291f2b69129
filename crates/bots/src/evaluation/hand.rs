//! What a hand is worth: money, what it can pay exactly, and the other cards.

use std::ops::AddAssign;

use alhambra_engine::{
    Decision, Ending, Game, Player, Ruleset,
    material::{ByCurrency, Currency, Purse, Tile},
    state::{Table, Vizier},
};

use super::{
    estimates,
    judge::{Judge, Wish},
};

/// What can be paid exactly: bit `n` stands for the sum `n`.
pub(crate) type Sums = u32;

/// How often prices to come can be paid exactly with these sums, if this is how often each price does come.
pub(crate) fn payable<T: From<f32> + AddAssign + Copy>(prices: &[T; 16], sums: Sums) -> T {
    let mut payable = T::from(0.0);
    // No tile costs less than 2 or more than 13.
    let mut rest = sums & 0x3FFC;
    while rest != 0 {
        payable += prices[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    payable
}

/// Whether two lots together can pay this sum.
fn pay_together(one: Sums, two: Sums, sum: u8) -> bool {
    (0..=sum).any(|n| one >> n & 1 != 0 && two >> (sum - n) & 1 != 0)
}

fn lies_on(table: &Table, currency: Currency, tile: Tile) -> bool {
    [table.market[currency], table.granada_market[currency]].contains(&Some(tile))
}

impl Judge {
    /// What a player's hand is worth when this is to be decided next.
    pub(crate) fn hand(&self, player: &Player, table: &Table, decision: Option<Decision>) -> f64 {
        let weights = &self.weights;
        let purses = Currency::ALL.map(|it| player.purse(it));
        let totals = purses.map(|it| f64::from(it.total()));
        let sums = purses.map(|it| it.sums(1));
        if self.is_last_turn(table, decision) {
            return self.award(totals, table, 1.0);
        }

        // There is a limit to what can be spent in the time that is left.
        let useful = self.clock.useful_money(weights);
        let total: f64 = totals.iter().sum();
        let mut worth = weights.money * useful * (1.0 - (-total / useful).exp());

        let fade = self.clock.fade(weights);
        for sums in sums {
            worth += fade * weights.exact * payable(&self.prices, sums);
        }
        worth += self.plans(player, table, decision, &purses, &sums);

        let n_thieves = f64::from(player.thieves.0.iter().sum::<u8>());
        worth += fade * weights.thief * n_thieves;
        worth += fade * weights.bureau * f64::from(player.bureaux.len()).sqrt();
        if player.vizier == Some(Vizier::Awake) {
            worth += fade * weights.vizier;
        }
        worth + self.award(totals, table, (-estimates::AWARD_NEARS * self.clock.end).exp())
    }

    /// What could be bought next turn, if it is still there.
    fn plans(
        &self,
        player: &Player,
        table: &Table,
        decision: Option<Decision>,
        purses: &[Purse; 4],
        sums: &[Sums; 4],
    ) -> f64 {
        let weights = &self.weights;
        let stay = weights.plan * weights.stay.powi(self.n_turns_before(decision));
        let mut worth = 0.0;
        let mut best_inexact: f64 = 0.0;
        for &Wish { currency, tile, price, desire } in &self.wishes {
            let at = currency as usize;
            let is_bazaar = tile.price().is_none();
            if !(if is_bazaar { table.bazaars.contains(&tile) } else { lies_on(table, currency, tile) }) {
                continue;
            }
            let net = desire - weights.money * f64::from(price);
            let with_bureau = |partner: Currency| pay_together(sums[at], sums[partner as usize], price);
            if sums[at] >> price & 1 != 0 {
                worth += (net + weights.action).max(0.0);
            } else if player.bureaux.iter().filter_map(|it| it.partner(currency)).any(with_bureau) {
                worth += (net + weights.action - weights.bureau).max(0.0);
            } else if !is_bazaar && purses[at].total() >= price {
                best_inexact = best_inexact.max(net - weights.money);
            }
        }
        stay * (worth + best_inexact)
    }

    /// What the money wins at the end (B-OVER-2), if that is so near.
    fn award(&self, totals: [f64; 4], table: &Table, near: f64) -> f64 {
        if near < estimates::AWARD_MATTERS {
            return 0.0;
        }
        let mut worth = 0.0;
        for &Wish { currency, tile, desire, .. } in &self.wishes {
            if lies_on(table, currency, tile) {
                let lead = totals[currency as usize] - self.rival_money[currency as usize];
                worth += desire.max(0.0) / (1.0 + (-lead / estimates::AWARD_BLUR).exp());
            }
        }
        near * worth
    }

    /// How many others play before this seat does.
    fn n_turns_before(&self, decision: Option<Decision>) -> i32 {
        let n = self.state.players.len() as i32;
        let from = |seat: u8| (i32::from(self.seat.0) - i32::from(seat)).rem_euclid(n);
        match decision {
            Some(Decision::Turn { seat, .. }) if seat == self.seat => 0,
            Some(Decision::Interrupt { next, .. }) => from(next.0),
            _ => match self.state.decision() {
                Some(Decision::Interrupt { next, .. }) => from(next.0),
                _ => n - 1,
            },
        }
    }

    /// Whether the market can't be filled again after this turn, so that nothing more can be bought (B-OVER-1).
    fn is_last_turn(&self, table: &Table, decision: Option<Decision>) -> bool {
        let goes_on = matches!(decision, Some(Decision::Turn { seat, .. }) if seat == self.seat);
        let runs_out = |market: &ByCurrency<Option<Tile>>, n_supply: usize| {
            market.0.iter().filter(|it| it.is_none_or(|it| it == Tile::FOUNTAIN)).count() > n_supply
        };
        let [n_alhambra, n_granada] = self.n_supply;
        let Ruleset { game, ending, .. } = self.state.ruleset;
        !goes_on
            && match (game, ending) {
                (Game::Alhambra, _) => runs_out(&table.market, n_alhambra),
                (Game::Granada, _) => runs_out(&table.granada_market, n_granada),
                // A square is rarely without both its tiles (C-OVER-1).
                (Game::Both, Ending::Both) => false,
                (Game::Both, Ending::Either) => {
                    runs_out(&table.market, n_alhambra) || runs_out(&table.granada_market, n_granada)
                }
            }
    }
}
