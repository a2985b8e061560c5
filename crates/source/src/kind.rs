//! What kind of document bytes are.

/// Kinds of documents that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// Portable Document Format.
    Pdf,
    /// Plain text; form feeds part the pages.
    PlainText,
    /// Markdown; one page.
    Markdown,
    /// HTML; one page.
    Html,
}

/// How far into a file a PDF header is looked for: readers accept rubbish before it.
const PDF_HEADER_WITHIN: usize = 1024;

/// Tells the kind of a document by its content first and its name second; `None` if it is none of them.
///
/// A PDF is told by its header, HTML by its opening. Other text is plain text unless the name ends in
/// `.md`, `.markdown`, `.html` or `.htm`. Bytes that are no text (NUL bytes, not UTF-8 and not UTF-16
/// with a byte order mark) are a document only with a PDF header.
pub fn sniff(name: &str, bytes: &[u8]) -> Option<SourceKind> {
    let head = &bytes[..bytes.len().min(PDF_HEADER_WITHIN)];
    if head.windows(5).any(|w| w == b"%PDF-") {
        return Some(SourceKind::Pdf);
    }
    let extension = extension(name);
    if bytes.is_empty() {
        return match extension.as_str() {
            "pdf" => Some(SourceKind::Pdf),
            "txt" | "text" => Some(SourceKind::PlainText),
            "md" | "markdown" => Some(SourceKind::Markdown),
            "html" | "htm" | "xhtml" => Some(SourceKind::Html),
            _ => None,
        };
    }
    if !looks_like_text(bytes) {
        return None;
    }
    let opening = opening(head);
    if ["<!doctype html", "<html", "<head", "<body"]
        .iter()
        .any(|tag| opening.starts_with(tag))
    {
        return Some(SourceKind::Html);
    }
    match extension.as_str() {
        "md" | "markdown" => Some(SourceKind::Markdown),
        "html" | "htm" | "xhtml" => Some(SourceKind::Html),
        "json" | "jsonl" | "ndjson" => None,
        "pdf" => None,
        _ => Some(SourceKind::PlainText),
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.')
        .map_or_else(String::new, |(_, ext)| ext.to_ascii_lowercase())
}

fn looks_like_text(bytes: &[u8]) -> bool {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return true;
    }
    let head = &bytes[..bytes.len().min(8192)];
    if head.contains(&0) {
        return false;
    }
    match std::str::from_utf8(head) {
        Ok(_) => true,
        // A char cut at the end of the head is fine; other bytes are Latin-1 text only if they hold
        // few control chars.
        Err(error) => {
            head.len() - error.valid_up_to() < 4
                || head
                    .iter()
                    .filter(|b| **b < 0x20 && !matches!(b, 9 | 10 | 12 | 13))
                    .count()
                    == 0
        }
    }
}

/// The first bytes as lower-case text, past byte order mark, white space, an XML declaration and comments.
fn opening(head: &[u8]) -> String {
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = if rest.starts_with("<?xml") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else {
            return rest.to_owned();
        };
        let Some(at) = rest.find(end) else {
            return rest.to_owned();
        };
        rest = rest[at + end.len()..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_goes_before_the_name() {
        assert_eq!(
            sniff("a.txt", b"%PDF-1.4\n"),
            Some(SourceKind::Pdf),
            "header"
        );
        assert_eq!(
            sniff("a.txt", b" \n<!DOCTYPE HTML><p>x"),
            Some(SourceKind::Html),
            "doctype"
        );
        assert_eq!(
            sniff("a", b"<?xml version='1.0'?>\n<html>"),
            Some(SourceKind::Html),
            "xhtml"
        );
        assert_eq!(
            sniff("a.md", b"# Title"),
            Some(SourceKind::Markdown),
            "name decides"
        );
        assert_eq!(
            sniff("a", "Größe".as_bytes()),
            Some(SourceKind::PlainText),
            "plain text"
        );
        assert_eq!(sniff("a.pdf", b"not a pdf"), None, "a PDF needs its header");
        assert_eq!(sniff("a.png", b"\x89PNG\r\n\x1a\n\0\0\0"), None, "binary");
    }
}
