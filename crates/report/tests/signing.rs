//! Keys, envelopes and statements: fixed vectors and refusals.

mod common;

use common::{PAGE, key, other_key, report, report_value, signed};
use proofmark_report::format::Report;
use proofmark_report::{
    Envelope, Error, PrivateKey, PublicKey, Signature, attempt_id, pae, prepare, read_report,
    read_sigstore, report_bytes, sha256_hex,
};
use serde_json::{Value, json};

/// As `securesystemslib` 1.6.0 (with `cryptography`) computes them for the key 01 02 … 20.
const KEYID: &str = "673eba86c2f651036e40f6a801495a4d6704a1a6762edc295489d99d62bb764a";
const PEM: &str = "-----BEGIN PUBLIC KEY-----\n\
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEUVw9brnjlrkE0/7Kf1T9zQzB6Ze/\n\
    N13KUVrQpsO0A19FNr46UPMY+/mlR1kCoiFQK+8NV+CMU7LMClbxfZ+TVA==\n\
    -----END PUBLIC KEY-----\n";

#[test]
fn key_id_and_pem_are_those_of_other_tools() {
    let public = key().public();
    assert_eq!(public.to_pem(), PEM);
    assert_eq!(public.keyid(), KEYID);
    assert_eq!(PublicKey::from_pem(PEM), Ok(public.clone()));
    assert_eq!(
        PublicKey::from_spki_der(&public.to_spki_der()),
        Ok(public.clone())
    );
    assert_eq!(public.fingerprint(), sha256_hex(&public.to_spki_der()));
    assert_ne!(other_key().public().keyid(), KEYID);
}

/// RFC 6979, A.2.5, P-256 with SHA-256, message "sample".
#[test]
fn nonces_are_those_of_rfc_6979() {
    let bytes: Vec<u8> = hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721");
    let key = PrivateKey::from_random(&bytes.try_into().expect("32 bytes")).expect("a key");
    let raw = key.sign(b"sample").to_raw();
    let r = hex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716");
    let s = hex("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8");
    assert_eq!(raw.to_vec(), [r, s].concat());
    assert_eq!(Signature::from_raw(&raw), Ok(key.sign(b"sample")));
    assert_eq!(
        Signature::from_der(&key.sign(b"sample").to_der()),
        Ok(key.sign(b"sample"))
    );
}

fn hex(digits: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex");
    (0..digits.len()).step_by(2).map(byte).collect()
}

#[test]
fn private_keys_come_back_from_pem() {
    let pem = key().to_pem().expect("a PEM");
    let windows = format!("\u{FEFF}\r\n{}", pem.replace('\n', "\r\n"));
    for pem in [pem.as_str(), windows.as_str()] {
        let read = PrivateKey::from_pem(pem, Some("not needed")).expect("a plain key");
        assert_eq!(read.public(), key().public());
    }
    let encrypted = key()
        .to_encrypted_pem("päss", &[7; 16], &[9; 16])
        .expect("a PEM");
    assert!(
        encrypted.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"),
        "{encrypted:?}"
    );
    let read = PrivateKey::from_pem(&encrypted, Some("päss")).expect("the right passphrase");
    assert_eq!(read.public(), key().public());
    let failure = |passphrase| PrivateKey::from_pem(&encrypted, passphrase).expect_err("wrong");
    assert_eq!(failure(None), Error::PassphraseNeeded);
    for wrong in ["", "pass", "päss "] {
        assert_eq!(failure(Some(wrong)), Error::WrongPassphrase, "{wrong:?}");
    }
}

