//! A server of one's own for every test, and guests who talk to it.

use std::{collections::VecDeque, net::SocketAddr, sync::Arc, time::Duration};

use alhambra_engine::Seed;
use alhambra_server::{AppState, Clock, Config, Limits, serve};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{oneshot, watch},
    task::JoinHandle,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest as _,
        protocol::frame::{
            Frame,
            coding::{Data, OpCode},
        },
    },
};

/// A running server; its clock stands still unless it is turned.
pub(crate) struct Server {
    pub(crate) app_state: Arc<AppState>,
    pub(crate) address: SocketAddr,
    pub(crate) hands: watch::Sender<u64>,
    pub(crate) config: Config,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
    _folder: Option<Arc<tempfile::TempDir>>,
}

impl Server {
    /// A server with a database in a folder of its own.
    pub(crate) async fn start() -> Server {
        Server::start_with(|_| {}).await
    }

    /// The same where the cards, tiles and bots of every game are those of this number.
    pub(crate) async fn seeded(number: u64) -> Server {
        Server::start_with(|it| it.shuffle = Some(Seed::from_number(number))).await
    }

    /// The same with other settings.
    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Server {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let hands = watch::Sender::new(1_000_000);
        let mut config = Config {
            database: format!("sqlite:{}", folder.path().join("alhambra.db").display()),
            clock: Clock::by_hand(hands.subscribe()),
            bot_pause: Duration::ZERO,
            standing_pause: (Duration::ZERO, Duration::ZERO),
            limits: Limits {
                messages_per_second: 100_000,
                requests_per_second: 100_000,
                tables_per_minute: 100_000,
                ..Limits::default()
            },
            ..Config::default()
        };
        change(&mut config);
        Server::run(config, hands, Some(folder)).await
    }

    async fn run(config: Config, hands: watch::Sender<u64>, folder: Option<Arc<tempfile::TempDir>>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app_state = AppState::open(config.clone()).await.unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move {
            let _ = stopped.await;
        };
        let task = tokio::spawn(serve(Arc::clone(&app_state), listener, stopped));
        Server { app_state, address, hands, config, stop, task, _folder: folder }
    }

    /// Goes down in good order and comes up again, so many milliseconds later.
    pub(crate) async fn restart(self, pause: u64) -> Server {
        let Server { hands, config, stop, task, _folder: folder, .. } = self;
        stop.send(()).unwrap();
        task.await.unwrap().unwrap();
        hands.send_modify(|now| *now += pause);
        Server::run(config, hands, folder).await
    }

    /// Turns the clock on.
    pub(crate) fn turn(&self, milliseconds: u64) {
        self.hands.send_modify(|now| *now += milliseconds);
    }

    /// Waits until everybody has left a table and then its room has left memory.
    pub(crate) async fn desert(&self, id: &str) {
        let mut guest = self.guest();
        loop {
            let table = guest.get(&format!("/api/tables/{id}")).await;
            let is_gone = |it: &Value| it["occupant"]["occupant"] != "person" || it["presence"]["presence"] == "away";
            if table["seats"].as_array().unwrap().iter().all(is_gone) && table["n_watchers"] == 0 {
                break;
            }
        }
        self.turn(self.config.idle.as_millis() as u64);
        while self.app_state.counts().1 > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Somebody who was never here.
    pub(crate) fn guest(&self) -> Guest {
        Guest::of(self.address)
    }
}

/// Somebody with a cookie or a token.
#[derive(Clone)]
pub(crate) struct Guest {
    address: SocketAddr,
    client: reqwest::Client,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
    /// The page of which site speaks.
    pub(crate) origin: Option<String>,
    /// What proxies on the way write of where somebody comes from, a line each.
    pub(crate) forwarded: Vec<String>,
}

impl Guest {
    /// Somebody who was never at the server with this address.
    pub(crate) fn of(address: SocketAddr) -> Guest {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Guest {
            address,
            client: client.build().unwrap(),
            cookie: None,
            token: None,
            origin: None,
            forwarded: Vec::new(),
        }
    }

    /// The same guest at a server that came up again.
    pub(crate) fn at(&self, server: &Server) -> Guest {
        Guest { address: server.address, ..self.clone() }
    }

