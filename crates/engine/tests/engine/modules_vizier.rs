//! The vizier's favour: who is asked, what he buys, and when he sleeps.

use crate::common::{Scene, begun, check_ok, check_refused, course, display, legal, market, names, now, play, scores};
use alhambra_engine::state::Vizier;

/// Seat 0 is to act and can take the florin; everybody's vizier is awake.
fn three() -> Scene {
    Scene::new("alhambra 3 vizier").market("P8 S9 A9 C10").display("fl1 di4 de6 du8").supply("T12 T11 G11 G10")
}

#[test]
fn m_viz_1_everyone_starts_with_the_vizier_awake() {
    // M-VIZ-1: and without the module there is none.
    for players in 2..=6 {
        let with = begun(&format!("alhambra {players} vizier"), 1);
        assert!(with.players.iter().all(|it| it.vizier == Some(Vizier::Awake)));
        let without = begun(&format!("alhambra {players}"), 1);
        assert!(without.players.iter().all(|it| it.vizier.is_none()));
    }
}

#[test]
fn m_viz_2_an_exact_purchase_placed_at_once() {
    // M-VIZ-2: exact, one tile, built at once, no further action; the market is refilled before anybody is asked again.
    let mut state = three().money(2, "fl3 fl5 fl9 di9").pile("fl2").state();
    course(&mut state, "0 take fl1 > Interrupt 1\n1 pass > Interrupt 2");
    assert_eq!(legal(&state, "*"), ["buy P8 fl3 fl5", "buy S9 di9", "pass"]);
    check_refused(&state, "2 buy P8 fl9", "1 too much; this has to be paid exactly");
    check_refused(&state, "2 buy P8 fl5", "3 short");
    check_refused(&state, "2 take di4", "this can't be done at this moment");
    check_refused(&state, "1 buy P8 fl8", "it is seat 2's decision");
    course(&mut state, "2 buy P8 fl3 fl5 > Place 2");
    assert_eq!((state.players[2].vizier, market(&state).as_str()), (Some(Vizier::Asleep), "- S9 A9 C10"));
    check_ok(&state, "2 keep P8\n2 build P8 w1");
    check_refused(&state, "2 buy S9 di9", "this can't be done at this moment");
    check_refused(&state, "2 give P8", "Dirk takes part in games for two only");
    course(&mut state, "2 build P8 e1 > Interrupt 1");
    assert_eq!(market(&state), "T12 S9 A9 C10");
    assert_eq!(state.players[2].city.tiles().len(), 2);
}

#[test]
fn m_viz_2_the_money_display_is_not_refilled() {
    // M-VIZ-2: the payment makes a pile possible again, and still the gap stays until the end of the next turn.
    let mut state = three().pile("").further_cards_in_hand(1).state();
    course(&mut state, "0 take fl1 > Interrupt 1");
    assert_eq!(display(&state), "di4 de6 du8");
    course(&mut state, "1 buy P8 fl8 > Place 1\n1 keep P8 > Interrupt 2");
    assert_eq!(display(&state), "di4 de6 du8");
    course(&mut state, "2 pass > Interrupt 0\n0 pass > Turn 1\n1 buy A9 de9 > Turn 1\n1 take di4 > Place 1");
    course(&mut state, "1 keep A9 > Interrupt 2");
    assert_eq!(state.table.display.len(), 4);
}

#[test]
fn m_viz_2_the_tile_may_go_to_dirk() {
    // M-VIZ-2, B-DIRK-4: a tile bought by vizier is a bought tile.
    let mut state = Scene::new("alhambra 2 vizier")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .money(1, "fl8")
        .supply("T12")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 1\n1 buy P8 fl8 > Place 1\n1 give P8 > Interrupt 0");
    assert_eq!(state.dirk.as_ref().unwrap().tiles.len(), 1);
    assert_eq!(market(&state), "T12 S9 A9 C10");
}

#[test]
fn m_viz_2_also_a_bazaar_which_is_not_replaced() {
    // M-VIZ-2, M-BAZ-5: it costs what the seraglio costs; nothing is missing on the market then.
    let mut state = Scene::new("alhambra 3 vizier bazaars")
        .market("P8 S9 A9 C10")
        .bazaars("zdi1 zdi2")
        .display("fl1 di4 de6 du8")
        .money(1, "di9 di8")
        .state();
    let n_supply = state.table.supply.len();
    course(&mut state, "0 take fl1 > Interrupt 1");
    check_refused(&state, "1 buy zdi1 di8", "1 short");
    let events = course(&mut state, "1 buy zdi1 di9 > Place 1\n1 build zdi1 n1 > Interrupt 2");
    assert_eq!(names(&events), ["VizierUsed", "Bought", "Built"]);
    assert_eq!((state.table.supply.len(), state.table.bazaars.len()), (n_supply, 1));
}

