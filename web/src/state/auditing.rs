//! What a person does on the audit screen, as changes of the state.

use std::rc::Rc;

use proofmark_report::format::Audit;

use super::audit::{AuditLog, Entry, Part, Ruling, Stamp, Subject};
use super::fields::parts_of;
use super::{AttemptRef, Screen, State};

/// Whether the browser keeps what was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kept {
    /// There is nothing to keep yet.
    #[default]
    Nothing,
    /// Everything, since a time of the day.
    Since(Rc<str>),
    /// It does not, and why.
    Failed(Rc<str>),
}

/// The audit of the scored run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AuditState {
    /// The run that the log belongs to; empty while it is not loaded.
    pub(crate) run_key: Rc<str>,
    pub(crate) log: Rc<AuditLog>,
    /// Who decides; empty until somebody says so.
    pub(crate) reviewer: Rc<str>,
    /// What of the shown attempt the next decision is about.
    pub(crate) part: Part,
    pub(crate) kept: Kept,
}

/// A change of the audit.
#[derive(Clone, Debug)]
pub(crate) enum AuditAction {
    /// The log of a run was read from the browser's store.
    Opened(Rc<str>, Vec<Entry>),
    /// Decisions came from elsewhere: a file, another tab.
    United(Vec<Entry>),
    Reviewer(Rc<str>),
    /// About the chosen part of the shown attempt; nothing takes the decision back.
    Decide(Option<Ruling>, Stamp),
    Note(Subject, String, Stamp),
    Undo,
    Choose(Part),
    /// To the next part, or the one before.
    Step(bool),
    NextUndecided,
    Kept(Kept),
}

impl State {
    /// What the next decision is about.
    pub(crate) fn subject(&self) -> Option<Subject> {
        Some(Subject {
            attempt: self.view.attempt.clone()?,
            part: self.audit.part.clone(),
        })
    }

    /// How many attempts of the queue the reviewer has decided, and how many it has.
    pub(crate) fn audit_progress(&self) -> (usize, usize) {
        let Some(data) = self.run_data() else {
            return (0, 0);
        };
        let is_decided = |index: &&u32| {
            data.rows
                .get(**index as usize)
                .is_some_and(|row| self.is_decided(&data.name_of(row)))
        };
        let n_done = self.queue.iter().filter(is_decided).count();
        (n_done, self.queue.len())
    }

    /// The decisions as the report is to carry them: those of a dropped file as they are, while nobody has
    /// decided anything else.
    pub(crate) fn audit_for_report(&self) -> Option<Audit> {
        let overview = &self.run_data()?.overview;
        let standing = self.audit.log.audit(&overview.bank_sha256);
        let is_same = |dropped: &Audit| {
            let n_standing = standing.as_ref().map_or(0, |one| one.decisions.len());
            let holds = |one| {
                standing
                    .as_ref()
                    .is_some_and(|standing| standing.decisions.contains(one))
            };
            n_standing == dropped.decisions.len() && dropped.decisions.iter().all(holds)
        };
        match overview.audit.as_ref() {
            // Decisions about another bank stay in the report that they were dropped with.
            Some(dropped)
                if is_same(dropped)
                    || (standing.is_none() && dropped.bank_sha256 != overview.bank_sha256) =>
            {
                Some(dropped.clone())
            }
            _ => standing,
        }
    }

    fn is_decided(&self, attempt: &AttemptRef) -> bool {
        let audit = &self.audit;
        audit.log.ruling(&audit.reviewer, attempt).is_some()
    }

