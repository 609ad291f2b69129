//! The sockets: one for the lobby, one for every table.

use std::{
    num::NonZeroU32,
    sync::Arc,
    time::{Duration, Instant},
};

use alhambra_protocol::{Code, Message, Problem, Request};
use alhambra_table::{Telling, Visitor};
use axum::extract::{Path, Query, State};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_tungstenite::tungstenite::{
    Error, Message as Frame, Utf8Bytes,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use crate::{
    address::network,
    api::{Switched, Written},
    app_state::AppState,
    caller::{Caller, Guest},
    error::Failure,
    lobby::PACE,
    metrics::{Limit, Over},
    outbox::{Counted, Mail, written},
    pulse::{Beat, Pulse},
    room::Command,
    websocket::{Upgrade, WebSocket},
};

/// Who takes no message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long nothing is read from somebody who has sent too much.
const REST: Duration = Duration::from_millis(500);
/// How many messages are sent at once.
const AT_ONCE: usize = 16;
/// The longest message to the lobby, where nothing is to be said.
const LOBBY: usize = 1 << 10;

/// What a visitor has seen before, and wants to be told.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Coming {
    /// the number of the latest entry that was seen before; all entries if not said
    seen: Option<u32>,
    /// true for News instead of Update wherever the reader has the Update before it
    #[serde(default)]
    news: bool,
}

/// The socket of a table.
pub(crate) async fn table(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(Coming { seen, news }): Query<Coming>,
    upgrade: Upgrade,
) -> Result<Written<Switched>, Failure> {
    let program = caller.program_at(&id)?;
    let room = app_state.room(&id).await?;
    let permit = app_state.socket(caller.address)?;
    let limits = app_state.config.limits;
    // What is a little too long gets an answer, what is far too long closes the socket.
    Ok(upgrade.accept(limits.message * 4, move |socket| async move {
        let _permit = permit;
        let visit = app_state.visit();
        let (out, messages) = app_state.post.outbox();
        let unseen = seen.map_or(0, |it| it.saturating_add(1));
        let telling = if news { Telling::News } else { Telling::Whole };
        let (person, address) = (caller.person, network(caller.address));
        let visitor = Box::new(Visitor::new(visit, person, address, program, unseen, telling));
        if room.send(Command::Visit { visitor, out }).await.is_ok() {
            converse(&app_state, socket, visit, &room, messages).await;
            let _ = room.send(Command::Leave { visit }).await;
        }
    }))
}

/// Carries messages both ways until one side has enough.
async fn converse(
    app_state: &AppState,
    mut socket: WebSocket,
    visit: u64,
    room: &mpsc::Sender<Command>,
    mut messages: Mail,
) {
    let limiter = limiter(app_state);
    let mut pulse = Pulse::new();
    let mut closed = std::pin::pin!(app_state.closed());
    let mut closing = false;
    // Until then nothing is read from somebody who sends too much: what comes meanwhile waits on its way here.
    let mut rests_until: Option<Instant> = None;
    // What waits for a place in the queue of the room; nothing else is taken meanwhile, but messages are passed on.
    let mut waiting: Option<(Request, Instant)> = None;
    loop {
        tokio::select! {
            permit = room.reserve(), if waiting.is_some() => match (permit, waiting.take()) {
                (Ok(permit), Some((request, read_at))) => {
                    permit.send(Command::Ask { visit, request: Box::new(request), read_at });
                }
                _ => break,
            },
            message = messages.next() => match message {
                Some(text) => if !pass_on(app_state, &mut socket, text, &mut messages).await { break },
                None if app_state.is_closing() => return say_goodbye(socket).await,
                // The room has disconnected this visitor.
                None => return close(socket, CloseCode::Again, "reconnect").await,
            },
            () = rest(rests_until), if rests_until.is_some() => rests_until = None,
            frame = socket.next(), if !closing && waiting.is_none() && rests_until.is_none() => {
                pulse.heard();
                let text = match frame {
                    Some(Ok(Frame::Text(text))) => text,
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => {
                        if limiter.check().is_err() {
                            rests_until = Some(Instant::now() + REST);
                        }
                        continue;
                    }
                    Some(Ok(Frame::Binary(_))) => return close(socket, CloseCode::Unsupported, "text only").await,
                    Some(Ok(Frame::Close(_))) | None => break,
                    Some(Err(error)) => return give_up(app_state, socket, &error).await,
                };
                if limiter.check().is_err() {
                    app_state.metrics.limit(Limit::Messages);
                    let error = complain(app_state, Code::TooMany, "too many messages; wait a moment");
                    if !send(&mut socket, error).await { break }
                    rests_until = Some(Instant::now() + REST);
                    continue;
                }
                match read(app_state, &text) {
                    Ok(request) => waiting = Some((request, Instant::now())),
                    Err(error) => if !send(&mut socket, error).await { break },
                }
            }
            beat = pulse.beat() => if !asks(&mut socket, beat).await { break },
            // Nothing is taken any more, and the room says the last words.
            () = &mut closed, if !closing => closing = true,
        }
    }
}

