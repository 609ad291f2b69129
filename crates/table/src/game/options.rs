//! Everything that the seat to act may do, what that leads to, and what people might try in vain.

use alhambra_engine::{
    Action, Broken, Decision, Refusal, Seat, State, granada,
    material::{Card, Cell, Face, Handful, MoneyCard, Payment, Tile},
    modules::huts,
    payment::Strictness,
    state::Vizier,
};
use alhambra_protocol::{
    Effect, FlipPayment, LegalCell, LegalSwap, LegalTile, OpenHut, Options, Perching, Placing, Refused, WallCard,
};

use super::{
    notation,
    outlook::Outlook,
    purchases::{self, N_BEST, offer},
};

/// What the seat may do now; nothing if somebody else decides.
pub fn options(state: &State, seat: Seat) -> Option<Options> {
    let decision = state.decision().filter(|it| it.seat() == seat)?;
    let mut listing = Listing::new(state, seat);
    let player = state.player(seat);
    match decision {
        Decision::Turn { first, .. } => {
            listing.purchases(Strictness::AtLeast);
            for &tile in &player.reserve {
                listing.placing(tile);
            }
            listing.wall_cards();
            listing.huts();
            if first {
                listing.falcons();
            }
            listing.refuse_in_turn();
        }
        Decision::MoreFalcons { .. } => listing.falcons(),
        Decision::Place { .. } => {
            for &tile in &player.bought {
                listing.placing(tile);
                listing.flip(tile);
                if state.dirk.is_some() {
                    listing.refuse(Action::Give { tile });
                }
            }
        }
        Decision::BuildWon { .. } => player.bought.iter().for_each(|&tile| listing.placing(tile)),
        Decision::Interrupt { .. } => {
            match player.vizier {
                Some(Vizier::Awake) => listing.purchases(Strictness::Exactly),
                Some(Vizier::Asleep) => listing.refuse_as("buy", Refusal::NoVizier),
                None => {}
            }
            if player.has_thieves() {
                for card in displayed(state) {
                    listing.refuse(Action::Steal { card });
                }
            }
        }
        Decision::Welcome { .. } => {
            if !listing.unpaid.iter().any(|it| matches!(it, Action::MoveIn { .. })) {
                listing.refuse_as("move-in", Refusal::NoMatch);
            }
        }
        Decision::ChooseCitizens { .. } | Decision::LayTrader { .. } | Decision::AskBonus { .. } => {}
    }
    listing.offers();
    Some(listing.options)
}

/// The open money cards, each once.
fn displayed(state: &State) -> Vec<MoneyCard> {
    let mut cards: Vec<MoneyCard> = state.table.display.iter().filter_map(Card::money).collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// Options in the making.
struct Listing<'game> {
    state: &'game State,
    seat: Seat,
    outlook: Outlook<'game>,
    /// Everything legal that costs nothing.
    unpaid: Vec<Action>,
    options: Options,
}

