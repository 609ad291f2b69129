//! Serving: connections are taken one by one, as many as an address may have, until the server goes down.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{ConnectInfo, Request},
};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::{
    app::{app, metrics},
    app_state::AppState,
    metrics::Limit,
};

/// Who takes longer for the head of a request, or is silent so long between two, is disconnected.
const HEAD: Duration = Duration::from_secs(15);
/// What is still being answered when the server goes down has so long.
const LAST: Duration = Duration::from_secs(5);
/// After a connection could not be taken, because the system has no more, the next is tried a little later.
const RECOVERY: Duration = Duration::from_millis(50);

/// Serves until `stop` is done, then finishes what is being written and sends everybody home.
///
/// # Errors
/// If another program has taken the database over, so that this one has to be started again.
pub async fn serve(
    app_state: Arc<AppState>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let app = app(&app_state);
    let mut closed = pin!(async {
        let ended = tokio::select! {
            () = stop => Ok(()),
            () = app_state.store.fenced() => {
                let sentence = "another program has served the database meanwhile; this one ends to be started again";
                tracing::error!("{sentence}");
                Err(io::Error::other(sentence))
            }
        };
        // Whoever asks meanwhile is still told that the server is not ready.
        app_state.close().await;
        ended
    });
    let last_call = CancellationToken::new();
    let ended = loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(RECOVERY).await;
                    continue;
                }
            },
            ended = &mut closed => break ended,
        };
        let Some(permit) = app_state.connections.take(address.ip()) else {
            app_state.metrics.limit(Limit::Connections);
            continue;
        };
        // Every message is a move that somebody waits for.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request| answer(app.clone(), address, request));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(16 << 10);
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let last_call = last_call.clone();
        tokio::spawn(async move {
            let _permit = permit;
            let mut connection = pin!(connection);
            // A connection that breaks is its client's affair.
            tokio::select! {
                _ = &mut connection => return,
                () = last_call.cancelled() => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        });
    };
    drop(listener);
    last_call.cancel();
    let _ = tokio::time::timeout(LAST, app_state.connections.emptied()).await;
    ended
}

/// Tells metrics and health until the server has gone down.
///
/// # Errors
/// If the listener fails.
pub async fn serve_metrics(app_state: Arc<AppState>, listener: TcpListener) -> io::Result<()> {
    axum::serve(listener, metrics(&app_state)).await
}

async fn answer(
    app: Router,
    address: SocketAddr,
    request: hyper::Request<hyper::body::Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    let mut request: Request = request.map(axum::body::Body::new);
    request.extensions_mut().insert(ConnectInfo(address));
    app.oneshot(request).await
}
