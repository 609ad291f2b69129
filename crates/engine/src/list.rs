//! Lists of limited length that are copied like plain data, so that copying a game is one copy of memory.

/// A list of at most `N` things.
pub type List<T, const N: usize> = tinyvec::ArrayVec<[T; N]>;
