//! Courses: what is played in a scene, and what is read off afterwards.

use std::{fmt::Debug, str::FromStr};

use alhambra_engine::{
    Action, City, Event, Ruleset, Seat, Seed, State, invariants,
    material::{ByCurrency, Parity, Part, Round, Tile},
    notation,
    scoring::{self, ScoreSheet},
};

use super::{Style, longest_together, longest_trail, lying, random_game};

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
    listed(state.table.display)
}

/// The tiles on squares 1 to 4.
pub(crate) fn market(state: &State) -> String {
    squares(&state.table.market)
}

/// A player's reserve.
pub(crate) fn reserve(state: &State, seat: usize) -> String {
    listed(state.players[seat].reserve)
}

/// Starts a game.
#[track_caller]
pub(crate) fn begun(ruleset: &str, number: u64) -> State {
    State::new(read(ruleset), Seed::from_number(number)).unwrap()
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
