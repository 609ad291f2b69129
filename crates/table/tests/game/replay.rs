//! A replay shows from every perspective what was seen there.

use alhambra_engine::{Action, Event, Seat, View, notation::Record};
use alhambra_protocol::Entry;
use alhambra_table::game::{NoPerspective, Perspective, entries, moment, tallies};

/// The recorded games.
fn records() -> Vec<Record> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let files = std::fs::read_dir(folder).expect("recorded games");
    let mut paths: Vec<_> = files.map(|it| it.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|it| std::fs::read_to_string(it).unwrap().parse().unwrap()).collect()
}

#[test]
fn moments_are_what_was_seen() {
    for record in records() {
        let mut n = 0;
        let perspectives = [Perspective::Open, Perspective::Spectator, Perspective::Seat(Seat(1))];
        let told = perspectives.map(|it| entries(&record, it).unwrap());
        record
            .replay(|state, acted, events| {
                for (perspective, told) in perspectives.iter().zip(&told) {
                    let entry = &told[n as usize];
                    assert_eq!(entry.seq, n);
                    assert_eq!(entry.seat, acted.map(|it| it.0.0));
                    let heard: Vec<Event> = events.iter().map(|it| perspective.told(it)).collect();
                    assert_eq!(entry.events, heard);
                }
                if n % 60 == 0 || state.is_over() {
                    for (perspective, told) in perspectives.iter().zip(&told) {
                        let moment = moment(&record, n, *perspective).unwrap();
                        assert_eq!(moment.view, View::of(state, perspective.viewer()));
                        assert_eq!(moment.entry, told[n as usize]);
                        assert_eq!(moment.tallies, tallies(state));
                        assert_eq!(moment.hands.is_some(), *perspective == Perspective::Open);
                    }
                }
                n += 1;
            })
            .unwrap();
    }
}

#[test]
fn m_trd_1_secret_choices_are_told_to_their_seat_alone() {
    // M-TRD-1: neither the action nor its notation nor its event tells others what was chosen.
    let record = records().into_iter().find(|it| matches!(it.actions[0].1, Action::ChooseCitizens { .. })).unwrap();
    let secret = |it: &&Entry| it.events.iter().any(|it| matches!(it, Event::CitizensChosen { .. }));
    let chosen = |it: &Entry| {
        let shown = it.events.iter().any(|it| matches!(it, Event::CitizensChosen { citizens: Some(_), .. }));
        [it.action.is_some(), it.notation.is_some(), shown]
    };
    for (perspective, known) in
        [(Perspective::Spectator, vec![]), (Perspective::Seat(Seat(1)), vec![1]), (Perspective::Open, vec![0, 1])]
    {
        let told = entries(&record, perspective).unwrap();
        for entry in told.iter().filter(secret).take(2) {
            let knows = known.contains(&entry.seat.unwrap());
            assert_eq!(chosen(entry), [knows; 3], "{perspective:?}");
        }
    }
}

#[test]
fn perspectives_are_read() {
    assert_eq!("open".parse(), Ok(Perspective::Open));
    assert_eq!("spectator".parse(), Ok(Perspective::Spectator));
    assert_eq!("5".parse(), Ok(Perspective::Seat(Seat(5))));
    assert_eq!("6".parse::<Perspective>(), Err(NoPerspective));
    assert_eq!("-1".parse::<Perspective>(), Err(NoPerspective));
}

#[test]
fn a_moment_beyond_the_end_is_the_end() {
    let record = &records()[0];
    let last = moment(record, u32::MAX, Perspective::Spectator).unwrap();
    assert_eq!(last.n as usize, record.actions.len());
    assert_eq!(moment(record, 0, Perspective::Spectator).unwrap().entry.seat, None);
}
