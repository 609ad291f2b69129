//! Calibrate: whether what is said to come in 30 of 100 games does come in 30 of them.

use std::io::{self, IsTerminal as _};

use alhambra_bots::{
    Budget, Means, Question, Seen,
    analysis::Walk,
    arena::{
        self, MAX_ACTIONS, Table,
        statistics::{half_interval, ratio, share_of_victory},
    },
    bot_seed, game_seed, prospects,
};
use alhambra_engine::{Chooser, Event, notation::Record};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    chronicle::Everything,
    error::Error,
    lineup::{BotName, Choice, Lineup, Patience},
    rules::Rules,
};

/// How many bins the chances from 0 to 100 % are put into.
const N_BINS: usize = 10;

/// Which games to play, and when to ask.
#[derive(clap::Args, Debug)]
pub(crate) struct Calibrate {
    #[command(flatten)]
    rules: Rules,

    /// The bots: one name for all seats, or one for each player with commas between them, who change seats.
    #[arg(long, short, value_name = "NAMES", default_value = "greedy", value_parser = BotName, value_delimiter = ',')]
    bots: Vec<Choice>,

    #[command(flatten)]
    patience: Patience,

    /// How many games to play.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    games: u64,

    /// When to ask for the chances: after so many percent of the turns of a game.
    #[arg(long, value_name = "PERCENTS", default_value = "0,25,50,75,95", value_delimiter = ',',
          value_parser = clap::value_parser!(u8).range(0..100))]
    at: Vec<u8>,

    /// How many games are played on from each of these moments; reviews use 400.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,

    /// The number that all games follow from.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How many games to play at the same time; 0 for as many as there are cores.
    ///
    /// The results are the same for any number, unless a bot thinks by the clock.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Print everything as one JSON object.
    #[arg(long)]
    json: bool,
}

/// What was said of one game, and what came.
struct Game {
    /// The chances by moment and seat.
    said: Vec<Vec<f64>>,
    /// The parts of the victory by seat.
    came: Vec<f64>,
    /// Which bot sat where.
    entries: Vec<usize>,
}

/// What was said and what came of something, on average over games.
#[derive(Clone, Debug, Serialize)]
struct Compared {
    /// How many chances were said.
    n: u64,
    said: f64,
    came: f64,
    /// Half the 95% interval of the difference, from the spread between games; nothing if only one game had any.
    ci95: Option<f64>,
}

/// How good the chances were at one moment.
#[derive(Debug, Serialize)]
struct AtMoment {
    percent: u8,
    /// The mean square of the difference between what was said and what came, for a player.
    brier: f64,
    /// The same if everybody's chance is always said to be equal.
    base: f64,
    /// How far the first is below the second.
    gain: f64,
    /// Half the 95% interval of that.
    ci95: Option<f64>,
    bins: Vec<Option<Compared>>,
    seats: Vec<Compared>,
    bots: Vec<Compared>,
}

/// Everything that was found out.
#[derive(Debug, Serialize)]
struct Calibration {
    ruleset: String,
    bots: Vec<String>,
    games: u64,
    seed: u64,
    tries: u32,
    moments: Vec<AtMoment>,
    /// All moments together.
    bins: Vec<Option<Compared>>,
}

