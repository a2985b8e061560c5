//! One case on each side of every finding.

mod common;

use common::{answer, batch, claim, codes, pages};
use proofmark_judge::ClaimType::{Sku, Status, Taxonomy, Tpm, Version};
use proofmark_judge::Verdict::{Grounded, NotGrounded, SourceSilent};
use proofmark_judge::{Claim, Code, check, read_results};

#[track_caller]
fn has(claim: &Claim, given: &proofmark_judge::Answer, code: Code) {
    let found = codes(claim, given);
    assert!(found.contains(&code), "expected {code:?}, found {found:?}");
}

#[track_caller]
fn clean(claim: &Claim, given: &proofmark_judge::Answer) {
    assert_eq!(
        codes(claim, given),
        [],
        "no finding for {:?}",
        given.evidence_quote
    );
}

fn rate() -> Claim {
    claim(
        "The Cobble plan allows 90,000 messages per minute.",
        Tpm,
        Some("quotas"),
    )
}

#[test]
fn evidence_must_stand_on_the_saved_page() {
    let rate = rate();
    clean(&rate, &answer(Grounded, "", "quotas", "Cobble\t90,000", ""));
    has(
        &rate,
        &answer(Grounded, "", "quotas", "", ""),
        Code::QuoteMissing,
    );
    has(
        &rate,
        &answer(Grounded, "", "quotas", "Cobble 91,000", ""),
        Code::QuoteNotFound,
    );
    has(
        &rate,
        &answer(Grounded, "", "quotas", "bble\t90,000", ""),
        Code::QuoteEdgeCut,
    );
    has(
        &rate,
        &answer(Grounded, "", "prices", "Cobble\t90,000", ""),
        Code::PageNotSaved,
    );
    let mut other = answer(Grounded, "", "quotas", "Cobble\t90,000", "");
    other.evidence_url = "https://elsewhere.example/quotas".to_owned();
    has(&rate, &other, Code::HostNotAllowed);
    has(
        &rate,
        &answer(SourceSilent, "", "quotas", "Cobble", ""),
        Code::QuoteOnSilent,
    );
    assert!(
        !codes(&rate, &answer(SourceSilent, "", "quotas", "", "")).contains(&Code::QuoteOnSilent),
        "silence"
    );
}

#[test]
fn exact_values() {
    let rate = rate();
    has(
        &rate,
        &answer(Grounded, "", "quotas", "Plan", ""),
        Code::ValueNotInQuote,
    );
    has(
        &rate,
        &answer(Grounded, "", "quotas", "Pebble\t4,000", ""),
        Code::ValueDiffers,
    );
    has(
        &rate,
        &answer(NotGrounded, "", "quotas", "Cobble\t90,000", ""),
        Code::ValueDiffers,
    );
    let wrong = claim(
        "The Cobble plan allows 80,000 messages per minute.",
        Tpm,
        Some("quotas"),
    );
    clean(
        &wrong,
        &answer(NotGrounded, "", "quotas", "Cobble\t90,000", ""),
    );
}

#[test]
fn r1_bounds() {
    let loose = claim(
        "Plover-2 has a context window of 200k+ tokens.",
        Version,
        Some("engines"),
    );
    let quote = "Plover-2\tGeneral availability\t600,000 tokens";
    has(
        &loose,
        &answer(Grounded, "R1", "engines", quote, ""),
        Code::UnderstatedBound,
    );
    clean(&loose, &answer(NotGrounded, "R1", "engines", quote, ""));
    // The row's other figure is smaller; the bound is not about that one.
    let row = "Plover-2\tGeneral availability\t600,000 tokens\t9,000 tokens";
    let wider = claim(
        "Plover-2 has a context window of 200k+ tokens.",
        Version,
        Some("outputs"),
    );
    has(
        &wider,
        &answer(Grounded, "", "outputs", row, ""),
        Code::UnderstatedBound,
    );
    let tight = claim(
        "Plover-2 has a context window of 400k+ tokens.",
        Version,
        Some("engines"),
    );
    clean(&tight, &answer(Grounded, "R1", "engines", quote, ""));
}

