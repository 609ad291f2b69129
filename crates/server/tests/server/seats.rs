//! Seats before a game: names, colours, and what the host may change.

use serde_json::{Value, json};

use crate::common::{Server, Socket, ruleset, wish};

/// The table after the next change that fulfils a condition.
async fn table(socket: &mut Socket, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let table = socket.hear("table").await["table"].clone();
        if is_so(&table) {
            return table;
        }
    }
}

fn all<'a>(table: &'a Value, what: &str) -> Vec<&'a str> {
    table["seats"].as_array().unwrap().iter().filter_map(|it| it["occupant"][what].as_str()).collect()
}

#[tokio::test]
async fn everybody_has_a_name_and_a_colour_of_their_own() {
    let server = Server::start().await;
    let (mut host, mut other) = (server.guest(), server.guest());
    let mut hot_seat = wish(&ruleset("alhambra", 5, &[]), &["me", "me", "easy", "open", "open"]);
    hot_seat["seats"][0]["name"] = "Amina".into();
    hot_seat["seats"][0]["colour"] = "slate".into();
    let id = host.open(&hot_seat).await;
    let mut at = host.table(&id).await;
    let first = table(&mut at, |_| true).await;
    let own = host.get("/api/me").await["name"].as_str().unwrap().to_owned();
    assert_eq!(all(&first, "name")[..2], ["Amina", &own]);
    assert_eq!(all(&first, "colour"), ["slate", "red", "violet"]);
    assert_eq!(first["host_seat"], 0);

    other.get("/api/me").await;
    let mut guest = other.table(&id).await;
    let sit = |name: &str| json!({ "ask": "sit", "name": name, "colour": "slate" });
    assert_eq!(guest.ask(sit("AMINA")).await["code"], "taken");
    assert_eq!(guest.ask(sit("Yusuf")).await["answer"], "done");
    let seated = table(&mut guest, |it| all(it, "name").len() == 4).await;
    assert_eq!(all(&seated, "colour")[3], "saffron", "a colour that is taken gives way to a free one");

    let appear = |seat: u8, what: Value| {
        let mut ask = json!({ "ask": "appear", "seat": seat });
        ask.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        ask
    };
    assert_eq!(guest.ask(appear(3, json!({ "colour": "red" }))).await["code"], "taken");
    assert_eq!(guest.ask(appear(0, json!({ "colour": "olive" }))).await["code"], "not-your-seat");
    assert_eq!(guest.ask(appear(2, json!({ "colour": "olive" }))).await["code"], "not-host");
    assert_eq!(guest.ask(appear(3, json!({ "name": "Karim", "colour": "olive" }))).await["answer"], "done");
    assert_eq!(at.ask(appear(2, json!({ "colour": "teal" }))).await["answer"], "done");
    let changed = table(&mut at, |it| all(it, "colour").contains(&"teal")).await;
    assert_eq!(all(&changed, "colour"), ["slate", "red", "teal", "olive"]);
    assert_eq!(all(&changed, "name")[3], "Karim");
}

#[tokio::test]
async fn two_players_on_one_device_are_told_apart() {
    let server = Server::start().await;
    let mut host = server.guest();
    let own = host.get("/api/me").await["name"].as_str().unwrap().to_owned();
    let id = host.open(&wish(&ruleset("alhambra", 3, &[]), &["me", "me", "me"])).await;
    let told = host.get(&format!("/api/tables/{id}")).await;
    assert_eq!(all(&told, "name"), [own.clone(), format!("{own} 2"), format!("{own} 3")]);
    let mut twins = wish(&ruleset("alhambra", 2, &[]), &["me", "me"]);
    twins["seats"][0]["name"] = "Amina".into();
    twins["seats"][1]["name"] = "amina".into();
    assert_eq!(host.http("POST", "/api/tables", Some(twins.to_string())).await.0, 409);
}

