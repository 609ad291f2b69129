//! Brute force: what is listed is exactly what could be thought of and is not refused.

use std::{collections::BTreeSet, sync::Mutex};

use crate::common::{Dice, Grower, Style, any_ruleset, broken, in_parallel, laws::Sort, lying, random_game};
use alhambra_engine::{
    Action, Broken, City, Decision, Refusal, Seat, State, granada, invariants,
    material::{
        Building, Bureau, Card, Cards, Cell, Currency, Edges, Falcon, Handful, MoneyCard, Part, Payment, Purse, Tile,
    },
    notation::{draw, position},
    payment::{self, Strictness},
    state::Vizier,
};

/// Every sub-multiset of these cards and coins.
fn purses(purse: Purse) -> Vec<Purse> {
    let mut cards = vec![Cards::NONE];
    for value in 1..=9 {
        let n = purse.cards().count(value);
        cards = cards.iter().flat_map(|&it| more(it, value, n)).collect();
    }
    cards.iter().flat_map(|&it| (0..=purse.coins()).map(move |coins| Purse::new(it, coins))).collect()
}

/// These cards with none to `n` more of a value.
fn more(cards: Cards, value: u8, n: u8) -> impl Iterator<Item = Cards> {
    (0..=n).scan(cards, move |cards, i| {
        *cards = if i == 0 { *cards } else { cards.with(value) };
        Some(*cards)
    })
}

/// How many sub-multisets there are.
fn n_purses(purse: Purse) -> usize {
    (1..=9).map(|it| usize::from(purse.cards().count(it)) + 1).product::<usize>() * (usize::from(purse.coins()) + 1)
}

/// Every payment that the player could lay down in this currency, with every other one beside it.
fn payments(state: &State, seat: Seat, currency: Currency) -> Vec<Payment> {
    let player = state.player(seat);
    let own = purses(player.purse(currency));
    let alone = |&purse: &Purse| Payment { currency, second: None, purse, second_purse: Purse::EMPTY };
    let mut payments: Vec<Payment> = own.iter().map(alone).collect();
    for second in Currency::ALL {
        if Bureau::between(currency, second).is_some_and(|it| player.bureaux.has(it)) {
            for second_purse in purses(player.purse(second)) {
                let both = |&purse| Payment { currency, second: Some(second), purse, second_purse };
                payments.extend(own.iter().map(both));
            }
        } else {
            // Without the bureau it is refused, whatever is paid.
            payments.push(Payment { second: Some(second), ..alone(&player.purse(currency)) });
        }
    }
    payments
}

/// Whether trying every payment takes too long; such hands are rare and nothing special.
fn too_rich(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    let n = |it: Currency| n_purses(player.purse(it));
    let most = Currency::ALL.map(n).into_iter().max().unwrap_or(0);
    let pairs = player.bureaux.iter().map(|it| it.currencies().map(n).iter().product()).max().unwrap_or(0);
    most.max(pairs) > 20_000
}

/// The values of the cards and coins of a payment, and whether each is a card.
fn units(payment: Payment) -> Vec<(Payment, u8, bool)> {
    let mut units = Vec::new();
    for (i, purse) in [payment.purse, payment.second_purse].into_iter().enumerate() {
        let put = |purse| match i {
            0 => Payment { purse, ..payment },
            _ => Payment { second_purse: purse, ..payment },
        };
        for value in (1..=9).filter(|&it| purse.cards().count(it) > 0) {
            units.push((put(Purse::new(purse.cards().without(value), purse.coins())), value, true));
        }
        if purse.coins() > 0 {
            units.push((put(Purse::new(purse.cards(), purse.coins() - 1)), 1, false));
        }
    }
    units
}

/// Whether nothing can be left out of a payment: no card, no coin, no bureau.
fn is_lean(payment: Payment, price: u8) -> bool {
    let bureau_needed = payment.second.is_none() || !payment.second_purse.is_empty();
    let total = payment.total();
    total >= price && bureau_needed && units(payment).iter().all(|(_, value, _)| total - value < price)
}

/// Whether a payment is one of those that are listed: lean, or lean with one more card that earns a coin (M-CHG-2).
fn is_listed(state: &State, payment: Payment, price: u8, exactly: bool) -> bool {
    if is_lean(payment, price) {
        return !exactly || payment.total() == price;
    }
    let n_in_bag: u8 = state.table.coin_bag.0.iter().sum();
    let change = |payment: Payment| {
        let spent: u8 = payment.purses().map(|it| it.1.coins()).sum();
        ((payment.total() - price) / 2).min(n_in_bag + spent)
    };
    let earns = |less: Payment| is_lean(less, price) && change(payment) > change(less);
    !exactly && n_in_bag > 0 && units(payment).into_iter().any(|(less, _, is_card)| is_card && earns(less))
}

