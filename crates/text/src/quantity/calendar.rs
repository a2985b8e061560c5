//! Dates and clock times.

use super::lex::{Lex, lex};
use super::words;
use crate::TextRange;

/// One reading of a date; what the text leaves open is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarDay {
    /// The year, common era.
    pub year: Option<u32>,
    /// The month, from 1.
    pub month: Option<u32>,
    /// The day of the month, from 1.
    pub day: Option<u32>,
}

/// A date in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date {
    /// Bytes in the text that was read.
    pub range: TextRange,
    /// Every reading of the written order; more than one for `03/04/2020`. Never empty.
    pub readings: Vec<CalendarDay>,
    /// The day of the week that is written with it or alone, Monday = 1.
    pub weekday: Option<u32>,
}

/// A clock time in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// Bytes in the text that was read.
    pub range: TextRange,
    /// Seconds from midnight under every reading; two for `7:30` without morning or afternoon. Never
    /// empty.
    pub readings: Vec<u32>,
    /// The time zone that is written behind it, in upper case.
    pub zone: Option<String>,
}

/// The dates in `text`, in order: full dates, months with or without a year, weekdays, and years where
/// the words before them say that they are years.
pub fn find_dates(text: &str) -> Vec<Date> {
    let pieces = lex(text);
    read_all(text, &pieces)
        .0
        .into_iter()
        .map(|(date, ..)| date)
        .collect()
}

/// Every number of four digits from 1000 to 2999 as a year, for texts that are known to be dates.
pub fn find_years(text: &str) -> Vec<Date> {
    lex(text)
        .iter()
        .filter_map(|piece| {
            let year = piece.plain_int(4..=4).filter(|year| is_year(*year))?;
            Some(Date {
                range: piece.range,
                readings: vec![year_only(year)],
                weekday: None,
            })
        })
        .collect()
}

/// The clock times in `text`, in order.
pub fn find_times(text: &str) -> Vec<Time> {
    let pieces = lex(text);
    read_all(text, &pieces)
        .1
        .into_iter()
        .map(|(time, ..)| time)
        .collect()
}

/// Whether some reading of the one agrees with some reading of the other in all that both write.
pub fn dates_may_be_same(a: &Date, b: &Date) -> bool {
    let agree = |a: Option<u32>, b: Option<u32>| a.is_none() || b.is_none() || a == b;
    agree(a.weekday, b.weekday)
        && a.readings.iter().any(|a| {
            b.readings
                .iter()
                .any(|b| agree(a.year, b.year) && agree(a.month, b.month) && agree(a.day, b.day))
        })
}

/// Whether some reading of the one is some reading of the other, time zones aside where one lacks it.
/// Times in two different zones are not compared and may be the same.
pub fn times_may_be_same(a: &Time, b: &Time) -> bool {
    let other_zone = matches!((&a.zone, &b.zone), (Some(a), Some(b)) if a != b);
    other_zone || a.readings.iter().any(|a| b.readings.contains(a))
}

/// Which pieces belong to dates and times.
pub(super) fn taken(text: &str, pieces: &[Lex]) -> Vec<bool> {
    let mut taken = vec![false; pieces.len()];
    let (dates, times) = read_all(text, pieces);
    let spans = dates
        .iter()
        .filter(|(date, ..)| date.readings.iter().any(|r| r.year.or(r.month).is_some()))
        .map(|(_, from, to)| (*from, *to))
        .chain(times.iter().map(|(_, from, to)| (*from, *to)));
    for (from, to) in spans {
        for mark in taken.iter_mut().take(to).skip(from) {
            *mark = true;
        }
    }
    taken
}

type Read<T> = Vec<(T, usize, usize)>;

fn read_all(text: &str, pieces: &[Lex]) -> (Read<Date>, Read<Time>) {
    let (mut dates, mut times) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < pieces.len() {
        let cover = |to: usize| pieces[at].range.cover(pieces[to - 1].range);
        if let Some((readings, weekday, to)) = read_date(text, pieces, at) {
            dates.push((
                Date {
                    range: cover(to),
                    readings,
                    weekday,
                },
                at,
                to,
            ));
            at = to;
        } else if let Some((readings, zone, to)) = read_time(pieces, at) {
            times.push((
                Time {
                    range: cover(to),
                    readings,
                    zone,
                },
                at,
                to,
            ));
            at = to;
        } else {
            at += 1;
        }
    }
    (dates, times)
}

