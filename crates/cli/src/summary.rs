//! What came of a simulation, for people and for programs.

use std::{collections::BTreeMap, fmt};

use alhambra_bots::{
    arena::{
        Table,
        statistics::{ratio, wilson},
    },
    sources,
};
use alhambra_engine::Ruleset;
use serde::Serialize;

use crate::{
    lineup::Lineup,
    tally::{ROUNDS, Spread, Standing, Tally},
};

/// The summary of a simulation; serialised it is what `--json` prints.
#[derive(Serialize)]
pub(crate) struct Summary {
    ruleset: Ruleset,
    seed: u64,
    games: u64,
    finished: u64,
    unfinished: u64,
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    /// By entry of `--bots`; if one bot plays everywhere, by seat.
    seats: Vec<Entry>,
    by_seat: Vec<Entry>,
    points_by_source: BTreeMap<&'static str, f64>,
    points_by_scoring: Vec<BTreeMap<&'static str, f64>>,
    winning_score: Length,
    dirk_score: Option<Length>,
    length: Lengths,
}

/// What one entry or one seat made of its games.
#[derive(Serialize)]
struct Entry {
    bot: String,
    mean_score: f64,
    score_ci95: [f64; 2],
    score_deviation: f64,
    win_rate: f64,
    ci95: [f64; 2],
    points_by_source: BTreeMap<&'static str, f64>,
}

/// How long the finished games were.
#[derive(Serialize)]
struct Lengths {
    actions: Length,
    turns: Length,
}

/// A mean and the range around it.
#[derive(Serialize)]
struct Length {
    mean: f64,
    min: u64,
    max: u64,
}

impl Length {
    fn of(spread: Spread, n: u64) -> Length {
        let (mean, min, max) = spread.of(n);
        Length { mean, min, max }
    }
}

/// Under which circumstances the games were played.
pub(crate) struct Circumstances {
    pub(crate) ruleset: Ruleset,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) seconds: f64,
}

impl Summary {
    /// Works the summary out.
    pub(crate) fn new(circumstances: &Circumstances, lineup: &Lineup, tally: &Tally) -> Summary {
        let &Circumstances { ruleset, seed, threads, seconds } = circumstances;
        let n = tally.n_finished;
        let games = n + tally.n_unfinished;
        let per_second = |count: u64| if seconds > 0.0 { ratio(count, 1) / seconds } else { 0.0 };
        let entries = |standings: &[Standing]| -> Vec<Entry> {
            lineup.entries.iter().zip(standings).map(|(bot, it)| Entry::new(bot.name().to_owned(), it, n)).collect()
        };
        let mut by_seat = entries(&tally.seats);
        // Everybody has sat everywhere: a seat has no bot of its own then.
        if !lineup.is_of_one_kind() {
            for seat in &mut by_seat {
                "all".clone_into(&mut seat.bot);
            }
        }
        let points = tally.points();
        Summary {
            ruleset,
            seed,
            games,
            finished: n,
            unfinished: tally.n_unfinished,
            threads,
            seconds,
            games_per_second: per_second(games),
            actions_per_second: per_second(tally.n_actions),
            seats: entries(&tally.entries),
            by_seat,
            points_by_source: by_source(&total(&points)),
            points_by_scoring: points.iter().map(by_source).collect(),
            winning_score: Length::of(tally.winning, n),
            dirk_score: (ruleset.players == 2).then(|| Length::of(tally.dirk, n)),
            length: Lengths { actions: Length::of(tally.actions, n), turns: Length::of(tally.turns, n) },
        }
    }
}

impl Entry {
    fn new(bot: String, standing: &Standing, n: u64) -> Entry {
        let (mean_score, score_deviation) = (standing.mean(n), standing.deviation(n));
        let reach = 1.96 * score_deviation * ratio(1, n).sqrt();
        let win_rate = standing.win_rate(n);
        Entry {
            bot,
            mean_score,
            score_ci95: [mean_score - reach, mean_score + reach],
            score_deviation,
            win_rate,
            ci95: wilson(win_rate, n),
            points_by_source: by_source(&total(&standing.points(n))),
        }
    }

    fn cells(&self, name: String) -> [String; 5] {
        [
            name,
            format!("{:.2} ± {:.2}", self.mean_score, (self.score_ci95[1] - self.score_ci95[0]) / 2.0),
            format!("{:.1}", self.score_deviation),
            format!("{:.1}%", 100.0 * self.win_rate),
            format!("{:.1}–{:.1}%", 100.0 * self.ci95[0], 100.0 * self.ci95[1]),
        ]
    }
}

fn total(points: &[[f64; sources::N_SOURCES]; 3]) -> [f64; sources::N_SOURCES] {
    std::array::from_fn(|source| points.iter().map(|round| round[source]).sum())
}

fn by_source(points: &[f64; sources::N_SOURCES]) -> BTreeMap<&'static str, f64> {
    sources::NAMES.into_iter().zip(*points).collect()
}

impl Summary {
    /// Scores, wins, points and lengths.
    fn results(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.by_seat.iter().any(|it| it.bot == "all") {
            let mut table = Table::new(HEADINGS);
            for (i, entry) in self.seats.iter().enumerate() {
                table.row(entry.cells(format!("{}. {}", i + 1, entry.bot)));
            }
            write!(f, "\n{table}")?;
        }
        let mut table = Table::new(HEADINGS);
        for (seat, entry) in self.by_seat.iter().enumerate() {
            table.row(entry.cells(format!("seat {seat} {}", entry.bot)));
        }
        write!(f, "\n{table}")?;
        writeln!(f, "A shared victory counts as its share: half a win each for two.")?;
        let Length { mean, min, max } = self.winning_score;
        writeln!(f, "Winning score {mean:.1} ({min} to {max}).")?;
        if let Some(Length { mean, min, max }) = self.dirk_score {
            writeln!(f, "Dirk's score {mean:.1} ({min} to {max}).")?;
        }

        let mut table = Table::new(["points per player"].into_iter().chain(ROUNDS).chain(["all"]));
        let mut sums = [0.0; ROUNDS.len()];
        for name in sources::in_the_box(self.ruleset).map(|it| sources::NAMES[it]) {
            let rounds = self.points_by_scoring.iter().map(|it| it[name]);
            rounds.clone().zip(&mut sums).for_each(|(points, sum)| *sum += points);
            let numbers = rounds.chain([self.points_by_source[name]]).map(|it| format!("{it:.2}"));
            table.row([name.to_owned()].into_iter().chain(numbers));
        }
        let numbers = sums.iter().copied().chain([sums.iter().sum()]).map(|it| format!("{it:.2}"));
        table.row(["all sources".to_owned()].into_iter().chain(numbers));
        write!(f, "\n{table}")?;

        let Lengths { actions, turns } = &self.length;
        writeln!(
            f,
            "\nA game has {:.1} actions ({} to {}) in {:.1} turns ({} to {}).",
            actions.mean, actions.min, actions.max, turns.mean, turns.min, turns.max
        )
    }
}

const HEADINGS: [&str; 5] = ["", "score", "deviation", "wins", "95%"];

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        writeln!(f, "{} {games} of {}, seed {}", self.games, self.ruleset, self.seed)?;
        if self.unfinished > 0 {
            writeln!(f, "{} stopped after --max-actions and left out of everything below", self.unfinished)?;
        }
        if self.finished > 0 {
            self.results(f)?;
        }
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        writeln!(
            f,
            "{:.2} s on {} {threads}: {:.0} games/s, {:.0} actions/s.",
            self.seconds, self.threads, self.games_per_second, self.actions_per_second
        )
    }
}
