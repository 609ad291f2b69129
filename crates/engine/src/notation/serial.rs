//! How the pieces are written with serde: as the words of the notation, and sets of them as lists.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    city::Broken,
    fairness::Hex,
    material::{Bureau, Bureaux, Card, Cell, Edges, Falcon, Falcons, Handful, Money, MoneyCard, Round, Tile},
    modules::{Module, ModuleSet},
    rng::Seed,
};

/// Writes types as a method of the serializer writes what an expression makes of them.
macro_rules! written {
    ($($type:ty: $method:ident(|$it:ident| $written:expr);)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $it = self;
                serializer.$method($written)
            }
        }
    )*};
}

written! {
    Bureau: collect_str(|it| it);
    Card: collect_str(|it| it);
    Cell: collect_str(|it| it);
    Edges: collect_str(|it| it);
    Falcon: collect_str(|it| it);
    MoneyCard: collect_str(|it| it);
    Seed: collect_str(|it| it);
    Tile: serialize_str(|it| it.name());
    Round: serialize_u8(|it| it.number());
    Broken: collect_seq(|it| it.names());
    Bureaux: collect_seq(|it| it.iter());
    Falcons: collect_seq(|it| it.iter());
    Handful: collect_seq(|it| it.cards());
    Money: collect_seq(|it| it.cards());
    ModuleSet: collect_seq(|it| it.iter());
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<N>, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for ModuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ModuleSet, D::Error> {
        Ok(Vec::<Module>::deserialize(deserializer)?.into_iter().collect())
    }
}
