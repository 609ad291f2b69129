//! Perft: how many ways a game can go on, counted action by action.

use std::io;

use alhambra_bots::{arena::Table, game_seed};
use alhambra_engine::{State, perft};

use crate::{
    error::Error,
    rules::{self, Rules},
};

/// From which game to count and how far.
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    rules: Rules,

    /// The number that the game follows from.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How many actions deep to count.
    #[arg(long, short, value_name = "N", default_value_t = 3)]
    depth: u32,

    /// Count for every first action by itself.
    #[arg(long)]
    divide: bool,
}

/// Counts and prints.
pub(crate) fn run(args: &Perft, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let seed = game_seed(args.seed, 0);
    let state = State::new(ruleset, seed).map_err(|it| rules::refused(&it))?;
    if args.divide {
        let counts = perft::divide(&state, args.depth);
        let mut table = Table::new(["first action", "positions"]);
        for (action, n) in &counts {
            table.row([action.to_string(), n.to_string()]);
        }
        table.row(["together".to_owned(), counts.iter().map(|it| it.1).sum::<u64>().to_string()]);
        write!(out, "{table}")?;
        return Ok(());
    }
    writeln!(out, "depth positions")?;
    for depth in 0..=args.depth {
        let n = perft::perft(&state, depth);
        writeln!(out, "{depth:>5} {n}")?;
        out.flush()?;
    }
    Ok(())
}
