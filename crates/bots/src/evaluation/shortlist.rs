//! What is worth a closer look: of all ways to pay the same thing only the best few.

use alhambra_engine::{
    Action, Decision,
    material::{Cell, Falcon, MoneyCard, Payment, Tile},
    payment,
};

use super::{Judge, Redesigns, estimates};

/// How many payments of a sort are compared.
const AT_MOST: usize = 24;

impl Judge {
    /// Lists the actions worth a closer look.
    pub(crate) fn shortlist(&self, legal: &[Action], redesigns: Redesigns, list: &mut Vec<Action>) {
        list.clear();
        let mut flip = None;
        let mut fee = None;
        let redesign = redesigns == Redesigns::Considered;
        let take_down = redesign && self.has_misfit();
        let mut rest = legal;
        while let Some(&action) = rest.first() {
            let n = match action {
                Action::Buy { tile, .. } => {
                    // The payments for a tile stand together, the exact ones first.
                    let n =
                        rest.iter().take_while(|it| matches!(it, Action::Buy { tile: it, .. } if *it == tile)).count();
                    list.extend(self.purchases(tile, &rest[..n]));
                    n
                }
                Action::BuildFlipped { payment, .. } => {
                    let paid = *flip.get_or_insert_with(|| self.cheapest_flip(legal).unwrap_or(payment));
                    list.extend(Some(action).filter(|_| payment == paid));
                    1
                }
                Action::BuyFalcon { card, .. } => {
                    let paid = *fee.get_or_insert_with(|| self.cheapest_fee().unwrap_or(card));
                    list.extend(Some(action).filter(|_| card == paid));
                    1
                }
                Action::TakeDown { .. } if !take_down => 1,
                Action::Swap { .. } if !redesign => 1,
                // A bonus card is laid open before a scoring and not sooner: the others need not know.
                Action::Reveal { .. } if matches!(self.state.decision(), Some(Decision::Turn { .. })) => 1,
                _ => {
                    list.push(action);
                    1
                }
            };
            rest = &rest[n..];
        }
        if list.is_empty() {
            list.extend_from_slice(legal);
        }
    }

    /// Whether a tile in reserve waits for room: nothing else is worth taking a building down for.
    fn has_misfit(&self) -> bool {
        let player = self.state.player(self.seat);
        player.reserve.iter().any(|&it| player.city.n_gaps(it, player.edges_of(it)) == 0)
    }

    /// The best exact payment for a tile and the best of the cheapest others.
    fn purchases(&self, tile: Tile, ways: &[Action]) -> impl Iterator<Item = Action> {
        let price = payment::asked(&self.state.table, tile).map_or(0, |it| it.price);
        let total = |it: &Action| if let Action::Buy { payment, .. } = it { payment.total() } else { 0 };
        let n_exact = ways.iter().take_while(|it| total(it) == price).count();
        let (exact, others) = ways.split_at(n_exact);
        let least = others.iter().map(total).min().unwrap_or(0);
        let cheap = others.iter().filter(|it| total(it) <= least + 1);
        [self.best_paid(exact.iter()), self.best_paid(cheap)].into_iter().flatten()
    }

    /// Whichever leaves the best hand.
    fn best_paid<'a>(&self, mut ways: impl Iterator<Item = &'a Action>) -> Option<Action> {
        let worth = |action: &Action| match action {
            Action::Buy { payment, .. } => self.after_paying(*payment),
            _ => 0.0,
        };
        let first = ways.next()?;
        match ways.next() {
            None => Some(*first),
            Some(second) => best_of([first, second].into_iter().chain(ways).take(AT_MOST).map(|it| (worth(it), *it))),
        }
    }

    fn after_paying(&self, payment: Payment) -> f64 {
        let mut player = *self.state.player(self.seat);
        for (currency, purse) in payment.purses() {
            player.money.0[currency] = player.money.0[currency].minus(purse.cards());
            player.coins[currency] -= purse.coins();
        }
        payment.bureau().into_iter().for_each(|it| player.bureaux.remove(it));
        self.hand(&player, &self.state.table, None)
    }

    /// The best payment for turning a tile over; wherever it is built, the same ones will do.
    fn cheapest_flip(&self, legal: &[Action]) -> Option<Payment> {
        let mut place = None;
        best_of(legal.iter().filter_map(|action| match *action {
            Action::BuildFlipped { tile, cell, payment } if *place.get_or_insert((tile, cell)) == (tile, cell) => {
                Some((self.after_paying(payment), payment))
            }
            _ => None,
        }))
    }

    fn cheapest_fee(&self) -> Option<MoneyCard> {
        let player = self.state.player(self.seat);
        let worth = |card: MoneyCard| {
            let mut poorer = *player;
            poorer.money.remove(card);
            self.hand(&poorer, &self.state.table, None)
        };
        best_of(player.money.cards().map(|it| (worth(it), it)))
    }

    /// What another falcon could bring right after this one, and what this one spoils (M-FAL-2).
    pub(crate) fn further_falcon(&self, list: &[Action], falcon: Falcon, corner: Cell) -> f64 {
        let n_of = |other: Falcon| {
            let own = self.state.player(self.seat).falcons.iter().map(|it| it.falcon).chain([falcon]);
            f64::from(own.filter(|it| it.plumage() == other.plumage()).count() as u8)
        };
        let mut best: f64 = 0.0;
        let mut n_spoiled = 0_u8;
        for action in list {
            if let Action::BuyFalcon { falcon: other, corner: place, .. } = *action {
                if other != falcon && place != corner {
                    // So many of a plumage bring n(n + 1) points, one more of them 2(n + 1) (M-FAL-4).
                    let points = 2.0 * (n_of(other) + 1.0) * self.clock.n_rounds;
                    best = best.max(points - estimates::CARD_PAID * self.weights.money);
                } else {
                    n_spoiled += 1;
                }
            }
        }
        estimates::FURTHER_FALCON * best - estimates::SPOILED_FALCON * f64::from(n_spoiled)
    }
}

fn best_of<T>(all: impl Iterator<Item = (f64, T)>) -> Option<T> {
    all.max_by(|one, two| one.0.total_cmp(&two.0)).map(|it| it.1)
}
