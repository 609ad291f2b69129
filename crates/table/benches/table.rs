//! Benches: what a move costs at a table, from the request to the letters to everybody; `cargo bench`.

use std::{cell::Cell, hint::black_box, sync::Arc};

use alhambra_engine::{Action, Ruleset, Seed, modules::Module};
use alhambra_protocol::{Ask, Assistance, NewTable, Pace, Request, SeatPlan, Settings, Visibility};
use alhambra_table::{House, Input, Letter, Moment, Person, Receipt, Table, Telling, Visitor, opening};
use divan::Bencher;

fn main() {
    divan::main();
}

/// Every sort of game for four players.
const RULESETS: [&str; 4] = ["alhambra 4", "granada 4", "both 4", "all modules"];

fn ruleset(text: &str) -> Ruleset {
    let all = || format!("alhambra 4 {}", Module::ALL.map(Module::name).join(" "));
    if text == "all modules" { all() } else { text.to_owned() }.parse().expect("a ruleset")
}

fn drive(table: &mut Table, input: Input) -> Vec<Letter> {
    let proposal = table.propose(input, Moment::default());
    table.commit(proposal, Receipt::of_a_store_that_has_committed())
}

/// A table in the middle of its game, with all four players in front of it who are told what changes, and the next move.
fn moves(text: &str) -> Vec<(Table, Ask)> {
    let host = Person { id: "host".to_owned(), name: "Leila".to_owned() };
    let settings = Settings {
        ruleset: ruleset(text),
        visibility: Visibility::Link,
        pace: Pace::Unlimited,
        assistance: Assistance { hints: true, undo: true },
        fixed_seats: true,
        substitute: "random".to_owned(),
        patience: None,
    };
    let seats = vec![SeatPlan::Me { name: None, colour: None }; 4];
    let wish = NewTable { settings, seats, start: false, from: None, lesson: false };
    let meta = opening::open(wish, "k3v9k3v".to_owned(), &host, 0, None, 0).expect("a table");
    let house = Arc::new(House { shuffle: Some(Seed::from_number(1)), ..House::default() });
    let mut table = Table::new(house, meta, Moment::default());
    drive(&mut table, Input::Start);
    for visit in 0..4 {
        let visitor = Visitor::new(visit, host.clone(), [127, 0, 0, 1].into(), None, 0, Telling::News);
        drive(&mut table, Input::Came { visitor, unreadable: None });
        let look = Ask::Look { seat: Some(visit as u8) };
        drive(&mut table, Input::Asked { visit, request: Request { reference: None, ask: look } });
    }
    let (mut moves, mut dice) = (Vec::new(), 1_u64);
    while let Some(seat) = table.to_act() {
        let game = table.game().expect("a game");
        let actions = game.state.legal_actions();
        let liked: Vec<Action> =
            actions.iter().copied().filter(|it| matches!(it, Action::Buy { .. } | Action::Build { .. })).collect();
        let among = if liked.is_empty() { &actions } else { &liked };
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = among[(dice >> 33) as usize % among.len()].to_string();
        let ask = Ask::Act { seat, seq: game.seq(), action, hold: false };
        if game.seq().is_multiple_of(4) {
            moves.push((table.clone(), ask.clone()));
        }
        drive(&mut table, Input::Asked { visit: seat.into(), request: Request { reference: Some(1), ask } });
    }
    moves
}

#[divan::bench(args = RULESETS)]
fn a_move(bencher: Bencher<'_, '_>, text: &str) {
    let moves = moves(text);
    let next = Cell::new(0);
    let draw = || {
        next.set((next.get() + 1) % moves.len());
        moves[next.get()].clone()
    };
    bencher.with_inputs(draw).bench_local_values(|(mut table, ask)| {
        let input = Input::Asked { visit: 0, request: Request { reference: Some(1), ask } };
        black_box(drive(&mut table, input))
    });
}