type DateRead = (Vec<CalendarDay>, Option<u32>, usize);

fn read_date(text: &str, pieces: &[Lex], at: usize) -> Option<DateRead> {
    if let Some(weekday) = weekday(pieces[at].word()) {
        // `Monday, 3 May 2021`.
        let skip = (1..=3).find(|n| {
            let between = &pieces[at + 1..(at + n).min(pieces.len())];
            between
                .iter()
                .all(|p| p.is_sign(',') || p.is_sign('.') || p.word() == "the")
                && read_day(text, pieces, at + n).is_some()
        });
        if let Some(skip) = skip
            && let Some((readings, to)) = read_day(text, pieces, at + skip)
            && readings.iter().any(|r| r.day.is_some())
        {
            return Some((readings, Some(weekday), to));
        }
        return Some((
            vec![CalendarDay {
                year: None,
                month: None,
                day: None,
            }],
            Some(weekday),
            at + 1,
        ));
    }
    let (readings, to) = read_day(text, pieces, at)?;
    Some((readings, None, to))
}

fn read_day(text: &str, pieces: &[Lex], at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    let piece = pieces.get(at)?;
    let is_joined_before = piece.is_glued
        && at > 0
        && (pieces[at - 1].number().is_some()
            || !pieces[at - 1].word().is_empty()
            || pieces[at - 1].is_dash()
            || pieces[at - 1].is_sign('/'));
    if !is_joined_before
        && piece.number().is_some()
        && let Some(found) = numeric(text, pieces, at).or_else(|| day_month(pieces, at))
    {
        return Some(found);
    }
    if let Some((readings, to)) = words_day_month(pieces, at) {
        return Some((readings, to));
    }
    if let Some(month) = month(pieces, at) {
        return Some(month_first(pieces, at, month));
    }
    lone_year(pieces, at)
}

/// `2020-01-31`, `31/01/2020`, `1.2.2020`, `2020/01/31`.
fn numeric(text: &str, pieces: &[Lex], at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    let number = pieces[at].number()?;
    if number.is_identifier {
        // Dots join the digits into one piece.
        let parts: Vec<&str> = text
            .get(std::ops::Range::from(pieces[at].range))?
            .split('.')
            .collect();
        let [a, b, c] = parts[..] else { return None };
        return Some((numeric_readings(a, b, c, '.')?, at + 1));
    }
    let digits = |n: usize| {
        let number = pieces.get(at + n)?.number()?;
        (!number.has_marks && !number.is_identifier).then_some(number.digits.as_str())
    };
    let sign = |n: usize| {
        let piece = pieces.get(at + n).filter(|piece| piece.is_glued)?;
        if piece.is_sign('/') {
            Some('/')
        } else {
            piece.is_dash().then_some('-')
        }
    };
    let is_glued = |n: usize| pieces.get(at + n).is_some_and(|piece| piece.is_glued);
    let mark = sign(1)?;
    if sign(3)? != mark || !is_glued(2) || !is_glued(4) {
        return None;
    }
    // A fourth number makes it an identifier.
    if sign(5).is_some() && is_glued(6) && digits(6).is_some() {
        return None;
    }
    let readings = numeric_readings(digits(0)?, digits(2)?, digits(4)?, mark)?;
    Some((readings, at + 5))
}

fn numeric_readings(a: &str, b: &str, c: &str, mark: char) -> Option<Vec<CalendarDay>> {
    let int = |text: &str| text.parse::<u32>().ok();
    let (first, second, third) = (int(a)?, int(b)?, int(c)?);
    if a.len() == 4 && b.len() <= 2 && c.len() <= 2 {
        return day(first, second, third).map(|reading| vec![reading]);
    }
    if a.len() > 2 || b.len() > 2 {
        return None;
    }
    let years = match c.len() {
        4 => vec![third],
        2 if mark == '/' || mark == '.' => vec![2000 + third, 1900 + third],
        _ => return None,
    };
    let mut readings = Vec::new();
    for year in years {
        readings.extend(day(year, second, first));
        // Dots write the day first.
        if mark != '.' && first != second {
            readings.extend(day(year, first, second));
        }
    }
    (!readings.is_empty()).then_some(readings)
}

