//! Saved pages, parted into the passages that can be quoted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proofmark_ground::{Grounding, Library, State};
use proofmark_text::{Block, BlockKind, Document, Structure, TextRange, find_dates};

use crate::files::Snapshot;
use crate::terms::Terms;
use crate::url::{host_of, normalise_url};
use crate::value::{Value, values, with_unit_of};

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
    /// Headings above it, outermost first, joined by newlines.
    pub(crate) headings: String,
    pub(crate) is_past: bool,
    pub(crate) slots: Vec<Slot>,
    pub(crate) group: Option<usize>,
    /// A row's first cell, folded as names are; empty for other passages.
    pub(crate) label: String,
}

/// A value in a passage.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) value: Value,
    /// The value with the unit that its column, row or introduction tells.
    pub(crate) with_unit: Option<Value>,
    /// Terms of the column's heading.
    pub(crate) column: BTreeSet<String>,
    /// Terms of the cell's other words.
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
                let plain = self.library.locate(&url, &without_markup(quote));
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
    let plain = plain.replace("<br>", " ").replace("<br/>", " ");
    plain
        .chars()
        .filter(|c| !matches!(c, '[' | ']' | '*' | '`'))
        .collect()
}

fn read_page(saved: SavedPage, terms: &Terms) -> Page {
    let document = Arc::clone(&saved.document);
    let structure = Arc::clone(&saved.structure);
    let mut reader = Reader {
        document: &document,
        terms,
        headings: Vec::new(),
        intro: None,
        header: Vec::new(),
        table: None,
        list_open: false,
        units: Vec::new(),
        groups: Vec::new(),
    };
    for block in &structure.blocks {
        reader.block(block);
    }
    let (mut units, groups) = (reader.units, reader.groups);
    mark_past_rows(&document, &mut units);
    let mut subject = BTreeSet::new();
    let title = structure
        .blocks
        .iter()
        .find(|b| b.kind == BlockKind::Heading(1));
    if let Some(title) = title {
        subject.extend(terms.of(document.slice(title.range), &[]));
    }
    for phrase in saved
        .snapshot
        .canonical_for
        .iter()
        .chain(&saved.snapshot.enumerates)
    {
        subject.extend(terms.of(phrase, &[]));
    }
    let folded = fold_name(document.raw());
    Page {
        saved,
        units,
        groups,
        subject,
        folded,
    }
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
    let mut folded = folded.replace(". ", " ");
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
    folded
}

struct Reader<'a> {
    document: &'a Document,
    terms: &'a Terms,
    headings: Vec<(u8, TextRange)>,
    intro: Option<TextRange>,
    header: Vec<TextRange>,
    table: Option<usize>,
    list_open: bool,
    units: Vec<Unit>,
    groups: Vec<Group>,
}

