//! What the words around a value make of it.

use proofmark_text::{Exact, Form, Quantity, find_quantities};

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
            "or", "plus", "+", "per", "each", "every", "at", "maximum", "max", "minimum", "min",
            "only", "exactly",
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

/// Whether a value is a number of times in one word: `twice`.
pub(super) fn is_adverb(prose: &Prose<'_>, stretch: Stretch) -> bool {
    let first = prose.tokens.get(stretch.start);
    first.is_some_and(|token| matches!(&*token.key, "twice" | "thrice" | "once"))
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

/// The quantity whose digits points may group, as many languages write it: `1.842 m`. It may as well be a
/// decimal number.
fn dotted(text: &str, quantity: &Quantity) -> Option<Box<Quantity>> {
    let (range, own) = (quantity.number_range, quantity.range);
    let number = text.get(range.start()..range.end())?;
    let (head, groups) = number.split_once('.')?;
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_head = (1..=3).contains(&head.len()) && is_digits(head) && !head.starts_with('0');
    let is_grouped = |part: &str| part.len() == 3 && is_digits(part);
    if !is_head || !groups.split('.').all(is_grouped) {
        return None;
    }
    let before = text.get(own.start()..range.start())?;
    let after = text.get(range.end()..own.end())?;
    let joined = format!("{before}{}{after}", number.replace('.', ""));
    find_quantities(&joined).into_iter().next().map(Box::new)
}

/// The number that a quantity may be as a whole, or the end of, where points or spaces group its digits:
/// `1.842 m`, `1 842 m`. It may as well be a number behind another one (`tank 1 842 m`).
pub(super) fn grouped(text: &str, kind: &ValueKind) -> Option<Box<Quantity>> {
    /// Longer than any number with its unit.
    const REACH: usize = 64;
    let ValueKind::Quantity(quantity) = kind else {
        return None;
    };
    let whole = dotted(text, quantity);
    if whole.is_some() {
        return whole;
    }
    let range = quantity.number_range;
    let number = text.get(range.start()..range.end())?;
    let whole_digits = number.bytes().take_while(u8::is_ascii_digit).count();
    if whole_digits != 3 || range.start() != quantity.range.start() {
        return None;
    }
    let mut head = text.get(..range.start())?;
    let mut groups: Vec<&str> = Vec::new();
    while let Some(before) = head.strip_suffix(' ') {
        let n_digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let rest = before.get(..before.len() - n_digits)?;
        let is_part = rest.ends_with(|c: char| c.is_alphanumeric() || ".,:/-".contains(c));
        if !(1..=3).contains(&n_digits) || is_part {
            break;
        }
        groups.insert(0, &before[rest.len()..]);
        head = rest;
        if n_digits < 3 {
            break;
        }
    }
    if groups.is_empty() {
        return None;
    }
    let sign: String = head
        .chars()
        .rev()
        .take(1)
        .filter(|c| !c.is_whitespace())
        .collect();
    let tail: String = text.get(range.start()..)?.chars().take(REACH).collect();
    let joined = format!("{sign}{}{tail}", groups.concat());
    find_quantities(&joined).into_iter().next().map(Box::new)
}