#[test]
fn other_keys_are_refused_by_kind() {
    // Made by `openssl ecparam -name secp384r1 -genkey`, public half.
    let p384 = "-----BEGIN PUBLIC KEY-----\n\
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEGzQpmxaWV3UJqLVqMGK6I9TQdhUfwlVg\n\
        E+HzHbxnKHdEO/YvSu9UPEdlY/lEVnD8osdBmmtcxVTbIoL8J81yeT8Fy7z7ItYm\n\
        D2R4Ua6TBdCMwEUZKQRX4yFIBO1ZA0hL\n\
        -----END PUBLIC KEY-----\n";
    assert!(
        matches!(PublicKey::from_pem(p384), Err(Error::Key { .. })),
        "another curve"
    );
    assert!(
        matches!(PublicKey::from_pem("hello"), Err(Error::Pem { .. })),
        "no PEM"
    );
    assert!(
        matches!(PublicKey::from_pems(""), Err(Error::Pem { .. })),
        "nothing"
    );
    let private = key().to_pem().expect("a PEM");
    assert!(
        matches!(PublicKey::from_pem(&private), Err(Error::Pem { .. })),
        "a private key"
    );
    assert!(
        matches!(PrivateKey::from_pem(PEM, None), Err(Error::Pem { .. })),
        "a public key"
    );
    assert!(matches!(
        PrivateKey::from_random(&[0; 32]),
        Err(Error::DrawAgain)
    ));
    assert!(matches!(
        PrivateKey::from_random(&[255; 32]),
        Err(Error::DrawAgain)
    ));
    let two = format!("{PEM}{}", other_key().public().to_pem());
    assert_eq!(
        PublicKey::from_pems(&two),
        Ok(vec![key().public(), other_key().public()])
    );
    assert!(
        PublicKey::from_pems(&format!("{PEM}x")).is_err(),
        "something behind the last key"
    );
    assert!(
        !format!("{:?}", key()).contains("0102"),
        "a private key is not printed"
    );
}

#[test]
fn pae_binds_type_and_lengths() {
    let expected = b"DSSEv1 28 application/vnd.in-toto+json 2 {}";
    assert_eq!(pae(b"{}"), expected);
}

#[test]
fn a_report_has_one_form_and_comes_back() {
    let bytes = report_bytes(&report()).expect("a canonical form");
    assert_eq!(read_report(&bytes), Ok(report()));
    // Another reader's order and blanks change nothing.
    let pretty = serde_json::to_vec_pretty(&report()).expect("JSON");
    assert_eq!(
        report_bytes(&read_report(&pretty).expect("a report")),
        Ok(bytes)
    );
}

#[test]
fn reports_are_read_strictly() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = report_value();
        change(&mut value);
        read_report(value.to_string().as_bytes())
    };
    assert!(with(&|_| ()).is_ok());
    let newer = with(&|value| {
        *value = json!({ "schema": "proofmark/report/2", "anything": 1.5 });
    });
    assert!(
        matches!(&newer, Err(Error::NewerSchema { found, .. }) if found == "proofmark/report/2")
    );
    let other = with(&|value| value["schema"] = json!("proofmark/audit/1"));
    assert!(matches!(
        other,
        Err(Error::OtherFormat { found: Some(_), .. })
    ));
    assert!(matches!(
        read_report(b"[]"),
        Err(Error::OtherFormat { found: None, .. })
    ));
    let unknown = with(&|value| value["attempts"][0]["score"] = json!(1));
    assert!(matches!(unknown, Err(Error::Read { .. })), "an unknown key");
    let float = with(&|value| value["attempts"][0]["repetition"] = json!(1.5));
    assert!(matches!(float, Err(Error::Read { .. })), "a float");
    let text = report_value().to_string();
    let twice = text.replacen("\"contract\":", "\"contract\":\"0\",\"contract\":", 1);
    let error = read_report(twice.as_bytes())
        .expect_err("a repeated key")
        .to_string();
    assert!(
        error.contains("/contract") && error.contains("twice"),
        "{error}"
    );
    let deep = "[".repeat(100_000);
    assert!(
        matches!(read_report(deep.as_bytes()), Err(Error::Read { .. })),
        "deep nesting"
    );
}

fn statement_of(report: &Report, page: Option<&[u8]>) -> Value {
    let prepared = prepare(report, page).expect("the report can be signed");
    serde_json::from_slice(&prepared.payload).expect("a statement is JSON")
}

#[test]
fn the_statement_says_what_the_report_says() {
    let report = report();
    let statement = statement_of(&report, Some(PAGE));
    assert_eq!(
        statement,
        json!({
            "_type": "https://in-toto.io/Statement/v1",
            "subject": [{
                "name": "report.json",
                "digest": { "sha256": sha256_hex(&report_bytes(&report).expect("bytes")) },
                "annotations": { "attachments": [
                    { "name": "report.html", "digest": { "sha256": sha256_hex(PAGE) } },
                ] },
            }],
            "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
            "predicate": {
                "result": "FAILED",
                "configuration": [
                    { "name": "bank.json", "digest": { "sha256": "b".repeat(64) },
                      "annotations": { "kind": "bank" } },
                    { "name": "lease.pdf", "digest": { "sha256": "c".repeat(64) },
                      "annotations": { "kind": "document" } },
                    { "name": "outputs.jsonl", "digest": { "sha256": "d".repeat(64) },
                      "annotations": { "kind": "outputs" } },
                ],
                "passedTests": ["base/1/q1"],
                "warnedTests": ["base/1/q3"],
                "failedTests": ["base/1/q2"],
            },
        })
    );
    assert!(
        statement_of(&report, None)["subject"][0]
            .get("annotations")
            .is_none()
    );
    assert_eq!(attempt_id("a/1", 2, "50%"), "a%2F1/2/50%25");
}

