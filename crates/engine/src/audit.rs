//! Human decisions as a file, and how far two reviewers agree.

use std::collections::BTreeMap;

use proofmark_json::{ReadError, read as read_json};
use proofmark_report::format::{Audit, Decision};

/// The value of [`Audit::schema`].
pub const AUDIT_SCHEMA: &str = "proofmark/audit/1";

/// What a person can decide, in the order of the tables.
const RULINGS: [&str; 3] = ["holds", "does_not_hold", "cannot_tell"];

/// Reads an audit file.
///
/// # Errors
/// Another shape or schema, or a decision that is none of the three.
pub fn read_audit(bytes: &[u8]) -> Result<Audit, ReadError> {
    let audit: Audit = read_json(bytes)?;
    if audit.schema != AUDIT_SCHEMA {
        return Err(ReadError::Shape {
            message: format!("expected the schema {AUDIT_SCHEMA}, found {}", audit.schema),
        });
    }
    for (n, decision) in audit.decisions.iter().enumerate() {
        if ruling(decision).is_none() {
            return Err(ReadError::Shape {
                message: format!(
                    "/decisions/{n}/decision: expected holds, does_not_hold or cannot_tell, found {}",
                    decision.decision
                ),
            });
        }
    }
    Ok(audit)
}

/// An audit as a file that [`read_audit`] takes back.
///
/// # Errors
/// Only where the audit cannot be put into JSON, which no audit is known to cause.
pub fn audit_bytes(audit: &Audit) -> Result<Vec<u8>, String> {
    let mut bytes = serde_json::to_vec_pretty(audit).map_err(|error| error.to_string())?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// How far two reviewers agree on what both decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Decisions of the first reviewer by row and of the second by column, each in the order holds, does
    /// not hold, cannot tell.
    pub table: [[u64; 3]; 3],
    /// Decided by the first reviewer alone.
    pub only_first: u64,
    /// Decided by the second reviewer alone.
    pub only_second: u64,
    /// Cohen's kappa with its 95 % interval, in millionths; `None` where it is not defined.
    pub kappa: Option<[i64; 3]>,
    /// What both decided, each otherwise; by workflow, repetition, question and part.
    pub conflicts: Vec<Conflict>,
}

/// One thing that two reviewers decided differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The first reviewer's decision.
    pub first: Decision,
    /// The second reviewer's.
    pub second: Decision,
}

/// Compares two reviewers by name. Of a reviewer's decisions about one thing the last one counts.
pub fn agreement(audit: &Audit, first: &str, second: &str) -> Agreement {
    let (mine, theirs) = (decided_by(audit, first), decided_by(audit, second));
    let mut table = [[0_u64; 3]; 3];
    let mut conflicts = Vec::new();
    for (place, one) in &mine {
        let Some(other) = theirs.get(place) else {
            continue;
        };
        if let (Some(row), Some(column)) = (ruling(one), ruling(other)) {
            table[row][column] += 1;
            if row != column {
                conflicts.push(Conflict {
                    first: (*one).clone(),
                    second: (*other).clone(),
                });
            }
        }
    }
    let alone = |these: &BTreeMap<Place<'_>, &Decision>, those: &BTreeMap<Place<'_>, &Decision>| {
        these
            .keys()
            .filter(|place| !those.contains_key(*place))
            .count() as u64
    };
    let kappa = proofmark_judge::kappa(&table).map(|((over, under), interval)| {
        let center = over * 1_000_000 / under;
        [
            i64::try_from(center).unwrap_or_default(),
            interval.lower,
            interval.upper,
        ]
    });
    Agreement {
        table,
        only_first: alone(&mine, &theirs),
        only_second: alone(&theirs, &mine),
        kappa,
        conflicts,
    }
}

/// What a decision is about.
type Place<'a> = (&'a str, u32, &'a str, Option<&'a str>, Option<u64>);

fn decided_by<'a>(audit: &'a Audit, name: &str) -> BTreeMap<Place<'a>, &'a Decision> {
    audit
        .decisions
        .iter()
        .filter(|one| one.name == name)
        .map(|one| {
            let place = (
                one.workflow.as_str(),
                one.repetition,
                one.question_id.as_str(),
                one.obligation.as_deref(),
                one.citation,
            );
            (place, one)
        })
        .collect()
}

fn ruling(decision: &Decision) -> Option<usize> {
    RULINGS.iter().position(|one| *one == decision.decision)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(name: &str, question: &str, decision: &str) -> Decision {
        Decision {
            workflow: "w".to_owned(),
            repetition: 1,
            question_id: question.to_owned(),
            obligation: None,
            citation: None,
            decision: decision.to_owned(),
            note: String::new(),
            name: name.to_owned(),
            decided_at: "2026-01-01T00:00:00Z".to_owned(),
        }
    }

    fn audit(decisions: Vec<Decision>) -> Audit {
        Audit {
            schema: AUDIT_SCHEMA.to_owned(),
            bank_sha256: String::new(),
            decisions,
        }
    }

    #[test]
    fn agreement_counts_the_last_decision_of_each_reviewer() {
        let found = agreement(
            &audit(vec![
                decision("a", "q1", "holds"),
                decision("a", "q1", "does_not_hold"),
                decision("b", "q1", "does_not_hold"),
                decision("a", "q2", "holds"),
                decision("b", "q2", "holds"),
                decision("a", "q3", "holds"),
                decision("b", "q3", "cannot_tell"),
                decision("a", "q4", "holds"),
                decision("c", "q4", "does_not_hold"),
            ]),
            "a",
            "b",
        );
        assert_eq!(found.table, [[1, 0, 1], [0, 1, 0], [0, 0, 0]], "the table");
        assert_eq!((found.only_first, found.only_second), (1, 0), "alone");
        let conflicts: Vec<_> = found
            .conflicts
            .iter()
            .map(|one| (one.first.question_id.as_str(), one.second.decision.as_str()))
            .collect();
        assert_eq!(conflicts, [("q3", "cannot_tell")], "the conflict");
        // Agreed 2 of 3; by chance (2·1 + 1·1 + 0·1)/9: kappa = (2/3 − 3/9)/(1 − 3/9) = 1/2.
        assert_eq!(found.kappa.map(|all| all[0]), Some(500_000), "kappa");
    }

    #[test]
    fn kappa_is_undefined_where_nothing_is_shared() {
        let found = agreement(&audit(vec![decision("a", "q1", "holds")]), "a", "b");
        assert_eq!(found.kappa, None, "no pair");
        assert_eq!((found.only_first, found.only_second), (1, 0), "alone");
    }

    #[test]
    fn an_audit_comes_back_from_its_file() {
        let audit = audit(vec![decision("Ü \u{202e}<b>", "q1", "holds")]);
        let bytes = audit_bytes(&audit).expect("an audit is JSON");
        assert_eq!(read_audit(&bytes).expect("its own file"), audit, "the same");
    }
}
