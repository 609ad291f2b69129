//! Advice: what it says of positions in which the best action is plain.

use alhambra_bots::{Advice, Budget, Means, Question, Reason, Recall, Seen, advise};
use alhambra_engine::{
    Action, Decision, Event, Ruleset, Seat, Seed, State, material::MoneyCard, modules::ModuleSet, payment,
};

/// Asks for advice about the decision that is due.
fn ask(state: &State, recall: &Recall) -> Vec<Advice> {
    let mut legal = Vec::new();
    state.legal_actions_into(&mut legal);
    ask_about(state, recall, &legal, None)
}

/// Asks for advice about some of what is legal, and about one action more.
fn ask_about(state: &State, recall: &Recall, legal: &[Action], wanted: Option<Action>) -> Vec<Advice> {
    let means = Means::default();
    let question =
        Question { recall, seed: Seed::from_number(0), budget: Budget::Iterations(200), means: &means, wanted };
    advise(&Seen::by(state, state.to_act().unwrap()), legal, &question)
}

/// A game in which every seat takes the first advice, up to so many decisions; hands over what was advised.
fn play(ruleset: Ruleset, n: usize) -> Vec<(State, Vec<Advice>)> {
    let mut events: Vec<Event> = Vec::new();
    let mut state = State::new_with(ruleset, Seed::from_number(3), &mut events).unwrap();
    let mut recall = Recall::new();
    let mut all = Vec::new();
    while all.len() < n
        && let Some(seat) = state.to_act()
    {
        events.drain(..).for_each(|it| recall.observe(&it.seen_by(None)));
        let advice = ask(&state, &recall);
        all.push((state.clone(), advice.clone()));
        state.apply_with(seat, advice[0].action, &mut events).unwrap();
    }
    all
}

#[test]
fn every_decision_of_a_game_gets_sensible_advice() {
    for modules in [ModuleSet::NONE, ModuleSet::ALL] {
        for (state, advice) in play(Ruleset { modules, ..Ruleset::alhambra(3) }, 60) {
            let seat = state.to_act().unwrap();
            assert!(!advice.is_empty());
            let weight: f64 = advice.iter().map(|it| it.weight).sum();
            assert!((weight - 1.0).abs() < 1e-6, "{weight}");
            for it in &advice {
                assert_eq!(state.check(seat, it.action), Ok(()));
                assert!((0.0..=1.0).contains(&it.win) && (0.0..500.0).contains(&it.points), "{it:?}");
            }
        }
    }
}

#[test]
fn an_exact_purchase_is_another_action_and_money_is_money() {
    let mut n_seen = [0; 2];
    for (_, advice) in play(Ruleset::alhambra(2), 80) {
        for Advice { action, reasons, .. } in advice {
            match action {
                Action::Take { cards } => {
                    n_seen[0] += 1;
                    assert!(reasons.contains(&Reason::Money { amount: cards.total() }), "{reasons:?}");
                    assert!(!reasons.contains(&Reason::ExtraAction));
                }
                Action::Buy { tile, payment } => {
                    n_seen[1] += 1;
                    let exact = Some(payment.total()) == tile.price();
                    assert_eq!(reasons.contains(&Reason::ExtraAction), exact, "{reasons:?}");
                }
                _ => {}
            }
        }
    }
    assert!(n_seen.iter().all(|it| *it > 10), "{n_seen:?}");
}