    /// Asks over HTTP; says the status and the text.
    pub(crate) async fn http(&mut self, method: &str, path: &str, body: Option<String>) -> (u16, String) {
        let response = self.response(method, path, body).await;
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// The methods by which something can be asked at a path.
    pub(crate) async fn allowed(&mut self, path: &str) -> Option<String> {
        let response = self.response("TRACE", path, None).await;
        response.headers().get("allow").map(|it| it.to_str().unwrap().to_owned())
    }

    /// Asks over HTTP; keeps the cookie.
    pub(crate) async fn response(&mut self, method: &str, path: &str, body: Option<String>) -> reqwest::Response {
        let method = method.parse().unwrap();
        let mut request = self.client.request(method, format!("http://{}{path}", self.address));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(origin) = &self.origin {
            request = request.header("origin", origin);
        }
        for line in &self.forwarded {
            request = request.header("x-forwarded-for", line);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        if let Some(cookie) = response.headers().get("set-cookie") {
            self.cookie = Some(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        response
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, text) = self.http("GET", path, None).await;
        assert!(status < 300, "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Value {
        let (status, text) = self.http("POST", path, Some(body.to_string())).await;
        assert!(status < 300, "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Opens a table and says its code.
    pub(crate) async fn open(&mut self, wish: &Value) -> String {
        self.post("/api/tables", wish).await["id"].as_str().unwrap().to_owned()
    }

    /// Opens a socket.
    pub(crate) async fn visit(&self, path: &str) -> Socket {
        self.try_visit(path).await.unwrap_or_else(|status| panic!("{path}: {status}"))
    }

    /// Opens a socket, or says the status with which that was refused.
    pub(crate) async fn try_visit(&self, path: &str) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(token) = &self.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        if let Some(origin) = &self.origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        for line in &self.forwarded {
            request.headers_mut().append("x-forwarded-for", line.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket { stream, reference: 0, aside: VecDeque::new() }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{path}: {error}"),
        }
    }

    /// Opens a socket with this guest's cookie; nothing if nobody is there.
    pub(crate) async fn visit_if_there(&self, path: &str) -> Option<Socket> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (stream, _) = connect_async(request).await.ok()?;
        Some(Socket { stream, reference: 0, aside: VecDeque::new() })
    }

    /// Opens the socket of a table.
    pub(crate) async fn table(&self, id: &str) -> Socket {
        self.visit(&format!("/api/tables/{id}/socket")).await
    }
}

/// An open socket.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    reference: u32,
    /// What came while an answer was waited for.
    aside: VecDeque<Value>,
}

impl Socket {
    /// The next message; nothing if the socket was closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        match self.aside.pop_front() {
            Some(message) => Some(message),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Option<Value> {
        // A server that only pings says nothing.
        let text = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(Duration::from_mins(2), text).await.expect("the server says nothing")
    }

    /// How many messages came while an answer was waited for.
    pub(crate) fn aside_len(&self) -> usize {
        self.aside.len()
    }

    /// Reads until the socket is closed, and says the code and the reason that were given.
    pub(crate) async fn farewell(&mut self) -> Option<(u16, String)> {
        while let Some(Ok(frame)) = self.stream.next().await {
            if let Message::Close(close) = frame {
                return close.map(|it| (it.code.into(), it.reason.to_string()));
            }
        }
        None
    }

    /// The next message that says this.
    pub(crate) async fn hear(&mut self, say: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before it said {say}"));
            if message["say"] == say {
                return message;
            }
        }
    }

    /// The next update of the game.
    pub(crate) async fn update(&mut self) -> Value {
        self.hear("game").await["update"].take()
    }

    /// Sends a text as it is.
    pub(crate) async fn send(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Sends these bytes as if they were a text.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        let frame = Frame::message(bytes.to_vec(), OpCode::Data(Data::Text), true);
        self.stream.send(Message::Frame(frame)).await.unwrap();
    }

    /// Sends a text that the server may refuse to take.
    pub(crate) async fn try_send(&mut self, text: String) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// Asks for something and waits for the answer or the error.
    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        self.reference += 1;
        request["ref"] = json!(self.reference);
        self.send(request.to_string()).await;
        loop {
            let message = self.read().await.expect("closed before it answered");
            if message["ref"] == json!(self.reference) {
                return message;
            }
            self.aside.push_back(message);
        }
    }
}

/// A wish for a table.
pub(crate) fn wish(ruleset: &Value, seats: &[&str]) -> Value {
    let seat = |it: &&str| match *it {
        "open" => json!({ "seat": "open" }),
        "me" => json!({ "seat": "me" }),
        level => json!({ "seat": "bot", "level": level }),
    };
    json!({
        "settings": {
            "ruleset": ruleset,
            "visibility": "public",
            "pace": { "pace": "unlimited" },
            "assistance": { "hints": true, "undo": true },
            "fixed_seats": true,
            "substitute": "random",
        },
        "seats": seats.iter().map(seat).collect::<Vec<_>>(),
    })
}

/// All eleven modules.
pub(crate) const ALL: [&str; 11] = [
    "vizier",
    "bureaux",
    "bonus-cards",
    "huts",
    "walls",
    "thieves",
    "change",
    "street-trader",
    "camps",
    "bazaars",
    "falconers",
];

/// A ruleset as JSON.
pub(crate) fn ruleset(game: &str, players: usize, modules: &[&str]) -> Value {
    json!({ "game": game, "scoring": "regular", "players": players, "modules": modules })
}
