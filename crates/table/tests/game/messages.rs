//! Messages stay as they are, byte for byte: whole games as four players and a spectator are told of them.

use std::{fmt::Write as _, sync::Arc};

use alhambra_engine::{Action, Seed, modules::Module};
use alhambra_protocol::{Ask, Request};
use alhambra_table::{GameLog, House, Input, Moment, Person, Receipt, Table, Telling, Visitor, opening};
use serde_json::json;
use sha2::{Digest as _, Sha256};

#[derive(Default)]
struct Told {
    n_letters: usize,
    n_bytes: usize,
    digest: Sha256,
}

impl Told {
    fn drive(&mut self, table: &mut Table, input: Input) {
        let now = u64::from(table.game().map_or(0, GameLog::seq)) * 1000;
        let proposal = table.propose(input, Moment { now, time_of_day: 1_000_000 + now });
        for letter in table.commit(proposal, Receipt::of_a_store_that_has_committed()) {
            self.n_letters += 1;
            self.n_bytes += letter.text.len();
            self.digest.update(letter.visit.to_le_bytes());
            self.digest.update(letter.text.as_bytes());
        }
    }
}

/// Plays a game in which every third action is first considered and then held, and hears all that is said of it.
fn tell(ruleset: &str) -> Told {
    let host = Person { id: "host".to_owned(), name: "Leila".to_owned() };
    let wish = json!({
        "settings": {
            "ruleset": serde_json::to_value(ruleset.parse::<alhambra_engine::Ruleset>().unwrap()).unwrap(),
            "visibility": "public", "pace": { "pace": "bank", "seconds": 900, "increment": 5 },
            "assistance": { "hints": true, "undo": true }, "fixed_seats": true, "substitute": "greedy",
        },
        "seats": [{ "seat": "me" }, { "seat": "me" }, { "seat": "me" }, { "seat": "me" }],
    });
    let wish = serde_json::from_value(wish).unwrap();
    let meta = opening::open(wish, "k3v9k3v".to_owned(), &host, 1000, None, 0).unwrap();
    let house = House { shuffle: Some(Seed::from_number(3)), ..House::default() };
    let mut table = Table::new(Arc::new(house), meta, Moment::default());
    let mut told = Told::default();
    let ask = |visit: u64, ask: Ask| Input::Asked { visit, request: Request { reference: Some(7), ask } };
    // A spectator, and a visit for every seat: two that are told everything anew, two that are told what changes.
    let spectator = Person { id: "spectator".to_owned(), name: "Zeki".to_owned() };
    for visit in 0..5 {
        let person = if visit == 4 { spectator.clone() } else { host.clone() };
        let telling = if visit % 2 == 0 { Telling::News } else { Telling::Whole };
        let visitor = Visitor::new(visit, person, [127, 0, 0, 1].into(), None, 0, telling);
        told.drive(&mut table, Input::Came { visitor, unreadable: None });
    }
    told.drive(&mut table, Input::Start);
    for visit in 0..4 {
        told.drive(&mut table, ask(visit, Ask::Look { seat: Some(visit as u8) }));
    }
    let mut dice = 1_u64;
    while let Some(seat) = table.to_act() {
        let game = table.game().unwrap();
        let (seq, actions) = (game.seq(), game.state.legal_actions());
        let is_liked = |it: &Action| matches!(it, Action::Buy { .. } | Action::Build { .. });
        let liked: Vec<Action> = actions.iter().copied().filter(is_liked).collect();
        let among = if liked.is_empty() { &actions } else { &liked };
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = among[(dice >> 33) as usize % among.len()].to_string();
        let visit = u64::from(seat);
        let hold = seq % 3 == 0;
        if hold {
            told.drive(&mut table, ask(visit, Ask::Consider { seat, seq, action: action.clone() }));
        }
        told.drive(&mut table, ask(visit, Ask::Act { seat, seq, action, hold }));
        if table.game().is_some_and(|it| it.seq() == seq) {
            told.drive(&mut table, ask(visit, Ask::Confirm { seat, seq }));
        }
    }
    told.drive(&mut table, ask(0, Ask::Entries { before: 20 }));
    told
}

/// Of each game: its letters, their bytes, and their digest. What is pinned changes only where a message is meant to change, and
/// the changelog says so.
const PINNED: &str = "\
alhambra 4: 2287 9239422 ae1df7935c108d6d
granada 4: 2276 9658967 5ffc223dac693737
both 4 vizier bureaux: 17629 75429592 341de5a60ffb8a51
alhambra 4 vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers: 8101 31824788 25da2da4f8babf94
";

#[test]
fn messages_are_the_same_byte_for_byte() {
    let all = format!("alhambra 4 {}", Module::ALL.map(Module::name).join(" "));
    let mut pinned = String::new();
    for ruleset in ["alhambra 4", "granada 4", "both 4 vizier bureaux", &all] {
        let Told { n_letters, n_bytes, digest } = tell(ruleset);
        let digest: String = digest.finalize().iter().take(8).map(|it| format!("{it:02x}")).collect();
        writeln!(pinned, "{ruleset}: {n_letters} {n_bytes} {digest}").unwrap();
    }
    assert_eq!(pinned, PINNED);
}
