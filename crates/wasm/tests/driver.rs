//! A table as a browser drives it: stored line by line, told only what is stored, and brought back from what was stored.

#![forbid(unsafe_code)]

use std::{fs, path::Path};

use alhambra_bots::Kind;
use alhambra_engine::{Seed, notation::Record};
use alhambra_protocol::{Ask, Request, Status};
use alhambra_table::{House, Moment, Person, TableMeta, opening};
use alhambra_wasm::{Driver, Happening, Line, Outcome, Stored, Wanted, advise, iterations, think};
use serde_json::{Value, json};

const NOW: Moment = Moment { now: 1000, time_of_day: 5000 };

/// What a page keeps: the table and its log, by way of the JSON that it is handed.
struct Page {
    driver: Driver,
    table: TableMeta,
    lines: Vec<Line>,
    result: Option<String>,
    letters: Vec<String>,
}

impl Page {
    fn open(ruleset: &str, seats: &Value, seed: Seed) -> Page {
        let settings = json!({
            "ruleset": ruleset.parse::<alhambra_engine::Ruleset>().unwrap(),
            "visibility": "link", "pace": { "pace": "unlimited" }, "assistance": { "hints": true, "undo": true },
            "fixed_seats": true, "substitute": "greedy",
        });
        let wish = serde_json::from_value(json!({ "settings": settings, "seats": seats })).unwrap();
        let host = Person { id: "host".to_owned(), name: "Leila".to_owned() };
        let table = opening::open(wish, "k3v9k3v".to_owned(), &host, 5000, None, 0).unwrap();
        let mut page = Page::at(table, Vec::new(), seed);
        page.say(json!({ "happens": "starts" }));
        page
    }

    /// A page that is opened on a table as it was stored.
    fn at(table: TableMeta, lines: Vec<Line>, seed: Seed) -> Page {
        let house = House { shuffle: Some(seed), ..House::default() };
        let driver = Driver::new(house, table.clone(), &lines, NOW).unwrap();
        let mut page = Page { driver, table, lines, result: None, letters: Vec::new() };
        page.say(json!({ "happens": "comes", "visit": 0, "person": "host", "name": "Leila", "news": true }));
        page
    }

    /// Says something, and stores what comes of it until nothing is left to store.
    fn say(&mut self, happening: Value) -> Outcome {
        let happening: Happening = serde_json::from_value(happening).unwrap();
        let mut outcome = self.driver.take(happening, NOW);
        loop {
            self.letters.extend(outcome.letters.iter().map(|it| it.message.clone()));
            if outcome.store.is_empty() {
                return outcome;
            }
            for stored in &outcome.store {
                let text = serde_json::to_value(stored).unwrap();
                match stored {
                    Stored::Line { .. } => self.lines.push(serde_json::from_value(text["line"].clone()).unwrap()),
                    Stored::Table { .. } => self.table = serde_json::from_value(text["table"].clone()).unwrap(),
                    Stored::Result { result } => self.result = Some(result.clone()),
                }
            }
            outcome = self.driver.stored();
        }
    }

    fn ask(&mut self, ask: Ask) -> Outcome {
        let message = serde_json::to_string(&Request { reference: Some(7), ask }).unwrap();
        self.say(json!({ "happens": "asks", "visit": 0, "message": message }))
    }
}

#[test]
fn every_recorded_game_is_played_to_its_end_and_resumed_in_the_middle() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut n_games = 0;
    for file in fs::read_dir(games).unwrap() {
        let path = file.unwrap().path();
        let record: Record = fs::read_to_string(&path).unwrap().parse().unwrap();
        let seats = vec![json!({ "seat": "me" }); record.ruleset.players.into()];
        let mut page = Page::open(&record.ruleset.to_string(), &json!(seats), record.seed);
        for (i, (seat, action)) in record.actions.iter().enumerate() {
            if i == record.actions.len() / 2 {
                // What is told from here on is what a page that was never closed is told.
                let mut again = Page::at(page.table.clone(), page.lines.clone(), record.seed);
                page.say(json!({ "happens": "leaves", "visit": 0 }));
                page.say(json!({ "happens": "comes", "visit": 0, "person": "host", "name": "Leila", "news": true }));
                assert_eq!(again.letters.last(), page.letters.last(), "{}", path.display());
                again.letters.clone_from(&page.letters);
                page = again;
            }
            let seq = page.lines.len() as u32;
            page.ask(Ask::Act { seat: seat.0, seq, action: action.to_string(), hold: false });
            assert_eq!(page.lines.len(), i + 1, "{} in {}: {:?}", action, path.display(), page.letters.last());
        }
        if record.scores.is_some() {
            assert_eq!(page.table.status, Status::Finished, "{}", path.display());
            assert!(page.result.is_some());
        }
        assert_eq!(page.driver.table().game().unwrap().record().actions, record.actions);
        n_games += 1;
    }
    assert!(n_games > 10, "{n_games}");
}

