//! Verification: four separate answers, and every change is found and named by its part.

mod common;

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use common::{PAGE, key, other_key, report, report_value, signed};
use proofmark_report::{
    Answer, Envelope, FindingKind, GivenInput, InputState, Material, PublicKey, SignatureState,
    Verification, prepare, verify, write_archive,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn check(bytes: &[u8], report: Option<&[u8]>, trusted: &[PublicKey]) -> Verification {
    verify(&Material::from_bytes(bytes, report), trusted, None, None)
}

fn kinds(verification: &Verification) -> Vec<FindingKind> {
    let mut kinds: Vec<_> = verification
        .findings
        .iter()
        .map(|finding| finding.kind)
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn an_untouched_export_holds() {
    let (_, _, archive) = signed();
    let found = check(&archive, None, &[key().public()]);
    assert!(found.holds(), "{found:?}");
    assert_eq!(found.signature_valid, Answer::Yes);
    assert_eq!(found.signer_trusted, Answer::Yes);
    assert_eq!(found.inputs_match, Answer::NotChecked);
    assert_eq!(found.replay_identical, Answer::NotChecked);
    assert_eq!(found.signatures[0].state, SignatureState::Trusted);
    assert_eq!(
        found.signatures[0].fingerprint,
        Some(key().public().fingerprint())
    );
}

#[test]
fn validity_and_trust_are_apart() {
    let (report, envelope, archive) = signed();
    let stranger = [other_key().public()];
    let found = check(&archive, None, &stranger);
    assert_eq!(
        (found.signature_valid, found.signer_trusted),
        (Answer::Yes, Answer::No)
    );
    assert!(found.findings.is_empty() && !found.holds(), "{found:?}");
    let found = check(&archive, None, &[]);
    assert_eq!(
        (found.signature_valid, found.signer_trusted),
        (Answer::Yes, Answer::NotChecked)
    );
    // A lone envelope brings no key: without the signer's there is nothing to tell.
    let found = check(&envelope.to_bytes(), Some(&report), &stranger);
    assert_eq!(
        (found.signature_valid, found.signer_trusted),
        (Answer::NotChecked, Answer::No)
    );
    assert_eq!(found.signatures[0].state, SignatureState::UnknownKey);
}

#[test]
fn lone_envelopes_are_verified_beside_their_report() {
    let (report, envelope, _) = signed();
    let trusted = [key().public()];
    let sigstore = envelope.to_sigstore().expect("a bundle");
    for file in [envelope.to_bytes(), sigstore] {
        assert!(check(&file, Some(&report), &trusted).holds(), "as written");
        let found = check(&file, None, &trusted);
        assert_eq!(
            found.signature_valid,
            Answer::NotChecked,
            "no report to be covered"
        );
        let value: Value = serde_json::from_slice(&file).expect("JSON");
        let pretty = serde_json::to_vec_pretty(&value).expect("JSON");
        assert!(
            check(&pretty, Some(&report), &trusted).holds(),
            "written by another tool"
        );
        let mut changed = report.clone();
        let at = changed
            .windows(4)
            .position(|bytes| bytes == b"pass")
            .expect("a verdict");
        changed[at..at + 4].copy_from_slice(b"fail");
        let found = check(&file, Some(&changed), &trusted);
        assert_eq!(found.signature_valid, Answer::No);
        assert_eq!(kinds(&found), [FindingKind::Report]);
    }
}

#[test]
fn several_signers_are_told_apart() {
    let (report, mut envelope, _) = signed();
    let second = other_key().sign(&envelope.pae());
    envelope
        .add(&other_key().public(), &second)
        .expect("the signature holds");
    let keys = [key().public(), other_key().public()];
    let archive = write_archive(&report, &envelope, &keys, PAGE).expect("an archive");
    let found = check(&archive, None, &keys[1..]);
    assert!(found.holds(), "{found:?}");
    let states: Vec<_> = found.signatures.iter().map(|check| check.state).collect();
    assert_eq!(states, [SignatureState::Valid, SignatureState::Trusted]);
    assert!(
        write_archive(&report, &envelope, &keys[..1], PAGE).is_err(),
        "a key is missing"
    );
    // The second signature is replaced by the first.
    envelope.signatures[1].sig = envelope.signatures[0].sig.clone();
    let found = check(&envelope.to_bytes(), Some(&report), &keys);
    assert_eq!(
        found.findings.first().map(|f| f.kind),
        Some(FindingKind::Signature)
    );
    assert!(!found.holds(), "{found:?}");
    // The same signature once more does not make two signers.
    envelope.signatures[1] = envelope.signatures[0].clone();
    let found = check(&envelope.to_bytes(), Some(&report), &keys);
    assert_eq!(kinds(&found), [FindingKind::Signature]);
}

#[test]
fn a_signed_lie_about_the_report_is_named() {
    let prepared = prepare(&report(), None).expect("a statement");
    let mut statement: Value = serde_json::from_slice(&prepared.payload).expect("JSON");
    statement["predicate"]["result"] = json!("PASSED");
    let payload = proofmark_json::to_canonical(&statement).expect("canonical");
    let signature = key().sign(&proofmark_report::pae(&payload));
    let envelope =
        Envelope::assemble(payload, &[(key().public(), signature)]).expect("the signature holds");
    let found = check(
        &envelope.to_bytes(),
        Some(&prepared.report),
        &[key().public()],
    );
    assert_eq!(found.signature_valid, Answer::Yes);
    assert_eq!(found.findings.len(), 1, "{found:?}");
    assert_eq!(found.findings[0].kind, FindingKind::Statement);
    assert_eq!(
        found.findings[0].pointer.as_deref(),
        Some("/predicate/result")
    );
    assert!(!found.holds(), "a finding speaks against it");
}

#[test]
fn inputs_are_compared_by_digest() {
    let (_, _, archive) = signed();
    let material = Material::from_bytes(&archive, None);
    let given = |files: &[(&str, &str)]| {
        let files: Vec<_> = files
            .iter()
            .map(|(name, digit)| GivenInput {
                name: (*name).to_owned(),
                sha256: digit.repeat(64),
            })
            .collect();
        let found = verify(&material, &[key().public()], Some(&files), None);
        let states: Vec<_> = found.inputs.iter().map(|check| check.state).collect();
        (found.inputs_match, states)
    };
    use InputState::{Changed, Extra, Missing, Same};
    let right = [
        ("bank.json", "b"),
        ("renamed.pdf", "c"),
        ("outputs.jsonl", "D"),
    ];
    assert_eq!(given(&right), (Answer::Yes, vec![Same, Same, Same]));
    let changed = [
        ("bank.json", "b"),
        ("lease.pdf", "e"),
        ("outputs.jsonl", "d"),
    ];
    assert_eq!(given(&changed), (Answer::No, vec![Same, Changed, Same]));
    let missing = [
        ("bank.json", "b"),
        ("outputs.jsonl", "d"),
        ("notes.txt", "f"),
    ];
    assert_eq!(
        given(&missing),
        (Answer::No, vec![Same, Missing, Same, Extra])
    );
    assert_eq!(given(&[]), (Answer::No, vec![Missing; 3]));
}

#[test]
fn replay_names_the_first_difference() {
    let (report, _, archive) = signed();
    let material = Material::from_bytes(&archive, None);
    let replay = |bytes: &[u8]| {
        let found = verify(&material, &[key().public()], None, Some(bytes));
        (found.replay_identical, found.replay_difference)
    };
    assert_eq!(replay(&report), (Answer::Yes, None));
    let mut value = report_value();
    value["attempts"][1]["verdict"] = json!("pass");
    value["title"] = json!("other");
    let other = proofmark_json::to_canonical(&value).expect("canonical");
    assert_eq!(
        replay(&other),
        (Answer::No, Some("/attempts/1/verdict".to_owned()))
    );
    let mut spaced = report;
    spaced.push(b' ');
    assert_eq!(replay(&spaced), (Answer::No, Some(String::new())));
}

fn files_of(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("an entry");
        let mut content = Vec::new();
        file.read_to_end(&mut content).expect("readable");
        files.insert(file.name().to_owned(), content);
    }
    files
}

/// Packs files as [`write_archive`] does, without its checks.
fn pack(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o644);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let order = [
        "report.json",
        "report.dsse.json",
        "report.sigstore.json",
        "public-key.pem",
        "report.html",
    ];
    for name in order.iter().filter(|name| files.contains_key(**name)) {
        writer.start_file(*name, options).expect("an entry");
        writer.write_all(&files[*name]).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

const PARTS: [(&str, FindingKind); 5] = [
    ("report.json", FindingKind::Report),
    ("report.dsse.json", FindingKind::Dsse),
    ("report.sigstore.json", FindingKind::Sigstore),
    ("public-key.pem", FindingKind::PublicKey),
    ("report.html", FindingKind::Printable),
];

fn names(found: &Verification, kind: FindingKind) -> bool {
    found.findings.iter().any(|finding| finding.kind == kind)
}

#[test]
fn every_changed_byte_of_every_file_is_found_and_named() {
    let (_, _, archive) = signed();
    let files = files_of(&archive);
    assert_eq!(pack(&files), archive, "the test packs as the export does");
    let mut tried = 0;
    for (name, kind) in PARTS {
        let length = files[name].len();
        let step = (length / 800).max(1);
        for at in (0..length).step_by(step) {
            let mut changed = files.clone();
            changed.get_mut(name).expect("the file")[at] ^= 1 << (at % 8);
            let found = check(&pack(&changed), None, &[key().public()]);
            assert!(!found.holds(), "{name} byte {at}");
            assert_eq!(found.signature_valid, Answer::No, "{name} byte {at}");
            assert!(
                names(&found, kind),
                "{name} byte {at}: {:?}",
                found.findings
            );
            tried += 1;
        }
        for change in ["missing", "empty", "longer"] {
            let mut changed = files.clone();
            match change {
                "missing" => drop(changed.remove(name)),
                "empty" => changed.get_mut(name).expect("the file").clear(),
                _ => changed.get_mut(name).expect("the file").push(b'\n'),
            }
            let found = check(&pack(&changed), None, &[key().public()]);
            assert!(
                !found.holds() && names(&found, kind),
                "{name} {change}: {found:?}"
            );
            // What is missing is named; what is there was still signed.
            if change != "missing" {
                assert_eq!(found.signature_valid, Answer::No, "{name} {change}");
            }
        }
    }
    assert!(tried >= 2000, "{tried} positions");
}

#[test]
fn every_changed_byte_of_the_archive_is_found() {
    let (_, _, archive) = signed();
    let step = (archive.len() / 1500).max(1);
    let ends = archive.len() - 800..archive.len();
    let mut tried = 0;
    for at in (0..archive.len()).step_by(step).chain(ends).chain(0..80) {
        let mut changed = archive.clone();
        changed[at] ^= 1 << (at % 8);
        let found = check(&changed, None, &[key().public()]);
        assert!(
            !found.holds() && !found.findings.is_empty(),
            "byte {at}: {found:?}"
        );
        assert_eq!(found.signature_valid, Answer::No, "byte {at}: {found:?}");
        tried += 1;
    }
    assert!(tried >= 2000, "{tried} positions");
    for cut in [0, 1, 100, archive.len() / 2, archive.len() - 1] {
        let found = check(&archive[..cut], None, &[key().public()]);
        assert!(!found.findings.is_empty() && !found.holds(), "cut at {cut}");
    }
    for changed in [[&archive[..], b"x"].concat(), [b"x", &archive[..]].concat()] {
        let found = check(&changed, None, &[key().public()]);
        assert_eq!(kinds(&found), [FindingKind::Container]);
    }
}

/// Every leaf of the report, changed in turn.
#[test]
fn every_changed_field_is_found() {
    let (_, envelope, _) = signed();
    let mut tried = 0;
    let pointers = leaves(&report_value(), String::new());
    for pointer in pointers {
        let mut value = report_value();
        let leaf = value.pointer_mut(&pointer).expect("the leaf");
        *leaf = match leaf {
            Value::String(text) => json!(format!("{text}!")),
            Value::Number(number) => json!(number.as_u64().unwrap_or(0) + 1),
            Value::Bool(truth) => json!(!*truth),
            _ => json!("x"),
        };
        let changed = proofmark_json::to_canonical(&value).expect("canonical");
        let found = check(&envelope.to_bytes(), Some(&changed), &[key().public()]);
        assert_eq!(found.signature_valid, Answer::No, "{pointer}");
        assert!(kinds(&found).contains(&FindingKind::Report), "{pointer}");
        tried += 1;
    }
    assert!(tried > 150, "{tried} fields");
}

fn leaves(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Object(object) => object
            .iter()
            .flat_map(|(key, value)| leaves(value, format!("{at}/{key}")))
            .collect(),
        Value::Array(list) => {
            let list = list.iter().enumerate();
            list.flat_map(|(index, value)| leaves(value, format!("{at}/{index}")))
                .collect()
        }
        _ => vec![at],
    }
}

proptest! {
    #[test]
    fn any_bytes_end_in_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for prefix in [&b""[..], b"PK\x03\x04", b"{"] {
            let found = check(&[prefix, &bytes].concat(), Some(&bytes), &[]);
            prop_assert!(!found.holds());
        }
    }
}
