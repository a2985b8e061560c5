//! Tests of both adapters.

use std::collections::BTreeMap;

use crate::attempt::{Adapter, Attempt, ParsedAnswer, SegmentKind};
use crate::bank::{BankDocument, Question};

use super::{Unreadable, parse_answer};

pub(super) fn question(fields: &[&str]) -> Question {
    Question {
        id: "q1".into(),
        question: "What is asked?".into(),
        required_fields: fields.iter().map(|f| (*f).to_owned()).collect(),
        is_unanswerable: false,
        field_types: BTreeMap::new(),
        claims: Vec::new(),
        compositions: BTreeMap::new(),
    }
}

pub(super) fn bank() -> Vec<BankDocument> {
    [
        ("handbook", "handbook.pdf"),
        ("annex", "annex.txt"),
        ("fees", "Fee list 2024.pdf"),
    ]
    .map(|(id, file)| BankDocument {
        id: id.into(),
        file: file.into(),
        sha256: None,
    })
    .into()
}

pub(super) fn attempt(adapter: Adapter, raw: &str) -> Attempt {
    Attempt {
        workflow: "w".into(),
        repetition: 1,
        question_id: "q1".into(),
        adapter,
        raw: Some(raw.into()),
        error: None,
        produced_at: None,
        source_cards: Vec::new(),
        bank_sha256: None,
    }
}

pub(super) fn parse(
    fields: &[&str],
    adapter: Adapter,
    raw: &str,
    heading: Option<&str>,
) -> Result<ParsedAnswer, Unreadable> {
    let parsed = parse_answer(&question(fields), &bank(), &attempt(adapter, raw), heading)?;
    assert_partition(raw, &parsed);
    Ok(parsed)
}

pub(super) fn assert_partition(raw: &str, parsed: &ParsedAnswer) {
    let mut joined = String::new();
    for segment in &parsed.segments {
        assert_eq!(
            segment.range.start(),
            joined.len(),
            "no gap before {segment:?} of {raw:?}"
        );
        assert!(!segment.range.is_empty(), "an empty segment in {raw:?}");
        joined.push_str(&raw[segment.range.start()..segment.range.end()]);
    }
    assert_eq!(joined, raw, "the segments are the raw text");
    for citation in parsed.citations.iter().chain(&parsed.uncited_references) {
        let range = citation.range;
        assert!(
            raw.get(range.start()..range.end()).is_some(),
            "the range of {citation:?}"
        );
    }
}

/// An answer in one line a field and a citation, for comparing.
pub(super) fn show(parsed: &ParsedAnswer) -> Vec<String> {
    let mut lines = Vec::new();
    for field in &parsed.fields {
        let words: Vec<_> = field.prose.split_whitespace().collect();
        lines.push(format!("{} = {}", field.field_idx, words.join(" ")));
    }
    let cite = |c: &crate::attempt::EmittedCitation| {
        let part = |p: &Option<String>| p.clone().unwrap_or_else(|| "-".into());
        let dangling = if c.is_dangling { " dangling" } else { "" };
        format!(
            "{} | {} | {}{dangling}",
            part(&c.document),
            part(&c.page),
            part(&c.quote)
        )
    };
    for citation in &parsed.citations {
        let field = citation.field_idx.map_or("x".into(), |f| f.to_string());
        lines.push(format!("{field} < {}", cite(citation)));
    }
    lines.extend(
        parsed
            .uncited_references
            .iter()
            .map(|c| format!("uncited {}", cite(c))),
    );
    lines.extend(parsed.extra.iter().map(|e| format!("extra {e}")));
    lines
}

pub(super) fn labelled(fields: &[&str], raw: &str) -> Vec<String> {
    show(&parse(fields, Adapter::LabelledText, raw, None).expect("labelled text is readable"))
}

pub(super) fn structured(fields: &[&str], raw: &str) -> Vec<String> {
    show(&parse(fields, Adapter::StructuredJson, raw, None).expect("readable"))
}

const TWO: &[&str] = &["opening time", "duty officer"];
const ONE: &[&str] = &["fee"];

#[track_caller]
fn check(fields: &[&str], raw: &str, expected: &[&str]) {
    assert_eq!(labelled(fields, raw), expected, "{raw}");
}

