//! The judge's screen: claims, saved pages, findings, grades.

use std::collections::BTreeMap;

use proofmark_engine::judge::{self, Answer, AnswerBatch, Claim, Results, Rule, Verdict};
use proofmark_engine::{
    BlockKind as EngineBlock, Judging, Session, judgements, results_bytes, sha256_hex,
};
use proofmark_report::{Envelope, Prepared, PublicKey, Signature, prepare_judgements};

use super::convert::problem_with_file;
use super::judge_messages::{
    Batch, Block, BlockKind, Candidate, ClaimLine, Disagreement, Draft, Finding, Gate, Grade,
    JudgeData, JudgeRequest, JudgeResponse, PageLine, SavedPage, Score, Side,
};
use super::messages::{MadeFile, Response};

/// The judging that is open. It holds no gold label; those are read when a grade is asked for.
#[derive(Default)]
pub(super) struct Bench {
    judging: Option<Judging>,
    /// What waits for its signature.
    prepared: Option<Prepared>,
}

/// Name of the results file, and of what is signed.
const RESULTS: &str = "results.json";

impl Bench {
    /// Forgets the judging, because files came or went.
    pub(super) fn close(&mut self) {
        self.judging = None;
        self.prepared = None;
    }

    pub(super) fn work(
        &mut self,
        session: &Session,
        request: JudgeRequest,
    ) -> Result<Response, String> {
        if let JudgeRequest::Open { hosts } = &request {
            return Ok(Response::Judge(Box::new(self.open(session, hosts))));
        }
        let judging = self
            .judging
            .as_ref()
            .ok_or("the claims are not here any more")?;
        let answer = match request {
            JudgeRequest::Page { claim, url } => page(judging, &claim, &url),
            JudgeRequest::Check { claim, answer } => check(judging, &claim, &answer),
            JudgeRequest::Save { answers } => {
                let bytes = results_bytes(&batches_of(judging, &answers));
                return Ok(Response::File(MadeFile {
                    name: RESULTS.to_owned(),
                    media_type: "application/json".to_owned(),
                    bytes: js_sys::Uint8Array::from(bytes.as_slice()),
                }));
            }
            JudgeRequest::Prepare { answers } => {
                let bytes = results_bytes(&batches_of(judging, &answers));
                let judged = judgements(RESULTS, &bytes, session).map_err(|problems| {
                    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    lines.join("; ")
                })?;
                let prepared = prepare_judgements(&judged).map_err(|error| error.to_string())?;
                let to_sign = prepared.pae.clone();
                self.prepared = Some(prepared);
                JudgeResponse::ToSign(to_sign)
            }
            JudgeRequest::Seal { public_key, r_s } => {
                let prepared = self
                    .prepared
                    .take()
                    .ok_or("nothing was prepared to be signed")?;
                sealed(&prepared, &public_key, &r_s).map_err(|error| error.to_string())?
            }
            JudgeRequest::Grade { side } => {
                let gold = gold(session)?;
                let results = results_of(session, judging, side)?;
                JudgeResponse::Graded(Box::new(grade(
                    &judging.grade(&judging.checked(&results), &gold),
                )))
            }
            JudgeRequest::Gate {
                baseline,
                candidate,
            } => {
                let gold = gold(session)?;
                let old = results_of(session, judging, baseline)?;
                let new = results_of(session, judging, candidate)?;
                let held = judging
                    .gate(&judging.checked(&old), &judging.checked(&new), &gold, None)
                    .map_err(|refusal| refusal.to_string())?;
                JudgeResponse::Gated(Box::new(gate(&held)))
            }
            JudgeRequest::Open { .. } => return Err("this is answered above".to_owned()),
        };
        Ok(Response::Judge(Box::new(answer)))
    }

    fn open(&mut self, session: &Session, hosts: &[String]) -> JudgeResponse {
        match session.judging(hosts) {
            Ok(judging) => {
                let data = data(session, &judging);
                self.judging = Some(judging);
                JudgeResponse::Opened(data)
            }
            Err(problems) => {
                self.judging = None;
                JudgeResponse::NotReady(problems.iter().map(problem_with_file).collect())
            }
        }
    }
}

