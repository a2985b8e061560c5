//! Tests of what a wording says: its bases, intervals, conditions and nouns, by near misses of each rule.

use serde_json::json;

use super::tests::{alias_errors, aliases, bank, check_json, claim, question};
use super::wording::{Wording, is_numerator_of, stem, stems};

/// The nouns of the bases, `-` for a bare `each`.
fn bases(text: &str, with_intervals: bool) -> Vec<String> {
    let wording = Wording::new(text);
    let bases = wording.bases(with_intervals).into_iter();
    bases
        .map(|b| b.noun.unwrap_or_else(|| "-".into()))
        .collect()
}

#[test]
fn what_amounts_are_counted_per() {
    for (text, expected) in [
        ("£5 per booking", &["booking"][..]),
        ("5 per cent", &[]),
        ("£5 as per rule", &[]),
        ("£5 each", &["-"]),
        ("£5 each visit", &["visit"]),
        ("£5 apiece", &["-"]),
        ("5 metres from each other", &[]),
        ("£5 every visit", &["visit"]),
        ("£5 every Monday", &[]),
        ("£5 every other Monday", &[]),
        ("£5 every 20 minutes", &[]),
        ("£5 every day", &[]),
        ("£5 a day", &["day"]),
        ("£5 a day a person", &["day", "person"]),
        ("3 trolleys a visit", &["visit"]),
        ("red a visit", &[]),
        ("a day", &[]),
        ("£5 a the", &[]),
        ("£5 a", &[]),
        ("£5 monthly", &["month"]),
        ("£5 monthly, fee", &["month"]),
        ("£5 monthly under cover", &["month"]),
        ("£5 monthly when wet", &["month"]),
        ("£5 monthly 3", &["month"]),
        ("monthly fee of £5", &[]),
        ("£5 per the one full day", &["day"]),
        ("£5 per 2 days", &["day"]),
        ("£5 per of of of of day", &["day"]),
        ("£5 per of of of of of day", &["-"]),
        ("£5 per if", &["-"]),
        ("£5 per annum", &["year"]),
        ("£5/visit", &["visit"]),
        ("£5 / Visit", &["visit"]),
        ("£5/ 3", &[]),
        ("60 km/h", &[]),
    ] {
        let expected: Vec<String> = expected
            .iter()
            .map(|noun| {
                if *noun == "-" {
                    "-".to_owned()
                } else {
                    stem(noun)
                }
            })
            .collect();
        assert_eq!(bases(text, false), expected, "{text}");
    }
    assert_eq!(bases("every 20 minutes", true), [stem("minute")]);
    assert_eq!(bases("every other day", true), [stem("day")]);
    assert_eq!(bases("monthly fee", true), [stem("month")]);
}

#[test]
fn bases_are_shown_as_written() {
    let words = |text: &str| {
        let bases = Wording::new(text).bases(false);
        bases.into_iter().map(|b| b.words).collect::<Vec<_>>()
    };
    assert_eq!(words("£5 per full day now"), ["per full day"]);
    assert_eq!(words("£5 each"), ["each"]);
    assert_eq!(words("£5 monthly"), ["monthly"]);
    assert_eq!(words("£5/visit"), ["/visit"]);
}

#[test]
fn every_adverb_and_every_short_unit_names_its_time() {
    for (adverb, noun) in [
        ("hourly", "hour"),
        ("daily", "day"),
        ("nightly", "night"),
        ("weekly", "week"),
        ("fortnightly", "fortnight"),
        ("monthly", "month"),
        ("quarterly", "quarter"),
        ("yearly", "year"),
        ("annually", "year"),
    ] {
        let value = format!("£5 a {noun}");
        assert!(
            alias_errors("wage", json!("quantity"), &value, &format!("£5 {adverb}")).is_empty(),
            "{adverb}"
        );
        let other = if noun == "day" {
            "£5 a week"
        } else {
            "£5 a day"
        };
        let found = alias_errors("wage", json!("quantity"), other, &format!("£5 {adverb}"));
        assert_eq!(found, ["alias_drops_basis"], "{adverb}");
    }
    for (short, noun) in [
        ("s", "second"),
        ("sec", "second"),
        ("min", "minute"),
        ("mins", "minute"),
        ("h", "hour"),
        ("hr", "hour"),
        ("hrs", "hour"),
        ("d", "day"),
        ("wk", "week"),
        ("mo", "month"),
        ("yr", "year"),
        ("a", "year"),
    ] {
        assert_eq!(
            bases(&format!("£5/{short}"), false),
            [stem(noun)],
            "{short}"
        );
    }
}

