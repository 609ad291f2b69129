//! Walls: a drawing and the length of its longest outer wall.

mod common;

use alhambra_engine::{Action, Ruleset, material::Part, notation::draw};
use common::{Style, city, longest_trail, lying, random_game};

#[track_caller]
fn check_wall(expected: u8, drawing: &str) {
    let city = city(drawing);
    assert_eq!(city.longest_wall(Part::Alhambra), expected);
    assert_eq!(longest_trail(&lying(&city)), expected, "the drawing is not what it seems");
}

#[test]
fn b_score_1_no_wall() {
    // B-SCORE-1: the fountain has no walls.
    check_wall(
        0,
        "
+    +    +
 @    P8
+    +    +
",
    );
}

#[test]
fn b_score_1_the_picture_of_the_rulebooks() {
    // B-SCORE-1: one stretch of 8, a shorter one that is not scored, and inner walls that count nothing.
    check_wall(
        8,
        "
+----+----+----+
|P5   T11  A6  |
+    +    +    +
 @    G10  P7  |
+    +    +    +
|S3  |C9   C6  |
+----+    +----+
",
    );
}

#[test]
fn b_score_1_two_walls_back_to_back_are_inner() {
    // B-SCORE-1: the walls between arcades and tower count for nobody.
    check_wall(
        0,
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
fn b_score_1_a_stretch_turns_inwards_at_a_corner() {
    // B-SCORE-1: the wall runs east over the pavilion, down into the corner and on over the arcades.
    check_wall(
        4,
        "
+----+    +
|P2  |
+    +----+
 @    A8
+    +    +
",
    );
}

#[test]
fn b_score_1_a_stretch_turns_around_a_corner_of_one_tile() {
    // B-SCORE-1: west, south and east of the seraglio.
    check_wall(
        3,
        "
+    +    +
 @    P8
+    +    +
|S3  |
+----+    +
",
    );
}

#[test]
fn b_score_1_an_opening_parts_two_stretches() {
    // B-SCORE-1: north of the tower there is no wall, so 2 and 1 are not 3.
    check_wall(
        2,
        "
+----+    +
|P5   T13 |
+    +    +
 @    G10
+    +    +
",
    );
}

#[test]
fn b_score_1_a_closed_ring_counts_all_its_sides() {
    // B-SCORE-1: twelve sides and no end.
    check_wall(
        12,
        "
+----+----+----+
|P5   T11  A6  |
+    +    +    +
|S7   @    P7  |
+    +    +    +
|P3   S8   S6  |
+----+----+----+
",
    );
}

#[test]
fn b_score_1_every_city_of_random_games() {
    // B-SCORE-1: the walk along the outline finds what a search through all chains finds.
    let (mut n_cities, mut longest) = (0, 0);
    for players in 2..=6 {
        for number in 0..20 {
            let style = Style::ALL[number as usize % 2];
            random_game(Ruleset::alhambra(players), number, style, |state, action, _, _| {
                // A city changes only in its owner's turn.
                let Some(Action::Build { .. } | Action::TakeDown { .. } | Action::Swap { .. }) = action else { return };
                for player in &state.players {
                    let wall = player.city.longest_wall(Part::Alhambra);
                    longest = longest.max(wall);
                    n_cities += 1;
                    assert_eq!(wall, longest_trail(&lying(&player.city)), "{}", draw(&player.city));
                }
            });
        }
    }
    assert!(n_cities > 10_000, "only {n_cities} cities");
    assert!(longest >= 12, "the longest wall of all these cities has only {longest} sides");
}
