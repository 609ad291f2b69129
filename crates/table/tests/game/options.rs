//! Options are complete, legal, and tell nobody anything hidden.

use alhambra_engine::{Action, Refusal, Seat, State, View, payment::Strictness, scoring};
use alhambra_protocol::{Fit, Offer, Options, Purchase};
use alhambra_table::game::{N_BEST, options, payments, preview, prices, tallies};

use crate::common::{Style, any_ruleset, in_parallel, random_game, twin};

/// Every action that options list, with the notation that a client would send for it.
fn listed(options: &Options) -> Vec<String> {
    let Options { purchases, placings, wall_cards, huts: _, perches, falcon_cards, offers, refused: _ } = options;
    let mut texts: Vec<String> = offers.iter().map(|it| it.notation.clone()).collect();
    for placing in placings {
        for cell in &placing.cells {
            match placing.flips {
                None => texts.push(cell.notation.clone()),
                Some(_) => {
                    texts.extend(placing.flip_payments.iter().map(|it| format!("{} {}", cell.notation, it.notation)));
                }
            }
        }
        texts.extend(placing.swaps.iter().map(|it| it.notation.clone()));
    }
    texts.extend(wall_cards.iter().flat_map(|it| &it.tiles).map(|it| it.notation.clone()));
    texts.extend(perches.iter().flat_map(|it| falcon_cards.iter().map(move |card| format!("{} {card}", it.notation))));
    texts.extend(purchases.iter().flat_map(|it| &it.payments).map(|it| it.notation.clone()));
    texts
}

/// What is listed is legal, and what is legal is listed, up to the number of payments.
fn check_complete(state: &State, seat: Seat) {
    let options = options(state, seat).expect("options for the seat to act");
    let texts = listed(&options);
    let mut listed: Vec<Action> = texts.iter().map(|it| it.parse().expect("an action")).collect();
    for (action, text) in listed.iter().zip(&texts) {
        assert_eq!(state.check(seat, *action), Ok(()), "{text} is listed");
        assert_eq!(action.to_string(), *text, "{text} is written as it is printed");
    }
    listed.sort_unstable();
    let mut legal = Vec::new();
    state.legal_actions_into(&mut legal);
    legal.sort_unstable();
    assert!(listed.windows(2).all(|it| it[0] != it[1]), "nothing is listed twice");
    assert!(listed.iter().all(|it| legal.binary_search(it).is_ok()), "only what is legal is listed");
    let n_flips = |tile| options.placings.iter().find(|it| it.tile == tile).map_or(0, |it| it.flip_payments.len());
    for action in legal.iter().filter(|it| listed.binary_search(it).is_err()) {
        let many = match *action {
            Action::Buy { tile, .. } => n_listed(&options, tile) == N_BEST,
            Action::BuildFlipped { tile, .. } => n_flips(tile) == N_BEST,
            _ => false,
        };
        assert!(many, "{}: {action} is legal and not listed", state.ruleset);
    }
    for purchase in &options.purchases {
        check_purchase(state, seat, purchase, &legal);
    }
    for refused in &options.refused {
        let action: Option<Action> = refused.notation.parse().ok();
        let refusal = action.map_or(Err(refused.refusal), |it| state.check(seat, it));
        assert_eq!(refusal, Err(refused.refusal), "{} is refused", refused.notation);
    }
    for placing in &options.placings {
        check_placing(state, seat, placing);
    }
    check_huts(state, seat, &options, &legal);
}

/// Every hut that can be taken is there once, with all of its cells and the buildings that it would count as (M-HUT-4).
fn check_huts(state: &State, seat: Seat, options: &Options, legal: &[Action]) {
    let mut taken: Vec<Action> = options.huts.iter().map(|it| Action::TakeHut { tile: it.tile }).collect();
    taken.sort_unstable();
    let takable: Vec<Action> = legal.iter().copied().filter(|it| matches!(it, Action::TakeHut { .. })).collect();
    assert_eq!(taken, takable);
    for hut in &options.huts {
        let mut player = state.players[seat.index()];
        let edges = player.edges_of(hut.tile);
        assert_eq!(hut.cells.len(), player.city.cells_for(hut.tile, edges).count());
        let city = player.city;
        let before: u8 = scoring::buildings(&player).0.iter().sum();
        for &(cell, adds) in &hut.cells {
            player.city = city;
            player.city.build(hut.tile, edges, cell);
            assert_eq!(scoring::buildings(&player).0.iter().sum::<u8>() - before, adds, "{} on {cell}", hut.tile);
        }
    }
}

