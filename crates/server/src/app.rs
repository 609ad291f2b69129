//! The program: everything that answers, in layers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use alhambra_protocol::{Message, Piece};
use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde_json::Value;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, DefaultPredicate, Predicate as _, predicate::SizeAbove},
    request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    timeout::{RequestBodyTimeoutLayer, TimeoutLayer},
    trace::TraceLayer,
};

use tower::util::MapRequestLayer;

use crate::{
    api::Api,
    app_state::AppState,
    caller, client, compression,
    config::Limits,
    error::{self, Refused},
    http,
    metrics::Over,
    preview, random,
};

/// Scripts and styles come from this server alone; nobody may put the game into a frame. The one thing that is compiled is the game
/// itself, for tables that live in the browser.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'self'; object-src 'none'";
/// The name of a request in logs, taken over from a proxy that gives one.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest name that a proxy may give to a request.
const LONGEST_ID: usize = 64;
/// What fits into one packet is not made any quicker by making it smaller.
const PACKET: u64 = 1400;
/// Who sends nothing of a body for so long has gone.
const BODY: Duration = Duration::from_secs(10);
/// No answer takes longer; sockets are something else.
const ANSWER: Duration = Duration::from_secs(30);

/// Everything that the server answers.
pub fn app(app_state: &Arc<AppState>) -> Router {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let api = http::routes(app_state.config.limits).into_router().fallback(http::nothing);
    let api = api.layer(middleware::from_fn_with_state(Arc::clone(app_state), caller::identify));
    Router::new()
        .nest("/api", api.layer(set(header::CACHE_CONTROL, "no-store")))
        .merge(preview::routes())
        .fallback(client::serve)
        .layer(middleware::map_response(compression::mark))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(SizeAbove::new(PACKET))))
        .layer(middleware::from_fn_with_state(Arc::clone(app_state), compression::delegate))
        .layer(RequestBodyTimeoutLayer::new(BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER))
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "same-origin"))
        .layer(set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(error::shape))
        .merge(health().into_router())
        .layer(middleware::from_fn_with_state(Arc::clone(app_state), count))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(SetRequestIdLayer::new(REQUEST_ID, Named))
        .layer(MapRequestLayer::new(check_name))
        .with_state(Arc::clone(app_state))
}

/// What is told to those who look after the server: metrics and health.
pub(crate) fn metrics(app_state: &Arc<AppState>) -> Router {
    health().into_router().route("/metrics", get(measured)).with_state(Arc::clone(app_state))
}

fn health() -> Api {
    Api::default().get("/healthz", "Whether the server is alive.", async || "alive\n").get(
        "/readyz",
        "Whether it can play: its database answers and it isn't going down.",
        ready,
    )
}

/// The interface for programs as an `OpenAPI` document.
pub fn openapi() -> Value {
    let api = health().and(http::routes(Limits::default()));
    api.document(|schemas| {
        schemas.sent::<alhambra_protocol::Request>();
        schemas.said::<Message>();
        // What the client knows of every tile has this shape.
        schemas.said::<Piece>();
    })
}

async fn ready(State(app_state): State<Arc<AppState>>) -> (StatusCode, &'static str) {
    if app_state.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server goes down\n");
    }
    match tokio::time::timeout(Duration::from_secs(2), app_state.store.is_ready()).await {
        Ok(true) => (StatusCode::OK, "ready\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer or stores nothing\n"),
    }
}

async fn measured(State(app_state): State<Arc<AppState>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app_state.metrics.text(&app_state)).into_response()
}

async fn count(State(app_state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    // All files of the client count as one: a path is whatever somebody types.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("client", MatchedPath::as_str);
    app_state.metrics.answer(route, response.status().as_u16(), began.elapsed());
    if let Some(Refused(code)) = response.extensions().get() {
        app_state.metrics.refuse(Over::Http, code);
    }
    response
}

/// Leaves out a name of a request that would not be one in a log.
fn check_name<B>(mut request: axum::http::Request<B>) -> axum::http::Request<B> {
    let is_plain = |it: &u8| it.is_ascii_alphanumeric() || b"-_.:=+/".contains(it);
    let is_name = |it: &HeaderValue| (1..=LONGEST_ID).contains(&it.len()) && it.as_bytes().iter().all(is_plain);
    if request.headers().get(&REQUEST_ID).is_some_and(|it| !is_name(it)) {
        request.headers_mut().remove(&REQUEST_ID);
    }
    request
}

/// What is logged of a request: its route, never its path, which may have a secret in it.
fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let id = request.extensions().get::<RequestId>().and_then(|it| it.header_value().to_str().ok()).unwrap_or("");
    tracing::info_span!("request", id, method = %request.method(), route)
}

/// Names requests.
#[derive(Clone, Copy)]
struct Named;

impl MakeRequestId for Named {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        HeaderValue::from_str(&random::code::<8>()).ok().map(RequestId::new)
    }
}
