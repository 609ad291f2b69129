//! Where modules meet: the order of everything at the end of a turn, and what counts as what.

use crate::common::{
    Scene, begun, check_ok, check_refused, city, course, legal, listed, names, now, play, play_unchecked, read,
    reserve, scores, sheet, words,
};
use alhambra_engine::{
    Action, Decision, Seat, State,
    material::{Card, Currency, Part, Round, Tile},
    modules::{bazaars, camps},
    scoring,
};

#[test]
fn x_1_the_end_of_a_turn() {
    // tiles and hut placed, trader laid, money, market, bonus cards, scoring, Dirk, interrupts, next turn.
    let mut state = Scene::new("alhambra 2 vizier bonus-cards huts street-trader")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6")
        .pile("scoring1 fl2")
        .supply("T12")
        .money(0, "fl8")
        .trader(0, "e1", "P")
        .bonus(1, "G10")
        .state();
    let events = course(
        &mut state,
        "0 buy P8 fl8 > Turn 0
         0 hut hPn > Place 0
         0 build P8 e1 > Welcome 0
         0 move-in S > Place 0
         0 keep hPn > LayTrader 0
         0 trader n1 > AskBonus 1
         1 pass > Interrupt 1
         1 pass > Interrupt 0
         0 pass > Turn 1",
    );
    let mut names = names(&events);
    names.dedup();
    assert_eq!(
        names.join(" "),
        "Bought TookHut HutTurned Built TraderAside MovedIn Kept TraderLaid Turned Supplied Scored DirkDrew Passed \
         TurnBegan"
    );
}

#[test]
fn x_1_the_marker_moves_before_the_scoring() {
    // in Granada, between market and scoring.
    let mut state = begun("granada 3", 1);
    let seat = state.to_act().unwrap();
    let tile = state.table.granada_market[Currency::Florin].unwrap();
    state.player_mut(seat).money = words("fl9 fl8").into_iter().collect();
    state.table.display.pop();
    state.table.pile.cards.push(Card::Scoring(Round::First));
    state.table.pile.layers[0].n_cards += 1;
    state.table.pile.layers[0].scoring = Some(Round::First);
    play_unchecked(&mut state, &format!("{seat} buy {tile} fl9 fl8"));
    let events = play_unchecked(&mut state, &format!("{seat} keep {tile}"));
    assert_eq!(names(&events).join(" "), "Kept Turned Turned Supplied MarkerMoved Scored TurnBegan");
}

#[test]
fn x_1_the_end_of_the_game() {
    // the second scoring, then the award, the third scoring and the end, whoever could interrupt.
    let mut state = Scene::new("alhambra 3 vizier thieves bonus-cards")
        .market("G10 S9 A9 C10")
        .display("fl1 di4 de6")
        .pile("scoring2 fl2")
        .supply("")
        .no_further_tiles()
        .money(0, "du9 du8")
        .money(1, "fl3")
        .thieves(2, "fl di de du")
        .bonus(1, "G10")
        .state();
    let events = course(
        &mut state,
        "0 buy C10 du8 du9 > Place 0
         0 build C10 e1 > AskBonus 1
         1 pass > BuildWon 1
         1 build G10 e1 > Over",
    );
    assert_eq!(
        names(&events).join(" "),
        "Bought Built Turned Turned Scored Awarded Awarded Awarded Built BonusShown Scored Over"
    );
    // Chambers 11 and 19; two gardens 20.
    assert_eq!(scores(&state), [11 + 19, 20, 0]);
}

