//! R3: what a page says has ended, was replaced or is closed.

use crate::assess::{Found, Reading};
use crate::page::{Pages, Unit, fold_name};
use crate::terms::is_identifier;

impl Reading {
    /// R3: a passage that says that what the claim builds on was replaced, retired or closed.
    pub(crate) fn superseded(&self, pages: &Pages) -> Option<Found> {
        if speaks_of_end(self.text()) {
            return None;
        }
        // A figure of something retired is a matter of that figure.
        let has_values = self.deciding().next().is_some();
        let (cited, others) = self.order(pages);
        for (url, page) in cited.into_iter().chain(others) {
            for (idx, unit) in page.units.iter().enumerate() {
                let text = page.saved.document.slice(unit.range);
                if self.is_replaced_by(text, pages)
                    || !has_values && self.is_row_of_ended(unit, text)
                {
                    return Some(Found::of(url, idx));
                }
            }
        }
        None
    }

    /// The sentence's subject, up to the words that end it, is all in the claim.
    fn is_replaced_by(&self, sentence: &str, pages: &Pages) -> bool {
        let lower = sentence.to_lowercase();
        let Some(at) = ENDS.iter().filter_map(|mark| lower.find(mark)).min() else {
            return false;
        };
        let Some(subject) = sentence.get(..at) else {
            return false;
        };
        let mut subject_terms = pages.terms.of(subject, &[]);
        for word in [
            "former", "formerly", "previous", "old", "older", "legaci", "current",
        ] {
            subject_terms.remove(word);
        }
        let is_in_claim = |term: &String| {
            self.terms
                .iter()
                .any(|t| t.text == *term || t.like.contains(term))
        };
        let is_specific =
            subject_terms.len() >= 2 || subject_terms.iter().any(|term| is_identifier(term));
        is_specific && subject_terms.len() <= 6 && subject_terms.iter().all(is_in_claim)
    }

    /// A row whose first cell is a name of the claim, in a section of what has ended.
    fn is_row_of_ended(&self, unit: &Unit, text: &str) -> bool {
        let is_ended = unit.headings.lines().any(|heading| {
            let lower = heading.to_lowercase();
            ["retired", "discontinued", "deprecated", "no longer"]
                .iter()
                .any(|word| lower.contains(word))
                && !lower.contains("retirement")
                && !lower.contains(" and ")
        });
        let label = fold_name(text.split('\t').next().unwrap_or(text));
        is_ended && unit.is_row && label.len() > 3 && self.folded.contains(&label)
    }
}

/// Words that end what a sentence is about.
const ENDS: [&str; 34] = [
    " is closed to ",
    " are closed to ",
    " is closed for ",
    " is discontinued",
    " was discontinued",
    " has been discontinued",
    " was replaced",
    " were replaced",
    " is renamed",
    " is now called ",
    " are not available for new",
    " accepts no new ",
    " is being retired",
    " are being retired",
    " is retired",
    " are retired",
    " was retired",
    " has been retired",
    " is deprecated",
    " are deprecated",
    " is now deprecated",
    " has been deprecated",
    " is superseded",
    " has been superseded",
    " have been superseded",
    " has been replaced",
    " have been replaced",
    " is replaced by",
    " are replaced by",
    " was renamed",
    " has been renamed",
    " is not available for new",
    " is no longer ",
    " are no longer ",
];

/// The claim itself tells of an end, so the end does not contradict it.
fn speaks_of_end(claim: &str) -> bool {
    let lower = claim.to_lowercase();
    [
        "retire",
        "deprecat",
        "replac",
        "supersed",
        "renamed",
        "no longer",
        "legacy",
        "discontinu",
        "sunset",
    ]
    .iter()
    .any(|word| lower.contains(word))
}
