//! The token of a seat: a program plays with it on that seat, and can do nothing else in its guest's name.

use serde_json::{Value, json};

use crate::common::{Guest, Server, ruleset, wish};

/// A guest with both seats of a table that gathers, and a program with the token of seat 1.
async fn programmed(server: &Server, seats: &[&str]) -> (String, Guest, Guest) {
    let mut host = server.guest();
    let id = host.open(&wish(&ruleset("alhambra", seats.len(), &[]), seats)).await;
    let program = token(server, &mut host, &id).await;
    (id, host, program)
}

/// A program with the token of seat 1.
async fn token(server: &Server, host: &mut Guest, id: &str) -> Guest {
    let token = host.post(&format!("/api/tables/{id}/token"), &json!({ "seat": 1 })).await;
    let mut program = server.guest();
    program.token = Some(token["token"].as_str().unwrap().to_owned());
    program
}

#[tokio::test]
async fn over_http_it_only_sees_its_table() {
    let server = Server::start().await;
    let (id, mut host, mut program) = programmed(&server, &["me", "me"]).await;
    let other = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "me"])).await;
    let link = host.table(&id).await.ask(json!({ "ask": "seat-link", "seat": 0 })).await["path"].take();
    let link = format!("/api{}", link.as_str().unwrap());
    let (tokens, others_tokens) = (format!("/api/tables/{id}/token"), format!("/api/tables/{other}/token"));
    let open = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    for (method, path, body) in [
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", Some(json!({ "name": "Somebody else" }))),
        ("GET", "/api/tables", None),
        ("POST", "/api/tables", Some(open)),
        ("POST", &tokens, Some(json!({ "seat": 0 }))),
        ("POST", &tokens, Some(json!({ "seat": 1 }))),
        ("POST", &others_tokens, Some(json!({ "seat": 0 }))),
        ("GET", &format!("/api/tables/{other}"), None),
        ("GET", "/api/games", None),
        ("POST", &link, None),
    ] {
        let (status, text) = program.http(method, path, body.map(|it| it.to_string())).await;
        assert_eq!(status, 403, "{method} {path}: {text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["code"], "not-allowed", "{method} {path}");
        assert_eq!(program.cookie, None, "{method} {path}");
    }
    assert_eq!(program.try_visit("/api/lobby/socket").await.err(), Some(403));
    assert_eq!(program.try_visit(&format!("/api/tables/{other}/socket")).await.err(), Some(403));

    // It sees its table from its seat, and not that its guest has another one and is the host.
    let table = program.get(&format!("/api/tables/{id}")).await;
    assert_eq!((&table["yours"], &table["host"]), (&json!([1]), &json!(false)));
    let told = program.table(&id).await.hear("table").await["table"].take();
    assert_eq!((&told["yours"], &told["host"]), (&json!([1]), &json!(false)));
    assert_eq!(host.get(&format!("/api/tables/{id}")).await["yours"], json!([0, 1]));
}

#[tokio::test]
async fn over_the_socket_it_only_plays() {
    let server = Server::start().await;
    let (id, mut host, program) = programmed(&server, &["me", "me", "open"]).await;
    let mut socket = program.table(&id).await;
    for ask in [
        json!({ "ask": "sit" }),
        json!({ "ask": "sit", "seat": 2 }),
        json!({ "ask": "leave", "seat": 1 }),
        json!({ "ask": "arrange", "seat": 2, "plan": { "seat": "bot", "level": "easy" } }),
        json!({ "ask": "start" }),
        json!({ "ask": "close" }),
        json!({ "ask": "substitute", "seat": 0 }),
        json!({ "ask": "rematch" }),
        json!({ "ask": "seat-link", "seat": 1 }),
    ] {
        let refused = socket.ask(ask.clone()).await;
        assert_eq!((&refused["say"], &refused["code"]), (&json!("error"), &json!("not-allowed")), "{ask}");
    }
    let table = host.get(&format!("/api/tables/{id}")).await;
    assert_eq!((&table["status"], &table["yours"]), (&json!("gathering"), &json!([0, 1])));

    // Its own seat it plays, and no other of its guest's.
    assert_eq!(host.table(&id).await.ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(socket.ask(json!({ "ask": "look", "seat": 1 })).await["answer"], "done");
    assert_eq!(socket.ask(json!({ "ask": "look", "seat": 0 })).await["code"], "not-your-seat");
    assert_eq!(socket.ask(json!({ "ask": "abandon", "seat": 0, "wanted": true })).await["code"], "not-your-seat");
    assert_eq!(socket.ask(json!({ "ask": "abandon", "seat": 1, "wanted": true })).await["answer"], "done");
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "good luck" })).await["answer"], "done");
}

#[tokio::test]
async fn it_is_there_for_its_seat_and_for_nobody_else() {
    let server = Server::start().await;
    let (id, host, program) = programmed(&server, &["me", "me"]).await;
    let _socket = program.table(&id).await;
    let mut watcher = server.guest();
    let presence = async |guest: &mut Guest| {
        let table = guest.get(&format!("/api/tables/{id}")).await;
        [0, 1].map(|it| table["seats"][it]["presence"]["presence"].clone())
    };
    assert_eq!(presence(&mut watcher).await, [json!("away"), json!("here")]);
    // Once the seat has moved to another device the token is good for watching, and says nothing in anybody's name.
    let path = host.table(&id).await.ask(json!({ "ask": "seat-link", "seat": 1 })).await["path"].take();
    watcher.post(&format!("/api{}", path.as_str().unwrap()), &json!(null)).await;
    let mut socket = program.table(&id).await;
    assert_eq!(socket.hear("table").await["table"]["yours"], json!([]));
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "it's me" })).await["code"], "not-your-seat");
    assert_eq!(presence(&mut watcher).await[1], "away");
}
