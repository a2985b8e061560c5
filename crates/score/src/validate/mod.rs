//! Validates a bank: every rule, every error, before anything is measured.

mod aliases;
mod compositions;
mod evidence;
mod wording;

#[cfg(test)]
mod bank_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wording_tests;

use std::collections::BTreeMap;

use proofmark_ground::Library;
use proofmark_json::escape_token;

use crate::bank::{AnswerScope, Bank, Claim, Composition, Question};
use crate::bank_read::{BankRead, read_bank};
use crate::freeze::attestation_gap;
use crate::judge::{Anchor, QuestionContext};
use crate::problem::{BankProblem, ProblemCode as Code, Problems, Subject};
use aliases::{FieldContext, Finding};
use wording::Wording;

/// What a sound bank still rests on; shown wherever a validation is.
pub const WHAT_VALIDATION_LEAVES_OPEN: &str = "The checks are mechanical. Whether a phrase names \
    the right role and whether a paraphrase is true, no check can tell: author and reviewer attest it.";

/// A bank that passed every check, with its passages located.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidBank {
    /// The bank.
    pub bank: Bank,
    /// The anchors of each claim, by claim id, in the order of its evidence. Every claim has one.
    pub anchors: BTreeMap<String, Vec<Anchor>>,
    /// Whether the freeze block has a time and a digest, and the digest is the content's. Only then
    /// can a run qualify.
    pub is_frozen: bool,
}

impl ValidBank {
    /// What judging an answer to one of the bank's questions needs.
    pub fn context<'a>(&'a self, question: &'a Question) -> QuestionContext<'a> {
        QuestionContext {
            question,
            documents: &self.bank.documents,
            anchors: &self.anchors,
        }
    }

    /// The anchors of a claim.
    pub fn anchors_of(&self, claim_id: &str) -> &[Anchor] {
        self.anchors.get(claim_id).map_or(&[], Vec::as_slice)
    }
}

/// What validating a bank says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankCheck {
    /// The bank; only without errors.
    pub bank: Option<ValidBank>,
    /// The errors; any one rejects the bank. Ordered by pointer.
    pub errors: Vec<BankProblem>,
    /// What does not reject the bank. Ordered by pointer.
    pub warnings: Vec<BankProblem>,
}

/// Reads and validates a bank.
///
/// `library` holds the documents under the ids that the bank gives them; `digests` the SHA-256 of each
/// document's file, hexadecimal, by the same ids. A bank document that is in neither was not given.
pub fn validate_bank(
    bank_json: &[u8],
    library: &Library,
    digests: &BTreeMap<String, String>,
) -> BankCheck {
    let mut read = match read_bank(bank_json) {
        Ok(read) => read,
        Err(problems) => {
            return BankCheck {
                bank: None,
                errors: problems.errors,
                warnings: problems.warnings,
            };
        }
    };
    let mut problems = std::mem::take(&mut read.problems);
    check_documents(&read.bank, library, digests, &mut problems);
    let mut anchors = BTreeMap::new();
    for at in 0..read.bank.questions.len() {
        check_question(&read, at, library, &mut anchors, &mut problems);
    }
    let is_frozen = check_freeze(&read.bank, &mut problems);
    let Problems {
        mut errors,
        mut warnings,
    } = problems;
    for list in [&mut errors, &mut warnings] {
        list.sort_by_cached_key(|problem| (place_key(&problem.pointer), problem.code));
        list.dedup();
    }
    let bank = errors.is_empty().then_some(ValidBank {
        bank: read.bank,
        anchors,
        is_frozen,
    });
    BankCheck {
        bank,
        errors,
        warnings,
    }
}

/// Orders pointers by key, and list entries by their numbers.
fn place_key(pointer: &str) -> Vec<(usize, String)> {
    pointer
        .split('/')
        .map(|token| match token.parse::<usize>() {
            Ok(index) => (index, String::new()),
            Err(_) => (0, token.to_owned()),
        })
        .collect()
}

fn check_documents(
    bank: &Bank,
    library: &Library,
    digests: &BTreeMap<String, String>,
    problems: &mut Problems,
) {
    for (at, document) in bank.documents.iter().enumerate() {
        if document.id.is_empty() {
            continue;
        }
        if library.document(&document.id).is_none() {
            let message = format!(
                "the file {:?} of document {:?} was not given; add it to the documents",
                document.file, document.id
            );
            let pointer = format!("/documents/{at}");
            problems.error(Code::AbsentDocument, &Subject::default(), pointer, message);
            continue;
        }
        if let (Some(declared), Some(actual)) = (&document.sha256, digests.get(&document.id))
            && !declared.eq_ignore_ascii_case(actual)
        {
            let message = format!(
                "the file given for {:?} has the digest {actual}; give the file that the bank was \
                 written for, or write a new bank for this one",
                document.id
            );
            let pointer = format!("/documents/{at}/sha256");
            problems.error(Code::DocumentDigest, &Subject::default(), pointer, message);
        }
    }
}

