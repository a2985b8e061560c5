//! The verdict on one text of one field (S-1 to S-7).

use proofmark_ground::{Library, State};
use proofmark_text::TextRange;

use crate::bank::{BankDocument, Claim, Composition, FieldKind};
use crate::reason::ReasonCode;
use crate::verdict::{Mark, MarkKind, Stated, Verdict};

use super::aliases::{Alias, Occurrence, composition_of, match_aliases, read_aliases};
use super::contradiction::{Contradiction, Reading, find_contradictions};
use super::decline::{is_clean_decline, names_of};
use super::explain;
use super::operators::Operators;
use super::pattern::Names;
use super::prose::{MAX_TOKENS, Prose, Stretch, is_long};
use super::residue::{Context, find_residue};
use super::roles::Roles;
use super::turned::{TurnedAlias, turned_aliases};
use super::values::{Registered, Relation, find_values};
use super::words::words;
use super::{QuestionContext, claims_of};

/// What the rules need to know of a field.
pub(crate) struct FieldCase<'a> {
    /// The field's name.
    pub(crate) name: &'a str,
    /// Its obligations, in bank order.
    pub(crate) claims: Vec<&'a Claim>,
    /// Its registered complete answers.
    pub(crate) compositions: &'a [Composition],
    /// The names that a decline may use.
    pub(crate) names: Names,
    /// The question's and the field's own words.
    pub(crate) context: Context,
    /// The bank's documents.
    pub(crate) documents: &'a [BankDocument],
    /// The values of each obligation.
    pub(crate) registered: Vec<Registered>,
    /// Whether its answer is a date.
    is_date: bool,
    /// The accepted wordings, longest first.
    aliases: Vec<Alias<'a>>,
    /// Each accepted wording turned round in every way.
    turned: Vec<TurnedAlias<'a>>,
}

impl<'a> FieldCase<'a> {
    /// Reads what the bank has of a field.
    pub(crate) fn new(context: QuestionContext<'a>, field: &'a str) -> Self {
        let question = context.question;
        let claims: Vec<&Claim> = claims_of(question, field).collect();
        let field_type = question.field_types.get(field);
        let field_stems = Prose::new(field).stems;
        let aliases = read_aliases(&claims);
        let own_words = Context::new(field, &question.question);
        Self {
            name: field,
            compositions: question.compositions.get(field).map_or(&[], Vec::as_slice),
            names: names_of(field, context.documents),
            documents: context.documents,
            registered: claims
                .iter()
                .map(|claim| Registered::new(claim, field_type, &field_stems))
                .collect(),
            is_date: field_type.is_some_and(|t| t.kind == FieldKind::Date),
            turned: turned_aliases(&aliases, &own_words),
            aliases,
            claims,
            context: own_words,
        }
    }
}

/// The verdict on one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextVerdict {
    /// The completeness.
    pub(crate) completeness: Verdict,
    /// One for each obligation, with the matched wording.
    pub(crate) stated: Vec<(Stated, Option<String>)>,
    /// Why, in the order found.
    pub(crate) findings: Vec<Finding>,
    /// Stretches worth showing, in bytes of the text.
    pub(crate) marks: Vec<Mark>,
    /// Whether the text contradicts an obligation.
    pub(crate) is_contradicting: bool,
    /// Whether it is a clean decline.
    pub(crate) is_decline: bool,
}

/// A reason before it is tied to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The code.
    pub(crate) code: ReasonCode,
    /// What it does to completeness.
    pub(crate) weight: Verdict,
    /// Id of the obligation.
    pub(crate) claim_id: Option<String>,
    /// In words.
    pub(crate) sentence: String,
}

/// Judges one text of an answerable question's field.
pub(crate) fn judge_text(case: &FieldCase<'_>, text: &str, library: &Library) -> TextVerdict {
    if is_long(text) {
        return unsearched(case, text);
    }
    let prose = Prose::new(text);
    if prose.len() == 0 {
        return definite(
            case,
            ReasonCode::Incomplete,
            explain::empty_field(case.name),
            false,
        );
    }
    if is_clean_decline(&prose, &case.names) {
        let sentence = explain::answerable_decline(case.name, text);
        return definite(case, ReasonCode::AnswerableDecline, sentence, true);
    }
    if let Some(composition) = composition_of(&prose, case.compositions) {
        return complete(case, &prose, composition);
    }
    if prose.len() > MAX_TOKENS {
        return unsearched(case, text);
    }
    judge_wordings(case, &prose, library)
}

