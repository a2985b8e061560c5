//! Strict reading: what is refused, where, and what is kept.

use proofmark_json::{
    MAX_DEPTH, ReadError, Value, char_starts, first_difference, lookup, outline, parse, place, read,
};
use proptest::prelude::*;

#[track_caller]
fn refused(input: &[u8], line: usize, column: usize, part: &str) {
    let error = parse(input).expect_err("the input is no JSON");
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.message.contains(part), "{error}");
}

#[test]
fn refuses_and_names_the_place() {
    refused(b"", 1, 1, "a value");
    refused(b"{\n  \"a\": 1,\n}", 3, 1, "a key");
    refused("{\"é\": x}".as_bytes(), 1, 7, "'x'");
    refused(b"[1 2]", 1, 4, "',' or ']'");
    refused(b"[01]", 1, 2, "begin with 0");
    refused(b"[-]", 1, 3, "a digit");
    refused(b"[1.]", 1, 4, "a digit");
    refused(b"[1e+]", 1, 5, "a digit");
    refused(b"[.5]", 1, 2, "a value");
    refused(b"[+1]", 1, 2, "a value");
    refused(b"[NaN]", 1, 2, "a value");
    refused(b"\"a\nb\"", 1, 3, "escaped");
    refused(b"\"abc", 1, 1, "not closed");
    refused(b"\"\\x\"", 1, 3, "backslash");
    refused(b"\"\\u12g4\"", 1, 6, "hexadecimal");
    refused(b"\"\\ud83d\"", 1, 2, "surrogate");
    refused(b"\"\\ud83d\\u0041\"", 1, 2, "surrogate");
    refused(b"\"\\ude00\"", 1, 2, "surrogate");
    refused(b"{} {}", 1, 4, "the end");
    refused(b"{'a': 1}", 1, 2, "a key");
    refused(b"// no\n{}", 1, 1, "a value");
    refused(b"\"ab\xFFc\"", 1, 4, "UTF-8");
    refused(b"{\"a\" 1}", 1, 6, "':'");
    refused(b"tru", 1, 1, "a value");
    refused(b"```json\n{}\n```", 1, 1, "a value");
}

#[test]
fn depth_is_limited() {
    let nest = |depth: usize| [vec![b'['; depth], vec![b']'; depth]].concat();
    assert!(
        parse(&nest(MAX_DEPTH)).is_ok(),
        "the limit itself is allowed"
    );
    refused(&nest(MAX_DEPTH + 1), 1, MAX_DEPTH + 1, "levels deep");
    assert!(
        parse(&vec![b'['; 1_000_000]).is_err(),
        "no stack is exhausted"
    );
    assert!(
        read::<serde_json::Value>(&nest(MAX_DEPTH)).is_ok(),
        "typed reading goes as deep"
    );
}

#[test]
fn keeps_order_numbers_duplicates_and_places() {
    let input = "\u{FEFF}{\"b\": 1.50, \"a\": [true, \"x\\u00e9\"], \"b\": null}".as_bytes();
    let node = parse(input).expect("this is JSON");
    let object = node.value.as_object().expect("an object");
    let keys: Vec<_> = object
        .members
        .iter()
        .map(|member| member.key.as_str())
        .collect();
    assert_eq!(keys, ["b", "a", "b"]);
    assert_eq!(
        object.members[0].node.value.as_number().map(|n| n.as_str()),
        Some("1.50")
    );
    assert_eq!(&input[node.span.start..node.span.start + 1], b"{");
    let list = lookup(&node, "/a").expect("a member");
    assert_eq!(&input[list.span.clone()], b"[true, \"x\\u00e9\"]");
    assert_eq!(
        lookup(&node, "/a/1").and_then(|node| node.value.as_str()),
        Some("xé")
    );
    let duplicates = node.duplicates();
    assert_eq!(duplicates.len(), 1);
    assert_eq!(duplicates[0].pointer, "/b");
    assert_eq!(&input[duplicates[0].key_span.clone()], b"\"b\"");
    assert!(matches!(
        read::<serde_json::Value>(input),
        Err(ReadError::Duplicate {
            line: 1,
            column: 37,
            ..
        })
    ));
}

#[test]
fn removing_a_key_takes_every_copy() {
    let mut node = parse(b"{\"a\":1,\"b\":2,\"a\":3}").expect("this is JSON");
    let Value::Object(object) = &mut node.value else {
        panic!("an object")
    };
    assert_eq!(
        object.remove("a").and_then(|node| node.value.as_u64()),
        Some(1)
    );
    assert_eq!(node, parse(b"{\"b\":2}").expect("this is JSON"));
}

