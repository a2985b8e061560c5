//! What an accepted wording must keep of its claim's value.

use std::collections::BTreeSet;

use proofmark_text::{
    Date, Dimension, Exact, Form, Quantity, Time, dates_may_be_same, equal, find_tokens,
    same_dimension, tokenize,
};

use super::wording::{self, CONDITIONS, Wording, is_times, stem, stems};
use crate::bank::{AnswerScope, Claim, FieldKind, FieldType};
use crate::problem::ProblemCode as Code;

/// The field that a claim stands in.
pub(super) struct FieldContext<'a> {
    pub(super) name: &'a str,
    pub(super) kind: Option<&'a FieldType>,
    pub(super) is_compound: bool,
}

impl FieldContext<'_> {
    fn is_typed(&self, kinds: &[FieldKind]) -> bool {
        self.kind
            .is_some_and(|field_type| kinds.contains(&field_type.kind))
    }

    /// Whether the field's name says a word.
    fn says(&self, stemmed: &str) -> bool {
        stems(self.name).contains(stemmed)
    }

    /// Whether the field's typed noun is a word.
    fn counts(&self, stemmed: &str) -> bool {
        let noun = self.kind.and_then(|field_type| field_type.noun.as_deref());
        noun.is_some_and(|noun| stems(noun).contains(stemmed))
    }
}

/// A finding about one accepted wording: its code and what to change.
pub(super) type Finding = (Code, String);

/// Checks that the value and each alias keep one of the role phrases. Yields the index of an alias,
/// `None` for the value.
pub(super) fn check_roles(claim: &Claim) -> Vec<(Option<usize>, Finding)> {
    if claim.scope != AnswerScope::Explicit {
        return Vec::new();
    }
    if claim.role_phrases.is_empty() {
        let message = "answer_scope is explicit, so role_phrases must list what names the role";
        return vec![(None, (Code::MissingRolePhrases, message.to_owned()))];
    }
    let phrases: Vec<_> = claim
        .role_phrases
        .iter()
        .map(|phrase| tokenize(phrase))
        .collect();
    let wordings = std::iter::once((None, &claim.value)).chain(
        claim
            .accepted_values
            .iter()
            .enumerate()
            .map(|(at, alias)| (Some(at), alias)),
    );
    wordings
        .filter(|(_, text)| {
            let tokens = tokenize(text);
            !phrases
                .iter()
                .any(|phrase| !find_tokens(&tokens, phrase).is_empty())
        })
        .map(|(at, text)| {
            let phrases = claim.role_phrases.join("\", \"");
            let message =
                format!("{text:?} holds no role phrase; put one of \"{phrases}\" into it");
            (at, (Code::AliasDropsRole, message))
        })
        .collect()
}

/// Compares one alias with its claim's value. Errors first, then warnings.
pub(super) fn check_alias(
    value: &Wording<'_>,
    alias: &Wording<'_>,
    field: &FieldContext<'_>,
) -> (Vec<Finding>, Vec<Finding>) {
    let is_same = value.tokens.len() == alias.tokens.len()
        && value
            .tokens
            .iter()
            .zip(&alias.tokens)
            .all(|(a, b)| a.matches(b));
    if is_same {
        return (Vec::new(), Vec::new());
    }
    let conditions = check_conditions(value, alias, field);
    let mut errors = check_amounts(value, alias, field);
    errors.extend(check_moments(value, alias, !conditions.is_empty()));
    errors.extend(check_identifiers(value, alias));
    errors.extend(check_basis(value, alias));
    errors.extend(conditions);
    errors.extend(check_interval(value, alias, field));
    (errors, check_conjunct(value, alias).into_iter().collect())
}

/// A quantity of the value, looked for in an alias.
enum Kept {
    /// Index of the alias's quantity that is equal.
    Whole(usize),
    /// The number is there, without the unit or currency.
    NumberOnly(usize),
    No,
}

