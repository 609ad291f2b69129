//! The client in the browser, which is built beforehand and part of the program.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use rust_embed::RustEmbed;

use crate::{app_state::AppState, caller, preview};

// In a debug build the files are read from the folder whenever they are asked for.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

const MISSING: &str = "<!doctype html><html lang=en><head><meta charset=utf-8><title>Alhambra</title></head>\
    <h1>The server is running</h1><p>This program was built without the client for the browser. \
    <code>cargo play</code> builds both; the interface for programs is under <code>/api</code>.</p>";

/// Where the client comes from, in words for the log.
pub fn origin() -> &'static str {
    match Client::get("index.html") {
        Some(_) if cfg!(debug_assertions) => "the folder web/dist",
        Some(_) => "built into the program",
        None => "missing; the program was built without it",
    }
}

/// A file of the client, or its first page for every address that it knows itself.
pub(crate) async fn serve(State(app_state): State<Arc<AppState>>, request: Request) -> Response {
    let address = caller::address(&app_state, &request);
    let (Parts { uri, headers: asked, .. }, _) = request.into_parts();
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Client::get(path).filter(|_| !path.is_empty()) {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        // The names of assets change with their contents.
        let kept = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = [(header::CONTENT_TYPE, kind.as_ref()), (header::CACHE_CONTROL, kept)];
        return (headers, file.data).into_response();
    }
    if path.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let index = Client::get("index.html").map(|it| it.data.into_owned());
    let mut page = index.and_then(|it| String::from_utf8(it).ok()).unwrap_or_else(|| MISSING.to_owned());
    if let (Some(tags), Some(end)) =
        (preview::head(&app_state, uri.path(), &asked, address).await, page.find("</head>"))
    {
        page.insert_str(end, &tags);
    }
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    let mut response = (headers, page).into_response();
    if preview::is_private(uri.path()) {
        let (name, value) = preview::ROBOTS;
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
