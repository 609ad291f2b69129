//! Review: recorded games as sums of decisions and luck.

use std::{
    fs,
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    thread,
};

use alhambra_bots::{
    Means, Reason,
    analysis::{self, Account, Candidate, Chance, Decision, Effort, Mark, NoAnalysis, PlayerAccount, Verdict},
    arena::Table,
    sources,
};
use alhambra_engine::{Seat, notation::Record};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{chart, error::Error, source::Source};

/// Which records to review, and what to show.
#[derive(clap::Args, Debug)]
pub(crate) struct Review {
    /// Records, or folders with records in files that end in .txt; `-` reads one from the standard input.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,

    /// How many of the worst decisions to list.
    #[arg(long, value_name = "N", default_value_t = 5)]
    worst: usize,

    /// The player whose decisions and luck are listed and drawn; without it all players' worst, and the winner's chart.
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(0..6))]
    seat: Option<u8>,

    /// Draw the chances, the decisions and the change by every turn into this file.
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,

    /// Print one JSON object a line for every record.
    #[arg(long)]
    json: bool,

    /// How many threads to think on; 0 for as many as there are cores.
    ///
    /// The numbers are the same for any number.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// What `--json` prints for a record.
#[derive(Serialize)]
struct Reviewed<'a> {
    record: &'a str,
    /// The names of the sources of points, in the order of all lists by source.
    sources: [&'static str; sources::N_SOURCES],
    players: &'a [PlayerAccount],
    #[serde(flatten)]
    account: &'a Account,
}

/// Reviews the records one after the other.
pub(crate) fn run(args: &Review, out: &mut impl io::Write) -> Result<(), Error> {
    let mut records = Vec::new();
    for path in files(&args.records)? {
        let source = Source::read(&path)?;
        let record: Record = source.text.parse().map_err(|it| source.wrong(&it))?;
        // Nobody should wait for the first games to learn that the last one is broken.
        let end = record.replay(|_, _, _| {}).map_err(|it| source.wrong(&it))?;
        if !end.is_over() {
            return Err(Error::Usage(format!("{}: {}", source.name, NoAnalysis::Unfinished)));
        }
        if let Some(seat) = args.seat.filter(|it| *it >= record.ruleset.players) {
            let last = record.ruleset.players.saturating_sub(1);
            return Err(Error::Usage(format!("--seat {seat}: {} has the seats 0 to {last}", source.name)));
        }
        records.push((source, record));
    }
    if args.svg.is_some() && records.len() != 1 {
        return Err(Error::Usage(format!("--svg draws one game; here are {} records", records.len())));
    }
    let n_threads = match args.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let means = Means { n_threads, ..Means::default() };
    for (i, (source, record)) in records.iter().enumerate() {
        let bar = progress(&source.name, i + 1, records.len());
        let account = analysis::analyse(record, Effort::Full, &means, |n, all| {
            bar.set_length(all as u64);
            bar.set_position(n as u64);
        });
        bar.finish_and_clear();
        let account = account.map_err(|it| Error::Failure(format!("{}: {it}", source.name)))?;
        let Some(players) = account.players() else { continue };
        let seat = args.seat.map(Seat);
        if let Some(path) = &args.svg {
            let drawn = seat.or_else(|| (0..).map(Seat).zip(&players).find(|it| it.1.verdict.won).map(|it| it.0));
            let svg = chart::chart(&account, drawn.unwrap_or_default());
            fs::write(path, svg).map_err(|it| Error::file("write", path, &it))?;
        }
        if args.json {
            let reviewed =
                Reviewed { record: &source.name, sources: sources::NAMES, players: &players, account: &account };
            let json = serde_json::to_string(&reviewed).map_err(|it| Error::Failure(it.to_string()))?;
            writeln!(out, "{json}")?;
        } else {
            let gap = if i > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", told(&source.name, &account, &players, seat, args.worst))?;
        }
    }
    Ok(())
}

