//! What visitors of a room are told: the table, the game as they may see it, and what they may do.

use std::{cell::OnceCell, ops::Deref, sync::Arc};

use alhambra_engine::{Seat, State, View, scoring, view::Own};
use alhambra_protocol::{
    ChatLine, Entry, Held as HeldAction, Message, News, Presence, SeatInfo, StandingPass, Status, TableInfo, Tally,
    Update, Written,
};

use super::{Held, Inner, Letter, Telling, Visitor};
use crate::{
    game::{self, Perspective},
    log::GameLog,
    meta::Chair,
    result::seed_hash,
};

/// A message as it is sent, written once for all who are told the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(Arc<str>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A game as it was before a step, for those who are told what the step has changed.
#[derive(Clone)]
pub(super) struct Former {
    state: Arc<State>,
    seq: u32,
    /// Who was shown the step before it was done.
    held: Option<Seat>,
    standing: Vec<StandingPass>,
}

impl Inner {
    /// The seats for which a visitor may act.
    pub(super) fn seats_of(&self, visitor: &Visitor) -> Vec<u8> {
        self.meta.seats_for(&visitor.person.id, visitor.program)
    }

    /// The table as this person, or a program on one of their seats, may know it.
    pub(super) fn info(&self, person: &str, program: Option<(u8, u32)>) -> TableInfo {
        let meta = &self.meta;
        let seat = |(chair, seat): (&Chair, u8)| SeatInfo {
            occupant: chair.occupant(),
            presence: if self.is_here(seat) {
                Presence::Here
            } else {
                Presence::Away { since: self.since[usize::from(seat)] }
            },
            substituted: chair.substituted,
            wants_pause: chair.wants_pause,
            wants_end: chair.wants_end,
            votes: self.votes_on(seat),
        };
        TableInfo {
            id: meta.id.clone(),
            settings: meta.settings.clone(),
            status: meta.status,
            seats: meta.chairs.iter().zip(0..).map(seat).collect(),
            yours: meta.seats_for(person, program),
            host: program.is_none() && meta.host == person,
            host_seat: meta.chairs.iter().zip(0..).find(|it| it.0.is_of(&meta.host)).map(|it| it.1),
            n_watchers: self.visitors.iter().filter(|it| self.seats_of(it).is_empty()).count() as u32,
            seed_hash: meta.seed.as_deref().and_then(seed_hash),
            shuffle: self.shuffle(),
            continued: meta.continued,
            spectator_chat: !meta.order.silent_spectators,
            muted: meta.order.muted.clone(),
            rematch: meta.rematch.clone(),
            opened_at: meta.opened_at,
            chat: Some(meta.chat.clone()),
        }
    }

    /// Tells everybody what the table is like; the chat so far is for newcomers.
    pub(super) fn tell_table(&mut self) {
        // Those who have the same seats are told the same.
        let mut told = Vec::new();
        let mut letters = Vec::new();
        for visitor in &self.visitors {
            let is_host = visitor.program.is_none() && self.meta.host == visitor.person.id;
            let key = (self.seats_of(visitor), is_host, visitor.knows_chat);
            let same = told.iter().position(|(it, _)| *it == key).unwrap_or_else(|| {
                let mut table = Box::new(self.info(&visitor.person.id, visitor.program));
                if visitor.knows_chat {
                    table.chat = None;
                }
                told.push((key, write(&Message::Table { table })));
                told.len() - 1
            });
            letters.push(Letter { visit: visitor.visit, text: Text::clone(&told[same].1) });
        }
        self.visitors.iter_mut().for_each(|it| it.knows_chat = true);
        self.out.letters.extend(letters);
    }

    /// Tells everybody everything.
    pub(super) fn tell_all(&mut self) {
        self.tell_table();
        self.tell_game();
    }

    /// Tells everybody what has happened in the game.
    pub(super) fn tell_game(&mut self) {
        self.tell_some(|_| true);
    }

    /// Tells one visitor what has happened in the game.
    pub(super) fn tell_game_to(&mut self, visit: u64) {
        self.tell_some(|it| it.visit == visit);
    }

