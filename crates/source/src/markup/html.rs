//! HTML → its visible text, with lines where a browser would break between blocks.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use proofmark_text::{Document, PageText, Structure};

use super::blocks::Blocks;
use super::tabs::{Panel, Tabs};
use std::cell::RefCell;

/// The visible text of an HTML document: one page. Left out are scripts, styles, the head, form
/// controls' inner text and elements marked as hidden.
///
/// Blocks, list items and table rows stand on lines of their own, cells are parted by a tab, white space is
/// folded except in preformatted text.
pub(crate) fn html(text: &str) -> (Document, Structure) {
    let tokenizer = Tokenizer::new(Visible::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    // The tokenizer pauses only when its sink asks it to run a script, which this one never does.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let (text, structure) = tokenizer.sink.0.into_inner().finish();
    let document = Document::from_pages([PageText {
        text,
        ..PageText::default()
    }]);
    (document, structure)
}

/// Elements whose content is not shown.
const HIDDEN: [&str; 16] = [
    "head", "script", "style", "template", "noscript", "title", "iframe", "object", "audio",
    "video", "canvas", "svg", "datalist", "select", "textarea", "noframes",
];

/// Elements that stand on lines of their own.
const BLOCKS: [&str; 43] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
];

/// Elements that the head may hold; any other ends it.
const IN_HEAD: [&str; 10] = [
    "base", "basefont", "bgsound", "link", "meta", "noscript", "script", "style", "template",
    "title",
];

/// Elements that have no content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

#[derive(Default)]
struct Visible(RefCell<Collected>);

#[derive(Default)]
struct Collected {
    text: String,
    /// Open elements inside a hidden one, itself first.
    hidden: Vec<String>,
    n_preformatted: usize,
    pending_space: bool,
    blocks: Blocks,
    /// Level of the last heading, 0 before the first.
    level: u8,
    tabs: Tabs,
}

impl TokenSink for Visible {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut collected = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(chars) => collected.chars(&chars),
            Token::TagToken(tag) => return collected.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Collected {
    fn chars(&mut self, chars: &str) {
        if !self.hidden.is_empty() {
            return;
        }
        if self.n_preformatted > 0 {
            self.text
                .push_str(&chars.replace("\r\n", "\n").replace('\r', "\n"));
            return;
        }
        for c in chars.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                self.pending_space = true;
            } else {
                if std::mem::take(&mut self.pending_space)
                    && !self.text.is_empty()
                    && !self.text.ends_with(['\n', '\t', ' '])
                {
                    self.text.push(' ');
                }
                self.text.push(c);
            }
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        let is_start = tag.kind == TagKind::StartTag;
        self.close_implied(name, is_start);
        if self.hidden.is_empty() {
            if let Some([b'h', level @ b'1'..=b'6']) = name.as_bytes().get(..) {
                self.level = if is_start { level - b'0' } else { self.level };
            }
            let panel = self.tabs.tag(tag, &self.text);
            let is_block = BLOCKS.contains(&name);
            if is_block || name == "br" {
                self.end_line();
            }
            if is_block {
                self.blocks.edge(name, is_start, &self.text);
            }
            if let Panel::Named(label) = &panel {
                self.heading(label);
            }
            // The panel of a tab that is not open is a click away; its attribute is the tab's state.
            if is_start
                && !VOID.contains(&name)
                && panel == Panel::None
                && (HIDDEN.contains(&name) || is_marked_hidden(tag))
            {
                self.hidden.push(name.to_owned());
            } else if matches!(name, "td" | "th") && is_start {
                self.cell();
                self.blocks.cell(
                    name == "th",
                    self.text.len(),
                    span(tag, "colspan"),
                    span(tag, "rowspan"),
                );
            } else if name == "pre" {
                let n = self.n_preformatted;
                self.n_preformatted = if is_start { n + 1 } else { n.saturating_sub(1) };
            }
        } else if is_start {
            if !tag.self_closing && !VOID.contains(&name) {
                self.hidden.push(name.to_owned());
            }
        } else if let Some(at) = self.hidden.iter().rposition(|open| open == name) {
            // Elements may be left open by omitted end tags; the outer end tag closes them too.
            self.hidden.truncate(at);
        }
        if !is_start {
            return TokenSinkResult::Continue;
        }
        match name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "iframe" | "noframes" | "noembed" | "xmp" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }

    /// A heading one level below the last one that stands in the page.
    fn heading(&mut self, label: &str) {
        let level = self.level.min(5) + 1;
        let name = format!("h{level}");
        self.end_line();
        self.blocks.edge(&name, true, &self.text);
        self.text.push_str(label);
        self.end_line();
        self.blocks.edge(&name, false, &self.text);
    }