#[test]
fn what_recurs() {
    for (text, intervals, recurs) in [
        ("every 20 minutes", 1, true),
        ("every day", 1, true),
        ("every other day", 1, true),
        ("every few days", 1, true),
        ("every 3rd day", 1, true),
        ("every third week", 1, true),
        ("every second", 1, true),
        ("every second Tuesday", 0, false),
        ("every other Tuesday", 0, false),
        ("every few visits", 0, false),
        ("every visit", 0, false),
        ("every 5 kg", 0, false),
        ("every 5 km/h", 0, false),
        ("every", 0, false),
        ("each day", 0, true),
        ("each visit", 0, false),
        ("at intervals of 20 minutes", 0, true),
        ("20 minutes apart", 0, true),
        ("daily", 0, true),
        ("once a day", 0, true),
        ("once per day", 0, true),
        ("a day", 0, false),
        ("once a visit", 0, false),
        ("per 20 minutes", 0, true),
        ("per 20 visits", 0, false),
        ("20 minutes", 0, false),
    ] {
        let wording = Wording::new(text);
        assert_eq!(wording.intervals().len(), intervals, "{text}");
        assert_eq!(wording.recurs(), recurs, "{text}");
    }
}

#[test]
fn conditions_end_with_their_clause() {
    let conditions = |text: &str| {
        let found = Wording::new(text).conditions();
        found
            .into_iter()
            .map(|c| (c.words, c.content.into_iter().collect::<Vec<_>>().join(" ")))
            .collect::<Vec<_>>()
    };
    let pair = |words: &str, content: &str| (words.to_owned(), content.to_owned());
    assert_eq!(conditions("closed if wet, dry"), [pair("if wet", "wet")]);
    assert_eq!(conditions("closed if it is"), [pair("if it is", "")]);
    assert_eq!(conditions("closed if"), [pair("if", "")]);
    assert_eq!(
        conditions("closed unless wet when hot"),
        [pair("unless wet", "wet"), pair("when hot", "hot")]
    );
    assert_eq!(conditions("closed. wet"), []);
}

#[test]
fn what_a_number_counts() {
    let counted = |text: &str| {
        let wording = Wording::new(text);
        wording
            .quantities
            .first()
            .and_then(|q| wording.counted_noun(q))
    };
    for text in [
        "3 trolleys",
        "3 folding trolleys",
        "3 trolleys each",
        "3 trolleys daily",
        "3 trolleys under cover",
        "3 trolleys of wood",
        "3 trolleys, red",
        "3 trolleys (red)",
        "3 trolleys when wet",
        "3 trolleys 4",
    ] {
        assert_eq!(counted(text), Some(stem("trolleys")), "{text}");
    }
    assert_eq!(counted("3 times"), Some(stem("times")));
    assert_eq!(counted("3"), None);
    assert_eq!(counted("3 kg"), None);
}

#[test]
fn words_of_a_rate() {
    let basis = |text: &str| {
        let wording = Wording::new(text);
        wording
            .quantities
            .first()
            .and_then(|q| wording.worded_basis(q))
    };
    assert_eq!(
        basis("flow 10 litres per minute now").as_deref(),
        Some("per minute")
    );
    assert_eq!(basis("10 litres a minute").as_deref(), Some("a minute"));
    assert_eq!(basis("60 km/h"), None);
    assert_eq!(basis("10 litres"), None);
    let first = |text: &str| Wording::new(text).quantities[0].clone();
    let rate = first("10 litres per minute");
    assert!(is_numerator_of(&first("10 litres"), &rate));
    assert!(is_numerator_of(&first("10 ml"), &rate));
    assert!(
        !is_numerator_of(&first("10 kg"), &rate),
        "another dimension"
    );
    assert!(!is_numerator_of(&rate, &rate), "a rate itself");
    assert!(
        !is_numerator_of(&first("10 litres"), &first("10 litres")),
        "of no rate"
    );
    assert!(!is_numerator_of(&first("10"), &rate), "no unit");
}

