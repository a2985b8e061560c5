//! Reads a bank's JSON, reporting every error of shape.

mod reader;

use std::collections::{BTreeMap, BTreeSet};

use proofmark_json::{Node, Value, canonical, escape_token, parse};
use sha2::{Digest, Sha256};

use crate::bank::{
    AnswerScope, Attestation, Bank, BankDocument, Claim, Composition, DeclaredOffset, Evidence,
    FieldKind, FieldType, Freeze, Question,
};
use crate::problem::{ProblemCode as Code, Problems, Subject};
use reader::{Place, Reader, mistaken};

/// The value of a bank's `schema`.
pub const BANK_SCHEMA: &str = "proofmark/bank/1";

/// The contract version that this scorer implements.
pub const CONTRACT: &str = "1.5.0";

/// A bank as far as it could be read. Lists are as long as those of the file, so that an index is
/// the same in both; what could not be read is blank and listed as broken.
pub(crate) struct BankRead {
    pub(crate) bank: Bank,
    pub(crate) problems: Problems,
    /// Questions whose own keys are unsound: checks that concern the whole question are left out.
    pub(crate) broken_questions: BTreeSet<usize>,
    /// Claims, by question and claim, whose keys are unsound: their checks are left out.
    pub(crate) broken_claims: BTreeSet<(usize, usize)>,
    /// Claims, by question and claim, whose evidence is a list in the file and not a lone passage.
    pub(crate) evidence_lists: BTreeSet<(usize, usize)>,
    /// Compositions, by question, field and place, that could not be read.
    pub(crate) broken_compositions: BTreeSet<(usize, String, usize)>,
}

/// Reads a bank; `None` when nothing of it can be read.
pub(crate) fn read_bank(input: &[u8]) -> Result<BankRead, Problems> {
    let mut problems = Problems::default();
    let root = match parse(input) {
        Ok(root) => root,
        Err(error) => {
            problems.error(
                Code::NotJson,
                &Subject::default(),
                "",
                format!("the bank cannot be read as JSON, {error}; correct it there"),
            );
            return Err(problems);
        }
    };
    for duplicate in root.duplicates() {
        let subject = subject_at(&root, &duplicate.pointer);
        problems.error(
            Code::DuplicateKey,
            &subject,
            duplicate.pointer,
            format!(
                "the key {:?} stands twice in one object; keep one of them",
                duplicate.key
            ),
        );
    }
    if root.value.as_object().is_none() {
        problems.error(
            Code::WrongType,
            &Subject::default(),
            "",
            format!("a bank is an object, and this is {}", root.value.kind()),
        );
        return Err(problems);
    }
    let content_sha256 = match content_digest(&root) {
        Ok(digest) => digest,
        Err(error) => {
            // A repeated key has been reported.
            if problems.errors.is_empty() {
                problems.error(
                    Code::WrongType,
                    &Subject::default(),
                    "",
                    format!("the bank has no canonical form: {error}"),
                );
            }
            String::new()
        }
    };
    let mut read = BankRead {
        bank: Bank {
            contract: String::new(),
            title: String::new(),
            documents: Vec::new(),
            questions: Vec::new(),
            freeze: None,
            content_sha256,
        },
        problems,
        broken_questions: BTreeSet::new(),
        broken_claims: BTreeSet::new(),
        evidence_lists: BTreeSet::new(),
        broken_compositions: BTreeSet::new(),
    };
    read_root(&root, &mut read);
    Ok(read)
}

