//! What a player of the load reads of the server's messages: what may be done, and nothing else.

use std::borrow::Cow;

use serde::{Deserialize, de::IgnoredAny};

/// A message of the server.
pub(super) enum Said<'text> {
    /// The game has changed.
    Game(Update<'text>),
    /// The table has changed.
    Table(Table),
    /// Something was refused.
    Error(Problem<'text>),
    /// Everything else.
    Else,
}

/// Why something was refused.
#[derive(Deserialize)]
pub(super) struct Problem<'text> {
    /// Which kind of problem.
    #[serde(borrow)]
    pub code: Cow<'text, str>,
    /// A sentence.
    #[serde(borrow)]
    pub message: Cow<'text, str>,
}

impl Said<'_> {
    /// Reads a message; what it is stands first in it, so that nothing has to be read twice.
    pub(super) fn read(text: &str) -> Result<Said<'_>, serde_json::Error> {
        #[derive(Deserialize)]
        struct Sheet {
            table: Table,
        }
        let is = |say: &str| text.strip_prefix(r#"{"say":""#).is_some_and(|it| it.starts_with(say));
        if is("game") || is("news") {
            Update::read(text).map(Said::Game)
        } else if is("table") {
            serde_json::from_str(text).map(|Sheet { table }| Said::Table(table))
        } else if is("error") {
            serde_json::from_str(text).map(Said::Error)
        } else {
            Ok(Said::Else)
        }
    }
}

/// How far a table is.
#[derive(Deserialize)]
pub(super) struct Table {
    /// The seats of the reader.
    pub yours: Vec<u8>,
}

/// How far a game is, told as a whole or as news.
pub(super) struct Update<'text> {
    /// The number of entries so far.
    pub seq: u32,
    /// Whether the game is over.
    pub is_over: bool,
    /// What the reader may do.
    pub options: Option<Options<'text>>,
}

impl Update<'_> {
    /// Reads just this: the load shall leave its machine to the server.
    fn read(text: &str) -> Result<Update<'_>, serde_json::Error> {
        let options = field(text, "options")?;
        // Where somebody may do something the game is not over.
        let is_over = options.is_none() && text.contains(r#""agenda":[]"#);
        Ok(Update { seq: field(text, "seq")?.unwrap_or_default(), is_over, options })
    }
}

/// The first field of this name, wherever it is.
fn field<'text, T: Deserialize<'text>>(text: &'text str, name: &str) -> Result<Option<T>, serde_json::Error> {
    let found = text.match_indices(name).find_map(|(at, _)| {
        let is_name = text[..at].ends_with('"');
        text[at + name.len()..].strip_prefix("\":").filter(|_| is_name)
    });
    let Some(value) = found else { return Ok(None) };
    Option::deserialize(&mut serde_json::Deserializer::from_str(value))
}

/// What the reader may do.
#[derive(Deserialize)]
pub(super) struct Options<'text> {
    #[serde(borrow)]
    purchases: Vec<Purchase<'text>>,
    #[serde(borrow)]
    placings: Vec<Placing<'text>>,
    #[serde(borrow)]
    wall_cards: Vec<WallCard<'text>>,
    #[serde(borrow)]
    perches: Vec<Offer<'text>>,
    #[serde(borrow)]
    falcon_cards: Vec<Cow<'text, str>>,
    #[serde(borrow)]
    offers: Vec<Offer<'text>>,
}

#[derive(Deserialize)]
struct Offer<'text> {
    #[serde(borrow)]
    notation: Cow<'text, str>,
}

#[derive(Deserialize)]
struct Purchase<'text> {
    #[serde(borrow)]
    payments: Vec<Offer<'text>>,
}

#[derive(Deserialize)]
struct Placing<'text> {
    flips: Option<IgnoredAny>,
    #[serde(borrow)]
    flip_payments: Vec<Offer<'text>>,
    #[serde(borrow)]
    cells: Vec<Offer<'text>>,
    #[serde(borrow)]
    swaps: Vec<Offer<'text>>,
}

#[derive(Deserialize)]
struct WallCard<'text> {
    #[serde(borrow)]
    tiles: Vec<Offer<'text>>,
}

impl Options<'_> {
    /// One of all actions, as the number falls.
    pub(super) fn pick(&self, number: u32) -> Option<String> {
        let n = self.actions().count() as u32;
        let (action, price) = self.actions().nth(number.checked_rem(n)? as usize)?;
        Some(price.map_or_else(|| action.to_owned(), |price| format!("{action} {price}")))
    }

    /// Every action, and what is to be written after it where that is paid apart.
    fn actions(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let bought = self.purchases.iter().flat_map(|it| &it.payments);
        let placed = self.placings.iter().filter(|it| it.flips.is_none());
        let placed = placed.flat_map(|it| it.cells.iter().chain(&it.swaps));
        let walls = self.wall_cards.iter().flat_map(|it| &it.tiles);
        let free = bought.chain(placed).chain(walls).chain(&self.offers).map(|it| (&*it.notation, None));
        let flipped = self.placings.iter().filter(|it| it.flips.is_some()).flat_map(|it| {
            let price = it.flip_payments.first().map(|it| &*it.notation);
            it.cells.iter().map(move |cell| (&*cell.notation, price))
        });
        let falcons = self.perches.iter().map(|it| (&*it.notation, self.falcon_cards.first().map(|it| &**it)));
        free.chain(flipped).chain(falcons)
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Action, Ruleset, Seed, State, modules::Module};
    use alhambra_server::game;

    use super::*;

    #[test]
    fn of_a_game_just_what_is_needed_is_read() {
        let update = |text| match Said::read(text).unwrap() {
            Said::Game(update) => (update.seq, update.is_over, update.options.and_then(|it| it.pick(0))),
            Said::Table(_) | Said::Error(_) | Said::Else => panic!("{text}"),
        };
        let options = r#"{"purchases":[],"placings":[],"wall_cards":[],"perches":[],"falcon_cards":[],"offers":[{"notation":"pass"}]}"#;
        let news = format!(
            r#"{{"say":"news","news":{{"seq":7,"entry":{{"seq":7}},"open":{{"agenda":[{{}}]}},"options":{options},"x":0}}}}"#
        );
        assert_eq!(update(&news), (7, false, Some("pass".to_owned())));
        let game = r#"{"say":"game","update":{"seq":8,"view":{"agenda":[]},"options":null}}"#;
        assert_eq!(update(game), (8, true, None));
    }

    /// Whole games are played by what is picked, and everything that is picked is legal.
    #[test]
    fn what_is_picked_can_be_done() {
        let all = format!("alhambra 3 {}", Module::ALL.map(Module::name).join(" "));
        for text in ["alhambra 2", "granada 3", "both 3", &all] {
            let ruleset: Ruleset = text.parse().unwrap();
            let mut state = State::new(ruleset, Seed::from_number(3), &mut ()).unwrap();
            let mut dice = 5_u64;
            while let Some(seat) = state.to_act() {
                let options = serde_json::to_string(&game::options(&state, seat)).unwrap();
                let options: Options<'_> = serde_json::from_str(&options).unwrap();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action: Action = options.pick((dice >> 33) as u32).unwrap().parse().unwrap();
                state.apply(seat, action, &mut ()).unwrap_or_else(|it| panic!("{text}: {action}: {it}"));
            }
        }
    }
}