impl Reader<'_> {
    fn text(&self, range: TextRange) -> &str {
        self.document.slice(range)
    }

    fn terms_of(&self, range: TextRange) -> BTreeSet<String> {
        let text = self.text(range);
        let ranges: Vec<TextRange> = values(text).iter().map(Value::range).collect();
        self.terms.of(text, &ranges)
    }

    fn block(&mut self, block: &Block) {
        match block.kind {
            BlockKind::Heading(level) => {
                self.headings.retain(|(above, _)| *above < level);
                self.headings.push((level, block.range));
                self.intro = None;
                self.list_open = false;
                let own = self.terms_of(block.range);
                self.push(block.range, own, None, |unit| unit.is_heading = true);
            }
            BlockKind::HeaderRow => {
                self.header = block.cells.clone();
                self.table = None;
                self.open_group(block.range);
                self.table = block.table;
            }
            BlockKind::Row => {
                if self.table != block.table {
                    self.header = Vec::new();
                    self.open_group(block.range);
                    self.table = block.table;
                }
                self.row(block);
            }
            BlockKind::ListItem => {
                if !self.list_open {
                    self.open_group(block.range);
                    self.list_open = true;
                }
                self.extend_group(block.range);
                let group = self.groups.len().checked_sub(1);
                self.sentences(block.range, group);
                return;
            }
            BlockKind::Paragraph => {
                self.sentences(block.range, None);
                self.intro = Some(block.range);
            }
            BlockKind::Preformatted => {}
        }
        self.list_open = false;
    }

    fn open_group(&mut self, first: TextRange) {
        let mut kind = BTreeSet::new();
        let mut heading = BTreeSet::new();
        for (_, range) in &self.headings {
            kind.extend(self.terms_of(*range));
        }
        if let Some((_, range)) = self.headings.last() {
            heading.extend(self.terms_of(*range));
        }
        if let Some(intro) = self.intro {
            kind.extend(self.terms_of(intro));
        }
        for cell in self.header.iter().take(2) {
            heading.extend(self.terms_of(*cell));
        }
        kind.extend(heading.iter().cloned());
        self.groups.push(Group {
            range: TextRange::new(first.end(), first.end()),
            n_items: 0,
            intro: self.intro,
            kind,
            heading,
        });
    }

    fn extend_group(&mut self, range: TextRange) {
        if let Some(group) = self.groups.last_mut() {
            group.range = if group.n_items == 0 {
                range
            } else {
                group.range.cover(range)
            };
            group.n_items += 1;
        }
    }

    fn push(
        &mut self,
        range: TextRange,
        own: BTreeSet<String>,
        group: Option<usize>,
        change: impl FnOnce(&mut Unit),
    ) {
        let mut section = BTreeSet::new();
        let mut headings = String::new();
        for (_, heading) in &self.headings {
            section.extend(self.terms_of(*heading));
            headings.push_str(self.text(*heading));
            headings.push('\n');
        }
        let intro = self
            .intro
            .filter(|_| group.is_some())
            .map(|intro| self.terms_of(intro))
            .unwrap_or_default();
        let is_past = headings.lines().any(is_past_name);
        let mut unit = Unit {
            range,
            is_row: false,
            is_heading: false,
            own,
            other: BTreeSet::new(),
            section,
            intro,
            headings,
            is_past,
            slots: Vec::new(),
            group,
            label: String::new(),
        };
        change(&mut unit);
        self.units.push(unit);
    }

    fn sentences(&mut self, range: TextRange, group: Option<usize>) {
        let text = self.text(range).to_owned();
        for (start, end) in sentences(&text) {
            let start = start + marker_len(&text[start..end]);
            if start >= end {
                continue;
            }
            let at = TextRange::new(range.start() + start, range.start() + end);
            let own = self.terms_of(at);
            let slots = values(&text[start..end])
                .into_iter()
                .map(|value| Slot {
                    value,
                    with_unit: None,
                    column: BTreeSet::new(),
                    cell: BTreeSet::new(),
                    is_past: is_past_sentence(&text[start..end]),
                })
                .collect();
            self.push(at, own, group, |unit| unit.slots = slots);
        }
    }

    fn row(&mut self, block: &Block) {
        self.extend_group(block.range);
        let mut own = BTreeSet::new();
        let mut other = BTreeSet::new();
        let mut slots = Vec::new();
        let label = block.cells.first().copied();
        let intro = self
            .intro
            .map(|intro| self.text(intro).to_owned())
            .unwrap_or_default();
        for (idx, cell) in block.cells.iter().enumerate() {
            let text = self.text(*cell).to_owned();
            let terms = self.terms_of(*cell);
            let header = self.header.get(idx).copied();
            let found = values(&text);
            let is_short = text.split_whitespace().count() <= SHORT_CELL;
            if idx == 0 || found.is_empty() && is_short {
                own.extend(terms.iter().cloned());
            } else {
                other.extend(terms.iter().cloned());
            }
            let column = header
                .map(|header| self.terms.of(self.text(header), &[]))
                .unwrap_or_default();
            let context = [
                header.map(|h| self.text(h)),
                label.map(|l| self.text(l)),
                Some(intro.as_str()),
            ]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ");
            for value in found {
                let with_unit = match &value {
                    Value::Quantity(q) if q.is_bare() && idx > 0 => {
                        with_unit_of(&text[q.range.start()..q.range.end()], &context)
                            .map(|quantity| Value::Quantity(Box::new(quantity)))
                    }
                    _ => None,
                };
                slots.push(Slot {
                    value,
                    with_unit,
                    column: column.clone(),
                    cell: terms.clone(),
                    is_past: idx > 0 && is_past_name(&text),
                });
            }
        }
        let is_past = label.is_some_and(|label| is_past_name(self.text(label)));
        let group = self.groups.len().checked_sub(1);
        let name = label
            .map(|label| fold_name(self.text(label)))
            .unwrap_or_default();
        self.push(block.range, own, group, |unit| {
            unit.label = name;
            unit.is_row = true;
            unit.other = other;
            unit.is_past |= is_past;
            unit.slots = slots;
        });
    }
}

