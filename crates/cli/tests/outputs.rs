//! What the program writes, and what it does not write over.

mod common;

use std::process::{Command, Stdio};

use common::{Desk, Run, example};

/// A desk with the example in the folder `docs` and its report in `report.json`.
fn desk(name: &str) -> Desk {
    let desk = Desk::new(&format!("outputs-{name}"));
    desk.copy_example("docs");
    assert_eq!(desk.score("report.json").code, 1);
    desk
}

/// Scores the half of the desk's own copy of the example; the other half is missing, so the code is 1.
fn score_to(desk: &Desk, report: &str) -> Run {
    desk.run(&[
        "score",
        "--bank",
        "docs/bank.json",
        "--documents",
        "docs",
        "--outputs",
        "docs/outputs-kestrel.jsonl",
        "--run",
        "docs/run.json",
        "--report",
        report,
    ])
}

/// Exit code 2, the file named, the reason and the remedy given.
fn assert_refused(run: &Run, file: &str, why: &str) {
    assert_eq!(run.code, 2, "{file}: {}", run.stderr);
    for part in [file, why] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    assert!(!run.stderr.contains("os error"), "{}", run.stderr);
}

/// No file that was begun and not finished lies in the desk's folders.
fn assert_no_parts(desk: &Desk, folder: &str) {
    let entries = std::fs::read_dir(desk.path(folder)).expect("the folder is there");
    for entry in entries {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        assert!(!name.ends_with(".part"), "{name}");
    }
}

#[test]
fn no_report_is_written_over_an_input() {
    let desk = desk("inputs");
    for name in [
        "docs/bank.json",
        "docs/run.json",
        "docs/outputs-kestrel.jsonl",
        "docs/house-rules.pdf",
        "docs/../docs/bank.json",
    ] {
        let before = desk.read(name);
        assert_refused(&score_to(&desk, name), name, "choose another name");
        assert!(desk.read(name) == before, "{name} is as it was");
    }
    let merge = ["summarize", "report.json", "--report", "report.json"];
    assert_refused(&desk.run(&merge), "report.json", "this command reads it");
}

#[test]
fn a_report_replaces_a_report_and_nothing_else() {
    let desk = desk("report");
    // The report of the run before lies in the folder of the documents: it is none of them.
    assert_eq!(desk.score("docs/report.json").code, 1);
    let before = desk.read("docs/report.json");
    assert_eq!(score_to(&desk, "docs/report.json").code, 1);
    assert!(desk.read("docs/report.json") != before, "the new one");
    assert_no_parts(&desk, "docs");
    assert_eq!(desk.run(&["key", "new", "--out", "a.pem"]).code, 0);
    desk.sign("report.json", "a.pem", "signed.zip");
    desk.write("notes.txt", b"Read the minutes again.");
    for (name, why) in [
        ("a.pem", "it holds a key"),
        ("a.pub.pem", "it holds a key"),
        ("signed.zip", "may be a signed report"),
        ("notes.txt", "is no report"),
    ] {
        let before = desk.read(name);
        assert_refused(&score_to(&desk, name), name, why);
        assert!(desk.read(name) == before, "{name} is as it was");
    }
    desk.write("empty.json", b"");
    assert_eq!(score_to(&desk, "empty.json").code, 1);
}

#[test]
fn a_signature_is_forced_over_neither_key_nor_input() {
    let desk = desk("force");
    for key in ["a.pem", "b.pem"] {
        assert_eq!(desk.run(&["key", "new", "--out", key]).code, 0);
    }
    let sign = |what: &str, out: &str| {
        desk.run(&[
            "sign", what, "--key", "a.pem", "--yes", "--out", out, "--force",
        ])
    };
    for name in ["a.pem", "b.pem", "b.pub.pem", "report.json"] {
        let before = desk.read(name);
        assert_refused(&sign("report.json", name), name, "choose another name");
        assert!(desk.read(name) == before, "{name} is as it was");
    }
    // A further signature keeps the first one, so it may go into the same file.
    desk.sign("report.json", "b.pem", "both.zip");
    assert_eq!(sign("both.zip", "both.zip").code, 0);
    let keys = ["--public-key", "a.pub.pem", "--public-key", "b.pub.pem"];
    let found = desk.run(&[&["verify", "both.zip", "--json"], &keys[..]].concat());
    assert_eq!(found.code, 0, "{}", found.stderr);
    let signatures = found.json()["signatures"].as_array().map(Vec::len);
    assert_eq!(signatures, Some(2));
}

