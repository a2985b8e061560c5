//! Measures reading and searching on made-up text: `cargo run --release -p proofmark-ground --example
//! speed -- [megabytes]`.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement by hand takes an argument, reads the clock and prints; nothing else calls it"
)]

use std::sync::Arc;
use std::time::Instant;

use proofmark_ground::{DocumentIndex, State};
use proofmark_text::{Document, visit_tokens};

fn main() {
    let n_megabytes = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(10usize);
    let text = made_up(n_megabytes << 20);
    let document = Arc::new(Document::from_plain_text(&text));
    let start = Instant::now();
    let mut n_tokens = 0usize;
    visit_tokens(document.raw(), |_| n_tokens += 1);
    println!(
        "{n_megabytes} MiB, {n_tokens} tokens: read in {:?}",
        start.elapsed()
    );
    let start = Instant::now();
    let index = DocumentIndex::new(Arc::clone(&document));
    println!("indexed in {:?}", start.elapsed());
    let words: Vec<&str> = text.split_whitespace().collect();
    let quote = |nth: usize| words[nth * 997 % (words.len() - 40)..][..24].join(" ");
    for (name, state, change) in [
        ("as they stand", State::Located, None),
        ("cut at the left edge", State::EdgeCut, Some(0)),
        ("without a space", State::Altered, Some(1)),
        ("with another word", State::NotFound, Some(2)),
    ] {
        let start = Instant::now();
        let mut n_expected = 0;
        for nth in 0..1000 {
            let quote = quote(nth);
            let quote = match change {
                None => quote,
                Some(0) => quote[1..].to_owned(),
                Some(1) => quote.replacen(' ', "", 1),
                Some(_) => quote.replacen(' ', " xyzzy ", 7),
            };
            n_expected += usize::from(index.locate(&quote).state == state);
        }
        println!(
            "1000 quotations {name}: {:?}, {n_expected} {}",
            start.elapsed(),
            state.code()
        );
    }
}

/// Words of a skewed frequency, sentences, lines and pages; the same on every run.
fn made_up(n_bytes: usize) -> String {
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
            2 => text.push_str(" 1,250 "),
            3 if column > 300_000 => text.push('\u{c}'),
            _ if column > 80 => text.push('\n'),
            _ => text.push(' '),
        }
        if column > 80 {
            column = 0;
        }
    }
    text
}
