//! What somebody looks at and waits for, so that another worker can be asked for it when one breaks.
//!
//! A worker may break on the very page that is asked for. So pages that were waited for when one broke are
//! asked for one at a time, and one on which workers broke again is left out.

use std::collections::BTreeMap;

use super::{JobId, Request};

/// How often workers may break while a page is waited for, before it is left out.
const MAX_BREAKS: usize = 2;

/// Jobs that only look at documents.
#[derive(Default)]
pub(super) struct LookedAt {
    jobs: BTreeMap<JobId, Request>,
    /// The pages that were waited for when a worker broke, once for each time.
    breaks: Vec<(String, u32)>,
    /// The one job about such a page that a worker has now.
    trial: Option<JobId>,
    is_paused: bool,
}

impl LookedAt {
    /// Takes in a job, where it is one. Whether it may be sent to the worker now.
    pub(super) fn insert(&mut self, job: JobId, request: &Request) -> bool {
        let Some(again) = request.again() else {
            return true;
        };
        let is_suspect = self.n_breaks(&again) > 0;
        self.jobs.insert(job, again);
        !self.is_paused && !is_suspect
    }

    /// Takes out a job that was answered, or that nobody waits for.
    pub(super) fn remove(&mut self, job: JobId) {
        self.jobs.remove(&job);
        if self.trial == Some(job) {
            self.trial = None;
        }
    }

    pub(super) fn contains(&self, job: JobId) -> bool {
        self.jobs.contains_key(&job)
    }

    pub(super) fn forget_all(&mut self) {
        *self = Self::default();
    }

    /// Sends nothing until the files are read.
    pub(super) fn pause(&mut self) {
        self.is_paused = true;
        self.trial = None;
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Goes on after a pause: the jobs that are left out, and those to be sent now.
    pub(super) fn resume(&mut self) -> (Vec<JobId>, Vec<(JobId, Request)>) {
        if !std::mem::take(&mut self.is_paused) {
            return (Vec::new(), Vec::new());
        }
        let (mut left_out, mut now) = (Vec::new(), Vec::new());
        for (job, request) in &self.jobs {
            match self.n_breaks(request) {
                0 => now.extend(request.again().map(|again| (*job, again))),
                MAX_BREAKS.. => left_out.push(*job),
                _ => {}
            }
        }
        (left_out, now)
    }

    /// The next job about a page that is suspected, unless a worker has one already.
    pub(super) fn next_trial(&mut self) -> Option<(JobId, Request)> {
        if self.is_paused || self.trial.is_some() {
            return None;
        }
        let is_tried = |request: &&Request| (1..MAX_BREAKS).contains(&self.n_breaks(request));
        let is_near = |request: &Request| {
            matches!(
                request,
                Request::Image {
                    is_in_view: false,
                    ..
                }
            )
        };
        let (job, request) = self
            .jobs
            .iter()
            .filter(|(_, request)| is_tried(request))
            .min_by_key(|(_, request)| is_near(request))?;
        let found = request.again().map(|again| (*job, again));
        self.trial = found.as_ref().map(|(job, _)| *job);
        found
    }

    /// A worker broke. Suspects the page that was tried, or else every page that was waited for.
    pub(super) fn broke(&mut self) {
        if self.is_paused {
            return;
        }
        let tried = self.trial.take();
        let jobs = self.jobs.iter();
        let mut pages: Vec<(String, u32)> = jobs
            .filter(|(job, _)| tried.is_none_or(|tried| tried == **job))
            .filter_map(|(_, request)| page_of(request))
            .map(|(document, page_idx)| (document.to_owned(), page_idx))
            .collect();
        pages.sort_unstable();
        pages.dedup();
        self.breaks.append(&mut pages);
    }

    /// Whether workers broke too often while this page was waited for.
    pub(super) fn is_left_out(&self, document: &str, page_idx: u32) -> bool {
        self.n_of((document, page_idx)) >= MAX_BREAKS
    }

    /// Forgets what a page that was drawn was suspected of.
    pub(super) fn acquit(&mut self, document: &str, page_idx: u32) {
        self.breaks
            .retain(|page| page.0 != document || page.1 != page_idx);
    }

    fn n_breaks(&self, request: &Request) -> usize {
        page_of(request).map_or(0, |page| self.n_of(page))
    }

    fn n_of(&self, (document, page_idx): (&str, u32)) -> usize {
        let is_page = |page: &&(String, u32)| page.0 == document && page.1 == page_idx;
        self.breaks.iter().filter(is_page).count()
    }
}

/// The page that an image is wanted of.
fn page_of(request: &Request) -> Option<(&str, u32)> {
    match request {
        Request::Image {
            document, page_idx, ..
        } => Some((document, *page_idx)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(page_idx: u32) -> Request {
        Request::Image {
            document: "manual".to_owned(),
            page_idx,
            scale: 1.0,
            tile: None,
            is_in_view: page_idx == 1,
        }
    }

    fn jobs(sent: &[(JobId, Request)]) -> Vec<JobId> {
        sent.iter().map(|(job, _)| *job).collect()
    }

    #[test]
    fn what_is_looked_at_is_asked_for_again_and_nothing_else() {
        let mut looked_at = LookedAt::default();
        assert!(looked_at.insert(1, &Request::Prepare));
        let lines = Request::Lines {
            document: "manual".to_owned(),
            page_idx: 0,
        };
        assert!(looked_at.insert(2, &lines));
        looked_at.broke();
        looked_at.pause();
        assert!(!looked_at.insert(3, &image(0)), "not while files are read");
        let (left_out, now) = looked_at.resume();
        assert!(left_out.is_empty());
        assert_eq!(jobs(&now), [2, 3]);
        assert!(!looked_at.contains(1));
    }

    #[test]
    fn pages_that_were_waited_for_are_tried_one_at_a_time() {
        let mut looked_at = LookedAt::default();
        for page_idx in 0..3 {
            assert!(looked_at.insert(page_idx, &image(page_idx)));
        }
        looked_at.broke();
        looked_at.pause();
        assert!(looked_at.next_trial().is_none(), "not while files are read");
        let (left_out, now) = looked_at.resume();
        assert!(left_out.is_empty() && now.is_empty());
        // What is in view comes first, and nothing beside it.
        assert!(looked_at.next_trial().is_some_and(|(job, _)| job == 1));
        assert!(looked_at.next_trial().is_none());
        looked_at.broke();
        looked_at.pause();
        assert_eq!(looked_at.resume().0, [1], "page 1 alone is left out");
        assert!(looked_at.is_left_out("manual", 1));
        assert!(!looked_at.is_left_out("manual", 0));
        looked_at.remove(1);
        assert!(looked_at.next_trial().is_some_and(|(job, _)| job == 0));
        looked_at.remove(0);
        looked_at.acquit("manual", 0);
        assert!(
            looked_at.insert(4, &image(0)),
            "drawn, so no suspect any more"
        );
        assert!(looked_at.next_trial().is_some_and(|(job, _)| job == 2));
    }
}
