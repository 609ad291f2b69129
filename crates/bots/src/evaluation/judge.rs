//! Judging what comes of an action: as far as it can be seen, and no further.

use alhambra_engine::{
    Action, Decision, Game, Player, Seat, State,
    list::List,
    material::{ByBuilding, Currency, Edges, Face, Money, Tile},
    modules::falconers,
    payment,
    state::{Layer, Pile, Supply},
};

use super::{Clock, Majorities, Redesigns, Weights, estimates, patterns};

/// A tile for sale and what it would be worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) currency: Currency,
    pub(crate) tile: Tile,
    pub(crate) price: u8,
    pub(crate) desire: f64,
}

/// What lies on the table, so that nothing is looked for that isn't there.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing for itself, and all are asked one by one")]
pub(crate) struct Has {
    pub(crate) alhambra: bool,
    pub(crate) granada: bool,
    pub(crate) camps: bool,
    pub(crate) bazaars: bool,
    pub(crate) falcons: bool,
}

/// A position before a decision, and everything that is asked of it again and again.
pub(crate) struct Judge {
    pub(crate) weights: Weights,
    pub(crate) seat: Seat,
    /// The position, in which nothing hidden can turn up.
    pub(crate) state: State,
    /// The same, for trying things out.
    tried: State,
    pub(crate) clock: Clock,
    pub(crate) majorities: Majorities,
    pub(crate) has: Has,
    /// The tiles of the Alhambra still to come.
    pub(crate) supply: Supply,
    /// How many tiles of the Alhambra and of Granada are still to come.
    pub(crate) n_supply: [usize; 2],
    /// How often each price occurs among the tiles to come.
    pub(crate) prices: [f64; 16],
    /// How often each colour does.
    pub(crate) colours: ByBuilding<f64>,
    /// How often each pattern of edges does.
    pub(crate) patterns: List<(Tile, Edges, f64), 32>,
    /// What is for sale.
    pub(crate) wishes: Vec<Wish>,
    /// The most money that another one may have, by currency.
    pub(crate) rival_money: [f64; 4],
    /// What the palace is worth as it is, once it was asked.
    unchanged: Option<f64>,
    /// What it is worth with a tile that was bought.
    housed: Vec<(Tile, f64)>,
    /// The actions that are looked at.
    list: Vec<Action>,
}

impl Judge {
    /// Looks at a position that could be the real one.
    pub(crate) fn new(state: State, seat: Seat, weights: &Weights) -> Judge {
        let mut judge = Judge {
            weights: *weights,
            seat,
            tried: state.clone(),
            state,
            clock: Clock::default(),
            majorities: Majorities::default(),
            has: Has::default(),
            supply: List::new(),
            n_supply: [0; 2],
            prices: [0.0; 16],
            colours: ByBuilding([0.0; 6]),
            patterns: List::new(),
            wishes: Vec::with_capacity(16),
            rival_money: [0.0; 4],
            unchanged: None,
            housed: Vec::with_capacity(16),
            list: Vec::with_capacity(64),
        };
        judge.look_around();
        judge
    }

    /// Looks at another position of the same game, in the room that is there.
    pub(crate) fn look_at(&mut self, state: &State, seat: Seat) {
        copy(state, &mut self.state);
        copy(state, &mut self.tried);
        self.seat = seat;
        self.look_around();
    }

    fn look_around(&mut self) {
        let (state, seat) = (&self.state, self.seat);
        self.clock = Clock::of(state, &self.weights);
        self.supply = state.table.supply;
        let to_come: List<Tile, 140> = self.supply.iter().chain(&state.table.granada_supply).copied().collect();
        let n_to_come = f64::from(to_come.len().max(1) as u8);
        let mut prices = [0.0; 16];
        let mut colours = ByBuilding([0.0; 6]);
        for tile in &to_come {
            let faces = [Some(*tile), tile.flipped()];
            let n_faces = f64::from(faces.iter().flatten().count() as u8);
            for price in faces.into_iter().flatten().filter_map(Tile::price) {
                prices[usize::from(price)] += 1.0 / (n_to_come * n_faces);
            }
            tile.building().into_iter().for_each(|it| colours[it] += 1.0 / n_to_come);
        }
        let has_tile = |wanted: fn(Face) -> bool| {
            let own = state.player(seat);
            let built = own.city.tiles().iter().map(|it| &it.tile);
            let market = state.table.market.0.iter().flatten().chain(&state.table.bazaars);
            built.chain(market).chain(&own.reserve).chain(&own.bought).any(|it| wanted(it.face()))
        };
        self.has = Has {
            alhambra: state.ruleset.game != Game::Granada,
            granada: state.table.marker.is_some(),
            camps: has_tile(|it| matches!(it, Face::Camp { .. })),
            bazaars: has_tile(|it| matches!(it, Face::Bazaar { .. })),
            falcons: !state.table.falcons.is_empty(),
        };
        self.rival_money = Currency::ALL.map(|currency| {
            let rivals = state.seats().filter(|it| *it != seat);
            f64::from(rivals.map(|it| state.player(it).purse(currency).total()).max().unwrap_or_default())
        });
        self.majorities.look_at(state, seat, &self.clock, &self.weights);
        self.patterns = patterns(&to_come);
        self.n_supply = [self.supply.len(), state.table.granada_supply.len()];
        (self.prices, self.colours) = (prices, colours);
        hide(&mut self.state);
        self.unchanged = None;
        self.housed.clear();
        self.wish();
    }

