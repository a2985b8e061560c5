//! The documents of a run, each indexed once, each quotation searched once (G-24).

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use proofmark_text::Document;

use crate::index::DocumentIndex;
use crate::locate::locate;
use crate::result::{Grounding, State};

/// Reads a document's text a second time, with another reader; `None` where that fails.
pub type SecondReader = Box<dyn Fn() -> Option<Arc<Document>> + Send + Sync>;

/// Documents by id, with their indexes and the results so far.
///
/// Indexes are built when a document is first searched, the second reader's when something is not in
/// the first one's text. Several threads may search at once.
#[derive(Debug, Default)]
pub struct Library {
    entries: BTreeMap<String, Entry>,
}

struct Entry {
    document: Arc<Document>,
    second_reader: Option<SecondReader>,
    index: OnceLock<DocumentIndex>,
    second: OnceLock<Option<DocumentIndex>>,
    found: Mutex<HashMap<Box<str>, Arc<Grounding>>>,
}

/// Most quotations of a document whose grounding is kept. Above it all are forgotten and found again.
const N_KEPT_MAX: usize = 1 << 16;

impl Library {
    /// A library without documents.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document; one of the same id is replaced.
    pub fn insert(
        &mut self,
        id: impl Into<String>,
        document: Arc<Document>,
        second_reader: Option<SecondReader>,
    ) {
        let entry = Entry {
            document,
            second_reader,
            index: OnceLock::new(),
            second: OnceLock::new(),
            found: Mutex::default(),
        };
        self.entries.insert(id.into(), entry);
    }

    /// Ids of all documents, ascending.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The document with exactly this id.
    pub fn document(&self, id: &str) -> Option<&Arc<Document>> {
        self.entries.get(id).map(|entry| &entry.document)
    }

    /// The index of the document with exactly this id.
    pub fn index(&self, id: &str) -> Option<&DocumentIndex> {
        self.entries.get(id).map(Entry::index)
    }

    /// Grounds a quotation in the document with exactly this id, and in no other.
    pub fn locate(&self, id: &str, quote: &str) -> Arc<Grounding> {
        let Some(entry) = self.entries.get(id) else {
            return Arc::new(Grounding::only(State::AbsentDocument));
        };
        let known = entry
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(quote)
            .cloned();
        if let Some(known) = known {
            return known;
        }
        let grounding = Arc::new(locate(entry.index(), &|| entry.second(), quote));
        let mut found = entry.found.lock().unwrap_or_else(PoisonError::into_inner);
        // An endless stream of attempts may bring ever new quotations.
        if found.len() >= N_KEPT_MAX {
            found.clear();
        }
        Arc::clone(found.entry(quote.into()).or_insert(grounding))
    }
}

impl Entry {
    fn index(&self) -> &DocumentIndex {
        self.index
            .get_or_init(|| DocumentIndex::new(Arc::clone(&self.document)))
    }

    fn second(&self) -> Option<&DocumentIndex> {
        let read = self.second_reader.as_ref()?;
        self.second
            .get_or_init(|| read().map(DocumentIndex::new))
            .as_ref()
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("n_chars", &self.document.n_chars())
            .finish_non_exhaustive()
    }
}
