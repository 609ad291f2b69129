//! The seeds of games: from a number on the command line, or from the system.

use alhambra_engine::Seed;

use crate::error::Error;

/// The seed of the game with this number in the series that belongs to `series`.
pub(crate) fn game_seed(series: u64, number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&series.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    Seed(bytes)
}

/// A seed that nobody knows.
pub(crate) fn fresh() -> Result<Seed, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|it| Error::Failure(format!("the system gives no random numbers: {it}")))?;
    Ok(Seed(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_the_number_and_its_own_in_its_seed() {
        assert_eq!(game_seed(7, 0), Seed::from_number(7));
        let text = game_seed(0x0102, 3).to_string();
        assert_eq!(text, format!("0201{}03{}", "0".repeat(12), "0".repeat(46)));
    }
}
