//! Order at a table: votes on those who let others wait, and who may write.

use serde_json::{Value, json};

use crate::{
    common::{Guest, Server, Socket, ruleset, wish},
    player::{Habits, play, to_act},
    postgres::Postgres,
};

/// A running game of three people, with the one who has to decide first.
async fn trio(server: &Server) -> (String, Vec<Guest>, Vec<Socket>, usize) {
    let mut host = server.guest();
    let id = host.open(&wish(&ruleset("alhambra", 3, &[]), &["me", "open", "open"])).await;
    let mut guests = vec![host];
    let mut sockets = vec![guests[0].table(&id).await];
    for _ in 0..2 {
        let mut guest = server.guest();
        guest.get("/api/me").await;
        let mut socket = guest.table(&id).await;
        assert_eq!(socket.ask(json!({ "ask": "sit" })).await["answer"], "done");
        guests.push(guest);
        sockets.push(socket);
    }
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    let decider = to_act(&sockets[0].update().await).unwrap() as usize;
    (id, guests, sockets, decider)
}

async fn vote(sockets: &mut [Socket], seat: usize, against: usize) -> Value {
    sockets[seat].ask(json!({ "ask": "vote", "seat": seat, "against": against, "wanted": true })).await
}

#[tokio::test]
async fn whoever_is_there_and_does_nothing_is_voted_out() {
    let server = Server::start().await;
    let (id, guests, mut sockets, idle) = trio(&server).await;
    let [one, other] = [(idle + 1) % 3, (idle + 2) % 3];
    let seat = async |n: usize| guests[0].clone().get(&format!("/api/tables/{id}")).await["seats"][n].take();
    server.turn(179_999);
    let early = vote(&mut sockets, one, idle).await;
    assert_eq!(
        (&early["code"], &early["message"]),
        (&json!("not-now"), &json!("they may still think; you can vote in 1 seconds"))
    );
    server.turn(1);
    // Nobody votes on themselves, or on somebody who waits.
    assert_eq!(vote(&mut sockets, idle, idle).await["code"], "invalid");
    assert_eq!(vote(&mut sockets, one, other).await["code"], "not-now");
    assert_eq!(vote(&mut sockets, one, idle).await["answer"], "done");
    assert_eq!(seat(idle).await["votes"], json!([one]));
    assert_eq!(seat(idle).await["substituted"], false);
    assert_eq!(vote(&mut sockets, other, idle).await["answer"], "done");
    assert_eq!(seat(idle).await["substituted"], true);

    // Whoever does something again has the seat again; the second time it is a bot's for good.
    loop {
        let update = sockets[idle].update().await;
        if update["seq"].as_u64() == Some(0) {
            continue;
        }
        assert_eq!(sockets[idle].ask(json!({ "ask": "look", "seat": idle })).await["answer"], "done");
        assert_eq!(seat(idle).await["substituted"], false);
        break;
    }
    let mut seq;
    loop {
        sockets[one].ask(json!({ "ask": "look", "seat": one })).await;
        let update = latest(&mut sockets[one]).await;
        seq = update["seq"].clone();
        let decider = to_act(&update).unwrap() as usize;
        if decider == idle {
            break;
        }
        let legal = sockets[decider].ask(json!({ "ask": "legal", "seat": decider, "seq": seq })).await;
        let act = json!({ "ask": "act", "seat": decider, "seq": seq, "action": legal["actions"][0] });
        assert_eq!(sockets[decider].ask(act).await["answer"], "done");
    }
    server.turn(180_000);
    assert_eq!(vote(&mut sockets, one, idle).await["answer"], "done", "{seq}");
    assert_eq!(vote(&mut sockets, other, idle).await["answer"], "done");
    assert_eq!(seat(idle).await["occupant"]["occupant"], "bot");
    assert_eq!(sockets[idle].ask(json!({ "ask": "look", "seat": idle })).await["code"], "not-your-seat");
}

/// The update that a look has led to.
async fn latest(socket: &mut Socket) -> Value {
    let mut update = socket.update().await;
    while socket.aside_len() > 0 {
        update = match socket.next().await {
            Some(mut message) if message["say"] == "game" => message["update"].take(),
            _ => update,
        };
    }
    update
}

