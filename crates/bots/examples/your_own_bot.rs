//! A bot of your own in the arena: `cargo run --release -p alhambra-bots --example your_own_bot`.

use alhambra_bots::{Bot, BotError, NoAction, Registry, Seen, arena::Arena};
use alhambra_engine::{Action, Ruleset, material::Tile};

/// Buys the dearest tile that it can pay exactly, builds what it has bought, and takes as much money as it can.
struct Thrifty;

impl Bot for Thrifty {
    fn name(&self) -> String {
        "thrifty".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        let best = legal.iter().max_by_key(|it| appeal(it));
        Ok(*best.ok_or(NoAction { seat: seen.seat() })?)
    }
}

/// How much the bot likes an action.
fn appeal(action: &Action) -> u16 {
    match action {
        Action::Build { .. } => 1000,
        Action::Buy { tile, payment } if is_exact(*tile, payment.total()) => 500 + u16::from(payment.total()),
        Action::Take { cards } => 100 + u16::from(cards.total()),
        _ => 0,
    }
}

fn is_exact(tile: Tile, paid: u8) -> bool {
    tile.price() == Some(paid)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut bots = Registry::default();
    bots.register("thrifty", |_seed, _means| Thrifty)?;
    let mut arena = Arena::new(Ruleset::alhambra(2), bots.list("random,thrifty,easy")?)?;
    arena.games = 50;
    print!("{}", arena.run()?);
    Ok(())
}