fn check_amounts(
    value: &Wording<'_>,
    alias: &Wording<'_>,
    field: &FieldContext<'_>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = BTreeSet::new();
    let one_of = one_that_recurs(value);
    for (at, quantity) in value.quantities.iter().enumerate() {
        let written = value.slice(quantity.range);
        match find_kept(quantity, alias, &used) {
            Kept::Whole(found) => {
                used.insert(found);
                findings.extend(check_noun(value, quantity, alias, found, field));
            }
            Kept::NumberOnly(found) => {
                used.insert(found);
                let other = &alias.quantities[found];
                if let Some(basis) = value.worded_basis(quantity) {
                    let message = format!(
                        "{:?} lacks {basis:?}, what the value is counted per; add it",
                        alias.text
                    );
                    findings.push((Code::AliasDropsBasis, message));
                    if wording::is_numerator_of(other, quantity) {
                        continue;
                    }
                }
                let message = format!(
                    "{:?} has the number of {written:?} without its unit; write the unit",
                    alias.text
                );
                findings.push((Code::AliasDropsUnit, message));
            }
            Kept::No => {
                // What `one` counts is the interval check's business.
                let is_granted = one_of.as_ref().is_some_and(|(one, _)| *one == at)
                    || is_once(value, quantity)
                        && (says_once(alias) || keeps_a_basis(value, alias))
                    || alias.spans.iter().any(|span| equal(quantity, span))
                    || is_versioned(written, alias)
                    || period_of(value, quantity)
                        .is_some_and(|short| alias.tokens.iter().any(|t| *t.key == *short))
                    || is_said_as_year(quantity, alias);
                if !is_granted {
                    let message =
                        format!("{:?} lacks {written:?} of the value; add it", alias.text);
                    findings.push((Code::AliasDropsValue, message));
                }
            }
        }
    }
    findings.extend(check_spans(value, alias));
    findings
}

/// A span that recurs without a number (`every fortnight`), where the alias has another in its place.
fn check_spans(value: &Wording<'_>, alias: &Wording<'_>) -> Option<Finding> {
    let is_time = |q: &&Quantity| {
        let unit = q.unit.as_ref();
        unit.is_some_and(|unit| unit.dimension == Dimension::Time && unit.per.is_none())
    };
    let others: Vec<&Quantity> = alias
        .quantities
        .iter()
        .chain(&alias.spans)
        .filter(is_time)
        .collect();
    let lost = value.spans.iter().find(|span| {
        let written = value.slice(span.range).to_lowercase();
        let Some(noun) = written.strip_prefix("every") else {
            return false;
        };
        if others.is_empty() {
            return !stems(alias.text).contains(&stem(noun.trim()));
        }
        !others.iter().any(|other| equal(span, other))
    })?;
    let message = format!(
        "{:?} lacks {:?} of the value; add it",
        alias.text,
        value.slice(lost.range)
    );
    Some((Code::AliasDropsValue, message))
}

fn find_kept(quantity: &Quantity, alias: &Wording<'_>, used: &BTreeSet<usize>) -> Kept {
    let candidates = || {
        alias
            .quantities
            .iter()
            .enumerate()
            .filter(|(at, _)| !used.contains(at))
    };
    let is_like_form =
        |other: &Quantity| (quantity.form == Form::Ordinal) == (other.form == Form::Ordinal);
    let has_noun_only = |q: &Quantity| q.is_bare() || is_times(q);
    if let Some((at, _)) = candidates().find(|(_, other)| equal(quantity, other)) {
        return Kept::Whole(at);
    }
    let same_number = |other: &Quantity| {
        is_like_form(other)
            && quantity.magnitude() == other.magnitude()
            && (quantity.is_negative() == other.is_negative() || says_negative(alias))
    };
    if has_noun_only(quantity) {
        return match candidates().find(|(_, other)| same_number(other)) {
            Some((at, _)) => Kept::Whole(at),
            None => Kept::No,
        };
    }
    let found =
        candidates().find(|(_, other)| same_number(other) && !same_dimension(quantity, other));
    match found {
        Some((at, _)) => Kept::NumberOnly(at),
        None => match candidates()
            .find(|(_, other)| equal(&unsigned(quantity), other) && says_negative(alias))
        {
            Some((at, _)) => Kept::Whole(at),
            None => Kept::No,
        },
    }
}

