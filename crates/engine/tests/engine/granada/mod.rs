//! Granada: tiles with two faces, a marker that names the next ones, and majorities that grow with all cities.

use crate::common::{city, listed, parity, read};
use alhambra_engine::{
    Event, Ruleset, Seed, State,
    material::{Parity, Tile},
};

mod end_of_game;
mod majorities;
mod moats;
mod placing;
mod set_up;

/// Many games as they begin.
fn games(ruleset: &str) -> impl Iterator<Item = State> {
    let ruleset: Ruleset = read(ruleset);
    (0..200).map(move |number| State::new(ruleset, Seed::from_number(number)).unwrap())
}

fn discards(state: &State) -> String {
    listed(state.table.discard.cards())
}

fn hand(state: &State, seat: usize) -> String {
    listed(state.players[seat].money.cards())
}

fn drawn_by_dirk(events: &[Event]) -> Vec<Parity> {
    let drawn = |event: &Event| if let Event::DirkDrew { tile } = *event { Some(parity(tile)) } else { None };
    events.iter().filter_map(drawn).collect()
}

/// The cells where a tile may be built.
#[track_caller]
fn check_cells(expected: &str, tile: &str, drawing: &str) {
    let tile: Tile = read(tile);
    let mut cells: Vec<String> = city(drawing).cells_for(tile, tile.edges()).map(|it| it.to_string()).collect();
    cells.sort();
    assert_eq!(cells.join(" "), expected, "{tile}");
}

/// Three schools, the dearest for 8; moat: north and east of the one for 4, then around the one for 3, so 2 + 3.
const YELLOW: &str = "
+    +----+    +
      sc4 |
+    +    +----+
|sc8  @g   sc3 |
+    +    +----+
";
