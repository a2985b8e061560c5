//! Page images.

use crate::built::{Built, find};
use proofmark_source::{
    Error, FirstPage, Flow, Limits, OpenOptions, PageImage, PixelRegion, Progress, SourceDocument,
    open_showing,
};
use std::cell::RefCell;

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

#[test]
fn tiles_make_up_the_image() {
    let content = "1 0 0 rg 0 0 100 150 re f 0 g BT /F 40 Tf 50 200 Td (Hello) Tj ET";
    let source = Built::one_page(content).read();
    let whole = source.render(0, 0.5).expect("the page is drawn");
    let mut joined = vec![0; whole.rgba.len()];
    for (x, y) in [(0, 0), (60, 0), (0, 80), (60, 80)] {
        let region = PixelRegion {
            x,
            y,
            width: 60,
            height: 80,
        };
        let tile = source
            .render_region(0, 0.5, region)
            .expect("the tile is drawn");
        for (row, pixels) in tile.rgba.chunks(tile.width as usize * 4).enumerate() {
            let at = ((y as usize + row) * 100 + x as usize) * 4;
            joined[at..at + pixels.len()].copy_from_slice(pixels);
        }
    }
    let far = joined
        .iter()
        .zip(&whole.rgba)
        .filter(|(a, b)| a.abs_diff(**b) > 2)
        .count();
    assert_eq!(far, 0, "tiles equal the whole");
    let outside = PixelRegion {
        x: 100,
        y: 0,
        width: 10,
        height: 10,
    };
    assert_eq!(
        source.render_region(0, 0.5, outside).err(),
        Some(Error::BadScale),
        "no pixel in it"
    );
}

#[test]
fn an_image_that_is_too_large_is_drawn_smaller_when_asked() {
    let source = Built::new()
        .page("1 0 0 rg 0 0 1500 2500 re f", "/MediaBox [0 0 3000 5000]")
        .read();
    let limit = Limits::default().n_image_pixels;
    assert!(
        matches!(source.render(0, 2.0), Err(Error::TooLarge { .. })),
        "60 megapixels are too many"
    );
    let image = source.render_within(0, 2.0).expect("a smaller one");
    let n_pixels = u64::from(image.width) * u64::from(image.height);
    assert!(
        (limit * 99 / 100..=limit).contains(&n_pixels),
        "as large as is allowed: {n_pixels}"
    );
    let at =
        |x: u32, y: u32| &image.rgba[(y as usize * image.width as usize + x as usize) * 4..][..3];
    assert_eq!(at(100, image.height - 100), [255, 0, 0], "all of the page");
    assert_eq!(at(100, 100), [255; 3], "all of the page");
    let small = source.render_within(0, 0.1).expect("as asked");
    assert_eq!((small.width, small.height), (300, 500), "as asked");
}

#[test]
fn documents_may_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<SourceDocument>();
}

/// What is told while a document is read, in order: the pages that are come to, and images with their sizes.
fn told(bytes: Vec<u8>, n_pages_from: usize, limits: Limits) -> (Vec<String>, Vec<PageImage>) {
    let told = RefCell::new(Vec::new());
    let mut images = Vec::new();
    let options = OpenOptions {
        limits,
        ..OpenOptions::default()
    };
    let first_page = FirstPage {
        scale: 0.5,
        n_pages_from,
        show: &mut |image| {
            let size = format!("image {}x{}", image.width, image.height);
            told.borrow_mut().push(size);
            images.push(image);
        },
    };
    let mut on_page = |at: Progress| {
        told.borrow_mut().push(format!("page {}", at.page));
        Flow::Continue
    };
    open_showing("a.pdf", bytes, &options, &mut on_page, Some(first_page)).expect("it opens");
    (told.into_inner(), images)
}

#[test]
fn the_first_page_of_a_long_document_is_shown_before_the_second_is_read() {
    let built = || {
        let first = "0 0 1 rg 0 0 200 300 re f BT /F 20 Tf 1 g 9 200 Td (One) Tj ET";
        let size = "/MediaBox [0 0 200 300]";
        Built::new().page(first, size).page("", size).page("", size)
    };
    let (events, images) = told(built().bytes(), 3, Limits::default());
    let expected = ["page 0", "image 100x150", "page 1", "page 2", "page 3"];
    assert_eq!(events, expected);
    let later = built().read().render(0, 0.5).expect("drawn");
    assert_eq!(images, [later], "the image that is given later too");

    let (events, _) = told(built().bytes(), 4, Limits::default());
    assert_eq!(
        events,
        ["page 0", "page 1", "page 2", "page 3"],
        "too short"
    );
}

#[test]
fn a_first_page_past_a_limit_is_not_drawn_and_the_rest_is_read() {
    let size = "/MediaBox [0 0 200 300]";
    let built = Built::new().page("0 0 9 9 re f", size).page("", size);
    let limits = Limits {
        n_image_pixels: 100 * 150 - 1,
        ..Limits::default()
    };
    let (events, _) = told(built.bytes(), 2, limits);
    assert_eq!(events, ["page 0", "page 1", "page 2"]);
}
