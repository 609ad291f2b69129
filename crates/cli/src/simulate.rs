//! Simulate: many games between bots, and what came of them.

use std::{
    fs::{self, File},
    io::{self, BufWriter, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    time::Instant,
};

use alhambra_bots::{Bot, arena, game_seed};
use alhambra_engine::{Chooser, Ruleset, notation::Record};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::{
    chronicle::Everything,
    decisions::{self, Decisions, PlayedGame},
    error::Error,
    export::Export,
    lineup::{BotName, Choice, Lineup, Patience},
    rules::Rules,
    summary::{Circumstances, Summary},
    tally::{Scorings, Tally},
};

/// Which games to play and what to keep of them.
#[derive(clap::Args, Debug)]
pub(crate) struct Simulate {
    #[command(flatten)]
    rules: Rules,

    /// The bots: one name for all seats, or one for each player with commas between them.
    ///
    /// If there is one for each player, all move on to the next seat after every game, so that each sits everywhere.
    #[arg(long, short, value_name = "NAMES", default_value = "random", value_parser = BotName, value_delimiter = ',')]
    bots: Vec<Choice>,

    #[command(flatten)]
    patience: Patience,

    /// How many games to play.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000)]
    games: u64,

    /// The number that all games follow from.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How many games to play at the same time; 0 for as many as there are cores.
    ///
    /// The results are the same for any number.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Stop a game after so many actions and count it as unfinished.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_actions: u32,

    /// Print the summary as one JSON object.
    #[arg(long)]
    json: bool,

    /// Write a record of every game into this folder.
    ///
    /// The folder is made if it isn't there. The files are called game-000000.txt and so on; `alhambra replay` shows them.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Write every state of every game into this file, one JSON object a line.
    ///
    /// Nothing is hidden: an outside program can check every step. docs/export.md describes the lines. A base game takes one or
    /// two megabytes, one with all modules ten.
    #[arg(long, value_name = "FILE.jsonl")]
    export: Option<PathBuf>,

    /// Write every decision of every game into this file, with the position before it and the outcome, for pandas, polars and others.
    ///
    /// One row a decision; docs/python.md describes the columns. Nothing is hidden. A base game takes some ten kilobytes.
    #[arg(long, value_name = "FILE.parquet")]
    parquet: Option<PathBuf>,
}

/// What a thread takes from game to game, so that it need not be made anew.
struct Worker {
    tally: Tally,
    bots: Vec<Box<dyn Bot>>,
    chooser: Chooser,
}

/// What all games have in common.
struct Series<'a> {
    ruleset: Ruleset,
    lineup: Lineup,
    args: &'a Simulate,
    progress: ProgressBar,
}

