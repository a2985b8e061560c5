//! A bank as an author works on it: its claims with their passages, also while it is not sound, and the
//! exchange of one passage in its text.

use proofmark_json::{Node, Object, parse};

use crate::files::FileKind;
use crate::session::{FileId, Session};

/// A bank's questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankView {
    /// The bank's file.
    pub file: Option<FileId>,
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The questions in the bank's order.
    pub questions: Vec<QuestionView>,
    /// When it was frozen, and by whom it is attested, as written.
    pub freeze: FreezeView,
}

/// See [`BankView::freeze`]. Empty where the bank says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreezeView {
    /// When.
    pub frozen_at: String,
    /// The author's name and attestation.
    pub author: (String, String),
    /// The reviewer's.
    pub reviewer: (String, String),
}

/// A question of a [`BankView`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionView {
    /// The id.
    pub id: String,
    /// Its words.
    pub question: String,
    /// Whether it must be declined.
    pub is_unanswerable: bool,
    /// Its claims.
    pub claims: Vec<ClaimView>,
}

/// A claim of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimView {
    /// The id.
    pub id: String,
    /// The field.
    pub field: String,
    /// What it is, in words.
    pub description: String,
    /// The canonical value.
    pub value: String,
    /// JSON pointer of the claim in the bank.
    pub pointer: String,
    /// The accepted wordings.
    pub accepted: Vec<String>,
    /// Whether these are all that is written there, so that they can be written anew.
    pub is_accepted_plain: bool,
    /// The registered passages.
    pub evidence: Vec<EvidenceView>,
}

/// A registered passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceView {
    /// JSON pointer of the passage in the bank.
    pub pointer: String,
    /// Id of the document.
    pub document: String,
    /// The page, as written.
    pub page: String,
    /// The quotation.
    pub quote: String,
}

impl Session {
    /// The session's only bank as far as it can be read; empty without one.
    pub fn bank_view(&self) -> BankView {
        let Some(slot) = self.of_kind(FileKind::Bank).next() else {
            return BankView::default();
        };
        let node = parse(slot.bytes()).ok();
        let root = node.as_ref().and_then(|node| node.value.as_object());
        let questions = root
            .map(|root| array(root, "questions"))
            .unwrap_or_default();
        BankView {
            file: Some(slot.entry.id),
            name: slot.entry.name.clone(),
            title: root.map(|root| text(root, "title")).unwrap_or_default(),
            questions: questions
                .iter()
                .enumerate()
                .filter_map(|(at, one)| Some(question(at, one.value.as_object()?)))
                .collect(),
            freeze: root
                .and_then(|root| root.get("freeze")?.value.as_object())
                .map(freeze)
                .unwrap_or_default(),
        }
    }

    /// The bank's text.
    pub fn bank_text(&self) -> Option<String> {
        let slot = self.of_kind(FileKind::Bank).next()?;
        String::from_utf8(slot.bytes().to_vec()).ok()
    }
}

fn freeze(block: &Object) -> FreezeView {
    let person = |key: &str| {
        let who = block.get(key).and_then(|node| node.value.as_object());
        who.map(|who| (text(who, "name"), text(who, "attestation")))
            .unwrap_or_default()
    };
    FreezeView {
        frozen_at: text(block, "frozen_at"),
        author: person("author"),
        reviewer: person("reviewer"),
    }
}

fn question(at: usize, one: &Object) -> QuestionView {
    let claims = array(one, "essential_claims");
    let is_true = |node: &Node| matches!(node.value, proofmark_json::Value::Bool(true));
    QuestionView {
        id: text(one, "id"),
        question: text(one, "question"),
        is_unanswerable: one.get("expected_abstention").is_some_and(is_true),
        claims: claims
            .iter()
            .enumerate()
            .filter_map(|(n, claim)| {
                let pointer = format!("/questions/{at}/essential_claims/{n}");
                Some(claim_view(pointer, claim.value.as_object()?))
            })
            .collect(),
    }
}

