//! Reads tokens off the normalised chars.

use crate::atom::{Atom, Class, push_atoms};
use crate::token::{TokenKind, TokenRef};
use crate::{PAGE_BREAK, TextRange};

/// Normalised chars are held for about so many raw bytes at a time. Larger costs memory and cache
/// misses, smaller gains nothing.
const CHUNK: usize = 1 << 16;

/// More line-end hyphens than this in one token answer only to all kept and all dropped; each one
/// doubles the keys.
const MAX_SPLIT_HYPHENS: usize = 3;

/// Reads a text's tokens and hands each to `visit`.
pub(crate) struct Scanner<F> {
    visit: F,
    atoms: Vec<Atom>,
    token: Draft,
}

/// The token being read.
#[derive(Default)]
struct Draft {
    key: String,
    /// Byte positions of grouping chars in `key`, ascending.
    grouping: Vec<usize>,
    /// Byte positions of ambiguous hyphens in `key`, ascending.
    hyphens: Vec<usize>,
    alt_keys: Vec<String>,
    grouped: String,
    has_digit: bool,
}

impl Draft {
    fn clear(&mut self) {
        self.key.clear();
        self.grouping.clear();
        self.hyphens.clear();
        self.alt_keys.clear();
        self.has_digit = false;
    }

    fn push(&mut self, atom: Atom) {
        self.has_digit |= atom.class == Class::Digit;
        self.key.push(match atom.ch {
            '`' => '\'',
            '\u{2013}' | '\u{2212}' => '-',
            other => other,
        });
    }
}

