//! What a face shows of a judging: saved pages with their structure, what to look at, and results as a file.

use proofmark_judge::{AnswerBatch, Claim, SavedPage};
use proofmark_text::{BlockKind, TextRange};
use serde_json::{Value, json};

use crate::judging::Judging;

/// A saved page, block by block. Offsets are chars of its visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    /// The page's address as the list gives it.
    pub url: String,
    /// Name of its file.
    pub file: String,
    /// When it was saved, as written.
    pub fetched_at: String,
    /// Its blocks in text order.
    pub blocks: Vec<SavedBlock>,
}

/// A heading, paragraph, list item or row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedBlock {
    /// What it is.
    pub kind: BlockKind,
    /// The table that a row belongs to.
    pub table: Option<usize>,
    /// Its text in parts, each with its first char: the cells of a row, else one.
    pub parts: Vec<(u64, String)>,
}

/// Something on a saved page that a claim may be held against. Offsets are chars of its visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateView {
    /// First char of the value.
    pub start: u64,
    /// One past its last char.
    pub end: u64,
    /// The sentence, list item or row, as it can be quoted.
    pub passage: String,
    /// Whether the passage is marked as past.
    pub is_past: bool,
}

/// Where a quotation stands on a saved page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteView {
    /// The state's name.
    pub state: &'static str,
    /// Its chars in the page's visible text.
    pub span: Option<(u64, u64)>,
}

impl Judging {
    /// The saved page of an address.
    pub fn saved_view(&self, url: &str) -> Option<SavedView> {
        let page = self.pages.page(url)?;
        let blocks = page.structure.blocks.iter().map(|block| {
            let ranges = if block.cells.is_empty() {
                vec![block.range]
            } else {
                block.cells.clone()
            };
            SavedBlock {
                kind: block.kind,
                table: block.table,
                parts: ranges
                    .into_iter()
                    .map(|range| (chars(page, range).0, page.document.slice(range).to_owned()))
                    .collect(),
            }
        });
        Some(SavedView {
            url: page.snapshot.url.clone(),
            file: page.snapshot.file.clone(),
            fetched_at: page.snapshot.fetched_at.clone(),
            blocks: blocks.collect(),
        })
    }

    /// What on the saved page of `url` to look at first.
    pub fn candidates(&self, claim: &Claim, url: &str) -> Vec<CandidateView> {
        let Some(page) = self.pages.page(url) else {
            return Vec::new();
        };
        self.pages
            .candidates(claim, url)
            .into_iter()
            .map(|one| {
                let (start, end) = chars(page, one.range);
                CandidateView {
                    start,
                    end,
                    passage: in_one_line(page.document.slice(one.passage)),
                    is_past: one.is_past,
                }
            })
            .collect()
    }

    /// Where `quote` stands on the saved page of `url`.
    pub fn quote_place(&self, url: &str, quote: &str) -> QuoteView {
        let place = self.pages.locate(url, quote);
        let page = self.pages.page(url);
        QuoteView {
            state: place.state.code(),
            span: place
                .range
                .zip(page)
                .map(|(range, page)| chars(page, range)),
        }
    }
}

fn chars(page: &SavedPage, range: TextRange) -> (u64, u64) {
    (
        page.document.char_offset(range.start()) as u64,
        page.document.char_offset(range.end()) as u64,
    )
}

/// White space as single spaces, as a quotation is written.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Results in the form of every judge's file: one batch alone, or an array.
pub fn results_bytes(batches: &[AnswerBatch]) -> Vec<u8> {
    let list: Vec<Value> = batches
        .iter()
        .map(|batch| {
            let answers: Vec<Value> = batch
                .answers
                .iter()
                .map(|answer| {
                    json!({
                        "id": answer.id,
                        "judge_verdict": answer.verdict.map_or("source_silent", |verdict| verdict.code()),
                        "rule": answer.rule.map_or("", |rule| rule.code()),
                        "evidence_url": answer.evidence_url,
                        "evidence_quote": answer.evidence_quote,
                        "reason": answer.reason,
                    })
                })
                .collect();
            json!({ "file": batch.file, "results": answers })
        })
        .collect();
    let value = match <[Value; 1]>::try_from(list) {
        Ok([only]) => only,
        Err(list) => Value::Array(list),
    };
    format!("{value:#}\n").into_bytes()
}
