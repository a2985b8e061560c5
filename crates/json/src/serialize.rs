//! Values of our own types, written in the canonical form without a tree of values between: a report of a million
//! attempts would take many times its size.

use std::ops::Range;

use serde::ser::{self, Serialize};

use crate::canonical::{in_canonical_order, write_string};
use crate::{CanonicalError, Value, parse};

/// Appends the canonical form of a value to `out`.
pub(crate) fn write<T: Serialize + ?Sized>(
    value: &T,
    out: &mut String,
) -> Result<(), CanonicalError> {
    value.serialize(Exact { out })
}

impl ser::Error for CanonicalError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::Unsupported(message.to_string())
    }
}

/// The largest integer up to which every integer is a double: 2⁵³ − 1.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// A serializer that writes canonical JSON and takes nothing inexact.
struct Exact<'o> {
    out: &'o mut String,
}

/// An array in the writing.
struct Elements<'o> {
    out: &'o mut String,
    is_empty: bool,
    /// Whether it stands in the object that names a variant.
    is_tagged: bool,
}

/// An object in the writing: its values stand in `out` in the order in which they came, until all are there.
struct Members<'o> {
    out: &'o mut String,
    start: usize,
    /// Keys, with the places of their values after `start`.
    members: Vec<(String, Range<usize>)>,
    key: Option<String>,
    is_tagged: bool,
}

fn open_tag(variant: &str, out: &mut String) {
    out.push('{');
    write_string(variant, out);
    out.push(':');
}

fn close_tag(is_tagged: bool, out: &mut String) {
    if is_tagged {
        out.push('}');
    }
}

impl<'o> Elements<'o> {
    fn new(variant: Option<&str>, out: &'o mut String) -> Self {
        if let Some(variant) = variant {
            open_tag(variant, out);
        }
        out.push('[');
        Self {
            out,
            is_empty: true,
            is_tagged: variant.is_some(),
        }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        if !std::mem::take(&mut self.is_empty) {
            self.out.push(',');
        }
        write(value, self.out)
    }

    fn finish(self) {
        self.out.push(']');
        close_tag(self.is_tagged, self.out);
    }
}

impl<'o> Members<'o> {
    fn new(variant: Option<&str>, out: &'o mut String) -> Self {
        if let Some(variant) = variant {
            open_tag(variant, out);
        }
        Self {
            start: out.len(),
            out,
            members: Vec::new(),
            key: None,
            is_tagged: variant.is_some(),
        }
    }

    fn push<T: Serialize + ?Sized>(
        &mut self,
        key: String,
        value: &T,
    ) -> Result<(), CanonicalError> {
        let from = self.out.len() - self.start;
        write(value, self.out)?;
        self.members.push((key, from..self.out.len() - self.start));
        Ok(())
    }

    fn finish(mut self) -> Result<(), CanonicalError> {
        in_canonical_order(&mut self.members, |(key, _)| key)?;
        let values = self.out.split_off(self.start);
        self.out.push('{');
        for (index, (key, place)) in self.members.into_iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write_string(&key, self.out);
            self.out.push(':');
            self.out.push_str(&values[place]);
        }
        self.out.push('}');
        close_tag(self.is_tagged, self.out);
        Ok(())
    }
}

impl<'o> ser::Serializer for Exact<'o> {
    type Ok = ();
    type Error = CanonicalError;
    type SerializeSeq = Elements<'o>;
    type SerializeTuple = Elements<'o>;
    type SerializeTupleStruct = Elements<'o>;
    type SerializeTupleVariant = Elements<'o>;
    type SerializeMap = Members<'o>;
    type SerializeStruct = Members<'o>;
    type SerializeStructVariant = Members<'o>;

    fn serialize_bool(self, truth: bool) -> Result<(), CanonicalError> {
        self.out.push_str(if truth { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, number: i8) -> Result<(), CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i16(self, number: i16) -> Result<(), CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i32(self, number: i32) -> Result<(), CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i64(self, number: i64) -> Result<(), CanonicalError> {
        if number.unsigned_abs() > MAX_EXACT {
            return Err(CanonicalError::Inexact {
                number: number.to_string(),
            });
        }
        self.out.push_str(&number.to_string());
        Ok(())
    }
    fn serialize_u8(self, number: u8) -> Result<(), CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u16(self, number: u16) -> Result<(), CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u32(self, number: u32) -> Result<(), CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u64(self, number: u64) -> Result<(), CanonicalError> {
        if number > MAX_EXACT {
            return Err(CanonicalError::Inexact {
                number: number.to_string(),
            });
        }
        self.out.push_str(&number.to_string());
        Ok(())
    }
    fn serialize_f32(self, _: f32) -> Result<(), CanonicalError> {
        Err(CanonicalError::Float)
    }
    fn serialize_f64(self, _: f64) -> Result<(), CanonicalError> {
        Err(CanonicalError::Float)
    }
    fn serialize_char(self, char: char) -> Result<(), CanonicalError> {
        self.serialize_str(char.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, text: &str) -> Result<(), CanonicalError> {
        write_string(text, self.out);
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), CanonicalError> {
        Err(CanonicalError::Unsupported(
            "bytes have no form in JSON".to_owned(),
        ))
    }
    fn serialize_none(self) -> Result<(), CanonicalError> {
        self.out.push_str("null");
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), CanonicalError> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), CanonicalError> {
        self.out.push_str("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), CanonicalError> {
        self.out.push_str("null");
        Ok(())
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), CanonicalError> {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        open_tag(variant, self.out);
        write(value, self.out)?;
        close_tag(true, self.out);
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'o>, CanonicalError> {
        Ok(Elements::new(None, self.out))
    }
    fn serialize_tuple(self, _: usize) -> Result<Elements<'o>, CanonicalError> {
        Ok(Elements::new(None, self.out))
    }
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Elements<'o>, CanonicalError> {
        Ok(Elements::new(None, self.out))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'o>, CanonicalError> {
        Ok(Elements::new(Some(variant), self.out))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Members<'o>, CanonicalError> {
        Ok(Members::new(None, self.out))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'o>, CanonicalError> {
        Ok(Members::new(None, self.out))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'o>, CanonicalError> {
        Ok(Members::new(Some(variant), self.out))
    }
}

impl ser::SerializeSeq for Elements<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_element<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish();
        Ok(())
    }
}

impl ser::SerializeTuple for Elements<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_element<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish();
        Ok(())
    }
}

impl ser::SerializeTupleStruct for Elements<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish();
        Ok(())
    }
}

impl ser::SerializeTupleVariant for Elements<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish();
        Ok(())
    }
}

impl ser::SerializeMap for Members<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CanonicalError> {
        let mut text = String::new();
        write(key, &mut text)?;
        match parse(text.as_bytes()).map(|node| node.value) {
            Ok(Value::String(key)) => {
                self.key = Some(key);
                Ok(())
            }
            Ok(other) => Err(CanonicalError::Unsupported(format!(
                "expected a string as key, found {}",
                other.kind()
            ))),
            Err(error) => Err(CanonicalError::Unsupported(error.to_string())),
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        let key = self.key.take().unwrap_or_default();
        self.push(key, value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish()
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(key.to_owned(), value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish()
    }
}

impl ser::SerializeStructVariant for Members<'_> {
    type Ok = ();
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(key.to_owned(), value)
    }
    fn end(self) -> Result<(), CanonicalError> {
        self.finish()
    }
}
