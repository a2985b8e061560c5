//! Tests of how prose is read: words, clauses, bounds, values and declines, by near misses of each rule.

use proofmark_text::{TextRange, tokenize};

use crate::bank::{AnswerScope, BankDocument, Claim, FieldKind, FieldType};

use super::decline::{Absence, judge_absence, names_of};
use super::operators::{Bound, Operators};
use super::prose::{Prose, Stretch, is_long, part_keys};
use super::rates::is_same_rate;
use super::values::{Registered, Relation, find_values};
use super::words::words;

fn stems(text: &str) -> Vec<String> {
    Prose::new(text).stems
}

#[test]
fn contractions_are_two_words() {
    let parts = |text: &str| part_keys(&tokenize(text)).join(" ");
    for (text, expected) in [
        ("cannot", "can not"),
        ("can't", "can not"),
        ("won't", "will not"),
        ("shan't", "shall not"),
        ("ain't", "is not"),
        ("mustn't", "must not"),
        ("isn't it", "is not it"),
        ("it's", "it's"),
    ] {
        assert_eq!(parts(text), expected);
    }
}

#[test]
fn texts_up_to_a_limit_are_read() {
    assert!(!is_long(&"a".repeat(400_000)));
    assert!(is_long(&"a".repeat(400_001)));
}

#[test]
fn stretches_of_prose() {
    let prose = Prose::new("ab cd, ef");
    let stretch = |start, end| Stretch { start, end };
    assert_eq!(prose.written(stretch(0, 2)), "ab cd");
    assert_eq!(prose.written(stretch(1, 3)), "cd, ef");
    assert_eq!(prose.written(stretch(1, 1)), "");
    assert_eq!(prose.written(stretch(2, 9)), "");
    assert_eq!(prose.stretch_of(TextRange::new(0, 3)), stretch(0, 1));
    assert_eq!(prose.stretch_of(TextRange::new(1, 4)), stretch(0, 2));
    assert_eq!(prose.stretch_of(TextRange::new(2, 3)), stretch(1, 1));
    assert!(prose.is_one_clause(stretch(0, 2)));
    assert!(!prose.is_one_clause(stretch(1, 3)), "a comma parts them");
    assert!(!prose.is_one_clause(stretch(1, 1)), "empty");
}

fn absence(text: &str) -> String {
    let document = |id: &str, file: &str| BankDocument {
        id: id.into(),
        file: file.into(),
        sha256: None,
    };
    let documents = [
        document("bylaw", "harbour-rules_2024.pdf"),
        document("annex", "annex.txt"),
    ];
    let names = names_of("harbour_fee", &documents);
    let prose = Prose::new(text);
    match judge_absence(
        &prose,
        &names,
        &stems("What is the harbour fee for 2 dogs?"),
    ) {
        Absence::Empty => "empty".to_owned(),
        Absence::Decline => "decline".to_owned(),
        Absence::Ambiguous => "open".to_owned(),
        Absence::Speculation(stretch) => format!("guess {}", prose.written(stretch)),
        Absence::Supplied(stretch) => format!("value {}", prose.written(stretch)),
    }
}

#[test]
fn declines_absences_values_and_guesses() {
    for (text, expected) in [
        ("", "empty"),
        ("UNKNOWN.", "decline"),
        ("The harbour fee is not stated", "decline"),
        (
            "harbour-rules 2024 does not state the harbour fee",
            "decline",
        ),
        ("It is silent", "open"),
        ("It is silent, £5 was paid", "value £5"),
        ("It is silent about 2 dogs", "open"),
        ("It is silent about 3", "guess about 3"),
        ("It is silent, with 3", "value 3"),
        ("It is silent in harbour-rules 2024", "open"),
        ("It is silent in harbour-rules 2023", "value 2023"),
        ("It is silent in harbour-rules 2024, £5", "value £5"),
        ("It is silent on page 3", "open"),
        ("It is silent on p 3", "open"),
        ("It is silent on pages 3, 4 and 7 to 9", "open"),
        ("It is silent in tables 3, 4", "open"),
        ("It is silent in tables, so 4", "value 4"),
        ("It is silent in one section", "open"),
        ("Nothing is said", "open"),
        ("Nothing is due", "value Nothing"),
        ("It is free of charge", "value free of charge"),
        (
            "The harbour master decides",
            "value The harbour master decides",
        ),
        ("Probably £5", "guess Probably"),
        ("Silent, about £5", "guess about £5"),
        ("Silent, £5", "value £5"),
        ("Probably the master", "guess Probably"),
        ("It is probably not stated", "open"),
        ("Probably the harbour fee", "guess Probably"),
        ("Silent; probably the harbour fee", "open"),
        ("Silent; probably the master", "guess probably"),
        ("Silent; probably the annex", "open"),
        ("Silent; probably about it", "open"),
        ("Silent; perhaps, the master", "open"),
        ("Silent; perhaps probably", "open"),
        ("Perhaps the master is silent", "open"),
        ("Perhaps the master, silent", "guess Perhaps"),
        ("Perhaps silent; the master", "open"),
        ("The master, probably", "guess probably"),
    ] {
        assert_eq!(absence(text), expected, "{text:?}");
    }
}

