//! A bot of somebody else: a program that is told what its seat sees, and answers what it does.
//!
//! `docs/bots.md` describes the lines.

mod process;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use alhambra_bots::{Bot, BotError, Entrant, Failure, FailureKind, NoAction, Seen};
use alhambra_engine::{
    Action, Event, Rng, Seat, Seed,
    determinize::{Memory, determinize},
    scoring::next_round,
};
use alhambra_protocol::{BotAnswer, BotMessage};
use alhambra_table::game;

use crate::error::Error;
use process::Process;

/// A program, and those of its processes that wait for a game.
struct Program {
    /// The command as it was given, which is its name.
    command: String,
    words: Vec<String>,
    /// How long it may think about a decision.
    time: Duration,
    idle: Mutex<Vec<Process>>,
}

/// A bot that is played by this command; it is started once to see that it can be.
pub(crate) fn entrant(command: &str, time: Duration) -> Result<Entrant, Error> {
    let refused = |why: &str| Error::Usage(format!("--bots {command}: {why}"));
    let words = shlex::split(command).filter(|it| !it.is_empty());
    let words = words.ok_or_else(|| refused("a quotation mark is missing"))?;
    let process = Process::start(&words).map_err(|it| refused(&told(&it)))?;
    let program = Program { command: command.to_owned(), words, time, idle: Mutex::new(vec![process]) };
    let program = Arc::new(program);
    let make = move |seed, _| ProgramBot::new(Arc::clone(&program), seed);
    Entrant::new(command, make).map_err(|it| refused(&it.to_string()))
}

/// A failure with the end of what the program wrote to its error output.
fn told(failure: &Failure) -> String {
    match failure.stderr.lines().next_back() {
        Some(line) => format!("{}; its last words: {line}", failure.message),
        None => failure.message.clone(),
    }
}

/// A program in one game.
struct ProgramBot {
    program: Arc<Program>,
    /// The process that plays this game, from the first decision on.
    process: Option<Process>,
    seed: Seed,
    rng: Rng,
    /// What it has not been told yet.
    events: Vec<Event>,
}

impl ProgramBot {
    fn new(program: Arc<Program>, seed: Seed) -> ProgramBot {
        ProgramBot { program, process: None, seed, rng: Rng::new(seed), events: Vec::new() }
    }

    /// The process, with the news that a game has begun.
    fn begin(&self, seen: &Seen<'_>) -> Result<Process, Failure> {
        let waiting = self.program.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let process = waiting.map_or_else(|| Process::start(&self.program.words), Ok)?;
        let Seat(seat) = seen.seat();
        process.tell(&BotMessage::Start { seat, ruleset: seen.view().ruleset, seed: self.seed.to_string() });
        Ok(process)
    }

    /// Everything that its seat may know, and what it may do.
    fn question(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<BotMessage, NoAction> {
        let view = seen.view();
        // None of this depends on anything hidden, so that any game behind the view tells the same.
        let state = determinize(&view, Memory::None, &mut self.rng);
        let (actions, more) = game::listing(legal);
        Ok(BotMessage::Decide {
            millis: self.program.time.as_millis() as u64,
            events: std::mem::take(&mut self.events),
            view: Box::new(view),
            tallies: game::tallies(&state),
            next_scoring: next_round(&state),
            prices: game::prices(&state, Some(seen.seat())),
            options: Box::new(game::options(&state, seen.seat()).ok_or(NoAction { seat: seen.seat() })?),
            actions,
            more,
        })
    }
}

impl Bot for ProgramBot {
    fn name(&self) -> String {
        self.program.command.clone()
    }

    fn watches(&self) -> bool {
        true
    }

    fn observe(&mut self, event: &Event) {
        self.events.push(event.clone());
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        match legal {
            [] => return Err(NoAction { seat: seen.seat() }.into()),
            [only] => return Ok(*only),
            _ => {}
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.begin(seen)?,
        };
        let action = match process.ask(&self.question(seen, legal)?, self.program.time)? {
            BotAnswer::Act { action } => action,
            BotAnswer::Hello { .. } => return Err(process.unexpected("act").into()),
        };
        self.process = Some(process);
        // Whether it is legal is seen to by whoever asks.
        Ok(action.parse().map_err(|it| Failure::new(FailureKind::Illegal, format!("{it}")))?)
    }
}

/// After the game the process waits for the next one.
impl Drop for ProgramBot {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.tell(&BotMessage::Over { events: std::mem::take(&mut self.events) });
            self.program.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}
