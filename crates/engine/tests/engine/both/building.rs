//! The combined game, building: wall against moat, and a Granada that begins at the palace.

use super::{SEAM, WALLED, broken_rules, check_broken, faces};
use crate::common::{Scene, check_ok, check_refused, city, city_from, legal, listed, play, read};
use alhambra_engine::{
    City,
    material::{Side, Tile},
};

/// What is wrong with building `placement`, a tile and a cell, in the city drawn.
#[track_caller]
fn check(expected: &str, placement: &str, drawing: &str) {
    let city = city(drawing);
    check_broken("ok", broken_rules(&city));
    let (tile, cell) = placement.split_once(' ').unwrap();
    let (tile, cell): (Tile, _) = (read(tile), read(cell));
    check_broken(expected, city.broken_by(tile, tile.edges(), cell));
    assert_eq!(city.cells_for(tile, tile.edges()).any(|it| it == cell), expected == "ok", "the list differs");
    // Whatever is allowed leaves a legal city behind.
    let mut after = city;
    if expected == "ok" {
        after.build(tile, tile.edges(), cell);
        check_broken("ok", broken_rules(&after));
    }
}

/// What is wrong with taking a tile down.
#[track_caller]
fn check_down(expected: &str, tile: &str, city: &City) {
    check_broken("ok", broken_rules(city));
    check_broken(expected, city.broken_without(read(tile)));
    assert_eq!(city.releases(read(tile)), expected == "ok", "the quick answer differs");
}

/// What is wrong with laying a tile where another one lies.
#[track_caller]
fn check_swap(expected: &str, tile: &str, old: &str, city: &City) {
    let tile: Tile = read(tile);
    check_broken(expected, city.broken_by_swap(tile, tile.edges(), read(old)));
    assert_eq!(city.swaps(tile, tile.edges(), read(old)), expected == "ok", "the quick answer differs");
}

const FOUNTAIN: &str = "
+    +
 @
+    +
";

#[test]
fn c_build_1_the_picture_of_the_rulebook() {
    // C-BUILD-1: two east and one north of the fountain nothing can be built any more. The arcades without a wall demand
    // a tile of the Alhambra, the library without a moat in the north demands one of Granada.
    let picture = "
+    +    +    +
      A9
+    +    +    +
 @    P7  |li10
+    +    +    +
";
    check("wall-and-moat", "T12 n1e2", picture);
    check("wall-and-moat", "T11s n1e2", picture);
    check("wall-and-moat", "pa12 n1e2", picture);
    check("wall-and-moat", "ba8e n1e2", picture);
    let city = city(picture);
    for tile in Tile::buildings().chain(faces()) {
        let broken: Vec<&str> = city.broken_by(tile, tile.edges(), read("n1e2")).names().collect();
        assert!(broken.contains(&"wall-and-moat"), "{tile}: {broken:?}");
        assert!(city.cells_for(tile, tile.edges()).all(|it| it != read("n1e2")), "{tile}");
    }
}

#[test]
fn c_build_1_the_picture_with_a_wall_or_with_a_moat() {
    // C-BUILD-1: had the arcades a wall in the east, a moat could lie against it.
    let walled = "
+    +    +    +
      A8  |
+    +    +    +
 @    P7  |li10
+    +    +    +
";
    check("ok", "sc8w n1e2", walled);
    check("wall-and-moat", "pa12 n1e2", walled);
    check("not-on-foot wall-and-moat", "T10w n1e2", walled);
    // Had the library a moat in the north, a wall could lie against it.
    let moated = "
+    +    +    +
      A9
+    +    +----+
 @    P7  |li4
+    +    +    +
";
    check("ok", "T11s n1e2", moated);
    check("ok", "T9es n1e2", moated);
    check("wall-and-moat", "T12 n1e2", moated);
    check("wall-and-moat", "T11n n1e2", moated);
    check("not-on-foot wall-and-moat", "ma8s n1e2", moated);
}

#[test]
fn c_build_1_wall_against_moat_and_nothing_else() {
    // C-BUILD-1: south of the school and east of the arcades' wall.
    let corner = "
+    +    +    +
 @    P7  |sc9
+    +    +    +
 C11  A8  |
+    +    +    +
";
    check("ok", "pa10w s1e2", corner);
    check("ok", "hp4sw s1e2", corner);
    check("wall-and-moat", "ar12 s1e2", corner);
    check("wall-and-moat", "ar10e s1e2", corner);
    check("wall-mismatch not-on-foot wall-and-moat", "li8n s1e2", corner);
    check("not-on-foot wall-and-moat", "C9w s1e2", corner);
    // Open against open is for tiles of the same part only.
    check("not-on-foot wall-and-moat", "ar12 n1", corner);
    check("not-on-foot wall-and-moat", "T12 n1e2", corner);
    check("not-on-foot wall-and-moat", "T12 e3", corner);
    check("ok", "T12 n1", corner);
    check("ok", "ar12 e3", corner);
}

