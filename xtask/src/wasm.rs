//! The table for browsers: what is built for them, with which compiler, and how JavaScript calls it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::cargo::{cargo, finish, target_dir};

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";
/// What runs there.
const CRATES: [&str; 5] = ["alhambra-engine", "alhambra-bots", "alhambra-protocol", "alhambra-table", "alhambra-wasm"];
/// Where the client finds what was built.
const FOLDER: &str = "web/src/generated";
/// The types of the calls, which are kept with the client so that it can be checked where nothing was built for browsers.
const TYPES: &str = "alhambra.d.ts";

/// Makes sure that everything for browsers compiles, without warnings, for them, and builds it.
///
/// # Errors
/// Fails if the target can't be had, something doesn't compile or the client knows other calls.
pub(crate) fn check(root: &Path) -> Result<()> {
    require(root)?;
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked", "--target", TARGET]).args(packages).args(["--", "-D", "warnings"]);
    finish(clippy.current_dir(root)).context("the crates for browsers")?;
    let types = root.join(FOLDER).join(TYPES);
    let known = fs::read_to_string(&types).unwrap_or_default();
    build(root)?;
    if fs::read_to_string(&types)? != known {
        bail!("{FOLDER}/{TYPES} was not current and has been written anew");
    }
    Ok(())
}

/// Builds the table for browsers into the client.
///
/// # Errors
/// Fails if the target can't be had or something doesn't compile.
pub(crate) fn build(root: &Path) -> Result<()> {
    require(root)?;
    let build =
        ["build", "--quiet", "--locked", "--package", "alhambra-wasm", "--profile", "browser", "--target", TARGET];
    finish(cargo().args(build).current_dir(root)).context("the table for browsers was not built")?;
    let compiled = target_dir(root).join(TARGET).join("browser").join("alhambra_wasm.wasm");
    let folder = root.join(FOLDER);
    let program = folder.join("alhambra_bg.wasm");
    // Bindings take seconds to write, and follow from nothing else but this program, which comes from the same lock file.
    if changed(&program).is_some_and(|it| Some(it) > changed(&compiled)) && folder.join("alhambra.js").is_file() {
        return Ok(());
    }
    let mut bindings = Bindgen::new()
        .input_path(&compiled)
        .out_name("alhambra")
        .web(true)?
        .typescript(true)
        // The client finds the program itself, by the name that its own build gives it.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .context("the bindings were not written")?;
    fs::write(folder.join("alhambra.js"), bindings.js())?;
    let types = bindings.ts().context("the bindings have no types")?;
    if fs::read_to_string(folder.join(TYPES)).ok().as_deref() != Some(types) {
        fs::write(folder.join(TYPES), types)?;
    }
    fs::write(program, bindings.wasm_mut().emit_wasm())?;
    Ok(())
}

/// Builds the table for browsers if that is possible here, and says otherwise what is left out.
///
/// # Errors
/// Fails if something doesn't compile.
pub(crate) fn build_where_possible(root: &Path) -> Result<()> {
    if let Err(reason) = require(root) {
        println!("games that need no server are left out of the client: {reason:#}");
        return Ok(());
    }
    build(root)
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

/// When a file was written.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|it| it.modified()).ok()
}
