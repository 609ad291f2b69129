//! What things are worth to the bots, in points of the final score.

use std::sync::LazyLock;

use alhambra_engine::Game;
use serde::{Deserialize, Serialize};

use crate::{Traits, ValueFunction};

/// The weights that the bots play with: `weights.toml`, made by `alhambra tune`.
static TUNED: LazyLock<Weights> =
    LazyLock::new(|| Weights::parse(include_str!("../../weights.toml")).expect("the embedded weights are complete"));

/// The value function of each of the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueFunctions {
    /// Of the Alhambra.
    pub alhambra: ValueFunction,
    /// Of Granada.
    pub granada: ValueFunction,
    /// Of both together.
    pub both: ValueFunction,
}

impl ValueFunctions {
    /// The value function of this game.
    pub const fn of(&self, game: Game) -> &ValueFunction {
        match game {
            Game::Alhambra => &self.alhambra,
            Game::Granada => &self.granada,
            Game::Both => &self.both,
        }
    }

    /// The same, to be fitted anew.
    pub const fn of_mut(&mut self, game: Game) -> &mut ValueFunction {
        match game {
            Game::Alhambra => &mut self.alhambra,
            Game::Granada => &mut self.granada,
            Game::Both => &mut self.both,
        }
    }
}

/// Names the weights once: as fields, as a list of names and as a list of values.
macro_rules! weights {
    ($(#[doc = $doc:literal] $name:ident,)*) => {
        /// Every weight of the evaluation, in one place; what is no weight is a constant in `estimates`.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Weights {
            $(#[doc = $doc] pub $name: f64,)*
            /// How the searching bots value a position that they have played on to.
            pub value: ValueFunctions,
        }

        impl Weights {
            /// The names of the weights, in the order of their values.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// All weights in a row, without the value functions.
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name,)*]
            }

            /// The weights with these values, in the order of their names; one that is missing keeps its value.
            #[must_use]
            pub fn with_values(&self, values: &[f64]) -> Weights {
                let mut values = values.iter().copied();
                Weights { $($name: values.next().unwrap_or(self.$name),)* value: self.value }
            }
        }
    };
}

weights! {
    /// How many cards are drawn in a turn, on average.
    cards_a_turn,
    /// How many tiles are bought in a turn, on average.
    tiles_a_turn,
    /// How uncertain a comparison is when the scoring is at hand, in buildings.
    doubt_now,
    /// How much of that each further turn adds, by the square root of their number.
    doubt_later,
    /// How much a turn more until a scoring takes from the worth of a majority in it.
    patience,
    /// How much of what the others get in a majority is held against it.
    envy,
    /// A side of wall in every scoring to come.
    wall,
    /// A city in which every tile to come would fit.
    room,
    /// The same for a second place to choose from.
    choice,
    /// The part of a tile's worth that is left in the reserve.
    reserve,
    /// The part of it that is left if the tile fits nowhere now.
    misfit,
    /// Money, as long as there is time to spend it.
    money,
    /// How much money can be put to use in a turn.
    spending,
    /// How much money can be put to use whatever time is left.
    savings,
    /// A hand that pays every price to come exactly, for one square.
    exact,
    /// A further action.
    action,
    /// How likely a tile outlasts the turn of another player.
    stay,
    /// How much of a purchase that waits for the next turn counts already.
    plan,
    /// A tile, beside its majority, when it is only thought of.
    tile,
    /// The turns before the end from which on things for later lose their worth.
    fade,
    /// A vizier who is awake.
    vizier,
    /// A thief in hand.
    thief,
    /// A bureau de change in hand.
    bureau,
    /// A hut that waits to be built.
    hut,
    /// A camp that waits to be built, in every scoring to come.
    camp,
    /// A bazaar that waits to be built.
    bazaar,
    /// A free cell around a bazaar.
    bazaar_cell,
    /// The chance that a citizen on the trader finds a home, if every tile to come had its colour.
    citizen,
    /// A free corner for a falcon, in every scoring to come.
    corner,
    /// What has to be gained at least by taking down or swapping.
    redesign,
}

impl Weights {
    /// Reads weights from TOML.
    ///
    /// # Errors
    /// What is missing, unknown or no number.
    pub fn parse(text: &str) -> Result<Weights, toml::de::Error> {
        toml::from_str(text)
    }
}

impl Default for Weights {
    fn default() -> Weights {
        *TUNED
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Weights::NAMES.iter().zip(self.values()).try_for_each(|(name, value)| writeln!(f, "{name} = {value:.4}"))?;
        let ValueFunctions { alhambra, granada, both } = &self.value;
        for (game, function) in [("alhambra", alhambra), ("granada", granada), ("both", both)] {
            let ValueFunction { doubt, doubt_later, points } = function;
            writeln!(f, "\n[value.{game}]\ndoubt = {doubt:.2}\ndoubt_later = {doubt_later:.2}")?;
            for traits in points {
                writeln!(f, "\n[[value.{game}.points]]")?;
                let mut rates = Traits::NAMES.iter().zip(traits.values());
                rates.try_for_each(|(name, rate)| writeln!(f, "{name} = {rate:.3}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_they_are_read() {
        let weights = Weights::default().with_values(&[0.5, 0.25]);
        assert_eq!((weights.values()[0], weights.values()[1]), (0.5, 0.25));
        assert_eq!(Weights::parse(&weights.to_string()).unwrap().to_string(), weights.to_string());
        assert_eq!(weights.values().len(), Weights::NAMES.len());
        assert!(Weights::parse("wall = 1.0").unwrap_err().to_string().contains("missing field"));
    }
}
