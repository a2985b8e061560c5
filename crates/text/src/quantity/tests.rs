use proptest::prelude::*;

use super::*;

/// One line a quantity: the text it covers, its signed value, and what it is of.
fn shown(text: &str) -> Vec<String> {
    find_quantities(text)
        .iter()
        .map(|q| {
            let of = match (&q.unit, q.currency, &q.noun) {
                (Some(unit), Some(currency), _) => {
                    format!("{:?}|{}", unit.dimension, currency.code)
                }
                (Some(unit), None, _) => match unit.per {
                    Some(per) => format!("{:?}/{per:?}", unit.dimension),
                    None => format!("{:?}", unit.dimension),
                },
                (None, Some(currency), _) => currency.code.to_owned(),
                (None, None, Some(noun)) => format!("[{noun}]"),
                (None, None, None) => "-".to_owned(),
            };
            let approximate = if q.is_approximate { "~" } else { "" };
            let ordinal = if q.form == Form::Ordinal { "#" } else { "" };
            format!(
                "{} = {approximate}{ordinal}{} {of}",
                &text[q.range.start()..q.range.end()],
                q.value()
            )
        })
        .collect()
}

fn one(text: &str) -> Quantity {
    let found = find_quantities(text);
    assert_eq!(found.len(), 1, "{text:?}: {:?}", shown(text));
    found.into_iter().next().expect("there is one")
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(shown(text), expected, "{text}");
}

#[test]
fn numerals_in_digits() {
    check("13 hours", &["13 hours = 46800 Time"]);
    check("1,577 and 1.5", &["1,577 = 1577 -", "1.5 = 3/2 -"]);
    check("1\u{a0}000 kg", &["1\u{a0}000 kg = 1000 Mass"]);
    check("€12,50", &["€12,50 = 25/2 EUR"]);
    check("0.75 minutes", &["0.75 minutes = 45 Time"]);
    check("1.234.567,5", &["1.234.567,5 = 2469135/2 -"]);
    check("1,2", &["1,2 = 6/5 -"]);
    check("1,2,3", &[]);
    check("12,34,567 rupees", &["12,34,567 rupees = 1234567 INR"]);
}

#[test]
fn numbers_in_words() {
    check("thirteen hours", &["thirteen hours = 46800 Time"]);
    check("seventy-five seconds", &["seventy-five seconds = 75 Time"]);
    check("Seventy five bicycles", &["Seventy five = 75 [bicycles]"]);
    check(
        "one hundred and five boats",
        &["one hundred and five = 105 [boats]"],
    );
    check(
        "two thousand three hundred boats",
        &["two thousand three hundred = 2300 [boats]"],
    );
    check("ten million dollars", &["ten million dollars = 10000000 $"]);
    check("thirteen (13) hours", &["thirteen (13) hours = 46800 Time"]);
    check("a dozen eggs", &["a dozen = 12 [eggs]"]);
    check("no one may enter; one of them", &[]);
    check("twice a week", &["twice = 2 -"]);
}

#[test]
fn fractions() {
    check("3/4 hour", &["3/4 hour = 2700 Time"]);
    check("a quarter-minute part", &["a quarter-minute = 15 Time"]);
    check("half an hour", &["half an hour = 1800 Time"]);
    check(
        "three quarters of an hour",
        &["three quarters of an hour = 2700 Time"],
    );
    check("3/4 of a minute", &["3/4 of a minute = 45 Time"]);
    check("three quarters of the hour", &["three quarters = 3/4 -"]);
    check("1 1/2 hours", &["1 1/2 hours = 5400 Time"]);
    check("2½ hours", &["2½ hours = 9000 Time"]);
    check(
        "two and a half hours",
        &["two and a half hours = 9000 Time"],
    );
    check(
        "an hour and two thirds",
        &["an hour and two thirds = 6000 Time"],
    );
    check("open 24/7", &[]);
    check("first half", &["first = #1 [half]"]);
    check(
        "two third-party tools",
        &["two = 2 [third]", "third = #3 [party]"],
    );
}

