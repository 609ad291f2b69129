//! Standing passes: whether a seat that is asked between turns has said beforehand that it passes.

use alhambra_engine::{
    Decision, Event, Seat, View,
    material::{Card, Currency, Face, Tile},
    state::Vizier,
    view::{PublicPlayer, PublicTable},
};
use alhambra_protocol::{Condition, StandingPass};

/// Whether the seat passes without being asked.
///
/// It is shown what a spectator sees, so that nothing in a hand can make a difference.
pub fn passes(pass: &StandingPass, view: &View, seat: Seat) -> bool {
    let Some(Decision::Interrupt { seat: asked, next, again: _ }) = view.decision() else { return false };
    if asked != seat {
        return false;
    }
    let PublicPlayer { vizier, n_thieves, .. } = &view.players[seat.index()];
    let vizier_passes = *vizier != Some(Vizier::Awake) || !wants(&pass.vizier, for_sale(&view.table));
    // Whoever is next uses no thief (M-THF-3).
    let thieves_pass = *n_thieves == 0 || seat == next || !wants(&pass.thieves, on_display(&view.table));
    vizier_passes && thieves_pass
}

/// Whether a standing pass ends with what happened.
pub fn ends(pass: &StandingPass, events: &[Event]) -> bool {
    pass.until_scoring && events.iter().any(|it| matches!(it, Event::Scored { .. }))
}

/// Something that lies open: what it is, if it is a tile, and its currency and price or value.
type Open = (Option<Tile>, Currency, u8);

fn for_sale(table: &PublicTable) -> impl Iterator<Item = Open> {
    let PublicTable { market, granada_market, bazaars, .. } = table;
    let on_squares = Currency::ALL.into_iter().flat_map(|it| [(it, market[it]), (it, granada_market[it])]);
    let priced = on_squares.filter_map(|(currency, tile)| Some((tile, currency, tile?.price()?)));
    priced.chain(bazaars.iter().filter_map(|&tile| {
        let Face::Bazaar { currency, .. } = tile.face() else { return None };
        Some((Some(tile), currency, market[currency]?.price()?))
    }))
}

fn on_display(table: &PublicTable) -> impl Iterator<Item = Open> {
    table.display.iter().filter_map(Card::money).map(|card| (None, card.currency(), card.value()))
}

/// Whether somebody with this condition wants to be asked about what lies open.
fn wants(condition: &Condition, mut open: impl Iterator<Item = Open>) -> bool {
    match condition {
        Condition::Ask => true,
        Condition::Pass => false,
        Condition::Unless { buildings, granada, currencies, at_least, at_most } => {
            open.any(|(tile, currency, worth)| {
                let any_kind = buildings.is_empty() && granada.is_empty();
                let of_kind = tile.is_none_or(|tile| match tile.face() {
                    Face::Building { building, .. } => any_kind || buildings.contains(&building),
                    Face::Granada { kind, .. } => any_kind || granada.contains(&kind),
                    Face::Camp { .. }
                    | Face::Bazaar { .. }
                    | Face::Hut { .. }
                    | Face::Fountain
                    | Face::GranadaStart => any_kind,
                });
                of_kind
                    && (currencies.is_empty() || currencies.contains(&currency))
                    && (*at_least..=*at_most).contains(&worth)
            })
        }
    }
}
