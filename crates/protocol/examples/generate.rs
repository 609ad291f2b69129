//! Prints what clients are generated from: `openapi` for the types, `material` for what is printed on the tiles.

#![forbid(unsafe_code)]

use alhambra_engine::material::Tile;
use alhambra_protocol::{Piece, openapi};

fn main() {
    let what = std::env::args().nth(1);
    let text = match what.as_deref() {
        Some("openapi") => serde_json::to_string_pretty(&openapi()),
        Some("material") => {
            let pieces: Vec<Piece> = Tile::all().map(Piece::of).collect();
            serde_json::to_string(&pieces)
        }
        _ => {
            eprintln!("name what to generate: openapi or material");
            std::process::exit(2);
        }
    };
    println!("{}", text.expect("it was made of plain text"));
}
