//! What an action would lead to, as far as nothing hidden is needed to know it.

use alhambra_engine::{
    Action, Auto, Decision, Event, Seat, State, Step, granada,
    list::List,
    material::{Building, ByBuilding, ByCityKind, ByCurrency, CityKind, Currency, Round},
    modules::street_trader,
    payment,
    scoring::{self, prizes, share},
    state::Player,
};
use alhambra_protocol::{Change, Effect, Lost, Rival, Verdict};

use super::tally::lines;

/// What an action would lead to, or why it can't be done.
pub fn consider(state: &State, seat: Seat, action: Action) -> Verdict {
    match state.check(seat, action) {
        Ok(()) => {
            let mut outlook = Outlook::new(state, seat);
            let effect = Box::new(outlook.effect(action));
            Verdict::Legal { effect, lines: Box::new(lines(&outlook.trial.player(seat).city)) }
        }
        Err(refusal) => Verdict::Refused { refusal, message: refusal.to_string() },
    }
}

/// How the table would look to its player with a legal action done, before anything follows from it.
///
/// What shows something hidden by itself, such as the next hut, is not shown beforehand: then all is as before.
#[must_use]
pub fn preview(state: &State, action: Action) -> State {
    let mut done = state.clone();
    let mut events: Vec<Event> = Vec::new();
    done.carry_out(action, &mut events);
    if events.iter().any(Event::reveals) { state.clone() } else { done }
}

/// Whether a seat goes on deciding with an action of it just done, before anything follows from that.
pub(crate) fn goes_on(done: &State, seat: Seat) -> bool {
    match done.step() {
        Some(Step::Auto(Auto::LayTraderAgain { seat: layer })) => {
            layer == seat && street_trader::can_be_laid(done.player(seat))
        }
        _ => done.to_act() == Some(seat),
    }
}

/// One seat's look ahead from one moment of a game.
pub(super) struct Outlook<'game> {
    state: &'game State,
    seat: Seat,
    round: Round,
    before: Measure,
    all: Everybody,
    /// The game in which actions are tried out.
    trial: State,
    events: Vec<Event>,
    /// Whether something comes to light once nobody has to decide, by the situation.
    sequels: Vec<(Situation, bool)>,
}

/// What decides whether anything is drawn before the next decision: the open money, whether any was spent, the agenda.
type Situation = (usize, bool, usize, Option<Step>);

/// What each player has, by seat; while one of them tries actions out, that of the others stays as it is.
struct Everybody {
    /// What each gets whatever the others have.
    alone: List<u16, 6>,
    buildings: List<ByBuilding<u8>, 6>,
    /// Nothing where no Granada is played.
    granada: List<ByCityKind<granada::Standing>, 6>,
}

/// Everything about a player that changes with the own city.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Measure {
    wall: u16,
    moat: u16,
    together: u16,
    buildings: ByBuilding<u8>,
    granada: ByCityKind<granada::Standing>,
    falcons: usize,
    /// The points of everybody by seat if the next scoring came now; Dirk comes last.
    points: List<u16, 7>,
}

