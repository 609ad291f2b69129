//! Records the two games of an enclosed trader in `games/` anew: `cargo run -p alhambra-bots --example record_enclosed`.
//!
//! Everybody helps seat 0 to close its city in until there is no cell for the trader (M-TRD-3); from then on greedy bots
//! play the game to its end. Of the games that come so far the first one is kept.

#[path = "../../engine/tests/engine/common/encloser.rs"]
mod encloser;

use std::{fs, path::Path};

use alhambra_bots::{Bot, Kind, Seen, bot_seed};
use alhambra_engine::{
    Action, Decision, Rng, Ruleset, Seed, State,
    material::{Edges, Tile},
    notation::Record,
};

use self::encloser::{Plan, is_enclosed};

/// The name of a record, why it is there, what is played, and how seat 0 closes its city in.
const WANTED: [(&str, &str, &str, Plan); 2] = [
    (
        "enclosed-trader-sticks-on-the-fountain",
        "Walls on all sides of the fountain and four camps leave no cell for the trader; bots play on (M-TRD-3).",
        "alhambra 3 walls street-trader camps",
        Plan::Sticks,
    ),
    (
        "enclosed-trader-four-arms-eight-camps",
        "Four arms with three walls each and eight camps leave no cell for the trader; bots play on (M-TRD-3).",
        "alhambra 3 street-trader camps",
        Plan::Arms,
    ),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for (name, why, ruleset, plan) in WANTED {
        let ruleset: Ruleset = ruleset.parse()?;
        let found = (0..200_000).find_map(|number| play(ruleset, number, plan));
        let record = found.ok_or_else(|| format!("no game shows {name}"))?;
        println!("{name}: {} actions", record.actions.len());
        fs::write(folder.join(format!("{name}.txt")), format!("# {why}\n{record}"))?;
    }
    Ok(())
}

/// Plays one game; nothing if the city is never closed in.
fn play(ruleset: Ruleset, number: u64, plan: Plan) -> Option<Record> {
    let seed = Seed::from_number(number);
    let mut record = Record::new(ruleset, seed);
    let mut state = State::new(ruleset, seed).ok()?;
    let mut bots: Vec<Box<dyn Bot>> = state.seats().map(|seat| Kind::Greedy.bot(bot_seed(seed, seat))).collect();
    let mut choices = Rng::new(Seed::from_number(!number));
    let mut legal = Vec::new();
    let mut enclosed = false;
    while let Some(seat) = state.to_act() {
        enclosed |= matches!(state.decision(), Some(Decision::Turn { .. })) && is_enclosed(&state);
        if record.actions.len() == 2_000 {
            return None;
        }
        state.legal_actions_into(&mut legal);
        let action = if enclosed {
            bots[seat.index()].choose(&Seen::by(&state, seat), &legal).ok()?
        } else {
            // Of the wall cards only those that the record is to show.
            legal.retain(|it| !matches!(it, Action::AddWalls { walls, tile } if !is_shown(*walls, *tile)));
            plan.choose(&state, seat, &legal, |n| choices.stream(|it| it.below(n as u32)) as usize)?
        };
        record.actions.push((seat, action));
        state.apply(seat, action).ok()?;
    }
    record.scores = Some(state.players.iter().map(|it| it.score).collect());
    enclosed.then_some(record)
}

fn is_shown(walls: Edges, tile: Tile) -> bool {
    tile == Tile::FOUNTAIN && [Edges::WEST, Edges::SOUTH, Edges::NORTH.union(Edges::EAST)].contains(&walls)
}
