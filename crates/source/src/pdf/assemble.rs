//! Glyphs in content-stream order → lines of text with the place of each char.
//!
//! Content-stream order is the order in which the producer wrote, and keeps sentences whole where a
//! layout order would interleave columns.

use super::letters::{compose, is_accent, is_right_to_left, reading_order};
use crate::geometry::narrow;
use crate::positions::{CharStyle, PagePositions, PlacedChar, PlacedLine};
use hayro::kurbo::{Point, Vec2};
use proofmark_text::TextRange;

/// A gap wider than this part of an em is a space: word spaces are rarely set below 0.2 em, and kerning
/// and tracking rarely exceed 0.1 em.
const SPACE_GAP_EM: f64 = 0.15;
/// The same between glyphs set downwards, which are often spaced out.
const VERTICAL_SPACE_GAP_EM: f64 = 0.5;
/// A shift across the line of more than this part of an em starts a new line; raised and lowered
/// figures shift less.
const LINE_SHIFT_EM: f64 = 0.5;
/// A move back along the line of more than this part of an em starts a new line; accents set over
/// their letter move back less.
const BACK_SHIFT_EM: f64 = 1.0;
/// Directions whose cosine is below this are different lines (about 8°).
const SAME_DIRECTION: f64 = 0.99;
/// The same char painted again within this part of its advance is one char: bold by overprinting,
/// shadows, fill and stroke. Double letters stand a whole advance apart.
const DUPLICATE_ADVANCE: f64 = 0.25;
/// An accent covers at least this part of the narrower of itself and its letter; one that is typed after a
/// letter stands beside it.
const ACCENT_OVERLAP: f64 = 0.5;
/// Lines, and chars, that are looked at for one glyph's double. More than a page holds of text that
/// anyone reads; bounds the time for a page that is made to take long.
const MAX_COMPARED: usize = 4096;
/// Upper and lower edge of a char's box in em from the baseline. Fonts in PDF files often state no or
/// wrong heights; these cover capitals and descenders of usual text faces.
const ASCENT_EM: f64 = 0.78;
const DESCENT_EM: f64 = -0.22;

/// What a glyph says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GlyphText<'t> {
    Char(char),
    /// Several chars by one glyph, such as a ligature.
    Chars(&'t str),
}

/// A glyph on the page, in view space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaintedGlyph {
    pub(crate) origin: Point,
    /// One em along the baseline, without the stretch of a substituted font.
    pub(crate) x_em: Vec2,
    /// One em up.
    pub(crate) y_em: Vec2,
    /// Advance in em.
    pub(crate) advance: f64,
    pub(crate) is_vertical: bool,
    /// Whether gaps before it may be spaces; not inside replaced text.
    pub(crate) allows_gap_space: bool,
    /// Whether its char is unknown or private to the font.
    pub(crate) is_unverified: bool,
    /// Whether its font has no drawing of it.
    pub(crate) is_undrawn: bool,
}

/// What the page's text came to.
pub(crate) struct AssembledPage {
    pub(crate) text: String,
    pub(crate) positions: PagePositions,
    pub(crate) unverified: Vec<TextRange>,
    /// Whether glyphs were left out for the limit on their number.
    pub(crate) is_cut: bool,
}

#[derive(Clone, Copy)]
struct LineChar {
    c: char,
    is_unverified: bool,
    is_undrawn: bool,
    /// `None` for an inserted space.
    place: Option<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    style: u32,
    x: f32,
    y: f32,
    width: f32,
}

/// The last glyph placed.
#[derive(Clone, Copy)]
struct Last {
    origin: Point,
    end: Point,
    along: Vec2,
    em_along: f64,
    em: f64,
    is_rtl: bool,
}

/// How a glyph stands to the one before.
enum Step {
    /// It follows, without a gap.
    Onward,
    /// It follows after a gap.
    Space,
    /// It moves back without leaving the line: an accent, a letter painted again, right-to-left text.
    Back,
    /// It stands in another line, or is the first of its line.
    NewLine,
}

/// The smallest upright rectangle around some points.
#[derive(Clone, Copy)]
struct Bounds {
    x0: f32,
    y0: f32,
    x1: f32,
    y1: f32,
}

