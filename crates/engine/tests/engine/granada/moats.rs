//! Granada, building: moats follow the rules of walls.

use super::{YELLOW, check_cells};
use crate::common::{city, read, stretches};
use alhambra_engine::material::{Part, Tile};

/// What is wrong with building `placement`, a tile and a cell, in the city drawn.
#[track_caller]
fn check(expected: &str, placement: &str, drawing: &str) {
    let city = city(drawing);
    let (tile, cell) = placement.split_once(' ').unwrap();
    let (tile, cell): (Tile, _) = (read(tile), read(cell));
    for tile in [tile, tile.flipped().unwrap()] {
        let names: Vec<&str> = city.broken_by(tile, tile.edges(), cell).names().collect();
        assert_eq!(if names.is_empty() { "ok".to_owned() } else { names.join(" ") }, expected);
        let listed = city.cells_for(tile, tile.edges()).any(|it| it == cell);
        assert_eq!(listed, expected == "ok", "the list differs");
    }
}

/// The longest moat of the city drawn, which has no wall.
#[track_caller]
fn check_moat(expected: u8, drawing: &str) {
    let city = city(drawing);
    let found = [city.longest_wall(Part::Alhambra), city.longest_wall(Part::Granada), city.longest_together()];
    assert_eq!(found, [0, expected, 0]);
    assert_eq!(stretches(&city), [0, expected, 0], "the drawing is not what it seems");
}

const TOWN: &str = "
+----+----+    +
|hp6  ma6 |
+    +    +    +
 @g   pa12 ar12
+    +    +    +
";

#[test]
fn g_build_1_moats_follow_the_rules_of_walls() {
    // G-BUILD-1 with B-BUILD-1 to B-BUILD-4: the same drawing with the same reasons as in the Alhambra, on both sides.
    check_cells("e1 n1 w1", "ar8n", "+    +\n @g\n+    +");
    check_cells("e1", "hs2nes", "+    +\n @g\n+    +");
    check("ok", "sc8w n1e2", TOWN);
    check("wall-mismatch", "ba12 n1e2", TOWN);
    check("wall-mismatch not-on-foot", "hp4sw n1e2", TOWN);
    check("not-on-foot", "ma8s n2", TOWN);
    check("wall-mismatch not-on-foot", "ba12 n2", TOWN);
    check("corner-only", "re12 s1w1", TOWN);
    check("no-contact", "re12 s2", TOWN);
    check("overlap", "re12 e1", TOWN);
    check("ok", "re12 s1", TOWN);
}

#[test]
fn g_build_1_no_holes() {
    // G-BUILD-1 with B-BUILD-5: the empty cell east of the starting tile must stay open.
    let courtyard = "
+    +    +    +
 ar12 ba12 li12
+    +    +    +
 @g
+    +    +    +
 hs12 hp12
+    +    +    +
";
    check("hole", "ma12 e2", courtyard);
    check("ok", "ma12 e1", courtyard);
}

#[test]
fn g_build_1_the_longest_moat() {
    // G-BUILD-1: the page's drawing, around school and hostel: west and north, north and east.
    check_moat(
        4,
        "
+----+----+
|sc5  hs4 |
+    +    +
 @g   pa12
+    +    +
",
    );
    // Two moats back to back are inner.
    check_moat(
        0,
        "
+    +    +
 ba8 |sc8
+    +    +
 @g   pa12
+    +    +
",
    );
    // A ring of twelve: three on each side.
    check_moat(
        12,
        "
+----+----+----+
|hp6  ar8  ma6 |
+    +    +    +
|sc8  @g   hs8 |
+    +    +    +
|ba6  pa8  re6 |
+----+----+----+
",
    );
    // North and east of the school for 4, then north, east and south of the one for 3; the one for 8 stands alone.
    check_moat(5, YELLOW);
}
