//! Scenes with tiles of Granada, alone or around an Alhambra.

use alhambra_engine::{
    City, Decision, Event, Game, Ruleset, Seat, Seed, State, invariants,
    material::{Bureau, ByCurrency, Card, MoneyCard, Parity, Part, Round, Tile},
    state::{Layer, Pile},
};

use super::{Style, city, longest_together, longest_trail, lying, random_game, read, words};

/// A game with Granada that is being laid out.
#[must_use]
pub(crate) struct Town {
    state: State,
    /// What is still in the box; tiles of Granada are there even face up.
    tiles: Vec<Tile>,
    cards: Vec<MoneyCard>,
    bureaux: Vec<Bureau>,
    supply: Vec<Tile>,
    pile: Vec<Card>,
    /// Whether what was not mentioned lies below pile and supply, or where it does nothing.
    more_tiles: bool,
    more_cards: bool,
}

impl Town {
    /// A game in which seat 0 is to act, nobody has anything and the marker stands on odd.
    #[track_caller]
    pub(crate) fn new(ruleset: &str) -> Town {
        let ruleset: Ruleset = read(ruleset);
        let mut state = State::new(ruleset, Seed::from_number(0)).unwrap();
        let table = &mut state.table;
        table.pile = Pile::default();
        table.display.clear();
        table.supply.clear();
        table.granada_supply.clear();
        table.market = ByCurrency::default();
        table.granada_market = ByCurrency::default();
        state.players.iter_mut().for_each(|it| it.money = MoneyCard::all().take(0).collect());
        state.dirk.iter_mut().for_each(|it| it.tiles.clear());
        state.agenda.clear();
        state.agenda.push(Decision::Turn { seat: Seat(0), first: true }.into());
        let copies = if ruleset.players == 2 { 2 } else { 3 };
        let with_bureaux = ruleset.to_string().contains("bureaux");
        Town {
            state,
            tiles: Tile::buildings().filter(|_| ruleset.game == Game::Both).chain(Tile::granada()).collect(),
            cards: MoneyCard::all().flat_map(|it| std::iter::repeat_n(it, copies)).collect(),
            bureaux: Bureau::all().filter(|_| with_bureaux).collect(),
            supply: Vec::new(),
            pile: Vec::new(),
            more_tiles: true,
            more_cards: true,
        }
    }

    #[track_caller]
    fn tile(&mut self, tile: Tile) -> Tile {
        let place = self.tiles.iter().position(|&it| it == tile.piece());
        self.tiles.remove(place.unwrap_or_else(|| panic!("{tile} is used twice")));
        tile
    }

    #[track_caller]
    fn tiles(&mut self, text: &str) -> Vec<Tile> {
        words(text).into_iter().map(|it| self.tile(it)).collect()
    }

    #[track_caller]
    fn cards(&mut self, text: &str) -> Vec<MoneyCard> {
        let cards: Vec<MoneyCard> = words(text);
        for card in &cards {
            let place = self.cards.iter().position(|it| it == card);
            self.cards.remove(place.unwrap_or_else(|| panic!("there is no further {card}")));
        }
        cards
    }

    #[track_caller]
    fn squares(&mut self, text: &str) -> ByCurrency<Option<Tile>> {
        let squares: Vec<Option<Tile>> =
            text.split_whitespace().map(|it| (it != "-").then(|| self.tile(read(it)))).collect();
        ByCurrency(squares.try_into().expect("a tile or - for each of four squares"))
    }

    /// The tiles of the Alhambra on squares 1 to 4; `-` is none.
    #[track_caller]
    pub(crate) fn palace_market(mut self, text: &str) -> Town {
        self.state.table.market = self.squares(text);
        self
    }

    /// The tiles of Granada on squares 1 to 4, with the face that is up; `-` is none.
    #[track_caller]
    pub(crate) fn market(mut self, text: &str) -> Town {
        self.state.table.granada_market = self.squares(text);
        self
    }

    /// Which faces come next.
    pub(crate) fn marker(mut self, marker: Parity) -> Town {
        self.state.table.marker = Some(marker);
        self
    }

    /// The next tiles of both supplies, the next one first.
    #[track_caller]
    pub(crate) fn supply(mut self, text: &str) -> Town {
        self.supply = self.tiles(text);
        self
    }

