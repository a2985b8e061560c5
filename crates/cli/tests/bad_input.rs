//! What the program says and returns when something is wrong with what it was given.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for one test, emptied first, with the example in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bad-input-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("docs")).expect("the folder is ours");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/larkfield");
    for file in [
        "bank.json",
        "run.json",
        "outputs-kestrel.jsonl",
        "outputs-merlin.jsonl",
        "docs/house-rules.pdf",
        "docs/observers-handbook.pdf",
        "docs/visitors-leaflet.pdf",
    ] {
        let from = example.join(file.trim_start_matches("docs/"));
        std::fs::copy(from, folder.join(file)).expect("the example is part of the project");
    }
    folder
}

fn run<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Exit code 2, with `expected` among the reasons, and none that only a programmer understands.
fn assert_refused(folder: &Path, args: &[&str], expected: &str) {
    let output = run(folder, args);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(
        said.contains(expected),
        "{args:?}: expected `{expected}` in `{said}`"
    );
    assert!(!said.contains("os error"), "{args:?}: {said}");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
}

#[test]
fn every_refusal_names_file_and_remedy() {
    let folder = folder("refusals");
    std::fs::write(folder.join("empty.pdf"), b"").expect("writes");
    std::fs::write(folder.join("deep.json"), "[".repeat(100_000)).expect("writes");
    std::fs::write(folder.join("secret"), b"\n").expect("writes");
    let bank = ["bank", "check", "bank.json", "--documents"];
    let check = |documents| [bank.as_slice(), &[documents]].concat();
    let score = |outputs: &'static str, more: &[&'static str]| {
        let start = [
            "score",
            "--bank",
            "bank.json",
            "--documents",
            "docs",
            "--outputs",
            outputs,
        ];
        [start.as_slice(), more].concat()
    };
    let cases: [(Vec<&str>, &str); 19] = [
        (
            check("nowhere"),
            "nowhere: cannot be listed: there is no such file or folder",
        ),
        (
            check("run.json"),
            "run.json: expected a document, found a run plan",
        ),
        (
            vec!["bank", "check", "docs", "--documents", "docs"],
            "docs: cannot be read: it is a folder",
        ),
        (
            vec!["bank", "check", "deep.json", "--documents", "docs"],
            "deep.json: line 1, column 101",
        ),
        (
            vec!["bank", "check", "run.json", "--documents", "docs"],
            "run.json: expected a question bank, found a run plan",
        ),
        (
            score("none.jsonl", &[]),
            "none.jsonl: cannot be read: there is no such file",
        ),
        // The run plan came last, and yet the bank is what was given as outputs.
        (
            score("bank.json", &["--run", "run.json"]),
            "bank.json: expected an outputs file, found a question bank",
        ),
        (
            score("outputs-kestrel.jsonl", &["--run", "bank.json"]),
            "bank.json: expected a run plan, found a question bank",
        ),
        (
            score("outputs-kestrel.jsonl", &["--jobs", "0"]),
            "expected a whole number from 1",
        ),
        (
            score("outputs-kestrel.jsonl", &["--jobs", "many"]),
            "expected a whole number from 1",
        ),
        (
            score("outputs-kestrel.jsonl", &["--report", "docs"]),
            "docs: cannot be written: it is a folder",
        ),
        (
            score("outputs-kestrel.jsonl", &["--report", "no/r.json"]),
            "there is no folder no; make it first",
        ),
        (vec!["extract", "empty.pdf"], "empty.pdf: the file is empty"),
        (
            vec!["extract", "bank.json"],
            "bank.json: expected a document, found a question bank",
        ),
        (
            vec!["locate", "bank.json", "--quote", "x"],
            "bank.json: expected a document, found a question bank",
        ),
        (
            vec!["summarize", "bank.json"],
            "bank.json: expected a report, found a question bank",
        ),
        (
            vec!["summarize", "docs/house-rules.pdf"],
            "docs/house-rules.pdf: expected a report, found a document",
        ),
        (
            vec![
                "key",
                "new",
                "--out",
                "k.pem",
                "--passphrase-file",
                "secret",
            ],
            "secret: its first line is empty",
        ),
        (
            vec!["export", "bank.json", "--csv", "--out", "bank.json"],
            "bank.json: expected a report, found a question bank",
        ),
    ];
    for (args, expected) in &cases {
        assert_refused(&folder, args, expected);
    }
    assert!(
        !folder.join("k.pem").exists(),
        "no key stands behind an empty passphrase"
    );
}

