//! What several tests share.
#![allow(dead_code, reason = "every test takes what it needs")]

use alhambra_engine::rng::{Rng, Seed};

/// Reproducible random choices.
pub struct Dice(Rng);

impl Dice {
    pub fn new(number: u64) -> Dice {
        Dice(Rng::new(Seed::from_number(number ^ 0xA1_4A_3B_2A)))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.stream(|it| it.below(n as u32)) as usize
    }
}

/// Runs the numbers `0..n` on all cores.
pub fn in_parallel(n: u64, run: impl Fn(u64) + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= n {
                        return;
                    }
                    run(number);
                }
            });
        }
    });
}