fn unsigned(quantity: &Quantity) -> Quantity {
    Quantity {
        sign: proofmark_text::Sign::None,
        ..quantity.clone()
    }
}

/// Whether a wording says in words that its amount is below zero or a loss.
fn says_negative(wording: &Wording<'_>) -> bool {
    const WORDS: &[&str] = &[
        "below",
        "decline",
        "declined",
        "decrease",
        "decreased",
        "deficit",
        "drop",
        "dropped",
        "fell",
        "loss",
        "losses",
        "lost",
        "minus",
        "negative",
        "outflow",
        "reduced",
        "reduction",
    ];
    wording
        .tokens
        .iter()
        .any(|token| WORDS.contains(&&*token.key))
}

/// The `one` of `one sample every 45 seconds`: its place among the quantities, and the stem of what
/// recurs.
fn one_that_recurs(value: &Wording<'_>) -> Option<(usize, String)> {
    let every = *value.intervals().first()?;
    let before = every.checked_sub(1)?;
    let noun = value.key(before);
    let start = value.tokens.get(every)?.range.start();
    let one = value.quantities.iter().position(|quantity| {
        quantity.is_bare()
            && quantity.form != Form::Ordinal
            && quantity.magnitude() == Exact::whole(1)
            && quantity.range.end() <= start
            && quantity.noun.is_some()
    })?;
    let is_noun = !wording::is_light(noun) && !value.tokens.get(before)?.key.is_empty();
    is_noun.then(|| (one, stem(noun)))
}

fn is_once(value: &Wording<'_>, quantity: &Quantity) -> bool {
    value
        .slice(quantity.number_range)
        .eq_ignore_ascii_case("once")
}

fn says_once(alias: &Wording<'_>) -> bool {
    alias.tokens.iter().any(|token| &*token.key == "once")
}

/// The short name of a part of a year that an ordinal counts: `q4` for `fourth quarter`.
fn period_of(wording: &Wording<'_>, quantity: &Quantity) -> Option<String> {
    if quantity.form != Form::Ordinal {
        return None;
    }
    let next = wording
        .tokens
        .iter()
        .find(|token| token.range.start() >= quantity.range.end())?;
    let letter = match &*next.key {
        "quarter" => 'q',
        "half" => 'h',
        _ => return None,
    };
    (1..=4)
        .find(|n| Exact::whole(*n) == quantity.magnitude())
        .map(|n| format!("{letter}{n}"))
}

/// Whether the alias writes the number as a version: `v2.10` for `2.10`.
fn is_versioned(written: &str, alias: &Wording<'_>) -> bool {
    let is_it = |key: &str| key.strip_prefix('v').is_some_and(|rest| rest == written);
    alias.tokens.iter().any(|token| is_it(&token.key))
}

fn keeps_a_basis(value: &Wording<'_>, alias: &Wording<'_>) -> bool {
    let kept = alias.bases(true);
    let bases = value.bases(true);
    !bases.is_empty()
        && bases
            .iter()
            .all(|basis| kept.iter().any(|other| other.noun == basis.noun))
}

/// Whether the alias names the bare number as a year.
fn is_said_as_year(quantity: &Quantity, alias: &Wording<'_>) -> bool {
    quantity.is_bare()
        && alias
            .dates
            .iter()
            .flat_map(|date| &date.readings)
            .any(|reading| {
                reading
                    .year
                    .is_some_and(|year| Exact::whole(i128::from(year)) == quantity.magnitude())
            })
}

