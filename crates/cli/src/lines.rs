//! Lines of things under a heading, broken where the terminal ends.

use std::fmt::Write as _;

/// Where a line is broken.
const WIDTH: usize = 100;

/// Adds a heading and the things under it, which begin after the margin.
pub(crate) fn list(text: &mut String, heading: &str, margin: usize, gap: &str, things: &[String]) {
    let n_chars = |text: &str| text.chars().count();
    let mut line = format!("{heading:margin$}");
    for (i, thing) in things.iter().enumerate() {
        if i > 0 && n_chars(&line) + n_chars(gap) + n_chars(thing) > WIDTH {
            line += gap.trim_end();
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(margin);
        } else if i > 0 {
            line += gap;
        }
        line += thing;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_below_its_beginning() {
        let mut text = String::new();
        list(&mut text, "Falcons", 10, " ", &["black".repeat(9), "white".repeat(9), "brown".to_owned()]);
        list(&mut text, "Hand", 10, ", ", &[]);
        list(&mut text, "Dirk draws ", 4, ", ", &["T9ne".repeat(20), "G10".repeat(9), "P7e".to_owned()]);
        let falcons = format!("Falcons   {}\n          {} brown\nHand\n", "black".repeat(9), "white".repeat(9));
        let expected = format!("{falcons}Dirk draws {},\n    {}, P7e\n", "T9ne".repeat(20), "G10".repeat(9));
        assert_eq!(text, expected);
    }
}
