//! Walls: cards that add walls to one own tile for good.

use crate::common::{
    Scene, begun, check_ok, check_refused, course, display, legal, listed, names, read, reserve, sheet,
};
use alhambra_engine::{State, material::Part};

/// A palace with two stretches of wall, 7 and 3 long, parted by the open west side of the fountain.
const TWO_STRETCHES: &str = "
+----+----+----+
|P5   T11  A6  |
+    +    +    +
 @    G10  C6  |
+    +    +----+
|S3  |G8
+----+----+    +
";

fn wall(state: &State) -> u8 {
    state.players[0].city.longest_wall(Part::Alhambra)
}

#[test]
fn m_wall_1_eight_cards_in_piles_two_to_five() {
    // M-WALL-1: 1 or 2 sides each, 12 in all, two cards in each of the piles 2 to 5.
    for (players, number) in (2..=6).flat_map(|players| (0..5).map(move |number| (players, number))) {
        let state = begun(&format!("alhambra {players} walls"), number);
        assert_eq!(state.table.pile.layers.map(|it| it.n_walls), [0, 2, 2, 2, 2]);
        let mut cards: Vec<String> = state.table.pile.cards.iter().map(ToString::to_string).collect();
        cards.retain(|it| it.starts_with("wall-"));
        let n_sides: Vec<usize> = cards.iter().map(|it| it.len() - "wall-".len()).collect();
        assert_eq!((n_sides.len(), n_sides.iter().sum::<usize>()), (8, 12));
        assert!(n_sides.iter().all(|it| [1, 2].contains(it)));
    }
}

#[test]
fn m_wall_2_they_lie_beside_the_display() {
    // M-WALL-2: any number, and the display still has four cards.
    let mut state = Scene::new("alhambra 3 walls")
        .display("fl1 di4 de6 du8")
        .wall_cards("n")
        .pile("wall-ne wall-w fl2")
        .market("P8 S9 A9 C10")
        .state();
    let events = course(&mut state, "0 take fl1 > Turn 1");
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "Turned", "TurnBegan"]);
    assert_eq!((display(&state).as_str(), listed(state.table.wall_cards).as_str()), ("di4 de6 du8 fl2", "n ne w"));
}

const PALACE: &str = "
+    +    +    +    +    +
 C11  @    C10  T12  zdi1
+    +    +    +    +    +
           hC
+    +    +----+    +    +
";

/// Every sort of tile, built, in reserve and for sale.
fn palace() -> Scene {
    Scene::new("alhambra 3 walls huts bazaars camps")
        .market("P8 S9 A9 C9w")
        .money(0, "fl8")
        .city(0, PALACE)
        .reserve(0, "A10 hPn zfl1 K5s")
        .reserve(1, "G11")
        .wall_cards("s ne")
}

#[test]
fn m_wall_3_on_any_own_tile_that_can_bear_them() {
    // M-WALL-3: built, just bought or in reserve, or the fountain; building, hut or bazaar, but no camp.
    let mut state = palace().state();
    course(&mut state, "0 buy P8 fl8 > Turn 0");
    assert_eq!(
        legal(&state, "walls").join(", "),
        "walls ne A10, walls ne P8, walls ne zdi1, walls ne zfl1, walls s @, walls s A10, walls s C11, walls s P8, \
         walls s T12, walls s hPn, walls s zdi1, walls s zfl1"
    );
    check_refused(&state, "0 walls ne K5s", "K5s is not one of your tiles that can bear walls");
    check_refused(&state, "0 walls s G11", "G11 is not one of your tiles that can bear walls");
    check_refused(&state, "0 walls s S9", "S9 is not one of your tiles that can bear walls");
}

#[test]
fn m_wall_3_an_action_of_its_own() {
    // M-WALL-3: after it the turn ends; the card leaves the game and is never among the discards.
    let mut state = palace().state();
    let events = course(&mut state, "0 walls ne zdi1 > Turn 1");
    assert_eq!(names(&events), ["AddedWalls", "TurnBegan"]);
    assert_eq!(listed(state.table.wall_cards), "s");
    assert!(state.table.used_wall_cards.contains(&read("ne")));
    // The next player may take the other one; the first is gone for everybody.
    check_ok(&state, "1 walls s @\n1 walls s G11");
    check_refused(&state, "1 walls ne G11", "there is no open wall card with these walls");
}

