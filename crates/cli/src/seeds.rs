//! Seeds from the system.

use alhambra_engine::Seed;

use crate::error::Error;

/// A seed that nobody knows.
pub(crate) fn fresh() -> Result<Seed, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|it| Error::Failure(format!("the system gives no random numbers: {it}")))?;
    Ok(Seed(bytes))
}
