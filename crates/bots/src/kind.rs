//! The bots there are, by name.

use std::str::FromStr;

use alhambra_engine::Seed;

use crate::{Amateur, Bot, Budget, Greedy, Means, Random, Search, Temper};

/// One of the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Does anything.
    Random,
    /// Plays like somebody who has not played often.
    Amateur(Temper),
    /// Looks one action ahead.
    Greedy,
    /// Thinks for a moment.
    Fair,
    /// Thinks as long as a person likes to wait.
    Strong,
    /// Takes its time.
    Master,
    /// Thinks as long as it is told to.
    Search(Budget),
}

impl Kind {
    /// Every bot with a plain name, the weakest first.
    pub const ALL: [Kind; 11] = [
        Kind::Random,
        Kind::Amateur(Temper::Plain),
        Kind::Amateur(Temper::Builder),
        Kind::Amateur(Temper::Collector),
        Kind::Amateur(Temper::Saver),
        Kind::Amateur(Temper::Spender),
        Kind::Amateur(Temper::Casual),
        Kind::Greedy,
        Kind::Fair,
        Kind::Strong,
        Kind::Master,
    ];

    /// The bots among which a person chooses an opponent, beginners first.
    pub fn levels() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|it| !matches!(it, Kind::Random | Kind::Greedy))
    }

    /// Whether it plays like somebody who plays for the first time.
    pub const fn is_beginner(self) -> bool {
        matches!(self, Kind::Amateur(temper) if temper.is_beginner())
    }

    /// The name by which it is asked for, without a budget.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Amateur(temper) => temper.name(),
            Kind::Greedy => "greedy",
            Kind::Fair => "fair",
            Kind::Strong => "strong",
            Kind::Master => "master",
            Kind::Search(_) => "search",
        }
    }

    /// What it is like, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Kind::Random => "does anything that is legal: draws what to do, then how",
            Kind::Amateur(temper) => match temper {
                Temper::Plain => "a beginner: overlooks things, thinks of nobody else, forgets what others hold",
                Temper::Builder => "a beginner who wants the longest wall, whatever is inside it",
                Temper::Collector => "a beginner who has fallen for two kinds of building and buys them at any price",
                Temper::Saver => "a beginner who waits for the exact sum, up to the end of the game",
                Temper::Spender => "a beginner who buys as soon as the money is there, far too dear",
                Temper::Casual => "has played a few times: knows what counts, and still overlooks things",
            },
            Kind::Greedy => "judges the position after every action and takes the best one",
            Kind::Fair => "thinks a few turns ahead, for a moment",
            Kind::Strong => "thinks a few turns ahead for a quarter of a second, and remembers every card",
            Kind::Master => "the same for two seconds: as strong as we can make it",
            Kind::Search(_) => "thinks as long as it is told to: search:100ms, search:1s, search:2000it",
        }
    }

    /// How long it thinks about a decision; nothing for those that don't.
    pub const fn budget(self) -> Option<Budget> {
        match self {
            Kind::Random | Kind::Amateur(_) | Kind::Greedy => None,
            Kind::Fair => Some(Budget::Iterations(50)),
            Kind::Strong => Some(Budget::millis(250)),
            Kind::Master => Some(Budget::millis(2000)),
            Kind::Search(budget) => Some(budget),
        }
    }

    /// A bot of this kind for one game, on one thread and the clock of the system.
    #[cfg(not(target_family = "wasm"))]
    pub fn bot(self, seed: Seed) -> Box<dyn Bot> {
        self.bot_with(seed, Means::default())
    }

    /// A bot of this kind for one game that thinks with these means.
    pub fn bot_with(self, seed: Seed, means: Means) -> Box<dyn Bot> {
        match self {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Amateur(temper) => Box::new(Amateur::new(temper, seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Fair | Kind::Strong | Kind::Master | Kind::Search(_) => {
                let budget = self.budget().unwrap_or(Budget::Iterations(1));
                Box::new(Search::new(self, seed, budget, means))
            }
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kind::Search(budget) => f.pad(&format!("search:{budget}")),
            _ => f.pad(self.name()),
        }
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    /// There is no such bot.
    #[error(
        "no bot is called \"{0}\"; there are: {known}, and search with a budget like search:100ms or search:2000it",
        known = Kind::ALL.map(Kind::name).join(", ")
    )]
    Name(String),
    /// There is one, but not with this budget.
    #[error(transparent)]
    Budget(#[from] crate::NoBudget),
}

impl FromStr for Kind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Kind, UnknownBot> {
        if let Some(budget) = name.strip_prefix("search:") {
            return Ok(Kind::Search(budget.parse()?));
        }
        Kind::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| UnknownBot::Name(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        let searches = ["search:20ms", "search:7it"].map(|it| it.parse::<Kind>().unwrap());
        for kind in Kind::ALL.into_iter().chain(searches) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.bot(Seed::from_number(0)).name(), kind.to_string());
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_known_ones() {
        let error = |name: &str| name.parse::<Kind>().unwrap_err().to_string();
        assert_eq!(
            error("gambler"),
            "no bot is called \"gambler\"; there are: random, easy, builder, collector, saver, spender, casual, \
             greedy, fair, strong, master, and search with a budget like search:100ms or search:2000it"
        );
        assert!(error("search:soon").starts_with("\"soon\" is no budget"));
    }
}
