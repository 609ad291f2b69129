//! JSON as it is sent: what `serde_json` would write, in fewer steps.
//!
//! A game is told many thousand times a second, and most of what is written are the names of fields, which need no
//! looking at. Everything else that writes JSON uses the library.

use std::{
    cell::RefCell,
    fmt::{self, Write as _},
};

use serde::{
    Serialize,
    ser::{self, Error as _},
};
use serde_json::Error;

/// Room for most messages, so that they need not be copied while they grow.
const ROOM: usize = 64 << 10;

thread_local! {
    /// Where messages are written before their length is known; each is then kept in as much memory as it needs.
    static DESK: RefCell<Vec<u8>> = RefCell::new(Vec::with_capacity(ROOM));
}

/// Writes something, and does something with what is written.
///
/// # Errors
/// If it can't be written as JSON.
pub fn written<T>(value: &impl Serialize, take: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    DESK.with_borrow_mut(|desk| {
        desk.clear();
        value.serialize(&mut Writer { out: desk })?;
        let taken = take(desk);
        // One very long message shall not keep its room for good.
        desk.clear();
        desk.shrink_to(ROOM);
        Ok(taken)
    })
}

/// Writes to the end of what was written before.
struct Writer<'desk> {
    out: &'desk mut Vec<u8>,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn whole(&mut self, number: impl itoa::Integer) {
        self.put(itoa::Buffer::new().format(number));
    }

    /// A name from the program's own text, which has nothing in it that would have to be escaped.
    fn name(&mut self, name: &'static str) {
        self.out.push(b'"');
        self.put(name);
        self.out.push(b'"');
    }

    fn text(&mut self, text: &str) -> Result<(), Error> {
        if text.bytes().any(is_special) {
            let escaped = serde_json::to_string(text)?;
            self.put(&escaped);
        } else {
            self.out.push(b'"');
            self.put(text);
            self.out.push(b'"');
        }
        Ok(())
    }

    /// The beginning of the only field of an object.
    fn tag(&mut self, name: &'static str) {
        self.out.push(b'{');
        self.name(name);
        self.out.push(b':');
    }

    fn many(&mut self, open: u8, ends: &'static str) -> Many<'_> {
        self.out.push(open);
        Many { out: self.out, is_first: true, ends }
    }
}

const fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

impl fmt::Write for Writer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put(text);
        Ok(())
    }
}

/// A list or an object that is being written.
struct Many<'desk> {
    out: &'desk mut Vec<u8>,
    is_first: bool,
    ends: &'static str,
}

impl Many<'_> {
    fn writer(&mut self) -> Writer<'_> {
        Writer { out: self.out }
    }

    fn next(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.next();
        value.serialize(&mut self.writer())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.next();
        self.writer().name(name);
        self.out.push(b':');
        value.serialize(&mut self.writer())
    }

    fn close(self) {
        self.out.extend_from_slice(self.ends.as_bytes());
    }
}

impl<'desk> ser::Serializer for &'desk mut Writer<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Many<'desk>;
    type SerializeTuple = Many<'desk>;
    type SerializeTupleStruct = Many<'desk>;
    type SerializeTupleVariant = Many<'desk>;
    type SerializeMap = Many<'desk>;
    type SerializeStruct = Many<'desk>;
    type SerializeStructVariant = Many<'desk>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.put(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        serde_json::to_writer(&mut *self.out, &value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        serde_json::to_writer(&mut *self.out, &value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.text(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        // Only what was written before is told as bytes.
        self.out.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.put("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.put("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.put("null");
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.tag(variant);
        value.serialize(&mut *self)?;
        self.out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Many<'desk>, Error> {
        Ok(self.many(b'[', "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Many<'desk>, Error> {
        Ok(self.many(b'[', "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Many<'desk>, Error> {
        Ok(self.many(b'[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'desk>, Error> {
        self.tag(variant);
        Ok(self.many(b'[', "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Many<'desk>, Error> {
        Ok(self.many(b'{', "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Many<'desk>, Error> {
        Ok(self.many(b'{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'desk>, Error> {
        self.tag(variant);
        Ok(self.many(b'{', "}}"))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        let start = self.out.len();
        self.out.push(b'"');
        write!(self, "{value}").map_err(Error::custom)?;
        if self.out[start + 1..].iter().copied().any(is_special) {
            self.out.truncate(start);
            return self.text(&value.to_string());
        }
        self.out.push(b'"');
        Ok(())
    }
}

impl ser::SerializeSeq for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTuple for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTupleStruct for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTupleVariant for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeMap for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.next();
        let start = self.out.len();
        key.serialize(&mut self.writer())?;
        match self.out.get(start) {
            Some(b'"') => Ok(()),
            _ => Err(Error::custom("key must be a string")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        value.serialize(&mut self.writer())
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStructVariant for Many<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::game;
    use alhambra_engine::View;

    use super::*;
    use crate::common::{Style, any_ruleset, random_game};

    #[track_caller]
    fn check(value: &impl Serialize) {
        let ours = written(value, |it| String::from_utf8(it.to_vec()).unwrap()).unwrap();
        assert_eq!(ours, serde_json::to_string(value).unwrap());
    }

    #[derive(Serialize)]
    enum Shape {
        Unit,
        One(u8),
        Two(u8, Option<bool>),
        Named { x: i64, y: (), z: char },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct One(String);

    #[derive(Serialize)]
    struct Two(f32, f64);

    #[derive(Serialize)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, i8>,
    }

    #[test]
    fn every_shape_is_written_as_the_library_does() {
        check(&[Shape::Unit, Shape::One(7), Shape::Two(255, None), Shape::Two(0, Some(true))]);
        check(&Shape::Named { x: i64::MIN, y: (), z: '"' });
        check(&(Unit, One("a \" \\ \n \u{1} \u{7f} ü 花".to_owned()), Two(1.5, f64::NAN)));
        check(&(u64::MAX, i32::MIN, 10_u16, -1_i16, [0_u32; 0], "", 'x', '\t'));
        check(&Flat { a: 1, rest: BTreeMap::from([("b".to_owned(), -2), ("c\"".to_owned(), 3)]) });
        check(&Flat { a: 1, rest: BTreeMap::new() });
        check(&format_args!("{}", "quoted \" and \\"));
        assert!(written(&BTreeMap::from([(1, 2)]), |_| ()).is_err());
    }

    #[test]
    fn games_are_written_as_the_library_does() {
        for number in 0..8 {
            let mut n = 0;
            random_game(any_ruleset(number), number, Style::Eager, |state, _, events, _| {
                n += 1;
                if n % 5 != 0 {
                    return;
                }
                let seat = state.to_act();
                check(&View::of(state, seat));
                check(&(game::tallies(state), game::prices(state, seat), events));
                check(&seat.and_then(|it| game::options(state, it)));
            });
        }
    }
}