impl<F: FnMut(TokenRef<'_>)> Scanner<F> {
    pub(crate) fn new(visit: F) -> Self {
        Self {
            visit,
            atoms: Vec::new(),
            token: Draft::default(),
        }
    }

    pub(crate) fn run(mut self, raw: &str, range: TextRange) {
        let mut from = range.start();
        while from < range.end() {
            let to = chunk_end(raw, from, range.end());
            let mut atoms = std::mem::take(&mut self.atoms);
            atoms.clear();
            push_atoms(raw, from, to, &mut atoms);
            self.scan(&atoms);
            self.atoms = atoms;
            from = to;
        }
    }

    fn scan(&mut self, atoms: &[Atom]) {
        let mut at = 0;
        while let Some(atom) = atoms.get(at) {
            at = match atom.class {
                Class::Letter | Class::Digit => self.read_run(atoms, at, at),
                Class::Space | Class::LineBreak | Class::Other => at + 1,
                Class::Ideograph => self.read_ideograph(atoms, at),
                Class::Script | Class::Fraction => self.read_other_number(atoms, at),
                Class::Operator | Class::Percent | Class::Degree => self.read_symbol(atoms, at),
                Class::Sign | Class::Minus | Class::Currency => match lead_end(atoms, at) {
                    Some(digit) => self.read_run(atoms, at, digit),
                    None => self.read_symbol(atoms, at),
                },
                Class::Hyphen | Class::EnDash | Class::Hash | Class::Dot => {
                    match lead_end(atoms, at) {
                        Some(digit) => self.read_run(atoms, at, digit),
                        None => at + 1,
                    }
                }
                Class::Join
                | Class::Slash
                | Class::Unknown
                | Class::Comma
                | Class::Colon
                | Class::SoftHyphen
                | Class::GroupSpace => at + 1,
            };
        }
    }

    /// Reads a token whose signs start at `from` and whose first letter or digit is at `first`.
    fn read_run(&mut self, atoms: &[Atom], from: usize, first: usize) -> usize {
        self.token.clear();
        for lead in &atoms[from..first] {
            if !lead.class.is_space() {
                self.token.push(*lead);
            }
        }
        let mut at = first;
        let mut n_letters = 0usize;
        while let Some(atom) = atoms.get(at) {
            if atom.class == Class::Letter {
                self.token.push(*atom);
                n_letters += 1;
                at += 1;
                continue;
            }
            if atom.class == Class::Digit {
                let is_plain = at == first || !is_bound_before(atoms, at);
                at = self.read_digits(atoms, at, is_plain);
                if let Some(next) = self.read_unit(atoms, at) {
                    at = next;
                    // `1€50` is one amount.
                    if atoms.get(at).is_some_and(|a| a.class == Class::Digit) {
                        continue;
                    }
                    break;
                }
                continue;
            }
            if let Some(next) = self.read_join(atoms, at) {
                at = next;
                continue;
            }
            // `US$5`, `A$ 5`: the letters say which currency it is.
            let is_code = atom.class == Class::Currency && !self.token.has_digit && n_letters <= 3;
            if is_code && let Some(digit) = lead_end(atoms, at) {
                for lead in &atoms[at..digit] {
                    if !lead.class.is_space() {
                        self.token.push(*lead);
                    }
                }
                at = digit;
                continue;
            }
            break;
        }
        let kind = if self.token.has_digit {
            TokenKind::Number
        } else {
            TokenKind::Word
        };
        self.emit(&atoms[from..at], kind, false);
        at
    }

    /// Reads a run of digits with its grouping or decimal comma. `is_plain` says that they start a
    /// number.
    fn read_digits(&mut self, atoms: &[Atom], at: usize, is_plain: bool) -> usize {
        let n = n_digits(atoms, at);
        let (groups_end, separator) = groups(atoms, at, n);
        let end = match separator {
            Some(_) if groups_end > at => groups_end,
            _ => at + n,
        };
        let is_group = separator.is_some() && is_plain;
        for atom in &atoms[at..end] {
            if atom.class != Class::Digit && is_group {
                self.token.grouping.push(self.token.key.len());
            }
            self.token.push(*atom);
        }
        if separator == Some(Class::Comma) {
            return end;
        }
        // A decimal comma: the only comma between digits here.
        let comma = atoms.get(end).is_some_and(|a| a.class == Class::Comma);
        let decimals = if comma { n_digits(atoms, end + 1) } else { 0 };
        let next = end + 1 + decimals;
        let goes_on = atoms.get(next).is_some_and(|a| a.class == Class::Comma)
            && n_digits(atoms, next + 1) > 0;
        let preceded =
            at >= 2 && atoms[at - 1].class == Class::Comma && atoms[at - 2].class == Class::Digit;
        if decimals == 0 || goes_on || preceded {
            return end;
        }
        for atom in &atoms[end..next] {
            self.token.push(*atom);
        }
        next
    }

    /// Reads the symbol that a number ends with: a currency, `%`, `‰`, `°` or `°C`.
    fn read_unit(&mut self, atoms: &[Atom], at: usize) -> Option<usize> {
        let symbol = atoms.get(at)?;
        match symbol.class {
            Class::Currency | Class::Percent => {
                self.token.push(*symbol);
                Some(at + 1)
            }
            Class::Degree => {
                self.token.push(*symbol);
                let letter = atoms
                    .get(at + 1)
                    .filter(|a| matches!(a.ch, 'c' | 'f' | 'k'));
                let is_last = atoms.get(at + 2).is_none_or(|a| !a.class.is_joinable());
                match letter {
                    Some(letter) if is_last => {
                        self.token.push(*letter);
                        Some(at + 2)
                    }
                    _ => Some(at + 1),
                }
            }
            _ => None,
        }
    }

    /// Reads the join at `at` where it stands between two letters or digits.
    fn read_join(&mut self, atoms: &[Atom], at: usize) -> Option<usize> {
        let join = atoms.get(at)?;
        let before = atoms.get(at.checked_sub(1)?)?;
        let next = atoms.get(at + 1);
        if let Some(next) = next.filter(|a| a.class.is_joinable()) {
            let both_digits = before.class == Class::Digit && next.class == Class::Digit;
            let is_bound = match join.class {
                Class::Join
                | Class::Slash
                | Class::Hyphen
                | Class::EnDash
                | Class::Dot
                | Class::Unknown => true,
                Class::Colon => both_digits,
                Class::Minus => next.class == Class::Digit,
                _ => false,
            };
            if is_bound {
                self.token.push(*join);
                return Some(at + 1);
            }
            return None;
        }
        let ends_line = matches!(
            join.class,
            Class::Hyphen | Class::EnDash | Class::Slash | Class::SoftHyphen
        );
        if !ends_line {
            return None;
        }
        let n_space = atoms[at + 1..]
            .iter()
            .take_while(|a| a.class.is_space())
            .count();
        let gap = &atoms[at + 1..at + 1 + n_space];
        let next = atoms
            .get(at + 1 + n_space)
            .filter(|a| a.class.is_joinable())?;
        if !gap.iter().any(|a| a.class == Class::LineBreak) {
            return None;
        }
        let is_hyphen = matches!(join.class, Class::Hyphen | Class::SoftHyphen);
        if is_hyphen && next.is_lower {
            self.token.hyphens.push(self.token.key.len());
            self.token.key.push('-');
        } else if join.class != Class::SoftHyphen {
            self.token.push(*join);
        }
        Some(at + 1 + n_space)
    }

    fn read_ideograph(&mut self, atoms: &[Atom], at: usize) -> usize {
        self.token.clear();
        self.token.push(atoms[at]);
        let is_mark = |a: &&Atom| {
            a.class == Class::Letter && unicode_normalization::char::is_combining_mark(a.ch)
        };
        let end = at + 1 + atoms[at + 1..].iter().take_while(is_mark).count();
        for mark in &atoms[at + 1..end] {
            self.token.push(*mark);
        }
        self.emit(&atoms[at..end], TokenKind::Word, false);
        end
    }

    /// Reads superscripts or subscripts standing together, or one fraction.
    fn read_other_number(&mut self, atoms: &[Atom], at: usize) -> usize {
        self.token.clear();
        let first = atoms[at];
        let same = |a: &&Atom| {
            a.class == first.class
                && if first.class == Class::Script {
                    is_subscript(a.ch) == is_subscript(first.ch)
                } else {
                    a.start == first.start
                }
        };
        let end = at + atoms[at..].iter().take_while(same).count();
        for part in &atoms[at..end] {
            self.token.key.push(part.ch);
        }
        let is_tied = first.class == Class::Fraction
            && at > 0
            && atoms[at - 1].class == Class::Digit
            && atoms[at - 1].end == first.start;
        self.emit(&atoms[at..end], TokenKind::Number, is_tied);
        end
    }

    fn read_symbol(&mut self, atoms: &[Atom], at: usize) -> usize {
        self.token.clear();
        self.token.key.push(atoms[at].ch);
        self.emit(&atoms[at..=at], TokenKind::Operator, false);
        at + 1
    }

    fn emit(&mut self, atoms: &[Atom], kind: TokenKind, is_tied: bool) {
        let (Some(first), Some(last)) = (atoms.first(), atoms.last()) else {
            return;
        };
        let token = &mut self.token;
        let mut grouped = None;
        if !token.grouping.is_empty() {
            token.grouped.clone_from(&token.key);
            for at in token.grouping.drain(..).rev() {
                token.key.remove(at);
                for hyphen in &mut token.hyphens {
                    *hyphen -= usize::from(*hyphen > at);
                }
            }
            grouped = Some(token.grouped.as_str());
        }
        let n = token.hyphens.len();
        if n > 0 {
            let all = (1usize << n.min(MAX_SPLIT_HYPHENS)) - 1;
            let subsets = if n <= MAX_SPLIT_HYPHENS {
                1..=all
            } else {
                all..=all
            };
            for subset in subsets {
                let mut alt = token.key.clone();
                for (nth, at) in token.hyphens.iter().enumerate().rev() {
                    if n > MAX_SPLIT_HYPHENS || subset & (1 << nth) != 0 {
                        alt.remove(*at);
                    }
                }
                token.alt_keys.push(alt);
            }
        }
        (self.visit)(TokenRef {
            range: TextRange::new(first.start as usize, last.end as usize),
            key: &token.key,
            alt_keys: &token.alt_keys,
            grouped,
            kind,
            is_tied,
        });
    }
}

