//! Scenes: small games set up from text, with every card and tile of the box somewhere.

use std::{fmt::Debug, str::FromStr};

use alhambra_engine::{
    Action, City, Decision, Event, Ruleset, Seat, Seed, State, invariants,
    material::{Card, MoneyCard, Tile},
    notation,
    state::{Layer, Pile},
};

/// A game that is being laid out.
#[must_use]
pub(crate) struct Scene {
    state: State,
    tiles: Vec<Tile>,
    cards: Vec<MoneyCard>,
    market: Fill,
    display: Fill,
    pile: Vec<Card>,
    supply: Vec<Tile>,
    further_tiles: Further,
    further_cards: Further,
}

/// Whether something is as described or filled up from the box.
#[derive(PartialEq)]
enum Fill {
    Anything,
    AsDescribed,
}

/// Where everything goes that was not mentioned.
enum Further {
    /// Below the pile or supply.
    Below,
    /// Where it does nothing: spent money, and tiles in the reserve of the last seat.
    Aside,
    /// In the hand of a player.
    Hand(usize),
}

impl Scene {
    /// A game of the Alhambra in which seat 0 is to act and nobody has anything.
    pub(crate) fn new(players: u8) -> Scene {
        let mut state = State::new(Ruleset::alhambra(players), Seed::from_number(0)).unwrap();
        state.table.pile = Pile::default();
        state.table.display.clear();
        state.table.supply.clear();
        state.table.market.0.fill(None);
        for player in &mut state.players {
            player.money = MoneyCard::all().take(0).collect();
        }
        if let Some(dirk) = &mut state.dirk {
            dirk.tiles.clear();
        }
        let copies = if players == 2 { 2 } else { 3 };
        Scene {
            state,
            tiles: Tile::buildings().collect(),
            cards: MoneyCard::all().flat_map(|it| std::iter::repeat_n(it, copies)).collect(),
            market: Fill::Anything,
            display: Fill::Anything,
            pile: Vec::new(),
            supply: Vec::new(),
            further_tiles: Further::Below,
            further_cards: Further::Below,
        }
        .turn(0)
    }

    #[track_caller]
    fn tile(&mut self, tile: Tile) -> Tile {
        let place = self.tiles.iter().position(|&it| it == tile);
        self.tiles.remove(place.unwrap_or_else(|| panic!("{tile} is used twice")))
    }

    #[track_caller]
    fn card(&mut self, card: MoneyCard) -> MoneyCard {
        let place = self.cards.iter().position(|&it| it == card);
        self.cards.remove(place.unwrap_or_else(|| panic!("there is no further {card}")))
    }

    #[track_caller]
    fn tiles(&mut self, text: &str) -> Vec<Tile> {
        words(text).into_iter().map(|it| self.tile(it)).collect()
    }

    #[track_caller]
    fn cards(&mut self, text: &str) -> Vec<MoneyCard> {
        words(text).into_iter().map(|it| self.card(it)).collect()
    }

    /// Whose turn it is.
    pub(crate) fn turn(mut self, seat: u8) -> Scene {
        self.state.agenda.clear();
        self.state.agenda.push(Decision::Turn { seat: Seat(seat), first: true }.into());
        self
    }

    /// The tiles on squares 1 to 4; `-` is an empty square.
    #[track_caller]
    pub(crate) fn market(mut self, text: &str) -> Scene {
        for (i, word) in text.split_whitespace().enumerate() {
            self.state.table.market.0[i] = (word != "-").then(|| self.tile(read(word)));
        }
        self.market = Fill::AsDescribed;
        self
    }

    /// The open money cards.
    #[track_caller]
    pub(crate) fn display(mut self, text: &str) -> Scene {
        self.state.table.display = self.cards(text).into_iter().map(Card::Money).collect();
        self.display = Fill::AsDescribed;
        self
    }

    /// The cards on top of the money pile, the next one first.
    #[track_caller]
    pub(crate) fn pile(mut self, text: &str) -> Scene {
        for card in words::<Card>(text) {
            if let Card::Money(money) = card {
                self.card(money);
            }
            self.pile.push(card);
        }
        self
    }

    /// The money pile as described is the whole pile; all other money is spent.
    pub(crate) fn no_further_cards(mut self) -> Scene {
        self.further_cards = Further::Aside;
        self
    }

    /// The money pile as described is the whole pile; all other money is in this hand.
    pub(crate) fn further_cards_in_hand(mut self, seat: usize) -> Scene {
        self.further_cards = Further::Hand(seat);
        self
    }

    /// The next tiles of the supply, the next one first.
    #[track_caller]
    pub(crate) fn supply(mut self, text: &str) -> Scene {
        self.supply = self.tiles(text);
        self
    }

    /// The supply as described is the whole supply; all other tiles are in the reserve of the last seat.
    pub(crate) fn no_further_tiles(mut self) -> Scene {
        self.further_tiles = Further::Aside;
        self
    }

    /// The supply has this many tiles; all others are in the reserve of the last seat.
    pub(crate) fn n_supply(mut self, n: usize) -> Scene {
        self.supply = self.tiles.split_off(self.tiles.len() - n);
        self.no_further_tiles()
    }

    /// A player's hand.
    #[track_caller]
    pub(crate) fn money(mut self, seat: usize, text: &str) -> Scene {
        self.state.players[seat].money = self.cards(text).into_iter().collect();
        self
    }