#[test]
fn x_2_camps_and_bazaars_count_nothing_for_dirk() {
    // his pavilion and his arcades tie with those of seat 0; nothing else of his scores.
    let state = Scene::new("alhambra 2 camps bazaars")
        .dirk("K3e zde1 P8 A9")
        .city(0, "+    +    +    +\n A10  @    P7  |\n+    +    +    +")
        .state();
    // Half of 1 and 3, of 8 + 1 and 10 + 3, of 16 + 8 and 18 + 10, each rounded down.
    let shared = [(Round::First, 1), (Round::Second, 4 + 6), (Round::Third, 12 + 14)];
    for (round, points) in shared {
        assert_eq!(scoring::sheets(&state, round).1.unwrap().total(), points);
    }
    // B-DIRK-4: but he may be given both.
    let mut state = Scene::new("alhambra 2 camps bazaars")
        .market("K3e S9 A9 C10")
        .bazaars("zdi1")
        .money(0, "fl3 di9")
        .display("fl1 di4 de6 du8")
        .state();
    course(&mut state, "0 buy K3e fl3 > Turn 0\n0 buy zdi1 di9 > Turn 0\n0 take fl1 > Place 0");
    course(&mut state, "0 give K3e > Place 0\n0 give zdi1 > Turn 1");
    assert_eq!(state.dirk.unwrap().tiles.len(), 2);
}

/// After this scoring Dirk has drawn these tiles of a supply of nine, which would bring him so many points in the third.
#[track_caller]
fn check_drawn(scoring: &str, expected: &str, points: u16) {
    let mut state = Scene::new("alhambra 2 camps bazaars")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .pile(scoring)
        .supply("K3e zdi1 T12 G11 zde1 K8ne A10 T11 zfl1")
        .no_further_tiles()
        .state();
    let events = play(&mut state, "0 take fl1");
    let dirk = state.dirk.unwrap();
    assert_eq!(listed(dirk.tiles), expected);
    assert_eq!(names(&events).iter().filter(|it| *it == "DirkDrew").count(), dirk.tiles.len());
    assert_eq!(state.table.supply.len(), 9 - dirk.tiles.len());
    // A bazaar that he draws does not lie beside the market, and nothing takes its place.
    assert!(state.table.bazaars.is_empty());
    assert_eq!(scoring::sheets(&state, Round::Third).1.unwrap().total(), points);
}

#[test]
fn x_2_dirk_draws_camps_and_bazaars_as_tiles() {
    // X-2, B-DIRK-2: six tiles are six, whatever they are; a third of nine is three; only buildings count.
    check_drawn("scoring1", "K3e zdi1 T12 G11 zde1 K8ne", 20 + 21);
    check_drawn("scoring2", "K3e zdi1 T12", 21);
}

#[test]
fn b_dirk_4_a_tile_with_added_walls_may_be_given() {
    // B-DIRK-4, M-WALL-3, M-WALL-4: the walls go with the just bought tile and count for nobody; the card is used up.
    let mut state = Scene::new("alhambra 2 walls")
        .market("P8 S9 A9 C10")
        .wall_cards("ne")
        .display("fl1 di4 de6")
        .pile("scoring1 fl2")
        .money(0, "fl8")
        .supply("T12")
        .no_further_tiles()
        .state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 walls ne P8 > Place 0");
    check_ok(&state, "0 give P8\n0 keep P8");
    let events = course(&mut state, "0 give P8 > Turn 1");
    assert_eq!(names(&events)[0], "Given");
    assert_eq!(listed(state.dirk.unwrap().tiles), "P8");
    assert_eq!(scores(&state), [0, 0, 1]);
    assert_eq!([0, 1].map(|seat| sheet(&state, seat, 3).wall), [0, 0]);
    assert!(state.table.wall_cards.is_empty() && state.table.used_wall_cards.contains(&read("ne")));
}

#[test]
fn x_3_huts_have_no_colour_for_bazaars_and_falcons() {
    // a brown hut, the fountain and another bazaar beside a bazaar for red, brown and purple.
    assert_eq!(bazaars::score(&city("+    +    +    +    +\n zdi1 @    zde1 hA  |\n+    +    +    +    +")), 0);
    // a purple hut is no tower for a falcon; the garden and the pavilion are what they are.
    let state = Scene::new("alhambra 3 falconers huts")
        .city(0, "+    +----+\n P8   hT\n+    +    +\n @    G10\n+    +    +")
        .money(0, "fl1")
        .state();
    assert_eq!(legal(&state, "falcon"), ["falcon brown-GP e1 fl1"]);
    check_refused(&state, "0 falcon white-TG e1 fl1", "both colours of the falcon must meet at its corner");
}

