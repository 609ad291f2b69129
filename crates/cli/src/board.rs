//! The table as one player sees it: market, display, players, and the own things.

use std::fmt::Write as _;

use alhambra_engine::{
    Seat, View,
    material::{Building, Currency},
    scoring,
};

use crate::table::Table;

/// Everything but the cities.
pub(crate) fn board(view: &View, names: &[String]) -> String {
    let mut text = players(view, names).to_string();
    let n_pile: u16 = view.pile.iter().map(|it| u16::from(it.n_cards)).sum();
    let market: Vec<_> = Currency::ALL
        .into_iter()
        .map(|it| format!("{} {}", it.code(), view.market[it].map_or("—".to_owned(), |tile| tile.to_string())))
        .collect();
    let _ = writeln!(text, "\nMarket    {}   ({} tiles to come)", market.join("   "), view.n_supply);
    let _ = writeln!(text, "Display   {}   ({n_pile} cards to come)", spaced(&view.display));
    if let (Some(own), Some(seat)) = (&view.own, view.viewer) {
        let hand: Vec<_> = Currency::ALL
            .into_iter()
            .map(|it| (it, own.money.0[it]))
            .filter(|(_, cards)| !cards.is_empty())
            .map(|(it, cards)| format!("{} {}", it.code(), spaced(cards.values())))
            .collect();
        let _ = writeln!(text, "Hand      {}", if hand.is_empty() { "—".to_owned() } else { hand.join("   ") });
        let player = &view.players[seat.index()];
        if !player.reserve.is_empty() {
            let _ = writeln!(text, "Reserve   {}", spaced(&player.reserve));
        }
        if !player.bought.is_empty() {
            let _ = writeln!(text, "To place  {}", spaced(&player.bought));
        }
    }
    text
}

/// What everybody knows of the players, in a table.
fn players(view: &View, names: &[String]) -> Table {
    let kinds = Building::ALL.map(|it| it.letter().to_string());
    let headings = ["", "score", "cards", "reserve", "wall"].map(str::to_owned);
    let mut table = Table::new(headings.into_iter().chain(kinds));
    for (seat, player) in (0..).map(Seat).zip(&view.players) {
        let numbers = [
            player.score.to_string(),
            player.n_cards.to_string(),
            player.reserve.len().to_string(),
            player.city.longest_wall().to_string(),
        ];
        let counts = scoring::in_city(&player.city).0.map(|it| it.to_string());
        table.row([names[seat.index()].clone()].into_iter().chain(numbers).chain(counts));
    }
    if let Some(dirk) = &view.dirk {
        let count = |kind| dirk.tiles.iter().filter(|it| it.building() == Some(kind)).count().to_string();
        let numbers = [dirk.score.to_string(), String::new(), String::new(), String::new()];
        table.row(["Dirk".to_owned()].into_iter().chain(numbers).chain(Building::ALL.map(count)));
    }
    table
}

fn spaced<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}