#[tokio::test]
async fn those_who_are_away_need_not_vote_and_clocks_need_no_votes() {
    let server = Server::start().await;
    let (_, _, mut sockets, idle) = trio(&server).await;
    let [one, other] = [(idle + 1) % 3, (idle + 2) % 3];
    server.turn(180_000);
    drop(sockets.remove(other));
    let here = if one > other { one - 1 } else { one };
    while sockets[here].hear("table").await["table"]["seats"][other]["presence"]["presence"] != "away" {}
    let request = json!({ "ask": "vote", "seat": one, "against": idle, "wanted": true });
    assert_eq!(sockets[here].ask(request).await["answer"], "done");
    while sockets[here].hear("table").await["table"]["seats"][idle]["substituted"] != true {}

    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "easy"]);
    wish["settings"]["pace"] = json!({ "pace": "per-move", "seconds": 600 });
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    server.turn(200_000);
    let mine = host.get(&format!("/api/tables/{id}")).await["yours"][0].clone();
    let refused = socket.ask(json!({ "ask": "vote", "seat": mine, "against": 0, "wanted": true })).await;
    assert_eq!(refused["code"], "not-now");
}

#[tokio::test]
async fn the_host_decides_who_may_write() {
    let server = Server::start().await;
    let (id, guests, mut sockets, _) = trio(&server).await;
    let mut watcher = server.guest();
    watcher.get("/api/me").await;
    let mut watching = watcher.table(&id).await;
    let say = |text: &str| json!({ "ask": "chat", "text": text });
    assert_eq!(watching.ask(say("hello")).await["answer"], "done");
    assert_eq!(watching.ask(json!({ "ask": "spectator-chat", "allowed": false })).await["code"], "not-host");
    assert_eq!(sockets[0].ask(json!({ "ask": "spectator-chat", "allowed": false })).await["answer"], "done");
    assert_eq!(watching.ask(say("buy it!")).await["code"], "not-allowed");
    assert_eq!(sockets[1].ask(say("quiet now")).await["answer"], "done");
    let table = guests[0].clone().get(&format!("/api/tables/{id}")).await;
    assert_eq!((&table["spectator_chat"], table["chat"].as_array().unwrap().len()), (&json!(false), 2));
    assert_eq!(sockets[0].ask(json!({ "ask": "spectator-chat", "allowed": true })).await["answer"], "done");

    // Somebody can be muted by the mark of their lines, which tells nobody else who they are.
    let author = table["chat"][1]["author"].clone();
    assert_ne!(author, table["chat"][0]["author"]);
    let mute = |author: &Value, muted: bool| json!({ "ask": "mute", "author": author, "muted": muted });
    assert_eq!(sockets[2].ask(mute(&author, true)).await["code"], "not-host");
    assert_eq!(sockets[0].ask(mute(&json!("nobody"), true)).await["code"], "invalid");
    assert_eq!(sockets[0].ask(mute(&author, true)).await["answer"], "done");
    assert_eq!(sockets[1].ask(say("but")).await["code"], "not-allowed");
    assert_eq!(watching.ask(say("poor you")).await["answer"], "done");
    let server = server.restart(1000).await;
    let table = guests[0].at(&server).get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["muted"], json!([author]));
    let (host, muted) = (guests[0].at(&server), guests[1].at(&server));
    assert_eq!(host.table(&id).await.ask(mute(&author, false)).await["answer"], "done");
    assert_eq!(muted.table(&id).await.ask(say("thank you")).await["answer"], "done");
}

#[tokio::test]
async fn finished_games_forget_people_and_are_pruned() {
    forget_and_prune(&Server::start().await).await;
}

#[tokio::test]
async fn finished_games_forget_people_and_are_pruned_on_postgres_too() {
    if let Some(postgres) = Postgres::start() {
        forget_and_prune(&Server::start_with(|it| it.database.clone_from(&postgres.url)).await).await;
    }
}

async fn forget_and_prune(server: &Server) {
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "random"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    play(&host, &id, Habits::default()).await;
    let mut socket = host.table(&id).await;
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "good game" })).await["answer"], "done");
    let store = &server.app_state.store;
    let looks = store.looks(alhambra_server::store::Which::All).await.unwrap();
    let person = looks[0].people.iter().flatten().next().unwrap().clone();
    assert!(store.knows(&person).await.unwrap());
    store.ask_to_amend(&person, None).await.unwrap();
    while !store.amendments().await.unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(!store.knows(&person).await.unwrap());
    let game = host.get(&format!("/api/games/{id}")).await;
    let names: Vec<_> = game["seats"].as_array().unwrap().iter().map(|it| &it["occupant"]).collect();
    assert!(names.iter().any(|it| it["occupant"] == "person" && it["name"] == "Somebody"), "{names:?}");
    assert_eq!(game["yours"], json!([]));
    assert_eq!(host.get(&format!("/api/tables/{id}")).await["chat"], json!([]));

    let over = game["finished_at"].as_u64().unwrap();
    assert_eq!(store.prune(over).await.unwrap(), 0);
    assert_eq!(store.prune(over + 1).await.unwrap(), 1);
    assert_eq!(host.http("GET", &format!("/api/games/{id}"), None).await.0, 404);
    assert!(store.log(&id).await.unwrap().is_empty());
}
