//! Play: a game in the terminal, one person against bots.

use std::{
    fs,
    io::{self, BufRead},
    net::Ipv4Addr,
    path::PathBuf,
    sync::Arc,
};

use alhambra_bots::{Bot, BotError, Entrant, Kind, Means, Seen, bot_seed, game_seed};
use alhambra_engine::{Action, Event, Game, Ruleset, Seat, Seed, State, View, modules::Module, notation::position};
use alhambra_protocol::{Ask, Assistance, Code, NewTable, Pace, Problem, Request, SeatPlan, Settings, Visibility};
use alhambra_table::{
    Deed, GameLog, House, Input, LogEntry, Moment, Person, Receipt, Sitter, Table, Telling, Visitor, opening,
};

use crate::{
    board::board,
    error::Error,
    lineup::{BotName, Choice, Patience},
    map::{map, pieces},
    menu::{Length, arrange, maps, menu},
    rules::Rules,
    seeds, words,
};

/// What to play, against whom, and where to sit.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    rules: Rules,

    /// The opponents: one name for all, or one for each with commas between them.
    #[arg(long, short, value_name = "NAMES", default_value = "casual", value_parser = BotName, value_delimiter = ',')]
    bots: Vec<Choice>,

    #[command(flatten)]
    patience: Patience,

    /// Your seat, from 0 on; without it chance decides.
    #[arg(long, value_name = "SEAT")]
    seat: Option<u8>,

    /// The number that the game follows from; without it no game is like another.
    #[arg(long, short, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Write the game into this file when it ends or you quit; `alhambra replay` shows it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The one visit at a table in the terminal.
const YOU: u64 = 0;

const HELP: &str = "\
Type the number of an action, or the action itself: take fl3 di2, buy T9ne fl4 fl5, build T9ne n1e2.
  c  all cities   l  your table and the list again   m  the whole list, however long
  u  take your last action back, as long as nothing new was seen   ?  this help   q  quit
Money: fl florin, di dirham, de denar, du ducat, with the value. Cells are steps from your starting tile (n1e2: one
north, two east). Paying the exact price gives you another action.
";

const ALHAMBRA: &str = "\
Tiles: P pavilion, S seraglio, A arcades, C chambers, G garden, T tower, with the price and the sides that bear a wall
(T9ne: a tower for 9, walls north and east).
";

const GRANADA: &str = "\
Tiles of Granada: ar arena, ba bath house, li library, hs hostel, hp hospital, ma market, pa park, sc school,
re residential area, with the price and the sides that bear a moat; the back has the same moats. Turning a tile over
when you build it costs 3 of one currency (flip sc5nw n1 fl3). In the table 3:12 means three tiles, the dearest for 12.
";

/// What this module adds to the help.
const fn help(module: Module) -> &'static str {
    match module {
        Module::Vizier => "Vizier: between turns buy one tile at the exact price; he sleeps then until you wake him.",
        Module::Bureaux => "Bureaux: fl/de pays one purchase in both currencies (buy T9ne fl/de fl4 de5).",
        Module::BonusCards => "Bonus cards: lay one open once its tile is built; it counts as one more building.",
        Module::Huts => "Huts: hT is a hut that counts as the towers next to it without a wall between.",
        Module::Walls => "Walls: an open wall card adds its walls to one of your tiles (walls ne T9).",
        Module::Thieves => "Thieves: between turns take an open money card of the thief's currency.",
        Module::Change => "Change: for every 2 paid too much you get a coin of 1; fl*2 are two coins.",
        Module::StreetTrader => {
            "Trader: * on the map; build a tile in its cell in the colour of a citizen, who then moves in."
        }
        Module::Camps => "Camps: K8ne has bastions north and east and stands outside, a bastion against a wall.",
        Module::Bazaars => {
            "Bazaars: zfl1 costs exactly what lies on its square; its colours around it count at the end."
        }
        Module::Falconers => {
            "Falcons: f on the map; for one money card on a corner where four tiles and its two colours meet; the corner \
             is\nnamed by the cell south-east of it (falcon black-PS n1e1 fl3)."
        }
    }
}

/// What there is to know about this game.
fn help_for(ruleset: Ruleset) -> String {
    let tiles = match ruleset.game {
        Game::Alhambra => ALHAMBRA.to_owned(),
        Game::Granada => GRANADA.to_owned(),
        Game::Both => format!("{ALHAMBRA}{GRANADA}"),
    };
    let modules: String = ruleset.modules.iter().map(|it| format!("{}\n", help(it))).collect();
    format!("{HELP}{tiles}{modules}")
}

/// What a person wants.
enum Wish {
    Act(Action),
    TakeBack,
    Quit,
}

