//! The web client's tools: Node and its packages, and the built pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::cargo::finish;

/// A command of npm in the folder of the client.
fn npm(root: &Path) -> Command {
    // On Windows npm is a script, which only the shell finds.
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("web"));
    command
}

/// Installs the client's packages as the lock file names them, unless they are there.
///
/// # Errors
/// Fails if Node is missing or a package can't be fetched.
pub(crate) fn install(root: &Path) -> Result<()> {
    let is_there = npm(root).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    ensure!(is_there.is_ok_and(|status| status.success()), "install Node 20.19 or newer (with npm) for the web client");
    let web = root.join("web");
    let lock = fs::read(web.join("package-lock.json")).context("web/package-lock.json can't be read")?;
    let stamp = web.join("node_modules").join(".installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    finish(npm(root).args(["ci", "--no-audit", "--no-fund"])).context("the client's packages were not installed")?;
    fs::write(&stamp, &lock).context("web/node_modules can't be written")
}

/// Checks types, style and logic of the client.
///
/// # Errors
/// Fails at the first check that does.
pub(crate) fn check(root: &Path) -> Result<()> {
    install(root)?;
    for script in ["check", "lint", "test"] {
        finish(npm(root).args(["run", "--silent", script])).with_context(|| format!("`npm run {script}` in web/"))?;
    }
    Ok(())
}

/// Builds the pages that the server carries inside.
///
/// # Errors
/// Fails if they don't build.
pub(crate) fn build(root: &Path) -> Result<()> {
    install(root)?;
    finish(npm(root).args(["run", "--silent", "build"])).context("the client was not built")
}

/// Builds the pages and weighs them.
///
/// # Errors
/// Fails if they don't build or have become too heavy.
pub(crate) fn weigh(root: &Path) -> Result<()> {
    build(root)?;
    finish(npm(root).args(["run", "--silent", "weigh"])).context("`npm run weigh` in web/")
}
