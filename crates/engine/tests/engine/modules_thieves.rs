//! Thieves: secret cards that take one open money card between turns.

use crate::common::{Scene, begun, check_ok, check_refused, course, display, legal, listed, names, read, scores};
use alhambra_engine::{Event, Seat, Seed, State, View};

/// Seat 0 is to act and can take the florin.
fn three() -> Scene {
    Scene::new("alhambra 3 thieves").market("P8 S9 A9 C10").display("fl1 di4 de6 du8").pile("fl2 di5 de7 du9")
}

#[test]
fn m_thf_1_twelve_dealt_in_secret() {
    // M-THF-1: four each for two or three, three for four, two for five or six; the rest is out.
    for (players, each) in (2..=6).zip([4, 4, 3, 2, 2]) {
        let mut events = Vec::new();
        let ruleset = read(&format!("alhambra {players} thieves"));
        let state = State::new_with(ruleset, Seed::from_number(players), &mut events).unwrap();
        assert!(state.players.iter().all(|it| it.thieves.0.iter().sum::<u8>() == each));
        let mut all = state.table.unused_thieves.0;
        assert_eq!(all.iter().sum::<u8>(), 12 - each * players as u8);
        for player in &state.players {
            all.iter_mut().zip(player.thieves.0).for_each(|(all, own)| *all += own);
        }
        assert_eq!(all, [3; 4]);
        // M-THF-1: only the owner is told which one it is.
        for event in events.iter().filter(|it| matches!(it, Event::ThiefDealt { .. })) {
            let &Event::ThiefDealt { seat, .. } = event else { continue };
            assert_eq!(event.seen_by(Some(seat)), *event);
            assert_eq!(event.seen_by(None), Event::ThiefDealt { seat, currency: None });
        }
    }
    let hands = |number| begun("alhambra 3 thieves", number).players[0].thieves;
    assert!((1..5).any(|number| hands(number) != hands(0)));
}

#[test]
fn m_thf_1_secret_in_the_hand() {
    // M-THF-1: the others see the same whichever thieves they are, also among those that are out.
    let (one, other) = (three().thieves(0, "fl fl").state(), three().thieves(0, "di du").state());
    assert!(View::of(&one, Some(Seat(1))) == View::of(&other, Some(Seat(1))));
    assert!(View::of(&one, Some(Seat(0))) != View::of(&other, Some(Seat(0))));
}

#[test]
fn m_thf_2_one_open_card_of_its_currency() {
    // M-THF-2: whatever its value; the thief leaves the game, the display is refilled at once.
    let mut state = three().thieves(2, "du fl").state();
    course(&mut state, "0 take fl1 > Interrupt 2");
    assert_eq!(display(&state), "di4 de6 du8 fl2");
    assert_eq!(legal(&state, "*"), ["pass", "steal du8", "steal fl2"]);
    check_refused(&state, "2 steal di4", "you have no thief of this currency");
    check_refused(&state, "2 steal du9", "du9 is not in the display");
    check_refused(&state, "2 take fl2 di4", "this can't be done at this moment");
    let events = course(&mut state, "2 steal du8 > Interrupt 2");
    assert_eq!(names(&events), ["Stole", "Turned"]);
    assert_eq!((display(&state).as_str(), listed(state.players[2].money.cards()).as_str()), ("di4 de6 fl2 di5", "du8"));
    assert_eq!((state.players[2].thieves.0, state.table.played_thieves.0), ([1, 0, 0, 0], [0, 0, 0, 1]));
}

#[test]
fn m_thf_2_walls_beside_and_bureaux_into_the_display() {
    // M-THF-2: the refill after a thief is a refill like any other.
    let mut state = Scene::new("alhambra 3 thieves walls bureaux")
        .display("fl1 di4 de6 du8")
        .pile("fl2 wall-ne wall-s fl/de")
        .thieves(2, "du du")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 2\n2 steal du8 > Interrupt 2");
    assert_eq!((display(&state).as_str(), listed(state.table.wall_cards).as_str()), ("di4 de6 fl2 fl/de", "ne s"));
    // a bureau is no money card, and nobody steals it.
    assert_eq!(legal(&state, "*"), ["pass"]);
}

