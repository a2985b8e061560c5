//! `proofmark judge`.

use std::path::{Path, PathBuf};

use proofmark_engine::judge::{GoldLabel, Results, read_results, read_snapshots};
use proofmark_engine::{Checked, FileKind, Judging, Problem, Session, sha256_hex};
use serde_json::{Value, json};

use super::judge_print;
use crate::args::{JudgeCheck, JudgeGate, JudgeGrade, JudgeInputs, JudgePrepare, JudgeRun};
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, print};

/// Writes one blind batch a file, the instructions, and a manifest of ids and digests.
pub(crate) fn prepare(args: &JudgePrepare, as_json: bool) -> Result<bool, Failure> {
    let mut session = Session::default();
    add_claims(&mut session, &args.claims)?;
    let batches = session.claims().map_err(Failure::Refused)?;
    let prompt = proofmark_engine::judge::prompt(&args.hosts.hosts);
    inputs::make_folder(&args.out)?;
    let mut listed = Vec::new();
    for (idx, batch) in proofmark_engine::judge::prepare(&batches)
        .into_iter()
        .enumerate()
    {
        let name = format!("batch-{:03}.json", idx + 1);
        outputs::write(&args.out.join(&name), &batch.bytes, Made::Other)?;
        listed.push(json!({
            "batch": name,
            "file": batch.file,
            "sha256": sha256_hex(&batch.bytes),
            "ids": batch.ids,
        }));
    }
    outputs::write(&args.out.join("prompt.md"), prompt.as_bytes(), Made::Other)?;
    let manifest = json!({
        "prompt": { "file": "prompt.md", "sha256": sha256_hex(prompt.as_bytes()) },
        "batches": listed,
    });
    outputs::write(
        &args.out.join("manifest.json"),
        format!("{manifest:#}\n").as_bytes(),
        Made::Other,
    )?;
    if as_json {
        print::json(&manifest)?;
    } else {
        print::line(format!(
            "{} and prompt.md in {}",
            print::count(listed.len(), "batch", "batches"),
            args.out.display()
        ))?;
    }
    Ok(true)
}

/// Holds when there is no finding.
pub(crate) fn check(args: &JudgeCheck, as_json: bool) -> Result<bool, Failure> {
    let judging = load(&args.inputs)?;
    let results = read_results(&inputs::read(&args.results)?);
    let findings = judging.check(&results).findings;
    if as_json {
        let list: Vec<Value> = findings
            .iter()
            .map(|f| json!({ "code": f.code.code(), "id": f.id, "message": f.message }))
            .collect();
        print::json(&json!({ "ok": findings.is_empty(), "findings": list }))?;
    } else {
        for finding in &findings {
            let who = if finding.id.is_empty() {
                "(file)"
            } else {
                &finding.id
            };
            print::line(format!(
                "{who} {}: {}",
                finding.code.code(),
                finding.message
            ))?;
        }
        print::line(format!("{} findings", findings.len()))?;
    }
    Ok(findings.is_empty())
}

/// Judges by fixed rules and writes the results.
pub(crate) fn run(args: &JudgeRun, as_json: bool) -> Result<bool, Failure> {
    let judging = load(&args.inputs)?;
    outputs::demand_place(&args.out)?;
    if let Some(problem) = judging.without_evidence() {
        print::note(&problem);
    }
    let batches = judging.run();
    outputs::write(
        &args.out,
        &proofmark_engine::results_bytes(&batches),
        Made::Results,
    )?;
    let n_of = |code: &str| {
        batches
            .iter()
            .flat_map(|batch| &batch.answers)
            .filter(|answer| answer.verdict.is_some_and(|verdict| verdict.code() == code))
            .count()
    };
    let counts = ["grounded", "not_grounded", "source_silent"].map(|code| (code, n_of(code)));
    if as_json {
        let counts: serde_json::Map<String, Value> = counts
            .iter()
            .map(|(code, n)| ((*code).to_owned(), json!(n)))
            .collect();
        print::json(&json!({ "ok": true, "verdicts": counts }))?;
    } else {
        for (code, n) in counts {
            print::line(format!("{code} {n}"))?;
        }
    }
    Ok(true)
}

