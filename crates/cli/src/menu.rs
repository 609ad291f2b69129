//! The menu of a turn: what may be done, numbered and sorted by what it is.

use std::fmt::Write as _;

use alhambra_engine::{Action, Event, State, material::Cell};

use crate::map::map;

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

/// Under what an action is listed, and as what: `build T9ne` and `n1e2`.
fn sorted(action: Action) -> (String, String) {
    let text = action.to_string();
    let mut words = text.split(' ');
    let verb = words.next().unwrap_or_default();
    let rest: Vec<_> = words.collect();
    match (verb, &rest[..]) {
        ("take", cards) => (verb.to_owned(), cards.join(" ")),
        (_, [thing, how @ ..]) if !how.is_empty() => (format!("{verb} {thing}"), how.join(" ")),
        (_, things) => (verb.to_owned(), things.join(" ")),
    }
}

/// Whether this is a purchase at the exact price, after which the turn goes on (B-TURN-2).
fn is_exact(state: &State, action: Action) -> bool {
    if !matches!(action, Action::Buy { .. }) {
        return false;
    }
    let mut events: Vec<Event> = Vec::new();
    state.clone().apply_unchecked(action, &mut events);
    events.iter().any(|it| matches!(it, Event::Bought { exact: true, .. }))
}

/// The own city, once for every tile that can be built, with the numbers of the actions where it can go.
pub(crate) fn maps(state: &State, legal: &[Action]) -> String {
    /// More tiles than this would push the market off the screen.
    const MOST: usize = 2;
    let Some(seat) = state.to_act() else { return String::new() };
    let city = &state.player(seat).city;
    let mut places: Vec<(String, Vec<(Cell, String)>)> = Vec::new();
    for (action, number) in legal.iter().zip(1..) {
        let &Action::Build { tile, cell, .. } = action else { continue };
        let mark = (cell, number.to_string());
        match places.iter_mut().find(|it| it.0 == tile.to_string()) {
            Some(tile) => tile.1.push(mark),
            None => places.push((tile.to_string(), vec![mark])),
        }
    }
    if places.is_empty() || places.len() > MOST {
        return format!("Your Alhambra\n{}", map(city, &[]));
    }
    let drawn =
        |(tile, marks): &(String, Vec<_>)| format!("Your Alhambra, with the places for {tile}\n{}", map(city, marks));
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
        check("buy T9ne fl4 fl5", "buy T9ne", "fl4 fl5");
        check("build T9ne n1e2", "build T9ne", "n1e2");
        check("keep T9ne", "keep", "T9ne");
        check("pass", "pass", "");
    }
}
