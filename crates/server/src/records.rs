//! Records that are replayed for somebody: on threads of their own, no more than fit into a queue, and none that is endless.

use std::net::IpAddr;

use alhambra_protocol::{Code, Problem};

use crate::{
    address::network,
    app_state::AppState,
    metrics::Limit,
    shares::{Sort, Whose},
};

/// Does something with a record, for this address and away from the tasks that serve moves.
///
/// # Errors
/// If too much is being done already, for this address or for all, or what was done itself failed.
pub(crate) async fn work<T: Send + 'static>(
    app_state: &AppState,
    address: IpAddr,
    name: &str,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let whose = Whose { sort: Sort::Record, address: Some(network(address)), table: name.to_owned() };
    let limits = app_state.config.limits;
    if app_state.clerks.n_wanted(&whose) >= limits.records_of_one {
        return Err(app_state.too_many(Limit::Records, "games are still being replayed for you; wait for them"));
    }
    if app_state.clerks.counts().0 >= limits.records_waiting {
        return Err(busy());
    }
    app_state.clerks.run(whose, |_| work()).await.ok_or_else(busy)?
}

/// Nobody has time for it.
pub(crate) fn busy() -> Problem {
    Problem::new(Code::Unavailable, "too much is being thought about just now; try again in a moment")
}
