//! Filling in what a view leaves open, at random and in agreement with everything that is known.

use crate::{
    event::Event,
    list::List,
    material::{
        Building, Bureau, Bureaux, ByBuilding, ByCurrency, Card, Currency, Edges, Money, MoneyCard, Parity, Tile,
    },
    modules::thieves,
    rng::{Rng, Seed, Stream},
    setup,
    state::{Layer, Pile, Player, Seat, State, Supply, Table, Trader},
    view::{Own, PublicPlayer, PublicTable, PublicTrader, View},
};

/// What a viewer remembers of the hands of others.
#[derive(Clone, Copy, Debug)]
pub enum Memory<'a> {
    /// Nothing but how many cards they hold.
    None,
    /// Every card that was dealt, taken and spent openly.
    Perfect(&'a Hands),
}

/// Money and bureaux in a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// The money.
    pub money: Money,
    /// The bureaux de change.
    pub bureaux: Bureaux,
}

impl Hand {
    fn n_cards(&self) -> u8 {
        self.money.n_cards() + self.bureaux.len()
    }

    fn add(&mut self, card: Card) {
        match card {
            Card::Money(card) => self.money.add(card),
            Card::Bureau(bureau) => self.bureaux.add(bureau),
            Card::Scoring(_) | Card::Wall(_) => {}
        }
    }
}

/// The hands of all players as an attentive watcher knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands([Hand; 6]);

impl Hands {
    /// Takes note of what happened in front of everybody.
    pub fn observe(&mut self, event: &Event) {
        match *event {
            Event::Dealt { seat, card } | Event::Stole { seat, card } => self.0[seat.index()].money.add(card),
            Event::Took { seat, cards } => cards.cards().for_each(|card| self.0[seat.index()].money.add(card)),
            Event::TookBureau { seat, bureau } => self.0[seat.index()].bureaux.add(bureau),
            Event::Bought { seat, payment, .. } | Event::Flipped { seat, payment, .. } => {
                let hand = &mut self.0[seat.index()];
                payment.money_cards().for_each(|card| hand.money.remove(card));
                if let Some(bureau) = payment.bureau() {
                    hand.bureaux.remove(bureau);
                }
            }
            Event::FalconCame { seat, card, .. } => self.0[seat.index()].money.remove(card),
            _ => {}
        }
    }

    /// The hand of a player.
    pub fn of(&self, seat: Seat) -> Hand {
        self.0[seat.index()]
    }
}

/// A whole game that could lie behind a view: `View::of` it is the view again.
///
/// ```
/// use alhambra_engine::{Rng, Ruleset, Seed, State, View, determinize::{Memory, determinize}};
///
/// let game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
/// let view = View::of(&game, game.to_act());
/// let imagined = determinize(&view, Memory::None, &mut Rng::new(Seed::from_number(1)));
/// assert_eq!(View::of(&imagined, view.viewer), view);
/// assert_ne!(imagined, game, "what is hidden is drawn anew");
/// # Ok::<(), alhambra_engine::Unplayable>(())
/// ```
pub fn determinize(view: &View, memory: Memory, rng: &mut Rng) -> State {
    rng.stream(|stream| {
        // No `..` here: what a view shows must come back.
        let View { ruleset, viewer: _, own: _, table, players, dirk, agenda } = view;
        let (hands, pile) = cards(view, memory, stream);
        let bonus = bonus(view, stream);
        let thieves = thieves(view, stream);
        let mut state = State {
            ruleset: *ruleset,
            table: middle(view, table, &pile, stream),
            players: players.iter().zip(hands).map(|(player, hand)| seated(player, hand)).collect(),
            dirk: *dirk,
            agenda: *agenda,
            rng: Rng::new(Seed([(); 32].map(|()| stream.below(256) as u8))),
        };
        state.table.unused_bonus = bonus.1;
        state.table.unused_thieves = thieves.1;
        for (seat, player) in state.players.iter_mut().enumerate() {
            player.bonus_held = bonus.0[seat];
            player.thieves = thieves.0[seat];
            if let (Some(trader), Some(shown)) = (&mut player.trader, players[seat].trader) {
                trader.choice = choice(view, seat, shown, stream);
            }
        }
        state
    })
}