/// Sits down at the terminal.
pub(crate) fn run(args: &Play, input: &mut impl BufRead, out: &mut impl io::Write) -> Result<(), Error> {
    let ruleset = args.rules.ruleset()?;
    let n_players = ruleset.players;
    let seed = args.seed.map_or_else(seeds::fresh, |it| Ok(game_seed(it, 0)))?;
    let human = match args.seat {
        Some(seat) if seat < n_players => Seat(seat),
        Some(seat) => {
            return Err(Error::Usage(format!(
                "--seat {seat}: {n_players} players have the seats 0 to {}",
                n_players - 1
            )));
        }
        None => anywhere(seed, n_players),
    };
    let mut bots = opponents(args, seed, n_players, human)?;
    let names: Vec<String> = bots
        .iter()
        .enumerate()
        .map(|(seat, bot)| format!("seat {seat} {}", bot.as_ref().map_or("you".to_owned(), |it| it.bot.name())))
        .collect();

    let mut table = set_up(ruleset, seed, human, &bots)?;
    writeln!(out, "{ruleset}\nYou are seat {human}. ? helps, q quits.\n")?;
    let mut shown = Shown::default();
    while let Some(seat) = table.to_act().map(Seat) {
        let input = if let Some(bot) = &mut bots[seat.index()] {
            decide(&table, seat, bot)?
        } else {
            let state = &game(&table)?.state;
            let mut legal = state.legal_actions();
            // Who can only pass need not be asked here: nobody else waits to see how long that takes.
            let wish = if legal == [Action::Pass] {
                Wish::Act(Action::Pass)
            } else {
                shown.tell(game(&table)?, human, out)?;
                arrange(&mut legal);
                ask(state, seat, &legal, &names, input, out)?
            };
            let seq = game(&table)?.seq();
            let (seat, hold) = (seat.0, false);
            let ask = match wish {
                Wish::Act(action) => Ask::Act { seat, seq, action: action.to_string(), hold },
                Wish::TakeBack => Ask::Undo { seat, seq },
                Wish::Quit => break,
            };
            Input::Asked { visit: YOU, request: Request { reference: None, ask } }
        };
        match drive(&mut table, input) {
            Ok(()) => {}
            Err(Problem { code: Code::NotNow, message }) => writeln!(out, "{message}; ? helps")?,
            Err(problem) => return Err(Error::Failure(format!("seat {seat} was refused: {problem}"))),
        }
    }
    let game = game(&table)?;
    shown.tell(game, human, out)?;

    writeln!(out, "\n{}", words::standing(&game.state))?;
    if let Some(path) = &args.record {
        fs::write(path, game.record().to_string()).map_err(|it| Error::file("write", path, &it))?;
        writeln!(out, "The game is written to {}.", path.display())?;
    }
    Ok(())
}

/// A table with a game that has begun, and the person in front of it.
fn set_up(ruleset: Ruleset, seed: Seed, human: Seat, bots: &[Option<Opponent>]) -> Result<Table, Error> {
    let person = Person { id: "you".to_owned(), name: "You".to_owned() };
    let settings = Settings {
        ruleset,
        visibility: Visibility::Link,
        pace: Pace::Unlimited,
        assistance: Assistance { hints: false, undo: true },
        fixed_seats: true,
        substitute: Kind::Random.name().to_owned(),
        patience: None,
    };
    let seats = vec![SeatPlan::Open; bots.len()];
    let wish = NewTable { settings, seats, start: false, from: None, lesson: false };
    let refused = |it: Problem| Error::Failure(it.message);
    let mut meta = opening::open(wish, "terminal".to_owned(), &person, 0, None, 0).map_err(refused)?;
    for (chair, bot) in meta.chairs.iter_mut().zip(bots) {
        chair.sitter = match bot {
            Some(it) => Sitter::Bot { name: it.bot.name(), level: it.bot.name() },
            None => Sitter::Person { id: person.id.clone(), name: person.name.clone() },
        };
    }
    let house = House { shuffle: Some(seed), ..House::default() };
    let mut table = Table::new(Arc::new(house), meta, Moment::default());
    let visitor = Visitor::new(YOU, person, Ipv4Addr::LOCALHOST.into(), None, 0, Telling::News);
    drive(&mut table, Input::Came { visitor, unreadable: None }).map_err(refused)?;
    drive(&mut table, Input::Start).map_err(refused)?;
    debug_assert_eq!(table.meta().chairs[human.index()].holder().map(String::as_str), Some("you"));
    Ok(table)
}

/// Lets something happen at the table, which is kept in memory alone and has no clocks.
fn drive(table: &mut Table, input: Input) -> Result<(), Problem> {
    let proposal = table.propose(input, Moment::default());
    let outcome = proposal.outcome();
    table.commit(proposal, Receipt::of_a_store_that_has_committed());
    outcome
}

fn game(table: &Table) -> Result<&GameLog, Error> {
    table.game().ok_or_else(|| Error::Failure("the game has not begun".to_owned()))
}

/// A bot, and how much of what it may know it has been told.
struct Opponent {
    bot: Box<dyn Bot>,
    n_told: usize,
}

