//! Canonical JSON: RFC 8785, restricted to integers below 2^53 in size.
//!
//! Object members are sorted by the UTF-16 code units of their names (section 3.2.3), strings are escaped as little as
//! possible (3.2.2.2), nothing is written between tokens. The RFC's floats fall outside the subset: they are refused,
//! never rounded. The general crate for this form is an order of magnitude slower and rounds large integers in
//! silence, and this is the hot path of every move; hence our own few lines, held against an independent
//! implementation by `fixtures/kernel/canonical.json`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Display;

use serde::{Serialize, Serializer, ser};

/// A value that has no canonical form here: a float, an integer of 2^53 or more, a key that is no text, or two
/// members with one name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no canonical JSON: {0}")]
pub struct NotCanonical(String);

impl ser::Error for NotCanonical {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The canonical JSON of a value.
///
/// # Errors
/// [`NotCanonical`] when the value has none.
pub fn canonical<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, NotCanonical> {
    let mut writer = Writer::default();
    // Room for a usual state, so that the buffer seldom moves.
    writer.out.reserve(1024);
    value.serialize(&mut writer)?;
    Ok(writer.out)
}

/// One member of an object that is being written: where it starts in `out`, where its name ends there, quotes included,
/// and whether the name is written in another way than it is.
#[derive(Clone, Copy)]
struct Member {
    start: usize,
    name_end: usize,
    escaped: bool,
}

#[derive(Default)]
struct Writer {
    out: Vec<u8>,
    /// The members of all open objects, innermost last: one stack, so that an object costs no allocation.
    members: Vec<Member>,
}

impl Writer {
    fn string(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.out.reserve(bytes.len() + 2);
        self.out.push(b'"');
        if is_plain(bytes) {
            self.out.extend_from_slice(bytes);
        } else {
            bytes.iter().for_each(|byte| self.escaped(*byte));
        }
        self.out.push(b'"');
    }

    fn escaped(&mut self, byte: u8) {
        match byte {
            b'"' => self.out.extend_from_slice(b"\\\""),
            b'\\' => self.out.extend_from_slice(b"\\\\"),
            0x08 => self.out.extend_from_slice(b"\\b"),
            b'\t' => self.out.extend_from_slice(b"\\t"),
            b'\n' => self.out.extend_from_slice(b"\\n"),
            0x0c => self.out.extend_from_slice(b"\\f"),
            b'\r' => self.out.extend_from_slice(b"\\r"),
            0..0x20 => self.out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => self.out.push(byte),
        }
    }

    fn integer(&mut self, n: i128) -> Result<(), NotCanonical> {
        const LIMIT: i128 = 1 << 53;
        if n <= -LIMIT || n >= LIMIT {
            return Err(NotCanonical(format!("the integer {n} is not below 2^53 in size")));
        }
        if n < 0 {
            self.out.push(b'-');
        }
        // Below 2^53, so it fits.
        let mut left = n.unsigned_abs() as u64;
        let mut digits = [0_u8; 16];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[at..]);
        Ok(())
    }

    fn member(&mut self, object: &mut Object, name: &str) {
        if self.members.len() > object.first {
            // Told at once, while both names are at hand: most objects come sorted, and closing them is then no work.
            object.sorted = object.sorted && self.members.last().is_some_and(|before| self.is_before(*before, name));
            self.out.push(b',');
        }
        let start = self.out.len();
        self.string(name);
        let name_end = self.out.len();
        self.members.push(Member { start, name_end, escaped: name_end - start != name.len() + 2 });
        self.out.push(b':');
    }

    /// Whether a member stands before a name for certain; sorting finds out the rest.
    fn is_before(&self, member: Member, name: &str) -> bool {
        !member.escaped && order(&self.out[member.start + 1..member.name_end - 1], name.as_bytes()) == Ordering::Less
    }

