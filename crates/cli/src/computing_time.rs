//! The time that a thread really computes, which other work on the machine does not take from a bot.

use std::time::Duration;

use alhambra_bots::Clock;

/// Stands still while the thread that reads it has to wait for a core.
///
/// Where the system does not tell, it goes on like every other clock.
#[derive(Default)]
pub(crate) struct ComputingTime {
    #[cfg(not(unix))]
    system: alhambra_bots::SystemClock,
}

impl Clock for ComputingTime {
    #[cfg(unix)]
    fn now(&self) -> Duration {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.cast_unsigned(), now.tv_nsec as u32)
    }

    #[cfg(not(unix))]
    fn now(&self) -> Duration {
        self.system.now()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_computing_time() {
        let clock = ComputingTime::default();
        let before = clock.now();
        std::thread::sleep(Duration::from_millis(100));
        let waited = clock.now().saturating_sub(before);
        assert!(waited < Duration::from_millis(50), "{waited:?}");
        // Something that takes time, however fast the machine is.
        while clock.now() <= before + waited {
            std::hint::spin_loop();
        }
    }
}
