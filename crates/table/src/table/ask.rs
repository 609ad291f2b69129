//! What visitors of a room can ask for.

use std::sync::Arc;

use crate::{
    game,
    log::GameLog,
    meta::{Chair, Sitter, TableMeta},
    opening,
    person::{Person, line},
};
use alhambra_engine::{
    Action, Decision, Seat,
    fairness::{Hex, Share},
    payment::Strictness,
};
use alhambra_protocol::{Answer, Ask, ChatLine, Code, LIMITS, Message, Problem, Request, StandingPass, Status};

use super::{Held, Inner, Listing, Write, not_now};

/// How many lines of chat are kept.
const CHAT: usize = 50;

/// Why whoever has the token of a seat is refused anything else.
pub const SEAT_ALONE: &str = "the token of a seat is good for playing on that seat alone";

/// Who asks, and with which right.
pub(super) struct Asker {
    visit: u64,
    pub(super) person: Arc<Person>,
    pub(super) seats: Vec<u8>,
    /// Whether it is a program with the token of one seat.
    is_program: bool,
}

impl Inner {
    /// Fulfils a request or says why not.
    pub(super) fn ask(&mut self, visit: u64, request: Request) -> Result<(), Problem> {
        let Some(visitor) = self.visitors.iter().find(|it| it.visit == visit) else { return Ok(()) };
        let is_program = visitor.program.is_some();
        let asker = Asker { visit, person: Arc::clone(&visitor.person), seats: self.seats_of(visitor), is_program };
        let Request { reference, ask } = request;
        let scope = Scope::of(&ask);
        match self.fulfil(&asker, reference, ask) {
            Ok(Some(answer)) => self.answer(visit, reference, answer),
            // The answer comes later.
            Ok(None) => {}
            Err(problem) => {
                self.refuse(visit, reference, scope, problem.clone());
                return Err(problem);
            }
        }
        Ok(())
    }

    /// Says why a request is not fulfilled, and how the game is if it was about that.
    pub(super) fn refuse(&mut self, visit: u64, reference: Option<u32>, scope: Scope, problem: Problem) {
        self.send(visit, &Message::Error { reference, problem });
        if scope == Scope::Decision {
            self.tell_game_to(visit);
        }
    }

