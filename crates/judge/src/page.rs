//! Saved pages, parted into the passages that can be quoted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proofmark_ground::{Grounding, Library, State};
use proofmark_text::{Document, Structure, TextRange};

use crate::cells::squash;
use crate::files::Snapshot;
use crate::reader::read_page;
use crate::terms::Terms;
use crate::url::{host_of, normalise_url};
use crate::value::Value;

/// One saved page as it was read.
#[derive(Clone, Debug)]
pub struct SavedPage {
    /// What the manifest says of it.
    pub snapshot: Snapshot,
    /// Its visible text.
    pub document: Arc<Document>,
    /// The blocks of that text.
    pub structure: Arc<Structure>,
    /// The source as written, where people quote from that too (Markdown).
    pub source_text: Option<Arc<Document>>,
}

/// The saved pages of a judging, by address.
#[derive(Debug)]
pub struct Pages {
    pub(crate) pages: BTreeMap<String, Page>,
    pub(crate) terms: Terms,
    /// How many units hold a term.
    pub(crate) frequency: BTreeMap<String, u64>,
    pub(crate) n_units: u64,
    library: Library,
    hosts: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) saved: SavedPage,
    pub(crate) units: Vec<Unit>,
    pub(crate) groups: Vec<Group>,
    /// Terms of the title and of what the manifest says the page is for.
    pub(crate) subject: BTreeSet<String>,
    /// The page's text in lower case, folded to single spaces, for names.
    pub(crate) folded: String,
    /// What its list items, and the lines of its cells, consist of: letters and digits alone.
    pub(crate) items: BTreeSet<String>,
}

/// A passage: a sentence, a list item or a row.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) range: TextRange,
    pub(crate) is_row: bool,
    pub(crate) is_heading: bool,
    /// Terms of what names the passage: a row's short cells, a whole sentence.
    pub(crate) own: BTreeSet<String>,
    /// Terms of a row's long cells.
    pub(crate) other: BTreeSet<String>,
    pub(crate) section: BTreeSet<String>,
    pub(crate) intro: BTreeSet<String>,
    /// Terms of a row's column headings.
    pub(crate) headers: BTreeSet<String>,
    /// Headings above it, outermost first, joined by newlines.
    pub(crate) headings: String,
    pub(crate) is_past: bool,
    pub(crate) slots: Vec<Slot>,
    pub(crate) group: Option<usize>,
    /// What a row's first cell names, folded as names are; empty for other passages.
    pub(crate) label: String,
    /// Terms of that name.
    pub(crate) label_terms: BTreeSet<String>,
    /// A row's cells, one for each column.
    pub(crate) cells: Vec<Cell>,
}

impl Page {
    /// What a list's items, or a table's labels, consist of: letters and digits alone.
    pub(crate) fn members(&self, group: usize) -> BTreeSet<String> {
        self.units
            .iter()
            .filter(|unit| unit.group == Some(group))
            .map(|unit| {
                if unit.is_row {
                    squash(&unit.label)
                } else {
                    squash(self.saved.document.slice(unit.range))
                }
            })
            .filter(|name| !name.is_empty())
            .collect()
    }
}

/// A cell of a row.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) range: TextRange,
    /// The column's header rows, joined by spaces.
    pub(crate) header: String,
}

/// A value in a passage.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) value: Value,
    /// The value with the unit that its column, row or introduction tells.
    pub(crate) with_unit: Option<Value>,
    /// Terms of the column's heading.
    pub(crate) column: BTreeSet<String>,
    /// Whether it stands in a row's first cell, where it is a part of a name.
    pub(crate) is_in_label: bool,
    /// Terms of the other words of the cell's line.
    pub(crate) cell: BTreeSet<String>,
    pub(crate) is_past: bool,
}

/// A table or list.
#[derive(Debug)]
pub(crate) struct Group {
    /// Its items, from the first item's start to the last one's end.
    pub(crate) range: TextRange,
    pub(crate) n_items: usize,
    /// The paragraph that leads to it.
    pub(crate) intro: Option<TextRange>,
    /// Terms of the headings, the introduction and the columns.
    pub(crate) kind: BTreeSet<String>,
    /// Terms of the nearest heading and the columns alone.
    pub(crate) heading: BTreeSet<String>,
}

/// Where a quote stands on a page.
#[derive(Clone, Debug)]
pub struct QuotePlace {
    /// The state by the grounding rules; [`State::Located`] and [`State::Ambiguous`] are verbatim.
    pub state: State,
    /// Bytes in the page's visible text; none when the quote stands only in the source as written.
    pub range: Option<TextRange>,
}

impl QuotePlace {
    /// Whether the quote stands on the page word by word, once or more often.
    pub fn is_verbatim(&self) -> bool {
        matches!(self.state, State::Located | State::Ambiguous)
    }
}

