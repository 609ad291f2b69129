//! Marks: how good a decision was, by what it gave away.

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Mark {
    /// Nothing better was found, or nothing that could be told from it.
    Best,
    /// Gave away less than 1.5 % of the chance to win.
    Good,
    /// Less than 3.5 %.
    Inaccuracy,
    /// Less than 8 %.
    Mistake,
    /// 8 % and more.
    Blunder,
}

/// What gives away so much is no longer good, no longer an inaccuracy, no longer a mistake.
const LIMITS: [(f64, Mark); 3] = [(0.015, Mark::Good), (0.035, Mark::Inaccuracy), (0.08, Mark::Mistake)];

/// Chances are told apart from here up to as far below 1: what is won or lost anyway is no test of anybody.
const DECIDED: f64 = 0.01;

impl Mark {
    /// Every mark, the best first.
    pub const ALL: [Mark; 5] = [Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a decision that gave away so much of the chance to win.
    pub fn of(loss: f64) -> Mark {
        if loss <= 0.0 {
            return Mark::Best;
        }
        LIMITS.into_iter().find(|it| loss < it.0).map_or(Mark::Blunder, |it| it.1)
    }

    /// Its sign, as in chess.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Best => "✓",
            Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// How accurate a decision was after which the chance to win was `after` instead of `best`, from 0 to 1: the square of what
/// it left of the odds.
///
/// By the odds, because the same points count alike whoever is ahead; a beginner far behind would else seem faultless.
pub(super) fn accuracy(best: f64, after: f64) -> f64 {
    let odds = |chance: f64| {
        let chance = chance.clamp(DECIDED, 1.0 - DECIDED);
        chance / (1.0 - chance)
    };
    (odds(after) / odds(best)).min(1.0).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Mark::{Best, Blunder, Good, Inaccuracy, Mistake};

    #[test]
    fn the_limits_are_those_of_the_marks() {
        let marks = [0.0, 0.0149, 0.015, 0.0349, 0.035, 0.0799, 0.08, 1.0].map(Mark::of);
        assert_eq!(marks, [Best, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder, Blunder]);
        assert!((accuracy(0.3, 0.3) - 1.0).abs() < 1e-12 && accuracy(0.25, 0.17) < 0.4);
        assert!((accuracy(0.005, 0.0) - 1.0).abs() < 1e-12, "what is lost anyway");
    }
}
