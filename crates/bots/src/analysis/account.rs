//! Accounts: a whole game as a sum of decisions and luck, which comes out as it really did.

use alhambra_engine::{Ruleset, Seat};

use super::{Judgement, Mark, chance::Chance, mark::accuracy};

/// How many of a player's worst decisions are named.
const N_WORST: usize = 5;

/// What one sort of chance has changed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Luck {
    /// The sort.
    pub chance: Chance,
    /// By how much it changed the chances to win, by seat; the sum is 0.
    pub change: Vec<f64>,
}

/// A moment in the account of its game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision {
    /// How it is judged.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub judgement: Judgement,
    /// What chance has changed after it.
    pub luck: Vec<Luck>,
}

/// What became of one player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerAccount {
    /// The chance to win before anything was dealt.
    pub start: f64,
    /// What the own decisions have changed; never above 0.
    pub own: f64,
    /// What those of others have changed.
    pub others: f64,
    /// What chance has changed.
    pub luck: f64,
    /// The part of the victory in the end: 1, 0, or a share.
    pub result: f64,
    /// The result without luck: what the decisions alone would have come to.
    pub without_luck: f64,
    /// How accurate the decisions were, from 0 to 1: the mean over all with a choice; nothing without any.
    pub accuracy: Option<f64>,
    /// How many expected points were given away.
    pub points_lost: f64,
    /// How many decisions got each mark, the best mark first.
    pub marks: [u32; Mark::ALL.len()],
    /// What every sort of chance has changed, in the order of the sorts.
    pub luck_by_chance: [f64; Chance::ALL.len()],
    /// The worst decisions, the worst first, by their number in the account.
    pub worst: Vec<usize>,
    /// What is to be said about it in one sentence.
    pub verdict: Verdict,
}

/// A game of one player in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// How many gave away less of their chance to win, and 1.
    pub skill: u8,
    /// How many were luckier, and 1.
    pub luck: u8,
    /// How many played.
    pub of: u8,
    /// Whether it was a victory, or a share of one.
    pub won: bool,
}

/// A game as a sum: for every player the start, the own decisions, those of others and luck add up to the result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Account {
    /// What was played.
    pub ruleset: Ruleset,
    /// The chances to win before anything was dealt: everybody's are equal.
    pub start: f64,
    /// What the set-up has changed.
    pub set_up: Luck,
    /// The decisions in order, with the luck that came after each.
    pub decisions: Vec<Decision>,
    /// The points of every seat in the end.
    pub scores: Vec<u16>,
    /// The parts of the victory by seat, once the game is over.
    pub result: Option<Vec<f64>>,
}

fn add(to: &mut [f64], change: &[f64]) {
    to.iter_mut().zip(change).for_each(|(it, change)| *it += change);
}

fn difference(one: &[f64], two: &[f64]) -> Vec<f64> {
    one.iter().zip(two).map(|(one, two)| one - two).collect()
}

impl Account {
    /// The account of a game of which nothing is judged yet.
    pub fn new(ruleset: Ruleset) -> Account {
        let n = usize::from(ruleset.players);
        let set_up = Luck { chance: Chance::SetUp, change: vec![0.0; n] };
        let start = 1.0 / f64::from(ruleset.players);
        Account { ruleset, start, set_up, decisions: Vec::new(), scores: Vec::new(), result: None }
    }

    /// Enters the judgement of the next moment: all that has changed since the one before is luck.
    pub fn enter(&mut self, judgement: Judgement) {
        self.settle(&judgement.best);
        self.decisions.push(Decision { judgement, luck: Vec::new() });
    }

    /// Enters how the game has ended.
    pub fn finish(&mut self, scores: &[u16]) {
        let best = scores.iter().max();
        let n_best = scores.iter().filter(|it| Some(*it) == best).count();
        let share = 1.0 / f64::from(n_best.max(1) as u8);
        let result: Vec<f64> = scores.iter().map(|it| if Some(it) == best { share } else { 0.0 }).collect();
        self.settle(&result);
        self.scores = scores.to_vec();
        self.result = Some(result);
    }

