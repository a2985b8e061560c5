//! What contradicts an obligation (S-4).

use proofmark_text::Token;

use crate::bank::Claim;
use crate::reason::ReasonCode;

use super::aliases::{Alias, Matched, Occurrence, is_opposed};
use super::explain;
use super::operators::{Negated, Operators, is_negating};
use super::prose::{Part, Prose, Stretch};
use super::rates::is_same_rate;
use super::residue::Context;
use super::roles::Roles;
use super::turned::TurnedAlias;
use super::values::{Registered, Relation, Value};
use super::words::words;

/// A contradiction of one obligation.
#[derive(Clone, Debug)]
pub(crate) struct Contradiction {
    /// Its code.
    pub(crate) code: ReasonCode,
    /// Index of the obligation in the field's list.
    pub(crate) claim_idx: usize,
    /// Where.
    pub(crate) stretch: Stretch,
    /// What was found, in words.
    pub(crate) sentence: String,
}

/// A field's text with all that the rules know of it.
pub(crate) struct Reading<'a> {
    /// The text.
    pub(crate) prose: &'a Prose<'a>,
    /// Bounds and negations in it.
    pub(crate) operators: &'a Operators,
    /// Values in it.
    pub(crate) values: &'a [Value],
    /// The obligations of the field.
    pub(crate) claims: &'a [&'a Claim],
    /// Their accepted wordings.
    pub(crate) aliases: &'a [Alias<'a>],
    /// The same turned round.
    pub(crate) turned: &'a [TurnedAlias<'a>],
    /// Their registered values.
    pub(crate) registered: &'a [Registered],
    /// For each obligation how each value of the text relates to its registered ones.
    pub(crate) relations: Vec<Vec<Relation>>,
    /// Where accepted wordings stand in the text.
    pub(crate) matched: &'a Matched<'a>,
    /// Where role phrases stand in the text.
    pub(crate) roles: &'a Roles,
    /// The question's and the field's own words.
    pub(crate) context: &'a Context,
}

/// Finds what contradicts the obligations, at most one contradiction of each kind and obligation; and
/// stretches that may turn a stated wording round but need not, which count as unreviewed.
pub(crate) fn find_contradictions(reading: &Reading<'_>) -> (Vec<Contradiction>, Vec<Stretch>) {
    let mut found = find_role_swaps(reading);
    let is_swapped: Vec<usize> = found.iter().map(|c| c.claim_idx).collect();
    found.extend(find_negated(reading));
    found.extend(find_denied(reading));
    found.extend(find_opposing_bounds(reading));
    let (turned, unsure) = find_turned(reading);
    found.extend(turned);
    let hedged = find_hedges(reading);
    let conflicts = find_value_conflicts(reading)
        .into_iter()
        .filter(|conflict| {
            !is_swapped.contains(&conflict.claim_idx)
                && !hedged.iter().any(|h| h.claim_idx == conflict.claim_idx)
        });
    found.extend(conflicts);
    found.extend(hedged);
    let mut seen = Vec::new();
    found.retain(|c| {
        let key = (c.code, c.claim_idx);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
    (found, unsure)
}

fn find_negated(reading: &Reading<'_>) -> Vec<Contradiction> {
    reading
        .matched
        .negated
        .iter()
        .filter(|occurrence| {
            let is_stated = reading.matched.stated[occurrence.claim_idx].is_some();
            !(is_stated && speaks_of_other(reading, occurrence.claim_idx, occurrence.stretch))
        })
        .map(|occurrence| denial(reading, occurrence))
        .collect()
}

/// A registered wording that the answer denies.
fn denial(reading: &Reading<'_>, occurrence: &Occurrence<'_>) -> Contradiction {
    Contradiction {
        code: ReasonCode::OperatorConflict,
        claim_idx: occurrence.claim_idx,
        stretch: occurrence.stretch,
        sentence: explain::negated(
            occurrence.alias,
            clause_of(reading.prose, occurrence.stretch),
        ),
    }
}

/// Verbs that a negation behind a wording may belong to.
const DENYING_VERBS: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "will", "must", "shall", "may", "can", "has",
    "have", "had", "should", "need", "needs",
];

/// Words by which a denial calls a wording wrong.
const TRUTH_WORDS: &[&str] = &["correct", "right", "true", "accurate", "valid", "case"];

/// A stated wording that the rest of its clause denies, and says nothing else: `45 seconds is not the
/// sample interval`. A question that is itself about what is not so tells nothing of its answers.
fn find_denied(reading: &Reading<'_>) -> Vec<Contradiction> {
    let prose = reading.prose;
    if reading.context.stems.iter().any(|stem| is_negating(stem)) {
        return Vec::new();
    }
    let denies = |occurrence: &&Occurrence<'_>| {
        let Some(clause) = prose.clauses.get(occurrence.stretch.end.wrapping_sub(1)) else {
            return false;
        };
        let is_here = |part: &&Part| prose.clauses.get(part.token_idx) == Some(clause);
        let behind = prose
            .parts
            .iter()
            .filter(|part| part.token_idx >= occurrence.stretch.end);
        let mut behind = behind.filter(is_here);
        let verb = behind.next().map_or("", |part| &part.key);
        let negation = behind.next().map_or("", |part| &part.key);
        let is_own = |part: &Part| {
            words().has("function", &part.key)
                || TRUTH_WORDS.contains(&&*part.key)
                || reading.context.stems.contains(&words().stem(&part.key))
        };
        let before = prose
            .parts
            .iter()
            .filter(|part| part.token_idx < occurrence.stretch.start);
        DENYING_VERBS.contains(&verb)
            && matches!(negation, "not" | "never")
            && behind.all(is_own)
            && before.filter(is_here).all(is_own)
    };
    let found = reading.matched.good.iter().filter(denies);
    found
        .map(|occurrence| denial(reading, occurrence))
        .collect()
}

