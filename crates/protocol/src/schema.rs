//! All messages as one JSON schema, from which the types of clients are generated.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, transform::RecursiveTransform};

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

/// The schema of everything, with a definition for every type by its name.
pub fn schema() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(plain_pair));
    SchemaGenerator::new(settings).into_root_schema_for::<Protocol>()
}

/// A pair is as long as its items say; generators take a length beside them for a list of pairs.
fn plain_pair(schema: &mut Schema) {
    if schema.get("prefixItems").is_some() {
        schema.remove("minItems");
        schema.remove("maxItems");
    }
}
