//! The rules pages: every drawing can be read, is a legal city, and does what the page claims of it.

mod common;

use std::{fs, path::Path};

use alhambra_engine::{
    City, invariants,
    material::{Part, Tile},
    notation::parse_city,
};

/// Pages with pieces that can't be drawn yet; the list only gets shorter.
const NOT_YET: [&str; 5] = ["alhambra-and-granada.md", "camps.md", "granada.md", "huts.md", "together.md"];

/// A fenced block: its language, its first line and its text.
struct Block {
    language: String,
    line: usize,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (i, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(language) if !open => {
                open = true;
                blocks.push(Block { language: language.to_owned(), line: i + 2, text: String::new() });
            }
            Some(_) => open = false,
            None if open => blocks.last_mut().unwrap().text += &format!("{line}\n"),
            None => {}
        }
    }
    blocks
}

/// Every rules page with its place.
fn pages() -> Vec<(String, String)> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let mut pages = Vec::new();
    for language in ["de", "en"] {
        for entry in fs::read_dir(rules.join(language)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            pages.push((format!("{language}/{name}"), fs::read_to_string(path).unwrap()));
        }
    }
    pages.sort();
    pages
}

/// What is true of the city instead of the claim, if it is not what is claimed.
fn check_claim(city: &City, claim: &str) -> Result<(), String> {
    if let Some(length) = claim.strip_prefix("wall ") {
        let wall = city.longest_wall(Part::Alhambra).to_string();
        return if wall == length { Ok(()) } else { Err(format!("the wall is {wall} long")) };
    }
    let (place, verdict) = claim.split_once(": ").ok_or("a claim is `wall N` or `place TILE CELL: ok` or reasons")?;
    let [_, tile, cell] = place.split(' ').collect::<Vec<_>>().try_into().map_err(|_| "place TILE CELL")?;
    let tile = tile.parse().map_err(|it| format!("{it}"))?;
    let cell = cell.parse().map_err(|it| format!("{it}"))?;
    let reasons: Vec<&str> = city.broken_by(tile, Tile::edges(tile), cell).names().collect();
    let found = if reasons.is_empty() { "ok".to_owned() } else { reasons.join(" ") };
    if found == verdict { Ok(()) } else { Err(found) }
}

#[test]
fn every_drawing_does_what_its_page_claims() {
    let (mut n_drawings, mut n_claims) = (0, 0);
    for (name, page) in pages() {
        if NOT_YET.iter().any(|it| name.ends_with(&format!("/{it}"))) {
            continue;
        }
        let mut city = None;
        for Block { language, line, text } in blocks(&page) {
            match language.as_str() {
                "city" => {
                    let drawn = parse_city(&text).unwrap_or_else(|error| panic!("{name}:{line}: {error}"));
                    let broken = invariants::broken_rules(&drawn);
                    assert!(broken.is_empty(), "{name}:{line}: {broken}");
                    city = Some(drawn);
                    n_drawings += 1;
                }
                "claims" => {
                    let city = city.as_ref().unwrap_or_else(|| panic!("{name}:{line}: claims of nothing"));
                    for (i, claim) in text.lines().enumerate() {
                        check_claim(city, claim)
                            .unwrap_or_else(|found| panic!("{name}:{}: {claim}, but {found}", line + i));
                        n_claims += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(n_drawings >= 22 && n_claims >= 40, "{n_drawings} drawings with {n_claims} claims were found");
}

#[test]
fn pages_wait_only_for_pieces_that_cannot_be_drawn() {
    for (name, page) in pages() {
        if NOT_YET.iter().any(|it| name.ends_with(&format!("/{it}"))) {
            let mut drawings = blocks(&page).into_iter().filter(|it| it.language == "city");
            let waits = drawings.any(|it| parse_city(&it.text).is_err());
            assert!(waits, "every drawing of {name} can be read by now: take it off the list");
        }
    }
}
