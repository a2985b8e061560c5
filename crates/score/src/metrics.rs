//! Exact fractions over what was planned, with bounds for what is unresolved.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_ground::State;

use crate::reason::ReasonCode;
use crate::statistics::{Interval, cluster_bootstrap, wilson};
use crate::verdict::{CitationState, JudgedAttempt, Verdict};

/// An exact fraction; undefined where the denominator is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub numerator: u64,
    /// The denominator.
    pub denominator: u64,
}

impl Fraction {
    /// Whether it has a value.
    pub fn is_defined(self) -> bool {
        self.denominator > 0
    }
}

/// A fraction with its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Unresolved counted as not passed.
    pub lower: Fraction,
    /// Unresolved counted as passed.
    pub upper: Fraction,
}

/// Attempts by what became of them: `passed + failed + unresolved` is `planned`; the other two are
/// counted under their verdict as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Planned attempts.
    pub planned: u64,
    /// Verdict `pass`.
    pub passed: u64,
    /// Verdict `fail`.
    pub failed: u64,
    /// Verdict `unresolved`.
    pub unresolved: u64,
    /// Every field a clean decline.
    pub declined: u64,
    /// Planned, and not in the outputs.
    pub missing: u64,
}

/// A planned attempt with its verdict.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredSlot<'j> {
    /// Index of the workflow in the plan.
    pub workflow_idx: usize,
    /// The repetition, from 1.
    pub repetition: u32,
    /// Index of the question in the bank.
    pub question_idx: usize,
    /// Whether every field of the question must decline.
    pub is_unanswerable: bool,
    /// Whether the attempt is not in the outputs.
    pub is_missing: bool,
    /// What was judged.
    pub judged: &'j JudgedAttempt,
}

/// The metrics of one workflow in one repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Index of the workflow in the plan.
    pub workflow_idx: usize,
    /// The repetition, from 1.
    pub repetition: u32,
    /// Passes over answerable planned attempts.
    pub complete_supported: Bounds,
    /// Passes over unanswerable planned attempts.
    pub clean_abstention: Bounds,
    /// Supporting over emitted citations, those of unanswerable questions included.
    pub citation_precision: Bounds,
    /// Written pages that are the located pages, over citations that have both.
    pub explicit_pages: Fraction,
    /// Citations whose quotation is located and so gives the page, over emitted citations.
    pub quote_pages: Fraction,
    /// The counts.
    pub counts: Counts,
}

/// One workflow over all its repetitions, by unique questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkflowSummary {
    /// Index of the workflow in the plan.
    pub workflow_idx: usize,
    /// All repetitions together.
    pub counts: Counts,
    /// Number of unique questions.
    pub questions: u64,
    /// Questions that pass in every planned repetition.
    pub pass_in_all: u64,
    /// Questions that pass in at least one.
    pub pass_in_any: u64,
    /// Wilson's 95 % interval of `pass_in_all` over unique questions.
    pub wilson: Interval,
    /// The 95 % interval of the mean share of passes, by resampling questions.
    pub bootstrap: Interval,
    /// Number of attempts with each reason, in the reasons' own order.
    pub reasons: Vec<(ReasonCode, u64)>,
}

