//! Routes that describe themselves: the `OpenAPI` document is read off the types that handlers take and answer with.
//!
//! Written here because no library fits: the stable release of aide knows schemars 0.9 and ours is 1, and utoipa would want every type
//! of protocol and engine described a second time.

use std::{marker::PhantomData, sync::Arc};

use alhambra_protocol::{Problem, Schemas};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, Query, State},
    handler::Handler,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    app_state::AppState,
    caller::{Caller, Guest},
    error::Failure,
};

/// Routes, and how they are described.
#[derive(Default)]
pub(crate) struct Api {
    router: Router<Arc<AppState>>,
    /// What stands before every path.
    prefix: &'static str,
    paths: Vec<(String, &'static str, Value)>,
    schemas: Schemas,
}

impl Api {
    /// Routes that will be found below this path.
    pub(crate) fn below(prefix: &'static str) -> Api {
        Api { prefix, ..Api::default() }
    }

    pub(crate) fn get<T: 'static, H>(self, path: &str, summary: &str, handler: H) -> Api
    where
        H: Handler<T, Arc<AppState>> + Operation<T>,
    {
        self.route((MethodFilter::GET, "get"), path, summary, handler)
    }

    pub(crate) fn post<T: 'static, H>(self, path: &str, summary: &str, handler: H) -> Api
    where
        H: Handler<T, Arc<AppState>> + Operation<T>,
    {
        self.route((MethodFilter::POST, "post"), path, summary, handler)
    }

    pub(crate) fn patch<T: 'static, H>(self, path: &str, summary: &str, handler: H) -> Api
    where
        H: Handler<T, Arc<AppState>> + Operation<T>,
    {
        self.route((MethodFilter::PATCH, "patch"), path, summary, handler)
    }

    fn route<T: 'static, H>(
        mut self,
        (filter, method): (MethodFilter, &'static str),
        path: &str,
        summary: &str,
        handler: H,
    ) -> Api
    where
        H: Handler<T, Arc<AppState>> + Operation<T>,
    {
        let path_in_full = format!("{}{path}", self.prefix);
        let operation = describe::<T, H>(&path_in_full, summary, &mut self.schemas);
        self.paths.push((path_in_full, method, operation));
        Api { router: self.router.route(path, on(filter, handler)), ..self }
    }

    /// The same for bodies of so many bytes at most.
    pub(crate) fn limit(self, body: usize) -> Api {
        Api { router: self.router.layer(DefaultBodyLimit::max(body)), ..self }
    }

    /// These routes and those of another.
    pub(crate) fn and(mut self, other: Api) -> Api {
        self.paths.extend(other.paths);
        self.schemas.extend(other.schemas);
        Api { router: self.router.merge(other.router), ..self }
    }

    pub(crate) fn into_router(self) -> Router<Arc<AppState>> {
        self.router
    }

    /// Everything that is described, with the types of these sockets.
    pub(crate) fn document(mut self, sockets: impl FnOnce(&mut Schemas)) -> Value {
        let mut paths: Map<String, Value> = Map::new();
        for (path, method, operation) in self.paths {
            paths.entry(path).or_insert_with(|| json!({}))[method] = operation;
        }
        sockets(&mut self.schemas);
        self.schemas.said::<Problem>();
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Alhambra",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Tables of Alhambra for people and programs.",
                "license": { "name": "MIT OR Apache-2.0" },
            },
            "paths": paths,
            "components": {
                "schemas": self.schemas.definitions(),
                "securitySchemes": {
                    "cookie": { "type": "apiKey", "in": "cookie", "name": "alhambra" },
                    "seat": { "type": "http", "scheme": "bearer" },
                },
            },
            "security": [{ "cookie": [] }, { "seat": [] }],
        })
    }
}

fn describe<T, H: Operation<T>>(path: &str, summary: &str, schemas: &mut Schemas) -> Value {
    let mut taken = Taken::default();
    H::taken(&mut taken, schemas);
    let Taken { in_path, mut parameters, body } = taken;
    let names = path.split('/').filter_map(|it| it.strip_prefix('{')?.strip_suffix('}'));
    let in_path = names
        .zip(in_path)
        .map(|(name, schema)| json!({ "name": name, "in": "path", "required": true, "schema": schema }));
    parameters.splice(..0, in_path);
    let (status, answer) = H::answer(schemas);
    let mut described = json!({
        "summary": summary,
        "responses": {
            status.as_str(): { "description": summary },
            "default": {
                "description": "Why it could not be done; nothing has changed.",
                "content": { "application/json": { "schema": schemas.said::<Problem>() } },
            },
        },
    });
    if let Some(content) = answer {
        described["responses"][status.as_str()]["content"] = content;
    }
    if !parameters.is_empty() {
        described["parameters"] = parameters.into();
    }
    if let Some(content) = body {
        described["requestBody"] = json!({ "description": "What is sent.", "content": content, "required": true });
    }
    described
}

/// What a handler takes from a request.
#[derive(Default)]
pub(crate) struct Taken {
    in_path: Vec<Value>,
    parameters: Vec<Value>,
    body: Option<Value>,
}

