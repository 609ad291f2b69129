//! The rules pages: every drawing can be read, is a legal city, and does what the page claims of it.

use std::{fs, path::Path};

use alhambra_engine::{
    City, Player, invariants,
    material::{Part, Tile},
    modules::{bazaars, camps},
    notation::parse_city,
    scoring,
};

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
    if let Some(placement) = claim.strip_prefix("place ") {
        return check_placement(city, placement);
    }
    let (what, claimed) = claim.rsplit_once(' ').ok_or("a claim is a name and a number, or a placement")?;
    let found = match what {
        "wall" => city.longest_wall(Part::Alhambra).into(),
        "moat" => city.longest_wall(Part::Granada).into(),
        "together" => city.longest_together().into(),
        "camps" => camps::score(city),
        "bazaars" => bazaars::score(city),
        _ => {
            let kind = what.strip_prefix("buildings ").ok_or("nobody knows how to check this")?;
            let mut player = Player::new(Tile::FOUNTAIN);
            player.city = *city;
            scoring::buildings(&player)[kind.parse().map_err(|it| format!("{it}"))?].into()
        }
    };
    if found.to_string() == claimed { Ok(()) } else { Err(format!("it is {found}")) }
}

/// A tile, a cell, and `ok` or what is wrong with it.
fn check_placement(city: &City, claim: &str) -> Result<(), String> {
    let (place, verdict) = claim.split_once(": ").ok_or("what comes of it is missing")?;
    let (tile, cell) = place.split_once(' ').ok_or("tile or cell is missing")?;
    let tile: Tile = tile.parse().map_err(|it| format!("{it}"))?;
    let cell = cell.parse().map_err(|it| format!("{it}"))?;
    let reasons: Vec<&str> = city.broken_by(tile, tile.edges(), cell).names().collect();
    let found = if reasons.is_empty() { "ok".to_owned() } else { reasons.join(" ") };
    if found == verdict { Ok(()) } else { Err(found) }
}

#[test]
fn every_drawing_does_what_its_page_claims() {
    let (mut n_drawings, mut n_claims) = (0, 0);
    for (name, page) in pages() {
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
    assert!(n_drawings >= 34 && n_claims >= 60, "{n_drawings} drawings with {n_claims} claims were found");
}
