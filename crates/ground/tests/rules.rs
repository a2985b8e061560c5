//! Each rule of grounding, with near misses on both sides.

use std::sync::Arc;

use proofmark_ground::{DocumentIndex, Fidelity, Grounding, Library, State};
use proofmark_text::{Document, PageText, TextRange};

fn index(pages: &[&str]) -> DocumentIndex {
    DocumentIndex::new(Arc::new(Document::from_plain_text(&pages.join("\u{c}"))))
}

#[track_caller]
fn check(pages: &[&str], quote: &str, state: State) -> Grounding {
    let found = index(pages).locate(quote);
    assert_eq!(found.state, state, "{quote:?} in {pages:?}: {found:?}");
    found
}

#[track_caller]
fn check_text(pages: &[&str], quote: &str, text: &str) {
    let index = index(pages);
    let found = index.locate(quote);
    assert_eq!(
        found.state,
        State::Located,
        "{quote:?} in {pages:?}: {found:?}"
    );
    assert_eq!(
        index.document().slice(found.spans[0].range),
        text,
        "the span of {quote:?}"
    );
}

#[test]
fn g20_edges_keep_whole_tokens() {
    let page = &[
        "Joanna paid £12.50 on 07:30 for A/12-7, -5 °C, 1,000 men and O'Brien's well-known 3.5 kg.",
    ];
    for quote in [
        "anna",
        "anna paid",
        "12.50",
        "12.50 on",
        "£12",
        "paid £12",
        "07",
        "on 07",
        "30 for",
        "12",
        "A/12",
        "5 °C",
        "000",
        "000 men",
        "1,0",
        "Brien",
        "Brien's",
        "known",
        "well",
        "known 3.5",
        "5 kg",
        "3",
        ".5 kg",
        "£",
        "paid £",
        "50 on",
        "for A",
        "7, -5",
        "12-7",
        "O'Brien",
        "and O",
    ] {
        let found = check(page, quote, State::EdgeCut);
        assert_eq!(found.spans.len(), 1, "{quote:?} has a place");
    }
    for quote in [
        "Joanna",
        "paid £12.50",
        "-5 °C",
        "A/12-7",
        "1000 men",
        "o’brien’s",
        "well‑known",
        "3.5",
        "07:30",
        "£ 12.50",
    ] {
        check(page, quote, State::Located);
    }
    for quote in [
        "paid 12.50",
        "paid £12.50 for",
        "Joanna 12",
        "x",
        "Brien paid",
        "12.5 on",
        "9",
    ] {
        check(page, quote, State::NotFound);
    }
}

#[test]
fn g20_a_sign_behind_a_number_is_an_operator() {
    check(&["It is 5±2 mm, or 3+4."], "±2 mm", State::Located);
    check(&["It is 5±2 mm, or 3+4."], " +4", State::Located);
    check(&["It is ±2 mm."], "2 mm", State::EdgeCut);
}

#[test]
fn g20_a_cut_is_a_cut_in_several_places_too() {
    let found = check(&["Joanna and Hanna and Anna's"], "nna", State::EdgeCut);
    assert_eq!(
        found.spans[0].range,
        TextRange::new(0, 6),
        "the first place"
    );
}

#[test]
fn g20_a_whole_occurrence_beside_cut_ones_is_located() {
    check_text(&["113 hours, then 13 hours"], "13 hours", "13 hours");
    check(&["13 hours, then 13 hours"], "13 hours", State::Ambiguous);
}

#[test]
fn g20_every_occurrence_is_listed() {
    let found = check(&["a b a b a", "a b"], "a b", State::Ambiguous);
    assert_eq!(found.occurrences.len(), 3, "{found:?}");
    let found = check(&["a a a a"], "a a", State::Ambiguous);
    assert_eq!(found.occurrences.len(), 3, "overlapping ones too");
}

