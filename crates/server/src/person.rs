//! People: guests without an account, known by a signed cookie, with names that others can read.

use alhambra_protocol::{Code, Problem};

use crate::{error::problem, random};

/// Who somebody is: sixteen random letters and digits.
pub(crate) type PersonId = String;

/// Somebody who asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The name that others see.
    pub name: String,
}

const QUALITIES: [&str; 16] = [
    "Patient", "Quiet", "Bold", "Merry", "Clever", "Gentle", "Swift", "Noble", "Curious", "Golden", "Early", "Lucky",
    "Kind", "Wise", "Proud", "Sunny",
];
const NOUNS: [&str; 16] = [
    "Mason",
    "Gardener",
    "Peacock",
    "Falcon",
    "Merchant",
    "Scribe",
    "Potter",
    "Weaver",
    "Swallow",
    "Lion",
    "Carpenter",
    "Poet",
    "Cypress",
    "Pomegranate",
    "Traveller",
    "Jasmine",
];

/// No name is longer than this.
const MAX_NAME: usize = 24;

impl Person {
    /// A new guest with a friendly name, which two bytes choose.
    pub fn guest([a, b]: [u8; 2]) -> Person {
        let name = format!("{} {}", QUALITIES[usize::from(a % 16)], NOUNS[usize::from(b % 16)]);
        Person { id: random::word(16), name }
    }

    /// The text that a cookie signs.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.id, self.name)
    }

    /// Reads what [`Person::to_text`] wrote.
    pub fn from_text(text: &str) -> Option<Person> {
        let (id, name) = text.split_once(' ')?;
        Some(Person { id: id.to_owned(), name: name.to_owned() })
    }
}

/// A name as it may be shown: without control characters, outer and double spaces, and not too long.
///
/// # Errors
/// If nothing is left of it, or too much.
pub(crate) fn name(text: &str) -> Result<String, Problem> {
    let name = line(text);
    match name.chars().count() {
        1..=MAX_NAME => Ok(name),
        0 => Err(problem(Code::Invalid, "a name needs at least one letter")),
        _ => Err(problem(Code::Invalid, format!("a name has {MAX_NAME} characters at most"))),
    }
}

/// A text as one line, without control characters or marks that turn the direction of writing.
pub(crate) fn line(text: &str) -> String {
    let turns =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|&c| !turns(c)).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_clean_line() {
        assert_eq!(name("  Yusuf \n ibn\tNasr "), Ok("Yusuf ibn Nasr".to_owned()));
        assert_eq!(name("a\u{202e}b\u{0}c"), Ok("ab c".to_owned()));
        assert_eq!(name(" \u{200b}\r\n").unwrap_err().code, Code::Invalid);
        assert_eq!(name(&"x".repeat(25)).unwrap_err().code, Code::Invalid);
    }

    #[test]
    fn a_person_is_read_as_written() {
        let guest = Person::guest([7, 250]);
        assert_eq!(Person::from_text(&guest.to_text()), Some(guest.clone()));
        assert_eq!(name(&guest.name), Ok(guest.name));
    }
}
