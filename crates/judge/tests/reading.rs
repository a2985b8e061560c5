//! What tables, lists, sections and neighbours say of a claim, on pages of an invented vendor.

mod common;

use std::sync::Arc;

use common::Part::{H, Header, Item, P, Row};
use common::{HOST, claim, page};
use proofmark_judge::ClaimType::{Region, Sku, Status, Taxonomy, Tpm, Version};
use proofmark_judge::Verdict::{Grounded, NotGrounded, SourceSilent};
use proofmark_judge::{Claim, ClaimType, Code, Pages, SavedPage, Verdict, check_answer, judge};
use proofmark_text::{Document, PageText};

fn tiers() -> SavedPage {
    page(
        "tiers",
        &[
            "tiers of the Fulmar broker",
            "policies of the Fulmar broker",
        ],
        &[
            H(1, "Fulmar broker tiers"),
            H(2, "Throughput"),
            Header(&["Tier", "Messages per second", "Messages per second", "Disk"]),
            Header(&["Tier", "Publish", "Fetch", "Disk"]),
            Row(&["Skerry", "300", "900", "2 TB"]),
            Row(&["Stack", "5,000", "8,000", "40 TB"]),
            H(2, "Broker features by tier"),
            Header(&["Feature", "Skerry", "Stack"]),
            Row(&["Dead letter queues", "No", "Yes"]),
            Row(&["Message replay for auditors", "-", "✅"]),
            H(2, "Feature status"),
            Header(&["Feature", "Status"]),
            Row(&["Delayed delivery", "Preview"]),
            Row(&["Topic mirroring (preview)", "Sold in every tier"]),
            H(2, "Engines of the broker"),
            Header(&["Engine", "Knowledge up to", "Longest topic"]),
            Row(&["Basalt (2025-03-11)", "-", "64 characters"]),
            Row(&["Gabbro (2025-08-19)", "May 2, 2025", "64 characters"]),
            H(2, "Regions"),
            Header(&["Tier", "Region"]),
            Row(&["Skerry", "Faroe East & Orkney 2 (Shared)"]),
            Row(&["Stack", "See the map of regions."]),
            H(2, "Policies"),
            P("The Fulmar broker has the following policies:"),
            Item("Rate shaping"),
            Item("Header rewriting"),
            P("Stack brokers are installed with the Basalt engine and keep 30 partitions."),
        ],
    )
}

fn catalogue() -> SavedPage {
    page(
        "catalogue",
        &["Gannet checkers"],
        &[
            H(1, "Gannet checkers"),
            H(2, "Style checkers"),
            Header(&["Checker", "Purpose"]),
            Row(&["Rhythm", "Rates how evenly sentences alternate in length."]),
            Row(&["Plainness", "Counts rare words against a frequency list."]),
            H(2, "Safety checkers"),
            Header(&["Checker", "Purpose"]),
            Row(&["Threats", "Finds incitement and menacing wording."]),
            Row(&["Secrets", "Finds passwords and tokens."]),
            H(2, "Engines for checkers"),
            P("The checker's engine is named `RhythmCoreStable` in code."),
            P("Checkers run on one of these engines:"),
            Item("Basalt"),
            Item("Gabbro"),
            P("New checkers of the Gannet service are compiled with the Basalt engine by default."),
            H(2, "Where checkers aren't offered"),
            P("Safety checkers aren't available in these regions:"),
            Item("Faroe East"),
            Item("Orkney 2"),
            H(2, "Retired checkers"),
            Header(&["Checker", "Retirement date"]),
            Row(&["Verse-4", "March 3, 2025"]),
            Row(&["Verse-5", "June 9, 2025"]),
        ],
    )
}

fn uploads() -> SavedPage {
    let parts = [
        H(1, "Petrel uploads"),
        H(2, "Upload limits"),
        H(3, "Client 2"),
        Header(&["Limit", "Value"]),
        Row(&["Largest upload", "6 GB"]),
        H(3, "Client 1 (legacy)"),
        Header(&["Limit", "Value"]),
        Row(&["Largest upload", "700 MB"]),
        H(2, "Retention"),
        P("Petrel uploads are kept for 45 days."),
    ];
    page("uploads", &[], &parts)
}

#[track_caller]
fn judged(text: &str, kind: ClaimType, cited: Option<&str>, verdict: Verdict) {
    let pages = Pages::new(vec![tiers(), catalogue(), uploads()], &[HOST.to_owned()]);
    let claim: Claim = claim(text, kind, cited);
    let answer = judge(&claim, &pages);
    assert_eq!(answer.verdict, Some(verdict), "{text:?}: {answer:?}");
}

