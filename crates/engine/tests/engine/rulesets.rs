//! What can be played together, and every reason why not.

use alhambra_engine::Ruleset;

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