    pub(super) fn apply_audit(&mut self, action: AuditAction) {
        match action {
            AuditAction::Opened(run_key, entries) => {
                // What was decided before the store answered stays; another run's decisions do not.
                if !self.audit.run_key.is_empty() {
                    self.audit.log = Rc::default();
                }
                Rc::make_mut(&mut self.audit.log).unite(entries);
                self.audit.run_key = run_key;
            }
            AuditAction::United(entries) => {
                Rc::make_mut(&mut self.audit.log).unite(entries);
            }
            AuditAction::Reviewer(name) => self.audit.reviewer = name,
            AuditAction::Decide(ruling, stamp) => {
                let said = |subject: &Subject| {
                    let audit = &self.audit;
                    audit
                        .log
                        .of(&audit.reviewer, subject)
                        .and_then(|entry| entry.ruling)
                };
                let subject = self
                    .subject()
                    .filter(|subject| !self.audit.reviewer.is_empty() && said(subject) != ruling);
                if let Some(subject) = subject {
                    let log = Rc::make_mut(&mut self.audit.log);
                    log.decide(&self.audit.reviewer, &subject, ruling, &stamp);
                    let words = ruling.map_or("Decision taken back", Ruling::word);
                    let (done, all) = self.audit_progress();
                    self.announcement = format!("{words}. {done} of {all} decided").into();
                }
            }
            AuditAction::Note(subject, note, stamp) => {
                let log = Rc::make_mut(&mut self.audit.log);
                log.note(&self.audit.reviewer, &subject, note, &stamp);
            }
            AuditAction::Undo => {
                let name = Rc::clone(&self.audit.reviewer);
                match Rc::make_mut(&mut self.audit.log).undo(&name) {
                    Some(subject) => {
                        self.show_subject(subject);
                        self.announcement = "Undone".into();
                    }
                    None => self.announcement = "There is nothing to undo".into(),
                }
            }
            AuditAction::Choose(part) => self.choose_part(part),
            AuditAction::Step(is_forward) => self.step_part(is_forward),
            AuditAction::NextUndecided => self.next_undecided(),
            AuditAction::Kept(kept) => self.audit.kept = kept,
        }
    }

    /// Goes to what was undone, so that the person sees it.
    fn show_subject(&mut self, subject: Subject) {
        if self.view.attempt.as_ref() != Some(&subject.attempt) {
            self.view.attempt = Some(subject.attempt);
            self.clear_attempt();
        }
        self.audit.part = subject.part;
    }

    fn choose_part(&mut self, part: Part) {
        match &part {
            Part::Whole => {}
            Part::Citation(index) => {
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                if self.citation != Some(index) {
                    self.select_citation(index);
                }
            }
            Part::Obligation(id) => {
                let anchor = format!("Anchor of {id},");
                let found = self
                    .highlights
                    .iter()
                    .find(|one| one.label.starts_with(&anchor));
                if let Some(one) = found.cloned() {
                    self.citation = None;
                    self.go_to(one);
                }
            }
        }
        self.audit.part = part;
    }

    fn step_part(&mut self, is_forward: bool) {
        let Some(attempt) = self.attempt.ready() else {
            return;
        };
        let parts = parts_of(attempt);
        let now = parts.iter().position(|one| *one == self.audit.part);
        let next = match (now, is_forward) {
            (Some(now), true) => now + 1,
            (Some(now), false) => now.wrapping_sub(1),
            (None, _) => 0,
        };
        if let Some(part) = parts.into_iter().nth(next) {
            self.choose_part(part);
        }
    }

    /// Skips what is decided and goes round once, saying so.
    fn next_undecided(&mut self) {
        let Some(data) = self.run_data().cloned() else {
            return;
        };
        let order = &self.filtered.order;
        let shown = self.shown_row().map(|row| row.index);
        let now = order.iter().position(|&index| Some(index) == shown);
        let start = now.map_or(0, |now| now + 1);
        let (before, after) = order.split_at(start.min(order.len()));
        let open = |index: &u32| {
            let name = data.name_of(data.rows.get(*index as usize)?);
            (!self.is_decided(&name)).then_some(name)
        };
        let (next, is_round) = match after.iter().find_map(open) {
            Some(name) => (Some(name), false),
            None => (before.iter().find_map(open), true),
        };
        match next {
            Some(name) => {
                if is_round && now.is_some() {
                    self.announcement = "From the start of the list again".into();
                }
                self.view.attempt = Some(name);
                self.clear_attempt();
            }
            None => self.announcement = "Nothing in this list is left to decide".into(),
        }
    }

    /// On coming to the audit: where the shown attempt is none of the queue, the first that is left.
    pub(super) fn enter_audit(&mut self) {
        let shown = self.shown_row().map(|row| row.index);
        let is_queued = shown.is_some_and(|index| self.filtered.order.contains(&index));
        if self.view.screen == Screen::Audit && !is_queued && self.run_data().is_some() {
            let first = self.filtered.order.first().copied();
            if let (Some(data), Some(first)) = (self.run_data().cloned(), first) {
                let row = data.rows.get(first as usize);
                self.view.attempt = row.map(|row| data.name_of(row));
                self.clear_attempt();
                if self
                    .view
                    .attempt
                    .as_ref()
                    .is_some_and(|name| self.is_decided(name))
                {
                    self.next_undecided();
                }
            }
        }
    }
}
