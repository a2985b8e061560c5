//! Text and places of PDFs that are written here, so that both are known.
//!
//! Widths are those of Helvetica: H 722, e 556, l 222, o 556, W 944, r 333, d 556 thousandths of an em. A
//! char's box reaches from 0.22 em below the baseline to 0.78 em above it.

use crate::built::{Built, check_box, find};
use proofmark_source::Problem;

#[track_caller]
fn check_text(content: &str, expected: &str) {
    let source = Built::one_page(content).read();
    assert_eq!(source.document().raw(), expected, "text of {content:?}");
}

#[test]
fn a_word_has_its_box() {
    let source = Built::one_page("BT /F 20 Tf 50 200 Td (Hello) Tj ET").read();
    assert_eq!(source.document().raw(), "Hello\n", "text");
    // Baseline 100 below the top; 2278 thousandths of 20 pt wide.
    check_box(
        &source,
        "Hello",
        [[50.0, 104.4], [95.56, 104.4], [95.56, 84.4], [50.0, 84.4]],
    );
    // A part: `l` and `l` after `H` and `e`.
    check_box(
        &source,
        "ll",
        [[75.56, 104.4], [84.44, 104.4], [84.44, 84.4], [75.56, 84.4]],
    );
    let user = source
        .quad_in_user_space(&source.boxes(find(&source, "Hello"))[0])
        .expect("a page");
    assert!(
        (user[0][0] - 50.0).abs() < 0.01 && (user[0][1] - 195.6).abs() < 0.01,
        "user space {user:?}"
    );
}

#[test]
fn rotated_page() {
    let source = Built::new()
        .page(
            "BT /F 20 Tf 50 100 Td (Hello) Tj ET",
            "/MediaBox [0 0 200 300] /Rotate 90",
        )
        .read();
    let geometry = source.page_geometry(0).expect("a page");
    assert_eq!(
        (geometry.width_pt, geometry.height_pt),
        (300.0, 200.0),
        "turned size"
    );
    // Turned clockwise: what stood at (x, y) stands at (y, x) from the top left; text runs down.
    check_box(
        &source,
        "Hello",
        [[95.6, 50.0], [95.6, 95.56], [115.6, 95.56], [115.6, 50.0]],
    );
}

#[test]
fn rotated_and_skewed_text() {
    // A quarter turn to the left: text runs up.
    let source = Built::one_page("BT /F 20 Tf 0 1 -1 0 100 50 Tm (Hello) Tj ET").read();
    check_box(
        &source,
        "Hello",
        [
            [104.4, 250.0],
            [104.4, 204.44],
            [84.4, 204.44],
            [84.4, 250.0],
        ],
    );
    // Leaning by half: the upper edge is moved to the right.
    let source = Built::one_page("BT /F 20 Tf 1 0 0.5 1 50 100 Tm (Hello) Tj ET").read();
    check_box(
        &source,
        "Hello",
        [
            [47.8, 204.4],
            [93.36, 204.4],
            [103.36, 184.4],
            [57.8, 184.4],
        ],
    );
}

#[test]
fn crop_box_moves_the_origin_and_hides() {
    let content = "BT /F 10 Tf 60 100 Td (in) Tj ET BT /F 10 Tf 10 100 Td (out) Tj ET";
    let source = Built::new()
        .page(content, "/MediaBox [0 0 200 300] /CropBox [50 50 150 250]")
        .read();
    assert_eq!(source.document().raw(), "in\n", "only what is to be seen");
    let geometry = source.page_geometry(0).expect("a page");
    assert_eq!(
        (geometry.width_pt, geometry.height_pt),
        (100.0, 200.0),
        "cropped size"
    );
    // i 222, n 556.
    check_box(
        &source,
        "in",
        [[10.0, 152.2], [17.78, 152.2], [17.78, 142.2], [10.0, 142.2]],
    );
}

#[test]
fn gaps_are_spaces() {
    check_text(
        "BT /F 10 Tf 20 200 Td [(Hello) -300 (World)] TJ ET",
        "Hello World\n",
    );
    check_text("BT /F 10 Tf 20 200 Td [(Hel) -100 (lo)] TJ ET", "Hello\n");
    check_text(
        "BT /F 10 Tf 20 200 Td (Hello) Tj 100 0 Td (World) Tj ET",
        "Hello World\n",
    );
    check_text(
        "BT /F 10 Tf 20 200 Td [(Hello ) -300 ( World)] TJ ET",
        "Hello World\n",
    );
    check_text(
        "BT /F 10 Tf 50 Tz 20 200 Td [(Hello) -300 (World)] TJ ET",
        "Hello World\n",
    );
}