#[test]
fn m_viz_2_only_after_refill_and_scoring() {
    // M-VIZ-2: a turn is completed when everything that it sets off is done.
    let mut state = three().pile("scoring1 fl2").city(1, "+    +    +\n @    P7  |\n+    +    +").state();
    let events = course(&mut state, "0 take fl1 > Interrupt 1");
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "Scored"]);
    assert_eq!(scores(&state), [0, 2, 0]);
}

#[test]
fn m_viz_2_granadas_market_and_marker() {
    // M-VIZ-2, G-END-1: the first game in which the next player can pay a tile of Granada exactly.
    let able = (0..500).find_map(|number| {
        let mut state = begun("granada 3 vizier", number);
        let seat = state.to_act()?;
        let take = legal(&state, "take").pop()?;
        play(&mut state, &format!("{seat} {take}"));
        let next = state.to_act()?;
        legal(&state, "buy").pop().map(|buy| (state, format!("{next} {buy}")))
    });
    let (mut state, buy) = able.unwrap();
    let marker = state.table.marker;
    play(&mut state, &buy);
    let next = state.to_act().unwrap();
    let keep = legal(&state, "keep").pop().unwrap();
    let events = play(&mut state, &format!("{next} {keep}"));
    assert_eq!(names(&events), ["Kept", "Supplied", "MarkerMoved"]);
    assert_ne!(state.table.marker, marker);
    assert!(state.table.granada_market.0.iter().all(Option::is_some));
}

#[test]
fn m_viz_3_the_next_player_first_the_one_who_just_finished_last() {
    // M-VIZ-3: able or not; nobody here can pay anything.
    let mut state = Scene::new("alhambra 4 vizier").display("fl1 di4 de6 du8").turn(1).state();
    course(
        &mut state,
        "1 take fl1 > Interrupt 2
         2 pass > Interrupt 3
         3 pass > Interrupt 0
         0 pass > Interrupt 1
         1 pass > Turn 2",
    );
}

#[test]
fn m_viz_3_a_use_asks_everybody_anew() {
    // M-VIZ-3: whoever passed is asked again after each use, whoever has used the vizier is not.
    let mut state = three().money(0, "fl8").money(1, "de9").money(2, "di9").state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 1
         1 pass > Interrupt 2
         2 pass > Interrupt 0
         0 buy P8 fl8 > Place 0
         0 keep P8 > Interrupt 1
         1 pass > Interrupt 2
         2 buy S9 di9 > Place 2
         2 keep S9 > Interrupt 1
         1 buy A9 de9 > Place 1
         1 keep A9 > Turn 1",
    );
    assert_eq!(market(&state), "T12 T11 G11 C10");
}

#[test]
fn m_viz_3_the_user_is_asked_first_again() {
    // M-VIZ-3: with a thief left the user may go on after the vizier's purchase; then the round begins with who is next.
    let mut state = Scene::new("alhambra 3 vizier thieves")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .thieves(2, "du de")
        .money(2, "fl8")
        .asleep(0)
        .state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 1
         1 pass > Interrupt 2
         2 buy P8 fl8 > Place 2
         2 keep P8 > Interrupt 2
         2 steal du8 > Interrupt 2
         2 pass > Interrupt 1
         1 pass > Interrupt 2
         2 pass > Turn 1",
    );
}

#[test]
fn m_viz_3_it_ends_when_all_have_passed_in_succession() {
    // M-VIZ-3: after the use three passes would be too many, for the user sleeps; two are enough, one is not.
    let mut state = three().money(1, "fl8").state();
    course(
        &mut state,
        "0 take fl1 > Interrupt 1
         1 buy P8 fl8 > Place 1
         1 build P8 e1 > Interrupt 2
         2 pass > Interrupt 0
         0 pass > Turn 1",
    );
}

