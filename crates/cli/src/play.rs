//! Play: a game in the terminal, one person against bots.

use std::{
    fs,
    io::{self, BufRead},
    path::PathBuf,
};

use alhambra_bots::{Bot, BotError, Entrant, Means, Seen, bot_seed, game_seed};
use alhambra_engine::{
    Action, Event, Game, Ruleset, Seat, Seed, State, View,
    modules::Module,
    notation::{Record, position},
};

use crate::{
    board::board,
    error::Error,
    lineup::{BotName, Choice, Patience},
    map::{map, pieces},
    menu::{Length, arrange, maps, menu},
    rules::{self, Rules},
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

const HELP: &str = "\
Type the number of an action, or the action itself: take fl3 di2, buy T9ne fl4 fl5, build T9ne n1e2.
  c  all cities   l  your table and the list again   m  the whole list, however long   ?  this help   q  quit
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
        .map(|(seat, bot)| format!("seat {seat} {}", bot.as_ref().map_or("you".to_owned(), |it| it.name())))
        .collect();

    let mut events = Vec::new();
    let mut state = State::new_with(ruleset, seed, &mut events).map_err(|it| rules::refused(&it))?;
    let mut record = Record::new(ruleset, seed);
    writeln!(out, "{ruleset}\nYou are seat {human}. ? helps, q quits.\n")?;
    let mut legal = Vec::new();
    tell_bots(&mut bots, &events);
    while let Some(seat) = state.to_act() {
        state.legal_actions_into(&mut legal);
        let action = match (&mut bots[seat.index()], &mut legal[..]) {
            (Some(bot), legal) => bot.choose(&Seen::by(&state, seat), legal).map_err(|it| match it {
                BotError::NoAction(reason) => Error::Stuck(reason, position(&state)),
                BotError::Failed(failure) => Error::Failure(format!("{} can't go on; {failure}", bot.name())),
            })?,
            // Who can only pass need not be asked here: nobody else waits to see how long that takes.
            (None, [Action::Pass]) => Action::Pass,
            (None, legal) => {
                tell(&mut events, human, out)?;
                arrange(legal);
                match ask(&state, seat, legal, &names, input, out)? {
                    Wish::Act(action) => action,
                    Wish::Quit => break,
                }
            }
        };
        let n_events = events.len();
        state
            .apply_with(seat, action, &mut events)
            .map_err(|it| Error::Failure(format!("{action} by seat {seat} was refused: {it}")))?;
        tell_bots(&mut bots, &events[n_events..]);
        record.actions.push((seat, action));
    }
    tell(&mut events, human, out)?;

    if state.is_over() {
        record.scores = Some(state.players.iter().map(|it| it.score).collect());
    }
    writeln!(out, "\n{}", words::standing(&state))?;
    if let Some(path) = &args.record {
        fs::write(path, record.to_string()).map_err(|it| Error::file("write", path, &it))?;
        writeln!(out, "The game is written to {}.", path.display())?;
    }
    Ok(())
}

/// A seat that follows from the seed, but tells nothing about the game.
fn anywhere(seed: Seed, n_players: u8) -> Seat {
    let Seed(luck) = bot_seed(seed, Seat(u8::MAX));
    Seat(luck[0] % n_players)
}

/// The bots by seat; the person's seat stays free.
fn opponents(args: &Play, seed: Seed, n_players: u8, human: Seat) -> Result<Vec<Option<Box<dyn Bot>>>, Error> {
    let n_opponents = usize::from(n_players) - 1;
    if args.bots.len() != 1 && args.bots.len() != n_opponents {
        let n = args.bots.len();
        return Err(Error::Usage(format!(
            "--bots names {n} bots for {n_opponents} opponents; name one for all, or one for each"
        )));
    }
    let entrants = args.bots.iter().map(|it| it.entrant(args.patience)).collect::<Result<Vec<Entrant>, Error>>()?;
    let mut entrants = entrants.iter().cycle();
    let mut bot = |seat| entrants.next().map(|it| it.bot(bot_seed(seed, seat), Means::default()));
    let seats = (0..n_players).map(Seat);
    Ok(seats.map(|seat| if seat == human { None } else { bot(seat) }).collect())
}

/// Tells every bot what it may know of what has just happened.
fn tell_bots(bots: &mut [Option<Box<dyn Bot>>], events: &[Event]) {
    for (bot, seat) in bots.iter_mut().zip(0..).filter_map(|(bot, seat)| Some((bot.as_mut()?, Seat(seat)))) {
        for event in events {
            bot.observe(&event.seen_by(Some(seat)));
        }
    }
}

/// Tells what the person may know of what happened since the last time.
fn tell(events: &mut Vec<Event>, human: Seat, out: &mut impl io::Write) -> Result<(), Error> {
    let seen: Vec<Event> = events.drain(..).map(|it| it.seen_by(Some(human))).collect();
    Ok(out.write_all(words::tell(&seen).as_bytes())?)
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
        let question = state.step().and_then(words::question).unwrap_or_default();
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
