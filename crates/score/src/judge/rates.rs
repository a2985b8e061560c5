//! What a value is counted per (`£4 per day`), and whether two such values are one.

use proofmark_text::{Exact, Quantity, Unit, find_implied_spans, find_quantities};

use crate::bank::Claim;

use super::prose::{Prose, Stretch};
use super::values::{Value, ValueKind};

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

/// Whether `value` and the obligation's are counted per two spans of time, and are one rate: `£28 per
/// week` and `£4 per day`. Months and years have no fixed length and may be.
pub(crate) fn is_same_rate(prose: &Prose<'_>, value: &Value, claim: &Claim) -> bool {
    let ValueKind::Quantity(quantity) = &value.kind else {
        return false;
    };
    let Some(span) = span_behind(prose.text, quantity) else {
        return false;
    };
    find_quantities(&claim.value).iter().any(|own| {
        let Some(own_span) = span_behind(&claim.value, own) else {
            return false;
        };
        let is_one_currency = match (quantity.currency, own.currency) {
            (Some(a), Some(b)) => a.may_be(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if !is_one_currency || span.factor == own_span.factor {
            return false;
        }
        let rate = |q: &Quantity, of: &Unit| -> Option<Exact> { q.value().divided_by(&of.factor) };
        span.is_calendar != own_span.is_calendar || rate(quantity, &span) == rate(own, &own_span)
    })
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
