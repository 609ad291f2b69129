//! Fair shuffles: how the seed and the order of the seats follow from a secret of the server and a nonce of every player.
//!
//! `docs/fairness.md` says what is told to whom and when, and why nobody can choose or know the outcome. Everything that is
//! hashed is plain text, so that `sha256sum` can check it.

use std::{fmt, str::FromStr};

use sha2::{Digest as _, Sha256};

use crate::{
    notation::{ParseError, Record},
    rng::{Rng, Seed},
};

/// The first word of everything that is hashed, so that no digest means anything elsewhere.
const LABEL: &str = "alhambra-shuffle-1";

/// Bytes that are written as hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// What says nothing about a secret or a nonce and still binds to it.
pub type Commitment = Hex<32>;
/// What the server drew when the table opened.
pub type Secret = Hex<32>;
/// What the device of a player drew.
pub type Nonce = Hex<16>;

/// What one seat has added to the shuffle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Share {
    /// What its player was bound to before anybody's nonce was known; bots and plain programs have none.
    pub commitment: Option<Commitment>,
    /// The nonce, unless the player's device did not answer in time.
    pub nonce: Option<Nonce>,
}

/// Everything from which a seed follows, to be told once the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// The code of the table.
    pub table: String,
    /// What the server was bound to when the table opened.
    pub commitment: Commitment,
    /// What the server had drawn.
    pub secret: Secret,
    /// What every seat has added, in the order of the seats before the start.
    pub shares: Vec<Share>,
    /// How the seats were assigned.
    pub seating: Seating,
}

/// How the seats were assigned at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Seating {
    /// Everybody kept their seat.
    Fixed,
    /// They were shuffled: for each seat in the game the one that its player had before.
    Shuffled(Vec<u8>),
}

/// Why a shuffle can't have been fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfair {
    /// Somebody is missing, or was there twice.
    #[error("the proof has not as many seats as the game")]
    Seats,
    /// The server has shown another secret.
    #[error("the server's secret is not the one that it was bound to")]
    Secret,
    /// A player has shown another nonce.
    #[error("the nonce of seat {0} before the start is not the one that it was bound to")]
    Nonce(usize),
    /// The seed follows from something else.
    #[error("the seed does not follow from the secret and the nonces")]
    Seed,
    /// The seats were assigned differently.
    #[error("the order of the seats does not follow from the seed")]
    Seating,
}

/// What the server is bound to by its secret.
pub fn of_secret(table: &str, secret: Secret) -> Commitment {
    digest(&format!("{LABEL} secret {table} {secret}"))
}

/// What a player is bound to by a nonce.
pub fn of_nonce(table: &str, nonce: Nonce) -> Commitment {
    digest(&format!("{LABEL} nonce {table} {nonce}"))
}

impl Proof {
    /// The proof for a game that starts now.
    pub fn new(table: &str, secret: Secret, shares: Vec<Share>, seats: Seats) -> Proof {
        let mut proof = Proof {
            table: table.to_owned(),
            commitment: of_secret(table, secret),
            secret,
            shares,
            seating: Seating::Fixed,
        };
        if seats == Seats::Shuffled {
            proof.seating = Seating::Shuffled(proof.order());
        }
        proof
    }

    /// The seed of the game.
    pub fn seed(&self) -> Seed {
        let nonces: Vec<_> =
            self.shares.iter().map(|it| it.nonce.map_or_else(|| "-".to_owned(), |it| it.to_string())).collect();
        let Hex(seed) = digest(&format!("{LABEL} seed {} {} {}", self.table, self.secret, nonces.join(" ")));
        Seed(seed)
    }

    /// For each seat in the game the one that its player had before, if the seats are shuffled.
    fn order(&self) -> Vec<u8> {
        // Another seed than the game's: who sits where says nothing about the cards.
        let Hex(seed) = digest(&format!("{LABEL} seats {}", self.seed()));
        let mut order: Vec<u8> = (0..self.shares.len() as u8).collect();
        Rng::new(Seed(seed)).stream(|it| it.shuffle(&mut order));
        order
    }

    /// How many players have added a nonce.
    pub fn n_nonces(&self) -> usize {
        self.shares.iter().filter(|it| it.nonce.is_some()).count()
    }

