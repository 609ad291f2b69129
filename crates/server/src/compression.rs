//! Compression: short answers on their way out, long ones on the threads for heavy work, files of the client once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use alhambra_protocol::Problem;
use axum::{
    body::{Body, Bytes, HttpBody as _, to_bytes},
    extract::{Request, State},
    http::{Uri, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;

use crate::{
    address::network,
    app_state::AppState,
    caller,
    error::Failure,
    records::busy,
    shares::{Sort, Whose},
    workers::Workers,
};

/// What is longer takes more than a moment to compress, in bytes.
const LONG: u64 = 32 << 10;

/// The files of the client whose names change with their contents, compressed, by their paths.
#[derive(Default)]
pub(crate) struct Compressed(Mutex<HashMap<String, Bytes>>);

impl Compressed {
    fn find(&self, path: &str) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn keep(&self, path: String, bytes: Bytes) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
    }
}

/// An answer that is too long to be compressed where moves are served.
#[derive(Clone, Copy)]
struct Long;

/// Marks long answers before anybody compresses them: afterwards their length is not known.
pub(crate) async fn mark(mut response: Response) -> Response {
    if response.body().size_hint().lower() > LONG {
        response.extensions_mut().insert(Long);
    }
    response
}

/// Has long answers compressed elsewhere.
pub(crate) async fn delegate(State(app_state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let address = caller::address(&app_state, &request);
    let asset = asset(request.uri());
    let response = next.run(request).await;
    let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    if !is_compressed || response.extensions().get::<Long>().is_none() {
        return response;
    }
    let (head, body) = response.into_parts();
    if let Some(known) = asset.as_ref().and_then(|it| app_state.compressed.find(it)) {
        return Response::from_parts(head, Body::from(known));
    }
    let whose = Whose { sort: Sort::Answer, address: Some(network(address)), table: String::new() };
    match compress(&app_state.clerks, whose, body).await {
        Ok(bytes) => {
            if let Some(asset) = asset {
                app_state.compressed.keep(asset, bytes.clone());
            }
            Response::from_parts(head, Body::from(bytes))
        }
        Err(problem) => Failure(problem).into_response(),
    }
}

/// The path of a file whose name changes with its contents.
fn asset(uri: &Uri) -> Option<String> {
    Some(uri.path()).filter(|it| it.starts_with("/assets/")).map(str::to_owned)
}

/// Takes the compressed bytes out of an answer, which is when they are compressed.
async fn compress(workers: &Workers, whose: Whose, body: Body) -> Result<Bytes, Problem> {
    // All of it is in memory, so that nothing has to be waited for.
    let bytes = workers.run(whose, |_| to_bytes(body, usize::MAX).now_or_never()).await;
    bytes.flatten().and_then(Result::ok).ok_or_else(busy)
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        pin::Pin,
        task::{Context, Poll},
        thread,
    };

    use axum::body::HttpBody;
    use hyper::body::Frame;

    use super::*;
    use crate::{clock::Clock, metrics::Works};

    /// An answer that consists of the name of the thread that reads it.
    #[derive(Default)]
    struct Spy {
        is_read: bool,
    }

    impl HttpBody for Spy {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            let name = thread::current().name().unwrap_or_default().to_owned();
            let is_read = std::mem::replace(&mut self.is_read, true);
            Poll::Ready((!is_read).then(|| Ok(Frame::data(name.into()))))
        }
    }

    #[tokio::test]
    async fn what_is_long_is_compressed_by_a_clerk() {
        let clerks = Workers::new("clerk", 1, Clock::system(), Works::default());
        let whose = Whose { sort: Sort::Answer, address: None, table: String::new() };
        let bytes = compress(&clerks, whose, Body::new(Spy::default())).await.unwrap();
        assert_eq!(bytes, "clerk");
    }

    #[tokio::test]
    async fn just_what_is_long_is_marked() {
        let is_marked = async |n: usize| mark(vec![0; n].into_response()).await.extensions().get::<Long>().is_some();
        assert!(!is_marked(LONG as usize).await);
        assert!(is_marked(LONG as usize + 1).await);
    }
}
