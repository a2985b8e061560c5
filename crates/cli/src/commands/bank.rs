//! `proofmark bank`.

use std::time::{SystemTime, UNIX_EPOCH};

use proofmark_engine::{BankFinding, BankReport, FileKind, Session, freeze_bank};
use serde_json::{Value, json};

use crate::args::{BankCheck, BankFreeze, Password};
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, print};

/// Holds when the bank is sound. An unsound bank is a refused input, with every error printed.
pub(crate) fn check(args: &BankCheck, as_json: bool) -> Result<bool, Failure> {
    let report = load(&args.bank, &args.documents, &args.password)?;
    print_report(&report, as_json)?;
    if report.errors.is_empty() {
        Ok(true)
    } else {
        Err(Failure::Shown)
    }
}

/// Freezes a bank that is sound but for its freeze block.
pub(crate) fn freeze(args: &BankFreeze, as_json: bool) -> Result<bool, Failure> {
    if let Some(path) = &args.out {
        outputs::demand_place(path)?;
    }
    let at = match &args.at {
        Some(at) => at.clone(),
        None => now()?,
    };
    let text = String::from_utf8(inputs::read(&args.bank)?)
        .map_err(|_| Failure::file(&args.bank, "holds no UTF-8 text; save it as UTF-8"))?;
    if let Some(path) = &args.out {
        outputs::demand_place(path)?;
    }
    let frozen = freeze_bank(
        &text,
        &at,
        &proofmark_engine::Attestation {
            name: args.author.clone(),
            attestation: args.author_attests.clone(),
        },
        &proofmark_engine::Attestation {
            name: args.reviewer.clone(),
            attestation: args.reviewer_attests.clone(),
        },
    )
    .map_err(|problems| {
        Failure::Refused(
            problems
                .iter()
                .map(|found| proofmark_engine::Problem {
                    code: Some(found.code.code()),
                    file: Some(args.bank.display().to_string()),
                    place: Some(found.pointer.clone()).filter(|pointer| !pointer.is_empty()),
                    message: found.message.clone(),
                })
                .collect(),
        )
    })?;
    let mut session = Session::default();
    session.add(
        &inputs::name(&args.bank),
        frozen.text.clone().into_bytes(),
        &mut print::progress(),
    );
    inputs::add_documents(&mut session, &args.documents, &args.password, None)?;
    let report = session.check_bank().map_err(Failure::Refused)?;
    if !report.errors.is_empty() {
        print_report(&report, as_json)?;
        return Err(Failure::Shown);
    }
    match &args.out {
        Some(path) => {
            outputs::write(path, frozen.text.as_bytes(), Made::FrozenBank)?;
            if as_json {
                print::json(&json!({
                    "ok": true,
                    "file": path.display().to_string(),
                    "bank_sha256": frozen.bank_sha256,
                }))?;
            } else {
                print::line(format!("frozen: {}", path.display()))?;
                // Run plan and outputs name it.
                print::line(format!("bank_sha256 {}", frozen.bank_sha256))?;
            }
        }
        None => print::line(frozen.text.trim_end())?,
    }
    Ok(true)
}

fn load(
    bank: &std::path::Path,
    documents: &std::path::Path,
    password: &Password,
) -> Result<BankReport, Failure> {
    let mut session = Session::default();
    inputs::add_as(&mut session, bank, FileKind::Bank)?;
    inputs::add_documents(&mut session, documents, password, None)?;
    session.check_bank().map_err(Failure::Refused)
}

fn print_report(report: &BankReport, as_json: bool) -> Result<(), Failure> {
    if !as_json {
        return print_findings(report);
    }
    let list =
        |findings: &[BankFinding]| -> Vec<Value> { findings.iter().map(finding_json).collect() };
    print::json(&json!({
        "ok": report.errors.is_empty(),
        "errors": list(&report.errors),
        "warnings": list(&report.warnings),
    }))
}

fn print_findings(report: &BankReport) -> Result<(), Failure> {
    for (word, findings) in [("error", &report.errors), ("warning", &report.warnings)] {
        for one in findings {
            let head: Vec<&str> = [
                Some(word),
                Some(one.code),
                one.question.as_deref(),
                one.claim.as_deref(),
                Some(one.pointer.as_str()).filter(|pointer| !pointer.is_empty()),
            ]
            .into_iter()
            .flatten()
            .collect();
            print::line(format!("{}: {}", head.join(" "), one.message))?;
        }
    }
    let verdict = if report.errors.is_empty() {
        "sound"
    } else {
        "refused"
    };
    print::line(format!(
        "{}: {verdict}, {}, {}",
        report.file,
        print::count(report.errors.len(), "error", "errors"),
        print::count(report.warnings.len(), "warning", "warnings"),
    ))
}

fn finding_json(one: &BankFinding) -> Value {
    json!({
        "code": one.code,
        "question": one.question,
        "claim": one.claim,
        "pointer": one.pointer,
        "message": one.message,
    })
}

/// The present time, RFC 3339, in whole seconds UTC.
fn now() -> Result<String, Failure> {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_err(|_| Failure::internal("the clock stands before 1970; give --at"))?;
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds)
        .map(|time| time.to_string())
        .map_err(|error| Failure::internal(error.to_string()))
}