#[test]
fn labels_in_every_dress() {
    for raw in [
        "Opening time: 07:30\nDuty officer: Ann",
        "opening_time: 07:30\nDUTY_OFFICER : Ann",
        "- **Opening time:** 07:30\n- **Duty officer**: Ann",
        "1. Opening time – 07:30\n2) Duty   officer - Ann",
        "## Opening time\n07:30\n## Duty officer\nAnn",
        "**Opening time**\n\n07:30\n\n__Duty officer__\nAnn",
        "| Opening time | 07:30\n| Duty officer | Ann",
        "> *Opening time*: 07:30\r\n> `duty_officer`: Ann",
        "Opening time: 07:30 Duty officer: Ann",
        "### Opening time: 07:30\n### Duty officer: Ann",
    ] {
        let parsed = parse(TWO, Adapter::LabelledText, raw, None).expect("readable");
        let words: Vec<String> = parsed
            .fields
            .iter()
            .map(|f| {
                f.prose
                    .trim_matches(|c: char| "*_`> \r\n;".contains(c))
                    .to_owned()
            })
            .collect();
        assert_eq!(words, ["07:30", "Ann"], "{raw}");
        assert!(parsed.extra.is_empty(), "{raw}: {:?}", parsed.extra);
        assert!(parsed.has_labels, "{raw}");
    }
}

#[test]
fn a_remark_between_label_and_colon_may_be_dressed() {
    for raw in [
        "Fee (in summer): £4",
        "**Fee (in summer)**: £4",
        "**Fee** (in summer): £4",
        "**Fee (in summer):** £4",
    ] {
        let found = labelled(ONE, raw);
        assert_eq!(found, ["0 = (in summer) £4"], "{raw}");
    }
}

#[test]
fn what_is_no_label() {
    check(TWO, "Opening time 07:30", &["extra Opening time 07:30"]);
    check(
        TWO,
        "The opening time - 07:30",
        &["extra The opening time - 07:30"],
    );
    check(
        TWO,
        "Reopening time: 07:30",
        &["extra Reopening time: 07:30"],
    );
    check(
        TWO,
        "Opening time-table: 07:30",
        &["extra Opening time-table: 07:30"],
    );
    check(
        TWO,
        "Opening time: 07:30 \"duty officer: Ann\" said",
        &["0 = 07:30 \"duty officer: Ann\" said"],
    );
    check(
        TWO,
        "Opening time: 07:30 (duty officer: Ann)",
        &["0 = 07:30 (duty officer: Ann)"],
    );
    check(
        TWO,
        "Opening time: 07:30 [Duty officer: Ann]",
        &["0 = 07:30 [Duty officer: Ann]"],
    );
}

#[test]
fn labels_longest_first() {
    check(
        &["time", "opening time"],
        "Opening time: 07:30\nTime: noon",
        &["1 = 07:30", "0 = noon"],
    );
}

#[test]
fn an_open_quotation_swallows_no_label() {
    check(
        TWO,
        "Opening time: \"07:30\n\nDuty officer: Ann \"A\" Lee",
        &["0 = \"07:30", "1 = Ann \"A\" Lee"],
    );
    check(
        TWO,
        "Opening time: 07:30 (early\nDuty officer: Ann :)",
        &["0 = 07:30 (early", "1 = Ann :)"],
    );
}

#[test]
fn one_field_needs_no_label() {
    check(
        ONE,
        "5 pounds \"the fee is 5 pounds\" [handbook, p. 1]",
        &["0 = 5 pounds", "0 < handbook | 1 | the fee is 5 pounds"],
    );
    check(
        ONE,
        "Here it is.\nFee: 5 pounds",
        &["0 = 5 pounds", "extra Here it is."],
    );
    check(ONE, "", &["0 = "]);
}

#[test]
fn a_label_met_twice_stands_twice() {
    check(ONE, "Fee: 5\nFee: 6", &["0 = 5", "0 = 6"]);
    check(ONE, "## Fee\nFee: 5", &["0 = 5"]);
}