#[test]
fn standard_output_holds_json_whenever_json_was_asked_for() {
    let folder = folder("json");
    std::fs::write(folder.join("empty.pdf"), b"").expect("writes");
    let freeze = [
        "bank",
        "freeze",
        "bank.json",
        "--documents",
        "empty.pdf",
        "--author",
        "A",
        "--author-attests",
        "a",
        "--reviewer",
        "B",
        "--reviewer-attests",
        "b",
        "--json",
    ];
    let cases: [(&[&str], i32); 10] = [
        (&["--json"], 2),
        (&["frobnicate", "--format", "json"], 2),
        (&["score", "--format=json"], 2),
        (&["extract", "--json", "none.pdf"], 2),
        (&["extract", "--json", "empty.pdf"], 2),
        (
            &["extract", "--json", "empty.pdf", "docs/house-rules.pdf"],
            1,
        ),
        (&freeze, 2),
        (
            &[
                "bank",
                "check",
                "bank.json",
                "--documents",
                "docs",
                "--json",
            ],
            0,
        ),
        (&["key", "new", "--out", "k.pem", "--json"], 0),
        (&["key", "public", "--key", "k.pem", "--json"], 0),
    ];
    for (args, code) in cases {
        let output = run(&folder, args);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args:?}: {}",
            stderr(&output)
        );
        let parsed = serde_json::from_slice::<Value>(&output.stdout);
        assert!(parsed.is_ok(), "{args:?}: {}", stdout(&output));
    }
}

#[test]
fn one_bad_document_does_not_keep_the_others_from_being_read() {
    let folder = folder("extract");
    let whole = std::fs::read(folder.join("docs/house-rules.pdf")).expect("the example is there");
    std::fs::write(folder.join("cut.pdf"), &whole[..20_000]).expect("writes");
    std::fs::write(folder.join("note.txt"), "one line\n").expect("writes");
    let output = run(&folder, &["extract", "none.pdf", "cut.pdf", "note.txt"]);
    assert_eq!(output.status.code(), Some(1), "done, and something failed");
    let said = stderr(&output);
    assert!(said.contains("none.pdf: cannot be read"), "{said}");
    assert!(said.contains("cut.pdf: the PDF is cut off"), "{said}");
    let text = stdout(&output);
    assert!(text.contains("one line"), "{text}");
    assert!(
        !text.contains("cut.pdf"),
        "what went wrong is no text of a document: {text}"
    );
}

#[test]
fn a_member_of_an_archive_of_another_kind_is_refused() {
    let folder = folder("archive");
    let mut bytes = Vec::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(&mut bytes));
    for name in ["outputs-kestrel.jsonl", "bank.json"] {
        use std::io::Write as _;
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .expect("starts");
        let content = std::fs::read(folder.join(name)).expect("the example is there");
        zip.write_all(&content).expect("writes");
    }
    zip.finish().expect("finishes");
    std::fs::write(folder.join("mixed.zip"), bytes).expect("writes");
    // The last member is a bank, but it is not all that the archive holds.
    assert_refused(
        &folder,
        &["bank", "check", "mixed.zip", "--documents", "docs"],
        "mixed.zip: outputs-kestrel.jsonl: expected a question bank, found an outputs file",
    );
}

