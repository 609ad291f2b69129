//! Fair shuffles: everybody is bound before anybody shows anything, nothing is shown before the end, and all of it is
//! checked from outside.

use alhambra_engine::{
    Seed,
    fairness::{self, Hex, Nonce, Seating},
    notation::Record,
};
use serde_json::{Value, json};

use crate::common::{Guest, Server, Socket, ruleset, wish};

const NONCES: [Nonce; 2] = [Hex([0xa7; 16]), Hex([0xb3; 16])];

fn commit(id: &str, seat: u8, nonce: Nonce) -> Value {
    json!({ "ask": "commit", "seat": seat, "commitment": fairness::of_nonce(id, nonce).to_string() })
}

fn reveal(seat: u8, nonce: Nonce) -> Value {
    json!({ "ask": "reveal", "seat": seat, "nonce": nonce.to_string() })
}

/// Two people and a bot who gather at a table whose seats will be shuffled, both bound to their nonces.
async fn gather(server: &Server) -> (String, [Guest; 2], [Socket; 2]) {
    let (mut host, mut other) = (server.guest(), server.guest());
    let mut wish = wish(&ruleset("alhambra", 3, &[]), &["me", "open", "random"]);
    wish["settings"]["fixed_seats"] = json!(false);
    let id = host.open(&wish).await;
    other.get("/api/me").await;
    let mut sockets = [host.table(&id).await, other.table(&id).await];
    assert_eq!(sockets[1].ask(json!({ "ask": "sit" })).await["answer"], "done");
    for (seat, socket) in (0..).zip(&mut sockets) {
        assert_eq!(socket.ask(commit(&id, seat, NONCES[usize::from(seat)])).await["answer"], "done");
    }
    (id, [host, other], sockets)
}

async fn table(guest: &Guest, id: &str) -> Value {
    guest.clone().get(&format!("/api/tables/{id}")).await
}

/// Gives the game up and reads its record.
async fn record(id: &str, guests: &[Guest; 2], sockets: &mut [Socket; 2]) -> Record {
    for (guest, socket) in guests.iter().zip(sockets) {
        let seat = &table(guest, id).await["yours"][0];
        assert_eq!(socket.ask(json!({ "ask": "abandon", "seat": seat, "wanted": true })).await["answer"], "done");
    }
    let (status, text) = guests[0].clone().http("GET", &format!("/api/games/{id}/record"), None).await;
    assert_eq!(status, 200, "{text}");
    text.parse().unwrap()
}

#[tokio::test]
async fn a_game_begins_when_all_have_shown_their_nonces() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = gather(&server).await;
    let shuffle = table(&guests[0], &id).await["shuffle"].take();
    let bound = [0, 1].map(|it| json!(fairness::of_nonce(&id, NONCES[it]).to_string()));
    assert_eq!(shuffle["seats"], json!([bound[0], bound[1], null]));
    assert_eq!(shuffle["revealing"], false);
    // Nobody is heard before it is too late to change anything.
    assert_eq!(sockets[0].ask(reveal(0, NONCES[0])).await["code"], "not-now");
    assert_eq!(sockets[1].ask(commit(&id, 0, NONCES[1])).await["code"], "not-your-seat");
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(table(&guests[1], &id).await["shuffle"]["revealing"], true);
    for (ask, code) in [
        (commit(&id, 1, Hex([0; 16])), "not-now"),
        (json!({ "ask": "leave", "seat": 1 }), "not-now"),
        (reveal(1, Hex([0; 16])), "invalid"),
        (reveal(0, NONCES[0]), "not-your-seat"),
        (json!({ "ask": "reveal", "seat": 1, "nonce": "b3" }), "malformed"),
    ] {
        assert_eq!(sockets[1].ask(ask.clone()).await["code"], code, "{ask}");
    }
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["code"], "not-now");
    assert_eq!(sockets[0].ask(reveal(0, NONCES[0])).await["answer"], "done");
    assert_eq!(table(&guests[1], &id).await["status"], "gathering");
    assert_eq!(sockets[1].ask(reveal(1, NONCES[1])).await["answer"], "done");
    let playing = table(&guests[1], &id).await;
    assert_eq!(playing["status"], "playing");
    assert_eq!(
        (&playing["shuffle"]["commitment"], &playing["shuffle"]["seats"]),
        (&shuffle["commitment"], &shuffle["seats"])
    );

    // Nothing of it is told before the end; then all of it fits together.
    let mut said = playing.to_string();
    for socket in &mut sockets {
        while socket.aside_len() > 0 {
            said += &socket.next().await.unwrap().to_string();
        }
    }
    let record = record(&id, &guests, &mut sockets).await;
    let proof = record.proof.as_ref().unwrap();
    for secret in [proof.secret.to_string(), NONCES[0].to_string(), NONCES[1].to_string(), record.seed.to_string()] {
        assert!(!said.contains(&secret), "{secret}");
    }
    assert_eq!(proof.check(&record), Ok(()));
    assert_eq!((json!(proof.commitment.to_string()), &proof.table), (shuffle["commitment"].clone(), &id));
    assert_eq!(proof.shares.iter().map(|it| it.nonce).collect::<Vec<_>>(), [Some(NONCES[0]), Some(NONCES[1]), None]);
    let Seating::Shuffled(order) = &proof.seating else { panic!("the seats were to be shuffled") };
    for (before, guest) in guests.iter().enumerate() {
        let seat = table(guest, &id).await["yours"][0].as_u64().unwrap();
        assert_eq!(usize::from(order[seat as usize]), before);
    }
}

