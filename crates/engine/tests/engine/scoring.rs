//! Scoring: majorities and walls, and how ties share their places.

use crate::common::{Scene, Style, any_ruleset, in_parallel, play, random_game, scores};
use alhambra_engine::{
    Event,
    material::{Building, Round},
    modules::street_trader,
    scoring::{Count, ScoreSheet, counts, next_round, prizes, share, sheets},
};

/// With these numbers of buildings of a kind each player gets so many points.
#[track_caller]
fn check_share(round: u8, kind: char, counts: &[u8], expected: &[u16]) {
    let round = Round::ALL[usize::from(round) - 1];
    let building = Building::ALL.into_iter().find(|it| it.letter() == kind).unwrap();
    assert_eq!(share(counts, prizes(round, building)).as_slice(), expected);
}

const FOUR_TOWERS: &str = "
+    +----+    +
      T11
+    +    +    +
 T12  @    T13 |
+    +    +    +
      T11
+    +----+    +
";

const OTHER_FOUR_TOWERS: &str = "
+    +----+    +
     |T7  |
+    +    +    +
      T11
+    +    +    +
|T10  @    T9  |
+    +    +----+
";

#[test]
fn b_score_2_the_tables() {
    // B-SCORE-2: pavilion to tower, by scoring and place.
    let table = |round| Building::ALL.map(|it| prizes(round, it));
    assert_eq!(table(Round::First), [[1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0], [5, 0, 0], [6, 0, 0]]);
    assert_eq!(table(Round::Second), [[8, 1, 0], [9, 2, 0], [10, 3, 0], [11, 4, 0], [12, 5, 0], [13, 6, 0]]);
    assert_eq!(table(Round::Third), [[16, 8, 1], [17, 9, 2], [18, 10, 3], [19, 11, 4], [20, 12, 5], [21, 13, 6]]);
}

#[test]
fn b_score_2_the_examples_of_the_rulebooks() {
    // B-SCORE-2: first scoring, most chambers.
    check_share(1, 'C', &[3, 2, 1], &[4, 0, 0]);
    // B-SCORE-2: second scoring, most and second most towers.
    check_share(2, 'T', &[2, 4, 1], &[6, 13, 0]);
    // B-SCORE-2: third scoring, pavilions.
    check_share(3, 'P', &[1, 2, 4, 0], &[1, 8, 16, 0]);
}

#[test]
fn b_score_3_ties_share_their_places() {
    // B-SCORE-3: Kim and Nina have four towers each: 13 + 6 = 19, 9 each.
    check_share(2, 'T', &[4, 4, 3], &[9, 9, 0]);
    // B-SCORE-3: in the first scoring the second place has nothing: 6 + 0, 3 each.
    check_share(1, 'T', &[4, 4, 3], &[3, 3, 0]);
    // B-SCORE-3: two tied for second add the points for second and third.
    check_share(3, 'G', &[5, 2, 2], &[20, 8, 8]);
    // B-SCORE-3: three tied for first take all places; four divide the same.
    check_share(3, 'P', &[1, 1, 1], &[8, 8, 8]);
    check_share(3, 'P', &[1, 1, 1, 1], &[6, 6, 6, 6]);
    check_share(1, 'P', &[2, 2], &[0, 0]);
    // B-SCORE-3: tied for third, one place for two.
    check_share(3, 'T', &[4, 3, 1, 1, 0], &[21, 13, 3, 3, 0]);
    // B-SCORE-3: all six, and Dirk as a seventh.
    check_share(3, 'T', &[2, 2, 2, 2, 2, 2], &[6; 6]);
    check_share(2, 'T', &[1, 1, 1, 1, 1, 1, 9], &[1, 1, 1, 1, 1, 1, 13]);
}

#[test]
fn b_score_4_nothing_for_nothing() {
    // B-SCORE-4: who has none gets nothing, though places are free.
    check_share(3, 'A', &[2, 0, 0], &[18, 0, 0]);
    check_share(3, 'A', &[0, 0, 0], &[0, 0, 0]);
}

