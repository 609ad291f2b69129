//! Records the games in `games/` anew: `cargo run --release --example record`.
//!
//! Each is found by playing games with one seed after the other until one shows everything that its line below asks for.
//! To record a game that shows something new, add a line; if old records no longer replay because a rule was changed on
//! purpose, run this and raise the version of the rules. A game that people have played is recorded by hand instead:
//! its record goes into the folder as it is.

use std::{collections::BTreeSet, fs, path::Path};

use alhambra_engine::{
    Action, Event, Ruleset, Seed, State,
    material::Currency,
    notation::Record,
    rng::{Rng, Stream},
};

/// A game to look for.
struct Wanted {
    /// The name of the file.
    name: &'static str,
    /// Why it is there, a comment at the top of the record.
    why: &'static str,
    ruleset: &'static str,
    style: Style,
    /// What has to happen in it, by the names of the events.
    shows: &'static [&'static str],
}

/// How the players choose.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Buy and build if possible, redesign now and then.
    Builder,
    /// Take money until there is none left to take, then buy the market empty with exact payments; after that build.
    Miser,
}

const WANTED: [Wanted; 13] = [
    Wanted {
        name: "two-players-gifts-for-dirk",
        why: "Two players and Dirk: gifts, all his draws, tiles won at the end (B-DIRK-2, B-DIRK-4, B-OVER-3).",
        ruleset: "alhambra 2",
        style: Style::Builder,
        shows: &["Given", "DirkDrew", "Swapped", "TakenDown", "Awarded", "LeftOut", "PileRenewed"],
    },
    Wanted {
        name: "three-players-all-money-in-hand",
        why: "All money is taken until the display is empty; after four exact purchases only passing is left (B-END-2, B-TURN-2, B-TURN-3).",
        ruleset: "alhambra 3",
        style: Style::Miser,
        shows: &["Passed", "PileRenewed"],
    },
    Wanted {
        name: "four-players-redesign",
        why: "Four players who take down, swap and build from the reserve (B-RED-1, B-RED-2).",
        ruleset: "alhambra 4",
        style: Style::Builder,
        shows: &["Swapped", "TakenDown", "Kept", "Awarded"],
    },
    Wanted {
        name: "five-players-award-left-out",
        why: "Five players; a tile won at the end is left out (B-OVER-2, B-OVER-3).",
        ruleset: "alhambra 5",
        style: Style::Builder,
        shows: &["LeftOut", "Awarded"],
    },
    Wanted {
        name: "six-players",
        why: "Six players from the deal to the third scoring (B-SET-2, B-TURN-0, B-SCORE-3).",
        ruleset: "alhambra 6",
        style: Style::Builder,
        shows: &["Kept", "Scored", "Awarded"],
    },
    Wanted {
        name: "granada-three-players",
        why: "Granada: tiles are flipped, the marker moves, the last tiles are awarded one by one (G-PLACE-1, G-END-1, G-OVER-1).",
        ruleset: "granada 3",
        style: Style::Builder,
        shows: &["Flipped", "MarkerMoved", "Swapped", "TakenDown", "Awarded", "LeftOut", "PileRenewed"],
    },
    Wanted {
        name: "granada-simplified-two-players-and-both-modules",
        why: "Granada with fixed points for two, vizier and bureaux: gifts to Dirk show the marker's face (G-SCORE-3, G-DIRK-1, M-VIZ-2, M-BUR-3).",
        ruleset: "granada 2 simplified vizier bureaux",
        style: Style::Builder,
        shows: &["Flipped", "Given", "DirkDrew", "VizierUsed", "VizierWoke", "TookBureau", "Swapped"],
    },
    Wanted {
        name: "alhambra-and-granada-three-players",
        why: "Both together: wall and moat side by side, the second scoring after the pile was renewed, two tiles a square (C-BUILD-1, C-SET-2, C-OVER-1).",
        ruleset: "both 3",
        style: Style::Builder,
        shows: &["Flipped", "PileRenewed", "Swapped", "TakenDown", "Awarded", "LeftOut"],
    },
    Wanted {
        name: "alhambra-and-granada-two-players-ending-either",
        why: "Both together for two, ending with the first supply that runs out: gifts to Dirk show the marker's face (C-OVER-1, G-DIRK-1, C-DIRK-1).",
        ruleset: "both 2 ending-either vizier",
        style: Style::Builder,
        shows: &["Given", "DirkDrew", "VizierUsed", "Awarded", "PileRenewed"],
    },
    Wanted {
        name: "all-eleven-modules-three-players",
        why: "Every module at once (X-1 to X-11).",
        ruleset: "alhambra 3 vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers",
        style: Style::Builder,
        shows: &[
            "VizierUsed",
            "TookBureau",
            "BonusShown",
            "TookHut",
            "AddedWalls",
            "Stole",
            "GotChange",
            "MovedIn",
            "BazaarCame",
            "FalconCame",
        ],
    },
    Wanted {
        name: "all-eleven-modules-two-players",
        why: "Every module at once with Dirk, who gets a camp or a bazaar now and then (B-DIRK-4, X-2).",
        ruleset: "alhambra 2 vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers",
        style: Style::Builder,
        shows: &["VizierUsed", "Given", "FalconCame", "FalconLeft", "BonusShown", "MovedOut", "Stole"],
    },
    Wanted {
        name: "falconers-walls-camps-bazaars-four-players",
        why: "What is put on and around a palace: falcons come and go, walls are added, camps stand before them (M-FAL-3, M-WALL-3, M-CAMP-2).",
        ruleset: "alhambra 4 walls camps bazaars falconers",
        style: Style::Builder,
        shows: &["FalconCame", "FalconLeft", "AddedWalls", "BazaarCame", "Swapped"],
    },
    Wanted {
        name: "bonus-cards-huts-thieves-trader-three-players",
        why: "Cards that return to the hand and citizens that move out with their tile (M-BON-3, M-TRD-2, M-TRD-5, M-HUT-2, M-THF-2).",
        ruleset: "alhambra 3 bonus-cards huts thieves street-trader",
        style: Style::Builder,
        shows: &["BonusShown", "BonusReturned", "MovedIn", "MovedOut", "Exchanged", "TookHut", "HutTurned", "Stole"],
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    fs::create_dir_all(&folder)?;
    for wanted in WANTED {
        let ruleset: Ruleset = wanted.ruleset.parse()?;
        let shown = |number: &u64| {
            let (record, names) = play(ruleset, *number, wanted.style);
            let all = wanted.shows.iter().all(|it| names.contains(*it));
            (all && record.scores.is_some()).then_some(record)
        };
        // Of the first games that show it all the shortest is kept.
        let found = (0..20_000).filter_map(|number| shown(&number)).take(8).min_by_key(|it| it.actions.len());
        let record = found.ok_or_else(|| format!("no game shows everything for {}", wanted.name))?;
        fs::write(folder.join(format!("{}.txt", wanted.name)), format!("# {}\n{record}", wanted.why))?;
        println!("{}: {} actions", wanted.name, record.actions.len());
    }
    Ok(())
}

/// Plays one game and notes the names of the events; a game without end is left without scores.
fn play(ruleset: Ruleset, number: u64, style: Style) -> (Record, BTreeSet<String>) {
    let seed = Seed::from_number(number);
    let mut record = Record::new(ruleset, seed);
    let mut events: Vec<Event> = Vec::new();
    let mut state = State::new_with(ruleset, seed, &mut events).expect("a ruleset that can be played");
    // Dirk's tiles at the start are no news.
    events.clear();
    let mut choices = Rng::new(Seed::from_number(!number));
    let mut actions = Vec::new();
    let mut rich = style == Style::Miser;
    while let Some(seat) = state.to_act() {
        if record.actions.len() == 2_000 {
            break;
        }
        state.legal_actions_into(&mut actions);
        // The order in which actions are listed may change; the games should not.
        actions.sort_unstable();
        rich &= !actions.contains(&Action::Pass);
        let action = choices.stream(|it| if rich { hoard(&state, &actions) } else { choose(&actions, it) });
        record.actions.push((seat, action));
        state.apply_with(seat, action, &mut events).expect("a listed action");
    }
    record.scores = state.is_over().then(|| state.players.iter().map(|it| it.score).collect());
    let name = |event: &Event| format!("{event:?}").split(' ').next().unwrap_or_default().to_owned();
    (record, events.iter().map(name).collect())
}

/// The first card that can be taken; without any the first exact purchase, or whatever comes first.
fn hoard(state: &State, actions: &[Action]) -> Action {
    let exact = |action: &&Action| match action {
        Action::Buy { tile, payment } => tile.price() == Some(payment.total()),
        _ => false,
    };
    let take = actions.iter().find(|it| matches!(it, Action::Take { .. }));
    let empty_market = Currency::ALL.iter().all(|it| state.table.market[*it].is_none());
    let pass = actions.iter().find(|it| empty_market && **it == Action::Pass);
    *take.or_else(|| actions.iter().find(exact)).or(pass).unwrap_or(&actions[0])
}

/// A random action of a random sort, where building and buying are sorts that come up often.
fn choose(actions: &[Action], stream: &mut Stream) -> Action {
    let sort = |action: &Action| match action {
        Action::Build { .. } | Action::BuyFalcon { .. } | Action::MoveIn { .. } | Action::Exchange { .. } => 8,
        Action::Buy { .. } | Action::BuildFlipped { .. } | Action::Reveal { .. } => 6,
        Action::Take { .. } | Action::AddWalls { .. } | Action::TakeBureau { .. } => 3,
        Action::TakeDown { .. } | Action::Swap { .. } | Action::Steal { .. } => 1,
        _ => 2,
    };
    let weight = stream.below(9);
    let liked: Vec<&Action> = actions.iter().filter(|it| sort(it) >= weight).collect();
    match liked.len() {
        0 => actions[stream.below(actions.len() as u32) as usize],
        n => *liked[stream.below(n as u32) as usize],
    }
}
