//! The examples of each file, and what our own readers say to a changed one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proofmark_engine::{Flow, PlatformChecks, ScoreOptions, Session, preflight};
use proofmark_report::format::{Audit, Preflight, Report};
use proofmark_report::{Envelope, PrivateKey, prepare, read_report, read_sigstore};
use serde_json::{Value, json};

/// The schema's name, what the example is, the example.
pub(crate) type Example = (&'static str, String, Value);

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn bytes_of(name: &str) -> Vec<u8> {
    std::fs::read(examples().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn value_of(name: &str) -> Value {
    serde_json::from_slice(&bytes_of(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn lines_of(name: &str) -> Vec<Value> {
    String::from_utf8(bytes_of(name))
        .expect("outputs are text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

/// Scores the example audit with a recorded preflight and a decision.
fn report() -> Report {
    let mut session = Session::default();
    for name in [
        "bank.json",
        "run.json",
        "outputs-kestrel.jsonl",
        "outputs-merlin.jsonl",
        "house-rules.pdf",
        "observers-handbook.pdf",
        "visitors-leaflet.pdf",
    ] {
        let bytes = bytes_of(&format!("larkfield/{name}"));
        session.add(name, bytes, &mut |_| Flow::Continue);
    }
    let holds = || (true, "holds".to_owned());
    let platform = PlatformChecks {
        package: holds(),
        runtime: holds(),
        local_only: holds(),
        wasm_sha256: Some("0a".repeat(32)),
    };
    let options = ScoreOptions {
        preflight: Some(preflight(platform)),
        ..ScoreOptions::default()
    };
    let mut report = session
        .score(&options, &mut |_| Flow::Continue)
        .expect("the example can be scored");
    let audit = serde_json::from_value(audit(&report.bank_sha256));
    report.audit = Some(audit.expect("an audit"));
    report
}

fn audit(bank_sha256: &str) -> Value {
    json!({
        "schema": "proofmark/audit/1",
        "bank_sha256": bank_sha256,
        "decisions": [{
            "workflow": "kestrel", "repetition": 1, "question_id": "q01", "obligation": null,
            "citation": 0, "decision": "holds", "note": "read on the page", "name": "Ada",
            "decided_at": "2026-01-02T03:04:05Z",
        }],
    })
}

/// Whole files, as they are written.
pub(crate) fn whole() -> Vec<Example> {
    let mut all = vec![
        (
            "bank",
            "the bank".to_owned(),
            value_of("larkfield/bank.json"),
        ),
        ("run", "the plan".to_owned(), value_of("larkfield/run.json")),
    ];
    for name in ["outputs-kestrel.jsonl", "outputs-merlin.jsonl"] {
        for (n, line) in lines_of(&format!("larkfield/{name}"))
            .into_iter()
            .enumerate()
        {
            all.push(("outputs-line", format!("{name} line {}", n + 1), line));
        }
    }
    let report = report();
    let key = PrivateKey::from_random(&[7; 32]).expect("a key");
    let prepared = prepare(&report, None).expect("the report can be signed");
    let signatures = [(key.public(), key.sign(&prepared.pae))];
    let envelope = Envelope::assemble(prepared.payload, &signatures).expect("it holds");
    let parse = |bytes: &[u8]| -> Value { serde_json::from_slice(bytes).expect("JSON") };
    let mut add = |name, value| all.push((name, format!("the {name} of the example"), value));
    add("report", parse(&prepared.report));
    add("audit", json!(report.audit));
    add("preflight", json!(report.preflight));
    add("dsse-envelope", parse(&envelope.to_bytes()));
    let bundle = envelope.to_sigstore().expect("a bundle");
    add("sigstore-bundle", parse(&bundle));
    for (name, file) in [
        ("claims", "claims.json"),
        ("sources", "sources.json"),
        ("results", "results-baseline.json"),
        ("results", "results-candidate.json"),
        ("gold", "gold.json"),
    ] {
        all.push((name, file.to_owned(), value_of(&format!("tarnwell/{file}"))));
    }
    all
}

/// The same, with every list cut to two items, and a bank for each question.
pub(crate) fn short() -> Vec<Example> {
    let mut all = Vec::new();
    for (name, what, mut value) in whole() {
        if name == "bank" {
            let questions = value["questions"].as_array().cloned().unwrap_or_default();
            for question in questions {
                let what = format!("the bank with only {}", question["id"]);
                value["questions"] = json!([question]);
                let mut value = value.clone();
                cut(&mut value);
                all.push((name, what, value));
            }
            continue;
        }
        // One line of outputs is as good as another.
        if name == "outputs-line" && !what.ends_with("line 1") {
            continue;
        }
        cut(&mut value);
        all.push((name, what, value));
    }
    all.push((
        "outputs-line",
        "a line with all keys".to_owned(),
        json!({
            "workflow": "w", "repetition": 1, "question_id": "q", "adapter": "labelled-text",
            "raw": null, "error": "timed out", "produced_at": "2026-01-02T03:04:05Z",
            "source_cards": [{ "document": "d", "page": 3, "quote": "x" }],
            "bank_sha256": "0a".repeat(32),
        }),
    ));
    all
}

fn cut(value: &mut Value) {
    match value {
        Value::Object(object) => object.values_mut().for_each(cut),
        Value::Array(items) => {
            items.truncate(2);
            items.iter_mut().for_each(cut);
        }
        _ => {}
    }
}

/// Whether our reader refuses a file for its shape; nothing where no reader is at hand.
pub(crate) fn reader_refuses(schema: &str, value: &Value) -> Option<bool> {
    let bytes = serde_json::to_vec(value).expect("JSON");
    Some(match schema {
        "bank" => {
            let library = proofmark_ground::Library::default();
            let check = proofmark_score::validate_bank(&bytes, &library, &BTreeMap::new());
            let of_shape = ["wrong_type", "missing_key", "empty_value"];
            check
                .errors
                .iter()
                .any(|error| of_shape.contains(&error.code.code()))
        }
        "run" => proofmark_score::read_plan("run.json", &bytes).is_err(),
        "outputs-line" => proofmark_score::read_outputs("a.jsonl", &bytes)
            .attempts
            .is_empty(),
        "report" => read_report(&bytes).is_err(),
        "audit" => proofmark_json::read::<Audit>(&bytes).is_err(),
        "preflight" => proofmark_json::read::<Preflight>(&bytes).is_err(),
        "dsse-envelope" => Envelope::read(&bytes).is_err(),
        "sigstore-bundle" => read_sigstore(&bytes).is_err(),
        "claims" => proofmark_judge::read_claims(&bytes).is_err(),
        "sources" => proofmark_judge::read_snapshots(&bytes).is_err(),
        "gold" => proofmark_judge::read_gold(&bytes).is_err(),
        _ => return None,
    })
}
