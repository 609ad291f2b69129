//! Laws: what holds for every text and every choice, however odd.
//!
//! The fuzz targets look for a text or a choice that breaks one; the engine's tests try a fixed lot of each.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a library here, a module in the engine's tests")]

use alhambra_engine::{
    Action, Ending, Event, Game, Ruleset, Scoring, Seat, Seed, State, invariants,
    material::{
        Building, Bureau, Cards, Cell, Currency, Edges, Falcon, Handful, MoneyCard, Part, Payment, Purse, Tile,
    },
    modules::{Module, ModuleSet},
    notation::{self, Record, RecordError},
};

/// Makes a set of the sorts of actions: a new one doesn't compile until it is named, and then until somebody makes it.
macro_rules! sorts {
    ($($sort:ident),* $(,)?) => {
        /// A sort of action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "they are named as the actions are")]
        pub enum Sort { $($sort),* }

        impl Sort {
            /// Every sort.
            pub const ALL: &[Sort] = &[$(Sort::$sort),*];

            /// The sort of an action.
            pub fn of(action: &Action) -> Sort {
                match action {
                    $(Action::$sort { .. } => Sort::$sort,)*
                }
            }
        }
    };
}

sorts! {
    Take, TakeBureau, Buy, Build, BuildFlipped, TakeDown, Swap, Keep, Give, LeaveOut, Wake, TakeHut, AddWalls,
    BuyFalcon, Reveal, Steal, ChooseCitizens, LayTrader, MoveIn, Exchange, Pass,
}

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

/// A text is a position or is refused with a reason; a position prints to itself and can be played on.
///
/// # Panics
/// If the law is broken.
pub fn position(text: &str) {
    match notation::parse_position(text) {
        Err(error) => reasonable(text, &error),
        Ok(state) => {
            let printed = notation::position(&state);
            let again = notation::parse_position(&printed);
            if !is_unmistakable(&state) {
                return;
            }
            assert!(again.as_ref() == Ok(&state), "a position is read as it was printed:\n{printed}");
            assert_eq!(again.map(|it| notation::position(&it)), Ok(printed), "a position is printed as it was read");
            play_on(state, text.as_bytes());
        }
    }
}

/// Whether the drawings of all cities can be read in one way only: added walls can make a tile look like another one.
pub fn is_unmistakable(state: &State) -> bool {
    state.players.iter().all(|player| {
        let alike = |one: Tile, two: Tile| {
            one != two && one.label() == two.label() && player.edges_of(one) == player.edges_of(two)
        };
        let built = player.city.tiles().iter().filter(|it| it.tile.part() != Part::Camp).map(|it| it.tile);
        player.sticks.is_empty() || built.into_iter().all(|one| Tile::all().all(|two| !alike(one, two)))
    })
}

/// Up to 300 actions that the bytes choose, again and again; what could lie on a table can be played.
fn play_on(mut state: State, bytes: &[u8]) {
    let mut actions = Vec::new();
    let mut mixed = 0_usize;
    for byte in bytes.iter().cycle().take(300) {
        state.legal_actions_into(&mut actions);
        decidable(&state, &actions);
        if actions.is_empty() {
            return;
        }
        // The same text should not lead to the same sort of choice again and again.
        mixed = mixed.wrapping_mul(31).wrapping_add(usize::from(*byte));
        let action = actions[mixed / 7 % actions.len()];
        state.apply_unchecked(action);
    }
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
        state.legal_actions_into(&mut actions);
        decidable(&state, &actions);
        let action = actions[usize::from(bytes.next()) % actions.len()];
        act(&mut state, action);
    }
}