fn check_question(
    read: &BankRead,
    at: usize,
    library: &Library,
    anchors: &mut BTreeMap<String, Vec<Anchor>>,
    problems: &mut Problems,
) {
    let question = &read.bank.questions[at];
    let name = if question.id.is_empty() {
        format!("#{}", at + 1)
    } else {
        question.id.clone()
    };
    let subject = Subject {
        question: Some(name),
        claim: None,
    };
    let pointer = format!("/questions/{at}");
    let is_broken = read.broken_questions.contains(&at);
    if question.is_unanswerable {
        let has_compositions = question.compositions.values().any(|list| !list.is_empty());
        for (has, key) in [
            (!question.claims.is_empty(), "essential_claims"),
            (has_compositions, "accepted_field_answers"),
        ] {
            if has {
                let message = format!("no answer is expected, so {key} must go");
                let pointer = format!("{pointer}/{key}");
                problems.error(Code::ClaimsOnUnanswerable, &subject, pointer, message);
            }
        }
    }
    if !is_broken {
        check_fields(read, at, &subject, &pointer, problems);
    }
    if question.is_unanswerable {
        return;
    }
    for (n, claim) in question.claims.iter().enumerate() {
        if read.broken_claims.contains(&(at, n)) {
            continue;
        }
        let subject = Subject {
            claim: Some(claim.id.clone()),
            ..subject.clone()
        };
        let pointer = format!("{pointer}/essential_claims/{n}");
        check_claim(question, claim, &subject, &pointer, problems);
        let located = check_all_evidence(
            (&read.bank, read.evidence_lists.contains(&(at, n))),
            claim,
            library,
            &subject,
            &pointer,
            problems,
        );
        anchors.entry(claim.id.clone()).or_insert(located);
    }
    check_compositions(read, at, &subject, &pointer, problems);
}

/// Checks that fields, claims, types and compositions name each other.
fn check_fields(
    read: &BankRead,
    at: usize,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) {
    let question = &read.bank.questions[at];
    let is_required = |field: &str| question.required_fields.iter().any(|known| known == field);
    let unknown =
        |field: &str| format!("{field:?} is not in required_fields; add it there or correct it");
    for field in question
        .field_types
        .keys()
        .filter(|field| !is_required(field))
    {
        let pointer = format!("{pointer}/field_types/{}", escape_token(field));
        problems.error(Code::UnknownField, subject, pointer, unknown(field));
    }
    if question.is_unanswerable {
        return;
    }
    for field in question
        .compositions
        .keys()
        .filter(|field| !is_required(field))
    {
        let pointer = format!("{pointer}/accepted_field_answers/{}", escape_token(field));
        problems.error(Code::UnknownField, subject, pointer, unknown(field));
    }
    let mut may_cover_any = false;
    for (n, claim) in question.claims.iter().enumerate() {
        if claim.field.is_empty() {
            // The missing name is reported, and could be any field's.
            may_cover_any = true;
        } else if !is_required(&claim.field) {
            let subject = Subject {
                claim: Some(claim.id.clone()),
                ..subject.clone()
            };
            let pointer = format!("{pointer}/essential_claims/{n}/field");
            problems.error(Code::UnknownField, &subject, pointer, unknown(&claim.field));
        }
    }
    for (n, field) in question.required_fields.iter().enumerate() {
        let is_covered = question.claims.iter().any(|claim| claim.field == *field);
        if !is_covered && !may_cover_any {
            let message = format!("the field {field:?} has no claim; add one or drop the field");
            let pointer = format!("{pointer}/required_fields/{n}");
            problems.error(Code::UncoveredField, subject, pointer, message);
        }
    }
}