#[test]
fn words_with_their_parts() {
    let found: Vec<String> = stems("half-day").into_iter().collect();
    assert_eq!(found, ["day", "half", "half-day"]);
    assert!(!stems("a - b").contains(""), "no empty part");
}

#[test]
fn values_that_aliases_may_write_otherwise() {
    let value = &["alias_drops_value"][..];
    aliases(&[
        ("dose", "text", "once a day", "daily", &[]),
        (
            "dose",
            "text",
            "once a day",
            "weekly",
            &["alias_drops_basis", "alias_drops_value"],
        ),
        ("dose", "text", "once a day", "once", &["alias_drops_basis"]),
        ("end", "text", "second half", "H2", &[]),
        ("end", "text", "second half", "H1", value),
        ("end", "text", "second quarter", "Q2", &[]),
        ("end", "text", "second quarter", "H2", value),
        ("end", "text", "second month", "Q2", value),
        ("form", "text", "version 2.10", "v2.10", &[]),
        ("form", "text", "version 2.10", "v2.1", value),
        ("meeting", "text", "every fortnight", "every 2 weeks", &[]),
        ("meeting", "text", "every fortnight", "every 3 weeks", value),
        ("meeting", "interval", "every fortnight", "fortnight", &[]),
        ("gate time", "time", "13:00", "1:00", value),
        ("gate time", "time", "12:59", "12:59", &[]),
        ("gate time", "time", "12:30", "12:30 pm", &[]),
        ("opening", "date", "3 April 2020", "3 April 2021", value),
        ("opening", "date", "3 April 2020", "3 May 2020", value),
        ("opening", "date", "3 April 2020", "4 April 2020", value),
        ("opening", "date", "3 April 2020", "2020", value),
        ("opening", "date", "April 2020", "3 April 2020", &[]),
        ("opening", "date", "in 1889", "1889", &[]),
        ("opening", "date", "in 1889", "1890", value),
        ("opening", "text", "on Monday", "on Tuesday", value),
        ("code", "text", "gate B7", "gate B8", value),
        (
            "fee",
            "quantity",
            "£5 every visit",
            "£5",
            &["alias_drops_basis"],
        ),
        ("fee", "quantity", "£5 every Monday", "£5 on Mondays", &[]),
        ("gap", "text", "5 metres from each other", "5 metres", &[]),
        (
            "flow",
            "quantity",
            "10 litres per minute",
            "10 litres",
            &["alias_drops_basis"],
        ),
        (
            "flow",
            "quantity",
            "10 litres per minute",
            "10",
            &["alias_drops_basis", "alias_drops_unit"],
        ),
    ]);
}

#[test]
fn granted_conditions_are_bounds_of_a_cap() {
    let code = &["alias_drops_condition"][..];
    aliases(&[
        ("deadline", "cap", "within 30 days", "30 days", &[]),
        ("deadline", "minimum", "within 30 days", "30 days", code),
        ("deadline", "cap", "before 30 days", "30 days", code),
        (
            "guests",
            "cap",
            "only guests of 3 members",
            "guests of 3 members",
            code,
        ),
    ]);
}

#[test]
fn a_second_part_that_is_lost() {
    let warning = |value: &str, alias: &str| {
        let one = question("tools", vec![claim("c", "tools", value, &[alias])]);
        let warnings = check_json(&bank(vec![one])).warnings;
        let lost = warnings
            .into_iter()
            .find(|w| w.code.code() == "alias_may_drop_conjunct");
        lost.map(|w| w.message)
    };
    let lost = |value: &str, alias: &str, part: &str| {
        let message =
            format!("{alias:?} has nothing of {part:?}; check that it is the whole answer");
        assert_eq!(
            warning(value, alias),
            Some(message),
            "{value:?} -> {alias:?}"
        );
    };
    lost("a rake and a spade", "a rake", "a spade");
    lost("a rake plus spade", "a rake", "spade");
    lost("a rake as well as spade", "a rake", "well as spade");
    for (value, alias) in [
        ("a rake and a spade", "spade"),
        ("a rake and the", "a rake"),
        ("a rake as tall", "a rake"),
        ("a rake well made", "a rake"),
        ("and rake", "so"),
    ] {
        assert_eq!(warning(value, alias), None, "{value:?} -> {alias:?}");
    }
}
