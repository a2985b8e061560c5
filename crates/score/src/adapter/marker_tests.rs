//! Tests of what is read out of a marker's content.

use super::markers::{Names, PieceKind, read_pieces, strip_filler};
use super::scan::find_quotes;
use super::tests::bank;

/// The pieces of `content` in one string each: a letter for the kind, what it names, and in angle
/// brackets its own stretch where that is more than the name.
fn pieces(content: &str) -> Vec<String> {
    // Text around the content: a reader that looks beyond its range would see it.
    let text = format!("x ({content}) 9");
    let quotes = find_quotes(&text, |_| false);
    let names = Names::new(&bank());
    let show = |piece: &super::markers::Piece| {
        let own = text[piece.range.clone()].trim();
        let (kind, named) = match &piece.kind {
            PieceKind::Document(name) => ('D', name.as_str()),
            PieceKind::Page(page) => ('P', page.as_str()),
            PieceKind::Quote(range) => ('Q', &text[range.clone()]),
            PieceKind::Number(number) => ('N', number.as_str()),
            PieceKind::Filler => ('F', own),
            PieceKind::Unknown => ('U', own),
        };
        if named == own {
            format!("{kind} {named}")
        } else {
            format!("{kind} {named} <{own}>")
        }
    };
    read_pieces(&text, 3..text.len() - 3, &quotes, &names)
        .iter()
        .map(show)
        .collect()
}

#[track_caller]
fn check(content: &str, expected: &[&str]) {
    assert_eq!(pieces(content), expected, "{content:?}");
}

#[test]
fn a_bank_name_is_a_whole_name() {
    check("handbook", &["D handbook"]);
    check("Handbook.PDF", &["D Handbook.PDF"]);
    check("fee list 2024", &["D fee list 2024"]);
    check("Fee \u{a0}list  2024", &["D Fee \u{a0}list  2024"]);
    check("fees.pdf", &["D fees.pdf"]);
    for other in [
        "Fee list",
        "Feelist 2024",
        "fee list 20245",
        "handbooks",
        "xhandbook",
        "handbook-2",
        "handbook_b",
        "handbook/two",
        "handbook.b",
        "handbook's",
        "handbook’s",
        "handbook&co",
        "handbook@home",
        "my-handbook",
        "my_handbook",
        "o'handbook",
        "a&handbook",
        "b@handbook",
        "a/handbook",
        "a\\handbook",
        "a.handbook",
    ] {
        check(other, &[&format!("U {other}")]);
    }
    for bare in [
        "-handbook",
        "handbook-",
        "'handbook'",
        "./handbook",
        "handbook.",
    ] {
        check(bare, &["D handbook"]);
    }
    check("handbook (annex)", &["D handbook", "D annex"]);
    check("handbook annex", &["D handbook", "D annex"]);
}

#[test]
fn a_name_with_letters_that_grow_in_lower_case_is_met() {
    let documents = [crate::bank::BankDocument {
        id: "İzmİr guide".into(),
        file: "ıg.pdf".into(),
        sha256: None,
    }];
    let names = Names::new(&documents);
    let read = |text: &str| read_pieces(text, 0..text.len(), &[], &names);
    let found = read("İzmİr GUIDE, p. 3");
    assert_eq!(
        found.first().map(|p| (p.kind.clone(), p.range.clone())),
        Some((
            PieceKind::Document("İzmİr GUIDE".into()),
            0.."İzmİr GUIDE".len()
        )),
        "the whole name"
    );
    assert_eq!(found.len(), 2, "and its page: {found:?}");
    assert_eq!(
        read("izmır guide").len(),
        1,
        "without the dot it is another word"
    );
    assert_eq!(read("izmır guide")[0].kind, PieceKind::Unknown);
}

#[test]
fn what_ends_like_a_file_is_a_file() {
    for file in [
        "charter.pdf",
        "Club.Rules.DOCX",
        "a b.txt",
        "x.htm",
        "x.markdown",
    ] {
        check(file, &[&format!("D {file}")]);
    }
    check(
        "see the charter.pdf",
        &["D charter.pdf <see the charter.pdf>"],
    );
    for other in ["charter.xyz", "charter pdf x", "charterpdf"] {
        check(other, &[&format!("U {other}")]);
    }
    check(".pdf", &["F pdf"]);
    let (long, longer) = ("a".repeat(196), "a".repeat(197));
    check(&format!("{long}.pdf"), &[&format!("D {long}.pdf")]);
    check(&format!("{longer}.pdf"), &[&format!("U {longer}.pdf")]);
}

