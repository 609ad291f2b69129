//! What happens around a game: clocks, absence, taking back, links, rematches, restarts.

use serde_json::{Value, json};

use crate::common::{Guest, Server, Socket, ruleset, wish};

/// A running game of two people for the base game.
async fn duel(server: &Server, change: impl FnOnce(&mut Value)) -> (String, [Guest; 2], [Socket; 2]) {
    let (mut host, mut other) = (server.guest(), server.guest());
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    change(&mut wish);
    let id = host.open(&wish).await;
    other.get("/api/me").await;
    let mut sockets = [host.table(&id).await, other.table(&id).await];
    assert_eq!(sockets[1].ask(json!({ "ask": "sit", "name": "Boabdil" })).await["answer"], "done");
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    (id, [host, other], sockets)
}

fn to_act(update: &Value) -> usize {
    update["view"]["agenda"].as_array().unwrap().last().unwrap()["seat"].as_u64().unwrap() as usize
}

/// The update with this number, or a later one.
async fn after(socket: &mut Socket, seq: u64) -> Value {
    loop {
        let update = socket.update().await;
        if update["seq"].as_u64().unwrap() >= seq {
            return update;
        }
    }
}

/// A simple action of the seat that has to decide.
async fn act(socket: &mut Socket, update: &Value, hold: bool) -> Value {
    let (seat, seq) = (to_act(update), &update["seq"]);
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": seq })).await;
    socket.ask(json!({ "ask": "act", "seat": seat, "seq": seq, "action": legal["actions"][0], "hold": hold })).await
}

#[tokio::test]
async fn a_held_action_waits_and_can_be_dropped() {
    let server = Server::start().await;
    let (_, _, mut sockets) = duel(&server, |_| {}).await;
    let update = sockets[0].update().await;
    let socket = &mut sockets[to_act(&update)];
    // Taking money ends the turn and turns up cards.
    assert_eq!(act(socket, &update, true).await["answer"], "done");
    let seat = to_act(&update);
    let undo = json!({ "ask": "undo", "seat": seat, "seq": 0 });
    assert_eq!(socket.ask(undo.clone()).await["answer"], "done");
    assert_eq!(socket.ask(undo).await["code"], "not-now");
    assert_eq!(act(socket, &update, true).await["answer"], "done");
    let confirmed = socket.ask(json!({ "ask": "confirm", "seat": seat, "seq": 0 })).await;
    assert_eq!((&confirmed["answer"], &confirmed["seq"]), (&json!("done"), &json!(1)));
    let update = after(&mut sockets[1 - seat], 1).await;
    assert_ne!(to_act(&update), seat);
    assert_eq!(update["can_undo"], false);
}

#[tokio::test]
async fn who_runs_out_of_time_is_replaced_and_comes_back() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = duel(&server, |wish| {
        wish["settings"]["pace"] = json!({ "pace": "bank", "seconds": 60, "increment": 5 });
    })
    .await;
    let update = sockets[0].update().await;
    let slow = to_act(&update);
    assert_eq!(update["clock"]["running"], json!(slow));
    assert_eq!(update["clock"]["left"], json!([60_000, 60_000]));
    server.turn(59_999);
    assert_eq!(
        sockets[slow].ask(json!({ "ask": "consider", "seat": slow, "seq": 0, "action": "pass" })).await["answer"],
        "considered"
    );
    server.turn(1);
    let update = after(&mut sockets[1 - slow], 1).await;
    // The bot has played a turn for the slow one, who gets the increment.
    let table = guests[slow].clone().get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][slow]["substituted"], true);
    assert!(update["seq"].as_u64().unwrap() >= 1);
    // Looking at the table brings the seat back, with some time to think.
    assert_eq!(sockets[slow].ask(json!({ "ask": "look", "seat": slow })).await["answer"], "done");
    let table = guests[slow].clone().get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][slow]["substituted"], false);
}

#[tokio::test]
async fn a_restart_keeps_game_seats_and_clocks() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = duel(&server, |wish| {
        wish["settings"]["pace"] = json!({ "pace": "bank", "seconds": 600, "increment": 0 });
    })
    .await;
    let update = sockets[0].update().await;
    let first = to_act(&update);
    server.turn(10_000);
    assert_eq!(act(&mut sockets[first], &update, false).await["answer"], "done");
    let before = after(&mut sockets[1], 1).await;
    server.turn(7_000);
    let server = server.restart(3_600_000).await;
    let mut socket = guests[1].at(&server).visit(&format!("/api/tables/{id}/socket?seen=0")).await;
    let update = socket.update().await;
    assert_eq!(update["view"], before["view"]);
    assert_eq!(update["entries"].as_array().unwrap().len(), update["seq"].as_u64().unwrap() as usize);
    // An hour without a server is nobody's.
    let second = to_act(&update);
    let left = |seat: usize| update["clock"]["left"][seat].as_u64().unwrap();
    assert_eq!(update["clock"]["running"], json!(second));
    let expected = if second == first { [583_000, 600_000] } else { [590_000, 593_000] };
    assert_eq!([left(first), left(1 - first)], expected);
}

