//! Things that nobody can guess: codes, keys and seeds.

/// The letters of codes: without those that look or sound alike.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";

/// Random bytes of the system.
///
/// # Panics
/// If the system has none, in which case nothing secret could be kept.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("the system gives no random numbers: {error}"));
    bytes
}

/// A word of so many letters and digits, five bits each.
pub(crate) fn word(n: usize) -> String {
    (0..n).map(|_| char::from(LETTERS[usize::from(bytes::<1>()[0] % 32)])).collect()
}

/// A number below `n`, as evenly spread as anybody will notice.
pub(crate) fn below(n: u64) -> u64 {
    u64::from_le_bytes(bytes()) % n.max(1)
}