#[test]
fn c_build_1_tiles_of_the_same_part_as_usual() {
    // C-BUILD-1 with B-BUILD-2 and G-BUILD-1: a moat against a moat, an open side against an open side.
    check("ok", "pa10w s2e2", SEAM);
    check("ok", "ar12 s1e3", SEAM);
    check("wall-mismatch not-on-foot", "ar8n s2e2", SEAM);
    check("wall-mismatch", "hs4ne s1e3", SEAM);
    check("ok", "T12 s2e1", SEAM);
    check("wall-mismatch not-on-foot", "G10n s2e1", SEAM);
}

#[test]
fn c_build_2_without_a_wall_there_is_no_granada() {
    // C-BUILD-2: the fountain has no walls, so no tile of Granada can be built yet.
    let fountain = city(FOUNTAIN);
    assert!(faces().all(|it| fountain.cells_for(it, it.edges()).next().is_none()));
    check("not-on-foot wall-and-moat", "pa12 e1", FOUNTAIN);
    check("not-on-foot wall-and-moat", "sc9w e1", FOUNTAIN);
}

#[test]
fn c_build_2_the_first_tile_lies_with_its_moat_against_a_wall() {
    // C-BUILD-2: of all the sides of Granada's tiles just those with a moat in the west fit, and just in one cell.
    let walled = city(WALLED);
    for tile in faces() {
        let cells = listed(walled.cells_for(tile, tile.edges()));
        assert_eq!(cells, if tile.edges().has(Side::West) { "e2" } else { "" }, "{tile}");
    }
    check("ok", "hp2new e2", WALLED);
    check("not-on-foot wall-and-moat", "ar12 e2", WALLED);
    check("corner-only", "sc9w n1e2", WALLED);
    check("no-contact", "sc9w e3", WALLED);
    // It may be built from the reserve or just bought, on either side.
    let scene = || Scene::new("both 3").city(0, WALLED).granada_market("hp8w ba12 hs12 ar12").money(0, "fl9 de3");
    let mut state = scene().reserve(0, "li10w").state();
    play(&mut state, "0 build li10w e2");
    assert_eq!(state.players[0].city.first_granada(), Some(read("li10w")));
    let mut state = scene().state();
    play(&mut state, "0 buy hp8w fl9\n0 flip sc9w e2 de3");
    assert_eq!(state.players[0].city.first_granada(), Some(read("sc9w")));
}

#[test]
fn c_build_2_the_first_tile_never_moves() {
    // C-BUILD-2: neither taken down nor swapped, whichever was the first, and though the other would fit.
    let school_first = city_from("sc9w", SEAM);
    check_down("not-on-foot starting-tile", "sc9w", &school_first);
    check_down("ok", "ma11w", &school_first);
    check_swap("starting-tile", "sc8w", "sc9w", &school_first);
    check_swap("ok", "sc8w", "ma11w", &school_first);
    let market_first = city_from("ma11w", SEAM);
    check_down("not-on-foot starting-tile", "ma11w", &market_first);
    check_swap("starting-tile", "sc8w", "ma11w", &market_first);
    check_swap("ok", "sc8w", "sc9w", &market_first);
    check_down("starting-tile apart", "sc9w", &city("+    +    +    +\n @    P7  |sc9\n+    +    +    +"));

    let state = Scene::new("both 3").city(0, SEAM).reserve(0, "sc8w").state();
    check_refused(&state, "0 down sc9w", "a starting tile never moves");
    check_refused(&state, "0 swap sc8w sc9w", "a starting tile never moves");
    assert_eq!(legal(&state, "swap"), ["swap sc8w ma11w"]);
    assert_eq!(legal(&state, "down"), ["down A8e", "down C11", "down P7e", "down ma11w", "down pa12"]);
}

#[test]
fn c_build_2_on_foot_in_each_part_by_itself() {
    // C-BUILD-2: south of the chambers a moat lies against a wall, but nobody can walk there from the school.
    let apart = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  C6  |
+    +----+    +    +
";
    check("not-on-foot", "li8n s2e1", apart);
    // Over the library and the arena one can.
    let around = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
 C11  C6  |li10
+    +----+    +    +
           ar12
+    +    +    +    +
";
    check("ok", "li8n s2e1", around);
    // A tile of the Alhambra at the moat of the hospital can't be reached, nor one of Granada across that moat.
    let hospital = "
+    +    +----+
 @    P7  |hp2 |
+    +    +    +
";
    check("not-on-foot", "T10w e3", hospital);
    check("not-on-foot", "sc8w e3", hospital);
    check("wall-mismatch not-on-foot", "ar12 e3", hospital);
}

