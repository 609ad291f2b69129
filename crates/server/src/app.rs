//! The program: everything that answers, in layers.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware,
    routing::get,
};
use tokio::net::TcpListener;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, set_header::SetResponseHeaderLayer, trace::TraceLayer,
};
use tracing::Span;

use crate::{caller, client, hall::Hall, http};

/// Scripts and styles come from this server alone; nobody may put the game into a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'self'; object-src 'none'";

/// Everything that the server answers.
pub fn app(hall: &Arc<Hall>) -> Router {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let api = http::routes(hall).layer(middleware::from_fn_with_state(Arc::clone(hall), caller::identify));
    Router::new()
        .nest("/api", api.layer(set(header::CACHE_CONTROL, "no-store")))
        .route("/healthz", get(async || "alive\n"))
        .route("/readyz", get(ready))
        .fallback(client::serve)
        .layer(CompressionLayer::new())
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "same-origin"))
        .layer(set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(CatchPanicLayer::new())
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .with_state(Arc::clone(hall))
}

/// What a log says of a request: its path, but never the secret of a personal link.
fn span(request: &Request) -> Span {
    let path = request.uri().path();
    let path = path.split_once("/seat/").map_or(path, |it| it.0);
    tracing::debug_span!("request", method = %request.method(), path)
}

async fn ready(State(hall): State<Arc<Hall>>) -> (StatusCode, &'static str) {
    let answer = tokio::time::timeout(Duration::from_secs(2), hall.store.ping()).await;
    match answer {
        Ok(Ok(())) if !hall.is_closing() => (StatusCode::OK, "ready\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// Serves until `stop` is done, then finishes what is being written.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    hall: Arc<Hall>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = app(&hall).into_make_service_with_connect_info::<SocketAddr>();
    let closing = Arc::clone(&hall);
    let stopped = async move {
        stop.await;
        closing.close().await;
    };
    axum::serve(listener, service).with_graceful_shutdown(stopped).await
}
