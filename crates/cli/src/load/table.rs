//! A table of the load: its players on real sockets, who do anything that is legal.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt, future::select_all};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{self, Message, client::IntoClientRequest as _, protocol::WebSocketConfig},
};

use super::{
    cause,
    measure::Measure,
    said::{Problem, Said, Update},
};
use crate::error::Error;

/// A socket to the server.
pub(super) type Line = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server that says nothing for so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// What helps where the server refuses so much.
const LIMITS: &str = "the limits of the server are flags of `serve`, as `alhambra load --help` tells";

/// Where the tables are opened, and what is played there.
pub(super) struct Place {
    /// The address of the server.
    pub server: String,
    /// Whoever asks over HTTP.
    pub client: reqwest::Client,
    /// The wish for a table.
    pub wish: Value,
}

/// One table with all its players.
pub(super) struct Table {
    /// The line of each seat.
    lines: Vec<Line>,
    dice: u64,
}

/// An action that is to be sent.
struct Next {
    line: usize,
    seq: u32,
    action: String,
}

impl Table {
    /// Opens a table, lets everybody sit down, and starts the game; `number` is its place among all of the load.
    pub(super) async fn open(place: &Place, players: u8, number: u32, game: u32) -> Result<Table, Error> {
        // For a server that trusts a proxy everybody at this table comes from an address of their own.
        let [_, b, c, d] = number.to_be_bytes();
        let address = format!("10.{b}.{c}.{d}");
        let request = place.client.post(format!("http://{}/api/tables", place.server));
        let response = request.header("x-forwarded-for", &address).json(&place.wish).send().await;
        let response = response.map_err(|it| {
            Error::Failure(format!(
                "no server can be reached at {}: {}; --server tells where",
                place.server,
                cause(&it)
            ))
        })?;
        let cookie = response.headers().get("set-cookie").and_then(|it| it.to_str().ok()?.split(';').next());
        let cookie = cookie.map(str::to_owned);
        let answer: Value = response.json().await.map_err(|it| Error::Failure(format!("no table was opened: {it}")))?;
        let id = answer["id"].as_str().ok_or_else(|| {
            let reason = answer["message"].as_str().unwrap_or("the server answered with something else");
            Error::Failure(format!("no table was opened: {reason}; {LIMITS}"))
        })?;
        let dice = u64::from(number) << 32 | u64::from(game) << 1 | 1;
        let mut table = Table { lines: Vec::new(), dice };
        // As the client in the browser does it.
        let path = format!("/api/tables/{id}/socket?news=true");
        for seat in 0..players {
            let host = cookie.as_ref().filter(|_| seat == 0);
            table.lines.push(connect(&place.server, &path, host.map(String::as_str), &address).await?);
            if seat > 0 {
                table.ask(usize::from(seat), &json!({ "ask": "sit", "seat": seat })).await?;
                table.wait_for_seat(usize::from(seat)).await?;
            }
        }
        table.ask(0, &json!({ "ask": "start" })).await?;
        Ok(table)
    }

    async fn ask(&mut self, line: usize, request: &Value) -> Result<(), Error> {
        self.lines[line].send(Message::text(request.to_string())).await.map_err(|it| broken(&it))
    }

    async fn wait_for_seat(&mut self, line: usize) -> Result<(), Error> {
        loop {
            let text = read(&mut self.lines[line]).await?;
            match understand(&text)? {
                Said::Table(table) if !table.yours.is_empty() => return Ok(()),
                Said::Error(problem) => {
                    return Err(Error::Failure(format!("nobody could sit down: {}", problem.message)));
                }
                Said::Table(_) | Said::Game(_) | Said::Else => {}
            }
        }
    }

    /// Takes messages and never acts, until nobody needs the table any more.
    pub(super) async fn watch(mut self) -> Result<(), Error> {
        loop {
            match select_all(self.lines.iter_mut().map(StreamExt::next)).await.0 {
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(broken(&error)),
                None => return Err(closed()),
            }
        }
    }

