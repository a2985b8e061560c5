//! Self-tests on invented content: do the four rules that every verdict leans on still hold here?

use proofmark_source::Flow;
use serde_json::{Value, json};

use crate::scoring::ScoreOptions;
use crate::session::Session;

const TEXT: &str = "The lamp is lit every 9 minutes. The bell rings after 4 minutes, and the horn \
                    sounds after 7 minutes. The old lamp was lit every 19 minutes.\n";

/// One of the self-tests: whether it holds, or what kept it from running.
type SelfTest = fn() -> Result<bool, String>;

/// Runs the four self-tests; the sentence names those that fail.
pub(crate) fn self_tests() -> (bool, String) {
    let tests: [(&str, SelfTest); 4] = [
        ("a complete supported answer passes", complete_answer),
        ("part of an answer fails", part_of_an_answer),
        ("a quotation that cuts a token is refused", cut_token),
        (
            "declining everything passes and declining a part fails",
            declines,
        ),
    ];
    let failed: Vec<&str> = tests
        .iter()
        .filter(|(_, test)| test() != Ok(true))
        .map(|(name, _)| *name)
        .collect();
    if failed.is_empty() {
        (
            true,
            "4 of 4 hold: complete, partial, cut, declined".to_owned(),
        )
    } else {
        (
            false,
            format!("{} of 4 do not hold: {}", failed.len(), failed.join("; ")),
        )
    }
}

fn complete_answer() -> Result<bool, String> {
    let found = judge(
        &lamp(),
        "Lamp interval: 9 minutes \"The lamp is lit every 9 minutes\" [tower]",
    )?;
    Ok(found == "pass")
}

fn part_of_an_answer() -> Result<bool, String> {
    let raw = "Signals: bell after 4 minutes \"The bell rings after 4 minutes, and the horn sounds \
               after 7 minutes\" [tower]";
    Ok(judge(&signals(), raw)? == "fail")
}

fn cut_token() -> Result<bool, String> {
    let raw = "Lamp interval: 9 minutes \"9 minutes.\" [tower] \"lamp was lit every 1\" [tower]";
    Ok(judge(&lamp(), raw)? == "fail")
}

fn declines() -> Result<bool, String> {
    let question = json!({
        "id": "q", "question": "Who built the tower, and when?",
        "required_fields": ["builder", "year"], "expected_abstention": true,
    });
    let clean = judge(&question, "Builder: UNKNOWN\nYear: UNKNOWN")?;
    let mixed = judge(&question, "Builder: UNKNOWN\nYear: 1901")?;
    Ok(clean == "pass" && mixed == "fail")
}

fn lamp() -> Value {
    json!({
        "id": "q", "question": "How often is the lamp lit?", "required_fields": ["lamp interval"],
        "expected_abstention": false, "field_types": { "lamp interval": "interval" },
        "essential_claims": [{
            "id": "a", "field": "lamp interval", "description": "how often", "value": "every 9 minutes",
            "accepted_values": ["every 9 minutes", "9 minutes"], "answer_scope": "field",
            "role_phrases": [],
            "evidence": { "document": "tower", "quote": "The lamp is lit every 9 minutes" },
        }],
    })
}

fn signals() -> Value {
    let claim = |id: &str, value: &str, role: &str, quote: &str| {
        json!({
            "id": id, "field": "signals", "description": role, "value": value,
            "accepted_values": [value], "answer_scope": "explicit", "role_phrases": [role],
            "evidence": { "document": "tower", "quote": quote },
        })
    };
    json!({
        "id": "q", "question": "After what time do the signals sound?", "required_fields": ["signals"],
        "expected_abstention": false,
        "essential_claims": [
            claim("b", "bell after 4 minutes", "bell", "The bell rings after 4 minutes"),
            claim("h", "horn after 7 minutes", "horn", "the horn sounds after 7 minutes"),
        ],
    })
}

/// The verdict of one answer to one question about the invented text.
fn judge(question: &Value, raw: &str) -> Result<String, String> {
    let name = |name: &str| json!({ "name": name, "attestation": "Invented for a self-test." });
    let bank = json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "self-test",
        "documents": [{ "id": "tower", "file": "tower.txt" }], "questions": [question],
        "freeze": { "author": name("First"), "reviewer": name("Second") },
    });
    let attempt = json!({
        "workflow": "w", "repetition": 1, "question_id": "q", "adapter": "labelled-text", "raw": raw,
    });
    let mut session = Session::default();
    for (file, bytes) in [
        ("tower.txt", TEXT.as_bytes().to_vec()),
        ("bank.json", bank.to_string().into_bytes()),
        ("outputs.jsonl", attempt.to_string().into_bytes()),
    ] {
        session.add(file, bytes, &mut |_| Flow::Continue);
    }
    let report = session
        .score(&ScoreOptions::default(), &mut |_| Flow::Continue)
        .map_err(|refusal| refusal.to_string())?;
    let attempt = report.attempts.first().ok_or("no attempt was scored")?;
    Ok(attempt.verdict.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hold() {
        assert_eq!(complete_answer(), Ok(true), "complete");
        assert_eq!(part_of_an_answer(), Ok(true), "partial");
        assert_eq!(cut_token(), Ok(true), "cut");
        assert_eq!(declines(), Ok(true), "declined");
        assert!(self_tests().0, "all four");
    }
}
