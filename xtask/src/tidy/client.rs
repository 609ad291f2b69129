//! The client's border: it shows what the server says may be done, and works out no rule itself.

use super::finding::Finding;
use super::tree::{File, Tree};

/// Where the client lies.
const CLIENT: &str = "web/src/";

/// Where the types lie that are made from the protocol.
const PROTOCOL: &str = "web/src/generated/protocol.ts";

/// The one file that puts an action together, from parts that the server offered.
const WRITER: &str = "web/src/table/selection.ts";

/// What draws cities or moves about on them, and so has to know where a cell lies.
const DRAWN: [&str; 7] = [
    "pieces/printed.ts",
    "table/Board.svelte",
    "table/MiniPalace.svelte",
    "table/PalaceDrawing.svelte",
    "table/PalaceText.svelte",
    "table/camera.ts",
    "table/trace.ts",
];

/// What tells where a cell lies.
const PLACES: [&str; 2] = ["gridOf(", "cellAt("];

/// The words with which actions that name something begin.
const ACTIONS: [&str; 13] =
    ["take", "buy", "build", "flip", "keep", "give", "leave", "down", "swap", "hut", "wall", "falcon", "steal"];

/// Reasons come from the server; the client only has words for them.
pub(crate) fn reasons(findings: &mut Vec<Finding>, tree: &Tree) {
    let broken =
        tree.under(PROTOCOL).flat_map(File::lines).find(|(_, line)| line.trim_start().starts_with("Broken: ("));
    let Some((_, listed)) = broken else {
        findings.push(Finding::new(PROTOCOL, 1, "the building rules are not listed", "tell tidy where they went"));
        return;
    };
    let rules: Vec<&str> = listed.split('"').skip(1).step_by(2).collect();
    each_line(findings, tree, |_, line| {
        let rule = rules.iter().find(|rule| line.contains(&format!("'{rule}'")))?;
        Some((format!("the client finds by itself that `{rule}` is broken"), "show the reasons that the server sends"))
    });
}

/// Only what draws knows where cells lie, so that nothing can judge who is whose neighbour.
pub(crate) fn places(findings: &mut Vec<Finding>, tree: &Tree) {
    each_line(findings, tree, |file, line| {
        let word = PLACES.iter().find(|word| line.contains(**word))?;
        let draws = DRAWN.contains(&&file.path[CLIENT.len()..]);
        let wrong = format!("`{}` is used by what does not draw", word.trim_end_matches('('));
        (!draws).then_some((wrong, "let the server say what follows from where cells lie"))
    });
}

/// Actions are taken as they were offered; one file puts together those that lack a payment.
pub(crate) fn actions(findings: &mut Vec<Finding>, tree: &Tree) {
    each_line(findings, tree, |file, line| {
        let word = ACTIONS.iter().find(|word| line.contains(&format!("`{word} ${{")))?;
        let wrong = format!("an action is written here (`{word} …`)");
        (file.path != WRITER).then_some((wrong, "send the notation of an offer, or add to `selection.ts`"))
    });
}

/// Looks at every line of the client that is neither a test, nor generated, nor a text for people.
fn each_line(findings: &mut Vec<Finding>, tree: &Tree, judge: impl Fn(&File, &str) -> Option<(String, &'static str)>) {
    let is_source = |file: &&File| file.has_extension("ts") || file.has_extension("svelte");
    let is_spared = |file: &&File| {
        let path = &file.path[CLIENT.len()..];
        path.starts_with("i18n/") || path.starts_with("generated/") || path.ends_with(".test.ts")
    };
    for file in tree.under(CLIENT).filter(is_source).filter(|file| !is_spared(file)) {
        for (number, line) in file.lines() {
            if let Some((wrong, remedy)) = judge(file, line) {
                findings.push(Finding::new(&file.path, number, wrong, remedy));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: (&str, &str) = (PROTOCOL, "        Broken: (\"hole\" | \"not-on-foot\")[];\n");

    #[track_caller]
    fn check(check: fn(&mut Vec<Finding>, &Tree), path: &str, text: &str, n_findings: usize) {
        let mut findings = Vec::new();
        check(&mut findings, &Tree::of(&[TYPES, (path, text)]));
        assert_eq!(findings.len(), n_findings, "{findings:?}");
    }

    #[test]
    fn a_reason_is_named_only_in_texts() {
        check(reasons, "web/src/table/Board.svelte", "if (closed) broken.push('hole');", 1);
        check(reasons, "web/src/table/Board.svelte", "const whole = 'a hole in one';", 0);
        check(reasons, "web/src/i18n/en.ts", "'not-on-foot': 'Not reachable on foot.',", 0);
        check(reasons, "web/src/table/selection.test.ts", "broken: ['hole'],", 0);
    }

    #[test]
    fn without_its_types_the_client_is_not_judged_tidy() {
        let mut findings = Vec::new();
        reasons(&mut findings, &Tree::of(&[("web/src/main.ts", "")]));
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn only_what_draws_knows_where_a_cell_lies() {
        check(places, "web/src/table/trace.ts", "const place = gridOf(cell);", 0);
        check(places, "web/src/table/selection.ts", "const place = gridOf(cell);", 1);
        check(places, "web/src/table/selection.ts", "import { gridOf } from '../pieces/printed';", 0);
    }

    #[test]
    fn actions_are_written_in_one_place() {
        check(actions, WRITER, "return `buy ${tile} ${money}`;", 0);
        check(actions, "web/src/table/Market.svelte", "void game.act(`buy ${tile} ${money}`);", 1);
        check(actions, "web/src/table/Market.svelte", "void game.act(best.notation);", 0);
        check(actions, "web/tests/browser/player.ts", "`buy ${tile}`", 0);
    }
}