#[test]
fn g20_altered_allows_joins_and_spaces_only() {
    let page = &[
        "The cost of goods sold by the company's well-known 75-second unit CO₂-free was 1,000 at -5 °C.",
    ];
    for quote in [
        "costofgoodssold",
        "cost of goodssold",
        "companys",
        "well known",
        "wellknown",
        "company s well-known",
        "75 second unit",
        "CO2 free",
        "was1,000",
        "-5°C",
        "the cost ofgoods",
    ] {
        let found = check(page, quote, State::Altered);
        assert_eq!(found.spans.len(), 1, "{quote:?} has its place");
    }
    for quote in [
        "costofgoodssolds",
        "costofgoodsold",
        "was100 0",
        "75 seconds unit",
        "at 5°C",
        "at +5°C",
        "was 1 000 at",
    ] {
        check(page, quote, State::NotFound);
    }
    check(page, "ostofgoodssold", State::NotFound);
    check(page, "costofgoods so", State::NotFound);
}

#[test]
fn g20_altered_is_one_place_only() {
    check(&["well-known and well-known"], "wellknown", State::NotFound);
    check(&["p 0.05"], "p < 0.05", State::NotFound);
    check(&["p < 0.05 a-b"], "p 0.05 ab", State::NotFound);
}

#[test]
fn g20_altered_finds_long_and_short_and_repeated() {
    let page = "the same words again and again ".repeat(5000) + "a well-known end";
    let pages = &[page.as_str()];
    check(pages, "wellknown", State::Altered);
    check(pages, "again awellknown end", State::Altered);
    check(pages, "again and again a wellknown end", State::Altered);
    check(pages, "thesame words again and again", State::NotFound);
    check(
        pages,
        "thesame words again and again a well known end",
        State::Altered,
    );
    check(
        &["", "one-two three four five six"],
        "onetwo three four five six",
        State::Altered,
    );
}

#[test]
fn g20_empty_and_absent() {
    for quote in ["", "   ", "…", "... ...", "—", "()", "\u{200b}"] {
        check(&["text"], quote, State::Empty);
    }
    let mut library = Library::new();
    library.insert("a", Arc::new(Document::from_plain_text("text")), None);
    assert_eq!(
        library.locate("b", "text").state,
        State::AbsentDocument,
        "another document"
    );
    check(&[""], "text", State::NotFound);
    check(&[], "text", State::NotFound);
}

#[test]
fn g20_the_second_reader_is_asked_last() {
    let library = |first: &str, second: &'static str| {
        let mut library = Library::new();
        library.insert(
            "d",
            Arc::new(Document::from_plain_text(first)),
            Some(Box::new(move || {
                Some(Arc::new(Document::from_plain_text(second)))
            })),
        );
        library
    };
    let found =
        library("the gate was open", "x\u{c}the lock was open").locate("d", "lock was open");
    assert_eq!(
        found.state,
        State::ReadersDisagree,
        "only the second has it"
    );
    let second = found.second.as_ref().expect("its reading is told");
    assert_eq!(
        (second.page_idx, second.text.as_str()),
        (1, "lock was open"),
        "where and what"
    );
    let cut = library("113 hours", "13 hours").locate("d", "13 hours");
    assert_eq!(cut.state, State::ReadersDisagree, "cut in the first");
    let twice = library("none", "13 hours 13 hours").locate("d", "13 hours");
    assert_eq!(twice.state, State::NotFound, "not in exactly one place");
    let altered = library("wellknown", "well-known").locate("d", "well-known");
    assert_eq!(
        altered.state,
        State::Altered,
        "the second reader overrules nothing else"
    );
    let located = library("13 hours", "other").locate("d", "13 hours");
    assert_eq!(located.state, State::Located, "the first is enough");
}

#[test]
fn g13_line_end_hyphens_answer_to_both() {
    for page in [
        "the infor-\nmation desk",
        "the infor\u{ad}\nmation desk",
        "the infor‐ \n  mation desk",
        "the infor-\u{c}mation desk",
    ] {
        for quote in [
            "the information desk",
            "infor-mation",
            "the infor-\nmation desk",
            "information",
        ] {
            check(&[page], quote, State::Located);
        }
        for quote in [
            "mation desk",
            "the infor",
            "infor mation".split(' ').next().unwrap_or(""),
        ] {
            check(&[page], quote, State::EdgeCut);
        }
    }
    check(
        &["the information desk"],
        "the infor-\nmation desk",
        State::Located,
    );
    check(
        &["the infor-mation desk"],
        "the infor-\nmation desk",
        State::Located,
    );
    check(
        &["the infor-mation desk"],
        "the information desk",
        State::Altered,
    );
    check(&["Mary-\nJane left"], "Mary-Jane left", State::Located);
    check(&["Mary-\nJane left"], "MaryJane left", State::Altered);
    check(&["Mary-\nJane left"], "Jane left", State::EdgeCut);
    check(&["pages 10-\n15 only"], "15 only", State::EdgeCut);
}