#[test]
fn x_4_falcon_corners_with_huts_bazaars_and_camps() {
    // pavilion, seraglio and the fountain, with a hut, a bazaar or a camp as the fourth.
    let scene = |drawing: &str| Scene::new("alhambra 3 falconers huts bazaars camps").city(0, drawing).money(0, "fl1");
    let with_hut = scene("+    +    +\n @    S9\n+    +    +\n P8   hA  |\n+    +    +").state();
    check_ok(&with_hut, "0 falcon black-PS s1e1 fl1");
    let with_bazaar = scene("+    +    +\n @    S9\n+    +    +\n P8   zfl1\n+    +    +").state();
    check_ok(&with_bazaar, "0 falcon black-PS s1e1 fl1");
    let with_camp = scene("+    +    +\n @    S8\n+    +----+\n P7  |K7\n+    +    +").state();
    check_ok(&with_camp, "0 falcon black-PS s1e1 fl1");
    assert!(legal(&with_camp, "falcon").contains(&"falcon black-PS s1e1 fl1".to_owned()));
    // the camp brings no colour.
    check_refused(&with_camp, "0 falcon brown-SG s1e1 fl1", "colours");
    // M-FAL-3, X-10: with the camp the falcon leaves.
    let mut state = with_camp;
    play(&mut state, "0 falcon black-PS s1e1 fl1\n0 pass");
    assert_eq!(state.players[0].falcons.len(), 1);
    state.agenda.clear();
    state.agenda.push(Decision::Turn { seat: Seat(0), first: true }.into());
    play(&mut state, "0 down K7nw");
    assert!(state.players[0].falcons.is_empty());
}

#[test]
fn x_5_a_bazaar_takes_its_price_from_a_camp_too() {
    // the camp on the dirham square costs 8; once it is bought the bazaar is not for sale.
    let mut state = Scene::new("alhambra 3 camps bazaars")
        .market("P8 K8ne A9 C10")
        .bazaars("zdi1 zdi2")
        .money(0, "di8 di8 di3 di5")
        .state();
    check_refused(&state, "0 buy zdi1 di5", "3 short");
    course(&mut state, "0 buy zdi1 di8 > Turn 0\n0 buy K8ne di8 > Turn 0");
    check_refused(&state, "0 buy zdi2 di3 di5", "zdi2 is not for sale");
}

#[test]
fn x_6_no_interrupts_once_the_end_is_triggered() {
    // everybody has thieves and an awake vizier, and money to pay exactly.
    let mut state = Scene::new("alhambra 3 vizier thieves")
        .market("P8 S9 A9 C10")
        .display("fl1 di4 de6 du8")
        .supply("")
        .no_further_tiles()
        .thieves(0, "fl di de du")
        .thieves(1, "fl di de du")
        .thieves(2, "fl di de du")
        .money(0, "fl9")
        .state();
    course(&mut state, "0 buy P8 fl9 > Place 0\n0 keep P8 > Over");
}

#[test]
fn x_7_asked_able_or_not() {
    // no money for the vizier, no open card for the thief; whoever has neither is not asked.
    let mut state = Scene::new("alhambra 4 vizier thieves")
        .display("fl1 di4 de6 du8")
        .pile("di5")
        .thieves(0, "fl")
        .thieves(1, "du")
        .asleep(0)
        .asleep(1)
        .asleep(3)
        .state();
    course(&mut state, "0 take fl1 > Interrupt 2");
    assert_eq!(legal(&state, "*"), ["pass"]);
    course(&mut state, "2 pass > Interrupt 0");
    assert_eq!(legal(&state, "*"), ["pass"]);
    course(&mut state, "0 pass > Turn 1");
}

