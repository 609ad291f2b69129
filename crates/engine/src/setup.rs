//! Unpacks the box. The only file that asks what is being played.

use crate::{
    agenda::{Auto, Decision},
    dirk::{self, Dirk},
    event::{Event, Witness},
    granada,
    list::List,
    market,
    material::{Building, Bureau, Card, Edges, Face, Falcons, MoneyCard, Round, Tile},
    modules::{Module, bonus_cards, change, street_trader, thieves},
    money::{self, Extra},
    rng::{Rng, Seed},
    ruleset::{Game, Ruleset, Unplayable},
    state::{Layer, Pile, Player, Seat, State, Table, Trader, Vizier},
    turn,
};

impl State {
    /// Sets up a game and begins it: the same ruleset and seed always lead to the same table.
    ///
    /// # Errors
    /// Every reason why this ruleset can't be played.
    ///
    /// ```
    /// use alhambra_engine::{Ruleset, Seed, State};
    ///
    /// let game = State::new("granada 2 vizier".parse()?, Seed::from_number(7))?;
    /// assert_eq!(game.players.len(), 2);
    ///
    /// let refused = State::new("granada 7 huts".parse()?, Seed::from_number(7)).unwrap_err();
    /// assert_eq!(refused.0.len(), 2, "both the seventh player and the huts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(ruleset: Ruleset, seed: Seed) -> Result<State, Unplayable> {
        State::new_with(ruleset, seed, &mut ())
    }

    /// Sets up a game as [`State::new`] does and tells a witness what happens: cards dealt, tiles laid out.
    ///
    /// # Errors
    /// Every reason why this ruleset can't be played.
    pub fn new_with<W: Witness>(ruleset: Ruleset, seed: Seed, witness: &mut W) -> Result<State, Unplayable> {
        ruleset.validate()?;
        let n_players = usize::from(ruleset.players);
        let start = match ruleset.game {
            Game::Alhambra | Game::Both => Tile::FOUNTAIN,
            Game::Granada => Tile::GRANADA_START,
        };
        let mut state = State {
            ruleset,
            table: Table::default(),
            players: (0..n_players).map(|_| Player::new(start)).collect(),
            // Two players are joined by Dirk (B-DIRK-1).
            dirk: (n_players == 2).then(Dirk::default),
            agenda: List::new(),
            rng: Rng::new(seed),
        };
        state.table.supply.extend(alhambra_tiles(&ruleset));
        state.table.granada_supply.extend(granada_tiles(&ruleset));
        state.table.marker = (ruleset.game != Game::Alhambra).then_some(granada::FIRST_FACES);
        state.agenda.push(Auto::Unpack.into());
        for module in ruleset.modules.iter() {
            lay_out(&mut state, module);
        }

        let State { table, rng, .. } = &mut state;
        rng.stream(|stream| {
            stream.shuffle(&mut table.supply);
            stream.shuffle(&mut table.granada_supply);
            let mut cards: List<Card, 124> = money_cards(ruleset.players).map(Card::Money).collect();
            stream.shuffle(&mut cards);
            table.pile = Pile { cards, ..Pile::default() };
            table.pile.layers[0] = Layer::of(&table.pile.cards);
        });
        turn::advance(&mut state, witness);
        Ok(state)
    }
}

/// The money cards in the box: three copies of each, two if two play (B-MAT-2, B-DIRK-1).
pub(crate) fn money_cards(players: u8) -> impl Iterator<Item = MoneyCard> {
    let copies = if players == 2 { 2 } else { 3 };
    MoneyCard::all().flat_map(move |card| std::iter::repeat_n(card, copies))
}

/// The tiles in the supply of the Alhambra: buildings, camps and bazaars.
pub(crate) fn alhambra_tiles(ruleset: &Ruleset) -> impl Iterator<Item = Tile> + use<> {
    let Ruleset { game, modules, .. } = *ruleset;
    let buildings = Tile::buildings().filter(move |_| game != Game::Granada);
    let camps = Tile::camps().filter(move |_| modules.has(Module::Camps));
    let bazaars = Tile::bazaars().filter(move |_| modules.has(Module::Bazaars));
    buildings.chain(camps).chain(bazaars)
}

/// The tiles in the supply of Granada, even face up.
pub(crate) fn granada_tiles(ruleset: &Ruleset) -> impl Iterator<Item = Tile> + use<> {
    let game = ruleset.game;
    Tile::granada().filter(move |_| game != Game::Alhambra)
}

/// The bureaux de change in the box.
pub(crate) fn bureaux(ruleset: &Ruleset) -> impl Iterator<Item = Bureau> + use<> {
    let modules = ruleset.modules;
    Bureau::all().filter(move |_| modules.has(Module::Bureaux))
}

/// The wall cards in the box.
pub(crate) fn wall_cards(ruleset: &Ruleset) -> impl Iterator<Item = Edges> + use<> {
    let modules = ruleset.modules;
    Card::WALLS.into_iter().filter(move |_| modules.has(Module::Walls))
}

/// The workers' huts in the box.
pub(crate) fn huts(ruleset: &Ruleset) -> impl Iterator<Item = Tile> + use<> {
    let modules = ruleset.modules;
    Building::ALL.into_iter().flat_map(Tile::huts).filter(move |_| modules.has(Module::Huts))
}

