//! Bureaux de change: cards among the money that pay one purchase in two currencies.

use crate::common::{Scene, begun, check_ok, check_refused, course, display, legal, listed, names, play, scores};
use alhambra_engine::{
    Action, Event, Seat, View,
    material::{Bureau, Card},
};

/// The hand of the book's example, with the garden on the denar and the pavilion on the florin square.
fn example() -> Scene {
    Scene::new("alhambra 3 bureaux").market("P7e S9 G11 C10").money(0, "de7 de2 fl9").bureaux(0, "fl/de")
}

#[test]
fn m_bur_1_six_cards_in_piles_two_to_four() {
    // M-BUR-1: one for each pair of currencies, two each in piles 2, 3 and 4, whose money was equal before.
    for game in ["alhambra", "granada", "both"] {
        for (players, number) in (2..=6).flat_map(|players| (0..5).map(move |number| (players, number))) {
            let state = begun(&format!("{game} {players} bureaux"), number);
            let pile = &state.table.pile;
            assert_eq!(pile.layers.map(|it| it.n_bureaux), [0, 2, 2, 2, 0]);
            let money = pile.layers.map(|it| it.n_money());
            assert!(money.is_sorted_by(|a, b| a >= b) && money[0] - money[4] <= 1, "{money:?}");
            let mut found: Vec<Bureau> =
                pile.cards.iter().filter_map(|it| if let Card::Bureau(it) = it { Some(*it) } else { None }).collect();
            found.sort_unstable();
            assert_eq!(listed(found), "fl/di fl/de fl/du di/de di/du de/du");
        }
    }
}

#[test]
fn m_bur_1_they_are_not_always_in_the_same_piles() {
    // M-BUR-1: they are shuffled.
    let place = |number| {
        let state = begun("alhambra 3 bureaux", number);
        let places: Vec<usize> = (0..state.table.pile.cards.len())
            .filter(|&it| matches!(state.table.pile.cards[it], Card::Bureau(_)))
            .collect();
        places
    };
    assert!((1..5).any(|number| place(number) != place(0)));
}

#[test]
fn m_bur_2_it_lies_in_the_display_and_is_taken_alone() {
    // M-BUR-2: four cards in all, bureaux among them; taken instead of money and not with it.
    let mut state = Scene::new("alhambra 3 bureaux").display("fl1 di2 fl/de du8").pile("di/de fl3").state();
    assert_eq!(legal(&state, "take"), ["take di2", "take du8", "take fl1", "take fl1 di2"]);
    assert_eq!(legal(&state, "bureau"), ["bureau fl/de"]);
    check_refused(&state, "0 bureau di/de", "di/de is not in the display");
    assert!("take fl1 fl/de".parse::<Action>().is_err());
    let events = course(&mut state, "0 bureau fl/de > Turn 1");
    assert_eq!(names(&events), ["TookBureau", "Turned", "TurnBegan"]);
    assert_eq!(display(&state), "fl1 di2 du8 di/de");
    assert_eq!((listed(state.players[0].bureaux.iter()).as_str(), state.players[0].money.n_cards()), ("fl/de", 0));
}

#[test]
fn m_bur_2_any_number_in_hand() {
    // M-BUR-2: all six, if they come.
    let mut state = Scene::new("alhambra 3 bureaux")
        .display("fl/de fl/di du7 du8")
        .bureaux(0, "fl/du di/de di/du de/du")
        .pile("fl3")
        .state();
    course(&mut state, "0 bureau fl/de > Turn 1\n1 take fl3 > Turn 2\n2 take du7 > Turn 0\n0 bureau fl/di > Turn 1");
    assert_eq!(state.players[0].bureaux.len(), 6);
}

#[test]
fn m_bur_2_secret_in_the_hand() {
    // M-BUR-2: the others see the same whichever bureau it is; the owner does not.
    let with = |bureau| Scene::new("alhambra 3 bureaux").bureaux(0, bureau).state();
    let (one, other) = (with("fl/de"), with("di/du"));
    for viewer in [Some(Seat(1)), Some(Seat(2)), None] {
        assert!(View::of(&one, viewer) == View::of(&other, viewer));
    }
    assert!(View::of(&one, Some(Seat(0))) != View::of(&other, Some(Seat(0))));
}

#[test]
fn m_bur_3_the_example_of_the_book() {
    // M-BUR-3: 9 florins and 2 denars for the garden, or 7 denars for the pavilion; both are exact.
    let state = example().state();
    assert_eq!(
        legal(&state, "buy"),
        ["buy G11 de/fl de2 fl9", "buy G11 de/fl de7 fl9", "buy P7e fl/de de7", "buy P7e fl9"]
    );
    for (purchase, next) in [("G11 de/fl de2 fl9", "P7e fl/de de7"), ("P7e fl/de de7", "G11 de/fl de2 fl9")] {
        let mut state = example().state();
        course(&mut state, &format!("0 buy {purchase} > Turn 0"));
        // Not twice: the bureau is on the discard pile.
        check_refused(&state, &format!("0 buy {next}"), "you don't hold the bureau de change");
        assert_eq!((state.players[0].bureaux.len(), state.table.discarded_bureaux.len()), (0, 1));
    }
}

