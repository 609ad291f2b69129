//! The project's own commands: play the game, verify the work, tidy the texts, soak the rules.

#![forbid(unsafe_code)]

mod cargo;
mod play;
mod soak;
mod tidy;
mod verify;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The commands of the Alhambra project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game in the terminal; everything after `play` is passed on to it.
    #[command(disable_help_flag = true)]
    Play(play::Args),
    /// Run every check and test, and stop at the first that fails.
    Verify(verify::Args),
    /// Check what the compiler cannot: headers, rule ids, the engine's borders, links.
    Tidy,
    /// Run the long tests that `verify` leaves out.
    Soak,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Tidy => cargo::root().and_then(|root| tidy::run(&root)),
        Command::Soak => soak::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
