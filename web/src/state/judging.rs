//! A person's judging of claims, as changes of the state.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::worker::{Candidate, ClaimLine, Draft, Finding, JudgeData, Problem, SavedPage};

/// Where the judging stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct JudgeState {
    /// Hosts whose pages may be evidence, as written; empty for the default.
    pub(crate) hosts: Rc<str>,
    pub(crate) data: Option<Rc<JudgeData>>,
    /// Why there is nothing to judge.
    pub(crate) problems: Rc<[Problem]>,
    pub(crate) answers: Rc<BTreeMap<String, Draft>>,
    /// What each change replaced, the last one last.
    history: Rc<Vec<Before>>,
    pub(crate) page: Option<Rc<SavedPage>>,
    pub(crate) candidates: Rc<[Candidate]>,
    /// The candidate that is shown, from 0.
    pub(crate) candidate: usize,
    pub(crate) findings: Rc<[Finding]>,
    /// How the quotation stands on the page, and where.
    pub(crate) quote_state: Rc<str>,
    pub(crate) quote_span: Option<(u64, u64)>,
}

/// What a change replaced.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    id: String,
    draft: Option<Draft>,
    /// Whether the change was letters typed into one of the texts.
    is_typed: bool,
}

/// A change of the judging.
#[derive(Clone, Debug)]
pub(crate) enum JudgeAction {
    Hosts(Rc<str>),
    Opened(Rc<JudgeData>),
    NotReady(Rc<[Problem]>),
    /// Answers that the browser kept; those that are here already stay.
    Kept(BTreeMap<String, Draft>),
    Edit(String, Draft),
    Undo,
    Page(Option<Rc<SavedPage>>, Rc<[Candidate]>),
    Checked(Rc<[Finding]>, Rc<str>, Option<(u64, u64)>),
    /// To the next candidate, or the one before.
    Step(bool),
}

impl JudgeState {
    pub(crate) fn claims(&self) -> impl Iterator<Item = &ClaimLine> {
        let data = self.data.iter();
        data.flat_map(|data| data.batches.iter().flat_map(|batch| &batch.claims))
    }

    pub(crate) fn claim(&self, id: &str) -> Option<&ClaimLine> {
        self.claims().find(|claim| claim.id == id)
    }

    /// The answer in the making; the cited page until something is written.
    pub(crate) fn draft(&self, claim: &ClaimLine) -> Draft {
        self.answers
            .get(&claim.id)
            .cloned()
            .unwrap_or_else(|| Draft {
                url: cited_url(claim),
                ..Draft::default()
            })
    }

    /// Claims with a verdict, and claims in all.
    pub(crate) fn progress(&self) -> (usize, usize) {
        let all = self.claims().count();
        let done = self.claims().filter(|claim| self.is_judged(claim)).count();
        (done, all)
    }

    pub(crate) fn is_judged(&self, claim: &ClaimLine) -> bool {
        self.answers
            .get(&claim.id)
            .is_some_and(|draft| !draft.verdict.is_empty())
    }

    /// The claim after `id` that has no verdict, going round once.
    pub(crate) fn next_open(&self, id: Option<&str>) -> Option<String> {
        let claims: Vec<&ClaimLine> = self.claims().collect();
        let now = claims
            .iter()
            .position(|claim| Some(claim.id.as_str()) == id);
        let start = now.map_or(0, |now| now + 1);
        let (before, after) = claims.split_at(start.min(claims.len()));
        after
            .iter()
            .chain(before)
            .find(|claim| !self.is_judged(claim))
            .map(|claim| claim.id.clone())
    }

    /// Every answer, as it is saved and graded.
    pub(crate) fn all_answers(&self) -> Vec<(String, Draft)> {
        self.answers
            .iter()
            .map(|(id, draft)| (id.clone(), draft.clone()))
            .collect()
    }

