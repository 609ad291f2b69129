//! Arena: bots meet each other in pairs until it is known who is stronger, and how surely.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use alhambra_bots::arena::{self, Pairing, Played};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use crate::{
    computing_time::ComputingTime,
    error::Error,
    lineup::{BotName, Choice, Patience},
    rules::Rules,
};

/// Who meets whom, and how often.
#[derive(clap::Args, Debug)]
pub(crate) struct Arena {
    #[command(flatten)]
    rules: Rules,

    /// The bots, with commas between them: names, or programs of your own like "./mybot --fast".
    #[arg(long, short, value_name = "NAMES", required = true, value_parser = BotName, value_delimiter = ',')]
    bots: Vec<Choice>,

    #[command(flatten)]
    patience: Patience,

    /// Let only neighbours in the list meet, instead of everybody everybody.
    #[arg(long)]
    ladder: bool,

    /// How many games every meeting has at least; all seats are taken equally often.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    games: u64,

    /// The number that all games follow from.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How many games to play at the same time; 0 for as many as there are cores.
    ///
    /// A time budget is counted in the time that a bot really computes, so waiting for a free core costs it nothing.
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Keep every game in this file, and go on from there if it exists.
    #[arg(long, short, value_name = "FILE.jsonl")]
    file: Option<PathBuf>,

    /// Write the meetings into this file as comma-separated values.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Print ratings and meetings as one JSON object.
    #[arg(long)]
    json: bool,
}

/// The first line of a file of games: what they have in common.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Heading {
    ruleset: String,
    seed: u64,
}

/// Plays what is still to be played, and prints who is how strong.
pub(crate) fn run(args: &Arena, out: &mut impl io::Write) -> Result<(), Error> {
    let arena = arena(args)?;
    let heading = Heading { ruleset: arena.ruleset.to_string(), seed: args.seed };
    let played = match &args.file {
        Some(path) if path.exists() => read(path, &heading)?,
        _ => Vec::new(),
    };
    let file = args.file.as_deref().map(|path| open(path, &heading)).transpose()?;

    let (mut played, open) = arena.resume(played);
    let progress = progress((played.len() + open.len()) as u64, played.len() as u64);
    let file = Mutex::new(file);
    let keep = |game: &Played| -> Result<(), Error> {
        if let (Some(file), Some(path)) = (&mut *file.lock().unwrap_or_else(PoisonError::into_inner), &args.file) {
            // Line by line, so that a game that was played is kept whatever happens next.
            write_line(file, game).map_err(|it| Error::file("write", path, &it))?;
        }
        progress.inc(1);
        Ok(())
    };
    played.extend(arena.play_all(&open, keep)?);
    progress.finish_and_clear();

    let report = arena.report(played);
    if let Some(path) = &args.csv {
        fs::write(path, report.csv()).map_err(|it| Error::file("write", path, &it))?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&report).map_err(|it| Error::Failure(it.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// The arena that was asked for.
fn arena(args: &Arena) -> Result<arena::Arena, Error> {
    let ruleset = args.rules.ruleset()?;
    let entrants = args.bots.iter().map(|it| it.entrant(args.patience)).collect::<Result<_, Error>>()?;
    let mut arena = arena::Arena::new(ruleset, entrants)
        .map_err(|_| Error::Usage("--bots needs two or more different bots".to_owned()))?;
    arena.pairing = if args.ladder { Pairing::Ladder } else { Pairing::All };
    arena.games = args.games;
    arena.seed = args.seed;
    arena.threads = args.threads;
    arena.clock = Arc::new(ComputingTime::default());
    Ok(arena)
}

/// The games of a file that has this heading.
fn read(path: &Path, heading: &Heading) -> Result<Vec<Played>, Error> {
    let text = fs::read_to_string(path).map_err(|it| Error::file("read", path, &it))?;
    let mut lines = text.lines();
    let wrong = |what: &str| Error::Usage(format!("{}: {what}", path.display()));
    let found: Heading = serde_json::from_str(lines.next().unwrap_or_default())
        .map_err(|_| wrong("this is no file of an arena; choose another name"))?;
    if found != *heading {
        return Err(wrong(&format!("it has games of {}, seed {}; choose another name", found.ruleset, found.seed)));
    }
    // A last line that was cut off is a game that has to be played again.
    Ok(lines.map_while(|it| serde_json::from_str(it).ok()).collect())
}

/// Opens a file for further games.
fn open(path: &Path, heading: &Heading) -> Result<File, Error> {
    let broken = |it: io::Error| Error::file("write", path, &it);
    let complete = match fs::read_to_string(path) {
        Ok(text) => text[..text.rfind('\n').map_or(0, |it| it + 1)].to_owned(),
        Err(_) => String::new(),
    };
    let is_new = complete.is_empty();
    fs::write(path, complete).map_err(broken)?;
    let mut file = OpenOptions::new().append(true).open(path).map_err(broken)?;
    if is_new {
        write_line(&mut file, heading).map_err(broken)?;
    }
    Ok(file)
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

fn progress(n_games: u64, n_done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} to go");
    ProgressBar::new(n_games).with_position(n_done).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
