//! A bank about real documents, and attempts at it: some right, some wrong in each of the usual ways.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proofmark_engine::{Flow, Session};
use proofmark_ground::{DocumentIndex, State};
use proofmark_source::{OpenOptions, open};
use proofmark_text::{Document, TextRange, find_quantities, tokenize};
use serde_json::{Value, json};

use crate::Error;

/// The first is a usual audit: forty questions, two systems, three times.
const SIZES: [usize; 4] = [240, 1_000, 10_000, 100_000];
/// Most questions about one document.
const MAX_PER_DOCUMENT: usize = 8;
/// Tokens of a registered passage.
const N_TOKENS: usize = 12;
const N_WORKFLOWS: usize = 10;
/// One question in so many has no answer in the documents.
const UNANSWERABLE_EVERY: usize = 10;

/// A question's passage in a document.
struct Passage {
    document_idx: usize,
    value: String,
    /// Byte ranges of the tokens from some before the passage to some behind it.
    around: Vec<TextRange>,
    /// Index of the passage's first token in `around`.
    first: usize,
    page: usize,
}

struct Source {
    id: String,
    document: Arc<Document>,
}

/// The files of a folder with that ending, by name.
pub(crate) fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reads the corpus and writes all inputs of the measurements.
pub(crate) fn write_inputs(corpus: &Path, folder: &Path) -> Result<(), Error> {
    let mut sources = Vec::new();
    for path in files(corpus, "pdf")? {
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(&path)?;
        let options = OpenOptions::default();
        let read = open(&id, bytes, &options, &mut |_| Flow::Continue)?;
        sources.push(Source {
            id: id.into_owned(),
            document: Arc::clone(read.document()),
        });
    }
    std::fs::create_dir_all(folder.join("text"))?;
    for source in &sources {
        let path = folder.join("text").join(format!("{}.txt", source.id));
        std::fs::write(path, source.document.raw())?;
    }
    let mut passages: Vec<Passage> = Vec::new();
    for document_idx in 0..sources.len() {
        passages.extend(find_passages(&sources, document_idx));
    }
    // The rest is numbered anew, and another one becomes unanswerable.
    loop {
        let rejected = rejected_questions(&sources, &passages)?;
        if rejected.is_empty() {
            break;
        }
        let mut nth = 0;
        passages.retain(|_| {
            nth += 1;
            !rejected.contains(&(nth - 1))
        });
    }
    for form in ["pdf", "text"] {
        let extension = if form == "pdf" { "pdf" } else { "txt" };
        let bank = bank_of(&sources, &passages, extension);
        std::fs::write(folder.join(format!("bank-{form}.json")), bank.to_string())?;
    }
    let n_questions = passages.len();
    for n in SIZES {
        let n_slots = n.div_ceil(n_questions);
        let plan = json!({
            "schema": "proofmark/run/1",
            "workflows": (0..N_WORKFLOWS)
                .map(|w| json!({"id": format!("w{w}"), "adapter": adapter_of(w)}))
                .collect::<Vec<_>>(),
            "repetitions": n_slots.div_ceil(N_WORKFLOWS),
        });
        std::fs::write(folder.join(format!("run-{n}.json")), plan.to_string())?;
        let mut lines = String::new();
        for at in 0..n {
            writeln!(lines, "{}", attempt(&sources, &passages, at))?;
        }
        std::fs::write(folder.join(format!("outputs-{n}.jsonl")), lines)?;
    }
    println!("documents={} questions={n_questions}", sources.len());
    Ok(())
}

/// Passages spread over a document that stand once in it and hold an amount of money or a share.
fn find_passages(sources: &[Source], document_idx: usize) -> Vec<Passage> {
    let document = &sources[document_idx].document;
    let index = DocumentIndex::new(Arc::clone(document));
    let tokens = tokenize(document.raw());
    let mut passages = Vec::new();
    let step = (tokens.len() / 400).max(N_TOKENS);
    let mut from = 20;
    while from + 40 < tokens.len() && passages.len() < MAX_PER_DOCUMENT {
        let window = &tokens[from..from + N_TOKENS];
        from += step;
        let range = window[0].range.cover(window[N_TOKENS - 1].range);
        let text = document.slice(range);
        if text.contains('\u{c}') || text.contains('"') {
            continue;
        }
        let amount = find_quantities(text).into_iter().find(|quantity| {
            let written = &text[quantity.range.start()..quantity.range.end()];
            let is_money = quantity.currency.is_some() || written.ends_with('%');
            is_money && !written.contains('\n') && quantity.range.start() > 0
        });
        let Some(amount) = amount else { continue };
        if index.locate(text).state != State::Located {
            continue;
        }
        passages.push(Passage {
            document_idx,
            value: text[amount.range.start()..amount.range.end()].to_owned(),
            around: tokens[from - step - 8..from - step + N_TOKENS + 8]
                .iter()
                .map(|token| token.range)
                .collect(),
            first: 8,
            page: document.page_idx_at(range.start()) + 1,
        });
        // The next one comes from another part.
        from += tokens.len() / (MAX_PER_DOCUMENT * 2);
    }
    passages
}

