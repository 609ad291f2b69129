//! Absence: others don't wait for ever, a table is never without a host, and what everybody has left is closed.

use serde_json::{Value, json};

use crate::{
    common::{Guest, Server, Socket, ruleset, wish},
    player::to_act,
};

/// A running game of two people who wait five minutes for each other.
async fn patient_duel(server: &Server) -> (String, [Guest; 2], [Socket; 2]) {
    let (mut host, mut other) = (server.guest(), server.guest());
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    wish["settings"]["patience"] = json!(300);
    let id = host.open(&wish).await;
    other.get("/api/me").await;
    let mut sockets = [host.table(&id).await, other.table(&id).await];
    assert_eq!(sockets[1].ask(json!({ "ask": "sit" })).await["answer"], "done");
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    (id, [host, other], sockets)
}

/// Waits until the table looks like this.
async fn until(socket: &mut Socket, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let table = socket.hear("table").await["table"].take();
        if is_so(&table) {
            return table;
        }
    }
}

/// The next message of the lobby that says this.
async fn lists(lobby: &mut Socket, say: &str, is_so: impl Fn(&Value) -> bool) {
    while !is_so(&lobby.hear(say).await) {}
}

fn is_away(table: &Value, seat: usize) -> bool {
    table["seats"][seat]["presence"]["presence"] == "away"
}

fn is_substituted(table: &Value, seat: usize) -> bool {
    table["seats"][seat]["substituted"] == true
}

#[tokio::test]
async fn whoever_stays_away_is_replaced_while_others_wait() {
    let server = Server::seeded(1).await;
    let (id, guests, [first, second]) = patient_duel(&server).await;
    let mut sockets = [Some(first), Some(second)];
    let update = sockets[0].as_mut().unwrap().update().await;
    let away = to_act(&update).unwrap() as usize;
    let mut waiting = sockets[1 - away].take().unwrap();
    drop(sockets);
    until(&mut waiting, |it| is_away(it, away)).await;
    let table = async || guests[1 - away].clone().get(&format!("/api/tables/{id}")).await;
    server.turn(299_999);
    assert!(!is_substituted(&table().await, away));
    server.turn(1);
    until(&mut waiting, |it| is_substituted(it, away)).await;
    // The bot plays on.
    while waiting.update().await["seq"] == 0 {}
    // Coming back is enough to have the seat again.
    let mut back = guests[away].table(&id).await;
    until(&mut back, |it| !is_substituted(it, away)).await;
}

#[tokio::test]
async fn nobody_is_replaced_while_nobody_waits() {
    let server = Server::seeded(1).await;
    let (id, guests, mut sockets) = patient_duel(&server).await;
    let away = to_act(&sockets[0].update().await).unwrap() as usize;
    drop(sockets);
    server.desert(&id).await;
    server.turn(3_600_000);
    // Whoever comes first waits from then on.
    let mut waiting = guests[1 - away].table(&id).await;
    let table = waiting.hear("table").await["table"].take();
    assert!(!is_substituted(&table, away));
    server.turn(299_999);
    let table = guests[1 - away].clone().get(&format!("/api/tables/{id}")).await;
    assert!(!is_substituted(&table, away));
    server.turn(1);
    until(&mut waiting, |it| is_substituted(it, away)).await;
}

#[tokio::test]
async fn patience_has_bounds() {
    let server = Server::seeded(1).await;
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    for (patience, status) in [(9, 422), (10, 201), (86_400, 201), (86_401, 422)] {
        wish["settings"]["patience"] = json!(patience);
        assert_eq!(server.guest().http("POST", "/api/tables", Some(wish.to_string())).await.0, status);
    }
}

#[tokio::test]
async fn a_table_without_its_host_gets_another_one() {
    let server = Server::seeded(1).await;
    let (mut host, mut other) = (server.guest(), server.guest());
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    other.get("/api/me").await;
    let (hosts, mut others) = (host.table(&id).await, other.table(&id).await);
    // Only who has a seat can look after a table.
    drop(hosts);
    until(&mut others, |it| is_away(it, 0)).await;
    server.turn(1_000_000);
    assert_eq!(others.ask(json!({ "ask": "start" })).await["code"], "not-host");
    assert_eq!(others.ask(json!({ "ask": "sit" })).await["answer"], "done");
    server.turn(119_999);
    assert_eq!(others.ask(json!({ "ask": "start" })).await["code"], "not-host");
    server.turn(1);
    until(&mut others, |it| it["host"] == true).await;
    assert_eq!(others.ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(host.get(&format!("/api/tables/{id}")).await["host"], false);
}

#[tokio::test]
async fn a_table_that_everybody_left_is_no_longer_listed_and_then_closed() {
    let server = Server::seeded(1).await;
    let mut host = server.guest();
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let socket = host.table(&id).await;
    let mut lobby = host.visit("/api/lobby/socket").await;
    lists(&mut lobby, "lobby", |it| it["open"][0]["id"] == json!(id)).await;
    // With somebody there it stays as long as they do.
    server.turn(10 * 86_400_000);
    let open = host.get("/api/tables").await;
    assert_eq!(open["open"][0]["id"], json!(id));
    drop(socket);
    server.desert(&id).await;
    lists(&mut lobby, "listed", |it| it["gone"] == json!([id])).await;
    assert_eq!(host.get("/api/tables").await["mine"][0]["id"], json!(id));
    // Coming back lists it again, and the time begins anew.
    let socket = host.table(&id).await;
    lists(&mut lobby, "listed", |it| it["changed"][0]["id"] == json!(id)).await;
    drop(socket);
    server.desert(&id).await;
    server.turn(86_400_000);
    lists(&mut lobby, "mine", |it| it["mine"] == json!([])).await;
    assert_eq!(host.get(&format!("/api/tables/{id}")).await["status"], "abandoned");
}
