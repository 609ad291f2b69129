//! Limits and faults: too much is refused, what nobody needs leaves memory, and a database that fails loses nothing.

use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::{
    common::{Server, ruleset, wish},
    player::to_act,
};

/// Asks until it is too much, and says what came then.
async fn exhaust(server: &Server, method: &str, path: &str, body: Option<String>) -> (u16, String) {
    let mut guest = server.guest();
    loop {
        let (status, text) = guest.http(method, path, body.clone()).await;
        if status >= 400 {
            return (status, serde_json::from_str::<Value>(&text).unwrap()["code"].as_str().unwrap().to_owned());
        }
    }
}

#[tokio::test]
async fn too_many_requests_tables_and_sockets_are_refused() {
    let too_many = (429, "too-many".to_owned());
    let server = Server::start_with(|it| it.limits.requests_per_second = 1).await;
    assert_eq!(exhaust(&server, "GET", "/api/info", None).await, too_many);
    // What a watchdog asks is never refused.
    assert_eq!(server.guest().http("GET", "/healthz", None).await.0, 200);

    let server = Server::start_with(|it| it.limits.tables_per_minute = 2).await;
    let wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]).to_string();
    assert_eq!(exhaust(&server, "POST", "/api/tables", Some(wish)).await, too_many);

    let server = Server::start_with(|it| it.limits.sockets = 2).await;
    let guest = server.guest();
    let open = [guest.visit("/api/lobby/socket").await, guest.visit("/api/lobby/socket").await];
    assert_eq!(guest.try_visit("/api/lobby/socket").await.err(), Some(429));
    drop(open);
    // Whoever goes makes room.
    while guest.try_visit("/api/lobby/socket").await.is_err() {}
}

#[tokio::test]
async fn a_room_leaves_memory_and_comes_back() {
    let server = Server::seeded(1).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 3, &[]), &["me", "me", "me"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let first = socket.update().await;
    let seat = to_act(&first).unwrap();
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": 0 })).await;
    let act = json!({ "ask": "act", "seat": seat, "seq": 0, "action": legal["actions"][0] });
    assert_eq!(socket.ask(act).await["answer"], "done");
    let before = socket.update().await;
    // However long somebody looks at it, it stays.
    server.turn(86_400_000);
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "still here" })).await["answer"], "done");
    assert_eq!(server.app_state.counts(), (1, 1));
    drop(socket);
    server.desert(&id).await;
    assert_eq!(server.app_state.counts(), (1, 0));
    let mut socket = host.visit(&format!("/api/tables/{id}/socket?seen=0")).await;
    let after = socket.update().await;
    assert_eq!(after["entries"], before["entries"]);
    assert_eq!(after["seq"], 1);
    assert_eq!(server.app_state.counts(), (1, 1));
}

#[tokio::test]
async fn a_database_that_refuses_to_store_loses_nothing() {
    let server = Server::seeded(1).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let seat = to_act(&socket.update().await).unwrap();
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": 0 })).await;
    let act = json!({ "ask": "act", "seat": seat, "seq": 0, "action": legal["actions"][0] });

    let mut database = sqlx::SqliteConnection::connect(&server.config.database).await.unwrap();
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no space left'); END";
    sqlx::query(refuse).execute(&mut database).await.unwrap();
    let refused = socket.ask(act.clone()).await;
    assert_eq!(refused["code"], "unavailable", "{refused}");
    // What went wrong inside is not told.
    assert!(!refused.to_string().contains("space"), "{refused}");
    assert_eq!(socket.ask(act.clone()).await["code"], "unavailable");
    // Nothing has happened, and everything else can still be asked.
    let considered = socket.ask(json!({ "ask": "consider", "seat": seat, "seq": 0, "action": "pass" })).await;
    assert_eq!(considered["answer"], "considered");

    sqlx::query("DROP TRIGGER refuse").execute(&mut database).await.unwrap();
    assert_eq!(socket.ask(act).await["answer"], "done");
    while socket.update().await["seq"] == 0 {}
}
