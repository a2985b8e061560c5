//! The tabs of a page and the panels that they open (WAI-ARIA 1.2, `tab` and `tabpanel`).

use html5ever::tokenizer::{Tag, TagKind};

/// The tabs seen so far.
#[derive(Default)]
pub(crate) struct Tabs {
    known: Vec<Tab>,
    open: Option<Open>,
}

struct Tab {
    id: String,
    panel: String,
    label: String,
}

/// A tab whose label is being read.
struct Open {
    element: String,
    id: String,
    panel: String,
    /// Where its label starts in the visible text.
    start: usize,
}

/// What a tag opens.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    /// No panel.
    None,
    /// One whose tab is not known.
    Unnamed,
    /// One with its tab's label.
    Named(String),
}

impl Tabs {
    /// Takes note of a tag; `text` is the visible text up to it.
    pub(crate) fn tag(&mut self, tag: &Tag, text: &str) -> Panel {
        if let Some(open) = &self.open
            && tag.kind == TagKind::EndTag
            && *tag.name == *open.element
            && let Some(open) = self.open.take()
        {
            let label = text.get(open.start..).unwrap_or_default();
            let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
            self.known.push(Tab {
                id: open.id,
                panel: open.panel,
                label,
            });
        }
        if tag.kind == TagKind::EndTag {
            return Panel::None;
        }
        let attribute = |name: &str| {
            let mut attributes = tag.attrs.iter();
            attributes
                .find(|attribute| *attribute.name.local == *name)
                .map(|attribute| attribute.value.to_string())
                .unwrap_or_default()
        };
        match attribute("role").as_str() {
            "tab" => {
                self.open = Some(Open {
                    element: tag.name.to_string(),
                    id: attribute("id"),
                    panel: attribute("aria-controls"),
                    start: text.len(),
                });
                Panel::None
            }
            "tabpanel" => {
                let (id, named_by) = (attribute("id"), attribute("aria-labelledby"));
                let is_same = |a: &str, b: &str| !a.is_empty() && a == b;
                let mut known = self.known.iter();
                known
                    .find(|tab| is_same(&tab.panel, &id) || is_same(&tab.id, &named_by))
                    .filter(|tab| !tab.label.is_empty())
                    .map_or(Panel::Unnamed, |tab| Panel::Named(tab.label.clone()))
            }
            _ => Panel::None,
        }
    }
}
