//! Accepted wordings with one operator, condition or negation turned round.

use proofmark_text::Token;

use super::aliases::Alias;
use super::prose::part_keys;
use super::residue::Context;
use super::words::words;

/// A wording turned round.
pub(crate) struct Turned {
    /// Its words, contractions taken apart.
    pub(crate) keys: Vec<String>,
    /// Whether a negation was taken out of it.
    pub(crate) is_unnegated: bool,
    /// Whether the registered wording is nothing but the operator, so that its opposite may as well
    /// speak of something else.
    pub(crate) is_operator_alone: bool,
}

/// A wording turned round, with the obligation whose wording it is.
pub(crate) struct TurnedAlias<'a> {
    /// Index of the obligation in the field's list.
    pub(crate) claim_idx: usize,
    /// The wording as registered.
    pub(crate) text: &'a str,
    /// The wording turned round.
    pub(crate) turned: Turned,
}

/// Every way of turning each of the wordings round at one place.
pub(crate) fn turned_aliases<'a>(aliases: &[Alias<'a>], context: &Context) -> Vec<TurnedAlias<'a>> {
    aliases
        .iter()
        .flat_map(|alias| {
            let turned = turned_wordings(&alias.tokens, context).into_iter();
            turned.map(move |turned| TurnedAlias {
                claim_idx: alias.claim_idx,
                text: alias.text,
                turned,
            })
        })
        .collect()
}

/// Negations that may be put between two words of a wording.
const PUT_IN: [&[&str]; 5] = [
    &["not"],
    &["never"],
    &["do", "not"],
    &["does", "not"],
    &["did", "not"],
];

/// Negations that may be taken out of a wording; longer ones first.
const TAKEN_OUT: [&[&str]; 6] = [
    &["do", "not"],
    &["does", "not"],
    &["did", "not"],
    &["not"],
    &["never"],
    &["no"],
];

/// Every way of turning the wording round at one place.
fn turned_wordings(alias: &[Token], context: &Context) -> Vec<Turned> {
    let keys = part_keys(alias);
    let mut turned = Vec::new();
    for pair in words().opposites() {
        for (from, to) in [(&pair.left, &pair.right), (&pair.right, &pair.left)] {
            for (at, phrase) in places_of(&keys, from) {
                let rest = keys[..at].iter().chain(&keys[at + phrase.len()..]);
                let is_operator_alone = rest.clone().all(|key| words().has("function", key));
                turned.extend(to.iter().map(|other| Turned {
                    keys: replaced(&keys, at, phrase.len(), other),
                    is_unnegated: false,
                    is_operator_alone,
                }));
            }
        }
    }
    for at in 1..keys.len() {
        turned.extend(PUT_IN.iter().map(|negation| {
            let negation: Vec<String> = negation.iter().map(|w| (*w).to_owned()).collect();
            Turned {
                keys: replaced(&keys, at, 0, &negation),
                is_unnegated: false,
                is_operator_alone: false,
            }
        }));
    }
    for negation in TAKEN_OUT {
        for at in 0..keys.len() {
            if !keys[at..]
                .iter()
                .map(String::as_str)
                .take(negation.len())
                .eq(negation.iter().copied())
                || is_bound_phrase(&keys, at)
            {
                continue;
            }
            let rest = replaced(&keys, at, negation.len(), &[]);
            if says_something(&rest, negation, context) {
                turned.push(Turned {
                    keys: rest,
                    is_unnegated: true,
                    is_operator_alone: false,
                });
            }
        }
    }
    turned.retain(|t| !t.keys.is_empty() && t.keys != keys);
    turned
}

/// Whether what is left without a negation is a statement: behind `no` a bare noun is none, as the
/// question's own words hold it as well.
fn says_something(rest: &[String], negation: &[&str], context: &Context) -> bool {
    let is_own =
        |key: &String| words().has("function", key) || context.stems.contains(&words().stem(key));
    match negation {
        ["no"] => rest.len() > 1 && !rest.iter().all(is_own),
        _ => rest.iter().any(|key| !words().has("function", key)),
    }
}

/// Whether the negating word at `at` is part of a bound, as in `no more than`.
fn is_bound_phrase(keys: &[String], at: usize) -> bool {
    ["upper before", "lower before", "no negation"]
        .iter()
        .flat_map(|table| words().phrases(table))
        .any(|phrase| phrase.len() > 1 && keys[at..].starts_with(phrase))
}

/// Where phrases of one side stand; of two at one place the longer, and none inside a longer one of
/// any bound.
fn places_of<'p>(keys: &[String], side: &'p [Vec<String>]) -> Vec<(usize, &'p Vec<String>)> {
    let mut found = Vec::new();
    for at in 0..keys.len() {
        let longest = side
            .iter()
            .filter(|phrase| keys[at..].starts_with(phrase))
            .max_by_key(|phrase| phrase.len());
        let Some(phrase) = longest else { continue };
        if !is_inside_longer(keys, at, phrase.len()) {
            found.push((at, phrase));
        }
    }
    found
}

/// Whether the words at `at` lie inside a longer listed phrase: `more than` in `no more than`.
fn is_inside_longer(keys: &[String], at: usize, len: usize) -> bool {
    let phrases = words()
        .opposites()
        .iter()
        .flat_map(|pair| pair.left.iter().chain(&pair.right))
        .chain(words().phrases("no negation"));
    phrases.filter(|phrase| phrase.len() > len).any(|phrase| {
        (0..=at).any(|start| start + phrase.len() >= at + len && keys[start..].starts_with(phrase))
    })
}

fn replaced(keys: &[String], at: usize, len: usize, by: &[String]) -> Vec<String> {
    keys[..at]
        .iter()
        .chain(by)
        .chain(&keys[at + len..])
        .cloned()
        .collect()
}