#[tokio::test]
async fn the_host_changes_the_game_and_the_number_of_seats() {
    let server = Server::start().await;
    let (mut host, mut other) = (server.guest(), server.guest());
    let opened = wish(&ruleset("alhambra", 4, &["huts"]), &["me", "open", "easy", "open"]);
    let id = host.open(&opened).await;
    other.get("/api/me").await;
    let (mut at, mut guest) = (host.table(&id).await, other.table(&id).await);
    assert_eq!(guest.ask(json!({ "ask": "sit", "seat": 3 })).await["answer"], "done");
    let configured = |game: &str, n: usize, modules: &[&str]| {
        let mut settings = opened["settings"].clone();
        settings["ruleset"] = ruleset(game, n, modules);
        json!({ "ask": "configure", "settings": settings })
    };
    assert_eq!(guest.ask(configured("granada", 4, &[])).await["code"], "not-host");
    assert_eq!(at.ask(configured("granada", 4, &["huts"])).await["code"], "unplayable");
    // The open seat goes first, then the bot, never a person.
    assert_eq!(at.ask(configured("granada", 3, &[])).await["answer"], "done");
    let three = table(&mut guest, |it| it["seats"].as_array().unwrap().len() == 3).await;
    assert_eq!(three["settings"]["ruleset"]["game"], "granada");
    assert_eq!((three["yours"].clone(), three["host_seat"].clone()), (json!([2]), json!(0)));
    assert_eq!(at.ask(configured("granada", 2, &[])).await["answer"], "done");
    assert_eq!(at.ask(configured("granada", 6, &[])).await["answer"], "done");
    let six = table(&mut at, |it| it["seats"].as_array().unwrap().len() == 6).await;
    assert_eq!(all(&six, "name").len(), 2);
    assert_eq!(at.ask(json!({ "ask": "start" })).await["answer"], "done");
    assert_eq!(at.ask(configured("granada", 5, &[])).await["code"], "not-now");
    let started = table(&mut at, |it| it["status"] == "playing").await;
    let mut colours = all(&started, "colour");
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 6);
}

#[tokio::test]
async fn more_people_than_seats_are_refused() {
    let server = Server::start().await;
    let mut host = server.guest();
    let opened = wish(&ruleset("alhambra", 3, &[]), &["me", "me", "me"]);
    let id = host.open(&opened).await;
    let mut at = host.table(&id).await;
    let mut settings = opened["settings"].clone();
    settings["ruleset"] = ruleset("alhambra", 2, &[]);
    assert_eq!(at.ask(json!({ "ask": "configure", "settings": settings })).await["code"], "full");
    assert_eq!(table(&mut at, |_| true).await["seats"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn whoever_wants_to_play_again_is_the_host_of_the_rematch() {
    let server = Server::start().await;
    let (mut host, mut other) = (server.guest(), server.guest());
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    other.get("/api/me").await;
    let (mut at, mut guest) = (host.table(&id).await, other.table(&id).await);
    assert_eq!(guest.ask(json!({ "ask": "sit", "name": "Zahra", "colour": "saffron" })).await["answer"], "done");
    assert_eq!(at.ask(json!({ "ask": "start" })).await["answer"], "done");
    for (socket, who) in [(&mut at, &mut host), (&mut guest, &mut other)] {
        let seat = who.get(&format!("/api/tables/{id}")).await["yours"][0].clone();
        let end = json!({ "ask": "abandon", "seat": seat, "wanted": true });
        assert_eq!(socket.ask(end).await["answer"], "done");
    }
    let again = guest.ask(json!({ "ask": "rematch" })).await["table"].as_str().unwrap().to_owned();
    // Everybody who is there hears of it at once.
    let told = table(&mut at, |it| it["rematch"].is_string()).await;
    assert_eq!(told["rematch"], again);
    let next = host.get(&format!("/api/tables/{again}")).await;
    let seat = next["host_seat"].as_u64().unwrap() as usize;
    assert_eq!(next["seats"][seat]["occupant"], json!({ "occupant": "person", "name": "Zahra", "colour": "saffron" }));
    assert_eq!(next["host"], false);
}
