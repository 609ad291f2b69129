//! The greedy bot in whole games: it finishes them, wins them, and uses what is on the table.

use alhambra_bots::{Bot, Kind, Seen, bot_seed};
use alhambra_engine::{
    Event, Game, Ruleset, Seat, Seed, State,
    material::{Face, Tile},
    modules::{Module, ModuleSet},
};

/// More actions than any game needs.
const MAX_ACTIONS: u32 = 20_000;

/// What happened in a game, and how it ended.
struct Played {
    events: Vec<Event>,
    scores: Vec<u16>,
}

/// Plays a game between these bots, by seat, with every action checked.
#[track_caller]
fn play(ruleset: Ruleset, kinds: &[Kind], number: u64) -> Played {
    let seed = Seed::from_number(number);
    let bot = |(kind, seat): (&Kind, u8)| kind.bot(bot_seed(seed, Seat(seat)));
    let mut bots: Vec<Box<dyn Bot>> = kinds.iter().zip(0..).map(bot).collect();
    let mut events = Vec::new();
    let mut state = State::new(ruleset, seed, &mut events).unwrap();
    let mut legal = Vec::new();
    let mut n_actions = 0;
    while let Some(seat) = state.to_act() {
        state.legal_actions(&mut legal);
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), &legal);
        assert!(legal.contains(&action), "{ruleset}: {action:?} is not among the legal actions");
        state.apply(seat, action, &mut events).unwrap();
        n_actions += 1;
        assert!(n_actions < MAX_ACTIONS, "{ruleset}, game {number}: no end");
    }
    Played { events, scores: state.players.iter().map(|it| it.score).collect() }
}

/// How many of `n` games the greedy bot wins alone against random ones, sitting everywhere in turn.
fn n_won(players: u8, n: u64) -> usize {
    let wins = |number: &u64| {
        let seat = (number % u64::from(players)) as usize;
        let mut kinds = vec![Kind::Random; players.into()];
        kinds[seat] = Kind::Greedy;
        let scores = play(Ruleset::alhambra(players), &kinds, *number).scores;
        scores.iter().enumerate().all(|(other, score)| other == seat || *score < scores[seat])
    };
    (0..n).filter(wins).count()
}

#[test]
fn it_beats_one_random_bot() {
    assert!(n_won(2, 100) >= 99);
}

#[test]
fn it_beats_two_random_bots() {
    assert!(n_won(3, 60) >= 57);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(2) };
    let [one, two] = [(); 2].map(|()| play(ruleset, &[Kind::Greedy; 2], 1).events);
    assert!(one == two);
}

/// Whether this shows the module in use.
fn shows(module: Module, event: &Event) -> bool {
    let bought = |wanted: fn(Tile) -> bool| matches!(event, Event::Bought { tile, .. } if wanted(*tile));
    match module {
        Module::Vizier => matches!(event, Event::VizierUsed { .. }),
        Module::Bureaux => matches!(event, Event::Bought { payment, .. } if payment.second.is_some()),
        Module::BonusCards => matches!(event, Event::BonusShown { .. }),
        Module::Huts => matches!(event, Event::TookHut { .. }),
        Module::Walls => matches!(event, Event::AddedWalls { .. }),
        Module::Thieves => matches!(event, Event::Stole { .. }),
        Module::Change => matches!(event, Event::GotChange { .. }),
        Module::StreetTrader => matches!(event, Event::MovedIn { .. }),
        Module::Camps => bought(|it| matches!(it.face(), Face::Camp { .. })),
        Module::Bazaars => bought(|it| matches!(it.face(), Face::Bazaar { .. })),
        Module::Falconers => matches!(event, Event::FalconCame { .. }),
    }
}

/// In how many of `n` games of three equal bots with all modules each module is used.
fn n_games_using(kind: Kind, n: u64) -> [usize; Module::ALL.len()] {
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
    let mut counts = [0; Module::ALL.len()];
    for number in 0..n {
        let events = play(ruleset, &[kind; 3], number).events;
        for (count, module) in counts.iter_mut().zip(Module::ALL) {
            *count += usize::from(events.iter().any(|it| shows(module, it)));
        }
    }
    counts
}

#[test]
fn it_uses_every_module() {
    let counts = n_games_using(Kind::Greedy, 10);
    assert!(counts.iter().all(|n| *n > 3), "{counts:?}");
}

#[test]
fn random_bots_come_across_every_module() {
    let counts = n_games_using(Kind::Random, 10);
    assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
}

#[test]
fn it_leaves_its_palace_standing() {
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
    for number in 0..4 {
        let events = play(ruleset, &[Kind::Greedy; 3], number).events;
        let n = |wanted: fn(&Event) -> bool| events.iter().filter(|it| wanted(it)).count();
        let n_down = n(|it| matches!(it, Event::TakenDown { .. }));
        assert!(10 * n_down < n(|it| matches!(it, Event::Built { .. })), "{n_down} tiles taken down");
    }
}

#[test]
fn it_finishes_every_game_with_any_number_of_players() {
    for players in 2..=6 {
        for game in Game::ALL {
            let modules = Module::ALL.into_iter().filter(|it| game.allows(*it)).collect();
            let base = Ruleset { game, ..Ruleset::alhambra(players) };
            for ruleset in [base, Ruleset { modules, ..base }] {
                let kinds = vec![Kind::Greedy; players.into()];
                assert!(play(ruleset, &kinds, players.into()).scores.iter().all(|it| *it > 0), "{ruleset}");
            }
        }
    }
}
