//! Real filings: every evidence string that annotators took from them has the state that a reader of
//! the pages gives it.

#![expect(
    clippy::print_stdout,
    reason = "a test says what it ran and what it could not"
)]

use std::collections::BTreeMap;
use std::path::Path;

use proofmark_engine::{Flow, Session};
use serde::Deserialize;

#[derive(Deserialize)]
struct Evidence {
    document: String,
    id: String,
    page: u64,
    quote: String,
}

#[test]
fn evidence_strings_of_filings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/financebench");
    if !folder.is_dir() {
        println!("SKIPPED: there is no ../shared/corpus/financebench beside the project");
        return;
    }
    let list = std::fs::read(folder.join("evidence.json")).expect("the list of evidence reads");
    let list: Vec<Evidence> = serde_json::from_slice(&list).expect("it is a list of evidence");
    let mut session = Session::default();
    let mut files = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for one in &list {
        let file = *files.entry(one.document.clone()).or_insert_with(|| {
            let name = format!("{}.pdf", one.document);
            let bytes = std::fs::read(folder.join(&name)).expect("the filing reads");
            session.add(&name, bytes, &mut |_| Flow::Continue)[0]
        });
        let probe = session.locate(file, &one.quote).expect("the filing opens");
        *counts.entry(probe.state).or_default() += 1;
        let page = probe.spans.first().map(|span| span.first_page);
        println!(
            "{} {} p.{} {} {page:?}",
            one.document, one.id, one.page, probe.state
        );
        if let Some(near) = &probe.nearest {
            for one in near.differences.iter().filter(|one| !one.same) {
                println!("    {:?} / {:?}", one.quote, one.source);
            }
        }
        match probe.state {
            "located" if page != Some(one.page) => {
                wrong.push(format!(
                    "{} on page {page:?}, expected {}",
                    one.id, one.page
                ));
            }
            "located" | "altered" | "edge_cut" => {}
            other => wrong.push(format!("{} is {other}", one.id)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected = BTreeMap::from([("located", 18), ("altered", 5), ("edge_cut", 4)]);
    assert_eq!(
        counts, expected,
        "states as a reader of the pages gives them"
    );
}
