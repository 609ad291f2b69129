//! What the roll call of legal actions is held for: to list them, to count them, or to find the one with a given number.

use crate::{action::Action, city::Found};

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

    /// Takes a pass, after everything else.
    fn pass(&mut self) {
        self.push(Action::Pass);
    }

    /// Takes an action for each gap or slot.
    fn each(&mut self, found: Found, action: impl Fn(usize) -> Action);

    /// Takes so many actions that are found only where they are needed.
    fn found(&mut self, n: impl FnOnce() -> usize, find: impl FnOnce(&mut Self));

    /// Takes so many actions that are listed only where they are needed.
    fn several(&mut self, n: impl FnOnce(&mut Memory) -> usize, list: impl FnOnce(&mut Vec<Action>));

    /// Takes what is found in one part of the roll call.
    fn part(&mut self, find: impl FnOnce(&mut Self));

    /// How many actions were counted so far.
    fn n(&self) -> usize;

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
    fn part(&mut self, find: impl FnOnce(&mut Self)) {
        find(self);
    }

    #[inline]
    fn n(&self) -> usize {
        self.len()
    }
}

/// Counts the actions, and how many there are up to the end of each part.
pub(crate) struct Count<'a> {
    memory: &'a mut Memory,
    n: usize,
    parts: [Part; MAX_PARTS],
    n_parts: usize,
    /// How many there are up to the end of each of those that are counted slowly.
    slow_ends: [u32; MAX_SLOW],
    n_slow: usize,
    /// Whether the last of them is a pass.
    passes: bool,
}

/// How many actions there are up to the end of a part, and how often some were counted slowly.
#[derive(Clone, Copy, Default)]
struct Part {
    end: u32,
    n_slow: u32,
}

/// As many parts as a roll call has.
const MAX_PARTS: usize = 8;

/// Slow counts beyond so many are counted again.
const MAX_SLOW: usize = 16;

impl Count<'_> {
    /// Counts what is not remembered.
    pub(crate) fn with(memory: &mut Memory) -> Count<'_> {
        let (parts, slow_ends) = ([Part::default(); MAX_PARTS], [0; MAX_SLOW]);
        Count { memory, n: 0, parts, n_parts: 0, slow_ends, n_slow: 0, passes: false }
    }

    /// Whether the action with this number is a pass, which is the answer to most questions.
    #[inline]
    pub(crate) fn is_pass(&self, number: usize) -> bool {
        self.passes && number + 1 == self.n
    }
}

impl Sink for Count<'_> {
    #[inline]
    fn push(&mut self, _: Action) {
        self.n += 1;
    }

    #[inline]
    fn pass(&mut self) {
        self.n += 1;
        self.passes = true;
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
        if let Some(end) = self.slow_ends.get_mut(self.n_slow) {
            *end = self.n as u32;
        }
        self.n_slow += 1;
    }

    #[inline]
    fn part(&mut self, find: impl FnOnce(&mut Self)) {
        find(self);
        self.parts[self.n_parts % MAX_PARTS] = Part { end: self.n as u32, n_slow: self.n_slow as u32 };
        self.n_parts += 1;
    }

    #[inline]
    fn n(&self) -> usize {
        self.n
    }
}

/// Finds the action with a number, in the part where it must be.
pub(crate) struct Pick<'a> {
    /// How many actions come before it, beginning with the current part.
    left: usize,
    number: usize,
    counted: &'a Count<'a>,
    n_parts: usize,
    n_slow: usize,
    room: &'a mut Vec<Action>,
    pub(crate) found: Option<Action>,
}

impl Pick<'_> {
    /// Looks for the action with this number among those that were counted; `room` is for those that have to be listed.
    pub(crate) fn new<'a>(number: usize, counted: &'a Count<'a>, room: &'a mut Vec<Action>) -> Pick<'a> {
        Pick { left: number, number, counted, n_parts: 0, n_slow: 0, room, found: None }
    }

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
        let before = self.number.wrapping_sub(self.left);
        let n = match self.counted.slow_ends.get(self.n_slow) {
            Some(&end) => (end as usize).wrapping_sub(before),
            None => n(&mut Memory::none()),
        };
        self.n_slow += 1;
        if let Some(number) = self.among(n) {
            self.room.clear();
            list(self.room);
            self.found = self.room.get(number).copied();
        }
    }

    #[inline]
    fn part(&mut self, find: impl FnOnce(&mut Self)) {
        let Part { end, n_slow } = self.counted.parts[self.n_parts % MAX_PARTS];
        self.n_parts += 1;
        let end = end as usize;
        if self.number < end && self.found.is_none() {
            find(self);
        } else {
            self.left = self.number.wrapping_sub(end);
            self.n_slow = n_slow as usize;
        }
    }

    /// It counts nothing, so that nothing seems to keep a player from passing; who has to act is offered that after the
    /// last number.
    #[inline]
    fn n(&self) -> usize {
        0
    }

    #[inline]
    fn has_enough(&self) -> bool {
        self.found.is_some()
    }
}