    /// Sees to it that the chances are these now.
    fn settle(&mut self, now: &[f64]) {
        let mut now = now.to_vec();
        for Decision { judgement, luck } in self.decisions.iter_mut().rev() {
            if let Some(last) = judgement.last_chance {
                luck.clear();
                let mut rest = difference(&now, &judgement.after);
                for (chance, change) in &judgement.split {
                    rest = difference(&rest, change);
                    luck.push(Luck { chance: *chance, change: change.clone() });
                }
                luck.push(Luck { chance: last, change: rest });
                return;
            }
            // Where chance decided nothing, a decision is worth what it led to: it is known better now.
            let change = difference(&now, &judgement.after);
            add(&mut judgement.after, &change);
            add(&mut judgement.best, &change);
            judgement.candidates.iter_mut().for_each(|it| it.win += change[judgement.seat.index()]);
            now.clone_from(&judgement.best);
        }
        self.set_up.change = now.iter().map(|it| it - self.start).collect();
    }

    /// What chance has changed in all, by seat.
    pub fn luck(&self) -> Vec<f64> {
        let mut sum = self.set_up.change.clone();
        self.decisions.iter().flat_map(|it| &it.luck).for_each(|it| add(&mut sum, &it.change));
        sum
    }

    /// What became of every player, by seat; nothing until the game is over.
    pub fn players(&self) -> Option<Vec<PlayerAccount>> {
        let result = self.result.as_ref()?;
        let luck = self.luck();
        let seats = || (0..self.ruleset.players).map(Seat);
        let own: Vec<f64> = seats().map(|seat| -self.of(seat).map(|it| it.1.loss).sum::<f64>()).collect();
        let rank = |values: &[f64], seat: Seat| {
            1 + values.iter().filter(|it| **it > values[seat.index()] + 1e-9).count() as u8
        };
        let player = |seat: Seat| {
            let i = seat.index();
            let others: f64 = self
                .decisions
                .iter()
                .filter(|it| it.judgement.seat != seat)
                .map(|it| it.judgement.after[i] - it.judgement.best[i])
                .sum();
            let mut marks = [0; Mark::ALL.len()];
            self.of(seat).for_each(|it| marks[it.1.mark as usize] += 1);
            let n: u32 = marks.iter().sum();
            let sum: f64 = self.of(seat).map(|it| accuracy(it.1.best[i], it.1.best[i] - it.1.loss)).sum();
            let mut worst: Vec<usize> = self.of(seat).filter(|it| it.1.loss > 0.0).map(|it| it.0).collect();
            let loss = |at: &usize| self.decisions[*at].judgement.loss;
            worst.sort_by(|one, two| loss(two).total_cmp(&loss(one)));
            worst.truncate(N_WORST);
            let mut luck_by_chance = [0.0; Chance::ALL.len()];
            let all = std::iter::once(&self.set_up).chain(self.decisions.iter().flat_map(|it| &it.luck));
            all.for_each(|it| luck_by_chance[it.chance as usize] += it.change[i]);
            PlayerAccount {
                start: self.start,
                own: own[i],
                others,
                luck: luck[i],
                result: result[i],
                without_luck: result[i] - luck[i],
                accuracy: (n > 0).then(|| sum / f64::from(n)),
                points_lost: self.of(seat).map(|it| it.1.points_lost).sum(),
                marks,
                luck_by_chance,
                worst,
                verdict: Verdict {
                    skill: rank(&own, seat),
                    luck: rank(&luck, seat),
                    of: self.ruleset.players,
                    won: result[i] > 0.0,
                },
            }
        };
        Some(seats().map(player).collect())
    }

    /// The decisions of one seat, with their numbers.
    fn of(&self, seat: Seat) -> impl Iterator<Item = (usize, &Judgement)> {
        let all = self.decisions.iter().map(|it| &it.judgement).enumerate();
        all.filter(move |it| it.1.seat == seat)
    }
}
