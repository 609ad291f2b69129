//! The combined game, scoring: wall, moat, and where they run together.

use super::{SEAM, WALLED, broken_rules, check_broken};
use crate::common::{Dice, Scene, Style, city, play, random_game, read, scores, stretches};
use alhambra_engine::{
    Action, City,
    material::{Cell, Part, Round, Side, Tile},
    notation::draw,
    scoring::sheets,
};

/// Longest wall, longest moat and longest seam of the city drawn.
#[track_caller]
fn check_stretches(expected: [u8; 3], drawing: &str) {
    let city = city(drawing);
    check_broken("ok", broken_rules(&city));
    check_numbers(expected, &city);
}

#[track_caller]
fn check_numbers(expected: [u8; 3], city: &City) {
    assert_eq!(stretches(city), expected, "the drawing is not what it seems");
    let found = [city.longest_wall(Part::Alhambra), city.longest_wall(Part::Granada), city.longest_together()];
    assert_eq!(found, expected);
}

#[test]
fn c_score_1_the_page_s_drawing() {
    // C-SCORE-1: two sections of wall, two of moat, two where they run together: 2 + 2 + 2 × 2 = 8.
    check_stretches([2, 2, 2], SEAM);
    let mut state = Scene::new("both 3").city(0, SEAM).display("fl1 di4 de6 du8").pile("scoring1").state();
    let (sheets, _) = sheets(&state, Round::First);
    assert_eq!((sheets[0].wall, sheets[0].moat, sheets[0].together), (2, 2, 4));
    // C-SCORE-1: the buildings as usual: pavilion 1, arcades 3, chambers 4; school, park and market one each.
    play(&mut state, "0 take fl1");
    assert_eq!(scores(&state), [8 + 1 + 3 + 4 + 3, 0, 0]);
}

#[test]
fn c_score_1_buildings_of_both_parts_by_their_own_rules() {
    // C-SCORE-1: a tie of pavilions is shared (B-SCORE-3), a tie of schools goes to the dearer one (G-SCORE-2).
    for (ruleset, school) in [("both 3", [2, 4]), ("both 3 simplified", [3, 10])] {
        let state = Scene::new(ruleset)
            .city(0, "+    +    +    +\n @    P7  |sc9\n+    +    +    +")
            .city(1, "+    +    +\n P8   @\n+    +    +")
            .city(2, "+    +    +    +\n @    T13 |sc8\n+    +    +    +")
            .state();
        let (sheets, _) = sheets(&state, Round::Second);
        let pavilions: Vec<u16> = sheets.iter().map(|it| it.buildings.0[0]).collect();
        assert_eq!(pavilions, [4, 4, 0]);
        let schools: Vec<u16> = sheets.iter().map(|it| it.granada.0.iter().sum()).collect();
        assert_eq!(schools, [school[1], 0, school[0]]);
    }
}

#[test]
fn c_score_1_walls_and_moats_run_on_beyond_the_seam() {
    // C-SCORE-1: west and north of the pavilion, north and east of the arcades, east of the pavilion below: 5. The moat
    // runs west, north and east of the hospital: 3. They run together for one section; a wall never goes on as a moat.
    check_stretches(
        [5, 3, 1],
        "
+----+----+    +
|P5   A6  |
+    +    +----+
 @    P7  |hp2 |
+    +    +    +
",
    );
    // Without a moat in the north and east the school has one section.
    check_stretches(
        [5, 1, 1],
        "
+----+----+    +
|P5   A6  |
+    +    +    +
 @    P7  |sc9
+    +    +    +
",
    );
}

#[test]
fn c_score_1_the_longest_wall_can_be_elsewhere() {
    // C-SCORE-1: three around the seraglio in the west, one in the east where the moat is.
    check_stretches(
        [3, 1, 1],
        "
+    +    +    +
 @    P7  |sc9
+    +    +    +
|S3  |
+----+    +    +
",
    );
}

#[test]
fn c_score_1_granada_enclosed_on_three_sides() {
    // C-SCORE-1: the arena stands in a bay of the palace. Seam: west, north and east of it, 3. Wall: south and east of the
    // tower on the left, south of the tower above, west and south of the arcades, 5. Moat: the three of the seam and the
    // three of the library close a ring, 6.
    check_stretches(
        [5, 6, 3],
        "
+    +    +    +
 @    T11  P8
+    +----+    +
 T9  |ar3 |A6
+----+    +----+
     |li2 |
+    +----+    +
",
    );
}

