//! Sets of places in a city, gaps or slots, as bits.

use crate::bits;

/// A bitset of up to 64 gaps or slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceSet {
    set: u64,
    first: u8,
    order: Order,
}

/// Which place belongs to which bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// One place after the other.
    Straight,
    /// The first of each eight, then the second of each eight, and so on.
    ByColumns,
}

impl PlaceSet {
    /// What was found column by column in a block of 32 places.
    #[inline]
    pub(super) const fn in_block(block: usize, places: u64) -> PlaceSet {
        PlaceSet { set: places, first: 32 * block as u8, order: Order::ByColumns }
    }

    /// Slots, told in two halves; few cities have so many tiles that the second is needed.
    #[inline]
    pub(super) fn in_halves(slots: u128, mut found: impl FnMut(PlaceSet)) {
        found(PlaceSet { set: slots as u64, first: 0, order: Order::Straight });
        if slots >> 64 != 0 {
            found(PlaceSet { set: (slots >> 64) as u64, first: 64, order: Order::Straight });
        }
    }

    /// The places of a list of 64 or less, the first of which has this number, that `holds` is true of.
    #[inline]
    pub(super) fn of<T>(first: usize, list: &[T], holds: impl Fn(&T) -> bool) -> PlaceSet {
        let set = list.iter().enumerate().map(|(i, it)| u64::from(holds(it)) << i).sum();
        PlaceSet { set, first: first as u8, order: Order::Straight }
    }

    /// How many there are.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.set.count_ones() as usize
    }

    /// The n-th of them.
    #[inline]
    pub(crate) fn nth(self, n: usize) -> usize {
        let bit = bits::nth(self.set, n);
        usize::from(self.first) + if self.order == Order::ByColumns { by_columns(bit) } else { bit }
    }

    /// All of them.
    #[inline]
    pub(crate) fn each(self, mut found: impl FnMut(usize)) {
        let by_columns = self.order == Order::ByColumns;
        for bit in bits::numbers(self.set).map(usize::from) {
            found(usize::from(self.first) + if by_columns { self::by_columns(bit) } else { bit });
        }
    }
}

/// Which of 32 things belongs to a bit if they were found column by column.
const fn by_columns(bit: usize) -> usize {
    bit % 8 * 8 + bit / 8
}

/// Does something for each slot in a set.
#[inline]
pub(super) fn for_each_slot(slots: u128, mut then: impl FnMut(usize)) {
    for (first, half) in [(0, slots as u64), (64, (slots >> 64) as u64)] {
        let mut half = half;
        while half != 0 {
            then(first + half.trailing_zeros() as usize);
            half &= half - 1;
        }
    }
}

/// Puts a slot into a set or takes it out.
#[inline]
pub(super) fn set(slots: &mut u128, slot: usize, is_there: bool) {
    *slots = *slots & !(1 << slot) | u128::from(is_there) << slot;
}