    /// Plays to the end; `pause` is the time from one action to the next.
    pub(super) async fn play(mut self, pause: Option<Duration>, measure: &Measure) -> Result<(), Error> {
        let mut sent: Option<(usize, u32, Instant)> = None;
        let mut seen = vec![0; self.lines.len()];
        let mut next: Option<Next> = None;
        // Tables don't all begin at the same moment.
        let mut due = tokio::time::Instant::now() + pause.unwrap_or_default().mul_f64(self.throw_share());
        loop {
            // Nobody acts before all have seen what they act on, as people at a table wouldn't.
            if let Some(Next { line, seq, action }) = next.take_if(|it| seen.iter().all(|seen| *seen >= it.seq)) {
                if let Some(pause) = pause {
                    tokio::time::sleep_until(due).await;
                    due += pause;
                }
                let request = format!(r#"{{"ask":"act","seat":{line},"seq":{seq},"action":"{action}"}}"#);
                sent = Some((line, seq + 1, Instant::now()));
                self.lines[line].send(Message::text(request)).await.map_err(|it| broken(&it))?;
            }
            let all = self.lines.iter_mut().map(StreamExt::next);
            let heard = tokio::time::timeout(PATIENCE, select_all(all)).await;
            let (frame, line, _) = heard.map_err(|_| Error::Failure("the server says nothing".to_owned()))?;
            let text = match frame {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_))) | None => return Err(closed()),
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(broken(&error)),
            };
            measure.received(text.len());
            match understand(&text)? {
                Said::Game(update) => {
                    if let Some((actor, seq, at)) = sent
                        && update.seq == seq
                        && seen[line] < seq
                    {
                        if line == actor {
                            measure.moved();
                        } else {
                            measure.told(at.elapsed());
                        }
                    }
                    seen[line] = update.seq;
                    if update.is_over {
                        return Ok(());
                    }
                    next = self.choose(line, &update).or(next);
                }
                Said::Error(Problem { code, message }) => {
                    return Err(Error::Failure(format!("an action was refused: {code}: {message}")));
                }
                Said::Table(_) | Said::Else => {}
            }
        }
    }

    fn choose(&mut self, line: usize, update: &Update<'_>) -> Option<Next> {
        let options = update.options.as_ref()?;
        let action = options.pick(self.throw())?;
        Some(Next { line, seq: update.seq, action })
    }

    fn throw(&mut self) -> u32 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) as u32
    }

    /// A random number from 0 to 1.
    fn throw_share(&mut self) -> f64 {
        f64::from(self.throw()) / f64::from(1_u32 << 31)
    }
}

/// Opens a socket, with a cookie if there is one, and as from this address.
pub(super) async fn connect(server: &str, path: &str, cookie: Option<&str>, address: &str) -> Result<Line, Error> {
    let wrong = |it: &dyn std::fmt::Display| Error::Failure(format!("a socket can't be opened: {it}"));
    let mut request = format!("ws://{server}{path}").into_client_request().map_err(|it| wrong(&it))?;
    for (name, value) in [("cookie", cookie), ("x-forwarded-for", Some(address))] {
        if let Some(value) = value {
            request.headers_mut().insert(name, value.parse().map_err(|it| wrong(&it))?);
        }
    }
    // Thousands of lines share this machine with the server.
    let config = WebSocketConfig::default().read_buffer_size(8 << 10);
    let connected = connect_async_with_config(request, Some(config), true).await;
    connected.map(|it| it.0).map_err(|it| match it {
        tungstenite::Error::Http(response) if response.status() == 429 => {
            wrong(&format!("there are too many; {LIMITS}"))
        }
        error => wrong(&error),
    })
}

async fn read(line: &mut Line) -> Result<String, Error> {
    loop {
        match tokio::time::timeout(PATIENCE, line.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => return Ok(text.to_string()),
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(error))) => return Err(broken(&error)),
            Ok(None) => return Err(closed()),
            Err(_) => return Err(Error::Failure("the server says nothing".to_owned())),
        }
    }
}

fn understand(text: &str) -> Result<Said<'_>, Error> {
    Said::read(text).map_err(|it| Error::Failure(format!("a message can't be read: {it}")))
}

fn broken(error: &tokio_tungstenite::tungstenite::Error) -> Error {
    Error::Failure(format!("a connection broke: {error}"))
}

fn closed() -> Error {
    Error::Failure("the server has closed a table".to_owned())
}
