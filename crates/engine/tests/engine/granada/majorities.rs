//! Granada, scoring: points grow with the tiles in all cities, and the dearest breaks a tie.

use super::YELLOW;
use crate::common::{Scene, play, scores};
use alhambra_engine::{
    State,
    material::{CityKind, Round},
    scoring::{ScoreSheet, sheets},
};

/// Two schools, the dearest for 10; two single moats.
const RED: &str = "
+    +    +
|sc9  @g
+    +    +
      sc10
+    +----+
";

/// Two schools for 12 and 13 without moats.
const GREEN: &str = "
+    +    +    +
 sc12 @g   sc13
+    +    +    +
";

/// The schools' points by seat, Dirk last.
#[track_caller]
fn check_schools(expected: &[u16], round: Round, state: &State) {
    let (players, dirk) = sheets(state, round);
    let points = |it: &ScoreSheet| it.granada[CityKind::School];
    assert_eq!(players.iter().chain(&dirk).map(points).collect::<Vec<_>>(), expected);
}

#[test]
fn g_score_1_first_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1: 3, 2 and 2 schools; 7 are to be seen, so yellow gets 7 and the others nothing.
    let mut state = Scene::new("granada 3")
        .city(0, YELLOW)
        .city(1, RED)
        .city(2, GREEN)
        .display("fl1 di4 de6 du8")
        .pile("scoring1")
        .state();
    check_schools(&[7, 0, 0], Round::First, &state);
    // G-BUILD-1: the moats give 5, 1 and 0.
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [7 + 5, 1, 0]);
    let (sheets, _) = sheets(&state, Round::First);
    assert_eq!(
        sheets.iter().map(|it| (it.wall, it.moat, it.together)).collect::<Vec<_>>(),
        [(0, 5, 0), (0, 1, 0), (0, 0, 0)]
    );
}

#[test]
fn g_score_2_first_scoring_with_a_tie() {
    // G-SCORE-2: yellow and red have three each; red's dearest costs 11, yellow's 8: all 8 points for red, none for yellow.
    let red = "
+    +----+
      sc11
+    +    +
|sc9  @g
+    +    +
      sc10
+    +----+
";
    let state = Scene::new("granada 3").city(0, YELLOW).city(1, red).city(2, GREEN).state();
    check_schools(&[0, 8, 0], Round::First, &state);
    check_schools(&[8, 16, 0], Round::Second, &state);
}

/// Four schools, the dearest for 9.
const BLUE_FOUR: &str = "
+    +----+    +
      sc4 |
+    +    +----+
|sc9  @g   sc3 |
+    +    +----+
     |sc7
+    +----+    +
";

/// Three schools, and a fourth for 12 with which the later example has it.
const GREEN_THREE: &str = "
+    +----+    +
      sc11
+----+    +    +
|sc2  @g   sc6 |
+----+    +----+
";
const GREEN_FOUR: &str = "
+    +----+    +
      sc11
+----+    +    +
|sc2  @g   sc6 |
+----+    +----+
      sc12
+    +    +    +
";

/// Two schools.
const RED_TWO: &str = "
+    +    +
|sc8  @g
+    +    +
      sc10
+    +----+
";

#[test]
fn g_score_1_second_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1: blue 4, green 3, red 2, that is 9: twice 9 for blue, 9 for green.
    let state = Scene::new("granada 3").city(0, BLUE_FOUR).city(1, GREEN_THREE).city(2, RED_TWO).state();
    check_schools(&[18, 9, 0], Round::Second, &state);
}

#[test]
fn g_score_2_third_scoring_the_example_of_the_rulebook() {
    // G-SCORE-1, G-SCORE-2: blue 4 with 9 the dearest, green 4 with 12 the dearest, red 2, that is 10: 30, 20, 10.
    let state = Scene::new("granada 3").city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO).state();
    check_schools(&[20, 30, 10], Round::Third, &state);
    // The order of the seats plays no part.
    let state = Scene::new("granada 3").city(0, GREEN_FOUR).city(1, RED_TWO).city(2, BLUE_FOUR).state();
    check_schools(&[30, 10, 20], Round::Third, &state);
}

#[test]
fn g_score_1_a_fourth_place_gets_nothing() {
    // G-SCORE-1, B-SCORE-4: four players with 4, 4, 2 and 1 schools make 11; who has none gets nothing.
    let one = "+    +    +\n @g   sc13\n+    +    +";
    let scene = || Scene::new("granada 5").city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO);
    check_schools(&[22, 33, 11, 0, 0], Round::Third, &scene().city(3, one).state());
    // With no third the third place stays free.
    let state = Scene::new("granada 5").city(1, GREEN_FOUR).city(4, one).state();
    check_schools(&[0, 15, 0, 0, 10], Round::Third, &state);
}

