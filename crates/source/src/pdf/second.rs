//! An independent second reading of a PDF by another library.
//!
//! The library parses the file, decrypts and decompresses it and says what fonts state of their chars;
//! gaps and lines are judged by the same assembler as in the first reading. The reading may lose text
//! where the first has it, so it is only ever asked whether a quotation stands there as well.

use super::assemble::{GlyphText, PageAssembler, PaintedGlyph};
use super::guard::contained;
use super::load::PdfSource;
use super::operators::text_operators;
use hayro::kurbo::{Affine, Point, Vec2};
use pdf::content::{Matrix, Op, TextDrawAdjusted};
use pdf::encoding::BaseEncoding;
use pdf::file::{Cache, FileOptions, NoLog};
use pdf::font::{Font, ToUnicodeMap, Widths};
use pdf::object::{Page, ParseOptions, PlainRef, Resolve, Resources, XObject};
use pdf_encoding::{Encoding, ForwardMap, glyphname_to_unicode};
use proofmark_text::{Document, PageText};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Nesting of form objects at which they are given up.
const MAX_FORM_DEPTH: usize = 12;

impl PdfSource {
    /// The document as the second library reads it; read once, at the first call.
    pub(crate) fn second_reader(&self) -> Option<Arc<Document>> {
        self.second
            .get_or_init(|| contained(|| self.read_again()).flatten().map(Arc::new))
            .clone()
    }

    fn read_again(&self) -> Option<Document> {
        let password = self.password.as_deref().unwrap_or("").as_bytes();
        let file = FileOptions::uncached()
            .cache(Memo::default(), Memo::default())
            .log(NoLog)
            .password(password)
            .parse_options(ParseOptions::tolerant())
            .load(self.data.as_slice())
            .ok()?;
        let resolver = file.resolver();
        let n_pages = u32::try_from(self.pages.len()).ok()?;
        let mut fonts = Fonts::default();
        let pages: Vec<PageText> = (0..n_pages)
            .map(|page_idx| {
                // A page that fails is left empty: the reading as a whole is still of use.
                let text = contained(|| {
                    let page = file.get_page(page_idx).ok()?;
                    read_page(&page, &resolver, &mut fonts, self.limits.n_page_chars)
                });
                let text = text.flatten().unwrap_or_default();
                PageText {
                    is_scan: text.is_empty(),
                    text,
                    ..PageText::default()
                }
            })
            .collect();
        pages
            .iter()
            .any(|page| !page.text.is_empty())
            .then(|| Document::from_pages(pages))
    }
}

fn read_page(
    page: &Page,
    resolver: &impl Resolve,
    fonts: &mut Fonts,
    max_chars: usize,
) -> Option<String> {
    let view = page.crop_box().ok()?;
    let (left, right) = (view.left.min(view.right), view.left.max(view.right));
    let (bottom, top) = (view.bottom.min(view.top), view.bottom.max(view.top));
    // The parts of a content stream are joined with white space, which the library's own joining omits.
    let mut content = Vec::new();
    for part in &page.contents.as_ref()?.parts {
        content.extend_from_slice(&part.data(resolver).ok()?);
        content.push(b' ');
    }
    let ops = text_operators(&content, resolver);
    let to_view = Affine::new([1.0, 0.0, 0.0, -1.0, -f64::from(left), f64::from(top)]);
    let mut reader = Reader {
        resolver,
        fonts,
        assembler: PageAssembler::new(right - left, top - bottom, max_chars),
        state: State::new(to_view),
    };
    let resources = page.resources().ok();
    reader.run(&ops, resources.map(|r| &**r), 0);
    Some(reader.assembler.finish().text)
}

/// The graphics and text state that decides where chars stand.
#[derive(Clone)]
struct State {
    ctm: Affine,
    text_matrix: Affine,
    line_matrix: Affine,
    font: Option<Rc<FontReading>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
}

impl State {
    fn new(ctm: Affine) -> Self {
        Self {
            ctm,
            text_matrix: Affine::IDENTITY,
            line_matrix: Affine::IDENTITY,
            font: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.line_matrix *= Affine::translate((x, y));
        self.text_matrix = self.line_matrix;
    }
}

struct Reader<'r, R: Resolve> {
    resolver: &'r R,
    fonts: &'r mut Fonts,
    assembler: PageAssembler,
    state: State,
}

