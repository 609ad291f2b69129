//! Shares: who is next where many want the same time, so that it is shared fairly at every level.
//!
//! Whoever has had least of it is next: first among the sorts of work, then among the addresses that want this sort, then
//! among the tables of this address. However much one of them asks for, the others get their share.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    /// The decision of a bot, for which a whole table waits.
    Turn,
    /// A hint, for which one person waits.
    Hint,
    /// A part of a review, which is done in the background.
    Review,
    /// A record that is read or replayed.
    Record,
    /// The game of a table that is read back, for which a whole table waits.
    Game,
    /// An answer that is compressed.
    Answer,
}

impl Sort {
    /// How much of the time goes to this sort in comparison with others that are wanted as well.
    const fn weight(self) -> u64 {
        match self {
            Sort::Turn | Sort::Game => 4,
            Sort::Hint | Sort::Answer => 2,
            Sort::Review | Sort::Record => 1,
        }
    }

    /// Whether it can be ended early, with what has been found so far; a review is the same however busy a server is.
    pub(crate) const fn can_hurry(self) -> bool {
        match self {
            Sort::Turn | Sort::Hint => true,
            Sort::Review | Sort::Record | Sort::Game | Sort::Answer => false,
        }
    }

    /// Its name for those who look after a server.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Sort::Turn => "turn",
            Sort::Hint => "hint",
            Sort::Review => "review",
            Sort::Record => "record",
            Sort::Game => "game",
            Sort::Answer => "answer",
        }
    }
}

/// For whom something is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whose {
    pub sort: Sort,
    /// From where it is wanted; nobody's if nobody is there.
    pub address: Option<IpAddr>,
    /// At which table, or for which record.
    pub table: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Sort(Sort),
    Address(Option<IpAddr>),
    Table(String),
}

impl Whose {
    fn path(&self) -> [Key; 3] {
        [Key::Sort(self.sort), Key::Address(self.address), Key::Table(self.table.clone())]
    }
}

/// What somebody is taken to need until it is known, in microseconds: so that nobody gets everything at once.
const GUESS: u64 = 10_000;

/// Everything that waits, by those for whom it is to be done.
pub(crate) struct Shares<T> {
    root: Node<T>,
    next: u64,
}

struct Node<T> {
    /// What it has had, in microseconds, divided by its weight.
    had: u64,
    /// What the part that was last served had had: whoever comes now has had as much.
    floor: u64,
    /// Since when it waits.
    since: u64,
    parts: HashMap<Key, Node<T>>,
    waiting: VecDeque<(u64, T)>,
    n_waiting: usize,
    n_served: usize,
}

impl<T> Default for Shares<T> {
    fn default() -> Shares<T> {
        Shares { root: Node::new(0), next: 0 }
    }
}

impl<T> Shares<T> {
    /// Lets something wait; says its number.
    pub(crate) fn enter(&mut self, whose: &Whose, thing: T) -> u64 {
        self.next += 1;
        self.root.enter(&whose.path(), self.next, thing);
        self.next
    }

    /// What is next; it is being done until [`Shares::done`].
    pub(crate) fn next(&mut self) -> Option<T> {
        self.root.next()
    }

    /// Something is done and took so many microseconds.
    pub(crate) fn done(&mut self, whose: &Whose, took: u64) {
        self.root.done(&whose.path(), took);
    }

    /// Takes back what waits under this number.
    pub(crate) fn take_back(&mut self, whose: &Whose, number: u64) -> Option<T> {
        self.root.take_back(&whose.path(), number)
    }

    /// How many things wait, and how many are being done.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.root.n_waiting, self.root.n_served)
    }

    /// How many things of this sort wait or are being done for an address.
    pub(crate) fn n_wanted(&self, whose: &Whose) -> usize {
        let [sort, address, _] = whose.path();
        let node = self.root.parts.get(&sort).and_then(|it| it.parts.get(&address));
        node.map_or(0, |it| it.n_waiting + it.n_served)
    }
}

impl<T> Shares<T> {
    /// For how many others nothing is being done although bots or hints are waited for there: addresses, or tables of the
    /// same address, whichever are more.
    pub(crate) fn n_starving(&self, whose: &Whose) -> usize {
        let [_, own, _] = whose.path();
        let mut addresses: HashMap<&Key, Demand> = HashMap::new();
        let mut tables: HashMap<&Key, Demand> = HashMap::new();
        for sort in [Sort::Turn, Sort::Hint] {
            let Some(node) = self.root.parts.get(&Key::Sort(sort)) else { continue };
            for (key, address) in &node.parts {
                addresses.entry(key).or_default().add(address);
            }
            for (key, table) in node.parts.get(&own).into_iter().flat_map(|it| &it.parts) {
                tables.entry(key).or_default().add(table);
            }
        }
        let n = |demands: &HashMap<&Key, Demand>| demands.values().filter(|it| it.is_starving()).count();
        n(&addresses).max(n(&tables))
    }
}

