//! Tests of labels and of what stands beside citations, by near misses of each rule.

use super::labels::make_labels;
use super::tests::labelled;

const TWO: &[&str] = &["opening time", "duty officer"];
const ONE: &[&str] = &["fee"];

#[track_caller]
fn check(fields: &[&str], raw: &str, expected: &[&str]) {
    assert_eq!(labelled(fields, raw), expected, "{raw}");
}

#[test]
fn list_marks_may_stand_before_a_label() {
    for mark in [
        "\u{feff}", "a) ", "(1) ", "(a) ", "(12) ", "(123) ", "1. ", "123) ", "1.\t", "- ", "– ",
        "+ ", "• ", "> - ", "# 2. ",
    ] {
        check(TWO, &format!("{mark}Opening time - 07:30"), &["0 = 07:30"]);
    }
    for other in [
        "a. ", "(ab) ", "(1234) ", "(1)", "1234. ", "1.", "-", "() ", "ab) ", "x ",
    ] {
        let raw = format!("{other}Opening time - 07:30");
        let found = labelled(TWO, &raw);
        assert!(
            found.len() == 1 && found[0].starts_with("extra"),
            "{raw}: {found:?}"
        );
    }
}

#[test]
fn marks_inside_a_label_are_compared() {
    check(&["keeper's hut", "b"], "Keeper’s hut: red", &["0 = red"]);
    check(&["half-hour", "b"], "Half\u{2010}hour: red", &["0 = red"]);
    check(
        &["open/close", "b"],
        "Open-close: 5",
        &["extra Open-close: 5"],
    );
    check(&["open/close", "b"], "Open/close: 5", &["0 = 5"]);
    assert!(make_labels([(0, "_ ")].into_iter()).is_empty(), "no token");
}

#[test]
fn separators_at_a_line_start_need_their_blanks_and_marks() {
    check(TWO, "Opening time- 07:30", &["extra Opening time- 07:30"]);
    check(TWO, "Opening time -07:30", &["extra Opening time -07:30"]);
    check(TWO, "Opening time -", &["0 = "]);
    check(
        TWO,
        "## Opening time is 07:30",
        &["extra ## Opening time is 07:30"],
    );
    check(TWO, "Opening time\n07:30", &["extra Opening time\n07:30"]);
    check(TWO, "**Opening time**\n07:30", &["0 = 07:30"]);
    check(
        TWO,
        "Opening time (early 07:30",
        &["extra Opening time (early 07:30"],
    );
    check(
        TWO,
        "Opening time (early) 07:30",
        &["extra Opening time (early) 07:30"],
    );
}

#[test]
fn source_words_stand_at_a_start_or_behind_a_stop() {
    for raw in [
        "5. Source: handbook, p. 3",
        "5; (source: handbook, p. 3",
        "5 | **Evidence:** handbook, p. 3",
        "5? Citation: handbook, p. 3",
    ] {
        let found = labelled(ONE, raw);
        assert_eq!(
            found.get(1).map(String::as_str),
            Some("0 < handbook | 3 | -"),
            "{raw}: {found:?}"
        );
    }
    for raw in [
        "5 by source: handbook, p. 3",
        "5. Resource: handbook, p. 3",
        "5. Quote: handbook, p. 3",
    ] {
        check(ONE, raw, &[&format!("0 = {raw}")]);
    }
    for none in ["none", "N/A", "(unknown)", "not applicable", "—", ""] {
        check(ONE, &format!("5\nSource: {none}"), &["0 = 5"]);
    }
    check(
        ONE,
        "5\nSource: nobody knows",
        &["0 = 5 Source: nobody knows"],
    );
}

#[test]
fn links() {
    for target in [
        "handbook.pdf#page=3",
        "https://x.org/handbook.pdf",
        "my handbook.pdf",
    ] {
        let found = labelled(ONE, &format!("5 [handbook, p. 3]({target})"));
        assert_eq!(found, ["0 = 5", "0 < handbook | 3 | -"], "{target}");
    }
    check(
        ONE,
        "5 [handbook, p. 3](for two)",
        &["0 = 5 (for two)", "0 < handbook | 3 | -"],
    );
    check(
        ONE,
        "5 [handbook, p. 3]()",
        &["0 = 5 ()", "0 < handbook | 3 | -"],
    );
}

#[test]
fn quotations_at_a_numbered_marker() {
    let list = "\n\nReferences\n[1] handbook, p. 2: \"the  Fee\"";
    check(
        ONE,
        &format!("Fee: 5 \"the fee\" [1]{list}"),
        &["0 = 5", "0 < handbook | 2 | the fee"],
    );
    check(
        ONE,
        &format!("Fee: 5 \"a fee\" [1]{list}"),
        &[
            "0 = 5",
            "0 < handbook | 2 | a fee",
            "0 < handbook | 2 | the  Fee",
        ],
    );
    check(
        ONE,
        "Fee: 5 \"a fee\" [1]\n\nReferences\n[1] handbook, p. 2",
        &["0 = 5", "0 < handbook | 2 | a fee"],
    );
    check(
        ONE,
        "Fee: 5 \"a fee\" [2]\n\nReferences\n[1] handbook, p. 2",
        &[
            "0 = 5",
            "0 < - | - | a fee dangling",
            "uncited handbook | 2 | -",
        ],
    );
    check(
        ONE,
        "Fee: 5 \"a\" \"b\" [handbook]",
        &["0 = 5 \"a\"", "0 < handbook | - | b"],
    );
}

#[test]
fn an_unclosed_quotation_or_bracket_loses_no_label() {
    check(
        TWO,
        "Opening time: (07:30\nDuty officer: Ann)",
        &["0 = (07:30", "1 = Ann)"],
    );
    check(
        TWO,
        "Opening time: “07:30\n\nDuty officer: Ann”",
        &["0 = “07:30", "1 = Ann”"],
    );
    check(
        TWO,
        "Opening time: “07:30\nDuty officer: Ann”",
        &["0 = “07:30 Duty officer: Ann”"],
    );
    check(
        TWO,
        "Opening time: “07:30\n>\nDuty officer: Ann”",
        &["0 = “07:30 >", "1 = Ann”"],
    );
}

#[test]
fn a_fence_says_nothing() {
    check(TWO, "```text\nOpening time: 07:30\n", &["0 = 07:30"]);
    check(
        TWO,
        "```\nso\nOpening time: 07:30\n",
        &["0 = 07:30", "extra so"],
    );
}