fn data(session: &Session, judging: &Judging) -> JudgeData {
    let batches: Vec<Batch> = judging
        .batches
        .iter()
        .map(|batch| Batch {
            file: batch.file.clone(),
            claims: batch
                .claims
                .iter()
                .map(|claim| claim_line(judging, claim))
                .collect(),
        })
        .collect();
    let mut text = String::new();
    for claim in batches.iter().flat_map(|batch| &batch.claims) {
        text.push_str(&format!("{}\u{0}{}\u{0}", claim.id, claim.claim));
    }
    JudgeData {
        batches,
        pages: judging
            .pages
            .iter()
            .map(|page| PageLine {
                url: page.snapshot.url.clone(),
                file: page.snapshot.file.clone(),
            })
            .collect(),
        problems: judging
            .without_evidence()
            .iter()
            .chain(&judging.problems)
            .map(problem_with_file)
            .collect(),
        results: session
            .results()
            .into_iter()
            .map(|(_, name, _)| name)
            .collect(),
        has_gold: session
            .files()
            .iter()
            .any(|file| file.kind == proofmark_engine::FileKind::Gold),
        key: sha256_hex(text.as_bytes()),
    }
}

fn claim_line(judging: &Judging, claim: &Claim) -> ClaimLine {
    let saved = claim
        .evidence_url
        .as_ref()
        .and_then(|url| judging.pages.page(url));
    ClaimLine {
        id: claim.id.clone(),
        claim: claim.claim.clone(),
        kind: claim.claim_type.code().to_owned(),
        url: claim.evidence_url.clone(),
        saved_url: saved.map(|page| page.snapshot.url.clone()),
    }
}

fn claim_of<'j>(judging: &'j Judging, id: &str) -> Option<&'j Claim> {
    let mut claims = judging.batches.iter().flat_map(|batch| &batch.claims);
    claims.find(|claim| claim.id == id)
}

fn page(judging: &Judging, claim: &str, url: &str) -> JudgeResponse {
    let candidates = claim_of(judging, claim)
        .map(|claim| judging.candidates(claim, url))
        .unwrap_or_default();
    let page = judging.saved_view(url).map(|view| SavedPage {
        url: view.url,
        file: view.file,
        fetched_at: view.fetched_at,
        blocks: view
            .blocks
            .into_iter()
            .map(|block| Block {
                kind: match block.kind {
                    EngineBlock::Heading(level) => BlockKind::Heading(level),
                    EngineBlock::Paragraph => BlockKind::Paragraph,
                    EngineBlock::ListItem => BlockKind::Item,
                    EngineBlock::HeaderRow => BlockKind::HeaderRow,
                    EngineBlock::Row => BlockKind::Row,
                    EngineBlock::Preformatted => BlockKind::Code,
                },
                table: block.table.and_then(|table| u32::try_from(table).ok()),
                parts: block.parts,
            })
            .collect(),
    });
    JudgeResponse::Page {
        page,
        candidates: candidates
            .into_iter()
            .map(|one| Candidate {
                start: one.start,
                end: one.end,
                passage: one.passage,
                is_past: one.is_past,
            })
            .collect(),
    }
}

fn check(judging: &Judging, id: &str, draft: &Draft) -> JudgeResponse {
    let found = claim_of(judging, id)
        .map(|claim| judging.check_answer(claim, &answer(id, draft)))
        .unwrap_or_default();
    let place =
        (!draft.quote.trim().is_empty()).then(|| judging.quote_place(&draft.url, &draft.quote));
    JudgeResponse::Checked {
        findings: found
            .into_iter()
            .map(|one| Finding {
                code: one.code.code().to_owned(),
                message: one.message,
            })
            .collect(),
        state: place
            .as_ref()
            .map(|place| place.state.to_owned())
            .unwrap_or_default(),
        span: place.and_then(|place| place.span),
    }
}

fn answer(id: &str, draft: &Draft) -> Answer {
    let verdict = Verdict::from_code(&draft.verdict);
    // Silence rests on no page.
    let has_page = verdict != Some(Verdict::SourceSilent) || !draft.quote.is_empty();
    Answer {
        id: id.to_owned(),
        verdict,
        rule: Rule::from_code(&draft.rule),
        evidence_url: if has_page {
            draft.url.clone()
        } else {
            String::new()
        },
        evidence_quote: draft.quote.clone(),
        reason: draft.reason.clone(),
    }
}

/// The answers in the batches of their claims. Claims without a verdict are left out.
fn batches_of(judging: &Judging, answers: &[(String, Draft)]) -> Vec<AnswerBatch> {
    let by_id: BTreeMap<&str, &Draft> = answers
        .iter()
        .map(|(id, draft)| (id.as_str(), draft))
        .collect();
    judging
        .batches
        .iter()
        .map(|batch| AnswerBatch {
            file: batch.file.clone(),
            answers: batch
                .claims
                .iter()
                .filter_map(|claim| Some((claim, by_id.get(claim.id.as_str())?)))
                .filter(|(_, draft)| Verdict::from_code(&draft.verdict).is_some())
                .map(|(claim, draft)| answer(&claim.id, draft))
                .collect(),
        })
        .filter(|batch| !batch.answers.is_empty())
        .collect()
}

