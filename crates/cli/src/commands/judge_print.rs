//! Grades and gates as JSON and as text.

use proofmark_engine::judge::{
    Confusion, Fraction, GOLD_ROWS, Gate, Grade, Interval, Scores, Verdict, millionths,
};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::print;

pub(crate) fn grade_json(grade: &Grade) -> Value {
    let error = grade.error_class();
    let by = |tables: Vec<(String, &Confusion)>| -> Value {
        let map: Map<String, Value> = tables
            .into_iter()
            .map(|(name, table)| (name, table_json(table)))
            .collect();
        Value::Object(map)
    };
    let per_verdict: Map<String, Value> = Verdict::ALL
        .iter()
        .map(|verdict| {
            (
                verdict.code().to_owned(),
                scores_json(&grade.confusion.scores(*verdict)),
            )
        })
        .collect();
    let disagreements: Vec<Value> = grade
        .disagreements
        .iter()
        .map(|one| {
            let answer = one.counted.answer.as_ref();
            json!({
                "id": one.claim.id,
                "claim": one.claim.claim,
                "gold": one.gold.code(),
                "gold_rule": one.gold_rule,
                "verdict": one.counted.verdict.code(),
                "unevidenced": one.counted.is_unevidenced,
                "given": answer.map(|answer| json!({
                    "judge_verdict": answer.verdict.map(|verdict| verdict.code()),
                    "rule": answer.rule.map_or("", |rule| rule.code()),
                    "evidence_url": answer.evidence_url,
                    "evidence_quote": answer.evidence_quote,
                    "reason": answer.reason,
                })),
            })
        })
        .collect();
    json!({
        "rows": GOLD_ROWS,
        "columns": Verdict::ALL.map(Verdict::code),
        "confusion": grade.confusion.0,
        "precision": pair(error.precision),
        "recall": pair(error.recall),
        "f1": pair(error.f1),
        "decimals": {
            "precision": error.precision.decimal(),
            "recall": error.recall.decimal(),
            "f1": error.f1.decimal(),
        },
        "wilson": { "precision": interval(error.precision_interval), "recall": interval(error.recall_interval) },
        "agreement": pair(grade.confusion.agreement()),
        "kappa": grade.kappa.map(|((n, d), ci)| json!({
            "value": [number(n), number(d)],
            "decimal": kappa_decimal(n, d),
            "interval": interval(Some(ci)),
        })),
        "per_verdict": per_verdict,
        "per_claim_type": by(grade.by_claim_type.iter().map(|(kind, table)| (kind.code().to_owned(), table)).collect()),
        "per_rule": by(grade.by_rule.iter().map(|(rule, table)| (rule.clone(), table)).collect()),
        "disagreements": disagreements,
        "without_gold": grade.without_gold,
        "without_result": grade.without_result,
        "without_claim": grade.without_claim,
        "unevidenced": grade.unevidenced,
    })
}

pub(crate) fn gate_json(gate: &Gate) -> Value {
    let side = |grade: &Grade| {
        let scores = grade.error_class();
        json!({ "precision": pair(scores.precision), "recall": pair(scores.recall), "confusion": grade.confusion.0 })
    };
    json!({
        "decision": decision(gate),
        "fell": gate.fell,
        "baseline": side(&gate.baseline),
        "candidate": side(&gate.candidate),
        "mcnemar": {
            "baseline_only_right": gate.baseline_only_right,
            "candidate_only_right": gate.candidate_only_right,
            "two_sided_exact_p": [number(gate.p.numer()), number(gate.p.denom())],
        },
        "flipped_by_gold_rule": gate.flipped,
    })
}