/// Whoever has to decide always has a legal action.
///
/// # Panics
/// If the law is broken; then the position is told.
pub fn decidable(state: &State, legal: &[Action]) {
    let is_decided = legal.is_empty() == state.is_over();
    assert!(is_decided, "{:?} and no legal action in\n{}", state.step(), notation::position(state));
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
        state.legal_actions_into(&mut actions);
        decidable(&state, &actions);
        if !actions.is_empty() {
            let action = actions[usize::from(bytes.next()) % actions.len()];
            act(&mut state, action);
        }
        let seat = Seat(bytes.next() % 8);
        let action = bytes.action(&state);
        let verdict = state.check(seat, action);
        let before = state.clone();
        let mut events: Vec<Event> = Vec::new();
        assert_eq!(
            state.apply_with(seat, action, &mut events),
            verdict,
            "{action} by seat {seat} is judged in two ways"
        );
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
    if let Err(refusal) = state.apply(seat, action) {
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

    /// A game of any sort.
    fn game(&mut self) -> State {
        let players = 2 + self.next() % 5;
        let (sort, low, high) = (self.next(), self.next(), self.next());
        let game = Game::ALL[usize::from(sort) % 3];
        let scoring = if game == Game::Alhambra { Scoring::Regular } else { Scoring::ALL[usize::from(sort / 3) % 2] };
        let ending = if game == Game::Both { Ending::ALL[usize::from(sort / 6) % 2] } else { Ending::Both };
        let set = u16::from_le_bytes([low, high]);
        let chosen = |it: &Module| set >> *it as u16 & 1 != 0 && game.allows(*it);
        let modules: ModuleSet = Module::ALL.into_iter().filter(chosen).collect();
        let number = u64::from_le_bytes([(); 8].map(|()| self.next()));
        let ruleset = Ruleset { game, scoring, ending, players, modules };
        State::new(ruleset, Seed::from_number(number)).expect("a ruleset that can be played")
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[usize::from(self.next()) % things.len()]
    }

    fn tile(&mut self, state: &State) -> Tile {
        // Half of the tiles are some that the player to act has to do with.
        let near: Vec<Tile> = match state.to_act() {
            Some(seat) => {
                let player = state.player(seat);
                let built = player.city.tiles().iter().map(|it| it.tile);
                let market = state.table.market.0.into_iter().chain(state.table.granada_market.0).flatten();
                let huts = state.table.huts.0.iter().filter_map(|it| it.last());
                let own = player.reserve.iter().chain(&player.bought).chain(&player.bonus_held);
                let others = own.chain(&state.table.bazaars).chain(huts).copied();
                let near: Vec<Tile> = built.chain(market).chain(others).collect();
                near.iter().copied().chain(near.iter().filter_map(|it| it.flipped())).collect()
            }
            None => Vec::new(),
        };
        match usize::from(self.next()) {
            byte if byte % 2 == 0 && !near.is_empty() => near[byte / 2 % near.len()],
            byte => {
                let all: Vec<Tile> = Tile::all().collect();
                all[(byte + 128 * usize::from(self.next() % 2)) % all.len()]
            }
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

    fn purse(&mut self) -> Purse {
        let mut cards = Cards::NONE;
        for _ in 0..self.next() % 6 {
            let value = self.card().value();
            if cards.count(value) < 3 {
                cards = cards.with(value);
            }
        }
        Purse::new(cards, (self.next() % 16).saturating_sub(9))
    }

    fn payment(&mut self) -> Payment {
        let currency = self.one_of(&Currency::ALL);
        // Even a bureau between a currency and itself can be asked for.
        let second = Some(self.one_of(&Currency::ALL)).filter(|_| self.next().is_multiple_of(2));
        let second_purse = second.map_or(Purse::EMPTY, |_| self.purse());
        Payment { currency, second, purse: self.purse(), second_purse }
    }

    fn action(&mut self, state: &State) -> Action {
        let sort = self.one_of(Sort::ALL);
        let action = match sort {
            Sort::Take => {
                let n_cards = self.next() % 5;
                let cards: Vec<MoneyCard> = (0..n_cards).map(|_| self.card()).collect();
                Action::Take { cards: Handful::new(cards).expect("four cards at most") }
            }
            Sort::TakeBureau => {
                let all: Vec<Bureau> = Bureau::all().collect();
                Action::TakeBureau { bureau: self.one_of(&all) }
            }
            Sort::Buy => Action::Buy { tile: self.tile(state), payment: self.payment() },
            Sort::Build => Action::Build { tile: self.tile(state), cell: self.cell() },
            Sort::BuildFlipped => {
                Action::BuildFlipped { tile: self.tile(state), cell: self.cell(), payment: self.payment() }
            }
            Sort::TakeDown => Action::TakeDown { tile: self.tile(state) },
            Sort::Swap => Action::Swap { tile: self.tile(state), old: self.tile(state) },
            Sort::Keep => Action::Keep { tile: self.tile(state) },
            Sort::Give => Action::Give { tile: self.tile(state) },
            Sort::LeaveOut => Action::LeaveOut { tile: self.tile(state) },
            Sort::Wake => Action::Wake,
            Sort::TakeHut => Action::TakeHut { tile: self.tile(state) },
            Sort::AddWalls => {
                Action::AddWalls { walls: Edges::from_bits_truncate(self.next()), tile: self.tile(state) }
            }
            Sort::BuyFalcon => {
                let all: Vec<Falcon> = Falcon::all().collect();
                Action::BuyFalcon { falcon: self.one_of(&all), corner: self.cell(), card: self.card() }
            }
            Sort::Reveal => Action::Reveal { tile: self.tile(state) },
            Sort::Steal => Action::Steal { card: self.card() },
            Sort::ChooseCitizens => Action::ChooseCitizens { citizens: [(); 3].map(|()| self.one_of(&Building::ALL)) },
            Sort::LayTrader => Action::LayTrader { cell: self.cell() },
            Sort::MoveIn => {
                Action::MoveIn { take: Some(self.one_of(&Building::ALL)).filter(|_| !self.next().is_multiple_of(8)) }
            }
            Sort::Exchange => Action::Exchange { give: self.one_of(&Building::ALL), take: self.one_of(&Building::ALL) },
            Sort::Pass => Action::Pass,
        };
        assert_eq!(Sort::of(&action), sort, "an action of another sort was made");
        action
    }
}
