//! Checks a judge's results: form, evidence, and the rules against the pages' own text.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_ground::State;
use proofmark_text::TextRange;

use crate::assess::{Found, Reading, ValueFinding};
use crate::files::{Claim, ClaimBatch};
use crate::finding::{Code, Finding};
use crate::identifier::is_of_identifiers_only;
use crate::page::{Page, Pages, Unit, without_markup};
use crate::results::{Answer, Results, Rule, Verdict};
use crate::technique::is_of_other_technique;
use crate::terms::are_related;
use crate::url::normalise_url;
use crate::value::{Bound, Value, values};

/// What checking found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// All findings: those of the whole file, then in the order of ids.
    pub findings: Vec<Finding>,
    /// Claims whose verdict has no located evidence; it counts as silence.
    pub unevidenced: BTreeSet<String>,
}

/// Checks results against the claims that were asked and the saved pages.
///
/// Only batches that the results name are held to be complete; results that name none of the batches are
/// held against all claims.
pub fn check(batches: &[ClaimBatch], results: &Results, pages: &Pages) -> Check {
    let mut findings = results.findings.clone();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut asked: BTreeMap<&str, &Claim> = BTreeMap::new();
    for answered in &results.batches {
        let named: Vec<&ClaimBatch> = batches
            .iter()
            .filter(|batch| batch.file == answered.file)
            .collect();
        let of_batch: BTreeMap<&str, &Claim> = if named.is_empty() {
            batches.iter().collect()
        } else {
            named
        }
        .into_iter()
        .flat_map(|batch| &batch.claims)
        .map(|claim| (claim.id.as_str(), claim))
        .collect();
        for answer in &answered.answers {
            let n = seen.entry(&answer.id).or_insert(0);
            *n += 1;
            if *n == 2 {
                findings.push(Finding::new(
                    Code::DuplicateResult,
                    &answer.id,
                    "more than one result; keep one",
                ));
            }
            if *n > 1 {
                continue;
            }
            match of_batch.get(answer.id.as_str()) {
                Some(claim) => findings.extend(check_answer(claim, answer, pages)),
                None => findings.push(Finding::new(
                    Code::UnknownId,
                    &answer.id,
                    format!("no claim of the batch {:?} has this id; take the result out or correct the id", answered.file),
                )),
            }
        }
        asked.extend(of_batch);
    }
    if results.batches.is_empty() && results.findings.is_empty() {
        // A sound file without any batch answers nothing.
        asked.extend(
            batches
                .iter()
                .flat_map(|batch| &batch.claims)
                .map(|claim| (claim.id.as_str(), claim)),
        );
    }
    for id in asked.keys().filter(|id| !seen.contains_key(*id)) {
        findings.push(Finding::new(
            Code::MissingResult,
            id,
            "no result; it counts as source_silent until there is one",
        ));
    }
    findings.sort();
    findings.dedup();
    let unevidenced = findings
        .iter()
        .filter(|f| f.code.takes_evidence_away())
        .map(|f| f.id.clone())
        .collect();
    Check {
        findings,
        unevidenced,
    }
}

