//! The picture of a link: a palace, and beside it who sits at the table.

use std::{
    fmt::Write as _,
    sync::{Arc, LazyLock},
};

use alhambra_engine::{View, city::Placed, ruleset::Game};
use alhambra_protocol::{Code, Colour, Lines, Problem, Tally};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use skrifa::{
    FontRef, MetadataProvider as _,
    instance::{LocationRef, Size},
};

use super::{
    escape,
    pieces::{Frame, colour, palace, symbol},
};

/// What sites that show previews ask for, in pixels.
pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;

/// The fonts that come with the program: a server has none.
const SANS: &[u8] = include_bytes!("../../fonts/AlhambraSans-Bold.ttf");
const DISPLAY: &[u8] = include_bytes!("../../fonts/AlhambraDisplay-Bold.ttf");

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(SANS.to_vec());
    fonts.load_font_data(DISPLAY.to_vec());
    Arc::new(fonts)
});

/// Where the palace stands, and where the seats are listed.
const COURT: Frame = Frame { x: 36.0, y: 36.0, width: 640.0, height: 558.0 };
const SEATS: Frame = Frame { x: 712.0, y: 152.0, width: 452.0, height: 442.0 };

/// What a picture shows.
pub(super) struct Card {
    pub game: Game,
    /// The palace of whoever leads, with its longest walls.
    pub tiles: Vec<Placed>,
    pub lines: Lines,
    pub seats: Vec<Seat>,
}

/// A seat in a picture.
pub(super) struct Seat {
    /// Who sits there; nobody yet if there is none.
    pub name: Option<String>,
    pub colour: Colour,
    /// The points, once the game has begun.
    pub score: Option<u16>,
    pub wins: bool,
}

impl Card {
    /// The palace that a spectator looks at first: of a winner, or else of whoever has most points.
    pub(super) fn of(view: &View, tallies: Vec<Tally>, mut seats: Vec<Seat>) -> Card {
        for (seat, player) in seats.iter_mut().zip(&view.players) {
            seat.score = Some(player.score);
        }
        let rank = |seat: usize| (seats.get(seat).is_some_and(|it| it.wins), view.players[seat].score, !seat);
        let leader = (0..view.players.len()).max_by_key(|&it| rank(it)).unwrap_or_default();
        let tiles = view.players[leader].city.tiles().to_vec();
        let lines = tallies.into_iter().nth(leader).map(|it| it.lines).unwrap_or_default();
        Card { game: view.ruleset.game, tiles, lines, seats }
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// If it can't be drawn, which is a mistake of ours.
    pub(super) fn draw(&self) -> Result<Vec<u8>, Problem> {
        let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "a preview could not be drawn");
            Problem::new(Code::Internal, "the picture could not be drawn")
        };
        let tree = Tree::from_str(&self.svg(), &options).map_err(|it| failed(&it))?;
        let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| failed(&"it is too large"))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|it| failed(&it))
    }

    fn svg(&self) -> String {
        let inner =
            Frame { x: COURT.x + 36.0, y: COURT.y + 36.0, width: COURT.width - 72.0, height: COURT.height - 72.0 };
        let Frame { x, y, width, height } = COURT;
        let mark = Frame { x: SEATS.x, y: 44.0, width: 76.0, height: 76.0 };
        let (title, title_size) = match self.game {
            Game::Alhambra => ("Alhambra", 60.0),
            Game::Granada => ("Granada", 60.0),
            Game::Both => ("Alhambra & Granada", 38.0),
        };
        let title = text(
            title,
            Place { x: SEATS.x + 96.0, y: 101.0, size: title_size, is_display: true, ink: colour("--ink") },
        );
        let defs = DEFS.replace("GROUND-LINE", colour("--ground-line"));
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}'>{defs}\
             <rect width='{WIDTH}' height='{HEIGHT}' fill='{}'/>\
             <rect x='{x}' y='{y}' width='{width}' height='{height}' rx='28' fill='{}'/>\
             <rect x='{x}' y='{y}' width='{width}' height='{height}' rx='28' fill='url(#ground)' \
              stroke='{}' stroke-width='2'/>\
             {}{}{title}{}</svg>",
            colour("--ground"),
            colour("--court"),
            colour("--line-strong"),
            palace(&self.tiles, &self.lines, inner),
            symbol("fountain", mark, colour("--accent"), colour("--ground")),
            self.list(),
        )
    }

    fn list(&self) -> String {
        let step = (SEATS.height / f32::from(self.seats.len().max(1) as u8)).min(92.0);
        let radius = step * 0.36;
        let mut svg = String::new();
        for (seat, i) in self.seats.iter().zip(0_u8..) {
            let (x, y) = (SEATS.x + radius + 2.0, SEATS.y + step * (f32::from(i) + 0.5));
            let Some(name) = seat.name.as_deref() else {
                let line = colour("--line-strong");
                let _ = write!(
                    svg,
                    "<circle cx='{x}' cy='{y}' r='{radius}' fill='none' stroke='{line}' stroke-width='3' stroke-dasharray='7 6'/>"
                );
                continue;
            };
            let token = token(seat.colour);
            let (fill, ink) = (colour(token), colour(&format!("{token}-ink")));
            let _ = write!(svg, "<circle cx='{x}' cy='{y}' r='{radius}' fill='{fill}'/>");
            let name = readable(name);
            let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            svg += &text(
                &initial,
                Place {
                    x: x - advance(&initial, radius) / 2.0,
                    y: y + radius * 0.36,
                    size: radius,
                    is_display: false,
                    ink,
                },
            );
            let score = seat.score.map(|it| it.to_string()).unwrap_or_default();
            let size = step * 0.5;
            let score_width = advance(&score, size);
            let end = SEATS.x + SEATS.width;
            svg += &text(
                &score,
                Place { x: end - score_width, y: y + size * 0.36, size, is_display: false, ink: colour("--ink") },
            );
            let mut room = end - score_width - 20.0 - (x + radius + 18.0);
            if seat.wins {
                let crown = Frame { x: end - score_width - 20.0 - size, y: y - size / 2.0, width: size, height: size };
                svg += &symbol("crown", crown, colour("--gold-bright"), colour("--ground"));
                room -= size + 12.0;
            }
            let size = (step * 0.42).min(step * 0.42 * room / advance(&name, step * 0.42).max(1.0));
            svg += &text(
                &name,
                Place { x: x + radius + 18.0, y: y + size * 0.34, size, is_display: false, ink: colour("--ink") },
            );
        }
        svg
    }
}

