//! Games between bots, with every action checked.

#![allow(dead_code, reason = "every test file uses some of it")]

use alhambra_bots::{Bot, Kind, Seen, bot_seed};
use alhambra_engine::{
    Event, Ruleset, Seat, Seed, State,
    material::{Face, Tile},
    modules::{Module, ModuleSet},
};

/// More actions than any game needs.
const MAX_ACTIONS: u32 = 20_000;

/// What happened in a game, and how it ended.
pub(crate) struct Played {
    pub(crate) events: Vec<Event>,
    pub(crate) scores: Vec<u16>,
    pub(crate) state: State,
}

/// Plays a game between these bots, by seat, with every action checked.
#[track_caller]
pub(crate) fn play(ruleset: Ruleset, kinds: &[Kind], number: u64) -> Played {
    let seed = Seed::from_number(number);
    let bot = |(kind, seat): (&Kind, u8)| kind.bot(bot_seed(seed, Seat(seat)));
    let mut bots: Vec<Box<dyn Bot>> = kinds.iter().zip(0..).map(bot).collect();
    let mut events = Vec::new();
    let mut state = State::new_with(ruleset, seed, &mut events).unwrap();
    let mut legal = Vec::new();
    let mut n_actions = 0;
    let mut n_told = 0;
    while let Some(seat) = state.to_act() {
        for event in &events[n_told..] {
            bots.iter_mut().zip(0..).for_each(|(bot, seat)| bot.observe(&event.seen_by(Some(Seat(seat)))));
        }
        n_told = events.len();
        state.legal_actions_into(&mut legal);
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), &legal).unwrap();
        assert!(legal.contains(&action), "{ruleset}: {action:?} is not among the legal actions");
        state.apply_with(seat, action, &mut events).unwrap();
        n_actions += 1;
        assert!(n_actions < MAX_ACTIONS, "{ruleset}, game {number}: no end");
    }
    Played { events, scores: state.players.iter().map(|it| it.score).collect(), state }
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
pub(crate) fn n_games_using(kind: Kind, n: u64) -> [usize; Module::ALL.len()] {
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
