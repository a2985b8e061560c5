//! Sources that are text already: plain text, Markdown, HTML.

mod blocks;
mod decode;
mod html;
mod markdown;
mod tabs;

pub(crate) use decode::decode;
pub(crate) use html::html;
pub(crate) use markdown::markdown;

use proofmark_text::Document;

/// Plain text: line ends become `\n`, form feeds part pages.
pub(crate) fn plain(text: &str) -> Document {
    if text.contains('\r') {
        Document::from_plain_text(&text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Document::from_plain_text(text)
    }
}
