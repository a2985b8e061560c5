//! A judge's results as they are signed.

use proofmark_judge::{ClaimBatch, Verdict, prepare, read_results};
use proofmark_report::Judgements;
use proofmark_report::format::Input;

use crate::files::FileKind;
use crate::session::{Problem, Session};
use crate::sha256_hex;

/// What a signature over a results file says of it: the file's digest, what it says of each claim, and
/// what it was made from. `session` holds the claims that were asked and the list of saved pages; what is
/// not there is not recorded.
///
/// Each batch is recorded by the digest of its blind bytes, those that [`proofmark_judge::prepare`] hands
/// to a judge, so that results are tied to what was asked and to nothing else.
///
/// # Errors
/// Every finding about the file's form: what cannot be read as results is not signed as such.
pub fn judgements(name: &str, bytes: &[u8], session: &Session) -> Result<Judgements, Vec<Problem>> {
    let results = read_results(bytes);
    let refuse = |message: String| Problem::of_file(name, message);
    if !results.findings.is_empty() {
        let findings = results.findings.iter().map(|finding| {
            let of = if finding.id.is_empty() {
                String::new()
            } else {
                format!("{}: ", finding.id)
            };
            refuse(format!("{of}{}", finding.message))
        });
        return Err(findings.collect());
    }
    let answers = || results.batches.iter().flat_map(|batch| &batch.answers);
    let with = |verdict: Verdict| -> Vec<String> {
        answers()
            .filter(|answer| answer.verdict == Some(verdict))
            .map(|answer| answer.id.clone())
            .collect()
    };
    let mut seen = std::collections::BTreeSet::new();
    let twice: Vec<Problem> = answers()
        .filter(|answer| !seen.insert(answer.id.as_str()))
        .map(|answer| refuse(format!("{} has more than one result; keep one", answer.id)))
        .collect();
    if !twice.is_empty() {
        return Err(twice);
    }
    Ok(Judgements {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
        passed: with(Verdict::Grounded),
        warned: with(Verdict::SourceSilent),
        failed: with(Verdict::NotGrounded),
        inputs: judged(session),
    })
}

/// What a session holds of what was judged: blind batches, then lists of saved pages.
pub fn judged(session: &Session) -> Vec<Input> {
    let mut batches: Vec<ClaimBatch> = session
        .of_kind(FileKind::Claims)
        .flat_map(|slot| proofmark_judge::read_claims(slot.bytes()).unwrap_or_default())
        .collect();
    batches.sort_by(|a, b| a.file.cmp(&b.file));
    let batches = prepare(&batches).into_iter().map(|batch| Input {
        kind: "batch".to_owned(),
        name: batch.file,
        sha256: sha256_hex(&batch.bytes),
        size: batch.bytes.len() as u64,
    });
    let mut lists: Vec<Input> = session
        .of_kind(FileKind::Snapshots)
        .map(|slot| Input {
            kind: "sources".to_owned(),
            name: slot.entry.name.clone(),
            sha256: slot.entry.sha256.clone(),
            size: slot.entry.size,
        })
        .collect();
    lists.sort();
    batches.chain(lists).collect()
}
