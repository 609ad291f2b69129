//! Opening a table, starting its game, and opening the next one for the same people.

use alhambra_bots::Kind;
use alhambra_engine::{
    Event, Rng, Seed,
    fairness::{Proof, Seating, Seats, Secret},
    notation::Record,
    ruleset::RULES_VERSION,
};
use alhambra_protocol::{Code, NewTable, Pace, Problem, SeatPlan, Settings, StandingPass, Status, Visibility};

use crate::{
    error::problem,
    game,
    person::{Person, PersonId},
    random, records, seating,
    sheet::{Chair, Order, Sheet, Sitter},
    store::Row,
};

/// The names of bots at a table, seat by seat.
const BOTS: [&str; 6] = ["Zaynab", "Tariq", "Leonor", "Samuel", "Aisha", "Rodrigo"];

const DAY: u32 = 24 * 60 * 60;

/// The sheet of a new table.
///
/// # Errors
/// If the wish can't be fulfilled.
pub(crate) fn open(
    wish: NewTable,
    host: &Person,
    at: u64,
    secret: Option<Secret>,
    longest: usize,
) -> Result<Sheet, Problem> {
    let NewTable { mut settings, seats, start: _, from, lesson } = wish;
    check(&settings)?;
    if seats.len() != usize::from(settings.ruleset.players) {
        return Err(problem(Code::Invalid, "there must be as many seats as players"));
    }
    let script = from.as_ref().filter(|_| lesson).map(|it| it.0.clone());
    if lesson && script.is_none() {
        return Err(problem(Code::Invalid, "a lesson needs a record to follow"));
    }
    let from = from.map(|(text, n)| given(&text, n, &settings, longest)).transpose()?;
    // Without an action it is a new game of the same kind, and nobody may know the cards of that.
    let from = from.filter(|it| lesson || !it.actions.is_empty());
    if from.is_some() {
        settings.fixed_seats = true;
        settings.visibility = Visibility::Link;
    }
    let mut sheet = Sheet {
        id: random::word(7),
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
        sheet.chairs[seat] = Chair::of(sitter(&sheet, seat, plan, host)?);
        if let SeatPlan::Me { colour: Some(wanted), .. } = plan {
            seating::claim(&mut sheet, seat, *wanted)?;
        }
    }
    seating::dress(&mut sheet);
    Ok(sheet)
}

/// Whether a table can be like this.
///
/// # Errors
/// If it can't.
pub(crate) fn check(settings: &Settings) -> Result<(), Problem> {
    settings.ruleset.validate().map_err(unplayable)?;
    check_pace(settings.pace)?;
    check_patience(settings.patience)?;
    level(&settings.substitute).map(drop)
}

/// Who sits on a seat after this plan of the host.
///
/// # Errors
/// If there is no such bot, or the name can't be shown or is taken.
pub(crate) fn sitter(sheet: &Sheet, seat: usize, plan: &SeatPlan, host: &Person) -> Result<Sitter, Problem> {
    Ok(match plan {
        SeatPlan::Open => Sitter::Nobody,
        SeatPlan::Me { name, .. } => {
            let name = seating::name_for(sheet, seat, name.as_deref(), &host.name)?;
            Sitter::Person { id: host.id.clone(), name }
        }
        SeatPlan::Bot { level: wanted } => bot(sheet, seat, level(wanted)?),
    })
}

/// A bot for a seat, with a name that nobody else at the table has.
fn bot(sheet: &Sheet, seat: usize, level: Kind) -> Sitter {
    let mut names = BOTS.iter().cycle().skip(seat).take(BOTS.len());
    let free = names.find(|it| !seating::is_called(sheet, seat, it));
    let name = free.map_or_else(|| seating::numbered(sheet, seat, BOTS[0]), |it| (*it).to_owned());
    Sitter::Bot { name, level: level.to_string() }
}

