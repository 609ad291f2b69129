//! Nothing leaks: every byte that a seat or a spectator is sent is the same in a twin of the game, where everything that
//! they may not know is different.

use std::sync::Arc;

use alhambra_bots::{Budget, Means, Question, Recall};
use alhambra_engine::{
    Action, Event, Ruleset, Seat, Seed, State,
    material::{Building, Currency, Tile},
    modules::ModuleSet,
};
use alhambra_protocol::{
    Ask, Assistance, Condition, NewTable, Pace, Request, SeatPlan, Settings, StandingPass, Visibility,
};
use serde_json::Value;

use super::{House, Inner, Input, Letter, Moment, Receipt, Table, Telling, Text, Visitor};
use crate::{
    common::{Dice, Style, any_ruleset, in_parallel, mix_hands, mix_secrets, twin},
    game,
    log::{Deed, GameLog, LogEntry},
    meta::{Chair, Sitter},
    opening::{self, Shuffle},
    person::Person,
};

const NOW: Moment = Moment { now: 1000, time_of_day: 1000 };

/// A table where everybody plays and somebody watches: first those who are told the whole game, by their seats and last the
/// spectator, then in the same order those who are told news.
struct Watched {
    table: Table,
    /// The update that each of those has who are told news.
    updates: Vec<Value>,
}

fn person(seat: usize) -> Person {
    Person { id: format!("person{seat}"), name: format!("Player {seat}") }
}

impl Watched {
    fn open(ruleset: Ruleset, number: u64, dice: &mut Dice) -> Watched {
        let n = usize::from(ruleset.players);
        let wish = NewTable {
            settings: Settings {
                ruleset,
                visibility: Visibility::Link,
                pace: Pace::Unlimited,
                assistance: Assistance { hints: true, undo: true },
                fixed_seats: true,
                substitute: "random".to_owned(),
                patience: None,
            },
            seats: vec![SeatPlan::Open; n],
            lesson: false,
            start: false,
            from: None,
        };
        let mut meta = opening::open(wish, "k3v9k3v".to_owned(), &person(0), 1000, None, 0).unwrap();
        for (i, chair) in meta.chairs.iter_mut().enumerate() {
            let Person { id, name } = person(i);
            let conditions = [
                Condition::Ask,
                Condition::Pass,
                Condition::Unless {
                    buildings: vec![dice.one_of(&Building::ALL)],
                    granada: Vec::new(),
                    currencies: vec![dice.one_of(&Currency::ALL)],
                    at_least: 3,
                    at_most: 9,
                },
            ];
            let mut condition = || conditions[dice.below(3)].clone();
            let standing = StandingPass { vizier: condition(), thieves: condition(), until_scoring: false };
            *chair = Chair { standing, ..Chair::of(Sitter::Person { id, name }) };
        }
        let (meta, _) = opening::start(&meta, 1000, Shuffle::Fixed(Seed::from_number(number))).unwrap();
        let mut table = Table::new(Arc::new(House::default()), meta, NOW);
        table.resume(GameLog::new(ruleset, Seed::from_number(number), 1000).unwrap());
        let all = [Telling::Whole, Telling::News].into_iter().flat_map(|it| (0..=n).map(move |i| (i, it)));
        table.inner.visitors = all.map(|(i, telling)| visitor(n, i, telling, 0)).collect();
        let proposal = table.propose(Input::Opened { retell: true }, NOW);
        let letters = table.commit(proposal, Receipt::of_a_store_that_has_committed());
        let first = sorted(letters, 2 * (n + 1));
        let updates = first[n + 1..].iter().map(|it| read(it.last().unwrap())["update"].take()).collect();
        Watched { table, updates }
    }

    fn play(&self) -> &GameLog {
        self.table.game().unwrap()
    }

    /// Lets a seat ask for something, and says what everybody is sent.
    fn ask(&mut self, seat: Seat, ask: Ask) -> Vec<Vec<Text>> {
        let n_visitors = self.table.visitors().len();
        sorted(asked(&mut self.table, seat, ask), n_visitors)
    }
}

/// What is sent when a seat asks for something.
fn asked(table: &mut Table, seat: Seat, ask: Ask) -> Vec<Letter> {
    let input = Input::Asked { visit: seat.0.into(), request: Request { reference: Some(1), ask } };
    let proposal = table.propose(input, NOW);
    table.commit(proposal, Receipt::of_a_store_that_has_committed())
}