#[test]
fn money_says_what_it_prepares() {
    let (mut n_exact, mut n_enough, mut n_short, mut n_denied) = (0, 0, 0, 0);
    for (state, advice) in play(Ruleset::alhambra(3), 120) {
        let seat = state.to_act().unwrap();
        for Advice { action, reasons, .. } in advice {
            let Action::Take { cards } = action else { continue };
            let uses = |it: &&Reason| {
                matches!(it, Reason::ExactNext { .. } | Reason::Affordable { .. } | Reason::Short { .. })
            };
            let n_uses = reasons.iter().filter(uses).count();
            for reason in reasons {
                match reason {
                    Reason::ExactNext { .. } => n_exact += 1,
                    Reason::Affordable { tile } => {
                        n_enough += 1;
                        let asked = payment::asked(&state.table, tile).unwrap();
                        let new: u8 =
                            cards.cards().filter(|it| it.currency() == asked.currency).map(MoneyCard::value).sum();
                        let had = state.player(seat).purse(asked.currency).total();
                        assert!(had < asked.price && had + new > asked.price, "{had} and {new} for {asked:?}");
                    }
                    Reason::Short { tile, by } => {
                        n_short += 1;
                        assert_eq!(n_uses, 1, "something better is told instead");
                        assert!(by > 0 && by < tile.price().unwrap());
                    }
                    Reason::CardDenial { seat: rival, .. } => {
                        n_denied += 1;
                        assert_ne!(rival, seat);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(
        [n_exact, n_enough, n_short, n_denied].iter().all(|it| *it > 0),
        "{n_exact} {n_enough} {n_short} {n_denied}"
    );
}

#[test]
fn what_is_wanted_is_judged_however_bad_it_looks() {
    let mut n_added = 0;
    for (state, advice) in play(Ruleset::alhambra(2), 12) {
        let mut legal = Vec::new();
        state.legal_actions_into(&mut legal);
        for wanted in legal.iter().copied().filter(|it| advice.iter().all(|known| known.action != *it)).take(1) {
            n_added += 1;
            let with = ask_about(&state, &Recall::new(), &legal, Some(wanted));
            let judged = with.iter().find(|it| it.action == wanted).expect("it was asked for");
            assert!(judged.weight > 0.3, "{}", judged.weight);
            assert_ne!(with[0].action, wanted, "what looks bad is not the best");
            let weight: f64 = with.iter().map(|it| it.weight).sum();
            assert!((weight - 1.0).abs() < 1e-6, "{weight}");
        }
    }
    assert!(n_added > 3, "{n_added}");
}

/// A game in which every seat takes the first advice; says for every turn how likely a victory was said to be, and how much
/// of it there was.
fn promises(players: u8, number: u64) -> Vec<(f64, f64)> {
    let mut events: Vec<Event> = Vec::new();
    let mut state = State::new_with(Ruleset::alhambra(players), Seed::from_number(number), &mut events).unwrap();
    let mut recall = Recall::new();
    let mut promised = Vec::new();
    while let Some(seat) = state.to_act() {
        events.drain(..).for_each(|it| recall.observe(&it.seen_by(None)));
        let advice = ask(&state, &recall);
        if matches!(state.decision(), Some(Decision::Turn { first: true, .. })) {
            promised.push((seat, advice[0].win));
        }
        state.apply_with(seat, advice[0].action, &mut events).unwrap();
    }
    let best = state.players.iter().map(|it| it.score).max();
    let n_best = state.players.iter().filter(|it| Some(it.score) == best).count();
    let won = |seat: Seat| if Some(state.player(seat).score) == best { 1.0 / f64::from(n_best as u8) } else { 0.0 };
    promised.into_iter().map(|(seat, promised)| (promised, won(seat))).collect()
}

#[test]
#[ignore = "plays 240 games"]
fn chances_come_true() {
    let mut tenths = [(0_u32, 0.0, 0.0); 10];
    for players in 2..=4 {
        for (promised, won) in (0..80).flat_map(|number| promises(players, number)) {
            let (n, said, came) = &mut tenths[((10.0 * promised) as usize).min(9)];
            *n += 1;
            *said += promised;
            *came += won;
        }
    }
    for (n, said, came) in tenths {
        let [said, came] = [said, came].map(|it| it / f64::from(n));
        println!("{n:5} turns: {:5.1}% said, {:5.1}% won", 100.0 * said, 100.0 * came);
        assert!(n < 100 || (said - came).abs() < 0.1, "{said:.2} said, {came:.2} won");
    }
}

#[cfg(feature = "serde")]
#[test]
fn reasons_are_written_for_programs() {
    let json = |reason: Reason| serde_json::to_string(&reason).unwrap();
    assert_eq!(json(Reason::Wall { from: 3, to: 5 }), r#"{"reason":"wall","from":3,"to":5}"#);
    assert_eq!(json(Reason::ExtraAction), r#"{"reason":"extra-action"}"#);
    let tile = alhambra_engine::material::Tile::FOUNTAIN;
    let denial = json(Reason::Denial { seat: Seat(1), tile, points: 4 });
    assert!(denial.starts_with(r#"{"reason":"denial","seat":1,"tile":"#), "{denial}");
}
