//! What the roll call of legal actions is held for: to list them, to count them, or to find the one with a given number.

use crate::{action::Action, city::Found};

/// Takes what a roll call finds, in its order.
pub(crate) trait Sink {
    /// Takes one action.
    fn push(&mut self, action: Action);

    /// Takes an action for each gap or slot.
    fn each(&mut self, found: Found, action: impl Fn(usize) -> Action);

    /// Takes so many actions that are listed only where they are needed.
    fn several(&mut self, n: impl FnOnce() -> usize, list: impl FnOnce(&mut Vec<Action>));

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
        found.by_fours(|few| few.map(&action).append_to(self));
    }

    #[inline]
    fn several(&mut self, _: impl FnOnce() -> usize, list: impl FnOnce(&mut Vec<Action>)) {
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
#[derive(Default)]
pub(crate) struct Count {
    n: usize,
    ends: [usize; MAX_PARTS],
    n_parts: usize,
}

/// As many parts as a roll call has.
const MAX_PARTS: usize = 8;

impl Sink for Count {
    #[inline]
    fn push(&mut self, _: Action) {
        self.n += 1;
    }

    #[inline]
    fn each(&mut self, found: Found, _: impl Fn(usize) -> Action) {
        self.n += found.len();
    }

    #[inline]
    fn several(&mut self, n: impl FnOnce() -> usize, _: impl FnOnce(&mut Vec<Action>)) {
        self.n += n();
    }

    #[inline]
    fn part(&mut self, find: impl FnOnce(&mut Self)) {
        find(self);
        self.ends[self.n_parts % MAX_PARTS] = self.n;
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
    counted: &'a Count,
    n_parts: usize,
    room: &'a mut Vec<Action>,
    pub(crate) found: Option<Action>,
}

impl Pick<'_> {
    /// Looks for the action with this number among those that were counted; `room` is for those that have to be listed.
    pub(crate) fn new<'a>(number: usize, counted: &'a Count, room: &'a mut Vec<Action>) -> Pick<'a> {
        Pick { left: number, number, counted, n_parts: 0, room, found: None }
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
    fn several(&mut self, n: impl FnOnce() -> usize, list: impl FnOnce(&mut Vec<Action>)) {
        if let Some(number) = self.among(n()) {
            self.room.clear();
            list(self.room);
            self.found = self.room.get(number).copied();
        }
    }

    #[inline]
    fn part(&mut self, find: impl FnOnce(&mut Self)) {
        let end = self.counted.ends[self.n_parts % MAX_PARTS];
        self.n_parts += 1;
        if self.number < end && self.found.is_none() {
            find(self);
        } else {
            self.left = self.number.wrapping_sub(end);
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
