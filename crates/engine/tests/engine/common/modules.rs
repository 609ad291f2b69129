//! Stages: games with modules laid out from text, with every piece of the box somewhere.

use alhambra_engine::{
    Decision, Event, Ruleset, Seat, Seed, State, invariants,
    material::{Building, Bureau, Bureaux, Card, Cell, Currency, Edges, Falcon, MoneyCard, Round, Tile},
    modules::Module,
    scoring::{self, ScoreSheet},
    state::{Layer, Perch, Pile, Vizier},
};

use crate::common::{city, play, read, words};

/// A game with modules that is being laid out.
#[must_use]
pub(crate) struct Stage {
    state: State,
    tiles: Vec<Tile>,
    cards: Vec<MoneyCard>,
    bureaux: Vec<Bureau>,
    walls: Vec<Edges>,
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

impl Stage {
    /// A game in which seat 0 is to act and nobody has anything but an awake vizier, and a trader without citizens.
    #[track_caller]
    pub(crate) fn new(ruleset: &str) -> Stage {
        let ruleset: Ruleset = read(ruleset);
        let mut state = State::new(ruleset, Seed::from_number(0)).unwrap();
        let mut actions = Vec::new();
        while !matches!(state.decision(), Some(Decision::Turn { .. })) {
            state.legal_actions_into(&mut actions);
            state.apply_unchecked(actions[0]);
        }
        let State { table, players, dirk, .. } = &mut state;
        table.pile = Pile::default();
        table.display.clear();
        table.supply.clear();
        table.market.0.fill(None);
        table.bazaars.clear();
        for building in Building::ALL.into_iter().filter(|_| ruleset.modules.has(Module::Huts)) {
            let mut huts: Vec<Tile> = Tile::huts(building).collect();
            huts.reverse();
            table.huts[building] = huts.into_iter().collect();
        }
        for player in players {
            player.money = MoneyCard::all().take(0).collect();
            table.unused_bonus.extend(player.bonus_held.drain(..));
            for currency in Currency::ALL {
                table.unused_thieves[currency] += std::mem::take(&mut player.thieves[currency]);
            }
            if let Some(trader) = &mut player.trader {
                trader.cell = Some(read("w1"));
                for building in Building::ALL {
                    table.citizens[building] += std::mem::take(&mut trader.citizens[building]);
                }
            }
        }
        if let Some(dirk) = dirk {
            dirk.tiles.clear();
        }
        let copies = if ruleset.players == 2 { 2 } else { 3 };
        let camps = Tile::camps().filter(|_| ruleset.modules.has(Module::Camps));
        let bazaars = Tile::bazaars().filter(|_| ruleset.modules.has(Module::Bazaars));
        Stage {
            state,
            tiles: Tile::buildings().chain(camps).chain(bazaars).collect(),
            cards: MoneyCard::all().flat_map(|it| std::iter::repeat_n(it, copies)).collect(),
            bureaux: Bureau::all().filter(|_| ruleset.modules.has(Module::Bureaux)).collect(),
            walls: Card::WALLS.into_iter().filter(|_| ruleset.modules.has(Module::Walls)).collect(),
            market: Fill::Anything,
            display: Fill::Anything,
            pile: Vec::new(),
            supply: Vec::new(),
            further_tiles: Further::Below,
            further_cards: Further::Below,
        }
        .turn(0)
    }

    /// Takes a tile out of the box, or a hut out of its pile.
    #[track_caller]
    fn tile(&mut self, tile: Tile) -> Tile {
        for pile in &mut self.state.table.huts.0 {
            if let Some(i) = pile.iter().position(|it| *it == tile) {
                return pile.remove(i);
            }
        }
        taken(&mut self.tiles, tile)
    }

    #[track_caller]
    fn tiles(&mut self, text: &str) -> Vec<Tile> {
        words(text).into_iter().map(|it| self.tile(it)).collect()
    }

    #[track_caller]
    fn cards(&mut self, text: &str) -> Vec<Card> {
        let mut cards = Vec::new();
        for card in words::<Card>(text) {
            match card {
                Card::Money(money) => drop(taken(&mut self.cards, money)),
                Card::Bureau(bureau) => drop(taken(&mut self.bureaux, bureau)),
                Card::Wall(walls) => drop(taken(&mut self.walls, walls)),
                Card::Scoring(_) => {}
            }
            cards.push(card);
        }
        cards
    }

