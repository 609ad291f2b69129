//! Attacks: one visitor who takes as much as a server gives, while others play.

use std::{
    cell::Cell,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use alhambra_engine::{Ruleset, Seed, State, modules::Module, notation::Record};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{runtime::Builder, sync::oneshot, task::LocalSet};
use tokio_tungstenite::tungstenite::Message;

use super::table::{Line, connect};
use crate::error::Error;

/// From where the attacker comes, as a proxy would say it: documents use this network, and nobody else does.
const ADDRESS: &str = "192.0.2.66";
/// How many sockets the attacker opens; a server gives one address hardly more.
const SOCKETS: usize = 60;
/// How many tables the attacker opens; a server lets one address open no more in a minute.
const TABLES: usize = 20;
/// How many requests over HTTP are under way at once.
const UPLOADS: usize = 16;
/// From one message to the next on a socket, just slower than a server allows.
const BEAT: Duration = Duration::from_millis(55);
/// Before whatever was refused or broke off is tried again.
const AGAIN: Duration = Duration::from_millis(100);
/// How many actions the longest record has; a server replays none that is much longer.
const ACTIONS: usize = 2900;

/// What an attacker wants too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Attack {
    /// Hints on 60 sockets at 20 tables, each as soon as the last one came.
    Hints,
    /// 20 tables of six masters, and somebody who watches them.
    Bots,
    /// Long records, to be replayed, reviewed and thought about.
    Uploads,
    /// Lines of chat on 60 sockets at one table.
    Chat,
    /// 60 readers of the lobby who ping it, while tables are opened and people sit down and get up.
    Lobby,
    /// 60 sockets that ask for a long game all the time and read nothing.
    NonReaders,
    /// 60 spectators, half of whom crowd the tables of the others while half come to a long game and go.
    Spectators,
}

/// An attack under way, in a thread of its own; dropped, it is over.
pub(super) struct Attacker {
    counts: Arc<Counts>,
    /// Dropped, it ends the thread.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What an attacker has done.
#[derive(Default)]
struct Counts {
    sent: AtomicU64,
    refused: AtomicU64,
}

impl Attacker {
    /// Begins to attack a server.
    pub(super) fn begin(attack: Attack, server: &str) -> Result<Attacker, Error> {
        let failed = |it: std::io::Error| Error::Failure(format!("can't start: {it}"));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (stop, stopped) = oneshot::channel();
        let counts = Arc::new(Counts::default());
        let (server, counted) = (server.to_owned(), Arc::clone(&counts));
        let thread = thread::Builder::new().name("attacker".to_owned()).spawn(move || {
            step_back();
            let visitor = Visitor {
                server,
                client: reqwest::Client::new(),
                record: long_record(),
                n_uploads: Cell::new(0),
                counts: counted,
            };
            let all = LocalSet::new();
            all.spawn_local(attack.run(Rc::new(visitor)));
            // Whoever began the attack has dropped their end, or it is dropped with them.
            let _ = all.block_on(&runtime, stopped);
        });
        Ok(Attacker { counts, stop: Some(stop), thread: Some(thread.map_err(failed)?) })
    }

