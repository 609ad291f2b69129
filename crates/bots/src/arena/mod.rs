//! Arena: bots meet each other in pairs until it is known who is stronger, and how surely.
//!
//! `alhambra arena` is a shell around it; with a bot of your own, call it from your own `main`:
//!
//! ```
//! use alhambra_bots::{Random, Registry, arena::Arena};
//! use alhambra_engine::Ruleset;
//!
//! let mut bots = Registry::default();
//! bots.register("coin", |seed, _| Random::new(seed))?;
//! let mut arena = Arena::new(Ruleset::alhambra(2), bots.list("coin,greedy")?)?;
//! arena.games = 4;
//! let report = arena.run()?;
//! assert_eq!(report.ratings[0].bot, "greedy");
//! println!("{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod rating;
mod report;
pub mod statistics;
mod table;

use std::{
    collections::HashSet,
    num::NonZero,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use alhambra_engine::{Chooser, Ruleset, Seat};

use crate::{Bot, Clock, Entrant, Failure, Means, SystemClock, bot_seed, game_seed};

pub use game::{Chronicle, GameError, play};
pub use report::{ForfeitedGame, MeetingReport, Rated, Report};
pub use table::Table;

use statistics::{ratio, share_of_victory};

/// More actions than any game needs.
pub const MAX_ACTIONS: u32 = 20_000;

/// Who meets whom, and how often.
#[derive(Clone)]
pub struct Arena {
    /// What is played.
    pub ruleset: Ruleset,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How many games every meeting has at least; all seats are taken equally often.
    pub games: u64,
    /// The number that all games follow from.
    pub seed: u64,
    /// How many games are played at the same time; 0 for as many as there are cores.
    pub threads: usize,
    /// The clock that bots read.
    pub clock: Arc<dyn Clock>,
    // Private: there are two or more, and each name stands for one.
    entrants: Vec<Entrant>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody.
    #[default]
    All,
    /// Neighbours in the list meet.
    Ladder,
}

/// Bots that can't meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an arena needs two or more different bots")]
pub struct TooFewBots;

/// A game still to be played: one bot against others of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    one: usize,
    others: usize,
    number: u64,
    seat: u8,
}

/// A game that was played: one bot against others of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Played {
    /// The name of the one.
    pub one: String,
    /// The name of all others.
    pub others: String,
    /// The number of the seed.
    pub number: u64,
    /// Where the one sat.
    pub seat: u8,
    /// The scores by seat; of a game that somebody forfeited, those until then.
    pub scores: Vec<u16>,
    /// Who has lost the game by failing, if somebody has.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub forfeit: Option<Forfeit>,
}

/// A game lost by failing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forfeit {
    /// Who has failed.
    pub seat: u8,
    /// How.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub failure: Failure,
}

impl Played {
    /// The one's part of the victory; those who did not forfeit share it.
    pub fn won(&self) -> f64 {
        match &self.forfeit {
            None => share_of_victory(&self.scores, self.seat.into()),
            Some(it) if it.seat == self.seat => 0.0,
            Some(_) => ratio(1, self.scores.len().saturating_sub(1) as u64),
        }
    }

    fn key(&self) -> (&str, &str, u64, u8) {
        (&self.one, &self.others, self.number, self.seat)
    }
}

impl Arena {
    /// An arena in which everybody meets everybody in a hundred games, on one thread and the clock of the system.
    ///
    /// # Errors
    /// If there are fewer than two bots, or two of the same name.
    pub fn new(ruleset: Ruleset, entrants: Vec<Entrant>) -> Result<Arena, TooFewBots> {
        let names: HashSet<&str> = entrants.iter().map(Entrant::name).collect();
        if names.len() < 2 || names.len() < entrants.len() {
            return Err(TooFewBots);
        }
        Ok(Arena {
            ruleset,
            pairing: Pairing::All,
            games: 100,
            seed: 0,
            threads: 1,
            clock: Arc::new(SystemClock::default()),
            entrants,
        })
    }

    /// The bots, in the order in which they were named.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Plays all games.
    ///
    /// # Errors
    /// If a game can't be played; a bot that fails loses its game, and the arena goes on.
    pub fn run(&self) -> Result<Report, GameError> {
        let played = self.play_all(&self.fixtures(), |_| Ok::<(), GameError>(()))?;
        Ok(self.report(played))
    }

