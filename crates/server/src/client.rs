//! The client in the browser, which is built beforehand and part of the program.

use axum::{
    http::{StatusCode, Uri, header},
    response::{Html, IntoResponse as _, Response},
};
use rust_embed::RustEmbed;

// In a debug build the files are read from the folder whenever they are asked for.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

const MISSING: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Alhambra</title>\
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
pub(crate) async fn serve(uri: Uri) -> Response {
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
    match Client::get("index.html") {
        Some(page) => {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], page.data)
                .into_response()
        }
        None => Html(MISSING).into_response(),
    }
}
