//! Chances of places in the majorities, read off a table.

use alhambra_engine::{
    Seat, State,
    dirk::Dirk,
    granada::{self, Standing},
    list::List,
    material::{Building, ByBuilding, ByCityKind, CityKind, Round},
    scoring,
};

use crate::evaluation::{Clock, Weights, estimates, expected_prize, in_the_running, likely_behind, strength};

/// Buildings are counted in quarters, which tell high prices from low ones in Granada and keep the tables small.
pub(super) const QUARTERS: i32 = 4;

/// The largest difference, in quarters of a building, that still leaves a doubt.
const FURTHEST: i32 = 32;
/// As many leads as there are between being that far behind and that far ahead.
const N_LEADS: usize = 2 * FURTHEST as usize + 1;

/// The scorings to come and how likely it is to be behind somebody in each.
#[derive(Clone, Debug, Default)]
pub(super) struct Chances {
    rounds: List<Odds, 3>,
    /// How many own turns are left until the end of the game.
    pub(super) end: f32,
}

/// A scoring to come, and the odds in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    pub(super) round: Round,
    /// How likely it takes place.
    pub(super) likely: f32,
    /// How many own turns are left until then.
    turns: f32,
    /// How much of it counts now.
    share: f32,
    /// How likely one is behind with such a lead.
    behind: [f32; N_LEADS],
}

impl Default for Odds {
    fn default() -> Odds {
        Odds { round: Round::Third, likely: 0.0, turns: 0.0, share: 0.0, behind: [0.0; N_LEADS] }
    }
}

impl Odds {
    /// The points to be expected with so many buildings of a kind, in quarters, against the others, for such prizes.
    pub(super) fn points(&self, own: i32, others: impl Iterator<Item = i32>, prizes: [u16; 3]) -> f32 {
        let behind = |other: i32| self.behind[((own - other).clamp(-FURTHEST, FURTHEST) + FURTHEST) as usize];
        in_the_running(f32::from(own as i8) / f32::from(QUARTERS as i8), self.turns)
            * expected_prize(others.map(behind), prizes.map(f32::from))
    }

    /// The prizes of a kind of Granada, of which `n_built` are built in all: they grow with every tile (G-SCORE-1).
    pub(super) fn granada_prizes(&self, state: &State, n_built: u16) -> [u16; 3] {
        granada::prizes(
            state.ruleset.scoring,
            self.round,
            n_built + (estimates::OF_A_KIND_A_TURN as f32 * self.turns) as u16,
        )
    }
}

impl Chances {
    /// The chances at this moment of a game; what is far away counts less.
    pub(super) fn of(state: &State, clock: &Clock, weights: &Weights) -> Chances {
        let mut chances = Chances { rounds: List::new(), end: clock.end as f32 };
        // Only in Granada something lies between two numbers of buildings.
        let step = if state.table.marker.is_some() { 1 } else { 4 };
        for coming in &clock.rounds {
            let doubt = f32::from(QUARTERS as i8) * coming.doubt(weights) as f32;
            let mut behind = [0.0; N_LEADS];
            for (behind, lead) in behind.iter_mut().zip(-FURTHEST..).step_by(step) {
                *behind = likely_behind(f32::from(lead as i8), doubt);
            }
            let (likely, turns, share) =
                (coming.likely as f32, coming.turns as f32, coming.discounted(1.0, weights) as f32);
            chances.rounds.push(Odds { round: coming.round(), likely, turns, share, behind });
        }
        chances
    }

    /// The scorings to come from this one on.
    pub(super) fn rounds(&self, from: Round) -> impl Iterator<Item = &Odds> {
        self.rounds.iter().filter(move |it| it.round >= from)
    }

    /// How many scorings are left from this one on, a doubtful one counted in part.
    pub(super) fn n_rounds(&self, from: Round) -> f32 {
        self.rounds(from).map(|it| it.likely).sum()
    }