/// SHA-256, lower-case hex, over the canonical JSON of the bank without its freeze block.
fn content_digest(root: &Node) -> Result<String, proofmark_json::CanonicalError> {
    let mut content = root.value.clone();
    if let Value::Object(object) = &mut content {
        object.remove("freeze");
    }
    let bytes = canonical(&content)?;
    Ok(Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// Who a pointer speaks of.
fn subject_at(root: &Node, pointer: &str) -> Subject {
    let id = |depth: usize| {
        let ends = pointer
            .char_indices()
            .filter(|(_, c)| *c == '/')
            .map(|(at, _)| at);
        let end = ends.chain([pointer.len()]).nth(depth + 1)?;
        let node = proofmark_json::lookup(root, pointer.get(..end)?)?;
        let id = node.value.as_object()?.get("id")?.value.as_str()?;
        Some(id.to_owned())
    };
    let is_question = pointer.starts_with("/questions/");
    let is_claim = is_question && pointer.split('/').nth(3) == Some("essential_claims");
    Subject {
        question: is_question.then(|| id(1)).flatten(),
        claim: is_claim.then(|| id(3)).flatten(),
    }
}

fn read_root(root: &Node, read: &mut BankRead) {
    let place = Place::root();
    let mut reader = Reader::new(root, &place, Subject::default(), &mut read.problems);
    reader.known(&[
        "schema",
        "contract",
        "title",
        "documents",
        "questions",
        "freeze",
    ]);
    if let Some(schema) = reader.text("schema")
        && schema != BANK_SCHEMA
    {
        reader.wrong(
            "schema",
            format!("is {schema:?}; this reader knows {BANK_SCHEMA:?}"),
        );
    }
    let contract = reader.text("contract");
    if let Some(contract) = &contract
        && contract != CONTRACT
    {
        reader.wrong(
            "contract",
            format!(
                "is {contract:?}; this scorer implements {CONTRACT:?}: revise the bank to it, or score with the version for {contract:?}"
            ),
        );
    }
    read.bank.contract = contract.unwrap_or_default();
    read.bank.title = reader.optional_text("title").unwrap_or_default();
    let documents = reader.list("documents");
    let questions = reader.list("questions");
    let freeze = reader.optional("freeze");
    for (at, node) in documents.unwrap_or_default().iter().enumerate() {
        let document = read_document(node, &place.key("documents").index(at), &mut read.problems);
        read.bank.documents.push(document);
    }
    check_document_names(read);
    for (at, node) in questions.unwrap_or_default().iter().enumerate() {
        let question = read_question(node, &place.key("questions").index(at), at, read);
        read.bank.questions.push(question);
    }
    check_ids(read);
    if let Some(freeze) = freeze {
        read.bank.freeze = read_freeze(freeze, &place.key("freeze"), &mut read.problems);
    }
}

fn read_document(node: &Node, place: &Place, problems: &mut Problems) -> BankDocument {
    let mut reader = Reader::new(node, place, Subject::default(), problems);
    reader.known(&["id", "file", "sha256"]);
    let id = reader.text("id").unwrap_or_default();
    let file = reader.text("file").unwrap_or_default();
    let sha256 = reader
        .optional_text("sha256")
        .map(|digest| digest.to_ascii_lowercase());
    if let Some(digest) = &sha256
        && (digest.len() != 64 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        reader.wrong(
            "sha256",
            "is no SHA-256; write 64 hexadecimal digits".to_owned(),
        );
    }
    BankDocument { id, file, sha256 }
}

/// Documents are named by id or file name, whatever the case, so no name may lead to two.
fn check_document_names(read: &mut BankRead) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (at, document) in read.bank.documents.iter().enumerate() {
        for (key, name) in [("id", &document.id), ("file", &document.file)] {
            if name.is_empty() {
                continue;
            }
            let first = *seen.entry(name.to_lowercase()).or_insert(at);
            if first != at {
                read.problems.error(
                    Code::DuplicateId,
                    &Subject::default(),
                    format!("/documents/{at}/{key}"),
                    format!("{name:?} names another document already; give each its own name"),
                );
            }
        }
    }
}

fn check_ids(read: &mut BankRead) {
    let mut questions: BTreeSet<&str> = BTreeSet::new();
    let mut claims: BTreeSet<&str> = BTreeSet::new();
    for (at, question) in read.bank.questions.iter().enumerate() {
        let subject = Subject {
            question: Some(question.id.clone()),
            claim: None,
        };
        if !question.id.is_empty() && !questions.insert(&question.id) {
            let message = format!(
                "the id {:?} names an earlier question; change one",
                question.id
            );
            let pointer = format!("/questions/{at}/id");
            read.problems
                .error(Code::DuplicateId, &subject, pointer, message);
        }
        for (n, claim) in question.claims.iter().enumerate() {
            if !claim.id.is_empty() && !claims.insert(&claim.id) {
                let subject = Subject {
                    claim: Some(claim.id.clone()),
                    ..subject.clone()
                };
                let message = format!("the id {:?} names an earlier claim; change one", claim.id);
                let pointer = format!("/questions/{at}/essential_claims/{n}/id");
                read.problems
                    .error(Code::DuplicateId, &subject, pointer, message);
            }
        }
    }
}

fn id_or_place(node: &Node, at: usize) -> Option<String> {
    let id = node.value.as_object().and_then(|object| object.get("id"));
    let id = id
        .and_then(|id| id.value.as_str())
        .filter(|id| !id.trim().is_empty());
    Some(id.map_or_else(|| format!("#{}", at + 1), str::to_owned))
}

fn read_question(node: &Node, place: &Place, at: usize, read: &mut BankRead) -> Question {
    let subject = Subject {
        question: id_or_place(node, at),
        claim: None,
    };
    let n_before = read.problems.errors.len();
    let mut reader = Reader::new(node, place, subject.clone(), &mut read.problems);
    reader.known(&[
        "id",
        "question",
        "required_fields",
        "expected_abstention",
        "field_types",
        "essential_claims",
        "accepted_field_answers",
    ]);
    let id = reader.text("id").unwrap_or_default();
    let words = reader.text("question").unwrap_or_default();
    let required_fields = reader.texts("required_fields").unwrap_or_default();
    let is_unanswerable = reader.truth("expected_abstention");
    let mut seen = BTreeSet::new();
    for (n, field) in required_fields.iter().enumerate() {
        if !field.is_empty() && !seen.insert(field) {
            let pointer = place.key("required_fields").index(n);
            let message = format!("the field {field:?} is asked for twice; keep one");
            reader.report(Code::DuplicateId, &pointer, message);
        }
    }
    let types = reader.optional_map("field_types");
    let claims = match is_unanswerable {
        Some(false) => reader.list("essential_claims"),
        _ => reader.optional_list("essential_claims"),
    };
    let compositions = reader.optional_map("accepted_field_answers");
    let is_unanswerable = is_unanswerable.unwrap_or(false);
    let mut field_types = BTreeMap::new();
    for (field, node) in types {
        let place = place.key("field_types").key(field);
        let mut problems = std::mem::take(&mut read.problems);
        if let Some(kind) = read_field_type(node, &place, &subject, &mut problems) {
            field_types.insert(field.to_owned(), kind);
        }
        read.problems = problems;
    }
    if read.problems.errors.len() > n_before {
        read.broken_questions.insert(at);
    }
    let mut question = Question {
        id,
        question: words,
        required_fields,
        is_unanswerable,
        field_types,
        claims: Vec::new(),
        compositions: BTreeMap::new(),
    };
    for (n, node) in claims.unwrap_or_default().iter().enumerate() {
        let place = place.key("essential_claims").index(n);
        let subject = Subject {
            claim: id_or_place(node, n),
            ..subject.clone()
        };
        let n_before = read.problems.errors.len();
        question
            .claims
            .push(read_claim(node, &place, subject, &mut read.problems));
        if read.problems.errors.len() > n_before {
            read.broken_claims.insert((at, n));
        }
        let evidence = node
            .value
            .as_object()
            .and_then(|object| object.get("evidence"));
        if evidence.is_some_and(|evidence| evidence.value.as_array().is_some()) {
            read.evidence_lists.insert((at, n));
        }
    }
    for (field, node) in compositions {
        let place = place.key("accepted_field_answers").key(field);
        let list = read_compositions(node, &place, &subject, (at, field), read);
        question.compositions.insert(field.to_owned(), list);
    }
    question
}

fn read_field_type(
    node: &Node,
    place: &Place,
    subject: &Subject,
    problems: &mut Problems,
) -> Option<FieldType> {
    if let Some(name) = node.value.as_str() {
        let kind = field_kind(name);
        if kind.is_none() {
            problems.error(
                Code::WrongType,
                subject,
                place.pointer(),
                unknown_kind(name),
            );
        }
        return kind.map(|kind| FieldType { kind, noun: None });
    }
    let mut reader = Reader::new(node, place, subject.clone(), problems);
    reader.known(&["type", "noun"]);
    let name = reader.text("type")?;
    let noun = reader.optional_text("noun");
    let Some(kind) = field_kind(&name) else {
        reader.report(Code::WrongType, &place.key("type"), unknown_kind(&name));
        return None;
    };
    if noun.is_some() && !matches!(kind, FieldKind::Count | FieldKind::Cap | FieldKind::Minimum) {
        let message = format!("a noun says nothing in a field of type {name}; drop it");
        reader.warn(Code::UnknownKey, &place.key("noun"), message);
    }
    Some(FieldType { kind, noun })
}

const KINDS: &[(&str, FieldKind)] = &[
    ("text", FieldKind::Text),
    ("person", FieldKind::Person),
    ("interval", FieldKind::Interval),
    ("duration", FieldKind::Duration),
    ("count", FieldKind::Count),
    ("cap", FieldKind::Cap),
    ("minimum", FieldKind::Minimum),
    ("date", FieldKind::Date),
    ("time", FieldKind::Time),
    ("quantity", FieldKind::Quantity),
];

fn field_kind(name: &str) -> Option<FieldKind> {
    KINDS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, kind)| *kind)
}