/// A registered number under the opposite bound, or under an exact one, in a field of the kind cap or
/// minimum.
fn find_opposing_bounds(reading: &Reading<'_>) -> Vec<Contradiction> {
    let mut found = Vec::new();
    for (claim_idx, registered) in reading.registered.iter().enumerate() {
        let Some(field_bound) = registered.field_bound() else {
            continue;
        };
        for (value, relation) in reading.values.iter().zip(&reading.relations[claim_idx]) {
            let Some(bound) = value.bound else { continue };
            if is_opposed(field_bound, bound)
                && *relation == Relation::Equal
                && !is_other_obligations(reading, claim_idx, value)
                && reading.operators.negated(reading.prose, value.stretch) == Negated::No
                && !(bound.is_strict()
                    && reading.operators.is_refused(reading.prose, value.stretch))
            {
                found.push(Contradiction {
                    code: ReasonCode::OperatorConflict,
                    claim_idx,
                    stretch: value.stretch,
                    sentence: explain::opposing_bound(
                        clause_of(reading.prose, value.stretch),
                        &reading.claims[claim_idx].value,
                    ),
                });
            }
        }
    }
    found
}

/// Stretches that are an accepted wording with one operator, condition or negation turned round.
fn find_turned(reading: &Reading<'_>) -> (Vec<Contradiction>, Vec<Stretch>) {
    let Reading {
        prose,
        operators,
        matched,
        ..
    } = reading;
    let (mut found, mut unsure) = (Vec::new(), Vec::new());
    for alias in reading.turned {
        let turned = &alias.turned;
        for stretch in prose.find_parts(&turned.keys) {
            let is_registered = matched.good.iter().any(|o| o.stretch.contains(stretch));
            if is_registered || operators.cuts_phrase(stretch) {
                continue;
            }
            let is_reached = operators.negated(prose, stretch) != Negated::No
                || (turned.is_unnegated && operators.clause_is_negated(prose, stretch))
                || is_conditional(prose, stretch)
                || operators.is_refused_bound(prose, stretch);
            // "No, food is not allowed" is no "no food is not allowed".
            let is_parted = || {
                let own = Prose::new(alias.text);
                let whole = Stretch {
                    start: 0,
                    end: own.len(),
                };
                prose.n_parted(stretch) > own.n_parted(whole)
            };
            if is_parted() {
                continue;
            }
            if is_reached {
                unsure.push(stretch);
                continue;
            }
            let stated = matched
                .good
                .iter()
                .filter(|o| o.claim_idx == alias.claim_idx);
            let mut stated = stated.copied().peekable();
            let is_alone = stated.peek().is_none();
            let beside: Vec<Occurrence<'_>> = stated.collect();
            let is_hedged = beside
                .iter()
                .any(|o| is_alternative(prose, o.stretch, stretch));
            let is_joined = beside.iter().any(|o| prose.is_joined(o.stretch, stretch));
            let is_loose = turned.is_operator_alone && !is_joined;
            let is_of_other = || speaks_of_other(reading, alias.claim_idx, stretch);
            if !is_alone && !is_hedged && (is_loose || is_of_other()) {
                unsure.push(stretch);
                continue;
            }
            let code = if is_hedged {
                ReasonCode::HedgedValues
            } else {
                ReasonCode::OperatorConflict
            };
            found.push(Contradiction {
                code,
                claim_idx: alias.claim_idx,
                stretch,
                sentence: explain::turned(prose.written(stretch), alias.text),
            });
        }
    }
    (found, unsure)
}

