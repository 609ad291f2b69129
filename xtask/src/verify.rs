//! Verify: every check and test, in the order in which they are cheapest to fail.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::audit::{self, Audit};
use crate::cargo::{cargo, finish, root, target_dir};
use crate::{codegen, postgres, python, tidy, wasm, web};

/// Which steps to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run this step alone.
    #[arg(long, value_name = "STEP")]
    only: Option<Step>,
}

/// One step of the verification.
#[derive(Clone, Copy, ValueEnum)]
enum Step {
    /// The source is formatted.
    Fmt,
    /// The source is free of warnings.
    Clippy,
    /// Headers, rule ids, the engine's borders and links are in order.
    Tidy,
    /// The client's types and tiles are those of the protocol.
    Codegen,
    /// Types, style and logic of the web client are in order.
    Web,
    /// The tests pass.
    Test,
    /// The documentation builds without warnings.
    Doc,
    /// The fuzz targets compile.
    Fuzz,
    /// The benches compile.
    Bench,
    /// The crates that run in a browser compile for it.
    Wasm,
    /// The web client builds and is light enough.
    Bundle,
    /// The package for Python builds, its style and types are in order and its tests pass.
    Python,
    /// The libraries have licences we may use and no known vulnerabilities.
    Audit,
    /// Every page opens and whole games are played in a real browser; `cargo xtask browser` walks through the lesson too.
    Browser,
}

/// What became of a step that did not fail.
enum Outcome {
    Passed,
    Skipped(&'static str),
}

/// Runs the chosen steps, all of them unless one is named.
///
/// # Errors
/// Fails at the first step that does, naming it and how to rerun it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = root()?;
    let steps = match &args.only {
        Some(step) => std::slice::from_ref(step),
        None => Step::value_variants(),
    };
    require_components(steps, &root)?;

    let start = Instant::now();
    let mut n_passed = 0;
    let mut skipped = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        println!("[{}/{}] {step}: {}", i + 1, steps.len(), step.title());
        let begin = Instant::now();
        match step.run(&root) {
            Ok(Outcome::Passed) => {
                n_passed += 1;
                println!("      {step} passed in {}\n", elapsed(begin.elapsed()));
            }
            Ok(Outcome::Skipped(reason)) => {
                skipped.push(step.to_string());
                println!("      {step} skipped: {reason}\n");
            }
            Err(reason) => bail!(
                "verify stopped after {}: step `{step}` failed ({reason:#}); rerun it alone with `cargo verify --only {step}`",
                elapsed(start.elapsed())
            ),
        }
    }

    let left_out = if skipped.is_empty() { String::new() } else { format!(", skipped: {}", skipped.join(", ")) };
    println!("verify: {n_passed} of {} steps passed in {}{left_out}", steps.len(), elapsed(start.elapsed()));
    Ok(())
}

