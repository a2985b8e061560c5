use std::collections::BTreeMap;

use crate::format::{Attempt, Decision, QuestionInfo, Report};

/// Which part of an attempt a human decision is about.
#[derive(Clone, Copy)]
pub(super) enum About<'id> {
    /// The whole attempt.
    Attempt,
    /// One obligation, by id.
    Obligation(&'id str),
    /// One citation, by index.
    Citation(usize),
}

/// What is known of attempts beside their verdicts, found without a search through the whole report.
pub(super) struct Index<'report> {
    questions: BTreeMap<&'report str, &'report QuestionInfo>,
    /// By workflow, repetition and question, in the order in which they were made.
    decisions: BTreeMap<(&'report str, u32, &'report str), Vec<&'report Decision>>,
}

impl<'report> Index<'report> {
    pub(super) fn new(report: &'report Report) -> Self {
        let mut questions = BTreeMap::new();
        for question in &report.questions {
            questions.entry(question.id.as_str()).or_insert(question);
        }
        let mut decisions: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for decision in report.audit.iter().flat_map(|audit| &audit.decisions) {
            let place = (
                decision.workflow.as_str(),
                decision.repetition,
                decision.question_id.as_str(),
            );
            decisions.entry(place).or_default().push(decision);
        }
        Self {
            questions,
            decisions,
        }
    }

    /// The attempt's question.
    pub(super) fn question(&self, attempt: &Attempt) -> Option<&'report QuestionInfo> {
        self.questions.get(attempt.question_id.as_str()).copied()
    }

    /// Returns the decisions that stand for a part of an attempt: the last one of everyone who decided,
    /// people in the order in which they first did. Who changes their mind is heard once, who disagrees
    /// with another is heard beside them.
    pub(super) fn standing(&self, attempt: &Attempt, about: About<'_>) -> Vec<&'report Decision> {
        let place = (
            attempt.workflow.as_str(),
            attempt.repetition,
            attempt.question_id.as_str(),
        );
        let decisions = self.decisions.get(&place).into_iter().flatten();
        let mut standing: Vec<&Decision> = Vec::new();
        for decision in decisions.filter(|decision| is_about(decision, about)) {
            match standing
                .iter_mut()
                .find(|earlier| earlier.name == decision.name)
            {
                Some(earlier) => *earlier = decision,
                None => standing.push(decision),
            }
        }
        standing
    }
}

fn is_about(decision: &Decision, about: About<'_>) -> bool {
    match about {
        About::Attempt => decision.obligation.is_none() && decision.citation.is_none(),
        About::Obligation(id) => {
            decision.obligation.as_deref() == Some(id) && decision.citation.is_none()
        }
        About::Citation(index) => decision
            .citation
            .is_some_and(|at| usize::try_from(at) == Ok(index)),
    }
}
