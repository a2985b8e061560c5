//! Whether two passages are about one technique (R5): `scalar quantization` is not `binary quantization`.

use proofmark_text::tokenize;

use crate::page::Pages;
use crate::terms::{are_related, is_function_word};

/// Words after which a verb stands: what follows is no name.
const BEFORE_VERBS: [&str; 7] = ["can", "could", "may", "might", "to", "will", "would"];

/// A word, and the word before it that tells which one is meant.
struct Named {
    which: String,
    what: String,
    /// Whether the text begins with it.
    is_first: bool,
}

/// Whether `passage` is about another technique than the claim's: neither it nor what stands `around` it has the word
/// that tells which one is meant, and it has another word in its place, or nothing of the name that the pages give to
/// what the claim begins with.
pub(crate) fn is_of_other_technique(
    claim: &str,
    passage: &str,
    around: impl Fn(&str) -> bool,
    pages: &Pages,
) -> bool {
    let stem = |word: &str| {
        let stems = pages.terms.of(word, &[]);
        stems.into_iter().next().unwrap_or_default()
    };
    let passage_names = named(passage);
    let claimed = pages.terms.of(claim, &[]);
    let in_passage = pages.terms.of(passage, &[]);
    let is_at_hand =
        |word: &str| in_passage.iter().any(|term| are_related(term, word)) || around(word);
    named(claim).iter().any(|own| {
        let is_documented = is_documented(own, pages);
        let (which, what) = (stem(&own.which), stem(&own.what));
        if !own.is_first && !is_documented || is_at_hand(&which) {
            return false;
        }
        own.is_first && is_documented && !is_at_hand(&what)
            || passage_names
                .iter()
                .any(|other| stem(&other.what) == what && !claimed.contains(&stem(&other.which)))
    })
}

/// Whether a saved page has those two words one after the other.
fn is_documented(named: &Named, pages: &Pages) -> bool {
    let words = format!(" {} {} ", named.which, named.what);
    pages
        .pages
        .values()
        .any(|page| page.folded.contains(&words))
}

/// Each two plain words that stand side by side, the first of them in no form of a verb or plural.
fn named(text: &str) -> Vec<Named> {
    let mut found = Vec::new();
    let mut before: Option<(usize, String)> = None;
    let mut is_after_modal = false;
    let mut is_first = true;
    for token in tokenize(text) {
        let word = text[token.range.start()..token.range.end()].to_lowercase();
        if is_function_word(&word) || BEFORE_VERBS.contains(&word.as_str()) {
            is_after_modal = BEFORE_VERBS.contains(&word.as_str());
            before = None;
            continue;
        }
        let is_plain = word.chars().all(|c| c.is_alphabetic() || c == '-');
        if let Some((end, which)) = before.take()
            && is_plain
            && text[end..token.range.start()]
                .chars()
                .all(char::is_whitespace)
        {
            found.push(Named {
                which,
                what: word.clone(),
                is_first,
            });
            is_first = false;
        }
        let is_inflected = ["ing", "ed", "s"].iter().any(|end| word.ends_with(end));
        if is_plain && !is_inflected && !is_after_modal {
            before = Some((token.range.end(), word));
        } else {
            is_first = false;
        }
        is_after_modal = false;
    }
    found
}