#[test]
fn m_thf_2_a_scoring_card_is_scored_before_the_next_question() {
    // M-THF-2: with bonus cards, Dirk and all.
    let mut state = Scene::new("alhambra 2 thieves bonus-cards")
        .display("fl1 di4 de6 du8")
        .market("P8 S9 A9 C10")
        .pile("fl2 scoring1 fl3")
        .thieves(0, "du di")
        .bonus(0, "T12")
        .bonus(1, "G10")
        .city(1, "+    +    +\n @    G10\n+    +    +")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 0");
    let events = course(&mut state, "0 steal du8 > AskBonus 1\n1 reveal G10 > AskBonus 0\n0 pass > Interrupt 0");
    let drawn = ["DirkDrew"; 6];
    assert_eq!(names(&events), [&["Stole", "Turned", "Turned", "BonusShown", "Scored"], &drawn[..]].concat());
    assert_eq!(scores(&state), [0, 5, 0]);
    course(&mut state, "0 steal di4 > Turn 1");
}

#[test]
fn m_thf_3_not_before_the_own_turn() {
    // M-THF-3: who is next is not even asked, unless for the vizier.
    let mut state = three().thieves(0, "du").thieves(1, "du").thieves(2, "di").state();
    course(&mut state, "0 take fl1 > Interrupt 2\n2 pass > Interrupt 0\n0 pass > Turn 1");
    let mut state = Scene::new("alhambra 3 thieves vizier")
        .display("fl1 di4 de6 du8")
        .thieves(1, "du di")
        .asleep(0)
        .asleep(2)
        .state();
    course(&mut state, "0 take fl1 > Interrupt 1");
    assert_eq!(legal(&state, "*"), ["pass"]);
    check_refused(&state, "1 steal du8", "who is next may not play a thief");
    course(&mut state, "1 pass > Turn 1\n1 take di4 > Interrupt 1");
    // After the own turn it is allowed.
    check_ok(&state, "1 steal du8");
}

#[test]
fn m_thf_4_several_one_after_the_other() {
    // M-THF-4, M-VIZ-3: the user goes on without anybody in between; after the user's pass everybody is asked anew.
    let mut state = three().thieves(0, "di de").thieves(1, "fl").thieves(2, "fl du").state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 2
         2 pass > Interrupt 0
         0 steal di4 > Interrupt 0
         0 pass > Interrupt 2
         2 steal fl2 > Interrupt 2
         2 steal du8 > Interrupt 0
         0 pass > Turn 1",
    );
    assert_eq!(state.table.played_thieves.0, [1, 1, 0, 1]);
}

#[test]
fn m_thf_4_nobody_acts_between_two_thieves() {
    // M-THF-4: seat 2 plays both at once, and seat 0, who would be asked after that, can't come between.
    let mut state = three().thieves(0, "di de").thieves(2, "di du").state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 2
         2 steal di4 > Interrupt 2
         2 steal du8 > Interrupt 0
         0 steal de6 > Interrupt 0
         0 pass > Interrupt 0
         0 pass > Turn 1",
    );
    assert_eq!(state.table.played_thieves.0, [0, 1, 1, 1]);
    assert_eq!(state.table.display.len(), 4);
}

#[test]
fn m_thf_4_first_the_thief_then_the_vizier() {
    // M-THF-4: the note of the book; the stolen money pays for the tile.
    let mut state = Scene::new("alhambra 3 thieves vizier")
        .market("P8 S9 A9 C10")
        .display("fl1 di9 de6 du8")
        .thieves(2, "di")
        .asleep(0)
        .state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 1
         1 pass > Interrupt 2
         2 steal di9 > Interrupt 2
         2 buy S9 di9 > Place 2
         2 build S9 e1 > Interrupt 1
         1 pass > Turn 1",
    );
}

#[test]
fn m_thf_4_the_order_of_play_decides_between_vizier_and_thief() {
    // M-THF-4, M-VIZ-3: whoever is asked first acts first, whatever with.
    let mut state = Scene::new("alhambra 4 thieves vizier")
        .market("P8 S9 A9 C10")
        .display("fl1 di9 de6 du8")
        .thieves(3, "du")
        .money(2, "fl8")
        .asleep(0)
        .asleep(1)
        .asleep(3)
        .state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 2
         2 buy P8 fl8 > Place 2
         2 keep P8 > Interrupt 3
         3 steal du8 > Turn 1",
    );
}