impl Step {
    /// What the step makes sure of, as the help tells it.
    fn title(self) -> String {
        let value = self.to_possible_value();
        value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string).unwrap_or_default()
    }

    /// The cargo component that the step needs beside the compiler.
    fn component(self) -> Option<Component> {
        match self {
            Step::Fmt => Some(Component { command: "fmt", name: "rustfmt" }),
            Step::Clippy | Step::Wasm => Some(Component { command: "clippy", name: "clippy" }),
            Step::Tidy
            | Step::Codegen
            | Step::Web
            | Step::Test
            | Step::Doc
            | Step::Fuzz
            | Step::Bench
            | Step::Bundle
            | Step::Python
            | Step::Audit
            | Step::Browser => None,
        }
    }

    /// Carries the step out.
    fn run(self, root: &Path) -> Result<Outcome> {
        let mut command = cargo();
        command.current_dir(root);
        match self {
            Step::Fmt => command.args(["fmt", "--all", "--check"]),
            Step::Clippy => {
                command.args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
            }
            Step::Tidy => return tidy::run(root).map(|()| Outcome::Passed),
            Step::Codegen => return codegen::check(root).map(|()| Outcome::Passed),
            Step::Web => return web::check(root).map(|()| Outcome::Passed),
            Step::Test => {
                postgres::require()?;
                python::require()?;
                command.args(["test", "--workspace", "--locked"])
            }
            Step::Doc => {
                command.args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings")
            }
            Step::Fuzz => {
                let manifest = root.join("fuzz").join("Cargo.toml");
                let Ok(text) = fs::read_to_string(&manifest) else {
                    return Ok(Outcome::Skipped("there is no fuzz/Cargo.toml"));
                };
                if !is_own_workspace(&text) {
                    return Ok(Outcome::Skipped("fuzz/Cargo.toml has no [workspace] of its own"));
                }
                // The fuzz targets are built with other flags; in a folder of their own they don't undo the other builds.
                let target = target_dir(root).join("fuzz");
                command.args(["check", "--locked", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(target)
            }
            // Built as the tests are, so that little is left to build.
            Step::Bench => command.args(["bench", "--workspace", "--locked", "--no-run", "--profile", "test"]),
            Step::Wasm => return wasm::check(root).map(|()| Outcome::Passed),
            Step::Bundle => return web::weigh(root).map(|()| Outcome::Passed),
            Step::Python => return python::check(root).map(|()| Outcome::Passed),
            Step::Audit => {
                return audit::run(root).map(|it| match it {
                    Audit::Whole => Outcome::Passed,
                    Audit::WithoutAdvisories => Outcome::Skipped(
                        "licences, sources and bans are in order; the list of known vulnerabilities can't be fetched here",
                    ),
                    Audit::Unfetched => Outcome::Skipped(
                        "nothing was checked: `cargo fetch --locked` does not get the libraries for all systems here",
                    ),
                    Audit::Missing => {
                        Outcome::Skipped("cargo-deny is not here; `cargo install cargo-deny --locked` brings it")
                    }
                });
            }
            Step::Browser => return web::in_browser(root, "test:verify").map(|()| Outcome::Passed),
        };
        finish(&mut command).map(|()| Outcome::Passed)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// A part of the toolchain that may be missing on a fresh machine.
#[derive(Clone, Copy)]
struct Component {
    command: &'static str,
    name: &'static str,
}

impl Component {
    /// Whether cargo finds it.
    fn is_there(self, root: &Path) -> bool {
        let mut command = cargo();
        command.args([self.command, "--version"]).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

/// Installs the components that the steps need, or says what to install.
fn require_components(steps: &[Step], root: &Path) -> Result<()> {
    let missing = || -> Vec<&'static str> {
        let needed = steps.iter().filter_map(|step| step.component());
        needed.filter(|component| !component.is_there(root)).map(|component| component.name).collect()
    };
    let names = missing();
    if names.is_empty() {
        return Ok(());
    }
    println!("adding to the toolchain: {}", names.join(", "));
    let mut rustup = std::process::Command::new("rustup");
    // Whether this worked shows in what is missing afterwards.
    let _ = rustup.args(["component", "add"]).args(&names).current_dir(root).status();
    let names = missing();
    if !names.is_empty() {
        let names = names.join(" ");
        bail!("install {names} with `rustup component add {names}` or your system's packages, then verify again");
    }
    Ok(())
}

/// Whether a manifest opens a workspace of its own.
fn is_own_workspace(manifest: &str) -> bool {
    manifest.lines().any(|line| line.trim_end() == "[workspace]" || line.starts_with("[workspace."))
}

/// A duration as a person says it.
fn elapsed(duration: Duration) -> String {
    match duration.as_secs() {
        0..60 => format!("{:.1} s", duration.as_secs_f32()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_of_its_own_is_a_table_not_a_key() {
        assert!(is_own_workspace("[package]\nname = \"laws\"\n\n[workspace]\n"));
        assert!(is_own_workspace("[workspace.lints.rust]\n"));
        assert!(!is_own_workspace("[package]\nversion.workspace = true\n# [workspace]\n"));
    }

    #[test]
    fn minutes_are_told_from_a_minute_on() {
        assert_eq!(elapsed(Duration::from_millis(59_900)), "59.9 s");
        assert_eq!(elapsed(Duration::from_mins(1)), "1 min 0 s");
        assert_eq!(elapsed(Duration::from_secs(125)), "2 min 5 s");
    }

    #[test]
    fn every_step_has_a_title_and_the_name_it_is_rerun_by() {
        assert!(Step::value_variants().iter().all(|step| !step.title().is_empty()));
        let names: Vec<_> = Step::value_variants().iter().map(ToString::to_string).collect();
        let all = [
            "fmt", "clippy", "tidy", "codegen", "web", "test", "doc", "fuzz", "bench", "wasm", "bundle", "python",
            "audit", "browser",
        ];
        assert_eq!(names, all);
    }
}
