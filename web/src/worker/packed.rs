//! Rows as plain numbers, which cross between the threads without an object for each.
//!
//! A row is its workflow, repetition, question and outcome, then its reasons and its documents, each list
//! after its length. Rows follow each other in the order of their indexes.

use super::messages::Row;
use crate::state::Outcome;

/// Packs rows.
pub(super) fn pack(rows: &[Row]) -> Vec<u32> {
    let mut out = Vec::with_capacity(rows.len() * 10);
    let length = |list: &[u32]| u32::try_from(list.len()).unwrap_or(u32::MAX);
    for row in rows {
        let outcome = Outcome::ALL.iter().position(|one| *one == row.outcome);
        out.extend([
            row.workflow_idx,
            row.repetition,
            row.question_idx,
            outcome
                .and_then(|at| u32::try_from(at).ok())
                .unwrap_or_default(),
        ]);
        for list in [&row.reasons, &row.documents] {
            out.push(length(list));
            out.extend_from_slice(list);
        }
    }
    out
}

/// Unpacks rows; the first gets the index `start`. What is cut off is left out.
pub(crate) fn unpack(packed: &[u32], start: u32) -> Vec<Row> {
    let mut numbers = packed.iter().copied();
    (start..)
        .map_while(|index| unpack_one(&mut numbers, index))
        .collect()
}

fn unpack_one(numbers: &mut impl Iterator<Item = u32>, index: u32) -> Option<Row> {
    Some(Row {
        index,
        workflow_idx: numbers.next()?,
        repetition: numbers.next()?,
        question_idx: numbers.next()?,
        outcome: *Outcome::ALL.get(numbers.next()? as usize)?,
        reasons: unpack_list(numbers)?,
        documents: unpack_list(numbers)?,
    })
}

fn unpack_list(numbers: &mut impl Iterator<Item = u32>) -> Option<Vec<u32>> {
    let n = numbers.next()? as usize;
    let list: Vec<u32> = numbers.by_ref().take(n).collect();
    (list.len() == n).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let outcomes = Outcome::ALL.into_iter().zip(7_u32..);
        outcomes
            .map(|(outcome, index)| Row {
                index,
                workflow_idx: index % 2,
                repetition: index,
                question_idx: 100_000 + index,
                outcome,
                reasons: (0..index % 3).collect(),
                documents: (0..index % 4).collect(),
            })
            .collect()
    }

    #[test]
    fn rows_come_back_as_they_went() {
        assert_eq!(unpack(&pack(&rows()), 7), rows());
        assert!(unpack(&pack(&[]), 0).is_empty());
    }

    #[test]
    fn a_row_that_is_cut_off_is_left_out() {
        let packed = pack(&rows());
        let n = rows().len();
        assert_eq!(unpack(&packed[..packed.len() - 1], 7), rows()[..n - 1]);
    }
}