impl<R: Resolve> Reader<'_, R> {
    fn run(&mut self, ops: &[Op], resources: Option<&Resources>, depth: usize) {
        let mut saved = Vec::new();
        for op in ops {
            match op {
                Op::Save => saved.push(self.state.clone()),
                Op::Restore => {
                    if let Some(state) = saved.pop() {
                        self.state = state;
                    }
                }
                Op::Transform { matrix } => self.state.ctm *= affine(matrix),
                Op::BeginText => {
                    self.state.text_matrix = Affine::IDENTITY;
                    self.state.line_matrix = Affine::IDENTITY;
                }
                Op::CharSpacing { char_space } => self.state.char_space = f64::from(*char_space),
                Op::WordSpacing { word_space } => self.state.word_space = f64::from(*word_space),
                Op::TextScaling { horiz_scale } => {
                    self.state.scale = f64::from(*horiz_scale) / 100.0;
                }
                Op::Leading { leading } => self.state.leading = f64::from(*leading),
                Op::TextRise { rise } => self.state.rise = f64::from(*rise),
                Op::TextFont { name, size } => {
                    self.state.size = f64::from(*size);
                    self.state.font =
                        resources.and_then(|r| self.fonts.get(name, r, self.resolver));
                }
                Op::MoveTextPosition { translation } => {
                    self.state
                        .next_line(f64::from(translation.x), f64::from(translation.y));
                }
                Op::SetTextMatrix { matrix } => {
                    self.state.line_matrix = affine(matrix);
                    self.state.text_matrix = self.state.line_matrix;
                }
                Op::TextNewline => self.state.next_line(0.0, -self.state.leading),
                Op::TextDraw { text } => self.show(text.as_bytes()),
                Op::TextDrawAdjusted { array } => {
                    for item in array {
                        match item {
                            TextDrawAdjusted::Text(text) => self.show(text.as_bytes()),
                            TextDrawAdjusted::Spacing(n) => {
                                let x =
                                    -f64::from(*n) / 1000.0 * self.state.size * self.state.scale;
                                self.state.text_matrix *= Affine::translate((x, 0.0));
                            }
                        }
                    }
                }
                Op::XObject { name } if depth < MAX_FORM_DEPTH => {
                    self.form(name, resources, depth);
                }
                _ => {}
            }
        }
        if let Some(first) = saved.into_iter().next() {
            self.state = first;
        }
    }

    fn form(&mut self, name: &str, resources: Option<&Resources>, depth: usize) {
        let Some(object) = resources.and_then(|r| r.xobjects.get(name)) else {
            return;
        };
        let Ok(object) = self.resolver.get(*object) else {
            return;
        };
        let XObject::Form(form) = &*object else {
            return;
        };
        let Ok(data) = form.stream.data(self.resolver) else {
            return;
        };
        let ops = text_operators(&data, self.resolver);
        let outer = self.state.clone();
        let dict = form.dict();
        if let Some(matrix) = &dict.matrix {
            self.state.ctm *= affine(matrix);
        }
        let own = dict.resources.as_deref();
        self.run(&ops, own.or(resources), depth + 1);
        self.state = outer;
    }

    fn show(&mut self, bytes: &[u8]) {
        let Some(font) = self.state.font.clone() else {
            return;
        };
        let n_code_bytes = if font.is_composite { 2 } else { 1 };
        for code in bytes.chunks(n_code_bytes) {
            let code = code
                .iter()
                .fold(0, |code, byte| code << 8 | u32::from(*byte));
            let state = &self.state;
            let advance = font.advance(code);
            let to_view = state.ctm
                * state.text_matrix
                * Affine::new([
                    state.size * state.scale,
                    0.0,
                    0.0,
                    state.size,
                    0.0,
                    state.rise,
                ]);
            let [a, b, c, d, e, f] = to_view.as_coeffs();
            let glyph = PaintedGlyph {
                origin: Point::new(e, f),
                x_em: Vec2::new(a, b),
                y_em: Vec2::new(c, d),
                advance,
                is_vertical: false,
                allows_gap_space: true,
                is_unverified: false,
                is_undrawn: false,
            };
            match font.chars(code) {
                Some(chars) if !chars.is_empty() => {
                    self.assembler.push(GlyphText::Chars(chars), &glyph);
                }
                _ => {
                    self.assembler
                        .push(GlyphText::Char(char::REPLACEMENT_CHARACTER), &glyph);
                }
            }
            let is_space = code == 32 && n_code_bytes == 1;
            let word_space = if is_space { self.state.word_space } else { 0.0 };
            let x =
                (advance * self.state.size + self.state.char_space + word_space) * self.state.scale;
            self.state.text_matrix *= Affine::translate((x, 0.0));
        }
    }
}

