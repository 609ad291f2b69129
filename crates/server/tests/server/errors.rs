//! What can't be done is answered with a code and a sentence.

use serde_json::{Value, json};

use crate::common::{Guest, Server, ruleset, wish};

async fn seated(server: &Server) -> (Guest, String) {
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    wish["settings"]["visibility"] = json!("link");
    let id = host.open(&wish).await;
    (host, id)
}

#[track_caller]
fn check(code: &str, message: &Value) {
    assert_eq!(message["say"], "error", "{message}");
    assert_eq!(message["code"], code, "{message}");
    assert!(message["message"].as_str().is_some_and(|it| !it.is_empty()));
}

#[tokio::test]
async fn over_http() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let mut codes = Vec::new();
    let big = "x".repeat(1 << 20);
    let unplayable = wish(&ruleset("granada", 9, &["huts"]), &["me"; 9]).to_string();
    for (method, path, body) in [
        ("GET", "/api/tables/nowhere", None),
        ("GET", "/api/nothing", None),
        ("GET", "/api/games/nowhere", None),
        ("POST", "/api/seat/nonsense", None),
        ("POST", "/api/tables", Some("{")),
        ("POST", "/api/tables", Some("[1]")),
        ("POST", "/api/tables", Some(&*big)),
        ("PATCH", "/api/me", Some(&*big)),
        ("PATCH", "/api/me", Some("{\"name\":\"\\u0000\"}")),
        ("POST", "/api/tables", Some(&*unplayable)),
    ] {
        let (status, text) = guest.http(method, path, body.map(str::to_owned)).await;
        let problem: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        codes.push(format!("{status} {}", problem["code"].as_str().unwrap()));
    }
    let expected = [
        "404 not-found",
        "404 not-found",
        "404 not-found",
        "404 not-found",
        "400 malformed",
        "400 malformed",
        "413 too-large",
        "413 too-large",
        "422 invalid",
        "422 unplayable",
    ];
    assert_eq!(codes, expected);
}

/// Whatever a library refuses has the same shape as what we do.
#[tokio::test]
async fn every_error_has_its_code() {
    let server = Server::start().await;
    let mut guest = server.guest();
    for (method, path, expected) in [
        ("DELETE", "/api/me", "405 wrong-method"),
        ("POST", "/api/info", "405 wrong-method"),
        ("GET", "/api/games/x/moments/first", "400 malformed"),
        ("GET", "/api/games/x/moments/-1", "400 malformed"),
        ("GET", "/api/games?limit=many", "400 malformed"),
        ("GET", "/api/games/%ff", "400 malformed"),
        ("GET", "/api/tables/x/socket?seen=last", "400 malformed"),
        ("POST", "/api/replay/moments/first", "400 malformed"),
        ("GET", "/api/lobby/socket", "400 malformed"),
        ("GET", "/assets/missing.js", "404 not-found"),
    ] {
        let response = guest.response(method, path, None).await;
        let status = response.status().as_u16();
        assert_eq!(response.headers()["content-type"], "application/json", "{path}");
        let text = response.text().await.unwrap();
        let problem: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        assert_eq!(format!("{status} {}", problem["code"].as_str().unwrap()), expected, "{path}: {text}");
        assert!(problem["message"].as_str().is_some_and(|it| !it.is_empty()), "{path}: {text}");
    }
    assert_eq!(guest.allowed("/api/me").await.as_deref(), Some("GET,HEAD,PATCH"));
}

#[tokio::test]
async fn what_is_no_text_is_malformed() {
    let server = Server::start().await;
    let (host, id) = seated(&server).await;
    let mut socket = host.table(&id).await;
    socket.send_bytes(b"{\"ask\":\"chat\",\"text\":\"\xff\xfe\"}").await;
    check("malformed", &socket.hear("error").await);
    assert_eq!(socket.farewell().await.map(|it| it.0), Some(1007));
}