/// A text too long to be searched: nobody can say what it states.
fn unsearched(case: &FieldCase<'_>, text: &str) -> TextVerdict {
    let findings = case.claims.iter().map(|claim| {
        let sentence = explain::too_long(case.name, text, MAX_TOKENS);
        finding(
            ReasonCode::UnregisteredWording,
            Verdict::Unresolved,
            claim,
            sentence,
        )
    });
    TextVerdict {
        completeness: Verdict::Unresolved,
        stated: case
            .claims
            .iter()
            .map(|_| (Stated::Unregistered, None))
            .collect(),
        findings: findings.collect(),
        marks: Vec::new(),
        is_contradicting: false,
        is_decline: false,
    }
}

/// The field has nothing in it, or a decline: every obligation is missing.
fn definite(
    case: &FieldCase<'_>,
    code: ReasonCode,
    sentence: String,
    is_decline: bool,
) -> TextVerdict {
    TextVerdict {
        completeness: Verdict::Fail,
        stated: case
            .claims
            .iter()
            .map(|_| (Stated::Missing, None))
            .collect(),
        findings: vec![Finding {
            code,
            weight: Verdict::Fail,
            claim_id: None,
            sentence,
        }],
        marks: Vec::new(),
        is_contradicting: false,
        is_decline,
    }
}

fn complete(case: &FieldCase<'_>, prose: &Prose<'_>, composition: &str) -> TextVerdict {
    let whole = prose.range(Stretch {
        start: 0,
        end: prose.len(),
    });
    TextVerdict {
        completeness: Verdict::Pass,
        stated: case
            .claims
            .iter()
            .map(|_| (Stated::Stated, Some(composition.to_owned())))
            .collect(),
        findings: Vec::new(),
        marks: vec![Mark {
            kind: MarkKind::Alias,
            range: whole,
            claim_id: None,
        }],
        is_contradicting: false,
        is_decline: false,
    }
}

fn judge_wordings(case: &FieldCase<'_>, prose: &Prose<'_>, library: &Library) -> TextVerdict {
    let operators = Operators::new(prose);
    let mut values = find_values(prose, &operators, &case.context.stems);
    if case.is_date {
        for value in &mut values {
            value.read_as_year(prose);
        }
    }
    let n_claims = case.claims.len();
    let matched = match_aliases(
        prose,
        &case.aliases,
        n_claims,
        &operators,
        &values,
        &case.registered,
    );
    let roles = Roles::new(prose, &case.claims);
    let reading = Reading {
        prose,
        operators: &operators,
        values: &values,
        relations: case
            .registered
            .iter()
            .map(|r| values.iter().map(|value| r.relation(value)).collect())
            .collect(),
        claims: &case.claims,
        aliases: &case.aliases,
        turned: &case.turned,
        registered: &case.registered,
        matched: &matched,
        roles: &roles,
        context: &case.context,
    };
    let (contradictions, unsure) = find_contradictions(&reading);
    let covered: Vec<Stretch> = matched.good.iter().map(|o| o.stretch).collect();
    let field_bound = case.registered.first().and_then(Registered::field_bound);
    let mut residue = find_residue(prose, &covered, &case.context, &operators, field_bound);
    add_unsure(&mut residue, &unsure, &covered);
    // Another value is no context, also where the question names it: "every 30 or every 90 days?".
    let is_other = |at: usize| {
        let relations = || reading.relations.iter().map(|of_claim| of_claim[at]);
        relations().any(|r| r == Relation::Conflict) && relations().all(|r| r != Relation::Equal)
    };
    let others = values.iter().enumerate().filter(|(at, _)| is_other(*at));
    let others: Vec<Stretch> = others.map(|(_, value)| value.stretch).collect();
    add_unsure(&mut residue, &others, &covered);
    // A wording that is only asked about, or that counts something else, is not yet stated plainly.
    let is_only_asked = |o: &Occurrence<'_>| {
        let mut same = matched
            .good
            .iter()
            .filter(|other| other.claim_idx == o.claim_idx);
        same.all(|other| prose.is_asked(other.stretch))
    };
    let is_open = |o: &&Occurrence<'_>| {
        is_only_asked(o)
            || prose.is_parted_negation(o.stretch)
            || (prose.is_accounting_negative(o.stretch) && !o.alias.contains('('))
            || values.iter().any(|value| {
                value.stretch == o.stretch && case.registered[o.claim_idx].counts_other(value)
            })
    };
    let open = matched.good.iter().filter(is_open).map(|o| o.stretch);
    residue.extend(open);
    residue.sort();
    let outcome = Outcome {
        is_stated: (0..n_claims)
            .map(|idx| {
                matched.stated[idx].is_some() && !contradictions.iter().any(|c| c.claim_idx == idx)
            })
            .collect(),
        has_residue: !residue.is_empty(),
    };
    let mut findings: Vec<Finding> = contradictions
        .iter()
        .map(|c| Finding {
            code: c.code,
            weight: Verdict::Fail,
            claim_id: Some(case.claims[c.claim_idx].id.clone()),
            sentence: c.sentence.clone(),
        })
        .collect();
    let mut stated = Vec::new();
    for (claim_idx, claim) in case.claims.iter().enumerate() {
        let alias = matched.stated[claim_idx].map(|o| o.alias.to_owned());
        let state = if contradictions.iter().any(|c| c.claim_idx == claim_idx) {
            Stated::Contradicted
        } else if alias.is_some() {
            Stated::Stated
        } else if outcome.is_definite(&reading, claim_idx) {
            Stated::Missing
        } else {
            Stated::Unregistered
        };
        match state {
            Stated::Missing => findings.push(finding(
                ReasonCode::Incomplete,
                Verdict::Fail,
                claim,
                explain::incomplete(case.name, &stated_values(case, &outcome), &claim.value),
            )),
            Stated::Unregistered => findings.extend(unregistered(case, &reading, claim_idx)),
            Stated::Stated | Stated::Contradicted => {}
        }
        stated.push((state, alias));
    }
    let has_unregistered = stated.iter().any(|(s, _)| *s == Stated::Unregistered);
    if has_unregistered && let Some(sentence) = copied_source(case, prose, library) {
        findings.push(Finding {
            code: ReasonCode::CopiedSource,
            weight: Verdict::Pass,
            claim_id: None,
            sentence,
        });
    }
    if outcome.has_residue && stated.iter().all(|(s, _)| *s == Stated::Stated) {
        let words: Vec<&str> = residue.iter().map(|s| prose.written(*s)).collect();
        findings.push(Finding {
            code: ReasonCode::UnreviewedAddition,
            weight: Verdict::Unresolved,
            claim_id: None,
            sentence: explain::addition(case.name, &words),
        });
    }
    TextVerdict {
        completeness: findings
            .iter()
            .map(|f| f.weight)
            .max()
            .unwrap_or(Verdict::Pass),
        stated,
        findings,
        marks: marks_of(case, &reading, &contradictions, &residue),
        is_contradicting: !contradictions.is_empty(),
        is_decline: false,
    }
}

