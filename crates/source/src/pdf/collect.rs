//! A drawing device that draws nothing and collects the glyphs of a page.

use super::assemble::{GlyphText, PageAssembler, PaintedGlyph, length};
use super::chars::{CharFinder, Found, is_private};
use super::mesh::n_samples;
use super::text_string;
use hayro::hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::hayro_syntax::object::{Dict, Stream, String as PdfString};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
};
use hayro::kurbo::{BezPath, Point, Rect, Shape, Vec2};

/// Units of hayro's glyph space per em.
const UNITS_PER_EM: f64 = 1000.0;

/// Collects a page's glyphs into a [`PageAssembler`].
pub(crate) struct Collector<'f, 'a> {
    pub(crate) assembler: PageAssembler,
    finder: &'f mut CharFinder<'a>,
    /// Glyphs whose char is unknown.
    pub(crate) n_unmapped: usize,
    /// Glyphs whose char only the font program's own table tells.
    pub(crate) n_guessed: usize,
    /// Glyphs in all.
    pub(crate) n_glyphs: usize,
    /// Chars from the private use area without a known meaning.
    pub(crate) n_private: usize,
    /// Whether the page paints an image or a shape that is no mere rectangle.
    pub(crate) paints_shapes: bool,
    /// For each open marked content sequence, whether it is the one that replaces its text.
    marked: Vec<bool>,
    replaced: Option<Replaced>,
    /// First and last origin and number of glyphs of the run filled just before.
    filled: Option<RunKey>,
    scratch: Vec<PaintedGlyph>,
    /// Whether the run at hand is not to be seen, as the text over a scan.
    is_invisible: bool,
    /// Steps still allowed; see [`crate::Limits::n_page_steps`].
    steps_left: usize,
    /// Whether the steps were used up.
    pub(crate) is_over_budget: bool,
    /// Pixels of the images painted, masks included.
    pub(crate) n_painted_pixels: u64,
    /// What its mesh shadings cost; see [`n_samples`].
    pub(crate) n_mesh_samples: u64,
}

/// A clip may come from a form, which costs more than a shape.
const STEPS_OF_CLIP: usize = 20;

/// Marked content with `ActualText`: what its glyphs say together.
struct Replaced {
    text: String,
    glyphs: Vec<PaintedGlyph>,
}

#[derive(PartialEq)]
struct RunKey {
    first: Point,
    last: Point,
    n_glyphs: usize,
}

impl<'f, 'a> Collector<'f, 'a> {
    pub(crate) fn new(
        assembler: PageAssembler,
        finder: &'f mut CharFinder<'a>,
        max_steps: usize,
    ) -> Self {
        Self {
            steps_left: max_steps,
            is_over_budget: false,
            n_painted_pixels: 0,
            n_mesh_samples: 0,
            assembler,
            finder,
            n_unmapped: 0,
            n_guessed: 0,
            n_glyphs: 0,
            n_private: 0,
            paints_shapes: false,
            marked: Vec::new(),
            replaced: None,
            filled: None,
            scratch: Vec::new(),
            is_invisible: false,
        }
    }

    /// Ends a content stream, closing what it left open.
    pub(crate) fn end_content(&mut self) {
        self.end_replaced();
        self.marked.clear();
        self.filled = None;
        self.assembler.end_line();
    }

    /// Counts steps; `false` when there are none left.
    ///
    /// The library has no way to be stopped, so where panics unwind one is raised, which the caller contains;
    /// elsewhere the rest of the page is passed over.
    fn takes(&mut self, n_steps: usize) -> bool {
        if let Some(left) = self.steps_left.checked_sub(n_steps) {
            self.steps_left = left;
            return true;
        }
        self.is_over_budget = true;
        if cfg!(panic = "unwind") {
            std::panic::resume_unwind(Box::new("over budget"));
        }
        false
    }

    fn shade(&mut self, props: &DrawProps<'_>) {
        self.n_mesh_samples = self.n_mesh_samples.saturating_add(n_samples(&props.paint));
    }

