//! A question about two small documents, for the tests of whole verdicts.

use std::collections::BTreeMap;
use std::sync::Arc;

use proofmark_ground::Library;
use proofmark_text::Document;

use crate::attempt::{Adapter, Attempt};
use crate::bank::{
    AnswerScope, Bank, BankDocument, Claim, Evidence, FieldKind, FieldType, Question,
};
use crate::validate::ValidBank;
use crate::verdict::JudgedAttempt;

use super::judge_attempt;

const GUIDE: &str = "The pump runs every 20 minutes. The entrance charge is £8 per adult.\n\
    The crossing stage lasts 90 minutes and the boarding stage lasts 15 minutes.\n\
    \u{c}The entrance charge was £5 per adult in 1998. The charge was £4 for the lift. The lift cost £3.\n\
    The entrance charge was £6 or £7 at times. The entrance charge is not £2. The entrance charge is £3 per car.\n\
    Call the office. Call the office. Ring the bell twice a day. Ring the bell twice a day.\n";
const ANNEX: &str = "The annex is small. Its door is blue and its roof is red.\n";

/// A question about the two documents, with one line for each of its obligations: id, wordings parted
/// by `|`, role phrase, and evidence.
pub(super) struct Asked {
    pub(super) field: &'static str,
    pub(super) question: &'static str,
    pub(super) kind: FieldKind,
    pub(super) claims: &'static [[&'static str; 4]],
}

impl Asked {
    pub(super) fn judge(&self, raw: &str) -> JudgedAttempt {
        let mut library = Library::new();
        for (id, text) in [("guide", GUIDE), ("annex", ANNEX)] {
            library.insert(id, Arc::new(Document::from_plain_text(text)), None);
        }
        let document = |id: &str| BankDocument {
            id: id.into(),
            file: format!("{id}.txt"),
            sha256: None,
        };
        let claim = |[id, wordings, role, quote]: &[&str; 4]| {
            let accepted: Vec<String> = wordings.split('|').map(str::to_owned).collect();
            Claim {
                id: (*id).into(),
                field: self.field.into(),
                description: String::new(),
                value: accepted[0].clone(),
                accepted_values: accepted,
                scope: AnswerScope::Field,
                role_phrases: Some((*role).to_owned())
                    .filter(|r| !r.is_empty())
                    .into_iter()
                    .collect(),
                evidence: vec![Evidence {
                    document: "guide".into(),
                    quote: (*quote).into(),
                    page: None,
                    offsets: Vec::new(),
                    is_page_based: false,
                }],
            }
        };
        let field_type = FieldType {
            kind: self.kind,
            noun: None,
        };
        let question = Question {
            id: "q".into(),
            question: self.question.into(),
            required_fields: vec![self.field.into()],
            is_unanswerable: self.claims.is_empty(),
            field_types: BTreeMap::from([(self.field.to_owned(), field_type)]),
            claims: self.claims.iter().map(claim).collect(),
            compositions: BTreeMap::new(),
        };
        let mut anchors = BTreeMap::new();
        for claim in &question.claims {
            let found = library.locate("guide", &claim.evidence[0].quote);
            let span = *found.spans.first().expect("the evidence is located");
            let document = "guide".to_owned();
            anchors.insert(claim.id.clone(), vec![super::Anchor { document, span }]);
        }
        let bank = ValidBank {
            bank: Bank {
                contract: "1.5.0".into(),
                title: String::new(),
                documents: vec![document("guide"), document("annex")],
                questions: vec![question],
                freeze: None,
                content_sha256: String::new(),
            },
            anchors,
            is_frozen: false,
        };
        let attempt = Attempt {
            workflow: "w".into(),
            repetition: 1,
            question_id: "q".into(),
            adapter: Adapter::LabelledText,
            raw: Some(raw.into()),
            error: None,
            produced_at: None,
            source_cards: Vec::new(),
            bank_sha256: None,
        };
        let question = &bank.bank.questions[0];
        let parsed = crate::adapter::parse_answer(question, &bank.bank.documents, &attempt, None);
        judge_attempt(bank.context(question), &attempt, parsed.as_ref(), &library)
    }

    /// The states of the obligations, the codes that speak of the prose, and, where a second slash
    /// stands in `expected`, the marked stretches.
    #[track_caller]
    pub(super) fn check(&self, raw: &str, expected: &str) {
        let judged = self.judge(raw);
        let field = &judged.fields[0];
        let states: Vec<&str> = field.obligations.iter().map(|o| o.stated.code()).collect();
        let reasons = judged.reasons.iter().filter(|r| r.citation_idx.is_none());
        let codes: Vec<&str> = reasons
            .map(|r| r.code.code())
            .filter(|code| *code != "no_citation")
            .collect();
        let marks: Vec<String> = field
            .marks
            .iter()
            .map(|m| {
                let text = &field.text[m.range.start()..m.range.end()];
                format!("{}<{text}>", m.kind.code())
            })
            .collect();
        let all = format!("{} / {}", states.join(" "), codes.join(" "));
        let found = if expected.matches('/').count() > 1 {
            format!("{all} / {}", marks.join(" "))
        } else {
            all
        };
        assert_eq!(found, expected, "{raw}");
    }

    /// The sentence of the first reason of that code.
    pub(super) fn sentence(&self, raw: &str, code: &str) -> String {
        let judged = self.judge(raw);
        let found = judged.reasons.iter().find(|r| r.code.code() == code);
        found
            .unwrap_or_else(|| panic!("no {code} in {:?}", judged.reasons))
            .sentence
            .clone()
    }
}

pub(super) const PUMP: Asked = Asked {
    field: "pump interval",
    question: "How often does the pump run?",
    kind: FieldKind::Interval,
    claims: &[[
        "p",
        "every 20 minutes|20 minutes",
        "",
        "The pump runs every 20 minutes",
    ]],
};

pub(super) const CHARGE: Asked = Asked {
    field: "entrance charge",
    question: "What does a visit cost?",
    kind: FieldKind::Quantity,
    claims: &[[
        "c",
        "£8 per adult|£8",
        "",
        "The entrance charge is £8 per adult",
    ]],
};

pub(super) const STAGES: Asked = Asked {
    field: "stages",
    question: "How long are they?",
    kind: FieldKind::Text,
    claims: &[
        [
            "a",
            "crossing stage lasts 90 minutes|90-minute crossing stage",
            "crossing",
            "The crossing stage lasts 90 minutes",
        ],
        [
            "b",
            "boarding stage lasts 15 minutes|15-minute boarding stage",
            "boarding",
            "the boarding stage lasts 15 minutes",
        ],
    ],
};

pub(super) const PAIR: Asked = Asked {
    field: "stages",
    question: "How long are they?",
    kind: FieldKind::Text,
    claims: &[
        ["a", "90 minutes", "", "The crossing stage lasts 90 minutes"],
        ["b", "15 minutes", "", "the boarding stage lasts 15 minutes"],
    ],
};

pub(super) const CAP: Asked = Asked {
    field: "guests",
    question: "How many may come?",
    kind: FieldKind::Cap,
    claims: &[["g", "4 guests|4", "", "Call the office. Call the office"]],
};