const THREE: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// How much may be sent on one socket.
fn limiter(app_state: &AppState) -> DefaultDirectRateLimiter {
    let pace = NonZeroU32::new(app_state.config.limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
    RateLimiter::direct(Quota::per_second(pace).allow_burst(pace.saturating_mul(THREE)))
}

async fn rest(until: Option<Instant>) {
    if let Some(until) = until {
        tokio::time::sleep_until(until.into()).await;
    }
}

fn read(app_state: &AppState, text: &Utf8Bytes) -> Result<Request, Frame> {
    let longest = app_state.config.limits.message;
    if text.len() > longest {
        return Err(complain(app_state, Code::TooLarge, &format!("a message has {longest} bytes at most")));
    }
    let request = serde_json::from_str(text);
    request.map_err(|it| complain(app_state, Code::Malformed, &format!("the message can't be read: {it}")))
}

fn complain(app_state: &AppState, code: Code, message: &str) -> Frame {
    app_state.metrics.refuse(Over::Socket, &code);
    Frame::Text(written(&Message::Error { reference: None, problem: Problem::new(code, message) }))
}

/// Says why nothing more can be read from a socket, and closes it.
async fn give_up(app_state: &AppState, mut socket: WebSocket, error: &Error) {
    let (code, sentence, close_code) = match error {
        Error::Capacity(_) => (Code::TooLarge, "the message is far too long", CloseCode::Size),
        Error::Utf8(_) => (Code::Malformed, "the message is no text in UTF-8", CloseCode::Invalid),
        Error::Protocol(_) => (Code::Malformed, "this is no message of a WebSocket", CloseCode::Protocol),
        // Nobody is there any more.
        _ => return,
    };
    let complaint = complain(app_state, code, sentence);
    send(&mut socket, complaint).await;
    close(socket, close_code, sentence).await;
}

/// Asks whether anybody is there, when it is time; false if nobody is.
async fn asks(socket: &mut WebSocket, beat: Beat) -> bool {
    match beat {
        Beat::Ask => send(socket, Frame::Ping(Vec::new().into())).await,
        Beat::Gone => false,
    }
}

/// Sends a frame; false if nobody takes it.
async fn send(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(tokio::time::timeout(PATIENCE, socket.send(frame)).await, Ok(Ok(())))
}

/// Sends a message and those that have gathered behind it at once; false if nobody takes them.
async fn pass_on(app_state: &AppState, socket: &mut WebSocket, first: Counted, messages: &mut Mail) -> bool {
    let mut texts = vec![first];
    while texts.len() < AT_ONCE
        && let Some(text) = messages.next_now()
    {
        texts.push(text);
    }
    let told = socket.tell(texts.iter().map(Counted::text));
    if let Ok(told) = tokio::time::timeout(PATIENCE, told).await {
        return told.is_ok();
    }
    app_state.metrics.cut_off.inc();
    false
}

async fn say_goodbye(socket: WebSocket) {
    close(socket, CloseCode::Away, "the server restarts").await;
}

async fn close(mut socket: WebSocket, code: CloseCode, reason: &'static str) {
    send(&mut socket, Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// The socket of the lobby.
pub(crate) async fn lobby(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    upgrade: Upgrade,
) -> Result<Written<Switched>, Failure> {
    let permit = app_state.socket(guest.address)?;
    Ok(upgrade.accept(LOBBY, move |mut socket| async move {
        let _permit = permit;
        let (person, address) = (guest.person.id, guest.address);
        let mut upkeep = app_state.upkeep.news();
        let limiter = limiter(&app_state);
        let mut reader = app_state.lobby.read(&person);
        let mut pulse = Pulse::new();
        let mut own_from = Instant::now();
        if !send(&mut socket, Frame::Text(app_state.lobby.whole(&person))).await {
            return;
        }
        loop {
            let own = async {
                tokio::time::sleep_until(own_from.into()).await;
                reader.own.changed().await
            };
            let text = tokio::select! {
                news = reader.news.recv() => match news {
                    Ok(text) => text,
                    Err(RecvError::Lagged(_)) => app_state.lobby.whole(&person),
                    Err(RecvError::Closed) => break,
                },
                own = own => {
                    if own.is_err() { break }
                    own_from = Instant::now() + PACE;
                    written(&Message::Mine { mine: app_state.lobby.mine(&person) })
                }
                frame = socket.next() => match frame {
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) if limiter.check().is_ok() => {
                        pulse.heard();
                        continue;
                    }
                    // Nothing is to be said here.
                    _ => break,
                },
                beat = pulse.beat() => {
                    if !asks(&mut socket, beat).await { break }
                    continue;
                }
                _ = upkeep.changed() => {
                    if app_state.upkeep.has_to_go(&person, address) {
                        return close(socket, CloseCode::Again, "reconnect").await;
                    }
                    continue;
                }
                () = app_state.closed() => return say_goodbye(socket).await,
            };
            if !send(&mut socket, Frame::Text(text)).await {
                break;
            }
        }
    }))
}