/// The bot of a level that tables may ask for.
///
/// # Errors
/// If there is none.
pub(crate) fn level(name: &str) -> Result<Kind, Problem> {
    let found = Kind::ALL.into_iter().find(|it| it.name() == name);
    found.ok_or_else(|| {
        let known = Kind::ALL.map(Kind::name).join(", ");
        problem(Code::Invalid, format!("there is no bot of this level; there are: {known}"))
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
        Err(problem(Code::Invalid, "a decision takes from 5 seconds to 30 days, a bank from 30 seconds"))
    }
}

fn check_patience(patience: Option<u32>) -> Result<(), Problem> {
    let is_fine = patience.is_none_or(|it| (10..=DAY).contains(&it));
    if is_fine { Ok(()) } else { Err(problem(Code::Invalid, "patience lasts from 10 seconds to a day")) }
}

/// The part of a record that a game goes on from.
fn given(text: &str, n: u32, settings: &Settings, longest: usize) -> Result<Record, Problem> {
    let mut record = records::read(text, longest)?;
    if record.ruleset != settings.ruleset {
        return Err(problem(Code::Invalid, "the record is of another game"));
    }
    record.actions.truncate(n as usize);
    record.scores = None;
    let state = record.replay(|_, _, _| {}).map_err(|it| problem(Code::Invalid, format!("the record: {it}")))?;
    if state.is_over() {
        return Err(problem(Code::Invalid, "the game of the record is over; go on from an earlier moment"));
    }
    Ok(record)
}

/// The sheet of a table whose game begins, and the entries that it begins with; shuffled by chance, or by this seed.
///
/// # Errors
/// If it has begun already.
pub(crate) fn start(sheet: &Sheet, at: u64, shuffle: Option<Seed>) -> Result<(Sheet, Vec<Row>), Problem> {
    if sheet.status != Status::Gathering {
        return Err(problem(Code::NotNow, "the game has begun already"));
    }
    let mut sheet = sheet.clone();
    let luck = || shuffle.unwrap_or_else(|| Seed(random::bytes()));
    let substitute = level(&sheet.settings.substitute)?;
    for seat in 0..sheet.chairs.len() {
        if sheet.chairs[seat].sitter == Sitter::Nobody {
            let bot = bot(&sheet, seat, substitute);
            sheet.chairs[seat].seat(bot);
        }
    }
    // Colours stay with people when seats are shuffled.
    seating::dress(&mut sheet);
    let record: Option<Record> = sheet.from.take().and_then(|it| it.parse().ok());
    sheet.continued = record.as_ref().map(|it| it.actions.len() as u32);
    let seed = if let Some(secret) = sheet.secret.filter(|_| shuffle.is_none() && record.is_none()) {
        let shares = sheet.chairs.iter_mut().map(|it| std::mem::take(&mut it.share)).collect();
        let seats = if sheet.settings.fixed_seats { Seats::Fixed } else { Seats::Shuffled };
        let proof = Proof::new(&sheet.id, secret, shares, seats);
        if let Seating::Shuffled(order) = &proof.seating {
            sheet.chairs = order.iter().map(|&it| sheet.chairs[usize::from(it)].clone()).collect();
        }
        sheet.proof.insert(proof).seed()
    } else {
        if !sheet.settings.fixed_seats {
            // Another seed than the game's: who sits where says nothing about the cards.
            Rng::new(luck()).stream(|it| it.shuffle(&mut sheet.chairs));
        }
        record.as_ref().map_or_else(luck, |it| it.seed)
    };
    sheet.secret = None;
    sheet.seed = Some(seed.to_string());
    // It may have been opened before an upgrade.
    sheet.rules = RULES_VERSION;
    sheet.status = Status::Playing;
    sheet.started_at = Some(at);
    sheet.resumed_at = at;
    let row = |(&(seat, action), seq): (&(alhambra_engine::Seat, alhambra_engine::Action), u32)| Row {
        seq,
        seat: seat.0,
        what: action.to_string(),
        at,
        used: 0,
        hinted: false,
    };
    let rows = record.iter().flat_map(|it| it.actions.iter().zip(1..)).map(row).collect();
    Ok((sheet, rows))
}

/// The sheet of a table for the same people, everybody one seat further; whoever wants to play again is the host.
pub(crate) fn rematch(sheet: &Sheet, host: &PersonId, at: u64, secret: Option<Secret>) -> Sheet {
    let chair = |it: &Chair| Chair { colour: it.colour, ..Chair::of(it.sitter.clone()) };
    let mut chairs: Vec<Chair> = sheet.chairs.iter().map(chair).collect();
    chairs.rotate_right(1);
    Sheet {
        id: random::word(7),
        settings: Settings { fixed_seats: true, ..sheet.settings.clone() },
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
pub(crate) fn unplayable(alhambra_engine::Unplayable(objections): alhambra_engine::Unplayable) -> Problem {
    let reasons: Vec<_> = objections.iter().map(ToString::to_string).collect();
    problem(Code::Unplayable(objections), format!("this can't be played: {}", reasons.join("; ")))
}

/// The sheet without the standing passes that end with what happened, if there are any.
pub(crate) fn end_standing(sheet: &Sheet, events: &[Event]) -> Option<Sheet> {
    let ends = |chair: &Chair| game::ends(&chair.standing, events);
    sheet.chairs.iter().any(ends).then(|| {
        let mut sheet = sheet.clone();
        sheet.chairs.iter_mut().filter(|it| ends(it)).for_each(|it| it.standing = StandingPass::default());
        sheet
    })
}
