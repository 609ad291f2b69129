//! Headers: how a source file and a crate have to begin.

use super::finding::Finding;
use super::source::code_lines;
use super::tree::{File, Tree};

/// Where the project's Rust source lies.
const SOURCE: [&str; 3] = ["crates/", "fuzz/", "xtask/"];

/// Every Rust file opens by saying what it is, in a sentence.
pub(crate) fn sentences(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in rust(tree) {
        if !opens_with_sentence(&file.text) {
            let remedy = "open it with `//!` and a sentence that says what it is, in the game's words";
            findings.push(Finding::new(&file.path, 1, "the file has no header that is a sentence", remedy));
        }
    }
}

/// Every crate forbids unsafe code in its first file.
pub(crate) fn no_unsafe(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in rust(tree).filter(|file| is_crate_root(&file.path)) {
        if !code_lines(file).any(|(_, code)| code.trim() == "#![forbid(unsafe_code)]") {
            let remedy = "add `#![forbid(unsafe_code)]` below the header";
            findings.push(Finding::new(&file.path, 1, "the crate does not forbid unsafe code", remedy));
        }
    }
}

/// The Rust files of the project.
fn rust(tree: &Tree) -> impl Iterator<Item = &File> {
    SOURCE.iter().flat_map(|folder| tree.under(folder)).filter(|file| file.has_extension("rs"))
}

/// Whether the first paragraph of the header begins and ends like a sentence of at least two words.
fn opens_with_sentence(text: &str) -> bool {
    let paragraph: Vec<_> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let sentence = paragraph.join(" ");
    let begins = sentence.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '`');
    let ends = sentence.ends_with(['.', '?', '!', ':']);
    begins && ends && sentence.contains(' ')
}

/// Whether a crate begins with this file.
fn is_crate_root(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    (folder.ends_with("/src") && (name == "lib.rs" || name == "main.rs")) || folder.ends_with("/src/bin")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_a_sentence() {
        assert!(opens_with_sentence("//! Thieves: cards that take a money card.\n\nfn f() {}"));
        assert!(opens_with_sentence("//! A header that goes on\n//! over two lines.\n//!\n//! and more"));
        assert!(opens_with_sentence("//! `Money` is a multiset.\n"));
        assert!(!opens_with_sentence("//! thieves take a card.\n"));
        assert!(!opens_with_sentence("//! Thieves take a card\n"));
        assert!(!opens_with_sentence("//! Thieves.\n"));
        assert!(!opens_with_sentence("//!\n//! Thieves take a card.\n"));
        assert!(!opens_with_sentence("/// Thieves take a card.\n"));
        assert!(!opens_with_sentence("\n//! Thieves take a card.\n"));
        assert!(!opens_with_sentence(""));
    }

    #[test]
    fn headers_are_asked_of_source_alone() {
        let bare = "fn f() {}\n";
        let tree =
            Tree::of(&[("crates/bots/src/greedy.rs", bare), ("docs/example.rs", bare), ("xtask/src/play.rs", bare)]);
        let mut findings = Vec::new();
        sentences(&mut findings, &tree);
        let paths: Vec<_> = findings.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(paths, ["crates/bots/src/greedy.rs", "xtask/src/play.rs"]);
    }

    #[test]
    fn a_commented_out_promise_is_none() {
        let tree = Tree::of(&[
            ("crates/engine/src/lib.rs", "//! The rules.\n#![forbid(unsafe_code)]\n"),
            ("crates/bots/src/lib.rs", "//! The bots.\n// #![forbid(unsafe_code)]\n"),
            ("crates/bots/src/greedy.rs", "//! The greedy bot.\n"),
        ]);
        let mut findings = Vec::new();
        no_unsafe(&mut findings, &tree);
        let paths: Vec<_> = findings.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(paths, ["crates/bots/src/lib.rs"]);
    }
}
