//! Recorded games: each replays to its scores, and together they show everything that can happen.

use std::{collections::BTreeSet, fs, path::Path};

use alhambra_engine::{Action, Auto, Decision, Ending, Event, Ruleset, Step, modules::Module, notation::Record};

/// Names every variant of an enum once: a new one doesn't compile until it is named, and fails until it is recorded.
macro_rules! names {
    ($all:ident, $name:ident: $enum:ident { $($variant:ident),* $(,)? }) => {
        const $all: &[&str] = &[$(stringify!($variant)),*];
        fn $name(it: &$enum) -> &'static str {
            match it {
                $($enum::$variant { .. } => stringify!($variant),)*
            }
        }
    };
}

names!(ACTIONS, action_name: Action {
    Take, TakeBureau, Buy, Build, BuildFlipped, TakeDown, Swap, Keep, Give, LeaveOut, Wake, TakeHut, AddWalls,
    BuyFalcon, Reveal, Steal, ChooseCitizens, LayTrader, MoveIn, Exchange, Pass,
});

names!(EVENTS, event_name: Event {
    Dealt, TurnBegan, Took, Bought, Flipped, Built, TakenDown, Swapped, Kept, Given, LeftOut, Passed, Turned,
    PileRenewed, Supplied, DirkDrew, Scored, Awarded, TookBureau, GotChange, VizierWoke, VizierUsed, TookHut,
    HutTurned, AddedWalls, FalconCame, FalconLeft, BonusDealt, BonusShown, BonusReturned, ThiefDealt, Stole,
    CitizensChosen, CitizensShown, TraderLaid, TraderAside, MovedIn, Exchanged, MovedOut, BazaarCame, MarkerMoved,
    Over,
});

names!(DECISIONS, decision_name: Decision {
    ChooseCitizens, LayTrader, Turn, MoreFalcons, Place, Welcome, AskBonus, Interrupt, BuildWon,
});

names!(AUTOS, auto_name: Auto {
    Unpack, LayTraderAgain, Refill, RefillMoney, RefillMarket, Score, DirkDraws, Interrupts, NextTurn, Award, AwardOne,
});

fn step_name(step: &Step) -> &'static str {
    match step {
        Step::Decide(decision) => decision_name(decision),
        Step::Auto(auto) => auto_name(auto),
    }
}

/// The step that an event is a sign of, for steps that pass while nobody decides anything.
fn sign_of(event: &Event) -> Option<&'static str> {
    match event_name(event) {
        "DirkDrew" => Some("DirkDraws"),
        "Awarded" => Some("Award"),
        "Stole" => Some("RefillMoney"),
        _ => None,
    }
}

/// The recorded games with their names.
fn records() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let read =
        |path: &Path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap());
    let mut records: Vec<_> = fs::read_dir(folder).unwrap().map(|it| read(&it.unwrap().path())).collect();
    records.sort();
    records
}

#[test]
fn every_record_replays_to_its_scores() {
    let (mut players, mut games, mut modules) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut endings = BTreeSet::new();
    for (name, text) in records() {
        assert!(text.starts_with("# "), "{name} doesn't say why it is there");
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let end = record.replay(|_, _, _| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(end.is_over() && record.scores.is_some(), "{name} has no end");
        let (_, printed) = text.split_once("alhambra record").unwrap();
        assert_eq!(record.to_string(), format!("alhambra record{printed}"), "{name} is not written as it is printed");
        let Ruleset { game, scoring, ending, players: n_players, modules: joined } = record.ruleset;
        players.insert(n_players);
        games.insert((game, scoring));
        endings.insert(ending);
        modules.extend(joined.iter());
    }
    assert_eq!(games.len(), 4, "the Alhambra, Granada with either scoring, and both together are recorded");
    assert_eq!(endings, Ending::ALL.into(), "both endings of the combined game are recorded");
    assert_eq!(modules, Module::ALL.into(), "every module is recorded");
    assert_eq!(players, (2..=6).collect(), "games for two to six players are recorded");
}

#[test]
fn together_the_records_show_everything() {
    let (mut actions, mut events, mut steps) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (name, text) in records() {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let replayed = record.replay(|state, acted, happened| {
            actions.extend(acted.map(|(_, action)| action_name(&action)));
            steps.extend(state.agenda.iter().map(step_name));
            events.extend(happened.iter().map(event_name));
            // What Dirk gets at set-up is no step.
            if acted.is_some() {
                steps.extend(happened.iter().filter_map(sign_of));
            }
        });
        replayed.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let missing = |all: &[&'static str], shown: &BTreeSet<&'static str>| -> Vec<&'static str> {
        all.iter().copied().filter(|it| !shown.contains(it)).collect()
    };
    assert_eq!(missing(ACTIONS, &actions), Vec::<&str>::new(), "actions that no record shows");
    assert_eq!(missing(EVENTS, &events), Vec::<&str>::new(), "events that no record shows");
    assert_eq!(missing(DECISIONS, &steps), Vec::<&str>::new(), "decisions that no record shows");
    assert_eq!(missing(AUTOS, &steps), Vec::<&str>::new(), "steps by themselves that no record shows");
}
