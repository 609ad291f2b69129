//! Building rules: a drawing, a tile, a cell, and what would be wrong with it.

use crate::common::{broken, city, lying, read};
use alhambra_engine::{
    City,
    material::{Cell, Tile},
};

/// What is wrong with building `placement`, a tile and a cell, in the city drawn.
#[track_caller]
fn check(expected: &str, placement: &str, drawing: &str) {
    let city = city(drawing);
    let (tile, cell) = placement.split_once(' ').unwrap();
    let (tile, cell): (Tile, Cell) = (read(tile), read(cell));
    let names: Vec<&str> = city.broken_by(tile, tile.edges(), cell).names().collect();
    assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
    assert_eq!(city.cells_for(tile, tile.edges()).any(|it| it == cell), expected == "ok", "the list differs");
}

/// The cells where a tile may be built.
#[track_caller]
fn check_cells(expected: &str, tile: &str, drawing: &str) {
    let tile: Tile = read(tile);
    let mut cells: Vec<String> = city(drawing).cells_for(tile, tile.edges()).map(|it| it.to_string()).collect();
    cells.sort();
    assert_eq!(cells.join(" "), expected, "{tile}");
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

const COURTYARD: &str = "
+----+----+----+
|P5   T11  A6  |
+    +    +    +
 @
+    +    +    +
|P3   S8
+----+----+    +
";

#[test]
fn b_build_1_tiles_are_never_rotated() {
    // B-BUILD-1: turned about, each of these would fit on all four sides of the fountain.
    check_cells("e1 n1 w1", "G10n", FOUNTAIN);
    check_cells("e1 n1 s1", "P7e", FOUNTAIN);
    check_cells("e1 s1 w1", "G12s", FOUNTAIN);
    check_cells("n1 s1 w1", "S7w", FOUNTAIN);
    check_cells("n1 w1", "P5nw", FOUNTAIN);
    check_cells("w1", "C5nsw", FOUNTAIN);
    // The rulebooks' picture of a tile the wrong way round: turned by a half it would fit.
    check("wall-mismatch not-on-foot", "G12s n1", FOUNTAIN);
    check("ok", "G10n n1", FOUNTAIN);
}

#[test]
fn b_build_2_wall_meets_wall_and_open_meets_open() {
    // B-BUILD-2, and the picture of a side with a wall that meets one without.
    check("ok", "C9w n1e2", PALACE);
    check("wall-mismatch", "C10 n1e2", PALACE);
    check("wall-mismatch not-on-foot", "S5sw n1e2", PALACE);
    check("wall-mismatch not-on-foot", "A6ne s1", PALACE);
    check("ok", "A6sw s1", PALACE);
}

#[test]
fn b_build_3_everything_is_reached_on_foot() {
    // B-BUILD-3, and the picture of the tower behind a wall.
    check("not-on-foot", "T11s n2", PALACE);
    check("wall-mismatch not-on-foot", "T12 n2", PALACE);
    check("ok", "T12 w1", PALACE);
}

#[test]
fn b_build_4_a_corner_is_not_enough() {
    // B-BUILD-4, and the picture of two tiles that don't share a side.
    check("corner-only", "G11 s1w1", PALACE);
    check("no-contact", "G11 s2", PALACE);
    check("overlap", "G11 e1", PALACE);
    check("overlap", "G11 o", PALACE);
    check("ok", "G11 s1", PALACE);
}

#[test]
fn b_build_5_no_holes() {
    // B-BUILD-5, and the picture of the arcades that close in an empty area; here they touch one tile only at a corner.
    check("hole", "A9 e2", COURTYARD);
    check("ok", "C11 e1", COURTYARD);
    check("ok", "A9 s1e2", COURTYARD);
}

#[test]
fn b_build_5_a_hole_of_several_cells_is_a_hole_too() {
    // B-BUILD-5: two empty cells would be closed in together.
    check(
        "hole",
        "C10 e3",
        "
+    +    +    +    +
 A9   A10  C11  G11
+    +    +    +    +
 @
+    +    +    +    +
 P8   S9   G10  T12
+    +    +    +    +
",
    );
}

#[test]
fn b_build_5_all_reasons_are_told_at_once() {
    // B-BUILD-2, B-BUILD-3 and B-BUILD-5 broken together.
    check("wall-mismatch not-on-foot hole", "T7new e2", COURTYARD);
}

#[test]
fn the_drawings_here_are_legal_cities() {
    for drawing in [FOUNTAIN, PALACE, COURTYARD] {
        let city: City = city(drawing);
        assert!(broken(&lying(&city)).is_empty(), "{drawing}");
    }
}
