//! From the pieces of a marker to the citations it makes.

use std::ops::Range;

use crate::bank::BankDocument;

use super::documents::resolve_document;
use super::markers::{Piece, PieceKind, strip_filler};

/// What one citation names. The quotation is a byte range without its quotation marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cite {
    pub(super) document: Option<String>,
    pub(super) page: Option<String>,
    pub(super) quote: Option<Range<usize>>,
}

impl Cite {
    fn is_empty(&self) -> bool {
        self.document.is_none() && self.page.is_none() && self.quote.is_none()
    }
}

/// Where the pieces were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In square brackets.
    Square,
    /// In round brackets, in which prose is as common as citing.
    Round,
    /// In a source line or an entry of a reference list.
    Entry,
}

/// The citations of a marker, and the stretches in it that cite nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Cited {
    pub(super) cites: Vec<Cite>,
    /// Words that are prose though they stand in the marker.
    pub(super) prose: Vec<Range<usize>>,
}

/// Whether the pieces make a citation: they name a document or a page.
pub(super) fn is_citation(pieces: &[Piece]) -> bool {
    pieces
        .iter()
        .any(|p| matches!(p.kind, PieceKind::Document(_) | PieceKind::Page(_)))
}

/// Groups the pieces into citations: a part that is already taken begins the next one.
pub(super) fn group(
    text: &str,
    mut pieces: Vec<Piece>,
    place: Place,
    documents: &[BankDocument],
) -> Cited {
    pieces.retain(|p| p.kind != PieceKind::Filler);
    name_unknown_document(text, &mut pieces, place);
    let first_document = pieces
        .iter()
        .position(|p| matches!(p.kind, PieceKind::Document(_)));
    let mut cited = Cited::default();
    let mut current = Cite::default();
    let mut last_was_page = false;
    for (idx, piece) in pieces.iter().enumerate() {
        let mut is_page = false;
        match &piece.kind {
            PieceKind::Document(name) => {
                let same = current.document.as_deref().is_some_and(|d| {
                    current.page.is_none()
                        && current.quote.is_none()
                        && id_of(documents, d).is_some_and(|i| id_of(documents, name) == Some(i))
                });
                // "p. 2: "…"; annex": what stands before the semicolon is whole.
                let is_parted = current.page.is_some()
                    && current.quote.is_some()
                    && idx
                        .checked_sub(1)
                        .and_then(|before| text.get(pieces[before].range.end..piece.range.start))
                        .is_some_and(|between| between.contains(';'));
                if (current.document.is_some() && !same) || is_parted {
                    cited.cites.push(std::mem::take(&mut current));
                }
                if !same {
                    current.document = Some(name.clone());
                }
            }
            PieceKind::Page(page) => {
                is_page = true;
                match &mut current.page {
                    // A link's target often repeats the page of its text.
                    Some(pages) if last_was_page && pages == page => {}
                    Some(pages) if last_was_page => {
                        pages.push_str(", ");
                        pages.push_str(page);
                    }
                    Some(_) => {
                        cited.cites.push(std::mem::take(&mut current));
                        current.page = Some(page.clone());
                    }
                    None => current.page = Some(page.clone()),
                }
            }
            PieceKind::Quote(range) => {
                if current.quote.is_some() {
                    cited.cites.push(std::mem::take(&mut current));
                }
                current.quote = Some(range.clone());
            }
            PieceKind::Number(_) => cited.prose.push(piece.range.clone()),
            PieceKind::Unknown => {
                // A title before the document's own name says nothing of its own.
                let is_title = first_document.is_some_and(|d| idx + 1 == d)
                    && is_title(&text[piece.range.clone()], place);
                if !is_title {
                    cited.prose.push(piece.range.clone());
                }
            }
            PieceKind::Filler => {}
        }
        last_was_page = is_page;
    }
    if !current.is_empty() {
        cited.cites.push(current);
    }
    inherit_documents(&mut cited.cites);
    cited
}

fn id_of<'b>(documents: &'b [BankDocument], written: &str) -> Option<&'b str> {
    resolve_document(documents, written).map(|d| d.id.as_str())
}

