//! The one reducer.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proofmark_report::format::{Attempt, Preflight, QuestionInfo};
use yew::Reducible;

use super::auditing::{AuditAction, AuditState, Kept};
use super::{
    AttemptRef, Filtered, Highlight, HighlightKind, JudgeAction, JudgeState, Part, Screen, Sort,
    View, filter_rows, highlights_of, queued,
};
use crate::worker::{
    FileRow, Overview, PageBox, PageImage, PageSize, Problem, Progress, QuestionLine, Readiness,
    Row, Verification,
};

/// What the worker is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Phase {
    #[default]
    Starting,
    Idle,
    /// Reading or scoring; the counts may not be known yet.
    Busy(Option<Progress>),
    /// It broke; a new one can be started.
    Dead(Rc<str>),
}

/// The first page of the document that is being read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FirstPage {
    /// The label of the progress that it belongs to.
    pub(crate) label: Rc<str>,
    pub(crate) image: PageImage,
}

/// Something that is fetched.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Loaded<T> {
    #[default]
    Empty,
    Loading,
    Ready(T),
    Failed(Rc<str>),
}

impl<T> Loaded<T> {
    pub(crate) fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            _ => None,
        }
    }
}

/// A scored run.
#[derive(Clone, Debug)]
pub(crate) struct RunData {
    pub(crate) overview: Overview,
    pub(crate) questions: Rc<[QuestionLine]>,
    pub(crate) rows: Rc<[Row]>,
}

/// Two are the same run with the same report; comparing every row would take long.
impl PartialEq for RunData {
    fn eq(&self, other: &Self) -> bool {
        self.overview.report_sha256 == other.overview.report_sha256
            && self.rows.len() == other.rows.len()
    }
}

impl RunData {
    /// The names of a row.
    pub(crate) fn name_of(&self, row: &Row) -> AttemptRef {
        let workflow = self.overview.plan.workflows.get(row.workflow_idx as usize);
        let question = self.question(row);
        AttemptRef {
            workflow: workflow.map(|one| one.id.clone()).unwrap_or_default(),
            repetition: row.repetition,
            question: question.map(|one| one.id.clone()).unwrap_or_default(),
        }
    }

    /// The row of an attempt.
    pub(crate) fn find(&self, name: &AttemptRef) -> Option<&Row> {
        self.rows.iter().find(|row| {
            row.repetition == name.repetition
                && self.workflow_id(row) == Some(name.workflow.as_str())
                && self
                    .question(row)
                    .is_some_and(|one| one.id == name.question)
        })
    }

    pub(crate) fn question(&self, row: &Row) -> Option<&QuestionLine> {
        self.questions.get(row.question_idx as usize)
    }

    pub(crate) fn workflow_id(&self, row: &Row) -> Option<&str> {
        Some(
            self.overview
                .plan
                .workflows
                .get(row.workflow_idx as usize)?
                .id
                .as_str(),
        )
    }
}

/// The run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Run {
    #[default]
    Empty,
    Scoring,
    Refused(Rc<[Problem]>),
    Ready(Rc<RunData>),
}

/// Sizes of a document's pages.
pub(crate) type Outline = Rc<[PageSize]>;

/// The boxes of the shown attempt's highlights, by key.
pub(crate) type Boxes = Rc<BTreeMap<String, Vec<PageBox>>>;

/// Where the page pane is to scroll. The number makes a repeated request a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageTarget {
    pub(crate) document: String,
    pub(crate) page_idx: usize,
    /// The highlight to bring into view, by key.
    pub(crate) highlight: Option<String>,
    pub(crate) nonce: u32,
}

/// Checking a signed report.
pub(crate) type VerifyState = Loaded<Rc<Verification>>;

