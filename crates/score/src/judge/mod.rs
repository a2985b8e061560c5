//! Judges one attempt: is every requested fact stated in the prose, and is each supported by a citation
//! of its registered evidence? The two axes are judged apart; neither can pay for the other.

mod absent;
mod aliases;
#[cfg(test)]
mod asked;
#[cfg(test)]
mod citation_tests;
mod citations;
mod contradiction;
mod decline;
mod explain;
mod explain_citations;
mod field;
mod operators;
mod pattern;
mod prose;
mod rates;
#[cfg(test)]
mod reading_tests;
mod residue;
mod roles;
mod support;
mod surroundings;
mod turned;
mod values;
#[cfg(test)]
mod verdict_tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use proofmark_ground::{Library, Span};
use proofmark_text::TextRange;

use crate::adapter::{Unreadable, resolve_document};
use crate::attempt::{Attempt, ParsedAnswer};
use crate::bank::{BankDocument, Question};
use crate::reason::ReasonCode;
use crate::verdict::{
    JudgedAttempt, JudgedField, JudgedObligation, Mark, Reason, Stated, Support, Verdict,
};

use absent::{gives_value, judge_declining_text, judge_unlabelled};
use citations::{CitationVerdict, judge_citation};
use field::{FieldCase, Finding, TextVerdict, judge_text};
use prose::{MAX_TOKENS, Prose, is_long};
use residue::{Context, find_residue};
use support::judge_support;
pub(crate) use words::words;

/// A registered passage at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Id of the document.
    pub document: String,
    /// Where it stands in that document's raw text.
    pub span: Span,
}

/// What judging an answer to one question needs of the bank.
#[derive(Clone, Copy, Debug)]
pub struct QuestionContext<'a> {
    /// The question.
    pub question: &'a Question,
    /// The bank's documents.
    pub documents: &'a [BankDocument],
    /// The grounded evidence of each obligation, by its id.
    pub anchors: &'a BTreeMap<String, Vec<Anchor>>,
}

/// A question with everything that is read off the bank for it, so that many attempts can be judged.
pub struct PreparedQuestion<'a> {
    context: QuestionContext<'a>,
    cases: Vec<FieldCase<'a>>,
}

impl<'a> PreparedQuestion<'a> {
    /// Reads the question's wordings and values.
    pub fn new(context: QuestionContext<'a>) -> Self {
        let fields = context.question.required_fields.iter();
        Self {
            context,
            cases: fields.map(|field| FieldCase::new(context, field)).collect(),
        }
    }

    /// Judges an attempt that is there. `parsed` is what its adapter made of it; an attempt with a recorded
    /// error, without output or in an unreadable form fails on both axes.
    pub fn judge(
        &self,
        attempt: &Attempt,
        parsed: Result<&ParsedAnswer, &Unreadable>,
        library: &Library,
    ) -> JudgedAttempt {
        if let Some(error) = &attempt.error {
            let sentence = explain::errored_attempt(error);
            return judge_failed(self.context.question, ReasonCode::ErroredAttempt, sentence);
        }
        match parsed {
            Ok(parsed) => judge_parsed(self, parsed, library),
            Err(unreadable) => {
                let sentence = explain::unreadable(&unreadable.to_string());
                judge_failed(
                    self.context.question,
                    ReasonCode::UnreadableOutput,
                    sentence,
                )
            }
        }
    }
}

impl std::fmt::Debug for PreparedQuestion<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PreparedQuestion")
            .field("question", &self.context.question.id)
            .finish_non_exhaustive()
    }
}

/// Judges one attempt, as [`PreparedQuestion::judge`] does.
pub fn judge_attempt(
    context: QuestionContext<'_>,
    attempt: &Attempt,
    parsed: Result<&ParsedAnswer, &Unreadable>,
    library: &Library,
) -> JudgedAttempt {
    PreparedQuestion::new(context).judge(attempt, parsed, library)
}

