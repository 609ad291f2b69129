//! Codegen: what the client in the browser knows of the protocol and the tiles, written from their one definition.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::cargo;
use crate::web;

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

fn generate(root: &Path) -> Result<[(&'static str, String); 2]> {
    Ok([("protocol.ts", types(root)?), ("material.json", print(root, "material")?)])
}

/// What the protocol's own example prints.
fn print(root: &Path, what: &str) -> Result<String> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--locked", "--package", "alhambra-protocol", "--example", "generate", "--", what]);
    let output = command.current_dir(root).stderr(Stdio::inherit()).output().context("cargo could not be started")?;
    ensure!(output.status.success(), "the protocol could not describe itself");
    Ok(String::from_utf8(output.stdout)?)
}

/// The types of TypeScript.
fn types(root: &Path) -> Result<String> {
    web::install(root)?;
    let document = root.join("web").join("node_modules").join(".openapi.json");
    fs::write(&document, print(root, "openapi")?)?;
    // Types by their plain names; pairs as pairs.
    let options = ["--root-types", "--root-types-no-schema-prefix", "--array-length"];
    let mut command = web::npm(root);
    command.args(["exec", "--no", "--", "openapi-typescript"]).arg(&document).args(options);
    let output = command.stderr(Stdio::null()).output().context("npm could not be started")?;
    ensure!(output.status.success(), "openapi-typescript could not read the protocol");
    Ok(String::from_utf8(output.stdout)?)
}
