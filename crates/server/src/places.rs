//! Places: how many connections an address may have at a time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::address::network;
use tokio_util::task::{TaskTracker, task_tracker::TaskTrackerToken};

/// Places of one sort, so many for every address.
pub(crate) struct Places {
    limit: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
    tracker: TaskTracker,
}

/// A place of an address, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
    _token: TaskTrackerToken,
}

impl Places {
    /// So many for every address.
    pub(crate) fn new(limit: usize) -> Arc<Places> {
        Arc::new(Places { limit, taken: Mutex::default(), tracker: TaskTracker::new() })
    }

    /// Takes a place, if the address may have another.
    pub(crate) fn take(self: &Arc<Places>, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let mut taken = self.taken();
        let n = taken.entry(address).or_default();
        if *n >= self.limit {
            return None;
        }
        *n += 1;
        Some(Place { places: Arc::clone(self), address, _token: self.tracker.token() })
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

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
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
    async fn an_address_has_its_places_and_no_more() {
        let places = Places::new(2);
        let (one, other) = (IpAddr::from([1, 1, 1, 1]), IpAddr::from([2, 2, 2, 2]));
        let taken = [places.take(one), places.take(one), places.take(other)];
        assert!(taken.iter().all(Option::is_some));
        assert!(places.take(one).is_none());
        assert_eq!(places.len(), 3);
        drop(taken);
        places.emptied().await;
        assert!(places.taken().is_empty());
        assert!(places.take(one).is_some());
    }
}
