//! The menu of a turn: what may be done, numbered and sorted by what it is.

use std::fmt::Write as _;

use alhambra_engine::{
    Action, Game, State,
    material::{Building, Cell},
    payment::{self, Strictness, Worth},
};

use crate::{
    map::{Mark, map, pieces},
    words,
};

/// Where a line of the menu is broken.
const WIDTH: usize = 100;

/// Lists the actions, numbered from 1.
pub(crate) fn menu(state: &State, legal: &[Action]) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (&action, number) in legal.iter().zip(1..) {
        let (group, item) = sorted(action);
        let note = if is_exact(state, action) { " (exact)" } else { "" };
        let entry = format!("{number}) {item}{note}").trim_end().to_owned();
        match groups.iter_mut().find(|it| it.0 == group) {
            Some(group) => group.1.push(entry),
            None => groups.push((group, vec![entry])),
        }
    }
    let margin = groups.iter().map(|it| it.0.chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for (group, entries) in groups {
        let mut line = format!("{group:margin$}");
        let mut is_empty = true;
        for entry in entries {
            if !is_empty && line.chars().count() + entry.chars().count() + 3 > WIDTH {
                let _ = writeln!(text, "{}", line.trim_end());
                line = " ".repeat(margin);
            }
            line += &entry;
            line += "   ";
            is_empty = false;
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Under what an action is listed, and as what: `build T9ne at` and `n1e2`.
fn sorted(action: Action) -> (String, String) {
    match action {
        Action::Take { cards } => ("take".to_owned(), cards.to_string()),
        Action::TakeBureau { bureau } => ("take the bureau".to_owned(), bureau.to_string()),
        Action::Buy { tile, payment } => (format!("buy {tile} with"), payment.to_string()),
        Action::Build { tile, cell } => (format!("build {tile} at"), cell.to_string()),
        Action::BuildFlipped { tile, cell, payment } => {
            (format!("turn over for {payment}, build {tile} at"), cell.to_string())
        }
        Action::TakeDown { tile } => ("take down".to_owned(), tile.to_string()),
        Action::Swap { tile, old } => (format!("build {tile} in place of"), old.to_string()),
        Action::Keep { tile } => ("put in reserve".to_owned(), tile.to_string()),
        Action::Give { tile } => ("give to Dirk".to_owned(), tile.to_string()),
        Action::LeaveOut { tile } => ("leave out".to_owned(), tile.to_string()),
        Action::Wake => ("wake the vizier".to_owned(), String::new()),
        Action::TakeHut { tile } => ("take the hut".to_owned(), tile.to_string()),
        Action::AddWalls { walls, tile } => (format!("add walls {walls} to"), tile.to_string()),
        Action::BuyFalcon { falcon, corner, card } => (format!("set {falcon} on {corner} for"), card.to_string()),
        Action::Reveal { tile } => ("lay open the bonus card".to_owned(), tile.to_string()),
        Action::Steal { card } => ("play a thief for".to_owned(), card.to_string()),
        Action::ChooseCitizens { citizens } => ("choose the citizens".to_owned(), words::letters(&citizens)),
        Action::LayTrader { cell } => ("lay the trader on".to_owned(), cell.to_string()),
        Action::MoveIn { take } => {
            ("let the citizen move in, take".to_owned(), take.map_or('-', Building::letter).to_string())
        }
        Action::Exchange { give, take } => {
            (format!("exchange citizen {} for", give.letter()), take.letter().to_string())
        }
        Action::Pass => ("pass".to_owned(), String::new()),
    }
}

/// Whether this is a purchase at the exact price, after which a turn goes on (B-TURN-2).
fn is_exact(state: &State, action: Action) -> bool {
    let (Action::Buy { tile, payment }, Some(seat)) = (action, state.to_act()) else { return false };
    let worth = payment::judge(&state.table, state.player(seat), tile, payment, Strictness::AtLeast);
    worth == Ok(Worth::Exact)
}

/// The own city, once for everything that can be laid down, with the numbers of the actions where it can go.
pub(crate) fn maps(state: &State, legal: &[Action]) -> String {
    /// More tiles than this would push the market off the screen.
    const MOST: usize = 2;
    let Some(seat) = state.to_act() else { return String::new() };
    let player = state.player(seat);
    let own = match state.ruleset.game {
        Game::Alhambra => "Your Alhambra",
        Game::Granada => "Your Granada",
        Game::Both => "Your Alhambra and Granada",
    };
    let mut places: Vec<(String, Vec<(Cell, String)>)> = Vec::new();
    for (action, number) in legal.iter().zip(1..) {
        let (thing, cell) = match *action {
            Action::Build { tile, cell } => (tile.to_string(), cell),
            Action::LayTrader { cell } => ("the trader".to_owned(), cell),
            _ => continue,
        };
        let mark = (cell, number.to_string());
        match places.iter_mut().find(|it| it.0 == thing) {
            Some(thing) => thing.1.push(mark),
            None => places.push((thing, vec![mark])),
        }
    }
    let pieces = pieces(player.trader.and_then(|it| it.cell), &player.falcons);
    if places.is_empty() || places.len() > MOST {
        return format!("{own}\n{}", map(&player.city, &pieces));
    }
    let drawn = |(thing, numbers): &(String, Vec<(Cell, String)>)| {
        let numbers = numbers.iter().map(|(cell, number)| Mark::Text(*cell, number.clone()));
        let marks: Vec<Mark> = pieces.iter().cloned().chain(numbers).collect();
        format!("{own}, with the places for {thing}\n{}", map(&player.city, &marks))
    };
    places.iter().map(drawn).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_listed_under_what_they_do() {
        let check = |action: &str, group: &str, item: &str| {
            assert_eq!(sorted(action.parse().unwrap()), (group.to_owned(), item.to_owned()));
        };
        check("take fl2 di3", "take", "fl2 di3");
        check("buy T9ne fl4 fl5", "buy T9ne with", "fl4 fl5");
        check("build T9ne n1e2", "build T9ne at", "n1e2");
        check("keep T9ne", "put in reserve", "T9ne");
        check("falcon black-PS n1e1 fl3", "set black-PS on n1e1 for", "fl3");
        check("citizens P S T", "choose the citizens", "PST");
        check("move-in -", "let the citizen move in, take", "-");
        check("pass", "pass", "");
    }
}
