//! Opening a table, starting its game, and opening the next one for the same people.

use alhambra_bots::Kind;
use alhambra_engine::{
    Event, Rng, Seed,
    fairness::{Proof, Seating, Seats, Secret},
    notation::Record,
    ruleset::RULES_VERSION,
};
use alhambra_protocol::{Code, NewTable, Pace, Problem, SeatPlan, Settings, StandingPass, Status, TableId, Visibility};

use crate::{
    game,
    log::{Deed, LogEntry},
    meta::{Chair, Order, Sitter, TableMeta},
    person::{Person, PersonId},
    record, seating,
};

/// The names of bots at a table, seat by seat.
const BOTS: [&str; 6] = ["Zaynab", "Tariq", "Leonor", "Samuel", "Aisha", "Rodrigo"];

const DAY: u32 = 24 * 60 * 60;

/// A new table with this code.
///
/// # Errors
/// If the wish can't be fulfilled.
pub fn open(
    wish: NewTable,
    id: TableId,
    host: &Person,
    at: u64,
    secret: Option<Secret>,
    longest: usize,
) -> Result<TableMeta, Problem> {
    let NewTable { mut settings, seats, start: _, from, lesson } = wish;
    check(&settings)?;
    if seats.len() != usize::from(settings.ruleset.players) {
        return Err(Problem::new(Code::Invalid, "there must be as many seats as players"));
    }
    let script = from.as_ref().filter(|_| lesson).map(|it| it.0.clone());
    if lesson && script.is_none() {
        return Err(Problem::new(Code::Invalid, "a lesson needs a record to follow"));
    }
    let from = from.map(|(text, n)| given(&text, n, &settings, longest)).transpose()?;
    // Without an action it is a new game of the same kind, and nobody may know the cards of that.
    let from = from.filter(|it| lesson || !it.actions.is_empty());
    if from.is_some() {
        settings.fixed_seats = true;
        settings.visibility = Visibility::Link;
    }
    let mut meta = TableMeta {
        id,
        settings,
        status: Status::Gathering,
        host: host.id.clone(),
        chairs: vec![Chair::default(); seats.len()],
        rules: RULES_VERSION,
        seed: None,
        secret: secret.filter(|_| from.is_none()),
        called_at: None,
        proof: None,
        continued: from.as_ref().map(|it| it.actions.len() as u32),
        from: from.map(|it| it.to_string()),
        lesson: script,
        opened_at: at,
        started_at: None,
        finished_at: None,
        resumed_at: at,
        spent: 0,
        rematch: None,
        chat: Vec::new(),
        order: Order::default(),
    };
    for (seat, plan) in seats.iter().enumerate() {
        meta.chairs[seat] = Chair::of(sitter(&meta, seat, plan, host)?);
        if let SeatPlan::Me { colour: Some(wanted), .. } = plan {
            seating::claim(&mut meta, seat, *wanted)?;
        }
    }
    seating::dress(&mut meta);
    Ok(meta)
}

/// Whether a table can be like this.
///
/// # Errors
/// If it can't.
pub fn check(settings: &Settings) -> Result<(), Problem> {
    settings.ruleset.validate().map_err(unplayable)?;
    check_pace(settings.pace)?;
    check_patience(settings.patience)?;
    level(&settings.substitute).map(drop)
}

/// Who sits on a seat after this plan of the host.
///
/// # Errors
/// If there is no such bot, or the name can't be shown or is taken.
pub fn sitter(meta: &TableMeta, seat: usize, plan: &SeatPlan, host: &Person) -> Result<Sitter, Problem> {
    Ok(match plan {
        SeatPlan::Open => Sitter::Nobody,
        SeatPlan::Me { name, .. } => {
            let name = seating::name_for(meta, seat, name.as_deref(), &host.name)?;
            Sitter::Person { id: host.id.clone(), name }
        }
        SeatPlan::Bot { level: wanted } => bot(meta, seat, level(wanted)?),
    })
}

/// A bot for a seat, with a name that nobody else at the table has.
fn bot(meta: &TableMeta, seat: usize, level: Kind) -> Sitter {
    let mut names = BOTS.iter().cycle().skip(seat).take(BOTS.len());
    let free = names.find(|it| !seating::is_called(meta, seat, it));
    let name = free.map_or_else(|| seating::numbered(meta, seat, BOTS[0]), |it| (*it).to_owned());
    Sitter::Bot { name, level: level.to_string() }
}

/// The bot of a level that tables may ask for.
///
/// # Errors
/// If there is none.
pub fn level(name: &str) -> Result<Kind, Problem> {
    let found = Kind::ALL.into_iter().find(|it| it.name() == name);
    found.ok_or_else(|| {
        let known = Kind::ALL.map(Kind::name).join(", ");
        Problem::new(Code::Invalid, format!("there is no bot of this level; there are: {known}"))
    })
}

fn check_pace(pace: Pace) -> Result<(), Problem> {
    let is_fine = match pace {
        Pace::Unlimited => true,
        Pace::PerMove { seconds } => (5..=30 * DAY).contains(&seconds),
        Pace::Bank { seconds, increment } => (30..=30 * DAY).contains(&seconds) && increment <= DAY,
    };
    if is_fine {
        Ok(())
    } else {
        Err(Problem::new(Code::Invalid, "a decision takes from 5 seconds to 30 days, a bank from 30 seconds"))
    }
}

