//! Scratch.
#![allow(missing_docs)]
use alhambra_engine::*;
use std::time::Instant;
fn main() {
    let limit: u64 = std::env::args().nth(1).map_or(u64::MAX, |n| n.parse().unwrap());
    let only: u8 = std::env::args().nth(2).map_or(0, |n| n.parse().unwrap());
    for players in 2..=6u8 {
        if only != 0 && players != only {
            continue;
        }
        let mut actions = Vec::new();
        let mut x: u64 = 88172645463325252;
        let mut n = 0u64;
        let mut games = 0u64;
        let mut total = 0u64;
        let mut longest = 0u64;
        let t = Instant::now();
        let mut score = 0u64;
        while games < limit && t.elapsed().as_secs_f64() < 200.0 {
            let mut s = State::new(Ruleset::alhambra(players), Seed::from_number(games), &mut ()).unwrap();
            let mut len = 0;
            while !s.is_over() && len < 100000 {
                s.legal_actions(&mut actions);
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                let i = ((x >> 32) * actions.len() as u64 >> 32) as usize;
                total += actions.len() as u64;
                s.apply_unchecked(actions[i], &mut ());
                len += 1;
            }
            longest = longest.max(len);
            n += len;
            games += 1;
            score += s.players.iter().map(|p| p.score as u64).sum::<u64>();
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{players}: {:.0} games/s {:.2} M actions/s len {:.0} max {longest} branching {:.1} score {:.1} size {}",
            games as f64 / e,
            n as f64 / e / 1e6,
            n as f64 / games as f64,
            total as f64 / n as f64,
            score as f64 / games as f64 / players as f64,
            std::mem::size_of::<State>()
        );
    }
}
