//! The street trader: citizens who move into the buildings that are built where the trader lies.

use crate::common::{
    Scene, begun, check_ok, check_refused, course, legal, listed, market, names, now, play, read, scores, sheet,
};
use alhambra_engine::{
    Decision, Event, Seat, State, View, invariants,
    material::ByBuilding,
    modules::street_trader::{can_be_laid, has_to_be_laid, series},
};

/// Seat 0 has a trader in the east of the fountain and money for anything.
fn trader(citizens: &str) -> Scene {
    Scene::new("alhambra 3 street-trader")
        .market("P8 S9 G11 C10")
        .display("fl1 di4 de6 du8")
        .money(0, "fl8 fl9 di8 di9 de9 de3 du8 du9")
        .trader(0, "e1", citizens)
}

/// The citizens on a trader: pavilions' to towers'.
fn on_trader(state: &State, seat: usize) -> [u8; 6] {
    state.players[seat].trader.unwrap().citizens.0
}

fn residents(state: &State, seat: usize) -> String {
    listed(state.players[seat].residents)
}

#[test]
fn m_trd_1_choices_come_before_everything_else() {
    // M-TRD-1, B-SET-0: 7 citizens of each colour; nothing is drawn or shown before all have chosen.
    let mut state = begun("alhambra 3 street-trader", 1);
    assert_eq!(now(&state), "ChooseCitizens 0");
    assert_eq!(state.table.citizens.0, [7; 6]);
    // Three of six colours, one of each.
    assert_eq!(legal(&state, "citizens").len(), 20);
    check_refused(&state, "0 citizens P P S", "choose three different citizens");
    let nothing_yet = |state: &State| {
        let hands = state.players.iter().all(|it| it.money.n_cards() == 0);
        hands && state.table.display.is_empty() && state.table.market.0.iter().all(Option::is_none)
    };
    assert!(nothing_yet(&state));
    course(&mut state, "0 citizens P S A > ChooseCitizens 1\n1 citizens P S A > ChooseCitizens 2");
    assert!(nothing_yet(&state));
    let events = course(&mut state, "2 citizens C G T > LayTrader 0");
    // All at once, and public from then on.
    assert_eq!(names(&events), ["CitizensChosen", "CitizensShown", "CitizensShown", "CitizensShown"]);
    assert_eq!(state.table.citizens.0, [5, 5, 5, 6, 6, 6]);
    assert_eq!(on_trader(&state, 2), [0, 0, 0, 1, 1, 1]);
    // On a cell next to the own fountain.
    assert_eq!(legal(&state, "*"), ["trader e1", "trader n1", "trader s1", "trader w1"]);
    check_refused(&state, "0 trader n1e1", "the trader lies on an empty cell beside");
    check_refused(&state, "0 trader o", "the trader lies on an empty cell beside");
    course(&mut state, "0 trader n1 > LayTrader 1\n1 trader e1 > LayTrader 2");
    let events = play(&mut state, "2 trader n1");
    assert!(names(&events).contains(&"Supplied".to_owned()) && now(&state).starts_with("Turn"));
}

#[test]
fn m_trd_1_secret_until_all_have_chosen() {
    // M-TRD-1: until then others see only that a choice was made; afterwards the choices are public.
    let chosen = |lines: &str| {
        let mut state = begun("alhambra 2 street-trader", 1);
        play(&mut state, lines);
        state
    };
    let (one, other) = (chosen("0 citizens P S A"), chosen("0 citizens C G T"));
    for viewer in [Some(Seat(1)), None] {
        assert!(View::of(&one, viewer) == View::of(&other, viewer));
    }
    assert!(View::of(&one, Some(Seat(0))) != View::of(&other, Some(Seat(0))));
    assert_eq!(on_trader(&one, 0), [0; 6]);
    let (one, other) = (chosen("0 citizens P S A\n1 citizens P S A"), chosen("0 citizens C G T\n1 citizens P S A"));
    assert!(View::of(&one, Some(Seat(1))) != View::of(&other, Some(Seat(1))));
    let event = Event::CitizensChosen { seat: Seat(0), citizens: Some([read("P"), read("S"), read("A")]) };
    assert_eq!(event.seen_by(Some(Seat(0))), event);
    assert_eq!(event.seen_by(Some(Seat(1))), Event::CitizensChosen { seat: Seat(0), citizens: None });
}