#[tokio::test]
async fn nobody_waits_for_ever_for_a_nonce() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = gather(&server).await;
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(sockets[0].ask(reveal(0, NONCES[0])).await["answer"], "done");
    server.turn(4_999);
    assert_eq!(table(&guests[0], &id).await["status"], "gathering");
    server.turn(1);
    sockets[0].update().await;
    let seat = table(&guests[1], &id).await["yours"][0].as_u64().unwrap() as u8;
    assert_eq!(sockets[1].ask(reveal(seat, NONCES[1])).await["code"], "not-now");
    let record = record(&id, &guests, &mut sockets).await;
    let proof = record.proof.as_ref().unwrap();
    assert_eq!(proof.check(&record), Ok(()));
    // Everybody sees who was bound and has not shown a nonce.
    assert!(proof.shares[1].commitment.is_some() && proof.shares[1].nonce.is_none());
}

#[tokio::test]
async fn a_restart_keeps_what_everybody_is_bound_to() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = gather(&server).await;
    let before = table(&guests[0], &id).await["shuffle"].take();
    assert_eq!(sockets[0].ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(sockets[0].ask(reveal(0, NONCES[0])).await["answer"], "done");
    drop(sockets);
    let server = server.restart(100).await;
    let guests = guests.map(|it| it.at(&server));
    let mut sockets = [guests[0].table(&id).await, guests[1].table(&id).await];
    let after = table(&guests[0], &id).await["shuffle"].take();
    assert_eq!((&after["commitment"], &after["seats"]), (&before["commitment"], &before["seats"]));
    assert_eq!(sockets[1].ask(reveal(1, NONCES[1])).await["answer"], "done");
    assert_eq!(table(&guests[0], &id).await["status"], "playing");
    let record = record(&id, &guests, &mut sockets).await;
    assert_eq!(record.proof.as_ref().unwrap().check(&record), Ok(()));
    assert_eq!(record.proof.unwrap().n_nonces(), 2);
}

#[tokio::test]
async fn a_seat_that_changes_hands_is_bound_to_nothing() {
    let server = Server::start().await;
    let (id, guests, mut sockets) = gather(&server).await;
    let path = sockets[1].ask(json!({ "ask": "seat-link", "seat": 1 })).await["path"].take();
    let mut phone = server.guest();
    phone.post(&format!("/api{}", path.as_str().unwrap()), &json!(null)).await;
    assert_eq!(table(&guests[0], &id).await["shuffle"]["seats"][1], json!(null));
    assert_eq!(
        sockets[0].ask(json!({ "ask": "arrange", "seat": 0, "plan": { "seat": "me" } })).await["answer"],
        "done"
    );
    assert_eq!(table(&guests[0], &id).await["shuffle"]["seats"][0], json!(null));
}

#[tokio::test]
async fn a_game_from_a_record_says_so_and_is_in_no_list() {
    let server = Server::start().await;
    let mut host = server.guest();
    let known = Record::new("alhambra 2".parse().unwrap(), Seed::from_number(0));
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "open"]);
    wish["from"] = json!([format!("{known}1 take fl1 de2\n"), 1]);
    let id = host.open(&wish).await;
    let continued = table(&host, &id).await;
    assert_eq!((&continued["continued"], &continued["settings"]["visibility"]), (&json!(1), &json!("link")));
    assert_eq!(continued["shuffle"], json!(null));
    let lists = host.get("/api/tables").await;
    assert_eq!((&lists["open"], &lists["mine"][0]["continued"]), (&json!([]), &json!(1)));
    let mut socket = host.table(&id).await;
    assert_eq!(socket.ask(commit(&id, 0, NONCES[0])).await["code"], "not-now");
    assert_eq!(socket.ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(table(&host, &id).await["continued"], 1);

    // Before the first action it is a new game, and nobody knows its cards.
    wish["from"] = json!([known.to_string(), 0]);
    wish["seats"] = json!([{ "seat": "me" }, { "seat": "me" }]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let fresh = table(&host, &id).await;
    assert_eq!((&fresh["continued"], &fresh["settings"]["visibility"]), (&json!(null), &json!("public")));
    let mut socket = host.table(&id).await;
    for seat in [0, 1] {
        assert_eq!(socket.ask(json!({ "ask": "abandon", "seat": seat, "wanted": true })).await["answer"], "done");
    }
    let (_, text) = host.http("GET", &format!("/api/games/{id}/record"), None).await;
    let record: Record = text.parse().unwrap();
    assert_ne!(record.seed, known.seed);
    assert_eq!(record.proof.as_ref().unwrap().check(&record), Ok(()));
}
