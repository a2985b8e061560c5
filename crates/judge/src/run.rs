//! The deterministic judge: one more judge to be graded. It sees claims and pages, never a gold label.

use proofmark_text::TextRange;

use crate::assess::{Found, Reading, ValueFinding};
use crate::files::{Claim, ClaimBatch};
use crate::identifier::is_of_identifiers_only;
use crate::page::Pages;
use crate::results::{Answer, AnswerBatch, Rule, Verdict};

/// Judges every claim of every batch, each by itself.
pub fn run(batches: &[ClaimBatch], pages: &Pages) -> Vec<AnswerBatch> {
    batches
        .iter()
        .map(|batch| AnswerBatch {
            file: batch.file.clone(),
            answers: batch
                .claims
                .iter()
                .map(|claim| judge(claim, pages))
                .collect(),
        })
        .collect()
}

/// Judges one claim. A verdict other than silence carries a quote that stands on the page.
pub fn judge(claim: &Claim, pages: &Pages) -> Answer {
    let has_values = !crate::value::claim_values(&claim.claim).is_empty();
    if is_of_identifiers_only(&claim.claim, has_values) {
        return silent(
            claim,
            "The claim names only what does not change, as laws, cases, standards and files do."
                .to_owned(),
        );
    }
    let decided = decide(claim, pages);
    match decided {
        Some(decision) => {
            let quote = decision
                .range
                .map(|range| pages.quote_of(&decision.url, range))
                .unwrap_or_default();
            let place = pages.locate(&decision.url, &quote);
            if !place.is_verbatim() {
                return silent(
                    claim,
                    "The deciding passage cannot be quoted word by word.".to_owned(),
                );
            }
            let url = pages
                .page(&decision.url)
                .map_or(decision.url.clone(), |page| page.snapshot.url.clone());
            Answer {
                id: claim.id.clone(),
                verdict: Some(decision.verdict),
                rule: decision.rule,
                evidence_url: url,
                evidence_quote: quote,
                reason: decision.reason,
            }
        }
        None => silent(
            claim,
            "No saved page states a value or sentence that decides this claim.".to_owned(),
        ),
    }
}

struct Decision {
    verdict: Verdict,
    rule: Option<Rule>,
    url: String,
    range: Option<TextRange>,
    reason: String,
}

fn silent(claim: &Claim, reason: String) -> Answer {
    Answer {
        id: claim.id.clone(),
        verdict: Some(Verdict::SourceSilent),
        rule: None,
        evidence_url: claim.evidence_url.clone().unwrap_or_default(),
        evidence_quote: String::new(),
        reason,
    }
}

fn decide(claim: &Claim, pages: &Pages) -> Option<Decision> {
    let reading = Reading::new(claim, pages);
    if let Some(found) = reading.superseded(pages) {
        return Some(at(
            pages,
            &found,
            Verdict::NotGrounded,
            Some(Rule::R3),
            "The page says that what the claim builds on has ended or was replaced.".to_owned(),
        ));
    }
    let findings: Vec<ValueFinding> = reading
        .deciding()
        .map(|(idx, _)| reading.value(idx, pages))
        .collect();
    if !findings.is_empty() {
        return by_values(&findings, pages);
    }
    if let Some(says) = reading.told_by_cells(pages) {
        let (verdict, reason) = if says.is_so {
            (Verdict::Grounded, "The row of the table says so.")
        } else {
            (Verdict::NotGrounded, "The row of the table says otherwise.")
        };
        return Some(at(pages, &says.found, verdict, None, reason.to_owned()));
    }
    if let Some((found, range, is_so)) = reading.listed(pages) {
        let (verdict, reason) = if is_so {
            (Verdict::Grounded, "The list holds what the claim names.")
        } else {
            (Verdict::NotGrounded, "It stands in another list.")
        };
        return Some(Decision {
            range: Some(range),
            ..at(pages, &found, verdict, None, reason.to_owned())
        });
    }
    if let Some((found, range, name)) = reading.absent_from_list(pages) {
        let reason = format!(
            "The page that lists this kind was read; {name} is not in the list, nor anywhere on the page."
        );
        return Some(Decision {
            range: Some(range),
            ..at(pages, &found, Verdict::NotGrounded, Some(Rule::R2), reason)
        });
    }
    if let Some(found) = reading.contradicted(pages) {
        let reason = "The passage says otherwise.".to_owned();
        return Some(at(pages, &found, Verdict::NotGrounded, None, reason));
    }
    let Some(found) = reading.support(pages) else {
        let found = reading.told_of_neighbour(pages)?;
        let reason = "The page says this of another of its kind.".to_owned();
        return Some(at(pages, &found, Verdict::NotGrounded, None, reason));
    };
    let cited = claim.evidence_url.as_deref().map(crate::url::normalise_url);
    let rule =
        (cited.as_deref() != Some(found.url.as_str()) && cited.is_some()).then_some(Rule::R7);
    Some(at(
        pages,
        &found,
        Verdict::Grounded,
        rule,
        "The passage states what the claim states.".to_owned(),
    ))
}

fn by_values(findings: &[ValueFinding], pages: &Pages) -> Option<Decision> {
    use ValueFinding::{Differs, Past, Silent, Stated, TightBound, Understated};
    for finding in findings {
        let (found, rule, reason) = match finding {
            Understated(found) => (
                found,
                Some(Rule::R1),
                "The current value is more than twice the claim's bound.",
            ),
            Past { current } => (
                current,
                Some(Rule::R4),
                "The claim's value stands only in a row of the past; this is the current one.",
            ),
            Differs(found) => (found, None, "The page states another value here."),
            Stated(_) | TightBound(_) | Silent => continue,
        };
        return Some(at(
            pages,
            found,
            Verdict::NotGrounded,
            rule,
            reason.to_owned(),
        ));
    }
    if findings.iter().any(|finding| matches!(finding, Silent)) {
        return None;
    }
    let mut found = findings.iter().filter_map(|finding| match finding {
        Stated(found) => Some((found, None)),
        TightBound(found) => Some((found, Some(Rule::R1))),
        _ => None,
    });
    let (first, rule) = found.next()?;
    let mut decision = at(
        pages,
        first,
        Verdict::Grounded,
        rule,
        "The passage states the claim's value.".to_owned(),
    );
    for (more, _) in found {
        if more.url == first.url {
            let range = range_of(pages, more);
            decision.range = decision
                .range
                .zip(range)
                .map(|(a, b)| a.cover(b))
                .or(decision.range);
        }
    }
    Some(decision)
}

fn range_of(pages: &Pages, found: &Found) -> Option<TextRange> {
    pages
        .pages
        .get(&found.url)?
        .units
        .get(found.unit)
        .map(|unit| unit.range)
}

fn at(
    pages: &Pages,
    found: &Found,
    verdict: Verdict,
    rule: Option<Rule>,
    reason: String,
) -> Decision {
    Decision {
        verdict,
        rule,
        url: found.url.clone(),
        range: range_of(pages, found),
        reason,
    }
}
