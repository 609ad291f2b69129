//! Codegen: what the client in the browser knows of the protocol, the tiles, the rules that refusals state and the limits, written from their one definition.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, debug_program, finish};

/// Where the generated files lie.
const FOLDER: &str = "web/src/generated";

/// Writes the generated files anew.
///
/// # Errors
/// Fails if the protocol doesn't build or Node is not there.
pub(crate) fn run(root: &Path) -> Result<()> {
    for (name, text) in generate(root)? {
        fs::write(root.join(FOLDER).join(name), text)?;
    }
    Ok(())
}

/// Makes sure that the generated files are those that would be written.
///
/// # Errors
/// Fails if one is not.
pub(crate) fn check(root: &Path) -> Result<()> {
    for (name, text) in generate(root)? {
        let there = fs::read_to_string(root.join(FOLDER).join(name)).unwrap_or_default();
        if there != text {
            bail!("{FOLDER}/{name} is not current; write it anew with `cargo xtask codegen`");
        }
    }
    Ok(())
}

fn generate(root: &Path) -> Result<[(&'static str, String); 5]> {
    Ok([
        ("protocol.ts", types(root)?),
        ("material.json", print(root, "material")?),
        ("citations.json", print(root, "citations")?),
        ("limits.json", print(root, "limits")?),
        ("scenes.json", run_example(root, "scenes", &[])?),
    ])
}

/// What the protocol's own example prints.
fn print(root: &Path, what: &str) -> Result<String> {
    run_example(root, "generate", &[what])
}

/// What an example of one of our crates prints.
fn run_example(root: &Path, name: &str, args: &[&str]) -> Result<String> {
    // Built with the whole workspace, as for the tests; alone its libraries would be built once more in another way.
    let build = ["build", "--quiet", "--locked", "--workspace", "--example", name];
    finish(cargo().args(build).current_dir(root)).with_context(|| format!("the example {name} was not built"))?;
    let mut command = Command::new(debug_program(root, &format!("examples/{name}")));
    let output = command.args(args).stderr(Stdio::inherit()).output().context("the example could not be started")?;
    ensure!(output.status.success(), "the example {name} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// The types of TypeScript.
fn types(root: &Path) -> Result<String> {
    let web = root.join("web");
    install(&web)?;
    let document = web.join("node_modules").join(".openapi.json");
    fs::write(&document, run_example(root, "openapi", &[])?)?;
    // Types by their plain names; pairs as pairs.
    let options = ["--root-types", "--root-types-no-schema-prefix", "--array-length"];
    let mut command = npm(&web, "npx");
    command.args(["--no-install", "openapi-typescript"]).arg(&document).args(options);
    let output = command.stderr(Stdio::null()).output().context("npx could not be started")?;
    ensure!(output.status.success(), "openapi-typescript could not read the protocol");
    Ok(String::from_utf8(output.stdout)?)
}

/// Installs what the client is built with, unless it is there and current.
///
/// # Errors
/// Fails if Node is not there or the packages can't be fetched.
pub(crate) fn install(web: &Path) -> Result<()> {
    let changed = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    let installed = changed(&web.join("node_modules").join(".package-lock.json"));
    if installed.is_none() || installed < changed(&web.join("package-lock.json")) {
        finish(npm(web, "npm").args(["ci", "--no-audit", "--no-fund"]))
            .context("the packages of the client could not be installed; install Node 20 or newer with npm")?;
    }
    Ok(())
}

/// A command of Node in the folder of the client.
pub(crate) fn npm(web: &Path, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(web);
    command
}