#[test]
fn citation_forms() {
    for (raw, expected) in [
        ("5 [handbook, p. 3]", "handbook | 3 | -"),
        ("5 (handbook, page 3)", "handbook | 3 | -"),
        ("5 [handbook p.3: \"the fee\"]", "handbook | 3 | the fee"),
        ("5 \"the fee\" [handbook]", "handbook | - | the fee"),
        (
            "5 “the fee” (Handbook.pdf, p. 3)",
            "Handbook.pdf | 3 | the fee",
        ),
        ("5 «the fee» [p. iv]", "- | iv | the fee"),
        (
            "5 ‘the club’s fee’ [handbook, pp. 3-4]",
            "handbook | 3-4 | the club’s fee",
        ),
        ("5 'the fee' (handbook)", "handbook | - | the fee"),
        (
            "5\nSource: handbook, p. 3: \"the fee\"",
            "handbook | 3 | the fee",
        ),
        (
            "5\n**Source:** handbook.pdf (page 3)",
            "handbook.pdf | 3 | -",
        ),
        (
            "5\n- Evidence: \"the fee\" — Fee list 2024, p. 2",
            "Fee list 2024 | 2 | the fee",
        ),
        (
            "5\nCitation: [handbook, p. 3] \"the fee\"",
            "handbook | 3 | the fee",
        ),
        ("5 \"the fee\"\nSource: handbook", "handbook | - | the fee"),
        (
            "5\nSource: handbook, p. 3\nQuote: \"the fee\"",
            "handbook | 3 | the fee",
        ),
        (
            "5\nQuote: \"the fee\"\nSource: handbook, p. 3",
            "handbook | 3 | the fee",
        ),
        (
            "5\nSource: handbook, p. 3\n\"the fee\"",
            "handbook | 3 | the fee",
        ),
        ("5 [charter.pdf]", "charter.pdf | - | -"),
        ("5 [Members' Charter, p. 3]", "Members' Charter | 3 | -"),
        ("5 (old handbook, p. 3)", "- | 3 | -"),
        ("5 [old handbook, p. 3]", "old handbook | 3 | -"),
        ("5 [see page 3 of the handbook]", "handbook | 3 | -"),
        ("5 [handbook, p. 3]: \"the fee\"", "handbook | 3 | the fee"),
        ("5 [handbook](handbook.pdf#page=3)", "handbook | 3 | -"),
        (
            "5 \"the fee\" **[handbook, p. A-3]**",
            "handbook | A-3 | the fee",
        ),
        (
            "5 \"the fee\". (Source: handbook, page 3)",
            "handbook | 3 | the fee",
        ),
        ("5 【handbook, p. 3】", "handbook | 3 | -"),
        ("5 [handbook, section 4, p. 3]", "handbook | 3 | -"),
        (
            "5 [“Fee list 2024.pdf”, page 3 of 12]",
            "Fee list 2024.pdf | 3 | -",
        ),
        ("5\nSource: Harbour Charter", "Harbour Charter | - | -"),
    ] {
        let shown = labelled(ONE, raw);
        let cites: Vec<&str> = shown
            .iter()
            .filter_map(|l| l.strip_prefix("0 < "))
            .collect();
        assert_eq!(cites, [expected], "{raw}");
    }
}

#[test]
fn the_prose_is_free_of_citations() {
    for raw in [
        "Fee: 5 pounds [handbook, p. 3]",
        "Fee: 5 pounds \"the fee is 6 pounds\" [handbook, p. 3]",
        "Fee: 5 pounds\nSource: handbook, p. 3: \"the fee is 6 pounds\"",
        "Fee: 5 pounds [1]\n\nReferences:\n[1] handbook, p. 3: \"the fee is 6 pounds\"",
        "Fee: 5 pounds (see handbook, p. 3)",
        "Fee: 5 pounds\nSources:\n- handbook, p. 3\n- annex, p. 1: \"six\"",
        "Fee: 5 pounds\nSource: none",
    ] {
        let parsed = parse(ONE, Adapter::LabelledText, raw, None).expect("readable");
        assert_eq!(parsed.fields[0].prose.trim(), "5 pounds", "{raw}");
        assert!(parsed.extra.is_empty(), "{raw}");
    }
}

