//! Running heads, feet and page numbers (G-5).

use std::collections::HashMap;

use proofmark_text::{Document, TextRange};

/// Lines this near to a page's edge can be furniture.
const N_LINES: usize = 2;

/// The furniture that adjoins the seams at a page's edges; ranges are bytes in the document's raw text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageEdges {
    /// From the page's start to the end of its last head line; empty where there is no head.
    pub(crate) head: TextRange,
    /// From the start of the first foot line to the page's end; empty where there is no foot.
    pub(crate) foot: TextRange,
}

/// Finds each page's furniture.
///
/// A line counts when it stands, digits masked, in the same place of three pages (of both in a
/// document of two), or when it is the outermost and a page number alone. Only lines at a seam are
/// taken that reach it without other text between: others cannot stand between two parts of a
/// sentence that runs over it.
pub(crate) fn page_edges(document: &Document) -> Vec<PageEdges> {
    let pages: Vec<[Vec<TextRange>; 2]> = document
        .pages()
        .iter()
        .map(|page| {
            [
                outer_lines(document, page.range(), false),
                outer_lines(document, page.range(), true),
            ]
        })
        .collect();
    let n_needed = if pages.len() == 2 { 2 } else { 3 };
    let mut n_pages: HashMap<(usize, usize, String), usize> = HashMap::new();
    for page in &pages {
        for (edge, lines) in page.iter().enumerate() {
            for (place, line) in lines.iter().enumerate() {
                *n_pages
                    .entry((edge, place, masked(document.slice(*line))))
                    .or_default() += 1;
            }
        }
    }
    let n_furniture = |edge: usize, lines: &[TextRange]| {
        lines
            .iter()
            .enumerate()
            .take_while(|(place, line)| {
                let text = document.slice(**line);
                (*place == 0 && is_page_number(text))
                    || n_pages
                        .get(&(edge, *place, masked(text)))
                        .is_some_and(|n| *n >= n_needed)
            })
            .count()
    };
    document
        .pages()
        .iter()
        .zip(&pages)
        .enumerate()
        .map(|(page_idx, (page, [top, bottom]))| {
            let range = page.range();
            let head_end = match n_furniture(0, top) {
                n if n > 0 && page_idx > 0 => top[n - 1].end(),
                _ => range.start(),
            };
            let foot_start = match n_furniture(1, bottom) {
                n if n > 0 && page_idx + 1 < pages.len() => bottom[n - 1].start(),
                _ => range.end(),
            };
            // On a page of two lines head and foot can be the same lines.
            let foot_start = foot_start.max(head_end);
            PageEdges {
                head: TextRange::new(range.start(), head_end),
                foot: TextRange::new(foot_start, range.end()),
            }
        })
        .collect()
}

/// The outermost lines of a page that are not blank, outermost first.
fn outer_lines(document: &Document, page: TextRange, from_end: bool) -> Vec<TextRange> {
    let text = document.slice(page);
    let mut lines = Vec::new();
    let mut rest = text;
    let mut offset = page.start();
    while !rest.is_empty() && lines.len() < N_LINES {
        let (line, start) = if from_end {
            let (before, line) = rest.rsplit_once('\n').unwrap_or(("", rest));
            let start = offset + rest.len() - line.len();
            rest = before;
            (line, start)
        } else {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let start = offset;
            offset += rest.len() - after.len();
            rest = after;
            (line, start)
        };
        if !line.trim().is_empty() {
            lines.push(TextRange::new(start, start + line.len()));
        }
    }
    lines
}

/// The line with each run of digits as one `#` and single spaces.
fn masked(line: &str) -> String {
    let mut masked = String::with_capacity(line.len());
    for word in line.split_whitespace() {
        if !masked.is_empty() {
            masked.push(' ');
        }
        let mut in_digits = false;
        for c in word.chars() {
            let is_digit = c.is_numeric();
            if !(is_digit && in_digits) {
                masked.push(if is_digit { '#' } else { c });
            }
            in_digits = is_digit;
        }
    }
    masked
}

/// Whether the line is a page number and nothing else: `7`, `- 7 -`, `Page 7 of 12`, `xiv`.
fn is_page_number(line: &str) -> bool {
    let trimmed = line.trim_matches(|c: char| c.is_whitespace() || "-–—[]()|·.".contains(c));
    let lower = trimmed.to_lowercase();
    let rest = ["page", "pg.", "p."]
        .iter()
        .find_map(|word| lower.strip_prefix(word))
        .unwrap_or(&lower)
        .trim();
    let (number, total) = match rest.split_once(" of ").or_else(|| rest.split_once('/')) {
        Some((number, total)) => (number.trim(), Some(total.trim())),
        None => (rest, None),
    };
    let is_number = |text: &str| {
        !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit())
    };
    match total {
        Some(total) => is_number(number) && is_number(total),
        None => is_number(number) || (!trimmed.starts_with('I') && is_small_roman(trimmed)),
    }
}

/// Whether the text is a lower-case roman number as front matter is numbered with.
fn is_small_roman(text: &str) -> bool {
    if text.is_empty() || text.len() > 7 {
        return false;
    }
    let tens = text
        .trim_start_matches("xl")
        .trim_start_matches('l')
        .trim_start_matches('x');
    text.chars().all(|c| "ivxl".contains(c))
        && matches!(
            tens,
            "" | "i" | "ii" | "iii" | "iv" | "v" | "vi" | "vii" | "viii" | "ix"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(pages: &[&str]) -> Vec<(String, String)> {
        let document = Document::from_plain_text(&pages.join("\u{c}"));
        page_edges(&document)
            .into_iter()
            .map(|e| {
                (
                    document.slice(e.head).trim().to_owned(),
                    document.slice(e.foot).trim().to_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn g5_three_pages_make_a_running_head() {
        let three = edges(&[
            "Report 2\nbody one\nx",
            "Report 3\nbody two\ny",
            "Report 14\nbody three\nz",
        ]);
        assert!(
            three[1..]
                .iter()
                .all(|(head, _)| head.starts_with("Report")),
            "{three:?}"
        );
        let two_of_three = edges(&[
            "Report 2\nbody one\nx",
            "Report 3\nbody two\ny",
            "Other\nbody three\nz",
        ]);
        assert!(
            two_of_three[1..].iter().all(|(head, _)| head.is_empty()),
            "{two_of_three:?}"
        );
        let both_of_two = edges(&["Report 2\nbody one\nx", "Report 3\nbody two\ny"]);
        assert!(
            both_of_two[1..].iter().all(|(head, _)| !head.is_empty()),
            "{both_of_two:?}"
        );
    }

    #[test]
    fn g5_the_third_line_is_no_furniture() {
        let pages = edges(&["a\nb\nsame\nc\nd", "e\nf\nsame\ng\nh", "m\nn\nsame\no\np"]);
        assert!(
            pages
                .iter()
                .all(|(head, foot)| head.is_empty() && foot.is_empty()),
            "{pages:?}"
        );
    }

    #[test]
    fn g5_page_numbers_alone() {
        for line in ["7", "- 7 -", "Page 7 of 12", "xiv", "p. 3", "[12]", "3/12"] {
            assert!(is_page_number(line), "{line} is one");
        }
        for line in [
            "61,502", "$7", "7 boats", "", "mix", "-", "12.5", "Page", "20231",
        ] {
            assert!(!is_page_number(line), "{line} is none");
        }
    }
}