#[test]
fn r2_absence() {
    let list =
        "Plover-2\tGeneral availability\t600,000 tokens\nDunlin-mini\tPreview\t48,000 tokens";
    let named = claim(
        "The Sanderling engine is one of the engines of the Sluice service.",
        Taxonomy,
        Some("engines"),
    );
    has(
        &named,
        &answer(SourceSilent, "", "engines", "", ""),
        Code::SilenceOnEnumeration,
    );
    clean(
        &named,
        &answer(NotGrounded, "R2", "engines", list, "Searched the list."),
    );
    has(
        &named,
        &answer(NotGrounded, "R2", "engines", list, " "),
        Code::ReasonMissing,
    );
    // The words that say of the list that it is whole stand for it; others of the page do not.
    let whole = "Every engine that is offered stands in this table.";
    let searched = "Searched the list.";
    clean(
        &named,
        &answer(NotGrounded, "R2", "engines", whole, searched),
    );
    has(
        &named,
        &answer(NotGrounded, "R2", "engines", "Uptime", searched),
        Code::SilenceOnEnumeration,
    );
    let present = claim(
        "The service offers Dunlin-mini as an engine.",
        Taxonomy,
        Some("engines"),
    );
    has(
        &present,
        &answer(NotGrounded, "R2", "engines", list, "Searched."),
        Code::EntityPresent,
    );
    assert!(
        !codes(&present, &answer(SourceSilent, "", "engines", "", ""))
            .contains(&Code::SilenceOnEnumeration),
        "present"
    );
}

#[test]
fn r3_replaced_frames() {
    let old = claim(
        "Contracts are bought in the Flow Credit scheme.",
        Sku,
        Some("quotas"),
    );
    let quote = "The Flow Credit scheme has been replaced by metered units.";
    has(
        &old,
        &answer(Grounded, "", "quotas", quote, ""),
        Code::SupersededFrame,
    );
    clean(&old, &answer(NotGrounded, "R3", "quotas", quote, ""));
    let new = claim(
        "A metered contract needs at least 25 metered units.",
        Sku,
        Some("quotas"),
    );
    clean(
        &new,
        &answer(
            Grounded,
            "",
            "quotas",
            "A metered contract needs at least 25 metered units.",
            "",
        ),
    );
}

#[test]
fn r4_rows_of_the_past() {
    let old = claim("The largest archive is 40 MB.", Sku, Some("quotas"));
    has(
        &old,
        &answer(Grounded, "", "quotas", "Before 2 May 2025\t40 MB\t12", ""),
        Code::LegacyRow,
    );
    clean(
        &old,
        &answer(
            NotGrounded,
            "R4",
            "quotas",
            "After 2 May 2025\t3 GB\t48",
            "",
        ),
    );
    let new = claim("The largest archive is 3 GB.", Sku, Some("quotas"));
    clean(
        &new,
        &answer(Grounded, "R4", "quotas", "After 2 May 2025\t3 GB\t48", ""),
    );
}

#[test]
fn r5_equivalence() {
    let theory = claim(
        "The tidal cache makes repeated prompts 6 times faster.",
        Taxonomy,
        Some("caching"),
    );
    let measured =
        "Measured on a test bench the tidal cache made repeated prompts 5.2 times faster.";
    clean(
        &theory,
        &answer(
            Grounded,
            "R5",
            "caching",
            measured,
            "Theory and measurement.",
        ),
    );
    has(
        &theory,
        &answer(Grounded, "R5", "caching", measured, ""),
        Code::ReasonMissing,
    );
    let unproven = claim(
        "The tidal cache makes repeated prompts 31 times faster.",
        Taxonomy,
        Some("caching"),
    );
    has(
        &unproven,
        &answer(Grounded, "R5", "caching", measured, "Close."),
        Code::EquivalenceUnproven,
    );
    has(
        &theory,
        &answer(NotGrounded, "", "caching", measured, ""),
        Code::EquivalenceIgnored,
    );
    assert!(
        !codes(&unproven, &answer(NotGrounded, "", "caching", measured, ""))
            .contains(&Code::EquivalenceIgnored),
        "another figure"
    );
    // The quote may leave out the words that its sentence begins with.
    let inside = "the tidal cache made repeated prompts 5.2 times faster";
    has(
        &theory,
        &answer(NotGrounded, "", "caching", inside, ""),
        Code::EquivalenceIgnored,
    );
    // `a factor of 6` is 6 times.
    let factor = "In theory the moss cache reaches a factor of 6.";
    let moss = claim(
        "The moss cache makes repeated prompts up to 6 times faster.",
        Taxonomy,
        Some("outputs"),
    );
    clean(&moss, &answer(Grounded, "", "outputs", factor, ""));
    clean(
        &moss,
        &answer(Grounded, "R5", "outputs", factor, "The theoretical figure."),
    );
    // Another direction, or another order of magnitude, is another fact.
    let slower = "Measured on a test bench the moss cache made cold prompts 6 times slower.";
    has(
        &moss,
        &answer(Grounded, "R5", "outputs", slower, "The same figure."),
        Code::EquivalenceUnproven,
    );
    let far = "Measured on a test bench the moss cache was 90 times faster.";
    has(
        &moss,
        &answer(Grounded, "R5", "outputs", far, "Close enough."),
        Code::EquivalenceUnproven,
    );
}

