//! What one participant may see: built up from what is known, never cut down from what is not.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    city::City,
    dirk::Dirk,
    material::{ByCurrency, Card, Money, Tile},
    ruleset::Ruleset,
    state::{Layer, Pile, Player, Seat, State, Step, Table},
};

/// A game at one moment as one seat, or a spectator, sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// What is played.
    pub ruleset: Ruleset,
    /// Who looks; nobody in particular for a spectator.
    pub viewer: Option<Seat>,
    /// What the viewer alone knows.
    pub own: Option<Own>,
    /// The face-down money pile as everybody knows it, the uppermost part first.
    pub pile: [Layer; 5],
    /// The money already spent.
    pub discard: Money,
    /// The open money cards.
    pub display: ArrayVec<Card, 4>,
    /// How many tiles are still to come.
    pub n_supply: u8,
    /// The tiles for sale, by the currency of their square.
    pub market: ByCurrency<Option<Tile>>,
    /// Won at the end and left out.
    pub left_out: ArrayVec<Tile, 4>,
    /// What everybody knows of the players, by seat.
    pub players: ArrayVec<PublicPlayer, 6>,
    /// The third player of a game for two.
    pub dirk: Option<Dirk>,
    /// What is still to happen, next on top.
    pub agenda: ArrayVec<Step, 16>,
}

/// What a player alone knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    /// The money in hand.
    pub money: Money,
}

/// What everybody knows of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicPlayer {
    /// Points so far.
    pub score: u16,
    /// How many cards are in the hand.
    pub n_cards: u8,
    /// What is built.
    pub city: City,
    /// What is kept for later.
    pub reserve: ArrayVec<Tile, 54>,
    /// Bought or won and still to be placed.
    pub bought: ArrayVec<Tile, 4>,
}

impl View {
    /// What this seat, or a spectator, sees of a game.
    pub fn of(state: &State, viewer: Option<Seat>) -> View {
        // No `..` here or below: a new field has to decide who may see it.
        let State { ruleset, table, players, dirk, agenda, rng: _ } = state;
        let Table { pile, discard, display, supply, market, left_out } = table;
        let Pile { cards: _, layers } = pile;
        View {
            ruleset: *ruleset,
            viewer,
            own: viewer.map(|seat| own(state.player(seat))),
            pile: *layers,
            discard: *discard,
            display: display.clone(),
            n_supply: supply.len() as u8,
            market: *market,
            left_out: left_out.clone(),
            players: players.iter().map(public).collect(),
            dirk: dirk.clone(),
            agenda: agenda.clone(),
        }
    }

    /// Who decides now; nobody when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.agenda.last().and_then(|it| it.decider())
    }
}

fn own(player: &Player) -> Own {
    let Player { score: _, money, city: _, reserve: _, bought: _ } = player;
    Own { money: *money }
}

fn public(player: &Player) -> PublicPlayer {
    let Player { score, money, city, reserve, bought } = player;
    PublicPlayer {
        score: *score,
        n_cards: money.n_cards(),
        city: city.clone(),
        reserve: reserve.clone(),
        bought: bought.clone(),
    }
}