/// Findings about one answer: its evidence, then the rules. Those of the form are in [`Results`].
pub fn check_answer(claim: &Claim, answer: &Answer, pages: &Pages) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add =
        |code: Code, message: String| findings.push(Finding::new(code, &answer.id, message));
    let has_quote = !answer.evidence_quote.trim().is_empty();
    let Some(verdict) = answer.verdict else {
        return findings;
    };
    let mut quoted = None;
    if verdict == Verdict::SourceSilent {
        if has_quote {
            add(
                Code::QuoteOnSilent,
                "silence has no quote; empty it, or give the verdict that the quote supports"
                    .to_owned(),
            );
        }
    } else if !has_quote {
        add(
            Code::QuoteMissing,
            format!(
                "{} needs a quote from a saved page; without one it counts as source_silent",
                verdict.code()
            ),
        );
    } else if !pages.is_allowed(&answer.evidence_url) {
        add(
            Code::HostNotAllowed,
            format!(
                "{:?} is of no allowed host; quote an official page, or allow its host",
                answer.evidence_url
            ),
        );
    } else if let Some((url, page)) = pages
        .pages
        .get_key_value(&normalise_url(&answer.evidence_url))
    {
        let place = pages.locate(url, &answer.evidence_quote);
        match place.state {
            _ if place.is_verbatim() => {
                quoted = Some(Quoted {
                    url,
                    page,
                    range: place.range,
                    quote: &answer.evidence_quote,
                })
            }
            State::EdgeCut => add(
                Code::QuoteEdgeCut,
                "the quote begins or ends inside a word or number; quote whole words".to_owned(),
            ),
            state => add(
                Code::QuoteNotFound,
                format!(
                    "the quote does not stand on the page word by word ({}); copy it anew",
                    state.code()
                ),
            ),
        }
    } else {
        add(
            Code::PageNotSaved,
            format!(
                "{:?} was not saved; quote a saved page, or save this one",
                answer.evidence_url
            ),
        );
    }
    if matches!(answer.rule, Some(Rule::R2 | Rule::R5))
        && verdict != Verdict::SourceSilent
        && answer.reason.trim().is_empty()
    {
        add(
            Code::ReasonMissing,
            "R2 and R5 rest on an argument; write it in reason".to_owned(),
        );
    }
    if verdict == Verdict::SourceSilent && !has_quote || quoted.is_some() {
        Rules {
            claim,
            answer,
            pages,
            reading: Reading::new(claim, pages),
        }
        .check(verdict, quoted.as_ref(), &mut add);
    }
    findings
}

struct Quoted<'a> {
    url: &'a String,
    page: &'a Page,
    range: Option<TextRange>,
    quote: &'a str,
}

impl<'a> Quoted<'a> {
    /// The unit of the page that the quote starts in.
    fn unit(&self) -> Option<&'a Unit> {
        let range = self.range?;
        let mut units = self.page.units.iter();
        units.find(|unit| unit.range.overlaps(range))
    }

    /// Whether the quote says of a list or table further down, in its own section or one below it, that
    /// every member stands there.
    fn leads_to_list(&self) -> bool {
        const ALL: [&str; 8] = [
            "every ",
            "all ",
            "only ",
            "following",
            "listed",
            "lists ",
            "complete",
            "these ",
        ];
        let lower = self.quote.to_lowercase();
        let Some(unit) = self.unit() else {
            return false;
        };
        ALL.iter().any(|word| lower.contains(word))
            && self.page.units.iter().any(|below| {
                below.group.is_some()
                    && below.range.start() >= unit.range.end()
                    && below.headings.starts_with(&unit.headings)
            })
    }
}

struct Rules<'a> {
    claim: &'a Claim,
    answer: &'a Answer,
    pages: &'a Pages,
    reading: Reading,
}