#[test]
fn articles_before_spans_of_time() {
    check("lasts an hour", &["an hour = 3600 Time"]);
    check("A fortnight", &["A fortnight = 1209600 Time"]);
    check("an hour and a half", &["an hour and a half = 5400 Time"]);
    check("(a minute and a half)", &["a minute and a half = 90 Time"]);
    check(
        "45 seconds or a minute",
        &["45 seconds = 45 Time", "a minute = 60 Time"],
    );
    check("every third of an hour", &["third = #3 -"]);
    check("a period of an hour", &["an hour = 3600 Time"]);
    check("£5 an hour", &["£5 = 5 GBP"]);
    check("two samples a minute", &["two = 2 [samples]"]);
    check("twice a day", &["twice = 2 -"]);
    check("a day-care centre", &[]);
    check("a second opinion", &[]);
    let spans = |text: &str| -> Vec<String> {
        find_implied_spans(text)
            .iter()
            .map(|q| format!("{} = {}", &text[q.range.start()..q.range.end()], q.value()))
            .collect()
    };
    assert_eq!(
        spans("every fortnight, weekly, the last hour, per day"),
        [
            "every fortnight = 1209600",
            "weekly = 604800",
            "per day = 86400"
        ],
        "each stands for one"
    );
}

#[test]
fn identifiers_are_no_quantities() {
    for text in [
        "A/12-7",
        "COVID-19",
        "10-K",
        "1.2.3",
        "12Q",
        "Q3",
        "555-1234-99",
        "10²",
        "3:1",
        "12-7",
    ] {
        check(text, &[]);
    }
}

#[test]
fn signs_and_accounting_parentheses() {
    check("-5 °C", &["-5 °C = 5363/20 Temperature"]);
    check("\u{2212}5", &["\u{2212}5 = -5 -"]);
    check("minus five degrees", &["minus five degrees = -5 Degree"]);
    check("(1,577)", &["(1,577) = -1577 -"]);
    check("$ (1,577)", &["$ (1,577) = -1577 $"]);
    check("-$5 and $-5", &["-$5 = -5 $", "$-5 = -5 $"]);
    check("(2 bicycles)", &["2 = 2 [bicycles]"]);
    check("5-3", &[]);
}

#[test]
fn money() {
    check("£12.50 per booking", &["£12.50 = 25/2 GBP"]);
    check("US$ 5m", &["US$ 5m = 5000000 USD"]);
    check("$10.2 billion", &["$10.2 billion = 10200000000 $"]);
    check("Revenue $\n61,502", &["$\n61,502 = 61502 $"]);
    check("12 EUR", &["12 EUR = 12 EUR"]);
    check("50 pence", &["50 pence = 1/2 GBP"]);
    check("U.S. $5", &["$5 = 5 $"]);
    check("5 pounds", &["5 pounds = 45359237/20000000 Mass|GBP"]);
    check("200k tokens", &["200k = 200000 [tokens]"]);
}

#[test]
fn units() {
    check("75-second cycle", &["75-second = 75 Time"]);
    check("18 knots", &["18 knots = 463/50 Length/Time"]);
    check("60 km/h", &["60 km/h = 50/3 Length/Time"]);
    check(
        "60 kilometres per hour",
        &["60 kilometres per hour = 50/3 Length/Time"],
    );
    check("13 hours per day", &["13 hours = 46800 Time"]);
    check(
        "5% and 5 per cent",
        &["5% = 5 Percent", "5 per cent = 5 Percent"],
    );
    check(
        "25 basis points",
        &["25 basis points = 1/4 PercentagePoint"],
    );
    check("512 MB", &["512 MB = 4096000000 Data"]);
    check("50 m² or 50 m2", &["50 m² = 50 Area", "50 m2 = 50 Area"]);
    check("5 kWh", &["5 kWh = 18000000 Energy"]);
    check(
        "20 degrees Celsius",
        &["20 degrees Celsius = 5863/20 Temperature"],
    );
    check("2-bicycle cap", &["2 = 2 [bicycle]"]);
    check("the 3rd Monday", &["3rd = #3 [monday]"]);
    check("5 in the box; 5 in", &["5 = 5 -", "5 in = 127/1000 Length"]);
    check("5 students in 3 A levels", &["5 = 5 [students]", "3 = 3 -"]);
}

