//! Links: what a text of the project points to has to be there.

use super::finding::Finding;
use super::tree::Tree;

/// Every relative link of a Markdown file leads to a file or folder of the project.
pub(crate) fn relative(findings: &mut Vec<Finding>, tree: &Tree) {
    for file in tree.files().filter(|file| file.has_extension("md")) {
        for (number, target) in links(&file.text) {
            if leads_outside(&target) {
                continue;
            }
            if !resolve(&file.path, &target).is_some_and(|path| tree.holds(&path)) {
                let wrong = format!("the link `{target}` leads nowhere");
                findings.push(Finding::new(&file.path, number, wrong, "correct it or write the file"));
            }
        }
    }
}

/// The targets of all links and pictures in a Markdown text with their lines, leaving out what stands there as code.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut fence = None;
    for (i, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        if fence.is_some() || mark.is_some() {
            // A fence is closed by its own mark only.
            fence = match fence {
                Some(open) if mark == Some(open) => None,
                Some(open) => Some(open),
                None => mark,
            };
            continue;
        }
        let line = without_code(line);
        let inline = line.match_indices("](").filter_map(|(at, mark)| target(&line[at + mark.len()..]));
        let defined = definition(&line).and_then(target);
        let attributes = ["src=\"", "href=\""].into_iter();
        let html = attributes.flat_map(|name| line.split(name).skip(1)).filter_map(|rest| rest.split('"').next());
        links.extend(inline.chain(defined).chain(html).map(|target| (i + 1, target.to_owned())));
    }
    links
}

/// A line without its code between backticks.
fn without_code(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        kept.push_str(&rest[..at]);
        let opened = rest[at..].trim_start_matches('`');
        let mark = &rest[at..rest.len() - opened.len()];
        match opened.find(mark) {
            Some(end) => rest = &opened[end + mark.len()..],
            None => rest = opened,
        }
    }
    kept.push_str(rest);
    kept
}

/// What follows the label of a link definition such as `[map]: ARCHITECTURE.md`; footnotes are none.
fn definition(line: &str) -> Option<&str> {
    let (label, rest) = line.trim_start().strip_prefix('[')?.split_once("]:")?;
    (!label.starts_with('^') && !label.contains(']')).then(|| rest.trim_start())
}

/// The target with which the rest of a link begins: between angle brackets, or up to a blank or the closing bracket.
fn target(rest: &str) -> Option<&str> {
    if let Some(bracketed) = rest.strip_prefix('<') {
        return bracketed.split('>').next();
    }
    let mut depth = 0;
    let end = rest.find(|c: char| match c {
        '(' => {
            depth += 1;
            false
        }
        ')' => {
            depth -= 1;
            depth < 0
        }
        _ => c.is_whitespace(),
    });
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Whether a link leads to another place on the same page or to another host.
fn leads_outside(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    target.starts_with(['#', '?'])
        || target.starts_with("//")
        || scheme.is_some_and(|scheme| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c)))
}

/// The path in the project that a link in a file means, unless it climbs out of the project.
fn resolve(file: &str, target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next()?.replace("%20", " ");
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { file.split('/').collect() };
    // The links of a file start from its folder.
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_links(expected: &[(usize, &str)], text: &str) {
        let found = links(text);
        let found: Vec<_> = found.iter().map(|(line, target)| (*line, target.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn links_are_found() {
        check_links(&[(2, "a.md"), (2, "b.png")], "Text\nsee [a](a.md), ![b](b.png \"B\")");
        check_links(&[(1, "a (1).md")], "[a](<a (1).md>)");
        check_links(&[(1, "a_(b).md")], "([a](a_(b).md))");
        check_links(&[(1, "a.png"), (1, "a.md")], "[![a](a.png)](a.md)");
        check_links(&[(1, "ARCHITECTURE.md")], "[map]: ARCHITECTURE.md \"Map\"");
        check_links(&[(1, "docs/table.png")], "<img alt=\"x\" src=\"docs/table.png\">");
    }

    #[test]
    fn code_and_footnotes_are_no_links() {
        check_links(&[(1, "c.md")], "`[a](a.md)` ``[`b`](b.md)`` [c](c.md)");
        check_links(&[(5, "c.md")], "```text\n[a](a.md)\n~~~\n```\n[c](c.md)");
        check_links(&[(1, "c.md")], "a lone ` and [c](c.md)");
        check_links(&[], "[^1]: a.md\n[a] (b)\n- [ ] box");
    }

    #[test]
    fn other_hosts_and_the_own_page_are_left_alone() {
        for target in ["https://example.org/a.md", "mailto:a@example.org", "//example.org", "#rules", "?seat=2"] {
            assert!(leads_outside(target), "{target}");
        }
        for target in ["a.md", "../a.md#turn", "/docs", "docs/a:b.md"] {
            assert!(!leads_outside(target), "{target}");
        }
    }

    #[track_caller]
    fn check_relative(expected: &[usize], text: &str) {
        let tree = Tree::of(&[("docs/rules/en/base.md", text), ("docs/rulings.md", ""), ("README.md", "")]);
        let mut findings = Vec::new();
        relative(&mut findings, &tree);
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_link_leads_somewhere() {
        check_relative(&[], "[a](../../rulings.md#x) [b](/README.md) [c](base.md) [d](..) [e](../../../README.md)");
        check_relative(&[1, 2, 3], "[a](rulings.md)\n[b](/docs/READ.md)\n[c](../../../../README.md)");
    }
}