#[test]
fn x_7_being_skipped_tells_nothing_about_a_hand() {
    // with other money and other thieves the same players are asked in the same order.
    let asked = |money: &str, thieves: &str| {
        let mut state = Scene::new("alhambra 3 vizier thieves")
            .market("P8 S9 A9 C10")
            .display("fl1 di4 de6 du8")
            .pile("fl2")
            .money(1, money)
            .thieves(2, thieves)
            .asleep(2)
            .state();
        play(&mut state, "0 take fl1");
        let mut asked = Vec::new();
        while let Some(seat) = state.to_act().filter(|_| now(&state).starts_with("Interrupt")) {
            asked.push(seat.0);
            play(&mut state, &format!("{seat} pass"));
        }
        asked
    };
    assert_eq!(asked("fl8", "du"), [1, 2, 0]);
    assert_eq!(asked("fl3", "fl"), [1, 2, 0]);
    assert_eq!(asked("", "du du du"), [1, 2, 0]);
}

#[test]
fn x_8_a_bonus_card_matches_its_tile_with_added_walls() {
    // the garden has walls in the north and east now; the card still shows it.
    let mut state = Scene::new("alhambra 2 bonus-cards walls")
        .city(0, "+    +    +\n @    G10\n+    +    +")
        .sticks(0, "ne", "G10")
        .bonus(0, "G10")
        .display("fl1 di4 de6 du8")
        .state();
    course(&mut state, "0 reveal G10 > Turn 0");
    assert_eq!(crate::common::counts(&state, 0)[4], 2);
    // to the reserve and back the walls go with it.
    course(&mut state, "0 down G10 > Turn 1\n1 take fl1 > Turn 0");
    check_refused(&state, "0 build G10 w1", "a wall meets an open side");
    course(&mut state, "0 build G10 e1 > Turn 1");
    assert_eq!(sheet(&state, 0, 1).wall, 2);
}

#[test]
fn x_9_bureaux_and_walls_are_not_money_cards() {
    // a thief of either currency can't take the bureau, and no card but money can be named.
    let mut state = Scene::new("alhambra 3 thieves bureaux walls falconers")
        .display("fl1 fl/de di/du du8")
        .wall_cards("n")
        .pile("de/du")
        .thieves(2, "fl di de")
        .state();
    course(&mut state, "0 take fl1 > Interrupt 2");
    assert_eq!(legal(&state, "*"), ["pass"]);
    assert!(["steal fl/de", "steal wall-n", "take fl/de"].iter().all(|it| it.parse::<Action>().is_err()));
    // nor is a falcon paid with a bureau; who has nothing else can't buy one.
    let state = Scene::new("alhambra 3 bureaux falconers")
        .city(0, "+    +    +\n P8   T12\n+    +    +\n @    G10\n+    +    +")
        .bureaux(0, "fl/de")
        .state();
    assert_eq!(legal(&state, "falcon"), Vec::<String>::new());
}

/// Somebody with a bureau, coins and too little money of each currency.
fn mixed(seat: usize) -> Scene {
    Scene::new("alhambra 3 vizier bureaux change bazaars camps")
        .market("P8 K8ne A9 C10")
        .bazaars("zfl1 zdi1")
        .display("fl1 di4 de6 du8")
        .money(seat, "fl3 di3 de4")
        .coins(seat, [1, 1, 0, 0])
        .bureaux(seat, "fl/de di/de")
}

