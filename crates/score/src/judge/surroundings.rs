//! What the words around a value make of it.

use proofmark_text::{Exact, Form, Quantity};

use super::prose::{Prose, Stretch};
use super::values::ValueKind;
use super::words::words;

/// Stems of up to three words after a number, up to the next function word, value or clause.
pub(super) fn nouns_after(
    prose: &Prose<'_>,
    stretch: Stretch,
    is_in_value: impl Fn(usize) -> bool,
) -> Vec<String> {
    let clause = prose.clauses.get(stretch.start);
    let is_bounding = |idx: usize| {
        [
            "or", "per", "each", "every", "at", "maximum", "max", "minimum", "min", "only",
            "exactly",
        ]
        .contains(&prose.key(idx))
    };
    (stretch.end..prose.len().min(stretch.end + 3))
        .take_while(|&idx| {
            prose.clauses.get(idx) == clause
                && !words().has("function", prose.key(idx))
                && !is_bounding(idx)
                && !is_in_value(idx)
        })
        .map(|idx| prose.stems[idx].clone())
        .chain(glued_noun(prose, stretch))
        .collect()
}

/// The noun in `2-bicycle`.
fn glued_noun(prose: &Prose<'_>, stretch: Stretch) -> Option<String> {
    let last = prose.key(stretch.end.checked_sub(1)?);
    let (number, noun) = last.split_once('-')?;
    (number.chars().all(char::is_numeric) && noun.chars().all(char::is_alphabetic))
        .then(|| words().stem(noun))
}

/// Whether the words before a date or time mark it as approximate: `around the year 1890`.
pub(super) fn is_vague(prose: &Prose<'_>, stretch: Stretch) -> bool {
    let clause = prose.clauses.get(stretch.start);
    let mut before = (0..stretch.start)
        .rev()
        .take_while(|idx| prose.clauses.get(*idx) == clause)
        .map(|idx| prose.key(idx))
        .skip_while(|key| matches!(*key, "the" | "year" | "at" | "in" | "on" | "of"));
    before
        .next()
        .is_some_and(|key| words().has("approximate", key))
}

pub(super) fn is_label(prose: &Prose<'_>, stretch: Stretch, kind: &ValueKind) -> bool {
    let ValueKind::Quantity(quantity) = kind else {
        return false;
    };
    if !quantity.is_bare() || quantity.form == Form::Ordinal {
        return false;
    }
    if is_short_year(prose.text, quantity) {
        return true;
    }
    let Some(before) = stretch.start.checked_sub(1).map(|idx| prose.key(idx)) else {
        return false;
    };
    let is_year = quantity.numeral.is_whole()
        && quantity.scale.is_none()
        && quantity.numeral >= Exact::whole(1800)
        && quantity.numeral <= Exact::whole(2199);
    words().has("place words", before) || (is_year && words().has("year words", before))
}

/// Whether an apostrophe stands for the first digits of a year: `'89`.
fn is_short_year(text: &str, quantity: &Quantity) -> bool {
    let range = quantity.number_range;
    let (Some(before), Some(digits), Some(after)) = (
        text.get(..range.start()),
        text.get(range.start()..range.end()),
        text.get(range.end()..),
    ) else {
        return false;
    };
    let is_mark = |char: char| matches!(char, '\'' | '\u{2019}' | '\u{2018}');
    before.ends_with(is_mark) && !after.starts_with(is_mark) && digits.len() == 2
}
