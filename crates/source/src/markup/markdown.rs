//! Markdown → its visible text, by way of the HTML that it stands for.

use std::borrow::Cow;

use proofmark_text::{Document, Structure};
use pulldown_cmark::{Options, Parser};

/// The visible text of Markdown (CommonMark with tables, strike-through, task lists and footnotes).
pub(crate) fn markdown(text: &str) -> (Document, Structure) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let text = with_even_tables(text);
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(&text, options));
    super::html(&html)
}

/// Gives the line of dashes under a table's head as many cells as the head has. Documentation renderers
/// draw such a table whichever way the counts differ; the parser would take it for running text.
fn with_even_tables(text: &str) -> Cow<'_, str> {
    let mut even: Option<String> = None;
    let mut is_code = false;
    let mut head: Option<&str> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            is_code = !is_code;
        }
        let body = bare.trim_start_matches(['>', ' ']);
        let mend = head.filter(|_| !is_code && is_dashes(body)).map(n_cells);
        match mend {
            Some(n) if n != n_cells(body) && n > 0 => {
                let out = even.get_or_insert_with(|| text[..at].to_owned());
                let lead = line.len() - line.trim_start_matches(['>', ' ']).len();
                out.push_str(&line[..lead]);
                out.push_str(&"|---".repeat(n));
                out.push_str("|\n");
            }
            _ => {
                if let Some(out) = &mut even {
                    out.push_str(line);
                }
            }
        }
        head = body.contains('|').then_some(body);
        at += line.len();
    }
    even.map_or(Cow::Borrowed(text), Cow::Owned)
}

fn is_dashes(line: &str) -> bool {
    line.contains('|')
        && line.contains('-')
        && line
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// Cells of a line of a table; an escaped bar parts none.
fn n_cells(line: &str) -> usize {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    let escaped = line.matches("\\|").count();
    line.matches('|').count() + 1 - escaped
}

#[cfg(test)]
mod tests {
    use super::markdown;

    #[test]
    fn a_table_with_too_many_dashes_is_a_table() {
        let (document, structure) = markdown("| A | B |\n|--|--|--|\n| 1 | 2 |\n");
        assert_eq!(document.raw(), "A\tB\n1\t2\n", "cells parted by tabs");
        assert_eq!(structure.blocks.len(), 2, "two rows");
    }

    #[test]
    fn code_keeps_its_bars() {
        let (document, _) = markdown("```\na | b\n--|--|--\n```\n");
        assert_eq!(document.raw(), "a | b\n--|--|--\n", "as written");
    }
}