/// Everything the app knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct State {
    pub(crate) view: View,
    pub(crate) phase: Phase,
    pub(crate) first_page: Option<FirstPage>,
    pub(crate) files: Rc<[FileRow]>,
    pub(crate) readiness: Rc<Readiness>,
    pub(crate) run: Run,
    /// The hits of the search words they belong to.
    pub(crate) found: Option<(String, Rc<BTreeSet<u32>>)>,
    pub(crate) filtered: Rc<Filtered>,
    /// Rows that the audit goes through, by index.
    pub(crate) queue: Rc<BTreeSet<u32>>,
    pub(crate) audit: AuditState,
    pub(crate) judge: JudgeState,
    /// Whether the browser keeps the files.
    pub(crate) kept: Kept,
    /// A kept run is being brought back, and is to be scored as it was.
    pub(crate) is_returning: bool,
    /// The last scoring brought a kept run back, so that nobody is led anywhere after it.
    pub(crate) is_brought_back: bool,
    pub(crate) attempt: Loaded<Rc<Attempt>>,
    /// The shown attempt's question in full.
    pub(crate) question: Option<Rc<QuestionInfo>>,
    pub(crate) highlights: Rc<[Highlight]>,
    /// The selected highlight, by key.
    pub(crate) selected: Option<String>,
    /// The selected citation, by index: also one that stands nowhere.
    pub(crate) citation: Option<usize>,
    pub(crate) boxes: Boxes,
    pub(crate) outlines: Rc<BTreeMap<String, Outline>>,
    pub(crate) target: Option<PageTarget>,
    /// Kinds that the legend hides.
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) preflight: Loaded<Rc<Preflight>>,
    pub(crate) verify: VerifyState,
    /// The last thing worth reading aloud.
    pub(crate) announcement: Rc<str>,
    /// Raised whenever what is shown of an attempt is put away, so that it is fetched again.
    pub(crate) attempt_nonce: u32,
    nonce: u32,
}

/// A change.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// The fragment changed, or a link was followed.
    Show(View),
    /// So many attempts on in the list, or back; it stops at the ends.
    Step(isize),
    WorkerReady,
    WorkerDied(Rc<str>),
    FirstPage(FirstPage),
    Busy(Option<Progress>),
    Idle,
    /// The person stopped the worker.
    Cancelled,
    Files(Rc<[FileRow]>, Rc<Readiness>),
    ScoreStarted,
    Scored(Box<Overview>, Rc<[QuestionLine]>, Rc<[Row]>),
    /// The report of the same run, with other decisions.
    Reported(Box<Overview>),
    /// Another run takes the place of this one.
    Cleared,
    /// A kept run comes back; `true` where it had been scored.
    Returning(bool),
    Audit(AuditAction),
    Judge(JudgeAction),
    Kept(Kept),
    Refused(Rc<[Problem]>),
    Found(String, Rc<BTreeSet<u32>>),
    AttemptLoading,
    AttemptReady(Rc<Attempt>, Option<Rc<QuestionInfo>>),
    AttemptFailed(Rc<str>),
    Boxes(String, BTreeMap<String, Vec<PageBox>>),
    OutlineReady(String, Outline),
    SelectHighlight(String),
    SelectCitation(usize),
    GoToPage {
        document: String,
        page_idx: usize,
    },
    ToggleKind(HighlightKind),
    Preflight(Loaded<Rc<Preflight>>),
    Verify(VerifyState),
    Announce(Rc<str>),
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        next.apply(action);
        Rc::new(next)
    }
}

impl State {
    /// A fresh state that shows `view`.
    pub(crate) fn at(view: View) -> Self {
        Self {
            view,
            ..Self::default()
        }
    }

    pub(crate) fn run_data(&self) -> Option<&Rc<RunData>> {
        match &self.run {
            Run::Ready(data) => Some(data),
            _ => None,
        }
    }

