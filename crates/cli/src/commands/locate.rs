//! `proofmark locate`.

use proofmark_engine::{FileKind, Session};

use crate::args::Locate;
use crate::failure::Failure;
use crate::{inputs, print};

/// Holds only when the quotation is located.
pub(crate) fn run(args: &Locate, as_json: bool) -> Result<bool, Failure> {
    let mut session = Session::default();
    session.set_password(inputs::secret(args.password.password_file.as_deref())?);
    inputs::add_as(&mut session, &args.file, FileKind::Document)?;
    let file = session.files().pop().map(|entry| entry.id);
    let probe = file
        .and_then(|id| session.locate(id, &args.quote))
        .ok_or_else(|| Failure::file(&args.file, "is no document that can be searched"))?;
    if as_json {
        print::json(&probe.json())?;
    } else {
        match meaning(probe.state) {
            "" => print::line(probe.state)?,
            meaning => print::line(format!("{}: {meaning}", probe.state))?,
        }
        for span in probe.spans.iter().chain(&probe.occurrences) {
            print::line(format!(
                "chars {}..{}, {}",
                span.start,
                span.end,
                pages(span.first_page, span.last_page)
            ))?;
        }
        if let Some(text) = &probe.text {
            print::line(text)?;
        }
        if let Some(near) = &probe.nearest {
            let page = pages(near.span.first_page, near.span.last_page);
            print::line(format!("nearest passage, for reading only ({page}):"))?;
            let words: Vec<String> = near
                .differences
                .iter()
                .map(|one| {
                    if one.same {
                        one.source.clone()
                    } else {
                        format!("[{} → {}]", one.quote, one.source)
                    }
                })
                .collect();
            print::line(words.join(" "))?;
        }
    }
    Ok(probe.state == "located")
}

/// What a state says to people; nothing of one that speaks for itself.
fn meaning(state: &str) -> &'static str {
    match state {
        "ambiguous" => "stands more than once; quote more of the passage",
        "edge_cut" => "begins or ends inside a word or a number; quote it whole",
        "altered" => "stands there only with other spaces or joins; quote it as it is written",
        "not_found" => "does not stand in the document",
        "empty" => "holds no word and no number to look for",
        "readers_disagree" => "two ways of reading the page differ; a person has to look",
        "no_text_layer" => {
            "not found, and parts of the document have no text that can be read; a person has to look"
        }
        _ => "",
    }
}

fn pages(first: u64, last: u64) -> String {
    if first == last {
        format!("page {first}")
    } else {
        format!("pages {first} to {last}")
    }
}