#[tokio::test]
async fn over_a_socket() {
    let server = Server::start().await;
    let (host, id) = seated(&server).await;
    let mut hosts = host.table(&id).await;
    let (mut second, mut third) = (server.guest(), server.guest());
    second.get("/api/me").await;
    third.get("/api/me").await;
    let (mut seconds, mut thirds) = (second.table(&id).await, third.table(&id).await);

    check("not-host", &seconds.ask(json!({ "ask": "start" })).await);
    check("not-your-seat", &seconds.ask(json!({ "ask": "leave", "seat": 0 })).await);
    assert_eq!(seconds.ask(json!({ "ask": "sit" })).await["answer"], "done");
    check("full", &thirds.ask(json!({ "ask": "sit" })).await);
    check("full", &thirds.ask(json!({ "ask": "sit", "seat": 1 })).await);
    check("not-now", &hosts.ask(json!({ "ask": "act", "seat": 0, "seq": 0, "action": "pass" })).await);
    assert_eq!(hosts.ask(json!({ "ask": "start" })).await["answer"], "done");
    check("not-now", &thirds.ask(json!({ "ask": "sit" })).await);

    let update = thirds.update().await;
    let to_act = update["view"]["agenda"].as_array().unwrap().last().unwrap()["seat"].as_u64().unwrap();
    let (acting, waiting) = if to_act == 0 { (&mut hosts, &mut seconds) } else { (&mut seconds, &mut hosts) };
    let act = |seat: u64, seq: u32, action: &str| json!({ "ask": "act", "seat": seat, "seq": seq, "action": action });
    check("not-your-turn", &waiting.ask(act(1 - to_act, 0, "pass")).await);
    check("not-your-seat", &waiting.ask(act(to_act, 0, "pass")).await);
    check("not-your-seat", &thirds.ask(act(to_act, 0, "pass")).await);
    check("stale", &acting.ask(act(to_act, 7, "pass")).await);
    // The current state of the game follows.
    assert_eq!(acting.update().await["seq"], 0);
    check("malformed", &acting.ask(act(to_act, 0, "dance")).await);
    let illegal = acting.ask(act(to_act, 0, "take fl9 du9")).await;
    check("illegal", &illegal);
    assert!(illegal["with"]["reason"].is_string(), "{illegal}");
    assert_eq!(acting.update().await["seq"], 0);
    let pass = acting.ask(act(to_act, 0, "pass")).await;
    assert_eq!(pass["with"]["reason"], "must-act", "{pass}");

    for (code, text) in [
        ("malformed", "{".to_owned()),
        ("malformed", "{\"ask\":\"fly\"}".to_owned()),
        ("malformed", "[".repeat(10_000)),
        ("too-large", " ".repeat(20_000)),
    ] {
        thirds.send(text).await;
        check(code, &thirds.hear("error").await);
    }
    // What is far too long closes the socket, perhaps before all of it was sent.
    thirds.try_send(" ".repeat(1_000_000)).await;
    while let Some(message) = thirds.next().await {
        if message["say"] == "error" {
            check("too-large", &message);
        }
    }
}

#[tokio::test]
async fn floods_are_slowed_down() {
    let server = Server::start_with(|it| it.limits.messages_per_second = 2).await;
    let (host, id) = seated(&server).await;
    let mut socket = host.table(&id).await;
    for _ in 0..20 {
        socket.send(json!({ "ask": "chat", "text": "x" }).to_string()).await;
    }
    check("too-many", &socket.hear("error").await);
}

/// A record of version 1 is refused with the reason, whatever is asked of it.
#[tokio::test]
async fn a_record_of_the_first_version_of_the_rules() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let record = format!("alhambra record\nrules 1\nruleset alhambra 2\nseed {}\n", "00".repeat(32));
    let mut goes_on = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    goes_on["from"] = json!([record, 0]);
    for (path, body) in [
        ("/api/replay/entries", record.clone()),
        ("/api/replay/moments/0", record.clone()),
        ("/api/tables", goes_on.to_string()),
    ] {
        let (status, text) = guest.http("POST", path, Some(body)).await;
        let problem: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        assert_eq!((status, problem["code"].as_str().unwrap()), (422, "other-rules"), "{path}: {text}");
        let sentence = problem["message"].as_str().unwrap();
        let begins = "the record follows version 1 of the rules, which version 2 replaced before the first release";
        assert!(sentence.starts_with(begins) && sentence.ends_with("begins with that release"), "{path}: {sentence}");
    }
}
