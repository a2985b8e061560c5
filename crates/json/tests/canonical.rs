//! The canonical form of RFC 8785.

use std::collections::BTreeMap;

use proofmark_json::{CanonicalError, canonical, lookup, parse, to_canonical};
use proptest::prelude::*;
use serde::Serialize;

fn form(input: &str) -> Result<String, CanonicalError> {
    let node = parse(input.as_bytes()).expect("the input is JSON");
    canonical(&node.value).map(|bytes| String::from_utf8(bytes).expect("canonical JSON is UTF-8"))
}

#[test]
fn numbers_are_written_as_ecmascript_writes_them() {
    // Expected forms by the algorithm Number::toString of ECMA-262.
    for (written, expected) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("1.0", "1"),
        ("1.50", "1.5"),
        ("100e-2", "1"),
        ("1E3", "1000"),
        ("123456789012345678901", "123456789012345680000"),
        ("1e21", "1e+21"),
        ("999999999999999900000", "999999999999999900000"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("-12.5e-9", "-1.25e-8"),
        ("9007199254740993", "9007199254740992"),
        ("5e-324", "5e-324"),
        ("1e-400", "0"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("0.1", "0.1"),
        ("0.30000000000000004", "0.30000000000000004"),
    ] {
        assert_eq!(form(written).as_deref(), Ok(expected), "{written}");
    }
    assert_eq!(
        form("1e999"),
        Err(CanonicalError::OutOfRange {
            number: "1e999".to_owned()
        })
    );
}

#[test]
fn keys_stand_in_utf16_order() {
    // U+1F600 begins with the unit D83D, which comes before U+FB01, though its scalar is larger.
    let sorted = form("{\"\u{FB01}\":1,\"\u{1F600}\":2,\"z\":3,\"\":4,\"Z\":5,\"10\":6,\"9\":7}");
    assert_eq!(
        sorted.as_deref(),
        Ok("{\"\":4,\"10\":6,\"9\":7,\"Z\":5,\"z\":3,\"\u{1F600}\":2,\"\u{FB01}\":1}")
    );
}

#[test]
fn strings_escape_only_what_must_be() {
    let input = r#""\u0000\u001f\b\t\n\f\r\"\\\/\u007f\u00e9\u2028""#;
    let expected = "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\u{7f}é\u{2028}\"";
    assert_eq!(form(input).as_deref(), Ok(expected));
}

#[test]
fn blanks_go_and_nothing_is_normalised() {
    let input = "{ \"b\" : [ true , null ] ,\n \"a\" : { } , \"e\u{301}\": \"\u{e9}\" }";
    assert_eq!(
        form(input).as_deref(),
        Ok("{\"a\":{},\"b\":[true,null],\"e\u{301}\":\"\u{e9}\"}")
    );
}

#[test]
fn repeated_keys_have_no_form() {
    let expected = Err(CanonicalError::DuplicateKey {
        key: "a".to_owned(),
    });
    assert_eq!(form("{\"a\":1,\"\\u0061\":1}"), expected);
}

#[test]
fn our_types_are_exact() {
    #[derive(Serialize)]
    enum Kind {
        Unit,
        New(u8),
        Pair(u8, i8),
        Named { z: Option<bool>, a: char },
    }
    #[derive(Serialize)]
    struct All {
        z: Vec<Kind>,
        a: BTreeMap<String, ()>,
    }
    let all = All {
        z: vec![
            Kind::Unit,
            Kind::New(1),
            Kind::Pair(2, -3),
            Kind::Named { z: None, a: 'x' },
        ],
        a: BTreeMap::from([("k".to_owned(), ())]),
    };
    let written = to_canonical(&all).expect("everything here is exact");
    assert_eq!(
        String::from_utf8(written).as_deref(),
        Ok(
            r#"{"a":{"k":null},"z":["Unit",{"New":1},{"Pair":[2,-3]},{"Named":{"a":"x","z":null}}]}"#
        )
    );
    assert_eq!(to_canonical(&[1.0_f64]), Err(CanonicalError::Float));
    assert_eq!(to_canonical(&Some(f32::NAN)), Err(CanonicalError::Float));
    assert!(
        to_canonical(&((1_u64 << 53) - 1)).is_ok(),
        "the largest exact integer"
    );
    assert!(matches!(
        to_canonical(&(1_u64 << 53)),
        Err(CanonicalError::Inexact { .. })
    ));
    assert!(matches!(
        to_canonical(&i64::MIN),
        Err(CanonicalError::Inexact { .. })
    ));
    let keyed = BTreeMap::from([(1, 2)]);
    assert!(matches!(
        to_canonical(&keyed),
        Err(CanonicalError::Unsupported(_))
    ));
}

proptest! {
    #[test]
    fn a_type_is_written_as_its_json_would_be(
        map in prop::collection::btree_map(
            any::<String>(),
            prop::collection::vec((any::<String>(), any::<Option<i32>>(), any::<bool>()), 0..4),
            0..6,
        ),
    ) {
        let nested = BTreeMap::from([("b", &map), ("\u{10000}", &map), ("\u{FFFD}", &map)]);
        let json = serde_json::to_vec(&nested).expect("JSON");
        let read = canonical(&parse(&json).expect("JSON").value).expect("finite");
        prop_assert_eq!(to_canonical(&nested).expect("exact"), read);
    }

    #[test]
    fn canonical_form_is_stable(text in any::<String>(), number in any::<f64>(), key in any::<String>()) {
        prop_assume!(number.is_finite() && key != "k" && key != "n");
        let value = serde_json::json!({ "k": text, "n": [number], key: {} });
        let once = form(&value.to_string()).expect("there is a canonical form");
        let twice = form(&once).expect("there is a canonical form");
        prop_assert_eq!(&once, &twice);
        // `serde_json` does not round every double correctly, so the standard library judges.
        let back = parse(once.as_bytes()).expect("canonical JSON is JSON");
        let written = lookup(&back, "/n/0").and_then(|node| node.value.as_number());
        prop_assert_eq!(written.and_then(|written| written.as_f64()), Some(number));
    }
}
