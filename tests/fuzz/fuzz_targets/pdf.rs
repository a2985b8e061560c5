//! Any bytes that call themselves a PDF: reading them ends, never panics, gives the same again, and every box
//! lies on its page.

#![no_main]

use std::sync::Once;

use libfuzzer_sys::fuzz_target;
use proofmark_source::{Error, Flow, Limits, OpenOptions, SourceDocument, open};
use proofmark_text::TextRange;

/// Small, so that a file that unfolds far is no slow case but a limit's.
const LIMITS: Limits = Limits {
    n_file_bytes: 1 << 20,
    n_pages: 50,
    n_stream_bytes: 1 << 24,
    n_content_bytes: 1 << 20,
    n_page_chars: 20_000,
    n_page_steps: 50_000,
    n_painted_pixels: 1 << 20,
    n_mesh_samples: 1 << 18,
    n_image_pixels: 100 * 100,
};

fn read(bytes: &[u8]) -> Result<SourceDocument, Error> {
    let options = OpenOptions {
        limits: LIMITS,
        ..OpenOptions::default()
    };
    open("fuzz.pdf", bytes.to_vec(), &options, &mut |_| {
        Flow::Continue
    })
}

/// Panics of the PDF libraries are contained by the reader and are no finding; the fuzzer's own hook would end
/// the process at each.
fn let_panics_be_contained() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

fuzz_target!(|bytes: &[u8]| {
    let_panics_be_contained();
    let Ok(source) = read(bytes) else {
        return;
    };
    let document = source.document();
    let whole = TextRange::new(0, document.raw().len());
    for (_, place) in source.char_quads(whole) {
        let geometry = source.page_geometry(place.page_idx).expect("its page");
        for [x, y] in place.quad_view {
            assert!((0.0..=geometry.width_pt).contains(&x), "x on the page");
            assert!((0.0..=geometry.height_pt).contains(&y), "y on the page");
        }
    }
    for page_idx in 0..document.pages().len() {
        for line in source.page_lines(page_idx) {
            assert!(!document.slice(line.range).contains('\n'), "one line");
        }
    }
    let _ = source.second_reader();
    let geometry = source.page_geometry(0).expect("a page");
    let longest = geometry.width_pt.max(geometry.height_pt);
    let _ = source.render(0, 80.0 / longest);
    let again = read(bytes).expect("it opened before");
    assert_eq!(again.document().raw(), document.raw(), "the same text");
    assert_eq!(again.diagnostics(), source.diagnostics(), "the same notes");
});
