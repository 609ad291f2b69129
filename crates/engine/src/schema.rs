//! The shapes of the pieces that are written as text, for those who generate types from them.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{
    city::{Broken, City},
    material::{
        Bureau, Bureaux, Card, Cell, Currency, Edges, Falcon, Falcons, Handful, Money, MoneyCard, Payment, Round, Tile,
    },
    rng::Seed,
};

/// Gives types the schema of what they are written as.
macro_rules! written_as {
    ($($type:ident: $schema:expr;)*) => {$(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        }
    )*};
}

written_as! {
    Tile: |_| text("a tile in the notation, such as T9ne");
    Cell: |_| text("a cell by its steps from the starting tile, such as n1e2, or o");
    Edges: |_| text("some of n, e, s, w, clockwise from the north");
    MoneyCard: |_| text("a money card, such as fl9");
    Card: |_| text("a card of the money pile, such as fl9, fl/de, wall-ne or scoring1");
    Bureau: |_| text("a bureau de change by its two currencies, such as fl/de");
    Falcon: |_| text("a falcon by its type and colours, such as black-PS");
    Seed: |_| text("32 bytes as 64 hexadecimal digits");
    Round: |_| json_schema!({ "type": "integer", "enum": [1, 2, 3] });
    Broken: |_| {
        let names: Vec<_> = Broken::all().names().collect();
        json_schema!({ "type": "array", "items": { "type": "string", "enum": names } })
    };
    Bureaux: Vec::<Bureau>::json_schema;
    Falcons: Vec::<Falcon>::json_schema;
    Money: Vec::<MoneyCard>::json_schema;
    Handful: Vec::<MoneyCard>::json_schema;
    Payment: |it| object([
        ("currency", it.subschema_for::<Currency>()),
        ("bureau", it.subschema_for::<Option<Bureau>>()),
        ("cards", it.subschema_for::<Vec<MoneyCard>>()),
        ("coins", it.subschema_for::<Vec<(Currency, u8)>>()),
    ]);
    City: |it| {
        let lying = object([
            ("cell", it.subschema_for::<Cell>()),
            ("tile", it.subschema_for::<Tile>()),
            ("edges", it.subschema_for::<Edges>()),
        ]);
        object([
            ("tiles", json_schema!({ "type": "array", "items": lying })),
            ("first_granada", it.subschema_for::<Option<Tile>>()),
            ("longest_wall", it.subschema_for::<u8>()),
            ("longest_moat", it.subschema_for::<u8>()),
            ("longest_together", it.subschema_for::<u8>()),
        ])
    };
}

fn text(description: &str) -> Schema {
    json_schema!({ "type": "string", "description": description })
}

fn object<const N: usize>(properties: [(&str, Schema); N]) -> Schema {
    let required: Vec<_> = properties.iter().map(|it| it.0).collect();
    let properties = BTreeMap::from(properties);
    json_schema!({ "type": "object", "properties": properties, "required": required })
}
