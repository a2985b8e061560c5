use serde::ser::{self, Serialize};

use crate::{CanonicalError, Member, Node, Number, Object, Value};

/// Turns a value of our own types into a JSON value, keeping the order of fields.
///
/// # Errors
/// On floats (NaN included), integers beyond ±(2⁵³ − 1), bytes, and maps whose keys are no strings.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, CanonicalError> {
    value.serialize(Exact)
}

impl ser::Error for CanonicalError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::Unsupported(message.to_string())
    }
}

/// The largest integer up to which every integer is a double: 2⁵³ − 1.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// A serializer that makes [`Value`]s and takes nothing inexact.
struct Exact;

struct Elements {
    nodes: Vec<Node>,
    variant: Option<&'static str>,
}

struct Members {
    members: Vec<Member>,
    key: Option<String>,
    variant: Option<&'static str>,
}

fn member(key: String, value: Value) -> Member {
    Member {
        key,
        key_span: 0..0,
        node: Node::new(value),
    }
}

fn tagged(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(variant) => Value::Object(Object {
            members: vec![member(variant.to_owned(), value)],
        }),
        None => value,
    }
}

impl Elements {
    fn new(variant: Option<&'static str>) -> Self {
        Self {
            nodes: Vec::new(),
            variant,
        }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        self.nodes.push(Node::new(to_value(value)?));
        Ok(())
    }

    fn finish(self) -> Value {
        tagged(self.variant, Value::Array(self.nodes))
    }
}

impl Members {
    fn new(variant: Option<&'static str>) -> Self {
        Self {
            members: Vec::new(),
            key: None,
            variant,
        }
    }

    fn push<T: Serialize + ?Sized>(
        &mut self,
        key: String,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.members.push(member(key, to_value(value)?));
        Ok(())
    }

    fn finish(self) -> Value {
        tagged(
            self.variant,
            Value::Object(Object {
                members: self.members,
            }),
        )
    }
}

impl ser::Serializer for Exact {
    type Ok = Value;
    type Error = CanonicalError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    fn serialize_bool(self, truth: bool) -> Result<Value, CanonicalError> {
        Ok(Value::Bool(truth))
    }
    fn serialize_i8(self, number: i8) -> Result<Value, CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i16(self, number: i16) -> Result<Value, CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i32(self, number: i32) -> Result<Value, CanonicalError> {
        self.serialize_i64(number.into())
    }
    fn serialize_i64(self, number: i64) -> Result<Value, CanonicalError> {
        if number.unsigned_abs() > MAX_EXACT {
            return Err(CanonicalError::Inexact {
                number: number.to_string(),
            });
        }
        Ok(Value::Number(Number::from(number)))
    }
    fn serialize_u8(self, number: u8) -> Result<Value, CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u16(self, number: u16) -> Result<Value, CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u32(self, number: u32) -> Result<Value, CanonicalError> {
        self.serialize_u64(number.into())
    }
    fn serialize_u64(self, number: u64) -> Result<Value, CanonicalError> {
        if number > MAX_EXACT {
            return Err(CanonicalError::Inexact {
                number: number.to_string(),
            });
        }
        Ok(Value::Number(Number::from(number)))
    }
    fn serialize_f32(self, _: f32) -> Result<Value, CanonicalError> {
        Err(CanonicalError::Float)
    }
    fn serialize_f64(self, _: f64) -> Result<Value, CanonicalError> {
        Err(CanonicalError::Float)
    }
    fn serialize_char(self, char: char) -> Result<Value, CanonicalError> {
        Ok(Value::String(char.to_string()))
    }
    fn serialize_str(self, text: &str) -> Result<Value, CanonicalError> {
        Ok(Value::String(text.to_owned()))
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<Value, CanonicalError> {
        Err(CanonicalError::Unsupported(
            "bytes have no form in JSON".to_owned(),
        ))
    }
    fn serialize_none(self) -> Result<Value, CanonicalError> {
        Ok(Value::Null)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, CanonicalError> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, CanonicalError> {
        Ok(Value::Null)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, CanonicalError> {
        Ok(Value::Null)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, CanonicalError> {
        Ok(Value::String(variant.to_owned()))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, CanonicalError> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, CanonicalError> {
        Ok(tagged(Some(variant), to_value(value)?))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, CanonicalError> {
        Ok(Elements::new(None))
    }
    fn serialize_tuple(self, _: usize) -> Result<Elements, CanonicalError> {
        Ok(Elements::new(None))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements, CanonicalError> {
        Ok(Elements::new(None))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements, CanonicalError> {
        Ok(Elements::new(Some(variant)))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Members, CanonicalError> {
        Ok(Members::new(None))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, CanonicalError> {
        Ok(Members::new(None))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, CanonicalError> {
        Ok(Members::new(Some(variant)))
    }
}

impl ser::SerializeSeq for Elements {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_element<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeTuple for Elements {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_element<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeTupleStruct for Elements {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeTupleVariant for Elements {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        self.push(value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeMap for Members {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CanonicalError> {
        match to_value(key)? {
            Value::String(key) => {
                self.key = Some(key);
                Ok(())
            }
            other => Err(CanonicalError::Unsupported(format!(
                "expected a string as key, found {}",
                other.kind()
            ))),
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CanonicalError> {
        let key = self.key.take().unwrap_or_default();
        self.push(key, value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeStruct for Members {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(key.to_owned(), value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}

impl ser::SerializeStructVariant for Members {
    type Ok = Value;
    type Error = CanonicalError;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), CanonicalError> {
        self.push(key.to_owned(), value)
    }
    fn end(self) -> Result<Value, CanonicalError> {
        Ok(self.finish())
    }
}