#[test]
fn x_9_every_purchase_may_use_coins_and_a_bureau() {
    // by vizier, of a camp, of a bazaar; 3 + 1 + 4 is the price of 8.
    for (purchase, event) in [("P8 fl/de fl3 fl*1 de4", "Bought"), ("zfl1 fl/de fl3 fl*1 de4", "Bought")] {
        let mut state = mixed(1).state();
        let events = course(&mut state, &format!("0 take fl1 > Interrupt 1\n1 buy {purchase} > Place 1"));
        assert_eq!(names(&events).last().unwrap(), event);
        assert_eq!((state.players[1].coins.0, state.table.discarded_bureaux.len()), ([0, 1, 0, 0], 1));
    }
    for purchase in ["K8ne di/de di3 di*1 de4", "zdi1 di/de di3 di*1 de4", "zfl1 fl/de fl3 fl*1 de4"] {
        let mut state = mixed(0).state();
        course(&mut state, &format!("0 buy {purchase} > Turn 0"));
        assert_eq!(state.table.discarded_bureaux.len(), 1);
    }
}

#[test]
fn x_9_flips_are_no_purchases() {
    // no bureau turns a tile of Granada over; money of one currency does.
    let mut state = begun("granada 3 bureaux", 1);
    let seat = state.to_act().unwrap();
    let tile = state.table.granada_market[Currency::Florin].unwrap();
    state.player_mut(seat).money = words("fl9 fl8 fl2 de1 di3").into_iter().collect();
    state.player_mut(seat).bureaux.add(read("fl/de"));
    play_unchecked(&mut state, &format!("{seat} buy {tile} fl9 fl8"));
    let flipped = tile.flipped().unwrap();
    let cell = legal(&state, "flip").first().and_then(|it| it.split(' ').nth(2).map(str::to_owned)).unwrap();
    let reason = "paid with cards of one currency, without coins or bureau";
    check_refused(&state, &format!("{seat} flip {flipped} {cell} fl/de fl2 de1"), reason);
    check_refused(&state, &format!("{seat} flip {flipped} {cell} fl2"), "1 short");
    check_ok(&state, &format!("{seat} flip {flipped} {cell} di3"));
}

#[test]
fn x_10_what_lay_on_a_swapped_tile_goes() {
    // a hut in the place of the garden; falcon and citizen to the supply, bonus card to the hand, sticks stay.
    let mut state = Scene::new("alhambra 2 bonus-cards huts walls street-trader falconers")
        .city(0, "+    +    +\n P8   T12\n+    +    +\n @    G10\n+    +    +")
        .sticks(0, "e", "G10")
        .bonus(0, "G10")
        .residents(0, "G10 T12")
        .falcons(0, "white-TG:e1")
        .reserve(0, "hGe")
        .display("fl1 di4 de6 du8")
        .pile("fl2")
        .state();
    course(&mut state, "0 reveal G10 > Turn 0");
    let events = course(&mut state, "0 swap hGe G10 > Turn 1");
    assert_eq!(names(&events).join(" "), "Swapped FalconLeft MovedOut BonusReturned TurnBegan");
    assert_eq!((reserve(&state, 0).as_str(), listed(state.players[0].residents).as_str()), ("G10", "T12"));
    course(&mut state, "1 take fl1 > Turn 0\n0 swap G10 hGe > Turn 1");
    // The added wall came back with the garden; nothing else did.
    assert_eq!(state.players[0].city.longest_wall(Part::Alhambra), 1);
    assert_eq!((state.players[0].falcons.len(), state.players[0].residents.len()), (0, 1));
    assert_eq!((state.players[0].bonus_held.len(), crate::common::counts(&state, 0)[4]), (1, 1));
}

#[test]
fn x_10_any_tile_with_any_other_if_all_is_legal() {
    // building, hut and bazaar for one another; a camp only where its bastions find a wall.
    let state = Scene::new("alhambra 3 huts bazaars camps")
        .city(0, "+    +    +    +    +    +\n S9   @    zfl1 P7  |K6\n+    +    +    +    +    +")
        .reserve(0, "T12 hPn zdi1 K7nw K3e T13e")
        .state();
    assert_eq!(
        legal(&state, "swap").join(", "),
        "swap K7nw K6w, swap T12 S9, swap T12 zfl1, swap T13e P7e, swap hPn S9, swap hPn zfl1, swap zdi1 S9, \
         swap zdi1 zfl1"
    );
    check_refused(&state, "0 swap K3e S9", "a bastion may touch nothing but a wall");
    check_refused(&state, "0 swap T12 K6w", "a wall meets an open side");
    check_refused(&state, "0 swap T13e zfl1", "a wall meets an open side");
}

