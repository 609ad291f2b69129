//! Lessons: tables that follow a record and leave nothing behind.

use serde_json::{Value, json};

use crate::common::{Server, Socket, ruleset, wish};

const RECORD: &str = include_str!("../../../../games/first-lesson.txt");

/// The actions of the record, who and what.
fn recorded() -> Vec<(u64, &'static str)> {
    let lines = RECORD.lines().skip(5).take_while(|it| !it.starts_with("scores"));
    lines.map(|it| it.split_once(' ').unwrap()).map(|(seat, action)| (seat.parse().unwrap(), action)).collect()
}

fn lesson(n: u32) -> Value {
    let mut wish = wish(&ruleset("alhambra", 3, &[]), &["me", "greedy", "greedy"]);
    wish["lesson"] = json!(true);
    wish["from"] = json!([RECORD, n]);
    wish["start"] = json!(true);
    wish
}

/// The update in which seat 0 has to act.
async fn own_turn(socket: &mut Socket) -> Value {
    loop {
        let update = socket.update().await;
        if !update["options"].is_null() {
            return update;
        }
    }
}

#[tokio::test]
async fn bots_go_on_as_the_record_does() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let id = guest.open(&lesson(0)).await;
    let mut socket = guest.table(&id).await;
    let actions = recorded();
    for _ in 0..4 {
        let seq = own_turn(&mut socket).await["seq"].as_u64().unwrap();
        let (seat, action) = actions[seq as usize];
        assert_eq!(seat, 0);
        let done = socket.ask(json!({ "ask": "act", "seat": 0, "seq": seq, "action": action })).await;
        assert_eq!(done["answer"], "done", "{done}");
    }
    let update = guest.table(&id).await.update().await;
    let said: Vec<_> = update["entries"].as_array().unwrap()[1..].iter().map(|it| it["notation"].clone()).collect();
    let written: Vec<_> = actions.iter().map(|it| json!(it.1)).take(said.len()).collect();
    assert_eq!(said, written);
}

#[tokio::test]
async fn whoever_goes_another_way_is_played_on_with() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let id = guest.open(&lesson(0)).await;
    let mut socket = guest.table(&id).await;
    let legal = own_turn(&mut socket).await;
    let legal = socket.ask(json!({ "ask": "legal", "seat": 0, "seq": legal["seq"] })).await;
    let other = legal["actions"].as_array().unwrap().iter().find(|it| **it != json!(recorded()[0].1)).unwrap();
    assert_eq!(socket.ask(json!({ "ask": "act", "seat": 0, "seq": 0, "action": other })).await["answer"], "done");
    assert!(own_turn(&mut socket).await["seq"].as_u64().unwrap() >= 1);
}

#[tokio::test]
async fn a_lesson_is_in_no_list_and_is_cleared_away() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let mut wish = lesson(8);
    wish["settings"]["visibility"] = json!("public");
    let id = guest.open(&wish).await;
    let mut socket = guest.table(&id).await;
    assert_eq!(own_turn(&mut socket).await["seq"], 8);
    assert_eq!(guest.get("/api/tables").await, json!({ "open": [], "mine": [] }));
    drop(socket);
    // The room is closed when nobody has needed it for a while; a lesson ends with that.
    loop {
        server.turn(120_000);
        if guest.get(&format!("/api/tables/{id}")).await["status"] == "abandoned" {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(guest.get("/api/games").await, json!([]));
}

#[tokio::test]
async fn a_lesson_needs_a_record() {
    let server = Server::start().await;
    let mut wish = lesson(0);
    wish["from"] = json!(null);
    let (status, text) = server.guest().http("POST", "/api/tables", Some(wish.to_string())).await;
    assert_eq!((status, text.contains("a lesson needs a record")), (422, true), "{text}");
}

#[test]
fn every_lesson_can_be_replayed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/learn/records");
    let paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(paths.len(), 14, "the building rules, Granada, both games and eleven modules");
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# "), "{path:?} doesn't say why it is there");
        let record: alhambra_engine::notation::Record =
            text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let state = record.replay(|_, _, _| {}).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(!state.is_over(), "{path:?} is longer than its lesson");
    }
}