    fn end_line(&mut self) {
        self.pending_space = false;
        let kept = self.text.trim_end_matches([' ', '\t']).len();
        self.text.truncate(kept);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Ends hidden elements whose end tag is omitted, where the standard lets it be (HTML, 13.1.2.4).
    fn close_implied(&mut self, name: &str, is_start: bool) {
        while let Some(open) = self.hidden.last() {
            let is_over = if is_start {
                match open.as_str() {
                    "p" => BLOCKS.contains(&name),
                    "li" => name == "li",
                    "dd" | "dt" => matches!(name, "dd" | "dt"),
                    "td" | "th" => matches!(name, "td" | "th" | "tr" | "tbody" | "tfoot"),
                    "tr" => matches!(name, "tr" | "tbody" | "tfoot"),
                    "head" => !IN_HEAD.contains(&name),
                    _ => false,
                }
            } else {
                let may_omit =
                    matches!(open.as_str(), "p" | "li" | "dd" | "dt" | "td" | "th" | "tr");
                may_omit && !self.hidden.iter().any(|open| open == name) && BLOCKS.contains(&name)
            };
            if !is_over {
                return;
            }
            self.hidden.pop();
        }
    }

    fn cell(&mut self) {
        self.pending_space = false;
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\t');
        }
    }

    fn finish(mut self) -> (String, Structure) {
        self.end_line();
        let structure = self.blocks.finish(&self.text);
        // A page break parts pages; in a page's text it is a line's end, of the same length.
        (self.text, structure)
    }
}

/// How many columns or rows a cell spans; one where the attribute says nothing sensible.
fn span(tag: &Tag, name: &str) -> usize {
    let mut attributes = tag.attrs.iter();
    attributes
        .find(|attribute| &*attribute.name.local == name)
        .and_then(|attribute| attribute.value.trim().parse().ok())
        .unwrap_or(1)
}

/// Whether a start tag hides its element: the attribute, the ARIA state, or an inline style.
fn is_marked_hidden(tag: &Tag) -> bool {
    tag.attrs.iter().any(|attribute| {
        let value = || {
            attribute
                .value
                .to_ascii_lowercase()
                .replace(char::is_whitespace, "")
        };
        match &*attribute.name.local {
            "hidden" => value() != "until-found",
            "style" => {
                let style = value();
                style
                    .split(';')
                    .any(|part| matches!(part, "display:none" | "visibility:hidden"))
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::html;
    use proofmark_text::BlockKind;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        assert_eq!(html(source).0.raw(), expected, "text of {source:?}");
    }

    #[test]
    fn only_visible_text() {
        check(
            "<title>T</title><p>a<script>b</script><style>c</style><p hidden>d</p>e",
            "a\ne\n",
        );
        check("<p style='color:red; DISPLAY : none'>x<b>y</b></p>z", "z\n");
        check("<div hidden><div>x</div>y</div>z", "z\n");
        check("<head><title>x</title><meta charset=utf-8><p>y", "y\n");
        check(
            "<div><p hidden>x</div>y<ul><li hidden>z<li>a</ul>",
            "y\na\n",
        );
        check("<p hidden>x<p>y", "y\n");
    }

    #[test]
    fn tabs_name_their_panels_and_none_is_hidden() {
        let source = "<h2>A</h2><ul role=tablist><li><a role=tab aria-controls=p1>New <b>x</b></a>\
            <li><a role=tab id=t2>Old</a></ul><section id=p1 role=tabpanel><p>1</section>\
            <section role=tabpanel aria-labelledby=t2 hidden><p>2<p hidden>3</section><h2>B</h2>";
        check(source, "A\nNew x\nOld\nNew x\n1\nOld\n2\nB\n");
        let (document, structure) = html(source);
        let headings: Vec<_> = structure
            .blocks
            .iter()
            .filter_map(|block| match block.kind {
                BlockKind::Heading(level) => Some((level, document.slice(block.range))),
                _ => None,
            })
            .collect();
        assert_eq!(headings, [(2, "A"), (3, "New x"), (3, "Old"), (2, "B")]);
        // A panel without a tab is a part like any other.
        check(
            "<div role=tabpanel>x</div><div hidden role=note>y</div>z",
            "x\nz\n",
        );
    }

    #[test]
    fn blocks_and_cells() {
        check(
            "<h1>A</h1> <ul><li>b <i>c</i>\n d<li>e</ul>",
            "A\nb c d\ne\n",
        );
        check(
            "<table><tr><th>Year<th>Sum<tr><td>2020<td>5</table>",
            "Year\tSum\n2020\t5\n",
        );
        check("a<br>b&amp;c&nbsp;d", "a\nb&c\u{a0}d\n");
        check("<pre>x\n  y</pre>", "x\n  y\n");
    }
}
