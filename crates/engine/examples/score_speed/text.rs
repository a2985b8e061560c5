//! Made-up text of any size, the same on every run, and quotations of it.

use proofmark_ground::State;
use serde::Serialize;

/// A quotation and the state that it has.
#[derive(Serialize)]
pub(crate) struct Quotation {
    pub(crate) text: String,
    pub(crate) state: &'static str,
}

/// Most quotations of one text.
const N_QUOTES: usize = 1000;

/// Quotations of 24 words, spread over the text: as they stand, cut, joined and altered by turns.
pub(crate) fn quotations(text: &str) -> Vec<Quotation> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (0..N_QUOTES)
        .map(|nth| {
            let from = nth * 997 * 31 % (words.len() - 40);
            let quote = words[from..from + 24].join(" ");
            let (text, state) = match nth % 4 {
                0 => (quote, State::Located),
                1 => (quote[1..].to_owned(), State::EdgeCut),
                2 => (joined(&quote), State::Altered),
                _ => (quote.replacen(' ', " xyzzy ", 7), State::NotFound),
            };
            Quotation {
                text,
                state: state.code(),
            }
        })
        .collect()
}

/// The quotation without the first space that stands between two letters: one after a comma parts nothing.
fn joined(quote: &str) -> String {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let bytes = quote.as_bytes();
    let at = (1..bytes.len()).find(|at| {
        bytes[*at] == b' ' && is_letter(bytes.get(at - 1)) && is_letter(bytes.get(at + 1))
    });
    at.map_or_else(
        || quote.to_owned(),
        |at| [&quote[..at], &quote[at + 1..]].concat(),
    )
}

/// Words of a skewed frequency, sentences, lines and pages.
pub(crate) fn made_up(n_bytes: usize) -> String {
    let mut text = String::with_capacity(n_bytes + 100);
    let mut seed = 1u64;
    let mut column = 0;
    while text.len() < n_bytes {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let n = seed >> 33;
        let rank = (n % 20_000) * (n % 7) / 6 % 20_000;
        let start = text.len();
        for shift in [0, 4, 8, 12] {
            if shift == 0 || rank >> shift > 0 {
                let at = usize::try_from(rank >> shift & 15).unwrap_or(0);
                text.push_str(&"basidofegumirotasulenopahikoduwe"[at * 2..at * 2 + 2]);
            }
        }
        column += text.len() - start;
        match n % 97 {
            0 => text.push_str(". "),
            1 => text.push_str(", "),
            2 => text.push_str(" 1250 "),
            _ if column > 80 => text.push('\n'),
            _ => text.push(' '),
        }
        if column > 80 {
            column = 0;
        }
    }
    text
}