fn middle(view: &View, table: &PublicTable, pile: &Pile, stream: &mut Stream) -> Table {
    let PublicTable {
        pile: _,
        discard,
        discarded_bureaux,
        display,
        waiting_scoring,
        n_supply,
        market,
        n_granada_supply,
        granada_market,
        marker,
        left_out,
        bazaars,
        huts: open_huts,
        n_huts,
        wall_cards,
        used_wall_cards,
        coin_bag,
        played_thieves,
        n_unused_thieves: _,
        n_unused_bonus: _,
        citizens,
        falcons,
    } = table;
    let seen = seen_tiles(view);
    let unseen = |tile: &Tile| !seen[tile.piece().index()];
    let mut take = |tiles: &mut dyn Iterator<Item = Tile>, n: u8| -> Supply {
        let mut supply: Vec<Tile> = if n == 0 { Vec::new() } else { tiles.filter(unseen).collect() };
        stream.shuffle(&mut supply);
        supply.into_iter().take(n.into()).collect()
    };
    let supply = take(&mut setup::alhambra_tiles(&view.ruleset), *n_supply);
    let granada_supply = take(&mut setup::granada_tiles(&view.ruleset), *n_granada_supply);
    let mut piles = ByBuilding::<List<Tile, 5>>::default();
    for building in Building::ALL {
        let hidden = n_huts[building].saturating_sub(1);
        piles[building] = take(&mut Tile::huts(building), hidden).into_iter().collect();
        piles[building].extend(open_huts[building]);
    }
    Table {
        pile: *pile,
        discard: *discard,
        discarded_bureaux: *discarded_bureaux,
        display: *display,
        waiting_scoring: *waiting_scoring,
        supply,
        market: *market,
        granada_supply,
        granada_market: *granada_market,
        marker: *marker,
        left_out: *left_out,
        bazaars: *bazaars,
        huts: piles,
        wall_cards: *wall_cards,
        used_wall_cards: *used_wall_cards,
        coin_bag: *coin_bag,
        played_thieves: *played_thieves,
        unused_thieves: ByCurrency::default(),
        unused_bonus: List::new(),
        citizens: *citizens,
        falcons: *falcons,
    }
}

fn seated(player: &PublicPlayer, hand: Hand) -> Player {
    let PublicPlayer {
        score,
        n_cards: _,
        coins,
        n_thieves: _,
        n_bonus_held: _,
        bonus_shown,
        vizier,
        trader,
        residents,
        falcons,
        sticks,
        city,
        reserve,
        bought,
    } = player;
    let trader = trader.map(|PublicTrader { cell, has_chosen: _, citizens }| Trader { cell, choice: None, citizens });
    Player {
        score: *score,
        money: hand.money,
        bureaux: hand.bureaux,
        coins: *coins,
        thieves: ByCurrency::default(),
        bonus_held: List::new(),
        bonus_shown: *bonus_shown,
        vizier: *vizier,
        trader,
        residents: *residents,
        falcons: *falcons,
        sticks: *sticks,
        city: *city,
        reserve: *reserve,
        bought: *bought,
    }
}

/// The viewer's own things, if this is the viewer's seat.
fn own(view: &View, seat: usize) -> Option<&Own> {
    view.own.as_ref().filter(|_| view.viewer.is_some_and(|it| it.index() == seat))
}

/// The hands of all players and the pile: what is known as it is, the rest from the cards that nobody has seen.
fn cards(view: &View, memory: Memory, stream: &mut Stream) -> (List<Hand, 6>, Pile) {
    let known: List<Option<Hand>, 6> = (0..view.players.len())
        .map(|seat| {
            let own = own(view, seat).map(|it| Hand { money: it.money, bureaux: it.bureaux });
            own.or(match memory {
                Memory::None => None,
                Memory::Perfect(hands) => Some(hands.0[seat]).filter(|it| it.n_cards() == view.players[seat].n_cards),
            })
        })
        .collect();
    let mut money = unseen_money(view, &known);
    stream.shuffle(&mut money);
    let mut bureaux = unseen_bureaux(view, &known);
    stream.shuffle(&mut bureaux);

    // Everybody knows how many bureaux are still in the pile; the others are in hands that nobody remembers.
    let n_in_pile: usize = view.table.pile.iter().map(|it| usize::from(it.n_bureaux)).sum();
    let in_hands = bureaux.split_off(n_in_pile.min(bureaux.len()));
    let n_unknown: usize =
        known.iter().zip(&view.players).filter(|it| it.0.is_none()).map(|it| usize::from(it.1.n_cards)).sum();
    let n_money = n_unknown.saturating_sub(in_hands.len()).min(money.len());
    let mut loose: Vec<Card> =
        money.drain(..n_money).map(Card::Money).chain(in_hands.into_iter().map(Card::Bureau)).collect();
    stream.shuffle(&mut loose);
    let deal = |(player, known): (&PublicPlayer, Option<Hand>)| {
        known.unwrap_or_else(|| {
            let mut hand = Hand::default();
            (0..player.n_cards).filter_map(|_| loose.pop()).for_each(|card| hand.add(card));
            hand
        })
    };
    let hands = view.players.iter().zip(known).map(deal).collect();
    (hands, piled(view, money, bureaux, stream))
}

/// The money cards that are neither open, nor spent, nor in these hands.
fn unseen_money(view: &View, hands: &[Option<Hand>]) -> Vec<MoneyCard> {
    let PublicTable { display, discard, .. } = &view.table;
    let mut seen: Money = hands.iter().flatten().flat_map(|it| it.money.cards()).collect();
    display.iter().filter_map(Card::money).chain(discard.cards()).for_each(|card| seen.add(card));
    let all: Money = setup::money_cards(view.ruleset.players).collect();
    MoneyCard::all()
        .flat_map(|card| std::iter::repeat_n(card, all.count(card).saturating_sub(seen.count(card)).into()))
        .collect()
}