    /// Returns the claim to show, where an undone change was about another one.
    pub(super) fn apply(&mut self, action: JudgeAction) -> Option<String> {
        match action {
            JudgeAction::Hosts(hosts) => self.hosts = hosts,
            JudgeAction::Opened(data) => {
                if self.data.as_ref().is_none_or(|old| old.key != data.key) {
                    self.answers = Rc::default();
                    self.history = Rc::default();
                }
                self.data = Some(data);
                self.problems = Rc::default();
            }
            JudgeAction::NotReady(problems) => {
                self.data = None;
                self.problems = problems;
            }
            JudgeAction::Kept(kept) => {
                let answers = Rc::make_mut(&mut self.answers);
                for (id, draft) in kept {
                    answers.entry(id).or_insert(draft);
                }
            }
            JudgeAction::Edit(id, draft) => {
                if self.answers.get(&id) == Some(&draft) {
                    return None;
                }
                let before = Rc::make_mut(&mut self.answers).insert(id.clone(), draft.clone());
                // Letters typed one after the other are one step back.
                let is_typed = before.as_ref().is_some_and(|old| is_typed(old, &draft));
                let last = self.history.last();
                if !is_typed || !last.is_some_and(|last| last.is_typed && last.id == id) {
                    Rc::make_mut(&mut self.history).push(Before {
                        id,
                        draft: before,
                        is_typed,
                    });
                }
            }
            JudgeAction::Undo => {
                let Before { id, draft, .. } = Rc::make_mut(&mut self.history).pop()?;
                let answers = Rc::make_mut(&mut self.answers);
                match draft {
                    Some(draft) => answers.insert(id.clone(), draft),
                    None => answers.remove(&id),
                };
                return Some(id);
            }
            JudgeAction::Page(page, candidates) => {
                self.page = page;
                self.candidates = candidates;
                self.candidate = 0;
            }
            JudgeAction::Checked(findings, state, span) => {
                self.findings = findings;
                self.quote_state = state;
                self.quote_span = span;
            }
            JudgeAction::Step(is_forward) => {
                let n = self.candidates.len();
                if n > 0 {
                    let step = if is_forward { 1 } else { n - 1 };
                    self.candidate = (self.candidate + step) % n;
                }
            }
        }
        None
    }
}

/// The saved page of the cited address, else the address.
fn cited_url(claim: &ClaimLine) -> String {
    claim
        .saved_url
        .clone()
        .or_else(|| claim.url.clone())
        .unwrap_or_default()
}

/// Whether one answer became the other by writing in one of its texts.
fn is_typed(old: &Draft, new: &Draft) -> bool {
    old.verdict == new.verdict
        && old.rule == new.rule
        && old.url == new.url
        && (old.quote == new.quote || old.reason == new.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Batch;

    fn state() -> JudgeState {
        let claim = |id: &str| ClaimLine {
            id: id.to_owned(),
            claim: String::new(),
            kind: String::new(),
            url: None,
            saved_url: None,
        };
        let mut state = JudgeState::default();
        state.apply(JudgeAction::Opened(Rc::new(JudgeData {
            batches: vec![Batch {
                file: "f".to_owned(),
                claims: vec![claim("a"), claim("b"), claim("c")],
            }],
            ..JudgeData::default()
        })));
        state
    }

    fn judged(verdict: &str, quote: &str) -> Draft {
        Draft {
            verdict: verdict.to_owned(),
            quote: quote.to_owned(),
            ..Draft::default()
        }
    }

    #[test]
    fn the_next_claim_is_one_without_a_verdict_and_goes_round_once() {
        let mut state = state();
        state.apply(JudgeAction::Edit("b".to_owned(), judged("grounded", "")));
        assert_eq!(state.next_open(Some("a")).as_deref(), Some("c"));
        assert_eq!(state.next_open(Some("c")).as_deref(), Some("a"));
        for id in ["a", "c"] {
            state.apply(JudgeAction::Edit(id.to_owned(), judged("grounded", "")));
        }
        assert_eq!(state.next_open(Some("a")), None, "all are judged");
        assert_eq!(state.progress(), (3, 3));
    }

    #[test]
    fn undo_takes_a_text_back_in_one_step_and_tells_which_claim() {
        let mut state = state();
        state.apply(JudgeAction::Edit("a".to_owned(), judged("grounded", "")));
        for quote in ["1", "12", "120"] {
            state.apply(JudgeAction::Edit("a".to_owned(), judged("grounded", quote)));
        }
        state.apply(JudgeAction::Edit(
            "a".to_owned(),
            judged("not_grounded", "120"),
        ));
        let back = |state: &mut JudgeState| {
            let id = state.apply(JudgeAction::Undo);
            (id, state.answers.get("a").cloned())
        };
        let a = || Some("a".to_owned());
        assert_eq!(back(&mut state), (a(), Some(judged("grounded", "120"))));
        assert_eq!(
            back(&mut state),
            (a(), Some(judged("grounded", ""))),
            "the text"
        );
        assert_eq!(back(&mut state), (a(), None), "the first verdict");
        assert_eq!(back(&mut state), (None, None), "nothing is left");
    }
}
