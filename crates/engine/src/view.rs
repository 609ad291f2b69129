//! What one participant may see: built up from what is known, never cut down from what is not.

use crate::{
    action::Action,
    agenda::{Agenda, Decision, Step},
    city::City,
    determinize::{Memory, determinize},
    dirk::Dirk,
    list::List,
    material::{
        Building, Bureaux, ByBuilding, ByCurrency, Card, Cell, Currency, Edges, Falcons, Money, Parity, Purse, Round,
        Tile,
    },
    payment::{self, Asked},
    rng::{Rng, Seed},
    ruleset::Ruleset,
    state::{Bought, Layer, Perch, Pile, Player, Reserve, Seat, State, Sticks, Table, Trader, Vizier},
};

/// A game at one moment as one seat, or a spectator, sees it: all that a bot has to look at.
///
/// ```
/// use alhambra_engine::{Ruleset, Seed, State, View};
///
/// let game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
/// let seat = game.to_act().expect("somebody begins");
/// let view = View::of(&game, Some(seat));
///
/// assert_eq!(view.legal_actions(), game.legal_actions());
/// for (tile, asked) in view.for_sale() {
///     let affordable = view.purse(asked.currency).total() >= asked.price;
///     let fits = view.player(seat).city.cells_for(tile, view.player(seat).edges_of(tile)).next().is_some();
///     println!("{tile} for {}: affordable {affordable}, fits {fits}", asked.price);
/// }
/// # Ok::<(), alhambra_engine::Unplayable>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// What is played.
    pub ruleset: Ruleset,
    /// Who looks; nobody in particular for a spectator.
    pub viewer: Option<Seat>,
    /// What the viewer alone knows.
    pub own: Option<Own>,
    /// What lies in the middle.
    pub table: PublicTable,
    /// What everybody knows of the players, by seat.
    pub players: Vec<PublicPlayer>,
    /// The third player of a game for two.
    pub dirk: Option<Dirk>,
    /// What is still to happen, next on top.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::Step>"))]
    pub agenda: Agenda,
}

/// What everybody knows of the middle of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicTable {
    /// The face-down money pile, the uppermost part first.
    pub pile: [Layer; 5],
    /// The money already spent.
    pub discard: Money,
    /// The bureaux de change already played.
    pub discarded_bureaux: Bureaux,
    /// The open money cards and bureaux.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Card>"))]
    pub display: List<Card, 4>,
    /// The second scoring card while it waits for the first renewal of the pile.
    pub waiting_scoring: Option<Round>,
    /// How many tiles of the Alhambra are still to come.
    pub n_supply: u8,
    /// The tiles of the Alhambra for sale, by the currency of their square.
    pub market: ByCurrency<Option<Tile>>,
    /// How many tiles of Granada are still to come.
    pub n_granada_supply: u8,
    /// The tiles of Granada for sale, by the currency of their square.
    pub granada_market: ByCurrency<Option<Tile>>,
    /// Which face the next tiles of Granada show.
    pub marker: Option<Parity>,
    /// Won at the end and left out.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub left_out: List<Tile, 8>,
    /// The bazaars for sale beside the market.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub bazaars: List<Tile, 8>,
    /// The open hut of each pile.
    pub huts: ByBuilding<Option<Tile>>,
    /// How many huts are left in each pile.
    pub n_huts: ByBuilding<u8>,
    /// The open wall cards.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Edges>"))]
    pub wall_cards: List<Edges, 8>,
    /// The wall cards already used.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Edges>"))]
    pub used_wall_cards: List<Edges, 8>,
    /// The coins in the bag: those that nobody has.
    pub coin_bag: ByCurrency<u8>,
    /// The thieves already played.
    pub played_thieves: ByCurrency<u8>,
    /// How many thieves nobody has.
    pub n_unused_thieves: u8,
    /// How many bonus cards nobody has.
    pub n_unused_bonus: u8,
    /// The citizens in the supply.
    pub citizens: ByBuilding<u8>,
    /// The falcons in the supply.
    pub falcons: Falcons,
}

