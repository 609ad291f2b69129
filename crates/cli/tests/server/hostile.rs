//! Bad input: whatever is sent, the answer is a typed error or a closed socket, and nobody else notices.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    common::{Guest, Socket, ruleset, wish},
    house::{House, table_for_two},
};

/// Always the same numbers in the same order.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one_of<'all, T>(&mut self, all: &'all [T]) -> &'all T {
        &all[self.below(all.len())]
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.below(256) as u8).collect()
    }
}

/// Requests as they should be, to be spoilt.
const GOOD: [&str; 18] = [
    r#"{"ref":1,"ask":"sit","seat":1}"#,
    r#"{"ref":2,"ask":"leave","seat":0}"#,
    r#"{"ref":3,"ask":"arrange","seat":1,"plan":{"seat":"bot","level":"random"}}"#,
    r#"{"ref":4,"ask":"start"}"#,
    r#"{"ref":5,"ask":"look","seat":0}"#,
    r#"{"ref":6,"ask":"act","seat":0,"seq":0,"action":"take fl1 di4","hold":true}"#,
    r#"{"ref":7,"ask":"act","seat":0,"seq":0,"action":"buy T9ne de4 de8"}"#,
    r#"{"ref":8,"ask":"confirm","seat":0,"seq":0}"#,
    r#"{"ref":9,"ask":"undo","seat":0,"seq":0}"#,
    r#"{"ref":10,"ask":"consider","seat":0,"seq":0,"action":"build T9nw w1"}"#,
    r#"{"ref":11,"ask":"payments","seat":0,"seq":0,"tile":"T9ne"}"#,
    r#"{"ref":12,"ask":"legal","seat":0,"seq":0}"#,
    r#"{"ref":13,"ask":"standing","seat":0,"pass":{"vizier":{"when":"never"},"thieves":{"when":"never"},"until_scoring":true}}"#,
    r#"{"ref":14,"ask":"pause","seat":0,"wanted":false}"#,
    r#"{"ref":15,"ask":"substitute","seat":1}"#,
    r#"{"ref":16,"ask":"chat","text":"good morning"}"#,
    r#"{"ref":17,"ask":"rematch"}"#,
    r#"{"ref":18,"ask":"seat-link","seat":0}"#,
];

/// What values of the wrong sort look like.
const WRONG: [&str; 14] = [
    "null",
    "true",
    "-1",
    "256",
    "4294967296",
    "1e999",
    "0.5",
    "18446744073709551616",
    r#""""#,
    r#""\u0000\ud800""#,
    "[]",
    "{}",
    "[[[[[[[[]]]]]]]]",
    r#"{"seat":{"seat":{"seat":"me"}}}"#,
];

/// A text that is no longer what it should be, but still a text.
fn spoil(dice: &mut Dice) -> String {
    let mut text = (*dice.one_of(&GOOD)).to_owned();
    for _ in 0..=dice.below(3) {
        text = match dice.below(9) {
            0 => text.chars().take(dice.below(text.len() + 1)).collect(),
            1 => format!("{text}{}", dice.one_of(&GOOD)),
            2 => {
                // Another value.
                let (from, to) = (text.rfind(':').map_or(0, |it| it + 1), text.len().saturating_sub(1));
                if from < to && text.is_char_boundary(to) {
                    format!("{}{}}}", &text[..from], dice.one_of(&WRONG))
                } else {
                    text
                }
            }
            3 => {
                let at = dice.below(text.chars().count() + 1);
                let strange = *dice.one_of(&['"', '\\', '{', '[', '\u{0}', '\u{202e}', '\u{1f54c}', '9', ',']);
                text.chars().take(at).chain([strange]).chain(text.chars().skip(at)).collect()
            }
            4 => {
                let at = dice.below(text.chars().count() + 1);
                text.chars().enumerate().filter(|it| it.0 != at).map(|it| it.1).collect()
            }
            5 => format!("{}{text}", ["[", "{\"ask\":", "\""][dice.below(3)].repeat(1 + dice.below(3000))),
            6 => text.replace("\"seat\":", "\"seat\":-").replace("\"seq\":0", "\"seq\":99999999999"),
            7 => format!("{}{text}", " ".repeat(dice.below(40_000))),
            _ => text.replace("fl1", dice.one_of::<&str>(&["fl99", "\\u0066l1", "", "xx", "de4 de4 de4 de4 de4 de4"])),
        };
    }
    text
}

