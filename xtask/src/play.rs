//! Play: builds the game as it is shipped and starts it in the terminal.

use std::ffi::OsString;

use anyhow::{Context, Result};

use crate::cargo::{cargo, finish};

/// What is passed on to the game.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Arguments of the game; `cargo play --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// Builds and starts the game where the player stands, so that relative file names mean what they say.
///
/// # Errors
/// Fails if the game doesn't build or ends with an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = ["run", "--release", "--package", "alhambra-cli", "--bin", "alhambra", "--", "play"];
    finish(cargo().args(game).args(&args.rest)).context("the game was not built or stopped with an error")
}
