//! Cuts prose into numerals, words and signs, for the readers of quantities, dates and times.

use super::Exact;
use crate::TextRange;

/// Numerals longer than this are identifiers, not amounts; it bounds the work on hostile input.
const MAX_DIGITS: usize = 48;

/// One piece of prose.
#[derive(Clone, Debug)]
pub(super) struct Lex {
    pub(super) kind: Kind,
    /// Bytes in the text that was cut.
    pub(super) range: TextRange,
    /// Whether nothing stands between this piece and the one before.
    pub(super) is_glued: bool,
    /// Whether a line ends between this piece and the one before.
    pub(super) is_new_line: bool,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number(Number),
    /// A run of letters; `lower` for words, `text` for unit symbols, where case tells.
    Word {
        lower: String,
        text: String,
    },
    Sign(char),
}

/// A numeral in digits, without its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: Exact,
    /// The value of one at its last written digit; `None` for a fraction.
    pub(super) step: Option<Exact>,
    /// The digits as written, without grouping and decimal mark.
    pub(super) digits: String,
    pub(super) n_decimals: usize,
    /// Whether the numeral has a grouping or decimal mark.
    pub(super) has_marks: bool,
    /// A number such as `1.2.3`, or one too long: no amount.
    pub(super) is_identifier: bool,
}

