//! Analysis: sums that come out, numbers that are the same everywhere, and bad play that is found.

use alhambra_bots::{
    Bot, BotError, Kind, Means, Seen,
    analysis::{Account, Effort, Mark, NoAnalysis, analyse},
    bot_seed,
};
use alhambra_engine::{
    Action, Event, Game, Ruleset, Seat, Seed, State,
    modules::{Module, ModuleSet},
    notation::Record,
};

/// Plays a game and keeps its record.
fn record(ruleset: Ruleset, number: u64, bots: &mut [Box<dyn Bot>]) -> Record {
    let mut record = Record::new(ruleset, Seed::from_number(number));
    let mut events: Vec<Event> = Vec::new();
    let mut state = State::new_with(ruleset, record.seed, &mut events).unwrap();
    while let Some(seat) = state.to_act() {
        for event in events.drain(..) {
            bots.iter_mut().zip(0..).for_each(|(bot, seat)| bot.observe(&event.seen_by(Some(Seat(seat)))));
        }
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), &state.legal_actions()).unwrap();
        state.apply_with(seat, action, &mut events).unwrap();
        record.actions.push((seat, action));
    }
    record
}

fn bots(kinds: &[Kind], number: u64) -> Vec<Box<dyn Bot>> {
    kinds.iter().zip(0..).map(|(kind, seat)| kind.bot(bot_seed(Seed::from_number(number), Seat(seat)))).collect()
}

fn means(n_threads: usize) -> Means {
    Means { n_threads, ..Means::default() }
}

fn analysed(record: &Record, effort: Effort) -> Account {
    analyse(record, effort, &means(2), |_, _| ()).unwrap()
}

/// Every game with no, one or all modules that it allows.
fn rulesets() -> Vec<Ruleset> {
    let base = |players| Ruleset::alhambra(players);
    let some = |modules: &[Module]| modules.iter().copied().collect::<ModuleSet>();
    let with_granada = some(&[Module::Vizier, Module::Bureaux]);
    let mut rulesets: Vec<Ruleset> = (2..=6).map(base).collect();
    rulesets.extend([2, 3].map(|it| Ruleset { modules: ModuleSet::ALL, ..base(it) }));
    rulesets.extend([2, 4].map(|it| Ruleset { game: Game::Granada, modules: with_granada, ..base(it) }));
    rulesets.extend([Ruleset { game: Game::Both, ..base(2) }]);
    rulesets
}

#[track_caller]
fn check_sums(account: &Account) {
    let players = account.players().unwrap();
    for player in &players {
        let sum = player.start + player.own + player.others + player.luck;
        assert!((sum - player.result).abs() < 1e-3, "{}: {player:?}", account.ruleset);
        assert!(player.own <= 0.0, "{player:?}");
    }
    for decision in &account.decisions {
        let it = &decision.judgement;
        for chances in [&it.best, &it.after] {
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{it:?}");
        }
        assert!(it.loss >= 0.0 && it.mark == Mark::of(it.loss), "{it:?}");
        assert_eq!(it.candidates.iter().filter(|it| it.played).count(), 1, "{it:?}");
        for luck in &decision.luck {
            assert!(luck.change.iter().sum::<f64>().abs() < 1e-6, "{luck:?}");
        }
    }
    assert!(account.luck().iter().sum::<f64>().abs() < 1e-6);
}

#[test]
fn start_decisions_and_luck_add_up_to_the_end() {
    for (ruleset, number) in rulesets().into_iter().zip(0..) {
        let kinds = vec![Kind::Greedy; usize::from(ruleset.players)];
        check_sums(&analysed(&record(ruleset, number, &mut bots(&kinds, number)), Effort::Rough));
    }
}

