//! Grades, gates and what they refuse, by numbers that can be counted by hand.

use std::collections::BTreeSet;

use proofmark_judge::Verdict::{self, Grounded, NotGrounded, SourceSilent};
use proofmark_judge::{
    Answer, AnswerBatch, Claim, ClaimBatch, ClaimType, Confusion, Fraction, Gate, GateRefusal,
    Gold, GoldLabel, Grade, Results, Side, count, gate, grade,
};
use proptest::prelude::*;

fn claim(id: &str, claim_type: ClaimType) -> Claim {
    Claim {
        id: id.to_owned(),
        claim: format!("What {id} says."),
        claim_type,
        evidence_url: None,
    }
}

/// Two batches: `a`, `b`, `c` about rates, `d`, `e`, `f` about regions.
fn batches() -> Vec<ClaimBatch> {
    let batch = |file: &str, ids: [&str; 3], kind| ClaimBatch {
        file: file.to_owned(),
        claims: ids.map(|id| claim(id, kind)).to_vec(),
    };
    vec![
        batch("one.md", ["a", "b", "c"], ClaimType::Tpm),
        batch("two.md", ["d", "e", "f"], ClaimType::Region),
    ]
}

fn label(id: &str, gold: Gold, rule: &str) -> GoldLabel {
    GoldLabel {
        id: id.to_owned(),
        gold,
        claim_type: None,
        rule: rule.to_owned(),
    }
}

fn labels() -> Vec<GoldLabel> {
    vec![
        label("a", Gold::Correct, ""),
        label("b", Gold::Wrong, ""),
        label("c", Gold::Outdated, "R4"),
        label("d", Gold::Wrong, "R2"),
        label("e", Gold::Unsourced, ""),
        label("f", Gold::Correct, "R6"),
    ]
}

fn answer(id: &str, verdict: Verdict) -> Answer {
    Answer {
        id: id.to_owned(),
        verdict: Some(verdict),
        rule: None,
        evidence_url: String::new(),
        evidence_quote: String::new(),
        reason: String::new(),
    }
}

fn results(verdicts: &[(&str, Verdict)]) -> Results {
    let answers = verdicts.iter().map(|(id, verdict)| answer(id, *verdict));
    Results {
        batches: vec![AnswerBatch {
            file: "one.md".to_owned(),
            answers: answers.collect(),
        }],
        findings: Vec::new(),
    }
}

/// Verdicts on `a` to `f`, as letters: g, n, s.
fn spelt(verdicts: &str) -> Results {
    let verdict = |letter| match letter {
        'g' => Grounded,
        'n' => NotGrounded,
        _ => SourceSilent,
    };
    let ids = ["a", "b", "c", "d", "e", "f"];
    let pairs: Vec<_> = ids.into_iter().zip(verdicts.chars().map(verdict)).collect();
    results(&pairs)
}

fn graded(results: &Results, unevidenced: &[&str]) -> Grade {
    let unevidenced: BTreeSet<String> = unevidenced.iter().map(ToString::to_string).collect();
    let counted = count(&batches(), results, &unevidenced);
    grade(&batches(), &counted, &labels())
}

fn share(numerator: u64, denominator: u64) -> Fraction {
    Fraction {
        numerator,
        denominator,
    }
}

#[test]
fn the_table_and_its_shares() {
    //                   gold: c w o w u c
    let grade = graded(&spelt("gnsnng"), &[]);
    assert_eq!(
        grade.confusion,
        Confusion([[2, 0, 0], [0, 2, 1], [0, 1, 0]])
    );
    let error = grade.error_class();
    assert_eq!(error.precision, share(2, 3), "b and d of b, d and e");
    assert_eq!(error.recall, share(2, 3), "b and d of b, c and d");
    assert_eq!(error.f1, share(4, 6));
    let grounded = grade.confusion.scores(Grounded);
    assert_eq!(
        (grounded.precision, grounded.recall),
        (share(2, 2), share(2, 2))
    );
    let silent = grade.confusion.scores(SourceSilent);
    assert_eq!(
        (silent.precision, silent.recall),
        (share(0, 1), share(0, 1))
    );
    assert_eq!(silent.f1, share(0, 2));
    assert_eq!(grade.confusion.agreement(), share(4, 6));
    let ids: Vec<&str> = grade
        .disagreements
        .iter()
        .map(|one| one.claim.id.as_str())
        .collect();
    assert_eq!(ids, ["c", "e"]);

    let rates = grade.by_claim_type[&ClaimType::Tpm];
    assert_eq!(rates, Confusion([[1, 0, 0], [0, 1, 1], [0, 0, 0]]));
    let regions = grade.by_claim_type[&ClaimType::Region];
    assert_eq!(regions, Confusion([[1, 0, 0], [0, 1, 0], [0, 1, 0]]));
    let rules: Vec<&str> = grade.by_rule.keys().map(String::as_str).collect();
    assert_eq!(rules, ["R2", "R4", "R6", "none"]);
    assert_eq!(grade.by_rule["R4"], Confusion([[0; 3], [0, 0, 1], [0; 3]]));
}