impl Rules<'_> {
    fn check(
        &self,
        verdict: Verdict,
        quoted: Option<&Quoted<'_>>,
        add: &mut dyn FnMut(Code, String),
    ) {
        match (verdict, quoted) {
            (Verdict::Grounded, Some(quoted)) => self.grounded(quoted, add),
            (Verdict::NotGrounded, Some(quoted)) => self.not_grounded(quoted, add),
            _ => self.silent(add),
        }
    }

    fn grounded(&self, quoted: &Quoted<'_>, add: &mut dyn FnMut(Code, String)) {
        let stated = values_of(quoted.quote);
        let rule = self.answer.rule;
        if let Some(found) = self.reading.superseded(self.pages) {
            add(
                Code::SupersededFrame,
                format!(
                    "the page says that what the claim builds on has ended or was replaced: {}; see R3",
                    self.passage(&found)
                ),
            );
        }
        if let Some(current) = self.past_row(quoted) {
            add(
                Code::LegacyRow,
                format!("the quote is of the past; the current passage is: {current}; see R4"),
            );
        }
        if rule == Some(Rule::R5) && !self.is_equivalent(quoted) {
            add(Code::EquivalenceUnproven, "no two figures of this technique, of one direction and order of magnitude, stand on the saved pages; quote them, or judge by the exact value".to_owned());
        }
        for (_, wanted) in self.reading.deciding() {
            let rivals: Vec<&Value> = stated
                .iter()
                .filter(|value| wanted.value.is_of_kind(value))
                .collect();
            let is_stated = stated
                .iter()
                .any(|value| wanted.value.is_same(value) || wanted.value.has_same_numeral(value));
            let claimed = self.words(&wanted.value);
            if is_stated || matches!(rule, Some(Rule::R5 | Rule::R6 | Rule::R7)) {
                continue;
            }
            let above = rivals
                .iter()
                .filter(|value| value.is_more_than(&wanted.value, 1))
                .count();
            if wanted.bound != Bound::Exact && above > 0 {
                // A row may hold smaller figures of other columns.
                if rivals
                    .iter()
                    .filter(|value| value.is_more_than(&wanted.value, 1))
                    .all(|value| value.is_more_than(&wanted.value, 2))
                {
                    add(
                        Code::UnderstatedBound,
                        format!("the quoted value is more than twice {claimed}; see R1"),
                    );
                } else if rule != Some(Rule::R1) {
                    add(
                        Code::ValueNotInQuote,
                        format!(
                            "{claimed} is a bound that the quote does not state; name R1 if it is close"
                        ),
                    );
                }
            } else if rivals.is_empty() {
                add(
                    Code::ValueNotInQuote,
                    format!("{claimed} is not in the quote; quote the words that state it"),
                );
            } else {
                add(
                    Code::ValueDiffers,
                    format!(
                        "the quote states another value than {claimed}; the claim is not grounded by it"
                    ),
                );
            }
        }
    }

    fn not_grounded(&self, quoted: &Quoted<'_>, add: &mut dyn FnMut(Code, String)) {
        let rule = self.answer.rule;
        let stated = values_of(quoted.quote);
        let mut deciding = self.reading.deciding().map(|(_, value)| value).peekable();
        let has_values = deciding.peek().is_some();
        let differs = deciding.any(|wanted| {
            stated.iter().any(|value| {
                (wanted.value.is_of_kind(value) || is_numeral(&wanted.value) && is_numeral(value))
                    && !wanted.value.is_same(value)
                    && !wanted.value.has_same_numeral(value)
            })
        });
        if has_values && !differs && !matches!(rule, Some(Rule::R2 | Rule::R3)) {
            add(
                Code::ValueDiffers,
                "the quote states no value that differs from the claim's; quote the one that does"
                    .to_owned(),
            );
        }
        if rule == Some(Rule::R2) {
            self.absence(quoted, add);
        }
        let is_measured = has_values && self.tells_of_measurement(quoted);
        if rule == Some(Rule::R5) || is_measured && rule.is_none() && self.is_equivalent(quoted) {
            add(
                Code::EquivalenceIgnored,
                "the quoted figure is another expression of the claim's own; see R5".to_owned(),
            );
        }
        if rule == Some(Rule::R6) {
            add(
                Code::OmissionIsNotContradiction,
                "what a claim leaves out it does not deny; R6 keeps it grounded".to_owned(),
            );
        } else if !has_values
            && !matches!(rule, Some(Rule::R2 | Rule::R3 | Rule::R4))
            && self.is_plainly_stated()
        {
            match self.reading.support(self.pages) {
                Some(found) if found.url != *quoted.url => add(
                    Code::CanonicalPageExists,
                    format!(
                        "another saved page documents it: {}; see R7",
                        self.passage(&found)
                    ),
                ),
                Some(found) => add(
                    Code::OmissionIsNotContradiction,
                    format!(
                        "the page states the claim's core: {}; a case that is left out is not denied, see R6",
                        self.passage(&found)
                    ),
                ),
                None => {}
            }
        }
    }

    fn silent(&self, add: &mut dyn FnMut(Code, String)) {
        let has_values = !self.reading.values.is_empty();
        if is_of_identifiers_only(&self.claim.claim, has_values) {
            return;
        }
        if let Some((found, _, name)) = self.reading.absent_from_list(self.pages)
            && self.reading.deciding().next().is_none()
        {
            add(
                Code::SilenceOnEnumeration,
                format!(
                    "{} lists every one of its kind and has no {name}; see R2",
                    found.url
                ),
            );
            return;
        }
        let cited = self.claim.evidence_url.as_deref().map(normalise_url);
        let elsewhere = |found: &Found| cited.as_ref() != Some(&found.url);
        let findings: Vec<ValueFinding> = self
            .reading
            .deciding()
            .map(|(idx, _)| self.reading.value(idx, self.pages))
            .collect();
        let found = if findings.is_empty() {
            self.reading.support(self.pages)
        } else if findings
            .iter()
            .all(|finding| matches!(finding, ValueFinding::Stated(_)))
        {
            findings.into_iter().find_map(|finding| match finding {
                ValueFinding::Stated(found) => Some(found),
                _ => None,
            })
        } else {
            None
        };
        if let Some(found) = found.filter(elsewhere) {
            add(
                Code::CanonicalPageExists,
                format!(
                    "a saved page documents it: {} ({}); see R7",
                    self.passage(&found),
                    found.url
                ),
            );
        }
    }

    /// R2: the quote must be of a list, and what is said to be absent must be absent.
    fn absence(&self, quoted: &Quoted<'_>, add: &mut dyn FnMut(Code, String)) {
        let page = quoted.page;
        let text = page.saved.document.raw();
        let on_page = values(text);
        let has_value = self
            .reading
            .deciding()
            .any(|(_, wanted)| on_page.iter().any(|value| wanted.value.is_same(value)));
        let has_deciding = self.reading.deciding().next().is_some();
        if has_deciding && has_value || !has_deciding && self.reading.all_names_on(page) {
            add(
                Code::EntityPresent,
                "what is said to be absent stands on the page; R2 does not hold".to_owned(),
            );
        }
        // Where one list is known to be the one that would hold it, a list of something else proves nothing.
        let asked = self
            .reading
            .absent_from_list(self.pages)
            .filter(|(found, ..)| found.url == *quoted.url)
            .and_then(|(found, ..)| page.units.get(found.unit)?.group);
        let is_list = quoted.range.is_none_or(|range| {
            page.groups.iter().enumerate().any(|(idx, group)| {
                let is_quoted = group.intro.is_some_and(|intro| intro.overlaps(range))
                    || page
                        .units
                        .iter()
                        .any(|unit| unit.group == Some(idx) && unit.range.overlaps(range));
                let may_hold = || {
                    asked.is_none_or(|asked| asked == idx)
                        || group.heading.iter().any(|term| self.reading.knows(term))
                };
                is_quoted && may_hold()
            })
        });
        if !is_list && !quoted.leads_to_list() {
            add(Code::SilenceOnEnumeration, "R2 needs the list itself, or the words that lead to it, as its quote; quote the rows or items".to_owned());
        }
    }

    /// The current passage, when the quote lies in rows or sections of the past alone.
    fn past_row(&self, quoted: &Quoted<'_>) -> Option<String> {
        let range = quoted.range?;
        let units: Vec<&Unit> = quoted
            .page
            .units
            .iter()
            .filter(|unit| unit.range.overlaps(range))
            .collect();
        if units.is_empty() || !units.iter().all(|unit| unit.is_past) {
            return None;
        }
        let group = units[0].group;
        let current =
            quoted.page.units.iter().find(|unit| {
                unit.is_row && unit.group == group && group.is_some() && !unit.is_past
            });
        Some(current.map_or("in another section".to_owned(), |unit| {
            quoted
                .page
                .saved
                .document
                .slice(unit.range)
                .replace('\t', " | ")
        }))
    }

    /// R5: the claim's figure stands on a saved page, and so does the quoted one, both of the claim's technique.
    fn is_equivalent(&self, quoted: &Quoted<'_>) -> bool {
        let stated = values_of(quoted.quote);
        let is_stated_somewhere = self.reading.deciding().all(|(_, wanted)| {
            self.pages.pages.values().any(|page| {
                page.units.iter().any(|unit| {
                    unit.slots
                        .iter()
                        .any(|slot| wanted.value.is_same(&slot.value))
                        && self.shares_technique(&unit.own, &unit.section)
                        && !self.is_of_other(page.saved.document.slice(unit.range), Some(unit))
                })
            })
        });
        let is_comparable = |value: &&Value| {
            let mut deciding = self.reading.deciding();
            deciding.any(|(_, wanted)| wanted.value.is_of_kind(value))
        };
        let comparable: Vec<&Value> = stated.iter().filter(is_comparable).collect();
        let is_of_one_order = |value: &&Value| {
            let mut deciding = self.reading.deciding();
            deciding.any(|(_, wanted)| {
                wanted.value.is_of_kind(value)
                    && !value.is_more_than(&wanted.value, 10)
                    && !wanted.value.is_more_than(value, 10)
            })
        };
        if !comparable.is_empty() && !comparable.iter().any(is_of_one_order)
            || are_opposed(&self.claim.claim, quoted.quote)
        {
            return false;
        }
        let quote_terms = self.pages.terms.of(&without_markup(quoted.quote), &[]);
        let around = quoted
            .unit()
            .map(|unit| unit.section.union(&unit.intro).cloned().collect())
            .unwrap_or_default();
        is_stated_somewhere
            && !stated.is_empty()
            && self.shares_technique(&quote_terms, &around)
            && !self.is_of_other(&without_markup(quoted.quote), quoted.unit())
    }

    /// Whether the passage, within its unit, is about another technique than the claim.
    fn is_of_other(&self, passage: &str, unit: Option<&Unit>) -> bool {
        let around = |word: &str| {
            unit.is_some_and(|unit| {
                let terms = [&unit.own, &unit.section, &unit.intro, &unit.headers];
                terms
                    .into_iter()
                    .flatten()
                    .any(|term| are_related(term, word))
            })
        };
        is_of_other_technique(&self.claim.claim, passage, around, self.pages)
    }

    /// The quote, its sentence or its section says that its figure was measured or is the theory's: only then can another
    /// figure be the claim's own in another form, and no mere contradiction.
    fn tells_of_measurement(&self, quoted: &Quoted<'_>) -> bool {
        // The quote may leave out the start of its sentence, which says it.
        let around = quoted.unit().map(|unit| {
            let sentence = quoted.page.saved.document.slice(unit.range);
            format!("{sentence} {}", unit.headings)
        });
        let lower = format!("{} {}", quoted.quote, around.unwrap_or_default()).to_lowercase();
        ["measur", "benchmark", "in practice", "observed", "theor"]
            .iter()
            .any(|word| lower.contains(word))
    }

    fn shares_technique(&self, own: &BTreeSet<String>, around: &BTreeSet<String>) -> bool {
        self.reading.n_shared(own, around) >= 1
    }

    fn is_plainly_stated(&self) -> bool {
        let reading = &self.reading;
        let says_otherwise = || {
            reading
                .told_by_cells(self.pages)
                .is_some_and(|says| !says.is_so)
                || reading
                    .listed(self.pages)
                    .is_some_and(|(_, _, is_so)| !is_so)
                || reading.contradicted(self.pages).is_some()
        };
        reading.superseded(self.pages).is_none()
            && reading.absent_from_list(self.pages).is_none()
            && !says_otherwise()
    }

    fn passage(&self, found: &Found) -> String {
        self.pages
            .pages
            .get(&found.url)
            .and_then(|page| {
                page.units
                    .get(found.unit)
                    .map(|unit| page.saved.document.slice(unit.range))
            })
            .map(|text| {
                format!(
                    "“{}”",
                    text.replace(['\t', '\n'], " ")
                        .chars()
                        .take(160)
                        .collect::<String>()
                )
            })
            .unwrap_or_default()
    }

    fn words(&self, value: &Value) -> String {
        let range = value.range();
        self.claim
            .claim
            .get(range.start()..range.end())
            .unwrap_or_default()
            .to_owned()
    }
}

