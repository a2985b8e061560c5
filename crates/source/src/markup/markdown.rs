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
    let text = with_tabs_inside(text);
    let text = with_even_tables(&text);
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(&text, options));
    super::html(&html)
}

/// Puts the headings that documentation sites draw as tabs (`# [Name](#tab/id)`) below the section in
/// which they stand, whatever level they are written with.
fn with_tabs_inside(text: &str) -> Cow<'_, str> {
    let mut inside: Option<String> = None;
    let mut is_code = false;
    let mut level = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            is_code = !is_code;
        }
        let n = line.bytes().take_while(|byte| *byte == b'#').count();
        let name = line[n..].trim();
        let is_heading = !is_code && (1..=6).contains(&n) && line[n..].starts_with([' ', '\t']);
        let is_tab = name.starts_with('[') && name.ends_with(')') && name.contains("](#tab/");
        if is_heading && is_tab && n != level + 1 && level > 0 {
            let out = inside.get_or_insert_with(|| text[..at].to_owned());
            out.push_str(&"#".repeat((level + 1).min(6)));
            out.push_str(&line[n..]);
        } else {
            if is_heading && !is_tab {
                level = n;
            }
            if let Some(out) = &mut inside {
                out.push_str(line);
            }
        }
        at += line.len();
    }
    inside.map_or(Cow::Borrowed(text), Cow::Owned)
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
    use proofmark_text::BlockKind::Heading;

    #[test]
    fn tabs_are_sections_of_their_section() {
        let source = "# P\n\n## A\n\n# [**New**](#tab/new)\n\nx\n\n### [Old](#tab/old)\n\ny\n\n---\n\n## B\n\n```\n# [C](#tab/c)\n```\n";
        let (document, structure) = markdown(source);
        let found: Vec<_> = structure
            .blocks
            .iter()
            .filter(|block| matches!(block.kind, Heading(_)))
            .map(|block| (block.kind, document.slice(block.range)))
            .collect();
        assert_eq!(
            found,
            [
                (Heading(1), "P"),
                (Heading(2), "A"),
                (Heading(3), "New"),
                (Heading(3), "Old"),
                (Heading(2), "B"),
            ],
            "tabs below their section, one beside the other"
        );
    }

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
