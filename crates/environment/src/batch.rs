//! A batch: many games stepped in one call, each with its own seed, begun anew as soon as it is over.

use alhambra_engine::{Ruleset, Seat, Seed, Unplayable};

use crate::{
    episode::{Episode, IllegalId, returns},
    id::{self, Id},
    observation, planes,
};

/// The fewest games that are worth a thread of their own.
const A_FEW: usize = 32;

/// Where a batch writes, a row for each game.
pub struct Rows<'a> {
    /// What the seat to act sees: [`observation::LEN`] bytes.
    pub observations: &'a mut [u8],
    /// The palaces as that seat sees them, [`planes::LEN`] bytes for each player; empty if nobody wants them.
    pub planes: &'a mut [u8],
    /// Which ids are legal: [`id::N`] flags.
    pub masks: &'a mut [bool],
    /// Who has to act.
    pub seats: &'a mut [i8],
    /// What the game was worth to each player, if it has just ended.
    pub rewards: &'a mut [f32],
    /// The points of each player at the end of a game that has just ended.
    pub scores: &'a mut [u16],
    /// Whether a game has just ended, and another one begun.
    pub dones: &'a mut [bool],
}

impl Rows<'_> {
    fn split(self, at: usize, n_players: usize) -> (Self, Self) {
        let n_planes = if self.planes.is_empty() { 0 } else { at * n_players * planes::LEN };
        let (observations, later_observations) = self.observations.split_at_mut(at * observation::LEN);
        let (planes, later_planes) = self.planes.split_at_mut(n_planes);
        let (masks, later_masks) = self.masks.split_at_mut(at * id::N);
        let (seats, later_seats) = self.seats.split_at_mut(at);
        let (rewards, later_rewards) = self.rewards.split_at_mut(at * n_players);
        let (scores, later_scores) = self.scores.split_at_mut(at * n_players);
        let (dones, later_dones) = self.dones.split_at_mut(at);
        (
            Rows { observations, planes, masks, seats, rewards, scores, dones },
            Rows {
                observations: later_observations,
                planes: later_planes,
                masks: later_masks,
                seats: later_seats,
                rewards: later_rewards,
                scores: later_scores,
                dones: later_dones,
            },
        )
    }
}

/// An id that is not legal in one of the games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// One game refuses its id; none was stepped.
    #[error("game {game}: {reason}")]
    Illegal {
        /// Which game.
        game: usize,
        /// Why.
        reason: IllegalId,
    },
    /// There is not one id for each game.
    #[error("{found} ids for {expected} games")]
    Count {
        /// How many came.
        found: usize,
        /// How many games there are.
        expected: usize,
    },
}

/// One game of a batch.
#[derive(Clone, Debug)]
struct Slot {
    episode: Episode,
    /// Its number in the batch.
    game: u64,
    /// How many games were played here before.
    round: u64,
    /// Where [`Batch::sample`] gets its numbers from (xorshift).
    dice: u64,
}

/// Many games of one ruleset.
#[derive(Debug)]
pub struct Batch {
    ruleset: Ruleset,
    seed: u64,
    slots: Vec<Slot>,
    /// Threads, if there are to be several.
    pool: Option<rayon::ThreadPool>,
}

/// The seed of a game: that of the batch, its number in the batch, and how many were played in its place before.
///
/// The first game of a batch is the one that `Seed::from_number` begins.
pub fn seed_of(seed: u64, game: u64, round: u64) -> Seed {
    let mut bytes = [0; 32];
    for (bytes, number) in bytes.chunks_exact_mut(8).zip([seed, game, round]) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    Seed(bytes)
}

impl Batch {
    /// So many new games, stepped on so many threads; 0 for one for each core.
    ///
    /// # Errors
    /// If the ruleset can't be played.
    pub fn new(ruleset: Ruleset, n_games: usize, seed: u64, n_threads: usize) -> Result<Batch, Unplayable> {
        let slot = |game: u64| {
            let episode = Episode::new(ruleset, seed_of(seed, game, 0))?;
            let dice = seed.wrapping_add(game).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            Ok(Slot { episode, game, round: 0, dice })
        };
        let slots = (0..n_games as u64).map(slot).collect::<Result<_, _>>()?;
        // A batch that can't have threads does its work on the thread that asks.
        let pool = (n_threads != 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().ok());
        Ok(Batch { ruleset, seed, slots, pool: pool.flatten() })
    }

