//! What can be asked over HTTP.

use std::sync::Arc;

use alhambra_engine::{Ruleset, notation::Record};
use alhambra_protocol::{Code, Hint, Info, Me, NewTable, Problem, Review, SeatWish, TableInfo, Tables, Token, openapi};
use alhambra_table::{
    game::{self, Perspective},
    meta::{Sitter, TableMeta},
    opening,
    person::{Person, name},
    record,
    review::count,
};
use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::sync::oneshot;

use crate::{
    app_state::AppState,
    archive,
    caller::{Caller, Guest, set_cookie, write_token},
    error::{Failure, unavailable},
    random, records, review,
    room::Command,
    socket,
    token::Purpose,
};

type Answer<T> = Result<T, Failure>;

/// Everything under `/api`.
pub(crate) fn routes(app_state: &AppState) -> Router<Arc<AppState>> {
    let limits = app_state.config.limits;
    Router::new()
        .route("/info", get(info))
        .route("/me", get(me).patch(rename))
        .route("/tables", get(tables).post(open_table).layer(DefaultBodyLimit::max(limits.record)))
        .route("/tables/{id}", get(show_table))
        .route("/tables/{id}/token", post(token))
        .route("/tables/{id}/socket", get(socket::table))
        .route("/lobby/socket", get(socket::lobby))
        .route("/seat/{secret}", post(move_seat))
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/entries", get(entries))
        .route("/games/{id}/moments/{n}", get(moment))
        .route("/games/{id}/moments/{n}/hint", get(hint))
        .route("/games/{id}/review", get(review))
        .route("/replay/entries", post(replay_entries).layer(DefaultBodyLimit::max(limits.record)))
        .route("/replay/moments/{n}", post(replay_moment).layer(DefaultBodyLimit::max(limits.record)))
        .route("/replay/moments/{n}/hint", post(replay_hint).layer(DefaultBodyLimit::max(limits.record)))
        .route("/replay/review", post(replay_review).layer(DefaultBodyLimit::max(limits.record)))
        .route("/openapi.json", get(async || Json(openapi())))
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(limits.message))
}

async fn nothing() -> Failure {
    Failure(Problem::new(Code::NotFound, "there is nothing here"))
}

/// JSON from a client, whose mistakes are told like all others.
struct Body<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Answer<Body<T>> {
        let bytes = bytes(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|it| Failure(Problem::new(Code::Malformed, format!("the message can't be read: {it}"))))
    }
}

/// A text from a client.
struct Text(String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Answer<Text> {
        let bytes = bytes(request, state).await?;
        let text = String::from_utf8(bytes.into());
        text.map(Text).map_err(|_| Failure(Problem::new(Code::Malformed, "this is no text")))
    }
}

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|it| match it.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(Code::TooLarge, "the message is too long"),
        _ => Problem::new(Code::Malformed, "the message broke off"),
    })
}

async fn info() -> Json<Info> {
    Json(alhambra_table::info())
}

async fn me(State(app_state): State<Arc<AppState>>, guest: Guest) -> Response {
    let mut response = Json(Me { name: guest.person.name.clone() }).into_response();
    // Whoever comes back before the cookie ends has it for as long again.
    set_cookie(&app_state, &mut response, &guest.person);
    response
}

async fn rename(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Body(Me { name: wanted }): Body<Me>,
) -> Answer<Response> {
    let person = Person { id: guest.person.id, name: name(&wanted)? };
    if app_state.upkeep.name(&person.id).is_some() {
        app_state.store.drop_name(&person.id).await.map_err(|it| unavailable(&it))?;
        app_state.upkeep.drop_name(&person.id);
    }
    let mut response = Json(Me { name: person.name.clone() }).into_response();
    set_cookie(&app_state, &mut response, &person);
    Ok(response)
}

async fn tables(State(app_state): State<Arc<AppState>>, guest: Guest) -> Json<Tables> {
    let (open, mine) = app_state.lobby.of(&guest.person.id);
    Json(Tables { open, mine })
}

async fn open_table(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Body(wish): Body<NewTable>,
) -> Answer<(StatusCode, Json<TableInfo>)> {
    app_state.count_opening(guest.address)?;
    let (starts, is_given) = (wish.start, wish.from.is_some());
    let (now, host, secret) = (app_state.config.clock.time_of_day(), guest.person.clone(), app_state.secret());
    let longest = app_state.config.limits.record_actions;
    let opens = move || opening::open(wish, random::code::<7>(), &host, now, secret, longest);
    let meta = if is_given { records::work(&app_state, guest.address, "", opens).await? } else { opens()? };
    if starts && meta.chairs.iter().any(|it| it.sitter == Sitter::Nobody) {
        return Err(Problem::new(Code::NotNow, "somebody has to be waited for").into());
    }
    let id = meta.id.clone();
    app_state.add(meta).await?;
    if starts {
        ask(&app_state, &id, |reply| Command::Start { reply }).await??;
    }
    let table = ask(&app_state, &id, |reply| Command::Info { person: guest.person, program: None, reply }).await?;
    Ok((StatusCode::CREATED, Json(table)))
}