/// Where a chunk that starts at `from` can end without parting a token: at a line that begins with
/// a letter, after one that ends with a letter, a digit or a full stop.
fn chunk_end(raw: &str, from: usize, to: usize) -> usize {
    let bytes = raw.as_bytes();
    let mut at = from + CHUNK;
    while at < to {
        let is_break = bytes[at] == b'\n'
            && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
            && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'.');
        at += 1;
        if is_break {
            return at;
        }
    }
    to
}

fn is_subscript(c: char) -> bool {
    matches!(c, '\u{2080}'..='\u{208E}')
}

fn n_digits(atoms: &[Atom], at: usize) -> usize {
    atoms
        .get(at..)
        .unwrap_or_default()
        .iter()
        .take_while(|a| a.class == Class::Digit)
        .count()
}

/// Whether the digits at `at` go on from a decimal point or an apostrophe. After letters (`USD1,000`)
/// a number starts anew.
fn is_bound_before(atoms: &[Atom], at: usize) -> bool {
    at > 0 && matches!(atoms[at - 1].class, Class::Dot | Class::Join)
}

/// Reads thousands groups behind the `n` digits at `at`: where they end, and what sets them apart.
/// `None` when there are no groups, or when they are not well formed.
fn groups(atoms: &[Atom], at: usize, n: usize) -> (usize, Option<Class>) {
    let Some(first) = atoms.get(at + n) else {
        return (at, None);
    };
    let separator = first.class;
    let is_separator = |a: Option<&Atom>| {
        a.is_some_and(|a| a.class == separator && (separator == Class::Comma || a.ch == first.ch))
    };
    if !matches!(separator, Class::Comma | Class::GroupSpace) || n > 3 || atoms[at].ch == '0' {
        return (at, None);
    }
    let mut end = at + n;
    let (mut n_pairs, mut n_triples) = (0, 0);
    while is_separator(atoms.get(end)) {
        // Groups of two before a last one of three are the Indian way to write a lakh.
        match n_digits(atoms, end + 1) {
            3 if n_pairs == 0 || n_triples == 0 => {
                n_triples += 1;
                end += 4;
            }
            2 if separator == Class::Comma && n <= 2 && n_triples == 0 => {
                n_pairs += 1;
                end += 3;
            }
            0 => break,
            // A column of figures, or a list.
            _ => return (at, None),
        }
    }
    if n_triples == 0 {
        return (at, None);
    }
    // A group before the first makes it a middle one, of something that is not well formed.
    let preceded =
        at >= 2 && is_separator(atoms.get(at - 1)) && atoms[at - 2].class == Class::Digit;
    if end == at + n || preceded {
        (at, None)
    } else {
        (end, Some(separator))
    }
}

