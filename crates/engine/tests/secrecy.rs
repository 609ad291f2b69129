//! Secrecy: twins that differ in nothing but what is hidden look the same to everybody who may not see it.

mod common;

use alhambra_engine::{
    Ruleset, Seat, State, View,
    determinize::{Hands, Memory, determinize},
    invariants,
    material::{Card, Money, MoneyCard},
    rng::{Rng, Seed},
};
use common::{Dice, Style, in_parallel, random_game};

/// Everybody who can look: the seats, and a spectator.
fn viewers(state: &State) -> impl Iterator<Item = Option<Seat>> + use<> {
    state.seats().map(Some).chain([None])
}

/// The same game with everything mixed that this viewer can't see.
fn twin(state: &State, viewer: Option<Seat>, dice: &mut Dice) -> State {
    let mut twin = state.clone();
    dice.shuffle(&mut twin.table.supply);
    twin.rng = Rng { seed: Seed::from_number(dice.below(1 << 30) as u64), drawn: dice.below(1000) as u64 };
    // All face-down money and the hands of others are mixed; every hand keeps its number of cards.
    let hidden = |seat: &Seat| Some(*seat) != viewer;
    let mut cards: Vec<MoneyCard> = twin.table.pile.cards.iter().filter_map(Card::money).collect();
    for seat in state.seats().filter(hidden) {
        cards.extend(state.player(seat).money.cards());
    }
    dice.shuffle(&mut cards);
    for seat in state.seats().filter(hidden) {
        let n_cards = usize::from(state.player(seat).money.n_cards());
        twin.player_mut(seat).money = cards.split_off(cards.len() - n_cards).into_iter().collect::<Money>();
    }
    for card in &mut twin.table.pile.cards {
        if let Card::Money(card) = card {
            *card = cards.pop().unwrap();
        }
    }
    // A scoring card may lie anywhere in its layer.
    let mut upper = twin.table.pile.cards.len();
    for layer in twin.table.pile.layers {
        let lower = upper - usize::from(layer.n_cards);
        dice.shuffle(&mut twin.table.pile.cards[lower..upper]);
        upper = lower;
    }
    invariants::check(&twin).unwrap();
    twin
}

/// Nothing hidden shows, and what is filled in at random agrees with what is known.
fn check(state: &State, hands: &Hands, dice: &mut Dice) {
    for seat in state.seats() {
        assert_eq!(hands.of(seat).money, state.player(seat).money, "an attentive watcher knows seat {seat}'s hand");
    }
    for viewer in viewers(state) {
        let view = View::of(state, viewer);
        assert_eq!(view.to_act(), state.to_act());
        let twin = twin(state, viewer, dice);
        let twins_view = View::of(&twin, viewer);
        assert!(
            twins_view == view && format!("{twins_view:?}") == format!("{view:?}"),
            "a view shows something hidden"
        );

        let mut rng = Rng::new(Seed::from_number(dice.below(1 << 30) as u64));
        for memory in [Memory::None, Memory::Perfect(hands)] {
            let guess = determinize(&view, memory, &mut rng);
            assert!(View::of(&guess, viewer) == view, "a guess does not look like what it was made from");
            if let Err(violation) = invariants::check(&guess) {
                panic!("a guess is no game: {violation}");
            }
            if let Memory::Perfect(_) = memory {
                assert!(state.seats().all(|it| guess.player(it).money == state.player(it).money));
            }
        }
    }
}

fn check_game(number: u64, every: usize) {
    let mut hands = Hands::default();
    let mut n = 0;
    let style = Style::ALL[(number / 5) as usize % 2];
    random_game(Ruleset::alhambra(2 + (number % 5) as u8), number, style, |state, _, events, dice| {
        for event in events {
            hands.observe(event);
        }
        n += 1;
        if n % every == 0 || state.is_over() {
            check(state, &hands, dice);
        }
    });
}

#[test]
fn twins_look_the_same() {
    in_parallel(40, |number| check_game(number, 4));
}

#[test]
#[ignore = "long; part of the soak"]
fn twins_look_the_same_at_every_moment_of_many_games() {
    in_parallel(500, |number| check_game(100 + number, 1));
}

#[test]
fn b_set_2_hands_are_secret() {
    // B-SET-2: of another hand a view tells the number of cards and no more.
    let state = State::new(Ruleset::alhambra(3), Seed::from_number(3), &mut ()).unwrap();
    for viewer in viewers(&state) {
        let view = View::of(&state, viewer);
        assert_eq!(view.own.map(|it| it.money), viewer.map(|it| state.player(it).money));
        let n_cards = state.players.iter().map(|it| it.money.n_cards());
        assert!(view.players.iter().map(|it| it.n_cards).eq(n_cards));
    }
}

#[test]
fn guesses_differ() {
    // A guess that always came out the same would give something away.
    let state = State::new(Ruleset::alhambra(4), Seed::from_number(5), &mut ()).unwrap();
    let view = View::of(&state, Some(Seat(1)));
    let mut rng = Rng::new(Seed::from_number(1));
    let guesses = [(); 4].map(|()| determinize(&view, Memory::None, &mut rng));
    for (i, guess) in guesses.iter().enumerate() {
        assert!(guess.table.supply != state.table.supply);
        assert!(guess.table.pile.cards != state.table.pile.cards);
        assert!(guesses[..i].iter().all(|it| it.table.supply != guess.table.supply && it.rng != guess.rng));
        assert!(guesses[..i].iter().all(|it| it.players[0].money != guess.players[0].money));
        assert_eq!(guess.players[1].money, state.players[1].money);
    }
}