#[test]
fn m_wall_3_also_on_what_was_just_bought() {
    // M-WALL-3: the walls are on the tile when it is placed.
    let mut state = palace().state();
    course(&mut state, "0 buy P8 fl8 > Turn 0\n0 walls ne P8 > Place 0");
    check_refused(&state, "0 build P8 w2", "a wall meets an open side");
    course(&mut state, "0 build P8 e4 > Turn 1");
    assert_eq!(wall(&state), 2);
}

#[test]
fn m_wall_3_all_walls_of_the_card_on_exactly_those_sides() {
    // M-WALL-3: not one of two sides, not on another side, and no card that doesn't lie there.
    let state = palace().state();
    for walls in ["n", "e", "w", "es", "sw"] {
        check_refused(&state, &format!("0 walls {walls} A10"), "there is no open wall card with these walls");
    }
}

#[test]
fn m_wall_3_not_where_a_wall_is_already() {
    // M-WALL-3: neither printed nor added before, also if the other side would be free.
    let state = palace().state();
    check_refused(&state, "0 walls ne hPn", "there is a wall already on one of these sides");
    check_refused(&state, "0 walls s hCs", "there is a wall already on one of these sides");
    let state = palace().sticks(0, "n", "A10").sticks(0, "es", "zdi1").state();
    check_refused(&state, "0 walls ne A10", "there is a wall already on one of these sides");
    check_refused(&state, "0 walls s zdi1", "there is a wall already on one of these sides");
}

#[test]
fn m_wall_3_on_a_built_tile_only_towards_empty_cells() {
    // M-WALL-3: else the palace would break the building rules; the trader's cell is an empty one.
    let state = palace().state();
    check_refused(&state, "0 walls s C10", "walls can be added only on sides that face an empty cell");
    check_refused(&state, "0 walls ne T12", "walls can be added only on sides that face an empty cell");
    check_refused(&state, "0 walls ne C11", "walls can be added only on sides that face an empty cell");
    let state = Scene::new("alhambra 3 walls street-trader").wall_cards("w").trader(0, "w1", "P").state();
    check_ok(&state, "0 walls w @");
}

#[test]
fn m_wall_3_not_against_a_camp() {
    // M-WALL-3, M-CAMP-2: where a camp stands there is a wall already, or nothing of the palace.
    let state = Scene::new("alhambra 3 walls camps")
        .wall_cards("e")
        .city(0, "+    +    +    +\n @    P7  |K6\n+    +    +    +")
        .state();
    check_refused(&state, "0 walls e P7e", "there is a wall already");
    check_refused(&state, "0 walls e K6w", "K6w is not one of your tiles that can bear walls");
}

#[test]
fn m_wall_4_they_count_as_printed_walls() {
    // M-WALL-4: the example of the page, 7 + 1 + 3 = 11, in every scoring.
    let mut state = Scene::new("alhambra 3 walls").city(0, TWO_STRETCHES).wall_cards("w").state();
    assert_eq!(wall(&state), 7);
    course(&mut state, "0 walls w @ > Turn 1");
    assert_eq!(wall(&state), 11);
    assert_eq!([1, 2, 3].map(|round| sheet(&state, 0, round).wall), [11; 3]);
}

#[test]
fn m_wall_4_they_count_for_the_building_rules() {
    // M-WALL-4: an added wall meets a wall and nothing else, and nobody walks through it.
    let state = Scene::new("alhambra 3 walls").reserve(0, "P8 S7w").sticks(0, "e", "@").state();
    check_refused(&state, "0 build P8 e1", "a wall meets an open side");
    check_refused(&state, "0 build S7w e1", "not reachable on foot");
    check_ok(&state, "0 build P8 w1");
}

#[test]
fn m_wall_4_they_stay_with_the_tile() {
    // M-WALL-4, X-8: to the reserve and back; other tiles get nothing.
    let mut state = Scene::new("alhambra 2 walls")
        .city(0, "+    +    +\n @    P8\n+    +    +")
        .wall_cards("ne")
        .display("fl1 di4 de6 du8")
        .pile("fl2 fl3 fl4")
        .state();
    course(&mut state, "0 walls ne P8 > Turn 1\n1 take fl1 > Turn 0\n0 down P8 > Turn 1\n1 take fl2 > Turn 0");
    assert_eq!((reserve(&state, 0).as_str(), wall(&state)), ("P8", 0));
    check_refused(&state, "0 build P8 w1", "a wall meets an open side");
    check_refused(&state, "0 build P8 s1", "a wall meets an open side");
    course(&mut state, "0 build P8 n1 > Turn 1");
    assert_eq!(wall(&state), 2);
}
