//! A judge's results, signed and verified by the program itself.

mod common;

use std::path::{Path, PathBuf};

use base64::Engine as _;
use common::{Desk, Run};
use serde_json::{Value, json};

/// A desk with the judging example, and two key pairs.
fn desk(name: &str) -> Desk {
    let desk = Desk::new(name);
    let example: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tarnwell");
    for name in ["claims.json", "sources.json", "results-candidate.json"] {
        std::fs::copy(example.join(name), desk.path(name)).expect("the file can be copied");
    }
    for name in ["ada.pem", "ben.pem"] {
        assert_eq!(desk.run(&["key", "new", "--out", name]).code, 0, "{name}");
    }
    desk
}

const JUDGED: [&str; 4] = ["--claims", "claims.json", "--sources", "sources.json"];

fn sign(desk: &Desk, more: &[&str]) -> Run {
    let sign = [
        "sign",
        "results-candidate.json",
        "--key",
        "ada.pem",
        "--yes",
    ];
    desk.run(&[&sign[..], more].concat())
}

fn verify(desk: &Desk, envelope: &str, more: &[&str]) -> Run {
    let verify = ["verify", envelope, "--public-key", "ada.pub.pem", "--json"];
    desk.run(&[&verify[..], more].concat())
}

fn answers(run: &Run) -> [String; 4] {
    let found = run.json();
    let answer = |key: &str| found[key].as_str().expect("an answer").to_owned();
    [
        "signature_valid",
        "signer_trusted",
        "inputs_match",
        "replay_identical",
    ]
    .map(answer)
}

#[test]
fn results_are_signed_with_what_was_asked() {
    let desk = desk("results-signed");
    let run = sign(&desk, &JUDGED);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let envelope: Value =
        serde_json::from_slice(&desk.read("results-candidate.dsse.json")).expect("JSON");
    let payload = envelope["payload"].as_str().expect("base64");
    let payload = base64::engine::general_purpose::STANDARD
        .decode(payload)
        .expect("base64");
    let statement: Value = serde_json::from_slice(&payload).expect("JSON");
    assert_eq!(statement["subject"][0]["name"], "results-candidate.json");
    let predicate = &statement["predicate"];
    assert_eq!(predicate["result"], "FAILED");
    assert_eq!(predicate["warnedTests"], json!(["w11"]));
    assert_eq!(
        predicate["failedTests"],
        json!(["w02", "w03", "w04", "w05", "w06"])
    );
    let inputs = predicate["configuration"].as_array().expect("inputs");
    let names: Vec<_> = inputs.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["weir-reference.md", "sources.json"]);
    let prepared = desk.run(&[
        "judge",
        "prepare",
        "--claims",
        "claims.json",
        "--out",
        "batches",
        "--json",
    ]);
    assert_eq!(
        inputs[0]["digest"]["sha256"],
        prepared.json()["batches"][0]["sha256"],
        "the digest of the batch that a judge is handed"
    );

    for file in [
        "results-candidate.dsse.json",
        "results-candidate.sigstore.json",
    ] {
        let run = verify(&desk, file, &JUDGED);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        assert_eq!(
            answers(&run),
            ["yes", "yes", "yes", "not_checked"],
            "{file}"
        );
        let alone = verify(&desk, file, &[]);
        assert_eq!(
            answers(&alone),
            ["yes", "yes", "not_checked", "not_checked"],
            "{file}"
        );
    }
    let stranger = desk.run(&[
        "verify",
        "results-candidate.dsse.json",
        "--public-key",
        "ben.pub.pem",
        "--json",
    ]);
    assert_eq!(stranger.code, 1, "{}", stranger.stdout);
    assert_eq!(
        answers(&stranger),
        ["not_checked", "no", "not_checked", "not_checked"]
    );
}

#[test]
fn what_was_not_signed_is_not_what_was_judged() {
    let desk = desk("results-bare");
    let run = sign(&desk, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = verify(&desk, "results-candidate.dsse.json", &JUDGED);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert_eq!(
        answers(&run),
        ["yes", "yes", "no", "not_checked"],
        "no batch and no list was signed"
    );
}

#[test]
fn inputs_of_another_kind_are_refused() {
    let desk = desk("results-other-inputs");
    let run = sign(&desk, &JUDGED);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = verify(
        &desk,
        "results-candidate.dsse.json",
        &["--bank", "claims.json"],
    );
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("--claims"), "{}", run.stderr);
}