/// Judges a planned attempt that the outputs do not hold.
pub fn judge_missing(question: &Question) -> JudgedAttempt {
    judge_failed(
        question,
        ReasonCode::MissingAttempt,
        explain::missing_attempt(),
    )
}

/// An attempt without an answer: both axes fail, nothing is stated or supported.
fn judge_failed(question: &Question, code: ReasonCode, sentence: String) -> JudgedAttempt {
    let fields = question
        .required_fields
        .iter()
        .map(|field| JudgedField {
            field: field.clone(),
            text: String::new(),
            completeness: Verdict::Fail,
            obligations: claims_of(question, field)
                .map(|claim| JudgedObligation {
                    id: claim.id.clone(),
                    stated: Stated::Missing,
                    support: Support::Unsupported,
                    matched_alias: None,
                })
                .collect(),
            marks: Vec::new(),
        })
        .collect();
    let reason = Reason {
        code,
        weight: Verdict::Fail,
        field_idx: None,
        claim_id: None,
        citation_idx: None,
        sentence,
    };
    JudgedAttempt {
        verdict: Verdict::Fail,
        completeness: Verdict::Fail,
        support: Verdict::Fail,
        reasons: vec![reason],
        fields,
        citations: Vec::new(),
        segments: Vec::new(),
        is_declined: false,
    }
}

/// The obligations of a field, in bank order.
fn claims_of<'q>(
    question: &'q Question,
    field: &str,
) -> impl Iterator<Item = &'q crate::bank::Claim> {
    question
        .claims
        .iter()
        .filter(move |claim| claim.field == field)
}

fn judge_parsed(
    prepared: &PreparedQuestion<'_>,
    parsed: &ParsedAnswer,
    library: &Library,
) -> JudgedAttempt {
    let PreparedQuestion { context, cases } = prepared;
    let context = *context;
    let question = context.question;
    let mut reasons = Vec::new();
    let mut judged: Vec<FieldVerdict> = cases
        .iter()
        .enumerate()
        .map(|(field_idx, case)| judge_field(question, case, field_idx, parsed, library))
        .collect();
    let is_declined = !judged.is_empty() && judged.iter().all(|field| field.is_decline);
    for (field_idx, field) in judged.iter_mut().enumerate() {
        let findings = std::mem::take(&mut field.findings);
        reasons.extend(
            findings
                .into_iter()
                .map(|finding| reason(finding, Some(field_idx))),
        );
    }
    let mut completeness = judged
        .iter()
        .map(|field| field.completeness)
        .max()
        .unwrap_or(Verdict::Pass);
    let (whole, whole_verdict) = judge_whole(question, cases, &judged, parsed);
    if let Some(verdict) = whole_verdict {
        // An answer without labels is judged as a whole; that its fields are missing follows from it.
        completeness = verdict;
        reasons.retain(|reason| reason.code != ReasonCode::Incomplete);
        judged
            .iter_mut()
            .for_each(|field| field.completeness = verdict);
    }
    completeness = whole
        .iter()
        .map(|finding| finding.weight)
        .fold(completeness, Verdict::max);
    reasons.extend(whole.into_iter().map(|finding| reason(finding, None)));

    let verdicts: Vec<CitationVerdict> = parsed
        .citations
        .iter()
        .map(|emitted| {
            let case = emitted.field_idx.and_then(|idx| cases.get(idx));
            judge_citation(&context, case, emitted, library)
        })
        .collect();
    let support = judge_support(
        context,
        cases,
        &mut judged,
        &verdicts,
        parsed,
        library,
        &mut reasons,
    );
    JudgedAttempt {
        verdict: completeness.max(support),
        completeness,
        support,
        reasons,
        fields: judged.into_iter().map(|field| field.judged()).collect(),
        citations: verdicts.into_iter().map(|v| v.judged).collect(),
        segments: parsed.segments.clone(),
        is_declined,
    }
}

