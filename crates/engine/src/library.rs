//! Documents of a session as a library that quotations are grounded in.

use std::sync::Arc;

use proofmark_ground::Library;
use proofmark_source::SourceDocument;

/// Puts a source into a library; its second reader runs only when a quotation asks for it.
pub(crate) fn insert(library: &mut Library, id: &str, source: &Arc<SourceDocument>) {
    let second = Arc::clone(source);
    library.insert(
        id,
        Arc::clone(source.document()),
        Some(Box::new(move || second.second_reader())),
    );
}