    fn run(&mut self, run: &GlyphRun<'_, '_>, props: &DrawProps<'_>, mode: &DrawMode) {
        let mut placed = std::mem::take(&mut self.scratch);
        placed.clear();
        let is_vertical = run.writing_mode() == WritingMode::Vertical;
        placed.extend(
            run.glyphs()
                .iter()
                .map(|glyph| place(glyph, props, is_vertical)),
        );
        if let (Some(first), Some(last)) = (placed.first(), placed.last()) {
            let key = RunKey {
                first: first.origin,
                last: last.origin,
                n_glyphs: placed.len(),
            };
            match mode {
                // Text that is filled and stroked arrives twice in a row.
                DrawMode::Stroke(_) if self.filled.as_ref() == Some(&key) => {
                    self.filled = None;
                    self.scratch = placed;
                    return;
                }
                DrawMode::Fill(_) => self.filled = Some(key),
                DrawMode::Stroke(_) | DrawMode::FillAndStroke(..) | DrawMode::Invisible => {
                    self.filled = None;
                }
            }
        }
        undo_stretch(&mut placed);
        if matches!(
            run.glyphs().first().map(|glyph| &**glyph),
            Some(Glyph::Type3(_))
        ) {
            measure_drawn(&mut placed);
        }
        self.is_invisible = matches!(mode, DrawMode::Invisible);
        let pairs = self.pairs(run);
        let mut pairs = pairs.iter().peekable();
        let mut is_second = false;
        for (i, (glyph, painted)) in run.glyphs().iter().zip(&placed).enumerate() {
            if std::mem::take(&mut is_second) {
                continue;
            }
            if let Some(replaced) = &mut self.replaced {
                replaced.glyphs.push(*painted);
                continue;
            }
            if let Some((_, c)) = pairs.next_if(|(at, _)| *at == i) {
                let mut painted = *painted;
                painted.advance += placed.get(i + 1).map_or(0.0, |second| second.advance);
                painted.is_unverified = true;
                painted.is_undrawn = !self.is_invisible && is_undrawn(*c, glyph);
                self.n_glyphs += 1;
                self.n_guessed += 1;
                self.assembler.push(GlyphText::Char(*c), &painted);
                is_second = true;
                continue;
            }
            self.glyph(glyph, *painted);
        }
        self.scratch = placed;
    }

    /// The chars of pairs of glyphs, where a font that is not embedded stands for a Chinese one.
    fn pairs(&self, run: &GlyphRun<'_, '_>) -> Vec<(usize, char)> {
        let is_single = |glyph: &PositionedGlyph<'_>| match &**glyph {
            Glyph::Outline(outline) => outline.font_data().is_none(),
            Glyph::Type3(_) => false,
        };
        let glyphs = run.glyphs();
        let has_high = glyphs
            .iter()
            .any(|glyph| (0xA1..=0xF7).contains(&glyph.char_code()));
        if !has_high || !glyphs.first().is_some_and(is_single) {
            return Vec::new();
        }
        self.finder
            .find_pairs(glyphs.iter().map(|glyph| glyph.char_code()))
    }

    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, mut painted: PaintedGlyph) {
        self.n_glyphs += 1;
        if let Glyph::Outline(outline) = &**glyph
            && let Some(Found { text, is_guess }) = self.finder.find_silent(outline)
        {
            painted.is_unverified = is_guess;
            self.n_guessed += usize::from(is_guess);
            if self.say(glyph, painted, &text) {
                return;
            }
        }
        if !glyph
            .as_unicode()
            .is_some_and(|text| self.say(glyph, painted, &text))
        {
            self.unmapped(glyph, painted);
        }
    }

    /// Passes on what a glyph says; `false` when that is nothing known.
    fn say(
        &mut self,
        glyph: &PositionedGlyph<'_>,
        mut painted: PaintedGlyph,
        text: &BfString,
    ) -> bool {
        match text {
            BfString::Char(c) => match meaning(*c, glyph) {
                Meaning::Char(c) => {
                    painted.is_undrawn = !self.is_invisible && is_undrawn(c, glyph);
                    self.assembler.push(GlyphText::Char(c), &painted);
                }
                Meaning::Private(c) => {
                    painted.is_unverified = true;
                    self.n_private += 1;
                    self.assembler.push(GlyphText::Char(c), &painted);
                }
                Meaning::Unknown => return false,
                Meaning::Nothing => {}
            },
            BfString::String(s) => {
                if s.chars().all(is_noise) {
                    return false;
                }
                if s.chars().any(is_unknown_private) {
                    painted.is_unverified = true;
                    self.n_private += 1;
                }
                self.assembler.push(GlyphText::Chars(s), &painted);
            }
        }
        true
    }

    /// A glyph to which its font gives no char: other sources are asked. What remains unknown stands as
    /// U+FFFD if it shows anything; an empty glyph is a gap.
    fn unmapped(&mut self, glyph: &PositionedGlyph<'_>, mut painted: PaintedGlyph) {
        let found = match &**glyph {
            Glyph::Outline(outline) => self.finder.find(outline),
            Glyph::Type3(drawn) => self.finder.find_drawn(drawn.char_code()),
        };
        if let Some(Found { text, is_guess }) = found {
            painted.is_unverified = is_guess;
            self.n_guessed += usize::from(is_guess);
            if self.say(glyph, painted, &text) {
                return;
            }
        }
        if has_ink(glyph) {
            painted.is_unverified = true;
            self.n_unmapped += 1;
            self.assembler
                .push(GlyphText::Char(char::REPLACEMENT_CHARACTER), &painted);
        }
    }

    /// Hands out the chars of replaced text over its glyphs, in order.
    fn end_replaced(&mut self) {
        let Some(Replaced { text, glyphs }) = self.replaced.take() else {
            return;
        };
        let n_glyphs = glyphs.len();
        let chars: Vec<char> = text
            .chars()
            .filter(|c| *c != '\u{ad}' && !is_noise(*c))
            .collect();
        if n_glyphs == 0 || chars.is_empty() {
            return;
        }
        let mut part = String::new();
        for (i, glyph) in glyphs.iter().enumerate() {
            let from = i * chars.len() / n_glyphs;
            let to = (i + 1) * chars.len() / n_glyphs;
            part.clear();
            part.extend(&chars[from..to]);
            let mut glyph = *glyph;
            glyph.allows_gap_space = i == 0;
            glyph.is_unverified = part.chars().any(is_unknown_private);
            if !part.is_empty() {
                self.assembler.push(GlyphText::Chars(&part), &glyph);
            }
        }
    }
}

