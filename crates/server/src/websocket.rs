//! Sockets of the web: how a connection becomes one, and how texts are written to it.
//!
//! The library is tungstenite and not axum's wrapper around it, which hides why a socket broke: clients are told. It writes the frames,
//! too; writing them past it was measured to save 0.4 µs a message of 3 kB, where a move takes 120 µs.

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
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Bytes, Error, Message, Utf8Bytes,
        handshake::server::create_response_with_body,
        protocol::{
            Role, WebSocketConfig,
            frame::{
                Frame,
                coding::{Data, OpCode},
            },
        },
    },
};

use crate::{
    api::{Input, Switched, Written},
    error::Failure,
};

/// What is read from a socket at once: requests are short, and there may be thousands of sockets.
const READ_BUFFER: usize = 1 << 10;
/// What is written at once, in bytes: nearly all news fit.
const WRITE_BUFFER: usize = 4 << 10;

/// A connection that asks to become a socket.
pub(crate) struct Upgrade {
    response: Response,
    upgrade: OnUpgrade,
}

impl Input for Upgrade {}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Failure> {
        let mut request = Request::new(());
        request.headers_mut().clone_from(&parts.headers);
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(|it| Problem::new(Code::Malformed, format!("this is for WebSockets: {it}")))?;
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let upgrade =
            upgrade.ok_or_else(|| Problem::new(Code::Malformed, "this connection can't become a WebSocket"))?;
        Ok(Upgrade { response, upgrade })
    }
}

impl Upgrade {
    /// Agrees, and serves the socket as soon as it is one; a message of more than `longest` bytes is an error.
    pub(crate) fn accept<F>(
        self,
        longest: usize,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Written<Switched>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Upgrade { response, upgrade } = self;
        tokio::spawn(async move {
            // Whoever has gone meanwhile need not be served.
            if let Some(frames) = WebSocket::of(upgrade, longest).await {
                serve(frames).await;
            }
        });
        Written::new(response)
    }
}

/// A socket; boxed, because whoever serves a socket keeps room for it at every hand it passes
/// through.
pub(crate) struct WebSocket(Box<WebSocketStream<TcpStream>>);

impl WebSocket {
    async fn of(upgrade: OnUpgrade, longest: usize) -> Option<WebSocket> {
        let upgrade::Parts { io, read_buf, .. } = upgrade.await.ok()?.downcast::<TokioIo<TcpStream>>().ok()?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        // What was read is copied: its buffer has room for a whole request, and a socket would keep it for good.
        let (io, read) = (io.into_inner(), read_buf.to_vec());
        let frames = WebSocketStream::from_partially_read(io, read, Role::Server, Some(config)).await;
        Some(WebSocket(Box::new(frames)))
    }

    /// The next message, if one comes.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.tell([text]).await,
            control => self.0.send(control).await,
        }
    }

    /// Sends texts, as many at once as fit into a buffer.
    pub(crate) async fn tell(&mut self, texts: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Error> {
        for text in texts {
            self.feed(text).await?;
        }
        self.0.flush().await
    }

    /// Writes a text in pieces: the library keeps a buffer as large as the longest frame ever was, at every one of thousands of sockets.
    async fn feed(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        if text.len() <= WRITE_BUFFER {
            return self.0.feed(Message::Text(text)).await;
        }
        let mut rest = Bytes::from(text);
        let mut kind = Data::Text;
        while !rest.is_empty() {
            let piece = rest.split_to(WRITE_BUFFER.min(rest.len()));
            self.0.feed(Message::Frame(Frame::message(piece, OpCode::Data(kind), rest.is_empty()))).await?;
            kind = Data::Continue;
        }
        Ok(())
    }
}