fn claim_view(claim_pointer: String, claim: &Object) -> ClaimView {
    let pointer = format!("{claim_pointer}/evidence");
    let evidence = match claim.get("evidence") {
        Some(node) => match (&node.value.as_object(), node.value.as_array()) {
            (Some(one), _) => vec![evidence(pointer, one)],
            (None, Some(many)) => many
                .iter()
                .enumerate()
                .filter_map(|(n, one)| {
                    Some(evidence(format!("{pointer}/{n}"), one.value.as_object()?))
                })
                .collect(),
            (None, None) => Vec::new(),
        },
        None => Vec::new(),
    };
    let written = array(claim, "accepted_values");
    ClaimView {
        id: text(claim, "id"),
        pointer: claim_pointer,
        is_accepted_plain: written.iter().all(|one| one.value.as_str().is_some()),
        field: text(claim, "field"),
        description: text(claim, "description"),
        value: text(claim, "value"),
        accepted: written
            .iter()
            .filter_map(|one| one.value.as_str().map(str::to_owned))
            .collect(),
        evidence,
    }
}

fn evidence(pointer: String, one: &Object) -> EvidenceView {
    EvidenceView {
        pointer,
        document: text(one, "document"),
        page: one
            .get("page")
            .map(|node| match node.value.as_str() {
                Some(label) => label.to_owned(),
                None => node
                    .value
                    .as_u64()
                    .map(|n| n.to_string())
                    .unwrap_or_default(),
            })
            .unwrap_or_default(),
        quote: text(one, "quote"),
    }
}

fn text(object: &Object, key: &str) -> String {
    let node = object.get(key);
    node.and_then(|node| node.value.as_str())
        .unwrap_or_default()
        .to_owned()
}

fn array<'o>(object: &'o Object, key: &str) -> &'o [Node] {
    object
        .get(key)
        .and_then(|node| node.value.as_array())
        .unwrap_or_default()
}

/// A passage that takes another one's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPassage {
    /// Id of the document.
    pub document: String,
    /// The quotation.
    pub quote: String,
    /// The page of its first char, from 1.
    pub page: u64,
    /// Its chars in the document's raw text.
    pub span: (u64, u64),
}

/// What a claim says instead; `None` stays as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewWords {
    /// What it is, in words.
    pub description: Option<String>,
    /// The canonical value.
    pub value: Option<String>,
    /// The accepted wordings.
    pub accepted: Option<Vec<String>>,
}

/// The bank's text with other words at the claim `pointer` names. What the claim does not write yet is written at
/// its beginning; everything else stays as it is.
///
/// # Errors
/// A sentence that says why nothing was exchanged.
pub fn exchange_words(bank_json: &str, pointer: &str, new: &NewWords) -> Result<String, String> {
    let list = |all: &Vec<String>| {
        let all: Vec<String> = all.iter().map(|one| text_json(one)).collect();
        format!("[{}]", all.join(", "))
    };
    let values = [
        ("description", new.description.as_deref().map(text_json)),
        ("value", new.value.as_deref().map(text_json)),
        ("accepted_values", new.accepted.as_ref().map(list)),
    ];
    exchange(bank_json, pointer, values, true)
}

/// The bank's text with another passage at `pointer`. Document, quotation, page and offsets are exchanged where
/// the bank writes them; everything else stays as it is written.
///
/// # Errors
/// A sentence that says why nothing was exchanged.
pub fn exchange_passage(
    bank_json: &str,
    pointer: &str,
    new: &NewPassage,
) -> Result<String, String> {
    let values = [
        ("document", text_json(&new.document)),
        ("quote", text_json(&new.quote)),
        ("page", new.page.to_string()),
        ("char_start", new.span.0.to_string()),
        ("char_end", new.span.1.to_string()),
    ];
    exchange(
        bank_json,
        pointer,
        values.map(|(key, value)| (key, Some(value))),
        false,
    )
}

/// Exchanges values of the object at `pointer`; those that it does not have are left out, or written at its
/// beginning where `adds` says so.
fn exchange<const N: usize>(
    bank_json: &str,
    pointer: &str,
    values: [(&str, Option<String>); N],
    adds: bool,
) -> Result<String, String> {
    let root =
        parse(bank_json.as_bytes()).map_err(|error| format!("cannot be read as JSON: {error}"))?;
    let mut at = &root;
    for part in pointer.split('/').skip(1) {
        let next = match part.parse::<usize>() {
            Ok(index) => at.value.as_array().and_then(|all| all.get(index)),
            Err(_) => at.value.as_object().and_then(|one| one.get(part)),
        };
        at = next.ok_or_else(|| format!("the bank has nothing at {pointer}"))?;
    }
    let object = at
        .value
        .as_object()
        .ok_or_else(|| format!("{pointer} is no object"))?;
    let inside = at.span.start + 1;
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for (key, value) in values {
        let Some(value) = value else { continue };
        match object.get(key) {
            Some(node) => edits.push((node.span.clone(), value)),
            None if adds => {
                edits.push((inside..inside, format!("{}: {value}, ", text_json(key))));
            }
            None => {}
        }
    }
    // From the last to the first, so that no place moves before it is used.
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut out = bank_json.to_owned();
    for (span, value) in edits {
        if out.get(span.clone()).is_none() {
            return Err(format!("the text at {pointer} cannot be exchanged"));
        }
        out.replace_range(span, &value);
    }
    parse(out.as_bytes()).map_err(|error| format!("it would not be JSON any more: {error}"))?;
    Ok(out)
}

