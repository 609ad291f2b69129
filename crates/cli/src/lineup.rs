//! Who sits where: the bots of a series of games and how they change seats.

use std::{ffi::OsStr, time::Duration};

use alhambra_bots::{Bot, Budget, Entrant, Kind, Means, UnknownBot, bot_seed};
use alhambra_engine::{Seat, Seed};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};

use crate::{error::Error, program};

/// A bot that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// One of ours.
    Kind(Kind),
    /// The command of a program.
    Program(String),
}

impl Choice {
    /// The bot, ready to play.
    pub(crate) fn entrant(&self, patience: Patience) -> Result<Entrant, Error> {
        match self {
            Choice::Kind(kind) => Ok(Entrant::from(*kind)),
            Choice::Program(command) => program::entrant(command, patience.decision_time()),
        }
    }
}

/// How long programs may think.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// How long a program of your own may think about one decision, by the clock on the wall.
    #[arg(long, value_name = "TIME", default_value = "10s")]
    decision_time: humantime::Duration,
}

impl Patience {
    fn decision_time(self) -> Duration {
        self.decision_time.into()
    }
}

/// Reads the name of a bot or the command of a program; the help lists all names.
#[derive(Clone)]
pub(crate) struct BotName;

impl TypedValueParser for BotName {
    type Value = Choice;

    fn parse_ref(&self, _: &Command, arg: Option<&Arg>, name: &OsStr) -> Result<Choice, clap::Error> {
        let arg = arg.map(ToString::to_string).unwrap_or_default();
        let name = name.to_string_lossy();
        match name.parse::<Kind>() {
            Ok(kind) => Ok(Choice::Kind(kind)),
            // No name of a bot looks like a command.
            Err(UnknownBot::Name(_)) if name.contains(['/', '\\', ' ']) => Ok(Choice::Program(name.into_owned())),
            Err(error) => {
                let path = match &error {
                    UnknownBot::Name(_) => format!("; a program of your own needs its path: ./{name}"),
                    UnknownBot::Budget(_) => String::new(),
                };
                Err(clap::Error::raw(ErrorKind::InvalidValue, format!("invalid value for '{arg}': {error}{path}")))
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let plain = Kind::ALL.map(|it| PossibleValue::new(it.name()).help(it.description()));
        let search = Kind::Search(Budget::millis(100));
        let search = PossibleValue::new("search:BUDGET").help(search.description());
        let program = PossibleValue::new("COMMAND").help("a program of your own: ./mybot, or \"python3 bot.py\"");
        Some(Box::new(plain.into_iter().chain([search, program])))
    }
}

/// The bots of a series of games.
#[derive(Clone, Debug)]
pub(crate) struct Lineup {
    /// The bots by entry.
    pub(crate) entries: Vec<Entrant>,
    /// Whether the entries change seats from game to game; equals keep theirs.
    rotates: bool,
}

impl Lineup {
    /// One bot for all seats, or one for each player.
    pub(crate) fn new(bots: &[Entrant], n_players: u8) -> Result<Lineup, Error> {
        let n_players = usize::from(n_players);
        match bots {
            [bot] => Ok(Lineup { entries: vec![bot.clone(); n_players], rotates: false }),
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

    /// The bots of this game, by seat.
    pub(crate) fn seated(&self, game: u64) -> impl Iterator<Item = &Entrant> {
        (0..self.entries.len()).map(move |seat| &self.entries[self.entry_at(game, seat)])
    }

    /// Seats new bots for this game.
    pub(crate) fn seat(&self, game: u64, seed: Seed, bots: &mut Vec<Box<dyn Bot>>) {
        bots.clear();
        let bot = |(entrant, seat): (&Entrant, u8)| entrant.bot(bot_seed(seed, Seat(seat)), Means::default());
        bots.extend(self.seated(game).zip(0..).map(bot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere() {
        let random = || Entrant::from(Kind::Random);
        let lineup = Lineup::new(&[random(), random(), random()], 3).unwrap();
        let seating = |game| [0, 1, 2].map(|seat| lineup.entry_at(game, seat));
        assert_eq!([seating(0), seating(1), seating(2)], [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
        assert_eq!(seating(3), seating(0));
        let equals = Lineup::new(&[random()], 4).unwrap();
        assert_eq!([0, 1, 2, 3].map(|seat| equals.entry_at(1, seat)), [0, 1, 2, 3]);
        assert!(Lineup::new(&[random(), random()], 3).is_err());
    }
}
