//! Prints what a player in some typical moments is told, as JSON: the components of the client are tested on it.

use std::{collections::BTreeMap, sync::Arc};

use alhambra_engine::{Action, Decision, Ruleset, Seat, Seed};
use alhambra_protocol::{Ask, Assistance, NewTable, Pace, Request, SeatPlan, Settings, Visibility};
use alhambra_table::{GameLog, House, Input, Letter, Moment, Person, Receipt, Table, Telling, Visitor, opening};
use serde_json::{Value, json};

/// The seat from which everything is looked at.
const SEAT: Seat = Seat(0);

fn main() {
    let modules = "alhambra 4 vizier thieves huts walls falconers";
    let in_turn = |game: &GameLog| matches!(game.state.decision(), Some(Decision::Turn { .. })) && has_built(game);
    let is_asked =
        |game: &GameLog| matches!(game.state.decision(), Some(Decision::Interrupt { .. })) && has_built(game);
    let mut scenes = BTreeMap::from([
        ("turn", Scene::play("alhambra 3", in_turn)),
        ("modules", Scene::play(modules, in_turn)),
        ("asked", Scene::play(modules, is_asked)),
        ("both", Scene::play("both 3", in_turn)),
    ]);
    let mut held = Scene::play("alhambra 3", in_turn);
    held.hold();
    scenes.insert("held", held);
    let told: BTreeMap<_, _> = scenes.into_iter().map(|(name, scene)| (name, scene.told)).collect();
    println!("{}", serde_json::to_string(&told).expect("what was JSON is JSON"));
}

fn has_built(game: &GameLog) -> bool {
    game.state.to_act() == Some(SEAT) && game.seq() > 40
}

/// A table, and what was told last of it and its game.
struct Scene {
    table: Table,
    told: Value,
}

impl Scene {
    /// A game of players who like to buy and to build, until it is as wished.
    fn play(ruleset: &str, is_it: impl Fn(&GameLog) -> bool) -> Scene {
        let ruleset: Ruleset = ruleset.parse().expect("a ruleset");
        let people: Vec<Person> = ["Leila", "Zeki", "Amal", "Noor"]
            .map(|name| Person { id: name.to_lowercase(), name: name.to_owned() })
            .into_iter()
            .take(usize::from(ruleset.players))
            .collect();
        let settings = Settings {
            ruleset,
            visibility: Visibility::Link,
            pace: Pace::Unlimited,
            assistance: Assistance { hints: true, undo: true },
            fixed_seats: true,
            substitute: "fair".to_owned(),
            patience: None,
        };
        let seats = vec![SeatPlan::Open; people.len()];
        let wish = NewTable { settings, seats, start: false, from: None, lesson: false };
        let meta = opening::open(wish, "k3v9k3v".to_owned(), &people[0], 0, None, 0).expect("a table");
        let house = House { shuffle: Some(Seed::from_number(5)), ..House::default() };
        let table = Table::new(Arc::new(house), meta, Moment::default());
        let mut scene = Scene { table, told: json!({}) };
        for (visit, person) in (0..).zip(people) {
            let visitor = Visitor::new(visit, person, [127, 0, 0, 1].into(), None, 0, Telling::Whole);
            scene.drive(Input::Came { visitor, unreadable: None });
            scene.ask(visit, Ask::Sit { seat: Some(visit as u8), name: None, colour: None });
        }
        scene.drive(Input::Start);
        let mut dice = 1_u64;
        while !is_it(scene.game()) {
            let (seat, actions) = (scene.table.to_act().expect("the game goes on"), scene.game().state.legal_actions());
            let liked: Vec<Action> =
                actions.iter().copied().filter(|it| matches!(it, Action::Buy { .. } | Action::Build { .. })).collect();
            let among = if liked.is_empty() { &actions } else { &liked };
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = among[(dice >> 33) as usize % among.len()];
            scene.act(seat, action, false);
        }
        scene
    }

    fn game(&self) -> &GameLog {
        self.table.game().expect("the game has begun")
    }

    /// Takes money as the last thing in the turn, which then waits to be confirmed.
    fn hold(&mut self) {
        let take = self.game().state.legal_actions().into_iter().find(|it| matches!(it, Action::Take { .. }));
        self.act(SEAT.0, take.expect("money can be taken"), true);
    }

    fn act(&mut self, seat: u8, action: Action, hold: bool) {
        let seq = self.game().seq();
        self.ask(seat.into(), Ask::Act { seat, seq, action: action.to_string(), hold });
    }

    fn ask(&mut self, visit: u64, ask: Ask) {
        self.drive(Input::Asked { visit, request: Request { reference: None, ask } });
    }

    fn drive(&mut self, input: Input) {
        let proposal = self.table.propose(input, Moment::default());
        for Letter { visit, text } in self.table.commit(proposal, Receipt::of_a_store_that_has_committed()) {
            let mut message: Value = serde_json::from_str(&text).expect("messages are JSON");
            for part in ["table", "update"].into_iter().filter(|_| visit == u64::from(SEAT.0)) {
                if let Some(said) = message.get_mut(part) {
                    self.told[part] = said.take();
                }
            }
        }
    }
}
