//! Cells that say yes or no, name a stage of life or list regions: what a table says without a number.

use std::collections::BTreeSet;

use crate::assess::{Found, Reading};
use crate::files::ClaimType;
use crate::page::{Cell, Page, Pages, Unit, fold_name};
use crate::words::denies;

/// Whether a table says what the claim says, and the row that tells.
#[derive(Clone, Debug)]
pub(crate) struct Says {
    pub(crate) is_so: bool,
    pub(crate) found: Found,
}

/// A stage in the life of what is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Available,
    Preview,
    Legacy,
    Deprecated,
    Retired,
}

impl Stage {
    /// The one stage that a text names; `None` where it names none or several.
    pub(crate) fn of(text: &str) -> Option<Self> {
        const WORDS: [(&str, Stage); 12] = [
            (" generally available ", Stage::Available),
            (" general availability ", Stage::Available),
            (" ga ", Stage::Available),
            (" preview ", Stage::Preview),
            (" previews ", Stage::Preview),
            (" beta ", Stage::Preview),
            (" legacy ", Stage::Legacy),
            (" deprecated ", Stage::Deprecated),
            (" deprecation ", Stage::Deprecated),
            (" retired ", Stage::Retired),
            (" retirement ", Stage::Retired),
            (" discontinued ", Stage::Retired),
        ];
        let folded = fold_name(text);
        let named: BTreeSet<Stage> = WORDS
            .iter()
            .filter(|(word, _)| folded.contains(word))
            .map(|(_, stage)| *stage)
            .collect();
        match named.len() {
            1 => named.first().copied(),
            _ => None,
        }
    }
}

/// Whether a cell is a mark for yes or for no.
fn mark(cell: &str) -> Option<bool> {
    let cell = cell.trim().trim_end_matches('\u{fe0f}');
    let lower = cell.to_lowercase();
    match lower.trim_end_matches(['.', '*']) {
        "✅" | "✓" | "✔" | "☑" | "●" | "x" | "yes" | "y" | "supported" | "available"
        | "included" => Some(true),
        "-" | "–" | "—" | "❌" | "✗" | "✘" | "no" | "n" | "not supported" | "not available"
        | "unsupported" | "unavailable" | "n/a" => Some(false),
        _ => None,
    }
}

/// Names of columns that tell the stage of what the row names.
const STAGE_COLUMNS: [&str; 6] = [
    "status",
    "stage",
    "state",
    "availability",
    "lifecycle",
    "release",
];

/// The row fits the claim so far, in thousandths of its label.
const ROW_FITS: usize = 600;

impl Reading {
    /// What the tables say of a claim that has no value to compare: the cited page first.
    pub(crate) fn told_by_cells(&self, pages: &Pages) -> Option<Says> {
        let (cited, others) = self.order(pages);
        cited
            .and_then(|page| self.told_on(&[page], pages))
            .or_else(|| self.told_on(&others, pages))
    }

    fn told_on(&self, asked: &[(&String, &Page)], pages: &Pages) -> Option<Says> {
        let mut best: Option<(usize, Says)> = None;
        let mut is_contested = false;
        for (url, page) in asked {
            for (idx, unit) in page.units.iter().enumerate() {
                if !unit.is_row || unit.is_past || unit.cells.is_empty() {
                    continue;
                }
                let Some((fit, is_so)) = self.told_by_row(unit, page, pages) else {
                    continue;
                };
                let says = Says {
                    is_so,
                    found: Found::of(url, idx),
                };
                match &best {
                    Some((known, _)) if *known > fit => {}
                    Some((known, other)) if *known == fit => is_contested |= other.is_so != is_so,
                    _ => {
                        best = Some((fit, says));
                        is_contested = false;
                    }
                }
            }
        }
        best.filter(|_| !is_contested).map(|(_, says)| says)
    }

