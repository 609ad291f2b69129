//! Reasons: what an action brings, in terms that a person can check on the table.

use alhambra_engine::{
    Action, City, Decision, Player, Seat, State,
    material::{Building, Currency, MoneyCard, Part, Round, Tile},
    payment::{self, Asked},
    scoring,
};

use crate::evaluation::hide;

/// What an action brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "reason"))]
#[expect(missing_docs, reason = "where a field says by its name what it is, a sentence would repeat it")]
pub enum Reason {
    /// So many points more if that scoring came now.
    Points {
        /// The next scoring.
        round: Round,
        /// How many more, less if below zero.
        gained: i16,
    },
    /// The longest wall grows or shrinks.
    Wall {
        /// Its length before.
        from: u8,
        /// Its length after.
        to: u8,
    },
    /// Paid exactly: the turn goes on.
    ExtraAction,
    /// A better place in a kind of building.
    Majority {
        /// The kind.
        building: Building,
        /// The place before, from 1 on; none without a building.
        from: Option<u8>,
        /// The place after.
        to: u8,
    },
    /// Another one can no longer have this tile, who would have gained by it.
    Denial {
        seat: Seat,
        tile: Tile,
        /// How many points it would have brought in the next scoring.
        points: i16,
    },
    /// More money.
    Money {
        /// How much.
        amount: u8,
    },
    /// This tile can then be paid exactly, if it is still there.
    ExactNext { tile: Tile },
    /// There is then enough money for this tile, though not exactly.
    Affordable { tile: Tile },
    /// The new money goes towards this tile and is not enough yet.
    Short {
        /// The tile that is nearest.
        tile: Tile,
        /// How much is missing.
        by: u8,
    },
    /// With a card that is taken, another one could have paid this tile exactly.
    CardDenial { seat: Seat, tile: Tile },
}

/// What speaks for this action of this seat, or against it.
pub(crate) fn reasons(state: &State, seat: Seat, action: Action) -> Vec<Reason> {
    let round = scoring::next_round(state);
    let mut before = state.clone();
    // Nothing that nobody can know is a reason.
    hide(&mut before);
    let mut after = before.clone();
    after.apply_unchecked(action);
    if let Action::Buy { tile, .. } | Action::TakeHut { tile } = action {
        house(after.player_mut(seat), tile);
    }
    let mut reasons = Vec::new();
    let points = |it: &State| scoring::sheets(it, round).0[seat.index()].total() as i16;
    let gained = points(&after) - points(&before);
    if gained != 0 {
        reasons.push(Reason::Points { round, gained });
    }
    let [from, to] = [&before, &after].map(|it| wall(&it.player(seat).city));
    if from != to {
        reasons.push(Reason::Wall { from, to });
    }
    if matches!(action, Action::Buy { .. })
        && matches!(after.decision(), Some(Decision::Turn { seat: it, .. }) if it == seat)
    {
        reasons.push(Reason::ExtraAction);
    }
    for building in Building::ALL {
        let [from, to] = [&before, &after].map(|it| place(it, seat, building));
        if let Some(to) = to.filter(|to| from.is_none_or(|from| *to < from)) {
            reasons.push(Reason::Majority { building, from, to });
        }
    }
    if let Action::Buy { tile, .. } = action {
        reasons.extend(denial(&before, seat, tile, round));
    }
    let cards: Vec<MoneyCard> = match action {
        Action::Take { cards } => cards.cards().collect(),
        Action::Steal { card } => vec![card],
        _ => Vec::new(),
    };
    if !cards.is_empty() {
        reasons.push(Reason::Money { amount: cards.iter().map(|it| it.value()).sum() });
        reasons.extend(preparations(&before, &after, seat));
        reasons.extend(card_denial(&before, seat, &cards));
    } else if reasons.contains(&Reason::ExtraAction) {
        // Who acts once more can pay for the next tile at once.
        let exact = for_sale(&after).filter(|it| pays_exactly(&after, seat, *it));
        reasons.extend(exact.map(|(_, tile)| Reason::ExactNext { tile }));
    }
    reasons
}

/// The longest wall, or the longest moat where there is no wall.
fn wall(city: &City) -> u8 {
    match city.longest_wall(Part::Alhambra) {
        0 => city.longest_wall(Part::Granada),
        wall => wall,
    }
}

