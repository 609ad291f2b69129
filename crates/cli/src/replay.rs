//! Replay: a recorded game step by step, as drawings.

use std::{fmt::Write as _, io, path::PathBuf};

use alhambra_engine::{
    Action, Event, Seat, State,
    notation::{Record, position},
};
use sha2::{Digest as _, Sha256};

use crate::{
    error::Error,
    map::{map, pieces},
    source::Source,
    words,
};

/// Which record to replay and what to show of it.
#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// The record; `-` reads it from the standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Show from this action on; 0 is the set-up.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,

    /// Show up to this action.
    #[arg(long, value_name = "N")]
    to: Option<usize>,

    /// Draw the city of this seat, or of `all`, instead of the one whose player has just acted.
    #[arg(long, value_name = "SEAT", value_parser = cities)]
    seat: Option<Cities>,

    /// Show the whole position after every action, nothing hidden.
    #[arg(long)]
    positions: bool,

    /// Show no steps; check that the game comes out as recorded and was shuffled fairly, and print the SHA-256 of its seed.
    ///
    /// A record with a proof shows that its seed follows from a secret that the server was bound to when the table opened,
    /// and from nonces of the players; the digest is that of the 32 bytes of the seed, which tables publish at the start.
    #[arg(long)]
    verify: bool,
}

/// Whose cities are drawn.
#[derive(Clone, Copy, Debug)]
enum Cities {
    All,
    Of(Seat),
}

fn cities(text: &str) -> Result<Cities, String> {
    match text.parse() {
        _ if text == "all" => Ok(Cities::All),
        Ok(seat @ 0..6) => Ok(Cities::Of(Seat(seat))),
        _ => Err("name a seat from 0 on, or all".to_owned()),
    }
}

/// Reads a record and shows it.
pub(crate) fn run(args: &Replay, out: &mut impl io::Write) -> Result<(), Error> {
    let source = Source::read(&args.file)?;
    let record: Record = source.text.parse().map_err(|it| source.wrong(&it))?;
    if let Some(Cities::Of(seat)) = args.seat
        && seat.0 >= record.ruleset.players
    {
        let last = record.ruleset.players.saturating_sub(1);
        return Err(Error::Usage(format!("--seat {seat}: {} has the seats 0 to {last}", source.name)));
    }
    if args.verify {
        return verify(&source, &record, out);
    }

    writeln!(out, "{}: {}, {} actions, seed {}", source.name, record.ruleset, record.actions.len(), record.seed)?;
    let last = args.to.unwrap_or(usize::MAX);
    let mut number = 0;
    let mut written = Ok(());
    let replayed = record.replay(|state, acted, events| {
        if (args.from..=last).contains(&number) && written.is_ok() {
            written = out.write_all(step(args, state, number, acted, events).as_bytes());
        }
        number += 1;
    });
    written?;
    let state = replayed.map_err(|it| source.wrong(&it))?;
    writeln!(out, "\n{}", words::standing(&state))?;
    Ok(())
}

/// One step: the action, what followed from it, and the city.
fn step(args: &Replay, state: &State, number: usize, acted: Option<(Seat, Action)>, events: &[Event]) -> String {
    let mut text = match acted {
        Some((seat, action)) => format!("\n{number}. seat {seat}: {action}\n"),
        None => "\nset-up\n".to_owned(),
    };
    text += &words::tell(events);
    let drawn: Vec<Seat> = match args.seat {
        Some(Cities::All) => state.seats().collect(),
        Some(Cities::Of(seat)) => vec![seat],
        None => acted.iter().map(|it| it.0).collect(),
    };
    for seat in drawn {
        let player = state.player(seat);
        let _ = writeln!(text, "  seat {seat}, {}:", words::lengths(state.ruleset.game, &player.city));
        let marks = pieces(player.trader.and_then(|it| it.cell), &player.falcons);
        words::indent(&mut text, &map(&player.city, &marks));
    }
    if args.positions {
        words::indent(&mut text, &position(state));
    }
    text
}

/// Checks that the game comes out as recorded.
fn verify(source: &Source, record: &Record, out: &mut impl io::Write) -> Result<(), Error> {
    let state = record.replay(|_, _, _| {}).map_err(|it| source.wrong(&it))?;
    let scores: Vec<_> = state.players.iter().map(|it| it.score.to_string()).collect();
    let digest: String = Sha256::digest(record.seed.0).iter().map(|it| format!("{it:02x}")).collect();
    let verdict = match (&record.scores, state.is_over()) {
        (Some(_), _) => format!("verified: the scores are {} as recorded", scores.join(" ")),
        (None, true) => format!("legal to its end, with scores {} and no result recorded", scores.join(" ")),
        (None, false) => "legal as far as it goes; the game is not over".to_owned(),
    };
    writeln!(out, "{}: {} actions, {verdict}", source.name, record.actions.len())?;
    writeln!(out, "seed {}\nsha256 {digest}", record.seed)?;
    let Some(proof) = &record.proof else {
        writeln!(out, "shuffle: nothing in the record shows how it was shuffled")?;
        return Ok(());
    };
    proof.check(record).map_err(|it| Error::Usage(format!("{}: the shuffle was not fair: {it}", source.name)))?;
    let n_silent = proof.shares.iter().filter(|it| it.commitment.is_some() && it.nonce.is_none()).count();
    let silent = if n_silent > 0 { format!("; {n_silent} did not show theirs") } else { String::new() };
    match proof.n_nonces() {
        0 => writeln!(out, "shuffle: follows from the server's secret alone, which could have been chosen{silent}")?,
        n => writeln!(out, "shuffle: fair, from the server's secret and nonces of {n} seats{silent}")?,
    }
    Ok(())
}