#[test]
fn m_trd_2_a_citizen_of_the_colour_moves_in() {
    // M-TRD-2: then one of any colour is taken, also of the same.
    let mut state = trader("S G P").state();
    course(&mut state, "0 buy G11 de9 de3 > Place 0\n0 build G11 e1 > Welcome 0");
    assert_eq!(
        legal(&state, "*"),
        ["move-in A", "move-in C", "move-in G", "move-in P", "move-in S", "move-in T", "pass"]
    );
    assert_eq!(state.players[0].trader.unwrap().cell, None);
    check_refused(&state, "0 move-in -", "this citizen is not there");
    check_refused(&state, "0 exchange S T", "this can't be done at this moment");
    let events = course(&mut state, "0 move-in T > LayTrader 0\n0 trader e2 > Turn 1");
    assert_eq!(names(&events)[..2], ["MovedIn", "TraderLaid"]);
    assert_eq!((residents(&state, 0).as_str(), on_trader(&state, 0)), ("G11", [1, 1, 0, 0, 0, 1]));
    assert_eq!(state.table.citizens.0, [6, 6, 7, 7, 6, 6]);
}

#[test]
fn m_trd_2_declining_gives_nothing() {
    // M-TRD-2: nobody moves in, nobody comes.
    let mut state = trader("S G P").state();
    course(
        &mut state,
        "0 buy G11 de9 de3 > Place 0
         0 build G11 e1 > Welcome 0
         0 pass > LayTrader 0
         0 trader e2 > Turn 1",
    );
    assert_eq!((residents(&state, 0).as_str(), on_trader(&state, 0)), ("", [1, 1, 0, 0, 1, 0]));
}

#[test]
fn m_trd_2_without_a_match_one_may_be_exchanged() {
    // M-TRD-2: each of the three against each other colour.
    let mut state = trader("S G T").state();
    course(&mut state, "0 buy P8 fl9 > Place 0\n0 build P8 e1 > Welcome 0");
    assert_eq!((legal(&state, "exchange").len(), legal(&state, "move-in").len()), (15, 0));
    check_ok(&state, "0 pass");
    check_refused(&state, "0 move-in P", "no citizen on the trader has the colour of this building");
    check_refused(&state, "0 exchange P A", "this citizen is not there");
    course(&mut state, "0 exchange S P > LayTrader 0\n0 trader n1 > Turn 1");
    assert_eq!((residents(&state, 0).as_str(), on_trader(&state, 0)), ("", [1, 0, 0, 0, 1, 1]));
    assert_eq!(state.table.citizens.0, [6, 7, 7, 7, 6, 6]);
}

#[test]
fn m_trd_2_only_where_the_trader_lies() {
    // M-TRD-2: a tile in another cell is none of the trader's business.
    let mut state = trader("S G P").state();
    let events = course(&mut state, "0 buy P8 fl9 > Place 0\n0 build P8 w1 > Turn 1");
    assert_eq!(names(&events), ["Bought", "Built", "Supplied", "TurnBegan"]);
    assert_eq!(state.players[0].trader.unwrap().cell, Some(read("e1")));
}

#[test]
fn m_trd_2_also_from_the_reserve() {
    // M-TRD-2: by redesigning as well as by buying.
    let mut state = trader("S G P").reserve(0, "S8s").state();
    course(&mut state, "0 build S8s e1 > Welcome 0\n0 move-in C > LayTrader 0\n0 trader e2 > Turn 1");
    assert_eq!(residents(&state, 0), "S8s");
}

#[test]
fn m_trd_2_also_by_vizier_and_laid_again_at_once() {
    // M-TRD-2, M-TRD-3: before the market is refilled and anybody is asked again.
    let mut state = Scene::new("alhambra 3 street-trader vizier")
        .market("P8 S9 G11 C10")
        .display("fl1 di4 de6 du8")
        .supply("T12")
        .money(1, "fl8")
        .trader(1, "n1", "P P P")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 1\n1 buy P8 fl8 > Place 1\n1 build P8 n1 > Welcome 1");
    course(&mut state, "1 move-in T > LayTrader 1");
    assert_eq!(market(&state), "- S9 G11 C10");
    course(&mut state, "1 trader n2 > Interrupt 2");
    assert_eq!((market(&state).as_str(), residents(&state, 1).as_str()), ("T12 S9 G11 C10", "P8"));
}

