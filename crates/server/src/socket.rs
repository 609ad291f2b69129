//! The sockets: one for the lobby, one for every table.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use alhambra_protocol::{Code, Message, Request};
use axum::{
    extract::{
        Path, Query, State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code},
    },
    response::Response,
};
use governor::{Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;

use crate::{
    caller::Caller,
    config::Limits,
    error::{Failure, problem},
    hall::Hall,
    room::{Command, Visitor, write},
};

/// Who takes no message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent connection is asked whether anybody is there.
const PING: Duration = Duration::from_secs(25);
/// The lists are sent at most this often.
const LISTS: Duration = Duration::from_millis(300);

#[derive(Deserialize)]
pub(crate) struct Seen {
    seen: Option<u32>,
}

/// The socket of a table.
pub(crate) async fn table(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(Seen { seen }): Query<Seen>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let room = hall.room(&id).await?;
    let program = match caller.program {
        Some((table, seat, hand)) if table == id => Some((seat, hand)),
        Some(_) => return Err(problem(Code::NotAllowed, "this token is for another table").into()),
        None => None,
    };
    let place = hall.socket(caller.address)?;
    let limits = hall.config.limits;
    // What is a little too long gets an answer, what is far too long closes the socket.
    let upgrade = upgrade.max_message_size(limits.message * 4).max_frame_size(limits.message * 4);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _place = place;
        let visit = hall.visit();
        let (out, messages) = mpsc::channel(limits.backlog);
        let unseen = seen.map_or(0, |it| it.saturating_add(1));
        let visitor = Visitor { visit, person: caller.person, program, out, unseen, looking: None };
        if room.send(Command::Visit(visitor)).await.is_ok() {
            converse(&hall, socket, visit, &room, messages).await;
            let _ = room.send(Command::Leave { visit }).await;
        }
    }))
}

/// Carries messages both ways until one side has enough.
async fn converse(
    hall: &Hall,
    mut socket: WebSocket,
    visit: u64,
    room: &mpsc::Sender<Command>,
    mut messages: mpsc::Receiver<Utf8Bytes>,
) {
    let limits = hall.config.limits;
    let pace = NonZeroU32::new(limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
    let limiter = RateLimiter::direct(Quota::per_second(pace).allow_burst(pace.saturating_mul(THREE)));
    let mut ping = tokio::time::interval(PING);
    loop {
        tokio::select! {
            message = messages.recv() => match message {
                Some(text) => if !send(&mut socket, Frame::Text(text)).await { break },
                // The room has sent this visitor away.
                None => return close(socket, close_code::AGAIN, "reconnect").await,
            },
            frame = socket.recv() => {
                let text = match frame {
                    Some(Ok(Frame::Text(text))) => text,
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                    Some(Ok(Frame::Binary(_))) => return close(socket, close_code::UNSUPPORTED, "text only").await,
                    Some(Ok(Frame::Close(_))) | None => break,
                    Some(Err(_)) => {
                        let error = complain(Code::TooLarge, "the message can't be read or is far too long");
                        send(&mut socket, error).await;
                        return close(socket, close_code::SIZE, "message too long").await;
                    }
                };
                if limiter.check().is_err() {
                    if !send(&mut socket, complain(Code::TooMany, "too many messages; wait a moment")).await { break }
                    continue;
                }
                match read(&text, &limits) {
                    Ok(request) => if room.send(Command::Ask { visit, request }).await.is_err() { break },
                    Err(error) => if !send(&mut socket, error).await { break },
                }
            }
            _ = ping.tick() => if !send(&mut socket, Frame::Ping(Vec::new().into())).await { break },
            () = hall.closed() => return close(socket, close_code::AWAY, "the server restarts").await,
        }
    }
}

const THREE: NonZeroU32 = NonZeroU32::new(3).unwrap();

fn read(text: &Utf8Bytes, limits: &Limits) -> Result<Request, Frame> {
    if text.len() > limits.message {
        return Err(complain(Code::TooLarge, &format!("a message has {} bytes at most", limits.message)));
    }
    serde_json::from_str(text).map_err(|it| complain(Code::Malformed, &format!("the message can't be read: {it}")))
}

fn complain(code: Code, message: &str) -> Frame {
    Frame::Text(write(&Message::Error { reference: None, problem: problem(code, message) }))
}

/// Sends a frame; false if nobody takes it.
async fn send(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(tokio::time::timeout(PATIENCE, socket.send(frame)).await, Ok(Ok(())))
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    send(&mut socket, Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// The socket of the lobby.
pub(crate) async fn lobby(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let place = hall.socket(caller.address)?;
    Ok(upgrade.max_message_size(1024).on_upgrade(move |mut socket| async move {
        let _place = place;
        let mut news = hall.news();
        let mut latest = None;
        let mut ping = tokio::time::interval(PING);
        loop {
            news.mark_unchanged();
            let lists = hall.lists(&caller.person.id);
            if latest.as_ref() != Some(&lists) {
                let (open, mine) = lists.clone();
                if !send(&mut socket, Frame::Text(write(&Message::Lobby { open, mine }))).await {
                    break;
                }
                latest = Some(lists);
            }
            let changed = async {
                tokio::time::sleep(LISTS).await;
                news.changed().await
            };
            tokio::select! {
                changed = changed => if changed.is_err() { break },
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    // Nothing is to be said here.
                    _ => break,
                },
                _ = ping.tick() => if !send(&mut socket, Frame::Ping(Vec::new().into())).await { break },
                () = hall.closed() => return close(socket, close_code::AWAY, "the server restarts").await,
            }
        }
    }))
}
