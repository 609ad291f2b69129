//! What happened and what is asked, in words.

use std::fmt::Write as _;

use alhambra_bots::{arena::Table, sources};
use alhambra_engine::{
    City, Decision, Event, Game, Seat, State,
    material::{Building, ByCurrency, Currency, Face, Parity, Part, Tile},
    scoring::ScoreSheet,
};

use crate::{lines, tally::ROUNDS};

/// Tells events line by line, indented; what repeats itself is told together.
pub(crate) fn tell<'a>(events: impl IntoIterator<Item = &'a Event>) -> String {
    let mut text = String::new();
    // How the sentence began that may still go on, and what it lists so far.
    let (mut began, mut items): (String, Vec<String>) = Default::default();
    for event in events {
        if let Event::Scored { round, players, dirk, .. } = event {
            end_line(&mut text, &mut began, &mut items);
            let title = format!("{} scoring", ROUNDS[*round as usize]);
            indent(&mut text, &sheets(&title, players, dirk.as_ref()));
            continue;
        }
        let (beginning, item) = sentence(event);
        if item.is_empty() || began != beginning {
            end_line(&mut text, &mut began, &mut items);
            began = beginning;
        }
        if !item.is_empty() {
            items.push(item);
        }
    }
    end_line(&mut text, &mut began, &mut items);
    text
}

/// Tells a sentence with everything that it lists.
fn end_line(text: &mut String, began: &mut String, items: &mut Vec<String>) {
    if !began.is_empty() {
        lines::list(text, &format!("  {began} "), 4, ", ", items);
        began.clear();
        items.clear();
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
        Event::Flipped { seat, tile, payment } => {
            whole(format!("seat {seat} turns a tile over to {tile} for {payment}"))
        }
        Event::Built { seat, tile, cell } => whole(format!("seat {seat} builds {tile} at {cell}")),
        Event::TakenDown { seat, tile, cell } => whole(format!("seat {seat} takes {tile} down from {cell}")),
        Event::Swapped { seat, tile, old, cell } => {
            whole(format!("seat {seat} builds {tile} in the place of {old} at {cell}"))
        }
        Event::Kept { seat, tile } => whole(format!("seat {seat} puts {tile} in reserve")),
        Event::Given { seat, tile } => whole(format!("seat {seat} gives {tile} to Dirk")),
        Event::LeftOut { seat, tile } => whole(format!("seat {seat} leaves {tile} out")),
        Event::Passed { seat } => ("passing:".to_owned(), format!("seat {seat}")),
        Event::Turned { card } => ("turned up:".to_owned(), card.to_string()),
        Event::PileRenewed { n_cards } => whole(format!("the discards become a new pile of {n_cards} cards")),
        Event::Supplied { currency, tile } => {
            ("new on the market:".to_owned(), format!("{} for {}", both_faces(*tile), currency.code()))
        }
        Event::BazaarCame { tile } => ("new beside the market:".to_owned(), bazaar(*tile)),
        Event::MarkerMoved { marker } => {
            whole(format!("the next tiles of Granada show their {} faces", faces(*marker)))
        }
        Event::DirkDrew { tile } => ("Dirk draws".to_owned(), tile.to_string()),
        // Told as a table.
        Event::Scored { round, .. } => whole(format!("{} scoring", ROUNDS[*round as usize])),
        Event::Awarded { currency, tile, winner } => {
            let winner = winner.map_or("nobody".to_owned(), |seat| format!("seat {seat}"));
            whole(format!("{winner} wins {tile} for the most {}", currency.code()))
        }
        Event::TookBureau { seat, bureau } => whole(format!("seat {seat} takes the bureau {bureau}")),
        Event::GotChange { seat, coins } => whole(format!("seat {seat} gets change: {}", self::coins(coins))),
        Event::VizierWoke { seat } => whole(format!("seat {seat} wakes the vizier")),
        Event::VizierUsed { seat } => whole(format!("seat {seat} uses the vizier, who falls asleep")),
        Event::TookHut { seat, tile } => whole(format!("seat {seat} takes the hut {tile}")),
        Event::HutTurned { tile } => whole(format!("the next hut of its pile is {tile}")),
        Event::AddedWalls { seat, walls, tile } => whole(format!("seat {seat} adds the walls {walls} to {tile}")),
        Event::FalconCame { seat, falcon, corner, card } => {
            whole(format!("seat {seat} sets {falcon} on the north-west corner of {corner} for {card}"))
        }
        Event::FalconLeft { seat, falcon } => whole(format!("seat {seat}'s falcon {falcon} goes back to the supply")),
        Event::BonusDealt { seat, tile } => {
            let card = tile.map_or("a bonus card".to_owned(), |it| format!("the bonus card {it}"));
            (format!("seat {seat} is dealt in secret"), card)
        }
        Event::BonusShown { seat, tile } => whole(format!("seat {seat} lays the bonus card {tile} open")),
        Event::BonusReturned { seat, tile } => {
            whole(format!("seat {seat} takes the bonus card {tile} back into the hand"))
        }
        Event::ThiefDealt { seat, currency } => {
            let thief = currency.map_or("a thief".to_owned(), |it| format!("a thief of {}", it.code()));
            (format!("seat {seat} is dealt in secret"), thief)
        }
        Event::Stole { seat, card } => whole(format!("seat {seat}'s thief takes {card}")),
        Event::CitizensChosen { seat, citizens: Some(citizens) } => {
            whole(format!("seat {seat} chooses the citizens {} in secret", letters(citizens)))
        }
        Event::CitizensChosen { seat, citizens: None } => whole(format!("seat {seat} chooses citizens in secret")),
        Event::CitizensShown { seat, citizens } => {
            whole(format!("seat {seat}'s trader has the citizens {}", letters(citizens)))
        }
        Event::TraderLaid { seat, cell } => whole(format!("seat {seat} lays the trader on {cell}")),
        Event::TraderAside { seat } => whole(format!("seat {seat}'s trader is set aside")),
        Event::MovedIn { seat, tile, taken } => {
            let taken = taken.map_or("none", name);
            whole(format!("seat {seat}'s citizen moves into {tile}; new on the trader: {taken}"))
        }
        Event::Exchanged { seat, given, taken } => {
            whole(format!("seat {seat} exchanges a citizen: {} for {}", name(*given), name(*taken)))
        }
        Event::MovedOut { seat, tile } => whole(format!("seat {seat}'s citizen in {tile} goes back to the supply")),
        Event::Over { winners: _ } => whole("the game is over".to_owned()),
    }
}

