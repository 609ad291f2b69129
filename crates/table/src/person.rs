//! People: guests without an account, known by a signed cookie, with names that others can read.

use alhambra_protocol::{Code, LIMITS, Problem};

/// Who somebody is: sixteen random letters and digits.
pub type PersonId = String;

/// Somebody who asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The code by which their cookie knows them.
    pub id: PersonId,
    /// The name that others see.
    pub name: String,
}

/// The languages that newcomers are given names in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `en`.
    English,
    /// `de`.
    German,
}

impl Language {
    /// The first of a browser's languages that we have names in, as `Accept-Language` lists them.
    pub fn preferred(accepted: &str) -> Language {
        let primary = |tag: &str| tag.trim().get(..2).map(str::to_ascii_lowercase);
        let known = accepted.split(',').find_map(|tag| match primary(tag)?.as_str() {
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            _ => None,
        });
        known.unwrap_or(Language::English)
    }
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
/// Without their endings, which follow the noun.
const GERMAN_QUALITIES: [&str; 16] = [
    "Geduldig",
    "Still",
    "Kühn",
    "Fröhlich",
    "Klug",
    "Sanft",
    "Flink",
    "Vornehm",
    "Neugierig",
    "Golden",
    "Munter",
    "Heiter",
    "Gütig",
    "Weis",
    "Stolz",
    "Sonnig",
];
const GERMAN_NOUNS: [(&str, &str); 16] = [
    ("Maurer", "er"),
    ("Gärtner", "er"),
    ("Pfau", "er"),
    ("Falke", "er"),
    ("Händler", "er"),
    ("Palme", "e"),
    ("Töpfer", "er"),
    ("Weber", "er"),
    ("Schwalbe", "e"),
    ("Löwe", "er"),
    ("Lilie", "e"),
    ("Dichter", "er"),
    ("Zypresse", "e"),
    ("Orange", "e"),
    ("Quelle", "e"),
    ("Jasmin", "er"),
];

impl Person {
    /// A new guest with a friendly name, which two bytes choose.
    pub fn guest(id: PersonId, [a, b]: [u8; 2], language: Language) -> Person {
        let (a, b) = (usize::from(a % 16), usize::from(b % 16));
        let name = match language {
            Language::English => format!("{} {}", QUALITIES[a], NOUNS[b]),
            Language::German => {
                let (noun, ending) = GERMAN_NOUNS[b];
                format!("{}{ending} {noun}", GERMAN_QUALITIES[a])
            }
        };
        Person { id, name }
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

/// A name as it may be shown: without control and invisible characters, outer and double spaces, and not too long.
///
/// # Errors
/// If nothing is left of it, or too much, or if it would turn the direction of what is written beside it.
pub fn name(text: &str) -> Result<String, Problem> {
    const MOST: usize = LIMITS.name;
    if text.chars().any(turns) {
        return Err(Problem::new(Code::Invalid, "a name can't have marks in it that turn the direction of writing"));
    }
    let name = line(&text.chars().filter(|&c| !is_blank(c)).collect::<String>());
    match name.chars().count() {
        1..=MOST => Ok(name),
        0 => Err(Problem::new(Code::Invalid, "a name needs at least one letter")),
        _ => Err(Problem::new(Code::Invalid, format!("a name has {MOST} characters at most"))),
    }
}

/// A text as one line, without control characters or marks that turn the direction of writing.
pub fn line(text: &str) -> String {
    let hides = |c: char| turns(c) || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|&c| !hides(c)).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character turns the direction of writing (`Bidi_Control` in Unicode).
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nothing is seen of a character that is no space: `Default_Ignorable_Code_Point` in Unicode, and the pattern of
/// Braille without a dot.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The letters of codes: without those that look or sound alike.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";

/// A code of letters and digits: one for each random byte, of which five bits count.
pub fn word(bytes: &[u8]) -> String {
    bytes.iter().map(|it| char::from(LETTERS[usize::from(it % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_clean_line() {
        assert_eq!(name("  Yusuf \n ibn\tNasr "), Ok("Yusuf ibn Nasr".to_owned()));
        assert_eq!(name("a\u{feff}b\u{0}c"), Ok("ab c".to_owned()));
        assert_eq!(name(" \u{200b}\r\n").unwrap_err().code, Code::Invalid);
        assert_eq!(name(&"x".repeat(21)).unwrap_err().code, Code::Invalid);
    }

    #[test]
    fn names_can_be_seen_and_turn_nothing_around() {
        for blank in
            ["\u{3164}", "\u{2800} \u{ad}", "\u{115f}\u{1160}", "\u{fe0f}", "\u{e0041}", "\u{a0}\u{2003}\u{3000}"]
        {
            assert_eq!(name(blank).unwrap_err().code, Code::Invalid, "{}", blank.escape_unicode());
        }
        for turned in ["a\u{202e}b", "\u{2067}Yusuf", "Yusuf\u{61c}", "\u{200f}x"] {
            assert_eq!(name(turned).unwrap_err().code, Code::Invalid, "{}", turned.escape_unicode());
        }
        // Nobody takes another one's name by adding what can't be seen.
        assert_eq!(name("Yu\u{34f}suf\u{3164}"), Ok("Yusuf".to_owned()));
        assert_eq!(name("يوسف"), Ok("يوسف".to_owned()));
    }

    #[test]
    fn a_person_is_read_as_written() {
        for language in [Language::English, Language::German] {
            for n in 0..=u8::MAX {
                let guest = Person::guest("k3v9".to_owned(), [n / 16, n], language);
                assert_eq!(Person::from_text(&guest.to_text()), Some(guest.clone()));
                assert_eq!(name(&guest.name), Ok(guest.name));
            }
        }
    }

    #[test]
    fn newcomers_are_named_in_their_language() {
        let named = |accepted| Person::guest(String::new(), [1, 9], Language::preferred(accepted)).name;
        assert_eq!(named("de-AT,de;q=0.9,en;q=0.8"), "Stiller Löwe");
        assert_eq!(named("fr, DE;q=0.5"), "Stiller Löwe");
        assert_eq!(named("en-GB,de"), "Quiet Lion");
        assert_eq!(named("ü,*"), "Quiet Lion");
    }
}