/// Something that a handler takes.
pub(crate) trait Input {
    fn describe(_: &mut Taken, _: &mut Schemas) {}
}

impl Input for State<Arc<AppState>> {}
impl Input for Caller {}
impl Input for Guest {}

impl<T: JsonSchema> Input for Path<T> {
    fn describe(taken: &mut Taken, schemas: &mut Schemas) {
        let mut schema = schemas.inline::<T>();
        match schema.get_mut("prefixItems").map(Value::take) {
            Some(Value::Array(several)) => taken.in_path.extend(several),
            _ => taken.in_path.push(schema),
        }
    }
}

impl<T: JsonSchema> Input for Query<T> {
    fn describe(taken: &mut Taken, schemas: &mut Schemas) {
        let Value::Object(mut fields) = schemas.inline::<T>()["properties"].take() else { return };
        for (name, schema) in &mut fields {
            // What may be left out is not sent as null.
            if let Some(kinds) = schema["type"].as_array_mut() {
                kinds.retain(|it| it != "null");
                schema["type"] = kinds.first().cloned().unwrap_or_default();
            }
            let about = schema.as_object_mut().and_then(|it| it.remove("description"));
            taken.parameters.push(json!({
                "name": name, "in": "query", "required": false, "description": about, "schema": schema,
            }));
        }
    }
}

/// JSON that is sent.
pub(crate) fn take_json<T: JsonSchema>(taken: &mut Taken, schemas: &mut Schemas) {
    taken.body = Some(content(JSON, &schemas.sent::<T>()));
}

/// A text that is sent.
pub(crate) fn take_text(taken: &mut Taken) {
    taken.body = Some(content(TEXT, &json!({ "type": "string" })));
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

fn content(kind: &str, schema: &Value) -> Value {
    json!({ kind: { "schema": schema } })
}

/// Something that a handler answers with if all goes well.
pub(crate) trait Output {
    /// The status, and what the answer says; nothing for one without a body.
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>);
}

impl<T: Output> Output for Result<T, Failure> {
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
        T::describe(schemas)
    }
}

impl<T: JsonSchema> Output for Json<T> {
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
        (StatusCode::OK, Some(content(JSON, &schemas.said::<T>())))
    }
}

impl Output for &str {
    fn describe(_: &mut Schemas) -> (StatusCode, Option<Value>) {
        (StatusCode::OK, Some(content(TEXT, &json!({ "type": "string" }))))
    }
}

/// A status that depends, before what is said with it.
impl<T: Output> Output for (StatusCode, T) {
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
        T::describe(schemas)
    }
}

/// Something that is new.
pub(crate) struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> Output for Created<T> {
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
        (StatusCode::CREATED, Json::<T>::describe(schemas).1)
    }
}

/// An answer that is written already, with headers of its own or on another thread; the type says what it would be read as.
pub(crate) struct Written<T>(Response, PhantomData<fn() -> T>);

impl<T> Written<T> {
    pub(crate) fn new(response: impl IntoResponse) -> Written<T> {
        Written(response.into_response(), PhantomData)
    }
}

impl<T> IntoResponse for Written<T> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<T: Output> Output for Written<T> {
    fn describe(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
        T::describe(schemas)
    }
}

/// A connection that becomes a socket.
pub(crate) struct Switched;

impl Output for Switched {
    fn describe(_: &mut Schemas) -> (StatusCode, Option<Value>) {
        (StatusCode::SWITCHING_PROTOCOLS, None)
    }
}

/// JSON without a type of ours.
pub(crate) struct Untyped;

impl Output for Untyped {
    fn describe(_: &mut Schemas) -> (StatusCode, Option<Value>) {
        (StatusCode::OK, None)
    }
}

/// A handler as its types describe it.
pub(crate) trait Operation<T> {
    fn taken(taken: &mut Taken, schemas: &mut Schemas);
    fn answer(schemas: &mut Schemas) -> (StatusCode, Option<Value>);
}

/// For one number of parameters; axum tells handlers apart by the same tuples.
macro_rules! operation {
    ($marker:ty; $($input:ident)*; $($generic:ident)?) => {
        impl<F, Answering, Answer, $($generic,)? $($input,)*> Operation<($marker, $($input,)*)> for F
        where
            F: FnOnce($($input),*) -> Answering,
            Answering: Future<Output = Answer>,
            Answer: Output,
            $($input: Input,)*
        {
            #[allow(unused_variables, reason = "a handler may take nothing")]
            fn taken(taken: &mut Taken, schemas: &mut Schemas) {
                $($input::describe(taken, schemas);)*
            }

            fn answer(schemas: &mut Schemas) -> (StatusCode, Option<Value>) {
                Answer::describe(schemas)
            }
        }
    };
}

operation!((); ;);
operation!(Marker; A; Marker);
operation!(Marker; A B; Marker);
operation!(Marker; A B C; Marker);
operation!(Marker; A B C D; Marker);
operation!(Marker; A B C D E; Marker);
