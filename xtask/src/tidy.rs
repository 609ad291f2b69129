//! Tidy: the promises of the project that no compiler checks, each a small function over its texts.

mod client;
mod engine;
mod finding;
mod headers;
mod links;
mod rules;
mod source;
mod tree;
mod words;

use std::path::Path;

use anyhow::{Result, bail};

use tree::Tree;

/// Lists everything that is untidy.
///
/// # Errors
/// Fails if anything is, or if the files can't be listed.
pub(crate) fn run(root: &Path) -> Result<()> {
    let tree = Tree::read(root)?;
    let mut findings = Vec::new();
    headers::sentences(&mut findings, &tree);
    headers::no_unsafe(&mut findings, &tree);
    rules::tested(&mut findings, &tree);
    rules::translated(&mut findings, &tree);
    rules::rulings(&mut findings, &tree);
    engine::modules(&mut findings, &tree);
    engine::purity(&mut findings, &tree);
    client::reasons(&mut findings, &tree);
    client::places(&mut findings, &tree);
    client::actions(&mut findings, &tree);
    words::unfinished(&mut findings, &tree);
    words::places(&mut findings, &tree);
    links::relative(&mut findings, &tree);

    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        1 => bail!("tidy found one thing"),
        n => bail!("tidy found {n} things"),
    }
}
