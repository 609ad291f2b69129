//! Benches: how many games a second are played on from the middle of a game; `cargo bench -p alhambra-bots`.

use alhambra_bots::{Bot as _, Budget, Greedy, Kind, Means, Question, Recall, Seen, bot_seed, prospects};
use alhambra_engine::{Action, Ruleset, Seat, Seed, State};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// A game of greedy bots after so many turns, at the beginning of one.
fn middle(ruleset: Ruleset, n_turns: u32) -> State {
    let seed = Seed::from_number(1);
    let mut state = State::new(ruleset, seed).unwrap();
    let mut bots: Vec<Greedy> = (0..ruleset.players).map(|seat| Greedy::new(bot_seed(seed, Seat(seat)))).collect();
    let mut legal: Vec<Action> = Vec::new();
    let (mut last, mut n) = (None, 0);
    while let Some(seat) = state.to_act() {
        n += u32::from(last != Some(seat));
        last = Some(seat);
        if n > n_turns {
            break;
        }
        state.legal_actions_into(&mut legal);
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), &legal).unwrap();
        state.apply_unchecked(action);
    }
    state
}

/// How many games are played on in one round of a bench.
const N: u32 = 1000;

/// Played on in a hurry, from thinking up the game to its value.
#[divan::bench(args = [2, 3, 4])]
fn hasty(bencher: Bencher, players: u8) {
    let state = middle(Ruleset::alhambra(players), 45);
    let (recall, means) = (Recall::new(), Means::default());
    let question = Question {
        recall: &recall,
        seed: Seed::from_number(0),
        budget: Budget::Iterations(N),
        means: &means,
        wanted: None,
    };
    bencher
        .counter(ItemsCount::new(N))
        .bench_local(|| prospects(&Seen::by(&state, state.to_act().unwrap()), &question));
}

/// Played on as the search does it, with care: one decision, from looking at the table to the answer.
#[divan::bench(args = [2, 3, 4])]
fn careful(bencher: Bencher, players: u8) {
    let state = middle(Ruleset::alhambra(players), 45);
    let seat = state.to_act().unwrap();
    let mut legal = Vec::new();
    state.legal_actions_into(&mut legal);
    bencher.counter(ItemsCount::new(N)).bench_local(|| {
        let mut bot = Kind::Search(Budget::Iterations(N)).bot(Seed::from_number(0));
        bot.choose(&Seen::by(&state, seat), &legal).unwrap()
    });
}
