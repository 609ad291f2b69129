//! Alhambra and Granada together: two supplies, wall against moat, and the seam where they run together.

use crate::common::{broken, lying, read};
use alhambra_engine::{Broken, City, Ruleset, Seed, State, material::Tile};

mod building;
mod end_of_game;
mod scoring;
mod set_up;
mod turns;

/// Many games as they begin.
fn games(players: u8) -> impl Iterator<Item = State> {
    let ruleset: Ruleset = read(&format!("both {players}"));
    (0..200).map(move |number| State::new(ruleset, Seed::from_number(number)).unwrap())
}

/// Both sides of every tile of Granada.
fn faces() -> impl Iterator<Item = Tile> {
    Tile::granada().flat_map(|it| [it, it.flipped().unwrap()])
}

/// Every building rule that the city breaks, judged from what lies there alone.
fn broken_rules(city: &City) -> Broken {
    broken(&lying(city))
}

#[track_caller]
fn check_broken(expected: &str, broken: Broken) {
    let names: Vec<&str> = broken.names().collect();
    assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
}

const WALLED: &str = "
+    +    +
 @    P7  |
+    +    +
";

/// The page's drawing: the eastern walls of pavilion and arcades lie against the western moats of school and market.
const SEAM: &str = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  A8  |ma11
+    +    +    +    +
";