const REPORT: &[&str] = &[
    "Annual report\nBody alpha one.\nThe total on alpha was\n1",
    "Annual report\nreviewed by the board in May and con-\n2",
    "Annual report\ntinues in gamma.\nThe total on gamma was\n3",
    "Annual report\nBody delta one.\nThe total on delta was 113\n4",
];

#[test]
fn g21_seams_with_furniture() {
    check(
        REPORT,
        "The total on alpha was reviewed by the board",
        State::Located,
    );
    check(
        REPORT,
        "The total on alpha was 1 Annual report reviewed by",
        State::Located,
    );
    check(
        REPORT,
        "The total on alpha was 1 reviewed by",
        State::Located,
    );
    check(
        REPORT,
        "total on alpha was Annual report reviewed by",
        State::Located,
    );
    check(REPORT, "in May and continues in gamma", State::Located);
    check(REPORT, "in May and con-tinues in gamma", State::Located);
    check(REPORT, "tinues in gamma", State::EdgeCut);
    check(REPORT, "in May and con", State::EdgeCut);
    check(
        REPORT,
        "May and con 2 Annual report tinues in",
        State::Located,
    );
    check(REPORT, "total on gamma was Body delta", State::Located);
    check(REPORT, "Annual report", State::Ambiguous);
    let found = check(
        REPORT,
        "alpha was reviewed by the board in May and continues",
        State::Located,
    );
    assert_eq!(
        (found.spans[0].first_page_idx, found.spans[0].last_page_idx),
        (0, 2),
        "three pages"
    );
    check(REPORT, "alpha wasreviewed by", State::Altered);
    check(REPORT, "otal on alpha was reviewed by", State::EdgeCut);
    check(REPORT, "alpha was reviewed b", State::EdgeCut);
}

#[test]
fn g21_body_between_breaks_a_seam() {
    let pages = &[
        "one alpha was\nBody foot here",
        "Body head here\nreviewed by all",
    ];
    check(pages, "alpha was reviewed by", State::NotFound);
    check(pages, "foot here Body head", State::Located);
}

#[test]
fn g21_pages_must_be_consecutive() {
    check(
        &["the end of one", "", "starts the third"],
        "of one starts the",
        State::NotFound,
    );
    check(
        &["the end of one", "starts the second"],
        "of one starts the",
        State::Located,
    );
    check(
        &["the end con-", "", "tinues here"],
        "con-tinues here",
        State::NotFound,
    );
    check(
        &["the end con-", "\n tinues here"],
        "end continues here",
        State::Located,
    );
    check(&["end at 11", "3 hours more"], "113 hours", State::NotFound);
    check(&["it cost $", "5 more"], "cost $5 more", State::Altered);
}

#[test]
fn g22_parts_in_order_on_near_pages() {
    let pages = &[
        "Alpha one. Beta two.",
        "Gamma three if asked. Delta four.",
        "Epsilon five. Zeta six. Zeta six.",
    ];
    let found = check(pages, "Alpha one … Beta two", State::Located);
    assert!(found.elided && !found.elided_condition, "{found:?}");
    assert_eq!(found.spans.len(), 2, "one span a part");
    check(pages, "Beta two [...] Delta four", State::Located);
    assert!(
        index(pages)
            .locate("Gamma three … Delta four")
            .elided_condition,
        "an if was left out"
    );
    check(pages, "Alpha one … Epsilon five", State::NotFound);
    check(pages, "Beta two ... Alpha one", State::NotFound);
    check(pages, "Alpha one ... Zeta six", State::Ambiguous);
    check(pages, "lpha one ... Zeta six", State::EdgeCut);
    check(pages, "lpha one ... Theta six", State::NotFound);
    check(pages, "Alphaone ... Zeta six", State::Altered);
    assert!(
        index(pages).locate("Alpha one ... Theta").elided,
        "a failed one is elided too"
    );
    let plain = check(pages, "... Alpha one. Beta two …", State::Located);
    assert!(!plain.elided, "a mark at the edge parts nothing");
    check(pages, "Alpha one ... Alpha one", State::NotFound);
}

