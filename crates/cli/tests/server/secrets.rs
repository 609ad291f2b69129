//! The server keeps secrets: nothing that belongs to somebody is in its log, however much it logs.

use serde_json::{Value, json};

use crate::{
    common::{ALL, Guest, ruleset, wish},
    house::House,
};

/// Plays a little and gives it up; says everything that is nobody else's business.
async fn play(host: &mut Guest) -> Vec<(&'static str, String)> {
    let mut secrets = Vec::new();
    let mut wish = wish(&ruleset("alhambra", 2, &ALL), &["me", "me"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let (_, cookie) = host.cookie.as_ref().unwrap().split_once('=').unwrap();
    secrets.push(("cookie", cookie.to_owned()));
    let token = host.post(&format!("/api/tables/{id}/token"), &json!({ "seat": 0 })).await;
    let token = token["token"].as_str().unwrap().to_owned();
    let mut program = host.clone();
    (program.cookie, program.token) = (None, Some(token.clone()));
    program.get(&format!("/api/tables/{id}")).await;
    program.table(&id).await.update().await;
    secrets.push(("token", token));

    let mut socket = host.table(&id).await;
    for _ in 0..20 {
        let update = socket.update().await;
        let money = update["view"]["own"]["money"].to_string();
        // Before the deal there is nothing to hide.
        if money.contains('"') || money.contains(|it: char| ('1'..='9').contains(&it)) {
            secrets.push(("hand", money));
        }
        let seat = update["view"]["agenda"].as_array().unwrap().last().unwrap()["seat"].clone();
        if update["seat"] != seat {
            assert_eq!(socket.ask(json!({ "ask": "look", "seat": seat })).await["answer"], "done");
            continue;
        }
        let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": update["seq"] })).await;
        let action = &legal["actions"][0];
        let act = json!({ "ask": "act", "seat": seat, "seq": update["seq"], "action": action });
        assert_eq!(socket.ask(act).await["answer"], "done");
    }
    assert!(secrets.iter().any(|it| it.0 == "hand"));
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "between you and me" })).await["answer"], "done");
    secrets.push(("chat", "between you and me".to_owned()));
    let link = socket.ask(json!({ "ask": "seat-link", "seat": 1 })).await["path"].as_str().unwrap().to_owned();
    secrets.push(("seat link", link.rsplit('/').next().unwrap().to_owned()));
    // Opened on another device, whose browser asks for the page first.
    let mut phone = host.clone();
    phone.cookie = None;
    assert_eq!(phone.http("GET", &link, None).await.0, 200);
    assert_eq!(phone.post(&format!("/api{link}"), &json!(null)).await["id"], json!(id));
    let abandon = |seat: u8| json!({ "ask": "abandon", "seat": seat, "wanted": true });
    assert_eq!(socket.ask(abandon(0)).await["answer"], "done");
    assert_eq!(phone.table(&id).await.ask(abandon(1)).await["answer"], "done");
    let (_, record) = host.http("GET", &format!("/api/games/{id}/record"), None).await;
    let is_seed = |it: &&str| it.len() == 64 && it.chars().all(|it| it.is_ascii_hexdigit());
    let seed = record.split_whitespace().find(is_seed).unwrap_or_else(|| panic!("{record}"));
    secrets.push(("seed", seed.to_owned()));
    secrets
}

#[tokio::test]
async fn no_secret_is_logged() {
    for format in ["text", "json"] {
        let house = House::start_with(None, &["--log", "trace", "--log-format", format]);
        let secrets = play(&mut house.guest()).await;
        let log = house.log();
        // It was indeed logged what happened.
        assert!(log.contains("/api/tables") && log.contains("DEBUG"), "{log}");
        for (what, secret) in secrets {
            let escaped = Value::from(secret.clone()).to_string();
            let bytes: String = secret.bytes().map(|it| format!("{it:02x}")).collect();
            for text in [&secret, escaped.trim_matches('"'), &bytes] {
                assert!(!log.contains(text), "the {what} {secret} is in the log: {}", around(&log, text));
            }
        }
    }
}

/// The line of the log with a text.
fn around<'a>(log: &'a str, text: &str) -> &'a str {
    log.lines().find(|it| it.contains(text)).unwrap_or_default()
}
