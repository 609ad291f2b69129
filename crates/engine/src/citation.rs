//! Citations: which rules a reason states, so that whoever is told no can read why.

use crate::{action::Refusal, city::Broken, ruleset::Objection};

/// A reason by its name on the wire, with the ids of the rules that it states.
pub type Citation = (&'static str, &'static [&'static str]);

/// Ties every variant to the rules it states; a variant that is left out doesn't compile.
macro_rules! citations {
    ($reason:ident { $($variant:ident $name:literal: $($id:literal)+,)+ }) => {
        impl $reason {
            /// Every reason there is, with its rules.
            pub const CITATIONS: &[Citation] = &[$(($name, &[$($id),+])),+];

            /// The ids of the rules that this reason states; several where it serves for more than one.
            pub const fn rules(&self) -> &'static [&'static str] {
                match self {
                    $($reason::$variant { .. } => &[$($id),+],)+
                }
            }
        }
    };
}

citations!(Refusal {
    GameOver "game-over": "B-OVER-3",
    NotYourTurn "not-your-turn": "B-TURN-0",
    NotNow "not-now": "B-TURN-1",
    NoCard "no-card": "B-MONEY-1",
    NotDisplayed "not-displayed": "B-MONEY-1",
    TooMuchMoney "too-much-money": "B-MONEY-1",
    NotForSale "not-for-sale": "B-BUY-1",
    WrongCurrency "wrong-currency": "B-BUY-1",
    NotInHand "not-in-hand": "B-BUY-1",
    NoBureau "no-bureau": "M-BUR-3",
    Short "short": "B-BUY-1",
    NotExact "not-exact": "M-VIZ-2" "M-BAZ-2",
    CardsOnly "cards-only": "G-PLACE-1" "X-9",
    NotInReserve "not-in-reserve": "B-RED-1",
    NotBought "not-bought": "B-PLACE-1",
    NotBuilt "not-built": "B-RED-1",
    Building "building": "B-RED-2",
    NoDirk "no-dirk": "B-DIRK-4",
    NotForDirk "not-for-dirk": "B-DIRK-4",
    MustAct "must-act": "B-TURN-3",
    NothingToWake "nothing-to-wake": "M-VIZ-4",
    NoVizier "no-vizier": "M-VIZ-2",
    HutNotOpen "hut-not-open": "M-HUT-2",
    EnoughHuts "enough-huts": "M-HUT-3",
    NoWallCard "no-wall-card": "M-WALL-3",
    NoPlaceForWalls "no-place-for-walls": "M-WALL-3",
    WallAlready "wall-already": "M-WALL-3",
    WallInside "wall-inside": "M-WALL-3",
    FalconsFirst "falcons-first": "M-FAL-2",
    NoFalcon "no-falcon": "M-FAL-2",
    NoCorner "no-corner": "M-FAL-2" "M-FAL-3",
    WrongColours "wrong-colours": "M-FAL-2",
    NoBonus "no-bonus": "M-BON-2",
    NoThief "no-thief": "M-THF-2",
    ThiefBeforeTurn "thief-before-turn": "M-THF-3",
    ThreeCitizens "three-citizens": "M-TRD-1",
    NoPlaceForTrader "no-place-for-trader": "M-TRD-3",
    NoMatch "no-match": "M-TRD-2",
    NoCitizen "no-citizen": "M-TRD-2",
});

citations!(Objection {
    Players "players": "B-PLAY-1",
    Module "module": "G-PLAY-1" "C-PLAY-1",
    Scoring "scoring": "G-SCORE-3",
    Ending "ending": "C-OVER-1",
});

impl Broken {
    /// Every way to break the building rules, in the order of `names`, with its rules.
    pub const CITATIONS: &[Citation] = &[
        ("overlap", &["B-BUILD-4"]),
        ("wall-mismatch", &["B-BUILD-2", "G-BUILD-1"]),
        ("not-on-foot", &["B-BUILD-3"]),
        ("corner-only", &["B-BUILD-4"]),
        ("no-contact", &["B-BUILD-4"]),
        ("hole", &["B-BUILD-5"]),
        ("starting-tile", &["B-RED-1", "C-BUILD-2"]),
        ("wall-and-moat", &["C-BUILD-1"]),
        ("apart", &["C-BUILD-2"]),
        ("bastion", &["M-CAMP-2"]),
        ("camp-side", &["M-CAMP-2"]),
        ("camp-without-wall", &["M-CAMP-2"]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_broken_rule_is_cited() {
        let cited = Broken::CITATIONS.iter().map(|citation| citation.0);
        assert!(cited.eq(Broken::all().names()));
    }
}