impl<'game> Listing<'game> {
    fn new(state: &'game State, seat: Seat) -> Listing<'game> {
        let mut unpaid = Vec::new();
        state.legal_unpaid(&mut unpaid);
        Listing { state, seat, outlook: Outlook::new(state, seat), unpaid, options: Options::default() }
    }

    fn purchases(&mut self, strictness: Strictness) {
        self.options.purchases = purchases::purchases(&mut self.outlook, self.state, self.seat, strictness);
    }

    /// Everything that is in no other list.
    fn offers(&mut self) {
        self.options.offers.reserve(self.unpaid.len());
        for &action in &self.unpaid {
            if !matches!(action, Action::Build { .. } | Action::Swap { .. } | Action::AddWalls { .. }) {
                self.options.offers.push(offer(&mut self.outlook, action));
            }
        }
    }

    /// A tile of the reserve, or one that was bought or won, as it lies there.
    fn placing(&mut self, tile: Tile) {
        let Listing { state, seat, outlook, unpaid, options } = self;
        let player = state.player(*seat);
        let (mut cells, mut swaps) = (Vec::with_capacity(16), Vec::new());
        for &action in unpaid.iter() {
            match action {
                Action::Build { tile: it, cell } if it == tile => {
                    cells.push(LegalCell { cell, notation: notation(action), effect: outlook.effect(action) });
                }
                Action::Swap { tile: it, old } if it == tile => {
                    swaps.push(LegalSwap { old, notation: notation(action), effect: outlook.effect(action) });
                }
                _ => {}
            }
        }
        let from_reserve = player.reserve.contains(&tile);
        let edges = player.edges_of(tile);
        let mut broken_swaps = Vec::new();
        if from_reserve {
            for placed in player.city.tiles().iter().filter(|it| swaps.iter().all(|swap| swap.old != it.tile)) {
                group(&mut broken_swaps, player.city.broken_by_swap(tile, edges, placed.tile), placed.tile);
            }
        }
        let broken = broken_cells(state, *seat, tile, &cells);
        options.placings.push(Placing {
            tile,
            from_reserve,
            flips: None,
            flip_payments: Vec::new(),
            refusal: None,
            cells,
            broken,
            swaps,
            broken_swaps,
        });
    }

    /// A bought tile of Granada with its other face (G-PLACE-1).
    fn flip(&mut self, bought: Tile) {
        let Some(tile) = bought.flipped() else { return };
        let Listing { state, seat, outlook, options, .. } = self;
        let player = state.player(*seat);
        let mut payments: Vec<Payment> = Vec::new();
        granada::flip_payments(player, |it| payments.push(it));
        payments.sort_by_key(|it| purchases::rank(*it, granada::FLIP));
        payments.truncate(N_BEST);
        let most = player.money.0.0.iter().map(|it| it.total()).max().unwrap_or_default();
        let mut cells = Vec::new();
        if let Some(&payment) = payments.first() {
            for cell in player.city.cells_for(tile, player.edges_of(tile)) {
                let effect = outlook.effect(Action::BuildFlipped { tile, cell, payment });
                let effect = Effect { too_much: None, leaves: None, ..effect };
                cells.push(LegalCell { cell, notation: format!("flip {tile} {cell}"), effect });
            }
        }
        let broken = if payments.is_empty() { Vec::new() } else { broken_cells(state, *seat, tile, &cells) };
        let too_much = |it: Payment| it.total().saturating_sub(granada::FLIP);
        let listed = |it: &Payment| FlipPayment { notation: it.to_string(), payment: *it, too_much: too_much(*it) };
        options.placings.push(Placing {
            tile,
            from_reserve: false,
            flips: Some(bought),
            flip_payments: payments.iter().map(listed).collect(),
            refusal: payments.is_empty().then(|| Refusal::Short(granada::FLIP.saturating_sub(most))),
            cells,
            broken,
            swaps: Vec::new(),
            broken_swaps: Vec::new(),
        });
    }

    /// The open wall cards, with every own tile.
    fn wall_cards(&mut self) {
        let Listing { state, seat, outlook, options, .. } = self;
        let player = state.player(*seat);
        let built = player.city.tiles().iter().map(|it| &it.tile);
        let own: Vec<Tile> = built.chain(&player.reserve).chain(&player.bought).copied().collect();
        for &walls in &state.table.wall_cards {
            let mut card = WallCard { walls, tiles: Vec::new(), refused: Vec::new() };
            for &tile in &own {
                let action = Action::AddWalls { walls, tile };
                match state.check(*seat, action) {
                    Ok(()) => {
                        let effect = outlook.effect(action);
                        card.tiles.push(LegalTile { tile, notation: notation(action), effect });
                    }
                    Err(refusal) => group(&mut card.refused, refusal, tile),
                }
            }
            options.wall_cards.push(card);
        }
    }

    /// The open huts that can be taken, where they would be built and what they would count as there (M-HUT-4).
    fn huts(&mut self) {
        let Listing { state, seat, options, .. } = self;
        let player = state.player(*seat);
        let before = huts::count(&player.city);
        for &tile in state.table.huts.0.iter().filter_map(|it| it.last()) {
            let Face::Hut { building } = tile.face() else { continue };
            if state.check(*seat, Action::TakeHut { tile }).is_err() {
                continue;
            }
            let edges = player.edges_of(tile);
            let adds = |cell: Cell| {
                let mut city = player.city;
                city.build(tile, edges, cell);
                (cell, huts::count(&city)[building] - before[building])
            };
            let cells = player.city.cells_for(tile, edges).map(adds).collect();
            options.huts.push(OpenHut { tile, cells });
        }
    }

    /// The falcons on their corners; which card is paid for one makes no difference to it.
    fn falcons(&mut self) {
        let Listing { state, seat, outlook, options, .. } = self;
        let mut actions = Vec::new();
        state.legal_falcons(&mut actions, *seat);
        for action in actions {
            let Action::BuyFalcon { falcon, corner, card } = action else { continue };
            if !options.falcon_cards.contains(&card) {
                options.falcon_cards.push(card);
            }
            if options.perches.iter().all(|it| it.falcon != falcon || it.corner != corner) {
                let effect = Effect { leaves: None, ..outlook.effect(action) };
                options.perches.push(Perching {
                    falcon,
                    corner,
                    notation: format!("falcon {falcon} {corner}"),
                    effect,
                });
            }
        }
    }

    /// What people might try in a turn.
    fn refuse_in_turn(&mut self) {
        let (table, player) = (&self.state.table, self.state.player(self.seat));
        self.refuse(Action::Pass);
        if player.vizier.is_some() {
            self.refuse(Action::Wake);
        }
        table.huts.0.iter().filter_map(|it| it.last()).for_each(|&tile| self.refuse(Action::TakeHut { tile }));
        player.city.tiles().iter().for_each(|it| self.refuse(Action::TakeDown { tile: it.tile }));
        player.bonus_held.iter().for_each(|&tile| self.refuse(Action::Reveal { tile }));
        let cards: Vec<MoneyCard> = table.display.iter().filter_map(Card::money).collect();
        for (i, &one) in cards.iter().enumerate() {
            for &two in &cards[i + 1..] {
                if let Some(cards) = Handful::new([one, two]) {
                    self.refuse(Action::Take { cards });
                }
            }
        }
        if !table.falcons.is_empty() && self.options.perches.is_empty() {
            let first = matches!(self.state.decision(), Some(Decision::Turn { first: true, .. }));
            self.refuse_as("falcon", if first { Refusal::NoCorner } else { Refusal::FalconsFirst });
        }
    }

    /// Notes why something can't be done, if it can't.
    fn refuse(&mut self, action: Action) {
        if let Err(refusal) = self.state.check(self.seat, action) {
            let notation = notation(action);
            if self.options.refused.iter().all(|it| it.notation != notation) {
                self.options.refused.push(Refused { notation, refusal });
            }
        }
    }

    fn refuse_as(&mut self, notation: &str, refusal: Refusal) {
        self.options.refused.push(Refused { notation: notation.to_owned(), refusal });
    }
}

/// The cells beside the city where the tile can't be built, by the rules that would break.
fn broken_cells(state: &State, seat: Seat, tile: Tile, legal: &[LegalCell]) -> Vec<(Broken, Vec<Cell>)> {
    let player = state.player(seat);
    let edges = player.edges_of(tile);
    let mut broken = Vec::new();
    for gap in player.city.gaps().iter().filter(|it| legal.iter().all(|legal| legal.cell != it.cell)) {
        group(&mut broken, player.city.broken_by(tile, edges, gap.cell), gap.cell);
    }
    broken
}

/// Puts a thing to the others with the same reason.
fn group<R: PartialEq, T>(groups: &mut Vec<(R, Vec<T>)>, reason: R, thing: T) {
    match groups.iter_mut().find(|it| it.0 == reason) {
        Some((_, things)) => things.push(thing),
        None => groups.push((reason, vec![thing])),
    }
}
