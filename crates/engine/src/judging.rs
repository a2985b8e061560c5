//! Judging claims about saved pages: from the files of a session to checks, results, grades and gates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proofmark_judge::{
    Answer, AnswerBatch, Check, Claim, ClaimBatch, Counted, Finding, Gate, GateRefusal, GoldLabel,
    Grade, Pages, PreparedBatch, Results, SavedPage, Side, Snapshot,
};

use proofmark_report::sha256_hex;

use crate::files::FileKind;
use crate::session::{FileId, Problem, Session};

/// The hosts whose pages may be evidence, unless others are named.
pub const DEFAULT_HOSTS: [&str; 1] = ["learn.microsoft.com"];

/// Claims and the saved pages that they are judged against. Holds no gold label: a judge works on this
/// alone.
#[derive(Debug)]
pub struct Judging {
    /// The claims, one batch a file.
    pub batches: Vec<ClaimBatch>,
    /// The saved pages.
    pub pages: Pages,
    /// Pages that the manifest lists and that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// The document file of each saved page, by the page's normalised address.
    pub files: BTreeMap<String, FileId>,
    hosts: Vec<String>,
}

impl Session {
    /// Gathers claims, manifests and saved pages. `hosts` are the allowed hosts; none means the default.
    ///
    /// # Errors
    /// No claims, no list of pages, a claim id or a batch that stands twice.
    pub fn judging(&self, hosts: &[String]) -> Result<Judging, Vec<Problem>> {
        let hosts: Vec<String> = if hosts.is_empty() {
            DEFAULT_HOSTS.map(str::to_owned).to_vec()
        } else {
            hosts.to_vec()
        };
        let (batches, mut refused) = self.claim_batches();
        let mut saved = Vec::new();
        let mut problems = Vec::new();
        let mut files = BTreeMap::new();
        let mut n_lists = 0;
        for slot in self.of_kind(FileKind::Snapshots) {
            n_lists += 1;
            // What could not be read was refused when the file came in.
            for snapshot in proofmark_judge::read_snapshots(slot.bytes()).unwrap_or_default() {
                match self.saved_page(snapshot) {
                    Ok((page, id)) => {
                        files.insert(proofmark_judge::normalise_url(&page.snapshot.url), id);
                        saved.push(page);
                    }
                    Err(message) => problems.push(Problem::of_file(&slot.entry.name, message)),
                }
            }
        }
        if n_lists == 0 {
            refused.push(missing(
                "no list of saved pages (sources.json); add it and the pages",
            ));
        }
        if !refused.is_empty() {
            return Err(refused);
        }
        Ok(Judging {
            batches,
            pages: Pages::new(saved, &hosts),
            problems,
            files,
            hosts,
        })
    }

    /// The claims of all files, in order of the batches' names.
    ///
    /// # Errors
    /// See [`Session::judging`].
    pub fn claims(&self) -> Result<Vec<ClaimBatch>, Vec<Problem>> {
        let (batches, refused) = self.claim_batches();
        if refused.is_empty() {
            Ok(batches)
        } else {
            Err(refused)
        }
    }

    /// The results files, each as it was read, in the order in which they came.
    pub fn results(&self) -> Vec<(FileId, String, Results)> {
        self.of_kind(FileKind::Results)
            .map(|slot| {
                (
                    slot.entry.id,
                    slot.entry.name.clone(),
                    proofmark_judge::read_results(slot.bytes()),
                )
            })
            .collect()
    }

    /// The gold labels, for grading alone.
    ///
    /// # Errors
    /// An id that stands twice.
    pub fn gold(&self) -> Result<Vec<GoldLabel>, Vec<Problem>> {
        let labels: Vec<GoldLabel> = self
            .of_kind(FileKind::Gold)
            .flat_map(|slot| proofmark_judge::read_gold(slot.bytes()).unwrap_or_default())
            .collect();
        let mut seen = BTreeSet::new();
        let twice: Vec<Problem> = labels
            .iter()
            .filter(|label| !seen.insert(&label.id))
            .map(|label| {
                missing(format!(
                    "the claim {} has two gold labels; keep one",
                    label.id
                ))
            })
            .collect();
        if twice.is_empty() {
            Ok(labels)
        } else {
            Err(twice)
        }
    }

    fn claim_batches(&self) -> (Vec<ClaimBatch>, Vec<Problem>) {
        let mut refused = Vec::new();
        let mut batches: Vec<ClaimBatch> = self
            .of_kind(FileKind::Claims)
            .flat_map(|slot| proofmark_judge::read_claims(slot.bytes()).unwrap_or_default())
            .collect();
        batches.sort_by(|a, b| a.file.cmp(&b.file));
        let mut seen = BTreeSet::new();
        for claim in batches.iter().flat_map(|batch| &batch.claims) {
            if !seen.insert(&claim.id) {
                refused.push(missing(format!(
                    "the claim id {} stands twice; ids are unique over all files",
                    claim.id
                )));
            }
        }
        for pair in batches.windows(2) {
            if pair[0].file == pair[1].file {
                refused.push(missing(format!(
                    "two batches are of the file {}; one file is one batch",
                    pair[0].file
                )));
            }
        }
        if batches.is_empty() {
            refused.push(missing("no claims; add a file of claims"));
        }
        (batches, refused)
    }

