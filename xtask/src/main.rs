//! The project's own commands: play the game, verify the work, tidy the texts, generate types, soak the rules.

#![forbid(unsafe_code)]

mod audit;
mod cargo;
mod codegen;
mod package;
mod play;
mod postgres;
mod python;
mod soak;
mod tidy;
mod verify;
mod wasm;
mod web;

use std::path::PathBuf;
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
    /// Build the client and the server, and start them; everything after `play` is passed on to the server.
    #[command(disable_help_flag = true)]
    Play(play::Args),
    /// Run every check and test, and stop at the first that fails.
    Verify(verify::Args),
    /// Check what the compiler cannot: headers, rule ids, the engine's borders, links.
    Tidy,
    /// Write what the client knows of the protocol and the tiles.
    Codegen,
    /// Build the table for browsers into the client.
    Wasm,
    /// Write a folder that any web server can serve: everything is played in the browser, with no server of the game.
    Site {
        /// Where to; what is there is replaced.
        #[arg(default_value = "target/site")]
        folder: PathBuf,
    },
    /// Run the long tests that `verify` leaves out: random games by the thousand, kills, nonsense, twins.
    Soak,
    /// Play whole games in a real browser against the real program.
    Browser {
        /// Also play the long list: every module alone, Granada, both together, everything on a phone.
        #[arg(long)]
        all: bool,
    },
    /// Take pictures of the main pages and of a table, for the README and for critical eyes.
    Screenshots,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Tidy => cargo::root().and_then(|root| tidy::run(&root)),
        Command::Codegen => cargo::root().and_then(|root| codegen::run(&root)),
        Command::Wasm => cargo::root().and_then(|root| wasm::build(&root)),
        Command::Site { folder } => cargo::root().and_then(|root| web::site(&root, &folder)),
        Command::Soak => soak::run(),
        Command::Browser { all } => {
            cargo::root().and_then(|root| web::in_browser(&root, if all { "test:browser:all" } else { "test:browser" }))
        }
        Command::Screenshots => cargo::root().and_then(|root| web::in_browser(&root, "screenshots")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