/// Whether the clause of `stretch` names something that neither the obligation nor the question speaks
/// of (`lunch is included, drinks are not included`), so that it may be a statement of its own.
fn speaks_of_other(reading: &Reading<'_>, claim_idx: usize, stretch: Stretch) -> bool {
    let prose = reading.prose;
    let clause = prose.clauses.get(stretch.start);
    let is_own = |idx: usize| {
        let stem = &prose.stems[idx];
        let of_claim = |text: &String| Prose::new(text).stems.contains(stem);
        let claim = reading.claims[claim_idx];
        reading.context.stems.contains(stem)
            || of_claim(&claim.value)
            || claim.accepted_values.iter().any(of_claim)
    };
    (0..prose.len())
        .filter(|idx| prose.clauses.get(*idx) == clause)
        .filter(|idx| *idx < stretch.start || stretch.end <= *idx)
        .filter(|idx| {
            !reading
                .matched
                .good
                .iter()
                .any(|o| o.stretch.start <= *idx && *idx < o.stretch.end)
        })
        .any(|idx| {
            let key = prose.key(idx);
            prose.tokens[idx].kind == proofmark_text::TokenKind::Word
                && !words().has("function", key)
                && !words().has("charged", key)
                && !words().has("alternatives", key)
                && !words().has("clause ends", key)
                && !is_negating(key)
                && !is_own(idx)
        })
}

/// Whether the clause of `stretch` says before it that it is but a case: `if`, `whether`.
fn is_conditional(prose: &Prose<'_>, stretch: Stretch) -> bool {
    let reach = prose.reaches.get(stretch.start);
    (0..stretch.start)
        .rev()
        .take_while(|idx| prose.reaches.get(*idx) == reach)
        .any(|idx| {
            matches!(
                prose.key(idx),
                "if" | "whether" | "unless" | "when" | "whenever"
            )
        })
}

/// Whether two stretches are alternatives: nothing but `or` and fillers between them.
fn is_alternative(prose: &Prose<'_>, a: Stretch, b: Stretch) -> bool {
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    first.end < second.start
        && (first.end..second.start).any(|idx| prose.key(idx) == "or")
        && (first.end..second.start).all(|idx| prose.key(idx) == "or" || is_filler(prose, idx))
}

fn is_filler(prose: &Prose<'_>, idx: usize) -> bool {
    let key = prose.key(idx);
    words().has("hedging fillers", key)
        || words().has("approximate", key)
        || (words().has("function", key) && key != "and")
        || key == "either"
}