/// The first digit of a number whose signs start at `at`: a sign, a currency symbol (white space may
/// follow it), `#` and a decimal point, each at most once. `None` when no number is led here.
fn lead_end(atoms: &[Atom], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).map(|before| atoms[before].class);
    let first = atoms[at].class;
    let is_led = match first {
        Class::Currency => true,
        Class::Dot => !matches!(before, Some(Class::Dot | Class::Letter | Class::Digit)),
        Class::Hash => true,
        _ => !matches!(
            before,
            Some(
                Class::Letter
                    | Class::Digit
                    | Class::Ideograph
                    | Class::Script
                    | Class::Fraction
                    | Class::Percent
                    | Class::Degree
                    | Class::Currency
                    | Class::Hyphen
                    | Class::EnDash
            )
        ),
    };
    if !is_led {
        return None;
    }
    let (mut sign, mut currency, mut hash) = (false, false, false);
    let mut next = at;
    loop {
        match atoms.get(next)?.class {
            Class::Digit => return Some(next),
            Class::Sign | Class::Minus | Class::Hyphen | Class::EnDash if !sign => sign = true,
            Class::Hash if !hash => hash = true,
            Class::Currency if !currency => {
                currency = true;
                next += atoms[next + 1..]
                    .iter()
                    .take_while(|a| a.class.is_space() && a.ch != PAGE_BREAK)
                    .count();
            }
            Class::Dot => {
                let digit = atoms.get(next + 1)?;
                return (digit.class == Class::Digit).then_some(next + 1);
            }
            _ => return None,
        }
        next += 1;
    }
}
