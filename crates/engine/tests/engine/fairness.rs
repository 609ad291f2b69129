//! Fair shuffles from outside: a script that shares nothing with the engine says in which order everything has to come.

use std::{collections::BTreeMap, fs, path::PathBuf, process::Command};

use alhambra_engine::{
    Chooser, Event, Game, Rng, Seed, State,
    fairness::{self, Hex, Nonce, Proof, Seats, Share},
    material::{Card, Parity, Part},
    notation::Record,
};

use crate::common::any_ruleset;

/// A game that was played at random after a shuffle of people, bots and devices that did not answer.
fn played(number: u64) -> Record {
    let ruleset = any_ruleset(number);
    let mut dice = Rng::new(Seed::from_number(number));
    let mut below = |n: u32| dice.stream(|it| it.below(n));
    let table = format!("table{number}");
    let secret = Hex([0; 32].map(|_: u8| below(256) as u8));
    let mut share = |_| {
        let nonce: Nonce = Hex([0; 16].map(|_: u8| below(256) as u8));
        let commitment = Some(fairness::of_nonce(&table, nonce));
        match below(4) {
            0 => Share::default(),
            1 => Share { commitment, nonce: None },
            _ => Share { commitment, nonce: Some(nonce) },
        }
    };
    let shares = (0..ruleset.players).map(&mut share).collect();
    let seats = if number.is_multiple_of(3) { Seats::Fixed } else { Seats::Shuffled };
    let proof = Proof::new(&table, secret, shares, seats);
    let mut record = Record::new(ruleset, proof.seed());
    record.proof = Some(proof);
    let mut state = State::new(ruleset, record.seed).unwrap();
    let mut chooser = Chooser::default();
    while let Some(seat) = state.to_act() {
        let action = state.choose(&mut chooser, |n| dice.stream(|it| it.below(n as u32)) as usize).unwrap();
        record.actions.push((seat, action));
        state.apply_unchecked(action);
    }
    record
}

/// The tiles of both boxes and the money cards in the order in which they came in a game, until the money was shuffled anew.
fn came(record: &Record) -> [Vec<String>; 3] {
    let (mut tiles, mut granada, mut money) = (Vec::new(), Vec::new(), Vec::new());
    record
        .replay(|_, _, events| {
            for event in events {
                match *event {
                    Event::Supplied { tile, .. } | Event::DirkDrew { tile } | Event::BazaarCame { tile } => {
                        match tile.part() {
                            Part::Granada => granada.push(tile.facing(Parity::Even).to_string()),
                            Part::Alhambra | Part::Camp => tiles.push(tile.to_string()),
                        }
                    }
                    Event::Dealt { card, .. } => money.push(Card::Money(card).to_string()),
                    Event::Turned { card } => money.push(card.to_string()),
                    _ => {}
                }
            }
        })
        .unwrap();
    [tiles, granada, money]
}

/// Runs the script on records; says its status, what it prints and what it complains about.
fn script(folder: &str, records: &[String]) -> (Option<i32>, String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let write = |(i, text): (usize, &String)| {
        let file = folder.join(format!("{i}.txt"));
        fs::write(&file, text).unwrap();
        file
    };
    let files: Vec<_> = records.iter().enumerate().map(write).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness.py");
    let output = Command::new("python3").arg(script).args(files).output();
    let output = output.expect("install Python 3 (Debian: `apt install python3`), which checks shuffles from outside");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_script_finds_a_hundred_games_as_they_were_played() {
    let games: Vec<Record> = (0..100).map(played).collect();
    for kind in Game::ALL {
        assert!(games.iter().filter(|it| it.ruleset.game == kind).count() >= 10);
    }
    let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
    let (status, printed, complaints) = script("fair", &texts);
    assert_eq!((status, complaints.as_str()), (Some(0), ""));
    let mut lines = printed.lines();
    for (record, text) in games.iter().zip(&texts) {
        assert!(lines.next().unwrap().contains("shuffled fairly"));
        for (came, what) in came(record).iter().zip(["tiles", "granada", "money"]) {
            let said: Vec<&str> = lines.next().unwrap().split(' ').collect();
            let n = came.len().min(said.len() - 1);
            // A game may end before all is drawn, or go on with money that was shuffled anew.
            assert_eq!(
                (said[0], &said[1..=n]),
                (what, &came.iter().map(String::as_str).collect::<Vec<_>>()[..n]),
                "{text}"
            );
            assert!(what == "money" || n == came.len(), "{text}");
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn a_script_finds_out_what_was_changed() {
    let fair = (0..100).map(played).find(|it| {
        let proof = it.proof.as_ref().unwrap();
        proof.n_nonces() > 0
            && proof.shares.iter().any(|it| it.nonce.is_none())
            && it.to_string().contains("\nseats 0 ")
    });
    let fair = fair.unwrap().to_string();
    let lines: BTreeMap<&str, &str> = fair.lines().filter_map(|it| it.split_once(' ')).collect();
    let zeros = "0".repeat(64);
    let nonce = fair.lines().find(|it| it.starts_with("nonce") && it.len() == 103).unwrap();
    let tampered = [
        fair.replace(lines["commitment"], &zeros),
        fair.replace(lines["secret"], &zeros),
        fair.replace(lines["seed"], &zeros),
        fair.replace(&nonce[71..], &zeros[..32]),
        fair.replace(&nonce[71..], "-"),
        fair.replace(nonce, "nonce - -"),
        fair.replace(&format!("table {}", lines["table"]), "table another"),
        fair.replace("\nseats 0 ", "\nseats 9 "),
    ];
    let (status, printed, complaints) = script("tampered", &tampered);
    assert_eq!((status, printed.as_str(), complaints.lines().count()), (Some(1), "", tampered.len()), "{complaints}");
    for text in tampered {
        let record: Record = text.parse().unwrap();
        assert!(record.proof.as_ref().unwrap().check(&record).is_err(), "{text}");
    }
    let plain = Record::new(any_ruleset(1), Seed::from_number(1)).to_string();
    assert_eq!(script("plain", &[plain]).0, Some(2));
}