    fn fulfil(&mut self, asker: &Asker, reference: Option<u32>, ask: Ask) -> Result<Option<Answer>, Problem> {
        if asker.is_program {
            asker.may_ask(&ask)?;
        }
        match ask {
            Ask::Sit { seat, name, colour } => self.sit(&asker.person, seat, name.as_deref(), colour)?,
            Ask::Appear { seat, name, colour } => self.appear(asker, seat, name.as_deref(), colour)?,
            Ask::Configure { settings } => self.configure(&asker.person, *settings)?,
            Ask::Leave { seat } => self.give_up(asker.own(seat)?)?,
            Ask::Arrange { seat, plan } => self.arrange(&asker.person, seat, &plan)?,
            Ask::Start => {
                self.host(&asker.person)?;
                self.call()?;
            }
            Ask::Commit { seat, commitment } => self.commit(asker.own(seat)?, &commitment)?,
            Ask::Reveal { seat, nonce } => self.reveal(asker.own(seat)?, &nonce)?,
            Ask::Close => self.close(&asker.person)?,
            Ask::Look { seat } => self.look(asker, seat)?,
            Ask::Act { seat, seq, action, hold } => {
                let seat = self.based(asker, seat, seq)?;
                self.act(seat, &action, hold)?;
            }
            Ask::Confirm { seat, seq } => {
                let seat = self.based(asker, seat, seq)?;
                self.confirm(seat)?;
            }
            Ask::Undo { seat, seq } => {
                let seat = self.based(asker, seat, seq)?;
                self.undo(seat)?;
            }
            Ask::Consider { seat, seq, action } => {
                let seat = self.based(asker, seat, seq)?;
                let parsed = parse(&action)?;
                let verdict = game::consider(&self.game()?.state, seat, parsed);
                return Ok(Some(Answer::Considered { action, verdict }));
            }
            Ask::Payments { seat, seq, tile } => {
                let seat = self.based(asker, seat, seq)?;
                let tile = tile.parse().map_err(|_| Problem::new(Code::Malformed, "this is no tile"))?;
                self.decides(seat)?;
                let state = &self.game()?.state;
                // The vizier's favour has to be paid exactly (M-VIZ-2).
                let strictness = match state.decision() {
                    Some(Decision::Interrupt { .. }) => Strictness::Exactly,
                    _ => Strictness::AtLeast,
                };
                let payments = game::payments(state, seat, tile, strictness);
                return Ok(Some(Answer::Payments { payments }));
            }
            Ask::Legal { seat, seq } => {
                let seat = self.based(asker, seat, seq)?;
                return self.legal(seat).map(Some);
            }
            Ask::Hint { seat, seq } => {
                let seat = self.based(asker, seat, seq)?;
                self.decides(seat)?;
                self.want_hint(asker.visit, reference, seat, seq)?;
                return Ok(None);
            }
            Ask::Standing { seat, pass } => {
                let seat = asker.own(seat)?;
                self.stand(seat, pass.clone());
                return Ok(Some(Answer::Standing { pass }));
            }
            Ask::Pause { seat, wanted } => self.want_pause(asker.own(seat)?, wanted)?,
            Ask::Abandon { seat, wanted } => self.want_end(asker.own(seat)?, wanted)?,
            Ask::Substitute { seat } => self.replace(&asker.person, seat)?,
            Ask::Vote { seat, against, wanted } => self.vote(asker.own(seat)?, against, wanted)?,
            Ask::SpectatorChat { allowed } => self.allow_spectators(&asker.person, allowed)?,
            Ask::Mute { author, muted } => self.mute(&asker.person, author, muted)?,
            Ask::Entries { before } => {
                let entries = self.earlier(asker.visit, before).ok_or_else(not_now)?;
                return Ok(Some(Answer::Entries { entries }));
            }
            Ask::Chat { text } => self.chat(asker, &text)?,
            Ask::Rematch => return self.rematch(asker).map(Some),
            Ask::SeatLink { seat } => {
                let seat = asker.own(seat)?;
                let epoch = self.meta.chairs[seat.index()].epoch;
                let link = self.house.seat_link.as_ref().ok_or_else(not_now)?;
                return Ok(Some(Answer::SeatLink { path: link(&self.meta.id, seat, epoch) }));
            }
        }
        Ok(Some(Answer::Done { seq: self.game.as_ref().map_or(0, GameLog::seq) }))
    }

    pub(super) fn game(&self) -> Result<&GameLog, Problem> {
        self.game.as_ref().ok_or_else(not_now)
    }

    pub(super) fn host(&self, person: &Person) -> Result<(), Problem> {
        let is_host = self.meta.host == person.id;
        if is_host { Ok(()) } else { Err(Problem::new(Code::NotHost, "only the host of the table may do this")) }
    }

    pub(super) fn gathering(&self) -> Result<(), Problem> {
        match self.meta.status {
            Status::Gathering => self.not_called(),
            _ => Err(Problem::new(Code::NotNow, "the game has begun already")),
        }
    }

    pub(super) fn chair(&self, seat: u8) -> Result<&Chair, Problem> {
        let chair = self.meta.chairs.get(usize::from(seat));
        chair.ok_or_else(|| Problem::new(Code::Invalid, "the table has no such seat"))
    }

    fn give_up(&mut self, seat: Seat) -> Result<(), Problem> {
        match self.meta.status {
            Status::Gathering => {
                self.not_called()?;
                self.change(|meta| meta.chairs[seat.index()].seat(Sitter::Nobody));
            }
            Status::Playing | Status::Paused => self.substitute(seat),
            Status::Finished | Status::Abandoned => return Err(not_now()),
        }
        Ok(())
    }