#[test]
fn g_score_1_only_what_is_to_be_seen_in_cities_counts() {
    // G-SCORE-1: schools in reserve don't count, nor do schools on the back of what is built: a bath house, a residence.
    let state = Scene::new("granada 3")
        .city(0, "+    +----+    +\n      ba10\n+    +    +    +\n re12 @g   sc12\n+    +    +    +")
        .reserve(0, "sc10s sc2nsw")
        .reserve(1, "sc4ne")
        .state();
    check_schools(&[1, 0, 0], Round::First, &state);
    let (sheets, _) = sheets(&state, Round::Second);
    assert_eq!(sheets[0].granada[CityKind::BathHouse], 2);
    assert_eq!(sheets[0].granada[CityKind::Residential], 2);
    assert_eq!(sheets[0].total(), 2 + 2 + 2 + 1);
}

#[test]
fn g_score_1_each_kind_for_itself() {
    // G-SCORE-1: one tile of each of the nine kinds gives nine points; a park of somebody else makes the parks worth two.
    let nine = "
+    +    +    +    +    +
 ar12 ba12 li12 hs12 hp12
+    +    +    +    +    +
 ma12 pa12 sc12 re12 @g
+    +    +    +    +    +
";
    let state = Scene::new("granada 3").city(1, nine).state();
    let (alone, _) = sheets(&state, Round::First);
    assert_eq!((alone[1].granada.0, alone[1].total()), ([1; 9], 9));
    let park = "+    +    +\n @g   pa8\n+    +----+";
    let state = Scene::new("granada 3").city(1, nine).city(2, park).state();
    let (both, _) = sheets(&state, Round::First);
    // G-SCORE-2: one park each, and the one for 12 beats the one for 8.
    assert_eq!((both[1].granada[CityKind::Park], both[1].total()), (2, 10));
    assert_eq!((both[2].granada[CityKind::Park], both[2].moat), (0, 1));
}

#[test]
fn g_score_1_and_2_dirk_counts() {
    // G-SCORE-1, G-SCORE-2: Dirk 2 with 13, seat 0 two with 11, seat 1 one: five schools; Dirk is first.
    let state = Scene::new("granada 2")
        .city(0, "+    +----+\n      sc11\n+    +    +\n|sc8  @g\n+    +    +")
        .city(1, "+    +    +\n @g   sc12\n+    +    +")
        .dirk("sc13 sc3nes")
        .state();
    check_schools(&[0, 0, 5], Round::First, &state);
    check_schools(&[5, 0, 10], Round::Second, &state);
    check_schools(&[10, 5, 15], Round::Third, &state);
    // Only the side that he shows counts: on the back of the residence for 12 is the school for 13.
    let state = Scene::new("granada 2")
        .city(0, "+    +----+\n      sc11\n+    +    +\n|sc8  @g\n+    +    +")
        .dirk("re12 sc3nes")
        .state();
    check_schools(&[6, 0, 3], Round::Second, &state);
}

#[test]
fn g_dirk_1_dirk_has_no_moat() {
    // G-DIRK-1, B-DIRK-3: three moats on his only tile; he gets the one point for one school.
    let mut state = Scene::new("granada 2").dirk("sc3nes").display("fl1 di4 de6 du8").pile("scoring1").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [0, 0, 1]);
}

#[test]
fn g_score_3_simplified_scoring() {
    // G-SCORE-3: 3; 10 and 3; 18, 10 and 3, with the same tie-break, however many schools there are.
    let cities =
        |scene: Scene| scene.city(0, BLUE_FOUR).city(1, GREEN_FOUR).city(2, RED_TWO).display("fl1 di4 de6 du8");
    let state = cities(Scene::new("granada 4 simplified")).state();
    check_schools(&[0, 3, 0, 0], Round::First, &state);
    check_schools(&[3, 10, 0, 0], Round::Second, &state);
    check_schools(&[10, 18, 3, 0], Round::Third, &state);
    // Moats count as usual: blue's five are those of yellow, green's three are around the school for 2, red's stand alone.
    let mut state = cities(Scene::new("granada 4 simplified")).pile("scoring2").state();
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [3 + 5, 10 + 3, 1, 0]);
}
