//! Workers: threads for what takes long, away from those that serve people, shared fairly by those who want something.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

use tokio::sync::{Notify, oneshot};

use crate::{
    clock::Clock,
    metrics::Works,
    shares::{Shares, Whose},
};

/// How long something may take while somebody else waits for whom nothing is being done, in milliseconds.
const SLICE: u64 = 250;
/// However many those are, it may take so long.
const SHORTEST: u64 = 50;
/// How often it is looked whether something takes longer.
const LOOK: u64 = 25;

/// Threads of one sort, until this is dropped.
pub(crate) struct Workers {
    desk: Arc<Desk>,
}

/// What the threads share.
struct Desk {
    state: Mutex<State>,
    /// Something is to be done, or nothing any more.
    bell: Condvar,
    /// Something waits.
    crowded: Notify,
    clock: Clock,
    works: Works,
    n_threads: usize,
}

#[derive(Default)]
struct State {
    shares: Shares<Job>,
    running: Vec<Running>,
    closed: bool,
}

struct Job {
    whose: Whose,
    cancel: Cancel,
    work: Box<dyn FnOnce() + Send>,
}

/// Something that is being done.
struct Running {
    whose: Whose,
    cancel: Cancel,
    /// Since when, in milliseconds.
    since: u64,
}

/// A word that says that what is being done is no longer wanted, or that what was found so far has to do.
pub(crate) type Cancel = Arc<AtomicBool>;

/// Takes back what is wanted when nobody waits for it any more, and stops it if it has begun.
struct Wanted<'a> {
    desk: &'a Desk,
    whose: &'a Whose,
    number: u64,
    cancel: Cancel,
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        // Dropped after the lock is free: what waits may have a lot in it.
        let _job = self.desk.state().shares.take_back(self.whose, self.number);
    }
}

impl Workers {
    /// So many threads with this name.
    pub(crate) fn new(name: &str, n: usize, clock: Clock, works: Works) -> Workers {
        let (n_threads, bell, crowded) = (n.max(1), Condvar::new(), Notify::new());
        let desk = Arc::new(Desk { state: Mutex::default(), bell, crowded, clock, works, n_threads });
        for _ in 0..n_threads {
            let desk = Arc::clone(&desk);
            let begun = thread::Builder::new().name(name.to_owned()).spawn(move || desk.work());
            if let Err(error) = begun {
                tracing::error!(%error, name, "a thread could not be started");
            }
        }
        Workers { desk }
    }

