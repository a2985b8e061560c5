//! The exports: read back by other readers, and harmless whatever the report holds.

mod common;

use common::{figure, report};
use proofmark_report::export::{
    DocumentText, annotations, attempts_csv, citations_csv, junit, obligations_csv, printable,
};
use proofmark_report::format::Report;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};

fn rows(bytes: &[u8]) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().expect("a header").clone();
    let row = |record: csv::StringRecord| {
        header
            .iter()
            .zip(&record)
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect()
    };
    reader
        .records()
        .map(|record| row(record.expect("as long as the header")))
        .collect()
}

#[test]
fn csv_has_verdict_and_human_decision_apart() {
    let bytes = attempts_csv(&report()).expect("written");
    assert!(bytes.ends_with(b"\"\r\n"), "lines end as RFC 4180 says");
    let rows = rows(&bytes);
    let column = |name: &str| {
        rows.iter()
            .map(|row| row[name].as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(column("verdict"), ["pass", "fail", "unresolved"]);
    assert_eq!(column("question_id"), ["q1", "q2", "q3"]);
    // Ada changed her mind; Ben decided about an obligation only.
    assert_eq!(column("human_decision"), ["", "does_not_hold", ""]);
    assert_eq!(column("human_note"), ["", "on second thought", ""]);
    assert_eq!(column("supporting"), ["1", "0", "0"]);
    let rows = super_rows(obligations_csv(&report()));
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["human_decision"], "cannot_tell");
    assert_eq!(
        (rows[0]["value"].as_str(), rows[0]["stated"].as_str()),
        ("EUR 900", "stated")
    );
    let rows = super_rows(citations_csv(&report()));
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (rows[0]["first_page"].as_str(), rows[0]["start"].as_str()),
        ("2", "40")
    );
    assert_eq!(
        (rows[1]["state"].as_str(), rows[1]["first_page"].as_str()),
        ("not_found", "")
    );
    assert_eq!(rows[1]["quote"], "'@SUM(1), \"two\"\nlines");
}

fn super_rows(
    bytes: Result<Vec<u8>, proofmark_report::Error>,
) -> Vec<std::collections::BTreeMap<String, String>> {
    rows(&bytes.expect("written"))
}

#[test]
fn people_who_disagree_are_both_heard() {
    let mut report = report();
    let audit = report.audit.as_mut().expect("the sample has decisions");
    let mut other = audit.decisions[0].clone();
    other.name = "Ben".to_owned();
    audit.decisions.push(other);
    let rows = super_rows(attempts_csv(&report));
    assert_eq!(rows[1]["human_decision"], "does_not_hold; holds");
    assert_eq!(rows[1]["human_name"], "Ada; Ben");
}

fn with_raw(text: &str) -> Report {
    let mut report = report();
    report.title = text.to_owned();
    for attempt in &mut report.attempts {
        attempt.workflow = text.to_owned();
        attempt.raw = Some(text.to_owned());
        attempt.segments.clear();
        attempt.error = Some(text.to_owned());
        attempt.reasons = vec![text.to_owned()];
        for explanation in &mut attempt.explanations {
            explanation.message = text.to_owned();
        }
        for citation in &mut attempt.citations {
            citation.quote = Some(text.to_owned());
        }
    }
    report
}

#[test]
fn no_cell_is_a_formula() {
    for text in [
        "=1+1",
        "+1",
        "-1",
        "@a",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "\u{FF1D}1",
        "\u{FEFF}=1",
        "\0=1",
    ] {
        let rows = super_rows(citations_csv(&with_raw(text)));
        assert_eq!(rows[0]["quote"], format!("'{text}"), "{text:?}");
        assert_eq!(rows[0]["workflow"], format!("'{text}"), "{text:?}");
    }
    for text in ["a=1", "'=1", "1-1", "", "é"] {
        let rows = super_rows(citations_csv(&with_raw(text)));
        assert_eq!(rows[0]["quote"], text);
    }
}

/// An element's name and its attributes.
type Element = (String, Vec<(String, String)>);