#[test]
fn a_share_of_nothing_is_no_share() {
    let grade = graded(&spelt("gggggg"), &[]);
    let error = grade.error_class();
    assert_eq!(error.precision, share(0, 0), "nothing was called an error");
    assert_eq!(error.precision.decimal(), None);
    assert_eq!(error.precision_interval, None);
    assert_eq!(error.recall, share(0, 3));
    assert_eq!(error.f1, share(0, 3));
}

#[test]
fn what_is_missing_is_counted_and_named() {
    // No result for `c`; a result without claim; a label without claim; a claim without label.
    let given = results(&[
        ("a", Grounded),
        ("b", NotGrounded),
        ("d", NotGrounded),
        ("e", SourceSilent),
        ("f", Grounded),
        ("z", Grounded),
    ]);
    let mut gold = labels();
    gold.retain(|label| label.id != "f");
    gold.push(label("y", Gold::Wrong, ""));
    let counted = count(&batches(), &given, &BTreeSet::new());
    let grade = grade(&batches(), &counted, &gold);
    assert_eq!(grade.without_result, ["c"]);
    assert_eq!(grade.without_gold, ["f"]);
    assert_eq!(grade.without_claim, ["y"]);
    assert_eq!(
        grade.confusion,
        Confusion([[1, 0, 0], [0, 2, 1], [0, 0, 1]]),
        "a missing result counts as silence"
    );
}

#[test]
fn a_verdict_without_evidence_is_silence_and_said_to_be() {
    let grade = graded(&spelt("gnnnsg"), &["b", "e"]);
    assert_eq!(grade.unevidenced, ["b"], "silence needs no evidence");
    assert_eq!(
        grade.confusion,
        Confusion([[2, 0, 0], [0, 2, 1], [0, 0, 1]])
    );
}

#[test]
fn contradicting_results_for_one_claim_are_silence() {
    let twice = results(&[
        ("b", NotGrounded),
        ("b", Grounded),
        ("d", NotGrounded),
        ("d", NotGrounded),
    ]);
    let counted = count(&batches(), &twice, &BTreeSet::new());
    assert_eq!(counted["b"].verdict, SourceSilent);
    assert_eq!(counted["d"].verdict, NotGrounded, "twice the same");
}

fn held(baseline: &Results, candidate: &Results, gold: &[GoldLabel]) -> Result<Gate, GateRefusal> {
    let counted = |results| count(&batches(), results, &BTreeSet::new());
    let (old, new) = (counted(baseline), counted(candidate));
    gate(
        &batches(),
        gold,
        Side {
            results: baseline,
            counted: &old,
        },
        Side {
            results: candidate,
            counted: &new,
        },
    )
}

#[test]
fn the_gate_asks_for_both_or_one_and_no_loss() {
    let decided = |baseline: &str, candidate: &str| {
        let gate = held(&spelt(baseline), &spelt(candidate), &labels()).expect("a gate");
        (gate.adopt, gate.fell)
    };
    // gold: c w o w u c
    for (baseline, candidate, what) in [
        ("gnsnng", "gnnnsg", "2/3 to 3/3, 2/3 to 3/3"),
        ("gnsnng", "gnsnsg", "2/3 to 2/2, recall stays"),
        ("gnssng", "gnnnns", "1/2 to 3/4, 1/3 to 3/3"),
        ("gnssng", "nnnsng", "1/2 to 2/4 is equal, 1/3 to 2/3"),
    ] {
        assert_eq!(decided(baseline, candidate), (true, vec![]), "{what}");
    }
}

