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

/// Up to four things; those after the first `n` don't count.
#[derive(Clone, Copy)]
pub(crate) struct Few<T> {
    things: [T; 4],
    n: usize,
}

impl<T: Copy> Few<T> {
    /// What becomes of each of them, also of those that don't count.
    #[inline]
    pub(crate) fn map<U>(self, then: impl FnMut(T) -> U) -> Few<U> {
        Few { things: self.things.map(then), n: self.n }
    }

    /// Adds those that count to a list, without asking how many they are.
    #[inline]
    pub(crate) fn append_to(self, list: &mut Vec<T>) {
        let n_before = list.len();
        list.extend_from_slice(&self.things);
        list.truncate(n_before + self.n);
    }
}

/// The numbers in a set, ascending and four at a time; zero stands where there are fewer.
///
/// How many there are is anybody's guess, and a wrong guess costs the processor as much as several numbers too many.
#[inline]
pub(crate) fn by_fours(mut set: u64, mut found: impl FnMut(Few<usize>)) {
    loop {
        let mut n = 0;
        let things = [(); 4].map(|()| {
            let number = (set.trailing_zeros() & 63) as usize;
            n += usize::from(set != 0);
            set &= set.wrapping_sub(1);
            number
        });
        found(Few { things, n });
        if set == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_told_one_by_one_by_fours_and_by_number() {
        let sets = [0, 1, 0b1011, 0b1111, 0b1_1111, 1 << 63, u64::MAX, 0x8421_0842_1084_2108];
        for set in sets {
            let one_by_one: Vec<usize> = numbers(set).map(usize::from).collect();
            let mut listed = Vec::new();
            by_fours(set, |few| few.append_to(&mut listed));
            assert_eq!(listed, one_by_one, "{set:b}");
            let by_number: Vec<usize> = (0..one_by_one.len()).map(|n| nth(set, n)).collect();
            assert_eq!(by_number, one_by_one, "{set:b}");
        }
    }
}
