use std::borrow::Cow;
use std::ops::Range;

use crate::outline::{Outline, Watch};
use crate::{Error, Member, Node, Number, Object, Value};

/// How many arrays and objects may stand inside one another. It stays below the limit of
/// `serde_json` (128), so that what this crate accepts can also be read into types.
pub const MAX_DEPTH: usize = 100;

/// How many values [`parse`] keeps of one document: what takes a gigabyte or two of memory.
pub const MAX_VALUES: usize = 10_000_000;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Reads one JSON document (RFC 8259), whole and strictly.
///
/// A byte order mark in front is skipped. Spans are byte ranges of `input`, the mark included.
///
/// # Errors
/// At the first byte that is no JSON: a syntax error, invalid UTF-8, half of a surrogate pair, more
/// than [`MAX_DEPTH`] levels, or anything but blanks after the document; and at the value that is
/// one more than [`MAX_VALUES`]. Repeated keys are no error; see [`Node::duplicates`].
pub fn parse(input: &[u8]) -> Result<Node, Error> {
    document(input, Keep::All, MAX_VALUES).map(|(node, _)| node)
}

/// Reads one JSON document as strictly as [`parse`], and keeps only what its outermost level tells: a few
/// bytes of memory, however long the document is.
///
/// # Errors
/// As [`parse`], but that only the values of the outermost level are counted.
pub fn outline(input: &[u8]) -> Result<Outline, Error> {
    let (top, watch) = document(input, Keep::Top, MAX_VALUES)?;
    Ok(Outline {
        top,
        duplicate: watch.into_duplicate(),
    })
}

fn document(input: &[u8], keep: Keep, max_values: usize) -> Result<(Node, Watch), Error> {
    let text = match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => {
            return Err(error_at(
                input,
                error.valid_up_to(),
                "the text is not valid UTF-8 (save it as UTF-8)".into(),
            ));
        }
    };
    let start = if input.starts_with(BOM) { BOM.len() } else { 0 };
    let mut parser = Parser {
        text,
        bytes: input,
        at: start,
        depth: 0,
        keep,
        n_left: max_values,
        watch: Watch::default(),
    };
    parser.skip_blanks();
    let node = parser.value()?;
    parser.skip_blanks();
    if parser.at < input.len() {
        return Err(parser.unexpected("the end of the document"));
    }
    Ok((node, parser.watch))
}

/// Returns line and column of a byte offset, both from 1; columns count chars.
///
/// Lines end at `\n`. A byte order mark takes no column. An offset beyond the input means its end.
pub fn place(input: &[u8], offset: usize) -> (usize, usize) {
    let before = &input[..offset.min(input.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let row = &before[line_start..];
    let row = if line == 1 {
        row.strip_prefix(BOM).unwrap_or(row)
    } else {
        row
    };
    // Every byte but the continuation bytes of UTF-8 begins a char.
    let column = row.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
    (line, column)
}

/// Returns where each char of a string stands in the input.
///
/// `span` is the [`Node::span`] or [`Member::key_span`] of a string that [`parse`] read from
/// `input`.
///
/// **Shape**: one byte offset for each char of the resolved string, of the char itself or of the
/// escape that stands for it, then one more: the offset of the closing quote. Empty when `span` is
/// no string of `input`.
pub fn char_starts(input: &[u8], span: &Range<usize>) -> Vec<usize> {
    let Some(text) = std::str::from_utf8(input)
        .ok()
        .filter(|text| text.is_char_boundary(span.start))
    else {
        return Vec::new();
    };
    let mut parser = Parser {
        text,
        bytes: input,
        at: span.start,
        depth: 0,
        keep: Keep::All,
        n_left: usize::MAX,
        watch: Watch::default(),
    };
    let mut starts = Vec::new();
    let read = parser.string_with(|start, _| starts.push(start));
    if read.is_err() || parser.at != span.end {
        return Vec::new();
    }
    starts.push(span.end - 1);
    starts
}

/// Reads the key whose opening quote stands at `start` of a text that was found sound.
pub(crate) fn key_at(text: &str, start: usize) -> (String, Range<usize>) {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: start,
        depth: 0,
        keep: Keep::All,
        n_left: usize::MAX,
        watch: Watch::default(),
    };
    let key = parser.string().map(Cow::into_owned).unwrap_or_default();
    (key, start..parser.at)
}

fn error_at(input: &[u8], offset: usize, message: String) -> Error {
    let (line, column) = place(input, offset);
    Error {
        line,
        column,
        offset,
        message,
    }
}

struct Parser<'input> {
    text: &'input str,
    bytes: &'input [u8],
    /// Always on a char boundary when an error is made or a char is read.
    at: usize,
    depth: usize,
    keep: Keep,
    /// Values that may still be kept.
    n_left: usize,
    /// Repeated keys, where no tree is kept in which they could be looked for.
    watch: Watch,
}

