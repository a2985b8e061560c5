//! Files of every form that was ever written are still read, and say what they said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proofmark_engine::judge::read_results;
use proofmark_engine::{
    FileKind, FileState, Flow, ScoreOptions, Session, VERDICT_SCHEMA, judgements, recognise,
};
use proofmark_report::{
    Answer, Material, PublicKey, read_report, report_bytes, verify, verify_judgements,
};

fn folder(number: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../formats/{number}"))
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(folder(1).join(name)).expect("the file reads")
}

fn session(names: &[&str]) -> Session {
    let mut session = Session::default();
    for name in names {
        session.add(name, read(name), &mut |_| Flow::Continue);
    }
    for entry in session.files() {
        assert_ne!(
            entry.state,
            FileState::Refused,
            "{}: {:?}",
            entry.name,
            entry.problems
        );
    }
    session
}

fn verdicts_of(report: &proofmark_report::format::Report) -> Vec<&str> {
    let attempts = report.attempts.iter();
    attempts.map(|one| one.verdict.as_str()).collect()
}

fn key() -> Vec<PublicKey> {
    PublicKey::from_pems(&String::from_utf8_lossy(&read("public-key.pem"))).expect("a key")
}

#[test]
fn every_file_of_the_first_form_is_known_for_what_it_is() {
    let expected = [
        ("audit.json", FileKind::Audit),
        ("bank.json", FileKind::Bank),
        ("claims.json", FileKind::Claims),
        ("gold.json", FileKind::Gold),
        ("limits.md", FileKind::Document),
        ("notes.txt", FileKind::Document),
        ("outputs.jsonl", FileKind::Outputs),
        ("preflight.json", FileKind::Preflight),
        ("public-key.pem", FileKind::PublicKey),
        ("report.json", FileKind::Report),
        ("report.signed.zip", FileKind::SignedReport),
        ("results.dsse.json", FileKind::Envelope),
        ("results.json", FileKind::Results),
        ("results.sigstore.json", FileKind::Envelope),
        ("run.json", FileKind::RunPlan),
        ("sources.json", FileKind::Snapshots),
    ];
    let mut kinds = Session::default();
    for (name, kind) in expected {
        let ids = kinds.add(name, read(name), &mut |_| Flow::Continue);
        let entry = kinds.files().pop().expect("a file");
        assert_eq!(ids, [entry.id], "{name} is one file");
        assert_eq!(entry.kind, kind, "{name}");
        assert_ne!(
            entry.state,
            FileState::Refused,
            "{name}: {:?}",
            entry.problems
        );
    }
    // Every file of the folder is read by some test here.
    let mut names: Vec<String> = std::fs::read_dir(folder(1))
        .expect("the folder lists")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != "README.md" && name != "verdicts.jsonl")
        .collect();
    names.sort();
    assert_eq!(names, expected.map(|(name, _)| name.to_owned()));
}

#[test]
fn a_report_of_the_first_form_comes_back_byte_for_byte() {
    let bytes = read("report.json");
    let report = read_report(&bytes).expect("it is read");
    assert_eq!(report_bytes(&report).expect("canonical"), bytes);
    assert_eq!(verdicts_of(&report), ["pass", "pass", "fail", "fail"]);
    assert_eq!(report.audit.expect("decisions").decisions.len(), 1);
    assert!(report.preflight.is_some());
}

#[test]
fn the_inputs_of_the_first_form_are_scored_as_they_were() {
    let names = [
        "bank.json",
        "notes.txt",
        "run.json",
        "outputs.jsonl",
        "audit.json",
        "preflight.json",
    ];
    let session = session(&names);
    let report = session
        .score(&ScoreOptions::default(), &mut |_| Flow::Continue)
        .expect("the inputs suffice");
    let old = read_report(&read("report.json")).expect("it is read");
    let verdicts = |report: &proofmark_report::format::Report| -> Vec<(String, Vec<String>)> {
        let attempts = report.attempts.iter();
        attempts
            .map(|one| (one.verdict.clone(), one.reasons.clone()))
            .collect()
    };
    assert_eq!(verdicts(&report), verdicts(&old));
    assert_eq!(words_of(&report), words_of(&old));
}

/// The words by which a report calls what was judged; other programs read them.
fn words_of(report: &proofmark_report::format::Report) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |what: &str, name: &str| names.insert(format!("{what} {name}"));
    for attempt in &report.attempts {
        add("adapter", &attempt.adapter);
        for axis in [&attempt.completeness, &attempt.support] {
            add("axis", axis);
        }
        for segment in &attempt.segments {
            add("segment", &segment.kind);
        }
        for citation in &attempt.citations {
            add("citation", &citation.state);
        }
        for field in &attempt.fields {
            for mark in &field.marks {
                add("mark", &mark.kind);
            }
            for one in &field.obligations {
                add("stated", &one.stated);
                add("support", &one.support);
            }
        }
    }
    for gate in &report.qualification.gates {
        add("gate", &gate.id);
    }
    names
}

#[test]
fn a_signature_of_the_first_form_still_holds() {
    let archive = read("report.signed.zip");
    let found = verify(&Material::from_bytes(&archive, None), &key(), None, None);
    assert_eq!(found.signature_valid, Answer::Yes);
    assert_eq!(found.signer_trusted, Answer::Yes);
    assert_eq!(found.findings, []);
    let judged = session(&["claims.json", "sources.json", "limits.md"]);
    let said = judgements("results.json", &read("results.json"), &judged).expect("results");
    for envelope in ["results.dsse.json", "results.sigstore.json"] {
        let found = verify_judgements(&read(envelope), &said, &key(), None);
        assert_eq!(found.signature_valid, Answer::Yes, "{envelope}");
        assert_eq!(found.findings, [], "{envelope}");
    }
}

#[test]
fn results_of_the_first_form_are_graded_as_they_were() {
    let session = session(&["claims.json", "sources.json", "limits.md", "gold.json"]);
    let judging = session
        .judging(&["docs.tarnwell.example".to_owned()])
        .expect("the files suffice");
    let results = read_results(&read("results.json"));
    assert_eq!(judging.check(&results).findings, []);
    let grade = judging.grade(&judging.checked(&results), &session.gold().expect("gold"));
    assert!(grade.disagreements.is_empty(), "{:?}", grade.disagreements);
    assert!(grade.unevidenced.is_empty() && grade.without_result.is_empty());
}

#[test]
fn streamed_verdicts_of_the_first_form_make_the_report() {
    let session = session(&["bank.json", "notes.txt", "run.json"]);
    let text = String::from_utf8(read("verdicts.jsonl")).expect("text");
    assert!(text.contains(VERDICT_SCHEMA));
    let mut lines = text
        .lines()
        .zip(1..)
        .map(|(line, number)| ("verdicts.jsonl".to_owned(), number, line.to_owned()));
    let report = session
        .gather(&ScoreOptions::default(), &mut lines)
        .expect("the lines are read");
    assert_eq!(verdicts_of(&report), ["pass", "pass", "fail", "fail"]);
}

#[test]
fn a_form_of_a_later_number_is_refused_by_its_number() {
    let later = String::from_utf8(read("report.json"))
        .expect("text")
        .replace("proofmark/report/1", "proofmark/report/2");
    let error = read_report(later.as_bytes()).expect_err("it is refused");
    assert!(error.to_string().contains("newer version"), "{error}");
    assert_eq!(recognise("report.json", later.as_bytes()), FileKind::Report);
}
