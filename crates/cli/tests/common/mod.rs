//! A folder of its own for each test, and the built program run in it.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program left.
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Standard output as the one JSON value that it must be.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {:?}; {}", self.stdout, self.stderr))
    }
}

/// The example audit.
pub(crate) fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/larkfield")
}

/// An empty folder in which the program runs.
pub(crate) struct Desk(PathBuf);

impl Desk {
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("the folder can be emptied");
        }
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("the file can be read")
    }

    pub(crate) fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("the file is text")
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).expect("the file can be written");
    }

    /// Copies the example's files into a folder of the desk.
    pub(crate) fn copy_example(&self, folder: &str) {
        let folder = self.path(folder);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        for entry in std::fs::read_dir(example()).expect("the example is there") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name");
                std::fs::copy(&path, folder.join(name)).expect("the file can be copied");
            }
        }
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(Stdio::null(), arguments)
    }

    /// Runs the program with `input` on its standard input.
    pub(crate) fn feed(&self, arguments: &[&str], input: &str) -> Run {
        self.write(".stdin", input.as_bytes());
        let stdin = std::fs::File::open(self.path(".stdin")).expect("the file can be read");
        self.run_with(stdin.into(), arguments)
    }

    fn run_with(&self, stdin: Stdio, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_proofmark"))
            .current_dir(&self.0)
            .stdin(stdin)
            .args(arguments)
            .output()
            .expect("the program starts");
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Scores the example with its plan.
    pub(crate) fn score(&self, report: &str) -> Run {
        let example = example();
        let file = |name: &str| example.join(name).display().to_string();
        self.run(&[
            "score",
            "--bank",
            &file("bank.json"),
            "--documents",
            &example.display().to_string(),
            "--outputs",
            &file("outputs-kestrel.jsonl"),
            &file("outputs-merlin.jsonl"),
            "--run",
            &file("run.json"),
            "--report",
            report,
        ])
    }

    /// Signs without asking; the documents give the page images.
    pub(crate) fn sign(&self, report: &str, key: &str, out: &str) {
        let run = self.run(&["sign", report, "--key", key, "--out", out, "--yes"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
}
