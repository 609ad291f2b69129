//! The menu of a turn: what may be done, numbered and sorted by what it is.

use alhambra_engine::{
    Action, Game, State,
    material::{Building, Cell},
    payment::{self, Strictness, Worth},
};

use crate::{
    lines,
    map::{Mark, map, pieces},
    words,
};

/// How many of the ways to pay for something are shown at first.
const FIRST_WAYS: usize = 8;

/// How much of the menu is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// Of many ways to pay for something the first few.
    Short,
    /// Everything.
    Full,
}

/// Puts what belongs together side by side, and of several ways to pay the cheapest first.
pub(crate) fn arrange(legal: &mut [Action]) {
    let mut groups: Vec<String> = Vec::new();
    legal.sort_by_cached_key(|&action| {
        let group = sorted(action).0;
        let place = groups.iter().position(|it| *it == group).unwrap_or_else(|| {
            groups.push(group);
            groups.len() - 1
        });
        (place, cost(action))
    });
}

/// What is paid: the worth, then the number of cards; nothing if the action costs nothing.
fn cost(action: Action) -> Option<(u8, usize)> {
    match action {
        Action::Buy { payment, .. } | Action::BuildFlipped { payment, .. } => {
            Some((payment.total(), payment.money_cards().count()))
        }
        Action::BuyFalcon { card, .. } => Some((card.value(), 1)),
        _ => None,
    }
}

/// Lists the arranged actions, numbered from 1.
pub(crate) fn menu(state: &State, legal: &[Action], length: Length) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut n_hidden: Vec<usize> = Vec::new();
    for (&action, number) in legal.iter().zip(1..) {
        let (group, item) = sorted(action);
        if groups.last().is_none_or(|it| it.0 != group) {
            groups.push((group, Vec::new()));
            n_hidden.push(0);
        }
        let (Some((_, entries)), Some(n_hidden)) = (groups.last_mut(), n_hidden.last_mut()) else { continue };
        if length == Length::Short && cost(action).is_some() && entries.len() == FIRST_WAYS {
            *n_hidden += 1;
            continue;
        }
        let note = if is_exact(state, action) { " (exact)" } else { "" };
        entries.push(format!("{number}) {item}{note}").trim_end().to_owned());
    }
    let margin = groups.iter().map(|it| it.0.chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for ((group, mut entries), n_hidden) in groups.into_iter().zip(n_hidden) {
        if n_hidden > 0 {
            entries.push(format!("… m lists {n_hidden} more"));
        }
        lines::list(&mut text, &group, margin, "   ", &entries);
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
            (format!("turn over and build {tile} at {cell} for"), payment.to_string())
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

    #[test]
    fn the_cheapest_way_to_pay_comes_first() {
        let mut legal = ["take fl9", "buy T9ne fl9 fl8", "buy G10 di9 di1", "flip sc5nw n1 fl9", "buy T9ne fl9"]
            .map(|it| it.parse().unwrap());
        arrange(&mut legal);
        let arranged = legal.map(|it: Action| it.to_string());
        let expected = ["take fl9", "buy T9ne fl9", "buy T9ne fl8 fl9", "buy G10 di1 di9", "flip sc5nw n1 fl9"];
        assert_eq!(arranged, expected);
    }
}
