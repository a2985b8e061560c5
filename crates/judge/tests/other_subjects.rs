//! What is quoted must be of the claim's own technique (R5) and of the list that would hold its entity (R2).

mod common;

use common::Part::{H, P};
use common::{HOST, answer, claim, codes, page};
use proofmark_judge::ClaimType::{Taxonomy, Version};
use proofmark_judge::Verdict::{Grounded, NotGrounded};
use proofmark_judge::{Code, Pages, Rule, check_answer};

fn codes_of_packing(rule: &str, text: &str, quote: &str) -> Vec<Code> {
    let verdict = if rule.is_empty() {
        NotGrounded
    } else {
        Grounded
    };
    assert_eq!(
        Rule::from_code(rule).is_some(),
        !rule.is_empty(),
        "the rule exists"
    );
    let saved = vec![page(
        "packing",
        &[],
        &[
            H(1, "Saving room"),
            P(
                "In theory tight packing saves 40% of the disk. Measured on a bench it saved 36% of the disk.",
            ),
            P("Measured on a bench tight packing saved 37% of the disk."),
            P("Measured on a bench loose packing saved 22% of the disk."),
            P("In theory loose packing saves 25% of the disk."),
            H(2, "Frost folding"),
            P("Measured on a bench frost folding saved 31% of the disk."),
        ],
    )];
    let pages = Pages::new(saved, &[HOST.to_owned()]);
    let given = answer(verdict, rule, "packing", quote, "Theory and measurement.");
    check_answer(&claim(text, Taxonomy, Some("packing")), &given, &pages)
        .into_iter()
        .map(|finding| finding.code)
        .collect()
}

#[test]
fn r5_figures_of_another_technique_are_no_equivalence() {
    let tight = "Tight packing saves 40% of the disk.";
    let own = "Measured on a bench tight packing saved 37% of the disk";
    assert_eq!(codes_of_packing("R5", tight, own), [], "its own figure");
    assert_eq!(
        codes_of_packing("", tight, own),
        [Code::EquivalenceIgnored],
        "its own figure is no contradiction"
    );
    for other in [
        "Measured on a bench loose packing saved 22% of the disk",
        "Measured on a bench frost folding saved 31% of the disk",
    ] {
        assert_eq!(
            codes_of_packing("R5", tight, other),
            [Code::EquivalenceUnproven],
            "{other}"
        );
        assert_eq!(codes_of_packing("", tight, other), [], "{other}");
    }
    // The claim's figure is on the page, as another technique's.
    let borrowed = "Tight packing saves 25% of the disk.";
    assert_eq!(
        codes_of_packing("R5", borrowed, own),
        [Code::EquivalenceUnproven],
        "a borrowed figure"
    );
    // Where the technique stands later in the claim, and the verb in another form.
    let later = "Disk use falls by 40% with tight packing.";
    assert_eq!(
        codes_of_packing("R5", later, own),
        [],
        "the name comes later"
    );
    assert_eq!(
        codes_of_packing(
            "R5",
            later,
            "Measured on a bench loose packing saved 22% of the disk"
        ),
        [Code::EquivalenceUnproven],
        "another's figure, the name comes later"
    );
}

#[test]
fn r2_a_list_of_something_else_proves_no_absence() {
    let engine = claim(
        "The Sluice service offers the engine Godwit-3.",
        Version,
        Some("engines"),
    );
    let given = |quote| answer(NotGrounded, "R2", "engines", quote, "The table has all.");
    assert_eq!(
        codes(&engine, &given("Dunlin-mini\tPreview\t48,000 tokens")),
        [],
        "a row of the engines"
    );
    assert_eq!(
        codes(
            &engine,
            &given("Every engine that is offered stands in this table.")
        ),
        [],
        "the words that lead to them"
    );
    assert_eq!(
        codes(&engine, &given("Global uptime is 99.9%.")),
        [Code::SilenceOnEnumeration],
        "a list of something else"
    );
}
