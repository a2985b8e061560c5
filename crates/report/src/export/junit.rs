use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::Error;
use crate::format::{Attempt, Gate, Report};

/// Writes JUnit XML: a suite for every workflow and repetition, a case for every attempt, and a
/// suite of the gates when a workflow was to qualify.
///
/// An unresolved attempt is a skipped case: neither passed nor failed. There are no times.
///
/// # Errors
/// [`Error::Export`].
pub fn junit(report: &Report) -> Result<Vec<u8>, Error> {
    let mut suites: Vec<Suite> = Vec::new();
    for attempt in &report.attempts {
        let name = format!("{} repetition {}", attempt.workflow, attempt.repetition);
        let index = suites
            .iter()
            .position(|suite| suite.name == name)
            .unwrap_or_else(|| {
                suites.push(Suite {
                    name,
                    cases: Vec::new(),
                });
                suites.len() - 1
            });
        suites[index].cases.push(attempt_case(attempt));
    }
    if let Some(workflow) = &report.qualification.workflow {
        let cases = report.qualification.gates.iter().map(gate_case).collect();
        suites.push(Suite {
            name: format!("{workflow} qualification"),
            cases,
        });
    }
    write(&suites).map_err(|error| Error::Export {
        reason: error.to_string(),
    })
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Failed {
        kind: String,
        message: String,
        text: String,
    },
    Skipped {
        message: String,
    },
}

impl Suite {
    fn count(&self, is_counted: fn(&Outcome) -> bool) -> usize {
        self.cases
            .iter()
            .filter(|case| is_counted(&case.outcome))
            .count()
    }
}

fn is_failed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed { .. })
}

fn is_skipped(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Skipped { .. })
}

fn attempt_case(attempt: &Attempt) -> Case {
    let reasons = attempt.reasons.join(", ");
    let outcome = match attempt.verdict.as_str() {
        "pass" => Outcome::Passed,
        "fail" => {
            let lines = attempt
                .explanations
                .iter()
                .map(|e| format!("{}: {}", e.code, e.message));
            Outcome::Failed {
                kind: attempt.reasons.first().cloned().unwrap_or_default(),
                message: reasons,
                text: lines.collect::<Vec<_>>().join("\n"),
            }
        }
        other => Outcome::Skipped {
            message: format!("{other}: {reasons}"),
        },
    };
    Case {
        name: attempt.question_id.clone(),
        outcome,
    }
}

fn gate_case(gate: &Gate) -> Case {
    let name = match gate.repetition {
        Some(repetition) => format!("{} repetition {repetition}", gate.id),
        None => gate.id.clone(),
    };
    let outcome = if gate.passed {
        Outcome::Passed
    } else {
        Outcome::Failed {
            kind: gate.id.clone(),
            message: gate.message.clone(),
            text: String::new(),
        }
    };
    Case { name, outcome }
}

fn write(suites: &[Suite]) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let sum = |count: fn(&Outcome) -> bool| suites.iter().map(|suite| suite.count(count)).sum();
    let counts = [sum(|_| true), sum(is_failed), sum(is_skipped)];
    writer.write_event(Event::Start(counted("testsuites", "proofmark", counts)))?;
    for suite in suites {
        let counts = [
            suite.count(|_| true),
            suite.count(is_failed),
            suite.count(is_skipped),
        ];
        writer.write_event(Event::Start(counted("testsuite", &suite.name, counts)))?;
        for case in &suite.cases {
            write_case(&mut writer, &suite.name, case)?;
        }
        writer.write_event(Event::End(BytesEnd::new("testsuite")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuites")))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn counted(
    tag: &'static str,
    name: &str,
    [tests, failed, skipped]: [usize; 3],
) -> BytesStart<'static> {
    let mut start = BytesStart::new(tag);
    attribute(&mut start, "name", name);
    attribute(&mut start, "tests", &tests.to_string());
    attribute(&mut start, "failures", &failed.to_string());
    attribute(&mut start, "errors", "0");
    attribute(&mut start, "skipped", &skipped.to_string());
    start
}

fn write_case(writer: &mut Writer<Vec<u8>>, suite: &str, case: &Case) -> std::io::Result<()> {
    let mut start = BytesStart::new("testcase");
    attribute(&mut start, "classname", suite);
    attribute(&mut start, "name", &case.name);
    match &case.outcome {
        Outcome::Passed => return writer.write_event(Event::Empty(start)),
        Outcome::Failed {
            kind,
            message,
            text,
        } => {
            writer.write_event(Event::Start(start))?;
            let mut failure = BytesStart::new("failure");
            attribute(&mut failure, "type", kind);
            attribute(&mut failure, "message", message);
            writer.write_event(Event::Start(failure))?;
            writer.write_event(Event::Text(BytesText::new(&legal(text))))?;
            writer.write_event(Event::End(BytesEnd::new("failure")))?;
        }
        Outcome::Skipped { message } => {
            writer.write_event(Event::Start(start))?;
            let mut skipped = BytesStart::new("skipped");
            attribute(&mut skipped, "message", message);
            writer.write_event(Event::Empty(skipped))?;
        }
    }
    writer.write_event(Event::End(BytesEnd::new("testcase")))
}

fn attribute(start: &mut BytesStart<'_>, name: &str, value: &str) {
    // A line break in an attribute would be read as a blank anyway.
    let value = legal(value).replace(['\n', '\r', '\t'], " ");
    start.push_attribute((name, value.as_str()));
}

/// Replaces the chars that XML 1.0 does not allow, even escaped.
fn legal(text: &str) -> String {
    let replace = |char: char| match char {
        '\t' | '\n' | '\r' => char,
        '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        char => char,
    };
    text.chars().map(replace).collect()
}