/// Every handful of cards from the display, the empty one too.
fn handfuls(state: &State) -> BTreeSet<Handful> {
    let cards: Vec<_> = state.table.display.iter().filter_map(Card::money).collect();
    let chosen = |set: usize| cards.iter().enumerate().filter(move |(i, _)| set >> i & 1 != 0).map(|(_, card)| *card);
    (0..1 << cards.len()).filter_map(|set| Handful::new(chosen(set))).collect()
}

/// The cells of a city and those up to two steps around it.
fn frame(city: &City) -> Vec<Cell> {
    let xs = || city.tiles().iter().map(|it| it.cell.x);
    let ys = || city.tiles().iter().map(|it| it.cell.y);
    let (left, right) = (xs().min().unwrap() - 2, xs().max().unwrap() + 2);
    let (top, bottom) = (ys().min().unwrap() - 2, ys().max().unwrap() + 2);
    (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell { x, y })).collect()
}

/// Every purchase with a payment as they are listed.
fn purchases(state: &State, seat: Seat) -> Vec<Action> {
    let mut purchases = Vec::new();
    let by_vizier = matches!(state.decision(), Some(Decision::Interrupt { .. }));
    let lying = state.table.market.0.into_iter().chain(state.table.granada_market.0).flatten();
    for tile in lying.chain(state.table.bazaars.iter().copied()).chain([Tile::FOUNTAIN]) {
        let Some(asked) = payment::asked(&state.table, tile) else {
            purchases.push(Action::Buy { tile, payment: Payment::cards(Currency::Florin, Cards::NONE) });
            continue;
        };
        let exactly = by_vizier || asked.strictness == Strictness::Exactly;
        for currency in Currency::ALL {
            let mut payments = payments(state, seat, currency);
            payments.retain(|&it| is_listed(state, it, asked.price, exactly));
            purchases.extend(payments.into_iter().map(|payment| Action::Buy { tile, payment }));
        }
    }
    purchases
}

/// Every flip with cards of one currency from which none can be left out.
fn flips(state: &State, seat: Seat) -> Vec<Action> {
    let player = state.player(seat);
    let mut flips = Vec::new();
    let bought = player.bought.iter().flat_map(|it| [Some(*it), it.flipped()]).flatten();
    for tile in bought.chain(Tile::granada().take(2)).chain([Tile::FOUNTAIN]) {
        for currency in Currency::ALL {
            let cards = purses(Purse::new(player.money.0[currency], 0));
            let payments = cards.into_iter().map(|it| Payment::cards(currency, it.cards()));
            for payment in payments.filter(|&it| is_lean(it, 3)) {
                let cells = frame(&player.city).into_iter();
                flips.extend(cells.map(|cell| Action::BuildFlipped { tile, cell, payment }));
            }
        }
    }
    flips
}

