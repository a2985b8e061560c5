//! Role phrases and what is tied to them.

use proofmark_text::{Token, tokenize};

use crate::bank::Claim;

use super::operators::{Negated, Operators};
use super::prose::{Prose, Stretch};
use super::values::Value;
use super::words::words;

/// Where the role phrases of a field's obligations stand in one prose.
pub(crate) struct Roles {
    /// For each obligation, in order; phrases inside a longer one of another obligation are left out.
    places: Vec<Vec<Stretch>>,
    /// For each obligation the accepted wordings without their role phrases.
    remainders: Vec<Vec<Vec<Token>>>,
    /// Whether the order ties and not the clause: `adults and children pay £12 and £6 respectively`.
    is_listed: bool,
}

impl Roles {
    /// Finds them.
    pub(crate) fn new(prose: &Prose<'_>, claims: &[&Claim]) -> Self {
        let all: Vec<Vec<Stretch>> = claims
            .iter()
            .map(|claim| {
                let phrases = claim.role_phrases.iter();
                phrases
                    .flat_map(|phrase| prose.find(&tokenize(phrase)))
                    .collect()
            })
            .collect();
        let is_inside = |inner: Stretch, of: usize| {
            all.iter().enumerate().any(|(other, places)| {
                other != of
                    && places
                        .iter()
                        .any(|outer| *outer != inner && outer.contains(inner))
            })
        };
        let places = all
            .iter()
            .enumerate()
            .map(|(of, places)| {
                places
                    .iter()
                    .copied()
                    .filter(|s| !is_inside(*s, of))
                    .collect()
            })
            .collect();
        let remainders = claims.iter().map(|claim| remainders_of(claim)).collect();
        Self {
            places,
            remainders,
            is_listed: prose.tokens.iter().any(|t| &*t.key == "respectively"),
        }
    }

    /// Whether `value` is tied to a role phrase of the obligation: one clause holds both, and neither
    /// another value of that dimension nor a role phrase of another obligation.
    pub(crate) fn ties(
        &self,
        prose: &Prose<'_>,
        values: &[Value],
        value: &Value,
        claim_idx: usize,
    ) -> bool {
        let Some(&clause) = prose.clauses.get(value.stretch.start) else {
            return false;
        };
        let is_here = |stretch: Stretch| {
            prose.is_one_clause(stretch) && prose.clauses[stretch.start] == clause
        };
        let others = self
            .places
            .iter()
            .enumerate()
            .filter(|(idx, _)| *idx != claim_idx);
        !self.is_listed
            && !self.is_in_list(prose, values, value)
            && is_here(value.stretch)
            && self.places[claim_idx].iter().any(|s| is_here(*s))
            && !others.flat_map(|(_, places)| places).any(|s| is_here(*s))
            && !values.iter().any(|other| {
                // Two values may stand in one token: `08:00–18:00`.
                !std::ptr::eq(other, value) && is_here(other.stretch) && other.is_like(value)
            })
    }

    /// Whether `value` stands in a list of roles that a list of values answers, so that the order ties
    /// and not the clause: `the X and the Y last 3 and 4 hours`, `3 and 4 hours for the X and the Y`.
    fn is_in_list(&self, prose: &Prose<'_>, values: &[Value], value: &Value) -> bool {
        let clause_at = |idx: usize| prose.clauses.get(idx).copied();
        let Some(own) = clause_at(value.stretch.start) else {
            return false;
        };
        let is_joining = |idx: &usize| words().has("clause ends", prose.key(*idx));
        let before = (0..value.stretch.start)
            .rev()
            .filter(|idx| clause_at(*idx) != Some(own))
            .find(|idx| !is_joining(idx));
        let behind = (value.stretch.end..prose.len())
            .filter(|idx| clause_at(*idx) != Some(own))
            .find(|idx| !is_joining(idx));
        let is_plain_value = |idx: usize| {
            let clause = clause_at(idx);
            let is_light = |at: usize| {
                let of_value = |v: &Value| v.stretch.start <= at && at < v.stretch.end;
                values.iter().any(|v| of_value(v) && v.is_like(value))
                    || words().has("function", prose.key(at))
            };
            (0..prose.len())
                .filter(|at| clause_at(*at) == clause)
                .all(is_light)
                && values
                    .iter()
                    .any(|v| clause_at(v.stretch.start) == clause && v.is_like(value))
        };
        // "at low and high water 4 and 7 m": a value that says nothing of its role is one of a list.
        if [before, behind].into_iter().flatten().any(is_plain_value) {
            return true;
        }
        let (Some(before), Some(behind)) = (before, behind) else {
            return false;
        };
        let has_role = |idx: usize| {
            let mut places = self.places.iter().flatten();
            places.any(|s| clause_at(s.start) == clause_at(idx))
        };
        let has_value = |idx: usize| {
            values
                .iter()
                .any(|v| clause_at(v.stretch.start) == clause_at(idx) && v.is_like(value))
        };
        has_role(before) != has_role(behind)
            && has_value(before) != has_value(behind)
            && has_role(before) != has_value(before)
    }

    /// Where the words of a wording of obligation `values_of`, its role phrase aside, stand in one
    /// clause with a role phrase of obligation `role`: for values that are no quantities, as names.
    /// The clause holds no other role phrase and no words of `role`'s own.
    pub(crate) fn carried_words(
        &self,
        prose: &Prose<'_>,
        operators: &Operators,
        role: usize,
        values_of: usize,
    ) -> Option<Stretch> {
        let own: Vec<Stretch> = self.remainders[role]
            .iter()
            .flat_map(|tokens| prose.find(tokens))
            .collect();
        let carried = self.remainders[values_of]
            .iter()
            .flat_map(|tokens| prose.find(tokens));
        for stretch in carried {
            if !prose.is_one_clause(stretch) || operators.negated(prose, stretch) != Negated::No {
                continue;
            }
            let clause = prose.clauses[stretch.start];
            let is_here = |s: &Stretch| prose.clauses.get(s.start) == Some(&clause);
            let has_own = own.iter().any(is_here);
            let has_role = self.places[role]
                .iter()
                .any(|s| is_here(s) && !s.overlaps(stretch));
            let mut others = self
                .places
                .iter()
                .enumerate()
                .filter(|(idx, _)| *idx != role);
            let has_other = others.any(|(_, places)| places.iter().any(is_here));
            if has_role && !has_own && !has_other {
                return Some(stretch);
            }
        }
        None
    }

    /// The obligation's role phrases in the prose.
    pub(crate) fn places(&self, claim_idx: usize) -> &[Stretch] {
        &self.places[claim_idx]
    }
}

/// The accepted wordings of `claim` with their role phrase and the function words at the edges taken
/// off, where something is left in one piece.
fn remainders_of(claim: &Claim) -> Vec<Vec<Token>> {
    let mut found: Vec<Vec<Token>> = Vec::new();
    for alias in &claim.accepted_values {
        let prose = Prose::new(alias);
        let phrases = claim
            .role_phrases
            .iter()
            .flat_map(|phrase| prose.find(&tokenize(phrase)));
        let Some(role) = phrases.max_by_key(|s| s.end - s.start) else {
            continue;
        };
        for (start, end) in [(0, role.start), (role.end, prose.len())] {
            let mut kept: Vec<Token> = prose.tokens[start..end].to_vec();
            let is_function = |token: &Token| words().has("function", &token.key);
            while kept.last().is_some_and(is_function) {
                kept.pop();
            }
            let n_leading = kept.iter().take_while(|token| is_function(token)).count();
            kept.drain(..n_leading);
            if !kept.is_empty() {
                found.push(kept);
            }
        }
    }
    found
}
