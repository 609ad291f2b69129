//! Rust source as tidy reads it: where the tests begin, what is code on a line, what is a word.

use super::tree::File;

/// The number of the line with which the tests of a source file begin, if it has any.
///
/// A file that is nothing but tests begins with them. Otherwise they are a `#[cfg(test)]` module with a body, and go on to
/// the end of the file; a lone function or a declared module under `#[cfg(test)]` does not turn what follows into tests.
pub(crate) fn first_test_line(file: &File) -> Option<usize> {
    let (folders, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    if name == "tests.rs" || folders.split('/').any(|folder| folder == "tests") {
        return Some(1);
    }
    let mut marked = None;
    for (number, line) in file.lines() {
        let mut item = line.trim_start();
        if let Some(rest) = item.strip_prefix("#[cfg(test)]") {
            marked = marked.or(Some(number));
            item = rest.trim_start();
        }
        if item.is_empty() || item.starts_with("#[") || item.starts_with("//") {
            continue;
        }
        let item = item.strip_prefix("pub(crate) ").unwrap_or(item);
        if marked.is_some() && item.starts_with("mod ") && item.contains('{') {
            return marked;
        }
        marked = None;
    }
    None
}

/// The lines of a source file before its tests, without comments and what strings say.
pub(crate) fn code_lines(file: &File) -> impl Iterator<Item = (usize, String)> {
    let end = first_test_line(file).unwrap_or(usize::MAX);
    file.lines().take_while(move |&(number, _)| number < end).map(|(number, line)| (number, code(line)))
}

/// The code of a line: no comment, and strings emptied.
fn code(line: &str) -> String {
    let mut code = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            break;
        }
        // A quotation mark or a backslash as a character opens no string.
        if let Some(literal) = ["'\"'", "'\\\"'", "'\\\\'"].iter().find(|literal| rest.starts_with(**literal)) {
            rest = &rest[literal.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        code.push(c);
        if c == '"' {
            let end = string_end(rest);
            code.push('"');
            rest = &rest[end..];
        }
    }
    code
}

/// How many bytes belong to the string that has just been opened, its closing mark included.
fn string_end(rest: &str) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Whether a word occurs by itself and not as a part of a longer one; its edges that aren't letters need no border.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(i, _)| {
        let glued_before = word.starts_with(joins) && text[..i].ends_with(joins);
        let glued_after = word.ends_with(joins) && text[i + word.len()..].starts_with(joins);
        !glued_before && !glued_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_first_test_line(expected: Option<usize>, path: &str, text: &str) {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        assert_eq!(first_test_line(&file), expected);
    }

    #[test]
    fn tests_begin_with_their_module() {
        let wall = "crates/engine/src/wall.rs";
        check_first_test_line(None, wall, "//! Walls.\nfn longest() {}\n");
        check_first_test_line(Some(3), wall, "//! Walls.\nfn longest() {}\n#[cfg(test)]\nmod tests {\n}\n");
        check_first_test_line(
            Some(2),
            wall,
            "//! Walls.\n#[cfg(test)]\n#[allow(dead_code)]\n// Drawn.\nmod tests {\n}\n",
        );
        check_first_test_line(Some(2), wall, "//! Walls.\n#[cfg(test)] mod tests { }\n");
    }

    #[test]
    fn what_is_not_a_module_with_a_body_opens_no_tests() {
        let lib = "crates/engine/src/lib.rs";
        check_first_test_line(None, lib, "#[cfg(test)]\nmod drawing;\nmod wall;\n");
        check_first_test_line(None, lib, "#[cfg(test)]\nuse wall::draw;\nmod inner {\n}\n");
        check_first_test_line(None, lib, "// #[cfg(test)]\nmod inner {\n}\n");
        check_first_test_line(Some(4), lib, "#[cfg(test)]\nmod drawing;\n\n#[cfg(test)]\nmod tests {\n}\n");
    }

    #[test]
    fn files_of_tests_begin_with_them() {
        check_first_test_line(Some(1), "crates/engine/tests/walls.rs", "fn check() {}\n");
        check_first_test_line(Some(1), "crates/engine/src/wall/tests.rs", "fn check() {}\n");
        check_first_test_line(None, "crates/engine/src/contests.rs", "fn check() {}\n");
    }

    #[track_caller]
    fn check_code(expected: &str, line: &str) {
        assert_eq!(code(line), expected);
    }

    #[test]
    fn comments_and_strings_are_no_code() {
        check_code("let a = 1; ", "let a = 1; // not unsafe");
        check_code("", "/// A float is `f64`.");
        check_code("say(\"\"); x", "say(\"http://f64 \\\" y\"); x");
        check_code("if c ==  { f64 }", "if c == '\"' { f64 }");
        check_code("if c ==  { f64 }", "if c == '\\\\' { f64 }");
        check_code("open(\"\"", "open(\"goes on below");
    }

    #[test]
    fn a_word_stands_by_itself() {
        assert!(has_word("unsafe { }", "unsafe"));
        assert!(!has_word("#![forbid(unsafe_code)]", "unsafe"));
        assert!(!has_word("an unsafely", "unsafe"));
        assert!(has_word("unsafely unsafe", "unsafe"));
        assert!(has_word("ruleset.modules.len()", ".modules"));
        assert!(!has_word("ruleset.modules_on", ".modules"));
        assert!(has_word("match Module::Huts", "Module::"));
        assert!(!has_word("SubModule::Huts", "Module::"));
    }
}
