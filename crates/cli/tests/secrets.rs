//! The server keeps secrets: nothing that belongs to somebody is in its log, however much it logs.

#![forbid(unsafe_code)]

#[allow(dead_code, reason = "the server's tests need more of it")]
#[path = "../../server/tests/server/common.rs"]
mod common;

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
};

use common::{ALL, Guest, ruleset, wish};
use serde_json::{Value, json};

/// Runs the server with this format of the log while somebody plays, and says the log and what must not be in it.
async fn log_of_a_game(format: &str) -> (String, Vec<(&'static str, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["serve", "--bind", "127.0.0.1:0", "--log", "trace", "--log-format", format, "--bot-pause", "0"])
        .args(["--messages-per-second", "100000", "--requests-per-second", "100000", "--database"])
        .arg(folder.path().join("alhambra.db"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = server.stderr.take().unwrap();
    // Read all the time, so that the server never has to wait.
    let log = std::thread::spawn(move || {
        let mut text = Vec::new();
        log.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit('/').next().unwrap().parse().unwrap();

    let secrets = play(&mut Guest::of(address)).await;
    server.kill().unwrap();
    server.wait().unwrap();
    (log.join().unwrap(), secrets)
}

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
    // Opened on another device.
    let mut phone = host.clone();
    phone.cookie = None;
    let (status, _) = phone.http("GET", &link, None).await;
    assert!(status < 400, "{link}: {status}");
    secrets.push(("seat link", link.rsplit(['/', '#']).next().unwrap().to_owned()));
    let abandon = |seat: u8| json!({ "ask": "abandon", "seat": seat, "wanted": true });
    assert_eq!(socket.ask(abandon(0)).await["answer"], "done");
    if phone.get(&format!("/api/tables/{id}")).await["yours"] == json!([1]) {
        assert_eq!(phone.table(&id).await.ask(abandon(1)).await["answer"], "done");
    } else {
        assert_eq!(socket.ask(abandon(1)).await["answer"], "done");
    }
    let (_, record) = host.http("GET", &format!("/api/games/{id}/record"), None).await;
    let is_seed = |it: &&str| it.len() == 64 && it.chars().all(|it| it.is_ascii_hexdigit());
    let seed = record.split_whitespace().find(is_seed).unwrap_or_else(|| panic!("{record}"));
    secrets.push(("seed", seed.to_owned()));
    secrets
}

#[tokio::test]
async fn no_secret_is_logged() {
    for format in ["text", "json"] {
        let (log, secrets) = log_of_a_game(format).await;
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