fn check_claim(
    question: &Question,
    claim: &Claim,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) {
    let is_compound = question
        .claims
        .iter()
        .filter(|other| other.field == claim.field)
        .count()
        > 1;
    if claim.scope == AnswerScope::Field && is_compound {
        let message = format!(
            "the field {:?} has several claims; write \"explicit\" and give this one role phrases",
            claim.field
        );
        let pointer = format!("{pointer}/answer_scope");
        problems.error(Code::FieldScopeOnCompound, subject, pointer, message);
    }
    for (at, (code, message)) in aliases::check_roles(claim) {
        let place = match (code, at) {
            (Code::MissingRolePhrases, _) => "role_phrases".to_owned(),
            (_, Some(at)) => format!("accepted_values/{at}"),
            (_, None) => "value".to_owned(),
        };
        problems.error(code, subject, format!("{pointer}/{place}"), message);
    }
    let field = FieldContext {
        name: &claim.field,
        kind: question.field_types.get(&claim.field),
        is_compound,
    };
    let value = Wording::new(&claim.value);
    for (at, alias) in claim.accepted_values.iter().enumerate() {
        let (errors, warnings) = aliases::check_alias(&value, &Wording::new(alias), &field);
        let pointer = format!("{pointer}/accepted_values/{at}");
        for (code, message) in errors {
            problems.error(code, subject, pointer.clone(), message);
        }
        for (code, message) in warnings {
            problems.warn(code, subject, pointer.clone(), message);
        }
    }
}

/// `is_list`: whether the file has a list of passages, whose pointers have an index.
fn check_all_evidence(
    (bank, is_list): (&Bank, bool),
    claim: &Claim,
    library: &Library,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    for (n, one) in claim.evidence.iter().enumerate() {
        let pointer = if is_list {
            format!("{pointer}/evidence/{n}")
        } else {
            format!("{pointer}/evidence")
        };
        let is_in_bank = bank
            .documents
            .iter()
            .any(|document| document.id == one.document);
        anchors.extend(evidence::check_evidence(
            one, is_in_bank, library, subject, &pointer, problems,
        ));
    }
    anchors
}

fn check_compositions(
    read: &BankRead,
    at: usize,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) {
    let question = &read.bank.questions[at];
    for (field, compositions) in &question.compositions {
        let claims: Vec<(usize, &Claim)> = question
            .claims
            .iter()
            .enumerate()
            .filter(|(_, claim)| claim.field == *field)
            .collect();
        let is_unsure = claims.is_empty()
            || read.broken_claims.iter().any(|(question, claim)| {
                *question == at
                    && read.bank.questions[at]
                        .claims
                        .get(*claim)
                        .is_none_or(|claim| claim.field.is_empty() || claim.field == *field)
            });
        if is_unsure {
            continue;
        }
        let claims: Vec<&Claim> = claims.into_iter().map(|(_, claim)| claim).collect();
        for (n, composition) in compositions.iter().enumerate() {
            if read.broken_compositions.contains(&(at, field.clone(), n)) {
                continue;
            }
            let pointer = format!(
                "{pointer}/accepted_field_answers/{}/{n}",
                escape_token(field)
            );
            for (part, (code, message)) in compositions::check_composition(composition, &claims) {
                problems.error(code, subject, format!("{pointer}{part}"), message);
            }
        }
    }
}

/// Checks attestations and the digest; tells whether the bank is frozen.
fn check_freeze(bank: &Bank, problems: &mut Problems) -> bool {
    let freeze = bank.freeze.as_ref();
    let nobody = Subject::default();
    let needs_people = bank.questions.iter().any(|question| {
        question
            .claims
            .iter()
            .any(|claim| !claim.role_phrases.is_empty())
            || question
                .compositions
                .values()
                .flatten()
                .any(|one| matches!(one, Composition::Attested { .. }))
    });
    if needs_people {
        let author = freeze.and_then(|freeze| freeze.author.as_ref());
        let reviewer = freeze.and_then(|freeze| freeze.reviewer.as_ref());
        if let Some(gap) = attestation_gap(author, reviewer) {
            let message = format!(
                "role phrases and attested compositions rest on two people, but {gap} (freezing the bank records both)"
            );
            problems.error(Code::MissingAttestation, &nobody, "/freeze", message);
        }
    }
    let recorded = freeze.and_then(|freeze| freeze.bank_sha256.as_deref());
    let frozen_at = freeze.and_then(|freeze| freeze.frozen_at.as_deref());
    match recorded {
        Some(digest) if !bank.content_sha256.is_empty() && digest != bank.content_sha256 => {
            let message = format!(
                "the bank was changed after it was frozen: its digest is {} now; undo the change or \
                 freeze it anew",
                bank.content_sha256
            );
            problems.error(Code::FreezeDigest, &nobody, "/freeze/bank_sha256", message);
            false
        }
        Some(_) if frozen_at.is_some() => true,
        _ => {
            let message = "the bank is not frozen (it needs frozen_at and bank_sha256), so no run \
                           on it can qualify; freeze it before any output is produced";
            problems.warn(Code::NotFrozen, &nobody, "/freeze", message);
            false
        }
    }
}