impl Bounds {
    const NOTHING: Self = Self {
        x0: f32::INFINITY,
        y0: f32::INFINITY,
        x1: f32::NEG_INFINITY,
        y1: f32::NEG_INFINITY,
    };

    fn add(&mut self, x: f32, y: f32) {
        (self.x0, self.x1) = (self.x0.min(x), self.x1.max(x));
        (self.y0, self.y1) = (self.y0.min(y), self.y1.max(y));
    }

    fn holds(&self, point: Point, margin: f64) -> bool {
        f64::from(self.x0) - margin <= point.x
            && point.x <= f64::from(self.x1) + margin
            && f64::from(self.y0) - margin <= point.y
            && point.y <= f64::from(self.y1) + margin
    }
}

/// Assembles one page.
pub(crate) struct PageAssembler {
    text: String,
    positions: PagePositions,
    unverified: Vec<TextRange>,
    line: Vec<LineChar>,
    line_has_rtl: bool,
    /// The line's right-to-left chars were painted from right to left: in reading order already.
    line_is_logical: bool,
    last: Option<Last>,
    pending_space: Option<Option<Place>>,
    /// Bounds of the origins of each finished line's chars.
    bounds: Vec<Bounds>,
    /// Whether the last glyph that is no white space was painted before.
    last_was_duplicate: bool,
    /// Whether the next glyph must be looked for among those painted before.
    is_unsettled: bool,
    n_chars: usize,
    max_chars: usize,
    is_cut: bool,
}

impl PageAssembler {
    /// For a page of the given size in view space.
    pub(crate) fn new(width_pt: f32, height_pt: f32, max_chars: usize) -> Self {
        Self {
            text: String::new(),
            positions: PagePositions {
                width_pt,
                height_pt,
                ..PagePositions::default()
            },
            unverified: Vec::new(),
            line: Vec::new(),
            line_has_rtl: false,
            line_is_logical: false,
            last: None,
            pending_space: None,
            bounds: Vec::new(),
            last_was_duplicate: false,
            is_unsettled: false,
            n_chars: 0,
            max_chars,
            is_cut: false,
        }
    }