/// What is wanted somewhere.
#[derive(Default)]
struct Demand {
    n_waiting: usize,
    n_served: usize,
}

impl Demand {
    fn add<T>(&mut self, node: &Node<T>) {
        self.n_waiting += node.n_waiting;
        self.n_served += node.n_served;
    }

    fn is_starving(&self) -> bool {
        self.n_waiting > 0 && self.n_served == 0
    }
}

impl<T> Node<T> {
    fn new(had: u64) -> Node<T> {
        let (parts, waiting) = (HashMap::new(), VecDeque::new());
        Node { had, floor: 0, since: 0, parts, waiting, n_waiting: 0, n_served: 0 }
    }

    fn is_idle(&self) -> bool {
        self.n_waiting == 0 && self.n_served == 0
    }

    fn enter(&mut self, path: &[Key], number: u64, thing: T) {
        if self.n_waiting == 0 {
            self.since = number;
        }
        self.n_waiting += 1;
        let Some((key, rest)) = path.split_first() else {
            return self.waiting.push_back((number, thing));
        };
        let floor = self.floor;
        let part = self.parts.entry(key.clone()).or_insert_with(|| Node::new(floor));
        if part.is_idle() {
            // Who has wanted nothing for long has not saved anything up.
            part.had = part.had.max(floor);
        }
        part.enter(rest, number, thing);
    }

    fn next(&mut self) -> Option<T> {
        let thing = if let Some((_, thing)) = self.waiting.pop_front() {
            thing
        } else {
            let waiting = self.parts.iter_mut().filter(|it| it.1.n_waiting > 0);
            let (key, part) = waiting.min_by_key(|it| (it.1.had, it.1.since))?;
            let had = part.had;
            part.had += GUESS / key.weight();
            let thing = part.next()?;
            self.floor = self.floor.max(had);
            thing
        };
        self.n_waiting -= 1;
        self.n_served += 1;
        Some(thing)
    }

    fn done(&mut self, path: &[Key], took: u64) {
        self.n_served -= 1;
        let Some((key, rest)) = path.split_first() else { return };
        if let Some(part) = self.parts.get_mut(key) {
            part.had = (part.had + took / key.weight()).saturating_sub(GUESS / key.weight());
            part.done(rest, took);
        }
        self.forget();
    }

    fn take_back(&mut self, path: &[Key], number: u64) -> Option<T> {
        let thing = if let Some((key, rest)) = path.split_first() {
            self.parts.get_mut(key)?.take_back(rest, number)?
        } else {
            let i = self.waiting.iter().position(|it| it.0 == number)?;
            self.waiting.remove(i)?.1
        };
        self.n_waiting -= 1;
        self.forget();
        Some(thing)
    }

    /// Forgets the parts that want nothing and are owed nothing.
    fn forget(&mut self) {
        if self.is_idle() {
            self.parts.clear();
        } else {
            let floor = self.floor;
            self.parts.retain(|_, it| !it.is_idle() || it.had > floor);
        }
    }
}

