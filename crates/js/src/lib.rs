//! The core for JavaScript: files in, passages and reports out, all in the caller's thread.
//!
//! `cargo xtask js` makes the module `dist-js/proofmark.js` of it, which runs in browsers, in
//! workers and in Node.js.

use proofmark_engine::{FileEntry, FileId, Flow, ScoreOptions, Session as EngineSession};
use proofmark_report::report_bytes;
use serde_json::{Value, json};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Files and what can be asked of them.
///
/// What is told of files, texts and passages comes as JSON text, with pages and quads as
/// `proofmark locate --json` gives them.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    inner: EngineSession,
}

#[wasm_bindgen]
impl Session {
    /// A session without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The password tried on encrypted PDFs from now on.
    #[wasm_bindgen(js_name = setPassword)]
    pub fn set_password(&mut self, password: Option<String>) {
        self.inner.set_password(password);
    }

    /// Takes a file in: a bank, outputs, a run plan, a document, an archive of these. The JSON list of what
    /// it was taken for, `{id, name, kind, size, sha256, state, summary, problems}`; a file that cannot be
    /// used has the state `refused` and says why.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, name: &str, bytes: Vec<u8>) -> String {
        let ids = self.inner.add(name, bytes, &mut |_| Flow::Continue);
        let entries = self.inner.files();
        let added = entries.iter().filter(|entry| ids.contains(&entry.id));
        Value::Array(added.map(entry).collect()).to_string()
    }

    /// The text of a document: a JSON list of pages `{label, width_pt, height_pt, lines: [{text, quad}]}`. A
    /// quad has its four corners in points from the visible page's top left corner, y down, and is `null` in
    /// HTML and Markdown.
    ///
    /// # Errors
    /// When the session has no such document.
    #[wasm_bindgen(js_name = documentText)]
    pub fn document_text(&self, id: u32) -> Result<String, JsError> {
        self.pages(id).map_or_else(
            || Err(no_document(id)),
            |pages| Ok(Value::Array(pages).to_string()),
        )
    }

    /// Where a quotation stands in a document: the JSON of `proofmark locate --json`.
    ///
    /// # Errors
    /// When the session has no such document.
    pub fn locate(&self, id: u32, quote: &str) -> Result<String, JsError> {
        let probe = self.inner.locate(FileId(id), quote);
        probe.map_or_else(
            || Err(no_document(id)),
            |probe| Ok(probe.json().to_string()),
        )
    }

    /// The report of all attempts, byte for byte as `proofmark score --report` writes it.
    ///
    /// # Errors
    /// Everything that is wrong with the inputs, a line each.
    pub fn score(&self) -> Result<Vec<u8>, JsError> {
        let report = self
            .inner
            .score(&ScoreOptions::default(), &mut |_| Flow::Continue)?;
        Ok(report_bytes(&report)?)
    }
}

impl Session {
    fn pages(&self, id: u32) -> Option<Vec<Value>> {
        let view = self.inner.document_view(FileId(id))?;
        let pages = view.pages.iter().enumerate().map(|(page_idx, page)| {
            let lines = self.inner.page_text(FileId(id), page_idx);
            let lines: Vec<Value> = lines
                .iter()
                .map(|line| json!({ "text": line.text, "quad": line.quad }))
                .collect();
            json!({
                "label": page.label,
                "width_pt": page.width_pt,
                "height_pt": page.height_pt,
                "lines": lines,
            })
        });
        Some(pages.collect())
    }
}

fn entry(entry: &FileEntry) -> Value {
    let problems: Vec<String> = entry.problems.iter().map(ToString::to_string).collect();
    json!({
        "id": entry.id.0,
        "name": entry.name,
        "kind": entry.kind.code(),
        "size": entry.size,
        "sha256": entry.sha256,
        "state": entry.state.code(),
        "summary": entry.summary,
        "problems": problems,
    })
}

fn no_document(id: u32) -> JsError {
    JsError::new(&format!(
        "file {id} is no document of this session; take an id that `addFile` gave"
    ))
}