#[test]
fn pages_in_every_writing() {
    for (written, page) in [
        ("p. 3", "3"),
        ("p 3", "3"),
        ("p3", "3"),
        ("P.3", "3"),
        ("pg. 3", "3"),
        ("page 3", "3"),
        ("Page: 3", "3"),
        ("page=3", "3"),
        ("#page=3", "3"),
        ("#p3", "3"),
        ("page #3", "3"),
        ("page no. 3", "3"),
        ("page No. 3", "3"),
        ("page number 3", "3"),
        ("page 3 of 12", "3"),
        ("pages 3 of 12", "3"),
        ("pp. 3-4", "3-4"),
        ("p. 3–4", "3–4"),
        ("p. 3—4", "3—4"),
        ("pp. 3 - 4", "3 - 4"),
        ("pages 3 to 5", "3 to 5"),
        ("pgs 3 and 5", "3 and 5"),
        ("pp. 3&4", "3&4"),
        ("pp. 3 & 4", "3 & 4"),
        ("pp. 3,5", "3,5"),
        ("pp. 3, 5, 7-8 and 10", "3, 5, 7-8 and 10"),
        ("page iv", "iv"),
        ("pages iv-vi", "iv-vi"),
        ("pp. iv, vi and 3", "iv, vi and 3"),
        ("p. #3", "3"),
        ("p. iv", "iv"),
        ("page XIV", "XIV"),
        ("page cxxxviii", "cxxxviii"),
        ("p. A-3", "A-3"),
        ("p. A3", "A3"),
        ("p ABC-12345", "ABC-12345"),
        ("p. 12b", "12b"),
        ("p. 12bc", "12bc"),
        ("p. 123456", "123456"),
    ] {
        let found = pieces(written);
        let first = found.first().map_or("", String::as_str);
        assert_eq!(first, format!("P {page} <{written}>"), "{found:?}");
    }
}

#[test]
fn what_is_no_page() {
    for written in [
        "page layout",
        "page",
        "p iv",
        "p iiii x",
        "pag 3",
        "paged 3",
        "page cclxxxviii",
        "p. 1234567",
        "p. 12bcd",
        "p. 12b3",
        "p. ABCD-3",
        "p. A-123456",
        "p. A-3b",
        "#3",
        "pages long",
    ] {
        let found = pieces(written);
        assert!(
            found.iter().all(|piece| !piece.starts_with('P')),
            "{written:?} is no page: {found:?}"
        );
    }
}

#[test]
fn what_does_not_join_a_page_to_another() {
    check("p. 3 to 5", &["P 3 <p. 3>", "U to 5"]);
    check("p. 3 and 5", &["P 3 <p. 3>", "U and 5"]);
    check("p. 3, 5", &["P 3 <p. 3>", "N 5"]);
    check("p. 3 & 5", &["P 3 <p. 3>", "N 5"]);
    check("p. 3 - 5", &["P 3 <p. 3>", "N 5"]);
    check("p. 3 -5", &["P 3 <p. 3>", "U -5"]);
    check("pp. 3 and more", &["P 3 <pp. 3>", "U and more"]);
    check("pp. 3, handbook", &["P 3 <pp. 3>", "D handbook"]);
    check("pp. 3 of them", &["P 3 <pp. 3>", "U of them"]);
}

#[test]
fn a_number_beside_a_document_is_its_page() {
    check("handbook, 3", &["D handbook", "P 3"]);
    check("handbook: 3", &["D handbook", "P 3"]);
    check("handbook, see, 3", &["D handbook", "F see", "P 3"]);
    check("handbook, 3, 4", &["D handbook", "P 3", "N 4"]);
    check("3, handbook", &["N 3", "D handbook"]);
    check("handbook, p. 2, 3", &["D handbook", "P 2 <p. 2>", "N 3"]);
    check("handbook, alas, 3", &["D handbook", "U alas", "N 3"]);
    check("12345", &["N 12345"]);
    check("123456", &["U 123456"]);
}

