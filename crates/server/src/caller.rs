//! Who calls: a guest with a cookie, or a program with the token of a seat.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use alhambra_protocol::{Code, Problem};
use alhambra_table::{
    SEAT_ALONE,
    person::{Language, Person},
};
use axum::{
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::{address, app_state::AppState, error::Failure, token::Purpose};

/// The name of the cookie over plain HTTP.
const COOKIE: &str = "alhambra";
/// Its name over https, by which browsers take it from this very host alone and from no neighbour of it.
const HOST_COOKIE: &str = "__Host-alhambra";
/// Browsers keep a cookie for four hundred days at most.
const KEPT: u32 = 400 * 24 * 60 * 60;

/// Somebody who calls.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub person: Person,
    /// The table and seat for which a program may act, and how many times it had changed hands.
    pub program: Option<(String, u8, u32)>,
    pub address: std::net::IpAddr,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Failure> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| Failure(Problem::new(Code::NotAllowed, "nobody is calling")))
    }
}

/// Somebody who calls with a cookie, for what the token of a seat is no good for.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub person: Person,
    pub address: std::net::IpAddr,
}

impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Guest, Failure> {
        match Caller::from_request_parts(parts, state).await? {
            Caller { person, program: None, address } => Ok(Guest { person, address }),
            Caller { program: Some(_), .. } => Err(Problem::new(Code::NotAllowed, SEAT_ALONE).into()),
        }
    }
}

impl Caller {
    /// The seat of this table for which a program may act.
    ///
    /// # Errors
    /// If it may act for a seat of another table.
    pub(crate) fn program_at(&self, id: &str) -> Result<Option<(u8, u32)>, Problem> {
        match &self.program {
            Some((table, seat, epoch)) if table == id => Ok(Some((*seat, *epoch))),
            Some(_) => Err(Problem::new(Code::NotAllowed, "this token is for another table")),
            None => Ok(None),
        }
    }
}

/// From where somebody calls.
pub(crate) fn address(app_state: &AppState, request: &Request) -> IpAddr {
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or_else(|| [0, 0, 0, 0].into(), |it| it.0.ip());
    address::client(address, request.headers(), app_state.config.n_proxies)
}

/// Finds out who calls; a newcomer gets a name and a cookie.
pub(crate) async fn identify(State(app_state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let address = address(&app_state, &request);
    if let Err(problem) = app_state.count_request(address) {
        return Failure(problem).into_response();
    }
    let bearer = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    if let Some(token) = bearer.and_then(|it| it.strip_prefix("Bearer ")) {
        let known = read_token(&app_state, token).filter(|it| !app_state.upkeep.is_forgotten(&it.1.id));
        let Some((program, person)) = known else {
            return Failure(Problem::new(Code::NotAllowed, "this token is not valid")).into_response();
        };
        if app_state.upkeep.is_banned(&person.id, address) {
            return banned();
        }
        request.extensions_mut().insert(Caller { person, program: Some(program), address });
        return next.run(request).await;
    }
    if let Err(problem) = check_origin(&app_state, request.headers()) {
        return Failure(problem).into_response();
    }
    let known = recognise(&app_state, request.headers(), cookie_name(&app_state));
    let is_new = known.is_none();
    // Whoever came before the cookie had its name for https stays who they are.
    let known = known.or_else(|| recognise(&app_state, request.headers(), COOKIE));
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
    let language = Language::preferred(accepted.unwrap_or_default());
    let mut person = known.unwrap_or_else(|| app_state.guest(language));
    if app_state.upkeep.is_banned(&person.id, address) {
        return banned();
    }
    if is_new {
        tracing::info!(target: "addresses", %address, person = person.id, "a newcomer");
    }
    if let Some(name) = app_state.upkeep.name(&person.id) {
        person.name = name;
    }
    request.extensions_mut().insert(Caller { person: person.clone(), program: None, address });
    let mut response = next.run(request).await;
    if is_new && !response.headers().contains_key(header::SET_COOKIE) {
        set_cookie(&app_state, &mut response, &person);
    }
    response
}

fn banned() -> Response {
    Failure(Problem::new(Code::NotAllowed, "this server no longer answers you; ask its administrator")).into_response()
}

/// Lets the browser remember who this is.
pub(crate) fn set_cookie(app_state: &AppState, response: &mut Response, person: &Person) {
    let token = app_state.signer.sign(Purpose::Identity, &person.to_text());
    let name = cookie_name(app_state);
    let secure = if name == HOST_COOKIE { "; Secure" } else { "" };
    let cookie = format!("{name}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
}

/// The name of the cookie at the address by which people reach the server.
fn cookie_name(app_state: &AppState) -> &'static str {
    let is_https = app_state.config.public_url.as_deref().is_some_and(|it| it.starts_with("https:"));
    if is_https { HOST_COOKIE } else { COOKIE }
}

/// A token for a program that plays for a seat.
pub(crate) fn write_token(app_state: &AppState, table: &str, seat: u8, epoch: u32, person: &Person) -> String {
    app_state.signer.sign(Purpose::Program, &format!("{table} {seat} {epoch} {}", person.to_text()))
}

fn read_token(app_state: &AppState, token: &str) -> Option<((String, u8, u32), Person)> {
    let text = app_state.signer.read(Purpose::Program, token)?;
    let mut words = text.splitn(4, ' ');
    let program = (words.next()?.to_owned(), words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((program, Person::from_text(words.next()?)?))
}

/// Who shows a cookie of this name; nobody who was forgotten.
fn recognise(app_state: &AppState, headers: &HeaderMap, name: &'static str) -> Option<Person> {
    let text = cookies(headers, name).find_map(|it| app_state.signer.read(Purpose::Identity, it))?;
    Person::from_text(&text).filter(|it| !app_state.upkeep.is_forgotten(&it.id))
}

fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|it| it.to_str().ok());
    all.flat_map(|it| it.split(';')).filter_map(move |it| it.trim().strip_prefix(name)?.strip_prefix('='))
}

/// A page of somebody else's must not speak with the cookie of our guest.
fn check_origin(app_state: &AppState, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let is_ours = match &app_state.config.public_url {
        Some(url) => origin == url.trim_end_matches('/'),
        None => origin.split_once("://").is_some_and(|it| it.1 == host),
    };
    if is_ours { Ok(()) } else { Err(Problem::new(Code::NotAllowed, "this page belongs to another site")) }
}