#[test]
fn a_column_is_told_by_all_its_headings() {
    let judged = |text, verdict| judged(text, Tpm, Some("tiers"), verdict);
    judged("Stack brokers publish 5,000 messages per second.", Grounded);
    judged(
        "Stack brokers publish 8,000 messages per second.",
        NotGrounded,
    );
    judged("Stack brokers fetch 8,000 messages per second.", Grounded);
    judged("A Stack broker has 40 TB of disk.", Grounded);
    judged("A Skerry broker has 40 TB of disk.", NotGrounded);
}

#[test]
fn marks_say_yes_or_no() {
    let judged = |text, verdict| judged(text, Sku, Some("tiers"), verdict);
    judged("Dead letter queues are supported on Stack.", Grounded);
    judged("Dead letter queues are supported on Skerry.", NotGrounded);
    judged(
        "Message replay for auditors is not available on Skerry.",
        Grounded,
    );
    judged(
        "Message replay for auditors is available on Stack.",
        Grounded,
    );
    judged(
        "Message replay for auditors is available on Skerry.",
        NotGrounded,
    );
}

#[test]
fn stages_of_life_contradict_one_another() {
    let judged = |text, verdict| judged(text, Status, Some("tiers"), verdict);
    judged("Delayed delivery is in preview.", Grounded);
    judged("Delayed delivery is generally available.", NotGrounded);
    judged(
        "Topic mirroring has reached general availability.",
        NotGrounded,
    );
    judged("Topic mirroring is a preview feature.", Grounded);
}

#[test]
fn a_cell_lists_regions() {
    let judged = |text, verdict| judged(text, Region, Some("tiers"), verdict);
    judged(
        "The Skerry tier is sold in Faroe East and Orkney2.",
        Grounded,
    );
    judged(
        "The Skerry tier is sold in Faroe East and Lewis North.",
        NotGrounded,
    );
    judged("The Stack tier is sold in Lewis North.", SourceSilent);
}

#[test]
fn lists_hold_their_members() {
    judged(
        "Rate Shaping is one of the policies of the Fulmar broker.",
        Taxonomy,
        Some("tiers"),
        Grounded,
    );
    judged(
        "Fulmar has a Geofencing policy.",
        Taxonomy,
        Some("tiers"),
        NotGrounded,
    );
    judged(
        "Safety checkers are available in Orkney 2.",
        Region,
        Some("catalogue"),
        NotGrounded,
    );
    judged(
        "Threats belongs to the safety checkers.",
        Taxonomy,
        Some("catalogue"),
        Grounded,
    );
    judged(
        "Threats belongs to the style checkers.",
        Taxonomy,
        Some("catalogue"),
        NotGrounded,
    );
}

#[test]
fn a_list_elsewhere_holds_only_its_own_kind() {
    // The page of checkers lists no policies; the page that does was not cited.
    let judged = |text, verdict| judged(text, Taxonomy, Some("uploads"), verdict);
    judged(
        "The Gannet service has a Geofencing policy for Gabbro.",
        SourceSilent,
    );
    judged("Fulmar has a policy named Header Rewriting.", Grounded);
    judged(
        "Gannet offers Sarcasm among its safety checkers.",
        NotGrounded,
    );
}

#[test]
fn what_a_neighbour_does_is_not_the_claims() {
    let judged = |text, verdict| judged(text, Taxonomy, Some("catalogue"), verdict);
    judged("The Secrets checker finds passwords and tokens.", Grounded);
    judged(
        "The Threats checker finds passwords and tokens.",
        NotGrounded,
    );
    judged(
        "New checkers of the Gannet service are compiled with the Basalt engine.",
        Grounded,
    );
    judged(
        "New checkers of the Gannet service are compiled with the Gabbro engine.",
        NotGrounded,
    );
}

#[test]
fn code_names_are_compared_whole() {
    let judged = |text, verdict| judged(text, Sku, Some("catalogue"), verdict);
    judged(
        "In code the checker's engine is named RhythmCoreStable.",
        Grounded,
    );
    judged(
        "In code the checker's engine is named RhythmStableCore.",
        NotGrounded,
    );
}

