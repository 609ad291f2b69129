//! A game in which nothing is legal is an error with the seat, never a panic.

use alhambra_bots::{Kind, NoAction, Seen};
use alhambra_engine::{Decision, Seat, Seed, State, notation::parse_city};

/// Four arms with three walls each and a camp before each wall: there is no cell for the trader.
const ENCLOSED: &str = include_str!("enclosed.txt");

#[test]
fn no_bot_panics_where_nothing_is_legal() {
    // M-TRD-3: the rules never ask for a cell there; should they ever, every bot says so.
    let ruleset = "alhambra 3 street-trader camps".parse().unwrap();
    let mut state = State::new(ruleset, Seed::from_number(1)).unwrap();
    state.players[1].city = parse_city(ENCLOSED).unwrap();
    state.agenda.push(Decision::LayTrader { seat: Seat(1) }.into());
    let legal = state.legal_actions();
    assert_eq!(legal, []);
    for kind in Kind::ALL {
        let mut bot = kind.bot(Seed::from_number(2));
        assert_eq!(bot.choose(&Seen::by(&state, Seat(1)), &legal), Err(NoAction { seat: Seat(1) }.into()), "{kind}");
    }
    assert_eq!(NoAction { seat: Seat(1) }.to_string(), "seat 1 has to decide and finds no legal action");
}
