//! Tests of lists of sources, by near misses of each rule.

use crate::attempt::Adapter;

use super::lines::split_lines;
use super::references::marker_numbers;
use super::tests::{labelled, parse, show};

const TWO: &[&str] = &["opening time", "duty officer"];
const ONE: &[&str] = &["fee"];

#[track_caller]
fn check(fields: &[&str], raw: &str, expected: &[&str]) {
    assert_eq!(labelled(fields, raw), expected, "{raw}");
}

/// With displayed sources under the heading "Sources shown".
#[track_caller]
fn check_cards(fields: &[&str], raw: &str, expected: &[&str]) {
    let heading = Some("**Sources shown:**");
    let parsed = parse(fields, Adapter::LabelledText, raw, heading).expect("readable");
    assert_eq!(show(&parsed), expected, "{raw}");
}

#[test]
fn markers_of_numbers() {
    let long = |n: usize| vec!["1"; n].join(",");
    for (content, expected) in [
        ("1", Some(vec![1])),
        ("^1", Some(vec![1])),
        ("1, 2;3", Some(vec![1, 2, 3])),
        ("2-4", Some(vec![2, 3, 4])),
        ("2 – ^4", Some(vec![2, 3, 4])),
        ("3-3", Some(vec![3])),
        ("5-25", Some((5..=25).collect())),
        ("5-26", None),
        ("4-2", None),
        ("9999", Some(vec![9999])),
        ("10000", None),
        ("", None),
        ("1,", None),
        ("1a", None),
        ("+1", None),
        ("a-3", None),
    ] {
        assert_eq!(marker_numbers(content), expected, "{content:?}");
    }
    assert!(marker_numbers(&long(65)).is_some());
    assert!(marker_numbers(&long(66)).is_none());
}

