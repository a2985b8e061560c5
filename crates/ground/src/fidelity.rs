//! How closely the source repeats a located quotation (G-23).

use std::ops::Range;

use proofmark_text::{TextRange, fold, visit_tokens};

use crate::index::DocumentIndex;
use crate::quote::QuoteToken;
use crate::result::Fidelity;
use crate::search::Match;

/// Compares the raw text of the quotation with that of the source, token by token and gap by gap.
/// What stands before the first token and behind the last is not compared.
pub(crate) fn fidelity(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
    found: &Match,
) -> Fidelity {
    let document = index.document();
    let mut worst = Fidelity::Exact;
    let mut pos = found.first;
    for (nth, token) in tokens.iter().enumerate() {
        let last = index.last_of(found.route, pos);
        let source = if last == pos {
            document.slice(index.range(pos)).to_owned()
        } else {
            let [from, to] = [pos, last].map(|pos| index.range(pos));
            body_between(index, TextRange::new(from.start(), to.end()))
        };
        worst = worst.max(of_token(&quote[Range::from(token.range)], &source));
        let (Some(next_token), Some(next)) = (tokens.get(nth + 1), index.next(found.route, pos))
        else {
            break;
        };
        let gap = between(index.range(last), index.range(next));
        let source = if next == last + 1 {
            document.slice(gap).to_owned()
        } else {
            body_between(index, gap)
        };
        worst = worst.max(of_gap(
            &quote[Range::from(between(token.range, next_token.range))],
            &source,
        ));
        pos = next;
    }
    worst
}

/// What stands between two tokens. One raw char can be several tokens, which then share its range.
pub(crate) fn between(before: TextRange, after: TextRange) -> TextRange {
    TextRange::new(before.end(), after.start().max(before.end()))
}

/// The raw text of `range` without furniture.
fn body_between(index: &DocumentIndex, range: TextRange) -> String {
    let document = index.document();
    let mut body = String::new();
    for (page, edges) in document.pages().iter().zip(index.edges()) {
        let from = edges.head.end().max(range.start());
        let to = edges.foot.start().min(range.end());
        if from < to && page.range().start() < range.end() {
            body.push_str(document.slice(TextRange::new(from, to)));
            body.push('\n');
        }
    }
    body
}

fn of_token(quote: &str, source: &str) -> Fidelity {
    if quote == source {
        Fidelity::Exact
    } else if unspaced(quote) == unspaced(source) {
        Fidelity::Whitespace
    } else {
        Fidelity::Typographic
    }
}

fn of_gap(quote: &str, source: &str) -> Fidelity {
    if quote == source {
        return Fidelity::Exact;
    }
    if unspaced(quote) == unspaced(source) {
        return Fidelity::Whitespace;
    }
    let form = |text: &str| {
        unspaced(&fold(text))
            .chars()
            .map(|c| if is_dash(c) { '-' } else { c })
            .collect::<String>()
    };
    if form(quote) == form(source) {
        Fidelity::Typographic
    } else {
        Fidelity::Punctuation
    }
}

fn unspaced(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2012}'..='\u{2015}' | '\u{2212}')
}

/// Words that turn, bound or except what is said before or after them (G-22). Tokens, compared whole;
/// words that end with `n't` count as well.
const CONDITIONS: &[&str] = &[
    // Negations.
    "no",
    "not",
    "never",
    "none",
    "nor",
    "neither",
    "nobody",
    "nothing",
    "nowhere",
    "cannot",
    "without",
    "hardly",
    "scarcely",
    "barely",
    "rarely",
    "seldom",
    "fails",
    "failed",
    "lack",
    "lacks",
    "prohibited",
    "forbidden",
    "non",
    // Conditions.
    "if",
    "unless",
    "only",
    "provided",
    "providing",
    "when",
    "whenever",
    "until",
    "till",
    "while",
    "whilst",
    "once",
    "otherwise",
    "subject",
    "depending",
    "conditional",
    "contingent",
    "whether",
    "assuming",
    "where",
    "case",
    "long",
    // Exceptions and turns.
    "except",
    "excepted",
    "excepting",
    "exception",
    "exceptions",
    "excluding",
    "excludes",
    "excluded",
    "exclusive",
    "save",
    "barring",
    "but",
    "however",
    "although",
    "though",
    "notwithstanding",
    "despite",
    "besides",
    "apart",
    "other",
    "exempt",
    "exempted",
    "instead",
    "yet",
    "rather",
];

/// Whether the source text between two parts of a quotation holds such a word; furniture aside.
pub(crate) fn holds_condition(index: &DocumentIndex, range: TextRange) -> bool {
    let mut found = false;
    visit_tokens(&body_between(index, range), |token| {
        found |= std::iter::once(token.key)
            .chain(token.alt_keys.iter().map(String::as_str))
            .any(|key| {
                CONDITIONS.contains(&key) || key.ends_with("n't") || key.starts_with("non-")
            });
    });
    found
}
