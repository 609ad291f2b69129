//! What one visitor or address may take up, so that nobody else has to wait for it or is kept out.

use serde_json::json;

use crate::common::{Guest, Server, Socket, ruleset, wish};

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