/// Plays the games and compares what was said with what came.
pub(crate) fn run(args: &Calibrate, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let entrants = args.bots.iter().map(|it| it.entrant(args.patience)).collect::<Result<Vec<_>, Error>>()?;
    let lineup = Lineup::new(&entrants, ruleset.players)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let pool = pool.map_err(|it| Error::Failure(format!("can't start threads: {it}")))?;
    let bar = progress(args.games);
    let play = |number: u64| -> Result<Game, Error> {
        let seed = game_seed(args.seed, number);
        let mut bots = Vec::new();
        lineup.seat(number, seed, &mut bots);
        let mut everything = Everything::new(Record::new(ruleset, seed), None, None);
        let (state, _) = arena::play(ruleset, seed, &mut bots, MAX_ACTIONS, &mut Chooser::default(), &mut everything)?;
        let scores: Vec<u16> = state.players.iter().map(|it| it.score).collect();
        let said = said(everything.record, everything.scorings.n_turns, &args.at, args.tries)?;
        bar.inc(1);
        let seats = 0..scores.len();
        Ok(Game {
            said,
            came: seats.clone().map(|seat| share_of_victory(&scores, seat)).collect(),
            entries: seats.map(|seat| lineup.entry_at(number, seat)).collect(),
        })
    };
    let games: Vec<Game> = pool.install(|| (0..args.games).into_par_iter().map(play).collect::<Result<_, Error>>())?;
    bar.finish_and_clear();

    let moments: Vec<AtMoment> =
        args.at.iter().enumerate().map(|(i, percent)| at_moment(&games, i, *percent, &lineup)).collect();
    let calibration = Calibration {
        ruleset: ruleset.to_string(),
        bots: names(&lineup),
        games: args.games,
        seed: args.seed,
        tries: args.tries,
        bins: bins(&games, |_| true),
        moments,
    };
    if args.json {
        let json = serde_json::to_string_pretty(&calibration).map_err(|it| Error::Failure(it.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{}", told(&calibration))?;
    }
    Ok(())
}

/// The names of the bots, each once.
fn names(lineup: &Lineup) -> Vec<String> {
    let mut names: Vec<String> = lineup.entries.iter().map(|it| it.name().to_owned()).collect();
    let mut seen = Vec::new();
    names.retain(|it| {
        let is_new = !seen.contains(it);
        seen.push(it.clone());
        is_new
    });
    names
}

/// The chances that are said at these moments of a game.
fn said(record: Record, n_turns: u32, at: &[u8], tries: u32) -> Result<Vec<Vec<f64>>, Error> {
    let means = Means::default();
    let mut wanted: Vec<(u32, usize)> =
        at.iter().enumerate().map(|(i, it)| (1 + n_turns * u32::from(*it) / 100, i)).collect();
    wanted.sort_unstable();
    let mut walk = Walk::of(record).map_err(|it| Error::Failure(it.to_string()))?;
    let (mut said, mut turn) = (vec![Vec::new(); at.len()], 0);
    let mut wanted = wanted.into_iter().peekable();
    loop {
        turn += walk.events().iter().filter(|it| matches!(it, Event::TurnBegan { .. })).count() as u32;
        while let Some((_, i)) = wanted.next_if(|it| it.0 <= turn) {
            let state = walk.state();
            let seat = state.to_act().unwrap_or_default();
            let question = Question {
                recall: walk.recall(seat),
                seed: bot_seed(state.rng.seed, seat),
                budget: Budget::Iterations(tries),
                means: &means,
                wanted: None,
            };
            said[i] = prospects(&Seen::by(state, seat), &question);
        }
        if wanted.peek().is_none() || walk.step().is_none() {
            return Ok(said);
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() * ratio(1, values.len() as u64)
}

/// Compares what was said with what came, for whatever is picked of each game.
fn compare(picked: &[Vec<(f64, f64)>]) -> Option<Compared> {
    let all: Vec<(f64, f64)> = picked.iter().flatten().copied().collect();
    if all.is_empty() {
        return None;
    }
    let part = ratio(1, all.len() as u64);
    let (said, came) = all.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0 * part, sum.1 + it.1 * part));
    // What was said within one game hangs together, so a game is one observation.
    let n_games = picked.iter().filter(|it| !it.is_empty()).count();
    let per_game = ratio(picked.len() as u64, all.len() as u64);
    let residual = |it: &Vec<(f64, f64)>| per_game * it.iter().map(|one| (one.1 - came) - (one.0 - said)).sum::<f64>();
    let residuals: Vec<f64> = picked.iter().map(residual).collect();
    let ci95 = half_interval(&residuals).filter(|_| n_games > 1);
    Some(Compared { n: all.len() as u64, said, came, ci95 })
}

/// The reliability of what is picked by moment.
fn bins(games: &[Game], moment: impl Fn(usize) -> bool) -> Vec<Option<Compared>> {
    let bin = |said: f64| ((said * ratio(N_BINS as u64, 1)) as usize).min(N_BINS - 1);
    let pick = |game: &Game, wanted: usize| -> Vec<(f64, f64)> {
        let moments = game.said.iter().enumerate().filter(|it| moment(it.0));
        let all = moments.flat_map(|it| it.1.iter().copied().zip(game.came.iter().copied()));
        all.filter(|it| bin(it.0) == wanted).collect()
    };
    (0..N_BINS).map(|wanted| compare(&games.iter().map(|it| pick(it, wanted)).collect::<Vec<_>>())).collect()
}

fn at_moment(games: &[Game], i: usize, percent: u8, lineup: &Lineup) -> AtMoment {
    let error = |of: &dyn Fn(&Game, usize) -> f64| -> Vec<f64> {
        let in_game = |game: &Game| -> f64 {
            let errors: Vec<f64> =
                (0..game.came.len()).map(|seat| (of(game, seat) - game.came[seat]).powi(2)).collect();
            mean(&errors)
        };
        games.iter().map(in_game).collect()
    };
    let brier = error(&|game, seat| game.said[i][seat]);
    let base = error(&|game, _| ratio(1, game.came.len() as u64));
    let gains: Vec<f64> = base.iter().zip(&brier).map(|(base, it)| base - it).collect();
    let n_seats = games.first().map_or(0, |it| it.came.len());
    let pick = |wanted: &dyn Fn(&Game, usize) -> bool| -> Option<Compared> {
        let of = |game: &Game| -> Vec<(f64, f64)> {
            let seats = (0..game.came.len()).filter(|seat| wanted(game, *seat));
            seats.map(|seat| (game.said[i][seat], game.came[seat])).collect()
        };
        compare(&games.iter().map(of).collect::<Vec<_>>())
    };
    let is_called = |game: &Game, seat: usize, name: &str| lineup.entries[game.entries[seat]].name() == name;
    AtMoment {
        percent,
        brier: mean(&brier),
        base: mean(&base),
        gain: mean(&gains),
        ci95: half_interval(&gains),
        bins: bins(games, |it| it == i),
        seats: (0..n_seats).filter_map(|wanted| pick(&|_, seat| seat == wanted)).collect(),
        bots: names(lineup).iter().filter_map(|name| pick(&|game, seat| is_called(game, seat, name))).collect(),
    }
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

fn interval(half: Option<f64>) -> String {
    half.map_or_else(|| "-".to_owned(), |it| format!("± {:.1}", 100.0 * it))
}

/// Everything in tables.
fn told(calibration: &Calibration) -> String {
    let Calibration { ruleset, bots, games, seed, tries, moments, bins } = calibration;
    let mut text =
        format!("{games} games of {ruleset}, seed {seed}, {} with {tries} tries a moment\n\n", bots.join(", "));
    let mut table = Table::new(["after", "Brier", "equal chances", "better by", "95%"]);
    for it in moments {
        let gain = it.ci95.map_or_else(|| "-".to_owned(), |it| format!("± {it:.4}"));
        let numbers = [it.brier, it.base, it.gain].map(|it| format!("{it:.4}"));
        table.row([format!("{}%", it.percent)].into_iter().chain(numbers).chain([gain]));
    }
    text += &format!("{table}\n");
    let mut table = Table::new(["all moments", "n", "said", "came", "95%"]);
    for (i, it) in bins.iter().enumerate() {
        let Some(it) = it else { continue };
        let name = format!("{}-{}%", 100 / N_BINS * i, 100 / N_BINS * (i + 1));
        table.row([name, it.n.to_string(), percent(it.said), percent(it.came), interval(it.ci95)]);
    }
    text += &format!("{table}\n");
    let mut table = Table::new(["", "after", "said", "came", "95%"]);
    for it in moments {
        let seats = it.seats.iter().enumerate().map(|(i, it)| (format!("seat {i}"), it));
        let by_bot = it.bots.iter().zip(bots).map(|(it, name)| (name.clone(), it));
        // Where all bots are one kind it always comes as often as it is said.
        for (name, compared) in seats.chain(by_bot.filter(|_| bots.len() > 1)) {
            let after = format!("{}%", it.percent);
            table.row([name, after, percent(compared.said), percent(compared.came), interval(compared.ci95)]);
        }
    }
    text += &table.to_string();
    text
}

/// A bar on the error output, if somebody looks at it.
fn progress(n_games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} to go");
    ProgressBar::new(n_games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(said: &[f64], came: &[f64]) -> Game {
        Game { said: vec![said.to_vec()], came: came.to_vec(), entries: (0..came.len()).collect() }
    }

    #[test]
    fn what_comes_as_often_as_it_is_said_is_calibrated() {
        let games: Vec<Game> = (0..20_u32)
            .map(|it| if it % 4 == 0 { game(&[0.25, 0.75], &[1.0, 0.0]) } else { game(&[0.25, 0.75], &[0.0, 1.0]) })
            .collect();
        let bins = bins(&games, |_| true);
        for (bin, expected) in [(2, 0.25), (7, 0.75)] {
            let it = bins[bin].as_ref().unwrap();
            assert!((it.said - expected).abs() < 1e-9 && (it.came - expected).abs() < 1e-9, "{it:?}");
            // Twenty games know it to about a fifth.
            let half = it.ci95.unwrap();
            assert!((0.17..0.22).contains(&half), "{half}");
        }
        assert!(bins[0].is_none());
    }
}
