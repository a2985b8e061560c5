//! Quantities, dates and times in prose, and how they relate to registered ones.

use proofmark_text::{
    Date, Dimension, Exact, Form, Quantity, RangeEnd, TextRange, Time, could_be_same,
    dates_may_be_same, equal, find_dates, find_implied_spans, find_quantities, find_times,
    find_years, restates, rounds_to, same_dimension, times_may_be_same,
};

use crate::bank::{Claim, FieldKind, FieldType};

use super::operators::{Bound, Operators};
use super::prose::{Prose, Stretch};
use super::surroundings::{grouped, is_adverb, is_label, is_vague, nouns_after};
use super::words::words;

/// A value that a text states.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// What it is.
    pub(crate) kind: ValueKind,
    /// Its tokens in the prose it was found in.
    pub(crate) stretch: Stretch,
    /// The bound on it.
    pub(crate) bound: Option<Bound>,
    /// Stems of the words after a bare number that may be what it counts.
    nouns: Vec<String>,
    /// Whether the word before it numbers a place (`page 3`) or makes it a year (`since 2019`).
    is_label: bool,
    /// The number that it may be, or be the end of, where points or spaces group digits: `1.842 m`, `1 842 m`.
    grouped: Option<Box<Quantity>>,
    /// Whether it is a number of times in one word: `twice`.
    is_adverb: bool,
    /// Whether it is a date or time that is marked as approximate (`around 08:00`).
    is_vague: bool,
    /// Whether it is a span that recurs, written without a number (`every fortnight`).
    is_implied: bool,
}

/// See [`Value`].
#[derive(Clone, Debug)]
pub(crate) enum ValueKind {
    /// A number, with or without a unit.
    Quantity(Box<Quantity>),
    /// A calendar date, or a part of one.
    Date(Date),
    /// A time of day.
    Time(Time),
}

/// How a value in an answer relates to the registered ones of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// They cannot be compared.
    None,
    /// Equal.
    Equal,
    /// A rounding.
    Rounded,
    /// Perhaps one value.
    Compatible,
    /// Another value.
    Conflict,
}

/// The registered values of an obligation.
pub(crate) struct Registered {
    values: Vec<Value>,
    /// The two ends of each range among them.
    ranges: Vec<(Quantity, Quantity)>,
    /// Stems of the words that may stand for what is counted.
    nouns: Vec<String>,
    /// Whether a bare number in the field is taken as the count.
    is_count: bool,
    /// The bound that the field's kind sets.
    field_bound: Option<Bound>,
    /// Whether a wording says that something recurs.
    recurs: bool,
}

/// Finds the values of `prose`, in order.
pub(crate) fn find_values(
    prose: &Prose<'_>,
    operators: &Operators,
    context: &[String],
) -> Vec<Value> {
    let dates = find_dates(prose.text);
    let times = find_times(prose.text);
    let mut found: Vec<(TextRange, ValueKind)> = Vec::new();
    found.extend(
        dates
            .into_iter()
            .map(|date| (date.range, ValueKind::Date(date))),
    );
    found.extend(
        times
            .into_iter()
            .map(|time| (time.range, ValueKind::Time(time))),
    );
    let taken: Vec<TextRange> = found.iter().map(|(range, _)| *range).collect();
    found.extend(
        find_quantities(prose.text)
            .into_iter()
            .filter(|quantity| {
                !taken
                    .iter()
                    .any(|range| range.overlaps(quantity.number_range))
            })
            .map(|quantity| (quantity.range, ValueKind::Quantity(Box::new(quantity)))),
    );
    let implied = implied_spans(prose.text, &found);
    found.extend(
        implied
            .iter()
            .map(|span| (span.range, ValueKind::Quantity(Box::new(span.clone())))),
    );
    found.sort_by_key(|(range, _)| *range);
    let stretches: Vec<Stretch> = found
        .iter()
        .map(|(range, _)| prose.stretch_of(*range))
        .collect();
    let mut in_values = vec![false; prose.len()];
    for stretch in &stretches {
        in_values[stretch.start..stretch.end].fill(true);
    }
    let is_in_value = |idx: usize| in_values.get(idx).copied().unwrap_or(false);
    let is_passable = |idx: usize| {
        !is_in_value(idx)
            && (words().has("function", prose.key(idx))
                || words().has("measure words", prose.key(idx))
                || context.contains(&prose.stems[idx])
                || words().has("approximate", prose.key(idx)))
    };
    found
        .into_iter()
        .zip(&stretches)
        .map(|((range, kind), &stretch)| Value {
            is_implied: implied.iter().any(|span| span.range == range),
            bound: operators
                .bound_on(prose, stretch, is_passable)
                .map(|(bound, _)| bound),
            nouns: nouns_after(prose, stretch, is_in_value),
            is_label: is_label(prose, stretch, &kind),
            is_vague: is_vague(prose, stretch),
            grouped: grouped(prose.text, &kind),
            is_adverb: is_adverb(prose, stretch),
            kind,
            stretch,
        })
        .collect()
}