fn check_patience(patience: Option<u32>) -> Result<(), Problem> {
    let is_fine = patience.is_none_or(|it| (10..=DAY).contains(&it));
    if is_fine { Ok(()) } else { Err(Problem::new(Code::Invalid, "patience lasts from 10 seconds to a day")) }
}

/// The part of a record that a game goes on from.
fn given(text: &str, n: u32, settings: &Settings, longest: usize) -> Result<Record, Problem> {
    let mut record = record::read(text, longest)?;
    if record.ruleset != settings.ruleset {
        return Err(Problem::new(Code::Invalid, "the record is of another game"));
    }
    record.actions.truncate(n as usize);
    record.scores = None;
    let state = record.replay(|_, _, _| {}).map_err(|it| record::broken(&it))?;
    if state.is_over() {
        return Err(Problem::new(Code::Invalid, "the game of the record is over; go on from an earlier moment"));
    }
    Ok(record)
}

/// What shuffles a game.
#[derive(Clone, Copy, Debug)]
pub enum Shuffle {
    /// This seed, whatever anybody has committed to: every game is the same.
    Fixed(Seed),
    /// What everybody has committed to, and these seeds where nobody has.
    Fair {
        /// For the order of the seats: another one than the game's, so that who sits where says nothing about the cards.
        seats: Seed,
        /// For the game.
        game: Seed,
    },
}

/// A table whose game begins, and the entries that it begins with.
///
/// # Errors
/// If it has begun already.
pub fn start(meta: &TableMeta, at: u64, shuffle: Shuffle) -> Result<(TableMeta, Vec<LogEntry>), Problem> {
    if meta.status != Status::Gathering {
        return Err(Problem::new(Code::NotNow, "the game has begun already"));
    }
    let mut meta = meta.clone();
    let substitute = level(&meta.settings.substitute)?;
    for seat in 0..meta.chairs.len() {
        if meta.chairs[seat].sitter == Sitter::Nobody {
            let bot = bot(&meta, seat, substitute);
            meta.chairs[seat].seat(bot);
        }
    }
    // Colours stay with people when seats are shuffled.
    seating::dress(&mut meta);
    let record: Option<Record> = meta.from.take().and_then(|it| it.parse().ok());
    meta.continued = record.as_ref().map(|it| it.actions.len() as u32);
    let seed = if let Some(secret) = meta.secret.filter(|_| matches!(shuffle, Shuffle::Fair { .. }) && record.is_none())
    {
        let shares = meta.chairs.iter_mut().map(|it| std::mem::take(&mut it.share)).collect();
        let seats = if meta.settings.fixed_seats { Seats::Fixed } else { Seats::Shuffled };
        let proof = Proof::new(&meta.id, secret, shares, seats);
        if let Seating::Shuffled(order) = &proof.seating {
            meta.chairs = order.iter().map(|&it| meta.chairs[usize::from(it)].clone()).collect();
        }
        meta.proof.insert(proof).seed()
    } else {
        let (seats, game) = match shuffle {
            Shuffle::Fixed(seed) => (seed, seed),
            Shuffle::Fair { seats, game } => (seats, game),
        };
        if !meta.settings.fixed_seats {
            Rng::new(seats).stream(|it| it.shuffle(&mut meta.chairs));
        }
        record.as_ref().map_or(game, |it| it.seed)
    };
    meta.secret = None;
    meta.seed = Some(seed.to_string());
    // It may have been opened before an upgrade.
    meta.rules = RULES_VERSION;
    meta.status = Status::Playing;
    meta.started_at = Some(at);
    meta.resumed_at = at;
    let entry = |(&(seat, action), seq)| LogEntry { seq, seat, deed: Deed::Act(action), at, used: 0, hinted: false };
    let entries = record.iter().flat_map(|it| it.actions.iter().zip(1..)).map(entry).collect();
    Ok((meta, entries))
}

/// A table for the same people, everybody one seat further; whoever wants to play again is the host.
pub fn rematch(meta: &TableMeta, id: TableId, host: &PersonId, at: u64, secret: Option<Secret>) -> TableMeta {
    let chair = |it: &Chair| Chair { colour: it.colour, ..Chair::of(it.sitter.clone()) };
    let mut chairs: Vec<Chair> = meta.chairs.iter().map(chair).collect();
    chairs.rotate_right(1);
    TableMeta {
        id,
        settings: Settings { fixed_seats: true, ..meta.settings.clone() },
        status: Status::Gathering,
        host: host.clone(),
        chairs,
        rules: RULES_VERSION,
        seed: None,
        secret,
        called_at: None,
        proof: None,
        from: None,
        continued: None,
        lesson: None,
        opened_at: at,
        started_at: None,
        finished_at: None,
        resumed_at: at,
        spent: 0,
        rematch: None,
        chat: Vec::new(),
        order: Order::default(),
    }
}

/// The ruleset can't be played, for these reasons.
pub fn unplayable(alhambra_engine::Unplayable(objections): alhambra_engine::Unplayable) -> Problem {
    let reasons: Vec<_> = objections.iter().map(ToString::to_string).collect();
    Problem::new(Code::Unplayable(objections), format!("this can't be played: {}", reasons.join("; ")))
}

/// The table without the standing passes that end with what happened, if there are any.
pub fn end_standing(meta: &TableMeta, events: &[Event]) -> Option<TableMeta> {
    let ends = |chair: &Chair| game::ends(&chair.standing, events);
    meta.chairs.iter().any(ends).then(|| {
        let mut meta = meta.clone();
        meta.chairs.iter_mut().filter(|it| ends(it)).for_each(|it| it.standing = StandingPass::default());
        meta
    })
}
