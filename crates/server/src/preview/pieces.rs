//! Palaces as SVG, drawn with the symbols and colours of the client.

use std::{collections::HashMap, fmt::Write as _, sync::LazyLock};

use alhambra_engine::{
    city::Placed,
    material::{Cell, Edges, Face, Side, Tile},
};
use alhambra_protocol as protocol;
use serde::Serialize;

/// What the client draws with, so that a symbol or a colour that changes there changes here.
const SYMBOLS: &str = include_str!("../../../../web/src/symbols.svg");
const STYLES: [&str; 2] =
    [include_str!("../../../../web/src/tokens.css"), include_str!("../../../../web/src/pieces/pieces.css")];

/// Seen in a picture, and looked for by a test, where a colour has another name now.
const UNKNOWN: &str = "#ff00ff";
/// How large a tile becomes at most: a palace that has only begun does not fill a picture.
const LARGEST: f32 = 150.0;

/// The colours of the client in the light, by selector and name.
static COLOURS: LazyLock<HashMap<(&str, &str), &str>> =
    LazyLock::new(|| STYLES.into_iter().flat_map(blocks).filter(|it| !it.0.0.contains("dark")).collect());

fn blocks(css: &'static str) -> impl Iterator<Item = ((&'static str, &'static str), &'static str)> {
    css.split('}').filter_map(|it| it.rsplit_once('{')).flat_map(|(selector, block)| {
        // A comment may stand before a selector.
        let selector = selector.rsplit("*/").next().unwrap_or_default().trim();
        block.split(';').filter_map(move |it| {
            let (name, value) = it.rsplit("*/").next()?.trim().split_once(':')?;
            Some(((selector, name.trim()), value.trim()))
        })
    })
}

/// A colour of the whole page.
pub(super) fn colour(name: &str) -> &'static str {
    in_class(":root", name)
}

/// A colour as something of this class sees it.
fn in_class(class: &str, name: &str) -> &'static str {
    let found = COLOURS.get(&(class, name)).or_else(|| COLOURS.get(&(":root", name)));
    match found.map(|it| (it, it.strip_prefix("var(").and_then(|it| it.strip_suffix(')')))) {
        Some((_, Some(other))) => colour(other),
        Some((value, None)) => value,
        None => UNKNOWN,
    }
}

/// How something is called in the client's files.
fn slug(it: impl Serialize) -> String {
    serde_json::to_value(it).ok().and_then(|it| Some(it.as_str()?.to_owned())).unwrap_or_default()
}

/// A place in a picture.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// A symbol in its colour; where something is cut out of it one sees what is behind.
pub(super) fn symbol(id: &str, Frame { x, y, width, height }: Frame, ink: &str, behind: &str) -> String {
    let head = format!("<symbol id=\"{id}\"");
    let drawing = SYMBOLS.split_once(&head).and_then(|it| it.1.split_once('>')?.1.split_once("</symbol>"));
    let drawing = drawing.map_or(UNKNOWN, |it| it.0);
    let drawing = drawing.replace("var(--sym-hole, #fff)", behind).replace("var(--sym-accent, currentColor)", ink);
    format!(
        "<svg x='{x:.1}' y='{y:.1}' width='{width:.1}' height='{height:.1}' viewBox='0 0 100 100' color='{ink}'>{drawing}</svg>"
    )
}

/// A palace as large as fits, in the middle of a frame, with a line along its longest walls.
pub(super) fn palace(tiles: &[Placed], lines: &protocol::Lines, frame: Frame) -> String {
    let range = |of: fn(&Placed) -> i8| {
        let (least, most) = (tiles.iter().map(of).min(), tiles.iter().map(of).max());
        (f32::from(least.unwrap_or_default()), f32::from(most.unwrap_or_default()))
    };
    let ((left, right), (top, bottom)) = (range(|it| it.cell.x), range(|it| it.cell.y));
    let (columns, rows) = (right - left + 1.0, bottom - top + 1.0);
    let size = LARGEST.min(frame.width / columns).min(frame.height / rows);
    let corner = |Cell { x, y }: Cell| {
        let x = frame.x + (frame.width - columns * size) / 2.0 + (f32::from(x) - left) * size;
        (x, frame.y + (frame.height - rows * size) / 2.0 + (f32::from(y) - top) * size)
    };
    let mut svg = String::new();
    for placed in tiles {
        let (x, y) = corner(placed.cell);
        let _ = write!(
            svg,
            "<rect x='{:.1}' y='{:.1}' width='{size:.1}' height='{size:.1}' rx='5' opacity='.16'/>",
            x + 2.0,
            y + 5.0
        );
    }
    for placed in tiles {
        let ((x, y), scale) = (corner(placed.cell), size / 100.0);
        let _ = write!(
            svg,
            "<g transform='translate({x:.1} {y:.1}) scale({scale:.3})'>{}</g>",
            tile(placed.tile, placed.edges)
        );
    }
    let protocol::Lines { wall, moat, together: _ } = lines;
    for (sides, case) in [(wall, "--wall-case"), (moat, "--water-deep")] {
        let mut path = String::new();
        for protocol::Side { cell, side } in sides {
            let (x, y) = corner(*cell);
            let far = |it: Side| if side.has(it) { size } else { 0.0 };
            let from = (x + far(Side::East), y + far(Side::South));
            let is_across = side.has(Side::North) || side.has(Side::South);
            let to = if is_across { (from.0 + size, from.1) } else { (from.0, from.1 + size) };
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
        }
        for (ink, width) in [(colour(case), 8.0), (colour("--wall-glow"), 4.4)] {
            let _ = write!(
                svg,
                "<path d='{path}' fill='none' stroke='{ink}' stroke-width='{width}' stroke-linecap='round'/>"
            );
        }
    }
    svg
}