/// Computes the metrics of every workflow and repetition met, ascending.
pub fn measure(slots: &[MeasuredSlot<'_>]) -> Vec<Metrics> {
    let mut all: BTreeMap<(usize, u32), Metrics> = BTreeMap::new();
    for slot in slots {
        let key = (slot.workflow_idx, slot.repetition);
        let metrics = all.entry(key).or_insert_with(|| Metrics {
            workflow_idx: slot.workflow_idx,
            repetition: slot.repetition,
            ..Metrics::default()
        });
        metrics.add(slot);
    }
    all.into_values().collect()
}

/// Computes each workflow's summary over its repetitions, ascending.
pub fn summarize(slots: &[MeasuredSlot<'_>]) -> Vec<WorkflowSummary> {
    let workflows: BTreeSet<usize> = slots.iter().map(|s| s.workflow_idx).collect();
    workflows
        .into_iter()
        .map(|idx| summarize_one(slots, idx))
        .collect()
}

fn summarize_one(slots: &[MeasuredSlot<'_>], workflow_idx: usize) -> WorkflowSummary {
    let mut counts = Counts::default();
    let mut passes: BTreeMap<usize, u32> = BTreeMap::new();
    let mut repetitions = BTreeSet::new();
    let mut reasons: BTreeMap<ReasonCode, u64> = BTreeMap::new();
    for slot in slots.iter().filter(|s| s.workflow_idx == workflow_idx) {
        counts.add(slot);
        repetitions.insert(slot.repetition);
        *passes.entry(slot.question_idx).or_default() +=
            u32::from(slot.judged.verdict == Verdict::Pass);
        let codes: BTreeSet<ReasonCode> = slot.judged.reasons.iter().map(|r| r.code).collect();
        for code in codes {
            *reasons.entry(code).or_default() += 1;
        }
    }
    let passes: Vec<u32> = passes.into_values().collect();
    let n_repetitions = u32::try_from(repetitions.len()).unwrap_or(u32::MAX);
    let questions = passes.len() as u64;
    let pass_in_all = passes.iter().filter(|p| **p == n_repetitions).count() as u64;
    WorkflowSummary {
        workflow_idx,
        counts,
        questions,
        pass_in_all,
        pass_in_any: passes.iter().filter(|p| **p > 0).count() as u64,
        wilson: wilson(pass_in_all, questions),
        bootstrap: cluster_bootstrap(&passes, n_repetitions),
        reasons: reasons.into_iter().collect(),
    }
}

impl Counts {
    fn add(&mut self, slot: &MeasuredSlot<'_>) {
        self.planned += 1;
        match slot.judged.verdict {
            Verdict::Pass => self.passed += 1,
            Verdict::Unresolved => self.unresolved += 1,
            Verdict::Fail => self.failed += 1,
        }
        self.declined += u64::from(slot.judged.is_declined);
        self.missing += u64::from(slot.is_missing);
    }
}

impl Bounds {
    fn add(&mut self, verdict: Verdict) {
        self.lower.denominator += 1;
        self.upper.denominator += 1;
        self.lower.numerator += u64::from(verdict == Verdict::Pass);
        self.upper.numerator += u64::from(verdict != Verdict::Fail);
    }
}

impl Metrics {
    fn add(&mut self, slot: &MeasuredSlot<'_>) {
        self.counts.add(slot);
        let bounds = if slot.is_unanswerable {
            &mut self.clean_abstention
        } else {
            &mut self.complete_supported
        };
        bounds.add(slot.judged.verdict);
        for citation in &slot.judged.citations {
            // A page alone, another document or a dangling marker weighs nothing on an answer, and
            // supports nothing either.
            let counted = match citation.state {
                CitationState::Supports => Verdict::Pass,
                state if state.weight() == Verdict::Unresolved => Verdict::Unresolved,
                _ => Verdict::Fail,
            };
            self.citation_precision.add(counted);
            let is_located = citation
                .grounding
                .as_ref()
                .is_some_and(|g| g.state == State::Located);
            self.quote_pages.denominator += 1;
            self.quote_pages.numerator += u64::from(is_located);
            if let Some(is_right) = citation.is_page_right {
                self.explicit_pages.denominator += 1;
                self.explicit_pages.numerator += u64::from(is_right);
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::attempt::EmittedCitation;
    use crate::verdict::JudgedCitation;
    use proofmark_text::TextRange;

    pub(crate) fn judged(verdict: Verdict, states: &[CitationState]) -> JudgedAttempt {
        JudgedAttempt {
            verdict,
            completeness: verdict,
            support: verdict,
            reasons: Vec::new(),
            fields: Vec::new(),
            citations: states
                .iter()
                .map(|state| JudgedCitation {
                    emitted: EmittedCitation {
                        field_idx: None,
                        document: None,
                        page: None,
                        quote: None,
                        is_dangling: false,
                        range: TextRange::default(),
                    },
                    document_id: None,
                    state: *state,
                    supports: Vec::new(),
                    grounding: None,
                    is_page_right: (*state == CitationState::Supports).then_some(true),
                })
                .collect(),
            segments: Vec::new(),
            is_declined: false,
        }
    }

    fn slot(judged: &JudgedAttempt, repetition: u32, question_idx: usize) -> MeasuredSlot<'_> {
        MeasuredSlot {
            workflow_idx: 0,
            repetition,
            question_idx,
            is_unanswerable: question_idx >= 10,
            is_missing: false,
            judged,
        }
    }

    fn pair(bounds: Bounds) -> [u64; 4] {
        let Bounds { lower, upper } = bounds;
        [
            lower.numerator,
            lower.denominator,
            upper.numerator,
            upper.denominator,
        ]
    }

    #[test]
    fn bounds_count_unresolved_both_ways() {
        let pass = judged(Verdict::Pass, &[CitationState::Supports]);
        let open = judged(
            Verdict::Unresolved,
            &[CitationState::Ambiguous, CitationState::PageOnly],
        );
        let fail = judged(Verdict::Fail, &[CitationState::NotFound]);
        let slots = [
            slot(&pass, 1, 0),
            slot(&open, 1, 1),
            slot(&fail, 1, 2),
            slot(&pass, 1, 10),
        ];
        let metrics = measure(&slots);
        assert_eq!(metrics.len(), 1, "one repetition");
        assert_eq!(
            pair(metrics[0].complete_supported),
            [1, 3, 2, 3],
            "answerable"
        );
        assert_eq!(
            pair(metrics[0].clean_abstention),
            [1, 1, 1, 1],
            "unanswerable"
        );
        assert_eq!(
            pair(metrics[0].citation_precision),
            [2, 5, 3, 5],
            "all citations"
        );
        assert_eq!(
            metrics[0].explicit_pages,
            Fraction {
                numerator: 2,
                denominator: 2
            },
            "pages"
        );
        let counts = metrics[0].counts;
        assert_eq!(
            (counts.passed, counts.unresolved, counts.failed),
            (2, 1, 1),
            "counts"
        );
    }

    #[test]
    fn questions_are_the_trials_not_attempts() {
        let pass = judged(Verdict::Pass, &[]);
        let fail = judged(Verdict::Fail, &[]);
        let mut slots = Vec::new();
        for repetition in 1..=3 {
            slots.push(slot(&pass, repetition, 0));
            slots.push(slot(
                if repetition == 2 { &pass } else { &fail },
                repetition,
                1,
            ));
            slots.push(slot(&fail, repetition, 2));
        }
        let summary = &summarize(&slots)[0];
        assert_eq!(summary.questions, 3, "not nine");
        assert_eq!(
            (summary.pass_in_all, summary.pass_in_any),
            (1, 2),
            "in all, in any"
        );
        assert_eq!(summary.wilson, wilson(1, 3), "over unique questions");
        assert_eq!(summary.counts.planned, 9, "attempts");
    }

    #[test]
    fn workflows_are_counted_apart() {
        let mut pass = judged(Verdict::Pass, &[]);
        let mut fail = judged(Verdict::Fail, &[]);
        fail.is_declined = true;
        let reason = |code| crate::verdict::Reason {
            code,
            weight: Verdict::Fail,
            field_idx: None,
            claim_id: None,
            citation_idx: None,
            sentence: String::new(),
        };
        fail.reasons = [
            ReasonCode::Incomplete,
            ReasonCode::Incomplete,
            ReasonCode::NotFound,
        ]
        .map(reason)
        .into();
        pass.reasons = vec![reason(ReasonCode::NotFound)];
        let of = |workflow_idx, judged, question_idx| MeasuredSlot {
            workflow_idx,
            is_missing: question_idx == 2,
            ..slot(judged, 1, question_idx)
        };
        let slots = [
            of(0, &pass, 0),
            of(0, &fail, 1),
            of(0, &fail, 2),
            of(1, &fail, 2),
        ];
        let summaries = summarize(&slots);
        assert_eq!(summaries.len(), 2);
        let counts = |n: usize| {
            let counts = summaries[n].counts;
            [
                counts.planned,
                counts.passed,
                counts.failed,
                counts.declined,
                counts.missing,
            ]
        };
        assert_eq!((counts(0), counts(1)), ([3, 1, 2, 2, 1], [1, 0, 1, 1, 1]));
        let reasons = BTreeMap::from_iter(summaries[0].reasons.clone());
        assert_eq!(reasons[&ReasonCode::Incomplete], 2, "attempts, not reasons");
        assert_eq!(reasons[&ReasonCode::NotFound], 3);
        let reasons = BTreeMap::from_iter(summaries[1].reasons.clone());
        assert_eq!(reasons[&ReasonCode::NotFound], 1);
    }

    #[test]
    fn both_kinds_of_pages_have_their_own_count() {
        let mut one = judged(
            Verdict::Pass,
            &[
                CitationState::Supports,
                CitationState::Unregistered,
                CitationState::NotFound,
            ],
        );
        let located = |state| {
            Some(std::sync::Arc::new(proofmark_ground::Grounding::only(
                state,
            )))
        };
        one.citations[0].grounding = located(State::Located);
        one.citations[1].grounding = located(State::Located);
        one.citations[1].is_page_right = Some(false);
        one.citations[2].grounding = located(State::NotFound);
        let metrics = measure(&[slot(&one, 1, 0), slot(&one, 1, 1)]);
        let pair = |f: Fraction| (f.numerator, f.denominator);
        assert_eq!(pair(metrics[0].quote_pages), (4, 6));
        assert_eq!(pair(metrics[0].explicit_pages), (2, 4));
    }
}