    /// The row of the shown attempt.
    pub(crate) fn shown_row(&self) -> Option<&Row> {
        self.run_data()?.find(self.view.attempt.as_ref()?)
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Show(view) => {
                let is_other_attempt = view.attempt != self.view.attempt;
                if view.filters.search != self.view.filters.search && view.filters.search.is_empty()
                {
                    self.found = None;
                }
                let is_new_queue = self.view.queue != view.queue;
                let is_new_audit = view.screen == Screen::Audit
                    && (self.view.screen != Screen::Audit || is_new_queue)
                    && !is_other_attempt;
                self.view = view;
                if is_new_queue {
                    self.requeue();
                }
                if is_other_attempt {
                    self.clear_attempt();
                }
                self.refilter();
                if is_new_audit {
                    self.enter_audit();
                }
            }
            Action::Step(by) => {
                if let Some(name) = self.attempt_after(by) {
                    self.apply(Action::Show(self.view.at(name)));
                }
            }
            Action::WorkerReady | Action::Idle => {
                self.first_page = None;
                self.phase = Phase::Idle;
            }
            Action::WorkerDied(message) => {
                if self.run == Run::Scoring {
                    self.run = Run::Empty;
                }
                self.announcement = Rc::clone(&message);
                self.phase = Phase::Dead(message);
            }
            Action::Cancelled => {
                self.is_returning = false;
                self.preflight = self.kept_preflight();
                if self.run == Run::Scoring {
                    self.run = Run::Empty;
                }
                self.phase = Phase::Starting;
                self.announcement = "Stopped".into();
            }
            Action::Busy(progress) => self.announce_progress(progress),
            Action::FirstPage(first_page) => self.first_page = Some(first_page),
            Action::Files(files, readiness) => {
                self.files = files;
                self.readiness = readiness;
            }
            Action::ScoreStarted => {
                self.is_brought_back = std::mem::take(&mut self.is_returning);
                self.run = Run::Scoring;
                self.found = None;
                self.clear_attempt();
                self.filtered = Rc::default();
                self.outlines = Rc::default();
                self.phase = Phase::Busy(None);
            }
            Action::Scored(overview, questions, rows) => self.finish(RunData {
                overview: *overview,
                questions,
                rows,
            }),
            Action::Reported(overview) => {
                if let Run::Ready(data) = &mut self.run {
                    Rc::make_mut(data).overview = *overview;
                }
            }
            Action::Cleared => {
                let fresh = Self {
                    view: self.view.clone(),
                    preflight: self.kept_preflight(),
                    nonce: self.nonce,
                    audit: AuditState {
                        reviewer: Rc::clone(&self.audit.reviewer),
                        ..AuditState::default()
                    },
                    ..Self::default()
                };
                *self = fresh;
            }
            Action::Returning(is_returning) => self.is_returning = is_returning,
            Action::Audit(action) => self.apply_audit(action),
            Action::Judge(action) => {
                if let Some(id) = self.judge.apply(action) {
                    self.view.claim = Some(id);
                }
            }
            Action::Kept(kept) => self.kept = kept,
            Action::Refused(problems) => {
                self.run = Run::Refused(problems);
                self.phase = Phase::Idle;
                self.announcement = "The run was refused".into();
            }
            Action::Found(query, hits) => {
                if query == self.view.filters.search {
                    self.found = Some((query, hits));
                    self.refilter();
                }
            }
            Action::AttemptLoading => self.attempt = Loaded::Loading,
            Action::AttemptReady(attempt, question) => self.show_attempt(attempt, question),
            Action::AttemptFailed(message) => self.attempt = Loaded::Failed(message),
            Action::Boxes(document, boxes) => {
                let known = Rc::make_mut(&mut self.boxes);
                known.extend(boxes);
                if let Some(target) = &mut self.target
                    && target.document == document
                    && target.highlight.is_some()
                {
                    self.nonce += 1;
                    target.nonce = self.nonce;
                }
            }
            Action::OutlineReady(document, outline) => {
                Rc::make_mut(&mut self.outlines).insert(document, outline);
            }
            Action::SelectHighlight(key) => {
                // It is in view already, so the page stays where it is.
                if let Some(one) = self.highlights.iter().find(|one| one.key == key) {
                    self.citation = one.citation;
                    self.selected = Some(key);
                }
            }
            Action::SelectCitation(index) => {
                self.select_citation(index);
                self.audit.part = u32::try_from(index).map_or(Part::Whole, Part::Citation);
            }
            Action::GoToPage { document, page_idx } => self.aim(document, page_idx, None),
            Action::ToggleKind(kind) => {
                let hidden = Rc::make_mut(&mut self.hidden);
                if !hidden.remove(&kind) {
                    hidden.insert(kind);
                }
            }
            Action::Preflight(state) => self.preflight = state,
            Action::Verify(state) => self.verify = state,
            Action::Announce(words) => self.announcement = words,
        }
    }

    pub(super) fn select_citation(&mut self, index: usize) {
        self.citation = Some(index);
        let places: Vec<Highlight> = self
            .highlights
            .iter()
            .filter(|one| one.citation == Some(index))
            .cloned()
            .collect();
        // Selecting the same citation again steps to its next place.
        let at = places
            .iter()
            .position(|one| Some(&one.key) == self.selected.as_ref());
        let next = at.map_or(0, |at| (at + 1) % places.len().max(1));
        match places.into_iter().nth(next) {
            Some(one) => self.go_to(one),
            None => self.selected = None,
        }
    }

    /// Checks that a worker was just making ended with it, and are made again.
    fn kept_preflight(&self) -> Loaded<Rc<Preflight>> {
        match &self.preflight {
            Loaded::Loading => Loaded::Empty,
            made => made.clone(),
        }
    }

    fn announce_progress(&mut self, progress: Option<Progress>) {
        let tenth = |progress: &Progress| progress.done * 10 / progress.total.max(1);
        if let Some(new) = &progress {
            let old = match &self.phase {
                Phase::Busy(Some(old)) if old.label == new.label => Some(tenth(old)),
                _ => None,
            };
            if old != Some(tenth(new)) {
                let Progress {
                    label,
                    unit,
                    done,
                    total,
                } = new;
                self.announcement = format!("{label}, {unit} {done} of {total}").into();
            }
        }
        self.phase = Phase::Busy(progress);
    }

    fn finish(&mut self, data: RunData) {
        let overview = &data.overview;
        self.announcement = format!("Scored {} attempts", overview.n_attempts).into();
        if *self.audit.run_key != *overview.run_key {
            self.audit.run_key = Rc::default();
            self.audit.log = Rc::default();
        }
        let data = Rc::new(data);
        self.run = Run::Ready(Rc::clone(&data));
        self.phase = Phase::Idle;
        self.requeue();
        self.refilter();
        let is_known = self
            .view
            .attempt
            .as_ref()
            .is_some_and(|name| data.find(name).is_some());
        if !is_known {
            let first = self
                .filtered
                .order
                .first()
                .and_then(|&at| data.rows.get(at as usize));
            self.view.attempt = first.map(|row| data.name_of(row));
        }
    }

    /// The attempt `by` places after the shown one in the list; the first where none is shown.
    fn attempt_after(&self, by: isize) -> Option<AttemptRef> {
        let order = &self.filtered.order;
        let shown = self.shown_row().map(|row| row.index);
        let now = order.iter().position(|&index| Some(index) == shown);
        let next = now.map_or(0, |now| now.saturating_add_signed(by));
        let index = *order.get(next).or(order.last())?;
        let data = self.run_data()?;
        Some(data.name_of(data.rows.get(index as usize)?))
    }

    fn requeue(&mut self) {
        if let Run::Ready(data) = &self.run {
            self.queue = Rc::new(queued(&data.rows, self.view.queue));
        }
    }

    fn refilter(&mut self) {
        let Run::Ready(data) = &self.run else { return };
        let filters = &self.view.filters;
        let found = match &self.found {
            Some((_, hits)) if !filters.search.is_empty() => Some(&**hits),
            _ => None,
        };
        let (only, sort) = match self.view.screen {
            // An audit goes on in plan order, whatever the verdicts are.
            Screen::Audit => (Some(&*self.queue), Sort::Plan),
            _ => (None, self.view.sort),
        };
        let filtered = filter_rows(&data.rows, &data.overview, filters, (only, found), sort);
        if filtered != *self.filtered {
            self.filtered = Rc::new(filtered);
        }
    }

    pub(super) fn clear_attempt(&mut self) {
        self.attempt = Loaded::Empty;
        self.question = None;
        self.attempt_nonce = self.attempt_nonce.wrapping_add(1);
        self.audit.part = Part::Whole;
        self.highlights = Rc::default();
        self.boxes = Rc::default();
        self.selected = None;
        self.citation = None;
    }

    fn show_attempt(&mut self, attempt: Rc<Attempt>, question: Option<Rc<QuestionInfo>>) {
        let data = self.run_data().cloned();
        self.highlights = highlights_of(&attempt, question.as_deref()).into();
        self.question = question;
        self.boxes = Rc::default();
        self.selected = None;
        self.citation = None;
        let first = first_to_look_at(&self.highlights, &attempt).cloned();
        self.attempt = Loaded::Ready(attempt);
        if let Some(one) = first {
            self.citation = one.citation;
            self.go_to(one);
        } else if self.target.is_none()
            && let Some(document) = data
                .as_ref()
                .and_then(|data| data.overview.documents.first())
        {
            self.aim(document.id.clone(), 0, None);
        }
    }

    pub(super) fn go_to(&mut self, highlight: Highlight) {
        let page_idx = usize::try_from(highlight.span.first_page.saturating_sub(1));
        self.selected = Some(highlight.key.clone());
        self.aim(
            highlight.document,
            page_idx.unwrap_or_default(),
            Some(highlight.key),
        );
    }

    fn aim(&mut self, document: String, page_idx: usize, highlight: Option<String>) {
        self.nonce += 1;
        self.target = Some(PageTarget {
            document,
            page_idx,
            highlight,
            nonce: self.nonce,
        });
    }
}

