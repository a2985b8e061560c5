//! Files that are no good: each is named with its reason.

use crate::built::{Built, read};
use proofmark_source::{Error, Flow, Limits, OpenOptions, Problem, open};

const HELLO: &str = "BT /F 20 Tf 50 200 Td (Hello) Tj ET";

#[track_caller]
fn check_error(bytes: Vec<u8>, expected: &Error) {
    assert_eq!(read(bytes).err().as_ref(), Some(expected), "the error");
}

#[test]
fn empty_and_foreign_files() {
    check_error(Vec::new(), &Error::Empty);
    check_error(
        b"\x89PNG\r\n\x1a\n\0\0".to_vec(),
        &Error::NotADocument {
            found: "a PNG image",
        },
    );
    check_error(
        b"just words".to_vec(),
        &Error::NotADocument {
            found: "text that is no PDF",
        },
    );
}

#[test]
fn truncated_file() {
    let bytes = Built::one_page(HELLO).bytes();
    for part in [20, bytes.len() / 4, bytes.len() / 2] {
        check_error(bytes[..part].to_vec(), &Error::Truncated { n_bytes: part });
    }
}

#[test]
fn truncated_inside_the_last_object() {
    let bytes = Built::one_page(HELLO).bytes();
    let at = bytes
        .windows(5)
        .rposition(|w| w == b"Hello")
        .expect("the text");
    check_error(bytes[..at].to_vec(), &Error::Truncated { n_bytes: at });
}

#[test]
fn a_missing_content_stream_is_no_empty_page() {
    let text = String::from_utf8(Built::one_page(HELLO).bytes()).expect("ASCII");
    let source = read(
        text.replace("/Contents 5 0 R", "/Contents 9 0 R")
            .into_bytes(),
    )
    .expect("opens");
    let problems: Vec<_> = source.diagnostics().iter().map(|d| &d.problem).collect();
    assert_eq!(
        problems,
        [&Problem::UnreadablePage, &Problem::NoTextLayer],
        "said of the page"
    );
    assert!(
        !source.document().pages()[0].has_text_layer(),
        "nothing counts as missing on it"
    );
}

#[test]
fn a_file_that_lost_only_its_tail_is_recovered() {
    let bytes = Built::one_page(HELLO).bytes();
    let tail = bytes
        .windows(4)
        .position(|w| w == b"xref")
        .expect("a table");
    let source = read(bytes[..tail].to_vec()).expect("all objects are there");
    assert_eq!(source.document().raw(), "Hello\n", "the text is whole");
    assert_eq!(
        source.diagnostics()[0].problem,
        Problem::Recovered,
        "and the damage is said"
    );
}

#[test]
fn broken_cross_references_are_searched() {
    let text = String::from_utf8(Built::one_page(HELLO).bytes()).expect("ASCII");
    let broken = text.replace("0000000", "9999999");
    let source = read(broken.into_bytes()).expect("the objects are found by searching");
    assert_eq!(source.document().raw(), "Hello\n", "the text is whole");
}

#[test]
fn no_pages() {
    check_error(Built::new().bytes(), &Error::NoPages);
}

#[test]
fn password() {
    // Owner and user entries that no password fits.
    let locked = Built::one_page(HELLO).trailer(
        "/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter \
         /Standard /V 1 /R 2 /P -4 \
         /O <000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f> \
         /U <000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f> >>",
    );
    check_error(locked.bytes(), &Error::PasswordNeeded);
    let options = OpenOptions {
        password: Some("wrong".into()),
        ..OpenOptions::default()
    };
    let error = open("a.pdf", locked.bytes(), &options, &mut |_| Flow::Continue).err();
    assert_eq!(
        error,
        Some(Error::PasswordWrong),
        "a wrong password is told from none"
    );
}

#[test]
fn limits() {
    let with = |limits| OpenOptions {
        limits,
        ..OpenOptions::default()
    };
    let bytes = Built::one_page(HELLO)
        .page(HELLO, "/MediaBox [0 0 200 300]")
        .bytes();
    let n_bytes = bytes.len() as u64;
    let small = with(Limits {
        n_file_bytes: 100,
        ..Limits::default()
    });
    let error = open("a.pdf", bytes.clone(), &small, &mut |_| Flow::Continue).err();
    let expected = Error::TooLarge {
        what: "file in bytes",
        limit: 100,
        found: n_bytes,
    };
    assert_eq!(error, Some(expected), "file size");
    let few = with(Limits {
        n_pages: 1,
        ..Limits::default()
    });
    let error = open("a.pdf", bytes.clone(), &few, &mut |_| Flow::Continue).err();
    let expected = Error::TooLarge {
        what: "document in pages",
        limit: 1,
        found: 2,
    };
    assert_eq!(error, Some(expected), "pages");
    let short = with(Limits {
        n_page_chars: 3,
        ..Limits::default()
    });
    let source = open("a.pdf", bytes.clone(), &short, &mut |_| Flow::Continue).expect("opens");
    assert_eq!(
        source.document().raw(),
        "Hel\n\u{c}Hel\n",
        "chars of a page"
    );
    let what = "text in chars";
    assert_eq!(
        source.diagnostics()[0].problem,
        Problem::PageLimit { what, limit: 3 },
        "said"
    );
    let small_images = with(Limits {
        n_image_pixels: 59_999,
        ..Limits::default()
    });
    let source = open("a.pdf", bytes, &small_images, &mut |_| Flow::Continue).expect("opens");
    let expected = Error::TooLarge {
        what: "page image in pixels",
        limit: 59_999,
        found: 60_000,
    };
    assert_eq!(source.render(0, 1.0).err(), Some(expected), "pixels");
    assert_eq!(
        source.render(9, 1.0).err(),
        Some(Error::NoSuchPage {
            page_idx: 9,
            n_pages: 2
        }),
        "page"
    );
    assert_eq!(
        source.render(0, f32::NAN).err(),
        Some(Error::BadScale),
        "scale"
    );
}