/// The spans that recur without a number, in a text that gives no number of any time.
fn implied_spans(text: &str, found: &[(TextRange, ValueKind)]) -> Vec<Quantity> {
    let is_time = |kind: &ValueKind| {
        matches!(kind, ValueKind::Quantity(q)
            if q.unit.as_ref().is_some_and(|unit| unit.dimension == Dimension::Time))
    };
    if found.iter().any(|(_, kind)| is_time(kind)) {
        return Vec::new();
    }
    let recurs = |span: &Quantity| {
        let first = text.get(span.number_range.start()..span.number_range.end());
        first.is_some_and(|word| word.eq_ignore_ascii_case("every"))
    };
    let mut spans = find_implied_spans(text);
    spans.retain(|span| recurs(span) && !found.iter().any(|(range, _)| range.overlaps(span.range)));
    spans
}

impl Registered {
    /// Reads the values of `claim`'s canonical value and of its accepted wordings.
    pub(crate) fn new(
        claim: &Claim,
        field_type: Option<&FieldType>,
        field_stems: &[String],
    ) -> Self {
        let kind = field_type.map_or(FieldKind::Text, |t| t.kind);
        let mut values: Vec<Value> = Vec::new();
        let mut ranges = Vec::new();
        let mut nouns: Vec<String> = Vec::new();
        let mut recurs = false;
        for text in std::iter::once(&claim.value).chain(&claim.accepted_values) {
            let prose = Prose::new(text);
            let operators = Operators::new(&prose);
            recurs |= prose.keys().contains(&"every");
            let n_before = values.len();
            for mut value in find_values(&prose, &operators, &[]) {
                if kind == FieldKind::Date {
                    value.read_as_year(&prose);
                }
                nouns.extend(value.nouns.iter().cloned());
                values.push(value);
            }
            ranges.extend(values[n_before..].windows(2).filter_map(range_of));
        }
        share_bounds(&mut values);
        let is_typed = matches!(kind, FieldKind::Count | FieldKind::Cap | FieldKind::Minimum);
        if is_typed {
            // What a number is per is not what it counts: "cap per booking".
            let bases = field_stems.iter().skip(1).zip(field_stems);
            let bases: Vec<&String> = bases
                .filter(|(_, before)| matches!(before.as_str(), "per" | "each"))
                .map(|(stem, _)| stem)
                .collect();
            nouns.extend(field_stems.iter().filter(|s| !bases.contains(s)).cloned());
            let noun = field_type
                .and_then(|t| t.noun.as_deref())
                .unwrap_or_default();
            nouns.extend(
                noun.split_whitespace()
                    .map(|word| words().stem(&word.to_lowercase())),
            );
        }
        nouns.sort();
        nouns.dedup();
        let field_bound = match kind {
            FieldKind::Cap => Some(Bound::Upper),
            FieldKind::Minimum => Some(Bound::Lower),
            _ => None,
        };
        let is_count = is_typed || is_bare_count(&claim.value);
        Self {
            values,
            ranges,
            nouns,
            is_count,
            field_bound,
            recurs,
        }
    }

