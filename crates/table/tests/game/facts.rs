//! The statistics of the recorded games add up.

use alhambra_engine::{Action, notation::Record, scoring::ScoreSheet};
use alhambra_protocol::Occupant;
use alhambra_table::game::facts;

#[test]
fn facts_add_up() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for file in std::fs::read_dir(folder).expect("recorded games") {
        let record: Record = std::fs::read_to_string(file.unwrap().path()).unwrap().parse().unwrap();
        let person = |name: &str| (Occupant::Person { name: name.to_owned(), colour: None }, 1_000);
        let found = facts(&record, &[person("Yusuf"), person("Beatriz")]).unwrap();
        let end = record.replay(|_, _, _| {}).unwrap();
        assert_eq!(found.winners, end.winners().iter().map(|it| it.0).collect::<Vec<_>>());
        let dirks: Option<u16> = found.dirk.as_ref().map(|it| it.iter().map(ScoreSheet::total).sum());
        assert_eq!(dirks, end.dirk.as_ref().map(|it| it.score));
        for (seat, facts) in found.seats.iter().enumerate() {
            assert_eq!(facts.score, end.players[seat].score);
            assert_eq!(facts.score, facts.scorings.iter().map(ScoreSheet::total).sum::<u16>());
            assert_eq!(facts.walls.len(), facts.scorings.len());
            let walls: Vec<u16> = facts.scorings.iter().map(|it| it.wall.max(it.moat)).collect();
            assert_eq!(facts.walls.iter().copied().map(u16::from).collect::<Vec<_>>(), walls);
            let done = |is_it: fn(&Action) -> bool| {
                record.actions.iter().filter(|it| it.0.index() == seat && is_it(&it.1)).count()
            };
            assert_eq!(usize::from(facts.n_bought), done(|it| matches!(it, Action::Buy { .. })));
            let removed = done(|it| matches!(it, Action::TakeDown { .. } | Action::Swap { .. }));
            assert!(usize::from(facts.n_redesigns) >= removed);
            assert!(facts.n_exact <= facts.n_bought && facts.n_turns > 0);
            assert!(facts.overpaid >= facts.n_bought - facts.n_exact);
            assert_eq!(facts.occupant == Occupant::Nobody, seat > 1);
            assert_eq!(facts.time_used, if seat > 1 { 0 } else { 1_000 });
        }
    }
}