    /// How many requests were sent so far, and how many of them were refused.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.counts.sent.load(Ordering::Relaxed), self.counts.refused.load(Ordering::Relaxed))
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Lets the server and those who are measured go first: an attacker would have a machine of their own.
#[cfg(target_os = "linux")]
fn step_back() {
    // For the system a thread is a process of its own; whatever it says, the attack goes on.
    let _ = rustix::process::setpriority_process(None, 5);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// A game of six with all modules that goes on and on, as only attackers have it.
fn long_record() -> Record {
    let all = format!("alhambra 6 {}", Module::ALL.map(Module::name).join(" "));
    let ruleset: Ruleset = all.parse().expect("all modules can be played together");
    let mut record = Record::new(ruleset, Seed::from_number(1));
    let mut state = State::new(ruleset, record.seed).expect("all modules can be played together");
    let (mut legal, mut dice) = (Vec::new(), 1_u64);
    while let Some(seat) = state.to_act().filter(|_| record.actions.len() < ACTIONS) {
        legal.clear();
        state.legal_actions_into(&mut legal);
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = legal[(dice >> 33) as usize % legal.len()];
        state.apply(seat, action).expect("what is legal can be done");
        record.actions.push((seat, action));
    }
    if state.is_over() {
        // It shall go on.
        record.actions.pop();
    }
    record
}

/// Whoever attacks.
struct Visitor {
    server: String,
    client: reqwest::Client,
    /// A game that takes long to replay.
    record: Record,
    /// How many records were sent.
    n_uploads: Cell<usize>,
    counts: Arc<Counts>,
}

impl Attack {
    async fn run(self, visitor: Rc<Visitor>) {
        match self {
            Attack::Hints => each(&visitor, TABLES, Visitor::hints),
            Attack::Bots => each(&visitor, TABLES, Visitor::bots),
            Attack::Uploads => each(&visitor, UPLOADS, Visitor::uploads),
            Attack::Chat => crowd(&visitor, SOCKETS, Visitor::chat).await,
            Attack::Lobby => {
                each(&visitor, SOCKETS - 1, Visitor::lobby);
                each(&visitor, 1, Visitor::openings);
            }
            Attack::NonReaders => crowd(&visitor, SOCKETS, Visitor::look).await,
            Attack::Spectators => {
                each(&visitor, SOCKETS / 2, Visitor::watch);
                crowd(&visitor, SOCKETS / 2, Visitor::come_and_go).await;
            }
        }
    }
}

/// Does the same many times over at once, each until it is refused or breaks off, and then again.
fn each(visitor: &Rc<Visitor>, n: usize, attack: impl AsyncFn(&Visitor, usize) -> Result<(), Error> + Clone + 'static) {
    for i in 0..n {
        let (visitor, attack) = (Rc::clone(visitor), attack.clone());
        tokio::task::spawn_local(async move {
            loop {
                if attack(&visitor, i).await.is_err() {
                    visitor.counts.refused.fetch_add(1, Ordering::Relaxed);
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }
}

/// Does the same many times over at a table that has a long game.
async fn crowd(
    visitor: &Rc<Visitor>,
    n: usize,
    attack: impl AsyncFn(&Visitor, &str) -> Result<(), Error> + Clone + 'static,
) {
    let mut wish = wish(&visitor.record.ruleset, &json!({ "seat": "me" }));
    wish["from"] = json!([visitor.record.to_string(), visitor.record.actions.len()]);
    let id = loop {
        match visitor.open(&wish).await {
            Ok((id, _)) => break id,
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    };
    each(visitor, n, async move |visitor, _| attack(visitor, &id).await);
}

/// The wish for a table that begins at once, with the same on every seat.
fn wish(ruleset: &Ruleset, seat: &Value) -> Value {
    json!({
        "settings": {
            "ruleset": ruleset,
            "visibility": "public",
            "pace": { "pace": "unlimited" },
            "assistance": { "hints": true, "undo": true },
            "fixed_seats": true,
        },
        "seats": vec![seat; usize::from(ruleset.players)],
        "start": true,
    })
}

impl Visitor {
    /// Asks over HTTP; what is not answered as it should be is an error.
    async fn request(&self, request: reqwest::RequestBuilder) -> Result<reqwest::Response, Error> {
        self.counts.sent.fetch_add(1, Ordering::Relaxed);
        let sent = request.header("x-forwarded-for", ADDRESS).send().await;
        sent.and_then(reqwest::Response::error_for_status).map_err(|it| refused(&it))
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server)
    }

    /// Opens a table; says its code and the cookie of whoever opened it.
    async fn open(&self, wish: &Value) -> Result<(String, String), Error> {
        let response = self.request(self.client.post(self.url("/api/tables")).json(wish)).await?;
        let cookie = response.headers().get("set-cookie").and_then(|it| it.to_str().ok()?.split(';').next());
        let cookie = cookie.unwrap_or_default().to_owned();
        let table: Value = response.json().await.map_err(|it| refused(&it))?;
        let id = table["id"].as_str().ok_or_else(|| refused(&"no table was opened"))?;
        Ok((id.to_owned(), cookie))
    }

    async fn line(&self, path: &str, cookie: Option<&str>) -> Result<Line, Error> {
        self.counts.sent.fetch_add(1, Ordering::Relaxed);
        connect(&self.server, path, cookie, ADDRESS).await
    }

    async fn send(&self, line: &mut Line, request: &Value) -> Result<(), Error> {
        self.counts.sent.fetch_add(1, Ordering::Relaxed);
        line.send(Message::text(request.to_string())).await.map_err(|it| refused(&it))
    }

    /// Asks for hints on three sockets of one's own table, each as soon as the last one came.
    async fn hints(&self, _: usize) -> Result<(), Error> {
        let ruleset = Ruleset { players: 4, ..self.record.ruleset };
        let (id, cookie) = self.open(&wish(&ruleset, &json!({ "seat": "me" }))).await?;
        let path = format!("/api/tables/{id}/socket");
        let ask = async || {
            let mut line = self.line(&path, Some(&cookie)).await?;
            // Whose turn it is shows in the answers.
            for seat in (0..ruleset.players).cycle() {
                loop {
                    self.send(&mut line, &json!({ "ask": "hint", "seat": seat, "seq": 0 })).await?;
                    if is_refused(&mut line).await? {
                        self.counts.refused.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                }
                tokio::time::sleep(BEAT).await;
            }
            Ok(())
        };
        futures_util::try_join!(ask(), ask(), ask()).map(|_| ())
    }

    /// Watches six masters.
    async fn bots(&self, _: usize) -> Result<(), Error> {
        let master = json!({ "seat": "bot", "level": "master" });
        let (id, cookie) = self.open(&wish(&self.record.ruleset, &master)).await?;
        let mut line = self.line(&format!("/api/tables/{id}/socket"), Some(&cookie)).await?;
        loop {
            heard(&mut line).await?;
        }
    }

    /// Sends a long record that nobody has sent before, to be replayed, reviewed or thought about.
    async fn uploads(&self, i: usize) -> Result<(), Error> {
        let path = ["entries", "moments/100000", "review", "moments/100/hint"][i % 4];
        let mut record = self.record.clone();
        let n = record.actions.len();
        record.actions.truncate(n - self.n_uploads.replace(self.n_uploads.get() + 1) % (n / 2));
        let request = self.client.post(self.url(&format!("/api/replay/{path}"))).body(record.to_string());
        let response = self.request(request).await?;
        response.bytes().await.map(|_| ()).map_err(|it| refused(&it))
    }

    /// Says as much as it may, and reads what all the others say.
    async fn chat(&self, id: &str) -> Result<(), Error> {
        let mut line = self.line(&format!("/api/tables/{id}/socket"), None).await?;
        let text = "x".repeat(300);
        loop {
            self.send(&mut line, &json!({ "ask": "chat", "text": text })).await?;
            read_for(&mut line, BEAT).await?;
        }
    }

    /// Reads the lists and pings.
    async fn lobby(&self, _: usize) -> Result<(), Error> {
        let mut line = self.line("/api/lobby/socket", None).await?;
        loop {
            self.counts.sent.fetch_add(1, Ordering::Relaxed);
            line.send(Message::Ping(Vec::new().into())).await.map_err(|it| refused(&it))?;
            read_for(&mut line, BEAT).await?;
        }
    }

    /// Opens a public table and changes it as often as it may.
    async fn openings(&self, _: usize) -> Result<(), Error> {
        let mut wish = wish(&self.record.ruleset, &json!({ "seat": "open" }));
        wish["start"] = json!(false);
        let (id, cookie) = self.open(&wish).await?;
        let mut line = self.line(&format!("/api/tables/{id}/socket"), Some(&cookie)).await?;
        for _ in 0..40 {
            for ask in ["sit", "leave"] {
                self.send(&mut line, &json!({ "ask": ask, "seat": 0 })).await?;
                read_for(&mut line, BEAT).await?;
            }
        }
        Ok(())
    }

    /// Has a whole game told again and again, and reads nothing.
    async fn look(&self, id: &str) -> Result<(), Error> {
        let mut line = self.line(&format!("/api/tables/{id}/socket"), None).await?;
        loop {
            self.send(&mut line, &json!({ "ask": "look", "seat": null })).await?;
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Watches a table of somebody else, whichever the open list has here, while it is played at.
    async fn watch(&self, i: usize) -> Result<(), Error> {
        let response = self.request(self.client.get(self.url("/api/tables"))).await?;
        let tables: Value = response.json().await.map_err(|it| refused(&it))?;
        let open = tables["open"].as_array().filter(|it| !it.is_empty());
        let open = open.ok_or_else(|| refused(&"no table is public"))?;
        let id = open[i % open.len()]["id"].as_str().unwrap_or_default();
        let mut line = self.line(&format!("/api/tables/{id}/socket"), None).await?;
        loop {
            heard(&mut line).await?;
        }
    }

    /// Watches for a moment.
    async fn come_and_go(&self, id: &str) -> Result<(), Error> {
        let mut line = self.line(&format!("/api/tables/{id}/socket"), None).await?;
        // The table, and then its game.
        heard(&mut line).await?;
        heard(&mut line).await.map(|_| ())
    }
}

fn refused(reason: &dyn std::fmt::Display) -> Error {
    Error::Failure(reason.to_string())
}

/// The next text on a line.
async fn heard(line: &mut Line) -> Result<Message, Error> {
    loop {
        match line.next().await {
            Some(Ok(message)) if message.is_text() => return Ok(message),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(refused(&error)),
            None => return Err(refused(&"the socket was closed")),
        }
    }
}

/// Whether a request was refused, once it is answered.
async fn is_refused(line: &mut Line) -> Result<bool, Error> {
    loop {
        let message = heard(line).await?;
        let text = message.to_text().unwrap_or_default();
        if text.starts_with(r#"{"say":"answer""#) {
            return Ok(false);
        }
        if text.starts_with(r#"{"say":"error""#) {
            return Ok(true);
        }
    }
}

/// Reads whatever comes for a while.
async fn read_for(line: &mut Line, time: Duration) -> Result<(), Error> {
    let read = async {
        loop {
            heard(line).await?;
        }
    };
    tokio::time::timeout(time, read).await.unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server would refuse anything else before it costs much.
    #[test]
    fn the_long_record_is_as_long_as_it_may_be_and_a_game() {
        let record = long_record();
        assert!(record.actions.len() > 500, "{}", record.actions.len());
        assert!(record.to_string().len() < 512 << 10);
        let mut state = State::new(record.ruleset, record.seed).unwrap();
        for &(seat, action) in &record.actions {
            state.apply(seat, action).unwrap();
        }
    }
}
