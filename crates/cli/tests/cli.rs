//! The commands as a user meets them: what they print, write and refuse.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use alhambra_engine::{
    fairness::{self, Hex, Proof, Seats, Share},
    notation::Record,
};
use serde_json::Value;

/// Runs `alhambra` with these arguments and this input.
fn alhambra_with(input: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended reads no more; what it printed decides.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs a command that has to succeed, and hands over what it printed.
#[track_caller]
fn succeed(args: &[&str]) -> String {
    let output = alhambra_with("", args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to be refused with this code and one line that says all of this.
#[track_caller]
fn refuse(code: i32, args: &[&str], reasons: &[&str]) {
    let output = alhambra_with("", args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert!(error.starts_with("alhambra: ") && error.lines().count() == 1, "{error}");
    for reason in reasons {
        assert!(error.contains(reason), "{reason:?} is missing in {error}");
    }
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The names and contents of the files of a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap());
    let mut files: Vec<_> =
        entries.map(|it| (it.file_name().into_string().unwrap(), fs::read(it.path()).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn a_simulation_says_what_came_of_it_in_json() {
    let json: Value = serde_json::from_str(&succeed(&["simulate", "--games", "40", "--json"])).unwrap();
    assert_eq!(json["games"], 40);
    assert_eq!(json["unfinished"], 0);
    assert_eq!(json["ruleset"]["players"], 3);
    for key in ["seconds", "games_per_second", "actions_per_second"] {
        assert!(json[key].as_f64().unwrap() > 0.0, "{key}");
    }
    let seats = json["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 3);
    let mut wins = 0.0;
    for seat in seats {
        assert_eq!(seat["bot"], "random");
        let rate = seat["win_rate"].as_f64().unwrap();
        let (low, high) = (seat["ci95"][0].as_f64().unwrap(), seat["ci95"][1].as_f64().unwrap());
        assert!(low < rate && rate < high, "{seat}");
        wins += rate;
        // All points come from somewhere.
        let points: f64 = seat["points_by_source"].as_object().unwrap().values().map(|it| it.as_f64().unwrap()).sum();
        assert!((points - seat["mean_score"].as_f64().unwrap()).abs() < 1e-6, "{seat}");
    }
    assert!((wins - 1.0).abs() < 1e-9, "every game is won once: {wins}");
    assert!(json["length"]["actions"]["mean"].as_f64().unwrap() > json["length"]["turns"]["mean"].as_f64().unwrap());
}

#[test]
fn a_simulation_says_what_came_of_it_in_a_table() {
    let table = succeed(&["simulate", "--games", "10", "--players", "2", "--bots", "random,random"]);
    for words in ["10 games of alhambra 2", "1. random", "seat 1 all", "shared victory", "Dirk", "tower", "games/s"] {
        assert!(table.contains(words), "{words:?} is missing in\n{table}");
    }
}

#[test]
fn every_number_of_players_can_be_simulated() {
    for players in ["2", "3", "4", "5", "6"] {
        let json = succeed(&["simulate", "--games", "5", "--players", players, "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["finished"], 5);
    }
}

/// What is played, as flags: one of each game, and everything that can join.
const GAMES: [&[&str]; 6] = [
    &["--players", "2"],
    &["--players", "3", "--modules", "all"],
    &["--players", "2", "--modules", "all"],
    &["--players", "3", "--game", "granada"],
    &["--players", "2", "--game", "granada", "--scoring", "simplified", "--modules", "vizier,bureaux"],
    &["--players", "2", "--game", "both", "--modules", "vizier,bureaux"],
];

#[test]
fn every_game_can_be_simulated() {
    for rules in GAMES {
        let run = [&["simulate", "--games", "6", "--seed", "2"], rules].concat();
        let json: Value = serde_json::from_str(&succeed(&[&run[..], &["--json"]].concat())).unwrap();
        assert_eq!((&json["finished"], &json["unfinished"]), (&6.into(), &0.into()), "{rules:?}");
        for seat in json["seats"].as_array().unwrap() {
            let sources = seat["points_by_source"].as_object().unwrap();
            assert_eq!(sources.len(), 22, "programs find every source, whatever is played");
            let points: f64 = sources.values().map(|it| it.as_f64().unwrap()).sum();
            assert!((points - seat["mean_score"].as_f64().unwrap()).abs() < 1e-6, "{seat}");
        }
        // People are shown the sources that the box has.
        let table = succeed(&run);
        let has = |words: &str| table.lines().any(|it| it.starts_with(words));
        assert_eq!(has("wall "), !rules.contains(&"granada"), "{table}");
        assert_eq!(has("moat "), rules.contains(&"granada") || rules.contains(&"both"), "{table}");
        assert_eq!(has("together "), rules.contains(&"both"), "{table}");
        assert_eq!(has("citizens "), rules.contains(&"all"), "{table}");
    }
}

#[test]
fn long_games_are_counted_as_unfinished() {
    let json = succeed(&["simulate", "--games", "3", "--max-actions", "10", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["unfinished"]), (&3.into(), &3.into()));
}

#[test]
fn what_cant_be_played_is_refused_with_all_reasons() {
    refuse(2, &["simulate", "--players", "7", "--scoring", "simplified"], &["7 players", "simplified"]);
    refuse(2, &["simulate", "--game", "granada", "--modules", "huts,walls,vizier"], &["huts, walls: ", "vizier"]);
    let all = ["simulate", "--game", "both", "--modules", "all", "--players", "9"];
    refuse(2, &all, &["9 players", "bonus-cards", "huts", "walls", "thieves", "change", "street-trader", "falconers"]);
    refuse(2, &["play", "--scoring", "simplified", "--modules", "all"], &["simplified: "]);
    refuse(2, &["simulate", "--modules", "huts,hats,cats"], &["\"hats\"", "\"cats\"", "street-trader"]);
    refuse(2, &["simulate", "--game", "chess"], &["chess", "granada"]);
    refuse(2, &["simulate", "--bots", "gambler"], &["gambler", "random"]);
    refuse(2, &["simulate", "--bots", "random,random"], &["2 bots for 3 players"]);
    refuse(2, &["play", "--seat", "3"], &["seats 0 to 2"]);
    refuse(2, &["perft", "--players", "1"], &["1 players"]);
    refuse(2, &["juggle"], &["juggle"]);
}

/// C-OVER-1: when the game of both ends is chosen, written down with it, and refused where there is nothing to choose.
#[test]
fn the_ending_of_the_combined_game_is_chosen() {
    let played = |ending: &[&str], name: &str| {
        let at = folder(name);
        let (records, export) = (at.join("records"), at.join("games.jsonl"));
        let kept = ["--records", text(&records), "--export", text(&export)];
        let told = succeed(&[&["simulate", "--games", "3", "--game", "both"], ending, &kept].concat());
        let written = files(&records).into_iter().map(|it| String::from_utf8(it.1).unwrap()).collect::<Vec<_>>();
        for (name, _) in files(&records) {
            succeed(&["replay", text(&records.join(name)), "--verify"]);
        }
        let first = fs::read_to_string(&export).unwrap().lines().next().unwrap().parse::<Value>().unwrap();
        (told.lines().next().unwrap().to_owned(), written, first["ruleset"].as_str().unwrap().to_owned())
    };
    let (told, both, exported) = played(&[], "ending-both");
    assert_eq!((told.as_str(), exported.as_str()), ("3 games of both 3, seed 0", "both 3"));
    assert_eq!(played(&["--ending", "both"], "ending-both-said").1, both);
    let (told, either, exported) = played(&["--ending", "either"], "ending-either");
    assert_eq!((told.as_str(), exported.as_str()), ("3 games of both 3 ending-either, seed 0", "both 3 ending-either"));
    // The same games as far as they go: one that ends with the first exhausted supply is shorter.
    for (both, either) in both.iter().zip(&either) {
        assert!(either.contains("\nruleset both 3 ending-either\n") && both.contains("\nruleset both 3\n"));
        assert!(either.lines().count() < both.lines().count(), "{either}");
    }
    for game in ["alhambra", "granada"] {
        let only = "only the combined game of Alhambra and Granada has a choice of ending";
        refuse(2, &["simulate", "--game", game, "--ending", "either"], &["this can't be played", only]);
    }
    refuse(2, &["simulate", "--game", "both", "--ending", "sooner"], &["sooner", "both, either"]);
    assert!(succeed(&["simulate", "--help"]).contains("--ending <WHEN>"));
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let at = folder("threads");
    let run = |name: &str, threads: &str, seed: &str| {
        let (records, export) = (at.join(name), at.join(format!("{name}.jsonl")));
        let common = ["simulate", "--games", "9", "--players", "2", "--seed", seed, "--threads", threads, "--records"];
        // Once with records alone, once with the export too: both ways play the same games.
        succeed(&[&common[..], &[text(&records)]].concat());
        let alone = files(&records);
        succeed(&[&common[..], &[text(&records), "--export", text(&export)]].concat());
        assert_eq!(alone, files(&records));
        (alone, fs::read(export).unwrap())
    };
    let one = run("one", "1", "7");
    assert_eq!(one.0.iter().map(|it| it.0.as_str()).collect::<Vec<_>>()[..2], ["game-000000.txt", "game-000001.txt"]);
    assert_eq!(one.0.len(), 9);
    assert!(one == run("two", "2", "7"), "two threads play other games than one");
    assert!(one.0 != run("other", "2", "8").0, "another seed gives other games");
}

/// The lines of an export of a few games.
fn exported(name: &str, games: &str, rules: &[&str]) -> Vec<Value> {
    let path = folder(name).join("games.jsonl");
    let common = ["simulate", "--games", games, "--seed", "11", "--export", text(&path)];
    succeed(&[&common[..], rules].concat());
    fs::read_to_string(path).unwrap().lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// How many cards and tiles there are in a state.
fn inventory(state: &Value) -> (usize, usize) {
    fn n(value: &Value) -> usize {
        match value {
            Value::Null => 0,
            Value::Array(things) => things.iter().map(n).sum(),
            _ => 1,
        }
    }
    let (table, players) = (&state["table"], state["players"].as_array().unwrap());
    let together = |of: &Value, keys: &[&str]| keys.iter().map(|&it| n(&of[it])).sum::<usize>();
    let in_pile = table["pile"]["cards"].as_array().unwrap();
    let scorings = in_pile.iter().filter(|it| it.as_str().unwrap().starts_with("scoring")).count();
    let cards = in_pile.len() - scorings
        + together(table, &["discard", "discarded_bureaux", "display", "wall_cards", "used_wall_cards"])
        + players.iter().map(|it| together(it, &["money", "bureaux"])).sum::<usize>();
    let in_middle = ["supply", "market", "granada_supply", "granada_market", "left_out", "bazaars", "huts"];
    let tiles = together(table, &in_middle)
        + state["dirk"].get("tiles").map_or(0, n)
        + players.iter().map(|it| n(&it["city"]["tiles"]) - 1 + together(it, &["reserve", "bought"])).sum::<usize>();
    (cards, tiles)
}

/// All numbers in a value.
fn sum(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(sum).sum(),
        Value::Object(fields) => fields.values().map(sum).sum(),
        other => other.as_u64().unwrap_or(0),
    }
}

#[track_caller]
fn check_chain(name: &str, rules: &[&str], in_the_box: (usize, usize)) {
    let scores = |state: &Value| -> Vec<u64> {
        state["players"].as_array().unwrap().iter().map(|it| it["score"].as_u64().unwrap()).collect()
    };
    let (mut before, mut n_actions, mut games) = (Value::Null, 0, Vec::new());
    for line in exported(name, "2", rules) {
        match line["line"].as_str().unwrap() {
            "game" => {
                games.push(line["game"].as_u64().unwrap());
                assert_eq!(line["seed"], line["state"]["rng"]["seed"]);
                n_actions = 0;
            }
            "action" => {
                n_actions += 1;
                assert_eq!(line["number"], n_actions);
                assert_eq!(line["seat"], before["agenda"].as_array().unwrap().last().unwrap()["seat"]);
                let mut expected = scores(&before);
                let scorings = line["events"].as_array().unwrap().iter().filter(|it| it["event"] == "scored");
                for sheets in scorings.map(|it| it["players"].as_array().unwrap()) {
                    expected.iter_mut().zip(sheets).for_each(|(score, sheet)| *score += sum(sheet));
                }
                assert_eq!(scores(&line["state"]), expected);
            }
            "result" => {
                assert_eq!(line["finished"], true);
                assert_eq!(line["actions"], n_actions);
                let result: Vec<u64> =
                    line["scores"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
                assert_eq!(result, scores(&before));
                assert!(before["agenda"].as_array().unwrap().is_empty());
                continue;
            }
            other => panic!("a line called {other}"),
        }
        // Bureaux and wall cards join the pile when the box is unpacked.
        if line["state"]["agenda"].as_array().unwrap().iter().all(|it| it["step"] != "unpack") {
            assert_eq!(inventory(&line["state"]), in_the_box, "{}", line["number"]);
        }
        before = line["state"].clone();
    }
    assert_eq!(games, [0, 1]);
}

#[test]
fn the_states_of_an_export_form_a_chain() {
    check_chain("chain-two", &["--players", "2"], (72, 54));
    check_chain("chain-four", &["--players", "4"], (108, 54));
    // Bureaux and wall cards; camps, bazaars and huts.
    check_chain("chain-all", &["--players", "3", "--modules", "all"], (108 + 6 + 8, 54 + 8 + 8 + 24));
    check_chain("chain-granada", &["--players", "3", "--game", "granada"], (108, 54));
    check_chain("chain-both", &["--players", "2", "--game", "both", "--modules", "bureaux"], (72 + 6, 108));
}

#[test]
fn an_export_is_described_key_by_key() {
    fn look(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                found.insert(format!("`{key}`"));
                // The names of actions, events and steps are described too.
                if let ("action" | "event" | "step", Some(name)) = (key.as_str(), value.as_str()) {
                    found.insert(format!("`\"{name}\"`"));
                }
                look(value, found);
            }),
            Value::Array(items) => items.iter().for_each(|it| look(it, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let games: [&[&str]; 4] = [
        &["--players", "2"],
        &["--players", "3", "--modules", "all"],
        &["--players", "3", "--game", "granada"],
        &["--players", "2", "--game", "both", "--modules", "vizier,bureaux"],
    ];
    for (i, rules) in games.into_iter().enumerate() {
        for line in exported(&format!("keys-{i}"), "2", rules) {
            look(&line, &mut found);
        }
    }
    assert!(found.contains("`\"buy-falcon\"`") && found.contains("`first_granada`"));
    let description = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export.md")).unwrap();
    let missing: Vec<_> = found.iter().filter(|it| !description.contains(it.as_str())).collect();
    assert!(missing.is_empty(), "docs/export.md says nothing of {missing:?}");
}

/// Writes the record of one game and says where.
fn record(name: &str) -> PathBuf {
    let at = folder(name);
    succeed(&["simulate", "--games", "1", "--players", "2", "--seed", "5", "--records", text(&at)]);
    at.join("game-000000.txt")
}

#[test]
fn a_record_is_replayed_step_by_step() {
    let path = record("replay");
    let all = succeed(&["replay", text(&path)]);
    let n_actions = fs::read_to_string(&path).unwrap().lines().count() - 5;
    for words in ["set-up", "\n1. seat ", &format!("\n{n_actions}. seat "), "3rd scoring", "longest wall", "wins"] {
        assert!(all.contains(words), "{words:?} is missing");
    }
    let some = succeed(&["replay", text(&path), "--from", "3", "--to", "4", "--seat", "all", "--positions"]);
    assert!(some.contains("\n3. ") && some.contains("\n4. ") && !some.contains("\n5. ") && !some.contains("set-up"));
    assert_eq!(some.matches("longest wall").count(), 4);
    assert_eq!(some.matches("alhambra position").count(), 2);

    let piped = alhambra_with(&fs::read_to_string(&path).unwrap(), &["replay", "-"]);
    assert_eq!(String::from_utf8(piped.stdout).unwrap().split_once(':').unwrap().1, all.split_once(':').unwrap().1);
}

#[test]
fn a_record_is_verified() {
    let path = record("verify");
    let verdict = succeed(&["replay", text(&path), "--verify"]);
    assert!(verdict.contains("verified") && verdict.contains("as recorded"), "{verdict}");
    // The digest of the bytes 05 00 … 00, as any other program computes it.
    assert!(verdict.contains(&format!("seed 05{}\n", "0".repeat(62))), "{verdict}");
    let digest = "aae761377f3b4f1f07d982783b902314b61a9cbe6ccfdfa96559039f07e332ed";
    assert!(verdict.contains(&format!("sha256 {digest}\n")), "{verdict}");

    let honest = fs::read_to_string(&path).unwrap();
    let last = honest.lines().last().unwrap();
    let (n_lines, forged) = (honest.lines().count(), honest.replace(last, "scores 300 1"));
    fs::write(&path, forged).unwrap();
    refuse(2, &["replay", text(&path), "--verify"], &[text(&path), &format!("line {n_lines}"), "300"]);
}

#[test]
fn a_shuffle_is_verified() {
    let path = folder("shuffle").join("record.txt");
    let share = |it: u8| {
        let nonce = Hex([it; 16]);
        Share { commitment: Some(fairness::of_nonce("k7m2p9q", nonce)), nonce: Some(nonce) }
    };
    let shares = vec![share(1), Share { nonce: None, ..share(2) }, Share::default()];
    let proof = Proof::new("k7m2p9q", Hex([3; 32]), shares, Seats::Shuffled);
    let mut fair = Record::new("alhambra 3".parse().unwrap(), proof.seed());
    fair.proof = Some(proof);
    fs::write(&path, fair.to_string()).unwrap();
    let verdict = succeed(&["replay", text(&path), "--verify"]);
    let fairly = "shuffle: fair, from the server's secret and nonces of 1 seats; 1 did not show theirs\n";
    assert!(verdict.ends_with(fairly), "{verdict}");

    let tampered = fair.to_string().replace(&"01".repeat(16), &"04".repeat(16));
    fs::write(&path, &tampered).unwrap();
    refuse(2, &["replay", text(&path), "--verify"], &[text(&path), "not fair", "seat 0"]);
    // An action that can't be is named by its line, behind the proof.
    fs::write(&path, fair.to_string() + "0 pass\n").unwrap();
    refuse(2, &["replay", text(&path)], &["line 12", "pass"]);

    fs::write(&path, Record::new(fair.ruleset, fair.seed).to_string()).unwrap();
    assert!(succeed(&["replay", text(&path), "--verify"]).contains("nothing in the record shows how it was shuffled"));
}

#[test]
fn a_wrong_record_is_refused_with_its_line() {
    let at = folder("garbage");
    let check = |content: &[u8], reasons: &[&str]| {
        let path = at.join("garbage.txt");
        fs::write(&path, content).unwrap();
        refuse(2, &["replay", text(&path)], &[&[text(&path)], reasons].concat());
    };
    check(b"once upon a time", &["line 1", "alhambra record"]);
    check(b"alhambra record\nrules 2\nruleset chess 2\n", &["line 3", "chess"]);
    check(b"alhambra record\nrules 2\n\xff\xfe\n", &["line 3", "no text"]);
    check(b"", &["line 1"]);
    check(
        b"alhambra record\nrules 1\nruleset alhambra 3\n",
        &["version 1 of the rules, which version 2 replaced before the first release", "begins with that release"],
    );
    check(b"alhambra record\nrules 3\n", &["version 3 of the rules and this is version 2"]);
    let good = fs::read_to_string(record("garbage-of")).unwrap();
    let mut lines: Vec<&str> = good.lines().collect();
    lines.insert(6, "# A comment moves the lines.");
    lines[8] = "0 juggle T9ne";
    check(lines.join("\n").as_bytes(), &["line 9", "juggle"]);
    lines[8] = "0 build T9ne n9";
    check(lines.join("\n").as_bytes(), &["line 9", "build T9ne n9"]);
    refuse(1, &["replay", text(&at.join("nowhere.txt"))], &["nowhere.txt"]);
}

#[test]
fn perft_counts_the_same_every_time() {
    let run = || succeed(&["perft", "--depth", "2", "--seed", "3"]);
    let counts = run();
    assert_eq!(counts, run());
    let deepest = counts.lines().last().unwrap().split_whitespace().last().unwrap();
    assert!(deepest.parse::<u64>().unwrap() > 1);
    let divided = succeed(&["perft", "--depth", "2", "--seed", "3", "--divide"]);
    assert_eq!(divided.lines().last().unwrap().split_whitespace().last().unwrap(), deepest);
}

/// Plays to the end with the first choice every time; hands over what was told.
#[track_caller]
fn play_to_the_end(name: &str, rules: &[&str]) -> String {
    let path = folder(name).join("evening.txt");
    let common = ["play", "--bots", "random", "--seed", "4", "--seat", "0", "--record", text(&path)];
    let output = alhambra_with(&"1\n".repeat(5000), &[&common[..], rules].concat());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("3rd scoring") && told.contains("wins: "), "{}", &told[told.len() - 500..]);
    let longest = told.lines().map(|it| it.chars().count()).max().unwrap();
    assert!(longest <= 120, "a line has {longest} characters");
    assert!(succeed(&["replay", text(&path), "--verify"]).contains("as recorded"));
    let replayed = succeed(&["replay", text(&path)]);
    assert!(replayed.contains("3rd scoring"));
    told
}

#[track_caller]
fn check_told(told: &str, all: &[&str]) {
    for words in all {
        assert!(told.contains(words), "{words:?} was not told");
    }
}

#[test]
fn a_person_who_always_takes_the_first_choice_reaches_the_end() {
    check_told(&play_to_the_end("play", &["--players", "2"]), &["Dirk", "Your Alhambra", "It is your turn."]);
}

#[test]
fn a_person_reaches_the_end_with_all_modules() {
    let told = play_to_the_end("play-all", &["--modules", "all"]);
    let all = ["Bazaars", "Huts", "Falcons", "Citizens", "Coin bag", "Thieves", "Bonus", "Walls", "Bureaux"];
    check_told(&told, &all);
    check_told(&told, &["Choose three citizens", "with the places for the trader", "you may step in", "m lists"]);
    assert!(!told.contains("Granada") && !told.contains("moat"), "Granada is not in the box");
}

#[test]
fn a_person_reaches_the_end_of_granada() {
    let told = play_to_the_end("play-granada", &["--game", "granada"]);
    check_told(&told, &["Your Granada", "(back ", "faces next", "moat", "turn over and build"]);
    assert!(!told.contains("Market") && !told.contains("Citizens"), "only Granada is in the box");
}

#[test]
fn a_person_reaches_the_end_of_the_combined_game() {
    let told = play_to_the_end("play-both", &["--game", "both", "--modules", "vizier,bureaux"]);
    check_told(&told, &["Your Alhambra and Granada", "Market", "Granada", "together", "awake"]);
}

#[test]
fn the_help_tells_of_what_is_in_the_box() {
    let help = |rules: &[&str]| {
        let output = alhambra_with("?\nm\nq\n", &[&["play", "--seed", "1", "--seat", "0"], rules].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let base = help(&[]);
    assert!(base.contains("P pavilion") && !base.contains("bath house") && !base.contains("Falcons:"), "{base}");
    check_told(&help(&["--modules", "all"]), &["P pavilion", "Falcons:", "Camps:", "Thieves:"]);
    check_told(&help(&["--game", "granada", "--modules", "vizier"]), &["bath house", "Vizier:"]);
}

#[test]
fn a_person_is_helped_corrected_and_let_go() {
    let path = folder("quit").join("evening.txt");
    let args = ["play", "--seed", "4", "--seat", "0", "--record", text(&path)];
    let output = alhambra_with("?\nc\nl\n0\n99\njuggle\nbuild T9ne n9\ntake fl1 fl1 fl1 fl1\n1\nq\n", &args);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for words in
        ["You are seat 0", "steps from your starting tile", "seat 2 casual\n", "choose a number", "juggle", "not over"]
    {
        assert!(told.contains(words), "{words:?} is missing in\n{told}");
    }
    assert!(succeed(&["replay", text(&path), "--verify"]).contains("as far as it goes"));
    // The end of the input is a way to leave, too.
    assert!(alhambra_with("", &["play"]).status.success());
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let path = record("pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["replay", text(&path), "--positions"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_command_explains_itself_with_examples() {
    for command in ["play", "simulate", "replay", "review", "calibrate", "perft", "arena", "tune"] {
        let help = succeed(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("alhambra {command}")), "{help}");
    }
    assert!(succeed(&["--version"]).starts_with("alhambra "));
}

#[test]
fn what_reveals_nothing_can_be_taken_back_in_the_terminal() {
    // An exact purchase, its end, another try to take something back, and the same purchase again.
    let output = alhambra_with("1\n10\nu\nu\n10\nq\n", &["play", "--seed", "3", "--seat", "0"]);
    let said = String::from_utf8(output.stdout).unwrap();
    let purchase = "seat 0 buys G6esw with de6, the exact price";
    let order = [purchase, "You take your last action back.", "there is nothing that could be taken back", purchase];
    let mut rest = said.as_str();
    for part in order {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} is missing in {said}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn an_arena_goes_on_where_it_was_interrupted() {
    let folder = folder("arena");
    let file = folder.join("games.jsonl");
    let csv = folder.join("meetings.csv");
    let arena = |games: &str, more: &[&str]| {
        let args = ["arena", "--players", "2", "--bots", "random,easy,greedy", "--games", games, "--file", text(&file)];
        succeed(&[&args[..], more].concat())
    };
    let whole = arena("6", &["--json"]);
    let lines = fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 1 + 3 * 6);

    // Some games are missing and one was cut off in the middle of its line.
    let half = lines.lines().take(8).collect::<Vec<_>>().join("\n");
    fs::write(&file, &half[..half.len() - 9]).unwrap();
    assert_eq!(arena("6", &["--json", "--threads", "2"]), whole);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1 + 3 * 6);

    let json: Value = serde_json::from_str(&whole).unwrap();
    let [best, worst] = [&json["ratings"][0], &json["ratings"][2]];
    assert_eq!((&best["bot"], &worst["bot"]), (&"greedy".into(), &"random".into()));
    assert!(best["elo"].as_f64().unwrap() > worst["elo"].as_f64().unwrap());
    let table = arena("6", &["--csv", text(&csv)]);
    assert!(table.contains("greedy against random") && table.contains("Even would be 50.0%"), "{table}");
    let [one, others, lead, reach] = ["mean_score", "mean_score_of_others", "mean_lead", "lead_ci95"]
        .map(|it| json["meetings"][0][it].as_f64().unwrap());
    assert!((one - others - lead).abs() < 1e-9 && lead > reach && reach > 0.0, "{one} {others} {lead} {reach}");
    assert!(table.contains(&format!("± {reach:.1} ")), "{table}");
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 4);

    let other = ["arena", "--players", "3", "--bots", "random,greedy", "--file", text(&file)];
    refuse(2, &other, &["alhambra 2", "choose another name"]);
    refuse(2, &["arena", "--bots", "greedy,greedy"], &["two or more different"]);
    refuse(2, &["arena", "--bots", "greedy,search:soon"], &["soon", "100ms"]);
}

#[test]
fn a_ladder_has_its_neighbours_meet_at_a_table_of_three() {
    let args = ["arena", "--bots", "random,easy,greedy", "--games", "3", "--ladder", "--json"];
    let json: Value = serde_json::from_str(&succeed(&args)).unwrap();
    let met = |it: &Value| format!("{} {} {}", it["one"], it["n_others"], it["others"]).replace('"', "");
    let meetings: Vec<String> = json["meetings"].as_array().unwrap().iter().map(met).collect();
    assert_eq!(meetings, ["easy 2 random", "greedy 2 easy"]);
}

/// The bot of the documentation, as it is named on the command line.
fn python_bot() -> String {
    format!("python3 {}", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bot.py").display())
}

#[test]
fn the_python_bot_of_the_documentation_plays_twenty_games() {
    let bots = format!("random,{}", python_bot());
    let args = ["arena", "--players", "2", "--bots", &bots, "--games", "20", "--threads", "2", "--json"];
    let json: Value = serde_json::from_str(&succeed(&args)).unwrap();
    let met = &json["meetings"][0];
    assert_eq!((&met["games"], &met["forfeits"], &json["forfeits"]), (&20.into(), &0.into(), &Value::Array(vec![])));
    // Random bots score 44 against it.
    assert!(met["win_rate"].as_f64().unwrap() > 0.9 && met["mean_score"].as_f64().unwrap() > 120.0, "{met}");

    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let [page, bot] = ["bots.md", "bot.py"].map(|it| fs::read_to_string(docs.join(it)).unwrap());
    assert!(page.contains(&format!("```python\n{bot}```\n")), "docs/bots.md shows another bot than docs/bot.py");
}

#[test]
fn a_program_plays_with_every_module_and_in_simulations() {
    let bots = format!("random,random,{}", python_bot());
    for game in [&["--modules", "all"][..], &["--game", "both", "--modules", "vizier,bureaux"]] {
        let args = [&["simulate", "--bots", &bots, "--games", "2", "--json"], game].concat();
        let json: Value = serde_json::from_str(&succeed(&args)).unwrap();
        assert_eq!((&json["finished"], &json["seats"][2]["bot"]), (&2.into(), &python_bot().into()));
    }
    let output = alhambra_with("q\n", &["play", "--players", "2", "--seat", "1", "--bots", &python_bot()]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("seat 0 python3"));
}

/// A bot that says hello and then does not do what it should.
const UNRULY: &str = r#"
import json, sys, time

how = sys.argv[1]
answers = {
    "illegal": '{"say":"act","action":"wake"}',
    "unknown": '{"say":"act","action":"fly south"}',
    "prose": "I take the florins",
    "greets": '{"say":"hello","version":1}',
    "endless": "x" * 20000,
}
for line in sys.stdin:
    say = json.loads(line)["say"]
    if say == "hello":
        print('{"say":"hello","version":%d}' % (2 if how == "newer" else 1), flush=True)
    elif say == "decide":
        if how == "dies":
            sys.exit("out\nof ideas")
        if how == "sleeps":
            time.sleep(10000)
        print(answers[how], flush=True)
"#;

#[test]
fn a_program_that_fails_loses_and_the_arena_goes_on() {
    let folder = folder("unruly");
    let (path, csv) = (folder.join("unruly.py"), folder.join("meetings.csv"));
    fs::write(&path, UNRULY).unwrap();
    let unruly = |how: &str| format!("python3 {} {how}", path.display());
    let arena = |how: &str, more: &[&str]| {
        let bots = format!("random,{}", unruly(how));
        // However busy the machine is, only the one that sleeps is too slow.
        let time = if how == "sleeps" { "100ms" } else { "10m" };
        let args = ["arena", "--players", "2", "--bots", &bots, "--games", "2", "--decision-time", time];
        succeed(&[&args[..], more].concat())
    };
    for (how, kind, reason) in [
        ("dies", "died", "its process ended (exit status: 1)"),
        ("sleeps", "too-slow", "no answer within 100ms"),
        ("illegal", "illegal", "\"wake\" can't be done: "),
        ("unknown", "illegal", "fly"),
        ("prose", "unreadable", "\"I take the florins\""),
        ("greets", "unreadable", "it should have said \"act\""),
        ("endless", "unreadable", "more than 16384 bytes"),
    ] {
        let json: Value = serde_json::from_str(&arena(how, &["--json", "--csv", text(&csv)])).unwrap();
        let (met, forfeits) = (&json["meetings"][0], json["forfeits"].as_array().unwrap());
        assert_eq!((&met["games"], &met["forfeits"], &met["win_rate"]), (&2.into(), &2.into(), &0.0.into()), "{how}");
        assert_eq!(forfeits.len(), 2);
        assert!(forfeits.iter().all(|it| it["kind"] == kind && it["bot"] == *unruly(how)), "{how}: {forfeits:?}");
        assert!(forfeits[0]["message"].as_str().unwrap().contains(reason), "{how}: {forfeits:?}");
        assert!(fs::read_to_string(&csv).unwrap().lines().nth(1).unwrap().ends_with(",2,0"));
    }

    let told = arena("dies", &[]);
    assert!(told.contains("dies has lost 2 games by failing:\n  died, 2 of 2; first in game 0, seat 0: "), "{told}");
    assert!(told.contains("\n    | out\n    | of ideas\n"), "{told}");
    let dies = unruly("dies");
    refuse(1, &["simulate", "--players", "2", "--bots", &dies], &["dies in seat", "died: its process ended"]);

    // What can't play at all is refused before the first game.
    refuse(2, &["arena", "--bots", "random,./nothing-here"], &["can't start ./nothing-here"]);
    refuse(2, &["arena", "--bots", "random,python3 -c 1"], &["its process ended (exit status: 0)"]);
    refuse(2, &["arena", "--bots", "random,python3 'bot.py"], &["quotation mark"]);
    refuse(2, &["arena", "--bots", &format!("random,{}", unruly("newer"))], &["version 2", "version 1"]);
    refuse(2, &["arena", "--bots", "random,mybot"], &["no bot is called \"mybot\"", "./mybot"]);
}

#[test]
fn tuning_writes_weights_that_can_be_tuned_on() {
    let folder = folder("tune");
    let [first, second] = ["first.toml", "second.toml"].map(|it| folder.join(it));
    let few = ["--steps", "2", "--games", "2", "--players", "2"];
    let told = succeed(&[&["tune", "--out", text(&first)], &few[..]].concat());
    assert!(told.contains("wall ") && told.contains("->"), "{told}");
    let more = ["tune", "--from", text(&first), "--only", "wall,money", "--out", text(&second)];
    succeed(&[&more[..], &few].concat());
    let [first, second] = [&first, &second].map(|it| fs::read_to_string(it).unwrap());
    let changed: Vec<&str> = first.lines().zip(second.lines()).filter(|it| it.0 != it.1).map(|it| it.0).collect();
    assert!(changed.iter().all(|it| it.starts_with("wall") || it.starts_with("money")), "{changed:?}");
    assert!(!changed.is_empty());
    refuse(2, &["tune", "--only", "luck", "--out", "x.toml"], &["luck", "doubt_now"]);
}

#[test]
fn a_value_function_is_fitted_to_the_game_that_was_played() {
    let folder = folder("value");
    let [first, second] = ["first.toml", "second.toml"].map(|it| folder.join(it));
    let fit = |more: &[&str]| succeed(&[&["tune", "--fit-value", "2", "--tables", "2,3"], more].concat());
    let told = fit(&["--out", text(&first)]);
    assert!(told.contains("before the third  scoring"), "{told}");
    fit(&["--game", "granada", "--from", text(&first), "--out", text(&second)]);
    let [first, second] = [&first, &second].map(|it| fs::read_to_string(it).unwrap());
    let part = |text: &str, game: &str| {
        let from = text.find(&format!("[value.{game}]")).unwrap();
        text[from..].split("\n[value.").next().unwrap().to_owned()
    };
    for (game, is_new) in [("alhambra", false), ("granada", true), ("both", false)] {
        assert_eq!(part(&first, game) != part(&second, game), is_new, "{game}");
    }
    refuse(2, &["tune", "--fit-value", "2", "--steps", "3", "--out", "x.toml"], &["--steps"]);
}

/// The record of a game of two greedy bots.
fn finished_game(at: &Path) -> PathBuf {
    succeed(&["simulate", "--players", "2", "--bots", "greedy", "--games", "1", "--seed", "6", "--records", text(at)]);
    at.join("game-000000.txt")
}

#[test]
fn a_review_adds_up_and_is_drawn() {
    let at = folder("review");
    let record = finished_game(&at);
    let svg = at.join("game.svg");
    let table = succeed(&["review", text(&record), "--svg", text(&svg), "--worst", "2"]);
    for words in ["decisions", "accuracy", "without luck", "tiles", "Seat 0 played", "Seat 1 played", "luckiest"] {
        assert!(table.contains(words), "{words:?} is missing in\n{table}");
    }
    let drawn = fs::read_to_string(svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("url(#luck)") && drawn.trim_end().ends_with("</svg>"));
    // A folder, for programs.
    let json: Value = serde_json::from_str(&succeed(&["review", text(&at), "--json", "--threads", "1"])).unwrap();
    assert_eq!(json["sources"].as_array().unwrap().len(), 22);
    for (seat, player) in json["players"].as_array().unwrap().iter().enumerate() {
        let of = |key: &str| player[key].as_f64().unwrap();
        assert!((of("start") + of("own") + of("others") + of("luck") - of("result")).abs() < 1e-3, "{player}");
        // The table has the same numbers, on another number of threads.
        assert!(table.contains(&format!("{:.1}%", 100.0 * of("accuracy"))), "seat {seat} in\n{table}");
    }
}

#[test]
fn what_cant_be_reviewed_is_refused() {
    let at = folder("review-refused");
    refuse(2, &["review", text(&at)], &["no file in it ends in .txt"]);
    refuse(1, &["review", text(&at.join("nowhere.txt"))], &["nowhere.txt"]);
    let record = finished_game(&at);
    refuse(2, &["review", text(&record), "--seat", "4"], &["has the seats 0 to 1"]);
    refuse(2, &["review", text(&record), text(&record), "--svg", "x.svg"], &["--svg draws one game", "2 records"]);
    let whole = fs::read_to_string(&record).unwrap();
    let begun: Vec<&str> = whole.lines().take(30).collect();
    fs::write(&record, begun.join("\n")).unwrap();
    refuse(2, &["review", text(&record)], &[text(&record), "the game is not over"]);
    fs::write(&record, "once upon a time").unwrap();
    refuse(2, &["review", text(&record)], &["line 1", "alhambra record"]);
}

#[test]
fn calibration_compares_what_was_said_with_what_came() {
    let run =
        ["calibrate", "--players", "2", "--bots", "random,greedy", "--games", "6", "--tries", "20", "--at", "0,90"];
    let json: Value = serde_json::from_str(&succeed(&[&run[..], &["--json"]].concat())).unwrap();
    let moments = json["moments"].as_array().unwrap();
    assert_eq!(moments.len(), 2);
    for moment in moments {
        assert!((moment["base"].as_f64().unwrap() - 0.25).abs() < 1e-9, "{moment}");
        let bots = moment["bots"].as_array().unwrap();
        let came: f64 = bots.iter().map(|it| it["came"].as_f64().unwrap()).sum();
        let said: f64 = bots.iter().map(|it| it["said"].as_f64().unwrap()).sum();
        assert!((came - 1.0).abs() < 1e-9 && (said - 1.0).abs() < 1e-6, "{moment}");
    }
    // Towards the end it is plain who wins.
    assert!(moments[1]["brier"].as_f64().unwrap() < 0.1, "{json}");
    let table = succeed(&run);
    for words in ["Brier", "seat 1", "greedy", "90%", "came"] {
        assert!(table.contains(words), "{words:?} is missing in\n{table}");
    }
    refuse(2, &["calibrate", "--at", "100"], &["100"]);
}
