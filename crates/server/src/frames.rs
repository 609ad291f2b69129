//! Frames: how a connection becomes a socket, and how texts are written to it.
//!
//! The library reads, answers pings and closes. Texts pass by it: it would copy each of them into a buffer that stays as
//! large as the longest one ever was, at every one of thousands of sockets.

use std::io::{self, IoSlice};

use alhambra_protocol::{Code, Problem};
use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{Request, request::Parts},
    response::Response,
};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{self, OnUpgrade};
use hyper_util::rt::TokioIo;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        handshake::server::create_response_with_body,
        protocol::{Role, WebSocketConfig},
    },
};

use crate::{
    api::{Input, Switched, Written},
    error::Failure,
};

/// What is read from a socket at once: requests are short, and there may be thousands of sockets.
const READ_BUFFER: usize = 1 << 10;

/// A connection that asks to become a socket.
pub(crate) struct Asked {
    response: Response,
    upgrade: OnUpgrade,
}

impl Input for Asked {}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked, Failure> {
        let mut request = Request::new(());
        request.headers_mut().clone_from(&parts.headers);
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(|it| Problem::new(Code::Malformed, format!("this is for WebSockets: {it}")))?;
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let upgrade =
            upgrade.ok_or_else(|| Problem::new(Code::Malformed, "this connection can't become a WebSocket"))?;
        Ok(Asked { response, upgrade })
    }
}

impl Asked {
    /// Agrees, and serves the socket as soon as it is one; a message of more than `longest` bytes is an error.
    pub(crate) fn accept<F>(self, longest: usize, serve: impl FnOnce(Frames) -> F + Send + 'static) -> Written<Switched>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Asked { response, upgrade } = self;
        tokio::spawn(async move {
            // Whoever has gone meanwhile need not be served.
            if let Some(frames) = Frames::of(upgrade, longest).await {
                serve(frames).await;
            }
        });
        Written::new(response)
    }
}

/// The frames of a socket, both ways; boxed, because whoever serves a socket keeps room for it at every hand it passes
/// through.
pub(crate) struct Frames(Box<WebSocketStream<TcpStream>>);

impl Frames {
    async fn of(upgrade: OnUpgrade, longest: usize) -> Option<Frames> {
        let upgrade::Parts { io, read_buf, .. } = upgrade.await.ok()?.downcast::<TokioIo<TcpStream>>().ok()?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        // What was read is copied: its buffer has room for a whole request, and a socket would keep it for good.
        let (io, read) = (io.into_inner(), read_buf.to_vec());
        let frames = WebSocketStream::from_partially_read(io, read, Role::Server, Some(config)).await;
        Some(Frames(Box::new(frames)))
    }

    /// The next message, if one comes.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.tell(&[text]).await,
            control => self.0.send(control).await,
        }
    }

    /// Sends texts, all at once; if that is broken off, nothing can be sent any more.
    pub(crate) async fn tell(&mut self, texts: &[impl AsRef<str>]) -> Result<(), Error> {
        // An answer to a ping may be waiting, and a frame must not stand inside another.
        self.0.flush().await?;
        let heads: Vec<Head> = texts.iter().map(|it| Head::of(it.as_ref().len())).collect();
        let parts = heads.iter().zip(texts).flat_map(|(head, text)| [head.bytes(), text.as_ref().as_bytes()]);
        let mut parts: Vec<IoSlice<'_>> = parts.map(IoSlice::new).collect();
        let mut parts = &mut parts[..];
        while !parts.is_empty() {
            match self.0.get_mut().write_vectored(parts).await? {
                0 => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
                n => IoSlice::advance_slices(&mut parts, n),
            }
        }
        Ok(())
    }
}

/// What stands before a text: that it is a whole one, and its length (RFC 6455, 5.2).
struct Head {
    bytes: [u8; 10],
    length: usize,
}

impl Head {
    fn of(text: usize) -> Head {
        let [.., high, low] = text.to_be_bytes();
        let (short, long): (u8, &[u8]) = match text {
            0..126 => (low, &[]),
            126..0x1_0000 => (126, &[high, low]),
            _ => (127, &(text as u64).to_be_bytes()),
        };
        let mut bytes = [0x81, short, 0, 0, 0, 0, 0, 0, 0, 0];
        bytes[2..2 + long.len()].copy_from_slice(long);
        Head { bytes, length: 2 + long.len() }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    };

    use super::*;

    /// What the library would have written.
    #[test]
    fn heads_are_those_of_the_library() {
        for length in [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 70_000] {
            let frame = Frame::message("x".repeat(length), OpCode::Data(Data::Text), true);
            let mut written = Vec::new();
            frame.format(&mut written).unwrap();
            assert_eq!(Head::of(length).bytes(), &written[..written.len() - length], "{length}");
        }
    }
}