/// The verdict on a field before its citations are known.
struct FieldVerdict {
    name: String,
    text: String,
    completeness: Verdict,
    obligations: Vec<JudgedObligation>,
    marks: Vec<Mark>,
    findings: Vec<Finding>,
    is_decline: bool,
    /// Whether any text under the field gives or guesses a value where it should decline.
    gives_value: bool,
    /// Whether any text under the field is a clean decline.
    has_decline: bool,
}

impl FieldVerdict {
    fn judged(self) -> JudgedField {
        JudgedField {
            field: self.name,
            text: self.text,
            completeness: self.completeness,
            obligations: self.obligations,
            marks: self.marks,
        }
    }
}

fn judge_field(
    question: &Question,
    case: &FieldCase<'_>,
    field_idx: usize,
    parsed: &ParsedAnswer,
    library: &Library,
) -> FieldVerdict {
    let texts = distinct_texts(parsed, field_idx);
    let verdicts: Vec<TextVerdict> = texts
        .iter()
        .map(|text| {
            if question.is_unanswerable {
                judge_declining_text(case, text)
            } else {
                judge_text(case, text, library)
            }
        })
        .collect();
    let mut field = FieldVerdict {
        name: case.name.to_owned(),
        text: texts.join("\n"),
        completeness: verdicts
            .iter()
            .map(|v| v.completeness)
            .max()
            .unwrap_or(Verdict::Fail),
        obligations: obligations_of(case, &verdicts),
        marks: Vec::new(),
        findings: Vec::new(),
        is_decline: !verdicts.is_empty() && verdicts.iter().all(|v| v.is_decline),
        gives_value: verdicts.iter().any(gives_value),
        has_decline: verdicts.iter().any(|v| v.is_decline),
    };
    let mut offset = 0;
    for (text, verdict) in texts.iter().zip(&verdicts) {
        field.marks.extend(verdict.marks.iter().map(|mark| Mark {
            range: TextRange::new(mark.range.start() + offset, mark.range.end() + offset),
            ..mark.clone()
        }));
        offset += text.len() + 1;
    }
    let is_contradicting = verdicts.iter().any(|v| v.is_contradicting);
    match verdicts.len() {
        0 => field.findings.push(Finding {
            code: ReasonCode::Incomplete,
            weight: Verdict::Fail,
            claim_id: None,
            sentence: explain::missing_field(case.name),
        }),
        1 => field
            .findings
            .extend(verdicts.into_iter().flat_map(|v| v.findings)),
        // Different texts under one label (S-8): nobody can say which of them is the answer, so that
        // only a contradiction is definite.
        _ => {
            let is_definite = is_contradicting || field.gives_value;
            field.completeness = if is_definite {
                Verdict::Fail
            } else {
                Verdict::Unresolved
            };
            field.findings.push(Finding {
                code: ReasonCode::DuplicateLabel,
                weight: Verdict::Unresolved,
                claim_id: None,
                sentence: explain::duplicate_label(case.name, &texts),
            });
            let findings = verdicts.into_iter().flat_map(|v| v.findings);
            field
                .findings
                .extend(findings.filter(|f| is_definite_code(f.code)));
        }
    }
    field
}

/// Whether a code is definite wherever it is found, even under a label that stands twice.
fn is_definite_code(code: ReasonCode) -> bool {
    matches!(
        code,
        ReasonCode::ValueConflict
            | ReasonCode::OperatorConflict
            | ReasonCode::HedgedValues
            | ReasonCode::RoleSwap
            | ReasonCode::SuppliedValue
            | ReasonCode::Speculation
    )
}

/// Most texts under one label that are judged; of so many nobody can say which is the answer.
const MAX_TEXTS: usize = 64;

