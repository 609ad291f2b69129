//! The interface for programs is described as it is: every route, and nothing else.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::Server;

/// The paths that are routed in a source file.
fn routed<'a>(source: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    let after = source.split(".route(").skip(1).filter_map(|it| it.trim_start().strip_prefix('"'));
    after.filter_map(move |it| Some(format!("{prefix}{}", it.split_once('"')?.0)))
}

/// What the page about the protocol tells a program to send is what it has to send.
#[tokio::test]
async fn the_table_of_the_page_can_be_opened_and_played_to_its_end() {
    let page = include_str!("../../../../docs/protocol.md");
    let body = page.split("```json\n").find(|it| it.starts_with("{\n")).and_then(|it| it.split("```").next()).unwrap();
    let server = Server::start().await;
    let mut guest = server.guest();
    let (status, text) = guest.http("POST", "/api/tables", Some(body.to_owned())).await;
    assert_eq!(status, 201, "{text}");
    let table: Value = serde_json::from_str(&text).unwrap();
    let (id, seat) = (table["id"].as_str().unwrap(), &table["yours"][0]);
    let mut socket = guest.table(id).await;
    let mut last = Value::Null;
    loop {
        let message = socket.next().await.unwrap();
        if message["table"]["status"] == "finished" {
            break;
        }
        if message["say"] != "game" {
            continue;
        }
        last = message["update"].clone();
        if last["options"].is_object() {
            assert_eq!(&last["view"]["agenda"].as_array().unwrap().last().unwrap()["seat"], seat);
            let seq = &last["seq"];
            let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": seq })).await;
            let action = &legal["actions"][0];
            socket.ask(json!({ "ask": "act", "seat": seat, "seq": seq, "action": action })).await;
        }
    }
    while last["view"]["agenda"] != json!([]) {
        last = socket.update().await;
    }
    assert!(guest.get(&format!("/api/games/{id}")).await["winners"].is_array());
}

#[tokio::test]
async fn every_route_is_described_and_every_description_routed() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let document = guest.get("/api/openapi.json").await;
    let mut described = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        described.extend(operations.as_object().unwrap().keys().map(|it| format!("{} {path}", it.to_uppercase())));
    }
    let (api, app) = (include_str!("../../src/http.rs"), include_str!("../../src/app.rs"));
    let mut answered = BTreeSet::new();
    // Metrics have an address of their own, for those who look after the server.
    for path in routed(api, "/api").chain(routed(app, "")).filter(|it| it != "/metrics") {
        // Nothing is asked by this method, so that the answer names those that something is asked by.
        let allowed = guest.allowed(&path).await.unwrap_or_else(|| panic!("nothing answers at {path}"));
        let methods = allowed.split(',').filter(|it| *it != "HEAD");
        answered.extend(methods.map(|it| format!("{it} {path}")));
    }
    assert_eq!(described, answered);
}