/// Everything of one sort that the player to act could think of, as far as it would be listed.
fn conceivable(state: &State, seat: Seat, sort: Sort) -> Vec<Action> {
    let player = state.player(seat);
    let tiles = |action: fn(Tile) -> Action| Tile::all().map(action).collect();
    let citizens = || Building::ALL.into_iter();
    match sort {
        Sort::Take => handfuls(state).into_iter().map(|cards| Action::Take { cards }).collect(),
        Sort::TakeBureau => Bureau::all().map(|bureau| Action::TakeBureau { bureau }).collect(),
        Sort::Buy => purchases(state, seat),
        Sort::Build => {
            let cells = frame(&player.city);
            let everywhere = |tile| cells.iter().map(move |&cell| Action::Build { tile, cell });
            Tile::all().flat_map(everywhere).collect()
        }
        Sort::BuildFlipped => flips(state, seat),
        Sort::TakeDown => tiles(|tile| Action::TakeDown { tile }),
        Sort::Swap => Tile::all().flat_map(|tile| Tile::all().map(move |old| Action::Swap { tile, old })).collect(),
        Sort::Keep => tiles(|tile| Action::Keep { tile }),
        Sort::Give => tiles(|tile| Action::Give { tile }),
        Sort::LeaveOut => tiles(|tile| Action::LeaveOut { tile }),
        Sort::Wake => vec![Action::Wake],
        Sort::TakeHut => tiles(|tile| Action::TakeHut { tile }),
        Sort::AddWalls => {
            let walls = (0..16).map(Edges::from_bits_truncate);
            walls.flat_map(|walls| Tile::all().map(move |tile| Action::AddWalls { walls, tile })).collect()
        }
        Sort::BuyFalcon => {
            let cells = frame(&player.city);
            let cards: BTreeSet<MoneyCard> = player.money.cards().chain(MoneyCard::all().take(1)).collect();
            let places = Falcon::all().flat_map(|falcon| cells.iter().map(move |&corner| (falcon, corner)));
            let paid = |(falcon, corner)| cards.iter().map(move |&card| Action::BuyFalcon { falcon, corner, card });
            places.flat_map(paid).collect()
        }
        Sort::Reveal => tiles(|tile| Action::Reveal { tile }),
        Sort::Steal => MoneyCard::all().map(|card| Action::Steal { card }).collect(),
        Sort::ChooseCitizens => {
            let triples = citizens().flat_map(|a| citizens().flat_map(move |b| citizens().map(move |c| [a, b, c])));
            triples.map(|citizens| Action::ChooseCitizens { citizens }).collect()
        }
        Sort::LayTrader => frame(&player.city).into_iter().map(|cell| Action::LayTrader { cell }).collect(),
        Sort::MoveIn => citizens().map(Some).chain([None]).map(|take| Action::MoveIn { take }).collect(),
        Sort::Exchange => {
            citizens().flat_map(|give| citizens().map(move |take| Action::Exchange { give, take })).collect()
        }
        Sort::Pass => vec![Action::Pass],
    }
}

/// Everything that the player to act could think of and that is not refused, as far as it would be listed.
pub(crate) fn accepted(state: &State, seat: Seat) -> BTreeSet<Action> {
    let all = Sort::ALL.iter().flat_map(|&sort| conceivable(state, seat, sort));
    all.filter(|&it| state.check(seat, it).is_ok()).collect()
}

/// What is listed is what is accepted, once each.
fn check_list(state: &State) {
    let Some(seat) = state.to_act().filter(|&seat| !too_rich(state, seat)) else { return };
    let mut listed = Vec::new();
    state.legal_actions_into(&mut listed);
    let unique: BTreeSet<Action> = listed.iter().copied().collect();
    let accepted = accepted(state, seat);
    let show = |actions: BTreeSet<&Action>| actions.iter().map(ToString::to_string).collect::<Vec<_>>();
    let forgotten = show(accepted.difference(&unique).collect());
    let invented = show(unique.difference(&accepted).collect());
    assert!(
        forgotten.is_empty() && invented.is_empty(),
        "{}\naccepted, not listed: {forgotten:?}\nlisted, not accepted: {invented:?}",
        position(state)
    );
    let twice: Vec<String> = unique
        .iter()
        .filter(|it| listed.iter().filter(|other| other == it).count() > 1)
        .map(Action::to_string)
        .collect();
    assert!(unique.len() == listed.len(), "{}\nlisted twice: {twice:?}", position(state));
    for other in state.seats().filter(|it| *it != seat) {
        assert!(listed.iter().all(|it| state.check(other, *it) == Err(Refusal::NotYourTurn(seat))));
    }
}

/// Larger payments than those listed are accepted too (B-BUY-1), unless the price has to be met (M-VIZ-2, M-BAZ-2).
fn check_larger_payments(state: &State) {
    let Some(seat) = state.to_act() else { return };
    let by_vizier = matches!(state.decision(), Some(Decision::Interrupt { .. }));
    let mut listed = Vec::new();
    state.legal_actions_into(&mut listed);
    for action in listed {
        let Action::Buy { tile, payment } = action else { continue };
        let asked = payment::asked(&state.table, tile).unwrap();
        let hand = state.player(seat).purse(payment.currency);
        let mut cards = payment.purse.cards();
        for value in hand.cards().minus(cards).values() {
            cards = cards.with(value);
            let larger = Payment { purse: Purse::new(cards, payment.purse.coins()), ..payment };
            let verdict = state.check(seat, Action::Buy { tile, payment: larger });
            match verdict {
                Err(Refusal::NotExact(n)) => {
                    assert!(by_vizier || asked.strictness == Strictness::Exactly);
                    assert_eq!(n, larger.total() - asked.price);
                }
                verdict => assert_eq!(verdict, Ok(()), "{tile} {larger}"),
            }
        }
    }
}