#[test]
fn shifts_are_lines_and_hyphens_stay() {
    check_text(
        "BT /F 10 Tf 12 TL 20 200 Td (infor-) Tj T* (mation) Tj ET",
        "infor-\nmation\n",
    );
    // A raised figure stays in its line.
    check_text(
        "BT /F 10 Tf 20 200 Td (10) Tj /F 6 Tf 4 Ts (2) Tj ET",
        "102\n",
    );
}

#[test]
fn columns_follow_the_content_stream() {
    let content = "BT /F 10 Tf 12 TL 20 200 Td (left one) Tj T* (left two) Tj ET \
                   BT /F 10 Tf 12 TL 110 200 Td (right one) Tj T* (right two) Tj ET";
    check_text(content, "left one\nleft two\nright one\nright two\n");
}

#[test]
fn text_painted_twice_is_one_text() {
    check_text("BT /F 20 Tf 2 Tr 20 200 Td (Hello) Tj ET", "Hello\n");
    let bold = "BT /F 20 Tf 20 200 Td (Hello all) Tj ET BT /F 20 Tf 20.4 200 Td (Hello all) Tj ET";
    check_text(bold, "Hello all\n");
    let spaced =
        "BT /F 20 Tf 20 200 Td ( Hello  all ) Tj ET BT /F 20 Tf 20.4 200 Td ( Hello  all ) Tj ET";
    check_text(spaced, "Hello all\n");
    check_text(
        "BT /F 20 Tf 20 200 Td (a) Tj 0 0 Td (a) Tj 60 0 Td (a) Tj ET",
        "a a\n",
    );
}

#[test]
fn replaced_text_is_what_it_says() {
    let content = "BT /F 10 Tf 20 200 Td /Span << /ActualText (office) >> BDC (o) Tj (x) Tj (ce) Tj EMC \
                   ( hours) Tj ET";
    check_text(content, "office hours\n");
    let source = Built::one_page(content).read();
    assert_eq!(
        source.boxes(find(&source, "office")).len(),
        1,
        "it has its glyphs' box"
    );
}

#[test]
fn invisible_text_counts_and_hidden_layers_do_not() {
    check_text("BT /F 10 Tf 3 Tr 20 200 Td (scanned) Tj ET", "scanned\n");
    let mut built = Built::one_page(
        "/OC /L BDC BT /F 10 Tf 20 200 Td (off) Tj ET EMC BT /F 10 Tf 20 100 Td (on) Tj ET",
    );
    let layer = built.object("<< /Type /OCG /Name (L) >>");
    let source = built
        .resources(&format!("/Properties << /L {layer} 0 R >>"))
        .catalog(&format!(
            "/OCProperties << /OCGs [{layer} 0 R] /D << /OFF [{layer} 0 R] >> >>"
        ))
        .read();
    assert_eq!(
        source.document().raw(),
        "on\n",
        "the layer that is off is not to be seen"
    );
}

#[test]
fn a_ligature_shares_its_box() {
    let mut built = Built::one_page("BT /L 20 Tf 50 200 Td (A) Tj ET");
    let map = built.stream(
        "",
        "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <00660069> endbfchar",
    );
    let font = built.object(&format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode {map} 0 R >>"
    ));
    let source = built.fonts(&format!("/L {font} 0 R")).read();
    assert_eq!(source.document().raw(), "fi\n", "both chars");
    // A is 667 wide: each char has half of 13.34 pt.
    check_box(
        &source,
        "f",
        [[50.0, 104.4], [56.67, 104.4], [56.67, 84.4], [50.0, 84.4]],
    );
    check_box(
        &source,
        "i",
        [[56.67, 104.4], [63.34, 104.4], [63.34, 84.4], [56.67, 84.4]],
    );
}

/// A font of drawn glyphs: `a` is a square; the code 98 has a name that says nothing.
fn drawn_font(built: &mut Built) -> usize {
    let square = built.stream("", "600 0 0 0 500 500 d1 0 0 500 500 re f");
    built.object(&format!(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] \
         /CharProcs << /a {square} 0 R /thing {square} 0 R >> \
         /Encoding << /Type /Encoding /Differences [97 /a /thing] >> \
         /FirstChar 97 /LastChar 98 /Widths [600 600] >>"
    ))
}

