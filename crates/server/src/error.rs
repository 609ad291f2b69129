//! What goes wrong, as it is told to those who asked.

use alhambra_protocol::{Code, Problem};
use alhambra_table::ReplayError;
use axum::{
    Json,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// A problem as the answer to a request over HTTP.
#[derive(Debug)]
pub(crate) struct Failure(pub Problem);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure(problem)
    }
}

/// The code of a problem, left with an answer for those who count.
#[derive(Clone)]
pub(crate) struct Refused(pub Code);

/// The longest sentence that is taken over from a library.
const SENTENCE: usize = 300;

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (status(&self.0.code), Json(&self.0)).into_response();
        response.extensions_mut().insert(Refused(self.0.code));
        response
    }
}

/// Gives whatever a library refused the shape of all problems: a path or a query that can't be read, a method that
/// isn't there, an answer that took too long, a mistake of ours.
pub(crate) async fn shape(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || response.extensions().get::<Refused>().is_some() {
        return response;
    }
    let (code, sentence) = match status {
        StatusCode::NOT_FOUND => (Code::NotFound, "there is nothing here"),
        StatusCode::METHOD_NOT_ALLOWED => (Code::WrongMethod, "this can't be asked by this method"),
        StatusCode::PAYLOAD_TOO_LARGE => (Code::TooLarge, "the message is too long"),
        StatusCode::TOO_MANY_REQUESTS => (Code::TooMany, "too many requests; wait a moment"),
        StatusCode::SERVICE_UNAVAILABLE => (Code::Unavailable, "this took too long; try again in a moment"),
        _ if status.is_client_error() => (Code::Malformed, "the request can't be read"),
        _ => (Code::Internal, "the server has made a mistake; it is in the log"),
    };
    let (parts, body) = response.into_parts();
    let said = to_bytes(body, SENTENCE).await.ok().and_then(|it| String::from_utf8(it.into()).ok());
    // What went wrong inside is for the log alone.
    let said = said.filter(|it| code == Code::Malformed && !it.is_empty());
    let mut shaped = Failure(Problem::new(code, said.unwrap_or_else(|| sentence.to_owned()))).into_response();
    *shaped.status_mut() = status;
    let mut headers: HeaderMap = parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::CONTENT_TYPE);
    shaped.headers_mut().extend(headers);
    shaped
}

/// The status of HTTP that comes nearest.
pub(crate) fn status(code: &Code) -> StatusCode {
    match code {
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Full | Code::Taken | Code::NotYourTurn | Code::Stale | Code::NotNow => StatusCode::CONFLICT,
        Code::NotYourSeat | Code::NotHost | Code::NotAllowed => StatusCode::FORBIDDEN,
        Code::Illegal(_) | Code::Unplayable(_) | Code::Invalid | Code::OtherRules => StatusCode::UNPROCESSABLE_ENTITY,
        Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::NotStored => StatusCode::INSUFFICIENT_STORAGE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Nothing could be stored or read; what exactly is for the log alone.
pub(crate) fn unavailable(error: &sqlx::Error) -> Problem {
    tracing::error!(%error, "the database did not answer");
    if let sqlx::Error::Decode(_) = error {
        return Problem::new(Code::Unavailable, ReplayError::Broken.to_string());
    }
    Problem::new(
        Code::Unavailable,
        "the server can't reach its database just now; nothing was lost, try again in a moment",
    )
}
