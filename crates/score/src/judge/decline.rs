//! Clean declines, and what stands where one should (S-1, unanswerable questions).

use proofmark_text::{TokenKind, find_dates, find_quantities, find_times};

use crate::bank::BankDocument;

use super::pattern::Names;
use super::prose::{Prose, Stretch};
use super::words::words;

/// What the text of a field is that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// Nothing stands there.
    Empty,
    /// A clean decline.
    Decline,
    /// An absence in other words, without a value.
    Ambiguous,
    /// A guess.
    Speculation(Stretch),
    /// A value, or a text that speaks of no absence.
    Supplied(Stretch),
}

/// The names that a decline may use: the field's and the documents'.
pub(crate) fn names_of(field: &str, documents: &[BankDocument]) -> Names {
    let keys = |text: &str| -> Vec<String> {
        Prose::new(&text.replace('_', " "))
            .keys()
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let mut names = Names {
        field: vec![keys(field)],
        documents: Vec::new(),
    };
    for document in documents {
        let stem = document
            .file
            .rsplit_once('.')
            .map_or(document.file.as_str(), |(stem, _)| stem);
        for name in [&document.id, &document.file, stem] {
            // A name with "_" or "-" may be written with spaces, and the other way round.
            let as_written = Prose::new(name)
                .keys()
                .into_iter()
                .map(str::to_owned)
                .collect();
            names
                .documents
                .extend([keys(name), as_written, keys(&name.replace('-', " "))]);
        }
    }
    names
        .documents
        .extend(words().phrases("documents").iter().cloned());
    names.documents.retain(|name| !name.is_empty());
    names.documents.sort();
    names.documents.dedup();
    names
}

/// Whether the whole text is one of the listed declines (S-1).
pub(crate) fn is_clean_decline(prose: &Prose<'_>, names: &Names) -> bool {
    let keys = prose.keys();
    !keys.is_empty()
        && words()
            .patterns("decline")
            .iter()
            .any(|p| p.matches_all(&keys, names))
}

/// Judges the text of a field of an unanswerable question. `context` holds the stems of the
/// question's and the field's own words.
pub(crate) fn judge_absence(prose: &Prose<'_>, names: &Names, context: &[String]) -> Absence {
    if prose.len() == 0 {
        return Absence::Empty;
    }
    if is_clean_decline(prose, names) {
        return Absence::Decline;
    }
    let cues = find_patterns(prose, "absence", names);
    let whole = Stretch {
        start: 0,
        end: prose.len(),
    };
    let value = find_value(prose, &cues, names, context);
    if let Some(guess) = find_guess(prose, &cues, names, context, value) {
        return Absence::Speculation(guess);
    }
    match (value, cues.is_empty()) {
        (Some(value), _) => Absence::Supplied(value),
        (None, true) if is_absent_apart(prose, names, context) => Absence::Ambiguous,
        (None, true) => Absence::Supplied(whole),
        (None, false) => Absence::Ambiguous,
    }
}

/// Whether words that a slash joins speak of an absence: `unknown/unspecified`.
fn is_absent_apart(prose: &Prose<'_>, names: &Names, context: &[String]) -> bool {
    if !prose.text.contains('/') {
        return false;
    }
    let apart = prose.text.replace('/', " ; ");
    let absence = judge_absence(&Prose::new(&apart), names, context);
    // Without a slash this does not come back here.
    matches!(absence, Absence::Decline | Absence::Ambiguous)
}

/// The first number, date, time or policy that is neither part of a cue of absence nor of the
/// question, and numbers no place in a document.
fn find_value(
    prose: &Prose<'_>,
    cues: &[Stretch],
    names: &Names,
    context: &[String],
) -> Option<Stretch> {
    let is_in_cue = |stretch: Stretch| cues.iter().any(|cue| cue.contains(stretch));
    let documents = document_stretches(prose, names);
    let is_named = |stretch: Stretch| documents.iter().any(|d| d.contains(stretch));
    let mut found: Vec<Stretch> = find_patterns(prose, "nil values", names)
        .into_iter()
        .filter(|stretch| !is_in_cue(*stretch))
        .collect();
    let ranges = find_quantities(prose.text)
        .into_iter()
        .map(|q| q.range)
        .chain(find_dates(prose.text).into_iter().map(|date| date.range))
        .chain(find_times(prose.text).into_iter().map(|time| time.range));
    let numbers = (0..prose.len())
        .filter(|idx| prose.tokens[*idx].kind == TokenKind::Number)
        .map(|idx| Stretch {
            start: idx,
            end: idx + 1,
        });
    found.extend(
        ranges
            .map(|range| prose.stretch_of(range))
            .chain(numbers)
            .filter(|stretch| {
                let is_asked =
                    (stretch.start..stretch.end).all(|i| context.contains(&prose.stems[i]));
                let dates_document =
                    documents.iter().any(|d| d.start == stretch.end) && is_year(prose, *stretch);
                let is_place = is_place(prose, stretch.start)
                    || counts_places(prose, stretch.end)
                    || dates_document;
                !is_in_cue(*stretch) && !is_asked && !is_named(*stretch) && !is_place
            }),
    );
    found.into_iter().min()
}

/// Whether the number at `idx` numbers a place, alone or in a list: `pages 3, 4 and 7 to 9`.
fn is_place(prose: &Prose<'_>, idx: usize) -> bool {
    let mut before = idx;
    while let Some(previous) = before.checked_sub(1) {
        let key = prose.key(previous);
        if words().has("place words", key) {
            return true;
        }
        let is_list = prose.tokens[previous].kind == TokenKind::Number
            || matches!(key, "and" | "to" | "or" | "through" | "of" | "–");
        if !is_list {
            return false;
        }
        before = previous;
    }
    false
}

/// Whether a stretch is a number of four digits such as years have: `the 2019 handbook`.
fn is_year(prose: &Prose<'_>, stretch: Stretch) -> bool {
    let written = prose.written(stretch);
    written.len() == 4
        && written.bytes().all(|byte| byte.is_ascii_digit())
        && written.starts_with(['1', '2'])
}

/// Whether the word behind a number is a place in a document: `one section`, `the 2019 edition`.
fn counts_places(prose: &Prose<'_>, end: usize) -> bool {
    end < prose.len() && words().has("place words", prose.key(end))
}

/// A word that marks a guess, with what is guessed: a value, or words behind it that are neither a cue
/// of absence nor the question's.
fn find_guess(
    prose: &Prose<'_>,
    cues: &[Stretch],
    names: &Names,
    context: &[String],
    value: Option<Stretch>,
) -> Option<Stretch> {
    let documents = document_stretches(prose, names);
    let is_open = |idx: usize| {
        let word = Stretch {
            start: idx,
            end: idx + 1,
        };
        !cues.iter().any(|cue| cue.overlaps(word))
            && !documents.iter().any(|d| d.contains(word))
            && !words().has("function", prose.key(idx))
            && !words().has("approximate", prose.key(idx))
            && !context.contains(&prose.stems[idx])
    };
    let guesses = find_patterns(prose, "guesses", names);
    let is_guess = |idx: usize| guesses.iter().any(|s| s.start <= idx && idx < s.end);
    for guess in &guesses {
        if value.is_some() {
            return Some(*guess);
        }
        // What is guessed stands behind the word, up to the end of its clause.
        let clause = prose.clauses[guess.end - 1];
        let guessed = (guess.end..prose.len())
            .take_while(|idx| prose.clauses[*idx] == clause)
            .find(|idx| is_open(*idx) && !is_guess(*idx));
        let has_cue = (guess.start..prose.len())
            .take_while(|idx| prose.clauses[*idx] == clause)
            .any(|idx| cues.iter().any(|cue| cue.start <= idx && idx < cue.end));
        if guessed.is_some() && !has_cue {
            return Some(*guess);
        }
        // "The harbour master, probably": nothing behind it, and no absence is spoken of anywhere.
        if cues.is_empty() {
            return Some(*guess);
        }
    }
    // "about £10": an estimate.
    let value = value?;
    (value.start > 0 && words().has("approximate", prose.key(value.start - 1))).then(|| Stretch {
        start: value.start - 1,
        end: value.end,
    })
}

/// The places where the longest of the table's patterns stand, from left to right, not overlapping.
fn find_patterns(prose: &Prose<'_>, table: &str, names: &Names) -> Vec<Stretch> {
    let keys = prose.keys();
    let mut found = Vec::new();
    let mut start = 0;
    while start < keys.len() {
        let end = words()
            .patterns(table)
            .iter()
            .filter_map(|pattern| pattern.longest_at(&keys, start, names))
            .max();
        match end {
            Some(end) => {
                found.push(Stretch { start, end });
                start = end;
            }
            None => start += 1,
        }
    }
    found
}

fn document_stretches(prose: &Prose<'_>, names: &Names) -> Vec<Stretch> {
    let keys = prose.keys();
    let mut found = Vec::new();
    for name in &names.documents {
        for start in 0..keys.len().saturating_sub(name.len().saturating_sub(1)) {
            if name.iter().zip(&keys[start..]).all(|(a, b)| a == b) {
                found.push(Stretch {
                    start,
                    end: start + name.len(),
                });
            }
        }
    }
    found
}