/// A text as JSON.
fn text_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANK: &str = r#"{ "title": "é",
  "questions": [ { "id": "q1", "question": "How?", "essential_claims": [
    { "id": "q1-a", "field": "f", "value": "six", "accepted_values": ["six", 6],
      "evidence": [ {"document": "d", "page": 1, "quote": "a \"b\"", "char_start": 4, "x": "char_end"} ] } ] } ] }"#;

    fn session(bank: &str) -> Session {
        let mut session = Session::default();
        session.add("bank.json", bank.as_bytes().to_vec(), &mut |_| {
            proofmark_source::Flow::Continue
        });
        session
    }

    #[test]
    fn a_passage_is_exchanged_and_nothing_else() {
        let new = NewPassage {
            document: "e".to_owned(),
            quote: "c \\ \"d\"\n".to_owned(),
            page: 12,
            span: (100, 120),
        };
        let pointer = "/questions/0/essential_claims/0/evidence/0";
        let out = exchange_passage(BANK, pointer, &new).expect("a passage");
        let expected = BANK
            .replace(r#""a \"b\"""#, r#""c \\ \"d\"\n""#)
            .replace(r#""document": "d""#, r#""document": "e""#)
            .replace(r#""page": 1,"#, r#""page": 12,"#)
            .replace(r#""char_start": 4"#, r#""char_start": 100"#);
        assert_eq!(out, expected, "the text");
        let view = session(&out).bank_view();
        assert_eq!(view.questions[0].claims[0].evidence[0].quote, new.quote);
        for nowhere in ["/questions/1", "/title/x", "/questions/0/id"] {
            assert!(exchange_passage(BANK, nowhere, &new).is_err(), "{nowhere}");
        }
    }

    #[test]
    fn words_are_exchanged_and_what_is_not_written_is_added() {
        let pointer = "/questions/0/essential_claims/0";
        let new = NewWords {
            description: Some("what \"it\" is".to_owned()),
            value: None,
            accepted: Some(vec!["six".to_owned(), "é\\".to_owned()]),
        };
        let out = exchange_words(BANK, pointer, &new).expect("a claim");
        let expected = BANK.replace(r#"["six", 6]"#, r#"["six", "é\\"]"#).replace(
            r#"{ "id": "q1-a""#,
            r#"{"description": "what \"it\" is",  "id": "q1-a""#,
        );
        assert_eq!(out, expected, "the text");
        let view = session(&out).bank_view();
        let claim = &view.questions[0].claims[0];
        assert_eq!(claim.pointer, pointer, "where it stands");
        assert!(claim.is_accepted_plain, "texts alone");
        assert_eq!(
            exchange_words(BANK, pointer, &NewWords::default()),
            Ok(BANK.to_owned()),
            "nothing to exchange"
        );
    }

    #[test]
    fn a_bank_that_is_not_sound_is_shown_as_far_as_it_goes() {
        let view = session(BANK).bank_view();
        let claim = &view.questions[0].claims[0];
        assert_eq!((claim.id.as_str(), claim.accepted.len()), ("q1-a", 1));
        assert!(!claim.is_accepted_plain, "a number among the texts");
        assert_eq!(
            claim.evidence[0].pointer,
            "/questions/0/essential_claims/0/evidence/0"
        );
        let odd =
            session(r#"{"schema": "proofmark/bank/1", "questions": [7, {"essential_claims": 3}]}"#);
        assert_eq!(odd.bank_view().questions.len(), 1, "what is an object");
        assert_eq!(Session::default().bank_view(), BankView::default(), "none");
    }
}
