//! Laws: what holds for every text and every choice, however odd.
//!
//! The fuzz targets look for a text or a choice that breaks one; the engine's tests try a fixed lot of each.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a library here, a module in the engine's tests")]

use alhambra_engine::{
    Action, Event, Ruleset, Seat, Seed, State, invariants,
    material::{Cards, Cell, Currency, Handful, MoneyCard, Payment, Tile},
    notation::{self, Record, RecordError},
};

/// A text is a record or is refused with a reason; a record prints to itself and replays or says why not.
///
/// # Panics
/// If the law is broken.
pub fn record(text: &str) {
    match text.parse::<Record>() {
        Err(error) => reasonable(text, &error),
        Ok(record) => {
            assert_eq!(record.to_string().parse().as_ref(), Ok(&record), "a record is read as it was printed");
            if let Err(error) = record.replay(|_, _, _| {}) {
                reasonable(text, &error);
            }
        }
    }
}

/// A text is a position or is refused with a reason; a position prints to itself.
///
/// # Panics
/// If the law is broken.
pub fn position(text: &str) {
    match notation::parse_position(text) {
        Err(error) => reasonable(text, &error),
        Ok(state) => {
            let printed = written(&state);
            let again = notation::parse_position(&printed);
            assert!(again.as_ref() == Ok(&state), "a position is read as it was printed:\n{printed}");
            assert_eq!(
                again.map(|it| notation::position(&it)),
                Ok(notation::position(&state)),
                "a position is printed as it was read"
            );
        }
    }
}

/// A position with an empty line after every drawing, which is where a reader knows that the drawing ends.
pub fn written(state: &State) -> String {
    notation::position(state).replace("\n\nplayer", "\nplayer").replace("\nplayer", "\n\nplayer")
}

/// A text is a drawing or is refused with a reason; a drawing of what it shows shows the same.
///
/// # Panics
/// If the law is broken.
pub fn drawing(text: &str) {
    match notation::parse_city(text) {
        Err(error) => assert!(!error.to_string().is_empty(), "a refusal without a reason"),
        Ok(city) => assert_eq!(notation::parse_city(&notation::draw(&city)), Ok(city)),
    }
}

/// Whatever legal actions the bytes choose, everything is in order after each.
///
/// # Panics
/// If the law is broken.
pub fn actions(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut state = bytes.game();
    let mut actions = Vec::new();
    while !state.is_over() && !bytes.0.is_empty() {
        state.legal_actions(&mut actions);
        let action = actions[usize::from(bytes.next()) % actions.len()];
        act(&mut state, action);
    }
}

/// Whatever action by whomever the bytes make up, it is carried out or refused without a trace.
///
/// # Panics
/// If the law is broken.
pub fn illegal_actions(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut state = bytes.game();
    let mut actions = Vec::new();
    while !bytes.0.is_empty() {
        // Every other time something legal, or no game would get far.
        state.legal_actions(&mut actions);
        if !actions.is_empty() {
            let action = actions[usize::from(bytes.next()) % actions.len()];
            act(&mut state, action);
        }
        let seat = Seat(bytes.next() % 8);
        let action = bytes.action(&state);
        let verdict = state.check(seat, action);
        let before = state.clone();
        let mut events: Vec<Event> = Vec::new();
        assert_eq!(state.apply(seat, action, &mut events), verdict, "{action} by seat {seat} is judged in two ways");
        match verdict {
            Ok(()) => check(&state, action),
            Err(refusal) => {
                assert!(state == before && events.is_empty(), "{action} is refused and changes something");
                assert!(!refusal.to_string().is_empty(), "a refusal without a reason");
            }
        }
    }
}

/// Carries out an action that is legal.
fn act(state: &mut State, action: Action) {
    let seat = state.to_act().expect("somebody is to act while the game goes on");
    if let Err(refusal) = state.apply(seat, action, &mut ()) {
        panic!("{action} by seat {seat} is listed and refused: {refusal}");
    }
    check(state, action);
}

fn check(state: &State, action: Action) {
    if let Err(violation) = invariants::check(state) {
        panic!("after {action}: {violation}");
    }
}

/// An error names a line of the text, or the one after it where something is missing.
fn reasonable(text: &str, error: &RecordError) {
    assert!(!error.to_string().is_empty(), "a refusal without a reason");
    if let RecordError::Line { line, .. } = error {
        assert!((1..=text.lines().count() + 1).contains(line), "{error}, but there is no such line");
    }
}

/// Bytes that make choices; when they are used up the choice is always the first.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A game of two to six players.
    fn game(&mut self) -> State {
        let ruleset = Ruleset::alhambra(2 + self.next() % 5);
        let number = u64::from_le_bytes([(); 8].map(|()| self.next()));
        State::new(ruleset, Seed::from_number(number), &mut ()).expect("the base game is for two to six")
    }

    fn tile(&mut self, state: &State) -> Tile {
        // Half of the tiles are some that the player to act has to do with.
        let near: Vec<Tile> = match state.to_act() {
            Some(seat) => {
                let player = state.player(seat);
                let built = player.city.tiles().iter().map(|it| it.tile);
                let market = state.table.market.0.into_iter().flatten();
                built.chain(market).chain(player.reserve.iter().chain(&player.bought).copied()).collect()
            }
            None => Vec::new(),
        };
        match usize::from(self.next()) {
            byte if byte % 2 == 0 && !near.is_empty() => near[byte / 2 % near.len()],
            byte => Tile::all().nth(byte / 2 % Tile::all().len()).expect("a tile"),
        }
    }

    fn cell(&mut self) -> Cell {
        let near = |byte: u8| if byte < 200 { (byte % 9) as i8 - 4 } else { byte as i8 };
        Cell { x: near(self.next()), y: near(self.next()) }
    }

    fn card(&mut self) -> MoneyCard {
        let byte = self.next();
        MoneyCard::new(Currency::ALL[usize::from(byte >> 4) % 4], byte % 9 + 1)
    }

    fn payment(&mut self) -> Payment {
        let currency = Currency::ALL[usize::from(self.next()) % 4];
        let mut cards = Cards::NONE;
        for _ in 0..self.next() % 6 {
            let value = self.card().value();
            if cards.count(value) < 3 {
                cards = cards.with(value);
            }
        }
        Payment::cards(currency, cards)
    }

    fn action(&mut self, state: &State) -> Action {
        match self.next() % 9 {
            0 => {
                let n_cards = self.next() % 5;
                let cards: Vec<MoneyCard> = (0..n_cards).map(|_| self.card()).collect();
                Action::Take { cards: Handful::new(cards).expect("four cards at most") }
            }
            1 => Action::Buy { tile: self.tile(state), payment: self.payment() },
            2 => Action::Build { tile: self.tile(state), cell: self.cell() },
            3 => Action::TakeDown { tile: self.tile(state) },
            4 => Action::Swap { tile: self.tile(state), old: self.tile(state) },
            5 => Action::Keep { tile: self.tile(state) },
            6 => Action::Give { tile: self.tile(state) },
            7 => Action::LeaveOut { tile: self.tile(state) },
            _ => Action::Pass,
        }
    }
}