/// The letters to each visitor.
fn sorted(letters: Vec<Letter>, n_visitors: usize) -> Vec<Vec<Text>> {
    let mut sorted = vec![Vec::new(); n_visitors];
    for Letter { visit, text } in letters {
        sorted[visit as usize].push(text);
    }
    sorted
}

/// Somebody who looks from the seat with this number, or from beside the table, and has seen so much.
fn visitor(n: usize, place: usize, telling: Telling, unseen: u32) -> Visitor {
    // Requests are made by those who are told the whole game.
    let visit = (if telling == Telling::Whole { place } else { n + 1 + place }) as u64;
    let looking = (place < n).then_some(place as u8);
    let visitor = Visitor::new(visit, person(place), [127, 0, 0, 1].into(), None, unseen, telling);
    Visitor { looking, ..visitor }
}

fn read(message: &str) -> Value {
    serde_json::from_str(message).unwrap()
}

/// The update after the news, as a client makes it.
fn renewed(update: &Value, news: &Value) -> Value {
    let mut update = update.clone();
    let open = &news["open"];
    for part in ["seq", "prices", "options", "can_undo", "clock"] {
        if let Some(new) = news.get(part) {
            update[part] = new.clone();
        }
    }
    update["entries"] = Value::from(vec![news["entry"].clone()]);
    update["next_scoring"] = open["next_scoring"].clone();
    for (part, new) in
        [("own", news.get("own"))].into_iter().chain(["agenda", "table", "dirk"].map(|it| (it, open.get(it))))
    {
        if let Some(new) = new {
            update["view"][part] = new.clone();
        }
    }
    for pair in open["players"].as_array().into_iter().flatten() {
        update["view"]["players"][pair[0].as_u64().unwrap() as usize] = pair[1].clone();
    }
    for pair in open["tallies"].as_array().into_iter().flatten() {
        update["tallies"][pair[0].as_u64().unwrap() as usize] = pair[1].clone();
    }
    update
}

/// The twin of a table for one viewer, with another game behind what they have seen.
fn twin_of(table: &Table, viewer: Option<Seat>, telling: Telling, state: State, course: Course) -> Inner {
    let mut twin = Inner::clone(&table.inner);
    let (n, unseen) = (twin.meta.chairs.len(), twin.visitors[0].unseen);
    twin.game = table.game().map(|it| it.with(state, course.entries, course.events));
    twin.visitors = vec![visitor(n, viewer.map_or(n, Seat::index), telling, unseen)];
    (twin.answering, twin.held) = (None, None);
    twin.go_on();
    twin
}

/// What was done in a game, and what followed from it.
struct Course {
    entries: Vec<LogEntry>,
    events: Vec<Arc<[Event]>>,
}

/// The same course with everything changed that this viewer was not told.
fn twin_course(game: &GameLog, viewer: Option<Seat>, dice: &mut Dice) -> Course {
    let tiles: Vec<Tile> = Tile::on_bonus_cards().collect();
    let (entries, events) = game.course();
    let mut course = Course { entries: entries.to_vec(), events: events.to_vec() };
    let choices = [[0, 1, 2], [0, 3, 5], [1, 2, 4]].map(|choice| choice.map(|it: usize| Building::ALL[it]));
    for LogEntry { seat, deed, .. } in &mut course.entries {
        if let Deed::Act(Action::ChooseCitizens { citizens }) = deed
            && Some(*seat) != viewer
        {
            *citizens = dice.one_of(&choices);
        }
    }
    for events in &mut course.events {
        for event in Arc::make_mut(events) {
            match event {
                Event::BonusDealt { seat, tile } if Some(*seat) != viewer => *tile = Some(dice.one_of(&tiles)),
                Event::ThiefDealt { seat, currency } if Some(*seat) != viewer => {
                    *currency = Some(dice.one_of(&Currency::ALL));
                }
                Event::CitizensChosen { seat, citizens } if Some(*seat) != viewer => {
                    *citizens = Some(dice.one_of(&choices));
                }
                _ => {}
            }
        }
    }
    course
}

