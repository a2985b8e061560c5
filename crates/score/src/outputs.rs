//! Outputs files: JSON Lines of attempts. A broken line is named and the rest goes on.

use proofmark_json::{Node, Object, Value, escape_token};
use sha2::{Digest, Sha256};

use crate::attempt::{Adapter, Attempt, SourceCard};

/// What was noticed in an input file, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputProblem {
    /// A stable code.
    pub code: &'static str,
    /// The file's name.
    pub file: String,
    /// The line, from 1; `None` for the whole file.
    pub line: Option<usize>,
    /// RFC 6901 pointer in the line (or the file); empty for all of it.
    pub pointer: String,
    /// What was expected and what was found.
    pub message: String,
    /// What to change.
    pub remedy: String,
}

/// An attempt and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedAttempt {
    /// The attempt.
    pub attempt: Attempt,
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// An outputs file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputsFile {
    /// The file's name.
    pub name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// The readable lines, in order.
    pub attempts: Vec<PlacedAttempt>,
    /// What is wrong with the others, and keys that nobody reads.
    pub problems: Vec<InputProblem>,
}

/// Most lines that are read of one file.
pub const MAX_LINES: usize = 2_000_000;
/// Most bytes of one line: an attempt is a page or two, and reading one takes several times its size.
pub const MAX_LINE_BYTES: usize = 64 << 20;
/// Highest number of a repetition; a plan's matrix grows with it.
pub const MAX_REPETITIONS: u32 = 1_000;

/// Reads an outputs file. A byte order mark, CRLF and blank lines are form.
pub fn read_outputs(name: &str, bytes: &[u8]) -> OutputsFile {
    read_lines(name, bytes, MAX_LINE_BYTES)
}

fn read_lines(name: &str, bytes: &[u8], max_line_bytes: usize) -> OutputsFile {
    let mut file = OutputsFile {
        name: name.to_owned(),
        sha256: hex(&Sha256::digest(bytes)),
        attempts: Vec::new(),
        problems: Vec::new(),
    };
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    for (idx, line) in body.split(|b| *b == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if idx >= MAX_LINES {
            file.problems.push(InputProblem {
                code: "too_many_lines",
                file: name.to_owned(),
                line: Some(idx + 1),
                pointer: String::new(),
                message: format!("at most {MAX_LINES} lines are read of one file"),
                remedy: "split the file".to_owned(),
            });
            break;
        }
        let mut reader = LineReader {
            file: name,
            line: idx + 1,
            problems: &mut file.problems,
            is_broken: false,
        };
        if line.len() > max_line_bytes {
            let message = format!("is longer than the {max_line_bytes} bytes that are read");
            reader.refuse("line_too_long", "", message, "one line is one attempt");
            continue;
        }
        if let Some(attempt) = reader.read(line) {
            file.attempts.push(PlacedAttempt {
                attempt,
                file: name.to_owned(),
                line: idx + 1,
            });
        }
    }
    file
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|b| [b >> 4, b & 15])
        .map(|n| char::from(b"0123456789abcdef"[n as usize]))
        .collect()
}

const KEYS: &[&str] = &[
    "workflow",
    "repetition",
    "question_id",
    "adapter",
    "raw",
    "error",
    "produced_at",
    "source_cards",
    "bank_sha256",
];

/// Reads one object key by key and collects what is wrong with it.
struct LineReader<'r> {
    file: &'r str,
    line: usize,
    problems: &'r mut Vec<InputProblem>,
    /// Whether something is wrong that leaves no attempt.
    is_broken: bool,
}