    /// What a row says, and how many words of the claim it takes up.
    fn told_by_row(&self, unit: &Unit, page: &Page, pages: &Pages) -> Option<(usize, bool)> {
        let text = |cell: &Cell| page.saved.document.slice(cell.range);
        let label = unit.cells.first()?;
        let label_terms = pages.terms.of(&unit.label, &[]);
        let n_known = label_terms.iter().filter(|term| self.knows(term)).count();
        let is_named = self.names_label(&unit.label);
        if label_terms.is_empty() || !is_named && n_known * 1000 < label_terms.len() * ROW_FITS {
            return None;
        }
        let fit = label_terms.len().min(n_known.max(usize::from(is_named)));
        let is_positive = !denies(self.text());
        if let Some(stage) =
            Stage::of(self.text()).filter(|_| self.is_about_here(unit, page, pages))
        {
            let rest = text(label);
            let aside = Stage::of(rest).filter(|_| rest.len() < 120);
            let told = unit.cells[1..]
                .iter()
                .filter(|cell| {
                    let header = cell.header.to_lowercase();
                    STAGE_COLUMNS.iter().any(|word| header.contains(word))
                })
                .find_map(|cell| Stage::of(text(cell)))
                .or(aside);
            if let Some(told) = told {
                return Some((fit + 1, (told == stage) == is_positive));
            }
        }
        if self.kind() == ClaimType::Region
            && let Some(is_so) = self.told_by_regions(unit, page)
        {
            return Some((fit + 1, is_so == is_positive));
        }
        // The column, like the row, must be what the claim is about; several that are must agree.
        let mut told: Option<(usize, bool)> = None;
        for cell in &unit.cells[1..] {
            let Some(is_marked) = mark(text(cell)) else {
                continue;
            };
            let column = pages.terms.of(&cell.header, &[]);
            let is_number = |term: &String| term.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            let words: Vec<&String> = column.iter().filter(|term| !is_number(term)).collect();
            if words.is_empty() || !words.iter().all(|term| self.knows(term)) {
                continue;
            }
            let n = words.len();
            match told {
                Some((known, _)) if known > n => {}
                Some((known, other)) if known == n && other != is_marked => return None,
                _ => told = Some((n, is_marked)),
            }
        }
        let (n, is_marked) = told.filter(|_| self.is_about_here(unit, page, pages))?;
        Some((fit + n, is_marked == is_positive))
    }

    /// Whether a cell of regions holds all those that the claim names.
    fn told_by_regions(&self, unit: &Unit, page: &Page) -> Option<bool> {
        if !self.names_label(&unit.label) {
            return None;
        }
        let at = self.text().rfind(" in ")?;
        let regions: Vec<String> = crate::terms::names(self.text().get(at + 4..)?)
            .iter()
            .chain(&first_word_of(self.text().get(at + 4..)?))
            .map(|name| squash(name))
            .filter(|name| !name.is_empty())
            .collect();
        let cell = unit.cells[1..]
            .iter()
            .find(|cell| cell.header.to_lowercase().contains("region"))?;
        let listed = page.saved.document.slice(cell.range);
        let lower = listed.to_lowercase();
        let is_open = ["see ", "all ", "any ", "every ", "most "]
            .iter()
            .any(|word| lower.starts_with(word));
        let items: BTreeSet<String> = listed
            .split(['\n', '&', ',', ';'])
            .flat_map(|part| part.split(" and "))
            .map(|part| squash(part.split('(').next().unwrap_or(part)))
            .filter(|item| !item.is_empty())
            .collect();
        if is_open || regions.is_empty() || items.is_empty() {
            return None;
        }
        Some(regions.iter().all(|region| items.contains(region)))
    }

    /// Whether every name of the claim is told by the row, its columns, its section or its page.
    fn is_about_here(&self, unit: &Unit, page: &Page, pages: &Pages) -> bool {
        let headers: BTreeSet<String> = unit
            .cells
            .iter()
            .flat_map(|cell| pages.terms.of(&cell.header, &[]))
            .collect();
        self.names.iter().all(|name| {
            self.names_label(&unit.label) && squash(name) == squash(&unit.label)
                || pages.terms.of(name, &[]).iter().all(|term| {
                    [
                        &unit.own,
                        &unit.other,
                        &unit.section,
                        &unit.intro,
                        &headers,
                        &page.subject,
                    ]
                    .iter()
                    .any(|set| set.contains(term))
                        || Stage::of(name).is_some()
                })
        })
    }
}

/// The first word of a text, where it begins with a capital: what [`crate::terms::names`] leaves out at a
/// sentence's start.
fn first_word_of(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let is_alone = !words
        .next()
        .is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
    (first.starts_with(char::is_uppercase) && is_alone).then(|| first.to_owned())
}

/// Letters and digits alone, in lower case: `East US2` and `eastus2` are one.
pub(crate) fn squash(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