#[test]
fn a_second_attempt_that_is_put_aside_is_told() {
    let folder = folder("retry");
    let text = std::fs::read_to_string(folder.join("outputs-kestrel.jsonl")).expect("is there");
    let first = text.lines().next().expect("has a line").to_owned();
    std::fs::write(folder.join("twice.jsonl"), format!("{text}{first}\n")).expect("writes");
    let output = run(
        &folder,
        &[
            "score",
            "--bank",
            "bank.json",
            "--documents",
            "docs",
            "--outputs",
            "twice.jsonl",
        ],
    );
    let told = format!("ignored twice.jsonl line {}", text.lines().count() + 1);
    assert!(stdout(&output).contains(&told), "{}", stdout(&output));
}

#[test]
fn a_signed_export_is_summarized_like_its_report() {
    let folder = folder("summarize");
    let score = [
        "score",
        "--bank",
        "bank.json",
        "--documents",
        "docs",
        "--outputs",
        "outputs-merlin.jsonl",
        "--report",
        "r.json",
    ];
    run(&folder, &score);
    run(&folder, &["key", "new", "--out", "k.pem"]);
    run(&folder, &["sign", "r.json", "--key", "k.pem", "--yes"]);
    let plain = run(&folder, &["summarize", "r.json"]);
    let signed = run(&folder, &["summarize", "r.signed.zip"]);
    assert!(
        stdout(&plain).contains("merlin, repetition 1"),
        "{}",
        stderr(&plain)
    );
    assert_eq!(stdout(&plain), stdout(&signed), "{}", stderr(&signed));
    // Put together with itself, what it ignored would count twice.
    let twice = run(&folder, &["summarize", "r.json", "r.signed.zip"]);
    assert_eq!(twice.status.code(), Some(2), "{}", stdout(&twice));
    let told = "r.signed.zip: is the same report as r.json";
    assert!(stderr(&twice).contains(told), "{}", stderr(&twice));
}

#[test]
fn a_quotation_may_begin_with_a_dash() {
    let folder = folder("dash");
    std::fs::write(folder.join("note.txt"), "It was -5 degrees.\n").expect("writes");
    let output = run(&folder, &["locate", "note.txt", "--quote", "-5 degrees"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().next(), Some("located"));
    let output = run(&folder, &["locate", "note.txt", "--quote", "-6 degrees"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf8_are_read_as_well() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("names");
    let name = OsStr::from_bytes(b"caf\xe9.txt");
    std::fs::write(folder.join(name), "one line\n").expect("writes");
    let output = run(&folder, &[OsStr::new("extract"), name]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("one line"));
}

#[test]
fn counts_of_one_are_singular() {
    let folder = folder("counts");
    let text = std::fs::read_to_string(folder.join("bank.json")).expect("is there");
    let cut = text.rfind("\"freeze\"").expect("the example is frozen");
    let bank = format!("{}}}", text[..cut].trim_end().trim_end_matches(','));
    std::fs::write(folder.join("bank.json"), bank).expect("writes");
    let output = run(
        &folder,
        &["bank", "check", "bank.json", "--documents", "docs"],
    );
    let last = stdout(&output).lines().last().map(str::to_owned);
    assert!(
        last.as_deref()
            .is_some_and(|l| l.ends_with("1 error, 1 warning")),
        "{last:?}"
    );
}

#[test]
fn a_printed_preflight_is_a_recorded_preflight() {
    let folder = folder("preflight");
    let printed = run(&folder, &["preflight", "--json"]);
    std::fs::write(folder.join("preflight.json"), &printed.stdout).expect("writes");
    let output = run(
        &folder,
        &[
            "score",
            "--bank",
            "bank.json",
            "--documents",
            "docs",
            "--outputs",
            "outputs-kestrel.jsonl",
            "--run",
            "run.json",
            "--preflight",
            "preflight.json",
        ],
    );
    let text = stdout(&output);
    assert!(
        text.contains("kestrel does not qualify"),
        "{}",
        stderr(&output)
    );
    assert!(!text.contains("preflight was not run"), "{text}");
}