/// What a player alone knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Own {
    /// The money in hand.
    pub money: Money,
    /// The bureaux de change in hand.
    pub bureaux: Bureaux,
    /// The thieves in hand.
    pub thieves: ByCurrency<u8>,
    /// The bonus cards in hand.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub bonus_held: List<Tile, 3>,
    /// The citizens chosen, until all have chosen.
    pub choice: Option<[Building; 3]>,
}

/// What everybody knows of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicPlayer {
    /// Points so far.
    pub score: u16,
    /// How many money cards and bureaux are in the hand.
    pub n_cards: u8,
    /// Coins.
    pub coins: ByCurrency<u8>,
    /// How many thieves are in the hand.
    pub n_thieves: u8,
    /// How many bonus cards are in the hand.
    pub n_bonus_held: u8,
    /// Bonus cards laid open.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub bonus_shown: List<Tile, 3>,
    /// Whether the vizier can be used; nothing where nobody has one.
    pub vizier: Option<Vizier>,
    /// The street trader, where everybody has one.
    pub trader: Option<PublicTrader>,
    /// The built tiles with a citizen on them.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub residents: List<Tile, 42>,
    /// The falcons and the corners they sit on.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Perch>"))]
    pub falcons: List<Perch, 15>,
    /// The walls added to own tiles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Sticks>"))]
    pub sticks: List<Sticks, 8>,
    /// What is built.
    pub city: City,
    /// What is kept for later.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub reserve: Reserve,
    /// Bought or won and still to be placed.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub bought: Bought,
}

/// What everybody knows of a street trader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicTrader {
    /// Where it lies.
    pub cell: Option<Cell>,
    /// Whether its owner has chosen citizens that are not shown yet.
    pub has_chosen: bool,
    /// The citizens standing on it.
    pub citizens: ByBuilding<u8>,
}

impl View {
    /// What this seat, or a spectator, sees of a game.
    pub fn of(state: &State, viewer: Option<Seat>) -> View {
        // No `..` here or below: a new field has to decide who may see it.
        let State { ruleset, table, players, dirk, agenda, rng: _ } = state;
        View {
            ruleset: *ruleset,
            viewer,
            own: viewer.map(|seat| Own::of(state.player(seat))),
            table: public_table(table),
            players: players.iter().map(public).collect(),
            dirk: *dirk,
            agenda: *agenda,
        }
    }

    /// What comes next; nothing when the game is over.
    pub fn step(&self) -> Option<Step> {
        self.agenda.last().copied()
    }

    /// What is to be decided now; nothing when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        self.step().and_then(Step::decision)
    }

    /// Who decides now; nobody when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.decision().map(Decision::seat)
    }

    /// What everybody knows of a player.
    pub fn player(&self, seat: Seat) -> &PublicPlayer {
        &self.players[seat.index()]
    }

    /// What everybody knows of the viewer; nothing for a spectator.
    pub fn me(&self) -> Option<&PublicPlayer> {
        self.viewer.map(|seat| self.player(seat))
    }

    /// The viewer's cards and coins of one currency; none for a spectator.
    pub fn purse(&self, currency: Currency) -> Purse {
        match (&self.own, self.me()) {
            (Some(own), Some(me)) => Purse::new(own.money.0[currency], me.coins[currency]),
            _ => Purse::EMPTY,
        }
    }

    /// What is asked for a tile, if it is for sale.
    pub fn asked(&self, tile: Tile) -> Option<Asked> {
        let PublicTable { market, granada_market, bazaars, .. } = &self.table;
        payment::asked_among(market, granada_market, bazaars, tile)
    }

    /// Every tile for sale with what is asked for it.
    pub fn for_sale(&self) -> impl Iterator<Item = (Tile, Asked)> {
        let PublicTable { market, granada_market, bazaars, .. } = &self.table;
        let tiles = market.0.iter().chain(&granada_market.0).flatten().chain(bazaars);
        tiles.filter_map(|&tile| Some((tile, self.asked(tile)?)))
    }

    /// What the viewer may do now, as [`State::legal_actions`] lists it; nothing for anybody else.
    ///
    /// Nobody has to know what is hidden to know what they may do: every game that could lie behind the view says the same.
    pub fn legal_actions(&self) -> Vec<Action> {
        if self.viewer.is_none() || self.viewer != self.to_act() {
            return Vec::new();
        }
        determinize(self, Memory::None, &mut Rng::new(Seed::from_number(0))).legal_actions()
    }
}

