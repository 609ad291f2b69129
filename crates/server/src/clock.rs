//! The time of day, and waiting for it; tests turn its hands themselves.

use std::time::{Duration, SystemTime};

use tokio::sync::watch;

/// A clock that counts milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Clock {
    hands: Option<watch::Receiver<u64>>,
}

impl Clock {
    /// The clock of the system.
    pub const fn system() -> Clock {
        Clock { hands: None }
    }

    /// A clock that shows what was sent last.
    pub const fn by_hand(hands: watch::Receiver<u64>) -> Clock {
        Clock { hands: Some(hands) }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> u64 {
        if let Some(hands) = &self.hands {
            return *hands.borrow();
        }
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |it| it.as_millis() as u64)
    }

    /// Waits until it is at least this late; the end of time never comes.
    pub async fn reach(&self, at: u64) {
        match &self.hands {
            _ if at == u64::MAX => std::future::pending().await,
            Some(hands) => {
                let mut hands = hands.clone();
                if hands.wait_for(|now| *now >= at).await.is_err() {
                    // Nobody turns the hands any more.
                    std::future::pending::<()>().await;
                }
            }
            // The clock of the system may be set while somebody waits: look at it again now and then.
            None => loop {
                match at.saturating_sub(self.now()) {
                    0 => break,
                    left => tokio::time::sleep(Duration::from_millis(left.min(60_000))).await,
                }
            },
        }
    }
}