/// Puts the material of a module on the table, as far as it does not go into the money pile.
fn lay_out(state: &mut State, module: Module) {
    let State { table, players, agenda, .. } = state;
    match module {
        Module::Vizier => players.iter_mut().for_each(|it| it.vizier = Some(Vizier::Awake)),
        Module::BonusCards => table.unused_bonus = Tile::on_bonus_cards().collect(),
        Module::Thieves => table.unused_thieves.0 = [thieves::THIEVES_EACH; 4],
        Module::Change => table.coin_bag.0 = [change::COINS_EACH; 4],
        Module::StreetTrader => {
            table.citizens.0 = [street_trader::CITIZENS_EACH; 6];
            // All choose in secret before anything is drawn, then each lays the own trader (B-SET-0, M-TRD-1).
            for seat in (0..players.len() as u8).rev().map(Seat) {
                players[seat.index()].trader = Some(Trader::default());
                agenda.push(Decision::LayTrader { seat }.into());
            }
            for seat in (0..players.len() as u8).rev().map(Seat) {
                agenda.push(Decision::ChooseCitizens { seat }.into());
            }
        }
        Module::Falconers => table.falcons = Falcons::ALL,
        // These are among the tiles of the supply and the cards of the money pile, or shown with the first tiles.
        Module::Camps | Module::Bazaars | Module::Bureaux | Module::Walls | Module::Huts => {}
    }
}

/// The cards that are shuffled into the five piles: scorings, two bureaux each in 2 to 4, two walls each in 2 to 5
/// (B-SET-4, C-SET-2, M-BUR-1, M-WALL-1).
fn extra_cards(state: &mut State) -> [Extra; 5] {
    let mut extra: [Extra; 5] = Default::default();
    match state.ruleset.game {
        Game::Alhambra | Game::Granada => {
            extra[1].push(Card::Scoring(Round::First));
            extra[3].push(Card::Scoring(Round::Second));
        }
        Game::Both => {
            extra[2].push(Card::Scoring(Round::First));
            state.table.waiting_scoring = Some(Round::Second);
        }
    }
    let ruleset = state.ruleset;
    state.rng.stream(|stream| {
        let mut shuffled = |mut cards: List<Card, 8>| {
            stream.shuffle(&mut cards);
            cards.chunks(2).zip(&mut extra[1..]).for_each(|(pair, pile)| pile.extend(pair.iter().copied()));
        };
        shuffled(bureaux(&ruleset).map(Card::Bureau).collect());
        shuffled(wall_cards(&ruleset).map(Card::Wall).collect());
    });
    extra
}

/// Fills the market, deals the money, finds the start player, opens four cards and makes the pile (B-SET-0).
pub(crate) fn unpack<W: Witness>(state: &mut State, witness: &mut W) {
    let State { table, rng, .. } = &mut *state;
    rng.stream(|stream| granada::bring_moats_up(table, stream));
    granada::fill(table, witness);
    market::refill(state, witness);
    stack_huts(state, witness);
    // Dirk's tiles lie even face up too, so the marker moves after him (G-SET-1, G-DIRK-1).
    dirk::draw(state, [6, 6], witness);
    granada::move_marker(&mut state.table, witness);
    let start_player = deal(state, witness);
    let mut cards: List<Card, 124> = std::mem::take(&mut state.table.pile).cards;
    for card in (0..4).filter_map(|_| cards.pop()) {
        state.table.display.push(card);
        witness.see(|| Event::Turned { card });
    }
    cards.reverse();
    let extra = extra_cards(state);
    state.table.pile = state.rng.stream(|stream| money::layered(&cards, extra, stream));

    let mut rng = state.rng;
    rng.stream(|stream| {
        thieves::deal(state, stream, witness);
        bonus_cards::deal(state, stream, witness);
    });
    state.rng = rng;
    state.agenda.push(Auto::NextTurn { seat: start_player }.into());
}

/// Stacks the workers' huts by colour and turns the top ones up (M-HUT-1).
fn stack_huts<W: Witness>(state: &mut State, witness: &mut W) {
    let State { ruleset, table, rng, .. } = state;
    for tile in huts(ruleset) {
        if let Face::Hut { building } = tile.face() {
            table.huts[building].push(tile);
        }
    }
    rng.stream(|stream| table.huts.0.iter_mut().for_each(|pile| stream.shuffle(pile)));
    for &tile in table.huts.0.iter().filter_map(|pile| pile.last()) {
        witness.see(|| Event::HutTurned { tile });
    }
}

/// Deals every player money until it is worth 20, and finds who starts (B-SET-2, B-SET-3).
fn deal<W: Witness>(state: &mut State, witness: &mut W) -> Seat {
    let mut start = (u8::MAX, u8::MAX, Seat(0));
    for seat in state.seats() {
        let mut worth = 0;
        while worth < 20 {
            let Some(card) = state.table.pile.cards.pop().and_then(|it| it.money()) else { break };
            worth += card.value();
            state.player_mut(seat).money.add(card);
            witness.see(|| Event::Dealt { seat, card });
        }
        // The fewest cards, then the least money; the lowest seat stands for the youngest.
        start = start.min((state.player(seat).money.n_cards(), worth, seat));
    }
    start.2
}
