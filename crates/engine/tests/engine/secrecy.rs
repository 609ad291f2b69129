//! Secrecy: twins that differ in nothing but what is hidden look the same to everybody who may not see it.

use crate::common::{Dice, Style, any_ruleset, in_parallel, mix_hands, mix_secrets, random_game, twin};
use alhambra_engine::{
    Event, Ruleset, Seat, State, View,
    determinize::{Hand, Hands, Memory, determinize},
    invariants,
    material::{Building, Currency, Tile},
    modules::ModuleSet,
    rng::{Rng, Seed},
    state::Player,
};

/// Everybody who can look: the seats, and a spectator.
fn viewers(state: &State) -> impl Iterator<Item = Option<Seat>> + use<> {
    state.seats().map(Some).chain([None])
}

/// The hand of a player.
fn hand(player: &Player) -> Hand {
    Hand { money: player.money, bureaux: player.bureaux }
}

/// Nothing hidden shows, and what is filled in at random agrees with what is known.
fn check(state: &State, hands: &Hands, dice: &mut Dice) {
    for seat in state.seats() {
        assert_eq!(hands.of(seat), hand(state.player(seat)), "an attentive watcher knows seat {seat}'s hand");
    }
    for viewer in viewers(state) {
        let view = View::of(state, viewer);
        assert_eq!(view.to_act(), state.to_act());
        let twins_view = View::of(&twin(state, viewer, dice), viewer);
        assert!(
            twins_view == view && format!("{twins_view:?}") == format!("{view:?}"),
            "{}: a view shows something hidden",
            state.ruleset
        );
        let mut rng = Rng::new(Seed::from_number(dice.below(1 << 30) as u64));
        for memory in [Memory::None, Memory::Perfect(hands)] {
            let guess = determinize(&view, memory, &mut rng);
            let again = View::of(&guess, viewer);
            assert!(again == view, "{}: a guess does not look like what it was made from", state.ruleset);
            if let Err(violation) = invariants::check(&guess) {
                panic!("{}: a guess is no game: {violation}", state.ruleset);
            }
            if let Memory::Perfect(_) = memory {
                assert!(state.seats().all(|it| hand(guess.player(it)) == hand(state.player(it))));
            }
        }
    }
}

/// Whether something that was hidden came to light or was dealt, so that twins may part.
fn reveals(event: &Event) -> bool {
    matches!(event, Event::CitizensShown { .. } | Event::Awarded { .. } | Event::Scored { .. } | Event::Dealt { .. })
}

/// Twins with the same cards and tiles to come, in which the same is done, go on looking the same: what follows from an
/// action, and who is asked about it, depends on nothing that is still hidden.
fn check_course(before: &State, dice: &mut Dice) -> bool {
    let Some(seat) = before.to_act() else { return false };
    let mut actions = Vec::new();
    before.legal_actions_into(&mut actions);
    let action = dice.one_of(&actions);
    let mut after = before.clone();
    let mut events: Vec<Event> = Vec::new();
    after.apply_with(seat, action, &mut events).unwrap();
    let mut compared = false;
    for viewer in viewers(before) {
        let mut twin = before.clone();
        mix_hands(&mut twin, viewer, dice);
        mix_secrets(&mut twin, viewer, dice);
        let mut twins_events: Vec<Event> = Vec::new();
        // With another hand the same can't always be done.
        if twin.apply_with(seat, action, &mut twins_events).is_err() || events.iter().chain(&twins_events).any(reveals)
        {
            continue;
        }
        let heard = |events: &[Event]| events.iter().map(|it| it.seen_by(viewer)).collect::<Vec<_>>();
        assert_eq!(heard(&events), heard(&twins_events), "{}: {action} gives something away", before.ruleset);
        let same = View::of(&after, viewer) == View::of(&twin, viewer);
        assert!(same, "{}: after {action} a view shows something hidden", before.ruleset);
        compared = true;
    }
    compared
}

fn check_game(number: u64, every: usize) {
    let mut hands = Hands::default();
    let mut n = number as usize;
    let style = Style::ALL[(number / 8) as usize % 2];
    random_game(any_ruleset(number), number, style, |state, _, events, dice| {
        for event in events {
            hands.observe(event);
        }
        n += 1;
        if n.is_multiple_of(every) || state.is_over() {
            check(state, &hands, dice);
            check_course(state, dice);
        }
    });
}

