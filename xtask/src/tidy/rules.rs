//! Rules: every rule of the rule texts is named in a test, and both languages have the same rules.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Finding;
use super::source::first_test_line;
use super::tree::{File, Tree};

/// The rules in English, which the tests prove.
const ENGLISH: &str = "docs/rules/en/";
/// The rules in German, which say the same.
const GERMAN: &str = "docs/rules/de/";
/// What was decided where the rulebooks are silent, in English.
const RULINGS: &str = "docs/rulings.md";
/// The same in German.
const GERMAN_RULINGS: &str = "docs/rulings.de.md";

/// Every rule id of the English rules is named in a test.
pub(crate) fn tested(findings: &mut Vec<Finding>, tree: &Tree) {
    let named: BTreeSet<&str> = tree.under("crates/").flat_map(tests_of).flat_map(ids).collect();
    let mut n_rules = 0;
    let mut seen = BTreeSet::new();
    for file in rules(tree, ENGLISH) {
        for (number, line) in file.lines() {
            for id in ids(line) {
                n_rules += 1;
                if seen.insert(id) && !named.contains(id) {
                    let wrong = format!("rule {id} is named in no test");
                    findings.push(Finding::new(&file.path, number, wrong, "name it in the test that proves it"));
                }
            }
        }
    }
    if n_rules == 0 {
        findings.push(Finding::new(ENGLISH, 1, "no rule with an id is here", "write the rules, each with its id"));
    }
}

/// The English and the German rules are the same files with the same rule ids.
pub(crate) fn translated(findings: &mut Vec<Finding>, tree: &Tree) {
    for (own, other) in [(ENGLISH, GERMAN), (GERMAN, ENGLISH)] {
        let others: BTreeMap<&str, &File> = rules(tree, other).map(|file| (&file.path[other.len()..], file)).collect();
        for file in rules(tree, own) {
            let name = &file.path[own.len()..];
            let Some(twin) = others.get(name) else {
                let wrong = format!("the file has no counterpart {other}{name}");
                findings.push(Finding::new(&file.path, 1, wrong, "translate it"));
                continue;
            };
            let mut known: BTreeSet<&str> = ids(&twin.text).collect();
            for (number, line) in file.lines() {
                for id in ids(line) {
                    // Each missing rule is told once.
                    if known.insert(id) {
                        let wrong = format!("rule {id} is missing in {}", twin.path);
                        findings.push(Finding::new(&file.path, number, wrong, "write it there too"));
                    }
                }
            }
        }
    }
}

/// The rulings in both languages are about the same rules in the same order.
pub(crate) fn rulings(findings: &mut Vec<Finding>, tree: &Tree) {
    let read = |path: &'static str| tree.files().find(|file| file.path == path);
    let (Some(english), Some(german)) = (read(RULINGS), read(GERMAN_RULINGS)) else {
        let wrong = format!("{RULINGS} or {GERMAN_RULINGS} is missing");
        findings.push(Finding::new(RULINGS, 1, wrong, "write the rulings in both languages"));
        return;
    };
    let ends = |file: &File| (file.text.lines().count(), "nothing");
    let mut own = headed(english);
    let mut others = headed(german);
    loop {
        let (here, there) = (own.next(), others.next());
        if here.is_none() && there.is_none() {
            return;
        }
        let (_, expected) = here.unwrap_or_else(|| ends(english));
        let (number, found) = there.unwrap_or_else(|| ends(german));
        if expected != found {
            let wrong = format!("{found} is here where {RULINGS} has {expected}");
            findings.push(Finding::new(GERMAN_RULINGS, number, wrong, "keep both languages in step"));
            return;
        }
    }
}

/// The ids in the headings of rulings with their lines.
fn headed(file: &File) -> impl Iterator<Item = (usize, &str)> {
    file.lines()
        .filter(|(_, line)| line.starts_with("### "))
        .map(|(number, line)| (number, ids(line).next().unwrap_or("a ruling without an id")))
}

/// The rule texts of a language.
fn rules<'a>(tree: &'a Tree, folder: &'a str) -> impl Iterator<Item = &'a File> {
    tree.under(folder).filter(|file| file.has_extension("md"))
}

/// The lines of a file that belong to tests: all below a crate's `tests`, else the tests of a source file.
fn tests_of(file: &File) -> impl Iterator<Item = &str> {
    let folder = file.path.split('/').nth(2);
    let first = match folder {
        Some("tests") => Some(1),
        Some("src") if file.has_extension("rs") => first_test_line(file),
        _ => None,
    };
    file.lines().filter(move |&(number, _)| first.is_some_and(|first| number >= first)).map(|(_, line)| line)
}

/// The rule ids in a text: a part of the rules, perhaps a chapter, and a number, as in `B-TURN-2` or `X-7`.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.char_indices().filter_map(move |(i, _)| {
        if text[..i].ends_with(joins) {
            return None;
        }
        let id = &text[i..i + id_length(&text[i..])?];
        let glued = text[i + id.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (!glued).then_some(id)
    })
}

