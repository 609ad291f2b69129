//! Previews of links: what chats and other sites show of a table, a result or a replay, in words and as a picture.
//!
//! Whoever has a link sees a table as a spectator does; a preview shows no more than that, and search engines are asked to leave it alone.

mod card;
mod pieces;
mod words;

use std::{
    collections::VecDeque,
    fmt::Write as _,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use alhambra_engine::{Seed, State as GameState, View};
use alhambra_protocol::{Code, Colour, Problem, Status};
use alhambra_table::{
    game::tallies,
    log::{GameLog, LogEntry},
    meta::{Chair, TableMeta},
    person::Language,
    record::check_length,
};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderName, header, uri::Authority},
    response::{IntoResponse as _, Response},
    routing::get,
};

use self::{
    card::{Card, HEIGHT, Seat, WIDTH},
    words::{Outcome, Page},
};
use crate::{
    app_state::AppState,
    caller,
    error::{Failure, unavailable},
    records,
};

/// Pages of tables are for those who have the link, so search engines shall not list them.
pub(crate) const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex");
/// Sites that show previews may look at pages and pictures; nobody has to look through the interface for programs.
const ROBOTS_FILE: &str = "User-agent: *\nDisallow: /api/\n";
/// How many bytes of pictures are kept: a few hundred.
const KEPT: usize = 16 << 20;
/// How long others may keep a picture, in seconds: of a game that goes on, and of one that is over.
const FRESH: u32 = 60;
const LASTING: u32 = 24 * 60 * 60;

/// Pictures and what robots have to know.
pub(crate) fn routes() -> Router<Arc<AppState>> {
    let robots = async || ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], ROBOTS_FILE);
    Router::new().route("/preview/{file}", get(picture)).route("/robots.txt", get(robots))
}

/// The pictures that were asked for last.
#[derive(Default)]
pub(crate) struct Pictures(Mutex<VecDeque<(String, Bytes)>>);

impl Pictures {
    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Bytes)>> {
        // What is behind the lock is whole after every statement.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: &str) -> Option<Bytes> {
        self.kept().iter().find(|it| it.0 == key).map(|it| it.1.clone())
    }

    fn keep(&self, key: String, picture: Bytes) {
        let mut kept = self.kept();
        kept.retain(|it| it.0 != key);
        kept.push_back((key, picture));
        while kept.iter().map(|it| it.1.len()).sum::<usize>() > KEPT {
            kept.pop_front();
        }
    }
}

/// The page that a path leads to, and the code in it.
fn page(path: &str) -> Option<(Page, &str)> {
    let mut parts = path.split('/').skip(1);
    let (sort, id, rest) = (parts.next()?, parts.next()?, parts.next());
    let page = match (sort, rest) {
        ("t", None) => Page::Table,
        ("g", None) => Page::Result,
        ("g", Some("replay")) => Page::Replay,
        ("g", Some("shuffle")) => Page::Shuffle,
        _ => return None,
    };
    (parts.next().is_none() && is_code(id)).then_some((page, id))
}

/// Whether this can be the code of a table; nothing else is looked for.
fn is_code(id: &str) -> bool {
    (1..=16).contains(&id.len()) && id.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// Whether search engines shall leave a page alone.
pub(crate) fn is_private(path: &str) -> bool {
    ["/t/", "/g/", "/seat/"].iter().any(|it| path.starts_with(it))
}

/// What stands in the head of a page for those who preview its link; nothing for other pages, for tables that don't exist, and
/// for whoever asks too much.
pub(crate) async fn head(app_state: &AppState, path: &str, headers: &HeaderMap, address: IpAddr) -> Option<String> {
    let (page, id) = page(path)?;
    app_state.count_request(address).ok()?;
    let meta = app_state.store.meta(id).await.inspect_err(|it| drop(unavailable(it))).ok()??;
    let outcome = outcome(app_state, &meta).await.ok()?;
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
    let language = Language::preferred(accepted.unwrap_or_default());
    let (title, description) = words::words(page, &meta, outcome.as_ref(), language);
    let mut tags = vec![
        ("og:type", "website".to_owned()),
        ("og:site_name", "Alhambra".to_owned()),
        ("og:locale", if language == Language::German { "de_DE" } else { "en_GB" }.to_owned()),
        ("og:title", title),
        ("og:description", description),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
    // Previews need whole addresses.
    if let Some(site) = site(app_state, headers) {
        tags.extend([
            ("og:url", format!("{site}{path}")),
            ("og:image", format!("{site}/preview/{id}.png")),
            ("og:image:type", "image/png".to_owned()),
            ("og:image:width", WIDTH.to_string()),
            ("og:image:height", HEIGHT.to_string()),
        ]);
    }
    let mut head = String::new();
    for (name, content) in tags {
        let kind = if name.starts_with("og:") { "property" } else { "name" };
        let _ = write!(head, "<meta {kind}=\"{name}\" content=\"{}\">", escape(&content));
    }
    Some(head)
}

/// The address by which people reach the server.
fn site(app_state: &AppState, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &app_state.config.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    Some(format!("http://{host}"))
}

/// What came of a game that is over.
async fn outcome(app_state: &AppState, meta: &TableMeta) -> Result<Option<Outcome>, Problem> {
    if meta.status != Status::Finished {
        return Ok(None);
    }
    let found = app_state.store.result(&meta.id).await.map_err(|it| unavailable(&it))?;
    Ok(found.and_then(|(_, text)| serde_json::from_str(&text).ok()))
}

/// A text inside an attribute or an element, of HTML as of SVG.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(char),
        }
    }
    escaped
}

