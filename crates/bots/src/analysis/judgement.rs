//! Judgements: what was played in a moment against the best that its player could have known of.

use alhambra_engine::{Action, Rng, Seat, State, determinize::determinize, material::ByCurrency};

use super::{
    Mark, Moment,
    chance::{self, Chance},
    plans::{Plan, plans, played},
};
use crate::{
    Means, Reason, Seen, bot_seed,
    reason::reasons,
    search::{Forecast, Forecaster},
    sources::{self, N_SOURCES},
};

/// How many games every plan meets in the rounds of the choice; after each the worse half drops out.
const CHOICE: [usize; 3] = [12, 24, 48];
/// How many plans the last round leaves at least.
const N_FINAL: usize = 4;
/// In how many games, none of them seen in the choice, what was played is compared with the best: the best of many noisy
/// values looks better than it is, so it is chosen in some games and measured in others.
const MEASURE: usize = 128;
/// How often that is done if it is still in doubt.
const N_MEASURES: usize = 3;
/// How many standard errors a difference needs that is held against somebody.
const SURE: f64 = 2.0;
/// In how many games it is found out what each of several sorts of chance has changed.
const SPLIT: usize = 96;
/// In how many games points are counted by source.
const TO_THE_END: usize = 48;

/// How much thought goes into a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// An eighth of the games: for a first look, and where only the sums matter.
    Rough,
    /// As many games as verdicts need.
    #[default]
    Full,
}

impl Effort {
    /// How many games there are instead of so many.
    fn of(self, n: usize) -> usize {
        match self {
            Effort::Rough => (n / 8).max(2),
            Effort::Full => n,
        }
    }
}

/// One action of a plan, and what is to be said for it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deed {
    /// What is done.
    pub action: Action,
    /// What it brings.
    pub reasons: Vec<Reason>,
}

/// Something that could have been done.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// All that is done until chance decides something.
    pub deeds: Vec<Deed>,
    /// How likely its player is then to win, from 0 to 1.
    pub win: f64,
    /// The points that its player may expect in the end.
    pub points: f64,
    /// Whether this was played.
    pub played: bool,
}

/// The points that the scorings to come may bring the player who decides, by source in the order of the score sheet.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsBySource {
    /// After what was played.
    pub played: Vec<f64>,
    /// After the best.
    pub better: Vec<f64>,
}

/// How a moment is judged.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// How many actions were done before it.
    pub n: usize,
    /// How many actions it has.
    pub n_actions: usize,
    /// The number of the turn, from 1 on; 0 before the first.
    pub turn: u32,
    /// Who decides.
    pub seat: Seat,
    /// How good it was.
    pub mark: Mark,
    /// How much of the chance to win it gave away, from 0 to 1.
    pub loss: f64,
    /// How many points it gave away; below zero if it gained some and still made victory less likely.
    pub points_lost: f64,
    /// How likely everybody is to win after the best, by seat.
    pub best: Vec<f64>,
    /// How likely everybody is to win after what was played, before chance decides anything.
    pub after: Vec<f64>,
    /// The points that everybody may expect after what was played.
    pub points: Vec<f64>,
    /// What the sorts of chance have changed that came after it, all but the last sort, by seat.
    pub split: Vec<(Chance, Vec<f64>)>,
    /// The last or only sort of chance; nothing where chance decided nothing.
    pub last_chance: Option<Chance>,
    /// What could have been done, the best first, and what was.
    pub candidates: Vec<Candidate>,
    /// The points by source, where something was given away.
    pub sources: Option<PointsBySource>,
}

/// The games that could be the real one, made as they are needed: every plan meets the same ones in the same order.
struct Worlds<'a> {
    moment: &'a Moment,
    seen: Seen<'a>,
    rng: Rng,
    made: Vec<State>,
    effort: Effort,
}