/// What a font says of its codes.
struct FontReading {
    is_composite: bool,
    to_unicode: Option<ToUnicodeMap>,
    by_name: BTreeMap<u32, &'static str>,
    base: Option<&'static ForwardMap>,
    base_chars: Vec<String>,
    widths: Option<Widths>,
}

impl FontReading {
    fn new(font: &Font, resolver: &impl Resolve) -> Self {
        let encoding = font.encoding();
        let base = match encoding.map(|e| &e.base) {
            Some(BaseEncoding::WinAnsiEncoding) => Encoding::WinAnsiEncoding,
            Some(BaseEncoding::MacRomanEncoding) => Encoding::MacRomanEncoding,
            Some(BaseEncoding::MacExpertEncoding) => Encoding::AdobeExpert,
            Some(BaseEncoding::SymbolEncoding) => Encoding::AdobeSymbol,
            _ => match font.name.as_ref().map(|name| name.as_str()) {
                Some("Symbol") => Encoding::AdobeSymbol,
                Some("ZapfDingbats") => Encoding::AdobeZdingbat,
                _ => Encoding::AdobeStandard,
            },
        };
        let is_composite = font.is_cid();
        let base = if is_composite {
            None
        } else {
            base.forward_map()
        };
        let mut by_name = BTreeMap::new();
        if let Some(encoding) = encoding {
            #[expect(clippy::iter_over_hash_type, reason = "collected into an ordered map")]
            for (code, name) in &encoding.differences {
                if let Some(chars) = glyphname_to_unicode(name.as_str()) {
                    by_name.insert(*code, chars);
                }
            }
        }
        Self {
            is_composite,
            to_unicode: font.to_unicode(resolver).and_then(Result::ok),
            by_name,
            base,
            base_chars: (0..=255u8)
                .map(|code| {
                    base.and_then(|b| b.get(code))
                        .map_or_else(String::new, String::from)
                })
                .collect(),
            widths: font.widths(resolver).ok().flatten(),
        }
    }

    fn chars(&self, code: u32) -> Option<&str> {
        let stated = self
            .to_unicode
            .as_ref()
            .and_then(|map| map.get(u16::try_from(code).ok()?));
        if let Some(chars) = stated.filter(|s| !s.is_empty() && *s != "\0") {
            return Some(chars);
        }
        if let Some(chars) = self.by_name.get(&code) {
            return Some(chars);
        }
        self.base?;
        self.base_chars.get(code as usize).map(String::as_str)
    }

    /// Advance in em; half an em where the font states none, as the standard fonts may.
    fn advance(&self, code: u32) -> f64 {
        let stated = self
            .widths
            .as_ref()
            .map(|widths| f64::from(widths.get(code as usize)) / 1000.0);
        stated.filter(|w| *w > 0.0).unwrap_or(0.5)
    }
}

/// Readings of the fonts used so far, by their object.
#[derive(Default)]
struct Fonts(BTreeMap<u64, Option<Rc<FontReading>>>);

impl Fonts {
    fn get(
        &mut self,
        name: &str,
        resources: &Resources,
        resolver: &impl Resolve,
    ) -> Option<Rc<FontReading>> {
        let font = resources.fonts.get(name)?;
        let read = || {
            let font = font.load(resolver).ok()?;
            Some(Rc::new(FontReading::new(&font, resolver)))
        };
        match font.primitive.clone().into_reference() {
            Ok(PlainRef { id, .. }) => self.0.entry(id).or_insert_with(read).clone(),
            Err(_) => read(),
        }
    }
}

/// The library's objects, read once.
struct Memo<T>(RefCell<BTreeMap<(u64, u64), T>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }
}

impl<T: Clone> Cache<T> for Memo<T> {
    fn get_or_compute(&self, key: PlainRef, compute: impl FnOnce() -> T) -> T {
        let key = (key.id, key.r#gen);
        if let Some(value) = self.0.borrow().get(&key) {
            return value.clone();
        }
        // Computing may ask for other objects, so nothing is borrowed meanwhile.
        let value = compute();
        self.0.borrow_mut().insert(key, value.clone());
        value
    }

    fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    fn remove(&self, key: PlainRef) {
        self.0.borrow_mut().remove(&(key.id, key.r#gen));
    }
}

fn affine(matrix: &Matrix) -> Affine {
    let Matrix { a, b, c, d, e, f } = *matrix;
    Affine::new([a, b, c, d, e, f].map(f64::from))
}