    /// Does something when it is its turn; nothing if that can't be done. Whoever no longer waits for it stops it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        whose: Whose,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Option<T> {
        let (result, done) = oneshot::channel();
        let cancel = Cancel::default();
        let cancelled = Arc::clone(&cancel);
        let work = Box::new(move || {
            // Who has gone does not want it any more.
            let _ = result.send(work(&cancelled));
        });
        let job = Job { whose: whose.clone(), cancel: Arc::clone(&cancel), work };
        let number = self.desk.state().shares.enter(&whose, job);
        self.desk.bell.notify_one();
        self.desk.crowded.notify_one();
        let _wanted = Wanted { desk: &self.desk, whose: &whose, number, cancel };
        done.await.ok()
    }

    /// Ends early whatever takes long while others starve: nobody waits for a long thought of somebody else.
    pub(crate) async fn keep_pace(&self) {
        let Desk { crowded, clock, n_threads, .. } = &*self.desk;
        loop {
            crowded.notified().await;
            while self.desk.state().shares.counts().0 > 0 {
                clock.reach(clock.now() + LOOK).await;
                self.desk.state().hurry(clock.now(), *n_threads);
            }
        }
    }

    /// How many things wait, and how many are being done.
    pub(crate) fn counts(&self) -> (usize, usize) {
        self.desk.state().shares.counts()
    }

    /// How many things of this sort wait or are being done for an address.
    pub(crate) fn n_wanted(&self, whose: &Whose) -> usize {
        self.desk.state().shares.n_wanted(whose)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.desk.state().closed = true;
        self.desk.bell.notify_all();
    }
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        // What is behind the lock is whole after every statement.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        step_back();
        while let Some(Job { whose, cancel, work }) = self.wait() {
            let begun = Instant::now();
            // Whoever waits for it is told that nothing came of it; the message of the panic is in the log.
            let _ = catch_unwind(AssertUnwindSafe(work));
            let took = begun.elapsed();
            self.works.done(whose.sort, took);
            let mut state = self.state();
            state.running.retain(|it| !Arc::ptr_eq(&it.cancel, &cancel));
            state.shares.done(&whose, took.as_micros().try_into().unwrap_or(u64::MAX));
        }
    }

    /// What is to be done next; nothing if nothing is to be done any more.
    fn wait(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            match state.shares.next() {
                Some(job) => {
                    let (whose, cancel) = (job.whose.clone(), Arc::clone(&job.cancel));
                    state.running.push(Running { whose, cancel, since: self.clock.now() });
                    return Some(job);
                }
                None => state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl State {
    /// Lets those who take longer than they may come to an end.
    fn hurry(&self, now: u64, n_threads: usize) {
        for Running { whose, cancel, since } in self.running.iter().filter(|it| it.whose.sort.can_hurry()) {
            let slice = slice(self.shares.n_starving(whose), n_threads);
            if slice.is_some_and(|it| now.saturating_sub(*since) >= it) {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// How many milliseconds something may take while so many starve; as many as it likes if nobody does.
fn slice(n_starving: usize, n_threads: usize) -> Option<u64> {
    (n_starving > 0).then(|| SHORTEST.max(SLICE / (1 + (n_starving / n_threads) as u64)))
}

/// Lets the threads that serve people go first, where the system knows how.
#[cfg(target_os = "linux")]
fn step_back() {
    // For the system a thread is a process of its own; whatever it says, the work is done.
    let _ = rustix::process::setpriority_process(None, 10);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;
    use crate::shares::Sort;

    fn whose(table: &str) -> Whose {
        Whose { sort: Sort::Hint, address: None, table: table.to_owned() }
    }

    fn workers(n: usize) -> Workers {
        Workers::new("test", n, Clock::system(), Works::default())
    }

    #[test]
    fn the_more_starve_the_shorter_is_what_others_may_take() {
        assert_eq!(slice(0, 2), None);
        assert_eq!([1, 2, 4, 8, 1000].map(|it| slice(it, 2)), [250, 125, 83, 50, 50].map(Some));
    }

    /// What the clock says is all that counts, however long it really takes.
    #[tokio::test]
    async fn whoever_takes_long_is_ended_early_for_those_who_starve() {
        let hands = tokio::sync::watch::Sender::new(0);
        let workers = Workers::new("test", 1, Clock::by_hand(hands.subscribe()), Works::default());
        let workers = Arc::new(workers);
        let pace = Arc::clone(&workers);
        tokio::spawn(async move { pace.keep_pace().await });
        let endless = |cancel: &Cancel| {
            while !cancel.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            "as far as it came"
        };
        let (long, same) = (Arc::clone(&workers), Arc::clone(&workers));
        let long = tokio::spawn(async move { long.run(whose("long"), endless).await });
        while workers.counts() != (0, 1) {
            yield_now().await;
        }
        // Whoever has something done may wait for the next.
        let same = tokio::spawn(async move { same.run(whose("long"), |_| ()).await });
        while workers.counts() != (1, 1) {
            yield_now().await;
        }
        for _ in 0..100 {
            hands.send_modify(|now| *now += SLICE);
            yield_now().await;
        }
        assert!(!long.is_finished());
        // Somebody for whom nothing is done waits no longer than a slice.
        let other = tokio::spawn(async move { workers.run(whose("other"), |_| "other").await });
        while !long.is_finished() {
            hands.send_modify(|now| *now += LOOK);
            yield_now().await;
        }
        assert_eq!(long.await.unwrap(), Some("as far as it came"));
        assert_eq!(other.await.unwrap(), Some("other"));
        same.await.unwrap();
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_stopped_or_never_begun() {
        let workers = Arc::new(workers(1));
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let spawn = |table: &str, work: Box<dyn FnOnce(&Cancel) + Send>| {
            let (workers, whose) = (Arc::clone(&workers), whose(table));
            tokio::spawn(async move { workers.run(whose, work).await })
        };
        let first = spawn(
            "first",
            Box::new(move |cancel| {
                begun.send(()).unwrap();
                while !cancel.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
                ended.send("first").unwrap();
            }),
        );
        has_begun.await.unwrap();
        let second = spawn("second", Box::new(|_| panic!("nobody waits for this")));
        while workers.counts() != (1, 1) {
            yield_now().await;
        }
        second.abort();
        while workers.counts() != (0, 1) {
            yield_now().await;
        }
        first.abort();
        assert_eq!(has_ended.await.unwrap(), "first");
        assert_eq!(workers.run(whose("third"), |_| 3).await, Some(3));
    }

    #[tokio::test]
    async fn a_panic_costs_nobody_else_anything() {
        let workers = workers(1);
        assert_eq!(workers.run(whose("a"), |_| -> u8 { panic!("on purpose") }).await, None);
        assert_eq!(workers.run(whose("a"), |_| 1).await, Some(1));
        while workers.counts() != (0, 0) {
            yield_now().await;
        }
    }
}