#[test]
fn b_score_2_and_3_on_the_table() {
    // B-SCORE-1, B-SCORE-2, B-SCORE-3: the same tie in two cities, with walls of 1 and 3.
    for (card, tie) in [("scoring1", 3), ("scoring2", 9)] {
        let mut state = Scene::new("alhambra 3")
            .turn(2)
            .display("fl1 di4 de6 du8")
            .pile(card)
            .city(0, FOUR_TOWERS)
            .city(1, OTHER_FOUR_TOWERS)
            .score(2, 30)
            .state();
        play(&mut state, "2 take fl1");
        assert_eq!(scores(&state), [tie + 1, tie + 3, 30]);
    }
}

#[test]
fn b_score_2_the_reserve_and_the_price_play_no_part() {
    // B-SCORE-2: two cheap gardens beat a dear one, and what lies in reserve doesn't count.
    let state = Scene::new("alhambra 3")
        .city(
            0,
            "
+    +----+
 @    G8  |
+    +    +
     |G6  |
+    +----+
",
        )
        .city(1, "+    +    +\n @    G12\n+    +----+")
        .reserve(1, "G10 G11 G10n")
        .state();
    let (sheets, dirk) = sheets(&state, Round::Second);
    assert_eq!(sheets.iter().map(|it| it.buildings[Building::Garden]).collect::<Vec<_>>(), [12, 5, 0]);
    assert_eq!(sheets.iter().map(|it| it.wall).collect::<Vec<_>>(), [5, 1, 0]);
    assert_eq!(sheets.iter().map(ScoreSheet::total).collect::<Vec<_>>(), [17, 6, 0]);
    assert_eq!(dirk, None);
}

/// What was counted explains what was scored.
fn check_count(sheet: &ScoreSheet, count: &Count, round: Round) {
    let times = |pair: &[u8; 2]| u16::from(pair[0]) * u16::from(pair[1]);
    let falcons = count.falcons.map(|n| u16::from(n) * u16::from(n + 1));
    assert_eq!([sheet.wall, sheet.moat], [u16::from(count.wall), u16::from(count.moat)]);
    assert_eq!(sheet.together, 2 * u16::from(count.together));
    assert_eq!(sheet.camps, count.camps.iter().copied().map(u16::from).sum::<u16>());
    let bazaars: u16 = if round == Round::Third { count.bazaars.iter().map(times).sum() } else { 0 };
    assert_eq!(sheet.bazaars, bazaars);
    assert_eq!(sheet.falcons, falcons.into_iter().sum::<u16>());
    assert_eq!(sheet.citizens, street_trader::series(count.citizens));
}

#[test]
fn b_score_2_what_was_counted_explains_what_was_scored() {
    // B-SCORE-2, B-SCORE-3: whatever is played, the scoring tells what it rests on, and which one came next was known.
    in_parallel(64, |number| {
        let mut next = Round::First;
        random_game(any_ruleset(number), number, Style::Eager, |state, _, events, _| {
            for event in events {
                let Event::Scored { round, players, dirk, counts } = event else { continue };
                assert!(*round == next || *round as usize == next as usize + 1, "the {next:?} was to come");
                assert_eq!(counts.len(), players.len() + usize::from(dirk.is_some()));
                players.iter().zip(counts).for_each(|(sheet, count)| check_count(sheet, count, *round));
                for building in Building::ALL {
                    let counts: Vec<u8> = counts.iter().map(|it| it.majorities()[building]).collect();
                    let points: Vec<u16> = players.iter().chain(dirk).map(|it| it.buildings[building]).collect();
                    assert_eq!(share(&counts, prizes(*round, building)).as_slice(), points);
                }
            }
            next = next_round(state);
            assert_eq!(counts(state).len(), state.players.len() + usize::from(state.dirk.is_some()));
        });
    });
}
