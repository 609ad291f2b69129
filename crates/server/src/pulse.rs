//! The pulse of a socket: it is asked now and then whether anybody is there, and given up after two questions in vain.

use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval};

/// How often a socket is asked.
const EVERY: Duration = Duration::from_secs(25);
/// So many questions without an answer are enough.
const PATIENCE: u8 = 2;

/// Whether somebody is at the other end of a socket.
pub(crate) struct Pulse {
    ticks: Interval,
    unanswered: u8,
}

/// What is to be done when it is time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// Ask.
    Ask,
    /// Nobody is there any more.
    Gone,
}

impl Pulse {
    /// Somebody has just come; they are asked at once.
    pub(crate) fn new() -> Pulse {
        let mut ticks = interval(EVERY);
        // Who was not asked in time needs as long for the answer as ever.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Pulse { ticks, unanswered: 0 }
    }

    /// Somebody has said something.
    pub(crate) fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// Waits until it is time.
    pub(crate) async fn beat(&mut self) -> Beat {
        self.ticks.tick().await;
        if self.unanswered == PATIENCE {
            return Beat::Gone;
        }
        self.unanswered += 1;
        Beat::Ask
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_is_silent_for_fifty_seconds_is_gone() {
        let began = Instant::now();
        let mut pulse = Pulse::new();
        while pulse.beat().await == Beat::Ask {}
        assert_eq!(began.elapsed(), Duration::from_secs(50));
    }

    #[tokio::test(start_paused = true)]
    async fn who_answers_stays() {
        let mut pulse = Pulse::new();
        for _ in 0..100 {
            assert_eq!(pulse.beat().await, Beat::Ask);
            assert_eq!(pulse.beat().await, Beat::Ask);
            pulse.heard();
        }
    }
}