/// What a bot wants to do; before, it is told what has happened since it was last asked.
fn decide(table: &Table, seat: Seat, Opponent { bot, n_told }: &mut Opponent) -> Result<Input, Error> {
    let game = game(table)?;
    let memories = game.memories(seat);
    for event in &memories[*n_told..] {
        bot.observe(event);
    }
    *n_told = memories.len();
    let action = bot.choose(&Seen::by(&game.state, seat), &game.state.legal_actions()).map_err(|it| match it {
        BotError::NoAction(reason) => Error::Stuck(reason, position(&game.state)),
        BotError::Failed(failure) => Error::Failure(format!("{} can't go on; {failure}", bot.name())),
    })?;
    Ok(Input::Decided { seq: game.seq(), action })
}

/// A seat that follows from the seed, but tells nothing about the game.
fn anywhere(seed: Seed, n_players: u8) -> Seat {
    let Seed(luck) = bot_seed(seed, Seat(u8::MAX));
    Seat(luck[0] % n_players)
}

/// The bots by seat; the person's seat stays free.
fn opponents(args: &Play, seed: Seed, n_players: u8, human: Seat) -> Result<Vec<Option<Opponent>>, Error> {
    let n_opponents = usize::from(n_players) - 1;
    if args.bots.len() != 1 && args.bots.len() != n_opponents {
        let n = args.bots.len();
        return Err(Error::Usage(format!(
            "--bots names {n} bots for {n_opponents} opponents; name one for all, or one for each"
        )));
    }
    let entrants = args.bots.iter().map(|it| it.entrant(args.patience)).collect::<Result<Vec<Entrant>, Error>>()?;
    let mut entrants = entrants.iter().cycle();
    let mut bot =
        |seat| entrants.next().map(|it| Opponent { bot: it.bot(bot_seed(seed, seat), Means::default()), n_told: 0 });
    let seats = (0..n_players).map(Seat);
    Ok(seats.map(|seat| if seat == human { None } else { bot(seat) }).collect())
}

/// How much of the game the person has been told.
#[derive(Default)]
struct Shown {
    n_entries: usize,
}

impl Shown {
    /// Tells what the person may know of what happened since the last time.
    fn tell(&mut self, game: &GameLog, human: Seat, out: &mut impl io::Write) -> Result<(), Error> {
        let (entries, events) = game.course();
        for (i, events) in events.iter().enumerate().skip(self.n_entries) {
            if let Some(LogEntry { deed: Deed::TakeBack(_), .. }) = i.checked_sub(1).map(|it| entries[it]) {
                writeln!(out, "You take your last action back.")?;
            }
            let seen: Vec<Event> = events.iter().map(|it| it.seen_by(Some(human))).collect();
            out.write_all(words::tell(&seen).as_bytes())?;
        }
        self.n_entries = events.len();
        Ok(())
    }
}

/// Asks until the answer is a legal action or the wish to stop; the end of the input is such a wish.
fn ask(
    state: &State,
    seat: Seat,
    legal: &[Action],
    names: &[String],
    input: &mut impl BufRead,
    out: &mut impl io::Write,
) -> Result<Wish, Error> {
    let view = View::of(state, Some(seat));
    let show = |out: &mut dyn io::Write| {
        let question = state.decision().map(words::question).unwrap_or_default();
        let (board, maps, menu) = (board(&view, names), maps(state, legal), menu(state, legal, Length::Short));
        write!(out, "\n{board}\n{maps}\n{question}\n{menu}")
    };
    show(out)?;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        let n_read = input.read_line(&mut line);
        if n_read.map_err(|it| Error::Failure(format!("can't read the input: {it}")))? == 0 {
            writeln!(out)?;
            return Ok(Wish::Quit);
        }
        match line.trim() {
            "" => {}
            "q" => return Ok(Wish::Quit),
            "u" => return Ok(Wish::TakeBack),
            "?" => out.write_all(help_for(state.ruleset).as_bytes())?,
            "l" => show(out)?,
            "m" => out.write_all(menu(state, legal, Length::Full).as_bytes())?,
            "c" => {
                for (name, player) in names.iter().zip(&view.players) {
                    let marks = pieces(player.trader.and_then(|it| it.cell), &player.falcons);
                    write!(out, "\n{name}\n{}", map(&player.city, &marks))?;
                }
            }
            answer => match understand(state, seat, legal, answer) {
                Ok(action) => return Ok(Wish::Act(action)),
                Err(reason) => writeln!(out, "{reason}; ? helps")?,
            },
        }
    }
}

/// The action that is meant by a number or by notation.
fn understand(state: &State, seat: Seat, legal: &[Action], answer: &str) -> Result<Action, String> {
    if let Ok(number) = answer.parse::<usize>() {
        let action = number.checked_sub(1).and_then(|it| legal.get(it));
        return action.copied().ok_or_else(|| format!("choose a number from 1 to {}", legal.len()));
    }
    let action: Action = answer.parse().map_err(|it| format!("{it}"))?;
    state.check(seat, action).map_err(|it| it.to_string())?;
    Ok(action)
}
