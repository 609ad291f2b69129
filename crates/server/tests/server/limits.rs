//! What one visitor or address may take up, so that nobody else has to wait for it or is kept out.

use alhambra_bots::{Budget, Kind};
use serde_json::json;

use crate::{
    common::{Guest, Server, Socket, ruleset, wish},
    player::to_act,
};

/// Somebody at a server behind a proxy who comes from this address.
fn from(server: &Server, address: &str) -> Guest {
    let mut guest = server.guest();
    guest.forwarded = vec![address.to_owned()];
    guest
}

async fn status(guest: &Guest) -> u16 {
    guest.clone().http("GET", "/api/info", None).await.0
}

#[tokio::test]
async fn behind_proxies_every_address_has_its_own_limit() {
    // A quota of ten requests at once.
    let server = Server::start_with(|it| (it.n_proxies, it.limits.requests_per_second) = (1, 1)).await;
    let exhausted = from(&server, "1.1.1.1");
    while status(&exhausted).await == 200 {}
    assert_eq!(status(&from(&server, "2.2.2.2")).await, 200);
    // Whatever a client writes before what the proxy adds changes nothing.
    for lines in [vec!["3.3.3.3, 1.1.1.1"], vec!["3.3.3.3", "1.1.1.1"]] {
        let mut disguised = server.guest();
        disguised.forwarded = lines.into_iter().map(str::to_owned).collect();
        assert_eq!(status(&disguised).await, 429);
    }
    // Whoever has one address of IPv6 has very many.
    let exhausted = from(&server, "2001:db8::1");
    while status(&exhausted).await == 200 {}
    assert_eq!(status(&from(&server, "2001:db8::ffff:1")).await, 429);
    assert_eq!(status(&from(&server, "2001:db8:0:1::1")).await, 200);
}

/// Watches a table and is let in.
async fn watch(guest: &Guest, id: &str) -> Socket {
    let mut socket = guest.table(id).await;
    socket.hear("table").await;
    socket
}

#[tokio::test]
async fn whoever_has_a_seat_gets_in_however_many_watch() {
    let server = Server::start_with(|it| (it.n_proxies, it.limits.spectators) = (1, 2)).await;
    let mut host = from(&server, "1.1.1.1");
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let crowd = from(&server, "6.6.6.6");
    let (mut first, mut second) = (watch(&crowd, &id).await, watch(&crowd, &id).await);
    let mut third = crowd.table(&id).await;
    assert_eq!(third.hear("error").await["code"], "full");
    assert!(third.next().await.is_none());
    let mut player = watch(&host, &id).await;
    assert_eq!(player.ask(json!({ "ask": "chat", "text": "here" })).await["answer"], "done");
    // Somebody from elsewhere takes the place of the first of the crowd, but not of the last one.
    let mut other = watch(&from(&server, "2.2.2.2"), &id).await;
    assert_eq!(first.farewell().await.map(|it| it.0), Some(1013));
    let mut late = from(&server, "3.3.3.3").table(&id).await;
    assert_eq!(late.hear("error").await["code"], "full");
    for socket in [&mut second, &mut other] {
        assert_eq!(socket.ask(json!({ "ask": "chat", "text": "still here" })).await["answer"], "done");
    }
}

#[tokio::test]
async fn a_player_with_many_sockets_keeps_the_latest() {
    let server = Server::start_with(|it| it.limits.sockets_per_player = 2).await;
    let mut host = server.guest();
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let mut first = watch(&host, &id).await;
    let mut rest = [watch(&host, &id).await, watch(&host, &id).await];
    assert_eq!(first.farewell().await.map(|it| it.0), Some(1013));
    for socket in &mut rest {
        assert_eq!(socket.ask(json!({ "ask": "chat", "text": "here" })).await["answer"], "done");
    }
}