    /// Starts the game.
    pub(super) fn start(&mut self) -> Result<(), Problem> {
        let now = self.now();
        let (meta, entries) = opening::start(&self.meta, now, self.house.next_shuffle())?;
        self.game = Some(GameLog::replay(&meta, &entries)?);
        self.out.writes.extend(entries.into_iter().map(Write::Entry));
        self.keep(meta);
        // Everybody may sit somewhere else now.
        self.since.fill(now);
        let to_act = self.to_act();
        for i in 0..self.visitors.len() {
            let seats = self.seats_of(&self.visitors[i]);
            self.visitors[i].looking = to_act.filter(|it| seats.contains(it)).or(seats.first().copied());
            self.visitors[i].unseen = 0;
        }
        self.go_on();
        self.out.listing = Listing::Table;
        self.tell_all();
        Ok(())
    }

    fn close(&mut self, person: &Person) -> Result<(), Problem> {
        self.host(person)?;
        self.gathering()?;
        self.change(|meta| meta.status = Status::Abandoned);
        Ok(())
    }

    /// Closes the table for good, whoever plays there.
    pub(super) fn close_for_good(&mut self) {
        if !self.meta.is_open() {
            return;
        }
        let now = self.time_of_day();
        self.change(|meta| {
            meta.status = Status::Abandoned;
            meta.finished_at = meta.started_at.and(Some(now));
        });
        self.held = None;
        self.go_on();
        self.tell_game();
    }

    fn look(&mut self, asker: &Asker, seat: Option<u8>) -> Result<(), Problem> {
        if let Some(seat) = seat {
            let seat = asker.own(seat)?;
            self.hand_back(seat);
        }
        if let Some(visitor) = self.visitors.iter_mut().find(|it| it.visit == asker.visit) {
            visitor.looking = seat;
        }
        self.tell_game_to(asker.visit);
        Ok(())
    }

    /// The seat, if it is the asker's and nothing has happened since.
    fn based(&mut self, asker: &Asker, seat: u8, seq: u32) -> Result<Seat, Problem> {
        let seat = asker.own(seat)?;
        if self.meta.status != Status::Playing {
            return Err(Problem::new(Code::NotNow, "there is no game going on"));
        }
        self.hand_back(seat);
        match self.game()?.seq() {
            current if current == seq => Ok(seat),
            current => {
                Err(Problem::new(Code::Stale, format!("the table has moved on to number {current}; look again")))
            }
        }
    }

    fn decides(&self, seat: Seat) -> Result<(), Problem> {
        match self.game()?.state.to_act() {
            Some(decider) if decider == seat => Ok(()),
            Some(decider) => Err(Problem::new(Code::NotYourTurn, format!("it is seat {decider}'s decision"))),
            None => Err(Problem::new(Code::NotNow, "the game is over")),
        }
    }

    fn act(&mut self, seat: Seat, action: &str, hold: bool) -> Result<(), Problem> {
        self.decides(seat)?;
        let action = parse(action)?;
        let step = self.game()?.propose(seat, action);
        let step = step.map_err(|it| Problem::new(Code::Illegal(it), it.to_string()))?;
        if hold && step.is_final() {
            let seq = self.game()?.seq();
            self.held = Some(Held { seat, action, seq });
            self.tell_seat(seat);
            return Ok(());
        }
        self.step(step)
    }

