//! A bot of fifty lines that plays a whole game over the network: it does anything that is legal.
//!
//! `cargo run -p alhambra-server --example bot -- 127.0.0.1:8080 TABLE SEAT TOKEN`; the token of a seat is given by
//! `POST /api/tables/TABLE/token` with `{"seat": SEAT}` and the cookie of whoever sits there.

#![forbid(unsafe_code)]

use std::error::Error;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, table, seat, token] = &arguments[..] else {
        return Err("tell the address, the table, the seat and its token".into());
    };
    let scores = play(address, table, seat.parse()?, token).await?;
    println!("the game is over: {scores}");
    Ok(())
}

/// Plays until the game is over, and says the scores.
pub(crate) async fn play(address: &str, table: &str, seat: u8, token: &str) -> Result<Value, Box<dyn Error>> {
    let mut request = format!("ws://{address}/api/tables/{table}/socket").into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let (mut socket, _) = connect_async(request).await?;
    let mut seq = json!(0);
    while let Some(frame) = socket.next().await {
        let Message::Text(text) = frame? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let reply = match message["say"].as_str() {
            Some("game") => {
                let update = &message["update"];
                let view = &update["view"];
                if view["agenda"] == json!([]) {
                    let players = view["players"].as_array().into_iter().flatten();
                    return Ok(players.map(|it| it["score"].clone()).collect());
                }
                seq = update["seq"].clone();
                // Only the seat that has to decide is told what it may do.
                update["options"].is_object().then(|| json!({ "ask": "legal", "seat": seat, "seq": seq }))
            }
            Some("answer") if message["answer"] == "legal" => {
                let actions = message["actions"].as_array().ok_or("there is always something to do")?;
                let action = &actions[text.len() % actions.len()];
                Some(json!({ "ask": "act", "seat": seat, "seq": seq, "action": action }))
            }
            _ => None,
        };
        if let Some(reply) = reply {
            socket.send(Message::text(reply.to_string())).await?;
        }
    }
    Err("the server has closed the table".into())
}
