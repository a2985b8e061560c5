//! A small report with something of everything, and fixed keys.
#![allow(dead_code, reason = "each test file uses its own part")]

use proofmark_report::export::{FigureBox, HighlightKind, PageFigure};
use proofmark_report::format::{Report, SCHEMA};
use proofmark_report::{Envelope, PrivateKey, prepare, write_archive};
use serde_json::{Value, json};

/// The private key 01 02 … 20.
pub(crate) fn key() -> PrivateKey {
    counting_from(1)
}

/// The private key 41 42 … 60.
pub(crate) fn other_key() -> PrivateKey {
    counting_from(65)
}

fn counting_from(first: u8) -> PrivateKey {
    let mut next = first..;
    let bytes = std::array::from_fn(|_| next.next().expect("there are enough numbers"));
    PrivateKey::from_random(&bytes).expect("within the range")
}

fn citation(document: &str, quote: &str, state: &str) -> Value {
    let span = json!({ "start": 40, "end": 58, "first_page": 2, "last_page": 2 });
    let is_found = state != "not_found";
    json!({
        "field": "amount", "document": document, "document_id": "lease", "page": "2",
        "quote": quote, "state": state, "supports": if is_found { json!(["c1"]) } else { json!([]) },
        "span": if is_found { span.clone() } else { Value::Null },
        "parts": if is_found { json!([span]) } else { json!([]) }, "occurrences": [],
        "elided": false, "fidelity": null, "page_label": null, "page_right": true,
        "nearest": null, "second_reading": null, "start": 20, "end": 60,
    })
}

fn attempt(question: &str, verdict: &str, raw: &str, citations: Value) -> Value {
    json!({
        "workflow": "base", "repetition": 1, "question_id": question, "adapter": "labelled-text",
        "verdict": verdict, "completeness": verdict, "support": verdict,
        "reasons": if verdict == "pass" { json!([]) } else { json!(["missing_obligation"]) },
        "explanations": if verdict == "pass" { json!([]) } else { json!([{
            "code": "missing_obligation", "weight": verdict, "field": "amount",
            "obligation": "c1", "citation": null, "message": "The amount <is> not stated.",
        }]) },
        "declined": false, "missing": false, "raw": raw, "error": null, "produced_at": null,
        "file": "outputs.jsonl", "line": 1,
        "fields": [{ "field": "amount", "text": raw, "completeness": verdict, "marks": [],
            "obligations": [{ "id": "c1", "stated": "stated", "support": "supported",
                "alias": "EUR 900" }] }],
        "citations": citations,
        "segments": [{ "kind": "field_text", "start": 0, "end": raw.chars().count(),
            "field": "amount" }],
    })
}

fn question(id: &str) -> Value {
    json!({
        "id": id, "question": "What is the rent & when is it due?", "expected_abstention": false,
        "fields": [{ "field": "amount", "kind": "text", "noun": null }],
        "obligations": [{ "id": "c1", "field": "amount", "description": "the rent",
            "value": "EUR 900", "anchors": [{ "document": "lease", "quote": "EUR 900 a month",
                "span": { "start": 40, "end": 58, "first_page": 2, "last_page": 2 } }] }],
    })
}