#[test]
fn a_gain_that_costs_the_other_is_kept_out() {
    let gate = held(&spelt("gnsssg"), &spelt("nnnnsg"), &labels()).expect("a gate");
    assert_eq!(
        (gate.adopt, gate.fell),
        (false, vec!["precision"]),
        "1/1 to 3/4"
    );
    let gate = held(&spelt("nnnnsg"), &spelt("gnsssg"), &labels()).expect("a gate");
    assert_eq!(
        (gate.adopt, gate.fell),
        (false, vec!["recall"]),
        "3/3 to 1/3"
    );
    let gate = held(&spelt("gnsnng"), &spelt("gnsnng"), &labels()).expect("a gate");
    assert_eq!(
        (gate.adopt, gate.fell),
        (false, vec![]),
        "nothing is higher"
    );
}

#[test]
fn flips_and_the_exact_test() {
    let gate = held(&spelt("gnsnng"), &spelt("gnnnsg"), &labels()).expect("a gate");
    assert_eq!(
        (gate.baseline_only_right, gate.candidate_only_right),
        (0, 2)
    );
    assert_eq!(gate.p.to_string(), "1/2", "two of two: 2 · (1/2)²");
    let flipped: Vec<_> = gate
        .flipped
        .iter()
        .map(|(rule, ids)| (rule.as_str(), ids.join(" ")))
        .collect();
    assert_eq!(flipped, [("R4", "c".to_owned()), ("none", "e".to_owned())]);
    let back = held(&spelt("gnnnsg"), &spelt("gnsnng"), &labels()).expect("a gate");
    assert_eq!(back.p, gate.p, "the test has two sides");
    assert_eq!(
        (back.baseline_only_right, back.candidate_only_right),
        (2, 0)
    );
}

#[test]
fn what_the_gate_refuses() {
    let full = spelt("gnnnsg");
    let less = results(&[("a", Grounded), ("b", NotGrounded)]);
    assert_eq!(
        held(&full, &less, &labels()),
        Err(GateRefusal::DifferentClaims {
            baseline_only: ["c", "d", "e", "f"].map(str::to_owned).to_vec(),
            candidate_only: Vec::new(),
        })
    );
    let undefined = |side, measure| Err(GateRefusal::Undefined { side, measure });
    let never = spelt("gggggg");
    assert_eq!(
        held(&never, &full, &labels()),
        undefined("baseline", "precision")
    );
    assert_eq!(
        held(&full, &never, &labels()),
        undefined("candidate", "precision")
    );
    let sound: Vec<_> = ["a", "b", "c", "d", "e", "f"]
        .map(|id| label(id, Gold::Correct, ""))
        .to_vec();
    assert_eq!(held(&full, &full, &sound), undefined("baseline", "recall"));
}

fn shuffled<T: Clone + std::fmt::Debug>(list: Vec<T>) -> impl Strategy<Value = Vec<T>> {
    Just(list).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_order_changes_a_grade_or_a_gate(
        batches in shuffled(batches()),
        gold in shuffled(labels()),
        old in shuffled(spelt("gnsnng").batches.remove(0).answers),
        new in shuffled(spelt("gnnnsg").batches.remove(0).answers),
        at in 0_usize..6,
    ) {
        // The answers may stand in any number of batches.
        let parted = |answers: Vec<Answer>| {
            let (left, right) = answers.split_at(at);
            let of = |answers: &[Answer]| AnswerBatch { file: "one.md".to_owned(), answers: answers.to_vec() };
            Results { batches: vec![of(left), of(right)], findings: Vec::new() }
        };
        let (old, new) = (parted(old), parted(new));
        let mut batches = batches;
        for batch in &mut batches {
            batch.claims.reverse();
        }
        let none = BTreeSet::new();
        let (before, after) = (count(&batches, &old, &none), count(&batches, &new, &none));
        let found = gate(
            &batches,
            &gold,
            Side { results: &old, counted: &before },
            Side { results: &new, counted: &after },
        );
        prop_assert_eq!(found, held(&spelt("gnsnng"), &spelt("gnnnsg"), &labels()));
    }
}