/// A registered and a conflicting value as alternatives: joined by `or`, or by `and` behind `between`.
fn find_hedges(reading: &Reading<'_>) -> Vec<Contradiction> {
    let prose = reading.prose;
    let mut found = Vec::new();
    for pair in reading.values.windows(2) {
        let [first, second] = pair else { continue };
        if !offers_alternatives(reading, first, second) {
            continue;
        }
        let is_reached =
            |value: &Value| reading.operators.negated(prose, value.stretch) != Negated::No;
        if is_reached(first) || is_reached(second) {
            continue;
        }
        let (a, b) = (
            first.with_unit_of(second).alone(),
            second.with_unit_of(first).alone(),
        );
        for (claim_idx, registered) in reading.registered.iter().enumerate() {
            let conflicting = match (registered.relation(&a), registered.relation(&b)) {
                (Relation::Equal, Relation::Conflict) => second,
                (Relation::Conflict, Relation::Equal) => first,
                _ => continue,
            };
            let claim = reading.claims[claim_idx];
            if a.restates(&b) || is_same_rate(prose, conflicting, claim) {
                continue;
            }
            if is_other_obligations(reading, claim_idx, conflicting) {
                continue;
            }
            let stretch = Stretch {
                start: first.stretch.start,
                end: second.stretch.end,
            };
            found.push(Contradiction {
                code: ReasonCode::HedgedValues,
                claim_idx,
                stretch,
                sentence: explain::hedged(
                    prose.written(stretch),
                    prose.written(conflicting.stretch),
                    &reading.claims[claim_idx].value,
                ),
            });
        }
    }
    found
}

fn offers_alternatives(reading: &Reading<'_>, first: &Value, second: &Value) -> bool {
    let prose = reading.prose;
    let gap = first.stretch.end..second.stretch.start;
    if gap.is_empty() {
        return false;
    }
    let is_of_alias = |idx: usize| {
        reading.matched.good.iter().any(|o| {
            o.stretch.contains(Stretch {
                start: idx,
                end: idx + 1,
            }) && (o.stretch.contains(first.stretch) || o.stretch.contains(second.stretch))
        })
    };
    let is_passable = |idx: usize| {
        is_filler(prose, idx)
            || is_of_alias(idx)
            || first.counts(&prose.stems[idx])
            || second.counts(&prose.stems[idx])
    };
    let joins: Vec<&str> = gap
        .clone()
        .filter(|idx| !is_passable(*idx))
        .map(|idx| prose.key(idx))
        .collect();
    match joins.as_slice() {
        ["or"] => true,
        ["and"] => {
            let before = (0..first.stretch.start).rev();
            let mut before = before.skip_while(|idx| is_filler(prose, *idx));
            before.next().is_some_and(|idx| prose.key(idx) == "between")
        }
        _ => false,
    }
}

/// Another value in the role of a registered one.
fn find_value_conflicts(reading: &Reading<'_>) -> Vec<Contradiction> {
    let Reading {
        prose,
        matched,
        roles,
        ..
    } = reading;
    let mut found = Vec::new();
    for (claim_idx, relations) in reading.relations.iter().enumerate() {
        for (value, relation) in reading.values.iter().zip(relations) {
            if *relation != Relation::Conflict {
                continue;
            }
            let is_registered = matched
                .good
                .iter()
                .any(|o| o.stretch.contains(value.stretch));
            let is_denied = || {
                reading.operators.negated(prose, value.stretch) != Negated::No
                    && !stands_for_registered(reading, claim_idx, value)
            };
            if is_registered
                || is_denied()
                || is_same_rate(prose, value, reading.claims[claim_idx])
                || is_denied_behind(prose, value.stretch)
            {
                continue;
            }
            let is_tied = roles.ties(prose, reading.values, value, claim_idx);
            if !is_tied && is_other_obligations(reading, claim_idx, value) {
                continue;
            }
            let is_conflict = if matched.stated[claim_idx].is_some() {
                is_tied
                    || (is_joined_to_stated(reading, claim_idx, value)
                        && !restates_stated(reading, claim_idx, value))
            } else {
                is_tied || (reading.claims.len() == 1 && is_sole(reading, claim_idx, value))
            };
            if is_conflict {
                found.push(Contradiction {
                    code: ReasonCode::ValueConflict,
                    claim_idx,
                    stretch: value.stretch,
                    sentence: explain::other_value(
                        prose.written(value.stretch),
                        &reading.claims[claim_idx].value,
                    ),
                });
            }
        }
    }
    found
}