    /// So many tiles of the Alhambra and of Granada in the supplies, and no more.
    #[track_caller]
    pub(crate) fn n_supply(mut self, alhambra: usize, granada: usize) -> Town {
        for (part, n) in [(Part::Alhambra, alhambra), (Part::Granada, granada)] {
            let of_part: Vec<Tile> = self.tiles.iter().copied().filter(|it| it.part() == part).take(n).collect();
            assert_eq!(of_part.len(), n, "there are not so many tiles left");
            for it in of_part {
                let tile = self.tile(it);
                self.supply.push(tile);
            }
        }
        self.no_further_tiles()
    }

    /// The supply as described is the whole supply; all other tiles are in the reserve of the last seat.
    pub(crate) fn no_further_tiles(mut self) -> Town {
        self.more_tiles = false;
        self
    }

    /// The open money cards.
    #[track_caller]
    pub(crate) fn display(mut self, text: &str) -> Town {
        self.state.table.display = self.cards(text).into_iter().map(Card::Money).collect();
        self
    }

    /// The cards on top of the money pile, the next one first.
    #[track_caller]
    pub(crate) fn pile(mut self, text: &str) -> Town {
        for card in words::<Card>(text) {
            match card {
                Card::Money(_) => drop(self.cards(&card.to_string())),
                // The second scoring card no longer waits for the first renewal (C-SET-2).
                Card::Scoring(Round::Second) => self.state.table.waiting_scoring = None,
                _ => {}
            }
            self.pile.push(card);
        }
        self
    }

    /// The money pile as described is the whole pile; all other money is in the hand of the last seat.
    pub(crate) fn no_further_cards(mut self) -> Town {
        self.more_cards = false;
        self
    }

    /// The money that is spent.
    #[track_caller]
    pub(crate) fn discards(mut self, text: &str) -> Town {
        self.state.table.discard = self.cards(text).into_iter().collect();
        self
    }

    /// A player's hand.
    #[track_caller]
    pub(crate) fn money(mut self, seat: usize, text: &str) -> Town {
        self.state.players[seat].money = self.cards(text).into_iter().collect();
        self
    }

    /// A player's bureau de change.
    #[track_caller]
    pub(crate) fn bureau(mut self, seat: usize, text: &str) -> Town {
        let bureau: Bureau = read(text);
        self.bureaux.retain(|it| *it != bureau);
        self.state.players[seat].bureaux.add(bureau);
        self
    }

    /// A player's reserve.
    #[track_caller]
    pub(crate) fn reserve(mut self, seat: usize, text: &str) -> Town {
        self.state.players[seat].reserve = self.tiles(text).into_iter().collect();
        self
    }

    /// A player's city.
    #[track_caller]
    pub(crate) fn city(mut self, seat: usize, drawing: &str) -> Town {
        let city = city(drawing);
        city.tiles().iter().skip(1).for_each(|it| {
            self.tile(it.tile);
        });
        self.state.players[seat].city = city;
        self
    }

    /// Dirk's tiles.
    #[track_caller]
    pub(crate) fn dirk(mut self, text: &str) -> Town {
        let tiles = self.tiles(text);
        self.state.dirk.as_mut().unwrap().tiles = tiles.into_iter().collect();
        self
    }

    /// The game as laid out.
    ///
    /// A market or display that was not described is filled from the box, with tiles that no test cares for.
    #[track_caller]
    pub(crate) fn state(mut self) -> State {
        let nothing = ByCurrency::default();
        for part in [Part::Alhambra, Part::Granada] {
            let mut rest: Vec<Tile> = self.tiles.iter().copied().filter(|it| it.part() == part).collect();
            let table = &mut self.state.table;
            let market = if part == Part::Alhambra { &mut table.market } else { &mut table.granada_market };
            if *market == nothing {
                market.0 = [(); 4].map(|()| rest.pop());
            }
            self.tiles.retain(|it| it.part() != part || rest.contains(it));
        }
        if self.more_tiles {
            self.supply.append(&mut self.tiles);
        }
        let of_part = |part| self.supply.iter().rev().copied().filter(move |it: &Tile| it.part() == part);
        self.state.table.supply = of_part(Part::Alhambra).collect();
        self.state.table.granada_supply = of_part(Part::Granada).map(Tile::piece).collect();
        self.state.players.last_mut().unwrap().reserve.extend(self.tiles);
        if self.state.table.display.is_empty() {
            self.state.table.display = (0..4).filter_map(|_| self.cards.pop()).map(Card::Money).collect();
        }
        if self.more_cards {
            self.pile.extend(self.cards.drain(..).map(Card::Money));
        }
        let hand = &mut self.state.players.last_mut().unwrap().money;
        self.cards.into_iter().for_each(|card| hand.add(card));
        self.bureaux.into_iter().for_each(|it| self.state.table.discarded_bureaux.add(it));
        lay_pile(&mut self.state.table.pile, &self.pile);
        invariants::check(&self.state).unwrap();
        self.state
    }
}

