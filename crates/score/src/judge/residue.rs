//! What is left of a text after all that is registered or asked (S-7).

use super::operators::{Bound, Operators, is_negating};
use super::prose::{Prose, Stretch};
use super::words::words;

/// The question's and the field's own words.
pub(crate) struct Context {
    /// Their stems; numbers as they stand.
    pub(crate) stems: Vec<String>,
    /// The stems of each two neighbours.
    pairs: Vec<(String, String)>,
    /// The stem of the first content word behind each negation.
    denied: Vec<String>,
    /// The operators and conditions directly before what is asked for: `after` of `after how many minutes`.
    before_asked: Vec<String>,
}

impl Context {
    /// Reads the field's name and the question.
    pub(crate) fn new(field: &str, question: &str) -> Self {
        let mut context = Self {
            stems: Vec::new(),
            pairs: Vec::new(),
            denied: Vec::new(),
            before_asked: Vec::new(),
        };
        for text in [field, question] {
            let text = text.replace('_', " ");
            let prose = Prose::new(&text);
            context.stems.extend(prose.stems.iter().cloned());
            let pairs = prose
                .stems
                .windows(2)
                .map(|pair| (pair[0].clone(), pair[1].clone()));
            context.pairs.extend(pairs);
            let keys = prose.keys();
            let asked = keys.windows(2).filter(|pair| ASKING.contains(&pair[1]));
            let charged = asked.filter(|pair| is_charged(pair[0]) && !is_negating(pair[0]));
            context
                .before_asked
                .extend(charged.map(|pair| pair[0].to_owned()));
            let mut parts = prose.parts.iter();
            while let Some(part) = parts.next() {
                if matches!(&*part.key, "not" | "never") {
                    let denied = parts
                        .clone()
                        .find(|part| !words().has("function", &part.key));
                    context
                        .denied
                        .extend(denied.map(|part| words().stem(&part.key)));
                }
            }
        }
        context
    }
}

/// Words that ask.
const ASKING: &[&str] = &["how", "what", "which", "when", "whom", "who"];

/// The tokens of `prose` that nobody reviewed: not in `covered`, no function word, none of the
/// context's own words, no bound that the field's kind sets anyway. Neighbours are joined.
pub(crate) fn find_residue(
    prose: &Prose<'_>,
    covered: &[Stretch],
    context: &Context,
    operators: &Operators,
    field_bound: Option<Bound>,
) -> Vec<Stretch> {
    let is_covered = |idx: usize| covered.iter().any(|s| s.start <= idx && idx < s.end);
    let compatible: Vec<Stretch> = operators
        .bounds()
        .filter(|(s, bound)| Some(*bound) == field_bound && touches_covered(prose, *s, covered))
        .map(|(s, _)| *s)
        .collect();
    let is_compatible = |idx: usize| compatible.iter().any(|s| s.start <= idx && idx < s.end);
    let mut residue: Vec<Stretch> = Vec::new();
    for idx in 0..prose.len() {
        if is_covered(idx) || is_compatible(idx) || is_context(prose, idx, covered, context) {
            continue;
        }
        match residue.last_mut() {
            Some(last) if last.end == idx => last.end = idx + 1,
            _ => residue.push(Stretch {
                start: idx,
                end: idx + 1,
            }),
        }
    }
    residue
}

/// Whether the token at `idx` adds nothing to what was asked.
fn is_context(prose: &Prose<'_>, idx: usize, covered: &[Stretch], context: &Context) -> bool {
    let key = prose.key(idx);
    if leaves_out_negation(prose, idx, context) {
        return false;
    }
    if words().has("function", key) && !is_part_of_name(prose, idx) {
        return !words().has("bounding", key)
            || !bounds_a_number(prose, idx)
            || opens_range(prose, idx, covered);
    }
    if !context.stems.contains(&prose.stems[idx]) {
        return false;
    }
    // The question's words include its operators. They are context only where the answer repeats them
    // with a neighbour, as in "if the wind is above", and never where they are the opposite of what a
    // matched wording says, nor as an alternative.
    if words().has("alternatives", key) || turns_covered_round(prose, idx, covered) {
        return false;
    }
    if !is_charged(key) {
        return true;
    }
    // The answer stands where the question asks: "after 15 minutes" for "after how many minutes".
    let is_before_answer = covered.iter().any(|s| s.start == idx + 1);
    let mut asked = context.before_asked.iter().peekable();
    if is_before_answer && asked.peek().is_some() && asked.all(|asked| asked == key) {
        return true;
    }
    let neighbour = |a: Option<usize>, b: Option<usize>| match (a, b) {
        (Some(a), Some(b)) if b < prose.len() => context
            .pairs
            .iter()
            .any(|(x, y)| *x == prose.stems[a] && *y == prose.stems[b]),
        _ => false,
    };
    neighbour(idx.checked_sub(1), Some(idx)) || neighbour(Some(idx), Some(idx + 1))
}

