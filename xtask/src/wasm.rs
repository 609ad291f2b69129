//! The table for browsers: the crates that run there, and the target of the compiler that they are built for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, finish};

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";
/// What runs there.
const CRATES: [&str; 5] = ["alhambra-engine", "alhambra-bots", "alhambra-protocol", "alhambra-table", "alhambra-wasm"];

/// Makes sure that everything for browsers compiles, without warnings, for them.
///
/// # Errors
/// Fails if the target can't be had or something doesn't compile.
pub(crate) fn check(root: &Path) -> Result<()> {
    require(root)?;
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked", "--target", TARGET]).args(packages).args(["--", "-D", "warnings"]);
    finish(clippy.current_dir(root)).context("the crates for browsers")
}

/// Makes sure that the compiler can build for browsers.
///
/// # Errors
/// Fails if it can't, and rustup can't help.
fn require(root: &Path) -> Result<()> {
    if is_there(root) {
        return Ok(());
    }
    println!("adding to the toolchain: {TARGET}");
    // Not a line of the toolchain file: where rustup can't fetch it, nothing at all could be built then. Whether this worked
    // shows in what is there afterwards.
    let _ = Command::new("rustup").args(["target", "add", TARGET]).current_dir(root).status();
    ensure!(is_there(root), "install the target with `rustup target add {TARGET}`");
    Ok(())
}

/// Whether the compiler has the standard library for browsers.
fn is_there(root: &Path) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let question = ["--print", "target-libdir", "--target", TARGET];
    let answer = Command::new(rustc).args(question).current_dir(root).output();
    let folder = answer.ok().and_then(|it| String::from_utf8(it.stdout).ok());
    folder.is_some_and(|it| !it.trim().is_empty() && PathBuf::from(it.trim()).is_dir())
}
