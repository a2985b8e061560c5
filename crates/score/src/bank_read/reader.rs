//! Reads the members of one object, reporting what is missing, of another type or empty.

use proofmark_json::{Node, Object, Value};

use crate::problem::{ProblemCode as Code, Problems, Subject};

/// A JSON pointer, while it is being built.
#[derive(Clone, Debug)]
pub(super) struct Place(String);

impl Place {
    pub(super) fn root() -> Self {
        Self(String::new())
    }

    pub(super) fn key(&self, key: &str) -> Self {
        Self(format!("{}/{}", self.0, super::token(key)))
    }

    pub(super) fn index(&self, at: usize) -> Self {
        Self(format!("{}/{at}", self.0))
    }

    pub(super) fn pointer(&self) -> &str {
        &self.0
    }
}

/// What is said of a value of another type than `expected`.
pub(super) fn mistaken(expected: &str, node: &Node) -> String {
    let found = node.value.kind();
    format!("must be {expected}, and is {found}; write {expected} there")
}

/// Reads one object.
pub(super) struct Reader<'bank, 'problems> {
    object: Option<&'bank Object>,
    place: Place,
    subject: Subject,
    problems: &'problems mut Problems,
}

impl<'bank, 'problems> Reader<'bank, 'problems> {
    /// A reader of `node`, which must be an object.
    pub(super) fn new(
        node: &'bank Node,
        place: &Place,
        subject: Subject,
        problems: &'problems mut Problems,
    ) -> Self {
        let object = node.value.as_object();
        if object.is_none() {
            let message = mistaken("an object", node);
            problems.error(Code::WrongType, &subject, place.pointer(), message);
        }
        Self {
            object,
            place: place.clone(),
            subject,
            problems,
        }
    }

    pub(super) fn is_object(&self) -> bool {
        self.object.is_some()
    }

    /// Warns of every key that is not in `keys`.
    pub(super) fn known(&mut self, keys: &[&str]) {
        let Some(object) = self.object else { return };
        for member in &object.members {
            if !keys.contains(&member.key.as_str()) {
                let message = format!(
                    "the key {:?} is not in the contract and says nothing; known here: {}",
                    member.key,
                    keys.join(", ")
                );
                let place = self.place.key(&member.key);
                self.warn(Code::UnknownKey, &place, message);
            }
        }
    }

    pub(super) fn report(&mut self, code: Code, place: &Place, message: String) {
        self.problems
            .error(code, &self.subject, place.pointer(), message);
    }

    pub(super) fn warn(&mut self, code: Code, place: &Place, message: String) {
        self.problems
            .warn(code, &self.subject, place.pointer(), message);
    }

    /// Reports that the value of `key` is of another type; `what` completes the sentence.
    pub(super) fn wrong(&mut self, key: &str, what: String) {
        let place = self.place.key(key);
        self.report(Code::WrongType, &place, format!("{key} {what}"));
    }

    /// Reports that the value of `key` is empty.
    pub(super) fn empty(&mut self, key: &str, remedy: &str) {
        let place = self.place.key(key);
        self.report(
            Code::EmptyValue,
            &place,
            format!("{key} is empty; {remedy}"),
        );
    }

    /// The value of `key`, if it is there.
    pub(super) fn optional(&self, key: &str) -> Option<&'bank Node> {
        self.object?.get(key)
    }

    /// The value of `key`, which must be there.
    pub(super) fn required(&mut self, key: &str) -> Option<&'bank Node> {
        let node = self.optional(key);
        if node.is_none() && self.is_object() {
            let place = self.place.key(key);
            self.report(
                Code::MissingKey,
                &place,
                format!("the key {key:?} is missing; add it"),
            );
        }
        node
    }

    /// A text that must be there and not be empty.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let node = self.required(key)?;
        self.as_text(key, node)
    }

    /// A text that, where it is there, must not be empty.
    pub(super) fn optional_text(&mut self, key: &str) -> Option<String> {
        let node = self.optional(key)?;
        self.as_text(key, node)
    }

    /// A text that may be empty.
    pub(super) fn optional_plain_text(&mut self, key: &str) -> Option<String> {
        let node = self.optional(key)?;
        if node.value.as_str().is_none() {
            self.wrong(key, mistaken("a text", node));
        }
        node.value.as_str().map(str::to_owned)
    }

    fn as_text(&mut self, key: &str, node: &Node) -> Option<String> {
        let Some(text) = node.value.as_str() else {
            self.wrong(key, mistaken("a text", node));
            return None;
        };
        if text.trim().is_empty() {
            self.empty(key, "write it out");
            return None;
        }
        Some(text.to_owned())
    }

    /// A truth value that must be there.
    pub(super) fn truth(&mut self, key: &str) -> Option<bool> {
        let node = self.required(key)?;
        let truth = node.value.as_bool();
        if truth.is_none() {
            self.wrong(key, mistaken("true or false", node));
        }
        truth
    }

    /// A list that must be there and not be empty.
    pub(super) fn list(&mut self, key: &str) -> Option<&'bank [Node]> {
        let node = self.required(key)?;
        let list = self.as_list(key, node)?;
        if list.is_empty() {
            self.empty(key, "it needs at least one entry");
        }
        Some(list)
    }

    /// A list that may be missing or empty.
    pub(super) fn optional_list(&mut self, key: &str) -> Option<&'bank [Node]> {
        let node = self.optional(key)?;
        self.as_list(key, node)
    }

    fn as_list(&mut self, key: &str, node: &'bank Node) -> Option<&'bank [Node]> {
        if let Value::Array(nodes) = &node.value {
            return Some(nodes);
        }
        self.wrong(key, mistaken("a list", node));
        None
    }

    /// A list of texts that must be there; neither it nor a text may be empty. Entries keep their
    /// places; one that is no text stands as an empty text.
    pub(super) fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let nodes = self.list(key)?;
        Some(self.as_texts(key, nodes))
    }

    /// As [`Self::texts`], for a list that may be missing or empty.
    pub(super) fn optional_texts(&mut self, key: &str) -> Vec<String> {
        let nodes = self.optional_list(key).unwrap_or_default();
        self.as_texts(key, nodes)
    }

    fn as_texts(&mut self, key: &str, nodes: &[Node]) -> Vec<String> {
        let mut texts = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            let place = self.place.key(key).index(at);
            match node.value.as_str() {
                None => {
                    let message = format!(
                        "entries of {key} must be texts, and this is {}",
                        node.value.kind()
                    );
                    self.report(Code::WrongType, &place, message);
                }
                Some(text) if text.trim().is_empty() => {
                    let message = format!("an entry of {key} is empty; write it out or drop it");
                    self.report(Code::EmptyValue, &place, message);
                }
                Some(_) => {}
            }
            texts.push(node.value.as_str().unwrap_or_default().to_owned());
        }
        texts
    }

    /// The members of an object that may be missing, each key once.
    pub(super) fn optional_map(&mut self, key: &str) -> Vec<(&'bank str, &'bank Node)> {
        let Some(node) = self.optional(key) else {
            return Vec::new();
        };
        let Some(object) = node.value.as_object() else {
            self.wrong(key, mistaken("an object", node));
            return Vec::new();
        };
        let mut seen = std::collections::BTreeSet::new();
        object
            .members
            .iter()
            .filter(|member| seen.insert(member.key.as_str()))
            .map(|member| (member.key.as_str(), &member.node))
            .collect()
    }
}
