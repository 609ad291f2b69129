//! Notation: everything is read as it was printed, and what can't be read is refused with its line and reason.

use std::{fmt::Debug, fmt::Display, str::FromStr};

use crate::common::{Style, any_ruleset, city, in_parallel, laws, module_set, random_game};
use alhambra_engine::{
    Action, Ending, Game, Player, Ruleset, Scoring, Seed,
    material::{Building, Bureau, Card, Cell, Currency, Edges, Falcon, MoneyCard, Round, Tile},
    modules::Module,
    notation::{Record, draw, parse_city, parse_position, position},
};
use proptest::{prelude::*, test_runner::RngSeed};

/// Prints, and reads the same again.
#[track_caller]
fn check_round_trip<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(thing: &T) {
    assert_eq!(thing.to_string().parse::<T>().unwrap(), *thing);
}

/// The text is refused for this reason.
#[track_caller]
fn check_refused<T: FromStr<Err: Display> + Debug>(text: &str, reason: &str) {
    let error = text.parse::<T>().err().unwrap_or_else(|| panic!("{text:?} is read")).to_string();
    assert!(error.contains(reason), "{text:?} is refused because {error:?}, not because {reason:?}");
}

#[test]
fn small_things_are_read_as_they_were_printed() {
    Tile::all().for_each(|it| check_round_trip(&it));
    MoneyCard::all().for_each(|it| check_round_trip(&it));
    MoneyCard::all().map(Card::Money).for_each(|it| check_round_trip(&it));
    [Round::First, Round::Second].map(Card::Scoring).iter().for_each(check_round_trip);
    Bureau::all().for_each(|it| check_round_trip(&it));
    Bureau::all().map(Card::Bureau).for_each(|it| check_round_trip(&it));
    Card::WALLS.map(Card::Wall).iter().for_each(check_round_trip);
    Falcon::all().for_each(|it| check_round_trip(&it));
    (1..16).map(Edges::from_bits_truncate).for_each(|it| check_round_trip(&it));
    assert_eq!(Building::ALL.map(|it| it.letter().to_string().parse::<Building>().unwrap()), Building::ALL);
    for x in i8::MIN + 1..=i8::MAX {
        (i8::MIN + 1..=i8::MAX).for_each(|y| check_round_trip(&Cell { x, y }));
    }
    assert_eq!(Currency::ALL.map(|it| it.code().parse::<Currency>().unwrap()), Currency::ALL);
}

#[test]
fn rulesets_are_read_as_they_were_printed() {
    for game in Game::ALL {
        for (scoring, ending) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, k)| (Scoring::ALL[i], Ending::ALL[k])) {
            for players in 0..=9 {
                for set in 0..1 << Module::ALL.len() {
                    check_round_trip(&Ruleset { game, scoring, ending, players, modules: module_set(set) });
                }
            }
        }
    }
}

#[test]
fn actions_records_and_positions_are_read_as_they_were_printed() {
    in_parallel(48, |number| {
        let ruleset = any_ruleset(number);
        let mut record = Record::new(ruleset, Seed::from_number(number));
        let (mut seat, mut n) = (None, number);
        let mut actions = Vec::new();
        let end = random_game(ruleset, number, Style::ALL[(number / 8) as usize % 2], |state, action, _, _| {
            record.actions.extend(seat.zip(action));
            seat = state.to_act();
            state.legal_actions_into(&mut actions);
            actions.iter().skip(n as usize % 16).step_by(16).for_each(check_round_trip);
            n += 1;
            if n % 6 == 0 || state.is_over() {
                let text = position(state);
                // Where added walls make two tiles look alike a drawing is no help.
                assert!(!laws::is_unmistakable(state) || parse_position(&text).as_ref() == Ok(state), "{text}");
                for player in &state.players {
                    check_drawing(player);
                }
            }
        });
        check_round_trip(&record);
        record.scores = Some(end.players.iter().map(|it| it.score).collect());
        check_round_trip(&record);
        assert!(record.replay(|_, _, _| {}).unwrap() == end);
    });
}