    /// Whose turn it is.
    pub(crate) fn turn(mut self, seat: u8) -> Stage {
        self.state.agenda.clear();
        self.state.agenda.push(Decision::Turn { seat: Seat(seat), first: true }.into());
        self
    }

    /// The tiles on squares 1 to 4; `-` is an empty square.
    #[track_caller]
    pub(crate) fn market(mut self, text: &str) -> Stage {
        for (i, word) in text.split_whitespace().enumerate() {
            self.state.table.market.0[i] = (word != "-").then(|| self.tile(read(word)));
        }
        self.market = Fill::AsDescribed;
        self
    }

    /// The bazaars beside the market.
    #[track_caller]
    pub(crate) fn bazaars(mut self, text: &str) -> Stage {
        self.state.table.bazaars = self.tiles(text).into_iter().collect();
        self
    }

    /// The open money cards and bureaux.
    #[track_caller]
    pub(crate) fn display(mut self, text: &str) -> Stage {
        self.state.table.display = self.cards(text).into_iter().collect();
        self.display = Fill::AsDescribed;
        self
    }

    /// The open wall cards, by their sides.
    #[track_caller]
    pub(crate) fn wall_cards(mut self, text: &str) -> Stage {
        let walls: Vec<Edges> = words(text);
        self.state.table.wall_cards = walls.into_iter().map(|it| taken(&mut self.walls, it)).collect();
        self
    }

    /// The cards on top of the money pile, the next one first.
    #[track_caller]
    pub(crate) fn pile(mut self, text: &str) -> Stage {
        self.pile = self.cards(text);
        self
    }

    /// The money pile as described is the whole pile; all other cards are in this hand.
    pub(crate) fn further_cards_in_hand(mut self, seat: usize) -> Stage {
        self.further_cards = Further::Hand(seat);
        self
    }

    /// The next tiles of the supply, the next one first.
    #[track_caller]
    pub(crate) fn supply(mut self, text: &str) -> Stage {
        self.supply = self.tiles(text);
        self
    }

    /// The supply as described is the whole supply; all other tiles are in the reserve of the last seat.
    pub(crate) fn no_further_tiles(mut self) -> Stage {
        self.further_tiles = Further::Aside;
        self
    }

    /// A player's money.
    #[track_caller]
    pub(crate) fn money(mut self, seat: usize, text: &str) -> Stage {
        self.state.players[seat].money = self.cards(text).iter().filter_map(Card::money).collect();
        self
    }

    /// A player's coins: florins, dirhams, denars, ducats.
    pub(crate) fn coins(mut self, seat: usize, coins: [u8; 4]) -> Stage {
        for (currency, n) in Currency::ALL.into_iter().zip(coins) {
            self.state.table.coin_bag[currency] -= n;
            self.state.players[seat].coins[currency] += n;
        }
        self
    }

    /// A player's bureaux de change.
    #[track_caller]
    pub(crate) fn bureaux(mut self, seat: usize, text: &str) -> Stage {
        let bureaux: Vec<Bureau> = words(text);
        self.state.players[seat].bureaux = bureaux.into_iter().map(|it| taken(&mut self.bureaux, it)).collect();
        self
    }

    /// A player's thieves, by their currencies.
    #[track_caller]
    pub(crate) fn thieves(mut self, seat: usize, text: &str) -> Stage {
        for currency in words::<Currency>(text) {
            self.state.table.unused_thieves[currency] -= 1;
            self.state.players[seat].thieves[currency] += 1;
        }
        self
    }

    /// A player's bonus cards, in hand.
    #[track_caller]
    pub(crate) fn bonus(mut self, seat: usize, text: &str) -> Stage {
        for tile in words::<Tile>(text) {
            let place = self.state.table.unused_bonus.iter().position(|it| *it == tile).unwrap();
            let tile = self.state.table.unused_bonus.remove(place);
            self.state.players[seat].bonus_held.push(tile);
        }
        self
    }

    /// A player's vizier sleeps.
    pub(crate) fn asleep(mut self, seat: usize) -> Stage {
        self.state.players[seat].vizier = Some(Vizier::Asleep);
        self
    }

