//! Which tiles of a page's image are in view, where the whole image would be too large.

use crate::worker::Tile;

/// Pixels of the largest image of a whole page: what the engine draws at most.
const MAX_PIXELS: f64 = (16 << 20) as f64;

/// Width and height of a tile in pixels.
const SIDE: u32 = 1_024;

/// Pixels to the point of a whole page's image at most: 288 dpi shows every glyph of a page.
const MAX_WHOLE: f64 = 4.0;

/// Pixels to the point of tiles at most: beyond it a glyph of 8 points is as large as a headline.
const MAX_TILED: f64 = 16.0;

/// A page's image: the pixels to the point in which all of it is drawn, and the tiles over it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawing {
    /// Thousandths of pixels to the point.
    pub(crate) whole_thousandths: u32,
    /// Thousandths of pixels to the point of the tiles.
    pub(crate) tiled_thousandths: u32,
    /// None where the whole is sharp enough.
    pub(crate) tiles: Vec<Tile>,
}

/// A rectangle: left, top, right, bottom.
pub(crate) type Rect = [f64; 4];

/// How to draw a page of `size` points at `wanted` pixels to the point. `seen` is the part in view in points
/// of the upright page; it may reach out of the page, or miss it.
pub(crate) fn drawing((width, height): (f64, f64), wanted: f64, seen: Rect) -> Drawing {
    let area = (width * height).max(1.0);
    // A side may be rounded up, by half a pixel at most.
    let by_area = (MAX_PIXELS / area).sqrt() - 0.5 / width.min(height).max(1.0);
    let whole = wanted.min(MAX_WHOLE).min(by_area.max(0.01));
    let tiled = wanted.min(MAX_TILED);
    let mut out = Drawing {
        whole_thousandths: whole_number(whole * 1_000.0),
        tiled_thousandths: whole_number(tiled * 1_000.0),
        tiles: Vec::new(),
    };
    // A tenth more would not be seen.
    if tiled <= whole * 1.1 {
        return out;
    }
    let scale = f64::from(out.tiled_thousandths) / 1_000.0;
    let n_columns = whole_number((width * scale).round());
    let n_rows = whole_number((height * scale).round());
    let [left, top, right, bottom] = seen.map(|edge| whole_number(edge * scale));
    let first = |edge: u32| edge / SIDE * SIDE;
    for y in (first(top)..bottom.min(n_rows)).step_by(SIDE as usize) {
        for x in (first(left)..right.min(n_columns)).step_by(SIDE as usize) {
            out.tiles.push(Tile {
                x,
                y,
                width: SIDE.min(n_columns - x),
                height: SIDE.min(n_rows - y),
            });
        }
    }
    out
}

/// The part of a turned page in view, in points of the upright page. `seen` is in points of the turned one,
/// whose size is given; `turn` is in quarters, clockwise.
pub(crate) fn upright(seen: Rect, turn: u8, (width, height): (f64, f64)) -> Rect {
    let [left, top, right, bottom] = seen;
    match turn % 4 {
        0 => seen,
        1 => [top, width - right, bottom, width - left],
        2 => [width - right, height - bottom, width - left, height - top],
        _ => [height - bottom, left, height - top, right],
    }
}

fn whole_number(value: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let whole = value.clamp(0.0, 1e9) as u32;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: (f64, f64) = (595.0, 842.0);
    const ALL: Rect = [0.0, 0.0, 1e6, 1e6];

    #[test]
    fn a_page_at_its_usual_size_is_one_image() {
        let found = drawing(A4, 1.5, ALL);
        assert_eq!((found.whole_thousandths, found.tiles.len()), (1_500, 0));
    }

    #[test]
    fn no_whole_image_is_above_the_limit() {
        for (size, wanted) in [
            (A4, 12.0),
            ((2_384.0, 3_370.0), 2.0),
            ((14_400.0, 20.0), 9.0),
        ] {
            let found = drawing(size, wanted, ALL);
            let scale = f64::from(found.whole_thousandths) / 1_000.0;
            let pixels = (size.0 * scale).round() * (size.1 * scale).round();
            assert!(pixels <= MAX_PIXELS, "{size:?} at {scale}");
            assert!(!found.tiles.is_empty(), "{size:?} has tiles");
        }
    }

    #[test]
    fn tiles_cover_what_is_seen_and_no_more() {
        // 8 pixels to the point: the page is 4760 by 6736 pixels, five columns and seven rows of tiles.
        let found = drawing(A4, 8.0, [100.0, 200.0, 300.0, 300.0]);
        let places: Vec<_> = found.tiles.iter().map(|one| (one.x, one.y)).collect();
        assert_eq!(
            places,
            [
                (0, 1_024),
                (1_024, 1_024),
                (2_048, 1_024),
                (0, 2_048),
                (1_024, 2_048),
                (2_048, 2_048)
            ]
        );
        let last = drawing(A4, 8.0, ALL).tiles.pop();
        let edge = Tile {
            x: 4_096,
            y: 6_144,
            width: 664,
            height: 592,
        };
        assert_eq!(last, Some(edge));
        assert!(
            drawing(A4, 8.0, [0.0, -90.0, 300.0, -10.0])
                .tiles
                .is_empty(),
            "above the page"
        );
        assert!(
            drawing(A4, 8.0, [0.0, 900.0, 300.0, 990.0])
                .tiles
                .is_empty(),
            "below the page"
        );
    }

    #[test]
    fn a_turned_view_is_turned_back() {
        // A page of 100 by 200 points; a corner of one point that was at its upper left.
        let was = [0.0, 0.0, 1.0, 1.0];
        for (turn, seen, size) in [
            (0, [0.0, 0.0, 1.0, 1.0], (100.0, 200.0)),
            (1, [199.0, 0.0, 200.0, 1.0], (200.0, 100.0)),
            (2, [99.0, 199.0, 100.0, 200.0], (100.0, 200.0)),
            (3, [0.0, 99.0, 1.0, 100.0], (200.0, 100.0)),
        ] {
            assert_eq!(upright(seen, turn, size), was, "turned {turn} times");
        }
    }
}
