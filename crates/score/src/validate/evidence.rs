//! Grounds a claim's registered passages and checks what is declared of them (G-30).

use proofmark_ground::{Library, Span, State};
use proofmark_text::{Document, TextRange, tokenize};

use crate::bank::Evidence;
use crate::judge::Anchor;
use crate::problem::{ProblemCode as Code, Problems, Subject};

/// Grounds one passage; reports every error, and gives its anchor when it is located.
pub(super) fn check_evidence(
    evidence: &Evidence,
    is_in_bank: bool,
    library: &Library,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) -> Option<Anchor> {
    let document = library.document(&evidence.document).filter(|_| is_in_bank);
    let Some(document) = document else {
        // A document of the bank whose file was not given is reported with the documents.
        if !is_in_bank {
            problems.error(
                Code::AbsentDocument,
                subject,
                format!("{pointer}/document"),
                format!(
                    "the bank has no document {:?}; list it, or name another",
                    evidence.document
                ),
            );
        }
        check_offsets(evidence, None, None, subject, pointer, problems);
        return None;
    };
    let found = library.locate(&evidence.document, &evidence.quote);
    let quote_pointer = format!("{pointer}/quote");
    let span = match found.state {
        _ if found.elided => {
            let message = "the passage leaves words out; quote it whole, or in one part";
            problems.error(Code::EvidenceNotLocated, subject, quote_pointer, message);
            None
        }
        State::Located => {
            if found.unverified {
                let message = "the passage touches text whose reading is a guess, so citations of \
                               it need a person; choose a passage beside it if there is one";
                problems.warn(Code::EvidenceUnverified, subject, quote_pointer, message);
            }
            found.spans.first().copied()
        }
        state => {
            let (code, message) = unlocated(state, &evidence.document);
            problems.error(code, subject, quote_pointer, message);
            None
        }
    };
    if let (Some(span), Some(page)) = (span, evidence.page) {
        let located = span.first_page_idx + 1;
        if u64::try_from(located) != Ok(page) {
            let message =
                format!("the passage begins on page {located}, not on {page}; write {located}");
            problems.error(
                Code::EvidencePage,
                subject,
                format!("{pointer}/page"),
                message,
            );
        }
    }
    check_offsets(evidence, Some(document), span, subject, pointer, problems);
    span.map(|span| Anchor {
        document: evidence.document.clone(),
        span,
    })
}

fn unlocated(state: State, document: &str) -> (Code, String) {
    match state {
        State::Ambiguous => (
            Code::EvidenceAmbiguous,
            format!("the passage stands in {document} more than once; quote more around it"),
        ),
        State::EdgeCut => (
            Code::EvidenceEdgeCut,
            format!("the passage cuts a word or number of {document} at its edge; quote it whole"),
        ),
        State::Altered => (
            Code::EvidenceNotLocated,
            format!(
                "the passage joins or parts words otherwise than {document}; copy it as it stands"
            ),
        ),
        State::ReadersDisagree => (
            Code::EvidenceNotLocated,
            format!(
                "two readers of {document} read this place differently; choose another passage"
            ),
        ),
        State::NoTextLayer => (
            Code::EvidenceNotLocated,
            format!("{document} has pages without text, and the passage is on no other"),
        ),
        State::Empty => (
            Code::EvidenceNotLocated,
            "the passage holds no word and no number".to_owned(),
        ),
        State::AbsentDocument => (
            Code::AbsentDocument,
            format!("the bank has no document {document:?}"),
        ),
        State::Located | State::NotFound => (
            Code::EvidenceNotLocated,
            format!("the passage is not in {document}; copy it from there"),
        ),
    }
}

/// Checks the declared offsets; reports the first of malformed, conflict and mismatch.
fn check_offsets(
    evidence: &Evidence,
    document: Option<&std::sync::Arc<Document>>,
    span: Option<Span>,
    subject: &Subject,
    pointer: &str,
    problems: &mut Problems,
) {
    let Some(first) = evidence.offsets.first() else {
        return;
    };
    let mut report = |code, key: &str, message: String| {
        problems.error(code, subject, format!("{pointer}/{key}"), message);
    };
    for offset in &evidence.offsets {
        if offset.value.is_none_or(|value| value < 0) {
            let message = format!("{} must be a whole number from 0", offset.key);
            return report(Code::OffsetMalformed, offset.key, message);
        }
    }
    let values = |keys: [&str; 2]| -> Vec<(&'static str, i64)> {
        let known = evidence
            .offsets
            .iter()
            .filter(|offset| keys.contains(&offset.key));
        known
            .filter_map(|offset| Some((offset.key, offset.value?)))
            .collect()
    };
    let starts = values(["char_start", "start_char"]);
    let ends = values(["char_end", "end_char"]);
    let (Some((_, start)), Some((end_key, end))) = (starts.first(), ends.first()) else {
        let message = "a start without an end, or an end without a start; declare both or none";
        return report(Code::OffsetMalformed, first.key, message.to_owned());
    };
    for (_, start) in &starts {
        for (key, end) in &ends {
            if start >= end {
                let message = format!("the end {end} is not behind the start {start}");
                return report(Code::OffsetMalformed, key, message);
            }
        }
    }
    let page_start = document.filter(|_| evidence.is_page_based).map(|document| {
        let declared = evidence
            .page
            .and_then(|page| usize::try_from(page).ok()?.checked_sub(1));
        let page_idx = declared
            .or(span.map(|span| span.first_page_idx))
            .unwrap_or(0);
        let page = document.pages().get(page_idx);
        document.char_offset(page.map_or(0, |page| page.range().start()))
    });
    let from = page_start.unwrap_or(0);
    if let Some(document) = document {
        let n_chars = document.n_chars().saturating_sub(from);
        for (key, end) in &ends {
            if usize::try_from(*end).is_ok_and(|end| end > n_chars) {
                let message = format!("{key} is {end}, and the text ends at {n_chars}");
                return report(Code::OffsetMalformed, key, message);
            }
        }
    }
    let differs = starts
        .iter()
        .filter(|(_, value)| value != start)
        .chain(ends.iter().filter(|(_, value)| value != end))
        .next();
    if let Some((key, value)) = differs {
        let message = format!("{key} is {value}, and its other spelling says otherwise; keep one");
        return report(Code::OffsetConflict, key, message);
    }
    let (Some(document), Some(span)) = (document, span) else {
        return;
    };
    let byte = |offset: i64| {
        let offset = usize::try_from(offset).ok()?.checked_add(from)?;
        document.byte_offset(offset)
    };
    let is_span = match (byte(*start), byte(*end)) {
        (Some(start), Some(end)) => is_around(document, TextRange::new(start, end), span.range),
        _ => false,
    };
    if !is_span {
        let char_of = |byte: usize| document.char_offset(byte).saturating_sub(from);
        let message = format!(
            "the passage stands at {} to {}, not at {start} to {end}",
            char_of(span.range.start()),
            char_of(span.range.end())
        );
        report(Code::OffsetMismatch, end_key, message);
    }
}

/// Whether `declared` is `span`, separators around it aside.
fn is_around(document: &Document, declared: TextRange, span: TextRange) -> bool {
    let is_blank = |from: usize, to: usize| {
        document
            .raw()
            .get(from..to)
            .is_some_and(|gap| tokenize(gap).is_empty())
    };
    declared.contains(span)
        && is_blank(declared.start(), span.start())
        && is_blank(span.end(), declared.end())
}