#[test]
fn lines_without_a_number_of_their_own_are_no_entries() {
    use super::references::{NumberForm, entry_number};
    let read = |text: &str| {
        entry_number(text, &split_lines(text)[0])
            .map(|n| (n.number, n.form, text[n.content..].to_owned()))
    };
    let bracket = |n: u32| Some((n, NumberForm::Bracket, "x".to_owned()));
    let plain = |n: u32| Some((n, NumberForm::Plain, "x".to_owned()));
    for text in [
        "[1] x",
        " - [1]: x",
        "> **[1]** x",
        "\u{feff}[^1] x",
        "【1】 x",
        "* - [1] – x",
    ] {
        assert_eq!(read(text), bracket(1), "{text}");
    }
    for text in ["(12) x", "12. x", "12) x", "12: x"] {
        assert_eq!(read(text), plain(12), "{text}");
    }
    assert_eq!(read("9999. x"), plain(9999));
    for text in [
        "[1]", "[1] -", "1.", "1.x", "12 x", "[1) x", "(1] x", "10000. x", "[] x", "x", "[a] x",
        "1", "[1",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn a_label_at_a_line_start_ends_every_list() {
    let expected = ["0 = 07:30", "1 = Ann", "0 < handbook | 2 | -"];
    for raw in [
        "Opening time: 07:30 [1]\nReferences\n[1] handbook, p. 2\nDuty officer: Ann",
        "Opening time: 07:30 [1]\n[1] handbook, p. 2\nDuty officer: Ann",
        "Opening time: 07:30\nSource:\nhandbook, p. 2\nDuty officer: Ann",
        "Opening time: 07:30\nSources:\n- handbook, p. 2\nDuty officer: Ann",
    ] {
        check(TWO, raw, &expected);
    }
    check_cards(
        TWO,
        "Opening time: 07:30\nSources shown\nhandbook, p. 2\nDuty officer: Ann",
        &["0 = 07:30", "1 = Ann"],
    );
    check(
        TWO,
        "Opening time: 07:30 [1]\nReferences\n[1] handbook, p. 2, duty officer: x\n\nThe club is old.\nDuty officer: Ann",
        &[
            "0 = 07:30",
            "1 = Ann",
            "0 < handbook | 2 | -",
            "extra The club is old.",
        ],
    );
    check(
        &["sources"],
        "Sources: wells\n- handbook, p. 2",
        &["0 = wells - handbook, p. 2"],
    );
    check(
        &["references", "fee"],
        "References:\n[handbook, p. 2]\nFee: 5",
        &["0 = ", "1 = 5", "0 < handbook | 2 | -"],
    );
}

#[test]
fn headings_of_lists() {
    for heading in [
        "References",
        "**Sources:**",
        "## Works cited",
        "Bibliography",
        "Notes",
        "footnotes:",
        "Source",
        "Citation",
        "Evidence:",
        "Reference",
    ] {
        check(
            ONE,
            &format!("Fee: 5 (1)\n\n{heading}\n1. handbook, p. 2"),
            &["0 = 5", "0 < handbook | 2 | -"],
        );
    }
    for other in ["Resources", "Further notes", "More"] {
        let found = labelled(ONE, &format!("Fee: 5 (1)\n\n{other}\n1. handbook, p. 2"));
        assert_eq!(found, [format!("0 = 5 (1) {other} 1. handbook, p. 2")]);
    }
    check(
        ONE,
        "Fee: 5\n\nSources\nThe club is old.",
        &["0 = 5 Sources The club is old."],
    );
    check(
        ONE,
        "Fee: 5 [1]\n\nSources\n[1] the club is very old",
        &["0 = 5", "0 < - | - | - dangling"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n\nNotes\n[1] The club is old.",
        &["0 = 5 [1] Notes [1] The club is old."],
    );
    check(
        ONE,
        "Fee: 5 (1)\n\nSources\n1. The club is old.",
        &["0 = 5 (1) Sources 1. The club is old."],
    );
}

#[test]
fn lines_of_a_list_go_on_until_prose() {
    let before = "Fee: 5 [1]\n\nReferences\n[1] handbook, p. 2:";
    let cited = "0 < handbook | 2 | the fee";
    check(ONE, &format!("{before}\n\"the fee\""), &["0 = 5", cited]);
    check(
        ONE,
        &format!("{before}\n\n  \"the fee\""),
        &["0 = 5", cited],
    );
    check(
        ONE,
        &format!("{before} \"the fee\"\n\nOld club."),
        &["0 = 5", cited, "extra Old club."],
    );
    check(
        ONE,
        &format!("{before} \"the fee\"\n\n[2] annex, p. 1\n\nOld club."),
        &["0 = 5", cited, "uncited annex | 1 | -", "extra Old club."],
    );
    check(
        ONE,
        "Fee: 5\n\nThe club.\n\nReferences\n- handbook, p. 2\n- annex, p. 1",
        &[
            "0 = 5 The club.",
            "0 < handbook | 2 | -",
            "0 < annex | 1 | -",
        ],
    );
}

#[test]
fn entries_without_a_heading_cite_first_or_end_the_text() {
    check(
        ONE,
        "Fee: 5 [1]\n[1] handbook, p. 2",
        &["0 = 5", "0 < handbook | 2 | -"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] The harbour rules, see handbook, p. 2",
        &["0 = 5", "0 < handbook | 2 | -"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] The harbour rules, see handbook, p. 2\n\n[2] as stated in \"the annex\"\n",
        &["0 = 5", "0 < handbook | 2 | -", "uncited - | - | the annex"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] The harbour rules\nThe club is old.",
        &["0 = 5 [1] [1] The harbour rules The club is old."],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] handbook, p. 2:\n\"the fee\"\nOld club.",
        &["0 = 5 Old club.", "0 < handbook | 2 | the fee"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] handbook, p. 2:\n\"the fee\" is old.",
        &["0 = 5 \"the fee\" is old.", "0 < handbook | 2 | -"],
    );
    check(
        ONE,
        "Fee: 5 [1]\n[1] handbook, p. 2:\n  \"the fee\"\n\nOld club.",
        &["0 = 5 Old club.", "0 < handbook | 2 | the fee"],
    );
}

#[test]
fn displayed_sources_are_told_by_their_heading() {
    for heading in [
        "Sources shown",
        "**Sources shown**:",
        "| Sources shown |",
        "## sources_shown #",
        "Sources shown: handbook, p. 1",
        "**Sources shown:** handbook",
    ] {
        check_cards(
            ONE,
            &format!("Fee: 5\n{heading}\n\"x\" [annex]"),
            &["0 = 5"],
        );
    }
    for other in ["Sources shown here", "Not sources shown: x", "Note: x"] {
        check_cards(
            ONE,
            &format!("Fee: 5\n{other}\n\"y\" [annex]"),
            &[&format!("0 = 5 {other}"), "0 < annex | - | y"],
        );
    }
    check_cards(
        ONE,
        "Fee: 5\nSources shown\n1. handbook\nSources shown\n2. annex",
        &["0 = 5"],
    );
    check_cards(
        ONE,
        "Fee: 5 [1]\nSources shown\nhandbook, p. 1\nReferences\n[1] annex, p. 1",
        &["0 = 5", "0 < annex | 1 | -"],
    );
    check_cards(
        ONE,
        "Fee: 5 [1]\nSources shown\n1. handbook, p. 1",
        &["0 = 5", "0 < - | - | - dangling"],
    );
    check_cards(
        ONE,
        "Fee: 5 [1]\nSources shown\nhandbook, p. 1",
        &["0 = 5 [1]"],
    );
    let parsed = parse(
        &["sources shown"],
        Adapter::LabelledText,
        "Sources shown: 5",
        Some("Sources shown"),
    );
    assert_eq!(
        show(&parsed.expect("readable")),
        ["0 = 5"],
        "a label goes before"
    );
}

#[test]
fn a_block_of_sources_belongs_to_its_field() {
    let sources = "- handbook, p. 2\n\n- annex, p. 1";
    let cites = ["0 < handbook | 2 | -", "0 < annex | 1 | -"];
    for raw in [
        format!("Fee: 5\nSources:\n{sources}"),
        format!("Fee: 5\n\nSources:\n{sources}"),
        format!("Fee: 5\n\nSource:\n{sources}"),
    ] {
        check(ONE, &raw, &["0 = 5", cites[0], cites[1]]);
    }
    check(
        ONE,
        &format!("Fee: 5\nSources:\n{sources}\nOld club."),
        &["0 = 5 Old club.", cites[0], cites[1]],
    );
    check(
        TWO,
        "Opening time: 07:30\nSources:\n- handbook, p. 2",
        &["0 = 07:30", "0 < handbook | 2 | -"],
    );
    check(
        TWO,
        "Opening time: 07:30\n\nSources:\n- handbook, p. 2\n\nDuty officer: Ann",
        &["0 = 07:30", "1 = Ann", "0 < handbook | 2 | -"],
    );
    check(
        TWO,
        "Opening time: 07:30\n\nSource:\n- handbook, p. 2",
        &["0 = 07:30", "0 < handbook | 2 | -"],
    );
    check(
        TWO,
        "Opening time: 07:30\nDuty officer: Ann\n\nSources:\n- handbook, p. 2",
        &["0 = 07:30", "1 = Ann", "uncited handbook | 2 | -"],
    );
}