/// Sends spoilt texts; each is answered with an answer or a typed error.
async fn pester(guest: &Guest, id: &str, dice: &mut Dice, n: usize) {
    let mut socket = guest.table(id).await;
    // What is far too long closes the socket, perhaps after an error that says so.
    let mut is_doomed = false;
    for _ in 0..n {
        let text = spoil(dice);
        is_doomed |= text.len() > 64 << 10;
        socket.try_send(text.clone()).await;
        loop {
            let Some(message) = socket.next().await else {
                assert!(is_doomed, "the socket was closed for {text}");
                is_doomed = false;
                socket = guest.table(id).await;
                break;
            };
            match message["say"].as_str() {
                Some("error") => {
                    assert!(message["code"].is_string() && message["message"].is_string(), "{text}: {message}");
                    break;
                }
                Some("answer") => break,
                _ => {}
            }
        }
    }
}

/// Sends bytes that are no messages on a socket that was opened rightly, and reads until it is closed.
async fn scribble(house: &House, id: &str, dice: &mut Dice) {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head = format!(
        "GET /api/tables/{id}/socket HTTP/1.1\r\nhost: {}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    for _ in 0..=dice.below(8) {
        let payload = match dice.below(3) {
            0 => dice.one_of(&GOOD).as_bytes().to_vec(),
            1 => vec![0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80],
            _ => {
                let n = dice.below(120);
                dice.bytes(n)
            }
        };
        // Any opcode, final or not, masked or not, of the right length or not.
        bytes.push(dice.below(256) as u8);
        let mask = if dice.below(4) == 0 { 0 } else { 0x80 };
        match dice.below(5) {
            0 => bytes.extend([mask | 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            1 => bytes.extend([mask | 0x7e, 0xff, 0xff]),
            _ => bytes.push(mask | payload.len().min(125) as u8),
        }
        bytes.extend(dice.bytes(4));
        bytes.extend(payload);
    }
    // The server may have closed already.
    let _ = stream.write_all(&bytes).await;
    let _ = stream.shutdown().await;
    read_to_the_end(&mut stream).await;
}

/// Sends something that is hardly a request, and reads until the connection is closed.
async fn mumble(house: &House, dice: &mut Dice) {
    let method = *dice.one_of(&["GET", "POST", "PATCH", "DELETE", "TRACE", "BREW", "", "\u{1f54c}"]);
    let path = *dice.one_of(&[
        "/api/tables",
        "/api/me",
        "/api/tables/%00",
        "/api/games?before=-1&limit=x",
        "/api/games/x/moments/999999999999",
        "/api/seat/..%2f..",
        "/../../etc/passwd",
        "/api/replay/entries",
        "/api/replay/moments/0?as=99",
        "/api/tables/x/socket",
        "no path",
        "//////",
    ]);
    let body = match dice.below(4) {
        0 => spoil(dice).into_bytes(),
        1 => {
            let n = dice.below(2000);
            dice.bytes(n)
        }
        2 => vec![b'['; dice.below(20_000)],
        _ => wish(&ruleset("alhambra", dice.below(9), &["huts", "walls"]), &["me", "open"]).to_string().into_bytes(),
    };
    let length = body.len().to_string();
    let length = *dice.one_of(&[&*length, "-1", "99999999999999999999", "0"]);
    let strange = *dice.one_of(&[
        "cookie: alhambra=..",
        "authorization: Bearer x.y",
        "origin: http://elsewhere.example",
        "transfer-encoding: chunked",
        "upgrade: websocket",
        "x: \u{0}",
        "x-forwarded-for: 1.2.3.4",
    ]);
    let mut bytes = format!("{method} {path} HTTP/1.{}\r\nhost: x\r\n{strange}\r\n", dice.below(3)).into_bytes();
    bytes.extend(format!("content-length: {length}\r\nconnection: close\r\n\r\n").into_bytes());
    bytes.extend(body);
    if dice.below(8) == 0 {
        let n = dice.below(bytes.len());
        bytes.truncate(n);
    }
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let _ = stream.write_all(&bytes).await;
    let _ = stream.shutdown().await;
    let answer = read_to_the_end(&mut stream).await;
    if let Some(status) = answer.strip_prefix("HTTP/1.1 ") {
        assert!(!status.starts_with("500"), "{path}: {answer}");
    }
}

async fn read_to_the_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut answer));
    // A connection that is reset is closed too.
    let _ = read.await.expect("the server keeps a connection whose client has gone");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Sends so many frames and requests, and looks whether anything has become worse.