#[test]
fn what_is_no_citation() {
    for raw in [
        "5 (the fees apply to all)",
        "5 (weekdays)",
        "5 [sic]",
        "5 [1]",
        "5 (2)",
        "5 \"the fee\" here",
        "Joanna O'Brien's 'log'",
        "5 (the page layout is new)",
        "5 [at most 3 pages long]",
        "the source is: unclear",
    ] {
        let parsed = parse(ONE, Adapter::LabelledText, raw, None).expect("readable");
        assert_eq!(parsed.citations, [], "{raw}");
        assert_eq!(parsed.fields[0].prose, raw, "nothing is lost");
    }
}

#[test]
fn words_inside_a_marker_stay_prose() {
    check(
        ONE,
        "5 [handbook, p. 3, though visitors pay 9]",
        &["0 = 5 though visitors pay 9", "0 < handbook | 3 | -"],
    );
    check(
        ONE,
        "5 (2 bicycles, p. 3)",
        &["0 = 5 2 bicycles", "0 < - | 3 | -"],
    );
}

#[test]
fn a_quotation_belongs_to_the_marker_right_after_it() {
    check(
        ONE,
        "The sign says \"five\" and \"the fee\" [handbook] [annex, p. 1]",
        &[
            "0 = The sign says \"five\" and",
            "0 < handbook | - | the fee",
            "0 < annex | 1 | -",
        ],
    );
    check(
        ONE,
        "5 \"a\" [handbook, p. 1] \"b\" [handbook, p. 2]",
        &["0 = 5", "0 < handbook | 1 | a", "0 < handbook | 2 | b"],
    );
    check(
        ONE,
        "5 [handbook, p. 1: \"a\"; annex, p. 2: \"b\"]",
        &["0 = 5", "0 < handbook | 1 | a", "0 < annex | 2 | b"],
    );
}

#[test]
fn numbered_references() {
    check(
        TWO,
        "Opening time: 07:30 [1]\nDuty officer: Ann [2][3]\n\nReferences\n[1] handbook, p. 2: \"opens\"\n[2] annex: \"Ann\"\n[4] handbook, p. 9: \"unused\"",
        &[
            "0 = 07:30",
            "1 = Ann",
            "0 < handbook | 2 | opens",
            "1 < annex | - | Ann",
            "1 < - | - | - dangling",
            "uncited handbook | 9 | unused",
        ],
    );
    check(
        ONE,
        "5 [1, 2]\n[1] handbook, p. 2\n[2] annex, p. 1",
        &["0 = 5", "0 < handbook | 2 | -", "0 < annex | 1 | -"],
    );
    check(
        ONE,
        "5[^1]\n\n[^1]: handbook, p. 2, \"the fee\"",
        &["0 = 5", "0 < handbook | 2 | the fee"],
    );
    check(
        ONE,
        "5 (1)\n\nSources:\n1. handbook, p. 2\n2. annex",
        &["0 = 5", "0 < handbook | 2 | -", "uncited annex | - | -"],
    );
    check(
        ONE,
        "5 \"the fee\" [1]\n\nSources:\n1. handbook, p. 2",
        &["0 = 5", "0 < handbook | 2 | the fee"],
    );
    check(
        ONE,
        "5 [7]\n\nReferences\n[1] handbook, p. 2",
        &[
            "0 = 5",
            "0 < - | - | - dangling",
            "uncited handbook | 2 | -",
        ],
    );
}

#[test]
fn numbers_that_lead_to_two_entries() {
    check(
        TWO,
        "Opening time: 07:30 [1]\n[1] handbook, p. 2\nDuty officer: Ann [1]\n[1] annex, p. 1",
        &[
            "0 = 07:30",
            "1 = Ann",
            "0 < handbook | 2 | -",
            "1 < annex | 1 | -",
        ],
    );
    check(
        ONE,
        "5 [1]\n\nReferences\n[1] handbook, p. 2\n[1] annex, p. 1",
        &["0 = 5", "0 < handbook | 2 | -", "0 < annex | 1 | -"],
    );
}

#[test]
fn prose_after_a_list_is_outside_the_fields() {
    check(
        ONE,
        "Fee: 5 [1]\n\nReferences\n[1] handbook, p. 2\n\nThe club is old.",
        &["0 = 5", "0 < handbook | 2 | -", "extra The club is old."],
    );
}