/// The files that were named, and those in the folders that were.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let broken = |it: io::Error| Error::file("read", path, &it);
            let entries = fs::read_dir(path).map_err(broken)?;
            let all: Vec<PathBuf> =
                entries.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>().map_err(broken)?;
            let is_record = |it: &Path| it.is_file() && it.extension().is_some_and(|it| it == "txt");
            let mut found: Vec<PathBuf> = all.into_iter().filter(|it| is_record(it)).collect();
            if found.is_empty() {
                return Err(Error::Usage(format!("{}: no file in it ends in .txt", path.display())));
            }
            found.sort();
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// A bar on the error output, if somebody looks at it.
fn progress(name: &str, number: usize, of: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len} decisions, {eta} to go");
    let message = if of > 1 { format!("{name} ({number} of {of})") } else { name.to_owned() };
    ProgressBar::new(0).with_message(message).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

fn change(part: f64) -> String {
    format!("{:+.1}%", 100.0 * part)
}

/// A review in words and tables.
fn told(name: &str, account: &Account, players: &[PlayerAccount], seat: Option<Seat>, n_worst: usize) -> String {
    let mut text = format!("{name}: {}, {} decisions\n\n", account.ruleset, account.decisions.len());
    let headings = ["", "score", "accuracy", "gave away", "points"].into_iter().map(str::to_owned);
    let mut table = Table::new(headings.chain(Mark::ALL.map(|it| it.name().to_owned())));
    for (i, (player, score)) in players.iter().zip(&account.scores).enumerate() {
        let cells = [
            format!("seat {i}"),
            score.to_string(),
            player.accuracy.map_or_else(|| "-".to_owned(), percent),
            percent(-player.own),
            format!("{:.1}", player.points_lost),
        ];
        table.row(cells.into_iter().chain(player.marks.map(|it| it.to_string())));
    }
    text += &format!("{table}\n");
    let mut table = Table::new(["chance to win", "start", "own", "others", "luck", "end", "without luck"]);
    for (i, it) in players.iter().enumerate() {
        table.row([
            format!("seat {i}"),
            percent(it.start),
            change(it.own),
            change(it.others),
            change(it.luck),
            percent(it.result),
            percent(it.without_luck),
        ]);
    }
    text += &format!("{table}\n");
    let has = |it: &Chance| players.iter().any(|player| player.luck_by_chance[*it as usize].abs() > 1e-9);
    let kinds: Vec<Chance> = Chance::ALL.into_iter().filter(has).collect();
    let mut table = Table::new(std::iter::once("luck by").chain(kinds.iter().map(|it| chance(*it))));
    for (i, it) in players.iter().enumerate() {
        let by = kinds.iter().map(|kind| change(it.luck_by_chance[*kind as usize]));
        table.row(std::iter::once(format!("seat {i}")).chain(by));
    }
    text += &format!("{table}\n");
    for (i, player) in players.iter().enumerate() {
        text += &format!("Seat {i} {}.\n", sentence(player.verdict));
    }
    let mut worst: Vec<&Decision> = account.decisions.iter().filter(|it| it.judgement.loss > 0.0).collect();
    worst.retain(|it| seat.is_none_or(|seat| it.judgement.seat == seat));
    worst.sort_by(|one, two| two.judgement.loss.total_cmp(&one.judgement.loss));
    if !worst.is_empty() && n_worst > 0 {
        text += "\nThe worst decisions:\n";
    }
    for decision in worst.into_iter().take(n_worst) {
        text += &bad(decision);
    }
    text
}

