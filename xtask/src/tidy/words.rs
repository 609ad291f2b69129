//! Words that must not stay: unfinished work, and places that mean something on one machine only.

use super::finding::Finding;
use super::source::has_word;
use super::tree::Tree;

// The words are written in pieces, or this file would be the first to be found.

/// What marks unfinished work in any text; clippy finds the macros.
const UNFINISHED: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];

/// How a path of one machine begins.
const MACHINE: [&str; 4] =
    [concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/"), concat!("/", "Users/")];

/// The hosts that packages come from.
const REGISTRIES: [&str; 6] = [
    concat!("registry.", "npmjs"),
    concat!("static.", "crates.io"),
    concat!("index.", "crates.io"),
    concat!("py", "pi.org"),
    concat!("deb.", "debian.org"),
    concat!("artifact", "ory"),
];

/// Nothing is left unfinished.
pub(crate) fn unfinished(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in tree.files() {
        for (number, line) in file.lines() {
            for word in UNFINISHED.iter().filter(|word| has_word(line, word)) {
                let wrong = format!("`{word}` marks unfinished work");
                findings.push(Finding::new(
                    &file.path,
                    number,
                    wrong,
                    "finish it, or open an issue and take the mark out",
                ));
            }
        }
    }
}

/// No file names a path of somebody's machine or the host of a package registry.
pub(crate) fn places(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in tree.files() {
        for (number, line) in file.lines() {
            for path in MACHINE.iter().filter(|path| line.contains(**path)) {
                let wrong = format!("`{path}` is a path of one machine");
                findings.push(Finding::new(&file.path, number, wrong, "write it relative to the project"));
            }
            for host in REGISTRIES.iter().filter(|host| line.contains(**host)) {
                let wrong = format!("`{host}` is the host of a package registry");
                findings.push(Finding::new(&file.path, number, wrong, "leave it to each machine's own settings"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_unfinished: usize, n_places: usize, text: &str) {
        let tree = Tree::of(&[("README.md", text)]);
        let mut findings = Vec::new();
        unfinished(&mut findings, &tree);
        assert_eq!(findings.len(), n_unfinished, "{findings:?}");
        findings.clear();
        places(&mut findings, &tree);
        assert_eq!(findings.len(), n_places, "{findings:?}");
    }

    #[test]
    fn every_word_is_found() {
        for word in UNFINISHED {
            check(1, 0, &format!("fn f() {{ {word} }}"));
            check(0, 0, &format!("fn f() {{ a_{word} }}"));
        }
        for path in MACHINE {
            check(0, 1, &format!("see {path}alhambra"));
        }
        for host in REGISTRIES {
            check(0, 1, &format!("from https://{host}/x"));
        }
        check(0, 0, "The work is at home, its root in crates.io/crates/clap.");
    }
}
