//! Time: what is measured goes on evenly, whatever happens to the clock of the machine.

use alhambra_server::Clock;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    common::{Server, ruleset, wish},
    player::to_act,
};

const HOUR: u64 = 3_600_000;

#[tokio::test]
async fn nobody_loses_time_when_the_clock_of_the_machine_is_set() {
    let of_day = watch::Sender::new(50 * HOUR);
    let (time, shown) = (watch::Sender::new(50 * HOUR), of_day.subscribe());
    let measured = time.subscribe();
    let mut server = Server::start_with(|it| it.clock = Clock::by_two_hands(measured, shown)).await;
    server.hands = time;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    wish["settings"]["pace"] = json!({ "pace": "per-move", "seconds": 60 });
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let mut socket = host.table(&id).await;
    let update = socket.update().await;
    let seat = to_act(&update).unwrap();
    assert_eq!(update["clock"]["left"][seat as usize], 60_000);

    // The machine sleeps for a night, or somebody sets its clock: only what is shown changes.
    for (now, left) in [(74 * HOUR, 59_000), (20 * HOUR, 58_000)] {
        of_day.send_replace(now);
        server.turn(1000);
        socket.ask(json!({ "ask": "look", "seat": seat })).await;
        assert_eq!(socket.update().await["clock"]["left"][seat as usize], left);
        socket.ask(json!({ "ask": "chat", "text": "what time is it?" })).await;
        assert_eq!(socket.hear("chat").await["line"]["at"], json!(now));
    }
    let table: Value = host.get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][seat as usize]["substituted"], false);
    // What is measured runs out as ever.
    server.turn(58_000);
    while socket.hear("table").await["table"]["seats"][seat as usize]["substituted"] != true {}
}
