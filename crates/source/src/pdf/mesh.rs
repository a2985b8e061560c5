//! What mesh shadings cost to draw.

use hayro::hayro_interpret::Paint;
use hayro::hayro_interpret::pattern::Pattern;
use hayro::hayro_interpret::shading::ShadingType;
use hayro::kurbo::{Affine, Point, Rect};

/// The drawing library tries every pixel of a triangle's bounding box in this range of coordinates, also those
/// outside of the page.
const SAMPLED: Rect = Rect::new(0.0, 0.0, 65535.0, 65535.0);
/// It makes triangles of a patch that overlap and are a little too large.
const PATCH_OVERLAP: u64 = 3;

/// The pixels that are tried when `paint` fills something on a page drawn at one pixel a point; they grow with
/// the square of the scale. Nothing but meshes has any.
pub(crate) fn n_samples(paint: &Paint<'_>) -> u64 {
    let Paint::Pattern(pattern) = paint else {
        return 0;
    };
    let Pattern::Shading(pattern) = &**pattern else {
        return 0;
    };
    let of = |points: &[Point]| area(points, pattern.matrix);
    match &*pattern.shading.shading_type {
        ShadingType::TriangleMesh { triangles, .. } => sum(triangles
            .iter()
            .map(|one| of(&[one.p0.point, one.p1.point, one.p2.point]))),
        ShadingType::CoonsPatchMesh { patches, .. } => sum(patches
            .iter()
            .map(|one| of(&one.control_points).saturating_mul(PATCH_OVERLAP))),
        ShadingType::TensorProductPatchMesh { patches, .. } => sum(patches
            .iter()
            .map(|one| of(&one.control_points).saturating_mul(PATCH_OVERLAP))),
        _ => 0,
    }
}

fn sum(all: impl Iterator<Item = u64>) -> u64 {
    all.fold(0, u64::saturating_add)
}

/// The whole pixels of the points' bounding box.
fn area(points: &[Point], transform: Affine) -> u64 {
    let points = points.iter().map(|point| transform * *point);
    let mut points = points.filter(|point| point.is_finite());
    let Some(first) = points.next() else {
        return 0;
    };
    let around = points.fold(Rect::from_points(first, first), |all, point| {
        all.union_pt(point)
    });
    let inside = around.expand().intersect(SAMPLED);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 2³², and what is no number is none"
    )]
    let n_pixels = inside.area().max(0.0) as u64;
    n_pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_counted_inside_of_the_range_alone() {
        let points = [
            Point::new(10.2, 10.0),
            Point::new(20.0, 15.5),
            Point::new(12.0, 11.0),
        ];
        assert_eq!(area(&points, Affine::IDENTITY), 10 * 6, "whole pixels");
        assert_eq!(
            area(&points, Affine::translate((-100.0, 0.0))),
            0,
            "left of it"
        );
        let far = [Point::new(-1e9, -1e9), Point::new(1e9, 1e9)];
        assert_eq!(area(&far, Affine::IDENTITY), 65535 * 65535);
        assert_eq!(area(&[], Affine::IDENTITY), 0);
        assert_eq!(
            area(&[Point::new(f64::NAN, 0.0)], Affine::IDENTITY),
            0,
            "no number"
        );
    }
}
