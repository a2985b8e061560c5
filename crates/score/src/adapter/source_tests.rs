//! Tests of source lines, links and the quotations beside them, by near misses of each rule.

use super::tests::labelled;

#[track_caller]
fn check(raw: &str, expected: &[&str]) {
    assert_eq!(labelled(&["fee"], raw), expected, "{raw}");
}

#[test]
fn the_target_of_a_link_names_what_its_text_does_not() {
    check(
        "5 [here](handbook.pdf#page=3)",
        &["0 = 5", "0 < handbook.pdf | 3 | -"],
    );
    check(
        "5 [see p. 2](handbook.pdf)",
        &["0 = 5", "0 < handbook.pdf | 2 | -"],
    );
    check(
        "5 [handbook](annex.txt)",
        &["0 = 5", "0 < handbook | - | -"],
    );
    check("5 [sic](https://x.org)", &["0 = 5 [sic](https://x.org)"]);
}

#[test]
fn a_quotation_behind_a_colon_goes_to_a_marker_without_one() {
    check("5 [handbook]: \"b\"", &["0 = 5", "0 < handbook | - | b"]);
    check(
        "5 [handbook]: *\"b\"*",
        &["0 = 5 *", "0 < handbook | - | b"],
    );
    check(
        "5 [handbook]: so \"b\"",
        &["0 = 5 : so \"b\"", "0 < handbook | - | -"],
    );
    check(
        "5 \"a\" [handbook]: \"b\"",
        &["0 = 5 : \"b\"", "0 < handbook | - | a"],
    );
    check(
        "5 [handbook: \"a\"]: \"b\"",
        &["0 = 5 : \"b\"", "0 < handbook | - | a"],
    );
    check(
        "5 [handbook]: \"b\" [annex]",
        &["0 = 5 :", "0 < handbook | - | -", "0 < annex | - | b"],
    );
    check(
        "5 [handbook]: \"b\", (annex)",
        &["0 = 5 :", "0 < handbook | - | -", "0 < annex | - | b"],
    );
}

#[test]
fn numbers_in_round_brackets_lead_to_entries_of_plain_numbers() {
    check(
        "Fee: 5 (1)\n\nReferences\n[1] handbook, p. 2",
        &["0 = 5 (1)", "uncited handbook | 2 | -"],
    );
    check(
        "Fee: 5 (1)\n\nReferences\n2. handbook, p. 2",
        &["0 = 5 (1)", "uncited handbook | 2 | -"],
    );
}

#[test]
fn a_source_line_goes_on_with_its_quotation() {
    check(
        "5\nSource: handbook: \"the\nfee\"",
        &["0 = 5", "0 < handbook | - | the\nfee"],
    );
    check(
        "Fee: 5\nSources:\n- handbook: \"the\nfee\"\n- annex",
        &["0 = 5", "0 < handbook | - | the\nfee", "0 < annex | - | -"],
    );
    check(
        "Fee: 5\nSource: 1\n\nReferences\n1. handbook, p. 2",
        &["0 = 5", "0 < handbook | 2 | -"],
    );
    check(
        "Fee: 5 \"a\"\nSource: 1, 2\n\nReferences\n1. handbook, p. 2\n2. annex",
        &["0 = 5", "0 < handbook | 2 | a", "0 < annex | - | -"],
    );
    check(
        "Fee: 5\nEvidence: \"the fee\"",
        &["0 = 5", "0 < - | - | the fee"],
    );
}

#[test]
fn a_source_line_of_numbers_may_say_see() {
    let list = "References\n1. handbook, p. 2\n2. annex\n3. handbook, p. 3";
    for (line, n_cited) in [
        ("see 1", 1),
        ("See 1.", 1),
        ("see also 1, 2", 2),
        ("1 and 2", 2),
        ("refs. 1 & 2", 2),
        ("**see 1–3**", 3),
    ] {
        let found = labelled(&["fee"], &format!("Fee: 5\nSource: {line}\n\n{list}"));
        assert_eq!(found[0], "0 = 5", "{line}");
        let n_found = found.iter().filter(|f| f.starts_with("0 < ")).count();
        assert_eq!(n_found, n_cited, "{line}: {found:?}");
    }
    for line in ["see 1 to the right", "1 of them", "see 1a", "see 99999999"] {
        let found = labelled(&["fee"], &format!("Fee: 5\nSource: {line}\n\n{list}"));
        assert!(
            !found.iter().any(|f| f.starts_with("0 < ")),
            "{line}: {found:?}"
        );
    }
    check("5\nSource: see 1", &["0 = 5 Source: see 1"]);
}

#[test]
fn a_quote_line_goes_to_the_source_beside_it() {
    let source = "Source: handbook, p. 3";
    check(
        &format!("5\n{source}\nQuote: \"b\""),
        &["0 = 5", "0 < handbook | 3 | b"],
    );
    check(
        &format!("5\nQuote: \"b\"\n{source}"),
        &["0 = 5", "0 < handbook | 3 | b"],
    );
    check(
        "5\nQuote: \"b\" [handbook]",
        &["0 = 5", "0 < handbook | - | b"],
    );
    check(
        &format!("5\n{source}: \"a\"\nQuote: \"b\""),
        &["0 = 5 Quote: \"b\"", "0 < handbook | 3 | a"],
    );
    check(
        &format!("5\n{source}\nso\nQuote: \"b\""),
        &["0 = 5 so Quote: \"b\"", "0 < handbook | 3 | -"],
    );
    check(
        &format!("5\n{source}\nQuote: so \"b\""),
        &["0 = 5 Quote: so \"b\"", "0 < handbook | 3 | -"],
    );
    check("5\nQuote: \"b\"", &["0 = 5 Quote: \"b\""]);
}

#[test]
fn a_line_of_quotation_goes_to_the_source_above() {
    let source = "Source: handbook, p. 3";
    let cited = "0 < handbook | 3 | the fee";
    for line in [
        "\"the fee\"",
        "> \"the fee\"",
        "- *\"the fee\"*.",
        "\"the fee\"\n- so",
    ] {
        let found = labelled(&["fee"], &format!("5\n{source}\n{line}"));
        assert_eq!(found.get(1).map(String::as_str), Some(cited), "{line}");
    }
    for line in ["\n\"the fee\"", "\"the fee\" is so", "so \"the fee\""] {
        let found = labelled(&["fee"], &format!("5\n{source}\n{line}"));
        assert_eq!(found[1], "0 < handbook | 3 | -", "{line}");
    }
    for next in ["[annex]", "(annex)", "Source: annex", "- Evidence: annex"] {
        check(
            &format!("5\n{source}\n\"the fee\"\n{next}"),
            &["0 = 5", "0 < handbook | 3 | -", "0 < annex | - | the fee"],
        );
    }
}

#[test]
fn markers_in_a_line_that_cites_nothing_else_are_read() {
    check(
        "Fee: 5\nSource: so they say [1]\n\nReferences\n[1] handbook, p. 2",
        &["0 = 5 Source: so they say", "0 < handbook | 2 | -"],
    );
    check(
        "5\nQuote: \"b\" [handbook] and (annex)",
        &["0 = 5 and", "0 < handbook | - | b", "0 < annex | - | -"],
    );
}
