//! Which attempts the list shows, in which order, and how many each filter would leave.

use std::collections::BTreeSet;

use super::{Filters, Outcome, Sort};
use crate::worker::{Overview, Row};

/// The counts beside the verdict filter: of the attempts that all *other* filters leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FacetCounts {
    pub(crate) all: usize,
    counts: [usize; 5],
}

impl FacetCounts {
    pub(crate) fn of(&self, outcome: Outcome) -> usize {
        self.counts[outcome as usize]
    }
}

/// What the list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filtered {
    /// Indexes of rows, in the order shown.
    pub(crate) order: Vec<u32>,
    pub(crate) counts: FacetCounts,
}

/// Filters and sorts. `only` holds the rows of a queue and `found` the hits of the search words; `None` is
/// no bound.
pub(crate) fn filter_rows(
    rows: &[Row],
    overview: &Overview,
    filters: &Filters,
    (only, found): (Option<&BTreeSet<u32>>, Option<&BTreeSet<u32>>),
    sort: Sort,
) -> Filtered {
    let wanted = Wanted::resolve(overview, filters);
    let mut out = Filtered::default();
    for row in rows {
        let is_outside =
            |bound: Option<&BTreeSet<u32>>| bound.is_some_and(|one| !one.contains(&row.index));
        if !wanted.holds(row) || is_outside(only) || is_outside(found) {
            continue;
        }
        out.counts.all += 1;
        out.counts.counts[row.outcome as usize] += 1;
        if filters.outcome.is_none_or(|outcome| outcome == row.outcome) {
            out.order.push(row.index);
        }
    }
    let row = |index: u32| rows.get(index as usize);
    match sort {
        Sort::Plan => {}
        Sort::Verdict => {
            out.order
                .sort_by_key(|&index| (row(index).map(|row| row.outcome), index));
        }
        Sort::Question => out.order.sort_by_key(|&index| {
            let key = row(index).map(|row| (row.question_idx, row.workflow_idx, row.repetition));
            (key, index)
        }),
    }
    out
}

/// The filters by index. A name that the run does not have matches nothing.
struct Wanted {
    workflow: Option<Option<u32>>,
    repetition: Option<u32>,
    reason: Option<Option<u32>>,
    document: Option<Option<u32>>,
}

impl Wanted {
    fn resolve(overview: &Overview, filters: &Filters) -> Self {
        let index = |position: Option<usize>| position.and_then(|at| u32::try_from(at).ok());
        Self {
            workflow: filters
                .workflow
                .as_ref()
                .map(|id| index(overview.plan.workflows.iter().position(|one| one.id == *id))),
            repetition: filters.repetition,
            reason: filters
                .reason
                .as_ref()
                .map(|code| index(overview.codes.iter().position(|one| one == code))),
            document: filters
                .document
                .as_ref()
                .map(|id| index(overview.documents.iter().position(|one| one.id == *id))),
        }
    }

    fn holds(&self, row: &Row) -> bool {
        let in_list = |wanted: &Option<Option<u32>>, list: &[u32]| {
            wanted.is_none_or(|index| index.is_some_and(|index| list.contains(&index)))
        };
        self.workflow
            .is_none_or(|index| index == Some(row.workflow_idx))
            && self
                .repetition
                .is_none_or(|number| number == row.repetition)
            && in_list(&self.reason, &row.reasons)
            && in_list(&self.document, &row.documents)
    }
}

#[cfg(test)]
mod tests {
    use proofmark_report::format::{Plan, PlannedWorkflow, Qualification};

    use super::*;

    fn overview() -> Overview {
        let workflow = |id: &str| PlannedWorkflow {
            id: id.to_owned(),
            adapter: "labelled-text".to_owned(),
            source_card_heading: None,
        };
        Overview {
            title: String::new(),
            contract: String::new(),
            bank_sha256: String::new(),
            inputs: Vec::new(),
            plan: Plan {
                inferred: false,
                workflows: vec![workflow("one"), workflow("two")],
                repetitions: 2,
                qualify: None,
            },
            documents: Vec::new(),
            ignored: Vec::new(),
            metrics: Vec::new(),
            workflows: Vec::new(),
            qualification: Qualification {
                workflow: None,
                qualified: false,
                gates: Vec::new(),
            },
            preflight: None,
            n_decisions: 0,
            warnings: Vec::new(),
            limitations: Vec::new(),
            codes: vec!["ambiguous".to_owned(), "not_found".to_owned()],
            n_attempts: 0,
            report_sha256: String::new(),
            report_size: 0,
            run_key: String::new(),
            audit: None,
        }
    }

    fn rows() -> Vec<Row> {
        let all = [
            (0, Outcome::Pass, vec![]),
            (0, Outcome::Fail, vec![1]),
            (1, Outcome::Unresolved, vec![0]),
            (1, Outcome::Fail, vec![0, 1]),
        ];
        all.into_iter()
            .zip(0..)
            .map(|((workflow_idx, outcome, reasons), index)| Row {
                index,
                workflow_idx,
                repetition: index % 2 + 1,
                question_idx: 3 - index,
                outcome,
                reasons,
                documents: Vec::new(),
            })
            .collect()
    }

    #[test]
    fn the_verdict_counts_follow_the_other_filters_only() {
        let filters = Filters {
            outcome: Some(Outcome::Fail),
            workflow: Some("two".to_owned()),
            ..Filters::default()
        };
        let shown = filter_rows(&rows(), &overview(), &filters, (None, None), Sort::Plan);
        assert_eq!(shown.order, [3]);
        assert_eq!(shown.counts.all, 2);
        assert_eq!(shown.counts.of(Outcome::Fail), 1);
        assert_eq!(shown.counts.of(Outcome::Unresolved), 1);
        assert_eq!(shown.counts.of(Outcome::Pass), 0);
    }

    #[test]
    fn orders() {
        let all = Filters::default();
        let order = |sort| filter_rows(&rows(), &overview(), &all, (None, None), sort).order;
        assert_eq!(order(Sort::Plan), [0, 1, 2, 3]);
        assert_eq!(order(Sort::Verdict), [1, 3, 2, 0]);
        assert_eq!(order(Sort::Question), [3, 2, 1, 0]);
    }

    #[test]
    fn reasons_search_hits_and_unknown_names() {
        let with = |reason: &str, hits: Option<&BTreeSet<u32>>| {
            let filters = Filters {
                reason: Some(reason.to_owned()),
                ..Filters::default()
            };
            filter_rows(&rows(), &overview(), &filters, (None, hits), Sort::Plan).order
        };
        assert_eq!(with("ambiguous", None), [2, 3]);
        assert_eq!(with("ambiguous", Some(&BTreeSet::from([0, 2]))), [2]);
        assert!(with("no such code", None).is_empty());
    }
}
