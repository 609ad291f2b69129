//! A table without I/O: nothing that is not stored has happened, and nobody is told of it.

use std::sync::Arc;

use alhambra_engine::Seed;
use alhambra_protocol::{Ask, Code, Problem, Request, Status};
use alhambra_table::{
    House, Input, Letter, Listing, Moment, Person, Receipt, Table, TableMeta, Telling, Visitor, Write, opening,
};
use serde_json::{Value, json};

const NOW: Moment = Moment { now: 1000, time_of_day: 5000 };

/// A table for two on which one person has both seats and looks at it, and another one watches.
fn open(level: Option<&str>) -> Table {
    let second = level.map_or(json!({ "seat": "me" }), |it| json!({ "seat": "bot", "level": it }));
    let wish = json!({
        "settings": {
            "ruleset": { "game": "alhambra", "players": 2, "scoring": "regular", "modules": [] },
            "visibility": "link", "pace": { "pace": "unlimited" },
            "assistance": { "hints": true, "undo": true },
            "fixed_seats": true, "substitute": "greedy",
        },
        "seats": [{ "seat": "me" }, second],
    });
    let host = Person { id: "host".to_owned(), name: "Leila".to_owned() };
    let wish = serde_json::from_value(wish).unwrap();
    let meta = opening::open(wish, "k3v9k3v".to_owned(), &host, 1000, None, 0).unwrap();
    let house = House { shuffle: Some(Seed::from_number(1)), ..House::default() };
    let mut table = Table::new(Arc::new(house), meta, NOW);
    let spectator = Person { id: "spectator".to_owned(), name: "Zeki".to_owned() };
    for (visit, person) in [(0, host), (1, spectator)] {
        let visitor = Visitor::new(visit, person, [127, 0, 0, 1].into(), None, 0, Telling::Whole);
        drive(&mut table, Input::Came { visitor, unreadable: None });
    }
    drive(&mut table, Input::Start);
    table
}

/// Lets something happen and stores it at once.
fn drive(table: &mut Table, input: Input) -> Vec<Letter> {
    let proposal = table.propose(input, NOW);
    table.commit(proposal, Receipt::of_a_store_that_has_committed())
}

fn ask(ask: Ask) -> Input {
    Input::Asked { visit: 0, request: Request { reference: Some(7), ask } }
}

/// The first legal action of whoever decides.
fn act(table: &Table) -> Input {
    let game = table.game().unwrap();
    let (seat, action) = (game.state.to_act().unwrap(), game.state.legal_actions()[0]);
    ask(Ask::Act { seat: seat.0, seq: game.seq(), action: action.to_string(), hold: false })
}

fn read(letter: &Letter) -> Value {
    serde_json::from_str(&letter.text).unwrap()
}

#[test]
fn what_is_not_committed_has_not_happened() {
    let mut table = open(None);
    let (meta, seq) = (table.meta().clone(), table.game().unwrap().seq());
    let dropped = table.propose(act(&table), NOW);
    assert!(matches!(dropped.writes(), [Write::Entry(entry)] if entry.seq == seq + 1));
    assert!(dropped.nothing_to_store().is_none(), "an action without a receipt");
    drop(dropped);
    assert_eq!((table.meta(), table.game().unwrap().seq()), (&meta, seq));

    let again = table.propose(act(&table), NOW);
    assert_eq!((again.outcome(), again.listing()), (Ok(()), Listing::Turn));
    let letters = table.commit(again, Receipt::of_a_store_that_has_committed());
    assert_eq!(table.game().unwrap().seq(), seq + 1);
    let said: Vec<_> = letters.iter().map(|it| (it.visit, read(it)["say"].clone())).collect();
    assert_eq!(said, [(0, json!("game")), (1, json!("game")), (0, json!("answer"))]);
}

#[test]
fn who_asked_for_what_could_not_be_stored_is_told_so_and_nobody_else() {
    let mut table = open(None);
    let seq = table.game().unwrap().seq();
    let proposal = table.propose(act(&table), NOW);
    let letters = table.reject(proposal, Problem::new(Code::Unavailable, "the disk is full"));
    assert!(letters.iter().all(|it| it.visit == 0));
    let [error, game] = [read(&letters[0]), read(&letters[1])];
    assert_eq!((&error["say"], &error["ref"]), (&json!("error"), &json!(7)));
    assert_eq!(error["message"], "the disk is full");
    assert_eq!((&game["say"], &game["update"]["seq"]), (&json!("game"), &json!(seq)));
    // What nobody asked for is dropped in silence.
    let tick = table.propose(Input::Tick, NOW);
    assert_eq!(table.reject(tick, Problem::new(Code::Unavailable, "the disk is full")), []);
}

#[test]
fn what_changes_nothing_has_nothing_to_store() {
    let mut table = open(None);
    let seq = table.game().unwrap().seq();
    let seat = table.to_act().unwrap();
    for question in [Ask::Legal { seat, seq }, Ask::Hint { seat, seq }, Ask::Look { seat: None }] {
        let proposal = table.propose(ask(question), NOW);
        let receipt = proposal.nothing_to_store().expect("a question changes nothing");
        table.commit(proposal, receipt);
    }
    assert_eq!(table.hints().len(), 1);
    // A refused action neither.
    let refused = ask(Ask::Act { seat, seq, action: "pass".to_owned(), hold: false });
    let proposal = table.propose(refused, NOW);
    assert!(proposal.outcome().is_err() && proposal.nothing_to_store().is_some());
}

#[test]
#[should_panic(expected = "a proposal is for the table that it was made from")]
fn two_proposals_for_one_state_can_not_both_be_committed() {
    let mut table = open(None);
    let [first, second] = [table.propose(act(&table), NOW), table.propose(act(&table), NOW)];
    table.commit(first, Receipt::of_a_store_that_has_committed());
    table.commit(second, Receipt::of_a_store_that_has_committed());
}

/// A whole game against a bot, driven as a server does it: the log that was stored tells the same game.
#[test]
fn a_game_is_driven_by_answers_to_its_questions_and_comes_back_from_its_log() {
    let mut table = open(Some("greedy"));
    let (mut entries, mut n_questions, mut kept) = (Vec::new(), 0, None::<TableMeta>);
    let mut result = None;
    while table.meta().status == Status::Playing {
        let input = match table.question() {
            Some(question) => {
                n_questions += 1;
                let thought = table.thought(question.seat).unwrap();
                let action = thought.decide(question.kind, alhambra_bots::Means::default()).unwrap();
                Input::Decided { seq: question.seq, action }
            }
            None => act(&table),
        };
        let proposal = table.propose(input, NOW);
        for write in proposal.writes() {
            match write {
                Write::Entry(entry) => entries.push(*entry),
                Write::Meta(meta) => kept = Some(TableMeta::clone(meta)),
                Write::Result(text) => result = Some(serde_json::from_str::<Value>(text).unwrap()),
                Write::Table(_) => panic!("nobody wants a rematch"),
            }
        }
        table.commit(proposal, Receipt::of_a_store_that_has_committed());
    }
    assert!(n_questions > 10, "{n_questions}");
    let (meta, result) = (kept.unwrap(), result.unwrap());
    assert_eq!((&meta, meta.finished_at), (table.meta(), Some(NOW.time_of_day)));
    let again = alhambra_table::GameLog::replay(&meta, &entries).unwrap();
    assert_eq!(again.record(), table.game().unwrap().record());
    assert_eq!(result["n_actions"], entries.len());
}