fn unknown_kind(name: &str) -> String {
    let known: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    format!(
        "there is no field type {name:?}; choose one of {}",
        known.join(", ")
    )
}

fn read_claim(node: &Node, place: &Place, subject: Subject, problems: &mut Problems) -> Claim {
    let mut reader = Reader::new(node, place, subject.clone(), problems);
    reader.known(&[
        "id",
        "field",
        "description",
        "value",
        "accepted_values",
        "answer_scope",
        "role_phrases",
        "evidence",
    ]);
    let id = reader.text("id").unwrap_or_default();
    let field = reader.text("field").unwrap_or_default();
    let description = reader.text("description").unwrap_or_default();
    let value = reader.text("value").unwrap_or_default();
    let accepted_values = reader.texts("accepted_values").unwrap_or_default();
    for (key, texts) in [
        ("value", std::slice::from_ref(&value)),
        ("accepted_values", &accepted_values),
    ] {
        for (n, text) in texts.iter().enumerate() {
            if !text.trim().is_empty() && proofmark_text::tokenize(text).is_empty() {
                let at = if key == "value" {
                    place.key(key)
                } else {
                    place.key(key).index(n)
                };
                let message =
                    format!("{text:?} holds no word and no number, so nothing can match it");
                reader.report(Code::EmptyValue, &at, message);
            }
        }
    }
    let scope = match reader.text("answer_scope").as_deref() {
        Some("field") | None => AnswerScope::Field,
        Some("explicit") => AnswerScope::Explicit,
        Some(other) => {
            let message = format!("is {other:?}; write \"field\" or \"explicit\"");
            reader.wrong("answer_scope", message);
            AnswerScope::Field
        }
    };
    let role_phrases = reader.optional_texts("role_phrases");
    let evidence = match reader.required("evidence") {
        None => Vec::new(),
        Some(node) => match &node.value {
            Value::Array(nodes) => {
                if nodes.is_empty() {
                    reader.empty("evidence", "list at least one passage");
                }
                let place = place.key("evidence");
                nodes
                    .iter()
                    .enumerate()
                    .map(|(n, node)| read_evidence(node, &place.index(n), &subject, problems))
                    .collect()
            }
            _ => vec![read_evidence(
                node,
                &place.key("evidence"),
                &subject,
                problems,
            )],
        },
    };
    Claim {
        id,
        field,
        description,
        value,
        accepted_values,
        scope,
        role_phrases,
        evidence,
    }
}