#[test]
fn a_freeze_is_made_once() {
    let desk = desk("freeze");
    let freeze = |out: &str, at: &str| {
        let people = [
            "--author",
            "A",
            "--author-attests",
            "true",
            "--reviewer",
            "B",
            "--reviewer-attests",
            "read",
        ];
        let files = ["bank", "freeze", "docs/bank.json", "--documents", "docs"];
        desk.run(&[&files[..], &people, &["--at", at, "--out", out]].concat())
    };
    let (first, second) = ("2026-01-31T09:00:00Z", "2026-02-01T09:00:00Z");
    let before = desk.read("docs/bank.json");
    let onto_itself = freeze("docs/bank.json", first);
    assert_refused(&onto_itself, "docs/bank.json", "this command reads it");
    assert!(desk.read("docs/bank.json") == before);
    assert_eq!(freeze("frozen.json", first).code, 0);
    assert_eq!(freeze("frozen.json", first).code, 0, "the same bytes");
    let again = freeze("frozen.json", second);
    assert_refused(&again, "frozen.json", "cannot be made again");
    assert!(desk.read_text("frozen.json").contains(first));
}

#[test]
fn results_that_were_signed_stay() {
    let desk = desk("results");
    let tarnwell = example().join("../tarnwell");
    let file = |name: &str| tarnwell.join(name).display().to_string();
    let judge = |out: &str, host: &str| {
        let (claims, sources) = (file("claims.json"), file("sources.json"));
        let inputs = ["--claims", &claims, "--sources", &sources, "--host", host];
        desk.run(&[&["judge", "run", "--out", out], &inputs[..]].concat())
    };
    let host = "docs.tarnwell.example";
    assert_eq!(judge("results.json", "elsewhere.example").code, 0);
    assert_eq!(judge("results.json", host).code, 0, "made again");
    assert_eq!(desk.run(&["key", "new", "--out", "a.pem"]).code, 0);
    let sign = ["sign", "results.json", "--key", "a.pem", "--yes"];
    assert_eq!(desk.run(&sign).code, 0);
    assert_eq!(judge("results.json", host).code, 0, "the same bytes");
    let other = judge("results.json", "elsewhere.example");
    assert_refused(&other, "results.json", "it is signed");
    let onto_report = judge("report.json", host);
    assert_refused(&onto_report, "report.json", "holds no results");
    let nowhere = judge("none/results.json", host);
    assert_refused(&nowhere, "none/results.json", "make it first");
}

#[test]
fn the_same_verdicts_are_put_together_once() {
    let desk = desk("twice");
    let inputs = [
        "--bank",
        "docs/bank.json",
        "--documents",
        "docs",
        "--run",
        "docs/run.json",
    ];
    let attempts = desk.read_text("docs/outputs-kestrel.jsonl");
    let streamed = desk.feed(&[&["score", "--stream"], &inputs[..]].concat(), &attempts);
    desk.write("v.jsonl", streamed.stdout.as_bytes());
    let gather = |parts: &[&str]| desk.run(&[&["summarize"], parts, &inputs[..]].concat());
    let twice = gather(&["v.jsonl", "docs/../v.jsonl"]);
    assert_refused(&twice, "docs/../v.jsonl", "give each part once");
    desk.write(
        "broken.jsonl",
        &[streamed.stdout.as_bytes(), b"\xff\n"].concat(),
    );
    let line = format!("line {}", streamed.stdout.lines().count() + 1);
    assert_refused(&gather(&["broken.jsonl"]), "broken.jsonl", &line);
    let over = gather(&["v.jsonl", "--report", "v.jsonl"]);
    assert_refused(&over, "v.jsonl", "choose another name");
    let windows = streamed.stdout.replace('\n', "\r\n");
    desk.write("windows.jsonl", windows.as_bytes());
    let (one, other) = (gather(&["v.jsonl"]), gather(&["windows.jsonl"]));
    assert_eq!(one.stdout, other.stdout, "{}", other.stderr);
}

