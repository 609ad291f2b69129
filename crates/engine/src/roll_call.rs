//! What the roll call of legal actions is held for: to list them, to count them, or to find the one with a given number.

use crate::{action::Action, aim::Aim, city::Found};

/// Room for choosing actions, with what was counted there lately and need not be counted again.
///
/// It may be used for any games in any order.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    /// For those that have to be listed; whatever it holds is of no importance.
    pub room: Vec<Action>,
    pub(crate) memory: Memory,
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

/// Takes what a roll call finds, in its order.
pub(crate) trait Sink {
    /// Takes one action.
    fn push(&mut self, action: Action);

    /// Takes an action for each gap or slot.
    fn each(&mut self, found: Found, action: impl Fn(usize) -> Action);

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
impl Sink for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        self.push(action);
    }

    #[inline]
    fn each(&mut self, found: Found, action: impl Fn(usize) -> Action) {
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

impl Sink for Count<'_> {
    #[inline]
    fn push(&mut self, _: Action) {
        self.n += 1;
    }

    #[inline]
    fn each(&mut self, found: Found, _: impl Fn(usize) -> Action) {
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

impl Sink for Pick<'_> {
    #[inline]
    fn push(&mut self, action: Action) {
        if self.among(1).is_some() {
            self.found = Some(action);
        }
    }

    #[inline]
    fn each(&mut self, found: Found, action: impl Fn(usize) -> Action) {
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
            let room = &mut self.chooser.room;
            room.clear();
            list(room);
            self.found = room.get(number).copied();
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