async fn attack(n_frames: usize, n_sockets: usize, n_requests: usize) {
    let mut house = House::start();
    let ([witness, _], witnessed) = table_for_two(&house).await;
    let mut witness_line = witness.table(&witnessed).await;
    let (attackers, id) = table_for_two(&house).await;
    let mut dice = Dice(1);
    // What is only used once something has gone wrong is in memory afterwards.
    pester(&attackers[0], &id, &mut dice, 200).await;
    scribble(&house, &id, &mut dice).await;
    mumble(&house, &mut dice).await;
    let before = house.measured("process_resident_memory_bytes").await;
    let frames = async {
        let mut dice = Dice(2);
        pester(&attackers[0], &id, &mut dice, n_frames).await;
    };
    let others = async {
        let mut dice = Dice(3);
        for i in 0..n_sockets.max(n_requests) {
            if i < n_sockets {
                scribble(&house, &id, &mut dice).await;
            }
            if i < n_requests {
                mumble(&house, &mut dice).await;
            }
        }
    };
    // Somebody plays elsewhere all the time; who said nothing for a minute would rightly be taken for gone.
    let elsewhere = async {
        loop {
            still_fine(&mut witness_line).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        _ = async { tokio::join!(frames, others) } => {}
        () = elsewhere => {}
    }
    still_fine(&mut witness_line).await;
    assert!(house.is_running());
    assert!(!house.log().contains("panicked"), "{}", house.log());
    while house.measured("alhambra_sockets").await > 1.0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let growth = house.measured("process_resident_memory_bytes").await - before;
    assert!(growth < 32e6, "the program has grown by {growth} bytes");
}

async fn still_fine(socket: &mut Socket) {
    let answer = socket.ask(json!({ "ask": "chat", "text": "still fine" })).await;
    assert_eq!(answer["answer"], "done", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_and_nobody_else_notices() {
    attack(2000, 200, 400).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn a_hundred_thousand_times_nonsense() {
    attack(100_000, 10_000, 20_000).await;
}

#[tokio::test]
async fn floods_are_slowed_down_and_nobody_else_notices() {
    let house = House::start_with(None, &["--requests-per-second", "100", "--tables-per-minute", "100"]);
    let ([host, second], id) = table_for_two(&house).await;
    let (mut flood, mut other) = (host.table(&id).await, second.table(&id).await);
    for _ in 0..2000 {
        flood.try_send(json!({ "ask": "chat", "text": "x" }).to_string()).await;
    }
    still_fine(&mut other).await;
    let mut codes: Vec<Value> = Vec::new();
    while !codes.contains(&json!("too-many")) {
        codes.push(flood.hear("error").await["code"].clone());
    }
}

#[tokio::test]
async fn who_does_not_read_is_sent_away() {
    let house = House::start();
    let ([host, second], id) = table_for_two(&house).await;
    let (mut lazy, mut busy) = (host.table(&id).await, second.table(&id).await);
    // The system keeps megabytes for somebody who doesn't read: it takes long answers to fill that.
    let asking = async {
        loop {
            lazy.try_send(json!({ "ask": "look", "seat": 0 }).to_string()).await;
            tokio::task::yield_now().await;
        }
    };
    // What the room keeps for them is full after a few lines.
    let chatting = async {
        loop {
            still_fine(&mut busy).await;
            while busy.aside_len() > 0 {
                busy.next().await;
            }
        }
    };
    let watching = async {
        while house.measured("alhambra_cut_off_total").await < 1.0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        () = asking => {}
        () = chatting => {}
        () = watching => {}
    }
    still_fine(&mut busy).await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_no_more() {
    let house = House::start_with(None, &["--max-connections", "4"]);
    // Half a request each, and then silence.
    let mut half_open = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(b"GET /api/info HTTP/1.1\r\nhost:").await.unwrap();
        half_open.push(stream);
    }
    while house.measured("alhambra_connections").await < 4.0 {}
    let mut fifth = TcpStream::connect(house.address).await.unwrap();
    assert_eq!(read_to_the_end(&mut fifth).await, "");
    drop(half_open);
    while house.measured("alhambra_connections").await > 0.0 {}
    assert_eq!(house.guest().http("GET", "/api/info", None).await.0, 200);
}

#[tokio::test]
#[ignore = "waits until the program loses patience"]
async fn half_open_connections_are_closed() {
    let house = House::start();
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(b"GET /api/info HTTP/1.1\r\nhost:").await.unwrap();
    read_to_the_end(&mut stream).await;
    while house.measured("alhambra_connections").await > 0.0 {}
}
