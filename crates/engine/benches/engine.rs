//! Benches: how fast a game is cloned, listed, played, seen and guessed; `cargo bench`.
//!
//! Allocations are counted too: a playout allocates when it sets up its game, and not for its actions.

use std::{cell::Cell, hint::black_box};

use alhambra_engine::{
    Chooser, City, Ruleset, Seat, Seed, State, View,
    determinize::{Memory, determinize},
    material::{Part, Tile},
    modules::Module,
    rng::Rng,
};
use divan::{Bencher, counter::ItemsCount};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

/// Quick random numbers, so that the choosing costs next to nothing (xorshift).
struct Quick(u64);

impl Quick {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

fn begun(ruleset: Ruleset, number: u64) -> State {
    State::new(ruleset, Seed::from_number(number)).expect("a playable ruleset")
}

/// Every sort of game for three players, by name.
fn ruleset(text: &str) -> Ruleset {
    let text = if text == "all modules" {
        format!("alhambra 3 {}", Module::ALL.map(Module::name).join(" "))
    } else {
        text.to_owned()
    };
    text.parse().expect("a ruleset")
}

/// Plays at random to the end, or until `enough`; returns the number of actions.
fn play(state: &mut State, dice: &mut Quick, chooser: &mut Chooser, mut enough: impl FnMut(&State) -> bool) -> usize {
    let mut n_actions = 0;
    while !state.is_over() && !enough(state) {
        let Some(action) = state.choose(chooser, |n| dice.below(n)) else { break };
        state.apply_unchecked(action);
        n_actions += 1;
    }
    n_actions
}

/// A game of four in its middle.
fn middle() -> State {
    let mut state = begun(Ruleset::alhambra(4), 1);
    play(&mut state, &mut Quick(1), &mut Chooser::default(), |it| {
        it.table.supply.len() <= 25 && matches!(it.agenda.len(), 1)
    });
    state
}

/// A palace of fifteen tiles and the fountain.
fn palace() -> City {
    let mut number = 0;
    loop {
        number += 1;
        let mut state = begun(Ruleset::alhambra(2), number);
        play(&mut state, &mut Quick(number), &mut Chooser::default(), |it| it.players[0].city.tiles().len() == 16);
        if !state.is_over() {
            return state.players[0].city;
        }
    }
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let state = middle();
    bencher.bench(|| black_box(&state).clone());
}

/// Into a game that is there already, as a search does it.
#[divan::bench]
fn clone_into(bencher: Bencher) {
    let state = middle();
    let mut other = state.clone();
    bencher.bench_local(move || other.clone_from(black_box(&state)));
}

/// One legal action of many, without listing them.
#[divan::bench]
fn choose(bencher: Bencher) {
    let state = middle();
    let (mut dice, mut chooser) = (Quick(1), Chooser::default());
    bencher.bench_local(|| black_box(&state).choose(&mut chooser, |n| dice.below(n)));
}

#[divan::bench]
fn legal_actions(bencher: Bencher) {
    let state = middle();
    let mut actions = Vec::with_capacity(256);
    bencher.bench_local(|| {
        black_box(&state).legal_actions_into(&mut actions);
        actions.len()
    });
}

/// One legal action after the other of the same position; cloning is not measured.
#[divan::bench]
fn apply(bencher: Bencher) {
    let state = middle();
    let mut actions = Vec::new();
    state.legal_actions_into(&mut actions);
    let mut i = 0;
    bencher
        .with_inputs(|| {
            i = (i + 1) % actions.len();
            (state.clone(), actions[i])
        })
        .bench_local_refs(|(state, action)| state.apply_unchecked(*action));
}

#[divan::bench]
fn longest_wall(bencher: Bencher) {
    let palace = palace();
    bencher.bench(|| black_box(&palace).longest_wall(Part::Alhambra));
}

/// Every tile of the box, every cell where it may go.
#[divan::bench]
fn placements(bencher: Bencher) {
    let palace = palace();
    let tiles: Vec<Tile> = Tile::buildings().collect();
    bencher
        .counter(ItemsCount::new(tiles.len()))
        .bench(|| tiles.iter().map(|&tile| black_box(&palace).cells_for(tile, tile.edges()).count()).sum::<usize>());
}

/// What playouts are measured with.
const GAMES: [&str; 7] = ["alhambra 2", "alhambra 3", "alhambra 4", "alhambra 6", "granada 3", "both 3", "all modules"];

/// Whole games with their set-up, counted by game.
#[divan::bench(args = GAMES)]
fn playout_games(bencher: Bencher, game: &str) {
    let ruleset = ruleset(game);
    let (mut dice, mut chooser, mut number) = (Quick(1), Chooser::default(), 0);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        number += 1;
        let mut state = begun(ruleset, number);
        play(&mut state, &mut dice, &mut chooser, |_| false)
    });
}

/// The same games without their set-up, counted by action.
#[divan::bench(args = GAMES)]
fn playout_actions(bencher: Bencher, game: &str) {
    let ruleset = ruleset(game);
    let mut chooser = Chooser::default();
    let number = Cell::new(0);
    bencher
        .with_inputs(|| {
            number.set(number.get() + 1);
            (begun(ruleset, number.get()), Quick(number.get()))
        })
        .input_counter(move |(state, dice)| {
            let mut state = state.clone();
            ItemsCount::new(play(&mut state, &mut Quick(dice.0), &mut Chooser::default(), |_| false))
        })
        .bench_local_refs(|(state, dice)| play(state, dice, &mut chooser, |_| false));
}

#[divan::bench]
fn view(bencher: Bencher) {
    let state = middle();
    bencher.bench(|| View::of(black_box(&state), Some(Seat(0))));
}

#[divan::bench]
fn guess(bencher: Bencher) {
    let view = View::of(&middle(), Some(Seat(0)));
    let mut rng = Rng::new(Seed::from_number(1));
    bencher.bench_local(|| determinize(black_box(&view), Memory::None, &mut rng));
}