/// Whether something that was hidden came to light or was dealt, so that games with other hands may part.
fn parts(event: &Event) -> bool {
    matches!(event, Event::CitizensShown { .. } | Event::Awarded { .. } | Event::Scored { .. } | Event::Dealt { .. })
}

/// How often something was compared.
#[derive(Default)]
struct Count {
    told: usize,
    courses: usize,
    answers: usize,
    asked: usize,
}

/// What the one who decides is answered, and what everybody is told, is the same in a twin at one of so many steps.
fn check_step(watched: &mut Watched, every: usize, dice: &mut Dice, count: &mut Count) -> Option<()> {
    let before = State::clone(&watched.play().state);
    let seat = before.to_act()?;
    let mut legal = Vec::new();
    before.legal_actions_into(&mut legal);
    let action = dice.choose(Style::Eager, &legal);
    let seq = watched.play().seq();
    if (seq as usize).is_multiple_of(every) {
        check_answers(watched, seat, &legal, action, dice, count);
    }

    let act = Ask::Act { seat: seat.0, seq, action: action.to_string(), hold: false };
    let heard_by_all = watched.ask(seat, act);
    let play = watched.play();
    assert_eq!(play.seq(), seq + 1);
    for (i, messages) in heard_by_all.iter().enumerate() {
        let n = before.players.len();
        let viewer = (i % (n + 1) < n).then_some(Seat((i % (n + 1)) as u8));
        let (telling, say) =
            if i <= n { (Telling::Whole, r#"{"say":"game""#) } else { (Telling::News, r#"{"say":"news""#) };
        let game: Vec<&Text> = messages.iter().filter(|it| it.starts_with(say)).collect();
        assert_eq!(game.len(), 1, "everybody is told of every step once");
        let turn = seq as usize + i;
        // News tell nothing that the whole game doesn't, which is seen below: now and then is enough for them.
        if !turn.is_multiple_of(every) || telling == Telling::News && !turn.is_multiple_of(4) {
            continue;
        }
        let tell = |before: State, state: State, course: Course| {
            let mut other = twin_of(&watched.table, viewer, telling, state, course);
            assert_eq!(other.answering.is_some(), watched.table.is_answering(), "a hand decides who is asked");
            other.visitors[0].unseen = seq + 1;
            let play = other.game.take().unwrap();
            let (entries, events) = play.course();
            let (_, earlier) = entries.split_last().unwrap();
            let (_, before_that) = events.split_last().unwrap();
            let former = other.former(&play.with(before, earlier.to_vec(), before_that.to_vec()));
            other.game = Some(play);
            let letters = other.letters(|_| true, Some(&former));
            letters.into_iter().map(|it| it.text).collect::<Vec<Text>>()
        };
        // Everything that is hidden now is different.
        let course = twin_course(play, viewer, dice);
        let (former, now) = (twin(&before, viewer, dice), twin(&play.state, viewer, dice));
        assert_eq!(tell(former, now, course), [game[0].clone()], "{action} shows something hidden");
        count.told += 1;
        // The same is done with other hands and the same cards to come: who is asked next must not depend on them.
        let mut other = before.clone();
        mix_hands(&mut other, viewer, dice);
        mix_secrets(&mut other, viewer, dice);
        let former = other.clone();
        let mut events: Vec<Event> = Vec::new();
        let done = other.apply_with(seat, action, &mut events).is_ok();
        let real = &play.course().1[seq as usize + 1];
        if done && !events.iter().chain(real.iter()).any(parts) {
            let mut course = twin_course(play, viewer, dice);
            course.events[seq as usize + 1] = events.into();
            assert_eq!(
                tell(former, other, course),
                [game[0].clone()],
                "{action} leads to something that depends on hidden things"
            );
            count.courses += 1;
        }
    }
    count.asked += usize::from(watched.table.is_answering());
    // Whoever puts the news into the update before has the whole game.
    let (whole, news) = heard_by_all.split_at(watched.updates.len());
    for ((update, whole), news) in watched.updates.iter_mut().zip(whole).zip(news) {
        let find = |messages: &[Text], part: &str| messages.iter().find_map(|it| Some(read(it).get_mut(part)?.take()));
        *update = renewed(update, &find(news, "news").unwrap());
        assert_eq!(*update, find(whole, "update").unwrap(), "the news of {action} are not all");
    }
    Some(())
}

/// Whatever a seat asks about its decision is answered in the same way in a twin, and nobody else hears of it.
fn check_answers(
    watched: &mut Watched,
    seat: Seat,
    legal: &[Action],
    action: Action,
    dice: &mut Dice,
    count: &mut Count,
) {
    let GameLog { state, .. } = watched.play();
    let seq = watched.play().seq();
    let is_final = watched.play().propose(seat, action).unwrap().is_final();
    let other = twin_of(
        &watched.table,
        Some(seat),
        Telling::Whole,
        twin(state, Some(seat), dice),
        twin_course(watched.play(), Some(seat), dice),
    );
    let mut other = Table { inner: Box::new(other), revision: 0 };
    let twins = other.game().unwrap().propose(seat, action).unwrap().is_final();
    assert_eq!(is_final, twins, "whether {action} can be taken back depends on something hidden");

    let seat_number = seat.0;
    let consider = |action: Action| Ask::Consider { seat: seat_number, seq, action: action.to_string() };
    let mut asks = vec![Ask::Legal { seat: seat_number, seq }, consider(action), consider(Action::Pass)];
    asks.extend((0..3).map(|_| consider(dice.one_of(legal))));
    let on_market = Currency::ALL.into_iter().filter_map(|it| state.table.market[it]);
    asks.extend(on_market.map(|it| Ask::Payments { seat: seat_number, seq, tile: it.to_string() }));
    if is_final {
        asks.push(Ask::Act { seat: seat_number, seq, action: action.to_string(), hold: true });
        asks.push(Ask::Undo { seat: seat_number, seq });
    }
    for ask in asks {
        let heard_by_all = watched.ask(seat, ask.clone());
        let told: Vec<Text> = asked(&mut other, seat, ask.clone()).into_iter().map(|it| it.text).collect();
        assert!(!heard_by_all[seat.index()].is_empty(), "{ask:?}");
        assert_eq!(told, heard_by_all[seat.index()], "{ask:?} tells something hidden");
        let n_places = heard_by_all.len() / 2;
        let others = heard_by_all.iter().enumerate().filter(|it| it.0 % n_places != seat.index());
        assert_eq!(others.map(|it| it.1.len()).sum::<usize>(), 0, "others hear of {ask:?}");
        count.answers += 1;
    }
}

/// A hint is worked out from what a seat has seen.
fn check_hint(play: &GameLog, dice: &mut Dice) {
    let Some(seat) = play.state.to_act() else { return };
    let mut recall = Recall::new();
    for event in play.course().1.iter().flat_map(|it| it.iter()) {
        recall.observe(&event.seen_by(Some(seat)));
    }
    let means = Means::default();
    let question = Question {
        recall: &recall,
        seed: Seed::from_number(1),
        budget: Budget::Iterations(8),
        means: &means,
        wanted: None,
    };
    let other = twin(&play.state, Some(seat), dice);
    let [real, twins] = [&play.state, &other].map(|it| game::hint(it, seat, play.seq(), &question));
    assert_eq!(real, twins, "a hint knows something hidden");
}

fn check_game(ruleset: Ruleset, number: u64, every: usize) -> Count {
    let mut dice = Dice::new(number);
    let mut watched = Watched::open(ruleset, number, &mut dice);
    let mut count = Count::default();
    while check_step(&mut watched, every, &mut dice, &mut count).is_some() {
        if watched.play().seq().is_multiple_of(60) {
            check_hint(watched.play(), &mut dice);
        }
    }
    assert!(watched.play().state.is_over());
    count
}

#[test]
fn twins_are_sent_the_same() {
    let all = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
    // One of three steps is enough here; the many games below compare all of theirs.
    let Count { told, courses, answers, asked } = check_game(all, 1, 3);
    assert!(told > 200 && courses > 100 && answers > 500 && asked > 10, "{told} {courses} {answers} {asked}");
}

#[test]
#[ignore = "long; part of the soak"]
fn twins_are_sent_the_same_in_many_games() {
    in_parallel(64, |number| {
        check_game(any_ruleset(number), number, 1);
        let all = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(2 + (number % 5) as u8) };
        check_game(all, 100 + number, 1);
    });
}
