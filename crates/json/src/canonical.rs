use serde::Serialize;

use crate::{CanonicalError, Node, Object, Value, serialize};

/// Writes a value in the canonical form of RFC 8785.
///
/// Members stand in the order of their keys' UTF-16 code units; numbers are written as ECMAScript
/// writes the nearest double; strings escape only what must be escaped.
///
/// # Errors
/// A repeated key and a number beyond the range of a double have no canonical form.
pub fn canonical(value: &Value) -> Result<Vec<u8>, CanonicalError> {
    let mut out = String::new();
    write_value(value, &mut out)?;
    Ok(out.into_bytes())
}

/// Writes a value of our own types in the canonical form of RFC 8785.
///
/// # Errors
/// Besides those of [`canonical`]: floats, integers beyond ±(2⁵³ − 1), and types that JSON cannot
/// carry. Exact types must not depend on how a reader rounds.
pub fn to_canonical<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, CanonicalError> {
    let mut out = String::new();
    serialize::write(value, &mut out)?;
    Ok(out.into_bytes())
}

fn write_value(value: &Value, out: &mut String) -> Result<(), CanonicalError> {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => {
            let double = number.as_f64().ok_or_else(|| CanonicalError::OutOfRange {
                number: number.as_str().to_owned(),
            })?;
            out.push_str(ryu_js::Buffer::new().format_finite(double));
        }
        Value::String(text) => write_string(text, out),
        Value::Array(nodes) => write_array(nodes, out)?,
        Value::Object(object) => write_object(object, out)?,
    }
    Ok(())
}

fn write_array(nodes: &[Node], out: &mut String) -> Result<(), CanonicalError> {
    out.push('[');
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_value(&node.value, out)?;
    }
    out.push(']');
    Ok(())
}

fn write_object(object: &Object, out: &mut String) -> Result<(), CanonicalError> {
    let mut members: Vec<_> = object.members.iter().collect();
    in_canonical_order(&mut members, |member| &member.key)?;
    out.push('{');
    for (index, member) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(&member.key, out);
        out.push(':');
        write_value(&member.node.value, out)?;
    }
    out.push('}');
    Ok(())
}

/// Sorts members by the UTF-16 units of their keys; no two may have the same.
pub(crate) fn in_canonical_order<T>(
    members: &mut [T],
    key: impl Fn(&T) -> &String,
) -> Result<(), CanonicalError> {
    members.sort_by(|left, right| key(left).encode_utf16().cmp(key(right).encode_utf16()));
    match members
        .windows(2)
        .find(|pair| key(&pair[0]) == key(&pair[1]))
    {
        Some(pair) => Err(CanonicalError::DuplicateKey {
            key: key(&pair[0]).clone(),
        }),
        None => Ok(()),
    }
}

pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{C}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            control if control < ' ' => {
                let digit = |shift: u32| {
                    char::from_digit((u32::from(control) >> shift) & 15, 16)
                        .expect("four bits are one hexadecimal digit")
                };
                out.extend(["\\u00"]);
                out.push(digit(4));
                out.push(digit(0));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}
