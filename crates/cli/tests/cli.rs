//! The commands as a user meets them: what they print, write and refuse.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
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

#[test]
fn long_games_are_counted_as_unfinished() {
    let json = succeed(&["simulate", "--games", "3", "--max-actions", "10", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["unfinished"]), (&3.into(), &3.into()));
}

#[test]
fn what_cant_be_played_is_refused_with_all_reasons() {
    refuse(2, &["simulate", "--players", "7", "--scoring", "simplified"], &["7 players", "simplified"]);
    refuse(2, &["simulate", "--game", "granada", "--modules", "huts,walls"], &["huts: ", "walls: "]);
    refuse(2, &["simulate", "--modules", "huts,hats,cats"], &["\"hats\"", "\"cats\"", "street-trader"]);
    refuse(2, &["simulate", "--game", "chess"], &["chess", "granada"]);
    refuse(2, &["simulate", "--bots", "gambler"], &["gambler", "random"]);
    refuse(2, &["simulate", "--bots", "random,random"], &["2 bots for 3 players"]);
    refuse(2, &["play", "--seat", "3"], &["seats 0 to 2"]);
    refuse(2, &["perft", "--players", "1"], &["1 players"]);
    refuse(2, &["juggle"], &["juggle"]);
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
fn exported(name: &str, players: &str) -> Vec<Value> {
    let path = folder(name).join("games.jsonl");
    succeed(&["simulate", "--games", "3", "--players", players, "--seed", "11", "--export", text(&path)]);
    fs::read_to_string(path).unwrap().lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// How many cards and tiles there are in a state.
fn inventory(state: &Value) -> (usize, usize) {
    let n = |value: &Value| value.as_array().unwrap().len();
    let (table, players) = (&state["table"], state["players"].as_array().unwrap());
    let in_pile = table["pile"]["cards"].as_array().unwrap();
    let scorings = in_pile.iter().filter(|it| it.as_str().unwrap().starts_with("scoring")).count();
    let cards = in_pile.len() - scorings
        + n(&table["discard"])
        + n(&table["display"])
        + players.iter().map(|it| n(&it["money"])).sum::<usize>();
    let tiles = n(&table["supply"])
        + table["market"].as_array().unwrap().iter().filter(|it| !it.is_null()).count()
        + n(&table["left_out"])
        + state["dirk"].get("tiles").map_or(0, n)
        + players.iter().map(|it| n(&it["city"]["tiles"]) - 1 + n(&it["reserve"]) + n(&it["bought"])).sum::<usize>();
    (cards, tiles)
}

#[test]
fn the_states_of_an_export_form_a_chain() {
    for (players, n_cards) in [("2", 72), ("4", 108)] {
        let lines = exported(&format!("chain{players}"), players);
        let scores = |state: &Value| -> Vec<u64> {
            state["players"].as_array().unwrap().iter().map(|it| it["score"].as_u64().unwrap()).collect()
        };
        let (mut before, mut n_actions, mut games) = (Value::Null, 0, Vec::new());
        for line in &lines {
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
                        for (score, sheet) in expected.iter_mut().zip(sheets) {
                            *score += sheet["wall"].as_u64().unwrap();
                            *score +=
                                sheet["buildings"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>();
                        }
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
            assert_eq!(inventory(&line["state"]), (n_cards, 54), "{}", line["number"]);
            before = line["state"].clone();
        }
        assert_eq!(games, [0, 1, 2]);
    }
}

#[test]
fn an_export_is_described_key_by_key() {
    fn keys(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                found.insert(key.clone());
                keys(value, found);
            }),
            Value::Array(items) => items.iter().for_each(|it| keys(it, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for line in exported("keys", "2") {
        keys(&line, &mut found);
    }
    let description = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export.md")).unwrap();
    let missing: Vec<_> = found.iter().filter(|it| !description.contains(&format!("`{it}`"))).collect();
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
fn a_wrong_record_is_refused_with_its_line() {
    let at = folder("garbage");
    let check = |content: &[u8], reasons: &[&str]| {
        let path = at.join("garbage.txt");
        fs::write(&path, content).unwrap();
        refuse(2, &["replay", text(&path)], &[&[text(&path)], reasons].concat());
    };
    check(b"once upon a time", &["line 1", "alhambra record"]);
    check(b"alhambra record\nrules 1\nruleset chess 2\n", &["line 3", "chess"]);
    check(b"alhambra record\nrules 1\n\xff\xfe\n", &["line 3", "no text"]);
    check(b"", &["line 1"]);
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

#[test]
fn a_person_who_always_takes_the_first_choice_reaches_the_end() {
    let path = folder("play").join("evening.txt");
    let args = ["play", "--players", "2", "--seed", "4", "--seat", "0", "--record", text(&path)];
    let output = alhambra_with(&"1\n".repeat(2000), &args);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("3rd scoring") && told.contains("wins: "), "{}", &told[told.len() - 500..]);
    assert!(succeed(&["replay", text(&path), "--verify"]).contains("as recorded"));
}

#[test]
fn a_person_is_helped_corrected_and_let_go() {
    let path = folder("quit").join("evening.txt");
    let args = ["play", "--seed", "4", "--seat", "0", "--record", text(&path)];
    let output = alhambra_with("?\nc\nl\n0\n99\njuggle\nbuild T9ne n9\ntake fl1 fl1 fl1 fl1\n1\nq\n", &args);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for words in
        ["you are seat 0", "steps from your fountain", "seat 2 random\n", "choose a number", "juggle", "not over"]
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
    for command in ["play", "simulate", "replay", "perft"] {
        let help = succeed(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("alhambra {command}")), "{help}");
    }
    assert!(succeed(&["--version"]).starts_with("alhambra "));
}
