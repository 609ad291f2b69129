//! Somebody who plays whole games over a socket: does anything that is legal, and on the way whatever people do.

use serde_json::{Value, json};

use crate::common::{Guest, Socket};

/// What somebody does beside playing.
#[derive(Clone, Copy, Default)]
pub(crate) struct Habits {
    /// Loses the connection after so many updates and comes back.
    pub(crate) reconnects_after: Option<usize>,
    /// Takes something back now and then, and confirms everything else.
    pub(crate) hesitates: bool,
    /// Stops at the first update with at least this number.
    pub(crate) until: Option<u64>,
}

/// What somebody has seen of a game.
#[derive(Default)]
pub(crate) struct Course {
    /// All entries that were sent.
    pub(crate) entries: Vec<Value>,
    /// The latest update.
    pub(crate) latest: Value,
    /// How many times the connection was lost.
    pub(crate) n_reconnects: usize,
    /// How many times something was taken back.
    pub(crate) n_taken_back: usize,
    /// How many times an answer between turns was asked for.
    pub(crate) n_interrupts: usize,
    dice: u64,
}

impl Course {
    /// Takes in an update, which goes on exactly where the one before has ended.
    fn note(&mut self, update: Value) {
        for entry in update["entries"].as_array().unwrap() {
            assert_eq!(entry["seq"], json!(self.entries.len()), "an entry is missing or comes twice");
            self.entries.push(entry.clone());
        }
        assert_eq!(update["seq"], json!(self.entries.len() - 1));
        self.latest = update;
    }

    /// A number below `n`, always the same ones in the same order.
    fn below(&mut self, n: usize) -> usize {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.dice >> 33) as usize % n
    }
}

/// Who has to decide.
pub(crate) fn to_act(update: &Value) -> Option<u64> {
    update["view"]["agenda"].as_array().unwrap().last()?["seat"].as_u64()
}

/// Plays from the beginning for all seats that somebody has; without any, watches.
pub(crate) async fn play(guest: &Guest, id: &str, habits: Habits) -> Course {
    let course = Course { dice: 7, ..Course::default() };
    go_on(guest, id, habits, course).await
}

/// Goes on where somebody has stopped.
pub(crate) async fn go_on(guest: &Guest, id: &str, habits: Habits, mut course: Course) -> Course {
    let mut socket = come_back(guest, id, &course).await;
    let yours = socket.hear("table").await["table"]["yours"].clone();
    let yours: Vec<u64> = serde_json::from_value(yours).unwrap();
    let mut n_updates = 0;
    loop {
        let update = socket.update().await;
        course.note(update);
        n_updates += 1;
        let is_over = course.latest["view"]["agenda"] == json!([]);
        if is_over || habits.until.is_some_and(|it| course.entries.len() as u64 > it) {
            return course;
        }
        // While something waits for confirmation it looks done, and nobody decides.
        let Some(seat) = to_act(&course.latest) else { continue };
        if habits.reconnects_after.is_some_and(|it| n_updates % it == 0) {
            course.n_reconnects += 1;
            drop(socket);
            socket = come_back(guest, id, &course).await;
        } else if !yours.contains(&seat) {
            // Somebody else decides.
        } else if course.latest["seat"] != json!(seat) {
            // Of several seats, the one that has to decide is looked from.
            let looked = socket.ask(json!({ "ask": "look", "seat": seat })).await;
            assert_eq!(looked["answer"], "done", "{looked}");
        } else if course.latest["options"].is_object() {
            decide(&mut socket, seat, habits, &mut course).await;
        }
    }
}

async fn come_back(guest: &Guest, id: &str, course: &Course) -> Socket {
    match course.entries.len() {
        0 => guest.table(id).await,
        n => guest.visit(&format!("/api/tables/{id}/socket?seen={}", n - 1)).await,
    }
}

/// Does something with the latest update; its answer comes with the next one.
async fn decide(socket: &mut Socket, seat: u64, habits: Habits, course: &mut Course) {
    let seq = course.latest["seq"].clone();
    let step = &course.latest["view"]["agenda"].as_array().unwrap().last().unwrap()["step"];
    course.n_interrupts += usize::from(step == "interrupt");
    if habits.hesitates && course.latest["can_undo"] == true && (course.n_taken_back == 0 || course.below(4) == 0) {
        course.n_taken_back += 1;
        let taken_back = socket.ask(json!({ "ask": "undo", "seat": seat, "seq": seq })).await;
        assert!(is_fine(&taken_back), "{taken_back}");
        return;
    }
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": seq })).await;
    let Some(actions) = legal["actions"].as_array() else {
        assert!(is_fine(&legal), "{legal}");
        return;
    };
    let action = &actions[course.below(actions.len())];
    let act = json!({ "ask": "act", "seat": seat, "seq": seq, "action": action, "hold": habits.hesitates });
    let acted = socket.ask(act).await;
    assert!(is_fine(&acted), "{acted}");
    // What is held waits with the number it was based on.
    if habits.hesitates && acted["seq"] == seq {
        let confirmed = socket.ask(json!({ "ask": "confirm", "seat": seat, "seq": seq })).await;
        assert!(is_fine(&confirmed), "{confirmed}");
    }
}

/// Whether something was done, or came too late because it was done already.
fn is_fine(answer: &Value) -> bool {
    answer["say"] == "answer" || answer["code"] == "stale"
}
