//! What a player of the load reads of the server's messages: what may be done, and nothing else.

use std::borrow::Cow;

use memchr::memmem;
use serde::Deserialize;

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
    /// Finds just this, without reading the rest: the load shall leave its machine to the server.
    fn read(text: &str) -> Result<Update<'_>, serde_json::Error> {
        let seq = after(text, r#""seq":"#).unwrap_or_default();
        let seq = &seq[..seq.find(|it: char| !it.is_ascii_digit()).unwrap_or(seq.len())];
        let options = after(text, r#""options":"#).filter(|it| it.starts_with('{')).map(Options);
        // Where somebody may do something the game is not over.
        let is_over = options.is_none() && after(text, r#""agenda":[]"#).is_some();
        Ok(Update { seq: serde_json::from_str(seq)?, is_over, options })
    }
}

/// What comes after the first of these words.
fn after<'text>(text: &'text str, words: &str) -> Option<&'text str> {
    memmem::find(text.as_bytes(), words.as_bytes()).map(|at| &text[at + words.len()..])
}

/// What the reader may do, as it was written, with whatever comes after it.
pub(super) struct Options<'text>(&'text str);

/// What stands before everything in the notation.
const NOTATION: &str = r#""notation":""#;

impl Options<'_> {
    /// One of all actions, as the number falls.
    pub(super) fn pick(&self, number: u32) -> Option<String> {
        let actions: Vec<(usize, &str)> = self.actions().collect();
        let (at, action) = actions[number.checked_rem(actions.len() as u32)? as usize];
        // Turning a tile over and a falcon are paid apart.
        let price = match action.split(' ').next() {
            Some("flip") => {
                let words = r#""flip_payments":[{"notation":""#;
                memmem::rfind(&self.0.as_bytes()[..at], words.as_bytes()).map(|at| &self.0[at + words.len()..])
            }
            Some("falcon") => after(self.0, r#""falcon_cards":[""#),
            _ => None,
        };
        let price = price.and_then(|it| it.split('"').next());
        Some(price.map_or_else(|| action.to_owned(), |price| format!("{action} {price}")))
    }

    /// Every action and where it stands: what an action leads to, or what it is, comes right after it.
    fn actions(&self) -> impl Iterator<Item = (usize, &str)> {
        memmem::find_iter(self.0.as_bytes(), NOTATION).filter_map(|at| {
            let (notation, rest) = self.0[at + NOTATION.len()..].split_once('"')?;
            let is_action = rest.starts_with(r#","effect""#) || rest.starts_with(r#","action""#);
            is_action.then_some((at, notation))
        })
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Action, Ruleset, Seed, State, modules::Module};
    use alhambra_table::game;

    use super::*;

    #[test]
    fn of_a_game_just_what_is_needed_is_read() {
        let update = |text| match Said::read(text).unwrap() {
            Said::Game(update) => (update.seq, update.is_over, update.options.and_then(|it| it.pick(0))),
            Said::Table(_) | Said::Error(_) | Said::Else => panic!("{text}"),
        };
        let options = r#"{"offers":[{"notation":"pass","action":{}}],"refused":[{"notation":"wake","refusal":{}}]}"#;
        let news = format!(
            r#"{{"say":"news","news":{{"seq":7,"entry":{{"seq":7}},"open":{{"agenda":[{{}}]}},"options":{options},"x":0}}}}"#
        );
        assert_eq!(update(&news), (7, false, Some("pass".to_owned())));
        let game = r#"{"say":"game","update":{"seq":8,"view":{"agenda":[]},"options":null}}"#;
        assert_eq!(update(game), (8, true, None));
    }

    /// How many actions there are, whatever is paid for those that are paid apart.
    fn n_actions(options: &alhambra_protocol::Options) -> usize {
        let bought = options.purchases.iter().map(|it| it.payments.len());
        let placed = options.placings.iter().map(|it| it.cells.len() + it.swaps.len());
        let walls = options.wall_cards.iter().map(|it| it.tiles.len());
        bought.chain(placed).chain(walls).sum::<usize>() + options.perches.len() + options.offers.len()
    }

    /// Whole games are played by what is picked, and everything that is picked is legal.
    #[test]
    fn what_is_picked_can_be_done() {
        let all = format!("alhambra 3 {}", Module::ALL.map(Module::name).join(" "));
        for text in ["alhambra 2", "granada 3", "both 3", &all] {
            let ruleset: Ruleset = text.parse().unwrap();
            let mut state = State::new(ruleset, Seed::from_number(3)).unwrap();
            let mut dice = 5_u64;
            while let Some(seat) = state.to_act() {
                let options = game::options(&state, seat).unwrap();
                let text = serde_json::to_string(&options).unwrap();
                // Nothing is left out and nothing else is taken for an action.
                assert_eq!(Options(&text).actions().count(), n_actions(&options), "{text}");
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action: Action = Options(&text).pick((dice >> 33) as u32).unwrap().parse().unwrap();
                state.apply(seat, action).unwrap_or_else(|it| panic!("{text}: {action}: {it}"));
            }
        }
    }
}
