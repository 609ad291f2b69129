//! Alhambra on the command line: serve, look after a server, play, simulate, replay, count positions.

#![forbid(unsafe_code)]

mod admin;
mod arena;
mod board;
mod calibrate;
mod chart;
mod chronicle;
mod computing_time;
mod decisions;
mod error;
mod export;
mod lines;
mod lineup;
mod load;
mod map;
mod menu;
mod perft;
mod play;
mod program;
mod replay;
mod review;
mod rules;
mod seeds;
mod serve;
mod simulate;
mod source;
mod summary;
mod tally;
mod tune;
mod words;

use std::{
    io::{self, BufWriter, Write as _},
    process::ExitCode,
};

use clap::{Parser, Subcommand, error::ErrorKind};

use error::Error;

// Messages and views are made and dropped thousands of times a second on all threads: half of that time is the
// allocator's, and this one takes a quarter of what the system's does. Tests count allocations with their own.
#[cfg(not(test))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  alhambra serve
      tables for the browser, on this machine
  alhambra play
      a game against two bots, here in the terminal
  alhambra simulate --games 10000 --players 4
      what comes of ten thousand games
  alhambra simulate --games 10 --records games
      their records, one file each
  alhambra replay games/game-000003.txt
      one of them, step by step
  alhambra review games/game-000003.txt
      what in it was skill and what was luck

Every command explains itself: `alhambra simulate --help`.
Exit codes: 0 if all went well, 1 if something failed, 2 if the command line or a file is wrong.";

const SERVE: &str = "\
Examples:
  alhambra serve
      for this machine, kept in alhambra.db
  alhambra serve --bind 0.0.0.0:8080
      for everybody in the house
  alhambra serve --public-url https://alhambra.example
      behind a proxy that speaks https
  alhambra serve --database postgres://alhambra@localhost/alhambra
      kept in a server of PostgreSQL

Every option can be given as a variable of the environment, which is the better place for keys and passwords. On an \
interrupt the server finishes what it is writing; games go on where they were when it starts again.";

const ADMIN: &str = "\
Examples:
  alhambra admin list
      the tables where people gather or play
  alhambra admin list --all --json
      all tables, for programs
  alhambra admin inspect wmk4x2d
      one table: who sits where, how far the game is
  alhambra admin close wmk4x2d
      gives a game up, or closes a table before the start
  alhambra admin backup /backups/alhambra.db
      a copy of everything, while the server runs

These commands work on the database of a server, running or not. Only a server changes its tables: `close` leaves \
word for it, which it finds within seconds, or when it starts again.

To go back to a backup, stop the server, move the database away together with the files beside it whose names end in \
-wal and -shm, and say `alhambra admin restore /backups/alhambra.db`. PostgreSQL takes a backup into an empty database, \
also one that was made from a file, and the other way round.";

const LOAD: &str = "\
Examples:
  alhambra load --players 2
      200 tables, two actions a second at each
  alhambra load --players 2 --flat-out --seconds 10
      as fast as it goes
  alhambra load --players 2 --tables 0 --idle 5000 \\
    --metrics http://127.0.0.1:9090/metrics
      what it costs to have 5000 tables open
  alhambra load --players 2 --attack hints --rounds 3 \\
    --metrics http://127.0.0.1:9090/metrics
      how 50 tables fare while one visitor wants hints all the time

Every player has a socket of their own and does anything that is legal. A delay is measured from sending an action \
to its receipt by every other seat. A server that shall bear this from one address needs higher limits:

  alhambra serve --database load.db --metrics-bind 127.0.0.1:9090 \\
    --max-sockets 20000 --max-connections 20000 --messages-per-second 1000 \\
    --requests-per-second 100000 --tables-per-minute 1000000

With --attack one visitor takes as much as a server gives, and gets no more than the usual limits allow. Every table \
and the attacker say in X-Forwarded-For that they come from an address of their own, so let the server believe that \
they are behind a proxy, and set no limit higher:

  alhambra serve --database load.db --metrics-bind 127.0.0.1:9090 \\
    --trusted-proxies 1

With --json the object has: ruleset, tables, idle_tables, sockets, seconds, moves, moves_per_second, games_finished, \
delay_ms with p50, p99 and max, bytes_per_move, errors, first_error, server_memory_bytes; with --attack also attacked, \
an object with kind, seconds, requests, refused, moves, moves_per_second, delay_ms, p50_ratio, p99_ratio, \
server_memory_bytes, memory_above_bytes.";

const PLAY: &str = "\
Examples:
  alhambra play
      against two random bots
  alhambra play --players 2
      against one, and Dirk
  alhambra play --game granada
      the sister game; `--game both` plays the two together
  alhambra play --modules huts,vizier
      with some of the eleven modules, or `all`
  alhambra play --seed 7 --seat 0
      a game that can be played again
  alhambra play --record evening.txt
      and looked at later with `alhambra replay evening.txt`

In the game: a number or an action in notation acts, ? helps, c shows all cities, l lists again, m lists everything, \
q quits.";

