//! Paths: the ids that make up an action, one after the other.
//!
//! An action has one path and a path means one action, whatever the game looks like.

use alhambra_engine::{
    Action, ActionKind,
    list::List,
    material::{Building, Cards, Cell, Currency, Handful, MoneyCard, Payment, Purse, Tile},
};

use crate::id::{Id, Meaning, in_block, of_cell};

/// The most ids that a path can have: everything in two currencies laid down for one tile.
const LONGEST: usize = 80;

/// The ids of one action, in order.
pub type Path = List<Id, LONGEST>;

/// Writes the path of an action into `path`, which is cleared first.
pub fn write(path: &mut Path, action: &Action) {
    path.clear();
    let mut say = |meaning: Meaning| path.push(meaning.id());
    say(Meaning::Kind(action.kind()));
    match *action {
        Action::Take { cards } => {
            cards.cards().for_each(|it| say(Meaning::Card(it)));
            say(Meaning::Done);
        }
        Action::TakeBureau { bureau } => say(Meaning::Bureau(bureau)),
        Action::Buy { tile, payment } => {
            say(Meaning::Tile(tile));
            write_payment(path, payment);
        }
        Action::Build { tile, cell } => {
            say(Meaning::Tile(tile));
            write_cell(path, cell);
        }
        Action::BuildFlipped { tile, cell, payment } => {
            say(Meaning::Tile(tile));
            write_cell(path, cell);
            write_payment(path, payment);
        }
        Action::TakeDown { tile }
        | Action::Keep { tile }
        | Action::Give { tile }
        | Action::LeaveOut { tile }
        | Action::TakeHut { tile }
        | Action::Reveal { tile } => say(Meaning::Tile(tile)),
        Action::Swap { tile, old } => {
            say(Meaning::Tile(tile));
            say(Meaning::Tile(old));
        }
        Action::AddWalls { walls, tile } => {
            say(Meaning::Walls(walls));
            say(Meaning::Tile(tile));
        }
        Action::BuyFalcon { falcon, corner, card } => {
            say(Meaning::Falcon(falcon));
            say(Meaning::Card(card));
            write_cell(path, corner);
        }
        Action::Steal { card } => say(Meaning::Card(card)),
        Action::ChooseCitizens { citizens } => citizens.into_iter().for_each(|it| say(Meaning::Colour(it))),
        Action::LayTrader { cell } => write_cell(path, cell),
        Action::MoveIn { take } => say(take.map_or(Meaning::Nobody, Meaning::Colour)),
        Action::Exchange { give, take } => {
            say(Meaning::Colour(give));
            say(Meaning::Colour(take));
        }
        Action::Wake | Action::Pass => {}
    }
}

/// The path of an action.
pub fn of(action: &Action) -> Path {
    let mut path = Path::new();
    write(&mut path, action);
    path
}

fn write_cell(path: &mut Path, cell: Cell) {
    let (block, cell) = of_cell(cell);
    path.extend(block);
    path.push(cell);
}

/// Both currencies, if there are two, then card by card from the highest down, then the coins, first in the currency of the
/// square.
fn write_payment(path: &mut Path, payment: Payment) {
    path.extend(payment.second.map(|it| Meaning::Pair(payment.currency, it).id()));
    for (currency, purse) in payment.purses() {
        let first = path.len();
        path.extend(purse.cards().values().map(|value| Meaning::Card(MoneyCard::new(currency, value)).id()));
        path[first..].reverse();
        path.extend((0..purse.coins()).map(|_| Meaning::Coin(currency).id()));
    }
    path.push(Meaning::Done.id());
}

