//! Reads scoring cases and judges their attempts.

use std::collections::BTreeMap;
use std::sync::Arc;

use proofmark_ground::{Library, State};
use proofmark_score::{
    Adapter, Anchor, AnswerScope, Attempt, BankDocument, Claim, Composition, Evidence, FieldKind,
    FieldType, JudgedAttempt, Question, QuestionContext, SourceCard, judge_attempt, parse_answer,
};
use proofmark_text::Document;
use serde_json::Value;

/// One case, ready to be judged.
pub(crate) struct Case {
    pub(crate) library: Library,
    pub(crate) documents: Vec<BankDocument>,
    pub(crate) question: Question,
    pub(crate) anchors: BTreeMap<String, Vec<Anchor>>,
    pub(crate) attempt: Attempt,
    pub(crate) expect: Value,
    pub(crate) title: String,
}

/// The cases of a file in `tests/cases`.
pub(crate) fn read_cases(file: &str) -> Vec<Case> {
    let path = format!("{}/../../tests/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let cases: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let cases = cases.as_array().expect("the file holds an array");
    cases
        .iter()
        .enumerate()
        .map(|(at, case)| read_case(at, case))
        .collect()
}

fn read_case(at: usize, case: &Value) -> Case {
    let mut library = Library::new();
    let mut documents = Vec::new();
    for (id, pages) in case["documents"].as_object().expect("documents") {
        let text: Vec<&str> = pages
            .as_array()
            .expect("pages")
            .iter()
            .map(|p| p.as_str().expect("text"))
            .collect();
        library.insert(
            id.clone(),
            Arc::new(Document::from_plain_text(&text.join("\u{c}"))),
            None,
        );
        documents.push(BankDocument {
            id: id.clone(),
            file: format!("{id}.txt"),
            sha256: None,
        });
    }
    let question = read_question(&case["question"]);
    let anchors = ground(&question, &library);
    let attempt = read_attempt(&question, &case["attempt"]);
    let title = format!("#{at} {}: {}", string(&case["rule"]), string(&case["why"]));
    Case {
        library,
        documents,
        question,
        anchors,
        attempt,
        expect: case["expect"].clone(),
        title,
    }
}

/// Grounds the evidence of a question as bank validation does.
pub(crate) fn ground(question: &Question, library: &Library) -> BTreeMap<String, Vec<Anchor>> {
    let mut anchors: BTreeMap<String, Vec<Anchor>> = BTreeMap::new();
    for claim in &question.claims {
        for evidence in &claim.evidence {
            let grounding = library.locate(&evidence.document, &evidence.quote);
            assert_eq!(
                grounding.state,
                State::Located,
                "evidence {:?}",
                evidence.quote
            );
            anchors.entry(claim.id.clone()).or_default().push(Anchor {
                document: evidence.document.clone(),
                span: grounding.spans[0],
            });
        }
    }
    anchors
}

impl Case {
    /// Judges the attempt.
    pub(crate) fn judge(&self) -> JudgedAttempt {
        let parsed = parse_answer(&self.question, &self.documents, &self.attempt, None);
        let context = QuestionContext {
            question: &self.question,
            documents: &self.documents,
            anchors: &self.anchors,
        };
        judge_attempt(context, &self.attempt, parsed.as_ref(), &self.library)
    }

    /// Judges the attempt with another raw text.
    #[allow(
        dead_code,
        reason = "used by one of the test binaries that share this module"
    )]
    pub(crate) fn judge_raw(&mut self, raw: &str) -> JudgedAttempt {
        self.attempt.raw = Some(raw.to_owned());
        self.judge()
    }
}

/// What of a case's expectation does not hold.
pub(crate) fn differences(expect: &Value, judged: &JudgedAttempt) -> Vec<String> {
    let mut found = Vec::new();
    let mut check = |key: &str, is: String, should: String| {
        if is != should {
            found.push(format!("{key}: {is}, expected {should}"));
        }
    };
    for (key, should) in expect.as_object().expect("an object of expectations") {
        match key.as_str() {
            "verdict" => check(key, judged.verdict.code().into(), string(should)),
            "completeness" => check(key, judged.completeness.code().into(), string(should)),
            "support" => check(key, judged.support.code().into(), string(should)),
            "reasons_include" => {
                for code in strings(should) {
                    let has = judged
                        .reasons
                        .iter()
                        .any(|reason| reason.code.code() == code);
                    check(
                        key,
                        if has {
                            code.clone()
                        } else {
                            "without it".into()
                        },
                        code,
                    );
                }
            }
            "reasons_exclude" => {
                for code in strings(should) {
                    let has = judged
                        .reasons
                        .iter()
                        .any(|reason| reason.code.code() == code);
                    check(
                        key,
                        if has { code.clone() } else { String::new() },
                        String::new(),
                    );
                }
            }
            "stated" => {
                for (id, state) in should.as_object().expect("states by claim id") {
                    let obligation = judged
                        .fields
                        .iter()
                        .flat_map(|field| &field.obligations)
                        .find(|obligation| obligation.id == *id);
                    let is = obligation.map_or("absent", |o| o.stated.code());
                    check(&format!("stated {id}"), is.into(), string(state));
                }
            }
            "citations" => {
                let states: Vec<&str> = judged.citations.iter().map(|c| c.state.code()).collect();
                check(key, states.join(" "), strings(should).join(" "));
            }
            other => check(other, "unknown".into(), "a known key".into()),
        }
    }
    found
}

