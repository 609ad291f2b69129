//! Things that nobody can guess: codes, keys and seeds.

/// Random bytes of the system.
///
/// # Panics
/// If the system has none, in which case nothing secret could be kept.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    fill(&mut bytes);
    bytes
}

/// Fills a slice with random bytes of the system.
///
/// # Panics
/// If the system has none, in which case nothing secret could be kept.
pub(crate) fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).unwrap_or_else(|error| panic!("the system gives no random numbers: {error}"));
}

/// A code of so many letters and digits.
pub(crate) fn code<const N: usize>() -> String {
    alhambra_table::person::word(&bytes::<N>())
}
