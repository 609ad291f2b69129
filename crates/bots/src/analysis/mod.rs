//! Analysis: a recorded game as a sum of decisions and luck, as programs for backgammon tell the two apart.
//!
//! A *moment* is all that one player does between two things that chance decides, usually a turn. Whoever decides there is
//! judged with what that seat could know: the hidden part of the game is drawn many times, and what was played is compared
//! with the best of the other plans in the same games. What it lost is the **error**. From there to the next moment chance
//! has its say; by how much the chances to win change is **luck**. So for every player
//!
//! > start + own errors + errors of others + luck = result
//!
//! ```
//! use alhambra_bots::{Kind, Means, StoppedClock, analysis::{self, Effort}, arena, bot_seed};
//! use alhambra_engine::{Chooser, Ruleset, Seat, Seed};
//!
//! # use alhambra_engine::{Action, Event, State, Witness, notation::Record};
//! # struct Notes(Record);
//! # impl Witness for Notes { fn see(&mut self, _: impl FnOnce() -> Event) {} }
//! # impl arena::Chronicle for Notes {
//! #     fn set_up(&mut self, _: &State) {}
//! #     fn acted(&mut self, _: &State, seat: Seat, action: Action) { self.0.actions.push((seat, action)) }
//! # }
//! # let (ruleset, seed) = (Ruleset::alhambra(2), Seed::from_number(7));
//! # let mut bots: Vec<_> = (0..2).map(|it| Kind::Random.bot(bot_seed(seed, Seat(it)))).collect();
//! # let mut notes = Notes(Record::new(ruleset, seed));
//! # arena::play(ruleset, seed, &mut bots, arena::MAX_ACTIONS, &mut Chooser::default(), &mut notes)?;
//! # let record = notes.0;
//! let account = analysis::analyse(&record, Effort::Rough, &Means::by(StoppedClock), |_, _| ())?;
//! for player in account.players().expect("the game is over") {
//!     let sum = player.start + player.own + player.others + player.luck;
//!     assert!((sum - player.result).abs() < 1e-6);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where a thread has to yield, take the [`Moments`] of a record one by one, [`judge`](Moment::judge) each and
//! [`enter`](Account::enter) it: nothing of a moment depends on another one.

mod account;
mod chance;
mod judgement;
mod mark;
mod moment;
mod plans;
mod walk;

use std::sync::{Mutex, PoisonError};

use alhambra_engine::notation::{Record, RecordError};

use crate::Means;

pub use self::{
    account::{Account, Decision, Luck, PlayerAccount, Verdict},
    chance::Chance,
    judgement::{Candidate, Deed, Effort, Judgement, PointsBySource},
    mark::Mark,
    moment::{Moment, Moments},
    walk::Walk,
};

/// Why a game can't be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnalysis {
    /// The record can't be replayed.
    #[error(transparent)]
    Broken(#[from] RecordError),
    /// The game has not come to its end.
    #[error("the game is not over; what nobody knows yet can't be told from luck")]
    Unfinished,
    /// Somebody has said that it is enough.
    #[error("the analysis was broken off")]
    Cancelled,
}

/// The account of a whole game, on as many threads as there may be; `progress` is told how many moments of how many are
/// judged. The same record has the same account, on however many threads.
///
/// # Errors
/// If the record can't be replayed, the game is not over, or it was broken off.
pub fn analyse(
    record: &Record,
    effort: Effort,
    means: &Means,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<Account, NoAnalysis> {
    let end = record.replay(|_, _, _| ())?;
    if !end.is_over() {
        return Err(NoAnalysis::Unfinished);
    }
    let moments: Vec<Moment> = Moments::of(record.clone())?.collect();
    let n = moments.len();
    let todo = Mutex::new((moments.into_iter().enumerate(), 0));
    let work = || {
        let mut judged: Vec<(usize, Judgement)> = Vec::new();
        // What is behind the lock is whole after every statement.
        let lock = || todo.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let next = lock().0.next();
            let Some((number, moment)) = next else { return Some(judged) };
            judged.push((number, moment.judge(effort, means)?));
            let n_done = {
                let mut todo = lock();
                todo.1 += 1;
                todo.1
            };
            progress(n_done, n);
        }
    };
    let judged = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..means.n_threads).map(|_| scope.spawn(work)).collect();
        let mut judged = work()?;
        for thread in threads {
            judged.extend(thread.join().ok()??);
        }
        Some(judged)
    });
    let mut judged = judged.ok_or(NoAnalysis::Cancelled)?;
    judged.sort_by_key(|it| it.0);
    let mut account = Account::new(record.ruleset);
    for (_, judgement) in judged {
        account.enter(judgement);
    }
    account.finish(&end.players.iter().map(|it| it.score).collect::<Vec<_>>());
    Ok(account)
}