const COURTYARD: &str = "
+    +    +    +    +
 @    S8   G12  A9
+    +----+----+    +
 P7  |K7   K8  |S7
+    +    +    +    +
 A8  |K10  K9  |C9
+    +----+----+    +
 A10  P6   T11  C10
+    +    +    +    +
";

#[test]
fn x_11_four_camps_fill_a_courtyard() {
    // the ring of walls scores 8, and each of the eight bastions looks over one tile.
    let city = city(COURTYARD);
    assert_eq!((city.longest_wall(Part::Alhambra), camps::score(&city)), (8, 8));
    let state = Scene::new("alhambra 3 camps").city(0, COURTYARD).state();
    assert_eq!((sheet(&state, 0, 1).wall, sheet(&state, 0, 1).camps), (8, 8));
}

#[test]
fn x_11_no_hole_once_the_camps_are_there() {
    // the last tile of the ring may be built around the camps, not around an empty courtyard.
    let check = |expected: &str, tile: &str, cell: &str, drawing: &str| {
        let tile: Tile = read(tile);
        assert_eq!(listed(city(drawing).broken_by(tile, tile.edges(), read(cell)).names()), expected);
    };
    let open = COURTYARD.replace("|S7", "   ");
    check("", "S7w", "s1e3", &open);
    let empty = open.replace("K7 ", "   ").replace("K8 ", "   ").replace("K10", "   ").replace("K9 ", "   ");
    check("hole", "S7w", "s1e3", &empty);
    // With one camp missing the courtyard would be a hole as well.
    check("hole", "S7w", "s1e3", &open.replace("K8 ", "   "));
}

#[test]
fn x_11_a_courtyard_is_closed_and_stays_filled() {
    // the seraglio closes the ring around four camps and all of it is scored; then no camp may leave.
    let mut state = Scene::new("alhambra 3 camps")
        .city(0, &COURTYARD.replace("|S7", "   "))
        .market("S7w S9 G10 T12")
        .display("fl1 di4 de6")
        .pile("scoring1 fl2")
        .money(0, "fl7")
        .state();
    course(&mut state, "0 buy S7w fl7 > Turn 0\n0 take de6 > Place 0\n0 build S7w s1e3 > Turn 1");
    // Eight walls, eight bastions with one tile each, the most of every kind.
    assert_eq!(scores(&state), [8 + 8 + (1 + 2 + 3 + 4 + 5 + 6), 0, 0]);
    state.agenda.clear();
    state.agenda.push(Decision::Turn { seat: Seat(0), first: true }.into());
    for camp in ["K7nw", "K8ne", "K9es", "K10sw"] {
        check_refused(&state, &format!("0 down {camp}"), "would close in an empty cell");
    }
    // The ring may be opened again: each camp still has a wall.
    check_ok(&state, "0 down S7w");
}

#[test]
fn x_12_no_limit_to_repeating_oneself() {
    // two players take down and build for a thousand turns; the table is the same and the game goes on.
    let city = "+    +    +\n @    P8\n+    +    +";
    let mut state = Scene::new("alhambra 2").city(0, city).city(1, &city.replace("P8", "S9")).state();
    let before = state.clone();
    for _ in 0..250 {
        play(&mut state, "0 down P8\n1 down S9\n0 build P8 e1\n1 build S9 e1");
    }
    let same = |one: &State, other: &State| one.table == other.table && one.players == other.players;
    assert!(same(&state, &before) && !state.is_over());
}
