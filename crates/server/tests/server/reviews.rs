//! Reviews: the chances of everybody in every turn of a game, worked out in the background.

use serde_json::{Value, json};

use crate::common::{Guest, Server, ruleset, wish};

const RECORD: &str = include_str!("../../../../games/first-lesson.txt");

/// Asks until the review is complete.
async fn complete(mut ask: impl AsyncFnMut() -> Value) -> Value {
    loop {
        let review = ask().await;
        let n = review["moments"].as_array().unwrap().len();
        assert!(n as u64 <= review["n_moments"].as_u64().unwrap());
        if n as u64 == review["n_moments"].as_u64().unwrap() {
            return review;
        }
        tokio::task::yield_now().await;
    }
}

async fn uploaded(guest: &mut Guest, record: &str) -> Value {
    complete(async || {
        let (status, text) = guest.http("POST", "/api/replay/review", Some(record.to_owned())).await;
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap()
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_has_chances_for_everybody_in_every_turn() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let review = uploaded(&mut guest, RECORD).await;
    let moments = review["moments"].as_array().unwrap();
    let sum = |it: &Value| it["chances"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum::<u64>();
    assert!(moments.len() > 30);
    assert!(moments.iter().all(|it| (997..=1003).contains(&sum(it))), "{moments:?}");
    assert!(moments.is_sorted_by_key(|it| it["n"].as_u64()));
    let points = review["turning_points"].as_array().unwrap();
    assert!(points.iter().all(|it| it["lost"].as_u64().unwrap() >= 50), "{points:?}");
    assert!(points.iter().all(|point| moments.iter().any(|it| it["n"] == point["n"])), "{points:?}");
    // Another server comes to the same.
    let other = Server::start().await;
    assert_eq!(uploaded(&mut other.guest(), RECORD).await, review);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_ends_in_certainty() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["me", "random"]);
    wish["start"] = json!(true);
    let id = guest.open(&wish).await;
    assert_eq!(guest.http("GET", &format!("/api/games/{id}/review"), None).await.0, 404);
    let token = guest.post(&format!("/api/tables/{id}/token"), &json!({ "seat": 0 })).await;
    crate::bot::play(&server.address.to_string(), &id, 0, token["token"].as_str().unwrap()).await.unwrap();
    let game = guest.get(&format!("/api/games/{id}")).await;
    let review = complete(async || guest.get(&format!("/api/games/{id}/review")).await).await;
    let last = review["moments"].as_array().unwrap().last().unwrap();
    assert_eq!(last["n"], game["n_actions"]);
    for seat in game["winners"].as_array().unwrap() {
        let share = 1000 / game["winners"].as_array().unwrap().len();
        assert_eq!(last["chances"][seat.as_u64().unwrap() as usize], json!(share));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_decision_of_a_record_has_candidates() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let n_actions = RECORD.lines().filter(|it| it.starts_with(|it: char| it.is_ascii_digit())).count();
    let mut hint_of = async |n: usize, how: &str| {
        let path = format!("/api/replay/moments/{n}/hint{how}");
        let (status, text) = guest.http("POST", &path, Some(RECORD.to_owned())).await;
        assert_eq!(status, 200, "{text}");
        serde_json::from_str::<Value>(&text).unwrap()
    };
    // The learner can pay the tower exactly.
    let exact = hint_of(8, "").await;
    let notations: Vec<_> = exact["candidates"].as_array().unwrap().iter().map(|it| &it["notation"]).collect();
    assert!(notations.iter().any(|it| it.as_str().unwrap().starts_with("buy T11")), "{notations:?}");
    // Whoever wants to know better has it judged by more games.
    let longer = hint_of(8, "?tries=4000").await;
    assert_ne!(longer["candidates"][0]["win"], exact["candidates"][0]["win"]);
    // Nothing is left to do at the end, and the end is where it stays.
    assert_eq!(hint_of(n_actions, "").await["candidates"], json!([]));
    assert_eq!(hint_of(n_actions + 5, "").await["seq"], json!(n_actions));
}

#[tokio::test]
async fn what_is_no_record_is_refused() {
    let server = Server::start().await;
    let (status, _) = server.guest().http("POST", "/api/replay/review", Some("nothing".to_owned())).await;
    assert_eq!(status, 400);
}