    fn name(&self, member: Member) -> Cow<'_, str> {
        let quoted = &self.out[member.start..member.name_end];
        if member.escaped {
            return serde_json::from_slice(quoted).unwrap_or_default();
        }
        String::from_utf8_lossy(&quoted[1..quoted.len() - 1])
    }

    fn close(&mut self, object: &Object) -> Result<(), NotCanonical> {
        if !object.sorted {
            self.sort(object)?;
        }
        self.members.truncate(object.first);
        self.out.push(b'}');
        Ok(())
    }

    fn sort(&mut self, object: &Object) -> Result<(), NotCanonical> {
        let members = &self.members[object.first..];
        let ends = members.iter().skip(1).map(|next| next.start - 1).chain([self.out.len()]);
        let mut spans: Vec<(Member, usize)> = members.iter().copied().zip(ends).collect();
        spans.sort_by(|(a, _), (b, _)| order(self.name(*a).as_bytes(), self.name(*b).as_bytes()));
        if let Some(twin) = spans.windows(2).find(|pair| self.name(pair[0].0) == self.name(pair[1].0)) {
            return Err(NotCanonical(format!("an object has two members {:?}", self.name(twin[0].0))));
        }
        let mut sorted = Vec::with_capacity(self.out.len() - object.start);
        for (n, (member, end)) in spans.iter().enumerate() {
            // A member that was not the first carries no comma of its own: `start` lies behind it.
            if n > 0 {
                sorted.push(b',');
            }
            sorted.extend_from_slice(&self.out[member.start..*end]);
        }
        self.out.truncate(object.start);
        self.out.extend_from_slice(&sorted);
        Ok(())
    }

    fn open_object(&mut self) -> Object {
        self.out.push(b'{');
        Object { first: self.members.len(), start: self.out.len(), sorted: true }
    }
}

/// Whether nothing has to be escaped. Eight bytes at a time, the last ones maybe twice: names and card ids are short, and
/// there are hundreds of them in a state.
fn is_plain(bytes: &[u8]) -> bool {
    let four = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let last = match (bytes.last_chunk::<8>(), bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(eight), _, _) => u64::from_le_bytes(*eight),
        (None, Some(first), Some(last)) => four(first) | four(last) << 32,
        _ => return !bytes.iter().any(|byte| matches!(byte, 0..0x20 | b'"' | b'\\')),
    };
    let (eights, _) = bytes.as_chunks::<8>();
    !has_special(last) && !eights.iter().any(|eight| has_special(u64::from_le_bytes(*eight)))
}

/// Whether one of eight bytes is below 0x20, a quote or a backslash: a byte below `n` borrows from its highest bit when `n`
/// is taken from it, and a byte that equals another is 0 once they are combined by exclusive or.
fn has_special(eight: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    let below = |bytes: u64, n: u64| bytes.wrapping_sub(ONES * n) & !bytes & (ONES * 0x80);
    let equal = |byte: u8| below(eight ^ (ONES * u64::from(byte)), 1);
    below(eight, 0x20) | equal(b'"') | equal(b'\\') != 0
}

/// The order of RFC 8785, 3.2.3, of two texts in UTF-8: that of their UTF-16 code units. Where they part with an ASCII
/// character it is the order of the bytes.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    match a.iter().zip(b).find(|(a, b)| a != b) {
        None => a.len().cmp(&b.len()),
        Some((a, b)) if a.is_ascii() || b.is_ascii() => a.cmp(b),
        Some(_) => String::from_utf8_lossy(a).encode_utf16().cmp(String::from_utf8_lossy(b).encode_utf16()),
    }
}

/// Where an open object's members and text begin, and whether they have come sorted so far.
struct Object {
    first: usize,
    start: usize,
    sorted: bool,
}

/// A list or an object being written; `wraps` counts the braces of an enum variant around it.
struct Compound<'a> {
    writer: &'a mut Writer,
    kind: Kind,
    variant: Option<Object>,
}

enum Kind {
    List { empty: bool },
    Object { object: Object, key: Option<String> },
}

