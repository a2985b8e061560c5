//! The `structured-json` adapter.

use std::ops::Range;

use proofmark_json::{Member, Node, Object, Value};
use proofmark_text::TextRange;

use crate::attempt::{EmittedCitation, FieldText, ParsedAnswer, SegmentKind};
use crate::bank::{BankDocument, Question};

use super::Unreadable;
use super::cite::{Place, group};
use super::labels::{is_same_label, label_tokens};
use super::markers::{Names, read_pieces};
use super::paint::Paint;
use super::read::{TextContext, read_text};
use super::scan::find_quotes;

/// Reads a JSON object of fields.
///
/// Blanks and one Markdown code fence around the object are form; anything else there makes the
/// output unreadable.
pub(super) fn read_structured(
    question: &Question,
    documents: &[BankDocument],
    raw: &str,
    source_card_heading: Option<&str>,
) -> Result<ParsedAnswer, Unreadable> {
    let body = json_body(raw);
    // The spans that the parser gives count from the body's first byte.
    let node = proofmark_json::parse(raw[body.clone()].as_bytes()).map_err(|error| {
        let (line, column) = proofmark_json::place(raw.as_bytes(), body.start + error.offset);
        Unreadable {
            message: error.message,
            line,
            column,
        }
    })?;
    let unreadable = |offset: usize, message: &str| {
        let (line, column) = proofmark_json::place(raw.as_bytes(), body.start + offset);
        Unreadable {
            message: message.to_owned(),
            line,
            column,
        }
    };
    let Value::Object(top) = &node.value else {
        return Err(unreadable(
            node.span.start,
            "expected an object with \"fields\"",
        ));
    };
    if !top.members.iter().any(|m| is_container(&m.key)) {
        return Err(unreadable(
            node.span.start,
            "the object has neither \"fields\" nor \"answers\"",
        ));
    }
    let mut reader = Reader {
        raw,
        offset: body.start,
        question,
        documents,
        names: Names::new(documents),
        source_card_heading,
        paint: Paint::new(raw.len()),
        answer: ParsedAnswer::default(),
        prose: Vec::new(),
    };
    reader.paint(node.span.clone(), SegmentKind::Label, None);
    reader.top(top);
    Ok(reader.finish())
}

fn is_container(key: &str) -> bool {
    matches!(key, "fields" | "answers")
}

/// Where the JSON stands in `raw`: inside one code fence, if that is all there is beside blanks.
fn json_body(raw: &str) -> Range<usize> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let start = raw.len() - raw.trim_start_matches(is_blank).len();
    let end = raw.trim_end_matches(is_blank).len().max(start);
    let trimmed = &raw[start..end];
    let fenced = trimmed
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        .and_then(|inner| {
            let (info, body) = inner.split_once('\n')?;
            let info = info.trim();
            (info.len() <= 10 && info.chars().all(char::is_alphanumeric)).then_some(body)
        });
    match fenced {
        Some(body) => {
            let stop = end - 3;
            stop - body.len()..stop
        }
        None => start..end,
    }
}

struct Reader<'r> {
    raw: &'r str,
    /// Added to the parser's spans.
    offset: usize,
    question: &'r Question,
    documents: &'r [BankDocument],
    names: Names,
    source_card_heading: Option<&'r str>,
    paint: Paint,
    answer: ParsedAnswer,
    prose: Vec<FieldText>,
}