fn read_evidence(
    node: &Node,
    place: &Place,
    subject: &Subject,
    problems: &mut Problems,
) -> Evidence {
    const OFFSETS: [&str; 4] = ["char_start", "char_end", "start_char", "end_char"];
    let mut reader = Reader::new(node, place, subject.clone(), problems);
    reader.known(&[
        "document",
        "page",
        "quote",
        "char_start",
        "char_end",
        "start_char",
        "end_char",
        "offset_basis",
    ]);
    let document = reader.text("document").unwrap_or_default();
    let quote = reader.text("quote").unwrap_or_default();
    let page = reader.optional("page").and_then(|node| {
        let number = node.value.as_number();
        // A negative page is no page of any document; the check against the located page says so.
        let page = number.and_then(|n| n.as_u64().or_else(|| n.as_i64().map(|_| 0)));
        if page.is_none() {
            reader.wrong("page", "must be a whole number from 1".to_owned());
        }
        page
    });
    let is_page_based = match reader.optional_text("offset_basis").as_deref() {
        None | Some("document") => false,
        Some("page") => true,
        Some(other) => {
            let message = format!("is {other:?}; write \"page\", or leave it out");
            reader.wrong("offset_basis", message);
            false
        }
    };
    let mut offsets = Vec::new();
    for key in OFFSETS {
        if let Some(node) = reader.optional(key) {
            let value = node
                .value
                .as_number()
                .and_then(proofmark_json::Number::as_i64);
            offsets.push(DeclaredOffset { key, value });
        }
    }
    Evidence {
        document,
        quote,
        page,
        offsets,
        is_page_based,
    }
}

