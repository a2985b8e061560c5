//! JSON Schemas (draft 2020-12) of the files that this crate writes, made from their types.
//!
//! The types say names, shapes and descriptions. What they leave open – the closed lists of words,
//! digests, fixed values – is added here.

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Value, json};

use crate::envelope::{BUNDLE_TYPE, PAYLOAD_TYPE, WireBundle, WireEnvelope};
use crate::format::{Audit, Preflight, Report, SCHEMA};

const VERDICTS: &[&str] = &["pass", "fail", "unresolved"];
const ADAPTERS: &[&str] = &["labelled-text", "structured-json"];

/// Type, member, the words it may hold.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("Attempt", "verdict", VERDICTS),
    ("Attempt", "completeness", VERDICTS),
    ("Attempt", "support", VERDICTS),
    ("Attempt", "adapter", ADAPTERS),
    ("Explanation", "weight", VERDICTS),
    ("Field", "completeness", VERDICTS),
    ("PlannedWorkflow", "adapter", ADAPTERS),
    (
        "Input",
        "kind",
        &["bank", "plan", "document", "outputs", "audit"],
    ),
    (
        "FieldInfo",
        "kind",
        &[
            "text", "person", "interval", "duration", "count", "cap", "minimum", "date", "time",
            "quantity",
        ],
    ),
    (
        "Obligation",
        "stated",
        &["stated", "contradicted", "missing", "unregistered"],
    ),
    (
        "Obligation",
        "support",
        &["supported", "unresolved", "unsupported"],
    ),
    ("Mark", "kind", &["alias", "residue", "conflict"]),
    (
        "Citation",
        "state",
        &[
            "supports",
            "unregistered",
            "other_document",
            "ambiguous",
            "altered",
            "readers_disagree",
            "no_text_layer",
            "unverified",
            "elided_condition",
            "page_only",
            "dangling",
            "edge_cut",
            "not_found",
            "absent_document",
            "contradicts",
        ],
    ),
    (
        "Segment",
        "kind",
        &[
            "label",
            "field_text",
            "citation",
            "quote",
            "reference",
            "source_card",
            "extra",
        ],
    ),
    (
        "Gate",
        "id",
        &[
            "complete_supported",
            "citation_precision",
            "clean_abstention",
            "repetitions",
            "frozen",
            "provenance",
            "preflight",
        ],
    ),
    (
        "PreflightGroup",
        "id",
        &["package", "self_tests", "runtime", "local_only"],
    ),
    (
        "Decision",
        "decision",
        &["holds", "does_not_hold", "cannot_tell"],
    ),
];

/// Members that hold a SHA-256.
const DIGESTS: &[(&str, &str)] = &[
    ("Report", "bank_sha256"),
    ("Input", "sha256"),
    ("DocumentInfo", "sha256"),
    ("Preflight", "wasm_sha256"),
];

/// Members that hold one fixed text.
const FIXED: &[(&str, &str, &str)] = &[
    ("Report", "schema", SCHEMA),
    ("Audit", "schema", "proofmark/audit/1"),
    ("WireEnvelope", "payloadType", PAYLOAD_TYPE),
    ("WireBundle", "mediaType", BUNDLE_TYPE),
];

/// Schema of `report.json`.
pub fn report() -> Value {
    made::<Report>("Report", "Proofmark report", Contract::Serialize)
}

/// Schema of a file of human decisions.
pub fn audit() -> Value {
    made::<Audit>("Audit", "Proofmark audit", Contract::Deserialize)
}

/// Schema of a recorded preflight.
pub fn preflight() -> Value {
    made::<Preflight>("Preflight", "Proofmark preflight", Contract::Deserialize)
}

/// Schema of `report.dsse.json` as written here; the envelopes of other tools may hold more.
pub fn dsse_envelope() -> Value {
    made::<WireEnvelope>(
        "WireEnvelope",
        "DSSE envelope of a Proofmark report",
        Contract::Serialize,
    )
}

/// Schema of `report.sigstore.json` as written here.
pub fn sigstore_bundle() -> Value {
    made::<WireBundle>(
        "WireBundle",
        "Sigstore bundle of a Proofmark report",
        Contract::Serialize,
    )
}

/// `name` is the type's own name, `title` what the file is called. What we write holds every member,
/// null or not; what others write may leave some out.
fn made<T: JsonSchema>(name: &str, title: &str, contract: Contract) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.contract = contract;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), json!(title));
    let mut value = Value::from(schema);
    for (owner, member, words) in WORDS {
        narrow(&mut value, name, owner, member, "enum", &json!(words));
    }
    for (owner, member) in DIGESTS {
        let pattern = json!("^[0-9a-f]{64}$");
        narrow(&mut value, name, owner, member, "pattern", &pattern);
    }
    for (owner, member, text) in FIXED {
        narrow(&mut value, name, owner, member, "const", &json!(text));
    }
    for (owner, member, keyword, limit) in [
        (
            "WireEnvelope",
            "payload",
            "contentEncoding",
            json!("base64"),
        ),
        ("WireEnvelope", "signatures", "minItems", json!(1)),
        ("WireSignature", "keyid", "pattern", json!("^[0-9a-f]{64}$")),
        ("WireSignature", "sig", "contentEncoding", json!("base64")),
        ("WireMaterial", "tlogEntries", "maxItems", json!(0)),
        ("WireKey", "hint", "pattern", json!("^[0-9a-f]{64}$")),
    ] {
        narrow(&mut value, name, owner, member, keyword, &limit);
    }
    // Left out, an id reads as empty; what we write always has one.
    if let Some(keyid) = value.pointer_mut("/$defs/WireSignature/properties/keyid")
        && let Some(keyid) = keyid.as_object_mut()
    {
        keyid.remove("default");
    }
    value
}

/// Adds a keyword to a member of a type, where the schema has that type.
fn narrow(schema: &mut Value, root: &str, owner: &str, member: &str, keyword: &str, limit: &Value) {
    let owner = if owner == root {
        Some(schema)
    } else {
        schema.pointer_mut(&format!("/$defs/{owner}"))
    };
    let member = owner.and_then(|owner| owner.pointer_mut(&format!("/properties/{member}")));
    if let Some(member) = member.and_then(Value::as_object_mut) {
        member.insert(keyword.to_owned(), limit.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A renamed member would silently lose its limit.
    #[test]
    fn every_limit_finds_its_member() {
        let report = report();
        let envelope = dsse_envelope();
        let bundle = sigstore_bundle();
        let owners = WORDS
            .iter()
            .map(|(owner, member, _)| (*owner, *member))
            .chain(DIGESTS.iter().copied())
            .chain(FIXED.iter().map(|(owner, member, _)| (*owner, *member)));
        for (owner, member) in owners {
            let at = match owner {
                "Report" | "WireEnvelope" | "WireBundle" => format!("/properties/{member}"),
                _ => format!("/$defs/{owner}/properties/{member}"),
            };
            let schema = match owner {
                "WireEnvelope" => &envelope,
                "WireBundle" => &bundle,
                _ => &report,
            };
            let found = schema.pointer(&at).and_then(Value::as_object);
            let found = found.unwrap_or_else(|| panic!("{owner} has no {member}"));
            let is_limited = ["enum", "pattern", "const"]
                .iter()
                .any(|keyword| found.contains_key(*keyword));
            assert!(is_limited, "{owner}.{member}");
        }
    }
}