/// An illegal action is refused and changes nothing.
fn check_untouched(state: &State, dice: &mut Dice) {
    let Some(seat) = state.to_act().filter(|&seat| !too_rich(state, seat)) else { return };
    for _ in 0..6 {
        let all = conceivable(state, seat, dice.one_of(Sort::ALL));
        if all.is_empty() {
            continue;
        }
        let action = dice.one_of(&all);
        if state.check(seat, action).is_err() {
            let mut after = state.clone();
            let mut events = Vec::new();
            assert!(after.apply_with(seat, action, &mut events).is_err());
            assert!(after == *state && events.is_empty(), "{action} is refused and changes something");
        }
    }
}

/// Granada's first tile must lie at a wall; the engine calls that unreachable, from scratch it is apart or touches wrongly.
fn alike(answer: Broken, judged: Broken) -> bool {
    let said = |it: Broken| it - Broken::NOT_ON_FOOT - Broken::APART - Broken::CORNER_ONLY - Broken::NO_CONTACT;
    answer.is_empty() == judged.is_empty() && judged.contains(said(answer))
}

/// Placements, take-downs and swaps of a tile in a city are judged as the city that they lead to; says which parts it
/// can take the place of.
fn check_city(city: &City, tile: Tile, edges: Edges) -> BTreeSet<Part> {
    let before = lying(city);
    assert_eq!(broken(&before), Broken::empty(), "{}", draw(city));
    assert_eq!(invariants::broken_rules(city), Broken::empty(), "{}", draw(city));
    let plain = before.pieces.values().all(|it| it.part == Part::Alhambra) && tile.part() == Part::Alhambra;
    let openings: BTreeSet<Cell> = city.cells_for(tile, edges).collect();
    for cell in frame(city) {
        let answer = city.broken_by(tile, edges, cell);
        assert_eq!(openings.contains(&cell), answer.is_empty(), "{tile} {cell} in\n{}", draw(city));
        if before.pieces.contains_key(&cell) {
            assert_eq!(answer, Broken::OVERLAP);
            continue;
        }
        let judged = broken(&before.with(cell, tile.part(), edges));
        if plain {
            // Who touches nothing can't be reached either; the engine leaves that out.
            let loose = judged.intersects(Broken::CORNER_ONLY | Broken::NO_CONTACT);
            let judged = if loose { judged - Broken::NOT_ON_FOOT } else { judged };
            assert_eq!(answer, judged, "{tile} {cell} in\n{}", draw(city));
        }
        assert!(alike(answer, judged), "{tile} {cell}: {answer:?}, not {judged:?} in\n{}", draw(city));
        if answer.is_empty() {
            let mut after = *city;
            after.build(tile, edges, cell);
            assert_eq!(invariants::broken_rules(&after), Broken::empty(), "{}", draw(&after));
        }
    }
    let built = city.tiles().iter().map(|it| it.tile);
    built.filter(|&old| check_redesign(city, old, tile, edges)).map(Tile::part).collect()
}

/// Taking down a built tile, and swapping it for another one, are judged as the city that they lead to; says whether the
/// two can be swapped.
fn check_redesign(city: &City, old: Tile, tile: Tile, edges: Edges) -> bool {
    let before = lying(city);
    let cell = city.cell_of(old).unwrap();
    if cell == Cell::ORIGIN || before.gate == Some(cell) {
        assert!(!city.releases(old) && !city.swaps(tile, edges, old), "{old} never moves");
        assert_eq!(city.broken_by_swap(tile, edges, old), Broken::STARTING_TILE);
        assert!(city.broken_without(old).contains(Broken::STARTING_TILE));
        return false;
    }
    // Tiles that hang in the air can't be reached, which is all that is said of them.
    let judged = broken(&before.without(cell)) - Broken::CORNER_ONLY - Broken::NO_CONTACT;
    assert_eq!(city.broken_without(old), judged, "{old} down in\n{}", draw(city));
    assert_eq!(city.releases(old), judged.is_empty());
    assert_eq!(city.removable().into_iter().any(|it| it == old), judged.is_empty());

    let judged = broken(&before.with(cell, tile.part(), edges));
    let answer = city.broken_by_swap(tile, edges, old);
    assert_eq!(city.swaps(tile, edges, old), judged.is_empty(), "{tile} for {old}: {judged:?} in\n{}", draw(city));
    assert!(alike(answer, judged), "{tile} for {old}: {answer:?}, not {judged:?} in\n{}", draw(city));
    if judged.is_empty() {
        let mut after = *city;
        after.swap(tile, edges, old);
        assert_eq!(invariants::broken_rules(&after), Broken::empty(), "{}", draw(&after));
    }
    judged.is_empty()
}