fn read_compositions(
    node: &Node,
    place: &Place,
    subject: &Subject,
    (at, field): (usize, &str),
    read: &mut BankRead,
) -> Vec<Composition> {
    let Some(nodes) = node.value.as_array() else {
        let message = mistaken("a list", node);
        read.problems
            .error(Code::WrongType, subject, place.pointer(), message);
        return Vec::new();
    };
    let mut compositions = Vec::new();
    for (n, node) in nodes.iter().enumerate() {
        let place = place.index(n);
        let n_before = read.problems.errors.len();
        compositions.push(read_composition(node, &place, subject, &mut read.problems));
        if read.problems.errors.len() > n_before {
            read.broken_compositions.insert((at, field.to_owned(), n));
        }
    }
    compositions
}

fn read_composition(
    node: &Node,
    place: &Place,
    subject: &Subject,
    problems: &mut Problems,
) -> Composition {
    let check_text = |text: &str, place: &Place, problems: &mut Problems| {
        if proofmark_text::tokenize(text).is_empty() {
            let message = "is empty; write the answer or drop it";
            problems.error(Code::EmptyValue, subject, place.pointer(), message);
        }
    };
    if let Some(text) = node.value.as_str() {
        check_text(text, place, problems);
        return Composition::Literal(text.to_owned());
    }
    if node.value.as_object().is_none() {
        let message = mistaken("a text or an object", node);
        problems.error(Code::WrongType, subject, place.pointer(), message);
        return Composition::Literal(String::new());
    }
    let mut reader = Reader::new(node, place, subject.clone(), problems);
    reader.known(&["text", "obligation_ids", "completeness_note"]);
    let text = reader.text("text").unwrap_or_default();
    // Missing or empty, these two make the composition unfit, which the validator says.
    let obligation_ids = reader.optional_texts("obligation_ids");
    let completeness_note = reader
        .optional_plain_text("completeness_note")
        .unwrap_or_default();
    if !text.trim().is_empty() {
        check_text(&text, &place.key("text"), problems);
    }
    Composition::Attested {
        text,
        obligation_ids,
        completeness_note,
    }
}

fn read_freeze(node: &Node, place: &Place, problems: &mut Problems) -> Option<Freeze> {
    let mut reader = Reader::new(node, place, Subject::default(), problems);
    reader.known(&["frozen_at", "bank_sha256", "author", "reviewer"]);
    if !reader.is_object() {
        return None;
    }
    let frozen_at = reader
        .optional_plain_text("frozen_at")
        .filter(|text| !text.is_empty());
    if let Some(frozen_at) = &frozen_at
        && !crate::freeze::is_timestamp(frozen_at)
    {
        let message = format!("is {frozen_at:?}; write it like 2026-01-31T09:00:00Z");
        reader.wrong("frozen_at", message);
    }
    let bank_sha256 = reader
        .optional_plain_text("bank_sha256")
        .filter(|text| !text.is_empty())
        .map(|digest| digest.to_ascii_lowercase());
    let mut people = ["author", "reviewer"].map(|key| reader.optional(key).map(|node| (key, node)));
    let mut next = |n: usize| {
        let (key, node) = people[n].take()?;
        let mut reader = Reader::new(node, &place.key(key), Subject::default(), problems);
        reader.known(&["name", "attestation"]);
        Some(Attestation {
            name: reader.optional_plain_text("name").unwrap_or_default(),
            attestation: reader
                .optional_plain_text("attestation")
                .unwrap_or_default(),
        })
    };
    let (author, reviewer) = (next(0), next(1));
    Some(Freeze {
        frozen_at,
        bank_sha256,
        author,
        reviewer,
    })
}

/// A key as part of a pointer.
fn token(key: &str) -> String {
    escape_token(key).into_owned()
}
