//! Reproducible random choices and random games.

use alhambra_engine::{
    Action, Event, Ruleset, State,
    rng::{Rng, Seed},
};

/// Reproducible random choices.
pub(crate) struct Dice(Rng);

impl Dice {
    pub(crate) fn new(number: u64) -> Dice {
        Dice(Rng::new(Seed::from_number(number ^ 0xA1_4A_3B_2A)))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.stream(|it| it.below(n as u32)) as usize
    }

    /// One of these.
    pub(crate) fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Mixes these.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        self.0.stream(|it| it.shuffle(things));
    }

    /// One of these actions, in this style.
    pub(crate) fn choose(&mut self, style: Style, actions: &[Action]) -> Action {
        let liked: Vec<Action> = actions.iter().copied().filter(|it| style.likes(it)).collect();
        // Nobody is so set in a style as to never do anything else.
        if liked.is_empty() || self.below(8) == 0 { self.one_of(actions) } else { self.one_of(&liked) }
    }
}

/// How a random player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Anything goes.
    Any,
    /// Would rather buy and build, so that cities grow.
    Eager,
}

impl Style {
    pub(crate) const ALL: [Style; 2] = [Style::Any, Style::Eager];

    fn likes(self, action: &Action) -> bool {
        match self {
            Style::Any => true,
            Style::Eager => matches!(
                action,
                Action::Buy { .. }
                    | Action::Build { .. }
                    | Action::BuildFlipped { .. }
                    | Action::BuyFalcon { .. }
                    | Action::MoveIn { .. }
                    | Action::Exchange { .. }
                    | Action::Reveal { .. }
            ),
        }
    }
}

/// Plays a random game; `watch` sees every state, with what led to it.
pub(crate) fn random_game(
    ruleset: Ruleset,
    number: u64,
    style: Style,
    mut watch: impl FnMut(&State, Option<Action>, &[Event], &mut Dice),
) -> State {
    let mut events = Vec::new();
    let mut state = State::new_with(ruleset, Seed::from_number(number), &mut events).unwrap();
    let mut dice = Dice::new(number);
    let mut actions = Vec::new();
    watch(&state, None, &events, &mut dice);
    for _ in 0..20_000 {
        let Some(seat) = state.to_act() else { return state };
        state.legal_actions_into(&mut actions);
        let action = dice.choose(style, &actions);
        events.clear();
        if let Err(refusal) = state.apply_with(seat, action, &mut events) {
            panic!("{ruleset}, game {number}: {action} is listed and refused: {refusal}");
        }
        watch(&state, Some(action), &events, &mut dice);
    }
    panic!("{ruleset}, game {number} does not end");
}

/// Runs the numbers `0..n` on all cores.
pub(crate) fn in_parallel(n: u64, run: impl Fn(u64) + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= n {
                        return;
                    }
                    run(number);
                }
            });
        }
    });
}