fn day(year: u32, month: u32, day: u32) -> Option<CalendarDay> {
    (is_year(year) && (1..=12).contains(&month) && (1..=days_in(month)).contains(&day)).then_some(
        CalendarDay {
            year: Some(year),
            month: Some(month),
            day: Some(day),
        },
    )
}

fn days_in(month: u32) -> u32 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `31 January 2020`, `31st of January`, `the 31 Jan, 2020`.
fn day_month(pieces: &[Lex], at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    let day = pieces[at].plain_int(1..=2)?;
    let suffix = pieces
        .get(at + 1)
        .is_some_and(|p| p.is_glued && super::measure::is_ordinal_suffix(p.word()));
    day_then_month(pieces, day, at + 1 + usize::from(suffix))
}

/// `first of May`, `the twenty-first of June 2020`.
fn words_day_month(pieces: &[Lex], at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    let (day, n_pieces) = words::read_ordinal(&pieces[at..])?;
    day_then_month(pieces, u32::try_from(day).ok()?, at + n_pieces)
}

fn day_then_month(pieces: &[Lex], day: u32, at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    let skip = usize::from(pieces.get(at)?.word() == "of" || pieces[at].is_dash());
    let month = named_month(pieces.get(at + skip)?)?;
    if !(1..=days_in(month)).contains(&day) {
        return None;
    }
    let (year, to) = year_behind(pieces, at + skip + 1);
    Some((
        vec![CalendarDay {
            year,
            month: Some(month),
            day: Some(day),
        }],
        to,
    ))
}

/// `January 31, 2020`, `January 31st`, `Jan. 2020`, `January`.
fn month_first(pieces: &[Lex], at: usize, month: u32) -> (Vec<CalendarDay>, usize) {
    let mut to = at + 1;
    let dot = pieces.get(to).is_some_and(|p| p.is_sign('.') && p.is_glued);
    let is_short = pieces[at].word().chars().count() <= 4;
    let from = to + usize::from(dot && is_short);
    let skip_the = usize::from(pieces.get(from).is_some_and(|p| p.word() == "the"));
    let day = pieces
        .get(from + skip_the)
        .and_then(|piece| piece.plain_int(1..=2))
        .filter(|day| (1..=days_in(month)).contains(day));
    if let Some(day) = day {
        to = from + skip_the + 1;
        to += usize::from(
            pieces
                .get(to)
                .is_some_and(|p| p.is_glued && super::measure::is_ordinal_suffix(p.word())),
        );
        let (year, to) = year_behind(pieces, to);
        return (
            vec![CalendarDay {
                year,
                month: Some(month),
                day: Some(day),
            }],
            to,
        );
    }
    let (year, after) = year_behind(pieces, from);
    let to = if year.is_some() { after } else { to };
    (
        vec![CalendarDay {
            year,
            month: Some(month),
            day: None,
        }],
        to,
    )
}

/// A year at `at`, also behind a comma or `of`.
fn year_behind(pieces: &[Lex], at: usize) -> (Option<u32>, usize) {
    let skip = usize::from(
        pieces
            .get(at)
            .is_some_and(|p| p.is_sign(',') || p.is_sign('.') || p.is_dash() || p.word() == "of"),
    );
    let piece = pieces.get(at + skip);
    let is_sentence_end = pieces.get(at).is_some_and(|p| p.is_sign('.') && skip == 1)
        && piece.is_some_and(|p| p.is_new_line);
    match piece
        .and_then(|piece| piece.plain_int(4..=4))
        .filter(|year| is_year(*year))
    {
        Some(year) if !is_sentence_end => (Some(year), at + skip + 1),
        _ => (None, at),
    }
}