#[test]
fn a_change_of_results_or_claims_is_named() {
    let desk = desk("results-changed");
    assert_eq!(sign(&desk, &JUDGED).code, 0);
    let name = "results-candidate.json";
    let results = desk.read_text(name);
    for (from, to) in [
        ("not_grounded", "grounded"),
        ("\"R2\"", "\"R3\""),
        ("}", ""),
    ] {
        let changed = results.replacen(from, to, 1);
        assert_ne!(changed, results, "{from} was found");
        desk.write(name, changed.as_bytes());
        let run = verify(&desk, "results-candidate.dsse.json", &JUDGED);
        assert_eq!(run.code, 1, "{from}: {}", run.stdout);
        assert_eq!(answers(&run)[0], "no", "{from}");
        let found = run.json();
        let message = found["findings"][0]["message"].as_str().expect("a finding");
        assert!(message.contains(name), "{message}");
    }
    desk.write(name, results.as_bytes());
    let claims = desk.read_text("claims.json");
    desk.write(
        "claims.json",
        claims.replacen("240,000", "250,000", 1).as_bytes(),
    );
    let run = verify(&desk, "results-candidate.dsse.json", &JUDGED);
    assert_eq!(
        answers(&run),
        ["yes", "yes", "no", "not_checked"],
        "{}",
        run.stdout
    );

    // One byte of the signature or of the payload.
    desk.write("claims.json", claims.as_bytes());
    let envelope = desk.read_text("results-candidate.dsse.json");
    for key in ["\"payload\":\"", "\"sig\":\""] {
        let at = envelope.find(key).expect("the key") + key.len() + 40;
        let mut changed = envelope.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        desk.write("changed.dsse.json", &changed);
        let run = verify(&desk, "changed.dsse.json", &JUDGED);
        assert_ne!(run.code, 0, "{key}: {}", run.stdout);
    }
}

#[test]
fn a_second_signature_goes_into_the_envelope() {
    let desk = desk("results-twice");
    assert_eq!(sign(&desk, &JUDGED).code, 0);
    let again = sign(&desk, &JUDGED);
    assert_eq!(again.code, 2, "nothing is written over unasked");
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    let name = "results-candidate.dsse.json";
    let further = |more: &[&str]| {
        let sign = ["sign", name, "--key", "ben.pem", "--yes"];
        desk.run(&[&sign[..], more].concat())
    };
    let results = desk.read_text("results-candidate.json");
    desk.write(
        "results-candidate.json",
        results.replace("w01", "w99").as_bytes(),
    );
    let changed = further(&["--force"]);
    assert_eq!(changed.code, 2, "{}", changed.stdout);
    assert!(
        changed.stderr.contains("nothing is added"),
        "{}",
        changed.stderr
    );
    desk.write("results-candidate.json", results.as_bytes());
    let run = further(&["--force"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let both = ["--public-key", "ben.pub.pem"];
    let found = verify(&desk, name, &both);
    let states: Vec<Value> = found.json()["signatures"]
        .as_array()
        .expect("signatures")
        .iter()
        .map(|one| one["state"].clone())
        .collect();
    assert_eq!(states, ["trusted", "trusted"]);
}

#[test]
fn what_is_no_results_file_is_not_signed() {
    let desk = desk("results-refused");
    let name = "results-candidate.json";
    let results = desk.read_text(name);
    for (from, to, words) in [
        ("\"not_grounded\"", "\"maybe\"", "maybe"),
        ("\"R2\"", "\"R9\"", "R9"),
        ("\"w02\"", "\"w01\"", "more than one result"),
    ] {
        desk.write(name, results.replacen(from, to, 1).as_bytes());
        let run = sign(&desk, &[]);
        assert_eq!(run.code, 2, "{words}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert!(
        !desk.has("results-candidate.dsse.json"),
        "nothing was written"
    );
}

#[test]
fn a_broken_half_beside_a_good_one_is_told() {
    let desk = desk("results-half");
    assert_eq!(sign(&desk, &JUDGED).code, 0);
    let bundle = "results-candidate.sigstore.json";
    let envelope = "results-candidate.dsse.json";
    assert_eq!(verify(&desk, envelope, &[]).code, 0, "both are whole");
    let whole = desk.read_text(bundle);
    let mut changed: Value = serde_json::from_str(&whole).expect("JSON");
    changed["dsseEnvelope"]["signatures"][0]["sig"] = json!("AAAA");
    desk.write(bundle, changed.to_string().as_bytes());
    let run = verify(&desk, envelope, &[]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let found = run.json();
    assert_eq!(found["signature_valid"], "yes", "the envelope's own holds");
    let message = found["findings"][0]["message"].as_str().expect("a message");
    assert!(message.starts_with(bundle), "{message}");
    let told = desk.run(&["verify", envelope]);
    assert!(told.stdout.contains("the bundle: "), "{}", told.stdout);
    desk.write(bundle, whole.as_bytes());
    let mut changed: Value = serde_json::from_slice(&desk.read(envelope)).expect("JSON");
    changed["signatures"][0]["sig"] = json!("AAAA");
    desk.write(envelope, changed.to_string().as_bytes());
    assert_eq!(
        verify(&desk, bundle, &[]).code,
        1,
        "and the other way round"
    );
}