#[test]
fn the_result_follows_the_worst_attempt() {
    let result = |verdicts: &[&str], qualifies: Option<bool>| {
        let mut report = report();
        report.attempts.truncate(verdicts.len());
        for (attempt, verdict) in report.attempts.iter_mut().zip(verdicts) {
            attempt.verdict = (*verdict).to_owned();
        }
        report.qualification.workflow = qualifies.map(|_| "base".to_owned());
        report.qualification.qualified = qualifies.unwrap_or(false);
        prepare(&report, None)
            .expect("the report can be signed")
            .result
    };
    assert_eq!(result(&["pass", "pass"], None), "PASSED");
    assert_eq!(result(&["pass", "pass"], Some(true)), "PASSED");
    assert_eq!(result(&["pass", "pass"], Some(false)), "WARNED");
    assert_eq!(result(&["pass", "unresolved"], Some(true)), "WARNED");
    assert_eq!(result(&["unresolved", "fail"], None), "FAILED");
    assert_eq!(result(&[], None), "WARNED");
}

#[test]
fn a_verdict_that_is_none_is_not_signed() {
    let mut report = report();
    report.attempts[0].verdict = "perhaps".to_owned();
    let Err(Error::Verdict { found, .. }) = prepare(&report, None) else {
        panic!("it was prepared for signing");
    };
    assert_eq!(found, "perhaps");
}

#[test]
fn several_signers_add_to_one_payload() {
    let (_, mut envelope, _) = signed();
    let one = envelope.clone();
    let second = other_key().sign(&envelope.pae());
    let keyid = other_key().public().keyid();
    let wrong = key().sign(b"something else");
    let refused = envelope.add(&other_key().public(), &wrong);
    assert_eq!(
        refused,
        Err(Error::SignatureWrong {
            keyid: keyid.clone()
        })
    );
    assert_eq!(envelope, one, "nothing was added");
    envelope
        .add(&other_key().public(), &second)
        .expect("the signature holds");
    let again = envelope.add(&other_key().public(), &second);
    assert_eq!(again, Err(Error::SignedTwice { keyid }));
    assert_eq!(envelope.payload, one.payload);
    assert_eq!(Envelope::read(&envelope.to_bytes()), Ok(envelope.clone()));
    let (bundle, hint) = read_sigstore(&envelope.to_sigstore().expect("a bundle")).expect("reads");
    assert_eq!(
        (bundle, hint.as_str()),
        (one, KEYID),
        "a bundle carries the first signature"
    );
    let none = Envelope::assemble(envelope.payload, &[]);
    assert_eq!(none, Err(Error::NoSignature));
}

#[test]
fn signing_twice_gives_the_same_bytes() {
    let (report, envelope, archive) = signed();
    assert_eq!(signed(), (report, envelope, archive.clone()));
    // Whoever changes how an archive is written changes what older ones are compared with.
    assert_eq!(
        sha256_hex(&archive),
        "5662d77ec15ded0a5852897dac052d514c0928d112362bde7f50424e90e2bd60"
    );
}

#[test]
fn envelopes_are_read_strictly() {
    let (_, envelope, _) = signed();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_slice(&envelope.to_bytes()).expect("JSON");
        change(&mut value);
        Envelope::read(value.to_string().as_bytes())
    };
    assert_eq!(with(&|_| ()), Ok(envelope.clone()));
    assert_eq!(
        with(&|value| value["more"] = json!(1)),
        Ok(envelope.clone()),
        "unknown keys"
    );
    let other = with(&|value| value["payloadType"] = json!("text/plain"));
    assert!(matches!(other, Err(Error::OtherFormat { .. })), "{other:?}");
    let none = with(&|value| value["signatures"] = json!([]));
    assert_eq!(none, Err(Error::NoSignature));
    let base64 = with(&|value| value["signatures"][0]["sig"] = json!("a*b="));
    assert!(
        matches!(&base64, Err(Error::Base64 { pointer, .. }) if pointer == "/signatures/0/sig")
    );
    assert!(
        matches!(Envelope::read(b"{}"), Err(Error::Read { .. })),
        "another shape"
    );
}