impl Pages {
    /// Reads pages. Of several copies of one page, the one saved last stands; the order does not matter.
    /// `hosts` are the hosts whose pages may be evidence.
    pub fn new(saved: Vec<SavedPage>, hosts: &[String]) -> Self {
        let mut by_url: BTreeMap<String, SavedPage> = BTreeMap::new();
        for page in saved {
            let key = normalise_url(&page.snapshot.url);
            let rank = |p: &SavedPage| (p.snapshot.fetched_at.clone(), p.snapshot.file.clone());
            if by_url
                .get(&key)
                .is_none_or(|known| rank(known) < rank(&page))
            {
                by_url.insert(key, page);
            }
        }
        let terms = Terms::new(by_url.values().map(|page| page.document.raw()));
        let mut library = Library::new();
        let mut frequency = BTreeMap::new();
        let mut n_units = 0;
        let pages: BTreeMap<String, Page> = by_url
            .into_iter()
            .map(|(url, saved)| {
                library.insert(url.clone(), Arc::clone(&saved.document), None);
                if let Some(source) = &saved.source_text {
                    library.insert(source_id(&url), Arc::clone(source), None);
                }
                let page = read_page(saved, &terms);
                for unit in &page.units {
                    n_units += 1;
                    for term in unit.own.union(&unit.other) {
                        *frequency.entry(term.clone()).or_insert(0) += 1;
                    }
                }
                (url, page)
            })
            .collect();
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Self {
            pages,
            terms,
            frequency,
            n_units,
            library,
            hosts,
        }
    }

    /// Whether pages of this address's host may be evidence.
    pub fn is_allowed(&self, url: &str) -> bool {
        self.hosts.contains(&host_of(url))
    }

    /// How many pages are saved.
    pub fn n_pages(&self) -> usize {
        self.pages.len()
    }

    /// How many of them may be evidence by their host.
    pub fn n_allowed(&self) -> usize {
        let urls = self.pages.values().map(|page| &page.saved.snapshot.url);
        urls.filter(|url| self.is_allowed(url)).count()
    }

    /// The saved page of an address.
    pub fn page(&self, url: &str) -> Option<&SavedPage> {
        self.pages.get(&normalise_url(url)).map(|page| &page.saved)
    }

    /// All saved pages in order of their addresses.
    pub fn iter(&self) -> impl Iterator<Item = &SavedPage> {
        self.pages.values().map(|page| &page.saved)
    }

    /// Finds a quote in the saved page of an address: in its visible text, else in its source as written.
    pub fn locate(&self, url: &str, quote: &str) -> QuotePlace {
        let url = normalise_url(url);
        let visible = self.library.locate(&url, quote);
        if let Some(range) = range_of(&visible) {
            return QuotePlace {
                state: visible.state,
                range: Some(range),
            };
        }
        if self
            .pages
            .get(&url)
            .is_some_and(|page| page.saved.source_text.is_some())
        {
            let source = self.library.locate(&source_id(&url), quote);
            if range_of(&source).is_some() {
                // Bars part cells in the source, and tabs in the visible text.
                let plain = without_markup(quote)
                    .replace('|', " ")
                    .replace("&nbsp;", " ");
                let plain = self.library.locate(&url, plain.trim());
                return QuotePlace {
                    state: source.state,
                    range: range_of(&plain),
                };
            }
        }
        QuotePlace {
            state: visible.state,
            range: None,
        }
    }

    /// The words of a passage as the source writes them, where they are found there once.
    pub(crate) fn quote_of(&self, url: &str, range: TextRange) -> String {
        let Some(page) = self.pages.get(url) else {
            return String::new();
        };
        let visible = page.saved.document.slice(range);
        if let Some(source) = &page.saved.source_text {
            let found = self.library.locate(&source_id(url), visible);
            if found.state == State::Located
                && !found.elided
                && let [span] = found.spans.as_slice()
            {
                return source.slice(span.range).to_owned();
            }
        }
        visible.to_owned()
    }
}

fn source_id(url: &str) -> String {
    format!("{url} as written")
}

fn range_of(grounding: &Grounding) -> Option<TextRange> {
    let spans = match grounding.state {
        State::Located => &grounding.spans,
        State::Ambiguous => &grounding.occurrences,
        _ => return None,
    };
    let first = spans.first()?.range;
    let is_one = grounding.state == State::Ambiguous;
    Some(
        spans
            .iter()
            .skip(1)
            .filter(|_| !is_one)
            .fold(first, |all, span| all.cover(span.range)),
    )
}

/// A text with a space for each `<br>`, and without the other tags that Markdown lets stand.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let tag = &rest[at + 1..];
        let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        match tag.find('>').filter(|_| is_tag) {
            Some(end) => {
                if tag.starts_with("br") {
                    plain.push(' ');
                }
                rest = &tag[end + 1..];
            }
            None => {
                plain.push('<');
                rest = tag;
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// A Markdown quote without links, emphasis and code marks.
pub(crate) fn without_markup(quote: &str) -> String {
    let mut plain = String::with_capacity(quote.len());
    let mut rest = quote;
    while let Some(at) = rest.find("](") {
        plain.push_str(&rest[..at]);
        let after = &rest[at + 2..];
        rest = after.find(')').map_or("", |end| &after[end + 1..]);
    }
    plain.push_str(rest);
    let plain = without_tags(&plain);
    plain
        .chars()
        .filter(|c| !matches!(c, '[' | ']' | '*' | '`'))
        .collect()
}

/// Letters and digits in lower case, everything else a space, one at a time, with a space at both ends.
pub(crate) fn fold_name(text: &str) -> String {
    let mut folded = String::with_capacity(text.len() + 2);
    folded.push(' ');
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || matches!(c, '.' | '%') {
            folded.push(c);
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
    folded.replace(". ", " ")
}
