//! The support axis: is each obligation's registered evidence cited where it is stated?

use proofmark_ground::{Library, State};

use crate::attempt::ParsedAnswer;
use crate::reason::ReasonCode;
use crate::verdict::{CitationState, JudgedCitation, Reason, Support, Verdict};

use super::citations::{CitationVerdict, judge_citation, reason_of, support_of};
use super::field::FieldCase;
use super::{FieldVerdict, QuestionContext, explain};

/// Judges the support axis, sets each obligation's support and adds the reasons.
pub(crate) fn judge_support(
    context: QuestionContext<'_>,
    cases: &[FieldCase<'_>],
    judged: &mut [FieldVerdict],
    verdicts: &[CitationVerdict],
    parsed: &ParsedAnswer,
    library: &Library,
    reasons: &mut Vec<Reason>,
) -> Verdict {
    let mut axis = Verdict::Pass;
    for (field_idx, (case, field)) in cases.iter().zip(judged.iter_mut()).enumerate() {
        let in_field: Vec<&JudgedCitation> = verdicts
            .iter()
            .map(|v| &v.judged)
            .filter(|c| c.emitted.field_idx == Some(field_idx))
            .collect();
        for (obligation, claim) in field.obligations.iter_mut().zip(&case.claims) {
            obligation.support = support_of(&claim.id, &in_field);
            match obligation.support {
                Support::Supported => {}
                Support::Unresolved => axis = axis.max(Verdict::Unresolved),
                Support::Unsupported => {
                    axis = Verdict::Fail;
                    reasons.push(Reason {
                        code: ReasonCode::NoCitation,
                        weight: Verdict::Fail,
                        field_idx: Some(field_idx),
                        claim_id: Some(claim.id.clone()),
                        citation_idx: None,
                        sentence: explain::no_citation(case.name, &claim.value),
                    });
                }
            }
        }
    }
    for (citation_idx, verdict) in verdicts.iter().enumerate() {
        let judged_citation = &verdict.judged;
        let field_idx = judged_citation.emitted.field_idx;
        let is_open = field_idx
            .and_then(|idx| judged.get(idx))
            .is_some_and(|field| {
                field
                    .obligations
                    .iter()
                    .any(|o| o.support == Support::Unresolved)
            });
        // An unresolved citation weighs only where an obligation of its field waits for it.
        let weight = match judged_citation.state.weight() {
            Verdict::Unresolved if !is_open => Verdict::Pass,
            weight => weight,
        };
        axis = axis.max(weight);
        if let (Some(code), Some(sentence)) =
            (reason_of(judged_citation.state), verdict.sentence.clone())
        {
            reasons.push(Reason {
                code,
                weight,
                field_idx,
                claim_id: None,
                citation_idx: Some(citation_idx),
                sentence,
            });
        }
    }
    for fabricated in fabricated_references(context, parsed, library) {
        axis = Verdict::Fail;
        reasons.push(fabricated);
    }
    axis
}

/// Quotations of reference entries that no marker leads to: no citations, but a fabricated one fails.
fn fabricated_references(
    context: QuestionContext<'_>,
    parsed: &ParsedAnswer,
    library: &Library,
) -> Vec<Reason> {
    parsed
        .uncited_references
        .iter()
        .filter(|entry| entry.quote.is_some())
        .filter_map(|entry| {
            let CitationVerdict { judged, sentence } =
                judge_citation(&context, None, entry, library);
            let is_fabricated = matches!(
                judged.state,
                CitationState::NotFound | CitationState::AbsentDocument
            ) || judged
                .grounding
                .as_ref()
                .is_some_and(|g| g.state == State::NotFound);
            Some(Reason {
                code: reason_of(judged.state).filter(|_| is_fabricated)?,
                weight: Verdict::Fail,
                field_idx: None,
                claim_id: None,
                citation_idx: None,
                sentence: sentence?,
            })
        })
        .collect()
}
