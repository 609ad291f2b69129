//! What can be asked over HTTP.

use std::sync::{Arc, LazyLock};

use alhambra_engine::{Ruleset, notation::Record};
use alhambra_protocol::{
    Code, Entry, FinishedGame, Hint, Info, Me, Moment, NewTable, Problem, Review, Schemas, SeatWish, TableInfo, Tables,
    Token,
};
use alhambra_table::{
    game::{self, Perspective},
    meta::{Sitter, TableMeta},
    opening,
    person::{Person, name},
    record,
    review::count,
};
use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Path, Query, Request, State},
    http::{StatusCode, header},
    response::IntoResponse,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::{
    api::{Api, Created, Input, Taken, Untyped, Written, take_json, take_text},
    app::openapi,
    app_state::AppState,
    archive,
    caller::{Caller, Guest, set_cookie, write_token},
    config::Limits,
    error::{Failure, unavailable},
    random, records, review,
    room::Command,
    socket,
    token::Purpose,
};

type Answer<T> = Result<T, Failure>;

/// Everything under `/api`.
pub(crate) fn routes(limits: Limits) -> Api {
    Api::below("/api")
        .get("/openapi.json", "This document.", document)
        .get("/info", "What the server can do.", info)
        .get("/me", "The name of the reader; a newcomer gets one, and a cookie.", me)
        .patch("/me", "Take another name.", rename)
        .get("/tables", "Public tables, and one's own that are not finished.", tables)
        .get("/tables/{id}", "A table.", show_table)
        .post("/tables/{id}/token", "A bearer token for a program that plays on one's seat.", token)
        .get(
            "/tables/{id}/socket",
            "The WebSocket of a table: the client sends Request, the server sends Message.",
            socket::table,
        )
        .get("/lobby/socket", "The WebSocket of the lobby: the server sends Message.", socket::lobby)
        .post("/seat/{secret}", "Moves the seat of a personal link to this device.", move_seat)
        .get("/games", "One's finished games, the latest first.", games)
        .get("/games/{id}", "A finished game.", game)
        .get("/games/{id}/record", "Its record.", record)
        .get("/games/{id}/entries", "Everything that was done, take-backs included.", entries)
        .get("/games/{id}/moments/{n}", "The game after so many actions that stood.", moment)
        .get("/games/{id}/moments/{n}/hint", "What could have been done then, the best first.", hint)
        .get("/games/{id}/review", "How likely everybody was to win; ask again until it is complete.", review)
        .limit(limits.message)
        .and(with_records().limit(limits.record))
}

/// What a record may be sent to.
fn with_records() -> Api {
    Api::below("/api")
        .post("/tables", "Open a table.", open_table)
        .post("/replay/entries", "The same for any record.", replay_entries)
        .post("/replay/moments/{n}", "The same for any record.", replay_moment)
        .post("/replay/moments/{n}/hint", "The same for any record.", replay_hint)
        .post("/replay/review", "The same for any record.", replay_review)
}

async fn document() -> Written<Untyped> {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);
    Written::new(Json(&*DOCUMENT))
}

pub(crate) async fn nothing() -> Failure {
    Failure(Problem::new(Code::NotFound, "there is nothing here"))
}

/// JSON from a client, whose mistakes are told like all others.
struct Body<T>(T);

impl<T: JsonSchema> Input for Body<T> {
    fn describe(taken: &mut Taken, schemas: &mut Schemas) {
        take_json::<T>(taken, schemas);
    }
}

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

impl Input for Text {
    fn describe(taken: &mut Taken, _: &mut Schemas) {
        take_text(taken);
    }
}

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

async fn me(State(app_state): State<Arc<AppState>>, guest: Guest) -> Written<Json<Me>> {
    let mut response = Json(Me { name: guest.person.name.clone() }).into_response();
    // Whoever comes back before the cookie ends has it for as long again.
    set_cookie(&app_state, &mut response, &guest.person);
    Written::new(response)
}

async fn rename(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Body(Me { name: wanted }): Body<Me>,
) -> Answer<Written<Json<Me>>> {
    let person = Person { id: guest.person.id, name: name(&wanted)? };
    if app_state.upkeep.name(&person.id).is_some() {
        app_state.store.drop_name(&person.id).await.map_err(|it| unavailable(&it))?;
        app_state.upkeep.drop_name(&person.id);
    }
    let mut response = Json(Me { name: person.name.clone() }).into_response();
    set_cookie(&app_state, &mut response, &person);
    Ok(Written::new(response))
}

