//! Audit: licences, sources and known vulnerabilities of our dependencies, as far as they can be checked here.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::cargo::{cargo, finish};

/// What the audit could find out.
pub(crate) enum Audit {
    /// Everything was checked.
    Whole,
    /// Known vulnerabilities could not be looked up.
    WithoutAdvisories,
    /// Nothing was checked, because libraries for other systems than this one are not here.
    Unfetched,
    /// Nothing was checked, because there is no `cargo deny`.
    Missing,
}

/// Checks everything that can be checked without installing anything.
///
/// # Errors
/// Fails if a licence, a source or a library is not what `deny.toml` allows, or has a known vulnerability.
pub(crate) fn run(root: &Path) -> Result<Audit> {
    let is_there = deny(root, &["--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|it| it.success()) {
        return Ok(Audit::Missing);
    }
    // What is shipped for other systems is looked at too; what builds here needs less than that.
    let mut fetch = cargo();
    fetch.args(["fetch", "--locked"]).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null());
    if !fetch.status().is_ok_and(|it| it.success()) {
        return Ok(Audit::Unfetched);
    }
    finish(&mut deny(root, &["--offline", "check", "bans", "licenses", "sources"]))
        .context("deny.toml says what is allowed, and why")?;
    // Without a network there may be no list of vulnerabilities; that is checked first.
    let fetched = deny(root, &["fetch", "db"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !fetched.is_ok_and(|it| it.success()) {
        return Ok(Audit::WithoutAdvisories);
    }
    finish(&mut deny(root, &["check", "advisories"]))
        .context("a library has a known vulnerability: update or replace it")?;
    Ok(Audit::Whole)
}

fn deny(root: &Path, args: &[&str]) -> Command {
    let mut command = cargo();
    command.arg("deny").args(args).current_dir(root);
    command
}