#[test]
fn bots_think_from_what_is_stored_and_hints_come_when_there_is_time() {
    let seats = json!([{ "seat": "me" }, { "seat": "bot", "level": "fair" }]);
    let mut page = Page::open("alhambra 2", &seats, Seed::from_number(3));
    let (mut n_thoughts, mut n_hints) = (0, 0);
    while n_thoughts < 5 {
        let outcome = page.say(json!({ "happens": "ticks" }));
        let seq = page.lines.len() as u32;
        if let Some(task) = outcome.task {
            assert_eq!((task.seq, task.iterations), (seq, Some(50)));
            let kind: Kind = task.kind.parse().unwrap();
            let action = think(page.table.clone(), &page.lines, kind, task.iterations).unwrap();
            // The stored game leads to the same thought as the table itself.
            let thought = page.driver.table().question().and_then(|it| page.driver.table().thought(it.seat)).unwrap();
            assert_eq!(action, thought.decide(kind, alhambra_bots::Means::default()).unwrap().to_string());
            page.say(json!({ "happens": "decided", "seq": seq, "action": action }));
            assert_eq!(page.lines.len() as u32, seq + 1);
            n_thoughts += 1;
            continue;
        }
        if n_hints == 0 {
            assert_eq!(page.ask(Ask::Hint { seat: 0, seq }).hints, [Wanted { visit: 0, seat: 0, seq }]);
            let hint = serde_json::to_string(&advise(page.table.clone(), &page.lines, Some(50)).unwrap()).unwrap();
            let advised = json!({ "happens": "advised", "visit": 0, "seat": 0, "seq": seq, "hint": hint });
            assert!(page.say(advised).hints.is_empty());
            let hint: Value = serde_json::from_str(page.letters.last().unwrap()).unwrap();
            assert!(!hint["hint"]["candidates"].as_array().unwrap().is_empty(), "{hint}");
            n_hints += 1;
        }
        let action = page.driver.table().game().unwrap().state.legal_actions()[0].to_string();
        page.ask(Ask::Act { seat: 0, seq, action, hold: false });
    }
}

#[test]
fn nobody_is_told_what_is_not_stored() {
    let mut page = Page::open("alhambra 2", &json!([{ "seat": "me" }, { "seat": "me" }]), Seed::from_number(1));
    let game = page.driver.table().game().unwrap();
    let (seat, action) = (game.state.to_act().unwrap().0, game.state.legal_actions()[0].to_string());
    let act = json!({ "ref": 1, "ask": "act", "seat": seat, "seq": 0, "action": action }).to_string();
    let asks = |message: &str| Happening::Asks { visit: 0, message: message.to_owned() };
    let outcome = page.driver.take(asks(&act), NOW);
    assert!(!outcome.store.is_empty() && outcome.letters.is_empty());
    // What is said meanwhile waits.
    let outcome = page.driver.take(asks("nonsense"), NOW);
    assert!(outcome.letters.is_empty());
    let told: Vec<Value> =
        page.driver.not_stored().letters.iter().map(|it| serde_json::from_str(&it.message).unwrap()).collect();
    let codes: Vec<&Value> = told.iter().map(|it| &it["code"]).filter(|it| !it.is_null()).collect();
    assert_eq!(codes, ["not-stored", "malformed"], "{told:?}");
    assert_eq!(page.driver.table().game().unwrap().seq(), 0);
}

#[test]
fn levels_are_counted_in_iterations() {
    assert_eq!([Kind::Greedy, Kind::Fair].map(iterations), [None, Some(50)]);
    let [strong, master] = [Kind::Strong, Kind::Master].map(|it| iterations(it).unwrap());
    assert_eq!((strong, master), (3000, 24_000));
}
