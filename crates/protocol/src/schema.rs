//! All types as JSON schemas, from which the types of clients are generated.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, transform::RecursiveTransform};
use serde_json::{Map, Value};

/// Types as they are described: once by their names, and where they are used by a reference to that.
#[derive(Debug)]
pub struct Schemas {
    /// What servers say.
    said: SchemaGenerator,
    /// What clients send, as they may send it: a field with a default may be left out.
    sent: SchemaGenerator,
}

impl Default for Schemas {
    fn default() -> Schemas {
        let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(plain_pair));
        // Where OpenAPI looks for them.
        let settings = settings.with(|it| it.definitions_path = "/components/schemas".into());
        let said = settings.clone().for_serialize().into_generator();
        Schemas { said, sent: settings.for_deserialize().into_generator() }
    }
}

impl Schemas {
    /// A type that a server says.
    pub fn said<T: JsonSchema>(&mut self) -> Value {
        self.said.subschema_for::<T>().to_value()
    }

    /// A type that a client sends.
    pub fn sent<T: JsonSchema>(&mut self) -> Value {
        self.sent.subschema_for::<T>().to_value()
    }

    /// A type that a client sends, where it is used and not by its name.
    pub fn inline<T: JsonSchema>(&mut self) -> Value {
        T::json_schema(&mut self.sent).to_value()
    }

    /// Adds the types that others have used.
    pub fn extend(&mut self, mut others: Schemas) {
        self.said.definitions_mut().extend(others.said.take_definitions(false));
        self.sent.definitions_mut().extend(others.sent.take_definitions(false));
    }

    /// Every type that was used, by its name; for one that is both said and sent, as it may be sent.
    pub fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.said.take_definitions(true);
        all.extend(self.sent.take_definitions(true));
        all
    }
}

/// A pair is as long as its items say; generators take a length beside them for a list of pairs.
fn plain_pair(schema: &mut Schema) {
    if schema.get("prefixItems").is_some() {
        schema.remove("minItems");
        schema.remove("maxItems");
    }
}
