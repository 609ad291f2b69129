//! The engine's random numbers: the same seed gives the same game for ever.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
/// `ChaCha8` with a 32-byte seed and the number of words already drawn, so that copying a game copies forty bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rng {
    /// The seed that the whole game follows from.
    pub seed: Seed,
    /// How many 32-bit words have been drawn.
    pub drawn: u64,
}

/// Thirty-two bytes, written as sixty-four hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed whose first eight bytes are this number, little end first, and the rest zero.
    pub fn from_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl std::fmt::Display for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Rng {
    /// The start of the stream of random numbers that belongs to this seed.
    pub const fn new(seed: Seed) -> Rng {
        Rng { seed, drawn: 0 }
    }

    /// A number below `n`, every one equally likely; [`Rng::stream`] is quicker where many are drawn.
    ///
    /// # Panics
    /// If `n` is zero.
    pub fn below(&mut self, n: usize) -> usize {
        self.stream(|stream| stream.below(n as u32)) as usize
    }

    /// Lends the stream to `draw` and remembers how far it was read.
    pub fn stream<T>(&mut self, draw: impl FnOnce(&mut Stream) -> T) -> T {
        let mut chacha = ChaCha8Rng::from_seed(self.seed.0);
        chacha.set_word_pos(self.drawn.into());
        let mut stream = Stream { chacha, drawn: 0 };
        let drawn = draw(&mut stream);
        self.drawn += stream.drawn;
        drawn
    }
}

/// A stretch of the stream of random numbers.
pub struct Stream {
    chacha: ChaCha8Rng,
    drawn: u64,
}

impl Stream {
    /// A number below `n`, every one equally likely (multiply and reject, after Lemire).
    ///
    /// # Panics
    /// If `n` is zero.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below zero");
        // The words that would make some numbers likelier than others are drawn anew.
        let surplus = n.wrapping_neg() % n;
        loop {
            self.drawn += 1;
            let product = u64::from(self.chacha.next_u32()) * u64::from(n);
            if product as u32 >= surplus {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles in place: Fisher–Yates from the last item down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chacha8_matches_the_published_vector() {
        // First keystream block of ChaCha8 with an all-zero 256-bit key and nonce (draft-strombergson-chacha-test-vectors, TC1).
        let mut chacha = ChaCha8Rng::from_seed([0; 32]);
        let words = [0; 4].map(|_: u32| chacha.next_u32().to_le_bytes());
        assert_eq!(
            words.concat(),
            [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]
        );
    }

    #[test]
    fn a_shuffle_is_the_same_for_ever() {
        let mut items: Vec<u8> = (0..12).collect();
        Rng::new(Seed::from_number(1234)).stream(|it| it.shuffle(&mut items));
        expect_test::expect!["[7, 4, 6, 0, 3, 10, 5, 11, 8, 2, 9, 1]"].assert_eq(&format!("{items:?}"));
    }

    #[test]
    fn reading_in_stretches_is_reading_at_once() {
        let mut rng = Rng::new(Seed::from_number(7));
        let at_once = rng.stream(|it| [(); 40].map(|()| it.below(1000)));
        let mut rng = Rng::new(Seed::from_number(7));
        let one_by_one = [(); 40].map(|()| rng.stream(|it| it.below(1000)));
        assert_eq!(at_once, one_by_one);
    }
}
