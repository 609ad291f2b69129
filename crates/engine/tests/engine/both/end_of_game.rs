//! The combined game, its end, and Dirk, who draws from both supplies.

use super::{WALLED, games};
use crate::common::{Scene, awards, check_refused, legal, listed, names, parity, play, read, scores, squares};
use alhambra_engine::{
    Decision, Event, Objection, Ruleset, Seat, Unplayable,
    material::{Parity, Part, Round, Tile},
};

/// Nothing in the supplies, both tiles on every square.
fn last_tiles(ruleset: &str) -> Scene {
    Scene::new(ruleset)
        .market("P7e S9 A9 C10")
        .granada_market("li10w ar4es hs12 pa12")
        .display("fl1 di4 de6 du8")
        .no_further_tiles()
}

#[test]
fn c_over_1_the_game_goes_on_while_every_square_has_a_tile() {
    // C-OVER-1: both supplies are empty; squares may lack one of their tiles, and the game ends with the second.
    let mut state = last_tiles("both 3").money(0, "fl8").money(1, "di9").money(2, "fl9 fl2").state();
    play(&mut state, "0 buy P7e fl8\n0 keep P7e");
    assert_eq!(state.decision(), Some(Decision::Turn { seat: Seat(1), first: true }));
    play(&mut state, "1 buy ar4es di9\n1 keep ar4es");
    assert_eq!(state.decision(), Some(Decision::Turn { seat: Seat(2), first: true }));
    assert_eq!(squares(&state.table.market), "- S9 A9 C10");
    assert_eq!(squares(&state.table.granada_market), "li10w - hs12 pa12");
    let events = play(&mut state, "2 buy li10w fl2 fl9\n2 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_one_supply_is_enough() {
    // C-OVER-1: with tiles of Granada only, or of the Alhambra only, no square is completely empty.
    for (alhambra, granada) in [(0, 1), (1, 0)] {
        let mut state = Scene::new("both 3")
            .market("P7e S9 A9 C10")
            .granada_market("li10w ar4es hs12 pa12")
            .n_supplies(alhambra, granada)
            .money(0, "fl7 fl9 fl2")
            .state();
        play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
        assert_eq!(state.decision(), Some(Decision::Turn { seat: Seat(1), first: true }));
        let on_square = [state.table.market.0[0].is_some(), state.table.granada_market.0[0].is_some()];
        assert_eq!(on_square, [alhambra == 1, granada == 1]);
    }
    let mut state = last_tiles("both 3").money(0, "fl7 fl9 fl2").state();
    let events = play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_either_supply_ends_the_game() {
    // C-OVER-1: the English edition; one supply runs out and the game ends, though no square is completely empty.
    for (ruleset, decision) in
        [("both 3 ending-either", None), ("both 3", Some(Decision::Turn { seat: Seat(1), first: true }))]
    {
        for (alhambra, granada) in [(0, 1), (1, 0)] {
            let mut state = Scene::new(ruleset)
                .market("P7e S9 A9 C10")
                .granada_market("li10w ar4es hs12 pa12")
                .n_supplies(alhambra, granada)
                .money(0, "fl7 fl9 fl2")
                .state();
            play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
            assert_eq!(state.decision(), decision, "{ruleset}");
        }
    }
    // While both supplies last the game goes on, and nothing but the combined game has the choice.
    let mut state = Scene::new("both 3 ending-either")
        .market("P7e S9 A9 C10")
        .granada_market("li10w ar4es hs12 pa12")
        .n_supplies(1, 1)
        .money(0, "fl7 fl9 fl2")
        .state();
    play(&mut state, "0 buy P7e fl7\n0 buy li10w fl2 fl9\n0 keep P7e\n0 keep li10w");
    assert_eq!(state.decision(), Some(Decision::Turn { seat: Seat(1), first: true }));
    for (text, is_played) in
        [("both 2 ending-either", true), ("granada 3 ending-either", false), ("alhambra 3 ending-either", false)]
    {
        let ruleset: Ruleset = read(text);
        assert_eq!(ruleset.to_string(), text);
        let expected = if is_played { Ok(()) } else { Err(Unplayable(vec![Objection::Ending])) };
        assert_eq!(ruleset.validate(), expected, "{text}");
    }
}

#[test]
fn c_over_1_the_end_after_a_vizier() {
    // C-OVER-1, M-VIZ-6: the vizier buys the second tile of the square, and that is the end; X-6: nobody else is asked.
    let mut state = last_tiles("both 3 vizier").money(0, "fl8").money(1, "fl1 fl9").state();
    play(&mut state, "0 buy P7e fl8\n0 keep P7e\n1 buy li10w fl1 fl9");
    let events = play(&mut state, "1 keep li10w");
    assert_eq!(names(&events).last().unwrap(), "Over");
}

#[test]
fn c_over_1_both_tiles_of_a_square_the_alhambra_first() {
    // C-OVER-1, G-OVER-1: seat 1 wins the florin square and builds the pavilion, whose wall makes room for the library.
    let mut state = last_tiles("both 3").money(0, "du1 du9 du4 du9").money(1, "fl9").money(2, "di9").state();
    let events = play(&mut state, "0 buy C10 du1 du9\n0 buy pa12 du4 du9\n0 keep C10\n0 keep pa12");
    assert_eq!(awards(&events), "P7e:1");
    let mut declined = state.clone();
    play(&mut declined, "1 leave P7e");
    assert_eq!(legal(&declined, "*"), ["leave li10w"]);
    let events = play(&mut state, "1 build P7e e1");
    assert_eq!(awards(&events), "li10w:1");
    assert_eq!(legal(&state, "*"), ["build li10w e2", "leave li10w"]);
    // The dirham square goes to seat 2, who has no wall for the arena.
    let events = play(&mut state, "1 build li10w e2\n2 build S9 n1");
    assert_eq!(awards(&events), "S9:2 ar4es:2");
    assert_eq!(legal(&state, "*"), ["leave ar4es"]);
    let events = play(&mut state, "2 leave ar4es");
    assert_eq!(awards(&events), "A9:- hs12:-");
    assert_eq!(names(&events)[3..], ["Scored", "Over"]);
    // Pavilion 16, library 3, wall 1, moat 1, seam 2; seraglio 17.
    assert_eq!(scores(&state), [0, 16 + 3 + 1 + 1 + 2, 17]);
}

#[test]
fn c_over_1_a_single_tile_is_awarded_too() {
    // C-OVER-1: the florin square has lost its pavilion before; what is left of it goes to seat 1.
    let mut state = Scene::new("both 3")
        .market("- S9 A9 C10")
        .granada_market("li10w - hs12 pa12")
        .no_further_tiles()
        .city(1, WALLED)
        .money(0, "di9 di1")
        .money(1, "fl1")
        .state();
    let events = play(&mut state, "0 buy S9 di1 di9\n0 keep S9");
    assert_eq!(awards(&events), "li10w:1");
    let events = play(&mut state, "1 build li10w e2");
    assert_eq!(awards(&events), "A9:- hs12:- C10:- pa12:-");
}

#[test]
fn b_end_3_a_scoring_card_of_the_last_refill_is_still_scored() {
    // B-END-3, C-OVER-1: with either ending; before the award, so what is won then does not count for it.
    for ruleset in ["both 3", "both 3 ending-either"] {
        let mut state = last_tiles(ruleset).money(0, "du1 du9 du4 du8").money(1, "fl9").pile("scoring2 fl2").state();
        let events = play(&mut state, "0 buy C10 du1 du9\n0 buy pa12 du4 du8\n0 take de6\n0 build C10 n1\n0 keep pa12");
        assert_eq!(names(&events)[5..], ["Turned", "Turned", "Scored", "Awarded"], "{ruleset}");
        assert_eq!(scores(&state), [11, 0, 0]);
        // Seat 0 wins the arcades with the card just taken and builds them.
        let events = play(&mut state, "1 build P7e e1\n1 build li10w e2\n0 build A9 n2\n0 leave hs12");
        assert_eq!(names(&events).last().unwrap(), "Over");
        assert_eq!(scores(&state), [11 + 19 + 18, 16 + 3 + 1 + 1 + 2, 0]);
    }
}

#[test]
fn b_end_3_scorings_whose_cards_never_appear_are_left_out() {
    // B-END-3, C-SET-2: the first card is still in the pile, the second still waits; the third scoring takes place.
    let mut state = last_tiles("both 3").money(0, "du1 du9 du4 du9").pile("fl2 fl3 fl4 scoring1").state();
    let events = play(&mut state, "0 buy C10 du1 du9\n0 buy pa12 du4 du9\n0 build C10 n1\n0 keep pa12");
    let rounds: Vec<&Event> = events.iter().filter(|it| matches!(it, Event::Scored { .. })).collect();
    assert!(matches!(rounds[..], [Event::Scored { round: Round::Third, .. }]), "{rounds:?}");
    assert_eq!(state.table.waiting_scoring, Some(Round::Second));
    assert_eq!(scores(&state), [19, 0, 0]);
}

/// What Dirk drew of the Alhambra and of Granada.
fn drawn(events: &[Event]) -> [usize; 2] {
    let of =
        |part: Part| events.iter().filter(|it| matches!(it, Event::DirkDrew { tile } if tile.part() == part)).count();
    [of(Part::Alhambra), of(Part::Granada)]
}

#[test]
fn c_dirk_1_six_of_each_at_the_start() {
    // C-DIRK-1, G-DIRK-1: those of Granada even side up.
    for state in games(2) {
        let tiles = &state.dirk.as_ref().unwrap().tiles;
        let granada: Vec<Tile> = tiles.iter().copied().filter(|it| it.part() == Part::Granada).collect();
        assert_eq!((tiles.len(), granada.len()), (12, 6));
        assert!(granada.iter().all(|&it| parity(it) == Parity::Even));
    }
}

#[test]
fn c_dirk_1_from_each_supply_by_itself() {
    // C-DIRK-1: six of each, or as many as there are; then a third of each, rounded down separately.
    let check = |card: &str, supply: [usize; 2], expected: [usize; 2]| {
        let mut state =
            Scene::new("both 2").n_supplies(supply[0], supply[1]).display("fl1 di4 de6 du8").pile(card).state();
        let events = play(&mut state, "0 take fl1");
        assert_eq!(drawn(&events), expected, "{card} {supply:?}");
        assert_eq!(state.table.supply.len(), supply[0] - expected[0]);
        assert_eq!(state.table.granada_supply.len(), supply[1] - expected[1]);
    };
    check("scoring1", [20, 20], [6, 6]);
    check("scoring1", [8, 3], [6, 3]);
    check("scoring1", [0, 7], [0, 6]);
    check("scoring2", [8, 8], [2, 2]);
    check("scoring2", [5, 7], [1, 2]);
    check("scoring2", [2, 30], [0, 10]);
}

#[test]
fn c_dirk_1_dirk_scores_in_both_parts_and_has_no_seam() {
    // C-DIRK-1, B-DIRK-3: a tower and a school, with walls and moats that count nothing for him.
    let mut state = Scene::new("both 2").dirk("T8nes sc3nes").display("fl1 di4 de6 du8").pile("scoring1").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [0, 0, 6 + 1]);
}

#[test]
fn b_dirk_4_gifts_of_both_parts() {
    // B-DIRK-4, G-DIRK-1: both tiles of a square; the marker turns the one of Granada and leaves the other as it is.
    for (marker, shown) in [(Parity::Even, "P7e hs4ne"), (Parity::Odd, "P7e hp5ne")] {
        let mut state = Scene::new("both 2")
            .marker(marker)
            .market("P7e S9 A9 C10")
            .granada_market("hs4ne li10w ar12 pa12")
            .money(0, "fl7 fl4")
            .reserve(0, "T12 ba12")
            .display("fl1 di4 de6 du8")
            .pile("scoring1")
            .state();
        play(&mut state, "0 buy P7e fl7\n0 buy hs4ne fl4\n0 take fl1");
        assert_eq!(legal(&state, "give"), ["give P7e", "give hs4ne"]);
        check_refused(&state, "0 give hp5ne", "hp5ne is not waiting to be placed");
        check_refused(&state, "0 give T12", "T12 is not waiting to be placed");
        let mut events = play(&mut state, "0 give P7e\n0 give hs4ne");
        assert_eq!(listed(state.dirk.unwrap().tiles.iter().take(2)), shown);
        // What he was given counts at once, without its wall and moat; then he draws from both supplies.
        assert_eq!(scores(&state), [0, 0, 1 + 1]);
        events.retain(|it| matches!(it, Event::DirkDrew { .. }));
        assert_eq!(drawn(&events), [6, 6]);
    }
}
