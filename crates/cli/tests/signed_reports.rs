//! Signing and verifying by the program itself: who signed, what changed, what is refused.

mod common;

use common::{Desk, Run};
use serde_json::Value;

/// The desk of one test with the example's report and a key pair.
fn scored(name: &str) -> Desk {
    let desk = Desk::new(name);
    let run = desk.score("report.json");
    assert_eq!(
        run.code, 1,
        "the example has failed attempts: {}",
        run.stderr
    );
    let made = desk.run(&["key", "new", "--out", "ada.pem"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    desk
}

fn signed(name: &str) -> Desk {
    let desk = scored(name);
    desk.sign("report.json", "ada.pem", "signed.zip");
    desk
}

/// Refused with exit code 2, and the reason names the file and holds these words.
fn refused(run: &Run, file: &str, words: &str) {
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stderr.contains(file) && run.stderr.contains(words),
        "expected {words:?} about {file}, found {}",
        run.stderr
    );
}

#[test]
fn several_signers_sign_one_payload() {
    let desk = signed("several-signers");
    for name in ["ben", "cyd"] {
        let made = desk.run(&["key", "new", "--out", &format!("{name}.pem")]);
        assert_eq!(made.code, 0, "{}", made.stderr);
    }
    desk.sign("signed.zip", "ben.pem", "twice.zip");
    let found = desk.run(&[
        "verify",
        "twice.zip",
        "--public-key",
        "ben.pub.pem",
        "--json",
    ]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let found = found.json();
    let states: Vec<_> = found["signatures"]
        .as_array()
        .expect("signatures")
        .iter()
        .map(|one| one["state"].clone())
        .collect();
    assert_eq!(states, ["valid", "trusted"], "one key was given");
    assert_eq!(found["signer_trusted"], "yes");

    let again = desk.run(&["sign", "twice.zip", "--key", "ben.pem", "--yes"]);
    assert_eq!(again.code, 2, "no key signs twice");
    assert!(again.stderr.contains("signed already"), "{}", again.stderr);
    assert!(again.stderr.contains("another key"), "{}", again.stderr);

    let other = desk.run(&[
        "verify",
        "twice.zip",
        "--public-key",
        "cyd.pub.pem",
        "--json",
    ]);
    assert_eq!(other.code, 1, "none of the signers is the one asked for");
    let other = other.json();
    assert_eq!(
        (&other["signature_valid"], &other["signer_trusted"]),
        (&Value::from("yes"), &Value::from("no")),
        "valid and trusted are two questions"
    );
}

#[test]
fn signing_asks_first() {
    let desk = scored("asks-first");
    let run = desk.run(&["sign", "report.json", "--key", "ada.pem"]);
    assert_eq!(run.code, 2, "nobody is there to answer");
    assert!(run.stderr.contains("--yes"), "{}", run.stderr);
    assert!(!desk.has("report.signed.zip"), "nothing was written");
}

#[test]
fn nothing_is_written_over_unasked() {
    let desk = signed("written-over");
    let sign = |more: &[&str]| {
        let sign = ["sign", "report.json", "--key", "ada.pem", "--yes"];
        desk.run(&[&sign[..], more].concat())
    };
    let before = desk.read("signed.zip");
    desk.write("other.zip", b"something else");
    refused(&sign(&["--out", "other.zip"]), "other.zip", "--force");
    assert_eq!(desk.read("other.zip"), b"something else");
    let forced = sign(&["--out", "other.zip", "--force"]);
    assert_eq!(forced.code, 0, "{}", forced.stderr);
    assert_eq!(
        desk.read("other.zip"),
        before,
        "signing twice gives the same bytes"
    );

    // Names that nobody chose count the signatures.
    assert_eq!(sign(&[]).code, 0, "the first signature");
    refused(&sign(&[]), "report.signed.zip", "--force");
    for (from, key, to) in [
        ("report.signed.zip", "ben", "report.signed-2.zip"),
        ("report.signed-2.zip", "cyd", "report.signed-3.zip"),
        ("signed.zip", "dan", "signed.signed-2.zip"),
    ] {
        let (private, public) = (format!("{key}.pem"), format!("{key}.pub.pem"));
        assert_eq!(
            desk.run(&["key", "new", "--out", &private]).code,
            0,
            "{key}"
        );
        let run = desk.run(&["sign", from, "--key", &private, "--yes"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(desk.has(to), "{from} gives {to}: {}", run.stdout);
        let found = desk.run(&["verify", to, "--public-key", &public]);
        assert_eq!(found.code, 0, "{}", found.stdout);
    }
}

#[test]
fn verify_tells_people_whose_key_signed_and_which_file_changed() {
    let desk = signed("told");
    let key = desk
        .run(&["key", "public", "--key", "ada.pem", "--json"])
        .json();
    let run = desk.run(&["verify", "signed.zip", "--public-key", "ada.pub.pem"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for words in [
        "signature valid    yes",
        "signer trusted     yes",
        key["fingerprint"].as_str().expect("a fingerprint"),
    ] {
        assert!(run.stdout.contains(words), "{words:?} in {}", run.stdout);
    }

    // The printable page is at the end of the archive and not compressed.
    let mut archive = desk.read("signed.zip");
    let at = archive
        .windows(8)
        .rposition(|window| window == b"</body>\n")
        .expect("the page's end");
    archive[at - 2] ^= 1;
    desk.write("changed.zip", &archive);
    let verify = ["verify", "changed.zip", "--public-key", "ada.pub.pem"];
    let run = desk.run(&verify);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("signature valid    no"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("\nreport.html is not the page that was signed"),
        "the file is named: {}",
        run.stdout
    );
    let found = desk.run(&[&verify[..], &["--json"]].concat()).json();
    assert_eq!(found["signature_valid"], "no");
    assert_eq!(found["signer_trusted"], "yes", "two questions");
    let kinds = found["findings"].as_array().expect("findings");
    assert!(
        kinds.iter().any(|one| one["kind"] == "printable"),
        "{kinds:?}"
    );
}

#[test]
fn keys_that_cannot_sign_are_refused() {
    let desk = scored("keys");
    desk.write("right.txt", b"open sesame\n");
    desk.write("wrong.txt", b"open barley\n");
    let passphrase = |file| ["--passphrase-file", file];
    let new = ["key", "new", "--out", "locked.pem"];
    let made = desk.run(&[&new[..], &passphrase("right.txt")].concat());
    assert_eq!(made.code, 0, "{}", made.stderr);
    let sign = ["sign", "report.json", "--key", "locked.pem", "--yes"];
    let wrong = desk.run(&[&sign[..], &passphrase("wrong.txt")].concat());
    refused(&wrong, "locked.pem", "passphrase does not open");
    refused(&wrong, "locked.pem", "--passphrase-file");
    refused(&desk.run(&sign), "locked.pem", "passphrase is needed");
    refused(&desk.run(&sign), "locked.pem", "--passphrase-file");
    let right = desk.run(&[&sign[..], &passphrase("right.txt")].concat());
    assert_eq!(right.code, 0, "{}", right.stderr);

    let with = |key: &str| desk.run(&["sign", "report.json", "--key", key, "--yes"]);
    refused(&with("ada.pub.pem"), "ada.pub.pem", "PUBLIC KEY");
    refused(&with("report.json"), "report.json", "-----BEGIN");
    refused(&with("nowhere.pem"), "nowhere.pem", "cannot be read");
    let pem = desk.read_text("ada.pem");
    desk.write("cut.pem", &pem.as_bytes()[..pem.len() / 2]);
    refused(&with("cut.pem"), "cut.pem", "cut off");
    desk.write("torn.pem", pem.replace('\n', "!\n").as_bytes());
    refused(&with("torn.pem"), "torn.pem", "");
    let private = desk.run(&["verify", "report.signed.zip", "--public-key", "ada.pem"]);
    refused(&private, "ada.pem", "PRIVATE KEY");
}

#[test]
fn reports_that_cannot_be_read_are_refused() {
    let desk = signed("unreadable");
    let report = desk.read_text("report.json");
    let newer = report.replace("proofmark/report/1", "proofmark/report/2");
    desk.write("newer.json", newer.as_bytes());
    let twice = report.replacen('{', "{\"title\":\"another\",", 1);
    desk.write("twice.json", twice.as_bytes());
    desk.write("deep.json", "{\"a\":".repeat(100_000).as_bytes());
    desk.write("deep-list.json", "[".repeat(100_000).as_bytes());
    desk.write("empty.json", b"");
    let archive = desk.read("signed.zip");
    for (name, len) in [("cut.zip", archive.len() - 30), ("head.zip", 40)] {
        desk.write(name, &archive[..len]);
    }
    let cases = [
        ("newer.json", "newer version"),
        ("twice.json", "stands twice"),
        ("deep.json", "nested more than"),
        ("deep-list.json", ""),
        ("empty.json", ""),
        ("cut.zip", ""),
        ("head.zip", ""),
    ];
    for (name, words) in cases {
        refused(
            &desk.run(&["sign", name, "--key", "ada.pem", "--yes"]),
            name,
            words,
        );
        refused(&desk.run(&["export", name, "--csv"]), name, words);
        refused(&desk.run(&["summarize", name]), name, words);
        refused(&desk.run(&["verify", name]), name, words);
        let as_json = desk.run(&["verify", name, "--json"]);
        assert_eq!(as_json.json()["ok"], false, "one JSON value, {name}");
    }
    refused(
        &desk.run(&["verify", "report.json"]),
        "report.json",
        "no signature",
    );
}

#[test]
fn nothing_is_added_to_a_changed_export() {
    let desk = signed("changed-export");
    let mut archive = desk.read("signed.zip");
    let at = archive
        .windows(7)
        .position(|window| window == b"\"title\"")
        .expect("the report stands uncompressed in the archive");
    archive[at + 10] ^= 1;
    desk.write("changed.zip", &archive);
    let found = desk.run(&["verify", "changed.zip", "--json"]);
    assert_eq!(found.code, 1, "it can be read, and does not hold");
    let found = found.json();
    assert_eq!(found["signature_valid"], "no");
    let kinds: Vec<_> = found["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|one| one["kind"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert!(kinds.contains(&"report".to_owned()), "named: {kinds:?}");
    let made = desk.run(&["key", "new", "--out", "ben.pem"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let further = desk.run(&["sign", "changed.zip", "--key", "ben.pem", "--yes"]);
    refused(&further, "changed.zip", "does not verify");
    let exported = desk.run(&["export", "changed.zip", "--csv"]);
    assert!(
        exported.stderr.contains("changed after it was signed"),
        "an export of it says so: {}",
        exported.stderr
    );
    let exported = desk.run(&["export", "signed.zip", "--csv"]);
    assert_eq!(exported.stderr, "", "and one of a whole export is silent");
}

#[test]
fn a_report_with_another_verdict_is_not_signed() {
    let desk = scored("other-verdict");
    let report = desk.read_text("report.json");
    let other = report.replacen("\"verdict\":\"fail\"", "\"verdict\":\"good\"", 1);
    assert_ne!(other, report);
    desk.write("other.json", other.as_bytes());
    let run = desk.run(&["sign", "other.json", "--key", "ada.pem", "--yes"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("found \"good\""), "{}", run.stderr);
}

/// Verifies `signed.zip` with the inputs that lie on the desk.
fn verify_with_inputs(desk: &Desk) -> Run {
    desk.run(&[
        "verify",
        "signed.zip",
        "--public-key",
        "ada.pub.pem",
        "--bank",
        "inputs/bank.json",
        "--documents",
        "inputs",
        "--outputs",
        "inputs/outputs-kestrel.jsonl",
        "inputs/outputs-merlin.jsonl",
        "--run",
        "inputs/run.json",
        "--json",
    ])
}

fn answers(found: &Value) -> [&str; 4] {
    [
        "signature_valid",
        "signer_trusted",
        "inputs_match",
        "replay_identical",
    ]
    .map(|key| found[key].as_str().expect("an answer"))
}

/// The names of the inputs that are not the ones that were scored.
fn changed(found: &Value) -> Vec<&str> {
    found["inputs"]
        .as_array()
        .expect("inputs")
        .iter()
        .filter(|one| one["state"] == "changed")
        .filter_map(|one| one["name"].as_str())
        .collect()
}

#[test]
fn the_same_inputs_give_the_same_report() {
    let desk = signed("replay");
    desk.copy_example("inputs");
    let run = verify_with_inputs(&desk);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(answers(&run.json()), ["yes"; 4]);
}

#[test]
fn a_changed_document_is_named() {
    let desk = signed("changed-document");
    desk.copy_example("inputs");
    let mut document = desk.read("inputs/house-rules.pdf");
    document.extend_from_slice(b"\n% one line more\n");
    desk.write("inputs/house-rules.pdf", &document);
    let run = verify_with_inputs(&desk);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let found = run.json();
    assert_eq!(answers(&found), ["yes", "yes", "no", "no"]);
    assert_eq!(changed(&found), ["house-rules.pdf"]);
}

#[test]
fn a_changed_bank_is_named() {
    let desk = signed("changed-bank");
    desk.copy_example("inputs");
    let bank = desk.read_text("inputs/bank.json");
    let other = bank.replacen("twelve questions", "twelve easy questions", 1);
    assert_ne!(bank, other, "the title was found");
    desk.write("inputs/bank.json", other.as_bytes());
    let run = verify_with_inputs(&desk);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let found = run.json();
    assert_eq!(answers(&found), ["yes", "yes", "no", "no"]);
    assert_eq!(changed(&found), ["bank.json"]);
}

#[test]
fn changed_outputs_are_named_with_the_place_where_the_report_would_differ() {
    let desk = signed("changed-outputs");
    desk.copy_example("inputs");
    let name = "inputs/outputs-kestrel.jsonl";
    let outputs = desk.read_text(name);
    let other = outputs.replacen("every 90 seconds", "every 91 seconds", 1);
    assert_ne!(outputs, other, "the answer was found");
    desk.write(name, other.as_bytes());
    let run = verify_with_inputs(&desk);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let found = run.json();
    assert_eq!(answers(&found), ["yes", "yes", "no", "no"]);
    assert_eq!(changed(&found), ["outputs-kestrel.jsonl"]);
    let pointer = found["replay_difference"].as_str().expect("a pointer");
    assert!(pointer.starts_with("/attempts/0/"), "{pointer}");
    let report: Value = serde_json::from_str(&desk.read_text("report.json")).expect("JSON");
    assert!(
        report.pointer(pointer).is_some(),
        "{pointer} leads somewhere"
    );
}

#[test]
fn the_wrong_half_of_a_key_is_said_to_be_it() {
    let desk = signed("wrong-half");
    let sign = ["sign", "report.json", "--key", "ada.pub.pem", "--yes"];
    refused(&desk.run(&sign), "ada.pub.pem", "give the private one");
    let verify = ["verify", "signed.zip", "--public-key", "ada.pem"];
    refused(&desk.run(&verify), "ada.pem", "give the public one");
}

#[test]
fn an_unsigned_report_is_refused_without_a_table_of_answers() {
    let desk = signed("unsigned");
    let run = desk.run(&["verify", "report.json"]);
    refused(&run, "report.json", "carries no signature");
    assert_eq!(run.stdout, "", "nothing was verified");
}
