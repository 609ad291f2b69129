//! Prints what clients know beside the types: `material` for what is printed on the tiles, `citations` for
//! the rules that refusals state, `limits` for how much people may write.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use alhambra_engine::{Broken, Objection, Refusal, material::Tile};
use alhambra_protocol::{LIMITS, Piece};

fn main() {
    let what = std::env::args().nth(1);
    let text = match what.as_deref() {
        Some("material") => {
            let pieces: Vec<Piece> = Tile::all().map(Piece::of).collect();
            serde_json::to_string(&pieces)
        }
        Some("citations") => {
            let all =
                [("broken", Broken::CITATIONS), ("objection", Objection::CITATIONS), ("refusal", Refusal::CITATIONS)];
            let by_name: BTreeMap<_, BTreeMap<_, _>> =
                all.into_iter().map(|(sort, citations)| (sort, citations.iter().copied().collect())).collect();
            serde_json::to_string_pretty(&by_name)
        }
        Some("limits") => serde_json::to_string_pretty(&LIMITS),
        _ => {
            eprintln!("name what to generate: material, citations or limits");
            std::process::exit(2);
        }
    };
    println!("{}", text.expect("it was made of plain text"));
}
