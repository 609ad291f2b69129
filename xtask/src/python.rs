//! Python: found, or installed where that is allowed; the package for it is built, checked and tested in a place of its own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, finish, target_dir};
use crate::package;

/// The oldest Python that the package is for.
const OLDEST: (u32, u32) = (3, 10);

/// Makes sure that the tests find Python.
///
/// # Errors
/// Fails if there is none and it can't be installed.
pub(crate) fn require() -> Result<()> {
    if version().is_some() {
        return Ok(());
    }
    println!("installing python3");
    if package::install("python3", version).is_none() {
        bail!("install Python 3 (Debian: `apt install python3 python3-venv`), then verify again");
    }
    Ok(())
}

/// Builds a wheel of the package, and checks and tests it.
///
/// # Errors
/// Fails if Python or its tools can't be had, or if a check fails.
pub(crate) fn check(root: &Path) -> Result<()> {
    require()?;
    let version = version().context("python3 does not say its version")?;
    let ((major, minor), (oldest_major, oldest_minor)) = (version, OLDEST);
    ensure!(
        version >= OLDEST,
        "python3 is Python {major}.{minor} here and the package is for {oldest_major}.{oldest_minor} and newer; install a newer one"
    );
    let place = Place { crate_dir: root.join("crates").join("python"), target: target_dir(root).join("python") };
    place.furnish()?;

    let format = ["fmt", "--check"];
    let lints = ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"];
    finish(place.inside(&mut cargo()).args(format)).context("crates/python is not formatted")?;
    finish(place.inside(&mut cargo()).args(lints)).context("clippy")?;

    // Built without what makes releases slow to build: the tests don't measure.
    let wheels = place.target.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let mut build = place.tool("maturin");
    finish(build.args(["build", "--quiet", "--locked", "--profile", "dev", "--out"]).arg(&wheels))
        .context("maturin")?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin has built no wheel")??.path();
    let install = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    finish(place.tool("python").args(install).arg(wheel)).context("installing the wheel")?;

    finish(place.tool("ruff").args(["check", "--quiet"])).context("ruff")?;
    finish(place.tool("ruff").args(["format", "--check", "--quiet"]))
        .context("ruff would format crates/python in another way; run `ruff format` there")?;
    finish(&mut place.tool("mypy")).context("mypy")?;
    finish(place.tool("python").args(["-m", "pytest", "--quiet"])).context("pytest")
}

/// Where the package is built and its tools are installed.
struct Place {
    crate_dir: PathBuf,
    target: PathBuf,
}

impl Place {
    fn venv(&self) -> PathBuf {
        self.target.join("venv")
    }

    /// A program of the environment.
    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.venv().join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.program(name));
        self.inside(&mut command);
        command
    }

    /// Has a command run in the folder of the package and with its Python.
    fn inside<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        // Other flags than those of the workspace: in a folder of their own the builds don't undo each other.
        command
            .current_dir(&self.crate_dir)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("PYO3_PYTHON", self.program("python"))
    }

    /// Makes the environment and installs the tools, unless that was done before with the same list.
    fn furnish(&self) -> Result<()> {
        let list = self.crate_dir.join("requirements.txt");
        let wanted = fs::read(&list)?;
        let done = self.venv().join("installed.txt");
        if fs::read(&done).is_ok_and(|it| it == wanted) {
            return Ok(());
        }
        if self.make().is_none() {
            println!("installing python3-venv");
            if package::install("python3-venv", || self.make()).is_none() {
                bail!(
                    "Python can't make environments here; install venv (Debian: `apt install python3-venv`), then verify again"
                );
            }
        }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        finish(self.tool("python").args(install).arg(&list))
            .context("pip could not install what crates/python/requirements.txt lists")?;
        fs::write(done, wanted)?;
        Ok(())
    }

    /// Makes an empty environment; whatever was left of an earlier one goes.
    fn make(&self) -> Option<()> {
        let mut command = Command::new("python3");
        command.args(["-m", "venv", "--clear"]).arg(self.venv());
        command.status().ok().filter(std::process::ExitStatus::success).map(drop)
    }
}

/// Which Python there is.
fn version() -> Option<(u32, u32)> {
    let mut command = Command::new("python3");
    command.args(["-c", "import sys; print(*sys.version_info[:2])"]).stderr(Stdio::null());
    let text = String::from_utf8(command.output().ok()?.stdout).ok()?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
