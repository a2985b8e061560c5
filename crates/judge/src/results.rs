//! A judge's results, read strictly: what cannot be used is a finding, never a guess.

use std::collections::BTreeSet;

use proofmark_json::{Node, Object, Value};

use crate::finding::{Code, Finding};

/// What a judge says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// A saved page says so.
    Grounded,
    /// A saved page says something else.
    NotGrounded,
    /// No saved page says anything of it.
    SourceSilent,
}

impl Verdict {
    /// All three, in the order of every table.
    pub const ALL: [Self; 3] = [Self::Grounded, Self::NotGrounded, Self::SourceSilent];

    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Grounded => "grounded",
            Self::NotGrounded => "not_grounded",
            Self::SourceSilent => "source_silent",
        }
    }

    /// The verdict of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.code() == code)
    }
}

/// A calibration rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A bound that tells far too little.
    R1,
    /// Absence from a list that names every member.
    R2,
    /// A frame or unit that has been replaced.
    R3,
    /// A row of the past.
    R4,
    /// Two expressions of one fact.
    R5,
    /// A further case left out.
    R6,
    /// The page that documents it; illustrative numbers.
    R7,
}

impl Rule {
    /// All rules in order.
    pub const ALL: [Self; 7] = [
        Self::R1,
        Self::R2,
        Self::R3,
        Self::R4,
        Self::R5,
        Self::R6,
        Self::R7,
    ];

    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::R1 => "R1",
            Self::R2 => "R2",
            Self::R3 => "R3",
            Self::R4 => "R4",
            Self::R5 => "R5",
            Self::R6 => "R6",
            Self::R7 => "R7",
        }
    }

    /// The rule of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }
}

/// A judge's answer to one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Id of the claim.
    pub id: String,
    /// The verdict; `None` when the file has none of the three.
    pub verdict: Option<Verdict>,
    /// The rule that governed, if any.
    pub rule: Option<Rule>,
    /// The page used.
    pub evidence_url: String,
    /// The words that decided.
    pub evidence_quote: String,
    /// The judge's argument.
    pub reason: String,
}

/// The answers to one batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerBatch {
    /// The batch's file.
    pub file: String,
    /// The answers in file order.
    pub answers: Vec<Answer>,
}

/// A results file: one batch or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// What could be read.
    pub batches: Vec<AnswerBatch>,
    /// What is wrong with the form.
    pub findings: Vec<Finding>,
}

const ANSWER_KEYS: [&str; 6] = [
    "id",
    "judge_verdict",
    "rule",
    "evidence_url",
    "evidence_quote",
    "reason",
];

/// Reads a results file. Never fails: a file that is no results file is a finding, with no batches.
pub fn read_results(bytes: &[u8]) -> Results {
    let mut results = Results::default();
    let node = match proofmark_json::parse(bytes) {
        Ok(node) => node,
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            let is_fenced = text
                .trim_start_matches('\u{feff}')
                .trim_start()
                .starts_with("```")
                || text
                    .lines()
                    .any(|line| line.trim_start().starts_with("```"));
            results.findings.push(if is_fenced {
                Finding::new(
                    Code::Fenced,
                    "",
                    "the file stands in a code fence; hand in the JSON alone",
                )
            } else {
                Finding::new(
                    Code::NotJson,
                    "",
                    format!(
                        "the file is no JSON ({error}); hand in one JSON text and nothing else"
                    ),
                )
            });
            return results;
        }
    };
    for duplicate in node.duplicates() {
        results.findings.push(Finding::new(
            Code::ExtraKey,
            "",
            format!(
                "the key {:?} stands twice ({}); keep one",
                duplicate.key, duplicate.pointer
            ),
        ));
    }
    match &node.value {
        Value::Array(items) => {
            for item in items {
                batch(item, &mut results);
            }
        }
        _ => batch(&node, &mut results),
    }
    results
}

fn batch(node: &Node, results: &mut Results) {
    let Some(object) = node.value.as_object() else {
        results.findings.push(Finding::new(
            Code::NotJson,
            "",
            format!(
                "expected an object with `file` and `results`, found {}",
                node.value.kind()
            ),
        ));
        return;
    };
    extra_keys(object, &["file", "results"], "", &mut results.findings);
    let file = text(object, "file");
    if file.is_none() {
        results.findings.push(Finding::new(
            Code::MissingKey,
            "",
            "a batch lacks `file`, a string; name the batch",
        ));
    }
    let mut answers = Vec::new();
    match object.get("results").map(|node| &node.value) {
        Some(Value::Array(items)) => {
            for item in items {
                answers.extend(answer(item, &mut results.findings));
            }
        }
        _ => results.findings.push(Finding::new(
            Code::MissingKey,
            "",
            "a batch lacks `results`, an array",
        )),
    }
    results.batches.push(AnswerBatch {
        file: file.unwrap_or_default().to_owned(),
        answers,
    });
}

fn answer(node: &Node, findings: &mut Vec<Finding>) -> Option<Answer> {
    let Some(object) = node.value.as_object() else {
        findings.push(Finding::new(
            Code::NotJson,
            "",
            format!("expected a result object, found {}", node.value.kind()),
        ));
        return None;
    };
    let Some(id) = text(object, "id") else {
        findings.push(Finding::new(
            Code::UnknownId,
            "",
            "a result lacks `id`, a string; give the claim's id",
        ));
        return None;
    };
    extra_keys(object, &ANSWER_KEYS, id, findings);
    let verdict = text(object, "judge_verdict").and_then(Verdict::from_code);
    if verdict.is_none() {
        let found = text(object, "judge_verdict").unwrap_or("nothing");
        findings.push(Finding::new(
            Code::BadVerdict,
            id,
            format!("the verdict is {found:?}; write grounded, not_grounded or source_silent"),
        ));
    }
    let rule_text = text(object, "rule");
    let rule = rule_text.and_then(Rule::from_code);
    if rule.is_none() && rule_text != Some("") {
        let found = rule_text.unwrap_or("nothing");
        findings.push(Finding::new(
            Code::BadRule,
            id,
            format!("the rule is {found:?}; write R1 to R7, or leave it empty"),
        ));
    }
    let mut field = |key: &str| {
        let found = text(object, key);
        if found.is_none() {
            findings.push(Finding::new(Code::MissingKey, id, format!("`{key}` is missing or no string; give a string, empty where there is nothing to say")));
        }
        found.unwrap_or_default().to_owned()
    };
    Some(Answer {
        evidence_url: field("evidence_url"),
        evidence_quote: field("evidence_quote"),
        reason: field("reason"),
        id: id.to_owned(),
        verdict,
        rule,
    })
}

fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    object.get(key).and_then(|node| node.value.as_str())
}

fn extra_keys(object: &Object, known: &[&str], id: &str, findings: &mut Vec<Finding>) {
    let extra: BTreeSet<&str> = object
        .members
        .iter()
        .map(|member| member.key.as_str())
        .filter(|key| !known.contains(key))
        .collect();
    for key in extra {
        findings.push(Finding::new(
            Code::ExtraKey,
            id,
            format!("unknown key {key:?}; take it out"),
        ));
    }
}
