//! What is foretold of an action is what happens.

use alhambra_engine::{
    Action, Decision, Event, Seat, State,
    material::{Building, CityKind, Currency, Part},
    modules::street_trader,
    scoring::{Count, ScoreSheet, counts, next_round, sheets},
};
use alhambra_protocol::{Change, Effect, Lost, Rival, Verdict};
use alhambra_table::game::consider;

use crate::common::{Style, any_ruleset, in_parallel, random_game};

/// A number before and after, if it changes.
fn change(from: impl Into<u16>, to: impl Into<u16>) -> Option<Change> {
    let (from, to) = (from.into(), to.into());
    (from != to).then_some(Change { from, to })
}

/// The points of everybody in this scoring; Dirk comes last.
fn points(state: &State, like: &State) -> Vec<u16> {
    let (players, dirk) = sheets(state, next_round(like));
    players.iter().chain(&dirk).map(ScoreSheet::total).collect()
}

/// What becomes of the city, the counts and the points, seen by comparing.
fn check_standing(before: &State, after: &State, seat: Seat, effect: &Effect) {
    let count = |state: &State| -> Count { counts(state)[seat.index()] };
    let (was, is) = (count(before), count(after));
    let length = |state: &State, part| state.player(seat).city.longest_wall(part);
    assert_eq!(effect.wall, change(length(before, Part::Alhambra), length(after, Part::Alhambra)));
    assert_eq!(effect.moat, change(length(before, Part::Granada), length(after, Part::Granada)));
    assert_eq!(effect.together, change(was.together, is.together));
    let falcons = |it: &Count| u16::from(it.falcons.iter().sum::<u8>());
    assert_eq!(effect.falcons, change(falcons(&was), falcons(&is)));
    let kind = |it| Some((it, change(was.majorities()[it], is.majorities()[it])?));
    assert_eq!(effect.buildings, Building::ALL.into_iter().filter_map(kind).collect::<Vec<_>>());
    let kind = |it| Some((it, change(was.granada[it].n, is.granada[it].n)?));
    assert_eq!(effect.granada, CityKind::ALL.into_iter().filter_map(kind).collect::<Vec<_>>());

    let (was, is) = (points(before, before), points(after, before));
    assert_eq!(effect.points, change(was[seat.index()], is[seat.index()]));
    let n = before.players.len();
    let rival = |i: usize| Some(Rival { seat: (i < n).then_some(i as u8), points: change(was[i], is[i])? });
    let others = (0..was.len()).filter(|&i| i != seat.index());
    assert_eq!(effect.rivals, others.filter_map(rival).collect::<Vec<_>>());
}

/// What goes back is what is missing afterwards.
fn check_lost(before: &State, after: &State, seat: Seat, effect: &Effect) {
    let (was, is) = (before.player(seat), after.player(seat));
    for lost in &effect.lost {
        match *lost {
            Lost::Falcon { falcon } => assert!(after.table.falcons.has(falcon) && !before.table.falcons.has(falcon)),
            Lost::Citizen { building } => {
                assert_eq!(after.table.citizens[building], before.table.citizens[building] + 1);
            }
            Lost::Bonus { tile } => assert!(was.bonus_shown.contains(&tile) && is.bonus_held.contains(&tile)),
            Lost::Trader => assert!(street_trader::has_to_be_laid(is)),
        }
    }
    let n_lost = |is_it: fn(&Lost) -> bool| effect.lost.iter().filter(|it| is_it(it)).count();
    let fewer = |was: usize, is: usize| was.saturating_sub(is);
    assert_eq!(n_lost(|it| matches!(it, Lost::Falcon { .. })), fewer(was.falcons.len(), is.falcons.len()));
    assert_eq!(n_lost(|it| matches!(it, Lost::Citizen { .. })), fewer(was.residents.len(), is.residents.len()));
    assert_eq!(n_lost(|it| matches!(it, Lost::Bonus { .. })), fewer(was.bonus_shown.len(), is.bonus_shown.len()));
    let aside = street_trader::has_to_be_laid(is) && !street_trader::has_to_be_laid(was);
    assert_eq!(n_lost(|it| matches!(it, Lost::Trader)), usize::from(aside));
}

