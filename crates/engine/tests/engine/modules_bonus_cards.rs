//! Bonus cards: secret cards that count as one more building once their tile is built.

use crate::common::{Scene, begun, check_ok, check_refused, counts, course, legal, listed, names, read, scores};
use alhambra_engine::{
    Event, Seat, State,
    material::{Round, Tile},
};

const GARDEN: &str = "
+    +    +
 @    G10
+    +    +
";

const TWO_GARDENS: &str = "
+    +    +    +
 G12  @    G11
+----+    +    +
";

#[test]
fn m_bon_1_the_ten_tiles_without_walls() {
    // M-BON-1: three each for two or three, two for four or five, one for six; the rest is out.
    for (players, each) in (2..=6).zip([3, 3, 2, 2, 1]) {
        let state = begun(&format!("alhambra {players} bonus-cards"), players);
        assert!(state.players.iter().all(|it| it.bonus_held.len() == each && it.bonus_shown.is_empty()));
        let mut cards: Vec<Tile> = state.table.unused_bonus.to_vec();
        assert_eq!(cards.len(), 10 - each * players as usize);
        state.players.iter().for_each(|it| cards.extend(&it.bonus_held));
        cards.sort_unstable();
        assert_eq!(listed(cards), "P8 S9 A9 A10 C10 C11 G10 G11 T11 T12");
    }
}

#[test]
fn m_bon_1_dealt_in_secret() {
    // M-BON-1: only the owner is told which card it is.
    let mut events = Vec::new();
    State::new_with(read("alhambra 3 bonus-cards"), alhambra_engine::Seed::from_number(1), &mut events).unwrap();
    let dealt: Vec<&Event> = events.iter().filter(|it| matches!(it, Event::BonusDealt { .. })).collect();
    assert_eq!(dealt.len(), 9);
    for event in dealt {
        let &Event::BonusDealt { seat, .. } = event else { continue };
        assert_eq!(event.seen_by(Some(seat)), *event);
        for other in (0..3).map(Seat).filter(|it| *it != seat).map(Some).chain([None]) {
            assert_eq!(event.seen_by(other), Event::BonusDealt { seat, tile: None });
        }
    }
}

#[test]
fn m_bon_2_the_garden_counts_as_two() {
    // M-BON-2: the book's example; nothing counts before the card is laid open, and laying it open costs nothing.
    let mut state = Scene::new("alhambra 3 bonus-cards")
        .city(0, GARDEN)
        .bonus(0, "G10")
        .display("fl1 di4 de6 du8")
        .city(1, TWO_GARDENS)
        .pile("scoring1")
        .state();
    assert_eq!((counts(&state, 0)[4], counts(&state, 1)[4]), (1, 2));
    assert_eq!(legal(&state, "reveal"), ["reveal G10"]);
    let events = course(&mut state, "0 reveal G10 > Turn 0");
    assert_eq!(names(&events), ["BonusShown"]);
    assert_eq!((counts(&state, 0)[4], counts(&state, 1)[4]), (2, 2));
    // Tied for the most gardens in the first scoring: (5 + 0) / 2, and seat 1 has a wall of one side.
    course(&mut state, "0 take fl1 > Turn 1");
    assert_eq!(scores(&state), [2, 2 + 1, 0]);
}

#[test]
fn m_bon_2_only_with_the_pictured_tile_built_by_oneself() {
    // M-BON-2: a garden of the same price with a wall is another tile; neither reserve nor another's city will do.
    let state = Scene::new("alhambra 3 bonus-cards")
        .city(0, "+    +----+\n @    G10\n+    +    +")
        .reserve(0, "G11")
        .city(1, "+    +    +\n @    T12\n+    +    +")
        .bonus(0, "G10 G11 T12")
        .bonus(1, "S9")
        .state();
    assert_eq!(legal(&state, "reveal"), Vec::<String>::new());
    for tile in ["G10", "G11", "T12", "S9", "G10n"] {
        check_refused(&state, &format!("0 reveal {tile}"), "you have no bonus card for");
    }
}

#[test]
fn m_bon_2_also_in_the_midst_of_a_turn() {
    // M-BON-2, M-BON-4: a free act, also after an exact payment; it neither ends the turn nor counts as acting.
    let mut state = Scene::new("alhambra 3 bonus-cards")
        .market("P8 S9 A9 C10")
        .money(0, "fl8")
        .city(0, GARDEN)
        .bonus(0, "G10")
        .state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 reveal G10 > Turn 0");
    check_refused(&state, "0 pass", "you may pass only if nothing is left");
    check_refused(&state, "0 reveal G10", "you have no bonus card for G10");
}

#[test]
fn m_bon_3_the_card_goes_back_to_the_hand_with_its_tile() {
    // M-BON-3: taken down or swapped, and it may be laid open again with the tile.
    for (action, event) in [("down G10", "TakenDown"), ("swap P8 G10", "Swapped")] {
        let mut state = Scene::new("alhambra 2 bonus-cards")
            .city(0, GARDEN)
            .bonus(0, "G10")
            .reserve(0, "P8")
            .display("fl1 di4 de6 du8")
            .state();
        course(&mut state, "0 reveal G10 > Turn 0");
        let events = course(&mut state, &format!("0 {action} > Turn 1"));
        assert_eq!(names(&events), [event, "BonusReturned", "TurnBegan"]);
        assert_eq!(counts(&state, 0)[4], 0);
        assert_eq!((state.players[0].bonus_held.len(), state.players[0].bonus_shown.len()), (1, 0));
        course(&mut state, "1 take fl1 > Turn 0");
        check_refused(&state, "0 reveal G10", "you have no bonus card for G10");
        course(&mut state, "0 build G10 w1 > Turn 1\n1 take di4 > Turn 0\n0 reveal G10 > Turn 0");
        assert_eq!(counts(&state, 0)[4], 2);
    }
}

