use std::borrow::Cow;

use crate::{Node, Value};

/// Returns the value that a JSON pointer (RFC 6901) names; of a repeated key the first.
///
/// None when there is no such value or the pointer is malformed.
pub fn lookup<'node>(node: &'node Node, pointer: &str) -> Option<&'node Node> {
    if pointer.is_empty() {
        return Some(node);
    }
    let mut node = node;
    for token in pointer.strip_prefix('/')?.split('/') {
        node = match &node.value {
            Value::Array(nodes) => nodes.get(array_index(token)?)?,
            Value::Object(object) => object.get(&unescape_token(token)?)?,
            _ => return None,
        };
    }
    Some(node)
}

/// Returns the key as one token of a JSON pointer: `~` as `~0`, `/` as `~1` (RFC 6901, section 3).
pub fn escape_token(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

fn array_index(token: &str) -> Option<usize> {
    let plain = token == "0" || token.starts_with(|first: char| ('1'..='9').contains(&first));
    token.parse().ok().filter(|_| plain)
}

fn unescape_token(token: &str) -> Option<String> {
    let mut key = String::new();
    let mut chars = token.chars();
    while let Some(char) = chars.next() {
        key.push(match char {
            '~' => match chars.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            char => char,
        });
    }
    Some(key)
}