#[test]
fn g22_dots_of_the_source_are_no_elision() {
    let page = &["Contents\nFees ........ 5\nRules ..... 9\nFees and other things"];
    let found = check(page, "Fees ..... 5", State::Located);
    assert!(!found.elided, "the source has the leader");
}

#[test]
fn g23_fidelity() {
    let page = &["He said: “The well‑known\nofﬁce, open since 1,000.” It is con-\ntinued."];
    for (quote, fidelity) in [
        ("He said: “The", Fidelity::Exact),
        ("The well‑known ofﬁce", Fidelity::Whitespace),
        ("The well-known office, open", Fidelity::Typographic),
        ("HE SAID: \"The", Fidelity::Typographic),
        ("since 1000", Fidelity::Typographic),
        ("is continued", Fidelity::Typographic),
        ("He said the", Fidelity::Punctuation),
        ("office open", Fidelity::Punctuation),
    ] {
        assert_eq!(
            check(page, quote, State::Located).fidelity,
            Some(fidelity),
            "{quote:?}"
        );
    }
    let seam = check(REPORT, "alpha was reviewed by", State::Located);
    assert_eq!(seam.fidelity, Some(Fidelity::Whitespace), "furniture aside");
}

#[test]
fn g23_the_nearest_passage_and_its_differences() {
    let page = &[
        "Intro words here. The recorder takes one sample every 45 seconds while the gate is open. More words.",
    ];
    let index = index(page);
    let quote = "the recorder takes one probe every 60 seconds while the gate stays open";
    let found = index.locate(quote);
    assert_eq!(found.state, State::NotFound, "{found:?}");
    let near = found.nearest.expect("most words stand there");
    assert_eq!(
        index.document().slice(near.span.range),
        "The recorder takes one sample every 45 seconds while the gate is open",
        "where"
    );
    let changed: Vec<_> = near
        .differences
        .iter()
        .filter(|d| !d.is_same)
        .map(|d| (d.quote.as_str(), d.source.as_str()))
        .collect();
    assert_eq!(
        changed,
        [("probe", "sample"), ("60", "45"), ("stays", "is")],
        "what differs"
    );
    let joined: Vec<_> = near.differences.iter().map(|d| d.quote.as_str()).collect();
    assert_eq!(joined.join(" "), quote, "the quotation is all there");
    assert!(
        index
            .locate("nothing of this kind stands anywhere")
            .nearest
            .is_none(),
        "not worth showing"
    );
}