/// What the later rules build on.
struct Outcome {
    /// For each obligation whether it is stated and not contradicted.
    is_stated: Vec<bool>,
    /// Whether words are left that nobody reviewed.
    has_residue: bool,
}

impl Outcome {
    /// Whether the text is definitely short of the obligation (S-5): it is nothing but wordings of
    /// other obligations and context, and does not hold the words of this one in another order.
    fn is_definite(&self, reading: &Reading<'_>, claim_idx: usize) -> bool {
        !self.has_residue
            && self.is_stated.contains(&true)
            && reading.matched.negated.is_empty()
            && reading.roles.places(claim_idx).is_empty()
            && !holds_words_of(reading, claim_idx)
    }
}

/// Whether every content word and number of some accepted wording stands somewhere in the text outside
/// the matched wordings, so that it may state the obligation in another order.
fn holds_words_of(reading: &Reading<'_>, claim_idx: usize) -> bool {
    let prose = reading.prose;
    let is_free = |idx: usize| {
        !reading
            .matched
            .good
            .iter()
            .any(|o| o.stretch.start <= idx && idx < o.stretch.end)
    };
    let free: Vec<&String> = (0..prose.len())
        .filter(|idx| is_free(*idx))
        .map(|idx| &prose.stems[idx])
        .collect();
    reading
        .aliases
        .iter()
        .filter(|alias| alias.claim_idx == claim_idx)
        .any(|alias| {
            let mut content = alias
                .tokens
                .iter()
                .filter(|token| !words().has("function", &token.key))
                .map(|token| words().stem(&token.key))
                .peekable();
            content.peek().is_some() && content.all(|stem| free.contains(&&stem))
        })
}

fn stated_values<'a>(case: &FieldCase<'a>, outcome: &Outcome) -> Vec<&'a str> {
    case.claims
        .iter()
        .zip(&outcome.is_stated)
        .filter(|(_, is_stated)| **is_stated)
        .map(|(claim, _)| claim.value.as_str())
        .collect()
}