#[tokio::test]
async fn a_link_moves_a_seat_and_is_good_for_once() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = duel(&server, |_| {}).await;
    let path = sockets[1].ask(json!({ "ask": "seat-link", "seat": 1 })).await["path"].as_str().unwrap().to_owned();
    let token = guests[1].clone().post(&format!("/api/tables/{id}/token"), &json!({ "seat": 1 })).await;
    let mut phone = server.guest();
    phone.get("/api/me").await;
    let asked = format!("/api{path}");
    // A preview only looks at the link, and that changes nothing.
    assert_eq!(phone.http("GET", &path, None).await.0, 200);
    assert_eq!(phone.http("GET", &asked, None).await.0, 405);
    assert_eq!(phone.get(&format!("/api/tables/{id}")).await["yours"], json!([]));
    assert_eq!(phone.post(&asked, &json!(null)).await["id"], json!(id));
    assert_eq!(phone.get(&format!("/api/tables/{id}")).await["yours"], json!([1]));
    assert_eq!(guests[1].clone().get(&format!("/api/tables/{id}")).await["yours"], json!([]));
    let mut thief = server.guest();
    assert_eq!(thief.http("POST", &asked, None).await.0, 404);
    // The program of the old device has lost the seat too.
    let mut program = server.guest();
    program.token = Some(token["token"].as_str().unwrap().to_owned());
    let mut socket = program.table(&id).await;
    let refused = socket.ask(json!({ "ask": "act", "seat": 1, "seq": 0, "action": "pass" })).await;
    assert_eq!(refused["code"], "not-your-seat");
}

#[tokio::test]
async fn a_table_is_paused_and_given_up_by_consent() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = duel(&server, |wish| {
        wish["settings"]["pace"] = json!({ "pace": "per-move", "seconds": 30 });
    })
    .await;
    let status = async |guest: &Guest| guest.clone().get(&format!("/api/tables/{id}")).await["status"].clone();
    let want = |ask: &str, seat: usize| json!({ "ask": ask, "seat": seat, "wanted": true });
    server.turn(20_000);
    assert_eq!(sockets[0].ask(want("pause", 0)).await["answer"], "done");
    assert_eq!(status(&guests[0]).await, "playing");
    assert_eq!(sockets[1].ask(want("pause", 1)).await["answer"], "done");
    assert_eq!(status(&guests[0]).await, "paused");
    server.turn(100_000);
    for seat in [0, 1] {
        assert_eq!(sockets[seat].ask(want("pause", seat)).await["answer"], "done");
    }
    assert_eq!(status(&guests[0]).await, "playing");
    let mut again = guests[0].table(&id).await;
    let update = again.update().await;
    assert_eq!(update["clock"]["left"][to_act(&update)], 10_000);
    for seat in [0, 1] {
        assert_eq!(sockets[seat].ask(want("abandon", seat)).await["answer"], "done");
    }
    assert_eq!(status(&guests[0]).await, "abandoned");
    let rematch = sockets[0].ask(json!({ "ask": "rematch" })).await["table"].as_str().unwrap().to_owned();
    assert_eq!(sockets[1].ask(json!({ "ask": "rematch" })).await["table"], json!(rematch));
    let next = guests[1].clone().get(&format!("/api/tables/{rematch}")).await;
    assert_eq!(next["yours"], json!([0]));
    assert_eq!(next["seats"][0]["occupant"]["name"], "Boabdil");
}

#[tokio::test]
async fn the_lobby_shows_tables_as_they_change() {
    let server = Server::start().await;
    let mut guest = server.guest();
    guest.get("/api/me").await;
    let mut lobby = guest.visit("/api/lobby/socket").await;
    assert_eq!(lobby.hear("lobby").await["open"], json!([]));
    let id = guest.open(&wish(&ruleset("alhambra", 3, &[]), &["me", "open", "easy"])).await;
    assert_eq!(lobby.hear("mine").await["mine"][0]["seated"], true);
    let listed = lobby.hear("listed").await;
    assert_eq!(listed["changed"][0]["id"], json!(id));
    // What everybody is told is about nobody in particular.
    assert_eq!(listed["changed"][0]["seated"], false);
    assert_eq!(guest.get("/api/tables").await["open"][0]["seated"], true);
    let mut later = guest.visit("/api/lobby/socket").await;
    let lists = later.hear("lobby").await;
    assert_eq!((&lists["open"][0], lists["mine"][0]["id"].as_str()), (&listed["changed"][0], Some(&*id)));
}

#[tokio::test]
async fn every_bot_that_the_server_names_can_be_given_a_seat() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let info = guest.get("/api/info").await;
    let bots = info["bots"].as_array().unwrap();
    let level = |bot: &Value| bot["level"].as_str().unwrap().to_owned();
    let (beginners, others): (Vec<Value>, Vec<Value>) = bots.iter().cloned().partition(|it| it["beginner"] == true);
    assert_eq!(beginners.iter().map(level).collect::<Vec<_>>(), ["easy", "builder", "collector", "saver", "spender"]);
    assert_eq!(others.iter().map(level).collect::<Vec<_>>(), ["casual", "fair", "strong", "master"]);
    for level in bots.iter().map(level) {
        let id = guest.open(&wish(&ruleset("alhambra", 2, &[]), &["me", &level])).await;
        assert_eq!(guest.get(&format!("/api/tables/{id}")).await["seats"][1]["occupant"]["level"], json!(level));
    }
}

#[tokio::test]
async fn the_sample_bot_plays_a_whole_game() {
    let server = Server::start().await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 3, &[]), &["me", "random", "greedy"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let token = host.post(&format!("/api/tables/{id}/token"), &json!({ "seat": 0 })).await;
    let token = token["token"].as_str().unwrap();
    let scores = crate::bot::play(&server.address.to_string(), &id, 0, token).await.unwrap();
    assert_eq!(scores.as_array().unwrap().len(), 3);
    assert_eq!(host.get(&format!("/api/tables/{id}")).await["status"], "finished");
}
