//! Tune: the weights of the bots' judgement, improved by games against themselves, and their value function, fitted to
//! the ends of games.

use std::{
    fs,
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use alhambra_bots::{
    Bot, Greedy, TrainingGame, ValueFunction, Weights,
    arena::{
        self, Chronicle, MAX_ACTIONS,
        statistics::{ratio, share_of_victory},
    },
    bot_seed, game_seed,
};
use alhambra_engine::{Action, Chooser, Event, Rng, Ruleset, Seat, Seed, State, Witness, material::Round};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::{error::Error, rules::Rules};

/// Which weights to tune, and how.
#[derive(clap::Args, Debug)]
pub(crate) struct Tune {
    #[command(flatten)]
    rules: Rules,

    /// Play with these numbers of players in turn, instead of --players.
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    tables: Vec<u8>,

    /// How many steps to take.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 200)]
    steps: u32,

    /// How many pairs of games to play for one step.
    #[arg(long, short, value_name = "N", default_value_t = 60)]
    games: u64,

    /// How far to look to both sides of every weight, as a part of it.
    #[arg(long, value_name = "PART", default_value_t = 0.15)]
    reach: f64,

    /// How far to go for a clear result, as a part of every weight.
    #[arg(long, value_name = "PART", default_value_t = 0.3)]
    pace: f64,

    /// Tune these weights alone.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// Fit the value function of the searching bots instead, to the ends of so many games of greedy bots at every table.
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["steps", "games", "reach", "pace", "only"])]
    fit_value: Option<u64>,

    /// The number that all games follow from.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Begin with the weights in this file; without it with those that the bots have.
    #[arg(long, value_name = "FILE.toml")]
    from: Option<PathBuf>,

    /// Write the weights into this file after every step.
    #[arg(long, short, value_name = "FILE.toml")]
    out: PathBuf,
}

/// Takes the steps and prints the weights.
pub(crate) fn run(args: &Tune, out: &mut impl io::Write) -> Result<(), Error> {
    let base = args.rules.ruleset()?;
    let tables: Vec<u8> = if args.tables.is_empty() { vec![base.players] } else { args.tables.clone() };
    let mut weights = match &args.from {
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|it| Error::file("read", path, &it))?;
            Weights::parse(&text).map_err(|it| Error::Usage(format!("{}: {it}", path.display())))?
        }
        None => Weights::default(),
    };
    if let Some(unknown) = args.only.iter().find(|it| !Weights::NAMES.contains(&it.as_str())) {
        return Err(Error::Usage(format!("no weight is called {unknown}; there are: {}", Weights::NAMES.join(", "))));
    }
    if let Some(n_games) = args.fit_value {
        return fit(args, weights, base, &tables, n_games, out);
    }
    let begun = weights;
    let mut logs: Vec<f64> = weights.values().iter().map(|it| it.ln()).collect();
    let mut rng = Rng::new(game_seed(args.seed, u64::MAX));
    let progress = progress(args.steps);
    for step in 0..args.steps {
        let sides: Vec<f64> = Weights::NAMES
            .iter()
            .map(|name| {
                let side = rng.stream(|it| if it.below(2) == 0 { 1.0 } else { -1.0 });
                let tuned = args.only.is_empty() || args.only.iter().any(|it| it == name);
                if tuned { side } else { 0.0 }
            })
            .collect();
        let moved =
            |by: f64| -> Vec<f64> { logs.iter().zip(&sides).map(|(log, side)| (log + by * side).exp()).collect() };
        let [more, less] = [args.reach, -args.reach].map(|by| weights.with_values(&moved(by)));
        let ruleset = Ruleset { players: tables[step as usize % tables.len()], ..base };
        let result = duel(ruleset, &more, &less, args.seed, u64::from(step) * args.games, args.games)?;
        // Slower towards the end, so that it settles.
        let pace = args.pace * (1.0 - 0.8 * f64::from(step) / f64::from(args.steps));
        for (log, side) in logs.iter_mut().zip(&sides) {
            *log += pace * result * side;
        }
        weights = weights.with_values(&moved_to(&logs));
        fs::write(&args.out, weights.to_string()).map_err(|it| Error::file("write", &args.out, &it))?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    for ((name, from), to) in Weights::NAMES.iter().zip(begun.values()).zip(weights.values()) {
        writeln!(out, "{name:<14} {from:8.4} -> {to:8.4}")?;
    }
    Ok(())
}

/// A chronicle of what everybody had whenever a turn began.
struct Sampler<'a> {
    weights: &'a Weights,
    game: TrainingGame,
}

impl Witness for Sampler<'_> {
    fn see(&mut self, _: impl FnOnce() -> Event) {}
}

impl Chronicle for Sampler<'_> {
    fn set_up(&mut self, state: &State) {
        self.game.sample(state, self.weights);
    }

    fn acted(&mut self, state: &State, _: Seat, _: Action) {
        self.game.sample(state, self.weights);
    }
}

