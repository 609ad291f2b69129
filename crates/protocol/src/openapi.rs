//! The interface for programs as an `OpenAPI` document: every path, and every type that is said there or on a socket.

use serde_json::{Map, Value, json};

use crate::schema::definitions;

/// One thing that can be asked over HTTP.
struct Operation {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    /// What may be asked after the question mark.
    query: &'static [Parameter],
    /// The type of the body.
    body: Option<&'static str>,
    /// The status if all went well, and the type of the answer.
    answer: (u16, &'static str),
}

/// Something that may be asked after the question mark.
struct Parameter {
    name: &'static str,
    about: &'static str,
    kind: Kind,
}

/// What a parameter looks like.
#[derive(Clone, Copy)]
enum Kind {
    /// Any text.
    Text,
    /// A text of this form, as a regular expression.
    Form(&'static str),
    /// Yes or no; no if not said.
    Flag,
    /// A number from 0.
    Number,
    /// A number from 0 to this one, or that one if not said.
    NumberTo { largest: u32, default: u32 },
}

/// The type of a text that is no JSON; a list of a type is written in brackets.
const TEXT: &str = "text";
/// The type of an answer without a body.
const NOTHING: &str = "nothing";

const AS: Parameter =
    parameter("as", "open, spectator or a seat; open if not said", Kind::Form("^(open|spectator|[0-5])$"));

const TRIES: Parameter =
    parameter("tries", "how many games are played on to judge it", Kind::NumberTo { largest: 16_000, default: 1000 });

const OPERATIONS: &[Operation] = &[
    get("/healthz", "Whether the server is alive.", &[], TEXT),
    get("/readyz", "Whether it can play: its database answers and it isn't going down.", &[], TEXT),
    get("/api/openapi.json", "This document.", &[], NOTHING),
    get("/api/info", "What the server can do.", &[], "Info"),
    get("/api/me", "The name of the reader; a newcomer gets one, and a cookie.", &[], "Me"),
    send("patch", "/api/me", "Take another name.", "Me", (200, "Me")),
    get("/api/tables", "Public tables, and one's own that are not finished.", &[], "Tables"),
    send("post", "/api/tables", "Open a table.", "NewTable", (201, "TableInfo")),
    get("/api/tables/{id}", "A table.", &[], "TableInfo"),
    send(
        "post",
        "/api/tables/{id}/token",
        "A bearer token for a program that plays on one's seat.",
        "SeatWish",
        (200, "Token"),
    ),
    Operation {
        answer: (101, NOTHING),
        ..get(
            "/api/tables/{id}/socket",
            "The WebSocket of a table: the client sends Request, the server sends Message.",
            &[
                parameter(
                    "seen",
                    "the number of the latest entry that was seen before; all entries if not said",
                    Kind::Number,
                ),
                parameter(
                    "news",
                    "true for News instead of Update wherever the reader has the Update before it",
                    Kind::Flag,
                ),
            ],
            NOTHING,
        )
    },
    Operation {
        answer: (101, NOTHING),
        ..get("/api/lobby/socket", "The WebSocket of the lobby: the server sends Message.", &[], NOTHING)
    },
    Operation {
        body: None,
        ..send(
            "post",
            "/api/seat/{secret}",
            "Moves the seat of a personal link to this device.",
            TEXT,
            (200, "TableInfo"),
        )
    },
    get(
        "/api/games",
        "One's finished games, the latest first.",
        &[
            parameter("before", "finished before this time, in milliseconds since 1970", Kind::Number),
            parameter("limit", "how many, 100 at most", Kind::NumberTo { largest: 100, default: 20 }),
        ],
        "[FinishedGame]",
    ),
    get("/api/games/{id}", "A finished game.", &[], "FinishedGame"),
    get("/api/games/{id}/record", "Its record.", &[], TEXT),
    get("/api/games/{id}/entries", "Everything that was done, take-backs included.", &[AS], "[Entry]"),
    get("/api/games/{id}/moments/{n}", "The game after so many actions that stood.", &[AS], "Moment"),
    get("/api/games/{id}/moments/{n}/hint", "What could have been done then, the best first.", &[TRIES], "Hint"),
    get("/api/games/{id}/review", "How likely everybody was to win; ask again until it is complete.", &[], "Review"),
    Operation {
        query: &[AS],
        ..send("post", "/api/replay/entries", "The same for any record.", TEXT, (200, "[Entry]"))
    },
    Operation {
        query: &[AS],
        ..send("post", "/api/replay/moments/{n}", "The same for any record.", TEXT, (200, "Moment"))
    },
    Operation {
        query: &[TRIES],
        ..send("post", "/api/replay/moments/{n}/hint", "The same for any record.", TEXT, (200, "Hint"))
    },
    send("post", "/api/replay/review", "The same for any record.", TEXT, (200, "Review")),
];

const fn get(
    path: &'static str,
    summary: &'static str,
    query: &'static [Parameter],
    answer: &'static str,
) -> Operation {
    Operation { method: "get", path, summary, query, body: None, answer: (200, answer) }
}

const fn send(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    body: &'static str,
    answer: (u16, &'static str),
) -> Operation {
    Operation { method, path, summary, query: &[], body: Some(body), answer }
}

const fn parameter(name: &'static str, about: &'static str, kind: Kind) -> Parameter {
    Parameter { name, about, kind }
}

/// The whole document.
pub fn openapi() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe();
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Alhambra",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables of Alhambra for people and programs.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "alhambra" },
                "seat": { "type": "http", "scheme": "bearer" },
            },
        },
        "security": [{ "cookie": [] }, { "seat": [] }],
    })
}