/// Whether an accepted wording stands here but for its value, so that a negation is the wording's own:
/// `must not be opened before 07:00` where the bank has 06:00.
fn stands_for_registered(reading: &Reading<'_>, claim_idx: usize, value: &Value) -> bool {
    let tokens = &reading.prose.tokens;
    let aliases = reading
        .aliases
        .iter()
        .filter(|alias| alias.claim_idx == claim_idx);
    aliases
        .flat_map(|alias| alias.values.iter().map(move |own| (alias, own)))
        .filter(|(_, own)| own.is_like(value))
        .any(|(alias, own)| {
            let (head, tail) = (
                &alias.tokens[..own.stretch.start],
                &alias.tokens[own.stretch.end..],
            );
            let from = value.stretch.start.checked_sub(head.len());
            let before = from.and_then(|from| tokens.get(from..value.stretch.start));
            let behind = tokens.get(value.stretch.end..value.stretch.end + tail.len());
            let same = |a: &[Token], b: Option<&[Token]>| {
                b.is_some_and(|b| a.iter().zip(b).all(|(a, b)| a.matches(b)))
            };
            let wording = Stretch {
                start: from.unwrap_or(value.stretch.start),
                end: value.stretch.end + tail.len(),
            };
            head.iter().any(|token| is_negating(&token.key))
                && same(head, before)
                && same(tail, behind)
                && reading.operators.negated(reading.prose, wording) == Negated::No
        })
}

/// Whether the verb behind a value denies it: `80% is not paid`.
fn is_denied_behind(prose: &Prose<'_>, stretch: Stretch) -> bool {
    const VERBS: [&str; 12] = [
        "is", "are", "was", "were", "do", "does", "did", "will", "must", "may", "can", "has",
    ];
    let clause = prose.clauses.get(stretch.start);
    let mut behind = prose
        .parts
        .iter()
        .filter(|part| part.token_idx >= stretch.end)
        .take_while(|part| prose.clauses.get(part.token_idx) == clause);
    behind
        .next()
        .is_some_and(|verb| VERBS.contains(&&*verb.key))
        && behind
            .next()
            .is_some_and(|part| matches!(&*part.key, "not" | "never" | "no"))
}

/// Whether `value` stands directly beside the wording that states the obligation, as one more value.
fn is_joined_to_stated(reading: &Reading<'_>, claim_idx: usize, value: &Value) -> bool {
    let prose = reading.prose;
    let is_of_another = (0..reading.claims.len())
        .any(|other| other != claim_idx && reading.roles.ties(prose, reading.values, value, other));
    !is_of_another
        && reading.matched.good.iter().any(|o| {
            let holds_like = reading
                .values
                .iter()
                .any(|v| o.stretch.contains(v.stretch) && v.is_like(value));
            o.claim_idx == claim_idx
                && holds_like
                && (prose.is_joined(o.stretch, with_words_of(prose, o.stretch, value.stretch))
                    || o.stretch.overlaps(value.stretch))
                && !is_qualified(reading, o.stretch, value)
        })
}

/// Whether `value` is that of the wording which states the obligation, in another unit.
fn restates_stated(reading: &Reading<'_>, claim_idx: usize, value: &Value) -> bool {
    let stated = reading.matched.good.iter();
    stated
        .filter(|o| o.claim_idx == claim_idx)
        .flat_map(|o| {
            reading
                .values
                .iter()
                .filter(|v| o.stretch.contains(v.stretch))
        })
        .any(|own| own.restates(value))
}

/// A value's stretch with the words before it that the wording in `stated` has as well: `every 90 days`
/// beside `every 30 days`.
fn with_words_of(prose: &Prose<'_>, stated: Stretch, value: Stretch) -> Stretch {
    let is_of_wording = |idx: usize| {
        (stated.start..stated.end).any(|at| prose.key(at) == prose.key(idx))
            && !(stated.start..stated.end).contains(&idx)
    };
    let mut start = value.start;
    while start.checked_sub(1).is_some_and(is_of_wording) {
        start -= 1;
    }
    Stretch {
        start,
        end: value.end,
    }
}