/// The bound on the only value of a text.
fn bound(text: &str) -> Option<Bound> {
    let prose = Prose::new(text);
    let operators = Operators::new(&prose);
    let values = find_values(&prose, &operators, &stems("guests"));
    assert_eq!(values.len(), 1, "{text}");
    values[0].bound
}

#[test]
fn bounds_reach_a_number_over_passable_words() {
    for (text, expected) in [
        ("4 guests", None),
        ("at most 4", Some(Bound::Upper)),
        ("at most the 4", Some(Bound::Upper)),
        ("at most, 4", None),
        ("at most big 4", None),
        ("4 at most", Some(Bound::Upper)),
        ("4 guests at most", Some(Bound::Upper)),
        ("4 horses at most", None),
        ("4, at most", None),
        ("4 or more", Some(Bound::Lower)),
        ("under 4", Some(Bound::StrictUpper)),
        ("more than 4", Some(Bound::StrictLower)),
        ("no more than 4", Some(Bound::Upper)),
        ("only 4", Some(Bound::Exact)),
        ("only the 4", Some(Bound::Exact)),
        ("only about 4", None),
        ("4 only", Some(Bound::Exact)),
        ("4 guests only", Some(Bound::Exact)),
        ("4 guests only, please", Some(Bound::Exact)),
        ("4 guests only with a guide", None),
        ("at most of the of the of the of the 4", Some(Bound::Upper)),
        ("at most a of the of the of the of the 4", None),
        ("4 of the of the of the of the at most", Some(Bound::Upper)),
        ("4 a of the of the of the of the at most", None),
    ] {
        assert_eq!(bound(text), expected, "{text}");
    }
}

fn claim(value: &str) -> Claim {
    Claim {
        id: "c".into(),
        field: "guests".into(),
        description: String::new(),
        value: value.into(),
        accepted_values: vec![value.into()],
        scope: AnswerScope::Field,
        role_phrases: Vec::new(),
        evidence: Vec::new(),
    }
}

/// How the first value of `text` relates to the registered `value` in a field of that kind.
fn relation(kind: FieldKind, value: &str, text: &str) -> Relation {
    let field_type = FieldType { kind, noun: None };
    let registered = Registered::new(&claim(value), Some(&field_type), &stems("guests"));
    let prose = Prose::new(text);
    let operators = Operators::new(&prose);
    let values = find_values(&prose, &operators, &[]);
    let found = values.first().map(|value| registered.relation(value));
    assert_eq!(
        values.first().map(|value| registered.is_comparable(value)),
        found.map(|relation| relation != Relation::None),
        "comparable where there is a relation"
    );
    found.unwrap_or_else(|| panic!("no value in {text}"))
}