/// A drawing is read as it was drawn, as far as it tells everything: it knows neither of added walls nor of the tile with
/// which Granada began.
fn check_drawing(player: &Player) {
    let built = |tile: Tile| player.city.cell_of(tile).is_some();
    if player.sticks.iter().all(|it| !built(it.tile)) {
        let read = parse_city(&draw(&player.city)).unwrap();
        assert_eq!(read.in_order(), player.city.in_order());
    }
}

#[test]
fn comments_and_empty_lines_are_skipped() {
    let text = "# A game.\n\nalhambra record\nrules 2\n# Three.\nruleset alhambra 3\n\nseed 0100000000000000000000000000000000000000000000000000000000000000\n# Nobody has done anything.\n";
    assert_eq!(text.parse(), Ok(Record::new(Ruleset::alhambra(3), Seed::from_number(1))));
}

#[test]
fn what_is_no_tile_cell_or_card() {
    for text in ["", "T", "T9", "T9en", "T9N", "t9ne", "T+9ne", "X9", "@n", "T9ne ", "\u{e4}9ne", "T\u{661}3e"] {
        check_refused::<Tile>(text, "expected a tile such as T9ne");
    }
    for text in ["", "n", "n0", "e1n1", "n1e0", "n01", "n128", "o1", "n1n1", "N1", "n1 e1", "s-1", "\u{661}"] {
        check_refused::<Cell>(text, "expected a cell such as n1e2");
    }
    for text in ["", "fl", "fl0", "fl10", "fl+1", "FL1", "xx1", "\u{e4}1", "1fl", "scoring1"] {
        check_refused::<MoneyCard>(text, "expected a money card such as fl9");
    }
    check_refused::<Card>("scoring3", "expected a money card");
    check_refused::<Seed>("00", "expected a seed of 64 hexadecimal digits");
    check_refused::<Seed>(&"G".repeat(64), "expected a seed of 64 hexadecimal digits");
    check_refused::<Currency>("eu", "expected a currency (fl, di, de or du)");
}

#[test]
fn what_is_no_action_or_ruleset() {
    check_refused::<Action>("", "an action is missing");
    check_refused::<Action>("wait", "expected an action such as take, buy or build, found \"wait\"");
    check_refused::<Action>("take", "name at least one money card");
    check_refused::<Action>("take fl1 fl1 fl1 di1 di1", "at most four cards can be taken");
    check_refused::<Action>(&format!("take {}", "fl1 ".repeat(99)), "more than");
    check_refused::<Action>("buy", "a tile is missing");
    check_refused::<Action>("buy P8", "name what is paid");
    check_refused::<Action>("buy P8 fl1 di1", "di needs a bureau de change beside fl");
    check_refused::<Action>("buy P8 fl1 fl1 fl1 fl1", "expected no more money than there is, found \"fl1\"");
    check_refused::<Action>("build P8", "a cell is missing");
    check_refused::<Action>("build P8 n1 n2", "expected the end of the line, found \"n2\"");
    check_refused::<Action>("pass please", "expected the end of the line");
    check_refused::<Action>("buy P8 fl/fl fl1", "expected one bureau de change before the money");
    check_refused::<Action>("buy P8 fl1 fl/de de1", "expected one bureau de change before the money");
    check_refused::<Action>("buy P8 fl/de fl/di fl1", "expected one bureau de change before the money");
    check_refused::<Action>("buy P8 fl/de di1", "di needs a bureau de change beside fl");
    check_refused::<Action>("buy P8 fl*0", "expected coins such as fl*2");
    check_refused::<Action>("buy P8 fl*7", "expected coins such as fl*2");
    check_refused::<Action>("buy P8 fl*4 fl*4", "expected no more money than there is");
    check_refused::<Action>("bureau fl/fl", "expected a bureau de change");
    check_refused::<Action>("bureau de/fl", "expected a bureau de change");
    check_refused::<Action>("walls en T9ne", "expected the sides of a wall card");
    check_refused::<Action>("falcon black-SP o fl1", "expected a falcon");
    check_refused::<Action>("citizens P S", "a citizen is missing");
    check_refused::<Action>("move-in X", "expected a kind of building");
    check_refused::<Action>("flip sc5nw n1", "name what is paid");
    check_refused::<Ruleset>("", "a game is missing");
    check_refused::<Ruleset>("chess 2", "expected a game (alhambra, granada or both)");
    check_refused::<Ruleset>("alhambra", "the number of players is missing");
    check_refused::<Ruleset>("alhambra two", "expected the number of players");
    check_refused::<Ruleset>("alhambra 300", "expected the number of players");
    check_refused::<Ruleset>(
        "alhambra 2 dragons",
        "expected a module such as vizier or street-trader, found \"dragons\"",
    );
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let seed = Seed::from_number(1);
    let check = |text: &str, reason: &str| check_refused::<Record>(&text.replace("SEED", &seed.to_string()), reason);
    check("", "the record ends without the words \"alhambra record\"");
    check("chess record", "line 1: expected \"alhambra record\"");
    check("# A comment.\n\nalhambra position", "line 3: expected \"alhambra record\"");
    check("alhambra record\n", "the record ends without the version of its rules");
    check("alhambra record\nruleset alhambra 2", "line 2: expected a line that begins with \"rules\"");
    check("alhambra record\nrules 0", "the record follows version 0 of the rules");
    check("alhambra record\nrules 2\nruleset alhambra\n", "line 3: the number of players is missing");
    check("alhambra record\nrules 2\nruleset alhambra 2\nseed 12", "line 4: expected a seed");
    let head = "alhambra record\nrules 2\nruleset alhambra 2\nseed SEED\n";
    check(&format!("{head}0"), "line 5: expected a seat and an action");
    check(&format!("{head}x pass"), "line 5: expected a seat such as 0");
    check(&format!("{head}0 pass\n# Here.\n0 build P8 n0"), "line 7: expected a cell");
    check(&format!("{head}scores 1"), "line 5: expected a score for every player");
    check(&format!("{head}scores 1 2\n0 pass"), "line 6: expected nothing after the scores");
}