#[test]
fn c_score_1_granada_enclosed_on_all_sides() {
    // C-SCORE-1: arena and market in a courtyard; two sections in the north and in the south, one in the west and east.
    // The ring counts all its six sides for wall, moat and both: 6 + 6 + 12 points. Outside the palace has no walls.
    check_stretches(
        [6, 6, 6],
        "
+    +    +    +    +
 @    S8   C9   P8
+    +----+----+    +
 P7  |ar2  ma2 |S7
+    +----+----+    +
 A9   A8   P6   S9
+    +    +    +    +
",
    );
}

#[test]
fn c_score_1_two_outlines_meet_at_a_corner() {
    // C-SCORE-1, B-SCORE-1: the same without the tile in the south-west. There the wall from outside meets the ring at the
    // arena's corner: west and south of the seraglio, once around the ring, west and south of the chambers: 2 + 6 + 2.
    check_stretches(
        [10, 6, 6],
        "
+    +    +    +    +
 @    S8   C9   P8
+    +----+----+    +
|S3  |ar2  ma2 |S7
+----+----+----+    +
     |C5   P6   S9
+    +----+    +    +
",
    );
}

#[test]
fn c_score_1_a_palace_surrounded_by_its_city() {
    // C-SCORE-1: three sections on each side of the palace, all of them wall, moat and seam: 12 + 12 + 24 points.
    check_stretches(
        [12, 12, 12],
        "
+    +    +    +    +    +
 ar12 ma8  pa8  hp10 ba12
+    +----+----+----+    +
 ba8 |P5   T11  A6  |hp8
+    +    +    +    +    +
 hs8 |S7   @    P7  |sc8
+    +    +    +    +    +
 ar10|P3   S8   S6  |li10
+    +----+----+----+    +
 li12 ar8  li8  re8  hs12
+    +    +    +    +    +
",
    );
}

#[test]
fn c_score_1_of_several_stretches_the_longest() {
    // C-SCORE-1: one section and, after a gap, two. Such a city can't be built, since the gap is a hole: two parts that
    // hang together and close in nothing touch along one line. Still it is the longest stretch that counts, not their sum.
    let city = city(
        "
+    +    +    +    +    +
 @    S8   P8   C9   T11
+    +----+    +----+----+
      ar8       li8  re8
+    +    +    +    +    +
      ar12 ba12 li12
+    +    +    +    +    +
",
    );
    check_broken("hole", broken_rules(&city));
    check_numbers([2, 2, 2], &city);
}

#[test]
fn c_score_1_without_granada_there_is_nothing_together() {
    // C-SCORE-1: walls at empty cells run along no moat.
    check_stretches([1, 0, 0], WALLED);
}

/// How many sides of Granada lie against the Alhambra.
fn n_contacts(city: &City) -> usize {
    let granada = city.tiles().iter().filter(|it| it.tile.part() == Part::Granada);
    let beside = granada.flat_map(|it| Side::ALL.map(|side| city.at(it.cell.step(side))));
    beside.flatten().filter(|it| it.tile.part() == Part::Alhambra).count()
}

#[test]
fn c_build_and_c_score_in_random_games() {
    // C-BUILD-1, C-BUILD-2, C-SCORE-1: every city is legal, its numbers are those of a search through all chains, all
    // contacts lie on one stretch, the first tile of Granada lies where it lay, and no swap goes from part to part.
    let (mut n_cities, mut longest) = (0, 0);
    for number in 0..8 {
        let mut seen = vec![City::new(Tile::FOUNTAIN); 3];
        let mut actions = Vec::new();
        random_game(read("both 3"), number, Style::Eager, |state, _, _, _| {
            state.legal_actions_into(&mut actions);
            let across = |it: &Action| matches!(it, Action::Swap { tile, old } if tile.part() != old.part());
            assert!(!actions.iter().any(across), "game {number}");
            for (player, before) in state.players.iter().zip(&mut seen) {
                let city = &player.city;
                if city == before {
                    continue;
                }
                check_broken("ok", broken_rules(city));
                check_numbers(stretches(city), city);
                assert_eq!(n_contacts(city), usize::from(city.longest_together()), "game {number}\n{}", draw(city));
                if let Some(first) = before.first_granada() {
                    assert_eq!(city.first_granada(), Some(first), "game {number}");
                    assert_eq!(city.cell_of(first), before.cell_of(first), "game {number}");
                }
                n_cities += u32::from(n_contacts(city) > 0);
                longest = longest.max(n_contacts(city));
                before.clone_from(city);
            }
        });
    }
    assert!(n_cities > 500 && longest >= 3, "{n_cities} cities with Granada, {longest} sections at most");
}

