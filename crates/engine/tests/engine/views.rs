//! Views: what a bot reads off a view is what the game itself says.

use crate::common::{Dice, any_ruleset};
use alhambra_engine::{Seed, State, View, material::Currency, payment};

#[test]
fn a_view_knows_prices_purses_edges_and_options() {
    for number in 0..60 {
        let ruleset = any_ruleset(number);
        let mut dice = Dice::new(number);
        let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
        while let Some(seat) = state.to_act() {
            let legal = state.legal_actions();
            let view = View::of(&state, Some(seat));
            assert_eq!(view.step(), state.step());
            assert_eq!(view.decision(), state.decision());
            assert_eq!(view.legal_actions(), legal, "{ruleset}, game {number}");
            let other = state.next_seat(seat);
            assert!(View::of(&state, Some(other)).legal_actions().is_empty(), "somebody else decides");
            assert!(View::of(&state, None).legal_actions().is_empty(), "a spectator decides nothing");

            let player = state.player(seat);
            for currency in Currency::ALL {
                assert_eq!(view.purse(currency), player.purse(currency));
            }
            let table = &state.table;
            let tiles = table.market.0.iter().chain(&table.granada_market.0).flatten().chain(&table.bazaars);
            let asked: Vec<_> = tiles.filter_map(|&it| Some((it, payment::asked(table, it)?))).collect();
            assert_eq!(view.for_sale().collect::<Vec<_>>(), asked);
            for tile in player.reserve.iter().chain(player.city.tiles().iter().map(|it| &it.tile)) {
                assert_eq!(view.me().unwrap().edges_of(*tile), player.edges_of(*tile));
            }
            state.apply_unchecked(dice.one_of(&legal));
        }
    }
}