#[test]
fn m_viz_4_waking_is_an_action() {
    // M-VIZ-4: of the own turn, if he sleeps; it is the whole turn, and he can be used right after it.
    let mut state = three().asleep(0).asleep(1).asleep(2).money(0, "fl8").state();
    assert_eq!(legal(&state, "wake"), ["wake"]);
    course(
        &mut state,
        "0 wake > Interrupt 0
         0 buy P8 fl8 > Place 0
         0 keep P8 > Turn 1",
    );
    assert_eq!(state.players.iter().filter(|it| it.vizier == Some(Vizier::Asleep)).count(), 3);
    let state = three().state();
    assert_eq!(legal(&state, "wake"), Vec::<String>::new());
    check_refused(&state, "0 wake", "your vizier is awake already, or you have none");
}

#[test]
fn m_viz_4_waking_after_an_exact_payment() {
    // M-VIZ-4, B-TURN-2: the further action may be this one.
    let mut state = three().asleep(0).asleep(1).asleep(2).money(0, "fl8").state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 wake > Place 0\n0 keep P8 > Interrupt 0\n0 pass > Turn 1");
}

#[test]
fn m_viz_4_never_between_turns() {
    // M-VIZ-4: seat 2 is asked because of a thief.
    let mut state = Scene::new("alhambra 3 vizier thieves")
        .display("fl1 di4 de6 du8")
        .asleep(2)
        .thieves(2, "du")
        .asleep(0)
        .asleep(1)
        .state();
    course(&mut state, "0 take fl1 > Interrupt 2");
    check_refused(&state, "2 wake", "this can't be done at this moment");
}

#[test]
fn m_viz_5_not_at_the_final_award() {
    // M-VIZ-5, X-6: three viziers are awake and two could pay, but nobody is asked any more.
    let mut state = Scene::new("alhambra 3 vizier")
        .market("P8 S9 A9 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "fl9")
        .money(1, "di9")
        .money(2, "de9")
        .state();
    course(&mut state, "0 buy P8 fl9 > Place 0\n0 keep P8 > BuildWon 1");
    check_refused(&state, "1 buy C10 di9", "this can't be done at this moment");
    check_refused(&state, "1 buy S9 di9", "this can't be done at this moment");
    course(&mut state, "1 leave S9 > BuildWon 2\n2 leave A9 > Over");
}

#[test]
fn m_viz_5_awake_or_asleep_makes_no_difference_at_the_end() {
    // M-VIZ-5: the same scores.
    let end = |scene: Scene| {
        let mut state = scene.market("P8 S9 A9 C10").supply("").no_further_tiles().money(0, "fl9").state();
        course(&mut state, "0 buy P8 fl9 > Place 0\n0 build P8 e1 > Over");
        scores(&state)
    };
    assert_eq!(end(Scene::new("alhambra 3 vizier")), [16, 0, 0]);
    assert_eq!(end(Scene::new("alhambra 3 vizier").asleep(0)), [16, 0, 0]);
}

#[test]
fn m_viz_5_no_huts() {
    // M-VIZ-5: the vizier buys and never takes a hut.
    let mut state = Scene::new("alhambra 3 vizier huts").display("fl1 di4 de6 du8").state();
    course(&mut state, "0 take fl1 > Interrupt 1");
    assert_eq!(legal(&state, "hut"), Vec::<String>::new());
    check_refused(&state, "1 hut hPn", "this can't be done at this moment");
}

#[test]
fn m_viz_6_his_refill_can_end_the_game() {
    // M-VIZ-6, X-6: the first purchase takes the last tile of the supply, after the second one a square stays empty.
    let mut state = Scene::new("alhambra 3 vizier")
        .market("P8 S9 A9 C10")
        .supply("T12")
        .no_further_tiles()
        .display("fl1 di4 de6 du8")
        .money(1, "fl8")
        .money(2, "di9")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 1\n1 buy P8 fl8 > Place 1\n1 keep P8 > Interrupt 2");
    assert_eq!(market(&state), "T12 S9 A9 C10");
    // Seat 0 would still have an awake vizier; seat 0 alone has florins and wins the tower.
    let events = course(&mut state, "2 buy S9 di9 > Place 2\n2 build S9 e1 > BuildWon 0\n0 build T12 e1 > Over");
    assert_eq!(
        names(&events),
        ["VizierUsed", "Bought", "Built", "Awarded", "Awarded", "Awarded", "Built", "Scored", "Over"]
    );
    assert_eq!(scores(&state), [21, 0, 17]);
    assert_eq!(now(&state), "Over");
}
