//! Page labels (ISO 32000-2, 12.4.2): the `PageLabels` number tree of the catalog.

use super::text_string;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};
use std::collections::BTreeMap;

/// Nesting and size at which a number tree is given up: real ones are two or three deep.
const MAX_DEPTH: usize = 16;
const MAX_NODES: usize = 100_000;

struct LabelRange {
    style: u8,
    prefix: String,
    start: u32,
}

/// The label of each page; `None` for every page of a file without labels.
pub(crate) fn page_labels(pdf: &Pdf, n_pages: usize) -> Vec<Option<String>> {
    let mut ranges = BTreeMap::new();
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    if let Some(tree) = catalog.and_then(|c| c.get::<Dict<'_>>(b"PageLabels")) {
        collect(&tree, 0, &mut 0, &mut ranges);
    }
    (0..n_pages)
        .map(|page_idx| {
            let (first, range) = ranges.range(..=page_idx).next_back()?;
            let number = u32::try_from(page_idx - first)
                .ok()?
                .saturating_add(range.start);
            let label = format!("{}{}", range.prefix, numeral(range.style, number));
            (!label.is_empty()).then_some(label)
        })
        .collect()
}

fn collect(
    node: &Dict<'_>,
    depth: usize,
    n_nodes: &mut usize,
    ranges: &mut BTreeMap<usize, LabelRange>,
) {
    *n_nodes += 1;
    if depth > MAX_DEPTH || *n_nodes > MAX_NODES {
        return;
    }
    if let Some(nums) = node.get::<Array<'_>>(b"Nums") {
        let mut items = nums.iter::<Object<'_>>();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            let page_idx = key.into_i32().and_then(|n| usize::try_from(n).ok());
            if let (Some(page_idx), Some(dict)) = (page_idx, value.into_dict()) {
                let style = dict
                    .get::<Name<'_>>(b"S")
                    .and_then(|s| s.as_ref().first().copied());
                let prefix = dict.get::<PdfString<'_>>(b"P");
                ranges.insert(
                    page_idx,
                    LabelRange {
                        style: style.unwrap_or(0),
                        prefix: prefix
                            .map(|p| text_string::decode(p.as_bytes()))
                            .unwrap_or_default(),
                        start: dict
                            .get::<i32>(b"St")
                            .and_then(|n| u32::try_from(n).ok())
                            .unwrap_or(1),
                    },
                );
            }
        }
    }
    if let Some(kids) = node.get::<Array<'_>>(b"Kids") {
        for kid in kids.iter::<Dict<'_>>() {
            collect(&kid, depth + 1, n_nodes, ranges);
        }
    }
}

fn numeral(style: u8, number: u32) -> String {
    match style {
        b'D' => number.to_string(),
        b'R' => roman(number),
        b'r' => roman(number).to_ascii_lowercase(),
        b'A' => letters(number),
        b'a' => letters(number).to_ascii_lowercase(),
        _ => String::new(),
    }
}

fn roman(mut number: u32) -> String {
    const PARTS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number > 100_000 {
        return number.to_string();
    }
    let mut text = String::new();
    for (value, part) in PARTS {
        while number >= value {
            text.push_str(part);
            number -= value;
        }
    }
    text
}

/// A … Z, then AA … ZZ, then AAA …
fn letters(number: u32) -> String {
    let Some(n) = number.checked_sub(1) else {
        return String::new();
    };
    let letter = char::from(b'A' + u8::try_from(n % 26).unwrap_or_default());
    let times = (n / 26 + 1).min(100) as usize;
    std::iter::repeat_n(letter, times).collect()
}

#[cfg(test)]
mod tests {
    use super::numeral;

    #[test]
    fn numerals() {
        assert_eq!(numeral(b'r', 1994), "mcmxciv", "roman");
        assert_eq!(numeral(b'A', 28), "BB", "letters");
        assert_eq!(numeral(0, 3), "", "no style, prefix only");
    }
}
