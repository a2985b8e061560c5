//! The bank desk: findings, a quotation grounded as it is typed, freezing.

use std::collections::BTreeSet;

use proofmark_engine::{
    Attestation, BankFinding as Found, ClaimView, NewPassage, NewWords, Session, exchange_passage,
    exchange_words, freeze_bank,
};

use super::bank_messages::{
    BankClaim, BankData, BankFinding, BankPassage, BankQuestion, BankRequest, BankResponse,
    ClaimChange, Probe,
};
use super::desk::Sink;
use super::messages::{MadeFile, PageBox, Response};

/// Questions in one message: some milliseconds of work for the page.
const QUESTIONS_AT_ONCE: usize = 100;

/// Findings of a kind that are listed; whoever has more begins with these.
const MAX_FINDINGS: usize = 200;

pub(super) fn work(
    session: &Session,
    request: BankRequest,
    sink: Sink<'_>,
) -> Result<Response, String> {
    let none = "there is no bank any more";
    let answer = match request {
        BankRequest::Open => BankResponse::Opened(open(session, sink)),
        BankRequest::Claim { pointer } => {
            let questions = session.bank_view().questions.into_iter();
            let mut claims = questions.flat_map(|question| question.claims);
            BankResponse::Claim(claims.find(|one| one.pointer == pointer).map(claim))
        }
        BankRequest::Probe { document, quote } => {
            BankResponse::Probed(probe(session, &document, &quote)?)
        }
        BankRequest::Exchange(change) => BankResponse::Changed {
            text: exchange(&session.bank_text().ok_or(none)?, *change)?,
            name: session.bank_view().name,
        },
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
                text: frozen
                    .map_err(|problems| {
                        let all: Vec<&str> =
                            problems.iter().map(|one| one.message.as_str()).collect();
                        all.join("; ")
                    })?
                    .text,
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

fn exchange(bank_text: &str, change: ClaimChange) -> Result<String, String> {
    let words = NewWords {
        description: change.description,
        value: change.value,
        accepted: change.accepted,
    };
    let text = exchange_words(bank_text, &change.pointer, &words)?;
    let Some(passage) = change.passage else {
        return Ok(text);
    };
    let new = NewPassage {
        document: passage.document,
        quote: passage.quote,
        page: passage.page,
        span: passage.span,
    };
    exchange_passage(&text, &passage.pointer, &new)
}

fn open(session: &Session, sink: Sink<'_>) -> BankData {
    let view = session.bank_view();
    let (errors, warnings, problem) = match session.check_bank() {
        Ok(report) => (report.errors, report.warnings, None),
        Err(problems) => {
            let all: Vec<String> = problems.iter().map(|one| one.message.clone()).collect();
            (Vec::new(), Vec::new(), Some(all.join("; ")))
        }
    };
    let broken: BTreeSet<&str> = errors
        .iter()
        .filter_map(|one| one.question.as_deref())
        .collect();
    let questions: Vec<BankQuestion> = view
        .questions
        .into_iter()
        .map(|one| BankQuestion {
            is_broken: broken.contains(one.id.as_str()),
            id: one.id,
            question: one.question,
            is_unanswerable: one.is_unanswerable,
            claims: one
                .claims
                .into_iter()
                .map(|claim| (claim.id, claim.pointer))
                .collect(),
        })
        .collect();
    for some in questions.chunks(QUESTIONS_AT_ONCE) {
        let part = BankResponse::Questions(some.to_vec());
        sink(Response::Bank(Box::new(part)));
    }
    let finding = |found: &Found| BankFinding {
        code: found.code.to_owned(),
        question: found.question.clone(),
        claim: found.claim.clone(),
        pointer: found.pointer.clone(),
        message: found.message.clone(),
    };
    let listed = |all: &[Found]| all.iter().take(MAX_FINDINGS).map(finding).collect();
    // What freezing itself puts right does not stand in its way.
    let is_before =
        |one: &&Found| !one.pointer.starts_with("/freeze") && one.code != "missing_attestation";
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
        n_errors: errors.len() as u64,
        n_warnings: warnings.len() as u64,
        n_before_freeze: errors.iter().filter(is_before).count() as u64,
        errors: listed(&errors),
        warnings: listed(&warnings),
        documents: documents.collect(),
        questions: Vec::new(),
        frozen_at: view.freeze.frozen_at,
        author: view.freeze.author,
        reviewer: view.freeze.reviewer,
    }
}

fn claim(one: ClaimView) -> BankClaim {
    BankClaim {
        id: one.id,
        pointer: one.pointer,
        field: one.field,
        description: one.description,
        value: one.value,
        accepted: one.accepted,
        is_accepted_plain: one.is_accepted_plain,
        evidence: one
            .evidence
            .into_iter()
            .map(|passage| BankPassage {
                pointer: passage.pointer,
                document: passage.document,
                page: passage.page,
                quote: passage.quote,
            })
            .collect(),
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