/// Waits until so much waits and is being thought about.
async fn thoughts(server: &Server, expected: (usize, usize)) {
    while server.app_state.thoughts() != expected {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_visitor_has_one_hint_under_way_and_it_stops_when_they_go() {
    // An adviser who would think until the end of the test.
    let endless = Kind::Search(Budget::Iterations(u32::MAX));
    let server = Server::start_with(|it| (it.n_thinkers, it.adviser) = (1, endless)).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["start"] = json!(true);
    let (first, second) = (host.open(&wish).await, host.open(&wish).await);
    let (mut one, mut two) = (host.table(&first).await, host.table(&second).await);
    let seat = to_act(&one.update().await).unwrap();
    let hint = json!({ "ask": "hint", "seat": seat, "seq": 0 });
    one.send(hint.to_string()).await;
    thoughts(&server, (0, 1)).await;
    assert_eq!(one.ask(hint.clone()).await["code"], "too-many");
    let other = to_act(&two.update().await).unwrap();
    two.send(json!({ "ask": "hint", "seat": other, "seq": 0 }).to_string()).await;
    thoughts(&server, (1, 1)).await;
    // What waits is forgotten, what is being thought about is stopped.
    drop(two);
    thoughts(&server, (0, 1)).await;
    // The table moves on, so that nobody needs the hint any more.
    let legal = one.ask(json!({ "ask": "legal", "seat": seat, "seq": 0 })).await;
    one.send(json!({ "ask": "act", "seat": seat, "seq": 0, "action": legal["actions"][0] }).to_string()).await;
    while one.hear("error").await["code"] != "stale" {}
    thoughts(&server, (0, 0)).await;
    // And once more, for somebody who leaves.
    let seat = to_act(&one.update().await).unwrap();
    one.send(json!({ "ask": "hint", "seat": seat, "seq": 1 }).to_string()).await;
    thoughts(&server, (0, 1)).await;
    drop(one);
    thoughts(&server, (0, 0)).await;
}

#[tokio::test]
async fn nobody_waits_for_a_long_thought_of_somebody_else() {
    let endless = Kind::Search(Budget::Iterations(u32::MAX));
    let server = Server::start_with(|it| (it.n_proxies, it.n_thinkers, it.adviser) = (1, 1, endless)).await;
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["start"] = json!(true);
    let mut greedy = from(&server, "6.6.6.6");
    let id = greedy.open(&wish).await;
    let mut asking = greedy.table(&id).await;
    let seat = to_act(&asking.update().await).unwrap();
    asking.send(json!({ "ask": "hint", "seat": seat, "seq": 0 }).to_string()).await;
    thoughts(&server, (0, 1)).await;
    // The only one who thinks is taken, and the bots of somebody else have to wait.
    wish["seats"] = json!([{ "seat": "bot", "level": "easy" }, { "seat": "bot", "level": "easy" }]);
    let mut other = from(&server, "1.1.1.1");
    let id = other.open(&wish).await;
    let mut watching = other.table(&id).await;
    thoughts(&server, (1, 1)).await;
    let hands = server.hands.clone();
    let turning = tokio::spawn(async move {
        loop {
            hands.send_modify(|now| *now += 25);
            tokio::task::yield_now().await;
        }
    });
    // Until a moment later, when the hint has to do with what was found so far.
    while watching.update().await["seq"] == 0 {}
    turning.abort();
    let hint = asking.hear("answer").await;
    assert!(hint["hint"]["candidates"].is_array(), "{hint}");
}

#[tokio::test]
async fn bots_alone_rest_until_somebody_watches() {
    let endless = format!("{}", Kind::Search(Budget::Iterations(u32::MAX)));
    let server = Server::start().await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["strong", "strong"]);
    wish["start"] = json!(true);
    wish["settings"]["substitute"] = json!(endless);
    let (status, _) = host.http("POST", "/api/tables", Some(wish.to_string())).await;
    assert_eq!(status, 422, "nobody may ask for endless bots");
    wish["settings"]["substitute"] = json!("random");
    let id = host.open(&wish).await;
    // Whoever asks the room hears from it after its bots were set to think.
    host.get(&format!("/api/tables/{id}")).await;
    assert_eq!(server.app_state.thoughts(), (0, 0));
    let mut socket = host.table(&id).await;
    assert_eq!(socket.update().await["seq"], 0);
    while socket.update().await["seq"] != 2 {}
    drop(socket);
    thoughts(&server, (0, 0)).await;
    server.desert(&id).await;
}

#[tokio::test]
async fn records_are_replayed_within_limits() {
    let record = include_str!("../../../../games/alhambra-and-granada-three-players.txt");
    let longest = record.lines().count();
    let server = Server::start_with(|it| it.limits.record_actions = longest).await;
    let replay = async |server: &Server| {
        let (status, text) = server.guest().http("POST", "/api/replay/entries", Some(record.to_owned())).await;
        (status, serde_json::from_str::<serde_json::Value>(&text).unwrap()["code"].as_str().map(str::to_owned))
    };
    assert_eq!(replay(&server).await, (200, None));
    let server = Server::start_with(|it| it.limits.record_actions = 10).await;
    assert_eq!(replay(&server).await, (413, Some("too-large".to_owned())));
    let server = Server::start_with(|it| it.limits.records_of_one = 0).await;
    assert_eq!(replay(&server).await, (429, Some("too-many".to_owned())));
    let server = Server::start_with(|it| it.limits.records_waiting = 0).await;
    assert_eq!(replay(&server).await, (503, Some("unavailable".to_owned())));
}

#[tokio::test]
async fn the_chat_is_told_on_joining_and_then_line_by_line() {
    let server = Server::start_with(|it| it.limits.chat_per_minute = 2).await;
    let mut host = server.guest();
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let mut socket = host.table(&id).await;
    assert_eq!(socket.hear("table").await["table"]["chat"], json!([]));
    let say = json!({ "ask": "chat", "text": "a line that is not repeated" });
    assert_eq!(socket.ask(say.clone()).await["answer"], "done");
    assert_eq!(socket.hear("chat").await["line"]["text"], say["text"]);
    let other = server.guest().table(&id).await.hear("table").await;
    assert_eq!(other["table"]["chat"][0]["text"], say["text"]);
    // Somebody came, so that the table has changed.
    let table = socket.hear("table").await;
    assert!(!table.to_string().contains("not repeated"), "{table}");
    // And nobody fills the table with their lines.
    assert_eq!(socket.ask(say.clone()).await["answer"], "done");
    assert_eq!(socket.ask(say).await["code"], "too-many");
}

#[tokio::test]
async fn a_long_game_is_told_in_parts() {
    let server = Server::start_with(|it| it.limits.entries = 3).await;
    let mut host = server.guest();
    let record = include_str!("../../../../games/alhambra-and-granada-three-players.txt");
    let whole: alhambra_engine::notation::Record = record.parse().unwrap();
    let mut wish = wish(&json!(whole.ruleset), &["me", "me", "me"]);
    (wish["from"], wish["start"]) = (json!([record, 8]), json!(true));
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let numbers = |entries: &serde_json::Value| -> Vec<u64> {
        entries.as_array().unwrap().iter().map(|it| it["seq"].as_u64().unwrap()).collect()
    };
    let update = socket.update().await;
    assert_eq!((update["seq"].as_u64(), numbers(&update["entries"])), (Some(8), vec![6, 7, 8]));
    for (before, expected) in [(6, vec![3, 4, 5]), (3, vec![0, 1, 2]), (0, vec![]), (99, vec![6, 7, 8])] {
        let answer = socket.ask(json!({ "ask": "entries", "before": before })).await;
        assert_eq!(numbers(&answer["entries"]), expected);
    }
}

#[tokio::test]
async fn who_does_not_read_is_sent_away_before_it_takes_up_memory() {
    const BACKLOG: usize = 256 << 10;
    let server = Server::start_with(|it| it.limits.backlog = BACKLOG).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut silent = server.guest().table(&id).await;
    silent.hear("game").await;
    // The system takes some megabytes for whoever does not read, and then the room has to.
    loop {
        for _ in 0..20 {
            silent.try_send(json!({ "ask": "look", "seat": null }).to_string()).await;
        }
        assert!(server.app_state.backlog() <= BACKLOG, "{}", server.app_state.backlog());
        if host.get(&format!("/api/tables/{id}")).await["n_watchers"] == 0 {
            break;
        }
    }
}