    /// Takes the next glyph of the content stream.
    pub(crate) fn push(&mut self, text: GlyphText<'_>, glyph: &PaintedGlyph) {
        let em_along = length(glyph.x_em);
        let em = length(glyph.y_em);
        if !(em_along.is_finite() && em.is_finite() && em_along > 1e-3 && em > 1e-3) {
            return;
        }
        let along = glyph.x_em / em_along;
        let advance = glyph.advance.max(0.0);
        let width = if glyph.is_vertical && advance == 0.0 {
            em_along
        } else {
            advance * em_along
        };
        let first = match text {
            GlyphText::Char(c) => c,
            GlyphText::Chars(s) => match s.chars().next() {
                Some(c) => c,
                None => return,
            },
        };
        if !self.is_on_page(glyph, along, width) {
            return;
        }
        let (flow, length) = if glyph.is_vertical {
            (glyph.y_em * (-1.0 / em), em)
        } else {
            (along, width)
        };
        let is_rtl = is_right_to_left(first);
        let now = Last {
            origin: glyph.origin,
            end: glyph.origin + flow * length,
            along: flow,
            em_along: if glyph.is_vertical { em } else { em_along },
            em: if glyph.is_vertical { em_along } else { em },
            is_rtl,
        };
        let step = self.step(&now, glyph.is_vertical);
        // Text that moves on from text painted for the first time is new as well; only where it
        // starts, or moves back over the glyph before, must it be looked for. White space tells nothing.
        if !matches!(step, Step::Onward | Step::Space) || self.is_unsettled {
            self.is_unsettled = true;
            if !first.is_whitespace() {
                let tolerance = (DUPLICATE_ADVANCE * width).max(0.02 * em);
                self.last_was_duplicate = self.stands_already(first, glyph.origin, tolerance);
                self.is_unsettled = self.last_was_duplicate;
            }
            if self.last_was_duplicate {
                return;
            }
        }
        if self.n_chars >= self.max_chars {
            self.is_cut = true;
            return;
        }
        self.n_chars += 1;
        match step {
            Step::NewLine => self.end_line(),
            Step::Space if glyph.allows_gap_space => {
                self.pending_space.get_or_insert(None);
            }
            Step::Space | Step::Onward | Step::Back => {}
        }
        self.last = Some(now);

        let style = self.style(along, glyph.y_em);
        match text {
            GlyphText::Char(c) => self.put(c, glyph, style, along, 0.0, width),
            GlyphText::Chars(s) => {
                let n = s.chars().count();
                #[expect(clippy::cast_precision_loss, reason = "a glyph stands for a few chars")]
                let part = width / n as f64;
                for (i, c) in s.chars().enumerate() {
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "a glyph stands for a few chars"
                    )]
                    self.put(c, glyph, style, along, part * i as f64, part);
                }
            }
        }
    }

    /// Ends the page.
    pub(crate) fn finish(mut self) -> AssembledPage {
        self.end_line();
        AssembledPage {
            text: self.text,
            positions: self.positions,
            unverified: self.unverified,
            is_cut: self.is_cut,
        }
    }

    fn put(
        &mut self,
        c: char,
        glyph: &PaintedGlyph,
        style: u32,
        along: Vec2,
        offset: f64,
        width: f64,
    ) {
        let [x, y] = narrow(glyph.origin + along * offset);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "page coordinates fit f32 to 1/1000 pt"
        )]
        let place = Some(Place {
            style,
            x,
            y,
            width: width as f32,
        });
        if c.is_whitespace() {
            if self.pending_space.flatten().is_none() {
                self.pending_space = Some(place);
            }
            return;
        }
        if let Some(place) = self.pending_space.take() {
            if !self.line.is_empty() {
                self.line.push(LineChar {
                    c: ' ',
                    is_unverified: false,
                    is_undrawn: false,
                    place,
                });
            }
        } else if let Some(place) = &place
            && self.join_accent(c, place, along)
        {
            return;
        }
        self.line_has_rtl |= is_right_to_left(c);
        self.line.push(LineChar {
            c,
            is_unverified: glyph.is_unverified,
            is_undrawn: glyph.is_undrawn,
            place,
        });
    }

    /// Makes one char of a letter and an accent that is set over it by a glyph of its own, as TeX does;
    /// `false` when `c` and the last char are no such pair.
    fn join_accent(&mut self, c: char, place: &Place, along: Vec2) -> bool {
        let Some(last) = self.line.last_mut() else {
            return false;
        };
        let Some(last_place) = last.place else {
            return false;
        };
        let Some(joined) = compose(last.c, c) else {
            return false;
        };
        let shift = Vec2::new(
            f64::from(place.x - last_place.x),
            f64::from(place.y - last_place.y),
        );
        let start = shift.dot(along);
        let (width, last_width) = (f64::from(place.width), f64::from(last_place.width));
        let overlap = (start + width).min(last_width) - start.max(0.0);
        if overlap < ACCENT_OVERLAP * width.min(last_width) {
            return false;
        }
        if !is_accent(c) {
            last.place = Some(*place);
        }
        last.c = joined;
        true
    }

    /// How the next glyph stands to the last one.
    fn step(&mut self, now: &Last, is_vertical: bool) -> Step {
        let Some(last) = self.last else {
            return Step::NewLine;
        };
        if last.along.dot(now.along) < SAME_DIRECTION {
            return Step::NewLine;
        }
        let shift = now.origin - last.end;
        let em = last.em.max(now.em);
        if shift.cross(now.along).abs() > LINE_SHIFT_EM * em {
            return Step::NewLine;
        }
        let gap = shift.dot(now.along);
        let em_along = last.em_along.min(now.em_along);
        let space_gap = if is_vertical {
            VERTICAL_SPACE_GAP_EM
        } else {
            SPACE_GAP_EM
        } * em_along;
        if gap > space_gap {
            return Step::Space;
        }
        if gap < -BACK_SHIFT_EM * em_along || (now.is_rtl && last.is_rtl && gap < -0.5 * em_along) {
            // Right-to-left text painted in reading order moves back by each char.
            let gap_left = (last.origin - now.end).dot(now.along);
            if (now.is_rtl || last.is_rtl)
                && gap_left > -0.5 * em_along
                && gap_left < 2.0 * em_along
            {
                self.line_is_logical = true;
                return if gap_left > space_gap {
                    Step::Space
                } else {
                    Step::Back
                };
            }
            return Step::NewLine;
        }
        let width = (now.end - now.origin).dot(now.along);
        if gap < -0.5 * width {
            Step::Back
        } else {
            Step::Onward
        }
    }

    fn is_on_page(&self, glyph: &PaintedGlyph, along: Vec2, width: f64) -> bool {
        let middle =
            glyph.origin + along * (width / 2.0) + glyph.y_em * ((ASCENT_EM + DESCENT_EM) / 2.0);
        (0.0..=f64::from(self.positions.width_pt)).contains(&middle.x)
            && (0.0..=f64::from(self.positions.height_pt)).contains(&middle.y)
    }

    /// Whether the same char was painted at the same place before, in this line or a recent one.
    fn stands_already(&self, c: char, origin: Point, tolerance: f64) -> bool {
        let is_near = |x: f32, y: f32| {
            (f64::from(x) - origin.x).abs() <= tolerance
                && (f64::from(y) - origin.y).abs() <= tolerance
        };
        let is_in_line = |other: &LineChar| {
            other.c == c
                && other
                    .place
                    .as_ref()
                    .is_some_and(|place| is_near(place.x, place.y))
        };
        if self.line.iter().rev().take(MAX_COMPARED).any(is_in_line) {
            return true;
        }
        let mut n_left = MAX_COMPARED;
        let positions = &self.positions;
        for (line, bounds) in positions
            .lines
            .iter()
            .zip(&self.bounds)
            .rev()
            .take(MAX_COMPARED)
        {
            if !bounds.holds(origin, tolerance) {
                continue;
            }
            for place in &positions.chars[line.char_start as usize..line.char_end as usize] {
                if is_near(place.x, place.y) && self.text[place.at as usize..].starts_with(c) {
                    return true;
                }
                n_left -= 1;
                if n_left == 0 {
                    return false;
                }
            }
        }
        false
    }

    fn style(&mut self, along: Vec2, y_em: Vec2) -> u32 {
        let style = CharStyle {
            along,
            ascent: y_em * ASCENT_EM,
            descent: y_em * DESCENT_EM,
        };
        let styles = &mut self.positions.styles;
        let known = styles.iter().rev().take(4).position(|s| *s == style);
        let at = match known {
            Some(back) => styles.len() - 1 - back,
            None => {
                styles.push(style);
                styles.len() - 1
            }
        };
        u32::try_from(at).unwrap_or_default()
    }

    /// Ends the line; the next glyph starts a new one.
    pub(crate) fn end_line(&mut self) {
        self.pending_space = None;
        self.last = None;
        if self.line_has_rtl && !self.line_is_logical {
            let text: String = self.line.iter().map(|c| c.c).collect();
            let order = reading_order(&text);
            self.line = order
                .into_iter()
                .filter_map(|i| self.line.get(i).copied())
                .collect();
        }
        self.line_has_rtl = false;
        self.line_is_logical = false;
        if self.line.is_empty() {
            return;
        }
        let text_start = small(self.text.len());
        let char_start = small(self.positions.chars.len());
        let mut bounds = Bounds::NOTHING;
        let is_undrawn = self.line.iter().any(|c| c.is_undrawn);
        for c in self.line.drain(..) {
            let at = self.text.len();
            self.text.push(c.c);
            if let Some(Place { style, x, y, width }) = c.place {
                bounds.add(x, y);
                self.positions.chars.push(PlacedChar {
                    at: small(at),
                    style,
                    x,
                    y,
                    width,
                });
            }
            if c.is_unverified {
                let range = TextRange::new(at, self.text.len());
                match self.unverified.last_mut() {
                    Some(last) if last.end() == at => *last = last.cover(range),
                    _ => self.unverified.push(range),
                }
            }
        }
        self.positions.lines.push(PlacedLine {
            text_start,
            text_end: small(self.text.len()),
            char_start,
            char_end: small(self.positions.chars.len()),
            is_undrawn,
        });
        self.bounds.push(bounds);
        self.text.push('\n');
    }
}

/// A vector's length, by correctly rounded operations only: the same on every platform.
pub(crate) fn length(v: Vec2) -> f64 {
    v.hypot2().sqrt()
}

/// Offsets within one page: its text is bounded far below 4 GiB by the limit on its chars.
fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