    /// Whether the seed of a record follows from this.
    ///
    /// # Errors
    /// What can't be right.
    pub fn check(&self, record: &Record) -> Result<(), Unfair> {
        let Proof { table, commitment, secret, shares, seating } = self;
        if shares.len() != usize::from(record.ruleset.players) {
            return Err(Unfair::Seats);
        }
        if of_secret(table, *secret) != *commitment {
            return Err(Unfair::Secret);
        }
        // A device that did not answer has shown nothing.
        let is_bound = |it: &Share| it.nonce.is_none_or(|nonce| Some(of_nonce(table, nonce)) == it.commitment);
        if let Some(seat) = shares.iter().position(|it| !is_bound(it)) {
            return Err(Unfair::Nonce(seat));
        }
        if self.seed() != record.seed {
            return Err(Unfair::Seed);
        }
        match seating {
            Seating::Shuffled(order) if *order != self.order() => Err(Unfair::Seating),
            Seating::Shuffled(_) | Seating::Fixed => Ok(()),
        }
    }
}

/// Whether seats are to be shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Everybody keeps their seat.
    Fixed,
    /// Chance assigns them.
    Shuffled,
}

fn digest(text: &str) -> Hex<32> {
    Hex(Sha256::digest(text).into())
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Hex<N>, ParseError> {
        let wrong = || ParseError::expected(&format!("{} hexadecimal digits", 2 * N), text);
        if text.len() != 2 * N || !text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(wrong());
        }
        let mut bytes = [0; N];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Hex(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two people and a bot, of whom the second did not answer.
    fn proof(seats: Seats) -> Proof {
        let nonce = Hex([7; 16]);
        let bound = |nonce| Share { commitment: Some(of_nonce("k7m2p9q", nonce)), nonce: Some(nonce) };
        let silent = Share { nonce: None, ..bound(Hex([8; 16])) };
        Proof::new("k7m2p9q", Hex([1; 32]), vec![bound(nonce), silent, Share::default()], seats)
    }

    fn record(proof: &Proof) -> Record {
        Record { proof: Some(proof.clone()), ..Record::new("alhambra 3".parse().unwrap(), proof.seed()) }
    }

    #[test]
    fn digests_are_the_same_for_ever() {
        let proof = proof(Seats::Shuffled);
        expect_test::expect![[r"
            alhambra record
            rules 2
            ruleset alhambra 3
            seed 52c82ae18edd02b79035817c20afb0326581ef2f1353948624a63c2dc580168b
            table k7m2p9q
            commitment 4e1f1497348d59c901566f485dc172eb354d17cc9d04cf4dfd724cd69c8f00e0
            secret 0101010101010101010101010101010101010101010101010101010101010101
            nonce cd2396aca92324377ffd7a75764a51c15449d42470a2c65397b69151ce05803d 07070707070707070707070707070707
            nonce 035a30958c0955a4559e7b9e8c97967d4f03cf025e585388e8f25f469be37e2d -
            nonce - -
            seats 1 2 0
        "]]
        .assert_eq(&record(&proof).to_string());
    }

    #[test]
    fn a_record_is_read_with_its_proof() {
        for seats in [Seats::Fixed, Seats::Shuffled] {
            let record = record(&proof(seats));
            assert_eq!(record.to_string().parse(), Ok(record.clone()));
            assert_eq!(record.proof.as_ref().unwrap().check(&record), Ok(()));
        }
    }

    #[test]
    fn whatever_is_changed_is_noticed() {
        let fair = proof(Seats::Shuffled);
        let record = record(&fair);
        let changed = |change: fn(&mut Proof)| {
            let mut proof = fair.clone();
            change(&mut proof);
            proof.check(&record).unwrap_err()
        };
        assert_eq!(changed(|it| it.secret = Hex([2; 32])), Unfair::Secret);
        assert_eq!(changed(|it| it.commitment = Hex([2; 32])), Unfair::Secret);
        assert_eq!(changed(|it| it.table = "k7m2p9r".to_owned()), Unfair::Secret);
        assert_eq!(changed(|it| it.shares[0].nonce = Some(Hex([9; 16]))), Unfair::Nonce(0));
        // A nonce that was never bound to anything could have been chosen.
        assert_eq!(changed(|it| it.shares[2].nonce = Some(Hex([9; 16]))), Unfair::Nonce(2));
        assert_eq!(changed(|it| it.shares[0].nonce = None), Unfair::Seed);
        assert_eq!(changed(|it| it.shares[1].nonce = Some(Hex([8; 16]))), Unfair::Seed);
        assert_eq!(changed(|it| it.shares.swap(0, 1)), Unfair::Seed);
        assert_eq!(changed(|it| it.shares.truncate(2)), Unfair::Seats);
        assert_eq!(changed(|it| it.seating = Seating::Shuffled(vec![0, 0, 0])), Unfair::Seating);
    }
}
