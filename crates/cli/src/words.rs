//! What happened, in words.

use std::fmt::Write as _;

use alhambra_engine::{Event, State, scoring::ScoreSheet};
use serde_json::Value;

use crate::{sources, table::Table, tally::ROUNDS};

/// Tells events line by line, indented; what repeats itself is told together.
pub(crate) fn tell<'a>(events: impl IntoIterator<Item = &'a Event>) -> String {
    let mut text = String::new();
    let mut told = String::new();
    for event in events {
        if let Event::Scored { round, players, dirk } = event {
            end_line(&mut text, &mut told);
            let title = format!("{} scoring", ROUNDS[*round as usize]);
            indent(&mut text, &sheets(&title, players, dirk.as_ref()));
            continue;
        }
        // Who has won is said by the result that follows.
        if let Event::Over { .. } = event {
            continue;
        }
        let (beginning, item) = sentence(event);
        if item.is_empty() || !told.starts_with(&beginning) {
            end_line(&mut text, &mut told);
            told = if item.is_empty() { beginning } else { format!("{beginning} {item}") };
        } else {
            let _ = write!(told, ", {item}");
        }
    }
    end_line(&mut text, &mut told);
    text
}

fn end_line(text: &mut String, told: &mut String) {
    if !told.is_empty() {
        let _ = writeln!(text, "  {told}");
        told.clear();
    }
}

/// Adds lines, two spaces further in.
pub(crate) fn indent(text: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{}", format!("  {line}").trim_end());
    }
}

/// The beginning of a sentence, and what is listed after it with others of its kind.
fn sentence(event: &Event) -> (String, String) {
    let whole = |sentence: String| (sentence, String::new());
    match event {
        Event::Dealt { seat, card } => (format!("seat {seat} is dealt"), card.to_string()),
        Event::TurnBegan { seat } => whole(format!("seat {seat}'s turn")),
        Event::Took { seat, cards } => whole(format!("seat {seat} takes {cards}")),
        Event::Bought { seat, tile, payment, exact } => {
            let exactly = if *exact { ", the exact price" } else { "" };
            whole(format!("seat {seat} buys {tile} with {payment}{exactly}"))
        }
        Event::Built { seat, tile, cell, .. } => whole(format!("seat {seat} builds {tile} at {cell}")),
        Event::TakenDown { seat, tile, cell, .. } => whole(format!("seat {seat} takes {tile} down from {cell}")),
        Event::Swapped { seat, tile, old, cell, .. } => {
            whole(format!("seat {seat} builds {tile} in the place of {old} at {cell}"))
        }
        Event::Kept { seat, tile, .. } => whole(format!("seat {seat} puts {tile} in reserve")),
        Event::Given { seat, tile, .. } => whole(format!("seat {seat} gives {tile} to Dirk")),
        Event::LeftOut { seat, tile, .. } => whole(format!("seat {seat} leaves {tile} out")),
        Event::Passed { seat } => whole(format!("seat {seat} passes")),
        Event::Turned { card } => ("turned up:".to_owned(), card.to_string()),
        Event::PileRenewed { n_cards } => whole(format!("the discards become a new pile of {n_cards} cards")),
        Event::Supplied { currency, tile, .. } => {
            ("new on the market:".to_owned(), format!("{tile} for {}", currency.code()))
        }
        Event::DirkDrew { tile, .. } => ("Dirk draws".to_owned(), tile.to_string()),
        Event::Awarded { tile, winner: Some(seat), .. } => whole(format!("seat {seat} wins {tile}")),
        Event::Awarded { tile, winner: None, .. } => whole(format!("nobody wins {tile}")),
        // What has no sentence of its own is told by its name and its parts.
        other => whole(serde_json::to_value(other).as_ref().map(plainly).unwrap_or_default()),
    }
}

/// An event by its name and its parts: `over: winners 0 2`.
fn plainly(event: &Value) -> String {
    let name = event["event"].as_str().unwrap_or_default().replace('-', " ");
    let fields = event.as_object().into_iter().flatten().filter(|(key, value)| *key != "event" && !value.is_null());
    let parts: Vec<_> = fields.map(|(key, value)| format!("{} {}", key.replace('_', " "), listed(value))).collect();
    if parts.is_empty() { name } else { format!("{name}: {}", parts.join(", ")) }
}

fn listed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(listed).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// A scoring as a table; sources that gave nobody anything are left out.
fn sheets(title: &str, players: &[ScoreSheet], dirk: Option<&ScoreSheet>) -> String {
    let rows: Vec<_> = players.iter().chain(dirk).map(|sheet| (sources::points(sheet), sheet.total())).collect();
    let shown: Vec<usize> = (0..sources::N_SOURCES).filter(|&i| rows.iter().any(|row| row.0[i] > 0)).collect();
    let mut table = Table::new([title].into_iter().chain(shown.iter().map(|&i| sources::NAMES[i])).chain(["points"]));
    for (seat, (points, total)) in rows.iter().enumerate() {
        let name = if seat < players.len() { format!("seat {seat}") } else { "Dirk".to_owned() };
        let numbers = shown.iter().map(|&i| points[i].to_string()).chain([total.to_string()]);
        table.row([name].into_iter().chain(numbers));
    }
    table.to_string()
}

/// The result of a game, or how it stands.
pub(crate) fn standing(state: &State) -> String {
    let mut scores: Vec<_> = state.seats().map(|seat| format!("seat {seat} {}", state.player(seat).score)).collect();
    scores.extend(state.dirk.as_ref().map(|it| format!("Dirk {}", it.score)));
    let scores = scores.join(", ");
    match &state.winners()[..] {
        [] => format!("The game is not over: {scores}."),
        [winner] => format!("Seat {winner} wins: {scores}."),
        shared => {
            let winners: Vec<_> = shared.iter().map(ToString::to_string).collect();
            format!("Seats {} share the victory: {scores}.", winners.join(" and "))
        }
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Seat, material::Currency, material::MoneyCard};

    use super::*;

    #[test]
    fn what_repeats_itself_is_told_together() {
        let dealt = |seat, value| Event::Dealt { seat: Seat(seat), card: MoneyCard::new(Currency::Florin, value) };
        let events = [dealt(0, 3), dealt(0, 9), dealt(1, 9), Event::TurnBegan { seat: Seat(1) }];
        assert_eq!(tell(&events), "  seat 0 is dealt fl3, fl9\n  seat 1 is dealt fl9\n  seat 1's turn\n");
    }

    #[test]
    fn what_has_no_sentence_is_told_plainly() {
        let over = Event::Over { winners: vec![Seat(0), Seat(2)] };
        assert_eq!(sentence(&over), ("over: winners 0 2".to_owned(), String::new()));
    }
}
