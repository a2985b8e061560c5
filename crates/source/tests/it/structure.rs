//! How files are put together: encrypted, compressed, saved again and again, or broken.

use crate::built::{Built, read};
use proofmark_source::{Error, Flow, Limits, OpenOptions, SourceDocument, open};
use proofmark_text::TextRange;

const HELLO: &str = "BT /F 20 Tf 50 200 Td (Hello) Tj ET";

/// Reads a file of `tests/files`; its script says what is in it.
fn read_file(name: &str, password: Option<&str>) -> Result<SourceDocument, Error> {
    let path = format!("{}/tests/files/{name}.pdf", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect("the file is in the tree");
    let options = OpenOptions {
        password: password.map(str::to_owned),
        ..OpenOptions::default()
    };
    open(name, bytes, &options, &mut |_| Flow::Continue)
}

#[test]
fn encrypted_files_open_with_the_empty_and_with_the_given_password() {
    for method in ["rc4-40", "rc4-128", "aes-128", "aes-256"] {
        let open = read_file(&format!("{method}-empty"), None).expect("no password is needed");
        assert_eq!(
            open.document().raw(),
            format!("{method} empty\n"),
            "the empty password"
        );
        let name = format!("{method}-user");
        assert_eq!(
            read_file(&name, None).err(),
            Some(Error::PasswordNeeded),
            "{method} asks"
        );
        assert_eq!(
            read_file(&name, Some("sesame")).err(),
            Some(Error::PasswordWrong),
            "{method} says no"
        );
        let source = read_file(&name, Some("open sesame")).expect("the right password");
        assert_eq!(
            source.document().raw(),
            format!("{method} user\n"),
            "{method} by its password"
        );
        let source = read_file(&name, Some("owner")).expect("the owner's password");
        assert_eq!(
            source.document().raw(),
            format!("{method} user\n"),
            "{method} by its owner's password"
        );
        let needless = read_file(&format!("{method}-empty"), Some("sesame"));
        assert!(
            needless.is_ok(),
            "{method} that needs no password takes any"
        );
    }
}

#[test]
fn object_streams_and_later_saves_are_read() {
    let source = read_file("object-streams", None).expect("opens");
    assert_eq!(
        source.document().raw(),
        "object streams\n",
        "compressed objects"
    );
    let source = read_file("incremental", None).expect("opens");
    assert_eq!(
        source.document().raw(),
        "first\nsecond\n",
        "the last save counts"
    );
}

#[test]
fn wrong_lengths_and_missing_ends_of_streams_are_overcome() {
    let text = String::from_utf8(Built::one_page(HELLO).bytes()).expect("ASCII");
    let length = format!("/Length {}", HELLO.len());
    for (what, broken) in [
        (
            "a length that is too short",
            text.replace(&length, "/Length 3"),
        ),
        (
            "a length that is too long",
            text.replace(&length, "/Length 99999"),
        ),
        ("no length", text.replace(&length, "")),
        ("no end of the stream", text.replace("endstream\n", "")),
    ] {
        assert_ne!(broken, text, "{what}");
        let source = read(broken.into_bytes()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(source.document().raw(), "Hello\n", "{what}");
    }
}

#[test]
fn user_units_scale_the_page_and_not_its_points() {
    let source = Built::new()
        .page(HELLO, "/MediaBox [0 0 200 300] /UserUnit 2")
        .read();
    let geometry = source.page_geometry(0).expect("a page");
    assert_eq!(
        (geometry.width_pt, geometry.height_pt, geometry.user_unit),
        (200.0, 300.0, 2.0),
        "points of user space, and their size"
    );
}

#[test]
fn a_cjk_font_with_a_predefined_map_is_read_by_its_collection() {
    let source = with_japanese("BT /J 20 Tf 20 200 Td <93FA967B8CEA> Tj ET");
    assert_eq!(
        source.document().raw(),
        "\u{65e5}\u{672c}\u{8a9e}\n",
        "Shift-JIS codes"
    );
    assert!(
        source.diagnostics().is_empty(),
        "{:?}",
        source.diagnostics()
    );
}

#[test]
fn lines_that_no_font_draws_are_told() {
    let undrawn = |content: &str| -> Vec<bool> {
        let lines = with_japanese(content).page_lines(0);
        lines.iter().map(|line| line.is_undrawn).collect()
    };
    let visible = "BT /J 20 Tf 20 200 Td <93FA967B8CEA> Tj 0 -40 Td <41> Tj ET";
    assert_eq!(undrawn(visible), [true, false], "Japanese, then Latin");
    let over_a_scan = "BT 3 Tr /J 20 Tf 20 200 Td <93FA967B8CEA> Tj ET";
    assert_eq!(undrawn(over_a_scan), [false], "not to be seen anyway");
}

/// A page with a Japanese font `J` that is not embedded.
fn with_japanese(content: &str) -> SourceDocument {
    let mut built = Built::one_page(content);
    let descendant = built.object(
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /DW 1000 \
         /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> \
         /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 >> >>",
    );
    let font = built.object(&format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H \
         /DescendantFonts [{descendant} 0 R] >>"
    ));
    built.fonts(&format!("/J {font} 0 R")).read()
}

/// Files that broke a reader once, or would break one without limits.
#[test]
fn broken_files_are_read_to_an_end() {
    let folder = format!("{}/tests/broken", env!("CARGO_MANIFEST_DIR"));
    let limits = Limits {
        n_page_steps: 100_000,
        ..Limits::default()
    };
    let options = OpenOptions {
        limits,
        ..OpenOptions::default()
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is in the tree") {
        let path = entry.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a file");
        names.push(path.file_stem().expect("a name").to_owned());
        let read = || {
            open("broken.pdf", bytes.clone(), &options, &mut |_| {
                Flow::Continue
            })
        };
        let Ok(source) = read() else {
            continue;
        };
        let raw = source.document().raw();
        let quads = source.char_quads(TextRange::new(0, raw.len()));
        let again = read().expect("it opened before");
        assert_eq!(again.document().raw(), raw, "{}", path.display());
        for (_, place) in quads {
            let geometry = source.page_geometry(place.page_idx).expect("its page");
            for [x, y] in place.quad_view {
                assert!((0.0..=geometry.width_pt).contains(&x), "{}", path.display());
                assert!(
                    (0.0..=geometry.height_pt).contains(&y),
                    "{}",
                    path.display()
                );
            }
        }
        let geometry = source.page_geometry(0).expect("a page");
        let scale = 80.0 / geometry.width_pt.max(geometry.height_pt);
        let image = source.render(0, scale);
        if path.ends_with("ten-billion-forms.pdf") {
            assert_eq!(raw, "Hello\n", "what was read before the forms");
            assert!(
                matches!(image, Err(Error::TooLarge { .. })),
                "it is not drawn: {image:?}"
            );
        }
    }
    assert!(
        names.iter().any(|name| name == "ten-billion-forms"),
        "the folder was read: {names:?}"
    );
}
