//! Relations that hold for every text.

use std::sync::Arc;

use proofmark_ground::{DocumentIndex, State};
use proofmark_text::{Document, PAGE_BREAK, TextRange, find_tokens, tokenize};
use proptest::prelude::*;

/// Texts of words, numbers, joins and breaks, with much repetition of a few of them.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-d]{1,3}",
        2 => "[0-9]{1,4}",
        1 => prop::sample::select(vec!["-", "/", "'", "’", ".", ",", ":", "$", "£", "%", "°", "°C", "+", "–", "−", "<", "≥", "²", "½", "ﬁ", "É", "ß", "\u{ad}", "中", "#", "±", "…"]).prop_map(str::to_owned),
        4 => prop::sample::select(vec![" ", " ", " ", "\n", "-\n", "\u{a0}", "\u{c}", ". "]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_are_in_order_and_stable(text in texts()) {
        let tokens = tokenize(&text);
        for pair in tokens.windows(2) {
            prop_assert!(pair[0].range.end() <= pair[1].range.start(), "{:?}", pair);
        }
        for token in &tokens {
            prop_assert!(!token.key.is_empty() && !token.range.is_empty());
            let alone = tokenize(&text[std::ops::Range::from(token.range)]);
            prop_assert_eq!(alone.len(), 1, "{:?} in {:?}", token, text);
            prop_assert_eq!(&alone[0].key, &token.key, "{:?}", text);
        }
    }

    #[test]
    fn a_copied_stretch_of_tokens_is_found_where_it_stands(text in texts(), a in 0usize..60, n in 1usize..12) {
        prop_assume!(!text.contains('…') && !text.contains("..."));
        let document = Arc::new(Document::from_plain_text(&text));
        let index = DocumentIndex::new(Arc::clone(&document));
        let tokens = tokenize(&text);
        prop_assume!(!tokens.is_empty());
        let first = a % tokens.len();
        let last = (first + n).min(tokens.len()) - 1;
        let range = TextRange::new(tokens[first].range.start(), tokens[last].range.end());
        let quote = &text[std::ops::Range::from(range)];
        // A blank page between parts the text; a page number at a seam can be read either way.
        prop_assume!(!quote.contains(PAGE_BREAK));
        let found = index.locate(quote);
        let keys = tokenize(quote);
        let n_places = find_tokens(&tokens, &keys).len();
        if found.state == State::Located {
            prop_assert_eq!(found.spans.len(), 1);
            if n_places == 1 {
                prop_assert_eq!(found.spans[0].range, range, "{:?} in {:?}", quote, text);
            }
            let span = tokenize(document.slice(found.spans[0].range));
            prop_assert_eq!(span.len(), keys.len());
            prop_assert!(span.iter().zip(&keys).all(|(a, b)| a.matches(b)));
        } else {
            let cuts_fraction = found.state == State::EdgeCut && text.contains('½');
            let has_furniture = text.contains(PAGE_BREAK);
            prop_assert!(found.state == State::Ambiguous || cuts_fraction || has_furniture, "{:?} of {:?} in {:?}", found, quote, text);
        }
    }

    #[test]
    fn a_cut_edge_is_never_located_there(text in texts(), a in 0usize..60, n in 1usize..6) {
        let document = Arc::new(Document::from_plain_text(&text));
        let index = DocumentIndex::new(Arc::clone(&document));
        let tokens = tokenize(&text);
        prop_assume!(!tokens.is_empty());
        let first = a % tokens.len();
        let last = (first + n).min(tokens.len()) - 1;
        let (start, end) = (tokens[first].range.start(), tokens[last].range.end());
        let is_plain = |range: TextRange| text[std::ops::Range::from(range)].chars().all(|c| c.is_ascii_alphanumeric());
        if tokens[first].range.len() > 1 && is_plain(tokens[first].range) {
            let found = index.locate(&text[start + 1..end]);
            let there = found.spans.iter().any(|s| s.range.start() == start);
            prop_assert!(found.state != State::Located || !there, "{:?} cut from {:?}", found, text);
        }
        if tokens[last].range.len() > 1 && is_plain(tokens[last].range) && start < end - 1 {
            let found = index.locate(&text[start..end - 1]);
            let there = found.spans.iter().any(|s| s.range.end() == end && s.range.start() == start);
            prop_assert!(found.state != State::Located || !there, "{:?} cut from {:?}", found, text);
        }
    }

    #[test]
    fn nothing_panics_and_all_is_repeatable(text in "\\PC{0,80}|[\\x00-\\x7f\u{ad}\u{c}²½中\u{301}\u{fffd}\u{e000}\u{1100}\u{1161}]{0,80}", quote in "\\PC{0,20}|[\\x00-\\x7f\u{ad}\u{c}²½中\u{301}\u{fffd}]{0,12}") {
        let document = Arc::new(Document::from_plain_text(&text));
        let one = DocumentIndex::new(Arc::clone(&document)).locate(&quote);
        let two = DocumentIndex::new(Arc::clone(&document)).locate(&quote);
        prop_assert_eq!(&one, &two);
        for span in one.spans.iter().chain(&one.occurrences) {
            let _ = document.slice(span.range);
        }
        let whole = DocumentIndex::new(document).locate(&text);
        prop_assert_ne!(whole.state, State::AbsentDocument);
    }
}
