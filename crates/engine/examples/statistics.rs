//! Plays random games and says how they end: `cargo run --release --example statistics -- 1000 "alhambra 4 camps"`.
//!
//! Actions are drawn with a `Chooser`, which lists only what was drawn: thousands of games a second.

#![allow(clippy::disallowed_types, reason = "a mean that is printed decides nothing in a game")]

use alhambra_engine::{Chooser, Rng, Ruleset, Seed, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n_games: u32 = arguments.next().map_or(Ok(1_000), |it| it.parse())?;
    let ruleset: Ruleset = arguments.next().unwrap_or_else(|| "alhambra 3".to_owned()).parse()?;

    let mut chooser = Chooser::default();
    let mut dice = Rng::new(Seed::from_number(0));
    let mut n_actions = 0_u32;
    // Points and victories by seat.
    let mut sums = vec![(0_u32, 0_u32); ruleset.players.into()];
    for number in 0..n_games {
        let mut game = State::new(ruleset, Seed::from_number(number.into()))?;
        while let Some(action) = game.choose(&mut chooser, |n| dice.below(n)) {
            game.apply_unchecked(action);
            n_actions += 1;
        }
        game.players.iter().zip(&mut sums).for_each(|(player, sum)| sum.0 += u32::from(player.score));
        game.winners().into_iter().for_each(|seat| sums[seat.index()].1 += 1);
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(n_games.max(1));
    println!("{n_games} games of {ruleset}, {:.1} actions each", mean(n_actions));
    for (seat, (points, wins)) in sums.into_iter().enumerate() {
        println!("seat {seat}: {:5.1} points, {:4.1} % of games won or shared", mean(points), 100.0 * mean(wins));
    }
    Ok(())
}