#[test]
fn values_beside_registered_ones() {
    use FieldKind::{Cap, Count, Minimum, Quantity, Text};
    for (kind, value, text, expected) in [
        (Quantity, "5 kg", "5 kg", Relation::Equal),
        (Quantity, "5 kg", "5000 g", Relation::Equal),
        (Quantity, "5 kg", "6 kg", Relation::Conflict),
        (Quantity, "5 kg", "6 m", Relation::None),
        (Quantity, "5 kg", "5", Relation::Compatible),
        (Quantity, "5 kg", "5 boxes", Relation::None),
        (Quantity, "5.04 kg", "5.0 kg", Relation::Rounded),
        (Quantity, "5 to 7 kg", "6 kg", Relation::Compatible),
        (Quantity, "5 to 7 kg", "6 m", Relation::None),
        // A bound in the answer that the registered value keeps is no other value.
        (Quantity, "5 kg", "at most 6 kg", Relation::Compatible),
        (Quantity, "5 kg", "at most 4 kg", Relation::Conflict),
        (Quantity, "5 kg", "under 6 kg", Relation::Compatible),
        (Quantity, "5 kg", "under 4 kg", Relation::Conflict),
        (Quantity, "5 kg", "at least 4 kg", Relation::Compatible),
        (Quantity, "5 kg", "at least 6 kg", Relation::Conflict),
        (Quantity, "5 kg", "over 4 kg", Relation::Compatible),
        (Quantity, "5 kg", "over 6 kg", Relation::Conflict),
        (Quantity, "5 kg", "exactly 6 kg", Relation::Conflict),
        (Quantity, "at most 5 kg", "at most 6 kg", Relation::Conflict),
        (Cap, "5 kg", "at most 6 kg", Relation::Conflict),
        (Minimum, "5 kg", "at most 6 kg", Relation::Compatible),
        (Quantity, "€5", "at most £6", Relation::Conflict),
        (Quantity, "£5", "at most £6", Relation::Compatible),
        // Bare numbers are compared where they count the same.
        (Count, "3 guests", "3", Relation::Equal),
        (Count, "3 guests", "4", Relation::Conflict),
        (Count, "3 guests", "4 guests", Relation::Conflict),
        (Count, "3 guests", "4 horses", Relation::None),
        (Count, "3 guests", "page 4", Relation::None),
        (Count, "3 guests", "in 1999", Relation::None),
        (Count, "3 guests", "4-guest", Relation::Conflict),
        (Count, "3 guests", "4-horse", Relation::None),
        (Count, "3 guests", "4 or more horses", Relation::Conflict),
        (Count, "3 guests", "4, horses", Relation::Conflict),
        (Count, "3 guests", "the 4th", Relation::None),
        (Count, "3 guests", "4 big red guests", Relation::Conflict),
        (Count, "3 guests", "4 big red old guests", Relation::None),
        (Text, "at most big 3 guests", "4", Relation::None),
        (Text, "big at most 3 guests", "4", Relation::None),
        (Text, "3 guests", "4", Relation::Conflict),
        (Text, "the 3 big red guests", "4", Relation::Conflict),
        (Text, "at most 3 guests", "4", Relation::Conflict),
        (Text, "3 big red old guests", "4", Relation::None),
        (Text, "big 3 guests", "4", Relation::None),
        (Text, "the third guest", "4", Relation::None),
        (Text, "3 kg", "4", Relation::None),
        (Text, "red", "4", Relation::None),
        (Text, "3 guests and 5 horses", "4", Relation::None),
    ] {
        assert_eq!(
            relation(kind, value, text),
            expected,
            "{value:?} and {text:?}"
        );
    }
}

#[test]
fn rates_over_two_spans_of_time() {
    let is_same = |text: &str, value: &str| {
        let prose = Prose::new(text);
        let operators = Operators::new(&prose);
        let values = find_values(&prose, &operators, &[]);
        let first = values.first().expect("a value");
        is_same_rate(&prose, first, &claim(value))
    };
    for (text, value, expected) in [
        ("£28 per week", "£4 per day", true),
        ("£28 a week", "£4 a day", true),
        ("£28 per week", "£5 per day", false),
        ("£4 per week", "£4 per week", false),
        ("€28 per week", "£4 per day", false),
        ("28 per week", "£4 per day", false),
        ("28 per week", "4 per day", true),
        ("£120 per year", "£10 per month", true),
        ("£130 per year", "£10 per month", false),
        // Months have no fixed number of days.
        ("£31 per month", "£1 per day", true),
        ("£28 for a week", "£4 per day", false),
        ("£28", "£4 per day", false),
        ("€30 per 100 km", "€0.30 per km", true),
        ("€30 per 100 km", "€0.30/km", true),
        ("€0.03 per 100 m", "€0.30 per km", true),
        ("€30 per 100 km", "€0.31 per km", false),
        ("€30 per 100 kg", "€0.30 per km", false),
        ("€30 per 0 km", "€0.30 per km", false),
        ("$30 per 100 km", "€0.30 per km", false),
        ("€10 per 2 hours", "€5 per hour", true),
        ("6 hours per 2 tins", "3 hours per tin", true),
        ("6 hours per 2 tins", "3 hours per boat", false),
        ("6 hours per 3 tins", "3 hours per tin", false),
        ("£28 per week", "£4", false),
    ] {
        assert_eq!(is_same(text, value), expected, "{text} and {value}");
    }
}

#[test]
fn names_in_patterns_stand_for_their_own() {
    assert!(words().patterns("decline").len() > 5);
    let names = names_of("pump interval", &[]);
    let is_clean = |text: &str| super::decline::is_clean_decline(&Prose::new(text), &names);
    assert!(is_clean("The pump interval is not stated"));
    assert!(!is_clean("The boat interval is not stated"));
}

#[test]
fn s4_dates_and_times_of_several_readings_conflict_where_none_is_registered() {
    let kind = FieldKind::Time;
    for (text, expected) in [
        ("6:45", Relation::Compatible),
        ("8:15", Relation::Conflict),
        ("06:45", Relation::Equal),
        ("about 8:15", Relation::Compatible),
        ("about the 8:15", Relation::Compatible),
        ("about, 8:15", Relation::Conflict),
    ] {
        assert_eq!(relation(kind, "06:45", text), expected, "{text}");
    }
}

