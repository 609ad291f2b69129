//! The laws of the fuzz targets on a fixed lot of texts and choices.

mod common;
#[path = "../../../fuzz/laws/lib.rs"]
mod laws;

use alhambra_engine::{
    Ruleset, Seed,
    notation::{Record, draw},
};
use common::{Dice, Style, in_parallel, random_game};
use proptest::{prelude::*, test_runner::RngSeed};

/// A record and some positions and drawings of a random game.
fn texts(number: u64) -> (String, Vec<String>, Vec<String>) {
    let ruleset = Ruleset::alhambra(2 + (number % 5) as u8);
    let mut record = Record::new(ruleset, Seed::from_number(number));
    let (mut positions, mut drawings, mut seat) = (Vec::new(), Vec::new(), None);
    let end = random_game(ruleset, number, Style::Eager, |state, action, _, dice| {
        record.actions.extend(seat.zip(action));
        seat = state.to_act();
        if dice.below(20) == 0 {
            positions.push(laws::written(state));
            drawings.push(draw(&state.players[0].city));
        }
    });
    record.scores = Some(end.players.iter().map(|it| it.score).collect());
    (record.to_string(), positions, drawings)
}

/// The text with a few mistakes in it.
fn spoilt(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.below(3) {
        if lines.is_empty() {
            break;
        }
        let n = dice.below(lines.len());
        let other = dice.below(lines.len());
        let mut words: Vec<String> = lines[n].split(' ').map(str::to_owned).collect();
        let word = dice.below(words.len());
        let odd = dice.one_of(&[
            "",
            "-1",
            "0",
            "99999999999999999999",
            "@",
            "\u{1F3F0}",
            "fl0",
            "T9",
            "o",
            "\0",
            "e127",
            "n128",
            "-",
            "scoring1",
            "turn:9",
        ]);
        match dice.below(11) {
            0 => drop(lines.remove(n)),
            1 => lines.swap(n, other),
            2 => lines.insert(other, lines[n].clone()),
            3 => lines.truncate(n),
            4 => lines[n] = words.join("  "),
            5 => {
                words.remove(word);
                lines[n] = words.join(" ");
            }
            6 => {
                odd.clone_into(&mut words[word]);
                lines[n] = words.join(" ");
            }
            7 => {
                words.insert(word, words[word].clone());
                lines[n] = words.join(" ");
            }
            8 => {
                let at = words.len() - 1 - word;
                words.swap(at, word);
                lines[n] = words.join(" ");
            }
            9 => {
                let cut = lines[n].char_indices().nth(dice.below(lines[n].len().max(1))).map_or(0, |it| it.0);
                lines[n].truncate(cut);
            }
            _ => lines[n].push_str(odd),
        }
    }
    lines.join("\n")
}

#[test]
fn spoilt_texts_are_refused_with_a_reason() {
    in_parallel(20, |number| {
        let (record, positions, drawings) = texts(number);
        let mut dice = Dice::new(number);
        record.parse::<Record>().unwrap().replay(|_, _, _| {}).unwrap();
        laws::record(&record);
        assert!(positions.iter().all(|it| alhambra_engine::notation::parse_position(it).is_ok()));
        for text in &positions {
            laws::position(text);
        }
        for text in &drawings {
            laws::drawing(text);
        }
        for _ in 0..60 {
            laws::record(&spoilt(&record, &mut dice));
            let i = dice.below(positions.len());
            laws::position(&spoilt(&positions[i], &mut dice));
            laws::drawing(&spoilt(&drawings[i], &mut dice));
        }
    });
}

#[test]
fn chosen_actions_keep_everything_in_order() {
    in_parallel(30, |number| {
        let mut dice = Dice::new(number);
        let bytes: Vec<u8> = (0..400).map(|_| dice.below(256) as u8).collect();
        laws::actions(&bytes);
        laws::illegal_actions(&bytes);
    });
}

#[test]
#[ignore = "long; part of the soak"]
fn spoilt_texts_and_chosen_actions_by_the_thousand() {
    in_parallel(600, |number| {
        let (record, positions, drawings) = texts(1_000 + number);
        let mut dice = Dice::new(1_000 + number);
        for _ in 0..300 {
            laws::record(&spoilt(&record, &mut dice));
            let i = dice.below(positions.len());
            laws::position(&spoilt(&positions[i], &mut dice));
            laws::drawing(&spoilt(&drawings[i], &mut dice));
        }
        let bytes: Vec<u8> = (0..1_000).map(|_| dice.below(256) as u8).collect();
        laws::actions(&bytes);
        laws::illegal_actions(&bytes);
    });
}

proptest! {
    // The same cases every time, so that nobody is surprised by somebody else's mistake; fuzzing looks for new ones.
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        laws::record(&text);
        laws::position(&text);
        laws::drawing(&text);
        laws::record(&format!("alhambra record\nrules 1\nruleset alhambra 3\nseed {}\n{text}", Seed::from_number(1)));
    }

    #[test]
    fn words_in_any_order_are_refused_or_read(
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..60),
        gaps in prop::collection::vec(prop::sample::select(&[" ", "\n", "\n\n"][..]), 60),
    ) {
        let text: String = words.iter().zip(&gaps).map(|(word, gap)| format!("{word}{gap}")).collect();
        laws::record(&text);
        laws::position(&text);
        laws::drawing(&text);
        laws::record(&format!("alhambra record\nrules 1\nruleset alhambra 2\nseed {}\n{text}", Seed::from_number(1)));
    }

    #[test]
    fn any_choice_is_carried_out_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        laws::actions(&bytes);
        laws::illegal_actions(&bytes);
    }
}

/// Words that occur in records, positions and drawings.
const WORDS: [&str; 40] = [
    "alhambra",
    "record",
    "position",
    "rules",
    "1",
    "ruleset",
    "2",
    "6",
    "seed",
    "0",
    "take",
    "buy",
    "build",
    "down",
    "swap",
    "keep",
    "give",
    "leave",
    "pass",
    "scores",
    "fl9",
    "de1",
    "du0",
    "T9ne",
    "G10",
    "@",
    "n1",
    "s1e2",
    "o",
    "+----+",
    "|P5   T9  |",
    "pile",
    "layers",
    "discard",
    "display",
    "supply",
    "market",
    "agenda",
    "turn:0",
    "city",
];
