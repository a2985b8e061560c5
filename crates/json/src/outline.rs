use std::ops::Range;

use crate::parse::key_at;
use crate::{Duplicate, Node, escape_token};

/// What the outermost level of a document tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The document: of an object all members, of an array the first object with its keys. Arrays and objects
    /// inside are empty, and the values of that first object `null`.
    pub top: Node,
    /// The first repeated key, at any depth.
    pub duplicate: Option<Duplicate>,
}

/// Looks out for repeated keys while a document is read of which no tree is kept.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The way to the value that is being read.
    path: Vec<Step>,
    first: Option<Duplicate>,
}

#[derive(Debug)]
enum Step {
    Item(usize),
    /// Where the key stands.
    Member(Range<usize>),
}

impl Watch {
    pub(crate) fn enter_item(&mut self, index: usize) {
        self.path.push(Step::Item(index));
    }

    pub(crate) fn enter_member(&mut self, key: &Range<usize>) {
        self.path.push(Step::Member(key.clone()));
    }

    pub(crate) fn leave(&mut self) {
        self.path.pop();
    }

    /// The key at `start`, in the object to which the path leads, stands there a second time.
    pub(crate) fn found(&mut self, text: &str, start: usize) {
        let is_first = self
            .first
            .as_ref()
            .is_none_or(|first| start < first.key_span.start);
        if !is_first {
            return;
        }
        let mut pointer = String::new();
        for step in &self.path {
            pointer.push('/');
            match step {
                Step::Item(index) => pointer.push_str(&index.to_string()),
                Step::Member(key) => pointer.push_str(&escape_token(&key_at(text, key.start).0)),
            }
        }
        let (key, key_span) = key_at(text, start);
        pointer.push('/');
        pointer.push_str(&escape_token(&key));
        self.first = Some(Duplicate {
            pointer,
            key,
            key_span,
        });
    }

    pub(crate) fn into_duplicate(self) -> Option<Duplicate> {
        self.first
    }
}
