//! Whole games over real sockets.

use alhambra_engine::notation::Record;
use serde_json::{Value, json};

use crate::{
    common::{ALL, Guest, Server, ruleset, wish},
    player::{Course, Habits, go_on, play, to_act},
};

/// A table with people on the first two seats, whose game has begun.
async fn begin(server: &Server, wish: &Value) -> (String, [Guest; 2]) {
    let (mut host, mut second) = (server.guest(), server.guest());
    let id = host.open(wish).await;
    second.get("/api/me").await;
    assert_eq!(second.table(&id).await.ask(json!({ "ask": "sit" })).await["answer"], "done");
    assert_eq!(host.table(&id).await.ask(json!({ "ask": "start" })).await["answer"], "done");
    (id, [host, second])
}

/// Two people, bots on the other seats.
fn two_people(game: &str, players: usize, modules: &[&str]) -> Value {
    let seats = ["me", "open", "random", "greedy", "random", "random"];
    wish(&ruleset(game, players, modules), &seats[..players])
}

/// What was sent is what the replay tells, and what its record leads to.
async fn check(guest: &Guest, id: &str, seen: &[(&str, &Course)]) {
    let mut guest = guest.clone();
    for (perspective, course) in seen {
        let replay = guest.get(&format!("/api/games/{id}/entries?as={perspective}")).await;
        assert_eq!(Value::from(course.entries.clone()), replay, "as {perspective}");
    }
    let result = guest.get(&format!("/api/games/{id}")).await;
    let (_, record) = guest.http("GET", &format!("/api/games/{id}/record"), None).await;
    let record: Record = record.parse().unwrap();
    let state = record.replay(|_, _, _| {}).unwrap();
    let scores: Vec<_> = state.players.iter().map(|it| json!(it.score)).collect();
    let told: Vec<_> = result["seats"].as_array().unwrap().iter().map(|it| it["score"].clone()).collect();
    assert_eq!(scores, told);
    let moment = guest.get(&format!("/api/games/{id}/moments/{}?as=spectator", record.actions.len())).await;
    let (_, watched) = seen.last().unwrap();
    if watched.latest["seat"].is_null() {
        assert_eq!(moment["view"], watched.latest["view"]);
    }
}