#[test]
fn source_cards_are_not_emitted() {
    let raw = "Fee: 5 pounds\n\n### Sources shown:\n1. handbook, p. 1: \"the fee\"\n\"x\" [annex]";
    let parsed = parse(ONE, Adapter::LabelledText, raw, Some("Sources shown")).expect("readable");
    assert_eq!(show(&parsed), ["0 = 5 pounds"], "neither cited nor prose");
    assert_eq!(
        parsed.segments.last().map(|s| s.kind),
        Some(SegmentKind::SourceCard),
        "a card"
    );
}

#[test]
fn citations_outside_fields_are_kept() {
    check(
        TWO,
        "See \"opens\" [handbook, p. 2].\nOpening time: 07:30\nDuty officer: Ann",
        &[
            "0 = 07:30",
            "1 = Ann",
            "x < handbook | 2 | opens",
            "extra See",
        ],
    );
}

#[test]
fn structured_forms() {
    let expected = [
        "0 = 07:30",
        "1 = Ann",
        "0 < handbook | 2 | opens",
        "1 < annex | iv | -",
    ];
    for raw in [
        r#"{"fields": {"opening time": {"answer": "07:30", "citations": [{"document": "handbook", "page": 2, "quote": "opens"}]},
            "Duty_Officer": {"citations": [{"page": "iv", "document": "annex", "quote": null}], "answer": "Ann"}}}"#,
        r#"{"answers": [{"field": "opening time", "answer": "07:30", "citations": [{"document": "handbook", "page": "2", "quote": "opens"}]},
            {"field": "duty officer", "answer": "Ann", "citations": [{"document": "annex", "page": "iv"}]}]}"#,
        "```json\n{\"fields\": {\"opening time\": {\"answer\": \"07:30 \\\"opens\\\" [handbook, p. 2]\"}, \"duty officer\": {\"answer\": \"Ann (annex, p. iv)\"}}}\n```",
    ] {
        assert_eq!(structured(TWO, raw), expected, "{raw}");
    }
}

#[test]
fn structured_duplicates_are_seen() {
    assert_eq!(
        structured(
            ONE,
            r#"{"fields": {"fee": {"answer": "5"}, "fee": {"answer": "6", "answer": "7"}}}"#
        ),
        ["0 = 5", "0 = 6", "0 = 7"],
        "every answer stands"
    );
    assert_eq!(
        structured(
            ONE,
            r#"{"fields": {"fee": {"answer": "5", "citations": [{"document": "annex", "quote": "a", "quote": "b"}]}}}"#
        ),
        ["0 = 5", "0 < annex | - | a", "0 < annex | - | b"],
        "every quotation stands"
    );
}

#[test]
fn structured_unknown_keys_are_extra() {
    let raw = r#"{"question_id": "q1", "note": "the club is old", "fields": {"fee": {"answer": "5", "why": "because"}, "other": "x"}}"#;
    assert_eq!(
        structured(ONE, raw),
        [
            "0 = 5",
            "extra note: the club is old",
            "extra why: because",
            "extra other: x"
        ],
        "unknown keys are kept"
    );
}

