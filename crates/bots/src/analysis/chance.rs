//! Chance: what turns up between two decisions, and games in which it turns up as it really did.

use alhambra_engine::{
    Event, State,
    list::List,
    material::{ByCurrency, Card, Parity, Part, Tile},
    state::Supply,
};

/// Where luck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Chance {
    /// What was dealt and laid out before the game, and who begins.
    SetUp,
    /// The coins that were drawn as change.
    Coins,
    /// The huts that were turned up.
    Huts,
    /// The cards that were turned up, scorings among them.
    Cards,
    /// The tiles that came to the market.
    Tiles,
    /// The tiles that Dirk drew.
    Dirk,
    /// What others held in secret, and what they knew.
    Hands,
}

impl Chance {
    /// Every kind, in the order in which the kinds of one step are told apart.
    pub const ALL: [Chance; 7] =
        [Chance::SetUp, Chance::Coins, Chance::Huts, Chance::Cards, Chance::Tiles, Chance::Dirk, Chance::Hands];

    /// The kind of chance by which this happened; nothing if it followed from what everybody knew.
    pub const fn of(event: &Event) -> Option<Chance> {
        match event {
            Event::GotChange { .. } => Some(Chance::Coins),
            Event::HutTurned { .. } => Some(Chance::Huts),
            Event::Turned { .. } => Some(Chance::Cards),
            Event::Supplied { .. } | Event::BazaarCame { .. } => Some(Chance::Tiles),
            Event::DirkDrew { .. } => Some(Chance::Dirk),
            Event::BonusShown { .. } | Event::Stole { .. } | Event::CitizensShown { .. } | Event::Awarded { .. } => {
                Some(Chance::Hands)
            }
            // All that is dealt belongs to the set-up.
            Event::Dealt { .. } | Event::BonusDealt { .. } | Event::ThiefDealt { .. } => Some(Chance::SetUp),
            Event::TurnBegan { .. }
            | Event::Took { .. }
            | Event::Bought { .. }
            | Event::Flipped { .. }
            | Event::Built { .. }
            | Event::TakenDown { .. }
            | Event::Swapped { .. }
            | Event::Kept { .. }
            | Event::Given { .. }
            | Event::LeftOut { .. }
            | Event::Passed { .. }
            | Event::PileRenewed { .. }
            | Event::Scored { .. }
            | Event::TookBureau { .. }
            | Event::VizierWoke { .. }
            | Event::VizierUsed { .. }
            | Event::TookHut { .. }
            | Event::AddedWalls { .. }
            | Event::FalconCame { .. }
            | Event::FalconLeft { .. }
            | Event::BonusReturned { .. }
            | Event::CitizensChosen { .. }
            | Event::TraderLaid { .. }
            | Event::TraderAside { .. }
            | Event::MovedIn { .. }
            | Event::Exchanged { .. }
            | Event::MovedOut { .. }
            | Event::MarkerMoved { .. }
            | Event::Over { .. } => None,
        }
    }

    /// The kinds by which something happened, in order.
    pub(super) fn kinds(events: &[Event]) -> Vec<Chance> {
        let mut kinds: Vec<Chance> = events.iter().filter_map(Chance::of).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// Whether somebody holds or has chosen something that others can't know.
pub(super) fn has_secrets(state: &State) -> bool {
    state.players.iter().any(|it| {
        it.has_thieves() || !it.bonus_held.is_empty() || it.trader.is_some_and(|trader| trader.choice.is_some())
    })
}

/// The coins that were drawn.
pub(super) fn coins(events: &[Event]) -> Option<ByCurrency<u8>> {
    events.iter().find_map(|it| if let Event::GotChange { coins, .. } = it { Some(*coins) } else { None })
}

/// Stacks a game so that what came by these kinds of chance comes in it as well; says whether that is possible.
pub(super) fn stack(world: &mut State, events: &[Event], kinds: &[Chance]) -> bool {
    let mut n_cards = 0;
    let (mut n_tiles, mut n_granada) = (0, 0);
    for event in events {
        let Some(kind) = Chance::of(event) else {
            // Nobody can stack a pile that is yet to be shuffled.
            if matches!(event, Event::PileRenewed { .. }) && kinds.contains(&Chance::Cards) {
                return n_cards > 0;
            }
            continue;
        };
        let wanted = kinds.contains(&kind);
        let table = &mut world.table;
        let done = match *event {
            Event::Turned { card } if wanted => {
                n_cards += 1;
                bring_card(world, card, n_cards)
            }
            Event::Supplied { tile, .. } | Event::BazaarCame { tile } | Event::DirkDrew { tile } => {
                let (supply, n) = match tile.part() {
                    // Camps lie among the buildings.
                    Part::Alhambra | Part::Camp => (&mut table.supply, &mut n_tiles),
                    Part::Granada => (&mut table.granada_supply, &mut n_granada),
                };
                *n += 1;
                !wanted || bring_tile(supply, tile, *n)
            }
            Event::HutTurned { tile } if wanted => table.huts.0.iter_mut().any(|pile| bring_hut(pile, tile)),
            _ => true,
        };
        if !done {
            return false;
        }
    }
    true
}

/// Lets this card be the `n`th one from the top, with every layer of the pile as everybody knows it.
fn bring_card(world: &mut State, card: Card, n: usize) -> bool {
    let cards = &mut world.table.pile.cards;
    let Some(place) = cards.len().checked_sub(n) else { return false };
    // The layer in which this place lies goes down to `end`.
    let mut depth = 0;
    let layers = world.table.pile.layers.iter().map(|it| {
        depth += usize::from(it.n_cards);
        depth
    });
    let end = cards.len().saturating_sub(layers.into_iter().find(|it| *it >= n).unwrap_or(cards.len()));
    let is_like = |it: &Card| std::mem::discriminant(it) == std::mem::discriminant(&card);
    if !is_like(&cards[place]) {
        let Some(same_sort) = (end..place).rev().find(|it| is_like(&cards[*it])) else { return false };
        cards.swap(place, same_sort);
    }
    let Some(found) = (0..=place).rev().find(|it| cards[*it] == card) else { return false };
    cards.swap(place, found);
    true
}

/// Lets this tile be the `n`th one to come.
fn bring_tile(supply: &mut Supply, tile: Tile, n: usize) -> bool {
    let Some(place) = supply.len().checked_sub(n) else { return false };
    let is_it = |it: &Tile| it.facing(Parity::Even) == tile.facing(Parity::Even);
    let Some(found) = (0..=place).rev().find(|it| is_it(&supply[*it])) else { return false };
    supply.swap(place, found);
    true
}

/// Lets this hut be the next one of a pile, below the open one.
fn bring_hut(pile: &mut List<Tile, 5>, tile: Tile) -> bool {
    let (Some(place), Some(found)) = (pile.len().checked_sub(2), pile.iter().position(|it| *it == tile)) else {
        return false;
    };
    if found <= place {
        pile.swap(place, found);
    }
    found <= place
}
