//! Questions that the documents do not answer: every field must decline.

use crate::bank::Question;
use crate::reason::ReasonCode;
use crate::verdict::Verdict;

use super::decline::{Absence, is_clean_decline, judge_absence};
use super::explain;
use super::field::{FieldCase, Finding, TextVerdict};
use super::prose::{MAX_TOKENS, Prose, Stretch, is_long};

/// Judges one text of a field that must decline.
pub(crate) fn judge_declining_text(case: &FieldCase<'_>, text: &str) -> TextVerdict {
    if is_long(text) {
        return unsearched(case, text);
    }
    let prose = Prose::new(text);
    if prose.len() > MAX_TOKENS {
        return unsearched(case, text);
    }
    let show = |stretch: Stretch| prose.written(stretch);
    let absence = judge_absence(&prose, &case.names, &case.context.stems);
    let (code, weight, sentence) = match absence {
        Absence::Decline => return verdict(None, true),
        Absence::Empty => (
            ReasonCode::Incomplete,
            Verdict::Fail,
            explain::empty_field(case.name),
        ),
        Absence::Ambiguous => (
            ReasonCode::AmbiguousAbsence,
            Verdict::Unresolved,
            explain::ambiguous_absence(case.name, text),
        ),
        Absence::Speculation(_) => (
            ReasonCode::Speculation,
            Verdict::Fail,
            explain::speculation(case.name, text),
        ),
        Absence::Supplied(value) => (
            ReasonCode::SuppliedValue,
            Verdict::Fail,
            explain::supplied_value(case.name, show(value)),
        ),
    };
    verdict(
        Some(Finding {
            code,
            weight,
            claim_id: None,
            sentence,
        }),
        false,
    )
}

/// A text too long to be searched: whether it gives a value stays open.
fn unsearched(case: &FieldCase<'_>, text: &str) -> TextVerdict {
    let finding = Finding {
        code: ReasonCode::AmbiguousAbsence,
        weight: Verdict::Unresolved,
        claim_id: None,
        sentence: explain::too_long(case.name, text, MAX_TOKENS),
    };
    verdict(Some(finding), false)
}

fn verdict(finding: Option<Finding>, is_decline: bool) -> TextVerdict {
    TextVerdict {
        completeness: finding.as_ref().map_or(Verdict::Pass, |f| f.weight),
        stated: Vec::new(),
        findings: finding.into_iter().collect(),
        marks: Vec::new(),
        is_contradicting: false,
        is_decline,
    }
}

/// Whether a text gives a value or guesses one.
pub(crate) fn gives_value(verdict: &TextVerdict) -> bool {
    verdict
        .findings
        .iter()
        .any(|f| matches!(f.code, ReasonCode::SuppliedValue | ReasonCode::Speculation))
}

/// Judges an answer without any requested label to a question of several fields. `None` where there
/// is no text at all.
pub(crate) fn judge_unlabelled(
    question: &Question,
    case: &FieldCase<'_>,
    extra: &[String],
) -> Option<Finding> {
    let text = extra.join("\n");
    if is_long(&text) {
        return unsearched(case, &text).findings.into_iter().next();
    }
    let prose = Prose::new(&text);
    if prose.len() == 0 {
        return None;
    }
    if is_clean_decline(&prose, &case.names) {
        return Some(Finding {
            code: ReasonCode::AmbiguousAbsence,
            weight: Verdict::Unresolved,
            claim_id: None,
            sentence: explain::unlabelled_decline(&text, question.required_fields.len()),
        });
    }
    judge_declining_text(case, &text)
        .findings
        .into_iter()
        .next()
}
