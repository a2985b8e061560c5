//! What on a saved page may decide a claim, for a person to look at first. No verdict rests on it.

use std::collections::BTreeSet;

use proofmark_text::TextRange;

use crate::files::Claim;
use crate::page::{Page, Pages, Unit};
use crate::url::normalise_url;
use crate::value::{ClaimValue, Value, claim_values, values};

/// Passages that are shown at most for a claim that states no value.
const MAX_PASSAGES: usize = 8;

/// Something on a page that a claim may be held against. Bytes in the page's visible text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The value, or the whole passage where the claim states no value.
    pub range: TextRange,
    /// The sentence, list item or row that it stands in.
    pub passage: TextRange,
    /// Whether the passage is marked as past.
    pub is_past: bool,
}

impl Pages {
    /// The values of a page that are of the same kind as one of the claim's, in text order; for a claim
    /// without values the passages that share most words with it. Empty for a page that was not saved.
    pub fn candidates(&self, claim: &Claim, url: &str) -> Vec<Candidate> {
        let Some(page) = self.pages.get(&normalise_url(url)) else {
            return Vec::new();
        };
        let wanted = claim_values(&claim.claim);
        let found: BTreeSet<Candidate> = page
            .units
            .iter()
            .flat_map(|unit| values_in(page, unit, &wanted))
            .collect();
        if !found.is_empty() {
            return found.into_iter().collect();
        }
        self.passages(claim, page)
    }

    fn passages(&self, claim: &Claim, page: &Page) -> Vec<Candidate> {
        let terms = self.terms.of(&claim.claim, &[]);
        let shared = |unit: &Unit| {
            terms
                .iter()
                .filter(|term| unit.own.contains(*term) || unit.other.contains(*term))
                .count()
        };
        let mut ranked: Vec<(usize, &Unit)> = page
            .units
            .iter()
            .filter(|unit| !unit.is_heading)
            .map(|unit| (shared(unit), unit))
            .filter(|(n, _)| *n > 1)
            .collect();
        ranked.sort_by_key(|(n, unit)| (std::cmp::Reverse(*n), unit.range.start()));
        ranked.truncate(MAX_PASSAGES);
        let mut out: Vec<Candidate> = ranked
            .into_iter()
            .map(|(_, unit)| Candidate {
                range: unit.range,
                passage: unit.range,
                is_past: unit.is_past,
            })
            .collect();
        out.sort();
        out
    }
}

fn values_in(page: &Page, unit: &Unit, wanted: &[ClaimValue]) -> Vec<Candidate> {
    let document = &page.saved.document;
    // A row's values were read cell by cell, a sentence's all together, each in this order.
    let row = unit
        .is_row
        .then(|| page.saved.structure.blocks.iter())
        .and_then(|mut blocks| blocks.find(|block| block.range == unit.range));
    let stretches = row.map_or_else(|| vec![unit.range], |block| block.cells.clone());
    let ranges = stretches.into_iter().flat_map(|stretch| {
        let found = values(document.slice(stretch));
        found.into_iter().map(move |value| {
            let range = value.range();
            TextRange::new(
                stretch.start() + range.start(),
                stretch.start() + range.end(),
            )
        })
    });
    let is_wanted = |value: &Value| wanted.iter().any(|one| one.value.is_of_kind(value));
    ranges
        .zip(&unit.slots)
        .filter(|(_, slot)| {
            is_wanted(&slot.value) || slot.with_unit.as_ref().is_some_and(is_wanted)
        })
        .map(|(range, slot)| Candidate {
            range,
            passage: unit.range,
            is_past: unit.is_past || slot.is_past,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proofmark_text::{Document, Structure};

    use super::*;
    use crate::files::{ClaimType, Snapshot};
    use crate::page::SavedPage;

    fn pages(text: &str) -> Pages {
        let document = Document::from_plain_text(text);
        let structure = Structure::of_plain_text(&document);
        let snapshot = Snapshot {
            url: "https://a.example/x".to_owned(),
            file: "x.txt".to_owned(),
            fetched_at: String::new(),
            sha256: None,
            canonical_for: Vec::new(),
            enumerates: Vec::new(),
        };
        let page = SavedPage {
            snapshot,
            document: Arc::new(document),
            structure: Arc::new(structure),
            source_text: None,
        };
        Pages::new(vec![page], &["a.example".to_owned()])
    }

    fn found(text: &str, claim: &str) -> Vec<(String, String)> {
        let pages = pages(text);
        let claim = Claim {
            id: "c".to_owned(),
            claim: claim.to_owned(),
            claim_type: ClaimType::Sku,
            evidence_url: None,
        };
        let raw = |range: TextRange| text[range.start()..range.end()].to_owned();
        pages
            .candidates(&claim, "https://a.example/en-us/x/")
            .into_iter()
            .map(|one| (raw(one.range), raw(one.passage)))
            .collect()
    }

    #[test]
    fn values_of_the_claims_kind_are_shown_with_their_sentence() {
        let text = "A file has 250 MB at most. It is kept for 30 days.";
        assert_eq!(
            found(text, "A file may have up to 300 MB."),
            [("250 MB".to_owned(), "A file has 250 MB at most.".to_owned())]
        );
    }

    #[test]
    fn a_claim_without_values_gets_the_passages_that_share_its_words() {
        let text = "The stream tier is general. Weather is fine. Nothing else.";
        let passages = found(text, "The stream tier is in general availability.");
        assert_eq!(passages.len(), 1, "{passages:?}");
        assert!(found(text, "Otters swim.").is_empty(), "nothing is shared");
    }
}