#[test]
fn m_bon_3_other_tiles_may_go() {
    // M-BON-3: the card stays open as long as its own tile stays.
    let mut state = Scene::new("alhambra 3 bonus-cards")
        .bonus(0, "G10")
        .city(0, "+    +    +    +\n P8   @    G10\n+    +    +    +")
        .state();
    course(&mut state, "0 reveal G10 > Turn 0\n0 down P8 > Turn 1");
    assert_eq!(counts(&state, 0)[4], 2);
}

/// Four players of whom three hold cards, seat 3 two of them; seat 1 is to act.
fn four(scoring: &str) -> Scene {
    Scene::new("alhambra 4 bonus-cards")
        .turn(1)
        .display("fl1 di4 de6 du8")
        .pile(scoring)
        .bonus(0, "P8")
        .bonus(1, "S9")
        .bonus(3, "G10 G11")
        .city(3, GARDEN)
}

#[test]
fn m_bon_4_every_holder_is_asked_from_the_next_player() {
    // M-BON-4: seat 2 would be next and holds none; able or not; seat 3 reveals the one card that can be.
    for (scoring, points) in [("scoring1", 5), ("scoring2", 12)] {
        let mut state = four(scoring).state();
        course(&mut state, "1 take fl1 > AskBonus 3");
        check_ok(&state, "3 pass");
        check_refused(&state, "3 reveal G11", "you have no bonus card for G11");
        check_refused(&state, "3 take di4", "this can't be done at this moment");
        let events = course(
            &mut state,
            "3 reveal G10 > AskBonus 3
             3 pass > AskBonus 0
             0 pass > AskBonus 1
             1 pass > Turn 2",
        );
        assert_eq!(names(&events), ["BonusShown", "Scored", "TurnBegan"]);
        assert_eq!((scores(&state), counts(&state, 3)[4]), (vec![0, 0, 0, points], 2));
    }
}

#[test]
fn m_bon_4_a_reveal_asks_everybody_anew() {
    // M-BON-4: seat 3 has passed when seat 0 lays a card open, and may answer it; a pass all around ends the asking.
    let mut state = Scene::new("alhambra 4 bonus-cards")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 fl2")
        .turn(2)
        .city(0, "+    +    +\n @    G11\n+    +    +")
        .bonus(0, "G11 T12")
        .city(3, GARDEN)
        .bonus(3, "G10")
        .state();
    let events = course(
        &mut state,
        "2 take fl1 > AskBonus 3
         3 pass > AskBonus 0
         0 reveal G11 > AskBonus 3
         3 reveal G10 > AskBonus 0
         0 pass > Turn 3",
    );
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "BonusShown", "BonusShown", "Scored", "TurnBegan"]);
    // Two gardens each: (5 + 0) / 2.
    assert_eq!(scores(&state), [2, 0, 0, 2]);
}

#[test]
fn m_bon_4_without_cards_in_hand_nobody_is_asked() {
    // M-BON-4: the last card laid open ends the asking of that player; an open one is no card in hand.
    let mut state = Scene::new("alhambra 3 bonus-cards")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 fl2 scoring2")
        .city(1, GARDEN)
        .bonus(1, "G10")
        .state();
    course(&mut state, "0 take fl1 > AskBonus 1\n1 reveal G10 > Turn 1");
    assert_eq!(scores(&state), [0, 5, 0]);
    course(&mut state, "1 take fl2 > Turn 2");
    assert_eq!(scores(&state), [0, 5 + 12, 0]);
}

#[test]
fn m_bon_4_revealed_in_time_for_the_scoring() {
    // M-BON-4: two gardens against two only because the card is laid open before the scoring.
    for (answer, expected) in [("reveal G10 > Turn 1", [2, 1 + 2, 0]), ("pass > Turn 1", [0, 1 + 5, 0])] {
        let mut state = Scene::new("alhambra 3 bonus-cards")
            .display("fl1 di4 de6 du8")
            .pile("scoring1")
            .city(0, GARDEN)
            .bonus(0, "G10")
            .city(1, TWO_GARDENS)
            .state();
        course(&mut state, &format!("0 take fl1 > AskBonus 0\n0 {answer}"));
        assert_eq!(scores(&state), expected);
    }
}

#[test]
fn m_bon_4_before_the_third_scoring_all_by_themselves() {
    // M-BON-4, X-1: after the award, so that a tile won and built counts twice; nobody is asked.
    let mut state = Scene::new("alhambra 3 bonus-cards")
        .market("G10 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du8 fl1")
        .bonus(0, "G10 G11")
        .city(1, "+    +    +\n @    G11\n+    +    +")
        .state();
    let events = course(
        &mut state,
        "0 buy C10 du8 du9 > Place 0
         0 keep C10 > BuildWon 0
         0 build G10 e1 > Over",
    );
    assert_eq!(names(&events)[events.len() - 4..], ["Built", "BonusShown", "Scored", "Over"]);
    assert!(matches!(events[events.len() - 2], Event::Scored { round: Round::Third, .. }));
    assert_eq!(scores(&state), [20, 12, 0]);
    assert_eq!(listed(state.players[0].bonus_held), "G11");
}
