//! The seeds of a series of games, and of the bots in them.

use alhambra_engine::{Seat, Seed};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

/// The seed of the game with this number in the series that belongs to `series`.
pub fn game_seed(series: u64, number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&series.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    Seed(bytes)
}

/// The seed of the bot in this seat: the first 32 bytes of stream `seat + 1` of `ChaCha8` under the seed of the game.
///
/// The game itself reads stream 0, so that a bot can foresee nothing of it.
pub fn bot_seed(game: Seed, seat: Seat) -> Seed {
    let mut chacha = ChaCha8Rng::from_seed(game.0);
    chacha.set_stream(u64::from(seat.0) + 1);
    let mut bytes = [0; 32];
    chacha.fill_bytes(&mut bytes);
    Seed(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_of_every_game_has_luck_of_its_own() {
        let mut seeds: Vec<_> = (0..10).map(Seed::from_number).collect();
        for game in 0..10 {
            seeds.extend((0..6).map(|seat| bot_seed(Seed::from_number(game), Seat(seat))));
        }
        let n = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), n);
    }

    #[test]
    fn a_game_has_the_number_and_its_own_in_its_seed() {
        assert_eq!(game_seed(7, 0), Seed::from_number(7));
        let text = game_seed(0x0102, 3).to_string();
        assert_eq!(text, format!("0201{}03{}", "0".repeat(12), "0".repeat(46)));
    }
}
