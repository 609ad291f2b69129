//! The page on the notation: every example in it is read, and printed as it stands there.

use std::{collections::BTreeMap, fmt::Debug, fmt::Display, fs, path::Path, str::FromStr};

use crate::common::laws::Sort;
use alhambra_engine::{
    Action, Ruleset, Seed,
    material::{Card, Cell, Tile},
    notation::{Record, draw, parse_city, parse_position, position},
};

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notation.md")).unwrap()
}

/// The fenced blocks of the page by their language.
fn blocks() -> BTreeMap<String, Vec<String>> {
    let page = page();
    let mut blocks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        blocks.entry(language.to_owned()).or_default().push(format!("{text}\n"));
    }
    blocks
}

/// Every line begins with an example; what follows two spaces explains it.
#[track_caller]
fn check_lines<T: FromStr<Err: Display> + Display + Debug>(language: &str) {
    let blocks = blocks();
    let lines: Vec<&str> = blocks[language].iter().flat_map(|it| it.lines()).collect();
    assert!(lines.len() >= 2, "too few examples of {language}");
    for line in lines {
        let example = line.split("  ").next().unwrap_or_default();
        let read = example.parse::<T>().unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(read.to_string(), example);
    }
}

#[test]
fn every_example_is_read_and_printed_alike() {
    check_lines::<Tile>("tile");
    check_lines::<Cell>("cell");
    check_lines::<Card>("card");
    check_lines::<Ruleset>("ruleset");
    check_lines::<Action>("action");
    check_lines::<Seed>("seed");
}

#[test]
fn every_sort_of_action_and_every_step_is_on_the_page() {
    let actions = blocks()["action"].concat();
    let examples = actions.lines().filter_map(|it| it.split("  ").next());
    let shown: Vec<Sort> = examples.map(|it| Sort::of(&it.parse().unwrap())).collect();
    assert_eq!(Sort::ALL.iter().filter(|it| !shown.contains(it)).collect::<Vec<_>>(), Vec::<&Sort>::new());
    let page = page();
    for line in
        ["falcons", "waiting", "perched", "first-granada", "played-thieves", "interrupt:0:1", "award-granada:fl"]
    {
        assert!(page.contains(&format!("`{line}`")), "{line} is not on the page");
    }
}

#[test]
fn every_drawing_is_drawn_alike() {
    for text in &blocks()["city"] {
        assert_eq!(draw(&parse_city(text).unwrap()), *text);
    }
}

#[test]
fn every_record_replays() {
    for text in &blocks()["record"] {
        let record: Record = text.parse().unwrap();
        record.replay(|_, _, _| {}).unwrap();
        let lines = text.lines().filter(|it| !it.starts_with('#') && !it.is_empty());
        assert!(record.to_string().lines().eq(lines));
    }
}

#[test]
fn every_position_is_read() {
    for text in &blocks()["position"] {
        let state = parse_position(text).unwrap();
        let lines = |text: &str| text.lines().filter(|it| !it.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&position(&state)), lines(text));
    }
}

#[test]
fn nothing_on_the_page_goes_unread() {
    let known = ["action", "card", "cell", "city", "position", "record", "ruleset", "seed", "tile"];
    assert_eq!(blocks().into_keys().collect::<Vec<_>>(), known);
}