    /// The bound that the field's kind sets.
    pub(crate) fn field_bound(&self) -> Option<Bound> {
        self.field_bound
    }

    /// How `value` relates to the registered values: to the closest of them.
    pub(crate) fn relation(&self, value: &Value) -> Relation {
        let all: Vec<Relation> = self
            .values
            .iter()
            .map(|r| self.relation_to(value, r))
            .collect();
        let best = [
            Relation::Equal,
            Relation::Rounded,
            Relation::Compatible,
            Relation::Conflict,
        ];
        let relation = best.into_iter().find(|relation| all.contains(relation));
        match relation {
            Some(Relation::Compatible) if self.is_past_ranges(value) => Relation::Conflict,
            relation => relation.unwrap_or(Relation::None),
        }
    }

    /// Whether every registered value is the end of a range, and `value` a plain one that lies outside of each:
    /// `50 minutes` where the bank has 40 to 45 minutes.
    fn is_past_ranges(&self, value: &Value) -> bool {
        let ValueKind::Quantity(a) = &value.kind else {
            return false;
        };
        let is_end = |v: &Value| matches!(&v.kind, ValueKind::Quantity(q) if q.range_end.is_some());
        let is_plain = a.range_end.is_none()
            && matches!(value.bound, None | Some(Bound::Exact))
            && value.grouped.is_none();
        let is_past = |(low, high): &(Quantity, Quantity)| {
            let is_other = |end: &Quantity| {
                same_dimension(a, end)
                    && !could_be_same(a, end)
                    && !rounds_to(a, end)
                    && !rounds_to(end, a)
            };
            is_other(low) && is_other(high) && (a.value() < low.value() || a.value() > high.value())
        };
        is_plain
            && !self.ranges.is_empty()
            && self.values.iter().all(is_end)
            && self.ranges.iter().all(is_past)
    }

    /// Whether `value` is of a kind and dimension that the obligation has a value of.
    pub(crate) fn is_comparable(&self, value: &Value) -> bool {
        self.relation(value) != Relation::None
    }

    fn relation_to(&self, value: &Value, registered: &Value) -> Relation {
        if value.is_label || (value.is_implied && !self.recurs) {
            return Relation::None;
        }
        let is_vague = value.is_vague || registered.is_vague;
        match (&value.kind, &registered.kind) {
            (ValueKind::Date(a), ValueKind::Date(b)) => {
                of_flags(same_date(a, b), is_vague || dates_may_be_same(a, b))
            }
            (ValueKind::Time(a), ValueKind::Time(b)) => {
                of_flags(same_time(a, b), is_vague || times_may_be_same(a, b))
            }
            (ValueKind::Quantity(a), ValueKind::Quantity(b)) => {
                let relation = self.relation_of(value, a, registered, b);
                let whole = value.grouped.as_ref();
                let may_be_whole = || {
                    let relation = whole.map(|whole| self.relation_of(value, whole, registered, b));
                    relation.is_some_and(|relation| {
                        !matches!(relation, Relation::None | Relation::Conflict)
                    })
                };
                if relation == Relation::Conflict && may_be_whole() {
                    Relation::Compatible
                } else {
                    relation
                }
            }
            _ => Relation::None,
        }
    }

