//! Arena: bots meet each other in pairs until it is known who is stronger, and how surely.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use alhambra_bots::{Bot, Kind, Means, bot_seed};
use alhambra_engine::{Chooser, Ruleset, Seat};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    computing_time::ComputingTime,
    error::Error,
    game,
    lineup::BotName,
    rating::{Meeting, Ratings},
    rules::Rules,
    seeds::game_seed,
    table::Table,
    tally::{Scorings, half_interval, ratio, share_of_victory, wilson},
};

/// Who meets whom, and how often.
#[derive(clap::Args, Debug)]
pub(crate) struct Arena {
    #[command(flatten)]
    rules: Rules,

    /// The bots, with commas between them.
    #[arg(long, short, value_name = "NAMES", required = true, value_parser = BotName, value_delimiter = ',')]
    bots: Vec<Kind>,

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

/// One game: one bot against others of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Played {
    /// The one.
    one: String,
    /// All others.
    others: String,
    /// The number of the seed.
    number: u64,
    /// Where the one sat.
    seat: u8,
    scores: Vec<u16>,
}

impl Played {
    /// The one's part of the victory.
    fn won(&self) -> f64 {
        share_of_victory(&self.scores, self.seat.into())
    }
}

/// A game still to be played.
#[derive(Clone, Copy, Debug)]
struct Fixture {
    one: usize,
    others: usize,
    number: u64,
    seat: u8,
}

#[derive(Serialize)]
struct Report {
    ruleset: Ruleset,
    seed: u64,
    ratings: Vec<Rated>,
    meetings: Vec<Met>,
}

#[derive(Serialize)]
struct Rated {
    bot: String,
    elo: f64,
    ci95: f64,
}

#[derive(Serialize)]
struct Met {
    one: String,
    others: String,
    n_others: u8,
    games: u64,
    win_rate: f64,
    ci95: [f64; 2],
    mean_score: f64,
    mean_score_of_others: f64,
    /// How far the one is ahead of the others on average.
    mean_lead: f64,
    /// Half the 95% interval of that; nothing if all games were on one seed.
    lead_ci95: Option<f64>,
    mean_winning_score: f64,
}

