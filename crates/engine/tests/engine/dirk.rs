//! Dirk: the third player of a game for two.

use crate::common::{Scene, check_ok, check_refused, legal, names, play, scores};
use alhambra_engine::{
    Ruleset, Seed, State,
    material::{Card, MoneyCard},
};

fn n_tiles(state: &State) -> usize {
    state.dirk.as_ref().unwrap().tiles.len()
}

#[test]
fn b_dirk_1_two_of_each_money_card() {
    // B-DIRK-1: 72 cards.
    let state = State::new(Ruleset::alhambra(2), Seed::from_number(1)).unwrap();
    let hands = state.players.iter().flat_map(|it| it.money.cards());
    let mut cards: Vec<MoneyCard> =
        state.table.pile.cards.iter().chain(&state.table.display).filter_map(Card::money).chain(hands).collect();
    cards.sort_unstable();
    assert_eq!(cards.len(), 72);
    assert!(cards.chunks(2).all(|it| it[0] == it[1]));
}

#[test]
fn b_dirk_2_six_tiles_at_the_start() {
    // B-DIRK-2: with two players and only then.
    let begun = |players| State::new(Ruleset::alhambra(players), Seed::from_number(1)).unwrap();
    assert_eq!((n_tiles(&begun(2)), begun(2).table.supply.len()), (6, 44));
    assert!((3..=6).all(|players| begun(players).dirk.is_none()));
}

/// After this scoring with so many tiles in the supply Dirk has drawn so many.
#[track_caller]
fn check_draws(scoring: &str, n_supply: usize, expected: usize) {
    let mut state = Scene::new("alhambra 2").display("fl1 di4 de6 du8").pile(scoring).n_supply(n_supply).state();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(n_tiles(&state), expected);
    assert_eq!(state.table.supply.len(), n_supply - expected);
    let mut names = names(&events);
    names.dedup();
    let drew = if expected > 0 { &["DirkDrew"][..] } else { &[] };
    assert_eq!(names, [&["Took", "Turned", "Scored"], drew, &["TurnBegan"]].concat());
}

#[test]
fn b_dirk_2_six_more_after_the_first_scoring() {
    // B-DIRK-2: right after it; fewer if fewer are left.
    check_draws("scoring1", 30, 6);
    check_draws("scoring1", 6, 6);
    check_draws("scoring1", 4, 4);
    check_draws("scoring1", 0, 0);
}

#[test]
fn b_dirk_2_a_third_after_the_second_scoring() {
    // B-DIRK-2: rounded down.
    check_draws("scoring2", 20, 6);
    check_draws("scoring2", 21, 7);
    check_draws("scoring2", 2, 0);
}

#[test]
fn b_dirk_3_dirk_takes_places_and_has_no_wall() {
    // B-DIRK-3: Dirk and seat 0 have two towers each, seat 1 has one: 6 + 0 is 3 each. Dirk's walls count nothing.
    let mut state = Scene::new("alhambra 2")
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .dirk("T7new T8nes")
        .city(0, "+    +    +    +\n T11  @    T12\n+    +    +    +")
        .city(1, "+    +    +\n @    T13 |\n+    +    +")
        .state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [3, 1, 3]);
}

#[test]
fn b_dirk_3_what_was_drawn_after_a_scoring_counts_in_the_next() {
    // B-DIRK-2, B-DIRK-3: both cards in one refill; six towers drawn in between beat two.
    let mut state = Scene::new("alhambra 2")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 scoring2")
        .city(0, "+    +    +    +\n T11  @    T12\n+    +    +    +")
        .supply("T7new T8nes T9es T9ne T9nw T10w")
        .market("P8 S9 A9 C10")
        .no_further_tiles()
        .state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [6 + 6, 0, 13]);
}

#[test]
fn b_dirk_3_no_part_in_the_award_and_no_victory() {
    // B-DIRK-3: nobody has ducats, so that tile stays; Dirk has the most points and does not win.
    let mut state = Scene::new("alhambra 2")
        .market("P8 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .dirk("T11 T12 G10 G11")
        .money(0, "fl9")
        .state();
    let events = play(&mut state, "0 buy P8 fl9\n0 build P8 e1");
    assert_eq!(names(&events), ["Bought", "Built", "Awarded", "Awarded", "Awarded", "Scored", "Over"]);
    assert_eq!(scores(&state), [16, 0, 20 + 21]);
    assert_eq!(state.winners().iter().map(|it| it.0).collect::<Vec<_>>(), [0]);
    assert_eq!(n_tiles(&state), 4);
}

#[test]
fn b_dirk_4_a_bought_tile_may_be_given_to_dirk() {
    // B-DIRK-4: when it is placed; each of several on its own.
    let mut state = Scene::new("alhambra 2").market("P8 S9 A9 C10").money(0, "fl8 di8 di9").reserve(0, "G10").state();
    check_refused(&state, "0 give G10", "this can't be done at this moment");
    play(&mut state, "0 buy P8 fl8\n0 buy S9 di8 di9");
    check_ok(&state, "0 give P8\n0 give S9\n0 keep P8\n0 build P8 n1");
    // B-DIRK-4: a tile from the reserve can't be given, nor one that is not one's own.
    check_refused(&state, "0 give G10", "G10 is not waiting to be placed");
    check_refused(&state, "0 give A9", "A9 is not waiting to be placed");
    let events = play(&mut state, "0 give P8\n0 keep S9");
    assert_eq!(names(&events)[..2], ["Given", "Kept"]);
    assert_eq!(n_tiles(&state), 1);
}

#[test]
fn b_dirk_4_a_won_tile_cannot_be_given() {
    // B-DIRK-4: only bought tiles can.
    let mut state = Scene::new("alhambra 2")
        .market("P8 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "fl9")
        .money(1, "di1")
        .state();
    play(&mut state, "0 buy P8 fl9\n0 keep P8");
    check_refused(&state, "1 give S9", "this can't be done at this moment");
    assert_eq!(legal(&state, "give"), Vec::<String>::new());
    check_ok(&state, "1 leave S9");
}