#[test]
fn m_trd_2_also_with_a_won_tile_but_never_laid_again() {
    // M-TRD-2, M-TRD-3: in the final award the citizen moves in and counts, the trader stays aside.
    let mut state = Scene::new("alhambra 3 street-trader")
        .market("P8 S9 G11 C10")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du8 fl1")
        .trader(0, "e1", "P")
        .state();
    course(
        &mut state,
        "0 buy C10 du8 du9 > Place 0
         0 keep C10 > BuildWon 0
         0 build P8 e1 > Welcome 0
         0 move-in S > Over",
    );
    assert_eq!(scores(&state), [16 + 1, 0, 0]);
    assert_eq!(state.players[0].trader.unwrap().cell, None);
}

#[test]
fn m_trd_2_huts_camps_and_bazaars_match_nobody() {
    // M-TRD-2, M-TRD-5, X-3: a purple hut on the trader's cell is no tower.
    let palace = "+    +    +\n @    P7  |\n+    +    +";
    for (tile, cell) in [("hTn", "w1"), ("zfl2", "w1"), ("K6w", "e2")] {
        let mut state = Scene::new("alhambra 3 street-trader huts camps bazaars")
            .city(0, palace)
            .trader(0, cell, "T C A")
            .reserve(0, tile)
            .state();
        course(&mut state, &format!("0 build {tile} {cell} > Welcome 0"));
        check_refused(&state, "0 move-in P", "no citizen on the trader has the colour of this building");
        course(&mut state, "0 exchange T P > LayTrader 0\n0 trader n1 > Turn 1");
        assert_eq!(residents(&state, 0), "");
    }
}

#[test]
fn m_trd_2_with_an_empty_supply_nobody_comes() {
    // M-TRD-2: one may move in and is not replaced; without a match there is nothing to decide.
    let mut state = trader("S G P").no_further_citizens().state();
    course(&mut state, "0 buy G11 de9 de3 > Place 0\n0 build G11 e1 > Welcome 0");
    assert_eq!(legal(&state, "*"), ["move-in -", "pass"]);
    check_refused(&state, "0 move-in T", "this citizen is not there");
    course(&mut state, "0 move-in - > LayTrader 0\n0 trader w1 > Turn 1");
    assert_eq!((residents(&state, 0).as_str(), on_trader(&state, 0)), ("G11", [1, 1, 0, 0, 0, 0]));
    let mut state = trader("S G").no_further_citizens().state();
    course(&mut state, "0 buy P8 fl9 > Place 0\n0 build P8 e1 > LayTrader 0");
}

#[test]
fn m_trd_2_several_of_one_colour_but_one_moves_in() {
    // M-TRD-2: of three green ones two stay.
    let mut state = trader("G G G").state();
    course(&mut state, "0 buy G11 de9 de3 > Place 0\n0 build G11 e1 > Welcome 0\n0 move-in P > LayTrader 0");
    assert_eq!((residents(&state, 0).as_str(), on_trader(&state, 0)), ("G11", [1, 0, 0, 0, 2, 0]));
}

#[test]
fn m_trd_3_laid_again_at_the_very_end_of_the_turn() {
    // M-TRD-3, X-1: after the last tile is placed and before anything is refilled.
    let mut state = trader("S G P").supply("T12 T11").state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 buy G11 de9 de3 > Place 0\n0 build G11 e1 > Welcome 0");
    course(&mut state, "0 move-in G > Place 0\n0 build P8 e2 > LayTrader 0");
    assert_eq!(market(&state), "- S9 - C10");
    let events = course(&mut state, "0 trader e3 > Turn 1");
    assert_eq!(names(&events), ["TraderLaid", "Supplied", "Supplied", "TurnBegan"]);
}

#[test]
fn m_trd_3_beside_any_own_tile_but_a_camp() {
    // M-TRD-3: an empty cell with a side at fountain, building, hut or bazaar; walls and other rules don't matter.
    let mut state = Scene::new("alhambra 3 street-trader camps huts bazaars")
        .city(
            0,
            "
+    +    +    +    +    +
           zfl2
+    +    +    +    +    +
      hC   @    P7  |K6
+    +----+    +    +    +
",
        )
        .trader(0, "s1", "P")
        .reserve(0, "P8")
        .state();
    course(&mut state, "0 build P8 s1 > Welcome 0\n0 pass > LayTrader 0");
    assert_eq!(
        listed(legal(&state, "trader").iter().map(|it| it.replace("trader ", ""))),
        "n1e1 n1w1 n2 s1e1 s1w1 s2 w2"
    );
    check_refused(&state, "0 trader e3", "the trader lies on an empty cell beside");
    check_refused(&state, "0 trader s1e2", "the trader lies on an empty cell beside");
    check_refused(&state, "0 trader n2e1", "the trader lies on an empty cell beside");
    check_refused(&state, "0 trader e1", "the trader lies on an empty cell beside");
}

