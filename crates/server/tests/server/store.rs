//! One suite for both databases: what is stored is there, and the log is only ever appended to.

use alhambra_engine::Seat;
use alhambra_server::store::{Store, Write};
use alhambra_table::LogEntry;
use serde_json::{Value, json};

use crate::{
    common::{Server, ruleset, wish},
    player::{Habits, go_on, play},
    postgres::Postgres,
};

fn line(seq: u32) -> LogEntry {
    LogEntry { seq, seat: Seat(1), deed: "take fl1 di4".parse().unwrap(), at: 1 << 41, used: 250, hinted: seq == 2 }
}

fn entry(game: &str, seq: u32) -> Write {
    Write::Entry { game: game.to_owned(), entry: line(seq) }
}

/// Everything that is expected of a database.
async fn check(url: &str) {
    let store = Store::open(url).await.unwrap();
    let key = store.key().await.unwrap();
    store.write(vec![entry("a", 1), entry("a", 2), entry("b", 1)]).await.unwrap();
    assert_eq!(store.log("a").await.unwrap(), [line(1), line(2)]);

    // A lost race is an error, and nothing of it is stored.
    assert!(store.write(vec![entry("a", 3), entry("a", 2)]).await.is_err());
    assert_eq!(store.log("a").await.unwrap().len(), 2);

    // Many at once are committed together; one that fails doesn't spoil the others.
    let many = (0..200).map(|i| {
        let (store, seq) = (store.clone(), if i == 77 { 1 } else { 3 });
        tokio::spawn(async move {
            store.write(vec![entry(&format!("c{i}"), 1), entry(&format!("c{i}"), seq)]).await.is_ok()
        })
    });
    let mut n_stored = 0;
    for one in many.collect::<Vec<_>>() {
        n_stored += u32::from(one.await.unwrap());
    }
    assert_eq!(n_stored, 199);
    assert_eq!(store.log("c5").await.unwrap().len(), 2);
    assert_eq!(store.log("c77").await.unwrap().len(), 0);

    store.write(vec![Write::Down { since: 5, until: 9 }, Write::Alive { at: 9 }]).await.unwrap();
    assert_eq!(store.downtimes().await.unwrap(), [(5, 9)]);
    assert_eq!(store.meta("nowhere").await.unwrap(), None);
    assert!(store.open_tables().await.unwrap().is_empty());
    store.close().await;
    assert!(store.write(vec![entry("a", 9)]).await.is_err());

    // What was stored is there for the next one.
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.key().await.unwrap(), key);
    assert_eq!(store.log("a").await.unwrap(), [line(1), line(2)]);
    store.close().await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check(&format!("sqlite:{}", folder.path().join("alhambra.db").display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let Some(postgres) = Postgres::start() else { return };
    check(&postgres.url).await;
    // A whole game is kept there too.
    let server = Server::start_with(|it| it.database = postgres.url.clone()).await;
    let mut host = server.guest();
    let mut wish = wish(&ruleset("alhambra", 3, &[]), &["me", "random", "greedy"]);
    wish["start"] = json!(true);
    let id = host.open(&wish).await;
    let half = play(&host, &id, Habits { until: Some(30), ..Habits::default() }).await;
    let server = server.restart(1000).await;
    let mut host = host.at(&server);
    let course = go_on(&host, &id, Habits::default(), half).await;
    let replay = host.get(&format!("/api/games/{id}/entries?as=0")).await;
    assert_eq!(Value::from(course.entries), replay);
}