/// Plays what is still to be played, and prints who is how strong.
pub(crate) fn run(args: &Arena, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let mut names: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names.dedup();
    if args.bots.len() < 2 || names.len() < args.bots.len() {
        return Err(Error::Usage("--bots needs two or more different bots".to_owned()));
    }
    let heading = Heading { ruleset: ruleset.to_string(), seed: args.seed };
    let mut played = match &args.file {
        Some(path) if path.exists() => read(path, &heading)?,
        _ => Vec::new(),
    };
    let file = args.file.as_deref().map(|path| open(path, &heading)).transpose()?;

    let done: HashSet<(String, String, u64, u8)> =
        played.iter().map(|it| (it.one.clone(), it.others.clone(), it.number, it.seat)).collect();
    let all = fixtures(args, ruleset.players);
    let key = |it: &Fixture| (args.bots[it.one].to_string(), args.bots[it.others].to_string(), it.number, it.seat);
    let wanted: HashSet<_> = all.iter().map(key).collect();
    played.retain(|it| wanted.contains(&(it.one.clone(), it.others.clone(), it.number, it.seat)));
    let open: Vec<Fixture> = all.iter().filter(|it| !done.contains(&key(it))).copied().collect();

    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let pool = pool.map_err(|it| Error::Failure(format!("can't start threads: {it}")))?;
    let progress = progress(all.len() as u64, (all.len() - open.len()) as u64);
    let file = Mutex::new(file);
    let play = |fixture: &Fixture| -> Result<Played, Error> {
        let game = play(args, ruleset, *fixture)?;
        if let (Some(file), Some(path)) = (&mut *file.lock().unwrap_or_else(PoisonError::into_inner), &args.file) {
            // Line by line, so that a game that was played is kept whatever happens next.
            write_line(file, &game).map_err(|it| Error::file("write", path, &it))?;
        }
        progress.inc(1);
        Ok(game)
    };
    // One game after the other for every thread, so that an interrupted arena has played all meetings equally long.
    let new: Vec<Played> = pool.install(|| open.iter().par_bridge().map(play).collect::<Result<_, Error>>())?;
    progress.finish_and_clear();
    played.extend(new);

    let report = report(args, ruleset, &mut played);
    if let Some(path) = &args.csv {
        fs::write(path, csv(&report)).map_err(|it| Error::file("write", path, &it))?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&report).map_err(|it| Error::Failure(it.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        print(&report, out)?;
    }
    Ok(())
}

/// All games, seed by seed: on every seed the one of a meeting takes every seat once.
fn fixtures(args: &Arena, n_players: u8) -> Vec<Fixture> {
    let n = args.bots.len();
    let mut pairs = Vec::new();
    for one in 0..n {
        for others in one + 1..n {
            if args.ladder && others != one + 1 {
                continue;
            }
            // The later ones in the list meet the earlier ones; with more than two players each is the one once.
            pairs.push((others, one));
            if n_players > 2 && !args.ladder {
                pairs.push((one, others));
            }
        }
    }
    let n_seeds = args.games.div_ceil(n_players.into());
    let seeds = (0..n_seeds).flat_map(|number| pairs.iter().map(move |pair| (number, *pair)));
    let seats = |(number, (one, others))| (0..n_players).map(move |seat| Fixture { one, others, number, seat });
    seeds.flat_map(seats).collect()
}

fn play(args: &Arena, ruleset: Ruleset, fixture: Fixture) -> Result<Played, Error> {
    let Fixture { one, others, number, seat } = fixture;
    let seed = game_seed(args.seed, number);
    let kind = |it: u8| args.bots[if it == seat { one } else { others }];
    let means = || Means { clock: Arc::new(ComputingTime::default()), ..Means::default() };
    let bot = |it: u8| kind(it).bot_with(bot_seed(seed, Seat(it)), means());
    let mut bots: Vec<Box<dyn Bot>> = (0..ruleset.players).map(bot).collect();
    let played = game::play(ruleset, seed, &mut bots, 20_000, &mut Chooser::default(), &mut Scorings::default());
    let (state, _) = played?;
    let scores = state.players.iter().map(|it| it.score).collect();
    Ok(Played { one: args.bots[one].to_string(), others: args.bots[others].to_string(), number, seat, scores })
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

fn report(args: &Arena, ruleset: Ruleset, played: &mut [Played]) -> Report {
    played.sort_by_key(|it| (it.number, it.seat));
    let index = |name: &str| args.bots.iter().position(|it| it.to_string() == name).unwrap_or_default();
    let meetings: Vec<Meeting> = played
        .iter()
        .map(|it| Meeting { one: index(&it.one), others: index(&it.others), seed: it.number, won: it.won() })
        .collect();
    let ratings = Ratings::of(args.bots.len(), ruleset.players, &meetings);
    let mut rated: Vec<Rated> = args
        .bots
        .iter()
        .enumerate()
        .map(|(i, bot)| Rated { bot: bot.to_string(), elo: ratings.elo[i], ci95: ratings.ci95[i] })
        .collect();
    rated.sort_by(|one, two| two.elo.total_cmp(&one.elo));
    let mut met = Vec::new();
    for one in &args.bots {
        for others in &args.bots {
            let games: Vec<&Played> =
                played.iter().filter(|it| it.one == one.to_string() && it.others == others.to_string()).collect();
            if !games.is_empty() {
                met.push(meeting(one.to_string(), others.to_string(), ruleset.players - 1, &games));
            }
        }
    }
    Report { ruleset, seed: args.seed, ratings: rated, meetings: met }
}

fn meeting(one: String, others: String, n_others: u8, games: &[&Played]) -> Met {
    let one_game = ratio(1, games.len() as u64);
    let mean = |of: &dyn Fn(&Played) -> f64| games.iter().map(|it| of(it)).sum::<f64>() * one_game;
    let win_rate = mean(&Played::won);
    let own = |it: &Played| it.scores.get(usize::from(it.seat)).copied().map_or(0.0, f64::from);
    let all = |it: &Played| it.scores.iter().copied().map(f64::from).sum::<f64>();
    let of_others = |it: &Played| (all(it) - own(it)) / f64::from(n_others);
    let lead = |it: &Played| own(it) - of_others(it);
    // Games on the same seed have their luck in common.
    let by_seed: Vec<f64> = games
        .chunk_by(|one, two| one.number == two.number)
        .map(|it| it.iter().map(|it| lead(it)).sum::<f64>() * ratio(1, it.len() as u64))
        .collect();
    Met {
        one,
        others,
        n_others,
        games: games.len() as u64,
        win_rate,
        ci95: wilson(win_rate, games.len() as u64),
        mean_score: mean(&own),
        mean_score_of_others: mean(&of_others),
        mean_lead: mean(&lead),
        lead_ci95: half_interval(&by_seed),
        mean_winning_score: mean(&|it| it.scores.iter().max().copied().map_or(0.0, f64::from)),
    }
}

fn print(report: &Report, out: &mut impl io::Write) -> Result<(), Error> {
    writeln!(out, "{}, seed {}\n", report.ruleset, report.seed)?;
    let mut table = Table::new(["", "rating", "95%"]);
    for Rated { bot, elo, ci95 } in &report.ratings {
        table.row([bot.clone(), format!("{elo:.0}"), format!("± {ci95:.0}")]);
    }
    writeln!(out, "{table}")?;
    let mut table = Table::new(["", "games", "wins", "95%", "score", "others", "ahead", "95%", "winner"]);
    for it in &report.meetings {
        let against = if it.n_others == 1 { it.others.clone() } else { format!("{} {}", it.n_others, it.others) };
        table.row([
            format!("{} against {against}", it.one),
            it.games.to_string(),
            format!("{:.1}%", 100.0 * it.win_rate),
            format!("{:.1}–{:.1}%", 100.0 * it.ci95[0], 100.0 * it.ci95[1]),
            format!("{:.1}", it.mean_score),
            format!("{:.1}", it.mean_score_of_others),
            format!("{:.1}", it.mean_lead),
            it.lead_ci95.map_or_else(String::new, |it| format!("± {it:.1}")),
            format!("{:.1}", it.mean_winning_score),
        ]);
    }
    write!(out, "{table}")?;
    let n_players = report.ruleset.players;
    writeln!(out, "A shared victory counts as its share. Even would be {:.1}%.", 100.0 / f64::from(n_players))?;
    Ok(())
}

fn csv(report: &Report) -> String {
    let mut text =
        String::from("one,others,n_others,games,win_rate,low,high,score,others_score,lead,lead_ci95,winning_score\n");
    for it in &report.meetings {
        let Met { one, others, n_others, games, win_rate, ci95: [low, high], mean_score, mean_score_of_others, .. } =
            it;
        let lead_ci95 = it.lead_ci95.map_or_else(String::new, |it| format!("{it:.2}"));
        text += &format!(
            "{one},{others},{n_others},{games},{win_rate:.4},{low:.4},{high:.4},{mean_score:.2},\
             {mean_score_of_others:.2},{:.2},{lead_ci95},{:.2}\n",
            it.mean_lead, it.mean_winning_score
        );
    }
    text
}
