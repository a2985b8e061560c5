use crate::format::{Attempt, Decision, Report};

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

/// Returns the decisions that stand for a part of an attempt: the last one of everyone who decided,
/// people in the order in which they first did. Who changes their mind is heard once, who disagrees
/// with another is heard beside them.
pub(super) fn standing<'report>(
    report: &'report Report,
    attempt: &Attempt,
    about: About<'_>,
) -> Vec<&'report Decision> {
    let mut standing: Vec<&Decision> = Vec::new();
    let decisions = report.audit.iter().flat_map(|audit| &audit.decisions);
    for decision in decisions.filter(|decision| is_about(decision, attempt, about)) {
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

fn is_about(decision: &Decision, attempt: &Attempt, about: About<'_>) -> bool {
    let is_same_attempt = decision.workflow == attempt.workflow
        && decision.repetition == attempt.repetition
        && decision.question_id == attempt.question_id;
    is_same_attempt
        && match about {
            About::Attempt => decision.obligation.is_none() && decision.citation.is_none(),
            About::Obligation(id) => {
                decision.obligation.as_deref() == Some(id) && decision.citation.is_none()
            }
            About::Citation(index) => decision
                .citation
                .is_some_and(|at| usize::try_from(at) == Ok(index)),
        }
}