impl Lex {
    pub(super) fn number(&self) -> Option<&Number> {
        match &self.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The word in lower case; empty for anything else.
    pub(super) fn word(&self) -> &str {
        match &self.kind {
            Kind::Word { lower, .. } => lower,
            _ => "",
        }
    }

    /// The word as written; empty for anything else.
    pub(super) fn word_as_written(&self) -> &str {
        match &self.kind {
            Kind::Word { text, .. } => text,
            _ => "",
        }
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    pub(super) fn is_dash(&self) -> bool {
        matches!(
            self.kind,
            Kind::Sign('-' | '\u{2013}' | '\u{2014}' | '\u{2212}')
        )
    }

    /// The value of a numeral of digits alone with `n_digits` digits in the given range.
    pub(super) fn plain_int(&self, n_digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
        let number = self.number()?;
        (!number.has_marks && !number.is_identifier && n_digits.contains(&number.digits.len()))
            .then(|| number.digits.parse().ok())?
    }
}

/// One char of the text in its compatibility form.
struct Piece {
    at: usize,
    end: usize,
    char: char,
}

/// Cuts `text`; white space and invisible chars part pieces and are left out.
pub(super) fn lex(text: &str) -> Vec<Lex> {
    let chars: Vec<Piece> = text
        .char_indices()
        .filter(|(_, c)| !is_invisible(*c))
        .map(|(at, c)| Piece {
            at,
            end: at + c.len_utf8(),
            char: unify(c),
        })
        .collect();
    let mut pieces: Vec<Lex> = Vec::new();
    let mut at = 0;
    let mut is_glued = false;
    let mut is_new_line = false;
    while let Some(piece) = chars.get(at) {
        let c = piece.char;
        if c.is_whitespace() {
            is_glued = false;
            is_new_line |= matches!(c, '\n' | '\u{c}' | '\u{2028}' | '\u{2029}');
            at += 1;
            continue;
        }
        let (kind, len) = if c.is_ascii_digit() || starts_with_point(&chars, at) {
            read_number(&chars[at..])
        } else if let Some((numerator, denominator)) = vulgar_fraction(c) {
            (fraction(numerator, denominator), 1)
        } else if is_word_char(c) {
            read_word(&chars[at..])
        } else {
            (Kind::Sign(c), 1)
        };
        let range = TextRange::new(piece.at, chars[at + len - 1].end);
        pieces.push(Lex {
            kind,
            range,
            is_glued,
            is_new_line,
        });
        at += len;
        is_glued = true;
        is_new_line = false;
    }
    pieces
}

fn starts_with_point(chars: &[Piece], at: usize) -> bool {
    chars[at].char == '.'
        && chars
            .get(at + 1)
            .is_some_and(|next| next.char.is_ascii_digit())
        && !at
            .checked_sub(1)
            .and_then(|before| chars.get(before))
            .is_some_and(|before| before.char.is_alphanumeric() || before.char == '.')
}

fn fraction(numerator: i128, denominator: i128) -> Kind {
    let value = Exact::ratio(numerator, denominator).unwrap_or_else(|| Exact::whole(0));
    Kind::Number(Number {
        value,
        step: None,
        digits: String::new(),
        n_decimals: 0,
        has_marks: true,
        is_identifier: false,
    })
}

/// Reads a numeral at the start of `chars`; returns it and its length in pieces.
fn read_number(chars: &[Piece]) -> (Kind, usize) {
    // Runs of digits and the marks between them, e.g. `1` `,` `000` `.` `5`.
    let mut runs: Vec<String> = vec![String::new()];
    let mut marks: Vec<char> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    loop {
        while let Some(digit) = chars.get(at).map(|p| p.char).filter(char::is_ascii_digit) {
            if let Some(run) = runs.last_mut() {
                run.push(digit);
            }
            at += 1;
        }
        ends.push(at);
        let mark = chars.get(at).map(|p| p.char);
        let is_spaced = |run: &String| (1..=3).contains(&run.len()) && !run.starts_with('0');
        let is_mark = match mark {
            Some('.' | ',' | '\'') => true,
            Some(' ') => {
                let is_going_on = marks.iter().all(|m| *m == ' ');
                is_going_on && runs.first().is_some_and(is_spaced) && are_groups(&chars[at..])
            }
            Some(c) => is_narrow_space(c),
            None => false,
        };
        let has_digit_after = chars.get(at + 1).is_some_and(|p| p.char.is_ascii_digit());
        match mark {
            Some(mark) if is_mark && has_digit_after => {
                marks.push(if is_narrow_space(mark) { ' ' } else { mark });
                runs.push(String::new());
                at += 1;
            }
            _ => break,
        }
    }
    // The longest leading part that is one well-formed numeral.
    for n_runs in (1..=runs.len()).rev() {
        let (runs, marks) = (&runs[..n_runs], &marks[..n_runs - 1]);
        if let Some(number) = well_formed(runs, marks) {
            return (Kind::Number(number), ends[n_runs - 1]);
        }
        // `1.2.3` and `1,2,3` without spaces are no one number.
        if marks.len() > 1 && marks.iter().all(|m| *m == '.' || *m == ',') {
            let number = Number {
                value: Exact::whole(0),
                step: None,
                digits: runs.concat(),
                n_decimals: 0,
                has_marks: true,
                is_identifier: true,
            };
            return (Kind::Number(number), ends[n_runs - 1]);
        }
    }
    // A lone run is always well formed, so this is reached for no text.
    (fraction(0, 1), ends[0].max(1))
}

/// Whether groups of three digits follow, each behind a plain space, the last of them three noughts:
/// `630 000`. Other groups could be numbers of their own, as in the row of a table.
fn are_groups(chars: &[Piece]) -> bool {
    let is_digit = |at: usize| chars.get(at).is_some_and(|p| p.char.is_ascii_digit());
    let is_group = |at: usize| {
        chars.get(at).is_some_and(|p| p.char == ' ')
            && (1..=3).all(|n| is_digit(at + n))
            && !is_digit(at + 4)
    };
    let n_groups = (0..MAX_DIGITS / 3).take_while(|n| is_group(n * 4)).count();
    let Some(last) = n_groups.checked_sub(1).map(|n| n * 4) else {
        return false;
    };
    let is_marked = chars
        .get(last + 4)
        .is_some_and(|p| matches!(p.char, '.' | ','));
    chars[last + 1..last + 4].iter().all(|p| p.char == '0') && !(is_marked && is_digit(last + 5))
}

/// Reads runs of digits with the marks between them as one numeral, if they are one.
fn well_formed(runs: &[String], marks: &[char]) -> Option<Number> {
    let is_grouped = |runs: &[String], marks: &[char]| {
        let same = marks.windows(2).all(|pair| pair[0] == pair[1]);
        let first = runs.first().map_or(0, String::len);
        let leading_zero = runs.first().is_some_and(|run| run.starts_with('0'));
        let indian = runs.len() > 2
            && runs[1..runs.len() - 1].iter().all(|run| run.len() == 2)
            && first <= 2;
        let western = runs[1..].iter().all(|run| run.len() == 3);
        let last = runs.last().map_or(0, String::len);
        same && (1..=3).contains(&first) && !leading_zero && last == 3 && (western || indian)
    };
    let n_decimals = match *marks {
        [] => 0,
        ['.'] => runs[1].len(),
        [','] if is_grouped(runs, marks) => 0,
        [','] if !runs[0].is_empty() => runs[1].len(),
        [..] if is_grouped(runs, marks) => 0,
        [.., last] => {
            let (head, inner) = (&runs[..runs.len() - 1], &marks[..marks.len() - 1]);
            let is_decimal = matches!(last, '.' | ',') && !inner.contains(&last);
            if !is_decimal || inner.is_empty() || !is_grouped(head, inner) {
                return None;
            }
            runs[runs.len() - 1].len()
        }
    };
    let digits = runs.concat();
    let is_identifier = digits.len() > MAX_DIGITS;
    let value = if is_identifier {
        Exact::whole(0)
    } else {
        Exact::decimal(&digits, n_decimals)?
    };
    let step = (!is_identifier)
        .then(|| {
            i32::try_from(n_decimals)
                .map(|n| Exact::power_of_ten(-n))
                .ok()
        })
        .flatten();
    Some(Number {
        value,
        step,
        digits,
        n_decimals,
        has_marks: !marks.is_empty() || runs[0].is_empty(),
        is_identifier,
    })
}

fn read_word(chars: &[Piece]) -> (Kind, usize) {
    let mut text = String::new();
    let mut at = 0;
    while let Some(piece) = chars.get(at) {
        let joins = piece.char == '\''
            && at > 0
            && chars
                .get(at + 1)
                .is_some_and(|next| is_word_char(next.char));
        if !is_word_char(piece.char) && !joins {
            break;
        }
        text.push(piece.char);
        at += 1;
    }
    let lower = text.to_lowercase();
    (Kind::Word { lower, text }, at)
}

fn is_word_char(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '²' | '³' | '_') || ('\u{300}'..='\u{36f}').contains(&c)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

fn is_narrow_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Full-width forms, look-alike quotes and hyphens in their plain form.
fn unify(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        '\u{3bc}' => 'µ',
        '\u{2126}' => 'Ω',
        '\u{212a}' => 'K',
        other => other,
    }
}

fn vulgar_fraction(c: char) -> Option<(i128, i128)> {
    Some(match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}
