//! Plays a random game and prints every action and the palaces of the end: `cargo run --example random_game -- 7 "granada 3"`.

use alhambra_engine::{Rng, Seed, State, notation::draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let number: u64 = arguments.next().map_or(Ok(7), |it| it.parse())?;
    let ruleset = arguments.next().unwrap_or_else(|| "alhambra 3".to_owned()).parse()?;

    let mut game = State::new(ruleset, Seed::from_number(number))?;
    let mut dice = Rng::new(Seed::from_number(number));
    while let Some(seat) = game.to_act() {
        let actions = game.legal_actions();
        let action = actions[dice.below(actions.len())];
        println!("{seat} {action}");
        game.apply(seat, action)?;
    }
    for seat in game.seats() {
        let player = game.player(seat);
        println!("\nseat {seat}: {} points\n{}", player.score, draw(&player.city));
    }
    Ok(())
}
