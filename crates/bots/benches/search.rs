//! Benches: how many games a second the search tries out in the middle of a game for three; `cargo bench -p alhambra-bots`.

use alhambra_bots::{Bot as _, Budget, Greedy, Kind, Seen, bot_seed};
use alhambra_engine::{Action, Ruleset, Seat, Seed, State};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// A game of greedy bots after so many turns, at the beginning of one.
fn middle(ruleset: Ruleset, n_turns: u32) -> State {
    let seed = Seed::from_number(1);
    let mut state = State::new(ruleset, seed, &mut ()).unwrap();
    let mut bots: Vec<Greedy> = (0..ruleset.players).map(|seat| Greedy::new(bot_seed(seed, Seat(seat)))).collect();
    let mut legal: Vec<Action> = Vec::new();
    let (mut last, mut n) = (None, 0);
    while let Some(seat) = state.to_act() {
        n += u32::from(last != Some(seat));
        last = Some(seat);
        if n > n_turns {
            break;
        }
        state.legal_actions(&mut legal);
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), &legal);
        state.apply_unchecked(action, &mut ());
    }
    state
}

/// One decision with a thousand games tried out, from looking at the table to the answer.
#[divan::bench(args = [2, 3, 4])]
fn playouts(bencher: Bencher, players: u8) {
    const N: u32 = 1000;
    let state = middle(Ruleset::alhambra(players), 45);
    let seat = state.to_act().unwrap();
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    bencher.counter(ItemsCount::new(N)).bench_local(|| {
        let mut bot = Kind::Search(Budget::Iterations(N)).bot(Seed::from_number(0));
        bot.choose(&Seen::by(&state, seat), &legal)
    });
}