#[test]
fn twins_look_the_same() {
    in_parallel(96, |number| check_game(number, 16));
}

#[test]
fn x_7_what_happens_depends_on_nothing_hidden() {
    // in games with viziers, thieves and bonus cards everybody is asked, whatever the hands are.
    let n_compared = std::sync::atomic::AtomicUsize::new(0);
    in_parallel(24, |number| {
        let players = 2 + (number % 5) as u8;
        let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(players) };
        random_game(ruleset, number, Style::ALL[(number / 5) as usize % 2], |state, _, _, dice| {
            let compared = check_course(state, dice);
            n_compared.fetch_add(compared.into(), std::sync::atomic::Ordering::Relaxed);
        });
    });
    assert!(n_compared.into_inner() > 2_000);
}

#[test]
#[ignore = "long; part of the soak"]
fn twins_look_the_same_at_every_moment_of_many_games() {
    in_parallel(800, |number| check_game(100 + number, 1));
}

#[test]
fn b_set_2_hands_are_secret() {
    // B-SET-2: of another hand a view tells the number of cards and no more.
    let state = State::new(Ruleset::alhambra(3), Seed::from_number(3)).unwrap();
    for viewer in viewers(&state) {
        let view = View::of(&state, viewer);
        assert_eq!(view.own.map(|it| it.money), viewer.map(|it| state.player(it).money));
        let n_cards = state.players.iter().map(|it| it.money.n_cards());
        assert!(view.players.iter().map(|it| it.n_cards).eq(n_cards));
    }
}

#[test]
fn m_bon_1_thf_1_trd_1_what_is_dealt_in_secret_is_told_to_its_owner_alone() {
    // M-BON-1, M-THF-1, M-TRD-1: whatever it is, the others hear the same.
    let seat = Seat(1);
    let check = |events: Vec<Event>| {
        for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
            let heard: Vec<Event> = events.iter().map(|it| it.seen_by(viewer)).collect();
            assert!(heard.iter().all(|it| *it == heard[0] && *it != events[0]));
        }
        assert!(events.iter().all(|it| it.seen_by(Some(seat)) == *it));
    };
    check(Tile::on_bonus_cards().map(|it| Event::BonusDealt { seat, tile: Some(it) }).collect());
    check(Currency::ALL.map(|it| Event::ThiefDealt { seat, currency: Some(it) }).to_vec());
    let choices = [[0, 1, 2], [1, 2, 5], [3, 4, 5]].map(|choice| choice.map(|it: usize| Building::ALL[it]));
    check(choices.map(|it| Event::CitizensChosen { seat, citizens: Some(it) }).to_vec());
}

#[test]
fn guesses_differ() {
    // A guess that always came out the same would give something away.
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(4) };
    let state = random_state(ruleset);
    let view = View::of(&state, Some(Seat(1)));
    let mut rng = Rng::new(Seed::from_number(1));
    let guesses: Vec<State> = (0..8).map(|_| determinize(&view, Memory::None, &mut rng)).collect();
    for (i, guess) in guesses.iter().enumerate() {
        assert!(guess.table.supply != state.table.supply);
        assert!(guess.table.pile.cards != state.table.pile.cards);
        assert!(guesses[..i].iter().all(|it| it.table.supply != guess.table.supply && it.rng != guess.rng));
        assert!(guesses[..i].iter().all(|it| it.players[0].money != guess.players[0].money));
        assert_eq!(hand(&guess.players[1]), hand(&state.players[1]));
        assert_eq!(guess.players[1].bonus_held, state.players[1].bonus_held);
        assert_eq!(guess.players[1].thieves, state.players[1].thieves);
    }
    assert!(guesses.iter().any(|it| it.players[0].bonus_held != guesses[0].players[0].bonus_held));
    assert!(guesses.iter().any(|it| it.players[0].thieves != guesses[0].players[0].thieves));
    assert!(guesses.iter().any(|it| it.table.huts != guesses[0].table.huts));
}

/// A game after its first few actions.
fn random_state(ruleset: Ruleset) -> State {
    let mut early = None;
    let mut n = 0;
    random_game(ruleset, 5, Style::Any, |state, _, _, _| {
        n += 1;
        if n == 12 {
            early = Some(state.clone());
        }
    });
    early.unwrap()
}