impl PublicPlayer {
    /// The edges of a tile of this player: those printed on it and those added.
    pub fn edges_of(&self, tile: Tile) -> Edges {
        Sticks::edges_of(&self.sticks, tile)
    }
}

fn public_table(table: &Table) -> PublicTable {
    let Table {
        pile,
        discard,
        discarded_bureaux,
        display,
        waiting_scoring,
        supply,
        market,
        granada_supply,
        granada_market,
        marker,
        left_out,
        bazaars,
        huts,
        wall_cards,
        used_wall_cards,
        coin_bag,
        played_thieves,
        unused_thieves,
        unused_bonus,
        citizens,
        falcons,
    } = table;
    let Pile { cards: _, layers } = pile;
    PublicTable {
        pile: *layers,
        discard: *discard,
        discarded_bureaux: *discarded_bureaux,
        display: *display,
        waiting_scoring: *waiting_scoring,
        n_supply: supply.len() as u8,
        market: *market,
        n_granada_supply: granada_supply.len() as u8,
        granada_market: *granada_market,
        marker: *marker,
        left_out: *left_out,
        bazaars: *bazaars,
        huts: ByBuilding(std::array::from_fn(|i| huts.0[i].last().copied())),
        n_huts: ByBuilding(std::array::from_fn(|i| huts.0[i].len() as u8)),
        wall_cards: *wall_cards,
        used_wall_cards: *used_wall_cards,
        coin_bag: *coin_bag,
        played_thieves: *played_thieves,
        n_unused_thieves: unused_thieves.0.iter().sum(),
        n_unused_bonus: unused_bonus.len() as u8,
        citizens: *citizens,
        falcons: *falcons,
    }
}

impl Own {
    /// What this player alone knows.
    pub fn of(player: &Player) -> Own {
        let Player {
            money,
            bureaux,
            thieves,
            bonus_held,
            trader,
            score: _,
            coins: _,
            bonus_shown: _,
            vizier: _,
            residents: _,
            falcons: _,
            sticks: _,
            city: _,
            reserve: _,
            bought: _,
        } = player;
        Own {
            money: *money,
            bureaux: *bureaux,
            thieves: *thieves,
            bonus_held: *bonus_held,
            choice: trader.and_then(|it| it.choice),
        }
    }
}

fn public(player: &Player) -> PublicPlayer {
    let Player {
        score,
        money,
        bureaux,
        coins,
        thieves,
        bonus_held,
        bonus_shown,
        vizier,
        trader,
        residents,
        falcons,
        sticks,
        city,
        reserve,
        bought,
    } = player;
    let public_trader =
        |Trader { cell, choice, citizens }: Trader| PublicTrader { cell, has_chosen: choice.is_some(), citizens };
    PublicPlayer {
        score: *score,
        n_cards: money.n_cards() + bureaux.len(),
        coins: *coins,
        n_thieves: thieves.0.iter().sum(),
        n_bonus_held: bonus_held.len() as u8,
        bonus_shown: *bonus_shown,
        vizier: *vizier,
        trader: trader.map(public_trader),
        residents: *residents,
        falcons: *falcons,
        sticks: *sticks,
        city: *city,
        reserve: *reserve,
        bought: *bought,
    }
}