#[test]
#[ignore = "takes hours; part of the soak"]
fn start_decisions_and_luck_add_up_in_a_thousand_games() {
    let rulesets = rulesets();
    let mut luck = Vec::new();
    for number in 0..1000 {
        let ruleset = rulesets[number as usize % rulesets.len()];
        let kinds = vec![Kind::Greedy; usize::from(ruleset.players)];
        let account = analysed(&record(ruleset, number, &mut bots(&kinds, number)), Effort::Rough);
        check_sums(&account);
        luck.push(account.luck()[0]);
    }
    // Equal bots are equally lucky in every seat.
    let n = f64::from(luck.len() as u32);
    let mean = luck.iter().sum::<f64>() / n;
    let deviation = (luck.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    assert!(mean.abs() < 3.0 * deviation / n.sqrt(), "{mean} of {deviation}");
}

#[test]
fn the_same_record_has_the_same_account_on_any_number_of_threads() {
    let record = record(Ruleset::alhambra(2), 5, &mut bots(&[Kind::Greedy; 2], 5));
    let on = |n| analyse(&record, Effort::Rough, &means(n), |_, _| ()).unwrap();
    assert_eq!(on(1), on(3));
}

#[test]
fn an_unfinished_game_is_refused() {
    let mut record = record(Ruleset::alhambra(2), 5, &mut bots(&[Kind::Greedy; 2], 5));
    record.actions.truncate(40);
    assert_eq!(analyse(&record, Effort::Rough, &means(1), |_, _| ()), Err(NoAnalysis::Unfinished));
    record.actions.push((Seat(0), Action::Pass));
    assert!(matches!(analyse(&record, Effort::Rough, &means(1), |_, _| ()), Err(NoAnalysis::Broken(_))));
}

/// Plays like somebody else, but builds nothing that could as well be kept.
struct Hoarder(Box<dyn Bot>);

impl Bot for Hoarder {
    fn name(&self) -> String {
        "hoarder".to_owned()
    }

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        match legal.iter().find(|it| matches!(it, Action::Keep { .. })) {
            Some(keep) => Ok(*keep),
            None => self.0.choose(seen, legal),
        }
    }
}

#[test]
fn whoever_builds_nothing_is_told_what_to_build() {
    let mut bots = bots(&[Kind::Greedy; 2], 3);
    bots[1] = Box::new(Hoarder(Kind::Greedy.bot(Seed::from_number(1))));
    let account = analysed(&record(Ruleset::alhambra(2), 3, &mut bots), Effort::Full);
    let players = account.players().unwrap();
    let [greedy, hoarder] = &players[..] else { panic!("two players") };
    assert!(hoarder.accuracy < greedy.accuracy && hoarder.verdict.skill == 2, "{greedy:?} {hoarder:?}");
    let worst = &account.decisions[hoarder.worst[0]].judgement;
    assert!(worst.mark >= Mark::Mistake, "{worst:?}");
    let named = |it: &&usize| {
        let candidates = &account.decisions[**it].judgement.candidates;
        let played = candidates.iter().find(|it| it.played).unwrap();
        played.deeds.iter().any(|it| matches!(it.action, Action::Keep { .. }))
            && candidates[0].deeds.iter().any(|it| matches!(it.action, Action::Build { .. }))
    };
    assert!(hoarder.worst.iter().any(|it| named(&it)), "{:?}", hoarder.worst);
}

#[test]
#[ignore = "takes an hour; part of the soak"]
fn casual_is_less_accurate_than_search() {
    let strong = "search:200it".parse().unwrap();
    let (n, mut n_lower) = (40_u32, 0);
    for number in 0..u64::from(n) {
        let record = record(
            Ruleset::alhambra(2),
            number,
            &mut bots(&[Kind::Amateur(alhambra_bots::Temper::Casual), strong], number),
        );
        let players = analysed(&record, Effort::Full).players().unwrap();
        n_lower += u32::from(players[0].accuracy < players[1].accuracy);
    }
    assert!(f64::from(n_lower) >= 0.95 * f64::from(n), "lower in {n_lower} of {n} games");
}
