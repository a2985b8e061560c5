//! Words as they are compared: stems, names and what acronyms stand for.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_text::{TextRange, tokenize};
use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing about a subject.
const FUNCTION_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "by",
    "can",
    "could",
    "do",
    "does",
    "each",
    "every",
    "for",
    "from",
    "has",
    "have",
    "how",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "may",
    "most",
    "must",
    "not",
    "of",
    "on",
    "one",
    "only",
    "or",
    "our",
    "per",
    "single",
    "so",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "together",
    "up",
    "use",
    "used",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "who",
    "will",
    "with",
    "within",
    "you",
    "your",
    "least",
    "more",
    "about",
    "now",
    "also",
    "still",
    "get",
    "gets",
    "under",
    "over",
    "all",
    "between",
    "under",
    "both",
    // Verbs that a claim may put in each other's place.
    "accept",
    "accepts",
    "allow",
    "allows",
    "allowed",
    "allowing",
    "come",
    "comes",
    "came",
    "contain",
    "contains",
    "cover",
    "covers",
    "emit",
    "emits",
    "give",
    "gives",
    "given",
    "go",
    "goes",
    "hold",
    "holds",
    "keep",
    "keeps",
    "let",
    "lets",
    "offer",
    "offers",
    "own",
    "owns",
    "permit",
    "permits",
    "permitted",
    "provide",
    "provides",
    "receive",
    "receives",
    "take",
    "takes",
    "taken",
    "yield",
    "yields",
    "been",
    "being",
    "were",
    "while",
    "as",
    "out",
    "many",
    "much",
    "just",
    "no",
    "unless",
    "until",
];

/// Words that say one thing, as stems; each stands for the first of its line.
const SYNONYMS: &[&[&str]] = &[
    &[
        "maximum", "max", "largest", "biggest", "longest", "highest", "cap", "ceil", "upper",
    ],
    &["minimum", "min", "smallest", "lowest", "fewest", "shortest"],
    &["increment", "step"],
    &["region", "locat"],
    &["cutoff", "cut-off"],
    &["price", "cost"],
];

/// Reads terms; knows the acronyms that the pages explain.
pub(crate) struct Terms {
    stemmer: Stemmer,
    acronyms: BTreeMap<String, Vec<String>>,
}

impl std::fmt::Debug for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terms")
            .field("acronyms", &self.acronyms)
            .finish_non_exhaustive()
    }
}

impl Terms {
    /// Learns the acronyms of `texts`: `Words In Full (WIF)`, in one meaning only.
    pub(crate) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut meanings: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
        for text in texts {
            for (at, _) in text.match_indices('(') {
                let inner: String = text[at + 1..]
                    .chars()
                    .take_while(|c| c.is_ascii_uppercase())
                    .collect();
                if inner.len() < 2 || inner.len() > 6 {
                    continue;
                }
                let from = text[..at]
                    .rfind(['\n', '\t', '.', ';', ',', '('])
                    .map_or(0, |i| i + 1);
                let words: Vec<String> = text[from..at]
                    .split(|c: char| !c.is_alphanumeric())
                    .filter(|word| !word.is_empty())
                    .map(str::to_lowercase)
                    .collect();
                if words.len() >= inner.len() {
                    let tail = words[words.len() - inner.len()..].to_vec();
                    let initials: String =
                        tail.iter().filter_map(|word| word.chars().next()).collect();
                    if initials.eq_ignore_ascii_case(&inner) {
                        meanings
                            .entry(inner.to_lowercase())
                            .or_default()
                            .insert(tail);
                    }
                }
            }
        }
        let stemmer = Stemmer::create(Algorithm::English);
        let acronyms = meanings
            .into_iter()
            .filter_map(|(acronym, meanings)| {
                let stems: BTreeSet<Vec<String>> = meanings
                    .iter()
                    .map(|words| {
                        words
                            .iter()
                            .filter(|w| !FUNCTION_WORDS.contains(&w.as_str()))
                            .map(|w| stemmer.stem(w).into_owned())
                            .collect()
                    })
                    .collect();
                (stems.len() == 1).then(|| (acronym, stems.into_iter().next().unwrap_or_default()))
            })
            .collect();
        Self { stemmer, acronyms }
    }

    /// The terms of a text, but for what stands in `without` (its values).
    pub(crate) fn of(&self, text: &str, without: &[TextRange]) -> BTreeSet<String> {
        let mut terms = BTreeSet::new();
        for token in tokenize(text) {
            if without.iter().any(|range| range.overlaps(token.range)) {
                let rest = token.range.end();
                let cut = without
                    .iter()
                    .filter(|r| r.overlaps(token.range))
                    .map(|r| r.end())
                    .max()
                    .unwrap_or(rest);
                if cut < rest {
                    self.word(text[cut..rest].trim_start_matches(['-', '+']), &mut terms);
                }
                continue;
            }
            self.word(&text[token.range.start()..token.range.end()], &mut terms);
        }
        terms
    }

    fn word(&self, word: &str, terms: &mut BTreeSet<String>) {
        let word = ["'s", "’s"]
            .iter()
            .find_map(|end| word.strip_suffix(end))
            .unwrap_or(word);
        let lower = word.to_lowercase();
        let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
        if lower.is_empty() || FUNCTION_WORDS.contains(&lower) {
            return;
        }
        let is_plural = word.len() > 2
            && word.ends_with('s')
            && word[..word.len() - 1]
                .bytes()
                .all(|b| b.is_ascii_uppercase());
        let acronym = if is_plural {
            &lower[..lower.len() - 1]
        } else {
            lower
        };
        if let Some(stems) = self.acronyms.get(acronym) {
            terms.extend(stems.iter().cloned());
            return;
        }
        if is_identifier(word) && word.contains('/') {
            for part in word.split('/').filter(|part| !part.is_empty()) {
                self.word(part, terms);
            }
            return;
        }
        if is_identifier(word) {
            terms.insert(lower.to_owned());
            return;
        }
        let parts: Vec<String> = camel_parts(word);
        if parts.len() > 1 {
            for part in parts {
                self.word(&part, terms);
            }
            return;
        }
        if lower.contains(['-', '/', '_', '\'', '’']) {
            if lower.contains('-') {
                terms.insert(lower.to_owned());
            }
            for part in lower
                .split(['-', '/', '_', '\'', '’'])
                .filter(|part| part.len() > 1)
            {
                self.word(part, terms);
            }
            return;
        }
        let stem = self.stemmer.stem(lower).into_owned();
        let shared = SYNONYMS
            .iter()
            .find(|words| words.contains(&stem.as_str()))
            .map_or(stem.as_str(), |words| words[0]);
        terms.insert(shared.to_owned());
    }
}