/// A tile in a square of a hundred units, as plain as the client draws it from afar.
fn tile(tile: Tile, edges: Edges) -> String {
    let square = |inset: f32| Frame { x: inset, y: inset, width: 100.0 - 2.0 * inset, height: 100.0 - 2.0 * inset };
    match tile.face() {
        Face::Building { building, price: _ } => {
            let class = format!(".k-{}", slug(building));
            let (face, ink) = (in_class(&class, "--face"), in_class(&class, "--motif"));
            let motif = symbol(&class[1..], square(19.0), ink, face);
            ground(face, in_class(&class, "--edge")) + &motif + &sides(edges, WALL)
        }
        Face::Hut { building } => {
            let class = format!(".k-{}", slug(building));
            let (face, edge, canvas) = (in_class(&class, "--face"), in_class(&class, "--edge"), colour("--canvas"));
            let rim = format!(
                "<path d='M6 6H94V94H6Z' fill='none' stroke='{face}' stroke-width='6' stroke-dasharray='6 5'/>"
            );
            ground(canvas, edge) + &rim + &symbol("hut", square(22.0), edge, canvas) + &sides(edges, WALL)
        }
        Face::Fountain => {
            let (stone, water) = (colour("--stone"), colour("--water-deep"));
            let motif = symbol("fountain", square(12.0), water, stone);
            ground(stone, colour("--stone-line")) + &motif + &sides(edges, WALL)
        }
        Face::GranadaStart => {
            let stone = colour("--g-face");
            ground(stone, colour("--stone-line")) + &symbol("start-granada", square(22.0), colour("--wall"), stone)
        }
        Face::Granada { kind, price: _ } => {
            let class = format!(".g-{}", slug(kind));
            let (face, ink) = (in_class(&class, "--face"), in_class(&class, "--motif"));
            let house = format!("<rect x='17' y='17' width='66' height='66' rx='9' fill='{face}'/>");
            let motif = symbol(&class[1..], square(24.0), ink, face);
            ground(colour("--g-face"), colour("--stone-line")) + &house + &motif + &sides(edges, MOAT)
        }
        Face::Camp { price: _ } => {
            let sand = colour("--camp");
            let motif = symbol("camp", square(25.0), colour("--camp-ink"), sand);
            ground(sand, colour("--camp-edge")) + &motif + &sides(edges, BASTION)
        }
        Face::Bazaar { currency: _, colours } => {
            let awning = colour("--awning");
            let stall = Frame { x: 25.0, y: 9.0, width: 50.0, height: 50.0 };
            let mut svg =
                ground(awning, colour("--awning-edge")) + &symbol("bazaar", stall, colour("--awning-ink"), awning);
            for (building, x) in colours.into_iter().zip([9.0, 37.5, 66.0]) {
                let face = in_class(&format!(".k-{}", slug(building)), "--face");
                let _ = write!(svg, "<rect x='{x}' y='65' width='25' height='25' rx='4' fill='{face}'/>");
            }
            svg + &sides(edges, WALL)
        }
    }
}

fn ground(face: &str, edge: &str) -> String {
    format!(
        "<rect x='1' y='1' width='98' height='98' rx='4' fill='{face}' stroke='{edge}' stroke-width='1.6'/>\
         <rect x='1' y='1' width='98' height='98' rx='4' fill='url(#glaze)'/>"
    )
}

/// What stands on a side, drawn for the northern one: its outline, its colour and that of the outline.
type Edging = (&'static str, &'static str, &'static str);

const WALL: Edging = (
    "M.6 14.4V.6H11.8V4.2H17.5V.6H28.7V4.2H34.4V.6H45.6V4.2H51.3V.6H62.5V4.2H68.2V.6H79.4V4.2H85.1V.6H99.4V14.4Z",
    "--wall",
    "--wall-line",
);
const MOAT: Edging = ("M.6 .6H99.4V14.6H.6Z", "--water", "--water-deep");
const BASTION: Edging = ("M22 0H78V13H70V18H60V13H55V18H45V13H40V18H30V13H22Z", "--bastion", "--piece-line");

fn sides(edges: Edges, (path, fill, line): Edging) -> String {
    let (fill, line) = (colour(fill), colour(line));
    let turned = |side: Side| {
        let degrees = 90 * side as u16;
        format!(
            "<path d='{path}' fill='{fill}' stroke='{line}' stroke-width='1.7' transform='rotate({degrees} 50 50)'/>"
        )
    };
    edges.sides().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_symbol_and_colours() {
        for it in Tile::all() {
            let svg = tile(it, it.edges());
            assert!(!svg.contains(UNKNOWN) && !svg.contains("var("), "{it}: {svg}");
            assert!(svg.contains("<path d=\""), "{it} shows no symbol: {svg}");
        }
        assert_eq!(colour("--k-pavilion"), "#2C57A8");
        assert_eq!(in_class(".g-bath-house", "--motif"), colour("--g-dark"));
    }
}