/// Returns every element, and the whole text.
fn xml(bytes: &[u8]) -> (Vec<Element>, String) {
    let content = std::str::from_utf8(bytes).expect("UTF-8");
    let mut reader = Reader::from_str(content);
    reader.config_mut().check_end_names = true;
    let (mut elements, mut depth) = (Vec::new(), 0_i32);
    loop {
        let event = reader.read_event().expect("well-formed");
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.expect("well-formed");
                    let value = quick_xml::escape::unescape(&attribute.value).expect("escaped");
                    let name = attribute.key.as_ref().to_owned();
                    (name, value.into_owned())
                });
                let name = start.name().as_ref().to_owned();
                elements.push((name, attributes.collect()));
                depth += i32::from(matches!(event, Event::Start(_)));
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "every element is closed");
    (elements, content.to_owned())
}

#[test]
fn junit_counts_and_says_why() {
    let (elements, content) = xml(&junit(&report()).expect("written"));
    let names: Vec<_> = elements.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "testsuites",
            "testsuite",
            "testcase",
            "testcase",
            "failure",
            "testcase",
            "skipped"
        ]
    );
    let attribute = |index: usize, name: &str| {
        elements[index]
            .1
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    };
    for suite in [0, 1] {
        assert_eq!(attribute(suite, "tests"), Some("3"));
        assert_eq!(attribute(suite, "failures"), Some("1"));
        assert_eq!(attribute(suite, "skipped"), Some("1"));
    }
    assert_eq!(attribute(2, "name"), Some("q1"));
    assert_eq!(attribute(4, "type"), Some("missing_obligation"));
    assert!(
        content.contains("The amount &lt;is&gt; not stated."),
        "{content}"
    );
    let mut qualifying = report();
    qualifying.qualification.workflow = Some("base".to_owned());
    qualifying.qualification.gates = serde_json::from_value(json!([
        { "id": "frozen", "repetition": null, "passed": false, "value": null,
          "needed_percent": null, "message": "the bank is not frozen" },
    ]))
    .expect("a gate");
    let (elements, _) = xml(&junit(&qualifying).expect("written"));
    let failures = elements
        .iter()
        .filter(|(name, _)| name == "failure")
        .count();
    assert_eq!(failures, 2, "a gate that does not hold fails too");
}

#[test]
fn annotations_carry_page_and_quotation() {
    let text: String = ["x".repeat(40).as_str(), "EUR 900 per\nmonth!", " and after"].concat();
    let texts = [DocumentText {
        id: "lease",
        text: &text,
    }];
    let read = |texts: &[DocumentText<'_>]| -> Value {
        let bytes = annotations(&report(), texts).expect("written");
        serde_json::from_slice(&bytes).expect("JSON")
    };
    let value = read(&texts);
    assert_eq!(value["@context"], "http://www.w3.org/ns/anno.jsonld");
    let items = value["items"].as_array().expect("a list");
    // Three anchors and the one citation that was found.
    assert_eq!(items.len(), 4);
    let mut ids: Vec<_> = items
        .iter()
        .map(|item| item["id"].as_str().expect("an id"))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4, "ids are unique");
    let target = &items[3]["target"][0];
    assert_eq!(target["source"], "lease.pdf");
    assert_eq!(
        target["selector"],
        json!([
            { "type": "FragmentSelector", "value": "page=2",
              "conformsTo": "http://tools.ietf.org/rfc/rfc3778" },
            { "type": "TextQuoteSelector", "exact": "EUR 900 per\nmonth!",
              "prefix": "x".repeat(32), "suffix": " and after" },
        ])
    );
    let cited = read(&[]);
    assert_eq!(
        cited["items"][3]["target"][0]["selector"][1]["exact"],
        "EUR 900 a month"
    );
    let short = [DocumentText {
        id: "lease",
        text: "too short",
    }];
    assert_eq!(
        read(&short),
        cited,
        "a span outside the text falls back to the words cited"
    );
}

