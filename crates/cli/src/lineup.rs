//! Who sits where: the bots of a series of games and how they change seats.

use std::ffi::OsStr;

use alhambra_bots::{Bot, Budget, Kind, bot_seed};
use alhambra_engine::{Seat, Seed};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};

use crate::error::Error;

/// Reads the name of a bot; the help lists all of them.
#[derive(Clone)]
pub(crate) struct BotName;

impl TypedValueParser for BotName {
    type Value = Kind;

    fn parse_ref(&self, _: &Command, arg: Option<&Arg>, name: &OsStr) -> Result<Kind, clap::Error> {
        let arg = arg.map(ToString::to_string).unwrap_or_default();
        name.to_string_lossy()
            .parse()
            .map_err(|it| clap::Error::raw(ErrorKind::InvalidValue, format!("invalid value for '{arg}': {it}")))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let plain = Kind::ALL.map(|it| PossibleValue::new(it.name()).help(it.description()));
        let search = Kind::Search(Budget::millis(100));
        let search = PossibleValue::new("search:BUDGET").help(search.description());
        Some(Box::new(plain.into_iter().chain([search])))
    }
}

/// The bots of a series of games.
#[derive(Clone, Debug)]
pub(crate) struct Lineup {
    /// The bots by entry.
    pub(crate) entries: Vec<Kind>,
    /// Whether the entries change seats from game to game; equals keep theirs.
    rotates: bool,
}

impl Lineup {
    /// One bot for all seats, or one for each player.
    pub(crate) fn new(bots: &[Kind], n_players: u8) -> Result<Lineup, Error> {
        let n_players = usize::from(n_players);
        match bots {
            [bot] => Ok(Lineup { entries: vec![*bot; n_players], rotates: false }),
            _ if bots.len() == n_players => Ok(Lineup { entries: bots.to_vec(), rotates: true }),
            _ => Err(Error::Usage(format!(
                "--bots names {} bots for {n_players} players; name one for all, or one for each",
                bots.len()
            ))),
        }
    }

    /// Whether the same kind of bot sits everywhere, so that its entries are its seats.
    pub(crate) fn is_of_one_kind(&self) -> bool {
        !self.rotates
    }

    /// Which entry sits in this seat: with every game all move on to the next seat.
    pub(crate) fn entry_at(&self, game: u64, seat: usize) -> usize {
        let n = self.entries.len();
        if self.rotates { (seat + n - (game % n as u64) as usize) % n } else { seat }
    }

    /// The kinds of bot of this game, by seat.
    pub(crate) fn kinds(&self, game: u64) -> impl Iterator<Item = Kind> {
        (0..self.entries.len()).map(move |seat| self.entries[self.entry_at(game, seat)])
    }

    /// Seats new bots for this game.
    pub(crate) fn seat(&self, game: u64, seed: Seed, bots: &mut Vec<Box<dyn Bot>>) {
        bots.clear();
        bots.extend(self.kinds(game).zip(0..).map(|(kind, seat)| kind.bot(bot_seed(seed, Seat(seat)))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere() {
        let lineup = Lineup::new(&[Kind::Random; 3], 3).unwrap();
        let seating = |game| [0, 1, 2].map(|seat| lineup.entry_at(game, seat));
        assert_eq!([seating(0), seating(1), seating(2)], [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
        assert_eq!(seating(3), seating(0));
        let equals = Lineup::new(&[Kind::Random], 4).unwrap();
        assert_eq!([0, 1, 2, 3].map(|seat| equals.entry_at(1, seat)), [0, 1, 2, 3]);
        assert!(Lineup::new(&[Kind::Random; 2], 3).is_err());
    }
}
