//! `preflight`: what the program tells of itself, and what it makes of a release's manifest.

mod common;

use std::process::Command;

use common::Desk;
use proofmark_engine::sha256_hex;
use serde_json::Value;

/// Runs the copy of the program on the desk; the groups by their order.
fn groups(desk: &Desk) -> (i32, Vec<(String, bool, String)>) {
    let program = desk.path("proofmark");
    let output = Command::new(program)
        .args(["preflight", "--json"])
        .output()
        .expect("the program starts");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let groups = found["groups"].as_array().expect("groups").iter();
    let groups = groups.map(|group| {
        let passed = group["passed"].as_bool().expect("yes or no");
        (text(&group["id"]), passed, text(&group["message"]))
    });
    (output.status.code().unwrap_or(-1), groups.collect())
}

#[test]
fn a_release_is_held_against_its_manifest() {
    let desk = Desk::new("release");
    let program = env!("CARGO_BIN_EXE_proofmark");
    std::fs::copy(program, desk.path("proofmark")).expect("the program can be copied");
    desk.write("README.md", b"read me\n");
    let digest = sha256_hex(&desk.read("proofmark"));
    let readme = sha256_hex(b"read me\n");

    let (code, found) = groups(&desk);
    let ids: Vec<&str> = found.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, ["package", "self_tests", "runtime", "local_only"]);
    assert_eq!(code, 1, "{found:?}");
    assert!(!found[0].1 && found[0].2.contains("manifest"), "{found:?}");
    assert!(found[1].1 && found[2].1 && found[3].1, "{found:?}");
    assert!(
        found[2].2.contains(&digest),
        "which program ran is recorded: {}",
        found[2].2
    );

    let both = format!("{readme}  README.md\n{digest}  proofmark\n");
    for (manifest, holds, words) in [
        (both.clone(), true, "2 files"),
        (
            both.replace(&digest[..8], "00000000"),
            false,
            "proofmark differs",
        ),
        (
            both.replace(&readme[..8], "00000000"),
            false,
            "README.md differs",
        ),
        (format!("{readme}  README.md\n"), false, "does not list"),
        (format!("{both}{readme}  ../README.md\n"), false, "outside"),
        (format!("{both}{readme}  gone\n"), false, "gone"),
        (format!("{both}nonsense\n"), false, "nonsense"),
        (String::new(), false, "does not list"),
    ] {
        desk.write("proofmark.manifest", manifest.as_bytes());
        let (code, found) = groups(&desk);
        assert_eq!(found[0].1, holds, "{words}: {found:?}");
        assert!(found[0].2.contains(words), "{words}: {found:?}");
        assert_eq!(code, i32::from(!holds), "{words}");
    }
}

#[test]
fn a_recorded_preflight_stays_in_the_report_and_is_replayed() {
    let desk = Desk::new("recorded-preflight");
    desk.copy_example("inputs");
    let recorded = desk.run(&["preflight", "--json"]);
    desk.write("preflight.json", recorded.stdout.as_bytes());
    let inputs = [
        "--bank",
        "inputs/bank.json",
        "--documents",
        "inputs",
        "--outputs",
        "inputs/outputs-kestrel.jsonl",
        "inputs/outputs-merlin.jsonl",
        "--run",
        "inputs/run.json",
    ];
    let recorded_in = ["--preflight", "preflight.json", "--report", "report.json"];
    let score = desk.run(&[&["score"][..], &inputs, &recorded_in].concat());
    assert!(desk.has("report.json"), "{}", score.stderr);
    let report: Value = serde_json::from_slice(&desk.read("report.json")).expect("JSON");
    assert_eq!(report["preflight"]["groups"], recorded.json()["groups"]);
    assert_eq!(desk.run(&["key", "new", "--out", "ada.pem"]).code, 0);
    desk.sign("report.json", "ada.pem", "signed.zip");
    let verify = [
        "verify",
        "signed.zip",
        "--public-key",
        "ada.pub.pem",
        "--json",
    ];
    let found = desk.run(&[&verify[..], &inputs].concat()).json();
    assert_eq!(found["replay_identical"], "yes", "{found}");
}
