//! Visitors of the legal actions: two list them, one counts those that lead to an aim, one finds the one with a number, one
//! finds out of which kinds there are any.

use crate::{
    action::{Action, ActionKind, ActionKinds},
    aim::Aim,
    city::PlaceSet,
    state::State,
};

/// What [`State::choose`] works with: a buffer for actions, and a cache of what was counted lately.
///
/// One chooser serves any number of games in any order; choosing then allocates nothing.
///
/// ```
/// use alhambra_engine::{Chooser, Rng, Ruleset, Seed, State};
///
/// let mut game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
/// let (mut chooser, mut dice) = (Chooser::default(), Rng::new(Seed::from_number(1)));
/// while let Some(action) = game.choose(&mut chooser, |n| dice.below(n)) {
///     game.apply_unchecked(action);
/// }
/// assert!(game.is_over());
/// # Ok::<(), alhambra_engine::Unplayable>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    buffer: Vec<Action>,
    pub(crate) memory: Memory,
}

impl Chooser {
    /// A chooser that lists up to so many actions before it has to ask for memory.
    pub fn with_capacity(n_actions: usize) -> Chooser {
        Chooser { buffer: Vec::with_capacity(n_actions), memory: Memory::default() }
    }

    /// What [`State::legal_actions`] lists, in the chooser's own buffer.
    pub fn legal_actions(&mut self, state: &State) -> &[Action] {
        state.legal_actions_into(&mut self.buffer);
        &self.buffer
    }
}

/// Numbers of actions that were counted lately, each with the key that tells all that it depends on.
#[derive(Clone, Debug)]
pub(crate) struct Memory(Vec<(u64, usize)>);

impl Memory {
    /// As many as lie together in a small part of the quickest memory.
    const N: usize = 256;

    /// No memory at all, for what is counted once.
    pub(crate) const fn none() -> Memory {
        Memory(Vec::new())
    }

    /// The number that belongs to a key, which is counted only if it is not remembered; no key is zero.
    #[inline]
    pub(crate) fn recall(&mut self, key: u64, count: impl FnOnce() -> usize) -> usize {
        // Multiplied by a number without any pattern, keys that are alike are remembered in different places.
        let place = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Memory::N.ilog2());
        match self.0.get_mut(place as usize) {
            Some((known, n)) if *known == key => *n,
            Some(forgotten) => {
                *forgotten = (key, count());
                forgotten.1
            }
            None => count(),
        }
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory(vec![(0, 0); Memory::N])
    }
}

/// Is shown the legal actions in their fixed order, and says which it wants to see one by one.
pub(crate) trait Visitor {
    /// Takes one action.
    fn push(&mut self, action: Action);

    /// Takes an action for each gap or slot.
    fn each(&mut self, found: PlaceSet, action: impl Fn(usize) -> Action);

    /// Takes so many actions that are found only where they are needed.
    fn found(&mut self, n: impl FnOnce() -> usize, find: impl FnOnce(&mut Self));

    /// Takes so many actions that are listed only where they are needed.
    fn several(&mut self, n: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>));

    /// Takes the ways to one aim, if they are wanted.
    fn ways(&mut self, aim: Aim, find: impl FnOnce(&mut Self));

    /// Whether nothing more is wanted.
    fn has_enough(&self) -> bool {
        false
    }

    /// Takes some actions.
    fn push_all(&mut self, actions: impl IntoIterator<Item = Action>) {
        actions.into_iter().for_each(|it| self.push(it));
    }
}

/// Lists every action.
impl Visitor for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        self.push(action);
    }

    #[inline]
    fn each(&mut self, found: PlaceSet, action: impl Fn(usize) -> Action) {
        found.each(|number| self.push(action(number)));
    }

    #[inline]
    fn found(&mut self, _: impl FnOnce() -> usize, find: impl FnOnce(&mut Self)) {
        find(self);
    }

    #[inline]
    fn several(&mut self, _: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>)) {
        list(self);
    }

    #[inline]
    fn ways(&mut self, _: Aim, find: impl FnOnce(&mut Self)) {
        find(self);
    }
}

/// Counts the ways to an aim.
pub(crate) struct Count<'a> {
    pub(crate) aim: Aim,
    pub(crate) n: usize,
    pub(crate) memory: &'a mut Memory,
}

impl Visitor for Count<'_> {
    #[inline]
    fn push(&mut self, _: Action) {
        self.n += 1;
    }

    #[inline]
    fn each(&mut self, found: PlaceSet, _: impl Fn(usize) -> Action) {
        self.n += found.len();
    }

    #[inline]
    fn found(&mut self, n: impl FnOnce() -> usize, _: impl FnOnce(&mut Self)) {
        self.n += n();
    }

    #[inline]
    fn several(&mut self, n: impl FnOnce(&mut Memory) -> usize, _: impl FnOnce(&mut Vec<Action>)) {
        self.n += n(self.memory);
    }

    #[inline]
    fn ways(&mut self, aim: Aim, find: impl FnOnce(&mut Self)) {
        if aim == self.aim {
            find(self);
        }
    }
}

