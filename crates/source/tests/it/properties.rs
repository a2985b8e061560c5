//! What holds for any page.

use crate::built::Built;
use proofmark_text::TextRange;
use proptest::prelude::*;
use std::fmt::Write as _;

fn piece() -> impl Strategy<Value = String> {
    let text = "[a-zA-Z0-9 .,-]{0,12}";
    let number = -2.0..2.0f64;
    let place = -50.0..350.0f64;
    (text, 1.0..60.0f64, [number.clone(), number.clone(), number.clone(), number], place.clone(), place, 0..4u8)
        .prop_map(|(text, size, [a, b, c, d], x, y, mode)| {
            format!(
                "BT /F {size:.2} Tf {mode} Tr {a:.3} {b:.3} {c:.3} {d:.3} {x:.2} {y:.2} Tm ({text}) Tj ET "
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_quad_lies_on_the_page_and_reading_is_repeatable(
        pieces in proptest::collection::vec(piece(), 0..8),
        turn in prop::sample::select(vec![0, 90, 180, 270]),
        crop in prop::sample::select(vec!["", "/CropBox [20 30 150 280]"]),
    ) {
        let mut content = String::new();
        for piece in &pieces {
            let _ = write!(content, "{piece}");
        }
        let built = Built::new().page(&content, &format!("/MediaBox [0 0 200 300] /Rotate {turn} {crop}"));
        let source = built.read();
        let raw = source.document().raw();
        let geometry = source.page_geometry(0).expect("a page");
        let quads = source.char_quads(TextRange::new(0, raw.len()));
        for (at, quad) in &quads {
            for [x, y] in quad.quad_view {
                prop_assert!((0.0..=geometry.width_pt).contains(&x), "x of the char at {at}");
                prop_assert!((0.0..=geometry.height_pt).contains(&y), "y of the char at {at}");
            }
        }
        let painted = raw.chars().filter(|c| !c.is_whitespace()).count();
        let with_quad = quads
            .iter()
            .filter(|(at, _)| raw[*at..].chars().next().is_some_and(|c| !c.is_whitespace()))
            .count();
        prop_assert_eq!(painted, with_quad, "every painted char has its quad");
        let again = built.read();
        prop_assert_eq!(again.document().raw(), raw, "the same text");
        prop_assert_eq!(again.char_quads(TextRange::new(0, raw.len())), quads, "the same places");
    }
}