    /// What is played.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no game at all.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How many threads step them.
    pub fn n_threads(&self) -> usize {
        self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// One of the games.
    pub fn episode(&self, game: usize) -> Option<&Episode> {
        self.slots.get(game).map(|it| &it.episode)
    }

    /// Begins all games anew, from another seed.
    pub fn reset(&mut self, seed: u64, rows: Rows<'_>) {
        let ruleset = self.ruleset;
        self.seed = seed;
        self.each(rows, &|slot, _, rows| {
            slot.round = 0;
            slot.dice = seed.wrapping_add(slot.game).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            slot.begin(ruleset, seed);
            rows.dones[0] = false;
            rows.rewards.fill(0.0);
            rows.scores.fill(0);
            slot.show(rows);
        });
    }

    /// Chooses one id in every game.
    ///
    /// # Errors
    /// If an id is not legal; no game was stepped then.
    pub fn step(&mut self, ids: &[i32], rows: Rows<'_>) -> Result<(), BatchError> {
        if ids.len() != self.slots.len() {
            return Err(BatchError::Count { found: ids.len(), expected: self.slots.len() });
        }
        for (game, (slot, &id)) in self.slots.iter().zip(ids).enumerate() {
            let choice = slot.episode.choice();
            if !Id::try_from(id).is_ok_and(|it| choice.allows(it)) {
                let reason = IllegalId::NotNow { id: id.into(), legal: choice.next().to_vec() };
                return Err(BatchError::Illegal { game, reason });
            }
        }
        let (ruleset, seed) = (self.ruleset, self.seed);
        self.each(rows, &|slot, number, rows| {
            rows.dones[0] = false;
            rows.rewards.fill(0.0);
            let carried_out = slot.episode.step(ids[number] as Id).is_ok_and(|it| it.is_some());
            if !carried_out {
                return slot.show_choice(rows);
            }
            if slot.episode.to_act().is_none() {
                let state = slot.episode.state();
                rows.dones[0] = true;
                rows.rewards.iter_mut().zip(returns(state)).for_each(|(out, it)| *out = it as f32);
                rows.scores.iter_mut().zip(&state.players).for_each(|(out, it)| *out = it.score);
                slot.round += 1;
                slot.begin(ruleset, seed);
            }
            slot.show(rows);
        });
        Ok(())
    }

    /// A legal id for every game, each of its ids with the same chance.
    ///
    /// # Panics
    /// If there is not room for one id for each game.
    pub fn sample(&mut self, ids: &mut [i32]) {
        assert_eq!(ids.len(), self.slots.len(), "one id for each game");
        for (slot, id) in self.slots.iter_mut().zip(ids) {
            slot.dice ^= slot.dice << 13;
            slot.dice ^= slot.dice >> 7;
            slot.dice ^= slot.dice << 17;
            let legal = slot.episode.legal_ids();
            let number = ((slot.dice >> 32) * legal.len() as u64) >> 32;
            *id = legal.get(number as usize).copied().unwrap_or_default().into();
        }
    }

    /// Does something in every game with its row, on all threads.
    fn each(&mut self, rows: Rows<'_>, act: &(impl Fn(&mut Slot, usize, &mut Rows<'_>) + Sync)) {
        let n_players = usize::from(self.ruleset.players);
        let Batch { slots, pool, .. } = self;
        match pool {
            Some(pool) => {
                let at_a_time = slots.len().div_ceil(4 * pool.current_num_threads()).max(A_FEW);
                pool.install(|| run(slots, 0, rows, n_players, at_a_time, act));
            }
            None => run(slots, 0, rows, n_players, usize::MAX, act),
        }
    }
}

fn run(
    slots: &mut [Slot],
    first: usize,
    rows: Rows<'_>,
    n_players: usize,
    at_a_time: usize,
    act: &(impl Fn(&mut Slot, usize, &mut Rows<'_>) + Sync),
) {
    if slots.len() > at_a_time {
        let half = slots.len() / 2;
        let (slots, later_slots) = slots.split_at_mut(half);
        let (rows, later_rows) = rows.split(half, n_players);
        rayon::join(
            || run(slots, first, rows, n_players, at_a_time, act),
            || run(later_slots, first + half, later_rows, n_players, at_a_time, act),
        );
        return;
    }
    let mut rest = rows;
    for (number, slot) in slots.iter_mut().enumerate() {
        let (mut row, later) = rest.split(1, n_players);
        rest = later;
        act(slot, first + number, &mut row);
    }
}

impl Slot {
    fn begin(&mut self, ruleset: Ruleset, seed: u64) {
        if let Ok(episode) = Episode::new(ruleset, seed_of(seed, self.game, self.round)) {
            self.episode = episode;
        }
    }

    /// Writes everything that the seat to act sees.
    fn show(&mut self, rows: &mut Rows<'_>) {
        let seat = self.episode.to_act().unwrap_or(Seat(0));
        rows.seats[0] = seat.0 as i8;
        self.episode.observe_all(seat, rows.observations, rows.planes);
        self.show_mask(rows);
    }

    /// Writes what one more id of a choice has changed.
    fn show_choice(&mut self, rows: &mut Rows<'_>) {
        let seat = Seat(rows.seats[0] as u8);
        self.episode.observe_choice(seat, rows.observations);
        self.show_mask(rows);
    }

    fn show_mask(&self, rows: &mut Rows<'_>) {
        rows.masks.fill(false);
        for &id in self.episode.legal_ids() {
            rows.masks[usize::from(id)] = true;
        }
    }
}
