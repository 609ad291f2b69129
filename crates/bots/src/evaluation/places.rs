//! Places in a majority: how likely each of them is, and what is to be expected of that.

use std::ops::{Add, Div, Mul, Sub};

use super::estimates;

/// A number of either precision: bots judge in double precision, playouts in single, by the same formulas.
pub(crate) trait Real:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(number: f64) -> Self;
    fn exp(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
}

/// Implements it by the methods of the same names.
macro_rules! real {
    ($($float:ty),*) => {
        $(impl Real for $float {
            #[inline]
            fn of(number: f64) -> $float {
                number as $float
            }

            #[inline]
            fn exp(self) -> $float {
                <$float>::exp(self)
            }

            #[inline]
            fn min(self, other: $float) -> $float {
                <$float>::min(self, other)
            }

            #[inline]
            fn max(self, other: $float) -> $float {
                <$float>::max(self, other)
            }
        })*
    };
}

real!(f32, f64);

/// How likely one is behind in the end with such a lead.
#[inline]
pub(crate) fn likely_behind<T: Real>(lead: T, doubt: T) -> T {
    let one = T::of(1.0);
    one / (one + (lead / doubt).exp())
}

/// The part of the prizes that so many buildings of a kind can count on with so many turns to come: who has none gets nothing
/// (B-SCORE-4), unless there is time to change that.
#[inline]
pub(crate) fn in_the_running<T: Real>(own: T, turns: T) -> T {
    if own >= T::of(1.0) {
        T::of(1.0)
    } else {
        own.max((turns / T::of(estimates::TURNS_FOR_FIRST)).min(T::of(estimates::FIRST_AT_MOST)))
    }
}

/// The points to be expected of these prizes, if one is behind each of the others with such a likelihood.
#[inline]
pub(crate) fn expected_prize<T: Real>(behind: impl Iterator<Item = T>, prizes: [T; 3]) -> T {
    let (one, none) = (T::of(1.0), T::of(0.0));
    let [mut first, mut second, mut third] = [one, none, none];
    for behind in behind {
        let ahead = one - behind;
        third = third * ahead + second * behind;
        second = second * ahead + first * behind;
        first = first * ahead;
    }
    let [gold, silver, bronze] = prizes;
    first * gold + second * silver + third * bronze
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_chance() {
        // Ahead of one for sure and of the other in half of the cases: first or second.
        let points = expected_prize([0.0, 0.5].into_iter(), [16.0, 8.0, 1.0]);
        assert!((points - 12.0_f64).abs() < 1e-9, "{points}");
        // Behind three for sure: no place is left.
        assert!(expected_prize([1.0_f32; 3].into_iter(), [16.0, 8.0, 1.0]).abs() < 1e-6);
        assert!((likely_behind(0.0_f64, 2.0) - 0.5).abs() < 1e-9 && likely_behind(4.0_f32, 1.0) < 0.02);
    }

    #[test]
    fn who_has_none_counts_on_time() {
        assert!((in_the_running(3.0_f64, 0.0) - 1.0).abs() < 1e-9);
        assert!(in_the_running(0.0_f32, 0.0).abs() < 1e-9);
        assert!(in_the_running(0.0_f64, 10.0) > in_the_running(0.0, 2.0));
    }
}