#[test]
fn m_bur_3_any_mix_and_exactness_as_usual() {
    // M-BUR-3: 7 denars and 9 florins are 5 too much for the garden, so there is no further action.
    let mut state = example().state();
    let events = course(&mut state, "0 buy G11 de/fl de7 fl9 > Place 0");
    assert!(matches!(events[0], Event::Bought { exact: false, .. }));
    let state = example().state();
    check_ok(&state, "0 buy P7e fl/de fl9 de2\n0 buy P7e fl/de fl9\n0 buy G11 de/fl fl9 de2 de7");
    check_refused(&state, "0 buy P7e fl/de de2", "5 short");
}

#[test]
fn m_bur_3_it_must_show_the_currency_of_the_square() {
    // M-BUR-3: neither for the seraglio on the dirham nor for the chambers on the ducat square.
    let state = example().state();
    check_refused(&state, "0 buy S9 di/de de7 de2", "you don't hold the bureau de change");
    check_refused(&state, "0 buy S9 fl/de fl9", "S9 is paid in di");
    check_refused(&state, "0 buy S9 fl9", "S9 is paid in di");
    check_refused(&state, "0 buy P7e fl/du fl9", "you don't hold the bureau de change");
}

#[test]
fn m_bur_3_only_one_in_a_purchase() {
    // M-BUR-3: with two bureaux in hand each alone can be used, and a third currency never.
    let state = Scene::new("alhambra 3 bureaux")
        .market("P8 S9 A9 C10")
        .money(0, "fl3 di5 de5")
        .bureaux(0, "fl/di fl/de")
        .state();
    assert_eq!(legal(&state, "buy"), ["buy P8 fl/de fl3 de5", "buy P8 fl/di fl3 di5"]);
    assert!("buy P8 fl/di fl/de fl3 di5".parse::<Action>().is_err());
    assert!("buy P8 fl/di di3 de5".parse::<Action>().is_err());
}

#[test]
fn m_bur_3_it_is_reshuffled_with_the_discards() {
    // M-BUR-3: two cards and the bureau are the whole new pile.
    let mut state = Scene::new("alhambra 3 bureaux")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .money(0, "fl5 de4")
        .bureaux(0, "fl/de")
        .pile("")
        .further_cards_in_hand(2)
        .state();
    course(&mut state, "0 buy P8 fl/de fl5 de4 > Place 0\n0 keep P8 > Turn 1");
    assert_eq!(state.table.discarded_bureaux.len(), 1);
    let events = course(&mut state, "1 take fl1 > Turn 2");
    assert!(events.contains(&Event::PileRenewed { n_cards: 3 }));
    let mut cards: Vec<Card> = state.table.pile.cards.iter().chain(&state.table.display).copied().collect();
    cards.sort_unstable();
    assert_eq!(listed(cards), "fl5 di4 de4 de6 du8 fl/de");
    assert_eq!((state.table.discarded_bureaux.len(), state.table.discard.n_cards()), (0, 0));
}

#[test]
fn m_bur_4_no_value_at_the_final_award() {
    // M-BUR-4: one florin beats two bureaux with florins, and bureaux alone win nothing.
    let mut state = Scene::new("alhambra 3 bureaux")
        .market("P8 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du8")
        .money(2, "fl1")
        .bureaux(1, "fl/di fl/de")
        .state();
    let events = course(&mut state, "0 buy C10 du9 du8 > Place 0\n0 keep C10 > BuildWon 2\n2 build P8 e1 > Over");
    let winners: Vec<Option<Seat>> = events
        .iter()
        .filter_map(|it| if let Event::Awarded { winner, .. } = it { Some(*winner) } else { None })
        .collect();
    assert_eq!(winners, [Some(Seat(2)), None, None]);
    assert_eq!(scores(&state), [0, 0, 16]);
}

#[test]
fn m_bur_3_granada_and_the_combined_game() {
    // M-BUR-3: some purchase in both games is paid with a bureau, and the tile is bought.
    for game in ["granada 2 bureaux", "both 2 bureaux"] {
        let used = (0..20).any(|number| {
            let mut state = begun(game, number);
            for _ in 0..600 {
                let Some(seat) = state.to_act() else { break };
                let with_bureau = legal(&state, "buy").into_iter().find(|it| it.contains('/'));
                if let Some(buy) = with_bureau {
                    let events = play(&mut state, &format!("{seat} {buy}"));
                    return names(&events)[0] == "Bought" && state.table.discarded_bureaux.len() == 1;
                }
                let actions = [legal(&state, "bureau"), legal(&state, "take"), legal(&state, "*")].concat();
                play(&mut state, &format!("{seat} {}", actions[0]));
            }
            false
        });
        assert!(used, "{game}");
    }
}
