//! Tests of quotations and brackets, by near misses of each rule.

use super::scan::{find_brackets, find_holding, find_quotes, single_quote_before};

fn quotes(text: &str) -> Vec<&str> {
    let found = find_quotes(text, |_| false);
    found.iter().map(|q| &text[q.inner.clone()]).collect()
}

#[test]
fn a_quotation_holds_its_own_bytes_only() {
    let text = "\"ab\",";
    let found = find_quotes(text, |_| false);
    let holds: Vec<bool> = (0..text.len())
        .map(|at| find_holding(&found, at).is_some())
        .collect();
    assert_eq!(holds, [true, true, true, true, false]);
}

#[test]
fn straight_quotes_open_and_close_by_what_they_touch() {
    for (text, expected) in [
        ("he said \"wait—\". Then", &["wait—"][..]),
        ("a (\".5 kg\" b) c", &[".5 kg"]),
        ("It ends.\"Then this\" x", &["Then this"]),
        ("a stop.\" then b\" x", &[]),
        ("ab\", cd\" x", &[]),
        ("a \" b \" c", &[]),
        ("\"a 5\", \"b\" x", &["a 5", "b"]),
        ("\"a 5\",b\" x", &["a 5"]),
        ("\"a 5\" -b\" x", &["a 5"]),
        ("\"a 5\" x [h] b\" y", &["a 5"]),
        ("\"a 5\" x (h) b\" y", &["a 5"]),
        ("\"a 5\" x\nb\" y", &["a 5"]),
        ("\"a 5\" x \" b", &["a 5"]),
        ("\"a 5\" x=\"b\" y", &["a 5", "b"]),
        ("\"a 5\" pipe\" b", &["a 5\" pipe"]),
        ("\"a b\" pipe\" b", &["a b"]),
    ] {
        assert_eq!(quotes(text), expected, "{text}");
    }
}

#[test]
fn delimiters_nest_to_a_fixed_depth() {
    let nested = |n: usize| format!("{}{}", "(".repeat(n), ")".repeat(n));
    let first = |n: usize| find_brackets(&nested(n), &[], |_| false)[0].outer.start;
    assert_eq!((first(31), first(32), first(33), first(34)), (0, 0, 1, 2));
    let quoted = |n: usize| format!("{}{}", "“".repeat(n), "”".repeat(n));
    let first = |n: usize| find_quotes(&quoted(n), |_| false)[0].outer.start / "“".len();
    assert_eq!((first(31), first(32), first(33), first(34)), (0, 0, 1, 2));
}

#[test]
fn no_bracket_runs_over_a_blank_line() {
    let brackets = |text: &str| {
        let quotes = find_quotes(text, |_| false);
        let found = find_brackets(text, &quotes, |_| false);
        found
            .iter()
            .map(|b| text[b.outer.clone()].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(brackets("(a\nb) c"), ["(a\nb)"]);
    assert_eq!(brackets("(a\n b\nc) d"), ["(a\n b\nc)"]);
    assert_eq!(
        brackets("(a\n\"q\"\nb)"),
        ["(a\n\"q\"\nb)"],
        "a quotation fills its line"
    );
    assert_eq!(brackets("(a\n\nb) c"), [""; 0]);
    assert_eq!(brackets("(a\n \t\nb) (c)"), ["(c)"]);
    assert_eq!(
        brackets("【a [b】 c]"),
        ["【a [b】"],
        "an inner opener left open is dropped"
    );
}

#[test]
fn single_quotes_before_a_marker_stay_in_their_paragraph() {
    let found = |text: &str, floor: usize| {
        single_quote_before(text, floor, text.len()).map(|q| (q.outer, text[q.inner].to_owned()))
    };
    assert_eq!(found("x 'the fee'", 0), Some((2..11, "the fee".into())));
    assert_eq!(found("x ‘the fee’", 0), Some((2..15, "the fee".into())));
    assert_eq!(found("xx 'a\n\nb'", 0), None, "opened a paragraph before");
    assert_eq!(found("x\n\n'b c'", 0), Some((3..8, "b c".into())));
    assert_eq!(found("x\n\n'ab'", 1), Some((3..7, "ab".into())));
    assert_eq!(
        found("x'ab'", 1),
        None,
        "an apostrophe before the floor's word"
    );
    assert_eq!(found("'ab'", 1), None, "opened before the floor");
    assert_eq!(found("x ' b'", 0), None, "a blank behind the opener");
    assert_eq!(found("x 'b '", 0), None, "a blank before the closer");
    assert_eq!(found("x 'b", 0), None, "no closer");
}
