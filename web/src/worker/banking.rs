//! The bank desk: findings, a quotation grounded as it is typed, freezing.

use proofmark_engine::{
    Attestation, BankFinding as Found, NewPassage, Session, exchange_passage, freeze_bank,
};

use super::bank_messages::{
    BankClaim, BankData, BankFinding, BankPassage, BankQuestion, BankRequest, BankResponse, Probe,
};
use super::messages::{MadeFile, PageBox, Response};

pub(super) fn work(session: &Session, request: BankRequest) -> Result<Response, String> {
    let none = "there is no bank any more";
    let answer = match request {
        BankRequest::Open => BankResponse::Opened(open(session)),
        BankRequest::Probe { document, quote } => {
            BankResponse::Probed(probe(session, &document, &quote)?)
        }
        BankRequest::Exchange {
            pointer,
            quote,
            page,
            span,
        } => {
            let text = session.bank_text().ok_or(none)?;
            let new = NewPassage { quote, page, span };
            BankResponse::Changed {
                name: session.bank_view().name,
                text: exchange_passage(&text, &pointer, &new)?,
            }
        }
        BankRequest::Freeze {
            frozen_at,
            author,
            reviewer,
        } => {
            let text = session.bank_text().ok_or(none)?;
            let person = |(name, attestation): (String, String)| Attestation { name, attestation };
            let frozen = freeze_bank(&text, &frozen_at, &person(author), &person(reviewer));
            BankResponse::Changed {
                name: session.bank_view().name,
                text: frozen.map_err(|problems| {
                    let all: Vec<&str> = problems.iter().map(|one| one.message.as_str()).collect();
                    all.join("; ")
                })?,
            }
        }
        BankRequest::Save => {
            let text = session.bank_text().ok_or(none)?;
            return Ok(Response::File(MadeFile {
                name: session.bank_view().name,
                media_type: "application/json".to_owned(),
                bytes: js_sys::Uint8Array::from(text.as_bytes()),
            }));
        }
    };
    Ok(Response::Bank(Box::new(answer)))
}

fn open(session: &Session) -> BankData {
    let view = session.bank_view();
    let (errors, warnings, problem) = match session.check_bank() {
        Ok(report) => (report.errors, report.warnings, None),
        Err(problems) => {
            let all: Vec<String> = problems.iter().map(|one| one.message.clone()).collect();
            (Vec::new(), Vec::new(), Some(all.join("; ")))
        }
    };
    let finding = |found: Found| BankFinding {
        code: found.code.to_owned(),
        question: found.question,
        claim: found.claim,
        pointer: found.pointer,
        message: found.message,
    };
    let sha256 = view
        .file
        .and_then(|id| session.files().into_iter().find(|file| file.id == id))
        .map(|file| file.sha256)
        .unwrap_or_default();
    let documents = session.attachments().into_iter().filter_map(|one| {
        let (file, _) = one.file?;
        let n_pages = session.document_view(file)?.pages.len() as u64;
        Some((one.document, one.file_name, n_pages))
    });
    BankData {
        file: view.file.map(|id| id.0),
        sha256,
        name: view.name,
        title: view.title,
        problem,
        errors: errors.into_iter().map(finding).collect(),
        warnings: warnings.into_iter().map(finding).collect(),
        documents: documents.collect(),
        questions: view
            .questions
            .into_iter()
            .map(|one| BankQuestion {
                id: one.id,
                question: one.question,
                is_unanswerable: one.is_unanswerable,
                claims: one
                    .claims
                    .into_iter()
                    .map(|claim| BankClaim {
                        id: claim.id,
                        field: claim.field,
                        description: claim.description,
                        value: claim.value,
                        accepted: claim.accepted,
                        evidence: claim
                            .evidence
                            .into_iter()
                            .map(|passage| BankPassage {
                                pointer: passage.pointer,
                                document: passage.document,
                                page: passage.page,
                                quote: passage.quote,
                            })
                            .collect(),
                    })
                    .collect(),
            })
            .collect(),
        frozen_at: view.freeze.frozen_at,
        author: view.freeze.author,
        reviewer: view.freeze.reviewer,
    }
}

fn probe(session: &Session, document: &str, quote: &str) -> Result<Probe, String> {
    let file = session
        .attachments()
        .into_iter()
        .find(|one| one.document == document)
        .and_then(|one| one.file)
        .map(|(file, _)| file)
        .ok_or("this document is not here")?;
    let found = session
        .locate(file, quote)
        .ok_or("this document is not here")?;
    let spans = if found.occurrences.is_empty() {
        &found.spans
    } else {
        &found.occurrences
    };
    Ok(Probe {
        state: found.state.to_owned(),
        spans: spans
            .iter()
            .map(|span| (span.start, span.end, span.first_page))
            .collect(),
        fidelity: found.fidelity.map(str::to_owned),
        page_label: found.page_label,
        is_unverified: found.unverified,
        boxes: found
            .boxes
            .iter()
            .filter_map(|one| {
                Some(PageBox {
                    page_idx: u32::try_from(one.page.checked_sub(1)?).ok()?,
                    quad: one.quad_view,
                })
            })
            .collect(),
        nearest: found.nearest.map(|near| {
            let words: Vec<String> = near
                .differences
                .into_iter()
                .map(|one| one.source)
                .filter(|words| !words.is_empty())
                .collect();
            words.join(" ")
        }),
    })
}
