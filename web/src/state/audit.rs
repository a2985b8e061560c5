//! Human decisions: a log to which every decision is added, and what it says now.
//!
//! Nothing is ever taken out of the log. Undoing marks an entry as undone, so that two logs of one audit,
//! of two tabs perhaps, are merged by uniting them.

use std::collections::BTreeMap;

use proofmark_report::format::{Audit, Decision};
use serde::{Deserialize, Serialize};

use super::AttemptRef;

/// The schema of the file that the log becomes.
const SCHEMA: &str = "proofmark/audit/1";

/// What a person decides about an attempt or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Ruling {
    Holds,
    DoesNotHold,
    CannotTell,
}

impl Ruling {
    pub(crate) const ALL: [Self; 3] = [Self::Holds, Self::DoesNotHold, Self::CannotTell];

    /// As the audit file writes it.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does_not_hold",
            Self::CannotTell => "cannot_tell",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Holds => "Holds",
            Self::DoesNotHold => "Does not hold",
            Self::CannotTell => "Cannot tell",
        }
    }

    pub(crate) fn small_word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::CannotTell => "cannot tell",
        }
    }
}

/// What of an attempt a decision is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Part {
    #[default]
    Whole,
    /// An obligation of the bank, by id.
    Obligation(String),
    /// A citation, by index.
    Citation(u32),
}

/// What a decision is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Subject {
    pub(crate) attempt: AttemptRef,
    pub(crate) part: Part,
}

/// When an entry is made, and a name that no other has.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stamp {
    pub(crate) id: String,
    /// Milliseconds since 1970; orders the log.
    pub(crate) millis: f64,
    /// RFC 3339.
    pub(crate) time: String,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) millis: f64,
    pub(crate) decided_at: String,
    pub(crate) name: String,
    pub(crate) workflow: String,
    pub(crate) repetition: u32,
    pub(crate) question: String,
    pub(crate) part: Part,
    /// Nothing where a decision was taken back, or where there is a note alone.
    pub(crate) ruling: Option<Ruling>,
    pub(crate) note: String,
    pub(crate) is_undone: bool,
}

impl Entry {
    /// Whether both are one decision, whatever each is called in its log.
    fn says_as(&self, other: &Self) -> bool {
        !self.is_undone
            && self.decided_at == other.decided_at
            && self.name == other.name
            && self.ruling == other.ruling
            && self.note == other.note
            && self.subject() == other.subject()
    }

    pub(crate) fn subject(&self) -> Subject {
        Subject {
            attempt: AttemptRef {
                workflow: self.workflow.clone(),
                repetition: self.repetition,
                question: self.question.clone(),
            },
            part: self.part.clone(),
        }
    }
}

/// The log with what it says now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AuditLog {
    /// In order of time.
    entries: Vec<Entry>,
    /// The last entry that is not undone, by reviewer and subject.
    current: BTreeMap<String, BTreeMap<Subject, usize>>,
}

impl AuditLog {
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a reviewer says of a subject now.
    pub(crate) fn of(&self, name: &str, subject: &Subject) -> Option<&Entry> {
        let at = self.current.get(name)?.get(subject)?;
        self.entries.get(*at)
    }

    /// A reviewer's decision about an attempt as a whole.
    pub(crate) fn ruling(&self, name: &str, attempt: &AttemptRef) -> Option<Ruling> {
        let subject = Subject {
            attempt: attempt.clone(),
            part: Part::Whole,
        };
        self.of(name, &subject)?.ruling
    }

    /// Everybody's decisions about a subject, by name.
    pub(crate) fn everybody(&self, subject: &Subject) -> Vec<(&str, Ruling)> {
        self.current
            .iter()
            .filter_map(|(name, subjects)| {
                let entry = self.entries.get(*subjects.get(subject)?)?;
                Some((name.as_str(), entry.ruling?))
            })
            .collect()
    }