fn read_question(value: &Value) -> Question {
    let list = |key: &str| value[key].as_array().cloned().unwrap_or_default();
    let object = |key: &str| value[key].as_object().cloned().unwrap_or_default();
    Question {
        id: string(&value["id"]),
        question: string(&value["question"]),
        required_fields: strings(&value["required_fields"]),
        is_unanswerable: value["expected_abstention"].as_bool().unwrap_or_default(),
        field_types: object("field_types")
            .iter()
            .map(|(f, t)| (f.clone(), read_type(t)))
            .collect(),
        claims: list("essential_claims").iter().map(read_claim).collect(),
        compositions: object("accepted_field_answers")
            .iter()
            .map(|(field, list)| {
                let list = list.as_array().expect("compositions");
                (field.clone(), list.iter().map(read_composition).collect())
            })
            .collect(),
    }
}

fn read_type(value: &Value) -> FieldType {
    let (kind, noun) = match value {
        Value::Object(typed) => (
            string(&typed["type"]),
            typed["noun"].as_str().map(str::to_owned),
        ),
        kind => (string(kind), None),
    };
    let kind = match kind.as_str() {
        "text" => FieldKind::Text,
        "person" => FieldKind::Person,
        "interval" => FieldKind::Interval,
        "duration" => FieldKind::Duration,
        "count" => FieldKind::Count,
        "cap" => FieldKind::Cap,
        "minimum" => FieldKind::Minimum,
        "date" => FieldKind::Date,
        "time" => FieldKind::Time,
        "quantity" => FieldKind::Quantity,
        other => panic!("no kind {other}"),
    };
    FieldType { kind, noun }
}

fn read_claim(value: &Value) -> Claim {
    let evidence = match &value["evidence"] {
        Value::Array(list) => list.iter().map(read_evidence).collect(),
        one => vec![read_evidence(one)],
    };
    Claim {
        id: string(&value["id"]),
        field: string(&value["field"]),
        description: string(&value["description"]),
        value: string(&value["value"]),
        accepted_values: strings(&value["accepted_values"]),
        scope: match value["answer_scope"].as_str() {
            Some("explicit") => AnswerScope::Explicit,
            _ => AnswerScope::Field,
        },
        role_phrases: strings(&value["role_phrases"]),
        evidence,
    }
}

fn read_evidence(value: &Value) -> Evidence {
    Evidence {
        document: string(&value["document"]),
        quote: string(&value["quote"]),
        page: value["page"].as_u64(),
        offsets: Vec::new(),
        is_page_based: false,
    }
}

fn read_composition(value: &Value) -> Composition {
    match value {
        Value::String(text) => Composition::Literal(text.clone()),
        object => Composition::Attested {
            text: string(&object["text"]),
            obligation_ids: strings(&object["obligation_ids"]),
            completeness_note: string(&object["completeness_note"]),
        },
    }
}

fn read_attempt(question: &Question, value: &Value) -> Attempt {
    let cards = value["source_cards"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    Attempt {
        workflow: "w".to_owned(),
        repetition: 1,
        question_id: question.id.clone(),
        adapter: match value["adapter"].as_str() {
            Some("structured-json") => Adapter::StructuredJson,
            _ => Adapter::LabelledText,
        },
        raw: value["raw"].as_str().map(str::to_owned),
        error: value["error"].as_str().map(str::to_owned),
        produced_at: None,
        source_cards: cards
            .iter()
            .map(|card| SourceCard {
                document: card["document"].as_str().map(str::to_owned),
                page: Some(card["page"].to_string()),
                quote: card["quote"].as_str().map(str::to_owned),
            })
            .collect(),
        bank_sha256: None,
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .map(|list| list.iter().map(string).collect())
        .unwrap_or_default()
}