    /// A player's reserve.
    #[track_caller]
    pub(crate) fn reserve(mut self, seat: usize, text: &str) -> Scene {
        self.state.players[seat].reserve = self.tiles(text).into_iter().collect();
        self
    }

    /// A player's city.
    #[track_caller]
    pub(crate) fn city(mut self, seat: usize, drawing: &str) -> Scene {
        let city = city(drawing);
        for placed in city.tiles().iter().filter(|it| it.tile != Tile::FOUNTAIN) {
            self.tile(placed.tile);
        }
        self.state.players[seat].city = city;
        self
    }

    /// Dirk's tiles.
    #[track_caller]
    pub(crate) fn dirk(mut self, text: &str) -> Scene {
        let tiles = self.tiles(text);
        self.state.dirk.as_mut().unwrap().tiles = tiles.into_iter().collect();
        self
    }

    /// A player's points.
    pub(crate) fn score(mut self, seat: usize, score: u16) -> Scene {
        self.state.players[seat].score = score;
        self
    }

    /// The game as laid out; what was not described is filled up from the box.
    #[track_caller]
    pub(crate) fn state(mut self) -> State {
        if self.market == Fill::Anything {
            for square in &mut self.state.table.market.0 {
                *square = self.tiles.pop();
            }
        }
        if self.display == Fill::Anything {
            self.state.table.display = (0..4).filter_map(|_| self.cards.pop()).map(Card::Money).collect();
        }
        match self.further_tiles {
            Further::Below => self.supply.extend(self.tiles),
            Further::Aside | Further::Hand(_) => self.state.players.last_mut().unwrap().reserve.extend(self.tiles),
        }
        self.state.table.supply = self.supply.into_iter().rev().collect();
        match self.further_cards {
            Further::Below => self.pile.extend(self.cards.into_iter().map(Card::Money)),
            Further::Aside => self.state.table.discard = self.cards.into_iter().collect(),
            Further::Hand(seat) => {
                let hand = &mut self.state.players[seat].money;
                self.cards.into_iter().for_each(|card| hand.add(card));
            }
        }
        lay_pile(&mut self.state.table.pile, &self.pile);
        invariants::check(&self.state).unwrap();
        self.state
    }
}

/// Lays these cards on an empty pile, the next one first; a layer ends with its scoring card.
fn lay_pile(pile: &mut Pile, cards: &[Card]) {
    let mut layers = [Layer::default(); 5];
    let mut layer = 0;
    for card in cards {
        layers[layer].n_cards += 1;
        if let Card::Scoring(round) = *card {
            layers[layer].scoring = Some(round);
            layer += 1;
        }
    }
    pile.cards = cards.iter().rev().copied().collect();
    pile.layers = layers;
}

/// Reads one thing.
#[track_caller]
pub(crate) fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

/// Reads things with spaces between them.
#[track_caller]
pub(crate) fn words<T: FromStr<Err: Debug>>(text: &str) -> Vec<T> {
    text.split_whitespace().map(read).collect()
}

/// Reads a drawing.
#[track_caller]
pub(crate) fn city(drawing: &str) -> City {
    notation::parse_city(drawing).unwrap()
}

/// A seat and an action.
#[track_caller]
fn line(text: &str) -> (Seat, Action) {
    let (seat, action) = text.trim().split_once(' ').unwrap();
    (Seat(read(seat)), read(action))
}

/// Carries out actions, one a line as in a record, and returns what happened.
#[track_caller]
pub(crate) fn play(state: &mut State, lines: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for text in lines.lines().filter(|it| !it.trim().is_empty()) {
        let (seat, action) = line(text);
        if let Err(refusal) = state.apply_with(seat, action, &mut events) {
            panic!("{text}: {refusal}");
        }
        if let Err(violation) = invariants::check(state) {
            panic!("after {text}: {violation}");
        }
    }
    events
}

/// The action is refused for this reason, and nothing changes.
#[track_caller]
pub(crate) fn check_refused(state: &State, text: &str, reason: &str) {
    let (seat, action) = line(text);
    let mut after = state.clone();
    let refusal = after.apply(seat, action).expect_err(text).to_string();
    assert!(refusal.contains(reason), "{text} is refused because {refusal:?}, not because {reason:?}");
    assert!(after == *state, "{text} is refused and still changes something");
}

/// Each of these actions is allowed now.
#[track_caller]
pub(crate) fn check_ok(state: &State, lines: &str) {
    for text in lines.lines().filter(|it| !it.trim().is_empty()) {
        let (seat, action) = line(text);
        if let Err(refusal) = state.check(seat, action) {
            panic!("{text}: {refusal}");
        }
    }
}

/// The legal actions that begin with this word, sorted.
pub(crate) fn legal(state: &State, word: &str) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal_actions_into(&mut actions);
    let names = actions.iter().map(ToString::to_string);
    let mut names: Vec<String> = names.filter(|it| it.split(' ').next() == Some(word) || word == "*").collect();
    names.sort();
    names
}

/// What sort of thing happened, in order.
pub(crate) fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| format!("{event:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned();
    events.iter().map(name).collect()
}

/// The scores by seat, Dirk last.
pub(crate) fn scores(state: &State) -> Vec<u16> {
    state.players.iter().map(|it| it.score).chain(state.dirk.as_ref().map(|it| it.score)).collect()
}
