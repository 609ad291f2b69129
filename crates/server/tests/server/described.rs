//! The interface for programs is described as it is.

use std::collections::BTreeSet;

use alhambra_server::openapi;
use serde_json::{Value, json};

use crate::common::Server;

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
async fn everything_described_is_answered_by_its_methods() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let document = guest.get("/api/openapi.json").await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 20, "{}", paths.len());
    for (path, operations) in paths {
        // Nothing is asked by this method, so that the answer names those that something is asked by.
        let allowed = guest.allowed(path).await.unwrap_or_else(|| panic!("nothing answers at {path}"));
        let answered: BTreeSet<String> = allowed.split(',').filter(|it| *it != "HEAD").map(str::to_lowercase).collect();
        assert_eq!(operations.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>(), answered, "{path}");
    }
}

#[test]
fn what_has_a_default_may_be_left_out() {
    let document = openapi();
    let required = |name: &str| document["components"]["schemas"][name]["required"].clone();
    assert_eq!(required("NewTable"), json!(["settings", "seats"]));
    assert_eq!(required("Settings"), json!(["ruleset", "visibility", "pace", "assistance"]));
}

#[test]
fn parameters_have_their_types() {
    let document = openapi();
    let kinds = |path: &str| {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().unwrap();
        parameters.iter().map(|it| it["schema"]["type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("/api/games/{id}/moments/{n}"), ["string", "integer", "string"]);
    assert_eq!(kinds("/api/tables/{id}/socket"), ["string", "boolean", "integer"]);
    assert_eq!(kinds("/api/games"), ["integer", "integer"]);
    let games = &document["paths"]["/api/games"]["get"]["parameters"];
    assert_eq!((&games[1]["schema"]["maximum"], &games[1]["schema"]["default"]), (&json!(100), &json!(20)));
}

#[test]
fn bodies_and_answers_have_theirs() {
    let document = openapi();
    let at = |pointer: &str| document.pointer(pointer).cloned().unwrap_or_default();
    let opened = "/paths/~1api~1tables/post";
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    assert_eq!(at(&format!("{opened}/requestBody/content/application~1json/schema")), reference("NewTable"));
    assert_eq!(at(&format!("{opened}/responses/201/content/application~1json/schema")), reference("TableInfo"));
    assert_eq!(at("/paths/~1api~1games~1{id}~1record/get/responses/200/content/text~1plain/schema/type"), "string");
    assert_eq!(at("/paths/~1api~1replay~1review/post/requestBody/content/text~1plain/schema/type"), "string");
    assert!(at("/paths/~1api~1lobby~1socket/get/responses/101").is_object());
}

#[test]
fn every_type_that_is_referred_to_is_described() {
    fn check(value: &Value, all: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(target)) = object.get("$ref") {
                    assert!(all.pointer(&target[1..]).is_some(), "{target} is not described");
                }
                object.values().for_each(|it| check(it, all));
            }
            Value::Array(items) => items.iter().for_each(|it| check(it, all)),
            _ => {}
        }
    }
    let document = openapi();
    check(&document, &document);
}
