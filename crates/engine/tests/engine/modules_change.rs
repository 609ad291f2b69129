//! Change: coins for those who pay too much.

use crate::common::{Scene, begun, check_ok, check_refused, course, legal, names, scores};
use alhambra_engine::{
    Decision, Event, Rng, Seat, Seed, State,
    material::{Currency, Tile},
};

/// The tower of the example on the denar square.
fn tower() -> Scene {
    Scene::new("alhambra 3 change camps").market("P8 S9 T10w K8ne").money(0, "de9 de8 de3 de2 de1 du9 du8 di8 di1")
}

fn n_coins(state: &State, seat: usize) -> u8 {
    state.players[seat].coins.0.iter().sum()
}

fn n_in_bag(state: &State) -> u8 {
    state.table.coin_bag.0.iter().sum()
}

/// After this purchase by seat 0 there are so many coins more in front of them and so many less in the bag.
#[track_caller]
fn check_change(expected: u8, purchase: &str) {
    let mut state = tower().state();
    let events = crate::common::play(&mut state, &format!("0 buy {purchase}"));
    assert_eq!((n_coins(&state, 0), n_in_bag(&state)), (expected, 24 - expected));
    assert_eq!(names(&events).contains(&"GotChange".to_owned()), expected > 0);
}

#[test]
fn m_chg_1_six_coins_of_each_currency() {
    // M-CHG-1: all in the bag; none without the module.
    let state = begun("alhambra 3 change", 1);
    assert_eq!(state.table.coin_bag.0, [6; 4]);
    assert!(state.players.iter().all(|it| it.coins.0 == [0; 4]));
    assert_eq!(begun("alhambra 3", 1).table.coin_bag.0, [0; 4]);
}

#[test]
fn m_chg_2_one_coin_for_every_two_too_much() {
    // M-CHG-2: the example of the book, 17 denars for a tower of 10; the odd one is lost.
    check_change(3, "T10w de9 de8");
    check_change(0, "T10w de9 de1");
    check_change(0, "T10w de8 de3");
    check_change(1, "T10w de9 de3");
    check_change(1, "T10w de8 de3 de2");
    check_change(2, "T10w de9 de3 de2");
}

#[test]
fn m_chg_2_deliberately_and_for_camps() {
    // M-CHG-2: superfluous cards are legal, and a camp gives change like a building.
    check_change(6, "T10w de9 de8 de3 de2");
    check_change(4, "K8ne du9 du8");
    let state = tower().state();
    assert!(legal(&state, "buy").contains(&"buy T10w de8 de9".to_owned()), "a listed payment earns three coins");
}

#[test]
fn m_chg_2_with_a_bureau_too() {
    // M-CHG-2, M-BUR-3: 7 denars and 9 florins for a garden of 11 are 5 too much, in whichever currency.
    let scene = |market: &str| {
        Scene::new("alhambra 3 change bureaux").market(market).money(0, "de7 de2 fl9").bureaux(0, "fl/de")
    };
    let example = || scene("P7e S9 G11 C10");
    let mut state = example().state();
    let events = course(&mut state, "0 buy G11 de/fl de7 fl9 > Place 0");
    assert_eq!(names(&events), ["Bought", "GotChange"]);
    assert_eq!((n_coins(&state, 0), n_in_bag(&state)), (2, 22));
    assert!(
        legal(&example().state(), "buy").contains(&"buy G11 de/fl de7 fl9".to_owned()),
        "a listed payment earns coins"
    );
    // Entirely in the other currency: 9 florins and a coin of them for 7 are 3 too much, and the coin goes to the bag first.
    let mut state = scene("C10 S9 P7e G11").coins(0, [1, 0, 0, 0]).coins(1, [5, 6, 6, 6]).state();
    course(&mut state, "0 buy P7e de/fl fl9 fl*1 > Place 0");
    assert_eq!((state.players[0].coins.0, n_in_bag(&state)), ([1, 0, 0, 0], 0));
    // Exact is exact, and there is no change.
    let mut state = example().state();
    let events = course(&mut state, "0 buy G11 de/fl de2 fl9 > Turn 0");
    assert_eq!(names(&events), ["Bought"]);
}

#[test]
fn m_chg_2_random_coins() {
    // M-CHG-2: which ones depends on the draw.
    let drawn = |number| {
        let mut state = tower().state();
        state.rng = Rng::new(Seed::from_number(number));
        crate::common::play(&mut state, "0 buy T10w de9 de8 de3 de2");
        state.players[0].coins
    };
    assert_eq!(drawn(0), drawn(0));
    assert!((1..5).any(|number| drawn(number) != drawn(0)));
}

#[test]
fn m_chg_2_as_far_as_the_bag_has_them() {
    // M-CHG-2: two ducats are left, then nothing.
    let mut state = tower().coins(1, [6, 6, 6, 4]).money(1, "du5 du7").state();
    course(&mut state, "0 buy T10w de9 de8 > Place 0\n0 keep T10w > Turn 1");
    assert_eq!((state.players[0].coins.0, n_in_bag(&state)), ([0, 0, 0, 2], 0));
    let events = course(&mut state, "1 buy K8ne du5 du7 > Place 1");
    assert_eq!(names(&events), ["Bought"]);
    assert_eq!(state.players[1].coins.0, [6, 6, 6, 4]);
}

