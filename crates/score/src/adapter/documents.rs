//! Which bank document a citation names.

use crate::bank::BankDocument;

/// Finds the bank document that `written` names: by id, by file name, or by file name without its
/// extension, in any case. Blanks around it, and folders before a file name, do not matter.
///
/// An id goes before a file name, a file name before a bare stem; a stem that two documents share
/// names none.
pub fn resolve_document<'b>(
    documents: &'b [BankDocument],
    written: &str,
) -> Option<&'b BankDocument> {
    let wanted = fold(written);
    if wanted.is_empty() {
        return None;
    }
    let whole = documents
        .iter()
        .find(|d| fold(&d.id) == wanted)
        .or_else(|| documents.iter().find(|d| fold(&d.file) == wanted));
    if whole.is_some() {
        return whole;
    }
    let stem = |d: &&BankDocument| stem_of(&d.file).is_some_and(|stem| fold(stem) == wanted);
    let mut stems = documents.iter().filter(stem);
    if let Some(first) = stems.next() {
        return stems.next().is_none().then_some(first);
    }
    if let Some((id, extension)) = wanted.rsplit_once('.')
        && FILE_EXTENSIONS.contains(&extension)
        && let Some(document) = documents.iter().find(|d| {
            fold(&d.id) == id
                && d.file
                    .rsplit_once('.')
                    .is_some_and(|(_, e)| e.eq_ignore_ascii_case(extension))
        })
    {
        return Some(document);
    }
    let name = wanted
        .rsplit(['/', '\\'])
        .next()
        .filter(|name| name.len() < wanted.len())?;
    documents.iter().find(|d| fold(&d.file) == name)
}

/// Extensions by which a word is known to be a file's name.
pub(super) const FILE_EXTENSIONS: &[&str] =
    &["pdf", "txt", "md", "markdown", "html", "htm", "docx", "doc"];

/// The part of a file name before its extension.
pub(super) fn stem_of(file: &str) -> Option<&str> {
    let (stem, extension) = file.rsplit_once('.')?;
    (!stem.is_empty() && FILE_EXTENSIONS.contains(&extension.to_lowercase().as_str()))
        .then_some(stem)
}

/// Every name a citation may use for a document, folded.
pub(super) fn names_of(document: &BankDocument) -> impl Iterator<Item = String> {
    let id_with_extension = document
        .file
        .rsplit_once('.')
        .filter(|(_, e)| FILE_EXTENSIONS.contains(&e.to_lowercase().as_str()))
        .map(|(_, e)| format!("{}.{e}", document.id));
    [
        Some(document.id.clone()),
        Some(document.file.clone()),
        stem_of(&document.file).map(str::to_owned),
        id_with_extension,
    ]
    .into_iter()
    .flatten()
    .map(|name| fold(&name))
    .filter(|name| !name.is_empty())
}

/// Lower case, runs of blanks as one space, none at the ends.
pub(super) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank() -> Vec<BankDocument> {
        [
            ("rules", "Club Rules 2024.pdf"),
            ("annex", "annex.txt"),
            ("b", "annex.md"),
        ]
        .map(|(id, file)| BankDocument {
            id: id.into(),
            file: file.into(),
            sha256: None,
        })
        .into()
    }

    #[test]
    fn a_document_is_named_by_id_or_file_name() {
        let documents = bank();
        let id = |written: &str| resolve_document(&documents, written).map(|d| d.id.clone());
        assert_eq!(id("RULES").as_deref(), Some("rules"), "id");
        assert_eq!(
            id("club rules  2024.PDF").as_deref(),
            Some("rules"),
            "file name"
        );
        assert_eq!(
            id("Club Rules 2024").as_deref(),
            Some("rules"),
            "without extension"
        );
        assert_eq!(
            id("rules.pdf").as_deref(),
            Some("rules"),
            "id with the file's extension"
        );
        assert_eq!(id("in/annex.md").as_deref(), Some("b"), "with a folder");
        assert_eq!(
            id("annex").as_deref(),
            Some("annex"),
            "an id goes before a shared stem"
        );
        assert_eq!(id("rules.txt"), None, "another extension");
        assert_eq!(id("old rules"), None, "another name");
        assert_eq!(id(" "), None, "nothing");
    }
}