impl Worlds<'_> {
    fn get(&mut self, number: usize) -> &State {
        while self.made.len() <= number {
            let world = determinize(&self.seen.view(), self.moment.recall.memory(), &mut self.rng);
            self.made.push(world);
        }
        &self.made[number]
    }
}

/// A plan and what it came to, game by game.
struct Tried {
    plan: Plan,
    is_played: bool,
    forecasts: Vec<Forecast>,
}

impl Tried {
    /// The mean of something over the games from this one on.
    fn mean(&self, from: usize, of: impl Fn(&Forecast) -> f64) -> f64 {
        let forecasts = &self.forecasts[from.min(self.forecasts.len())..];
        forecasts.iter().map(of).sum::<f64>() / n_as_float(forecasts.len().max(1))
    }

    fn means(&self, n_players: usize, of: impl Fn(&Forecast) -> [f64; 6]) -> Vec<f64> {
        (0..n_players).map(|seat| self.mean(0, |it| of(it)[seat])).collect()
    }
}

fn n_as_float(n: usize) -> f64 {
    f64::from(n as u32)
}

impl Moment {
    /// Judges it; nothing if it was broken off.
    ///
    /// Moments know nothing of each other, so that they can be judged on as many threads as there are.
    pub fn judge(&self, effort: Effort, means: &Means) -> Option<Judgement> {
        let Moment { n, turn, seat, ref played, ref state, .. } = *self;
        // Every moment has luck of its own.
        let mut own = bot_seed(state.rng.seed, seat);
        own.0.iter_mut().zip(n.to_le_bytes()).for_each(|(byte, it)| *byte ^= it);
        let seen = Seen::by(state, seat);
        let mut worlds = Worlds { moment: self, seen, rng: Rng::new(own), made: Vec::new(), effort };
        let first = worlds.get(0).clone();
        let mut forecaster = Forecaster::new(&first);
        let mut tried = candidates(&first, seat, played);

        let n_chosen = choose(&mut tried, seat, &mut worlds, &mut forecaster, means)?;
        let (best, loss) = measure(&mut tried, n_chosen, seat, &mut worlds, &mut forecaster, means)?;
        let played_at = tried.iter().position(|it| it.is_played)?;
        let n_players = state.players.len();
        let after = tried[played_at].means(n_players, |it| it.won);
        let points = tried[played_at].means(n_players, |it| it.points);
        let (better, base) = (&tried[best], &tried[played_at]);
        // What is lost is measured in the same games, and added to what is known best.
        let difference = |of: &dyn Fn(&Forecast) -> f64| better.mean(n_chosen, of) - base.mean(n_chosen, of);
        let gained: Vec<f64> =
            (0..n_players).map(|it| if loss > 0.0 { difference(&|forecast| forecast.won[it]) } else { 0.0 }).collect();
        let points_lost = if loss > 0.0 { difference(&|it| it.points[seat.index()]) } else { 0.0 };
        let mark = Mark::of(loss);

        let kinds = self.chances();
        let split = self.split(&kinds, &tried[played_at], n_players, &mut worlds, &mut forecaster, means)?;
        let sources = (mark >= Mark::Inaccuracy).then(|| PointsBySource {
            played: by_source(&tried[played_at].plan, seat, &mut worlds, &mut forecaster),
            better: by_source(&tried[best].plan, seat, &mut worlds, &mut forecaster),
        });
        Some(Judgement {
            n,
            n_actions: played.len(),
            turn,
            seat,
            mark,
            loss,
            points_lost,
            best: after.iter().zip(&gained).map(|(it, gained)| it + gained).collect(),
            candidates: list(&tried, best, loss, &first, seat),
            after,
            points,
            split,
            last_chance: kinds.last().copied(),
            sources,
        })
    }

    /// The sorts of chance between this moment and the next.
    fn chances(&self) -> Vec<Chance> {
        let mut kinds = Chance::kinds(&self.events);
        // Whoever decides next knows other secrets.
        if chance::has_secrets(&self.state) && !kinds.contains(&Chance::Hands) {
            kinds.push(Chance::Hands);
        }
        kinds
    }

