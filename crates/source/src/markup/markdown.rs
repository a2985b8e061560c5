//! Markdown → its visible text, by way of the HTML that it stands for.

use proofmark_text::Document;
use pulldown_cmark::{Options, Parser};

/// The visible text of Markdown (CommonMark with tables, strike-through, task lists and footnotes).
pub(crate) fn markdown(text: &str) -> Document {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(text, options));
    super::html(&html)
}