async fn tables(State(app_state): State<Arc<AppState>>, guest: Guest) -> Json<Tables> {
    let (open, mine) = app_state.lobby.of(&guest.person.id);
    Json(Tables { open, mine })
}

async fn open_table(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Body(wish): Body<NewTable>,
) -> Answer<Created<TableInfo>> {
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
    Ok(Created(table))
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

#[derive(Deserialize, JsonSchema)]
struct Page {
    /// finished before this time, in milliseconds since 1970
    before: Option<u64>,
    /// how many, 100 at most
    #[serde(default = "twenty")]
    #[schemars(range(max = MOST_GAMES))]
    limit: u32,
}

/// How many finished games are listed at once.
const MOST_GAMES: u32 = 100;

fn twenty() -> u32 {
    20
}

async fn games(
    State(app_state): State<Arc<AppState>>,
    guest: Guest,
    Query(Page { before, limit }): Query<Page>,
) -> Answer<Written<Json<Vec<FinishedGame>>>> {
    let found = app_state.store.results(&guest.person.id, before.unwrap_or(u64::MAX), limit.min(MOST_GAMES)).await;
    let found = found.map_err(|it| unavailable(&it))?;
    let games: Vec<Value> = found.iter().filter_map(|(meta, text)| finished(meta, text, &guest.person, None)).collect();
    Ok(Written::new(Json(games)))
}

async fn game(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<Written<Json<FinishedGame>>> {
    let found = app_state.store.result(&id).await.map_err(|it| unavailable(&it))?;
    let program = caller.program_at(&id)?;
    let game = found.and_then(|(meta, text)| finished(&meta, &text, &caller.person, program));
    let none = || Problem::new(Code::NotFound, "there is no finished game with this code");
    Ok(Written::new(Json(game.ok_or_else(none)?)))
}

/// A stored result with the seats of the reader.
fn finished(meta: &TableMeta, text: &str, person: &Person, program: Option<(u8, u32)>) -> Option<Value> {
    let mut game: Value = serde_json::from_str(text).ok()?;
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
) -> Answer<Written<Json<T>>> {
    let text = with_record(app_state, caller, source, |record| {
        serde_json::to_vec(&work(record)?).map_err(|it| Problem::new(Code::Unavailable, it.to_string()))
    });
    Ok(Written::new(([(header::CONTENT_TYPE, "application/json")], text.await?)))
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

async fn record(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<Written<&'static str>> {
    let name = format!("attachment; filename=\"alhambra-{id}.txt\"");
    let text = with_record(&app_state, &caller, Source::Table(id), |record| Ok(record.to_string())).await?;
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok(Written::new((headers, text)))
}

/// From where a replay is looked at.
#[derive(Deserialize, JsonSchema)]
struct As {
    /// `open`, `spectator` or a seat; open if not said
    #[serde(rename = "as")]
    #[schemars(regex(pattern = "^(open|spectator|[0-5])$"))]
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
) -> Answer<Written<Json<Vec<Entry>>>> {
    let archived = archive::find(&app_state, &id).await?;
    let text = records::work(&app_state, caller.address, &id, move || {
        let play = archived.replay()?;
        let entries = play.told(.., eyes.read(&play.state.ruleset)?);
        serde_json::to_vec(&entries).map_err(|it| Problem::new(Code::Unavailable, it.to_string()))
    });
    Ok(Written::new(([(header::CONTENT_TYPE, "application/json")], text.await?)))
}

async fn moment(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Path((id, n)): Path<(String, u32)>,
    eyes: Query<As>,
) -> Answer<Written<Json<Moment>>> {
    moment_of(&app_state, &caller, Source::Table(id), n, eyes).await
}

async fn replay_entries(
    State(app_state): State<Arc<AppState>>,
    caller: Caller,
    Query(eyes): Query<As>,
    text: Text,
) -> Answer<Written<Json<Vec<Entry>>>> {
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
) -> Answer<Written<Json<Moment>>> {
    moment_of(&app_state, &caller, Source::Sent(text), n, eyes).await
}

async fn moment_of(
    app_state: &AppState,
    caller: &Caller,
    source: Source,
    n: u32,
    Query(eyes): Query<As>,
) -> Answer<Written<Json<Moment>>> {
    let moment =
        move |record: Record| game::moment(&record, n, eyes.read(&record.ruleset)?).map_err(|it| record::broken(&it));
    replayed(app_state, caller, source, moment).await
}

/// How long somebody wants a moment to be thought about.
#[derive(Deserialize, JsonSchema)]
struct Patience {
    /// how many games are played on to judge it
    #[serde(default = "ideas")]
    #[schemars(range(min = 1, max = alhambra_table::review::MOST_IDEAS))]
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