    fn confirm(&mut self, seat: Seat) -> Result<(), Problem> {
        let game = self.game()?;
        let held = self.held.as_ref().filter(|it| it.seat == seat && it.seq == game.seq());
        let Held { action, .. } = held.ok_or_else(|| Problem::new(Code::NotNow, "nothing waits for confirmation"))?;
        let step = game.propose(seat, *action).map_err(|it| Problem::new(Code::Illegal(it), it.to_string()))?;
        self.step(step)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Problem> {
        if self.held.as_ref().is_some_and(|it| it.seat == seat) {
            self.held = None;
            self.tell_seat(seat);
            return Ok(());
        }
        if !self.meta.settings.assistance.undo {
            return Err(Problem::new(Code::NotAllowed, "nothing can be taken back at this table"));
        }
        self.decides(seat)?;
        let step = self.game()?.propose_take_back(seat);
        let step = step.ok_or_else(|| Problem::new(Code::NotNow, "there is nothing that could be taken back"))?;
        self.step(step)
    }

    fn legal(&self, seat: Seat) -> Result<Answer, Problem> {
        self.decides(seat)?;
        let legal = self.game()?.state.legal_actions();
        let (actions, more) = game::listing(&legal);
        Ok(Answer::Legal { actions, more })
    }

    fn stand(&mut self, seat: Seat, pass: StandingPass) {
        self.change(|meta| meta.chairs[seat.index()].standing = pass);
        self.go_on();
        self.tell_seat(seat);
    }

    fn want_pause(&mut self, seat: Seat, wanted: bool) -> Result<(), Problem> {
        let (now, used) = (self.now(), self.used());
        if !matches!(self.meta.status, Status::Playing | Status::Paused) {
            return Err(not_now());
        }
        self.change(|meta| {
            meta.chairs[seat.index()].wants_pause = wanted;
            if all_want(meta, |it| it.wants_pause) {
                meta.chairs.iter_mut().for_each(|it| it.wants_pause = false);
                meta.resumed_at = now;
                meta.spent = used;
                meta.status = match meta.status {
                    Status::Paused => Status::Playing,
                    _ => Status::Paused,
                };
            }
        });
        self.held = None;
        self.go_on();
        self.tell_game();
        Ok(())
    }

    fn want_end(&mut self, seat: Seat, wanted: bool) -> Result<(), Problem> {
        let now = self.time_of_day();
        if !matches!(self.meta.status, Status::Playing | Status::Paused) {
            return Err(not_now());
        }
        self.change(|meta| {
            meta.chairs[seat.index()].wants_end = wanted;
            if all_want(meta, |it| it.wants_end) {
                meta.status = Status::Abandoned;
                meta.finished_at = Some(now);
            }
        });
        self.go_on();
        self.tell_game();
        Ok(())
    }

    fn replace(&mut self, person: &Person, seat: u8) -> Result<(), Problem> {
        self.host(person)?;
        let chair = self.chair(seat)?;
        let is_away = chair.holder().is_some() && !self.is_here(seat);
        if !matches!(self.meta.status, Status::Playing) || !is_away {
            return Err(Problem::new(Code::NotNow, "a bot can play only for somebody who is away"));
        }
        self.substitute(Seat(seat));
        Ok(())
    }

    fn chat(&mut self, asker: &Asker, text: &str) -> Result<(), Problem> {
        let text = line(text);
        if !(1..=LIMITS.chat_line).contains(&text.chars().count()) {
            return Err(Problem::new(
                Code::Invalid,
                format!("a line of chat has 1 to {} characters", LIMITS.chat_line),
            ));
        }
        let seat = asker.seats.first().copied();
        let sitter = seat.map(|it| &self.meta.chairs[usize::from(it)].sitter);
        let name = match sitter {
            Some(Sitter::Person { name, .. }) => name.clone(),
            _ => asker.person.name.clone(),
        };
        let author = self.speaker(&asker.person.id, &asker.seats)?;
        let line = ChatLine { name, author, seat, text, at: self.time_of_day() };
        let mut meta = TableMeta::clone(&self.meta);
        meta.chat.push(line.clone());
        let surplus = meta.chat.len().saturating_sub(CHAT);
        meta.chat.drain(..surplus);
        self.keep(meta);
        self.tell_chat(&line);
        Ok(())
    }

    fn rematch(&mut self, asker: &Asker) -> Result<Answer, Problem> {
        if asker.seats.is_empty() {
            return Err(Problem::new(Code::NotYourSeat, "only those who played may open a rematch"));
        }
        if let Some(table) = &self.meta.rematch {
            return Ok(Answer::Rematch { table: table.clone() });
        }
        if self.meta.is_open() {
            return Err(Problem::new(Code::NotNow, "the game is not over yet"));
        }
        let id = self.house.code();
        let secret = self.house.shuffle.is_none().then(|| Hex(self.house.bytes()));
        let next = opening::rematch(&self.meta, id.clone(), &asker.person.id, self.time_of_day(), secret);
        self.out.writes.push(Write::Table(Box::new(next)));
        self.keep(TableMeta { rematch: Some(id.clone()), ..TableMeta::clone(&self.meta) });
        self.tell_table();
        Ok(Answer::Rematch { table: id })
    }

    /// A seat moves to another device; links and tokens made before are void.
    pub(super) fn move_seat(&mut self, seat: u8, epoch: u32, person: Person) -> Result<(), Problem> {
        let void = || Problem::new(Code::NotFound, "this link was used already, or the seat is no longer yours");
        let chair = self.chair(seat).ok().filter(|it| it.epoch == epoch).ok_or_else(void)?;
        let Sitter::Person { id, name } = chair.sitter.clone() else { return Err(void()) };
        if id == person.id {
            return Ok(());
        }
        self.change(|meta| {
            let chair = &mut meta.chairs[usize::from(seat)];
            chair.sitter = Sitter::Person { id: person.id.clone(), name };
            chair.epoch += 1;
            // The other device knows nothing of the nonce.
            chair.share = Share::default();
            // A table whose host moves away moves with them.
            if meta.host == id {
                meta.host = person.id;
            }
        });
        self.tell_game();
        Ok(())
    }
}

impl Asker {
    /// The seat, if it is one of theirs.
    fn own(&self, seat: u8) -> Result<Seat, Problem> {
        let is_own = self.seats.contains(&seat);
        if is_own { Ok(Seat(seat)) } else { Err(not_your_seat()) }
    }

