//! Walls: a drawing and the length of its longest outer wall.

use std::sync::Mutex;

use crate::common::{
    Grower, Style, any_ruleset, city, in_parallel, longest_together, longest_trail, lying, random_game,
};
use alhambra_engine::{
    Action, City,
    material::{Cell, Part, Side},
    notation::draw,
};

#[track_caller]
fn check_wall(expected: u8, drawing: &str) {
    let city = city(drawing);
    assert_eq!(city.longest_wall(Part::Alhambra), expected);
    assert_eq!(longest_trail(&lying(&city), Part::Alhambra), expected, "the drawing is not what it seems");
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
fn b_score_1_a_wall_that_forks_in_three() {
    // B-SCORE-1, X-11: the south-western corner of a courtyard with four camps is open; there the southern wall of the
    // arcades meets the ring, which can be walked all round: 1 + 8.
    check_wall(
        9,
        "
+    +    +    +    +
 @    S8   G12  A9
+    +----+----+    +
 P7  |K7   K8  |S7
+    +    +    +    +
 A7  |K10  K9  |C9
+----+----+----+    +
      P6   T11  C10
+    +    +    +    +
",
    );
}

#[test]
fn b_score_1_a_wall_that_forks_in_four() {
    // B-SCORE-1, X-11: the same with two walls on either side of the corner: in, once around the ring, and out.
    check_wall(
        2 + 8 + 2,
        "
+    +    +    +    +
 @    S8   G12  A9
+    +----+----+    +
 P7  |K7   K8  |S7
+    +    +    +    +
|S3  |K10  K9  |C9
+----+----+----+    +
     |C5   T11  C10
+    +----+    +    +
",
    );
}

/// The length of every stretch as the engine and as a search through all chains finds it.
fn check_lengths(city: &City) -> [u8; 3] {
    let lengths = [city.longest_wall(Part::Alhambra), city.longest_wall(Part::Granada), city.longest_together()];
    let lying = lying(city);
    let searched =
        [longest_trail(&lying, Part::Alhambra), longest_trail(&lying, Part::Granada), longest_together(&lying)];
    assert_eq!(lengths, searched, "wall, moat and together in\n{}", draw(city));
    let paths = [city.wall_path(Part::Alhambra), city.wall_path(Part::Granada), city.together_path()];
    for (path, length) in paths.iter().zip(lengths) {
        assert_eq!(path.len(), usize::from(length), "a stretch is drawn side by side in\n{}", draw(city));
        check_path(city, path);
    }
    lengths
}

/// The points at both ends of a side, as the cells to the south-east of them.
fn ends((cell, side): (Cell, Side)) -> [Cell; 2] {
    match side {
        Side::North => [cell, cell.offset(1, 0)],
        Side::East => [cell.offset(1, 0), cell.offset(1, 1)],
        Side::South => [cell.offset(0, 1), cell.offset(1, 1)],
        Side::West => [cell, cell.offset(0, 1)],
    }
}

/// Each side bears a wall, none comes twice, and each goes on from where the one before it ends.
fn check_path(city: &City, path: &[(Cell, Side)]) {
    for (i, &(cell, side)) in path.iter().enumerate() {
        assert!(city.at(cell).is_some_and(|it| it.edges.has(side)), "{cell} bears no such wall");
        assert!(!path[..i].contains(&(cell, side)), "{cell} comes twice");
    }
    let goes_on = |mut at: Cell| {
        path.iter().all(|&side| {
            let [one, two] = ends(side);
            let meets = one == at || two == at;
            at = if one == at { two } else { one };
            meets
        })
    };
    let begins = path.first().is_none_or(|&first| ends(first).into_iter().any(goes_on));
    assert!(begins, "{path:?} is no chain in\n{}", draw(city));
}

#[test]
fn b_score_1_every_city_of_random_games() {
    // B-SCORE-1, G-BUILD-1, C-SCORE-1: whatever is played and however it is worked out, a stretch has one length.
    let seen = Mutex::new((0, [0; 3]));
    in_parallel(200, |number| {
        let style = Style::ALL[(number / 8) as usize % 2];
        random_game(any_ruleset(number), number, style, |state, action, _, _| {
            // A city changes only if its owner builds or redesigns.
            let changes = |action: &Action| {
                matches!(action, Action::Build { .. } | Action::BuildFlipped { .. } | Action::TakeDown { .. })
                    || matches!(action, Action::Swap { .. } | Action::AddWalls { .. })
            };
            if !action.as_ref().is_some_and(changes) {
                return;
            }
            for player in &state.players {
                let lengths = check_lengths(&player.city);
                let (n_cities, longest) = &mut *seen.lock().unwrap();
                *n_cities += 1;
                longest.iter_mut().zip(lengths).for_each(|(it, length)| *it = length.max(*it));
            }
        });
    });
    let (n_cities, longest) = seen.into_inner().unwrap();
    assert!(n_cities > 20_000, "only {n_cities} cities");
    assert!(longest[0] >= 12 && longest[1] >= 12 && longest[2] >= 3, "the longest stretches are {longest:?}");
}

#[test]
fn b_score_1_every_city_built_at_random() {
    // B-SCORE-1, M-CAMP-4, C-SCORE-1: large cities with many camps or both parts, whose outlines touch and cross.
    in_parallel(400, |number| {
        let mut grower = Grower::new(number);
        for _ in 0..60 {
            grower.grow();
            check_lengths(&grower.city);
        }
    });
}
