//! Everything that is on the table.

use crate::{
    agenda::{Agenda, Decision, Step},
    city::City,
    dirk::Dirk,
    list::List,
    material::{
        Building, Bureaux, ByBuilding, ByCurrency, Card, Cell, Currency, Edges, Falcon, Falcons, Money, Parity, Purse,
        Round, Tile,
    },
    rng::Rng,
    ruleset::Ruleset,
};

/// A player's place at the table; play goes on to the next higher seat and from the last to the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A whole game at one moment, nothing hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct State {
    /// What is played.
    pub ruleset: Ruleset,
    /// What lies in the middle.
    pub table: Table,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The third player of a game for two.
    pub dirk: Option<Dirk>,
    /// What is still to happen, next on top; empty when the game is over.
    pub agenda: Agenda,
    /// Where the next shuffle comes from.
    pub rng: Rng,
}

/// Tiles still to come, the next one last: the buildings, camps and bazaars of the largest box.
pub type Supply = List<Tile, 70>;

/// Everything that one player could keep in reserve.
pub type Reserve = List<Tile, 108>;

/// Everything that one player could buy in one turn: eight tiles in the combined game, or four, all bazaars and a hut.
pub type Bought = List<Tile, 16>;

/// What lies in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Table {
    /// The money cards still to come.
    pub pile: Pile,
    /// The money already spent.
    pub discard: Money,
    /// The bureaux de change already played.
    pub discarded_bureaux: Bureaux,
    /// The open money cards and bureaux, up to four.
    pub display: List<Card, 4>,
    /// The second scoring card while it waits for the first renewal of the pile (C-SET-2).
    pub waiting_scoring: Option<Round>,
    /// The tiles of the Alhambra still to come, the next one last.
    pub supply: Supply,
    /// The tiles of the Alhambra for sale, by the currency of their square.
    pub market: ByCurrency<Option<Tile>>,
    /// The tiles of Granada still to come, even face up, the next one last.
    pub granada_supply: Supply,
    /// The tiles of Granada for sale, by the currency of their square.
    pub granada_market: ByCurrency<Option<Tile>>,
    /// Which face the next tiles of Granada show.
    pub marker: Option<Parity>,
    /// Won at the end and left out.
    pub left_out: List<Tile, 8>,
    /// The bazaars for sale beside the market.
    pub bazaars: List<Tile, 8>,
    /// The piles of workers' huts, the open one last.
    pub huts: ByBuilding<List<Tile, 5>>,
    /// The open wall cards.
    pub wall_cards: List<Edges, 8>,
    /// The wall cards already used.
    pub used_wall_cards: List<Edges, 8>,
    /// The coins in the bag.
    pub coin_bag: ByCurrency<u8>,
    /// The thieves already played.
    pub played_thieves: ByCurrency<u8>,
    /// The thieves that nobody has; nobody has seen them either.
    pub unused_thieves: ByCurrency<u8>,
    /// The bonus cards that nobody has; nobody has seen them either.
    pub unused_bonus: List<Tile, 10>,
    /// The citizens in the supply.
    pub citizens: ByBuilding<u8>,
    /// The falcons in the supply.
    pub falcons: Falcons,
}

/// The face-down money pile, made of up to five smaller ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pile {
    /// The cards, the next one last.
    pub cards: List<Card, 124>,
    /// What everybody knows of the piles it was made of, the uppermost first.
    pub layers: [Layer; 5],
}

/// What everybody knows of one of the piles that the money pile is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Layer {
    /// How many of its cards are still face down.
    pub n_cards: u8,
    /// How many bureaux de change are among them.
    pub n_bureaux: u8,
    /// How many wall cards are among them.
    pub n_walls: u8,
    /// The scoring card among them.
    pub scoring: Option<Round>,
}

impl Layer {
    /// How many of its cards are money.
    pub fn n_money(&self) -> u8 {
        self.n_cards - self.n_bureaux - self.n_walls - u8::from(self.scoring.is_some())
    }
}