fn results_of(session: &Session, judging: &Judging, side: Side) -> Result<Results, String> {
    match side {
        // Through the file that it would be, so that it is graded like any other judge's.
        Side::Mine(answers) => {
            let bytes = results_bytes(&batches_of(judging, &answers));
            Ok(judge::read_results(&bytes))
        }
        Side::File(at) => {
            let (_, name, results) = session
                .results()
                .into_iter()
                .nth(usize::try_from(at).unwrap_or(usize::MAX))
                .ok_or("this results file is not here any more")?;
            if results.batches.is_empty() {
                let why = results.findings.first().map(|one| one.message.clone());
                return Err(format!("{name}: {}", why.unwrap_or_default()));
            }
            Ok(results)
        }
    }
}

fn gold(session: &Session) -> Result<Vec<judge::GoldLabel>, String> {
    let gold = session.gold().map_err(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        all.join("; ")
    })?;
    if gold.is_empty() {
        return Err("no gold labels are among the files; drop them to grade".to_owned());
    }
    Ok(gold)
}

fn scores(scores: &judge::Scores) -> Vec<Score> {
    let interval = |interval: Option<judge::Interval>| {
        interval.map(|one| format!("{} to {}", two(one.lower), two(one.upper)))
    };
    let score = |name: &str, share: judge::Fraction, found: Option<judge::Interval>| Score {
        name: name.to_owned(),
        share: (share.numerator, share.denominator),
        decimal: share.decimal(),
        interval: interval(found),
    };
    vec![
        score("Precision", scores.precision, scores.precision_interval),
        score("Recall", scores.recall, scores.recall_interval),
        score("F1", scores.f1, None),
    ]
}

fn grade(found: &judge::Grade) -> Grade {
    let agreement = found.confusion.agreement();
    Grade {
        confusion: found.confusion.0,
        scores: scores(&found.error_class()),
        agreement: (agreement.numerator, agreement.denominator),
        kappa: found.kappa.map(|((over, under), interval)| {
            let center = i64::try_from(over * 1_000_000 / under.max(1)).unwrap_or_default();
            format!(
                "{} ({} to {})",
                two(center),
                two(interval.lower),
                two(interval.upper)
            )
        }),
        without_gold: found.without_gold.clone(),
        without_result: found.without_result.clone(),
        unevidenced: found.unevidenced.clone(),
        disagreements: found
            .disagreements
            .iter()
            .map(|one| {
                let given = one.counted.answer.as_ref();
                Disagreement {
                    id: one.claim.id.clone(),
                    claim: one.claim.claim.clone(),
                    gold: one.gold.code().to_owned(),
                    verdict: one.counted.verdict.code().to_owned(),
                    is_unevidenced: one.counted.is_unevidenced,
                    quote: given
                        .map(|one| one.evidence_quote.clone())
                        .unwrap_or_default(),
                    reason: given.map(|one| one.reason.clone()).unwrap_or_default(),
                }
            })
            .collect(),
    }
}

fn gate(held: &judge::Gate) -> Gate {
    Gate {
        is_adopted: held.adopt,
        fell: held.fell.iter().map(|one| (*one).to_owned()).collect(),
        baseline: scores(&held.baseline.error_class()),
        candidate: scores(&held.candidate.error_class()),
        only_right: (held.baseline_only_right, held.candidate_only_right),
        p: held.p.to_string(),
        flipped: held
            .flipped
            .iter()
            .map(|(rule, ids)| (rule.clone(), ids.clone()))
            .collect(),
    }
}

/// Millionths with two decimals.
fn two(millionths: i64) -> String {
    let hundredths = (millionths.unsigned_abs() + 5_000) / 10_000;
    let sign = if millionths < 0 && hundredths > 0 {
        "−"
    } else {
        ""
    };
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The envelope of a statement with one signature.
fn sealed(
    prepared: &Prepared,
    public_key: &[u8],
    r_s: &[u8],
) -> Result<JudgeResponse, proofmark_report::Error> {
    let key = PublicKey::from_spki_der(public_key)?;
    let public_pem = key.to_pem();
    let signature = Signature::from_raw(r_s)?;
    let envelope = Envelope::assemble(prepared.payload.clone(), &[(key, signature)])?;
    Ok(JudgeResponse::Sealed {
        envelope: String::from_utf8_lossy(&envelope.to_bytes()).into_owned(),
        public_pem,
    })
}