impl Reader<'_> {
    fn paint(&mut self, span: Range<usize>, kind: SegmentKind, field_idx: Option<usize>) {
        self.paint.put(
            span.start + self.offset..span.end + self.offset,
            kind,
            field_idx,
            None,
        );
    }

    fn range(&self, span: &Range<usize>) -> TextRange {
        TextRange::new(span.start + self.offset, span.end + self.offset)
    }

    fn field_idx(&self, name: &str) -> Option<usize> {
        let fields = &self.question.required_fields;
        fields
            .iter()
            .position(|f| f == name)
            .or_else(|| fields.iter().position(|f| is_same_label(f, name)))
    }

    fn top(&mut self, top: &Object) {
        for member in &top.members {
            match (member.key.as_str(), &member.node.value) {
                (key, Value::Object(fields)) if is_container(key) => self.field_object(fields),
                (key, Value::Array(fields)) if is_container(key) => self.field_list(fields),
                ("source_cards", _) => {
                    self.paint(span_of(member), SegmentKind::SourceCard, None);
                }
                _ => self.extra_member(member),
            }
        }
    }

    fn field_object(&mut self, fields: &Object) {
        for member in &fields.members {
            match self.field_idx(&member.key) {
                Some(field_idx) => {
                    self.paint(span_of(member), SegmentKind::Label, Some(field_idx));
                    self.field(field_idx, &member.node);
                }
                None => self.extra_member(member),
            }
        }
    }

    fn field_list(&mut self, fields: &[Node]) {
        for node in fields {
            let Value::Object(object) = &node.value else {
                self.extra_node(node);
                continue;
            };
            let named: Vec<&Member> = object.members.iter().filter(|m| m.key == "field").collect();
            let field_idx = named
                .first()
                .and_then(|m| m.node.value.as_str())
                .and_then(|name| self.field_idx(name));
            match field_idx {
                Some(field_idx) => {
                    self.paint(node.span.clone(), SegmentKind::Label, Some(field_idx));
                    // Another name in the same entry is no name of the field.
                    for member in &named[1..] {
                        self.extra_member(member);
                    }
                    self.field_members(field_idx, object, node);
                }
                None => self.extra_node(node),
            }
        }
    }

    fn field(&mut self, field_idx: usize, node: &Node) {
        match &node.value {
            Value::Object(object) => self.field_members(field_idx, object, node),
            _ => {
                self.answer_node(field_idx, node, &[]);
            }
        }
    }

    fn field_members(&mut self, field_idx: usize, object: &Object, node: &Node) {
        let mut listed = Vec::new();
        for member in &object.members {
            if matches!(member.key.as_str(), "citations" | "citation") {
                self.paint(span_of(member), SegmentKind::Citation, Some(field_idx));
                match &member.node.value {
                    Value::Array(nodes) => {
                        for node in nodes {
                            self.citation(field_idx, node, &mut listed);
                        }
                    }
                    _ => self.citation(field_idx, &member.node, &mut listed),
                }
            }
        }
        let mut has_answer = false;
        for member in &object.members {
            match member.key.as_str() {
                "answer" => {
                    has_answer = true;
                    self.answer_node(field_idx, &member.node, &listed);
                }
                "citations" | "citation" => {}
                "field" => {}
                _ => self.extra_member(member),
            }
        }
        if !has_answer {
            debug_assert!(node.span.start <= node.span.end, "spans ascend");
            self.prose.push(FieldText {
                field_idx,
                prose: String::new(),
            });
        }
        self.answer.citations.extend(listed);
    }

    /// The answer of a field: a string, a number as written, or a list of these, one a line.
    fn answer_node(&mut self, field_idx: usize, node: &Node, listed: &[EmittedCitation]) {
        match &node.value {
            Value::String(text) => self.answer_text(field_idx, text, &node.span, listed),
            Value::Number(number) => {
                self.paint(node.span.clone(), SegmentKind::FieldText, Some(field_idx));
                self.prose.push(FieldText {
                    field_idx,
                    prose: number.as_str().to_owned(),
                });
            }
            Value::Bool(value) => {
                self.paint(node.span.clone(), SegmentKind::FieldText, Some(field_idx));
                self.prose.push(FieldText {
                    field_idx,
                    prose: value.to_string(),
                });
            }
            Value::Null => self.prose.push(FieldText {
                field_idx,
                prose: String::new(),
            }),
            Value::Array(nodes) => {
                let first = self.prose.len();
                for node in nodes {
                    self.answer_node(field_idx, node, listed);
                }
                let parts = self.prose.split_off(first);
                let prose = parts
                    .iter()
                    .map(|p| p.prose.as_str())
                    .collect::<Vec<_>>()
                    .join("\n");
                self.prose.push(FieldText { field_idx, prose });
            }
            Value::Object(_) => {
                self.extra_node(node);
                self.prose.push(FieldText {
                    field_idx,
                    prose: String::new(),
                });
            }
        }
    }

    /// The prose of an answer may hold markers of its own; they are read as in labelled text.
    fn answer_text(
        &mut self,
        field_idx: usize,
        text: &str,
        span: &Range<usize>,
        listed: &[EmittedCitation],
    ) {
        let map = OffsetMap::new(self.raw, self.offset, span, text);
        let parsed = read_text(
            text,
            &TextContext {
                documents: self.documents,
                names: &self.names,
                labels: &[],
                lone_field: Some(field_idx),
                is_single: true,
                card_heading: self.source_card_heading,
                listed,
            },
        );
        for segment in &parsed.segments {
            let range = map.range(segment.range);
            self.paint
                .put(range.into(), segment.kind, segment.field_idx, None);
        }
        let moved = |citation: EmittedCitation| EmittedCitation {
            range: map.range(citation.range),
            ..citation
        };
        self.answer
            .citations
            .extend(parsed.citations.into_iter().map(moved));
        self.answer
            .uncited_references
            .extend(parsed.uncited_references.into_iter().map(moved));
        self.answer.extra.extend(parsed.extra);
        if parsed.fields.is_empty() {
            self.prose.push(FieldText {
                field_idx,
                prose: String::new(),
            });
        }
        self.prose.extend(parsed.fields);
    }

    fn citation(&mut self, field_idx: usize, node: &Node, listed: &mut Vec<EmittedCitation>) {
        let empty = EmittedCitation {
            field_idx: Some(field_idx),
            document: None,
            page: None,
            quote: None,
            is_dangling: false,
            range: self.range(&node.span),
        };
        match &node.value {
            Value::Object(object) => {
                let mut documents = Vec::new();
                let mut pages = Vec::new();
                let mut quotes = Vec::new();
                for member in &object.members {
                    let values = match member.key.as_str() {
                        "document" => &mut documents,
                        "page" => &mut pages,
                        "quote" => &mut quotes,
                        key => {
                            if !is_place_key(key) {
                                self.extra_member(member);
                            }
                            continue;
                        }
                    };
                    match scalar(&member.node.value) {
                        Some(value) => values.push(value),
                        None if member.node.value.is_null() => {}
                        None => {
                            self.extra_member(member);
                            continue;
                        }
                    }
                    if member.key == "quote" && member.node.value.as_str().is_some() {
                        self.paint(
                            member.node.span.clone(),
                            SegmentKind::Quote,
                            Some(field_idx),
                        );
                    }
                }
                // A key that stands twice is seen twice: one citation for each of its values.
                let n = documents.len().max(pages.len()).max(quotes.len()).max(1);
                let pick = |values: &[String], idx: usize| {
                    values.get(idx).or_else(|| values.last()).cloned()
                };
                for idx in 0..n {
                    let citation = EmittedCitation {
                        document: pick(&documents, idx),
                        page: pick(&pages, idx),
                        quote: pick(&quotes, idx),
                        ..empty.clone()
                    };
                    listed.push(EmittedCitation {
                        is_dangling: citation.document.is_none()
                            && citation.page.is_none()
                            && citation.quote.is_none(),
                        ..citation
                    });
                }
            }
            Value::Null => {}
            Value::String(text) => {
                let quotes = find_quotes(text, |_| false);
                let pieces = read_pieces(text, 0..text.len(), &quotes, &self.names);
                let cited = group(text, pieces, Place::Entry, self.documents);
                for prose in &cited.prose {
                    self.answer.extra.push(text[prose.clone()].to_owned());
                }
                if cited.cites.is_empty() {
                    listed.push(EmittedCitation {
                        is_dangling: true,
                        ..empty
                    });
                    return;
                }
                for cite in cited.cites {
                    listed.push(EmittedCitation {
                        document: cite.document,
                        page: cite.page,
                        quote: cite.quote.map(|r| text[r].to_owned()),
                        ..empty.clone()
                    });
                }
            }
            _ => self.extra_node(node),
        }
    }

    fn extra_member(&mut self, member: &Member) {
        self.paint(span_of(member), SegmentKind::Extra, None);
        if self.is_about_itself(member) {
            return;
        }
        let mut words = Vec::new();
        collect_words(&member.node.value, &mut words);
        if words.iter().any(|w| w.chars().any(char::is_alphanumeric)) {
            self.answer
                .extra
                .push(format!("{}: {}", member.key, words.join(" ")));
        }
    }

    fn extra_node(&mut self, node: &Node) {
        self.paint(node.span.clone(), SegmentKind::Extra, None);
        let mut words = Vec::new();
        collect_words(&node.value, &mut words);
        if words.iter().any(|w| w.chars().any(char::is_alphanumeric)) {
            self.answer.extra.push(words.join(" "));
        }
    }

    /// Whether a member only repeats the question's own id or words, or names a file format.
    fn is_about_itself(&self, member: &Member) -> bool {
        let Some(value) = member.node.value.as_str() else {
            return false;
        };
        match member.key.as_str() {
            "id" | "question_id" => value == self.question.id,
            "question" => label_tokens(value) == label_tokens(&self.question.question),
            "schema" | "$schema" => true,
            _ => false,
        }
    }

    fn finish(mut self) -> ParsedAnswer {
        let texts = std::mem::take(&mut self.prose);
        let has_text = |field: usize| {
            texts
                .iter()
                .any(|t| t.field_idx == field && !t.prose.is_empty())
        };
        let mut fields: Vec<FieldText> = Vec::new();
        for text in &texts {
            let is_idle = text.prose.is_empty()
                && (has_text(text.field_idx)
                    || fields.iter().any(|f| f.field_idx == text.field_idx));
            if !is_idle {
                fields.push(text.clone());
            }
        }
        // Emission follows the raw text, whichever key came first.
        self.answer.citations.sort_by_key(|c| c.range.start());
        self.answer.has_labels = !fields.is_empty();
        self.answer.fields = fields;
        self.answer.segments = self.paint.segments(self.raw);
        self.answer
    }
}