/// The bureaux that are neither open, nor played, nor in these hands.
fn unseen_bureaux(view: &View, hands: &[Option<Hand>]) -> Vec<Bureau> {
    let PublicTable { display, discarded_bureaux, .. } = &view.table;
    let open = |bureau: Bureau| display.contains(&Card::Bureau(bureau)) || discarded_bureaux.has(bureau);
    let held = |bureau: Bureau| hands.iter().flatten().any(|it| it.bureaux.has(bureau));
    setup::bureaux(&view.ruleset).filter(|&it| !open(it) && !held(it)).collect()
}

/// A pile of these cards with its other cards anywhere in their layers.
fn piled(view: &View, mut money: Vec<MoneyCard>, mut bureaux: Vec<Bureau>, stream: &mut Stream) -> Pile {
    let PublicTable { pile: layers, wall_cards, used_wall_cards, .. } = &view.table;
    let mut walls: Vec<Edges> = setup::wall_cards(&view.ruleset).collect();
    walls.retain(|it| !wall_cards.contains(it) && !used_wall_cards.contains(it));
    stream.shuffle(&mut walls);
    let mut cards: Vec<Card> = Vec::new();
    for layer in layers {
        let Layer { n_cards: _, n_bureaux, n_walls, scoring } = layer;
        let first = cards.len();
        cards.extend((0..layer.n_money()).filter_map(|_| money.pop()).map(Card::Money));
        cards.extend((0..*n_bureaux).filter_map(|_| bureaux.pop()).map(Card::Bureau));
        cards.extend((0..*n_walls).filter_map(|_| walls.pop()).map(Card::Wall));
        cards.extend(scoring.map(Card::Scoring));
        stream.shuffle(&mut cards[first..]);
    }
    Pile { cards: cards.into_iter().rev().collect(), layers: *layers }
}

/// Which tiles lie in sight, by their piece.
fn seen_tiles(view: &View) -> [bool; Tile::N] {
    let PublicTable { market, granada_market, left_out, bazaars, huts, .. } = &view.table;
    let mut seen = [false; Tile::N];
    let mut see = |tile: Tile| seen[tile.facing(Parity::Even).index()] = true;
    market.0.iter().chain(&granada_market.0).chain(&huts.0).flatten().copied().for_each(&mut see);
    left_out.iter().chain(bazaars).copied().for_each(&mut see);
    for player in &view.players {
        player.city.tiles().iter().for_each(|it| see(it.tile));
        player.reserve.iter().chain(&player.bought).copied().for_each(&mut see);
    }
    view.dirk.iter().flat_map(|it| &it.tiles).copied().for_each(&mut see);
    seen
}

/// The bonus cards of every hand, and those that nobody has.
fn bonus(view: &View, stream: &mut Stream) -> (Vec<List<Tile, 3>>, List<Tile, 10>) {
    let own = view.own.iter().flat_map(|it| &it.bonus_held);
    let shown = view.players.iter().flat_map(|it| &it.bonus_shown);
    let seen: Vec<Tile> = own.chain(shown).copied().collect();
    let mut unseen: Vec<Tile> = Tile::on_bonus_cards().filter(|it| !seen.contains(it)).collect();
    stream.shuffle(&mut unseen);
    let held = view.players.iter().enumerate().map(|(seat, player)| match self::own(view, seat) {
        Some(own) => own.bonus_held,
        None => (0..player.n_bonus_held).filter_map(|_| unseen.pop()).collect(),
    });
    let held = held.collect();
    (held, unseen.into_iter().take(view.table.n_unused_bonus.into()).collect())
}

/// The thieves of every hand, and those that nobody has.
fn thieves(view: &View, stream: &mut Stream) -> (Vec<ByCurrency<u8>>, ByCurrency<u8>) {
    let played = view.table.played_thieves;
    let own_hand = view.own.as_ref().map(|it| it.thieves).unwrap_or_default();
    let mut unseen: Vec<Currency> = Currency::ALL
        .into_iter()
        .flat_map(|it| {
            let n_seen = played[it] + own_hand[it];
            std::iter::repeat_n(it, thieves::THIEVES_EACH.saturating_sub(n_seen).into())
        })
        .collect();
    stream.shuffle(&mut unseen);
    let mut draw = |n: u8| {
        let mut drawn = ByCurrency::<u8>::default();
        (0..n).filter_map(|_| unseen.pop()).for_each(|it| drawn[it] += 1);
        drawn
    };
    let held = view.players.iter().enumerate().map(|(seat, player)| match own(view, seat) {
        Some(own) => own.thieves,
        None => draw(player.n_thieves),
    });
    let held = held.collect();
    (held, draw(view.table.n_unused_thieves))
}

/// The citizens that somebody chose in secret.
fn choice(view: &View, seat: usize, trader: PublicTrader, stream: &mut Stream) -> Option<[Building; 3]> {
    let mut colours = Building::ALL;
    stream.shuffle(&mut colours);
    let mut guess = [colours[0], colours[1], colours[2]];
    guess.sort_unstable();
    match own(view, seat) {
        Some(own) => own.choice,
        None => trader.has_chosen.then_some(guess),
    }
}
