//! `PostgreSQL`: found, or installed where that is allowed, so that the store is tested on both databases.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::package;

/// Set by hand where `PostgreSQL` can't be installed; the tests ask for it too.
const WITHOUT: &str = "ALHAMBRA_WITHOUT_POSTGRES";

/// Makes sure that the tests find a `PostgreSQL` that they can start.
///
/// # Errors
/// Fails if there is none and it can't be installed.
pub(crate) fn require() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    if env::var_os(WITHOUT).is_some() {
        println!("      PostgreSQL is not tested, because {WITHOUT} is set");
        return Ok(());
    }
    println!("installing postgresql for the tests of the store");
    if package::install("postgresql", || is_there().then_some(())).is_none() {
        bail!(
            "install PostgreSQL (Debian: `apt install postgresql`), or set {WITHOUT}=1 to leave its tests out, then verify again"
        );
    }
    Ok(())
}

/// Whether the programs of a server are where Debian puts them, or on the path.
fn is_there() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|it| it.path().join("bin"));
    let on_path = env::var_os("PATH").into_iter().flat_map(|it| env::split_paths(&it).collect::<Vec<PathBuf>>());
    versions.chain(on_path).any(|it| ["initdb", "postgres", "pg_isready"].iter().all(|name| it.join(name).exists()))
}
