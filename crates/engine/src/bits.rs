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

/// The n-th number in a set that has so many, counted from zero.
#[inline]
pub(crate) fn nth(mut set: u64, n: usize) -> usize {
    (0..n).for_each(|_| set &= set.wrapping_sub(1));
    (set.trailing_zeros() & 63) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_told_one_by_one_and_by_number() {
        let sets = [0, 1, 0b1011, 0b1111, 0b1_1111, 1 << 63, u64::MAX, 0x8421_0842_1084_2108];
        for set in sets {
            let one_by_one: Vec<usize> = numbers(set).map(usize::from).collect();
            let by_number: Vec<usize> = (0..one_by_one.len()).map(|n| nth(set, n)).collect();
            assert_eq!(by_number, one_by_one, "{set:b}");
        }
    }
}