    /// A player's trader: where it lies and who stands on it.
    #[track_caller]
    pub(crate) fn trader(mut self, seat: usize, cell: &str, citizens: &str) -> Stage {
        let trader = self.state.players[seat].trader.as_mut().unwrap();
        trader.cell = Some(read(cell));
        for citizen in words::<Building>(citizens) {
            trader.citizens[citizen] += 1;
            self.state.table.citizens[citizen] -= 1;
        }
        self
    }

    /// A player's buildings in which a citizen lives.
    #[track_caller]
    pub(crate) fn residents(mut self, seat: usize, text: &str) -> Stage {
        for tile in words::<Tile>(text) {
            self.state.players[seat].residents.push(tile);
            self.state.table.citizens[tile.building().unwrap()] -= 1;
        }
        self
    }

    /// All citizens not mentioned yet stand on the trader of the last seat.
    pub(crate) fn no_further_citizens(mut self) -> Stage {
        let trader = self.state.players.last_mut().unwrap().trader.as_mut().unwrap();
        for building in Building::ALL {
            trader.citizens[building] += std::mem::take(&mut self.state.table.citizens[building]);
        }
        self
    }

    /// A player's falcons with their corners: `black-PS:e1`.
    #[track_caller]
    pub(crate) fn falcons(mut self, seat: usize, text: &str) -> Stage {
        for word in text.split_whitespace() {
            let (falcon, corner) = word.split_once(':').unwrap();
            let (falcon, corner): (Falcon, Cell) = (read(falcon), read(corner));
            self.state.table.falcons.remove(falcon);
            self.state.players[seat].falcons.push(Perch { falcon, corner });
        }
        self
    }

    /// A player's reserve.
    #[track_caller]
    pub(crate) fn reserve(mut self, seat: usize, text: &str) -> Stage {
        self.state.players[seat].reserve = self.tiles(text).into_iter().collect();
        self
    }

    /// What a player has bought and not placed yet.
    #[track_caller]
    pub(crate) fn bought(mut self, seat: usize, text: &str) -> Stage {
        self.state.players[seat].bought = self.tiles(text).into_iter().collect();
        self
    }

    /// A player's city.
    #[track_caller]
    pub(crate) fn city(mut self, seat: usize, drawing: &str) -> Stage {
        let city = city(drawing);
        for placed in city.tiles().iter().filter(|it| it.tile != Tile::FOUNTAIN) {
            self.tile(placed.tile);
        }
        self.state.players[seat].city = city;
        self
    }

    /// Puts the walls of a wall card on a player's tile, which must be there already.
    #[track_caller]
    pub(crate) fn sticks(mut self, seat: u8, walls: &str, tile: &str) -> Stage {
        let walls = taken(&mut self.walls, read(walls));
        let mut before = self.state.clone();
        before.table.wall_cards.push(walls);
        before.agenda.clear();
        before.agenda.push(Decision::Turn { seat: Seat(seat), first: true }.into());
        play_unchecked(&mut before, &format!("{seat} walls {walls} {tile}"));
        let (player, done) = (&mut self.state.players[usize::from(seat)], &before.players[usize::from(seat)]);
        player.city.clone_from(&done.city);
        player.sticks.clone_from(&done.sticks);
        self.state.table.used_wall_cards.push(walls);
        self
    }

    /// Dirk's tiles.
    #[track_caller]
    pub(crate) fn dirk(mut self, text: &str) -> Stage {
        let tiles = self.tiles(text);
        self.state.dirk.as_mut().unwrap().tiles = tiles.into_iter().collect();
        self
    }

