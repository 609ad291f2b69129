//! What is asked about seats before the game: sitting down, names and colours, who sits where, what is played.

use crate::{
    meta::{Chair, Sitter, TableMeta},
    opening,
    person::Person,
    seating,
};
use alhambra_protocol::{Code, Colour, Problem, SeatPlan, Settings};

use super::{Inner, ask::Asker};

impl Inner {
    /// Somebody sits down; a colour that is taken gives way to a free one.
    pub(super) fn sit(
        &mut self,
        person: &Person,
        seat: Option<u8>,
        wanted: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<(), Problem> {
        self.gathering()?;
        let full = || Problem::new(Code::Full, "all seats are taken; you may watch");
        let free = |chair: &Chair| chair.sitter == Sitter::Nobody;
        let seat = match seat {
            Some(seat) if free(self.chair(seat)?) => usize::from(seat),
            Some(_) => return Err(Problem::new(Code::Full, "this seat is taken")),
            None => self.meta.chairs.iter().position(free).ok_or_else(full)?,
        };
        let name = seating::name_for(&self.meta, seat, wanted, &person.name)?;
        let sitter = Sitter::Person { id: person.id.clone(), name };
        self.since[seat] = self.now();
        self.change(|meta| take(meta, seat, sitter, colour));
        Ok(())
    }

    /// Somebody changes the name or the colour of a seat: the own one, or as the host that of a bot.
    pub(super) fn appear(
        &mut self,
        asker: &Asker,
        seat: u8,
        wanted: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<(), Problem> {
        self.gathering()?;
        if matches!(self.chair(seat)?.sitter, Sitter::Bot { .. }) {
            self.host(&asker.person)?;
        } else if !asker.seats.contains(&seat) {
            return Err(Problem::new(Code::NotYourSeat, "this seat isn't yours"));
        }
        let seat = usize::from(seat);
        let mut changed = TableMeta::clone(&self.meta);
        if let Some(colour) = colour {
            seating::claim(&mut changed, seat, colour)?;
        }
        if let (Some(wanted), Sitter::Person { name, .. } | Sitter::Bot { name, .. }) =
            (wanted, &mut changed.chairs[seat].sitter)
        {
            *name = seating::name_for(&self.meta, seat, Some(wanted), wanted)?;
        }
        self.change(|meta| *meta = changed);
        Ok(())
    }

    /// The host decides who shall sit on a seat.
    pub(super) fn arrange(&mut self, person: &Person, seat: u8, plan: &SeatPlan) -> Result<(), Problem> {
        self.host(person)?;
        self.gathering()?;
        self.chair(seat)?;
        let seat = usize::from(seat);
        let mut changed = TableMeta::clone(&self.meta);
        changed.chairs[seat].seat(Sitter::Nobody);
        let sitter = opening::sitter(&changed, seat, plan, person)?;
        let colour = match plan {
            SeatPlan::Me { colour, .. } => *colour,
            // Another level is the same bot to the eye.
            SeatPlan::Bot { .. } => self.meta.chairs[seat].colour,
            SeatPlan::Open => None,
        };
        self.change(|meta| take(meta, seat, sitter, colour));
        Ok(())
    }

    /// The host changes what is played and for how many.
    pub(super) fn configure(&mut self, person: &Person, settings: Settings) -> Result<(), Problem> {
        self.host(person)?;
        self.gathering()?;
        opening::check(&settings)?;
        if self.meta.from.is_some() && settings.ruleset != self.meta.settings.ruleset {
            return Err(Problem::new(Code::NotNow, "the game goes on from a record, which says what is played"));
        }
        let changed = seating::configured(&self.meta, settings)?;
        self.since = vec![self.now(); changed.chairs.len()];
        self.change(|meta| *meta = changed);
        Ok(())
    }
}

/// Somebody, or nobody, takes a seat, in the wanted colour if it is free.
fn take(meta: &mut TableMeta, seat: usize, sitter: Sitter, colour: Option<Colour>) {
    meta.chairs[seat].seat(sitter);
    if let Some(colour) = colour {
        // What is taken gives way to another one.
        let _ = seating::claim(meta, seat, colour);
    }
    seating::dress(meta);
}
