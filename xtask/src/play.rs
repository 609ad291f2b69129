//! Play: builds the client and the server as they are shipped, starts them, and opens the browser.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, finish, root};
use crate::codegen::{install, npm};
use crate::wasm;

/// What is passed on to the server.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Arguments of the server; `cargo play --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// Builds and starts the server where the player stands, so that relative file names mean what they say.
///
/// # Errors
/// Fails if something doesn't build or the server ends with an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    build_client(&root()?)?;
    let game = ["run", "--profile", "play", "--package", "alhambra-cli", "--bin", "alhambra", "--", "serve"];
    let mut command = cargo();
    command.args(game).args(&args.rest).stdout(Stdio::piped());
    let mut server = command.spawn().context("cargo could not be started")?;
    let lines = server.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
    for line in lines.map_while(Result::ok) {
        println!("{line}");
        if let Some((_, address)) = line.split_once("http://") {
            open(&format!("http://{address}"));
        }
    }
    let status = server.wait()?;
    ensure!(status.success(), "the server was not built or stopped with an error");
    Ok(())
}

/// Builds the client, if it can be; the server says what is missing otherwise.
fn build_client(root: &Path) -> Result<()> {
    let web = &root.join("web");
    if npm(web, "npm").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("without npm the client is not built; install Node 20 or newer to play in the browser");
        return Ok(());
    }
    install(web)?;
    wasm::build_where_possible(root)?;
    finish(npm(web, "npm").args(["run", "--silent", "build"])).context("the client was not built")
}

/// Opens the browser where there is a screen for it; whoever has none reads the address.
fn open(address: &str) {
    let has_screen = env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some();
    let mut command = match env::consts::OS {
        "macos" => Command::new("open"),
        "windows" => {
            let mut command = Command::new("cmd");
            command.args(["/C", "start", ""]);
            command
        }
        _ if has_screen => Command::new("xdg-open"),
        _ => return,
    };
    let _ = command.arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