pub(crate) fn grade_text(grade: &Grade) -> Result<(), Failure> {
    print::line(format!(
        "{:<16}{:>12}{:>14}{:>15}",
        "", "grounded", "not_grounded", "source_silent"
    ))?;
    for (name, row) in GOLD_ROWS.iter().zip(grade.confusion.0) {
        print::line(format!(
            "{name:<16}{:>12}{:>14}{:>15}",
            row[0], row[1], row[2]
        ))?;
    }
    let error = grade.error_class();
    for (name, share, ci) in [
        ("precision", error.precision, error.precision_interval),
        ("recall", error.recall, error.recall_interval),
        ("f1", error.f1, None),
    ] {
        print::line(format!(
            "{name} of not_grounded: {}{}",
            share_text(share),
            interval_text(ci)
        ))?;
    }
    print::line(format!(
        "agreement: {}",
        share_text(grade.confusion.agreement())
    ))?;
    if let Some(((n, d), ci)) = grade.kappa {
        print::line(format!(
            "kappa: {}{}",
            kappa_decimal(n, d),
            interval_text(Some(ci))
        ))?;
    }
    for one in &grade.disagreements {
        let said = one.counted.answer.as_ref();
        print::line(format!(
            "{} gold {} ({}), judged {}{}: {}",
            one.claim.id,
            one.gold.code(),
            if one.gold_rule.is_empty() {
                "exact value"
            } else {
                &one.gold_rule
            },
            one.counted.verdict.code(),
            if one.counted.is_unevidenced {
                " for want of evidence"
            } else {
                ""
            },
            one.claim.claim
        ))?;
        if let Some(answer) = said.filter(|answer| !answer.evidence_quote.is_empty()) {
            print::line(format!(
                "    {} “{}”",
                answer.evidence_url, answer.evidence_quote
            ))?;
        }
    }
    for (what, ids) in [
        ("claims without gold", &grade.without_gold),
        ("gold without result", &grade.without_result),
        ("gold without claim", &grade.without_claim),
        ("verdicts without evidence", &grade.unevidenced),
    ] {
        if !ids.is_empty() {
            print::line(format!("{what}: {} ({})", ids.len(), ids.join(", ")))?;
        }
    }
    Ok(())
}

pub(crate) fn gate_text(gate: &Gate) -> Result<(), Failure> {
    let fell = if gate.fell.is_empty() {
        String::new()
    } else {
        format!(" ({} fell)", gate.fell.join(" and "))
    };
    print::line(format!("{}{fell}", decision(gate)))?;
    for (name, grade) in [("baseline", &gate.baseline), ("candidate", &gate.candidate)] {
        let scores = grade.error_class();
        print::line(format!(
            "{name}: precision {}, recall {}",
            share_text(scores.precision),
            share_text(scores.recall)
        ))?;
    }
    print::line(format!(
        "only baseline right: {}, only candidate right: {}, McNemar's exact p = {}",
        gate.baseline_only_right, gate.candidate_only_right, gate.p
    ))?;
    for (rule, ids) in &gate.flipped {
        print::line(format!("flipped, {rule}: {}", ids.join(", ")))?;
    }
    Ok(())
}

fn decision(gate: &Gate) -> &'static str {
    if gate.adopt { "adopt" } else { "keep baseline" }
}

fn table_json(table: &Confusion) -> Value {
    let scores = table.scores(Verdict::NotGrounded);
    let mut value = scores_json(&scores);
    value["confusion"] = json!(table.0);
    value
}

fn scores_json(scores: &Scores) -> Value {
    json!({
        "precision": pair(scores.precision),
        "recall": pair(scores.recall),
        "f1": pair(scores.f1),
        "wilson": { "precision": interval(scores.precision_interval), "recall": interval(scores.recall_interval) },
    })
}

fn pair(share: Fraction) -> Value {
    json!([share.numerator, share.denominator])
}

fn interval(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |ci| {
        json!([millionths(ci.lower), millionths(ci.upper)])
    })
}

/// A whole number as JSON carries it exactly: as text where it is too large for other readers.
fn number(n: impl std::fmt::Display) -> Value {
    let text = n.to_string();
    match text.parse::<i64>() {
        Ok(n) if n.unsigned_abs() < 1 << 53 => json!(n),
        _ => json!(text),
    }
}

fn share_text(share: Fraction) -> String {
    format!(
        "{}/{} = {}",
        share.numerator,
        share.denominator,
        share.decimal().unwrap_or_else(|| "undefined".to_owned())
    )
}

fn interval_text(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |ci| {
        format!(" [{}, {}]", millionths(ci.lower), millionths(ci.upper))
    })
}

fn kappa_decimal(n: i128, d: i128) -> String {
    let scaled = n
        .checked_mul(1_000_000)
        .and_then(|n| n.checked_div(d))
        .unwrap_or(0);
    millionths(i64::try_from(scaled).unwrap_or(0))
}
