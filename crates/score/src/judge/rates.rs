//! What a value is counted per (`£4 per day`), and whether two such values are one.

use proofmark_text::{Dimension, Exact, Quantity, Unit, find_implied_spans, find_quantities};

use crate::bank::Claim;

use super::prose::{Prose, Stretch};
use super::values::{Value, ValueKind};
use super::words::words;

/// Whether a value in a passage is counted per something else than the obligation's: `£3 per car` beside
/// `£5 per person`.
pub(crate) fn has_other_basis(prose: &Prose<'_>, stretch: Stretch, claim: &Claim) -> bool {
    let Some(other) = basis(prose, stretch.end) else {
        return false;
    };
    let own = Prose::new(&claim.value);
    let mut own = (0..own.len()).filter_map(|at| basis(&own, at)).peekable();
    own.peek().is_some() && own.all(|noun| noun != other)
}

/// The stem of what follows `per` or an article at the token `at`.
fn basis(prose: &Prose<'_>, at: usize) -> Option<String> {
    let word = prose.tokens.get(at)?;
    matches!(&*word.key, "per" | "a" | "an" | "each" | "every")
        .then(|| prose.stems.get(at + 1).cloned())?
}

/// Whether `value` and the obligation's are counted per two spans of time or two amounts, and are one
/// rate: `£28 per week` and `£4 per day`, `€30 per 100 km` and `€0.30 per km`. Months and years have no
/// fixed length and may be.
pub(crate) fn is_same_rate(prose: &Prose<'_>, value: &Value, claim: &Claim) -> bool {
    let ValueKind::Quantity(quantity) = &value.kind else {
        return false;
    };
    let span = span_behind(prose.text, quantity);
    let share = share_behind(prose.text, quantity);
    if span.is_none() && share.is_none() {
        return false;
    }
    find_quantities(&claim.value).iter().any(|own| {
        let is_one_currency = match (quantity.currency, own.currency) {
            (Some(a), Some(b)) => a.may_be(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let rate = |q: &Quantity, of: &Exact| -> Option<Exact> { q.value().divided_by(of) };
        let is_one_span = || match (&span, span_behind(&claim.value, own)) {
            (Some(span), Some(own_span)) if span.factor != own_span.factor => {
                span.is_calendar != own_span.is_calendar
                    || rate(quantity, &span.factor) == rate(own, &own_span.factor)
            }
            _ => false,
        };
        let is_one_share = || match (&share, share_behind(&claim.value, own)) {
            (Some((what, amount)), Some((own_what, own_amount))) => {
                *what == own_what
                    && *amount != own_amount
                    && rate(quantity, amount) == rate(own, &own_amount)
            }
            _ => false,
        };
        is_one_currency && (is_one_span() || is_one_share())
    })
}

/// What an amount is counted per.
#[derive(PartialEq, Eq)]
enum Per {
    Unit(Dimension),
    /// The stem of a noun.
    Noun(String),
}

/// What an amount is counted per and how many of it, with or without a number, in base units: `per 100
/// km`, `/km`, `per 2 boats`.
fn share_behind(text: &str, quantity: &Quantity) -> Option<(Per, Exact)> {
    /// Longer than any number with its unit.
    const REACH: usize = 48;
    let behind = text.get(quantity.range.end()..)?.trim_start();
    let rest = ["per ", "/", "for "]
        .iter()
        .find_map(|join| behind.strip_prefix(join))?;
    let near: String = rest.trim_start().chars().take(REACH).collect();
    let measured = if near.starts_with(|c: char| c.is_ascii_digit()) {
        near
    } else {
        format!("1 {near}")
    };
    let amount = find_quantities(&measured).into_iter().next()?;
    let per = match (&amount.unit, &amount.noun) {
        (Some(unit), _) if unit.per.is_none() && !unit.is_calendar => Per::Unit(unit.dimension),
        (None, Some(noun)) => Per::Noun(words().stem(noun)),
        _ => return None,
    };
    let is_plain = amount.currency.is_none() && amount.range.start() == 0;
    (is_plain && !amount.numeral.is_zero()).then(|| (per, amount.value()))
}

/// The span of time that directly follows an amount, as `per week` or `a week`.
fn span_behind(text: &str, quantity: &Quantity) -> Option<Unit> {
    find_implied_spans(text)
        .into_iter()
        .find(|span| {
            let gap = text.get(quantity.range.end()..span.range.start());
            gap.is_some_and(|gap| gap.chars().all(char::is_whitespace))
        })?
        .unit
}
