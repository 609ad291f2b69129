//! The order of payments: exact ones first, then the least too much; no bureau, fewest cards, smallest cards.

use alhambra_engine::{
    Decision, Ruleset, Seat, Seed, State,
    material::{Currency, Tile},
    payment::Strictness,
};
use alhambra_protocol::Fit;
use alhambra_table::game::{payments, prices};

/// With this hand, a tile on the florin square is paid like this.
#[track_caller]
fn check_payments(tile: &str, hand: &str, bureaux: &str, expected: &[&str]) {
    let state = holding(tile, hand, bureaux);
    let tile: Tile = tile.parse().unwrap();
    let listed = payments(&state, Seat(0), tile, Strictness::AtLeast).payments;
    let listed: Vec<String> = listed.iter().map(|it| it.notation.replace(&format!("buy {tile} "), "")).collect();
    assert_eq!(listed, expected);
}

#[track_caller]
fn check_fit(tile: &str, hand: &str, bureaux: &str, expected: Fit) {
    let state = holding(tile, hand, bureaux);
    let found = prices(&state, Some(Seat(0)))[0].fit;
    assert_eq!(found, Some(expected));
    assert_eq!(prices(&state, None)[0].fit, None, "hands are secret");
}

fn holding(tile: &str, hand: &str, bureaux: &str) -> State {
    let mut state = State::new(Ruleset::alhambra(3), Seed::from_number(1)).unwrap();
    state.agenda.clear();
    state.agenda.push(Decision::Turn { seat: Seat(0), first: true }.into());
    state.table.market[Currency::ALL[0]] = Some(tile.parse().unwrap());
    let player = state.player_mut(Seat(0));
    player.money = hand.split_ascii_whitespace().map(|it| it.parse().unwrap()).collect();
    player.bureaux = bureaux.split_ascii_whitespace().map(|it| it.parse().unwrap()).collect();
    state
}

#[test]
fn b_buy_1_exact_payments_come_first() {
    // B-BUY-1, B-TURN-2: of exact payments the one with the fewest cards, then the one with the smallest.
    check_payments("T9ne", "fl9 fl1 fl3 fl4 fl5", "", &["fl9", "fl4 fl5", "fl1 fl3 fl5"]);
    check_payments(
        "T9ne",
        "fl8 fl7 fl6 fl3 fl2",
        "",
        &["fl3 fl6", "fl2 fl7", "fl3 fl7", "fl2 fl8", "fl3 fl8", "fl6 fl7", "fl6 fl8", "fl7 fl8"],
    );
}

#[test]
fn m_bur_3_payments_without_a_bureau_come_before_those_with_one() {
    // M-BUR-3: at the same price a bureau is kept.
    check_payments("P2new", "fl1 fl1 de2", "fl/de", &["fl1 fl1", "fl/de de2"]);
    check_payments("P2new", "fl3 de2", "fl/de", &["fl/de de2", "fl3"]);
}

#[test]
fn fits_tell_what_a_hand_can_do() {
    check_fit("T9ne", "fl4 fl5", "", Fit::Exact);
    check_fit("T9ne", "fl4 fl8", "", Fit::Over { by: 3 });
    check_fit("T9ne", "fl4 fl3 de9", "", Fit::Short { by: 2 });
    check_fit("T9ne", "fl4 fl3 de2", "fl/de", Fit::Exact);
    check_fit("T9ne", "fl4 fl3 de2", "di/de", Fit::Short { by: 2 });
    check_fit("T9ne", "", "", Fit::Short { by: 9 });
}