#[test]
fn stable_identifiers_are_no_volatile_values() {
    let named = claim(
        "The tidal cache follows Regulation (EU) 2031/77 and ISO 40404:2029.",
        Taxonomy,
        Some("caching"),
    );
    let quote = "The tidal cache keeps encrypted prompts on local disks for nightly replays.";
    let found = codes(&named, &answer(Grounded, "", "caching", quote, ""));
    assert!(
        !found.contains(&Code::ValueNotInQuote),
        "a law's year is no value: {found:?}"
    );
    clean(&named, &answer(SourceSilent, "", "caching", "", ""));
    let both = claim(
        "Under ISO 40404:2029 the Cobble plan allows 80,000 messages per minute.",
        Tpm,
        Some("quotas"),
    );
    has(
        &both,
        &answer(Grounded, "", "quotas", "Cobble\t90,000", ""),
        Code::ValueDiffers,
    );
}

#[test]
fn r6_and_r7_omission_and_canonical_page() {
    let core = claim(
        "The tidal cache keeps encrypted prompts on local disks.",
        Taxonomy,
        Some("caching"),
    );
    let quote = "The tidal cache keeps encrypted prompts on local disks for nightly replays.";
    clean(&core, &answer(Grounded, "R6", "caching", quote, ""));
    has(
        &core,
        &answer(NotGrounded, "R6", "caching", quote, ""),
        Code::OmissionIsNotContradiction,
    );
    has(
        &core,
        &answer(NotGrounded, "", "caching", quote, ""),
        Code::OmissionIsNotContradiction,
    );
    let weak = claim(
        "The tidal cache keeps encrypted prompts on local disks.",
        Taxonomy,
        Some("quotas"),
    );
    let billing = "A metered contract needs at least 25 metered units.";
    has(
        &weak,
        &answer(NotGrounded, "", "quotas", billing, ""),
        Code::CanonicalPageExists,
    );
    let unknown = claim(
        "The tidal cache paints watercolours of harbours.",
        Taxonomy,
        Some("quotas"),
    );
    clean(&unknown, &answer(NotGrounded, "", "quotas", billing, ""));
    has(
        &weak,
        &answer(SourceSilent, "", "quotas", "", ""),
        Code::CanonicalPageExists,
    );
    let nothing = claim(
        "Invoices are mailed on paper by pigeon post.",
        Status,
        Some("quotas"),
    );
    clean(&nothing, &answer(SourceSilent, "", "quotas", "", ""));
}

#[test]
fn the_form_is_strict() {
    let one = |id: &str, verdict: &str, rule: &str, more: &str| {
        format!(
            r#"{{"id":"{id}","judge_verdict":"{verdict}","rule":"{rule}","evidence_url":"","evidence_quote":"","reason":""{more}}}"#
        )
    };
    let of = |results: &[String]| {
        let text = format!(r#"{{"file":"paper.md","results":[{}]}}"#, results.join(","));
        let read = read_results(text.as_bytes());
        let found = check(&batch(vec![rate()]), &read, &pages()).findings;
        found
            .into_iter()
            .map(|finding| finding.code)
            .filter(|code| *code != Code::CanonicalPageExists)
            .collect::<Vec<_>>()
    };
    let good = one("c1", "source_silent", "", "");
    assert_eq!(of(std::slice::from_ref(&good)), [], "a sound file");
    assert_eq!(
        of(&[one("c1", "source_silent", "", r#","note":1"#)]),
        [Code::ExtraKey],
        "extra key"
    );
    assert_eq!(
        of(&[one("c1", "silent", "", "")]),
        [Code::BadVerdict],
        "verdict"
    );
    assert_eq!(
        of(&[one("c1", "source_silent", "R8", "")]),
        [Code::BadRule],
        "rule"
    );
    let none = check(&batch(vec![rate()]), &read_results(b"[]"), &pages()).findings;
    assert_eq!(none.len(), 1, "no batch at all");
    assert_eq!(none[0].code, Code::MissingResult, "no batch at all");
    assert_eq!(of(&[]), [Code::MissingResult], "missing");
    assert_eq!(
        of(&[good.clone(), good.clone()]),
        [Code::DuplicateResult],
        "twice"
    );
    assert_eq!(
        of(&[good, one("zz", "source_silent", "", "")]),
        [Code::UnknownId],
        "unknown id"
    );
    let codes = |text: &str| {
        read_results(text.as_bytes())
            .findings
            .iter()
            .map(|f| f.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("```json\n{}\n```"), [Code::Fenced], "fenced");
    assert_eq!(codes("Here you are: {}"), [Code::NotJson], "prose");
    assert_eq!(
        codes(
            r#"{"file":"a","results":[{"id":"x","judge_verdict":"grounded","rule":"","evidence_url":"","reason":""}]}"#
        ),
        [Code::MissingKey],
        "missing key"
    );
}