#[test]
fn g_25_an_unknown_glyph_is_said_to_be_unknown() {
    let mut built = Built::one_page("BT /F 10 Tf 20 200 Td (known ) Tj /T 10 Tf (ab) Tj ET");
    let font = drawn_font(&mut built);
    let source = built.fonts(&format!("/T {font} 0 R")).read();
    assert_eq!(
        source.document().raw(),
        "known a\u{fffd}\n",
        "the second glyph's char is unknown"
    );
    let problems: Vec<_> = source
        .diagnostics()
        .iter()
        .map(|d| (d.page_idx, &d.problem))
        .collect();
    assert_eq!(
        problems,
        [(Some(0), &Problem::UnmappedGlyphs { n: 1 })],
        "and it is said"
    );
    assert!(
        source.document().is_unverified(find(&source, "\u{fffd}")),
        "what touches it is unverified"
    );
    assert!(
        !source.document().is_unverified(find(&source, "known")),
        "the rest is not"
    );
}

#[test]
fn g_25_scans_and_blank_pages() {
    let source = Built::new()
        .page("0 0 m 50 80 l 90 20 l f", "/MediaBox [0 0 200 300]")
        .page("", "/MediaBox [0 0 200 300]")
        .page(
            "BT /F 10 Tf 20 200 Td (text) Tj ET",
            "/MediaBox [0 0 200 300]",
        )
        .read();
    let has_text: Vec<_> = source
        .document()
        .pages()
        .iter()
        .map(|p| p.has_text_layer())
        .collect();
    assert_eq!(
        has_text,
        [false, true, true],
        "a drawing without text is a scan, an empty page is none"
    );
    assert_eq!(
        source.diagnostics().len(),
        1,
        "said once: {:?}",
        source.diagnostics()
    );
    assert_eq!(
        source.diagnostics()[0].problem,
        Problem::NoTextLayer,
        "what it is"
    );
}

#[test]
fn annotations_come_last() {
    let page = "/MediaBox [0 0 200 300]";
    let mut built = Built::new().page("BT /F 10 Tf 20 200 Td (first) Tj ET", page);
    let look = built.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Resources << /Font << /F 3 0 R >> >>",
        "BT /F 10 Tf 2 5 Td (field) Tj ET",
    );
    let field = built.object(&format!(
        "<< /Type /Annot /Subtype /Widget /Rect [50 198 100 218] /AP << /N {look} 0 R >> >>"
    ));
    let content = "BT /F 10 Tf 20 203 Td (page) Tj ET";
    let source = built
        .page(content, &format!("{page} /Annots [{field} 0 R]"))
        .read();
    assert_eq!(
        source.document().raw(),
        "first\n\u{c}page\nfield\n",
        "a line of its own"
    );
}

#[test]
fn g_23_page_labels() {
    let page = "/MediaBox [0 0 200 300]";
    let source = Built::new()
        .page("", page)
        .page("", page)
        .page("", page)
        .catalog("/PageLabels << /Nums [0 << /S /r /St 3 >> 2 << /S /D /P (A-) >>] >>")
        .read();
    let labels: Vec<_> = source
        .document()
        .pages()
        .iter()
        .map(|p| p.label())
        .collect();
    assert_eq!(labels, [Some("iii"), Some("iv"), Some("A-1")], "labels");
}

#[test]
fn lines_for_the_text_layer() {
    let source = Built::one_page("BT /F 10 Tf 12 TL 20 200 Td (one) Tj T* (two) Tj ET").read();
    let lines = source.page_lines(0);
    let texts: Vec<_> = lines
        .iter()
        .map(|line| source.document().slice(line.range))
        .collect();
    assert_eq!(texts, ["one", "two"], "lines without their ends");
    assert!(
        lines[0].quad_view[0][1] < lines[1].quad_view[0][1],
        "from top to bottom"
    );
}

#[test]
fn a_span_over_lines_and_pages_has_a_box_for_each_line() {
    let content = "BT /F 10 Tf 12 TL 20 200 Td (one two) Tj T* (three) Tj ET";
    let page = "/MediaBox [0 0 200 300]";
    let source = Built::new()
        .page(content, page)
        .page("BT /F 10 Tf 20 280 Td (four) Tj ET", page)
        .read();
    let span = find(&source, "two").cover(find(&source, "four"));
    let pages: Vec<_> = source.boxes(span).iter().map(|b| b.page_idx).collect();
    assert_eq!(pages, [0, 0, 1], "two, three, four");
}

