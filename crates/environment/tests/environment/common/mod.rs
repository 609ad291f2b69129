//! What the tests share: rulesets by number, dice, all cores, and the engine's twins, which differ in what is hidden.

// The engine's own tests make them.
#[path = "../../../../engine/tests/engine/common/twins.rs"]
mod twins;

use std::sync::atomic::{AtomicU64, Ordering};

use alhambra_engine::{
    Ending, Game, Rng, Ruleset, Scoring, Seed,
    modules::{Module, ModuleSet},
};

pub(crate) use twins::twin;

/// The base game, Granada, both together and any modules, in turn.
pub(crate) fn any_ruleset(number: u64) -> Ruleset {
    let round = number / 6;
    let players = 2 + ((number + round) % 5) as u8;
    let base = Ruleset::alhambra(players);
    // The multiplier only has to mix well.
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let few = [Module::Vizier, Module::Bureaux].into_iter().zip([40, 41]).filter(|it| mixed >> it.1 & 1 != 0);
    let (scoring, few) = (Scoring::ALL[(mixed >> 42) as usize % 2], few.map(|it| it.0).collect());
    match number % 6 {
        0 => base,
        1 => Ruleset { game: Game::Granada, scoring, modules: few, ..base },
        2 => Ruleset { game: Game::Both, scoring, ending: Ending::ALL[round as usize % 2], modules: few, ..base },
        3 => Ruleset { modules: ModuleSet::NONE.with(Module::ALL[(round % 11) as usize]), ..base },
        4 => Ruleset {
            modules: Module::ALL.into_iter().filter(|&it| mixed >> (it as u32 + 20) & 1 != 0).collect(),
            ..base
        },
        _ => Ruleset { modules: ModuleSet::ALL, ..base },
    }
}

/// Reproducible random choices.
pub(crate) struct Dice(Rng);

impl Dice {
    pub(crate) fn new(number: u64) -> Dice {
        Dice(Rng::new(Seed::from_number(number ^ 0xD1CE)))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// Mixes these.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// One of these.
    pub(crate) fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.0.below(things.len())]
    }
}

/// Runs the numbers `0..n` on all cores.
pub(crate) fn in_parallel(n: u64, run: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= n {
                        return;
                    }
                    run(number);
                }
            });
        }
    });
}
