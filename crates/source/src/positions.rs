//! Where the painted chars of a page stand, stored compactly, and the boxes of text ranges.

use crate::geometry::{Quad, narrow};
use hayro::kurbo::{Point, Vec2};

/// Direction and height shared by the chars of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CharStyle {
    /// Unit vector along the baseline in view space.
    pub(crate) along: Vec2,
    /// From the baseline to the upper edge.
    pub(crate) ascent: Vec2,
    /// From the baseline to the lower edge.
    pub(crate) descent: Vec2,
}

/// One painted char: where it stands in the page's text and on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedChar {
    /// Byte offset in the page's text.
    pub(crate) at: u32,
    /// Index into [`PagePositions::styles`].
    pub(crate) style: u32,
    /// Start of the char's part of the baseline, view space.
    pub(crate) x: f32,
    /// See `x`.
    pub(crate) y: f32,
    /// Width along the baseline; not negative.
    pub(crate) width: f32,
}

/// One line: its range in the page's text and its chars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedLine {
    pub(crate) text_start: u32,
    pub(crate) text_end: u32,
    pub(crate) char_start: u32,
    pub(crate) char_end: u32,
    /// Whether a page image lacks some of its chars.
    pub(crate) is_undrawn: bool,
}

/// The painted chars of one page, ascending by their place in the page's text, parted into lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct PagePositions {
    pub(crate) styles: Vec<CharStyle>,
    pub(crate) chars: Vec<PlacedChar>,
    pub(crate) lines: Vec<PlacedLine>,
    /// Visible page, to which boxes are clamped.
    pub(crate) width_pt: f32,
    pub(crate) height_pt: f32,
}

impl PagePositions {
    /// The quads of the chars in `start..end` of the page's text, joined line by line.
    pub(crate) fn boxes(&self, start: usize, end: usize) -> Vec<Quad> {
        let first = self
            .lines
            .partition_point(|line| line.text_end as usize <= start);
        self.lines[first..]
            .iter()
            .take_while(|line| (line.text_start as usize) < end)
            .filter_map(|line| {
                let chars = &self.chars[line.char_start as usize..line.char_end as usize];
                let from = chars.partition_point(|c| (c.at as usize) < start);
                let to = chars.partition_point(|c| (c.at as usize) < end);
                self.union(&chars[from..to.max(from)])
            })
            .collect()
    }

    /// The quad of each painted char in `start..end`, with its byte offset in the page's text.
    pub(crate) fn char_quads(
        &self,
        start: usize,
        end: usize,
    ) -> impl Iterator<Item = (usize, Quad)> {
        let from = self.chars.partition_point(|c| (c.at as usize) < start);
        let to = self
            .chars
            .partition_point(|c| (c.at as usize) < end)
            .max(from);
        self.chars[from..to].iter().filter_map(|c| {
            self.union(std::slice::from_ref(c))
                .map(|quad| (c.at as usize, quad))
        })
    }

    /// The smallest quad in the first char's directions that covers all of `chars`.
    fn union(&self, chars: &[PlacedChar]) -> Option<Quad> {
        let first = chars.first()?;
        let style = self.styles.get(first.style as usize)?;
        let origin = Point::new(f64::from(first.x), f64::from(first.y));
        let rise = style.ascent - style.descent;
        let basis = Basis::new(style.along, rise)?;
        let (mut s0, mut s1, mut t0, mut t1) = (
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
        );
        for c in chars {
            let style = self.styles.get(c.style as usize)?;
            let start = Point::new(f64::from(c.x), f64::from(c.y)) - origin;
            let end = start + style.along * f64::from(c.width);
            for corner in [
                start + style.descent,
                start + style.ascent,
                end + style.descent,
                end + style.ascent,
            ] {
                let (s, t) = basis.coordinates(corner);
                (s0, s1, t0, t1) = (s0.min(s), s1.max(s), t0.min(t), t1.max(t));
            }
        }
        let corner = |s: f64, t: f64| {
            let [x, y] = narrow(origin + style.along * s + rise * t);
            [x.clamp(0.0, self.width_pt), y.clamp(0.0, self.height_pt)]
        };
        let quad = [
            corner(s0, t0),
            corner(s1, t0),
            corner(s1, t1),
            corner(s0, t1),
        ];
        quad.iter().flatten().all(|n| n.is_finite()).then_some(quad)
    }
}

/// Two directions that span the plane.
struct Basis {
    a: Vec2,
    b: Vec2,
    determinant: f64,
}

impl Basis {
    /// `None` when the directions are parallel: text without height.
    fn new(a: Vec2, b: Vec2) -> Option<Self> {
        let determinant = a.cross(b);
        (determinant.is_finite() && determinant != 0.0).then_some(Self { a, b, determinant })
    }

    /// `(s, t)` with `s·a + t·b = v`.
    fn coordinates(&self, v: Vec2) -> (f64, f64) {
        (
            v.cross(self.b) / self.determinant,
            self.a.cross(v) / self.determinant,
        )
    }
}
