//! Faults of the database under the real program: a full disk, a lock, a server that goes away.

use std::process::Command;

use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::{
    common::{Guest, Socket},
    house::{House, insist, table_for_two},
    postgres::Postgres,
};

/// The sockets of a table for two, and what the one who decides can do next.
struct Game {
    sockets: [Socket; 2],
    seat: usize,
    seq: u64,
}

impl Game {
    async fn join(guests: &[Guest; 2], id: &str) -> Game {
        let sockets = [guests[0].table(id).await, guests[1].table(id).await];
        let mut game = Game { sockets, seat: 0, seq: 0 };
        game.look().await;
        game
    }

    /// Finds out who decides.
    async fn look(&mut self) {
        for seat in 0..2 {
            let answer = self.sockets[seat].ask(json!({ "ask": "look", "seat": seat })).await;
            assert_eq!(answer["answer"], "done", "{answer}");
            self.seq = answer["seq"].as_u64().unwrap();
            let ask = json!({ "ask": "legal", "seat": seat, "seq": self.seq });
            if self.sockets[seat].ask(ask).await["answer"] == "legal" {
                self.seat = seat;
            }
        }
    }

    /// Something legal for the one who decides.
    async fn action(&mut self) -> Value {
        let ask = json!({ "ask": "legal", "seat": self.seat, "seq": self.seq });
        let legal = self.sockets[self.seat].ask(ask).await;
        json!({ "ask": "act", "seat": self.seat, "seq": self.seq, "action": legal["actions"][0] })
    }

    /// Acts while nothing can be stored, then when it can again; nothing is lost and nothing happens twice.
    async fn bear(&mut self, break_it: impl AsyncFnOnce(), repair: impl AsyncFnOnce()) {
        let act = self.action().await;
        break_it().await;
        let refused = self.sockets[self.seat].ask(act.clone()).await;
        assert_eq!(refused["code"], "unavailable", "{refused}");
        let sentence = refused["message"].as_str().unwrap();
        assert!(sentence.contains("try again"), "{sentence}");
        repair().await;
        // It may have been stored after all, or not: the number tells.
        let answer = loop {
            let answer = self.sockets[self.seat].ask(act.clone()).await;
            if answer["code"] != "unavailable" {
                break answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        };
        assert!(answer["answer"] == "done" || answer["code"] == "stale", "{answer}");
        self.look().await;
        assert_eq!(self.seq, act["seq"].as_u64().unwrap() + 1);
    }
}

/// What is done before, while and after something fails is all there when the program starts again.
async fn nothing_is_lost(house: &mut House, guests: [Guest; 2], id: &str, n_actions: u64) {
    house.kill();
    let game = Game::join(&guests, id).await;
    assert_eq!(game.seq, n_actions);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk() {
    let mut house = House::start();
    let (guests, id) = table_for_two(&house).await;
    let mut game = Game::join(&guests, &id).await;
    let first = game.action().await;
    insist(&mut game.sockets[first["seat"].as_u64().unwrap() as usize], &first).await;
    game.look().await;
    let pid = house.pid().to_string();
    let limit = |bytes: &'static str| {
        let done = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")]).status();
        assert!(done.unwrap().success());
    };
    // No file may grow beyond what the database has already.
    game.bear(async || limit("4096"), async || limit("unlimited")).await;
    let ready = house.guest().http("GET", "/readyz", None).await;
    assert_eq!(ready, (200, "ready\n".to_owned()));
    drop(game);
    nothing_is_lost(&mut house, guests, &id, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database() {
    let mut house = House::start();
    let (guests, id) = table_for_two(&house).await;
    let mut game = Game::join(&guests, &id).await;
    let mut other = sqlx::SqliteConnection::connect(&format!("sqlite:{}", house.database)).await.unwrap();
    let connection = tokio::sync::Mutex::new(&mut other);
    let run = async |statement: &'static str| {
        let mut connection = connection.lock().await;
        sqlx::query(statement).execute(&mut **connection).await.unwrap();
    };
    // Whoever wants to write waits, but not for ever.
    game.bear(async || run("BEGIN IMMEDIATE").await, async || run("ROLLBACK").await).await;
    drop(game);
    nothing_is_lost(&mut house, guests, &id, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_to_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    let mut house = House::start_on(Some(postgres.url.clone()));
    let (guests, id) = table_for_two(&house).await;
    let mut game = Game::join(&guests, &id).await;
    let postgres = std::cell::RefCell::new(postgres);
    game.bear(
        async || {
            postgres.borrow_mut().stop();
            assert_eq!(house.guest().http("GET", "/readyz", None).await.0, 503);
        },
        async || postgres.borrow_mut().start_again(),
    )
    .await;
    drop(game);
    nothing_is_lost(&mut house, guests, &id, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_belongs_to_one_program() {
    let Some(postgres) = Postgres::start() else { return };
    let mut house = House::start_on(Some(postgres.url.clone()));
    let (guests, id) = table_for_two(&house).await;
    let mut game = Game::join(&guests, &id).await;
    let second = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["serve", "--bind", "127.0.0.1:0", "--database", &postgres.url])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.code() == Some(1) && said.contains("serves it already; stop that one first"), "{said}");
    // Whoever looks after the first one may still do so.
    assert!(house.admin(&["list"]).1.contains(&id));

    // It loses its connection, and another program has the database before it comes back.
    let mut other = sqlx::PgConnection::connect(&postgres.url).await.unwrap();
    for statement in [
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'",
        "SELECT pg_advisory_lock(hashtextextended('alhambra ' || current_schema(), 0))",
        "UPDATE facts SET value = 'another' WHERE name = 'owner'",
    ] {
        sqlx::query(statement).execute(&mut other).await.unwrap();
    }
    // What it remembers may be wrong by now: it stores nothing any more and ends, so that it is started again.
    let act = game.action().await;
    assert_eq!(game.sockets[game.seat].ask(act.clone()).await["code"], "unavailable");
    assert_eq!(house.wait().code(), Some(1));
    assert!(house.log().contains("another program has served the database meanwhile"), "{}", house.log());
    drop(game);
    other.close().await.unwrap();
    house.start_again();
    let mut game = Game::join(&guests, &id).await;
    let act = game.action().await;
    insist(&mut game.sockets[game.seat], &act).await;
}
