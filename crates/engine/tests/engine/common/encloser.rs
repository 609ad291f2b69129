//! Players of whom seat 0 closes its city in with camps until there is no cell for the trader (M-TRD-3).
//!
//! The tests play such games with mistakes in them, and the bots' example `record_enclosed` records two without any.

use alhambra_engine::{
    Action, Seat, State,
    material::{Cell, Edges, Part, Side, Tile},
    modules::street_trader,
};

/// How seat 0 gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Walls on all sides of the fountain, and a camp before each.
    Sticks,
    /// Four tiles with three walls around the fountain, and eight camps around these.
    Arms,
}

impl Plan {
    /// What a seat does of what it may do; `below` draws a number below another one.
    pub(crate) fn choose(
        self,
        state: &State,
        seat: Seat,
        legal: &[Action],
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Action> {
        // The others buy now and then, so that new tiles come, and mostly take money, so that all cards do.
        let goes_shopping = below(3) == 0;
        let mut one_of = |liked: &dyn Fn(&Action) -> bool| {
            let liked: Vec<Action> = legal.iter().copied().filter(|it| liked(it)).collect();
            if liked.is_empty() { None } else { Some(liked[below(liked.len())]) }
        };
        let keep = |it: &Action| matches!(it, Action::Keep { .. });
        let takes_no_part = |it: &Action| match *it {
            Action::AddWalls { .. } | Action::Steal { .. } => false,
            Action::Buy { tile, .. } => !self.is_useful(state, tile),
            _ => true,
        };
        if seat == Seat(0) {
            let is_wanted =
                |it: &Action| matches!(*it, Action::Build { tile, cell } if self.is_place(state, tile, cell));
            let buys = |it: &Action| matches!(*it, Action::Buy { tile, .. } if self.is_useful(state, tile));
            let on_fountain = |it: &Action| matches!(*it, Action::AddWalls { tile: Tile::FOUNTAIN, .. });
            let walls = |it: &Action| self == Plan::Sticks && on_fountain(it);
            let dearest = most(legal, |value, most| value > most);
            let takes = |it: &Action| Some(*it) == dearest;
            let others =
                |it: &Action| takes_no_part(it) && !matches!(it, Action::Build { .. } | Action::TakeDown { .. });
            one_of(&is_wanted)
                .or_else(|| one_of(&keep))
                .or_else(|| one_of(&walls))
                .or_else(|| one_of(&buys))
                .or_else(|| one_of(&takes))
                .or_else(|| one_of(&others))
        } else {
            let cheapest = most(legal, |value, least| value < least);
            let takes = |it: &Action| Some(*it) == cheapest;
            let buys = |it: &Action| goes_shopping && matches!(it, Action::Buy { .. }) && takes_no_part(it);
            one_of(&buys).or_else(|| one_of(&keep)).or_else(|| one_of(&takes)).or_else(|| one_of(&takes_no_part))
        }
        .or_else(|| one_of(&|_| true))
    }

    /// Whether seat 0 can use a tile: a camp, or one of the arms that is still missing.
    fn is_useful(self, state: &State, tile: Tile) -> bool {
        let player = state.player(Seat(0));
        let of_arm = |it: &Tile| it.part() == Part::Alhambra && it.edges() == tile.edges();
        match tile.part() {
            Part::Camp => true,
            Part::Alhambra | Part::Granada => {
                self == Plan::Arms
                    && open_side(tile).is_some()
                    && !player.reserve.iter().chain(&player.bought).any(of_arm)
                    && !player.city.tiles().iter().any(|it| of_arm(&it.tile))
            }
        }
    }

    /// Whether the plan has this tile there.
    fn is_place(self, state: &State, tile: Tile, cell: Cell) -> bool {
        let city = &state.player(Seat(0)).city;
        match (self, tile.part()) {
            (Plan::Sticks, part) => part == Part::Camp,
            // Every bastion is needed.
            (Plan::Arms, Part::Camp) => tile.edges().sides().all(|side| city.at(cell.step(side)).is_some()),
            (Plan::Arms, _) => open_side(tile).is_some_and(|side| cell.step(side) == Cell::ORIGIN),
        }
    }
}

/// The only open side of a tile.
fn open_side(tile: Tile) -> Option<Side> {
    let mut open = Side::ALL.into_iter().filter(|&it| !tile.edges().has(it));
    open.next().filter(|_| open.next().is_none() && tile.edges() != Edges::empty())
}

/// The way to take money whose value is ahead of all others.
fn most(legal: &[Action], is_ahead: fn(u8, u8) -> bool) -> Option<Action> {
    let mut best: Option<(u8, Action)> = None;
    for &action in legal {
        if let Action::Take { cards } = action
            && best.is_none_or(|it| is_ahead(cards.total(), it.0))
        {
            best = Some((cards.total(), action));
        }
    }
    best.map(|it| it.1)
}

/// Whether somebody's trader lies nowhere because there is no cell for it.
pub(crate) fn is_enclosed(state: &State) -> bool {
    state.players.iter().any(|it| street_trader::has_to_be_laid(it) && !street_trader::has_cell(it))
}