/// One player's things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player {
    /// Points so far.
    pub score: u16,
    /// Money in hand, secret.
    pub money: Money,
    /// Bureaux de change in hand, secret.
    pub bureaux: Bureaux,
    /// Coins, open.
    pub coins: ByCurrency<u8>,
    /// Thieves in hand, secret.
    pub thieves: ByCurrency<u8>,
    /// Bonus cards in hand, secret.
    pub bonus_held: List<Tile, 3>,
    /// Bonus cards laid open.
    pub bonus_shown: List<Tile, 3>,
    /// Whether the vizier can be used; nothing where nobody has one.
    pub vizier: Option<Vizier>,
    /// The street trader, where everybody has one.
    pub trader: Option<Trader>,
    /// The built tiles with a citizen on them, who has the colour of the building.
    pub residents: List<Tile, 42>,
    /// The falcons and the corners they sit on.
    pub falcons: List<Perch, 15>,
    /// The walls added to own tiles, wherever those are.
    pub sticks: List<Sticks, 8>,
    /// What is built.
    pub city: City,
    /// What is kept for later.
    pub reserve: Reserve,
    /// Bought or won and still to be placed (B-BUY-2).
    pub bought: Bought,
}

/// Whether a vizier can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Vizier {
    /// He can.
    Awake,
    /// He has to be woken first.
    Asleep,
}

/// A street trader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trader {
    /// Where it lies; nowhere before the game and while it is set aside.
    pub cell: Option<Cell>,
    /// The citizens chosen before the game, secret until all have chosen.
    pub choice: Option<[Building; 3]>,
    /// The citizens standing on it.
    pub citizens: ByBuilding<u8>,
}

/// A falcon on its corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Perch {
    /// Which of the fifteen it is.
    pub falcon: Falcon,
    /// The corner, as the cell to the south-east of it.
    pub corner: Cell,
}

/// Walls added to a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sticks {
    /// Which tile bears them, wherever it lies.
    pub tile: Tile,
    /// The added walls.
    pub walls: Edges,
}

impl Sticks {
    /// The edges of a tile: those printed on it and those of its sticks among these.
    pub(crate) fn edges_of(sticks: &[Sticks], tile: Tile) -> Edges {
        if sticks.is_empty() {
            return tile.edges();
        }
        let added = sticks.iter().filter(|it| it.tile == tile).map(|it| it.walls);
        added.fold(tile.edges(), Edges::union)
    }
}

impl Player {
    /// A player before anything was dealt.
    pub fn new(start: Tile) -> Player {
        Player {
            score: 0,
            money: Money::default(),
            bureaux: Bureaux::NONE,
            coins: ByCurrency::default(),
            thieves: ByCurrency::default(),
            bonus_held: List::new(),
            bonus_shown: List::new(),
            vizier: None,
            trader: None,
            residents: List::new(),
            falcons: List::new(),
            sticks: List::new(),
            city: City::new(start),
            reserve: List::new(),
            bought: List::new(),
        }
    }

    /// The edges of an own tile: those printed on it and those added.
    pub fn edges_of(&self, tile: Tile) -> Edges {
        Sticks::edges_of(&self.sticks, tile)
    }

    /// The cards and coins of one currency.
    pub fn purse(&self, currency: Currency) -> Purse {
        Purse::new(self.money.0[currency], self.coins[currency])
    }

    /// How many thieves are in the hand.
    pub fn n_thieves(&self) -> u8 {
        self.thieves.0.iter().sum()
    }

    /// Whether there is a thief in the hand.
    pub fn has_thieves(&self) -> bool {
        self.thieves.0 != [0; 4]
    }
}

impl State {
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

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.agenda.is_empty()
    }

    /// The seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// The seats clockwise, beginning with this one.
    pub fn seats_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let n = self.players.len() as u8;
        (first.0..n).chain(0..first.0).map(Seat)
    }

    /// The seat that plays after this one (B-TURN-0).
    pub fn next_seat(&self, seat: Seat) -> Seat {
        if seat.index() + 1 == self.players.len() { Seat(0) } else { Seat(seat.0 + 1) }
    }

    /// A player.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A player, to be changed.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Who has won; several share a victory, and nobody has while the game goes on (B-OVER-3).
    pub fn winners(&self) -> Vec<Seat> {
        let best = self.players.iter().map(|it| it.score).max();
        self.seats().filter(|&seat| self.is_over() && Some(self.player(seat).score) == best).collect()
    }
}
