//! The checkable values of a text: quantities and dates, and how a claim puts them.

use crate::terms::is_function_word;
use proofmark_text::{
    Date, Dimension, Exact, Form, Quantity, TextRange, dates_may_be_same, equal, find_dates,
    find_quantities, rounds_to, same_dimension,
};

use crate::identifier::stable_identifiers;

/// A value as a text states it.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A number with whatever it counts or measures.
    Quantity(Box<Quantity>),
    /// A day, month or year.
    Date(Date),
}

impl Value {
    /// Bytes in the text that was read.
    pub(crate) fn range(&self) -> TextRange {
        match self {
            Self::Quantity(quantity) => quantity.range,
            Self::Date(date) => date.range,
        }
    }

    /// Whether one can contradict the other: the same kind of value.
    pub(crate) fn is_of_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Date(_), Self::Date(_)) => true,
            (Self::Quantity(a), Self::Quantity(b)) => {
                if a.currency.is_some() || b.currency.is_some() {
                    return a.currency.is_some() && b.currency.is_some();
                }
                let is_comparable = if a.is_bare() || b.is_bare() {
                    a.is_bare() && b.is_bare()
                } else {
                    same_dimension(a, b)
                };
                is_comparable && is_near(a, b)
            }
            _ => false,
        }
    }

    /// Whether both state the same value.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Date(a), Self::Date(b)) => dates_may_be_same(a, b),
            (Self::Quantity(a), Self::Quantity(b)) => {
                // What a bare number counts is told by the words around it.
                let is_one_number = a.is_bare()
                    && b.is_bare()
                    && a.is_negative() == b.is_negative()
                    && a.magnitude() == b.magnitude();
                self.is_of_kind(other)
                    && (is_one_number
                        || equal(a, b)
                        || (a.is_approximate || b.is_approximate) && rounds_to(b, a))
            }
            _ => false,
        }
    }

    /// Whether the numeral alone is the same, the unit being told elsewhere, by a column's heading perhaps.
    pub(crate) fn has_same_numeral(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quantity(a), Self::Quantity(b)) => {
                (a.is_bare() || b.is_bare()) && a.magnitude() == b.magnitude()
            }
            _ => false,
        }
    }

    /// `other` times `n` is less than this value.
    pub(crate) fn is_more_than(&self, other: &Self, n: i128) -> bool {
        match (self, other) {
            (Self::Quantity(a), Self::Quantity(b)) => a.value() > b.value() * Exact::whole(n),
            _ => false,
        }
    }
}

/// Amounts more than a thousandfold apart measure different things, a value and a whole index say.
fn is_near(a: &Quantity, b: &Quantity) -> bool {
    let (a, b) = (a.value().abs(), b.value().abs());
    let thousand = Exact::whole(1000);
    a.clone() <= b.clone() * thousand.clone() && b <= a * thousand
}

/// How a claim bounds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Not at all: exactly this.
    Exact,
    /// At least this.
    Lower,
    /// Up to this.
    Upper,
}

/// A value of a claim.
#[derive(Clone, Debug)]
pub(crate) struct ClaimValue {
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// Offered as an illustration only (R7).
    pub(crate) is_illustrative: bool,
}

/// The values of any text, in order. Numbers that are parts of names are none.
pub(crate) fn values(text: &str) -> Vec<Value> {
    let dates = find_dates(text);
    let identifiers = stable_identifiers(text);
    let is_name = |range: TextRange| identifiers.iter().any(|name| name.overlaps(range));
    let mut found: Vec<Value> = find_quantities(text)
        .into_iter()
        .filter(|q| !dates.iter().any(|date| date.range.overlaps(q.range)))
        .filter(|q| !is_name(q.range) && is_checkable(text, q))
        .map(|quantity| Value::Quantity(Box::new(as_factor(quantity, text))))
        .collect();
    let dates = dates.into_iter().filter(|date| !is_name(date.range));
    found.extend(dates.map(Value::Date));
    found.sort_by_key(|value| (value.range().start(), value.range().end()));
    found
}

/// `a factor of 5` is 5 times.
fn as_factor(mut quantity: Quantity, text: &str) -> Quantity {
    if quantity.is_bare() {
        let before = text[..quantity.range.start()].to_lowercase();
        let before = before.trim_end_matches(['~', '≈']).trim_end();
        let before = ["about", "up to", "around", "roughly", "nearly", "almost"]
            .iter()
            .find_map(|word| before.strip_suffix(word))
            .unwrap_or(before);
        if before.trim_end().ends_with("factor of") {
            quantity.noun = None;
            quantity.unit = find_quantities("2 times").pop().and_then(|one| one.unit);
        }
    }
    quantity
}

