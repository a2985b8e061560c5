//! An independent second reading of a PDF by another library.

use super::load::PdfSource;
use proofmark_text::Document;
use std::sync::Arc;

impl PdfSource {
    pub(crate) fn second_reader(&self) -> Option<Arc<Document>> {
        self.second.get_or_init(|| None).clone()
    }
}
