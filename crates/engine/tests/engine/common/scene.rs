//! Scenes: small games set up from text, with every piece of the box somewhere.

use alhambra_engine::{
    Decision, Game, Ruleset, Seat, Seed, State, invariants,
    material::{
        Building, Bureau, Bureaux, ByCurrency, Card, Cell, Currency, Edges, Falcon, MoneyCard, Parity, Part, Round,
        Tile,
    },
    modules::Module,
    state::{Layer, Perch, Pile, Vizier},
};

use super::{city, play_unchecked, read, words};

/// A game that is being laid out.
#[must_use]
pub(crate) struct Scene {
    state: State,
    tiles: Vec<Tile>,
    cards: Vec<MoneyCard>,
    bureaux: Vec<Bureau>,
    walls: Vec<Edges>,
    market: Fill,
    granada_market: Fill,
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
    /// A game in which seat 0 is to act and nobody has anything but an awake vizier, and a trader without citizens; the
    /// marker of Granada stands on odd.
    #[track_caller]
    pub(crate) fn new(ruleset: &str) -> Scene {
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
        table.granada_supply.clear();
        table.granada_market.0.fill(None);
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
        let buildings = Tile::buildings().filter(|_| ruleset.game != Game::Granada);
        let granada = Tile::granada().filter(|_| ruleset.game != Game::Alhambra);
        let camps = Tile::camps().filter(|_| ruleset.modules.has(Module::Camps));
        let bazaars = Tile::bazaars().filter(|_| ruleset.modules.has(Module::Bazaars));
        Scene {
            state,
            tiles: buildings.chain(camps).chain(bazaars).chain(granada).collect(),
            cards: MoneyCard::all().flat_map(|it| std::iter::repeat_n(it, copies)).collect(),
            bureaux: Bureau::all().filter(|_| ruleset.modules.has(Module::Bureaux)).collect(),
            walls: Card::WALLS.into_iter().filter(|_| ruleset.modules.has(Module::Walls)).collect(),
            market: Fill::Anything,
            granada_market: Fill::Anything,
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
        taken(&mut self.tiles, tile.piece());
        tile
    }

    #[track_caller]
    fn tiles(&mut self, text: &str) -> Vec<Tile> {
        words(text).into_iter().map(|it| self.tile(it)).collect()
    }

    #[track_caller]
    fn squares(&mut self, text: &str) -> ByCurrency<Option<Tile>> {
        let mut squares = ByCurrency::default();
        for (square, word) in squares.0.iter_mut().zip(text.split_whitespace()) {
            *square = (word != "-").then(|| self.tile(read(word)));
        }
        squares
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
    pub(crate) fn turn(mut self, seat: u8) -> Scene {
        self.state.agenda.clear();
        self.state.agenda.push(Decision::Turn { seat: Seat(seat), first: true }.into());
        self
    }

    /// The tiles on squares 1 to 4; `-` is an empty square.
    #[track_caller]
    pub(crate) fn market(mut self, text: &str) -> Scene {
        self.state.table.market = self.squares(text);
        self.market = Fill::AsDescribed;
        self
    }

    /// The tiles of Granada on squares 1 to 4, with the face that is up; `-` is an empty square.
    #[track_caller]
    pub(crate) fn granada_market(mut self, text: &str) -> Scene {
        self.state.table.granada_market = self.squares(text);
        self.granada_market = Fill::AsDescribed;
        self
    }

    /// Which faces of Granada come next.
    pub(crate) fn marker(mut self, marker: Parity) -> Scene {
        self.state.table.marker = Some(marker);
        self
    }

    /// The bazaars beside the market.
    #[track_caller]
    pub(crate) fn bazaars(mut self, text: &str) -> Scene {
        self.state.table.bazaars = self.tiles(text).into_iter().collect();
        self
    }

    /// The open money cards and bureaux.
    #[track_caller]
    pub(crate) fn display(mut self, text: &str) -> Scene {
        self.state.table.display = self.cards(text).into_iter().collect();
        self.display = Fill::AsDescribed;
        self
    }

    /// The open wall cards, by their sides.
    #[track_caller]
    pub(crate) fn wall_cards(mut self, text: &str) -> Scene {
        let walls: Vec<Edges> = words(text);
        self.state.table.wall_cards = walls.into_iter().map(|it| taken(&mut self.walls, it)).collect();
        self
    }

    /// The cards on top of the money pile, the next one first.
    #[track_caller]
    pub(crate) fn pile(mut self, text: &str) -> Scene {
        self.pile = self.cards(text);
        // The second scoring card no longer waits for the first renewal (C-SET-2).
        if self.pile.contains(&Card::Scoring(Round::Second)) {
            self.state.table.waiting_scoring = None;
        }
        self
    }

    /// The money pile as described is the whole pile; all other cards are spent.
    pub(crate) fn no_further_cards(mut self) -> Scene {
        self.further_cards = Further::Aside;
        self
    }

    /// The money that is spent.
    #[track_caller]
    pub(crate) fn discards(mut self, text: &str) -> Scene {
        self.state.table.discard = self.cards(text).iter().filter_map(Card::money).collect();
        self
    }

    /// The money pile as described is the whole pile; all other cards are in this hand.
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

    /// So many tiles of the Alhambra and of Granada in the supplies; all others are in the reserve of the last seat.
    pub(crate) fn n_supplies(mut self, alhambra: usize, granada: usize) -> Scene {
        for (part, n) in [(Part::Alhambra, alhambra), (Part::Granada, granada)] {
            let of_part: Vec<Tile> = self.tiles.iter().copied().filter(|it| it.part() == part).take(n).collect();
            assert_eq!(of_part.len(), n, "there are not so many tiles left");
            self.tiles.retain(|it| !of_part.contains(it));
            self.supply.extend(of_part);
        }
        self.no_further_tiles()
    }

    /// A player's points.
    pub(crate) fn score(mut self, seat: usize, score: u16) -> Scene {
        self.state.players[seat].score = score;
        self
    }

    /// A player's money.
    #[track_caller]
    pub(crate) fn money(mut self, seat: usize, text: &str) -> Scene {
        self.state.players[seat].money = self.cards(text).iter().filter_map(Card::money).collect();
        self
    }

    /// A player's coins: florins, dirhams, denars, ducats.
    pub(crate) fn coins(mut self, seat: usize, coins: [u8; 4]) -> Scene {
        for (currency, n) in Currency::ALL.into_iter().zip(coins) {
            self.state.table.coin_bag[currency] -= n;
            self.state.players[seat].coins[currency] += n;
        }
        self
    }

    /// A player's bureaux de change.
    #[track_caller]
    pub(crate) fn bureaux(mut self, seat: usize, text: &str) -> Scene {
        let bureaux: Vec<Bureau> = words(text);
        self.state.players[seat].bureaux = bureaux.into_iter().map(|it| taken(&mut self.bureaux, it)).collect();
        self
    }

    /// A player's thieves, by their currencies.
    #[track_caller]
    pub(crate) fn thieves(mut self, seat: usize, text: &str) -> Scene {
        for currency in words::<Currency>(text) {
            self.state.table.unused_thieves[currency] -= 1;
            self.state.players[seat].thieves[currency] += 1;
        }
        self
    }

    /// A player's bonus cards, in hand.
    #[track_caller]
    pub(crate) fn bonus(mut self, seat: usize, text: &str) -> Scene {
        for tile in words::<Tile>(text) {
            let place = self.state.table.unused_bonus.iter().position(|it| *it == tile).unwrap();
            let tile = self.state.table.unused_bonus.remove(place);
            self.state.players[seat].bonus_held.push(tile);
        }
        self
    }

    /// A player's vizier sleeps.
    pub(crate) fn asleep(mut self, seat: usize) -> Scene {
        self.state.players[seat].vizier = Some(Vizier::Asleep);
        self
    }

    /// A player's trader: where it lies and who stands on it.
    #[track_caller]
    pub(crate) fn trader(mut self, seat: usize, cell: &str, citizens: &str) -> Scene {
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
    pub(crate) fn residents(mut self, seat: usize, text: &str) -> Scene {
        for tile in words::<Tile>(text) {
            self.state.players[seat].residents.push(tile);
            self.state.table.citizens[tile.building().unwrap()] -= 1;
        }
        self
    }

    /// All citizens not mentioned yet stand on the trader of the last seat.
    pub(crate) fn no_further_citizens(mut self) -> Scene {
        let trader = self.state.players.last_mut().unwrap().trader.as_mut().unwrap();
        for building in Building::ALL {
            trader.citizens[building] += std::mem::take(&mut self.state.table.citizens[building]);
        }
        self
    }

    /// A player's falcons with their corners: `black-PS:e1`.
    #[track_caller]
    pub(crate) fn falcons(mut self, seat: usize, text: &str) -> Scene {
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
    pub(crate) fn reserve(mut self, seat: usize, text: &str) -> Scene {
        self.state.players[seat].reserve = self.tiles(text).into_iter().collect();
        self
    }

    /// What a player has bought and not placed yet.
    #[track_caller]
    pub(crate) fn bought(mut self, seat: usize, text: &str) -> Scene {
        self.state.players[seat].bought = self.tiles(text).into_iter().collect();
        self
    }

    /// A player's city.
    #[track_caller]
    pub(crate) fn city(mut self, seat: usize, drawing: &str) -> Scene {
        let city = city(drawing);
        for placed in city.tiles().iter().skip(1) {
            self.tile(placed.tile);
        }
        self.state.players[seat].city = city;
        self
    }

    /// Puts the walls of a wall card on a player's tile, which must be there already.
    #[track_caller]
    pub(crate) fn sticks(mut self, seat: u8, walls: &str, tile: &str) -> Scene {
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
    pub(crate) fn dirk(mut self, text: &str) -> Scene {
        let tiles = self.tiles(text);
        self.state.dirk.as_mut().unwrap().tiles = tiles.into_iter().collect();
        self
    }

    /// The game as laid out; what was not described is filled up from the box.
    #[track_caller]
    pub(crate) fn state(mut self) -> State {
        let State { table, players, .. } = &mut self.state;
        let mut fill = |market: &mut ByCurrency<Option<Tile>>, is_for_sale: fn(&Tile) -> bool| {
            for square in &mut market.0 {
                let last = self.tiles.iter().rposition(is_for_sale);
                *square = last.map(|it| self.tiles.remove(it));
            }
        };
        if self.market == Fill::Anything {
            fill(&mut table.market, |it| it.building().is_some());
        }
        if self.granada_market == Fill::Anything {
            fill(&mut table.granada_market, |it| it.part() == Part::Granada);
        }
        if self.display == Fill::Anything {
            table.display = (0..4).filter_map(|_| self.cards.pop()).map(Card::Money).collect();
        }
        match self.further_tiles {
            Further::Below => self.supply.extend(self.tiles),
            Further::Aside | Further::Hand(_) => players.last_mut().unwrap().reserve.extend(self.tiles),
        }
        let (granada, alhambra): (Vec<Tile>, Vec<Tile>) =
            self.supply.into_iter().rev().partition(|it| it.part() == Part::Granada);
        table.supply = alhambra.into_iter().collect();
        table.granada_supply = granada.into_iter().map(Tile::piece).collect();
        match self.further_cards {
            Further::Below => {
                self.pile.extend(self.cards.into_iter().map(Card::Money));
                self.pile.extend(self.bureaux.into_iter().map(Card::Bureau));
            }
            Further::Aside => {
                self.cards.into_iter().for_each(|card| table.discard.add(card));
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
