//! How long a bot may think: a time or a number of iterations, a clock to read, and a word that stops it.

#[cfg(not(target_family = "wasm"))]
use std::time::Instant;
use std::{
    fmt,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How long a bot may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Budget {
    /// So many iterations of the search, which come out the same on every machine.
    Iterations(u32),
    /// So much time.
    Time(Duration),
}

impl Budget {
    /// So many milliseconds.
    pub const fn millis(n: u64) -> Budget {
        Budget::Time(Duration::from_millis(n))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Iterations(n) => write!(f, "{n}it"),
            Budget::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// A text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no budget; write a number above zero with a unit, like 2000it, 100ms or 1s")]
pub struct NoBudget(String);

impl FromStr for Budget {
    type Err = NoBudget;

    fn from_str(text: &str) -> Result<Budget, NoBudget> {
        let (number, unit) = text.split_at(text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()));
        match (number.parse::<u32>(), unit) {
            (Ok(n), "it") if n > 0 => Ok(Budget::Iterations(n)),
            (Ok(n), "ms") if n > 0 => Ok(Budget::millis(n.into())),
            (Ok(n), "s") if n > 0 => Ok(Budget::Time(Duration::from_secs(n.into()))),
            _ => Err(NoBudget(text.to_owned())),
        }
    }
}

/// A clock that a bot reads while it thinks.
pub trait Clock: Send + Sync {
    /// How much time has gone by since some fixed moment.
    fn now(&self) -> Duration;
}

/// The clock of the system; a browser has none that Rust could read, so there the compiler asks for another one.
#[cfg(not(target_family = "wasm"))]
pub struct SystemClock(Instant);

#[cfg(not(target_family = "wasm"))]
impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock(Instant::now())
    }
}

#[cfg(not(target_family = "wasm"))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still, for budgets that are counted in iterations.
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// What a bot thinks with.
#[derive(Clone)]
pub struct Means {
    /// The clock it reads.
    pub clock: Arc<dyn Clock>,
    /// As soon as this is true it stops thinking and answers with what it has found so far.
    pub cancel: Arc<AtomicBool>,
    /// How many threads it may use.
    pub n_threads: usize,
}

#[cfg(not(target_family = "wasm"))]
impl Default for Means {
    fn default() -> Means {
        Means::by(SystemClock::default())
    }
}

impl Means {
    /// One thread and this clock, and nobody who stops it.
    pub fn by(clock: impl Clock + 'static) -> Means {
        Means { clock: Arc::new(clock), cancel: Arc::default(), n_threads: 1 }
    }

    /// Whether somebody has said that it is enough.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_written_as_it_is_read() {
        for text in ["1it", "2000it", "10ms", "1500ms", "1s", "30s"] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
        assert_eq!("1000ms".parse::<Budget>().unwrap(), "1s".parse().unwrap());
        for text in ["", "it", "0ms", "-1s", "5", "5min", "1.5s", "99999999999it"] {
            assert_eq!(text.parse::<Budget>(), Err(NoBudget(text.to_owned())), "{text}");
        }
    }
}
