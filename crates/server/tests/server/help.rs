//! Hints: given where the table allows them, noted in the log, and refused everywhere else.

use alhambra_bots::Kind;
use alhambra_engine::Seed;
use serde_json::{Value, json};

use crate::{
    common::{Server, Socket, ruleset, wish},
    player::to_act,
};

/// A game on two seats of one person, and its first update.
async fn begin(server: &Server, hints: bool) -> (Socket, Value) {
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["settings"]["assistance"]["hints"] = json!(hints);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let update = socket.update().await;
    (socket, update)
}

#[tokio::test]
async fn a_hint_names_legal_candidates_and_is_noted() {
    let server = Server::start_with(|it| (it.adviser, it.shuffle) = (Kind::Fair, Some(Seed::from_number(1)))).await;
    let (mut socket, update) = begin(&server, true).await;
    let seat = to_act(&update).unwrap();
    let hint = socket.ask(json!({ "ask": "hint", "seat": seat, "seq": 0 })).await;
    let candidates = hint["hint"]["candidates"].as_array().unwrap_or_else(|| panic!("{hint}"));
    assert_eq!(hint["hint"]["seq"], 0);
    let best = &candidates[0]["notation"];
    let considered = socket.ask(json!({ "ask": "consider", "seat": seat, "seq": 0, "action": best })).await;
    assert_eq!(considered["verdict"]["verdict"], "legal", "{considered}");
    let acted = socket.ask(json!({ "ask": "act", "seat": seat, "seq": 0, "action": best })).await;
    assert_eq!(acted["answer"], "done");
    // Everybody can see who had help.
    assert_eq!(socket.update().await["entries"][0]["hinted"], true);
    // The decision of somebody else is none of one's business.
    let other = socket.ask(json!({ "ask": "hint", "seat": seat, "seq": 1 })).await;
    assert!(other["code"] == "not-your-turn" || other["answer"] == "hint", "{other}");
}

#[tokio::test]
async fn no_hints_where_the_table_allows_none() {
    let server = Server::seeded(1).await;
    let (mut socket, update) = begin(&server, false).await;
    let seat = to_act(&update).unwrap();
    let ask = |seat: u64, seq: u64| json!({ "ask": "hint", "seat": seat, "seq": seq });
    assert_eq!(socket.ask(ask(seat, 0)).await["code"], "not-allowed");
    assert_eq!(socket.ask(ask(1 - seat, 0)).await["code"], "not-your-turn");
    assert_eq!(socket.ask(ask(seat, 5)).await["code"], "stale");
}
