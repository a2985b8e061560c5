//! Small word patterns for the lists of phrases.

use std::collections::{BTreeMap, BTreeSet};

use super::words::named_piece;

/// A sequence of pieces that a stretch of words may match.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pieces: Vec<Piece>,
}

/// One place of a [`Pattern`].
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// One of these words.
    Any(BTreeSet<String>),
    /// One of these words, or nothing.
    Maybe(BTreeSet<String>),
    /// Up to this many words of any kind.
    Gap(usize),
    /// The field's name.
    Field,
    /// A document's name.
    Document,
    /// One of these sequences.
    Group(Vec<Vec<Piece>>),
}

/// The names that a pattern's `@field` and `@doc` stand for, each as words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The field's name.
    pub(crate) field: Vec<Vec<String>>,
    /// Names of the documents and the generic words for them.
    pub(crate) documents: Vec<Vec<String>>,
}

impl Pattern {
    /// Reads the notation of the data file; `@name` is the table `name` of `sets`.
    pub(crate) fn read(line: &str, sets: &BTreeMap<&'static str, BTreeSet<&'static str>>) -> Self {
        Self {
            pieces: line
                .split_whitespace()
                .map(|word| read_piece(word, sets))
                .collect(),
        }
    }

    /// Whether the whole of `keys` matches.
    pub(crate) fn matches_all(&self, keys: &[&str], names: &Names) -> bool {
        ends(&self.pieces, keys, 0, names).contains(&keys.len())
    }

    /// End of the longest stretch from `start` on that matches and is not empty.
    pub(crate) fn longest_at(&self, keys: &[&str], start: usize, names: &Names) -> Option<usize> {
        ends(&self.pieces, keys, start, names)
            .last()
            .copied()
            .filter(|end| *end > start)
    }
}

fn read_piece(word: &str, sets: &BTreeMap<&'static str, BTreeSet<&'static str>>) -> Piece {
    if let Some(n) = word.strip_prefix('*') {
        return Piece::Gap(n.parse().expect("the data file counts gaps in digits"));
    }
    if let Some(group) = named_group(word) {
        return group;
    }
    let (word, is_optional) = word
        .strip_suffix('?')
        .map_or((word, false), |word| (word, true));
    let mut any = BTreeSet::new();
    for option in word.split('|') {
        match option.strip_prefix('@') {
            None => drop(any.insert(option.to_owned())),
            Some(name) => {
                if let Some(piece) = named_piece(name) {
                    return piece;
                }
                let set = sets
                    .get(name)
                    .expect("the data file names a table that is there");
                any.extend(set.iter().map(|word| (*word).to_owned()));
            }
        }
    }
    if is_optional {
        Piece::Maybe(any)
    } else {
        Piece::Any(any)
    }
}

/// The optional parts of a decline, which name the field or the documents and nothing else.
fn named_group(word: &str) -> Option<Piece> {
    let any = |list: &str| Piece::Any(list.split('|').map(str::to_owned).collect());
    let maybe = |list: &str| Piece::Maybe(list.split('|').map(str::to_owned).collect());
    let be = || maybe("is|are|was|were");
    let source = || {
        vec![
            maybe("the|these|this|any|your"),
            maybe("provided|given|supplied|available|attached|bank"),
            maybe("of"),
            maybe("the"),
            Piece::Document,
        ]
    };
    let field = || vec![maybe("the|a|an|this|any"), Piece::Field];
    let with = |first: Piece, rest: Vec<Piece>| std::iter::once(first).chain(rest).collect();
    Some(match word {
        "@subject" => Piece::Group(vec![
            Vec::new(),
            field().into_iter().chain([be()]).collect(),
            vec![any("it|this|that"), any("is|was|cannot")],
            vec![any("is|are|was|were")],
            vec![any("it|this|that")],
        ]),
        "@subjectless" => Piece::Group(vec![Vec::new(), with(any("for|as"), field())]),
        "@place" => Piece::Group(vec![
            Vec::new(),
            with(any("in|by|within|from"), source()),
            source()
                .into_iter()
                .chain([any("and|or|nor")])
                .chain(source())
                .fold(vec![any("in|by|within|from")], |mut all, piece| {
                    all.push(piece);
                    all
                }),
            with(any("for"), field()),
            with(any("anywhere"), with(any("in|within"), source())),
        ]),
        "@topic" => Piece::Group(vec![
            Vec::new(),
            with(any("about|on|for|regarding|of|concerning"), field()),
            vec![any("about|on|regarding|concerning"), any("this|that|it")],
        ]),
        "@object" => Piece::Group(vec![Vec::new(), field(), vec![any("it|this|that")]]),
        "@source" => Piece::Group(vec![source()]),
        _ => return None,
    })
}

/// Every end of a match of `pieces` from `start` on, ascending.
fn ends(pieces: &[Piece], keys: &[&str], start: usize, names: &Names) -> BTreeSet<usize> {
    let mut at = BTreeSet::from([start]);
    for piece in pieces {
        let mut next = BTreeSet::new();
        for from in at {
            let word = keys.get(from);
            match piece {
                Piece::Any(any) => {
                    next.extend(word.filter(|word| any.contains(**word)).map(|_| from + 1));
                }
                Piece::Maybe(any) => {
                    next.insert(from);
                    next.extend(word.filter(|word| any.contains(**word)).map(|_| from + 1));
                }
                Piece::Gap(n) => next.extend(from..=(from + n).min(keys.len())),
                Piece::Field => next.extend(name_ends(&names.field, keys, from)),
                Piece::Document => next.extend(name_ends(&names.documents, keys, from)),
                Piece::Group(options) => {
                    for option in options {
                        next.extend(ends(option, keys, from, names));
                    }
                }
            }
        }
        at = next;
    }
    at
}

fn name_ends(names: &[Vec<String>], keys: &[&str], from: usize) -> impl Iterator<Item = usize> {
    names
        .iter()
        .filter(move |name| {
            !name.is_empty()
                && keys[from..].len() >= name.len()
                && name
                    .iter()
                    .zip(&keys[from..])
                    .all(|(name, key)| name == key)
        })
        .map(move |name| from + name.len())
}
