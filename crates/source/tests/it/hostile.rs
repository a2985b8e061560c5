//! Files that were made to take all memory or time: bounded, named, survived.

use super::built::Built;
use proofmark_source::{Error, Flow, Limits, OpenOptions, Problem, SourceDocument, open};
use std::fmt::Write as _;

fn read(bytes: Vec<u8>, limits: Limits) -> Result<SourceDocument, Error> {
    let options = OpenOptions {
        limits,
        ..OpenOptions::default()
    };
    open("a.pdf", bytes, &options, &mut |_| Flow::Continue)
}

/// `n_bytes` spaces, deflated.
fn deflated(n_bytes: usize) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let part = vec![b' '; 1 << 16];
    for _ in 0..n_bytes >> 16 {
        encoder.write_all(&part).expect("into memory");
    }
    encoder.finish().expect("into memory")
}

/// A file whose one content stream has that filter and data.
fn with_content(filter: &str, data: &[u8]) -> Vec<u8> {
    let mark = "CONTENT";
    let text = String::from_utf8(Built::one_page(mark).bytes()).expect("ASCII");
    let old = format!("<< /Length {} >>\nstream\n{mark}", mark.len());
    let (before, after) = text.split_once(&old).expect("the content stream");
    let head = format!("<< /Filter {filter} /Length {} >>\nstream\n", data.len());
    [before.as_bytes(), head.as_bytes(), data, after.as_bytes()].concat()
}

#[test]
fn a_stream_that_unfolds_too_far_refuses_the_file_before_it_is_unfolded() {
    let limits = Limits {
        n_stream_bytes: 8 << 20,
        ..Limits::default()
    };
    let bomb = deflated(32 << 20);
    let found = read(with_content("/FlateDecode", &bomb), limits).err();
    let Some(Error::UnfoldsTooFar { at, limit }) = found else {
        panic!("it was read: {found:?}");
    };
    assert_eq!(limit, 8 << 20);
    assert!(at > 0);
    let twice = {
        use std::io::Write as _;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&bomb).expect("into memory");
        encoder.finish().expect("into memory")
    };
    assert!(twice.len() < 1000, "a kilobyte");
    let found = read(with_content("[/FlateDecode /FlateDecode]", &twice), limits).err();
    assert!(
        matches!(found, Some(Error::UnfoldsTooFar { .. })),
        "{found:?}"
    );
    let often = format!("[{}]", "/FlateDecode ".repeat(9));
    let found = read(with_content(&often, b"x"), limits).err();
    assert!(
        matches!(found, Some(Error::UnfoldsTooFar { .. })),
        "{found:?}"
    );
    let within = read(with_content("/FlateDecode", &deflated(4 << 20)), limits);
    assert!(within.is_ok(), "{:?}", within.err());
}

#[test]
fn a_million_declared_pages_are_not_believed() {
    let text = String::from_utf8(Built::one_page("BT /F 20 Tf 20 200 Td (Hello) Tj ET").bytes())
        .expect("ASCII");
    let declared = text.replace("/Count 1 ", "/Count 1000000 ");
    assert_ne!(declared, text);
    let source = read(declared.into_bytes(), Limits::default()).expect("opens");
    assert_eq!(source.document().pages().len(), 1);
    let problems: Vec<&Problem> = source.diagnostics().iter().map(|d| &d.problem).collect();
    let found = 1;
    let declared = 1_000_000;
    assert!(problems.contains(&&Problem::MissingPages { declared, found }));
}

#[test]
fn page_trees_that_are_deep_or_lead_back_to_themselves_end() {
    let tree = |kids: &str, more: &str| {
        let mut file = format!(
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
             2 0 obj\n<< /Type /Pages /Kids [{kids}] /Count 1 >>\nendobj\n{more}"
        );
        file.push_str("trailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n0\n%%EOF\n");
        read(file.into_bytes(), Limits::default())
    };
    assert!(tree("2 0 R", "").is_err(), "no page in a tree of itself");
    let mut deep = String::new();
    let n = 50_000;
    for i in 3..n {
        let _ = write!(
            deep,
            "{i} 0 obj\n<< /Type /Pages /Parent {} 0 R /Kids [{} 0 R] /Count 1 >>\nendobj\n",
            i - 1,
            i + 1
        );
    }
    let _ = write!(
        deep,
        "{n} 0 obj\n<< /Type /Page /Parent {} 0 R /MediaBox [0 0 9 9] >>\nendobj\n",
        n - 1
    );
    // Read or refused, as the library has it; but to an end.
    let _ = tree("3 0 R", &deep);
}

#[test]
fn a_form_that_paints_itself_ends() {
    let mut built = Built::one_page("BT /F 20 Tf 20 200 Td (Hello) Tj ET /X Do");
    let own = built.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>",
        "/X Do /X Do",
    );
    assert_eq!(own, 4, "its own number");
    let built = built.resources("/XObject << /X 4 0 R >>");
    let source = read(built.bytes(), Limits::default()).expect("opens");
    assert!(source.document().raw().starts_with("Hello"));
    let _ = source.render(0, 0.5);
}
