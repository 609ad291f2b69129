//! Standing passes depend on what lies open.

use alhambra_engine::{
    Decision, Event, Ruleset, Seat, Seed, State, View,
    material::{Building, ByCurrency, Currency, Round},
    state::Vizier,
};
use alhambra_protocol::{Condition, StandingPass};
use alhambra_table::game::{ends, passes};

/// Seat 1 is asked before seat 0's turn, with these tiles and cards open.
fn asked(market: [&str; 4], display: &str, n_thieves: u8, vizier: Option<Vizier>) -> State {
    let mut state = State::new(Ruleset::alhambra(3), Seed::from_number(1)).unwrap();
    state.agenda.push(Decision::Interrupt { seat: Seat(1), next: Seat(0), again: false }.into());
    state.table.market = ByCurrency(market.map(|it| Some(it.parse().unwrap())));
    state.table.display = display.split_ascii_whitespace().map(|it| it.parse().unwrap()).collect();
    let player = state.player_mut(Seat(1));
    player.vizier = vizier;
    player.thieves[Currency::ALL[0]] = n_thieves;
    state
}

const MARKET: [&str; 4] = ["T9ne", "P2new", "G10n", "S5sw"];
const DISPLAY: &str = "fl9 de3 du1 du2";

#[track_caller]
fn check(expected: bool, state: &State, vizier: Condition, thieves: Condition) {
    let pass = StandingPass { vizier, thieves, until_scoring: false };
    assert_eq!(passes(&pass, &View::of(state, None), Seat(1)), expected);
    assert!(!passes(&pass, &View::of(state, None), Seat(2)), "only who is asked passes");
}

fn unless(buildings: &[Building], currencies: &[Currency], at_least: u8, at_most: u8) -> Condition {
    let (buildings, currencies) = (buildings.to_vec(), currencies.to_vec());
    Condition::Unless { buildings, granada: Vec::new(), currencies, at_least, at_most }
}

#[test]
fn x_7_a_vizier_passes_unless_something_lies_there() {
    let state = asked(MARKET, DISPLAY, 0, Some(Vizier::Awake));
    let [florin, dirham, ..] = Currency::ALL;
    check(false, &state, Condition::Ask, Condition::Pass);
    check(true, &state, Condition::Pass, Condition::Ask);
    check(false, &state, unless(&[Building::Tower], &[], 0, 255), Condition::Ask);
    check(true, &state, unless(&[Building::Chambers], &[], 0, 255), Condition::Ask);
    check(false, &state, unless(&[], &[florin], 9, 9), Condition::Ask);
    check(true, &state, unless(&[], &[florin], 10, 13), Condition::Ask);
    check(true, &state, unless(&[Building::Tower], &[dirham], 0, 255), Condition::Ask);
}

#[test]
fn x_7_thieves_pass_unless_money_lies_there() {
    let state = asked(MARKET, DISPLAY, 1, None);
    check(false, &state, Condition::Pass, Condition::Ask);
    check(true, &state, Condition::Ask, Condition::Pass);
    check(false, &state, Condition::Pass, unless(&[], &[], 9, 255));
    check(true, &state, Condition::Pass, unless(&[], &[], 4, 8));
    // Kinds of buildings mean nothing to thieves.
    check(false, &state, Condition::Pass, unless(&[Building::Chambers], &[], 9, 255));
}

#[test]
fn m_thf_3_whoever_is_next_is_asked_for_the_vizier_alone() {
    // M-THF-3: who is next plays no thief, so what lies there for thieves makes no difference.
    let mut state = asked(MARKET, DISPLAY, 1, Some(Vizier::Awake));
    state.agenda.pop();
    state.agenda.push(Decision::Interrupt { seat: Seat(1), next: Seat(1), again: false }.into());
    check(true, &state, Condition::Pass, Condition::Ask);
}

#[test]
fn a_standing_pass_may_end_with_a_scoring() {
    let scored = [Event::Scored { round: Round::First, players: Vec::new(), dirk: None, counts: Vec::new() }];
    let pass = |until_scoring| StandingPass { until_scoring, ..StandingPass::default() };
    assert!(ends(&pass(true), &scored));
    assert!(!ends(&pass(true), &[Event::Passed { seat: Seat(0) }]));
    assert!(!ends(&pass(false), &scored));
}
