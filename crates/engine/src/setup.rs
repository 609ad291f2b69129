//! Unpacks the box. The only file that asks what is being played.

use arrayvec::ArrayVec;

use crate::{
    dirk::{self, Dirk},
    event::{Event, Witness},
    market,
    material::{Card, MoneyCard, Round, Tile},
    rng::{Rng, Seed, Stream},
    ruleset::{Objection, Ruleset},
    state::{Layer, Pile, Player, Seat, State, Step, Table},
    turn,
};

impl State {
    /// Sets up a game.
    ///
    /// # Errors
    /// Every reason why this ruleset can't be played.
    pub fn new<W: Witness>(ruleset: Ruleset, seed: Seed, witness: &mut W) -> Result<State, Vec<Objection>> {
        ruleset.validate()?;
        let n_players = usize::from(ruleset.players);
        let mut rng = Rng::new(seed);

        let mut table = Table { supply: Tile::buildings().collect(), ..Table::default() };
        rng.stream(|it| it.shuffle(&mut table.supply));
        let mut state = State {
            ruleset,
            table,
            players: (0..n_players).map(|_| Player::new(Tile::FOUNTAIN)).collect(),
            // Two players are joined by Dirk, and one copy of each money card stays in the box (B-DIRK-1).
            dirk: (n_players == 2).then(Dirk::default),
            agenda: ArrayVec::new(),
            rng,
        };
        market::refill(&mut state, witness);
        dirk::draw(&mut state, 6, witness);

        let copies = if n_players == 2 { 2 } else { 3 };
        let mut cards: Vec<MoneyCard> = MoneyCard::all().flat_map(|card| std::iter::repeat_n(card, copies)).collect();
        state.rng.stream(|it| it.shuffle(&mut cards));
        let start_player = deal(&mut state, &mut cards, witness);

        let open = cards.split_off(cards.len() - 4);
        for card in open.into_iter().rev().map(Card::Money) {
            state.table.display.push(card);
            witness.see(|| Event::Turned { card });
        }
        // The first scoring is hidden in the second pile, the second in the fourth (B-SET-4).
        let scorings = [None, Some(Round::First), None, Some(Round::Second), None];
        let cards: Vec<Card> = cards.into_iter().rev().map(Card::Money).collect();
        state.table.pile = state.rng.stream(|stream| layered(&cards, scorings, stream));

        state.agenda.push(Step::Turn { seat: start_player });
        turn::announce(&state, witness);
        Ok(state)
    }
}

/// Deals every player money until it is worth 20, and finds who starts (B-SET-2, B-SET-3).
fn deal<W: Witness>(state: &mut State, cards: &mut Vec<MoneyCard>, witness: &mut W) -> Seat {
    let mut start = (u8::MAX, u8::MAX, Seat(0));
    for seat in state.seats() {
        let mut worth = 0;
        while worth < 20 {
            let Some(card) = cards.pop() else { break };
            worth += card.value();
            state.player_mut(seat).money.add(card);
            witness.see(|| Event::Dealt { seat, card });
        }
        // The fewest cards, then the least money; the lowest seat stands for the youngest.
        start = start.min((state.player(seat).money.n_cards(), worth, seat));
    }
    start.2
}

/// Divides the cards, the uppermost first, into five piles, shuffles the extra cards in and puts the piles together.
pub(crate) fn layered(cards: &[Card], scorings: [Option<Round>; 5], stream: &mut Stream) -> Pile {
    let mut pile = Pile::default();
    let (each, surplus) = (cards.len() / 5, cards.len() % 5);
    let mut rest = cards;
    let mut piles: Vec<Vec<Card>> = Vec::new();
    for (i, scoring) in scorings.into_iter().enumerate() {
        let (own, others) = rest.split_at(each + usize::from(i < surplus));
        rest = others;
        let mut own = own.to_vec();
        if let Some(round) = scoring {
            own.push(Card::Scoring(round));
            stream.shuffle(&mut own);
        }
        pile.layers[i] = Layer { n_cards: own.len() as u8, scoring };
        piles.push(own);
    }
    pile.cards = piles.into_iter().flatten().collect::<Vec<_>>().into_iter().rev().collect();
    pile
}
