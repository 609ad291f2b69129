//! What can be played together, and every reason why not.

use alhambra_engine::{Ruleset, Seed, State, modules::Module};

use crate::common::read;

#[track_caller]
fn check(expected: &[&str], text: &str) {
    let ruleset: Ruleset = text.parse().unwrap();
    let objections = ruleset.validate().err().map_or_else(Vec::new, |it| it.0);
    let cited: Vec<_> = objections.iter().map(|objection| objection.rules().join(" ")).collect();
    assert_eq!(cited, expected, "{text}");
}

/// B-PLAY-1: two to six, and any of the eleven modules.
#[test]
fn alhambra_takes_every_module() {
    check(&[], "alhambra 2");
    check(&[], "alhambra 6 vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers");
    check(&["B-PLAY-1"], "alhambra 1");
    check(&["B-PLAY-1"], "alhambra 7");
    check(&["G-SCORE-3"], "alhambra 3 simplified");
}

/// G-PLAY-1, C-PLAY-1: vizier and bureaux, and each other module is named.
#[test]
fn granada_takes_two_modules() {
    for game in ["granada", "both"] {
        check(&[], &format!("{game} 4 vizier bureaux"));
        check(&[], &format!("{game} 4 simplified vizier"));
        check(&["G-PLAY-1 C-PLAY-1"; 2], &format!("{game} 4 vizier huts falconers"));
    }
}

/// The names of what is objected to when a game begins.
#[track_caller]
fn check_ruleset(text: &str, objections: &[&str]) {
    let ruleset: Ruleset = read(text);
    let found = State::new(ruleset, Seed::from_number(0)).err().map_or_else(Vec::new, |it| it.0);
    let names: Vec<String> = found.iter().map(|it| it.to_string().split(':').next().unwrap().to_owned()).collect();
    assert_eq!(names, objections, "{text}");
}

#[test]
fn granada_takes_vizier_and_bureaux_and_nothing_else() {
    for game in ["granada", "both"] {
        for scoring in ["", " simplified"] {
            for players in 2..=6 {
                check_ruleset(&format!("{game} {players}{scoring}"), &[]);
                check_ruleset(&format!("{game} {players}{scoring} vizier bureaux"), &[]);
            }
        }
        for module in Module::ALL.map(Module::name) {
            let objections: &[&str] = if ["vizier", "bureaux"].contains(&module) { &[] } else { &[module] };
            check_ruleset(&format!("{game} 3 {module}"), objections);
        }
        // Every reason is told, in the order of players, scoring, modules.
        let all = Module::ALL.map(Module::name).join(" ");
        let others =
            ["bonus-cards", "huts", "walls", "thieves", "change", "street-trader", "camps", "bazaars", "falconers"];
        check_ruleset(&format!("{game} 4 {all}"), &others);
        check_ruleset(&format!("{game} 7 simplified vizier walls camps"), &["7 players", "walls", "camps"]);
        check_ruleset(&format!("{game} 1"), &["1 players"]);
    }
}

#[test]
fn the_alhambra_has_no_simplified_scoring() {
    check_ruleset("alhambra 3 simplified", &["simplified"]);
    check_ruleset("alhambra 7 simplified huts", &["7 players", "simplified"]);
    check_ruleset("alhambra 3 huts", &[]);
}
