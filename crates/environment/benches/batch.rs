//! Benches: how fast a batch of games is stepped, with masks and observations; `cargo bench -p alhambra-environment`.

use alhambra_environment::{Batch, batch::Rows, id, observation, planes};
use divan::{Bencher, counter::ItemsCount};

const N_GAMES: usize = 256;

fn main() {
    divan::main();
}

fn stepped(bencher: Bencher, ruleset: &str, with_planes: bool) {
    let ruleset: alhambra_engine::Ruleset = ruleset.parse().expect("a ruleset");
    let n_players = usize::from(ruleset.players);
    let mut batch = Batch::new(ruleset, N_GAMES, 1, 1).expect("a playable ruleset");
    let mut observations = vec![0; N_GAMES * observation::LEN];
    let mut planes = vec![0; if with_planes { N_GAMES * n_players * planes::LEN } else { 0 }];
    let mut masks = vec![false; N_GAMES * id::N];
    let (mut seats, mut dones) = (vec![0; N_GAMES], vec![false; N_GAMES]);
    let (mut rewards, mut scores) = (vec![0.0; N_GAMES * n_players], vec![0; N_GAMES * n_players]);
    let mut ids = vec![0; N_GAMES];
    bencher.counter(ItemsCount::new(N_GAMES)).bench_local(|| {
        batch.sample(&mut ids);
        let rows = Rows {
            observations: &mut observations,
            planes: &mut planes,
            masks: &mut masks,
            seats: &mut seats,
            rewards: &mut rewards,
            scores: &mut scores,
            dones: &mut dones,
        };
        batch.step(&ids, rows).expect("a legal id");
    });
}

const RULESETS: [&str; 4] = [
    "alhambra 3",
    "granada 3",
    "both 3",
    "alhambra 3 vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers",
];

#[divan::bench(args = RULESETS, sample_count = 1000)]
fn steps(bencher: Bencher, ruleset: &str) {
    stepped(bencher, ruleset, false);
}

#[divan::bench(args = RULESETS, sample_count = 1000)]
fn steps_with_planes(bencher: Bencher, ruleset: &str) {
    stepped(bencher, ruleset, true);
}