/// Plays the games and prints the summary.
pub(crate) fn run(args: &Simulate, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let bots = args.bots.iter().map(|it| it.entrant(args.patience)).collect::<Result<Vec<_>, Error>>()?;
    let lineup = Lineup::new(&bots, ruleset.players)?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|it| Error::file("make the folder", folder, &it))?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let pool = pool.map_err(|it| Error::Failure(format!("can't start threads: {it}")))?;

    let series = Series { ruleset, lineup, args, progress: progress(args.games) };
    let start = Instant::now();
    let tally = if args.export.is_some() || args.parquet.is_some() {
        series.play_in_order(&pool)?
    } else {
        pool.install(|| series.play())?
    };
    let seconds = start.elapsed().as_secs_f64();
    series.progress.finish_and_clear();

    let circumstances = Circumstances { ruleset, seed: args.seed, threads: pool.current_num_threads(), seconds };
    let summary = Summary::new(&circumstances, &series.lineup, &tally);
    if args.json {
        let json = serde_json::to_string_pretty(&summary).map_err(|it| Error::Failure(it.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{summary}")?;
    }
    Ok(())
}

/// A bar on the error output, if somebody looks at it.
fn progress(n_games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {per_sec}, {eta} to go");
    ProgressBar::new(n_games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Series<'_> {
    fn worker(&self) -> Worker {
        let n_players = usize::from(self.ruleset.players);
        Worker { tally: Tally::new(n_players), bots: Vec::new(), chooser: Chooser::default() }
    }

    /// Plays all games in whatever order.
    fn play(&self) -> Result<Tally, Error> {
        let games = (0..self.args.games).into_par_iter();
        games
            .try_fold(|| self.worker(), |worker, game| self.play_one(worker, game))
            .map(|worker| worker.map(|it| it.tally))
            .try_reduce(|| self.worker().tally, |tally, other| Ok(tally.merge(&other)))
    }

    fn play_one(&self, mut worker: Worker, game: u64) -> Result<Worker, Error> {
        let Worker { tally, bots, chooser } = &mut worker;
        if let Some(folder) = &self.args.records {
            self.play_in_full(game, tally, bots, chooser)?.save(folder, game, self.args.games)?;
        } else {
            let seed = game_seed(self.args.seed, game);
            self.lineup.seat(game, seed, bots);
            let mut scorings = Scorings::default();
            let played = arena::play(self.ruleset, seed, bots, self.args.max_actions, chooser, &mut scorings);
            let (state, n_actions) = played?;
            tally.count(game, &self.lineup, &state, n_actions, &scorings);
        }
        self.progress.inc(1);
        Ok(worker)
    }

    /// Plays all games and writes what is to be kept of them in the order of their numbers.
    fn play_in_order(&self, pool: &rayon::ThreadPool) -> Result<Tally, Error> {
        let mut files = Files::new(self.args)?;
        let mut all = self.worker().tally;
        // A few games at a time, so that those that wait to be written fit into memory.
        let at_a_time = 4 * pool.current_num_threads() as u64;
        for first in (0..self.args.games).step_by(at_a_time as usize) {
            let games = first..self.args.games.min(first + at_a_time);
            let played: Vec<Result<(Tally, Full), Error>> =
                pool.install(|| games.into_par_iter().map(|game| self.play_one_of_order(game)).collect());
            for game in played {
                let (tally, full) = game?;
                files.write(full)?;
                all = all.merge(&tally);
            }
        }
        files.finish()?;
        Ok(all)
    }

    fn play_one_of_order(&self, game: u64) -> Result<(Tally, Full), Error> {
        let Worker { mut tally, mut bots, mut chooser } = self.worker();
        let full = self.play_in_full(game, &mut tally, &mut bots, &mut chooser)?;
        if let Some(folder) = &self.args.records {
            full.save(folder, game, self.args.games)?;
        }
        self.progress.inc(1);
        Ok((tally, full))
    }

    /// Plays one game and keeps everything that was asked for.
    fn play_in_full(
        &self,
        game: u64,
        tally: &mut Tally,
        bots: &mut Vec<Box<dyn Bot>>,
        chooser: &mut Chooser,
    ) -> Result<Full, Error> {
        let seed = game_seed(self.args.seed, game);
        self.lineup.seat(game, seed, bots);
        let names = || self.lineup.seated(game).map(|it| it.name().to_owned());
        let export = self.args.export.as_ref().map(|_| Export::new(game, names()));
        let decisions = self.args.parquet.as_ref().map(|_| Decisions::new(game, names()));
        let mut everything = Everything::new(Record::new(self.ruleset, seed), export, decisions);
        let played = arena::play(self.ruleset, seed, bots, self.args.max_actions, chooser, &mut everything);
        let (state, n_actions) = played?;
        let Everything { scorings, record, export, decisions, .. } = everything;
        tally.count(game, &self.lineup, &state, n_actions, &scorings);
        let lines = export.map(|it| it.finish(&state, scorings.n_turns)).unwrap_or_default();
        let decisions = decisions.map(|it| it.finish(&state, seed.to_string(), &scorings));
        Ok(Full { record, lines, decisions })
    }
}

/// The files that all games go into.
struct Files<'a> {
    args: &'a Simulate,
    export: Option<BufWriter<File>>,
    parquet: Option<decisions::Writer>,
}

impl Files<'_> {
    fn new(args: &Simulate) -> Result<Files<'_>, Error> {
        let open = |path: &PathBuf| File::create(path).map_err(|it| Error::file("write", path, &it));
        Ok(Files {
            args,
            export: args.export.as_ref().map(open).transpose()?.map(BufWriter::new),
            parquet: args.parquet.as_ref().map(|path| decisions::Writer::new(path)).transpose()?,
        })
    }

    fn write(&mut self, full: Full) -> Result<(), Error> {
        if let (Some(file), Some(path)) = (&mut self.export, &self.args.export) {
            file.write_all(&full.lines).map_err(|it| Error::file("write", path, &it))?;
        }
        if let (Some(file), Some(path), Some(decisions)) = (&mut self.parquet, &self.args.parquet, full.decisions) {
            file.add(decisions).map_err(|it| Error::file("write", path, &io::Error::other(it)))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Error> {
        if let (Some(mut file), Some(path)) = (self.export, &self.args.export) {
            file.flush().map_err(|it| Error::file("write", path, &it))?;
        }
        if let (Some(file), Some(path)) = (self.parquet, &self.args.parquet) {
            file.finish().map_err(|it| Error::file("write", path, &io::Error::other(it)))?;
        }
        Ok(())
    }
}

/// What was kept of a game.
struct Full {
    record: Record,
    lines: Vec<u8>,
    decisions: Option<PlayedGame>,
}

impl Full {
    /// Writes the record into the folder, under the number of the game.
    fn save(&self, folder: &Path, game: u64, n_games: u64) -> Result<(), Error> {
        // At least six digits, so that longer series begin with the same names.
        let width = n_games.saturating_sub(1).to_string().len().max(6);
        let path = folder.join(format!("game-{game:0width$}.txt"));
        fs::write(&path, self.record.to_string()).map_err(|it| Error::file("write", &path, &it))
    }
}