#[test]
fn structured_segments_point_into_the_escapes() {
    let raw = r#"{"fields": {"fee": {"answer": "\u00a35\ud83d\ude00 \"the fee\" [handbook]"}}}"#;
    let parsed = parse(ONE, Adapter::StructuredJson, raw, None).expect("readable");
    assert_eq!(
        show(&parsed),
        ["0 = £5😀", "0 < handbook | - | the fee"],
        "resolved"
    );
    let of_kind = |kind| {
        parsed
            .segments
            .iter()
            .filter(|s| s.kind == kind)
            .map(|s| &raw[s.range.start()..s.range.end()])
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of_kind(SegmentKind::FieldText),
        [r"\u00a35\ud83d\ude00 "],
        "as written"
    );
    assert_eq!(
        of_kind(SegmentKind::Quote),
        [r#"\"the fee\""#],
        "as written"
    );
}

#[test]
fn structured_markers_may_lead_to_the_citations_beside() {
    assert_eq!(
        structured(
            ONE,
            r#"{"fields": {"fee": {"answer": "5 [1] [2]", "citations": [{"document": "annex", "page": 1}]}}}"#
        ),
        ["0 = 5", "0 < - | - | - dangling", "0 < annex | 1 | -"],
        "the first is the citation itself, the second leads to nothing"
    );
}

#[test]
fn unreadable_outputs_say_where() {
    let at = |raw: &str| {
        let error = parse(ONE, Adapter::StructuredJson, raw, None).expect_err("unreadable");
        (error.line, error.column)
    };
    assert_eq!(at("{\"fields\": \n {\"fee\" "), (2, 8), "cut off");
    assert_eq!(at(" [1]"), (1, 2), "no object");
    assert_eq!(at("{\"fee\": 5}"), (1, 1), "no fields");
    let mut without = attempt(Adapter::LabelledText, "");
    without.raw = None;
    assert!(
        parse_answer(&question(ONE), &bank(), &without, None).is_err(),
        "no output"
    );
}

#[test]
fn a_quotation_may_go_on_below_its_entry() {
    check(
        ONE,
        "5 [1]\n[1] handbook, p. 2:\n\"the\nfee\"",
        &["0 = 5", "0 < handbook | 2 | the\nfee"],
    );
}

#[test]
fn lines_end_as_any_system_ends_them() {
    let texts = |raw: &str| -> Vec<String> {
        let lines = super::lines::split_lines(raw);
        lines
            .iter()
            .map(|line| raw[line.start..line.end].to_owned())
            .collect()
    };
    for raw in ["a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc", "a\r\nb\n\rc\n"] {
        assert_eq!(texts(raw), ["a", "b", "", "c"], "{raw:?}");
    }
    assert_eq!(texts("ab\rcd"), ["ab", "cd"], "no char is eaten");
}

#[test]
fn a_quotation_a_paragraph_above_a_marker_is_not_its_own() {
    let quoted = |raw: &str| {
        let parsed = parse(ONE, Adapter::LabelledText, raw, None).expect("readable");
        assert_eq!(parsed.citations.len(), 1, "{raw:?}");
        parsed.citations[0].quote.clone()
    };
    let own = Some("the fee".to_owned());
    assert_eq!(quoted("5 \"the fee\" [handbook]"), own);
    assert_eq!(quoted("5 \"the fee\", [handbook]"), own, "one stop between");
    assert_eq!(quoted("5 \"the fee\"\n[handbook]"), own, "the next line");
    assert_eq!(
        quoted("5 \"the fee\"\n\n[handbook]"),
        None,
        "the next paragraph"
    );
    assert_eq!(quoted("5 \"the fee\"\r\n \r\n[handbook]"), None, "the same");
    assert_eq!(quoted("5 \"the fee\".; [handbook]"), None, "two stops");
}

#[test]
fn pages_are_joined_by_dashes_and_in_the_plural_by_words() {
    let page = |marker: &str| {
        let raw = format!("5 [handbook, {marker}]");
        let parsed = parse(ONE, Adapter::LabelledText, &raw, None).expect("readable");
        parsed.citations.first().and_then(|one| one.page.clone())
    };
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(page("p. 3-4"), is("3-4"));
    assert_eq!(page("pp. 3 – 4"), is("3 – 4"), "blanks in the plural");
    assert_eq!(page("p. 3 of 10"), is("3"), "the number of pages is none");
    assert_eq!(page("pp. 3, 5 and 7"), is("3, 5 and 7"));
    assert_eq!(
        page("p. 3 - 4"),
        is("3"),
        "no range in the singular with blanks"
    );
    assert_eq!(page("p. 3 -4"), is("3"), "nor with one before");
    assert_eq!(page("p. 3- 4"), is("3"), "nor with one behind");
}

#[test]
fn a_number_leads_to_each_of_its_entries_once() {
    let list = |entries: &str| labelled(ONE, &format!("Fee: 5 [1]\n\nReferences\n{entries}"));
    assert_eq!(
        list("[1] handbook, p. 2: \"the  Fee\"\n[1] handbook, p. 2: \"the fee\""),
        ["0 = 5", "0 < handbook | 2 | the  Fee"],
        "the same words"
    );
    assert_eq!(
        list("[1] handbook, p. 2\n[1] handbook, p. 3").len(),
        3,
        "other pages"
    );
    assert_eq!(
        list("[1] handbook, p. 2\n[1] annex, p. 2").len(),
        3,
        "other documents"
    );
    assert_eq!(
        list("[1] handbook, p. 2: \"the fee\"\n[1] handbook, p. 2").len(),
        3,
        "one without a quotation says less"
    );
}