/// Grades; done is done, whatever the grade.
pub(crate) fn grade(args: &JudgeGrade, as_json: bool) -> Result<bool, Failure> {
    let judging = load(&args.inputs)?;
    let results = read_results(&inputs::read(&args.results)?);
    let checked = usable(&args.results, &judging, &results)?;
    let grade = judging.grade(&checked, &gold(&args.gold)?);
    if as_json {
        print::json(&judge_print::grade_json(&grade))?
    } else {
        judge_print::grade_text(&grade)?
    }
    Ok(true)
}

/// Holds when the candidate is adopted.
pub(crate) fn gate(args: &JudgeGate, as_json: bool) -> Result<bool, Failure> {
    let judging = load(&args.inputs)?;
    let bytes = inputs::read(&args.baseline)?;
    let baseline = read_results(&bytes);
    let baseline = usable(&args.baseline, &judging, &baseline)?;
    let candidate = read_results(&inputs::read(&args.candidate)?);
    let candidate = usable(&args.candidate, &judging, &candidate)?;
    let frozen = args
        .baseline_sha256
        .as_deref()
        .map(|digest| (bytes.as_slice(), digest));
    let gate = judging
        .gate(&baseline, &candidate, &gold(&args.gold)?, frozen)
        .map_err(|refusal| Failure::refused(refusal.to_string()))?;
    if as_json {
        print::json(&judge_print::gate_json(&gate))?
    } else {
        judge_print::gate_text(&gate)?
    }
    Ok(gate.adopt)
}

/// A file from which nothing could be read is a refused input, not a judge that kept silent. One that breaks
/// rules is counted for what it is, and that is said on standard error.
fn usable<'a>(
    path: &Path,
    judging: &Judging,
    results: &'a Results,
) -> Result<Checked<'a>, Failure> {
    if results.batches.is_empty() {
        let message = results
            .findings
            .first()
            .map_or("holds no results".to_owned(), |f| f.message.clone());
        return Err(Failure::file(path, message));
    }
    let checked = judging.checked(results);
    let findings = &checked.check.findings;
    if let Some(first) = findings.first() {
        print::note(&Problem {
            code: Some(first.code.code()),
            file: Some(path.display().to_string()),
            place: None,
            message: format!(
                "{}, the first: {}; `judge check` lists them",
                print::count(findings.len(), "finding", "findings"),
                first.message
            ),
        });
    }
    Ok(checked)
}

fn gold(path: &Path) -> Result<Vec<GoldLabel>, Failure> {
    let mut session = Session::default();
    inputs::add_as(&mut session, path, FileKind::Gold)?;
    session.gold().map_err(Failure::Refused)
}

fn add_claims(session: &mut Session, claims: &[PathBuf]) -> Result<(), Failure> {
    for path in claims {
        inputs::add_as(session, path, FileKind::Claims)?;
    }
    Ok(())
}

/// Claims, the manifest, and the pages that stand beside it. Pages that are missing are told of on standard
/// error; the rest goes on without them.
fn load(args: &JudgeInputs) -> Result<Judging, Failure> {
    let mut session = Session::default();
    add_claims(&mut session, &args.claims)?;
    inputs::add_as(&mut session, &args.sources, FileKind::Snapshots)?;
    let folder = args.sources.parent().unwrap_or(Path::new(""));
    let snapshots = read_snapshots(&inputs::read(&args.sources)?)
        .map_err(|error| Failure::file(&args.sources, error.to_string()))?;
    for snapshot in snapshots {
        if let Ok(bytes) = inputs::read(&folder.join(&snapshot.file)) {
            session.add(&snapshot.file, bytes, &mut print::progress());
        }
    }
    let judging = session
        .judging(&args.hosts.hosts)
        .map_err(Failure::Refused)?;
    judging.problems.iter().for_each(print::note);
    Ok(judging)
}