/// Runs the program with its standard output led elsewhere.
#[cfg(target_os = "linux")]
fn print_to(desk: &Desk, out: Stdio, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .current_dir(desk.path(""))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
#[cfg(target_os = "linux")]
fn a_reader_that_goes_away_changes_no_outcome() {
    let desk = desk("pipe");
    // The reading end is closed before anything is written.
    let gone = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let summarize = ["summarize", "report.json"];
    assert_eq!(
        print_to(&desk, gone(), &summarize),
        (Some(1), String::new())
    );
    let check = ["bank", "check", "docs/bank.json", "--documents", "docs"];
    assert_eq!(print_to(&desk, gone(), &check), (Some(0), String::new()));
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("the device is there");
    let (code, said) = print_to(&desk, full.into(), &summarize);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("standard output: cannot be written: the disk is full"),
        "{said}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn links_devices_and_odd_names() {
    let desk = desk("links");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, desk.path(name)).expect("the link can be made");
    };
    link("docs/there.json", "link.json");
    for _ in 0..2 {
        assert_eq!(score_to(&desk, "link.json").code, 1);
        assert!(desk.path("link.json").is_symlink(), "the link stays");
        assert!(desk.has("docs/there.json"), "what it leads to is written");
    }
    link("docs/bank.json", "bank-link.json");
    let over = score_to(&desk, "bank-link.json");
    assert_refused(&over, "bank-link.json", "choose another name");
    link("loop.json", "loop.json");
    assert_refused(&score_to(&desk, "loop.json"), "loop.json", "check the path");
    assert_eq!(score_to(&desk, "/dev/null").code, 1);
    let odd = desk.run(&["bank", "check", "a\nb\u{1b}[2J.json", "--documents", "docs"]);
    assert_refused(&odd, r"a\nb\u{1b}[2J.json", "check the path");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_is_written_whole_or_not_at_all() {
    let desk = desk("whole");
    desk.copy_example("more");
    assert_eq!(score_to(&desk, "old.json").code, 1);
    let before = desk.read("old.json");
    // No file may grow beyond 32 kB. Whoever writes on is killed, as by Ctrl-C, or is told so.
    let limited = |signal: &str, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_proofmark");
        let script = format!("{signal} ulimit -f 64; exec '{program}' {arguments}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(desk.path(""))
            .output()
            .expect("the shell starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    let merge = "summarize report.json --report old.json";
    assert_eq!(limited("", merge), (None, String::new()), "killed");
    assert!(desk.read("old.json") == before, "the old one stands");
    let (code, said) = limited("trap '' XFSZ;", merge);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("old.json: cannot be written"), "{said}");
    assert!(said.contains("make room"), "{said}");
    assert!(desk.read("old.json") == before, "the old one stands");
    let (code, said) = limited(
        "trap '' XFSZ;",
        "summarize report.json --report more/new.json",
    );
    assert_eq!(code, Some(2), "{said}");
    assert!(!desk.has("more/new.json"), "nothing is half there");
    assert_no_parts(&desk, "more");
}

#[test]
#[cfg(target_os = "linux")]
fn a_key_whose_public_half_cannot_be_written_is_taken_back() {
    let desk = Desk::new("outputs-half-key");
    // The public half's name leads nowhere.
    std::os::unix::fs::symlink("none/a.pub.pem", desk.path("a.pub.pem")).expect("a link");
    let run = desk.run(&["key", "new", "--out", "a.pem"]);
    assert_refused(&run, "a.pub.pem", "choose another name");
    assert!(!desk.has("a.pem"), "the next try is not hindered");
}