impl LineReader<'_> {
    fn note(&mut self, code: &'static str, pointer: &str, message: String, remedy: &str) {
        self.problems.push(InputProblem {
            code,
            file: self.file.to_owned(),
            line: Some(self.line),
            pointer: pointer.to_owned(),
            message,
            remedy: remedy.to_owned(),
        });
    }

    fn refuse(&mut self, code: &'static str, pointer: &str, message: String, remedy: &str) {
        self.is_broken = true;
        self.note(code, pointer, message, remedy);
    }

    fn read(&mut self, line: &[u8]) -> Option<Attempt> {
        let node = match proofmark_json::parse(line) {
            Ok(node) => node,
            Err(error) => {
                let message = format!("column {}: {}", error.column, error.message);
                self.refuse("broken_line", "", message, "write one JSON object a line");
                return None;
            }
        };
        let Value::Object(object) = &node.value else {
            let message = format!("expected an object, found {}", node.value.kind());
            self.refuse(
                "wrong_type",
                "",
                message,
                "write one attempt, an object, a line",
            );
            return None;
        };
        for duplicate in node.duplicates() {
            let message = format!("the key \"{}\" stands twice", duplicate.key);
            self.refuse(
                "duplicate_key",
                &duplicate.pointer,
                message,
                "keep one of them",
            );
        }
        for member in &object.members {
            if !KEYS.contains(&member.key.as_str()) {
                let pointer = format!("/{}", escape_token(&member.key));
                let message = format!("the key \"{}\" is not read", member.key);
                self.note(
                    "unknown_key",
                    &pointer,
                    message,
                    "remove it, or correct its name",
                );
            }
        }
        let workflow = self.required_text(object, "workflow");
        let question_id = self.required_text(object, "question_id");
        let repetition = self.repetition(object);
        let adapter = self.adapter(object);
        let error = self.optional_text(object, "error");
        let raw = self.raw(object, error.is_some());
        let produced_at = self.optional_text(object, "produced_at");
        let bank_sha256 = self.optional_text(object, "bank_sha256");
        let source_cards = self.source_cards(object);
        if self.is_broken {
            return None;
        }
        Some(Attempt {
            workflow: workflow?,
            repetition: repetition?,
            question_id: question_id?,
            adapter: adapter?,
            raw,
            error,
            produced_at,
            source_cards,
            bank_sha256,
        })
    }

    fn required<'o>(&mut self, object: &'o Object, key: &str) -> Option<&'o Node> {
        let found = object.get(key);
        if found.is_none() {
            let message = format!("the key \"{key}\" is missing");
            self.refuse("missing_key", &format!("/{key}"), message, "add it");
        }
        found
    }

    fn required_text(&mut self, object: &Object, key: &str) -> Option<String> {
        let node = self.required(object, key)?;
        let pointer = format!("/{key}");
        match node.value.as_str() {
            Some(text) if !text.is_empty() => Some(text.to_owned()),
            Some(_) => {
                self.refuse(
                    "empty_value",
                    &pointer,
                    format!("\"{key}\" is empty"),
                    "give it a value",
                );
                None
            }
            None => {
                let message = format!("expected a string, found {}", node.value.kind());
                self.refuse("wrong_type", &pointer, message, "write it as a string");
                None
            }
        }
    }

    fn optional_text(&mut self, object: &Object, key: &str) -> Option<String> {
        let node = object.get(key)?;
        match &node.value {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => {
                let message = format!("expected a string or null, found {}", other.kind());
                self.refuse(
                    "wrong_type",
                    &format!("/{key}"),
                    message,
                    "write it as a string",
                );
                None
            }
        }
    }

    fn repetition(&mut self, object: &Object) -> Option<u32> {
        let node = self.required(object, "repetition")?;
        let number = node.value.as_u64().and_then(|n| u32::try_from(n).ok());
        let valid = number.filter(|n| (1..=MAX_REPETITIONS).contains(n));
        if valid.is_none() {
            let message = format!("expected an integer from 1 to {MAX_REPETITIONS}");
            self.refuse(
                "wrong_type",
                "/repetition",
                message,
                "number the repetitions from 1",
            );
        }
        valid
    }

    fn adapter(&mut self, object: &Object) -> Option<Adapter> {
        let name = self.required_text(object, "adapter")?;
        let adapter = adapter_of(&name);
        if adapter.is_none() {
            let message = format!("there is no adapter \"{name}\"");
            self.refuse("unknown_adapter", "/adapter", message, ADAPTER_REMEDY);
        }
        adapter
    }

    fn raw(&mut self, object: &Object, has_error: bool) -> Option<String> {
        if object.get("raw").is_none() {
            if !has_error {
                let message = "the key \"raw\" is missing".to_owned();
                self.refuse(
                    "missing_key",
                    "/raw",
                    message,
                    "add the output, or null with an error",
                );
            }
            return None;
        }
        self.optional_text(object, "raw")
    }

    fn source_cards(&mut self, object: &Object) -> Vec<SourceCard> {
        let Some(node) = object.get("source_cards") else {
            return Vec::new();
        };
        let nodes = match &node.value {
            Value::Null => return Vec::new(),
            Value::Array(nodes) => nodes,
            other => {
                let message = format!("expected an array, found {}", other.kind());
                self.refuse(
                    "wrong_type",
                    "/source_cards",
                    message,
                    "write an array of objects",
                );
                return Vec::new();
            }
        };
        let mut cards = Vec::new();
        for (idx, node) in nodes.iter().enumerate() {
            let Value::Object(card) = &node.value else {
                let message = format!("expected an object, found {}", node.value.kind());
                let pointer = format!("/source_cards/{idx}");
                self.refuse(
                    "wrong_type",
                    &pointer,
                    message,
                    "write each source as an object",
                );
                continue;
            };
            let text = |key: &str| match &card.get(key)?.value {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.as_str().to_owned()),
                _ => None,
            };
            cards.push(SourceCard {
                document: text("document"),
                page: text("page"),
                quote: text("quote"),
            });
        }
        cards
    }
}