/// The length of the rule id with which a text begins.
fn id_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(['B', 'G', 'C', 'M', 'X'])?.strip_prefix('-')?;
    let after_chapter = rest.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let rest = if after_chapter.len() < rest.len() { after_chapter.strip_prefix('-')? } else { rest };
    let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    (after_number.len() < rest.len()).then(|| text.len() - after_number.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_ids(expected: &[&str], text: &str) {
        assert_eq!(ids(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn ids_are_found_whole() {
        check_ids(&["B-TURN-2", "M-VIZ-3", "X-7"], "- **B-TURN-2** as M-VIZ-3, but (X-7).");
        check_ids(&["X-12"], "X-12");
        check_ids(&["G-SET-1", "C-END-1"], "Größe–G-SET-1…C-END-1");
        check_ids(&["M-VIZ-1"], "M-VIZ-1–3");
    }

    #[test]
    fn what_only_looks_like_an_id_is_none() {
        check_ids(&[], "M-VIZ and B- and X-, A-1, B-turn-2, b-TURN-2, B-TURN2, B--2, B-TURN-");
        check_ids(&[], "AB-1, -B-1, _B-1, B-1a, B-TURN-2_exact, X-7ä, äX-7");
    }

    #[track_caller]
    fn check_tested(expected: &[&str], files: &[(&str, &str)]) {
        let mut findings = Vec::new();
        tested(&mut findings, &Tree::of(files));
        let told: Vec<_> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_rule_is_tested_where_tests_are() {
        let rules = ("docs/rules/en/base.md", "# Turn\nB-TURN-1 One action.\nB-TURN-2 Another one, see B-TURN-1.\n");
        let told_1 = "docs/rules/en/base.md:2: rule B-TURN-1 is named in no test; name it in the test that proves it";
        let told_2 = "docs/rules/en/base.md:3: rule B-TURN-2 is named in no test; name it in the test that proves it";
        check_tested(&[told_1, told_2], &[rules, ("crates/engine/src/turn.rs", "// B-TURN-1, B-TURN-2\nfn f() {}\n")]);
        check_tested(
            &[told_1],
            &[rules, ("crates/engine/src/turn.rs", "// B-TURN-1\n#[cfg(test)]\nmod tests {\n// B-TURN-2\n}\n")],
        );
        check_tested(
            &[told_2],
            &[rules, ("crates/engine/tests/turn.rs", "// B-TURN-1\n"), ("docs/a.rs", "// B-TURN-2\n")],
        );
        check_tested(&[], &[rules, ("crates/engine/tests/games/exact.txt", "B-TURN-1 B-TURN-2\n")]);
    }

    #[test]
    fn rules_that_are_not_there_are_missed() {
        check_tested(&["docs/rules/en/:1: no rule with an id is here; write the rules, each with its id"], &[]);
    }

    #[track_caller]
    fn check_rulings(expected: &[&str], files: &[(&str, &str)]) {
        let mut findings = Vec::new();
        rulings(&mut findings, &Tree::of(files));
        let told: Vec<_> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn rulings_are_in_step() {
        let english = (RULINGS, "# Rulings\n### `B-SET-3` The youngest\n### `X-1` Order\n");
        check_rulings(&[], &[english, (GERMAN_RULINGS, "### `B-SET-3` Der Jüngste\nsiehe X-7\n### `X-1` Folge\n")]);
        check_rulings(
            &["docs/rulings.de.md:1: X-1 is here where docs/rulings.md has B-SET-3; keep both languages in step"],
            &[english, (GERMAN_RULINGS, "### `X-1` Folge\n### `B-SET-3` Der Jüngste\n")],
        );
        check_rulings(
            &["docs/rulings.de.md:1: nothing is here where docs/rulings.md has X-1; keep both languages in step"],
            &[english, (GERMAN_RULINGS, "### `B-SET-3` Der Jüngste\n")],
        );
        check_rulings(
            &[
                "docs/rulings.md:1: docs/rulings.md or docs/rulings.de.md is missing; write the rulings in both languages",
            ],
            &[english],
        );
    }

    #[track_caller]
    fn check_translated(expected: &[&str], files: &[(&str, &str)]) {
        let mut findings = Vec::new();
        translated(&mut findings, &Tree::of(files));
        let told: Vec<_> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn both_languages_have_the_same_rules() {
        let english = ("docs/rules/en/base.md", "B-BUY-1\nB-BUY-2 after B-BUY-1\n");
        check_translated(&[], &[english, ("docs/rules/de/base.md", "B-BUY-2, B-BUY-1\n")]);
        check_translated(
            &[
                "docs/rules/en/base.md:2: rule B-BUY-2 is missing in docs/rules/de/base.md; write it there too",
                "docs/rules/de/base.md:2: rule B-BUY-3 is missing in docs/rules/en/base.md; write it there too",
            ],
            &[english, ("docs/rules/de/base.md", "B-BUY-1\nB-BUY-3 B-BUY-3\n")],
        );
        check_translated(
            &[
                "docs/rules/en/base.md:1: the file has no counterpart docs/rules/de/base.md; translate it",
                "docs/rules/de/basis.md:1: the file has no counterpart docs/rules/en/basis.md; translate it",
            ],
            &[english, ("docs/rules/de/basis.md", "B-BUY-1\n")],
        );
    }
}