/// Four tiles with three walls each around the fountain, and camps at all their sides but the east.
const ARMS: &str = "
+    +    +    +    +    +
           K5
+    +    +----+    +    +
      K9  |P2  |K10
+    +----+    +----+    +
 K3  |C5   @    A4  |
+    +----+    +----+    +
      K8  |S3  |K7
+    +    +----+    +    +
           K4
+    +    +    +    +    +
";

/// Lets seat 0 have the next turn, whatever came before.
fn turn_of_first(state: &mut State) {
    state.agenda.clear();
    state.agenda.push(Decision::Turn { seat: Seat(0), first: true }.into());
}

#[test]
fn m_trd_3_without_a_cell_the_trader_stays_aside() {
    // M-TRD-3: walls on all sides of the fountain and a camp before each, the last one where the trader lay.
    let mut state = Scene::new("alhambra 3 street-trader camps walls")
        .display("fl1 di4 de6 du8")
        .sticks(0, "w", "@")
        .sticks(0, "ne", "@")
        .sticks(0, "s", "@")
        .reserve(0, "K3e K4n K5s K6w")
        .trader(0, "e1", "T")
        .state();
    for line in ["0 build K5s n1", "0 build K4n s1", "0 build K3e w1"] {
        play(&mut state, line);
        assert_eq!(now(&state), "Turn 1");
        turn_of_first(&mut state);
    }
    let events = course(&mut state, "0 build K6w e1 > Welcome 0\n0 pass > Turn 1");
    assert_eq!(names(&events)[..3], ["Built", "TraderAside", "Passed"]);
    assert!(has_to_be_laid(&state.players[0]) && !can_be_laid(&state.players[0]));
    invariants::check(&state).unwrap();
    // Nobody is asked after the turns of others, nor after an own one that makes no room.
    let take = |state: &State| legal(state, "take")[0].clone();
    for seat in [1, 2, 0] {
        let line = format!("{seat} {}", take(&state));
        play(&mut state, &line);
        assert_eq!(now(&state), format!("Turn {}", (seat + 1) % 3));
    }
    // The first own turn after which there is a cell.
    turn_of_first(&mut state);
    course(&mut state, "0 down K5s > LayTrader 0");
    assert_eq!(legal(&state, "*"), ["trader n1"]);
    course(&mut state, "0 trader n1 > Turn 1");
}

#[test]
fn m_trd_3_four_arms_and_eight_camps_leave_no_cell() {
    // M-TRD-3: no stick is needed; the last camp is built by the vizier's favour, and again nobody is asked.
    let mut state = Scene::new("alhambra 3 street-trader camps vizier")
        .market("K6w S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .money(0, "fl6")
        .asleep(1)
        .asleep(2)
        .city(0, ARMS)
        .trader(0, "e2", "T")
        .state();
    course(
        &mut state,
        "0 take du8 > Interrupt 0
         0 buy K6w fl6 > Place 0
         0 build K6w e2 > Welcome 0
         0 pass > Turn 1",
    );
    assert!(has_to_be_laid(&state.players[0]) && !can_be_laid(&state.players[0]));
    invariants::check(&state).unwrap();
    // Whatever stood on the agenda: whoever has to decide has a legal action.
    state.agenda.push(Decision::LayTrader { seat: Seat(0) }.into());
    state.advance(&mut ());
    assert_eq!(now(&state), "Turn 1");
}

#[test]
fn m_trd_3_no_building_rule_but_the_one_about_corners() {
    // M-TRD-3: a tile in this cell would close the courtyard in; the trader may lie there.
    let mut state = Scene::new("alhambra 3 street-trader")
        .city(
            0,
            "
+    +    +    +
 @    P8   S9
+    +    +    +
 A9        G11
+    +    +    +
 A10
+    +    +    +
",
        )
        .trader(0, "w1", "T")
        .reserve(0, "C10 C11")
        .state();
    check_refused(&state, "0 build C11 s2e1", "would close in an empty cell");
    course(&mut state, "0 build C10 w1 > Welcome 0\n0 pass > LayTrader 0\n0 trader s2e1 > Turn 1");
    assert_eq!(state.players[0].trader.unwrap().cell, Some(read("s2e1")));
}

#[test]
fn m_trd_4_the_example_of_the_book() {
    // M-TRD-4: 3 red, 2 white, 2 green and 1 blue make 10 + 6 + 1 = 17, in every scoring.
    let state = Scene::new("alhambra 3 street-trader")
        .city(
            0,
            "
+    +    +    +    +    +
 S9   C10  G11  P8   @
+    +    +    +    +    +
 S8   C11  G10  T12  T11
+----+    +    +    +    +
     |S7
+    +    +    +    +    +
",
        )
        .trader(0, "e1", "T T T")
        .residents(0, "S9 S8s S7w C10 C11 G10 G11 P8")
        .state();
    assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).citizens), [17; 3]);
}