/// Length of a callout's marker, as in `[!NOTE] `, at the start of a sentence.
fn marker_len(sentence: &str) -> usize {
    let Some(rest) = sentence.strip_prefix("[!") else {
        return 0;
    };
    let Some(end) = rest.find(']') else { return 0 };
    if !rest[..end].bytes().all(|b| b.is_ascii_alphabetic()) {
        return 0;
    }
    let after = &rest[end + 1..];
    sentence.len() - after.trim_start().len()
}

/// Cells of at most this many words name a row; longer ones describe it.
const SHORT_CELL: usize = 6;

/// Sentences of a block: byte ranges without white space at the ends.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes: Vec<(usize, char)> = text.char_indices().collect();
    for (idx, (at, c)) in bytes.iter().enumerate() {
        let next = bytes.get(idx + 1).map(|(_, c)| *c);
        let after = bytes.get(idx + 2).map(|(_, c)| *c);
        let ends = matches!(c, '.' | '!' | '?')
            && next.is_some_and(char::is_whitespace)
            && after.is_none_or(|c| !c.is_lowercase())
            && !text[start..*at].ends_with("e.g")
            && !text[start..*at].ends_with("i.e");
        if ends {
            found.push((start, at + c.len_utf8()));
            start = at + c.len_utf8();
        }
    }
    found.push((start, text.len()));
    found
        .into_iter()
        .map(|(start, end)| {
            let part = &text[start..end];
            let lead = part.len() - part.trim_start().len();
            (start + lead, start + lead + part.trim().len())
        })
        .filter(|(start, end)| start < end)
        .collect()
}

/// Words that name what has been.
const PAST: [&str; 8] = [
    "legacy",
    "deprecated",
    "previous",
    "previously",
    "former",
    "retiring",
    "obsolete",
    "superseded",
];

/// Whether a label or heading marks what it names as past.
pub(crate) fn is_past_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let lower = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() > 14 {
        return false;
    }
    // A column or section about the dates of stages is not itself of the past.
    let is_marked = words.iter().enumerate().any(|(idx, word)| {
        PAST.contains(word)
            && !matches!(
                words.get(idx + 1).copied(),
                Some("date" | "dates" | "and" | "state" | "stage")
            )
    });
    let has_number = lower.bytes().any(|b| b.is_ascii_digit());
    let is_before = [
        "before ",
        "until ",
        "prior to ",
        "through ",
        "up to and including ",
    ]
    .iter()
    .any(|start| lower.starts_with(start));
    let has_end = [" through ", " until ", " – ", " to "]
        .iter()
        .any(|word| lower.contains(word))
        && find_dates(name).len() >= 2;
    is_marked || has_number && (is_before || has_end)
}

fn is_past_sentence(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    (lower.contains("created before")
        || lower.contains("before ")
        || lower.contains("formerly")
        || lower.contains("previously"))
        && !find_dates(sentence).is_empty()
        || lower.starts_with("previously")
        || lower.starts_with("formerly")
}

/// Of rows that each begin at a day, all but the latest are past.
fn mark_past_rows(document: &Document, units: &mut [Unit]) {
    let mut latest: BTreeMap<usize, (i64, Vec<(usize, i64)>)> = BTreeMap::new();
    for (idx, unit) in units.iter().enumerate() {
        let (true, Some(group)) = (unit.is_row, unit.group) else {
            continue;
        };
        let text = document.slice(unit.range);
        let label = text.split('\t').next().unwrap_or(text).to_lowercase();
        let label = label.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !["after ", "since ", "from ", "as of ", "starting "]
            .iter()
            .any(|word| label.starts_with(word))
        {
            continue;
        }
        let Some(day) = find_dates(label)
            .first()
            .and_then(|date| date.readings.first().cloned())
        else {
            continue;
        };
        let at = i64::from(day.year.unwrap_or(0)) * 400
            + i64::from(day.month.unwrap_or(0)) * 32
            + i64::from(day.day.unwrap_or(0));
        let entry = latest.entry(group).or_insert((at, Vec::new()));
        entry.0 = entry.0.max(at);
        entry.1.push((idx, at));
    }
    for (newest, rows) in latest.into_values() {
        for (idx, at) in rows {
            if at < newest {
                units[idx].is_past = true;
            }
        }
    }
}
