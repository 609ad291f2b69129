//! Alhambra on the command line: simulate, replay, count positions, play.

#![forbid(unsafe_code)]

mod chronicle;
mod error;
mod export;
mod game;
mod lineup;
mod rules;
mod seeds;
mod simulate;
mod sources;
mod summary;
mod table;
mod tally;

use std::{
    io::{self, BufWriter, Write as _},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

use error::Error;

/// Alhambra, complete: play it, simulate it, replay it, take it apart.
#[derive(Parser)]
#[command(name = "alhambra", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Let bots play many games and see what comes of them.
    Simulate(simulate::Simulate),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version are no errors.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return report(&error.into()),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What was said before the mistake belongs in front of it.
            let _ = out.flush();
            report(&error)
        }
    }
}

fn run(cli: &Cli, out: &mut impl io::Write) -> Result<(), Error> {
    match &cli.command {
        Command::Simulate(args) => simulate::run(args, out),
    }
}

/// Says on one line what went wrong.
fn report(error: &Error) -> ExitCode {
    if !matches!(error, Error::Closed) {
        eprintln!("alhambra: {error}");
    }
    error.exit_code()
}