/// Whether `value` has a basis or circumstance of its own, which the wording in `stretch` lacks
/// (`£50 per season`, `19:30 in summer`), so that both may hold. In front of the wording it may also be
/// what the value is said of (`The swim takes 2 hours. 45 minutes.`).
fn is_qualified(reading: &Reading<'_>, stretch: Stretch, value: &Value) -> bool {
    let prose = reading.prose;
    let clause = prose.clauses.get(value.stretch.start);
    let is_shared = |stem: &String| prose.stems[stretch.start..stretch.end].contains(stem);
    let is_here = |idx: &usize| prose.clauses.get(*idx) == clause;
    let is_bare_of_matter = |idx: usize| {
        let key = prose.key(idx);
        let tables = ["charged", "approximate", "hedging fillers", "alternatives"];
        tables.iter().any(|table| words().has(table, key))
            || words().has("measure words", key)
            || is_negating(key)
    };
    let before = (0..value.stretch.start)
        .rev()
        .take_while(is_here)
        .filter(|idx| value.stretch.start < stretch.start && !is_bare_of_matter(*idx));
    (value.stretch.end..prose.len())
        .take_while(is_here)
        .chain(before)
        .any(|idx| {
            let stem = &prose.stems[idx];
            let is_counted = value.is_bare() && value.counts(stem);
            !words().has("function", prose.key(idx))
                && !is_counted
                && !is_shared(stem)
                && !reading.context.stems.contains(stem)
        })
}

/// Whether no other value that could fill the role stands in the text; one value in two forms is one.
fn is_sole(reading: &Reading<'_>, claim_idx: usize, value: &Value) -> bool {
    reading
        .values
        .iter()
        .zip(&reading.relations[claim_idx])
        .filter(|(other, relation)| **relation != Relation::None && other.is_like(value))
        .all(|(other, _)| other.is_equal(value))
}

/// Whether `value` is a registered value of another obligation of the field, and so not another value
/// of this one.
fn is_other_obligations(reading: &Reading<'_>, claim_idx: usize, value: &Value) -> bool {
    reading
        .registered
        .iter()
        .enumerate()
        .any(|(other, r)| other != claim_idx && r.relation(value) == Relation::Equal)
}

/// Two obligations whose roles carry each other's values.
fn find_role_swaps(reading: &Reading<'_>) -> Vec<Contradiction> {
    let Reading { prose, roles, .. } = reading;
    let mut found: Vec<Contradiction> = Vec::new();
    for a in 0..reading.claims.len() {
        for b in a + 1..reading.claims.len() {
            let carried = |role: usize, values_of: usize| {
                carried_value(reading, role, values_of)
                    .or_else(|| roles.carried_words(prose, reading.operators, role, values_of))
            };
            let (Some(first), Some(second)) = (carried(a, b), carried(b, a)) else {
                continue;
            };
            for (claim_idx, stretch) in [(a, first), (b, second)] {
                found.push(Contradiction {
                    code: ReasonCode::RoleSwap,
                    claim_idx,
                    stretch,
                    sentence: explain::swapped(
                        prose.written(first),
                        prose.written(second),
                        &reading.claims[a].value,
                        &reading.claims[b].value,
                    ),
                });
            }
        }
    }
    found
}

/// A value of obligation `values_of` that is tied to the role of obligation `role`, of which it is
/// no value.
fn carried_value(reading: &Reading<'_>, role: usize, values_of: usize) -> Option<Stretch> {
    reading
        .values
        .iter()
        .find(|value| {
            reading
                .roles
                .ties(reading.prose, reading.values, value, role)
                && reading.registered[values_of].relation(value) == Relation::Equal
                && reading.registered[role].relation(value) == Relation::Conflict
                && reading.operators.negated(reading.prose, value.stretch) == Negated::No
        })
        .map(|value| value.stretch)
}

/// The words of the clause around `stretch`.
fn clause_of<'a>(prose: &'a Prose<'_>, stretch: Stretch) -> &'a str {
    let clause = prose.clauses.get(stretch.start);
    let start = (0..stretch.start)
        .rev()
        .take_while(|idx| prose.clauses.get(*idx) == clause)
        .last()
        .unwrap_or(stretch.start);
    let end = (stretch.end..prose.len())
        .take_while(|idx| prose.clauses.get(*idx) == clause)
        .last()
        .map_or(stretch.end, |idx| idx + 1);
    prose.written(Stretch { start, end })
}