pub(crate) fn report_value() -> Value {
    let sha = |digit: &str| digit.repeat(64);
    let bounds = json!({ "lower": [1, 3], "upper": [2, 3] });
    let counts = json!({ "planned": 3, "passed": 1, "failed": 1, "unresolved": 1, "declined": 0,
        "missing": 0 });
    json!({
        "schema": SCHEMA,
        "tool": { "name": "proofmark", "version": "0.1.0" },
        "contract": "1", "title": "Leases </title><script>", "bank_sha256": sha("a"),
        "frozen_at": null,
        "inputs": [
            { "kind": "bank", "name": "bank.json", "sha256": sha("b"), "size": 120 },
            { "kind": "document", "name": "lease.pdf", "sha256": sha("c"), "size": 9000 },
            { "kind": "outputs", "name": "outputs.jsonl", "sha256": sha("d"), "size": 700 },
        ],
        "plan": { "inferred": true, "workflows": [{ "id": "base", "adapter": "labelled-text",
            "source_card_heading": null }], "repetitions": 1, "qualify": null },
        "documents": [{ "id": "lease", "file": "lease.pdf", "sha256": sha("c"), "n_pages": 3,
            "n_chars": 900, "scans": [], "unverified": [] }],
        "questions": [question("q1"), question("q2"), question("q3")],
        "attempts": [
            attempt("q1", "pass", "EUR 900 \u{201C}EUR 900 a month\u{201D} [lease, p. 2]",
                json!([citation("lease", "EUR 900 a month", "located")])),
            attempt("q2", "fail", "=HYPERLINK(\"http://x\") <img src=x onerror=alert(1)>\u{7}",
                json!([citation("lease", "@SUM(1), \"two\"\nlines", "not_found")])),
            attempt("q3", "unresolved", "-1 é \u{1F600}", json!([])),
        ],
        "ignored": [],
        "metrics": [{ "workflow": "base", "repetition": 1, "complete_supported": bounds,
            "clean_abstention": { "lower": [0, 0], "upper": [0, 0] },
            "citation_precision": bounds, "explicit_pages": [1, 2], "quote_pages": [1, 2],
            "counts": counts }],
        "workflows": [{ "workflow": "base", "counts": counts, "questions": 3, "pass_in_all": 1,
            "pass_in_any": 1, "wilson": { "lower": 60000, "upper": 790000 },
            "bootstrap": { "lower": 0, "upper": 1000000 },
            "reasons": [{ "code": "missing_obligation", "attempts": 2 }] }],
        "qualification": { "workflow": null, "qualified": false, "gates": [] },
        "preflight": null,
        "audit": { "schema": "proofmark/audit/1", "bank_sha256": sha("a"), "decisions": [
            { "workflow": "base", "repetition": 1, "question_id": "q2", "obligation": null,
              "citation": null, "decision": "holds", "note": "+looks right", "name": "Ada",
              "decided_at": "2026-01-02T03:04:05Z" },
            { "workflow": "base", "repetition": 1, "question_id": "q2", "obligation": null,
              "citation": null, "decision": "does_not_hold", "note": "on second thought",
              "name": "Ada", "decided_at": "2026-01-02T03:05:05Z" },
            { "workflow": "base", "repetition": 1, "question_id": "q1", "obligation": "c1",
              "citation": null, "decision": "cannot_tell", "note": "", "name": "Ben",
              "decided_at": "2026-01-02T03:05:05Z" },
        ] },
        "warnings": [], "limitations": ["Scans are not read."],
    })
}

pub(crate) fn report() -> Report {
    serde_json::from_value(report_value()).expect("the sample has the report's shape")
}

pub(crate) const PAGE: &[u8] = b"<!doctype html><title>page</title>";

/// A signed export by one key, with the report's bytes and the envelope.
pub(crate) fn signed() -> (Vec<u8>, Envelope, Vec<u8>) {
    let prepared = prepare(&report(), Some(PAGE)).expect("the sample can be signed");
    let signature = key().sign(&prepared.pae);
    let envelope = Envelope::assemble(prepared.payload, &[(key().public(), signature)])
        .expect("the signature holds");
    let archive = write_archive(&prepared.report, &envelope, &[key().public()], PAGE)
        .expect("the parts belong together");
    (prepared.report, envelope, archive)
}

/// A page image with two lines of one highlight; its bytes are no picture.
pub(crate) fn figure() -> PageFigure {
    let quad = [[10.0, 20.0], [90.0, 20.0], [90.0, 30.0], [10.0, 30.0]];
    let label = "base/1/q1, citation 1 <b>".to_owned();
    let line = FigureBox {
        quad,
        kind: HighlightKind::Supports,
        label,
    };
    PageFigure {
        document: "lease".to_owned(),
        page: 2,
        png: vec![0x89, b'P', b'N', b'G'],
        width_pt: 200.0,
        height_pt: f32::NAN,
        boxes: vec![line.clone(), line],
    }
}
