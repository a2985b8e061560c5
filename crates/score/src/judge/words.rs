//! The word tables and the stemmer, shared by all rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::pattern::{Pattern, Piece};

/// The tables as they stand in the data file.
const TABLES: &str = include_str!("../../data/words.txt");

/// One line of the opposites: either side turned into the other turns a statement round.
#[derive(Clone, Debug)]
pub(crate) struct Opposites {
    /// Phrases of one side, each as words.
    pub(crate) left: Vec<Vec<String>>,
    /// Phrases of the other side.
    pub(crate) right: Vec<Vec<String>>,
}

/// The word tables, read once.
pub(crate) struct Words {
    sets: BTreeMap<&'static str, BTreeSet<&'static str>>,
    phrases: BTreeMap<&'static str, Vec<Vec<String>>>,
    patterns: BTreeMap<&'static str, Vec<Pattern>>,
    opposites: Vec<Opposites>,
    stemmer: Stemmer,
}

/// Every word table and the stemmer.
pub(crate) fn words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(Words::read);
    &WORDS
}

impl Words {
    fn read() -> Self {
        let mut lines: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        let mut table = "";
        for line in TABLES.lines() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                Some(name) => table = name,
                None => lines.entry(table).or_default().push(line),
            }
        }
        let take = |name: &str| lines.get(name).cloned().unwrap_or_default();
        let mut sets = BTreeMap::new();
        for name in [
            "function",
            "bounding",
            "negation",
            "subordinating",
            "charged",
            "comparing",
            "abbreviations",
            "measure words",
            "alternatives",
            "hedging fillers",
            "clause ends",
            "refusing",
            "approximate",
            "place words",
            "year words",
            "stated",
            "states",
        ] {
            sets.insert(
                name,
                take(name)
                    .into_iter()
                    .flat_map(str::split_whitespace)
                    .collect(),
            );
        }
        let mut phrases = BTreeMap::new();
        for name in [
            "negation phrases",
            "no negation",
            "upper before",
            "upper after",
            "lower before",
            "lower after",
            "strict upper before",
            "strict lower before",
            "exact before",
            "exact after",
            "documents",
        ] {
            phrases.insert(name, take(name).into_iter().map(split_words).collect());
        }
        let mut patterns = BTreeMap::new();
        for name in ["decline", "absence", "guesses", "nil values"] {
            let read = take(name)
                .into_iter()
                .flat_map(|line| line.split(" | "))
                .map(|line| Pattern::read(line, &sets))
                .collect();
            patterns.insert(name, read);
        }
        let opposites = take("opposites")
            .into_iter()
            .filter_map(|line| line.split_once(" <> "))
            .map(|(left, right)| Opposites {
                left: split_side(left),
                right: split_side(right),
            })
            .collect();
        Self {
            sets,
            phrases,
            patterns,
            opposites,
            stemmer: Stemmer::create(Algorithm::English),
        }
    }

    /// Whether the table `set` holds `word`.
    pub(crate) fn has(&self, set: &str, word: &str) -> bool {
        self.sets.get(set).is_some_and(|set| set.contains(word))
    }

    /// The phrases of the table `name`, each as words.
    pub(crate) fn phrases(&self, name: &str) -> &[Vec<String>] {
        self.phrases.get(name).map_or(&[], Vec::as_slice)
    }

    /// The patterns of the table `name`.
    pub(crate) fn patterns(&self, name: &str) -> &[Pattern] {
        self.patterns.get(name).map_or(&[], Vec::as_slice)
    }

    /// The opposites.
    pub(crate) fn opposites(&self) -> &[Opposites] {
        &self.opposites
    }

    /// The stem of a normalised word (Snowball English). A word that holds a digit is its own stem.
    pub(crate) fn stem(&self, word: &str) -> String {
        if word.chars().any(char::is_numeric) {
            return word.to_owned();
        }
        let bare = word
            .strip_suffix("'s")
            .or_else(|| word.strip_suffix('\''))
            .unwrap_or(word);
        self.stemmer.stem(singular(bare)).into_owned()
    }
}

/// The singular of a plural that English forms otherwise than by an ending, which the stemmer leaves.
fn singular(word: &str) -> &str {
    match word {
        "children" => "child",
        "men" => "man",
        "women" => "woman",
        "people" => "person",
        "feet" => "foot",
        "teeth" => "tooth",
        "geese" => "goose",
        "mice" => "mouse",
        word => word,
    }
}

/// The words of a phrase as normalised text has them: `<=` is two signs there.
fn split_words(phrase: &str) -> Vec<String> {
    phrase
        .split_whitespace()
        .flat_map(|word| match word {
            "<=" => vec!["<", "="],
            ">=" => vec![">", "="],
            word => vec![word],
        })
        .map(str::to_owned)
        .collect()
}

fn split_side(side: &str) -> Vec<Vec<String>> {
    side.split(" | ").map(split_words).collect()
}

/// The pieces that a name in a pattern stands for beside the tables: see [`Pattern::read`].
pub(crate) fn named_piece(name: &str) -> Option<Piece> {
    Some(match name {
        "field" => Piece::Field,
        "doc" => Piece::Document,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_hold_no_operator_condition_or_negation() {
        let words = words();
        for word in &words.sets["function"] {
            assert!(!words.has("negation", word), "{word} is a negation");
            assert!(
                !words.has("alternatives", word),
                "{word} offers alternatives"
            );
            assert!(!words.has("approximate", word), "{word} makes an estimate");
            // "that", "which" and the like are pronouns as well; "from" has its own guard.
            let is_operator = words.opposites.iter().any(|pair| {
                pair.left
                    .iter()
                    .chain(&pair.right)
                    .any(|phrase| phrase.len() == 1 && phrase[0] == **word)
            });
            let is_guarded = words.has("bounding", word) || **word == *"on";
            assert!(!is_operator || is_guarded, "{word} is an operator");
        }
    }

    #[test]
    fn nothing_is_its_own_opposite() {
        for pair in words().opposites() {
            for phrase in &pair.left {
                assert!(!pair.right.contains(phrase), "{phrase:?} is on both sides");
            }
            let is_empty = |phrase: &Vec<String>| phrase.is_empty();
            assert!(
                !pair.left.iter().chain(&pair.right).any(is_empty),
                "an empty phrase: {pair:?}"
            );
        }
    }

    #[test]
    fn every_table_is_read() {
        let words = words();
        assert!(
            words.sets.values().all(|set| !set.is_empty()),
            "an empty set: {:?}",
            words.sets
        );
        assert!(
            words.phrases.values().all(|list| !list.is_empty()),
            "an empty list of phrases"
        );
        assert!(
            words.patterns.values().all(|list| !list.is_empty()),
            "an empty list of patterns"
        );
        assert!(words.opposites.len() > 20, "opposites were read");
    }

    #[test]
    fn stems_join_inflections_and_leave_numbers_alone() {
        let words = words();
        assert_eq!(words.stem("bicycles"), words.stem("bicycle"), "plural");
        assert_eq!(
            words.stem("booking's"),
            words.stem("bookings"),
            "possessive"
        );
        assert_eq!(
            words.stem("children"),
            words.stem("child's"),
            "irregular plural"
        );
        assert_eq!(words.stem("13s"), "13s", "numbers are compared exactly");
    }
}