#[test]
fn s4_a_lone_number_of_four_digits_is_a_year_in_a_field_of_dates() {
    let read = |text: &str| {
        let prose = Prose::new(text);
        let mut values = find_values(&prose, &Operators::new(&prose), &[]);
        values[0].read_as_year(&prose);
        matches!(values[0].kind, super::values::ValueKind::Date(_))
    };
    for year in ["1889", "the 1889", "in 1889", "1889."] {
        assert!(read(year), "{year}");
    }
    for other in [
        "188",
        "1,889",
        "1889 metres",
        "1889 members",
        "page 1889",
        "-1889",
        "£1889",
    ] {
        assert!(!read(other), "{other}");
    }
}

#[test]
fn s7_a_wording_is_asked_where_its_sentence_ends_in_a_question_mark() {
    let asked = |text: &str| Prose::new(text).is_asked(Stretch { start: 0, end: 2 });
    for text in [
        "the gate?",
        "the gate is open?",
        "the gate (now)?",
        "the gate 3.5?",
    ] {
        assert!(asked(text), "{text}");
    }
    for text in [
        "the gate",
        "the gate. Is it?",
        "the gate\nIs it?",
        "the gate; is it?",
        "the gate!?",
    ] {
        assert!(!asked(text), "{text}");
    }
}

#[test]
fn s7_a_bound_may_stand_in_brackets_of_its_own() {
    for (text, expected) in [
        ("4 (max)", Some(Bound::Upper)),
        ("4 (max.)", Some(Bound::Upper)),
        ("4 guests (at most)", Some(Bound::Upper)),
        ("4 (minimum)", Some(Bound::Lower)),
        ("4 (max of them)", None),
        ("4 (so max)", None),
        ("4, max", None),
        ("4 guests, (max)", None),
    ] {
        assert_eq!(bound(text), expected, "{text}");
    }
}

#[test]
fn s4_a_number_of_times_in_one_word_is_one_in_two() {
    for (value, text, expected) in [
        ("twice a day", "2 times a day", Relation::Equal),
        ("twice a day", "three times a day", Relation::Conflict),
        ("3 times a day", "thrice a day", Relation::Equal),
        ("3 times a day", "twice a day", Relation::Conflict),
        ("3 cups a day", "twice a day", Relation::None),
    ] {
        assert_eq!(
            relation(FieldKind::Text, value, text),
            expected,
            "{value}, {text}"
        );
    }
}

#[test]
fn s4_a_space_or_a_point_may_group_digits() {
    let of = |text: &str| {
        let prose = Prose::new(text);
        let values = find_values(&prose, &Operators::new(&prose), &[]);
        let registered = Registered::new(&claim("1,376 m"), None, &[]);
        values.last().map(|value| registered.relation(value))
    };
    for (text, expected) in [
        ("1 376 m", Relation::Compatible),
        ("1 377 m", Relation::Conflict),
        ("at 1 376 m", Relation::Compatible),
        ("376 m", Relation::Conflict),
        ("2 1 376 m", Relation::Compatible),
        ("11 376 m", Relation::Conflict),
        ("1.1 376 m", Relation::Conflict),
        ("1  376 m", Relation::Conflict),
        ("1 37 m", Relation::Conflict),
        ("1.376 m", Relation::Compatible),
        ("1.377 m", Relation::Conflict),
        ("1.37 m", Relation::Conflict),
        ("0.376 m", Relation::Conflict),
        ("1.376.000 m", Relation::Conflict),
    ] {
        assert_eq!(of(text), Some(expected), "{text}");
    }
}

#[test]
fn s4_punctuation_parts_what_a_negation_reaches() {
    let whole = |prose: &Prose<'_>| Stretch {
        start: 0,
        end: prose.len(),
    };
    for (text, n_parted, is_parted) in [
        ("no food is allowed", 0, false),
        ("no, food is allowed", 1, true),
        ("no: food is allowed", 1, true),
        ("no - food is allowed", 1, true),
        ("no food, no drink", 1, false),
        ("not food and not drink", 0, false),
        ("neither, nor", 1, true),
    ] {
        let prose = Prose::new(text);
        assert_eq!(prose.n_parted(whole(&prose)), n_parted, "{text}");
        assert_eq!(prose.is_parted_negation(whole(&prose)), is_parted, "{text}");
    }
}

#[test]
fn s3_a_number_in_brackets_with_its_unit_outside_may_be_negative() {
    for (text, expected) in [
        ("($4,382) million", true),
        ("(4,382) million", true),
        ("($4,382 million)", false),
        ("$4,382 million", false),
        ("$4,382 (million)", false),
        ("1) 4,382 million", false),
    ] {
        let prose = Prose::new(text);
        let whole = Stretch {
            start: 0,
            end: prose.len(),
        };
        assert_eq!(prose.is_accounting_negative(whole), expected, "{text}");
    }
}