/// Whether one text speaks only of more and the other only of less, or of faster and slower.
fn are_opposed(a: &str, b: &str) -> bool {
    const SIDES: [([&str; 7], [&str; 7]); 2] = [
        (
            [
                "increas", "larger", "higher", "more", "grow", "rais", "doubl",
            ],
            [
                "decreas", "smaller", "lower", "less", "shrink", "reduc", "halv",
            ],
        ),
        (
            [
                "faster",
                "quicker",
                "speeds up",
                "accelerat",
                "sooner",
                "speedup",
                "speed-up",
            ],
            [
                "slower",
                "slows",
                "slowdown",
                "delay",
                "later",
                "longer",
                "slow-down",
            ],
        ),
    ];
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    SIDES.iter().any(|(up, down)| {
        let has = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        let side = |text: &str| (has(text, up), has(text, down));
        matches!(
            (side(&a), side(&b)),
            ((true, false), (false, true)) | ((false, true), (true, false))
        )
    })
}

fn values_of(quote: &str) -> Vec<Value> {
    // Cells are read one by one: a bar or a tab parts them as a full stop parts sentences.
    without_markup(quote)
        .split(['|', '\t', '\n'])
        .flat_map(values)
        .collect()
}

fn is_numeral(value: &Value) -> bool {
    matches!(value, Value::Quantity(quantity) if quantity.currency.is_none())
}