async fn picture(State(app_state): State<Arc<AppState>>, Path(file): Path<String>, request: Request) -> Response {
    let none = || Problem::new(Code::NotFound, "there is no table with this code");
    let Some(id) = file.strip_suffix(".png").filter(|it| is_code(it)) else { return Failure(none()).into_response() };
    let address = caller::address(&app_state, &request);
    match find(&app_state, id, address).await {
        Ok(Some((picture, kept))) => {
            let kept = format!("max-age={kept}");
            let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, &kept), ROBOTS];
            (headers, picture).into_response()
        }
        Ok(None) => Failure(none()).into_response(),
        Err(problem) => Failure(problem).into_response(),
    }
}

/// The picture of a table, and how long it may be kept.
async fn find(app_state: &AppState, id: &str, address: IpAddr) -> Result<Option<(Bytes, u32)>, Problem> {
    app_state.count_request(address)?;
    let Some(meta) = app_state.store.meta(id).await.map_err(|it| unavailable(&it))? else { return Ok(None) };
    let kept = if meta.is_open() { FRESH } else { LASTING };
    let outcome = outcome(app_state, &meta).await?;
    let log = app_state.store.log(id).await.map_err(|it| unavailable(&it))?;
    check_length(log.len(), app_state.config.limits.record_actions)?;
    let key = key(&meta, &log);
    if let Some(known) = app_state.pictures.find(&key) {
        return Ok(Some((known, kept)));
    }
    let draw = move || Ok(Bytes::from(card(&meta, &log, outcome)?.draw()?));
    let picture = records::work(app_state, address, id, draw).await?;
    app_state.pictures.keep(key, picture.clone());
    Ok(Some((picture, kept)))
}

/// All that a picture follows from, so that a name that was taken back is not shown again.
fn key(meta: &TableMeta, log: &[LogEntry]) -> String {
    let mut key = format!("{} {:?} {}", meta.id, meta.status, log.len());
    for Chair { sitter, colour, .. } in &meta.chairs {
        let _ = write!(key, " {sitter:?} {colour:?}");
    }
    key
}

fn card(meta: &TableMeta, log: &[LogEntry], outcome: Option<Outcome>) -> Result<Card, Problem> {
    let winners = outcome.map(|it| it.winners).unwrap_or_default();
    let seats = meta.chairs.iter().zip(Colour::ALL).zip(0..).map(|((chair, colour), seat)| Seat {
        name: chair.name().map(str::to_owned),
        colour: chair.colour.unwrap_or(colour),
        score: None,
        wins: winners.contains(&seat),
    });
    let seats = seats.collect();
    if meta.started_at.is_some() {
        let state = GameLog::replay(meta, log)?.state;
        return Ok(Card::of(&View::of(&state, None), tallies(&state), seats));
    }
    // Nothing is dealt before the start: every game begins with the same tile, and nobody has a point.
    let state = GameState::new(meta.settings.ruleset, Seed::from_number(0));
    let state = state.map_err(|it| Problem::new(Code::Invalid, it.to_string()))?;
    let mut card = Card::of(&View::of(&state, None), tallies(&state), seats);
    card.seats.iter_mut().for_each(|it| it.score = None);
    Ok(card)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_tables_are_known_and_no_others() {
        assert_eq!(page("/t/abc1234"), Some((Page::Table, "abc1234")));
        assert_eq!(page("/g/abc1234/replay"), Some((Page::Replay, "abc1234")));
        for other in ["/", "/t/", "/t/a/b", "/g/a/replay/x", "/t/..%2f", "/t/a b", "/x/abc", "/t/aaaaaaaaaaaaaaaaa"] {
            assert_eq!(page(other), None, "{other}");
        }
    }

    #[test]
    fn pictures_take_no_more_room_than_they_may() {
        let pictures = Pictures::default();
        for n in 0..40 {
            pictures.keep(n.to_string(), Bytes::from(vec![0; 1 << 20]));
        }
        assert_eq!(pictures.kept().len(), KEPT >> 20);
        assert!(pictures.find("39").is_some() && pictures.find("0").is_none());
    }
}