#[test]
fn right_to_left_text_is_in_reading_order() {
    // Alef, bet, gimel as glyphs A, B, C; painted from left to right the last letter comes first.
    let mut built = Built::one_page("BT /R 20 Tf 50 200 Td (CBA) Tj ET");
    let map = built.stream(
        "",
        "1 begincodespacerange <00> <FF> endcodespacerange \
         3 beginbfchar <41> <05D0> <42> <05D1> <43> <05D2> endbfchar",
    );
    let font = built.object(&format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode {map} 0 R >>"
    ));
    let source = built.fonts(&format!("/R {font} 0 R")).read();
    assert_eq!(
        source.document().raw(),
        "\u{5d0}\u{5d1}\u{5d2}\n",
        "reading order"
    );
    // C is 722 wide and stands first on the page.
    check_box(
        &source,
        "\u{5d2}",
        [[50.0, 104.4], [64.44, 104.4], [64.44, 84.4], [50.0, 84.4]],
    );
}

#[test]
fn the_second_reader_reads_the_same() {
    let source =
        Built::one_page("BT /F 10 Tf 12 TL 20 200 Td [(Hello) -300 (World)] TJ T* (again) Tj ET")
            .read();
    let second = source.second_reader().expect("the second library reads it");
    assert_eq!(second.raw(), source.document().raw(), "both readings agree");
}

#[test]
fn letters_painted_twice_one_by_one_and_double_letters() {
    let mut content = String::from("BT /F 20 Tf ");
    let mut x = 20.0;
    // F 611, a 556, l 222: each letter twice, half a point apart.
    for (letter, width) in [('F', 12.22), ('a', 11.12), ('l', 4.44), ('l', 4.44)] {
        for shift in [0.0, 0.5] {
            content.push_str(&format!("1 0 0 1 {:.2} 200 Tm ({letter}) Tj ", x + shift));
        }
        x += width;
    }
    check_text(&format!("{content} ET"), "Fall\n");
}

#[test]
fn accents_set_over_letters_are_part_of_them() {
    // An acute (333 wide) moved over an e (556 wide), before it as TeX does and after it.
    check_text(
        "BT /F 20 Tf 20 200 Td (caf) Tj [(\\264) 444 (e)] TJ ET",
        "caf\u{e9}\n",
    );
    check_text(
        "BT /F 20 Tf 20 200 Td (caf) Tj [(e) 444 (\\264) ] TJ ET",
        "caf\u{e9}\n",
    );
    check_text("BT /F 20 Tf 20 200 Td (e\\264x) Tj ET", "e\u{b4}x\n");
}

#[test]
fn gaps_are_spaces_also_between_glyphs_of_a_substituted_font() {
    // Widths that fit no font at hand, so that each glyph is stretched by its own factor.
    let mut built =
        Built::one_page("BT /S 20 Tf 20 200 Td [(O)6(A)-918(O)6(B)-879(O)6(C)-978(u)] TJ ET");
    let font = built.object(
        "<< /Type /Font /Subtype /TrueType /BaseFont /Unknown /Encoding /WinAnsiEncoding \
         /FirstChar 65 /LastChar 79 /Widths [800 650 700 0 0 0 0 0 0 0 0 0 0 0 760] >>",
    );
    let source = built.fonts(&format!("/S {font} 0 R")).read();
    assert_eq!(source.document().raw(), "OA OB OC u\n", "three gaps");
}

#[test]
fn g_25_chinese_in_pairs_of_bytes_is_read_and_unverified() {
    // GBK bytes in a simple font whose name is Chinese in GBK, as old Chinese producers wrote.
    let mut built =
        Built::one_page("BT /C 20 Tf 20 200 Td (\\310\\253\\312\\300\\275\\347 a) Tj ET");
    let font = built.object(&format!(
        "<< /Type /Font /Subtype /TrueType /BaseFont /#BA#DA#CC#E5 /Encoding /WinAnsiEncoding \
         /FirstChar 0 /LastChar 255 /Widths [{}] >>",
        "500 ".repeat(256)
    ));
    let source = built.fonts(&format!("/C {font} 0 R")).read();
    let raw = source.document().raw();
    assert!(raw.starts_with("\u{5168}\u{4e16}\u{754c} a\n"), "{raw:?}");
    let chinese = find(&source, "\u{4e16}");
    assert!(
        source.document().is_unverified(chinese),
        "nobody vouches for it"
    );
    check_box(
        &source,
        "\u{4e16}",
        [[40.0, 104.4], [60.0, 104.4], [60.0, 84.4], [40.0, 84.4]],
    );
    // Without such a font the same bytes are what the encoding says.
    let latin = Built::one_page("BT /F 20 Tf 20 200 Td (\\310\\253) Tj ET").read();
    assert_eq!(latin.document().raw(), "\u{c8}\u{ab}\n", "Latin");
}