/// Builds a tile that was just bought where it makes the longest wall, if it fits anywhere.
fn house(player: &mut Player, tile: Tile) {
    let edges = player.edges_of(tile);
    let built = |cell| {
        let mut city = player.city;
        city.build(tile, edges, cell);
        city
    };
    if let Some(city) = player.city.cells_for(tile, edges).map(built).max_by_key(wall) {
        player.city = city;
        player.bought.retain(|it| *it != tile);
    }
}

/// The place of a seat in a kind of building, from 1 on; equals share the better place.
fn place(state: &State, seat: Seat, building: Building) -> Option<u8> {
    let own = scoring::buildings(state.player(seat))[building];
    let others = state.seats().filter(|it| *it != seat).map(|it| scoring::buildings(state.player(it))[building]);
    let dirk = state.dirk.iter().map(|it| it.tiles.iter().filter(|it| it.building() == Some(building)).count() as u8);
    (own > 0).then(|| 1 + others.chain(dirk).filter(|it| *it > own).count() as u8)
}

/// Who else could have paid for this tile and would have gained most by it.
fn denial(state: &State, seat: Seat, tile: Tile, round: Round) -> Option<Reason> {
    let asked = payment::asked(&state.table, tile)?;
    let points = |it: &State, who: Seat| scoring::sheets(it, round).0[who.index()].total() as i16;
    let gain = |who: Seat| {
        let mut richer = state.clone();
        house(richer.player_mut(who), tile);
        points(&richer, who) - points(state, who)
    };
    let rivals =
        state.seats().filter(|it| *it != seat && state.player(*it).purse(asked.currency).total() >= asked.price);
    let (points, seat) = rivals.map(|it| (gain(it), it)).max_by_key(|it| it.0)?;
    (points > 0).then_some(Reason::Denial { seat, tile, points })
}

/// The tiles on the market with what they cost.
fn for_sale(state: &State) -> impl Iterator<Item = (Asked, Tile)> {
    let table = &state.table;
    let tiles = Currency::ALL.into_iter().flat_map(|it| [table.market[it], table.granada_market[it]]).flatten();
    tiles.filter_map(|tile| Some((payment::asked(table, tile)?, tile)))
}

fn pays_exactly(state: &State, seat: Seat, (asked, _): (Asked, Tile)) -> bool {
    state.player(seat).purse(asked.currency).sums(1) >> asked.price & 1 != 0
}

/// What the new money is good for: the tiles that it pays exactly, else those that it pays at all, else the one that is nearest.
fn preparations(before: &State, after: &State, seat: Seat) -> Vec<Reason> {
    let total = |state: &State, asked: &Asked| state.player(seat).purse(asked.currency).total();
    let exact = for_sale(before).filter(|it| pays_exactly(after, seat, *it) && !pays_exactly(before, seat, *it));
    let mut reasons: Vec<Reason> = exact.map(|(_, tile)| Reason::ExactNext { tile }).collect();
    if reasons.is_empty() {
        let is_new = |asked: &Asked| total(before, asked) < asked.price && total(after, asked) >= asked.price;
        reasons.extend(for_sale(before).filter(|it| is_new(&it.0)).map(|(_, tile)| Reason::Affordable { tile }));
    }
    if reasons.is_empty() {
        let grew = for_sale(before).filter(|(asked, _)| total(after, asked) > total(before, asked));
        let short = grew.filter_map(|(asked, tile)| Some((asked.price.checked_sub(total(after, &asked))?, tile)));
        let nearest = short.filter(|it| it.0 > 0).min_by_key(|it| it.0);
        reasons.extend(nearest.map(|(by, tile)| Reason::Short { tile, by }));
    }
    reasons
}

/// Who of the others, the next one first, could have paid which tile exactly with one of these cards and can't without it.
fn card_denial(state: &State, seat: Seat, cards: &[MoneyCard]) -> Option<Reason> {
    let n = state.players.len() as u8;
    (1..n).map(|it| Seat((seat.0 + it) % n)).find_map(|rival| {
        let helps = |asked: &Asked, card: &MoneyCard| {
            let rest = asked.price.checked_sub(card.value()).filter(|_| card.currency() == asked.currency);
            rest.is_some_and(|rest| state.player(rival).purse(asked.currency).sums(1) >> rest & 1 != 0)
        };
        let denied = for_sale(state)
            .find(|it| !pays_exactly(state, rival, *it) && cards.iter().any(|card| helps(&it.0, card)))?;
        Some(Reason::CardDenial { seat: rival, tile: denied.1 })
    })
}
