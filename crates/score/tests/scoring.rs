//! The scoring cases: every expectation of every case holds.

mod common;

use common::{differences, read_cases};

fn check(file: &str, at_least: usize) {
    let cases = read_cases(file);
    assert!(
        cases.len() >= at_least,
        "{file} holds {} cases",
        cases.len()
    );
    let mut failed = Vec::new();
    for case in &cases {
        let judged = case.judge();
        let found = differences(&case.expect, &judged);
        if !found.is_empty() {
            let sentences: Vec<String> = judged
                .reasons
                .iter()
                .map(|r| format!("    {}: {}", r.code.code(), r.sentence))
                .collect();
            let raw = case.attempt.raw.as_deref().unwrap_or_default();
            failed.push(format!(
                "{}\n  {raw:?}\n  {}\n{}",
                case.title,
                found.join("\n  "),
                sentences.join("\n")
            ));
        }
        for reason in &judged.reasons {
            assert!(
                reason.sentence.ends_with('.'),
                "a sentence: {:?}",
                reason.sentence
            );
        }
        let has_cause = judged.reasons.iter().any(|r| r.weight == judged.verdict);
        let is_pass = judged.verdict == proofmark_score::Verdict::Pass;
        assert!(
            is_pass || has_cause,
            "{}: a verdict without a reason",
            case.title
        );
    }
    assert!(
        failed.is_empty(),
        "{} of {}\n{}",
        failed.len(),
        cases.len(),
        failed.join("\n")
    );
}

#[test]
fn handed_cases() {
    check("scoring.json", 65);
}

#[test]
fn further_cases() {
    check("scoring-more.json", 60);
}
