//! What is played: the game, how it is scored, by how many, and with which modules.

use crate::modules::{Module, ModuleSet};

/// The rules that records of this engine follow; it rises whenever an old record would play out differently.
pub const RULES_VERSION: u32 = 2;

/// The version of the rules that a game follows which is not ours; it says why the game is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherRules(pub u32);

impl std::fmt::Display for OtherRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            // Nobody was promised anything before the first release.
            1 => f.write_str(
                "version 1 of the rules, which version 2 replaced before the first release; \
                 the promise to replay older games or say why not begins with that release",
            ),
            other => write!(
                f,
                "version {other} of the rules and this is version {RULES_VERSION}, by which the same actions could lead elsewhere"
            ),
        }
    }
}

/// One of the three games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Game {
    /// The Palace of Alhambra.
    #[default]
    Alhambra,
    /// Granada.
    Granada,
    /// Alhambra and Granada together.
    Both,
}

impl Game {
    /// Every game.
    pub const ALL: [Game; 3] = [Game::Alhambra, Game::Granada, Game::Both];

    /// The name in rulesets and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Alhambra => "alhambra",
            Game::Granada => "granada",
            Game::Both => "both",
        }
    }

    /// Whether the module may join this game; the book names just two for Granada.
    pub const fn allows(self, module: Module) -> bool {
        match self {
            Game::Alhambra => true,
            Game::Granada | Game::Both => matches!(module, Module::Vizier | Module::Bureaux),
        }
    }
}

/// How Granada's buildings are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Scoring {
    /// By the number of buildings in all cities.
    #[default]
    Regular,
    /// By fixed points.
    Simplified,
}

impl Scoring {
    /// Both ways.
    pub const ALL: [Scoring; 2] = [Scoring::Regular, Scoring::Simplified];

    /// The name in rulesets and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Scoring::Regular => "regular",
            Scoring::Simplified => "simplified",
        }
    }
}

/// When the combined game ends, in which the editions differ (C-OVER-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Ending {
    /// When a square of the market lacks both its tiles, as in the German edition.
    #[default]
    Both,
    /// As soon as a square lacks either of its tiles, as in the English edition.
    Either,
}

impl Ending {
    /// Both choices.
    pub const ALL: [Ending; 2] = [Ending::Both, Ending::Either];

    /// The name on the command line; in rulesets `ending-` stands before it.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Both => "both",
            Ending::Either => "either",
        }
    }
}

/// A choice of game, scoring, ending, players and modules; `validate` says whether it can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruleset {
    /// Which of the three games is played.
    pub game: Game,
    /// How Granada's buildings are scored.
    pub scoring: Scoring,
    /// When the combined game ends; nothing said means when a square lacks both its tiles.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ending: Ending,
    /// How many people play.
    pub players: u8,
    /// The modules that join.
    pub modules: ModuleSet,
}

/// Why a ruleset can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "objection", content = "with"))]
pub enum Objection {
    /// Too few or too many players.
    #[error("{0} players: the game is for 2 to 6")]
    Players(u8),
    /// The module does not go with this game.
    #[error("{}: joins the Alhambra only; Granada, alone or combined, allows vizier and bureaux", .0.name())]
    Module(Module),
    /// The Alhambra has one scoring only.
    #[error("simplified: only Granada's buildings have a simplified scoring")]
    Scoring,
    /// Only the combined game has two tiles on a square.
    #[error("ending-either: only the combined game of Alhambra and Granada has a choice of ending")]
    Ending,
}

/// Every reason why a ruleset can't be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ruleset can't be played: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Unplayable(pub Vec<Objection>);

impl Ruleset {
    /// The base game for so many players.
    pub const fn alhambra(players: u8) -> Ruleset {
        Ruleset {
            game: Game::Alhambra,
            scoring: Scoring::Regular,
            ending: Ending::Both,
            players,
            modules: ModuleSet::NONE,
        }
    }

    /// Whether this can be played.
    ///
    /// # Errors
    /// Every reason why not.
    pub fn validate(&self) -> Result<(), Unplayable> {
        let mut objections = Vec::new();
        if !(2..=6).contains(&self.players) {
            objections.push(Objection::Players(self.players));
        }
        if self.game == Game::Alhambra && self.scoring == Scoring::Simplified {
            objections.push(Objection::Scoring);
        }
        if self.game != Game::Both && self.ending != Ending::Both {
            objections.push(Objection::Ending);
        }
        objections.extend(self.modules.iter().filter(|&it| !self.game.allows(it)).map(Objection::Module));
        if objections.is_empty() { Ok(()) } else { Err(Unplayable(objections)) }
    }
}
