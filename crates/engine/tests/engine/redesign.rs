//! Redesigning: building from the reserve, taking down, swapping.

use crate::common::{Scene, check_ok, check_refused, city, legal, names, play, read};
use alhambra_engine::State;

/// What is wrong with taking a tile down.
#[track_caller]
fn check_down(expected: &str, tile: &str, drawing: &str) {
    let names: Vec<&str> = city(drawing).broken_without(read(tile)).names().collect();
    assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
    assert_eq!(city(drawing).releases(read(tile)), expected == "ok", "the quick answer differs");
}

const FOUNTAIN: &str = "
+    +
 @
+    +
";

const PALACE: &str = "
+----+----+    +
|P5   T9  |
+    +    +    +
 @    G10  S9
+    +    +    +
";

fn reserve(state: &State, seat: usize) -> String {
    state.players[seat].reserve.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn b_red_1_three_ways_to_redesign() {
    // B-RED-1, B-TURN-1: each of them is an action of a turn, and the whole of it.
    for (action, event, expected) in
        [("build C11 w1", "Built", "A10"), ("down S9", "TakenDown", "C11 A10 S9"), ("swap A10 S9", "Swapped", "C11 S9")]
    {
        let mut state = Scene::new("alhambra 3").city(0, PALACE).reserve(0, "C11 A10").state();
        let events = play(&mut state, &format!("0 {action}"));
        assert_eq!(names(&events), [event, "TurnBegan"]);
        assert_eq!(reserve(&state, 0), expected);
        assert_eq!(state.to_act().unwrap().0, 1);
    }
}

#[test]
fn b_red_1_only_own_tiles() {
    // B-RED-1: from the own reserve to the own Alhambra.
    let state = Scene::new("alhambra 3").city(1, PALACE).reserve(1, "C11").state();
    assert_eq!((legal(&state, "build").len(), legal(&state, "down").len(), legal(&state, "swap").len()), (0, 0, 0));
    check_refused(&state, "0 build C11 w1", "C11 is not in your reserve");
    check_refused(&state, "0 down S9", "S9 is not built in your city");
    check_refused(&state, "1 down S9", "it is seat 0's decision");
}

#[test]
fn b_red_1_what_was_taken_down_can_be_built_again() {
    // B-RED-1: anywhere the building rules allow.
    let mut state = Scene::new("alhambra 2").city(0, PALACE).state();
    play(&mut state, "0 down S9");
    let take = legal(&state, "take").remove(0);
    play(&mut state, &format!("1 {take}"));
    check_ok(&state, "0 build S9 e2\n0 build S9 w1\n0 build S9 s1");
    play(&mut state, "0 build S9 w1");
    assert_eq!(state.players[0].city.cell_of(read("S9")), Some(read("w1")));
}

#[test]
fn b_red_1_the_starting_tile_stays() {
    // B-RED-1, B-MAT-3: the fountain never moves, not even when it stands alone.
    check_down("starting-tile", "@", FOUNTAIN);
    let state = Scene::new("alhambra 3").reserve(0, "P8 S9").state();
    check_refused(&state, "0 down @", "a starting tile never moves");
    check_refused(&state, "0 swap P8 @", "a starting tile never moves");
    check_refused(&state, "0 build P8 o", "the cell is taken");
}

#[test]
fn b_red_2_what_others_need_stays() {
    // B-RED-2 with B-BUILD-3: the seraglio is reached through the garden only, the tower from two sides.
    check_down("not-on-foot", "G10", PALACE);
    check_down("ok", "S9", PALACE);
    check_down("ok", "P5nw", PALACE);
    check_down("ok", "T9ne", PALACE);
}

#[test]
fn b_red_2_a_tile_in_the_middle_stays() {
    // B-RED-2 with B-BUILD-5: all eight around it are reached without it, but its cell would be a hole.
    let block = "
+    +    +    +
 @    A9   A10
+    +    +    +
 C10  C11  G10
+    +    +    +
 G11  T11  T12
+    +    +    +
";
    check_down("hole", "C11", block);
    check_down("ok", "A9", block);
    check_down("ok", "T12", block);
}

#[test]
fn b_red_2_touching_is_not_reaching() {
    // B-RED-2 with B-BUILD-3: without the chambers the pavilion still touches the fountain's neighbour, with walls between.
    check_down(
        "not-on-foot",
        "C10",
        "
+    +    +
 A8  |T10
+    +    +
 @    C10
+    +    +
",
    );
}

#[test]
fn b_red_1_a_swapped_tile_lies_where_the_old_one_lay() {
    // B-RED-1, B-RED-2: the page's example; sides towards neighbours are the same, others may differ.
    let mut state = Scene::new("alhambra 3").city(0, PALACE).reserve(0, "A6ne T13e C6es").state();
    check_refused(&state, "0 swap C6es T9ne", "a wall meets an open side");
    check_refused(&state, "0 swap A6ne C11", "is not built");
    check_refused(&state, "0 swap G11 T9ne", "is not in your reserve");
    play(&mut state, "0 swap T13e T9ne");
    let expected = city(
        "
+----+    +    +
|P5   T13 |
+    +    +    +
 @    G10  S9
+    +    +    +
",
    );
    assert_eq!(state.players[0].city, expected);
    assert_eq!(reserve(&state, 0), "A6ne C6es T9ne");
}