#[test]
fn m_chg_2_spent_coins_return_to_the_bag_first() {
    // M-CHG-2: the bag is empty, so the spent denar is all that can be drawn; of three earned coins there is one.
    let mut state = tower().coins(0, [0, 0, 1, 0]).coins(1, [6, 6, 5, 6]).state();
    let events = course(&mut state, "0 buy T10w de9 de8 de*1 > Place 0");
    assert_eq!(names(&events), ["Bought", "GotChange"]);
    assert_eq!((state.players[0].coins.0, n_in_bag(&state)), ([0, 0, 1, 0], 0));
}

#[test]
fn m_chg_3_a_coin_pays_like_a_card_of_one() {
    // M-CHG-3: 8 dirhams and a coin are exact; the coin returns to the bag; only coins of that currency pay.
    let mut state = tower().coins(0, [2, 1, 0, 0]).state();
    assert_eq!(n_in_bag(&state), 21);
    check_ok(&state, "0 buy S9 di8 di*1\n0 buy S9 di8 di1\n0 buy S9 di8 di1 di*1");
    check_refused(&state, "0 buy S9 di8 di*2", "you don't have this money");
    check_refused(&state, "0 buy P8 fl*2", "6 short");
    check_refused(&state, "1 buy S9 di8 di*1", "it is seat 0's decision");
    assert!(legal(&state, "buy").contains(&"buy S9 di8 di*1".to_owned()));
    course(&mut state, "0 buy S9 di8 di*1 > Turn 0");
    assert_eq!((state.players[0].coins.0, n_in_bag(&state)), ([2, 0, 0, 0], 22));
}

#[test]
fn m_chg_3_coins_lie_open() {
    // M-CHG-3: everybody sees them.
    let with = |coins| tower().coins(0, coins).state();
    let view = |state: &State| alhambra_engine::View::of(state, Some(Seat(1)));
    assert!(view(&with([1, 0, 0, 0])) != view(&with([0, 1, 0, 0])));
}

#[test]
fn m_chg_3_coins_count_at_the_final_award() {
    // M-CHG-3: 3 florins and 2 coins beat 4 florins; a single coin wins the dirham square; 4 and 4 tie.
    let mut state = Scene::new("alhambra 3 change")
        .market("P8 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du1 fl3 de4")
        .coins(0, [2, 0, 0, 0])
        .money(1, "fl4 de3")
        .coins(1, [0, 1, 1, 0])
        .display("du6 du7 du8 di9")
        .state();
    let events = course(
        &mut state,
        "0 buy C10 du9 du1 > Turn 0
         0 take du7 > Place 0
         0 keep C10 > BuildWon 1
         1 build S9 e1 > BuildWon 0
         0 build P8 e1 > Over",
    );
    let winners: Vec<Option<u8>> = events
        .iter()
        .filter_map(|it| if let Event::Awarded { winner, .. } = it { Some(winner.map(|it| it.0)) } else { None })
        .collect();
    assert_eq!(winners, [Some(0), Some(1), None]);
    assert_eq!(scores(&state), [16, 17, 0]);
}

#[test]
fn m_chg_4_no_falcons_for_coins() {
    // M-CHG-4, X-9: a falcon costs a card, however many coins there are, and no change is given.
    let scene = || {
        Scene::new("alhambra 3 change falconers")
            .city(0, "+----+----+\n|P5   T9  |\n+    +    +\n @    G10\n+    +    +")
            .coins(0, [3, 3, 3, 3])
    };
    let state = scene().state();
    assert_eq!(legal(&state, "falcon"), Vec::<String>::new());
    let mut state = scene().money(0, "du9").state();
    let events = course(&mut state, "0 falcon white-TG e1 du9 > MoreFalcons 0");
    assert_eq!(names(&events), ["FalconCame"]);
    assert_eq!((n_coins(&state, 0), n_in_bag(&state)), (12, 12));
}

#[test]
fn m_chg_4_no_flips_for_coins() {
    // M-CHG-4, X-9: Granada knows no change; with coins on the table all the same, they don't turn a tile over.
    let mut state = begun("granada 3", 1);
    let seat = state.to_act().unwrap();
    let tile: Tile = state.table.granada_market[Currency::Florin].take().unwrap();
    let flipped = tile.flipped().unwrap();
    state.player_mut(seat).bought.push(tile);
    state.player_mut(seat).coins.0 = [6; 4];
    state.agenda.clear();
    state.agenda.push(Decision::Place { seat }.into());
    check_refused(&state, &format!("{seat} flip {flipped} n1 fl*3"), "cards of one currency, without coins or bureau");
    assert!(!legal(&state, "flip").iter().any(|it| it.contains('*')));
}
