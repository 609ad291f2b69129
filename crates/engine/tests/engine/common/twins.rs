//! Twins: the same game with everything changed that somebody can't see.

use alhambra_engine::{
    Seat, State, invariants,
    material::{Building, Card, Currency, Money, Tile},
    rng::{Rng, Seed},
    state::{Player, Table},
};

use super::Dice;

/// The same game with everything mixed that this viewer can't see.
pub(crate) fn twin(state: &State, viewer: Option<Seat>, dice: &mut Dice) -> State {
    let mut twin = state.clone();
    twin.rng = Rng { seed: Seed::from_number(dice.below(1 << 30) as u64), drawn: dice.below(1000) as u64 };
    dice.shuffle(&mut twin.table.supply);
    dice.shuffle(&mut twin.table.granada_supply);
    for pile in &mut twin.table.huts.0 {
        // The open hut is the last one.
        let n_hidden = pile.len().saturating_sub(1);
        dice.shuffle(&mut pile[..n_hidden]);
    }
    mix_hands(&mut twin, viewer, dice);
    mix_pile(&mut twin, viewer, dice);
    mix_secrets(&mut twin, viewer, dice);
    invariants::check(&twin).unwrap();
    twin
}

/// The players whose hands this viewer can't see.
fn others(state: &mut State, viewer: Option<Seat>) -> impl Iterator<Item = &mut Player> {
    state.players.iter_mut().enumerate().filter(move |(i, _)| viewer.map(Seat::index) != Some(*i)).map(|it| it.1)
}

/// A hand as cards.
fn cards(player: &Player) -> Vec<Card> {
    player.money.cards().map(Card::Money).chain(player.bureaux.iter().map(Card::Bureau)).collect()
}

fn set_hand(player: &mut Player, cards: &[Card]) {
    player.money = cards.iter().filter_map(Card::money).collect::<Money>();
    let bureau = |it: &Card| if let Card::Bureau(bureau) = it { Some(*bureau) } else { None };
    player.bureaux = cards.iter().filter_map(bureau).collect();
}

/// Money and bureaux in the hands of others change hands; every hand keeps its number of cards.
pub(crate) fn mix_hands(state: &mut State, viewer: Option<Seat>, dice: &mut Dice) {
    let mut mixed: Vec<Card> = others(state, viewer).flat_map(|it| cards(it)).collect();
    dice.shuffle(&mut mixed);
    for player in others(state, viewer) {
        let n_cards = usize::from(player.money.n_cards() + player.bureaux.len());
        set_hand(player, &mixed.split_off(mixed.len() - n_cards));
    }
}

/// Cards in the hands of others trade places with cards of their sort in the pile, where each lies anywhere in its layer.
fn mix_pile(state: &mut State, viewer: Option<Seat>, dice: &mut Dice) {
    let in_hands: Vec<Card> = others(state, viewer).flat_map(|it| cards(it)).collect();
    let all: Vec<Card> = in_hands.iter().chain(&state.table.pile.cards).copied().collect();
    let sort = |card: &Card| match card {
        Card::Money(_) => 0,
        Card::Bureau(_) => 1,
        Card::Wall(_) => 2,
        Card::Scoring(_) => 3,
    };
    let mut by_sort = [0, 1, 2].map(|it| all.iter().copied().filter(|card| sort(card) == it).collect::<Vec<_>>());
    for cards in &mut by_sort {
        dice.shuffle(cards);
    }
    let mut another = |card: &Card| by_sort.get_mut(sort(card)).map_or(*card, |it| it.pop().unwrap());
    for player in others(state, viewer) {
        let hand: Vec<Card> = cards(player).iter().map(&mut another).collect();
        set_hand(player, &hand);
    }
    state.table.pile.cards.iter_mut().for_each(|it| *it = another(it));
    let mut upper = state.table.pile.cards.len();
    for layer in state.table.pile.layers {
        let lower = upper - usize::from(layer.n_cards);
        dice.shuffle(&mut state.table.pile.cards[lower..upper]);
        upper = lower;
    }
}

/// Thieves and bonus cards that nobody has seen, and choices that nobody knows yet, become others.
pub(crate) fn mix_secrets(state: &mut State, viewer: Option<Seat>, dice: &mut Dice) {
    let n_of = |counts: &[u8; 4]| -> Vec<Currency> {
        let repeated = Currency::ALL.into_iter().zip(counts).map(|(it, n)| std::iter::repeat_n(it, usize::from(*n)));
        repeated.flatten().collect()
    };
    let mut thieves = n_of(&state.table.unused_thieves.0);
    others(state, viewer).for_each(|it| thieves.extend(n_of(&it.thieves.0)));
    let mut bonus: Vec<Tile> = state.table.unused_bonus.to_vec();
    others(state, viewer).for_each(|it| bonus.extend(&it.bonus_held));
    dice.shuffle(&mut thieves);
    dice.shuffle(&mut bonus);
    for player in others(state, viewer) {
        let n_thieves = player.thieves.0.iter().sum::<u8>();
        player.thieves.0.fill(0);
        (0..n_thieves).for_each(|_| player.thieves[thieves.pop().unwrap()] += 1);
        player.bonus_held.iter_mut().for_each(|it| *it = bonus.pop().unwrap());
        if let Some(choice) = player.trader.as_mut().and_then(|it| it.choice.as_mut()) {
            let mut citizens = Building::ALL;
            dice.shuffle(&mut citizens);
            *choice = [citizens[0], citizens[1], citizens[2]];
            choice.sort_unstable();
        }
    }
    let Table { unused_thieves, unused_bonus, .. } = &mut state.table;
    unused_thieves.0.fill(0);
    for thief in thieves {
        unused_thieves[thief] += 1;
    }
    *unused_bonus = bonus.into_iter().collect();
}
