//! Sets of small numbers as bits.

/// The numbers in a set, ascending.
pub(crate) fn numbers(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as u8;
        let is_there = set != 0;
        set &= set.wrapping_sub(1);
        is_there.then_some(number)
    })
}