/// Words before a number of four digits that make it a year.
const YEAR_WORDS: &[&str] = &[
    "in", "since", "before", "after", "until", "till", "by", "during", "from", "year", "fiscal",
    "fy", "early", "late", "mid", "summer", "winter", "spring", "autumn", "fall", "quarter",
    "circa",
];

fn lone_year(pieces: &[Lex], at: usize) -> Option<(Vec<CalendarDay>, usize)> {
    // `FY2022`.
    if pieces[at].word() == "fy"
        && let Some(year) = pieces.get(at + 1).and_then(|p| p.plain_int(4..=4))
        && is_year(year)
    {
        return Some((vec![year_only(year)], at + 2));
    }
    let year = pieces[at].plain_int(4..=4).filter(|year| is_year(*year))?;
    let before = at.checked_sub(1).map(|before| &pieces[before]);
    let after = pieces.get(at + 1);
    let in_parentheses = before.is_some_and(|p| p.is_sign('('))
        && after.is_some_and(|p| p.is_sign(')'))
        && (1900..2100).contains(&year);
    let is_said = before.is_some_and(|p| YEAR_WORDS.contains(&p.word()))
        || (before.is_some_and(|p| p.is_dash())
            && at > 1
            && YEAR_WORDS.contains(&pieces[at - 2].word()));
    // `in 2000 metres`: a unit or a noun behind it makes it an amount.
    let counts = after.is_some_and(|p| {
        !p.word().is_empty()
            && !p.is_new_line
            && (super::measure::read_noun(pieces, at + 1).is_some()
                && super::units::unit_of_word(p.word(), p.word_as_written()).is_some()
                || super::words::Scale::of_word(p.word()).is_some()
                || super::units::currency_of_word(p.word()).is_some())
            || p.is_sign('%')
    });
    ((in_parentheses || is_said) && !counts).then(|| (vec![year_only(year)], at + 1))
}

fn year_only(year: u32) -> CalendarDay {
    CalendarDay {
        year: Some(year),
        month: None,
        day: None,
    }
}

fn is_year(year: u32) -> bool {
    (1000..3000).contains(&year)
}

