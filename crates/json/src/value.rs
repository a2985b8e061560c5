use std::ops::Range;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number(Number),
    /// A string, its escapes resolved.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object.
    Object(Object),
}

/// A value and where it stands.
///
/// Two nodes are equal when their values are; places do not count.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Bytes of the input, from the value's first to one past its last, quotes and brackets
    /// included. `0..0` for a value that was not read from bytes.
    pub span: Range<usize>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A number as it was written. Two numbers are equal when they are written the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub(crate) String);

impl Number {
    /// Returns the number as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number if it is written as a whole number (no point, no exponent) that fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// Returns the number if it is written as a whole number (no point, no exponent) that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Returns the nearest double, or none when the number is too large for one.
    pub fn as_f64(&self) -> Option<f64> {
        self.0
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self(number.to_string())
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(number.to_string())
    }
}

/// An object: its members in the order written, repeated keys kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The members.
    pub members: Vec<Member>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The key, its escapes resolved.
    pub key: String,
    /// Bytes of the key in the input, quotes included.
    pub key_span: Range<usize>,
    /// The value.
    pub node: Node,
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.node == other.node
    }
}

/// A member whose key stands earlier in the same object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// JSON pointer to the member; both members share it.
    pub pointer: String,
    /// The key.
    pub key: String,
    /// Bytes of the later key.
    pub key_span: Range<usize>,
}

impl Object {
    /// Returns the value of the first member with this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members
            .iter()
            .find(|member| member.key == key)
            .map(|member| &member.node)
    }

    /// Takes every member with this key out and returns the first one's value.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let mut removed = None;
        self.members.retain_mut(|member| {
            if member.key != key {
                return true;
            }
            let node = std::mem::replace(&mut member.node, Node::new(Value::Null));
            removed.get_or_insert(node);
            false
        });
        removed
    }

    /// Returns the members whose key stands earlier in this object, in order.
    pub fn duplicates(&self) -> Vec<&Member> {
        let mut seen = std::collections::BTreeSet::new();
        self.members
            .iter()
            .filter(|member| !seen.insert(member.key.as_str()))
            .collect()
    }
}

impl Value {
    /// Returns the string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// Returns the truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self {
            Some(*truth)
        } else {
            None
        }
    }

    /// Returns the number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }

    /// Returns the whole number, if it is one; see [`Number::as_u64`].
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::as_u64)
    }

    /// Returns the elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Self::Array(nodes) = self {
            Some(nodes)
        } else {
            None
        }
    }

    /// Returns the object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self {
            Some(object)
        } else {
            None
        }
    }

    /// Returns whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns `null`, `a boolean`, `a number`, `a string`, `an array` or `an object`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl Node {
    /// Returns the value as a node without a place.
    pub fn new(value: Value) -> Self {
        Self { value, span: 0..0 }
    }

    /// Returns every repeated key at any depth, in the order of the input.
    pub fn duplicates(&self) -> Vec<Duplicate> {
        let mut found = Vec::new();
        collect_duplicates(self, &mut String::new(), &mut found);
        found
    }
}

fn collect_duplicates(node: &Node, pointer: &mut String, found: &mut Vec<Duplicate>) {
    let length = pointer.len();
    match &node.value {
        Value::Array(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
                collect_duplicates(node, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Object(object) => {
            let mut seen = std::collections::BTreeSet::new();
            for member in &object.members {
                pointer.push('/');
                pointer.push_str(&crate::escape_token(&member.key));
                if !seen.insert(member.key.as_str()) {
                    found.push(Duplicate {
                        pointer: pointer.clone(),
                        key: member.key.clone(),
                        key_span: member.key_span.clone(),
                    });
                }
                collect_duplicates(&member.node, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}