/// A count whose noun the alias leaves out.
fn check_noun(
    value: &Wording<'_>,
    quantity: &Quantity,
    alias: &Wording<'_>,
    found: usize,
    field: &FieldContext<'_>,
) -> Option<Finding> {
    if quantity.form == Form::Ordinal {
        return None;
    }
    let noun = value.counted_noun(quantity)?;
    let other = alias.quantities.get(found)?;
    let is_bare_number = alias.counted_noun(other).is_none() && other.is_bare();
    let says_noun = stems(alias.text).contains(&noun);
    // In `one sample every 45 seconds` the sample is what recurs.
    let recurs = one_that_recurs(value).is_some_and(|(_, of)| of == noun);
    if !is_bare_number || says_noun || recurs {
        return None;
    }
    let is_count = field.is_typed(&[FieldKind::Count, FieldKind::Cap, FieldKind::Minimum]);
    if is_count && (field.says(&noun) || field.counts(&noun)) {
        return None;
    }
    let counted = quantity.noun.as_deref().unwrap_or("times");
    let message = format!(
        "{:?} leaves out what is counted ({counted}); write it, or type the field as count, cap or \
         minimum and name the noun in its name or type",
        alias.text
    );
    Some((Code::CountNounNotInField, message))
}

/// `lacks_condition`: a condition is reported as lost; its days of the week go with it.
fn check_moments(value: &Wording<'_>, alias: &Wording<'_>, lacks_condition: bool) -> Vec<Finding> {
    let condition_start = value
        .conditions()
        .first()
        .filter(|_| lacks_condition)
        .and_then(|condition| Some(value.tokens.get(condition.at)?.range.start()));
    let is_told = |date: &Date| {
        is_weekday(date) && condition_start.is_some_and(|start| start <= date.range.start())
    };
    let lacks = |written: &str| {
        (
            Code::AliasDropsValue,
            format!("{:?} lacks {written:?} of the value; add it", alias.text),
        )
    };
    let dates = value
        .dates
        .iter()
        .filter(|date| !keeps_date(date, alias) && !is_told(date))
        .map(|date| lacks(value.slice(date.range)));
    let times = value
        .times
        .iter()
        .filter(|time| !keeps_time(time, value, alias))
        .map(|time| lacks(value.slice(time.range)));
    dates.chain(times).collect()
}

/// Whether a date is a day of the week alone.
fn is_weekday(date: &Date) -> bool {
    date.readings
        .iter()
        .all(|r| r.year.or(r.month).or(r.day).is_none())
}

fn keeps_date(date: &Date, alias: &Wording<'_>) -> bool {
    let is_weekday_only = is_weekday(date);
    let keeps = |a: Option<u32>, b: Option<u32>| a.is_none() || a == b;
    let in_dates = alias.dates.iter().any(|other| {
        if is_weekday_only {
            return other.weekday == date.weekday;
        }
        dates_may_be_same(date, other)
            && date.readings.iter().any(|a| {
                other.readings.iter().any(|b| {
                    keeps(a.year, b.year) && keeps(a.month, b.month) && keeps(a.day, b.day)
                })
            })
    });
    // A lone year may stand as a bare number.
    let as_number = date.readings.iter().any(|r| {
        r.month.is_none()
            && r.year.is_some_and(|year| {
                alias
                    .quantities
                    .iter()
                    .any(|q| q.is_bare() && q.magnitude() == Exact::whole(i128::from(year)))
            })
    });
    in_dates || as_number
}

fn keeps_time(time: &Time, value: &Wording<'_>, alias: &Wording<'_>) -> bool {
    const NOON: u32 = 12 * 3600;
    alias.times.iter().any(|other| {
        let meets = time
            .readings
            .iter()
            .any(|seconds| other.readings.contains(seconds));
        // `7:30` alone leaves open which half of the day; the usual reading is the first.
        let opens = time.readings.len() == 1
            && other.readings.len() > 1
            && time.readings.iter().all(|seconds| *seconds >= NOON + 3600);
        meets && !(opens && value.slice(time.range) != alias.slice(other.range))
    })
}