/// Whether a word in lower case tells nothing of a subject.
pub(crate) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(&word)
}

/// A name with letters and digits: a model, a tier, a data type.
pub(crate) fn is_identifier(word: &str) -> bool {
    let first_is_letter = word
        .chars()
        .find(|c| c.is_alphanumeric())
        .is_some_and(char::is_alphabetic);
    first_is_letter && word.bytes().any(|b| b.is_ascii_digit())
}

fn camel_parts(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut was_lower = false;
    for c in word.chars() {
        if c.is_uppercase() && was_lower || parts.is_empty() {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

/// Whether two terms are of one word family: equal, or long with one beginning.
pub(crate) fn are_related(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let is_plain = |term: &str| term.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_plain(a) || !is_plain(b) {
        return false;
    }
    let n = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    n >= 5 && a.len() - n <= 4 && b.len() - n <= 4 || n >= 4 && a.len() - n <= 1 && b.len() - n <= 1
}

/// Names in a claim: runs of capitalised words, and identifiers; as written.
pub(crate) fn names(claim: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let words: Vec<&str> = claim.split_whitespace().collect();
    let mut opened_at_start = false;
    for (idx, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = ["'s", "’s"]
            .iter()
            .find_map(|end| bare.strip_suffix(end))
            .unwrap_or(bare);
        let is_lead_word = idx == 0 && FUNCTION_WORDS.contains(&bare.to_lowercase().as_str());
        let is_name = !is_lead_word
            && (bare.chars().any(char::is_uppercase)
                || is_identifier(bare)
                || !run.is_empty() && !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit()));
        if is_name {
            if run.is_empty() {
                opened_at_start = idx == 0;
            }
            run.push(bare);
        }
        if !is_name || word.ends_with([',', ';', '.', ':', ')']) {
            end_run(&mut run, opened_at_start, &mut names);
        }
    }
    end_run(&mut run, opened_at_start, &mut names);
    names.extend(
        listed_subject(claim)
            .filter(|subject| !names.iter().any(|name| subject.contains(name.as_str()))),
    );
    names
}

/// The subject of a sentence such as `X is one of …`, when it is a short name.
fn listed_subject(claim: &str) -> Option<String> {
    let at = [
        " is one of ",
        " is a built-in ",
        " is among ",
        " counts among ",
        " belongs to ",
        " is part of ",
        " exists",
    ]
    .iter()
    .filter_map(|mark| claim.find(mark))
    .min()?;
    let subject = claim.get(..at)?.trim();
    let subject = ["The ", "A ", "An "]
        .iter()
        .find_map(|article| subject.strip_prefix(article))
        .unwrap_or(subject);
    let is_name =
        subject.starts_with(char::is_uppercase) && subject.split_whitespace().count() <= 3;
    is_name.then(|| subject.to_owned())
}

/// The first word of a sentence alone is a name only when it looks like one inside as well.
fn end_run(run: &mut Vec<&str>, opened_at_start: bool, names: &mut Vec<String>) {
    let is_plain_start = opened_at_start
        && run.len() == 1
        && !is_identifier(run[0])
        && !run[0].chars().skip(1).any(char::is_uppercase);
    if !run.is_empty() && !is_plain_start {
        names.push(run.join(" "));
    }
    run.clear();
}
