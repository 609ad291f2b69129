//! Soak: the long tests, which play more games than anybody wants to wait for at every change.

use anyhow::{Context, Result};

use crate::cargo::{cargo, finish, root};

/// Runs every test that is marked `#[ignore]`, optimised.
///
/// # Errors
/// Fails if one of them does.
pub(crate) fn run() -> Result<()> {
    let long_tests = ["test", "--workspace", "--release", "--locked", "--", "--ignored"];
    finish(cargo().args(long_tests).current_dir(root()?))
        .context("a long test failed; rerun it alone with `cargo test --release -- --ignored <its name>`")
}
