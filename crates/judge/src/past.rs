//! What is marked as past: rows, sections, tabs and sentences about what no longer holds.

use std::collections::BTreeMap;

use proofmark_text::{Document, find_dates};

use crate::page::Unit;

/// Words that name what has been.
const PAST: [&str; 8] = [
    "legacy",
    "deprecated",
    "previous",
    "previously",
    "former",
    "retiring",
    "obsolete",
    "superseded",
];

/// Whether a label or heading marks what it names as past.
pub(crate) fn is_past_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let lower = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() > 14 {
        return false;
    }
    // A column or section about the dates of stages is not itself of the past.
    let is_marked = words.iter().enumerate().any(|(idx, word)| {
        PAST.contains(word)
            && !matches!(
                words.get(idx + 1).copied(),
                Some("date" | "dates" | "and" | "state" | "stage")
            )
    });
    let has_number = lower.bytes().any(|b| b.is_ascii_digit());
    let is_before = [
        "before ",
        "until ",
        "prior to ",
        "through ",
        "up to and including ",
    ]
    .iter()
    .any(|start| lower.starts_with(start));
    let has_end = [" through ", " until ", " – ", " to "]
        .iter()
        .any(|word| lower.contains(word))
        && find_dates(name).len() >= 2;
    is_marked || has_number && (is_before || has_end)
}

pub(crate) fn is_past_sentence(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    (lower.contains("created before")
        || lower.contains("before ")
        || lower.contains("formerly")
        || lower.contains("previously"))
        && !find_dates(sentence).is_empty()
        || lower.starts_with("previously")
        || lower.starts_with("formerly")
}

/// Of rows that each begin at a day, all but the latest are past.
pub(crate) fn mark_past_rows(document: &Document, units: &mut [Unit]) {
    let mut latest: BTreeMap<usize, (i64, Vec<(usize, i64)>)> = BTreeMap::new();
    for (idx, unit) in units.iter().enumerate() {
        let (true, Some(group)) = (unit.is_row, unit.group) else {
            continue;
        };
        let text = document.slice(unit.range);
        let label = text.split('\t').next().unwrap_or(text).to_lowercase();
        let label = label.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !["after ", "since ", "from ", "as of ", "starting "]
            .iter()
            .any(|word| label.starts_with(word))
        {
            continue;
        }
        let Some(day) = find_dates(label)
            .first()
            .and_then(|date| date.readings.first().cloned())
        else {
            continue;
        };
        let at = i64::from(day.year.unwrap_or(0)) * 400
            + i64::from(day.month.unwrap_or(0)) * 32
            + i64::from(day.day.unwrap_or(0));
        let entry = latest.entry(group).or_insert((at, Vec::new()));
        entry.0 = entry.0.max(at);
        entry.1.push((idx, at));
    }
    for (newest, rows) in latest.into_values() {
        for (idx, at) in rows {
            if at < newest {
                units[idx].is_past = true;
            }
        }
    }
}
