//! The engine's borders: only set-up knows the modules, and the rules know nothing of the world.

use super::finding::Finding;
use super::source::{code_lines, has_word};
use super::tree::{File, Tree};

/// Where the rules lie.
const ENGINE: &str = "crates/engine/src/";

/// What asks for modules.
const ASKING: [&str; 3] = ["Module::", ".modules", "ModuleSet"];

/// What the rules must not use, each with the reason; clippy knows the types and macros, but can't forbid a whole module.
const IMPURE: [(&str, &str); 7] = [
    ("std::env", "the rules read nothing from outside"),
    ("std::fs", "the rules read and write no files"),
    ("std::io", "the rules read and write nothing"),
    ("std::net", "the rules know no network"),
    ("std::process", "the rules start no programs"),
    ("std::thread", "the rules run on the caller's thread"),
    ("std::time", "the rules know no clock"),
];

/// Only set-up, the rule set and its notation ask which modules are in the game; all else matches the material.
pub(crate) fn modules(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in rust(tree).filter(|file| !may_ask(&file.path[ENGINE.len()..])) {
        let mut re_export = false;
        for (number, code) in code_lines(file) {
            // Handing the names on to other crates asks nothing.
            re_export |= code.trim_start().starts_with("pub use ");
            if let Some(word) = ASKING.iter().find(|word| !re_export && has_word(&code, word)) {
                let wrong = format!("`{word}` asks for modules outside set-up");
                findings.push(Finding::new(&file.path, number, wrong, "match the material that set-up lays out"));
            }
            re_export &= !code.contains(';');
        }
    }
}

/// The rules use no file, network, clock, thread or other program.
pub(crate) fn purity(findings: &mut Vec<Finding>, tree: &Tree) {
    let mut n_files = 0;
    for file in rust(tree) {
        n_files += 1;
        for (number, code) in code_lines(file) {
            for (word, reason) in IMPURE.iter().filter(|(word, _)| uses(&code, word)) {
                let wrong = format!("the engine uses `{word}`");
                findings.push(Finding::new(&file.path, number, wrong, format!("do without, {reason}")));
            }
        }
    }
    if n_files == 0 {
        findings.push(Finding::new(ENGINE, 1, "the engine is not here", "tell tidy where it went"));
    }
}

/// The source of the engine.
fn rust(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.under(ENGINE).filter(|file| file.has_extension("rs"))
}

/// Whether a file of the engine may ask for modules.
fn may_ask(path: &str) -> bool {
    let of_notation = path.split('/').any(|part| part == "notation" || part == "notation.rs");
    of_notation || matches!(path, "setup.rs" | "ruleset.rs" | "modules/mod.rs" | "modules.rs")
}

/// Whether code uses a module: by its whole path, or in a group of imports.
fn uses(code: &str, module: &str) -> bool {
    let name = module.trim_start_matches("std::");
    has_word(code, module) || code.split_once("std::{").is_some_and(|(_, group)| has_word(group, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_modules(expected: &[usize], path: &str, text: &str) {
        let mut findings = Vec::new();
        modules(&mut findings, &Tree::of(&[(path, text)]));
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn only_set_up_asks_for_modules() {
        let asking = "use crate::ModuleSet;\nif ruleset.modules.contains(Module::Huts) {}\n";
        check_modules(&[1, 2], "crates/engine/src/turn.rs", asking);
        check_modules(&[1, 2], "crates/engine/src/modules/huts.rs", asking);
        check_modules(&[1, 2], "crates/engine/src/dirk/setup.rs", asking);
        check_modules(&[], "crates/engine/src/setup.rs", asking);
        check_modules(&[], "crates/engine/src/ruleset.rs", asking);
        check_modules(&[], "crates/engine/src/modules/mod.rs", asking);
        check_modules(&[], "crates/engine/src/notation/ruleset.rs", asking);
        check_modules(&[], "crates/engine/src/notation.rs", asking);
        check_modules(&[], "crates/bots/src/greedy.rs", asking);
    }

    #[test]
    fn tests_comments_and_re_exports_ask_nothing() {
        let turn = "crates/engine/src/turn.rs";
        check_modules(&[], turn, "// Not Module::Huts.\n#[cfg(test)]\nmod tests {\n    use Module::*;\n}\n");
        check_modules(&[4], turn, "pub use ruleset::{\n    ModuleSet,\n};\nfn f(set: ModuleSet) {}\n");
        check_modules(&[2], turn, "pub use ruleset::ModuleSet;\nfn f(set: ModuleSet) {}\n");
    }

    #[track_caller]
    fn check_purity(expected: &[&str], code: &str) {
        let mut findings = Vec::new();
        purity(&mut findings, &Tree::of(&[("crates/engine/src/turn.rs", code)]));
        let found: Vec<_> = findings.iter().filter_map(|finding| finding.wrong.split('`').nth(1)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_engine_is_pure() {
        check_purity(&["std::time"], "use std::time::Instant;");
        check_purity(&["std::fs", "std::time"], "use std::{fs, time::Instant};");
        check_purity(&[], "// no std::fs\nuse std::fmt;\nlet s = \"std::net\"; my_std::fs();");
        check_purity(&[], "fn f() {}\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n");
    }

    #[test]
    fn an_engine_that_is_not_there_is_missed() {
        let mut findings = Vec::new();
        purity(&mut findings, &Tree::of(&[("crates/rules/src/lib.rs", "")]));
        assert_eq!(findings.len(), 1);
    }
}