/// How much of a value is kept. All of it is read and checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    All,
    /// The outermost value: an object's members as [`Keep::Scalar`], an array's first object as [`Keep::Keys`].
    Top,
    /// An object's keys; their values not.
    Keys,
    /// What is neither array nor object; of those, that they are.
    Scalar,
    Nothing,
}

impl<'input> Parser<'input> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn error<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, Error> {
        Err(error_at(self.bytes, offset, message.into()))
    }

    fn unexpected(&self, expected: &str) -> Error {
        let found = match self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
        {
            Some(found) => format!("{found:?}"),
            None => "the end of the input".to_owned(),
        };
        error_at(
            self.bytes,
            self.at,
            format!("expected {expected}, found {found}"),
        )
    }

    fn value(&mut self) -> Result<Node, Error> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => Value::Object(self.nested(Self::object)?),
            Some(b'[') => Value::Array(self.nested(Self::array)?),
            Some(b'"') => {
                let string = self.string()?;
                self.kept(|| Value::String(string.into_owned()))
            }
            Some(b'-' | b'0'..=b'9') => {
                let number = self.number()?;
                self.kept(|| Value::Number(Number(number.to_owned())))
            }
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            _ => return Err(self.unexpected("a value")),
        };
        if matches!(self.keep, Keep::All | Keep::Top | Keep::Scalar) {
            let Some(n_left) = self.n_left.checked_sub(1) else {
                return self.error(
                    start,
                    format!("more than {MAX_VALUES} values in one document; split it"),
                );
            };
            self.n_left = n_left;
        }
        Ok(Node {
            value,
            span: start..self.at,
        })
    }

    fn kept(&self, scalar: impl FnOnce() -> Value) -> Value {
        match self.keep {
            Keep::All | Keep::Top | Keep::Scalar => scalar(),
            Keep::Keys | Keep::Nothing => Value::Null,
        }
    }

    fn nested<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth == MAX_DEPTH {
            return self.error(self.at, format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        self.at += 1;
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    fn array(&mut self) -> Result<Vec<Node>, Error> {
        let mut nodes = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(nodes);
        }
        let keep = self.keep;
        for index in 0.. {
            self.skip_blanks();
            let node = if keep == Keep::All {
                self.value()?
            } else {
                self.keep = match keep {
                    Keep::Top if nodes.is_empty() => Keep::Keys,
                    _ => Keep::Nothing,
                };
                self.watch.enter_item(index);
                let node = self.value()?;
                self.watch.leave();
                node
            };
            let is_wanted = match keep {
                Keep::All => true,
                Keep::Top => nodes.is_empty() && matches!(node.value, Value::Object(_)),
                _ => false,
            };
            if is_wanted {
                nodes.push(node);
            }
            self.keep = keep;
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    nodes.shrink_to_fit();
                    return Ok(nodes);
                }
                _ => return Err(self.unexpected("',' or ']'")),
            }
        }
        Ok(nodes)
    }

    fn object(&mut self) -> Result<Object, Error> {
        let mut members = Vec::new();
        let keep = self.keep;
        // Of an object that is not kept; the keys are there to be compared.
        let mut keys: Vec<(Cow<'input, str>, usize)> = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Object { members });
        }
        loop {
            self.skip_blanks();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in double quotes"));
            }
            let key = self.string()?;
            let key_span = start..self.at;
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("':'"));
            }
            self.at += 1;
            self.skip_blanks();
            let node = if keep == Keep::All {
                self.value()?
            } else {
                self.keep = match keep {
                    Keep::Top => Keep::Scalar,
                    _ => Keep::Nothing,
                };
                self.watch.enter_member(&key_span);
                let node = self.value()?;
                self.watch.leave();
                self.keep = keep;
                keys.push((key.clone(), key_span.start));
                node
            };
            if matches!(keep, Keep::All | Keep::Top | Keep::Keys) {
                members.push(Member {
                    key: key.into_owned(),
                    key_span,
                    node,
                });
            }
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    members.shrink_to_fit();
                    self.find_repeated(keys);
                    return Ok(Object { members });
                }
                _ => return Err(self.unexpected("',' or '}'")),
            }
        }
    }

    /// Notes the first key that stands twice in an object.
    fn find_repeated(&mut self, mut keys: Vec<(Cow<'input, str>, usize)>) {
        keys.sort_unstable();
        let repeated = keys
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| pair[1].1)
            .min();
        if let Some(start) = repeated {
            self.watch.found(self.text, start);
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Error> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.unexpected("a value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn digits(&mut self) -> Result<(), Error> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<&'input str, Error> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return self.error(start, "a number may not begin with 0");
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn string(&mut self) -> Result<Cow<'input, str>, Error> {
        if self.peek() == Some(b'"') {
            let body = self.at + 1;
            let end = self.bytes[body..]
                .iter()
                .position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
            if let Some(end) = end.map(|length| body + length)
                && self.bytes[end] == b'"'
            {
                self.at = end + 1;
                return Ok(Cow::Borrowed(&self.text[body..end]));
            }
        }
        let mut string = String::new();
        self.string_with(|_, resolved| string.push(resolved))?;
        Ok(Cow::Owned(string))
    }

    /// Reads a string and hands on each char with the offset where it or its escape begins.
    fn string_with(&mut self, mut take: impl FnMut(usize, char)) -> Result<(), Error> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a string"));
        }
        let open = self.at;
        self.at += 1;
        loop {
            let start = self.at;
            match self.text.get(start..).and_then(|rest| rest.chars().next()) {
                None => return self.error(open, "the string that begins here is not closed"),
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('\\') => {
                    let resolved = self.escape()?;
                    take(start, resolved);
                }
                Some(control) if control < ' ' => {
                    return self.error(
                        start,
                        format!("the control char {control:?} must be escaped"),
                    );
                }
                Some(plain) => {
                    self.at += plain.len_utf8();
                    take(start, plain);
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let start = self.at;
        self.at += 1;
        let resolved = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => return Err(self.unexpected("one of \"\\/bfnrtu after the backslash")),
        };
        self.at += 1;
        Ok(resolved)
    }

    /// Reads `uXXXX`, and the second half where that is the first half of a pair.
    fn unicode_escape(&mut self, start: usize) -> Result<char, Error> {
        let first = self.four_digits()?;
        let code = match first {
            0xD800..=0xDBFF if self.bytes[self.at..].starts_with(b"\\u") => {
                self.at += 1;
                match self.four_digits()? {
                    second @ 0xDC00..=0xDFFF => {
                        0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
                    }
                    _ => first,
                }
            }
            code => code,
        };
        match char::from_u32(code) {
            Some(resolved) => Ok(resolved),
            None => self.error(start, "half of a surrogate pair stands alone"),
        }
    }

    fn four_digits(&mut self) -> Result<u32, Error> {
        self.at += 1;
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(16)) else {
                return Err(self.unexpected("four hexadecimal digits after \\u"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted() {
        let input = br#"{"a":[1,"b",{}],"c":null}"#;
        assert!(document(input, Keep::All, 6).is_ok());
        let error = document(input, Keep::All, 5).expect_err("one value too many");
        assert!(error.message.contains("split it"), "{error}");
        assert_eq!(error.offset, 0, "the outermost value ends last");
        assert!(
            document(input, Keep::Top, 3).is_ok(),
            "what is inside is not kept"
        );
        assert!(document(input, Keep::Top, 2).is_err());
    }
}