#[test]
fn the_printable_page_stands_alone() {
    let page = printable(&report(), &[figure()]);
    assert_eq!(
        page,
        printable(&report(), &[figure()]),
        "same arguments, same bytes"
    );
    for part in [
        "default-src 'none'; img-src data:; style-src 'sha256-",
        "data:image/png;base64,iVBORw==",
        "<a href=\"#page-0\">page 2</a>",
        "points=\"10.00,20.00 90.00,20.00 90.00,30.00 10.00,30.00\"",
        "viewBox=\"0 0 200.00 1\"",
        "citation 1 &lt;b&gt;</li>",
        "■ fail",
        "◆ unresolved",
        "● pass",
        "does not hold",
        "&lt;img src=x onerror=alert(1)&gt;",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(
        page.matches("<text ").count(),
        1,
        "two lines of one highlight share a number"
    );
    harmless(&page);
}

#[test]
fn the_printable_page_numbers_the_gates_of_each_repetition() {
    let mut value = common::report_value();
    let gate = |repetition: Value| {
        json!({ "id": "citation_precision", "repetition": repetition, "passed": false,
            "value": [1, 2], "needed_percent": 95, "message": "too few" })
    };
    value["qualification"] = json!({ "workflow": "base", "qualified": false,
        "gates": [gate(json!(1)), gate(json!(2)), gate(json!(null))] });
    let report: Report = serde_json::from_value(value).expect("a report");
    let page = printable(&report, &[]);
    for words in [
        "citation_precision, repetition 1: ",
        "citation_precision, repetition 2: ",
        "citation_precision: ",
    ] {
        assert!(page.contains(words), "{words:?} stands in the page");
    }
}

/// Only our own tags, no script, nothing loaded, no inline handler or style.
fn harmless(page: &str) {
    let lower = page.to_ascii_lowercase();
    for part in [
        "<script",
        "javascript:",
        "style=\"",
        "url(",
        "<iframe",
        "<link",
        "@import",
    ] {
        assert!(!lower.contains(part), "{part}");
    }
    const TAGS: [&str; 39] = [
        "!doctype",
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "h2",
        "h3",
        "p",
        "ul",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "span",
        "strong",
        "code",
        "bdi",
        "pre",
        "blockquote",
        "figure",
        "figcaption",
        "div",
        "img",
        "svg",
        "g",
        "polygon",
        "text",
        "a",
        "br",
        "em",
        "b",
        "i",
        "small",
    ];
    for (at, _) in page.match_indices('<') {
        let name: String = page[at + 1..]
            .trim_start_matches('/')
            .chars()
            .take_while(|char| char.is_ascii_alphanumeric() || *char == '!')
            .collect();
        assert!(TAGS.contains(&name.as_str()), "{name:?} at {at}");
    }
    for source in page.split(" src=\"").skip(1) {
        assert!(
            source.starts_with("data:image/png;base64,"),
            "{:?}",
            source.get(..40)
        );
    }
    for link in page.split(" href=\"").skip(1) {
        assert!(link.starts_with("#page-"), "{:?}", link.get(..40));
    }
    assert_eq!(page.matches("<pre").count(), page.matches("</pre>").count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_report_holds_exports_stay_in_form(text in any::<String>(), tail in "[<>&\"'=,;\r\n\t\u{0}-\u{1F}\u{FFFE}\u{202E}]{0,8}") {
        let report = with_raw(&format!("{text}{tail}"));
        for rows in [attempts_csv(&report), obligations_csv(&report), citations_csv(&report)] {
            for row in super_rows(rows) {
                for cell in row.values() {
                    let first = cell.trim_start().chars().next();
                    prop_assert!(!matches!(first, Some('=' | '+' | '-' | '@')), "{:?}", cell);
                }
            }
        }
        xml(&junit(&report).expect("written"));
        annotations(&report, &[]).expect("written");
        // The markup around the text is the same whatever the text is.
        let page = printable(&report, &[figure()]);
        let tags = |page: &str| page.matches('<').count();
        prop_assert_eq!(tags(&page), tags(&printable(&with_raw("x"), &[figure()])));
    }
}
