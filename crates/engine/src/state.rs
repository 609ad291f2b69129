//! Everything that is on the table, and what is to be decided next.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    city::City,
    dirk::Dirk,
    material::{ByCurrency, Card, Money, Round, Tile},
    rng::Rng,
    ruleset::Ruleset,
};

/// A player's place at the table; play goes on to the next higher seat and from the last to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// What is played.
    pub ruleset: Ruleset,
    /// What lies in the middle.
    pub table: Table,
    /// The players by seat.
    pub players: ArrayVec<Player, 6>,
    /// The third player of a game for two.
    pub dirk: Option<Dirk>,
    /// What is still to happen, next on top; empty when the game is over.
    pub agenda: ArrayVec<Step, 16>,
    /// Where the next shuffle comes from.
    pub rng: Rng,
}

/// What lies in the middle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The money cards still to come.
    pub pile: Pile,
    /// The money already spent.
    pub discard: Money,
    /// The open money cards, up to four.
    pub display: ArrayVec<Card, 4>,
    /// The tiles still to come, the next one last.
    pub supply: ArrayVec<Tile, 54>,
    /// The tiles for sale, by the currency of their square.
    pub market: ByCurrency<Option<Tile>>,
    /// Won at the end and left out.
    pub left_out: ArrayVec<Tile, 4>,
}

/// The face-down money pile, made of up to five smaller ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// The cards, the next one last.
    pub cards: ArrayVec<Card, 110>,
    /// What everybody knows of the piles it was made of, the uppermost first.
    pub layers: [Layer; 5],
}

/// What everybody knows of one of the piles that the money pile is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// How many of its cards are still face down.
    pub n_cards: u8,
    /// The scoring card among them.
    pub scoring: Option<Round>,
}

/// One player's things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// Points so far.
    pub score: u16,
    /// Money in hand, secret.
    pub money: Money,
    /// What is built.
    pub city: City,
    /// What is kept for later.
    pub reserve: ArrayVec<Tile, 54>,
    /// Bought or won and still to be placed (B-BUY-2).
    pub bought: ArrayVec<Tile, 4>,
}

impl Player {
    /// A player before anything was dealt.
    pub fn new(start: Tile) -> Player {
        Player {
            score: 0,
            money: Money::default(),
            city: City::new(start),
            reserve: ArrayVec::new(),
            bought: ArrayVec::new(),
        }
    }
}

/// One entry of the agenda: the top one says who decides, or what happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Step {
    /// A player chooses an action.
    Turn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A player places the bought tiles, in any order.
    Place {
        /// Whose tiles they are.
        seat: Seat,
    },
    /// Money and market are refilled; scorings and the end of the game follow from it.
    Refill {
        /// Who has just finished a turn.
        after: Seat,
    },
    /// A scoring.
    Score {
        /// Which one.
        round: Round,
    },
    /// Dirk draws tiles after a scoring.
    DirkDraws {
        /// After which one.
        round: Round,
    },
    /// The next player's turn begins.
    NextTurn {
        /// Who has just finished a turn.
        after: Seat,
    },
    /// The tiles left on the market are given away.
    Award,
    /// A player builds the tiles won at the end, or leaves them out.
    BuildWon {
        /// Whose tiles they are.
        seat: Seat,
    },
}

impl Step {
    /// Who decides in this step; nobody if it happens by itself.
    pub const fn decider(self) -> Option<Seat> {
        match self {
            Step::Turn { seat } | Step::Place { seat } | Step::BuildWon { seat } => Some(seat),
            Step::Refill { .. } | Step::Score { .. } | Step::DirkDraws { .. } | Step::NextTurn { .. } | Step::Award => {
                None
            }
        }
    }
}

impl State {
    /// What is to be decided now; nothing when the game is over.
    pub fn step(&self) -> Option<Step> {
        self.agenda.last().copied()
    }

    /// Who decides now; nobody when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.step().and_then(Step::decider)
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
        (0..n).map(move |i| Seat((first.0 + i) % n))
    }

    /// The seat that plays after this one (B-TURN-0).
    pub fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.players.len() as u8)
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