fn check_identifiers(value: &Wording<'_>, alias: &Wording<'_>) -> Vec<Finding> {
    value
        .identifiers()
        .into_iter()
        .filter(|token| {
            let is_named = |q: &Quantity| period_of(alias, q).is_some_and(|p| *p == *token.key);
            !alias.tokens.iter().any(|other| other.matches(token))
                && !alias.quantities.iter().any(is_named)
        })
        .map(|token| {
            let written = value.slice(token.range);
            let message = format!("{:?} lacks {written:?} of the value; add it", alias.text);
            (Code::AliasDropsValue, message)
        })
        .collect()
}

fn check_basis(value: &Wording<'_>, alias: &Wording<'_>) -> Vec<Finding> {
    let kept = alias.bases(true);
    value
        .bases(false)
        .into_iter()
        .filter(|basis| {
            !kept
                .iter()
                .any(|other| basis.noun.is_none() || other.noun == basis.noun)
        })
        .take(1)
        .map(|basis| {
            let message = format!(
                "{:?} lacks {:?}, what the value is counted per; add it",
                alias.text, basis.words
            );
            (Code::AliasDropsBasis, message)
        })
        .collect()
}

fn check_conditions(
    value: &Wording<'_>,
    alias: &Wording<'_>,
    field: &FieldContext<'_>,
) -> Vec<Finding> {
    let said: BTreeSet<&str> = alias.tokens.iter().map(|token| &*token.key).collect();
    let content = alias.content_from(0);
    for condition in value.conditions() {
        let class = &CONDITIONS[condition.class];
        let has_opener = class.openers.iter().any(|word| said.contains(word));
        let has_other = class.others.iter().any(|word| said.contains(word))
            && (condition.content.is_empty()
                || condition.content.iter().any(|stem| content.contains(stem)));
        // A cap is a bound already: `within 30 days` and `only 2` say no more than it does.
        let is_bound = class
            .openers
            .iter()
            .any(|word| matches!(*word, "within" | "only"));
        let is_granted = is_bound
            && !field.is_compound
            && field.is_typed(&[FieldKind::Cap])
            && value.leads_to_amount(condition.at);
        if !has_opener && !has_other && !is_granted {
            let message = format!(
                "{:?} lacks the condition {:?}; add it",
                alias.text, condition.words
            );
            return vec![(Code::AliasDropsCondition, message)];
        }
    }
    Vec::new()
}

fn check_interval(
    value: &Wording<'_>,
    alias: &Wording<'_>,
    field: &FieldContext<'_>,
) -> Option<Finding> {
    if value.intervals().is_empty() {
        return None;
    }
    let is_interval_field = field.is_typed(&[FieldKind::Interval]) && !field.is_compound;
    if !alias.recurs() && !is_interval_field {
        let message = format!(
            "{:?} drops \"every\"; keep it, or give the claim a field of its own of type interval",
            alias.text
        );
        return Some((Code::IntervalSemantics, message));
    }
    let (_, noun) = one_that_recurs(value)?;
    let says = stems(alias.text).contains(&noun) || field.says(&noun);
    if says {
        return None;
    }
    let message = format!(
        "{:?} drops what recurs, and the field's name {:?} does not say it; keep it in the wording",
        alias.text, field.name
    );
    Some((Code::IntervalSemantics, message))
}

/// The second of two parts that an alias has nothing of. Only a warning: no structure tells whether
/// `and` joins two facts.
fn check_conjunct(value: &Wording<'_>, alias: &Wording<'_>) -> Option<Finding> {
    let and = (1..value.tokens.len()).find(|at| {
        value.key(*at) == "and"
            || (value.key(*at), value.key(at + 1)) == ("as", "well")
            || value.key(*at) == "plus"
    })?;
    let part = value.content_from(and + 1);
    let kept = alias.content_from(0);
    if part.is_empty() || part.iter().any(|stem| kept.contains(stem)) {
        return None;
    }
    let from = value.tokens.get(and + 1)?.range.start();
    let message = format!(
        "{:?} has nothing of {:?}; check that it is the whole answer",
        alias.text,
        value.text.get(from..).unwrap_or_default()
    );
    Some((Code::AliasMayDropConjunct, message))
}