enum Meaning {
    Char(char),
    Private(char),
    Unknown,
    /// Shows nothing and means nothing.
    Nothing,
}

fn meaning(c: char, glyph: &PositionedGlyph<'_>) -> Meaning {
    match c {
        '\u{ad}' => {
            // A soft hyphen is invisible by its meaning; one that is painted is a hyphen.
            if has_ink(glyph) {
                Meaning::Char('-')
            } else {
                Meaning::Nothing
            }
        }
        '\u{fffd}' | '\u{fffe}' | '\u{ffff}' => Meaning::Unknown,
        c if is_noise(c) => Meaning::Unknown,
        c if is_unknown_private(c) => Meaning::Private(c),
        c => Meaning::Char(c),
    }
}

/// Control chars that are no white space.
fn is_noise(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
}

/// Private use chars whose meaning is unknown. Left out are the bullets and arrows of the fonts Symbol
/// and Wingdings, which producers write at U+F000 + code: ornaments that stand for no word or number.
fn is_unknown_private(c: char) -> bool {
    is_private(c)
        && !matches!(
            c,
            '\u{f0b7}'
                | '\u{f0a7}'
                | '\u{f0a8}'
                | '\u{f0d8}'
                | '\u{f0e0}'
                | '\u{f0e8}'
                | '\u{f0fc}'
                | '\u{f076}'
                | '\u{f071}'
                | '\u{f06c}'
                | '\u{f06e}'
        )
}

fn has_ink(glyph: &PositionedGlyph<'_>) -> bool {
    match &**glyph {
        Glyph::Outline(outline) => {
            let bounds = outline.outline().bounding_box();
            bounds.width() > 0.0 || bounds.height() > 0.0
        }
        // Its drawing instructions are not looked at.
        Glyph::Type3(_) => true,
    }
}

/// Whether nothing is drawn for an East Asian char: the fonts that stand in for those that are not embedded have
/// none of them.
fn is_undrawn(c: char, glyph: &PositionedGlyph<'_>) -> bool {
    let is_east_asian = matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    is_east_asian && !has_ink(glyph)
}

fn place(glyph: &PositionedGlyph<'_>, props: &DrawProps<'_>, is_vertical: bool) -> PaintedGlyph {
    let [a, b, c, d, e, f] = (props.transform * glyph.transform()).as_coeffs();
    let advance = match &**glyph {
        Glyph::Outline(outline) => outline.advance_width(),
        Glyph::Type3(type3) => type3.advance_width(),
    };
    PaintedGlyph {
        origin: Point::new(e, f),
        x_em: Vec2::new(a, b) * UNITS_PER_EM,
        y_em: Vec2::new(c, d) * UNITS_PER_EM,
        advance: f64::from(advance.unwrap_or(0.0)) / UNITS_PER_EM,
        is_vertical,
        allows_gap_space: true,
        is_unverified: false,
        is_undrawn: false,
    }
}