#[test]
fn a_section_of_the_past_ends() {
    let judged = |text, verdict| judged(text, Tpm, Some("uploads"), verdict);
    judged("Petrel takes uploads of at most 6 GB.", Grounded);
    judged("Petrel takes uploads of at most 700 MB.", NotGrounded);
    judged("Petrel keeps uploads for 45 days.", Grounded);
    judged("Petrel keeps uploads for 90 days.", NotGrounded);
}

#[test]
fn a_number_of_something_else_decides_nothing() {
    judged(
        "A Stack broker has 12 replicas.",
        Tpm,
        Some("tiers"),
        SourceSilent,
    );
    judged(
        "A Stack broker has 30 partitions.",
        Tpm,
        Some("tiers"),
        Grounded,
    );
    judged(
        "A Stack broker has 90 partitions.",
        Tpm,
        Some("tiers"),
        NotGrounded,
    );
    // A figure of something that was retired is not settled by its end; its use is.
    judged(
        "Verse-4 reads 9,000 words per minute.",
        Version,
        Some("catalogue"),
        SourceSilent,
    );
    judged(
        "Verse-4 can be picked for new projects.",
        Status,
        Some("catalogue"),
        NotGrounded,
    );
    judged(
        "Verse-4 was retired on March 3, 2025.",
        Status,
        Some("catalogue"),
        Grounded,
    );
    judged(
        "Verse-4 was retired on June 9, 2025.",
        Status,
        Some("catalogue"),
        NotGrounded,
    );
}

#[test]
fn a_date_in_a_name_is_no_other_columns() {
    let judged = |text, verdict| judged(text, Version, Some("tiers"), verdict);
    judged(
        "The knowledge of the Basalt engine goes up to June 2024.",
        SourceSilent,
    );
    judged(
        "The knowledge of the Gabbro engine goes up to June 2024.",
        NotGrounded,
    );
    judged("The Basalt engine is of March 11, 2025.", Grounded);
}

#[test]
fn another_page_must_be_about_the_claims_names() {
    judged(
        "Uploads to Gannet are kept for 45 days.",
        Tpm,
        None,
        SourceSilent,
    );
    judged(
        "Uploads to Petrel are kept for 45 days.",
        Tpm,
        None,
        Grounded,
    );
}

#[test]
fn what_a_row_says_otherwise_is_no_omission() {
    let pages = Pages::new(vec![tiers()], &[HOST.to_owned()]);
    let codes = |text: &str, quote: &str| -> Vec<Code> {
        let answer = common::answer(NotGrounded, "", "tiers", quote, "");
        check_answer(&claim(text, Status, Some("tiers")), &answer, &pages)
            .into_iter()
            .map(|finding| finding.code)
            .collect()
    };
    let row = "Delayed delivery\tPreview";
    assert_eq!(codes("Delayed delivery is generally available.", row), []);
    let stated = codes(
        "Stack brokers are installed with the Basalt engine.",
        "Stack brokers are installed with the Basalt engine",
    );
    assert_eq!(stated, [Code::OmissionIsNotContradiction]);
}

#[test]
fn a_quote_from_the_source_has_its_place_in_the_visible_text() {
    let parts = [
        H(1, "Archive limits"),
        Header(&["Effective", "Largest archive"]),
        Row(&["Before 2 May 2025 1", "40 MB"]),
        Row(&["After 2 May 2025", "3 GB"]),
    ];
    let source = "# Archive limits\n\n| Effective | Largest archive |\n|---|---|\n\
        | **Before 2 May 2025** <sup>1</sup> | 40 MB |\n| After 2 May 2025 | 3 GB |\n";
    let saved = SavedPage {
        source_text: Some(Arc::new(Document::from_pages([PageText {
            text: source.to_owned(),
            ..PageText::default()
        }]))),
        ..page("archives", &[], &parts)
    };
    let pages = Pages::new(vec![saved], &[HOST.to_owned()]);
    let codes = |text: &str, quote: &str| -> Vec<Code> {
        let answer = common::answer(Grounded, "", "archives", quote, "");
        check_answer(&claim(text, Tpm, Some("archives")), &answer, &pages)
            .into_iter()
            .map(|finding| finding.code)
            .collect()
    };
    let past = "**Before 2 May 2025** <sup>1</sup> | 40 MB |";
    assert_eq!(
        codes("The largest archive is 40 MB.", past),
        [Code::LegacyRow]
    );
    assert_eq!(
        codes(
            "The largest archive is 3 GB.",
            "| After 2 May 2025 | 3 GB |"
        ),
        []
    );
}