/// Whether the question denies the word at `idx` and its clause here does not: `Room 4 must be used`
/// where the question is which one must not be.
fn leaves_out_negation(prose: &Prose<'_>, idx: usize, context: &Context) -> bool {
    let clause = prose.clauses[idx];
    context.denied.contains(&prose.stems[idx])
        && !(0..prose.len()).any(|at| prose.clauses[at] == clause && is_negating(prose.key(at)))
}

/// Whether a word of the closed list is here none of it, but part of a name: an article that nothing
/// follows (`hepatitis A`), a number in Roman letters (`Phase I`), an acronym (`the US office`), or `am`
/// behind a number.
fn is_part_of_name(prose: &Prose<'_>, idx: usize) -> bool {
    let written = prose.written(Stretch {
        start: idx,
        end: idx + 1,
    });
    let is_here = |other: usize| prose.reaches.get(other) == prose.reaches.get(idx);
    let before = idx.checked_sub(1).filter(|before| is_here(*before));
    let is_last = !is_here(idx + 1);
    let starts_large = |at: usize| {
        let start = prose.tokens[at].range.start();
        let rest = prose.text.get(start..).unwrap_or_default();
        rest.starts_with(char::is_uppercase)
    };
    match prose.key(idx) {
        "a" => is_last || (written == "A" && before.is_some()),
        "an" | "the" => is_last,
        "i" => before.is_some_and(|before| is_last || starts_large(before)),
        "am" => before
            .is_some_and(|before| prose.tokens[before].kind == proofmark_text::TokenKind::Number),
        "us" | "it" | "who" => {
            written.chars().all(char::is_uppercase) && prose.text.contains(char::is_lowercase)
        }
        _ => false,
    }
}

/// Whether a word turns, bounds, counts or conditions a statement.
fn is_charged(key: &str) -> bool {
    is_negating(key) || words().has("charged", key) || words().has("approximate", key)
}

/// Whether the word at `idx` is the opposite of a word in a matched stretch.
fn turns_covered_round(prose: &Prose<'_>, idx: usize, covered: &[Stretch]) -> bool {
    let key = prose.key(idx);
    let is_matched = |phrase: &[String]| {
        prose
            .find_parts(phrase)
            .iter()
            .any(|s| covered.iter().any(|c| c.contains(*s)))
    };
    words().opposites().iter().any(|pair| {
        let is_on = |side: &[Vec<String>]| side.iter().any(|phrase| *phrase == [key]);
        (is_on(&pair.left) && pair.right.iter().any(|phrase| is_matched(phrase)))
            || (is_on(&pair.right) && pair.left.iter().any(|phrase| is_matched(phrase)))
    })
}

/// Whether the word at `idx` is the `from` of a wording that says to what: `from 08:00 to 17:00`.
fn opens_range(prose: &Prose<'_>, idx: usize, covered: &[Stretch]) -> bool {
    let range = covered.iter().find(|s| s.start == idx + 1);
    prose.key(idx) == "from"
        && range.is_some_and(|s| {
            (s.start + 1..s.end).any(|at| matches!(prose.key(at), "to" | "until" | "till"))
        })
}

/// Whether the word at `idx` stands directly before a number, or a word for one.
fn bounds_a_number(prose: &Prose<'_>, idx: usize) -> bool {
    let Some(next) = prose.tokens.get(idx + 1) else {
        return false;
    };
    let rest = prose
        .text
        .get(next.range.start()..next.range.end())
        .unwrap_or_default();
    next.kind == proofmark_text::TokenKind::Number
        || !proofmark_text::find_quantities(rest).is_empty()
        || !proofmark_text::find_dates(rest).is_empty()
        || !proofmark_text::find_times(rest).is_empty()
}

/// Whether between a bounding phrase and a matched stretch nothing but words of the same clause stand.
fn touches_covered(prose: &Prose<'_>, phrase: Stretch, covered: &[Stretch]) -> bool {
    covered.iter().any(|s| {
        // "up to and including 5", "18 and over": such a phrase runs over a clause's end itself.
        let clause = prose.clauses.get(s.start);
        let is_near = (phrase.start..phrase.end).any(|idx| prose.clauses.get(idx) == clause)
            || (phrase.start == s.end && prose.key(phrase.start) == "and")
            || prose.is_bracketed(s.end, phrase);
        is_near && !s.contains(phrase)
    })
}