/// Takes the stretch of a substituted font out of the glyphs' em vectors.
///
/// A glyph of a substituted font is stretched to the width that the PDF states, so its x axis does not
/// measure an em. One run has one text state, so without stretch all its x axes are equal; whether
/// equal ones are stretched shows in the distance to the next origin.
fn undo_stretch(run: &mut [PaintedGlyph]) {
    const CLOSE: f64 = 1e-3;
    let ratio = |glyph: &PaintedGlyph| length(glyph.x_em) / length(glyph.y_em);
    let Some(first) = run.first().map(ratio) else {
        return;
    };
    let differs = run
        .iter()
        .any(|glyph| (ratio(glyph) - first).abs() > CLOSE * first);
    if !differs && (first - 1.0).abs() <= CLOSE {
        return;
    }
    let mut stated = Vec::new();
    let mut error_as_is = 0.0;
    let mut error_unstretched = 0.0;
    for pair in run.windows(2) {
        let distance = length(pair[1].origin - pair[0].origin);
        let advance = pair[0].advance;
        if advance > 0.01 {
            stated.push(distance / advance);
            error_as_is += (distance - advance * length(pair[0].x_em)).abs();
            error_unstretched += (distance - advance * length(pair[0].y_em)).abs();
        }
    }
    if !differs && error_as_is <= error_unstretched {
        return;
    }
    stated.sort_by(f64::total_cmp);
    // Gaps widen distances, and nothing narrows them much, so the em shows in the smaller ones.
    let smaller = stated.get(stated.len().saturating_sub(1) / 4).copied();
    for glyph in run {
        let em = length(glyph.y_em);
        // Char spacing widens the distances a little; only scaled text is far from the em upwards.
        let along = smaller.filter(|m| (m / em - 1.0).abs() > 0.2).unwrap_or(em);
        let stretched = length(glyph.x_em);
        if stretched > 0.0 {
            glyph.x_em *= along / stretched;
        }
    }
}

/// Gives the glyphs of a drawn (Type 3) font a plausible em where the font's own units mislead: such fonts may
/// be set at size 1 with glyphs of any size. Chars are half an em wide on average.
fn measure_drawn(run: &mut [PaintedGlyph]) {
    const PLAUSIBLE_EM: std::ops::RangeInclusive<f64> = 0.15..=1.5;
    let (mut sum, mut n) = (0.0, 0.0);
    for glyph in run.iter().filter(|glyph| glyph.advance > 0.0) {
        sum += glyph.advance;
        n += 1.0;
    }
    let mean = sum / n;
    if n == 0.0 || PLAUSIBLE_EM.contains(&mean) {
        return;
    }
    let ems = 2.0 * mean;
    for glyph in run {
        glyph.x_em *= ems;
        glyph.y_em *= ems;
        glyph.advance /= ems;
    }
}

impl<'a> Device<'a> for Collector<'_, '_> {
    fn draw_path(&mut self, _: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        self.paints_shapes = true;
        self.shade(&props);
        self.takes(1);
    }

    fn draw_rect(&mut self, _: &Rect, props: DrawProps<'a>, _: &DrawMode) {
        self.shade(&props);
        self.takes(1);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.paints_shapes = true;
        let n_pixels = match &image {
            Image::Stencil(stencil) => n_pixels(stencil.stream().dict()),
            Image::Raster(raster) => n_pixels(raster.stream().dict()),
        };
        self.n_painted_pixels = self.n_painted_pixels.saturating_add(n_pixels);
        self.takes(1);
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.takes(STEPS_OF_CLIP);
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.takes(1);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.takes(1);
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.shade(&props);
        if self.takes(run.glyphs().len()) {
            self.run(run, &props, mode);
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let text = match &self.replaced {
            Some(_) => None,
            None => properties.and_then(|p| p.get::<PdfString<'_>>(b"ActualText")),
        };
        self.marked.push(text.is_some());
        if let Some(text) = text {
            self.replaced = Some(Replaced {
                text: text_string::decode(text.as_bytes()),
                glyphs: Vec::new(),
            });
        }
    }

    fn end_marked_content(&mut self) {
        if self.marked.pop() == Some(true) {
            self.end_replaced();
        }
    }
}

/// Pixels of an image and its masks, by what its dictionary says.
fn n_pixels(image: &Dict<'_>) -> u64 {
    let of = |dict: &Dict<'_>| {
        let side = |key: &[u8], short: &[u8]| {
            dict.get::<u32>(key)
                .or_else(|| dict.get::<u32>(short))
                .unwrap_or(0)
        };
        u64::from(side(b"Width", b"W")) * u64::from(side(b"Height", b"H"))
    };
    [b"SMask".as_slice(), b"Mask"]
        .into_iter()
        .filter_map(|key| image.get::<Stream<'_>>(key))
        .map(|mask| of(mask.dict()))
        .fold(of(image), u64::saturating_add)
}
