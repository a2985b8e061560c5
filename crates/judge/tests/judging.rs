//! The deterministic judge by rule, and what must not change its results.

mod common;

use common::{batch, claim, pages, saved};
use proofmark_judge::ClaimType::{Sku, Taxonomy, Tpm, Version};
use proofmark_judge::Verdict::{Grounded, NotGrounded, SourceSilent};
use proofmark_judge::{Claim, Pages, Verdict, judge, run};
use proptest::prelude::*;

#[track_caller]
fn judged(claim: &Claim, verdict: Verdict, rule: &str) {
    let pages = pages();
    let answer = judge(claim, &pages);
    let found = (answer.verdict, answer.rule.map_or("", |rule| rule.code()));
    assert_eq!(
        found,
        (Some(verdict), rule),
        "{:?}: {answer:?}",
        claim.claim
    );
    if verdict != SourceSilent {
        assert!(
            pages
                .locate(&answer.evidence_url, &answer.evidence_quote)
                .is_verbatim(),
            "the quote stands on its page"
        );
    }
}

#[test]
fn exact_values_decide() {
    judged(
        &claim(
            "The Cobble plan allows 90,000 messages per minute.",
            Tpm,
            Some("quotas"),
        ),
        Grounded,
        "",
    );
    judged(
        &claim(
            "The Pebble plan allows 90,000 messages per minute.",
            Tpm,
            Some("quotas"),
        ),
        NotGrounded,
        "",
    );
    judged(
        &claim(
            "The Cobble plan costs $12.00 per month.",
            Sku,
            Some("quotas"),
        ),
        SourceSilent,
        "",
    );
}

#[test]
fn rules_decide() {
    judged(
        &claim(
            "Plover-2 has a context window of 200k+ tokens.",
            Version,
            None,
        ),
        NotGrounded,
        "R1",
    );
    judged(
        &claim(
            "Plover-2 has a context window of 400k+ tokens.",
            Version,
            None,
        ),
        Grounded,
        "R1",
    );
    judged(
        &claim(
            "The Sanderling engine is one of the engines of the Sluice service.",
            Taxonomy,
            Some("engines"),
        ),
        NotGrounded,
        "R2",
    );
    judged(
        &claim(
            "Contracts are bought in the Flow Credit scheme.",
            Sku,
            Some("quotas"),
        ),
        NotGrounded,
        "R3",
    );
    judged(
        &claim("The largest archive is 40 MB.", Sku, Some("quotas")),
        NotGrounded,
        "R4",
    );
    judged(
        &claim("The largest archive is 3 GB.", Sku, Some("quotas")),
        Grounded,
        "",
    );
    judged(
        &claim(
            "The tidal cache keeps encrypted prompts on local disks.",
            Taxonomy,
            Some("caching"),
        ),
        Grounded,
        "",
    );
    judged(
        &claim(
            "The tidal cache keeps encrypted prompts on local disks.",
            Taxonomy,
            Some("quotas"),
        ),
        Grounded,
        "R7",
    );
}

#[test]
fn a_claim_of_stable_identifiers_alone_is_left_open() {
    judged(
        &claim(
            "The tidal cache follows Regulation (EU) 2031/77.",
            Taxonomy,
            Some("caching"),
        ),
        SourceSilent,
        "",
    );
    // Its figures contradict none of the page's.
    judged(
        &claim(
            "The Cobble plan follows ISO 40404:2029.",
            Tpm,
            Some("quotas"),
        ),
        SourceSilent,
        "",
    );
}

fn claims() -> Vec<Claim> {
    [
        "The Cobble plan allows 90,000 messages per minute.",
        "The Pebble plan allows 90,000 messages per minute.",
        "Plover-2 has a context window of 200k+ tokens.",
        "The largest archive is 40 MB.",
        "Contracts are bought in the Flow Credit scheme.",
        "Invoices are mailed on paper by pigeon post.",
    ]
    .iter()
    .enumerate()
    .map(|(n, text)| Claim {
        id: format!("c{n}"),
        ..claim(text, Tpm, (n % 2 == 0).then_some("quotas"))
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_claims_and_pages_changes_nothing(
        claims in Just(claims()).prop_shuffle(),
        order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle(),
        parted in 0_usize..7,
    ) {
        let all = saved();
        let shuffled = Pages::new(order.iter().map(|idx| all[*idx].clone()).collect(), &[common::HOST.to_owned()]);
        // One batch or two: each claim is judged by itself.
        let (left, right) = claims.split_at(parted);
        let batches = [batch(left.to_vec()), batch(right.to_vec())].concat();
        let mut found: Vec<_> = run(&batches, &shuffled).into_iter().flat_map(|b| b.answers).collect();
        found.sort_by(|a, b| a.id.cmp(&b.id));
        let mut expected = run(&batch(self::claims()), &pages()).remove(0).answers;
        expected.sort_by(|a, b| a.id.cmp(&b.id));
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_claim_makes_the_judge_stumble(text in "\\PC{0,120}") {
        let pages = pages();
        let answer = judge(&claim(&text, Taxonomy, None), &pages);
        let silent = answer.verdict == Some(SourceSilent);
        prop_assert_eq!(silent, answer.evidence_quote.is_empty());
        prop_assert!(silent || pages.locate(&answer.evidence_url, &answer.evidence_quote).is_verbatim());
    }
}
