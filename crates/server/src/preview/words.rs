//! What a preview says, in the language of whoever asks.

use alhambra_engine::ruleset::Game;
use alhambra_protocol::Status;
use alhambra_table::{meta::TableMeta, person::Language};
use serde::Deserialize;

/// The page that a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Table,
    Result,
    Replay,
    Shuffle,
}

/// What came of a game, as far as a preview says it.
#[derive(Deserialize)]
pub(super) struct Outcome {
    pub winners: Vec<u8>,
    seats: Vec<Scored>,
}

#[derive(Deserialize)]
struct Scored {
    score: u16,
}

/// The title and the description of a link.
pub(super) fn words(page: Page, meta: &TableMeta, outcome: Option<&Outcome>, language: Language) -> (String, String) {
    let is_german = language == Language::German;
    let say = |english: &str, german: &str| if is_german { german.to_owned() } else { english.to_owned() };
    let list = |names: &[&str]| match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {} {last}", most.join(", "), if is_german { "und" } else { "and" }),
    };
    let ruleset = &meta.settings.ruleset;
    let game = match ruleset.game {
        Game::Alhambra => "Alhambra".to_owned(),
        Game::Granada => "Granada".to_owned(),
        Game::Both => say("Alhambra and Granada", "Alhambra und Granada"),
    };
    let n_modules = ruleset.modules.iter().count();
    let kind = match n_modules {
        0 => game.clone(),
        1 => format!("{game}, {}", say("1 module", "1 Modul")),
        n => format!("{game}, {n} {}", say("modules", "Module")),
    };
    let names: Vec<&str> = meta.chairs.iter().filter_map(|it| it.name()).collect();
    let n_free = meta.chairs.len() - names.len();
    let before = match page {
        Page::Table | Page::Result => String::new(),
        Page::Replay => say("Replay: ", "Aufzeichnung: "),
        Page::Shuffle => say("Shuffle: ", "Mischen: "),
    };
    let title = match (meta.status, outcome) {
        (Status::Finished, Some(Outcome { winners, seats })) => {
            let won = |seat: &u8| meta.chairs.get(usize::from(*seat)).and_then(|it| it.name());
            let who = list(&winners.iter().filter_map(won).collect::<Vec<_>>());
            let best = seats.iter().map(|it| it.score).max().unwrap_or_default();
            match (winners.len(), is_german) {
                (1, false) => format!("{who} wins with {best} points"),
                (1, true) => format!("{who} gewinnt mit {best} Punkten"),
                (_, false) => format!("{who} win with {best} points each"),
                (_, true) => format!("{who} gewinnen mit je {best} Punkten"),
            }
        }
        (Status::Gathering, _) => match n_free {
            0 => format!("{game}: {}", say("about to begin", "gleich geht es los")),
            1 => format!("{game}: {}", say("1 seat is free", "1 Platz ist frei")),
            n => format!("{game}: {n} {}", say("seats are free", "Plätze sind frei")),
        },
        (Status::Playing | Status::Paused, _) => {
            format!("{game}: {}", say("a game in progress", "ein laufendes Spiel"))
        }
        (Status::Finished | Status::Abandoned, _) => {
            format!("{game}: {}", say("the table is closed", "der Tisch ist geschlossen"))
        }
    };
    let points = |outcome: &Outcome| {
        let scores = meta.chairs.iter().zip(&outcome.seats);
        scores.map(|(chair, it)| format!("{} {}", chair.name().unwrap_or("–"), it.score)).collect::<Vec<_>>().join(", ")
    };
    let who = outcome.map_or_else(|| list(&names), points);
    let description = if who.is_empty() { kind } else { format!("{who} · {kind}") };
    (before + &title, description)
}