/// Plays the training set, fits the value function to it, and prints how far off that is.
fn fit(
    args: &Tune,
    mut weights: Weights,
    base: Ruleset,
    tables: &[u8],
    n_games: u64,
    out: &mut impl io::Write,
) -> Result<(), Error> {
    let games: Vec<(u8, u64)> = tables.iter().flat_map(|it| (0..n_games).map(move |number| (*it, number))).collect();
    let sampled = |&(players, number): &(u8, u64)| -> Result<TrainingGame, Error> {
        let seed = game_seed(args.seed, number);
        let bot = |seat| Box::new(Greedy::with_weights(bot_seed(seed, Seat(seat)), weights)) as Box<dyn Bot>;
        let mut bots: Vec<Box<dyn Bot>> = (0..players).map(bot).collect();
        let mut sampler = Sampler { weights: &weights, game: TrainingGame::default() };
        let played = arena::play(
            Ruleset { players, ..base },
            seed,
            &mut bots,
            MAX_ACTIONS,
            &mut Chooser::default(),
            &mut sampler,
        );
        sampler.game.end(&played?.0);
        Ok(sampler.game)
    };
    let training_set: Vec<TrainingGame> = games.par_iter().map(sampled).collect::<Result<_, Error>>()?;
    let (before, after) = (*weights.value.of(base.game), ValueFunction::fit(&training_set));
    *weights.value.of_mut(base.game) = after;
    fs::write(&args.out, weights.to_string()).map_err(|it| Error::file("write", &args.out, &it))?;
    writeln!(out, "The points between two players in the end, and how far off they are expected:")?;
    for (round, name) in Round::ALL.into_iter().zip(["first", "second", "third"]) {
        let nothing = ValueFunction { points: Default::default(), ..after };
        let [nothing, before, after] = [nothing, before, after].map(|it| it.error(&training_set, round));
        writeln!(out, "before the {name:<6} scoring {nothing:6.2}; {before:6.2} -> {after:6.2}")?;
    }
    Ok(())
}

fn moved_to(logs: &[f64]) -> Vec<f64> {
    logs.iter().map(|it| it.exp()).collect()
}

fn progress(n_steps: u32) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} steps, {eta} to go");
    ProgressBar::new(n_steps.into()).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// How much better `one` does than `two` in pairs of games on the same seeds with seats exchanged, from -1 to 1.
pub(crate) fn duel(
    ruleset: Ruleset,
    one: &Weights,
    two: &Weights,
    series: u64,
    first: u64,
    n_pairs: u64,
) -> Result<f64, Error> {
    let pair = |number: u64| -> Result<f64, Error> {
        let seed = game_seed(series, number);
        let mut sum = 0.0;
        for swapped in [0, 1] {
            let owner = |seat: usize| (seat + swapped + number as usize) % 2;
            let mut bots: Vec<Box<dyn Bot>> = (0..usize::from(ruleset.players))
                .map(|seat| {
                    let luck: Seed = bot_seed(seed, Seat(seat as u8));
                    Box::new(Greedy::with_weights(luck, *[one, two][owner(seat)])) as Box<dyn Bot>
                })
                .collect();
            let mut chooser = Chooser::default();
            let played = arena::play(ruleset, seed, &mut bots, MAX_ACTIONS, &mut chooser, &mut ());
            let (state, _) = played?;
            let scores: Vec<u16> = state.players.iter().map(|it| it.score).collect();
            sum += advantage(&scores, owner);
        }
        Ok(sum / 2.0)
    };
    let results: Result<Vec<f64>, Error> = (first..first + n_pairs).into_par_iter().map(pair).collect();
    let results = results?;
    Ok(results.iter().sum::<f64>() * ratio(1, results.len() as u64))
}

/// How much better the seats of owner 0 did than those of owner 1: victories and, to tell close games apart, points.
fn advantage(scores: &[u16], owner: impl Fn(usize) -> usize) -> f64 {
    let part = ratio(1, scores.len() as u64);
    let mean = part * scores.iter().copied().map(f64::from).sum::<f64>();
    let utility = |seat: usize| share_of_victory(scores, seat) - part + 0.02 * (f64::from(scores[seat]) - mean);
    (0..scores.len()).map(|seat| if owner(seat) == 0 { utility(seat) } else { -utility(seat) }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn victories_count_more_than_points() {
        let even = |seat: usize| seat % 2;
        assert!(advantage(&[50, 50], even).abs() < 1e-9);
        assert!(advantage(&[51, 50], even) > 0.9);
        assert!(advantage(&[90, 50], even) > advantage(&[60, 50], even));
        assert!((advantage(&[60, 50], even) + advantage(&[50, 60], even)).abs() < 1e-9);
    }

    #[test]
    fn equal_weights_are_equally_good() {
        let weights = Weights::default();
        let result = duel(Ruleset::alhambra(2), &weights, &weights, 0, 0, 3).unwrap();
        assert!(result.abs() < 1e-9, "{result}");
    }
}