/// The texts under a field's labels, up to [`MAX_TEXTS`]: empty ones beside others and repetitions left
/// out.
fn distinct_texts(parsed: &ParsedAnswer, field_idx: usize) -> Vec<&str> {
    let mut texts: Vec<&str> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut empty = None;
    for field in parsed
        .fields
        .iter()
        .filter(|field| field.field_idx == field_idx)
    {
        let key = if is_long(&field.prose) {
            field.prose.clone()
        } else {
            Prose::new(&field.prose).keys().join("\n")
        };
        if key.is_empty() {
            empty = empty.or(Some(field.prose.as_str()));
        } else if seen.insert(key) {
            texts.push(&field.prose);
            if texts.len() == MAX_TEXTS {
                break;
            }
        }
    }
    if texts.is_empty() {
        texts.extend(empty);
    }
    texts
}

/// What the texts of a field say of each obligation: what contradicts it stands above what states it.
fn obligations_of(case: &FieldCase<'_>, verdicts: &[TextVerdict]) -> Vec<JudgedObligation> {
    let order = [Stated::Contradicted, Stated::Stated, Stated::Unregistered];
    case.claims
        .iter()
        .enumerate()
        .map(|(claim_idx, claim)| {
            let all = || verdicts.iter().filter_map(|v| v.stated.get(claim_idx));
            let stated = order
                .into_iter()
                .find(|state| all().any(|(s, _)| s == state))
                .unwrap_or(Stated::Missing);
            JudgedObligation {
                id: claim.id.clone(),
                stated,
                support: Support::Unsupported,
                matched_alias: all()
                    .find(|(s, _)| *s == stated)
                    .and_then(|(_, alias)| alias.clone()),
            }
        })
        .collect()
}

/// What concerns no single field: prose outside the fields, and for unanswerable questions how the
/// fields go together. The second part is set where the answer as a whole decides completeness.
fn judge_whole(
    question: &Question,
    cases: &[FieldCase<'_>],
    judged: &[FieldVerdict],
    parsed: &ParsedAnswer,
) -> (Vec<Finding>, Option<Verdict>) {
    let mut findings = Vec::new();
    if question.is_unanswerable {
        let is_unlabelled = parsed.fields.is_empty();
        if let (true, Some(case)) = (is_unlabelled, cases.first())
            && let Some(finding) = judge_unlabelled(question, case, &parsed.extra)
        {
            let verdict = finding.weight;
            return (vec![finding], Some(verdict));
        }
        let declined = judged.iter().find(|field| field.has_decline);
        let supplied = judged.iter().find(|field| field.gives_value);
        if let (Some(declined), Some(supplied)) = (declined, supplied) {
            findings.push(Finding {
                code: ReasonCode::MixedDecline,
                weight: Verdict::Fail,
                claim_id: None,
                sentence: explain::mixed_decline(&declined.name, &supplied.name),
            });
        }
    }
    findings.extend(extra_content(question, parsed));
    (findings, None)
}

/// Prose outside every requested field that says something (S-8).
fn extra_content(question: &Question, parsed: &ParsedAnswer) -> Vec<Finding> {
    let context = Context::new(&question.required_fields.join(" "), &question.question);
    parsed
        .extra
        .iter()
        .filter(|text| {
            if is_long(text) {
                return true;
            }
            let prose = Prose::new(text);
            if prose.len() > MAX_TOKENS {
                return true;
            }
            let operators = operators::Operators::new(&prose);
            !find_residue(&prose, &[], &context, &operators, None).is_empty()
        })
        .map(|text| Finding {
            code: ReasonCode::ExtraContent,
            weight: Verdict::Unresolved,
            claim_id: None,
            sentence: explain::extra_content(text),
        })
        .collect()
}

fn reason(finding: Finding, field_idx: Option<usize>) -> Reason {
    Reason {
        code: finding.code,
        weight: finding.weight,
        field_idx,
        claim_id: finding.claim_id,
        citation_idx: None,
        sentence: finding.sentence,
    }
}
