//! Page sizes, boxes and the way between user space and view space.

use hayro::kurbo::{Affine, Point};

/// Four corners in points: start and end of the lower edge of the text, then end and start of its
/// upper edge, seen in the text's own direction. Corners are `[x, y]`.
pub type Quad = [[f32; 2]; 4];

/// Size of a page and the way between its two coordinate spaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageGeometry {
    /// Width of the visible page after rotation, in points.
    pub width_pt: f32,
    /// Height of the visible page after rotation, in points.
    pub height_pt: f32,
    /// Affine map user space → view space, `[a, b, c, d, e, f]` with `x' = a·x + c·y + e` and
    /// `y' = b·x + d·y + f`.
    pub view_from_user: [f64; 6],
    /// The inverse map, view space → user space.
    pub user_from_view: [f64; 6],
    /// Size of one user space point in 1/72 inch; 1 nearly always.
    pub user_unit: f32,
}

impl PageGeometry {
    pub(crate) fn new(
        width_pt: f32,
        height_pt: f32,
        view_from_user: Affine,
        user_unit: f32,
    ) -> Self {
        Self {
            width_pt,
            height_pt,
            view_from_user: view_from_user.as_coeffs(),
            user_from_view: view_from_user.inverse().as_coeffs(),
            user_unit,
        }
    }

    /// The quad, given in view space, in user space points.
    pub fn quad_in_user_space(&self, quad_view: &Quad) -> Quad {
        let map = Affine::new(self.user_from_view);
        quad_view.map(|[x, y]| narrow(map * Point::new(f64::from(x), f64::from(y))))
    }
}

/// A box on a page: one line's part of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageBox {
    /// The page, from 0.
    pub page_idx: usize,
    /// Corners in view space.
    pub quad_view: Quad,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "page coordinates fit f32 to 1/1000 pt"
)]
pub(crate) fn narrow(point: Point) -> [f32; 2] {
    [point.x as f32, point.y as f32]
}
