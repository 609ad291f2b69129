//! What things are worth to the greedy bot, in points of the final score.

/// Every weight of the evaluation, in one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How many cards are drawn in a turn, on average.
    pub cards_a_turn: f64,
    /// How many tiles are bought in a turn, on average.
    pub tiles_a_turn: f64,
    /// How uncertain a comparison is when the scoring is at hand, in buildings.
    pub doubt_now: f64,
    /// How much of that each further turn adds, by the square root of their number.
    pub doubt_later: f64,
    /// How much a turn more until a scoring takes from the worth of a majority in it.
    pub patience: f64,
    /// How much of what the others get in a majority is held against it.
    pub envy: f64,
    /// A side of wall in every scoring to come.
    pub wall: f64,
    /// A city in which every tile to come would fit.
    pub room: f64,
    /// The same for a second place to choose from.
    pub choice: f64,
    /// The part of a tile's worth that is left in the reserve.
    pub reserve: f64,
    /// The part of it that is left if the tile fits nowhere now.
    pub misfit: f64,
    /// Money, as long as there is time to spend it.
    pub money: f64,
    /// How much money can be put to use in a turn.
    pub spending: f64,
    /// How much money can be put to use whatever time is left.
    pub savings: f64,
    /// A hand that pays every price to come exactly, for one square.
    pub exact: f64,
    /// A further action.
    pub action: f64,
    /// How likely a tile outlasts the turn of another player.
    pub stay: f64,
    /// How much of a purchase that waits for the next turn counts already.
    pub plan: f64,
    /// A tile, beside its majority, when it is only thought of.
    pub tile: f64,
    /// The turns before the end from which on things for later lose their worth.
    pub fade: f64,
    /// A vizier who is awake.
    pub vizier: f64,
    /// A thief in hand.
    pub thief: f64,
    /// A bureau de change in hand.
    pub bureau: f64,
    /// A hut that waits to be built.
    pub hut: f64,
    /// A camp that waits to be built, in every scoring to come.
    pub camp: f64,
    /// A bazaar that waits to be built.
    pub bazaar: f64,
    /// A free cell around a bazaar.
    pub bazaar_cell: f64,
    /// The chance that a citizen on the trader finds a home, if every tile to come had its colour.
    pub citizen: f64,
    /// A free corner for a falcon, in every scoring to come.
    pub corner: f64,
    /// What has to be gained at least by taking down or swapping.
    pub redesign: f64,
}

impl Weights {
    /// The weights that the bot plays with.
    pub const DEFAULT: Weights = Weights {
        cards_a_turn: 0.95,
        tiles_a_turn: 0.5,
        doubt_now: 0.25,
        doubt_later: 0.3,
        patience: 0.08,
        envy: 0.3,
        wall: 0.9,
        room: 4.0,
        choice: 1.0,
        reserve: 0.35,
        misfit: 0.4,
        money: 0.42,
        spending: 6.0,
        savings: 10.0,
        exact: 1.0,
        action: 3.0,
        stay: 0.8,
        plan: 0.5,
        tile: 1.0,
        fade: 5.0,
        vizier: 2.0,
        thief: 2.4,
        bureau: 2.4,
        hut: 3.0,
        camp: 2.0,
        bazaar: 5.0,
        bazaar_cell: 0.5,
        citizen: 2.0,
        corner: 1.0,
        redesign: 0.5,
    };
}