    fn relation_of(
        &self,
        value: &Value,
        a: &Quantity,
        registered: &Value,
        b: &Quantity,
    ) -> Relation {
        let (mut a, mut b): (Quantity, Quantity) = (a.clone(), b.clone());
        let is_times = |q: &Quantity| {
            let unit = q.unit.as_ref();
            unit.is_some_and(|unit| unit.dimension == Dimension::Multiple && unit.per.is_none())
        };
        if value.is_adverb && a.is_bare() && is_times(&b) {
            a.unit.clone_from(&b.unit);
        } else if registered.is_adverb && b.is_bare() && is_times(&a) {
            b.unit.clone_from(&a.unit);
        }
        if a.is_bare() && b.is_bare() && a.form != Form::Ordinal && b.form != Form::Ordinal {
            if !self.counts_the_same(value, registered) {
                return Relation::None;
            }
            a.noun = None;
            b.noun = None;
        }
        // A number that counts something lacks no unit: "one sample" is not "1 minute" cut short.
        let counts = |q: &Quantity, v: &Value| q.is_bare() && !v.nouns.is_empty();
        if a.is_bare() != b.is_bare() && (counts(&a, value) || counts(&b, registered)) {
            return Relation::None;
        }
        // An end of a range says less than a value of its own.
        if a.range_end.is_some() != b.range_end.is_some() {
            let is_like = same_dimension(&a, &b) || could_be_same(&a, &b);
            return if is_like {
                Relation::Compatible
            } else {
                Relation::None
            };
        }
        if equal(&a, &b) {
            return Relation::Equal;
        }
        if rounds_to(&a, &b) || rounds_to(&b, &a) {
            return Relation::Rounded;
        }
        if could_be_same(&a, &b) {
            return Relation::Compatible;
        }
        if !same_dimension(&a, &b) {
            return Relation::None;
        }
        let of_registered = registered.bound.or(self.field_bound);
        let may_hold = match value.bound {
            None | Some(Bound::Exact) => false,
            bound if bound == of_registered => false,
            Some(bound) => holds_within(bound, &a, &b),
        };
        if may_hold {
            Relation::Compatible
        } else {
            Relation::Conflict
        }
    }

    /// Whether `value` is a bare number before a noun that is not what the field counts.
    pub(crate) fn counts_other(&self, value: &Value) -> bool {
        self.is_count
            && value.is_bare()
            && !value.nouns.is_empty()
            && !value.nouns.iter().any(|noun| self.nouns.contains(noun))
    }

    /// Whether two bare numbers count the same thing.
    fn counts_the_same(&self, value: &Value, registered: &Value) -> bool {
        // "twice" counts times, and no cups.
        if value.is_adverb && !registered.nouns.is_empty()
            || registered.is_adverb && !value.nouns.is_empty()
        {
            return false;
        }
        match (value.nouns.is_empty(), registered.nouns.is_empty()) {
            (false, _) => value.nouns.iter().any(|noun| self.nouns.contains(noun)),
            (true, _) => self.is_count,
        }
    }
}

impl Value {
    /// Whether the two are of one dimension, whatever they count.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (ValueKind::Quantity(a), ValueKind::Quantity(b)) => {
                (a.is_bare() && b.is_bare()) || same_dimension(a, b)
            }
            (ValueKind::Date(_), ValueKind::Date(_)) | (ValueKind::Time(_), ValueKind::Time(_)) => {
                true
            }
            _ => false,
        }
    }

    /// Whether the two are the same value. Dates and times that leave a reading open (`8:00`) are where
    /// both leave the same ones.
    pub(crate) fn is_equal(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (ValueKind::Quantity(a), ValueKind::Quantity(b)) => equal(a, b),
            (ValueKind::Date(a), ValueKind::Date(b)) => {
                a.readings == b.readings && a.weekday == b.weekday
            }
            (ValueKind::Time(a), ValueKind::Time(b)) => {
                a.readings == b.readings && a.zone == b.zone
            }
            _ => false,
        }
    }

    /// Makes a year of a lone number of four digits, in a field whose answer is a date: `1889`.
    pub(crate) fn read_as_year(&mut self, prose: &Prose<'_>) {
        let ValueKind::Quantity(quantity) = &self.kind else {
            return;
        };
        let is_placed = || {
            let before = self.stretch.start.checked_sub(1);
            before.is_some_and(|idx| words().has("place words", prose.key(idx)))
        };
        let counts = !self.nouns.is_empty();
        if !quantity.is_bare() || quantity.range != quantity.number_range || counts || is_placed() {
            return;
        }
        let years = find_years(prose.text);
        if let Some(year) = years.into_iter().find(|year| year.range == quantity.range) {
            self.kind = ValueKind::Date(year);
            self.is_label = false;
        }
    }

    /// Whether the two are one value in two units, each rounded on its own: `630 kg (1,400 lb)`.
    pub(crate) fn restates(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (ValueKind::Quantity(a), ValueKind::Quantity(b)) => restates(a, b),
            _ => false,
        }
    }

    /// The value as if it were no end of a range.
    pub(crate) fn alone(mut self) -> Self {
        if let ValueKind::Quantity(quantity) = &mut self.kind {
            quantity.range_end = None;
        }
        self
    }

    /// Whether it is a number without a unit or currency.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(&self.kind, ValueKind::Quantity(quantity) if quantity.is_bare())
    }

    /// Whether `stem` is that of a word after the number which may be what it counts.
    pub(crate) fn counts(&self, stem: &String) -> bool {
        self.nouns.contains(stem)
    }

    /// The value with the unit or currency of `other` where it has none: `45 or 60 seconds`.
    pub(crate) fn with_unit_of(&self, other: &Self) -> Self {
        let mut value = self.clone();
        if let (ValueKind::Quantity(a), ValueKind::Quantity(b)) = (&mut value.kind, &other.kind)
            && a.is_bare()
            && self.nouns.is_empty()
        {
            a.unit.clone_from(&b.unit);
            a.currency = b.currency;
            a.noun.clone_from(&b.noun);
            value.nouns.clone_from(&other.nouns);
            if a.scale.is_none() {
                a.scale = b.scale;
            }
        }
        value
    }
}

