use std::fmt::Write as _;

use crate::{Node, Object, Value, escape_token};

/// Returns the JSON pointer of the first place where two values differ, or none if they are equal.
///
/// Members count by key, not by order; the left value's order decides which difference is first. A
/// member or element that only one side has is named itself. Numbers are equal when written the
/// same.
pub fn first_difference(left: &Node, right: &Node) -> Option<String> {
    let mut pointer = String::new();
    differ(left, right, &mut pointer).then_some(pointer)
}

/// Leaves the pointer at the difference when there is one, and as it was when there is none.
fn differ(left: &Node, right: &Node, pointer: &mut String) -> bool {
    match (&left.value, &right.value) {
        (Value::Array(left), Value::Array(right)) => {
            let length = pointer.len();
            for index in 0..left.len().max(right.len()) {
                write!(pointer, "/{index}").expect("writing to a string cannot fail");
                match (left.get(index), right.get(index)) {
                    (Some(left), Some(right)) if !differ(left, right, pointer) => {}
                    _ => return true,
                }
                pointer.truncate(length);
            }
            false
        }
        (Value::Object(left), Value::Object(right)) => objects_differ(left, right, pointer),
        (left, right) => left != right,
    }
}

fn objects_differ(left: &Object, right: &Object, pointer: &mut String) -> bool {
    let length = pointer.len();
    for (member, other) in left
        .members
        .iter()
        .map(|member| (member, right.get(&member.key)))
    {
        pointer.push('/');
        pointer.push_str(&escape_token(&member.key));
        if other.is_none_or(|other| differ(&member.node, other, pointer)) {
            return true;
        }
        pointer.truncate(length);
    }
    let extra = right
        .members
        .iter()
        .find(|member| left.get(&member.key).is_none());
    let repeated = || right.duplicates().into_iter().next();
    let extra = extra.or_else(|| {
        if left.members.len() == right.members.len() {
            None
        } else {
            repeated()
        }
    });
    if let Some(member) = extra {
        pointer.push('/');
        pointer.push_str(&escape_token(&member.key));
        return true;
    }
    false
}