/// Finds the way to an aim that has a number.
pub(crate) struct Pick<'a> {
    pub(crate) aim: Aim,
    /// How many ways come before it that were not yet passed over.
    pub(crate) left: usize,
    pub(crate) chooser: &'a mut Chooser,
    pub(crate) found: Option<Action>,
}

impl Pick<'_> {
    /// Passes over so many actions unless the wanted one is among them; says which of them that is.
    #[inline]
    fn among(&mut self, n: usize) -> Option<usize> {
        let number = self.left;
        self.left = number.wrapping_sub(n);
        (number < n && self.found.is_none()).then_some(number)
    }
}

impl Visitor for Pick<'_> {
    #[inline]
    fn push(&mut self, action: Action) {
        if self.among(1).is_some() {
            self.found = Some(action);
        }
    }

    #[inline]
    fn each(&mut self, found: PlaceSet, action: impl Fn(usize) -> Action) {
        if let Some(number) = self.among(found.len()) {
            self.found = Some(action(found.nth(number)));
        }
    }

    #[inline]
    fn found(&mut self, n: impl FnOnce() -> usize, find: impl FnOnce(&mut Self)) {
        let number = self.left;
        if self.among(n()).is_some() {
            self.left = number;
            find(self);
        }
    }

    #[inline]
    fn several(&mut self, n: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>)) {
        if self.has_enough() {
            return;
        }
        let n = n(&mut self.chooser.memory);
        if let Some(number) = self.among(n) {
            let buffer = &mut self.chooser.buffer;
            buffer.clear();
            list(buffer);
            self.found = buffer.get(number).copied();
        }
    }

    #[inline]
    fn ways(&mut self, aim: Aim, find: impl FnOnce(&mut Self)) {
        if aim == self.aim {
            find(self);
        }
    }

    #[inline]
    fn has_enough(&self) -> bool {
        self.found.is_some()
    }
}

/// Lists the ways to an aim.
pub(crate) struct Ways<'a> {
    pub(crate) aim: Aim,
    pub(crate) out: &'a mut Vec<Action>,
}

impl Visitor for Ways<'_> {
    #[inline]
    fn push(&mut self, action: Action) {
        self.out.push(action);
    }

    #[inline]
    fn each(&mut self, found: PlaceSet, action: impl Fn(usize) -> Action) {
        found.each(|number| self.out.push(action(number)));
    }

    #[inline]
    fn found(&mut self, _: impl FnOnce() -> usize, find: impl FnOnce(&mut Self)) {
        find(self);
    }

    #[inline]
    fn several(&mut self, _: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>)) {
        list(self.out);
    }

    #[inline]
    fn ways(&mut self, aim: Aim, find: impl FnOnce(&mut Self)) {
        if aim == self.aim {
            find(self);
        }
    }
}

/// Finds out of which kinds there are any actions.
pub(crate) struct Kinds<'a> {
    pub(crate) found: ActionKinds,
    /// To which aim ways are looked for.
    pub(crate) aim: Aim,
    pub(crate) chooser: &'a mut Chooser,
}

impl Visitor for Kinds<'_> {
    #[inline]
    fn push(&mut self, action: Action) {
        self.found.add(action.kind());
    }

    #[inline]
    fn each(&mut self, found: PlaceSet, action: impl Fn(usize) -> Action) {
        if found.len() > 0 {
            self.found.add(action(found.nth(0)).kind());
        }
    }

    #[inline]
    fn found(&mut self, n: impl FnOnce() -> usize, find: impl FnOnce(&mut Self)) {
        if n() > 0 {
            find(self);
        }
    }

    #[inline]
    fn several(&mut self, n: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>)) {
        // All ways to pay are of one kind: once there is one, no more of them need be looked for.
        let is_known = match self.aim {
            Aim::Purchase | Aim::Favour => self.found.has(ActionKind::Buy),
            Aim::Falcon => self.found.has(ActionKind::BuyFalcon),
            Aim::Answer => self.found.has(ActionKind::BuildFlipped),
            _ => false,
        };
        if is_known || n(&mut self.chooser.memory) == 0 {
            return;
        }
        let buffer = &mut self.chooser.buffer;
        buffer.clear();
        list(buffer);
        for it in buffer.iter() {
            self.found.add(it.kind());
        }
    }

    #[inline]
    fn ways(&mut self, aim: Aim, find: impl FnOnce(&mut Self)) {
        self.aim = aim;
        find(self);
    }
}
