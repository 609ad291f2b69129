//! How a game went for everybody: the statistics of a record.

use alhambra_engine::{
    Aim, Event, State,
    material::{ByCurrency, MoneyCard},
    notation::{Record, RecordError},
    scoring::ScoreSheet,
};
use alhambra_protocol::{Occupant, SeatFacts, SeatNumber};

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// For everybody, by seat.
    pub seats: Vec<SeatFacts>,
    /// Dirk's points by scoring.
    pub dirk: Option<Vec<ScoreSheet>>,
    /// Who has won; nobody if the game is not over.
    pub winners: Vec<SeatNumber>,
}

/// Replays a record and counts; `people` are the players by seat with the time that they used, in milliseconds.
///
/// # Errors
/// Why it can't be replayed.
pub fn facts(record: &Record, people: &[(Occupant, u64)]) -> Result<Facts, RecordError> {
    let nobody = (Occupant::Nobody, 0);
    let mut seats: Vec<SeatFacts> = (0..usize::from(record.ruleset.players))
        .map(|seat| people.get(seat).unwrap_or(&nobody).clone())
        .map(|(occupant, time_used)| blank(occupant, time_used))
        .collect();
    let mut dirks = Vec::new();
    let mut before = None;
    let state = record.replay(|state, acted, events| {
        if let Some((seat, action)) = acted {
            let aim = before.and_then(|it| Aim::of(&action, it));
            seats[seat.index()].n_redesigns += u16::from(aim == Some(Aim::Redesign));
        }
        for event in events {
            note(&mut seats, &mut dirks, event);
        }
        before = state.decision();
    })?;
    for (facts, player) in seats.iter_mut().zip(&state.players) {
        facts.score = player.score;
    }
    Ok(Facts { seats, dirk: state.dirk.map(|_| dirks), winners: winners(&state) })
}

fn winners(state: &State) -> Vec<SeatNumber> {
    state.winners().into_iter().map(|it| it.0).collect()
}

fn blank(occupant: Occupant, time_used: u64) -> SeatFacts {
    SeatFacts {
        occupant,
        score: 0,
        scorings: Vec::new(),
        walls: Vec::new(),
        n_bought: 0,
        n_exact: 0,
        overpaid: 0,
        taken: ByCurrency::default(),
        n_redesigns: 0,
        n_turns: 0,
        time_used,
    }
}

fn note(seats: &mut [SeatFacts], dirks: &mut Vec<ScoreSheet>, event: &Event) {
    match event {
        Event::TurnBegan { seat } => seats[seat.index()].n_turns += 1,
        Event::Took { seat, cards } => cards.cards().for_each(|card| take(&mut seats[seat.index()], card)),
        Event::Stole { seat, card } => take(&mut seats[seat.index()], *card),
        Event::Bought { seat, tile, payment, exact } => {
            let facts = &mut seats[seat.index()];
            facts.n_bought += 1;
            facts.n_exact += u16::from(*exact);
            // Bazaars have no price of their own, but are always paid exactly (M-BAZ-2).
            let price = tile.price().filter(|_| !exact).unwrap_or_else(|| payment.total());
            facts.overpaid += u16::from(payment.total().saturating_sub(price));
        }
        Event::Scored { players, dirk, counts, round: _ } => {
            for ((facts, meta), count) in seats.iter_mut().zip(players).zip(counts) {
                facts.scorings.push(*meta);
                facts.walls.push(count.wall.max(count.moat));
            }
            dirks.extend(dirk);
        }
        _ => {}
    }
}

fn take(facts: &mut SeatFacts, card: MoneyCard) {
    facts.taken[card.currency()] += u16::from(card.value());
}
