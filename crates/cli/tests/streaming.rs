//! Attempts judged one a line, in any number of processes, and put together again.

mod common;

use common::{Desk, Run, example};
use serde_json::Value;

/// The example's attempts, one a line, in the order of the files' names.
fn attempts() -> Vec<String> {
    ["outputs-kestrel.jsonl", "outputs-merlin.jsonl"]
        .iter()
        .flat_map(|name| {
            let text = std::fs::read_to_string(example().join(name)).expect("the outputs");
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// `--bank … --documents … --run …` of the example.
fn inputs() -> Vec<String> {
    let file = |name: &str| example().join(name).display().to_string();
    [
        "--bank".to_owned(),
        file("bank.json"),
        "--documents".to_owned(),
        example().display().to_string(),
        "--run".to_owned(),
        file("run.json"),
    ]
    .into()
}

fn with_inputs(desk: &Desk, words: &[&str], input: Option<&str>) -> Run {
    let inputs = inputs();
    let words: Vec<&str> = words
        .iter()
        .copied()
        .chain(inputs.iter().map(String::as_str))
        .collect();
    match input {
        Some(input) => desk.feed(&words, input),
        None => desk.run(&words),
    }
}

fn stream(desk: &Desk, lines: &[String]) -> Run {
    with_inputs(
        desk,
        &["score", "--stream"],
        Some(&(lines.join("\n") + "\n")),
    )
}

/// Judges the parts apart and puts them together; the report's bytes.
fn gathered(desk: &Desk, name: &str, parts: &[&[String]]) -> Vec<u8> {
    let mut files = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let run = stream(desk, part);
        assert!(run.code <= 1, "{}", run.stderr);
        let file = format!("{name}-{n}.jsonl");
        desk.write(&file, run.stdout.as_bytes());
        files.push(file);
    }
    let report = format!("{name}.json");
    let mut words = vec!["summarize", "--report", &report];
    words.extend(files.iter().map(String::as_str));
    let run = with_inputs(desk, &words, None);
    assert_eq!(
        run.code, 1,
        "the example has failed attempts: {}",
        run.stderr
    );
    desk.read(&report)
}

#[test]
fn parts_of_any_number_give_the_same_bytes_as_one() {
    let desk = Desk::new("stream-parts");
    let lines = attempts();
    let whole = gathered(&desk, "whole", &[&lines]);
    let thirds: Vec<&[String]> = lines.chunks(lines.len() / 3 + 1).collect();
    assert_eq!(gathered(&desk, "thirds", &thirds), whole, "three parts");
    let (first, second) = lines.split_at(7);
    assert_eq!(
        gathered(&desk, "turned", &[second, first]),
        whole,
        "parts in another order"
    );
}

#[test]
fn streamed_verdicts_are_those_of_score() {
    let desk = Desk::new("stream-score");
    let streamed = gathered(&desk, "streamed", &[&attempts()]);
    let mut streamed: Value = serde_json::from_slice(&streamed).expect("a report");
    assert_eq!(desk.score("scored.json").code, 1, "scored");
    let mut scored: Value = serde_json::from_slice(&desk.read("scored.json")).expect("a report");
    // A stream has no file and no lines; all else is the same.
    for report in [&mut streamed, &mut scored] {
        for attempt in report["attempts"].as_array_mut().expect("attempts") {
            attempt["file"] = Value::Null;
            attempt["line"] = Value::Null;
        }
        let inputs = report["inputs"].as_array_mut().expect("inputs");
        inputs.retain(|one| one["kind"] != "outputs");
    }
    for key in scored.as_object().expect("an object").keys() {
        if key != "ignored" && key != "warnings" {
            assert_eq!(streamed[key], scored[key], "{key}");
        }
    }
    let count = |report: &Value, key: &str| report[key].as_array().map(Vec::len);
    assert_eq!(
        count(&streamed, "ignored"),
        count(&scored, "ignored"),
        "retries"
    );
}

#[test]
fn one_verdict_a_line_in_the_order_of_the_attempts() {
    let desk = Desk::new("stream-order");
    let lines = attempts();
    let run = stream(&desk, &lines);
    let told: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON a line"))
        .collect();
    assert_eq!(told.len(), lines.len(), "a line each");
    for (told, line) in told.iter().zip(&lines) {
        let asked: Value = serde_json::from_str(line).expect("an attempt");
        for key in ["workflow", "repetition", "question_id"] {
            assert_eq!(told["attempt"][key], asked[key], "{key}");
        }
    }
}

#[test]
fn a_broken_line_is_named_and_the_rest_goes_on() {
    let desk = Desk::new("stream-broken");
    let mut lines = attempts();
    lines.truncate(2);
    lines.insert(1, "{\"workflow\": ".to_owned());
    let run = stream(&desk, &lines);
    assert_eq!(run.code, 1, "a line could not be used");
    let told: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON a line"))
        .collect();
    assert_eq!(told.len(), 3, "a line each");
    assert!(told[1]["attempt"].is_null(), "no attempt");
    assert_eq!(told[1]["problems"][0]["code"], "broken_line");
    assert!(told[2]["attempt"].is_object(), "the next one is judged");
}

#[test]
fn attempts_for_another_bank_refuse_the_run() {
    let desk = Desk::new("stream-other-bank");
    let mut attempt: Value = serde_json::from_str(&attempts()[0]).expect("an attempt");
    attempt["bank_sha256"] = "0".repeat(64).into();
    let run = stream(&desk, &[attempt.to_string()]);
    assert_eq!(run.code, 1, "a line could not be used");
    desk.write("part.jsonl", run.stdout.as_bytes());
    let run = with_inputs(&desk, &["summarize", "part.jsonl"], None);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(
        run.stderr.contains("part.jsonl") && run.stderr.contains("other_bank"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_second_attempt_is_counted_and_never_used() {
    let desk = Desk::new("stream-retry");
    let lines = attempts();
    let whole = gathered(&desk, "once", &[&lines]);
    let again = gathered(&desk, "twice", &[&lines, &lines[..3]]);
    let once: Value = serde_json::from_slice(&whole).expect("a report");
    let twice: Value = serde_json::from_slice(&again).expect("a report");
    assert_eq!(once["metrics"], twice["metrics"], "the first stands");
    let count = |report: &Value| report["ignored"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&twice), count(&once) + 3, "three more are ignored");
}

#[test]
fn a_stream_needs_a_plan() {
    let desk = Desk::new("stream-plan");
    let bank = example().join("bank.json").display().to_string();
    let run = desk.feed(
        &[
            "score",
            "--stream",
            "--bank",
            &bank,
            "--documents",
            &example().display().to_string(),
        ],
        "",
    );
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("--run"), "{}", run.stderr);
}