    /// What every sort of chance but the last has changed: the same games, with more and more of it as it really came.
    fn split(
        &self,
        kinds: &[Chance],
        played: &Tried,
        n_players: usize,
        worlds: &mut Worlds<'_>,
        forecaster: &mut Forecaster,
        means: &Means,
    ) -> Option<Vec<(Chance, Vec<f64>)>> {
        let mut split = Vec::new();
        let n = worlds.effort.of(SPLIT).min(played.forecasts.len());
        let mut before: Vec<Forecast> = played.forecasts[..n].to_vec();
        for (i, &kind) in kinds.iter().enumerate().take(kinds.len().saturating_sub(1)) {
            let known = &kinds[..=i];
            let coins: Option<ByCurrency<u8>> = chance::coins(&self.events);
            let (mut n_stacked, mut change) = (0_usize, vec![0.0; n_players]);
            for (number, before) in before.iter_mut().enumerate() {
                if means.is_cancelled() {
                    return None;
                }
                let mut world = worlds.get(number).clone();
                if !chance::stack(&mut world, &self.events, known) {
                    continue;
                }
                let plan = &self.played;
                let now = match coins {
                    Some(coins) => forecaster.play_on_with_coins(&world, plan, coins),
                    None => forecaster.play_on(&world, plan),
                };
                n_stacked += 1;
                change.iter_mut().enumerate().for_each(|(seat, it)| *it += now.won[seat] - before.won[seat]);
                *before = now;
            }
            // Where a new pile was shuffled nothing can be told apart.
            if n_stacked > 0 {
                for it in &mut change {
                    *it /= n_as_float(n_stacked);
                }
            }
            split.push((kind, change));
        }
        Some(split)
    }
}

/// What could have been done, with what was.
fn candidates(world: &State, seat: Seat, actions: &[Action]) -> Vec<Tried> {
    let played = played(world, seat, actions);
    let mut all = plans(world, seat);
    all.retain(|it| !it.is_like(&played));
    let tried = |(is_played, plan)| Tried { plan, is_played, forecasts: Vec::new() };
    std::iter::once((true, played)).chain(all.into_iter().map(|it| (false, it))).map(tried).collect()
}

/// Plays plans on in games up to this number; nothing if it was broken off.
fn play(
    tried: &mut Tried,
    up_to: usize,
    worlds: &mut Worlds<'_>,
    forecaster: &mut Forecaster,
    means: &Means,
) -> Option<()> {
    for number in tried.forecasts.len()..up_to {
        if means.is_cancelled() {
            return None;
        }
        let world = worlds.get(number);
        tried.forecasts.push(forecaster.play_on(world, &tried.plan.actions));
    }
    Some(())
}

/// Leaves the best plans and what was played, the best first; says in how many games they were chosen.
fn choose(
    tried: &mut Vec<Tried>,
    seat: Seat,
    worlds: &mut Worlds<'_>,
    forecaster: &mut Forecaster,
    means: &Means,
) -> Option<usize> {
    let mut n = 0;
    for more in CHOICE {
        n += worlds.effort.of(more);
        for it in &mut *tried {
            play(it, n, worlds, forecaster, means)?;
        }
        let value = |it: &Tried| it.mean(0, |it| it.won[seat.index()]);
        tried.sort_by(|one, two| value(two).total_cmp(&value(one)));
        let kept = tried.len().div_ceil(2).max(N_FINAL);
        let mut place = 0;
        tried.retain(|it| {
            place += 1;
            place <= kept || it.is_played
        });
    }
    Some(n)
}