const SIMULATE: &str = "\
Examples:
  alhambra simulate --games 10000 --players 4
      how random bots fare, seat by seat
  alhambra simulate --bots random,random,random
      the same bots, changing seats after every game
  alhambra simulate --game both --scoring simplified
      Alhambra and Granada together, with fixed points
  alhambra simulate --modules all
      with all eleven modules
  alhambra simulate --games 100 --json
      for programs
  alhambra simulate --games 20 --records games
      a record of every game
  alhambra simulate --games 5 --export games.jsonl
      every state of every game

A victory that n players share counts as 1/n for each. Games that reach --max-actions count as unfinished and are \
left out of scores, wins, points and lengths.

Seeds: the 32-byte seed of game I (counted from 0) has the number of --seed in its bytes 0 to 7 and I in its bytes 8 \
to 15, both with the little end first, and zeros after them. The bot in seat S has for its seed the first 32 bytes \
of stream S + 1 of ChaCha8 under the seed of the game. So the same command plays the same games on every machine and \
on any number of threads.

With --json the object has: ruleset, seed, games, finished, unfinished, threads, seconds, games_per_second, \
actions_per_second; seats with bot, mean_score, score_ci95, score_deviation, win_rate, ci95 (Wilson's 95% interval \
of the win rate) and points_by_source for every name in --bots, or for every seat if there is one name; by_seat with \
the same for every seat; points_by_source and points_by_scoring, the mean points of a player; winning_score, \
dirk_score and length with mean, min and max.";

const REPLAY: &str = "\
Examples:
  alhambra replay game.txt                      everything, step by step
  alhambra replay game.txt --from 100 --to 110  ten steps of it
  alhambra replay game.txt --seat all           all cities after every action
  alhambra replay game.txt --verify             does it come out as recorded?
  alhambra replay - < game.txt                  from the standard input

A record is a text: the rules, the seed, then one action a line. Nothing else is needed to replay it to the same \
result on every machine.";

const REVIEW: &str = "\
Examples:
  alhambra review game.txt
      who played how well, who was lucky, and the worst decisions
  alhambra review game.txt --seat 1 --worst 10
      the ten worst of one player
  alhambra review game.txt --svg game.svg
      the chances, the decisions and the luck as a chart
  alhambra review games --json > reviews.jsonl
      all records of a folder, for programs

A decision is all that one player does between two things that chance decides, usually a turn. It is judged with what \
that player could know: games that could be the real one are played on from what was played and from the best that was \
found instead. What is lost is said to be best (nothing, or nothing that can be told from it), good (less than 1.5% of \
the chance to win), an inaccuracy (less than 3.5%), a mistake (less than 8%) or a blunder. All that changes the chances \
between two decisions is luck. So start, own decisions, those of others and luck add up to the end. docs/analysis.md \
tells how, and how far the numbers are to be trusted.

With --json a line has: record, sources (names, in the order of all lists by source); players with start, own, others, \
luck, result, without_luck, accuracy, points_lost, marks, luck_by_chance, worst and verdict; ruleset, start, set_up, \
decisions with n, n_actions, turn, seat, mark, loss, points_lost, best, after, points, candidates, sources and luck; \
scores and result.";

const CALIBRATE: &str = "\
Examples:
  alhambra calibrate --players 4 --games 200
      four equal bots
  alhambra calibrate --bots casual,greedy,greedy --games 200
      of mixed levels: is the better one given the better chances?
  alhambra calibrate --game granada --at 0,50 --games 100
      another game, at two moments

Bots play games, and at some moments of each everybody's chance to win is said as a review says it, with what the player \
could know who decides then. If chances are calibrated, what is said to come in 30% of the games comes in 30% of them. \
The Brier score is the mean square of the difference between what was said and what came; below that of equal chances it \
tells something. Intervals are at 95% and come from the spread between games, because what is said within one game hangs \
together.

With --json the object has: ruleset, bots, games, seed, tries; moments with percent, brier, base, gain, ci95, bins, seats \
and bots; bins over all moments. Each of the last three lists has n, said, came and ci95, or null for an empty bin.";

const PERFT: &str = "\
Examples:
  alhambra perft --depth 4
      sequences of up to four actions of game 0
  alhambra perft --depth 3 --divide
      the same for every first action by itself
  alhambra perft --players 5 --seed 12
      another game

Two engines that follow the same rules count the same numbers.";

const ARENA: &str = "\
Examples:
  alhambra arena --players 2 --bots random,greedy --games 1000
      who wins, and how surely
  alhambra arena --players 3 --bots greedy,search:100ms
      each alone against two of the other
  alhambra arena --bots easy,greedy,fair,strong --ladder
      only neighbours meet
  alhambra arena --bots greedy,search:1s --file evening.jsonl
      goes on where it was interrupted
  alhambra arena --players 2 --bots casual,\"python3 docs/bot.py\"
      a program of your own, which docs/bots.md teaches to play

In a meeting one bot plays against others of one kind: on every seed it takes every seat once, so that luck of cards \
and seats is the same for both. With two players every pair meets once; with more each of a pair is the one in turn, \
except on a ladder, where the later one in the list is. Seeds are those of `alhambra simulate`.

Ratings are on Elo's scale, 0 on average: 400 points are ten times the strength, and a bot wins in proportion to its \
strength among all players at the table. Their 95% intervals come from drawing the seeds anew 200 times, with all \
the games on them; those of the win rates are Wilson's, and those of the points ahead come from the spread between \
seeds. A time budget is counted in the time that a bot computes, \
whatever else the machine does; those games depend on its speed, while a budget of iterations, like search:2000it, comes \
out the same everywhere.

A program is any name in --bots with a space or a slash in it; its command has no comma. It reads its seat's view, its \
options and its legal actions from its standard input and writes what it does to its standard output, one JSON object a \
line. If it ends, thinks for longer than --decision-time, or answers what is illegal or can't be read, it loses that \
game; the table, the CSV file and the JSON object count these games, and the table says how the first of each sort went.

A file has one JSON object a line: ruleset and seed first, then one, others, number (of the seed), seat (of the one) \
and scores (by seat) of every game, and forfeit with seat, kind and message where a bot has failed.

With --json the object has: ruleset, seed; ratings with bot, elo, ci95 and forfeits; meetings with one, others, \
n_others, games, win_rate, ci95, mean_score, mean_score_of_others, mean_lead, lead_ci95, mean_winning_score, forfeits \
and forfeits_of_others; forfeits with bot, one, others, number, seat, kind, message and stderr of the first hundred \
games that were lost by failing.";

const TUNE: &str = "\
Examples:
  alhambra tune --tables 2,3,4 --out weights.toml
      all weights, in games for two, three and four
  alhambra tune --modules all --only vizier,thief,bureau,hut --out weights.toml
      some of them, where they matter
  alhambra tune --fit-value 3000 --tables 2,3,4 --out weights.toml
      the value function, from 9,000 games

Every step changes all weights at once, each by a small part up or down as chance has it, and plays pairs of games \
between the greedy bot with these weights and the one with the opposite changes: the same seeds, seats exchanged. \
All weights then move towards the winner, the further the clearer the result and the earlier the step (simultaneous \
perturbation, on the logarithms of the weights). The same command takes the same steps on every machine.

With --fit-value the value function of the searching bots is fitted, which says what a position is worth that they have \
played on to. Whenever a turn of a greedy game begins, it is noted what everybody has: majorities, walls, tiles, room, money and so on. From what two \
players have and how many points they are apart in the end follows by least squares how many points each of these \
things brings, before each of the three scorings; and from who wins, how surely a lead decides.";

/// Alhambra, complete: play it, simulate it, replay it, take it apart.
#[derive(Parser)]
#[command(name = "alhambra", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve tables for people and bots over a network.
    #[command(after_long_help = SERVE)]
    Serve(serve::Serve),
    /// Administer a server: list, inspect and close tables, manage people, back up and restore.
    #[command(after_long_help = ADMIN)]
    Admin(admin::Admin),
    /// Load-test a server: play at many tables at once and measure how fast it answers.
    #[command(after_long_help = LOAD)]
    Load(load::Load),
    /// Play in the terminal against bots.
    #[command(after_long_help = PLAY)]
    Play(play::Play),
    /// Let bots play many games and summarise the results.
    #[command(after_long_help = SIMULATE)]
    Simulate(simulate::Simulate),
    /// Show a recorded game step by step, or verify it.
    #[command(after_long_help = REPLAY)]
    Replay(replay::Replay),
    /// Tell luck from skill in recorded games, and name the worst decisions.
    #[command(after_long_help = REVIEW)]
    Review(review::Review),
    /// See how far the chances of a review can be trusted.
    #[command(after_long_help = CALIBRATE)]
    Calibrate(calibrate::Calibrate),
    /// Count the ways in which a game can go on.
    #[command(after_long_help = PERFT)]
    Perft(perft::Perft),
    /// Let bots play each other and measure who is stronger.
    #[command(after_long_help = ARENA)]
    Arena(arena::Arena),
    /// Tune the weights of the bots' evaluation by self-play.
    #[command(after_long_help = TUNE)]
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version are no errors.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        // Who has not said what to do is shown what there is.
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return ExitCode::from(2);
        }
        Err(error) => return report(&error.into()),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What was said before the mistake belongs in front of it.
            let _ = out.flush();
            report(&error)
        }
    }
}

fn run(cli: &Cli, out: &mut impl io::Write) -> Result<(), Error> {
    match &cli.command {
        Command::Serve(args) => serve::run(args, out),
        Command::Admin(args) => admin::run(args, out),
        Command::Load(args) => load::run(args, out),
        Command::Play(args) => play::run(args, &mut io::stdin().lock(), out),
        Command::Simulate(args) => simulate::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Review(args) => review::run(args, out),
        Command::Calibrate(args) => calibrate::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Arena(args) => arena::run(args, out),
        Command::Tune(args) => tune::run(args, out),
    }
}

/// Says on one line what went wrong.
fn report(error: &Error) -> ExitCode {
    if !matches!(error, Error::Closed) {
        eprintln!("alhambra: {error}");
    }
    error.exit_code()
}
