//! Page images.

use crate::built::{Built, find};

#[test]
fn shapes_stand_where_they_should() {
    // A red rectangle in the lower left quarter of the page.
    let source = Built::one_page("1 0 0 rg 0 0 100 150 re f").read();
    let image = source.render(0, 0.5).expect("the page is drawn");
    assert_eq!((image.width, image.height), (100, 150), "size");
    assert_eq!(image.rgba.len(), 100 * 150 * 4, "four bytes a pixel");
    let pixel = |x: usize, y: usize| {
        <[u8; 4]>::try_from(&image.rgba[(y * 100 + x) * 4..][..4]).expect("four")
    };
    assert_eq!(pixel(25, 110), [255, 0, 0, 255], "red below");
    assert_eq!(pixel(25, 40), [255; 4], "white above");
    assert_eq!(pixel(75, 110), [255; 4], "white to the right");
}

#[test]
fn text_is_painted_inside_its_box() {
    let source = Built::one_page("BT /F 40 Tf 50 200 Td (H) Tj ET").read();
    let quad = source.boxes(find(&source, "H"))[0].quad_view;
    let image = source.render(0, 1.0).expect("the page is drawn");
    let mut n_dark = 0;
    for (i, pixel) in image.rgba.chunks(4).enumerate() {
        if pixel[0] < 128 {
            #[expect(clippy::cast_precision_loss, reason = "a small image")]
            let (x, y) = ((i % 200) as f32 + 0.5, (i / 200) as f32 + 0.5);
            assert!(x > quad[0][0] && x < quad[1][0], "column {x} in {quad:?}");
            assert!(y > quad[2][1] && y < quad[1][1], "row {y} in {quad:?}");
            n_dark += 1;
        }
    }
    assert!(n_dark > 100, "the letter is painted: {n_dark} dark pixels");
}