    /// The names of all who have decided something, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let has_ruling = |subjects: &BTreeMap<Subject, usize>| {
            subjects
                .values()
                .filter_map(|at| self.entries.get(*at))
                .any(|entry| entry.ruling.is_some())
        };
        self.current
            .iter()
            .filter(|(_, subjects)| has_ruling(subjects))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// How many decisions stand, everybody's together.
    pub(crate) fn n_decisions(&self) -> usize {
        self.standing().count()
    }

    fn standing(&self) -> impl Iterator<Item = (&Entry, Ruling)> {
        let mut all: Vec<usize> = self
            .current
            .values()
            .flat_map(|subjects| subjects.values().copied())
            .collect();
        all.sort_unstable();
        all.into_iter()
            .filter_map(|at| self.entries.get(at))
            .filter_map(|entry| Some((entry, entry.ruling?)))
    }

    /// The decisions that stand, as a file; `None` while there are none.
    pub(crate) fn audit(&self, bank_sha256: &str) -> Option<Audit> {
        let decisions: Vec<Decision> = self
            .standing()
            .map(|(entry, ruling)| Decision {
                workflow: entry.workflow.clone(),
                repetition: entry.repetition,
                question_id: entry.question.clone(),
                obligation: match &entry.part {
                    Part::Obligation(id) => Some(id.clone()),
                    Part::Whole | Part::Citation(_) => None,
                },
                citation: match &entry.part {
                    Part::Citation(index) => Some(u64::from(*index)),
                    Part::Whole | Part::Obligation(_) => None,
                },
                decision: ruling.code().to_owned(),
                note: entry.note.clone(),
                name: entry.name.clone(),
                decided_at: entry.decided_at.clone(),
            })
            .collect();
        (!decisions.is_empty()).then(|| Audit {
            schema: SCHEMA.to_owned(),
            bank_sha256: bank_sha256.to_owned(),
            decisions,
        })
    }

    /// Adds a decision. The note that stands stays.
    pub(crate) fn decide(
        &mut self,
        name: &str,
        subject: &Subject,
        ruling: Option<Ruling>,
        stamp: &Stamp,
    ) {
        let note = self
            .of(name, subject)
            .map(|entry| entry.note.clone())
            .unwrap_or_default();
        self.push(entry(name, subject, ruling, note, stamp));
    }

    /// Writes a note. While it is being written it stays one entry.
    pub(crate) fn note(&mut self, name: &str, subject: &Subject, note: String, stamp: &Stamp) {
        let before = self.of(name, subject);
        if before.map_or("", |entry| entry.note.as_str()) == note {
            return;
        }
        let ruling = before.and_then(|entry| entry.ruling);
        if let Some(last) = self.entries.last_mut()
            && last.name == name
            && !last.is_undone
            && last.subject() == *subject
            && last.ruling == ruling
            && !last.note.is_empty()
        {
            last.note = note;
            return;
        }
        self.push(entry(name, subject, ruling, note, stamp));
    }

    /// Takes a reviewer's last entry back; what it was about.
    pub(crate) fn undo(&mut self, name: &str) -> Option<Subject> {
        let last = self
            .entries
            .iter_mut()
            .rev()
            .find(|entry| entry.name == name && !entry.is_undone)?;
        last.is_undone = true;
        let subject = last.subject();
        self.index();
        Some(subject)
    }

    /// Unites this log with entries of another one; whether any was new or is undone now.
    pub(crate) fn unite(&mut self, entries: Vec<Entry>) -> bool {
        let mut is_changed = false;
        let known: BTreeMap<String, usize> = self
            .entries
            .iter()
            .enumerate()
            .map(|(at, entry)| (entry.id.clone(), at))
            .collect();
        for one in entries {
            if !known.contains_key(&one.id) {
                // The same decision, come back in a file, is nothing new.
                if !self.entries.iter().any(|mine| mine.says_as(&one)) {
                    self.entries.push(one);
                    is_changed = true;
                }
                continue;
            }
            if let Some(mine) = known.get(&one.id).and_then(|at| self.entries.get_mut(*at)) {
                if one.is_undone && !mine.is_undone {
                    mine.is_undone = true;
                    is_changed = true;
                }
                // A note that was written on in another tab.
                if one.note != mine.note {
                    mine.note = one.note;
                    is_changed = true;
                }
            }
        }
        if is_changed {
            self.entries
                .sort_by(|a, b| a.millis.total_cmp(&b.millis).then_with(|| a.id.cmp(&b.id)));
            self.entries.dedup_by(|a, b| a.id == b.id);
            self.index();
        }
        is_changed
    }

    fn push(&mut self, entry: Entry) {
        let at = self.entries.len();
        let by_name = self.current.entry(entry.name.clone()).or_default();
        by_name.insert(entry.subject(), at);
        self.entries.push(entry);
    }

    fn index(&mut self) {
        self.current = BTreeMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if !entry.is_undone {
                let by_name = self.current.entry(entry.name.clone()).or_default();
                by_name.insert(entry.subject(), at);
            }
        }
    }
}

fn entry(
    name: &str,
    subject: &Subject,
    ruling: Option<Ruling>,
    note: String,
    stamp: &Stamp,
) -> Entry {
    Entry {
        id: stamp.id.clone(),
        millis: stamp.millis,
        decided_at: stamp.time.clone(),
        name: name.to_owned(),
        workflow: subject.attempt.workflow.clone(),
        repetition: subject.attempt.repetition,
        question: subject.attempt.question.clone(),
        part: subject.part.clone(),
        ruling,
        note,
        is_undone: false,
    }
}