/// The adapter of that name.
pub(crate) fn adapter_of(name: &str) -> Option<Adapter> {
    [Adapter::LabelledText, Adapter::StructuredJson]
        .into_iter()
        .find(|a| a.code() == name)
}

pub(crate) const ADAPTER_REMEDY: &str = "write \"labelled-text\" or \"structured-json\"";

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        r#"{"workflow":"w","repetition":1,"question_id":"q1","adapter":"labelled-text","raw":"x"}"#;

    #[test]
    fn a_line_past_the_bound_is_named_and_the_rest_goes_on() {
        let text = format!("{GOOD}\n{GOOD} \n{GOOD}");
        let file = read_lines("a.jsonl", text.as_bytes(), GOOD.len());
        let lines: Vec<usize> = file.attempts.iter().map(|a| a.line).collect();
        assert_eq!(lines, [1, 3], "the lines of exactly that length");
        let [problem] = &file.problems[..] else {
            panic!("one problem, found {:?}", file.problems);
        };
        assert_eq!((problem.line, problem.code), (Some(2), "line_too_long"));
        let bound = format!("{} bytes", GOOD.len());
        assert!(problem.message.contains(&bound), "{}", problem.message);
    }

    #[test]
    fn a_broken_line_is_named_and_the_rest_goes_on() {
        let text = format!("\u{feff}{GOOD}\r\n\r\n{{\"workflow\": \n{GOOD}\n\u{0}\n[1]\n{GOOD}");
        let file = read_outputs("a.jsonl", text.as_bytes());
        let lines: Vec<usize> = file.attempts.iter().map(|a| a.line).collect();
        assert_eq!(lines, [1, 4, 7], "the good lines");
        let broken: Vec<_> = file.problems.iter().map(|p| (p.line, p.code)).collect();
        let expected = [
            (Some(3), "broken_line"),
            (Some(5), "broken_line"),
            (Some(6), "wrong_type"),
        ];
        assert_eq!(broken, expected, "the others");
    }

    #[test]
    fn every_wrong_key_is_named() {
        let line = r#"{"workflow":"","repetition":0,"question_id":7,"adapter":"x","a/b":1,"source_cards":[3]}"#;
        let file = read_outputs("a.jsonl", line.as_bytes());
        assert!(file.attempts.is_empty(), "nothing to score");
        let found: Vec<_> = file
            .problems
            .iter()
            .map(|p| (p.code, p.pointer.as_str()))
            .collect();
        let expected = [
            ("unknown_key", "/a~1b"),
            ("empty_value", "/workflow"),
            ("wrong_type", "/question_id"),
            ("wrong_type", "/repetition"),
            ("unknown_adapter", "/adapter"),
            ("missing_key", "/raw"),
            ("wrong_type", "/source_cards/0"),
        ];
        assert_eq!(found, expected, "all of them, with pointers");
        assert!(
            file.problems.iter().all(|p| !p.remedy.is_empty()),
            "each with a remedy"
        );
    }

    #[test]
    fn an_errored_attempt_needs_no_output() {
        let line = GOOD.replace(r#""raw":"x""#, r#""error":"timed out""#);
        let file = read_outputs("a.jsonl", line.as_bytes());
        assert_eq!(file.attempts.len(), 1, "kept");
        assert_eq!(file.attempts[0].attempt.raw, None, "without output");
    }

    #[test]
    fn repeated_keys_and_bad_bytes_are_refused() {
        let twice = GOOD.replace(r#""raw":"x""#, r#""raw":"x","raw":"y""#);
        let file = read_outputs("a.jsonl", twice.as_bytes());
        assert_eq!(
            file.problems[0].code, "duplicate_key",
            "no guess which is meant"
        );
        assert!(file.attempts.is_empty(), "refused");
        let file = read_outputs("a.jsonl", b"{\"workflow\":\"\xff\"}");
        assert_eq!(file.problems[0].code, "broken_line", "not UTF-8");
    }

    #[test]
    fn source_cards_keep_texts_and_numbers_as_written() {
        let cards = r#""source_cards":[{"document":"d","page":3.0,"quote":"q"},{"page":"iv","quote":true}]"#;
        let line = GOOD.replace(r#""raw":"x""#, &format!(r#""raw":"x",{cards}"#));
        let file = read_outputs("a.jsonl", line.as_bytes());
        let card = |at: usize| {
            let card = &file.attempts[0].attempt.source_cards[at];
            [&card.document, &card.page, &card.quote].map(|part| part.clone().unwrap_or_default())
        };
        assert_eq!(card(0), ["d", "3.0", "q"]);
        assert_eq!(card(1), ["", "iv", ""]);
    }

    #[test]
    fn bytes_in_hex() {
        assert_eq!(hex(&[0, 9, 16, 255]), "000910ff");
    }
}