    /// Whether a program may ask this: only what is done on its seat, while that is still in the same hands.
    fn may_ask(&self, ask: &Ask) -> Result<(), Problem> {
        match Scope::of(ask) {
            Scope::Table => Err(Problem::new(Code::NotAllowed, SEAT_ALONE)),
            // Whoever has no seat any more is a spectator, and those of programs are silent.
            Scope::Seat if matches!(ask, Ask::Chat { .. }) && self.seats.is_empty() => Err(not_your_seat()),
            Scope::Decision | Scope::Seat => Ok(()),
        }
    }
}

/// What a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A decision in the game: if it is refused, the current state of the game follows.
    Decision,
    /// One's own seat.
    Seat,
    /// The table and who sits where, which is nothing for a program.
    Table,
}

impl Scope {
    /// What this request is about.
    pub fn of(ask: &Ask) -> Scope {
        match ask {
            Ask::Act { .. }
            | Ask::Confirm { .. }
            | Ask::Undo { .. }
            | Ask::Consider { .. }
            | Ask::Payments { .. }
            | Ask::Legal { .. }
            | Ask::Hint { .. } => Scope::Decision,
            Ask::Standing { .. }
            | Ask::Pause { .. }
            | Ask::Abandon { .. }
            | Ask::Commit { .. }
            | Ask::Reveal { .. }
            | Ask::Vote { .. }
            | Ask::Entries { .. }
            | Ask::Look { .. }
            | Ask::Chat { .. } => Scope::Seat,
            Ask::Sit { .. }
            | Ask::Appear { .. }
            | Ask::Configure { .. }
            | Ask::Leave { .. }
            | Ask::Arrange { .. }
            | Ask::Start
            | Ask::Close
            | Ask::Substitute { .. }
            | Ask::SpectatorChat { .. }
            | Ask::Mute { .. }
            | Ask::Rematch
            | Ask::SeatLink { .. } => Scope::Table,
        }
    }
}

fn not_your_seat() -> Problem {
    Problem::new(Code::NotYourSeat, "this seat isn't yours")
}

fn parse(action: &str) -> Result<Action, Problem> {
    action.parse().map_err(|it| Problem::new(Code::Malformed, format!("this is no action: {it}")))
}

/// Whether all people at the table want something; those for whom a bot plays are not asked.
fn all_want(meta: &TableMeta, want: impl Fn(&Chair) -> bool) -> bool {
    meta.chairs.iter().filter(|it| it.holder().is_some() && !it.substituted).all(want)
}
