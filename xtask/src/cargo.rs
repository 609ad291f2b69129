//! Cargo as these commands call it: the same one that started them, from the root of the project.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The cargo that runs this command, so that a chosen toolchain stays chosen.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The folder that holds the workspace.
///
/// # Errors
/// Fails if the program was not started by cargo.
pub(crate) fn root() -> Result<PathBuf> {
    let xtask = env::var_os("CARGO_MANIFEST_DIR").context("start this program with `cargo xtask`")?;
    let root = PathBuf::from(xtask).parent().context("the xtask crate has no folder around it")?.to_path_buf();
    Ok(root)
}

/// Where cargo puts what it builds.
pub(crate) fn target_dir(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |target| root.join(target))
}

/// Where cargo puts a program of this name that it built for the tests.
pub(crate) fn debug_program(root: &Path, name: &str) -> PathBuf {
    target_dir(root).join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Runs a command to its end.
///
/// # Errors
/// Fails if it can't be started or doesn't succeed.
pub(crate) fn finish(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("`{program}` could not be started"))?;
    ensure!(status.success(), "it ended with {status}");
    Ok(())
}
