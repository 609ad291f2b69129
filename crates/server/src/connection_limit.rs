//! Connection limit: how many connections an address may have at a time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::address::network;
use tokio_util::task::{TaskTracker, task_tracker::TaskTrackerToken};

/// The limit of one sort of connection, the same for every address.
pub(crate) struct ConnectionLimit {
    limit: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
    tracker: TaskTracker,
}

/// One connection of an address, counted until it is dropped.
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    address: IpAddr,
    _token: TaskTrackerToken,
}

impl ConnectionLimit {
    /// So many for every address.
    pub(crate) fn new(limit: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { limit, taken: Mutex::default(), tracker: TaskTracker::new() })
    }

    /// Counts one more, if the address may have another.
    pub(crate) fn take(self: &Arc<ConnectionLimit>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = network(address);
        let mut taken = self.taken();
        let n = taken.entry(address).or_default();
        if *n >= self.limit {
            return None;
        }
        *n += 1;
        Some(ConnectionPermit { limit: Arc::clone(self), address, _token: self.tracker.token() })
    }

    /// How many are taken.
    pub(crate) fn len(&self) -> usize {
        self.tracker.len()
    }

    /// Waits until all are free.
    pub(crate) async fn emptied(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // What is behind the lock is whole after every statement.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.limit.taken();
        if let Some(n) = taken.get_mut(&self.address) {
            *n -= 1;
            if *n == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_has_its_connections_and_no_more() {
        let limit = ConnectionLimit::new(2);
        let (one, other) = (IpAddr::from([1, 1, 1, 1]), IpAddr::from([2, 2, 2, 2]));
        let taken = [limit.take(one), limit.take(one), limit.take(other)];
        assert!(taken.iter().all(Option::is_some));
        assert!(limit.take(one).is_none());
        assert_eq!(limit.len(), 3);
        drop(taken);
        limit.emptied().await;
        assert!(limit.taken().is_empty());
        assert!(limit.take(one).is_some());
    }
}
