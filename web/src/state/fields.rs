//! The fields of an attempt in the order in which they are shown, and the parts that can be decided.

use proofmark_report::format::{Attempt, Explanation, Field};

use super::{Outcome, Part};

/// Failed fields first, then unresolved, then passed; among equals the question's order.
pub(crate) fn sorted_fields(attempt: &Attempt) -> Vec<(Outcome, &Field)> {
    let mut fields: Vec<_> = attempt
        .fields
        .iter()
        .map(|field| (field_outcome(field, attempt), field))
        .collect();
    fields.sort_by_key(|(outcome, _)| *outcome);
    fields
}

/// The worst of what is said about a field.
fn field_outcome(field: &Field, attempt: &Attempt) -> Outcome {
    let reasons = attempt
        .explanations
        .iter()
        .filter(|one| belongs(one, field, attempt))
        .map(|one| Outcome::of_axis(&one.weight));
    reasons
        .chain([Outcome::of_axis(&field.completeness)])
        .min()
        .unwrap_or(Outcome::Pass)
}

/// Whether a reason is shown with a field: it names the field, or a citation or obligation in it.
pub(crate) fn belongs(one: &Explanation, field: &Field, attempt: &Attempt) -> bool {
    if let Some(name) = &one.field {
        return *name == field.field;
    }
    let cited = one
        .citation
        .and_then(|index| attempt.citations.get(usize::try_from(index).ok()?))
        .and_then(|citation| citation.field.as_ref());
    if let Some(name) = cited {
        return *name == field.field;
    }
    one.obligation
        .as_ref()
        .is_some_and(|id| field.obligations.iter().any(|known| known.id == *id))
}

/// What of an attempt can be decided, in the order shown: the whole, then each field's obligations and
/// citations, then the citations that stand in no field.
pub(crate) fn parts_of(attempt: &Attempt) -> Vec<Part> {
    let indexed = || attempt.citations.iter().zip(0_u32..);
    let mut parts = vec![Part::Whole];
    for (_, field) in sorted_fields(attempt) {
        let obligations = field.obligations.iter();
        parts.extend(obligations.map(|one| Part::Obligation(one.id.clone())));
        let here = indexed().filter(|(one, _)| one.field.as_ref() == Some(&field.field));
        parts.extend(here.map(|(_, index)| Part::Citation(index)));
    }
    let is_loose = |name: Option<&String>| !attempt.fields.iter().any(|f| name == Some(&f.field));
    let loose = indexed().filter(|(one, _)| is_loose(one.field.as_ref()));
    parts.extend(loose.map(|(_, index)| Part::Citation(index)));
    parts
}