#[test]
fn g_25_a_page_that_takes_too_much_work_keeps_what_was_read() {
    let content = "BT /F 20 Tf 20 200 Td (Hello) Tj 0 -30 Td (World) Tj ET";
    let limits = Limits {
        n_page_steps: 7,
        ..Limits::default()
    };
    let options = OpenOptions {
        limits,
        ..OpenOptions::default()
    };
    let bytes = Built::one_page(content)
        .page(HELLO, "/MediaBox [0 0 200 300]")
        .bytes();
    let source = open("a.pdf", bytes, &options, &mut |_| Flow::Continue).expect("opens");
    assert_eq!(
        source.document().raw(),
        "Hello\n\u{c}Hello\n",
        "what the steps were enough for"
    );
    let problems: Vec<_> = source
        .diagnostics()
        .iter()
        .map(|d| (d.page_idx, &d.problem))
        .collect();
    let what = "work in steps";
    assert_eq!(
        problems,
        [(Some(0), &Problem::PageLimit { what, limit: 7 })],
        "said of that page"
    );
    assert!(
        source.document().may_lack_text(),
        "nothing counts as missing"
    );
}

#[test]
fn a_page_with_too_many_painted_pixels_is_not_drawn() {
    let mut built = Built::one_page("q 100 0 0 100 0 0 cm /I Do Q q 50 0 0 50 100 100 cm /I Do Q");
    let image = built.stream(
        "/Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8",
        &"a".repeat(100),
    );
    let built = built.resources(&format!("/XObject << /I {image} 0 R >>"));
    let with = |n_painted_pixels| {
        let limits = Limits {
            n_painted_pixels,
            ..Limits::default()
        };
        let options = OpenOptions {
            limits,
            ..OpenOptions::default()
        };
        open("a.pdf", built.bytes(), &options, &mut |_| Flow::Continue).expect("opens")
    };
    assert!(with(200).render(0, 1.0).is_ok(), "twice a hundred");
    let expected = Error::TooLarge {
        what: "the page's images in pixels",
        limit: 199,
        found: 200,
    };
    assert_eq!(
        with(199).render(0, 1.0).err(),
        Some(expected),
        "one too many"
    );
}

#[test]
fn a_page_whose_mesh_would_take_minutes_is_not_drawn() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/broken/mesh-far-beyond-the-page.pdf"
    );
    let source = read(std::fs::read(path).expect("the file is in the tree")).expect("opens");
    assert!(source.render(0, 0.01).is_ok(), "small enough");
    let Some(Error::TooLarge { what, limit, found }) = source.render(0, 1.0).err() else {
        panic!("it was drawn");
    };
    assert_eq!(what, "the page's mesh shadings in pixels");
    assert_eq!(limit, Limits::default().n_mesh_samples);
    assert!(found > 3_000_000_000, "{found}");
}

#[test]
fn g_25_missing_pages_are_said_and_may_hold_what_is_not_found() {
    let text = String::from_utf8(Built::one_page(HELLO).bytes()).expect("ASCII");
    let whole = read(text.clone().into_bytes()).expect("opens");
    assert!(!whole.document().may_lack_text(), "all is there");
    let source = read(text.replace("/Count 1", "/Count 3").into_bytes()).expect("opens");
    let expected = Problem::MissingPages {
        declared: 3,
        found: 1,
    };
    assert_eq!(source.diagnostics()[0].problem, expected, "said");
    assert!(
        source.document().may_lack_text(),
        "nothing counts as missing"
    );
}

#[test]
fn cancelled_between_pages() {
    let bytes = Built::one_page(HELLO)
        .page(HELLO, "/MediaBox [0 0 200 300]")
        .bytes();
    let mut told = Vec::new();
    let result = open("a.pdf", bytes, &OpenOptions::default(), &mut |progress| {
        told.push((progress.page, progress.n_pages));
        if progress.page == 1 {
            Flow::Stop
        } else {
            Flow::Continue
        }
    });
    assert_eq!(result.err(), Some(Error::Cancelled), "stopped");
    assert_eq!(told, [(0, 2), (1, 2)], "before each page");
}
