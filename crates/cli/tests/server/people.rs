//! What an administrator can do about people.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    common::{Guest, ruleset, wish},
    house::{House, table_for_two},
    postgres::Postgres,
};

/// The program on each database.
async fn on_both(test: impl AsyncFn(House)) {
    test(House::start()).await;
    if let Some(postgres) = Postgres::start() {
        test(House::start_on(Some(postgres.url.clone()))).await;
    }
}

/// Who sits at a table, as admin names them.
fn people(house: &House, table: &str) -> Vec<String> {
    let (fine, text) = house.admin(&["inspect", table, "--json"]);
    assert!(fine, "{text}");
    let look: Value = serde_json::from_str(&text).unwrap();
    look["people"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// Asks until the status is this one.
async fn until(guest: &mut Guest, status: u16) {
    while guest.http("GET", "/api/me", None).await.0 != status {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bans() {
    on_both(bans_on).await;
}

async fn bans_on(house: House) {
    let ([host, second], id) = table_for_two(&house).await;
    let mut socket = second.table(&id).await;
    let (mut lobby, mut others) = (second.visit("/api/lobby/socket").await, host.visit("/api/lobby/socket").await);
    let person = people(&house, &id).into_iter().nth(usize::from(second_seat(&second, &id).await)).unwrap();
    assert!(house.admin(&["ban", &person]).0);
    // They are sent away from the table and the lobby, and nothing is answered any more.
    while socket.next().await.is_some() {}
    while lobby.next().await.is_some() {}
    let mut banned = second.clone();
    until(&mut banned, 403).await;
    assert_eq!(second.try_visit(&format!("/api/tables/{id}/socket")).await.err(), Some(403));
    assert_eq!(host.clone().http("GET", "/api/me", None).await.0, 200);
    let (fine, list) = house.admin(&["bans"]);
    assert!(fine && list.contains(&person), "{list}");
    assert!(house.admin(&["unban", &person]).0);
    until(&mut banned, 200).await;
    assert!(!house.admin(&["unban", &person]).0);
    // Others stay where they are, and are told what is new.
    others.hear("lobby").await;
    host.clone().open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    others.hear("mine").await;

    assert!(house.admin(&["ban", "127.0.0.1"]).0);
    until(&mut house.guest(), 403).await;
    assert!(house.admin(&["unban", "127.0.0.1"]).0);
    until(&mut house.guest(), 200).await;
}

async fn second_seat(guest: &Guest, id: &str) -> u8 {
    let table = guest.clone().get(&format!("/api/tables/{id}")).await;
    table["yours"][0].as_u64().unwrap() as u8
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_lines_can_be_taken_back() {
    on_both(names_and_lines_on).await;
}

async fn names_and_lines_on(house: House) {
    let ([host, mut second], id) = table_for_two(&house).await;
    let seat = second_seat(&second, &id).await;
    let person = people(&house, &id).into_iter().nth(usize::from(seat)).unwrap();
    let mut socket = second.table(&id).await;
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "something ugly" })).await["answer"], "done");

    assert!(!house.admin(&["rename", "nobody", "Yusuf"]).0);
    assert!(!house.admin(&["rename", &person, "\u{202e}"]).0);
    let (fine, said) = house.admin(&["rename", &person, "Guest of honour"]);
    assert!(fine && said.contains("is called Guest of honour"), "{said}");
    let table = host.clone().get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][usize::from(seat)]["occupant"]["name"], "Guest of honour");
    assert_eq!(table["chat"][0]["name"], "Guest of honour");
    assert_eq!(second.get("/api/me").await["name"], "Guest of honour");
    // They may take another name.
    let body = json!({ "name": "Yusuf" }).to_string();
    assert_eq!(second.http("PATCH", "/api/me", Some(body)).await.0, 200);
    assert_eq!(second.get("/api/me").await["name"], "Yusuf");

    let (fine, said) = house.admin(&["forget", &person]);
    assert!(fine && said.contains("is forgotten"), "{said}");
    let table = host.clone().get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][usize::from(seat)]["occupant"]["occupant"], "bot");
    assert_eq!(table["chat"], json!([]));
    assert!(!house.admin(&["rename", &person, "Yusuf"]).0);
    // They are sent away, and what their browser has kept tells nobody who they were.
    while socket.next().await.is_some() {}
    assert_ne!(second.get("/api/me").await["name"], "Yusuf");
    assert_eq!(second.get(&format!("/api/tables/{id}")).await["yours"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_old_games_are_pruned() {
    on_both(prune_on).await;
}

async fn prune_on(house: House) {
    let ([host, _second], id) = table_for_two(&house).await;
    let (fine, said) = house.admin(&["prune", "--older-than", "1"]);
    assert!(fine && said.contains("0 tables"), "{said}");
    assert!(house.admin(&["close", &id]).0);
    // Only what has been over for days is deleted, and no day is too short a time to think of it.
    assert!(!house.admin(&["prune", "--older-than", "0"]).0);
    assert!(house.admin(&["prune", "--older-than", "1"]).1.contains("0 tables"));
    assert_eq!(host.clone().get(&format!("/api/tables/{id}")).await["status"], "abandoned");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_are_logged_unless_nobody_wants_it() {
    let house = House::start();
    table_for_two(&house).await;
    let log = house.log();
    assert!(log.contains("a newcomer") && log.contains("address=127.0.0.1"), "{log}");

    let quiet = House::start_with(None, &["--log", "info,addresses=off"]);
    table_for_two(&quiet).await;
    assert!(!quiet.log().contains("address=127.0.0.1 "), "{}", quiet.log());
    assert!(!quiet.log().contains("a newcomer"), "{}", quiet.log());
}
