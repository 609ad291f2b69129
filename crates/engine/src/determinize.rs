//! Filling in what a view leaves open, at random and in agreement with everything that is known.

use arrayvec::ArrayVec;

use crate::{
    event::Event,
    material::{Card, Money, MoneyCard, Tile},
    rng::{Rng, Seed, Stream},
    state::{Layer, Pile, Player, Seat, State, Table},
    view::{Own, PublicPlayer, View},
};

/// What a viewer remembers of the hands of others.
#[derive(Clone, Copy, Debug)]
pub enum Memory<'a> {
    /// Nothing but how many cards they hold.
    None,
    /// Every card that was dealt, taken and spent openly.
    Perfect(&'a Hands),
}

/// The hands of all players as an attentive watcher knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands([Money; 6]);

impl Hands {
    /// Takes note of what happened in front of everybody.
    pub fn observe(&mut self, event: &Event) {
        match *event {
            Event::Dealt { seat, card } => self.0[seat.index()].add(card),
            Event::Took { seat, cards } => cards.cards().for_each(|card| self.0[seat.index()].add(card)),
            Event::Bought { seat, payment, .. } => {
                let cards = &mut self.0[seat.index()].0[payment.currency];
                *cards = cards.minus(payment.cards);
            }
            _ => {}
        }
    }

    /// The hand of a player.
    pub fn of(&self, seat: Seat) -> Money {
        self.0[seat.index()]
    }
}

/// A whole game that could lie behind a view: `View::of` it is the view again.
pub fn determinize(view: &View, memory: Memory, rng: &mut Rng) -> State {
    rng.stream(|stream| {
        // No `..` here: what a view shows must come back.
        let View { ruleset, viewer, own, pile, discard, display, n_supply, market, left_out, players, dirk, agenda } =
            view;
        let hands = hands(view, memory, stream);
        let mut unseen = unseen_money(view, &hands);
        stream.shuffle(&mut unseen);
        let mut supply: ArrayVec<Tile, 54> = unseen_tiles(view);
        stream.shuffle(&mut supply);
        debug_assert_eq!(supply.len(), usize::from(*n_supply));
        debug_assert!(own.is_some() == viewer.is_some());
        State {
            ruleset: *ruleset,
            table: Table {
                pile: piled(*pile, unseen, stream),
                discard: *discard,
                display: display.clone(),
                supply,
                market: *market,
                left_out: left_out.clone(),
            },
            players: players.iter().zip(hands).map(|(player, money)| seated(player, money)).collect(),
            dirk: dirk.clone(),
            agenda: agenda.clone(),
            rng: Rng::new(Seed([(); 32].map(|()| stream.below(256) as u8))),
        }
    })
}

fn seated(player: &PublicPlayer, money: Money) -> Player {
    let PublicPlayer { score, n_cards: _, city, reserve, bought } = player;
    Player { score: *score, money, city: city.clone(), reserve: reserve.clone(), bought: bought.clone() }
}

/// The own hand as it is, those of others as remembered or from the cards nobody has seen.
fn hands(view: &View, memory: Memory, stream: &mut Stream) -> ArrayVec<Money, 6> {
    let own = |seat: usize| match (&view.own, view.viewer) {
        (Some(Own { money }), Some(viewer)) if viewer.index() == seat => Some(*money),
        _ => None,
    };
    let remembered = |seat: usize| match memory {
        Memory::None => None,
        Memory::Perfect(hands) => Some(hands.0[seat]).filter(|it| it.n_cards() == view.players[seat].n_cards),
    };
    let known: ArrayVec<Option<Money>, 6> =
        (0..view.players.len()).map(|seat| own(seat).or_else(|| remembered(seat))).collect();
    let mut unseen = unseen_money(view, &known.iter().flatten().copied().collect::<ArrayVec<Money, 6>>());
    stream.shuffle(&mut unseen);
    let guess = |(player, known): (&PublicPlayer, Option<Money>)| {
        known.unwrap_or_else(|| (0..player.n_cards).filter_map(|_| unseen.pop()).collect())
    };
    view.players.iter().zip(known).map(guess).collect()
}

/// The money cards that are neither open, nor spent, nor in these hands.
fn unseen_money(view: &View, hands: &[Money]) -> Vec<MoneyCard> {
    let copies = if view.players.len() == 2 { 2 } else { 3 };
    let seen = |card: MoneyCard| {
        let displayed = view.display.iter().filter(|&&it| it == Card::Money(card)).count() as u8;
        displayed + view.discard.count(card) + hands.iter().map(|it| it.count(card)).sum::<u8>()
    };
    MoneyCard::all().flat_map(|card| std::iter::repeat_n(card, usize::from(copies - seen(card).min(copies)))).collect()
}

/// The building tiles that lie nowhere in sight.
fn unseen_tiles(view: &View) -> ArrayVec<Tile, 54> {
    let mut seen = [false; Tile::N];
    let mut see = |tile: Tile| seen[tile.index()] = true;
    view.market.0.iter().flatten().chain(&view.left_out).copied().for_each(&mut see);
    for player in &view.players {
        player.city.tiles().iter().for_each(|it| see(it.tile));
        player.reserve.iter().chain(&player.bought).copied().for_each(&mut see);
    }
    view.dirk.iter().flat_map(|it| &it.tiles).copied().for_each(&mut see);
    Tile::buildings().filter(|it| !seen[it.index()]).collect()
}

/// A pile of these cards with its scoring cards anywhere in their layers.
fn piled(layers: [Layer; 5], mut unseen: Vec<MoneyCard>, stream: &mut Stream) -> Pile {
    let mut cards: Vec<Card> = Vec::new();
    for Layer { n_cards, scoring } in layers {
        let first = cards.len();
        let n_money = usize::from(n_cards) - usize::from(scoring.is_some());
        cards.extend((0..n_money).filter_map(|_| unseen.pop()).map(Card::Money));
        if let Some(round) = scoring {
            let place = stream.below(u32::from(n_cards)) as usize;
            cards.insert(first + place, Card::Scoring(round));
        }
    }
    Pile { cards: cards.into_iter().rev().collect(), layers }
}