impl Passage {
    /// The passage with so many more tokens before and behind it.
    fn quote<'d>(&self, document: &'d Document, before: usize, behind: usize) -> &'d str {
        let first = self.around[self.first - before];
        let last = self.around[self.first + N_TOKENS - 1 + behind];
        document.slice(first.cover(last))
    }
}

fn bank_of(sources: &[Source], passages: &[Passage], extension: &str) -> Value {
    let questions: Vec<Value> = passages
        .iter()
        .enumerate()
        .map(|(nth, passage)| question(sources, passage, nth))
        .collect();
    let documents: Vec<Value> = sources
        .iter()
        .map(|source| json!({"id": source.id, "file": format!("{}.{extension}", source.id)}))
        .collect();
    json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "amounts in filings",
        "documents": documents, "questions": questions,
    })
}

fn question(sources: &[Source], passage: &Passage, nth: usize) -> Value {
    let source = &sources[passage.document_idx];
    let is_unanswerable = nth % UNANSWERABLE_EVERY == UNANSWERABLE_EVERY - 1;
    let mut question = json!({
        "id": format!("q{nth}"),
        "question": format!("Which amount does passage {nth} of the filing give?"),
        "required_fields": ["amount"],
        "expected_abstention": is_unanswerable,
    });
    if !is_unanswerable {
        question["essential_claims"] = json!([{
            "id": format!("c{nth}"), "field": "amount", "description": "the amount",
            "value": passage.value, "accepted_values": [passage.value],
            "answer_scope": "field", "role_phrases": [],
            "evidence": {"document": source.id, "quote": passage.quote(&source.document, 0, 0)},
        }]);
    }
    question
}

/// Indexes of the questions that validation does not take, as the passage's text is odd.
fn rejected_questions(sources: &[Source], passages: &[Passage]) -> Result<Vec<usize>, Error> {
    let mut session = Session::default();
    let bank = bank_of(sources, passages, "txt").to_string();
    session.add("bank.json", bank.into_bytes(), &mut |_| Flow::Continue);
    for source in sources {
        let text = source.document.raw().as_bytes().to_vec();
        session.add(&format!("{}.txt", source.id), text, &mut |_| Flow::Continue);
    }
    let checked = session
        .check_bank()
        .map_err(|problems| format!("{problems:?}"))?;
    let ids = checked.errors.iter().filter_map(|e| e.question.as_deref());
    Ok(ids
        .filter_map(|id| id.strip_prefix('q')?.parse().ok())
        .collect())
}

fn adapter_of(workflow: usize) -> &'static str {
    if workflow % 5 == 4 {
        "structured-json"
    } else {
        "labelled-text"
    }
}

/// The attempt number `at`: questions by turns, then workflows, then repetitions.
fn attempt(sources: &[Source], passages: &[Passage], at: usize) -> Value {
    let (nth, slot) = (at % passages.len(), at / passages.len());
    let (workflow, repetition) = (slot % N_WORKFLOWS, slot / N_WORKFLOWS + 1);
    let passage = &passages[nth];
    let source = &sources[passage.document_idx];
    let kind = (nth * 7 + slot * 3) % 10;
    let other = &passages[(nth + 1) % passages.len()];
    let (before, behind) = (slot % 8, slot / 8 % 8);
    let mut quote = passage
        .quote(&source.document, before, behind)
        .replace('"', "");
    let mut answer = passage.value.clone();
    match kind {
        5 => answer.clone_from(&other.value),
        6 => quote = quote.replacen(' ', " xyzzy ", 1),
        7 => quote = quote.chars().skip(1).collect(),
        8 => answer.push_str(" as reported by the company in its filing"),
        9 => "not stated in the documents".clone_into(&mut answer),
        _ => {}
    }
    let raw = if adapter_of(workflow) == "structured-json" {
        json!({"fields": {"amount": {
            "answer": answer,
            "citations": [{"document": source.id, "page": passage.page, "quote": quote}],
        }}})
        .to_string()
    } else {
        let (id, page) = (&source.id, passage.page);
        match kind {
            1 => format!("Amount: {answer} \"{quote}\" ({id}, page {page})"),
            2 => format!("- **Amount:** {answer}\nSource: {id}, p. {page}: \"{quote}\""),
            3 => format!("Amount: {answer} [1]\n\nReferences\n[1] {id}, p. {page}: \"{quote}\""),
            _ => format!("Amount: {answer} \"{quote}\" [{id}, p. {page}]"),
        }
    };
    json!({
        "workflow": format!("w{workflow}"), "repetition": repetition,
        "question_id": format!("q{nth}"), "adapter": adapter_of(workflow), "raw": raw,
    })
}
