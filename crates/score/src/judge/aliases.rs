//! Which accepted wordings a text states (S-2, S-3).

use proofmark_text::{Token, tokenize};

use crate::bank::{Claim, Composition};

use super::operators::{Bound, Negated, Operators};
use super::prose::{Prose, Stretch};
use super::values::{Registered, Relation, Value, find_values};

/// An accepted wording in tokens.
pub(crate) struct Alias<'a> {
    /// Index of the obligation in the field's list.
    pub(crate) claim_idx: usize,
    /// The wording as registered.
    pub(crate) text: &'a str,
    /// Its tokens.
    pub(crate) tokens: Vec<Token>,
    /// Its values, by their places among the tokens.
    pub(crate) values: Vec<Value>,
}

/// A place where an accepted wording stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence<'a> {
    /// Index of the obligation in the field's list.
    pub(crate) claim_idx: usize,
    /// The wording as registered.
    pub(crate) alias: &'a str,
    /// Where.
    pub(crate) stretch: Stretch,
}

/// What the accepted wordings of a field do in a text.
pub(crate) struct Matched<'a> {
    /// For each obligation the place that states it.
    pub(crate) stated: Vec<Option<Occurrence<'a>>>,
    /// Every place where an accepted wording stands unharmed, those in `stated` included; not
    /// overlapping.
    pub(crate) good: Vec<Occurrence<'a>>,
    /// Places where one stands under a negation.
    pub(crate) negated: Vec<Occurrence<'a>>,
}

/// The accepted wordings of a field's obligations, longest first; of equal length in bank order.
pub(crate) fn read_aliases<'a>(claims: &[&'a Claim]) -> Vec<Alias<'a>> {
    let mut aliases: Vec<Alias<'a>> = claims
        .iter()
        .enumerate()
        .flat_map(|(claim_idx, claim)| {
            claim.accepted_values.iter().map(move |text| {
                let prose = Prose::new(text);
                let values = find_values(&prose, &Operators::new(&prose), &[]);
                Alias {
                    claim_idx,
                    text,
                    tokens: prose.tokens,
                    values,
                }
            })
        })
        .filter(|alias| !alias.tokens.is_empty())
        .collect();
    aliases.sort_by_key(|alias| std::cmp::Reverse(alias.tokens.len()));
    aliases
}

/// Whether the whole of `prose` is one of the field's registered compositions.
pub(crate) fn composition_of<'a>(
    prose: &Prose<'_>,
    compositions: &'a [Composition],
) -> Option<&'a str> {
    compositions
        .iter()
        .map(|composition| match composition {
            Composition::Literal(text) | Composition::Attested { text, .. } => text.as_str(),
        })
        .find(|text| {
            let tokens = tokenize(text);
            !tokens.is_empty()
                && tokens.len() == prose.len()
                && tokens.iter().zip(&prose.tokens).all(|(a, b)| a.matches(b))
        })
}

/// Matches the wordings: longest first, each stretch of text serving one obligation.
pub(crate) fn match_aliases<'a>(
    prose: &Prose<'_>,
    aliases: &[Alias<'a>],
    n_claims: usize,
    operators: &Operators,
    values: &[Value],
    registered: &[Registered],
) -> Matched<'a> {
    let mut matched = Matched {
        stated: vec![None; n_claims],
        good: Vec::new(),
        negated: Vec::new(),
    };
    let mut harmed: Vec<Stretch> = Vec::new();
    // The first pass gives each obligation its place; the second takes in repetitions.
    for is_repeat in [false, true] {
        for alias in aliases {
            for stretch in prose.find(&alias.tokens) {
                let is_stated = matched.stated[alias.claim_idx].is_some();
                let is_taken = matched.good.iter().any(|o| o.stretch.overlaps(stretch))
                    || harmed.iter().any(|s| s.contains(stretch));
                if is_taken || is_stated != is_repeat {
                    continue;
                }
                let occurrence = Occurrence {
                    claim_idx: alias.claim_idx,
                    alias: alias.text,
                    stretch,
                };
                let is_opposed =
                    opposing_bound(stretch, values, &registered[alias.claim_idx]).is_some();
                let is_cut = values.iter().any(|value| {
                    cuts_value(value, stretch)
                        && registered[alias.claim_idx].relation(value) == Relation::Conflict
                }) || operators.cuts_phrase(stretch);
                match operators.negated(prose, stretch) {
                    Negated::No if !is_opposed && !is_cut => {
                        if !is_stated {
                            matched.stated[alias.claim_idx] = Some(occurrence);
                        }
                        matched.good.push(occurrence);
                    }
                    Negated::Yes if !is_opposed && !is_cut => {
                        matched.negated.push(occurrence);
                        harmed.push(stretch);
                    }
                    _ => harmed.push(stretch),
                }
            }
        }
    }
    matched.good.sort_by_key(|o| o.stretch);
    matched.negated.sort_by_key(|o| o.stretch);
    matched
}

/// The registered number in `stretch` that stands under a bound which the field's kind does not allow:
/// the opposite one, or an exact one (S-4).
pub(crate) fn opposing_bound<'v>(
    stretch: Stretch,
    values: &'v [Value],
    registered: &Registered,
) -> Option<&'v Value> {
    let field_bound = registered.field_bound()?;
    values.iter().find(|value| {
        stretch.overlaps(value.stretch)
            && value
                .bound
                .is_some_and(|bound| is_opposed(field_bound, bound))
            && registered.relation(value) == Relation::Equal
    })
}

/// Whether `bound` is none that a field with `field_bound` allows: see [`opposing_bound`].
pub(crate) fn is_opposed(field_bound: Bound, bound: Bound) -> bool {
    match field_bound {
        Bound::Upper => bound.is_lower() || bound == Bound::Exact,
        Bound::Lower => bound.is_upper() || bound == Bound::Exact,
        _ => false,
    }
}

/// Whether `stretch` holds a part of a value and not the whole: `45 seconds` of `1 minute 45 seconds`.
fn cuts_value(value: &Value, stretch: Stretch) -> bool {
    value.stretch.overlaps(stretch) && !stretch.contains(value.stretch)
}