#[test]
fn c_build_2_redesigning_keeps_both_parts_walkable() {
    // C-BUILD-2, B-RED-2: from the market the park is reached through the school only; the palace needs no way through it.
    let market_first = city_from("ma11w", SEAM);
    check_down("not-on-foot", "sc9w", &market_first);
    check_down("ok", "pa12", &market_first);
    check_down("ok", "P7e", &market_first);
    check_down("ok", "C11", &market_first);
    // The arcades are reached through the chambers only: the school beside them is no way.
    let bend = "
+    +    +    +
 @        |sc9
+    +    +    +
 C11  A8  |ma11
+    +    +    +
";
    check_down("not-on-foot", "C11", &city_from("ma11w", bend));
}

#[test]
fn c_build_2_holes_are_judged_over_both_parts() {
    // C-BUILD-2: pavilion, seraglio, library and arena would close in the cell between them.
    let courtyard = "
+    +    +    +
 @    P8   C9
+    +    +----+
 S9        li8
+    +    +    +
           pa12
+    +    +    +
";
    check("hole", "ar12 s2e1", courtyard);
    check("not-on-foot hole wall-and-moat", "T12 s2e1", courtyard);
    check("ok", "A9 s2", courtyard);
    // Taking the pavilion down would leave a hole between three tiles of the Alhambra and one of Granada.
    let block = "
+    +    +    +
 C10  A9
+    +    +    +
 @    P7  |sc9
+    +    +    +
 C11  A8  |li10
+    +    +    +
";
    check_down("hole", "P7e", &city(block));
}

#[test]
fn c_build_2_one_contact_stays() {
    // C-BUILD-2: the pavilion is the only tile at which Granada lies.
    let lone = "
+    +    +    +    +
 @    P7  |sc9  pa12
+    +    +    +    +
";
    check_down("apart", "P7e", &city(lone));
    // Of two contacts one may go, from either side, and then the other one has to stay.
    let seam = city_from("sc9w", SEAM);
    check_down("ok", "P7e", &seam);
    check_down("ok", "A8e", &seam);
    check_down("ok", "ma11w", &seam);
    let mut below = seam;
    below.take_down(read("P7e"));
    check_down("apart", "A8e", &below);
    check_down("apart", "ma11w", &below);
    check_down("ok", "pa12", &below);

    let mut state = Scene::new("both 2").city(0, SEAM).state();
    play(&mut state, "0 down P7e");
    let take = legal(&state, "take").remove(0);
    play(&mut state, &format!("1 {take}"));
    check_refused(&state, "0 down A8e", "Granada would no longer touch the Alhambra");
    check_refused(&state, "0 down ma11w", "Granada would no longer touch the Alhambra");
    check_ok(&state, "0 down pa12\n0 build P7e e1");
}

#[test]
fn c_build_2_swaps_within_a_part_keep_the_seam() {
    // C-BUILD-2, C-BUILD-1: another wall may take the pavilion's place, not an open side.
    let seam = city_from("sc9w", SEAM);
    check_swap("ok", "T13e", "P7e", &seam);
    check_swap("ok", "A6ne", "P7e", &seam);
    check_swap("wall-and-moat", "P8", "P7e", &seam);
    check_swap("wall-mismatch wall-and-moat", "T10w", "P7e", &seam);
    check_swap("ok", "hp4sw", "ma11w", &seam);
    check_swap("wall-and-moat", "ar12", "ma11w", &seam);
    check_swap("starting-tile", "T12", "@", &seam);
}

#[test]
fn c_build_2_swaps_between_the_parts_are_judged_by_what_lies_around() {
    // C-BUILD-2, C-BUILD-1: such a swap never comes out legal. One walks into the old tile through an open side of its own
    // part, and a tile of the other part may not touch an open side.
    let seam = city_from("sc9w", SEAM);
    let built: Vec<Tile> = seam.tiles().iter().map(|it| it.tile).collect();
    for tile in Tile::buildings().chain(faces()).filter(|it| built.iter().all(|built| built.piece() != it.piece())) {
        for old in ["P7e", "A8e", "C11", "ma11w", "pa12"] {
            let old: Tile = read(old);
            if old.part() != tile.part() {
                let broken: Vec<&str> = seam.broken_by_swap(tile, tile.edges(), old).names().collect();
                assert!(broken.contains(&"wall-and-moat"), "{tile} for {old}: {broken:?}");
                assert!(!seam.swaps(tile, tile.edges(), old), "{tile} for {old}");
            }
        }
    }
    check_swap("not-on-foot wall-and-moat", "T12", "pa12", &seam);
    let state = Scene::new("both 3").city(0, SEAM).reserve(0, "T12 T10w ar12 li2esw").state();
    check_refused(&state, "0 swap T12 pa12", "only with wall against moat");
    check_refused(&state, "0 swap li2esw P7e", "only with wall against moat");
}