#[test]
fn compounds_and_ranges() {
    check("1 hour 30 minutes", &["1 hour 30 minutes = 5400 Time"]);
    check(
        "1 hour and 30 minutes",
        &["1 hour and 30 minutes = 5400 Time"],
    );
    check(
        "75 seconds and 15 seconds",
        &["75 seconds = 75 Time", "15 seconds = 15 Time"],
    );
    check("3-5 days", &["3 = 259200 Time", "5 days = 432000 Time"]);
    check(
        "45 or 60 seconds",
        &["45 = 45 Time", "60 seconds = 60 Time"],
    );
    check("$3–5 million", &["$3 = 3000000 $", "5 million = 5000000 $"]);
    check("about 60 seconds", &["60 seconds = ~60 Time"]);
    check("~5 or so", &["5 = ~5 -"]);
    let ends: Vec<_> = find_quantities("between 3 and 5 days")
        .iter()
        .map(|q| q.range_end)
        .collect();
    assert_eq!(
        ends,
        [Some(RangeEnd::Low), Some(RangeEnd::High)],
        "both ends"
    );
}

#[test]
fn relations_of_quantities() {
    type Relation = fn(&Quantity, &Quantity) -> bool;
    let rows: &[(Relation, &str, &str, bool)] = &[
        (equal, "45 seconds", "0.75 minutes", true),
        (equal, "£12.50", "£12.5", true),
        (equal, "£12.50", "£12.49", false),
        (equal, "$5", "€5", false),
        (equal, "$5", "USD 5", true),
        (equal, "(1,577)", "-1577", true),
        (equal, "2 bicycles", "two bicycle", true),
        (equal, "12 months", "1 year", true),
        (equal, "3 months", "90 days", false),
        (equal, "0 °C", "32 °F", true),
        (same_dimension, "13 hours", "2 months", true),
        (same_dimension, "$5", "€5", true),
        (same_dimension, "2 bicycles", "3 boats", false),
        (same_dimension, "13 hours", "13", false),
        (same_dimension, "first", "2", false),
        (rounds_to, "$10,208.6 million", "$10.2 billion", true),
        (rounds_to, "$10.2 billion", "$10,208.6 million", false),
        (rounds_to, "12.45", "12.5", true),
        (rounds_to, "12.45", "12.4", true),
        (rounds_to, "12.46", "12.4", false),
        (rounds_to, "1543", "1500", false),
        (rounds_to, "£12.49", "£12.50", false),
        (rounds_to, "13", "14", false),
        (could_be_same, "£12.50", "12.50", true),
        (could_be_same, "£12.50", "12.49", false),
        (could_be_same, "$1,577 million", "$1,577", true),
        (could_be_same, "(1,577)", "1,577", true),
        (could_be_same, "(1,577)", "1,578", false),
        (could_be_same, "-5 °C", "5 °C", true),
        (could_be_same, "-5 °C", "+5 °C", false),
        (equal, "+5 °C", "5 °C", true),
        (equal, "5 mg per kg", "5 mg/kg", true),
        (equal, "22 kN", "22,000 N", true),
        (same_dimension, "22 kN", "22 kn", false),
        (equal, "22 kn", "22 knots", true),
        (same_dimension, "5 mg per day", "5 mg/day", false),
        (could_be_same, "13 hours", "13", true),
        (could_be_same, "13 hours", "13 minutes", false),
        (could_be_same, "about 60 seconds", "45 seconds", true),
        (could_be_same, "45 seconds", "60 seconds", false),
        (could_be_same, "3 months", "90 days", true),
        (could_be_same, "3 months", "100 days", false),
        (could_be_same, "512 KiB", "512 KB", true),
        (could_be_same, "-5 °C", "5 °C", true),
        (could_be_same, "-5 °C", "-5°", true),
        (could_be_same, "€5", "$5", false),
    ];
    for (relation, a, b, expected) in rows {
        assert_eq!(relation(&one(a), &one(b)), *expected, "{a} and {b}");
    }
}

fn days(text: &str) -> Vec<String> {
    find_dates(text)
        .iter()
        .map(|d| {
            let part = |n: Option<u32>| n.map_or("?".to_owned(), |n| n.to_string());
            let readings: Vec<_> = d
                .readings
                .iter()
                .map(|r| format!("{}-{}-{}", part(r.year), part(r.month), part(r.day)))
                .collect();
            let weekday = d.weekday.map_or(String::new(), |w| format!(" w{w}"));
            format!("{}{weekday}", readings.join(" "))
        })
        .collect()
}

