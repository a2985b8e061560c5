//! Tests of how the pieces of a marker make citations.

use super::cite::{Place, group};
use super::markers::{Names, read_pieces};
use super::scan::find_quotes;
use super::tests::bank;

/// The citations of `content` read in `place`, and the words left as prose.
fn cited(content: &str, place: Place) -> (Vec<String>, Vec<String>) {
    let quotes = find_quotes(content, |_| false);
    let names = Names::new(&bank());
    let pieces = read_pieces(content, 0..content.len(), &quotes, &names);
    let cited = group(content, pieces, place, &bank());
    let part = |part: Option<&str>| part.unwrap_or("-").to_owned();
    let cites = cited.cites.iter().map(|cite| {
        let quote = cite.quote.clone().map(|range| &content[range]);
        format!(
            "{} {} {}",
            part(cite.document.as_deref()),
            part(cite.page.as_deref()),
            part(quote)
        )
    });
    let prose = cited
        .prose
        .iter()
        .map(|range| content[range.clone()].to_owned());
    (cites.collect(), prose.collect())
}

#[track_caller]
fn check_cited(content: &str, place: Place, cites: &[&str], prose: &[&str]) {
    let (found, left) = cited(content, place);
    assert_eq!(found, cites, "the citations of {content:?}");
    assert_eq!(left, prose, "the prose of {content:?}");
}

#[test]
fn what_is_taken_already_begins_the_next_citation() {
    let square = Place::Square;
    check_cited(
        "handbook, p. 2, annex",
        square,
        &["handbook 2 -", "annex - -"],
        &[],
    );
    check_cited("handbook, p. 2, p. 3", square, &["handbook 2, 3 -"], &[]);
    check_cited(
        "handbook, p. 2: \"a\", p. 3: \"b\"",
        square,
        &["handbook 2 a", "handbook 3 b"],
        &[],
    );
    check_cited(
        "\"a\", \"b\", handbook",
        square,
        &["handbook - a", "handbook - b"],
        &[],
    );
    check_cited(
        "handbook (handbook.pdf), p. 2",
        square,
        &["handbook 2 -"],
        &[],
    );
    check_cited(
        "handbook, p. 2, handbook.pdf",
        square,
        &["handbook 2 -", "handbook.pdf - -"],
        &[],
    );
    check_cited(
        "handbook \"a\" handbook.pdf",
        square,
        &["handbook - a", "handbook.pdf - -"],
        &[],
    );
    check_cited(
        "x.pdf (y.pdf), p. 2",
        square,
        &["x.pdf - -", "y.pdf 2 -"],
        &[],
    );
}

#[test]
fn a_semicolon_ends_what_has_page_and_quotation() {
    let entry = Place::Entry;
    check_cited("p. 2; annex", entry, &["annex 2 -"], &[]);
    check_cited("\"a\"; annex", entry, &["annex - a"], &[]);
    check_cited("p. 2: \"a\", annex", entry, &["annex 2 a"], &[]);
    check_cited(
        "p. 2: \"a\"; annex, p. 3",
        entry,
        &["annex 2 a", "annex 3 -"],
        &[],
    );
    check_cited(
        "handbook, p. 1; p. 2: \"a\"; annex",
        entry,
        &["handbook 1, 2 a", "annex - -"],
        &[],
    );
}

#[test]
fn words_before_a_page_may_name_a_document() {
    let (square, round, entry) = (Place::Square, Place::Round, Place::Entry);
    check_cited("old rules, p. 2", square, &["old rules 2 -"], &[]);
    check_cited("old rules, p. 2", round, &["- 2 -"], &["old rules"]);
    check_cited("rulebook, p. 2", round, &["rulebook 2 -"], &[]);
    check_cited("Old rules, p. 2", round, &["Old rules 2 -"], &[]);
    check_cited("old_rules b, p. 2", round, &["old_rules b 2 -"], &[]);
    check_cited("2 bicycles, p. 2", square, &["- 2 -"], &["2 bicycles"]);
    check_cited("2 Bicycles, p. 2", square, &["2 Bicycles 2 -"], &[]);
    check_cited("5 %, p. 2", square, &["- 2 -"], &["5 %"]);
    check_cited("£5, p. 2", square, &["- 2 -"], &["£5"]);
    check_cited("2b, p. 2", square, &["- 2 -"], &["2b"]);
    check_cited("Listed on p. 2", round, &["- 2 -"], &["Listed on"]);
    check_cited("Rules, see p. 2", square, &["- 2 -"], &["Rules"]);
    check_cited(
        "Harbour Charter on p. 2",
        round,
        &["Harbour Charter 2 -"],
        &[],
    );
    check_cited("Charter on p. 2", square, &["Charter 2 -"], &[]);
    check_cited("Charter on p. 2", entry, &["Charter 2 -"], &[]);
    check_cited("a charter, p. 2", entry, &["- 2 -"], &["a charter"]);
    check_cited("charter", entry, &["charter - -"], &[]);
    check_cited("the Charter", entry, &["Charter - -"], &[]);
    check_cited("p. 3 of the Charter", square, &["Charter 3 -"], &[]);
    check_cited("p. 3, the Charter", square, &["- 3 -"], &["the Charter"]);
    check_cited(
        "p. 3 of the charter",
        square,
        &["- 3 -"],
        &["of the charter"],
    );
    let twelve = "Aa b c d e f g h i j k l";
    check_cited(
        &format!("{twelve}, p. 2"),
        square,
        &[&format!("{twelve} 2 -")],
        &[],
    );
    check_cited(
        &format!("{twelve}, p. 2"),
        round,
        &[&format!("{twelve} 2 -")],
        &[],
    );
    let thirteen = format!("{twelve} m");
    check_cited(
        &format!("{thirteen}, p. 2"),
        square,
        &["- 2 -"],
        &[&thirteen],
    );
    check_cited(
        &format!("{thirteen}, p. 2"),
        round,
        &["- 2 -"],
        &[&thirteen],
    );
}

#[test]
fn a_title_right_before_a_documents_name_says_nothing_more() {
    let round = Place::Round;
    check_cited(
        "Club Handbook, handbook.pdf, p. 2",
        round,
        &["handbook.pdf 2 -"],
        &[],
    );
    check_cited("Title, handbook", round, &["handbook - -"], &[]);
    check_cited("title, handbook", round, &["handbook - -"], &["title"]);
    check_cited(
        "Title, so, handbook",
        round,
        &["handbook - -"],
        &["Title", "so"],
    );
    check_cited("handbook, Title", round, &["handbook - -"], &["Title"]);
}

#[test]
fn a_citation_without_a_document_means_the_one_before_else_the_one_after() {
    let entry = Place::Entry;
    check_cited(
        "p. 1: \"a\"; handbook, p. 2: \"b\"; p. 3: \"c\"; annex, p. 4: \"d\"",
        entry,
        &["handbook 1 a", "handbook 2 b", "handbook 3 c", "annex 4 d"],
        &[],
    );
    check_cited("p. 1: \"a\"; p. 2: \"b\"", entry, &["- 1 a", "- 2 b"], &[]);
}