    fn wish(&mut self) {
        self.wishes.clear();
        let player = *self.state.player(self.seat);
        let table = &self.state.table;
        let on_market = table.market.0.iter().chain(&table.granada_market.0).flatten();
        let for_sale: List<Tile, 16> = on_market.chain(&table.bazaars).copied().collect();
        for &tile in &for_sale {
            if let Some(asked) = payment::asked(&self.state.table, tile) {
                let desire = self.desire(&player, tile);
                self.wishes.push(Wish { currency: asked.currency, tile, price: asked.price, desire });
            }
        }
    }

    /// Says of every action worth a closer look what it is worth.
    pub(crate) fn rate(&mut self, legal: &[Action], redesigns: Redesigns, mut say: impl FnMut(f64, Action)) {
        let mut list = std::mem::take(&mut self.list);
        self.shortlist(legal, redesigns, &mut list);
        for &action in &list {
            let mut worth = self.judge(action);
            match action {
                _ if action.removes_built_tile() => worth -= self.weights.redesign,
                Action::BuyFalcon { falcon, corner, .. } => worth += self.further_falcon(&list, falcon, corner),
                _ => {}
            }
            say(worth, action);
        }
        self.list = list;
    }

    /// The best of the actions after this one, or this one if none is better; without any redesign.
    pub(crate) fn best(&mut self, first: Action, legal: &[Action]) -> Action {
        let mut best = (f64::MIN, first);
        self.rate(legal, Redesigns::LeftOut, |worth, action| {
            if worth > best.0 {
                best = (worth, action);
            }
        });
        best.1
    }

    /// What the position is worth after an action.
    fn judge(&mut self, action: Action) -> f64 {
        let seat = self.seat.index();
        self.tried.table = self.state.table;
        self.tried.players[seat] = self.state.players[seat];
        self.tried.dirk = self.state.dirk;
        self.tried.agenda = self.state.agenda;
        self.tried.apply_unchecked(action);

        // Taken out for a while: looking at a player is cheaper than copying him.
        let players = std::mem::take(&mut self.tried.players);
        let player = &players[seat];
        let decision = self.tried.decision();
        let goes_on = matches!(decision, Some(Decision::Turn { seat, .. }) if seat == self.seat);
        let palace = match action {
            Action::Buy { tile, .. } | Action::TakeHut { tile } => self.with_tile(tile),
            Action::Give { .. } => {
                self.majorities.see_dirk(self.tried.dirk.as_ref());
                let worth = self.palace(player, None);
                self.majorities.see_dirk(self.state.dirk.as_ref());
                worth
            }
            Action::LayTrader { cell } => self.stand(player, cell),
            Action::Take { .. }
            | Action::TakeBureau { .. }
            | Action::Wake
            | Action::BuyFalcon { .. }
            | Action::Steal { .. }
            | Action::Pass => self.as_it_is() + self.more_falcons(player),
            _ => self.palace(player, welcomed(decision)),
        };
        let in_time = (self.clock.end / estimates::TURNS_FOR_ACTION).min(1.0);
        let tempo = if goes_on { self.weights.action * in_time } else { 0.0 };
        let hand = self.hand(player, &self.tried.table, decision);
        self.tried.players = players;
        palace + tempo + hand
    }

    /// The palace before anything is done.
    fn as_it_is(&mut self) -> f64 {
        if let Some(known) = self.unchanged {
            return known;
        }
        let player = *self.state.player(self.seat);
        let worth = self.palace(&player, None);
        self.unchanged = Some(worth);
        worth
    }

    /// The points of falcons that have just come; the corner they took is no longer free.
    fn more_falcons(&self, player: &Player) -> f64 {
        let more = falconers::score(player) - falconers::score(self.state.player(self.seat));
        let corner = if more > 0 { self.weights.corner * self.clock.fade(&self.weights) } else { 0.0 };
        self.clock.n_rounds * (f64::from(more) - corner)
    }

    /// The palace with a tile more, found out once for all ways to pay it.
    fn with_tile(&mut self, tile: Tile) -> f64 {
        if let Some(known) = self.housed.iter().find(|it| it.0 == tile) {
            return known.1;
        }
        let mut player = *self.state.player(self.seat);
        player.bought.push(tile);
        let worth = self.housed(&player);
        self.housed.push((tile, worth));
        worth
    }
}

/// Makes one game like another one of the same players, in the room that is there.
pub(crate) fn copy(from: &State, to: &mut State) {
    let State { ruleset, table, players, dirk, agenda, rng } = from;
    (to.ruleset, to.table, to.dirk, to.agenda, to.rng) = (*ruleset, *table, *dirk, *agenda, *rng);
    to.players.copy_from_slice(players);
}

fn welcomed(decision: Option<Decision>) -> Option<Tile> {
    match decision {
        Some(Decision::Welcome { tile, .. }) => Some(tile),
        _ => None,
    }
}

/// Takes away whatever is hidden, so that nothing is judged by what nobody can know: no card and no scoring turns up, and
/// the squares of the market are refilled with fountains, which nobody can buy.
pub(crate) fn hide(state: &mut State) {
    let State { table, agenda, .. } = state;
    table.pile = Pile { cards: List::new(), layers: [Layer::default(); 5] };
    table.discard = Money::default();
    table.waiting_scoring = None;
    let fountains = || std::iter::repeat_n(Tile::FOUNTAIN, 8).collect();
    table.supply = fountains();
    if table.marker.is_some() {
        table.granada_supply = fountains();
    }
    if let Some(step) = agenda.pop() {
        agenda.clear();
        agenda.push(step);
    }
}
