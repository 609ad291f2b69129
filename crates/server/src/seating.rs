//! Who sits where before a game: names and colours that tell everybody apart, and how many seats there are.

use alhambra_protocol::{Code, Colour, Problem, Settings};

use crate::{
    error::problem,
    person::name,
    sheet::{Chair, Sheet, Sitter},
};

/// Whether somebody on another seat has this name, however it is written.
pub(crate) fn is_called(sheet: &Sheet, seat: usize, name: &str) -> bool {
    let name = name.to_lowercase();
    let others = sheet.chairs.iter().enumerate().filter(|it| it.0 != seat);
    others.filter_map(|it| it.1.name()).any(|it| it.to_lowercase() == name)
}

/// The name, with the first number that makes it differ from all others if it must.
pub(crate) fn numbered(sheet: &Sheet, seat: usize, name: &str) -> String {
    let mut own = name.to_owned();
    for n in 2..=sheet.chairs.len() + 1 {
        if !is_called(sheet, seat, &own) {
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
pub(crate) fn name_for(sheet: &Sheet, seat: usize, wanted: Option<&str>, usual: &str) -> Result<String, Problem> {
    let Some(wanted) = wanted else { return Ok(numbered(sheet, seat, usual)) };
    let wanted = name(wanted)?;
    if is_called(sheet, seat, &wanted) {
        return Err(problem(Code::Taken, format!("somebody else here is called {wanted}")));
    }
    Ok(wanted)
}

/// Gives a seat the colour that its player wants.
///
/// # Errors
/// If somebody else has it.
pub(crate) fn claim(sheet: &mut Sheet, seat: usize, wanted: Colour) -> Result<(), Problem> {
    if !is_free(sheet, seat, wanted) {
        return Err(problem(Code::Taken, "somebody else here has this colour"));
    }
    sheet.chairs[seat].colour = Some(wanted);
    Ok(())
}

/// Gives everybody without a colour the seat's own, or another one that nobody has.
pub(crate) fn dress(sheet: &mut Sheet) {
    for seat in 0..sheet.chairs.len() {
        if sheet.chairs[seat].sitter == Sitter::Nobody || sheet.chairs[seat].colour.is_some() {
            continue;
        }
        let own = Colour::ALL.into_iter().cycle().skip(seat).take(Colour::ALL.len());
        sheet.chairs[seat].colour = own.into_iter().find(|it| is_free(sheet, seat, *it));
    }
}

fn is_free(sheet: &Sheet, seat: usize, colour: Colour) -> bool {
    sheet.chairs.iter().enumerate().all(|(i, it)| i == seat || it.colour != Some(colour))
}

/// The sheet of a table with other settings: new seats are open, empty ones and then bots make room from the end.
///
/// # Errors
/// If more people sit there than there would be seats.
pub(crate) fn configured(sheet: &Sheet, settings: Settings) -> Result<Sheet, Problem> {
    let mut sheet = Sheet { settings, ..sheet.clone() };
    let n_seats = usize::from(sheet.settings.ruleset.players);
    while sheet.chairs.len() > n_seats {
        let empty = sheet.chairs.iter().rposition(|it| it.sitter == Sitter::Nobody);
        let gone = empty.or_else(|| sheet.chairs.iter().rposition(|it| it.holder().is_none()));
        let gone = gone.ok_or_else(|| problem(Code::Full, "more people sit here than there would be seats"))?;
        sheet.chairs.remove(gone);
    }
    sheet.chairs.resize_with(n_seats, Chair::default);
    Ok(sheet)
}
