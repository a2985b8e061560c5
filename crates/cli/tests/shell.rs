//! What the program writes for shells and for `man`.

mod common;

use common::Desk;

#[test]
fn completions_know_the_commands() {
    let desk = Desk::new("completions");
    for shell in ["bash", "zsh", "fish"] {
        let run = desk.run(&["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        for command in ["summarize", "verify", "locate"] {
            assert!(run.stdout.contains(command), "{shell} completes {command}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::new("manual");
    let run = desk.run(&["manual", "--out", "man"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for page in ["proofmark.1", "proofmark-score.1", "proofmark-judge-gate.1"] {
        let text = desk.read_text(&format!("man/{page}"));
        assert!(
            text.starts_with(".ie") || text.contains(".TH"),
            "{page} is a manual page"
        );
    }
}