/// Where no document of the bank and no file is named, the words right before the page (in a
/// source line or an entry: the first words that look like a title) are the name as written.
fn name_unknown_document(text: &str, pieces: &mut [Piece], place: Place) {
    if pieces
        .iter()
        .any(|p| matches!(p.kind, PieceKind::Document(_)))
    {
        return;
    }
    let before_page = (1..pieces.len()).find(|idx| {
        matches!(pieces[*idx].kind, PieceKind::Page(_))
            && pieces[idx - 1].kind == PieceKind::Unknown
            && !ends_in_preposition(&text[pieces[idx - 1].range.end..pieces[*idx].range.start])
            && is_name(&text[pieces[idx - 1].range.clone()], place)
            && !runs_on(&text[pieces[idx - 1].range.clone()], place)
    });
    let found = before_page.map(|idx| idx - 1).or_else(|| {
        let is_named =
            |p: &Piece| p.kind == PieceKind::Unknown && is_title(&text[p.range.clone()], place);
        // "page 3 of the Charter"
        let after_page = (1..pieces.len()).find(|idx| {
            matches!(pieces[idx - 1].kind, PieceKind::Page(_))
                && is_named(&pieces[*idx])
                && text[pieces[idx - 1].range.end..pieces[*idx].range.end]
                    .trim_start()
                    .to_lowercase()
                    .starts_with("of ")
        });
        after_page.or_else(|| {
            (place == Place::Entry)
                .then(|| pieces.iter().position(is_named))
                .flatten()
        })
    });
    if let Some(idx) = found {
        let name = strip_filler(text, pieces[idx].range.clone());
        if !name.is_empty() {
            pieces[idx].kind = PieceKind::Document(text[name].to_owned());
        }
    }
}

/// Whether words in round brackets lead on to the page as prose does: `(Listed on p. 2)`. A capital
/// further on makes a name of them.
fn runs_on(words: &str, place: Place) -> bool {
    let mut later = words.split_whitespace().skip(1);
    place == Place::Round
        && ends_in_preposition(words)
        && !later.any(|word| word.starts_with(char::is_uppercase))
}

fn ends_in_preposition(between: &str) -> bool {
    let last = between
        .trim()
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or("");
    matches!(
        last.to_lowercase().as_str(),
        "on" | "at" | "in" | "to" | "see" | "from"
    )
}

/// Most words of a title.
const MAX_TITLE_WORDS: usize = 12;

/// Whether words before a page are the name of something.
fn is_name(words: &str, place: Place) -> bool {
    let n_words = words.split_whitespace().count();
    if place == Place::Square {
        return n_words <= MAX_TITLE_WORDS && !starts_with_amount(words);
    }
    n_words == 1 && words.starts_with(char::is_alphabetic) || is_title(words, place)
}

fn is_title(words: &str, place: Place) -> bool {
    let n_words = words.split_whitespace().count();
    let has_mark = words.chars().any(char::is_uppercase) || words.contains('_');
    n_words <= MAX_TITLE_WORDS
        && (has_mark || (place == Place::Entry && n_words == 1))
        && !starts_with_amount(words)
}

/// Whether the words begin like a value: "2 bicycles", "£5".
fn starts_with_amount(words: &str) -> bool {
    let mut parts = words.split_whitespace();
    let first = parts.next().unwrap_or("");
    let second = parts.next();
    first.starts_with(|c: char| "£$€<>≤≥±+-−".contains(c))
        || (first.starts_with(|c: char| c.is_ascii_digit())
            && second.is_none_or(|w| w.starts_with(|c: char| c.is_lowercase() || "%°".contains(c))))
}

/// A citation that names no document means the one named before it, else the one after.
fn inherit_documents(cites: &mut [Cite]) {
    let mut last: Option<String> = None;
    for cite in cites.iter_mut() {
        match &cite.document {
            Some(document) => last = Some(document.clone()),
            None => cite.document.clone_from(&last),
        }
    }
    let mut next: Option<String> = None;
    for cite in cites.iter_mut().rev() {
        match &cite.document {
            Some(document) => next = Some(document.clone()),
            None => cite.document.clone_from(&next),
        }
    }
}