/// The two ends of a range, where `pair` is that.
fn range_of(pair: &[Value]) -> Option<(Quantity, Quantity)> {
    match pair {
        [
            Value {
                kind: ValueKind::Quantity(low),
                ..
            },
            Value {
                kind: ValueKind::Quantity(high),
                ..
            },
        ] if low.range_end == Some(RangeEnd::Low) && high.range_end == Some(RangeEnd::High) => {
            Some(((**low).clone(), (**high).clone()))
        }
        _ => None,
    }
}

/// Gives a registered value the bound that an equal one has: `younger than 12` and `12 years` are one claim.
fn share_bounds(values: &mut [Value]) {
    for at in 0..values.len() {
        if values[at].bound.is_none() {
            let bounded = values
                .iter()
                .find(|v| v.bound.is_some() && v.is_equal(&values[at]));
            values[at].bound = bounded.and_then(|v| v.bound);
        }
    }
}

fn same_date(a: &Date, b: &Date) -> bool {
    a.readings.len() == 1 && a.readings == b.readings && a.weekday == b.weekday
}

fn same_time(a: &Time, b: &Time) -> bool {
    a.readings.len() == 1 && a.readings == b.readings && a.zone == b.zone
}

fn of_flags(is_same: bool, may_be: bool) -> Relation {
    match (is_same, may_be) {
        (true, _) => Relation::Equal,
        (false, true) => Relation::Compatible,
        (false, false) => Relation::Conflict,
    }
}

/// Whether the registered `b` lies within "`bound` `a`".
fn holds_within(bound: Bound, a: &Quantity, b: &Quantity) -> bool {
    let is_one_currency = match (a.currency, b.currency) {
        (Some(a), Some(b)) => a.may_be(b),
        _ => true,
    };
    let (a, b): (Exact, Exact) = (a.value(), b.value());
    is_one_currency
        && match bound {
            Bound::Upper => b <= a,
            Bound::StrictUpper => b < a,
            Bound::Lower => b >= a,
            Bound::StrictLower => b > a,
            Bound::Exact => a == b,
        }
}

/// Whether a canonical value is a number of counted things and little else: a bound, the number, and
/// at most three words after it.
fn is_bare_count(text: &str) -> bool {
    let prose = Prose::new(text);
    let operators = Operators::new(&prose);
    let values = find_values(&prose, &operators, &[]);
    let [
        Value {
            kind: ValueKind::Quantity(quantity),
            stretch,
            ..
        },
    ] = values.as_slice()
    else {
        return false;
    };
    let is_opening = |idx: usize| {
        words().has("function", prose.key(idx))
            || operators
                .bounds()
                .any(|(s, _)| s.start <= idx && idx < s.end)
    };
    quantity.is_bare()
        && quantity.form != Form::Ordinal
        && (0..stretch.start).all(is_opening)
        && prose.len() - stretch.end <= 3
}
