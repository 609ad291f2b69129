//! All messages as JSON schemas, from which the types of clients are generated.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, transform::RecursiveTransform};
use serde_json::Value;

use crate::{
    BotLevel, FinishedGame, Info, Me, Message, Moment, NewTable, Piece, Problem, Request, Review, SeatWish, TableInfo,
    TableLine, Tables, Token,
};

/// Everything that is said over sockets and HTTP; only for its schema.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "its fields are there to be described")]
struct Protocol {
    request: Request,
    message: Message,
    problem: Problem,
    new_table: NewTable,
    table: TableInfo,
    line: TableLine,
    me: Me,
    info: Info,
    bot: BotLevel,
    finished_game: FinishedGame,
    moment: Moment,
    review: Review,
    piece: Piece,
    tables: Tables,
    seat_wish: SeatWish,
    token: Token,
}

/// Everything that a client sends; only for its schema.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "its fields are there to be described")]
struct Sent {
    request: Request,
    new_table: NewTable,
    me: Me,
    seat_wish: SeatWish,
}

/// The schema of every type by its name; what clients send is described as they may send it, so that a field with a
/// default may be left out.
pub(crate) fn definitions() -> Value {
    let mut all = of::<Protocol>(SchemaSettings::draft2020_12().for_serialize());
    let sent = of::<Sent>(SchemaSettings::draft2020_12().for_deserialize());
    if let (Value::Object(all), Value::Object(sent)) = (&mut all, sent) {
        all.extend(sent);
    }
    all
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with_transform(RecursiveTransform(plain_pair));
    SchemaGenerator::new(settings).into_root_schema_for::<T>().to_value()["$defs"].take()
}

/// A pair is as long as its items say; generators take a length beside them for a list of pairs.
fn plain_pair(schema: &mut Schema) {
    if schema.get("prefixItems").is_some() {
        schema.remove("minItems");
        schema.remove("maxItems");
    }
}