    /// Tells those who look from this seat how it is.
    pub(super) fn tell_seat(&mut self, seat: Seat) {
        self.tell_some(|it| it.looking == Some(seat.0));
    }

    /// The game as it is, before a step of it.
    pub(super) fn former(&self, play: &GameLog) -> Former {
        let held = self.held.as_ref().map(|it| it.seat);
        let standing = self.meta.chairs.iter().map(|it| it.standing.clone()).collect();
        Former { state: Arc::clone(&play.state), seq: play.seq(), held, standing }
    }

    fn tell_some(&mut self, whom: impl Fn(&Visitor) -> bool) {
        self.write_news();
        let letters = self.letters(whom, None);
        self.post(letters);
    }

    /// Writes what visitors are still to be told of a step.
    pub(super) fn write_news(&mut self) {
        if let Some(former) = self.out.untold.take() {
            let (at, letters) = (self.out.untold_at, self.letters(|_| true, Some(&former)));
            let later = self.out.letters.split_off(at);
            self.post(letters);
            self.out.letters.extend(later);
        }
    }

    /// What some visitors are told of the game as it is, or of what has changed since; nothing is sent yet.
    pub(super) fn letters(&self, whom: impl Fn(&Visitor) -> bool, former: Option<&Former>) -> Vec<Letter> {
        let Some(play) = &self.game else { return Vec::new() };
        // Those who look from the same seat and have seen as much are told the same.
        let mut told = Vec::new();
        // What can be counted on the table, and what has changed there, is the same for all.
        let (tallies, open) = (OnceCell::new(), OnceCell::new());
        let mut letters = Vec::new();
        for visitor in self.visitors.iter().filter(|it| whom(it)) {
            let looking = visitor.looking.filter(|it| self.seats_of(visitor).contains(it));
            let seat = looking.map(Seat);
            let former = former.filter(|it| visitor.telling == Telling::News && self.has_seen(visitor, seat, it));
            let way = former.map_or(Telling::Whole, |_| Telling::News);
            let key = (looking, visitor.unseen, way);
            let same = told.iter().position(|(it, _)| *it == key).unwrap_or_else(|| {
                let text = write(&match former {
                    Some(former) => {
                        let open = open.get_or_init(|| open_news(former, play));
                        Message::News { news: Box::new(self.news(play, seat, former, open)) }
                    }
                    None => Message::Game { update: Box::new(self.update(play, seat, visitor.unseen, &tallies)) },
                });
                told.push((key, text));
                told.len() - 1
            });
            letters.push(Letter { visit: visitor.visit, text: Text::clone(&told[same].1) });
        }
        letters
    }

    /// Sends what was written of the game.
    pub(super) fn post(&mut self, letters: Vec<Letter>) {
        let unseen = self.game.as_ref().map_or(0, |it| it.seq() + 1);
        for Letter { visit, .. } in &letters {
            if let Some(visitor) = self.visitors.iter_mut().find(|it| it.visit == *visit) {
                visitor.unseen = unseen;
            }
        }
        self.out.letters.extend(letters);
    }

    /// Whether a visitor at a seat was told the game as it was before a step, and would be told all else in the same way.
    fn has_seen(&self, visitor: &Visitor, seat: Option<Seat>, former: &Former) -> bool {
        let same_standing = |it: Seat| former.standing[it.index()] == self.meta.chairs[it.index()].standing;
        visitor.unseen == former.seq + 1
            && self.held.is_none()
            && seat.is_none_or(|it| former.held != Some(it) && same_standing(it))
    }

    /// What a step has changed for a seat or a spectator.
    fn news(&self, play: &GameLog, seat: Option<Seat>, former: &Former, open: &Written) -> News {
        let decides = self.decider(play, seat);
        let own = |state: &State| seat.map(|it| Own::of(state.player(it)));
        let (own_before, own) = (own(&former.state), own(&play.state));
        let prices = game::prices(&play.state, seat);
        let perspective = seat.map_or(Perspective::Spectator, Perspective::Seat);
        News {
            seq: play.seq(),
            entry: play.tell(play.seq(), perspective),
            open: open.clone(),
            own: own.filter(|it| own_before.as_ref() != Some(it)),
            prices: (game::prices(&former.state, seat) != prices).then_some(prices),
            options: decides.and_then(|it| game::options(&play.state, it)),
            can_undo: self.can_undo(play, decides),
            clock: self.clock(),
        }
    }

