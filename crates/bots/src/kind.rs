//! The bots there are, by name.

use std::str::FromStr;

use alhambra_engine::Seed;

use crate::{Bot, Greedy, Random};

/// One of the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Does anything.
    Random,
    /// Looks one action ahead.
    Greedy,
}

impl Kind {
    /// Every bot, the weakest first.
    pub const ALL: [Kind; 2] = [Kind::Random, Kind::Greedy];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
        }
    }

    /// What it is like, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Kind::Random => "does anything that is legal, everything equally likely",
            Kind::Greedy => "judges the position after every action and takes the best one",
        }
    }

    /// A bot of this kind for one game.
    pub fn bot(self, seed: Seed) -> Box<dyn Bot> {
        match self {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot is called \"{0}\"; there are: {known}", known = Kind::ALL.map(Kind::name).join(", "))]
pub struct UnknownBot(String);

impl FromStr for Kind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Kind, UnknownBot> {
        Kind::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| UnknownBot(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.bot(Seed::from_number(0)).name(), kind.name());
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_known_ones() {
        let error = "gambler".parse::<Kind>().unwrap_err().to_string();
        assert_eq!(error, "no bot is called \"gambler\"; there are: random, greedy");
    }
}
