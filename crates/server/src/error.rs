//! What goes wrong, as it is told to those who asked.

use alhambra_protocol::{Code, Problem};
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};

/// A problem with its sentence.
pub(crate) fn problem(code: Code, message: impl Into<String>) -> Problem {
    Problem { code, message: message.into() }
}

/// A problem as the answer to a request over HTTP.
#[derive(Debug)]
pub(crate) struct Failure(pub Problem);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure(problem)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (status(&self.0.code), Json(self.0)).into_response()
    }
}

/// The status of HTTP that comes nearest.
pub(crate) fn status(code: &Code) -> StatusCode {
    match code {
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Full | Code::NotYourTurn | Code::Stale | Code::NotNow => StatusCode::CONFLICT,
        Code::NotYourSeat | Code::NotHost | Code::NotAllowed => StatusCode::FORBIDDEN,
        Code::Illegal(_) | Code::Unplayable(_) | Code::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Nothing could be stored or read; what exactly is for the log alone.
pub(crate) fn unavailable(error: &sqlx::Error) -> Problem {
    tracing::error!(%error, "the database did not answer");
    problem(Code::Unavailable, "the server can't reach its database just now; nothing was lost, try again in a moment")
}