/// Light on tiles, and the stars and crosses of the ground, as the client draws them.
const DEFS: &str = "<defs>\
    <linearGradient id='glaze' x1='0' y1='0' x2='.35' y2='1'><stop offset='0' stop-color='#fff' stop-opacity='.2'/>\
    <stop offset='.5' stop-color='#fff' stop-opacity='0'/><stop offset='1' stop-opacity='.16'/></linearGradient>\
    <pattern id='ground' width='56' height='56' patternUnits='userSpaceOnUse'><path d='M28 0L36.2 8.2H47.8V19.8L56 28L47.8 \
    36.2V47.8H36.2L28 56L19.8 47.8H8.2V36.2L0 28L8.2 19.8V8.2H19.8Z' fill='none' stroke='GROUND-LINE'/></pattern></defs>";

/// The client's name for the colour of a seat.
const fn token(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "--p1",
        Colour::Teal => "--p2",
        Colour::Saffron => "--p3",
        Colour::Violet => "--p4",
        Colour::Olive => "--p5",
        Colour::Slate => "--p6",
    }
}

/// Where and how a text begins.
struct Place<'a> {
    x: f32,
    y: f32,
    size: f32,
    is_display: bool,
    ink: &'a str,
}

fn text(text: &str, Place { x, y, size, is_display, ink }: Place<'_>) -> String {
    let family = if is_display { "Alhambra Display" } else { "Alhambra Sans" };
    let text = escape(text);
    format!(
        "<text x='{x:.1}' y='{y:.1}' font-family='{family}' font-weight='700' font-size='{size:.1}' fill='{ink}'>{text}</text>"
    )
}

/// What the font can write of a name; the words beside the picture have all of it.
fn readable(name: &str) -> String {
    let Ok(font) = FontRef::new(SANS) else { return String::new() };
    let known = font.charmap();
    name.chars().filter(|&it| known.map(it).is_some()).collect::<String>().trim().to_owned()
}

/// How wide a text becomes.
fn advance(text: &str, size: f32) -> f32 {
    let Ok(font) = FontRef::new(SANS) else { return 0.0 };
    let (known, widths) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
    text.chars().filter_map(|it| widths.advance_width(known.map(it)?)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_font_can_not_write_is_left_out() {
        assert_eq!(readable("Zoë 🎲 Müller"), "Zoë  Müller");
        assert_eq!(readable("Ольга Κώστας"), "Ольга Κώστας");
        assert_eq!(readable("王小明"), "");
        assert!(advance("WWWW", 20.0) > advance("iiii", 20.0));
    }

    #[test]
    fn a_name_is_text_whatever_it_looks_like() {
        let seat = |name: &str| Seat { name: Some(name.to_owned()), colour: Colour::Teal, score: Some(9), wins: true };
        for name in ["</text><script>", "&amp;'\"<!--", "<![CDATA[", "WWWWWWWWWWWWWWWWWWWW", "🎲", "x"] {
            let card = Card { game: Game::Both, tiles: Vec::new(), lines: Lines::default(), seats: vec![seat(name)] };
            assert!(!card.svg().contains("<script"), "{name}");
            assert!(card.draw().is_ok_and(|it| it.starts_with(b"\x89PNG")), "{name}");
        }
    }
}