#[test]
fn a_record_that_does_not_replay_says_where() {
    let replayed = |text: &str| {
        let head = "alhambra record\nrules 2\nruleset alhambra 3\nseed";
        let record: Record = format!("{head} {}\n{text}", Seed::from_number(0)).parse().unwrap();
        record.replay(|_, _, _| {}).unwrap_err().to_string()
    };
    assert!(replayed("5 pass").starts_with("action 1, pass by seat 5: it is seat "));
    assert_eq!(replayed("scores 1 2 3"), "the record says the scores are [1, 2, 3], the replay says None");
    let unplayable: Record =
        format!("alhambra record\nrules 2\nruleset alhambra 9\nseed {}\n", Seed::from_number(0)).parse().unwrap();
    let error = unplayable.replay(|_, _, _| {}).unwrap_err().to_string();
    assert_eq!(error, "the ruleset can't be played: 9 players: the game is for 2 to 6");
}

#[test]
fn what_is_no_position_is_refused_with_its_line() {
    let mut good = String::new();
    random_game(Ruleset::alhambra(2), 1, Style::Eager, |state, _, _, _| {
        if state.players[0].city.tiles().len() == 4 && good.is_empty() {
            good = position(state);
        }
    });
    let line_of = |start: &str| 1 + good.lines().position(|it| it.starts_with(start)).unwrap();
    let check = |start: &str, line: &str, reason: &str| {
        let n = line_of(start);
        let spoilt: Vec<&str> = good.lines().enumerate().map(|(i, it)| if i + 1 == n { line } else { it }).collect();
        let error = parse_position(&spoilt.join("\n")).unwrap_err().to_string();
        assert!(error.contains(reason), "{line:?} is refused because {error:?}, not because {reason:?}");
        assert!(error.starts_with(&format!("line {n}: ")), "{error}");
    };
    check("display", "display fl9 fl9 fl9 fl9 fl9", "more than 4 entries");
    check("display", "display dollar", "expected a money card");
    check("display", "market", "expected a line that begins with \"display\"");
    check("market", "market P8 -", "a tile or - for every square is missing");
    check("layers", "layers 1 2 3", "a number is missing");
    check("agenda", "agenda turn:2", "expected a step such as turn:0");
    check("agenda", "agenda sleep:0", "expected a step such as turn:0");
    check("player", "player -1", "expected a score");
    check("money", "money fl1 fl1 fl1 fl1", "there are only three cards fl1");
    check("player", "player 10000", "expected a score");
    check("drawn", "drawn 4294967296", "expected a number");
    check("agenda", &format!("agenda {}", "turn:0 ".repeat(17).trim_end()), "more than 16 entries");
    check("vizier", "vizier drunk", "expected awake or asleep");
    check("marker", "marker odder", "expected even or odd");
    check("coin-bag", "coin-bag 1 2 3 400", "expected a number");
    check("huts", "huts T9ne hX", "expected a tile");
    check("wall-cards", "wall-cards fl1", "expected a wall card");
    check("falcons", "falcons black", "expected a falcon");
    check("trader", "trader o - 1 2 3", "a number is missing");
    check("perched", "perched black-PS", "expected two things with a colon");
    // What every line allows and the whole does not is told of the whole.
    let whole = |from: &str, to: &str| parse_position(&good.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(whole("\nmoney ", "\nmoney fl1 ").contains("cards fl1 instead of 2"));
}

#[test]
fn broken_cities_are_no_positions() {
    let good = position(&crate::common::Scene::new("alhambra 3").state());
    let check = |drawing: &str, reason: &str| {
        let tile = |label: &str| good.replacen(&format!(" {label} "), " ", 1);
        let text = tile("G10").replacen("+    +\n @\n+    +\n", drawing, 1);
        let error = parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    check("+    +    +    +\n @         G10\n+    +    +    +\n", "line 2 of the drawing: G10 hangs nowhere");
    check("+    +    +\n G10  P8\n+    +    +\n", "the drawing needs one starting tile, @ or @g");
}

#[test]
fn drawings_are_read_wherever_the_fountain_lies() {
    let drawn = city(
        "

+    +----+
      T11
+    +    +
 @    G10
+    +    +",
    );
    assert_eq!(drawn.cell_of("T11n".parse().unwrap()), Some("n1e1".parse().unwrap()));
    assert_eq!(draw(&drawn), "+    +----+\n      T11\n+    +    +\n @    G10\n+    +    +\n");
}

#[test]
fn huge_texts_are_refused_in_time() {
    let seed = Seed::from_number(1);
    let lines = format!("alhambra record\nrules 2\nruleset alhambra 3\nseed {seed}\n{}", "0 pass\n".repeat(1_100_000));
    lines.parse::<Record>().unwrap();
    parse_city(&"+    +    +\n".repeat(300_000)).unwrap_err();
    parse_city(&format!("@{}", " ".repeat(5_000_000))).unwrap_err();
    check_refused::<Action>(&"take fl1 ".repeat(500_000), "");
    check_refused::<Ruleset>(&"alhambra ".repeat(500_000), "expected the number of players");
    let error = "x".repeat(5_000_000).parse::<Action>().unwrap_err().to_string();
    assert!(error.len() < 200, "the text is quoted in full");
}

proptest! {
    // The same cases every time, so that nobody is surprised by somebody else's mistake; fuzzing looks for new ones.
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_read_prints_as_it_was_written(text in "[@TGAPSCnesw0-9dfuiel ]{0,8}") {
        if let Ok(tile) = text.parse::<Tile>() {
            prop_assert_eq!(tile.to_string(), text.as_str());
        }
        if let Ok(cell) = text.parse::<Cell>() {
            prop_assert_eq!(cell.to_string(), text.as_str());
        }
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string(), text.as_str());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,40}") {
        let _ = text.parse::<Tile>();
        let _ = text.parse::<Cell>();
        let _ = text.parse::<Card>();
        let _ = text.parse::<Seed>();
        let _ = text.parse::<Ruleset>();
        let _ = text.parse::<Action>();
    }
}