/// Builds what the dice say and now and then takes something down, so that both parts grow together.
fn grow(number: u64, mut watch: impl FnMut(&City, &[Tile])) {
    let mut dice = Dice::new(number);
    let mut city = City::new(Tile::FOUNTAIN);
    let mut pool: Vec<Tile> = Tile::buildings().chain(Tile::granada()).collect();
    for _ in 0..60 {
        dice.shuffle(&mut pool);
        // A palace without walls would never have a city.
        pool.sort_by_key(|it| it.part() == Part::Alhambra && it.edges().is_empty());
        let removable: Vec<Tile> = city.removable().into_iter().collect();
        if dice.below(5) == 0 && !removable.is_empty() {
            let tile = dice.one_of(&removable);
            city.take_down(tile);
            pool.push(tile);
        } else {
            // Where the parts meet is where it gets difficult.
            let after = |(tile, cell): (Tile, Cell)| {
                let mut after = city;
                after.build(tile, tile.edges(), cell);
                (n_contacts(&after), after, tile)
            };
            let places = |it: &Tile| city.cells_for(*it, it.edges()).map(|cell| (*it, cell)).collect::<Vec<_>>();
            let best = pool.iter().take(25).flat_map(places).map(after).max_by_key(|it| it.0);
            if let Some((_, after, tile)) = best {
                city = after;
                pool.retain(|it| *it != tile);
            }
        }
        watch(&city, &pool);
    }
}

#[test]
fn c_build_and_c_score_in_cities_that_grow_together() {
    // C-BUILD-1, C-BUILD-2, C-SCORE-1: what is listed is just what leaves a legal city, judged from its cells alone; the
    // seam is one stretch, however long.
    let mut longest = 0;
    for number in 0..6 {
        grow(number, |city, pool| {
            check_broken("ok", broken_rules(city));
            check_numbers(stretches(city), city);
            assert_eq!(n_contacts(city), usize::from(city.longest_together()), "{}", draw(city));
            longest = longest.max(n_contacts(city));
            for tile in pool.iter().take(4) {
                for cell in city.gaps().iter().map(|it| it.cell) {
                    let mut after = *city;
                    after.build(*tile, tile.edges(), cell);
                    let legal = broken_rules(&after).is_empty();
                    let listed = city.cells_for(*tile, tile.edges()).any(|it| it == cell);
                    assert_eq!(listed, legal, "{tile} {cell}\n{}", draw(city));
                    assert_eq!(city.broken_by(*tile, tile.edges(), cell).is_empty(), legal, "{tile} {cell}");
                }
            }
            for tile in city.tiles().iter().skip(1).map(|it| it.tile) {
                let mut after = *city;
                after.take_down(tile);
                let legal = city.first_granada() != Some(tile) && broken_rules(&after).is_empty();
                assert_eq!(city.releases(tile), legal, "{tile}\n{}", draw(city));
                assert_eq!(city.broken_without(tile).is_empty(), legal, "{tile}\n{}", draw(city));
                for new in pool.iter().take(4) {
                    let mut after = *city;
                    after.swap(*new, new.edges(), tile);
                    let legal = city.first_granada() != Some(tile) && broken_rules(&after).is_empty();
                    assert_eq!(city.swaps(*new, new.edges(), tile), legal, "{new} for {tile}\n{}", draw(city));
                    assert!(!legal || new.part() == tile.part(), "{new} for {tile}\n{}", draw(city));
                }
            }
        });
    }
    assert!(longest >= 6, "{longest} sections at most");
}
