//! Whole games over real sockets.

use serde_json::{Value, json};

use crate::common::{Guest, Server, Socket, ruleset, wish};

/// Asks what is legal and does one of it, until the game is over; says all entries that were sent.
async fn play(mut socket: Socket, seat: u64) -> Vec<Value> {
    let mut entries = Vec::new();
    let mut dice = 7_u64;
    loop {
        let update = socket.update().await;
        entries.extend(update["entries"].as_array().unwrap().iter().cloned());
        if update["view"]["agenda"].as_array().unwrap().is_empty() {
            return entries;
        }
        let last = update["view"]["agenda"].as_array().unwrap().last().unwrap();
        if last["seat"] != json!(seat) || update["options"].is_null() {
            continue;
        }
        let seq = &update["seq"];
        let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": seq })).await;
        let actions = legal["actions"].as_array().unwrap_or_else(|| panic!("{legal}"));
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let action = &actions[(dice >> 33) as usize % actions.len()];
        socket.send(json!({ "ask": "act", "seat": seat, "seq": seq, "action": action }).to_string()).await;
    }
}

/// Plays a game of two people, bots and a spectator; what was sent is what the replay tells.
async fn whole_game(game: &str, players: usize, modules: &[&str]) {
    let server = Server::start().await;
    let mut host = server.guest();
    let seats: Vec<&str> = ["me", "open", "random", "greedy", "random", "random"][..players].to_vec();
    let id = host.open(&wish(&ruleset(game, players, modules), &seats)).await;
    let mut second: Guest = server.guest();
    second.get("/api/me").await;
    let watcher = server.guest().table(&id).await;
    let mut sockets = [host.table(&id).await, second.table(&id).await];
    assert_eq!(sockets[1].ask(json!({ "ask": "sit" })).await["answer"], "done");
    sockets[0].send(json!({ "ask": "start" }).to_string()).await;
    let [a, b] = sockets;
    let watch = tokio::spawn(play(watcher, 99));
    let second_game = tokio::spawn(play(b, 1));
    let first = play(a, 0).await;
    let (second_seen, watched) = (second_game.await.unwrap(), watch.await.unwrap());
    for (seen, perspective) in [(first, "0"), (second_seen, "1"), (watched, "spectator")] {
        let replay = host.get(&format!("/api/games/{id}/entries?as={perspective}")).await;
        assert_eq!(Value::from(seen), replay, "{game} {players} {perspective}");
    }
    let result = host.get(&format!("/api/games/{id}")).await;
    assert_eq!(result["yours"], json!([0]));
    assert_eq!(host.get("/api/games").await.as_array().unwrap().len(), 1);
    let (_, record) = host.http("GET", &format!("/api/games/{id}/record"), None).await;
    let record: alhambra_engine::notation::Record = record.parse().unwrap();
    let state = record.replay(|_, _, _| {}).unwrap();
    let scores: Vec<_> = state.players.iter().map(|it| json!(it.score)).collect();
    let told: Vec<_> = result["seats"].as_array().unwrap().iter().map(|it| it["score"].clone()).collect();
    assert_eq!(scores, told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn base_game_with_two_to_six_seats() {
    for players in 2..=6 {
        whole_game("alhambra", players, &[]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_eleven_modules() {
    let all = [
        "vizier",
        "bureaux",
        "bonus-cards",
        "huts",
        "walls",
        "thieves",
        "change",
        "street-trader",
        "camps",
        "bazaars",
        "falconers",
    ];
    whole_game("alhambra", 4, &all).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn granada_and_both_together() {
    whole_game("granada", 3, &["vizier"]).await;
    whole_game("both", 3, &["bureaux"]).await;
}
