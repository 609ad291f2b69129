//! The web client: its checks, its weight, and a browser to try it in.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, debug_program, finish, target_dir};
use crate::{codegen, package, wasm};

/// A command of npm in the folder of the client.
fn npm(root: &Path) -> Command {
    codegen::npm(&root.join("web"), "npm")
}

/// Checks types, style and logic of the client.
///
/// # Errors
/// Fails at the first check that does.
pub(crate) fn check(root: &Path) -> Result<()> {
    codegen::install(&root.join("web"))?;
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
    codegen::install(&root.join("web"))?;
    wasm::build(root)?;
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

/// Builds a folder that any web server can serve.
///
/// # Errors
/// Fails if it doesn't build.
pub(crate) fn site(root: &Path, folder: &Path) -> Result<()> {
    codegen::install(&root.join("web"))?;
    wasm::build(root)?;
    // Relative to where the command was called, as everybody expects of a folder.
    let folder = env::current_dir()?.join(folder);
    finish(npm(root).args(["run", "--silent", "site", "--"]).arg(&folder)).context("the site was not built")?;
    println!("the site is in {}", folder.display());
    Ok(())
}

/// Plays in a real browser against the real program; a script of the client says what.
///
/// # Errors
/// Fails if there is no browser, the program doesn't build, or a test fails.
pub(crate) fn in_browser(root: &Path, script: &str) -> Result<()> {
    build(root)?;
    let folder = target_dir(root).join("site");
    site(root, &folder)?;
    let browser = browser()?;
    // The tests of the whole workspace have built it already; asked for alone, it would be built once more.
    let program = ["test", "--workspace", "--locked", "--no-run"];
    finish(cargo().args(program).current_dir(root)).context("the program was not built")?;
    let program = debug_program(root, "alhambra");
    finish(
        npm(root)
            .args(["run", "--silent", script])
            .env("ALHAMBRA_PROGRAM", program)
            .env("ALHAMBRA_SITE", folder)
            .env("CHROMIUM", browser),
    )
    .with_context(|| format!("`npm run {script}` in web/"))
}

/// Finds a Chromium, or installs the system's package where that is allowed.
fn browser() -> Result<PathBuf> {
    if let Some(browser) = find_browser() {
        return Ok(browser);
    }
    println!("installing chromium for the browser tests");
    let Some(browser) = package::install("chromium", find_browser) else {
        bail!("install Chromium (Debian: `apt install chromium`) or name one in CHROMIUM, then verify again");
    };
    Ok(browser)
}

fn find_browser() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders: Vec<_> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|browser| browser.is_file())
}