/// A bad decision, and what would have been better.
fn bad(Decision { judgement: it, .. }: &Decision) -> String {
    let mut text = format!(
        "turn {}, seat {}, action {}: {} {}, {} of winning and {:+.1} points given away\n",
        it.turn,
        it.seat,
        it.n + 1,
        it.mark.name(),
        it.mark.sign(),
        percent(it.loss),
        it.points_lost
    );
    if let Some(played) = it.candidates.iter().find(|it| it.played) {
        text += &format!("  played  {}\n", line(played));
    }
    if let Some(better) = it.candidates.first().filter(|it| !it.played) {
        text += &format!("  better  {}\n", line(better));
    }
    if let Some(points) = &it.sources {
        let more = |i: &usize| points.better[*i] - points.played[*i];
        let mut all: Vec<usize> = (0..sources::N_SOURCES).filter(|it| more(it).abs() >= 0.5).collect();
        all.sort_by(|one, two| more(two).abs().total_cmp(&more(one).abs()));
        let list: Vec<String> =
            all.iter().take(4).map(|it| format!("{} {:+.1}", sources::NAMES[*it], more(it))).collect();
        if !list.is_empty() {
            text += &format!("  brings  {}\n", list.join(", "));
        }
    }
    text
}

/// A candidate with its chance and what is to be said for it.
fn line(candidate: &Candidate) -> String {
    let actions: Vec<String> = candidate.deeds.iter().map(|it| it.action.to_string()).collect();
    let mut reasons: Vec<String> =
        candidate.deeds.iter().flat_map(|it| &it.reasons).filter_map(|it| reason(*it)).collect();
    reasons.dedup();
    reasons.truncate(4);
    let why = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    format!("{}: {}{why}", actions.join(", "), percent(candidate.win))
}

/// A reason in a few words; nothing for what the action says itself.
fn reason(reason: Reason) -> Option<String> {
    Some(match reason {
        Reason::Points { gained, .. } => format!("{gained:+} points in the next scoring"),
        Reason::Wall { from, to } => format!("wall {from} to {to}"),
        Reason::ExtraAction => "exact: another action".to_owned(),
        Reason::Majority { building, to, .. } => {
            format!("place {to} in {}", sources::NAMES[1 + building as usize])
        }
        Reason::Denial { seat, tile, points } => format!("keeps {tile} from seat {seat}, worth {points}"),
        Reason::ExactNext { tile } => format!("can pay {tile} exactly"),
        Reason::Affordable { tile } => format!("can pay {tile}"),
        Reason::Short { tile, by } => format!("{by} short of {tile}"),
        Reason::CardDenial { seat, tile } => format!("keeps seat {seat} from paying {tile} exactly"),
        Reason::Money { .. } => return None,
    })
}

const fn chance(chance: Chance) -> &'static str {
    match chance {
        Chance::SetUp => "set-up",
        Chance::Coins => "coins",
        Chance::Huts => "huts",
        Chance::Cards => "cards",
        Chance::Tiles => "tiles",
        Chance::Dirk => "Dirk",
        Chance::Hands => "hands of others",
    }
}

/// A game of one player in one sentence.
fn sentence(verdict: Verdict) -> String {
    let Verdict { skill, luck, of, won } = verdict;
    let ordinal = |rank: u8| ["", "second ", "third ", "fourth ", "fifth ", "sixth "][usize::from(rank - 1).min(5)];
    let played =
        if skill == of && of > 1 { "played worst".to_owned() } else { format!("played {}best", ordinal(skill)) };
    let lucky = if luck == of && of > 1 {
        "was the unluckiest".to_owned()
    } else if luck == 1 {
        "was the luckiest".to_owned()
    } else {
        format!("was the {}luckiest", ordinal(luck))
    };
    format!("{played} and {lucky}{}", if won { ", and won" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_one_sentence() {
        let told = |skill, luck, won| sentence(Verdict { skill, luck, of: 4, won });
        assert_eq!(told(2, 4, false), "played second best and was the unluckiest");
        assert_eq!(told(1, 1, true), "played best and was the luckiest, and won");
        assert_eq!(told(4, 3, false), "played worst and was the third luckiest");
    }
}
