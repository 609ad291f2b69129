//! Players who keep account of all that they were told and go on whatever happens to the program, and games full of them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::Notify, task::JoinHandle};

use crate::{
    common::{Guest, ruleset, wish},
    house::House,
};

/// What a player was told.
#[derive(Default)]
struct Told {
    /// Every entry, in order.
    entries: Vec<Value>,
    /// The actions that were acknowledged, with their numbers.
    acknowledged: Vec<(usize, String)>,
}

/// What the players of all games have seen so far.
#[derive(Default)]
pub(crate) struct Progress {
    n_acknowledged: AtomicUsize,
    n_refused: AtomicUsize,
    changed: Notify,
}

impl Progress {
    /// Waits until so many actions were acknowledged in all.
    pub(crate) async fn acknowledged(&self, n: usize) {
        while self.n_acknowledged() < n {
            let _ = tokio::time::timeout(Duration::from_millis(100), self.changed.notified()).await;
        }
    }

    /// How many were refused because they could not be stored.
    pub(crate) fn n_refused(&self) -> usize {
        self.n_refused.load(Ordering::Relaxed)
    }

    pub(crate) fn n_acknowledged(&self) -> usize {
        self.n_acknowledged.load(Ordering::Relaxed)
    }

    fn count(&self, count: &AtomicUsize) {
        count.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_one();
    }
}

/// Always the same numbers in the same order.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
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
        let mut is_heard = false;
        while let Some(message) = socket.next().await {
            is_heard = true;
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
                    progress.count(&progress.n_acknowledged);
                }
                // It may have been stored after all: whoever comes back sees it.
                Some("error") if message["code"] == "unavailable" => {
                    progress.count(&progress.n_refused);
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    break;
                }
                // What could not be told whether it was stored was.
                Some("error") if message["code"] == "stale" => pending = None,
                Some("error") => panic!("{message}"),
                _ => {}
            }
        }
        // A table that can't be read lets nobody in.
        if !is_heard {
            progress.count(&progress.n_refused);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Games that are being played by people who keep account.
pub(crate) struct Games {
    pub(crate) progress: Arc<Progress>,
    players: Vec<(Guest, String, usize, JoinHandle<Told>)>,
}

impl Games {
    /// Starts so many games, each of two people and a bot.
    pub(crate) async fn start(house: &House, n_games: usize) -> Games {
        let mut games = Games { progress: Arc::default(), players: Vec::new() };
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
                let task = tokio::spawn(play(guest.clone(), id.clone(), seat, Arc::clone(&games.progress)));
                games.players.push((guest, id.clone(), seat, task));
            }
        }
        games
    }

    /// Whether somebody is still playing.
    pub(crate) fn go_on(&self) -> bool {
        self.players.iter().any(|it| !it.3.is_finished())
    }

    /// Waits until all games are over and compares what everybody was told with what is kept; says how many actions were
    /// acknowledged.
    pub(crate) async fn finish(self, house: &House) -> usize {
        let mut n_acknowledged = 0;
        for (mut guest, id, seat, task) in self.players {
            let told = task.await.unwrap();
            let kept = guest.get(&format!("/api/games/{id}/entries?as={seat}")).await;
            assert_eq!(Value::from(told.entries), kept, "what seat {seat} was told is not what was kept");
            for (seq, action) in &told.acknowledged {
                assert_eq!(kept[*seq]["notation"], json!(action), "an acknowledged action was lost");
            }
            n_acknowledged += told.acknowledged.len();
        }
        assert!(!house.log().contains("panicked"), "{}", house.log());
        n_acknowledged
    }
}
