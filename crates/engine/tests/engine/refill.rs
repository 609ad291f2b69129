//! Refilling: money first, then the market, and the scoring cards among the money.

use crate::common::{Scene, names, play};
use alhambra_engine::{Event, State, material::Card};

fn market(state: &State) -> String {
    let name = |tile: Option<alhambra_engine::material::Tile>| tile.map_or("-".to_owned(), |it| it.to_string());
    state.table.market.0.map(name).join(" ")
}

fn display(state: &State) -> String {
    state.table.display.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn b_end_1_the_example_of_the_rulebooks() {
    // B-END-1: squares 2 and 4 are empty; the first tile goes to 2, the second to 4.
    let mut state =
        Scene::new("alhambra 3").market("P8 S9 A9 T11").supply("G10 C10 C11").money(0, "di9 du8 du9").state();
    let events = play(&mut state, "0 buy S9 di9\n0 buy T11 du8 du9\n0 keep S9\n0 keep T11");
    assert_eq!(market(&state), "P8 G10 A9 C10");
    assert_eq!(state.table.supply.last().unwrap().to_string(), "C11");
    assert_eq!(names(&events)[4..], ["Supplied", "Supplied", "TurnBegan"]);
}

#[test]
fn b_end_1_money_before_market() {
    // B-END-1, X-1: after an exact purchase and taking money both are refilled, the display first.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 T11")
        .display("fl1 di4 de6 du8")
        .pile("fl2 fl3")
        .money(0, "di9")
        .state();
    let events = play(&mut state, "0 buy S9 di9\n0 take fl1 di4\n0 keep S9");
    assert_eq!(names(&events), ["Bought", "Took", "Kept", "Turned", "Turned", "Supplied", "TurnBegan"]);
    assert_eq!(display(&state), "de6 du8 fl2 fl3");
}

#[test]
fn b_end_2_the_last_card_renews_the_pile_at_once() {
    // B-END-2: the last card is drawn, the display is full, and still the discards become the new pile.
    let mut state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").pile("du9").no_further_cards().state();
    let n_discards = state.table.discard.n_cards();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "TurnBegan"]);
    assert!(matches!(events[1], Event::PileRenewed { n_cards } if n_cards == n_discards));
    assert_eq!(display(&state), "di4 de6 du8 du9");
    assert_eq!((state.table.pile.cards.len(), state.table.discard.n_cards()), (usize::from(n_discards), 0));
}

#[test]
fn b_end_2_the_renewed_pile_goes_on_in_the_same_refill() {
    // B-END-2: two cards are missing, the first is the last of the old pile, the second comes from the new one.
    let mut state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").pile("du9").no_further_cards().state();
    let events = play(&mut state, "0 take fl1 di4");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "Turned", "TurnBegan"]);
    assert_eq!(state.table.display.len(), 4);
}

#[test]
fn b_end_2_without_discards_the_display_stays_short() {
    // B-END-2: nothing can be drawn; when money is spent the next refill shuffles it.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 T11")
        .display("fl1 di4 de6 du8")
        .money(1, "fl8 fl9")
        .pile("")
        .further_cards_in_hand(2)
        .state();
    let events = play(&mut state, "0 take fl1 di4");
    assert_eq!(names(&events), ["Took", "TurnBegan"]);
    assert_eq!(display(&state), "de6 du8");
    let events = play(&mut state, "1 buy P8 fl9\n1 keep P8");
    assert_eq!(names(&events), ["Bought", "Kept", "PileRenewed", "Turned", "Supplied", "TurnBegan"]);
    assert_eq!(display(&state), "de6 du8 fl9");
    assert!(state.table.pile.cards.is_empty());
}

#[test]
fn b_end_2_the_renewed_pile_is_shuffled() {
    // B-END-2: spent money does not come back in the order in which it is kept.
    let mut state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").pile("du9").no_further_cards().state();
    let sorted: Vec<_> = state.table.discard.cards().collect();
    play(&mut state, "0 take fl1");
    let piled: Vec<_> = state.table.pile.cards.iter().filter_map(Card::money).collect();
    assert!(piled != sorted && !piled.iter().rev().eq(&sorted));
    let mut again = piled.clone();
    again.sort_unstable();
    assert_eq!(again, sorted);
}

#[test]
fn b_end_3_a_scoring_card_is_replaced_and_scored_before_the_next_turn() {
    // B-END-3: it leaves the game, the next card takes its place, market and scoring follow, then the next player.
    let mut state = Scene::new("alhambra 3")
        .market("P8 S9 A9 T11")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 fl2 fl3")
        .money(0, "di9")
        .city(0, "+    +----+\n @    A8\n+    +    +")
        .state();
    let events = play(&mut state, "0 buy S9 di9\n0 take fl1\n0 build S9 w1");
    assert_eq!(names(&events), ["Bought", "Took", "Built", "Turned", "Turned", "Supplied", "Scored", "TurnBegan"]);
    assert_eq!(display(&state), "di4 de6 du8 fl2");
    // Wall 1, seraglio 2, arcades 3: the tile placed in this turn counts.
    assert_eq!(state.players[0].score, 6);
}

#[test]
fn b_end_3_two_scoring_cards_in_one_refill() {
    // B-END-3: they are scored in the order drawn.
    let mut state = Scene::new("alhambra 3")
        .display("fl1 di4 de6 du8")
        .pile("scoring1 scoring2 fl2")
        .city(1, "+    +\n @\n+    +\n P8\n+    +")
        .state();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(names(&events), ["Took", "Turned", "Turned", "Turned", "Scored", "Scored", "TurnBegan"]);
    let rounds: Vec<u8> = events
        .iter()
        .filter_map(|it| match it {
            Event::Scored { round, .. } => Some(round.number()),
            _ => None,
        })
        .collect();
    assert_eq!(rounds, [1, 2]);
    assert_eq!(state.players[1].score, 1 + 8);
}

#[test]
fn b_end_3_a_scoring_card_as_the_last_of_the_pile() {
    // B-END-3, B-END-2: the pile is renewed at once and the next card comes from it.
    let mut state = Scene::new("alhambra 3").display("fl1 di4 de6 du8").pile("scoring2").no_further_cards().state();
    let events = play(&mut state, "0 take fl1");
    assert_eq!(names(&events), ["Took", "PileRenewed", "Turned", "Turned", "Scored", "TurnBegan"]);
    assert_eq!(state.table.display.len(), 4);
}