    /// The game as laid out; what was not described is filled up from the box.
    #[track_caller]
    pub(crate) fn state(mut self) -> State {
        let State { table, players, .. } = &mut self.state;
        if self.market == Fill::Anything {
            for square in &mut table.market.0 {
                let last = self.tiles.iter().rposition(|it| it.building().is_some());
                *square = last.map(|it| self.tiles.remove(it));
            }
        }
        if self.display == Fill::Anything {
            table.display = (0..4).filter_map(|_| self.cards.pop()).map(Card::Money).collect();
        }
        match self.further_tiles {
            Further::Below => self.supply.extend(self.tiles),
            Further::Aside | Further::Hand(_) => players.last_mut().unwrap().reserve.extend(self.tiles),
        }
        table.supply = self.supply.into_iter().rev().collect();
        match self.further_cards {
            Further::Below => {
                self.pile.extend(self.cards.into_iter().map(Card::Money));
                self.pile.extend(self.bureaux.into_iter().map(Card::Bureau));
            }
            Further::Aside => {
                table.discard = self.cards.into_iter().collect();
                table.discarded_bureaux = self.bureaux.into_iter().collect::<Bureaux>();
            }
            Further::Hand(seat) => {
                self.cards.into_iter().for_each(|card| players[seat].money.add(card));
                self.bureaux.into_iter().for_each(|bureau| players[seat].bureaux.add(bureau));
            }
        }
        table.used_wall_cards.extend(self.walls);
        table.pile = piled(&self.pile);
        invariants::check(&self.state).unwrap();
        self.state
    }
}

/// Takes one of these out.
#[track_caller]
fn taken<T: PartialEq + Copy + std::fmt::Display>(from: &mut Vec<T>, thing: T) -> T {
    let place = from.iter().position(|it| *it == thing);
    from.remove(place.unwrap_or_else(|| panic!("there is no further {thing}")))
}

/// A pile of these cards, the next one first; a layer ends with its scoring card.
fn piled(cards: &[Card]) -> Pile {
    let mut layers = [Layer::default(); 5];
    let mut layer = 0;
    for card in cards {
        let Layer { n_cards, n_bureaux, n_walls, scoring } = &mut layers[layer];
        *n_cards += 1;
        match *card {
            Card::Money(_) => {}
            Card::Bureau(_) => *n_bureaux += 1,
            Card::Wall(_) => *n_walls += 1,
            Card::Scoring(round) => {
                *scoring = Some(round);
                layer += 1;
            }
        }
    }
    Pile { cards: cards.iter().rev().copied().collect(), layers }
}

/// Carries out one action without looking at what it leaves behind.
#[track_caller]
pub(crate) fn play_unchecked(state: &mut State, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let (seat, action) = text.split_once(' ').unwrap();
    let result = state.apply_with(Seat(read(seat)), read(action), &mut events);
    result.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    events
}

/// What is to be decided and by whom: `Interrupt 1`.
pub(crate) fn now(state: &State) -> String {
    let Some(decision) = state.decision() else { return "Over".to_owned() };
    let name = format!("{decision:?}");
    format!("{} {}", name.split(' ').next().unwrap_or_default(), decision.seat())
}

/// Carries out actions, one a line, each with what is to be decided then: `0 take fl1 > Interrupt 1`.
#[track_caller]
pub(crate) fn course(state: &mut State, lines: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for text in lines.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (action, expected) = text.split_once('>').unwrap();
        events.extend(play(state, action));
        assert_eq!(now(state), expected.trim(), "after {text}");
        let mut listed = Vec::new();
        state.legal_actions_into(&mut listed);
        for action in listed {
            let refused = state.to_act().and_then(|seat| state.check(seat, action).err());
            assert_eq!(refused, None, "after {text}: {action} is listed");
        }
    }
    events
}

/// What a player would get in this scoring now.
#[track_caller]
pub(crate) fn sheet(state: &State, seat: usize, round: u8) -> ScoreSheet {
    scoring::sheets(state, Round::ALL[usize::from(round) - 1]).0[seat]
}

/// How many buildings of each kind count for a player.
pub(crate) fn counts(state: &State, seat: usize) -> [u8; 6] {
    scoring::buildings(&state.players[seat]).0
}

/// The open money cards and bureaux.
pub(crate) fn display(state: &State) -> String {
    spelled(state.table.display)
}

/// The tiles on squares 1 to 4.
pub(crate) fn market(state: &State) -> String {
    spelled(state.table.market.0.iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string())))
}

/// A player's reserve.
pub(crate) fn reserve(state: &State, seat: usize) -> String {
    spelled(state.players[seat].reserve)
}

/// Things with spaces between them.
pub(crate) fn spelled<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

/// Starts a game.
#[track_caller]
pub(crate) fn begun(ruleset: &str, number: u64) -> State {
    State::new(read(ruleset), Seed::from_number(number)).unwrap()
}