fn is_checkable(text: &str, quantity: &Quantity) -> bool {
    match quantity.form {
        Form::Ordinal => return false,
        Form::Fraction if quantity.is_bare() => return false,
        Form::Words
            if quantity.is_bare()
                && quantity.scale.is_none()
                && quantity.numeral <= Exact::whole(1) =>
        {
            return false;
        }
        _ => {}
    }
    if !quantity.is_bare() || quantity.scale.is_some() || quantity.form != Form::Digits {
        return true;
    }
    // The number of a name: Level 3, East Coast 2. Not the one that opens or follows a sentence's first word.
    let before = &text[..quantity.range.start()];
    if !before.ends_with(' ') {
        return true;
    }
    let words: Vec<&str> = before.split_whitespace().collect();
    let Some(last) = words.last() else {
        return true;
    };
    // `Level 3 has`, `Osprey 12 can`: what follows the number is nothing that it counts.
    let next = text[quantity.range.end()..]
        .trim_start()
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    if last.starts_with(char::is_uppercase) && is_function_word(next) {
        return false;
    }
    let opens = words.len() == 1 || words[words.len() - 2].ends_with(['.', ':', '!', '?']);
    opens
        || quantity.noun.is_some()
        || !last.starts_with(char::is_uppercase)
        || last.ends_with([',', ':', ';'])
}

/// The values of a claim with their bounds.
pub(crate) fn claim_values(claim: &str) -> Vec<ClaimValue> {
    let found = values(claim);
    let n = found.len();
    found
        .into_iter()
        .map(|value| {
            let range = value.range();
            let before = claim[..range.start()].to_lowercase();
            let after = claim[range.end()..].to_lowercase();
            let is_approximate = matches!(&value, Value::Quantity(q) if q.is_approximate);
            let is_aside = before
                .rfind('(')
                .is_some_and(|at| !before[at..].contains(')'))
                || before.contains("e.g.")
                || before.contains("for example")
                || before.contains("such as");
            // "failover is automatic with ~0 RTO": what stands before "with" is asserted by itself.
            let words: Vec<&str> = before
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect();
            let accompanies = words.len() > 3 && words.last() == Some(&"with");
            let is_illustrative = is_aside
                || is_approximate
                    && (n > 1
                        || (claim[..range.start()].split_whitespace().count() >= 8 || accompanies)
                            && !lists_a_price(&value));
            ClaimValue {
                bound: bound(&before, &after),
                value,
                is_illustrative,
            }
        })
        .collect()
}

/// A price is never an illustration of a capability.
fn lists_a_price(value: &Value) -> bool {
    matches!(value, Value::Quantity(q) if q.currency.is_some())
}

/// `a minimum of` is none: it states the minimum itself.
const LOWER: [&str; 8] = [
    "at least",
    "in excess of",
    "exceeding",
    "more than",
    "over",
    "no fewer than",
    "no less than",
    "upwards of",
];
const UPPER: [&str; 1] = ["up to"];

fn bound(before: &str, after: &str) -> Bound {
    let before = before.trim_end();
    let has = |list: &[&str]| list.iter().any(|word| before.ends_with(word));
    if after.starts_with('+') || after.trim_start().starts_with("or more") || has(&LOWER) {
        Bound::Lower
    } else if has(&UPPER) {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// The unit that words beside a bare number tell, as in `size, MB` or `quota in GB`.
pub(crate) fn with_unit_of(cell: &str, context: &str) -> Option<Quantity> {
    const UNITS: [&str; 12] = [
        "KB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "ms", "hours", "minutes",
    ];
    let unit = context
        .split(|c: char| !c.is_alphanumeric())
        .find_map(|word| UNITS.iter().find(|unit| **unit == word))?;
    find_quantities(&format!("{cell} {unit}"))
        .into_iter()
        .find(|q| {
            matches!(
                q.unit.as_ref().map(|u| u.dimension),
                Some(Dimension::Data | Dimension::Time)
            )
        })
}

#[cfg(test)]
mod tests {
    use super::claim_values;

    #[test]
    fn r7_an_approximate_number_beside_an_assertion_illustrates() {
        for (claim, expected) in [
            ("Switching over is automatic with ~0 downtime", true),
            (
                "Backups run in the second zone with about 15 minutes of delay",
                true,
            ),
            ("Ships with ~20 zones", false),
            ("The delay is ~15 minutes", false),
            (
                "Switching over is automatic with 15 minutes of delay",
                false,
            ),
            ("The larger plan comes with ~$20 of credit", false),
        ] {
            let values = claim_values(claim);
            assert_eq!(values.len(), 1, "{claim}");
            assert_eq!(values[0].is_illustrative, expected, "{claim}");
        }
    }
}