#[test]
fn pointers_follow_rfc_6901() {
    let node = parse(br#"{"a/b": 1, "m~n": 2, "": 3, "l": [4, 5], "~1": 6}"#).expect("JSON");
    let number = |pointer| lookup(&node, pointer).and_then(|node| node.value.as_u64());
    assert_eq!(number("/a~1b"), Some(1));
    assert_eq!(number("/m~0n"), Some(2));
    assert_eq!(number("/"), Some(3));
    assert_eq!(number("/l/1"), Some(5));
    assert_eq!(number("/~01"), Some(6));
    for missing in [
        "/l/01", "/l/-", "/l/2", "/l/+1", "l", "/m~n", "/a~2b", "/l/1/0",
    ] {
        assert_eq!(number(missing), None, "{missing}");
    }
    assert_eq!(lookup(&node, ""), Some(&node));
}

#[test]
fn places_of_chars_in_strings() {
    let input = br#"  "a\n\ud83d\ude00z""#;
    let node = parse(input).expect("this is JSON");
    assert_eq!(char_starts(input, &node.span), [3, 4, 6, 18, 19]);
    assert!(
        char_starts(input, &(0..3)).is_empty(),
        "no string stands there"
    );
    assert!(
        char_starts(input, &(900..901)).is_empty(),
        "outside the input"
    );
}

#[test]
fn first_differences_are_named() {
    let differ = |left: &str, right: &str| {
        let [left, right] = [left, right].map(|text| parse(text.as_bytes()).expect("JSON"));
        first_difference(&left, &right)
    };
    assert_eq!(differ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"), None);
    assert_eq!(
        differ("{\"a\":[1,{\"x\":2}]}", "{\"a\":[1,{\"x\":3}]}").as_deref(),
        Some("/a/1/x")
    );
    assert_eq!(differ("[1]", "[1,2]").as_deref(), Some("/1"));
    assert_eq!(
        differ("{\"a\":1}", "{\"a\":1,\"b/c\":2}").as_deref(),
        Some("/b~1c")
    );
    assert_eq!(
        differ("{\"a\":1,\"b\":2}", "{\"a\":1}").as_deref(),
        Some("/b")
    );
    assert_eq!(
        differ("{\"a\":1}", "{\"a\":1,\"a\":1}").as_deref(),
        Some("/a")
    );
    assert_eq!(differ("1", "\"1\"").as_deref(), Some(""));
}

#[test]
fn an_outline_keeps_the_outermost_level() {
    let written = br#"{"schema":"a/1","rows":[[1,{"x":2}]],"more":{"k":1},"n":1.50,"t":true}"#;
    let outlined = outline(written).expect("JSON");
    let kept = parse(br#"{"schema":"a/1","rows":[],"more":{},"n":1.50,"t":true}"#).expect("JSON");
    assert_eq!((outlined.top, outlined.duplicate), (kept, None));

    let outlined = outline(br#"[3, {"gold":[1],"id":"x"}, {"other":1}]"#).expect("JSON");
    let kept = parse(br#"[{"gold":[],"id":null}]"#).expect("JSON");
    assert_eq!((outlined.top, outlined.duplicate), (kept, None));

    assert_eq!(
        outline(br#""text""#).expect("JSON").top,
        parse(br#""text""#).expect("JSON")
    );
}

/// JSON with repeated keys, some of them written with escapes.
fn with_repeated_keys() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("\"a\"".to_owned()),
        Just("null".to_owned())
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![Just("a"), Just("b"), Just("\\u0061"), Just("~/"), Just("c")];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(","))),
            proptest::collection::vec((key, inner), 0..4).prop_map(|members| {
                let members = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\":{value}"));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn an_outline_finds_the_first_repeated_key(input in with_repeated_keys()) {
        let node = parse(input.as_bytes()).expect("JSON");
        let outlined = outline(input.as_bytes()).expect("JSON");
        prop_assert_eq!(outlined.duplicate, node.duplicates().into_iter().next(), "{}", input);
        prop_assert_eq!(outlined.top.value.kind(), node.value.kind());
        prop_assert_eq!(outlined.top.span, node.span);
    }

    #[test]
    fn an_outline_is_as_strict(input in "[\\[\\]{},:\"\\\\ut01.eE+-9ralsfn \n]{0,16}") {
        let whole = parse(input.as_bytes()).err();
        prop_assert_eq!(outline(input.as_bytes()).err(), whole, "{}", input);
    }

    #[test]
    fn any_bytes_end_in_an_answer(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = parse(&input) {
            prop_assert!(error.offset <= input.len());
            prop_assert_eq!(place(&input, error.offset), (error.line, error.column));
        }
    }

    #[test]
    fn agrees_with_another_reader(input in "[\\[\\]{},:\"\\\\ut01.eE+-9ralsfn \n]{0,12}") {
        let ours = parse(input.as_bytes()).is_ok();
        // The other reader refuses numbers beyond a double; this one keeps them as written.
        let theirs = match serde_json::from_str::<serde_json::Value>(&input) {
            Ok(_) => true,
            Err(error) => error.to_string().contains("number out of range"),
        };
        prop_assert_eq!(ours, theirs, "{}", input);
    }

    #[test]
    fn strings_come_back(text in any::<String>()) {
        let input = serde_json::to_vec(&text).expect("a string is JSON");
        let node = parse(&input).expect("this is JSON");
        prop_assert_eq!(node.value.as_str(), Some(text.as_str()));
        prop_assert_eq!(char_starts(&input, &node.span).len(), text.chars().count() + 1);
    }
}