/// Every type by its name; references point to where `OpenAPI` wants them.
fn schemas() -> Value {
    let mut definitions = definitions();
    point(&mut definitions);
    definitions
}

fn point(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(target)) = object.get_mut("$ref") {
                *target = target.replace("#/$defs/", "#/components/schemas/");
            }
            object.values_mut().for_each(point);
        }
        Value::Array(items) => items.iter_mut().for_each(point),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

impl Operation {
    fn describe(&self) -> Value {
        let Operation { method: _, path, summary, query, body, answer: (status, answer) } = self;
        let in_path = path.split('/').filter_map(|it| it.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = in_path
            .map(|name| {
                // A moment is counted in actions; all else in a path is a code.
                let kind = if name == "n" { Kind::Number } else { Kind::Text };
                json!({ "name": name, "in": "path", "required": true, "schema": kind.schema() })
            })
            .collect();
        parameters.extend(query.iter().map(|Parameter { name, about, kind }| {
            json!({ "name": name, "in": "query", "required": false, "description": about, "schema": kind.schema() })
        }));
        let mut described = json!({
            "summary": summary,
            "responses": {
                status.to_string(): content(answer, summary),
                "default": content("Problem", "Why it could not be done; nothing has changed."),
            },
        });
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        if let Some(body) = body {
            described["requestBody"] = content(body, "What is sent.");
            described["requestBody"]["required"] = true.into();
        }
        described
    }
}

impl Kind {
    fn schema(self) -> Value {
        match self {
            Kind::Text => json!({ "type": "string" }),
            Kind::Form(pattern) => json!({ "type": "string", "pattern": pattern }),
            Kind::Flag => json!({ "type": "boolean", "default": false }),
            Kind::Number => json!({ "type": "integer", "minimum": 0 }),
            Kind::NumberTo { largest, default } => {
                json!({ "type": "integer", "minimum": 0, "maximum": largest, "default": default })
            }
        }
    }
}

fn content(name: &str, description: &str) -> Value {
    match name {
        NOTHING => json!({ "description": description }),
        list if list.starts_with('[') => {
            let item = format!("#/components/schemas/{}", list.trim_matches(['[', ']']));
            let schema = json!({ "type": "array", "items": { "$ref": item } });
            json!({ "description": description, "content": { "application/json": { "schema": schema } } })
        }
        TEXT => json!({ "description": description, "content": { "text/plain": { "schema": { "type": "string" } } } }),
        name => json!({
            "description": description,
            "content": { "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(kinds("/api/tables/{id}/socket"), ["string", "integer", "boolean"]);
        assert_eq!(kinds("/api/games"), ["integer", "integer"]);
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
        // No operation has taken the place of another one.
        let paths = document["paths"].as_object().unwrap();
        assert_eq!(paths.values().map(|it| it.as_object().unwrap().len()).sum::<usize>(), OPERATIONS.len());
    }
}