    /// All games, seed by seed: on every seed the one of a meeting takes every seat once.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let (n, n_players) = (self.entrants.len(), self.ruleset.players);
        let mut pairs = Vec::new();
        for one in 0..n {
            for others in one + 1..n {
                if self.pairing == Pairing::Ladder && others != one + 1 {
                    continue;
                }
                // The later ones in the list meet the earlier ones; with more than two players each is the one once.
                pairs.push((others, one));
                if n_players > 2 && self.pairing == Pairing::All {
                    pairs.push((one, others));
                }
            }
        }
        let n_seeds = self.games.div_ceil(n_players.into());
        let seeds = (0..n_seeds).flat_map(|number| pairs.iter().map(move |pair| (number, *pair)));
        let seats = |(number, (one, others))| (0..n_players).map(move |seat| Fixture { one, others, number, seat });
        seeds.flat_map(seats).collect()
    }

    /// Parts games that were played before into those that belong to this arena, and the fixtures that are still open.
    pub fn resume(&self, mut played: Vec<Played>) -> (Vec<Played>, Vec<Fixture>) {
        let all = self.fixtures();
        let key = |it: &Fixture| (self.name(it.one), self.name(it.others), it.number, it.seat);
        let wanted: HashSet<_> = all.iter().map(key).collect();
        played.retain(|it| wanted.contains(&it.key()));
        let done: HashSet<_> = played.iter().map(Played::key).collect();
        let open = all.iter().filter(|it| !done.contains(&key(it))).copied().collect();
        (played, open)
    }

    /// Plays these games, each thread one after the other, so that an interrupted arena has played all meetings equally
    /// long; `each` is told of every game as soon as it is over.
    ///
    /// # Errors
    /// If a game can't be played, or if `each` fails; nothing is begun after that.
    pub fn play_all<E: From<GameError> + Send>(
        &self,
        fixtures: &[Fixture],
        each: impl Fn(&Played) -> Result<(), E> + Sync,
    ) -> Result<Vec<Played>, E> {
        let n_threads = match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            n => n,
        };
        let next = AtomicUsize::new(0);
        let played = Mutex::new(Ok(Vec::new()));
        let work = || {
            while let Some(&fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                let game = self.play(fixture).map_err(E::from).and_then(|it| each(&it).map(|()| it));
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                match (game, &mut *played) {
                    (Ok(game), Ok(games)) => games.push(game),
                    (Err(error), Ok(_)) => *played = Err(error),
                    (_, Err(_)) => {}
                }
                if played.is_err() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..n_threads.min(fixtures.len()) {
                scope.spawn(work);
            }
            work();
        });
        played.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one game.
    fn play(&self, fixture: Fixture) -> Result<Played, GameError> {
        let Fixture { one, others, number, seat } = fixture;
        let seed = game_seed(self.seed, number);
        let bot = |it: u8| {
            let means = Means { clock: Arc::clone(&self.clock), ..Means::default() };
            self.entrants[if it == seat { one } else { others }].bot(bot_seed(seed, Seat(it)), means)
        };
        let mut bots: Vec<Box<dyn Bot>> = (0..self.ruleset.players).map(bot).collect();
        let ended = play(self.ruleset, seed, &mut bots, MAX_ACTIONS, &mut Chooser::default(), &mut ());
        let (scores, forfeit) = match ended {
            Ok((state, _)) => (state.players.iter().map(|it| it.score).collect(), None),
            Err(GameError::Forfeit { seat: Seat(seat), failure, scores, .. }) => {
                (scores, Some(Forfeit { seat, failure }))
            }
            Err(error) => return Err(error),
        };
        Ok(Played {
            one: self.name(one).to_owned(),
            others: self.name(others).to_owned(),
            number,
            seat,
            scores,
            forfeit,
        })
    }

    /// Who is how strong by these games.
    pub fn report(&self, played: Vec<Played>) -> Report {
        let names: Vec<&str> = self.entrants.iter().map(Entrant::name).collect();
        Report::new(self.ruleset, self.seed, &names, played)
    }

    fn name(&self, entrant: usize) -> &str {
        self.entrants[entrant].name()
    }
}

#[cfg(test)]
mod tests;