const MONTHS: &[(&str, &str)] = &[
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

/// The month that a piece names, when its neighbour is a day.
fn named_month(piece: &Lex) -> Option<u32> {
    let word = piece.word();
    let starts_upper = piece
        .word_as_written()
        .chars()
        .next()
        .is_some_and(char::is_uppercase);
    let (_, number) = MONTHS.iter().zip(1u32..).find(|((name, short), _)| {
        *name == word || *short == word || (word == "sept" && *short == "sep")
    })?;
    // `may`, `march` and `mar` are also words.
    (starts_upper || !matches!(word, "may" | "march" | "mar")).then_some(number)
}

/// The month that a piece names by itself.
fn month(pieces: &[Lex], at: usize) -> Option<u32> {
    let number = named_month(&pieces[at])?;
    let word = pieces[at].word();
    let is_plain = !matches!(
        word,
        "may" | "march" | "mar" | "jan" | "dec" | "sep" | "oct" | "apr" | "aug" | "jun"
    );
    let before = at.checked_sub(1).map_or("", |before| pieces[before].word());
    let is_said = matches!(
        before,
        "in" | "of"
            | "since"
            | "by"
            | "until"
            | "during"
            | "from"
            | "early"
            | "late"
            | "mid"
            | "every"
            | "each"
            | "last"
            | "next"
            | "before"
            | "after"
            | "to"
            | "through"
    );
    let follows = pieces.get(at + 1).map(|p| {
        if p.is_sign('.') {
            pieces.get(at + 2)
        } else {
            Some(p)
        }
    });
    let with_number = follows
        .flatten()
        .is_some_and(|p| p.plain_int(1..=4).is_some());
    (is_plain || is_said || with_number).then_some(number)
}

fn weekday(word: &str) -> Option<u32> {
    const DAYS: &[&str] = &[
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let singular = word.strip_suffix('s').unwrap_or(word);
    DAYS.iter()
        .zip(1..)
        .find(|(name, _)| **name == singular)
        .map(|(_, n)| n)
}

type TimeRead = (Vec<u32>, Option<String>, usize);

fn read_time(pieces: &[Lex], at: usize) -> Option<TimeRead> {
    let piece = &pieces[at];
    let word = |n: usize| pieces.get(at + n).map_or("", Lex::word);
    match piece.word() {
        "noon" | "midday" => return Some((vec![12 * 3600], None, at + 1)),
        "midnight" => return Some((vec![0, 24 * 3600], None, at + 1)),
        "half" | "quarter" => return spoken(pieces, at),
        _ => {}
    }
    if let Some(read) = words::read_words(&pieces[at..at + 1])
        && piece.number().is_none()
    {
        // `seven o'clock`, `seven pm`.
        let hour = (1..=12).find(|hour| super::Exact::whole(i128::from(*hour)) == read.numeral)?;
        return on_the_hour(pieces, hour, at + 1);
    }
    let is_joined = piece.is_glued && at > 0 && {
        let before = &pieces[at - 1];
        before.number().is_some()
            || before.is_sign(':')
            || before.is_sign('/')
            || before.is_sign('.')
            // The `T` of a timestamp aside.
            || !before.word().is_empty() && before.word() != "t"
    };
    if is_joined {
        return None;
    }
    let number = piece.number()?;
    let minute = |n: usize| {
        let colon = pieces
            .get(at + n)
            .is_some_and(|p| p.is_sign(':') && p.is_glued);
        pieces
            .get(at + n + 1)
            .filter(|p| colon && p.is_glued)
            .and_then(|p| p.plain_int(2..=2))
            .filter(|minute| *minute < 60)
    };
    if let (Some(hour), Some(minutes)) = (piece.plain_int(1..=2), minute(1)) {
        if hour > 24 {
            return None;
        }
        let (second, to) = match minute(3) {
            Some(second) => (second, at + 5),
            None => (0, at + 3),
        };
        // `1:30:45:60` is no time.
        if pieces.get(to).is_some_and(|p| p.is_glued && p.is_sign(':'))
            && pieces
                .get(to + 1)
                .is_some_and(|p| p.is_glued && p.number().is_some())
        {
            return None;
        }
        let is_padded = number.digits.starts_with('0');
        return finish(pieces, hour, minutes * 60 + second, is_padded, to);
    }
    // `7.30 pm`.
    if number.n_decimals == 2
        && number.digits.len() <= 4
        && let Some(hour) = number
            .digits
            .get(..number.digits.len() - 2)
            .and_then(|h| h.parse().ok())
        && let Some(minutes) = number
            .digits
            .get(number.digits.len() - 2..)
            .and_then(|m| m.parse::<u32>().ok())
        && minutes < 60
        && let Some((is_pm, to)) = meridiem(pieces, at + 1)
        && (1..=12).contains(&hour)
    {
        return zoned(pieces, vec![twelve_hours(hour, is_pm) + minutes * 60], to);
    }
    // `0730 hours`.
    if let Some(clock) = piece.plain_int(4..=4)
        && matches!(word(1), "hours" | "hrs" | "h")
        && clock / 100 <= 24
        && clock % 100 < 60
        && number.digits.starts_with(['0', '1', '2'])
        && (number.digits.starts_with('0') || !number.digits.ends_with("00"))
    {
        return zoned(pieces, vec![clock / 100 * 3600 + clock % 100 * 60], at + 2);
    }
    let hour = piece
        .plain_int(1..=2)
        .filter(|hour| (1..=12).contains(hour))?;
    on_the_hour(pieces, hour, at + 1)
}

/// `7 am`, `7 o'clock`.
fn on_the_hour(pieces: &[Lex], hour: u32, at: usize) -> Option<TimeRead> {
    if let Some((is_pm, to)) = meridiem(pieces, at) {
        return zoned(pieces, vec![twelve_hours(hour, is_pm)], to);
    }
    if pieces.get(at)?.word() != "o'clock" {
        return None;
    }
    if let Some((is_pm, to)) = meridiem(pieces, at + 1) {
        return zoned(pieces, vec![twelve_hours(hour, is_pm)], to);
    }
    zoned(
        pieces,
        vec![twelve_hours(hour, false), twelve_hours(hour, true)],
        at + 1,
    )
}

/// `half past seven`, `quarter to nine pm`.
fn spoken(pieces: &[Lex], at: usize) -> Option<TimeRead> {
    let shift = match (pieces[at].word(), pieces.get(at + 1)?.word()) {
        ("half", "past") => 30 * 60,
        ("quarter", "past") => 15 * 60,
        ("quarter", "to") => -15 * 60,
        _ => return None,
    };
    let piece = pieces.get(at + 2)?;
    let hour = piece.plain_int(1..=2).or_else(|| {
        let read = words::read_words(&pieces[at + 2..at + 3])?;
        (1..=12).find(|hour| super::Exact::whole(i128::from(*hour)) == read.numeral)
    })?;
    if !(1..=12).contains(&hour) {
        return None;
    }
    let shifted = |is_pm| {
        (twelve_hours(hour, is_pm) + 24 * 3600)
            .checked_add_signed(shift)
            .map(|s| s % (24 * 3600))
    };
    match meridiem(pieces, at + 3) {
        Some((is_pm, to)) => zoned(pieces, vec![shifted(is_pm)?], to),
        None => zoned(pieces, vec![shifted(false)?, shifted(true)?], at + 3),
    }
}

fn finish(pieces: &[Lex], hour: u32, rest: u32, is_padded: bool, at: usize) -> Option<TimeRead> {
    if hour == 24 && rest > 0 {
        return None;
    }
    if (1..=12).contains(&hour)
        && let Some((is_pm, to)) = meridiem(pieces, at)
    {
        return zoned(pieces, vec![twelve_hours(hour, is_pm) + rest], to);
    }
    let is_open = (1..=12).contains(&hour) && !is_padded;
    let mut readings = vec![hour * 3600 + rest];
    if hour == 24 || (hour == 0 && rest == 0) {
        readings = vec![0, 24 * 3600];
    } else if is_open {
        readings.push(if hour == 12 {
            rest
        } else {
            (hour + 12) * 3600 + rest
        });
    }
    let at = if matches!(pieces.get(at).map_or("", Lex::word), "h" | "hrs" | "hours") {
        at + 1
    } else {
        at
    };
    zoned(pieces, readings, at)
}

fn twelve_hours(hour: u32, is_pm: bool) -> u32 {
    (hour % 12 + if is_pm { 12 } else { 0 }) * 3600
}

/// `am`, `p.m.`, `in the evening`: whether it is the second half of the day, and where it ends.
fn meridiem(pieces: &[Lex], at: usize) -> Option<(bool, usize)> {
    let word = |n: usize| pieces.get(at + n).map_or("", Lex::word);
    match (word(0), word(1), word(2)) {
        ("am", ..) => Some((false, at + 1)),
        ("pm", ..) => Some((true, at + 1)),
        ("in", "the", "morning") => Some((false, at + 3)),
        ("in", "the", "afternoon" | "evening") => Some((true, at + 3)),
        ("a" | "p", _, "m") if pieces[at + 1].is_sign('.') => {
            let dot = pieces
                .get(at + 3)
                .is_some_and(|p| p.is_sign('.') && p.is_glued);
            Some((word(0) == "p", at + 3 + usize::from(dot)))
        }
        _ => None,
    }
}

fn zoned(pieces: &[Lex], readings: Vec<u32>, at: usize) -> Option<TimeRead> {
    const ZONES: &[&str] = &[
        "Z", "UTC", "GMT", "BST", "CET", "CEST", "EET", "EST", "EDT", "ET", "CST", "CDT", "MST",
        "MDT", "PST", "PDT", "PT", "IST", "JST",
    ];
    let text = pieces.get(at).map_or("", Lex::word_as_written);
    if ZONES.contains(&text) {
        let zone = if text == "Z" { "UTC" } else { text };
        return Some((readings, Some(zone.to_owned()), at + 1));
    }
    Some((readings, None, at))
}