/// Compares what was played with the best in games that neither has met; says which is the best and what was lost.
fn measure(
    tried: &mut [Tried],
    n_chosen: usize,
    seat: Seat,
    worlds: &mut Worlds<'_>,
    forecaster: &mut Forecaster,
    means: &Means,
) -> Option<(usize, f64)> {
    let played_at = tried.iter().position(|it| it.is_played)?;
    let best = 0;
    for round in 1..=N_MEASURES {
        let n = n_chosen + round * worlds.effort.of(MEASURE);
        play(&mut tried[played_at], n, worlds, forecaster, means)?;
        if best == played_at {
            return Some((played_at, 0.0));
        }
        play(&mut tried[best], n, worlds, forecaster, means)?;
        let won = |it: &Tried| it.forecasts[n_chosen..].iter().map(|it| it.won[seat.index()]).collect::<Vec<_>>();
        let differences: Vec<f64> = won(&tried[best]).iter().zip(won(&tried[played_at])).map(|(a, b)| a - b).collect();
        let count = n_as_float(differences.len());
        let mean = differences.iter().sum::<f64>() / count;
        let variance = differences.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = (variance / count).sqrt();
        if mean > SURE * error.max(1e-9) {
            return Some((best, mean));
        }
        // What can't be told from the best after all that, or is better, is the best.
        if mean <= 0.0 {
            break;
        }
    }
    Some((played_at, 0.0))
}

/// The candidates for a list, the best first; the others stand below it by as much as they lost in the same games.
fn list(tried: &[Tried], best: usize, loss: f64, world: &State, seat: Seat) -> Vec<Candidate> {
    let Some(played) = tried.iter().find(|it| it.is_played) else { return Vec::new() };
    let value = |of: fn(&Forecast) -> &[f64; 6]| move |it: &Forecast| of(it)[seat.index()];
    let [won, points] = [value(|it| &it.won), value(|it| &it.points)];
    let beside = |it: &Tried, of: &dyn Fn(&Forecast) -> f64| {
        let n = it.forecasts.len();
        let same = played.forecasts[..n].iter().map(of).sum::<f64>() / n_as_float(n.max(1));
        played.mean(0, of) + it.mean(0, of) - same
    };
    let mut candidates: Vec<(bool, Candidate)> = tried
        .iter()
        .enumerate()
        .map(|(i, it)| {
            let win = if i == best && loss > 0.0 { played.mean(0, won) + loss } else { beside(it, &won) };
            let points = beside(it, &points);
            let deeds = deeds(&it.plan.actions, world, seat);
            (i == best, Candidate { deeds, win, points, played: it.is_played })
        })
        .collect();
    candidates.sort_by(|one, two| two.0.cmp(&one.0).then(two.1.win.total_cmp(&one.1.win)));
    // What could not be told from the best is not shown as better.
    let highest = candidates.first().map_or(1.0, |it| it.1.win);
    for it in &mut candidates {
        it.1.win = it.1.win.min(highest);
    }
    candidates.into_iter().map(|it| it.1).collect()
}

/// The actions of a plan with their reasons.
fn deeds(actions: &[Action], world: &State, seat: Seat) -> Vec<Deed> {
    let mut state = world.clone();
    let deed = |&action: &Action| {
        let deed = Deed { action, reasons: reasons(&state, seat, action) };
        state.apply_unchecked(action);
        deed
    };
    actions.iter().map(deed).collect()
}

/// The points by source that the scorings to come bring on average after a plan.
fn by_source(plan: &Plan, seat: Seat, worlds: &mut Worlds<'_>, forecaster: &mut Forecaster) -> Vec<f64> {
    let mut sums = [0.0; N_SOURCES];
    let n = worlds.effort.of(TO_THE_END);
    for number in 0..n {
        forecaster.scorings(worlds.get(number), &plan.actions, |who, sheet| {
            if who == seat {
                sums.iter_mut().zip(sources::points(sheet)).for_each(|(sum, points)| *sum += f64::from(points));
            }
        });
    }
    sums.map(|it| it / n_as_float(n)).to_vec()
}