fn n_listed(options: &Options, tile: alhambra_engine::material::Tile) -> usize {
    options.purchases.iter().find(|it| it.priced.tile == tile).map_or(0, |it| it.payments.len())
}

/// Every cell beside the city is legal or has a reason, and no reason is empty.
fn check_placing(state: &State, seat: Seat, placing: &alhambra_protocol::Placing) {
    let city = &state.player(seat).city;
    let n_broken: usize = placing.broken.iter().map(|it| it.1.len()).sum();
    if placing.refusal.is_none() {
        assert_eq!(placing.cells.len() + n_broken, city.gaps().len());
    }
    let n_unswappable: usize = placing.broken_swaps.iter().map(|it| it.1.len()).sum();
    let n_tiles = if placing.from_reserve { city.tiles().len() } else { 0 };
    assert_eq!(placing.swaps.len() + n_unswappable, n_tiles);
    assert!(placing.broken.iter().all(|it| !it.0.is_empty()), "a cell is refused without a reason");
    assert!(placing.broken_swaps.iter().all(|it| !it.0.is_empty()), "a swap is refused without a reason");
}

/// The number of payments, the fit of the hand and the refusal agree with what is legal.
fn check_purchase(state: &State, seat: Seat, purchase: &Purchase, legal: &[Action]) {
    let tile = purchase.priced.tile;
    let of_tile = |it: &&Action| matches!(it, Action::Buy { tile: it, .. } if *it == tile);
    let n_legal = legal.iter().filter(of_tile).count();
    assert_eq!(purchase.n_payments as usize, n_legal);
    assert_eq!(purchase.refusal.is_none(), n_legal > 0);
    assert_eq!(purchase.payments.len(), n_legal.min(N_BEST));
    let surplus = |it: &Offer| it.effect.too_much.unwrap_or_default();
    assert!(purchase.payments.is_sorted_by_key(surplus), "exact payments come first");
    let price = purchase.priced.price;
    match (purchase.priced.fit, purchase.payments.first()) {
        (Some(Fit::Exact), first) => assert_eq!(first.map(surplus), Some(0)),
        (Some(Fit::Over { by }), Some(first)) => assert_eq!(surplus(first), by),
        (Some(Fit::Over { by }), None) => assert_eq!(purchase.refusal, Some(Refusal::NotExact(by))),
        (Some(Fit::Short { by }), first) => {
            assert!(first.is_none() && purchase.refusal == Some(Refusal::Short(by)));
        }
        (None, first) => assert!(first.is_none() && price.is_none()),
    }
    let all = payments(state, seat, tile, Strictness::AtLeast);
    assert!(all.more || all.payments.len() >= n_legal);
}

/// Twins get the same: what is hidden shows in nothing that a seat is told.
fn check_secrecy(state: &State, dice: &mut crate::common::Dice) {
    for viewer in state.seats().map(Some).chain([None]) {
        let twin = twin(state, viewer, dice);
        assert_eq!(prices(state, viewer), prices(&twin, viewer));
        assert_eq!(tallies(state), tallies(&twin));
        let Some(seat) = viewer else { continue };
        let (own, twins) = (options(state, seat), options(&twin, seat));
        assert!(own == twins, "{}: options show something hidden", state.ruleset);
        for offer in own.iter().flat_map(|it| &it.offers) {
            let seen = |state: &State| View::of(&preview(state, offer.action), viewer);
            assert!(seen(state) == seen(&twin), "{}: {} is shown too early", state.ruleset, offer.notation);
        }
    }
}

#[test]
fn options_are_what_is_legal() {
    in_parallel(96, |number| {
        let mut n = number;
        random_game(any_ruleset(number), number, Style::ALL[(number / 8) as usize % 2], |state, _, _, _| {
            n += 1;
            if let Some(seat) = state.to_act().filter(|_| n.is_multiple_of(5)) {
                check_complete(state, seat);
                let other = state.next_seat(seat);
                assert_eq!(options(state, other), None, "who has nothing to decide has no options");
            }
        });
    });
}

#[test]
fn x_7_options_tell_nothing_hidden() {
    // twins that differ in nothing but what a seat can't see give it the same options.
    in_parallel(48, |number| {
        let mut n = number;
        random_game(any_ruleset(number), number, Style::ALL[(number / 8) as usize % 2], |state, _, _, dice| {
            n += 1;
            if n.is_multiple_of(25) {
                check_secrecy(state, dice);
            }
        });
    });
}
