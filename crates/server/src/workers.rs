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

use tokio::sync::oneshot;

use crate::shares::{Shares, Whose};

/// Threads of one sort, until this is dropped.
pub(crate) struct Workers {
    desk: Arc<Desk>,
}

/// What the threads share.
struct Desk {
    state: Mutex<State>,
    /// Something is to be done, or nothing any more.
    bell: Condvar,
}

#[derive(Default)]
struct State {
    shares: Shares<Job>,
    closed: bool,
}

struct Job {
    whose: Whose,
    work: Box<dyn FnOnce() + Send>,
}

/// A word that says that what is being done is no longer wanted.
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
    pub(crate) fn new(name: &str, n: usize) -> Workers {
        let desk = Arc::new(Desk { state: Mutex::default(), bell: Condvar::new() });
        for _ in 0..n.max(1) {
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
        let job = Job { whose: whose.clone(), work };
        let number = self.desk.state().shares.enter(&whose, job);
        self.desk.bell.notify_one();
        let _wanted = Wanted { desk: &self.desk, whose: &whose, number, cancel };
        done.await.ok()
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
        while let Some(Job { whose, work }) = self.wait() {
            let begun = Instant::now();
            // Whoever waits for it is told that nothing came of it; the message of the panic is in the log.
            let _ = catch_unwind(AssertUnwindSafe(work));
            let took = begun.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
            self.state().shares.done(&whose, took);
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
                Some(job) => return Some(job),
                None => state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
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

    #[tokio::test]
    async fn what_nobody_waits_for_is_stopped_or_never_begun() {
        let workers = Arc::new(Workers::new("test", 1));
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
        let workers = Workers::new("test", 1);
        assert_eq!(workers.run(whose("a"), |_| -> u8 { panic!("on purpose") }).await, None);
        assert_eq!(workers.run(whose("a"), |_| 1).await, Some(1));
        while workers.counts() != (0, 0) {
            yield_now().await;
        }
    }
}
