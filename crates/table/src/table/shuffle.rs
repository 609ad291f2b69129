//! The shuffle before a game: players are bound to nonces while they gather, and show them once nobody can change theirs.

use alhambra_engine::fairness::{self, Nonce, Share};
use alhambra_protocol::{Code, Problem, Shuffle};

use super::Inner;
use crate::meta::TableMeta;

/// How long the nonce of somebody who is there is waited for, in milliseconds.
const ANSWER: u64 = 5000;
/// How long a start is put off at most, however often somebody goes and comes back.
const AT_MOST: u64 = 30_000;

impl Inner {
    /// What everybody may know of the shuffle.
    pub(super) fn shuffle(&self) -> Option<Shuffle> {
        let meta = &self.meta;
        let shown = |it: &Share| it.commitment.map(|it| it.to_string());
        if let Some(proof) = &meta.proof {
            let seats = proof.shares.iter().map(shown).collect();
            return Some(Shuffle { commitment: proof.commitment.to_string(), seats, revealing: false });
        }
        let commitment = fairness::of_secret(&meta.id, meta.secret?).to_string();
        let seats = meta.chairs.iter().map(|it| shown(&it.share)).collect();
        Some(Shuffle { commitment, seats, revealing: meta.called_at.is_some() })
    }

    /// Whether anybody may still sit down, leave or be bound to something else.
    pub(super) fn not_called(&self) -> Result<(), Problem> {
        match self.meta.called_at {
            None => Ok(()),
            Some(_) => Err(Problem::new(Code::NotNow, "the game is about to begin")),
        }
    }

    /// A player is bound to a nonce that nobody else knows.
    pub(super) fn commit(&mut self, seat: alhambra_engine::Seat, commitment: &str) -> Result<(), Problem> {
        self.gathering()?;
        if self.meta.secret.is_none() {
            return Err(Problem::new(Code::NotNow, "nothing is added to the shuffle of this table"));
        }
        let commitment =
            commitment.parse().map_err(|it| Problem::new(Code::Malformed, format!("the commitment: {it}")))?;
        let share = Share { commitment: Some(commitment), nonce: None };
        self.change(|meta| meta.chairs[seat.index()].share = share);
        Ok(())
    }

    /// A player shows the nonce, to the server alone; with the last one the game begins.
    pub(super) fn reveal(&mut self, seat: alhambra_engine::Seat, nonce: &str) -> Result<(), Problem> {
        if self.meta.called_at.is_none() || self.meta.started_at.is_some() {
            return Err(Problem::new(Code::NotNow, "nonces are shown when the host starts the game, and only then"));
        }
        let nonce: Nonce = nonce.parse().map_err(|it| Problem::new(Code::Malformed, format!("the nonce: {it}")))?;
        if self.meta.chairs[seat.index()].share.commitment != Some(fairness::of_nonce(&self.meta.id, nonce)) {
            return Err(Problem::new(Code::Invalid, "this is not the nonce that the seat was bound to"));
        }
        let mut meta = TableMeta::clone(&self.meta);
        meta.chairs[seat.index()].share.nonce = Some(nonce);
        self.keep(meta);
        self.maybe_start()
    }

    /// Asks everybody for their nonces; the game begins when all who are there have answered, or have had the time to.
    pub(super) fn call(&mut self) -> Result<(), Problem> {
        self.gathering()?;
        let now = self.now();
        if self.meta.chairs.iter().all(|it| it.share.commitment.is_none()) {
            return self.start();
        }
        self.change(|meta| meta.called_at = Some(now));
        self.maybe_start()
    }

    /// When a game that is about to begin has waited long enough for nonces.
    pub(super) fn end_of_call(&self) -> Option<u64> {
        let called = self.meta.called_at.filter(|_| self.meta.started_at.is_none() && self.meta.is_open())?;
        let until = |seat: u8| {
            let since = self.since[usize::from(seat)];
            // Who has just gone may come back.
            let from = if self.is_here(seat) { since.max(called) } else { since };
            (from + ANSWER).min(called + AT_MOST)
        };
        let owes = |share: Share| share.commitment.is_some() && share.nonce.is_none();
        let silent = self.meta.chairs.iter().zip(0..).filter(|it| owes(it.0.share));
        Some(silent.map(|it| until(it.1)).max().unwrap_or(called))
    }

    /// Starts a game that nobody has to be waited for any more.
    pub(super) fn maybe_start(&mut self) -> Result<(), Problem> {
        match self.end_of_call() {
            Some(end) if end <= self.now() => self.start(),
            _ => Ok(()),
        }
    }
}