/// The name of a kind of building.
const fn name(building: Building) -> &'static str {
    sources::NAMES[1 + building as usize]
}

/// Which faces of Granada's tiles are meant.
pub(crate) const fn faces(marker: Parity) -> &'static str {
    match marker {
        Parity::Even => "even",
        Parity::Odd => "odd",
    }
}

/// The letters of some kinds of building.
pub(crate) fn letters(buildings: &[Building]) -> String {
    buildings.iter().map(|it| it.letter()).collect()
}

/// Coins by currency, as they are paid: `fl*2 du*1`.
pub(crate) fn coins(coins: &ByCurrency<u8>) -> String {
    let some = Currency::ALL.into_iter().filter(|&it| coins[it] > 0);
    let coins: Vec<_> = some.map(|it| format!("{}*{}", it.code(), coins[it])).collect();
    if coins.is_empty() { "none".to_owned() } else { coins.join(" ") }
}

/// A tile and, if it has one, its other face: `sc4nw (back re5)`.
pub(crate) fn both_faces(tile: Tile) -> String {
    tile.flipped().map_or_else(|| tile.to_string(), |back| format!("{tile} (back {})", back.label()))
}

/// A bazaar with the colours that count around it: `zfl1 (PSG)`.
pub(crate) fn bazaar(tile: Tile) -> String {
    match tile.face() {
        Face::Bazaar { colours, .. } => format!("{tile} ({})", letters(&colours)),
        Face::Fountain
        | Face::GranadaStart
        | Face::Building { .. }
        | Face::Granada { .. }
        | Face::Hut { .. }
        | Face::Camp { .. } => tile.to_string(),
    }
}

