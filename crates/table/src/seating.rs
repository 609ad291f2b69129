//! Who sits where before a game: names and colours that tell everybody apart, and how many seats there are.

use alhambra_protocol::{Code, Colour, Problem, Settings};

use crate::{
    meta::{Chair, Sitter, TableMeta},
    person::name,
};

/// Whether somebody on another seat has this name, however it is written.
pub fn is_called(meta: &TableMeta, seat: usize, name: &str) -> bool {
    let name = name.to_lowercase();
    let others = meta.chairs.iter().enumerate().filter(|it| it.0 != seat);
    others.filter_map(|it| it.1.name()).any(|it| it.to_lowercase() == name)
}

/// The name, with the first number that makes it differ from all others if it must.
pub fn numbered(meta: &TableMeta, seat: usize, name: &str) -> String {
    let mut own = name.to_owned();
    for n in 2..=meta.chairs.len() + 1 {
        if !is_called(meta, seat, &own) {
            break;
        }
        own = format!("{name} {n}");
    }
    own
}

/// The name at a seat: the wanted one, or the usual one made to differ.
///
/// # Errors
/// If the wanted one can't be shown, or somebody else has it.
pub fn name_for(meta: &TableMeta, seat: usize, wanted: Option<&str>, usual: &str) -> Result<String, Problem> {
    let Some(wanted) = wanted else { return Ok(numbered(meta, seat, usual)) };
    let wanted = name(wanted)?;
    if is_called(meta, seat, &wanted) {
        return Err(Problem::new(Code::Taken, format!("somebody else here is called {wanted}")));
    }
    Ok(wanted)
}

/// Gives a seat the colour that its player wants.
///
/// # Errors
/// If somebody else has it.
pub fn claim(meta: &mut TableMeta, seat: usize, wanted: Colour) -> Result<(), Problem> {
    if !is_free(meta, seat, wanted) {
        return Err(Problem::new(Code::Taken, "somebody else here has this colour"));
    }
    meta.chairs[seat].colour = Some(wanted);
    Ok(())
}

/// Gives everybody without a colour the seat's own, or another one that nobody has.
pub fn dress(meta: &mut TableMeta) {
    for seat in 0..meta.chairs.len() {
        if meta.chairs[seat].sitter == Sitter::Nobody || meta.chairs[seat].colour.is_some() {
            continue;
        }
        let own = Colour::ALL.into_iter().cycle().skip(seat).take(Colour::ALL.len());
        meta.chairs[seat].colour = own.into_iter().find(|it| is_free(meta, seat, *it));
    }
}

fn is_free(meta: &TableMeta, seat: usize, colour: Colour) -> bool {
    meta.chairs.iter().enumerate().all(|(i, it)| i == seat || it.colour != Some(colour))
}

/// A table with other settings: new seats are open, empty ones and then bots make room from the end.
///
/// # Errors
/// If more people sit there than there would be seats.
pub fn configured(meta: &TableMeta, settings: Settings) -> Result<TableMeta, Problem> {
    let mut meta = TableMeta { settings, ..meta.clone() };
    let n_seats = usize::from(meta.settings.ruleset.players);
    while meta.chairs.len() > n_seats {
        let empty = meta.chairs.iter().rposition(|it| it.sitter == Sitter::Nobody);
        let gone = empty.or_else(|| meta.chairs.iter().rposition(|it| it.holder().is_none()));
        let gone = gone.ok_or_else(|| Problem::new(Code::Full, "more people sit here than there would be seats"))?;
        meta.chairs.remove(gone);
    }
    meta.chairs.resize_with(n_seats, Chair::default);
    Ok(meta)
}