    /// A manifest's page among the session's documents: by the file's name, and its digest where one is stated.
    fn saved_page(&self, snapshot: Snapshot) -> Result<(SavedPage, FileId), String> {
        let name = snapshot
            .file
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or(&snapshot.file);
        let named: Vec<_> = self
            .of_kind(FileKind::Document)
            .filter(|slot| slot.entry.name == name)
            .collect();
        if named.is_empty() {
            return Err(format!(
                "the page {} ({}) is not among the files; add it",
                snapshot.file, snapshot.url
            ));
        }
        let slot = match &snapshot.sha256 {
            Some(digest) => named
                .into_iter()
                .find(|slot| slot.entry.sha256.eq_ignore_ascii_case(digest)),
            None => named.into_iter().next(),
        };
        let Some((slot, document)) =
            slot.and_then(|slot| slot.document().map(|document| (slot, document)))
        else {
            return Err(format!(
                "the file {} is not the page that was saved: its digest is another",
                snapshot.file
            ));
        };
        let page = SavedPage {
            document: Arc::clone(document.document()),
            structure: Arc::clone(document.structure()),
            source_text: document.source_text().map(Arc::clone),
            snapshot,
        };
        Ok((page, slot.entry.id))
    }
}

fn missing(message: impl Into<String>) -> Problem {
    Problem {
        code: None,
        file: None,
        place: None,
        message: message.into(),
    }
}

/// Results and what checking them found: grades and gates count both.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// The results as they were read.
    pub results: &'a Results,
    /// The findings, and the verdicts without evidence.
    pub check: Check,
}

impl Judging {
    /// Blind batches, and the instructions that go with them.
    pub fn prepare(&self) -> (Vec<PreparedBatch>, String) {
        (
            proofmark_judge::prepare(&self.batches),
            proofmark_judge::prompt(&self.hosts),
        )
    }

    /// Says so where no saved page may be evidence, so that every claim would be met with silence.
    pub fn without_evidence(&self) -> Option<Problem> {
        (self.pages.n_allowed() == 0).then(|| {
            missing(format!(
                "none of the {} saved pages is from {}, so none may be evidence; name the hosts of the pages",
                self.pages.n_pages(),
                self.hosts.join(" or ")
            ))
        })
    }

    /// Every finding about a results file.
    pub fn check(&self, results: &Results) -> Check {
        proofmark_judge::check(&self.batches, results, &self.pages)
    }

    /// The findings about one answer, as it is being written.
    pub fn check_answer(&self, claim: &Claim, answer: &Answer) -> Vec<Finding> {
        proofmark_judge::check_answer(claim, answer, &self.pages)
    }

    /// The deterministic judge's answers to all claims.
    pub fn run(&self) -> Vec<AnswerBatch> {
        proofmark_judge::run(&self.batches, &self.pages)
    }

    /// Results with the findings about them.
    pub fn checked<'a>(&self, results: &'a Results) -> Checked<'a> {
        Checked {
            results,
            check: self.check(results),
        }
    }

    /// What counts of each claim's results: an unevidenced verdict is silence.
    pub fn count(&self, checked: &Checked<'_>) -> BTreeMap<String, Counted> {
        proofmark_judge::count(&self.batches, checked.results, &checked.check.unevidenced)
    }

    /// Grades results against gold.
    pub fn grade(&self, checked: &Checked<'_>, gold: &[GoldLabel]) -> Grade {
        proofmark_judge::grade(&self.batches, &self.count(checked), gold)
    }

    /// Holds the gate between two results files. `frozen` are the baseline's bytes and its recorded digest.
    ///
    /// # Errors
    /// See [`GateRefusal`].
    pub fn gate(
        &self,
        baseline: &Checked<'_>,
        candidate: &Checked<'_>,
        gold: &[GoldLabel],
        frozen: Option<(&[u8], &str)>,
    ) -> Result<Gate, GateRefusal> {
        if let Some((bytes, expected)) = frozen {
            let found = sha256_hex(bytes);
            if !found.eq_ignore_ascii_case(expected.trim()) {
                return Err(GateRefusal::BaselineChanged {
                    expected: expected.to_owned(),
                    found,
                });
            }
        }
        let (old, new) = (self.count(baseline), self.count(candidate));
        proofmark_judge::gate(
            &self.batches,
            gold,
            Side {
                results: baseline.results,
                counted: &old,
            },
            Side {
                results: candidate.results,
                counted: &new,
            },
        )
    }
}