    /// The seat, if it is to decide now and nothing of it waits for confirmation.
    fn decider(&self, play: &GameLog, seat: Option<Seat>) -> Option<Seat> {
        let is_held = |seat: Seat| self.held.as_ref().is_some_and(|it| it.seat == seat);
        // Who passes beforehand is not asked either.
        seat.filter(|_| self.meta.status == Status::Playing && self.answering.is_none())
            .filter(|&it| play.state.to_act() == Some(it) && !is_held(it))
    }

    /// Whether the one who decides can take something back.
    fn can_undo(&self, play: &GameLog, decides: Option<Seat>) -> bool {
        self.meta.settings.assistance.undo && decides.is_some_and(|it| play.can_take_back(it))
    }

    /// The game as a seat or a spectator sees it.
    fn update(&self, play: &GameLog, seat: Option<Seat>, from: u32, tallies: &OnceCell<Vec<Tally>>) -> Update {
        let held = self.held.as_ref().filter(|it| Some(it.seat) == seat);
        let decides = self.decider(play, seat);
        // What waits for confirmation is shown as if it were done.
        let preview = held.map(|it| game::preview(&play.state, it.action));
        let tallies = match &preview {
            Some(preview) => game::tallies(preview),
            None => tallies.get_or_init(|| game::tallies(&play.state)).clone(),
        };
        let shown = preview.as_ref().unwrap_or(&play.state);
        let perspective = seat.map_or(Perspective::Spectator, Perspective::Seat);
        Update {
            seq: play.seq(),
            seat: seat.map(|it| it.0),
            // Older ones of a game that is very long are asked for.
            entries: play.told(from.max((play.seq() + 1).saturating_sub(self.house.n_entries)).., perspective),
            view: View::of(shown, seat),
            tallies,
            next_scoring: scoring::next_round(shown),
            prices: game::prices(shown, seat),
            options: decides.and_then(|it| game::options(&play.state, it)),
            held: held.map(|Held { action, .. }| HeldAction { notation: action.to_string(), action: *action }),
            can_undo: self.can_undo(play, decides) || held.is_some(),
            standing: seat.map(|it| self.meta.chairs[it.index()].standing.clone()),
            clock: self.clock(),
        }
    }

    /// The entries before this number, as many as are told at once, as a visitor may know them.
    pub(super) fn earlier(&self, visit: u64, before: u32) -> Option<Vec<Entry>> {
        let play = self.game.as_ref()?;
        let visitor = self.visitors.iter().find(|it| it.visit == visit)?;
        let looking = visitor.looking.filter(|it| self.seats_of(visitor).contains(it));
        let perspective = looking.map_or(Perspective::Spectator, |it| Perspective::Seat(Seat(it)));
        let before = before.min(play.seq() + 1);
        Some(play.told(before.saturating_sub(self.house.n_entries)..before, perspective))
    }

    /// Tells everybody what somebody said.
    pub(super) fn tell_chat(&mut self, line: &ChatLine) {
        let text = write(&Message::Chat { line: line.clone() });
        let letters = self.visitors.iter().map(|it| Letter { visit: it.visit, text: text.clone() });
        self.out.letters.extend(letters);
    }

    /// Sends one message, if the visitor is still there.
    pub(super) fn send(&mut self, visit: u64, message: &Message) {
        if self.visitors.iter().any(|it| it.visit == visit) {
            self.out.letters.push(Letter { visit, text: write(message) });
        }
    }
}

/// What a step has changed for everybody, written once for all of them.
fn open_news(former: &Former, play: &GameLog) -> Written {
    let news = game::open_news(&former.state, &play.state);
    Written::of(&news).unwrap_or_default()
}

/// Writes a message as it is sent.
pub fn write(message: &Message) -> Text {
    Text(serde_json::to_string(message).unwrap_or_else(|_| "{}".to_owned()).into())
}