#[test]
fn m_trd_4_series_of_different_colours() {
    // M-TRD-4: 1, 3, 6, 10, 15 and 21; two of a colour are two series.
    for (counts, points) in [
        ([1, 0, 0, 0, 0, 0], 1),
        ([0, 1, 0, 0, 0, 1], 3),
        ([1, 1, 1, 0, 0, 0], 6),
        ([1, 1, 1, 1, 0, 0], 10),
        ([0, 1, 1, 1, 1, 1], 15),
        ([1, 1, 1, 1, 1, 1], 21),
        ([2, 0, 0, 0, 0, 0], 2),
        ([2, 2, 0, 0, 0, 0], 6),
        ([0, 0, 0, 0, 0, 0], 0),
        ([7, 7, 7, 7, 7, 7], 147),
    ] {
        assert_eq!(series(ByBuilding(counts)), points, "{counts:?}");
    }
}

#[test]
fn m_trd_4_those_on_the_trader_do_not_count() {
    // M-TRD-4: only those on buildings.
    let state = trader("S G P").state();
    assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).citizens), [0; 3]);
}

#[test]
fn m_trd_5_a_citizen_goes_with_the_building() {
    // M-TRD-5: to the supply, whether it is taken down or swapped; it does not come back by itself.
    for (action, event) in [("down P8", "TakenDown"), ("swap P7e P8", "Swapped")] {
        let mut state = Scene::new("alhambra 2 street-trader")
            .city(0, "+    +    +    +\n @    S9   P8\n+    +    +    +")
            .residents(0, "P8 S9")
            .reserve(0, "P7e")
            .display("fl1 di4 de6 du8")
            .state();
        assert_eq!((state.table.citizens.0, sheet(&state, 0, 1).citizens), ([6, 6, 7, 7, 7, 7], 3));
        let events = course(&mut state, &format!("0 {action} > Turn 1"));
        assert_eq!(names(&events), [event, "MovedOut", "TurnBegan"]);
        assert_eq!((state.table.citizens.0, sheet(&state, 0, 1).citizens), ([7, 6, 7, 7, 7, 7], 1));
        course(&mut state, "1 take fl1 > Turn 0\n0 build P8 n1 > Turn 1");
        assert_eq!(residents(&state, 0), "S9");
    }
}

#[test]
fn m_trd_6_laid_again_if_it_touches_nothing_any_more() {
    // M-TRD-6: with the seraglio goes the only tile beside the trader; with the pavilion nothing changes.
    let scene = |cell| {
        let city = "+    +    +    +\n P8   @    S9\n+    +    +    +";
        Scene::new("alhambra 3 street-trader").city(0, city).trader(0, cell, "T").state()
    };
    let mut state = scene("e2");
    course(&mut state, "0 down S9 > LayTrader 0");
    assert_eq!(legal(&state, "*"), ["trader e1", "trader n1", "trader n1w1", "trader s1", "trader s1w1", "trader w2"]);
    course(&mut state, "0 trader e1 > Turn 1");
    course(&mut scene("e2"), "0 down P8 > Turn 1");
    course(&mut scene("n1"), "0 down S9 > Turn 1");
}

#[test]
fn m_trd_6_a_camp_alone_does_not_hold_it() {
    // M-TRD-6, M-TRD-3: the cell still touches the camp's plain side, but that is not enough.
    let mut state = Scene::new("alhambra 3 street-trader camps")
        .city(
            0,
            "
+    +    +    +    +
      C10  A9
+    +    +    +    +
      @    P7  |K6
+    +    +    +    +
",
        )
        .trader(0, "n1e2", "T")
        .state();
    course(&mut state, "0 down A9 > LayTrader 0");
}
