//! Small saved pages of an invented vendor.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::Arc;

use proofmark_judge::{
    Answer, Claim, ClaimBatch, ClaimType, Code, Pages, SavedPage, Snapshot, Verdict, check_answer,
};
use proofmark_text::{Block, BlockKind, Document, PageText, Structure, TextRange};

/// A part of a page.
pub(crate) enum Part {
    H(u8, &'static str),
    P(&'static str),
    Item(&'static str),
    Header(&'static [&'static str]),
    Row(&'static [&'static str]),
}
use Part::{H, Header, Item, P, Row};

pub(crate) const HOST: &str = "docs.brackwater.example";

pub(crate) fn page(name: &str, enumerates: &[&str], parts: &[Part]) -> SavedPage {
    let mut text = String::new();
    let mut blocks = Vec::new();
    let mut table = 0;
    let mut was_table = false;
    let mut was_header = false;
    for part in parts {
        let start = text.len();
        let is_table = matches!(part, Header(_) | Row(_));
        let is_header = matches!(part, Header(_));
        table += usize::from(is_table && (!was_table || is_header && !was_header));
        (was_table, was_header) = (is_table, is_header);
        let mut cells = Vec::new();
        let kind = match part {
            H(level, words) => push(&mut text, words, BlockKind::Heading(*level)),
            P(words) => push(&mut text, words, BlockKind::Paragraph),
            Item(words) => push(&mut text, words, BlockKind::ListItem),
            Header(row) | Row(row) => {
                for (idx, cell) in row.iter().enumerate() {
                    if idx > 0 {
                        text.push('\t');
                    }
                    cells.push(TextRange::new(text.len(), text.len() + cell.len()));
                    text.push_str(cell);
                }
                if matches!(part, Header(_)) {
                    BlockKind::HeaderRow
                } else {
                    BlockKind::Row
                }
            }
        };
        blocks.push(Block {
            range: TextRange::new(start, text.len()),
            kind,
            cells,
            table: is_table.then_some(table),
        });
        text.push('\n');
    }
    SavedPage {
        snapshot: Snapshot {
            url: url(name),
            file: format!("{name}.html"),
            fetched_at: "2026-05-01".to_owned(),
            sha256: None,
            canonical_for: Vec::new(),
            enumerates: enumerates.iter().map(ToString::to_string).collect(),
        },
        document: Arc::new(Document::from_pages([PageText {
            text,
            ..PageText::default()
        }])),
        structure: Arc::new(Structure { blocks }),
        source_text: None,
    }
}

fn push(text: &mut String, words: &str, kind: BlockKind) -> BlockKind {
    text.push_str(words);
    kind
}

pub(crate) fn url(name: &str) -> String {
    format!("https://{HOST}/en-gb/{name}")
}

/// The pages of the invented vendor.
pub(crate) fn saved() -> Vec<SavedPage> {
    vec![
        page(
            "quotas",
            &[],
            &[
                H(1, "Quotas of the Sluice service"),
                H(2, "Rate limits"),
                Header(&["Plan", "Messages per minute", "Sessions per hour"]),
                Row(&["Pebble", "4,000", "60"]),
                Row(&["Cobble", "90,000", "700"]),
                H(2, "Archive limits"),
                Header(&["Effective", "Largest archive", "Archives per project"]),
                Row(&["Before 2 May 2025", "40 MB", "12"]),
                Row(&["After 2 May 2025", "3 GB", "48"]),
                H(2, "Billing"),
                P("The Flow Credit scheme has been replaced by metered units."),
                P("A metered contract needs at least 25 metered units."),
            ],
        ),
        page(
            "engines",
            &["engines of the Sluice service"],
            &[
                H(1, "Engines"),
                H(2, "Engines of the Sluice service"),
                P("Every engine that is offered stands in this table."),
                Header(&["Engine", "Status", "Context window"]),
                Row(&["Plover-2", "General availability", "600,000 tokens"]),
                Row(&["Dunlin-mini", "Preview", "48,000 tokens"]),
                H(2, "Uptime"),
                Item("Regional uptime is 99.5%."),
                Item("Global uptime is 99.9%."),
            ],
        ),
        page(
            "outputs",
            &[],
            &[
                H(1, "Outputs"),
                Header(&["Engine", "Status", "Context window", "Largest output"]),
                Row(&[
                    "Plover-2",
                    "General availability",
                    "600,000 tokens",
                    "9,000 tokens",
                ]),
                H(2, "Moss cache"),
                P("In theory the moss cache reaches a factor of 6."),
                P("Measured on a test bench the moss cache made cold prompts 6 times slower."),
                P("Measured on a test bench the moss cache was 90 times faster."),
            ],
        ),
        page(
            "caching",
            &[],
            &[
                H(1, "Caching"),
                P(
                    "In theory the tidal cache halves repeated work and makes repeated prompts 6 times faster.",
                ),
                P(
                    "Measured on a test bench the tidal cache made repeated prompts 5.2 times faster.",
                ),
                P("The tidal cache keeps encrypted prompts on local disks for nightly replays."),
            ],
        ),
    ]
}

pub(crate) fn pages() -> Pages {
    Pages::new(saved(), &[HOST.to_owned()])
}

pub(crate) fn claim(text: &str, kind: ClaimType, cited: Option<&str>) -> Claim {
    Claim {
        id: "c1".to_owned(),
        claim: text.to_owned(),
        claim_type: kind,
        evidence_url: cited.map(url),
    }
}

pub(crate) fn batch(claims: Vec<Claim>) -> Vec<ClaimBatch> {
    vec![ClaimBatch {
        file: "paper.md".to_owned(),
        claims,
    }]
}

pub(crate) fn answer(
    verdict: Verdict,
    rule: &str,
    page: &str,
    quote: &str,
    reason: &str,
) -> Answer {
    Answer {
        id: "c1".to_owned(),
        verdict: Some(verdict),
        rule: proofmark_judge::Rule::from_code(rule),
        evidence_url: url(page),
        evidence_quote: quote.to_owned(),
        reason: reason.to_owned(),
    }
}

/// The codes found for one answer.
pub(crate) fn codes(claim: &Claim, answer: &Answer) -> Vec<Code> {
    check_answer(claim, answer, &pages())
        .into_iter()
        .map(|finding| finding.code)
        .collect()
}