fn span_of(member: &Member) -> Range<usize> {
    member.key_span.start..member.node.span.end
}

/// Keys of a citation that only name a place in the document.
fn is_place_key(key: &str) -> bool {
    matches!(
        key,
        "section"
            | "chapter"
            | "paragraph"
            | "line"
            | "lines"
            | "heading"
            | "title"
            | "url"
            | "id"
            | "number"
            | "char_start"
            | "char_end"
            | "start"
            | "end"
            | "pages"
            | "page_label"
    )
}

/// A string or a number as written; `None` for an empty string and everything else.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

fn collect_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(value) => words.push(value.to_string()),
        Value::Number(number) => words.push(number.as_str().to_owned()),
        Value::String(text) => words.push(text.clone()),
        Value::Array(nodes) => nodes.iter().for_each(|n| collect_words(&n.value, words)),
        Value::Object(object) => {
            for member in &object.members {
                words.push(member.key.clone());
                collect_words(&member.node.value, words);
            }
        }
    }
}

/// From bytes of a resolved JSON string to bytes of `raw`.
struct OffsetMap {
    /// For each char of the string its first byte there and in `raw`, then both ends.
    starts: Vec<(usize, usize)>,
}

impl OffsetMap {
    fn new(raw: &str, offset: usize, span: &Range<usize>, text: &str) -> Self {
        let start = span.start + offset;
        let literal = &raw.as_bytes()[start..span.end + offset];
        let places = proofmark_json::char_starts(literal, &(0..literal.len()));
        let bytes = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        Self {
            starts: bytes.zip(places.into_iter().map(|p| p + start)).collect(),
        }
    }

    fn byte(&self, at: usize) -> usize {
        let idx = self.starts.partition_point(|(byte, _)| *byte < at);
        self.starts
            .get(idx)
            .or(self.starts.last())
            .map_or(0, |(_, place)| *place)
    }

    fn range(&self, range: TextRange) -> TextRange {
        let start = self.byte(range.start());
        TextRange::new(start, self.byte(range.end()).max(start))
    }
}