fn check_game(number: u64, every: usize) {
    let style = Style::ALL[(number / 8) as usize % 2];
    let mut n = number as usize;
    random_game(any_ruleset(number), number, style, |state, _, _, dice| {
        n += 1;
        let rare = !matches!(
            state.decision(),
            Some(Decision::Turn { .. } | Decision::Interrupt { .. } | Decision::Place { .. })
        );
        if n.is_multiple_of(every) || (rare && n.is_multiple_of(4)) {
            check_list(state);
            check_larger_payments(state);
            check_untouched(state, dice);
        }
    });
}

/// Cities as they grow, each with a few tiles that could be built or swapped in.
fn check_growth(n_cities: u64, first: u64) {
    let swapped = Mutex::new(BTreeSet::new());
    in_parallel(n_cities, |number| {
        let mut grower = Grower::new(first + number);
        let mut dice = Dice::new(first + number);
        for _ in 0..15 {
            (0..3).for_each(|_| grower.grow());
            for part in Part::ALL {
                let rest: Vec<_> = grower.rest.iter().filter(|it| it.0.part() == part).copied().collect();
                if !rest.is_empty() {
                    let (tile, edges) = dice.one_of(&rest);
                    let replaced = check_city(&grower.city, tile, edges);
                    swapped.lock().unwrap().extend(replaced.into_iter().map(|it| (it, part)));
                }
            }
        }
    });
    let swapped = swapped.into_inner().unwrap();
    // The rules allow swaps between parts if all is legal afterwards (C-BUILD-2, X-10), and it never is: a tile that is
    // reached on foot leaves an open side behind, which neither a moat nor a camp may touch, and where a camp lay nothing
    // can be reached on foot.
    assert_eq!(swapped, Part::ALL.map(|it| (it, it)).into());
}

#[test]
fn listed_is_what_could_be_thought_of_and_is_accepted() {
    in_parallel(160, |number| check_game(number, 41));
}

#[test]
fn cities_know_what_may_be_built_taken_down_and_swapped() {
    check_growth(160, 0);
}

#[test]
#[ignore = "long; part of the soak"]
fn listed_is_what_is_accepted_in_thousands_of_games() {
    in_parallel(1_600, |number| check_game(1_000 + number, 5));
    check_growth(5_000, 1_000);
}

/// What is listed with and what is listed without payments is the same, and so are the payments tile by tile.
fn check_paid_apart(state: &State) {
    let Some(seat) = state.to_act() else { return };
    let (mut listed, mut apart, mut paid) = (Vec::new(), Vec::new(), Vec::new());
    state.legal_actions_into(&mut listed);
    state.legal_unpaid(&mut apart);
    assert!(
        !apart.iter().any(|it| matches!(Sort::of(it), Sort::Buy | Sort::BuildFlipped | Sort::BuyFalcon)),
        "{:?} lists a payment",
        state.step()
    );
    let strictness = match state.decision() {
        Some(Decision::Turn { .. }) => Some(Strictness::AtLeast),
        Some(Decision::Interrupt { .. }) if state.player(seat).vizier == Some(Vizier::Awake) => {
            Some(Strictness::Exactly)
        }
        _ => None,
    };
    for tile in Tile::all() {
        if let Some(strictness) = strictness {
            state.legal_purchases(&mut paid, seat, tile, strictness);
            apart.append(&mut paid);
        }
        if matches!(state.decision(), Some(Decision::Place { .. })) && state.player(seat).bought.contains(&tile) {
            let Some(flipped) = tile.flipped() else { continue };
            granada::flip_payments(state.player(seat), |payment| {
                let cells = state.player(seat).city.cells_for(flipped, flipped.edges());
                apart.extend(cells.map(|cell| Action::BuildFlipped { tile: flipped, cell, payment }));
            });
        }
    }
    if matches!(state.decision(), Some(Decision::Turn { first: true, .. } | Decision::MoreFalcons { .. })) {
        state.legal_falcons(&mut paid, seat);
        apart.append(&mut paid);
    }
    listed.sort_unstable();
    apart.sort_unstable();
    assert!(listed == apart, "{}: two lists of what is legal", state.ruleset);
}

#[test]
fn what_is_paid_for_can_be_listed_apart() {
    in_parallel(48, |number| {
        random_game(any_ruleset(number), number, Style::ALL[(number / 8) as usize % 2], |state, _, _, _| {
            check_paid_apart(state);
        });
    });
}
