//! The program is killed while games are played, again and again: nothing that anybody was told is lost.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    common::{Guest, ruleset, wish},
    house::House,
    postgres::Postgres,
};

/// What a player was told.
#[derive(Default)]
struct Told {
    /// Every entry, in order.
    entries: Vec<Value>,
    /// The actions that were acknowledged, with their numbers.
    acknowledged: Vec<(usize, String)>,
}

/// How many actions were acknowledged in all games together.
#[derive(Default)]
struct Progress {
    n_acknowledged: AtomicUsize,
    changed: Notify,
}

/// Always the same numbers in the same order.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Plays to the end, whatever becomes of the connection.
async fn play(guest: Guest, id: String, seat: usize, progress: Arc<Progress>) -> Told {
    let mut told = Told::default();
    let mut dice = Dice(seat as u64 + 1);
    loop {
        let path = match told.entries.len() {
            0 => format!("/api/tables/{id}/socket"),
            n => format!("/api/tables/{id}/socket?seen={}", n - 1),
        };
        let Some(mut socket) = guest.visit_if_there(&path).await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // What was sent and not answered may have been done or not.
        let mut pending: Option<(usize, String)> = None;
        while let Some(message) = socket.next().await {
            match message["say"].as_str() {
                Some("game") => {
                    let update = &message["update"];
                    for entry in update["entries"].as_array().unwrap() {
                        assert_eq!(entry["seq"], json!(told.entries.len()), "an entry was lost or told twice");
                        told.entries.push(entry.clone());
                    }
                    let seq = update["seq"].as_u64().unwrap() as usize;
                    assert_eq!(seq + 1, told.entries.len(), "the server has forgotten what it told");
                    if update["view"]["agenda"] == json!([]) {
                        return told;
                    }
                    if update["options"].is_object() {
                        let ask = json!({ "ask": "legal", "seat": seat, "seq": seq });
                        socket.try_send(ask.to_string()).await;
                    }
                }
                Some("answer") if message["answer"] == "legal" => {
                    let actions = message["actions"].as_array().unwrap();
                    let action = actions[dice.below(actions.len())].as_str().unwrap().to_owned();
                    let seq = told.entries.len() - 1;
                    let ask = json!({ "ask": "act", "seat": seat, "seq": seq, "action": action });
                    pending = Some((seq + 1, action));
                    socket.try_send(ask.to_string()).await;
                }
                Some("answer") => {
                    told.acknowledged.extend(pending.take());
                    progress.n_acknowledged.fetch_add(1, Ordering::Relaxed);
                    progress.changed.notify_one();
                }
                Some("error") => panic!("{message}"),
                _ => {}
            }
        }
    }
}

/// So many games, so many kills, on one database.
async fn kill_again_and_again(n_games: usize, n_kills: usize, database: Option<String>) {
    let mut house = House::start_on(database);
    let progress = Arc::new(Progress::default());
    let mut games = Vec::new();
    for game in 0..n_games {
        let mut host = house.guest();
        let seats = if game % 2 == 0 { ["me", "open", "random"] } else { ["me", "random", "open"] };
        let id = host.open(&wish(&ruleset("alhambra", 3, &[]), &seats)).await;
        let mut second = house.guest();
        second.get("/api/me").await;
        let mut lines = [host.table(&id).await, second.table(&id).await];
        assert_eq!(lines[1].ask(json!({ "ask": "sit" })).await["answer"], "done");
        assert_eq!(lines[0].ask(json!({ "ask": "start" })).await["answer"], "done");
        let seat = if game % 2 == 0 { 1 } else { 2 };
        for (guest, seat) in [(host, 0), (second, seat)] {
            let task = tokio::spawn(play(guest.clone(), id.clone(), seat, Arc::clone(&progress)));
            games.push((guest, id.clone(), seat, task));
        }
    }
    let mut dice = Dice(20);
    let mut next = 0;
    for _ in 0..n_kills {
        next += 1 + dice.below(12 * n_games);
        while progress.n_acknowledged.load(Ordering::Relaxed) < next {
            progress.changed.notified().await;
        }
        house.kill();
    }
    let mut n_acknowledged = 0;
    for (mut guest, id, seat, task) in games {
        let told = task.await.unwrap();
        let kept = guest.get(&format!("/api/games/{id}/entries?as={seat}")).await;
        assert_eq!(Value::from(told.entries), kept, "what seat {seat} was told is not what was kept");
        for (seq, action) in &told.acknowledged {
            assert_eq!(kept[*seq]["notation"], json!(action), "an acknowledged action was lost");
        }
        n_acknowledged += told.acknowledged.len();
    }
    assert!(n_acknowledged >= next, "the games were over before the last kill");
    assert!(!house.log().contains("panicked"), "{}", house.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_games_survive_three_kills_on_sqlite() {
    kill_again_and_again(5, 3, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_games_survive_three_kills_on_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    kill_again_and_again(5, 3, Some(postgres.url.clone())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn fifty_games_survive_twenty_kills_on_sqlite() {
    kill_again_and_again(50, 20, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn fifty_games_survive_twenty_kills_on_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    kill_again_and_again(50, 20, Some(postgres.url.clone())).await;
}
