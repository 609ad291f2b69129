//! Taking back: the game is as it was, the luck to come included, and nothing is gained by trying.

use alhambra_engine::{Action, Decision, Event, Ruleset, Seat, Seed, State, notation::Record};
use serde_json::{Value, json};

use crate::common::{Guest, Server, Socket, wish};

/// A game just before somebody can buy a tile for its exact price, that purchase, and money to take afterwards.
fn before_an_exact_purchase() -> (Record, u8, Action, Action) {
    let ruleset = Ruleset::alhambra(2);
    let seed = Seed::from_number(11);
    let mut state = State::new(ruleset, seed).unwrap();
    let mut record = Record::new(ruleset, seed);
    loop {
        let seat = state.to_act().unwrap();
        let mut legal = Vec::new();
        state.legal_actions_into(&mut legal);
        let takes = |it: &Action| matches!(it, Action::Take { .. });
        let is_exact = |it: &Action| {
            let mut after = state.clone();
            after.apply_unchecked(*it);
            matches!(it, Action::Buy { .. }) && matches!(after.decision(), Some(Decision::Turn { first: false, .. }))
        };
        let take = *legal.iter().find(|it| takes(it)).unwrap();
        // A game that goes on has begun.
        if let Some(&buy) = legal.iter().find(|it| is_exact(it) && !record.actions.is_empty()) {
            return (record, seat.0, buy, take);
        }
        let mut events: Vec<Event> = Vec::new();
        state.apply_with(seat, take, &mut events).unwrap();
        record.actions.push((seat, take));
    }
}

/// A table where one person goes on from there on both seats, and the first update.
async fn go_on(host: &mut Guest, record: &Record, seat: u8) -> (Socket, Value) {
    let mut wish = wish(&serde_json::to_value(record.ruleset).unwrap(), &["me", "me"]);
    wish["from"] = json!([record.to_string(), record.actions.len()]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let update = socket.update().await;
    assert_eq!((&update["seat"], &update["seq"]), (&json!(seat), &json!(record.actions.len())));
    (socket, update)
}

/// Asks for something that is based on the latest update, and says the next one.
async fn ask(socket: &mut Socket, latest: &Value, mut request: Value) -> Value {
    request["seat"] = latest["seat"].clone();
    request["seq"] = latest["seq"].clone();
    let answer = socket.ask(request).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    socket.update().await
}

fn act(action: &Action) -> Value {
    json!({ "ask": "act", "action": action.to_string() })
}

#[tokio::test]
async fn an_exact_purchase_is_taken_back_and_the_same_luck_comes_afterwards() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (record, seat, buy, take) = before_an_exact_purchase();
    let undo = json!({ "ask": "undo" });

    // Bought, taken back, bought again: everything is as if it had been bought once.
    let (mut socket, start) = go_on(&mut host, &record, seat).await;
    assert_eq!(start["can_undo"], false);
    let bought = ask(&mut socket, &start, act(&buy)).await;
    assert_eq!(bought["can_undo"], true);
    // Meanwhile the game leaves memory, because nobody does anything for long.
    server.turn(server.config.idle.as_millis() as u64);
    let back = ask(&mut socket, &bought, undo.clone()).await;
    assert_eq!((&back["view"], &back["options"]), (&start["view"], &start["options"]));
    assert_eq!(back["entries"][0]["took_back"], bought["seq"]);
    assert_eq!(back["can_undo"], false);
    let again = ask(&mut socket, &back, act(&buy)).await;
    assert_eq!(again["view"], bought["view"]);
    // Tiles are placed at the end of the turn; nothing is revealed until then.
    let taken = ask(&mut socket, &again, act(&take)).await;
    let refused = socket.ask(json!({ "ask": "undo", "seat": seat, "seq": start["seq"] })).await;
    assert_eq!(refused["code"], "stale");

    let (mut other, start) = go_on(&mut host, &record, seat).await;
    let bought = ask(&mut other, &start, act(&buy)).await;
    let at_once = ask(&mut other, &bought, act(&take)).await;
    assert_eq!(at_once["view"], taken["view"]);
    assert_eq!(at_once["entries"][0]["events"], taken["entries"][0]["events"]);

    // Whoever looks what a purchase would bring and then takes money gets the cards that were to come anyway.
    let (mut third, start) = go_on(&mut host, &record, seat).await;
    let bought = ask(&mut third, &start, act(&buy)).await;
    let back = ask(&mut third, &bought, undo).await;
    let tried = ask(&mut third, &back, act(&take)).await;
    let (mut fourth, start) = go_on(&mut host, &record, seat).await;
    let straight = ask(&mut fourth, &start, act(&take)).await;
    let turned = |update: &Value| update["entries"][0]["events"].clone();
    assert!(turned(&straight).to_string().contains("turned"), "{straight}");
    assert_eq!(turned(&tried), turned(&straight));
    // What was turned up stays turned up.
    assert_eq!(tried["can_undo"], false);
    let refused = third.ask(json!({ "ask": "undo", "seat": seat, "seq": tried["seq"] })).await;
    assert_eq!(refused["code"], "not-your-turn");
}

#[tokio::test]
async fn a_table_may_allow_no_taking_back() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (record, seat, buy, _) = before_an_exact_purchase();
    let mut wish = wish(&serde_json::to_value(record.ruleset).unwrap(), &["me", "me"]);
    wish["from"] = json!([record.to_string(), record.actions.len()]);
    wish["settings"]["assistance"]["undo"] = json!(false);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let start = socket.update().await;
    let bought = ask(&mut socket, &start, act(&buy)).await;
    assert_eq!(bought["can_undo"], false);
    let refused = socket.ask(json!({ "ask": "undo", "seat": seat, "seq": bought["seq"] })).await;
    assert_eq!(refused["code"], "not-allowed");
}

#[tokio::test]
async fn a_record_that_is_no_game_is_refused() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (record, seat, _, take) = before_an_exact_purchase();
    let mut open = async |text: String, players: usize| {
        let mut wish =
            wish(&serde_json::to_value(Ruleset::alhambra(players as u8)).unwrap(), &["me", "me", "me"][..players]);
        wish["from"] = json!([text, 1000]);
        let (status, text) = host.http("POST", "/api/tables", Some(wish.to_string())).await;
        (status, serde_json::from_str::<Value>(&text).unwrap()["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(open("no record".to_owned(), 2).await, (400, "malformed".to_owned()));
    assert_eq!(open(record.to_string(), 3).await, (422, "invalid".to_owned()));
    let mut impossible = record.clone();
    impossible.actions.extend([(Seat(seat), take); 2]);
    assert_eq!(open(impossible.to_string(), 2).await, (422, "invalid".to_owned()));
    assert_eq!(open(record.to_string(), 2).await.0, 201);
}