impl<'game> Outlook<'game> {
    pub(super) fn new(state: &'game State, seat: Seat) -> Outlook<'game> {
        let round = scoring::next_round(state);
        let players = || state.players.iter();
        let all = Everybody {
            alone: players().map(|it| scoring::alone(it, round).total()).collect(),
            buildings: players().map(scoring::buildings).collect(),
            granada: players().filter(|_| state.table.marker.is_some()).map(|it| granada::in_city(&it.city)).collect(),
        };
        Outlook {
            state,
            seat,
            round,
            before: measure(state, seat, round, &all),
            all,
            trial: state.clone(),
            events: Vec::new(),
            sequels: Vec::new(),
        }
    }

    /// What this legal action of the seat leads to.
    pub(super) fn effect(&mut self, action: Action) -> Effect {
        self.carry_out(action);
        let mut effect = Effect::default();
        self.tell_sequel(action, &mut effect);
        self.tell_money(action, &mut effect);
        if changes_standing(action) {
            self.tell_standing(&mut effect);
        }
        effect
    }

    /// Tries the action out on the game as it was.
    fn carry_out(&mut self, action: Action) {
        let Outlook { state, seat, trial, events, .. } = self;
        if matches!(action, Action::ChooseCitizens { .. }) {
            // The last choice shows those of all players.
            *trial = state.clone();
        } else {
            trial.players[seat.index()] = state.players[seat.index()];
            trial.table = state.table;
            trial.dirk = state.dirk;
            trial.agenda = state.agenda;
            trial.rng = state.rng;
        }
        events.clear();
        trial.carry_out(action, events);
    }

    /// Who decides next, and whether anything comes to light until then.
    fn tell_sequel(&mut self, action: Action, effect: &mut Effect) {
        let goes_on = goes_on(&self.trial, self.seat);
        effect.ends_turn = !goes_on;
        effect.reveals = self.events.iter().any(Event::reveals) || (!goes_on && self.sequel_reveals());
        let in_turn = matches!(self.state.decision(), Some(Decision::Turn { .. }));
        effect.extra_action = in_turn
            && matches!(action, Action::Buy { .. })
            && matches!(self.trial.decision(), Some(Decision::Turn { seat, .. }) if seat == self.seat);
    }

    fn sequel_reveals(&mut self) -> bool {
        let table = &self.trial.table;
        let spent = table.discard.n_cards() > 0 || !table.discarded_bureaux.is_empty();
        let situation = (table.display.len(), spent, self.trial.agenda.len(), self.trial.step());
        if let Some((_, known)) = self.sequels.iter().find(|it| it.0 == situation) {
            return *known;
        }
        let mut events: Vec<Event> = Vec::new();
        self.trial.clone().advance(&mut events);
        let reveals = events.iter().any(Event::reveals);
        self.sequels.push((situation, reveals));
        reveals
    }

    /// What is paid, and what the hand is worth afterwards; which coins come as change nobody knows.
    fn tell_money(&self, action: Action, effect: &mut Effect) {
        let (before, after) = (self.state.player(self.seat), self.trial.player(self.seat));
        let mut drawn = ByCurrency::<u8>::default();
        for event in &self.events {
            if let Event::GotChange { coins, .. } = event {
                drawn = *coins;
                effect.coins = Some(coins.0.iter().sum());
            }
        }
        let worth = |player: &Player, it: Currency| u16::from(player.purse(it).total());
        let left = ByCurrency(Currency::ALL.map(|it| worth(after, it) - u16::from(drawn[it])));
        effect.leaves = (left != ByCurrency(Currency::ALL.map(|it| worth(before, it)))).then_some(left);
        effect.too_much = match action {
            Action::Buy { tile, payment } => {
                payment::asked(&self.state.table, tile).map(|it| payment.total().saturating_sub(it.price))
            }
            Action::BuildFlipped { payment, .. } => Some(payment.total().saturating_sub(granada::FLIP)),
            _ => None,
        }
        .filter(|&it| it > 0);
    }

    /// What becomes of walls, counts and points, and what goes back.
    fn tell_standing(&self, effect: &mut Effect) {
        let (before, after) = (&self.before, measure(&self.trial, self.seat, self.round, &self.all));
        effect.wall = change(before.wall, after.wall);
        effect.moat = change(before.moat, after.moat);
        effect.together = change(before.together, after.together);
        effect.falcons = change(before.falcons as u16, after.falcons as u16);
        let building = |it| Some((it, change(before.buildings[it], after.buildings[it])?));
        effect.buildings = Building::ALL.into_iter().filter_map(building).collect();
        let kind = |it| Some((it, change(before.granada[it].n, after.granada[it].n)?));
        effect.granada = CityKind::ALL.into_iter().filter_map(kind).collect();
        for (i, (&before, &after)) in before.points.iter().zip(&after.points).enumerate() {
            let Some(points) = change(before, after) else { continue };
            if i == self.seat.index() {
                effect.points = Some(points);
            } else {
                effect.rivals.push(Rival { seat: (i < self.state.players.len()).then_some(i as u8), points });
            }
        }
        for event in &self.events {
            match *event {
                Event::FalconLeft { falcon, .. } => effect.lost.push(Lost::Falcon { falcon }),
                Event::MovedOut { tile, .. } => {
                    effect.lost.extend(tile.building().map(|building| Lost::Citizen { building }));
                }
                Event::BonusReturned { tile, .. } => effect.lost.push(Lost::Bonus { tile }),
                _ => {}
            }
        }
        let laid_again = |state: &State| street_trader::has_to_be_laid(state.player(self.seat));
        if laid_again(&self.trial) && !laid_again(self.state) {
            effect.lost.push(Lost::Trader);
        }
    }
}

/// Whether anything that is counted can change by the action itself.
fn changes_standing(action: Action) -> bool {
    match action {
        Action::Build { .. }
        | Action::BuildFlipped { .. }
        | Action::TakeDown { .. }
        | Action::Swap { .. }
        | Action::Give { .. }
        | Action::AddWalls { .. }
        | Action::BuyFalcon { .. }
        | Action::Reveal { .. }
        | Action::MoveIn { .. } => true,
        Action::Take { .. }
        | Action::TakeBureau { .. }
        | Action::Buy { .. }
        | Action::Keep { .. }
        | Action::LeaveOut { .. }
        | Action::Wake
        | Action::TakeHut { .. }
        | Action::Steal { .. }
        | Action::ChooseCitizens { .. }
        | Action::LayTrader { .. }
        | Action::Exchange { .. }
        | Action::Pass => false,
    }
}

fn change<T: PartialEq + Into<u16>>(from: T, to: T) -> Option<Change> {
    (from != to).then(|| Change { from: from.into(), to: to.into() })
}

/// What there is to measure if nobody's things but those of this seat and Dirk have changed.
fn measure(state: &State, seat: Seat, round: Round, all: &Everybody) -> Measure {
    let player = state.player(seat);
    let own = scoring::alone(player, round);
    let dirk = state.dirk.as_ref().map(scoring::Count::of_dirk);
    let mut points: List<u16, 7> = all.alone.iter().copied().collect();
    points[seat.index()] = own.total();
    points.extend(dirk.as_ref().map(|_| 0));

    let mut buildings: List<ByBuilding<u8>, 7> = all.buildings.iter().copied().collect();
    buildings[seat.index()] = scoring::buildings(player);
    buildings.extend(dirk.as_ref().map(|it| it.buildings));
    for building in Building::ALL {
        let counts: List<u8, 7> = buildings.iter().map(|it| it[building]).collect();
        let shares = share(&counts, prizes(round, building));
        points.iter_mut().zip(shares).for_each(|(points, share)| *points += share);
    }
    let mut standings: List<ByCityKind<granada::Standing>, 7> = all.granada.iter().copied().collect();
    if let Some(standing) = standings.get_mut(seat.index()) {
        *standing = granada::in_city(&player.city);
        standings.extend(dirk.as_ref().map(|it| it.granada));
        for kind in CityKind::ALL {
            let of_kind: List<granada::Standing, 7> = standings.iter().map(|it| it[kind]).collect();
            let shares = granada::share(state.ruleset.scoring, round, &of_kind);
            points.iter_mut().zip(shares).for_each(|(points, share)| *points += share);
        }
    }
    Measure {
        wall: own.wall,
        moat: own.moat,
        together: own.together / 2,
        buildings: buildings[seat.index()],
        granada: standings.get(seat.index()).copied().unwrap_or_default(),
        falcons: player.falcons.len(),
        points,
    }
}