#[test]
fn g25_scans_and_guessed_chars() {
    let page = |text: &str, is_scan, unverified| PageText {
        text: text.to_owned(),
        is_scan,
        unverified,
        ..PageText::default()
    };
    let document = Document::from_pages([
        page("known words here", false, vec![TextRange::new(6, 11)]),
        page("", true, Vec::new()),
        page("113 hours", false, Vec::new()),
    ]);
    let index = DocumentIndex::new(Arc::new(document));
    assert_eq!(
        index.locate("nowhere else").state,
        State::NoTextLayer,
        "may be on the scan"
    );
    assert_eq!(
        index.locate("13 hours").state,
        State::EdgeCut,
        "it is somewhere"
    );
    assert_eq!(
        index.locate("here 113").state,
        State::NoTextLayer,
        "the scan is between"
    );
    let readable = Document::from_pages([page("113 hours", false, Vec::new())]);
    let state = |document| {
        DocumentIndex::new(Arc::new(document))
            .locate("nowhere else")
            .state
    };
    assert_eq!(state(readable.clone()), State::NotFound, "all is read");
    assert_eq!(
        state(readable.with_missing_text()),
        State::NoTextLayer,
        "may be on a page that was lost"
    );
    let unknown = page(
        "please schedule your beginner\u{fffd}s class",
        false,
        vec![TextRange::new(29, 32)],
    );
    let index_of_unknown = DocumentIndex::new(Arc::new(Document::from_pages([unknown])));
    assert_eq!(
        index_of_unknown
            .locate("schedule your beginner's class")
            .state,
        State::NoTextLayer,
        "may be the unknown glyph"
    );
    assert_eq!(
        index_of_unknown
            .locate("schedule your expert's class")
            .state,
        State::NotFound,
        "known letters are others"
    );
    assert_eq!(
        index_of_unknown
            .locate("schedule my beginner's class")
            .state,
        State::NotFound,
        "another word is known"
    );
    assert!(index.locate("words here").unverified, "touches the guess");
    assert!(!index.locate("here").unverified, "does not");
    assert!(index.locate("known … words").unverified, "in a part");
}

#[test]
fn g24_the_same_quotation_is_one_result() {
    let mut library = Library::new();
    library.insert("d", Arc::new(Document::from_plain_text("some text")), None);
    let (a, b) = (library.locate("d", "some"), library.locate("d", "some"));
    assert!(Arc::ptr_eq(&a, &b), "searched once");
}

#[test]
fn g24_repetitive_texts_are_not_quadratic() {
    let page = "a ".repeat(200_000);
    let index = index(&[&page]);
    let quote = format!("{}b", "a ".repeat(20_000));
    assert_eq!(
        index.locate(&quote).state,
        State::NotFound,
        "ends in another word"
    );
    let found = index.locate(&"a ".repeat(20_000));
    assert_eq!(found.occurrences.len(), 180_001, "every occurrence");
    let cut = format!("{}bc", "a ".repeat(20_000));
    assert_eq!(index.locate(&cut).state, State::NotFound, "again");
}

#[test]
fn g24_what_nearly_repeats_is_found_where_it_stands() {
    let text = format!("{}a a b c", "a a a b ".repeat(50_000));
    let index = index(&[&text]);
    let end = format!("{}a a b", "a a a b ".repeat(5_000));
    let found = index.locate(&end);
    assert_eq!(found.state, State::Located, "only at the end");
    assert_eq!(found.spans[0].range.end(), text.len() - 2);
    let inner = format!("b {}a a a", "a a a b ".repeat(5_000));
    let found = index.locate(&inner);
    assert_eq!(
        found.occurrences.len(),
        50_000 - 5_000 - 1,
        "after each b but the last ones"
    );
}

#[test]
fn g20_a_word_that_runs_around_furniture_may_be_joined_with_the_next() {
    let pages = ["The talk con-\n1", "tinues after the break.\n2"];
    check(&pages, "talk continues after", State::Located);
    check(&pages, "talk continuesafter the break", State::Altered);
    check(&pages, "ontinues after the break", State::EdgeCut);
}

#[test]
fn g6_fractions_are_not_cut() {
    check(&["It takes 2½ hours."], "½ hours", State::EdgeCut);
    check(&["It takes 2½ hours."], "takes 2", State::EdgeCut);
    check(&["It takes 2½ hours."], "takes 2 1/2 hours", State::Located);
    check(&["It takes 2½ hours."], "takes 2½ hours", State::Located);
    check(&["It takes 2½ hours."], "21/2 hours", State::NotFound);
}

#[test]
fn g31_a_longer_span_holds_the_anchor() {
    let index = index(&["A full recharge takes 13 hours. Before, 13 hours more."]);
    let anchor = index.locate("takes 13 hours").spans[0];
    assert!(
        index
            .locate("A full recharge takes 13 hours")
            .contains(&anchor),
        "the same occurrence"
    );
    assert!(
        !index.locate("Before, 13 hours more").contains(&anchor),
        "the same words elsewhere"
    );
    assert!(
        !index.locate("A full recharge takes 13").contains(&anchor),
        "a part of it"
    );
}