/// The action that a path means; none if it is no path.
pub fn action(path: &[Id]) -> Option<Action> {
    let mut rest = Reader(path);
    let Meaning::Kind(kind) = rest.next()? else { return None };
    let action = match kind {
        ActionKind::Take => {
            let mut cards = [None; 4];
            let mut n = 0;
            while let Some(card) = rest.card() {
                *cards.get_mut(n)? = Some(card);
                n += 1;
            }
            rest.done().filter(|()| n > 0)?;
            Action::Take { cards: Handful::new(cards.into_iter().flatten())? }
        }
        ActionKind::TakeBureau => match rest.next()? {
            Meaning::Bureau(bureau) => Action::TakeBureau { bureau },
            _ => return None,
        },
        ActionKind::Buy => Action::Buy { tile: rest.tile()?, payment: rest.payment()? },
        ActionKind::Build => Action::Build { tile: rest.tile()?, cell: rest.cell()? },
        ActionKind::BuildFlipped => {
            Action::BuildFlipped { tile: rest.tile()?, cell: rest.cell()?, payment: rest.payment()? }
        }
        ActionKind::TakeDown => Action::TakeDown { tile: rest.tile()? },
        ActionKind::Swap => Action::Swap { tile: rest.tile()?, old: rest.tile()? },
        ActionKind::Keep => Action::Keep { tile: rest.tile()? },
        ActionKind::Give => Action::Give { tile: rest.tile()? },
        ActionKind::LeaveOut => Action::LeaveOut { tile: rest.tile()? },
        ActionKind::Wake => Action::Wake,
        ActionKind::TakeHut => Action::TakeHut { tile: rest.tile()? },
        ActionKind::AddWalls => match rest.next()? {
            Meaning::Walls(walls) => Action::AddWalls { walls, tile: rest.tile()? },
            _ => return None,
        },
        ActionKind::BuyFalcon => match rest.next()? {
            Meaning::Falcon(falcon) => {
                let card = rest.card()?;
                Action::BuyFalcon { falcon, corner: rest.cell()?, card }
            }
            _ => return None,
        },
        ActionKind::Reveal => Action::Reveal { tile: rest.tile()? },
        ActionKind::Steal => Action::Steal { card: rest.card()? },
        ActionKind::ChooseCitizens => {
            Action::ChooseCitizens { citizens: [rest.colour()?, rest.colour()?, rest.colour()?] }
        }
        ActionKind::LayTrader => Action::LayTrader { cell: rest.cell()? },
        ActionKind::MoveIn => match rest.next()? {
            Meaning::Colour(colour) => Action::MoveIn { take: Some(colour) },
            Meaning::Nobody => Action::MoveIn { take: None },
            _ => return None,
        },
        ActionKind::Exchange => Action::Exchange { give: rest.colour()?, take: rest.colour()? },
        ActionKind::Pass => Action::Pass,
    };
    // Only the one order that is written is read.
    (rest.0.is_empty() && of(&action).as_slice() == path).then_some(action)
}

/// What is left of a path.
struct Reader<'a>(&'a [Id]);

impl Reader<'_> {
    fn peek(&self) -> Option<Meaning> {
        self.0.first().copied().and_then(Meaning::of)
    }

    fn next(&mut self) -> Option<Meaning> {
        let meaning = self.peek()?;
        self.0 = &self.0[1..];
        Some(meaning)
    }

    fn tile(&mut self) -> Option<Tile> {
        if let Meaning::Tile(tile) = self.next()? { Some(tile) } else { None }
    }

    fn colour(&mut self) -> Option<Building> {
        if let Meaning::Colour(colour) = self.next()? { Some(colour) } else { None }
    }

    fn done(&mut self) -> Option<()> {
        (self.next()? == Meaning::Done).then_some(())
    }

    fn cell(&mut self) -> Option<Cell> {
        match self.next()? {
            Meaning::Cell(cell) => Some(cell),
            Meaning::Block { x, y } => match self.next()? {
                Meaning::Cell(within) => in_block(x, y, within),
                _ => None,
            },
            _ => None,
        }
    }

    /// The next card, if it is one.
    fn card(&mut self) -> Option<MoneyCard> {
        let Meaning::Card(card) = self.peek()? else { return None };
        self.next();
        Some(card)
    }

    /// The money of one currency that comes next.
    fn purse(&mut self, currency: Currency) -> Option<Purse> {
        let (mut cards, mut coins) = (Cards::NONE, 0);
        loop {
            match self.peek() {
                Some(Meaning::Card(card)) if card.currency() == currency => {
                    // The box has three of each card.
                    if cards.count(card.value()) == 3 {
                        return None;
                    }
                    cards = cards.with(card.value());
                }
                Some(Meaning::Coin(coin)) if coin == currency && coins < 6 => coins += 1,
                _ => return Some(Purse::new(cards, coins)),
            }
            self.next();
        }
    }

    fn payment(&mut self) -> Option<Payment> {
        let (currency, second) = match self.peek()? {
            Meaning::Pair(currency, second) => {
                self.next();
                (currency, Some(second))
            }
            Meaning::Card(card) => (card.currency(), None),
            Meaning::Coin(currency) => (currency, None),
            _ => return None,
        };
        let purse = self.purse(currency)?;
        let second_purse = second.map_or(Some(Purse::EMPTY), |it| self.purse(it))?;
        self.done()?;
        Some(Payment { currency, second, purse, second_purse })
    }
}