/// The first failed citation, else the first unresolved, else the first, else the first anchor.
fn first_to_look_at<'a>(highlights: &'a [Highlight], attempt: &Attempt) -> Option<&'a Highlight> {
    highlights.iter().min_by_key(|one| match one.citation {
        Some(index) => {
            let state = attempt
                .citations
                .get(index)
                .map_or("", |one| one.state.as_str());
            (super::citation_state_in_words(state).1, index)
        }
        None => (super::Outcome::Declined, usize::MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispatch(state: State, action: Action) -> State {
        Rc::unwrap_or_clone(Rc::new(state).reduce(action))
    }

    fn highlight(key: &str, citation: usize) -> Highlight {
        Highlight {
            key: key.to_owned(),
            kind: HighlightKind::Ambiguous,
            document: "d".to_owned(),
            span: proofmark_report::format::Span {
                start: 0,
                end: 1,
                first_page: 2,
                last_page: 2,
            },
            citation: Some(citation),
            place: None,
            label: String::new(),
        }
    }

    #[test]
    fn selecting_a_citation_again_steps_through_its_places() {
        let mut state = State {
            highlights: [
                highlight("c0-0", 0),
                highlight("c0-1", 0),
                highlight("c1-0", 1),
            ]
            .into(),
            ..State::default()
        };
        let mut seen = Vec::new();
        for _ in 0..3 {
            state = dispatch(state, Action::SelectCitation(0));
            seen.push(state.selected.clone().unwrap_or_default());
        }
        assert_eq!(seen, ["c0-0", "c0-1", "c0-0"]);
        assert_eq!(state.target.map(|target| target.page_idx), Some(1));
    }

    #[test]
    fn a_stale_search_answer_is_dropped() {
        let state = dispatch(
            State::default(),
            Action::Found("old".to_owned(), Rc::default()),
        );
        assert_eq!(state.found, None);
    }

    #[test]
    fn progress_is_read_aloud_each_tenth() {
        let progress = |done| {
            Action::Busy(Some(Progress {
                label: "Reading a.pdf".to_owned(),
                unit: "page".to_owned(),
                done,
                total: 100,
            }))
        };
        let state = dispatch(State::default(), progress(1));
        assert_eq!(&*state.announcement, "Reading a.pdf, page 1 of 100");
        let state = dispatch(state, progress(9));
        assert_eq!(&*state.announcement, "Reading a.pdf, page 1 of 100");
        let state = dispatch(state, progress(10));
        assert_eq!(&*state.announcement, "Reading a.pdf, page 10 of 100");
    }

    #[test]
    fn a_dead_worker_leaves_the_files_and_ends_the_scoring() {
        let state = State {
            run: Run::Scoring,
            ..State::default()
        };
        let state = dispatch(state, Action::WorkerDied("gone".into()));
        assert_eq!(state.run, Run::Empty);
        assert_eq!(state.phase, Phase::Dead("gone".into()));
    }
}