/// Plays a game of two people, bots and a spectator, who lose their connections, hesitate and pass beforehand.
async fn whole_game(wish: Value, number: u64) -> [Course; 3] {
    let server = Server::seeded(number).await;
    let (id, [host, second]) = begin(&server, &wish).await;
    let pass = json!({ "vizier": { "when": "pass" }, "thieves": { "when": "pass" } });
    let standing = second.table(&id).await.ask(json!({ "ask": "standing", "seat": 1, "pass": pass })).await;
    assert_eq!(standing["answer"], "standing");
    let mut spectator = server.guest();
    spectator.get("/api/me").await;
    let hasty = Habits { reconnects_after: Some(9), ..Habits::default() };
    let hesitant = Habits { hesitates: true, ..Habits::default() };
    let (first, second, watched) =
        tokio::join!(play(&host, &id, hesitant), play(&second, &id, hasty), play(&spectator, &id, hasty));
    check(&host, &id, &[("0", &first), ("1", &second), ("spectator", &watched)]).await;
    assert!(first.n_taken_back > 0 && second.n_reconnects > 1 && watched.n_reconnects > 1);
    assert_eq!(host.clone().get("/api/games").await.as_array().unwrap().len(), 1);
    [first, second, watched]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn base_game_with_two_to_six_seats() {
    for players in 2..=6 {
        Box::pin(whole_game(two_people("alhambra", players, &[]), players as u64)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_eleven_modules() {
    let [first, second, _] = Box::pin(whole_game(two_people("alhambra", 4, &ALL), 1)).await;
    // One is asked between turns, the other has passed beforehand.
    assert!(first.n_interrupts > 0);
    assert_eq!(second.n_interrupts, 0);
    let asked = |it: &&Value| it["seat"] == 1 && it["notation"] == "pass";
    assert!(second.entries.iter().filter(asked).count() > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn granada_and_both_together() {
    Box::pin(whole_game(two_people("granada", 3, &["vizier"]), 1)).await;
    Box::pin(whole_game(two_people("both", 3, &["bureaux"]), 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_played_one_seat_further() {
    let server = Server::seeded(2).await;
    let (id, [host, second]) = begin(&server, &two_people("alhambra", 3, &[])).await;
    tokio::join!(play(&host, &id, Habits::default()), play(&second, &id, Habits::default()));
    let again = second.table(&id).await.ask(json!({ "ask": "rematch" })).await["table"].as_str().unwrap().to_owned();
    assert_eq!(host.table(&id).await.ask(json!({ "ask": "rematch" })).await["table"], json!(again));
    let names = async |id: &str| {
        let table = host.clone().get(&format!("/api/tables/{id}")).await;
        table["seats"].as_array().unwrap().iter().map(|it| it["occupant"]["name"].clone()).collect::<Vec<_>>()
    };
    let mut moved = names(&id).await;
    moved.rotate_right(1);
    assert_eq!(names(&again).await, moved);
    // Whoever wanted to play again is the host.
    assert_eq!(host.table(&again).await.ask(json!({ "ask": "start" })).await["code"], "not-host");
    assert_eq!(second.table(&again).await.ask(json!({ "ask": "start" })).await["answer"], "done");
    let (first, second) =
        tokio::join!(play(&host, &again, Habits::default()), play(&second, &again, Habits::default()));
    check(&host, &again, &[("1", &first), ("2", &second)]).await;
    assert_eq!(host.clone().get("/api/games").await.as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_on_several_seats() {
    let server = Server::seeded(3).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 3, &["street-trader", "thieves"]), &["me", "random", "me"]);
    wish["seats"][2]["name"] = json!("Boabdil");
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let course = play(&host, &id, Habits { reconnects_after: Some(20), ..Habits::default() }).await;
    let acted = |seat: u64| course.entries.iter().any(|it| it["seat"] == json!(seat));
    assert!(acted(0) && acted(1) && acted(2));
    let result = host.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&result["yours"], result["n_actions"].as_u64()),
        (&json!([0, 2]), Some(course.entries.len() as u64 - 1))
    );
    assert_eq!(result["seats"][2]["occupant"]["name"], "Boabdil");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_on_when_time_has_run_out_and_hands_back() {
    let server = Server::seeded(4).await;
    let mut wish = two_people("alhambra", 3, &[]);
    wish["settings"]["pace"] = json!({ "pace": "bank", "seconds": 60, "increment": 5 });
    let (id, [host, second]) = begin(&server, &wish).await;
    let host_plays = tokio::spawn({
        let (host, id) = (host.clone(), id.clone());
        async move { play(&host, &id, Habits::default()).await }
    });
    // The second one sits there and does nothing until a bot plays.
    let mut socket = second.table(&id).await;
    while to_act(&socket.update().await) != Some(1) {}
    server.turn(60_000);
    let is_substituted = |table: &Value| table["seats"][1]["substituted"] == true;
    while !is_substituted(&socket.hear("table").await["table"]) {}
    let update = socket.update().await;
    assert_eq!(update["clock"]["left"][1], 0);
    drop(socket);
    // Whoever comes back finds the seat free, and half a minute on the clock.
    let course = play(&second, &id, Habits::default()).await;
    assert!(!is_substituted(&second.clone().get(&format!("/api/tables/{id}")).await));
    assert!(course.latest["clock"]["left"][1].as_u64().unwrap() >= 30_000);
    let first = host_plays.await.unwrap();
    check(&host, &id, &[("0", &first), ("1", &course)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_the_middle_loses_nothing() {
    let server = Server::seeded(5).await;
    let mut wish = two_people("alhambra", 3, &ALL);
    wish["settings"]["pace"] = json!({ "pace": "bank", "seconds": 600, "increment": 0 });
    let (id, [host, second]) = begin(&server, &wish).await;
    let half = Habits { until: Some(60), ..Habits::default() };
    let (first, other) = tokio::join!(play(&host, &id, half), play(&second, &id, half));
    // Whoever decides now has thought for seven seconds when the server goes down for an hour.
    let mut socket = host.table(&id).await;
    let mut before = socket.update().await;
    while !matches!(to_act(&before), Some(0 | 1)) {
        before = socket.update().await;
    }
    let decides = to_act(&before).unwrap() as usize;
    server.turn(7_000);
    drop(socket);
    let server = server.restart(3_600_000).await;
    let [host, second] = [host.at(&server), second.at(&server)];
    let after = host.table(&id).await.update().await;
    assert_eq!((&after["view"], &after["seq"]), (&before["view"], &before["seq"]));
    let left = |update: &Value, seat: usize| update["clock"]["left"][seat].as_u64().unwrap();
    assert_eq!(left(&after, decides), left(&before, decides) - 7_000);
    assert_eq!(left(&after, 1 - decides), left(&before, 1 - decides));
    assert_eq!(after["clock"]["running"], json!(decides));
    let (first, other) =
        tokio::join!(go_on(&host, &id, Habits::default(), first), go_on(&second, &id, Habits::default(), other));
    check(&host, &id, &[("0", &first), ("1", &other)]).await;
}