/// The entries that an audit file becomes. The same file gives the same entries, so that taking it in
/// twice changes nothing; `millis` tells the time of an RFC 3339 text.
pub(crate) fn entries_of(audit: &Audit, millis: impl Fn(&str) -> f64) -> Vec<Entry> {
    audit
        .decisions
        .iter()
        .filter_map(|one| {
            let ruling = Ruling::from_code(&one.decision)?;
            let part = match (&one.obligation, one.citation) {
                (Some(id), _) => Part::Obligation(id.clone()),
                (None, Some(index)) => Part::Citation(u32::try_from(index).ok()?),
                (None, None) => Part::Whole,
            };
            Some(Entry {
                id: format!(
                    "file {} {} {} {} {part:?} {} {} {}",
                    one.decided_at,
                    one.workflow,
                    one.repetition,
                    one.question_id,
                    one.name,
                    one.decision,
                    one.note
                ),
                millis: millis(&one.decided_at),
                decided_at: one.decided_at.clone(),
                name: one.name.clone(),
                workflow: one.workflow.clone(),
                repetition: one.repetition,
                question: one.question_id.clone(),
                part,
                ruling: Some(ruling),
                note: one.note.clone(),
                is_undone: false,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(question: &str) -> Subject {
        Subject {
            attempt: AttemptRef {
                workflow: "w".to_owned(),
                repetition: 1,
                question: question.to_owned(),
            },
            part: Part::Whole,
        }
    }

    fn stamp(n: u32) -> Stamp {
        Stamp {
            id: format!("id{n}"),
            millis: f64::from(n),
            time: format!("2026-01-01T00:00:{n:02}Z"),
        }
    }

    #[test]
    fn undo_goes_back_without_limit_and_leaves_the_others_alone() {
        let mut log = AuditLog::default();
        log.decide("a", &subject("q1"), Some(Ruling::Holds), &stamp(1));
        log.decide("b", &subject("q1"), Some(Ruling::CannotTell), &stamp(2));
        log.decide("a", &subject("q1"), Some(Ruling::DoesNotHold), &stamp(3));
        log.decide("a", &subject("q1"), None, &stamp(4));
        let now = |log: &AuditLog| log.ruling("a", &subject("q1").attempt);
        let mut seen = vec![now(&log)];
        while log.undo("a").is_some() {
            seen.push(now(&log));
        }
        assert_eq!(
            seen,
            [None, Some(Ruling::DoesNotHold), Some(Ruling::Holds), None],
            "each step back"
        );
        assert_eq!(
            log.ruling("b", &subject("q1").attempt),
            Some(Ruling::CannotTell),
            "the other reviewer"
        );
    }

    #[test]
    fn two_tabs_overwrite_nothing() {
        let mut base = AuditLog::default();
        base.decide("a", &subject("q1"), Some(Ruling::Holds), &stamp(1));
        let (mut left, mut right) = (base.clone(), base.clone());
        left.decide("a", &subject("q2"), Some(Ruling::Holds), &stamp(2));
        right.decide("a", &subject("q3"), Some(Ruling::CannotTell), &stamp(3));
        assert!(right.undo("a").is_some(), "q3 is taken back");
        assert!(right.undo("a").is_some(), "q1 is taken back");
        let (mut one, mut other) = (left.clone(), right.clone());
        assert!(one.unite(right.entries().to_vec()), "something is new");
        assert!(other.unite(left.entries().to_vec()), "something is new");
        assert_eq!(one, other, "either way the same");
        let all = ["q1", "q2", "q3"].map(|id| one.ruling("a", &subject(id).attempt));
        assert_eq!(all, [None, Some(Ruling::Holds), None], "what stands");
        assert!(!one.unite(other.entries().to_vec()), "nothing is new");
    }

    #[test]
    fn a_note_in_the_making_is_one_entry_and_keeps_the_decision() {
        let mut log = AuditLog::default();
        log.decide("a", &subject("q1"), Some(Ruling::Holds), &stamp(1));
        for (note, n) in ["s", "so", "so it is"].into_iter().zip(2..) {
            log.note("a", &subject("q1"), note.to_owned(), &stamp(n));
        }
        assert_eq!(log.entries().len(), 2, "decision and note");
        let audit = log.audit("bank").expect("a decision stands");
        assert_eq!(audit.decisions.len(), 1, "one decision");
        assert_eq!(audit.decisions[0].note, "so it is", "the last note");
        assert_eq!(audit.decisions[0].decision, "holds", "the decision");
    }

    #[test]
    fn a_file_taken_in_twice_changes_nothing() {
        let mut log = AuditLog::default();
        log.decide("a", &subject("q1"), Some(Ruling::Holds), &stamp(1));
        let audit = log.audit("bank").expect("a decision stands");
        let mut fresh = AuditLog::default();
        assert!(fresh.unite(entries_of(&audit, |_| 1.0)), "new");
        assert!(!fresh.unite(entries_of(&audit, |_| 1.0)), "known");
        assert_eq!(fresh.audit("bank"), Some(audit), "and out again");
    }
}
