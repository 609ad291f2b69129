//! The time: one that only goes on, by which everything is measured, and the time of day, which is only shown.
//!
//! Whoever sets the clock of the machine, or lets it sleep, takes nothing from anybody: what is measured goes on by the
//! processor's own count and stands still while the program does.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use tokio::sync::watch;

/// How often the time is looked at, so that it can be told whether the program stood still.
const TICK: Duration = Duration::from_secs(1);
/// No more than this goes by between two looks; a longer gap is a machine that slept or a program that was halted.
const LONGEST: Duration = Duration::from_secs(5);

/// A clock that counts milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System { started: Instant, steady: Arc<Mutex<Steady>> },
    Hands { time: watch::Receiver<u64>, of_day: watch::Receiver<u64> },
}

/// A time that never jumps.
#[derive(Debug)]
struct Steady {
    /// The time at the latest look, since 1970.
    time: Duration,
    /// What the processor had counted then.
    counted: Duration,
}

impl Steady {
    /// The time now that the processor has counted so much.
    fn look(&mut self, counted: Duration) -> Duration {
        self.time += counted.saturating_sub(self.counted).min(LONGEST);
        self.counted = self.counted.max(counted);
        self.time
    }
}

impl Clock {
    /// The clock of the system; begins with the time of day.
    pub fn system() -> Clock {
        let steady = Steady { time: time_of_day(), counted: Duration::ZERO };
        Clock(Source::System { started: Instant::now(), steady: Arc::new(Mutex::new(steady)) })
    }

    /// A clock that shows what was sent last.
    pub fn by_hand(hands: watch::Receiver<u64>) -> Clock {
        Clock(Source::Hands { time: hands.clone(), of_day: hands })
    }

    /// A clock that shows what was sent last, and beside it another time of day.
    pub const fn by_two_hands(time: watch::Receiver<u64>, of_day: watch::Receiver<u64>) -> Clock {
        Clock(Source::Hands { time, of_day })
    }

    /// The time by which everything is measured, in milliseconds since 1970; it never jumps and never goes back.
    pub fn now(&self) -> u64 {
        match &self.0 {
            Source::System { started, steady } => lock(steady).look(started.elapsed()).as_millis() as u64,
            Source::Hands { time, .. } => *time.borrow(),
        }
    }

    /// The time of day, in milliseconds since 1970: for people to read, never to measure by.
    pub fn time_of_day(&self) -> u64 {
        match &self.0 {
            Source::System { .. } => time_of_day().as_millis() as u64,
            Source::Hands { of_day, .. } => *of_day.borrow(),
        }
    }

    /// Goes on from a time that was noted by an earlier program, should it be later.
    pub fn go_on_from(&self, noted: u64) {
        if let Source::System { steady, .. } = &self.0 {
            let mut steady = lock(steady);
            steady.time = steady.time.max(Duration::from_millis(noted));
        }
    }

    /// Looks at the time for ever, as often as it needs.
    pub async fn run(&self) {
        loop {
            self.now();
            tokio::time::sleep(TICK).await;
        }
    }

    /// Waits until it is at least this late; the end of time never comes.
    pub async fn reach(&self, at: u64) {
        match &self.0 {
            _ if at == u64::MAX => std::future::pending().await,
            Source::Hands { time, .. } => {
                let mut time = time.clone();
                if time.wait_for(|now| *now >= at).await.is_err() {
                    // Nobody turns the hands any more.
                    std::future::pending::<()>().await;
                }
            }
            // The time may have stood still while somebody waited: look at it again.
            Source::System { .. } => loop {
                match at.saturating_sub(self.now()) {
                    0 => break,
                    left => tokio::time::sleep(Duration::from_millis(left.min(60_000))).await,
                }
            },
        }
    }
}

fn time_of_day() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

fn lock(steady: &Mutex<Steady>) -> MutexGuard<'_, Steady> {
    // What is behind the lock is whole after every statement.
    steady.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn time_goes_on_as_it_is_counted() {
        let mut steady = Steady { time: HOUR, counted: Duration::ZERO };
        for second in 1..=100 {
            assert_eq!(steady.look(Duration::from_secs(second)), HOUR + Duration::from_secs(second));
        }
    }

    #[test]
    fn a_machine_that_slept_has_lost_next_to_nothing() {
        let mut steady = Steady { time: Duration::ZERO, counted: Duration::ZERO };
        steady.look(TICK);
        assert_eq!(steady.look(TICK + 8 * HOUR), TICK + LONGEST);
        assert_eq!(steady.look(TICK + 8 * HOUR + TICK), TICK + LONGEST + TICK);
        // A count that goes back, as some machines had it, changes nothing.
        assert_eq!(steady.look(HOUR), TICK + LONGEST + TICK);
    }

    #[test]
    fn an_earlier_program_is_gone_on_from() {
        let clock = Clock::system();
        let now = clock.now();
        clock.go_on_from(now - 5000);
        assert!((now..now + 5000).contains(&clock.now()));
        clock.go_on_from(now + 3_600_000);
        assert!((now + 3_600_000..now + 3_605_000).contains(&clock.now()));
    }
}