impl Compound<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotCanonical> {
        if let Kind::List { empty } = &mut self.kind {
            if !*empty {
                self.writer.out.push(b',');
            }
            *empty = false;
        }
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), NotCanonical> {
        if let Kind::Object { object, .. } = &mut self.kind {
            self.writer.member(object, name);
        }
        value.serialize(&mut *self.writer)
    }

    fn finish(self) -> Result<(), NotCanonical> {
        match &self.kind {
            Kind::List { .. } => self.writer.out.push(b']'),
            Kind::Object { object, .. } => self.writer.close(object)?,
        }
        self.variant.map_or(Ok(()), |variant| self.writer.close(&variant))
    }
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = NotCanonical;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    fn serialize_bool(self, v: bool) -> Result<(), NotCanonical> {
        self.out.extend_from_slice(if v { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, v: i8) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_i16(self, v: i16) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_i32(self, v: i32) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_i64(self, v: i64) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_i128(self, v: i128) -> Result<(), NotCanonical> {
        self.integer(v)
    }

    fn serialize_u8(self, v: u8) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_u16(self, v: u16) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_u32(self, v: u32) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_u64(self, v: u64) -> Result<(), NotCanonical> {
        self.integer(v.into())
    }

    fn serialize_u128(self, v: u128) -> Result<(), NotCanonical> {
        self.integer(i128::try_from(v).unwrap_or(i128::MAX))
    }

    fn serialize_f32(self, v: f32) -> Result<(), NotCanonical> {
        self.serialize_f64(v.into())
    }

    fn serialize_f64(self, v: f64) -> Result<(), NotCanonical> {
        Err(NotCanonical(format!("{v:?} is no integer")))
    }

    fn serialize_char(self, v: char) -> Result<(), NotCanonical> {
        self.string(v.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, v: &str) -> Result<(), NotCanonical> {
        self.string(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), NotCanonical> {
        v.serialize(self)
    }

    fn serialize_none(self) -> Result<(), NotCanonical> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotCanonical> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NotCanonical> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), NotCanonical> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), NotCanonical> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), NotCanonical> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), NotCanonical> {
        let mut object = self.open_object();
        self.member(&mut object, variant);
        value.serialize(&mut *self)?;
        self.close(&object)
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Compound<'a>, NotCanonical> {
        self.out.push(b'[');
        Ok(Compound { writer: self, kind: Kind::List { empty: true }, variant: None })
    }

    fn serialize_tuple(self, len: usize) -> Result<Compound<'a>, NotCanonical> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'a>, NotCanonical> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'a>, NotCanonical> {
        let mut outer = self.open_object();
        self.member(&mut outer, variant);
        Ok(Compound { variant: Some(outer), ..self.serialize_seq(Some(len))? })
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Compound<'a>, NotCanonical> {
        let object = self.open_object();
        Ok(Compound { writer: self, kind: Kind::Object { object, key: None }, variant: None })
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Compound<'a>, NotCanonical> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'a>, NotCanonical> {
        let mut outer = self.open_object();
        self.member(&mut outer, variant);
        Ok(Compound { variant: Some(outer), ..self.serialize_map(Some(len))? })
    }
}

macro_rules! compound_list {
    ($($of:ident :: $each:ident),*) => {$(
        impl ser::$of for Compound<'_> {
            type Ok = ();
            type Error = NotCanonical;

            fn $each<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotCanonical> {
                self.element(value)
            }

            fn end(self) -> Result<(), NotCanonical> {
                self.finish()
            }
        }
    )*};
}

compound_list!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! compound_object {
    ($($of:ident),*) => {$(
        impl ser::$of for Compound<'_> {
            type Ok = ();
            type Error = NotCanonical;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NotCanonical> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), NotCanonical> {
                self.finish()
            }
        }
    )*};
}

compound_object!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = NotCanonical;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotCanonical> {
        // serde_json knows which keys become text; its answer is a JSON string, or an error of ours.
        let text = match serde_json::to_value(key) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Number(number)) => number.to_string(),
            Ok(other) => return Err(NotCanonical(format!("the key {other} is no text"))),
            Err(error) => return Err(ser::Error::custom(error)),
        };
        if let Kind::Object { key, .. } = &mut self.kind {
            *key = Some(text);
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotCanonical> {
        let name = match &mut self.kind {
            Kind::Object { key, .. } => key.take().unwrap_or_default(),
            Kind::List { .. } => String::new(),
        };
        self.field(&name, value)
    }

    fn end(self) -> Result<(), NotCanonical> {
        self.finish()
    }
}

#[cfg(test)]
mod tests;