/// What is left in the hand, apart from the change that was drawn.
fn check_money(before: &State, after: &State, seat: Seat, events: &[Event], effect: &Effect) {
    let drawn = events.iter().find_map(|it| if let Event::GotChange { coins, .. } = it { Some(*coins) } else { None });
    assert_eq!(effect.coins, drawn.map(|it| it.0.iter().sum()));
    let drawn = drawn.unwrap_or_default();
    for currency in Currency::ALL {
        let worth = |state: &State| u16::from(state.player(seat).purse(currency).total());
        let left = effect.leaves.map_or(worth(before), |it| it[currency]);
        assert_eq!(left + u16::from(drawn[currency]), worth(after), "{currency:?}");
    }
}

/// Who decides afterwards, and whether anything comes to light.
fn check_sequel(before: &State, after: &State, seat: Seat, events: &[Event], effect: &Effect) {
    let began = events.iter().any(|it| matches!(it, Event::TurnBegan { .. }));
    assert_eq!(effect.reveals, events.iter().any(Event::reveals), "whether something comes to light: {events:?}");
    if effect.ends_turn {
        // The same player may be asked something else.
        let goes_on = matches!(
            after.decision(),
            Some(Decision::Place { .. } | Decision::Welcome { .. } | Decision::MoreFalcons { .. })
        ) || matches!(after.decision(), Some(Decision::Turn { first: false, .. }));
        assert!(after.to_act() != Some(seat) || !goes_on, "the turn goes on");
    } else {
        assert!(after.to_act() == Some(seat) && !began, "the turn is over");
    }
    let exact = events.iter().any(|it| matches!(it, Event::Bought { exact: true, .. }));
    let in_turn = matches!(before.decision(), Some(Decision::Turn { .. }));
    assert_eq!(effect.extra_action, exact && in_turn);
}

fn check_effect(before: &State, seat: Seat, action: Action) {
    let Verdict::Legal { effect, lines } = consider(before, seat, action) else { panic!("{action} is legal") };
    let (mut done, mut events) = (before.clone(), Vec::new());
    done.carry_out(action, &mut events);
    check_standing(before, &done, seat, &effect);
    let city = &done.player(seat).city;
    assert_eq!(lines.wall.len(), usize::from(city.longest_wall(Part::Alhambra)), "the line of the wall");
    assert_eq!(lines.moat.len(), usize::from(city.longest_wall(Part::Granada)), "the line of the moat");
    check_lost(before, &done, seat, &effect);
    check_money(before, &done, seat, &events, &effect);
    let (mut after, mut events) = (before.clone(), Vec::new());
    after.apply_with(seat, action, &mut events).expect("it is legal");
    check_sequel(before, &after, seat, &events, &effect);
}

#[test]
fn effects_are_what_happens() {
    in_parallel(96, |number| {
        let style = Style::ALL[(number / 8) as usize % 2];
        random_game(any_ruleset(number), number, style, |state, _, _, dice| {
            let Some(seat) = state.to_act() else { return };
            let mut legal = Vec::new();
            state.legal_actions_into(&mut legal);
            for _ in 0..3 {
                check_effect(state, seat, dice.one_of(&legal));
            }
        });
    });
}

#[test]
fn whatever_is_tried_gets_an_answer() {
    // What was legal for somebody else, at another moment or in another game, is judged like everything else.
    let mut tried: Vec<Action> = Vec::new();
    for number in 0..8 {
        random_game(any_ruleset(number), number, Style::Eager, |state, _, _, dice| {
            let mut legal = Vec::new();
            state.legal_actions_into(&mut legal);
            if !legal.is_empty() {
                tried.push(dice.one_of(&legal));
            }
        });
    }
    in_parallel(24, |number| {
        random_game(any_ruleset(number), number, Style::Any, |state, _, _, dice| {
            for seat in state.seats().take(2) {
                let action = dice.one_of(&tried);
                let legal = matches!(consider(state, seat, action), Verdict::Legal { .. });
                assert_eq!(legal, state.check(seat, action).is_ok(), "{action}");
            }
        });
    });
}

#[test]
fn what_is_refused_says_why() {
    let ruleset = alhambra_engine::Ruleset::alhambra(3);
    let state = alhambra_engine::State::new(ruleset, alhambra_engine::Seed::from_number(1)).unwrap();
    let seat = state.to_act().unwrap();
    let refused = |seat, action: &str| match consider(&state, seat, action.parse().unwrap()) {
        Verdict::Refused { message, .. } => message,
        Verdict::Legal { .. } => panic!("{action} is legal"),
    };
    assert_eq!(refused(seat, "pass"), "you may pass only if nothing is left but taking down or swapping built tiles");
    assert_eq!(refused(seat, "down @"), "not here: a starting tile never moves");
    assert_eq!(refused(state.next_seat(seat), "pass"), format!("it is seat {seat}'s decision"));
}