#[test]
fn dates_in_written_orders() {
    let rows: &[(&str, &[&str])] = &[
        ("2020-01-31", &["2020-1-31"]),
        ("31 January 2020", &["2020-1-31"]),
        ("the 31st of January, 2020", &["2020-1-31"]),
        ("January 31, 2020", &["2020-1-31"]),
        ("Jan. 31, 2020", &["2020-1-31"]),
        ("31.01.2020", &["2020-1-31"]),
        ("03/04/2020", &["2020-4-3 2020-3-4"]),
        ("31/01/2020", &["2020-1-31"]),
        ("May 2020", &["2020-5-?"]),
        ("you may enter", &[]),
        ("first Monday", &["?-?-? w1"]),
        ("Monday, 3 May 2021", &["2021-5-3 w1"]),
        ("Before 2020 a full recharge", &["2020-?-?"]),
        ("in 2000 metres", &[]),
        ("FY2022", &["2022-?-?"]),
        ("the first of May", &["?-5-1"]),
        ("30 February 2020", &["2020-2-?"]),
    ];
    for (text, expected) in rows {
        assert_eq!(days(text), *expected, "{text}");
    }
    let date = |text: &str| find_dates(text).remove(0);
    assert!(
        dates_may_be_same(&date("03/04/2020"), &date("4 March 2020")),
        "one reading agrees"
    );
    assert!(
        !dates_may_be_same(&date("03/04/2020"), &date("5 March 2020")),
        "none agrees"
    );
    assert!(
        dates_may_be_same(&date("March 2020"), &date("5 March 2020")),
        "the day is left open"
    );
    assert!(
        find_quantities("31 January 2020 and Before 2020").is_empty(),
        "dates are no amounts"
    );
}

fn clocks(text: &str) -> Vec<Vec<u32>> {
    find_times(text)
        .into_iter()
        .map(|time| time.readings.iter().map(|s| s / 60).collect())
        .collect()
}

#[test]
fn clock_times() {
    let rows: &[(&str, &[&[u32]])] = &[
        ("07:30", &[&[450]]),
        ("7:30 am", &[&[450]]),
        ("7:30 p.m.", &[&[1170]]),
        ("7:30", &[&[450, 1170]]),
        ("19:30", &[&[1170]]),
        ("7 pm", &[&[1140]]),
        ("7.30 pm", &[&[1170]]),
        ("seven o'clock", &[&[420, 1140]]),
        ("half past seven", &[&[450, 1170]]),
        ("quarter to nine pm", &[&[1245]]),
        ("noon", &[&[720]]),
        ("12:15 am", &[&[15]]),
        ("0730 hours", &[&[450]]),
        ("1500 hours", &[]),
        ("25:00", &[]),
        ("12:75", &[]),
    ];
    for (text, expected) in rows {
        assert_eq!(clocks(text), *expected, "{text}");
    }
    assert!(
        find_quantities("opens at 07:30").is_empty(),
        "a time is no amount"
    );
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,60}") {
        for q in find_quantities(&text) {
            prop_assert!(text.get(q.range.start()..q.range.end()).is_some(), "on char boundaries");
        }
        let _ = (find_dates(&text), find_times(&text));
    }

    #[test]
    fn pieces_of_amounts_are_read_without_panic(
        parts in proptest::collection::vec(
            prop::sample::select(vec![
                "1", "2,000", "3.5", "-", "–", " ", "/", "$", "£", "(", ")", "%", "half", "a", "hundred",
                "and", "million", "hours", "m", "°", "C", "per", "one", "twenty", "third", ":", "30", "am",
                "May", "2020", ".", "k", "about", "to", "second", "US", "\n", "½", "of",
            ]),
            0..14,
        )
    ) {
        let text = parts.concat();
        let found = find_quantities(&text);
        for pair in found.windows(2) {
            prop_assert!(pair[0].range.end() <= pair[1].range.start(), "no overlap in {text:?}");
        }
        for q in &found {
            prop_assert!(equal(q, q), "{text:?}: {q:?} equals itself");
            prop_assert!(could_be_same(q, q), "{text:?}");
        }
        let _ = (find_dates(&text), find_times(&text));
    }

    #[test]
    fn decimals_are_exact(whole in 0u64.., hundredths in 0u32..100) {
        let text = format!("{whole}.{hundredths:02} kg");
        let expected = Exact::decimal(&format!("{whole}{hundredths:02}"), 2).expect("digits");
        prop_assert_eq!(one(&text).value(), expected);
    }
}