/// Lays cards on an empty pile, the next one first; a layer ends with its scoring card.
fn lay_pile(pile: &mut Pile, cards: &[Card]) {
    let mut layer = 0;
    pile.layers = [Layer::default(); 5];
    for card in cards {
        pile.layers[layer].n_cards += 1;
        if let Card::Scoring(round) = *card {
            pile.layers[layer].scoring = Some(round);
            layer += 1;
        }
    }
    pile.cards = cards.iter().rev().copied().collect();
}

/// The tiles of Granada on the market, or of the Alhambra.
pub(crate) fn squares(market: &ByCurrency<Option<Tile>>) -> String {
    market.0.map(|it| it.map_or("-".to_owned(), |it| it.to_string())).join(" ")
}

/// Things with spaces between them.
pub(crate) fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

/// Which face of a tile of Granada this is.
pub(crate) fn parity(tile: Tile) -> Parity {
    if tile.price().unwrap().is_multiple_of(2) { Parity::Even } else { Parity::Odd }
}

/// Who got which tile, as `P8:0`; `-` is nobody.
pub(crate) fn awards(events: &[Event]) -> String {
    listed(events.iter().filter_map(|event| match event {
        Event::Awarded { tile, winner, .. } => {
            Some(format!("{tile}:{}", winner.map_or("-".to_owned(), |it| it.to_string())))
        }
        _ => None,
    }))
}

/// The drawn city, in which this was the first tile of Granada to be built.
#[track_caller]
pub(crate) fn city_from(first: &str, drawing: &str) -> City {
    let first: Tile = read(first);
    let drawn = city(drawing);
    let mut tiles = drawn.tiles()[1..].to_vec();
    tiles.sort_by_key(|it| (it.tile.part(), it.tile != first));
    let mut city = City::new(Tile::FOUNTAIN);
    for it in tiles {
        city.build(it.tile, it.edges, it.cell);
    }
    assert_eq!(city.first_granada(), Some(first));
    city
}

/// The lengths of the longest wall, the longest moat and the longest seam of both, found by trying every chain.
pub(crate) fn stretches(city: &City) -> [u8; 3] {
    let city = lying(city);
    [longest_trail(&city, Part::Alhambra), longest_trail(&city, Part::Granada), longest_together(&city)]
}

/// In random games new tiles show the face that the marker names, which moves just when a tile of Granada was supplied.
pub(crate) fn check_marker(ruleset: &str, n_games: u64) {
    let (mut n_moves, mut n_drawn) = (0, 0);
    for number in 0..n_games {
        let mut before = Parity::Odd;
        random_game(read(ruleset), number, Style::Eager, |state, action, events, _| {
            if action.is_none() {
                return;
            }
            let supplied = events.iter().filter_map(|it| match *it {
                Event::Supplied { tile, .. } if tile.part() == Part::Granada => Some(parity(tile)),
                _ => None,
            });
            let supplied: Vec<Parity> = supplied.collect();
            assert!(supplied.iter().all(|it| *it == before), "{ruleset}, game {number}");
            let after = if supplied.is_empty() { before } else { before.other() };
            assert_eq!(state.table.marker, Some(after), "{ruleset}, game {number}");
            let moved = events.iter().any(|it| matches!(it, Event::MarkerMoved { .. }));
            assert_eq!(moved, before != after, "{ruleset}, game {number}");
            for event in events {
                let Event::DirkDrew { tile } = *event else { continue };
                assert!(tile.part() != Part::Granada || parity(tile) == after, "{ruleset}, game {number}: {tile}");
                n_drawn += 1;
            }
            n_moves += u32::from(moved);
            before = after;
        });
    }
    assert!(n_moves > 0 && (n_drawn > 0) == (read::<Ruleset>(ruleset).players == 2), "{n_moves} {n_drawn}");
}