impl Key {
    const fn weight(&self) -> u64 {
        match self {
            Key::Sort(sort) => sort.weight(),
            Key::Address(_) | Key::Table(_) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whose(sort: Sort, address: u8, table: &str) -> Whose {
        Whose { sort, address: Some([address; 4].into()), table: table.to_owned() }
    }

    /// Serves `n` things one after the other, each of which takes as long as it says, and says whose they were.
    fn serve(shares: &mut Shares<(Whose, u64)>, n: usize) -> Vec<String> {
        let mut served = Vec::new();
        for _ in 0..n {
            let Some((whose, took)) = shares.next() else { break };
            shares.done(&whose, took);
            served.push(whose.table);
        }
        served
    }

    fn enter(shares: &mut Shares<(Whose, u64)>, whose: &Whose, took: u64) -> u64 {
        shares.enter(whose, (whose.clone(), took))
    }

    #[test]
    fn one_address_with_many_tables_has_one_share() {
        let mut shares = Shares::default();
        for table in 0..20 {
            for _ in 0..3 {
                enter(&mut shares, &whose(Sort::Turn, 6, &format!("crowd {table}")), 2_000_000);
            }
        }
        assert_eq!(serve(&mut shares, 2).len(), 2);
        enter(&mut shares, &whose(Sort::Turn, 1, "quiet"), 200_000);
        enter(&mut shares, &whose(Sort::Turn, 2, "quieter"), 200_000);
        // Nobody waits for more than what was begun before.
        let mut first = serve(&mut shares, 2);
        first.sort();
        assert_eq!(first, ["quiet", "quieter"]);
        // Who has had less time is served more often.
        for _ in 0..10 {
            enter(&mut shares, &whose(Sort::Turn, 1, "quiet"), 200_000);
        }
        let served = serve(&mut shares, 11);
        assert_eq!(served.iter().filter(|it| *it == "quiet").count(), 10, "{served:?}");
    }

    #[test]
    fn the_tables_of_an_address_take_turns() {
        let mut shares = Shares::default();
        for _ in 0..3 {
            enter(&mut shares, &whose(Sort::Turn, 1, "a"), 1000);
        }
        enter(&mut shares, &whose(Sort::Turn, 1, "b"), 1000);
        enter(&mut shares, &whose(Sort::Turn, 1, "c"), 1000);
        assert_eq!(serve(&mut shares, 9), ["a", "b", "c", "a", "a"]);
        assert_eq!(shares.counts(), (0, 0));
        assert!(shares.root.parts.is_empty(), "nothing is kept of those who want nothing");
    }

    #[test]
    fn hints_and_turns_do_not_starve_each_other() {
        let mut shares = Shares::default();
        for i in 0..40 {
            enter(&mut shares, &whose(Sort::Hint, i, "hint"), 250_000);
            enter(&mut shares, &whose(Sort::Turn, i, "turn"), 250_000);
            enter(&mut shares, &whose(Sort::Review, i, "review"), 250_000);
        }
        let served = serve(&mut shares, 28);
        let n = |sort| served.iter().filter(|it| *it == sort).count();
        assert_eq!((n("turn"), n("hint"), n("review")), (16, 8, 4), "{served:?}");
    }

    #[test]
    fn who_was_away_has_saved_nothing_up() {
        let mut shares = Shares::default();
        enter(&mut shares, &whose(Sort::Turn, 1, "early"), 1000);
        for _ in 0..30 {
            enter(&mut shares, &whose(Sort::Turn, 2, "busy"), 1000);
        }
        serve(&mut shares, 20);
        for _ in 0..10 {
            enter(&mut shares, &whose(Sort::Turn, 1, "early"), 1000);
        }
        let served = serve(&mut shares, 10);
        assert_eq!(served.iter().filter(|it| *it == "early").count(), 5, "{served:?}");
    }

    #[test]
    fn those_for_whom_nothing_is_done_are_starving() {
        let mut shares = Shares::default();
        let crowd = |table| whose(Sort::Hint, 6, table);
        enter(&mut shares, &crowd("a"), 1);
        assert!(shares.next().is_some());
        assert_eq!(shares.n_starving(&crowd("a")), 0);
        // More of the same, a review, or a record does not count.
        enter(&mut shares, &crowd("a"), 1);
        enter(&mut shares, &whose(Sort::Review, 1, "review"), 1);
        assert_eq!(shares.n_starving(&crowd("a")), 0);
        // Other tables of the same address count for it alone.
        for table in ["b", "c", "d"] {
            enter(&mut shares, &crowd(table), 1);
        }
        assert_eq!((shares.n_starving(&crowd("a")), shares.n_starving(&whose(Sort::Turn, 1, "x"))), (3, 0));
        // Other addresses count for everybody, until something is done there.
        enter(&mut shares, &whose(Sort::Turn, 1, "x"), 1);
        enter(&mut shares, &whose(Sort::Turn, 1, "y"), 1);
        assert_eq!((shares.n_starving(&crowd("a")), shares.n_starving(&whose(Sort::Turn, 2, "z"))), (3, 1));
        while shares.next().unwrap().0.table != "x" {}
        assert_eq!(
            (shares.n_starving(&whose(Sort::Turn, 1, "x")), shares.n_starving(&whose(Sort::Turn, 2, "z"))),
            (1, 0)
        );
    }

    #[test]
    fn what_is_taken_back_is_not_served() {
        let mut shares = Shares::default();
        let (a, b) = (whose(Sort::Hint, 1, "a"), whose(Sort::Hint, 1, "b"));
        let first = enter(&mut shares, &a, 1);
        enter(&mut shares, &b, 1);
        assert_eq!(shares.n_wanted(&a), 2);
        assert!(shares.take_back(&a, first).is_some());
        assert!(shares.take_back(&a, first).is_none());
        assert_eq!(shares.counts(), (1, 0));
        assert_eq!(serve(&mut shares, 2), ["b"]);
    }
}