async fn show_table(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<Json<TableInfo>> {
    let program = caller.program_at(&id)?;
    Ok(Json(ask(&app_state, &id, |reply| Command::Info { person: caller.person, program, reply }).await?))
}

async fn token(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Path(id): Path<String>,
    Body(SeatWish { seat }): Body<SeatWish>,
) -> Answer<Json<Token>> {
    let person = guest.person.clone();
    let epoch = ask(&app_state, &id, |reply| Command::Epoch { person, seat, reply }).await??;
    Ok(Json(Token { token: write_token(&app_state, &id, seat, epoch, &guest.person) }))
}

/// Asked by a button on a page: a preview of the link, which only looks, must not use it up.
async fn move_seat(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Path(secret): Path<String>,
) -> Answer<Json<TableInfo>> {
    let void = || Problem::new(Code::NotFound, "this link is not valid");
    let text = app_state.signer.read(Purpose::Move, &secret).ok_or_else(void)?;
    let mut words = text.split(' ');
    let (id, seat, epoch) = (words.next(), words.next(), words.next());
    let id = id.ok_or_else(void)?.to_owned();
    let seat = seat.and_then(|it| it.parse().ok()).ok_or_else(void)?;
    let epoch = epoch.and_then(|it| it.parse().ok()).ok_or_else(void)?;
    let person = guest.person.clone();
    ask(&app_state, &id, |reply| Command::Move { seat, epoch, person, reply }).await??;
    Ok(Json(ask(&app_state, &id, |reply| Command::Info { person: guest.person, program: None, reply }).await?))
}

#[derive(Deserialize)]
struct Page {
    #[serde(default = "now")]
    before: u64,
    #[serde(default = "twenty")]
    limit: u32,
}

fn now() -> u64 {
    u64::MAX
}

fn twenty() -> u32 {
    20
}

async fn games(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Query(Page { before, limit }): Query<Page>,
) -> Answer<Json<Vec<serde_json::Value>>> {
    let found =
        app_state.store.results(&guest.person.id, before, limit.min(100)).await.map_err(|it| unavailable(&it))?;
    Ok(Json(found.iter().filter_map(|(meta, text)| finished(meta, text, &guest.person, None)).collect()))
}

async fn game(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<Json<serde_json::Value>> {
    let found = app_state.store.result(&id).await.map_err(|it| unavailable(&it))?;
    let program = caller.program_at(&id)?;
    let game = found.and_then(|(meta, text)| finished(&meta, &text, &caller.person, program));
    Ok(Json(game.ok_or_else(|| Problem::new(Code::NotFound, "there is no finished game with this code"))?))
}

/// A stored result with the seats of the reader.
fn finished(meta: &TableMeta, text: &str, person: &Person, program: Option<(u8, u32)>) -> Option<serde_json::Value> {
    let mut game: serde_json::Value = serde_json::from_str(text).ok()?;
    game["yours"] = meta.seats_for(&person.id, program).into();
    Some(game)
}

/// Does something with the game of a record, or of a table that is over, away from the tasks that serve moves; what comes
/// of it is written there too.
async fn replayed<T: Serialize>(
    app_state: &AppState,
    caller: &Caller,
    source: Source,
    work: impl FnOnce(Record) -> Result<T, Problem> + Send + 'static,
) -> Answer<Response> {
    let text = with_record(app_state, caller, source, |record| {
        serde_json::to_vec(&work(record)?).map_err(|it| Problem::new(Code::Unavailable, it.to_string()))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.await?).into_response())
}

/// Where a record comes from.
enum Source {
    /// A table that is over.
    Table(String),
    /// The client.
    Sent(Text),
}

async fn with_record<T: Send + 'static>(
    app_state: &AppState,
    caller: &Caller,
    source: Source,
    work: impl FnOnce(Record) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let longest = app_state.config.limits.record_actions;
    match source {
        Source::Table(id) => {
            let archived = archive::find(app_state, &id).await?;
            records::work(app_state, caller.address, &id, move || work(archived.record()?)).await
        }
        Source::Sent(Text(text)) => {
            records::work(app_state, caller.address, "", move || work(record::read(&text, longest)?)).await
        }
    }
}

async fn record(State(app_state): State<Arc<AppState>>, caller: Caller, Path(id): Path<String>) -> Answer<Response> {
    let name = format!("attachment; filename=\"alhambra-{id}.txt\"");
    let text = with_record(&app_state, &caller, Source::Table(id), |record| Ok(record.to_string())).await?;
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

/// From where a replay is looked at.
#[derive(Deserialize)]
struct As {
    #[serde(rename = "as")]
    perspective: Option<String>,
}

impl As {
    fn read(&self, ruleset: &Ruleset) -> Result<Perspective, Problem> {
        self.perspective.as_deref().map_or(Ok(Perspective::Open), |it| Perspective::on(ruleset, it))
    }
}

async fn entries(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(eyes): Query<As>,
) -> Answer<Response> {
    let archived = archive::find(&app_state, &id).await?;
    let text = records::work(&app_state, caller.address, &id, move || {
        let play = archived.replay()?;
        let entries = play.told(.., eyes.read(&play.state.ruleset)?);
        serde_json::to_vec(&entries).map_err(|it| Problem::new(Code::Unavailable, it.to_string()))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.await?).into_response())
}

async fn moment(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path((id, n)): Path<(String, u32)>,
    eyes: Query<As>,
) -> Answer<Response> {
    moment_of(&app_state, &caller, Source::Table(id), n, eyes).await
}

async fn replay_entries(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Query(eyes): Query<As>,
    text: Text,
) -> Answer<Response> {
    let entries =
        move |record: Record| game::entries(&record, eyes.read(&record.ruleset)?).map_err(|it| record::broken(&it));
    replayed(&app_state, &caller, Source::Sent(text), entries).await
}

async fn replay_moment(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(n): Path<u32>,
    eyes: Query<As>,
    text: Text,
) -> Answer<Response> {
    moment_of(&app_state, &caller, Source::Sent(text), n, eyes).await
}

async fn moment_of(
    app_state: &AppState,
    caller: &Caller,
    source: Source,
    n: u32,
    Query(eyes): Query<As>,
) -> Answer<Response> {
    let moment =
        move |record: Record| game::moment(&record, n, eyes.read(&record.ruleset)?).map_err(|it| record::broken(&it));
    replayed(app_state, caller, source, moment).await
}

/// How long somebody wants a moment to be thought about.
#[derive(Deserialize)]
struct Patience {
    #[serde(default = "ideas")]
    tries: u32,
}

const fn ideas() -> u32 {
    alhambra_table::review::IDEAS
}

async fn hint(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path((id, n)): Path<(String, u32)>,
    Query(Patience { tries }): Query<Patience>,
) -> Answer<Json<Hint>> {
    let record = with_record(&app_state, &caller, Source::Table(id), Ok).await?;
    Ok(Json(review::advice(&app_state, caller.address, record, n, tries).await?))
}

async fn replay_hint(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(n): Path<u32>,
    Query(Patience { tries }): Query<Patience>,
    text: Text,
) -> Answer<Json<Hint>> {
    let record = with_record(&app_state, &caller, Source::Sent(text), Ok).await?;
    Ok(Json(review::advice(&app_state, caller.address, record, n, tries).await?))
}

async fn review(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<Json<Review>> {
    if let Some(known) = app_state.reviews.find(&id) {
        return Ok(Json(known));
    }
    let counted = with_record(&app_state, &caller, Source::Table(id.clone()), count).await?;
    Ok(Json(review::begin(&app_state, caller.address, id, counted)?))
}

async fn replay_review(State(app_state): State<Arc<AppState>>, caller: Caller, text: Text) -> Answer<Json<Review>> {
    // Read first: whoever asks how far it is should not have it replayed each time.
    let record = with_record(&app_state, &caller, Source::Sent(text), Ok).await?;
    let key = review::key(&record);
    if let Some(known) = app_state.reviews.find(&key) {
        return Ok(Json(known));
    }
    let counted = records::work(&app_state, caller.address, &key, || count(record)).await?;
    Ok(Json(review::begin(&app_state, caller.address, key, counted)?))
}

/// Asks a room and waits for its answer.
async fn ask<T>(
    app_state: &Arc<AppState>,
    id: &str,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Result<T, Problem> {
    let busy = || Problem::new(Code::Unavailable, "the table does not answer; try again in a moment");
    let (reply, answer) = oneshot::channel();
    let room = app_state.room(id).await?;
    room.send(command(reply)).await.map_err(|_| busy())?;
    answer.await.map_err(|_| busy())
}