#[test]
fn words_of_citing_and_of_places_say_nothing() {
    for filler in [
        "see also",
        "Source",
        "as stated in",
        "section 4",
        "Sect. 4 b 5",
        "para. 3",
        "§ 4",
        "§4",
        "¶ 7",
        "¶7",
        "table 3 row 2",
    ] {
        let found = pieces(filler);
        assert_eq!(found.len(), 1, "{filler:?}: {found:?}");
        assert!(found[0].starts_with('F'), "{filler:?}: {found:?}");
    }
    for words in [
        "seen also",
        "section 4 b 5 c",
        "4 section",
        "the club",
        "at most 3",
    ] {
        check(words, &[&format!("U {words}")]);
    }
}

#[test]
fn delimiters_part_what_cites_from_what_says() {
    for delimiter in [
        ",", ";", "|", "—", " - ", " – ", ": ", ". ", "\n", "→", "(", "]", "【", "†",
    ] {
        let content = format!("handbook{delimiter}visitors pay 9");
        check(&content, &["D handbook", "U visitors pay 9"]);
    }
    check("at 07:30 daily", &["U at 07:30 daily"]);
    check("at 7: 30 daily", &["U at 7", "U 30 daily"]);
    check("ratio a:5", &["U ratio a", "N 5"]);
    check("ratio 5:a", &["U ratio 5", "U a"]);
    check("v2.10 and-so -5", &["U v2.10 and-so -5"]);
    check("handbook.,visitors", &["D handbook", "U visitors"]);
}

#[test]
fn the_stop_of_a_shortened_word_for_a_place_parts_nothing() {
    check(
        "handbook, sec. 4, p. 3",
        &["D handbook", "F sec. 4", "P 3 <p. 3>"],
    );
    check("handbook, ch. 4", &["D handbook", "F ch. 4"]);
    check("handbook, Fig. 2 b", &["D handbook", "F Fig. 2 b"]);
    check("handbook, end. 4", &["D handbook", "U end", "N 4"]);
}

#[test]
fn values_keep_their_signs() {
    for words in [
        "£5 a day",
        "-5",
        "≤ 4 bar",
        "+3",
        "5%",
        "20°",
        "<5",
        "±2",
        "−5",
    ] {
        check(words, &[&format!("U {words}")]);
    }
    check("(*five*)", &["U five"]);
    check(" - ", &[]);
}

#[test]
fn a_name_in_a_sentence_names_no_document() {
    check(
        "the handbook applies to all",
        &["U the handbook applies to all"],
    );
    check("my handbook.pdf", &["U my", "D handbook.pdf"]);
    check("see the handbook", &["F see the", "D handbook"]);
    check("old handbook p. 2", &["U old handbook", "P 2 <p. 2>"]);
    check("see old handbook p. 2", &["U old handbook", "P 2 <p. 2>"]);
    check(
        "old handbook p. 2 says so",
        &["U old handbook", "P 2 <p. 2>", "U says so"],
    );
    check("p. 2 old handbook", &["U p. 2 old handbook"]);
}

#[test]
fn quotations_are_pieces_of_their_own() {
    check(
        "handbook: \"the fee\", p. 3",
        &["D handbook", "Q the fee <\"the fee\">", "P 3 <p. 3>"],
    );
    check("\"handbook\"", &["D handbook <\"handbook\">"]);
    check("“Charter.pdf”", &["D Charter.pdf <“Charter.pdf”>"]);
    check("\"handbooks\"", &["Q handbooks <\"handbooks\">"]);
    check("\" \"", &[]);
    check("so “it”is", &["U so", "Q it <“it”>", "U is"]);
}

#[test]
fn words_of_citing_are_stripped_from_both_ends() {
    let strip = |text: &str| text[strip_filler(text, 0..text.len())].to_owned();
    for (text, expected) in [
        ("see the Harbour Charter", "Harbour Charter"),
        ("See: . the Harbour Charter of", "Harbour Charter"),
        ("Charter according to,", "Charter"),
        ("Source.Charter", "Charter"),
        ("Harbour in Charter", "Harbour in Charter"),
        ("seen", "seen"),
        ("see", ""),
        ("", ""),
        (" Charter ;", "Charter"),
    ] {
        assert_eq!(strip(text), expected, "{text:?}");
    }
}