    /// What so many buildings of a kind, in quarters, seem worth now from this scoring on, against the others.
    pub(super) fn buildings(
        &self,
        from: Round,
        kind: Building,
        own: i32,
        others: &(impl Iterator<Item = i32> + Clone),
    ) -> f32 {
        self.rounds(from).map(|it| it.share * it.points(own, others.clone(), scoring::prizes(it.round, kind))).sum()
    }

    /// The same for a kind of Granada, of which `n_built` are built in all.
    pub(super) fn granada(
        &self,
        state: &State,
        from: Round,
        n_built: u16,
        own: i32,
        others: &(impl Iterator<Item = i32> + Clone),
    ) -> f32 {
        self.rounds(from).map(|it| it.share * it.points(own, others.clone(), it.granada_prizes(state, n_built))).sum()
    }
}

/// What everybody has in the majorities, in quarters of a building.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    buildings: List<ByBuilding<i32>, 7>,
    granada: List<ByCityKind<i32>, 7>,
    has_granada: bool,
    n_of_dirk: usize,
}

impl Counts {
    /// Counts what everybody has, Dirk last.
    pub(super) fn of(state: &State) -> Counts {
        let mut counts = Counts { has_granada: state.table.marker.is_some(), ..Counts::default() };
        for seat in state.seats() {
            counts.buildings.push(ByBuilding::default());
            counts.granada.push(ByCityKind([0; 9]));
            counts.recount(state, seat);
        }
        if let Some(dirk) = &state.dirk {
            counts.buildings.push(ByBuilding::default());
            counts.granada.push(ByCityKind([0; 9]));
            counts.recount_dirk(dirk);
        }
        counts
    }

    /// Counts again what one player has.
    pub(super) fn recount(&mut self, state: &State, seat: Seat) {
        let player = state.player(seat);
        self.buildings[seat.index()] = ByBuilding(scoring::buildings(player).0.map(|it| 4 * i32::from(it)));
        if self.has_granada {
            self.granada[seat.index()] = ByCityKind(granada::in_city(&player.city).0.map(quarters));
        }
    }

    /// Counts again what Dirk has, if that has changed; says whether it has.
    pub(super) fn recount_dirk(&mut self, dirk: &Dirk) -> bool {
        if self.n_of_dirk == dirk.tiles.len() {
            return false;
        }
        self.n_of_dirk = dirk.tiles.len();
        let mut counts = ByBuilding([0; 6]);
        dirk.tiles.iter().filter_map(|it| it.building()).for_each(|it| counts[it] += 4);
        if let (Some(last), Some(granada)) = (self.buildings.last_mut(), self.granada.last_mut()) {
            *last = counts;
            if self.has_granada {
                *granada = ByCityKind(granada::standings(dirk.tiles.iter().copied()).0.map(quarters));
            }
        }
        true
    }

    /// What a seat and the others have of a kind.
    pub(super) fn buildings(&self, seat: Seat, kind: Building) -> (i32, impl Iterator<Item = i32> + Clone) {
        let others = self.buildings.iter().enumerate().filter(move |it| it.0 != seat.index());
        (self.buildings[seat.index()][kind], others.map(move |it| it.1[kind]))
    }

    /// What a seat and the others have of a kind of Granada, and how many tiles of it there are in all.
    pub(super) fn granada(&self, seat: Seat, kind: CityKind) -> (i32, impl Iterator<Item = i32> + Clone, u16) {
        let others = self.granada.iter().enumerate().filter(move |it| it.0 != seat.index());
        let n_built = self.granada.iter().map(|it| it[kind] / QUARTERS).sum::<i32>();
        (self.granada[seat.index()][kind], others.map(move |it| it.1[kind]), n_built as u16)
    }
}

/// The strength of a standing in quarters of a building, which still tells high prices from low ones.
fn quarters(standing: Standing) -> i32 {
    (f64::from(QUARTERS) * strength(standing)) as i32
}