fn finding(code: ReasonCode, weight: Verdict, claim: &Claim, sentence: String) -> Finding {
    Finding {
        code,
        weight,
        claim_id: Some(claim.id.clone()),
        sentence,
    }
}

/// Wording that is not registered, with what is known of its value (S-6).
fn unregistered(case: &FieldCase<'_>, reading: &Reading<'_>, claim_idx: usize) -> Vec<Finding> {
    let claim = case.claims[claim_idx];
    let prose = reading.prose;
    let mut findings = vec![finding(
        ReasonCode::UnregisteredWording,
        Verdict::Unresolved,
        claim,
        explain::unregistered_wording(prose.text, &claim.value),
    )];
    let free = reading.values.iter().zip(&reading.relations[claim_idx]);
    let free = free.filter(|(value, _)| {
        !reading
            .matched
            .good
            .iter()
            .any(|o| o.stretch.contains(value.stretch))
    });
    for (value, relation) in free {
        let written = prose.written(value.stretch);
        let (code, sentence) = match relation {
            Relation::Equal if !is_written_alike(claim, prose, value.stretch) => (
                ReasonCode::EquivalentQuantity,
                explain::equivalent(written, &claim.value),
            ),
            Relation::Rounded => (
                ReasonCode::RoundedQuantity,
                explain::rounded(written, &claim.value),
            ),
            _ => continue,
        };
        if !findings.iter().any(|f| f.code == code) {
            findings.push(finding(code, Verdict::Unresolved, claim, sentence));
        }
    }
    findings
}

/// Whether the value's own words stand in an accepted wording, so that the form is the registered one
/// and something else is missing.
fn is_written_alike(claim: &Claim, prose: &Prose<'_>, stretch: Stretch) -> bool {
    let tokens = &prose.tokens[stretch.start..stretch.end];
    claim
        .accepted_values
        .iter()
        .any(|alias| !Prose::new(alias).find(tokens).is_empty())
}

/// At least this many tokens make a copied passage: shorter ones stand in many texts by chance.
const MIN_COPIED_TOKENS: usize = 4;

/// Where the whole text stands word for word in a document.
fn copied_source(case: &FieldCase<'_>, prose: &Prose<'_>, library: &Library) -> Option<String> {
    if prose.len() < MIN_COPIED_TOKENS {
        return None;
    }
    case.documents.iter().find_map(|document| {
        let grounding = library.locate(&document.id, prose.text);
        let place = match grounding.state {
            State::Located if !grounding.elided => grounding.spans.first(),
            State::Ambiguous => grounding.occurrences.first(),
            _ => None,
        }?;
        Some(explain::copied(&document.id, place.first_page_idx))
    })
}

/// Adds to the residue what may turn a stated wording round.
fn add_unsure(residue: &mut Vec<Stretch>, unsure: &[Stretch], covered: &[Stretch]) {
    for stretch in unsure {
        let is_known = residue.iter().any(|s| s.overlaps(*stretch))
            || covered.iter().any(|s| s.contains(*stretch));
        if !is_known {
            residue.push(*stretch);
        }
    }
    residue.sort();
}

fn marks_of(
    case: &FieldCase<'_>,
    reading: &Reading<'_>,
    contradictions: &[Contradiction],
    residue: &[Stretch],
) -> Vec<Mark> {
    let prose = reading.prose;
    let id = |claim_idx: usize| case.claims.get(claim_idx).map(|claim| claim.id.clone());
    let mark = |kind: MarkKind, stretch: Stretch, claim_id: Option<String>| Mark {
        kind,
        range: prose.range(stretch),
        claim_id,
    };
    let conflicts = contradictions.iter().map(|c| (c.stretch, c.claim_idx));
    let mut marks: Vec<Mark> = reading
        .matched
        .good
        .iter()
        .map(|o| mark(MarkKind::Alias, o.stretch, id(o.claim_idx)))
        .chain(conflicts.map(|(s, idx)| mark(MarkKind::Conflict, s, id(idx))))
        .collect();
    let is_in_conflict = |range: TextRange| {
        marks
            .iter()
            .any(|m| m.kind == MarkKind::Conflict && m.range.contains(range))
    };
    let rest: Vec<Mark> = residue
        .iter()
        .map(|s| mark(MarkKind::Residue, *s, None))
        .filter(|m| !is_in_conflict(m.range))
        .collect();
    marks.extend(rest);
    marks.sort_by_key(|mark| (mark.range, mark.kind));
    marks.dedup();
    marks
}