/// A scoring as a table, a column for each player; sources that gave nobody anything are left out.
fn sheets(title: &str, players: &[ScoreSheet], dirk: Option<&ScoreSheet>) -> String {
    let columns: Vec<_> = players.iter().chain(dirk).map(sources::points).collect();
    let name = |seat| if seat < players.len() { format!("seat {seat}") } else { "Dirk".to_owned() };
    let mut table = Table::new([title.to_owned()].into_iter().chain((0..columns.len()).map(name)));
    for (source, name) in sources::NAMES.into_iter().enumerate() {
        if columns.iter().any(|it| it[source] > 0) {
            let points = columns.iter().map(|it| it[source].to_string());
            table.row([name.to_owned()].into_iter().chain(points));
        }
    }
    let totals = players.iter().chain(dirk).map(|it| it.total().to_string());
    table.row(["points".to_owned()].into_iter().chain(totals));
    table.to_string()
}

/// The longest walls and moats of a city, as far as the game has them.
pub(crate) fn lengths(game: Game, city: &City) -> String {
    let wall = format!("longest wall {}", city.longest_wall(Part::Alhambra));
    let moat = format!("longest moat {}", city.longest_wall(Part::Granada));
    match game {
        Game::Alhambra => wall,
        Game::Granada => moat,
        Game::Both => format!("{wall}, {moat}, together {}", city.longest_together()),
    }
}

/// What the player who decides is asked.
pub(crate) fn question(decision: Decision) -> String {
    match decision {
        Decision::ChooseCitizens { .. } => {
            "Choose three citizens for your trader; they are shown when all have chosen.".to_owned()
        }
        Decision::LayTrader { .. } => "Lay your trader on an empty cell.".to_owned(),
        Decision::Turn { first: true, .. } => "It is your turn.".to_owned(),
        Decision::Turn { first: false, .. } => "You paid the exact price: your turn goes on.".to_owned(),
        Decision::MoreFalcons { .. } => "Buy one more falcon, or pass to end your turn.".to_owned(),
        Decision::Place { .. } => "Place what you have bought.".to_owned(),
        Decision::Welcome { tile, .. } => {
            format!("{tile} stands where your trader lay: let a citizen move in or exchange one, or pass.")
        }
        Decision::AskBonus { .. } => "A scoring is at hand: lay a bonus card open, or pass.".to_owned(),
        Decision::Interrupt { next, .. } => format!("Before seat {next}'s turn you may step in, or pass."),
        Decision::BuildWon { .. } => "Build what you have won, or leave it out.".to_owned(),
    }
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
            let winners: Vec<_> = shared.iter().map(Seat::to_string).collect();
            format!("Seats {} share the victory: {scores}.", winners.join(" and "))
        }
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::material::MoneyCard;

    use super::*;

    #[test]
    fn what_repeats_itself_is_told_together() {
        let dealt = |seat, value| Event::Dealt { seat: Seat(seat), card: MoneyCard::new(Currency::Florin, value) };
        let thief = |currency| Event::ThiefDealt { seat: Seat(1), currency };
        let events = [
            dealt(0, 3),
            dealt(0, 9),
            dealt(1, 9),
            thief(None),
            thief(Some(Currency::Ducat)),
            dealt(1, 2),
            Event::TurnBegan { seat: Seat(1) },
            Event::Passed { seat: Seat(1) },
            Event::Passed { seat: Seat(0) },
        ];
        let expected = "  seat 0 is dealt fl3, fl9
  seat 1 is dealt fl9
  seat 1 is dealt in secret a thief, a thief of du
  seat 1 is dealt fl2
  seat 1's turn
  passing: seat 1, seat 0
";
        assert_eq!(tell(&events), expected);
    }

    #[test]
    fn a_scoring_is_a_table_of_what_gave_points() {
        let sheet = |wall, citizens| ScoreSheet { wall, citizens, ..ScoreSheet::default() };
        let players = [sheet(7, 10), sheet(12, 0)];
        let expected = "\
1st scoring  seat 0  seat 1  Dirk
wall              7      12     0
citizens         10       0     0
points           17      12     0
";
        assert_eq!(sheets("1st scoring", &players, Some(&ScoreSheet::default())), expected);
    }
}
