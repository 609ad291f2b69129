//! What is counted for those who look after a server.

use std::sync::Arc;

use alhambra_engine::ruleset::RULES_VERSION;
use alhambra_server::serve_metrics;
use serde_json::json;
use tokio::net::TcpListener;

use crate::{
    common::{Server, ruleset, wish},
    player::to_act,
};

/// Everything that is counted, as Prometheus would read it.
async fn metrics(server: &Server) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(serve_metrics(Arc::clone(&server.app_state), listener));
    let text = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    task.abort();
    text
}

#[track_caller]
fn check(metrics: &str, line: &str) {
    assert!(metrics.lines().any(|it| it == line), "{line} is not in\n{metrics}");
}

#[tokio::test]
async fn actions_and_answers_are_timed() {
    let server = Server::start().await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let update = socket.update().await;
    let seat = to_act(&update).unwrap();
    socket.ask(json!({ "ask": "look", "seat": seat })).await;
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": 0 })).await;
    let action = &legal["actions"][0];
    let act = socket.ask(json!({ "ask": "act", "seat": seat, "seq": 0, "action": action })).await;
    assert_eq!(act["answer"], "done", "{act}");
    let counted = metrics(&server).await;
    check(&counted, "alhambra_action_seconds_count 1");
    check(&counted, "alhambra_http_seconds_count{route=\"/api/tables\"} 1");
    check(&counted, "alhambra_http_seconds_count{route=\"/api/tables/{id}/socket\"} 1");
    check(&counted, "alhambra_reviews_waiting 0");
    let version = env!("CARGO_PKG_VERSION");
    let build = format!("alhambra_build_info{{version=\"{version}\",rules=\"{RULES_VERSION}\"}} 1");
    check(&counted, &build);
}

#[tokio::test]
async fn refusals_are_counted_by_kind() {
    let server = Server::start_with(|it| {
        it.limits.tables_per_minute = 1;
        it.limits.messages_per_second = 1;
        it.limits.sockets = 1;
    })
    .await;
    let mut host = server.guest();
    let wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    let id = host.open(&wish).await;
    assert_eq!(host.http("POST", "/api/tables", Some(wish.to_string())).await.0, 429);
    assert_eq!(host.http("GET", "/api/nothing", None).await.0, 404);
    assert_eq!(host.http("DELETE", "/api/me", None).await.0, 405);
    let mut socket = host.table(&id).await;
    assert_eq!(host.try_visit("/api/lobby/socket").await.err(), Some(429));
    for _ in 0..4 {
        socket.send(json!({ "ask": "leave", "seat": 1 }).to_string()).await;
    }
    while socket.hear("error").await["code"] != "too-many" {}
    let counted = metrics(&server).await;
    check(&counted, "alhambra_limited_total{limit=\"tables\"} 1");
    check(&counted, "alhambra_limited_total{limit=\"messages\"} 1");
    check(&counted, "alhambra_limited_total{limit=\"sockets\"} 1");
    check(&counted, "alhambra_refused_total{over=\"http\",code=\"too-many\"} 2");
    check(&counted, "alhambra_refused_total{over=\"http\",code=\"not-found\"} 1");
    check(&counted, "alhambra_refused_total{over=\"http\",code=\"wrong-method\"} 1");
    check(&counted, "alhambra_refused_total{over=\"socket\",code=\"not-your-seat\"} 3");
}
